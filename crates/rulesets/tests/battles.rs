//! Battles, records and options through the erased face, with the toy game.

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use engine::{Ending, Outcome, Progress, Seat, Verdict, Viewer};
use rulesets::{
    AnyMatch, Contest, Entry, Fault, Level, Line, Override, Rejection, Ruleset, ScenarioRef, Source,
    Submission, Table, ruleset,
};
use serde_json::{Value, json};
use testkit::toy::Toy;

static TOY: Entry<Toy> = ruleset::<Toy>();

fn begin(scenario: &str, options: &[&str]) -> Result<Box<dyn AnyMatch>, Fault> {
    let changes: Result<Vec<Override>, Fault> = options.iter().map(|text| Override::read(text)).collect();
    let prepared = TOY.prepare(ScenarioRef::Id(scenario), &changes?, Table::People)?;
    let players = vec!["human".to_owned(), "captain".to_owned()];
    let contributions = vec![Contribution("a".to_owned()), Contribution("b".to_owned())];
    prepared.begin(&players, Secret([7; 32]), contributions)
}

fn play_out(battle: &mut dyn AnyMatch) {
    while battle.outcome().is_none() {
        let n = battle.decision_number();
        for seat in battle.awaiting().iter() {
            let order = battle.suggest(seat, &Level::Captain, Dice::numbered(1, n as u64)).order;
            battle.submit(n, seat, &Submission::Data(order)).unwrap();
        }
    }
}

fn fault<T>(result: Result<T, Fault>) -> String {
    match result {
        Ok(_) => panic!("expected a fault"),
        Err(err) => err.to_string(),
    }
}

fn open(text: &str) -> Result<Box<dyn rulesets::AnyRecord>, Fault> {
    TOY.open_record(&Source::new("r.json", text)?)
}

#[test]
fn a_battle_is_played_in_words_and_in_json() {
    let mut battle = begin("intro", &[]).unwrap();
    assert_eq!(battle.game(), "toy");
    assert_eq!(battle.phase(), Some("plot"));
    assert_eq!(battle.awaiting().len(), 2);
    let words = Submission::Text("A+2".to_owned());
    assert_eq!(battle.submit(0, Seat(0), &words), Ok(Progress::Sealed));
    assert_eq!(battle.sealed(Viewer::Seat(Seat(0)))[0].1.notation, "A+2");
    assert!(battle.sealed(Viewer::Seat(Seat(1))).is_empty());
    assert!(battle.withdraw(Seat(0)));
    assert!(!battle.withdraw(Seat(0)));
    battle.submit(0, Seat(0), &words).unwrap();
    let data = json!({"plot": {"helms": [{"ship": 0, "thrust": -1}]}});
    assert!(matches!(battle.submit(0, Seat(1), &Submission::Data(data)), Ok(Progress::Resolved(_))));
    assert_eq!(battle.decision_number(), 1);
    let log = battle.log(Viewer::Spectator, 0);
    assert!(log.iter().any(|line| line.text.contains("moves to")), "{log:?}");
    assert!(log.iter().all(|line| !line.rules.is_empty()));
    assert_eq!(battle.view(Viewer::Referee)["turn"], 2);
    assert!(battle.describe(Viewer::Spectator).contains("Amber"));
    assert!(battle.prompt(Seat(0)).contains("Example"));
    assert!(battle.secret().is_none());
    play_out(&mut *battle);
    assert!(battle.secret().is_some());
}

#[test]
fn bad_orders_are_told_and_change_nothing() {
    let mut battle = begin("intro", &[]).unwrap();
    let before = battle.view(Viewer::Referee);
    let refused = battle.submit(0, Seat(0), &Submission::Text("A+9 mine C".to_owned())).unwrap_err();
    let rules: Vec<&str> = refused.findings().iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, ["TOY-4", "TOY-6"]);
    let unread = battle.submit(0, Seat(0), &Submission::Text("full ahead".to_owned())).unwrap_err();
    assert_eq!(unread.findings()[0].rule, "TOY-10");
    let malformed = battle.submit(0, Seat(0), &Submission::Data(json!({"plot": {"helm": 1}}))).unwrap_err();
    assert!(matches!(malformed, Rejection::Malformed(_)));
    assert!(malformed.to_string().contains("unknown field `helm`"), "{malformed}");
    let order = Submission::Text("A+0".to_owned());
    let stale = battle.submit(3, Seat(0), &order).unwrap_err().to_string();
    assert_eq!(stale, "the order is for decision 3, but decision 0 is open");
    let nobody = battle.submit(0, Seat(9), &order).unwrap_err().to_string();
    assert_eq!(nobody, "seat 10 has nothing to decide now");
    assert_eq!(battle.view(Viewer::Referee), before);
}

#[test]
fn options_are_changed_by_name() {
    assert_eq!(begin("intro", &["turn_limit=3"]).unwrap().view(Viewer::Referee)["options"]["turn_limit"], 3);
    let view = begin("intro", &["mines=off", "gunnery=heavy"]).unwrap().view(Viewer::Referee);
    assert_eq!((&view["options"]["mines"], &view["options"]["gunnery"]), (&json!(false), &json!("heavy")));
    assert_eq!(fault(begin("intro", &["mines"])), "option \"mines\": expected name=value");
    assert_eq!(fault(begin("intro", &["mines=maybe"])), "option mines=maybe: expected on, off");
    assert_eq!(
        fault(begin("intro", &["masts=3"])),
        "toy has no option \"masts\"; it has: turn_limit, mines, gunnery"
    );
    assert!(matches!(begin("intro", &["masts=3"]), Err(Fault::Misuse(_))));
}

#[test]
fn scenarios_of_ones_own_are_read_and_judged() {
    let prepare = |name: &str, text: &str| {
        TOY.prepare(ScenarioRef::File(Source::new(name, text)?), &[], Table::People).map(|_| ())
    };
    let ship = |at: i16| json!({"class": "Lancer", "at": at, "thrust": 3, "hull": 4});
    let side = |name: &str, at: i16| json!({"name": name, "ships": [ship(at)], "mines_left": 0});
    let good = json!({"game": "toy", "squadrons": [side("A", -3), side("B", 3)]});
    assert_eq!(prepare("own.json", &good.to_string()), Ok(()));
    let other = json!({"game": "chess", "squadrons": []});
    assert_eq!(
        fault(prepare("own.json", &other.to_string())),
        "own.json: for the game \"chess\", expected \"toy\""
    );
    let lonely = json!({"squadrons": [side("A", -3)]});
    let text = fault(prepare("own.json", &lonely.to_string()));
    assert!(text.starts_with("own.json: the battle cannot be set up: "), "{text}");
    let text = fault(prepare("own.toml", "squadrons = []\nmasts = 3\n"));
    assert!(text.starts_with("own.toml:2:1: unknown field `masts`, expected `squadrons`"), "{text}");
    let text = fault(begin("outro", &[]));
    assert!(text.starts_with("toy has no scenario \"outro\"; it has: intro, "), "{text}");
}

#[test]
fn records_open_verify_and_go_on() {
    let mut battle = begin("intro", &[]).unwrap();
    let early = battle.record(true);
    play_out(&mut *battle);
    let text = battle.record(false);
    let record = open(&text).unwrap();
    assert_eq!(record.outcome(), battle.outcome());
    assert!(matches!(record.verify(), Ok(Verdict::Proven { .. })));
    assert_eq!(record.log(Viewer::Referee).unwrap(), battle.log(Viewer::Referee, 0));
    assert_eq!(
        record.view_after(record.events(), Viewer::Spectator).unwrap(),
        battle.view(Viewer::Spectator)
    );
    let resumed = open(&early).unwrap().resume().unwrap();
    assert_eq!(resumed.decision_number(), 0);
}

#[test]
fn records_that_are_not_so_are_told() {
    let mut battle = begin("intro", &[]).unwrap();
    play_out(&mut *battle);
    let text = battle.record(false);
    let cut = fault(open(&text[..text.len() / 2]));
    assert!(cut.starts_with("r.json:") && cut.contains("EOF"), "{cut}");

    let alter = |change: &dyn Fn(&mut Value)| {
        let mut record: Value = serde_json::from_str(&text).unwrap();
        change(&mut record);
        open(&record.to_string()).and_then(|record| record.verify())
    };
    let fired = |record: &Value| {
        let events = record["events"].as_array().unwrap();
        events.iter().position(|event| event["fire"].is_object()).unwrap()
    };
    let n = fired(&serde_json::from_str(&text).unwrap());
    let other_die = fault(alter(&|record| {
        let die = &mut record["events"][n]["fire"]["fired"]["die"];
        *die = json!(7 - die.as_u64().unwrap());
    }));
    assert!(other_die.contains(&format!("event {n} differs: recorded {{\"fire\"")), "{other_die}");
    let other_secret = fault(alter(&|record| record["secret"] = json!("00".repeat(32))));
    assert!(other_secret.starts_with("r.json: commitment: the revealed secret and the opening"));
    let dropped = fault(alter(&|record| drop(record["events"].as_array_mut().unwrap().pop())));
    assert!(dropped.contains("recorded nothing"), "{dropped}");
    let other_outcome = fault(alter(&|record| record["outcome"] = json!("draw")));
    assert!(other_outcome.contains("outcome: not what the chain has sealed"), "{other_outcome}");
    let other_game = fault(alter(&|record| record["game"] = json!("chess")));
    assert!(other_game.contains("chess"), "{other_game}");
    let other_phase = fault(alter(&|record| record["decisions"][0]["phase"] = json!("mutiny")));
    assert!(other_phase.contains("decision 0: not what the chain has sealed"), "{other_phase}");
    let lonely = fault(alter(&|record| drop(record["seats"].as_array_mut().unwrap().pop())));
    assert_eq!(lonely, "r.json: 1 players in `seats`, expected 2");
    let nobody = fault(alter(&|record| record["seats"] = json!([])));
    assert_eq!(nobody, "r.json: seats: not what the chain has sealed");
    let renamed = fault(alter(&|record| {
        record["seats"][0]["name"] = json!("Elm");
        record["chain"] = json!(proof::chain(record, &Secret([7; 32])).unwrap());
    }));
    assert_eq!(renamed, "r.json: seats: seat 1 is called \"Elm\", in the scenario \"Amber\"");
    let extra = fault(alter(&|record| record["masts"] = json!(3)));
    assert!(extra.contains("unknown field `masts`"), "{extra}");
}

#[test]
fn impossible_events_end_nothing() {
    let mut battle = begin("intro", &[]).unwrap();
    play_out(&mut *battle);
    let mut record: Value = serde_json::from_str(&battle.record(false)).unwrap();
    record["events"][2] = json!({"movement": {"moved": {"seat": 0, "ship": 99, "to": 0}}});
    let opened = open(&record.to_string()).unwrap();
    let text = fault(opened.log(Viewer::Referee));
    assert!(text.starts_with("r.json: its events cannot have happened"), "{text}");
    assert!(opened.describe_after(9, Viewer::Spectator).is_err());
    // The same without its secret, when there is nothing to recompute it from.
    record.as_object_mut().unwrap().remove("secret");
    assert!(open(&record.to_string()).unwrap().verify().is_err());
}

#[test]
fn simulations_are_the_same_for_the_same_seed() {
    let prepared = TOY.prepare(ScenarioRef::Id("intro"), &[], Table::Computers).unwrap();
    let contest = |jobs| Contest {
        levels: vec![Level::Captain, Level::Random],
        battles: 40,
        seed: 5,
        swap: true,
        jobs,
    };
    let mut seen = Vec::new();
    let one = prepared.simulate(&contest(1), &mut |battle| seen.push(battle.index)).unwrap();
    assert_eq!(seen, (0..40).collect::<Vec<u64>>());
    let two = prepared.simulate(&contest(2), &mut |_| ()).unwrap();
    assert_eq!(one.timeless(), two.timeless());
    let lonely = Contest { levels: vec![Level::Random], ..contest(1) };
    let text = fault(prepared.simulate(&lonely, &mut |_| ()));
    assert_eq!(text, "1 player, but the scenario has 2 seats: Amber, Birch");
}

#[test]
fn designs_are_checked_by_the_files_own_game() {
    let audit = |name: &str, text: &str| TOY.audit(&Source::new(name, text)?, &[]);
    let good = audit("d.toml", "game = \"toy\"\nclass = \"Lancer\"\nthrust = 3\nhull = 4\n").unwrap();
    assert_eq!(good[0].name, "Lancer");
    let several = "game = \"toy\"\n[[ship]]\nclass = \"Lancer\"\nthrust = 3\nhull = 4\n\
                   [[ship]]\nclass = \"Barge\"\nthrust = 2\nhull = 6\n";
    let names: Vec<String> = audit("d.toml", several).unwrap().into_iter().map(|it| it.name).collect();
    assert_eq!(names, ["Lancer", "Barge"]);
    let text = fault(audit("d.toml", &several.replace("thrust = 2", "mast = 2")));
    assert!(text.starts_with("d.toml:8:1: unknown field `mast`"), "{text}");
    let text = fault(audit("d.toml", "class = \"Lancer\"\nthrust = \"much\"\nhull = 4\n"));
    assert!(text.starts_with("d.toml:2:10: invalid type"), "{text}");
}

#[test]
fn a_host_keeps_a_battle_piece_by_piece_and_branches_it() {
    let mut battle = begin("intro", &[]).unwrap();
    let words = Submission::Text("A+2".to_owned());
    let (written, judged) = battle.check(0, Seat(0), &words);
    assert_eq!((written.unwrap().notation.as_str(), judged), ("A+2", Ok(())));
    assert!(battle.check(7, Seat(0), &words).1.is_err());
    assert!(battle.check(0, Seat(0), &Submission::Text("A+9".to_owned())).1.is_err());
    play_out(&mut *battle);
    let mut record = battle.record_head();
    let (decisions, events) = battle.record_since(0, 0);
    let whole: Value = serde_json::from_str(&battle.record(true)).unwrap();
    assert_eq!(json!(events), whole["events"]);
    assert_eq!(decisions.len(), whole["decisions"].as_array().unwrap().len());
    assert_eq!(battle.view_after(events.len(), Viewer::Referee), battle.view(Viewer::Referee));
    for (field, value) in record.as_object_mut().unwrap() {
        if !["decisions", "events"].contains(&field.as_str()) {
            assert_eq!(*value, whole[field], "{field}");
        }
    }
    let opened = open(&battle.record(true)).unwrap();
    let folded = opened.fold().unwrap();
    assert_eq!(folded.view(Viewer::Referee), battle.view(Viewer::Referee));
    let (second, third) = (decisions[1].after, decisions[2].after);
    assert!(second < third);
    let players = vec!["cadet".to_owned(), "human".to_owned()];
    for (asked, reached) in [(0, decisions[0].after), (second, second), (third - 1, second)] {
        let mut branch = opened.branch(asked, &players).unwrap();
        assert_eq!((branch.events(), branch.outcome()), (reached, None));
        assert_eq!(branch.seats()[1].player, "human");
        play_out(&mut *branch);
        open(&branch.record(true)).unwrap().verify().unwrap();
    }
    assert!(opened.branch(0, &players[..1]).is_err());
}

#[test]
fn computers_are_refused_options_under_which_they_need_not_stop() {
    let prepare = |limit: u32, table| {
        let change = Override { name: "turn_limit".to_owned(), value: json!(limit) };
        TOY.prepare(ScenarioRef::Id("intro"), &[change], table).map(drop)
    };
    assert!(prepare(100, Table::Computers).is_ok());
    assert!(prepare(101, Table::People).is_ok(), "people may stop whenever they like");
    let words = "intro: a battle without people must end by itself: turn_limit is 1 to 100, not 101 (TOY-9)";
    assert_eq!(fault(prepare(101, Table::Computers)), words);
    assert!(begin("intro", &["turn_limit=100"]).unwrap().ends_by_itself().is_ok());
    let words = begin("intro", &["turn_limit=101"]).unwrap().ends_by_itself().unwrap_err();
    assert!(words.contains("turn_limit") && words.contains("TOY-9"), "{words}");
}

#[test]
fn the_log_from_anywhere_on_is_the_end_of_the_whole_log() {
    let mut battle = begin("patrol", &[]).unwrap();
    for _ in 0..12 {
        let n = battle.decision_number();
        for seat in battle.awaiting().iter() {
            let order = battle.suggest(seat, &Level::Captain, Dice::numbered(1, n as u64)).order;
            battle.submit(n, seat, &Submission::Data(order)).unwrap();
        }
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Referee] {
            let whole = battle.log(viewer, 0);
            for from in 0..=battle.events() + 1 {
                let end: Vec<_> = whole.iter().filter(|line| from <= line.n).cloned().collect();
                assert_eq!(battle.log(viewer, from), end, "from {from} of {}", battle.events());
                let told = battle.teller(viewer, from.min(battle.events()))();
                let words = told.into_iter().map(|line| Line { changes: Vec::new(), ..line });
                assert_eq!(words.collect::<Vec<_>>(), end);
            }
        }
    }
    assert!(8 < battle.decision_number(), "further than what is remembered");
}

#[test]
fn a_battle_closed_by_its_host_is_a_draw_in_which_nobody_decides() {
    let mut battle = begin("intro", &[]).unwrap();
    let words = Submission::Text("A+2".to_owned());
    battle.submit(0, Seat(0), &words).unwrap();
    let closing = Ending::at_the_limit(battle.events());
    let text = serde_json::to_string(&closing).unwrap();
    assert_eq!(text, format!("{{\"by\":\"limit\",\"after\":{},\"outcome\":\"draw\"}}", battle.events()));
    assert_eq!(serde_json::from_str::<Ending>(&text).unwrap(), closing);
    assert!(battle.secret().is_none());
    battle.end(closing).unwrap();
    assert_eq!((battle.outcome(), battle.phase()), (Some(Outcome::Draw), None));
    assert!(battle.awaiting().is_empty() && battle.deciding().is_empty());
    assert_eq!(battle.submit(0, Seat(1), &words), Err(Rejection::Closed(closing)));
    assert!(!battle.withdraw(Seat(0)));
    assert!(battle.secret().is_some() && battle.record(false).contains("\"secret\""));
    // One that the rules have ended stays as it ended.
    let mut over = begin("intro", &[]).unwrap();
    play_out(&mut *over);
    let outcome = over.outcome();
    assert!(over.end(Ending::at_the_limit(over.events())).is_err());
    assert_eq!((over.outcome(), over.ending()), (outcome, None));
}
