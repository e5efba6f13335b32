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
        Line,
        LineList,
        Change,
        Stake,
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
        SealedOrder,
        OrderRequest,
        Submitted,
        Checked,
        ViewPage,
        Branch,
        Finding,
        Failure,
        FailureBody,
        Hello,
        Push,
        Update,
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
