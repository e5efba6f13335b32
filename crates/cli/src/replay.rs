//! `replay`: steps through a record, or verifies it.

mod verify;

use std::{
    io::{self, BufRead, IsTerminal},
    path::PathBuf,
};

use clap::Args;
use engine::{Ending, Outcome, Seat, SeatInfo, Viewer};
use rulesets::{AnyRecord, Expected, Line, Source};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    Answer, Misuse, files,
    out::{Out, Style},
};

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The record's file
    file: PathBuf,
    /// Verify the record instead: its opening, every order, die and event, and the signature
    #[arg(long)]
    verify: bool,
    /// With --verify: the commitment you kept from before the battle
    #[arg(long, value_name = "HEX", requires = "verify")]
    commitment: Option<String>,
    /// With --verify: the public key of the server that should have signed the record
    #[arg(long, value_name = "HEX", requires = "verify")]
    key: Option<String>,
    /// Whose view to show: a seat by number or name, spectator or referee
    #[arg(long = "as", value_name = "WHO", default_value = "referee")]
    viewer: String,
    /// Show only the situation after this many events
    #[arg(long, value_name = "N", conflicts_with = "verify")]
    at: Option<usize>,
    /// Wait for Enter at every decision
    #[arg(long, conflicts_with_all = ["verify", "at", "json"])]
    step: bool,
    /// With --json: also give the changes each event made to the view (JSON Patch) and the view after it
    #[arg(long, requires = "json", conflicts_with_all = ["verify", "at"])]
    views: bool,
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
        let expected = Expected { commitment: args.commitment.clone(), key: args.key.clone() };
        return verify::run(&name, &*record, &expected, args.json, out);
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
    if args.views {
        return views(&name, &*record, viewer, out);
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

/// Every line with what it changed, from the view at the start to the one at the end.
fn views(name: &str, record: &dyn AnyRecord, viewer: Viewer, out: &mut Out) -> anyhow::Result<Answer> {
    let mut events = Vec::new();
    for line in record.told(viewer)? {
        let mut event = serde_json::to_value(&line)?;
        event["view"] = record.view_after(line.n + 1, viewer)?;
        events.push(event);
    }
    let start = record.view_after(0, viewer)?;
    out.json(&json!({"file": name, "game": record.game(), "start": start, "events": events}))?;
    Ok(Answer::Yes)
}

/// The public shape of a record that is stepped through.
#[derive(Debug, Serialize)]
struct Whole<'a> {
    file: &'a str,
    format: &'static str,
    game: &'a str,
    rules_version: u32,
    seats: &'a [SeatInfo],
    commitment: String,
    decisions: Vec<Value>,
    events: &'a [Line],
    view: Value,
    outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<Ending>,
}

fn whole<'a>(file: &'a str, record: &'a dyn AnyRecord, events: &'a [Line], view: Value) -> Whole<'a> {
    let decisions = record.decisions().into_iter();
    Whole {
        file,
        format: record.format().name(),
        game: record.game(),
        rules_version: record.rules_version(),
        seats: record.seats(),
        commitment: record.commitment(),
        decisions: decisions.map(|(phase, after)| json!({"phase": phase, "after": after})).collect(),
        events,
        view,
        outcome: record.outcome(),
        ending: record.ending(),
    }
}

/// Whose eyes are meant.
pub(crate) fn viewer(text: &str, seats: &[SeatInfo]) -> anyhow::Result<Viewer> {
    let names = seats.iter().map(|info| info.name.as_str());
    let found = match text {
        "spectator" => Some(Viewer::Spectator),
        "referee" => Some(Viewer::Referee),
        _ => seat(text, names).map(Viewer::Seat),
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = seats.iter().map(|info| info.name.as_str()).collect();
        let (last, names) = (seats.len(), names.join(", "));
        Misuse(format!("nobody called {text:?}; expected 1 to {last}, {names}, spectator or referee")).into()
    })
}

/// A seat by number from 1, or by name.
pub(crate) fn seat<'a>(text: &str, names: impl ExactSizeIterator<Item = &'a str>) -> Option<Seat> {
    let last = names.len();
    let number = text.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|n| *n < last);
    let named = |name: &str| name.eq_ignore_ascii_case(text);
    let mut names = names;
    number.or_else(|| names.position(named)).map(|n| Seat(n as u8))
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

/// `Rules version 1, from decision 5 (after event 30) on version 2`
fn rules_in_words(record: &dyn AnyRecord) -> String {
    let later = record.versions().iter().map(|it| {
        format!(", from decision {} (after event {}) on version {}", it.decision, it.event, it.rules_version)
    });
    let later: String = later.collect();
    format!("Rules version {}{later}", record.first_rules_version())
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
    out.wrapped(&format!("Seats: {}. {}.", players.join(", "), rules_in_words(record)), 0)?;
    out.line(format!("Commitment: {}", record.commitment()))?;
    let decisions = record.decisions();
    let mut next = 0;
    let mut input = io::stdin().lock();
    for line in log {
        while decisions.get(next).is_some_and(|(_, after)| *after <= line.n) {
            out.blank()?;
            let turn = &rulesets::wording(record.game()).turn;
            let head = format!("Decision {next}: {}, {turn} {}", decisions[next].0, line.turn);
            let head = out.paint(Style::Bold, head);
            out.line(head)?;
            next += 1;
            if step {
                out.line(record.describe_after(decisions[next - 1].1, viewer)?.trim_end())?;
                out.ask("Enter continues, q ends. ")?;
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
            event(line, record.seats(), out)?;
        }
    }
    out.blank()?;
    out.line(record.describe_after(record.events(), viewer)?.trim_end())?;
    if let Some(Ending { by, seat, .. }) = record.ending() {
        let whose = seat.and_then(|it| record.seats().get(it.index()));
        let whose = whose.map_or(String::new(), |info| format!(" of {}", info.name));
        out.line(format!("The battle was ended by {by}{whose}."))?;
    }
    match record.outcome() {
        Some(outcome) => out.line(outcome_in_words(outcome, record.seats()))?,
        None => out.line("The battle is not over.")?,
    }
    Ok(())
}

/// One event with its rules.
pub(crate) fn event(line: &Line, seats: &[SeatInfo], out: &mut Out) -> io::Result<()> {
    let rules = out.paint(Style::Dim, format_args!("[{}]", line.rules.join(" ")));
    let words = out.sided(&line.text, seats.iter().map(|it| it.name.as_str()));
    out.wrapped(&format!("{words} {rules}"), 2)
}
