//! Drives the targets by itself: good inputs with one thing changed for the
//! worse, over and over, the same from run to run. `cargo xtask fuzz` starts it.
//!
//!     drive [--seconds N] [--seed N] [TARGET…]    look for what stops the program
//!     drive --inputs N [--seed N] [TARGET…]       the same, for so many inputs
//!     drive --once TARGET FILE                    do it again with one input
//!
//! Input that stops a target is written to `fuzz/artifacts/TARGET`. It exits
//! with 1 if there was any, and with 2 if it was asked for what it does not know.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
    process::{self, ExitCode},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use dice::Dice;
use flagbridge_fuzz::{
    Told,
    targets::{TARGETS, Target, planted::PLANTED},
};
use rulesets::guarded;
use serde_json::Value;
use testkit::hostile::{self, Mutator};

/// Inputs kept because something new was said about them, beside the seeds.
const KEPT: usize = 2_000;
/// No input is made larger than this: a server takes no larger ones either.
const LARGEST: usize = 1 << 20;

/// The stack of the server's threads: what overflows there has to overflow here.
const STACK: usize = 2 << 20;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || run(&args));
    match thread.expect("a thread").join() {
        Ok(Ok(true)) => ExitCode::SUCCESS,
        Ok(Ok(false)) | Err(_) => ExitCode::FAILURE,
        Ok(Err(err)) => {
            eprintln!("drive: {err}");
            ExitCode::from(2)
        }
    }
}

/// When to stop.
#[derive(Clone, Copy)]
enum Until {
    Time(Duration),
    Inputs(u64),
}

fn run(args: &[String]) -> Result<bool, String> {
    let (mut until, mut seed, mut wanted) = (Until::Time(Duration::from_secs(60)), 1, Vec::new());
    let mut longest = Duration::from_secs(60);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut number = || -> Result<u64, String> {
            let word = args.next().ok_or_else(|| format!("{arg} wants a number"))?;
            word.parse().map_err(|_| format!("{arg} {word:?}: expected a number"))
        };
        match arg.as_str() {
            "--seconds" => until = Until::Time(Duration::from_secs(number()?)),
            "--inputs" => until = Until::Inputs(number()?),
            "--longest" => longest = Duration::from_secs(number()?),
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
        sound &= Drive::new(target, seed, longest).go(until);
    }
    Ok(sound)
}

fn find(name: &str) -> Result<Target, String> {
    let names: Vec<&str> = TARGETS.iter().map(|it| it.name).collect();
    let found = TARGETS.into_iter().chain(PLANTED).find(|it| it.name == name);
    found.ok_or_else(|| format!("no target {name:?}; there are: {}", names.join(", ")))
}

fn once(target: Target, file: &Path) -> Result<bool, String> {
    let data = fs::read(file).map_err(|err| format!("{}: {err}", file.display()))?;
    let told = guarded(|| (target.run)(&data));
    println!("{told:?}");
    Ok(told.is_ok())
}

/// Where inputs of a target are written, beside this folder's sources.
fn folder(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(target)
}

/// The input in hand, on disk and under the eye of a thread of its own: a
/// stack that overflows and a loop without end cannot be caught, but what
/// caused them is there to be read.
struct Watch {
    file: PathBuf,
    since: Arc<Mutex<Option<Instant>>>,
}

impl Watch {
    fn begin(target: &'static str, longest: Duration) -> Watch {
        let file = folder(target).join("in-hand");
        fs::create_dir_all(folder(target)).unwrap_or_else(|err| panic!("{}: {err}", file.display()));
        let since = Arc::new(Mutex::new(None::<Instant>));
        let watched = Arc::downgrade(&since);
        thread::spawn(move || {
            while let Some(since) = watched.upgrade() {
                let begun = *since.lock().expect("nobody panics with it");
                if begun.is_some_and(|it| longest < it.elapsed()) {
                    println!("{target}: no end after {longest:?}\n  input: fuzz/artifacts/{target}/in-hand");
                    process::exit(1);
                }
                drop(since);
                thread::sleep(longest / 10);
            }
        });
        Watch { file, since }
    }

    fn over<T>(&self, input: &[u8], work: impl FnOnce() -> T) -> T {
        fs::write(&self.file, input).unwrap_or_else(|err| panic!("{}: {err}", self.file.display()));
        *self.since.lock().expect("nobody panics with it") = Some(Instant::now());
        let told = work();
        *self.since.lock().expect("nobody panics with it") = None;
        told
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // What is left is nobody's fault.
        let _ = fs::remove_file(&self.file);
    }
}

/// One target being driven.
struct Drive {
    target: Target,
    seed: u64,
    /// The good ones first.
    inputs: Vec<Vec<u8>>,
    good: usize,
    mutator: Mutator,
    /// What has been said about inputs, without names and numbers.
    told: BTreeSet<String>,
    /// Where the program stopped, and how often.
    stopped: BTreeMap<String, u64>,
    taken: u64,
    /// Faults of the rules that a guard turned into words.
    caught: BTreeMap<String, u64>,
    slowest: Duration,
    watch: Watch,
    /// Of every input and every answer: two runs that have the same were the same.
    mark: u64,
}

impl Drive {
    fn new(target: Target, seed: u64, longest: Duration) -> Drive {
        Drive {
            target,
            seed,
            inputs: Vec::new(),
            good: 0,
            mutator: Mutator::default(),
            told: BTreeSet::new(),
            stopped: BTreeMap::new(),
            taken: 0,
            caught: BTreeMap::new(),
            slowest: Duration::ZERO,
            watch: Watch::begin(target.name, longest),
            mark: EMPTY,
        }
    }

    /// True if nothing stopped the target.
    fn go(mut self, until: Until) -> bool {
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
        let goes_on = |count: u64| match until {
            Until::Time(longest) => begun.elapsed() < longest,
            Until::Inputs(most) => count < most,
        };
        let mut count = 0;
        // Every seed as it is, if there is time for it.
        for seed in seeds {
            if goes_on(count) {
                self.try_out(&seed);
                count += 1;
            }
            self.inputs.push(seed);
        }
        let good = self.inputs.len();
        self.good = good;
        while goes_on(count) {
            let mut dice = Dice::numbered(self.seed, count);
            let input = self.spoiled(&mut dice);
            if input.len() <= LARGEST && self.try_out(&input) && self.inputs.len() < good + KEPT {
                self.inputs.push(input);
            }
            count += 1;
        }
        let (kept, stops) = (self.inputs.len() - good, self.stopped.values().sum::<u64>());
        println!(
            "{name}: {count} inputs from {good} seeds, {} taken, {kept} kept, mark {:016x}; {stops} stopped it",
            self.taken, self.mark
        );
        eprintln!(
            "{name}: {:.0} s, the slowest input {:.1} s",
            begun.elapsed().as_secs_f64(),
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
        // What was kept is mostly refused early; alone it would crowd out what gets further.
        let from = if dice.one_in(2) { &self.inputs[..self.good] } else { &self.inputs[..] };
        let input = dice.pick(from).clone();
        let Ok(mut value) = serde_json::from_slice::<Value>(&input) else {
            return garbled(input, dice);
        };
        if dice.one_in(10) {
            return garbled(input, dice);
        }
        // What the target says about unknown words teaches which ones there are; what stops it is tried out.
        let (run, watch) = (self.target.run, &self.watch);
        let stopping = RefCell::new(Vec::new());
        let reads = |value: &Value| -> Told {
            let input = value.to_string().into_bytes();
            let told = watch.over(&input, || guarded(|| run(&input)));
            told.unwrap_or_else(|_| {
                stopping.borrow_mut().push(input);
                Ok(())
            })
        };
        for _ in 0..1 + dice.index(2) {
            let mutations = self.mutator.mutations(&value, &reads);
            value = dice.pick(&mutations).of(&value);
        }
        for input in stopping.into_inner() {
            self.try_out(&input);
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
        let result = self.watch.over(input, || guarded(|| (self.target.run)(input)));
        self.slowest = self.slowest.max(begun.elapsed());
        self.mark = marked(marked(self.mark, input), format!("{result:?}").as_bytes());
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
        let number = format!("{:016x}", marked(EMPTY, input));
        let folder = folder(name);
        let path = folder.join(&number);
        let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, input));
        match written {
            Ok(()) => println!("{name}: {words}\n  input: fuzz/artifacts/{name}/{number}"),
            Err(err) => eprintln!("{name}: {words}\n  {}: {err}", path.display()),
        }
    }
}

/// How faults of the rules are told that a guard has caught. Those over events
/// that cannot have happened are the record's own.
const CAUGHT: [&str; 4] = ["breaks the rules", "cannot be checked", "cannot be looked over", "stopped short"];

const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a: enough to tell runs and inputs apart.
fn marked(mark: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(mark, |mark, byte| (mark ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

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
