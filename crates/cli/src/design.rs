//! `design`: what a ship costs and everything there is to say about it, and its display.

use std::{collections::BTreeSet, path::PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use engine::{Audit, Finding, Severity};
use rulesets::{Fault, Override, Ruleset, Source};
use serde::Serialize;

use crate::{
    Answer, Misuse, files,
    out::{Out, Style, complain},
    setup,
};

#[derive(Debug, Subcommand)]
pub(crate) enum DesignCommand {
    /// Show what ship designs cost, and everything wrong with them
    Check(CheckArgs),
    /// Draw the display of each ship as an SVG file
    Sheet(SheetArgs),
    /// Draw the displays of all ships into one PDF
    Pdf(PdfArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SheetArgs {
    /// Design files, or folders of them
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// The game, for files that do not name it themselves
    #[arg(long)]
    game: Option<String>,
    /// The folder for the displays, one file for each ship; without it, a single display goes to stdout
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct PdfArgs {
    /// Design files, or folders of them
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// The game, for files that do not name it themselves
    #[arg(long)]
    game: Option<String>,
    /// The PDF to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// a5: a page for each display; a4: two side by side
    #[arg(long, default_value = "a5", value_parser = ["a5", "a4"])]
    paper: String,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Design files, or folders of them
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
pub(crate) struct ReportFinding {
    pub(crate) rule: &'static str,
    pub(crate) severity: Severity,
    pub(crate) message: String,
}

pub(crate) fn check(args: &CheckArgs, out: &mut Out) -> anyhow::Result<Answer> {
    if let Some(game) = &args.game {
        rulesets::find(game)?;
    }
    let changes = setup::overrides(&args.options)?;
    let mut reports = Vec::new();
    let mut unread = 0;
    for (name, text) in files::read_all(&args.paths)? {
        match text.and_then(|text| audit(args, &Source::new(&name, &text)?, &changes)) {
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
        tell(&report.findings, out)?;
    }
    Ok(answer)
}

/// Findings in words, one a line or more.
pub(crate) fn tell(findings: &[ReportFinding], out: &mut Out) -> anyhow::Result<()> {
    for ReportFinding { rule, severity, message } in findings {
        let severity = match severity {
            Severity::Error => out.paint(Style::Bad, "error"),
            Severity::Warning => "warning".to_owned(),
            Severity::Note => out.paint(Style::Dim, "note"),
        };
        out.wrapped(&format!("{severity}: {message} (rule {rule})"), 4)?;
    }
    Ok(())
}

/// The game that a file is for: as it says itself, or as the command line does.
pub(crate) fn game_of(game: Option<&str>, source: &Source<'_>) -> Result<&'static dyn Ruleset, Fault> {
    match (source.game()?, game) {
        (None, Some(game)) => rulesets::find(game),
        (Some(_), _) | (None, None) => rulesets::game_of(source),
    }
}

pub(crate) fn no_yard(game: &dyn Ruleset, source: &Source<'_>) -> Fault {
    Fault::Failed(format!("{}: {} has no shipyard", source.name, game.id()))
}

pub(crate) fn sheet(args: &SheetArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let drawn = draw(&args.paths, args.game.as_deref())?;
    let Some(folder) = &args.out else {
        let [only] = &drawn[..] else {
            let words =
                format!("{} displays, but only one goes to stdout; name a folder with --out", drawn.len());
            return Err(Misuse(words).into());
        };
        out.line(only.svg.trim_end())?;
        return Ok(Answer::Yes);
    };
    std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    let mut taken = BTreeSet::new();
    for sheet in &drawn {
        let plain: String =
            sheet.name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(60).collect();
        let plain = if plain.is_empty() { "ship".to_owned() } else { plain };
        let mut name = plain.clone();
        let mut n = 2;
        while !taken.insert(name.to_lowercase()) {
            name = format!("{plain}-{n}");
            n += 1;
        }
        files::write(&folder.join(format!("{name}.svg")), &sheet.svg)?;
    }
    out.line(format!("Displays: {} in {}", drawn.len(), folder.display()))?;
    Ok(Answer::Yes)
}

pub(crate) fn pdf(args: &PdfArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let drawn = draw(&args.paths, args.game.as_deref())?;
    let pages = if args.paper == "a4" { sheets::Pages::Pairs } else { sheets::Pages::Single };
    let title = drawn.first().map_or("", |sheet| sheet.name.as_str());
    let displays: Vec<&str> = drawn.iter().map(|sheet| sheet.svg.as_str()).collect();
    let document = sheets::pdf(title, &displays, pages)?;
    let mut draft = files::Draft::begin(&args.out)?;
    draft.write_bytes(&document)?;
    draft.finish()?;
    out.line(format!("Displays: {} in {}", drawn.len(), args.out.display()))?;
    Ok(Answer::Yes)
}

fn draw(paths: &[PathBuf], game: Option<&str>) -> anyhow::Result<Vec<engine::Sheet>> {
    let mut drawn = Vec::new();
    for (name, text) in files::read_all(paths)? {
        let text = text?;
        let source = Source::new(&name, &text)?;
        let game = game_of(game, &source)?;
        let yard = game.shipyard().ok_or_else(|| no_yard(game, &source))?;
        drawn.extend(yard.sheets(&source, &[])?);
    }
    Ok(drawn)
}

fn audit(args: &CheckArgs, source: &Source<'_>, changes: &[Override]) -> Result<Vec<Audit>, Fault> {
    game_of(args.game.as_deref(), source)?.audit(source, changes)
}

fn report(file: String, audit: Audit) -> Report {
    let findings = audit.findings.into_iter().map(finding);
    Report {
        file,
        name: audit.name,
        mass: audit.mass,
        points: audit.points,
        cpv: audit.cpv,
        findings: findings.collect(),
    }
}

pub(crate) fn finding((severity, finding): (Severity, Finding)) -> ReportFinding {
    ReportFinding { rule: finding.rule, severity, message: finding.reason }
}
