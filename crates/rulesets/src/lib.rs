//! The registry of games, and the one place where their types are erased.
//!
//! Inside, everything is generic over `engine::Game`; here, JSON and words go
//! in and JSON and words come out, so that the command line and the server
//! need not know any game. A new game adds one line to [`RULESETS`].

mod any_match;
mod any_record;
mod branch;
mod case;
mod fault;
mod guard;
mod options;
mod ruleset;
mod source;
mod tally;
mod verify;

pub use ai::{
    Budget, Effort, Level, Stop,
    arena::{BattleReport, Summary},
};
pub use any_match::{AnyMatch, Line, Rejection, Resolved, Sealed, Submission, Thinker, WrittenOrder};
pub use any_record::AnyRecord;
pub use case::CaseReport;
pub use engine::Stake;
pub use fault::Fault;
pub use guard::{Stopped, guarded};
pub use options::Override;
pub use ruleset::{Contest, Entry, Prepared, Ruleset, ScenarioCard, ScenarioRef, Table, ruleset};
pub use source::{Format, Source};
pub use verify::Expected;

/// Every game there is, in the order people see them.
pub static RULESETS: &[&dyn Ruleset] = &[
    &ruleset::<rules_asfos::Battle>(),
    &ruleset::<rules_talon::Battle>(),
    &ruleset::<rules_full_thrust::Battle>(),
    &ruleset::<rules_ftb::Battle>(),
    &ruleset::<rules_stratoyager::Battle>(),
];

/// # Errors
///
/// The games there are, if `id` is none of them.
pub fn find(id: &str) -> Result<&'static dyn Ruleset, Fault> {
    find_in(RULESETS, id)
}

/// Opens a match file of any game.
///
/// # Errors
///
/// The place in the file and what was expected there.
pub fn open_record(source: &Source<'_>) -> Result<Box<dyn AnyRecord>, Fault> {
    let peek: any_record::Peek = source.parse()?;
    if engine::Format::read(&peek.format).is_none() {
        let (name, format) = (source.name, peek.format);
        return Err(Fault::Failed(format!("{name}: format {format:?}, expected {}", engine::Format::ALL)));
    }
    let game = find(&peek.game).map_err(|err| Fault::Failed(format!("{}: {err}", source.name)))?;
    game.open_record(source)
}

/// Runs a conformance case of any game.
///
/// # Errors
///
/// The place in the file and what was expected there.
pub fn run_case(source: &Source<'_>) -> Result<CaseReport, Fault> {
    run_case_in(RULESETS, source)
}

/// Like [`run_case`], over games of the caller's own choosing.
///
/// # Errors
///
/// As [`run_case`].
pub fn run_case_in(games: &[&'static dyn Ruleset], source: &Source<'_>) -> Result<CaseReport, Fault> {
    of_named_game(games, source)?.run_case(source)
}

/// The game that the file itself names.
///
/// # Errors
///
/// If it names none, or one that is not there.
pub fn game_of(source: &Source<'_>) -> Result<&'static dyn Ruleset, Fault> {
    of_named_game(RULESETS, source)
}

fn of_named_game(games: &[&'static dyn Ruleset], source: &Source<'_>) -> Result<&'static dyn Ruleset, Fault> {
    let Some(id) = source.game()? else {
        let known = fault::list(games.iter().map(|game| game.id()));
        let name = source.name;
        return Err(Fault::Failed(format!("{name}: no field `game`, expected one of: {known}")));
    };
    find_in(games, &id).map_err(|err| Fault::Failed(format!("{}: {err}", source.name)))
}

fn find_in(games: &[&'static dyn Ruleset], id: &str) -> Result<&'static dyn Ruleset, Fault> {
    let found = games.iter().copied().find(|game| game.id() == id);
    found.ok_or_else(|| {
        let known = fault::list(games.iter().map(|game| game.id()));
        Fault::misuse(format!("unknown game {id:?}; there is: {known}"))
    })
}
