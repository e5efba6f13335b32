//! Talon: fleet combat on hexes by impulses and power curves. One file a
//! chapter; see `README.md`.

#![allow(dead_code, reason = "chapters not yet joined to the game; see README.md, Not yet")]

mod battle;
mod deploy;
mod design;
mod events;
mod hex;
mod library;
mod menu;
mod options;
mod orders;
mod phases;
mod power_phase;
mod retreat;
mod scenario;
mod ship;
mod situation;
mod tables;
mod victory;
mod view;

pub use battle::{Battle, Board, Degree, Market, OpenVolley, Phase, Reason, Window};
pub use design::{Design, Faction, Group, HullBox, Kind, Shields};
pub use events::{
    Cause, DamageEvent, Event, FireEvent, MovementEvent, PhaseEvent, PowerEvent, Repairable, RoundEvent,
    SetupEvent, VictoryEvent,
};
pub use hex::{Arc, Arcs, Facing, Hex, arc_of, crosses, is_spine, spine_pairs, toward};
pub use library::{scenario, ships};
pub use menu::{
    ArcMap, BarMenu, BuyMenu, ChargeMenu, ClassMenu, DeployMenu, DeployShip, FireGroup, FireMenu, FireShip,
    Launch, Menu, MoveChoice, MoverMenu, Odds, PowerMenu, PullMenu, RowMenu, TargetMenu, TerrainMenu,
};
pub use options::{FighterDeploy, FirstInitiative, Ladder, Options};
pub use orders::{
    Action, Adjust, Gift, How, Move, Mover, Order, Placed, Pulled, Shot, Spend, Target, Use, Volley,
};
pub use scenario::{
    Berth, DesignYourOwn, Field, Goal, Retreat, Scenario, Side, Terrain, TerrainKind, Victory, Zone,
};
pub use ship::{Bar, Criticals, Exit, Marker, Missile, Ship, ShipId, Status};
pub use situation::{Moment, ShipSituation, Situation};
pub use tables::{Critical, CriticalLine, Impulse, Weapon, criticals};
pub use view::{Display, GroupView, ShipView, View, ViewData};
