//! Every rule is shown by a case, and every ruling by what is there. The cases
//! themselves are run from the registry: `flagbridge case crates/rules-talon/cases`.

use std::{collections::BTreeSet, fs, path::Path};

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = home().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_rule_is_shown_by_a_case() {
    let mut cited = BTreeSet::new();
    for entry in fs::read_dir(home().join("cases")).expect("the folder of cases") {
        let path = entry.expect("a file").path();
        let case: toml::Table = toml::from_str(&read(&path)).unwrap_or_else(|error| {
            panic!("{}: {error}", path.display());
        });
        let rules = case.get("rules").and_then(toml::Value::as_array).expect("a case cites its rules");
        cited.extend(rules.iter().filter_map(|it| it.as_str().map(str::to_owned)));
    }
    let index = read("rules.md");
    let rules: Vec<&str> =
        index.lines().filter_map(|it| it.strip_prefix("- **TAL-")?.split([' ', '*']).next()).collect();
    assert!(250 < rules.len(), "{} rules found in rules.md", rules.len());
    let missing: Vec<&&str> = rules.iter().filter(|it| !cited.contains(&format!("TAL-{it}"))).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

#[test]
fn rulings_are_numbered_and_shown() {
    let text = read("rulings.md");
    let numbers: Vec<&str> =
        text.lines().filter_map(|it| it.strip_prefix("## R-")?.split(' ').next()).collect();
    let expected: Vec<String> = (1..=numbers.len()).map(|it| format!("{it:03}")).collect();
    assert_eq!(numbers, expected);
    let shown: Vec<&str> = text.lines().filter_map(|it| it.strip_prefix("- Shown by: ")).collect();
    assert_eq!(shown.len(), numbers.len(), "a ruling that nothing shows");
    for name in shown.iter().flat_map(|it| it.split(", ")).map(|it| it.trim_matches('`')) {
        let path = if name.contains('/') { name.to_owned() } else { format!("cases/{name}.toml") };
        assert!(home().join(&path).is_file(), "{path} is not there");
    }
}
