//! Faster than light: jumps, gates, and ships that carry others (FT-11).

pub(crate) mod craft;
pub(crate) mod ftl;
pub(crate) mod gates;
pub(crate) mod notation;
pub(crate) mod riders;
pub(crate) mod words;
