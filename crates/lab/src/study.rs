//! A study as a file: who meets where, what is looked at, when it is enough.

use std::{collections::BTreeMap, fs, path::Path, sync::Arc, time::Duration};

use rulesets::{
    Bout, Budget, Effort, Entrant, Fault, Format, Level, Override, Prepared, Ruleset, ScenarioRef, Source,
    Table, Watch,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{program::Command, stop::Stop};

/// What a study file says. docs/lab.md has every field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    pub title: String,
    /// What one wants to know, for those who read the report.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub question: String,
    #[serde(default = "one_seed")]
    pub seeds: Vec<u64>,
    #[serde(default)]
    pub stop: Stop,
    #[serde(default)]
    pub measure: Measure,
    /// Each of them a product of everything it lists.
    pub contest: Vec<Contest>,
}

fn one_seed() -> Vec<u64> {
    vec![1]
}

/// What is kept of every battle besides who won it and how long it took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Measure {
    /// What became of every class of ship.
    pub losses: bool,
    /// A row for every turn: what each side has left, its units and its score.
    pub turns: bool,
    /// A row for every blow: by what, from where, how much, where it struck.
    pub harm: bool,
    /// Why the battle was over.
    pub decided: bool,
    /// Places in the referee's view at the end of every turn.
    pub paths: Vec<rulesets::ViewPath>,
}

impl Default for Measure {
    fn default() -> Measure {
        Measure { losses: true, turns: false, harm: false, decided: false, paths: Vec::new() }
    }
}

impl Measure {
    pub fn watch(&self) -> Watch {
        let Measure { turns, harm, decided, ref paths, losses: _ } = *self;
        Watch { turns, harm, decided, paths: paths.clone() }
    }
}

/// Battles between everybody who is named, everywhere that is named.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Contest {
    #[serde(deserialize_with = "one_or_more")]
    pub game: Vec<String>,
    /// Ids, files, or `all` for every scenario that comes with the game.
    #[serde(deserialize_with = "one_or_more")]
    pub scenario: Vec<String>,
    /// Each a set of changes; `{}` is none.
    pub options: Vec<BTreeMap<String, Value>>,
    /// Each a list of fleet files, one for each side.
    pub fleets: Vec<Vec<String>>,
    /// Each a line-up, one player for each seat.
    pub players: Vec<Vec<String>>,
    /// Everybody against everybody, by twos, sides exchanged every other battle.
    pub everybody: Vec<String>,
    /// Whether players move on by one seat from battle to battle.
    pub swap: bool,
    /// In place of those of the study.
    pub seeds: Vec<u64>,
    /// How long a program of one's own may think about an order.
    pub seconds: Option<f64>,
}

fn one_or_more<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMore {
        One(String),
        More(Vec<String>),
    }
    Ok(match OneOrMore::deserialize(deserializer)? {
        OneOrMore::One(it) => vec![it],
        OneOrMore::More(them) => them,
    })
}

/// One kind of battle of a study: everything about it but its number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    pub game: String,
    pub rules_version: u32,
    pub scenario: String,
    /// What was changed of the options.
    pub changes: BTreeMap<String, Value>,
    pub fleets: Vec<String>,
    pub players: Vec<String>,
    pub seats: Vec<String>,
    pub seed: u64,
    pub swap: bool,
    /// A mark of the scenario and of all its options, whatever they are called.
    pub mark: String,
}

impl Cell {
    /// The scenario without the ending of its file, if it is one.
    pub fn scene(&self) -> &str {
        bare(&self.scenario)
    }

    /// The fleets without the endings of their files.
    pub fn forces(&self) -> Vec<&str> {
        self.fleets.iter().map(|name| bare(name)).collect()
    }

    /// Where it is fought, in words: game, scenario, and what is not as usual.
    pub fn place(&self) -> String {
        let mut place = format!("{} {}", self.game, self.scenario);
        for (name, value) in &self.changes {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            place.push_str(&format!(", {name}={value}"));
        }
        if !self.fleets.is_empty() {
            place.push_str(&format!(", {}", self.fleets.join(" against ")));
        }
        place
    }

    /// The command that fights the same battles and prints what they come to.
    pub fn command(&self, battles: u64) -> String {
        let Cell { game, scenario, seed, .. } = self;
        let mut words = format!("flagbridge sim {game} {scenario} --seats {}", self.players.join(","));
        words.push_str(&format!(" --battles {battles} --seed {seed}"));
        if self.swap {
            words.push_str(" --swap");
        }
        for (name, value) in &self.changes {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            words.push_str(&format!(" --option {name}={value}"));
        }
        self.fleets.iter().for_each(|fleet| words.push_str(&format!(" --fleet {fleet}")));
        words
    }
}

/// The name of a file without its ending.
fn bare(name: &str) -> &str {
    [".json", ".toml"].into_iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

/// A cell that can be fought.
pub struct Field {
    pub cell: Cell,
    pub prepared: Box<dyn Prepared>,
    pub entrants: Vec<Entrant>,
}

impl std::fmt::Debug for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.cell.fmt(f)
    }
}

impl Field {
    pub fn bout(&self, watch: &Watch) -> Bout {
        let Cell { seed, swap, .. } = self.cell;
        Bout { entrants: self.entrants.clone(), seed, swap, watch: watch.clone() }
    }
}

/// A program may think this long about an order, unless the study says otherwise.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// More cells than that are a slip of the pen.
const MOST_CELLS: usize = 20_000;

impl Study {
    /// # Errors
    ///
    /// What is wrong in the file, with its place.
    pub fn read(source: &Source<'_>) -> Result<Study, Fault> {
        let study: Study = source.parse()?;
        study.check().map_err(|err| Fault::Failed(format!("{}: {err}", source.name)))?;
        Ok(study)
    }

    fn check(&self) -> Result<(), String> {
        self.stop.check()?;
        if self.contest.is_empty() {
            return Err("no [[contest]], expected one or more".to_owned());
        }
        if self.seeds.is_empty() {
            return Err("seeds = [] leaves nothing to fight".to_owned());
        }
        Ok(())
    }

    /// How many kinds of battles it has; nothing is set up for it.
    ///
    /// # Errors
    ///
    /// As [`Study::fields`], as far as it can be seen without setting anything up.
    pub fn kinds(&self) -> Result<usize, Fault> {
        let mut kinds = 0_usize;
        for contest in &self.contest {
            let (line_ups, _) = line_ups(contest)?;
            let seeds = if contest.seeds.is_empty() { self.seeds.len() } else { contest.seeds.len() };
            let each = [line_ups.len(), seeds, contest.options.len().max(1), contest.fleets.len().max(1)];
            let each = each.into_iter().fold(1_usize, usize::saturating_mul);
            for id in &contest.game {
                let scenarios = scenarios(rulesets::find(id)?, &contest.scenario).len();
                kinds = kinds.saturating_add(scenarios.saturating_mul(each));
            }
        }
        Ok(kinds)
    }

    /// Every cell, set up. Files are looked for in `folder`.
    ///
    /// # Errors
    ///
    /// The contest and what is wrong with it.
    pub fn fields(&self, folder: &Path) -> Result<Vec<Field>, Fault> {
        self.check().map_err(Fault::misuse)?;
        let mut fields = Vec::new();
        for (n, contest) in self.contest.iter().enumerate() {
            let place = |fault: Fault| {
                let words = format!("contest {}: {fault}", n + 1);
                match fault {
                    Fault::Misuse(_) => Fault::Misuse(words),
                    Fault::Failed(_) => Fault::Failed(words),
                }
            };
            self.contest(contest, folder, &mut fields).map_err(place)?;
        }
        Ok(fields)
    }

    fn contest(&self, contest: &Contest, folder: &Path, fields: &mut Vec<Field>) -> Result<(), Fault> {
        let (line_ups, swap) = line_ups(contest)?;
        if contest.game.is_empty() {
            return Err(Fault::misuse("no game"));
        }
        let seeds = if contest.seeds.is_empty() { &self.seeds } else { &contest.seeds };
        let (no_changes, no_fleets) = ([BTreeMap::new()], [Vec::new()]);
        let options = if contest.options.is_empty() { &no_changes[..] } else { &contest.options };
        let fleets = if contest.fleets.is_empty() { &no_fleets[..] } else { &contest.fleets };
        for id in &contest.game {
            let game = rulesets::find(id)?;
            for scenario in scenarios(game, &contest.scenario) {
                for changes in options {
                    for fleets in fleets {
                        for players in &line_ups {
                            for &seed in seeds {
                                let ask =
                                    Asked { game, scenario: &scenario, changes, fleets, players, seed, swap };
                                fields.push(self.field(&ask, folder, contest.seconds)?);
                                if MOST_CELLS < fields.len() {
                                    return Err(Fault::Misuse(format!(
                                        "more than {MOST_CELLS} kinds of battles"
                                    )));
                                }
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn field(&self, asked: &Asked<'_>, folder: &Path, seconds: Option<f64>) -> Result<Field, Fault> {
        let &Asked { game, scenario, changes, fleets, players, seed, swap } = asked;
        let prepared = prepare(game, scenario, fleets, changes, folder, Table::Computers)
            .map_err(|fault| about(fault, &format!("{} {scenario}", game.id())))?;
        let entrants =
            players.iter().map(|text| entrant(text, seconds)).collect::<Result<Vec<Entrant>, Fault>>()?;
        if entrants.len() != prepared.seats().len() {
            let names = prepared.seats().join(", ");
            return Err(Fault::Misuse(format!(
                "{} {scenario}: {} players ({}), but its seats are {names}",
                game.id(),
                entrants.len(),
                players.join(", "),
            )));
        }
        let seats = prepared.seats().to_vec();
        if swap && !self.stop.batch.is_multiple_of(seats.len() as u64) {
            return Err(Fault::Misuse(format!(
                "batch = {} is not a multiple of the {} seats between which players move in {scenario}",
                self.stop.batch,
                seats.len()
            )));
        }
        let mark = mark(&format!("{}{}", prepared.scenario(), prepared.options()));
        let cell = Cell {
            game: game.id().to_owned(),
            rules_version: game.rules_version(),
            scenario: scenario.to_owned(),
            changes: changes.clone(),
            fleets: fleets.to_vec(),
            players: entrants.iter().map(Entrant::to_string).collect(),
            seats,
            seed,
            swap,
            mark,
        };
        Ok(Field { cell, prepared, entrants })
    }
}

/// One cell before anybody has looked whether there can be such a battle.
struct Asked<'a> {
    game: &'static dyn Ruleset,
    scenario: &'a str,
    changes: &'a BTreeMap<String, Value>,
    fleets: &'a [String],
    players: &'a [String],
    seed: u64,
    swap: bool,
}

fn about(fault: Fault, what: &str) -> Fault {
    match fault {
        Fault::Misuse(words) => Fault::Misuse(format!("{what}: {words}")),
        Fault::Failed(words) => Fault::Failed(format!("{what}: {words}")),
    }
}

/// Who plays whom, and whether they change sides.
fn line_ups(contest: &Contest) -> Result<(Vec<Vec<String>>, bool), Fault> {
    match (contest.players.is_empty(), contest.everybody.len()) {
        (false, 0) => Ok((contest.players.clone(), contest.swap)),
        (true, 0) => Err(Fault::misuse("neither players nor everybody")),
        (true, 1) => Err(Fault::misuse("everybody is one player alone")),
        (true, _) => Ok((pairs(&contest.everybody), true)),
        (false, _) => Err(Fault::misuse("either players or everybody, not both")),
    }
}

/// Everybody against everybody else, once.
pub fn pairs(everybody: &[String]) -> Vec<Vec<String>> {
    let later = |(n, first): (usize, &String)| {
        let first = first.clone();
        everybody[n + 1..].iter().map(move |second| vec![first.clone(), second.clone()]).collect::<Vec<_>>()
    };
    everybody.iter().enumerate().flat_map(later).collect()
}

fn scenarios(game: &dyn Ruleset, asked: &[String]) -> Vec<String> {
    let all = || game.scenarios().into_iter().map(|card| card.id.to_owned());
    match asked {
        [] => vec!["intro".to_owned()],
        asked => asked
            .iter()
            .flat_map(|name| if name == "all" { all().collect() } else { vec![name.clone()] })
            .collect(),
    }
}

/// The same for a study.
///
/// # Errors
///
/// As [`player`]; and of a budget by the clock, why it is none for a study.
pub fn entrant(text: &str, seconds: Option<f64>) -> Result<Entrant, Fault> {
    let entrant = player(text, seconds)?;
    if let Entrant::Level(Level::Admiral(Budget { effort: Effort::Time(_), .. })) = entrant {
        return Err(Fault::Misuse(format!(
            "{text}: what a machine does in a number of milliseconds differs from run to run, so that nobody \
             could repeat the study; give a budget in nodes, like admiral:nodes=400"
        )));
    }
    Ok(entrant)
}

/// A level, or a program of one's own that has so many seconds for an order.
///
/// # Errors
///
/// What players there are.
pub fn player(text: &str, seconds: Option<f64>) -> Result<Entrant, Fault> {
    if let Some(command) = text.strip_prefix("exec:") {
        let patience = match seconds {
            None => PATIENCE,
            Some(seconds) => Duration::try_from_secs_f64(seconds)
                .ok()
                .filter(|it| !it.is_zero())
                .ok_or_else(|| Fault::Misuse(format!("seconds = {seconds}: expected a time to think")))?,
        };
        return Ok(Entrant::Program(Arc::new(Command::new(command, patience)?)));
    }
    let level: Level = text.parse().map_err(|err| Fault::Misuse(format!("{err}, or exec:./program")))?;
    Ok(Entrant::Level(level))
}

/// A scenario by its id or its file, with fleets of files in place of its own ships if there are
/// any, under its options with these changes. Files are looked for in `folder`.
///
/// # Errors
///
/// What of it is not there, or contradicts itself.
pub fn prepare(
    game: &dyn Ruleset,
    scenario: &str,
    fleets: &[String],
    changes: &BTreeMap<String, Value>,
    folder: &Path,
    table: Table,
) -> Result<Box<dyn Prepared>, Fault> {
    let changes: Vec<Override> =
        changes.iter().map(|(name, value)| Override { name: name.clone(), value: value.clone() }).collect();
    let supplied = game.scenarios().iter().any(|card| card.id == scenario);
    let text = match !supplied && Format::of(scenario).is_some() {
        true => Some(read(&folder.join(scenario))?),
        false => None,
    };
    let from = match &text {
        None => ScenarioRef::Id(scenario),
        Some(text) => ScenarioRef::File(Source::new(scenario, text)?),
    };
    if fleets.is_empty() {
        return game.prepare(from, &changes, table);
    }
    let yard = game.shipyard().ok_or_else(|| Fault::Misuse("it takes no fleet files".to_owned()))?;
    let texts: Vec<String> = fleets.iter().map(|name| read(&folder.join(name))).collect::<Result<_, _>>()?;
    let sources: Vec<Source<'_>> =
        fleets.iter().zip(&texts).map(|(name, text)| Source::new(name, text)).collect::<Result<_, _>>()?;
    let set = yard.muster(from, &sources, &changes)?.to_string();
    game.prepare(ScenarioRef::File(Source::new("fleets.json", &set)?), &changes, table)
}

fn read(path: &Path) -> Result<String, Fault> {
    fs::read_to_string(path)
        .map_err(|err| Fault::Failed(format!("{}: cannot be read: {err}", path.display())))
}

/// FNV-1a: enough to see that a scenario is another one than before.
pub(crate) fn mark(text: &str) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study(text: &str) -> Result<Vec<Field>, String> {
        let source = Source::new("study.toml", text).unwrap();
        let study = Study::read(&source).map_err(|err| err.to_string())?;
        study.fields(Path::new(".")).map_err(|err| err.to_string())
    }

    #[test]
    fn a_study_is_the_product_of_what_it_lists() {
        let fields = study(
            r#"
            title = "Who is better"
            seeds = [1, 2]
            [[contest]]
            game = "talon"
            scenario = ["intro", "squadron"]
            everybody = ["random", "cadet", "captain"]
            [[contest]]
            game = ["asfos", "ftb"]
            options = [{}]
            players = [["captain", "captain"]]
            seeds = [7]
            "#,
        )
        .unwrap();
        let told: Vec<String> = fields
            .iter()
            .map(|it| {
                let Cell { game, scenario, players, seed, swap, .. } = &it.cell;
                format!("{game} {scenario} {} {seed} {swap}", players.join("-"))
            })
            .collect();
        assert_eq!(told.len(), 2 * 3 * 2 + 2);
        assert_eq!(told[0], "talon intro random-cadet 1 true");
        assert_eq!(told[11], "talon squadron cadet-captain 2 true");
        assert_eq!(told[13], "ftb intro captain-captain 7 false");
    }

    #[track_caller]
    fn refuses(text: &str, words: &str) {
        let err = study(text).unwrap_err();
        assert!(err.contains(words), "{err}");
    }

    #[test]
    fn what_cannot_be_fought_is_told_with_its_contest() {
        let with = |contest: &str| format!("title = \"x\"\n[[contest]]\n{contest}\n");
        let intro = "game = \"talon\"\n";
        refuses(&with("game = \"chess\"\nplayers = [[\"captain\"]]"), "contest 1: unknown game \"chess\"");
        refuses(
            &with(&format!("{intro}players = [[\"captain\"]]")),
            "1 players (captain), but its seats are",
        );
        refuses(&with(intro), "neither players nor everybody");
        refuses(&with(&format!("{intro}everybody = [\"captain\"]")), "one player alone");
        refuses(
            &with(&format!("{intro}players = [[\"admiral:ms=50\", \"captain\"]]")),
            "admiral:ms=50: what a machine does in a number of milliseconds",
        );
        refuses(
            &with(&format!("{intro}players = [[\"captain\", \"general\"]]")),
            "\"general\" is not a computer player",
        );
        refuses(
            &with(&format!("{intro}scenario = \"none\"\nplayers = [[\"captain\", \"captain\"]]")),
            "talon none: talon has no scenario",
        );
        refuses(
            &with(&format!("{intro}scenario = \"none.toml\"\nplayers = [[\"captain\", \"captain\"]]")),
            "none.toml: cannot be read",
        );
        refuses("title = \"x\"\ncontest = []", "no [[contest]]");
        refuses("title = \"x\"\n[[contests]]", "study.toml:2:");
        refuses(
            "title = \"x\"\n[stop]\nbatch = 25\n[[contest]]\ngame = \"talon\"\neverybody = [\"cadet\", \"captain\"]",
            "batch = 25 is not a multiple of the 2 seats",
        );
    }
}
