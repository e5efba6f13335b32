//! The types as TypeScript, in one file.

use ts_rs::{Config, TS};

/// The whole of `web/src/wire/index.ts`.
pub fn typescript() -> String {
    let config = Config::new().with_large_int("number");
    let mut text =
        String::from("// Generated from crates/wire; do not edit. `cargo xtask types` writes it again.\n");
    macro_rules! declare {
        ($($name:ident),* $(,)?) => {
            $(
                text.push('\n');
                text.push_str(&docs(<crate::$name as TS>::docs()));
                text.push_str("export ");
                text.push_str(&<crate::$name as TS>::decl(&config));
                text.push('\n');
            )*
        };
    }
    declare![
        Health,
        Reach,
        GameList,
        GameCard,
        ScenarioCard,
        Brief,
        ScenarioPage,
        PreviewRequest,
        OptionCard,
        RuleIndex,
        Rule,
        CaseList,
        CaseCard,
        CasePage,
        CaseStep,
        CaseOrder,
        CaseDie,
        CaseDesign,
        Glossary,
        GlossaryEntry,
        HowTo,
        HowToChapter,
        HowToDiagram,
        Synonym,
        Line,
        LineList,
        Change,
        Stake,
        Toll,
        Viewer,
        Outcome,
        Ended,
        NewMatch,
        NewSeat,
        Created,
        SeatSecret,
        JoinRequest,
        ListRequest,
        MatchList,
        MatchSummary,
        Holding,
        SeatCard,
        MatchInfo,
        Table,
        Clock,
        Written,
        Suggestion,
        SealedOrder,
        OrderRequest,
        Submitted,
        Checked,
        PuzzleList,
        PuzzleCard,
        PuzzlePage,
        TryRequest,
        Tried,
        Solution,
        WeighedOrder,
        ViewPage,
        Branch,
        Finding,
        Failure,
        FailureBody,
        Hello,
        Push,
        Update,
        LessonCard,
        LessonRequest,
        LessonAsk,
        LessonMoment,
        Coach,
        CoachPage,
        CoachAnswer,
        Shipyard,
        PartGroup,
        Part,
        Field,
        Choice,
        Mount,
        TechCard,
        NavyCard,
        DesignCard,
        DesignRequest,
        DesignReport,
        DesignFinding,
        BillLine,
        Fact,
        SheetRequest,
        Paper,
        SheetList,
        Sheet,
        Fleet,
        FleetShip,
        FleetRequest,
        FleetReport,
        FleetLine,
        BattleRequest,
        BattleSetup,
        DuelRequest,
        DuelResult,
        Interval,
    ];
    // The generator leaves spaces at the ends of lines.
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The comment above a declaration, if the type has one.
fn docs(docs: Option<String>) -> String {
    docs.unwrap_or_default()
}
