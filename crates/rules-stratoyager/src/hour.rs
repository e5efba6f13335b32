//! Directions as hours of the course dial (STR-CMP.6): twelve, 30 degrees each.

use std::fmt;

use geometry::{Course, Length, Offset, Sector, Within};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A direction on the table: 0 is north, 3 east. In data a number from 0 to 11.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", type = "number"))]
pub struct Hour(u8);

impl Hour {
    pub const NORTH: Hour = Hour(0);
    pub const EAST: Hour = Hour(3);
    pub const SOUTH: Hour = Hour(6);
    pub const WEST: Hour = Hour(9);

    pub fn new(hour: u8) -> Option<Hour> {
        (hour < 12).then_some(Hour(hour))
    }

    /// `hour` is taken round the dial.
    pub const fn of(hour: i32) -> Hour {
        Hour(hour.rem_euclid(12) as u8)
    }

    pub const fn get(self) -> u8 {
        self.0
    }

    /// Clockwise; to port if negative.
    #[must_use]
    pub const fn turned(self, hours: i32) -> Hour {
        Hour::of(self.0 as i32 + hours)
    }

    /// How many hours clockwise from here to `other`.
    pub const fn until(self, other: Hour) -> u8 {
        (other.0 + 12 - self.0) % 12
    }

    pub const fn course(self) -> Course {
        Course::NORTH.turned(2 * self.0 as i32)
    }

    pub fn all() -> impl DoubleEndedIterator<Item = Hour> + Clone {
        (0..12).map(Hour)
    }

    /// STR-5.3: how far the front arc reaches to each side, in degrees.
    pub const ARC: u8 = 30;

    /// STR-5.3: the open arc of 60 degrees about this direction. Exactly on the
    /// boundary is out; on the very place is in every arc (STR-5.7).
    pub fn bears(self, offset: Offset) -> bool {
        const REACH: i32 = Hour::ARC as i32 * Course::STEPS as i32 / 360;
        let course = self.course();
        offset == Offset::default()
            || Sector::new(course.turned(-REACH), course.turned(REACH)).place(offset) == Within::Inside
    }

    /// The hour that points nearest along `offset`.
    pub fn nearest(offset: Offset) -> Hour {
        Hour(Course::nearest(offset, 12).step() / 2)
    }

    /// Whether a step this way leads away from the line that `inward` stands on.
    pub fn points(self, inward: Hour) -> bool {
        Length::ZERO < inward.course().ahead_of(self.course().offset(Length::units(1)))
    }
}

impl fmt::Debug for Hour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}h", self.0)
    }
}

impl fmt::Display for Hour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Serialize for Hour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for Hour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hour, D::Error> {
        let hour = u8::deserialize(deserializer)?;
        Hour::new(hour)
            .ok_or_else(|| serde::de::Error::custom(format!("hour {hour} is not between 0 and 11")))
    }
}

#[cfg(test)]
mod tests {
    use geometry::Point;

    use super::*;

    /// STR-CMP.6, STR-5.3: twelve sides; 30 degrees off is out, 29 in.
    #[test]
    fn rule_5_3_the_arc_is_open() {
        let ahead = Point::units(0, 10) - Point::units(0, 0);
        assert!(Hour::NORTH.bears(ahead));
        let edge = Hour::of(1).course().offset(Length::units(7));
        assert!(!Hour::NORTH.bears(edge) && !Hour::of(2).bears(edge) && Hour::of(1).bears(edge));
        let shown = Course::from_degrees(u16::from(Hour::ARC)).expect("a course");
        assert_eq!(shown, Hour::of(1).course(), "what is shown is the arc");
        assert!(Hour::SOUTH.bears(Offset::default()), "STR-5.7: on the same point");
        assert_eq!(Hour::of(-2), Hour::of(10));
        assert_eq!(Hour::of(10).until(Hour::of(1)), 3);
        assert!(Hour::of(2).points(Hour::NORTH) && !Hour::EAST.points(Hour::NORTH));
        assert!(serde_json::from_str::<Hour>("12").is_err());
    }
}
