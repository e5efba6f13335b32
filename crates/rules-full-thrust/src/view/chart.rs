//! What a screen draws of a view beyond what is on the table: numbers that follow from the rules, so that no
//! screen has to know them.

use geometry::{Length, Point};
use serde::{Deserialize, Deserializer, Serialize, de::IgnoredAny};

use super::View;
use crate::{
    Battle,
    craft::wings::Craft,
    movement::plot::{Burn, Burns, Helm, Plot, fly},
    ship::{IconId, ShipId},
    yard::design::{Arc, Arcs, hull::crew_left},
};

/// Takes the place of a [`Chart`] in a view that is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unread;

impl<'de> Deserialize<'de> for Unread {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unread, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Unread)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct Chart {
    pub ships: Vec<ShipChart>,
    pub groups: Vec<GroupChart>,
    /// FT-6.8.2, FT-6.6.13: how far round it each marker bursts, if it does.
    pub blasts: Vec<Option<Length>>,
    /// FT-7.23.2: the corners of each template in this turn.
    pub novas: Vec<Vec<Point>>,
    /// FT-17.9.1: gravity zones.
    pub zones: Vec<ZoneChart>,
}

/// FT-17.9.1: a gravity zone.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct ZoneChart {
    pub at: Point,
    /// Its outer edge.
    pub edge: Length,
    pub strength: u8,
}

/// A group when it is whole and rested.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct GroupChart {
    /// FT-8.0.1: how many craft it has.
    pub full: u8,
    /// FT-8.0.2: its combat endurance.
    pub endurance: u8,
}

impl GroupChart {
    fn of(craft: &Craft) -> GroupChart {
        GroupChart { full: craft.full(), endurance: craft.endurance() }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
pub struct ShipChart {
    /// FT-3.2.4, FT-4.11.8: thrust as it is now.
    pub thrust: u8,
    /// FT-10.5.1: crew factors that are left.
    pub crew: u32,
    /// FT-5.22.1, FT-16.2.1: arcs of mounts that turrets or a roll have turned.
    pub arcs: Vec<(IconId, Vec<Arc>)>,
    /// Where it may be after its next move, as corners `x,y x,y`: one text, so that a patch replaces it
    /// as one.
    pub reach: String,
}

impl Chart {
    pub(super) fn of(view: &View) -> Chart {
        let battle = view.as_it_is();
        Chart {
            ships: battle.field.ship_ids().map(|id| ShipChart::of(&battle, id)).collect(),
            groups: battle.groups.iter().map(|it| GroupChart::of(&it.craft)).collect(),
            blasts: battle.markers.iter().map(|it| it.what.blast()).collect(),
            novas: battle.novas.iter().map(|it| it.template(battle.turn)).collect(),
            zones: battle
                .gravity_zones()
                .into_iter()
                .map(|(at, edge, strength)| ZoneChart { at, edge, strength })
                .collect(),
        }
    }
}

impl ShipChart {
    fn of(battle: &Battle, id: ShipId) -> ShipChart {
        let reach = if battle.ship(id).is_active() { reach(battle, id) } else { String::new() };
        let (hull, design) = (battle.field.blueprint(id).hull(), &battle.field.blueprint(id).design);
        let crew = crew_left(u32::from(hull), design.crew_factor(), u32::from(battle.ship(id).hull_lost));
        ShipChart { thrust: battle.rating(id), crew, arcs: turned(battle, id), reach }
    }
}

/// FT-5.22.1, FT-16.2.1.
fn turned(battle: &Battle, id: ShipId) -> Vec<(IconId, Vec<Arc>)> {
    let (ship, blueprint) = (battle.ship(id), battle.field.blueprint(id));
    if !ship.rolled && ship.turrets.is_empty() {
        return Vec::new();
    }
    let lies = |arcs: Arcs| if ship.rolled { arcs.mirrored(blueprint.design.orientation) } else { arcs };
    let mounts = blueprint.icon_ids().filter_map(|icon| {
        let built = blueprint.kind(icon)?.arcs()?;
        let now = lies(battle.arcs_of(id, icon)?);
        (now != built).then(|| (icon, now.iter().collect()))
    });
    mounts.collect()
}

/// FT-3.2.1, FT-3.2.2, FT-12.12.2: the ends of the moves that go farthest each way. Whether terrain, a tow or
/// damage forbids one of them is for the ship's own menu to say.
fn reach(battle: &Battle, id: ShipId) -> String {
    let (from, drive) = (battle.ship(id).motion, battle.drive(id));
    let end = |plot: &Plot| fly(from, plot).motion.at;
    let mut ends = vec![end(&Plot::Hold)];
    if from.drift.is_some() {
        // A turn is free of the main drive, so that it may burn in any direction.
        for rotate in -5..=6 {
            let burns = [Burn::Rotate(rotate), Burn::Main(drive.rating)];
            ends.push(end(&Plot::Burns(Burns::from_iter(burns))));
        }
    } else {
        let (rating, turning) = (drive.rating as i8, drive.turning as i8);
        for turn in -turning..=turning {
            let left = rating - turn.abs();
            let slower = -i16::from(left).min(from.velocity.min(127) as i16) as i8;
            // FT-3.5.5: turned all at once, it goes wider than by halves.
            for (thrust, second) in [(slower, None), (left, None), (slower, Some(0)), (left, Some(0))] {
                ends.push(end(&Plot::Helm(Helm { turn, second, thrust })));
            }
        }
    }
    let corners = outline(ends).into_iter().map(|at| format!("{},{}", tenths(at.x), tenths(at.y)));
    corners.collect::<Vec<_>>().join(" ")
}

/// The corners of the smallest convex shape round some points, counter-clockwise.
fn outline(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by_key(|it| (it.x, it.y));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let left = |a: Point, b: Point, c: Point| {
        let (ab, ac) = (b - a, c - a);
        let wide = |n: Length| i128::from(n.0);
        0 < wide(ab.east) * wide(ac.north) - wide(ab.north) * wide(ac.east)
    };
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut line: Vec<Point> = Vec::new();
        for at in points {
            while let [.., a, b] = line[..]
                && !left(a, b, at)
            {
                line.pop();
            }
            line.push(at);
        }
        line.pop();
        line
    };
    let mut all = half(&mut points.iter().copied());
    all.extend(half(&mut points.iter().rev().copied()));
    all
}

/// As near as a screen shows it: `12.3`.
fn tenths(length: Length) -> String {
    let step = Length::PER_UNIT / 10;
    let n = (length.0 + step / 2).div_euclid(step);
    let sign = if n < 0 { "-" } else { "" };
    format!("{sign}{}.{}", n.abs() / 10, n.abs() % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(all: &[(i32, i32)]) -> Vec<Point> {
        all.iter().map(|&(x, y)| Point::units(x, y)).collect()
    }

    #[test]
    fn an_outline_has_only_corners() {
        let square = places(&[(0, 0), (4, 0), (4, 4), (0, 4)]);
        let more = places(&[(2, 2), (0, 0), (2, 0), (4, 0), (4, 4), (0, 4), (1, 3), (4, 0)]);
        assert_eq!(outline(more), square);
        assert_eq!(outline(places(&[(1, 1), (1, 1)])), places(&[(1, 1)]));
    }

    #[test]
    fn lengths_are_written_to_a_tenth() {
        let written =
            [(0, 1), (123, 10), (-5, 100), (-1, 4), (249, 100)].map(|(a, b)| tenths(Length::ratio(a, b)));
        assert_eq!(written, ["0.0", "12.3", "0.0", "-0.2", "2.5"]);
    }
}
