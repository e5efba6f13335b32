//! `flagbridge`: play, simulate, check and replay tabletop spaceship wargames.
//!
//! Results go to stdout, messages to stderr. The exit code is 0 for done, 1
//! for failed or "no", 2 for a command line that makes no sense.

mod admin;
mod case;
mod data;
mod design;
mod files;
mod fleet;
mod health;
mod house;
mod lab;
mod lesson;
mod lists;
mod odds;
mod order;
mod out;
mod papers;
mod play;
mod puzzle;
mod replay;
mod rules;
mod serve;
mod settings;
mod setup;
mod sim;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use out::Out;

/// Tabletop spaceship wargames: play them, simulate them, check ship designs for them.
#[derive(Debug, Parser)]
#[command(name = "flagbridge", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play in the browser: run the server, for yourself or for others
    Serve(serve::ServeArgs),
    /// List the games
    Games(lists::GamesArgs),
    /// List a game's scenarios
    Scenarios(lists::GameArgs),
    /// List a game's options, what each does and its rule
    Options(lists::GameArgs),
    /// Show a game's rules, with their code and tests
    Rules(rules::RulesArgs),
    /// Play in the terminal, against the computer or sharing the keyboard
    Play(play::PlayArgs),
    /// Let computer players fight many battles and count the results
    Sim(sim::SimArgs),
    /// Run studies: questions answered by fighting many battles
    #[command(subcommand)]
    Lab(lab::LabCommand),
    /// Run conformance cases and show what differs
    Case(case::CaseArgs),
    /// List the lessons, or check them by playing them through
    #[command(subcommand)]
    Lesson(lesson::LessonCommand),
    /// Show the exact odds of an attack
    Odds(odds::OddsArgs),
    /// List, check or find puzzles: positions in which one order is clearly the best
    #[command(subcommand)]
    Puzzle(puzzle::PuzzleCommand),
    /// Step through a record, or verify it
    Replay(replay::ReplayArgs),
    /// Check ship designs, or draw their displays
    #[command(subcommand)]
    Design(design::DesignCommand),
    /// Check fleets
    #[command(subcommand)]
    Fleet(fleet::FleetCommand),
    /// Manage a server: back up, restore, check or move its data; moderate
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// Ask a running server whether it is healthy
    Health(health::HealthArgs),
    /// Print completions for a shell
    Completions(papers::CompletionsArgs),
    /// Write man pages and completions into a folder, as packages contain them
    #[command(hide = true)]
    Papers(papers::PapersArgs),
}

/// How a command ended that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Yes,
    /// Exit code 1: a case failed, a record does not verify.
    No,
}

impl Answer {
    fn yes_if(good: bool) -> Answer {
        if good { Answer::Yes } else { Answer::No }
    }
}

/// A command line that makes no sense, found after it was parsed.
#[derive(Debug)]
struct Misuse(String);

impl std::fmt::Display for Misuse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misuse {}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Out::stdout();
    let result = run(cli.command, &mut out).and_then(|answer| {
        out.flush()?;
        Ok(answer)
    });
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::FAILURE,
        // Whoever was reading has read enough.
        Err(err) if is_broken_pipe(&err) => ExitCode::SUCCESS,
        Err(err) => {
            out::complain(format_args!("{err:#}"));
            ExitCode::from(if is_misuse(&err) { 2 } else { 1 })
        }
    }
}

fn run(command: Command, out: &mut Out) -> anyhow::Result<Answer> {
    match command {
        Command::Serve(args) => serve::run(&args, out),
        Command::Games(args) => lists::games(&args, out),
        Command::Scenarios(args) => lists::scenarios(&args, out),
        Command::Options(args) => lists::options(&args, out),
        Command::Rules(args) => rules::run(&args, out),
        Command::Play(args) => play::run(&args, out),
        Command::Sim(args) => sim::run(&args, out),
        Command::Lab(command) => lab::run(&command, out),
        Command::Case(args) => case::run(&args, out),
        Command::Lesson(command) => lesson::run(&command, out),
        Command::Odds(args) => odds::run(&args, out),
        Command::Puzzle(puzzle::PuzzleCommand::Make(args)) => puzzle::make(&args, out),
        Command::Puzzle(puzzle::PuzzleCommand::Check(args)) => puzzle::check(&args, out),
        Command::Puzzle(puzzle::PuzzleCommand::List(args)) => puzzle::list(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Design(design::DesignCommand::Check(args)) => design::check(&args, out),
        Command::Design(design::DesignCommand::Sheet(args)) => design::sheet(&args, out),
        Command::Design(design::DesignCommand::Pdf(args)) => design::pdf(&args, out),
        Command::Fleet(fleet::FleetCommand::Check(args)) => fleet::check(&args, out),
        Command::Admin(admin::AdminCommand::Backup(args)) => admin::backup(&args, out),
        Command::Admin(admin::AdminCommand::Restore(args)) => admin::restore(&args, out),
        Command::Admin(admin::AdminCommand::Check(args)) => admin::check(&args, out),
        Command::Admin(admin::AdminCommand::Move(args)) => admin::relocate(&args, out),
        Command::Admin(admin::AdminCommand::People(command)) => house::run(&command, out),
        Command::Health(args) => health::run(&args, out),
        Command::Completions(args) => papers::completions(&args, out),
        Command::Papers(args) => papers::run(&args),
        Command::Admin(admin::AdminCommand::House(command)) => order::run(&command, out),
    }
}

fn is_broken_pipe(err: &anyhow::Error) -> bool {
    let broken = |err: &std::io::Error| err.kind() == std::io::ErrorKind::BrokenPipe;
    err.chain().any(|cause| cause.downcast_ref::<std::io::Error>().is_some_and(broken))
}

fn is_misuse(err: &anyhow::Error) -> bool {
    err.chain()
        .any(|cause| cause.is::<Misuse>() || matches!(cause.downcast_ref(), Some(rulesets::Fault::Misuse(_))))
}
