//! Any game behind one face: JSON and words go in, JSON and words come out.
//!
//! Everything to the left is generic over `engine::Game`; everything to the
//! right knows no game. [`ruleset`] makes the one of the other. What it makes
//! is compiled where it is called, which is once for each game in a crate of
//! its own (`any-asfos` and so on): five games compiled in one place would
//! take the time of five, one after the other, whenever anything changes.

mod any_match;
mod any_record;
mod branch;
mod case;
mod change;
mod drill;
mod fault;
mod guard;
mod lesson;
mod moment;
mod offer;
mod options;
mod paper;
mod puzzle;
mod ring;
mod ruleset;
mod source;
mod tally;
mod tell;
mod verify;

pub use ai::{
    Budget, Effort, Level, Stop,
    arena::{BattleReport, Clock, Score, Summary, Tally},
};
pub use any_match::{
    Advised, Adviser, AnyMatch, Rejection, Resolved, Sealed, Submission, Teller, Thinker, WrittenOrder,
};
pub use any_record::{AnyRecord, Onward, Peek};
pub use case::{
    Asked, CaseMoment, CaseReport, CaseShow, CaseTold, DesignTold, Die, OrderTold, Reason, StepTold,
};
pub use change::Change;
pub use drill::{Drill, Drilled, Menu, OUTLOOK, Sight};
pub use engine::{Odds, Stake, Ways};
pub use fault::{Fault, list};
pub use guard::{Stopped, guarded};
pub use lesson::{Answer, Coach, LessonCard, LessonCheck, LessonMoment, LessonReport, MOST_ORDERS, Page};
pub use moment::{Attack, Moment};
pub use offer::Offer;
pub use options::Override;
pub use puzzle::{Attempt, Mining, Offered, Puzzle, PuzzleCard, Verdict};
pub use ring::{
    Bout, Entrant, Gone, Harm, Program, Question, Ring, Seated, Seen, Talk, TurnSeen, ViewPath, Watch,
};
pub use ruleset::{Contest, Entry, Prepared, Ruleset, ScenarioCard, ScenarioRef, Table, ruleset};
pub use source::{Format, Source};
pub use tell::Line;
pub use verify::Expected;
