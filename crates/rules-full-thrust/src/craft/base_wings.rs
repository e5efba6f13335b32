//! Fighters from a base near by: in flight from the start, and no deck to go back to (FT-4.12.4).

use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    craft::wings::GroupId,
    movement::clock::Clock,
    setup::scenario::{Field, Scenario, TableSize},
    ship::{Edge, ShipId},
    yard::design::{Wing, WingMod, WingType},
};

/// One group of a side that no ship carries.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct BaseWing {
    #[serde(default, rename = "type")]
    pub kind: WingType,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mods: Vec<WingMod>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cannon: bool,
    /// Within 6 MU of its side's edge; along it, 3 MU from it, if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Clock>,
}

/// How far from the edge they may start.
const DEPTH: Length = Length::units(6);

/// FT-4.12.4: one or two of them.
const MOST: usize = 2;

impl BaseWing {
    fn wing(&self) -> Wing {
        Wing { kind: self.kind, mods: self.mods.clone(), cannon: self.cannon, ..Wing::default() }
    }

    pub fn points(&self) -> u32 {
        self.wing().points()
    }
}

fn from_edge(table: TableSize, edge: Edge, at: Point) -> Length {
    match edge {
        Edge::West => at.x,
        Edge::East => table.width - at.x,
        Edge::South => at.y,
        Edge::North => table.height - at.y,
    }
}

/// FT-4.12.4: everything that is wrong with groups from bases.
pub(crate) fn findings(scenario: &Scenario, wrong: &mut Vec<String>) {
    let edges = [Edge::West, Edge::East, Edge::South, Edge::North];
    for side in &scenario.sides {
        if MOST < side.wings.len() {
            wrong.push(format!("{}: {MOST} groups from a base at most (FT-4.12.4)", side.name));
        }
        for wing in &side.wings {
            let near = |edge: &Edge, at: Point| {
                let away = from_edge(scenario.table, *edge, at);
                Length::ZERO <= away && away <= DEPTH
            };
            let fits = match (wing.at, &side.edge) {
                (None, edge) => edge.is_some(),
                (Some(at), Some(edge)) => near(edge, at),
                (Some(at), None) => edges.iter().any(|edge| near(edge, at)),
            };
            if !fits {
                wrong.push(format!(
                    "{}: groups from a base start within {DEPTH} MU of its edge (FT-4.12.4)",
                    side.name
                ));
            }
            if wing.kind == WingType::Assault {
                wrong.push(format!(
                    "{}: assault shuttles need a ship for their troops (FT-8.15.14)",
                    side.name
                ));
            }
        }
    }
}

impl Field {
    /// FT-4.12.4: groups of a side that no ship carries; they are counted with its first ship.
    pub(crate) fn base_wings_of(&self, id: ShipId) -> &[BaseWing] {
        let seat = self.owner_of(id);
        let first = self.ship_ids().find(|&it| self.owner_of(it) == seat);
        if first == Some(id) { &self.side(seat).wings } else { &[] }
    }

    /// FT-4.12.4: the entry of a group that comes from a base.
    pub fn base_wing(&self, id: GroupId) -> Option<&BaseWing> {
        let (ship, nth) = self.group_place(id);
        let wings = self.base_wings_of(ship);
        let before = self.group_ids_of(ship).count() - wings.len();
        nth.checked_sub(before).and_then(|n| wings.get(n))
    }

    /// Where the `n`th group from a base starts, and how it faces.
    pub(crate) fn base_start(&self, id: ShipId, n: usize) -> (Point, Clock) {
        let (wings, table) = (self.base_wings_of(id), self.scenario.table);
        let wing = &wings[n];
        let share = |full: Length| Length(full.0 * (n as i64 + 1) / (wings.len() as i64 + 1));
        let inside = DEPTH.part(2);
        let usual = match self.side(self.owner_of(id)).edge.unwrap_or(Edge::West) {
            Edge::West => Point { x: inside, y: share(table.height) },
            Edge::East => Point { x: table.width - inside, y: share(table.height) },
            Edge::South => Point { x: share(table.width), y: inside },
            Edge::North => Point { x: share(table.width), y: table.height - inside },
        };
        let at = wing.at.unwrap_or(usual);
        (at, wing.facing.unwrap_or_else(|| Clock::nearest(self.centre() - at)))
    }
}
