//! Basic Stratoyager: dogfights with planned manoeuvres. One file a chapter;
//! see `README.md`.

#![warn(clippy::wildcard_enum_match_arm)]

mod account;
mod battle;
mod card;
mod cites;
mod combat;
mod damage;
mod deploy;
mod gunnery;
mod hour;
mod initiative;
mod library;
mod luck;
mod manoeuvre;
mod menu;
mod narrate;
mod notation;
mod options;
mod phases;
mod prospect;
mod reason;
mod roster;
mod scenario;
mod situation;
mod stress;
mod tactics;
#[cfg(test)]
mod typescript;
mod unit;
mod victory;
mod view;

use std::borrow::Cow;

use dice::Dice;
use engine::{Decision, Findings, Game, Orders, Pending, Refusal, Seat, Seats, SetupError, Table, Viewer};
use serde::{Deserialize, Serialize};

pub use battle::Battle;
pub use card::{Card, Feature, Guidance, Hindrance, Loadout, Loadouts, Safe, Source};
pub use combat::{Combat, DamageDice, Event as CombatEvent, MissileStep, Salvo, ToHit, WillShot};
pub use damage::{Event as DamageEvent, Fate, Gone};
pub use deploy::{Arrival, Event as DeployEvent, Placement};
pub use gunnery::{Aspect, Band, Chance, Weapon, chance};
pub use hour::Hour;
pub use initiative::{Dealt, Duel, Event as InitiativeEvent};
pub use library::{fighters, scenario};
pub use manoeuvre::{Event as ManoeuvreEvent, Kind, Leaving, Manoeuvre, Plan, Via};
pub use menu::*;
pub use options::{EdgeChoice, OffTableCheck, Options, SegmentCombat, TieBreak};
pub use phases::{Event as PhaseEvent, Phase};
pub use roster::Event as RosterEvent;
pub use scenario::{
    Berth, Convoy, Deployment, Edge, Edges, Field, Scenario, Shape, Side, TableSize, Terrain, Zone,
};
pub use situation::{Moment, Situation, UnitSituation};
pub use stress::{Event as StressEvent, Strain, StressDice};
pub use unit::{Incoming, Left, Lock, Pilot, Status, Unit, UnitId};
pub use victory::{Event as VictoryEvent, Reason};
pub use view::{DuelView, View};

/// One seat's submission for one decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Order {
    pub action: Action,
    /// STR-END.6: an offer of a draw goes with any order and stands for the turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draw: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// STR-SET.1: the names of the cards.
    Muster(Vec<String>),
    /// STR-SET.9.
    Reserve(Vec<UnitId>),
    /// STR-SET.4, STR-1.2.
    Cards(Vec<Dealt>),
    /// STR-SET.5.
    Place(Placement),
    /// STR-SET.8: units left out come in by default.
    Arrive(Vec<Arrival>),
    /// STR-ADD.3: the card for movement.
    Duel(u8),
    /// STR-2.15.
    Plan(Plan),
    /// STR-2.12: hours clockwise, 0 for none.
    Yaw(u8),
    /// STR-ADD.1.
    Leave(Leaving),
    /// STR-4.10.
    AtWill(Vec<WillShot>),
    /// STR-4.1.
    Combat(Combat),
    /// STR-END.6.
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
#[allow(
    clippy::large_enum_variant,
    reason = "attacks are most of what happens, and a box would cost each of them"
)]
pub enum Event {
    Roster(roster::Event),
    Deploy(deploy::Event),
    Initiative(initiative::Event),
    Phase(phases::Event),
    Manoeuvre(manoeuvre::Event),
    Stress(stress::Event),
    Combat(combat::Event),
    Damage(damage::Event),
    Victory(victory::Event),
}

impl Game for Battle {
    const ID: &'static str = "stratoyager";
    const RULES_VERSION: u32 = 2;
    type Options = Options;
    type Scenario = Scenario;
    type Order = Order;
    type Event = Event;
    type View = View;

    fn set_up(options: &Options, scenario: &Scenario) -> Result<Battle, SetupError> {
        Battle::ready(Field::new(options, scenario)?)
    }

    fn seats(&self) -> u8 {
        2
    }

    fn open(table: &mut Table<Battle>) {
        phases::open(table);
    }

    fn pending(&self) -> Pending {
        let one = |seat: Seat| Seats::default().with(seat);
        let (phase, seats) = match self.phase {
            Phase::Over { outcome } => return Pending::Over(outcome),
            Phase::Setup => ("set-up", Seats::default()),
            Phase::Muster { seats } => ("force show", seats),
            Phase::Reserve { seats } => ("reserves", seats),
            Phase::DeployCards { seats } => ("deployment cards", seats),
            Phase::Place { unit } => ("deployment", one(Seat(self.unit(unit).side))),
            Phase::Arrive { seat } => ("arrivals", one(seat)),
            Phase::Initiative { seats } => ("initiative", seats),
            Phase::Duel => ("dogfight cards", Seats::first(2)),
            Phase::Plan { seats } => ("manoeuvre", seats),
            Phase::Yaw { seats } => ("yaw", seats),
            Phase::Leave { seats } => ("leaving the table", seats),
            Phase::AtWill { seats } => ("fire at will", seats),
            Phase::Combat { seats } => ("combat action", seats),
        };
        Pending::Orders(Decision { phase, seats })
    }

    fn check(&self, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let mut found = Findings::default();
        match (self.phase, &order.action) {
            (Phase::Over { .. }, _) => found.add("STR-END.1", "the battle is over"),
            (_, Action::Concede) => (),
            (Phase::Muster { .. }, Action::Muster(cards)) => roster::check(self, seat, cards, &mut found),
            (Phase::Reserve { .. }, Action::Reserve(units)) => {
                deploy::check_reserve(self, seat, units, &mut found);
            }
            (Phase::DeployCards { .. } | Phase::Initiative { .. }, Action::Cards(dealt)) => {
                initiative::check(self, seat, dealt, &mut found);
            }
            (Phase::Place { unit }, Action::Place(place)) => {
                if found.require(place.unit == unit, "STR-SET.4", || {
                    format!("{} is to be placed now", self.tag(unit))
                }) {
                    deploy::check_place(self, *place, &mut found);
                }
            }
            (Phase::Arrive { .. }, Action::Arrive(arrivals)) => {
                deploy::check_arrivals(self, seat, arrivals, &mut found);
            }
            (Phase::Duel, Action::Duel(card)) => initiative::check_duel(self, seat, *card, &mut found),
            (Phase::Plan { .. }, Action::Plan(plan)) => manoeuvre::check(self, seat, *plan, &mut found),
            (Phase::Yaw { .. }, Action::Yaw(hours)) => {
                found.require(*hours <= manoeuvre::ROUND, "STR-2.18", || {
                    format!("a yaw is 0 to 12 hours, not {hours}")
                });
            }
            (Phase::Leave { .. }, Action::Leave(_)) => (),
            (Phase::AtWill { .. }, Action::AtWill(shots)) => {
                combat::check_at_will(self, seat, shots, &mut found);
            }
            (Phase::Combat { .. }, Action::Combat(combat)) => combat::check(self, seat, *combat, &mut found),
            (_, _) => found.add("STR-1.5", "that order belongs to another phase"),
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
        let actions = [0, 1].map(|seat| orders.get(Seat(seat)).map(|it| &it.action));
        play(table, actions);
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Roster(event) => roster::apply(self, event),
            Event::Deploy(event) => deploy::apply(self, event),
            Event::Initiative(event) => initiative::apply(self, event),
            Event::Phase(event) => phases::apply(self, event),
            Event::Manoeuvre(event) => manoeuvre::apply(self, event),
            Event::Stress(event) => stress::apply(self, event),
            Event::Combat(event) => combat::apply(self, event),
            Event::Damage(event) => damage::apply(self, event),
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
        Some(view::witness(event, viewer))
    }

    fn confides(&self, _from: Seat, _to: Seat) -> bool {
        false
    }

    fn imagine(view: &View, dice: &mut Dice) -> Battle {
        view::imagine(view, dice)
    }

    /// STR-CARD.5, STR-ADD.3: everything is open but the cards of a dogfight.
    fn imagine_for(&self, viewer: Viewer, dice: &mut Dice) -> Cow<'_, Battle> {
        if self.duel.is_none() {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Battle::imagine(&self.view(viewer), dice))
    }

    fn sample_order(&self, seat: Seat, dice: &mut Dice) -> Order {
        Order::from(match self.phase {
            Phase::Muster { .. } => Action::Muster(roster::sample(self, seat, dice)),
            Phase::Reserve { .. } => Action::Reserve(deploy::sample_reserve(self, seat, dice)),
            Phase::DeployCards { .. } | Phase::Initiative { .. } => {
                Action::Cards(initiative::sample(self, seat, dice))
            }
            Phase::Place { unit } => Action::Place(deploy::sample_place(self, unit, dice)),
            Phase::Arrive { .. } => Action::Arrive(deploy::sample_arrivals(self, seat, dice)),
            Phase::Duel => Action::Duel(self.hand(seat)[dice.index(2)]),
            Phase::Plan { .. } => Action::Plan(manoeuvre::sample(self, seat, dice)),
            Phase::Yaw { .. } => Action::Yaw(if dice.one_in(3) { dice.index(12) as u8 } else { 0 }),
            Phase::Leave { .. } => {
                Action::Leave(if dice.one_in(4) { Leaving::Withdraw } else { Leaving::Return })
            }
            Phase::AtWill { .. } => Action::AtWill(combat::sample_at_will(self, seat, dice)),
            Phase::Combat { .. } => Action::Combat(combat::sample(self, seat, dice)),
            Phase::Setup | Phase::Over { .. } => Action::Concede,
        })
    }

    /// Yaws, leaving and dogfight cards; of the rest there are too many ways to write the same.
    fn list_orders(&self, seat: Seat, cap: usize) -> Option<Vec<Order>> {
        let all: Vec<Action> = match self.phase {
            Phase::Yaw { .. } => (0..12).map(Action::Yaw).collect(),
            Phase::Leave { .. } => vec![Action::Leave(Leaving::Withdraw), Action::Leave(Leaving::Return)],
            Phase::Duel => self.hand(seat).into_iter().map(Action::Duel).collect(),
            Phase::Setup
            | Phase::Muster { .. }
            | Phase::Reserve { .. }
            | Phase::DeployCards { .. }
            | Phase::Place { .. }
            | Phase::Arrive { .. }
            | Phase::Initiative { .. }
            | Phase::Plan { .. }
            | Phase::AtWill { .. }
            | Phase::Combat { .. }
            | Phase::Over { .. } => return None,
        };
        (all.len() <= cap).then(|| all.into_iter().map(Order::from).collect())
    }

    fn score(&self, seat: Seat) -> i32 {
        let points = victory::half_points(self, true);
        let (ours, theirs) = (points[seat.index()], points[1 - seat.index()]);
        (ours as i32 - theirs as i32) / 2
    }

    fn turn(&self) -> u32 {
        u32::from(self.turn)
    }
}

impl Battle {
    /// STR-ADD.3: the cards in a player's hand.
    pub(crate) fn hand(&self, seat: Seat) -> [u8; 2] {
        self.duel.as_ref().map_or([0; 2], |it| it.hands[seat.index()])
    }
}

/// Plays the orders of one decision to the next.
fn play(table: &mut Table<Battle>, actions: [Option<&Action>; 2]) {
    match table.state().phase {
        Phase::Setup | Phase::Over { .. } => (),
        Phase::Muster { .. } => {
            roster::resolve(
                table,
                actions.map(|it| match it {
                    Some(Action::Muster(cards)) => Some(cards.as_slice()),
                    _ => None,
                }),
            );
            phases::after_muster(table);
        }
        Phase::Reserve { .. } => phases::resolve_reserves(
            table,
            actions.map(|it| match it {
                Some(Action::Reserve(units)) => Some(units.as_slice()),
                _ => None,
            }),
        ),
        Phase::DeployCards { .. } => phases::resolve_deploy_cards(table, hands(actions), false),
        Phase::Initiative { .. } => phases::resolve_initiative(table, hands(actions)),
        Phase::Place { .. } => {
            if let Some(Action::Place(placement)) = actions.into_iter().flatten().next() {
                deploy::emit(table, deploy::Event::Placed { placement: *placement });
            }
            phases::place_next(table);
        }
        Phase::Arrive { seat } => {
            if let Some(Action::Arrive(arrivals)) = actions[seat.index()] {
                deploy::resolve_arrivals(table, seat.0, arrivals);
            }
            phases::arrivals(table);
        }
        Phase::Duel => {
            let card = |it: Option<&Action>| if let Some(Action::Duel(card)) = it { *card } else { 0 };
            phases::resolve_duel(table, actions.map(card));
        }
        Phase::Plan { .. } => {
            let plan =
                |it: Option<&Action>| if let Some(Action::Plan(plan)) = it { Some(*plan) } else { None };
            manoeuvre::resolve(table, actions.map(plan));
            phases::after_flight(table);
        }
        Phase::Yaw { .. } => {
            let hours = |it: Option<&Action>| if let Some(Action::Yaw(hours)) = it { *hours } else { 0 };
            manoeuvre::resolve_yaws(table, actions.map(hours));
            phases::after_yaw(table);
        }
        Phase::Leave { .. } => {
            for (side, action) in actions.into_iter().enumerate() {
                if let (Some(unit), Some(Action::Leave(leaving))) = (table.state().active[side], action) {
                    manoeuvre::emit(table, manoeuvre::Event::Declared { unit, leaving: *leaving });
                }
            }
            phases::after_leaving(table);
        }
        Phase::AtWill { .. } => {
            let shots = actions.into_iter().flatten().filter_map(|it| {
                let Action::AtWill(shots) = it else { return None };
                Some(shots.iter())
            });
            combat::resolve_at_will(table, shots.flatten());
            phases::open_combat(table);
        }
        Phase::Combat { seats } => {
            let combat =
                |it: Option<&Action>| if let Some(Action::Combat(it)) = it { Some(*it) } else { None };
            combat::resolve(table, actions.map(combat));
            phases::after_combat(table, seats);
        }
    }
}

fn hands(actions: [Option<&Action>; 2]) -> [Option<&[Dealt]>; 2] {
    actions.map(|it| match it {
        Some(Action::Cards(dealt)) => Some(dealt.as_slice()),
        _ => None,
    })
}
