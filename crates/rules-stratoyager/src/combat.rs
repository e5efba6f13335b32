//! Chapter 4: combat actions.

use arrayvec::ArrayVec;
use dice::Dice;
use engine::{Findings, Seat, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Hour,
    card::Guidance,
    damage::{self, Blow},
    gunnery::{self, Aspect, Band, Shot, Weapon},
    unit::{Incoming, Lock, Pilot, Status, Unit, UnitId},
};

/// STR-4.1: one of seven, or nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Combat {
    #[default]
    None,
    /// STR-4.2; dumb missiles and pods are fired so, too (STR-FEAT.6, STR-FEAT.7).
    Salvo(Salvo),
    /// STR-4.3.
    Lock { target: UnitId },
    /// STR-4.4: a missile of this entry at the unit that is locked.
    Launch { missile: u8 },
    /// STR-FEAT.1: a missile step and a salvo of the main weapon.
    Gunner { step: MissileStep, salvo: Salvo },
    /// STR-4.5.
    Countermeasures,
    /// STR-4.6.
    RaiseShields,
    /// STR-4.7.
    FireAtWill,
    /// STR-4.8: where the pilot lands.
    Eject { bearing: Hour },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Salvo {
    pub weapon: Weapon,
    /// None for a pod, which strikes all it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<UnitId>,
    /// STR-FEAT.3: a Linked weapon rolls its deciding die again after a miss, unless this declines it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keep: bool,
}

/// STR-FEAT.1: one of these goes with a salvo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum MissileStep {
    Lock { target: UnitId },
    Launch { missile: u8 },
}

/// STR-4.10: a unit that held its fire, and what it shoots at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct WillShot {
    pub unit: UnitId,
    pub target: UnitId,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keep: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "CombatEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// STR-1.4: what was chosen, shown together.
    Declared {
        unit: UnitId,
        combat: Combat,
    },
    /// STR-4.8.
    Ejected {
        unit: UnitId,
        at: Point,
        removed: bool,
    },
    ShieldsRaised {
        unit: UnitId,
        level: u8,
    },
    CountermeasuresOut {
        unit: UnitId,
    },
    /// STR-4.7: the token is laid.
    HoldsFire {
        unit: UnitId,
    },
    /// STR-4.7: it is used.
    FiresAtWill {
        unit: UnitId,
    },
    /// STR-4.11: a missile or pod is spent, whatever comes of it.
    Spent {
        unit: UnitId,
        entry: u8,
    },
    Attacked {
        by: UnitId,
        at: UnitId,
        weapon: Weapon,
        band: Band,
        threshold: i16,
        /// None above 6 (STR-5.0).
        dice: ToHit,
        /// STR-FEAT.3: which die was rolled again, and what it shows now.
        reroll: Option<(u8, u8)>,
        hit: bool,
        aspect: Aspect,
        armour: u8,
        /// STR-6.2: none after a miss, nor for a locked missile (STR-4.4).
        damage: DamageDice,
        /// Dice that reached the armour.
        through: u8,
    },
    /// STR-4.3; `void` if the target went out in this segment (STR-4.11). Then a lock that stood is `kept`;
    /// in battles of the first rules it was lost.
    Locked {
        unit: UnitId,
        target: UnitId,
        void: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        kept: bool,
    },
}

pub type ToHit = ArrayVec<u8, 3>;
pub type DamageDice = ArrayVec<u8, 12>;

/// STR-4.8: how far a pilot is thrown.
const THROWN: Length = Length::units(1);

/// STR-4.8: on the table, not inside an obstacle.
pub(crate) fn landing(battle: &Battle, unit: &Unit, bearing: Hour) -> Option<Point> {
    let at = unit.at.moved(bearing.course(), THROWN);
    (battle.field.table.holds(at) && !battle.in_obstacle(at)).then_some(at)
}

pub(crate) fn check(battle: &Battle, seat: Seat, combat: Combat, found: &mut Findings) {
    let Some(id) = battle.acting(seat) else {
        found.add("STR-1.5", "no unit of yours acts in this segment");
        return;
    };
    let unit = battle.unit(id);
    found.require(unit.is_active() && !unit.blackout, "STR-5.1", || {
        "it is not able to take a combat action".to_owned()
    });
    match combat {
        Combat::None | Combat::Countermeasures | Combat::RaiseShields => (),
        Combat::Salvo(salvo) => check_salvo(battle, id, salvo, found),
        Combat::Lock { target } => check_lock(battle, id, target, found),
        Combat::Launch { missile } => check_launch(battle, id, missile, found),
        Combat::Gunner { step, salvo } => {
            found.require(battle.stats(unit).gunner, "STR-FEAT.1", || "it has no gunner".to_owned());
            found.require(matches!(salvo.weapon, Weapon::Gun | Weapon::Turret), "STR-FEAT.1", || {
                "a gunner fires the main weapon in addition to the missile step".to_owned()
            });
            check_salvo(battle, id, salvo, found);
            match step {
                MissileStep::Lock { target } => check_lock(battle, id, target, found),
                MissileStep::Launch { missile } => check_launch(battle, id, missile, found),
            }
        }
        Combat::FireAtWill => {
            found.require(battle.duel.is_none(), "STR-ADD.9", || {
                "nobody moves after a combat action in a dogfight".to_owned()
            });
            found.require(0 < battle.stats(unit).gun, "STR-4.10", || "it has no main gun".to_owned());
        }
        Combat::Eject { bearing } => {
            found.require(landing(battle, unit, bearing).is_some(), "STR-4.8", || {
                format!("the pilot cannot land at {bearing} o'clock")
            });
        }
    }
}

fn check_salvo(battle: &Battle, id: UnitId, salvo: Salvo, found: &mut Findings) {
    match (salvo.weapon, salvo.target) {
        (Weapon::Locked(_), _) => {
            found.add("STR-4.4", "a guided missile is launched at a lock, not in a salvo");
        }
        (Weapon::Pod(entry), None) => {
            gunnery_entry(battle, id, entry, found);
        }
        (Weapon::Pod(_), Some(_)) => found.add("STR-FEAT.7", "a pod strikes all it can and has no target"),
        (weapon, Some(target)) => gunnery::shot_findings(battle, id, weapon, target, found),
        (_, None) => found.add("STR-4.2", "a salvo has a target"),
    }
    let linked = battle.stats(battle.unit(id)).linked && matches!(salvo.weapon, Weapon::Gun | Weapon::Turret);
    found.require(!salvo.keep || linked, "STR-FEAT.3", || {
        "it has no Linked weapon to keep from rolling".to_owned()
    });
}

fn gunnery_entry(battle: &Battle, id: UnitId, entry: u8, found: &mut Findings) {
    let unit = battle.unit(id);
    let pods = gunnery::entries(battle, unit, |it| it == Guidance::Fragshell).any(|it| it == entry);
    found.require(pods, "STR-FEAT.7", || format!("no pods are left in entry {}", u16::from(entry) + 1));
}

fn check_lock(battle: &Battle, id: UnitId, target: UnitId, found: &mut Findings) {
    let unit = battle.unit(id);
    found.require(gunnery::guided(battle, unit).next().is_some(), "STR-CARD.4", || {
        "a unit without guided missiles takes no locks".to_owned()
    });
    let Some(enemy) = gunnery::enemy(battle, unit, target, found) else { return };
    let (offset, tag) = (enemy.at - unit.at, battle.tag(target));
    found.require(unit.facing.bears(offset), "STR-4.3", || format!("{tag} is not in the front arc"));
    found.require(Band::of(offset).is_some(), "STR-4.3", || format!("{tag} is beyond 30 Klicks"));
    found.require(battle.sees(unit.at, enemy.at), "STR-4.3", || format!("{tag} is out of sight"));
}

fn check_launch(battle: &Battle, id: UnitId, missile: u8, found: &mut Findings) {
    let unit = battle.unit(id);
    let Some(lock) = unit.lock else {
        found.add("STR-4.4", "it has no lock");
        return;
    };
    found.require(lock.turn < battle.turn, "STR-4.4", || "the lock is of this same turn".to_owned());
    gunnery::shot_findings(battle, id, Weapon::Locked(missile), lock.target, found);
}

/// An attack about to be rolled.
#[derive(Clone, Copy, Debug)]
struct Attack {
    by: UnitId,
    weapon: Weapon,
    shot: Shot,
    keep: bool,
}

type Attacks = Vec<Attack>;

/// STR-1.4: eject; shields and countermeasures; attacks; locks and fire at will.
pub(crate) fn resolve(table: &mut Table<Battle>, chosen: [Option<Combat>; 2]) {
    let active = table.state().active;
    let all = || (0..2).filter_map(|side: usize| Some((active[side]?, chosen[side]?)));
    let manned: Vec<bool> = table.state().units.iter().map(Unit::is_active).collect();
    for (unit, combat) in all() {
        if combat != Combat::None {
            emit(table, Event::Declared { unit, combat });
        }
    }
    for (unit, combat) in all() {
        if let Combat::Eject { bearing } = combat {
            let battle = table.state();
            let at = landing(battle, battle.unit(unit), bearing).expect("a checked order");
            let removed = battle.field.options.eject_autodestroy;
            emit(table, Event::Ejected { unit, at, removed });
        }
    }
    for (unit, combat) in all() {
        match combat {
            Combat::RaiseShields => {
                let it = table.state().unit(unit);
                let level = (it.shields + 1).min(table.state().stats(it).shields.max(it.shields));
                emit(table, Event::ShieldsRaised { unit, level });
            }
            Combat::Countermeasures => emit(table, Event::CountermeasuresOut { unit }),
            Combat::None
            | Combat::Salvo(_)
            | Combat::Lock { .. }
            | Combat::Launch { .. }
            | Combat::Gunner { .. }
            | Combat::FireAtWill
            | Combat::Eject { .. } => (),
        }
    }
    attack_all(table, active, chosen);
    for (unit, combat) in
        all().filter(|(unit, _)| table.state().unit(*unit).is_active()).collect::<ArrayVec<_, 2>>()
    {
        match combat {
            Combat::Lock { target } | Combat::Gunner { step: MissileStep::Lock { target }, .. } => {
                // STR-4.11: wrecked, or left by its pilot, in this very segment.
                let now = table.state().unit(target);
                let void = !now.status.on_table() || (manned[target.index()] && !now.is_active());
                emit(table, Event::Locked { unit, target, void, kept: void });
            }
            Combat::FireAtWill => emit(table, Event::HoldsFire { unit }),
            Combat::None
            | Combat::Salvo(_)
            | Combat::Launch { .. }
            | Combat::Gunner { .. }
            | Combat::Countermeasures
            | Combat::RaiseShields
            | Combat::Eject { .. } => (),
        }
    }
}

/// STR-1.6: the side named first before the other; damage after all were rolled.
fn attack_all(table: &mut Table<Battle>, active: [Option<UnitId>; 2], chosen: [Option<Combat>; 2]) {
    let each: [Attacks; 2] = [0, 1].map(|side| match (active[side], chosen[side]) {
        (Some(unit), Some(combat)) => attacks(table.state(), unit, combat),
        _ => Vec::new(),
    });
    let at = |side: usize, other: usize| each[side].iter().any(|it| Some(it.shot.target) == active[other]);
    // STR-ADD.6: who said stop shoots first, if they fight each other.
    if let Some(first) = table.state().stopped.map(usize::from)
        && at(first, 1 - first)
        && at(1 - first, first)
    {
        for side in [first, 1 - first] {
            if active[side].is_some_and(|it| table.state().unit(it).is_active()) {
                let blows = roll_all(table, &each[side]);
                damage::resolve(table, &blows);
            }
        }
        return;
    }
    let mut blows = roll_all(table, &each[0]);
    blows.extend(roll_all(table, &each[1]));
    damage::resolve(table, &blows);
}

/// STR-FEAT.1: the launch is rolled before the salvo.
fn attacks(battle: &Battle, by: UnitId, combat: Combat) -> Attacks {
    let mut all = Vec::new();
    let launch = |missile: u8| {
        let target = battle.unit(by).lock?.target;
        let weapon = Weapon::Locked(missile);
        Some(Attack { by, weapon, shot: gunnery::shot(battle, by, weapon, target)?, keep: false })
    };
    if let Combat::Launch { missile } | Combat::Gunner { step: MissileStep::Launch { missile }, .. } = combat
    {
        all.extend(launch(missile));
    }
    if let Combat::Salvo(salvo) | Combat::Gunner { salvo, .. } = combat {
        match (salvo.weapon, salvo.target) {
            (Weapon::Pod(entry), _) => {
                let shots = gunnery::pod_targets(battle, by, entry).into_iter();
                all.extend(shots.map(|shot| Attack { by, weapon: salvo.weapon, shot, keep: true }));
                if all.is_empty() {
                    // A pod fired at nothing is spent all the same; see `roll_all`.
                    all.push(Attack { by, weapon: salvo.weapon, shot: nothing(by), keep: true });
                }
            }
            (weapon, Some(target)) => {
                let shot = gunnery::shot(battle, by, weapon, target);
                all.extend(shot.map(|shot| Attack { by, weapon, shot, keep: salvo.keep }));
            }
            (_, None) => (),
        }
    }
    all
}

/// A pod into the void: its target is the firer, who is never struck.
fn nothing(by: UnitId) -> Shot {
    Shot {
        target: by,
        band: Band::Close,
        dice: 0,
        highest: true,
        threshold: 7,
        damage: 0,
        armour: 6,
        aspect: Aspect::Side,
        linked: false,
    }
}

fn roll_all(table: &mut Table<Battle>, attacks: &[Attack]) -> Vec<Blow> {
    let mut blows = Vec::new();
    let mut spent: Option<(UnitId, u8)> = None;
    for attack in attacks {
        if let Weapon::Dumb(entry) | Weapon::Pod(entry) | Weapon::Locked(entry) = attack.weapon
            && spent != Some((attack.by, entry))
        {
            emit(table, Event::Spent { unit: attack.by, entry });
            spent = matches!(attack.weapon, Weapon::Pod(_)).then_some((attack.by, entry));
        }
        if attack.shot.target != attack.by {
            blows.extend(roll(table, attack));
        }
    }
    blows
}

/// STR-5.5, STR-5.6, STR-6.2: to-hit dice, a re-roll, damage dice.
fn roll(table: &mut Table<Battle>, attack: &Attack) -> Option<Blow> {
    let Attack { by, weapon, shot, keep } = *attack;
    let mut dice = ToHit::new();
    let mut reroll = None;
    let mut hit = false;
    if shot.threshold <= 6 {
        dice.extend((0..shot.dice).map(|_| table.roll(6)));
        let hits = |dice: &ToHit| shot.threshold <= i32::from(gunnery::deciding(dice, shot.highest));
        hit = hits(&dice);
        if !hit && shot.linked && !keep {
            let which = gunnery::reroll(&dice, shot.highest);
            let again = table.roll(6);
            reroll = Some((which as u8, again));
            let mut now = dice.clone();
            now[which] = again;
            hit = hits(&now);
        }
    }
    let strikes = hit && !matches!(weapon, Weapon::Locked(_));
    let damage: DamageDice =
        if strikes { (0..shot.damage).map(|_| table.roll(6)).collect() } else { DamageDice::new() };
    let through = damage.iter().filter(|&&die| shot.armour <= die).count() as u8;
    let Shot { band, aspect, armour, target, .. } = shot;
    let threshold = shot.threshold.clamp(-999, 999) as i16;
    emit(
        table,
        Event::Attacked {
            by,
            at: target,
            weapon,
            band,
            threshold,
            dice,
            reroll,
            hit,
            aspect,
            armour,
            damage,
            through,
        },
    );
    strikes.then_some(Blow { by, target, aspect, through })
}

/// STR-4.7, STR-4.10: units of `side` that may fire now, each with whom at.
pub(crate) fn will_shots(battle: &Battle, side: u8) -> Vec<(UnitId, Shot)> {
    let mut shots = Vec::new();
    for id in battle.active_units(side) {
        if battle.unit(id).at_will.is_none_or(|since| battle.segment <= since) {
            continue;
        }
        let targets = battle.unit_ids().filter(|&it| is_will_target(battle, side, it));
        shots.extend(targets.filter_map(|it| Some((id, gunnery::shot(battle, id, Weapon::Gun, it)?))));
    }
    shots
}

/// STR-4.7: an enemy that moved in this segment; any, by the option.
fn is_will_target(battle: &Battle, side: u8, target: UnitId) -> bool {
    let unit = battle.unit(target);
    unit.side != side
        && if battle.field.options.faw_any_target {
            unit.status.on_table()
        } else {
            unit.is_active() && battle.active[usize::from(unit.side)] == Some(target)
        }
}

pub(crate) fn check_at_will(battle: &Battle, seat: Seat, shots: &[WillShot], found: &mut Findings) {
    for (n, it) in shots.iter().enumerate() {
        let Some(unit) = battle.units.get(it.unit.index()) else {
            found.add("STR-4.7", format!("there is no unit number {}", it.unit.0));
            continue;
        };
        let tag = battle.tag(it.unit);
        found.require(shots[..n].iter().all(|before| before.unit != it.unit), "STR-4.7", || {
            format!("{tag} fires at will once")
        });
        let holds =
            unit.side == seat.0 && unit.is_active() && unit.at_will.is_some_and(|it| it < battle.segment);
        if !found.require(holds, "STR-4.7", || format!("{tag} is not holding fire for you")) {
            continue;
        }
        found.require(!it.keep || battle.stats(unit).linked, "STR-FEAT.3", || {
            format!("{tag} has no Linked weapon to keep from rolling")
        });
        gunnery::shot_findings(battle, it.unit, Weapon::Gun, it.target, found);
        if it.target.index() < battle.units.len() {
            found.require(is_will_target(battle, unit.side, it.target), "STR-4.7", || {
                format!("{} did not move in this segment", battle.tag(it.target))
            });
        }
    }
}

/// STR-4.10: all shots are declared, then rolled, then applied together.
pub(crate) fn resolve_at_will<'a>(table: &mut Table<Battle>, shots: impl Iterator<Item = &'a WillShot>) {
    let battle = table.state();
    let attacks: Attacks = shots
        .filter_map(|it| {
            let shot = gunnery::shot(battle, it.unit, Weapon::Gun, it.target)?;
            Some(Attack { by: it.unit, weapon: Weapon::Gun, shot, keep: it.keep })
        })
        .collect();
    for attack in &attacks {
        emit(table, Event::FiresAtWill { unit: attack.by });
    }
    let blows = roll_all(table, &attacks);
    damage::resolve(table, &blows);
}

fn emit(table: &mut Table<Battle>, event: Event) {
    table.emit(crate::Event::Combat(event));
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Declared { .. } => (),
        Event::Ejected { unit, at, removed } => {
            battle.pilots.push(Pilot { unit: *unit, at: *at });
            let since = battle.turn;
            battle.remove(*unit, if *removed { Status::Removed } else { Status::Empty { since } });
        }
        Event::ShieldsRaised { unit, level } => battle.unit_mut(*unit).shields = *level,
        Event::CountermeasuresOut { unit } => battle.unit_mut(*unit).countermeasures = true,
        Event::HoldsFire { unit } => battle.unit_mut(*unit).at_will = Some(battle.segment),
        Event::FiresAtWill { unit } => battle.unit_mut(*unit).at_will = None,
        Event::Spent { unit, entry } => {
            let guided = battle.loadout(battle.unit(*unit), *entry).is_some_and(|it| it.feature.is_guided());
            let unit = battle.unit_mut(*unit);
            if let Some(left) = unit.missiles.get_mut(usize::from(*entry)) {
                *left = left.saturating_sub(1);
            }
            // STR-4.4: hit or miss, the lock is spent with the missile.
            if guided {
                unit.lock = None;
            }
        }
        Event::Attacked { by, at, weapon: Weapon::Locked(entry), hit: true, aspect, .. } => {
            let dice = battle.loadout(battle.unit(*by), *entry).map_or(0, |it| it.dice);
            battle.incoming.push(Incoming { by: *by, target: *at, dice, aspect: *aspect });
        }
        Event::Attacked { .. } => (),
        Event::Locked { kept: true, .. } => (),
        Event::Locked { unit, target, void, .. } => {
            let turn = battle.turn;
            battle.unit_mut(*unit).lock = (!void).then_some(Lock { target: *target, turn });
        }
    }
}

/// Every legal combat action of a unit; of ejections, those that can land.
pub(crate) fn choices(battle: &Battle, id: UnitId) -> Vec<Combat> {
    let mut all = actions(battle, id);
    all.extend(ejections(battle, id));
    all
}

/// The same, of a pilot who stays aboard.
pub(crate) fn actions(battle: &Battle, id: UnitId) -> Vec<Combat> {
    let unit = battle.unit(id);
    let stats = battle.stats(unit);
    let mut all = vec![Combat::None];
    let enemies = || {
        battle.unit_ids().filter(|&it| battle.unit(it).side != unit.side && battle.unit(it).status.on_table())
    };
    let mut salvos: Vec<Salvo> = Vec::new();
    let salvo = |weapon, target| Salvo { weapon, target: Some(target), keep: false };
    let bears = |weapon, target| gunnery::shot(battle, id, weapon, target).is_some();
    if 0 < stats.gun {
        salvos.extend(enemies().filter(|&it| bears(Weapon::Gun, it)).map(|it| salvo(Weapon::Gun, it)));
        if stats.turret {
            salvos.extend(
                enemies().filter(|&it| bears(Weapon::Turret, it)).map(|it| salvo(Weapon::Turret, it)),
            );
        }
    }
    let mut steps: Vec<MissileStep> = Vec::new();
    if gunnery::guided(battle, unit).next().is_some() {
        let locks = enemies().filter(|&it| gunnery::can_lock(battle, id, it));
        steps.extend(locks.map(|target| MissileStep::Lock { target }));
        if let Some(lock) = unit.lock.filter(|it| it.turn < battle.turn) {
            let ready = gunnery::guided(battle, unit).filter(|&it| bears(Weapon::Locked(it), lock.target));
            steps.extend(ready.map(|missile| MissileStep::Launch { missile }));
        }
    }
    if stats.gunner {
        for &step in &steps {
            all.extend(salvos.iter().map(|&salvo| Combat::Gunner { step, salvo }));
        }
    }
    all.extend(salvos.into_iter().map(Combat::Salvo));
    all.extend(steps.into_iter().map(|it| match it {
        MissileStep::Lock { target } => Combat::Lock { target },
        MissileStep::Launch { missile } => Combat::Launch { missile },
    }));
    for entry in gunnery::entries(battle, unit, |it| it == Guidance::Dumb) {
        let weapon = Weapon::Dumb(entry);
        all.extend(enemies().filter(|&it| bears(weapon, it)).map(|it| Combat::Salvo(salvo(weapon, it))));
    }
    for entry in gunnery::entries(battle, unit, |it| it == Guidance::Fragshell) {
        all.push(Combat::Salvo(Salvo { weapon: Weapon::Pod(entry), target: None, keep: false }));
    }
    all.extend([Combat::Countermeasures, Combat::RaiseShields]);
    if 0 < stats.gun && battle.duel.is_none() {
        all.push(Combat::FireAtWill);
    }
    all
}

/// STR-4.8: where its pilot could eject to.
fn ejections(battle: &Battle, id: UnitId) -> impl Iterator<Item = Combat> {
    let unit = battle.unit(id);
    let bearings = Hour::all().filter(|&it| landing(battle, unit, it).is_some());
    bearings.map(|bearing| Combat::Eject { bearing })
}

/// A random action; ejection is rare, or random battles would be over at once.
pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Combat {
    let Some(id) = battle.acting(seat) else { return Combat::None };
    if ejections(battle, id).next().is_some() && dice.one_in(40) {
        let all: Vec<Combat> = ejections(battle, id).collect();
        return *dice.pick(&all);
    }
    let mut combat = *dice.pick(&actions(battle, id));
    if let Combat::Salvo(salvo) | Combat::Gunner { salvo, .. } = &mut combat {
        let linked =
            battle.stats(battle.unit(id)).linked && matches!(salvo.weapon, Weapon::Gun | Weapon::Turret);
        salvo.keep = linked && dice.one_in(8);
    }
    combat
}

pub(crate) fn sample_at_will(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<WillShot> {
    let mut chosen: Vec<WillShot> = Vec::new();
    for (unit, shot) in will_shots(battle, seat.0) {
        if chosen.iter().all(|it| it.unit != unit) && dice.one_in(2) {
            chosen.push(WillShot { unit, target: shot.target, keep: false });
        }
    }
    chosen
}
