//! Names, passwords and codes of people, what they write, and the work that comes
//! before an account: what is allowed, and whether it is right. Nothing here knows a network, a
//! database or the time of day.

pub mod club;
pub mod factor;
pub mod name;
pub mod password;
pub mod words;
mod work;

pub use name::Name;
pub use password::Cost;
pub use work::{MOST as MOST_WORK, Works, solve, solves};
