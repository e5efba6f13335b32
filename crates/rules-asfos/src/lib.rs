//! A Sky Full of Ships, 2nd edition, basic rules: fleets, secret plots,
//! 45-degree turns and a ratio chart. One file a chapter; see `README.md`.

#![warn(clippy::wildcard_enum_match_arm)]

mod account;
mod battle;
mod chart;
mod cites;
mod deploy;
mod design;
mod fire;
mod gunnery;
mod library;
mod menu;
mod movement;
mod narrate;
mod notation;
mod odds;
mod options;
mod phases;
mod prospect;
mod reason;
mod repairs;
mod scenario;
mod ship;
mod situation;
mod tactics;
#[cfg(test)]
mod typescript;
mod victory;
mod view;

use std::borrow::Cow;

use dice::Dice;
use engine::{Decision, Findings, Game, Orders, Pending, Refusal, Seat, Seats, SetupError, Table, Viewer};
use serde::{Deserialize, Serialize};

pub use battle::Battle;
pub use deploy::{Corner, Deploy, Event as DeployEvent, Placed};
pub use design::{Design, Limits, Primaries, Sheet, Special, SpecialKind, WeaponsBox};
pub use fire::{Critical, Event as FireEvent, Rest, Volley};
pub use gunnery::{Arc, Arcs, Column, Modifiers, Shot, Sight, Step, Weapon};
pub use library::{scenario, ships};
pub use menu::{
    ArcMenu, DeployMenu, DeployShip, FireMenu, FireShip, Menu, PlotChoice, PlotMenu, Ranges, Reach, ReachEnd,
    RepairMenu, ShotMenu,
};
pub use movement::{Event as MovementEvent, Plot, PlotOrder, Steering, Turns, Via};
pub use odds::{Attacks, Odds, RestMenu, ToHit};
pub use options::{
    ArcBoundary, CloudShape, FireDeclaration, GasRound, OffTableCheck, Options, TableKind, Unit,
};
pub use phases::{Event as PhaseEvent, Phase};
pub use repairs::{Event as RepairsEvent, Party};
pub use scenario::{
    Berth, Deployment, Edges, Field, Scenario, Shape, Side, TableSize, Terrain, TerrainKind, Victory, Zone,
};
pub use ship::{Criticals, Edge, Location, Ship, ShipId, ShipSet, Status, Struck};
pub use situation::{Moment, ShipSituation, Situation};
pub use victory::{Event as VictoryEvent, Reason};
pub use view::{Display, ShipView, View};

/// One seat's submission for one decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Order {
    pub action: Action,
    /// ASF-END.4: an offer of a draw goes with any order and stands for the turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draw: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    Deploy(Deploy),
    Plot(Vec<PlotOrder>),
    Fire(Vec<Volley>),
    Repair(Vec<Party>),
    /// ASF-END.4.
    Concede,
}

impl From<Action> for Order {
    fn from(action: Action) -> Order {
        Order { action, draw: false }
    }
}

/// What happened, by chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "GameEvent"))]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Deploy(deploy::Event),
    Phase(phases::Event),
    Movement(movement::Event),
    Fire(fire::Event),
    Repairs(repairs::Event),
    Victory(victory::Event),
}

impl Game for Battle {
    const ID: &'static str = "asfos";
    const RULES_VERSION: u32 = 1;
    type Options = Options;
    type Scenario = Scenario;
    type Order = Order;
    type Event = Event;
    type View = View;

    fn set_up(options: &Options, scenario: &Scenario) -> Result<Battle, SetupError> {
        Battle::ready(Field::new(options, scenario)?)
    }

    fn seats(&self) -> u8 {
        self.field.seats()
    }

    fn open(table: &mut Table<Battle>) {
        phases::open(table);
    }

    fn pending(&self) -> Pending {
        let (phase, seats) = match &self.phase {
            Phase::Over { outcome } => return Pending::Over(*outcome),
            Phase::Setup => ("set-up", Seats::default()),
            Phase::Deploy { seat } => ("deployment", Seats::default().with(*seat)),
            Phase::Plot => ("plot movement", self.playing()),
            Phase::Fire { step, seats, .. } => (step.name(), *seats),
            Phase::Repairs { seats } => ("repairs", *seats),
        };
        Pending::Orders(Decision { phase, seats })
    }

    fn check(&self, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let mut found = Findings::default();
        match (&self.phase, &order.action) {
            (Phase::Over { .. }, _) => found.add("ASF-END.1", "the battle is over"),
            (_, Action::Concede) => (),
            (Phase::Deploy { .. }, Action::Deploy(deploy)) => deploy::check(self, seat, deploy, &mut found),
            (Phase::Plot, Action::Plot(plots)) => movement::check(self, seat, plots, &mut found),
            (Phase::Fire { .. }, Action::Fire(volleys)) => fire::check(self, seat, volleys, &mut found),
            (Phase::Repairs { .. }, Action::Repair(parties)) => {
                repairs::check(self, seat, parties, &mut found);
            }
            (_, Action::Deploy(_) | Action::Plot(_) | Action::Fire(_) | Action::Repair(_)) => {
                found.add("ASF-SEQ.1", "that order belongs to another phase");
            }
        }
        found.into_result()
    }

    fn resolve(table: &mut Table<Battle>, orders: &Orders<Order>) {
        let concedes = |order: &Order| order.action == Action::Concede;
        let conceding = orders.iter().filter(|(_, order)| concedes(order)).map(|(seat, _)| seat).collect();
        let offering = orders.iter().filter(|(_, order)| order.draw).map(|(seat, _)| seat).collect();
        if victory::settle(table, conceding, offering) {
            return;
        }
        match table.state().phase {
            Phase::Setup | Phase::Over { .. } => (),
            Phase::Deploy { .. } => match orders.iter().next() {
                Some((seat, Order { action: Action::Deploy(deploy), .. })) => {
                    deploy::resolve(table, seat, deploy);
                }
                _ => deploy::resume(table),
            },
            Phase::Plot => {
                movement::resolve(table, &orders.iter().flat_map(|(_, order)| order.plots()));
                phases::after_movement(table);
            }
            Phase::Fire { .. } => fire::resolve(table, &orders.iter().flat_map(|(_, order)| order.volleys())),
            Phase::Repairs { .. } => {
                repairs::resolve(table, &orders.iter().flat_map(|(_, order)| order.parties()));
            }
        }
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Deploy(event) => deploy::apply(self, event),
            Event::Phase(event) => phases::apply(self, event),
            Event::Movement(event) => movement::apply(self, event),
            Event::Fire(event) => fire::apply(self, event),
            Event::Repairs(event) => repairs::apply(self, event),
            Event::Victory(event) => victory::apply(self, event),
        }
    }

    fn rules_of(event: &Event) -> Vec<&'static str> {
        cites::rules_of(event)
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn witness(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        view::witness(event, viewer)
    }

    /// ASF-SET.2: allies see each other's orders before sealing, unless told not to.
    fn confides(&self, from: Seat, to: Seat) -> bool {
        !self.field.options.allied_secrecy && self.field.side_of_seat(from) == self.field.side_of_seat(to)
    }

    fn imagine(view: &View, dice: &mut Dice) -> Battle {
        view::imagine(view, dice)
    }

    /// Everything on the table is open (ASF-ARC.1).
    fn imagine_for(&self, _viewer: Viewer, _dice: &mut Dice) -> Cow<'_, Battle> {
        Cow::Borrowed(self)
    }

    fn sample_order(&self, seat: Seat, dice: &mut Dice) -> Order {
        Order::from(match &self.phase {
            Phase::Deploy { .. } => Action::Deploy(deploy::sample(self, seat, dice)),
            Phase::Plot => Action::Plot(movement::sample(self, seat, dice)),
            Phase::Fire { .. } => Action::Fire(fire::sample(self, seat, dice)),
            Phase::Repairs { .. } => Action::Repair(repairs::sample(self, seat, dice)),
            Phase::Setup | Phase::Over { .. } => Action::Concede,
        })
    }

    /// Plots without squadrons, every ship named: all that differ in effect.
    fn list_orders(&self, seat: Seat, cap: usize) -> Option<Vec<Order>> {
        match self.phase {
            Phase::Plot => movement::list(self, seat, cap)
                .map(|all| all.into_iter().map(|plots| Action::Plot(plots).into()).collect()),
            Phase::Setup
            | Phase::Deploy { .. }
            | Phase::Fire { .. }
            | Phase::Repairs { .. }
            | Phase::Over { .. } => None,
        }
    }

    fn score(&self, seat: Seat) -> i32 {
        let side = usize::from(self.field.side_of_seat(seat));
        let points = victory::points(self, true);
        points[side] as i32 - points[1 - side] as i32
    }

    fn turn(&self) -> u32 {
        u32::from(self.turn)
    }
}

impl Order {
    fn plots(&self) -> &[PlotOrder] {
        if let Action::Plot(plots) = &self.action { plots } else { &[] }
    }

    fn volleys(&self) -> &[Volley] {
        if let Action::Fire(volleys) = &self.action { volleys } else { &[] }
    }

    fn parties(&self) -> &[Party] {
        if let Action::Repair(parties) = &self.action { parties } else { &[] }
    }
}
