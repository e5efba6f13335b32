//! Courses in steps of 15 degrees, and the sectors between two of them.

use std::{fmt, ops::Neg};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Length, Offset, TOLERANCE,
    length::{narrow, rounded},
};

/// A direction, clockwise from north, in steps of 15 degrees: fine enough for
/// compasses of eight, twelve and twenty-four points and for the edges of
/// their arcs. In JSON its degrees.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Course(u8);

/// Sines of 0 to 90 degrees in steps of 15, in units of 10^-15.
const SINES: [i64; 7] = [
    0,
    258_819_045_102_521,
    500_000_000_000_000,
    707_106_781_186_548,
    866_025_403_784_439,
    965_925_826_289_068,
    SCALE,
];
const SCALE: i64 = 1_000_000_000_000_000;
const MINUS_SCALE: i64 = -SCALE;
const HALF: i64 = SCALE / 2;
const MINUS_HALF: i64 = -HALF;

/// Half of a length, rounded half away from zero as [`unscaled`] does.
fn halved(length: Length) -> Length {
    Length((length.0 + length.0.signum()) / 2)
}

/// `value` in units of 10^-15 as a length, rounded half away from zero. A division by a constant is a
/// multiplication, but only in 64 bits: 10^15 is 2^15 times 5^15, which goes in two steps.
fn unscaled(value: i128) -> Length {
    const FIVES: u64 = 30_517_578_125;
    const STEP: u32 = 29;
    let whole = value.unsigned_abs() + SCALE as u128 / 2;
    if whole >> 108 != 0 {
        return narrow(rounded(value, i128::from(SCALE)));
    }
    let whole = whole >> 15;
    let (high, low) = ((whole >> STEP) as u64, whole as u64 & ((1 << STEP) - 1));
    let quotient = ((high / FIVES) << STEP) + (((high % FIVES) << STEP) | low) / FIVES;
    // Below 2^59.
    let quotient = quotient as i64;
    Length(if value < 0 { -quotient } else { quotient })
}

impl Course {
    pub const NORTH: Course = Course(0);
    pub const EAST: Course = Course(6);
    pub const SOUTH: Course = Course(12);
    pub const WEST: Course = Course(18);
    /// Steps in a full circle.
    pub const STEPS: u8 = 24;

    /// # Errors
    ///
    /// If `degrees` is no multiple of 15 from 0 to 345.
    pub fn from_degrees(degrees: u16) -> Result<Course, String> {
        match (degrees / 15, degrees % 15) {
            (step @ 0..24, 0) => Ok(Course(step as u8)),
            _ => Err(format!("course {degrees} is not a multiple of 15 from 0 to 345")),
        }
    }

    pub const fn degrees(self) -> u16 {
        self.0 as u16 * 15
    }

    /// Turned clockwise by `steps` of 15 degrees; counter-clockwise if negative.
    pub const fn turned(self, steps: i32) -> Course {
        Course((self.0 as i32 + steps).rem_euclid(Course::STEPS as i32) as u8)
    }

    pub const fn reversed(self) -> Course {
        self.turned(12)
    }

    /// How many steps of 15 degrees this is from north, clockwise.
    pub const fn step(self) -> u8 {
        self.0
    }

    /// East and north components of the unit vector, in units of 10^-15.
    pub(crate) const fn unit(self) -> (i64, i64) {
        UNITS[self.0 as usize]
    }

    /// The offset of `length` along this course.
    pub fn offset(self, length: Length) -> Offset {
        let (east, north) = self.unit();
        // Most courses have a part that needs no multiplication.
        let along = |unit: i64| match unit {
            0 => Length::ZERO,
            SCALE => length,
            MINUS_SCALE => -length,
            HALF => halved(length),
            MINUS_HALF => halved(-length),
            _ => unscaled(i128::from(length.0) * i128::from(unit)),
        };
        Offset { east: along(east), north: along(north) }
    }

    /// How far `offset` lies to the right of the line along this course.
    pub fn right_of(self, offset: Offset) -> Length {
        unscaled(self.cross(offset))
    }

    /// The same in units of 10^-15.
    fn cross(self, offset: Offset) -> i128 {
        let (east, north) = self.unit();
        i128::from(offset.east.0) * i128::from(north) - i128::from(offset.north.0) * i128::from(east)
    }

    /// How far `offset` reaches along this course.
    pub fn ahead_of(self, offset: Offset) -> Length {
        let (east, north) = self.unit();
        let dot =
            i128::from(offset.east.0) * i128::from(east) + i128::from(offset.north.0) * i128::from(north);
        unscaled(dot)
    }

    /// The first of six sectors of 60 degrees that `offset` is not outside of, and how it lies there:
    /// number 0 about this course, the others clockwise. Opposite edges are one line, so that three
    /// lines tell.
    pub fn sixth(self, offset: Offset) -> (u8, Within) {
        let [a, b, c] = [-2, 2, 6].map(|edge| self.turned(edge).cross(offset));
        let beyond = [a, b, c, -a, -b, -c, a];
        let places = beyond.windows(2).map(|edges| Within::of(edges[0].min(-edges[1])));
        (0..).zip(places).find(|it| it.1 != Within::Outside).expect("six sectors go round")
    }

    /// The course of `compass` steps (8, 12, 24) that points nearest along
    /// `offset`; the clockwise one of two equally near. North for no offset.
    pub fn nearest(offset: Offset, compass: u8) -> Course {
        let wide = i32::from(Course::STEPS / compass);
        (0..i32::from(compass))
            .rev()
            .map(|i| Course::NORTH.turned(i * wide))
            .max_by_key(|course| (course.ahead_of(offset), course.right_of(offset) < Length::ZERO))
            .expect("a compass has points")
    }
}

const UNITS: [(i64, i64); 24] = {
    let mut units = [(0, 0); 24];
    let mut step = 0;
    while step < Course::STEPS {
        units[step as usize] = (sine(step), sine((step + 6) % Course::STEPS));
        step += 1;
    }
    units
};

const fn sine(step: u8) -> i64 {
    match step {
        0..=6 => SINES[step as usize],
        7..=12 => SINES[12 - step as usize],
        13..=18 => -SINES[step as usize - 12],
        _ => -SINES[24 - step as usize],
    }
}

/// Reflected in the north-south line.
impl Neg for Course {
    type Output = Course;
    fn neg(self) -> Course {
        Course((Course::STEPS - self.0) % Course::STEPS)
    }
}

impl fmt::Debug for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}°", self.degrees())
    }
}

impl fmt::Display for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:03}", self.degrees())
    }
}

impl Serialize for Course {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.degrees())
    }
}

impl<'de> Deserialize<'de> for Course {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Course, D::Error> {
        Course::from_degrees(u16::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// The wedge from one course clockwise to another, at most half a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sector {
    from: Course,
    to: Course,
}

/// Where a thing lies in respect of a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    Inside,
    /// Within [`TOLERANCE`] of an edge, or of the point of the wedge.
    Edge,
    Outside,
}

impl Sector {
    /// # Panics
    ///
    /// Panics if the sector is empty or wider than half a circle.
    pub fn new(from: Course, to: Course) -> Sector {
        let width = (to.0 + Course::STEPS - from.0) % Course::STEPS;
        assert!(0 < width && width <= 12, "a sector from {from} to {to}");
        Sector { from, to }
    }

    /// Asked for every gun and every target: compared before the division of
    /// [`Course::right_of`], which rounds half away from zero.
    pub fn place(self, offset: Offset) -> Within {
        Within::of(self.from.cross(offset).min(-self.to.cross(offset)))
    }
}

impl Within {
    /// By how far it lies inside, in units of 10^-15.
    fn of(inside: i128) -> Within {
        const BEYOND: i128 = (TOLERANCE.0 as i128 + 1) * SCALE as i128 - SCALE as i128 / 2;
        if BEYOND <= inside {
            Within::Inside
        } else if -BEYOND < inside {
            Within::Edge
        } else {
            Within::Outside
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Point;

    #[test]
    fn unit_vectors_have_length_one() {
        for step in 0..24 {
            let (east, north) = Course(step).unit();
            let length = i128::from(east) * i128::from(east) + i128::from(north) * i128::from(north);
            let one = i128::from(SCALE) * i128::from(SCALE);
            assert!((length - one).abs() < 2 * i128::from(SCALE), "course {step}");
        }
    }

    /// Parts without a multiplication are what it would come to.
    #[test]
    fn offsets_are_rounded_alike_on_every_course() {
        for step in 0..24 {
            let course = Course(step);
            let (east, north) = course.unit();
            for length in [0, 1, 2, 3, 999_999_999, 5_000_000_001, 36_000_000_000, 123_456_789_012_345] {
                for length in [length, -length] {
                    let multiplied = |unit: i64| unscaled(i128::from(length) * i128::from(unit));
                    let expected = Offset { east: multiplied(east), north: multiplied(north) };
                    assert_eq!(course.offset(Length(length)), expected, "{length} along course {step}");
                }
            }
        }
    }

    #[test]
    fn courses_are_degrees() {
        assert_eq!(Course::from_degrees(90), Ok(Course::EAST));
        assert!(Course::from_degrees(100).is_err());
        assert!(Course::from_degrees(360).is_err());
        assert_eq!(serde_json::to_string(&Course::WEST).unwrap(), "270");
        assert_eq!(Course::WEST.turned(9), Course::from_degrees(45).unwrap());
        assert_eq!(-Course::EAST, Course::WEST);
    }

    #[test]
    fn the_nearest_of_a_compass() {
        let to = |x, y| Offset { east: Length::units(x), north: Length::units(y) };
        assert_eq!(Course::nearest(to(1, 5), 8), Course::NORTH);
        assert_eq!(Course::nearest(to(4, 5), 8).degrees(), 45);
        assert_eq!(Course::nearest(to(-5, -1), 8).degrees(), 270);
        assert_eq!(Course::nearest(to(0, 0), 8), Course::NORTH);
    }

    proptest! {
        /// A point flown to along the edge of an arc is on the edge, wherever the ship is.
        #[test]
        fn arc_edges_are_edges(x in -500_000_000_000_i64..500_000_000_000, y in -500_000_000_000_i64..500_000_000_000,
                               heading in 0_i32..8, parts in 1_i64..6, speed in 1_i32..60, legs in 1_i64..40) {
            let ship = Point { x: Length(x), y: Length(y) };
            let heading = Course::NORTH.turned(heading * 3);
            for side in [-3, 3] {
                let edge = heading.turned(side);
                let mut target = ship;
                for _ in 0..legs {
                    target = target.moved(edge, Length::units(speed).part(parts));
                }
                let sector = Sector::new(heading.turned(-3), heading.turned(3));
                prop_assert_eq!(sector.place(target - ship), Within::Edge);
                // A hair to either side decides.
                let hair = Length(3_000);
                let inward = edge.turned(-2 * side);
                prop_assert_eq!(sector.place(target.moved(inward, hair) - ship), Within::Inside);
                prop_assert_eq!(sector.place(target.moved(inward.reversed(), hair) - ship), Within::Outside);
            }
        }

        /// Comparing before the division comes to the same as after it.
        #[test]
        fn places_are_what_lengths_say(
            x in -20_000_i64..20_000,
            y in -20_000_i64..20_000,
            from in 0_i32..24,
            width in 1_i32..13,
        ) {
            let offset = Offset { east: Length(x), north: Length(y) };
            let from = Course::NORTH.turned(from);
            let to = from.turned(width);
            let inside = from.right_of(offset).min(-to.right_of(offset));
            let place = if TOLERANCE < inside {
                Within::Inside
            } else if -TOLERANCE <= inside {
                Within::Edge
            } else {
                Within::Outside
            };
            prop_assert_eq!(Sector::new(from, to).place(offset), place);
        }

        /// Dividing in two steps comes to the same as dividing once.
        #[test]
        fn lengths_are_rounded_alike(high in -(1_i64 << 52)..1 << 52, low in 0_i64..1_000_000_000_000_000) {
            let value = i128::from(high) * i128::from(SCALE) + i128::from(low);
            prop_assert_eq!(i128::from(unscaled(value).0), rounded(value, i128::from(SCALE)));
            let edge = value - i128::from(low) + i128::from(SCALE / 2);
            for value in [edge - 1, edge, edge + 1, -edge] {
                prop_assert_eq!(i128::from(unscaled(value).0), rounded(value, i128::from(SCALE)));
            }
        }

        /// Sixths are the sectors they stand for, asked one after the other.
        #[test]
        fn sixths_are_sectors(x in -9_000_i64..9_000, y in -9_000_i64..9_000, long in 0_u32..9, course in 0_i32..24) {
            let far = 10_i64.pow(long);
            let offset = Offset { east: Length(x * far), north: Length(y * far) };
            let course = Course::NORTH.turned(course);
            let sectors = (0..6).map(|i| course.turned(4 * i)).map(|it| Sector::new(it.turned(-2), it.turned(2)));
            let places = (0..).zip(sectors.map(|it| it.place(offset)));
            prop_assert_eq!(Some(course.sixth(offset)), places.clone().find(|it| it.1 != Within::Outside));
        }

        /// Any offset is inside one of four quadrants, or on the edge of two.
        #[test]
        fn quadrants_cover_the_circle(
            x in -90_000_000_000_i64..90_000_000_000,
            y in -90_000_000_000_i64..90_000_000_000,
            heading in 0_i32..8,
        ) {
            let offset = Offset { east: Length(x), north: Length(y) };
            prop_assume!(!offset.within(Length(10_000)));
            let heading = Course::NORTH.turned(heading * 3);
            let places: Vec<Within> = (0..4)
                .map(|i| heading.turned(6 * i))
                .map(|it| Sector::new(it.turned(-3), it.turned(3)).place(offset))
                .collect();
            let inside = places.iter().filter(|it| **it == Within::Inside).count();
            let edge = places.iter().filter(|it| **it == Within::Edge).count();
            prop_assert!((inside, edge) == (1, 0) || (inside, edge) == (0, 2), "{:?}", places);
        }
    }
}
