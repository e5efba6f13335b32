//! Scenarios as files (FTB-3.1, FTB-32.1, FTB-34), and the field they make.

use std::fmt;

use engine::SetupError;
use geometry::{Length, Point};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

use crate::{
    map::{self, LaneSpec, Map, Station, System, SystemSpec},
    options::{self, Options},
    ship::{Class, Extra},
    space::{Bend, Dir, distance, lu, near},
};

/// A battle before it is fought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub name: String,
    #[serde(default)]
    pub blurb: String,
    pub points: u32,
    pub turns: u16,
    /// Systems in play; the first holds the homes.
    pub systems: Vec<SystemRef>,
    /// Lanes of one's own; the supplied ones between systems in play otherwise.
    #[serde(default)]
    pub lanes: Option<Vec<LaneSpec>>,
    #[serde(default)]
    pub stations: Vec<Station>,
    pub sides: [Side; 2],
    #[serde(default)]
    pub objectives: Vec<Objective>,
    #[serde(default)]
    pub neutrals: Vec<Neutral>,
    #[serde(default)]
    pub deployment: Deployment,
    /// FTB-32.1: turns, homes and objectives are drawn, stations placed by the players.
    #[serde(default)]
    pub generic: Option<Generic>,
    /// FTB-29.4: bodies of the first system that everybody may orbit.
    #[serde(default)]
    pub safe_orbits: Vec<String>,
    #[serde(default)]
    pub options: Options,
}

/// A supplied system by its id, or one of the file's own (FTB-27.4).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(untagged)]
pub enum SystemRef {
    Id(String),
    Own(SystemSpec),
}

/// By hand, so that a field no system has is told by its name and place.
impl<'de> Deserialize<'de> for SystemRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SystemRef, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = SystemRef;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "the id of a star system, or a table with its fields")
            }
            fn visit_str<E: serde::de::Error>(self, id: &str) -> Result<SystemRef, E> {
                Ok(SystemRef::Id(id.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<SystemRef, A::Error> {
                SystemSpec::deserialize(MapAccessDeserializer::new(map)).map(SystemRef::Own)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Deployment {
    #[default]
    AsGiven,
    /// FTB-36: by the players in turn.
    Free,
}

/// FTB-32.1: how long a generic scenario lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Generic {
    Normal,
    Quick,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Side {
    pub name: String,
    #[serde(default)]
    pub homes: Vec<String>,
    /// Empty: chosen in secret for the scenario's points (FTB-35.1).
    #[serde(default)]
    pub ships: Vec<Berth>,
    #[serde(default)]
    pub extra: Option<Extra>,
    #[serde(default)]
    pub tankers: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Berth {
    pub class: Class,
    /// Start of its first vector.
    #[serde(default)]
    pub at: Option<Point>,
    #[serde(default)]
    pub vector: Option<Point>,
    #[serde(default)]
    pub system: u8,
    /// FTB-4.1: fewer than its class carries, where a scenario is made fairer by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub torpedoes: Option<u8>,
}

/// FTB-34: what a side is after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Objective {
    pub side: u8,
    pub goal: Aim,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Aim {
    Blockade {
        #[serde(default)]
        station: Option<String>,
        #[serde(default)]
        turns: Option<u16>,
    },
    Transport {
        #[serde(default)]
        civilian: Option<Class>,
        #[serde(default)]
        to: Option<String>,
    },
    Patrol {
        #[serde(default)]
        home: Option<String>,
        #[serde(default)]
        hostile: Option<String>,
        #[serde(default)]
        friendly: Option<String>,
    },
    /// FTB-34.5: for both sides.
    Attrition,
    /// FTB-12.8: a special order while docked at a station.
    Board { station: String },
}

/// FTB-24.4: nobody's civilian on a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Neutral {
    pub class: Class,
    pub at: Point,
    pub vector: Point,
    #[serde(default)]
    pub system: u8,
    /// Day by day: the vector it wants, or none for a coast.
    #[serde(default)]
    pub script: Vec<Option<Point>>,
    /// Whether both sides may attack it.
    #[serde(default)]
    pub target: bool,
}

/// A scenario with its options, checked and laid out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", as = "Charter"))]
#[serde(try_from = "Charter", into = "Charter")]
pub struct Field {
    pub scenario: Scenario,
    pub options: Options,
    pub(crate) bend: Bend,
    /// FTB-14.1: reach of ships' weapons and of torpedoes.
    pub(crate) weapon_range: Length,
    pub(crate) torpedo_range: Length,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
struct Charter {
    scenario: Scenario,
    options: Options,
}

impl From<Field> for Charter {
    fn from(field: Field) -> Charter {
        Charter { scenario: field.scenario, options: field.options }
    }
}

impl TryFrom<Charter> for Field {
    type Error = String;
    fn try_from(charter: Charter) -> Result<Field, String> {
        Field::new(&charter.options, &charter.scenario).map(|it| it.0).map_err(|it| it.to_string())
    }
}

/// The most ships a side may bring by a file, Tankers and civilians apart.
const MOST_SHIPS: usize = 16;

impl Field {
    /// # Errors
    ///
    /// Everything wrong with the scenario or its options.
    pub(crate) fn new(options: &Options, scenario: &Scenario) -> Result<(Field, Map), SetupError> {
        let mut wrong = options::findings(options);
        let map = lay_out(scenario, &mut wrong);
        check(scenario, &map, &mut wrong);
        if !wrong.is_empty() {
            return Err(SetupError(wrong));
        }
        let angle = |[f, g]: [u8; 2]| Dir::of(lu(i32::from(f)), lu(i32::from(g))).unwrap_or(Dir::EAST);
        let reach = |range: i32| match options.range_rounding {
            options::RangeRounding::Exact => lu(range),
            // Up to the next whole LU, and not on it.
            options::RangeRounding::Floor => lu(range + 1) - Length(2_001),
        };
        let field = Field {
            scenario: scenario.clone(),
            options: options.clone(),
            bend: Bend { slow: angle(options.deflection_slow), fast: angle(options.deflection_fast) },
            weapon_range: reach(3),
            torpedo_range: reach(6),
        };
        Ok((field, map))
    }

    /// FTB-25.3: 3, 4 or 5 stations a side.
    pub(crate) fn stations_each(&self) -> usize {
        match self.scenario.points {
            0..=62 => 3,
            63..=87 => 4,
            _ => 5,
        }
    }
}

fn lay_out(scenario: &Scenario, wrong: &mut Vec<String>) -> Map {
    let mut systems = Vec::new();
    for wanted in &scenario.systems {
        let spec = match wanted {
            SystemRef::Own(spec) => Some(spec),
            SystemRef::Id(id) => map::systems().iter().find(|it| it.id.eq_ignore_ascii_case(id)),
        };
        match spec {
            Some(spec) => {
                wrong.extend(map::audit(spec).0);
                systems.push(System::new(spec));
            }
            None => wrong.push(format!("there is no system {wanted:?} (FTB-27.1)")),
        }
    }
    if systems.is_empty() || 8 < systems.len() {
        wrong.push("a scenario has one to eight systems (FTB-27.1)".to_owned());
    }
    let lanes = scenario.lanes.as_deref().unwrap_or(map::lanes());
    let lanes = Map::lay_lanes(&systems, lanes).unwrap_or_else(|err| {
        wrong.push(err);
        Vec::new()
    });
    if 200 < lanes.len() {
        wrong.push("more than 200 lanes (FTB-31.1)".to_owned());
    }
    let first = systems.first();
    let mut body = |name: &String| match first.and_then(|it| it.body(name)) {
        Some(body) => Some(body),
        None => {
            wrong.push(format!("there is no body {name} in the first system (FTB-25.5)"));
            None
        }
    };
    let homes = [0, 1].map(|side: usize| scenario.sides[side].homes.iter().filter_map(&mut body).collect());
    let safe_orbits = scenario.safe_orbits.iter().filter_map(&mut body).map(|it| (0, it)).collect();
    Map { systems, stations: scenario.stations.clone(), lanes, homes, safe_orbits }
}

/// Far beyond any map.
fn sane(at: Point) -> bool {
    let most = lu(2000);
    at.x.abs() <= most && at.y.abs() <= most
}

fn check(scenario: &Scenario, map: &Map, wrong: &mut Vec<String>) {
    let mut need = |holds: bool, what: &dyn Fn() -> String| {
        if !holds {
            wrong.push(what());
        }
    };
    need(!scenario.name.trim().is_empty(), &|| "the scenario has no name".to_owned());
    need((1..=100).contains(&scenario.turns), &|| "1 to 100 turns (FTB-8.1)".to_owned());
    need((24..=1000).contains(&scenario.points), &|| "24 to 1000 points (FTB-35.1)".to_owned());
    for (n, station) in map.stations.iter().enumerate() {
        let name = &station.name;
        let word = !name.is_empty() && !name.contains([' ', ';', ',', '\n']);
        need(word, &|| format!("station {name:?} needs a name of one word"));
        let taken = map.stations[..n].iter().any(|it| it.name.eq_ignore_ascii_case(name))
            || map.systems.iter().any(|it| it.body(name).is_some());
        need(!taken, &|| format!("two things are called {name}"));
        need(station.side < 2, &|| format!("station {name}: sides are 0 and 1 (FTB-25.5)"));
        need(usize::from(station.system) < map.systems.len(), &|| format!("station {name}: no such system"));
        need(sane(station.at), &|| format!("station {name} is far off the map"));
    }
    need(map.stations.len() <= 40, &|| "more than 40 stations".to_owned());
    for (side, names) in scenario.sides.iter().enumerate() {
        need(!names.name.trim().is_empty() && !names.name.contains('\n'), &|| {
            format!("side {side} has no name")
        });
        need(names.ships.len() <= MOST_SHIPS, &|| format!("more than {MOST_SHIPS} ships on side {side}"));
        need(names.tankers <= 8, &|| format!("more than 8 Tankers on side {side} (FTB-35.1)"));
        let free = scenario.deployment == Deployment::Free;
        for (n, berth) in names.ships.iter().enumerate() {
            need(usize::from(berth.system) < map.systems.len(), &|| {
                format!("ship {}: no such system", n + 1)
            });
            let most = berth.class.data().torpedoes;
            need(berth.torpedoes.is_none_or(|it| it <= most), &|| {
                format!("side {side}, ship {}: more torpedoes than its {most} (FTB-4.1)", n + 1)
            });
            match (berth.at, berth.vector) {
                (Some(at), Some(vector)) => {
                    let speed = distance(vector, Point::default());
                    let whole = Length::units(speed.whole_units_down() as i32);
                    need(sane(at) && sane(vector), &|| format!("ship {} is far off the map", n + 1));
                    need((speed - whole).at_most(Length::ZERO) && lu(1) <= whole && whole <= lu(30), &|| {
                        format!(
                            "side {side}, ship {}: a vector of {speed} LU is not 1 to 30 whole LU (FTB-36.3)",
                            n + 1
                        )
                    });
                }
                _ => need(free, &|| format!("side {side}, ship {} has no place or vector (FTB-36.2)", n + 1)),
            }
        }
        let placed = free || scenario.generic.is_some();
        let somewhere =
            !map.homes[side].is_empty() || map.stations.iter().any(|it| usize::from(it.side) == side);
        need(!placed || somewhere || scenario.generic.is_some(), &|| {
            format!("side {side} has neither home nor station to deploy at (FTB-36.2)")
        });
        need(!names.ships.is_empty() || placed, &|| format!("side {side} has no ships"));
    }
    for neutral in &scenario.neutrals {
        need(neutral.class.is_civilian(), &|| "a neutral ship is a Liner or a Runner (FTB-24.4)".to_owned());
        need(usize::from(neutral.system) < map.systems.len(), &|| {
            "a neutral ship: no such system".to_owned()
        });
        let all = neutral.script.iter().flatten().chain([&neutral.at, &neutral.vector]).all(|&it| sane(it));
        need(all && neutral.script.len() <= 100, &|| "a neutral ship is far off the map".to_owned());
        need(near(neutral.vector, Point::default(), lu(30)), &|| "a neutral ship is too fast".to_owned());
    }
    need(scenario.neutrals.len() <= 8, &|| "more than 8 neutral ships".to_owned());
    need(scenario.objectives.len() <= 8, &|| "more than 8 objectives (FTB-34.1)".to_owned());
    let generic = scenario.generic.is_some();
    need(!generic || scenario.objectives.is_empty(), &|| {
        "a generic scenario draws its objectives (FTB-34.1)".to_owned()
    });
    for objective in &scenario.objectives {
        objective_findings(objective, map, wrong);
    }
}

fn objective_findings(objective: &Objective, map: &Map, wrong: &mut Vec<String>) {
    let side = objective.side;
    if 1 < side {
        wrong.push(format!("an objective of side {side}: sides are 0 and 1 (FTB-34.1)"));
        return;
    }
    let mut station = |name: &Option<String>, owner: u8, rule: &str| {
        let fits = |it: &Station| it.side == owner && it.system == 0;
        let known = match name {
            Some(name) => map.station(name).is_some_and(|it| fits(&map.stations[usize::from(it)])),
            None => map.stations.iter().any(fits),
        };
        if !known {
            wrong.push(format!("the objective has no fitting station of side {owner} ({rule})"));
        }
    };
    match &objective.goal {
        Aim::Blockade { station: name, .. } => station(name, 1 - side, "FTB-34.2"),
        Aim::Transport { to, civilian } => {
            station(to, side, "FTB-34.3");
            if map.homes[usize::from(side)].is_empty() {
                wrong.push("a transport needs a home planet (FTB-34.3)".to_owned());
            }
            if civilian.is_some_and(|it| !it.is_civilian()) {
                wrong.push("a transport is a Liner or a Runner (FTB-34.3)".to_owned());
            }
        }
        Aim::Patrol { home, hostile, friendly } => {
            station(hostile, 1 - side, "FTB-34.4");
            station(friendly, side, "FTB-34.4");
            let homes = &map.homes[usize::from(side)];
            let known = match home {
                Some(home) => {
                    map.systems.first().and_then(|it| it.body(home)).is_some_and(|it| homes.contains(&it))
                }
                None => !homes.is_empty(),
            };
            if !known {
                wrong.push("a patrol needs a home planet of its side (FTB-34.4)".to_owned());
            }
        }
        Aim::Attrition => (),
        Aim::Board { station: name } => station(&Some(name.clone()), 1 - side, "FTB-12.8"),
    }
}
