//! `lab`: studies, and the questions that people ask of them.

mod ask;
mod doctor;
mod fair;
mod weigh;

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use ::lab::{Asked, Folder, Form, Line, Study, Work};
use anyhow::Context;
use clap::{Args, Subcommand};
use rulesets::Source;
use serde::Serialize;

use crate::{
    Answer, Misuse, files,
    out::{Out, Style, complain, several},
    sim,
};

#[derive(Debug, Subcommand)]
pub(crate) enum LabCommand {
    /// Fight the battles of a study; one that was stopped continues where it was
    Run(RunArgs),
    /// A page of figures and numbers of a study, and each figure as SVG and PDF
    Report(ReportArgs),
    /// Is player A better than player B? Fights until it is known
    Sprt(ask::SprtArgs),
    /// Ratings of players, everybody against everybody
    Ladder(ask::LadderArgs),
    /// How even every scenario of a game is
    Fair(fair::FairArgs),
    /// What each ship of a game is worth, compared with the book's price
    Worth(weigh::WorthArgs),
    /// The smallest change that makes a scenario even
    Balance(weigh::BalanceArgs),
    /// What the rules did in battles, and how often
    Doctor(doctor::DoctorArgs),
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The study: a .toml or .json file (docs/lab.md)
    study: PathBuf,
    #[command(flatten)]
    keep: Keep,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// The folder that keeps the study's battles
    folder: PathBuf,
    /// Only the page, without a file for each figure
    #[arg(long)]
    page_only: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Where and how a study's battles are kept.
#[derive(Debug, Args)]
pub(crate) struct Keep {
    /// The folder that keeps the battles [default: lab/ and the name of the study]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// How many cores to use [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Write the rows as CSV, too
    #[arg(long)]
    csv: bool,
    /// Write the rows as lines of JSON, too
    #[arg(long)]
    lines: bool,
}

impl Keep {
    fn folder(&self, name: &str) -> Folder {
        Folder::new(self.out.clone().unwrap_or_else(|| Path::new("lab").join(name)))
    }

    fn forms(&self) -> Vec<Form> {
        let asked = [(true, Form::Parquet), (self.csv, Form::Csv), (self.lines, Form::Lines)];
        asked.into_iter().filter(|(wanted, _)| *wanted).map(|(_, form)| form).collect()
    }
}

pub(crate) fn run(command: &LabCommand, out: &mut Out) -> anyhow::Result<Answer> {
    match command {
        LabCommand::Run(args) => study(args, out),
        LabCommand::Report(args) => report(args, out),
        LabCommand::Sprt(args) => ask::sprt(args, out),
        LabCommand::Ladder(args) => ask::ladder(args, out),
        LabCommand::Fair(args) => fair::fair(args, out),
        LabCommand::Worth(args) => weigh::worth(args, out),
        LabCommand::Balance(args) => weigh::balance(args, out),
        LabCommand::Doctor(args) => doctor::run(args, out),
    }
}

/// The public shape of a study's result.
#[derive(Debug, Serialize)]
struct Report<'a> {
    title: &'a str,
    folder: String,
    /// Whether every kind of battle has seen enough.
    complete: bool,
    battles: u64,
    cells: &'a [Line],
}

fn study(args: &RunArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let name = args.study.display().to_string();
    let text = files::read(&args.study)?;
    let study = Study::read(&Source::new(&name, &text)?)?;
    let home = args.study.parent().unwrap_or(Path::new(".")).to_owned();
    let stem = args.study.file_stem().map_or("study".to_owned(), |it| it.to_string_lossy().into_owned());
    let folder = args.keep.folder(&stem);
    let command = format!("flagbridge lab run {name}");
    let (work, complete) = pursue(&study, &home, &command, &folder, &args.keep)?;
    let lines = work.lines();
    if args.json {
        let report = Report {
            title: &work.asked.title,
            folder: folder.path().display().to_string(),
            complete,
            battles: lines.iter().map(|it| it.battles).sum(),
            cells: &lines,
        };
        out.json(&report)?;
    } else {
        table(&work.asked, &lines, out)?;
        out.blank()?;
        out.line(format!("Kept in {}.", folder.path().display()))?;
    }
    Ok(Answer::yes_if(complete))
}

/// The public shape of a report: which files there are.
#[derive(Debug, Serialize)]
struct Reported {
    page: String,
    figures: Vec<Drawn>,
}

#[derive(Debug, Serialize)]
struct Drawn {
    id: String,
    title: String,
    battles: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pdf: Option<String>,
}

fn report(args: &ReportArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let folder = Folder::new(&args.folder);
    let asked = folder.asked()?;
    let sums = folder.sums(&asked)?;
    let figures = ::lab::figures(&asked, &sums);
    let remake = format!("flagbridge lab report {}", args.folder.display());
    let page = write(&folder.file("report.html"), ::lab::page(&asked, &sums, &figures, &remake).as_bytes())?;
    let mut drawn = Vec::new();
    for figure in figures {
        let (mut svg, mut pdf) = (None, None);
        if !args.page_only {
            let home = folder.file("figures");
            std::fs::create_dir_all(&home).with_context(|| format!("{}: cannot be made", home.display()))?;
            let alone = figure.alone(&remake);
            svg = Some(write(&home.join(format!("{}.svg", figure.id)), alone.as_bytes())?);
            let paper = sheets::pdf(&figure.title, &[&alone], sheets::Pages::Single)?;
            pdf = Some(write(&home.join(format!("{}.pdf", figure.id)), &paper)?);
        }
        drawn.push(Drawn { id: figure.id, title: figure.title, battles: figure.battles, svg, pdf });
    }
    if args.json {
        out.json(&Reported { page, figures: drawn })?;
    } else {
        out.line(page)?;
        for it in drawn.iter().flat_map(|it| [&it.svg, &it.pdf]).flatten() {
            out.line(it)?;
        }
    }
    Ok(Answer::Yes)
}

/// Writes a file whole, and says which.
fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<String> {
    let mut draft = files::Draft::begin(path)?;
    draft.write_bytes(bytes)?;
    draft.finish()?;
    Ok(path.display().to_string())
}

/// Takes a study up and fights it to its end.
fn pursue(
    study: &Study,
    home: &Path,
    command: &str,
    folder: &Folder,
    keep: &Keep,
) -> anyhow::Result<(Work, bool)> {
    finish(Work::begin(study, home, command, Some(folder))?, folder, keep)
}

/// Fights on to the end, or until somebody stops it; then the rows are written out. Says
/// whether it has come to its end.
fn finish(mut work: Work, folder: &Folder, keep: &Keep) -> anyhow::Result<(Work, bool)> {
    let begun = work.taken_up;
    if 0 < begun {
        complain(format_args!(
            "going on after {} kept in {}",
            several(begun, "battle"),
            folder.path().display()
        ));
    }
    let halt = stop_at_ctrl_c()?;
    let course = work.course();
    let bar = sim::progress(course.battles() + course.most_left());
    bar.set_position(begun);
    bar.reset_eta();
    let complete = work.go(keep.jobs.map_or(0, usize::from), halt, &mut |course, sums, row| {
        bar.inc(1);
        if sums[row.cell].ended.is_some() {
            // It has seen enough, perhaps before the most that it might have.
            bar.set_length(course.battles() + course.most_left());
        }
    })?;
    bar.finish_and_clear();
    if complete {
        ::lab::export(folder, &work.asked, &keep.forms())?;
    } else {
        let battles = several(work.course().battles(), "battle");
        complain(format_args!("stopped after {battles}; the same command goes on from there"));
    }
    Ok((work, complete))
}

/// The first time it is pressed what has been fought is put in order; the second time nobody waits.
fn stop_at_ctrl_c() -> anyhow::Result<&'static AtomicBool> {
    static HALT: AtomicBool = AtomicBool::new(false);
    static LISTENS: AtomicBool = AtomicBool::new(false);
    // A question may have several studies, one after the other.
    if LISTENS.swap(true, Ordering::Relaxed) {
        return Ok(&HALT);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    thread::spawn(move || {
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                HALT.store(true, Ordering::Relaxed);
            }
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(130);
            }
        });
    });
    Ok(&HALT)
}

fn table(asked: &Asked, lines: &[Line], out: &mut Out) -> anyhow::Result<()> {
    out.line(out.paint(Style::Bold, &asked.title))?;
    out.blank()?;
    let rows: Vec<Vec<String>> = lines.iter().map(|it| row(asked, it)).collect();
    let head = ["battles", "who", "where", "score of the first", "95% interval", "draws", "turns", "ended"];
    Ok(out.table(&head, &rows)?)
}

fn row(asked: &Asked, line: &Line) -> Vec<String> {
    let percent = |it: f64| format!("{:.1}%", 100.0 * it);
    let score = line.score[0];
    let ended = match line.ended {
        None => "not yet",
        Some(::lab::Enough::Battles) => "as many as asked",
        Some(::lab::Enough::Width) => "narrow enough",
        Some(::lab::Enough::Better) => "better",
        Some(::lab::Enough::NotBetter) => "not better",
    };
    vec![
        line.battles.to_string(),
        line.players.join(", "),
        asked.cells[line.cell].place(),
        percent(score.mean),
        format!("{} to {}", percent(score.low), percent(score.high)),
        line.draws.to_string(),
        format!("{:.1}", line.turns),
        ended.to_owned(),
    ]
}

/// As a file may be called.
fn name(parts: &[&String]) -> String {
    let plain = |part: &&String| -> String {
        let letter = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        part.chars().map(letter).collect()
    };
    parts.iter().map(plain).collect::<Vec<_>>().join("-")
}

/// A level or program, as the question's own error rather than that of a study nobody wrote.
fn players(names: &[String]) -> anyhow::Result<()> {
    for name in names {
        ::lab::entrant(name, None).map_err(|err| Misuse(err.to_string()))?;
    }
    Ok(())
}
