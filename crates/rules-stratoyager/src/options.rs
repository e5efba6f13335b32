//! Every switch of the game, one documented field each.

use engine::{OptionInfo, OptionList};
use geometry::Length;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::scenario::TableSize;

/// Agreed before play (STR-SET.10). The defaults are the book's, with our
/// rulings where it is silent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// STR-SET.2: another table than the scenario's, where units are placed by cards.
    pub table: Option<TableSize>,
    /// STR-SET.3: other edges than the scenario's, where units are placed by cards.
    pub edges: EdgeChoice,
    /// STR-SET.3: how far from its edge a unit may be placed.
    pub deploy_depth: Length,
    /// STR-SET.5: the owner's choice, or this speed for all.
    pub start_speed: Option<u16>,
    /// STR-SET.9: a side may hold back all its units.
    pub reserve_all: bool,
    /// STR-SET.10: in forces chosen by points, no more Vultures than Guardians.
    pub roster_mix: bool,
    /// STR-SET.7: so many turns; none: six, and a seventh on a die of 4 or more.
    pub turns: Option<u16>,
    /// STR-1.4: both units' combat actions at once, or one after the other.
    pub segment_combat: SegmentCombat,
    /// STR-FEAT.4: the lost die counts in the front arc, too.
    pub turret_always_minus: bool,
    /// STR-FEAT.7: pods roll the dice of one range further.
    pub fragshell_shift: bool,
    /// STR-4.7: fire at will takes any enemy in the arc, whether it moved or not.
    pub faw_any_target: bool,
    /// STR-4.8: an empty machine is removed at once.
    pub eject_autodestroy: bool,
    /// STR-6.4: a wreck stays as an obstacle.
    pub wreck_stays_as_obstacle: bool,
    /// STR-ADD.1: judged where a move ends, or all along its path.
    pub off_table_check: OffTableCheck,
    /// STR-ADD.3: the duel of the last two has rules of its own.
    pub dogfight: bool,
    /// STR-ADD.5: how near two pegs may be.
    pub min_separation: Length,
    /// STR-ADD.6: who plans first shoots first; the clock is the host's.
    pub arcade: bool,
    /// STR-END.5: at equal points, whoever took more structure off the enemy wins.
    pub tie_break: TieBreak,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum EdgeChoice {
    ByScenario,
    Short,
    Long,
    Corners,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum SegmentCombat {
    Simultaneous,
    Alternate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum OffTableCheck {
    End,
    Path,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    None,
    Structure,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            table: None,
            edges: EdgeChoice::ByScenario,
            deploy_depth: Length::ratio(1, 2),
            start_speed: None,
            reserve_all: false,
            roster_mix: true,
            turns: None,
            segment_combat: SegmentCombat::Simultaneous,
            turret_always_minus: false,
            fragshell_shift: true,
            faw_any_target: false,
            eject_autodestroy: false,
            wreck_stays_as_obstacle: false,
            off_table_check: OffTableCheck::End,
            dogfight: true,
            min_separation: Length::ratio(1, 2),
            arcade: false,
            tie_break: TieBreak::None,
        }
    }
}

/// STR-SET.7: the last turn without a roll, and the one that may come after it.
pub(crate) const USUAL_TURNS: u16 = 6;

impl Options {
    /// What is wrong with the values themselves.
    pub(crate) fn findings(&self) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(table) = self.table {
            found.extend(table.finding());
        }
        let depth = (Length::ZERO, Length::units(12));
        if self.deploy_depth < depth.0 || depth.1 < self.deploy_depth {
            found.push(format!("deploy_depth {} is not between 0 and 12 (STR-SET.3)", self.deploy_depth));
        }
        if self.min_separation < Length::ZERO || Length::units(2) < self.min_separation {
            found.push(format!("min_separation {} is not between 0 and 2 (STR-ADD.5)", self.min_separation));
        }
        if self.start_speed.is_some_and(|it| 60 < it) {
            found.push("start_speed is at most 60 (STR-SET.5)".to_owned());
        }
        if self.turns.is_some_and(|it| it == 0 || 100 < it) {
            found.push("turns is between 1 and 100 (STR-SET.7)".to_owned());
        }
        found
    }
}

/// What can be switched, with its default and the values worth trying.
pub(crate) fn infos() -> Vec<OptionInfo> {
    let list = OptionList::of::<Options>();
    let info = |name, rule, values, choices, meaning| list.info(name, rule, values, choices, meaning);
    let switch = |name, rule, meaning| list.switch(name, rule, meaning);
    vec![
        info(
            "table",
            "STR-SET.2",
            "none (the scenario's), or width and height in Klicks",
            json!([null, {"width": 24, "height": 24}, {"width": 18, "height": 18}]),
            "another table; scenarios with places or zones of their own keep theirs",
        ),
        info(
            "edges",
            "STR-SET.3",
            "by_scenario, short, long, corners",
            json!(["by_scenario", "short", "long", "corners"]),
            "where the sides deploy; scenarios with places or zones of their own keep theirs",
        ),
        info(
            "deploy_depth",
            "STR-SET.3",
            "Klicks from 0 to 12",
            json!([0.5, 2]),
            "how far from its edge a unit may be placed",
        ),
        info(
            "start_speed",
            "STR-SET.5",
            "none (the owner's choice up to the safe acceleration), or a speed",
            json!([null, 0, 4]),
            "the speed units are placed with",
        ),
        switch("reserve_all", "STR-SET.9", "a side may hold back all its units"),
        switch("roster_mix", "STR-SET.10", "in forces chosen by points, no more Vultures than Guardians"),
        info(
            "turns",
            "STR-SET.7",
            "none (six, and a seventh on a die of 4 or more), or a number from 1 to 100",
            json!([null, 3]),
            "how long the battle lasts",
        ),
        info(
            "segment_combat",
            "STR-1.4",
            "simultaneous, alternate",
            json!(["simultaneous", "alternate"]),
            "whether the two units of a segment choose and take their combat actions at once or in turn",
        ),
        switch(
            "turret_always_minus",
            "STR-FEAT.4",
            "a turret's lost damage die counts in the front arc, too",
        ),
        switch("fragshell_shift", "STR-FEAT.7", "pods roll the to-hit dice of one range further"),
        switch("faw_any_target", "STR-4.7", "fire at will takes any enemy in the front arc"),
        switch("eject_autodestroy", "STR-4.8", "an empty machine is removed at once"),
        switch("wreck_stays_as_obstacle", "STR-6.4", "a wreck stays as an obstacle of half a Klick"),
        info(
            "off_table_check",
            "STR-ADD.1",
            "end, path",
            json!(["end", "path"]),
            "whether a unit leaves the table by where its move ends, or by any part of its path",
        ),
        switch("dogfight", "STR-ADD.3", "the last two units fight by the dogfight rules"),
        info(
            "min_separation",
            "STR-ADD.5",
            "Klicks from 0 to 2",
            json!([0.5, 1]),
            "how near two pegs may stand",
        ),
        switch(
            "arcade",
            "STR-ADD.6",
            "whoever says stop first shoots first; 30 seconds for the other, in live play",
        ),
        info(
            "tie_break",
            "STR-END.5",
            "none, structure",
            json!(["none", "structure"]),
            "at equal points, whoever took more structure off the enemy wins",
        ),
    ]
}
