//! Places on the plane, and the way from one to another.

use std::{
    fmt,
    ops::{Add, Neg, Sub},
};

use serde::{Deserialize, Serialize};

use crate::{Course, Length, TOLERANCE};

/// A place: `x` to the east, `y` to the north.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    pub x: Length,
    pub y: Length,
}

/// The way from one place to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Offset {
    pub east: Length,
    pub north: Length,
}

/// The same way as seen from a ship on its course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relative {
    pub ahead: Length,
    pub right: Length,
}

impl Point {
    pub const fn units(x: i32, y: i32) -> Point {
        Point { x: Length::units(x), y: Length::units(y) }
    }

    /// `length` further along `course`.
    pub fn moved(self, course: Course, length: Length) -> Point {
        self + course.offset(length)
    }
}

impl Offset {
    /// The square of its length, exactly.
    pub fn square(self) -> i128 {
        let (east, north) = (i128::from(self.east.0), i128::from(self.north.0));
        east * east + north * north
    }

    /// No longer than `limit`, or on it.
    pub fn within(self, limit: Length) -> bool {
        let limit = i128::from(limit.0) + i128::from(TOLERANCE.0);
        0 <= limit && self.square() <= limit * limit
    }

    /// Which band of `width` it reaches into, from 1; a limit belongs to the
    /// nearer band. `None` beyond `bands`.
    pub fn band(self, width: Length, bands: u8) -> Option<u8> {
        let square = self.square();
        (1..=bands).find(|&band| {
            let limit = i128::from((width * i64::from(band)).0) + i128::from(TOLERANCE.0);
            0 <= limit && square <= limit * limit
        })
    }

    /// Its length, rounded down to a billionth.
    pub fn length(self) -> Length {
        crate::length::narrow(self.square().isqrt())
    }

    pub fn seen_from(self, course: Course) -> Relative {
        Relative { ahead: course.ahead_of(self), right: course.right_of(self) }
    }
}

impl Add<Offset> for Point {
    type Output = Point;
    fn add(self, offset: Offset) -> Point {
        Point { x: self.x + offset.east, y: self.y + offset.north }
    }
}

impl Sub for Point {
    type Output = Offset;
    fn sub(self, from: Point) -> Offset {
        Offset { east: self.x - from.x, north: self.y - from.y }
    }
}

impl Neg for Offset {
    type Output = Offset;
    fn neg(self) -> Offset {
        Offset { east: -self.east, north: -self.north }
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:.1}, {:.1})", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ten_thousand_moves_there_and_back_end_where_they_began() {
        let start = Point { x: Length(12_345_678_901), y: Length(-98_765_432_109) };
        let mut at = start;
        let legs: Vec<(Course, Length)> = (0..10_000_i32)
            .map(|i| (Course::NORTH.turned(i * 7), Length::units(i % 23).part(i64::from(i % 5) + 1)))
            .collect();
        for (course, length) in &legs {
            at = at.moved(*course, *length);
        }
        assert_ne!(at, start);
        for (course, length) in legs.iter().rev() {
            at = at.moved(course.reversed(), *length);
        }
        assert_eq!(at, start);
    }

    #[test]
    fn a_thousand_legs_stay_within_half_the_tolerance() {
        let mut at = Point::default();
        for _ in 0..1_000 {
            at = at.moved(Course::NORTH.turned(3), Length::units(8).part(3));
        }
        let direct = Point::default().moved(Course::NORTH.turned(3), Length::ratio(8_000, 3));
        assert!((at - direct).length() < Length(TOLERANCE.0 / 2), "{:?}", at - direct);
    }

    #[test]
    fn a_limit_belongs_to_the_nearer_band() {
        let at = |x: i64| Offset { east: Length(x), north: Length::ZERO };
        let twelve = Length::units(12);
        assert_eq!(at(0).band(twelve, 3), Some(1));
        assert_eq!(at(12_000_000_000).band(twelve, 3), Some(1));
        assert_eq!(at(12_000_002_000).band(twelve, 3), Some(2));
        assert_eq!(at(36_000_000_000).band(twelve, 3), Some(3));
        assert_eq!(at(36_000_002_000).band(twelve, 3), None);
    }

    proptest! {
        /// Flying a distance in legs along any course ends on the limit of that distance.
        #[test]
        fn band_edges_are_edges(x in -500_000_000_000_i64..500_000_000_000, y in -500_000_000_000_i64..500_000_000_000,
                                step in 0_i32..24, parts in 1_i64..6, band in 1_u8..4) {
            let start = Point { x: Length(x), y: Length(y) };
            let course = Course::NORTH.turned(step);
            let width = Length::units(12);
            let mut at = start;
            for _ in 0..parts {
                at = at.moved(course, (width * i64::from(band)).part(parts));
            }
            prop_assert_eq!((at - start).band(width, 4), Some(band));
            prop_assert_eq!((at.moved(course, Length(3_000)) - start).band(width, 4), Some(band + 1));
        }

        #[test]
        fn seen_from_any_course_the_distance_is_the_same(
            x in -90_000_000_000_i64..90_000_000_000,
            y in -90_000_000_000_i64..90_000_000_000,
            step in 0_i32..24,
        ) {
            let offset = Offset { east: Length(x), north: Length(y) };
            let Relative { ahead, right } = offset.seen_from(Course::NORTH.turned(step));
            let turned = Offset { east: right, north: ahead };
            prop_assert!((turned.length().0 - offset.length().0).abs() <= 2);
        }
    }
}
