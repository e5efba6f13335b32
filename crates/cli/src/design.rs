//! `design check`: what a ship design costs, and everything there is to say about it.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use engine::{Audit, Severity};
use rulesets::{Fault, Override, Source};
use serde::Serialize;

use crate::{
    Answer, files,
    out::{Out, Style, complain},
    setup,
};

#[derive(Debug, Subcommand)]
pub(crate) enum DesignCommand {
    /// Mass, points and every finding of ship designs
    Check(CheckArgs),
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Design files, or folders of them
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// The game of files that do not name it themselves
    #[arg(long)]
    game: Option<String>,
    /// Change an option of the game; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The public shape of one design's result.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    name: String,
    mass: u32,
    points: u32,
    cpv: Option<u32>,
    findings: Vec<ReportFinding>,
}

#[derive(Debug, Serialize)]
struct ReportFinding {
    rule: &'static str,
    severity: Severity,
    message: String,
}

pub(crate) fn check(args: &CheckArgs, out: &mut Out) -> anyhow::Result<Answer> {
    if let Some(game) = &args.game {
        rulesets::find(game)?;
    }
    let changes = setup::overrides(&args.options)?;
    let mut reports = Vec::new();
    let mut unread = 0;
    for (name, text) in files::read_all(&args.paths)? {
        match Source::new(&name, &text).and_then(|source| audit(args, &source, &changes)) {
            Ok(audits) => reports.extend(audits.into_iter().map(|audit| report(name.clone(), audit))),
            // A wrong option is wrong for all of them.
            Err(err @ Fault::Misuse(_)) => return Err(err.into()),
            // What cannot be read is told; the others are still checked.
            Err(err) => {
                complain(&err);
                unread += 1;
            }
        }
    }
    let sound = |report: &Report| report.findings.iter().all(|it| it.severity != Severity::Error);
    let answer = Answer::yes_if(unread == 0 && reports.iter().all(sound));
    if args.json {
        out.json(&reports)?;
        return Ok(answer);
    }
    for report in &reports {
        let cpv = report.cpv.map_or(String::new(), |cpv| format!(", {cpv} combat points"));
        let name = out.paint(Style::Bold, &report.name);
        out.line(format!("{}: {name}, mass {}, {} points{cpv}", report.file, report.mass, report.points))?;
        for ReportFinding { rule, severity, message } in &report.findings {
            let severity = match severity {
                Severity::Error => out.paint(Style::Bad, "error"),
                Severity::Warning => "warning".to_owned(),
                Severity::Note => out.paint(Style::Dim, "note"),
            };
            out.wrapped(&format!("{severity}: {message} (rule {rule})"), 4)?;
        }
    }
    Ok(answer)
}

fn audit(args: &CheckArgs, source: &Source<'_>, changes: &[Override]) -> Result<Vec<Audit>, Fault> {
    let game = match (source.game()?, &args.game) {
        (None, Some(game)) => rulesets::find(game)?,
        (Some(_), _) | (None, None) => rulesets::game_of(source)?,
    };
    game.audit(source, changes)
}

fn report(file: String, audit: Audit) -> Report {
    let findings = audit.findings.into_iter().map(|(severity, finding)| ReportFinding {
        rule: finding.rule,
        severity,
        message: finding.reason,
    });
    Report {
        file,
        name: audit.name,
        mass: audit.mass,
        points: audit.points,
        cpv: audit.cpv,
        findings: findings.collect(),
    }
}
