//! `replay --verify`: what a record proves, in words and as data.

use engine::{Format, Judged, Outcome, Proof, Verdict};
use rulesets::{AnyRecord, Expected};
use serde_json::{Value, json};

use super::outcome_in_words;
use crate::{
    Answer,
    out::{Out, Style, complain, several},
};

pub(super) fn run(
    name: &str,
    record: &dyn AnyRecord,
    expected: &Expected,
    as_json: bool,
    out: &mut Out,
) -> anyhow::Result<Answer> {
    let verdict = record.verify_against(expected);
    if as_json {
        let shape = match &verdict {
            Ok(verdict) => shape(name, record, verdict),
            Err(err) => {
                let mut shape = head(name, record, false);
                shape["difference"] = json!(err.to_string());
                shape
            }
        };
        out.json(&shape)?;
    }
    match verdict {
        Ok(Verdict::Proven { events, dice, outcome, proof }) => {
            if !as_json {
                let good = out.paint(Style::Good, "verified");
                out.line(format!(
                    "{name}: {good}: {} and {dice} dice come out the same.",
                    several(events, "event")
                ))?;
                tell(record, &proof, expected, outcome, out)?;
            }
            Ok(Answer::Yes)
        }
        Ok(Verdict::Followed { dice, outcome, proof, .. }) => {
            if !as_json {
                tell(record, &proof, expected, outcome, out)?;
            }
            let followed = not_recomputed(&proof.stretches);
            complain(format_args!(
                "{name}: nothing contradicts it and {dice} dice come out the same, but {followed}"
            ));
            Ok(Answer::No)
        }
        Ok(Verdict::Unrevealed { events }) => {
            complain(format_args!(
                "{name}: the {events} events fit together, but the secret is not revealed yet, so the dice \
                 cannot be recomputed"
            ));
            Ok(Answer::No)
        }
        Err(err) if as_json => {
            complain(err);
            Ok(Answer::No)
        }
        Err(err) => Err(err.into()),
    }
}

/// Everything that is proven, a line each.
fn tell(
    record: &dyn AnyRecord,
    proof: &Proof,
    expected: &Expected,
    outcome: Option<Outcome>,
    out: &mut Out,
) -> anyhow::Result<()> {
    let commitment = record.commitment();
    let kept = if expected.commitment.is_some() { ", the one you kept" } else { "" };
    match proof.format {
        Format::One => {
            out.line(format!("The secret matches the commitment {commitment}{kept}."))?;
            out.wrapped(ONLY_DICE, 0)?;
        }
        Format::Two => {
            out.line("Secret, game, rules, options, scenario and number of seats match the commitment")?;
            out.line(format!("{commitment}{kept}."))?;
        }
    }
    if let Some(checked) = &proof.checked {
        let decisions = record.decisions().len();
        if checked.chained {
            let entries = checked.entries;
            out.line(format!(
                "The orders of {decisions} decisions are those of the chain ({entries} entries)."
            ))?;
        } else {
            out.line("It has no chain yet: orders that changed no event are not proven.")?;
        }
        match (&proof.signed_by, record.outcome()) {
            (Some(key), _) => {
                let whose = if expected.key.is_some() { ", the one you expected" } else { "" };
                out.line(format!("Signed with the key {key}{whose}."))?;
            }
            (None, Some(_)) => out.wrapped(UNSIGNED, 0)?,
            (None, None) => {}
        }
    }
    for seating in record.seatings().iter().skip(1) {
        let (n, players) = (seating.decision, seating.players.join(", "));
        out.line(format!("Taken up anew at decision {n}, then played by {players}."))?;
    }
    let added = record.seats().iter().zip(record.contributions());
    let added: Vec<String> = added.map(|(seat, text)| format!("{} {text:?}", seat.name)).collect();
    out.wrapped(&format!("Added to the dice: {}.", added.join(", ")), 0)?;
    if let Some(ending) = record.ending() {
        out.line(format!("The battle was ended by {}.", ending.by))?;
    }
    if let Some(outcome) = outcome {
        out.line(outcome_in_words(outcome, record.seats()))?;
    }
    Ok(())
}

const ONLY_DICE: &str = "Format 1 proves dice and events. It does not prove options and scenario where they \
                         changed no event, nor orders that changed none.";
const UNSIGNED: &str = "Not signed: whoever had the file could have made another chain, with other orders \
                        where they change no event. The commitment binds everything that was settled before.";

/// `decisions 0 to 11 were played under rules version 1, …`
fn not_recomputed(stretches: &[Judged]) -> String {
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

/// The public shape of a verdict.
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
