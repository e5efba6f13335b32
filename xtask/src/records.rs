//! `cargo xtask records`: kept records recompute, or the rules have a new version.
//!
//! Records are kept in `crates/*/tests/records`, each with a line in the
//! `MANIFEST` beside it: the version of the rules, the BLAKE3 of the file, its
//! name. The manifest says what was released; it lies in the tree, so neither
//! a network nor the history is needed.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use serde_json::Value;

use crate::run;

const MANIFEST: &str = "MANIFEST";
const HEADING: &str = "# Kept records: rules version, BLAKE3 of the file, name. What was kept does not change;\n\
                       # `cargo xtask records --add` adds what is new.\n";

/// One line of a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    version: u64,
    hash: String,
    name: String,
}

impl Line {
    fn read(text: &str) -> Option<Line> {
        let mut words = text.split_whitespace();
        let (version, hash, name) = (words.next()?.parse().ok()?, words.next()?, words.next()?);
        Some(Line { version, hash: hash.to_owned(), name: name.to_owned() })
    }

    fn of(name: &str, text: &str) -> Result<Line, String> {
        let record: Value = serde_json::from_str(text).map_err(|err| format!("{name}: {err}"))?;
        // Rules may have taken over later: those count.
        let last = record["versions"].as_array().and_then(|it| it.last()).unwrap_or(&record);
        let version = last["rules_version"].as_u64().ok_or(format!("{name}: no rules_version"))?;
        let hash = blake3::hash(text.as_bytes()).to_string();
        Ok(Line { version, hash, name: name.to_owned() })
    }

    fn write(&self) -> String {
        format!("{} {} {}\n", self.version, self.hash, self.name)
    }
}

fn lines(manifest: &str) -> Vec<Line> {
    manifest.lines().filter(|it| !it.starts_with('#')).filter_map(Line::read).collect()
}

/// One folder of kept records.
struct Folder {
    path: PathBuf,
    /// As people call it: `crates/rules-asfos/tests/records`.
    shown: String,
    manifest: String,
    /// By name.
    files: BTreeMap<String, String>,
}

fn folders(root: &Path) -> Result<Vec<Folder>, String> {
    let mut folders = Vec::new();
    for entry in sorted(&root.join("crates"))? {
        let path = entry.join("tests/records");
        if !path.is_dir() {
            continue;
        }
        let mut files = BTreeMap::new();
        for file in sorted(&path)? {
            let name = file.file_name().and_then(|it| it.to_str()).unwrap_or_default().to_owned();
            if name.ends_with(".json") {
                let text = fs::read_to_string(&file).map_err(|err| format!("{}: {err}", file.display()))?;
                files.insert(name, text);
            }
        }
        let shown = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let manifest = fs::read_to_string(path.join(MANIFEST)).unwrap_or_default();
        folders.push(Folder { path, shown, manifest, files });
    }
    Ok(folders)
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let in_folder = |err: std::io::Error| format!("{}: {err}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(in_folder)? {
        paths.push(entry.map_err(in_folder)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// What does not fit between the files of a folder, its manifest, and the
/// manifest that is committed, if git knows one.
fn misfits(folder: &Folder, committed: &str) -> Vec<String> {
    let (shown, listed) = (&folder.shown, lines(&folder.manifest));
    let mut found = Vec::new();
    for line in lines(committed).iter().filter(|it| !listed.contains(it)) {
        found.push(format!(
            "{shown}/{MANIFEST}: the line of {} is not the one that is committed; \
             what was kept under rules version {} stays as it is",
            line.name, line.version
        ));
    }
    for line in &listed {
        let place = format!("{shown}/{}", line.name);
        match folder.files.get(&line.name).map(|text| Line::of(&line.name, text)) {
            None => found.push(format!("{place}: gone, but records once written are read for ever")),
            Some(Err(err)) => found.push(format!("{shown}/{err}")),
            Some(Ok(now)) if now == *line => {}
            Some(Ok(_)) => found.push(format!(
                "{place}: altered since it was kept under rules version {}; if the rules give other events now, \
                 leave it, raise RULES_VERSION and keep another record",
                line.version
            )),
        }
    }
    for name in folder.files.keys().filter(|name| !listed.iter().any(|it| it.name == **name)) {
        found.push(format!("{shown}/{name}: not in {MANIFEST}; cargo xtask records --add adds it"));
    }
    found
}

/// The manifest as it is committed; nothing without git, or before it is.
fn committed(root: &Path, folder: &Folder) -> String {
    let object = format!("HEAD:{}/{MANIFEST}", folder.shown);
    let shown = Command::new("git").args(["show", &object]).current_dir(root).output();
    match shown {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into_owned(),
        Ok(_) | Err(_) => String::new(),
    }
}

/// What a kept record of the current rules comes to, in the program's own words.
fn recomputes(place: &str, told: &Value) -> Option<String> {
    if told["verified"] == true {
        return None;
    }
    let difference = told["difference"].as_str().unwrap_or("it does not verify");
    Some(format!(
        "{place}: kept under the rules version that is still the current one, and no longer recomputed: \
         {difference}. The same orders and dice give other events now: raise RULES_VERSION of this game"
    ))
}

/// Every kept record against its manifest, and those of current rules against the rules.
pub(crate) fn check(program: &Path) -> Result<(), String> {
    let root = run::root();
    let versions = run::program_json(program, &["games", "--json"], false)?;
    let versions: BTreeMap<&str, u64> = versions
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|game| Some((game["id"].as_str()?, game["rules_version"].as_u64()?)))
        .collect();
    let mut found = Vec::new();
    for folder in folders(&root)? {
        found.extend(misfits(&folder, &committed(&root, &folder)));
        let name = folder.shown.trim_start_matches("crates/").split('/').next().unwrap_or_default();
        // A game that is not in the program recomputes its records in its own tests.
        let game = name.trim_start_matches("rules-");
        let Some(current) = versions.get(game) else { continue };
        let mut recomputed = 0;
        for (name, text) in &folder.files {
            if Line::of(name, text)?.version != *current {
                continue;
            }
            recomputed += 1;
            let place = format!("{}/{name}", folder.shown);
            let told = run::program_json(program, &["replay", &place, "--verify", "--json"], true)?;
            found.extend(recomputes(&place, &told));
        }
        let all = folder.files.len();
        println!("{game}: {all} kept records, {recomputed} of the current rules version {current}");
        if recomputed == 0 {
            found.push(format!(
                "{}: no kept record of rules version {current}, so a change of these rules would not be noticed",
                folder.shown
            ));
        }
    }
    for line in &found {
        println!("{line}");
    }
    match found.first() {
        None => Ok(()),
        Some(first) => Err(format!("{} findings, the first: {first}", found.len())),
    }
}

/// Adds what is new to the manifests, and touches nothing else in them.
fn add() -> Result<(), String> {
    for folder in folders(&run::root())? {
        let listed = lines(&folder.manifest);
        let mut manifest =
            if folder.manifest.is_empty() { HEADING.to_owned() } else { folder.manifest.clone() };
        for (name, text) in &folder.files {
            if !listed.iter().any(|it| it.name == *name) {
                manifest.push_str(&Line::of(name, text)?.write());
                println!("{}/{name}", folder.shown);
            }
        }
        if manifest != folder.manifest {
            let path = folder.path.join(MANIFEST);
            fs::write(&path, manifest).map_err(|err| format!("{}: {err}", path.display()))?;
        }
    }
    Ok(())
}

pub(crate) fn run(args: &[String]) -> Result<ExitCode, String> {
    let adding = match args {
        [] => false,
        [it] if it == "--add" => true,
        _ => return Err(format!("records {}: expected --add or nothing", args.join(" "))),
    };
    if adding {
        add()?;
        return Ok(ExitCode::SUCCESS);
    }
    check(&run::build_program(run::Profile::Checks)?)?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(version: u64, note: &str) -> String {
        format!("{{\"rules_version\": {version}, \"note\": \"{note}\"}}")
    }

    fn folder(manifest: &str, files: &[(&str, String)]) -> Folder {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), text.clone())).collect();
        Folder { path: PathBuf::new(), shown: "records".to_owned(), manifest: manifest.to_owned(), files }
    }

    fn line(name: &str, text: &str) -> String {
        Line::of(name, text).unwrap().write()
    }

    #[test]
    fn what_was_kept_stays_as_it_is() {
        let (one, other) = (record(1, "one"), record(1, "other"));
        let manifest = format!("{HEADING}{}", line("a.json", &one));
        let kept = folder(&manifest, &[("a.json", one.clone())]);
        assert_eq!(misfits(&kept, &manifest), [""; 0]);
        assert_eq!(misfits(&kept, ""), [""; 0]);

        let altered = misfits(&folder(&manifest, &[("a.json", other.clone())]), &manifest);
        assert!(altered.len() == 1 && altered[0].contains("raise RULES_VERSION"), "{altered:?}");
        let gone = misfits(&folder(&manifest, &[]), &manifest);
        assert!(gone.len() == 1 && gone[0].contains("gone"), "{gone:?}");
        let files = [("a.json", one.clone()), ("b.json", other.clone())];
        let new = misfits(&folder(&manifest, &files), &manifest);
        assert!(new.len() == 1 && new[0].contains("records/b.json: not in MANIFEST"), "{new:?}");

        // Writing the line anew as well is seen by what is committed.
        let rewritten = format!("{HEADING}{}", line("a.json", &other));
        let told = misfits(&folder(&rewritten, &[("a.json", other)]), &manifest);
        assert!(told.len() == 1 && told[0].contains("the line of a.json is not the one"), "{told:?}");
    }

    #[test]
    fn rules_that_took_over_count() {
        let text = r#"{"rules_version": 1, "versions": [{"rules_version": 2}, {"rules_version": 4}]}"#;
        assert_eq!(Line::of("a.json", text).unwrap().version, 4);
        assert!(Line::of("a.json", "{}").is_err() && Line::of("a.json", "{").is_err());
    }

    #[test]
    fn a_change_of_rules_is_told_to_raise_the_version() {
        assert_eq!(recomputes("a.json", &serde_json::json!({"verified": true})), None);
        let told = serde_json::json!({"verified": false, "difference": "event 3 differs"});
        let told = recomputes("a.json", &told).unwrap();
        assert!(told.contains("event 3 differs") && told.contains("raise RULES_VERSION"), "{told}");
    }

    /// The tree itself, as far as it goes without the program.
    #[test]
    fn every_kept_record_is_in_its_manifest() {
        let root = run::root();
        let folders = folders(&root).unwrap();
        assert!(!folders.is_empty());
        let found: Vec<String> =
            folders.iter().flat_map(|folder| misfits(folder, &committed(&root, folder))).collect();
        assert!(found.is_empty(), "\n{}", found.join("\n"));
    }
}
