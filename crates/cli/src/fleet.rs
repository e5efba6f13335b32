//! `fleet check`: what a fleet comes to, and everything there is to say about it.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use engine::{Finding, Severity};
use rulesets::{Fault, Source};
use serde::Serialize;

use crate::{
    Answer, design, files,
    out::{Out, Style, complain, several},
    setup,
};

#[derive(Debug, Subcommand)]
pub(crate) enum FleetCommand {
    /// Show what fleets cost, and everything wrong with them
    Check(CheckArgs),
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Fleet files, or folders of them
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// The game, for files that do not name it themselves
    #[arg(long)]
    game: Option<String>,
    /// Change an option of the game; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The public shape of one fleet's result.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    name: String,
    ships: u32,
    mass: u32,
    points: u32,
    cpv: Option<u32>,
    limit: Option<u32>,
    lines: Vec<Line>,
    findings: Vec<design::ReportFinding>,
}

/// Ships of one design.
#[derive(Debug, Serialize)]
struct Line {
    name: String,
    class: String,
    number: u32,
    mass: u32,
    points: u32,
    cpv: Option<u32>,
    findings: Vec<design::ReportFinding>,
}

pub(crate) fn check(args: &CheckArgs, out: &mut Out) -> anyhow::Result<Answer> {
    if let Some(game) = &args.game {
        rulesets::find(game)?;
    }
    let changes = setup::overrides(&args.options)?;
    let mut reports = Vec::new();
    let mut unread = 0;
    for (name, text) in files::read_all(&args.paths)? {
        let review = text.and_then(|text| {
            let source = Source::new(&name, &text)?;
            let game = design::game_of(args.game.as_deref(), &source)?;
            let yard = game.shipyard().ok_or_else(|| design::no_yard(game, &source))?;
            yard.review(&source, &changes)
        });
        match review {
            Ok((review, _)) => reports.push(report(name, review)),
            Err(err @ Fault::Misuse(_)) => return Err(err.into()),
            Err(err) => {
                complain(&err);
                unread += 1;
            }
        }
    }
    let errors =
        |findings: &[design::ReportFinding]| findings.iter().any(|it| it.severity == Severity::Error);
    let sound = |it: &Report| !errors(&it.findings) && !it.lines.iter().any(|line| errors(&line.findings));
    let answer = Answer::yes_if(unread == 0 && reports.iter().all(sound));
    if args.json {
        out.json(&reports)?;
        return Ok(answer);
    }
    for report in &reports {
        let name = out.paint(Style::Bold, &report.name);
        let limit = report.limit.map_or(String::new(), |limit| format!(" of {limit}"));
        let cpv = report.cpv.map_or(String::new(), |cpv| format!(", {cpv} combat points"));
        out.line(format!(
            "{}: {name}, {}, mass {}, {}{limit} points{cpv}",
            report.file,
            several(report.ships, "ship"),
            report.mass,
            report.points
        ))?;
        design::tell(&report.findings, out)?;
        for line in &report.lines {
            let class = if line.class.is_empty() { String::new() } else { format!(" ({})", line.class) };
            out.line(format!(
                "  {} {}{class}, {} each",
                line.number,
                line.name,
                several(line.points, "point")
            ))?;
            design::tell(&line.findings, out)?;
        }
    }
    Ok(answer)
}

fn report(file: String, review: engine::Review) -> Report {
    let line = |it: engine::FleetLine| Line {
        name: it.name,
        class: it.class,
        number: it.number,
        mass: it.mass,
        points: it.points,
        cpv: it.cpv,
        findings: found(it.findings),
    };
    Report {
        file,
        name: review.name,
        ships: review.ships,
        mass: review.mass,
        points: review.points,
        cpv: review.cpv,
        limit: review.limit,
        lines: review.lines.into_iter().map(line).collect(),
        findings: found(review.findings),
    }
}

fn found(findings: Vec<(Severity, Finding)>) -> Vec<design::ReportFinding> {
    findings.into_iter().map(design::finding).collect()
}
