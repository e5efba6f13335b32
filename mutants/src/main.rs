//! `cargo xtask mutants GAME [--sample N] [--seed S] [--jobs N] [--laws] [--again]`.

use std::{
    collections::BTreeMap,
    fs,
    ops::Range,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Mutex,
    thread,
};

use flagbridge_mutants::{
    judge::{self, Witness},
    results::{Entry, Fate, Results, fingerprint, report},
    sites::{Site, sites},
    tree::{Built, Tree},
    weave::{SWITCHES, UNTIDY, overlap, weave},
};

/// Files that tell, draw, offer, advise, or read what somebody has written. What is asked about is what
/// checks, resolves and applies.
const BESIDE: [&str; 28] = [
    "menu",
    "menus",
    "offers",
    "words",
    "narrate",
    "notation",
    "tactics",
    "sample",
    "typescript",
    "cites",
    "display",
    "displays",
    "sheet",
    "symbols",
    "view",
    "views",
    "library",
    "chart",
    "tests",
    "odds",
    "luck",
    "prospect",
    "spoken",
    "remarks",
    "paper",
    "scenario",
    "situation",
    "options",
];

struct Wanted {
    root: PathBuf,
    game: String,
    sample: usize,
    seed: u64,
    jobs: usize,
    laws: bool,
    /// What survived before is tried anew: there may be a test for it now.
    again: bool,
}

fn main() -> ExitCode {
    match wanted().and_then(|it| run(&it)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(err) => {
            eprintln!("mutants: {err}");
            ExitCode::FAILURE
        }
    }
}

fn wanted() -> Result<Wanted, String> {
    let mut wanted = Wanted {
        root: Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default(),
        game: String::new(),
        sample: 100,
        seed: 1,
        jobs: thread::available_parallelism().map_or(1, Into::into),
        laws: false,
        again: false,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || -> Result<u64, String> {
            let text = args.next().ok_or(format!("{arg} wants a number"))?;
            text.parse().map_err(|_| format!("{arg} {text:?}: expected a number"))
        };
        match arg.as_str() {
            "--sample" => wanted.sample = usize::try_from(number()?).unwrap_or(usize::MAX),
            "--seed" => wanted.seed = number()?,
            "--jobs" => wanted.jobs = usize::try_from(number()?).unwrap_or(1).max(1),
            "--laws" => wanted.laws = true,
            "--again" => wanted.again = true,
            _ if arg.starts_with('-') => {
                return Err(format!(
                    "unknown option {arg}; there are --sample, --seed, --jobs, --laws, --again"
                ));
            }
            _ if wanted.game.is_empty() => wanted.game = arg,
            _ => return Err(format!("one game at a time, not {} and {arg}", wanted.game)),
        }
    }
    if !wanted.root.join("crates").join(format!("rules-{}", wanted.game)).is_dir() {
        return Err(format!("no game is called {:?}", wanted.game));
    }
    Ok(wanted)
}

/// A file of the rules with the places in it.
struct Source {
    name: String,
    text: String,
    sites: Vec<Site>,
}

/// A fault of the sample: which file and which place in it, and under what name its fate is kept.
#[derive(Clone)]
struct Fault {
    file: usize,
    site: usize,
    key: String,
}

fn run(wanted: &Wanted) -> Result<(), String> {
    let home = format!("crates/rules-{}", wanted.game);
    let sources = read(&wanted.root, &home)?;
    let all: usize = sources.iter().map(|it| it.sites.len()).sum();
    println!("{}: {all} places in {} files", wanted.game, sources.len());
    let kept = wanted.root.join("target/mutants").join(format!("{}.json", wanted.game));
    let tree = Tree::copy(&wanted.root, &wanted.game)?;
    let mut results = Results::open(&kept)?;
    if wanted.again {
        results.0.retain(|_, it| it.fate != Fate::Survived);
    }

    let order = shuffled(&sources, wanted.seed);
    let chosen = compiling(wanted, &tree, &sources, &order, &mut results, &home)?;
    results.keep(&kept)?;
    let open: Vec<(u32, &Fault)> =
        (1..).zip(&chosen).filter(|(_, it)| !results.0.contains_key(&it.key)).collect();
    println!("{} faults chosen, {} of them not tried before", chosen.len(), open.len());
    if !open.is_empty() {
        let (short, long) = witnesses(wanted, &tree, &home)?;
        let court = Court { wanted, sources: &sources, kept: &kept };
        court.judge(&open, &short, &mut results)?;
        // Those that play for long are asked about what is left, when that is known of all.
        let left: Vec<(u32, &Fault)> = open
            .into_iter()
            .filter(|(_, it)| results.0.get(&it.key).is_some_and(|it| it.fate == Fate::Survived))
            .collect();
        println!("{} faults survive the short tests", left.len());
        court.judge(&left, &long, &mut results)?;
    }
    let entries: Vec<&Entry> = chosen.iter().filter_map(|it| results.0.get(&it.key)).collect();
    print!("\n{}", report(&entries));
    Ok(())
}

/// What is the same for every fault that is judged.
struct Court<'a> {
    wanted: &'a Wanted,
    sources: &'a [Source],
    kept: &'a Path,
}

impl Court<'_> {
    /// Every fault before all witnesses; each fate is kept as soon as it is known.
    fn judge(
        &self,
        faults: &[(u32, &Fault)],
        witnesses: &[Witness],
        results: &mut Results,
    ) -> Result<(), String> {
        let results = Mutex::new(results);
        let left = Mutex::new(faults.iter());
        let failed = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..self.wanted.jobs {
                scope.spawn(|| {
                    loop {
                        let next = left.lock().expect("nobody panics").next();
                        let Some((n, fault)) = next else { break };
                        let rule = &self.sources[fault.file].sites[fault.site].rule;
                        match judge::fate(witnesses, *n, rule) {
                            Ok(fate) => {
                                let entry = entry(self.sources, fault, fate);
                                told(&entry);
                                let mut results = results.lock().expect("nobody panics");
                                results.0.insert(fault.key.clone(), entry);
                                if let Err(err) = results.keep(self.kept) {
                                    *failed.lock().expect("nobody panics") = Some(err);
                                }
                            }
                            Err(err) => *failed.lock().expect("nobody panics") = Some(err),
                        }
                    }
                });
            }
        });
        failed.into_inner().expect("nobody panics").map_or(Ok(()), Err)
    }
}

fn told(entry: &Entry) {
    let Entry { file, line, rule, fate, .. } = entry;
    match fate {
        Fate::Noticed(by) => println!("noticed   {file}:{line} ({rule}) by {by}"),
        Fate::Survived => println!("SURVIVED  {file}:{line} ({rule})"),
        Fate::Refused => println!("refused   {file}:{line} ({rule})"),
    }
}

fn entry(sources: &[Source], fault: &Fault, fate: Fate) -> Entry {
    let source = &sources[fault.file];
    let site = &source.sites[fault.site];
    Entry {
        file: source.name.clone(),
        line: site.line,
        function: site.function.clone(),
        rule: site.rule.clone(),
        original: site.original.clone(),
        fault: site.fault.clone(),
        fate,
    }
}

/// The files of a game that check, resolve and apply.
fn read(root: &Path, home: &str) -> Result<Vec<Source>, String> {
    let rules =
        fs::read_to_string(root.join(home).join("rules.md")).map_err(|err| format!("{home}: {err}"))?;
    let prefixes = prefixes(&rules);
    let prefixes: Vec<&str> = prefixes.iter().map(String::as_str).collect();
    let mut names = Vec::new();
    below(&root.join(home).join("src"), &mut names)?;
    let mut sources = Vec::new();
    for path in names {
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let inner = name.split_once("/src/").map_or("", |(_, it)| it).trim_end_matches(".rs");
        if inner
            .split('/')
            .any(|it| BESIDE.contains(&it) || BESIDE.iter().any(|end| it.ends_with(&format!("_{end}"))))
        {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|err| format!("{name}: {err}"))?;
        let found = sites(&text, &prefixes).map_err(|err| format!("{name}:{err}"))?;
        sources.push(Source { name, text, sites: found });
    }
    Ok(sources)
}

/// How the ids in a list of rules begin: `FT-`, `TAL-`.
fn prefixes(rules: &str) -> Vec<String> {
    let mut count: BTreeMap<String, u32> = BTreeMap::new();
    for word in rules.split(|it: char| !(it.is_ascii_alphanumeric() || it == '-' || it == '.')) {
        if let Some((head, rest)) = word.split_once('-')
            && (2..=4).contains(&head.len())
            && head.chars().all(|it| it.is_ascii_uppercase())
            && !rest.is_empty()
        {
            *count.entry(format!("{head}-")).or_default() += 1;
        }
    }
    count.into_iter().filter(|(_, n)| *n >= 5).map(|(head, _)| head).collect()
}

fn below(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let in_folder = |err: std::io::Error| format!("{}: {err}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(in_folder)? {
        paths.push(entry.map_err(in_folder)?.path());
    }
    paths.sort();
    for path in paths {
        if path.is_dir() {
            below(&path, found)?;
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

/// Every fault in an order that follows from the seed alone.
fn shuffled(sources: &[Source], seed: u64) -> Vec<Fault> {
    let mut all = Vec::new();
    for (file, source) in sources.iter().enumerate() {
        for (site, place) in source.sites.iter().enumerate() {
            let (home, text) = (&place.home, &source.text);
            let within = place.bytes.start - home.start;
            let what = format!("{}\n{within}\n{}", &text[home.clone()], place.fault);
            let key = format!("{}:{}:{}", source.name, place.function, fingerprint(&what));
            all.push(Fault { file, site, key });
        }
    }
    // splitmix64, as everybody has it.
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = state;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        it ^ (it >> 31)
    };
    for i in (1..all.len()).rev() {
        let j = usize::try_from(next() % (i as u64 + 1)).expect("an index");
        all.swap(i, j);
    }
    all
}

/// The first of `order` that compile together, as many as are wanted; the tree holds them woven in.
fn compiling(
    wanted: &Wanted,
    tree: &Tree,
    sources: &[Source],
    order: &[Fault],
    results: &mut Results,
    home: &str,
) -> Result<Vec<Fault>, String> {
    loop {
        let chosen = choose(wanted.sample, sources, order, results);
        let mut places = Vec::new();
        for (file, source) in sources.iter().enumerate() {
            let faults: Vec<(u32, &Site)> = (1..)
                .zip(&chosen)
                .filter(|(_, it)| it.file == file)
                .map(|(n, it)| (n, &source.sites[it.site]))
                .collect();
            let (mut woven, at) = weave(&source.text, &faults);
            let mut before = 0;
            if source.name == format!("{home}/src/lib.rs") {
                woven = format!("{UNTIDY}{woven}{SWITCHES}");
                before = UNTIDY.len();
            }
            tree.write(&source.name, woven.as_bytes())?;
            let moved = |it: Range<usize>| it.start + before..it.end + before;
            places.extend(at.into_iter().map(|(n, bytes)| (n, source.name.clone(), moved(bytes))));
        }
        let refused = match tree.check()? {
            Built::Programs(_) => return Ok(chosen),
            Built::Refused(refused) => refused,
        };
        let before = results.0.len();
        for (n, name, bytes) in &places {
            if refused.iter().any(|(file, at, _)| file.ends_with(name) && overlap(at, bytes)) {
                let fault = &chosen[*n as usize - 1];
                results.0.insert(fault.key.clone(), entry(sources, fault, Fate::Refused));
            }
        }
        if results.0.len() == before {
            // What borrows clash with may stand beside the fault that makes them: the nearest in the
            // file goes. If it is not to blame, the next round finds the one that is.
            let (file, at, text) = &refused[0];
            let near = places.iter().filter(|(_, name, _)| file.ends_with(name));
            let near = near.min_by_key(|(_, _, bytes)| bytes.start.abs_diff(at.start));
            let Some((n, _, _)) = near else {
                return Err(format!("{}: byte {}: {text}", file.display(), at.start));
            };
            let fault = &chosen[*n as usize - 1];
            results.0.insert(fault.key.clone(), entry(sources, fault, Fate::Refused));
        }
        println!("the compiler refuses {} of {}", results.0.len() - before, chosen.len());
    }
}

/// The first of `order`, without those that are known not to compile or lie within another.
fn choose(sample: usize, sources: &[Source], order: &[Fault], results: &Results) -> Vec<Fault> {
    let mut chosen: Vec<Fault> = Vec::new();
    for fault in order {
        if chosen.len() == sample {
            break;
        }
        let bytes = |it: &Fault| &sources[it.file].sites[it.site].bytes;
        let refused = results.0.get(&fault.key).is_some_and(|it| it.fate == Fate::Refused);
        let nested = chosen.iter().any(|it| it.file == fault.file && overlap(bytes(it), bytes(fault)));
        if !refused && !nested {
            chosen.push(fault.clone());
        }
    }
    chosen
}

/// Tests that play for long, asked when all others have said nothing.
const LONG: [&str; 2] = ["cases_played_on", "keeps_its_senses"];

/// Cases and kept records, then the game's tests; and those that play for long, the laws last.
fn witnesses(wanted: &Wanted, tree: &Tree, home: &str) -> Result<(Vec<Witness>, Vec<Witness>), String> {
    let programs = |built: Built| match built {
        Built::Programs(programs) => Ok(programs),
        Built::Refused(refused) => Err(format!("it does not build: {}", refused[0].2)),
    };
    println!("building");
    let folder = tree.root.join(home);
    let runner = programs(tree.runner()?)?;
    let runner = runner.last().ok_or("no program was built")?;
    let tests = programs(tree.tests()?)?;
    let one = ["--test-threads", "1"];
    let skipped = ["keeps_every_law", "withstands"].into_iter().chain(LONG).flat_map(|it| ["--skip", it]);
    let wanting: Vec<&str> = one.into_iter().chain(skipped).collect();
    let playing: Vec<&str> = one.into_iter().chain(LONG).collect();
    let sworn = |args: &[&str], by_name: bool| -> Result<Vec<Witness>, String> {
        let mut all = Vec::new();
        for test in &tests {
            all.push(judge::sworn(test, args, &folder, by_name)?);
        }
        all.sort_by_key(|it| it.usual);
        Ok(all)
    };
    let mut short = vec![judge::sworn(runner, &["cases", "tests/records"], &folder, false)?];
    short.extend(sworn(&wanting, true)?);
    let mut long = sworn(&playing, false)?;
    if wanted.laws {
        long.extend(sworn(&["keeps_every_law", "withstands"], false)?);
    }
    for witness in short.iter().chain(&long) {
        let name = witness.program.file_name().unwrap_or_default().to_string_lossy();
        println!("{name} {}: {:.1} s without a fault", witness.args.join(" "), witness.usual.as_secs_f64());
    }
    Ok((short, long))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ids_of_a_game_begin_as_its_list_has_them() {
        let rules = "FT-1 FT-2 FT-3 FT-4 FT-5.1 the X-ray, ALG-1 ALG-2 ALG-3 ALG-4 ALG-9 R-001 TO-1";
        assert_eq!(prefixes(rules), ["ALG-", "FT-"]);
    }

    #[test]
    fn the_seed_decides_the_order_and_no_fault_lies_in_another() {
        let text = "/// FT-1.\nfn a() { b(c < d); e(f > g); }\n".to_owned();
        let found = sites(&text, &["FT-"]).expect("it is Rust");
        let all = found.len();
        let sources = [Source { name: "crates/rules-x/src/a.rs".to_owned(), text, sites: found }];
        let keys = |seed| shuffled(&sources, seed).into_iter().map(|it| it.key).collect::<Vec<_>>();
        assert_eq!(keys(1), keys(1));
        assert!((2..20).any(|seed| keys(seed) != keys(1)), "no seed changes anything");
        for seed in 0..10 {
            let chosen = choose(all, &sources, &shuffled(&sources, seed), &Results::default());
            assert_eq!(chosen.len(), 2, "one of each statement and what lies in it");
        }
    }
}
