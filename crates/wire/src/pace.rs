//! How long seats have for their decisions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How long each seat has, as the table agreed before the battle. A decision
/// is thought about in its own time first, then in that of the whole battle.
/// Without a pace everybody has all the time in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// Seconds for one decision; what is left of them is gone with it.
    #[serde(default, skip_serializing_if = "none")]
    #[ts(as = "Option<u32>", optional)]
    pub decision: u32,
    /// Seconds for the whole battle.
    #[serde(default, skip_serializing_if = "none")]
    #[ts(as = "Option<u32>", optional)]
    pub bank: u32,
    /// Seconds by which those for the whole battle grow with each decision.
    #[serde(default, skip_serializing_if = "none")]
    #[ts(as = "Option<u32>", optional)]
    pub increment: u32,
    /// Days on which a seat may stop its clock.
    #[serde(default, skip_serializing_if = "none")]
    #[ts(as = "Option<u32>", optional)]
    pub holidays: u32,
    pub late: Late,
}

fn none(number: &u32) -> bool {
    *number == 0
}

/// What becomes of a seat whose time is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Late {
    /// What it has laid out counts, or what the rules have for somebody who
    /// laid nothing, or where they have nothing a captain's order.
    Draft,
    /// A captain plays it, until its player comes back.
    Captain,
    /// It loses the battle.
    Lost,
}

/// The clock of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatClock {
    pub seat: u8,
    /// Milliseconds it has for this decision, from both its times together.
    pub left: u64,
    /// How many of these are of the time for the whole battle.
    pub bank: u64,
    /// Whether it runs: the battle waits for this seat.
    pub running: bool,
    /// Milliseconds for which it is stopped, while it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stopped: Option<u64>,
    /// Days on which it may still be stopped.
    pub holidays: u32,
}

/// Until when a seat has to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Deadline {
    pub seat: u8,
    /// Milliseconds since 1970.
    pub at: u64,
}

/// A seat stops its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct HolidayRequest {
    /// For so many days; 0 lets it run again.
    pub days: u32,
}

/// What people at a table have proposed to each other. It stands until the next decision is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Offers {
    /// Seats that agree on a draw, if anybody has offered one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u8>>")]
    pub draw: Vec<u8>,
    /// Who would give a seat that was left to a computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub replace: Option<Replacing>,
    /// The match in which the battle is fought again with sides exchanged, once it is over and somebody wants that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rematch: Option<String>,
}

/// The same battle once more. The secret of the old seat opens the new one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Rematch {
    pub id: String,
    /// The bearer's seat there.
    pub seat: u8,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Replacing {
    pub seat: u8,
    /// The computer's level.
    pub level: String,
    /// Seats that agree.
    pub agreed: Vec<u8>,
}

/// Something that cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SureRequest {
    /// Without it nothing happens.
    pub sure: bool,
}

/// Offers a draw or agrees to one; declines it or takes the offer back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct DrawRequest {
    pub agree: bool,
}

/// Proposes that a computer plays a seat that was left, or agrees to it; or declines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReplaceRequest {
    pub seat: u8,
    /// The computer's level: `cadet`, `captain`.
    pub level: String,
    pub agree: bool,
}

/// Who is at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PresenceList {
    /// Of the seats that belong to people.
    pub seats: Vec<SeatPresence>,
    /// After how many milliseconds the others may give a seat to a computer.
    pub left: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatPresence {
    pub seat: u8,
    /// Whether its holder has the table open.
    pub here: bool,
    /// If not: how many milliseconds ago something was last heard from there. Nothing if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub away: Option<u64>,
}
