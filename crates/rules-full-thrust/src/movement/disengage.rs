//! Disengaging from battle: a fleet that has left by one edge is away, or is chased (FT-16.5).

use engine::{Seat, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    movement::{clock::Clock, plot},
    phases::{self, Phase},
    setup::victory,
    ship::{Edge, Motion, ShipId, Status},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "DisengageEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-16.5.1: dice of the fleeing side and of its pursuer, with what is added to them.
    Tried { seat: Seat, dice: [u8; 2], bonus: [u8; 2], escaped: bool },
    /// FT-16.5.1: whether the pursuer follows.
    Chosen { seat: Seat, chase: bool },
    /// FT-16.5.1: the stern chase: everybody on a new table.
    Chased { places: Vec<(ShipId, Motion)> },
}

/// The edge by which every ship of a side that could leave has left.
fn fled(battle: &Battle, seat: Seat) -> Option<Edge> {
    let own = || battle.field.ship_ids().filter(|&id| battle.ship(id).owner == seat);
    let mut edges = own().filter_map(|id| match battle.ship(id).status {
        Status::Left { edge, .. } => Some(edge),
        Status::Waiting
        | Status::Active
        | Status::Destroyed
        | Status::Struck
        | Status::Hulk
        | Status::Landed
        | Status::Cloaked
        | Status::Jumped
        | Status::Carried { .. }
        | Status::Captured { .. } => None,
    });
    let first = edges.next()?;
    let all = edges.all(|edge| edge == first);
    let here = own().any(|id| battle.ship(id).is_manned() || battle.ship(id).status == Status::Waiting);
    (all && !here).then_some(first)
}

/// FT-16.5.1: at the end of a turn; true if the battle does not end yet.
pub(crate) fn check(table: &mut Table<Battle>) -> bool {
    let battle = table.state();
    if !battle.field.options.abstract_disengage || battle.field.seats() != 2 || !battle.conceded.is_empty() {
        return false;
    }
    let seats = [Seat(0), Seat(1)];
    let Some(seat) = seats.into_iter().find(|&it| fled(battle, it).is_some()) else { return false };
    let other = Seat(1 - seat.0);
    if battle.field.scenario.turns <= battle.turn || battle.own_ships(other).next().is_none() {
        return false;
    }
    // The best thrust that is left to each, of those that have left or are still here.
    let best = |seat: Seat| {
        let ships = battle.field.ship_ids().filter(|&id| battle.ship(id).owner == seat);
        let there =
            ships.filter(|&id| matches!(battle.ship(id).status, Status::Active | Status::Left { .. }));
        there.map(|id| battle.rating(id)).max().unwrap_or(0)
    };
    let bonus = [(seat, other), (other, seat)].map(|(it, foe)| if best(foe) < best(it) { 2 } else { 0 });
    let dice = [table.roll(6), table.roll(6)];
    let escaped = dice[1] + bonus[1] <= dice[0] + bonus[0];
    table.emit(crate::Event::Disengage(Event::Tried { seat, dice, bonus, escaped }));
    if !escaped {
        phases::enter(table, Phase::Chase { seat: other });
    }
    !escaped
}

/// FT-16.5.1: the pursuer follows, or lets them go.
pub(crate) fn resolve(table: &mut Table<Battle>, seat: Seat, chase: bool) {
    table.emit(crate::Event::Disengage(Event::Chosen { seat, chase }));
    let edge = fled(table.state(), Seat(1 - seat.0)).filter(|_| chase);
    let Some(edge) = edge else {
        victory::finish(table);
        return;
    };
    let places = places(table.state(), seat, edge);
    table.emit(crate::Event::Disengage(Event::Chased { places }));
    phases::begin_turn(table);
}

/// The fleeing line across the middle of the table, its pursuers 24 MU behind, all on the way they fled.
fn places(battle: &Battle, pursuer: Seat, edge: Edge) -> Vec<(ShipId, Motion)> {
    let (size, centre) = (battle.field.scenario.table, battle.field.centre());
    let facing = Clock::TWELVE.turned(match edge {
        Edge::North => 0,
        Edge::East => 3,
        Edge::South => 6,
        Edge::West => 9,
    });
    let mut places = Vec::new();
    for seat in [Seat(1 - pursuer.0), pursuer] {
        let own = battle.field.ship_ids().filter(|&id| battle.ship(id).owner == seat);
        let own: Vec<ShipId> = own
            .filter(|&id| matches!(battle.ship(id).status, Status::Active | Status::Left { .. }))
            .collect();
        let behind = if seat == pursuer { Length::units(-24) } else { Length::ZERO };
        for (n, &id) in own.iter().enumerate() {
            // Halves, so that a line of any number is centred.
            let beside = Length::units((2 * n as i32 - (own.len() as i32 - 1)) * 2);
            let course = facing.course();
            let at = centre.moved(course, behind).moved(course.turned(6), beside);
            let within = |at: Length, most: Length| at.max(Length::units(1)).min(most - Length::units(1));
            let at = Point { x: within(at.x, size.width), y: within(at.y, size.height) };
            let old = battle.ship(id).motion;
            let drift = old.drift.map(|_| plot::drift_along(facing, old.velocity));
            places.push((id, Motion { at, facing, velocity: old.velocity, drift }));
        }
    }
    places
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    if let Event::Chased { places } = event {
        for (id, motion) in places {
            let ship = battle.ship_mut(*id);
            ship.status = Status::Active;
            ship.motion = *motion;
        }
        battle.beside.clear();
        battle.markers.clear();
        battle.novas.clear();
    }
}
