//! Questions that are studies with a few words in place of a file.

use std::path::Path;

use ::lab::{Contest, Enough, Line, Rating, Sprt, Stop, Study, Work};
use clap::Args;
use serde::Serialize;

use super::{Keep, name, players, pursue};
use crate::{
    Answer,
    out::{Out, Style, several},
    setup,
};

#[derive(Debug, Args)]
pub(crate) struct SprtArgs {
    /// The player who may be better: a level or exec:./program
    a: String,
    /// The player it may be better than
    b: String,
    /// Where they meet
    #[arg(long, value_name = "GAME")]
    game: String,
    /// In which scenario
    #[arg(long, value_name = "ID", default_value = "intro")]
    scenario: String,
    /// "Not better": so many Elo
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// "Better": so many Elo
    #[arg(long, value_name = "ELO", default_value_t = 20.0, allow_negative_numbers = true)]
    elo1: f64,
    /// How often "better" may be said of one who is not
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05)]
    alpha: f64,
    /// How often "not better" of one who is
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05)]
    beta: f64,
    /// The most battles
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    battles: u64,
    /// The seed of everything random
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    keep: Keep,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The public shape of the answer.
#[derive(Debug, Serialize)]
struct Tested {
    game: String,
    scenario: String,
    players: Vec<String>,
    seed: u64,
    sprt: Sprt,
    battles: u64,
    score: rulesets::Score,
    elo: f64,
    ratio: f64,
    /// Yes, no, or not known within the most battles.
    better: Option<bool>,
    complete: bool,
}

pub(super) fn sprt(args: &SprtArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let seed = setup::seed(args.seed)?;
    let lineup = vec![args.a.clone(), args.b.clone()];
    players(&lineup)?;
    let sprt = Sprt { elo0: args.elo0, elo1: args.elo1, alpha: args.alpha, beta: args.beta };
    // Both seats are played equally often.
    let battles = args.battles.next_multiple_of(2);
    let study = Study {
        title: format!("Is {} better than {}?", args.a, args.b),
        question: String::new(),
        seeds: vec![seed],
        stop: Stop { battles, batch: 20, width: None, sprt: Some(sprt) },
        measure: lab_measure(),
        contest: vec![Contest {
            game: vec![args.game.clone()],
            scenario: vec![args.scenario.clone()],
            players: vec![lineup],
            swap: true,
            ..Contest::default()
        }],
    };
    let command = format!(
        "flagbridge lab sprt {} {} --game {} --scenario {} --elo0 {} --elo1 {} --alpha {} --beta {} --seed {seed}",
        args.a, args.b, args.game, args.scenario, args.elo0, args.elo1, args.alpha, args.beta
    );
    let folder =
        args.keep.folder(&format!("sprt-{}", name(&[&args.game, &args.a, &args.b, &seed.to_string()])));
    let (work, complete) = pursue(&study, Path::new("."), &command, &folder, &args.keep)?;
    let line = work.lines().remove(0);
    let record = &work.course().records()[0];
    let better = match line.ended {
        Some(Enough::Better) => Some(true),
        Some(Enough::NotBetter) => Some(false),
        Some(Enough::Battles | Enough::Width) | None => None,
    };
    let score = line.score[0];
    let tested = Tested {
        game: line.game,
        scenario: line.scenario,
        players: line.players,
        seed,
        sprt,
        battles: line.battles,
        score,
        elo: ::lab::elo(score.mean.clamp(0.001, 0.999)),
        ratio: record.ratio(&sprt),
        better,
        complete,
    };
    if args.json {
        out.json(&tested)?;
    } else {
        let verdict = match better {
            Some(true) => format!("Yes: {} is better than {}.", args.a, args.b),
            Some(false) => {
                format!("No: {} is not better than {} by as much as {} Elo.", args.a, args.b, args.elo1)
            }
            None => "Not known yet.".to_owned(),
        };
        out.line(out.paint(Style::Bold, verdict))?;
        out.line(format!(
            "{}: {:.1}% ({:.1} to {:.1}), {:+.0} Elo; seed {seed}.",
            several(tested.battles, "battle"),
            100.0 * score.mean,
            100.0 * score.low,
            100.0 * score.high,
            tested.elo
        ))?;
        let (low, high) = ((args.beta / (1.0 - args.alpha)).ln(), ((1.0 - args.beta) / args.alpha).ln());
        out.line(format!("Log-likelihood ratio {:.2}; it ends at {low:.2} or {high:.2}.", tested.ratio))?;
    }
    Ok(Answer::yes_if(better == Some(true)))
}

#[derive(Debug, Args)]
pub(crate) struct LadderArgs {
    /// The games [default: all]
    games: Vec<String>,
    /// The players, separated by commas
    #[arg(
        long,
        value_name = "A,B,C",
        default_value = "random,cadet,captain,admiral:nodes=100,admiral:nodes=400"
    )]
    players: String,
    /// In which scenario
    #[arg(long, value_name = "ID", default_value = "intro")]
    scenario: String,
    /// Battles of each pair
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    battles: u64,
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    keep: Keep,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The public shape of one game's ladder.
#[derive(Debug, Serialize)]
struct Ladder {
    game: String,
    scenario: String,
    seed: u64,
    battles: u64,
    ratings: Vec<Rating>,
}

pub(super) fn ladder(args: &LadderArgs, out: &mut Out) -> anyhow::Result<Answer> {
    let everybody = setup::split_seats(&args.players);
    players(&everybody)?;
    let games = games(&args.games)?;
    let study = Study {
        title: format!("Ratings in {}", games.join(", ")),
        question: String::new(),
        seeds: vec![args.seed],
        stop: Stop { battles: args.battles.next_multiple_of(2), batch: 20, width: None, sprt: None },
        measure: lab_measure(),
        contest: vec![Contest {
            game: games.clone(),
            scenario: vec![args.scenario.clone()],
            everybody: everybody.clone(),
            ..Contest::default()
        }],
    };
    let command = format!(
        "flagbridge lab ladder {} --players {} --scenario {} --battles {} --seed {}",
        games.join(" "),
        args.players,
        args.scenario,
        args.battles,
        args.seed
    );
    let folder = args.keep.folder(&format!("ladder-{}", name(&[&games.join("-"), &args.seed.to_string()])));
    let (work, complete) = pursue(&study, Path::new("."), &command, &folder, &args.keep)?;
    let ladders: Vec<Ladder> = games.iter().map(|game| rated(&work, game, args)).collect();
    if args.json {
        out.json(&ladders)?;
        return Ok(Answer::yes_if(complete));
    }
    for ladder in &ladders {
        out.line(out.paint(Style::Bold, format!("{}, {}", ladder.game, several(ladder.battles, "battle"))))?;
        let row = |it: &Rating| {
            vec![
                it.name.clone(),
                format!("{:+.0}", it.elo),
                format!("{:+.0} to {:+.0}", it.low, it.high),
                format!("{:.1}%", 100.0 * it.score),
                it.battles.to_string(),
            ]
        };
        let rows: Vec<Vec<String>> = ladder.ratings.iter().map(row).collect();
        out.table(&["player", "Elo", "95% interval", "score", "battles"], &rows)?;
        out.blank()?;
    }
    out.line(format!("Kept in {}.", folder.path().display()))?;
    Ok(Answer::yes_if(complete))
}

fn rated(work: &Work, game: &str, args: &LadderArgs) -> Ladder {
    let lines: Vec<Line> = work.lines().into_iter().filter(|it| it.game == game).collect();
    let mut ratings = ::lab::results(&lines).ratings();
    ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    Ladder {
        game: game.to_owned(),
        scenario: args.scenario.clone(),
        seed: args.seed,
        battles: lines.iter().map(|it| it.battles).sum(),
        ratings,
    }
}

/// The games that were named, or all of them.
pub(super) fn games(asked: &[String]) -> anyhow::Result<Vec<String>> {
    if asked.is_empty() {
        return Ok(rulesets::RULESETS.iter().map(|it| it.id().to_owned()).collect());
    }
    asked.iter().map(|id| Ok(rulesets::find(id)?.id().to_owned())).collect()
}

pub(super) fn lab_measure() -> ::lab::Measure {
    ::lab::Measure { losses: false, ..::lab::Measure::default() }
}
