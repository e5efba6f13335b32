//! What a battle is fought over: sides, terrain, victory (TAL-SC1 to TAL-SC6, TAL-DYO).

use engine::{SetupError, Severity};
use serde::{Deserialize, Serialize};

use crate::{
    design::{Design, Faction, Kind},
    hex::{Facing, Hex},
    library,
    options::{FirstInitiative, Options},
    ship::Ship,
};

/// A scenario as players write it down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub name: String,
    #[serde(default)]
    pub blurb: String,
    /// TAL-2.3: two sides, A and B.
    pub sides: Vec<Side>,
    #[serde(default)]
    pub terrain: Vec<Terrain>,
    /// TAL-4.2.5: the side that holds the Initiative first, 0 or 1.
    #[serde(default = "talon")]
    pub initiative: u8,
    /// TAL-VIC.5: the last Round.
    #[serde(default)]
    pub rounds: Option<u16>,
    #[serde(default)]
    pub victory: Victory,
    #[serde(default)]
    pub retreat: Retreat,
    /// TAL-DYO.1: forces are bought and terrain is rolled.
    #[serde(default)]
    pub design_your_own: Option<DesignYourOwn>,
    /// Classes beyond those supplied; the same faction and class replaces a supplied one.
    #[serde(default)]
    pub designs: Vec<Design>,
    /// The options it is meant to be played with.
    #[serde(default)]
    pub options: Options,
}

fn talon() -> u8 {
    1
}

/// One side and its ships.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Side {
    pub name: String,
    pub faction: Faction,
    /// TAL-DYO.7: where ships without a place deploy; the book's columns if left out.
    #[serde(default)]
    pub zone: Option<Zone>,
    #[serde(default)]
    pub ships: Vec<Berth>,
}

/// Columns and rows, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Zone {
    pub cols: [i16; 2],
    pub rows: [i16; 2],
}

impl Zone {
    pub fn contains(self, hex: Hex) -> bool {
        let within = |[low, high]: [i16; 2], it: i16| low <= it && it <= high;
        within(self.cols, hex.col()) && within(self.rows, hex.row())
    }

    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        let [from, to] = self.cols;
        (self.rows[0]..=self.rows[1])
            .flat_map(move |row| (from..=to).map(move |col| Hex::from_offset(col, row)))
    }
}

/// One ship before the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Berth {
    /// TAL-5.2: a class of the side's faction.
    pub class: String,
    /// The next free name of the class if left out.
    #[serde(default)]
    pub name: String,
    /// Deployed by its owner if left out.
    #[serde(default)]
    pub at: Option<Hex>,
    /// Towards the enemy if left out.
    #[serde(default)]
    pub facing: Option<Facing>,
    /// The owner chooses the facing at set-up.
    #[serde(default)]
    pub free_facing: bool,
    /// TAL-4.1.4: comes in the Reinforcement Phase of this Round.
    #[serde(default)]
    pub arrives: Option<u16>,
    /// TAL-3.2.7: where it may come in.
    #[serde(default)]
    pub entry: Vec<Hex>,
    /// The Battery starts charged.
    #[serde(default)]
    pub battery: bool,
}

/// TAL-17.1: one counter, one hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    pub kind: TerrainKind,
    pub at: Hex,
    /// TAL-19.1: of a worm hole, the classes that may use it; all if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// TAL-2.9d, TAL-7.5.5: an Objective marker: never dropped from the map.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub objective: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum TerrainKind {
    Planet,
    Asteroid,
    Nebula,
    BlackHole,
    WormHole,
}

impl TerrainKind {
    pub fn name(self) -> &'static str {
        match self {
            TerrainKind::Planet => "Planet",
            TerrainKind::Asteroid => "Asteroid",
            TerrainKind::Nebula => "Nebula",
            TerrainKind::BlackHole => "Black Hole",
            TerrainKind::WormHole => "worm hole",
        }
    }

    /// TAL-8.2.3, TAL-18.1b.
    pub(crate) fn blocks(self) -> bool {
        matches!(self, TerrainKind::Planet | TerrainKind::BlackHole)
    }

    /// TAL-17.5a.
    pub(crate) fn weakens(self) -> bool {
        matches!(self, TerrainKind::Asteroid | TerrainKind::Nebula)
    }
}

/// How the battle is decided.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Victory {
    /// TAL-VIC.1: the last side with a ship on the map.
    #[default]
    LastShip,
    /// TAL-SC4: the enemy of `side` wins when its Base is destroyed.
    Base { side: u8 },
    /// TAL-SC5: `side` brings ships of `class` through.
    Convoy {
        side: u8,
        class: String,
        #[serde(default)]
        goal: Goal,
    },
}

/// What brings a convoy ship through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    #[default]
    WormHole,
    /// TAL-16.2a: docked at a friendly Base.
    Dock,
    /// TAL-16.2c: landed on a Planet.
    Land,
}

/// TAL-11.1.2: who may jump.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Retreat {
    pub allowed: bool,
    /// Classes that may not.
    pub forbidden_to: Vec<String>,
    /// TAL-SC6: a ship further than this from the Black Hole at the Retreat Phase has retreated.
    pub beyond: Option<u8>,
}

impl Default for Retreat {
    fn default() -> Retreat {
        Retreat { allowed: true, forbidden_to: Vec::new(), beyond: None }
    }
}

/// TAL-DYO.1: forces by points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct DesignYourOwn {
    /// 150, 300, 500, 750 or 1000.
    pub points: u16,
    /// TAL-DYO.5: the side that may buy a Base and defends it.
    #[serde(default)]
    pub defender: Option<u8>,
    /// TAL-DYO.6: roll for terrain.
    #[serde(default = "yes")]
    pub terrain: bool,
}

fn yes() -> bool {
    true
}

impl DesignYourOwn {
    /// TAL-DYO.1: the Round limit that goes with the points.
    pub fn rounds(self) -> u16 {
        match self.points {
            0..=150 => 10,
            151..=500 => 12,
            _ => 15,
        }
    }

    /// TAL-DYO.10: what a side may spend; the attacker of a Base has a fifth more.
    pub fn budget(self, side: u8) -> u16 {
        match self.defender {
            Some(defender) if defender != side => self.points + self.points / 5,
            _ => self.points,
        }
    }
}

/// The most ships a side may have, so that numbers stay small.
pub(crate) const MOST_SHIPS: usize = 60;

/// Everything about a battle that never changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", as = "FieldData"))]
#[serde(try_from = "FieldData", into = "FieldData")]
pub struct Field {
    pub options: Options,
    pub scenario: Scenario,
    designs: Vec<Design>,
    names: Vec<String>,
    /// For each design, where its names begin.
    first_name: Vec<u16>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
struct FieldData {
    options: Options,
    scenario: Scenario,
}

impl PartialEq for Field {
    fn eq(&self, other: &Field) -> bool {
        self.options == other.options && self.scenario == other.scenario
    }
}

impl TryFrom<FieldData> for Field {
    type Error = SetupError;
    fn try_from(data: FieldData) -> Result<Field, SetupError> {
        Field::new(&data.options, &data.scenario)
    }
}

impl From<Field> for FieldData {
    fn from(field: Field) -> FieldData {
        FieldData { options: field.options, scenario: field.scenario }
    }
}

impl Field {
    /// # Errors
    ///
    /// Everything that is wrong with the scenario or the options.
    pub fn new(options: &Options, scenario: &Scenario) -> Result<Field, SetupError> {
        let mut wrong = options.findings();
        let mut designs = library::ships().to_vec();
        for own in &scenario.designs {
            designs.retain(|it| (it.faction, &it.class) != (own.faction, &own.class));
            designs.push(own.clone());
            for (severity, finding) in own.findings() {
                if severity == Severity::Error {
                    wrong.push(format!("class {}: {} ({})", own.title(), finding.reason, finding.rule));
                }
            }
        }
        let mut names = Vec::new();
        let mut first_name = Vec::new();
        for design in &designs {
            first_name.push(names.len() as u16);
            names.extend(design.names.iter().cloned());
        }
        let field =
            Field { options: options.clone(), scenario: scenario.clone(), designs, names, first_name };
        field.findings(&mut wrong);
        if !wrong.is_empty() {
            return Err(SetupError(wrong));
        }
        Ok(field.with_own_names())
    }

    fn with_own_names(mut self) -> Field {
        for berth in self.scenario.sides.iter().flat_map(|side| &side.ships) {
            if !berth.name.is_empty() && !self.names.contains(&berth.name) {
                self.names.push(berth.name.clone());
            }
        }
        self
    }

    fn findings(&self, wrong: &mut Vec<String>) {
        let Scenario { sides, terrain, initiative, rounds, victory, designs, .. } = &self.scenario;
        if sides.len() != 2 {
            return wrong.push(format!("{} sides, but there are two (TAL-2.3)", sides.len()));
        }
        if 200 < terrain.len() || 100 < designs.len() {
            wrong.push("more than 200 pieces of terrain or 100 classes".to_owned());
        }
        if 1 < *initiative {
            wrong.push(format!("side {initiative} cannot hold the Initiative, only 0 or 1 (TAL-4.2.5)"));
        }
        if rounds.is_some_and(|it| !(1..=100).contains(&it)) {
            wrong.push("the last Round is not 1 to 100 (TAL-VIC.5)".to_owned());
        }
        if sides[0].faction == sides[1].faction && !self.options.same_faction {
            wrong.push("both sides are of one race, but same_faction is off (TAL-DYO.11)".to_owned());
        }
        if sides[0].name == sides[1].name || sides.iter().any(|it| it.name.trim().is_empty()) {
            wrong.push("the sides need two different names (TAL-2.3)".to_owned());
        }
        for piece in terrain {
            if !piece.at.is_near() {
                wrong.push(format!("{} too far out (TAL-17.1)", piece.kind.name()));
            }
            if 1 < terrain.iter().filter(|it| it.at == piece.at).count() {
                wrong.push(format!(
                    "two pieces of terrain in hex {},{}, but one is all a hex holds (TAL-17.1)",
                    piece.at.q, piece.at.r
                ));
            }
        }
        match victory {
            Victory::Base { side } | Victory::Convoy { side, .. } if 1 < *side => {
                wrong.push(format!("victory for side {side}, but there are only 0 and 1 (TAL-VIC.7)"));
            }
            Victory::LastShip | Victory::Base { .. } | Victory::Convoy { .. } => (),
        }
        if let Some(own) = self.scenario.design_your_own {
            if ![150, 300, 500, 750, 1000].contains(&own.points) {
                wrong.push(format!(
                    "{} points, but they are 150, 300, 500, 750 or 1000 (TAL-DYO.1)",
                    own.points
                ));
            }
            if own.defender.is_some_and(|it| 1 < it) {
                wrong.push("the defender is side 0 or 1 (TAL-DYO.5)".to_owned());
            }
            if sides.iter().any(|it| !it.ships.is_empty()) {
                wrong.push("ships are listed, but the sides buy their own (TAL-DYO.2)".to_owned());
            }
        }
        for (number, side) in sides.iter().enumerate() {
            self.side_findings(number, side, wrong);
        }
    }

    fn side_findings(&self, number: usize, side: &Side, wrong: &mut Vec<String>) {
        let name = &side.name;
        if MOST_SHIPS < side.ships.len() {
            return wrong.push(format!("{name}: more than {MOST_SHIPS} ships"));
        }
        let zone = self.zone(number as u8);
        let ordered = zone.cols[0] <= zone.cols[1] && zone.rows[0] <= zone.rows[1];
        let near = [zone.cols, zone.rows].iter().flatten().all(|it| (-500..=500).contains(it));
        if !ordered || !near || 200 < zone.cols[1] - zone.cols[0] || 200 < zone.rows[1] - zone.rows[0] {
            return wrong.push(format!("{name}: the zone is empty, too large or too far out (TAL-DYO.7)"));
        }
        for berth in &side.ships {
            if self.class(side.faction, &berth.class).is_none() {
                wrong.push(format!(
                    "{name}: there is no class {:?} of the {}",
                    berth.class,
                    side.faction.name()
                ));
            }
            if berth.at.into_iter().chain(berth.entry.iter().copied()).any(|it| !it.is_near()) {
                wrong.push(format!("{name}: a {} too far out", berth.class));
            }
            if berth.arrives.is_some() && berth.entry.is_empty() && berth.at.is_none() {
                wrong.push(format!(
                    "{name}: a {} arrives, but no hex is given for it (TAL-3.2.7)",
                    berth.class
                ));
            }
            if berth.arrives == Some(0) {
                wrong.push(format!("{name}: a {} arrives in Round 0 (TAL-4.1.4)", berth.class));
            }
        }
    }

    pub fn designs(&self) -> &[Design] {
        &self.designs
    }

    pub fn design(&self, number: u8) -> &Design {
        &self.designs[usize::from(number)]
    }

    pub fn design_of(&self, ship: &Ship) -> &Design {
        self.design(ship.design)
    }

    pub fn class(&self, faction: Faction, class: &str) -> Option<u8> {
        let is = |it: &Design| it.faction == faction && it.class.eq_ignore_ascii_case(class);
        self.designs.iter().position(is).map(|it| it as u8)
    }

    pub fn name(&self, ship: &Ship) -> &str {
        self.names.get(usize::from(ship.name)).map_or("", String::as_str)
    }

    /// The number of a ship's name: its own, or the n-th of its class.
    pub(crate) fn name_of(&self, design: u8, own: &str, nth: usize) -> u16 {
        if let Some(i) = self.names.iter().position(|it| !own.is_empty() && it == own) {
            return i as u16;
        }
        let count = self.design(design).names.len();
        if count == 0 { u16::MAX } else { self.first_name[usize::from(design)] + (nth % count) as u16 }
    }

    pub fn side(&self, side: u8) -> &Side {
        &self.scenario.sides[usize::from(side & 1)]
    }

    /// TAL-DYO.7: columns 5 to 8 and 16 to 19, rows 1 to 14, unless the scenario says otherwise.
    pub fn zone(&self, side: u8) -> Zone {
        let usual = Zone { cols: if side == 0 { [5, 8] } else { [16, 19] }, rows: [1, 14] };
        self.side(side).zone.unwrap_or(usual)
    }

    /// TAL-VIC.5: the last Round, if there is one.
    pub fn last_round(&self) -> Option<u16> {
        let own = self.scenario.design_your_own.map(DesignYourOwn::rounds);
        self.options.round_limit.or(self.scenario.rounds).or(own)
    }

    /// TAL-4.2.5.
    pub fn first_initiative(&self) -> u8 {
        match self.options.initiative {
            FirstInitiative::Scenario => self.scenario.initiative & 1,
            FirstInitiative::SideA => 0,
            FirstInitiative::SideB => 1,
        }
    }

    /// TAL-19.1, TAL-19.2: whether the ship may use the worm hole.
    pub(crate) fn may_use(&self, ship: &Ship, terrain: &Terrain) -> bool {
        let class = &self.design_of(ship).class;
        terrain.only.is_empty() || terrain.only.iter().any(|it| it.eq_ignore_ascii_case(class))
    }

    /// TAL-16.2b, TAL-16.2c: whether a Transport's docking or landing is an objective here.
    pub(crate) fn goal_of(&self, ship: &Ship) -> Option<Goal> {
        match &self.scenario.victory {
            Victory::Convoy { side, class, goal } if *side == ship.side => {
                let design = self.design_of(ship);
                (design.class.eq_ignore_ascii_case(class) && design.kind == Kind::Transport).then_some(*goal)
            }
            Victory::LastShip | Victory::Base { .. } | Victory::Convoy { .. } => None,
        }
    }
}
