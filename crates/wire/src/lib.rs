//! What server and browser say to each other.
//!
//! The games' own data (views, orders, events, menus, scenarios, options) goes
//! through as plain JSON: whoever shows a game knows its types. Seats are
//! numbered from 0, decisions and events too. `typescript` writes the types
//! down for the client.

mod battle;
mod lesson;
mod live;
mod puzzle;
mod shelf;
mod shown;
mod typescript;
mod yard;

pub use battle::{
    Branch, Checked, Clock, Created, Ended, Failure, FailureBody, Finding, Holding, JoinRequest, ListRequest,
    MatchInfo, MatchList, MatchSummary, NewMatch, NewSeat, OrderRequest, Outcome, SealedOrder, SeatCard,
    SeatSecret, Submitted, Suggestion, Table, ViewPage, Viewer, Written,
};
pub use lesson::{Coach, CoachAnswer, CoachPage, LessonAsk, LessonCard, LessonMoment, LessonRequest};
pub use live::{Hello, Push, Update};
pub use puzzle::{PuzzleCard, PuzzleList, PuzzlePage, Solution, Tried, TryRequest, WeighedOrder};
pub use shelf::{
    Brief, Change, GameCard, GameList, Glossary, GlossaryEntry, Health, Line, LineList, OptionCard,
    PreviewRequest, Reach, Rule, RuleIndex, ScenarioCard, ScenarioPage, Stake, Toll,
};
pub use shown::{
    CaseCard, CaseDesign, CaseDie, CaseList, CaseOrder, CasePage, CaseStep, HowTo, HowToChapter,
    HowToDiagram, Synonym,
};
pub use typescript::typescript;
pub use yard::{
    BattleRequest, BattleSetup, BillLine, Choice, DesignCard, DesignFinding, DesignReport, DesignRequest,
    DuelRequest, DuelResult, Fact, Field, Fleet, FleetLine, FleetReport, FleetRequest, FleetShip, Interval,
    Mount, NavyCard, Paper, Part, PartGroup, Sheet, SheetList, SheetRequest, Shipyard, TechCard,
};
