//! Where things are: places, courses, arcs, bands and outlines. No rules.
//!
//! # How positions are kept, and why
//!
//! A [`Length`] is a whole number of billionths of the game's unit of distance
//! (inch, MU, Klick), in 64 bits. Courses are multiples of 15 degrees with
//! their unit vectors written down as constants; every product is made in 128
//! bits and rounded half away from zero. So:
//!
//! - the same moves give the same place, bit for bit, on every platform: there
//!   is no floating point and no trigonometry to differ;
//! - rounding is symmetric, so a leg flown there and back ends exactly where it
//!   began, however often;
//! - the error of a leg is at most half a billionth, so a thousand legs stay
//!   within half a millionth.
//!
//! Exact forms like `a + b√2` would need another field for every compass (√2
//! for eight courses, √3 for twelve) and none for free vectors; plain `f64`
//! would be as exact but makes equality and hashing a matter of care.
//!
//! # How they are compared
//!
//! Limits are met often and on purpose (a ship exactly at 12, a target exactly
//! on the edge of an arc), so every comparison of a distance or a bearing with
//! a limit allows [`TOLERANCE`], one millionth of a unit: much more than what
//! rounding can add up to in a battle, much less than a person can measure.
//! Within it a thing is *on* the limit; the game says to which side that counts.

mod course;
mod length;
mod outline;
mod point;

pub use course::{Course, Sector, Within};
pub use length::{Length, TOLERANCE};
pub use outline::Outline;
pub use point::{Offset, Point, Relative};
