//! Talon: fleet combat on hexes by impulses and power curves. One file a
//! chapter; see `README.md`. The campaign of the Play Book is out of scope
//! (TAL-2.5): a ship's record is the whole log there is.

#![warn(clippy::wildcard_enum_match_arm)]

mod account;
mod battle;
mod cites;
mod damage;
mod deploy;
mod design;
mod entry;
mod events;
mod fire;
mod hex;
mod library;
mod lines;
mod market;
mod menu;
mod missiles;
mod movement;
mod narrate;
mod notation;
mod odds;
mod offers;
mod options;
mod orders;
mod phases;
mod picks;
mod power;
mod power_phase;
mod prospect;
mod pull;
mod reason;
mod reinforce;
mod retreat;
mod scenario;
mod ship;
mod situation;
mod tables;
mod tactics;
#[cfg(test)]
mod typescript;
mod victory;
mod view;

use std::borrow::Cow;

use dice::Dice;
use engine::{Decision, Findings, Game, Orders, Pending, Refusal, Seat, Seats, SetupError, Table, Viewer};

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
    Launch, Menu, MoveChoice, MoverMenu, Odds, PickChoice, PickMenu, PowerMenu, PullMenu, RowMenu,
    TargetMenu, TerrainMenu,
};
pub use options::{FighterDeploy, FirstInitiative, Ladder, Options};
pub use orders::{
    Action, Adjust, Gift, How, Move, Mover, Order, Placed, Pulled, Shot, Spend, Target, Use, Volley,
};
pub use phases::Stage;
pub use picks::{Owed, Struck};
pub use scenario::{
    Berth, DesignYourOwn, Field, Goal, Retreat, Scenario, Side, Terrain, TerrainKind, Victory, Zone,
};
pub use ship::{Bar, Criticals, Exit, Marker, Missile, Ship, ShipId, Status};
pub use situation::{Moment, ShipSituation, Situation};
pub use tables::{Critical, CriticalLine, Impulse, Weapon, criticals};
pub use view::{BoxView, Display, GroupView, ShipView, View, ViewData};

use fire::Fired;

impl Game for Battle {
    const ID: &'static str = "talon";
    const RULES_VERSION: u32 = 2;
    type Options = Options;
    type Scenario = Scenario;
    type Order = Order;
    type Event = Event;
    type View = View;

    fn set_up(options: &Options, scenario: &Scenario) -> Result<Battle, SetupError> {
        let battle = Battle::ready(Field::new(options, scenario)?);
        let wrong = deploy::findings(&battle);
        if wrong.is_empty() { Ok(battle) } else { Err(SetupError(wrong)) }
    }

    fn seats(&self) -> u8 {
        2
    }

    fn open(table: &mut Table<Battle>) {
        phases::open(table);
    }

    /// TAL-3.1.2: nothing is simultaneous but the secret purchase (TAL-DYO.2).
    fn pending(&self) -> Pending {
        let (phase, side) = match self.board.phase {
            Phase::Over { outcome, .. } => return Pending::Over(outcome),
            Phase::Setup => return Pending::Orders(Decision { phase: "set-up", seats: Seats::default() }),
            Phase::Buy => return Pending::Orders(Decision { phase: "purchase", seats: Seats::first(2) }),
            Phase::Initiative { side } => ("first Initiative", side),
            Phase::Terrain { side } => ("terrain", side),
            Phase::Deploy { side, .. } => ("set-up", side),
            Phase::Power { side } => ("power", side),
            Phase::Move { side } => ("movement", side),
            Phase::Fire { side, .. } => ("fire", side),
            Phase::Charge { side } => ("Power Phase", side),
            Phase::Pull { side } => ("gravity pull", side),
            Phase::Reinforce { side } => ("Reinforcement Phase", side),
            Phase::Retreat { side } => ("Retreat Phase", side),
            Phase::Pick { side, .. } => ("pick", side),
        };
        Pending::Orders(Decision { phase, seats: Seats::default().with(Seat(side)) })
    }

    fn check(&self, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let mut found = Findings::default();
        let side = Battle::side_of(seat);
        self.check_rank(side, &order.rank, &mut found);
        match (self.board.phase, &order.action) {
            (Phase::Over { .. }, _) => found.add("TAL-VIC.9", "the battle is over"),
            (_, Action::Resign) => (),
            (Phase::Buy, Action::Buy { ships }) => market::check(&self.field, side, ships, &mut found),
            (Phase::Initiative { .. }, Action::Initiative { holder }) => {
                found.require(*holder < 2, "TAL-DYO.8", || format!("there is no side {holder}"));
            }
            (Phase::Terrain { .. }, Action::Terrain { at }) => {
                let open = |kind| market::places(self, kind).any(|it| it == *at);
                found.require(market::piece(self).is_some_and(open), "TAL-DYO.6", || {
                    "that piece cannot be placed there".to_owned()
                });
            }
            (Phase::Deploy { side, bases }, Action::Deploy { places }) => {
                deploy::check(self, side, bases, places, &mut found);
            }
            (Phase::Power { side }, Action::Power { uses, .. }) => power::check(self, side, uses, &mut found),
            (Phase::Move { side }, Action::Move { moves, .. }) => {
                movement::check(self, side, moves, &mut found);
            }
            (Phase::Fire { side, volley }, Action::Fire { volleys, .. }) => {
                fire::check(self, side, volley, volleys, &mut found);
            }
            (Phase::Charge { side }, Action::Charge { ships }) => {
                power_phase::check(self, side, ships, &mut found);
            }
            (Phase::Pull { side }, Action::Pull { ships }) => pull::check(self, side, ships, &mut found),
            (Phase::Reinforce { side }, Action::Reinforce { places }) => {
                reinforce::check(self, side, places, &mut found);
            }
            (Phase::Retreat { side }, Action::Retreat { ships }) => {
                retreat::check(self, side, ships, &mut found);
            }
            (Phase::Pick { .. }, Action::Pick { target }) => picks::check(self, *target, &mut found),
            _ => found.add("TAL-3.2.1", "that order belongs to another step"),
        }
        found.into_result()
    }

    fn resolve(table: &mut Table<Battle>, orders: &Orders<Order>) {
        for (seat, order) in orders.iter() {
            if !order.rank.is_empty() {
                let (side, ships) = (Battle::side_of(seat), order.rank.clone());
                phases::emit(table, PhaseEvent::Ranked { side, ships });
            }
        }
        if let Some((seat, _)) = orders.iter().find(|(_, order)| order.action == Action::Resign) {
            return resign(table, Battle::side_of(seat));
        }
        let phase = table.state().board.phase;
        if phase == Phase::Buy {
            let bought = |seat: u8| match orders.get(Seat(seat)).map(|it| &it.action) {
                Some(Action::Buy { ships }) => ships.as_slice(),
                _ => &[],
            };
            return market::reveal(table, [bought(0), bought(1)]);
        }
        if let Some((_, order)) = orders.iter().next() {
            resolve_one(table, phase, &order.action);
        }
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Setup(event) => deploy::apply(self, event),
            Event::Phase(event) => phases::apply(self, event),
            Event::Power(event) => power::apply(self, event),
            Event::Movement(event) => movement::apply(self, event),
            Event::Fire(event) => fire::apply(self, event),
            Event::Damage(event) => damage::apply(self, event),
            Event::Round(event) => reinforce::apply(self, event),
            Event::Victory(event) => victory::apply(self, event),
        }
    }

    fn rules_of(event: &Event) -> Vec<&'static str> {
        cites::rules_of(event)
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    /// Everything that happens, happens in the open (TAL-2.1).
    fn witness(&self, event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn confides(&self, _from: Seat, _to: Seat) -> bool {
        false
    }

    fn imagine(view: &View, dice: &mut Dice) -> Battle {
        view::imagine(view, dice)
    }

    /// Everything is in the open (TAL-2.1).
    fn imagine_for(&self, _viewer: Viewer, _dice: &mut Dice) -> Cow<'_, Battle> {
        Cow::Borrowed(self)
    }

    fn sample_order(&self, seat: Seat, dice: &mut Dice) -> Order {
        let action = match self.board.phase {
            Phase::Setup | Phase::Over { .. } => Action::Resign,
            Phase::Buy => Action::Buy { ships: market::sample(&self.field, Battle::side_of(seat), dice) },
            Phase::Initiative { .. } => Action::Initiative { holder: dice.index(2) as u8 },
            Phase::Terrain { .. } => {
                let open: Vec<Hex> =
                    market::piece(self).into_iter().flat_map(|it| market::places(self, it)).collect();
                Action::Terrain { at: *dice.pick(&open) }
            }
            Phase::Deploy { side, bases } => {
                Action::Deploy { places: deploy::sample(self, side, bases, dice) }
            }
            Phase::Power { side } => {
                Action::Power { uses: power::sample(self, side, dice), done: !dice.one_in(10) }
            }
            Phase::Move { side } => {
                let mut moves = movement::sample(self, side, dice);
                let done = !dice.one_in(8);
                if !done && 1 < moves.len() {
                    moves.truncate(1);
                }
                Action::Move { moves, done }
            }
            Phase::Fire { side, volley } => {
                Action::Fire { volleys: fire::sample(self, side, volley, dice), done: !dice.one_in(6) }
            }
            Phase::Charge { side } => Action::Charge { ships: power_phase::sample(self, side, dice) },
            Phase::Pull { side } => Action::Pull { ships: pull::sample(self, side, dice) },
            Phase::Reinforce { side } => Action::Reinforce { places: reinforce::sample(self, side, dice) },
            Phase::Retreat { side } => {
                Action::Retreat { ships: retreat::eligible(self, side).filter(|_| dice.one_in(4)).collect() }
            }
            Phase::Pick { .. } => Action::Pick { target: picks::sample(self, dice) },
        };
        Order::from(action)
    }

    /// The lists of this game are long wherever there is a choice: none is given.
    fn list_orders(&self, _seat: Seat, _cap: usize) -> Option<Vec<Order>> {
        None
    }

    /// TAL-VIC.2: enemy points destroyed less one's own.
    fn score(&self, seat: Seat) -> i32 {
        let [own, other] = [seat.index() & 1, 1 - (seat.index() & 1)];
        let lost = victory::destroyed(self);
        i32::from(lost[other]) - i32::from(lost[own])
    }

    fn turn(&self) -> u32 {
        u32::from(self.board.round)
    }
}

impl Battle {
    /// TAL-8.6.3: own ships only, each once.
    fn check_rank(&self, side: u8, rank: &[ShipId], found: &mut Findings) {
        for (n, id) in rank.iter().enumerate() {
            let own = self.board.ships.get(id.index()).is_some_and(|it| it.side == side);
            found.require(own && !rank[..n].contains(id), "TAL-8.6.3", || {
                format!("ship {} is not yours to rank, or ranked twice", id.0)
            });
        }
    }
}

/// Carries out what one seat has ordered, and plays on.
fn resolve_one(table: &mut Table<Battle>, phase: Phase, action: &Action) {
    let stage = match (phase, action) {
        (Phase::Initiative { .. }, Action::Initiative { holder }) => {
            return market::give_initiative(table, *holder);
        }
        (Phase::Terrain { side }, Action::Terrain { at }) => return market::place(table, side, *at),
        (Phase::Deploy { side, bases }, Action::Deploy { places }) => {
            return deploy::perform(table, side, bases, places);
        }
        (Phase::Power { side }, Action::Power { uses, done }) => {
            let all = each(table, side, uses.iter(), |table, it| power::spend(table, *it));
            if all && (*done || uses.is_empty()) { Stage::Move(side) } else { Stage::Power(side) }
        }
        (Phase::Move { side }, Action::Move { moves, done }) => {
            let all = each(table, side, moves.iter(), |table, it| movement::perform(table, *it));
            if all && (*done || moves.is_empty()) { Stage::Finish(side) } else { Stage::Move(side) }
        }
        (Phase::Fire { side, volley }, Action::Fire { volleys, done }) => {
            let done = *done || volleys.is_empty();
            match fire::perform(table, volley, volleys, done) {
                Fired::All if done => Stage::Repair(side),
                Fired::All => Stage::Fire(side),
                Fired::Lapsed(None) => {
                    phases::emit(table, PhaseEvent::Lapsed { side });
                    Stage::Fire(side)
                }
                Fired::Open(open) | Fired::Lapsed(Some(open)) => Stage::Volley(side, open),
                Fired::Interrupted(open) => {
                    phases::emit(table, PhaseEvent::Interrupted { side });
                    open.map_or(Stage::Fire(side), |it| Stage::Volley(side, it))
                }
            }
        }
        (Phase::Charge { side }, Action::Charge { ships }) => {
            power_phase::perform(table, side, ships);
            phases::next(table.state(), side, phase)
        }
        (Phase::Pull { side }, Action::Pull { ships }) => {
            pull::perform(table, side, ships);
            phases::next(table.state(), side, phase)
        }
        (Phase::Reinforce { side }, Action::Reinforce { places }) => {
            reinforce::perform(table, side, places);
            phases::next(table.state(), side, phase)
        }
        (Phase::Retreat { side }, Action::Retreat { ships }) => {
            retreat::perform(table, ships);
            phases::next(table.state(), side, phase)
        }
        (Phase::Pick { then, .. }, Action::Pick { target }) => {
            picks::perform(table, *target);
            then
        }
        _ => return,
    };
    phases::run(table, stage);
}

/// One item after the other; false if one has become impossible or somebody must choose before it, and the
/// owner is asked again.
fn each<'a, T: 'a>(
    table: &mut Table<Battle>,
    side: u8,
    items: impl Iterator<Item = &'a T>,
    mut perform: impl FnMut(&mut Table<Battle>, &T) -> bool,
) -> bool {
    for item in items {
        if victory::at_once(table.state()) {
            return true;
        }
        if picks::due(table).is_some() {
            phases::emit(table, PhaseEvent::Interrupted { side });
            return false;
        }
        if !perform(table, item) {
            phases::emit(table, PhaseEvent::Lapsed { side });
            return false;
        }
    }
    true
}

/// TAL-VIC.6: spooled ships have retreated, the others are destroyed.
fn resign(table: &mut Table<Battle>, side: u8) {
    table.emit(Event::Victory(VictoryEvent::Resigned { side }));
    let ships: Vec<(ShipId, bool)> = victory::resigning(table.state(), side).collect();
    for (ship, spooled) in ships {
        table.emit(if spooled {
            Event::Movement(MovementEvent::Left { ship, exit: Exit::Resigned })
        } else {
            Event::Damage(DamageEvent::Destroyed { ship, cause: Cause::Resigned })
        });
    }
    let verdict = victory::resigned(table.state(), side);
    phases::end(table, verdict);
}
