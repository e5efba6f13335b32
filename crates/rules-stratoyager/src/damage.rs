//! Chapters 6 and 7: damage, and the locked missile damage phase.

use engine::Table;
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    combat::DamageDice,
    gunnery::{self, Aspect},
    manoeuvre,
    unit::{Incoming, Status, UnitId},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "DamageEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// STR-6.3, STR-6.4: one attack's points, what shields stopped and structure lost.
    Damaged { unit: UnitId, by: UnitId, absorbed: u8, lost: u8, fate: Option<Fate> },
    /// STR-4.8: an empty machine flies on.
    Drifted { unit: UnitId, to: Point, gone: Option<Gone> },
    /// STR-7.2: a missile meets countermeasures; 4 and more stops it.
    Jammed { target: UnitId, by: UnitId, die: u8, stopped: bool },
    /// STR-7.1: a missile strikes.
    Struck { target: UnitId, by: UnitId, aspect: Aspect, armour: u8, damage: DamageDice, through: u8 },
    /// STR-7.3: its target is gone.
    Wasted { target: UnitId, by: UnitId },
}

/// STR-6.4: there is no difference in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Structure 0.
    Wrecked,
    /// Below 0 in one attack (STR-6.6).
    Destroyed,
}

/// What became of an empty machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Gone {
    OffTable,
    Obstacle,
}

/// One attack that hit, with the dice that reached the armour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blow {
    pub(crate) by: UnitId,
    pub(crate) target: UnitId,
    pub(crate) aspect: Aspect,
    pub(crate) through: u8,
}

/// STR-1.6, STR-6.6: one at a time, each against the shields that those before it left.
pub(crate) fn resolve(table: &mut Table<Battle>, blows: &[Blow]) {
    for blow in blows {
        let battle = table.state();
        let target = battle.unit(blow.target);
        let there =
            !matches!(target.status, Status::Wrecked | Status::Destroyed | Status::Removed | Status::Safe);
        // STR-6.3: what does not beat the armour drains no shields.
        if !there || blow.through == 0 {
            continue;
        }
        let (absorbed, lost, fate) = suffered(battle, blow.target, blow.aspect, blow.through);
        emit(table, Event::Damaged { unit: blow.target, by: blow.by, absorbed, lost, fate });
    }
}

/// STR-6.3, STR-6.5, STR-HIN.1: what shields stop, what is lost, and what becomes of the unit.
pub(crate) fn suffered(battle: &Battle, id: UnitId, aspect: Aspect, through: u8) -> (u8, u8, Option<Fate>) {
    let unit = battle.unit(id);
    borne(unit.shields, unit.structure, is_weak(battle, id, aspect), through)
}

/// STR-HIN.1: the reactor takes a level off the shields aft.
pub(crate) fn is_weak(battle: &Battle, id: UnitId, aspect: Aspect) -> bool {
    aspect == Aspect::Aft && battle.stats(battle.unit(id)).reactor_interference
}

/// The same for shields and structure as they may be by then.
pub(crate) fn borne(shields: u8, structure: u8, weak: bool, through: u8) -> (u8, u8, Option<Fate>) {
    let absorbed = shields.saturating_sub(u8::from(weak)).min(through);
    let left = through - absorbed;
    let fate = match left.cmp(&structure) {
        std::cmp::Ordering::Less => None,
        std::cmp::Ordering::Equal => Some(Fate::Wrecked),
        std::cmp::Ordering::Greater => Some(Fate::Destroyed),
    };
    (absorbed, left.min(structure), fate)
}

/// STR-4.8: empty machines drift at the end of every turn after the ejection.
pub(crate) fn drift(table: &mut Table<Battle>) {
    for id in table.state().unit_ids() {
        let battle = table.state();
        let unit = battle.unit(id);
        let Status::Empty { since } = unit.status else { continue };
        if since == battle.turn {
            continue;
        }
        let to = unit.at.moved(unit.course.course(), Length::units(i32::from(unit.speed)));
        let gone = if !battle.field.table.holds(to) {
            Some(Gone::OffTable)
        } else if battle.in_obstacle(to) {
            // STR-ADD.10.
            Some(Gone::Obstacle)
        } else {
            None
        };
        emit(table, Event::Drifted { unit: id, to, gone });
        if gone.is_none() {
            if let Some(to) = manoeuvre::pushed(table.state(), id, None) {
                manoeuvre::emit(table, manoeuvre::Event::Pushed { unit: id, to });
            }
            manoeuvre::check_locks(table, |it| it == id);
        }
    }
}

/// STR-7.1: after the last unit has acted, in the order of launch. STR-7.4: in the last turn, too.
pub(crate) fn missiles(table: &mut Table<Battle>) {
    while let Some(&Incoming { by, target, dice, aspect }) = table.state().incoming.first() {
        let battle = table.state();
        let unit = battle.unit(target);
        let gone =
            matches!(unit.status, Status::Wrecked | Status::Destroyed | Status::Removed | Status::Safe);
        if gone {
            emit(table, Event::Wasted { target, by });
            continue;
        }
        if unit.countermeasures {
            let die = table.roll(6);
            let stopped = 4 <= die;
            emit(table, Event::Jammed { target, by, die, stopped });
            if stopped {
                continue;
            }
        }
        // STR-7.5: armour by the arc of the launch, shields as they are now.
        let armour = gunnery::armour(table.state(), table.state().unit(target), aspect);
        let damage: DamageDice = (0..dice).map(|_| table.roll(6)).collect();
        let through = damage.iter().filter(|&&die| armour <= die).count() as u8;
        emit(table, Event::Struck { target, by, aspect, armour, damage, through });
        resolve(table, &[Blow { by, target, aspect, through }]);
    }
}

fn emit(table: &mut Table<Battle>, event: Event) {
    table.emit(crate::Event::Damage(event));
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Damaged { unit: id, by, absorbed, lost, fate } => {
            let (ours, theirs) = (battle.unit(*by).side, battle.unit(*id).side);
            if ours != theirs {
                battle.taken[usize::from(ours)] += u16::from(*lost);
            }
            let unit = battle.unit_mut(*id);
            // STR-6.5: what is absorbed is taken off the actual level.
            unit.shields = unit.shields.saturating_sub(*absorbed);
            unit.structure = unit.structure.saturating_sub(*lost);
            match fate {
                // STR-7.3: of a unit hit off the table no wreck is left.
                Some(Fate::Wrecked) if unit.status.on_table() => battle.remove(*id, Status::Wrecked),
                Some(Fate::Wrecked | Fate::Destroyed) => battle.remove(*id, Status::Destroyed),
                None => (),
            }
        }
        Event::Drifted { unit, to, gone } => {
            battle.unit_mut(*unit).at = *to;
            if gone.is_some() {
                battle.remove(*unit, Status::Removed);
            }
        }
        Event::Jammed { stopped: false, .. } => (),
        Event::Jammed { stopped: true, .. } | Event::Struck { .. } | Event::Wasted { .. } => {
            battle.incoming.remove(0);
        }
    }
}
