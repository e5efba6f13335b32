//! A folder to run the program in, and what came of it.

// Not every test file uses everything here.
#![allow(dead_code, unreachable_pub)]

use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::Value;

/// The game that the tests are played with.
pub const GAME: &str = "asfos";

/// A folder of its own, gone when the test is.
pub struct Place(PathBuf);

/// What the program did.
pub struct Told {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Place {
    pub fn new(name: &str) -> Place {
        let folder = std::env::temp_dir().join(format!("flagbridge-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Place(folder)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn folder(&self, name: &str) {
        fs::create_dir_all(self.path(name)).unwrap();
    }

    /// Everything in the folder, by name.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_flagbridge"));
        command.args(args).current_dir(&self.0).stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Told {
        self.run_with(args, "")
    }

    /// Runs the program with `input` typed at it.
    pub fn run_with(&self, args: &[&str], input: &str) -> Told {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        // The program may end before it has read everything.
        let typist = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let output = child.wait_with_output().unwrap();
        typist.join().unwrap();
        let told = Told {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        };
        assert!(!told.err.contains("panicked"), "{args:?}: {}", told.err);
        told
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Told {
    /// Exit code 0, and nothing to complain of.
    #[track_caller]
    pub fn done(self) -> Told {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self
    }

    /// Exit code 1.
    #[track_caller]
    pub fn failed(self, words: &str) -> Told {
        assert_eq!(self.code, 1, "{} {}", self.out, self.err);
        self.hears(words)
    }

    /// Exit code 2.
    #[track_caller]
    pub fn misuse(self, words: &str) -> Told {
        assert_eq!(self.code, 2, "{} {}", self.out, self.err);
        self.hears(words)
    }

    #[track_caller]
    pub fn says(&self, words: &str) -> &Told {
        assert!(self.out.contains(words), "no {words:?} in: {}", self.out);
        self
    }

    #[track_caller]
    pub fn hears(self, words: &str) -> Told {
        assert!(self.err.contains(words), "no {words:?} in: {}", self.err);
        self
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|err| panic!("{err}: {}", self.out))
    }
}
