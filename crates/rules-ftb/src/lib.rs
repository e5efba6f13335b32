//! Fuel to Burn: vectors, gravity, heat and secret protocols. One file a
//! chapter; see `README.md`.

#![warn(clippy::wildcard_enum_match_arm)]

mod account;
mod actions;
mod activation;
mod battle;
mod chance;
mod cites;
mod combat;
mod damage;
mod dispatch;
mod event;
mod helm;
mod lanes;
mod library;
mod map;
mod menu;
mod narrate;
mod notation;
mod objectives;
mod options;
mod order;
mod prospect;
mod reason;
mod sample;
mod scenario;
mod setup;
mod ship;
mod situation;
mod space;
mod tactics;
mod torpedo;
mod turn;
#[cfg(test)]
mod typescript;
mod view;

use std::borrow::Cow;

use dice::Dice;
use engine::{Decision, Findings, Game, Orders, Pending, Refusal, Seat, SetupError, Table, Viewer};

pub use battle::{Activation, Battle, Criterion, Item, Slot, Stage, Step, Tanker, TankerPlace, What};
pub use chance::{Re, Test, Trial};
pub use combat::{CombatStage, Effect, Fight, Form};
pub use damage::{Blow, Cause, Fate};
pub use event::{Event, Gauge, Lost, WhyOver};
pub use helm::{Harbour, Helm, Kind};
pub use library::{Design, FleetDesign, scenario};
pub use map::{
    BodySpec, Gate, Lane, LaneEnd, LaneSpec, Map, Station, System as StarSystem, SystemSpec, systems,
};
pub use menu::{
    Advice, AimMenu, Choice, Circle, Flags, FleetMenu, GuideMenu, HelmMenu, Meeting, Menu, Mixed,
    OrderChoice, PlotChoice, ProtocolMenu, TankerMenu, TargetChoice, TorpedoChoice, Zone,
};
pub use objectives::{Goal, GoalKind, Leg as PatrolLeg};
pub use options::{
    CivilianCountermeasures, EvasiveRelations, Options, RailgunHeat, RangeRounding, ReMode, ShieldRecharge,
};
pub use order::{Attack, Benefit, Deploy, Fleet, Guide, Order, Pick, Plot, Protocol, Target};
pub use scenario::{Aim, Berth, Deployment, Field, Generic, Neutral, Objective, Scenario, Side, SystemRef};
pub use ship::{
    Class, ClassData, Damage, Extra, Hull, Manifest, Place, Refit, Ship, ShipId, System, Torpedo,
};
pub use situation::{Moment, Progress, ShipSituation, Situation, TankerSituation};
pub use space::{Dir, Leg, Pass, Path, Well, Wells};
pub use view::{Ranges, Score, ShipView, TankerView, View};

impl Game for Battle {
    const ID: &'static str = "ftb";
    const RULES_VERSION: u32 = 2;
    type Options = Options;
    type Scenario = Scenario;
    type Order = Order;
    type Event = Event;
    type View = View;

    fn set_up(options: &Options, scenario: &Scenario) -> Result<Battle, SetupError> {
        Battle::new(options, scenario)
    }

    /// FTB-1.1: two sides.
    fn seats(&self) -> u8 {
        2
    }

    fn open(table: &mut Table<Battle>) {
        dispatch::run(table);
    }

    fn pending(&self) -> Pending {
        match (self.stage, self.waiting()) {
            (Stage::Over { outcome }, _) => Pending::Over(outcome),
            (_, Some(ask)) => Pending::Orders(Decision { phase: ask.phase(), seats: ask.seats() }),
            (_, None) => Pending::Orders(Decision { phase: "set-up", seats: engine::Seats::default() }),
        }
    }

    fn check(&self, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let mut found = Findings::default();
        dispatch::check(self, seat, order, &mut found);
        found.into_result()
    }

    fn resolve(table: &mut Table<Battle>, orders: &Orders<Order>) {
        dispatch::resolve(table, orders);
    }

    fn apply(&mut self, event: &Event) {
        event::apply(self, event);
    }

    fn rules_of(event: &Event) -> Vec<&'static str> {
        cites::rules_of(event)
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn witness(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        view::witness(self, event, viewer)
    }

    /// Two sides of one seat each: nobody confides.
    fn confides(&self, _from: Seat, _to: Seat) -> bool {
        false
    }

    fn imagine(view: &View, dice: &mut Dice) -> Battle {
        view::imagine(view, dice)
    }

    fn imagine_for(&self, viewer: Viewer, dice: &mut Dice) -> Cow<'_, Battle> {
        if view::hides_nothing(self, viewer) {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Battle::imagine(&self.view(viewer), dice))
    }

    fn sample_order(&self, seat: Seat, dice: &mut Dice) -> Order {
        sample::order(self, seat, dice)
    }

    fn list_orders(&self, seat: Seat, cap: usize) -> Option<Vec<Order>> {
        sample::list(self, seat, cap)
    }

    /// FTB-END.4, FTB-34.5: surviving points against the other side's.
    fn score(&self, seat: Seat) -> i32 {
        let points = [0, 1].map(|side| self.surviving_points(side) as i32);
        points[seat.index().min(1)] - points[1 - seat.index().min(1)]
    }

    fn turn(&self) -> u32 {
        u32::from(self.day)
    }
}
