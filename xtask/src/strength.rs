//! `cargo xtask strength`: how the computer players fare against each other.

use std::{path::Path, process::ExitCode, time::Instant};

use serde_json::{Value, json};

use crate::{
    run::{self, Args},
    targets::{self, Pairing, Targets},
};

/// Enough to see which way it goes, not enough to publish.
const QUICK: &str = "40";

pub(crate) fn run(args: &[String]) -> Result<ExitCode, String> {
    let args = Args::parse(args, &["battles", "seed", "json"], &["quick"])?;
    let battles = args.get("battles").unwrap_or(if args.has("quick") { QUICK } else { "400" });
    let seed = args.get("seed").unwrap_or("1");
    let program = run::build_program(run::Profile::Release)?;
    let games = targets::of(&args.free, &run::games(&program)?)?;
    let mut rows = Vec::new();
    let mut missed = 0;
    println!("{battles} battles each, sides exchanged every other battle, seed {seed}");
    println!("score in per cent, a draw counting half, with its 95% interval\n");
    println!("| game | scenario | player | against | score | interval | won-drawn-lost | target | |  s |");
    println!("|---|---|---|---|--:|--:|--:|--:|---|--:|");
    for game in &games {
        for pairing in game.strength {
            let row = meet(&program, game, *pairing, battles, seed)?;
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
    &Targets { game, scenario, .. }: &Targets,
    (player, against, target): Pairing,
    battles: &str,
    seed: &str,
) -> Result<Value, String> {
    let begun = Instant::now();
    let seats = format!("{player},{against}");
    let args =
        ["sim", game, scenario, "--seats", &seats, "--battles", battles, "--swap", "--seed", seed, "--json"];
    let result = run::program_json(program, &args, false)?;
    let number = |value: &Value| value.as_f64().ok_or(format!("flagbridge sim --json: unexpected {result}"));
    let score = &result["score"][0];
    let (mean, low, high) =
        (100.0 * number(&score["mean"])?, 100.0 * number(&score["low"])?, 100.0 * number(&score["high"])?);
    let passed = target <= mean;
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "| {game} | {scenario} | {player} | {against} | {mean:.1} | {low:.1} to {high:.1} | {}-{}-{} | \
         {target:.0} | {} | {seconds:.0} |",
        result["wins"][0],
        result["draws"],
        result["wins"][1],
        if passed { "met" } else { "MISSED" },
    );
    Ok(json!({
        "game": game, "scenario": scenario, "player": player, "against": against,
            "battles": result["battles"], "seed": seed,
        "score": { "mean": mean, "low": low, "high": high }, "wins": result["wins"], "draws": result["draws"],
        "target": target, "passed": passed, "seconds": seconds,
    }))
}
