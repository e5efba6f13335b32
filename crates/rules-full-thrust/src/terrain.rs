//! Terrain: bodies and areas on the table, how they move and what they hide (FT-17, FT-GEO.6, FT-GEO.9).

pub(crate) mod clouds;
pub(crate) mod debris;
pub(crate) mod notation;
pub(crate) mod planets;
pub(crate) mod rocks;
pub(crate) mod rounds;
pub(crate) mod stations;
pub(crate) mod tactics;
pub(crate) mod words;

use engine::Table;
use geometry::{Length, Offset, Point, TOLERANCE};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    fire::gunnery::is_one_shot,
    jumps::gates::GateSpec,
    movement::{clock::Clock, collisions, plot},
    setup::scenario::{Field, MOST_VELOCITY},
    ship::{IconId, IconSet, ShipId, Status},
};

/// One feature of a scenario, as players write it down. What a kind has no use for is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    pub kind: Shape,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its centre; left out where the defender places it (FT-18.1.3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    pub radius: Length,
    /// FT-17.1.1, FT-17.4.1: how it moves, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Clock>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub velocity: u16,
    /// FT-17.4.2: the inner edge of rings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inner: Option<Length>,
    /// FT-17.1.3: damage a rock bears, where rocks can be shot to pieces; by its size if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u16>,
    /// FT-17.8.1: the velocity at which ships come into orbit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<u16>,
    /// FT-17.8.1: markers of the orbit track in a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markers: Option<u8>,
    /// FT-17.8.1: what is in orbit from the start goes round the other way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anticlockwise: bool,
    /// FT-17.8.1: nobody lands.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deadly: bool,
    /// FT-17.11.1: in G.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gravity: Option<u8>,
    /// FT-17.9.1: the width of each gravity zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Length>,
    /// FT-17.9.1: a fourth zone of strength 8.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sun: bool,
    /// FT-11.9.1, FT-11.10.1: how a natural gate stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateSpec>,
    /// FT-17.2.4: how far above a planet the rules for dust hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fringe: Option<Length>,
}

fn is_zero(velocity: &u16) -> bool {
    *velocity == 0
}

/// What a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// FT-17.1.1.
    Asteroid,
    /// FT-17.4.1: the three differ in name only.
    AsteroidField,
    MeteorSwarm,
    DebrisField,
    /// FT-17.4.2.
    Rings,
    /// FT-17.2.1.
    DustCloud,
    /// FT-17.3.1: flares are felt here only.
    FlareZone,
    /// FT-17.10.1.
    PlanetSimple,
    /// FT-17.8.1.
    PlanetMedium,
    /// FT-17.9.1.
    PlanetLarge,
    /// Where ships may not jump.
    HyperLimit,
    /// FT-11.10.1: a natural gate.
    JumpPoint,
}

impl Shape {
    pub fn is_planet(self) -> bool {
        matches!(self, Shape::PlanetSimple | Shape::PlanetMedium | Shape::PlanetLarge)
    }

    /// FT-17.1.1: in the way of fire, missiles and scans.
    pub fn blocks(self) -> bool {
        self == Shape::Asteroid || self.is_planet()
    }

    /// FT-17.4.1.
    pub fn is_field(self) -> bool {
        matches!(self, Shape::AsteroidField | Shape::MeteorSwarm | Shape::DebrisField | Shape::Rings)
    }

    pub fn word(self) -> &'static str {
        match self {
            Shape::Asteroid => "asteroid",
            Shape::AsteroidField => "asteroid field",
            Shape::MeteorSwarm => "meteor swarm",
            Shape::DebrisField => "debris field",
            Shape::Rings => "rings",
            Shape::DustCloud => "dust cloud",
            Shape::FlareZone => "flare zone",
            Shape::PlanetSimple | Shape::PlanetMedium | Shape::PlanetLarge => "planet",
            Shape::HyperLimit => "hyper limit",
            Shape::JumpPoint => "jump point",
        }
    }
}

/// A feature's number in the battle, from 0: those of the scenario in its order, then debris.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(transparent)]
pub struct BodyId(pub u8);

impl BodyId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// As people count: from 1.
    pub fn number(self) -> u16 {
        u16::from(self.0) + 1
    }
}

/// A feature as it now is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Body {
    pub kind: Shape,
    pub at: Point,
    pub radius: Length,
    #[serde(default, skip_serializing_if = "none")]
    pub inner: Length,
    /// Its way in one turn.
    #[serde(default, skip_serializing_if = "still")]
    pub drift: Point,
    /// FT-17.1.3: damage it still bears, where that is counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u16>,
    /// FT-17.5.2, FT-17.1.3: the last turn it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u16>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
}

fn none(length: &Length) -> bool {
    *length == Length::ZERO
}

fn still(drift: &Point) -> bool {
    *drift == Point::default()
}

impl Body {
    pub fn is_moving(&self) -> bool {
        !still(&self.drift)
    }

    /// Where it will be after its next move.
    #[must_use]
    pub fn moved(self) -> Body {
        Body { at: self.at + (self.drift - Point::default()), ..self }
    }

    /// FT-GEO.9: whether a place lies in it, edge included.
    pub fn holds(&self, at: Point) -> bool {
        let way = at - self.at;
        way.within(self.radius)
            && (self.inner == Length::ZERO || !way.within(self.inner - TOLERANCE - TOLERANCE))
    }

    /// FT-17.4.1: whether any part of a path lies in it.
    pub fn is_entered(&self, from: Point, path: &[Point]) -> bool {
        let mut at = from;
        path.iter().any(|&to| {
            let leg = std::mem::replace(&mut at, to);
            let deep = !(self.inner - TOLERANCE).exceeds(Length::ZERO)
                || [leg, to].iter().any(|it| !(*it - self.at).within(self.inner - TOLERANCE - TOLERANCE));
            distance_to(leg, to, self.at).at_most(self.radius) && deep
        })
    }
}

/// The most features of a scenario; debris comes on top.
pub(crate) const MOST: usize = 60;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "TerrainEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-16.1.1, FT-17.1.1.
    Drifted { body: BodyId, to: Point },
    /// FT-17.6.2: without a die nothing could save it.
    Risked { ship: ShipId, thing: Thing, needs: u8, die: Option<u8>, crashed: bool },
    /// FT-17.4.1.
    Battered { ship: ShipId, body: BodyId, dice: Vec<u8> },
    /// FT-17.2.1: with the dice that sixes brought.
    Scoured { ship: ShipId, body: BodyId, dice: Vec<u8>, points: u8 },
    /// FT-17.2.2: what cannot fire is used up for the turn.
    Locked { ship: ShipId, target: ShipId, die: u8, lost: IconSet },
    /// FT-17.3.1.
    Flared { die: u8, comes: bool },
    /// FT-17.3.1: the dice of fire controls and sensors, and what was added to each.
    Dazzled { ship: ShipId, screens: u8, rolls: Vec<(IconId, u8)>, damaged: IconSet },
    /// FT-17.5.1: so many points too many; what is left of it, if it bursts.
    WreckTested { ship: ShipId, over: u16, die: u8, debris: Option<Body> },
    /// FT-17.1.3: a weapon at a rock.
    Chipped { ship: ShipId, weapon: IconId, rock: BodyId, dice: Vec<u8>, points: u16 },
    /// FT-17.1.3: what becomes of it.
    Shattered { rock: BodyId, number: u8, chunks: Vec<Body> },
    /// FT-17.5.2, FT-17.1.3.
    Dispersed { body: BodyId },
}

/// Something a ship can run into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Thing {
    Body(BodyId),
    /// FT-13.15.7: a section of a starbase.
    Section(ShipId),
}

pub(crate) fn dot(a: Offset, b: Offset) -> i128 {
    i128::from(a.east.0) * i128::from(b.east.0) + i128::from(a.north.0) * i128::from(b.north.0)
}

pub(crate) fn cross(a: Offset, b: Offset) -> i128 {
    i128::from(a.east.0) * i128::from(b.north.0) - i128::from(a.north.0) * i128::from(b.east.0)
}

/// FT-GEO.6: from a point to the nearest place of a segment.
pub(crate) fn distance_to(from: Point, to: Point, at: Point) -> Length {
    let (line, way) = (to - from, at - from);
    let (along, square) = (dot(line, way), line.square());
    if square == 0 || along <= 0 {
        return way.length();
    }
    if square <= along {
        return (at - to).length();
    }
    let reach = i128::from(line.length().0).max(1);
    Length((cross(line, way).abs() / reach) as i64)
}

/// FT-GEO.6: a tangent does not cross.
pub(crate) fn crosses(from: Point, to: Point, at: Point, radius: Length) -> bool {
    distance_to(from, to, at) < radius - TOLERANCE
}

/// As [`crosses`], of a path with several legs.
pub(crate) fn path_crosses(from: Point, path: &[Point], at: Point, radius: Length) -> bool {
    let mut start = from;
    path.iter().any(|&to| crosses(std::mem::replace(&mut start, to), to, at, radius))
}

/// FT-17.1.1, FT-17.1.2, FT-13.15.2: whether nothing solid lies between two points; a section of a starbase
/// does not hide what stands in its own centre.
pub fn line_is_clear(battle: &Battle, from: Point, to: Point) -> bool {
    battle
        .bodies
        .iter()
        .filter(|body| body.kind.blocks() && !body.gone)
        .all(|body| !crosses(from, to, body.at, body.radius))
        && battle
            .walls()
            .filter(|(_, at, _)| *at != from && *at != to)
            .all(|(_, at, radius)| !crosses(from, to, at, radius))
}

impl Battle {
    /// Whether terrain has to be asked about at all.
    pub(crate) fn has_terrain(&self) -> bool {
        !self.bodies.is_empty() || self.has_sections
    }

    pub fn body(&self, id: BodyId) -> &Body {
        &self.bodies[id.index()]
    }

    /// Features that are there.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Body)> {
        let numbered = self.bodies.iter().enumerate().map(|(n, body)| (BodyId(n as u8), body));
        numbered.filter(|it| !it.1.gone)
    }

    /// FT-17.1.1: whether one ship can fire at, scan or board another as far as terrain goes.
    pub fn sees(&self, from: ShipId, to: ShipId) -> bool {
        !self.has_terrain()
            || line_is_clear(self, self.ship(from).motion.at, self.ship(to).motion.at)
            || self.are_neighbours(from, to)
    }

    /// FT-17.2.1, FT-17.2.4: whether a place lies in dust, or in the fringe of a planet.
    pub fn is_in_dust(&self, at: Point) -> bool {
        self.bodies().any(|(id, body)| self.dust(id, body).is_some_and(|dust| dust.holds(at)))
    }

    /// The cloud that a feature is or has about it.
    pub(crate) fn dust(&self, id: BodyId, body: &Body) -> Option<Body> {
        if body.kind == Shape::DustCloud {
            return Some(*body);
        }
        let fringe = self.field.scenario.terrain.get(id.index())?.fringe?;
        Some(Body { radius: body.radius + fringe, ..*body })
    }
}

/// A rock that lies still.
pub(crate) fn plain(at: Point, radius: Length) -> Body {
    Body {
        kind: Shape::Asteroid,
        at,
        radius,
        inner: Length::ZERO,
        drift: Point::default(),
        points: None,
        until: None,
        gone: false,
    }
}

/// The features of a scenario as the battle begins.
pub(crate) fn bodies(field: &Field) -> Vec<Body> {
    let body = |it: &Terrain| Body {
        kind: it.kind,
        inner: it.inner.unwrap_or(Length::ZERO),
        // FT-17.1.3.
        points: (field.options.asteroid_damage && it.kind == Shape::Asteroid)
            .then(|| it.points.unwrap_or_else(|| rocks::bears(it.radius))),
        drift: it.course.map_or(Point::default(), |course| plot::drift_along(course, it.velocity)),
        ..plain(it.at.unwrap_or_else(|| field.centre()), it.radius)
    };
    field.scenario.terrain.iter().map(body).collect()
}

/// Everything that is wrong with the features of a scenario.
pub(crate) fn findings(terrain: &[Terrain], wrong: &mut Vec<String>) {
    if MOST < terrain.len() {
        wrong.push(format!("{} features of terrain, but at most {MOST} are possible", terrain.len()));
    }
    for (n, it) in terrain.iter().enumerate() {
        let what = if it.name.is_empty() { format!("{} {}", it.kind.word(), n + 1) } else { it.name.clone() };
        let mut say = |is: bool, why: &str| {
            if is {
                wrong.push(format!("{what}: {why}"));
            }
        };
        let (planet, medium) = (it.kind.is_planet(), it.kind == Shape::PlanetMedium);
        let most = Length::units(10_000);
        say(it.radius <= Length::ZERO || most < it.radius, "a radius is more than 0 (FT-17.1.1)");
        say(it.at.is_some_and(|at| most < at.x.abs() || most < at.y.abs()), "it is too far away");
        say(MOST_VELOCITY < it.velocity, "no such velocity");
        say(it.course.is_none() && 0 < it.velocity, "what moves needs a course (FT-16.1.1)");
        say(
            it.course.is_some()
                && !(it.kind == Shape::Asteroid || it.kind.is_field() || it.kind == Shape::DustCloud),
            "it does not move (FT-17.1.1)",
        );
        say(it.kind == Shape::Rings && it.inner.is_none(), "rings have an inner edge (FT-17.4.2)");
        say(
            it.inner.is_some_and(|inner| inner < Length::ZERO || it.radius <= inner),
            "its inner edge lies outside",
        );
        say(it.inner.is_some() && it.kind != Shape::Rings, "only rings have an inner edge (FT-17.4.2)");
        say(it.points.is_some() && it.kind != Shape::Asteroid, "only asteroids bear damage (FT-17.1.3)");
        let track = it.entry.is_some() || it.markers.is_some() || it.anticlockwise || it.deadly;
        say(track && !medium, "only a planet_medium has an orbit track (FT-17.8.1)");
        say(it.entry == Some(0), "an entry velocity is more than 0 (FT-17.8.1)");
        say(it.markers.is_some_and(|it| !(1..=11).contains(&it)), "1 to 11 markers in a turn (FT-17.8.1)");
        say(it.gravity.is_some() && !medium, "only a planet_medium has a surface to land on (FT-17.11.1)");
        say(
            (it.zone.is_some() || it.sun) && it.kind != Shape::PlanetLarge,
            "only a planet_large has gravity zones (FT-17.9.1)",
        );
        say(
            it.zone.is_some_and(|zone| zone < Length::units(1) || most < zone),
            "a gravity zone is at least 1 MU wide (FT-17.9.1)",
        );
        say(
            it.fringe.is_some_and(|fringe| fringe <= Length::ZERO || most < fringe),
            "a fringe is more than 0 wide (FT-17.2.4)",
        );
        say(it.fringe.is_some() && !planet, "only planets have a fringe (FT-17.2.4)");
    }
}

/// FT-16.1.1: bodies move first; FT-17.6.1: those they come upon are in danger.
pub(crate) fn drift(table: &mut Table<Battle>) {
    for n in 0..table.state().bodies.len() {
        let body = table.state().bodies[n];
        if body.gone || !body.is_moving() {
            continue;
        }
        let id = BodyId(n as u8);
        let to = body.moved().at;
        table.emit(crate::Event::Terrain(Event::Drifted { body: id, to }));
    }
    collisions::run_over(table, false);
}

/// FT-17.5.2, FT-17.1.3: clouds and chunks whose time is over.
pub(crate) fn end_of_turn(table: &mut Table<Battle>) {
    for n in 0..table.state().bodies.len() {
        let body = table.state().bodies[n];
        if !body.gone && body.until.is_some_and(|turn| turn <= table.state().turn) {
            table.emit(crate::Event::Terrain(Event::Dispersed { body: BodyId(n as u8) }));
        }
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Drifted { body, to } => battle.bodies[body.index()].at = *to,
        Event::Risked { ship, crashed, .. } => {
            if *crashed {
                battle.ship_mut(*ship).status = Status::Destroyed;
            }
        }
        Event::Locked { ship, lost, .. } => {
            let ship = battle.ship_mut(*ship);
            ship.used = ship.used.union(*lost);
        }
        Event::Dazzled { ship, damaged, .. } => {
            let ship = battle.ship_mut(*ship);
            ship.damaged = ship.damaged.union(*damaged);
        }
        Event::Chipped { ship, weapon, rock, points, .. } => {
            let spent = battle.field.blueprint(*ship).kind(*weapon).is_some_and(is_one_shot);
            let ship = battle.ship_mut(*ship);
            ship.used.insert(*weapon);
            if spent {
                ship.spent.insert(*weapon);
            }
            let body = &mut battle.bodies[rock.index()];
            body.points = body.points.map(|left| left.saturating_sub(*points));
        }
        Event::Shattered { rock, chunks, .. } => {
            battle.bodies[rock.index()].gone = true;
            battle.bodies.extend(chunks);
        }
        Event::WreckTested { debris, .. } => battle.bodies.extend(*debris),
        Event::Dispersed { body } => battle.bodies[body.index()].gone = true,
        Event::Battered { .. } | Event::Scoured { .. } | Event::Flared { .. } => (),
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Drifted { .. } => vec!["FT-16.1.1", "FT-17.1.1"],
        Event::Risked { .. } => vec!["FT-17.6.1", "FT-17.6.2"],
        Event::Battered { .. } => vec!["FT-17.4.1"],
        Event::Scoured { .. } => vec!["FT-17.2.1"],
        Event::Locked { .. } => vec!["FT-17.2.2"],
        Event::Flared { .. } | Event::Dazzled { .. } => vec!["FT-17.3.1"],
        Event::WreckTested { .. } => vec!["FT-17.5.1"],
        Event::Dispersed { .. } => vec!["FT-17.5.2"],
        Event::Chipped { .. } | Event::Shattered { .. } => vec!["FT-17.1.3"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FT-GEO.6: distance to the segment, not to the line; a tangent does not cross.
    #[test]
    fn rule_geo_6_segments() {
        let (from, to) = (Point::units(0, 0), Point::units(10, 0));
        assert_eq!(distance_to(from, to, Point::units(5, 3)), Length::units(3));
        assert_eq!(distance_to(from, to, Point::units(-4, 3)), Length::units(5));
        assert_eq!(distance_to(from, to, Point::units(13, 4)), Length::units(5));
        assert_eq!(distance_to(from, from, Point::units(3, 4)), Length::units(5));
        assert!(crosses(from, to, Point::units(5, 2), Length::units(3)));
        assert!(!crosses(from, to, Point::units(5, 3), Length::units(3)));
        assert!(!crosses(from, to, Point::units(14, 0), Length::units(3)));
    }

    /// FT-GEO.9, FT-17.4.2: places are in a feature up to its edge; rings leave their middle free.
    #[test]
    fn rule_geo_9_edges() {
        let body = |inner: i32| Body {
            kind: Shape::Rings,
            at: Point::units(10, 10),
            radius: Length::units(6),
            inner: Length::units(inner),
            drift: Point::default(),
            points: None,
            until: None,
            gone: false,
        };
        assert!(body(0).holds(Point::units(16, 10)) && !body(0).holds(Point::units(17, 10)));
        assert!(body(0).holds(Point::units(10, 10)) && !body(4).holds(Point::units(10, 10)));
        assert!(body(4).holds(Point::units(14, 10)) && !body(4).holds(Point::units(13, 10)));
        // Within the gap all the way, and out of it.
        assert!(!body(4).is_entered(Point::units(8, 10), &[Point::units(12, 10)]));
        assert!(body(4).is_entered(Point::units(8, 10), &[Point::units(12, 10), Point::units(15, 10)]));
        assert!(!body(4).is_entered(Point::units(0, 0), &[Point::units(20, 0)]));
    }
}
