//! The targets by name. Each takes an input as it comes from outside and says
//! what became of it; the driver learns from the words of a refusal.

pub mod cases;
pub mod designs;
pub mod fleets;
pub mod messages;
pub mod options;
pub mod orders;
pub mod planted;
pub mod records;
pub mod scenarios;

use crate::Told;

/// One part of the interface of `rulesets`.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]) -> Told,
    /// Good inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// In the order in which they are run.
pub const TARGETS: [Target; 8] = [
    Target { name: "orders", run: orders::run, seeds: orders::seeds },
    Target { name: "options", run: options::run, seeds: options::seeds },
    Target { name: "scenarios", run: scenarios::run, seeds: scenarios::seeds },
    Target { name: "designs", run: designs::run, seeds: designs::seeds },
    Target { name: "fleets", run: fleets::run, seeds: fleets::seeds },
    Target { name: "cases", run: cases::run, seeds: cases::seeds },
    Target { name: "records", run: records::run, seeds: records::seeds },
    Target { name: "messages", run: messages::run, seeds: messages::seeds },
];
