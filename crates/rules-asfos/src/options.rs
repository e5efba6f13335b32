//! Every switch of the game, one documented field each (ASF-OPT.1, ASF-OPT.2).

use engine::{OptionInfo, OptionList};
use geometry::Length;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::design::Limits;

/// Chosen before play; a record carries the values it was played with (ASF-OPT.2).
/// The defaults are the basic game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// ASF-OPT.1: critical hits, crew units and repairs.
    pub criticals: bool,
    /// ASF-OPT.1: special weapons and their step of fire.
    pub specials: bool,
    /// ASF-MOV.6: what the edge of the table means.
    pub table: TableKind,
    /// ASF-MOV.6: whether a ship is judged where it ends or all along its path.
    pub off_table_check: OffTableCheck,
    /// ASF-MOV.2: what one unit is called. For display only.
    pub unit: Unit,
    /// ASF-TURN.3: earlier legs rounded down to whole inches, the last takes the rest.
    pub whole_inch_legs: bool,
    /// ASF-ARC.5: the width of a range band.
    pub range_band: Length,
    /// ASF-ARC.5: whether the limits for fast and slow go with the band width.
    pub speed_limits_scale: bool,
    /// ASF-ARC.2: a target exactly on the boundary of two arcs.
    pub arc_boundary: ArcBoundary,
    /// ASF-FIRE.3: all at once in secret, or ship by ship.
    pub fire_declaration: FireDeclaration,
    /// ASF-RAT.4: parts of a split attack are chosen after the dice of the part before.
    pub split_after_roll: bool,
    /// ASF-MD.1: all mass drivers of a ship fire at one target.
    pub md_one_target: bool,
    /// ASF-SCN.4: how fractions of an inch of gas count.
    pub gas_round: GasRound,
    /// ASF-SCN.1: the cloud as given, or drawn at random.
    pub cloud_shape: CloudShape,
    /// ASF-END.3: the battle ends after this many turns.
    pub turn_limit: Option<u16>,
    /// ASF-END.2: it ends after this many turns in a row without a box marked.
    pub stalemate_turns: Option<u16>,
    /// ASF-SET.2: allies do not see each other's sealed orders.
    pub allied_secrecy: bool,
    /// ASF-DES.8: designs must keep to the power budget.
    pub power_budget: bool,
    /// ASF-DES.2: hulls of 1, 2, and 25 and more.
    pub allow_escorts_titans: bool,
    /// ASF-DES.3: the strongest natural hull, 5 to 8.
    pub max_natural_strength: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum TableKind {
    ByScenario,
    Fixed,
    Floating,
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
pub enum Unit {
    #[serde(rename = "in")]
    Inch,
    #[serde(rename = "cm")]
    Centimetre,
    #[serde(rename = "2cm")]
    TwoCentimetres,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum ArcBoundary {
    Firer,
    ForwardFirst,
    Exclude,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum FireDeclaration {
    Simultaneous,
    Sequential,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum GasRound {
    Down,
    Up,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum CloudShape {
    Fixed,
    Random,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            criticals: false,
            specials: false,
            table: TableKind::ByScenario,
            off_table_check: OffTableCheck::End,
            unit: Unit::Inch,
            whole_inch_legs: false,
            range_band: Length::units(12),
            speed_limits_scale: false,
            arc_boundary: ArcBoundary::Firer,
            fire_declaration: FireDeclaration::Simultaneous,
            split_after_roll: false,
            md_one_target: false,
            gas_round: GasRound::Down,
            cloud_shape: CloudShape::Fixed,
            turn_limit: None,
            stalemate_turns: Some(10),
            allied_secrecy: false,
            power_budget: true,
            allow_escorts_titans: false,
            max_natural_strength: 5,
        }
    }
}

/// ASF-END.3: what computer players stop after. ASF-SCN.7: by then most battles are over.
pub(crate) const COMPUTER_TURN_LIMIT: u16 = 30;

impl Options {
    pub(crate) fn design_limits(&self) -> Limits {
        Limits {
            power_budget: self.power_budget,
            escorts_titans: self.allow_escorts_titans,
            natural: self.max_natural_strength,
        }
    }

    /// What is wrong with the values themselves.
    pub(crate) fn findings(&self) -> Vec<String> {
        let mut found = Vec::new();
        let (least, most) = (Length::ratio(1, 10), Length::units(1_000));
        if self.range_band < least || most < self.range_band {
            found.push(format!(
                "range_band {} is not between {least} and {most} (ASF-ARC.5)",
                self.range_band
            ));
        }
        if self.max_natural_strength < 5 || 8 < self.max_natural_strength {
            let given = self.max_natural_strength;
            found.push(format!("max_natural_strength {given} is not between 5 and 8 (ASF-DES.3)"));
        }
        if self.turn_limit == Some(0) {
            found.push("turn_limit is at least 1 (ASF-END.3)".to_owned());
        }
        if self.stalemate_turns == Some(0) {
            found.push("stalemate_turns is at least 1 (ASF-END.2)".to_owned());
        }
        found
    }
}

impl Unit {
    pub fn symbol(self) -> &'static str {
        match self {
            Unit::Inch => "in",
            Unit::Centimetre => "cm",
            Unit::TwoCentimetres => "x2 cm",
        }
    }
}

/// ASF-OPT.2: what can be switched, with its default and the values worth trying.
pub(crate) fn infos() -> Vec<OptionInfo> {
    let list = OptionList::of::<Options>();
    let info = |name, rule, values, choices, meaning| list.info(name, rule, values, choices, meaning);
    let switch = |name, rule, meaning| list.switch(name, rule, meaning);
    vec![
        switch(
            "criticals",
            "ASF-OPT.1",
            "critical hits with crew units and repairs; the supplied scenarios switch them on",
        ),
        switch(
            "specials",
            "ASF-OPT.1",
            "mass drivers and particle cannons; the supplied scenarios switch them on",
        ),
        info(
            "table",
            "ASF-MOV.6",
            "by_scenario, fixed, floating",
            json!(["by_scenario", "fixed", "floating"]),
            "fixed: a ship that leaves the table is out; floating: the table has no edge",
        ),
        info(
            "off_table_check",
            "ASF-MOV.6",
            "end, path",
            json!(["end", "path"]),
            "whether a ship leaves a fixed table by where its move ends, or by any part of its path",
        ),
        info(
            "unit",
            "ASF-MOV.2",
            "in, cm, 2cm",
            json!(["in", "cm", "2cm"]),
            "what one unit of distance is called; display only",
        ),
        switch(
            "whole_inch_legs",
            "ASF-TURN.3",
            "legs of a turning move are rounded down to whole units, the last takes the rest",
        ),
        info(
            "range_band",
            "ASF-ARC.5",
            "a number from 0.1 to 1000",
            json!([12, 8, 4.7244]),
            "width of the short, medium and long bands; secondaries reach half of it",
        ),
        switch(
            "speed_limits_scale",
            "ASF-ARC.5",
            "the limits for fast and slow targets go with the band width",
        ),
        info(
            "arc_boundary",
            "ASF-ARC.2",
            "firer, forward_first, exclude",
            json!(["firer", "forward_first", "exclude"]),
            "a target exactly on the boundary of two arcs: in both, in the one nearer the bow, or in neither",
        ),
        info(
            "fire_declaration",
            "ASF-FIRE.3",
            "simultaneous, sequential",
            json!(["simultaneous", "sequential"]),
            "all targets of a step in secret at once, or ship by ship with the dice known",
        ),
        switch(
            "split_after_roll",
            "ASF-RAT.4",
            "the next part of a split attack is aimed after the dice of the part before",
        ),
        switch("md_one_target", "ASF-MD.1", "all mass drivers of a ship fire at one target"),
        info(
            "gas_round",
            "ASF-SCN.4",
            "down, up",
            json!(["down", "up"]),
            "how a fraction of an inch of gas counts",
        ),
        info(
            "cloud_shape",
            "ASF-SCN.1",
            "fixed, random",
            json!(["fixed", "random"]),
            "the cloud's outline as given, or rolled at the start",
        ),
        info(
            "turn_limit",
            "ASF-END.3",
            "none, or a number of turns; 30 between computer players",
            json!([30, 12]),
            "the battle ends after so many turns and is judged by points",
        ),
        info(
            "stalemate_turns",
            "ASF-END.2",
            "none, or a number of turns",
            json!([10, 3, null]),
            "the battle ends after so many turns in a row without a box marked",
        ),
        switch("allied_secrecy", "ASF-SET.2", "allies do not see each other's sealed orders"),
        switch("power_budget", "ASF-DES.8", "designs must keep to the power budget"),
        switch("allow_escorts_titans", "ASF-DES.2", "hulls of 1, 2, and 25 or more are allowed"),
        info(
            "max_natural_strength",
            "ASF-DES.3",
            "5 to 8",
            json!([5, 8]),
            "the strongest natural hull a design may have",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ASF-OPT.2: every field is listed once, and its choices are values it takes.
    #[test]
    fn rule_opt_2_every_switch_is_listed() {
        let fields = plain::to_value(&Options::default());
        let listed = infos();
        assert_eq!(listed.len(), fields.as_object().unwrap().len());
        for info in listed {
            assert!(fields.get(info.name).is_some(), "{}", info.name);
            for choice in info.choices {
                let set = json!({ info.name: choice });
                plain::from_value::<Options>(&set).expect(info.name);
            }
        }
    }

    /// ASF-OPT.1: both blocks are off in the basic game.
    #[test]
    fn rule_opt_1_the_basic_game_has_neither_block() {
        let options = Options::default();
        assert!(!options.criticals && !options.specials);
    }

    /// ASF-MOV.2: the unit is a name on the scale, nothing else reads it.
    #[test]
    fn rule_mov_2_unit_symbols() {
        assert_eq!(
            [Unit::Inch, Unit::Centimetre, Unit::TwoCentimetres].map(Unit::symbol),
            ["in", "cm", "x2 cm"]
        );
    }
}
