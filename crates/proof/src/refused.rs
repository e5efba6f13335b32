//! What was altered in a record, in words.

use std::fmt;

/// Where a record differs from what was committed to, chained or signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A part of what was settled before the battle.
    Opening(&'static str),
    Commitment,
    Contribution(usize),
    Seats,
    Decision(usize),
    /// The order of a seat at a decision.
    Order {
        decision: usize,
        seat: u64,
    },
    /// Some event among these: from the first to before the second.
    Events {
        from: usize,
        to: usize,
    },
    Outcome,
    Ending,
    Versions,
    Seatings,
    Brought,
    /// An entry of the chain itself.
    Chain(usize),
    Signature,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Opening(part) => write!(f, "opening: {part}"),
            Place::Commitment => write!(f, "commitment"),
            // People count seats from one.
            Place::Contribution(seat) => write!(f, "contribution of seat {}", seat + 1),
            Place::Seats => write!(f, "seats"),
            Place::Decision(n) => write!(f, "decision {n}"),
            Place::Order { decision, seat } => write!(f, "decision {decision}, order of seat {}", seat + 1),
            Place::Events { from, to } if from + 1 == *to => write!(f, "event {from}"),
            Place::Events { from, to } if to <= from => write!(f, "events from {from} on"),
            Place::Events { from, to } => write!(f, "events {from} to {}", to - 1),
            Place::Outcome => write!(f, "outcome"),
            Place::Ending => write!(f, "ending"),
            Place::Versions => write!(f, "versions of the rules"),
            Place::Seatings => write!(f, "changes of players"),
            Place::Brought => write!(f, "where the record was brought in"),
            Place::Chain(n) => write!(f, "chain, entry {n}"),
            Place::Signature => write!(f, "signature"),
        }
    }
}

/// The first thing in a record that is not what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub place: Place,
    pub reason: String,
}

impl Refused {
    pub fn new(place: Place, reason: impl Into<String>) -> Refused {
        Refused { place, reason: reason.into() }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl std::error::Error for Refused {}
