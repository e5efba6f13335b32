//! Arcs, ranges, screens, and what each weapon rolls (FT-4.2 to FT-4.7, FT-5).
//! Nothing here rolls or changes anything.

use geometry::{Course, Length, Offset, Sector, Within};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    battle::heading,
    design::{
        Arc, Arcs, Family, FusionMode, Kind, Orientation, PulserSetting, RapidGun, Reach, Size, SpinalBeam,
    },
    options::ArcEdge,
    orders::Mode,
    scenario::Part,
    ship::{IconId, Ship, ShipId},
};

/// How one ship sees another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    pub way: Offset,
    /// FT-4.2.2: exactly one arc, by the mounts as they now lie (FT-16.2.1).
    pub arc: Arc,
    /// FT-4.2.5: in the rear 60 degrees.
    pub aft: bool,
}

/// FT-4.2.2: on which side of a dividing line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    CounterClockwise,
    Clockwise,
}

/// Where a bearing falls: in one arc, or on the line clockwise of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    In(Arc),
    /// On the line between this arc and the next one clockwise.
    Line(Arc),
}

/// FT-4.2.1, FT-4.2.3, FT-GEO.13, FT-GEO.15: the arc of `way` seen from a ship.
pub fn bearing(facing: Course, orientation: Orientation, way: Offset) -> Bearing {
    if way.square() == 0 {
        return Bearing::In(Arc::F);
    }
    let shift = if orientation == Orientation::Beta { 2 } else { 0 };
    for (i, arc) in Arc::ALL.into_iter().enumerate() {
        let middle = facing.turned(4 * i as i32 + shift);
        match Sector::new(middle.turned(-2), middle.turned(2)).place(way) {
            Within::Inside => return Bearing::In(arc),
            Within::Edge => {
                let clockwise = middle.right_of(way) > Length::ZERO;
                return Bearing::Line(if clockwise { arc } else { arc.turned(5) });
            }
            Within::Outside => (),
        }
    }
    Bearing::In(Arc::F)
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

    pub(crate) fn way(&self, from: ShipId, to: ShipId) -> Offset {
        self.ship(to).motion.at - self.ship(from).motion.at
    }

    /// FT-4.2.1 to FT-4.2.5.
    pub fn sight(&self, from: ShipId, to: ShipId) -> Sight {
        let (ship, way) = (self.ship(from), self.way(from, to));
        let orientation = self.field.blueprint(from).design.orientation;
        let rolled = self.sides.iter().find(|it| it.0 == from && it.1 == to).map(|it| it.2);
        let side = match self.field.options.arc_edge {
            ArcEdge::Roll => rolled.unwrap_or(Side::Clockwise),
            ArcEdge::Clockwise => Side::Clockwise,
        };
        let arc = match (bearing(heading(ship), orientation, way), side) {
            (Bearing::In(arc), _) | (Bearing::Line(arc), Side::CounterClockwise) => arc,
            (Bearing::Line(arc), Side::Clockwise) => arc.turned(1),
        };
        let aft = is_aft(heading(ship), way).unwrap_or_else(|| {
            // On the starboard edge of the rear the clockwise side is inside, on the port edge outside.
            let starboard = heading(ship).right_of(way) > Length::ZERO;
            starboard == (side == Side::Clockwise)
        });
        // FT-16.2.1: after a roll the mounts of the other side bear there.
        let arc = if ship.rolled { mirrored(arc, orientation) } else { arc };
        Sight { way, arc, aft }
    }

    /// FT-7.4.1, FT-7.4.3, FT-7.4.4: the stealth level that others meet.
    pub fn stealth(&self, id: ShipId) -> u8 {
        let (ship, blueprint) = (self.ship(id), self.field.blueprint(id));
        // FT-2.6.11: rows count from the last check on.
        let hull = match (blueprint.design.hull.stealth, ship.rows_checked) {
            (1, rows) => u8::from(rows < 2),
            (2.., 0) => 2,
            (2.., rows) => u8::from(rows < 3),
            (0, _) => 0,
        };
        let fields = if ship.core.dumped {
            0
        } else {
            self.working(id, |kind| *kind == Kind::StealthField).count() as u8
        };
        let level = (hull + fields).min(2);
        if ship.active { level.min(1) } else { level }
    }

    /// FT-7.2.1, FT-7.3.1, FT-7.16.1: layers of screens that fire at a ship meets.
    pub fn screens(&self, id: ShipId) -> Screens {
        let mut screens = Screens::default();
        if self.ship(id).core.dumped {
            return screens;
        }
        let own = |area: bool, advanced: bool| {
            let like = move |kind: &Kind| matches!(kind, Kind::Screen { area: a, advanced: d, .. } if *a == area && *d == advanced);
            self.working(id, like).count() as u8
        };
        screens.add(own(false, false).min(2), false);
        screens.add(own(false, true).min(2), true);
        // FT-7.17.4: a holofield keeps borrowed screens out.
        if self.holofield(id) {
            return screens;
        }
        for friend in self.active_ships().filter(|it| self.ship(*it).side == self.ship(id).side) {
            if self.field.blueprint(friend).has_area_screen
                && !self.ship(friend).core.dumped
                && self.way(friend, id).within(Length::units(3))
            {
                for advanced in [false, true] {
                    let like = move |kind: &Kind| matches!(kind, Kind::Screen { area: true, advanced: d, .. } if *d == advanced);
                    screens.add((self.working(friend, like).count() as u8).min(2), advanced);
                }
            }
        }
        screens
    }

    /// FT-7.17.1.
    pub fn holofield(&self, id: ShipId) -> bool {
        !self.ship(id).core.dumped && self.working(id, |kind| *kind == Kind::Holofield).next().is_some()
    }

    /// FT-4.4.1, FT-5.2.3: targets the ship can engage in one phase.
    pub fn fire_controls(&self, id: ShipId) -> u8 {
        let each = |advanced: bool| {
            let like =
                move |kind: &Kind| matches!(kind, Kind::FireControl { advanced: it } if *it == advanced);
            self.working(id, like).count() as u8
        };
        each(false) + 2 * each(true)
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
        Length::units(if self.working(id, advanced).next().is_some() { 72 } else { 54 })
    }

    /// The arcs a weapon bears into now: its own, or where its turret points (FT-5.22.1).
    pub fn arcs_of(&self, id: ShipId, icon: IconId) -> Option<Arcs> {
        let blueprint = self.field.blueprint(id);
        let arcs = blueprint.kind(icon)?.arcs()?;
        let Part::System { index, .. } = blueprint.icons[icon.index()] else { return None };
        match blueprint.turret_of(index) {
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
        let ship = self.ship(id);
        let blueprint = self.field.blueprint(id);
        let Some(kind) = blueprint.kind(icon) else { return Err(("FT-5.0.1", "is no weapon")) };
        if !ship.works(icon) {
            return Err(("FT-5.0.1", "does not work"));
        }
        if ship.used.contains(icon) {
            return Err(("FT-2.6.14", "has been used this turn"));
        }
        let sight = self.sight(id, to);
        let stealth = self.stealth(to);
        let secret = &self.secrets[id.index()];
        if secret.switching.contains(icon) {
            return Err(("FT-5.19.1", "is being switched"));
        }
        let Some(profile) =
            profile(kind, sight.way, stealth, self.ship(to).motion.velocity, secret.mode(icon))
        else {
            return Err(if is_gun(kind) {
                ("FT-4.3.2", "is out of range")
            } else {
                ("FT-5.0.1", "cannot be fired at ships in this phase")
            });
        };
        let point_defence = profile == Profile::PointDefence || profile == Profile::Scatter;
        let (mut bonus, mut sixes) = (i8::from(self.field.options.civil_war), false);
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
            if !sight.way.within(self.aim_limit(id)) {
                return Err(("FT-4.3.4", "cannot aim so far"));
            }
            if sight.aft && (ship.thrusted || !self.field.options.aft_arc_if_no_thrust) {
                // FT-13.13.9, FT-13.13.11: better sensors soften the ban.
                let (enhanced, superior) = self.sensors(id);
                if 0 < superior && sight.way.within(Length::units(36)) {
                    bonus -= 1;
                } else if 0 < enhanced && sight.way.within(Length::units(24)) {
                    sixes = true;
                } else {
                    return Err(("FT-4.2.5", "does not fire through the aft arc"));
                }
            }
        }
        let spinal = matches!(profile, Profile::Spinal { .. });
        if !spinal && !self.arcs_of(id, icon).is_some_and(|arcs| arcs.contains(sight.arc)) {
            return Err(("FT-4.2.1", "does not bear"));
        }
        if profile == Profile::PointDefence && !self.is_bare(to) {
            return Err(("FT-7.12.2", "point defence hurts only ships without screens, fields and armour"));
        }
        let far = !sight.way.within(Length::units(6));
        let profile = match profile {
            Profile::Needle { dice, .. } => Profile::Needle { dice, kills: self.can_kill(id, to) },
            other => other,
        };
        // FT-7.17.1: no effect at 6 MU and less; FT-5.23.4: none on spinal mounts.
        let holofield = far && !spinal && self.holofield(to);
        Ok(Attack { profile, screens: self.screens(to), holofield, bonus, sixes })
    }

    /// FT-7.25.1: switched on this turn and working.
    pub(crate) fn has_reflex(&self, id: ShipId) -> bool {
        self.secrets[id.index()].reflex && self.working(id, |kind| *kind == Kind::Reflex).next().is_some()
    }

    /// FT-13.13.8: working enhanced and superior sensors.
    pub fn sensors(&self, id: ShipId) -> (usize, usize) {
        let count = |wanted: bool| {
            self.working(id, move |kind| matches!(kind, Kind::Sensors { superior } if *superior == wanted))
                .count()
        };
        (count(false), count(true))
    }

    /// FT-5.13.2, FT-5.13.4: beyond 12 MU a kill takes an enhanced sensor, beyond 24 a superior
    /// one or two enhanced; every level of ECM counts as 6 MU more.
    fn can_kill(&self, id: ShipId, to: ShipId) -> bool {
        let jam = self.working(to, |kind| matches!(kind, Kind::Ecm { area: false })).count().min(3) as i32;
        let within = |units: i32| {
            let limit = Length::units(units - 6 * jam);
            Length::ZERO <= limit && self.way(id, to).within(limit)
        };
        let (enhanced, superior) = self.sensors(id);
        within(12) || (0 < enhanced + superior && within(24)) || 0 < superior || 1 < enhanced
    }

    /// FT-5.23.3: everybody in the strip towards `to`, the aimed ship first, then near to far.
    pub fn in_strip(&self, id: ShipId, to: ShipId, size: Size) -> Vec<ShipId> {
        let (length, width) = strip(size);
        let (line, total) = (self.way(id, to), self.way(id, to).length());
        let inside = |other: ShipId| {
            let way = self.way(id, other);
            let (dot, cross) = (dot(line, way), cross(line, way));
            let reach = i128::from(total.0);
            // Along and beside the line, in billionths, with the tolerance of every limit.
            let (along, beside) = (dot / reach.max(1), cross.abs() / reach.max(1));
            let slack = i128::from(geometry::TOLERANCE.0);
            0 < dot && along <= i128::from(length.0) + slack && 2 * beside <= i128::from(width.0) + 2 * slack
        };
        let mut hit: Vec<ShipId> =
            self.active_ships().filter(|&it| it != id && it != to && inside(it)).collect();
        hit.sort_by_key(|&it| (self.way(id, it).square(), it));
        hit.insert(0, to);
        hit
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

    /// Whether the ship could take part in phase 11 at all (FT-10.3.3, FT-10.3.6).
    pub(crate) fn can_act(&self, ship: &Ship) -> bool {
        ship.is_active() && !ship.fired && !ship.is_adrift(self.turn)
    }
}

fn mirrored(arc: Arc, orientation: Orientation) -> Arc {
    Arcs::run(arc, 1).mirrored(orientation).left()
}

/// FT-7.16.1: layers of screens, all of them and the advanced ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

/// What one weapon does to one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    pub profile: Profile,
    pub screens: Screens,
    pub holofield: bool,
    /// FT-12.10.1, FT-13.13.11: added to dice, never beyond 1 to 6.
    pub bonus: i8,
    /// FT-13.13.9: first dice count only if they show 6, re-rolls from 5.
    pub sixes: bool,
}

/// FT-5.0.1: what is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Beam dice, read by screens of one kind; what a hit is.
    Beams { dice: u8, again: bool, screens: Response, hit: Hit },
    /// FT-5.5.1.
    Plasma { dice: u8 },
    /// FT-5.13.1: kills systems within reach of its sensors.
    Needle { dice: u8, kills: bool },
    /// FT-5.14.1, FT-5.16.1: hits on `needs` and more.
    Projectile { needs: u8, hit: Shell },
    /// FT-5.19.1: one die to hit, then beam dice.
    Fusion { needs: u8, dice: u8 },
    /// FT-5.17.1.
    Mkp,
    /// FT-7.12.2: a 6 does 1.
    PointDefence,
    /// FT-7.14.1: one beam die that no screen stops.
    Scatter,
    /// FT-5.23.3: the same dice at everybody in a strip.
    Spinal { beam: SpinalBeam, size: Size },
}

/// FT-5.23.3: how long and how wide.
pub fn strip(size: Size) -> (Length, Length) {
    match size {
        Size::Small => (Length::units(24), Length::units(1)),
        Size::Medium => (Length::units(36), Length::ratio(3, 2)),
        Size::Large => (Length::units(48), Length::units(2)),
    }
}

fn dot(a: Offset, b: Offset) -> i128 {
    i128::from(a.east.0) * i128::from(b.east.0) + i128::from(a.north.0) * i128::from(b.north.0)
}

fn cross(a: Offset, b: Offset) -> i128 {
    i128::from(a.east.0) * i128::from(b.north.0) - i128::from(a.north.0) * i128::from(b.east.0)
}

/// FT-5.0.2: which screens shift beam dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// Kind B.
    Any,
    /// Kind A.
    Advanced,
    /// Kind N.
    None,
}

/// What a beam hit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// FT-4.5.2: one point.
    Point,
    /// FT-5.6.1: 1d3, semi armour piercing.
    D3,
    /// FT-5.7.1: 1d6, semi armour piercing.
    D6,
    /// FT-5.20.1: so many points.
    Points(u8),
    /// FT-5.4.1: no damage, but a test.
    Emp,
    /// FT-5.23.5: so many dice, armour piercing.
    Singularity(u8),
}

/// What a projectile does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// FT-5.14.1: 1d6 SAP, advanced screens off each die.
    Torpedo,
    /// FT-5.14.3: 1d3 SAP, advanced screens off each die.
    Long,
    /// FT-5.14.3: 1d6 + 2 AP, past all screens.
    Heavy,
    /// FT-5.14.2: 1d6 + 2 AP, and a tube that may burst.
    Overload,
    /// FT-5.16.1: class points AP, doubled on a die up to the class.
    KGun(u8),
}

/// FT-5.0.1: weapons that fire at ships in phase 11.
pub fn is_gun(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Battery {
            family: Family::Beam
                | Family::Emp
                | Family::Plasma
                | Family::Phaser
                | Family::Needle
                | Family::Gravitic,
            ..
        } | Kind::Graser { .. }
            | Kind::Rapid { .. }
            | Kind::Pulser { .. }
            | Kind::Torpedo { .. }
            | Kind::VariableTorpedo { .. }
            | Kind::Submunition { .. }
            | Kind::KGun { .. }
            | Kind::Mkp { .. }
            | Kind::Fusion { .. }
            | Kind::Spinal { .. }
            | Kind::Pds
            | Kind::Ads { .. }
            | Kind::ScatterGun
    )
}

/// FT-5.15.1, FT-5.17.1, FT-7.14.1: used up when fired.
pub fn is_one_shot(kind: &Kind) -> bool {
    matches!(kind, Kind::Submunition { .. } | Kind::Mkp { .. } | Kind::ScatterGun | Kind::Grapeshot)
}

/// FT-7.4.2: a distance as stealth shortens it, exactly.
pub fn shortened(units: i64, stealth: u8) -> Length {
    match stealth {
        0 => Length::ratio(units, 1),
        1 => Length::ratio(5 * units, 6),
        _ => Length::ratio(2 * units, 3),
    }
}

/// FT-4.3.2: the band, from 1, of bands so wide; `None` beyond the last.
fn band(way: Offset, width: i64, bands: u8, stealth: u8) -> Option<u8> {
    way.band(shortened(width, stealth), bands)
}

/// FT-4.5.1: dice of a weapon that loses one with each band.
fn falling(way: Offset, width: i64, class: u8, stealth: u8) -> Option<u8> {
    band(way, width, class, stealth).map(|band| class + 1 - band)
}

/// D2: the number a projectile needs.
fn to_hit(way: Offset, reach: Reach, stealth: u8) -> Option<u8> {
    let width = match reach {
        Reach::Short => 4,
        Reach::Standard => 6,
        Reach::Long => 9,
    };
    band(way, width, 5, stealth).map(|band| band + 1)
}

/// `velocity` is the target's.
pub(crate) fn profile(
    kind: &Kind,
    way: Offset,
    stealth: u8,
    velocity: u16,
    mode: Option<Mode>,
) -> Option<Profile> {
    let beams =
        |dice: u8, again: bool, screens: Response, hit: Hit| Profile::Beams { dice, again, screens, hit };
    let within = |units: i64| way.within(shortened(units, stealth));
    Some(match kind {
        Kind::Battery { family, class, .. } => {
            let dice = falling(way, 12, *class, stealth)?;
            match family {
                Family::Beam => beams(dice, true, Response::Any, Hit::Point),
                Family::Emp => beams(dice, true, Response::Advanced, Hit::Emp),
                Family::Plasma => Profile::Plasma { dice },
                // FT-5.8.1.
                Family::Phaser => beams(dice, true, Response::Any, Hit::D3),
                Family::Needle => Profile::Needle { dice, kills: way.within(Length::units(12)) },
                Family::Gravitic => {
                    let points = (velocity / 6).min(4) as u8;
                    beams(dice, false, Response::Any, Hit::Points(points))
                }
                Family::Transporter => return None,
            }
        }
        Kind::Graser { heavy: false, class, .. } => {
            beams(falling(way, 12, *class, stealth)?, true, Response::Any, Hit::D3)
        }
        // FT-5.7.1, FT-5.7.2.
        Kind::Graser { heavy: true, class, high_intensity, .. } => {
            beams(falling(way, 18, *class, stealth)?, *high_intensity, Response::Any, Hit::D6)
        }
        Kind::Rapid { gun, .. } => {
            let (dice, range) = match gun {
                RapidGun::Gatling => (6, 12),
                RapidGun::Particle => (2, 24),
                RapidGun::Meson => (1, 48),
            };
            within(range).then(|| beams(dice, true, Response::Any, Hit::Point))?
        }
        Kind::Pulser { setting, .. } => {
            let (dice, range) = match setting.unwrap_or(PulserSetting::Medium) {
                PulserSetting::Short => (6, 12),
                PulserSetting::Medium => (2, 24),
                PulserSetting::Long => (1, 48),
            };
            within(range).then(|| beams(dice, true, Response::Any, Hit::Point))?
        }
        // FT-5.14.2: the next shorter table.
        Kind::Torpedo { reach, .. } if mode == Some(Mode::Overload) => {
            let reach = if *reach == Reach::Long { Reach::Standard } else { Reach::Short };
            Profile::Projectile { needs: to_hit(way, reach, stealth)?, hit: Shell::Overload }
        }
        Kind::Torpedo { reach, .. } => {
            Profile::Projectile { needs: to_hit(way, *reach, stealth)?, hit: Shell::Torpedo }
        }
        // FT-5.14.3.
        Kind::VariableTorpedo { .. } => {
            let (reach, hit) = match mode {
                Some(Mode::Long) => (Reach::Long, Shell::Long),
                Some(Mode::Short) => (Reach::Short, Shell::Heavy),
                _ => (Reach::Standard, Shell::Torpedo),
            };
            Profile::Projectile { needs: to_hit(way, reach, stealth)?, hit }
        }
        Kind::Submunition { .. } => beams(falling(way, 6, 3, stealth)?, true, Response::Advanced, Hit::Point),
        Kind::KGun { class, reach, .. } => {
            Profile::Projectile { needs: to_hit(way, *reach, stealth)?, hit: Shell::KGun(*class) }
        }
        Kind::Mkp { .. } => within(12).then_some(Profile::Mkp)?,
        Kind::Fusion { mode: set, .. } => {
            let band = band(way, 6, 6, stealth)?;
            let built = set.unwrap_or(FusionMode::Flare);
            match mode
                .map_or(built, |it| if it == Mode::Torpedo { FusionMode::Torpedo } else { FusionMode::Flare })
            {
                FusionMode::Flare => Profile::Fusion { needs: band, dice: band },
                FusionMode::Torpedo => Profile::Fusion { needs: 7 - band, dice: 7 - band },
            }
        }
        Kind::Pds => within(6).then_some(Profile::PointDefence)?,
        // FT-7.13.1: as PDS, to 12 MU.
        Kind::Ads { .. } => within(12).then_some(Profile::PointDefence)?,
        Kind::ScatterGun => within(6).then_some(Profile::Scatter)?,
        // FT-5.23.4: stealth does not shorten it.
        Kind::Spinal { beam, size } if 0 < way.square() && way.within(strip(*size).0) => {
            Profile::Spinal { beam: *beam, size: *size }
        }
        _ => return None,
    })
}

/// Average points of a weapon at a bare target so far away, for judgement.
pub(crate) fn usual_mean(kind: &Kind, units: i32) -> u32 {
    let way = geometry::Point::units(units, 0) - geometry::Point::default();
    let point_defence = |it: &Profile| matches!(it, Profile::PointDefence | Profile::Scatter);
    profile(kind, way, 0, 8, None).filter(|it| !point_defence(it)).map_or(0, |profile| {
        crate::menu::mean(&Attack {
            profile,
            screens: Screens::default(),
            holofield: false,
            bonus: 0,
            sixes: false,
        })
    })
}

/// D1: hits of a beam die, after its modifiers.
pub fn beam_hits(die: u8, layers: u8, holofield: bool) -> u8 {
    match (die, layers) {
        (0..=3, _) => 0,
        (5 | 6, _) if holofield => 1,
        (_, _) if holofield => 0,
        (4, 0) => 1,
        (4, _) => 0,
        (5, _) => 1,
        (_, 0 | 1) => 2,
        (_, _) => 1,
    }
}

#[cfg(test)]
#[path = "gunnery_tests.rs"]
mod tests;
