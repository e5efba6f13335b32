//! What a battle is fought over: table, terrain, sides, victory (ASF-SET, ASF-SCN).

use std::sync::Arc;

use engine::{Seat, Seats, SetupError};
use geometry::{Course, Length, Outline, Point};
use serde::{Deserialize, Serialize};

use crate::{
    design::{Design, Sheet, WeaponsBox},
    library,
    options::{Options, TableKind},
    ship::{Edge, ShipId, ShipSet},
};

/// A scenario as players write it down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub name: String,
    #[serde(default)]
    pub blurb: String,
    pub table: TableSize,
    /// ASF-MOV.6: what the edge means, unless the option says otherwise.
    #[serde(default)]
    pub edges: Edges,
    pub deployment: Deployment,
    pub victory: Victory,
    /// ASF-SET.2: two sides.
    pub sides: Vec<Side>,
    #[serde(default)]
    pub terrain: Vec<Terrain>,
    /// Designs beyond those supplied; the same name replaces a supplied one.
    #[serde(default)]
    pub designs: Vec<Design>,
    /// ASF-OPT.1: the options it is meant to be played with.
    #[serde(default)]
    pub options: Options,
}

/// ASF-SET.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct TableSize {
    pub width: Length,
    pub height: Length,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Edges {
    Fixed,
    #[default]
    Floating,
}

/// How the fleets come onto the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Deployment {
    /// Every ship where the scenario puts it.
    AsGiven,
    /// ASF-SCN.3: a die for the choice of corner, the other side diagonally across.
    Corners { within: Length },
    /// The side named first deploys first, each in its zone.
    Zones { spacing: Length },
}

/// One side and its fleet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Side {
    pub name: String,
    /// ASF-SET.2, ASF-SCN.6: how many players share the side.
    #[serde(default = "one")]
    pub seats: u8,
    /// Where its ships may deploy: anywhere in any of these.
    #[serde(default)]
    pub zones: Vec<Zone>,
    /// Whether ships choose their heading when they deploy.
    #[serde(default)]
    pub free_headings: bool,
    pub ships: Vec<Berth>,
}

fn one() -> u8 {
    1
}

/// One ship of a side before the battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Berth {
    /// The name of a design.
    pub design: String,
    /// The ship's own name; class and number if left out.
    #[serde(default)]
    pub name: String,
    /// ASF-SET.2: which of the side's players owns it, from 0.
    #[serde(default)]
    pub seat: u8,
    /// The default place; evenly spaced if left out.
    #[serde(default)]
    pub at: Option<Point>,
    /// The default heading; towards the centre if left out.
    #[serde(default)]
    pub heading: Option<Course>,
    pub speed: u16,
    /// ASF-SCN.B: a speed it may never plot above.
    #[serde(default)]
    pub max_speed: Option<u16>,
    /// ASF-SCN.C: stays where the scenario puts it.
    #[serde(default)]
    pub fixed: bool,
}

/// A part of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Zone {
    Rectangle { from: Point, to: Point },
    Disc { centre: Point, radius: Length },
}

impl Zone {
    pub fn contains(self, place: Point) -> bool {
        match self {
            Zone::Rectangle { from, to } => {
                place.x.at_most(to.x)
                    && from.x.at_most(place.x)
                    && place.y.at_most(to.y)
                    && from.y.at_most(place.y)
            }
            Zone::Disc { centre, radius } => (place - centre).within(radius),
        }
    }

    /// The rectangle round it, for sampling.
    pub(crate) fn bounds(self) -> (Point, Point) {
        match self {
            Zone::Rectangle { from, to } => (from, to),
            Zone::Disc { centre, radius } => {
                let out = |by: Length| Point { x: centre.x + by, y: centre.y + by };
                (out(-radius), out(radius))
            }
        }
    }
}

/// ASF-SCN.4, ASF-LOS.2: something on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    pub kind: TerrainKind,
    pub shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum TerrainKind {
    /// ASF-SCN.4: each inch on the line of sight is a -1.
    Gas,
    /// ASF-LOS.2: blocks the line of sight.
    Solid,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    Polygon {
        corners: Vec<Point>,
    },
    Circle {
        centre: Point,
        radius: Length,
    },
    /// Corners at even bearings from north clockwise.
    Round {
        centre: Point,
        radii: Vec<Length>,
    },
}

/// So that a list of terrain stays one that people can draw.
const MOST_TERRAIN: usize = 100;

impl Shape {
    /// Whether it can be on or near any table.
    fn in_bounds(&self) -> Result<(), String> {
        let far = Length::units(10_000);
        let near = |place: &Point| place.x.abs() <= far && place.y.abs() <= far;
        let round = |radius: &Length| Length::ZERO < *radius && *radius <= far;
        match self {
            Shape::Polygon { corners } if 200 < corners.len() => {
                Err(format!("{} corners, but an outline has at most 200", corners.len()))
            }
            Shape::Polygon { corners } if !corners.iter().all(near) => {
                Err(format!("a corner is further out than {far}"))
            }
            Shape::Circle { centre, .. } | Shape::Round { centre, .. } if !near(centre) => {
                Err(format!("the centre is further out than {far}"))
            }
            Shape::Circle { radius, .. } if !round(radius) => {
                Err(format!("radius {radius} is not between 0 and {far}"))
            }
            Shape::Round { radii, .. } if !radii.iter().all(round) => {
                Err(format!("a radius is not between 0 and {far}"))
            }
            Shape::Polygon { .. } | Shape::Circle { .. } | Shape::Round { .. } => Ok(()),
        }
    }

    pub fn outline(&self) -> Result<Outline, String> {
        match self {
            Shape::Polygon { corners } => Outline::new(corners.clone()),
            Shape::Circle { centre, radius } => Ok(Outline::circle(*centre, *radius)),
            Shape::Round { centre, radii } => Outline::round(*centre, radii),
        }
    }
}

/// How the battle is decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Victory {
    /// ASF-SCN.5: all enemies destroyed or driven off.
    LastSide,
    /// ASF-SCN.A: points of ships destroyed, half for those at half hull or less.
    Points { turns: u16 },
    /// ASF-SCN.B: `side` brings ships of `design` off by `exit`.
    Convoy { turns: u16, side: u8, design: String, value: u16, exit: Edge },
    /// ASF-SCN.C: `side` keeps its ship of `design` alive.
    Station { turns: u16, side: u8, design: String },
}

/// Everything about a battle that never changes, with what can be computed beforehand.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", as = "FieldData"))]
#[serde(try_from = "FieldData", into = "FieldData")]
pub struct Field {
    pub options: Options,
    pub scenario: Scenario,
    /// Whether the edges of the table count (ASF-MOV.6).
    pub fixed: bool,
    designs: Vec<Design>,
    /// For each design, its weapons box by boxes left.
    boxes: Vec<Vec<WeaponsBox>>,
    /// ASF-DISP.1: the displays of the designs in play.
    sheets: Arc<Vec<Sheet>>,
    berths: Vec<Place>,
}

/// Where a ship of the battle stands in the scenario.
#[derive(Clone, Copy, Debug)]
struct Place {
    side: u8,
    number: u8,
    design: u8,
    owner: Seat,
}

/// A field as data: the rest follows.
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
        scenario.findings(&mut wrong);
        if !wrong.is_empty() {
            return Err(SetupError(wrong));
        }
        let designs = scenario.all_designs();
        let mut berths = Vec::new();
        for (side, sides) in scenario.sides.iter().enumerate() {
            let first_seat = scenario.sides[..side].iter().map(|it| it.seats).sum::<u8>();
            for (number, berth) in sides.ships.iter().enumerate() {
                match designs.iter().position(|it| it.name == berth.design) {
                    Some(design) => berths.push(Place {
                        side: side as u8,
                        number: number as u8,
                        design: design as u8,
                        owner: Seat(first_seat + berth.seat),
                    }),
                    None => {
                        wrong.push(format!("side {:?}: there is no design {:?}", sides.name, berth.design));
                    }
                }
            }
        }
        let used: Vec<&Design> = designs
            .iter()
            .enumerate()
            .filter(|(i, it)| {
                berths.iter().any(|berth| usize::from(berth.design) == *i) || scenario.designs.contains(it)
            })
            .map(|(_, it)| it)
            .collect();
        for design in used {
            for (severity, finding) in design.findings(options.design_limits()) {
                if severity == engine::Severity::Error {
                    wrong.push(format!("design {:?}: {} ({})", design.name, finding.reason, finding.rule));
                }
            }
        }
        if !wrong.is_empty() {
            return Err(SetupError(wrong));
        }
        let boxes =
            designs.iter().map(|it| (0..=it.hull).map(|left| it.weapons_box(left)).collect()).collect();
        let fixed = match options.table {
            TableKind::ByScenario => scenario.edges == Edges::Fixed,
            TableKind::Fixed => true,
            TableKind::Floating => false,
        };
        let sheets = designs
            .iter()
            .enumerate()
            .map(|(n, it)| (n as u8, it))
            .filter(|(n, _)| berths.iter().any(|berth| berth.design == *n))
            .map(|(n, it)| it.sheet(n, options.criticals))
            .collect();
        Ok(Field {
            options: options.clone(),
            scenario: scenario.clone(),
            fixed,
            designs,
            boxes,
            sheets: Arc::new(sheets),
            berths,
        })
    }

    /// ASF-DISP.1: the displays of the designs in play.
    pub(crate) fn sheets(&self) -> Arc<Vec<Sheet>> {
        Arc::clone(&self.sheets)
    }

    pub fn ship_ids(&self) -> impl DoubleEndedIterator<Item = ShipId> + use<> {
        (0..self.berths.len() as u8).map(ShipId)
    }

    pub fn design(&self, design: u8) -> &Design {
        &self.designs[usize::from(design)]
    }

    pub fn design_of(&self, ship: ShipId) -> &Design {
        self.design(self.berths[ship.index()].design)
    }

    pub(crate) fn design_index(&self, ship: ShipId) -> u8 {
        self.berths[ship.index()].design
    }

    /// ASF-DISP.2: the active weapons box of a design with so many boxes left.
    pub fn weapons_box(&self, design: u8, left: u16) -> &WeaponsBox {
        &self.boxes[usize::from(design)][usize::from(left)]
    }

    pub fn berth(&self, ship: ShipId) -> &Berth {
        let Place { side, number, .. } = self.berths[ship.index()];
        &self.scenario.sides[usize::from(side)].ships[usize::from(number)]
    }

    pub fn side_of(&self, ship: ShipId) -> u8 {
        self.berths[ship.index()].side
    }

    pub fn owner_of(&self, ship: ShipId) -> Seat {
        self.berths[ship.index()].owner
    }

    pub fn seats(&self) -> u8 {
        self.scenario.sides.iter().map(|side| side.seats).sum()
    }

    /// The seats that share a side.
    pub fn seats_of(&self, side: u8) -> Seats {
        let first = self.scenario.sides[..usize::from(side)].iter().map(|it| it.seats).sum::<u8>();
        (first..first + self.scenario.sides[usize::from(side)].seats).map(Seat).collect()
    }

    pub fn side_of_seat(&self, seat: Seat) -> u8 {
        (0..2).find(|&side| self.seats_of(side).contains(seat)).unwrap_or(0)
    }

    /// How the ship is called in orders: side and number, `A1`.
    pub fn tag(&self, ship: ShipId) -> String {
        match self.berths.get(ship.index()) {
            Some(Place { side, number, .. }) => format!("{}{}", char::from(b'A' + side), number + 1),
            None => format!("#{}", ship.0),
        }
    }

    /// Its own name, or class and number among its like: `Warrior 2`.
    pub fn name(&self, ship: ShipId) -> String {
        let berth = self.berth(ship);
        if !berth.name.is_empty() {
            return berth.name.clone();
        }
        let Place { side, number, .. } = self.berths[ship.index()];
        let like = |it: &&Berth| it.design == berth.design && it.name.is_empty();
        let fleet = &self.scenario.sides[usize::from(side)].ships;
        let nth = fleet[..=usize::from(number)].iter().filter(like).count();
        match fleet.iter().filter(like).count() {
            1 => berth.design.clone(),
            _ => format!("{} {nth}", berth.design),
        }
    }

    pub fn by_tag(&self, tag: &str) -> Option<ShipId> {
        self.ship_ids().find(|&ship| self.tag(ship).eq_ignore_ascii_case(tag))
    }

    pub fn side_name(&self, side: u8) -> &str {
        &self.scenario.sides[usize::from(side)].name
    }

    /// ASF-MOV.6: strictly outside is out, exactly on the edge is still in.
    /// A corner counts as the east edge (ASF-SCN.B).
    pub fn edge_crossed(&self, place: Point) -> Option<Edge> {
        let TableSize { width, height } = self.scenario.table;
        if place.x.exceeds(width) {
            Some(Edge::East)
        } else if Length::ZERO.exceeds(place.x) {
            Some(Edge::West)
        } else if place.y.exceeds(height) {
            Some(Edge::North)
        } else if Length::ZERO.exceeds(place.y) {
            Some(Edge::South)
        } else {
            None
        }
    }

    pub fn centre(&self) -> Point {
        let TableSize { width, height } = self.scenario.table;
        Point { x: width.part(2), y: height.part(2) }
    }
}

impl Scenario {
    /// The supplied designs, with the scenario's own in place of their namesakes.
    fn all_designs(&self) -> Vec<Design> {
        let own = |name: &str| self.designs.iter().any(|it| it.name == name);
        let mut all: Vec<Design> = library::ships().iter().filter(|it| !own(&it.name)).cloned().collect();
        all.extend(self.designs.iter().cloned());
        all
    }

    /// ASF-SET.1: a table below 36 by 36 inches is warned about, not refused.
    pub fn warnings(&self) -> Vec<String> {
        let TableSize { width, height } = self.table;
        let least = Length::units(36);
        if width < least || height < least {
            return vec![format!(
                "the table is {width} by {height}, the book asks for at least 36 by 36 (ASF-SET.1)"
            )];
        }
        Vec::new()
    }

    fn findings(&self, wrong: &mut Vec<String>) {
        let TableSize { width, height } = self.table;
        let (least, most) = (Length::units(1), Length::units(1_000));
        if [width, height].into_iter().any(|it| it < least || most < it) {
            wrong.push(format!(
                "a table of {width} by {height} is not between {least} and {most} (ASF-SET.1)"
            ));
        }
        if self.sides.len() != 2 {
            wrong.push(format!("{} sides, but there are two (ASF-SET.2)", self.sides.len()));
        }
        let ships: usize = self.sides.iter().map(|side| side.ships.len()).sum();
        if ShipSet::MOST < ships {
            wrong.push(format!("{ships} ships, but at most {} fit a battle", ShipSet::MOST));
        }
        if 200 < self.designs.len() {
            wrong.push(format!("{} designs, but at most 200 fit a battle", self.designs.len()));
        }
        let seats: usize = self.sides.iter().map(|side| usize::from(side.seats)).sum();
        if usize::from(Seats::MOST) < seats {
            wrong.push(format!("{seats} seats, but a table has at most {} (ASF-SET.2)", Seats::MOST));
        }
        for (n, design) in self.designs.iter().enumerate() {
            if self.designs[..n].iter().any(|it| it.name == design.name) {
                wrong.push(format!("two designs are called {:?}", design.name));
            }
        }
        for side in &self.sides {
            side.findings(wrong);
            for berth in side.ships.iter().filter(|_| self.deployment == Deployment::AsGiven) {
                if berth.at.is_none() {
                    wrong.push(format!(
                        "side {:?}: {} needs a place, since nobody deploys",
                        side.name, berth.design
                    ));
                }
            }
            if matches!(self.deployment, Deployment::Zones { .. })
                && side.zones.is_empty()
                && side.ships.iter().any(|it| !it.fixed)
            {
                wrong.push(format!("side {:?} has no zone to deploy in", side.name));
            }
        }
        if MOST_TERRAIN < self.terrain.len() {
            wrong.push(format!("{} pieces of terrain, but at most {MOST_TERRAIN} fit", self.terrain.len()));
        }
        for (n, terrain) in self.terrain.iter().enumerate() {
            if let Err(reason) = terrain.shape.in_bounds().and_then(|()| terrain.shape.outline()) {
                wrong.push(format!("terrain {}: {reason}", n + 1));
            }
        }
        match &self.victory {
            Victory::LastSide => (),
            Victory::Points { turns } => turns_are_some(*turns, wrong),
            Victory::Convoy { turns, side, design, .. } | Victory::Station { turns, side, design } => {
                turns_are_some(*turns, wrong);
                let fleet = self.sides.get(usize::from(*side)).map_or(&[][..], |it| &it.ships[..]);
                if !fleet.iter().any(|it| it.design == *design) {
                    wrong.push(format!("victory speaks of {design:?}, which side {side} does not have"));
                }
            }
        }
    }
}

fn turns_are_some(turns: u16, wrong: &mut Vec<String>) {
    if turns == 0 {
        wrong.push("victory after 0 turns".to_owned());
    }
}

impl Side {
    fn findings(&self, wrong: &mut Vec<String>) {
        if self.ships.is_empty() {
            wrong.push(format!("side {:?} has no ships", self.name));
        }
        if self.seats == 0 {
            wrong.push(format!("side {:?} has no seats (ASF-SET.2)", self.name));
        }
        for berth in &self.ships {
            if self.seats <= berth.seat {
                let (name, seat) = (&self.name, berth.seat);
                wrong.push(format!(
                    "side {name:?}: {} belongs to player {seat} of {} (ASF-SET.2)",
                    berth.design, self.seats
                ));
            }
            if 10_000 < berth.speed {
                wrong.push(format!("side {:?}: {} starts at speed {}", self.name, berth.design, berth.speed));
            }
            if berth.max_speed.is_some_and(|most| most < berth.speed) {
                wrong
                    .push(format!("side {:?}: {} starts above its own speed limit", self.name, berth.design));
            }
            if berth.at.is_some_and(|at| [at.x, at.y].iter().any(|it| Length::units(10_000) < it.abs())) {
                wrong.push(format!("side {:?}: {} is too far out", self.name, berth.design));
            }
            if berth.fixed && (berth.at.is_none() || berth.heading.is_none()) {
                wrong.push(format!(
                    "side {:?}: {} is fixed but has no place or heading",
                    self.name, berth.design
                ));
            }
            if berth.heading.is_some_and(|it| it.degrees() % 45 != 0) {
                wrong.push(format!(
                    "side {:?}: {} has a heading that is not a multiple of 45",
                    self.name, berth.design
                ));
            }
        }
        for seat in 0..self.seats {
            if !self.ships.iter().any(|it| it.seat == seat) {
                wrong.push(format!("side {:?}: player {seat} has no ships (ASF-SET.2)", self.name));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::scenario;

    /// ASF-SET.1: below 36 by 36 is a warning.
    #[test]
    fn rule_set_1_small_tables_are_warned_about() {
        let mut small = scenario("intro");
        small.table = TableSize { width: Length::units(30), height: Length::units(48) };
        assert!(Field::new(&Options::default(), &small).is_ok());
        assert_eq!(small.warnings().len(), 1);
        assert!(scenario("intro").warnings().is_empty());
    }

    /// ASF-SET.2: several players share a side; every finding comes at once.
    #[test]
    fn rule_set_2_players_own_their_ships() {
        let mut shared = scenario("intro");
        shared.sides[0].seats = 2;
        let SetupError(wrong) = Field::new(&Options::default(), &shared).unwrap_err();
        assert_eq!(wrong.len(), 1, "{wrong:?}");
        shared.sides[0].ships[0].seat = 1;
        let field = Field::new(&Options::default(), &shared).unwrap();
        assert_eq!(field.owner_of(ShipId(0)), Seat(1));
        assert_eq!(field.owner_of(ShipId(5)), Seat(2));
        assert_eq!(field.seats_of(0).len(), 2);
    }

    #[test]
    fn contradictions_are_all_told() {
        let mut broken = scenario("intro");
        broken.sides[0].ships[0].design = "Nobody".to_owned();
        broken.sides[1].ships.clear();
        broken.victory = Victory::Points { turns: 0 };
        let SetupError(wrong) = Field::new(&Options::default(), &broken).unwrap_err();
        assert!(2 <= wrong.len(), "{wrong:?}");
    }

    #[test]
    fn ships_have_tags_and_names() {
        let field = Field::new(&Options::default(), &scenario("intro")).unwrap();
        assert_eq!(field.tag(ShipId(0)), "A1");
        assert_eq!(field.tag(ShipId(9)), "B5");
        assert_eq!(field.name(ShipId(1)), "Warrior 2");
        assert_eq!(field.by_tag("b5"), Some(ShipId(9)));
    }
}
