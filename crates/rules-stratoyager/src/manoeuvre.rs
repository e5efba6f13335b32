//! Chapter 2: the manoeuvre action. Plans, flights, yaw, leaving the table.

use arrayvec::ArrayVec;
use dice::Dice;
use engine::{Findings, Seat, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Hour,
    card::Stats,
    options::OffTableCheck,
    scenario::{Edge, TableSize},
    unit::{Status, Unit, UnitId},
};

/// STR-2.1: two different cards in their order, and one additional manoeuvre at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub first: Manoeuvre,
    pub second: Manoeuvre,
    /// STR-2.11.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub evasive: bool,
    /// STR-2.12: hours clockwise before the action; 0 for none, as 12 is (STR-2.18). A unit
    /// off its course that uses thrust yaws back by itself (STR-2.14).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub yaw: u8,
    /// STR-ADD.6: this player said stop.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stop: bool,
}

fn is_zero(it: &u8) -> bool {
    *it == 0
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Manoeuvre {
    pub kind: Kind,
    /// STR-2.19: whole numbers; 0 is no manoeuvre (STR-2.2).
    pub thrust: u8,
}

/// STR-CMP.2: three cards with two opposite uses each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Accelerate,
    Decelerate,
    TurnPort,
    TurnStarboard,
    SlidePort,
    SlideStarboard,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "ManoeuvreEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// STR-ADD.6: who said stop alone.
    Stopped { side: u8 },
    Flown {
        unit: UnitId,
        plan: Plan,
        via: Via,
        to: Point,
        course: Hour,
        facing: Hour,
        speed: u16,
        yawed: bool,
    },
    /// STR-ADD.4: it ended inside an obstacle.
    Crashed { unit: UnitId },
    /// STR-ADD.1: it left the table; `at` is where its path crosses the edge.
    Left { unit: UnitId, at: Point, edge: Edge, safe: bool },
    /// STR-ADD.5: put as near as possible to where another unit stands.
    Pushed { unit: UnitId, to: Point },
    /// STR-2.12.
    Yawed { unit: UnitId, facing: Hour },
    /// STR-4.3: the target is out of the arc or out of range.
    LockLost { unit: UnitId, target: UnitId },
    /// STR-ADD.1: the owner's word.
    Declared { unit: UnitId, leaving: Leaving },
}

/// Where a path bends.
pub type Via = ArrayVec<Point, 3>;

/// STR-ADD.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Leaving {
    Withdraw,
    Return,
}

impl Kind {
    pub const ALL: [Kind; 6] = [
        Kind::Accelerate,
        Kind::Decelerate,
        Kind::TurnPort,
        Kind::TurnStarboard,
        Kind::SlidePort,
        Kind::SlideStarboard,
    ];

    /// STR-CMP.2: card A, B or C.
    pub fn card(self) -> char {
        match self {
            Kind::Accelerate | Kind::Decelerate => 'A',
            Kind::TurnPort | Kind::TurnStarboard => 'B',
            Kind::SlidePort | Kind::SlideStarboard => 'C',
        }
    }

    pub(crate) fn is_plus(self) -> bool {
        matches!(self, Kind::Accelerate | Kind::TurnStarboard | Kind::SlideStarboard)
    }

    pub(crate) fn safe(self, stats: &Stats) -> u8 {
        match self {
            Kind::Accelerate => stats.safe.acceleration,
            Kind::Decelerate => stats.safe.deceleration,
            Kind::TurnPort | Kind::TurnStarboard => stats.safe.turn,
            Kind::SlidePort | Kind::SlideStarboard => stats.safe.slide,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Accelerate => "acceleration",
            Kind::Decelerate => "deceleration",
            Kind::TurnPort => "turn to port",
            Kind::TurnStarboard => "turn to starboard",
            Kind::SlidePort => "slide to port",
            Kind::SlideStarboard => "slide to starboard",
        }
    }

    /// STR-2.7, STR-2.8: -1 to port, 1 to starboard.
    fn hand(self) -> i32 {
        if self.is_plus() { 1 } else { -1 }
    }
}

/// STR-2.18: hours of a whole turn.
pub(crate) const ROUND: u8 = 12;

impl Plan {
    /// STR-2.2: inertia flight.
    pub const DRIFT: Plan = Plan::new(Kind::Accelerate, 0, Kind::TurnPort, 0);

    pub const fn new(first: Kind, one: u8, second: Kind, two: u8) -> Plan {
        Plan {
            first: Manoeuvre { kind: first, thrust: one },
            second: Manoeuvre { kind: second, thrust: two },
            evasive: false,
            yaw: 0,
            stop: false,
        }
    }

    /// STR-2.18: hours by which it yaws before the action; once round is no yaw.
    pub(crate) fn yaw_hours(self) -> u8 {
        self.yaw % ROUND
    }

    pub fn uses_thrust(self) -> bool {
        0 < self.first.thrust || 0 < self.second.thrust
    }

    /// STR-2.6: both cards are read for it, whichever comes first.
    fn braking(self) -> u8 {
        let of = |it: Manoeuvre| if it.kind == Kind::Decelerate { it.thrust } else { 0 };
        of(self.first).saturating_add(of(self.second))
    }

    /// The speed it leads to.
    pub(crate) fn speed_from(self, speed: u16) -> Option<u16> {
        let gains = |it: Manoeuvre| if it.kind == Kind::Accelerate { u16::from(it.thrust) } else { 0 };
        speed.checked_sub(u16::from(self.braking()))?.checked_add(gains(self.first) + gains(self.second))
    }

    /// STR-2.13, STR-3.1: stress dice before hindrances.
    pub(crate) fn stress(self, stats: &Stats, yawed: bool) -> u8 {
        let safe = [self.first, self.second].map(|it| it.kind.safe(stats));
        let mut thrust = [self.first.thrust, self.second.thrust];
        if yawed {
            let second = thrust[0] < thrust[1] || (thrust[0] == thrust[1] && safe[1] < safe[0]);
            thrust[usize::from(second)] += 1;
        }
        thrust[0].saturating_sub(safe[0]) + thrust[1].saturating_sub(safe[1])
    }
}

/// Where a manoeuvre action ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Flight {
    pub(crate) via: Via,
    pub(crate) to: Point,
    pub(crate) course: Hour,
    pub(crate) facing: Hour,
    pub(crate) speed: u16,
    /// The yaw of this turn is spent.
    pub(crate) yawed: bool,
}

/// STR-2.9: the full algorithm. STR-2.3: first manoeuvre, compulsory move, second.
/// STR-2.16: at speed 0 all of it works just so.
pub(crate) fn fly(unit: &Unit, plan: Plan) -> Flight {
    let klicks = |n: u16| Length::units(i32::from(n));
    let (mut at, mut course, mut speed) = (unit.at, unit.course, unit.speed);
    let mut via = Via::new();
    let Plan { first, second, .. } = plan;
    match first.kind {
        // STR-2.5: as first manoeuvre the move is already at the new speed.
        Kind::Accelerate => speed += u16::from(first.thrust),
        Kind::Decelerate => (),
        Kind::TurnPort | Kind::TurnStarboard => {
            course = course.turned(first.kind.hand() * i32::from(first.thrust));
        }
        Kind::SlidePort | Kind::SlideStarboard => {
            if 0 < first.thrust {
                at = at.moved(course.turned(3 * first.kind.hand()).course(), klicks(u16::from(first.thrust)));
                via.push(at);
            }
        }
    }
    speed -= u16::from(plan.braking()).min(speed);
    if 0 < speed {
        at = at.moved(course.course(), klicks(speed));
    }
    match second.kind {
        Kind::Accelerate => {
            // STR-2.5: as second it flies on by its thrust.
            at = at.moved(course.course(), klicks(u16::from(second.thrust)));
            speed += u16::from(second.thrust);
        }
        Kind::Decelerate => (),
        Kind::TurnPort | Kind::TurnStarboard => {
            course = course.turned(second.kind.hand() * i32::from(second.thrust));
        }
        Kind::SlidePort | Kind::SlideStarboard => {
            if 0 < second.thrust {
                if via.last().copied().unwrap_or(unit.at) != at {
                    via.push(at);
                }
                at = at
                    .moved(course.turned(3 * second.kind.hand()).course(), klicks(u16::from(second.thrust)));
            }
        }
    }
    let (facing, yawed) = match (unit.is_aligned(), plan.uses_thrust()) {
        (true, _) if plan.yaw_hours() == 0 => (course, false),
        // STR-2.14: the yaw back to the course is the turn's only one.
        (false, true) => (course, true),
        (false, false) if plan.yaw_hours() == 0 => (unit.facing, false),
        _ => (unit.facing.turned(i32::from(plan.yaw)), true),
    };
    Flight { via, to: at, course, facing, speed, yawed }
}

/// STR-SCN.B: a speed it may never exceed; otherwise there is no top speed (STR-CMP.3).
pub(crate) fn top_speed(battle: &Battle, unit: &Unit) -> Option<u16> {
    battle.berth(unit).and_then(|it| it.max_speed)
}

pub(crate) fn check(battle: &Battle, seat: Seat, plan: Plan, found: &mut Findings) {
    let Some(id) = battle.acting(seat) else {
        found.add("STR-1.3", "no unit of yours acts in this segment");
        return;
    };
    let unit = battle.unit(id);
    let stats = battle.stats(unit);
    found.require(plan.first.kind.card() != plan.second.kind.card(), "STR-2.1", || {
        format!("two uses of card {}; the cards must be different", plan.first.kind.card())
    });
    for Manoeuvre { kind, thrust } in [plan.first, plan.second] {
        let most = 2 * kind.safe(stats);
        found.require(thrust <= most, "STR-2.4", || {
            format!("{} {thrust} exceeds {most}, twice the safe value", kind.name())
        });
    }
    let speed = plan.speed_from(unit.speed);
    found.require(speed.is_some(), "STR-2.6", || {
        format!("speed {} cannot fall by {}", unit.speed, plan.braking())
    });
    if let (Some(speed), Some(most)) = (speed, top_speed(battle, unit)) {
        found.require(speed <= most.max(unit.speed), "STR-SCN.B", || {
            format!("speed {speed} exceeds its limit of {most}")
        });
    }
    check_additional(unit, plan, found);
    found.require(!plan.stop || battle.field.options.arcade, "STR-ADD.6", || {
        "nobody says stop outside arcade mode".to_owned()
    });
}

/// STR-2.10 to STR-2.18: evasive or yaw, and what a misaligned unit can do.
fn check_additional(unit: &Unit, plan: Plan, found: &mut Findings) {
    found.require(plan.yaw <= ROUND, "STR-2.18", || format!("a yaw is 0 to 12 hours, not {}", plan.yaw));
    let yaw = plan.yaw_hours();
    let aligning = unit.facing.until(unit.course);
    let realigns = !unit.is_aligned() && plan.uses_thrust();
    found.require(!(plan.evasive && 0 < yaw), "STR-2.10", || {
        "evasive flight and yaw exclude each other".to_owned()
    });
    if realigns {
        found.require(!plan.evasive, "STR-2.14", || {
            "it must yaw back to its course to use thrust, so it cannot fly evasively".to_owned()
        });
        found.require(yaw == 0 || yaw == aligning, "STR-2.14", || {
            format!("to use thrust it must yaw back to its course, by {aligning} hours")
        });
    } else if 0 < yaw {
        found.require(!plan.uses_thrust(), "STR-2.14", || {
            "a unit that yaws off its course before its action can only drift".to_owned()
        });
    }
}

/// STR-1.4: both units fly at once, then ends are judged (STR-3.4) and units put down.
pub(crate) fn resolve(table: &mut Table<Battle>, plans: [Option<Plan>; 2]) {
    if let [Some(one), Some(two)] = plans
        && one.stop != two.stop
    {
        emit(table, Event::Stopped { side: u8::from(two.stop) });
    }
    let first = table.state().first;
    let mut paths: [Option<(UnitId, Path)>; 2] = [None, None];
    for side in [first, 1 - first].map(usize::from) {
        if let (Some(unit), Some(plan)) = (table.state().active[side], plans[side]) {
            let flight = fly(table.state().unit(unit), plan);
            paths[side] = Some((unit, flight.path(table.state().unit(unit).at)));
            let Flight { via, to, course, facing, speed, yawed } = flight;
            emit(table, Event::Flown { unit, plan, via, to, course, facing, speed, yawed });
        }
    }
    // STR-ADD.5: within a segment the side that deployed first is placed first.
    let mut lifted = paths[usize::from(1 - first)].as_ref().map(|(unit, _)| *unit);
    for side in [first, 1 - first] {
        if let Some((unit, path)) = &paths[usize::from(side)] {
            put_down(table, *unit, path, lifted);
        }
        lifted = None;
    }
}

/// From the start through its bends to the end.
pub(crate) type Path = ArrayVec<Point, 5>;

impl Flight {
    pub(crate) fn path(&self, from: Point) -> Path {
        [from].into_iter().chain(self.via.iter().copied()).chain([self.to]).collect()
    }
}

/// STR-3.4, STR-ADD.7: obstacle and table first, then the push.
fn put_down(table: &mut Table<Battle>, id: UnitId, path: &[Point], lifted: Option<UnitId>) {
    let battle = table.state();
    let unit = battle.unit(id);
    if battle.in_obstacle(unit.at) {
        return emit(table, Event::Crashed { unit: id });
    }
    let out = crossing(path, battle.field.table, battle.field.options.off_table_check);
    if let Some((at, edge)) = out {
        let safe =
            battle.is_convoy(unit) && battle.field.scenario.convoy.as_ref().is_some_and(|it| it.exit == edge);
        return emit(table, Event::Left { unit: id, at, edge, safe });
    }
    if let Some(to) = pushed(battle, id, lifted) {
        emit(table, Event::Pushed { unit: id, to });
    }
}

/// The point and edge where `path` leaves the table for good, or by the option at all.
pub(crate) fn crossing(path: &[Point], table: TableSize, check: OffTableCheck) -> Option<(Point, Edge)> {
    let outside = |at: &Point| !table.holds(*at);
    let out = match check {
        OffTableCheck::End => path.last().filter(|it| outside(it)).map(|_| {
            // The leg that leads out for the last time.
            path.iter().rposition(|it| !outside(it)).map_or(0, |inside| inside + 1)
        }),
        OffTableCheck::Path => path.iter().position(outside),
    }?;
    let to = path[out];
    let from = if out == 0 { to } else { path[out - 1] };
    Some(cut(from, to, table))
}

/// Where the leg from a point on the table to one outside meets the edge.
fn cut(from: Point, to: Point, table: TableSize) -> (Point, Edge) {
    let TableSize { width, height } = table;
    let beyond = [
        (Edge::South, -to.y, from.y),
        (Edge::North, to.y - height, height - from.y),
        (Edge::West, -to.x, from.x),
        (Edge::East, to.x - width, width - from.x),
    ];
    // The edge met first: the least part of the leg still on the table.
    let mut met: Option<(i128, i128, Edge)> = None;
    for (edge, over, inside) in beyond {
        if over <= Length::ZERO {
            continue;
        }
        let inside = i128::from(inside.0.max(0));
        let whole = (inside + i128::from(over.0)).max(1);
        if met.is_none_or(|(part, of, _)| inside * of < part * whole) {
            met = Some((inside, whole, edge));
        }
    }
    let (part, whole, edge) = met.unwrap_or((1, 1, Edge::South));
    let share = |from: Length, to: Length| Length(from.0 + (i128::from(to.0 - from.0) * part / whole) as i64);
    let at = Point {
        x: share(from.x, to.x).clamp(Length::ZERO, width),
        y: share(from.y, to.y).clamp(Length::ZERO, height),
    };
    (at, edge)
}

/// STR-ADD.5, STR-ADD.7: where a unit is put that ends too near to another.
pub(crate) fn pushed(battle: &Battle, id: UnitId, lifted: Option<UnitId>) -> Option<Point> {
    let gap = battle.field.options.min_separation;
    let unit = battle.unit(id);
    let others = || {
        let ids = battle.unit_ids().filter(move |&it| it != id && Some(it) != lifted);
        ids.map(|it| battle.unit(it)).filter(|it| it.status.on_table())
    };
    // A hair nearer is on the limit: lengths are rounded.
    let near = gap - Length(10);
    let clashes = |at: Point| others().find(|it| (it.at - at).square() < square(near));
    if gap <= Length(10) {
        return None;
    }
    let other = clashes(unit.at)?;
    let free = |at: Point| battle.field.table.holds(at) && !battle.in_obstacle(at) && clashes(at).is_none();
    let away = unit.at - other.at;
    let distance = away.length();
    let straight = if distance == Length::ZERO {
        other.at.moved(unit.course.turned(6).course(), gap)
    } else {
        let scaled =
            |it: Length| Length((i128::from(it.0) * i128::from(gap.0) / i128::from(distance.0)) as i64);
        Point { x: other.at.x + scaled(away.east), y: other.at.y + scaled(away.north) }
    };
    if free(straight) {
        return Some(straight);
    }
    // The nearest free point of rings that grow by an eighth of a Klick.
    (1..400).find_map(|ring| {
        let radius = Length::ratio(ring, 8);
        (0..24).map(|step| unit.at.moved(geometry::Course::NORTH.turned(step), radius)).find(|&at| free(at))
    })
}

fn square(length: Length) -> i128 {
    i128::from(length.0) * i128::from(length.0)
}

/// STR-2.12: the yaw after the action is still to be had.
pub(crate) fn may_yaw(battle: &Battle, id: UnitId) -> bool {
    let unit = battle.unit(id);
    unit.is_active() && unit.flown.is_some() && !unit.yawed && !unit.evasive
}

pub(crate) fn resolve_yaws(table: &mut Table<Battle>, yaws: [u8; 2]) {
    for (side, hours) in yaws.into_iter().enumerate() {
        if let (Some(unit), 1..12) = (table.state().active[side], hours) {
            let facing = table.state().unit(unit).facing.turned(i32::from(hours));
            emit(table, Event::Yawed { unit, facing });
        }
    }
}

/// STR-4.3: locks are looked at after every completed manoeuvre action of either unit.
pub(crate) fn check_locks(table: &mut Table<Battle>, moved: impl Fn(UnitId) -> bool) {
    for id in table.state().unit_ids() {
        let battle = table.state();
        let Some(lock) = battle.unit(id).lock else { continue };
        if (moved(id) || moved(lock.target)) && !crate::gunnery::holds_lock(battle, id, lock) {
            emit(table, Event::LockLost { unit: id, target: lock.target });
        }
    }
}

pub(crate) fn emit(table: &mut Table<Battle>, event: Event) {
    table.emit(crate::Event::Manoeuvre(event));
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Stopped { side } => battle.stopped = Some(*side),
        Event::Flown { unit, plan, to, course, facing, speed, yawed, .. } => {
            let unit = battle.unit_mut(*unit);
            unit.at = *to;
            unit.course = *course;
            unit.facing = *facing;
            unit.speed = *speed;
            unit.yawed = *yawed;
            unit.flown = Some(*plan);
            if plan.evasive {
                unit.evasive = true;
                unit.greyouts += 1;
            }
        }
        Event::Crashed { unit } => battle.remove(*unit, Status::Destroyed),
        Event::Left { unit, at, safe, .. } => {
            let status = if *safe { Status::Safe } else { Status::Away { since: battle.turn } };
            battle.remove(*unit, status);
            battle.unit_mut(*unit).at = *at;
        }
        Event::Pushed { unit, to } => battle.unit_mut(*unit).at = *to,
        Event::Yawed { unit, facing } => {
            let unit = battle.unit_mut(*unit);
            unit.facing = *facing;
            unit.yawed = true;
        }
        Event::LockLost { unit, .. } => battle.unit_mut(*unit).lock = None,
        Event::Declared { unit, leaving: Leaving::Withdraw } => {
            battle.unit_mut(*unit).status = Status::Withdrawn;
        }
        Event::Declared { leaving: Leaving::Return, .. } => (),
    }
}

impl Battle {
    /// STR-ADD.2, STR-4.8: a unit that goes loses its own lock and its fire at
    /// will; locks on one that is no longer on the table are lost.
    pub(crate) fn remove(&mut self, id: UnitId, status: Status) {
        let unit = self.unit_mut(id);
        unit.status = status;
        unit.lock = None;
        unit.at_will = None;
        if !status.on_table() {
            for other in &mut self.units {
                if other.lock.is_some_and(|it| it.target == id) {
                    other.lock = None;
                }
            }
        }
    }
}

/// Every plan that differs in effect, within the limits: zero thrusts are
/// written once, and of A with C only one order.
pub(crate) fn choices(battle: &Battle, id: UnitId, over: u8) -> Vec<Plan> {
    let unit = battle.unit(id);
    let stats = battle.stats(unit);
    let uses = |kind: Kind| {
        let safe = kind.safe(stats);
        let most = safe.saturating_add(over).min(2 * safe);
        let most = if kind == Kind::Decelerate { u16::from(most).min(unit.speed) as u8 } else { most };
        (1..=most).map(move |thrust| Manoeuvre { kind, thrust })
    };
    let card = |plus: Kind, minus: Kind| -> Vec<Manoeuvre> { uses(minus).chain(uses(plus)).collect() };
    let speeds = card(Kind::Accelerate, Kind::Decelerate);
    let turns = card(Kind::TurnStarboard, Kind::TurnPort);
    let slides = card(Kind::SlideStarboard, Kind::SlidePort);
    let pair = |first: Manoeuvre, second: Manoeuvre| Plan { first, second, ..Plan::DRIFT };
    let none = |kind: Kind| Manoeuvre { kind, thrust: 0 };
    let mut all = vec![Plan::DRIFT];
    all.extend(speeds.iter().map(|&a| pair(a, none(Kind::TurnPort))));
    for &b in &turns {
        // A turn alone comes before or after the move.
        all.push(pair(b, none(Kind::Accelerate)));
        all.push(pair(none(Kind::Accelerate), b));
        for &a in &speeds {
            all.push(pair(b, a));
            all.push(pair(a, b));
        }
        for &c in &slides {
            all.push(pair(b, c));
            all.push(pair(c, b));
        }
    }
    for &c in &slides {
        all.push(pair(none(Kind::Accelerate), c));
        all.extend(speeds.iter().map(|&a| pair(a, c)));
    }
    if let Some(most) = top_speed(battle, unit) {
        all.retain(|it| it.speed_from(unit.speed).is_some_and(|speed| speed <= most.max(unit.speed)));
    }
    all
}

/// A random plan for the unit that acts: any cards, any thrusts.
pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Plan {
    let Some(id) = battle.acting(seat) else { return Plan::DRIFT };
    let unit = battle.unit(id);
    let stats = battle.stats(unit);
    // Six ways to lay two of three cards.
    let (one, two) = *dice.pick(&[(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]);
    let mut use_of = |card: usize| {
        let kind = Kind::ALL[2 * card + dice.index(2)];
        let mut most = u16::from(2 * kind.safe(stats));
        if kind == Kind::Decelerate {
            most = most.min(unit.speed);
        }
        if let (Kind::Accelerate, Some(top)) = (kind, top_speed(battle, unit)) {
            most = most.min(top.saturating_sub(unit.speed));
        }
        Manoeuvre { kind, thrust: dice.index(usize::from(most) + 1) as u8 }
    };
    let (first, second) = (use_of(one), use_of(two));
    let mut plan = Plan { first, second, ..Plan::DRIFT };
    if !unit.is_aligned() && dice.one_in(2) {
        plan.first.thrust = 0;
        plan.second.thrust = 0;
    }
    let drifts = !plan.uses_thrust();
    match dice.index(6) {
        0 => plan.evasive = unit.is_aligned() || drifts,
        1 if drifts => plan.yaw = dice.index(12) as u8,
        _ => (),
    }
    plan.stop = battle.field.options.arcade && dice.one_in(2);
    plan
}
