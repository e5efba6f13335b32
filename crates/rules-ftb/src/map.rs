//! Star systems, stations and lanes (FTB-25, FTB-27, FTB-31), as data.

use std::sync::LazyLock;

use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::space::{self, Dir, MOST_WELLS, Well, distance, lu};

/// A star system as a file has it: the editor's format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct SystemSpec {
    pub id: String,
    pub name: String,
    /// FTB-26.1: giant, average or dwarf; for display.
    #[serde(default)]
    pub class: String,
    pub influence: Length,
    #[serde(default)]
    pub radiation: Length,
    #[serde(default)]
    pub bodies: Vec<BodySpec>,
    /// FTB-23.2: inner and outer radius of the asteroid ring.
    #[serde(default)]
    pub belt: Option<[Length; 2]>,
    /// FTB-31.2: how far from the star the tunnel marks lie.
    #[serde(default = "eight")]
    pub tunnel_mark: Length,
}

fn eight() -> Length {
    lu(8)
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct BodySpec {
    pub name: String,
    pub at: Point,
    pub influence: Length,
    #[serde(default)]
    pub radiation: Length,
}

/// FTB-31: a way out of a system, and perhaps into another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LaneSpec {
    /// FTB-31.1: three marks; `back` are those at the other end.
    Transfer {
        system: String,
        to: String,
        marks: [Point; 3],
        #[serde(default)]
        back: Option<[Point; 3]>,
        turns: u16,
    },
    /// FTB-31.2: from star to star.
    Tunnel { a: String, dir_a: [i32; 2], b: String, dir_b: [i32; 2], turns: u16, safe: bool },
}

/// A system in play. The star is body 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "StarSystem"))]
#[serde(deny_unknown_fields)]
pub struct System {
    pub id: String,
    pub name: String,
    pub class: String,
    pub wells: Vec<Well>,
    pub names: Vec<String>,
    /// Radiation radius of each body; 0 for none.
    pub radiation: Vec<Length>,
    pub belt: Option<[Length; 2]>,
    pub tunnel_mark: Length,
}

/// FTB-25.1, FTB-25.5: a station belongs to a side for the whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Station {
    pub name: String,
    pub side: u8,
    #[serde(default)]
    pub system: u8,
    pub at: Point,
    /// FTB-25.11: days, first and last, on which the scenario has it blockaded.
    #[serde(default)]
    pub blocked: Option<[u16; 2]>,
}

/// One end of a lane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct LaneEnd {
    /// `None`: out of the scenario; who goes there is withdrawn (FTB-31.3).
    pub system: Option<u8>,
    pub name: String,
    pub gate: Gate,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Gate {
    Marks([Point; 3]),
    Star { dir: Dir, mark: Point },
    Nowhere,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Lane {
    pub ends: [LaneEnd; 2],
    pub turns: u16,
    pub safe: bool,
}

/// Everything that does not move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "StarMap"))]
#[serde(deny_unknown_fields)]
pub struct Map {
    pub systems: Vec<System>,
    pub stations: Vec<Station>,
    pub lanes: Vec<Lane>,
    /// FTB-25.5: home planets of each side, in system 0.
    pub homes: [Vec<u8>; 2],
    /// FTB-29.4: bodies the scenario lets everybody orbit, by system and number.
    pub safe_orbits: Vec<(u8, u8)>,
}

/// FTB-31.3: how near a mark is passed.
pub(crate) fn mark_radius() -> Length {
    Length::ratio(1, 2)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stars {
    system: Vec<SystemSpec>,
    lane: Vec<LaneSpec>,
}

static STARS: LazyLock<Stars> =
    LazyLock::new(|| plain::from_toml(include_str!("../data/stars.toml")).expect("the supplied stars"));

/// The supplied systems.
pub fn systems() -> &'static [SystemSpec] {
    &STARS.system
}

/// The supplied lanes.
pub(crate) fn lanes() -> &'static [LaneSpec] {
    &STARS.lane
}

impl System {
    pub(crate) fn new(spec: &SystemSpec) -> System {
        let star = Well { at: Point::default(), influence: spec.influence };
        let body = |it: &BodySpec| Well { at: it.at, influence: it.influence };
        System {
            id: spec.id.clone(),
            name: spec.name.clone(),
            class: spec.class.clone(),
            wells: [star].into_iter().chain(spec.bodies.iter().map(body)).collect(),
            names: [spec.name.clone()]
                .into_iter()
                .chain(spec.bodies.iter().map(|it| it.name.clone()))
                .collect(),
            radiation: [spec.radiation]
                .into_iter()
                .chain(spec.bodies.iter().map(|it| it.radiation))
                .collect(),
            belt: spec.belt,
            tunnel_mark: spec.tunnel_mark,
        }
    }

    pub fn body(&self, name: &str) -> Option<u8> {
        self.names.iter().position(|it| it.eq_ignore_ascii_case(name)).map(|it| it as u8)
    }

    /// FTB-21.2, FTB-36.3: within an influence or a radiation zone.
    pub(crate) fn in_zone(&self, at: Point) -> bool {
        self.wells
            .iter()
            .zip(&self.radiation)
            .any(|(well, &radiation)| space::near(at, well.at, well.influence.max(radiation)))
    }

    /// FTB-25.4: in the belt, or at least 35 LU out.
    pub(crate) fn is_outer(&self, at: Point) -> bool {
        let out = distance(at, Point::default());
        let belt = self.belt.is_some_and(|[inner, outer]| inner.at_most(out) && out.at_most(outer));
        belt || lu(35).at_most(out)
    }
}

/// FTB-27: what is wrong with a system, and what is worth a note.
pub(crate) fn audit(spec: &SystemSpec) -> (Vec<String>, Vec<String>) {
    let (mut wrong, mut notes) = (Vec::new(), Vec::new());
    let id = &spec.id;
    if id.is_empty() || spec.name.trim().is_empty() {
        wrong.push("a system has an id and a name".to_owned());
    }
    if MOST_WELLS < spec.bodies.len() + 1 {
        wrong.push(format!("{id}: more than {} bodies with the star", MOST_WELLS));
    }
    let most = lu(1000);
    let sane = |it: Length| Length::ZERO <= it && it <= most;
    if !sane(spec.influence) || !sane(spec.radiation) || !sane(spec.tunnel_mark) {
        wrong.push(format!("{id}: a radius is not between 0 and 1000 LU"));
    }
    for (n, body) in spec.bodies.iter().enumerate() {
        let tag = &body.name;
        if tag.trim().is_empty() || tag.contains([' ', ';', ',', '\n']) {
            wrong.push(format!("{id}: body {tag:?} needs a name of one word"));
        }
        if spec.bodies[..n].iter().any(|it| it.name.eq_ignore_ascii_case(tag)) || tag == &spec.name {
            wrong.push(format!("{id}: two bodies are called {tag}"));
        }
        let far = most < body.at.x.abs() || most < body.at.y.abs();
        if far || !sane(body.influence) || !sane(body.radiation) {
            wrong.push(format!("{id}: {tag} lies or reaches beyond 1000 LU"));
            continue;
        }
        let circles = spec.bodies[..n].iter().map(|it| (it.name.as_str(), it.at, it.influence));
        for (other, at, influence) in
            [(spec.name.as_str(), Point::default(), spec.influence)].into_iter().chain(circles)
        {
            let away = distance(at, body.at);
            if away < Length::ratio(1, 10) {
                wrong.push(format!("{id}: {tag} and {other} are in one place"));
            } else if away < influence + body.influence {
                notes.push(format!("{id}: the influences of {tag} and {other} overlap (FTB-27.5)"));
            }
        }
    }
    if let Some([inner, outer]) = spec.belt
        && (!sane(inner) || !sane(outer) || outer <= inner)
    {
        wrong.push(format!("{id}: the belt's radii are not in order"));
    }
    (wrong, notes)
}

impl Map {
    /// The lanes of `specs` that touch a system in play.
    pub(crate) fn lay_lanes(systems: &[System], specs: &[LaneSpec]) -> Result<Vec<Lane>, String> {
        let number =
            |id: &str| systems.iter().position(|it| it.id.eq_ignore_ascii_case(id)).map(|it| it as u8);
        let star = |id: &str, [x, y]: [i32; 2]| -> Result<LaneEnd, String> {
            let Some(n) = number(id) else {
                return Ok(LaneEnd { system: None, name: id.to_owned(), gate: Gate::Nowhere });
            };
            let dir = Dir::of(lu(x.clamp(-1000, 1000)), lu(y.clamp(-1000, 1000)));
            let dir = dir.ok_or_else(|| format!("the tunnel at {id} has no direction (FTB-31.2)"))?;
            let system = &systems[usize::from(n)];
            let mark = Point::default() + dir.times(system.tunnel_mark);
            Ok(LaneEnd { system: Some(n), name: system.name.clone(), gate: Gate::Star { dir, mark } })
        };
        let mut lanes = Vec::new();
        for spec in specs {
            let (ends, turns, safe) = match spec {
                LaneSpec::Transfer { system, to, marks, back, turns } => {
                    let at = number(system);
                    let gate = if at.is_some() { Gate::Marks(*marks) } else { Gate::Nowhere };
                    let there = back.and_then(|it| number(to).map(|n| (n, it)));
                    let far = LaneEnd {
                        system: there.map(|it| it.0),
                        name: to.clone(),
                        gate: there.map_or(Gate::Nowhere, |it| Gate::Marks(it.1)),
                    };
                    ([LaneEnd { system: at, name: system.clone(), gate }, far], *turns, true)
                }
                LaneSpec::Tunnel { a, dir_a, b, dir_b, turns, safe } => {
                    ([star(a, *dir_a)?, star(b, *dir_b)?], *turns, *safe)
                }
            };
            if 1000 < turns {
                return Err(format!("a lane takes {turns} turns (FTB-31.3)"));
            }
            if ends.iter().any(|it| it.system.is_some()) {
                lanes.push(Lane { ends, turns, safe });
            }
        }
        Ok(lanes)
    }

    /// FTB-29.1: a body or station by its name, as seen from `system`.
    pub(crate) fn find(&self, system: u8, name: &str) -> Option<crate::helm::Harbour> {
        let station =
            self.stations.iter().position(|it| it.system == system && it.name.eq_ignore_ascii_case(name));
        if let Some(station) = station {
            return Some(crate::helm::Harbour::Station(station as u8));
        }
        self.systems.get(usize::from(system))?.body(name).map(crate::helm::Harbour::Body)
    }

    pub(crate) fn station(&self, name: &str) -> Option<u8> {
        self.stations.iter().position(|it| it.name.eq_ignore_ascii_case(name)).map(|it| it as u8)
    }
}
