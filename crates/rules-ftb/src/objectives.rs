//! Objectives: blockade, transport, patrol, attrition (FTB-34, ALG-12).

use engine::Table;
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Event,
    helm::Harbour,
    scenario::Aim,
    ship::{Class, Place, Ship, ShipId},
    space::{Path, distance, lu},
};

/// FTB-34.7: all of it is public.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Goal {
    pub side: u8,
    pub kind: GoalKind,
    /// Achieved, or impossible.
    pub settled: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum GoalKind {
    Blockade {
        station: Option<u8>,
        needed: u16,
        done: u16,
    },
    Transport {
        class: Class,
        ship: Option<ShipId>,
        to: Option<u8>,
    },
    Patrol {
        home: u8,
        hostile: Option<u8>,
        friendly: Option<u8>,
        /// Waypoints reached since home, 0 to 2.
        leg: u8,
        flying: Vec<Leg>,
        /// The legs flown up to now.
        track: Vec<Point>,
    },
    Attrition,
    Board {
        station: u8,
    },
}

/// One ship on a leg of a patrol, with its way since the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "PatrolLeg"))]
#[serde(deny_unknown_fields)]
pub struct Leg {
    pub ship: ShipId,
    pub track: Vec<Point>,
}

impl GoalKind {
    /// FTB-34.2 to FTB-34.4.
    pub(crate) fn new(aim: &Aim, turns: u16, map: &crate::map::Map, side: u8) -> GoalKind {
        let named = |name: &Option<String>| name.as_ref().and_then(|it| map.station(it));
        match aim {
            Aim::Blockade { station, turns: needed } => GoalKind::Blockade {
                station: named(station),
                needed: needed.unwrap_or(turns.div_ceil(4)),
                done: 0,
            },
            Aim::Transport { civilian, to } => GoalKind::Transport {
                class: civilian.unwrap_or(if turns <= 14 { Class::Runner } else { Class::Liner }),
                ship: None,
                to: named(to),
            },
            Aim::Patrol { home, hostile, friendly } => {
                let homes = &map.homes[usize::from(side)];
                let body = home.as_ref().and_then(|it| map.systems[0].body(it));
                GoalKind::Patrol {
                    home: body.or(homes.first().copied()).unwrap_or(0),
                    hostile: named(hostile),
                    friendly: named(friendly),
                    leg: 0,
                    flying: Vec::new(),
                    track: Vec::new(),
                }
            }
            Aim::Attrition => GoalKind::Attrition,
            Aim::Board { station } => GoalKind::Board { station: map.station(station).unwrap_or(0) },
        }
    }

    /// FTB-34.6: the slots still to be named: whose station, and who names it.
    pub(crate) fn unnamed(&self, side: u8) -> Option<(u8, u8, u8)> {
        match self {
            GoalKind::Blockade { station: None, .. } => Some((0, 1 - side, 1 - side)),
            GoalKind::Transport { to: None, .. } => Some((0, side, 1 - side)),
            GoalKind::Patrol { hostile: None, .. } => Some((0, 1 - side, side)),
            GoalKind::Patrol { friendly: None, .. } => Some((1, side, 1 - side)),
            GoalKind::Blockade { .. }
            | GoalKind::Transport { .. }
            | GoalKind::Patrol { .. }
            | GoalKind::Attrition
            | GoalKind::Board { .. } => None,
        }
    }

    pub(crate) fn name(&mut self, slot: u8, named: u8) {
        match self {
            GoalKind::Blockade { station, .. } => *station = Some(named),
            GoalKind::Transport { to, .. } => *to = Some(named),
            GoalKind::Patrol { hostile, .. } if slot == 0 => *hostile = Some(named),
            GoalKind::Patrol { friendly, .. } => *friendly = Some(named),
            GoalKind::Attrition | GoalKind::Board { .. } => (),
        }
    }

    pub fn title(&self) -> &'static str {
        match self {
            GoalKind::Blockade { .. } => "Blockade",
            GoalKind::Transport { .. } => "Transport",
            GoalKind::Patrol { .. } => "Patrol",
            GoalKind::Attrition => "Attrition",
            GoalKind::Board { .. } => "Boarding",
        }
    }
}

/// FTB-34.4: waypoint `n` of a patrol (0 home, 1 hostile, 2 friendly): where, and how near.
pub(crate) fn waypoint(battle: &Battle, goal: &Goal, n: u8) -> Option<(Point, Length)> {
    let GoalKind::Patrol { home, hostile, friendly, .. } = &goal.kind else { return None };
    let station = |it: Option<u8>| {
        let at = battle.map.stations[usize::from(it?)].at;
        Some((at, lu(i32::from(battle.field.options.patrol_station_radius))))
    };
    match n {
        0 => battle.map.systems[0].wells.get(usize::from(*home)).map(|it| (it.at, it.influence)),
        1 => station(*hostile),
        _ => station(*friendly),
    }
}

/// FTB-34.4: the active ship passes a waypoint: a leg ends, and the next may begin.
pub(crate) fn pass(table: &mut Table<Battle>, goal: u8, n: u8) {
    let battle = table.state();
    let Some(act) = &battle.act else { return };
    let it = &battle.goals[usize::from(goal)];
    let GoalKind::Patrol { leg, flying, track, .. } = &it.kind else { return };
    if it.settled.is_some() {
        return;
    }
    let (id, at) = (act.ship, battle.ship(act.ship).at);
    // FTB-34.4: Tracked on the way does no harm.
    let stated = !act.helm.off_patrol && act.untracked;
    let mut leg = *leg;
    let aim = (leg + 1) % 3;
    if n == aim
        && let Some(flown) = flying.iter().find(|it| it.ship == id)
    {
        let mut whole = track.clone();
        extend(&mut whole, flown, &battle.ship(id).trail, at);
        let around = aim == 0 && winding(&whole) != 0;
        table.emit(Event::PatrolLeg { goal, ship: id, at, next: aim, around });
        if around {
            table.emit(Event::GoalSettled { goal, achieved: true });
            return;
        }
        leg = aim;
    }
    let GoalKind::Patrol { flying, .. } = &table.state().goals[usize::from(goal)].kind else { return };
    if n == leg && stated && !flying.iter().any(|it| it.ship == id) {
        table.emit(Event::PatrolStarted { goal, ship: id, at });
    }
}

/// ALG-12: signed crossings of the ray from the star in direction +x.
pub(crate) fn winding(track: &[Point]) -> i32 {
    let mut count = 0;
    for n in 0..track.len() {
        let (a, b) = (track[n], track[(n + 1) % track.len()]);
        let (below_a, below_b) = (a.y < Length::ZERO, b.y < Length::ZERO);
        if below_a == below_b {
            continue;
        }
        let side = i128::from(a.x.0) * i128::from(b.y.0) - i128::from(a.y.0) * i128::from(b.x.0);
        if below_a && 0 < side {
            count += 1;
        } else if below_b && side < 0 {
            count -= 1;
        }
    }
    count
}

/// Which piece of a drawn vector a point lies on.
fn piece(trail: &[Point], at: Point) -> Option<usize> {
    let on = |pair: &[Point]| {
        let detour = distance(pair[0], at) + distance(at, pair[1]);
        detour <= distance(pair[0], pair[1]) + Length(20_000)
    };
    trail.windows(2).position(on)
}

/// A leg's way joined to those before it, up to where it ends on the vector now flown.
pub(crate) fn extend(track: &mut Vec<Point>, flown: &Leg, trail: &[Point], at: Point) {
    track.extend(flown.track.iter().copied());
    // Begun on this same vector, its bends are only those since then.
    let first = match flown.track.as_slice() {
        [begun] => piece(trail, *begun).map_or(1, |it| it + 1),
        _ => 1,
    };
    let last = piece(trail, at).map_or(first, |it| it + 1);
    track.extend(trail.get(first..last).unwrap_or_default().iter().copied());
    track.push(at);
}

/// The track of a ship on patrol goes on with its vector: part of applying the
/// end of its activation.
pub(crate) fn follow(battle: &mut Battle, id: ShipId) {
    let trail = battle.ships[id.index()].trail.clone();
    for goal in &mut battle.goals {
        if let GoalKind::Patrol { flying, .. } = &mut goal.kind {
            for leg in flying.iter_mut().filter(|it| it.ship == id) {
                let first = match leg.track.as_slice() {
                    [begun] => piece(&trail, *begun).map_or(1, |it| it + 1),
                    _ => 1,
                };
                leg.track.extend(trail.iter().skip(first).copied());
            }
        }
    }
}

/// FTB-34.5: what a side has scored by attrition.
pub(crate) fn attrition(battle: &Battle, side: u8) -> u32 {
    let score = |ship: &Ship| {
        if ship.place == Place::Destroyed {
            ship.class.data().points
        } else if ship.own.damage.is_some() {
            ship.class.data().points / 2
        } else {
            0
        }
    };
    battle.ships.iter().filter(|it| it.side == 1 - side).map(score).sum()
}

/// FTB-34.2: own ships docked there.
pub(crate) fn blockades(battle: &Battle, side: u8, station: u8) -> bool {
    let system = battle.map.stations[usize::from(station)].system;
    battle.occupants(system, Harbour::Station(station)).any(|it| battle.ship(it).side == side)
}

/// FTB-8.10, FTB-34.2, FTB-34.3, FTB-END.1: counters and status, in Administration.
pub(crate) fn settle(table: &mut Table<Battle>) {
    for n in 0..table.state().goals.len() {
        let battle = table.state();
        let (day, turns) = (battle.day, battle.turns);
        let goal = &battle.goals[n];
        if goal.settled.is_some() {
            continue;
        }
        let none_left = !battle.of_side(goal.side).any(|id| battle.ship(id).in_play());
        match goal.kind.clone() {
            GoalKind::Blockade { station: Some(station), needed, done } => {
                let held = blockades(battle, goal.side, station);
                let count = done + u16::from(held);
                if held {
                    table.emit(Event::BlockadeCounted { goal: n as u8, turns: count });
                }
                if day == turns {
                    table.emit(Event::GoalSettled { goal: n as u8, achieved: held && needed <= count });
                } else if none_left || count + (turns - day) < needed {
                    table.emit(Event::GoalSettled { goal: n as u8, achieved: false });
                }
            }
            GoalKind::Transport { ship: Some(ship), to: Some(to), .. } => {
                let civilian = battle.ship(ship);
                if civilian.place == Place::Dock(to) {
                    table.emit(Event::GoalSettled { goal: n as u8, achieved: true });
                } else if !civilian.in_play() {
                    table.emit(Event::GoalSettled { goal: n as u8, achieved: false });
                }
            }
            GoalKind::Patrol { .. } | GoalKind::Board { .. } if none_left => {
                table.emit(Event::GoalSettled { goal: n as u8, achieved: false });
            }
            GoalKind::Blockade { .. }
            | GoalKind::Transport { .. }
            | GoalKind::Patrol { .. }
            | GoalKind::Attrition
            | GoalKind::Board { .. } => (),
        }
    }
}

/// FTB-34.6: of the side's stations the one nearest to the goal owner's home.
pub(crate) fn default_station(battle: &Battle, goal: &Goal, of: u8) -> Option<u8> {
    let home = battle.map.homes[usize::from(goal.side)].first().copied().unwrap_or(0);
    let at = battle.map.systems[0].wells[usize::from(home)].at;
    let stations = battle.map.stations.iter().enumerate();
    let fitting = stations.filter(|(_, it)| it.side == of && it.system == 0);
    fitting.min_by_key(|(n, it)| (distance(it.at, at), *n)).map(|(n, _)| n as u8)
}

/// Where a path first comes within reach of a waypoint.
pub(crate) fn passes(path: &Path, (at, reach): (Point, Length)) -> Option<Length> {
    path.window(at, reach).map(|(t, _)| t)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ALG-12, FTB-34.4, FTB-SC.3: which straight circuits go round Sol.
    #[test]
    fn ftb_34_4_winding() {
        let [earth, mars] = [Point::units(9, 12), Point::units(-23, 0)];
        let [a1, a3, b1, b3] =
            [Point::units(20, 16), Point::units(24, -6), Point::units(-24, 12), Point::units(-12, -18)];
        // B1 to A3 passes north of Sol: no winding; round the south there is.
        assert_eq!(winding(&[earth, b1, a3, earth]), 0);
        assert_ne!(winding(&[earth, b1, Point::units(0, -20), a3, earth]), 0);
        assert_ne!(winding(&[mars, a1, b3, mars]), 0);
        let length = |track: &[Point]| -> i64 {
            track.windows(2).map(|it| distance(it[0], it[1]).0).sum::<i64>() / Length::PER_UNIT
        };
        assert_eq!(length(&[earth, b1, a3, earth]), 108 - i64::from(length(&[earth, b1, a3, earth]) == 107));
        assert!((112..=115).contains(&length(&[mars, a1, b3, mars])));
    }

    /// FTB-34.6: the nearest to the home of the goal's owner, whoever holds the station.
    #[test]
    fn ftb_34_6_the_station_nearest_to_home() {
        let scenario = crate::library::scenario("courier");
        let battle = <Battle as engine::Game>::set_up(&scenario.options, &scenario).expect("a battle");
        let named = |side: u8, of: u8| {
            let goal = Goal { side, kind: GoalKind::Attrition, settled: None };
            default_station(&battle, &goal, of).map(|it| battle.map.stations[usize::from(it)].name.clone())
        };
        // Earth is at (9, 12) and Mars at (-23, 0).
        assert_eq!(named(0, 0).as_deref(), Some("A1"));
        assert_eq!(named(0, 1).as_deref(), Some("B1"));
        assert_eq!(named(1, 0).as_deref(), Some("A5"));
    }
}
