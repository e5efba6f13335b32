//! `case`: runs conformance cases and says what differs.

use std::path::{Path, PathBuf};

use clap::Args;
use rulesets::Source;
use serde::Serialize;

use crate::{
    Answer, files,
    out::{Out, Style, complain},
};

#[derive(Debug, Args)]
pub(crate) struct CaseArgs {
    /// Case files, or folders of them
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
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
    let mut reports = Vec::new();
    for (name, text) in files::read_all(&args.paths)? {
        let result = Source::new(&name, &text).and_then(|source| rulesets::run_case(&source));
        let report = match result {
            Ok(case) => Report {
                file: name,
                name: case.name,
                rules: case.rules,
                passed: case.differences.is_empty(),
                differences: case.differences,
            },
            // A case that cannot be read has failed; the others still run.
            Err(err) => {
                complain(&err);
                Report {
                    name: Path::new(&name).file_stem().unwrap_or_default().to_string_lossy().into_owned(),
                    file: name,
                    rules: Vec::new(),
                    passed: false,
                    differences: vec![err.to_string()],
                }
            }
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
