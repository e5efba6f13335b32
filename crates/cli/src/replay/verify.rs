//! `replay --verify`: what a record proves, in words and as data.

use engine::{Format, Outcome, Proof, Verdict};
use rulesets::{AnyRecord, Expected, not_recomputed, told_verdict};

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
        out.json(&told_verdict(name, record, &verdict))?;
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
        out.line(format!("Taken up again at decision {n}, then played by {players}."))?;
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
