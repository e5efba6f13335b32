//! A question becomes a study: the same file that `flagbridge lab run` takes,
//! with the forces it names beside it.

use std::fmt::Write as _;

use lab::{Contest, Study};
use rulesets::{Budget, Effort, Level, Override, Ruleset, Source};
use serde_json::{Map, Value};
use wire::{Fleet, NewStudy, StudyQuestion};

use crate::{
    api::yard::{self, fleet_text},
    error::{AppError, Result},
    limits::Limits,
};

/// What is kept of a question.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) title: String,
    pub(crate) games: Vec<String>,
    pub(crate) toml: String,
    /// Files that the study names, and what is in them.
    pub(crate) inputs: Vec<(String, String)>,
}

/// The name of the study's own file.
pub(crate) const STUDY: &str = "study.toml";
/// Battles in one go; a multiple of any number of seats between which players move.
const BATCH: u32 = 24;
const USUAL: u32 = 1_000;
const LARGEST_TOML: usize = 64 << 10;
const LONGEST_TITLE: usize = 100;
/// More than that are another study.
const MOST_FLEETS: usize = 8;
const MOST_PLAYERS: usize = 12;
const MOST_SCENARIOS: usize = 40;
/// Ships of all fleets together.
const MOST_SHIPS: u64 = 200;

/// # Errors
///
/// What is wrong with the question, in words.
pub(crate) fn read(new: &NewStudy, limits: Option<&Limits>) -> Result<Asked> {
    let asked = match new.question {
        StudyQuestion::Free => free(new)?,
        StudyQuestion::Fair | StudyQuestion::Fleets | StudyQuestion::Players | StudyQuestion::Matrix => {
            form(new, limits)?
        }
    };
    let study = Study::read(&Source::new(STUDY, &asked.toml)?)?;
    check(&study, &asked, limits)?;
    let given = new.title.as_deref().map(str::trim).filter(|it| !it.is_empty());
    let title: String =
        given.unwrap_or(&study.title).chars().filter(|it| !it.is_control()).take(LONGEST_TITLE).collect();
    let mut games: Vec<String> = study.contest.iter().flat_map(|it| it.game.clone()).collect();
    games.sort();
    games.dedup();
    Ok(Asked { title, games, ..asked })
}

/// A study that somebody has written. What it names is the game's own, or stands beside it.
fn free(new: &NewStudy) -> Result<Asked> {
    let toml = new.toml.clone().filter(|it| !it.trim().is_empty());
    let toml = toml.ok_or_else(|| AppError::refused("a free study is a file: `toml` has it"))?;
    if LARGEST_TOML < toml.len() {
        return Err(AppError::refused(format!(
            "{} bytes, but a study may have at most {LARGEST_TOML}",
            toml.len()
        )));
    }
    Ok(Asked { title: String::new(), games: Vec::new(), toml, inputs: Vec::new() })
}

/// Nothing but what comes with the program or was sent along is read, and no program is started.
fn check(study: &Study, asked: &Asked, limits: Option<&Limits>) -> Result<()> {
    for (n, contest) in study.contest.iter().enumerate() {
        let wrong = |words: String| AppError::refused(format!("contest {}: {words}", n + 1));
        contained(contest, asked).map_err(&wrong)?;
        let players = contest.players.iter().flatten().chain(&contest.everybody);
        for player in players {
            let most = limits.map(|it| it.study_nodes);
            affordable(player, most).map_err(&wrong)?;
        }
    }
    let kinds = study.kinds()? as u64;
    let Some(limits) = limits else { return Ok(()) };
    if limits.study_kinds < kinds {
        return Err(AppError::refused(format!(
            "{kinds} kinds of battles, but a study on this server may have at most {}",
            limits.study_kinds
        )));
    }
    let battles = kinds.saturating_mul(study.stop.battles);
    if limits.study_battles < battles {
        return Err(AppError::refused(format!(
            "up to {battles} battles ({kinds} kinds of {} each), but a study on this server may have at most {}",
            study.stop.battles, limits.study_battles
        )));
    }
    Ok(())
}

fn contained(contest: &Contest, asked: &Asked) -> std::result::Result<(), String> {
    let ours = |name: &String| asked.inputs.iter().any(|(it, _)| it == name);
    for id in &contest.game {
        let game = rulesets::find(id).map_err(|err| err.to_string())?;
        let known: Vec<&str> = game.scenarios().into_iter().map(|it| it.id).collect();
        let strange =
            contest.scenario.iter().find(|it| *it != "all" && !known.contains(&it.as_str()) && !ours(it));
        if let Some(name) = strange {
            return Err(format!("{id} has no scenario {name:?}; there are {}, and all", known.join(", ")));
        }
    }
    match contest.fleets.iter().flatten().find(|it| !ours(it)) {
        Some(name) => {
            Err(format!("{name:?}: fleets are sent with a question about fleets, and not named in a file"))
        }
        None => Ok(()),
    }
}

/// A level that may be asked for here.
fn affordable(player: &str, most: Option<u32>) -> std::result::Result<(), String> {
    if player.starts_with("exec:") {
        return Err(format!("{player}: programs of your own play on the command line, not on a server"));
    }
    let level: Level = player.parse().map_err(|err| format!("{err}"))?;
    match (level, most) {
        (Level::Admiral(Budget { effort: Effort::Nodes(nodes), .. }), Some(most)) if most < nodes => {
            Err(format!(
                "{player}: {nodes} nodes for an order, but a study on this server may have at most {most}, \
             like admiral:nodes={most}"
            ))
        }
        _ => Ok(()),
    }
}

/// Text as TOML and JSON both have it.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|it| quoted(it)).collect();
    format!("[{}]", names.join(", "))
}

/// What is asked by choosing: the study is written for whoever asks.
fn form(new: &NewStudy, limits: Option<&Limits>) -> Result<Asked> {
    let id = new.game.as_deref().ok_or_else(|| AppError::refused("which game? `game` names it"))?;
    let game = rulesets::find(id)?;
    let mut inputs = Vec::new();
    let (title, question, contests, each) = match new.question {
        StudyQuestion::Fair => fair(game, new)?,
        StudyQuestion::Fleets => fleets(game, new, &mut inputs)?,
        StudyQuestion::Players | StudyQuestion::Matrix | StudyQuestion::Free => players(game, new)?,
    };
    let kinds = contests.len().max(1) as u32 * each;
    let usual = limits.map_or(USUAL, |it| {
        let room = it.study_battles / u64::from(kinds.max(1));
        u32::try_from(room).unwrap_or(u32::MAX).clamp(1, USUAL)
    });
    let battles = new.battles.unwrap_or(usual);
    if battles == 0 {
        return Err(AppError::refused("battles = 0: expected one or more"));
    }
    let seed = match new.seed {
        Some(seed) => seed,
        None => getrandom::u32().map_err(|_| AppError::internal())? % 100_000,
    };
    let mut toml =
        format!("title = {}\nquestion = {}\nseeds = [{seed}]\n", quoted(&title), quoted(&question));
    let _ = write!(toml, "\n[stop]\nbattles = {battles}\nbatch = {BATCH}\n");
    if let Some(width) = new.width {
        let _ = writeln!(toml, "width = {width:?}");
    }
    if new.test {
        toml.push_str("sprt = { elo0 = 0.0, elo1 = 20.0, alpha = 0.05, beta = 0.05 }\n");
    }
    // Levels meet often and quickly; where forces meet one wants to see how it went.
    let looks = matches!(new.question, StudyQuestion::Fair | StudyQuestion::Fleets);
    let _ = write!(toml, "\n[measure]\nturns = {looks}\nharm = {looks}\ndecided = true\n");
    let options = options(new.options.as_ref())?;
    for contest in contests {
        let _ = write!(toml, "\n[[contest]]\ngame = {}\n{contest}{options}", quoted(id));
    }
    Ok(Asked { title, games: Vec::new(), toml, inputs })
}

/// A set of changes as TOML. Options are numbers, words and switches.
fn options(options: Option<&Map<String, Value>>) -> Result<String> {
    let Some(options) = options.filter(|it| !it.is_empty()) else { return Ok(String::new()) };
    let mut parts = Vec::new();
    for (name, value) in options {
        let value = match value {
            Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
            Value::Null | Value::Array(_) | Value::Object(_) => {
                return Err(AppError::refused(format!(
                    "option {name}: expected a number, a word or a switch"
                )));
            }
        };
        parts.push(format!("{} = {value}", quoted(name)));
    }
    Ok(format!("options = [{{ {} }}]\n", parts.join(", ")))
}

/// Title, question, contests, and kinds of battles in each of them.
type Written = (String, String, Vec<String>, u32);

fn one_player(new: &NewStudy) -> Result<String> {
    match new.players.as_slice() {
        [] => Ok("captain".to_owned()),
        [one] => Ok(one.clone()),
        more => {
            Err(AppError::refused(format!("{} players, but the same one sits in every seat", more.len())))
        }
    }
}

/// The scenarios that are meant, with title and number of seats.
fn scenarios(game: &dyn Ruleset, new: &NewStudy) -> Result<Vec<(String, String, usize)>> {
    let cards = game.scenarios();
    if new.scenarios.iter().any(|it| it == "all") {
        return Ok(cards.into_iter().map(|it| (it.id.to_owned(), it.title, it.seats.len())).collect());
    }
    if MOST_SCENARIOS < new.scenarios.len() {
        return Err(AppError::refused(format!("at most {MOST_SCENARIOS} scenarios")));
    }
    let intro = ["intro".to_owned()];
    let names = if new.scenarios.is_empty() { &intro[..] } else { &new.scenarios };
    let find = |id: &String| {
        let card = cards.iter().find(|it| it.id == *id);
        let words = || AppError::refused(format!("{} has no scenario {id:?}", game.id()));
        card.map(|it| (id.clone(), it.title.clone(), it.seats.len())).ok_or_else(words)
    };
    names.iter().map(find).collect()
}

fn fair(game: &dyn Ruleset, new: &NewStudy) -> Result<Written> {
    let player = one_player(new)?;
    let scenarios = scenarios(game, new)?;
    let contest = |(id, _, seats): &(String, String, usize)| {
        format!("scenario = {}\nplayers = [{}]\n", quoted(id), list(&vec![player.clone(); *seats]))
    };
    let title = match scenarios.as_slice() {
        [(_, title, _)] => format!("Is {title} fair?"),
        _ => format!("Which scenarios of {} are fair?", game.about().name),
    };
    let question = format!("The same player, {player}, leads every side, and nobody changes sides.");
    Ok((title, question, scenarios.iter().map(contest).collect(), 1))
}

/// A name as a file may have it, unlike those that are there.
fn file_name(name: &str, taken: &[(String, String)]) -> String {
    let plain = |c: char| if c.is_alphanumeric() || " -_'".contains(c) { c } else { '-' };
    let bare: String = name.trim().chars().map(plain).take(40).collect();
    let bare = match bare.trim() {
        "" | "study" => "fleet",
        bare => bare,
    };
    let is_taken = |it: &str| taken.iter().any(|(name, _)| name.eq_ignore_ascii_case(it));
    let mut file = format!("{bare}.json");
    let mut n = 1;
    while is_taken(&file) {
        n += 1;
        file = format!("{bare} {n}.json");
    }
    file
}

fn fleets(game: &dyn Ruleset, new: &NewStudy, inputs: &mut Vec<(String, String)>) -> Result<Written> {
    let player = one_player(new)?;
    let n = new.fleets.len();
    if !(2..=MOST_FLEETS).contains(&n) {
        return Err(AppError::refused(format!("{n} fleets, but 2 to {MOST_FLEETS} can be compared")));
    }
    let ships = |fleet: &Fleet| fleet.ships.iter().map(|it| u64::from(it.number.unwrap_or(1))).sum::<u64>();
    let all: u64 = new.fleets.iter().map(ships).sum();
    if MOST_SHIPS < all {
        return Err(AppError::refused(format!(
            "{all} ships, but all fleets together may have at most {MOST_SHIPS}"
        )));
    }
    let yard = game.shipyard().ok_or_else(|| AppError::not_found("shipyard"))?;
    let mut files = Vec::new();
    for fleet in &new.fleets {
        let name = file_name(&fleet.name, inputs);
        inputs.push((name.clone(), fleet_text(fleet)?));
        files.push(name);
    }
    let scenario = match new.scenarios.as_slice() {
        [] => {
            // Wherever fleets meet that nobody has made a scenario for.
            let changes: Vec<Override> = yard::changes(new.options.clone());
            let texts: Vec<&str> = inputs.iter().map(|(_, text)| text.as_str()).take(2).collect();
            let sources: Vec<Source<'_>> =
                texts.iter().map(|text| Ok(Source::new("fleet.json", text)?)).collect::<Result<_>>()?;
            let mut open = yard.battle(&sources, &changes, None)?;
            open["name"] = Value::from("Open space");
            let name = file_name("Open space", inputs);
            inputs.push((name.clone(), open.to_string()));
            name
        }
        [one] => scenarios(game, &NewStudy { scenarios: vec![one.clone()], ..new.clone() })?.remove(0).0,
        more => {
            return Err(AppError::refused(format!("{} scenarios, but fleets meet in one", more.len())));
        }
    };
    // Everybody meets everybody else on both sides: no side is better than the other.
    let mut pairs = Vec::new();
    for a in 0..n {
        for b in a + 1..n {
            for [one, two] in [[a, b], [b, a]] {
                pairs.push(list(&[files[one].clone(), files[two].clone()]));
            }
        }
    }
    let contest = format!(
        "scenario = {}\nplayers = [{}]\nfleets = [\n  {},\n]\n",
        quoted(&scenario),
        list(&vec![player.clone(); 2]),
        pairs.join(",\n  ")
    );
    let bare: Vec<&str> = files.iter().map(|it| it.strip_suffix(".json").unwrap_or(it)).collect();
    let title = match bare.as_slice() {
        [a, b] => format!("{a} against {b}"),
        more => format!("Which of {} fleets is best?", more.len()),
    };
    let question = format!("{} meet on both sides, each led by {player}.", bare.join(", "));
    Ok((title, question, vec![contest], pairs.len() as u32))
}

fn players(game: &dyn Ruleset, new: &NewStudy) -> Result<Written> {
    let n = new.players.len();
    let two = new.question == StudyQuestion::Players;
    let most = if two { 2 } else { MOST_PLAYERS };
    if !(2..=most).contains(&n) {
        let words = if two { "expected two".to_owned() } else { format!("expected 2 to {MOST_PLAYERS}") };
        return Err(AppError::refused(format!("{n} players, {words}")));
    }
    let scenarios = scenarios(game, new)?;
    let ids: Vec<String> = scenarios.iter().map(|it| it.0.clone()).collect();
    let contest = format!("scenario = {}\neverybody = {}\n", list(&ids), list(&new.players));
    let place = match scenarios.as_slice() {
        [(_, title, _)] => title.clone(),
        _ => game.about().name.to_owned(),
    };
    let title = match new.players.as_slice() {
        [a, b] if two => format!("Is {a} better than {b}, in {place}?"),
        _ => format!("Everybody against everybody in {place}"),
    };
    let question =
        "They change sides from battle to battle, so that no side is better than the other.".to_owned();
    Ok((title, question, vec![contest], (n * (n - 1) / 2 * ids.len()) as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(value: Value) -> NewStudy {
        serde_json::from_value(value).unwrap()
    }

    fn study(value: Value) -> Study {
        let asked = read(&new(value), None).unwrap();
        Study::read(&Source::new(STUDY, &asked.toml).unwrap()).unwrap()
    }

    #[track_caller]
    fn refuses(value: Value, words: &str) {
        let err = read(&new(value), Some(&Limits::default())).unwrap_err();
        assert!(err.body().message.contains(words), "{}", err.body().message);
    }

    #[test]
    fn a_question_becomes_the_file_that_answers_it() {
        let all =
            study(serde_json::json!({"question": "fair", "game": "talon", "scenarios": ["all"], "seed": 7}));
        assert_eq!(all.contest.len(), rulesets::find("talon").unwrap().scenarios().len());
        assert_eq!((all.seeds.clone(), all.measure.harm, all.stop.battles), (vec![7], true, 1_000));
        let two = study(serde_json::json!({
            "question": "players", "game": "asfos", "players": ["cadet", "admiral:nodes=50"], "test": true
        }));
        assert_eq!(two.contest[0].everybody, ["cadet", "admiral:nodes=50"]);
        assert!(two.stop.sprt.is_some() && !two.measure.harm);
        let odd = study(serde_json::json!({
            "question": "matrix", "game": "ftb", "players": ["random", "cadet", "captain"], "width": 0.1,
            "options": {"x\"y": "a\nb"}
        }));
        assert_eq!(odd.stop.width, Some(0.1));
        assert_eq!(odd.contest[0].options[0]["x\"y"], "a\nb");
    }

    /// Each pair on both sides, in a place made for them.
    #[test]
    fn fleets_meet_on_both_sides() {
        let fleet = |name: &str| serde_json::json!({"name": name, "ships": [{"design": "Frigate"}]});
        let asked = serde_json::json!({
            "question": "fleets", "game": "full-thrust", "fleets": [fleet("Reds"), fleet("../Blues"), fleet("Reds")]
        });
        let asked = read(&new(asked), None).unwrap();
        let names: Vec<&str> = asked.inputs.iter().map(|it| it.0.as_str()).collect();
        assert_eq!(names, ["Reds.json", "---Blues.json", "Reds 2.json", "Open space.json"]);
        let study = Study::read(&Source::new(STUDY, &asked.toml).unwrap()).unwrap();
        assert_eq!(study.contest[0].fleets.len(), 6);
        assert_eq!(study.contest[0].fleets[1], ["---Blues.json", "Reds.json"]);
        assert_eq!(asked.games, ["full-thrust"]);
    }

    #[test]
    fn what_may_not_be_asked_is_refused_in_words() {
        let free = |contest: &str| {
            let toml = format!("title = \"x\"\n[[contest]]\n{contest}\n");
            serde_json::json!({"question": "free", "toml": toml})
        };
        refuses(
            free("game = \"talon\"\nplayers = [[\"exec:rm\", \"captain\"]]"),
            "exec:rm: programs of your own",
        );
        refuses(
            free("game = \"talon\"\nscenario = \"../secret.toml\"\neverybody = [\"cadet\", \"captain\"]"),
            "talon has no scenario \"../secret.toml\"",
        );
        refuses(
            free(
                "game = \"full-thrust\"\nfleets = [[\"a.json\", \"b.json\"]]\nplayers = [[\"cadet\", \"cadet\"]]",
            ),
            "\"a.json\": fleets are sent with a question",
        );
        refuses(
            free("game = \"talon\"\neverybody = [\"captain\", \"admiral:nodes=9000\"]"),
            "9000 nodes for an order",
        );
        refuses(serde_json::json!({"question": "free", "toml": "title = 3"}), "study.toml:1");
        refuses(serde_json::json!({"question": "fair"}), "which game?");
        refuses(
            serde_json::json!({"question": "fair", "game": "talon", "scenarios": ["none"]}),
            "no scenario \"none\"",
        );
        refuses(
            serde_json::json!({"question": "fair", "game": "talon", "battles": 4_000_000}),
            "up to 4000000 battles",
        );
        refuses(
            serde_json::json!({"question": "players", "game": "talon", "players": ["captain"]}),
            "expected two",
        );
    }
}
