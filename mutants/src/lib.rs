//! Would a test notice? Small faults are put into the code that cites a game's rules, a hundred
//! in one build, and switched on one at a time while the game's cases, kept records and tests run.

pub mod judge;
pub mod results;
pub mod sites;
pub mod tree;
pub mod weave;
