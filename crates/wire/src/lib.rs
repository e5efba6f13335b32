//! What server and browser say to each other.
//!
//! The games' own data (views, orders, events, menus, scenarios, options) goes
//! through as plain JSON: whoever shows a game knows its types. Seats are
//! numbered from 0, decisions and events too. `typescript` writes the types
//! down for the client.

mod battle;
mod live;
mod shelf;
mod typescript;
mod yard;

pub use battle::{
    Branch, Checked, Clock, Created, Ended, Failure, FailureBody, Finding, Holding, JoinRequest, ListRequest,
    MatchInfo, MatchList, MatchSummary, NewMatch, NewSeat, OrderRequest, Outcome, SealedOrder, SeatCard,
    SeatSecret, Submitted, Table, ViewPage, Viewer, Written,
};
pub use live::{Hello, Push, Update};
pub use shelf::{
    Brief, Change, GameCard, GameList, Health, Line, LineList, OptionCard, PreviewRequest, Reach, Rule,
    RuleIndex, ScenarioCard, ScenarioPage, Stake,
};
pub use typescript::typescript;
pub use yard::{
    BattleRequest, BattleSetup, BillLine, Choice, DesignCard, DesignFinding, DesignReport, DesignRequest,
    DuelRequest, DuelResult, Fact, Field, Fleet, FleetLine, FleetReport, FleetRequest, FleetShip, Interval,
    Mount, NavyCard, Paper, Part, PartGroup, Sheet, SheetList, SheetRequest, Shipyard, TechCard,
};
