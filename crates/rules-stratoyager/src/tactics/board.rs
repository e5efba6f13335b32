//! The table as a pilot sees it: thousandths of a Klick, and worth in
//! hundredths of a point. Taste, not rules: nothing here decides what happens.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use engine::{Game, Outcome, Pending, Seat};
use geometry::{Length, Point};

use crate::{
    Battle, Hour,
    card::{Guidance, Stats},
    gunnery,
    manoeuvre::{Kind, Manoeuvre, Plan},
    unit::{Status, Unit, UnitId},
};

/// A place in thousandths of a Klick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

/// Unit vectors of the twelve hours, in thousandths.
const UNITS: [(i32, i32); 12] = [
    (0, 1000),
    (500, 866),
    (866, 500),
    (1000, 0),
    (866, -500),
    (500, -866),
    (0, -1000),
    (-500, -866),
    (-866, -500),
    (-1000, 0),
    (-866, 500),
    (-500, 866),
];

impl Spot {
    pub(crate) fn of(at: Point) -> Spot {
        let short = |it: Length| (it.0 / 1_000_000) as i32;
        Spot { x: short(at.x), y: short(at.y) }
    }

    fn moved(self, hour: Hour, klicks: i32) -> Spot {
        let (x, y) = UNITS[usize::from(hour.get())];
        Spot { x: self.x + x * klicks, y: self.y + y * klicks }
    }

    /// The square of the distance: roots are dear.
    pub(crate) fn square(self, other: Spot) -> i64 {
        let (x, y) = (i64::from(self.x - other.x), i64::from(self.y - other.y));
        x * x + y * y
    }

    pub(crate) fn distance(self, other: Spot) -> i32 {
        self.square(other).isqrt() as i32
    }
}

/// Where a craft is and how it moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    pub(crate) at: Spot,
    pub(crate) course: Hour,
    pub(crate) facing: Hour,
    pub(crate) speed: i32,
}

impl Pose {
    /// Whether `spot` is in the arc of 60 degrees about `hour`.
    pub(crate) fn bears(self, hour: Hour, spot: Spot) -> bool {
        let (fx, fy) = UNITS[usize::from(hour.get())];
        let (x, y) = (i64::from(spot.x - self.at.x), i64::from(spot.y - self.at.y));
        let (fx, fy) = (i64::from(fx), i64::from(fy));
        let (ahead, right) = (x * fx + y * fy, x * fy - y * fx);
        right.abs() * 1000 < ahead * 577
    }

    /// STR-2.9, in whole thousandths.
    pub(crate) fn flown(self, plan: Plan) -> Pose {
        let mut it = self;
        let hand = |kind: Kind| if kind.is_plus() { 1 } else { -1 };
        let Plan { first, second, .. } = plan;
        let thrust = |it: Manoeuvre| i32::from(it.thrust);
        match first.kind {
            Kind::Accelerate => it.speed += thrust(first),
            Kind::Decelerate => it.speed -= thrust(first),
            Kind::TurnPort | Kind::TurnStarboard => {
                it.course = it.course.turned(hand(first.kind) * thrust(first));
            }
            Kind::SlidePort | Kind::SlideStarboard => {
                it.at = it.at.moved(it.course.turned(3 * hand(first.kind)), thrust(first));
            }
        }
        if second.kind == Kind::Decelerate {
            it.speed -= thrust(second);
        }
        it.at = it.at.moved(it.course, it.speed);
        match second.kind {
            Kind::Accelerate => {
                it.at = it.at.moved(it.course, thrust(second));
                it.speed += thrust(second);
            }
            Kind::Decelerate => (),
            Kind::TurnPort | Kind::TurnStarboard => {
                it.course = it.course.turned(hand(second.kind) * thrust(second));
            }
            Kind::SlidePort | Kind::SlideStarboard => {
                it.at = it.at.moved(it.course.turned(3 * hand(second.kind)), thrust(second));
            }
        }
        if self.facing == self.course || plan.uses_thrust() {
            it.facing = it.course;
        }
        it
    }
}

/// One unit with what it may do to others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Craft {
    pub(crate) id: UnitId,
    pub(crate) side: u8,
    pub(crate) pose: Pose,
    pub(crate) stats: Stats,
    /// STR-6.3: structure and shields left.
    pub(crate) health: i32,
    /// Hundredths of a point for each of them: only a unit lost is worth points.
    pub(crate) price: i32,
    pub(crate) evasive: bool,
    pub(crate) greyouts: i32,
    /// It still has its activation of this turn.
    pub(crate) to_act: bool,
    /// It acts in this very segment, at once with the other.
    pub(crate) acting: bool,
    pub(crate) aligned: bool,
    /// Dice of an unguided missile left.
    dumb: u8,
    /// Dice of a pod left.
    pod: u8,
}

#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) crafts: ArrayVec<Craft, 40>,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

/// Where one enemy may be when it matters, each as likely as the next.
pub(crate) type Futures = ArrayVec<Pose, 3>;

impl Board {
    pub(crate) fn new(battle: &Battle) -> Board {
        let crafts =
            battle.unit_ids().filter(|&it| battle.unit(it).is_active()).map(|it| craft(battle, it)).collect();
        let table = battle.field.table;
        let size = Spot::of(Point { x: table.width, y: table.height });
        Board { crafts, width: size.x, height: size.y }
    }

    pub(crate) fn craft(&self, id: UnitId) -> Option<&Craft> {
        self.crafts.iter().find(|it| it.id == id)
    }

    pub(crate) fn enemies(&self, side: u8) -> impl Iterator<Item = &Craft> {
        self.crafts.iter().filter(move |it| it.side != side)
    }

    pub(crate) fn holds(&self, at: Spot) -> bool {
        0 <= at.x && at.x <= self.width && 0 <= at.y && at.y <= self.height
    }
}

fn craft(battle: &Battle, id: UnitId) -> Craft {
    let unit = battle.unit(id);
    let stats = *battle.stats(unit);
    let health = i32::from(unit.structure) + i32::from(unit.shields);
    let most = |wanted: Guidance| {
        let dice = |entry| battle.loadout(unit, entry).map_or(0, |it| it.dice);
        gunnery::entries(battle, unit, |it| it == wanted).map(dice).max().unwrap_or(0)
    };
    let acting = battle.active.contains(&Some(id));
    let points = worth(battle, unit);
    Craft {
        id,
        side: unit.side,
        pose: Pose {
            at: Spot::of(unit.at),
            course: unit.course,
            facing: unit.facing,
            speed: i32::from(unit.speed),
        },
        stats,
        health,
        price: points * 100 / health.max(1),
        evasive: unit.evasive,
        greyouts: i32::from(unit.greyouts),
        to_act: battle.segment < unit.initiative || (acting && unit.flown.is_none()) || battle.segment == 0,
        acting: acting && unit.flown.is_none(),
        aligned: unit.is_aligned(),
        dumb: most(Guidance::Dumb),
        pod: most(Guidance::Fragshell),
    }
}

/// What its loss gives the enemy; a freighter's escape counts, too.
fn worth(battle: &Battle, unit: &Unit) -> i32 {
    let points = i32::from(battle.stats(unit).points);
    let convoy = battle.field.scenario.convoy.as_ref().filter(|_| battle.is_convoy(unit));
    points + convoy.map_or(0, |it| i32::from(it.score))
}

/// Chances of a hit in thousandths: by dice of the range, threshold, Linked.
const fn odds(threshold: i32, dice: u32, highest: bool, linked: bool) -> i32 {
    if 6 < threshold {
        return 0;
    }
    let good = if threshold < 1 { 6 } else { 7 - threshold };
    let bad = 6 - good;
    let all = 6_i32.pow(dice);
    let plain = if highest { all - bad.pow(dice) } else { good.pow(dice) };
    if !linked {
        return plain * 1000 / all;
    }
    let again = if highest { bad.pow(dice) } else { dice as i32 * bad * good.pow(dice - 1) };
    (6 * plain + again * good) * 1000 / (6 * all)
}

/// By linked, range from point-blank, and threshold from 1.
const ODDS: [[[i32; 6]; 5]; 2] = {
    let mut table = [[[0; 6]; 5]; 2];
    let mut linked = 0;
    while linked < 2 {
        let mut band = 0;
        while band < 5 {
            let (dice, highest) = [(3, true), (2, true), (1, true), (2, false), (3, false)][band];
            let mut threshold = 0;
            while threshold < 6 {
                table[linked][band][threshold] = odds(threshold as i32 + 1, dice, highest, linked == 1);
                threshold += 1;
            }
            band += 1;
        }
        linked += 1;
    }
    table
};

fn hit(threshold: i32, band: usize, linked: bool) -> i32 {
    if 6 < threshold || 4 < band {
        0
    } else {
        ODDS[usize::from(linked)][band][(threshold.max(1) - 1) as usize]
    }
}

/// The square of a Klick.
const KLICK: i64 = 1_000_000;
/// The square of the distance beyond which nothing hits.
const REACH: i64 = 576 * KLICK;

/// 0 for point-blank; 5 and more cannot hit.
#[inline]
fn band(square: i64) -> usize {
    match square {
        it if it <= KLICK => 0,
        it if it <= 36 * KLICK => 1,
        it if it <= 144 * KLICK => 2,
        it if it <= 324 * KLICK => 3,
        it if it <= REACH => 4,
        _ => 5,
    }
}

/// How a shooter and a target stand to each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lay {
    /// The square of the distance.
    pub(crate) square: i64,
    /// Both speeds, greyouts and evasion, without the targeting computer.
    pub(crate) motion: i32,
}

/// What a shot is worth, in hundredths of a point: chance of a hit, dice that
/// get through, and the price of what they take.
fn worth_of_hit(chance: i32, dice: i32, target: &Craft, armour: i32) -> i32 {
    let through = dice * (7 - armour.clamp(1, 7)) * 1000 / 6;
    // More than all of it is worth no more.
    let through = through.min(target.health * 1000);
    (i64::from(chance) * i64::from(through) / 1000 * i64::from(target.price) / 1000) as i32
}

/// The best of gun, unguided missile and pod, the target being in the arc or, for a turret, anywhere.
pub(crate) fn attack(by: &Craft, target: &Craft, lay: Lay, in_arc: bool) -> i32 {
    let near = band(lay.square);
    if 5 <= near {
        return 0;
    }
    attack_at(by, target, near, lay.motion - by.stats.targeting, in_arc)
}

/// The same by the band and the threshold, on which alone it hangs.
fn attack_at(by: &Craft, target: &Craft, near: usize, threshold: i32, in_arc: bool) -> i32 {
    let stats = &by.stats;
    let armour = i32::from(target.stats.armour);
    let mut best = 0;
    if 0 < stats.gun && (in_arc || stats.turret) {
        let dice = if in_arc { stats.gun } else { (stats.gun - 1).max(1) };
        let pulse = i32::from(stats.pulse && near <= 1);
        best = worth_of_hit(hit(threshold - pulse, near, stats.linked), i32::from(dice), target, armour);
    }
    if in_arc && 0 < by.dumb {
        // A missile is spent, so it must be the better choice by some way.
        let worth = worth_of_hit(hit(threshold, near + 1, false), i32::from(by.dumb), target, armour);
        best = best.max(worth * 9 / 10);
    }
    if in_arc && 0 < by.pod && near <= 1 {
        let (bonus, dice) = if near == 0 { (2, by.pod) } else { (1, by.pod.div_ceil(2)) };
        let worth = worth_of_hit(hit(threshold - bonus, near + 1, false), i32::from(dice), target, armour);
        best = best.max(worth * 9 / 10);
    }
    best
}

/// What one craft's shots at another are worth: each kind is worked out once, for hundreds of plans ask.
#[derive(Debug)]
pub(crate) struct Shots<'a> {
    by: &'a Craft,
    target: &'a Craft,
    /// By whether the target is in the arc, band, and threshold.
    known: [[[OnceCell<i32>; THRESHOLDS]; 5]; 2],
}

/// Thresholds from 1: at 9 and more not even a pod at point-blank hits.
const THRESHOLDS: usize = 9;

impl<'a> Shots<'a> {
    pub(crate) fn new(by: &'a Craft, target: &'a Craft) -> Shots<'a> {
        Shots { by, target, known: [const { [const { [const { OnceCell::new() }; THRESHOLDS] }; 5] }; 2] }
    }

    /// As [`attack`].
    #[inline]
    pub(crate) fn worth(&self, lay: Lay, in_arc: bool) -> i32 {
        if REACH < lay.square {
            return 0;
        }
        let near = band(lay.square);
        let threshold = (lay.motion - self.by.stats.targeting).clamp(1, THRESHOLDS as i32);
        let known = &self.known[usize::from(in_arc)][near][threshold as usize - 1];
        *known.get_or_init(|| attack_at(self.by, self.target, near, threshold, in_arc))
    }
}

/// What an enemy may do before it matters: fly on, brake, turn towards us.
/// Those who have acted stay where they are.
pub(crate) fn futures(craft: &Craft, towards: Spot) -> Futures {
    let mut all = Futures::new();
    let pose = craft.pose;
    if !craft.to_act {
        all.push(pose);
        return all;
    }
    let safe = craft.stats.safe;
    let brake = i32::from(safe.deceleration).min(pose.speed) as u8;
    let turn = safe.turn;
    let side = if pose.bears_right(towards) { Kind::TurnStarboard } else { Kind::TurnPort };
    let half = turn.div_ceil(2);
    all.push(pose.flown(Plan::DRIFT));
    all.push(pose.flown(Plan::new(Kind::Decelerate, brake, side, half)));
    all.push(pose.flown(Plan::new(side, turn, Kind::Decelerate, brake / 2)));
    all
}

impl Pose {
    /// Whether a spot lies to starboard of the course.
    fn bears_right(self, spot: Spot) -> bool {
        let (fx, fy) = UNITS[usize::from(self.course.get())];
        let (x, y) = (i64::from(spot.x - self.at.x), i64::from(spot.y - self.at.y));
        0 < x * i64::from(fy) - y * i64::from(fx)
    }
}

/// About 10,000 for a battle won. Counts what the rest of the turn may bring.
pub(crate) fn evaluate(battle: &Battle, seat: Seat) -> i32 {
    if let Pending::Over(outcome) = battle.pending() {
        return match outcome {
            Outcome::Draw => 0,
            Outcome::Won(seats) if seats.contains(seat) => 10_000,
            Outcome::Won(_) => -10_000,
        };
    }
    let mut total = 0;
    for unit in &battle.units {
        let stats = battle.stats(unit);
        let points = worth(battle, unit) * 100;
        let value = match unit.status {
            Status::Safe => points + points / 2,
            Status::Away { .. } => points / 2,
            it if it.is_capable() => {
                let whole = i32::from(stats.structure) * 2 + i32::from(stats.shields);
                let left = i32::from(unit.structure) * 2 + i32::from(unit.shields);
                let missiles: i32 = unit.missiles.iter().map(|&it| i32::from(it)).sum();
                points / 2
                    + points / 2 * left / whole.max(1)
                    + 100 * missiles
                    + 200 * i32::from(unit.lock.is_some())
            }
            Status::Waiting
            | Status::Reserve
            | Status::Arriving
            | Status::Active
            | Status::Empty { .. }
            | Status::Withdrawn
            | Status::Wrecked
            | Status::Destroyed
            | Status::Removed => 0,
        };
        total += if unit.side == seat.0 { value } else { -value };
    }
    for it in &battle.incoming {
        let target = battle.unit(it.target);
        let health = i32::from(target.structure) + i32::from(target.shields);
        let armour = i32::from(battle.stats(target).armour);
        let through = (i32::from(it.dice) * (7 - armour.clamp(1, 7)) * 100 / 6).min(health * 100);
        let stopped = if target.countermeasures { 2 } else { 1 };
        let value = worth(battle, target) * through / health.max(1) / stopped;
        total += if target.side == seat.0 { -value } else { value };
    }
    let board = Board::new(battle);
    for one in &board.crafts {
        let own = one.side == seat.0;
        // STR-SCN.B: a freighter is there to get away, not to fight.
        if battle.is_convoy(battle.unit(one.id)) {
            let way = super::pilot::convoy_way(battle, &board, one, one.pose);
            total += if own { way } else { -way };
            continue;
        }
        // The best shot each may hope for, from where things stand.
        let best = board.enemies(one.side).map(|two| prospect(one, two)).max().unwrap_or(0);
        let share = match (own, one.to_act) {
            (true, false) => 35,
            (true, true) => 50,
            (false, false) => 25,
            (false, true) => 35,
        };
        let points = one.price * one.health;
        let nearest = board.enemies(one.side).map(|two| one.pose.at.square(two.pose.at)).min();
        let far = nearest.map_or(0, |it| (it.isqrt() as i32 - 4_000).max(0) / 1_000 * points / 250);
        let fast = (one.pose.speed - 4).max(0) * points / 60;
        let edge = leaving(&board, one.pose, &one.stats) * points / 12;
        // Who only shuns the fight wins nothing by it; the enemy's shyness is no gain of ours.
        let shy = if own { far + fast } else { 0 };
        let value = best * share / 100 - shy - edge;
        total += if own { value } else { -value };
    }
    (total / 8).clamp(-9_000, 9_000)
}

fn prospect(one: &Craft, two: &Craft) -> i32 {
    let lay = Lay {
        square: one.pose.at.square(two.pose.at),
        motion: one.pose.speed + two.pose.speed + 2 * one.greyouts + if two.evasive { 2 } else { 0 },
    };
    let in_arc = one.pose.bears(one.pose.facing, two.pose.at);
    let value = attack(one, two, lay, true);
    if in_arc { value } else { value / 2 }
}

/// 0 on the way to stay on the table; 1 if flying on leads off it; 3 if nothing safe prevents it.
pub(crate) fn leaving(board: &Board, pose: Pose, stats: &Stats) -> i32 {
    if board.holds(pose.at.moved(pose.course, pose.speed)) {
        return 0;
    }
    let slow = (pose.speed - i32::from(stats.safe.deceleration)).max(0);
    let turn = i32::from(stats.safe.turn);
    let out = [0, turn, -turn]
        .into_iter()
        .filter(|&it| {
            let speed = if it == 0 { slow } else { slow.max(pose.speed.min(slow + 1)) };
            !board.holds(pose.at.moved(pose.course.turned(it), speed))
        })
        .count();
    if out == 3 { 3 } else { 1 }
}
