//! What fire may do, counted over all its dice: of one weapon, and of a whole volley with
//! armour, hull and threshold checks (FT-4.5 to FT-4.7, FT-5, FT-DMG, FT-4.11).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    fire::{
        self,
        gunnery::{Attack, Hit, Profile, Response, Shell, beam_hits},
        layers, modified,
    },
    options::{Options, RerollDepth, ThresholdUnit},
    ship::ShipId,
};

/// Chances are whole parts of this. Chains of re-rolls have no end, so what is less likely than
/// one part is left out and the likeliest outcome makes up for it.
pub const WHOLE: u64 = 1_000_000_000_000;

/// Inner scale, so that sums of many products still round to the right part.
const ONE: u128 = WHOLE as u128 * 1_000_000;

/// One outcome of a roll, with its chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// Dice of the same kind that a shot rolls, and whether it is an attack of its own.
#[derive(Clone, Copy, Debug)]
pub struct Roll<'a> {
    pub odds: &'a [Outcome],
    pub times: u8,
    /// FT-5.23.3: it finds what the others have left.
    pub apart: bool,
}

/// One outcome while it is being counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Harm {
    /// FT-DMG.3: by how many layers further in they begin; deeper than five is always the hull.
    fills: [u16; 6],
    ap: [u8; 2],
    emp: u16,
}

impl Harm {
    const NONE: Harm = Harm { fills: [0; 6], ap: [0; 2], emp: 0 };

    fn outer(points: u8) -> Harm {
        Harm::inner(points, 0)
    }

    fn inner(points: u8, depth: usize) -> Harm {
        let mut harm = Harm::NONE;
        harm.fills[depth.min(5)] = u16::from(points);
        harm
    }

    /// FT-DMG.5: the larger half to the outer layer.
    fn sap(points: u8) -> Harm {
        Harm::inner(points.div_ceil(2), 0).and(Harm::inner(points / 2, 1))
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
struct Dist(BTreeMap<Harm, u128>);

impl Dist {
    fn sure(harm: Harm) -> Dist {
        Dist(BTreeMap::from([(harm, ONE)]))
    }

    fn nothing() -> Dist {
        Dist::sure(Harm::NONE)
    }

    /// Each face of a die with what comes of it.
    fn die(of: impl Fn(u8) -> Dist) -> Dist {
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
    fn outcomes(&self) -> Vec<Outcome> {
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

/// Past this many sixes in a row a chain adds less than a part.
const LONGEST: u8 = 16;

/// What `n` hits do, beginning `depth` layers further in.
fn hits(hit: Hit, n: u8, depth: usize) -> Dist {
    let each = match hit {
        Hit::Point => Dist::sure(Harm::inner(1, depth)),
        Hit::Points(points) => Dist::sure(Harm::inner(points, depth)),
        Hit::Emp => Dist::sure(Harm { emp: 1, ..Harm::NONE }),
        // FT-5.9.1: no harm yet.
        Hit::Party => Dist::nothing(),
        Hit::D3 | Hit::D6 => Dist::die(|die| {
            let points = if hit == Hit::D3 { die.div_ceil(2) } else { die };
            Dist::sure(if 0 < depth { Harm::inner(points, depth) } else { Harm::sap(points) })
        }),
        Hit::Singularity(dice) => {
            let mut sums = BTreeMap::from([(0_u8, ONE)]);
            for _ in 0..dice {
                let mut next: BTreeMap<u8, u128> = BTreeMap::new();
                for (sum, chance) in sums {
                    for die in 1..=6 {
                        *next.entry(sum.saturating_add(die)).or_default() += chance / 6;
                    }
                }
                sums = next;
            }
            Dist(sums.into_iter().map(|(sum, chance)| (Harm::ap(sum), chance)).collect())
        }
    };
    each.times(n)
}

/// FT-4.6.1: a re-roll and all that follow it, each face by `of`; FT-7.20.3: 2 less at a cloaked ship.
fn chain(options: &Options, attack: &Attack, of: impl Fn(u8, usize) -> Dist) -> Dist {
    let off = if attack.veiled { -2 } else { 0 };
    (1..=usize::from(LONGEST)).rev().fold(Dist::nothing(), |rest, wave| {
        // FT-DMG.3: the next layer, or one deeper each time.
        let depth = if options.reroll_depth == RerollDepth::Chain { wave } else { 1 };
        Dist::die(|die| {
            let now = of(modified(die, off), depth);
            if die == 6 { now.and(&rest) } else { now }
        })
    })
}

fn beam_chain(options: &Options, attack: &Attack, hit: Hit) -> Dist {
    chain(options, attack, |die, depth| {
        hits(hit, beam_hits(die, u8::from(attack.sixes), attack.holofield), depth)
    })
}

/// FT-13.13.9: a first die as it counts.
fn seen(attack: &Attack, die: u8) -> u8 {
    if attack.sixes && die < 6 { 1 } else { die }
}

/// A beam die with its re-rolls, as [`fire`] rolls it.
fn beam(
    options: &Options,
    attack: &Attack,
    layers: u8,
    again: bool,
    hit: Hit,
    first: fn(&Attack, u8) -> u8,
) -> Dist {
    let rest = beam_chain(options, attack, hit);
    Dist::die(|die| {
        let die = first(attack, die);
        let scored = fire::scored(options, modified(die, attack.bonus), layers, attack.holofield, hit);
        let now = hits(hit, scored, 0);
        if again && die == 6 && 0 < scored && layers < 3 { now.and(&rest) } else { now }
    })
}

/// What one die of a weapon does, and how many it rolls; the whole of it where dice hang together.
pub(crate) fn weapon(options: &Options, attack: &Attack) -> (Vec<Outcome>, u8) {
    let Attack { profile, screens, holofield, bonus, .. } = *attack;
    let to_hit = |needs: u8, hit: Dist| {
        let needs = if holofield { 6 } else { needs };
        Dist::die(
            |die| {
                if needs <= modified(seen(attack, die), bonus) { hit.clone() } else { Dist::nothing() }
            },
        )
    };
    let (dist, times) = match profile {
        Profile::Beams { dice, again, screens: response, hit } => {
            (beam(options, attack, layers(response, attack), again, hit, seen), dice)
        }
        Profile::Plasma { dice } => {
            let off = 2 + u8::from(holofield);
            let rest =
                chain(options, attack, |die, depth| Dist::sure(Harm::inner(die.saturating_sub(off), depth)));
            let die = Dist::die(|die| {
                let die = seen(attack, die);
                let points = modified(die, bonus).saturating_sub(off + screens.all.min(2));
                let now = Dist::sure(Harm::outer(points));
                if die == 6 && 0 < points && screens.all < 3 { now.and(&rest) } else { now }
            });
            (die, dice)
        }
        Profile::Needle { dice, .. } => {
            let counts = |die| modified(seen(attack, die), bonus - i8::from(holofield));
            (Dist::die(|die| Dist::sure(Harm::outer(u8::from(4 <= counts(die))))), dice)
        }
        Profile::Projectile { needs, hit } => {
            (to_hit(needs, shell(options, hit, screens.advanced.min(2))), 1)
        }
        Profile::Fusion { needs, dice } => {
            let burst =
                beam(options, attack, layers(Response::Advanced, attack), true, Hit::Point, |_, die| die);
            (to_hit(needs, burst.times(dice)), 1)
        }
        Profile::Mkp => {
            let die = Dist::die(|die| {
                let hits = match modified(seen(attack, die), bonus) {
                    6 => [4, 4],
                    4 | 5 if !holofield => [4, 0],
                    _ => [0, 0],
                };
                Dist::sure(Harm { ap: hits, ..Harm::NONE })
            });
            (die, 1)
        }
        Profile::PointDefence => (
            Dist::die(|die| {
                Dist::sure(Harm::outer(u8::from(modified(seen(attack, die), bonus.min(0)) == 6)))
            }),
            1,
        ),
        Profile::Scatter => {
            let rest = beam_chain(options, attack, Hit::Point);
            let die = Dist::die(|die| {
                let die = seen(attack, die);
                let scored = beam_hits(modified(die, bonus), 0, holofield);
                let now = hits(Hit::Point, scored, 0);
                if die == 6 && 0 < scored { now.and(&rest) } else { now }
            });
            (die, 1)
        }
        // FT-5.23.3: by the unit in the strip, as `fire` has it.
        Profile::Spinal { .. } => (Dist::nothing(), 0),
    };
    (dist.outcomes(), times)
}

fn shell(options: &Options, shell: Shell, advanced: u8) -> Dist {
    let floor = options.damage_die_floor;
    // FT-6.8.5: the dice are one hit.
    if let Shell::Shaped(class) = shell {
        let mut sums = BTreeMap::from([(0_u8, ONE)]);
        for _ in 0..class {
            let mut next: BTreeMap<u8, u128> = BTreeMap::new();
            for (sum, chance) in sums {
                for die in 1..=3 {
                    *next.entry(sum + floor.less(die, advanced)).or_default() += chance / 3;
                }
            }
            sums = next;
        }
        return Dist(sums.into_iter().map(|(sum, chance)| (Harm::sap(sum), chance)).collect());
    }
    Dist::die(|die| {
        Dist::sure(match shell {
            Shell::Shaped(_) => Harm::NONE,
            Shell::Torpedo => Harm::sap(floor.less(die, advanced)),
            Shell::Long => Harm::sap(floor.less(die.div_ceil(2), advanced)),
            Shell::Heavy | Shell::Overload => Harm::ap(die + 2),
            // FT-5.18.1: past all armour.
            Shell::Boarding => Harm::inner(1, 5),
            Shell::KGun(class) => {
                let doubled = die <= class && die != 6;
                Harm::ap(if doubled { class.saturating_mul(2) } else { class })
            }
        })
    })
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

/// FT-DMG.1 to FT-DMG.5: what all rolls together come to, in the order they are fired.
pub fn volley(target: &Defence, rolls: &[Roll<'_>]) -> Prospect {
    let mut states: BTreeMap<State, u128> = BTreeMap::from([((target.armour.clone(), 0), ONE)]);
    let together: Vec<Roll<'_>> = rolls.iter().copied().filter(|it| !it.apart).collect();
    let (mut attacks, mut emp) = (vec![together], vec![ONE]);
    attacks.extend(rolls.iter().filter(|it| it.apart).map(|it| vec![*it]));
    for attack in &attacks {
        states = strike(target, &states, attack);
    }
    for roll in rolls.iter().filter(|roll| roll.odds.iter().any(|it| 0 < it.emp)) {
        for _ in 0..roll.times {
            let mut next: Vec<u128> = Vec::new();
            for (had, chance) in emp.iter().enumerate() {
                for it in roll.odds {
                    let at = had + usize::from(it.emp);
                    next.resize(next.len().max(at + 1), 0);
                    next[at] += chance * u128::from(it.chance) / u128::from(WHOLE);
                }
            }
            emp = next;
        }
    }
    let full: u16 = target.armour.iter().sum();
    let (mut armour, mut hull) = (vec![0; usize::from(full) + 1], vec![0; usize::from(target.hull) + 1]);
    let mut rows = vec![0; target.checks.len() + 1];
    let mut destroyed = 0;
    for ((left, lost), chance) in states {
        armour[usize::from(full - left.iter().sum::<u16>())] += chance;
        hull[usize::from(lost)] += chance;
        if lost == target.hull {
            destroyed += chance;
        } else {
            rows[target.checks.iter().filter(|row| row.boxes <= lost).count()] += chance;
        }
    }
    let parts = |them: Vec<u128>| them.into_iter().map(part).collect();
    Prospect {
        armour: parts(armour),
        hull: parts(hull),
        emp: parts(emp),
        rows: parts(rows),
        destroyed: part(destroyed),
    }
}

fn part(chance: u128) -> u64 {
    ((chance + 500_000) / 1_000_000) as u64
}

/// One attack: everything that fills armour together, then piercing hits one by one.
fn strike(target: &Defence, from: &BTreeMap<State, u128>, rolls: &[Roll<'_>]) -> BTreeMap<State, u128> {
    // No more points can count than there are boxes.
    let most = target.armour.iter().sum::<u16>() + target.hull;
    let mut fills: BTreeMap<Vec<u16>, u128> = BTreeMap::from([(Vec::new(), ONE)]);
    for roll in rolls.iter().filter(|roll| roll.odds.iter().any(|it| !it.fills.is_empty())) {
        for _ in 0..roll.times {
            let mut next: BTreeMap<Vec<u16>, u128> = BTreeMap::new();
            for (had, chance) in &fills {
                for it in roll.odds {
                    let mut sum = had.clone();
                    sum.resize(sum.len().max(it.fills.len()), 0);
                    sum.iter_mut().zip(&it.fills).for_each(|(a, b)| *a = (*a + b).min(most));
                    *next.entry(sum).or_default() += chance * u128::from(it.chance) / u128::from(WHOLE);
                }
            }
            next.retain(|_, chance| 0 < *chance);
            fills = next;
        }
    }
    let mut states: BTreeMap<(usize, State), u128> = BTreeMap::new();
    for ((armour, lost), chance) in from {
        let top = armour.iter().rposition(|boxes| 0 < *boxes).map_or(0, |at| at + 1);
        for (points, share) in &fills {
            let (mut left, mut lost) = (armour.clone(), *lost);
            for (depth, points) in points.iter().enumerate() {
                let mut points = *points;
                for layer in left[..top.saturating_sub(depth)].iter_mut().rev() {
                    let taken = points.min(*layer);
                    *layer -= taken;
                    points -= taken;
                }
                lost = (lost + points).min(target.hull);
            }
            *states.entry((top, (left, lost))).or_default() += chance * share / ONE;
        }
    }
    for roll in rolls.iter().filter(|roll| roll.odds.iter().any(|it| !it.ap.is_empty())) {
        for _ in 0..roll.times {
            let mut next: BTreeMap<(usize, State), u128> = BTreeMap::new();
            for ((top, (armour, lost)), chance) in &states {
                for it in roll.odds {
                    let (mut left, mut lost) = (armour.clone(), *lost);
                    for points in &it.ap {
                        let mut points = u16::from(*points);
                        for layer in left[..*top].iter_mut().rev() {
                            if 0 < points && 0 < *layer {
                                *layer -= 1;
                                points -= 1;
                            }
                        }
                        lost = (lost + points).min(target.hull);
                    }
                    *next.entry((*top, (left, lost))).or_default() +=
                        chance * u128::from(it.chance) / u128::from(WHOLE);
                }
            }
            next.retain(|_, chance| 0 < *chance);
            states = next;
        }
    }
    let mut all: BTreeMap<State, u128> = BTreeMap::new();
    for ((_, state), chance) in states {
        *all.entry(state).or_default() += chance;
    }
    all
}
