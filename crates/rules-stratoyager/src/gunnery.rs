//! Chapter 5: who can shoot at whom, and how well. Arcs, sight, ranges, thresholds.

use arrayvec::ArrayVec;
use engine::Findings;
use geometry::{Length, Offset};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    card::Guidance,
    unit::{Lock, Status, Unit, UnitId},
};

/// STR-5.4: each limit is inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Band {
    PointBlank,
    Close,
    Medium,
    Long,
    Extreme,
    /// For tracking only.
    Visual,
}

impl Band {
    /// Nearest first, each with its limit in Klicks.
    pub const LIMITS: [(Band, i32); 6] = [
        (Band::PointBlank, 1),
        (Band::Close, 6),
        (Band::Medium, 12),
        (Band::Long, 18),
        (Band::Extreme, 24),
        (Band::Visual, 30),
    ];

    pub fn of(offset: Offset) -> Option<Band> {
        Band::LIMITS.iter().find(|(_, limit)| offset.within(Length::units(*limit))).map(|(band, _)| *band)
    }

    /// STR-5.6: how many dice, and whether the highest counts.
    pub fn dice(self) -> Option<(u8, bool)> {
        match self {
            Band::PointBlank => Some((3, true)),
            Band::Close => Some((2, true)),
            Band::Medium => Some((1, true)),
            Band::Long => Some((2, false)),
            Band::Extreme => Some((3, false)),
            Band::Visual => None,
        }
    }

    /// STR-FEAT.6: one range further.
    fn further(self) -> Band {
        match self {
            Band::PointBlank => Band::Close,
            Band::Close => Band::Medium,
            Band::Medium => Band::Long,
            Band::Long => Band::Extreme,
            Band::Extreme | Band::Visual => Band::Visual,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Band::PointBlank => "point-blank",
            Band::Close => "close",
            Band::Medium => "medium",
            Band::Long => "long",
            Band::Extreme => "extreme",
            Band::Visual => "visual",
        }
    }
}

/// STR-HIN.4: where an attack strikes, by the target's facing. Boundaries are side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    Fore,
    Side,
    Aft,
}

/// What is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Weapon {
    /// STR-4.2: the fixed main gun.
    Gun,
    /// STR-FEAT.4.
    Turret,
    /// STR-FEAT.6: an unguided missile of this entry.
    Dumb(u8),
    /// STR-FEAT.7: a pod of this entry.
    Pod(u8),
    /// STR-4.4: a locked missile of this entry.
    Locked(u8),
}

/// One attack before its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shot {
    pub(crate) target: UnitId,
    pub(crate) band: Band,
    /// STR-5.6: to-hit dice, and whether the highest counts.
    pub(crate) dice: u8,
    pub(crate) highest: bool,
    pub(crate) threshold: i32,
    /// STR-6.1.
    pub(crate) damage: u8,
    pub(crate) armour: u8,
    pub(crate) aspect: Aspect,
    /// STR-FEAT.3.
    pub(crate) linked: bool,
}

/// STR-HIN.4: the bearing of the attacker from the target.
pub(crate) fn aspect(target: &Unit, from: geometry::Point) -> Aspect {
    let offset = from - target.at;
    if offset == Offset::default() {
        Aspect::Side
    } else if target.facing.bears(offset) {
        Aspect::Fore
    } else if target.facing.turned(6).bears(offset) {
        Aspect::Aft
    } else {
        Aspect::Side
    }
}

/// STR-HIN.3, STR-HIN.5: never below 1; above 6 nothing hurts.
pub(crate) fn armour(battle: &Battle, target: &Unit, aspect: Aspect) -> u8 {
    let stats = battle.stats(target);
    match aspect {
        Aspect::Fore if stats.unbalanced_armor => stats.armour + 1,
        Aspect::Aft if stats.unbalanced_armor => (stats.armour - 1).max(1),
        Aspect::Fore | Aspect::Side | Aspect::Aft => stats.armour.max(1),
    }
}

/// STR-5.5: without the dice's range.
fn threshold(battle: &Battle, by: &Unit, target: &Unit, weapon: Weapon, band: Band) -> i32 {
    let stats = battle.stats(by);
    let near = matches!(band, Band::PointBlank | Band::Close);
    let targeting = stats.targeting
        + match weapon {
            // STR-FEAT.2, STR-FEAT.8: the main weapon's feature, turret and fire at will included.
            Weapon::Gun | Weapon::Turret => i32::from(stats.pulse && near),
            // STR-FEAT.7.
            Weapon::Pod(_) if band == Band::PointBlank => 2,
            Weapon::Pod(_) if band == Band::Close => 1,
            Weapon::Locked(_) => stats.sensors,
            Weapon::Pod(_) | Weapon::Dumb(_) => 0,
        };
    i32::from(target.speed) + i32::from(by.speed) - targeting
        + 2 * i32::from(by.greyouts)
        + 2 * i32::from(target.evasive)
        + battle.haze(by.at, target.at)
}

/// The shot, if arc, sight and range allow it (STR-5.2 to STR-5.4). Whether
/// the unit is able and the weapon there is for the caller to know.
pub(crate) fn shot(battle: &Battle, by: UnitId, weapon: Weapon, target: UnitId) -> Option<Shot> {
    let (firer, enemy) = (battle.unit(by), battle.unit(target));
    let offset = enemy.at - firer.at;
    let band = Band::of(offset)?;
    let shifted = match weapon {
        Weapon::Dumb(_) => band.further(),
        Weapon::Pod(_) if Band::Close < band => return None,
        Weapon::Pod(_) if battle.field.options.fragshell_shift => band.further(),
        Weapon::Gun | Weapon::Turret | Weapon::Pod(_) | Weapon::Locked(_) => band,
    };
    let (dice, highest) = shifted.dice()?;
    if weapon != Weapon::Turret && !firer.facing.bears(offset) {
        return None;
    }
    if !battle.sees(firer.at, enemy.at) {
        return None;
    }
    Some(measured(battle, by, weapon, target, band, dice, highest))
}

fn measured(
    battle: &Battle,
    by: UnitId,
    weapon: Weapon,
    target: UnitId,
    band: Band,
    dice: u8,
    highest: bool,
) -> Shot {
    let (firer, enemy) = (battle.unit(by), battle.unit(target));
    let stats = battle.stats(firer);
    let entry_dice = |entry| battle.loadout(firer, entry).map_or(1, |it| it.dice);
    let damage = match weapon {
        Weapon::Gun if stats.turret && battle.field.options.turret_always_minus => (stats.gun - 1).max(1),
        Weapon::Gun => stats.gun,
        Weapon::Turret => stats.gun.saturating_sub(1).max(1),
        // STR-FEAT.7: half of the dice at close range, rounded up.
        Weapon::Pod(entry) if band == Band::Close => entry_dice(entry).div_ceil(2),
        Weapon::Dumb(entry) | Weapon::Pod(entry) | Weapon::Locked(entry) => entry_dice(entry),
    };
    let aspect = aspect(enemy, firer.at);
    Shot {
        target,
        band,
        dice,
        highest,
        threshold: threshold(battle, firer, enemy, weapon, band),
        damage,
        armour: armour(battle, enemy, aspect),
        aspect,
        linked: stats.linked && matches!(weapon, Weapon::Gun | Weapon::Turret),
    }
}

/// Every reason against a shot at `target` (STR-5.0), weapon included.
pub(crate) fn shot_findings(
    battle: &Battle,
    by: UnitId,
    weapon: Weapon,
    target: UnitId,
    found: &mut Findings,
) {
    let firer = battle.unit(by);
    weapon_findings(battle, firer, weapon, found);
    let Some(enemy) = enemy(battle, firer, target, found) else { return };
    let offset = enemy.at - firer.at;
    let tag = battle.tag(target);
    found.require(battle.sees(firer.at, enemy.at), "STR-5.2", || {
        format!("an obstacle blocks the line of sight to {tag}")
    });
    found.require(weapon == Weapon::Turret || firer.facing.bears(offset), "STR-5.3", || {
        format!("{tag} is not in the front arc")
    });
    let band = Band::of(offset).map(|it| if matches!(weapon, Weapon::Dumb(_)) { it.further() } else { it });
    found.require(band.and_then(Band::dice).is_some(), "STR-5.4", || {
        format!("{tag} is out of range at {:.2} Klicks", offset.length())
    });
}

/// A unit of the other side that stands on the table.
pub(crate) fn enemy<'a>(
    battle: &'a Battle,
    firer: &Unit,
    target: UnitId,
    found: &mut Findings,
) -> Option<&'a Unit> {
    let Some(unit) = battle.units.get(target.index()) else {
        found.add("STR-4.2", format!("there is no unit number {}", target.0));
        return None;
    };
    let tag = battle.tag(target);
    found.require(unit.side != firer.side, "STR-4.2", || format!("{tag} is not an enemy"));
    found.require(unit.status.on_table(), "STR-4.2", || format!("{tag} is not on the table"));
    (unit.side != firer.side && unit.status.on_table()).then_some(unit)
}

/// Whether the unit carries what it wants to fire.
fn weapon_findings(battle: &Battle, firer: &Unit, weapon: Weapon, found: &mut Findings) {
    let stats = battle.stats(firer);
    match weapon {
        Weapon::Gun => {
            found.require(0 < stats.gun, "STR-4.12", || "it has no main gun".to_owned());
        }
        Weapon::Turret => {
            found.require(0 < stats.gun && stats.turret, "STR-FEAT.4", || "it has no turret".to_owned());
        }
        Weapon::Dumb(entry) => missile_findings(battle, firer, entry, Guidance::Dumb, "STR-FEAT.6", found),
        Weapon::Pod(entry) => {
            missile_findings(battle, firer, entry, Guidance::Fragshell, "STR-FEAT.7", found);
        }
        Weapon::Locked(entry) => {
            let guided = battle.loadout(firer, entry).filter(|it| it.feature.is_guided());
            if found.require(guided.is_some(), "STR-CARD.4", || {
                format!("no guided missiles in entry {}", u16::from(entry) + 1)
            }) {
                left_findings(firer, entry, found);
            }
        }
    }
}

fn missile_findings(
    battle: &Battle,
    firer: &Unit,
    entry: u8,
    kind: Guidance,
    rule: &'static str,
    found: &mut Findings,
) {
    let right = battle.loadout(firer, entry).is_some_and(|it| it.feature == kind);
    if found.require(right, rule, || format!("it has nothing of that kind in entry {}", u16::from(entry) + 1))
    {
        left_findings(firer, entry, found);
    }
}

fn left_findings(firer: &Unit, entry: u8, found: &mut Findings) {
    let left = firer.missiles.get(usize::from(entry)).copied().unwrap_or(0);
    found.require(0 < left, "STR-CARD.4", || "none of those missiles is left".to_owned());
}

/// STR-CARD.4, STR-4.3: entries of guided missiles with one left.
pub(crate) fn guided(battle: &Battle, unit: &Unit) -> impl Iterator<Item = u8> {
    entries(battle, unit, |it| it.is_guided())
}

pub(crate) fn entries(
    battle: &Battle,
    unit: &Unit,
    of: impl Fn(Guidance) -> bool,
) -> impl Iterator<Item = u8> {
    let loadouts = &battle.field.card(unit.card).missiles;
    let found: ArrayVec<u8, 4> = loadouts
        .iter()
        .zip(&unit.missiles)
        .enumerate()
        .filter(|(_, (it, left))| 0 < **left && of(it.feature))
        .map(|(n, _)| n as u8)
        .collect();
    found.into_iter()
}

/// STR-4.3, STR-FEAT.5: in the front arc unless tracked, and within 30 Klicks.
pub(crate) fn holds_lock(battle: &Battle, id: UnitId, lock: Lock) -> bool {
    let (unit, target) = (battle.unit(id), battle.unit(lock.target));
    let offset = target.at - unit.at;
    let tracks = entries(battle, unit, |it| it == Guidance::Tracker).next().is_some();
    target.status.on_table()
        && matches!(unit.status, Status::Active)
        && Band::of(offset).is_some()
        && (tracks || unit.facing.bears(offset))
}

/// STR-4.3: whether a lock on `target` can be made now.
pub(crate) fn can_lock(battle: &Battle, id: UnitId, target: UnitId) -> bool {
    let (unit, enemy) = (battle.unit(id), battle.unit(target));
    let offset = enemy.at - unit.at;
    enemy.side != unit.side
        && enemy.status.on_table()
        && guided(battle, unit).next().is_some()
        && Band::of(offset).is_some()
        && unit.facing.bears(offset)
        && battle.sees(unit.at, enemy.at)
}

/// STR-FEAT.7: all others in the front arc up to close range and in sight, nearest first.
pub(crate) fn pod_targets(battle: &Battle, by: UnitId, entry: u8) -> Vec<Shot> {
    let firer = battle.unit(by);
    let mut shots: Vec<(i128, Shot)> = battle
        .unit_ids()
        .filter(|&it| it != by && battle.unit(it).status.on_table())
        .filter_map(|it| shot(battle, by, Weapon::Pod(entry), it))
        .map(|it| ((battle.unit(it.target).at - firer.at).square(), it))
        .collect();
    shots.sort_by_key(|(far, shot)| (*far, shot.target));
    shots.into_iter().map(|(_, shot)| shot).collect()
}

/// STR-5.5, STR-5.6: the die that decides.
pub(crate) fn deciding(dice: &[u8], highest: bool) -> u8 {
    let taken = if highest { dice.iter().max() } else { dice.iter().min() };
    taken.copied().unwrap_or(0)
}

/// STR-FEAT.3: the die to roll again after a miss: the lowest at long range
/// and beyond, else the first. After a hit there is nothing to better.
pub(crate) fn reroll(dice: &[u8], highest: bool) -> usize {
    if highest { 0 } else { (0..dice.len()).min_by_key(|&n| dice[n]).unwrap_or(0) }
}

/// Exact odds of a hit: ways out of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Chance {
    pub ways: u32,
    pub of: u32,
}

impl Chance {
    /// In thousandths, rounded down.
    pub fn per_mille(self) -> u32 {
        (u64::from(self.ways) * 1000 / u64::from(self.of.max(1))) as u32
    }
}

/// STR-5.5, STR-5.6, STR-FEAT.3: counted out, not estimated.
pub fn chance(threshold: i32, dice: u8, highest: bool, linked: bool) -> Chance {
    // Above 6 is an automatic failure; 1 or less always hits.
    if 6 < threshold {
        return Chance { ways: 0, of: 1 };
    }
    let good = (7 - threshold).clamp(0, 6) as u32;
    let bad = 6 - good;
    let n = u32::from(dice);
    let all = 6_u32.pow(n);
    let plain = if highest { all - bad.pow(n) } else { good.pow(n) };
    if !linked {
        return Chance { ways: plain, of: all };
    }
    // One die again after a miss: useful if it is the only one that failed.
    let again = if highest { bad.pow(n) } else { n * bad * good.pow(n - 1) };
    Chance { ways: 6 * plain + again * good, of: 6 * all }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// STR-5.4: limits belong to the nearer band.
    #[test]
    fn rule_5_4_bands_include_their_limits() {
        for (band, limit) in Band::LIMITS {
            let at = |hair: i64| Offset { east: Length(Length::units(limit).0 + hair), north: Length::ZERO };
            assert_eq!(Band::of(at(0)), Some(band));
            assert_ne!(Band::of(at(100_000)), Some(band));
        }
        assert_eq!(Band::of(Offset::default()), Some(Band::PointBlank), "STR-5.7");
    }

    /// STR-5.6: as the table of ranges has it; one die is its own highest, and screens say so.
    #[test]
    fn rule_5_6_dice_of_each_range() {
        let dice = Band::LIMITS.map(|(band, _)| band.dice());
        let (highest, lowest) = (|n: u8| Some((n, true)), |n: u8| Some((n, false)));
        assert_eq!(dice, [highest(3), highest(2), highest(1), lowest(2), lowest(3), None]);
    }

    /// STR-5.5, STR-5.6, STR-FEAT.3: by hand.
    #[test]
    fn rule_5_6_chances_are_exact() {
        assert_eq!(chance(5, 2, true, false), Chance { ways: 20, of: 36 });
        assert_eq!(chance(5, 2, false, false), Chance { ways: 4, of: 36 });
        assert_eq!(chance(4, 1, true, false), Chance { ways: 3, of: 6 });
        assert_eq!(chance(4, 1, true, true), Chance { ways: 27, of: 36 });
        assert_eq!(chance(5, 2, false, true), Chance { ways: 6 * 4 + 16 * 2, of: 216 });
        assert_eq!(chance(7, 3, true, true).ways, 0);
        assert_eq!(chance(1, 3, false, false), Chance { ways: 216, of: 216 });
        assert_eq!(chance(-4, 3, false, false).per_mille(), 1000);
    }

    /// Every throw of the dice counted, against the formulas.
    #[test]
    fn rule_feat_3_linked_by_counting() {
        for (highest, threshold) in (1..=6).flat_map(|it| [(true, it), (false, it)]) {
            let mut ways = 0;
            for throw in 0..216_u32 {
                let dice = [(throw % 6) as u8 + 1, (throw / 6 % 6) as u8 + 1];
                let again = (throw / 36) as u8 + 1;
                let mut dice = dice;
                if i32::from(deciding(&dice, highest)) < threshold {
                    dice[reroll(&dice, highest)] = again;
                }
                ways += u32::from(threshold <= i32::from(deciding(&dice, highest)));
            }
            assert_eq!(chance(threshold, 2, highest, true), Chance { ways, of: 216 });
        }
    }
}
