//! Courses and facings: the twelve points of the clock (FT-GEO.1, FT-GEO.10, FT-GEO.11).

use std::fmt;

use geometry::Course;
use serde::{Deserialize, Deserializer, Serialize};

/// FT-GEO.11: 12 is up the table, 3 to the right; 30 degrees each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(transparent)]
pub struct Clock(u8);

impl Clock {
    pub const TWELVE: Clock = Clock(12);

    /// # Errors
    ///
    /// If there is no such point.
    pub fn new(point: u8) -> Result<Clock, String> {
        if (1..=12).contains(&point) {
            Ok(Clock(point))
        } else {
            Err(format!("course {point} is not 1 to 12"))
        }
    }

    pub fn get(self) -> u8 {
        self.0
    }

    /// FT-GEO.11: to starboard; to port if negative.
    #[must_use]
    pub fn turned(self, points: i32) -> Clock {
        match (i32::from(self.0) + points).rem_euclid(12) {
            0 => Clock(12),
            point => Clock(point as u8),
        }
    }

    pub fn course(self) -> Course {
        Course::NORTH.turned(2 * i32::from(self.0))
    }

    /// The point nearest to a direction; the clockwise one of two.
    pub fn nearest(offset: geometry::Offset) -> Clock {
        Clock::TWELVE.turned(i32::from(Course::nearest(offset, 12).step()) / 2)
    }

    pub fn all() -> impl Iterator<Item = Clock> {
        (1..=12).map(Clock)
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<'de> Deserialize<'de> for Clock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Clock, D::Error> {
        Clock::new(u8::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use geometry::{Length, Point};

    use super::*;

    /// FT-GEO.11: two points to starboard; FT-3.2.2: three to port and to starboard from 10.
    #[test]
    fn rule_geo_11_points() {
        let from = |point| Clock::new(point).expect("a point");
        assert_eq!((from(12).turned(2).get(), from(7).turned(2).get()), (2, 9));
        assert_eq!((from(10).turned(-3).get(), from(10).turned(3).get()), (7, 1));
        assert!(Clock::new(0).is_err() && Clock::new(13).is_err());
    }

    /// FT-GEO.10: 12 is +y, 3 is +x.
    #[test]
    fn rule_geo_10_frame() {
        let one =
            |point| Point::default().moved(Clock::new(point).expect("a point").course(), Length::units(1));
        assert_eq!(one(12), Point::units(0, 1));
        assert_eq!(one(3), Point::units(1, 0));
        assert_eq!(Clock::nearest(Point::units(-5, -1) - Point::default()).get(), 9);
    }
}
