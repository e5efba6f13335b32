//! One fault on, and everything that could notice it run until something does.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use crate::results::Fate;

/// Something that can notice a fault.
#[derive(Clone, Debug)]
pub struct Witness {
    pub program: PathBuf,
    pub args: Vec<String>,
    pub folder: PathBuf,
    /// How long it takes when nothing is wrong.
    pub usual: Duration,
    /// Whether it can be asked for the tests that are named after a rule.
    pub by_name: bool,
}

impl Witness {
    /// The same, asked for what is named after `rule` alone.
    fn about(&self, rule: &str) -> Option<Witness> {
        let (_, number) = rule.split_once('-')?;
        let name = number.replace(|it: char| !it.is_ascii_alphanumeric(), "_").to_ascii_lowercase();
        let mut near = self.clone();
        near.args.insert(0, format!("_{name}_"));
        self.by_name.then_some(near)
    }
}

/// How long a witness may take before it counts as one that comes to no end: far more than the
/// machine's other work can make of it.
fn patience(usual: Duration) -> Duration {
    usual * 10 + Duration::from_secs(60)
}

/// What a witness said of fault `n`: what failed, if anything did. `None` for `n` is no fault at all.
///
/// # Errors
///
/// If it cannot be started.
pub fn ask(witness: &Witness, n: Option<u32>, rule: &str) -> Result<Option<String>, String> {
    let mut command = Command::new(&witness.program);
    command.args(&witness.args).current_dir(&witness.folder);
    command.env_remove("FLAGBRIDGE_MUTANT").env("RUST_BACKTRACE", "0").env("FLAGBRIDGE_RULE", rule);
    if let Some(n) = n {
        command.env("FLAGBRIDGE_MUTANT", n.to_string());
    }
    // What the tests of a workspace are told where they lie.
    command.env("CARGO_MANIFEST_DIR", &witness.folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let shown = || witness.program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut child = command.spawn().map_err(|err| format!("{}: {err}", shown()))?;
    let lines = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let (send, receive) = mpsc::channel();
    let reader = thread::spawn(move || {
        for line in lines.lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    let until = Instant::now() + patience(witness.usual);
    let noticed = loop {
        match receive.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                if let Some(failed) = failure(&line) {
                    break Some(failed);
                }
            }
            Err(mpsc::RecvTimeoutError::Timeout) => break Some(format!("{}: comes to no end", shown())),
            // Everything is said.
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                let status = child.wait().map_err(|err| format!("{}: {err}", shown()))?;
                break (!status.success()).then(|| format!("{}: {status}", shown()));
            }
        }
    };
    // It may have ended already; the rest of what it would say is not wanted.
    let _ = child.kill();
    let _ = child.wait();
    drop(receive);
    let _ = reader.join();
    Ok(noticed)
}

/// A line of the runner, or of a test program, that says what failed.
fn failure(line: &str) -> Option<String> {
    if let Some(said) = line.strip_prefix("FAILED ") {
        return Some(said.chars().take(200).collect());
    }
    let test = line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?;
    Some(format!("test {test}"))
}

/// The fate of fault `n` of `rule` before all witnesses, one after the other: the cases, those of the rule
/// first, then the tests that are named after the rule, then all the others.
///
/// # Errors
///
/// If one cannot be started.
pub fn fate(witnesses: &[Witness], n: u32, rule: &str) -> Result<Fate, String> {
    let near: Vec<Witness> = witnesses.iter().filter_map(|it| it.about(rule)).collect();
    let (first, rest) = witnesses.split_at(witnesses.len().min(1));
    for witness in first.iter().chain(&near).chain(rest) {
        if let Some(by) = ask(witness, Some(n), rule)? {
            return Ok(Fate::Noticed(by));
        }
    }
    Ok(Fate::Survived)
}

/// A witness that finds nothing wrong where nothing is, and how long that takes.
///
/// # Errors
///
/// If it fails without any fault.
pub fn sworn(program: &Path, args: &[&str], folder: &Path, by_name: bool) -> Result<Witness, String> {
    let mut witness = Witness {
        program: program.to_owned(),
        args: args.iter().map(|it| (*it).to_owned()).collect(),
        folder: folder.to_owned(),
        usual: Duration::from_secs(3600),
        by_name,
    };
    let begun = Instant::now();
    if let Some(failed) = ask(&witness, None, "")? {
        return Err(format!("fails without any fault: {failed}"));
    }
    witness.usual = begun.elapsed();
    Ok(witness)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that says what it is told to, where there is a shell.
    fn says(script: &str) -> Witness {
        Witness {
            program: "sh".into(),
            args: vec!["-c".to_owned(), script.to_owned()],
            folder: std::env::temp_dir(),
            usual: Duration::ZERO,
            by_name: false,
        }
    }

    #[test]
    fn a_failure_is_read_from_either_kind_of_witness() {
        assert_eq!(failure("test a::b ... FAILED"), Some("test a::b".to_owned()));
        assert_eq!(failure("FAILED cases/x.toml: turn 2"), Some("cases/x.toml: turn 2".to_owned()));
        assert_eq!(failure("test a::FAILED ... ok"), None);
    }

    #[test]
    fn the_first_witness_that_notices_ends_it() {
        let quiet = says("true");
        let one = says("[ \"$FLAGBRIDGE_MUTANT\" != 7 ] || echo FAILED here");
        let code = says("exit 3");
        let noticed = |it: &str| Fate::Noticed(it.to_owned());
        assert_eq!(fate(&[quiet.clone(), one.clone(), code.clone()], 7, "FT-1"), Ok(noticed("here")));
        assert_eq!(fate(&[quiet.clone(), one.clone()], 8, "FT-1"), Ok(Fate::Survived));
        let Ok(Fate::Noticed(by)) = fate(&[quiet, one, code], 8, "FT-1") else { panic!("not noticed") };
        assert!(by.contains('3'), "{by}");
    }

    #[test]
    fn tests_are_asked_for_those_of_the_rule_first() {
        let tests = Witness { by_name: true, args: vec!["--exact".to_owned()], ..says("true") };
        let about = |rule: &str| tests.about(rule).map(|it| it.args.join(" "));
        assert_eq!(about("FT-5.16.1").as_deref(), Some("_5_16_1_ --exact"));
        assert_eq!(about("TAL-7.2.2b").as_deref(), Some("_7_2_2b_ --exact"));
        assert_eq!(about("FT-DMG.1").as_deref(), Some("_dmg_1_ --exact"));
        assert!(says("true").about("FT-5.16.1").is_none(), "cases are sorted by the runner");
    }

    #[test]
    fn a_witness_that_fails_without_a_fault_is_none() {
        let err = sworn(Path::new("sh"), &["-c", "echo FAILED x"], &std::env::temp_dir(), false).err();
        assert_eq!(err.as_deref(), Some("fails without any fault: x"));
    }
}
