//! Fighters, gunboats and shuttles, from their decks to their fights (FT-8, FT-9).

pub(crate) mod arming;
pub(crate) mod arms;
pub(crate) mod attacks;
pub(crate) mod base_wings;
pub(crate) mod defence;
pub(crate) mod dogfights;
pub(crate) mod evasion;
pub(crate) mod gunboats;
pub(crate) mod hangars;
pub(crate) mod launch;
pub(crate) mod menu;
pub(crate) mod moves;
pub(crate) mod notation;
pub(crate) mod prospect;
pub(crate) mod runs;
pub(crate) mod scramble;
pub(crate) mod shuttles;
pub(crate) mod tactics;
pub(crate) mod wings;
pub(crate) mod words;
