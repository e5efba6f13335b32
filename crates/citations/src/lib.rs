//! Where each rule of a game is written, coded and tested.
//!
//! A game crate keeps its rules in `rules.md` and cites them by id wherever
//! they are carried out or tested. Its `build.rs` calls [`generate`], and the
//! crate includes the result, an array of plain tuples. Where each rule is
//! cited is looked up by the crate `lawbook`, on which no game depends.
//!
//! ```text
//! // build.rs
//! fn main() {
//!     citations::generate("ASF", env!("CARGO_MANIFEST_DIR"));
//! }
//!
//! // src/library.rs
//! const RULES: &[engine::RuleEntry] = include!(concat!(env!("OUT_DIR"), "/rule_index.rs"));
//! ```

mod index;
mod source;

use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

pub use index::{Rule, parse};
pub use source::{Cited, Kind, cites};

/// A rule with every place that cites it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub rule: Rule,
    /// `file:line`, the file from the root of the workspace.
    pub code: Vec<String>,
    pub tests: Vec<String>,
}

/// The whole index of a game crate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    /// In the order of `rules.md`.
    pub entries: Vec<Entry>,
    /// Ids cited that `rules.md` does not have, with the place.
    pub strays: Vec<(String, String)>,
}

/// Writes `$OUT_DIR/rule_index.rs` for the game crate whose build script calls
/// this: the rules in words. Where they are carried out and tested is for
/// [`generate_places`], so that a case added compiles no game again.
///
/// # Panics
///
/// Panics if `rules.md` cannot be read, or an id is defined twice: the build
/// must not go on.
pub fn generate(prefix: &str, crate_dir: impl AsRef<Path>) {
    let path = crate_dir.as_ref().join("rules.md");
    println!("cargo:rerun-if-changed={}", path.display());
    let rules = rules_in(prefix, &path).unwrap_or_else(|err| panic!("rule index: {err}"));
    write_out("rule_index.rs", &to_rust(&rules));
}

/// Writes `$OUT_DIR/places.rs`: for each game, given as its id, the letters its
/// rules begin with and its folder, every rule with the places that cite it.
///
/// # Panics
///
/// As [`generate`].
pub fn generate_places(games: &[(&str, &str, String)]) {
    let mut out = String::from("&[\n");
    for (game, prefix, dir) in games {
        let dir = Path::new(dir);
        println!("cargo:rerun-if-changed={}", dir.join("rules.md").display());
        for (folder, _) in FOLDERS {
            // A path that is not there would make cargo build the crate every time.
            if dir.join(folder).exists() {
                println!("cargo:rerun-if-changed={}", dir.join(folder).display());
            }
        }
        let index = scan(prefix, dir).unwrap_or_else(|err| panic!("rule index of {game}: {err}"));
        for (id, place) in &index.strays {
            println!("cargo:warning={place} cites {id}, which rules.md does not have");
        }
        writeln!(out, "({game:?}, {}),", places_to_rust(&index)).expect("writing to a string succeeds");
    }
    out.push_str("]\n");
    write_out("places.rs", &out);
}

fn write_out(name: &str, text: &str) {
    let out = std::env::var_os("OUT_DIR").expect("cargo tells build scripts where to write");
    let out = PathBuf::from(out).join(name);
    fs::write(&out, text).unwrap_or_else(|err| panic!("{}: {err}", out.display()));
}

fn rules_in(prefix: &str, path: &Path) -> io::Result<Vec<Rule>> {
    let text =
        fs::read_to_string(path).map_err(|err| io::Error::other(format!("{}: {err}", path.display())))?;
    parse(prefix, &text).map_err(io::Error::other)
}

/// Reads `rules.md` and every source of the crate in `dir`.
///
/// # Errors
///
/// If a file cannot be read, or a rule is defined twice.
pub fn scan(prefix: &str, dir: &Path) -> io::Result<Index> {
    let in_file = |path: &Path, err: io::Error| io::Error::other(format!("{}: {err}", path.display()));
    let rules = rules_in(prefix, &dir.join("rules.md"))?;
    // Places are told from the workspace on, however the folder is named: `crates/a/../g` is `crates/g`.
    let dir = &dir.canonicalize()?;
    let mut index = Index {
        entries: rules.into_iter().map(|rule| Entry { rule, code: Vec::new(), tests: Vec::new() }).collect(),
        strays: Vec::new(),
    };
    let root = workspace_root(dir);
    for (folder, kind) in FOLDERS {
        let mut files = Vec::new();
        source::files_under(&dir.join(folder), &mut files)?;
        // Puzzles name the rules they turn on and carry none of them out.
        files.retain(|it| !it.starts_with(dir.join("data/puzzles")));
        let sources: Vec<(PathBuf, String)> = files
            .into_iter()
            .map(|path| match fs::read_to_string(&path) {
                Ok(text) => Ok((path, text)),
                Err(err) => Err(in_file(&path, err)),
            })
            .collect::<io::Result<_>>()?;
        let test_modules = source::test_modules(&sources);
        for (path, text) in &sources {
            let whole = if source::is_test_file(path, &test_modules) { Kind::Test } else { kind };
            let shown = path.strip_prefix(&root).unwrap_or(path).to_string_lossy().replace('\\', "/");
            for cited in cites(prefix, text, whole) {
                index.record(&cited, &format!("{shown}:{}", cited.line));
            }
        }
    }
    Ok(index)
}

/// What is read of a crate. Data carries rules out as code does: a scenario's
/// fleets are in its file.
const FOLDERS: [(&str, Kind); 4] =
    [("src", Kind::Code), ("data", Kind::Code), ("tests", Kind::Test), ("cases", Kind::Test)];

impl Index {
    fn record(&mut self, cited: &Cited, place: &str) {
        // FT-4.2.1 in the text may mean FT-4.2 if the index goes no deeper.
        let mut id = cited.id.as_str();
        let entry = loop {
            if let Some(i) = self.entries.iter().position(|entry| entry.rule.id == id) {
                break Some(i);
            }
            match id.rfind('.') {
                Some(dot) => id = &id[..dot],
                None => break None,
            }
        };
        match entry {
            Some(i) => {
                let entry = &mut self.entries[i];
                let places = match cited.kind {
                    Kind::Code => &mut entry.code,
                    Kind::Test => &mut entry.tests,
                };
                if places.last().is_none_or(|last| last != place) {
                    places.push(place.to_owned());
                }
            }
            None if self.is_chapter(&cited.id) => {}
            None => self.strays.push((cited.id.clone(), place.to_owned())),
        }
    }

    /// ASF-MOV means all of ASF-MOV.1 and so on, and cites none of them.
    fn is_chapter(&self, id: &str) -> bool {
        let is_within = |rule: &str| rule.strip_prefix(id).is_some_and(|rest| rest.starts_with('.'));
        self.entries.iter().any(|entry| is_within(&entry.rule.id))
    }
}

/// The nearest folder upwards whose manifest opens a workspace, or `dir`.
fn workspace_root(dir: &Path) -> PathBuf {
    let opens = |dir: &&Path| {
        fs::read_to_string(dir.join("Cargo.toml"))
            .is_ok_and(|manifest| manifest.lines().any(|line| line.trim() == "[workspace]"))
    };
    dir.ancestors().find(opens).unwrap_or(dir).to_owned()
}

fn to_rust(rules: &[Rule]) -> String {
    let mut out = String::from("&[\n");
    for Rule { id, tag, text, notes } in rules {
        // Debug formatting of strings and lists of strings is Rust source.
        writeln!(out, "    ({id:?}, {tag:?}, {text:?}, &{notes:?}),").expect("writing to a string succeeds");
    }
    out.push_str("]\n");
    out
}

fn places_to_rust(index: &Index) -> String {
    let mut out = String::from("&[\n");
    for Entry { rule, code, tests } in &index.entries {
        writeln!(out, "    ({:?}, (&{code:?}, &{tests:?})),", rule.id).expect("writing to a string succeeds");
    }
    out.push(']');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A crate on disk that goes away with the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str, files: &[(&str, &str)]) -> Folder {
            let root = std::env::temp_dir().join(format!("citations-{name}-{}", std::process::id()));
            for (path, text) in files {
                let path = root.join(path);
                fs::create_dir_all(path.parent().expect("files are in folders")).unwrap();
                fs::write(path, text).unwrap();
            }
            Folder(root)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_crate_is_scanned_into_code_and_tests() {
        let folder = Folder::new(
            "scan",
            &[
                ("Cargo.toml", "[workspace]\n"),
                ("crates/g/Cargo.toml", "[package]\n"),
                ("crates/g/rules.md", "- **G-A.1** [core] One.\n- **G-A.10** [optional] \"Ten\".\n"),
                ("crates/g/rulings.md", "G-A.10 is ruled on here\n"),
                ("crates/g/src/lib.rs", "// G-A.1\n#[cfg(test)]\nmod checks;\n// G-A.10\n"),
                ("crates/g/src/checks.rs", "// G-A.1, G-A.2\n"),
                ("crates/g/tests/all.rs", "fn g_a_10_is_kept() {}\n"),
                ("crates/g/cases/one.toml", "rules = [\"G-A.1\"]\n"),
            ],
        );
        let index = scan("G", &folder.0.join("crates/g/src/../../g")).unwrap();
        assert_eq!(index.entries[0].code, ["crates/g/src/lib.rs:1"]);
        assert_eq!(index.entries[0].tests, ["crates/g/src/checks.rs:1", "crates/g/cases/one.toml:1"]);
        assert_eq!(index.entries[1].code, ["crates/g/src/lib.rs:4"]);
        assert_eq!(index.entries[1].tests, ["crates/g/tests/all.rs:1"]);
        assert_eq!(index.strays, [("G-A.2".to_owned(), "crates/g/src/checks.rs:1".to_owned())]);
        let rust = places_to_rust(&index);
        let line = r#"("G-A.10", (&["crates/g/src/lib.rs:4"], &["crates/g/tests/all.rs:1"])),"#;
        assert!(rust.contains(line), "{rust}");
        let rules: Vec<Rule> = index.entries.into_iter().map(|entry| entry.rule).collect();
        let rust = to_rust(&rules);
        assert!(rust.contains(r#"("G-A.10", "optional", "\"Ten\".", &[]),"#), "{rust}");
    }

    #[test]
    fn a_missing_index_names_its_file() {
        let folder = Folder::new("missing", &[("src/lib.rs", "")]);
        let err = scan("G", &folder.0).unwrap_err().to_string();
        assert!(err.contains("rules.md"), "{err}");
    }

    #[test]
    fn deeper_ids_fall_back_to_the_rule_that_holds_them() {
        let rule = |id: &str| Entry {
            rule: Rule { id: id.to_owned(), tag: String::new(), text: String::new(), notes: Vec::new() },
            code: Vec::new(),
            tests: Vec::new(),
        };
        let mut index = Index { entries: vec![rule("FT-4.2"), rule("FT-4.2.1")], strays: Vec::new() };
        for id in ["FT-4.2.1", "FT-4.2.7", "FT-4.20", "FT-4"] {
            index.record(&Cited { id: id.to_owned(), line: 1, kind: Kind::Code }, id);
        }
        assert_eq!(index.entries[0].code, ["FT-4.2.7"]);
        assert_eq!(index.entries[1].code, ["FT-4.2.1"]);
        assert_eq!(index.strays, [("FT-4.20".to_owned(), "FT-4.20".to_owned())]);
    }
}
