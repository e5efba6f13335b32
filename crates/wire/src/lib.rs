//! What server and browser say to each other.
//!
//! The games' own data (views, orders, events, menus, scenarios, options) goes
//! through as plain JSON: whoever shows a game knows its types. Seats are
//! numbered from 0, decisions and events too. `typescript` writes the types
//! down for the client.

mod battle;
mod circles;
mod clubs;
mod lesson;
mod live;
mod lobby;
mod notices;
mod order;
mod pace;
mod people;
mod puzzle;
mod raw;
mod shelf;
mod shown;
mod study;
mod typescript;
mod yard;

pub use battle::{
    Branch, Checked, Clock, Created, Ended, Failure, FailureBody, Finding, Holding, JoinRequest, ListRequest,
    MatchInfo, MatchList, MatchSummary, NewMatch, NewSeat, OrderRequest, Outcome, ProgramFailure,
    SealedOrder, SeatCard, SeatSecret, Submitted, Suggestion, Table, ViewPage, Viewer, Written,
};
pub use circles::{
    Bond, CircleCard, Circles, ClubLink, Favourite, GameResults, Heard, Opponent, Phrase, PlayedBattle,
    Profile, ReportWords, Reported, Room, Say, ShipsFlown, Switch, TalkPage, Tally, Words,
};
pub use clubs::{
    ClubCard, ClubChange, ClubInvitation, ClubList, ClubPage, ClubRank, ClubSitter, ClubTable, ClubTables,
    Entry, JoinClub, MemberCard, NewClub, NewPost, NewRank, NewShelf, PostCard, PostList, ShelfCard,
    ShelfChange, ShelfKind, ShelfList, ShelfPage, SitDown,
};
pub use lesson::{Coach, CoachAnswer, CoachPage, LessonAsk, LessonCard, LessonMoment, LessonRequest};
pub use live::{Hello, Push, Update};
pub use lobby::{
    BotCard, BotLine, BotList, BotToken, Invitation, InvitationList, InvitationState, LinkRequest,
    LobbyChange, LobbyHello, LobbyPage, LobbyPush, MadeTable, Met, Mirror, MirrorResult, NameCard, NewBot,
    NewTable, OpenTable, PacePreset, PairRequest, Paired, PairsWaiting, Whom,
};
pub use notices::{
    CodeRequest, DeviceCard, FactorPage, Forgotten, HookCall, HookCard, MailPage, NewDevice, NewFactor,
    NewHook, NewMail, NoticeCard, NoticeList, PasswordAndCode, Posted, ProofRequest, Proven, Quiet,
    ReadRequest, RecoveryCodes, Ways, WishPage, Wishes,
};
pub use order::{
    ActCard, ActList, Conduct, ContextLine, Decided, Dossier, FoundPeople, FoundPerson, HandOver, Measure,
    Measured, Muted, OpenBattle, ReportBattle, ReportCard, ReportList, Silence, Verdict, WarningCard, Why,
};
pub use pace::{
    Deadline, DrawRequest, HolidayRequest, Late, Offers, Pace, PresenceList, Rematch, ReplaceRequest,
    Replacing, SeatClock, SeatPresence, SureRequest,
};
pub use people::{
    Done, Export, ExportMade, ExportSeat, ExportTogether, ExportWords, LogIn, Me, NewPassword, NewSeats,
    Password, PersonCard, Reset, SessionCard, SessionList, SignUp, Task,
};
pub use puzzle::{PuzzleCard, PuzzleList, PuzzlePage, Solution, Tried, TryRequest, WeighedOrder};
pub use raw::Raw;
pub use shelf::{
    Brief, Change, GameCard, GameList, Glossary, GlossaryEntry, Health, Line, LineList, OptionCard,
    PreviewRequest, Reach, Rule, RuleIndex, ScenarioCard, ScenarioPage, Stake, Toll,
};
pub use shown::{
    CaseCard, CaseDesign, CaseDie, CaseList, CaseOrder, CasePage, CaseStep, HowTo, HowToChapter,
    HowToDiagram, Synonym,
};
pub use study::{
    NewStudy, StudyBattle, StudyCard, StudyFigure, StudyKind, StudyLimits, StudyList, StudyMade, StudyPage,
    StudyQuestion, StudySetup, StudyStanding, StudyState,
};
pub use typescript::typescript;
pub use yard::{
    BattleRequest, BattleSetup, BillLine, Choice, DesignCard, DesignFinding, DesignReport, DesignRequest,
    DuelRequest, DuelResult, Fact, Field, Fleet, FleetLine, FleetReport, FleetRequest, FleetShip, Interval,
    Mount, NavyCard, Paper, Part, PartGroup, Sheet, SheetList, SheetRequest, Shipyard, TechCard,
};
