//! Shapes of docs/json.md that not the command line alone tells: odds and verdicts.

use engine::{Judged, Verdict};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{AnyRecord, Attack, Fault, Moment, Odds};

/// The public shape of one thing that dice decide.
#[derive(Debug, Serialize)]
pub struct OddsTold<'a> {
    game: &'a str,
    turn: u32,
    phase: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<usize>,
    /// From 1.
    seat: u8,
    side: &'a str,
    order: &'a str,
    what: &'a str,
    unit: &'a str,
    rule: &'a str,
    outcomes: Vec<OddsWay>,
    of: u128,
    exact: bool,
    /// Null where the outcomes are no numbers.
    mean: Option<f64>,
}

/// One of its outcomes.
#[derive(Debug, Serialize)]
pub struct OddsWay {
    pub value: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    pub ways: u128,
    pub chance: f64,
}

/// What the dice of an order decide, one thing after the other; `decision` is its number in a record.
pub fn told_odds<'a>(
    moment: &'a dyn Moment,
    phase: &'a str,
    decision: Option<usize>,
    attack: &'a Attack,
) -> Vec<OddsTold<'a>> {
    let Attack { seat, order, odds } = attack;
    let one = |odds: &'a Odds| OddsTold {
        game: moment.game(),
        turn: moment.turn(),
        phase,
        decision,
        seat: seat.0 + 1,
        side: &moment.seats()[seat.index()],
        order: &order.notation,
        what: &odds.what,
        unit: odds.unit,
        rule: odds.rule,
        outcomes: ways_of(odds),
        of: odds.ways.whole(),
        exact: odds.ways.is_exact(),
        mean: mean_of(odds),
    };
    odds.iter().map(one).collect()
}

/// Those outcomes that may come about.
pub fn ways_of(odds: &Odds) -> Vec<OddsWay> {
    let Odds { names, ways, .. } = odds;
    let outcome = |(value, count): (usize, &u128)| OddsWay {
        value,
        name: names.get(value).copied(),
        ways: *count,
        chance: share(*count, ways.whole()),
    };
    ways.counts().iter().enumerate().filter(|it| 0 < *it.1).map(outcome).collect()
}

pub fn share(ways: u128, of: u128) -> f64 {
    ways as f64 / of as f64
}

/// Nothing where the outcomes are no numbers.
pub fn mean_of(odds: &Odds) -> Option<f64> {
    let numbers = odds.names.is_empty() || odds.names == ["no", "yes"];
    numbers.then(|| ways_of(odds).iter().map(|it| it.value as f64 * it.chance).sum())
}

/// `decisions 0 to 11 were played under rules version 1, …`
pub fn not_recomputed(stretches: &[Judged]) -> String {
    let followed = stretches.iter().filter(|it| !it.recomputed).map(|it| {
        let (from, to) = (it.decisions.start, it.decisions.end);
        let which = match to.saturating_sub(from) {
            0 => "the opening was".to_owned(),
            1 => format!("decision {from} was"),
            _ => format!("decisions {from} to {} were", to - 1),
        };
        format!("{which} played under rules version {}", it.rules_version)
    });
    let followed: Vec<String> = followed.collect();
    format!("{}, which this program follows and does not recompute", followed.join(" and "))
}

fn head(name: &str, record: &dyn AnyRecord, verified: bool) -> Value {
    json!({
        "file": name,
        "game": record.game(),
        "format": record.format().name(),
        "verified": verified,
        "commitment": record.commitment(),
        "contributions": record.contributions(),
    })
}

/// The public shape of a verdict, or of why there is none.
pub fn told_verdict(name: &str, record: &dyn AnyRecord, verdict: &Result<Verdict, Fault>) -> Value {
    match verdict {
        Ok(verdict) => shape(name, record, verdict),
        Err(err) => {
            let mut shape = head(name, record, false);
            shape["difference"] = json!(err.to_string());
            shape
        }
    }
}

fn shape(name: &str, record: &dyn AnyRecord, verdict: &Verdict) -> Value {
    let mut shape = head(name, record, matches!(verdict, Verdict::Proven { .. }));
    match verdict {
        Verdict::Proven { events, dice, outcome, proof }
        | Verdict::Followed { events, dice, outcome, proof } => {
            shape["events"] = json!(events);
            shape["dice"] = json!(dice);
            shape["outcome"] = json!(outcome);
            shape["proves"] = json!({
                "dice": proof.stretches.iter().all(|it| it.recomputed),
                "opening": proof.checked.is_some(),
                "orders": proof.checked.as_ref().is_some_and(|it| it.chained),
                "signed_by": proof.signed_by,
            });
            let stretch = |it: &Judged| {
                json!({
                    "rules_version": it.rules_version,
                    "decisions": [it.decisions.start, it.decisions.end],
                    "events": [it.events.start, it.events.end],
                    "recomputed": it.recomputed,
                })
            };
            shape["stretches"] = json!(proof.stretches.iter().map(stretch).collect::<Vec<_>>());
            if matches!(verdict, Verdict::Followed { .. }) {
                shape["difference"] = json!(not_recomputed(&proof.stretches));
            }
        }
        Verdict::Unrevealed { events } => {
            shape["events"] = json!(events);
            shape["difference"] = json!("the secret is not revealed yet");
        }
    }
    shape
}
