//! Set-up: ships are placed one by one (FT-4.12.2).

use dice::Dice;
use engine::{Findings, Seat, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    clock::Clock,
    phases::{self, Phase, Rolls},
    plot,
    scenario::Deployment,
    ship::{Edge, ShipId, Status},
    specials,
};

/// One ship comes onto the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deploy {
    pub ship: ShipId,
    pub at: Point,
    pub facing: Clock,
    #[serde(default)]
    pub velocity: u16,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-4.12.2: the lower roll places first.
    OrderRolled {
        rolls: Rolls,
        order: Vec<Seat>,
    },
    Placed {
        ship: ShipId,
        at: Point,
        facing: Clock,
        velocity: u16,
    },
    /// A ship that the scenario brings in later, where it says.
    Entered {
        ship: ShipId,
    },
}

/// FT-4.12.2: rolls for the order, or goes straight to the first turn.
pub(crate) fn open(table: &mut Table<Battle>) {
    match table.state().field.scenario.deployment {
        Deployment::AsGiven => specials::open(table),
        Deployment::Alternating { .. } => {
            let seats: Vec<Seat> = (0..table.state().field.seats()).map(Seat).collect();
            let (rolls, mut order) = phases::roll_off(table, &seats);
            order.reverse();
            table.emit(crate::Event::Deploy(Event::OrderRolled { rolls, order: order.clone() }));
            next(table, order, None);
        }
    }
}

/// FT-2.5.1: the next seat with a ship of the largest group that is left.
fn next(table: &mut Table<Battle>, order: Vec<Seat>, last: Option<Seat>) {
    let battle = table.state();
    let Some(group) = waiting(battle).map(|id| battle.field.blueprint(id).design.group()).max() else {
        specials::open(table);
        return;
    };
    let has = |seat: Seat| {
        waiting(battle)
            .any(|id| battle.ship(id).owner == seat && battle.field.blueprint(id).design.group() == group)
    };
    let after = last.and_then(|last| order.iter().position(|it| *it == last)).map_or(0, |at| at + 1);
    let turns = (0..order.len()).map(|i| order[(after + i) % order.len()]);
    let seat = turns.into_iter().find(|&seat| has(seat)).expect("somebody owns a waiting ship");
    phases::enter(table, Phase::Deploy { seat, order });
}

fn waiting(battle: &Battle) -> impl Iterator<Item = ShipId> {
    let now = |id: &ShipId| battle.field.berth(*id).enters.is_none();
    battle.field.ship_ids().filter(|&id| battle.ship(id).status == Status::Waiting).filter(now)
}

/// Ships that `seat` may place now: those of the largest group left on any side.
pub(crate) fn placeable(battle: &Battle, seat: Seat) -> Vec<ShipId> {
    let group = |id: ShipId| battle.field.blueprint(id).design.group();
    let largest = waiting(battle).map(group).max();
    waiting(battle).filter(|&id| battle.ship(id).owner == seat && Some(group(id)) == largest).collect()
}

/// The strip along a side's edge.
pub(crate) fn zone(battle: &Battle, seat: Seat) -> (Point, Point, u16) {
    let size = battle.field.scenario.table;
    let Deployment::Alternating { depth, most_velocity } = battle.field.scenario.deployment else {
        return (Point::default(), Point { x: size.width, y: size.height }, 0);
    };
    let (zero, high) = (Point::default(), Point { x: size.width, y: size.height });
    let (from, to) = match battle.field.side(seat).edge.unwrap_or(Edge::West) {
        Edge::West => (zero, Point { x: depth, ..high }),
        Edge::East => (Point { x: size.width - depth, ..zero }, high),
        Edge::South => (zero, Point { y: depth, ..high }),
        Edge::North => (Point { y: size.height - depth, ..zero }, high),
    };
    (from, to, most_velocity)
}

pub(crate) fn check(battle: &Battle, seat: Seat, order: &Deploy, found: &mut Findings) {
    let rule = "FT-4.12.2";
    found.require(placeable(battle, seat).contains(&order.ship), rule, || {
        "place one of your own ships, the largest group first".to_owned()
    });
    let (from, to, most) = zone(battle, seat);
    let at = order.at;
    let inside = from.x.at_most(at.x) && at.x.at_most(to.x) && from.y.at_most(at.y) && at.y.at_most(to.y);
    found.require(inside, rule, || format!("{at} is outside the zone from {from} to {to}"));
    found.require(order.velocity <= most, rule, || format!("velocity {} exceeds {most}", order.velocity));
}

pub(crate) fn resolve(table: &mut Table<Battle>, seat: Seat, order: &Deploy) {
    let Deploy { ship, at, facing, velocity } = *order;
    // FT-3.7.5: all ships of a base come together.
    let mates: Vec<ShipId> = table.state().base_mates(ship).collect();
    for ship in mates {
        table.emit(crate::Event::Deploy(Event::Placed { ship, at, facing, velocity }));
    }
    let Phase::Deploy { order, .. } = table.state().phase.clone() else { return };
    next(table, order, Some(seat));
}

/// Phase 5: ships whose turn has come stand where the scenario brings them in.
pub(crate) fn reinforce(table: &mut Table<Battle>) {
    let battle = table.state();
    let due = |id: &ShipId| {
        battle.ship(*id).status == Status::Waiting && battle.field.berth(*id).enters == Some(battle.turn)
    };
    let ids: Vec<ShipId> = battle.field.ship_ids().filter(due).collect();
    for ship in ids {
        table.emit(crate::Event::Deploy(Event::Entered { ship }));
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::OrderRolled { .. } => (),
        Event::Entered { ship } => battle.ship_mut(*ship).status = Status::Active,
        Event::Placed { ship, at, facing, velocity } => {
            let ship = battle.ship_mut(*ship);
            ship.status = Status::Active;
            ship.motion.at = *at;
            ship.motion.facing = *facing;
            ship.motion.velocity = *velocity;
            if ship.motion.drift.is_some() {
                ship.motion.drift = Some(plot::drift_along(*facing, *velocity));
            }
        }
    }
}

/// Ships in a row along the middle of the zone, spread evenly, at an easy speed.
pub(crate) fn usual(battle: &Battle, seat: Seat, ship: ShipId) -> Deploy {
    let (from, to, most) = zone(battle, seat);
    let own: Vec<ShipId> = battle.field.ship_ids().filter(|&id| battle.field.owner_of(id) == seat).collect();
    let place = own.iter().position(|&id| id == ship).unwrap_or(0) as i64 + 1;
    let parts = own.len() as i64 + 1;
    let (wide, high) = (to.x - from.x, to.y - from.y);
    let at = if wide < high {
        Point { x: from.x + wide.part(2), y: from.y + Length((high.0 / parts) * place) }
    } else {
        Point { x: from.x + Length((wide.0 / parts) * place), y: from.y + high.part(2) }
    };
    let inward = match battle.field.side(seat).edge.unwrap_or(Edge::West) {
        Edge::North => 6,
        Edge::East => 9,
        Edge::South => 0,
        Edge::West => 3,
    };
    Deploy { ship, at, facing: Clock::TWELVE.turned(inward), velocity: most.min(6) }
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Deploy {
    let ship = *dice.pick(&placeable(battle, seat));
    let (from, to, most) = zone(battle, seat);
    let mut between = |low: Length, high: Length| {
        let tenths = (high - low).0 / (Length::PER_UNIT / 10);
        low + Length::ratio(dice.index(tenths as usize + 1) as i64, 10)
    };
    let at = Point { x: between(from.x, to.x), y: between(from.y, to.y) };
    // Roughly towards the middle.
    let facing = Clock::nearest(battle.field.centre() - at).turned(dice.index(3) as i32 - 1);
    Deploy { ship, at, facing, velocity: dice.index(usize::from(most) + 1) as u16 }
}
