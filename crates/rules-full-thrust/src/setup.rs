//! What a battle is fought over, how it is set up, and how it ends (FT-4.12, FT-18.1, FT-VIC).

pub(crate) mod berth;
pub(crate) mod deploy;
pub(crate) mod notation;
pub mod objectives;
pub(crate) mod scenario;
pub(crate) mod situation;
pub(crate) mod tactics;
pub(crate) mod victory;
pub(crate) mod words;
