//! Battles under way when the rules change: they go on where they stand, and their records say so.

use std::{fs, path::Path};

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use engine::{Verdict, Viewer};
use proof::{Parts, Setting};
use rulesets::{
    AnyMatch, AnyRecord, Entry, Fault, Level, Onward, RULESETS, Ruleset, ScenarioRef, Source, Submission,
    Table, ruleset,
};
use serde_json::{Value, json};
use testkit::toy::{Toy, fault};

static TOY: Entry<Toy> = ruleset::<Toy>();
const SECRET: Secret = Secret([7; 32]);
const FORMATS: [&str; 2] = ["flagbridge-record/1", "flagbridge-record/2"];

fn play(battle: &mut dyn AnyMatch, decisions: usize, level: &Level) {
    for _ in 0..decisions {
        if battle.outcome().is_some() {
            return;
        }
        let n = battle.decision_number();
        for seat in battle.awaiting().iter() {
            let order = battle.suggest(seat, level, Dice::numbered(1, n as u64)).order;
            battle.submit(n, seat, &Submission::Data(order)).unwrap();
        }
    }
}

fn open(file: &Value) -> Result<Box<dyn AnyRecord>, Fault> {
    TOY.open_record(&Source::new("r.json", &file.to_string())?)
}

fn file_of(battle: &dyn AnyMatch) -> Value {
    serde_json::from_str(&battle.record(true)).unwrap()
}

/// A record as a program of other rules would have committed to it.
fn promised(file: &mut Value, version: u32) {
    file["rules_version"] = json!(version);
    let secret = Secret::try_from(file["secret"].as_str().unwrap().to_owned()).unwrap();
    let commitment = if file["format"].as_str().unwrap().ends_with('1') {
        secret.commitment()
    } else {
        let setting = Setting {
            game: &file["game"],
            rules_version: &file["rules_version"],
            options: &file["options"],
            scenario: &file["scenario"],
            seats: file["contributions"]
                .as_array()
                .unwrap()
                .len()
                .max(file["seats"].as_array().unwrap().len()),
        };
        Parts::of(&secret, &setting).commitment(&secret)
    };
    file["commitment"] = json!(commitment.to_string());
}

/// What it was like when so many decisions had been taken and nobody knew how it would end.
fn cut(whole: &Value, decisions: usize) -> Value {
    let mut file = whole.clone();
    for of_the_end in ["ending", "outcome", "parts", "chain", "signature"] {
        file.as_object_mut().unwrap().remove(of_the_end);
    }
    let after = file["decisions"].get(decisions).map(|it| it["after"].as_u64().unwrap() as usize);
    if let Some(after) = after {
        file["decisions"].as_array_mut().unwrap().truncate(decisions);
        file["events"].as_array_mut().unwrap().truncate(after);
    }
    file
}

/// A battle of the toy under rules that are older than ours, five decisions old.
fn older(format: &str) -> Value {
    let prepared = TOY.prepare(ScenarioRef::Id("intro"), &[], Table::People).unwrap();
    let players = vec!["human".to_owned(), "captain".to_owned()];
    let contributions = vec![Contribution("a".to_owned()), Contribution("b".to_owned())];
    let mut battle = prepared.begin(&players, SECRET, contributions).unwrap();
    play(&mut *battle, 5, &Level::Captain);
    let mut file = cut(&file_of(&*battle), 5);
    file["format"] = json!(format);
    promised(&mut file, 0);
    file
}

fn goes_on(record: &dyn AnyRecord) -> Box<dyn AnyMatch> {
    match record.go_on().unwrap() {
        Onward::Goes(battle) => battle,
        Onward::Stays(why) => panic!("it stays: {why}"),
    }
}

fn stays(record: &dyn AnyRecord) -> String {
    match record.go_on().unwrap() {
        Onward::Goes(_) => panic!("it goes on"),
        Onward::Stays(why) => why,
    }
}

#[test]
fn an_older_battle_goes_on_where_it_stands() {
    for format in FORMATS {
        let file = older(format);
        let record = open(&file).unwrap();
        let before = record.fold().unwrap();
        let mut battle = goes_on(&*record);
        let events = battle.events();
        assert_eq!((battle.decision_number(), battle.rules_version(), battle.outcome()), (5, 1, None));
        assert_eq!(battle.view(Viewer::Referee), before.view(Viewer::Referee));
        assert_eq!(battle.commitment(), file["commitment"].as_str().unwrap());
        // Whoever takes it up again before anything has happened finds the same dice.
        assert_eq!(battle.dice(), goes_on(&*record).dice());
        play(&mut *battle, usize::MAX, &Level::Captain);
        let told = file_of(&*battle);
        assert_eq!(told["versions"], json!([{"decision": 5, "event": events, "rules_version": 1}]));
        assert_eq!(told["rules_version"], json!(0));
        assert!(told.get("seatings").is_none() && told.get("brought").is_none(), "it is no branch");
        let proved = open(&told).unwrap();
        let Ok(Verdict::Followed { proof, .. }) = proved.verify() else { panic!("{format}") };
        assert_eq!(proof.stretches.iter().map(|it| it.recomputed).collect::<Vec<_>>(), [false, true]);
        assert_eq!(proved.resume().unwrap().record(true), battle.record(true));

        // What was played under our rules cannot be altered, however it began.
        let mut forged = told.clone();
        for field in ["parts", "chain"] {
            forged.as_object_mut().unwrap().remove(field);
        }
        forged["events"].as_array_mut().unwrap().remove(events + 1);
        assert!(open(&forged).and_then(|it| it.verify()).is_err(), "{format}");
        // Nor can it be said that our rules took over elsewhere.
        let mut moved = told;
        moved["versions"][0]["decision"] = json!(4);
        assert!(open(&moved).and_then(|it| it.verify()).is_err(), "{format}");
    }
}

#[test]
fn taken_up_from_the_store_it_is_the_same_battle() {
    let mut battle = goes_on(&*open(&older(FORMATS[1])).unwrap());
    for _ in 0..4 {
        let (text, dice) = (battle.record(true), battle.dice());
        let record = open(&serde_json::from_str(&text).unwrap()).unwrap();
        let taken_up = record.take_up(&dice).unwrap();
        assert_eq!((taken_up.record(true), taken_up.dice()), (text, dice));
        battle = taken_up;
        play(&mut *battle, 1, &Level::Captain);
    }
    assert_eq!(battle.decision_number(), 9);
}

#[test]
fn a_game_may_say_that_it_cannot_take_a_battle_over() {
    for format in FORMATS {
        let record = open(&older(format)).unwrap();
        let why = fault::with(fault::Fault::NotTakenOver, || stays(&*record));
        assert_eq!(why, "the lines of rules version 0 were longer");
        // It stays on view.
        assert_eq!(record.fold().unwrap().outcome(), None);
        // And nobody gets round that by a branch.
        let players = ["human".to_owned(), "human".to_owned()];
        let branched = fault::with(fault::Fault::NotTakenOver, || record.branch(usize::MAX, &players).err());
        assert!(branched.unwrap().to_string().ends_with(&why));
        goes_on(&*record);
    }
}

#[test]
fn a_battle_that_is_over_by_the_rules_of_today_stays() {
    let mut battle = goes_on(&*open(&older(FORMATS[0])).unwrap());
    play(&mut *battle, usize::MAX, &Level::Captain);
    let mut file = cut(&file_of(&*battle), usize::MAX);
    file.as_object_mut().unwrap().remove("versions");
    let record = open(&file).unwrap();
    assert_eq!(stays(&*record), "by the rules of today the battle is over there");
    // It is on view as what it was: not over.
    let shown = record.fold().unwrap();
    assert_eq!((shown.outcome(), shown.rules_version()), (None, 0));
    assert!(shown.awaiting().is_empty());
}

#[test]
fn a_battle_of_newer_rules_stays() {
    let mut file = older(FORMATS[1]);
    promised(&mut file, 2);
    assert_eq!(stays(&*open(&file).unwrap()), "rules version 2 is newer than ours, version 1");
    // Also where ours counted before.
    let mut file = older(FORMATS[1]);
    let events = file["events"].as_array().unwrap().len();
    file["versions"] = json!([{"decision": 5, "event": events, "rules_version": 2}]);
    assert_eq!(stays(&*open(&file).unwrap()), "rules version 2 is newer than ours, version 1");
    // One that is over, or ours, is no case for it.
    promised(&mut file, 1);
    file.as_object_mut().unwrap().remove("versions");
    assert!(open(&file).unwrap().go_on().is_err());
}

/// The table was laid, and its commitment shown, before the rules changed; the last player comes after.
#[test]
fn a_battle_that_had_not_begun_keeps_what_was_promised() {
    let players = vec!["human".to_owned(), "captain".to_owned()];
    let added = || vec![Contribution("a".to_owned()), Contribution("b".to_owned())];
    for version in [0, 1, 2] {
        let prepared = TOY.prepare(ScenarioRef::Id("intro"), &[], Table::People).unwrap();
        let mut file: Value = serde_json::from_str(&prepared.unbegun(&players, SECRET).unwrap()).unwrap();
        promised(&mut file, version);
        let record = open(&file).unwrap();
        if version == 2 {
            let refused = record.begin(added()).err().unwrap().to_string();
            assert!(refused.contains("made under rules version 2, and these are version 1"), "{refused}");
            continue;
        }
        let mut battle = record.begin(added()).unwrap();
        assert_eq!(battle.commitment(), file["commitment"].as_str().unwrap());
        play(&mut *battle, 3, &Level::Captain);
        // Taken up in the middle, by its events and by its orders.
        let record = open(&file_of(&*battle)).unwrap();
        assert_eq!(record.resume().unwrap().record(true), battle.record(true));
        let mut battle = record.take_up(&battle.dice()).unwrap();
        play(&mut *battle, usize::MAX, &Level::Captain);
        let told = file_of(&*battle);
        let later = json!([{"decision": 0, "event": 0, "rules_version": 1}]);
        assert_eq!(told.get("versions"), (version == 0).then_some(&later));
        // Nothing at all was played under the rules of the promise.
        assert!(matches!(open(&told).unwrap().verify(), Ok(Verdict::Proven { .. })), "version {version}");
        let mut forged = told;
        forged["events"].as_array_mut().unwrap().remove(0);
        assert!(open(&forged).and_then(|it| it.verify()).is_err());
    }
}

fn kept(game: &str) -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(format!("rules-{game}/tests/records"));
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "json"));
    files.sort();
    let read = |it: std::path::PathBuf| {
        let text = fs::read_to_string(&it).unwrap();
        (it.file_name().unwrap().to_string_lossy().into_owned(), serde_json::from_str(&text).unwrap())
    };
    files.into_iter().map(read).collect()
}

/// Goes on from the record, and says what of it was verified afterwards.
fn goes_on_from(place: &str, file: &Value, ours: u32) {
    let record = rulesets::open_record(&Source::new("kept.json", &file.to_string()).unwrap()).unwrap();
    let (recorded, events, n) = (record.rules_version(), record.events(), record.decisions().len());
    let mut battle = match record.go_on().unwrap_or_else(|err| panic!("{place}: {err}")) {
        Onward::Goes(battle) => battle,
        Onward::Stays(why) => panic!("{place}: {why}"),
    };
    assert_eq!((battle.events(), battle.rules_version()), (events, ours), "{place}");
    play(&mut *battle, 3, &Level::Cadet);
    assert!(n < battle.decision_number() || battle.outcome().is_some(), "{place}");
    let text = battle.record(true);
    let again = rulesets::open_record(&Source::new("again.json", &text).unwrap()).unwrap();
    let Ok(Verdict::Followed { proof, .. }) = again.verify() else { panic!("{place}: {:?}", again.verify()) };
    let told: Vec<_> = proof.stretches.iter().map(|it| (it.rules_version, it.recomputed)).collect();
    assert_eq!(told, [(recorded, events == 0), (ours, true)], "{place}");
    assert_eq!(again.resume().unwrap().record(true), text, "{place}");
}

/// Every kept battle of older rules, as it was at several of its decisions, goes on under those of today.
#[test]
fn every_kept_battle_of_older_rules_goes_on() {
    for game in RULESETS.iter() {
        let (id, ours) = (game.id(), game.rules_version());
        let mut tried = 0;
        for (name, whole) in kept(id) {
            let version = whole["rules_version"].as_u64().unwrap() as u32;
            let mut whole = whole;
            if version == ours {
                // A game whose rules have never changed: as if they had.
                if ours != 1 {
                    continue;
                }
                promised(&mut whole, 0);
            }
            let decisions = whole["decisions"].as_array().unwrap().len();
            // One that was kept unfinished goes on where it was left.
            let last = if whole.get("outcome").is_none() { decisions } else { decisions - 1 };
            for n in [0, 1 + tried % 3, last / 2, last] {
                let file = cut(&whole, n.min(last));
                goes_on_from(&format!("{id} {name} at decision {n}"), &file, ours);
                tried += 1;
            }
        }
        assert!(12 <= tried, "{id}: {tried}");
        println!("{id}: {tried} times");
    }
}

/// The same at every decision there is.
#[test]
#[ignore = "minutes"]
fn long_every_decision_of_kept_battles_goes_on() {
    for game in RULESETS.iter() {
        let (id, ours) = (game.id(), game.rules_version());
        for (name, mut whole) in kept(id) {
            if whole["rules_version"] == json!(ours) {
                if ours != 1 {
                    continue;
                }
                promised(&mut whole, 0);
            }
            let decisions = whole["decisions"].as_array().unwrap().len();
            for n in 0..decisions {
                goes_on_from(&format!("{id} {name} at decision {n}"), &cut(&whole, n), ours);
            }
        }
    }
}
