//! Planets in four scales: orbits, gravity and atmosphere (FT-17.7 to FT-17.11).

use engine::Table;
use geometry::{Length, Offset, Point, TOLERANCE};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    craft::hangars,
    damage::checks::Threshold,
    fire::gunnery::{Bearing, bearing},
    movement::{
        self,
        clock::Clock,
        collisions::Peril,
        plot::{self, Flight, Path, Plot},
    },
    setup::scenario::Field,
    ship::{Motion, ShipId, Status},
    terrain::{Body, BodyId, Shape, Terrain, cross, distance_to, dot, path_crosses},
    yard::design::{Arc, Orientation, Streamlining},
};

/// FT-17.8.2, FT-17.10.1: about which planet a ship goes round, and which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Orbit {
    pub body: BodyId,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anticlockwise: bool,
}

/// FT-17.8.2: which way round a ship goes that flies straight at the centre of a planet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Sense {
    Clockwise,
    Anticlockwise,
}

impl Sense {
    pub(crate) const NAMES: [(Sense, &'static str); 2] =
        [(Sense::Clockwise, "clockwise"), (Sense::Anticlockwise, "anticlockwise")];
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "PlanetsEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-17.8.2, FT-17.10.1.
    Orbiting { ship: ShipId, orbit: Orbit },
    /// FT-17.8.4.
    LeftOrbit { ship: ShipId },
    /// FT-17.8.2, FT-17.10.1: into a planet on which nobody lands.
    Crashed { ship: ShipId, body: BodyId },
    /// FT-17.11.1, FT-17.11.3: with the die and its total, where one is rolled.
    Entered { ship: ShipId, body: BodyId, die: Option<u8>, total: i16, fate: Landfall },
    /// FT-17.8.6: dice of a ship whose drive or bridge failed in orbit.
    Tested { ship: ShipId, dice: Vec<u8>, decays: bool },
}

/// FT-17.11.1, FT-17.11.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Landfall {
    Landed,
    CrashLanded,
    /// Small craft and pods escape.
    BurntUp,
    AllLost,
}

/// How a move ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Free,
    /// FT-17.8.3: it goes on round.
    Round,
    Orbit(Orbit),
    Entry {
        body: BodyId,
        controlled: bool,
    },
    Crash(BodyId),
}

/// A move with what planets make of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Voyage {
    pub(crate) flight: Flight,
    pub(crate) end: End,
}

/// FT-17.10.1: nearer than that it crashes, farther than that it passes by.
const NEAR: i32 = 2;
const FAR: i32 = 3;

impl Terrain {
    /// FT-17.8.1: the velocity of the orbit.
    pub fn entry_velocity(&self) -> u16 {
        self.entry.unwrap_or(6)
    }

    /// FT-17.8.1: markers in a turn: as given, or as many as the velocity makes of the way round.
    pub fn orbit_speed(&self) -> u8 {
        self.markers.unwrap_or_else(|| {
            // 12 V / (2 pi R), to the nearest; pi as 355 / 113.
            let (way, round) = (6 * 113 * i128::from(self.entry_velocity()), 355 * i128::from(self.radius.0));
            let way = way * i128::from(Length::PER_UNIT);
            ((2 * way + round) / (2 * round).max(1)).clamp(1, 11) as u8
        })
    }

    /// FT-17.9.1: strengths of the gravity zones, the innermost first.
    fn strengths(&self) -> &'static [u8] {
        if self.sun { &[8, 4, 2, 1] } else { &[4, 2, 1] }
    }

    fn zone_width(&self) -> Length {
        self.zone.unwrap_or(Length::units(1))
    }

    /// FT-17.9.1: the outer edge of a zone, counted from the innermost.
    fn zone_edge(&self, zone: usize) -> Length {
        self.radius + self.zone_width() * (zone as i64 + 1)
    }

    /// FT-17.9.1: the zone at that distance from the centre.
    fn zone_at(&self, away: Length) -> Option<usize> {
        (0..self.strengths().len()).find(|&zone| away.at_most(self.zone_edge(zone)))
    }
}

impl Battle {
    /// FT-17.9.1: every gravity zone by its centre, its outer edge and its strength.
    pub(crate) fn gravity_zones(&self) -> Vec<(Point, Length, u8)> {
        let zones = self.planets(Shape::PlanetLarge).flat_map(|(_, body, planet)| {
            let ring = |(k, strength): (usize, &u8)| (body.at, planet.zone_edge(k), *strength);
            planet.strengths().iter().enumerate().map(ring).collect::<Vec<_>>()
        });
        zones.collect()
    }

    /// Planets of a kind, with what the scenario says of them.
    fn planets(&self, kind: Shape) -> impl Iterator<Item = (BodyId, &Body, &Terrain)> {
        let of = move |it: &(BodyId, &Body)| it.1.kind == kind;
        self.bodies().filter(of).filter_map(|(id, body)| Some((id, body, self.planet(id)?)))
    }

    fn planet(&self, id: BodyId) -> Option<&Terrain> {
        self.field.scenario.terrain.get(id.index())
    }

    /// FT-17.9.2: what a zone does to a ship there; `more` points of turning come on top (FT-17.9.4).
    fn pulled(&self, motion: Motion, centre: Point, strength: u8, more: i8) -> Motion {
        let way = centre - motion.at;
        if let Some(drift) = motion.drift {
            let drift = drift + towards(way, strength);
            let velocity = plot::whole((drift - Point::default()).length());
            return Motion { drift: Some(drift), velocity, ..motion };
        }
        let arc = match bearing(motion.facing.course(), Orientation::Alpha, way) {
            Bearing::In(arc) => arc,
            Bearing::Line(arc) => arc.turned(1),
        };
        let (pull, turn) = (u16::from(strength), (i32::from(strength) + i32::from(more)).max(0));
        let (velocity, turn) = match arc {
            Arc::F => (motion.velocity.saturating_add(pull), 0),
            Arc::A => (motion.velocity.saturating_sub(pull), 0),
            Arc::FS | Arc::AS => (motion.velocity.saturating_add(pull / 2), turn),
            Arc::AP | Arc::FP => (motion.velocity.saturating_add(pull / 2), -turn),
        };
        Motion { velocity, facing: motion.facing.turned(turn), ..motion }
    }

    /// FT-17.9.3: the motion a ship's plot begins with, if it lies in a gravity zone, and of which planet.
    pub(crate) fn outset(&self, id: ShipId, more: i8) -> (Motion, Option<BodyId>) {
        let motion = self.motion(id);
        if self.has_terrain() && self.ship(id).is_active() {
            for (body, it, planet) in self.planets(Shape::PlanetLarge) {
                if let Some(zone) = planet.zone_at((motion.at - it.at).length()) {
                    return (self.pulled(motion, it.at, planet.strengths()[zone], more), Some(body));
                }
            }
        }
        (motion, None)
    }

    /// A plot flown with everything that planets do to it.
    pub(crate) fn voyage(&self, id: ShipId, plot: &Plot, more: i8) -> Voyage {
        if !self.has_terrain() {
            return Voyage { flight: plot::fly(self.motion(id), plot), end: End::Free };
        }
        let (from, left) = self.outset(id, more);
        self.bent(id, plot::fly(from, plot), plot, more, left)
    }

    /// What planets make of a flight; `left`: a planet whose gravity has been felt already.
    pub(crate) fn bent(
        &self,
        id: ShipId,
        flight: Flight,
        plot: &Plot,
        more: i8,
        left: Option<BodyId>,
    ) -> Voyage {
        let (ship, start) = (self.ship(id), self.motion(id));
        if !self.has_terrain() || !ship.is_active() {
            return Voyage { flight, end: End::Free };
        }
        if let Some(orbit) = ship.orbit {
            return self.leaving(id, orbit, flight, plot);
        }
        let flight = self.through_zones(start, flight, more, left);
        self.arriving(id, start.at, flight, None)
    }

    /// FT-17.8.3, FT-17.8.4: a ship in orbit goes round, up or down.
    fn leaving(&self, id: ShipId, orbit: Orbit, flight: Flight, plot: &Plot) -> Voyage {
        let start = self.motion(id);
        let (Some(planet), body) = (self.planet(orbit.body), self.body(orbit.body)) else {
            return Voyage { flight, end: End::Free };
        };
        let stay = |motion: Motion| {
            let path = Path::from_iter([motion.at]);
            Voyage { flight: Flight { path, motion }, end: End::Round }
        };
        if body.kind == Shape::PlanetSimple {
            let idle = !plot.uses_main_drive() && (start.drift.is_some() || !plot.turns());
            return if idle {
                stay(Motion { facing: flight.motion.facing, ..start })
            } else {
                self.arriving(id, start.at, flight, Some(orbit.body))
            };
        }
        let needs = planet.entry_velocity();
        let still = self.field.blueprint(id).thrust == 0 && start.velocity == 0;
        if still || flight.motion.velocity == needs {
            let points = i32::from(planet.orbit_speed()) * if orbit.anticlockwise { -1 } else { 1 };
            let at = turned_about(body.at, start.at, points);
            // FT-17.8.3: vector ships face as they like.
            let facing =
                if start.drift.is_some() { flight.motion.facing } else { start.facing.turned(points) };
            let drift = start.drift.map(|drift| plot::turned(drift, points));
            return stay(Motion { at, facing, drift, ..start });
        }
        if flight.motion.velocity < needs {
            let motion = Motion { velocity: flight.motion.velocity, ..start };
            let flight = Flight { path: Path::from_iter([start.at]), motion };
            let end = if planet.deadly {
                End::Crash(orbit.body)
            } else {
                End::Entry { body: orbit.body, controlled: true }
            };
            return Voyage { flight, end };
        }
        self.arriving(id, start.at, flight, Some(orbit.body))
    }

    /// FT-17.8.2, FT-17.10.1: whether a path meets a planet; `left` is the one whose orbit it leaves.
    fn arriving(&self, ship: ShipId, from: Point, flight: Flight, left: Option<BodyId>) -> Voyage {
        let (side, wanted) = (self.ship(ship).side, self.written[ship.index()].round);
        let velocity = flight.motion.velocity;
        for (id, body, _) in self.planets(Shape::PlanetSimple) {
            let (near, leg, at) = nearest(from, &flight.path, body.at);
            if near < body.radius + Length::units(NEAR) - TOLERANCE {
                return cut(&flight, leg, at, End::Crash(id));
            }
            let meets = (6..=8).contains(&velocity) && near.at_most(body.radius + Length::units(FAR));
            if meets && left != Some(id) {
                let heading = heading(from, &flight, leg);
                let end = End::Orbit(Orbit { body: id, anticlockwise: false });
                let mut voyage = cut(&flight, leg, at, end);
                if voyage.flight.motion.drift.is_none() {
                    voyage.flight.motion.facing = heading;
                }
                return voyage;
            }
        }
        for (id, body, planet) in self.planets(Shape::PlanetMedium) {
            // A ship that leaves on the tangent touches the track, and does not meet it.
            if left == Some(id) && !path_crosses(from, &flight.path, body.at, body.radius) {
                continue;
            }
            let Some((leg, _, at)) = contact(from, &flight.path, body.at, body.radius) else { continue };
            let needs = planet.entry_velocity();
            if velocity != needs {
                let end =
                    if planet.deadly { End::Crash(id) } else { End::Entry { body: id, controlled: false } };
                return cut(&flight, leg, at, end);
            }
            let way = leg_of(from, &flight.path, leg);
            let turn = cross(at - body.at, way);
            // FT-17.8.2, R-066: as it flies; straight at the centre as its owner wrote, else as satellites go.
            let anticlockwise = match wanted {
                _ if turn != 0 => 0 < turn,
                Some(sense) => sense == Sense::Anticlockwise,
                None => planet.anticlockwise,
            };
            let orbit = Orbit { body: id, anticlockwise };
            return self.placed(side, &flight, leg, orbit, at);
        }
        Voyage { flight, end: End::Free }
    }

    /// FT-17.8.2, FT-17.8.5: at the nearest marker; at the next one that is free of enemies.
    fn placed(&self, side: u8, flight: &Flight, leg: usize, orbit: Orbit, at: Point) -> Voyage {
        let body = self.body(orbit.body);
        let onward = if orbit.anticlockwise { -1 } else { 1 };
        let first = Clock::nearest(at - body.at);
        let hostile = |marker: Clock| {
            // What goes round has moved on by then.
            let next = |it: ShipId| Some(Clock::nearest(self.round(it, 1)? - body.at));
            let there = |&it: &ShipId| {
                self.orbit_marker(it).is_some_and(|it| it.0 == orbit.body) && next(it) == Some(marker)
            };
            !self.field.options.share_orbit_marker
                && self.active_ships().filter(there).any(|it| self.ship(it).side != side)
        };
        let all = (0..12).map(|n| first.turned(onward * n));
        let marker = all.into_iter().find(|marker| !hostile(*marker)).unwrap_or(first);
        let (place, tangent) = self.place_of(orbit, marker);
        let drift = flight.motion.drift.map(|_| plot::drift_along(tangent, flight.motion.velocity));
        let facing = if drift.is_some() { flight.motion.facing } else { tangent };
        let mut voyage = cut(flight, leg, at, End::Orbit(orbit));
        voyage.flight.path.push(place);
        voyage.flight.motion = Motion { at: place, facing, drift, ..voyage.flight.motion };
        voyage
    }

    /// FT-17.8.3: the place of a marker, and the tangent there.
    fn place_of(&self, orbit: Orbit, marker: Clock) -> (Point, Clock) {
        let body = self.body(orbit.body);
        let turn = if orbit.anticlockwise { -3 } else { 3 };
        (body.at.moved(marker.course(), body.radius), marker.turned(turn))
    }

    /// FT-17.8.5: the marker a ship in orbit of a planet_medium is at.
    pub fn orbit_marker(&self, id: ShipId) -> Option<(BodyId, Clock)> {
        let orbit = self.ship(id).orbit?;
        let (body, at) = (self.body(orbit.body), self.ship(id).motion.at);
        // Arms of a starbase stand beside the track.
        let off = ((at - body.at).length() - body.radius).abs();
        (body.kind == Shape::PlanetMedium && off.at_most(Length::ratio(1, 100)))
            .then(|| (orbit.body, Clock::nearest(at - body.at)))
    }

    /// FT-17.8.3: where something in orbit is so many turns later.
    pub(crate) fn round(&self, id: ShipId, turns: i32) -> Option<Point> {
        let orbit = self.ship(id).orbit?;
        let (body, planet) = (self.body(orbit.body), self.planet(orbit.body)?);
        let points = i32::from(planet.orbit_speed()) * if orbit.anticlockwise { -turns } else { turns };
        (body.kind == Shape::PlanetMedium).then(|| turned_about(body.at, self.ship(id).motion.at, points))
    }

    /// FT-17.8.5: ships in orbit see those at the same marker, and at the next one before and behind.
    pub(crate) fn are_neighbours(&self, one: ShipId, two: ShipId) -> bool {
        let (Some(one), Some(two)) = (self.orbit_marker(one), self.orbit_marker(two)) else { return false };
        let apart = (i32::from(one.1.get()) - i32::from(two.1.get())).rem_euclid(12);
        one.0 == two.0 && (apart <= 1 || apart == 11)
    }

    /// FT-17.8.5: enemies at one marker fire through any arc.
    pub(crate) fn share_marker(&self, one: ShipId, two: ShipId) -> bool {
        self.has_terrain()
            && self.orbit_marker(one).is_some_and(|it| self.orbit_marker(two) == Some(it))
            && self.way(one, two).square() == 0
    }

    /// FT-17.9.2: pauses on entering the innermost zone that it will touch, once for each planet.
    fn through_zones(&self, start: Motion, flight: Flight, more: i8, left: Option<BodyId>) -> Flight {
        let mut felt: Vec<BodyId> = left.into_iter().collect();
        let (mut from, mut gone, mut done) = (start.at, Length::ZERO, Path::new());
        let mut flight = flight;
        while done.len() + flight.path.len() < 7 {
            let rest: Vec<Point> = flight.path.to_vec();
            let end = flight.motion.at;
            // The first zone on the way; planets whose zones it ends in are felt next turn.
            let touched = self.planets(Shape::PlanetLarge).filter(|it| !felt.contains(&it.0)).filter_map(
                |(id, body, planet)| {
                    planet.zone_at((end - body.at).length()).is_none().then_some(())?;
                    let zone = planet.zone_at(nearest(from, &rest, body.at).0)?;
                    let (leg, along, at) = contact(from, &rest, body.at, planet.zone_edge(zone))?;
                    Some((along, leg, at, id, body.at, planet.strengths()[zone]))
                },
            );
            let Some((along, leg, at, id, centre, strength)) = touched.min_by_key(|it| (it.0, it.3)) else {
                break;
            };
            felt.push(id);
            let course = heading(from, &flight, leg);
            gone += along;
            done.extend(rest[..leg].iter().copied());
            done.push(at);
            let last = flight.motion;
            if last.drift.is_some() {
                let end = last.at + towards(centre - at, strength);
                let way = end - start.at;
                let velocity = plot::whole(way.length());
                let motion = Motion { at: end, velocity, drift: Some(plot::scaled(way, velocity)), ..last };
                flight = Flight { path: Path::from_iter([end]), motion };
            } else {
                // The rest of the plotted turn is made here as well.
                let pending = i32::from(last.facing.get()) - i32::from(course.get());
                let here = Motion { at, facing: course, ..last };
                let pulled = self.pulled(here, centre, strength, more);
                let facing = pulled.facing.turned(pending);
                let left = (Length::units(i32::from(pulled.velocity)) - gone).max(Length::ZERO);
                let end = at.moved(facing.course(), left);
                flight =
                    Flight { path: Path::from_iter([end]), motion: Motion { at: end, facing, ..pulled } };
            }
            from = at;
        }
        done.extend(flight.path.iter().copied());
        Flight { path: done, motion: flight.motion }
    }

    /// FT-17.11.3: what is added to the die of a ship in atmosphere.
    fn heat(&self, id: ShipId, body: BodyId, velocity: u16) -> i16 {
        let hull = match self.field.blueprint(id).design.hull.streamlining {
            Streamlining::None => 4,
            Streamlining::Partial => 0,
            Streamlining::Full => -2,
        };
        let entry = self.planet(body).map_or(6, Terrain::entry_velocity);
        let drive = match (self.rating(id), self.ship(id).drive_hits) {
            (0, _) => 3,
            (_, 0) => 0,
            _ => 1,
        };
        hull + velocity.saturating_sub(entry).min(1_000) as i16 + drive
    }

    /// FT-17.11.1: whether a ship that comes down from orbit lands as it should; `None` if it must roll.
    fn touchdown(&self, id: ShipId, body: BodyId) -> Option<Landfall> {
        let rating = self.rating(id);
        match self.field.blueprint(id).design.hull.streamlining {
            Streamlining::Full if 0 < rating => Some(Landfall::Landed),
            Streamlining::Partial => {
                let gravity = self.planet(body).and_then(|it| it.gravity).unwrap_or(1);
                Some(if gravity <= rating { Landfall::Landed } else { Landfall::CrashLanded })
            }
            Streamlining::Full | Streamlining::None => None,
        }
    }

    /// What planets would do to a ship that plots so, for menus and players.
    pub(crate) fn planet_perils(&self, id: ShipId, voyage: &Voyage) -> Option<Peril> {
        match voyage.end {
            End::Free | End::Round => None,
            End::Orbit(orbit) => Some(Peril::Orbit { body: orbit.body }),
            End::Crash(body) => Some(Peril::Crash { body }),
            End::Entry { body, controlled } => {
                let safe = self.touchdown(id, body).filter(|_| controlled);
                let heat = self.heat(id, body, voyage.flight.motion.velocity);
                let faces = (1..=6_i16).filter(|die| 2 < die + heat).count() as u8;
                let lost = match safe {
                    Some(Landfall::Landed) => 0,
                    Some(_) => 6,
                    None => faces,
                };
                Some(Peril::Atmosphere { body, lost })
            }
        }
    }

    /// Whether a straight way would end in a planet: for players who look ahead.
    pub(crate) fn hits_planet(&self, from: Point, to: Point) -> bool {
        self.bodies().any(|(_, body)| match body.kind {
            Shape::PlanetSimple => distance_to(from, to, body.at) < body.radius + Length::units(NEAR),
            Shape::PlanetMedium => distance_to(from, to, body.at) < body.radius,
            Shape::Asteroid
            | Shape::AsteroidField
            | Shape::MeteorSwarm
            | Shape::DebrisField
            | Shape::Rings
            | Shape::DustCloud
            | Shape::FlareZone
            | Shape::PlanetLarge
            | Shape::HyperLimit
            | Shape::JumpPoint => false,
        })
    }
}

/// So many MU along a direction.
fn towards(way: Offset, units: u8) -> Offset {
    offset_of(plot::scaled(way, u16::from(units)))
}

fn offset_of(point: Point) -> Offset {
    point - Point::default()
}

/// FT-17.8.3: turned about a centre by points of the clock.
pub(crate) fn turned_about(centre: Point, at: Point, points: i32) -> Point {
    let arm = Point::default() + (at - centre);
    centre + offset_of(plot::turned(arm, points))
}

fn leg_of(from: Point, path: &[Point], leg: usize) -> Offset {
    path[leg] - if leg == 0 { from } else { path[leg - 1] }
}

/// The facing on one leg of a flight: the last is flown on the final facing.
fn heading(from: Point, flight: &Flight, leg: usize) -> Clock {
    let way = leg_of(from, &flight.path, leg);
    if leg + 1 == flight.path.len() || way.square() == 0 { flight.motion.facing } else { Clock::nearest(way) }
}

/// The closest approach of a path: how near, on which leg, and where.
fn nearest(from: Point, path: &[Point], at: Point) -> (Length, usize, Point) {
    let mut best = ((at - from).length(), 0, from);
    let mut start = from;
    for (leg, &to) in path.iter().enumerate() {
        let away = distance_to(start, to, at);
        if away < best.0 {
            let (line, way) = (to - start, at - start);
            let along = dot(line, way).clamp(0, line.square());
            best = (away, leg, part_of(start, line, along, line.square()));
        }
        start = to;
    }
    best
}

/// The point `along` of `whole` on a line.
fn part_of(from: Point, line: Offset, along: i128, whole: i128) -> Point {
    // Squares of lengths are large; a billionth of the line is fine enough.
    let share = if whole == 0 { 0 } else { along / (whole / 1_000_000_000).max(1) };
    let part = |it: Length| Length((i128::from(it.0) * share / 1_000_000_000) as i64);
    from + Offset { east: part(line.east), north: part(line.north) }
}

/// Where a path first comes within a circle: the leg, the way made till then, and the place.
fn contact(from: Point, path: &[Point], centre: Point, radius: Length) -> Option<(usize, Length, Point)> {
    if (from - centre).within(radius) {
        return Some((0, Length::ZERO, from));
    }
    let (mut start, mut gone) = (from, Length::ZERO);
    for (leg, &to) in path.iter().enumerate() {
        let line = to - start;
        let length = i128::from(line.length().0);
        if 0 < length && distance_to(start, to, centre).at_most(radius) {
            let way = centre - start;
            let foot = dot(line, way) / length;
            let beside = cross(line, way).abs() / length;
            let square = i128::from(radius.0) * i128::from(radius.0) - beside * beside;
            let along = (foot - square.max(0).isqrt()).clamp(0, length);
            let part = |it: Length| Length((i128::from(it.0) * along / length) as i64);
            let at = start + Offset { east: part(line.east), north: part(line.north) };
            return Some((leg, gone + Length(along as i64), at));
        }
        gone += Length(length as i64);
        start = to;
    }
    None
}

/// A flight that ends on one of its legs.
fn cut(flight: &Flight, leg: usize, at: Point, end: End) -> Voyage {
    let mut path: Path = flight.path[..leg].iter().copied().collect();
    path.push(at);
    Voyage { flight: Flight { path, motion: Motion { at, ..flight.motion } }, end }
}

/// A ship has moved: what becomes of it at a planet.
pub(crate) fn arrive(table: &mut Table<Battle>, ship: ShipId, end: End) {
    if !table.state().ship(ship).is_active() {
        return;
    }
    let was = table.state().ship(ship).orbit;
    if was.is_some() && !matches!(end, End::Round) {
        table.emit(crate::Event::Planets(Event::LeftOrbit { ship }));
    }
    match end {
        End::Free | End::Round => (),
        End::Orbit(orbit) => table.emit(crate::Event::Planets(Event::Orbiting { ship, orbit })),
        End::Crash(body) => {
            table.emit(crate::Event::Planets(Event::Crashed { ship, body }));
            hangars::crash(table, ship, false);
        }
        End::Entry { body, controlled } => enter(table, ship, body, controlled),
    }
}

/// FT-17.11.1, FT-17.11.2: lands, or rolls for what becomes of it.
fn enter(table: &mut Table<Battle>, ship: ShipId, body: BodyId, controlled: bool) {
    let battle = table.state();
    if let Some(fate) = battle.touchdown(ship, body).filter(|_| controlled) {
        table.emit(crate::Event::Planets(Event::Entered { ship, body, die: None, total: 0, fate }));
        if fate != Landfall::Landed {
            hangars::crash(table, ship, false);
        }
        return;
    }
    let heat = battle.heat(ship, body, battle.ship(ship).motion.velocity);
    let die = table.roll(6);
    let total = i16::from(die) + heat;
    let fate = match total {
        ..=2 => Landfall::CrashLanded,
        3..=5 => Landfall::BurntUp,
        6.. => Landfall::AllLost,
    };
    table.emit(crate::Event::Planets(Event::Entered { ship, body, die: Some(die), total, fate }));
    hangars::crash(table, ship, fate == Landfall::BurntUp);
}

/// FT-17.8.6: a drive or bridge that fails in orbit is tried again; failed again, the orbit decays.
pub(crate) fn test_orbit(table: &mut Table<Battle>, ship: ShipId, thing: Threshold, modifiers: &[i8]) {
    let battle = table.state();
    let Some((body, _)) = battle.orbit_marker(ship) else { return };
    if !battle.ship(ship).is_active() || modifiers.is_empty() {
        return;
    }
    let deadly = battle.planet(body).is_some_and(|it| it.deadly);
    let dice: Vec<u8> = modifiers.iter().map(|_| table.roll(6)).collect();
    let decays = dice.iter().zip(modifiers).any(|(die, more)| thing.fails(*die, *more));
    table.emit(crate::Event::Planets(Event::Tested { ship, dice, decays }));
    if decays {
        arrive(table, ship, if deadly { End::Crash(body) } else { End::Entry { body, controlled: false } });
    }
}

/// FT-17.8.3: no course orders in orbit.
pub(crate) fn may_turn(battle: &Battle, id: ShipId, plot: &Plot) -> bool {
    battle.orbit_marker(id).is_none() || battle.motion(id).drift.is_some() || !plot.turns()
}

/// FT-17.8.2: whether a ship may still choose which way round it goes.
pub(crate) fn may_go_round(battle: &Battle, id: ShipId) -> bool {
    battle.ship(id).orbit.is_none() && battle.planets(Shape::PlanetMedium).next().is_some()
}

/// FT-17.8.1: what starts in orbit.
pub(crate) fn start(field: &Field, id: ShipId, bodies: &[Body]) -> Option<Orbit> {
    let name = field.berth(id).orbit.as_ref()?;
    let n = field.scenario.terrain.iter().position(|it| it.name == *name && it.kind.is_planet())?;
    bodies.get(n)?;
    Some(Orbit { body: BodyId(n as u8), anticlockwise: field.scenario.terrain[n].anticlockwise })
}

/// Everything that is wrong with the orbits of a scenario.
pub(crate) fn findings(field: &Field, wrong: &mut Vec<String>) {
    for id in field.ship_ids() {
        let berth = field.berth(id);
        let Some(name) = &berth.orbit else { continue };
        let planet = field.scenario.terrain.iter().find(|it| it.name == *name);
        match planet.map(|it| it.kind) {
            Some(Shape::PlanetMedium | Shape::PlanetSimple) => (),
            _ => {
                wrong.push(format!("{}: there is no planet {name:?} to go round (FT-17.8.1)", field.tag(id)));
            }
        }
        let (Some(planet), Some(at)) = (planet.filter(|it| it.kind == Shape::PlanetMedium), berth.at) else {
            continue;
        };
        let (Some(centre), still) = (planet.at, field.blueprint(id).thrust == 0) else { continue };
        // FT-13.15.1: sections stand about the track; ships stand on it and have its velocity.
        let on = (0..12).any(|n| {
            let marker = Clock::TWELVE.turned(n);
            (centre.moved(marker.course(), planet.radius) - at).within(Length::ratio(1, 100))
        });
        if berth.station.is_none() && !still && (!on || berth.velocity != planet.entry_velocity()) {
            wrong.push(format!(
                "{}: in orbit of {name} a ship stands at a marker and has velocity {} (FT-17.8.2)",
                field.tag(id),
                planet.entry_velocity()
            ));
        }
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Orbiting { ship, orbit } => battle.ship_mut(*ship).orbit = Some(*orbit),
        Event::LeftOrbit { ship } => battle.ship_mut(*ship).orbit = None,
        Event::Crashed { ship, .. } => battle.ship_mut(*ship).status = Status::Destroyed,
        Event::Entered { ship, fate, .. } => {
            let ship = battle.ship_mut(*ship);
            ship.orbit = None;
            ship.status = if *fate == Landfall::Landed { Status::Landed } else { Status::Destroyed };
        }
        Event::Tested { .. } => (),
    }
}

/// FT-17.8.3: what goes round moves before the others.
pub(crate) fn goes_round(battle: &Battle, id: ShipId) -> bool {
    battle.ship(id).orbit.is_some() && matches!(movement::fly_one(battle, id).1, End::Round)
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Orbiting { .. } => vec!["FT-17.8.2", "FT-17.10.1"],
        Event::LeftOrbit { .. } => vec!["FT-17.8.4"],
        Event::Crashed { .. } => vec!["FT-17.8.2", "FT-17.10.1"],
        Event::Entered { die: None, .. } => vec!["FT-17.11.1"],
        Event::Entered { .. } => vec!["FT-17.11.2", "FT-17.11.3"],
        Event::Tested { .. } => vec!["FT-17.8.6"],
    }
}
