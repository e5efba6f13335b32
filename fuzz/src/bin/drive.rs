//! Drives the targets by itself: good inputs with one thing changed for the
//! worse, over and over, the same from run to run. `cargo xtask fuzz` starts it.
//!
//!     drive [--seconds N] [--seed N] [TARGET…]    look for what stops the program
//!     drive --once TARGET FILE                    do it again with one input
//!
//! Input that stops a target is written to `fuzz/artifacts/TARGET`.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use dice::Dice;
use flagbridge_fuzz::{
    Told,
    targets::{TARGETS, Target},
};
use rulesets::guarded;
use serde_json::Value;
use testkit::hostile::{self, Mutator};

/// Inputs kept because something new was said about them, beside the seeds.
const KEPT: usize = 2_000;
/// No input is made larger than this: a server takes no larger ones either.
const LARGEST: usize = 1 << 20;

fn main() -> ExitCode {
    match run(&env::args().skip(1).collect::<Vec<_>>()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(err) => {
            eprintln!("drive: {err}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &[String]) -> Result<bool, String> {
    let (mut seconds, mut seed, mut wanted) = (60, 1, Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut number = || -> Result<u64, String> {
            let word = args.next().ok_or_else(|| format!("{arg} wants a number"))?;
            word.parse().map_err(|_| format!("{arg} {word:?}: expected a number"))
        };
        match arg.as_str() {
            "--seconds" => seconds = number()?,
            "--seed" => seed = number()?,
            "--once" => {
                let (Some(target), Some(file)) = (args.next(), args.next()) else {
                    return Err("--once wants a target and a file".to_owned());
                };
                return once(find(target)?, Path::new(file));
            }
            name => wanted.push(find(name)?),
        }
    }
    if wanted.is_empty() {
        wanted = TARGETS.to_vec();
    }
    let mut sound = true;
    for target in wanted {
        sound &= Drive::new(target, seed).go(Duration::from_secs(seconds));
    }
    Ok(sound)
}

fn find(name: &str) -> Result<Target, String> {
    let names: Vec<&str> = TARGETS.iter().map(|it| it.name).collect();
    let found = TARGETS.into_iter().find(|it| it.name == name);
    found.ok_or_else(|| format!("no target {name:?}; there are: {}", names.join(", ")))
}

fn once(target: Target, file: &Path) -> Result<bool, String> {
    let data = fs::read(file).map_err(|err| format!("{}: {err}", file.display()))?;
    let told = guarded(|| (target.run)(&data));
    println!("{told:?}");
    Ok(told.is_ok())
}

/// One target being driven.
struct Drive {
    target: Target,
    seed: u64,
    inputs: Vec<Vec<u8>>,
    mutator: Mutator,
    /// What has been said about inputs, without names and numbers.
    told: BTreeSet<String>,
    /// Where the program stopped, and how often.
    stopped: BTreeMap<String, u64>,
    taken: u64,
    /// Faults of the rules that a guard turned into words.
    caught: BTreeMap<String, u64>,
    slowest: Duration,
}

impl Drive {
    fn new(target: Target, seed: u64) -> Drive {
        Drive {
            target,
            seed,
            inputs: Vec::new(),
            mutator: Mutator::default(),
            told: BTreeSet::new(),
            stopped: BTreeMap::new(),
            taken: 0,
            caught: BTreeMap::new(),
            slowest: Duration::ZERO,
        }
    }

    /// True if nothing stopped the target.
    fn go(mut self, longest: Duration) -> bool {
        let seeds = (self.target.seeds)();
        let name = self.target.name;
        if seeds.is_empty() {
            eprintln!("{name}: there are no seeds");
            return false;
        }
        for seed in &seeds {
            if let Ok(value) = serde_json::from_slice::<Value>(seed) {
                self.mutator.learn(&value);
            }
        }
        let begun = Instant::now();
        let mut count = 0;
        // Every seed as it is, if there is time for it.
        for seed in seeds {
            if begun.elapsed() < longest {
                self.try_out(&seed);
                count += 1;
            }
            self.inputs.push(seed);
        }
        let good = self.inputs.len();
        while begun.elapsed() < longest {
            let mut dice = Dice::numbered(self.seed, count);
            let input = self.spoiled(&mut dice);
            if input.len() <= LARGEST && self.try_out(&input) && self.inputs.len() < good + KEPT {
                self.inputs.push(input);
            }
            count += 1;
        }
        let (kept, stops) = (self.inputs.len() - good, self.stopped.values().sum::<u64>());
        println!(
            "{name}: {count} inputs from {good} seeds, {} taken, {kept} kept, the slowest {:.1} s; {stops} stopped it",
            self.taken,
            self.slowest.as_secs_f64()
        );
        for (place, times) in &self.stopped {
            println!("  stopped {times} times: {place}");
        }
        for (words, times) in &self.caught {
            println!("  caught {times} times: {words}");
        }
        self.stopped.is_empty()
    }

    fn spoiled(&mut self, dice: &mut Dice) -> Vec<u8> {
        let input = dice.pick(&self.inputs).clone();
        let Ok(mut value) = serde_json::from_slice::<Value>(&input) else {
            return garbled(input, dice);
        };
        if dice.one_in(10) {
            return garbled(input, dice);
        }
        // What the target says about unknown words teaches which ones there are.
        let run = self.target.run;
        let reads =
            |value: &Value| -> Told { guarded(|| run(value.to_string().as_bytes())).unwrap_or(Ok(())) };
        for _ in 0..1 + dice.index(2) {
            let mutations = self.mutator.mutations(&value, &reads);
            value = dice.pick(&mutations).of(&value);
        }
        // A text in it may be an order in words.
        if let Some(text) = value.get("text").and_then(Value::as_str)
            && dice.one_in(2)
        {
            let words = hostile::words(text);
            value["text"] = Value::String(dice.pick(&words).clone());
        }
        value.to_string().into_bytes()
    }

    /// True if something new was said about the input.
    fn try_out(&mut self, input: &[u8]) -> bool {
        let begun = Instant::now();
        let result = guarded(|| (self.target.run)(input));
        self.slowest = self.slowest.max(begun.elapsed());
        let words = match result {
            Ok(Ok(())) => {
                self.taken += 1;
                return false;
            }
            Ok(Err(words)) => words,
            Err(stopped) => {
                let place = stopped.place.unwrap_or_else(|| "somewhere".to_owned());
                let times = self.stopped.entry(format!("{place}: {}", shape(&stopped.words))).or_default();
                *times += 1;
                if *times == 1 {
                    self.keep(input, &format!("{place}: {}", stopped.words));
                }
                return false;
            }
        };
        let shape = shape(&words);
        if CAUGHT.iter().any(|it| words.contains(it)) {
            let times = self.caught.entry(shape.clone()).or_default();
            *times += 1;
            if *times == 1 {
                self.keep(input, &format!("caught: {words}"));
            }
        }
        self.told.insert(shape)
    }

    /// Writes down an input that stops the target.
    fn keep(&self, input: &[u8], words: &str) {
        let name = self.target.name;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(name);
        let number = fs::read_dir(&folder).map_or(0, Iterator::count);
        let path = folder.join(format!("{number:03}"));
        let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, input));
        match written {
            Ok(()) => println!("{name}: {words}\n  input: fuzz/artifacts/{name}/{number:03}"),
            Err(err) => eprintln!("{name}: {words}\n  {}: {err}", path.display()),
        }
    }
}

/// How faults of the rules are told that a guard has caught. Those over events
/// that cannot have happened are the record's own.
const CAUGHT: [&str; 4] = ["breaks the rules", "cannot be checked", "cannot be looked over", "stopped short"];

/// Words without the names and numbers in them.
fn shape(words: &str) -> String {
    let mut quoted = false;
    let mut shape = String::new();
    for letter in words.chars().take(400) {
        if letter == '"' || letter == '`' {
            quoted = !quoted;
        } else if !quoted && !letter.is_ascii_digit() {
            shape.push(letter);
        }
    }
    shape
}

/// Bytes changed without regard to what they mean.
fn garbled(mut input: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    for _ in 0..=dice.index(3) {
        if input.is_empty() {
            break;
        }
        let at = dice.index(input.len());
        match dice.index(5) {
            0 => input.truncate(at),
            1 => input.insert(at, dice.index(256) as u8),
            2 => drop(input.remove(at)),
            3 => input.splice(at..at, b"99999999999".iter().copied()).for_each(drop),
            _ => input[at] = dice.index(256) as u8,
        }
    }
    input
}
