//! `cargo xtask tidy`: the invariants of docs/architecture.md that a program
//! can see. It is a test too.
//!
//! Code may be excused in `dice`, `geometry`, `proof` and `engine`, never in a game: a
//! line by `// tidy: REASON` at its end, an item by the same above it.

mod client;
mod directions;
mod phrases;
mod places;

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use crate::run;

/// One thing that is not as it should be, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    place: String,
    message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

pub(crate) fn run() -> Result<ExitCode, String> {
    let findings = findings(&run::root())?;
    for finding in &findings {
        println!("{finding}");
    }
    println!("{} findings", findings.len());
    Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Everything untidy in the workspace at `root`.
pub(crate) fn findings(root: &Path) -> Result<Vec<Finding>, String> {
    let mut files = Vec::new();
    collect(root, &mut files)?;
    let mut findings = Vec::new();
    for path in files {
        let shown = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        // What is not text is none of our business.
        let Ok(text) = fs::read_to_string(&path) else { continue };
        check_file(&shown, &text, &mut findings);
        places::check(root, &shown, &text, &mut |line, message| {
            findings.push(Finding { place: format!("{shown}:{line}"), message });
        });
    }
    Ok(findings)
}

/// Longer files hold more than one chapter.
const LONGEST: usize = 800;
/// Longer lines are read by nobody.
const WIDEST: usize = 120;

fn check_file(path: &str, text: &str, findings: &mut Vec<Finding>) {
    let mut found = |line: usize, message: String| {
        findings.push(Finding { place: format!("{path}:{line}"), message });
    };
    check_text(path, text, &mut found);
    check_width(path, text, &mut found);
    check_case(path, text, &mut found);
    phrases::check(path, text, &mut found);
    client::check(path, text, &mut found);
    if path.ends_with("Cargo.toml") {
        directions::check(path, text, &mut found);
    }
    if path.ends_with(".rs") {
        let lines = text.lines().count();
        if LONGEST < lines {
            found(lines, format!("{lines} lines; {LONGEST} is the most"));
        }
        if path.contains("/src/") && !text.starts_with("//!") {
            found(1, "a source begins by saying what it is, with //!".to_owned());
        }
        check_code(path, text, &mut found);
    }
}

type Found<'a> = dyn FnMut(usize, String) + 'a;

/// What holds in every text.
fn check_text(path: &str, text: &str, found: &mut Found<'_>) {
    let prose = [".rs", ".md", ".toml", ".yml", ".yaml", "/run"].iter().any(|end| path.ends_with(end));
    for (n, line) in text.lines().enumerate() {
        if prose && line.ends_with([' ', '\t']) {
            found(n + 1, "space at the end of the line".to_owned());
        }
        if let Some(home) = HOMES.iter().find(|home| names_path(line, home)) {
            found(n + 1, format!("a path of one machine: {home}"));
        }
        if prose && !path.ends_with(".md") {
            for word in UNFINISHED {
                if line.contains(word) {
                    found(n + 1, format!("unfinished: {word}"));
                }
            }
        }
    }
}

/// Code, in Rust and in the client, is read in two columns. What a program writes is not read.
fn check_width(path: &str, text: &str, found: &mut Found<'_>) {
    let ours = |end: &str| path.starts_with("web/") && path.ends_with(end);
    let code = path.ends_with(".rs") || [".ts", ".js", ".mjs", ".svelte", ".css"].into_iter().any(ours);
    let types = path.starts_with("web/src/games/") && path.ends_with("/wire.ts");
    let written = path.starts_with("web/dist/") || path == "web/src/wire/index.ts" || types;
    if !code || written {
        return;
    }
    for (n, line) in text.lines().enumerate() {
        let width = line.chars().count();
        // An address cannot be broken.
        if WIDEST < width && !line.contains("://") {
            found(n + 1, format!("{width} characters; {WIDEST} is the most"));
        }
    }
}

/// A case of a design that expects no finding and allows any says nothing.
fn check_case(path: &str, text: &str, found: &mut Found<'_>) {
    if !(path.starts_with("crates/rules-") && path.contains("/cases/")) {
        return;
    }
    for (n, line) in text.lines().enumerate() {
        if line.contains("findings = []") && line.contains("others = true") {
            found(n + 1, "any findings would do: say which are expected".to_owned());
        }
    }
}

/// Written apart, so that this file is tidy itself.
const HOMES: [&str; 4] =
    [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/Us", "ers/"), concat!("/wo", "rk/")];
const UNFINISHED: [&str; 3] = [concat!("to", "do!("), concat!("unimple", "mented!("), concat!("FIX", "ME")];

/// Whether `path` begins somewhere in `line`, and is not the middle of another.
fn names_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && !"._-/})*>".contains(c))
    })
}

/// Words that code in some crates does without, and why.
struct Ban {
    crates: &'static [&'static str],
    words: &'static [&'static str],
    why: &'static str,
}

const PURE: &[&str] = &["dice", "geometry", "proof", "signet", "engine", "rules-"];

const BANS: [Ban; 7] = [
    Ban { crates: PURE, words: &["std::time", "Instant", "SystemTime"], why: "rules read no clock" },
    Ban {
        crates: PURE,
        words: &["std::fs", "std::env", "std::net", "std::io", "std::process"],
        why: "rules do no input or output",
    },
    Ban { crates: PURE, words: &["std::thread", "thread_local!"], why: "rules spawn nothing" },
    Ban {
        crates: PURE,
        words: &["HashMap", "HashSet"],
        why: "iterate in a fixed order: BTreeMap, BTreeSet, Vec",
    },
    Ban {
        crates: PURE,
        words: &["f32", "f64"],
        why: "numbers in rules are whole: floats differ between platforms",
    },
    Ban {
        crates: &["rules-"],
        words: &[
            "static mut",
            "Cell",
            "RefCell",
            "UnsafeCell",
            "Mutex",
            "RwLock",
            "AtomicU64",
            "AtomicUsize",
        ],
        why: "state changes only in apply",
    },
    Ban {
        crates: &["engine", "erased", "rules-", "testkit"],
        words: &["serde_json::to_value", "serde_json::from_value", "serde_json::to_writer", "toml::from_str"],
        why: "every way into and out of text compiles every type once more: crate plain has the one there is",
    },
];

/// Only the program itself prints; a build script talks to cargo.
const QUIET: &[&str] = &[
    "dice", "geometry", "plotter", "proof", "signet", "engine", "rules-", "ai", "erased", "any-", "rulesets",
    "lab", "lawbook", "testkit",
];
const PRINTS: [&str; 5] = ["println!", "eprintln!", "print!", "eprint!", "dbg!"];

fn check_code(path: &str, text: &str, found: &mut Found<'_>) {
    let Some((name, rest)) = path.strip_prefix("crates/").and_then(|path| path.split_once('/')) else {
        return;
    };
    if !rest.starts_with("src/") || rest.ends_with("/tests.rs") {
        return;
    }
    let is_in =
        |crates: &[&str]| crates.iter().any(|it| name == *it || (it.ends_with('-') && name.starts_with(it)));
    let may_excuse = !name.starts_with("rules-");
    // The indentation of an excused item, until its closing brace.
    let mut excused_item: Option<usize> = None;
    for (n, line) in text.lines().enumerate() {
        // Tests may do as they like; by custom they close the file.
        if line.trim() == "#[cfg(test)]" {
            let next = text.lines().nth(n + 1).unwrap_or_default().trim();
            if next.starts_with("mod ") && next.ends_with('{') {
                return;
            }
        }
        let code = without_comment(line);
        let marked = may_excuse && line.contains("// tidy: ");
        let indent = line.len() - line.trim_start().len();
        if code.trim().is_empty() {
            if marked {
                excused_item = Some(indent);
            }
            continue;
        }
        let excused = marked || excused_item.is_some();
        if excused_item == Some(indent) && code.trim_end().ends_with(['}', ';', ',']) {
            excused_item = None;
        }
        if excused {
            continue;
        }
        for Ban { crates, words, why } in &BANS {
            let used = words.iter().find(|word| has_word(code, word));
            if let Some(word) = used.filter(|_| is_in(crates)) {
                found(n + 1, format!("{word}: {why}"));
            }
        }
        let printed = PRINTS.iter().find(|word| has_word(code, word));
        if let Some(word) = printed.filter(|_| is_in(QUIET)) {
            found(n + 1, format!("{word} only the program itself prints"));
        }
    }
}

/// `word` standing alone in `code`, not as part of a longer name.
fn has_word(code: &str, word: &str) -> bool {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        !before.is_some_and(part_of_name) && !after.is_some_and(part_of_name)
    })
}

/// The part of a line before `//`, unless that stands in a string.
fn without_comment(line: &str) -> &str {
    let mut in_string = false;
    let mut last = ' ';
    for (at, c) in line.char_indices() {
        if c == '"' && last != '\\' && last != '\'' {
            in_string = !in_string;
        }
        if !in_string && line[at..].starts_with("//") {
            return &line[..at];
        }
        last = c;
    }
    line
}

/// Every file of the project under `dir`, in a fixed order.
fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let in_dir = |err: std::io::Error| format!("{}: {err}", dir.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(dir).map_err(in_dir)? {
        paths.push(entry.map_err(in_dir)?.path());
    }
    paths.sort();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let theirs = matches!(name, "target" | "node_modules" | "Cargo.lock") || name.starts_with(".git");
        if theirs || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_is_tidy() {
        let findings = findings(&run::root()).unwrap();
        let lines: Vec<String> = findings.iter().map(Finding::to_string).collect();
        assert!(findings.is_empty(), "\n{}", lines.join("\n"));
    }

    fn messages(path: &str, text: &str) -> Vec<String> {
        let mut findings = Vec::new();
        check_file(path, text, &mut findings);
        findings
            .iter()
            .map(|it| format!("{}: {}", it.place.rsplit(':').next().unwrap(), it.message))
            .collect()
    }

    #[track_caller]
    fn finds(path: &str, text: &str, expected: &str) {
        let all = messages(path, text).join("\n");
        assert!(all.contains(expected), "expected {expected:?} for {text:?}, found {all:?}");
    }

    #[track_caller]
    fn fine(path: &str, text: &str) {
        assert_eq!(messages(path, text), Vec::<String>::new(), "{text:?}");
    }

    #[test]
    fn sources_say_what_they_are_and_end() {
        finds("crates/ai/src/lib.rs", "fn a() {}\n", "1: a source begins");
        fine("crates/ai/tests/all.rs", "fn a() {}\n");
        finds("crates/ai/src/lib.rs", &format!("//!{}", "\n//".repeat(800)), "801 lines");
    }

    #[test]
    fn rules_are_pure() {
        let source = "crates/rules-x/src/lib.rs";
        for (code, expected) in [
            ("use std::time::Instant;", "2: std::time"),
            ("let x: f64 = 1.0;", "2: f64"),
            ("let x: f64 = 1.0; // tidy: not excused in a game", "2: f64"),
            ("use std::collections::HashMap;", "2: HashMap"),
            ("static mut N: u8 = 0;", "2: static mut"),
            ("x: RefCell<u8>,", "2: RefCell"),
            ("println!(\"//\");", "2: println!"),
        ] {
            finds(source, &format!("//!\n{code}\n"), expected);
        }
        fine(source, "//!\n// f64 in a comment, std::fs too\nlet xf64 = OnceCell;\n");
        fine(source, "//!\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n");
        fine("crates/cli/src/main.rs", "//!\nfn main() { println!(\"f64\"); }\n");
        let excused = "//!\n// tidy: a probability, not state\nfn share() -> f64 {\n    0.5_f64\n}\n";
        fine("crates/engine/src/a.rs", excused);
        finds("crates/engine/src/a.rs", &format!("{excused}fn next() -> f64 {{\n"), "6: f64");
        fine("crates/dice/src/a.rs", "//!\nfn share() -> f64 { // tidy: a probability, not state\n");
        finds("crates/ai/src/a.rs", "//!\ndbg!(1);\n", "only the program itself prints");
    }

    #[test]
    fn texts_are_finished_and_portable() {
        finds("docs/a.md", "a \n", "1: space at the end");
        for home in HOMES {
            finds("docs/a.md", &format!("see {home}x\n"), "1: a path of one machine");
            fine("docs/a.md", &format!("see docs{home}x\n"));
        }
        for word in UNFINISHED {
            finds("crates/ai/tests/a.rs", &format!("{word})\n"), "1: unfinished");
        }
    }

    #[test]
    fn cases_of_designs_say_what_they_expect() {
        let case = "crates/rules-x/cases/a.toml";
        finds(case, "audit = { findings = [], others = true }\n", "1: any findings would do");
        fine(case, "audit = { findings = [] }\n");
        fine(case, "audit = { findings = [\"X-1\"], others = true }\n");
    }

    #[test]
    fn lines_are_read_without_scrolling() {
        let wide = format!("//! {}\n", "a".repeat(WIDEST));
        for path in
            ["crates/ai/src/a.rs", "crates/ai/tests/a.rs", "xtask/src/a.rs", "web/src/a.ts", "web/e2e/a.mjs"]
        {
            finds(path, &wide, "1: 124 characters");
        }
        fine("crates/ai/src/a.rs", &format!("//! {}\n", "é".repeat(WIDEST - 4)));
        fine("crates/ai/src/a.rs", &wide.replace("//! a", "//! https://a"));
        fine("web/dist/assets/a.js", &wide);
        fine("web/src/wire/index.ts", &wide);
        fine("web/src/games/asfos/wire.ts", &wide);
    }

    #[test]
    fn comments_are_told_from_strings() {
        assert_eq!(without_comment("a // b"), "a ");
        assert_eq!(without_comment("\"http://x\" // b"), "\"http://x\" ");
        assert_eq!(without_comment("'\"' // b"), "'\"' ");
    }
}
