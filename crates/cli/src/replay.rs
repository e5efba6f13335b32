//! `replay`: steps through a record, or verifies it.

use std::{
    io::{self, BufRead, IsTerminal},
    path::PathBuf,
};

use clap::Args;
use engine::{Outcome, Seat, SeatInfo, Verdict, Viewer};
use rulesets::{AnyRecord, Line, Source};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    Answer, Misuse, files,
    out::{Out, Style},
};

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The record
    file: PathBuf,
    /// Recompute every die and every event instead
    #[arg(long)]
    verify: bool,
    /// Whose eyes to see it with: a seat by number or name, spectator or referee
    #[arg(long = "as", value_name = "WHO", default_value = "referee")]
    viewer: String,
    /// Only the situation after this many events
    #[arg(long, value_name = "N", conflicts_with = "verify")]
    at: Option<usize>,
    /// Wait for Enter at every decision
    #[arg(long, conflicts_with_all = ["verify", "at", "json"])]
    step: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ReplayArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let name = args.file.display().to_string();
    let text = files::read(&args.file)?;
    // A record is JSON, whatever it is called.
    let source = Source { name: &name, text: &text, format: rulesets::Format::Json };
    let record = rulesets::open_record(&source)?;
    if args.verify {
        return verify(&name, &*record, args.json, out);
    }
    let viewer = viewer(&args.viewer, record.seats())?;
    if let Some(n) = args.at {
        if record.events() < n {
            return Err(Misuse(format!("--at {n}, but {name} has {} events", record.events())).into());
        }
        if args.json {
            out.json(&json!({"file": name, "after": n, "view": record.view_after(n, viewer)?}))?;
        } else {
            out.line(record.describe_after(n, viewer)?.trim_end())?;
        }
        return Ok(Answer::Yes);
    }
    let log = record.log(viewer)?;
    if args.json {
        let view = record.view_after(record.events(), viewer)?;
        out.json(&whole(&name, &*record, &log, view))?;
    } else {
        tell(&name, &*record, viewer, &log, args.step, out)?;
    }
    Ok(Answer::Yes)
}

/// The public shape of a record that is stepped through.
#[derive(Debug, Serialize)]
struct Whole<'a> {
    file: &'a str,
    game: &'a str,
    rules_version: u32,
    seats: &'a [SeatInfo],
    commitment: String,
    decisions: Vec<Value>,
    events: &'a [Line],
    view: Value,
    outcome: Option<Outcome>,
}

fn whole<'a>(file: &'a str, record: &'a dyn AnyRecord, events: &'a [Line], view: Value) -> Whole<'a> {
    let decisions = record.decisions().into_iter();
    Whole {
        file,
        game: record.game(),
        rules_version: record.rules_version(),
        seats: record.seats(),
        commitment: record.commitment(),
        decisions: decisions.map(|(phase, after)| json!({"phase": phase, "after": after})).collect(),
        events,
        view,
        outcome: record.outcome(),
    }
}

fn verify(name: &str, record: &dyn AnyRecord, as_json: bool, out: &mut Out) -> anyhow::Result<Answer> {
    let commitment = record.commitment();
    let verdict = record.verify();
    if as_json {
        let verified = matches!(verdict, Ok(Verdict::Proven { .. }));
        let mut shape =
            json!({"file": name, "game": record.game(), "verified": verified, "commitment": commitment});
        shape["contributions"] = json!(record.contributions());
        match &verdict {
            Ok(Verdict::Proven { events, dice, outcome }) => {
                shape["events"] = json!(events);
                shape["dice"] = json!(dice);
                shape["outcome"] = json!(outcome);
            }
            Ok(Verdict::Unrevealed { events }) => {
                shape["events"] = json!(events);
                shape["difference"] = json!("the secret is not revealed yet");
            }
            Err(err) => shape["difference"] = json!(err.to_string()),
        }
        out.json(&shape)?;
    }
    match verdict {
        Ok(Verdict::Proven { events, dice, outcome }) => {
            if !as_json {
                let good = out.paint(Style::Good, "verified");
                out.line(format!("{name}: {good}: {events} events and {dice} dice come out again."))?;
                out.line(format!("The secret matches the commitment {commitment}."))?;
                let added = record.seats().iter().zip(record.contributions());
                let added: Vec<String> =
                    added.map(|(seat, text)| format!("{} {text:?}", seat.name)).collect();
                out.wrapped(&format!("Added to the dice: {}.", added.join(", ")), 0)?;
                if let Some(outcome) = outcome {
                    out.line(outcome_in_words(outcome, record.seats()))?;
                }
            }
            Ok(Answer::Yes)
        }
        Ok(Verdict::Unrevealed { events }) => {
            crate::out::complain(format_args!(
                "{name}: the {events} events fit together, but the secret is not revealed yet, so the dice \
                 cannot be recomputed"
            ));
            Ok(Answer::No)
        }
        Err(err) if as_json => {
            crate::out::complain(err);
            Ok(Answer::No)
        }
        Err(err) => Err(err.into()),
    }
}

/// Whose eyes are meant.
pub(crate) fn viewer(text: &str, seats: &[SeatInfo]) -> anyhow::Result<Viewer> {
    let named = |info: &SeatInfo| info.name.eq_ignore_ascii_case(text);
    let found = match text {
        "spectator" => Some(Viewer::Spectator),
        "referee" => Some(Viewer::Referee),
        _ => {
            let number =
                text.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|n| *n < seats.len());
            number.or_else(|| seats.iter().position(named)).map(|n| Viewer::Seat(Seat(n as u8)))
        }
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = seats.iter().map(|info| info.name.as_str()).collect();
        let (last, names) = (seats.len(), names.join(", "));
        Misuse(format!("nobody called {text:?}; expected 1 to {last}, {names}, spectator or referee")).into()
    })
}

pub(crate) fn outcome_in_words(outcome: Outcome, seats: &[SeatInfo]) -> String {
    match outcome {
        Outcome::Draw => "The battle is drawn.".to_owned(),
        Outcome::Won(winners) => {
            let name =
                |seat: Seat| seats.get(seat.index()).map_or(seat.to_string(), |info| info.name.clone());
            let names: Vec<String> = winners.iter().map(name).collect();
            format!("{} won.", names.join(" and "))
        }
    }
}

fn tell(
    name: &str,
    record: &dyn AnyRecord,
    viewer: Viewer,
    log: &[Line],
    step: bool,
    out: &mut Out,
) -> anyhow::Result<()> {
    let players: Vec<String> =
        record.seats().iter().map(|info| format!("{} ({})", info.name, info.player)).collect();
    out.line(out.paint(Style::Bold, format_args!("{name}: {}", record.game())))?;
    out.wrapped(&format!("Seats: {}. Rules version {}.", players.join(", "), record.rules_version()), 0)?;
    out.line(format!("Commitment: {}", record.commitment()))?;
    let decisions = record.decisions();
    let mut next = 0;
    let mut input = io::stdin().lock();
    for line in log {
        while decisions.get(next).is_some_and(|(_, after)| *after <= line.n) {
            out.blank()?;
            let head = format!("Decision {next}: {}, turn {}", decisions[next].0, line.turn);
            let head = out.paint(Style::Bold, head);
            out.line(head)?;
            next += 1;
            if step {
                out.line(record.describe_after(decisions[next - 1].1, viewer)?.trim_end())?;
                out.ask("Enter goes on, q ends. ")?;
                let mut answer = String::new();
                if input.read_line(&mut answer)? == 0 || answer.trim() == "q" {
                    return Ok(());
                }
                if !io::stdin().is_terminal() {
                    out.blank()?;
                }
            }
        }
        if !line.aside {
            event(line, out)?;
        }
    }
    out.blank()?;
    out.line(record.describe_after(record.events(), viewer)?.trim_end())?;
    match record.outcome() {
        Some(outcome) => out.line(outcome_in_words(outcome, record.seats()))?,
        None => out.line("The battle is not over.")?,
    }
    Ok(())
}

/// One event with its rules.
pub(crate) fn event(line: &Line, out: &mut Out) -> io::Result<()> {
    let rules = out.paint(Style::Dim, format_args!("[{}]", line.rules.join(" ")));
    out.wrapped(&format!("{} {rules}", line.text), 2)
}
