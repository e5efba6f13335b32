//! `cargo xtask fairness`: what `flagbridge lab fair` says of every supplied scenario, as the tables of
//! docs/fairness.md.
//!
//! Who plays, and what is asked of the scores, is the lab's business. Every answer of it goes into
//! `target/fairness.json`, with a mark of what it follows from, so that nothing is measured twice that has
//! not changed; the battles themselves are in `target/lab/fair`, so that a run can be taken up again.

mod page;

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use serde_json::{Value, json};

use crate::run::{self, Args};

/// Battles of the book that are not even, kept as they are; "Play now" starts another.
const AS_IN_THE_BOOK: &[(&str, &str)] = &[("stratoyager", "pilot-episode")];

const FOLDER: &str = "target/lab/fair";

/// Enough to see which way it goes, not enough to publish.
const QUICK: [&str; 3] = ["200", "40", "40"];
const USUAL: [&str; 3] = ["1000", "200", "200"];

/// Who meets whom, as the lab names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Captains in every seat.
    Captains,
    /// Searching players in every seat.
    Admirals,
    /// A captain in one seat, from 0, and chance in all others.
    AgainstRandom(usize),
}

/// One scenario, as the program lists it.
#[derive(Clone, Debug)]
struct Scene {
    game: String,
    id: String,
    title: String,
    seats: usize,
    /// What its figures follow from.
    mark: String,
}

/// What one measurement came to.
#[derive(Clone, Debug, PartialEq)]
struct Figures {
    battles: u64,
    seed: u64,
    wins: Vec<u64>,
    draws: u64,
    /// By seat, in per cent: the score and its 95 % interval.
    scores: Vec<[f64; 3]>,
    /// Whether they are what they should be.
    met: bool,
    /// Whether it was made from today's scenario, rules and players.
    fresh: bool,
}

impl Kind {
    fn name(self) -> String {
        match self {
            Kind::Captains => "captains".to_owned(),
            Kind::Admirals => "admirals".to_owned(),
            Kind::AgainstRandom(seat) => format!("captain {} against random", seat + 1),
        }
    }

    /// The kind of battle that one answer of the lab is about.
    fn of(answer: &Value) -> Option<Kind> {
        match answer["meeting"].as_str()? {
            "equals" => Some(Kind::Captains),
            "admirals" => Some(Kind::Admirals),
            "chance" => Some(Kind::AgainstRandom(usize::try_from(answer["alone"].as_u64()?).ok()?)),
            _ => None,
        }
    }
}

/// What is measured together, in the order in which it is: what is quick first, so that a run that is broken
/// off has said something about every scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    Captains,
    Chance,
    Admirals,
}

impl Pass {
    const ALL: [Pass; 3] = [Pass::Captains, Pass::Chance, Pass::Admirals];

    fn kinds(self, seats: usize) -> Vec<Kind> {
        match self {
            Pass::Captains => vec![Kind::Captains],
            Pass::Chance => (0..seats).map(Kind::AgainstRandom).collect(),
            Pass::Admirals => vec![Kind::Admirals],
        }
    }

    /// How many battles each option of `lab fair` asks for.
    fn words(self, battles: &str) -> [&str; 6] {
        let n = |pass| if self == pass { battles } else { "0" };
        ["--battles", n(Pass::Captains), "--chance", n(Pass::Chance), "--admirals", n(Pass::Admirals)]
    }
}

pub(crate) fn run(args: &[String]) -> Result<ExitCode, String> {
    let known = ["battles", "admirals", "random", "seed", "scenario", "jobs", "program"];
    let args = Args::parse(args, &known, &["quick", "table"])?;
    let usual = if args.has("quick") { QUICK } else { USUAL };
    let number = |name: &str, usual: &str| {
        let text = args.get(name).unwrap_or(usual);
        text.parse::<u64>().map_err(|_| format!("--{name} {text:?} is not a number"))
    };
    let seed = number("seed", "4711")?;
    let program = match args.get("program") {
        Some(path) => PathBuf::from(path),
        None => run::build_program(run::Profile::Play)?,
    };
    let scenes = scenes(&program, &args.free)?;
    let wanted = |scene: &&Scene| args.get("scenario").is_none_or(|it| it == scene.id);
    if !scenes.iter().any(|it| wanted(&it)) {
        return Err(format!("no scenario {:?}", args.get("scenario").unwrap_or_default()));
    }
    let file = run::root().join("target/fairness.json");
    let mut kept = read(&file)?;
    if !args.has("table") {
        let jobs = args.get("jobs").unwrap_or("2");
        let (battles, admirals) = (number("battles", usual[0])?, number("admirals", usual[1])?);
        let random = number("random", usual[2])?;
        let lab = Lab { program: &program, seed, jobs, file: &file };
        for pass in Pass::ALL {
            for scene in scenes.iter().filter(wanted) {
                let battles = match pass {
                    Pass::Captains => battles,
                    Pass::Chance => random,
                    Pass::Admirals => admirals,
                };
                lab.measure(scene, pass, battles, &mut kept)?;
            }
        }
    }
    let missed = page::write(&scenes, &kept)?;
    println!("\n{}", if missed == 0 { "all bars met".to_owned() } else { format!("{missed} bars missed") });
    Ok(if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The supplied scenarios of the games that were asked for, or of all.
fn scenes(program: &Path, asked: &[String]) -> Result<Vec<Scene>, String> {
    let games = run::games(program)?;
    if let Some(unknown) = asked.iter().find(|it| !games.contains(it)) {
        return Err(format!("no game {unknown:?}; there are {}", games.join(", ")));
    }
    let mut scenes = Vec::new();
    for game in games.into_iter().filter(|it| asked.is_empty() || asked.contains(it)) {
        let list = run::program_json(program, &["scenarios", &game, "--json"], false)?;
        for card in list.as_array().into_iter().flatten() {
            let text = |field: &str| card[field].as_str().unwrap_or_default().to_owned();
            let (id, title) = (text("id"), text("title"));
            let mark = mark(&game, &id)?;
            let seats = card["seats"].as_array().map_or(0, Vec::len);
            scenes.push(Scene { game: game.clone(), id, title, seats, mark });
        }
    }
    Ok(scenes)
}

/// A hash of what a scenario's figures follow from: its file, the game's rules
/// and data, and the players that are the same for all games.
fn mark(game: &str, scenario: &str) -> Result<String, String> {
    let root = run::root();
    let mut hasher = blake3::Hasher::new();
    let home = root.join(format!("crates/rules-{game}"));
    for folder in [home.join("src"), home.join("data"), root.join("crates/ai/src")] {
        let mut files = Vec::new();
        list(&folder, &mut files)?;
        files.sort();
        for path in files {
            let of_scenario = path.parent().is_some_and(|it| it.ends_with("scenarios"));
            if !of_scenario || path.file_stem().is_some_and(|it| it == scenario) {
                hasher.update(&fs::read(&path).map_err(|err| format!("{}: {err}", path.display()))?);
            }
        }
    }
    Ok(hasher.finalize().to_hex()[..16].to_owned())
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let in_folder = |err: std::io::Error| format!("{}: {err}", folder.display());
    for entry in fs::read_dir(folder).map_err(in_folder)? {
        let path = entry.map_err(in_folder)?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn read(file: &Path) -> Result<Vec<Value>, String> {
    let Ok(text) = fs::read_to_string(file) else { return Ok(Vec::new()) };
    serde_json::from_str(&text).map_err(|err| format!("{}: {err}", file.display()))
}

fn is_row(row: &Value, scene: &Scene, kind: Kind) -> bool {
    row["game"] == scene.game.as_str() && row["scenario"] == scene.id.as_str() && row["kind"] == kind.name()
}

/// What has been measured, today's figures before older ones, many battles before few.
fn find(kept: &[Value], scene: &Scene, kind: Kind) -> Option<Figures> {
    let rows = kept.iter().filter(|it| is_row(it, scene, kind));
    let all = rows.filter_map(|row| {
        let numbers = |field: &str| -> Vec<u64> {
            row[field].as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
        };
        let scores = row["scores"].as_array()?.iter().map(|it| {
            [&it["mean"], &it["low"], &it["high"]].map(|it| 100.0 * it.as_f64().unwrap_or_default())
        });
        Some(Figures {
            battles: row["battles"].as_u64()?,
            seed: row["seed"].as_u64()?,
            wins: numbers("wins"),
            draws: row["draws"].as_u64()?,
            scores: scores.collect(),
            met: row["met"].as_bool()?,
            fresh: row["mark"] == scene.mark.as_str(),
        })
    });
    all.max_by_key(|it| (it.fresh, it.battles))
}

/// Whom it is asked of, and where answers are kept.
struct Lab<'a> {
    program: &'a Path,
    seed: u64,
    jobs: &'a str,
    file: &'a Path,
}

impl Lab<'_> {
    /// Asks `lab fair` for one scenario, unless its answer is there.
    fn measure(&self, scene: &Scene, pass: Pass, battles: u64, kept: &mut Vec<Value>) -> Result<(), String> {
        let Lab { program, seed, jobs, file } = *self;
        let is_known = |kind| {
            find(kept, scene, kind).is_some_and(|it| it.fresh && it.seed == seed && battles <= it.battles)
        };
        if battles == 0 || pass.kinds(scene.seats).into_iter().all(is_known) {
            return Ok(());
        }
        let (game, id) = (scene.game.as_str(), scene.id.as_str());
        let (battles, seed_text) = (battles.to_string(), seed.to_string());
        let folder = format!("{FOLDER}/{game}-{id}-{battles}-{seed}-{}", scene.mark);
        let wanted = ["--scenario", id, "--seed", &seed_text, "--jobs", jobs, "--out", &folder, "--json"];
        let args = [&["lab", "fair", game][..], &pass.words(&battles)[..], &wanted[..]].concat();
        // It ends with a failure where a scenario is uneven.
        let answers = run::program_json(program, &args, true)?;
        for answer in answers.as_array().into_iter().flatten() {
            let kind = Kind::of(answer).ok_or("flagbridge lab fair --json: who met whom is missing")?;
            // Figures of the same kind and seed are replaced: these are newer, or of more battles.
            kept.retain(|it| !(is_row(it, scene, kind) && it["seed"] == seed));
            kept.push(json!({
                "game": game, "scenario": id, "kind": kind.name(), "mark": scene.mark,
                "battles": answer["battles"], "seed": seed, "wins": answer["wins"], "draws": answer["draws"],
                "scores": answer["score"], "turns": answer["turns"], "met": answer["met"],
            }));
            let figures = find(kept, scene, kind).ok_or("flagbridge lab fair --json: figures are missing")?;
            let shares: Vec<String> = figures.scores.iter().map(|it| format!("{:.1}", it[0])).collect();
            println!(
                "{game} {id}: {}, {} battles, {} %{}",
                kind.name(),
                figures.battles,
                shares.join(" : "),
                if figures.met { "" } else { "  MISSED" },
            );
        }
        run::write_json(file, &Value::Array(kept.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_of_the_lab_is_of_a_kind() {
        let of = |answer: Value| Kind::of(&answer);
        assert_eq!(of(json!({ "meeting": "equals" })), Some(Kind::Captains));
        assert_eq!(of(json!({ "meeting": "admirals" })), Some(Kind::Admirals));
        assert_eq!(of(json!({ "meeting": "chance", "alone": 1 })), Some(Kind::AgainstRandom(1)));
        assert_eq!(of(json!({ "meeting": "chance" })), None);
        assert_eq!(Pass::Chance.kinds(2), [Kind::AgainstRandom(0), Kind::AgainstRandom(1)]);
        assert_eq!(Pass::Chance.words("9"), ["--battles", "0", "--chance", "9", "--admirals", "0"]);
    }

    fn scene() -> Scene {
        let text = |it: &str| it.to_owned();
        Scene { game: text("toy"), id: text("intro"), title: text("Duel"), seats: 2, mark: text("new") }
    }

    fn row(mark: &str, battles: u64, won: u64) -> Value {
        let share = won as f64 / battles as f64;
        let score = |it: f64| json!({ "mean": it, "low": it - 0.03, "high": it + 0.03 });
        json!({
            "game": "toy", "scenario": "intro", "kind": "captains", "mark": mark, "battles": battles,
            "seed": 1, "wins": [won, battles - won], "draws": 0, "scores": [score(share), score(1.0 - share)],
            "met": true,
        })
    }

    #[test]
    fn todays_figures_come_before_older_ones() {
        let kept = [row("old", 1_000, 900), row("new", 200, 100), row("new", 400, 220)];
        let found = find(&kept, &scene(), Kind::Captains).unwrap();
        assert_eq!((found.fresh, found.battles, found.wins), (true, 400, vec![220, 180]));
        let found = find(&kept[..1], &scene(), Kind::Captains).unwrap();
        assert_eq!((found.fresh, found.battles), (false, 1_000));
        assert_eq!(find(&kept, &scene(), Kind::Admirals), None);
    }
}
