//! Set-up (STR-SET): reserves, deployment with cards, arrivals.

use dice::Dice;
use engine::{Findings, Seat, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Hour,
    battle::{fresh, usual_speed},
    initiative::Dealt,
    scenario::{Deployment, Edge, Zone, strip},
    unit::{Status, Unit, UnitId},
};

/// STR-SET.5: where a unit is put, on which course and how fast; it faces its course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Placement {
    pub unit: UnitId,
    pub at: Point,
    pub course: Hour,
    pub speed: u16,
}

/// STR-SET.8: how a unit comes in before the initiative phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Arrival {
    /// STR-SET.6: out of the reserve.
    Enter(Placement),
    /// STR-ADD.2: back by the point where it left.
    Back { unit: UnitId, course: Hour },
    /// STR-ADD.2: not back after all.
    Withdraw { unit: UnitId },
}

impl Arrival {
    pub fn unit(self) -> UnitId {
        match self {
            Arrival::Enter(placement) => placement.unit,
            Arrival::Back { unit, .. } | Arrival::Withdraw { unit } => unit,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "DeployEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// STR-SET.9: the lists are opened together.
    HeldBack {
        side: u8,
        units: Vec<UnitId>,
    },
    /// STR-SET.4: who places first; dice only if sensors and forces are equal.
    FirstSettled {
        side: u8,
        sensors: [u16; 2],
        dice: Option<[u8; 2]>,
    },
    /// STR-SET.4: the deployment cards, revealed.
    Revealed {
        cards: Vec<Dealt>,
    },
    Placed {
        placement: Placement,
    },
    /// STR-SET.6: no die from turn 4.
    ReserveRolled {
        unit: UnitId,
        die: Option<u8>,
        arrives: bool,
    },
    Returned {
        unit: UnitId,
        course: Hour,
    },
    StaysAway {
        unit: UnitId,
    },
}

/// STR-SET.3: own pegs keep so far apart.
const APART: Length = Length::units(1);
/// STR-SET.9: and so far from any other.
const CLEAR: Length = Length(Length::PER_UNIT / 2);

/// How many units a side may hold back of `n`.
pub(crate) fn most_reserves(battle: &Battle, side: u8, n: usize) -> usize {
    let all_but_one = if battle.field.options.reserve_all { n } else { n.saturating_sub(1) };
    battle.field.side(side).reserves.map_or(all_but_one, |it| usize::from(it).min(all_but_one))
}

pub(crate) fn waiting(battle: &Battle, side: u8) -> impl Iterator<Item = UnitId> + Clone {
    battle.unit_ids().filter(move |&it| {
        let unit = battle.unit(it);
        unit.side == side && unit.status == Status::Waiting
    })
}

pub(crate) fn check_reserve(battle: &Battle, seat: Seat, units: &[UnitId], found: &mut Findings) {
    for (n, id) in units.iter().enumerate() {
        let own = waiting(battle, seat.0).any(|it| it == *id);
        found.require(own, "STR-SET.6", || format!("unit number {} is not yours to hold back", id.0));
        found.require(!units[..n].contains(id), "STR-SET.6", || {
            format!("unit number {} is named twice", id.0)
        });
    }
    let most = most_reserves(battle, seat.0, waiting(battle, seat.0).count());
    found.require(units.len() <= most, "STR-SET.9", || {
        format!("{} units held back, but at most {most} may be", units.len())
    });
}

/// STR-SET.4: lower sensors first, then the larger force, then the lower die.
pub(crate) fn settle_first(table: &mut Table<Battle>) {
    let battle = table.state();
    if let Deployment::InTurn { .. } = battle.field.scenario.deployment {
        return;
    }
    let own = |side: u8| battle.units.iter().filter(move |it| it.side == side);
    let sensors = [0, 1].map(|side| own(side).map(|it| battle.stats(it).sensors as u16).sum::<u16>());
    let forces = [0, 1].map(|side| own(side).count());
    let clear = if sensors[0] != sensors[1] {
        Some(u8::from(sensors[1] < sensors[0]))
    } else if forces[0] != forces[1] {
        Some(u8::from(forces[0] < forces[1]))
    } else {
        None
    };
    if let Some(side) = clear {
        return emit(table, Event::FirstSettled { side, sensors, dice: None });
    }
    loop {
        let dice = [table.roll(6), table.roll(6)];
        if dice[0] != dice[1] {
            let side = u8::from(dice[1] < dice[0]);
            return emit(table, Event::FirstSettled { side, sensors, dice: Some(dice) });
        }
    }
}

/// STR-SET.4: the next unit to be placed, by segment and side; in turn, side by side.
pub(crate) fn next_to_place(battle: &Battle) -> Option<UnitId> {
    let waiting = battle.unit_ids().filter(|&it| battle.unit(it).status == Status::Waiting);
    waiting.min_by_key(|&it| {
        let unit = battle.unit(it);
        (unit.initiative, unit.side != battle.first, it)
    })
}

/// STR-SET.6: from turn 2 on a die of at most turn + 2; from turn 4 without.
pub(crate) fn roll_reserves(table: &mut Table<Battle>) {
    let turn = table.state().turn;
    if turn < 2 {
        return;
    }
    for unit in table.state().unit_ids() {
        if table.state().unit(unit).status != Status::Reserve {
            continue;
        }
        let die = (turn < 4).then(|| table.roll(6));
        let arrives = die.is_none_or(|it| u16::from(it) <= turn + 2);
        emit(table, Event::ReserveRolled { unit, die, arrives });
    }
}

/// STR-SET.8: units of `side` to be brought in now.
pub(crate) fn arriving(battle: &Battle, side: u8) -> impl Iterator<Item = UnitId> + Clone {
    battle.unit_ids().filter(move |&it| {
        let unit = battle.unit(it);
        unit.side == side && (unit.status == Status::Arriving || is_due(battle, unit))
    })
}

/// STR-ADD.2: left in turn t, absent in t+1, back in t+2.
pub(crate) fn is_due(battle: &Battle, unit: &Unit) -> bool {
    matches!(unit.status, Status::Away { since } if since + 2 <= battle.turn)
}

/// The edges of the table on which a point lies, as deep as units are placed.
fn edges_at(battle: &Battle, at: Point) -> impl Iterator<Item = Edge> {
    let (table, depth) = (battle.field.table, battle.field.options.deploy_depth);
    Edge::ALL.into_iter().filter(move |&edge| table.holds(at) && strip(table, edge, depth).holds(at))
}

/// STR-SET.6: an edge by which reserves of `side` may come in at `at`.
fn entry_edges(battle: &Battle, side: u8, at: Point) -> impl Iterator<Item = Edge> {
    let enemy = usize::from(1 - side);
    let theirs = battle.field.home[enemy];
    // STR-SET.6, STR-SET.10: the enemy's zone is closed as a whole, where it meets another edge as well.
    let closed = battle.field.zones[enemy].iter().any(|it| it.holds(at));
    edges_at(battle, at).filter(move |&it| !closed && Some(it) != theirs)
}

/// STR-ADD.2: whether `course` leads inwards from the point where the unit left.
fn leads_in(battle: &Battle, at: Point, course: Hour) -> bool {
    let table = battle.field.table;
    Edge::ALL
        .into_iter()
        .filter(|&edge| strip(table, edge, Length::ZERO).holds(at))
        .all(|edge| course.points(edge.inward()))
}

/// Courses by which a returning unit may come in, straight in first.
pub(crate) fn ways_back(battle: &Battle, at: Point) -> impl Iterator<Item = Hour> {
    let middle = Point { x: battle.field.table.width.part(2), y: battle.field.table.height.part(2) };
    let edge = Edge::ALL.into_iter().find(|&it| strip(battle.field.table, it, Length::ZERO).holds(at));
    let straight = edge.map_or_else(|| Hour::nearest(middle - at), Edge::inward);
    [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6]
        .into_iter()
        .map(move |turn| straight.turned(turn))
        .filter(move |&it| leads_in(battle, at, it))
}

/// STR-SET.5: the speeds a unit may be placed with.
pub(crate) fn speeds(battle: &Battle, unit: &Unit) -> std::ops::RangeInclusive<u16> {
    let berth = battle.berth(unit);
    if let Some(speed) = berth.filter(|it| it.fixed).and_then(|it| it.speed) {
        return speed..=speed;
    }
    let most = berth.and_then(|it| it.max_speed).unwrap_or(u16::MAX);
    match battle.field.options.start_speed {
        Some(speed) => speed.min(most)..=speed.min(most),
        None => {
            let safe = u16::from(battle.stats(unit).safe.acceleration);
            0..=safe.max(berth.and_then(|it| it.speed).unwrap_or(0)).min(most)
        }
    }
}

fn default_speed(battle: &Battle, unit: &Unit) -> u16 {
    let allowed = speeds(battle, unit);
    let wanted =
        battle.berth(unit).and_then(|it| it.speed).unwrap_or_else(|| usual_speed(&battle.field, unit.card));
    wanted.clamp(*allowed.start(), *allowed.end())
}

/// Free of obstacles; `spaced` asks for the distances, too (STR-SET.9).
fn is_clear(battle: &Battle, id: UnitId, at: Point, spaced: bool) -> bool {
    if !battle.field.table.holds(at) || battle.in_obstacle(at) {
        return false;
    }
    let side = battle.unit(id).side;
    // A hair nearer is on the limit.
    let near = |other: &Unit| {
        let gap = if other.side == side { APART } else { CLEAR };
        let far = (other.at - at).length() + geometry::TOLERANCE;
        far < gap
    };
    !spaced
        || !battle.unit_ids().any(|it| it != id && battle.unit(it).status.on_table() && near(battle.unit(it)))
}

fn in_zone(battle: &Battle, id: UnitId, at: Point) -> bool {
    let unit = battle.unit(id);
    if unit.status == Status::Waiting {
        battle.field.zones[usize::from(unit.side)].iter().any(|it| it.holds(at))
    } else {
        entry_edges(battle, unit.side, at).next().is_some()
    }
}

/// Where the unit goes if its owner says nothing: as the scenario has it, else
/// evenly spread, else the first free place.
pub(crate) fn default_place(battle: &Battle, id: UnitId) -> Placement {
    place_for(battle, id, true).or_else(|| place_for(battle, id, false)).unwrap_or_else(|| {
        // Every place of the zone is inside an obstacle, which set-up refuses.
        let unit = battle.unit(id);
        Placement { unit: id, at: Point::default(), course: Hour::NORTH, speed: default_speed(battle, unit) }
    })
}

fn place_for(battle: &Battle, id: UnitId, spaced: bool) -> Option<Placement> {
    let unit = battle.unit(id);
    let berth = battle.berth(unit);
    let fits = |at: &Point| in_zone(battle, id, *at) && is_clear(battle, id, *at, spaced);
    let given = berth.and_then(|it| it.at).filter(|_| unit.status == Status::Waiting);
    let at = given.filter(fits).or_else(|| spots(battle, id).find(fits))?;
    let course = default_course(battle, unit, at);
    Some(Placement { unit: id, at, course, speed: default_speed(battle, unit) })
}

fn default_course(battle: &Battle, unit: &Unit, at: Point) -> Hour {
    let middle = Point { x: battle.field.table.width.part(2), y: battle.field.table.height.part(2) };
    if unit.status == Status::Waiting {
        let given = battle.berth(unit).and_then(|it| it.course);
        let straight = battle.field.home[usize::from(unit.side)].map(Edge::inward);
        return given.or(straight).unwrap_or_else(|| Hour::nearest(middle - at));
    }
    let edge = entry_edges(battle, unit.side, at).next();
    edge.map_or_else(|| Hour::nearest(middle - at), Edge::inward)
}

/// Places worth trying: the unit's share of each zone, then a grid of half Klicks.
fn spots(battle: &Battle, id: UnitId) -> impl Iterator<Item = Point> {
    let unit = battle.unit(id);
    let (side, table) = (usize::from(unit.side), battle.field.table);
    let zones: Vec<Zone> = if unit.status == Status::Waiting {
        battle.field.zones[side].clone()
    } else {
        let own = battle.field.home[side];
        let others = Edge::ALL.into_iter().filter(move |&it| Some(it) != own);
        let depth = battle.field.options.deploy_depth;
        own.into_iter().chain(others).map(|it| strip(table, it, depth)).collect()
    };
    let fleet: Vec<UnitId> = battle.unit_ids().filter(|&it| battle.unit(it).side == unit.side).collect();
    let nth = fleet.iter().position(|&it| it == id).unwrap_or(0) as i64;
    let share = (nth + 1, fleet.len() as i64 + 1);
    let middle = Point { x: table.width.part(2), y: table.height.part(2) };
    zones.into_iter().flat_map(move |zone| {
        let (from, to) = bounds(zone);
        // A scenario may draw its zones far beyond the table.
        let from = Point { x: from.x.max(Length::ZERO), y: from.y.max(Length::ZERO) };
        let to = Point { x: to.x.min(table.width), y: to.y.min(table.height) };
        let (wide, tall) = (to.x - from.x, to.y - from.y);
        let part = |low: Length, size: Length| low + Length(size.0 / share.1 * share.0);
        let inner = |low: Length, high: Length, middle: Length| middle.max(low).min(high.max(low));
        let own = if tall <= wide {
            Point { x: part(from.x, wide), y: inner(from.y, to.y, middle.y) }
        } else {
            Point { x: inner(from.x, to.x, middle.x), y: part(from.y, tall) }
        };
        let half = Length::PER_UNIT / 2;
        let steps = |size: Length| (size.0.max(0) / half).min(400);
        let (across, up) = (steps(wide), steps(tall));
        let grid = (0..=up).flat_map(move |j| {
            (0..=across).map(move |i| Point { x: from.x + Length(i * half), y: from.y + Length(j * half) })
        });
        [own].into_iter().chain(grid)
    })
}

fn bounds(zone: Zone) -> (Point, Point) {
    match zone {
        Zone::Rectangle { from, to } => (from, to),
        Zone::Disc { centre, radius } => (
            Point { x: centre.x - radius, y: centre.y - radius },
            Point { x: centre.x + radius, y: centre.y + radius },
        ),
    }
}

/// What is wrong with the places a scenario gives, or if there is no room to deploy.
pub(crate) fn findings(battle: &Battle) -> Vec<String> {
    let mut wrong = Vec::new();
    if battle.field.scenario.deployment == Deployment::AsGiven {
        for id in battle.unit_ids() {
            if battle.in_obstacle(battle.unit(id).at) {
                wrong.push(format!("{} stands inside an obstacle (STR-SET.9)", battle.tag(id)));
            }
        }
        return wrong;
    }
    for side in 0..2 {
        let mut trial = battle.clone();
        if trial.field.side(side).units.is_empty() {
            // A force still to be chosen: room for one will do, where a crowd gives way.
            trial.units = vec![fresh(&trial.field, side, 0)];
        }
        for id in waiting(&trial, side).collect::<Vec<_>>() {
            match place_for(&trial, id, true) {
                Some(place) => {
                    let unit = trial.unit_mut(id);
                    unit.at = place.at;
                    unit.status = Status::Active;
                }
                None => {
                    wrong.push(format!("no room for {} to deploy (STR-SET.3)", battle.field.side(side).name));
                    break;
                }
            }
        }
    }
    wrong
}

/// STR-SET.3, STR-SET.5, STR-SET.9: a placement on the table's edge or in a zone.
pub(crate) fn check_place(battle: &Battle, place: Placement, found: &mut Findings) {
    let Placement { unit: id, at, course, speed } = place;
    let unit = battle.unit(id);
    let tag = battle.tag(id);
    let arriving = unit.status != Status::Waiting;
    let rule = if arriving { "STR-SET.6" } else { "STR-SET.3" };
    let placed = found.require(battle.field.table.holds(at) && in_zone(battle, id, at), rule, || {
        format!("{tag} cannot be placed at {at}")
    });
    found.require(!battle.in_obstacle(at), "STR-SET.9", || format!("{tag} would be inside an obstacle"));
    // Where there is no room at all, distances do not count.
    let crowded = || place_for(battle, id, true).is_none();
    found.require(
        !placed || is_clear(battle, id, at, true) || battle.in_obstacle(at) || crowded(),
        "STR-SET.9",
        || format!("{tag} is too near to another unit"),
    );
    let allowed = speeds(battle, unit);
    found.require(allowed.contains(&speed), "STR-SET.5", || {
        format!("{tag}: speed {speed} is not between {} and {}", allowed.start(), allowed.end())
    });
    if arriving {
        let inward = entry_edges(battle, unit.side, at).any(|edge| course.points(edge.inward()));
        found.require(!placed || inward, "STR-SET.6", || {
            format!("{tag}: course {course} does not lead inwards")
        });
    } else if let Some(given) = battle.berth(unit).filter(|it| it.fixed).and_then(|it| it.course) {
        found.require(course == given, "STR-SET.5", || format!("{tag} starts on course {given}"));
    }
}

pub(crate) fn check_arrivals(battle: &Battle, seat: Seat, arrivals: &[Arrival], found: &mut Findings) {
    for (n, arrival) in arrivals.iter().enumerate() {
        let id = arrival.unit();
        if !arriving(battle, seat.0).any(|it| it == id) {
            found.add("STR-SET.8", format!("unit number {} does not arrive now", id.0));
            continue;
        }
        let tag = battle.tag(id);
        found.require(arrivals[..n].iter().all(|it| it.unit() != id), "STR-SET.8", || {
            format!("{tag} arrives twice")
        });
        let reserve = battle.unit(id).status == Status::Arriving;
        match *arrival {
            Arrival::Enter(_) if reserve => (),
            Arrival::Enter(_) => found.add("STR-ADD.2", format!("{tag} comes back where it left")),
            Arrival::Back { .. } | Arrival::Withdraw { .. } if reserve => {
                found.add("STR-SET.6", format!("{tag} comes out of the reserve and has to be placed"));
            }
            Arrival::Back { course, .. } => {
                found.require(leads_in(battle, battle.unit(id).at, course), "STR-ADD.2", || {
                    format!("{tag}: course {course} does not lead inwards")
                });
                // STR-ADD.10.
                found.require(!battle.in_obstacle(battle.unit(id).at), "STR-ADD.10", || {
                    format!("{tag} cannot come back inside an obstacle")
                });
            }
            Arrival::Withdraw { .. } => (),
        }
    }
    // STR-SET.9: what is placed by one order keeps its distance, what comes back by itself included.
    let mut trial = battle.clone();
    for id in returning(battle, seat.0).collect::<Vec<_>>() {
        let given = arrivals.iter().find(|it| it.unit() == id).copied();
        bring(&mut trial, given.unwrap_or_else(|| default_arrival(battle, id)));
    }
    for arrival in arrivals {
        if let Arrival::Enter(place) = *arrival
            && arriving(&trial, seat.0).any(|it| it == place.unit)
            && trial.unit(place.unit).status == Status::Arriving
        {
            check_place(&trial, place, found);
            bring(&mut trial, *arrival);
        }
    }
}

/// STR-ADD.2: those of the arriving units that come back where they left.
fn returning(battle: &Battle, side: u8) -> impl Iterator<Item = UnitId> {
    arriving(battle, side).filter(|&it| battle.unit(it).status != Status::Arriving)
}

/// How a trial stands after an arrival.
fn bring(trial: &mut Battle, arrival: Arrival) {
    let unit = trial.unit_mut(arrival.unit());
    match arrival {
        Arrival::Enter(place) => (unit.status, unit.at) = (Status::Active, place.at),
        Arrival::Back { .. } => unit.status = Status::Active,
        Arrival::Withdraw { .. } => unit.status = Status::Withdrawn,
    }
}

/// STR-SET.9: all arrivals of a side in the order they are carried out: those that come back, those that
/// are placed by order, and the rest around them.
pub(crate) fn all_arrivals(battle: &Battle, side: u8, given: &[Arrival]) -> Vec<Arrival> {
    let mut trial = battle.clone();
    let mut all = Vec::new();
    let chosen = |id: UnitId| given.iter().find(|it| it.unit() == id).copied();
    let (named, left): (Vec<UnitId>, Vec<UnitId>) = arriving(battle, side)
        .filter(|&it| battle.unit(it).status == Status::Arriving)
        .partition(|&it| chosen(it).is_some());
    for id in returning(battle, side).chain(named).chain(left) {
        let arrival = chosen(id).unwrap_or_else(|| default_arrival(&trial, id));
        bring(&mut trial, arrival);
        all.push(arrival);
    }
    all
}

/// What happens to an arriving unit that its owner's order leaves out.
fn default_arrival(battle: &Battle, id: UnitId) -> Arrival {
    let unit = battle.unit(id);
    if unit.status == Status::Arriving {
        return Arrival::Enter(default_place(battle, id));
    }
    match ways_back(battle, unit.at).next() {
        Some(course) if !battle.in_obstacle(unit.at) => Arrival::Back { unit: id, course },
        _ => Arrival::Withdraw { unit: id },
    }
}

pub(crate) fn resolve_arrivals(table: &mut Table<Battle>, side: u8, arrivals: &[Arrival]) {
    for arrival in all_arrivals(table.state(), side, arrivals) {
        match arrival {
            Arrival::Enter(placement) => emit(table, Event::Placed { placement }),
            Arrival::Back { unit, course } => {
                emit(table, Event::Returned { unit, course });
                if let Some(to) = crate::manoeuvre::pushed(table.state(), unit, None) {
                    crate::manoeuvre::emit(table, crate::manoeuvre::Event::Pushed { unit, to });
                }
            }
            Arrival::Withdraw { unit } => emit(table, Event::StaysAway { unit }),
        }
    }
}

pub(crate) fn emit(table: &mut Table<Battle>, event: Event) {
    table.emit(crate::Event::Deploy(event));
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::HeldBack { units, .. } => {
            for &id in units {
                battle.unit_mut(id).status = Status::Reserve;
            }
        }
        Event::FirstSettled { side, .. } => battle.first = *side,
        Event::Revealed { cards } => {
            for it in cards {
                battle.unit_mut(it.unit).initiative = it.card;
            }
        }
        Event::Placed { placement: Placement { unit, at, course, speed } } => {
            let unit = battle.unit_mut(*unit);
            unit.status = Status::Active;
            unit.at = *at;
            unit.course = *course;
            unit.facing = *course;
            unit.speed = *speed;
        }
        Event::ReserveRolled { unit, arrives, .. } => {
            if *arrives {
                battle.unit_mut(*unit).status = Status::Arriving;
            }
        }
        Event::Returned { unit, course } => {
            let unit = battle.unit_mut(*unit);
            unit.status = Status::Active;
            unit.course = *course;
            unit.facing = *course;
        }
        Event::StaysAway { unit } => battle.unit_mut(*unit).status = Status::Withdrawn,
    }
}

pub(crate) fn sample_reserve(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<UnitId> {
    let own: Vec<UnitId> = waiting(battle, seat.0).collect();
    let most = most_reserves(battle, seat.0, own.len());
    let mut held: Vec<UnitId> = Vec::new();
    for id in own {
        if held.len() < most && dice.one_in(6) {
            held.push(id);
        }
    }
    held
}

/// The default place, or one nearby on the same edge if that is free.
pub(crate) fn sample_place(battle: &Battle, id: UnitId, dice: &mut Dice) -> Placement {
    let usual = default_place(battle, id);
    let unit = battle.unit(id);
    let allowed = speeds(battle, unit);
    let speed = allowed.start() + dice.index(usize::from(allowed.end() - allowed.start()) + 1) as u16;
    let shift = Length::ratio(dice.index(13) as i64 - 6, 2);
    let along = usual.course.turned(3).course();
    let moved = Placement { at: usual.at.moved(along, shift), speed, ..usual };
    let mut found = Findings::default();
    check_place(battle, moved, &mut found);
    if found.is_empty() { moved } else { Placement { speed, ..usual } }
}

pub(crate) fn sample_arrivals(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Arrival> {
    let mut arrivals: Vec<Arrival> = Vec::new();
    for id in arriving(battle, seat.0) {
        // Reserves are left to their default places: these see each other.
        if battle.unit(id).status == Status::Arriving {
            continue;
        }
        let usual = default_arrival(battle, id);
        let Arrival::Back { unit, .. } = usual else { continue };
        let ways: Vec<Hour> = ways_back(battle, battle.unit(id).at).collect();
        arrivals.push(match dice.index(8) {
            0 => Arrival::Withdraw { unit },
            _ => Arrival::Back { unit, course: *dice.pick(&ways) },
        });
    }
    arrivals
}
