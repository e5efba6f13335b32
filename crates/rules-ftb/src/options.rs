//! Rule switches: the book's defaults, and the rulings where it is silent.

use engine::{OptionInfo, OptionList};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum ReMode {
    #[default]
    Nature,
    Duel,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum RangeRounding {
    #[default]
    Exact,
    Floor,
}

/// Which protocol beats Evasive; the other two lose to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum EvasiveRelations {
    #[default]
    LosesToRailgun,
    LosesToBroadside,
    LosesToDefensive,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum RailgunHeat {
    #[default]
    User,
    AttackerOnly,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum CivilianCountermeasures {
    #[default]
    AsOffline,
    Normal,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum ShieldRecharge {
    #[default]
    Off,
    /// FTB-33.2: a special order that costs fuel.
    Fuel,
    /// FTB-33.2: the Repair order may be for a shield.
    Repair,
}

/// Every switch of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    pub re_mode: ReMode,
    pub range_rounding: RangeRounding,
    pub evasive_relations: EvasiveRelations,
    pub railgun_heat: RailgunHeat,
    pub launch_accel: u8,
    pub attack_on_launch: bool,
    pub guided_accel: u8,
    /// Forward, sideways.
    pub deflection_slow: [u8; 2],
    pub deflection_fast: [u8; 2],
    pub civilian_countermeasures: CivilianCountermeasures,
    pub tanker_min_enemy_dist: u8,
    pub elimination_ends_game: bool,
    pub patrol_station_radius: u8,
    pub hidden_manifests: bool,
    pub shield_recharge: ShieldRecharge,
    pub stealth_run: bool,
    pub hidden_stealth_run: bool,
    /// FTB-27.3: ships beyond this distance from the star are withdrawn.
    pub edge: Option<u16>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            re_mode: ReMode::Nature,
            range_rounding: RangeRounding::Exact,
            evasive_relations: EvasiveRelations::LosesToRailgun,
            railgun_heat: RailgunHeat::User,
            launch_accel: 7,
            attack_on_launch: false,
            guided_accel: 0,
            deflection_slow: [3, 3],
            deflection_fast: [3, 1],
            civilian_countermeasures: CivilianCountermeasures::AsOffline,
            tanker_min_enemy_dist: 10,
            elimination_ends_game: true,
            patrol_station_radius: 1,
            hidden_manifests: false,
            shield_recharge: ShieldRecharge::Off,
            stealth_run: false,
            hidden_stealth_run: false,
            edge: None,
        }
    }
}

/// Why these options cannot be played, if they cannot.
pub(crate) fn findings(options: &Options) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, [forward, sideways]) in
        [("deflection_slow", options.deflection_slow), ("deflection_fast", options.deflection_fast)]
    {
        if forward == 0 || 9 < forward || forward < sideways {
            wrong.push(format!("{name} {forward}:{sideways} is not between 0 and 45 degrees (FTB-30.2)"));
        }
    }
    if 20 < options.launch_accel || 20 < options.guided_accel {
        wrong.push("a torpedo accelerates by at most 20 (FTB-15.2)".to_owned());
    }
    if options.patrol_station_radius == 0 || 10 < options.patrol_station_radius {
        wrong.push("patrol_station_radius is 1 to 10 (FTB-34.4)".to_owned());
    }
    if options.edge.is_some_and(|edge| !(20..=1000).contains(&edge)) {
        wrong.push("the edge is 20 to 1000 LU from the star (FTB-27.3)".to_owned());
    }
    wrong
}

pub(crate) fn infos() -> Vec<OptionInfo> {
    let list = OptionList::of::<Options>();
    let info = |name, rule, meaning, choices: Vec<Value>, values| {
        list.info(name, rule, values, Value::from(choices), meaning)
    };
    let switch = || vec![json!(false), json!(true)];
    vec![
        info(
            "re_mode",
            "FTB-13.2",
            "who plays against the tester in a random event",
            vec![json!("nature"), json!("duel")],
            "nature: a draw of three, duel: the other player",
        ),
        info(
            "range_rounding",
            "FTB-14.1",
            "whether 3.4 LU is within range 3",
            vec![json!("exact"), json!("floor")],
            "exact, floor",
        ),
        info(
            "evasive_relations",
            "FTB-16.3",
            "which protocol beats Evasive; the other two lose to it",
            vec![json!("loses_to_railgun"), json!("loses_to_broadside"), json!("loses_to_defensive")],
            "loses_to_railgun, loses_to_broadside, loses_to_defensive",
        ),
        info(
            "railgun_heat",
            "FTB-16.4",
            "who pays the heat of a Railgun",
            vec![json!("user"), json!("attacker_only")],
            "user, attacker_only",
        ),
        info(
            "launch_accel",
            "FTB-15.2",
            "how far a launched torpedo may shift its vector",
            vec![json!(7), json!(3)],
            "0 to 20",
        ),
        info(
            "attack_on_launch",
            "FTB-15.3",
            "a torpedo may attack on its launch vector",
            switch(),
            "on, off",
        ),
        info(
            "guided_accel",
            "FTB-15.4",
            "how far a guided torpedo may shift its vector each turn",
            vec![json!(0), json!(3)],
            "0 to 20",
        ),
        info(
            "deflection_slow",
            "FTB-30.2",
            "how far a Slow vector is bent: forward, sideways",
            vec![json!([3, 3]), json!([3, 2])],
            "two numbers, the first 1 to 9 and no smaller than the second",
        ),
        info(
            "deflection_fast",
            "FTB-30.2",
            "how far a Fast vector is bent: forward, sideways",
            vec![json!([3, 1]), json!([4, 1])],
            "two numbers, the first 1 to 9 and no smaller than the second",
        ),
        info(
            "civilian_countermeasures",
            "FTB-19.3",
            "how civilians fare against torpedoes",
            vec![json!("as_offline"), json!("normal")],
            "as_offline, normal",
        ),
        info(
            "tanker_min_enemy_dist",
            "FTB-21.2",
            "how far from the enemy a Tanker is deployed",
            vec![json!(10), json!(5)],
            "LU",
        ),
        info(
            "elimination_ends_game",
            "FTB-8.14",
            "a side without ships ends the game and loses",
            vec![json!(true), json!(false)],
            "on, off",
        ),
        info(
            "patrol_station_radius",
            "FTB-34.4",
            "how near a patrol passes a station",
            vec![json!(1), json!(3)],
            "1 to 10",
        ),
        info("hidden_manifests", "FTB-33.1", "manifests are secret", switch(), "on, off"),
        info(
            "shield_recharge",
            "FTB-33.2",
            "shields may be restored in flight",
            vec![json!("off"), json!("fuel"), json!("repair")],
            "off, fuel: an order for 1 fuel, repair: by the Repair order",
        ),
        info("stealth_run", "FTB-33.3", "ships may be held back for a Stealth run", switch(), "on, off"),
        info(
            "hidden_stealth_run",
            "FTB-33.3",
            "the point of a Stealth run is secret until it arrives",
            switch(),
            "on, off",
        ),
        info(
            "edge",
            "FTB-27.3",
            "ships farther than this from the star are withdrawn",
            vec![json!(60), json!(null)],
            "none, or 20 to 1000 LU",
        ),
    ]
}
