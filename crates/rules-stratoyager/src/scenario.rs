//! Scenarios (STR-SCN): the table, the forces, and how they are set up.

use std::sync::Arc;

use engine::{Seat, SetupError};
use geometry::{Length, Outline, Point, TOLERANCE};
use serde::{Deserialize, Serialize};

use crate::{
    Hour,
    card::{Card, Stats},
    library,
    options::{EdgeChoice, Options},
    unit::UnitId,
};

/// A battle to be fought, as a file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub name: String,
    #[serde(default)]
    pub blurb: String,
    /// STR-SET.2.
    pub table: TableSize,
    pub deployment: Deployment,
    /// Two of them; the first comes first in everything (STR-1.6).
    pub sides: Vec<Side>,
    /// STR-SET.1: forces are chosen by the players up to this total.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u16>,
    #[serde(default)]
    pub terrain: Vec<Terrain>,
    /// House designs; the same name replaces a supplied card.
    #[serde(default)]
    pub cards: Vec<Card>,
    /// STR-SCN.B.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub convoy: Option<Convoy>,
    #[serde(default)]
    pub options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct TableSize {
    pub width: Length,
    pub height: Length,
}

impl TableSize {
    pub(crate) fn finding(self) -> Option<String> {
        let fits = |it: Length| Length::units(12) <= it && it <= Length::units(200);
        let TableSize { width, height } = self;
        (!fits(width) || !fits(height))
            .then(|| format!("a table of {width} x {height} is not between 12 and 200 Klicks (STR-SET.2)"))
    }

    /// STR-ADD.1: strictly outside is off the table.
    pub fn holds(self, at: Point) -> bool {
        let within = |it: Length, most: Length| -TOLERANCE <= it && it.at_most(most);
        within(at.x, self.width) && within(at.y, self.height)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Deployment {
    /// Every unit stands where the scenario puts it.
    AsGiven,
    /// STR-SET.4: by cards, at the sides' edges.
    Cards { edges: Edges },
    /// One side after the other, in the zones of the scenario (STR-SCN.B).
    InTurn { first: u8 },
}

/// STR-SET.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Edges {
    Short,
    Long,
    Corners,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    South,
    North,
    West,
    East,
}

impl Edge {
    pub const ALL: [Edge; 4] = [Edge::South, Edge::North, Edge::West, Edge::East];

    pub fn inward(self) -> Hour {
        match self {
            Edge::South => Hour::NORTH,
            Edge::North => Hour::SOUTH,
            Edge::West => Hour::EAST,
            Edge::East => Hour::WEST,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Edge::South => "south",
            Edge::North => "north",
            Edge::West => "west",
            Edge::East => "east",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Side {
    pub name: String,
    /// STR-SET.10: whose cards it may choose; empty for all.
    #[serde(default)]
    pub faction: String,
    /// Where it deploys in turn; by cards the edge says.
    #[serde(default)]
    pub zones: Vec<Zone>,
    /// STR-SET.6: how many units it may hold back; as many as it likes if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserves: Option<u8>,
    /// Its units; empty if they are chosen by points.
    #[serde(default)]
    pub units: Vec<Berth>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Berth {
    pub card: String,
    #[serde(default)]
    pub name: String,
    /// Its place, or its default place in a zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Hour>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<u16>,
    /// A speed it never exceeds (STR-SCN.B).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_speed: Option<u16>,
    /// Course and speed are as given.
    #[serde(default)]
    pub fixed: bool,
    /// Structure at the start, if it is not whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<u8>,
    /// Missiles at the start, entry by entry, if some are spent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missiles: Option<Vec<u8>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Zone {
    Rectangle {
        from: Point,
        to: Point,
    },
    /// STR-SET.10: within a distance of a corner.
    Disc {
        centre: Point,
        radius: Length,
    },
}

impl Zone {
    pub fn holds(self, at: Point) -> bool {
        match self {
            Zone::Rectangle { from, to } => {
                from.x.at_most(at.x) && at.x.at_most(to.x) && from.y.at_most(at.y) && at.y.at_most(to.y)
            }
            Zone::Disc { centre, radius } => (at - centre).within(radius),
        }
    }

    pub(crate) fn describe(self) -> String {
        match self {
            Zone::Rectangle { from, to } => {
                format!("x {} to {}, y {} to {}", from.x, to.x, from.y, to.y)
            }
            Zone::Disc { centre, radius } => format!("within {radius} of ({}, {})", centre.x, centre.y),
        }
    }
}

/// STR-ADD.4, STR-5.8: something on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    #[serde(default)]
    pub name: String,
    /// STR-5.8: it does not block; it changes the threshold of shots across it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threshold: Option<i8>,
    pub shape: Shape,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    Circle { centre: Point, radius: Length },
    Polygon { corners: Outline },
}

impl Shape {
    /// STR-ADD.4: the peg strictly inside.
    pub fn contains(&self, at: Point) -> bool {
        match self {
            Shape::Circle { centre, radius } => {
                let inner = *radius - TOLERANCE;
                Length::ZERO < inner && (at - *centre).square() < square(inner)
            }
            Shape::Polygon { corners } => corners.contains(at),
        }
    }

    /// STR-5.2, STR-ADD.4: the line between two pegs runs inside; to touch is not enough.
    pub fn crosses(&self, from: Point, to: Point) -> bool {
        match self {
            Shape::Circle { centre, radius } => {
                let (line, out) = (to - from, *centre - from);
                let dot = i128::from(line.east.0) * i128::from(out.east.0)
                    + i128::from(line.north.0) * i128::from(out.north.0);
                if dot <= 0 || line.square() <= dot {
                    return self.contains(from) || self.contains(to);
                }
                let cross = i128::from(line.east.0) * i128::from(out.north.0)
                    - i128::from(line.north.0) * i128::from(out.east.0);
                let inner = i128::from((*radius - TOLERANCE).0);
                0 < inner && cross.abs() < inner * line.square().isqrt()
            }
            Shape::Polygon { corners } => TOLERANCE < corners.inside(from, to),
        }
    }
}

fn square(length: Length) -> i128 {
    i128::from(length.0) * i128::from(length.0)
}

/// STR-SCN.B: units of a card that are to leave by an edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Convoy {
    pub side: u8,
    pub card: String,
    pub exit: Edge,
    /// Points for its side for each that gets there.
    pub score: u16,
}

/// Everything that stays the same through a battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", as = "FieldData"))]
#[serde(try_from = "FieldData", into = "FieldData")]
pub struct Field {
    pub options: Options,
    pub scenario: Scenario,
    pub cards: Vec<Card>,
    /// STR-SET.2: the table that is played on.
    pub table: TableSize,
    /// STR-SET.3: where each side deploys.
    pub zones: [Vec<Zone>; 2],
    /// The edges the sides deploy at, if they do.
    pub home: [Option<Edge>; 2],
    pub(crate) stats: Vec<Stats>,
    pub(crate) convoy_card: Option<u8>,
}

/// What of it is written down; the rest follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
struct FieldData {
    options: Options,
    scenario: Scenario,
    cards: Vec<Card>,
    table: TableSize,
    zones: [Vec<Zone>; 2],
    home: [Option<Edge>; 2],
}

impl From<Field> for FieldData {
    fn from(it: Field) -> FieldData {
        let Field { options, scenario, cards, table, zones, home, .. } = it;
        FieldData { options, scenario, cards, table, zones, home }
    }
}

impl TryFrom<FieldData> for Field {
    type Error = String;
    fn try_from(it: FieldData) -> Result<Field, String> {
        Field::new(&it.options, &it.scenario).map_err(|err| err.to_string())
    }
}

/// More would not fit the cards of an initiative phase.
pub(crate) const MOST_UNITS: usize = 20;

impl Field {
    /// # Errors
    ///
    /// Everything that is wrong with options and scenario.
    pub fn new(options: &Options, scenario: &Scenario) -> Result<Field, SetupError> {
        let mut wrong = options.findings();
        let mut cards: Vec<Card> = library::fighters().to_vec();
        for own in &scenario.cards {
            wrong.extend(own.findings());
            match cards.iter_mut().find(|it| it.name == own.name) {
                Some(card) => *card = own.clone(),
                None => cards.push(own.clone()),
            }
        }
        if scenario.sides.len() != 2 {
            wrong.push(format!("{} sides, but a battle has 2 (STR-SET.1)", scenario.sides.len()));
            return Err(SetupError(wrong));
        }
        let by_cards = matches!(scenario.deployment, Deployment::Cards { .. });
        let table = options.table.filter(|_| by_cards).unwrap_or(scenario.table);
        wrong.extend(table.finding());
        wrong.extend(findings(scenario, &cards));
        if 200 < cards.len() {
            wrong.push("more than 200 cards (STR-CARD.1)".to_owned());
        }
        if !wrong.is_empty() {
            return Err(SetupError(wrong));
        }
        let (zones, home) = zones(options, scenario, table);
        let convoy_card = scenario
            .convoy
            .as_ref()
            .and_then(|convoy| cards.iter().position(|it| it.name == convoy.card))
            .map(|it| it as u8);
        Ok(Field {
            options: options.clone(),
            scenario: scenario.clone(),
            stats: cards.iter().map(Card::stats).collect(),
            cards,
            table,
            zones,
            home,
            convoy_card,
        })
    }

    pub fn side(&self, side: u8) -> &Side {
        &self.scenario.sides[usize::from(side)]
    }

    pub(crate) fn stats(&self, card: u8) -> &Stats {
        &self.stats[usize::from(card)]
    }

    pub fn card(&self, card: u8) -> &Card {
        &self.cards[usize::from(card)]
    }

    pub(crate) fn card_named(&self, name: &str) -> Option<u8> {
        self.cards.iter().position(|it| it.name == name).map(|it| it as u8)
    }

    /// The letter of a side's units: that of its name, or A and B if both begin alike.
    pub fn letter(&self, side: u8) -> char {
        let first = |side: usize| {
            self.scenario.sides[side]
                .name
                .chars()
                .next()
                .filter(char::is_ascii_alphabetic)
                .map(|it| it.to_ascii_uppercase())
        };
        match (first(0), first(1)) {
            (Some(a), Some(b)) if a != b => [a, b][usize::from(side)],
            _ => ['A', 'B'][usize::from(side)],
        }
    }

    pub fn seat_of(&self, side: u8) -> Seat {
        Seat(side)
    }

    /// STR-ADD.4: strictly inside an obstacle.
    pub fn in_obstacle(&self, at: Point) -> bool {
        self.scenario.terrain.iter().any(|it| it.threshold.is_none() && it.shape.contains(at))
    }
}

fn findings(scenario: &Scenario, cards: &[Card]) -> Vec<String> {
    let mut wrong = Vec::new();
    if scenario.name.trim().is_empty() || scenario.name.contains('\n') {
        wrong.push("a scenario has a name of one line".to_owned());
    }
    for side in &scenario.sides {
        let name = side.name.trim();
        if name.is_empty() || name.contains(['\n', ';']) || 40 < name.len() {
            wrong.push("a side has a name of one line".to_owned());
        }
        if side.units.is_empty() && scenario.points.is_none() {
            wrong.push(format!("{name} has no units, and no points to choose them by (STR-SET.1)"));
        }
        if MOST_UNITS < side.units.len() {
            wrong.push(format!("{name} has more than {MOST_UNITS} units (STR-SET.1)"));
        }
        if matches!(scenario.deployment, Deployment::InTurn { .. }) && side.zones.is_empty() {
            wrong.push(format!("{name} has no zone to deploy in (STR-SET.3)"));
        }
        for berth in &side.units {
            wrong.extend(berth_findings(scenario, berth, cards));
        }
    }
    if let Some(points) = scenario.points {
        if 5_000 < points {
            wrong.push(format!("{points} points are more than 5000 (STR-SET.1)"));
        }
        for side in &scenario.sides {
            let fits = |it: &&Card| side.faction.is_empty() || it.faction == side.faction;
            // The option `roster_mix` cannot forbid every force: one card alone is always the cheapest.
            if !cards.iter().filter(fits).any(|it| 0 < it.points && it.points <= points) {
                wrong.push(format!("{} cannot choose anything for {points} points (STR-SET.10)", side.name));
            }
        }
        if scenario.deployment == Deployment::AsGiven {
            wrong.push("forces chosen by points have to be deployed (STR-SET.1)".to_owned());
        }
    }
    if let Deployment::InTurn { first } = scenario.deployment
        && 1 < first
    {
        wrong.push(format!("side {first} cannot deploy first, there are 0 and 1 (STR-SET.4)"));
    }
    if let Some(convoy) = &scenario.convoy {
        if 1 < convoy.side || !cards.iter().any(|it| it.name == convoy.card) {
            wrong.push(format!("the convoy names no side or no card: {:?} (STR-SCN.B)", convoy.card));
        }
        if 5_000 < convoy.score {
            wrong.push("a convoy scores at most 5000 (STR-SCN.B)".to_owned());
        }
    }
    if 100 < scenario.terrain.len() {
        wrong.push("more than 100 pieces of terrain (STR-ADD.4)".to_owned());
    }
    for it in &scenario.terrain {
        if let Shape::Circle { radius, .. } = it.shape
            && (radius <= Length::ZERO || Length::units(200) < radius)
        {
            wrong.push(format!("a circle of radius {radius} (STR-ADD.4)"));
        }
        if it.threshold.is_some_and(|it| it.unsigned_abs() > 12) {
            wrong.push("a zone changes thresholds by at most 12 (STR-5.8)".to_owned());
        }
        let far = |at: &Point| Length::units(1_000) < at.x.abs() || Length::units(1_000) < at.y.abs();
        let beyond = match &it.shape {
            Shape::Circle { centre, .. } => far(centre),
            Shape::Polygon { corners } => corners.corners().iter().any(far) || 60 < corners.corners().len(),
        };
        if beyond {
            wrong.push("terrain far beyond the table, or with more than 60 corners (STR-ADD.4)".to_owned());
        }
    }
    wrong
}

fn berth_findings(scenario: &Scenario, berth: &Berth, cards: &[Card]) -> Vec<String> {
    let mut wrong = Vec::new();
    let name = &berth.card;
    let Some(card) = cards.iter().find(|it| it.name == *name) else {
        return vec![format!("there is no card {name:?} (STR-CARD.1)")];
    };
    if berth.name.contains(['\n', ';']) || 40 < berth.name.len() {
        wrong.push(format!("{name}: the name of a unit is one line"));
    }
    if scenario.deployment == Deployment::AsGiven && berth.at.is_none_or(|at| !scenario.table.holds(at)) {
        wrong.push(format!("{name} has no place on the table (STR-SET.3)"));
    }
    if berth.fixed && (berth.course.is_none() || berth.speed.is_none()) {
        wrong.push(format!("{name} is fixed, but without course or speed (STR-SET.5)"));
    }
    if [berth.speed, berth.max_speed].iter().flatten().any(|it| 60 < *it) {
        wrong.push(format!("{name}: speeds are at most 60 (STR-SET.5)"));
    }
    if berth.structure.is_some_and(|it| it == 0 || card.structure < it) {
        wrong.push(format!("{name}: structure is between 1 and {} (STR-CARD.1)", card.structure));
    }
    if let Some(missiles) = &berth.missiles {
        let fits = missiles.len() == card.missiles.len()
            && missiles.iter().zip(&card.missiles).all(|(left, it)| *left <= it.count);
        if !fits {
            wrong.push(format!("{name}: missiles do not fit its card (STR-CARD.4)"));
        }
    }
    wrong
}

/// STR-SET.10: how far from its corner a side deploys.
pub(crate) const CORNER: Length = Length::units(3);

/// STR-SET.3: the sides' zones, and the edges they lie at.
fn zones(options: &Options, scenario: &Scenario, table: TableSize) -> ([Vec<Zone>; 2], [Option<Edge>; 2]) {
    let TableSize { width, height } = table;
    let edges = match (scenario.deployment, options.edges) {
        (Deployment::AsGiven | Deployment::InTurn { .. }, _) => {
            return ([scenario.sides[0].zones.clone(), scenario.sides[1].zones.clone()], [None, None]);
        }
        (Deployment::Cards { edges }, EdgeChoice::ByScenario) => edges,
        (Deployment::Cards { .. }, EdgeChoice::Short) => Edges::Short,
        (Deployment::Cards { .. }, EdgeChoice::Long) => Edges::Long,
        (Deployment::Cards { .. }, EdgeChoice::Corners) => Edges::Corners,
    };
    let home = match (edges, height < width) {
        (Edges::Corners, _) => {
            let disc = |centre| vec![Zone::Disc { centre, radius: CORNER }];
            return ([disc(Point::default()), disc(Point { x: width, y: height })], [None, None]);
        }
        (Edges::Short, false) | (Edges::Long, true) => [Edge::South, Edge::North],
        (Edges::Long, false) | (Edges::Short, true) => [Edge::West, Edge::East],
    };
    (home.map(|edge| vec![strip(table, edge, options.deploy_depth)]), home.map(Some))
}

/// The strip of the table along an edge.
pub(crate) fn strip(table: TableSize, edge: Edge, depth: Length) -> Zone {
    let TableSize { width, height } = table;
    let (mut from, mut to) = (Point::default(), Point { x: width, y: height });
    match edge {
        Edge::South => to.y = depth,
        Edge::North => from.y = height - depth,
        Edge::West => to.x = depth,
        Edge::East => from.x = width - depth,
    }
    Zone::Rectangle { from, to }
}

/// A field shared by all states of a battle.
pub(crate) type SharedField = Arc<Field>;

/// The number of a unit within its side, from 1, and its tag: `F2`.
pub(crate) fn tag(field: &Field, sides: impl Iterator<Item = u8>, id: UnitId) -> String {
    let sides: Vec<u8> = sides.take(id.index() + 1).collect();
    let Some(&side) = sides.get(id.index()) else { return format!("unit number {}", id.0) };
    let number = sides.iter().filter(|it| **it == side).count();
    format!("{}{number}", field.letter(side))
}
