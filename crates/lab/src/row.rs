//! One battle as it is kept: a line of JSON, in the order of the study.

use std::collections::BTreeMap;

use engine::{Fate, Outcome, Seat};
use rulesets::{Harm, Seen, TurnSeen};
use serde::{Deserialize, Serialize};

use crate::{run::Fought, study::Measure};

/// Everything that is kept of one battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The kind of battle, by its number in the study.
    pub cell: usize,
    /// Its number among them, from 0: with the seed it makes the same battle again.
    pub battle: u64,
    pub outcome: Outcome,
    /// By seat: which player sat there.
    pub seats: Vec<usize>,
    pub turns: u32,
    pub decisions: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<String>,
    /// A program that lost by its own fault: which player, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<(usize, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Fates>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_turn: Vec<TurnSeen>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub harm: Vec<Harm>,
}

/// What became of a seat's ships of one class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fates {
    pub seat: u8,
    pub class: String,
    pub survived: u32,
    pub destroyed: u32,
    pub left: u32,
}

impl Row {
    pub fn of(fought: Fought, measure: &Measure) -> Row {
        let Fought { cell, battle, seen: Seen { report, fault, decided, turns, harm } } = fought;
        let losses = if measure.losses { fates(&report.losses) } else { Vec::new() };
        Row {
            cell,
            battle,
            outcome: report.outcome,
            seats: report.seats,
            turns: report.turns,
            decisions: report.decisions,
            decided,
            fault,
            losses,
            by_turn: turns,
            harm,
        }
    }

    /// The players' shares: 1 for a win, a half for a draw, 0 for a loss.
    pub fn shares(&self) -> Vec<f64> {
        let mut shares = vec![0.0; self.seats.len()];
        for (seat, &player) in self.seats.iter().enumerate() {
            shares[player] = self.outcome.share(Seat(seat as u8));
        }
        shares
    }

    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }
}

fn fates(losses: &[engine::Loss]) -> Vec<Fates> {
    let mut sums: BTreeMap<(u8, &str), [u32; 3]> = BTreeMap::new();
    for loss in losses {
        let sum = sums.entry((loss.seat.0, &loss.class)).or_default();
        sum[match loss.fate {
            Fate::Survived => 0,
            Fate::Destroyed => 1,
            Fate::Left => 2,
        }] += 1;
    }
    let fates = |((seat, class), [survived, destroyed, left]): ((u8, &str), [u32; 3])| Fates {
        seat,
        class: class.to_owned(),
        survived,
        destroyed,
        left,
    };
    sums.into_iter().map(fates).collect()
}
