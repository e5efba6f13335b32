//! Weapons that sweep a line: spinal mounts at an empty point, nova cannons, wave guns
//! (FT-5.23.3, FT-7.23, FT-7.24).

use engine::{Findings, Table};
use geometry::{Course, Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    battle::heading,
    craft::{self, wings::GroupId},
    damage::{
        self, Tally,
        kills::{Reading, Scale},
    },
    fire::gunnery::{is_ahead, strip},
    movement::clock::Clock,
    orders::{Mode, Written},
    sensors::{self, Found},
    ship::{IconId, ShipId},
    terrain::{BodyId, line_is_clear},
    weapons::{Gun, Spinal},
    yard::design::{Kind, Size},
};

/// A weapon that is fired along a line, not at a ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Line {
    pub weapon: IconId,
    /// FT-5.23.3: a spinal mount's point; the others fire along the bow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    /// FT-17.1.3: a rock to shoot at, with any gun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rock: Option<BodyId>,
}

/// FT-7.23.2: a template that is on its way for three turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Nova {
    pub ship: ShipId,
    pub from: Point,
    pub facing: Clock,
    /// The turn in which it was fired.
    pub turn: u16,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "SweepsEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-7.23.1, FT-7.24.1: seen when all have moved.
    Readied { ship: ShipId, ready: Vec<(IconId, Mode)> },
    /// FT-7.23.2.
    NovaFired { weapon: IconId, nova: Nova },
    /// FT-7.23.2: a nova template at one ship; nothing stops it.
    Swept { nova: Nova, ship: ShipId, dice: Vec<u8> },
    /// FT-7.24.3: firing empties the gun.
    WaveFired { ship: ShipId, weapon: IconId },
    /// FT-7.24.3, FT-7.24.4: `off` each die by advanced screens.
    Washed { from: ShipId, ship: ShipId, dice: Vec<u8>, off: u8 },
    /// FT-7.24.1: the die of a charging turn.
    Charged { ship: ShipId, weapon: IconId, die: u8 },
    /// FT-7.24.6: lost while it held a charge.
    Burst { ship: ShipId, weapon: IconId, points: u8 },
}

/// FT-GEO.6: whether `at` lies within `width` of the part of a line from `near` to `far` ahead.
fn is_swept(from: Point, course: Course, at: Point, near: Length, far: Length, width: Length) -> bool {
    let place = (at - from).seen_from(course);
    let beside = if place.ahead < near {
        near - place.ahead
    } else if far < place.ahead {
        place.ahead - far
    } else {
        Length::ZERO
    };
    let limit = i128::from(width.0) + i128::from(geometry::TOLERANCE.0);
    let (x, y) = (i128::from(beside.0), i128::from(place.right.0));
    x * x + y * y <= limit * limit
}

/// FT-7.23.2: half the width, the stretch, and the dice of a template in its first, second and
/// third turn.
pub(crate) const NOVA: [(i32, i32, i32, u8); 3] = [(1, 6, 24, 6), (2, 24, 48, 4), (3, 48, 72, 2)];

/// FT-7.24.3: how far a wave gun reaches.
pub(crate) const WAVE_REACH: i32 = 36;

impl Nova {
    /// FT-7.23.2: the corners of the template in a turn; none once it has faded.
    pub(crate) fn template(&self, turn: u16) -> Vec<Point> {
        let Some((half, near, far, _)) = NOVA.get(usize::from(turn.saturating_sub(self.turn))) else {
            return Vec::new();
        };
        let (ahead, beside) = (self.facing.course(), self.facing.turned(3).course());
        [(*near, -half), (*far, -half), (*far, *half), (*near, *half)]
            .map(|(way, side)| self.from.moved(ahead, Length::units(way)).moved(beside, Length::units(side)))
            .to_vec()
    }
}

impl Battle {
    /// FT-7.23.2: who is in the way of a template this turn, near ones first.
    pub fn in_nova(&self, nova: &Nova) -> Vec<ShipId> {
        let hit = |id: &ShipId| self.nova_sweeps(nova, self.ship(*id).motion.at);
        self.nearest_first(nova.from, self.active_ships().filter(hit).collect())
    }

    /// FT-7.23.2: whether a template sweeps over a place this turn.
    fn nova_sweeps(&self, nova: &Nova, at: Point) -> bool {
        let Some((half, near, far, _)) = NOVA.get(usize::from(self.turn.saturating_sub(nova.turn))) else {
            return false;
        };
        let [half, near, far] = [*half, *near, *far].map(Length::units);
        is_swept(nova.from, nova.facing.course(), at, near, far, half) && line_is_clear(self, nova.from, at)
    }

    /// FT-7.24.3: the dice of a wave gun at a place.
    fn wave_dice(&self, id: ShipId, at: Point) -> Option<u8> {
        let (from, course) = (self.ship(id).motion.at, heading(self.ship(id)));
        // Behind the bow nobody is hurt.
        if course.ahead_of(at - from) <= Length::ZERO || !line_is_clear(self, from, at) {
            return None;
        }
        [
            (0, 12, Length::units(1), 4),
            (12, 24, Length::ratio(3, 2), 3),
            (24, WAVE_REACH, Length::units(2), 2),
        ]
        .into_iter()
        .find(|&(near, far, width, _)| {
            is_swept(from, course, at, Length::units(near), Length::units(far), width)
        })
        .map(|it| it.3)
    }

    /// FT-7.24.3: who is in the way of a wave gun, with the dice at each.
    pub fn in_wave(&self, id: ShipId) -> Vec<(ShipId, u8)> {
        let from = self.ship(id).motion.at;
        let dice = |other: ShipId| self.wave_dice(id, self.ship(other).motion.at);
        let others: Vec<ShipId> = self.active_ships().filter(|&it| it != id).collect();
        let near = self.nearest_first(from, others);
        near.into_iter().filter_map(|it| Some((it, dice(it)?))).collect()
    }

    /// FT-1.7.5: near ones first, ties by number.
    fn nearest_first(&self, from: Point, mut ids: Vec<ShipId>) -> Vec<ShipId> {
        ids.sort_by_key(|&id| ((self.ship(id).motion.at - from).square(), id));
        ids
    }

    /// FT-1.7.5: the same for small craft.
    pub(crate) fn nearest_groups(&self, from: Point, mut ids: Vec<GroupId>) -> Vec<GroupId> {
        ids.sort_by_key(|&id| ((self.group(id).at - from).square(), id));
        ids
    }

    /// FT-7.23.1, FT-7.24.2: a mount is made ready that forbids all others, or is written to be: the whole turn.
    pub(crate) fn has_great_gun_ready(&self, id: ShipId) -> Option<(&'static str, &'static str)> {
        let (ship, written) = (self.ship(id), &self.written[id.index()].ready);
        let readies = |mode: Mode| ship.is_ready(mode) || written.iter().any(|it| it.1 == mode);
        if readies(Mode::Arm) {
            Some(("FT-7.23.1", "is silent in the turn of the nova cannon"))
        } else if readies(Mode::Discharge) {
            Some(("FT-7.24.2", "is silent in the turn of the wave gun"))
        } else {
            None
        }
    }

    /// FT-7.24.2: in the 60 degrees ahead of a ship about to discharge its wave gun, from where its
    /// screens do not protect it.
    pub(crate) fn is_before_wave(&self, of: ShipId, from: ShipId) -> bool {
        let ship = self.ship(of);
        ship.is_ready(Mode::Discharge) && {
            let bow = heading(ship);
            let sector = geometry::Sector::new(bow.turned(-2), bow.turned(2));
            sector.place(self.way(of, from)) != geometry::Within::Outside
        }
    }

    /// Lines a ship could fire along now: nova cannons and wave guns that are ready.
    pub(crate) fn great_guns(&self, id: ShipId) -> Vec<Line> {
        let ship = self.ship(id);
        if ship.ready.is_empty() || !self.can_act(id) {
            return Vec::new();
        }
        let lines = ship.ready.iter().map(|it| Line { weapon: it.0, at: None, rock: None });
        lines.filter(|line| self.line(id, line).is_ok() && 0 < self.fire_controls(id)).collect()
    }

    /// Lines of spinal mounts straight ahead, where they may fire at all.
    pub(crate) fn keel_lines(&self, id: ShipId) -> Vec<Line> {
        let ship = self.ship(id);
        let spinal = |kind: &Kind| matches!(kind, Kind::Gun(Gun::Spinal(_)));
        if !self.can_act(id) || self.fire_controls(id) == 0 {
            return Vec::new();
        }
        let ahead = |icon| {
            let far = match self.field.blueprint(id).kind(icon) {
                Some(Kind::Gun(Gun::Spinal(Spinal { size, .. }))) => strip(*size).0,
                _ => Length::ZERO,
            };
            Line { weapon: icon, at: Some(ship.motion.at.moved(heading(ship), far)), rock: None }
        };
        self.working(id, spinal).map(ahead).filter(|line| self.line(id, line).is_ok()).collect()
    }

    /// FT-5.23.7: lines of spinal mounts at enemy groups, where they may fire at all.
    pub(crate) fn group_lines(&self, id: ShipId) -> Vec<Line> {
        let ship = self.ship(id);
        if self.groups.is_empty() || !self.can_act(id) || self.fire_controls(id) == 0 {
            return Vec::new();
        }
        let mut lines = Vec::new();
        for icon in self.working(id, |kind| matches!(kind, Kind::Gun(Gun::Spinal(_)))) {
            let Some(Kind::Gun(Gun::Spinal(Spinal { size, .. }))) = self.field.blueprint(id).kind(icon)
            else {
                continue;
            };
            for foe in self.flying().map(|it| self.group(it)).filter(|it| it.side != ship.side) {
                let line = Line { weapon: icon, at: Some(foe.at), rock: None };
                let near = (foe.at - ship.motion.at).within(strip(*size).0);
                if near && !lines.contains(&line) && self.line(id, &line).is_ok() {
                    lines.push(line);
                }
            }
        }
        lines
    }

    /// Why a weapon cannot be fired along a line, or what it is.
    ///
    /// # Errors
    ///
    /// The rule against it and the reason.
    pub(crate) fn line(&self, id: ShipId, line: &Line) -> Result<&Kind, (&'static str, &'static str)> {
        let ship = self.ship(id);
        let Some(kind) = self.field.blueprint(id).kind(line.weapon).filter(|kind| kind.is_spinal()) else {
            return Err(("FT-5.23.3", "does not fire along a line"));
        };
        if !ship.works(line.weapon) || ship.used.contains(line.weapon) {
            return Err(("FT-2.6.14", "does not work or has been used this turn"));
        }
        let ready = |mode: Mode| ship.ready.contains(&(line.weapon, mode));
        match (kind, line.at) {
            (Kind::Gun(Gun::Nova(_)), None) if ready(Mode::Arm) => Ok(kind),
            (Kind::Gun(Gun::Nova(_)), _) => Err(("FT-7.23.1", "was not armed, or fires along the bow only")),
            (Kind::Gun(Gun::Wave(_)), None) if ready(Mode::Discharge) && 6 <= ship.charge(line.weapon) => {
                Ok(kind)
            }
            (Kind::Gun(Gun::Wave(_)), _) => {
                Err(("FT-7.24.1", "was not to be fired, or fires along the bow only"))
            }
            (_, Some(at)) => {
                let way = at - ship.motion.at;
                if let Some(why) = self.has_great_gun_ready(id) {
                    Err(why)
                } else if ship.spinal_turn + 1 == self.turn && ship.spinal_fired.contains(line.weapon) {
                    Err(("FT-5.23.2", "fired last turn"))
                } else if way.square() == 0 || !is_ahead(heading(ship), way) {
                    Err(("FT-4.2.7", "bears within 15 degrees of the bow"))
                } else {
                    Ok(kind)
                }
            }
            (_, None) => Err(("FT-5.23.3", "needs a point to aim at")),
        }
    }
}

/// FT-5.23.3, FT-17.1.3: fire controls that lines take: one each, one for each rock.
pub(crate) fn controls(lines: &[Line]) -> usize {
    let first = |n: usize| lines[..n].iter().all(|it| it.rock != lines[n].rock);
    (0..lines.len()).filter(|&n| lines[n].rock.is_none() || first(n)).count()
}

pub(crate) fn check(battle: &Battle, id: ShipId, lines: &[Line], found: &mut Findings) {
    for line in lines {
        if let Some(rock) = line.rock {
            let silent = battle.has_great_gun_ready(id);
            if let Some((rule, why)) = silent.or_else(|| battle.at_rock(id, line.weapon, rock).err()) {
                found.add(rule, format!("{}: system {} {why}", battle.field.tag(id), line.weapon.0));
            }
            continue;
        }
        if let Err((rule, why)) = battle.line(id, line) {
            found.add(rule, format!("{}: system {} {why}", battle.field.tag(id), line.weapon.0));
        }
    }
}

/// FT-7.23.1, FT-7.24.1: what is armed, charged or to be discharged is seen when all have moved.
pub(crate) fn ready(table: &mut Table<Battle>, noted: &[(ShipId, Written)]) {
    for (id, written) in noted {
        let battle = table.state();
        let ship = battle.ship(*id);
        let able = ship.is_active() && !ship.is_adrift(battle.turn);
        let ready: Vec<_> = written.ready.iter().copied().filter(|it| ship.works(it.0)).collect();
        if able && !ready.is_empty() {
            sensors::reveal(table, *id, Found::Fired);
            table.emit(crate::Event::Sweeps(Event::Readied { ship: *id, ready }));
        }
    }
}

/// FT-7.23.2: templates of the turns before sweep on at the start of phase 11.
pub(crate) fn run_novas(table: &mut Table<Battle>) {
    let turn = table.state().turn;
    for nova in table.state().novas.clone() {
        if nova.turn < turn {
            sweep(table, nova);
        }
    }
}

fn sweep(table: &mut Table<Battle>, nova: Nova) {
    let battle = table.state();
    let Some((.., dice)) = NOVA.get(usize::from(battle.turn.saturating_sub(nova.turn))) else { return };
    for id in battle.in_nova(&nova) {
        if sensors::reveal(table, id, Found::Hit) {
            continue;
        }
        let dice: Vec<u8> = (0..*dice).map(|_| table.roll(6)).collect();
        let points = dice.iter().map(|die| u16::from(*die)).sum();
        table.emit(crate::Event::Sweeps(Event::Swept { nova, ship: id, dice }));
        damage::strike(table, id, None, &Tally { direct: points, ..Tally::default() });
    }
    let battle = table.state();
    let swept = |it: &GroupId| battle.nova_sweeps(&nova, battle.group(*it).at);
    let groups = battle.nearest_groups(nova.from, battle.flying().filter(swept).collect());
    for group in groups {
        craft::defence::sweep(table, nova.ship, group, Scale::plain(Reading::Face), *dice);
    }
}

/// FT-7.23.2, FT-7.24.3, FT-7.24.4: dice of a nova cannon or a wave gun at a ship in its way, and what that
/// ship's screens take off each.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other weapon sweeps along the bow")]
pub(crate) fn dice_at(battle: &Battle, id: ShipId, weapon: IconId, target: ShipId) -> Option<(u8, u8)> {
    match battle.field.blueprint(id).kind(weapon)? {
        Kind::Gun(Gun::Nova(_)) => Some((NOVA[0].3, 0)),
        Kind::Gun(Gun::Wave(_)) => {
            let dice = battle.wave_dice(id, battle.ship(target).motion.at)?;
            Some((dice, battle.screens(target).advanced.min(2)))
        }
        _ => None,
    }
}

/// FT-7.23.2, FT-7.24.3: fires a nova cannon or a wave gun along the bow.
pub(crate) fn fire(table: &mut Table<Battle>, id: ShipId, weapon: IconId) {
    let battle = table.state();
    let ship = battle.ship(id);
    if matches!(battle.field.blueprint(id).kind(weapon), Some(Kind::Gun(Gun::Nova(_)))) {
        let (from, facing, turn) = (ship.motion.at, ship.motion.facing, battle.turn);
        let nova = Nova { ship: id, from, facing, turn };
        table.emit(crate::Event::Sweeps(Event::NovaFired { weapon, nova }));
        sweep(table, nova);
        return;
    }
    let caught = battle.in_wave(id);
    let near = battle.nearest_groups(ship.motion.at, battle.flying().collect());
    let groups = near.into_iter().filter_map(|it| Some((it, battle.wave_dice(id, battle.group(it).at)?)));
    let groups: Vec<(GroupId, u8)> = groups.collect();
    table.emit(crate::Event::Sweeps(Event::WaveFired { ship: id, weapon }));
    for (other, dice) in caught {
        if sensors::reveal(table, other, Found::Hit) {
            continue;
        }
        let off = table.state().screens(other).advanced.min(2);
        let floor = table.state().field.options.damage_die_floor;
        let dice: Vec<u8> = (0..dice).map(|_| table.roll(6)).collect();
        let points = dice.iter().map(|die| u16::from(floor.less(*die, off))).sum();
        table.emit(crate::Event::Sweeps(Event::Washed { from: id, ship: other, dice, off }));
        damage::strike(table, other, None, &Tally { direct: points, ..Tally::default() });
    }
    for (group, dice) in groups {
        craft::defence::sweep(table, id, group, Scale::plain(Reading::Face), dice);
    }
}

/// FT-7.24.1: the dice of charging turns, at their end.
pub(crate) fn charge(table: &mut Table<Battle>) {
    for id in table.state().field.ship_ids() {
        let ship = table.state().ship(id);
        let able = |it: &&(IconId, Mode)| it.1 == Mode::Charge && ship.works(it.0) && ship.is_active();
        let charging: Vec<IconId> = ship.ready.iter().filter(able).map(|it| it.0).collect();
        for weapon in charging {
            let die = table.roll(6);
            table.emit(crate::Event::Sweeps(Event::Charged { ship: id, weapon, die }));
        }
    }
}

/// FT-7.24.6: charged wave guns that have been lost.
pub(crate) fn burst(table: &mut Table<Battle>, id: ShipId) {
    let ship = table.state().ship(id);
    let lost: Vec<(IconId, u8)> =
        ship.charges.iter().copied().filter(|it| 0 < it.1 && !ship.works(it.0)).collect();
    for (weapon, points) in lost {
        table.emit(crate::Event::Sweeps(Event::Burst { ship: id, weapon, points }));
        damage::strike(table, id, None, &Tally { direct: u16::from(points), ..Tally::default() });
    }
}

/// FT-5.23.3: everybody in the strip of a spinal mount towards an empty point, near ones first.
pub(crate) fn in_line(battle: &Battle, id: ShipId, at: Point, size: Size) -> Vec<ShipId> {
    let from = battle.ship(id).motion.at;
    battle.nearest_first(from, battle.strip_towards(id, at - from, size))
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Readied { ship, ready } => battle.ship_mut(*ship).ready.clone_from(ready),
        Event::NovaFired { weapon, nova } => {
            battle.ship_mut(nova.ship).used.insert(*weapon);
            battle.novas.push(*nova);
        }
        Event::WaveFired { ship, weapon } => {
            let ship = battle.ship_mut(*ship);
            ship.used.insert(*weapon);
            ship.charges.retain(|it| it.0 != *weapon);
        }
        Event::Charged { ship, weapon, die } => {
            let ship = battle.ship_mut(*ship);
            match ship.charges.iter_mut().find(|it| it.0 == *weapon) {
                Some(it) => it.1 += die,
                None => ship.charges.push((*weapon, *die)),
            }
        }
        Event::Burst { ship, weapon, .. } => battle.ship_mut(*ship).charges.retain(|it| it.0 != *weapon),
        Event::Swept { .. } | Event::Washed { .. } => (),
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Readied { ready, .. } => {
            let nova = ready.iter().any(|it| it.1 == Mode::Arm);
            vec![if nova { "FT-7.23.1" } else { "FT-7.24.1" }]
        }
        Event::NovaFired { .. } | Event::Swept { .. } => vec!["FT-7.23.2"],
        Event::WaveFired { .. } => vec!["FT-7.24.3"],
        Event::Washed { .. } => vec!["FT-7.24.3", "FT-7.24.4"],
        Event::Charged { .. } => vec!["FT-7.24.1"],
        Event::Burst { .. } => vec!["FT-7.24.6"],
    }
}
