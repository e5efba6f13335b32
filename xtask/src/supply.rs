//! Where other people's code comes from, and under which licence: what `deny.toml` allows.
//!
//! The same that `cargo deny check licenses bans sources` asks, but for the platform at hand, over what
//! cargo says: building cargo-deny takes longer than all of that may. The hosted checks run it whole.

use std::{fs, path::Path};

use serde_json::Value;

use crate::run;

/// Files of locked packages; each is a workspace of its own.
const LOCKS: [&str; 3] = ["Cargo.lock", "fuzz/Cargo.lock", "mutants/Cargo.lock"];

pub(crate) fn check() -> Result<(), String> {
    let root = run::root();
    let policy = Policy::read(&root)?;
    let mut wrong = Vec::new();
    let mut seen = 0;
    for lock in LOCKS {
        let text = fs::read_to_string(root.join(lock)).map_err(|err| format!("{lock}: {err}"))?;
        wrong.extend(policy.sources(&text).into_iter().map(|it| format!("{lock}: {it}")));
    }
    let metadata = run::cargo(&["metadata", "--format-version", "1", "--locked", "--filter-platform", HOST]);
    for package in packages(metadata)? {
        seen += 1;
        wrong.extend(policy.licence(&package));
    }
    println!("{seen} packages");
    for line in &wrong {
        println!("{line}");
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("{} packages that deny.toml does not allow", wrong.len()))
    }
}

/// Packages of other platforms are only in the lock file: what is not built here is not fetched either.
const HOST: &str = "x86_64-unknown-linux-gnu";

fn packages(mut metadata: std::process::Command) -> Result<Vec<Value>, String> {
    let told = metadata.output().map_err(|err| format!("cargo metadata: {err}"))?;
    if !told.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&told.stderr).trim()));
    }
    let told: Value = serde_json::from_slice(&told.stdout).map_err(|err| format!("cargo metadata: {err}"))?;
    // In the list, but not in the graph, are packages for other platforms.
    let nodes = told["resolve"]["nodes"].as_array().ok_or("cargo metadata: no graph")?;
    let used: Vec<&Value> = nodes.iter().map(|it| &it["id"]).collect();
    let all = told["packages"].as_array().ok_or("cargo metadata: no packages")?;
    Ok(all.iter().filter(|it| used.contains(&&it["id"]) && !it["source"].is_null()).cloned().collect())
}

/// What `deny.toml` says.
struct Policy {
    licences: Vec<String>,
    banned: Vec<String>,
    registries: Vec<String>,
}

impl Policy {
    fn read(root: &Path) -> Result<Policy, String> {
        let text = fs::read_to_string(root.join("deny.toml")).map_err(|err| format!("deny.toml: {err}"))?;
        let list = |section: &str, key: &str| match words(&text, section, key) {
            list if list.is_empty() => Err(format!("deny.toml: no {key} in [{section}]")),
            list => Ok(list),
        };
        Ok(Policy {
            licences: list("licenses", "allow")?,
            banned: list("bans", "deny")?,
            registries: list("sources", "allow-registry")?,
        })
    }

    /// What of a lock file comes from elsewhere, or is not wanted at all.
    fn sources(&self, lock: &str) -> Vec<String> {
        let mut wrong = Vec::new();
        for package in lock.split("[[package]]").skip(1) {
            let value = |key: &str| {
                let line = package.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
                line.and_then(|it| it.strip_suffix('"'))
            };
            let name = value("name").unwrap_or("a package without a name");
            if self.banned.iter().any(|it| it == name) {
                wrong.push(format!("{name} is not wanted (deny.toml, [bans])"));
            }
            let Some(source) = value("source") else { continue };
            let known =
                source.strip_prefix("registry+").is_some_and(|it| self.registries.iter().any(|r| r == it));
            if !known {
                wrong.push(format!("{name} comes from {source}"));
            }
        }
        wrong
    }

    /// What is wrong with the licence of a package.
    fn licence(&self, package: &Value) -> Option<String> {
        let name = package["name"].as_str().unwrap_or("a package without a name");
        let Some(licence) = package["license"].as_str() else {
            return Some(format!("{name}: names no licence"));
        };
        match allows(licence, &self.licences) {
            Some(true) => None,
            Some(false) => Some(format!("{name}: {licence} is not allowed")),
            None => Some(format!("{name}: {licence:?} is no expression of licences")),
        }
    }
}

/// The strings of the list `key = […]` in a section, on one line or several.
fn words(text: &str, section: &str, key: &str) -> Vec<String> {
    let heading = format!("[{section}]");
    let within =
        text.lines().skip_while(|it| it.trim() != heading).skip(1).take_while(|it| !it.starts_with('['));
    let within = within.filter(|it| !it.trim_start().starts_with('#')).collect::<Vec<_>>().join("\n");
    let begin = format!("{key} = [");
    let Some((_, list)) = within.split_once(&begin) else { return Vec::new() };
    let list = list.split(']').next().unwrap_or_default();
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether an expression as SPDX has it can be kept with these licences; none if it is not one.
/// `/` is what older packages have for OR.
fn allows(expression: &str, allowed: &[String]) -> Option<bool> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let answer = either(&tokens, &mut at, allowed)?;
    (at == tokens.len()).then_some(answer)
}

fn either(tokens: &[&str], at: &mut usize, allowed: &[String]) -> Option<bool> {
    let mut answer = both(tokens, at, allowed)?;
    while tokens.get(*at) == Some(&"OR") {
        *at += 1;
        answer |= both(tokens, at, allowed)?;
    }
    Some(answer)
}

fn both(tokens: &[&str], at: &mut usize, allowed: &[String]) -> Option<bool> {
    let mut answer = one(tokens, at, allowed)?;
    while tokens.get(*at) == Some(&"AND") {
        *at += 1;
        answer &= one(tokens, at, allowed)?;
    }
    Some(answer)
}

fn one(tokens: &[&str], at: &mut usize, allowed: &[String]) -> Option<bool> {
    let token = *tokens.get(*at)?;
    *at += 1;
    match token {
        "(" => {
            let answer = either(tokens, at, allowed)?;
            *at += 1;
            (tokens.get(*at - 1) == Some(&")")).then_some(answer)
        }
        ")" | "OR" | "AND" | "WITH" => None,
        licence if tokens.get(*at) == Some(&"WITH") => {
            let whole = format!("{licence} WITH {}", tokens.get(*at + 1)?);
            *at += 2;
            // An exception allows more than the licence alone.
            Some(allowed.iter().any(|it| *it == whole || it == licence))
        }
        licence => Some(allowed.iter().any(|it| it == licence)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy() -> Policy {
        Policy::read(&run::root()).unwrap()
    }

    #[test]
    fn expressions_are_weighed() {
        let allowed = &policy().licences;
        for (expression, answer) in [
            ("MIT", Some(true)),
            ("GPL-3.0-only", Some(false)),
            ("GPL-3.0-only OR MIT", Some(true)),
            ("MIT/Apache-2.0", Some(true)),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", Some(true)),
            ("MIT AND GPL-3.0-only", Some(false)),
            ("Apache-2.0 WITH LLVM-exception OR GPL-2.0-only", Some(true)),
            ("GPL-2.0-only WITH Classpath-exception-2.0", Some(false)),
            ("MIT OR", None),
            ("(MIT", None),
            ("MIT Apache-2.0", None),
        ] {
            assert_eq!(allows(expression, allowed), answer, "{expression}");
        }
    }

    #[test]
    fn a_package_from_elsewhere_is_found() {
        let ours = "[[package]]\nname = \"a\"\nversion = \"1\"\n\n[[package]]\nname = \"b\"\n\
                    source = \"registry+https://github.com/rust-lang/crates.io-index\"\n";
        assert_eq!(policy().sources(ours), [""; 0]);
        let theirs =
            ours.replace("registry+https://github.com/rust-lang/crates.io-index", "git+https://x.example/b");
        assert_eq!(policy().sources(&theirs), ["b comes from git+https://x.example/b"]);
        assert!(policy().sources(&ours.replace("\"a\"", "\"openssl-sys\""))[0].contains("not wanted"));
    }

    #[test]
    fn lists_are_read_over_lines_and_only_in_their_section() {
        let text = "[a]\nallow = [\"x\"]\n[b]\n# allow = [\"no\"]\nallow = [\n  \"y\",\n  \"z\",\n]\n";
        assert_eq!(words(text, "b", "allow"), ["y", "z"]);
        assert_eq!(words(text, "c", "allow"), [""; 0]);
    }
}
