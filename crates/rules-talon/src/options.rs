//! Every switch of the game, one documented field each.

use engine::{OptionInfo, OptionList};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Chosen before play. The defaults are those of the rule index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// TAL-4.2.5: who holds the Initiative at the start.
    pub initiative: FirstInitiative,
    /// TAL-7.5.3: columns of the floating window.
    pub map_cols: u8,
    /// TAL-7.5.3: rows of the floating window.
    pub map_rows: u8,
    /// TAL-7.5.3: no window at all.
    pub map_unbounded: bool,
    /// TAL-7.5.5: without a window, a Missile further than this from every ship is lost.
    pub missile_lost_beyond: u8,
    /// TAL-CRIT.6: the most that Thruster criticals add to the Turn Radius.
    pub crit_turn_cap: u8,
    /// TAL-CRIT.8: the most that Power Relay criticals take from the Power.
    pub crit_power_cap: u8,
    /// TAL-CRIT.11: a ship under Power Loss gets no AP of any kind.
    pub power_loss_blocks_ap: bool,
    /// TAL-11.1.3: reinforcements count the Rounds for their FTL from their arrival.
    pub spool_from_arrival: bool,
    /// TAL-15.1.3: whether a Wave Motion Gun displaces Bases.
    pub wmg_displaces_bases: bool,
    /// TAL-17.2.2a: whether two Planets on both sides of a spine block it.
    pub two_planets_block_spine: bool,
    /// TAL-17.5b: whether terrain on one side of a spine counts.
    pub single_side_counts: bool,
    /// TAL-18.2b: whether Missiles are pulled as well.
    pub black_hole_pulls_missiles: bool,
    /// TAL-DYO.2: no more of a class than it has counters.
    pub counter_mix: bool,
    /// TAL-DYO.7: where fighters start.
    pub fighter_deploy: FighterDeploy,
    /// TAL-DYO.11: both sides may be of one race.
    pub same_faction: bool,
    /// TAL-VIC.3, TAL-VIC.8: how the degree of a victory is found.
    pub victory_ladder: Ladder,
    /// TAL-VIC.5: ends the battle after so many Rounds; as the scenario says if none.
    pub round_limit: Option<u16>,
}

/// TAL-4.2.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum FirstInitiative {
    Scenario,
    SideA,
    SideB,
}

/// TAL-DYO.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum FighterDeploy {
    Within6,
    Adjacent,
}

/// TAL-VIC.3, TAL-VIC.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Ladder {
    Share,
    Ratio,
}

/// Computer players stop after so many Rounds if the scenario has no limit.
pub(crate) const COMPUTER_ROUND_LIMIT: u16 = 15;

impl Default for Options {
    fn default() -> Options {
        Options {
            initiative: FirstInitiative::Scenario,
            map_cols: 24,
            map_rows: 16,
            map_unbounded: false,
            missile_lost_beyond: 24,
            crit_turn_cap: 2,
            crit_power_cap: 2,
            power_loss_blocks_ap: true,
            spool_from_arrival: true,
            wmg_displaces_bases: false,
            two_planets_block_spine: false,
            single_side_counts: false,
            black_hole_pulls_missiles: false,
            counter_mix: true,
            fighter_deploy: FighterDeploy::Within6,
            same_faction: false,
            victory_ladder: Ladder::Share,
            round_limit: None,
        }
    }
}

impl Options {
    pub(crate) fn findings(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut require = |holds: bool, reason: String| {
            if !holds {
                wrong.push(reason);
            }
        };
        let Options { map_cols, map_rows, missile_lost_beyond, crit_turn_cap, crit_power_cap, .. } = self;
        require((12..=100).contains(map_cols), format!("map_cols {map_cols} is not 12 to 100 (TAL-7.5.3)"));
        require((10..=100).contains(map_rows), format!("map_rows {map_rows} is not 10 to 100 (TAL-7.5.3)"));
        require(
            6 <= *missile_lost_beyond && *missile_lost_beyond <= 100,
            format!("missile_lost_beyond {missile_lost_beyond} is not 6 to 100 (TAL-7.5.5)"),
        );
        require(*crit_turn_cap <= 6, format!("crit_turn_cap {crit_turn_cap} is above 6 (TAL-CRIT.6)"));
        require(*crit_power_cap <= 6, format!("crit_power_cap {crit_power_cap} is above 6 (TAL-CRIT.8)"));
        if let Some(limit) = self.round_limit {
            require((1..=100).contains(&limit), format!("round_limit {limit} is not 1 to 100 (TAL-VIC.5)"));
        }
        wrong
    }
}

pub(crate) fn infos() -> Vec<OptionInfo> {
    let list = OptionList::of::<Options>();
    let info = |name, rule, values, choices, meaning| list.info(name, rule, values, choices, meaning);
    let switch = |name, rule, meaning| list.switch(name, rule, meaning);
    vec![
        info(
            "initiative",
            "TAL-4.2.5",
            "scenario, side_a, side_b",
            json!(["scenario", "side_a", "side_b"]),
            "who holds the Initiative at the start",
        ),
        info("map_cols", "TAL-7.5.3", "12 to 100", json!([24, 14]), "columns of the floating map"),
        info("map_rows", "TAL-7.5.3", "10 to 100", json!([16, 12]), "rows of the floating map"),
        switch("map_unbounded", "TAL-7.5.3", "the map has no edge, and nobody is dropped from it"),
        info(
            "missile_lost_beyond",
            "TAL-7.5.5",
            "6 to 100",
            json!([24, 8]),
            "on a map without edge, a Missile further than this from every ship is lost",
        ),
        info(
            "crit_turn_cap",
            "TAL-CRIT.6",
            "0 to 6",
            json!([2, 0]),
            "the most that damaged Thrusters add to the Turn Radius",
        ),
        info(
            "crit_power_cap",
            "TAL-CRIT.8",
            "0 to 6",
            json!([2, 6]),
            "the most that damaged Power Relays take from the Power",
        ),
        switch("power_loss_blocks_ap", "TAL-CRIT.11", "a ship under Power Loss gets no AP of any kind"),
        switch("spool_from_arrival", "TAL-11.1.3", "reinforcements spool their FTL from their arrival"),
        switch("wmg_displaces_bases", "TAL-15.1.3", "a Wave Motion Gun displaces Bases, too"),
        switch(
            "two_planets_block_spine",
            "TAL-17.2.2a",
            "a Planet on each side of a hexside blocks fire along it",
        ),
        switch("single_side_counts", "TAL-17.5b", "terrain on one side of a hexside weakens fire along it"),
        switch("black_hole_pulls_missiles", "TAL-18.2b", "a Black Hole pulls Missiles, too"),
        switch("counter_mix", "TAL-DYO.2", "a side buys no more of a class than there are counters"),
        info(
            "fighter_deploy",
            "TAL-DYO.7",
            "within6, adjacent",
            json!(["within6", "adjacent"]),
            "how near fighters start to a Carrier or Base",
        ),
        switch("same_faction", "TAL-DYO.11", "both sides may be of the same race"),
        info(
            "victory_ladder",
            "TAL-VIC.8",
            "share, ratio",
            json!(["share", "ratio"]),
            "how the degree of a victory is found",
        ),
        info(
            "round_limit",
            "TAL-VIC.5",
            "none, or 1 to 100",
            json!([null, 5]),
            "ends the battle after so many Rounds; as the scenario says if none",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every field is listed once, and its choices are values it takes.
    #[test]
    fn every_switch_is_listed() {
        let fields = plain::to_value(&Options::default());
        let listed = infos();
        assert_eq!(listed.len(), fields.as_object().unwrap().len());
        for info in listed {
            for choice in info.choices {
                let options: Options = plain::from_value(&json!({ info.name: choice })).expect(info.name);
                assert!(options.findings().is_empty(), "{}", info.name);
            }
        }
    }
}
