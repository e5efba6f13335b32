//! A copy of the sources to be spoilt, and its builds.

use std::{
    collections::BTreeSet,
    fs, io,
    ops::Range,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value;

/// The copy, in the build folder of the tree it is made from, one a game: two games may be tried at once.
#[derive(Debug)]
pub struct Tree {
    pub root: PathBuf,
    target: PathBuf,
    game: String,
}

/// What a build gave: programs to run, or places that the compiler refused.
#[derive(Debug)]
pub enum Built {
    Programs(Vec<PathBuf>),
    Refused(Vec<(PathBuf, Range<usize>, String)>),
}

impl Tree {
    /// Copies what git knows of `from`, and adds the program that runs a game's cases and records.
    ///
    /// # Errors
    ///
    /// What could not be read or written.
    pub fn copy(from: &Path, game: &str) -> Result<Tree, String> {
        let base = from.join("target/mutants").join(game);
        let tree = Tree { root: base.join("tree"), target: base.join("build"), game: game.to_owned() };
        let listed = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(from)
            .output()
            .map_err(|err| format!("git ls-files: {err}"))?;
        if !listed.status.success() {
            return Err(String::from_utf8_lossy(&listed.stderr).trim().to_owned());
        }
        let mut wanted = BTreeSet::new();
        for name in listed.stdout.split(|it| *it == 0).filter(|it| !it.is_empty()) {
            let name = String::from_utf8_lossy(name).into_owned();
            let needed = ["Cargo.toml", "Cargo.lock"].contains(&name.as_str())
                || ["crates/", "couriers/", "press/", "xtask/", ".cargo/", ".config/", "web/"]
                    .iter()
                    .any(|it| name.starts_with(it));
            if needed && from.join(&name).is_file() {
                let bytes = fs::read(from.join(&name)).map_err(|err| format!("{name}: {err}"))?;
                tree.write(&name, &bytes)?;
                wanted.insert(name);
            }
        }
        let runner = format!("crates/mutant-runner-{game}");
        let manifest = include_str!("runner/manifest").replace("GAME", game);
        tree.write(&format!("{runner}/Cargo.toml"), manifest.as_bytes())?;
        let main = include_str!("runner/main.rs.txt").replace("GAME", &game.replace('-', "_"));
        tree.write(&format!("{runner}/src/main.rs"), main.as_bytes())?;
        wanted.extend([format!("{runner}/Cargo.toml"), format!("{runner}/src/main.rs")]);
        tree.forget_all_but(&tree.root.join("crates"), &wanted)?;
        Ok(tree)
    }

    /// A file that is not there any more would still be compiled, or be a member of the workspace.
    fn forget_all_but(&self, folder: &Path, wanted: &BTreeSet<String>) -> Result<(), String> {
        let in_folder = |err: io::Error| format!("{}: {err}", folder.display());
        for entry in fs::read_dir(folder).map_err(in_folder)? {
            let path = entry.map_err(in_folder)?.path();
            if path.is_dir() {
                self.forget_all_but(&path, wanted)?;
                // Fails where something is left in it, as it should.
                let _ = fs::remove_dir(&path);
            } else if let Ok(name) = path.strip_prefix(&self.root)
                && !wanted.contains(&*name.to_string_lossy())
            {
                fs::remove_file(&path).map_err(in_folder)?;
            }
        }
        Ok(())
    }

    /// Writes a file of the copy unless that is what it holds: what did not change is not built again.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let path = self.root.join(name);
        if fs::read(&path).is_ok_and(|it| it == bytes) {
            return Ok(());
        }
        let in_file = |err: io::Error| format!("{}: {err}", path.display());
        fs::create_dir_all(path.parent().expect("a file in a folder")).map_err(in_file)?;
        fs::write(&path, bytes).map_err(in_file)
    }

    /// Only looks whether the game's crate compiles.
    ///
    /// # Errors
    ///
    /// If cargo cannot be started.
    pub fn check(&self) -> Result<Built, String> {
        let rules = format!("rules-{}", self.game);
        self.cargo(&["check", "--lib", "--package", &rules])
    }

    /// The game's own tests.
    ///
    /// # Errors
    ///
    /// If cargo cannot be started.
    pub fn tests(&self) -> Result<Built, String> {
        let rules = format!("rules-{}", self.game);
        self.cargo(&["test", "--no-run", "--lib", "--tests", "--package", &rules])
    }

    /// The program that runs cases and kept records.
    ///
    /// # Errors
    ///
    /// If cargo cannot be started.
    pub fn runner(&self) -> Result<Built, String> {
        let runner = format!("mutant-runner-{}", self.game);
        self.cargo(&["build", "--package", &runner])
    }

    fn cargo(&self, args: &[&str]) -> Result<Built, String> {
        let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(args)
            .args(["--message-format", "json", "--quiet"])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .output()
            .map_err(|err| format!("cargo: {err}"))?;
        let mut programs = Vec::new();
        let mut refused = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
            if let Some(program) = message["executable"].as_str() {
                programs.push(PathBuf::from(program));
            }
            let told = &message["message"];
            if told["level"] == "error" {
                let text = told["message"].as_str().unwrap_or_default();
                refused.extend(places(told).into_iter().map(|(file, bytes)| (file, bytes, text.to_owned())));
            }
        }
        if output.status.success() {
            return Ok(Built::Programs(programs));
        }
        if refused.is_empty() {
            return Err(format!(
                "cargo {}: {}",
                args.join(" "),
                String::from_utf8_lossy(&output.stderr).trim()
            ));
        }
        Ok(Built::Refused(refused))
    }
}

/// Every place that an error names, its remarks included.
fn places(told: &Value) -> Vec<(PathBuf, Range<usize>)> {
    let list = |it: &Value| it.as_array().cloned().unwrap_or_default();
    let mut spans = list(&told["spans"]);
    for child in list(&told["children"]) {
        spans.extend(list(&child["spans"]));
    }
    let number = |it: &Value| usize::try_from(it.as_u64().unwrap_or(0)).unwrap_or(0);
    let spans = spans.iter().map(|span| {
        let file = PathBuf::from(span["file_name"].as_str().unwrap_or_default());
        (file, number(&span["byte_start"])..number(&span["byte_end"]))
    });
    spans.collect()
}
