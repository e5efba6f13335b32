//! What a scenario hides. Every place of every supplied scenario is changed,
//! and whoever cannot see the change does not know that place. A game that has
//! such places keeps secrets in its scenarios, and answers to the ignorant must
//! not hang on them: `crates/server/tests/interface/twins/closed.rs` has a pair
//! for each place named here.

use std::collections::{BTreeMap, BTreeSet};

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use engine::{Seat, Viewer};
use rulesets::{AnyMatch, Format, Override, RULESETS, Ruleset, ScenarioRef, Source, Table};
use serde_json::{Value, json};
use testkit::hostile::Mutator;

/// Changes to each scenario under each set of options; `FLAGBRIDGE_SOAK` multiplies them.
const CHANGES: usize = 60;

/// A game, the options under which it hides most, and the places of a scenario
/// that are then hidden from somebody. All the others are in everybody's view.
type Hides = (&'static str, &'static [&'static str], &'static [&'static str]);

const HIDDEN: &[Hides] = &[
    // ASF-ARC.1, TAL-2.1, STR-CARD.5: everything that a battle begins with lies open.
    ("asfos", &[], &[]),
    ("talon", &[], &[]),
    ("stratoyager", &[], &[]),
    // FTB-33.1, FTB-35.1: fleets and manifests are hidden as they are chosen in the battle; whoever plays
    // a scenario with given forces has read it.
    ("ftb", &["hidden_manifests", "stealth_run", "hidden_stealth_run"], &[]),
    // FT-12.1.1, FT-12.2.1, FT-15.0.1: what a ship is and is called, and of one that comes by FTL where it
    // comes (FT-11.5.1). One that brings anything more, such as damage or a bonus, is known by it.
    (
        "full-thrust",
        &["sensors", "closed_book", "dummy_bogeys", "weasels"],
        &[
            "/designs",
            "/sides/*/tech",
            "/sides/*/ships/*/design",
            "/sides/*/ships/*/name",
            "/sides/*/ships/*/at",
            "/sides/*/ships/*/velocity",
        ],
    ),
];

#[test]
fn a_scenario_hides_what_is_known_to_be_hidden_and_no_more() {
    let soak: usize = std::env::var("FLAGBRIDGE_SOAK").ok().and_then(|it| it.parse().ok()).unwrap_or(1);
    for game in RULESETS.iter().copied() {
        let (_, options, expected) =
            HIDDEN.iter().find(|it| it.0 == game.id()).expect("a new game says what its scenarios hide");
        let changes: Vec<Override> =
            options.iter().map(|it| Override { name: (*it).to_owned(), value: json!(true) }).collect();
        let (mut hidden, mut seen) = (BTreeSet::new(), 0);
        for card in game.scenarios() {
            for options in [&changes[..], &[]] {
                let ready = game.prepare(ScenarioRef::Id(card.id), options, Table::People).unwrap();
                seen += look(game, &ready.scenario(), options, CHANGES * soak, &mut hidden);
            }
        }
        println!("{}: {seen} changes seen by everybody, hidden: {hidden:#?}", game.id());
        assert!(100 < seen, "{}: too few changes make another battle", game.id());
        let unknown: Vec<&String> = hidden.iter().filter(|it| !expected.contains(&it.as_str())).collect();
        assert!(unknown.is_empty(), "{} hides {unknown:?}, for which there are no twins", game.id());
        assert_eq!(hidden.is_empty(), expected.is_empty(), "{}", game.id());
    }
}

/// Notes the places that somebody does not see, and counts changes that all see.
fn look(
    game: &dyn Ruleset,
    scenario: &Value,
    options: &[Override],
    most: usize,
    hidden: &mut BTreeSet<String>,
) -> usize {
    let begin = |scenario: &Value| begin(game, scenario, options);
    let Some(truth) = begin(scenario) else { panic!("{scenario} cannot be played as it is") };
    let mut dice = Dice::numbered(1, 1);
    let mut all = changed(scenario, &|it| match begin(it) {
        Some(_) => Ok(()),
        None => game
            .prepare(ScenarioRef::File(file(&it.to_string())), options, Table::People)
            .map(drop)
            .map_err(|err| err.to_string()),
    });
    let mut seen = 0;
    for _ in 0..most.min(all.len()) {
        let other = all.swap_remove(dice.index(all.len()));
        let Some(battle) = begin(&other) else { continue };
        if battle.seats().len() != truth.seats().len() || alike(&*truth, &*battle, Viewer::Referee) {
            continue;
        }
        let seats = (0..truth.seats().len()).map(|n| Viewer::Seat(Seat(n as u8)));
        let ignorant = seats.chain([Viewer::Spectator]).any(|viewer| alike(&*truth, &*battle, viewer));
        match ignorant {
            true => drop(hidden.insert(kind(&place(scenario, &other)))),
            false => seen += 1,
        }
    }
    seen
}

fn file(text: &str) -> Source<'_> {
    Source { name: "scenario.json", text, format: Format::Json }
}

fn begin(game: &dyn Ruleset, scenario: &Value, options: &[Override]) -> Option<Box<dyn AnyMatch>> {
    let text = scenario.to_string();
    let ready = game.prepare(ScenarioRef::File(file(&text)), options, Table::People).ok()?;
    let players = vec!["human".to_owned(); ready.seats().len()];
    let given = players.iter().map(|it| Contribution(it.clone())).collect();
    ready.begin(&players, Secret([3; 32]), given).ok()
}

fn alike(one: &dyn AnyMatch, two: &dyn AnyMatch, viewer: Viewer) -> bool {
    let events = |it: &dyn AnyMatch| it.log(viewer, 0).into_iter().map(|line| line.event).collect::<Vec<_>>();
    one.view(viewer) == two.view(viewer) && events(one) == events(two)
}

/// The scenario with one thing changed: as somebody would who edits it, and in
/// every way the test kit knows.
fn changed(scenario: &Value, reads: &dyn Fn(&Value) -> Result<(), String>) -> Vec<Value> {
    let mut words = BTreeMap::new();
    collect(scenario, "", &mut words);
    let mut all = Vec::new();
    gentle(scenario, &words, &mut |pointer, value| {
        let mut other = scenario.clone();
        *other.pointer_mut(pointer).expect("a place in it") = value;
        all.push(other);
    });
    let mut mutator = Mutator::default();
    mutator.learn(scenario);
    all.extend(mutator.mutations(scenario, reads).iter().map(|it| it.of(scenario)));
    all
}

/// What stands under each name.
fn collect<'a>(value: &'a Value, name: &'a str, words: &mut BTreeMap<&'a str, BTreeSet<&'a str>>) {
    match value {
        Value::String(text) => drop(words.entry(name).or_default().insert(text)),
        Value::Array(items) => items.iter().for_each(|it| collect(it, name, words)),
        Value::Object(fields) => fields.iter().for_each(|(name, it)| collect(it, name, words)),
        Value::Null | Value::Bool(_) | Value::Number(_) => (),
    }
}

/// Numbers one off, and words that stand elsewhere under the same name.
fn gentle(scenario: &Value, words: &BTreeMap<&str, BTreeSet<&str>>, change: &mut dyn FnMut(&str, Value)) {
    let mut places = vec![(String::new(), String::new(), scenario)];
    while let Some((at, name, value)) = places.pop() {
        match value {
            Value::Number(number) if number.is_i64() => {
                let n = number.as_i64().expect("a whole number");
                [n + 1, n - 1].into_iter().for_each(|it| change(&at, json!(it)));
            }
            Value::String(text) => {
                let others = words.get(name.as_str()).into_iter().flatten().filter(|it| **it != text);
                others.for_each(|it| change(&at, json!(it)));
            }
            Value::Array(items) => {
                places
                    .extend(items.iter().enumerate().map(|(n, it)| (format!("{at}/{n}"), name.clone(), it)));
            }
            Value::Object(fields) => {
                places.extend(fields.iter().map(|(name, it)| (format!("{at}/{name}"), name.clone(), it)));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => (),
        }
    }
}

/// Where they differ, with a star for every number.
fn place(one: &Value, two: &Value) -> String {
    match (one, two) {
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let differing = a.iter().zip(b).find(|(a, b)| a != b);
            differing.map_or_else(String::new, |(a, b)| format!("/*{}", place(a, b)))
        }
        (Value::Object(a), Value::Object(b)) => {
            let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            let differing = names.into_iter().find(|it| a.get(*it) != b.get(*it));
            differing.map_or_else(String::new, |name| {
                let below = a.get(name).zip(b.get(name)).map_or_else(String::new, |(a, b)| place(a, b));
                format!("/{name}{below}")
            })
        }
        _ => String::new(),
    }
}

/// The kind of place: a design is one, and whatever belongs to a ship is.
fn kind(place: &str) -> String {
    let deep = match place.split('/').nth(1) {
        Some("designs") => 1,
        Some("sides") if place.split('/').nth(3) == Some("ships") => 5,
        Some("sides") => 3,
        _ => usize::MAX,
    };
    let parts: Vec<&str> = place.split('/').skip(1).take(deep).collect();
    format!("/{}", parts.join("/"))
}
