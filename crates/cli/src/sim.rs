//! `sim`: computer against computer, many battles, in parallel.

use std::{io::IsTerminal, path::PathBuf, sync::atomic::AtomicBool, time::Instant};

use ::lab::{Course, Fought, Plan, Stop};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rulesets::{Bout, Clock, Entrant, Fault, Summary, Table, Tally, Watch};
use serde::Serialize;

use crate::{
    Answer, Misuse,
    files::Draft,
    out::{Out, Style, several},
    setup,
};

#[derive(Debug, Args)]
pub(crate) struct SimArgs {
    /// The game's id, as `flagbridge games` lists it
    game: String,
    /// A scenario's id, or a .json or .toml file of your own
    scenario: String,
    /// One computer player for each seat: random, cadet, captain, admiral, admiral:nodes=2000, exec:./program
    #[arg(long, value_name = "A,B")]
    seats: String,
    /// How many battles
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    battles: u64,
    /// Have the players change sides after every battle
    #[arg(long)]
    swap: bool,
    /// The seed of everything random; the same seed gives the same battles
    #[arg(long)]
    seed: Option<u64>,
    /// How many processor cores to use [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// How long a program of your own may think about an order [default: 5]
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<f64>,
    /// A fleet file in place of the scenario's ships; the first is for the first side, and so on
    #[arg(long = "fleet", value_name = "FILE")]
    fleets: Vec<PathBuf>,
    /// Change an option of the game; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write every battle to this file, one line of JSON each
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The public shape of a simulation's result.
#[derive(Debug, Serialize)]
struct Report<'a> {
    game: &'a str,
    scenario: &'a str,
    seats: Vec<String>,
    swap: bool,
    seed: u64,
    #[serde(flatten)]
    summary: &'a Summary,
    battles_per_second: f64,
    /// Battles that a program lost by its own fault: how many, and the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<Faults>,
}

#[derive(Clone, Debug, Serialize)]
struct Faults {
    battles: u64,
    player: usize,
    why: String,
}

pub(crate) fn run(args: &SimArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let game = rulesets::find(&args.game)?;
    let entrants: Vec<Entrant> = setup::split_seats(&args.seats)
        .iter()
        .map(|text| ::lab::player(text, args.seconds))
        .collect::<Result<_, Fault>>()?;
    let prepared = setup::prepare(game, &args.scenario, &args.fleets, &args.options, Table::Computers)?;
    if entrants.len() != prepared.seats().len() {
        let (given, names) = (entrants.len(), prepared.seats());
        let words =
            format!("--seats names {given} players, but there are {}: {}", names.len(), names.join(", "));
        return Err(Misuse(words).into());
    }
    // Before the battles, so that an hour's work is not lost for a wrong folder.
    let mut draft = args.out.as_deref().map(Draft::begin).transpose()?;
    let seed = setup::seed(args.seed)?;
    let seats: Vec<String> = entrants.iter().map(Entrant::to_string).collect();
    let names = prepared.seats().to_vec();
    let bout = Bout { entrants, seed, swap: args.swap, watch: Watch::default() };
    let stop = Stop { battles: args.battles, batch: args.battles, ..Stop::default() };
    let course = Course::new(&stop, [(names.len(), args.swap)]);
    let bar = progress(args.battles);
    let mut tally = Tally::new(names.len());
    let mut faults: Option<Faults> = None;
    let begun = Instant::now();
    let ran = ::lab::run(
        &Plan::new(vec![(prepared, bout)]),
        course,
        args.jobs.map_or(0, usize::from),
        &AtomicBool::new(false),
        &mut |Fought { seen, .. }, _| {
            bar.inc(1);
            tally.add(&seen.report);
            if let Some((player, why)) = seen.fault {
                faults.get_or_insert(Faults { battles: 0, player, why }).battles += 1;
            }
            let Some(draft) = &mut draft else { return Ok(()) };
            let line = serde_json::to_string(&seen.report).expect("plain data");
            draft.write(&line).and_then(|()| draft.write("\n")).map_err(Stopped::Written)
        },
    );
    let ran = ran.map_err(|err| match err {
        Stopped::Fought(fault) => fault.into(),
        Stopped::Written(err) => err,
    })?;
    let clock = ran.clocks.into_values().next().unwrap_or_else(|| Clock::new(names.len()));
    let summary = tally.summary(begun.elapsed().as_secs_f64(), &clock);
    bar.finish_and_clear();
    if let Some(draft) = draft {
        draft.finish()?;
    }
    let report = Report {
        game: &args.game,
        scenario: &args.scenario,
        seats,
        swap: args.swap,
        seed,
        summary: &summary,
        battles_per_second: summary.battles_per_second(),
        faults,
    };
    if args.json {
        out.json(&report)?;
    } else {
        tables(&report, &names, out)?;
    }
    Ok(Answer::Yes)
}

/// Why battles are broken off.
enum Stopped {
    Fought(Fault),
    Written(anyhow::Error),
}

impl From<Fault> for Stopped {
    fn from(fault: Fault) -> Stopped {
        Stopped::Fought(fault)
    }
}

/// Nothing is drawn where nobody watches.
pub(crate) fn progress(battles: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(battles), ProgressDrawTarget::stderr_with_hz(5));
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} battles  {per_sec}  {eta} left")
        .expect("the template is ours");
    bar.with_style(style)
}

fn tables(report: &Report<'_>, sides: &[String], out: &mut Out) -> anyhow::Result<()> {
    let Report { summary, .. } = report;
    let n = summary.battles;
    let swapped = if report.swap { ", sides swapped from battle to battle" } else { "" };
    out.line(
        out.paint(Style::Bold, format_args!("{} of {}{swapped}", several(n, "battle"), report.scenario)),
    )?;
    out.blank()?;
    let percent = |x: f64| format!("{:.1}%", 100.0 * x);
    let called = |player: usize| match report.swap {
        true => format!("{}: {}", player + 1, report.seats[player]),
        false => format!("{}: {}", sides[player], report.seats[player]),
    };
    let rows: Vec<Vec<String>> = summary
        .score
        .iter()
        .enumerate()
        .map(|(player, score)| {
            let wins = summary.wins[player];
            let interval = format!("{} to {}", percent(score.low), percent(score.high));
            vec![
                called(player),
                wins.to_string(),
                percent(wins as f64 / n.max(1) as f64),
                percent(score.mean),
                interval,
            ]
        })
        .collect();
    out.table(&["player", "wins", "", "score", "95% interval of the score"], &rows)?;
    out.line(format!("Draws: {}. A draw counts half in the score.", summary.draws))?;
    if report.swap {
        let by_side: Vec<String> =
            sides.iter().zip(&summary.seat_wins).map(|(side, wins)| format!("{side} {wins}")).collect();
        out.line(format!("Wins by side: {}.", by_side.join(", ")))?;
    }
    let turns = summary.turns;
    out.line(format!(
        "Turns: {:.1} on average, 95% of battles within {}. Decisions: {:.1}.",
        turns.mean, turns.p95, summary.decisions
    ))?;
    out.blank()?;
    let rows: Vec<Vec<String>> = summary
        .losses
        .iter()
        .map(|it| {
            let all = it.survived + it.destroyed + it.left;
            let part = |count: u64| format!("{count} ({})", percent(count as f64 / all.max(1) as f64));
            vec![called(it.player), it.class.clone(), part(it.destroyed), part(it.left), part(it.survived)]
        })
        .collect();
    out.table(&["player", "ship", "destroyed", "left the table", "survived"], &rows)?;
    out.blank()?;
    for it in &summary.thinking {
        out.line(format!(
            "{} took {:.3} s to decide (median), {:.3} s (95th percentile).",
            called(it.player),
            it.p50,
            it.p95
        ))?;
    }
    if let Some(Faults { battles, player, why }) = &report.faults {
        let lost = several(*battles, "battle");
        out.line(format!(
            "Lost by a program's own fault: {lost}; first {}, because {why}.",
            called(*player)
        ))?;
    }
    out.line(format!(
        "Seed {}. {:.1} s, {:.0} battles a second.",
        report.seed, summary.seconds, report.battles_per_second
    ))?;
    Ok(())
}
