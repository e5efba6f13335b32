//! Places in the menu: where enemies can be next, where arrivals come in, and
//! whether a unit that left can be back in time.

use geometry::Point;
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Hour,
    deploy::{self, Arrival},
    manoeuvre::{self, Plan},
    options::USUAL_TURNS,
    scenario::{Edge, Zone, strip},
    stress,
    unit::{Status, UnitId},
};

/// Where a unit that has still to fly can be next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ReachMenu {
    pub unit: UnitId,
    /// STR-2.2: if it drifts.
    pub drift: Point,
    /// Corners round every place it reaches without stress, in order.
    pub safe: Vec<Point>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ArriveMenu {
    pub unit: UnitId,
    /// STR-ADD.2: it comes back where it left; otherwise it is placed on an edge.
    pub returns: bool,
    /// Courses of a unit that comes back.
    pub courses: Vec<Hour>,
    pub speeds: [u16; 2],
    /// STR-SET.6: where a unit out of the reserve may be placed.
    pub entries: Vec<EntryMenu>,
    /// STR-SET.10: the enemy's zones, closed although they lie within an entry.
    pub closed: Vec<Zone>,
    pub default: Arrival,
}

/// An edge to come in by, with the courses that lead inwards from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct EntryMenu {
    pub zone: Zone,
    pub courses: Vec<Hour>,
}

/// STR-ADD.1: a unit has left the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct LeaveMenu {
    pub unit: UnitId,
    /// STR-ADD.2: the turn in which it would be back.
    pub due: u16,
    pub back: Back,
}

/// STR-ADD.8, STR-ADD.10: what may keep a unit away for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Back {
    Sure,
    /// Only if a seventh turn is rolled.
    Seventh,
    /// The battle is over before.
    TooLate,
    /// The place where it left is blocked.
    Barred,
}

/// Enemies of `side` that have still to fly in this turn.
pub(super) fn others(battle: &Battle, side: u8) -> Vec<ReachMenu> {
    battle.unit_ids().filter(|&it| battle.unit(it).side != side).filter_map(|it| reach(battle, it)).collect()
}

fn reach(battle: &Battle, id: UnitId) -> Option<ReachMenu> {
    let unit = battle.unit(id);
    if !unit.is_active() || unit.flown.is_some() {
        return None;
    }
    let stats = battle.stats(unit);
    let ends = manoeuvre::choices(battle, id, 0).into_iter().filter_map(|plan| {
        let flight = manoeuvre::fly(unit, plan);
        (stress::dice(stats, plan, flight.yawed).1 == 0).then_some(flight.to)
    });
    Some(ReachMenu { unit: id, drift: manoeuvre::fly(unit, Plan::DRIFT).to, safe: hull(ends.collect()) })
}

/// The corners of the smallest bulging outline round all points, against the clock.
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let left = |a: Point, b: Point, c: Point| {
        let wide = |it: geometry::Length| i128::from(it.0);
        let (u, v) = (b - a, c - a);
        0 < wide(u.east) * wide(v.north) - wide(u.north) * wide(v.east)
    };
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut out: Vec<Point> = Vec::new();
        for it in points {
            while 2 <= out.len() && !left(out[out.len() - 2], out[out.len() - 1], it) {
                out.pop();
            }
            out.push(it);
        }
        out.pop();
        out
    };
    let mut around = half(&mut points.iter().copied());
    around.extend(half(&mut points.iter().rev().copied()));
    around
}

pub(super) fn arrive_menu(battle: &Battle, id: UnitId) -> ArriveMenu {
    let unit = battle.unit(id);
    let returns = unit.status != Status::Arriving;
    let all = deploy::all_arrivals(battle, unit.side, &[]);
    let default = all.into_iter().find(|it| it.unit() == id).expect("it arrives now");
    let barred = matches!(default, Arrival::Withdraw { .. });
    let courses = if returns && !barred { deploy::ways_back(battle, unit.at).collect() } else { Vec::new() };
    let speeds = deploy::speeds(battle, unit);
    let enemy = usize::from(1 - unit.side);
    let theirs = battle.field.home[enemy];
    let open = Edge::ALL.into_iter().filter(|&it| !returns && Some(it) != theirs);
    let entry = |edge: Edge| EntryMenu {
        zone: strip(battle.field.table, edge, battle.field.options.deploy_depth),
        courses: Hour::all().filter(|it| it.points(edge.inward())).collect(),
    };
    ArriveMenu {
        unit: id,
        returns,
        courses,
        speeds: [*speeds.start(), *speeds.end()],
        entries: open.map(entry).collect(),
        closed: if returns { Vec::new() } else { battle.field.zones[enemy].clone() },
        default,
    }
}

pub(super) fn leave_menu(battle: &Battle, id: UnitId) -> LeaveMenu {
    let at = battle.unit(id).at;
    let due = battle.turn + 2;
    let agreed = battle.field.options.turns;
    let sure = agreed.unwrap_or(USUAL_TURNS + u16::from(battle.seventh));
    let back = if battle.in_obstacle(at) || deploy::ways_back(battle, at).next().is_none() {
        Back::Barred
    } else if due <= sure {
        Back::Sure
    } else if agreed.is_none() && due == USUAL_TURNS + 1 {
        Back::Seventh
    } else {
        Back::TooLate
    };
    LeaveMenu { unit: id, due, back }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square with a point inside, one on a side, and one twice.
    #[test]
    fn the_hull_keeps_the_corners() {
        let at = |(x, y): (i32, i32)| Point { x: geometry::Length::units(x), y: geometry::Length::units(y) };
        let all = [(0, 0), (2, 0), (4, 0), (4, 4), (0, 4), (1, 2), (4, 4)].map(at).to_vec();
        assert_eq!(hull(all), [(0, 0), (4, 0), (4, 4), (0, 4)].map(at));
        assert_eq!(hull(vec![at((1, 1)), at((1, 1))]), [at((1, 1))]);
    }
}
