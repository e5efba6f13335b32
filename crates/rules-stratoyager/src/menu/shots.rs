//! Attacks in the menu: what a threshold is made of, and exact odds.

use geometry::Length;
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    combat::{Combat, MissileStep, Salvo},
    damage,
    gunnery::{self, Aspect, Band, Chance, Shot, Weapon},
    unit::UnitId,
};

/// One attack with its exact odds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ShotMenu {
    pub target: UnitId,
    pub weapon: Weapon,
    pub band: Band,
    pub range: Length,
    /// STR-5.5: above 6 it cannot hit.
    pub threshold: i32,
    /// What the threshold is the sum of.
    pub sum: Vec<Addend>,
    pub dice: u8,
    pub highest: bool,
    /// STR-FEAT.3.
    pub linked: bool,
    pub chance: Chance,
    /// STR-FEAT.3: the chance if the second roll is declined.
    pub kept: Option<Chance>,
    pub aspect: Aspect,
    pub damage: u8,
    pub armour: u8,
    /// Shield levels that would count.
    pub shields: u8,
    /// STR-6.2: ways, out of 6 to the number of damage dice, that 0, 1, 2 ... of them reach the armour.
    pub through: Vec<u64>,
    /// STR-4.5: the chance that a locked missile that hit is not stopped, if
    /// its target has countermeasures out.
    pub unstopped: Option<Chance>,
}

/// One part of a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Addend {
    pub why: Why,
    pub value: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Why {
    TargetSpeed,
    OwnSpeed,
    Targeting,
    /// STR-FEAT.2.
    Pulse,
    /// STR-FEAT.7.
    Fragshell,
    /// STR-FEAT.8: of locked missiles.
    Sensors,
    /// STR-3.3.
    Greyout,
    /// STR-2.11.
    Evasive,
    /// STR-5.8.
    Haze,
}

pub(crate) fn shots_of(battle: &Battle, id: UnitId, combat: Combat) -> Vec<ShotMenu> {
    let mut shots = Vec::new();
    let one = |weapon: Weapon, target: UnitId| {
        gunnery::shot(battle, id, weapon, target).map(|shot| shot_menu(battle, id, weapon, shot))
    };
    if let Combat::Launch { missile } | Combat::Gunner { step: MissileStep::Launch { missile }, .. } = combat
        && let Some(lock) = battle.unit(id).lock
    {
        shots.extend(one(Weapon::Locked(missile), lock.target));
    }
    match combat {
        Combat::Salvo(Salvo { weapon: Weapon::Pod(entry), .. }) => {
            let all = gunnery::pod_targets(battle, id, entry).into_iter();
            shots.extend(all.map(|it| shot_menu(battle, id, Weapon::Pod(entry), it)));
        }
        Combat::Salvo(Salvo { weapon, target: Some(target), .. })
        | Combat::Gunner { salvo: Salvo { weapon, target: Some(target), .. }, .. } => {
            shots.extend(one(weapon, target));
        }
        Combat::None
        | Combat::Salvo(_)
        | Combat::Lock { .. }
        | Combat::Launch { .. }
        | Combat::Gunner { .. }
        | Combat::Countermeasures
        | Combat::RaiseShields
        | Combat::FireAtWill
        | Combat::Eject { .. } => (),
    }
    shots
}

pub(crate) fn shot_menu(battle: &Battle, by: UnitId, weapon: Weapon, shot: Shot) -> ShotMenu {
    let target = battle.unit(shot.target);
    let many = 12;
    let (shields, _, _) = damage::suffered(battle, shot.target, shot.aspect, many);
    let chance = |linked: bool| gunnery::chance(shot.threshold, shot.dice, shot.highest, linked);
    let jammed = matches!(weapon, Weapon::Locked(_)) && target.countermeasures;
    ShotMenu {
        target: shot.target,
        weapon,
        band: shot.band,
        range: (target.at - battle.unit(by).at).length(),
        threshold: shot.threshold,
        sum: sum_of(battle, by, weapon, shot),
        dice: shot.dice,
        highest: shot.highest,
        linked: shot.linked,
        chance: chance(shot.linked),
        kept: shot.linked.then(|| chance(false)),
        aspect: shot.aspect,
        damage: shot.damage,
        armour: shot.armour,
        shields,
        through: through(shot.damage, shot.armour),
        unstopped: jammed.then_some(Chance { ways: 1, of: 2 }),
    }
}

/// STR-5.5 part by part; the speeds always, of the rest what counts.
fn sum_of(battle: &Battle, by: UnitId, weapon: Weapon, shot: Shot) -> Vec<Addend> {
    let (firer, target) = (battle.unit(by), battle.unit(shot.target));
    let stats = battle.stats(firer);
    let near = matches!(shot.band, Band::PointBlank | Band::Close);
    let gun = matches!(weapon, Weapon::Gun | Weapon::Turret);
    let pod = match (weapon, shot.band) {
        (Weapon::Pod(_), Band::PointBlank) => 2,
        (Weapon::Pod(_), Band::Close) => 1,
        _ => 0,
    };
    let sensors = if matches!(weapon, Weapon::Locked(_)) { stats.sensors } else { 0 };
    let parts = [
        (Why::TargetSpeed, i32::from(target.speed)),
        (Why::OwnSpeed, i32::from(firer.speed)),
        (Why::Targeting, -stats.targeting),
        (Why::Pulse, -i32::from(gun && near && stats.pulse)),
        (Why::Fragshell, -pod),
        (Why::Sensors, -sensors),
        (Why::Greyout, 2 * i32::from(firer.greyouts)),
        (Why::Evasive, 2 * i32::from(target.evasive)),
        (Why::Haze, battle.haze(firer.at, target.at)),
    ];
    let speeds = |why: Why| matches!(why, Why::TargetSpeed | Why::OwnSpeed);
    let told = parts.into_iter().filter(|&(why, value)| value != 0 || speeds(why));
    told.map(|(why, value)| Addend { why, value }).collect()
}

/// STR-6.2: in how many ways 0, 1, 2 ... of the dice reach the armour.
pub(crate) fn through(dice: u8, armour: u8) -> Vec<u64> {
    let good = u64::from(7_u8.saturating_sub(armour.max(1)));
    let bad = 6 - good;
    let mut ways = vec![1_u64];
    for _ in 0..dice {
        let mut next = vec![0; ways.len() + 1];
        for (n, &it) in ways.iter().enumerate() {
            next[n] += it * bad;
            next[n + 1] += it * good;
        }
        ways = next;
    }
    ways
}

pub(super) fn shot_line(battle: &Battle, shot: &ShotMenu) -> String {
    let Chance { ways, of } = shot.chance;
    format!(
        "{} at {:.1}, {} range: threshold {}, {ways} in {of}; {}D against armour {}, shields {}",
        battle.tag(shot.target),
        shot.range,
        shot.band.name(),
        shot.threshold,
        shot.damage,
        shot.armour,
        shot.shields
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// STR-6.2, STR-HIN.5: two dice against armour 5; above 6 nothing hurts.
    #[test]
    fn rule_6_2_damage_odds_are_exact() {
        assert_eq!(through(2, 5), [16, 16, 4]);
        assert_eq!(through(2, 7), [36, 0, 0]);
        assert_eq!(through(3, 1), [0, 0, 0, 216]);
        assert_eq!(through(12, 4).iter().sum::<u64>(), 6_u64.pow(12));
    }
}
