//! Arcs, bands, tables and screens.

use geometry::Point;

use super::*;
use crate::{options::BandEdge, yard::design::Reach};

fn lay(way: Offset, stealth: u8) -> Lay {
    Lay { way, stealth, velocity: 0, mode: None, edge: BandEdge::Closer }
}

fn falling(way: Offset, width: i64, class: u8, stealth: u8) -> Option<u8> {
    lay(way, stealth).falling(width, class)
}

fn to_hit(way: Offset, reach: Reach, stealth: u8) -> Option<u8> {
    lay(way, stealth).to_hit(reach)
}

/// FT-4.3.2: with the other ruling a range on the line belongs to the farther band.
#[test]
fn rule_4_3_2_band_edges() {
    let farther = |range: i32| Lay { edge: BandEdge::Farther, ..lay(way(range, 0), 0) }.falling(12, 2);
    assert_eq!([11, 12, 23, 24].map(farther), [Some(2), Some(1), Some(1), None]);
    assert_eq!(
        [11, 12, 13, 24].map(|range| falling(way(range, 0), 12, 2, 0)),
        [Some(2), Some(2), Some(1), Some(1)]
    );
}

fn way(x: i32, y: i32) -> Offset {
    Point::units(x, y) - Point::default()
}

/// FT-4.2.1, FT-4.2.3, FT-GEO.3, FT-GEO.13: both orientations, from a ship facing 12.
#[test]
fn rule_4_2_1_arcs() {
    let places = [(0, 9), (9, 3), (9, -3), (0, -9), (-9, -3), (-9, 3)];
    for ((x, y), arc) in places.into_iter().zip(Arc::ALL) {
        assert_eq!(bearing(Course::NORTH, Orientation::Alpha, way(x, y)), Bearing::In(arc));
    }
    let beta = [(3, 9), (9, 0), (3, -9), (-3, -9), (-9, 0), (-3, 9)];
    for ((x, y), arc) in beta.into_iter().zip(Arc::ALL) {
        assert_eq!(bearing(Course::NORTH, Orientation::Beta, way(x, y)), Bearing::In(arc));
    }
    // FT-4.2.2: on a line.
    assert_eq!(bearing(Course::NORTH, Orientation::Alpha, way(5, 0)), Bearing::Line(Arc::FS));
    assert_eq!(bearing(Course::NORTH, Orientation::Alpha, way(-5, 0)), Bearing::Line(Arc::AP));
    assert_eq!(bearing(Course::NORTH, Orientation::Beta, way(0, 5)), Bearing::Line(Arc::FP));
    // FT-GEO.15: the same point.
    assert_eq!(bearing(Course::SOUTH, Orientation::Beta, way(0, 0)), Bearing::In(Arc::F));
}

/// FT-4.2.5, FT-4.2.7, FT-GEO.2: the rear 60 degrees, and 15 degrees either side of the bow.
#[test]
fn rule_4_2_5_rear_and_bow() {
    assert_eq!(is_aft(Course::NORTH, way(0, -5)), Some(true));
    assert_eq!(is_aft(Course::NORTH, way(5, -5)), Some(false));
    let edge = Point::default().moved(Course::NORTH.turned(10), Length::units(8)) - Point::default();
    assert_eq!(is_aft(Course::NORTH, edge), None);
    assert!(is_ahead(Course::NORTH, way(1, 9)) && !is_ahead(Course::NORTH, way(3, 9)));
}

/// FT-4.3.2, FT-4.5.1, FT-7.4.2, FT-GEO.4, FT-GEO.14: a limit belongs to the closer band.
#[test]
fn rule_4_3_2_bands() {
    let dice = |range, stealth| falling(way(range, 0), 12, 3, stealth);
    assert_eq!(
        [0, 12, 13, 24, 36, 37].map(|r| dice(r, 0)),
        [Some(3), Some(3), Some(2), Some(2), Some(1), None]
    );
    // Beam-3: 36, 30, 24.
    assert_eq!((dice(30, 1), dice(31, 1), dice(24, 2), dice(25, 2)), (Some(1), None, Some(1), None));
    assert_eq!(shortened(4, 1), Length::ratio(10, 3));
    assert_eq!(falling(way(12, 0), 12, 1, 0), Some(1));
}

/// FT-5.14.1, FT-4.3.3, D2: the projectile tables.
#[test]
fn rule_5_14_1_projectile_table() {
    let needs = |reach, stealth| [6, 12, 18, 24, 30, 31].map(|r| to_hit(way(r, 0), reach, stealth));
    assert_eq!(needs(Reach::Standard, 0), [Some(2), Some(3), Some(4), Some(5), Some(6), None]);
    assert_eq!(needs(Reach::Standard, 2), [Some(3), Some(4), Some(6), None, None, None]);
    assert_eq!(to_hit(way(45, 0), Reach::Long, 0), Some(6));
    assert_eq!(to_hit(way(20, 0), Reach::Short, 0), Some(6));
    assert_eq!(to_hit(way(17, 0), Reach::Short, 1), None);
}

/// FT-4.5.2, FT-4.7.1, FT-7.16.1, FT-7.17.1, D1: every cell.
#[test]
fn rule_4_7_1_beam_dice() {
    let row = |layers, holo| [1, 2, 3, 4, 5, 6].map(|die| beam_hits(die, layers, holo));
    assert_eq!(row(0, false), [0, 0, 0, 1, 1, 2]);
    assert_eq!(row(1, false), [0, 0, 0, 0, 1, 2]);
    assert_eq!(row(2, false), [0, 0, 0, 0, 1, 1]);
    assert_eq!(row(3, false), [0, 0, 0, 0, 1, 1]);
    assert_eq!(row(0, true), [0, 0, 0, 0, 1, 1]);
}
