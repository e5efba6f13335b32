//! Lengths: whole billionths of a unit.

use std::{
    fmt,
    iter::Sum,
    ops::{Add, AddAssign, Mul, Neg, Sub},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A signed length in billionths of the game's unit. In JSON a decimal number.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length(pub i64);

/// Within this of a limit, a thing is on the limit: a millionth of a unit.
pub const TOLERANCE: Length = Length(1_000);

impl Length {
    pub const ZERO: Length = Length(0);
    /// How many parts a unit has.
    pub const PER_UNIT: i64 = 1_000_000_000;
    /// The longest length that data may ask for. Far beyond any table, and
    /// far from where sums of a battle's moves could overflow.
    pub const LONGEST: Length = Length::units(1_000_000);

    pub const fn units(units: i32) -> Length {
        Length(units as i64 * Length::PER_UNIT)
    }

    /// `whole / parts` of a unit, rounded half away from zero.
    ///
    /// # Panics
    ///
    /// Panics if `parts` is not above 0.
    pub fn ratio(whole: i64, parts: i64) -> Length {
        assert!(0 < parts, "a length in {parts} parts");
        narrow(rounded(i128::from(whole) * i128::from(Length::PER_UNIT), i128::from(parts)))
    }

    /// This length in `parts` equal legs, rounded half away from zero.
    pub fn part(self, parts: i64) -> Length {
        assert!(0 < parts, "a leg of 1/{parts}");
        narrow(rounded(i128::from(self.0), i128::from(parts)))
    }

    pub const fn abs(self) -> Length {
        Length(self.0.abs())
    }

    /// At most `limit`, or on it.
    pub fn at_most(self, limit: Length) -> bool {
        self.0 <= limit.0.saturating_add(TOLERANCE.0)
    }

    /// Above `limit`, and not merely on it.
    pub fn exceeds(self, limit: Length) -> bool {
        !self.at_most(limit)
    }

    /// Whole units, rounded down, where a hair less than a unit is a unit.
    pub fn whole_units_down(self) -> i64 {
        self.0.saturating_add(TOLERANCE.0).div_euclid(Length::PER_UNIT)
    }

    /// Whole units, rounded up, where a hair more than a unit is a unit.
    pub fn whole_units_up(self) -> i64 {
        -(-self).whole_units_down()
    }

    /// For drawing and for judgement, never for rules.
    // tidy: what it says
    pub fn approx(self) -> f64 {
        self.0 as f64 / Length::PER_UNIT as f64
    }

    /// Rounded half away from zero.
    fn with_decimals(self, decimals: usize) -> String {
        let unit = 10_i128.pow(decimals as u32);
        let shown = rounded(i128::from(self.0) * unit, i128::from(Length::PER_UNIT));
        let sign = if shown < 0 { "-" } else { "" };
        let (whole, rest) = (shown.abs() / unit, shown.abs() % unit);
        match decimals {
            0 => format!("{sign}{whole}"),
            _ => format!("{sign}{whole}.{rest:0decimals$}"),
        }
    }

    /// The nearest length to a decimal number, as read from a file.
    ///
    /// # Errors
    ///
    /// If it is no number, or beyond [`Length::LONGEST`].
    // tidy: files are written in decimals; one correctly rounded product is the same everywhere
    pub fn from_decimal(number: f64) -> Result<Length, String> {
        let limit = Length::LONGEST.approx();
        if !number.is_finite() || limit < number.abs() {
            return Err(format!("length {number} is not between -{limit} and {limit}"));
        }
        Ok(Length((number * Length::PER_UNIT as f64).round() as i64))
    }
}

/// Division rounded half away from zero, so that there and back cancel out.
pub(crate) fn rounded(dividend: i128, divisor: i128) -> i128 {
    // Nearly everything fits into 64 bits, where a division costs a fifth.
    const SMALL: u128 = 1 << 62;
    if dividend.unsigned_abs() < SMALL && divisor.unsigned_abs() < SMALL {
        let (dividend, divisor) = (dividend as i64, divisor as i64);
        let half = divisor / 2;
        let quotient = if dividend < 0 { (dividend - half) / divisor } else { (dividend + half) / divisor };
        return i128::from(quotient);
    }
    let half = divisor / 2;
    if dividend < 0 { (dividend - half) / divisor } else { (dividend + half) / divisor }
}

pub(crate) fn narrow(value: i128) -> Length {
    Length(i64::try_from(value).expect("lengths stay far below the limits of 64 bits"))
}

impl Add for Length {
    type Output = Length;
    fn add(self, other: Length) -> Length {
        Length(self.0 + other.0)
    }
}

impl AddAssign for Length {
    fn add_assign(&mut self, other: Length) {
        self.0 += other.0;
    }
}

impl Sub for Length {
    type Output = Length;
    fn sub(self, other: Length) -> Length {
        Length(self.0 - other.0)
    }
}

impl Neg for Length {
    type Output = Length;
    fn neg(self) -> Length {
        Length(-self.0)
    }
}

impl Mul<i64> for Length {
    type Output = Length;
    fn mul(self, factor: i64) -> Length {
        Length(self.0 * factor)
    }
}

impl Sum for Length {
    fn sum<I: Iterator<Item = Length>>(lengths: I) -> Length {
        lengths.fold(Length::ZERO, Add::add)
    }
}

/// As many decimals as it takes, or as many as asked for.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.precision() {
            Some(decimals) => f.write_str(&self.with_decimals(decimals.min(9))),
            None => f.write_str(self.with_decimals(9).trim_end_matches('0').trim_end_matches('.')),
        }
    }
}

impl fmt::Debug for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Length {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % Length::PER_UNIT == 0 {
            serializer.serialize_i64(self.0 / Length::PER_UNIT)
        } else {
            // The nearest double to nine decimals prints as those nine decimals
            // up to a million units: what is written is what is read.
            serializer.serialize_f64(self.approx())
        }
    }
}

impl<'de> Deserialize<'de> for Length {
    // tidy: as from_decimal
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Length, D::Error> {
        Length::from_decimal(f64::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn legs_are_exact_fractions() {
        assert_eq!(Length::ratio(7, 2), Length(3_500_000_000));
        assert_eq!(Length::units(8).part(3), Length(2_666_666_667));
        assert_eq!(Length::units(-8).part(3), Length(-2_666_666_667));
    }

    #[test]
    fn limits_include_what_is_on_them() {
        let twelve = Length::units(12);
        assert!(twelve.at_most(twelve));
        assert!(Length(twelve.0 + 1_000).at_most(twelve));
        assert!(Length(twelve.0 + 1_001).exceeds(twelve));
        assert_eq!(Length(2_999_999_999).whole_units_down(), 3);
        assert_eq!(Length(2_999_000_000).whole_units_down(), 2);
        assert_eq!(Length(3_000_000_900).whole_units_up(), 3);
        assert_eq!(Length(3_000_002_000).whole_units_up(), 4);
    }

    #[test]
    fn lengths_print_as_people_write_them() {
        assert_eq!(Length(3_500_000_000).to_string(), "3.5");
        assert_eq!(Length(-2_666_666_667).to_string(), "-2.666666667");
        assert_eq!(format!("{:.2}", Length(2_666_666_667)), "2.67");
        assert_eq!(format!("{:.0}", Length::units(100)), "100");
        assert_eq!(Length::units(100).to_string(), "100");
        assert_eq!(serde_json::to_string(&Length::units(6)).unwrap(), "6");
        assert!(serde_json::from_str::<Length>("1e300").is_err());
    }

    proptest! {
        #[test]
        fn json_keeps_every_billionth(parts in -1_000_000_000_000_000_i64..1_000_000_000_000_000) {
            let json = serde_json::to_string(&Length(parts)).unwrap();
            prop_assert_eq!(serde_json::from_str::<Length>(&json).unwrap(), Length(parts));
        }
    }
}
