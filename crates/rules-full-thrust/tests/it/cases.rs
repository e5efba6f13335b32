//! The cases cite rules that there are, and every worked example of the index in the first half is
//! shown by one. They are run from the registry: `flagbridge case crates/rules-full-thrust/cases`.

use std::{collections::BTreeSet, fs, path::Path};

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = home().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn cited() -> BTreeSet<String> {
    let mut cited = BTreeSet::new();
    for entry in fs::read_dir(home().join("cases")).expect("the folder of cases") {
        let path = entry.expect("a file").path();
        let case: toml::Table = toml::from_str(&read(&path)).unwrap_or_else(|error| {
            panic!("{}: {error}", path.display());
        });
        let rules = case.get("rules").and_then(toml::Value::as_array).expect("a case cites its rules");
        assert!(!rules.is_empty(), "{} shows no rule", path.display());
        cited.extend(rules.iter().filter_map(|it| it.as_str().map(str::to_owned)));
    }
    cited
}

/// Rules of the index with whether a worked example stands below them.
fn index() -> Vec<(String, bool)> {
    let mut rules: Vec<(String, bool)> = Vec::new();
    for line in read("rules.md").lines() {
        if let Some(rest) = line.strip_prefix("- **FT-") {
            let id = rest.split([' ', '*']).next().unwrap_or_default();
            rules.push((format!("FT-{id}"), rest.contains("(worked")));
        } else if line.contains("(worked")
            && let Some(rule) = rules.last_mut()
        {
            rule.1 = true;
        }
    }
    rules
}

#[test]
fn cases_cite_rules_that_there_are() {
    let known: BTreeSet<String> = index().into_iter().map(|it| it.0).collect();
    let strays: Vec<String> = cited().into_iter().filter(|it| !known.contains(it)).collect();
    assert!(strays.is_empty(), "no such rules: {strays:?}");
}

/// Examples that no single battle of the first half can show.
const ELSEWHERE: &[&str] = &[
    // Ordnance is launched and fighters land in the second half.
    "FT-6.5.1",
    "FT-6.6.12",
    "FT-6.8.1",
    "FT-10.1.5",
    // Fighters: tests/it/wings.rs and scramble.rs.
    "FT-8.3.6",
    "FT-8.5.5",
    "FT-8.6.4",
    // Fights of small craft: tests/it/dogfights.rs, and the tables in src/kills.rs.
    "FT-8.6.8",
    "FT-8.8.5",
    "FT-8.10.1",
    "FT-8.15.6",
    "FT-8.15.12",
    "FT-8.18.2",
    // Terrain: tests/it/terrain.rs.
    "FT-13.15.2",
    "FT-17.1.1",
    "FT-17.4.1",
    "FT-17.5.1",
    "FT-17.6.2",
    "FT-17.9.4",
    // Tugs and gates: tests/it/riders.rs and gates.rs.
    "FT-11.6.3",
    "FT-11.9.2",
    // FTL comes with its chapter; the dice of jamming with the closed book.
    "FT-11.5.2",
    "FT-12.4.1",
    // Special moves: tests/it/special_moves.rs.
    "FT-16.3.2",
    "FT-16.5.1",
    "FT-16.7.1",
    // What a yard builds between battles, and lists of technology: unit tests of the yard.
    "FT-13.13.3",
    "FT-15.0.4",
];

#[test]
fn every_worked_example_is_a_case() {
    let cited = cited();
    let missing: Vec<String> = index()
        .into_iter()
        .filter(|(id, golden)| *golden && !cited.contains(id) && !ELSEWHERE.contains(&id.as_str()))
        .map(|it| it.0)
        .collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}
