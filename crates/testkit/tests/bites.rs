//! Do the laws bite? Every fault planted in the toy is found, by the law that
//! should find it; without a fault, nothing is.

use std::{cell::Cell, panic};

use engine::{Game, Library, Record, Seat, Verdict, Viewer};
use testkit::{
    Failure, Law, Mirror, Plan, Siege,
    toy::{
        self, Toy,
        fault::{self, Fault},
    },
};

const PLAN: Plan = Plan { playouts: 400, longest: 125, failures: 1, ..Plan::DEFAULT };

#[test]
fn every_planted_fault_is_found_by_name() {
    let found = [
        bites(Fault::LeakyView, Law::Leaks),
        bites(Fault::BlindSpectators, Law::Witnessed),
        bites(Fault::Revived, Law::Imagines),
        bites(Fault::SamplerOffByOne, Law::Samples),
        bites(Fault::Endless, Law::Ends),
        bites(Fault::EndlessPreset, Law::Ends),
        bites(Fault::SkippedField, Law::Json),
        bites(Fault::StuckPhase, Law::Panics),
        bites(Fault::BrittleCheck, Law::Hostile),
        bites(Fault::BrittleReader, Law::Hostile),
        bites(Fault::BrittleWriter, Law::Hostile),
        bites(Fault::BrittlePreview, Law::Hostile),
        bites(Fault::Wordy, Law::Hostile),
        bites(Fault::HiddenInput, Law::Repeats),
        bites(Fault::UnloggedChange, Law::Rebuilds),
        bites(Fault::UnruledEvent, Law::Rules),
        bites(Fault::TwoLines, Law::Narrates),
        bites(Fault::LostSign, Law::Notation),
        bites(Fault::Confiding, Law::Confides),
        bites(Fault::ListedTwice, Law::Lists),
        bites(Fault::Unlisted, Law::Lists),
        bites(Fault::RashCaptain, Law::Tactics),
        bites(Fault::RashScreen, Law::Offers),
        bites(Fault::TellingOdds, Law::Offers),
        bites(Fault::UnknownRule, Law::Refusals),
        bites(Fault::ClashingOptions, Law::Options),
        bites(Fault::SealPeeked, Law::Sealed),
        bites(Fault::BadJudgement, Law::Scores),
        bites(Fault::LogReader, Law::WithoutLog),
        bites(Fault::BlindReferee, Law::Witnesses),
        bites(Fault::OtherPhase, Law::Imagines),
    ];
    let missed: Vec<String> = found.into_iter().flatten().collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn a_favoured_side_is_found_in_the_mirror() {
    let plan = Plan { playouts: 50, ..PLAN };
    let mirror = Mirror::<Toy> {
        state: |toy| Some(toy.mirrored()),
        order: |_, _, order| order.mirrored(),
        seat: toy::foe,
        dice: Some(|_, events| events.iter().flat_map(toy::Event::mirrored_dice).collect()),
    };
    let failure =
        fault::with(Fault::Biased, || testkit::try_mirrors(&plan, &mirror)).unwrap_err().0.remove(0);
    assert_eq!(failure.broken.law, Law::Mirror, "{failure}");
    assert!(testkit::try_mirrors(&plan, &mirror).is_ok());
}

/// The siege finds them as well, and tells each way of breaking the law once.
#[test]
fn a_brittle_game_does_not_withstand() {
    for fault in [Fault::BrittleWriter, Fault::BrittlePreview, Fault::BrittleCheck, Fault::Wordy] {
        let found = quietly(|| fault::with(fault, || testkit::try_withstands::<Toy>(&Siege::DEFAULT)));
        let (broke, ways) = (found.broke, found.failures.len() as u64);
        assert!(0 < ways && ways < broke && broke < found.sent, "{fault:?}: {ways} ways, {broke} times");
        assert!(found.failures.iter().all(|it| it.broken.law == Law::Hostile), "{fault:?}");
    }
}

/// No random battle knows that hulls are secret: the twins of the game's own
/// tests do.
#[test]
fn a_leaking_view_is_found_by_twins() {
    let leaky = quietly(|| fault::with(Fault::LeakyView, || panic::catch_unwind(tell_apart)));
    assert!(leaky.is_err());
    tell_apart();
}

/// What a failure leaves behind can be opened, verified and taken up again.
#[test]
fn the_record_of_a_failure_opens() {
    let failure = fails(Fault::ListedTwice);
    assert_eq!(proven(Fault::ListedTwice, &failure), failure.decision);
    // Even of a battle that panicked in the middle of a decision.
    let failure = fails(Fault::StuckPhase);
    assert_eq!(proven(Fault::StuckPhase, &failure), failure.decision);
    assert!(failure.broken.what.contains("runaway rules"), "{failure}");
    assert!(failure.broken.what.contains("orders being played: [[0,{\"plot\":"), "{failure}");
    // And of one that went well for a while.
    let failure = fails(Fault::Revived);
    assert!(3 < proven(Fault::Revived, &failure).unwrap());
    let text = failure.to_string();
    for part in ["law `imagines`", "game toy, scenario ", "seed ", "flagbridge replay "] {
        assert!(text.contains(part), "{part:?} is missing from {text}");
    }
}

/// A stored record that no longer verifies is told with its name.
#[test]
fn a_spoiled_corpus_is_found() {
    let folder = std::env::temp_dir().join(format!("testkit-corpus-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder to spoil");
    let mut record = testkit::sample_record::<Toy>("intro", None, 5);
    let keep = |name: &str, record: &Record<Toy>| {
        let text = serde_json::to_string(record).expect("plain data");
        std::fs::write(folder.join(name), text).expect("a record can be written");
    };
    keep("good.json", &record);
    let good = testkit::corpus_opens::<Toy>(&folder);
    record.events.pop();
    keep("short.json", &record);
    let opened = quietly(|| panic::catch_unwind(|| testkit::corpus_opens::<Toy>(&folder)));
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    let told = *opened.unwrap_err().downcast::<String>().expect("a message");
    assert_eq!(good, 1);
    assert!(told.contains("short.json: event") && !told.contains("good.json"), "{told}");
}

fn bites(fault: Fault, law: Law) -> Option<String> {
    // Some faults break other laws besides, and luck has it which comes first.
    let mut others = Vec::new();
    for seed in [0, 10_000, 20_000, 30_000] {
        let plan = Plan { seed, ..PLAN };
        match quietly(|| fault::with(fault, || testkit::try_conforms::<Toy>(&plan))) {
            Ok(summary) => return Some(format!("{fault:?} is not found: {summary:?}")),
            Err(failures) if failures.0[0].broken.law == law => return None,
            Err(failures) => others.push(failures.to_string()),
        }
    }
    Some(format!("{fault:?} should break `{law}`: {}", others.join("\n")))
}

fn fails(fault: Fault) -> Failure {
    quietly(|| fault::with(fault, || testkit::try_conforms::<Toy>(&PLAN))).unwrap_err().0.remove(0)
}

/// How many decisions the record of `failure` has, if it is proven.
fn proven(fault: Fault, failure: &Failure) -> Option<usize> {
    let path = failure.record.as_ref().expect("a record was written");
    let text = std::fs::read_to_string(path).expect("the record can be read");
    let record: Record<Toy> = serde_json::from_str(&text).expect("the record is one");
    fault::with(fault, || {
        let verdict = record.verify().expect("the record is true");
        assert!(matches!(verdict, Verdict::Proven { .. }), "{verdict:?}");
        Some(record.resume().expect("the battle can go on").decision_number())
    })
}

fn tell_apart() {
    let scenario = Toy::scenarios().remove(0).scenario;
    let mut other = scenario.clone();
    other.squadrons[1].ships[0].hull = 1;
    let options = toy::Options::default();
    let [one, two] = [scenario, other].map(|it| Toy::set_up(&options, &it).expect("a small change"));
    testkit::indistinguishable(&one, &two, Viewer::Seat(Seat(0)));
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Planted panics would fill the screen; those of the tests themselves stay loud.
fn quietly<T>(run: impl FnOnce() -> T) -> T {
    static HOOK: std::sync::Once = std::sync::Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                loud(info);
            }
        }));
    });
    QUIET.set(true);
    let result = run();
    QUIET.set(false);
    result
}
