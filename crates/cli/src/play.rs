//! `play`: a battle in the terminal, with typed orders.

mod beside;
mod game;
mod talk;

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use dice::fair::{Contribution, Secret};
use rulesets::{AnyMatch, Format, Level, Onward, Source, Table};

use crate::{Answer, Misuse, files, out::Out, setup};
use game::Session;

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The game's id, as `flagbridge games` lists it
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// A scenario's id, or a .json or .toml file of your own [default: intro]
    scenario: Option<String>,
    /// The level of the computer players: random, cadet, captain, admiral [default: cadet]
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["seats", "demo"])]
    against: Option<String>,
    /// Who sits where, each `human` or a computer level [default: human and the computer]
    #[arg(long, value_name = "A,B")]
    seats: Option<String>,
    /// Watch the computer play every side; nothing is asked
    #[arg(long)]
    demo: bool,
    /// The seed of everything random; the same seed and orders give the same battle
    #[arg(long)]
    seed: Option<u64>,
    /// A fleet file in place of the scenario's ships; the first is for the first side, and so on
    #[arg(long = "fleet", value_name = "FILE")]
    fleets: Vec<PathBuf>,
    /// Change an option of the game; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// What you add to the seed of the dice; give it once for each person at the table
    #[arg(long = "contribution", value_name = "TEXT")]
    contributions: Vec<String>,
    /// Save the record in this file after every decision
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Resume a saved battle, and go on saving it to its file
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["game", "scenario", "fleets", "options", "contributions", "against", "demo", "seed"])]
    resume: Option<PathBuf>,
    /// Write one line of JSON for everything that happens, and read orders line by line
    #[arg(long)]
    json: bool,
}

/// Who decides for a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Player {
    Human,
    Computer(Level),
}

pub(crate) fn run(args: &PlayArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let (mut battle, luck) = match &args.resume {
        Some(file) => resume(file)?,
        None => begin(args)?,
    };
    let names: Vec<String> = match &args.seats {
        Some(seats) => setup::split_seats(seats),
        None => battle.seats().iter().map(|info| info.player.clone()).collect(),
    };
    if names.len() != battle.seats().len() {
        let words =
            format!("--seats names {} players, but the record has {}", names.len(), battle.seats().len());
        return Err(Misuse(words).into());
    }
    let players = players(&names)?;
    if names.iter().all(|name| name != "human") && battle.outcome().is_none() {
        battle.ends_by_itself().map_err(Misuse)?;
    }
    // Whoever sits down now stands in the record from here on.
    battle.reseat(&names);
    let save = args.save.clone().or_else(|| args.resume.clone());
    let session = Session::new(battle, players, luck, save, args.json)?;
    session.play(&briefs(args), out)
}

/// How each seat wins and what it may try first, in a scenario that comes with the game.
fn briefs(args: &PlayArgs) -> Vec<(&'static str, &'static str)> {
    let Some(game) = args.game.as_deref().and_then(|id| rulesets::find(id).ok()) else { return Vec::new() };
    let id = args.scenario.as_deref().unwrap_or("intro");
    let card = game.scenarios().into_iter().find(|it| it.id == id);
    let outing = rulesets::wording(game.id()).outing(id);
    card.zip(outing).map_or(Vec::new(), |(card, (_, outing))| outing.briefs(card.seats.len()))
}

fn begin(args: &PlayArgs) -> anyhow::Result<(Box<dyn AnyMatch>, u64)> {
    let id = args.game.as_deref().expect("the command line asks for it");
    let game = rulesets::find(id)?;
    let asked: Option<Vec<String>> = args.seats.as_deref().map(setup::split_seats);
    if let Some(names) = &asked {
        players(names)?;
    }
    let against = args.against.as_deref().unwrap_or("cadet");
    setup::level(against)?;
    let people = match &asked {
        Some(names) => names.iter().any(|name| name == "human"),
        None => !args.demo,
    };
    if args.demo && people {
        return Err(Misuse("--demo asks nobody, but --seats names a human".to_owned()).into());
    }
    let table = if people { Table::People } else { Table::Computers };
    let scenario = args.scenario.as_deref().unwrap_or("intro");
    let prepared = setup::prepare(game, scenario, &args.fleets, &args.options, table)?;
    let seats = prepared.seats().len();
    let names: Vec<String> = match asked {
        Some(names) => names,
        None if args.demo => vec!["captain".to_owned(); seats],
        None => (0..seats).map(|n| if n == 0 { "human".to_owned() } else { against.to_owned() }).collect(),
    };
    let humans = names.iter().filter(|name| *name == "human").count();
    if humans < args.contributions.len() {
        let given = args.contributions.len();
        return Err(Misuse(format!("{given} contributions, but {humans} people at the table")).into());
    }
    let secret = Secret(setup::bytes(args.seed, 0)?);
    let mut given = args.contributions.iter();
    let mut contributions = Vec::new();
    for (n, name) in names.iter().enumerate() {
        let own = if name == "human" { given.next().cloned() } else { None };
        contributions.push(match own {
            Some(text) => Contribution(text),
            None => rulesets::usual_contribution(&setup::bytes(args.seed, 1 + n as u64)?),
        });
    }
    let luck = luck(&String::from(secret.clone()));
    Ok((prepared.begin(&names, secret, contributions)?, luck))
}

fn resume(file: &std::path::Path) -> anyhow::Result<(Box<dyn AnyMatch>, u64)> {
    let name = file.display().to_string();
    let text = files::read(file)?;
    let source = Source { name: &name, text: &text, format: Format::Json };
    let record = rulesets::open_record(&source)?;
    let secret = record
        .secret()
        .with_context(|| format!("{name}: the secret is not in the record, expected one kept with --save"))?;
    let ours = rulesets::find(record.game())?.rules_version();
    let recorded = record.rules_version();
    if record.outcome().is_some() || recorded == ours {
        return Ok((record.resume()?, luck(&secret)));
    }
    match record.go_on()? {
        Onward::Goes(battle) => Ok((battle, luck(&secret))),
        Onward::Stays(why) => bail!(
            "{name}: fought under rules version {recorded}, it cannot go on under version {ours}: {why}"
        ),
    }
}

/// The computer players' own luck. It follows from the secret, which the host
/// keeps, so that a battle taken up again goes on as it would have.
fn luck(secret: &str) -> u64 {
    secret.get(..16).and_then(|text| u64::from_str_radix(text, 16).ok()).unwrap_or_default()
}

fn players(names: &[String]) -> anyhow::Result<Vec<Player>> {
    let player = |name: &String| match name.as_str() {
        "human" => Ok(Player::Human),
        level => setup::level(level).map(Player::Computer),
    };
    names.iter().map(player).collect()
}
