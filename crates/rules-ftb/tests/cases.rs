//! Every rule is shown by a case, and the golden examples are all there. The
//! cases themselves are run from the registry: `flagbridge case crates/rules-ftb/cases`.

use std::{collections::BTreeSet, fs, path::Path};

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn cases() -> Vec<(String, toml::Table)> {
    let entries = fs::read_dir(home().join("cases")).expect("the folder of cases");
    let read = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).expect("a case");
        let case = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path.file_stem().expect("a name").to_string_lossy().into_owned(), case)
    };
    entries.map(|it| read(it.expect("a file").path())).collect()
}

#[test]
fn every_rule_is_shown_by_a_case() {
    let mut cited = BTreeSet::new();
    for (name, case) in cases() {
        let rules = case.get("rules").and_then(toml::Value::as_array);
        let rules = rules.unwrap_or_else(|| panic!("{name} cites no rules"));
        cited.extend(rules.iter().filter_map(|it| it.as_str().map(str::to_owned)));
    }
    let index = fs::read_to_string(home().join("rules.md")).expect("the rule index");
    let rules: Vec<&str> =
        index.lines().filter_map(|it| it.strip_prefix("- **FTB-")?.split([' ', '*']).next()).collect();
    assert_eq!(rules.len(), 214);
    let missing: Vec<&&str> = rules.iter().filter(|it| !cited.contains(&format!("FTB-{it}"))).collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
}

/// Boxes with a worked or derived example, and the sixteen cells of a Combat.
#[test]
fn golden_examples_are_cases() {
    let names: Vec<String> = cases().into_iter().map(|it| it.0).collect();
    for start in ["6-1-golden", "7-1-golden", "21-3-golden", "27-2-golden", "27-2-derived", "28-2-golden"] {
        assert!(names.iter().any(|it| it.starts_with(start)), "{start}");
    }
    for start in ["29-3-golden", "30-5-derived-fast", "30-5-derived-slow", "30-5-derived-within-1", "alg-2-"]
    {
        assert!(names.iter().any(|it| it.starts_with(start)), "{start}");
    }
    let protocols = ["defensive", "railgun", "broadside", "evasive"];
    for one in protocols {
        for other in protocols {
            assert!(names.contains(&format!("17-table-{one}-{other}")), "{one} against {other}");
        }
    }
}
