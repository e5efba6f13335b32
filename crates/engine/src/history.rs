//! What a record says of a battle beyond its rules: which format it is of, who
//! gave an order for whom, who sat down later, which rules took over, and what
//! ended it if the rules did not.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Outcome, Seat, Seats};

/// A form of the match file. Formats once written are read for ever, and a
/// battle keeps the one it began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Proves its dice.
    One,
    /// Proves what was settled before, and every order, too.
    Two,
}

impl Format {
    /// What new battles are written in.
    pub const NEWEST: Format = Format::Two;
    /// All of them, as they stand in a file, for people.
    pub const ALL: &'static str = "\"flagbridge-record/1\" or \"flagbridge-record/2\"";

    pub fn name(self) -> &'static str {
        match self {
            Format::One => "flagbridge-record/1",
            Format::Two => "flagbridge-record/2",
        }
    }

    pub fn read(name: &str) -> Option<Format> {
        [Format::One, Format::Two].into_iter().find(|it| it.name() == name)
    }
}

/// Who gave an order, where that was not the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Giver {
    /// The player's time was up.
    Clock,
    /// Somebody would not wait for a computer: a quicker one answered.
    Hurry,
    Moderator,
}

/// Rules that took over in the middle of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    /// The first decision under them.
    pub decision: usize,
    /// How many events had happened before.
    pub event: usize,
    pub rules_version: u32,
}

/// Who sat down, before which decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seating {
    pub decision: usize,
    /// By seat: `human`, or the computer level.
    pub players: Vec<String>,
}

/// What ended a battle that the rules did not end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    pub by: EndedBy,
    /// Whose doing it was, or whose time was up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// How many events had happened.
    pub after: usize,
    pub outcome: Outcome,
}

impl Ending {
    /// The battle has grown as long as a host lets battles grow.
    pub fn at_the_limit(after: usize) -> Ending {
        Ending { by: EndedBy::Limit, seat: None, after, outcome: Outcome::Draw }
    }

    /// A seat's time was up: everybody else at the table wins. Nobody does where nobody alone was late.
    pub fn out_of_time(seat: Option<Seat>, seats: u8, after: usize) -> Ending {
        let outcome = seat.map_or(Outcome::Draw, |it| Outcome::Won(Seats::first(seats).without(it)));
        Ending { by: EndedBy::Clock, seat, after, outcome }
    }

    /// Everybody agrees that nobody has won.
    pub fn agreed(after: usize) -> Ending {
        Ending { by: EndedBy::Agreement, seat: None, after, outcome: Outcome::Draw }
    }

    /// A seat calls the battle off: it counts for nobody.
    pub fn called_off(seat: Seat, after: usize) -> Ending {
        Ending { by: EndedBy::CalledOff, seat: Some(seat), after, outcome: Outcome::Draw }
    }

    /// A seat gives up: everybody else at the table wins.
    pub fn conceded(seat: Seat, seats: u8, after: usize) -> Ending {
        let outcome = Outcome::Won(Seats::first(seats).without(seat));
        Ending { by: EndedBy::Concession, seat: Some(seat), after, outcome }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    Concession,
    Clock,
    Moderator,
    Limit,
    /// Everybody at the table agreed on a draw.
    Agreement,
    /// Somebody called it off before it had properly begun.
    CalledOff,
}

impl EndedBy {
    /// A battle can be called off until so many decisions are taken.
    pub const CALLED_OFF_BEFORE: usize = 2;
}

impl fmt::Display for EndedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndedBy::Concession => "a concession",
            EndedBy::Clock => "a clock",
            EndedBy::Moderator => "a moderator",
            EndedBy::Limit => "a limit",
            EndedBy::Agreement => "an agreement",
            EndedBy::CalledOff => "being called off",
        })
    }
}

/// All of it together, as a battle carries it along.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    pub format: Format,
    /// The rules it began under.
    pub rules_version: u32,
    /// Those that took over later, in order.
    pub versions: Vec<Stretch>,
    /// Everybody who sat down, from the start on; empty if nobody did later.
    pub seatings: Vec<Seating>,
    /// The decisions before which it was brought in from outside.
    pub brought: Vec<usize>,
    pub ending: Option<Ending>,
    /// The names of accounts by seat: outside of every proof.
    pub names: Vec<String>,
    /// Of a record that came finished and signed.
    pub signature: Option<proof::Signature>,
}

impl History {
    /// Of a battle that begins now.
    pub fn begins(format: Format, rules_version: u32) -> History {
        History {
            format,
            rules_version,
            versions: Vec::new(),
            seatings: Vec::new(),
            brought: Vec::new(),
            ending: None,
            names: Vec::new(),
            signature: None,
        }
    }

    /// The rules that count now.
    pub fn rules_now(&self) -> u32 {
        self.versions.last().map_or(self.rules_version, |it| it.rules_version)
    }
}
