//! `puzzle`: finds positions in which one order is clearly the best, and looks after those that
//! come with the games.

use std::{fs, path::PathBuf, time::Instant};

use clap::{Args, Subcommand};
use rulesets::{Mining, Puzzle, RULESETS, Source};
use serde::Serialize;

use crate::{
    Answer, files,
    out::{self, Out, Style},
};

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzleCommand {
    /// Let computers fight, and find moments in which one order is clearly the best
    Make(MakeArgs),
    /// Check that puzzles open, that their solutions are legal and still the best
    Check(CheckArgs),
    /// List the puzzles that come with a game
    List(ListArgs),
}

#[derive(Debug, Args)]
pub(crate) struct MakeArgs {
    /// The game's id, as `flagbridge games` lists it
    game: String,
    /// The seed of the battles; the same seed finds the same puzzles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many to find
    #[arg(long, default_value_t = 1)]
    count: usize,
    /// By how much the solution must beat the next best order, in hundredths of a battle
    #[arg(long, default_value_t = 1.5)]
    margin: f64,
    /// Only battles of this scenario; may be repeated
    #[arg(long, value_name = "ID")]
    scenario: Vec<String>,
    /// Where to put the files, one for each puzzle
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files or folders of puzzles [default: those that come with the games]
    #[arg(value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Imagined battles for each order, and up to 16 times as many where these leave a doubt; 0 to
    /// only open them
    #[arg(long, default_value_t = 24)]
    worlds: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// The game's id, as `flagbridge games` lists it
    game: String,
    /// Show the solutions too
    #[arg(long)]
    solutions: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn make(args: &MakeArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let game = rulesets::find(&args.game)?;
    fs::create_dir_all(&args.out)?;
    let wanted =
        Mining { seed: args.seed, count: args.count, margin: args.margin, scenarios: args.scenario.clone() };
    let begun = Instant::now();
    let mut failed = None;
    game.mine(&wanted, &mut |id, text| {
        let file = args.out.join(format!("{id}.json"));
        if let Err(err) = fs::write(&file, format!("{text}\n")) {
            failed = Some(err);
        }
        out::complain(format_args!("{} after {:.0} s", file.display(), begun.elapsed().as_secs_f64()));
    })?;
    if let Some(err) = failed {
        return Err(err.into());
    }
    out.line(format!("{} puzzles in {}.", args.count, args.out.display()))?;
    Ok(Answer::Yes)
}

/// So many standard errors ahead, a puzzle needs no more imagined battles.
const SURE: f64 = 2.0;

/// The public shape of one puzzle's check.
#[derive(Debug, Serialize)]
struct Report {
    game: String,
    id: String,
    passed: bool,
    /// By how much the solution beats the next best order, in hundredths of a battle, and the
    /// standard error of that; nothing if it does not open or was only opened.
    margin: Option<f64>,
    error: Option<f64>,
    trouble: Option<String>,
}

pub(crate) fn check(args: &CheckArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let mut reports = Vec::new();
    if args.paths.is_empty() {
        for game in RULESETS.iter().map(|it| it.id()) {
            for id in rulesets::puzzle_ids(game) {
                reports.push(report(game, id, rulesets::puzzle(game, id), args.worlds));
            }
        }
    }
    for (name, text) in files::read_all(&args.paths)? {
        let text = text?;
        let source = Source::new(&name, &text)?;
        let game = rulesets::game_of(&source)?;
        reports.push(report(game.id(), &name, game.puzzle(&source), args.worlds));
    }
    let failed = reports.iter().filter(|it| !it.passed).count();
    if args.json {
        out.json(&reports)?;
        return Ok(Answer::yes_if(failed == 0));
    }
    for it in &reports {
        let mark = if it.passed { out.paint(Style::Good, "ok") } else { out.paint(Style::Bad, "FAILED") };
        let margin = it.margin.zip(it.error);
        let margin = margin.map_or(String::new(), |(by, error)| format!(", ahead by {by:.1} ± {error:.1}"));
        out.line(format!("{mark}  {}: {}{margin}", it.game, it.id))?;
        if let Some(trouble) = &it.trouble {
            out.wrapped(trouble, 8)?;
        }
    }
    out.line(format!("{} puzzles, {} passed, {failed} failed.", reports.len(), reports.len() - failed))?;
    Ok(Answer::yes_if(failed == 0))
}

fn report(game: &str, id: &str, opened: Result<Box<dyn Puzzle>, rulesets::Fault>, worlds: usize) -> Report {
    let none = Report {
        game: game.to_owned(),
        id: id.to_owned(),
        passed: false,
        margin: None,
        error: None,
        trouble: None,
    };
    let puzzle = match opened {
        Ok(puzzle) => puzzle,
        Err(err) => return Report { trouble: Some(err.to_string()), ..none },
    };
    if puzzle.reason().is_empty() {
        return Report { trouble: Some("it gives no reason".to_owned()), ..none };
    }
    if worlds == 0 {
        return Report { passed: true, ..none };
    }
    let (mut margin, mut error) = puzzle.margin(worlds);
    for more in [4, 16] {
        if margin < SURE * error {
            (margin, error) = puzzle.margin(worlds * more);
        }
    }
    let passed = 0.0 < margin;
    let trouble = (!passed).then(|| "another order does as well".to_owned());
    Report { passed, margin: Some(margin), error: Some(error), trouble, ..none }
}

pub(crate) fn list(args: &ListArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let game = rulesets::find(&args.game)?.id();
    let all: Result<Vec<Box<dyn Puzzle>>, _> =
        rulesets::puzzle_ids(game).map(|id| rulesets::puzzle(game, id)).collect();
    let all = all?;
    if args.json {
        let cards = all.iter().map(|it| {
            let mut shape = serde_json::to_value(it.card())?;
            if args.solutions {
                shape["solution"] = serde_json::to_value(it.solution())?;
                shape["reason"] = it.reason().into();
            }
            Ok(shape)
        });
        out.json(&cards.collect::<Result<Vec<_>, serde_json::Error>>()?)?;
        return Ok(Answer::Yes);
    }
    for puzzle in &all {
        let card = puzzle.card();
        out.line(format!(
            "{}  {}, turn {}, {}: {} ({})",
            out.paint(Style::Bold, &card.id),
            card.title,
            card.turn,
            card.seats[usize::from(card.seat)],
            card.phase,
            card.rules.join(", ")
        ))?;
        if args.solutions {
            out.wrapped(&format!("{}: {}", puzzle.solution().notation, puzzle.reason()), 4)?;
        }
    }
    Ok(Answer::Yes)
}
