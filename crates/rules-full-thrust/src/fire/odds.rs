//! What fire may do, counted over all its dice: of one weapon, and of a whole volley with
//! armour, hull and threshold checks (FT-4.5 to FT-4.7, FT-5, FT-DMG, FT-4.11).

use std::collections::BTreeMap;

use engine::Ways;
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    options::{Options, ThresholdUnit},
    ship::ShipId,
    weapons::{
        Attack,
        throw::{Harm as Thrown, Stage, Throw},
    },
};

/// Chances are whole parts of this. Chains of re-rolls have no end, so what is less likely than
/// one part is left out and the likeliest outcome makes up for it.
pub const WHOLE: u64 = 1_000_000_000_000;

/// What is counted, and told of an order, is whole parts of this: so fine that sums of many products are
/// right to a part of 10^12. Menus, which screens read, have parts of [`WHOLE`].
pub(crate) const ONE: u128 = WHOLE as u128 * 1_000_000;

/// One outcome of a roll, with its chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "RollOutcome"))]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// Out of [`WHOLE`].
    pub chance: u64,
    /// FT-DMG.1: points that begin at the outermost layer, at the next one in, and so on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fills: Vec<u16>,
    /// FT-DMG.4: points of each armour-piercing hit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ap: Vec<u8>,
    /// FT-5.4.1.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub emp: u16,
}

impl Outcome {
    /// All points, whatever stops them; EMP hits, where it does none.
    pub fn points(&self) -> u16 {
        let hits: u16 = self.ap.iter().map(|it| u16::from(*it)).sum();
        self.fills.iter().sum::<u16>() + hits + self.emp
    }
}

fn is_zero(it: &u16) -> bool {
    *it == 0
}

/// What one attack meets, and what it would take (FT-DMG.1, FT-4.11.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Defence {
    /// Boxes of each layer, the inner one first; none where fire passes them by (FT-4.10.1).
    pub armour: Vec<u16>,
    /// Hull boxes left.
    pub hull: u16,
    /// FT-4.11.4: rows complete since the last check, by what has hit already.
    pub due: u8,
    /// The rows to come but the last.
    pub checks: Vec<RowMenu>,
}

/// FT-4.11.2, FT-4.11.3: with so many boxes more a row is complete, and the check is on `needs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct RowMenu {
    pub boxes: u16,
    /// Systems are lost on this and more.
    pub needs: u8,
}

/// What a whole volley does to one ship. Chances out of [`WHOLE`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prospect {
    /// By boxes of armour crossed off, all layers together.
    pub armour: Vec<u64>,
    /// By hull boxes lost.
    pub hull: Vec<u64>,
    /// By EMP hits.
    pub emp: Vec<u64>,
    /// By rows completed, the ship not destroyed.
    pub rows: Vec<u64>,
    pub destroyed: u64,
}

/// Dice of the same kind that a shot rolls.
#[derive(Clone, Copy, Debug)]
pub struct Roll<'a> {
    pub odds: &'a [Outcome],
    pub times: u8,
}

/// The same while it is being counted.
pub(crate) struct Counted {
    pub(crate) odds: Dist,
    pub(crate) times: u8,
}

/// One outcome while it is being counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Harm {
    /// FT-DMG.3: by how many layers further in they begin; deeper than five is always the hull.
    fills: [u16; 6],
    ap: [u8; 2],
    emp: u16,
}

impl Harm {
    pub(crate) const NONE: Harm = Harm { fills: [0; 6], ap: [0; 2], emp: 0 };

    fn of(thrown: Thrown) -> Harm {
        match thrown {
            Thrown::Points { points, depth } => Harm::inner(points, usize::from(depth)),
            Thrown::Sap(points) => Harm::sap(points),
            Thrown::Ap(points) => Harm::ap(points),
            // FT-DMG.6: deeper than any layer.
            Thrown::Direct(points) => Harm::inner(u16::from(points), 5),
            Thrown::Emp(hits) => Harm { emp: u16::from(hits), ..Harm::NONE },
            Thrown::Kill | Thrown::Landed(_) | Thrown::Sent(_) | Thrown::Burst => Harm::NONE,
        }
    }

    fn inner(points: u16, depth: usize) -> Harm {
        let mut harm = Harm::NONE;
        harm.fills[depth.min(5)] = points;
        harm
    }

    fn told(outcome: &Outcome) -> Harm {
        let mut harm = Harm { emp: outcome.emp, ..Harm::NONE };
        harm.fills.iter_mut().zip(&outcome.fills).for_each(|(a, b)| *a = *b);
        harm.ap.iter_mut().zip(&outcome.ap).for_each(|(a, b)| *a = *b);
        harm
    }

    /// All points, whatever stops them.
    fn points(&self) -> u16 {
        self.fills.iter().sum::<u16>() + self.ap.iter().map(|it| u16::from(*it)).sum::<u16>()
    }

    /// FT-DMG.5: the larger half to the outer layer.
    pub(crate) fn sap(points: u8) -> Harm {
        Harm::inner(u16::from(points.div_ceil(2)), 0).and(Harm::inner(u16::from(points / 2), 1))
    }

    fn ap(points: u8) -> Harm {
        Harm { ap: [points, 0], ..Harm::NONE }
    }

    fn and(self, other: Harm) -> Harm {
        let ap = match (self.ap, other.ap) {
            (mine, [0, _]) => mine,
            ([0, _], its) => its,
            ([first, _], [second, _]) => [first, second],
        };
        let mut fills = self.fills;
        fills.iter_mut().zip(other.fills).for_each(|(a, b)| *a += b);
        Harm { fills, ap, emp: self.emp + other.emp }
    }
}

/// Chances out of [`ONE`].
#[derive(Clone, Debug)]
pub(crate) struct Dist(BTreeMap<Harm, u128>);

impl Dist {
    pub(crate) fn sure(harm: Harm) -> Dist {
        Dist(BTreeMap::from([(harm, ONE)]))
    }

    fn nothing() -> Dist {
        Dist::sure(Harm::NONE)
    }

    /// What a menu has, as it has it.
    fn told(odds: &[Outcome]) -> Dist {
        let mut all: BTreeMap<Harm, u128> = BTreeMap::new();
        for it in odds {
            *all.entry(Harm::told(it)).or_default() += u128::from(it.chance) * (ONE / u128::from(WHOLE));
        }
        Dist(all)
    }

    /// By what `of` counts in it.
    fn ways(&self, of: impl Fn(&Harm) -> u16) -> Ways {
        let mut parts: Vec<u128> = Vec::new();
        for (harm, chance) in &self.0 {
            let at = usize::from(of(harm));
            parts.resize(parts.len().max(at + 1), 0);
            parts[at] += chance;
        }
        Ways::rounded(parts)
    }

    /// Points, whatever stops them; EMP hits are none.
    pub(crate) fn points(&self) -> Ways {
        self.ways(Harm::points)
    }

    pub(crate) fn emp(&self) -> Ways {
        self.ways(|it| it.emp)
    }

    pub(crate) fn harms(&self) -> bool {
        self.0.keys().any(|it| 0 < it.points())
    }

    fn fills(&self) -> bool {
        self.0.keys().any(|it| it.fills != [0; 6])
    }

    fn pierces(&self) -> bool {
        self.0.keys().any(|it| it.ap != [0; 2])
    }

    /// Each face of a die with what comes of it.
    pub(crate) fn die(of: impl Fn(u8) -> Dist) -> Dist {
        let mut all: BTreeMap<Harm, u128> = BTreeMap::new();
        for face in 1..=6 {
            for (harm, chance) in of(face).0 {
                *all.entry(harm).or_default() += chance;
            }
        }
        all.values_mut().for_each(|chance| *chance = (*chance + 3) / 6);
        all.retain(|_, chance| 0 < *chance);
        Dist(all)
    }

    fn and(&self, other: &Dist) -> Dist {
        let mut all: BTreeMap<Harm, u128> = BTreeMap::new();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                *all.entry(a.and(*b)).or_default() += (x * y + ONE / 2) / ONE;
            }
        }
        all.retain(|_, chance| 0 < *chance);
        Dist(all)
    }

    fn times(&self, n: u8) -> Dist {
        (0..n).fold(Dist::nothing(), |all, _| all.and(self))
    }

    /// Rounded to whole parts that make up [`WHOLE`].
    pub(crate) fn outcomes(&self) -> Vec<Outcome> {
        let trimmed =
            |them: &[u16]| them[..them.iter().rposition(|it| 0 < *it).map_or(0, |at| at + 1)].to_vec();
        let outcome = |(harm, chance): (&Harm, &u128)| Outcome {
            chance: ((chance + 500_000) / 1_000_000) as u64,
            fills: trimmed(&harm.fills),
            ap: harm.ap.into_iter().filter(|it| 0 < *it).collect(),
            emp: harm.emp,
        };
        let mut all: Vec<Outcome> = self.0.iter().map(outcome).filter(|it| 0 < it.chance).collect();
        let sum: u64 = all.iter().map(|it| it.chance).sum();
        if let Some(likely) = all.iter_mut().max_by_key(|it| it.chance) {
            likely.chance = (likely.chance + WHOLE).saturating_sub(sum);
        }
        all
    }
}

/// Past this many sixes in a row a chain adds less than can be told.
const LONGEST: u8 = 20;

/// Sums of a throw's dice as they are read, with their chances.
fn sums(options: &Options, attack: &Attack, throw: &Throw) -> BTreeMap<u8, u128> {
    let mut sums = BTreeMap::from([(0_u8, ONE)]);
    for _ in 0..throw.dice {
        let mut next: BTreeMap<u8, u128> = BTreeMap::new();
        for (sum, chance) in sums {
            for face in 1..=6 {
                *next.entry(sum.saturating_add(throw.read(options, attack, face))).or_default() += chance / 6;
            }
        }
        sums = next;
    }
    sums
}

/// FT-4.6.1: past the longest chain nothing is counted any more.
fn is_past_counting(throw: &Throw) -> bool {
    throw.stage == Stage::Again && LONGEST < throw.depth
}

/// All that comes of one throw.
fn dist(options: &Options, attack: &Attack, throw: &Throw) -> Dist {
    if is_past_counting(throw) {
        return Dist::nothing();
    }
    let of = |sum: u8| {
        let led = throw.led(options, attack, sum);
        let now = Dist::sure(led.harm.iter().fold(Harm::NONE, |all, it| all.and(Harm::of(*it))));
        led.next.iter().fold(now, |all, (next, n)| all.and(&dist(options, attack, next).times(*n)))
    };
    match throw.dice {
        1 => Dist::die(|face| of(throw.read(options, attack, face))),
        _ => {
            let mut all: BTreeMap<Harm, u128> = BTreeMap::new();
            for (sum, chance) in sums(options, attack, throw) {
                for (harm, share) in of(sum).0 {
                    *all.entry(harm).or_default() += (chance * share + ONE / 2) / ONE;
                }
            }
            Dist(all)
        }
    }
}

/// What one first die of a weapon does with all that follows from it, and how many it rolls.
pub(crate) fn weapon(options: &Options, attack: &Attack) -> (Vec<Outcome>, u8) {
    let Counted { odds, times } = fine(options, attack);
    (odds.outcomes(), times)
}

/// The same, as fine as it is counted.
pub(crate) fn fine(options: &Options, attack: &Attack) -> Counted {
    match attack.throws() {
        Some((throw, times)) => Counted { odds: dist(options, attack, &throw), times },
        // FT-5.23.3: by the unit in the strip, as `strip` has it.
        None => Counted { odds: Dist::nothing(), times: 0 },
    }
}

/// Chances of 0, 1, 2, … of what `of` counts in all dice of an attack, out of [`ONE`].
pub(crate) fn counted(options: &Options, attack: &Attack, of: fn(Thrown) -> u8) -> Vec<u128> {
    let all = vec![ONE];
    let Some((throw, times)) = attack.throws() else { return all };
    let one = ways(options, attack, &throw, of);
    (0..times).fold(all, |all, _| joined(&all, &one))
}

/// Chances for a screen, out of [`WHOLE`].
pub(crate) fn parts(chances: &[u128]) -> Vec<u64> {
    let mut all: Vec<u64> = chances.iter().copied().map(part).collect();
    all.truncate(all.iter().rposition(|it| 0 < *it).map_or(0, |at| at + 1));
    all
}

fn ways(options: &Options, attack: &Attack, throw: &Throw, of: fn(Thrown) -> u8) -> Vec<u128> {
    let mut all = vec![0; 1];
    if is_past_counting(throw) {
        return vec![ONE];
    }
    for (sum, chance) in sums(options, attack, throw) {
        let led = throw.led(options, attack, sum);
        let now: usize = led.harm.iter().map(|it| usize::from(of(*it))).sum();
        let mut these = vec![0; now + 1];
        these[now] = chance;
        for (next, n) in &led.next {
            let next = ways(options, attack, next, of);
            these = (0..*n).fold(these, |all, _| joined(&all, &next));
        }
        all.resize(all.len().max(these.len()), 0);
        all.iter_mut().zip(these).for_each(|(a, b)| *a += b);
    }
    all
}

/// A chance of a chance.
fn share(one: u128, other: u128) -> u128 {
    (one * other + ONE / 2) / ONE
}

fn joined(one: &[u128], other: &[u128]) -> Vec<u128> {
    let mut all = vec![0; one.len() + other.len() - 1];
    for (i, a) in one.iter().enumerate() {
        for (j, b) in other.iter().enumerate() {
            all[i + j] += share(*a, *b);
        }
    }
    all
}

/// Average points of an attack before armour, in thousandths, taken straight from its throws: for
/// judgement, where many are weighed. Of a spinal mount at one usual unit.
pub(crate) fn usual(options: &Options, attack: &Attack) -> u32 {
    let attack = attack.usual();
    let Some((throw, times)) = attack.throws() else { return 0 };
    ((u64::from(times) * expected(options, &attack, &throw) + MICRO / 2_000) / (MICRO / 1_000)) as u32
}

/// One point in the sums of [`expected`].
const MICRO: u64 = 1_000_000;

fn expected(options: &Options, attack: &Attack, throw: &Throw) -> u64 {
    let of = |sum: u8| {
        let led = throw.led(options, attack, sum);
        let mut worth: u64 = led.harm.iter().map(|it| worth(*it)).sum();
        let mut goes_on = false;
        for (next, n) in &led.next {
            // FT-4.6.1: a chain is worth the same wherever it has come to.
            if next.stage == Stage::Again && throw.stage == Stage::Again {
                goes_on = true;
            } else {
                worth += u64::from(*n) * expected(options, attack, next);
            }
        }
        (worth, goes_on)
    };
    if throw.dice == 1 {
        let (mut sum, mut ends) = (0, 6);
        for face in 1..=6 {
            let (worth, goes_on) = of(throw.read(options, attack, face));
            sum += worth;
            ends -= u64::from(goes_on);
        }
        return sum / ends.max(1);
    }
    let each = |(sum, chance): (u8, u128)| (u128::from(of(sum).0) * chance / ONE) as u64;
    sums(options, attack, throw).into_iter().map(each).sum()
}

/// In millionths of a point.
fn worth(harm: Thrown) -> u64 {
    match harm {
        Thrown::Points { points, .. } => u64::from(points) * MICRO,
        Thrown::Sap(points) | Thrown::Ap(points) | Thrown::Direct(points) | Thrown::Emp(points) => {
            u64::from(points) * MICRO
        }
        // A party that comes aboard takes a box or two before it dies.
        Thrown::Landed(units) | Thrown::Sent(units) => u64::from(units) * MICRO * 3 / 2,
        Thrown::Kill | Thrown::Burst => 0,
    }
}

/// Average points of a roll, EMP hits counted as points, in thousandths.
pub(crate) fn mean(odds: &[Outcome], times: u8) -> u32 {
    let sum: u128 = odds.iter().map(|it| u128::from(it.chance) * u128::from(it.points())).sum();
    ((sum * u128::from(times) * 1_000 + u128::from(WHOLE) / 2) / u128::from(WHOLE)) as u32
}

/// FT-4.10.1, FT-4.11: how a ship stands against fire from another.
pub(crate) fn defence(battle: &Battle, id: ShipId, from: ShipId) -> Defence {
    let (ship, blueprint) = (battle.ship(id), battle.field.blueprint(id));
    let behind = crate::damage::passes_armour(battle, id, from);
    let lost = blueprint.rows_lost(ship.hull_lost);
    let mut checks = Vec::new();
    let mut end = 0;
    for (i, boxes) in blueprint.rows.iter().enumerate() {
        end += *boxes as u16;
        let row = i as u8 + 1;
        if lost < row && usize::from(row) < blueprint.rows.len() {
            // Die and extra rows against 7 less the row.
            let since = match battle.field.options.threshold_unit {
                ThresholdUnit::Phase => ship.rows_checked,
                ThresholdUnit::Attack => lost,
            };
            let extra = row - since - 1;
            checks.push(RowMenu {
                boxes: end - ship.hull_lost,
                needs: 7_u8.saturating_sub(row + extra).max(1),
            });
        }
    }
    Defence {
        armour: if behind { Vec::new() } else { ship.armour.iter().map(|it| it.boxes()).collect() },
        hull: battle.hull_left(id),
        due: lost - ship.rows_checked,
        checks,
    }
}

/// A ship under fire: boxes left of each layer, the inner one first, and hull boxes lost.
type State = (Vec<u16>, u16);

/// FT-DMG.1 to FT-DMG.5: what all rolls together come to, as one attack, in the order they are fired.
pub fn volley(target: &Defence, rolls: &[Roll<'_>]) -> Prospect {
    let counted = |it: &Roll<'_>| Counted { odds: Dist::told(it.odds), times: it.times };
    let found = reckon(target, &rolls.iter().map(counted).collect::<Vec<_>>());
    let parts = |them: Vec<u128>| them.into_iter().map(part).collect();
    Prospect {
        armour: parts(found.armour),
        hull: parts(found.hull),
        emp: parts(found.emp),
        rows: parts(found.rows),
        destroyed: part(found.destroyed),
    }
}

/// A [`Prospect`] out of [`ONE`].
pub(crate) struct Reckoned {
    pub(crate) armour: Vec<u128>,
    pub(crate) hull: Vec<u128>,
    pub(crate) emp: Vec<u128>,
    pub(crate) rows: Vec<u128>,
    pub(crate) destroyed: u128,
}

/// What [`volley`] tells, as fine as it is counted.
pub(crate) fn reckon(target: &Defence, rolls: &[Counted]) -> Reckoned {
    let mut emp = vec![ONE];
    for roll in rolls.iter().filter(|roll| roll.odds.0.keys().any(|it| 0 < it.emp)) {
        for _ in 0..roll.times {
            let mut next: Vec<u128> = Vec::new();
            for (had, chance) in emp.iter().enumerate() {
                for (it, other) in &roll.odds.0 {
                    let at = had + usize::from(it.emp);
                    next.resize(next.len().max(at + 1), 0);
                    next[at] += share(*chance, *other);
                }
            }
            emp = next;
        }
    }
    let full: u16 = target.armour.iter().sum();
    let (mut armour, mut hull) = (vec![0; usize::from(full) + 1], vec![0; usize::from(target.hull) + 1]);
    let mut rows = vec![0; target.checks.len() + 1];
    let mut destroyed = 0;
    for ((left, lost), chance) in strike(target, rolls) {
        armour[usize::from(full - left.iter().sum::<u16>())] += chance;
        hull[usize::from(lost)] += chance;
        if lost == target.hull {
            destroyed += chance;
        } else {
            rows[target.checks.iter().filter(|row| row.boxes <= lost).count()] += chance;
        }
    }
    Reckoned { armour, hull, emp, rows, destroyed }
}

/// One of them.
pub(crate) fn part(chance: u128) -> u64 {
    ((chance + 500_000) / 1_000_000) as u64
}

/// One attack: everything that fills armour together, then piercing hits one by one.
fn strike(target: &Defence, rolls: &[Counted]) -> BTreeMap<State, u128> {
    // No more points can count than there are boxes.
    let most = target.armour.iter().sum::<u16>() + target.hull;
    let mut fills: BTreeMap<[u16; 6], u128> = BTreeMap::from([([0; 6], ONE)]);
    for roll in rolls.iter().filter(|roll| roll.odds.fills()) {
        // Outcomes that fill alike are one.
        let mut one: BTreeMap<[u16; 6], u128> = BTreeMap::new();
        roll.odds.0.iter().for_each(|(it, chance)| *one.entry(it.fills).or_default() += chance);
        for _ in 0..roll.times {
            let mut next: BTreeMap<[u16; 6], u128> = BTreeMap::new();
            for (had, chance) in &fills {
                for (more, other) in &one {
                    let mut sum = *had;
                    sum.iter_mut().zip(more).for_each(|(a, b)| *a = (*a + b).min(most));
                    *next.entry(sum).or_default() += share(*chance, *other);
                }
            }
            next.retain(|_, chance| 0 < *chance);
            fills = next;
        }
    }
    let top = target.armour.iter().rposition(|boxes| 0 < *boxes).map_or(0, |at| at + 1);
    let mut states: BTreeMap<State, u128> = BTreeMap::new();
    for (points, chance) in &fills {
        let (mut left, mut lost) = (target.armour.clone(), 0);
        for (depth, points) in points.iter().enumerate() {
            let mut points = *points;
            for layer in left[..top.saturating_sub(depth)].iter_mut().rev() {
                let taken = points.min(*layer);
                *layer -= taken;
                points -= taken;
            }
            lost = (lost + points).min(target.hull);
        }
        *states.entry((left, lost)).or_default() += chance;
    }
    for roll in rolls.iter().filter(|roll| roll.odds.pierces()) {
        let mut one: BTreeMap<[u8; 2], u128> = BTreeMap::new();
        roll.odds.0.iter().for_each(|(it, chance)| *one.entry(it.ap).or_default() += chance);
        for _ in 0..roll.times {
            let mut next: BTreeMap<State, u128> = BTreeMap::new();
            for ((armour, lost), chance) in &states {
                for (hits, other) in &one {
                    let (mut left, mut lost) = (armour.clone(), *lost);
                    for points in hits {
                        let mut points = u16::from(*points);
                        for layer in left[..top].iter_mut().rev() {
                            if 0 < points && 0 < *layer {
                                *layer -= 1;
                                points -= 1;
                            }
                        }
                        lost = (lost + points).min(target.hull);
                    }
                    *next.entry((left, lost)).or_default() += share(*chance, *other);
                }
            }
            next.retain(|_, chance| 0 < *chance);
            states = next;
        }
    }
    states
}
