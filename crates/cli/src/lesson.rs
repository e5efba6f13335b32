//! `lesson`: what there is to learn, and every lesson played through by itself.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use rulesets::{LessonMoment, LessonReport, RULESETS, Source};
use serde::Serialize;

use crate::{
    Answer, files,
    out::{Out, Style},
};

#[derive(Debug, Subcommand)]
pub(crate) enum LessonCommand {
    /// List the lessons that come with the games
    List(ListArgs),
    /// Play lessons through with the orders they show, and report what is wrong with them
    Check(CheckArgs),
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Only those of this game
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Games, lesson files, or folders of them [default: all that come with the games]
    #[arg(value_name = "GAME|FILE|DIR")]
    which: Vec<String>,
    /// Show what happens, what is asked, and what can be ordered at every task
    #[arg(long)]
    show: bool,
    /// With --show: show the learner's view before this task, counting from 1
    #[arg(long, value_name = "N", requires = "show")]
    at: Option<usize>,
    /// Print JSON
    #[arg(long, conflicts_with = "show")]
    json: bool,
}

/// The public shape of a lesson in a list.
#[derive(Debug, Serialize)]
struct Listed {
    game: &'static str,
    id: &'static str,
    title: String,
    blurb: String,
    minutes: u8,
    tasks: usize,
}

/// The public shape of one lesson's result.
#[derive(Debug, Serialize)]
struct Report {
    game: String,
    /// Of a supplied lesson; of another, its file.
    id: String,
    title: String,
    steps: usize,
    passed: bool,
    /// Everything that is wrong with it.
    reason: String,
}

pub(crate) fn run(command: &LessonCommand, out: &mut Out) -> anyhow::Result<Answer> {
    match command {
        LessonCommand::List(args) => list(args, out),
        LessonCommand::Check(args) => check(args, out),
    }
}

fn list(args: &ListArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let games = match &args.game {
        Some(game) => vec![rulesets::find(game)?],
        None => RULESETS.to_vec(),
    };
    let listed = |it: &'static rulesets::SuppliedLesson| Listed {
        game: it.game,
        id: it.id,
        title: it.card.title.clone(),
        blurb: it.card.blurb.clone(),
        minutes: it.card.minutes,
        tasks: it.card.tasks,
    };
    let all: Vec<Listed> = games.iter().flat_map(|game| rulesets::lessons(game.id()).map(listed)).collect();
    if args.json {
        out.json(&all)?;
        return Ok(Answer::Yes);
    }
    for Listed { game, id, title, blurb, minutes, .. } in &all {
        let title = out.paint(Style::Good, title);
        out.line(format!("{game} {id}: {title} (about {minutes} minutes)"))?;
        out.wrapped(blurb, 4)?;
    }
    Ok(Answer::Yes)
}

fn check(args: &CheckArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let (games, paths): (Vec<&String>, Vec<&String>) =
        args.which.iter().partition(|it| RULESETS.iter().any(|game| game.id() == it.as_str()));
    let mut checked: Vec<(String, String, Result<LessonReport, rulesets::Fault>)> = Vec::new();
    for game in RULESETS.iter().map(|it| it.id()) {
        if !args.which.is_empty() && !games.iter().any(|it| it.as_str() == game) {
            continue;
        }
        for lesson in rulesets::lessons(game) {
            checked.push((game.to_owned(), lesson.id.to_owned(), rulesets::check_lesson(&lesson.source())));
        }
    }
    let paths: Vec<PathBuf> = paths.into_iter().map(PathBuf::from).collect();
    for (name, text) in files::read_all(&paths)? {
        let text = text?;
        let source = Source::new(&name, &text)?;
        let game = source.game()?.unwrap_or_default();
        checked.push((game, name.clone(), rulesets::check_lesson(&source)));
    }
    let mut reports = Vec::new();
    for (game, id, result) in checked {
        let report = match result {
            Ok(report) => {
                if args.show {
                    show(args, &report, out)?;
                }
                let passed = report.differences.is_empty();
                let reason = report.differences.join("\n");
                Report { game, id, title: report.title, steps: report.steps, passed, reason }
            }
            // A lesson that cannot be read has failed; the others are still played.
            Err(err) => {
                Report { game, title: id.clone(), id, steps: 0, passed: false, reason: err.to_string() }
            }
        };
        reports.push(report);
    }
    let failed = reports.iter().filter(|it| !it.passed).count();
    if args.json {
        out.json(&reports)?;
        return Ok(Answer::yes_if(failed == 0));
    }
    for Report { game, id, title, passed, reason, .. } in &reports {
        let mark = if *passed { out.paint(Style::Good, "ok") } else { out.paint(Style::Bad, "FAILED") };
        out.line(format!("{mark}  {game} {id}: {title}"))?;
        for line in reason.lines() {
            out.wrapped(line, 8)?;
        }
    }
    out.blank()?;
    let all = reports.len();
    let lessons = if all == 1 { "lesson" } else { "lessons" };
    out.line(format!("{all} {lessons}, {} passed, {failed} failed.", all - failed))?;
    Ok(Answer::yes_if(failed == 0))
}

fn show(args: &CheckArgs, report: &LessonReport, out: &mut Out) -> anyhow::Result<()> {
    out.line(&report.title)?;
    let last = report.moments.len();
    for (n, moment) in (1..).zip(&report.moments) {
        out.blank()?;
        show_moment(n, moment, args.at.unwrap_or(last) == n, out)?;
    }
    out.blank()?;
    Ok(())
}

fn show_moment(n: usize, moment: &LessonMoment, whole: bool, out: &mut Out) -> anyhow::Result<()> {
    for line in &moment.lines {
        out.wrapped(&line.text, 4)?;
    }
    let phase = moment.phase.unwrap_or("the battle is over");
    out.line(format!("Task {n}: {phase}, turn {}", moment.turn))?;
    for page in &moment.coach.pages {
        out.wrapped(&page.text, 2)?;
    }
    if !moment.coach.task.is_empty() {
        out.wrapped(&format!("* {}", moment.coach.task), 2)?;
    }
    if let Some(show) = &moment.coach.show {
        out.line(format!("    shown: {}", show.notation))?;
        out.line(format!("    {}", show.order))?;
    }
    if whole {
        for line in moment.prompt.iter().flat_map(|it| it.lines()) {
            out.line(format!("    {line}"))?;
        }
        for line in moment.words.lines().chain([""]) {
            out.line(line)?;
        }
        out.line(serde_json::to_string(&moment.view)?)?;
        if let Some(menu) = &moment.menu {
            out.line(serde_json::to_string(menu)?)?;
        }
    }
    Ok(())
}
