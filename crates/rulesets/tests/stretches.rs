//! Battles of other rules: looked at, conceded, branched under ours.

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use engine::{EndedBy, Ending, Outcome, Seat, Verdict, Viewer};
use proof::{Parts, Setting};
use rulesets::{
    AnyMatch, AnyRecord, Entry, Fault, Level, Rejection, Ruleset, ScenarioRef, Source, Submission, Table,
    ruleset,
};
use serde_json::{Value, json};
use testkit::toy::Toy;

static TOY: Entry<Toy> = ruleset::<Toy>();
const SECRET: Secret = Secret([7; 32]);

fn begin() -> Box<dyn AnyMatch> {
    let prepared = TOY.prepare(ScenarioRef::Id("intro"), &[], Table::People).unwrap();
    let players = vec!["human".to_owned(), "captain".to_owned()];
    let contributions = vec![Contribution("a".to_owned()), Contribution("b".to_owned())];
    prepared.begin(&players, SECRET, contributions).unwrap()
}

fn play(battle: &mut dyn AnyMatch, decisions: usize) {
    for _ in 0..decisions {
        let n = battle.decision_number();
        for seat in battle.awaiting().iter() {
            let order = battle.suggest(seat, &Level::Captain, Dice::numbered(1, n as u64)).order;
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

/// Five decisions as a program of other rules kept them, in either format.
fn older(format: &str) -> Value {
    let mut battle = begin();
    play(&mut *battle, 5);
    let mut file = file_of(&*battle);
    for gone in ["parts", "chain"] {
        file.as_object_mut().unwrap().remove(gone).unwrap();
    }
    file["rules_version"] = json!(0);
    file["format"] = json!(format);
    file["commitment"] = if format.ends_with('1') {
        json!(SECRET.commitment().to_string())
    } else {
        let setting = Setting {
            game: &file["game"],
            rules_version: &file["rules_version"],
            options: &file["options"],
            scenario: &file["scenario"],
            seats: 2,
        };
        json!(Parts::of(&SECRET, &setting).commitment(&SECRET).to_string())
    };
    file
}

const FORMATS: [&str; 2] = ["flagbridge-record/1", "flagbridge-record/2"];

#[test]
fn an_unfinished_battle_of_older_rules_is_looked_at() {
    for format in FORMATS {
        let record = open(&older(format)).unwrap();
        assert!(record.resume().is_err());
        let mut battle = record.fold().unwrap();
        assert_eq!((battle.rules_version(), battle.outcome()), (0, None));
        assert!(battle.awaiting().is_empty() && battle.deciding().is_empty());
        let order = Submission::Text("A+0".to_owned());
        let told = battle.submit(5, Seat(0), &order).unwrap_err();
        assert_eq!(told, Rejection::OtherRules { recorded: 0, ours: 1 });
    }
}

#[test]
fn an_unfinished_battle_of_older_rules_is_conceded_and_taken_home() {
    for format in FORMATS {
        let mut battle = open(&older(format)).unwrap().fold().unwrap();
        battle.end(Ending::conceded(Seat(0), 2, battle.events())).unwrap();
        assert_eq!(battle.outcome(), Some(Outcome::Won([Seat(1)].into_iter().collect())));
        let file: Value = serde_json::from_str(&battle.record(false)).unwrap();
        assert_eq!(file["format"], format);
        assert_eq!(file["ending"]["by"], "concession");
        assert!(file["secret"].is_string(), "it is over");
        let again = open(&file).unwrap().fold().unwrap();
        assert_eq!(again.ending().map(|it| it.by), Some(EndedBy::Concession));
        assert_eq!(again.record(false), battle.record(false));
        // Format 2 proves opening and orders under whatever rules; format 1 has nothing left.
        match (format, open(&file).unwrap().verify()) {
            ("flagbridge-record/2", Ok(Verdict::Followed { proof, dice: 0, .. })) => {
                assert!(proof.checked.unwrap().chained && !proof.stretches[0].recomputed);
            }
            ("flagbridge-record/1", Err(err)) => {
                assert!(err.to_string().contains("rules version 0"), "{err}");
            }
            (_, other) => panic!("{format}: {other:?}"),
        }
    }
}

#[test]
fn a_conceded_battle_goes_on_elsewhere_from_where_it_stood() {
    for format in FORMATS {
        let mut battle = open(&older(format)).unwrap().fold().unwrap();
        let events = battle.events();
        battle.end(Ending::conceded(Seat(0), 2, events)).unwrap();
        let record = open(&file_of(&*battle)).unwrap();
        let players = ["cadet".to_owned(), "human".to_owned()];
        let mut branch = record.branch(events, &players).unwrap();
        assert_eq!((branch.decision_number(), branch.events(), branch.outcome()), (5, events, None));
        assert_eq!(branch.rules_version(), 1);
        assert_eq!(branch.view(Viewer::Referee), battle.view(Viewer::Referee));
        play(&mut *branch, 2);
        let file = file_of(&*branch);
        assert_eq!(file["format"], format);
        assert_eq!(file["versions"], json!([{"decision": 5, "event": events, "rules_version": 1}]));
        let Ok(Verdict::Followed { proof, .. }) = open(&file).unwrap().verify() else { panic!("{format}") };
        assert_eq!(proof.stretches.iter().map(|it| it.recomputed).collect::<Vec<_>>(), [false, true]);
        let again = open(&file).unwrap().resume().unwrap();
        assert_eq!(again.record(true), branch.record(true));
    }
}

#[test]
fn an_older_battle_is_branched_at_any_decision() {
    let file = older("flagbridge-record/2");
    let afters: Vec<usize> = file["decisions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["after"].as_u64().unwrap() as usize)
        .collect();
    let players = ["human".to_owned(), "human".to_owned()];
    for (n, after) in afters.iter().enumerate() {
        let mut branch = open(&file).unwrap().branch(*after, &players).unwrap();
        assert_eq!((branch.decision_number(), branch.events()), (n, *after));
        play(&mut *branch, 1);
        // And again from within what is played under our rules by now.
        let later = file_of(&*branch);
        let again = open(&later).unwrap().branch(*after, &players).unwrap();
        assert_eq!((again.decision_number(), again.rules_version()), (n, 1));
        open(&file_of(&*again)).unwrap().verify().unwrap();
    }
}

#[test]
fn a_state_that_cannot_go_on_is_told() {
    // By the events of the time it was over, whatever the record says of it.
    let mut battle = begin();
    while battle.outcome().is_none() {
        play(&mut *battle, 1);
    }
    let mut file = older("flagbridge-record/1");
    let whole = file_of(&*battle);
    for field in ["decisions", "events"] {
        file[field] = whole[field].clone();
    }
    let events = file["events"].as_array().unwrap().len();
    file["ending"] = json!({"by": "limit", "after": events, "outcome": "draw"});
    file["outcome"] = json!("draw");
    let told = match open(&file).unwrap().branch(events, &["human".to_owned(), "human".to_owned()]) {
        Ok(_) => panic!("it went on"),
        Err(err) => err.to_string(),
    };
    assert_eq!(told, "r.json: by the rules of today the battle is over there");
}

/// A branch has the commitment of its battle, and must not pass for it.
#[test]
fn a_branch_says_that_it_is_one() {
    let mut battle = begin();
    while battle.outcome().is_none() {
        play(&mut *battle, 1);
    }
    let players = ["human".to_owned(), "captain".to_owned()];
    let record = open(&file_of(&*battle)).unwrap();
    let branch = record.branch(0, &players).unwrap();
    assert_eq!(branch.commitment(), battle.commitment());
    let file = file_of(&*branch);
    let seating = json!({"decision": 0, "players": players});
    assert_eq!(file["seatings"], json!([seating, seating]));
    assert_eq!(file["chain"].as_array().unwrap().iter().filter(|it| it["entry"] == "seated").count(), 2);
}

/// A battle of Full Thrust that was under way when its rules were renewed.
#[test]
fn a_kept_battle_of_older_rules_is_conceded_branched_and_fought_on() {
    let text = include_str!("../../rules-full-thrust/tests/records/unfinished.json");
    let source = Source::new("unfinished.json", text).unwrap();
    let record = rulesets::open_record(&source).unwrap();
    let ours = rulesets::find("full-thrust").unwrap().rules_version();
    assert!(record.rules_version() < ours && record.outcome().is_none());
    let mut battle = record.fold().unwrap();
    let events = battle.events();
    battle.end(Ending::conceded(Seat(1), 2, events)).unwrap();
    let home = battle.record(false);
    let record = rulesets::open_record(&Source::new("home.json", &home).unwrap()).unwrap();
    let players = vec!["cadet".to_owned(); record.seats().len()];
    let last = record.decisions().len();
    for asked in [0, record.decisions()[last / 2].1, events] {
        let mut branch = record.branch(asked, &players).unwrap();
        assert_eq!((branch.rules_version(), branch.outcome()), (ours, None));
        play(&mut *branch, 3);
        let text = branch.record(true);
        let again = rulesets::open_record(&Source::new("branch.json", &text).unwrap()).unwrap();
        assert!(matches!(again.verify(), Ok(Verdict::Followed { .. })));
        assert_eq!(again.resume().unwrap().record(true), text);
    }
}
