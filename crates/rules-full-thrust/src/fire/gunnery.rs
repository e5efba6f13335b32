//! Arcs, ranges, screens, and what each weapon rolls (FT-4.2 to FT-4.7, FT-5).
//! Nothing here rolls or changes anything.

use engine::Seat;
use geometry::{Course, Length, Offset, Point, Sector, Within};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    acts::{Act, Barred},
    battle::heading,
    boarding::beaming::is_transporter,
    craft::wings::GroupId,
    movement::clock::Clock,
    options::ArcEdge,
    ship::{IconId, Ship, ShipId},
    weapons::{Gun, Lay, as_needle, profile, twice},
    yard::design::{Arc, Arcs, Kind, Orientation, Size},
};

pub(crate) use crate::weapons::usual_mean;
pub use crate::weapons::{
    Attack, Hit, Profile, Response, Shell, beam_hits, is_gun, is_one_shot, shortened, strip,
};

/// How one ship sees another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    pub way: Offset,
    /// FT-4.2.2: exactly one arc, by the mounts as they now lie (FT-16.2.1).
    pub arc: Arc,
    /// FT-4.2.2: the arc on the other side of the line, where the firer may choose.
    pub or: Option<Arc>,
    /// FT-4.2.5: in the rear 60 degrees.
    pub aft: bool,
}

/// One ship's fire at another, asked once for all its weapons.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    sight: Sight,
    veiled: bool,
    /// As far as it counts.
    way: Offset,
    stealth: u8,
}

/// How a ship may fire through its aft arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Astern {
    Free,
    /// FT-13.13.11: with 1 off each die.
    Less,
    /// FT-13.13.9: only sixes count.
    Sixes,
}

/// What of a ship its enemies' fire meets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shelter {
    screens: Screens,
    holofield: bool,
}

/// FT-4.2.2: on which side of a dividing line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "LineSide"))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    CounterClockwise,
    Clockwise,
}

/// FT-4.2.2: the die for one ship that lies on a line of another, and how both then lay: it counts until
/// either moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OnLine {
    pub(crate) from: ShipId,
    pub(crate) to: ShipId,
    pub(crate) side: Side,
    lay: (Point, Clock, Point),
}

/// FT-4.2.2: all that the line between two ships hangs on.
fn lay(ships: &[Ship], from: ShipId, to: ShipId) -> (Point, Clock, Point) {
    let (from, to) = (ships[from.index()].motion, ships[to.index()].motion);
    (from.at, from.facing, to.at)
}

impl OnLine {
    pub(crate) fn new(ships: &[Ship], from: ShipId, to: ShipId, side: Side) -> OnLine {
        OnLine { from, to, side, lay: lay(ships, from, to) }
    }
}

/// Where a bearing falls: in one arc, or on the line clockwise of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    In(Arc),
    /// On the line between this arc and the next one clockwise.
    Line(Arc),
}

/// FT-4.2.1, FT-4.2.3, FT-GEO.2, FT-GEO.3, FT-GEO.13, FT-GEO.15: the arc of `way` seen from a ship.
pub fn bearing(facing: Course, orientation: Orientation, way: Offset) -> Bearing {
    if way.square() == 0 {
        return Bearing::In(Arc::F);
    }
    let shift = if orientation == Orientation::Beta { 2 } else { 0 };
    let forward = facing.turned(shift);
    let (sixth, place) = forward.sixth(way);
    let arc = Arc::ALL[usize::from(sixth)];
    if place == Within::Inside {
        return Bearing::In(arc);
    }
    let clockwise = forward.turned(4 * i32::from(sixth)).right_of(way) > Length::ZERO;
    Bearing::Line(if clockwise { arc } else { arc.turned(5) })
}

/// FT-4.2.5: the rear 60 degrees, in both orientations; `None` on their edge.
pub fn is_aft(facing: Course, way: Offset) -> Option<bool> {
    if way.square() == 0 {
        return Some(false);
    }
    let back = facing.reversed();
    match Sector::new(back.turned(-2), back.turned(2)).place(way) {
        Within::Inside => Some(true),
        Within::Outside => Some(false),
        Within::Edge => None,
    }
}

/// FT-4.2.7: within 15 degrees of dead ahead, edges included.
pub fn is_ahead(facing: Course, way: Offset) -> bool {
    Sector::new(facing.turned(-1), facing.turned(1)).place(way) != Within::Outside
}

impl Battle {
    /// FT-4.2.2: whether a die has to decide in which arc `to` lies.
    pub(crate) fn is_on_line(&self, from: ShipId, to: ShipId) -> bool {
        let (ship, way) = (self.ship(from), self.way(from, to));
        let orientation = self.field.blueprint(from).design.orientation;
        matches!(bearing(heading(ship), orientation, way), Bearing::Line(_))
            || is_aft(heading(ship), way).is_none()
    }

    /// FT-4.2.2: the dice that still count: neither ship has moved since.
    pub(crate) fn standing_sides(&self) -> impl Iterator<Item = &OnLine> {
        self.sides.iter().filter(|it| it.lay == lay(&self.ships, it.from, it.to))
    }

    /// FT-4.2.2: the side of the line on which a die has put a ship.
    pub(crate) fn side_rolled(&self, from: ShipId, to: ShipId) -> Option<Side> {
        self.standing_sides().find(|it| (it.from, it.to) == (from, to)).map(|it| it.side)
    }

    /// FT-GEO.12: between centre points; no ship is in the way of fire.
    pub(crate) fn way(&self, from: ShipId, to: ShipId) -> Offset {
        self.ship(to).motion.at - self.ship(from).motion.at
    }

    /// FT-4.2.1 to FT-4.2.5.
    pub fn sight(&self, from: ShipId, to: ShipId) -> Sight {
        let (ship, way) = (self.ship(from), self.way(from, to));
        let orientation = self.field.blueprint(from).design.orientation;
        let side = match self.field.options.arc_edge {
            ArcEdge::Roll => self.side_rolled(from, to).unwrap_or(Side::Clockwise),
            ArcEdge::Clockwise | ArcEdge::FirerChoice => Side::Clockwise,
        };
        let choice = self.field.options.arc_edge == ArcEdge::FirerChoice;
        let (arc, or) = match (bearing(heading(ship), orientation, way), side) {
            (Bearing::In(arc), _) | (Bearing::Line(arc), Side::CounterClockwise) => (arc, None),
            (Bearing::Line(arc), Side::Clockwise) => (arc.turned(1), choice.then_some(arc)),
        };
        let aft = is_aft(heading(ship), way).unwrap_or_else(|| {
            // On the starboard edge of the rear the clockwise side is inside, on the port edge outside.
            let starboard = heading(ship).right_of(way) > Length::ZERO;
            !choice && starboard == (side == Side::Clockwise)
        });
        // FT-16.2.1: after a roll the mounts of the other side bear there.
        let turned = |arc| if ship.rolled { mirrored(arc, orientation) } else { arc };
        Sight { way, arc: turned(arc), or: or.map(turned), aft }
    }

    /// FT-7.4.1, FT-7.4.4: the stealth level that others meet.
    pub fn stealth(&self, id: ShipId) -> u8 {
        let level = self.stealth_levels(id);
        if self.ship(id).active { level.min(1) } else { level }
    }

    /// FT-7.4.1, FT-7.4.3: the stealth level of hull and fields together.
    pub fn stealth_levels(&self, id: ShipId) -> u8 {
        let (ship, blueprint) = (self.ship(id), self.field.blueprint(id));
        // FT-2.6.11: rows count from the last check on.
        let hull = match (blueprint.design.hull.stealth, ship.rows_checked) {
            (1, rows) => u8::from(rows < 2),
            (2.., 0) => 2,
            (2.., rows) => u8::from(rows < 3),
            (0, _) => 0,
        };
        // FT-7.20.2: no benefit behind a cloak.
        if ship.cloaked {
            return 0;
        }
        let fields = if self.has_power(id) {
            self.running(id, |kind| matches!(kind, Kind::StealthField)).count() as u8
        } else {
            0
        };
        (hull + fields).min(2)
    }

    /// FT-10.3.6, FT-7.20.2, FT-7.23.1: whether screens and fields have power and may be up.
    pub(crate) fn is_shielding(&self, id: ShipId) -> bool {
        self.has_power(id) && !self.ship(id).cloaked
    }

    /// FT-7.2.1, FT-7.3.1, FT-7.16.1: layers of screens that fire at a ship meets.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only screens are counted")]
    pub fn screens(&self, id: ShipId) -> Screens {
        if !self.is_shielding(id) {
            return Screens::default();
        }
        let own = |id: ShipId| {
            let mut screens = Screens::default();
            for advanced in [false, true] {
                let like = move |kind: &Kind| match kind {
                    Kind::Screen { area: false, advanced: d, .. } => *d == advanced,
                    _ => false,
                };
                screens.add((self.working(id, like).count() as u8).min(2), advanced);
            }
            screens
        };
        let mut screens = own(id);
        // FT-13.15.5: a ship docked with a starbase has its screens, where they are better.
        if let Some(host) = self.berthed(id).filter(|&host| self.is_shielding(host)) {
            let theirs = own(host);
            if (screens.all, screens.advanced) < (theirs.all, theirs.advanced) {
                screens = theirs;
            }
        }
        // FT-7.17.4: a holofield keeps borrowed screens out.
        if self.holofield(id) {
            return screens;
        }
        for friend in self.active_ships().filter(|it| self.ship(*it).side == self.ship(id).side) {
            if self.field.blueprint(friend).has_area_screen
                && self.is_shielding(friend)
                && self.way(friend, id).within(Length::units(3))
            {
                for advanced in [false, true] {
                    let like = move |kind: &Kind| match kind {
                        Kind::Screen { area: true, advanced: d, .. } => *d == advanced,
                        _ => false,
                    };
                    screens.add((self.working(friend, like).count() as u8).min(2), advanced);
                }
            }
        }
        screens
    }

    /// FT-7.17.1.
    pub fn holofield(&self, id: ShipId) -> bool {
        self.is_shielding(id) && self.running(id, |kind| matches!(kind, Kind::Holofield)).next().is_some()
    }

    /// FT-4.4.1, FT-5.2.3: targets the ship can engage in one phase.
    pub fn fire_controls(&self, id: ShipId) -> u8 {
        // FT-7.19.1: area ECM blinds its own carrier.
        if 0 < self.area_ecm(id) {
            return 0;
        }
        let each = |advanced: bool| {
            let like =
                move |kind: &Kind| matches!(kind, Kind::FireControl { advanced: it } if *it == advanced);
            self.working(id, like).count() as u8
        };
        // FT-5.8.3: one may serve phasers as ADS for the rest of the turn.
        each(false) + 2 * each(true).saturating_sub(self.ship(id).set_aside)
    }

    /// FT-4.3.4: how far the ship can aim.
    pub fn aim_limit(&self, id: ShipId) -> Length {
        // FT-7.4.4.
        if self.stealth(id) == 2 {
            return Length::units(24);
        }
        if !self.field.options.firecon_range {
            return Length::LONGEST;
        }
        let advanced = |kind: &Kind| matches!(kind, Kind::FireControl { advanced: true });
        let free = usize::from(self.ship(id).set_aside) < self.working(id, advanced).count();
        Length::units(if free { 72 } else { 54 })
    }

    /// The arcs a weapon bears into now: its own, or where its turret points (FT-5.22.1).
    pub fn arcs_of(&self, id: ShipId, icon: IconId) -> Option<Arcs> {
        let blueprint = self.field.blueprint(id);
        let arcs = blueprint.kind(icon)?.arcs()?;
        match self.turret_of(id, icon) {
            Some(turret) => self.ship(id).turrets.get(turret).map(|arc| Arcs::run(*arc, 1)),
            None => Some(arcs),
        }
    }

    /// What `icon` of `id` would roll at `to`, or why it cannot fire.
    ///
    /// # Errors
    ///
    /// The rule against it and the reason.
    pub fn attack(
        &self,
        id: ShipId,
        icon: IconId,
        to: ShipId,
    ) -> Result<Attack, (&'static str, &'static str)> {
        self.attack_as(id, icon, to, false)
    }

    /// FT-5.8.2: whether a weapon names a system of its target when it is fired as a needle beam.
    pub fn is_needle(&self, id: ShipId, icon: IconId) -> bool {
        match self.field.blueprint(id).kind(icon) {
            Some(Kind::Gun(Gun::Needle(_))) => true,
            // With a working advanced fire control aboard.
            Some(Kind::Gun(Gun::Phaser(_))) => {
                let advanced = |kind: &Kind| matches!(kind, Kind::FireControl { advanced: true });
                self.working(id, advanced).next().is_some()
            }
            _ => false,
        }
    }

    /// As [`Battle::attack`]; `needle` if a system is named, so that a phaser works as a needle
    /// beam (FT-5.8.2).
    ///
    /// # Errors
    ///
    /// The rule against it and the reason.
    pub fn attack_as(
        &self,
        id: ShipId,
        icon: IconId,
        to: ShipId,
        needle: bool,
    ) -> Result<Attack, (&'static str, &'static str)> {
        let ship = self.ship(id);
        let blueprint = self.field.blueprint(id);
        if blueprint.kind(icon).is_none() {
            return Err(("FT-5.0.1", "is not a weapon"));
        }
        if !ship.works(icon) {
            return Err(("FT-5.0.1", "does not work"));
        }
        if ship.used.contains(icon) {
            return Err(("FT-2.6.14", "has been used this turn"));
        }
        let aim = self.aim_at(id, to)?;
        let aimed = self.bring_to_bear(&aim, id, icon, to, needle)?;
        Ok(self.against(&self.shelter(&aim, id, to), aimed, id, icon, to))
    }

    /// What protects a ship from another's fire, whatever it is fired from.
    pub(crate) fn shelter(&self, aim: &Aim, id: ShipId, to: ShipId) -> Shelter {
        // FT-7.17.1: no effect at 6 MU and less.
        let far = !aim.sight.way.within(Length::units(6));
        let screens = if self.is_before_wave(to, id) { Screens::default() } else { self.screens(to) };
        Shelter { screens, holofield: far && self.holofield(to) }
    }

    /// What is left to be rolled through what protects the target.
    pub(crate) fn against(
        &self,
        shelter: &Shelter,
        aimed: Attack,
        id: ShipId,
        icon: IconId,
        to: ShipId,
    ) -> Attack {
        let profile = if let Profile::Needle { dice, .. } = aimed.profile {
            Profile::Needle { dice, kills: !aimed.veiled && self.can_kill(id, to) }
        } else {
            aimed.profile
        };
        // FT-5.23.4: none on spinal mounts.
        let holofield = shelter.holofield && !matches!(profile, Profile::Spinal { .. });
        let kind = self.field.blueprint(id).kind(icon);
        let screens = kind.map_or(shelter.screens, |kind| self.dimmed(kind, id, to, shelter.screens));
        Attack { profile, screens, holofield, ..aimed }
    }

    /// What the fire of one ship at another hangs on, whatever it is fired from.
    ///
    /// # Errors
    ///
    /// The rule against all of it and the reason.
    pub(crate) fn aim_at(&self, id: ShipId, to: ShipId) -> Result<Aim, Barred> {
        if let Some(why) = self.barred(id, Act::Fire) {
            return Err(why);
        }
        // Before anything that could tell on it.
        if self.ship(to).bogey {
            return Err(("FT-12.1.4", "cannot be aimed at a bogey"));
        }
        if let Some(why) = self.has_great_gun_ready(id) {
            return Err(why);
        }
        if !self.sees(id, to) {
            return Err(("FT-17.1.1", "has no clear line to it"));
        }
        let sight = self.sight(id, to);
        // FT-7.20.3: a cloaked target counts as twice as far.
        let veiled = self.ship(to).cloaked;
        let way = if veiled { twice(sight.way) } else { sight.way };
        Ok(Aim { sight, veiled, way, stealth: self.stealth(to) })
    }

    /// What a working weapon that is still unused rolls along `aim`, before what protects the target.
    ///
    /// # Errors
    ///
    /// The rule against it and the reason.
    pub(crate) fn bring_to_bear(
        &self,
        aim: &Aim,
        id: ShipId,
        icon: IconId,
        to: ShipId,
        needle: bool,
    ) -> Result<Attack, Barred> {
        let ship = self.ship(id);
        let Some(kind) = self.field.blueprint(id).kind(icon) else {
            return Err(("FT-5.0.1", "is not a weapon"));
        };
        let beams = is_transporter(kind);
        if beams {
            self.may_beam(id, needle)?;
        }
        if matches!(kind, Kind::Gun(Gun::BoardingLauncher(_))) {
            if !self.field.has_boarding {
                return Err(("FT-5.18.1", "boarding is switched off"));
            }
            if self.boarding_magazine(id, icon).is_none_or(|it| it.1 == 0) {
                return Err(("FT-5.18.2", "has no torpedo in a working magazine"));
            }
        }
        let Aim { sight, veiled, way, stealth } = *aim;
        let secret = &self.secrets[id.index()];
        if secret.switching.contains(icon) {
            return Err(("FT-5.19.1", "is being switched"));
        }
        let lay = Lay {
            way,
            stealth,
            velocity: self.ship(to).motion.velocity,
            mode: secret.mode(icon).or_else(|| ship.setting(icon)),
            edge: self.field.options.band_edge,
        };
        let found = if needle && !beams { as_needle(kind, &lay) } else { profile(kind, &lay) };
        let Some(profile) = found else {
            return Err(if is_gun(kind) {
                ("FT-4.3.2", "is out of range")
            } else {
                ("FT-5.0.1", "cannot be fired at ships in this phase")
            });
        };
        let point_defence = profile.is_point_defence();
        // FT-12.10.1, FT-7.20.3.
        let (mut bonus, mut sixes) = (i8::from(self.field.options.civil_war), false);
        bonus -= if veiled { 2 } else { 0 };
        if let Profile::Spinal { .. } = profile {
            // FT-5.23.2: a mount fires at most every other turn.
            if ship.spinal_turn + 1 == self.turn && ship.spinal_fired.contains(icon) {
                return Err(("FT-5.23.2", "fired last turn"));
            }
            if !is_ahead(heading(ship), sight.way) {
                return Err(("FT-4.2.7", "bears within 15 degrees of the bow"));
            }
        }
        if !point_defence {
            if !way.within(self.aim_limit(id)) {
                return Err(("FT-4.3.4", "cannot aim so far"));
            }
            match self.astern(id, sight.aft, sight.way)? {
                Astern::Free => (),
                Astern::Less => bonus -= 1,
                Astern::Sixes => sixes = true,
            }
        }
        let spinal = matches!(profile, Profile::Spinal { .. });
        let close = self.share_marker(id, to);
        let bears =
            |arcs: Arcs| close || arcs.contains(sight.arc) || sight.or.is_some_and(|arc| arcs.contains(arc));
        if !spinal && !self.arcs_of(id, icon).is_some_and(bears) {
            return Err(("FT-4.2.1", "does not bear"));
        }
        // What nobody may know cannot decide what he may do.
        if profile == Profile::PointDefence && self.field.options.is_closed() {
            return Err(("FT-7.12.2", "point defence needs a ship that is known to be bare"));
        }
        if profile == Profile::PointDefence && !self.is_bare(to) {
            return Err(("FT-7.12.2", "point defence hurts only ships without screens, fields and armour"));
        }
        Ok(Attack { profile, screens: Screens::default(), holofield: false, bonus, sixes, veiled })
    }

    /// FT-4.2.5, FT-4.2.6, FT-13.15.3: how a ship fires at what lies there, whatever it is; FT-13.13.9, FT-13.13.11:
    /// better sensors soften the ban.
    ///
    /// # Errors
    ///
    /// The rule against it and the reason.
    pub(crate) fn astern(&self, id: ShipId, aft: bool, way: Offset) -> Result<Astern, Barred> {
        let free = !self.ship(id).thrusted && self.field.options.aft_arc_if_no_thrust;
        if !aft || free || self.field.station(id).is_some() {
            return Ok(Astern::Free);
        }
        let (enhanced, superior) = self.sensors(id);
        if 0 < superior && way.within(Length::units(36)) {
            Ok(Astern::Less)
        } else if 0 < enhanced && way.within(Length::units(24)) {
            Ok(Astern::Sixes)
        } else {
            Err(("FT-4.2.5", "does not fire through the aft arc"))
        }
    }

    /// FT-7.25.1: switched on this turn and working.
    pub(crate) fn has_reflex(&self, id: ShipId) -> bool {
        self.secrets[id.index()].reflex
            && self.working(id, |kind| matches!(kind, Kind::Reflex)).next().is_some()
    }

    /// FT-7.25.1: whether a seat is asked, as far as others can tell: a field that is up silences its ship, and must
    /// not show in who is asked.
    pub(crate) fn is_asked(&self, seat: Seat, able: impl Fn(&Battle) -> bool) -> bool {
        if able(self) {
            return true;
        }
        let up: Vec<ShipId> = self.own_ships(seat).filter(|&id| self.has_reflex(id)).collect();
        if up.is_empty() {
            return false;
        }
        let mut seen = self.clone();
        up.iter().for_each(|id| seen.secrets[id.index()].reflex = false);
        able(&seen)
    }

    /// FT-13.13.8: working enhanced and superior sensors.
    pub fn sensors(&self, id: ShipId) -> (usize, usize) {
        let count = |wanted: bool| {
            // A set that has gathered information this turn does not help to aim.
            self.working(id, move |kind| matches!(kind, Kind::Sensors { superior } if *superior == wanted))
                .filter(|icon| !self.ship(id).used.contains(*icon))
                .count()
        };
        (count(false), count(true))
    }

    /// FT-5.13.2, FT-5.13.4: beyond 12 MU a kill takes an enhanced sensor, beyond 24 a superior
    /// one or two enhanced; every level of ECM counts as 6 MU more.
    fn can_kill(&self, id: ShipId, to: ShipId) -> bool {
        let (mut enhanced, mut superior) = self.sensors(id);
        self.support(id, to, &mut enhanced, &mut superior)
    }

    /// FT-5.13.4: whether sensors that are still free reach one system of `to`; takes those it needs.
    pub(crate) fn support(&self, id: ShipId, to: ShipId, enhanced: &mut usize, superior: &mut usize) -> bool {
        let jam = i32::from(self.ecm(to));
        let within = |units: i32| {
            let limit = Length::units(units - 6 * jam);
            Length::ZERO <= limit && self.way(id, to).within(limit)
        };
        if within(12) {
            return true;
        }
        match (within(24), *enhanced, *superior) {
            (true, 1.., _) => *enhanced -= 1,
            (_, _, 1..) => *superior -= 1,
            (false, 2.., _) => *enhanced -= 2,
            _ => return false,
        }
        true
    }

    /// FT-5.23.3: everybody in the strip towards `to`, the aimed ship first, then near to far.
    pub fn in_strip(&self, id: ShipId, to: ShipId, size: Size) -> Vec<ShipId> {
        let mut hit = self.strip_towards(id, self.way(id, to), size);
        hit.retain(|&it| it != to);
        hit.sort_by_key(|&it| (self.way(id, it).square(), it));
        hit.insert(0, to);
        hit
    }

    /// FT-5.23.3: everybody but the firer whose centre lies in the strip.
    pub(crate) fn strip_towards(&self, id: ShipId, line: Offset, size: Size) -> Vec<ShipId> {
        // FT-7.20.3: twice as far, whether the mount is aimed at a cloaked ship or at a point beyond it.
        let near =
            |other: ShipId| !self.ship(other).cloaked || twice(self.way(id, other)).within(strip(size).0);
        let inside =
            |other: ShipId| self.is_in_strip(id, line, size, self.ship(other).motion.at) && near(other);
        self.active_ships().filter(|&it| it != id && inside(it) && self.sees(id, it)).collect()
    }

    /// FT-5.23.7: groups whose place lies in the strip, near ones first.
    pub(crate) fn groups_in_strip(&self, id: ShipId, line: Offset, size: Size) -> Vec<GroupId> {
        let inside = |it: &GroupId| self.is_in_strip(id, line, size, self.group(*it).at);
        self.nearest_groups(self.ship(id).motion.at, self.flying().filter(inside).collect())
    }

    /// FT-5.23.3: whether a place lies in the strip from a ship along a line.
    pub(crate) fn is_in_strip(&self, id: ShipId, line: Offset, size: Size, at: Point) -> bool {
        let (length, width) = strip(size);
        let reach = i128::from(line.length().0);
        let way = at - self.ship(id).motion.at;
        let (dot, cross) = (dot(line, way), cross(line, way));
        // Along and beside the line, in billionths, with the tolerance of every limit.
        let (along, beside) = (dot / reach.max(1), cross.abs() / reach.max(1));
        let slack = i128::from(geometry::TOLERANCE.0);
        0 < dot && along <= i128::from(length.0) + slack && 2 * beside <= i128::from(width.0) + 2 * slack
    }

    /// FT-7.12.2: no working screen or field of any kind and no armour left.
    fn is_bare(&self, id: ShipId) -> bool {
        let field = |kind: &Kind| {
            matches!(kind, Kind::Screen { .. } | Kind::StealthField | Kind::Holofield | Kind::Reflex)
        };
        self.ship(id).armour.iter().all(|layer| layer.boxes() == 0)
            && self.working(id, field).next().is_none()
            && self.screens(id) == Screens::default()
    }

    /// FT-2.6.12: whether the ship could take part in phase 11 at all.
    pub(crate) fn can_act(&self, id: ShipId) -> bool {
        !self.ship(id).fired && self.barred(id, Act::Fire).is_none()
    }
}

fn mirrored(arc: Arc, orientation: Orientation) -> Arc {
    Arcs::run(arc, 1).mirrored(orientation).left()
}

/// FT-7.16.1: layers of screens, all of them and the advanced ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Screens {
    pub all: u8,
    pub advanced: u8,
}

impl Screens {
    fn add(&mut self, levels: u8, advanced: bool) {
        self.all = (self.all + levels).min(3);
        if advanced {
            self.advanced = (self.advanced + levels).min(3);
        }
    }
}

fn dot(a: Offset, b: Offset) -> i128 {
    i128::from(a.east.0) * i128::from(b.east.0) + i128::from(a.north.0) * i128::from(b.north.0)
}

fn cross(a: Offset, b: Offset) -> i128 {
    i128::from(a.east.0) * i128::from(b.north.0) - i128::from(a.north.0) * i128::from(b.east.0)
}

#[cfg(test)]
#[path = "gunnery_tests.rs"]
mod tests;
