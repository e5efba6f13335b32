//! `cargo xtask strength`: how the computer players fare against each other.

use std::{path::Path, process::ExitCode, time::Instant};

use serde_json::{Value, json};

use crate::run::{self, Args};

/// Who meets whom, and the score in per cent that the first must reach, a draw
/// counting half.
type Pairing = (&'static str, &'static str, f64);

/// Every game's table; what a game's issue demands.
const TARGETS: [(&str, [Pairing; 3]); 1] = [(
    "asfos",
    [("captain", "random", 95.0), ("captain", "cadet", 70.0), ("admiral:nodes=400", "captain", 60.0)],
)];

pub(crate) fn run(args: &[String]) -> Result<ExitCode, String> {
    let args = Args::parse(args, &["battles", "seed", "json"])?;
    let battles = args.get("battles").unwrap_or("400");
    let seed = args.get("seed").unwrap_or("1");
    let games: Vec<&str> = match args.free.as_slice() {
        [] => TARGETS.iter().map(|(game, _)| *game).collect(),
        games => games.iter().map(String::as_str).collect(),
    };
    let program = run::build_program()?;
    let mut rows = Vec::new();
    let mut missed = 0;
    println!("{battles} battles each of `intro`, sides exchanged every other battle, seed {seed}");
    println!("score in per cent, a draw counting half, with its 95 % interval\n");
    println!("| game | player | against | score | interval | won-drawn-lost | target | |  s |");
    println!("|---|---|---|--:|--:|--:|--:|---|--:|");
    for game in games {
        let (_, pairings) = TARGETS.iter().find(|(it, _)| *it == game).ok_or(format!(
            "no targets for {game:?}; there are {}",
            TARGETS.map(|(game, _)| game).join(", ")
        ))?;
        for (player, against, target) in pairings {
            let row = meet(&program, game, (player, against, *target), battles, seed)?;
            if row["passed"] != true {
                missed += 1;
            }
            rows.push(row);
        }
    }
    println!(
        "\n{}",
        if missed == 0 { "all targets met".to_owned() } else { format!("{missed} targets missed") }
    );
    if let Some(file) = args.get("json") {
        run::write_json(Path::new(file), &Value::Array(rows))?;
    }
    Ok(if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn meet(
    program: &Path,
    game: &str,
    (player, against, target): Pairing,
    battles: &str,
    seed: &str,
) -> Result<Value, String> {
    let begun = Instant::now();
    let seats = format!("{player},{against}");
    let args =
        ["sim", game, "intro", "--seats", &seats, "--battles", battles, "--swap", "--seed", seed, "--json"];
    let result = run::program_json(program, &args, false)?;
    let number = |value: &Value| value.as_f64().ok_or(format!("flagbridge sim --json: unexpected {result}"));
    let score = &result["score"][0];
    let (mean, low, high) =
        (100.0 * number(&score["mean"])?, 100.0 * number(&score["low"])?, 100.0 * number(&score["high"])?);
    let passed = target <= mean;
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "| {game} | {player} | {against} | {mean:.1} | {low:.1} to {high:.1} | {}-{}-{} | {target:.0} | {} | {seconds:.0} |",
        result["wins"][0],
        result["draws"],
        result["wins"][1],
        if passed { "met" } else { "MISSED" },
    );
    Ok(json!({
        "game": game, "player": player, "against": against, "battles": result["battles"], "seed": seed,
        "score": { "mean": mean, "low": low, "high": high }, "wins": result["wins"], "draws": result["draws"],
        "target": target, "passed": passed, "seconds": seconds,
    }))
}
