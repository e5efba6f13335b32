//! What a game is to the rest of the program.
//!
//! A game implements [`Game`] on its state; [`Spoken`] lets a person play it in
//! words, [`Tactics`] lets the computer play it, [`Library`] says what comes
//! with it. [`Match`] runs one battle and keeps sealed orders; [`Record`] is
//! the match file.

mod assist;
mod file;
mod game;
mod history;
mod library;
mod r#match;
mod odds;
pub mod outside;
pub mod reason;
mod record;
mod refusal;
mod seat;
mod seen;
mod shipyard;
mod spoken;
mod supplied;
mod table;
mod tactics;

pub use assist::{Assist, Clock};
pub use file::in_order;
pub use game::{Data, Decision, Game, Outcome, Pending, SetupError};
pub use history::{EndedBy, Ending, Format, Giver, History, Seating, Stretch};
pub use library::{
    About, Audit, Fate, Library, Loss, MOST_TURNS, OptionInfo, PhaseName, Rule, RuleEntry, ScenarioInfo,
    Severity,
};
pub use r#match::{Match, Opening, Progress, SubmitError};
pub use odds::{Odds, Throw, Ways, throws};
pub use record::{DecisionRecord, Discrepancy, Judged, OpenError, Proof, Record, SeatInfo, Verdict};
pub use refusal::{Finding, Findings, MOST_FINDINGS, Refusal};
pub use seat::{Orders, Seat, Seats, Viewer};
pub use seen::Seen;
pub use shipyard::{
    BillLine, Catalogue, Choice, DesignCard, DesignRef, Enlisted, Fact, Field, FieldKind, Fleet, FleetLine,
    Mount, NavyCard, Part, PartGroup, Review, Sheet, Shipyard, Survey, TechCard, Tenths,
};
pub use spoken::{Spoken, Stake, Standing, Toll, tolls};
pub use supplied::{OptionList, Supplied, ends_within};
pub use table::Table;
pub use tactics::Tactics;
