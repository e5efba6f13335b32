//! `case`: runs conformance cases and says what differs, or shows what they ask on the way.

use std::path::{Path, PathBuf};

use clap::Args;
use rulesets::{CaseMoment, CaseShow, Source};
use serde::Serialize;

use crate::{
    Answer, Misuse, files,
    out::{Out, Style},
};

#[derive(Debug, Args)]
pub(crate) struct CaseArgs {
    /// Case files, or folders of them
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Show what is asked, and of whom, at every step, and the view at the last one
    #[arg(long)]
    show: bool,
    /// With --show: show the view after this many steps
    #[arg(long, value_name = "N", requires = "show")]
    at: Option<usize>,
    /// With --show: show what this seat sees, from 1, instead of the referee's view
    #[arg(long, value_name = "N", requires = "show", value_parser = clap::value_parser!(u8).range(1..))]
    seat: Option<u8>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The public shape of one case's result.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    name: String,
    rules: Vec<String>,
    passed: bool,
    differences: Vec<String>,
}

pub(crate) fn run(args: &CaseArgs, out: &mut Out) -> anyhow::Result<Answer> {
    if args.show {
        return show(args, out);
    }
    let mut reports = Vec::new();
    for (name, text) in files::read_all(&args.paths)? {
        let result = text.and_then(|text| rulesets::run_case(&Source::new(&name, &text)?));
        let report = match result {
            Ok(case) => Report {
                file: name,
                name: case.name,
                rules: case.rules,
                passed: case.differences.is_empty(),
                differences: case.differences,
            },
            // A case that cannot be read has failed; the others still run.
            Err(err) => Report {
                name: Path::new(&name).file_stem().unwrap_or_default().to_string_lossy().into_owned(),
                file: name,
                rules: Vec::new(),
                passed: false,
                differences: vec![err.to_string()],
            },
        };
        reports.push(report);
    }
    let failed = reports.iter().filter(|report| !report.passed).count();
    if args.json {
        out.json(&reports)?;
        return Ok(Answer::yes_if(failed == 0));
    }
    for Report { file, name, passed, differences, .. } in &reports {
        let mark = if *passed { out.paint(Style::Good, "ok") } else { out.paint(Style::Bad, "FAILED") };
        out.line(format!("{mark}  {file}: {name}"))?;
        for difference in differences {
            out.wrapped(difference, 8)?;
        }
    }
    out.blank()?;
    let all = reports.len();
    let cases = if all == 1 { "case" } else { "cases" };
    out.line(format!("{all} {cases}, {} passed, {failed} failed.", all - failed))?;
    Ok(Answer::yes_if(failed == 0))
}

/// The public shape of one case that is shown.
#[derive(Debug, Serialize)]
struct Shown {
    file: String,
    #[serde(flatten)]
    case: CaseShow,
}

fn show(args: &CaseArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let (mut all, mut unread) = (Vec::new(), Vec::new());
    for (file, text) in files::read_all(&args.paths)? {
        // A case that cannot be read is told of; the others are still shown.
        let mut case = match text.and_then(|text| rulesets::show_case(&Source::new(&file, &text)?)) {
            Ok(case) => case,
            Err(err) => {
                unread.push(err);
                continue;
            }
        };
        if let Some(seat) = args.seat {
            for moment in &mut case.moments {
                let seats = moment.seats.len();
                let Some(view) = moment.seats.get(usize::from(seat) - 1) else {
                    return Err(Misuse(format!("{file}: there is no seat {seat}, only 1 to {seats}")).into());
                };
                moment.view = view.clone();
            }
        }
        if let Some(at) = args.at
            && case.moments.len() <= at
        {
            let there = case.moments.len().saturating_sub(1);
            let words = format!("{file}: after {at} steps, but only {there} could be played");
            return Err(Misuse(words).into());
        }
        all.push(Shown { file, case });
    }
    if args.json {
        out.json(&all)?;
        return unread.pop().map_or(Ok(Answer::Yes), |err| Err(err.into()));
    }
    for Shown { file, case } in &all {
        out.line(format!("{file}: {}", case.name))?;
        let last = args.at.unwrap_or(case.moments.len().saturating_sub(1));
        for moment in &case.moments {
            out.blank()?;
            show_moment(moment, moment.steps == last, out)?;
        }
        for difference in &case.differences {
            out.wrapped(difference, 8)?;
        }
        out.blank()?;
    }
    for err in &unread {
        out.line(out.paint(Style::Bad, err.to_string()))?;
    }
    Ok(Answer::yes_if(unread.is_empty()))
}

fn show_moment(moment: &CaseMoment, whole: bool, out: &mut Out) -> anyhow::Result<()> {
    for line in &moment.told {
        out.wrapped(line, 4)?;
    }
    let when = match moment.steps {
        0 => "Before step 1".to_owned(),
        n => format!("After step {n}"),
    };
    let phase = match (moment.phase, moment.word) {
        (None, _) => return Ok(out.line(format!("{when}: the battle is over"))?),
        (Some(phase), Some(word)) if word != phase => format!("{phase} ({word})"),
        (Some(phase), _) => phase.to_owned(),
    };
    out.line(format!("{when}: phase {phase}"))?;
    for asked in &moment.asked {
        out.line(format!("  seat {} ({}) decides", asked.seat, asked.name))?;
        if whole {
            for line in asked.prompt.lines() {
                out.line(format!("    {line}"))?;
            }
        }
    }
    if whole {
        for line in moment.description.lines().chain([""]) {
            out.line(line)?;
        }
        out.line(serde_json::to_string_pretty(&moment.view)?)?;
    }
    Ok(())
}
