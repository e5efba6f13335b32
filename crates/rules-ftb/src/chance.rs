//! Random events (FTB-13, FTB-3.2): nature draws one of three, or the other player does.

use engine::{Findings, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Event, combat, damage, helm, options::ReMode, order::Protocol, ship::ShipId, torpedo, turn,
};

/// FTB-13.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Re {
    Win,
    Draw,
    Lose,
}

/// What is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Trial {
    /// FTB-10.2.
    Scan { target: ShipId },
    /// FTB-11.6.
    Mask,
    /// FTB-12.6.
    Repair,
    /// FTB-33.2.
    Recharge,
    /// FTB-19.2: the target of a torpedo guided by this ship.
    Countermeasures { guide: ShipId },
    /// FTB-20.1: at the torpedo of that ship.
    Torpedo { target: ShipId },
    /// FTB-23.2.
    Asteroids,
    /// FTB-31.3.
    Tunnel,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Whose test it is.
    pub ship: ShipId,
    pub trial: Trial,
    /// FTB-13.1: a Draw is a Success.
    pub easy: bool,
}

impl Test {
    /// FTB-13.1: what the result means.
    pub(crate) fn grade(self, result: Re) -> Re {
        if self.easy && result == Re::Draw { Re::Win } else { result }
    }
}

/// FTB-0.5: the coin. True for side 1.
pub(crate) fn coin(table: &mut Table<Battle>) -> u8 {
    table.roll(2) - 1
}

/// FTB-13.2: the result is here at once, or waits for both players.
pub(crate) fn test(table: &mut Table<Battle>, test: Test) {
    let duel = table.state().field.options.re_mode == ReMode::Duel;
    if duel && table.state().owner(test.ship).is_some() {
        table.emit(Event::Testing { test });
        return;
    }
    let result = match table.roll(3) {
        1 => Re::Win,
        2 => Re::Draw,
        _ => Re::Lose,
    };
    table.emit(Event::Tested { test, result, choices: None });
    consequence(table, test, test.grade(result));
}

/// FTB-13.2, FTB-8.2: three protocols, no Evasive.
pub(crate) fn check(protocol: Protocol, rule: &'static str, found: &mut Findings) {
    found.require(protocol != Protocol::Evasive, rule, || "Evasive has no place in a duel".to_owned());
}

/// Both have chosen: by seat.
pub(crate) fn resolve(table: &mut Table<Battle>, choices: [Protocol; 2]) {
    let Some(test) = table.state().test else { return };
    let tester = usize::from(table.state().owner(test.ship).unwrap_or(0));
    let relations = table.state().field.options.evasive_relations;
    let result = match combat::compare(relations, choices[tester], choices[1 - tester]) {
        std::cmp::Ordering::Greater => Re::Win,
        std::cmp::Ordering::Equal => Re::Draw,
        std::cmp::Ordering::Less => Re::Lose,
    };
    table.emit(Event::Tested { test, result, choices: Some(choices) });
    consequence(table, test, test.grade(result));
}

fn consequence(table: &mut Table<Battle>, test: Test, result: Re) {
    let ship = test.ship;
    match test.trial {
        Trial::Scan { target } => match result {
            Re::Lose => damage::heat(table, ship, 1),
            Re::Win | Re::Draw => damage::track(table, target, true),
        },
        Trial::Mask => {
            if result != Re::Lose {
                damage::track(table, ship, false);
            }
        }
        Trial::Repair => helm::repaired(table, ship, result),
        Trial::Recharge => {
            if result != Re::Lose {
                helm::recharged(table, ship);
            }
        }
        Trial::Countermeasures { guide } => torpedo::countered(table, guide, ship, result),
        Trial::Torpedo { target } => torpedo::intercepted(table, target, result),
        Trial::Asteroids => match result {
            Re::Win => (),
            Re::Draw => damage::heat(table, ship, 1),
            Re::Lose => damage::owner_hit(table, ship),
        },
        Trial::Tunnel => turn::emerged(table, ship, result),
    }
}
