//! Where each ship is bound: objectives, and ways round stars and planets.

use geometry::{Length, Offset, Point};

use crate::{
    Battle,
    helm::Harbour,
    objectives::{self, GoalKind},
    ship::{Place, ShipId},
    space::{Dir, distance, lu, near},
};

/// What a ship is after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Errand {
    /// The enemy.
    Fight,
    /// To stop at a harbour.
    Stop(Harbour, Point),
    /// To stay where it is.
    Stay,
    /// To fly past a station and shoot out who holds it (FTB-29.8).
    Raid(Point),
    /// To pass a point, going round the star to the left or to the right.
    Pass(Point, Length, bool),
}

/// The errand of a ship, by its side's goals.
pub(crate) fn errand(battle: &Battle, id: ShipId) -> Errand {
    let ship = battle.ship(id);
    // A station that the enemy means to blockade is held against it (FTB-25.6).
    for goal in battle.goals.iter().filter(|it| it.side != ship.side && it.settled.is_none()) {
        if let GoalKind::Blockade { station: Some(station), .. } = goal.kind
            && !ship.class.is_civilian()
        {
            let there = &battle.map.stations[usize::from(station)];
            if ship.place == Place::Dock(station) {
                return Errand::Stay;
            }
            let taken = battle.occupants(there.system, Harbour::Station(station)).next().is_some();
            if !taken && nearest(battle, ship.side, there.at) == Some(id) {
                return Errand::Stop(Harbour::Station(station), there.at);
            }
        }
    }
    for goal in battle.goals.iter().filter(|it| it.side == ship.side && it.settled.is_none()) {
        match &goal.kind {
            GoalKind::Transport { ship: Some(civilian), to: Some(to), .. } if *civilian == id => {
                if ship.place == Place::Dock(*to) {
                    return Errand::Stay;
                }
                return Errand::Stop(Harbour::Station(*to), battle.map.stations[usize::from(*to)].at);
            }
            GoalKind::Blockade { station: Some(station), .. } => {
                let at = battle.map.stations[usize::from(*station)].at;
                if ship.place == Place::Dock(*station) {
                    return Errand::Stay;
                }
                let held = objectives::blockades(battle, ship.side, *station);
                let system = battle.map.stations[usize::from(*station)].system;
                let barred = battle
                    .occupants(system, Harbour::Station(*station))
                    .any(|it| battle.hostile(ship.side, it));
                if !held && !barred && nearest(battle, ship.side, at) == Some(id) {
                    return Errand::Stop(Harbour::Station(*station), at);
                }
                if barred && is_among_nearest(battle, id, at, RAIDERS) {
                    return Errand::Raid(at);
                }
            }
            GoalKind::Board { station }
                if nearest(battle, ship.side, battle.map.stations[usize::from(*station)].at) == Some(id) =>
            {
                return Errand::Stop(
                    Harbour::Station(*station),
                    battle.map.stations[usize::from(*station)].at,
                );
            }
            GoalKind::Patrol { leg, flying, .. } => {
                let next = if flying.is_empty() { *leg } else { (*leg + 1) % 3 };
                let Some((at, reach)) = objectives::waypoint(battle, goal, next) else { continue };
                let mine = if flying.is_empty() {
                    nearest(battle, ship.side, at) == Some(id)
                } else {
                    flying[0].ship == id
                };
                if mine && ship.system == 0 {
                    return Errand::Pass(at, reach, goes_left(battle, goal));
                }
            }
            GoalKind::Blockade { .. }
            | GoalKind::Transport { .. }
            | GoalKind::Attrition
            | GoalKind::Board { .. } => (),
        }
    }
    Errand::Fight
}

/// The warship of a side that is nearest to a point, going on as it goes.
fn nearest(battle: &Battle, side: u8, at: Point) -> Option<ShipId> {
    let ships = battle.of_side(side).filter(|&id| {
        let it = battle.ship(id);
        it.is_free() && it.system == 0 && !it.class.is_civilian()
    });
    ships.min_by_key(|&id| {
        let it = battle.ship(id);
        (distance(it.at + it.dir.whole(it.speed), at), id)
    })
}

/// How many ships go for whoever holds a station.
const RAIDERS: usize = 3;

fn is_among_nearest(battle: &Battle, id: ShipId, at: Point, few: usize) -> bool {
    let away = |id: ShipId| {
        let it = battle.ship(id);
        (distance(it.at + it.dir.whole(it.speed), at), id)
    };
    let ship = battle.ship(id);
    let own = battle.of_side(ship.side).filter(|&it| {
        let other = battle.ship(it);
        other.is_free() && other.system == ship.system && !other.class.is_civilian()
    });
    ship.is_free() && !ship.class.is_civilian() && own.filter(|&it| away(it) < away(id)).count() < few
}

/// FTB-25.6: whether `foe` keeps `side` out of a station it means to blockade.
pub(crate) fn bars(battle: &Battle, side: u8, foe: ShipId) -> bool {
    let Place::Dock(dock) = battle.ship(foe).place else { return false };
    battle.ship(foe).side != side
        && battle.goals.iter().any(|goal| {
            goal.side == side
                && goal.settled.is_none()
                && matches!(goal.kind, GoalKind::Blockade { station: Some(station), .. } if station == dock)
        })
}

/// Whether `b` comes before `c` when turning left from `a` round the star.
fn left_before(a: Point, b: Point, c: Point) -> bool {
    let cross =
        |p: Point, q: Point| i128::from(p.x.0) * i128::from(q.y.0) - i128::from(p.y.0) * i128::from(q.x.0);
    match (0 <= cross(a, b), 0 <= cross(a, c)) {
        (true, false) => true,
        (false, true) => false,
        _ => 0 <= cross(b, c),
    }
}

/// ALG-12: the way round in which the three waypoints follow each other.
fn goes_left(battle: &Battle, goal: &objectives::Goal) -> bool {
    let at = |n: u8| objectives::waypoint(battle, goal, n).map_or(Point::default(), |it| it.0);
    left_before(at(0), at(1), at(2))
}

/// Where to steer for to reach `goal` from `from`, round what is in the way.
pub(crate) fn steer(battle: &Battle, system: u8, from: Point, goal: Point, left: Option<bool>) -> Point {
    if let Some(left) = left {
        let cross = i128::from(from.x.0) * i128::from(goal.y.0) - i128::from(from.y.0) * i128::from(goal.x.0);
        // More than half a turn to go: first a quarter of a turn that way.
        if (0 <= cross) != left && cross != 0 {
            let away = distance(from, Point::default()).max(lu(12)).min(lu(18));
            let turned = if left { Dir::of(-from.y, from.x) } else { Dir::of(from.y, -from.x) };
            if let Some(dir) = turned {
                return Point::default() + dir.times(away);
            }
        }
    }
    let Some(dir) = Dir::towards(from, goal) else { return goal };
    let length = distance(from, goal);
    let mut block: Option<(Length, Point)> = None;
    for well in &battle.system(system).wells {
        let ahead = dir.dot(well.at - from);
        let aside = dir.cross(well.at - from);
        let margin = well.influence + lu(1);
        // What one starts or ends in cannot be gone round.
        let inside = near(from, well.at, margin) || near(goal, well.at, margin);
        if Length::ZERO < ahead && ahead < length && aside.abs() < margin && !inside {
            let over = margin + lu(1);
            let out = if Length::ZERO <= aside { aside - over } else { aside + over };
            let side = Offset { east: -dir.y, north: dir.x };
            let point = from + dir.times(ahead);
            let point = point + Dir { x: side.east, y: side.north }.times(out);
            if block.is_none_or(|it| ahead < it.0) {
                block = Some((ahead, point));
            }
        }
    }
    block.map_or(goal, |it| it.1)
}
