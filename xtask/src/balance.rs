//! `cargo xtask balance`: fights the studies of the repository, and the questions about ratings
//! and worth, and writes docs/balance.md out of what comes of them.
//!
//! Battles are kept in `target/lab`, so that a run can be taken up again.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use serde_json::Value;

use crate::run::{self, Args};

const PAGE: &str = "docs/balance.md";
const FOLDER: &str = "target/lab";

/// Battles of each pair in a ladder, and forces that are drawn for what ships are worth.
const LADDER: &str = "100";
const FORCES: &str = "600";
const SEED: &str = "20264";

pub(crate) fn run(args: &[String]) -> Result<ExitCode, String> {
    let args = Args::parse(args, &["program", "jobs", "ladder", "forces"], &[])?;
    let program = match args.get("program") {
        Some(path) => PathBuf::from(path),
        None => run::build_program(run::Profile::Play)?,
    };
    let lab = Lab { program: &program, jobs: args.get("jobs") };
    let mut page = HEAD.to_owned();
    for study in studies()? {
        page.push_str(&lab.study(&study)?);
    }
    let games = run::games(&program)?;
    page.push_str(&lab.ladder(&games, args.get("ladder").unwrap_or(LADDER))?);
    page.push_str("## What ships are worth\n\n");
    page.push_str(WORTH);
    for game in &games {
        page.push_str(&lab.worth(game, args.get("forces").unwrap_or(FORCES))?);
    }
    fs::write(run::root().join(PAGE), page.trim_end().to_owned() + "\n")
        .map_err(|err| format!("{PAGE}: {err}"))?;
    println!("{PAGE} is written; {FOLDER} has the battles and a page of figures for each study");
    Ok(ExitCode::SUCCESS)
}

const HEAD: &str = "# What the lab found\n\n\
    Written by `cargo xtask balance` from the studies in `studies/` and two questions of the \
    [lab](lab.md), between computer players. `flagbridge lab run studies/NAME.toml` fights one of them again, \
    with the same battles. Scores count a draw half; intervals are those of 95%. It says how these players fare, \
    not what the games are like between people.\n\n";

const WORTH: &str = "Forces are drawn by chance from all ships of a faction in the place of those of a \
    scenario, and led by captains; then one asks which worth makes the outcomes likeliest. Points are \
    scaled so that all ships together are worth what the book asks for them. It is what ships are worth to a \
    captain there, and an interval that holds the book's price says nothing against it.\n\n";

/// The studies of the repository, by name.
fn studies() -> Result<Vec<String>, String> {
    let folder = run::root().join("studies");
    let failed = |err: std::io::Error| format!("studies: {err}");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|it| it == "toml")
            && let Some(stem) = path.file_stem().and_then(|it| it.to_str())
        {
            names.push(stem.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

struct Lab<'a> {
    program: &'a Path,
    jobs: Option<&'a str>,
}

impl Lab<'_> {
    /// What the program answers. It says "no" by its exit code and answers all the same.
    fn ask(&self, args: &[&str], folder: &str) -> Result<Value, String> {
        println!("flagbridge lab {} …", args.join(" "));
        let jobs = self.jobs.map_or(Vec::new(), |jobs| vec!["--jobs", jobs]);
        let args = [&["lab"][..], args, &["--json", "--out", folder], &jobs].concat();
        run::program_json(self.program, &args, true)
    }

    fn study(&self, name: &str) -> Result<String, String> {
        let folder = format!("{FOLDER}/{name}");
        let told = self.ask(&["run", &format!("studies/{name}.toml")], &folder)?;
        let report =
            Command::new(self.program).args(["lab", "report", &folder]).current_dir(run::root()).output();
        report.map_err(|err| format!("flagbridge lab report: {err}"))?;
        let kept = fs::read_to_string(run::root().join(&folder).join("study.json"));
        let kept = kept.map_err(|err| format!("{folder}/study.json: {err}"))?;
        let kept: Value = serde_json::from_str(&kept).map_err(|err| format!("{folder}/study.json: {err}"))?;
        let mut text = format!("## {}\n\n", told["title"].as_str().unwrap_or(name));
        let question = kept["question"].as_str().unwrap_or_default();
        let _ = writeln!(text, "{question} `studies/{name}.toml`, {} battles.\n", told["battles"]);
        let cells = told["cells"].as_array().ok_or("lab run --json: no cells")?;
        let measured = cells.iter().any(|it| it["damage"].is_object());
        text.push_str("| where | players | battles | won | drawn | score of the first | turns |");
        text.push_str(if measured { " what does the damage | what decides |\n" } else { "\n" });
        text.push_str("|---|---|--:|--:|--:|---|--:|");
        text.push_str(if measured { "---|---|\n" } else { "\n" });
        for cell in cells {
            let players: Vec<&str> =
                cell["players"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let wins: Vec<String> =
                cell["wins"].as_array().into_iter().flatten().map(Value::to_string).collect();
            let _ = write!(
                text,
                "| {} `{}` | {} | {} | {} | {} | {} | {:.1} |",
                word(cell, "game"),
                word(cell, "scenario"),
                players.join(", "),
                cell["battles"],
                wins.join("-"),
                cell["draws"],
                score(&cell["score"][0]),
                cell["turns"].as_f64().unwrap_or_default(),
            );
            if measured {
                let _ = write!(text, " {} | {} |", shares(&cell["damage"]), shares(&cell["decided"]));
            }
            text.push('\n');
        }
        text.push('\n');
        Ok(text)
    }

    fn ladder(&self, games: &[String], battles: &str) -> Result<String, String> {
        let mut text = format!(
            "## Ratings\n\nEverybody against everybody in the introductory battle, {battles} battles of each pair, \
             seed {SEED}: `flagbridge lab ladder --battles {battles} --seed {SEED} --players {PLAYERS}`. Elo, the \
             mean of these players being 0.\n\n"
        );
        text.push_str("| game | player | Elo | interval | score |\n|---|---|--:|--:|--:|\n");
        for game in games {
            let folder = format!("{FOLDER}/ladder-{game}");
            let args = ["ladder", game, "--battles", battles, "--seed", SEED, "--players", PLAYERS];
            let told = self.ask(&args, &folder)?;
            for it in told[0]["ratings"].as_array().into_iter().flatten() {
                let number = |key: &str| it[key].as_f64().unwrap_or_default();
                let _ = writeln!(
                    text,
                    "| {game} | {} | {:+.0} | {:+.0} to {:+.0} | {:.1}% |",
                    word(it, "name"),
                    number("elo"),
                    number("low"),
                    number("high"),
                    100.0 * number("score")
                );
            }
        }
        text.push('\n');
        Ok(text)
    }

    fn worth(&self, game: &str, forces: &str) -> Result<String, String> {
        let folder = format!("{FOLDER}/worth-{game}");
        let told = self.ask(&["worth", game, "--forces", forces, "--seed", SEED], &folder)?;
        let seat: Vec<f64> =
            told["first_seat_elo"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        let mut text = format!(
            "### {game}\n\n{} battles in the place of `{}`, seed {SEED}. The first seat itself is worth {:+.0} Elo \
             ({:+.0} to {:+.0}).\n\n",
            told["battles"],
            word(&told, "scenario"),
            seat[0],
            seat[1],
            seat[2]
        );
        text.push_str(
            "| ship | forces | book | worth | interval | one more, in Elo |\n|---|--:|--:|--:|--:|--:|\n",
        );
        for it in told["worth"].as_array().into_iter().flatten() {
            let at = |key: &str, k: usize| it[key][k].as_f64();
            let book = it["book"].as_f64().map_or("-".to_owned(), |it| it.to_string());
            let (mut worth, mut interval) = ("-".to_owned(), "-".to_owned());
            if let (Some(mean), Some(low), Some(high)) = (at("points", 0), at("points", 1), at("points", 2)) {
                worth = format!("{mean:.0}");
                interval = format!("{low:.0} to {high:.0}");
            }
            let elo = at("elo", 0).unwrap_or_default();
            let _ = writeln!(
                text,
                "| {} | {} | {book} | {worth} | {interval} | {elo:+.0} |",
                word(it, "unit"),
                it["forces"]
            );
        }
        text.push('\n');
        Ok(text)
    }
}

const PLAYERS: &str = "random,cadet,captain,admiral:nodes=100";

fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn score(score: &Value) -> String {
    let percent = |key: &str| 100.0 * score[key].as_f64().unwrap_or_default();
    format!("{:.1}% ({:.1} to {:.1})", percent("mean"), percent("low"), percent("high"))
}

/// The largest parts of a whole, in words.
fn shares(counts: &Value) -> String {
    let Some(counts) = counts.as_object() else { return "-".to_owned() };
    let mut parts: Vec<(&String, f64)> =
        counts.iter().map(|(name, it)| (name, it.as_f64().unwrap_or_default())).collect();
    let all: f64 = parts.iter().map(|it| it.1).sum();
    parts.sort_by(|a, b| b.1.total_cmp(&a.1));
    let words: Vec<String> = parts
        .iter()
        .take(3)
        .map(|(name, count)| format!("{name} {:.0}%", 100.0 * count / all.max(1.0)))
        .collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_largest_parts_are_named() {
        assert_eq!(shares(&json!({"a": 1, "b": 6, "c": 2, "d": 1})), "b 60%, c 20%, a 10%");
        assert_eq!(shares(&Value::Null), "-");
    }

    #[test]
    fn every_study_of_the_repository_has_a_place_on_the_page() {
        let page = fs::read_to_string(run::root().join(PAGE)).unwrap();
        for study in studies().unwrap() {
            assert!(page.contains(&format!("studies/{study}.toml")), "{study}: run cargo xtask balance");
        }
    }
}
