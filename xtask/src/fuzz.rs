//! `cargo xtask fuzz`: every target of the folder `fuzz`, one after the other.

use std::process::{Command, ExitCode};

use crate::run::{self, Args};

/// For each target, unless somebody says otherwise.
const SECONDS: u64 = 60;

pub(crate) fn run(args: &[String]) -> Result<ExitCode, String> {
    let args = Args::parse(args, &["seconds", "seed"], &[])?;
    let number = |name: &str, usual: u64| match args.get(name) {
        Some(text) => text.parse().map_err(|_| format!("--{name} {text:?}: expected a number")),
        None => Ok(usual),
    };
    let (seconds, seed) = (number("seconds", SECONDS)?, number("seed", 1)?);
    let status = drive(seconds, seed, &args.free).status().map_err(|err| format!("cargo: {err}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Drives the targets, all of them if none is named. The driver is a program
/// of our own, so that it runs wherever the project builds; docs/fuzz.md says
/// how cargo-fuzz drives the same targets.
pub(crate) fn drive(seconds: u64, seed: u64, targets: &[String]) -> Command {
    let mut command = in_folder(&["run", "--quiet", "--bin", "drive"]);
    command.args(["--", "--seconds", &seconds.to_string(), "--seed", &seed.to_string()]).args(targets);
    command
}

/// Whether the driver finds faults that are there: it is tried on planted ones.
pub(crate) fn driver_tests() -> Command {
    in_folder(&["test", "--quiet", "--test", "driver"])
}

/// A cargo command in the workspace of the targets.
fn in_folder(args: &[&str]) -> Command {
    run::cargo_in("fuzz", args)
}

#[cfg(test)]
mod tests {
    use std::{
        collections::{BTreeMap, BTreeSet},
        fs,
        path::Path,
    };

    use super::run;

    fn read(path: &Path) -> String {
        fs::read_to_string(path).unwrap_or_else(|err| panic!("{}: {err}", path.display()))
    }

    /// What a manifest asks for, its tests apart.
    fn asked_for(manifest: &Path) -> BTreeSet<String> {
        let (mut asked, mut counts) = (BTreeSet::new(), false);
        for line in read(manifest).lines() {
            if line.starts_with('[') {
                counts = ["[dependencies]", "[build-dependencies]"].contains(&line);
            } else if counts && let Some((name, _)) = line.split_once(['.', ' ', '=']) {
                asked.extend((!name.is_empty() && !name.starts_with('#')).then(|| name.to_owned()));
            }
        }
        asked
    }

    /// Our own packages in a lock file, each with what it is made of.
    fn locked(lock: &str) -> BTreeMap<String, BTreeSet<String>> {
        let quoted = |line: &str| line.split('"').nth(1).unwrap_or_default().to_owned();
        let packages = lock.split("[[package]]").skip(1).filter(|it| !it.contains("\nsource = "));
        packages
            .map(|package| {
                let name = package.lines().find(|it| it.starts_with("name = ")).map(quoted);
                let made_of = package.lines().filter(|it| it.starts_with(" \"")).map(quoted);
                let made_of = made_of.filter_map(|it| it.split(' ').next().map(str::to_owned)).collect();
                (name.expect("a package has a name"), made_of)
            })
            .collect()
    }

    /// The folder is a workspace of its own, so no other build notices when its
    /// lock file is out of date; then `cargo xtask fuzz` would not even start.
    #[test]
    fn the_lock_file_of_the_fuzz_folder_is_up_to_date() {
        let root = run::root();
        let locked = locked(&read(&root.join("fuzz/Cargo.lock")));
        assert!(10 < locked.len(), "{locked:?}");
        for (name, made_of) in &locked {
            let folder = if name == "flagbridge-fuzz" { "fuzz".to_owned() } else { format!("crates/{name}") };
            let asked = asked_for(&root.join(folder).join("Cargo.toml"));
            assert_eq!(*made_of, asked, "{name}: run cargo metadata --manifest-path fuzz/Cargo.toml");
        }
    }
}
