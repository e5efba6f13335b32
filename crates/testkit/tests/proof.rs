//! Records of format 2: what was settled, ordered and changed is proven, and
//! rules may change in the middle of a battle.

use dice::{Dice, fair::Contribution};
use engine::{
    Discrepancy, EndedBy, Ending, Format, Game, Giver, Match, Outcome, Record, Seat, SeatInfo, Seats,
    Stretch, Verdict,
};
use proof::{Parts, Place, Refused, Setting};
use serde_json::{Value, json};
use testkit::toy::Toy;

fn record() -> Record<Toy> {
    testkit::sample_record::<Toy>("intro", None, 3)
}

fn file_of(record: &Record<Toy>) -> Value {
    plain::to_value(&record)
}

fn read(file: &Value) -> Record<Toy> {
    plain::from_value(file).unwrap()
}

/// The battle as it stood before decision `n`, as its host keeps it.
fn cut(record: &Record<Toy>, n: usize) -> Record<Toy> {
    let mut cut = record.clone();
    cut.events.truncate(cut.decisions[n].after);
    cut.decisions.truncate(n);
    (cut.outcome, cut.parts, cut.chain) = (None, None, Vec::new());
    cut
}

/// Commits and chains a record anew, as whoever wrote it would have.
fn committed(mut file: Value) -> Value {
    let secret = dice::fair::Secret::try_from(file["secret"].as_str().unwrap().to_owned()).unwrap();
    let setting = Setting {
        game: &file["game"],
        rules_version: &file["rules_version"],
        options: &file["options"],
        scenario: &file["scenario"],
        seats: file["contributions"].as_array().unwrap().len(),
    };
    let parts = Parts::of(&secret, &setting);
    file["commitment"] = json!(parts.commitment(&secret).to_string());
    file["parts"] = json!(parts);
    file["chain"] = json!(proof::chain(&file, &secret).unwrap());
    file
}

fn place(verdict: Result<Verdict, Discrepancy>) -> Place {
    match verdict {
        Err(Discrepancy::Altered(Refused { place, .. })) => place,
        other => panic!("expected an alteration, found {other:?}"),
    }
}

fn play_on(game: &mut Match<Toy>, decisions: usize) {
    let mut chooser = Dice::numbered(9, 9);
    for _ in 0..decisions {
        let Some(decision) = game.decision() else { return };
        for seat in decision.seats.iter() {
            let order = game.state().sample_order(seat, &mut chooser);
            game.submit(seat, order).unwrap();
        }
    }
}

#[test]
fn new_battles_are_of_format_2_and_prove_more_than_their_dice() {
    let record = record();
    assert_eq!(record.format, "flagbridge-record/2");
    let Ok(Verdict::Proven { proof, .. }) = record.verify() else { panic!("not proven") };
    let checked = proof.checked.unwrap();
    // Who sat down, how it opened, every decision, the end.
    assert_eq!((checked.entries, checked.chained), (record.decisions.len() + 3, true));
    assert_eq!(proof.stretches.len(), 1);
}

#[test]
fn a_battle_taken_up_again_is_written_as_if_it_had_not_been() {
    let whole = record();
    let mut game = cut(&whole, 4).resume().unwrap();
    for decision in &whole.decisions[4..] {
        for (seat, order) in &decision.orders {
            game.submit(*seat, order.clone()).unwrap();
        }
    }
    assert_eq!(game.record(false), whole);
}

#[test]
fn format_1_stays_format_1() {
    let old: Record<Toy> = serde_json::from_str(include_str!("records/intro.json")).unwrap();
    let mut game = cut(&old, 4).resume().unwrap();
    let n = game.decision_number();
    let seats: Vec<Seat> = game.awaiting().iter().collect();
    for seat in seats {
        let order = game.state().sample_order(seat, &mut Dice::numbered(1, 1));
        game.submit_by(n, seat, order, Some(Giver::Clock)).unwrap();
    }
    let written = game.record(true);
    assert_eq!(written.format, "flagbridge-record/1");
    assert!(written.chain.is_empty() && written.parts.is_none() && written.decisions[n].by.is_empty());
    assert!(matches!(written.verify(), Ok(Verdict::Proven { .. })));
}

/// An open battle tells nothing that its secret would hide.
#[test]
fn nothing_sealed_leaves_before_the_end() {
    let game = cut(&record(), 4).resume().unwrap();
    let file = game.file(false);
    for hidden in ["secret", "parts", "chain", "signature"] {
        assert_eq!(file.get(hidden), None, "{hidden}");
    }
    assert_eq!(read(&file).verify(), Ok(Verdict::Unrevealed { events: game.log().len() }));
}

/// An older program knew fewer options, orders without mines, events without
/// this or that: what it did not write was not hashed, and is not written back.
#[test]
fn a_field_added_later_breaks_no_older_record() {
    let mut file = file_of(&cut(&record(), 4));
    file["options"].as_object_mut().unwrap().remove("mines").unwrap();
    let order = &mut file["decisions"][0]["orders"][0][1]["plot"];
    assert_eq!(order.as_object_mut().unwrap().remove("lay"), Some(Value::Null));
    let file = committed(file);
    let mut game = read(&file).resume_from(&file).unwrap();
    play_on(&mut game, 2);
    let later = game.file(true);
    assert_eq!(later["options"], file["options"]);
    assert_eq!(later["decisions"][0], file["decisions"][0]);
    assert_eq!(later["commitment"], file["commitment"]);
    assert!(matches!(read(&later).verify_from(&later), Ok(Verdict::Proven { .. })));
    // Written as today's types would have it, it is another record.
    assert_eq!(place(read(&later).verify()), Place::Opening("options"));
}

#[test]
fn who_gave_an_order_for_another_is_kept_and_sealed() {
    let mut game = cut(&record(), 2).resume().unwrap();
    let n = game.decision_number();
    for seat in [Seat(1), Seat(0)] {
        let order = game.state().sample_order(seat, &mut Dice::numbered(1, 1));
        let giver = (seat == Seat(1)).then_some(Giver::Clock);
        game.submit_by(n, seat, order, giver).unwrap();
    }
    let file = game.file(true);
    assert_eq!(file["decisions"][n]["by"], json!([[1, "clock"]]));
    assert!(read(&file).verify_from(&file).is_ok());
    let mut forged = file.clone();
    forged["decisions"][n]["by"] = json!([[1, "moderator"]]);
    assert_eq!(place(read(&forged).verify_from(&forged)), Place::Decision(n));
    forged["decisions"][n].as_object_mut().unwrap().remove("by");
    assert_eq!(place(read(&forged).verify_from(&forged)), Place::Decision(n));
    // Chained anew, it still cannot name somebody who gave no order.
    forged["decisions"][n]["by"] = json!([[5, "clock"]]);
    let forged = committed(forged);
    assert!(matches!(read(&forged).verify_from(&forged), Err(Discrepancy::Order { .. })));
}

#[test]
fn a_withdrawn_order_was_given_by_nobody() {
    let mut game = cut(&record(), 2).resume().unwrap();
    let n = game.decision_number();
    let orders: Vec<_> =
        [Seat(0), Seat(1)].map(|it| (it, game.state().sample_order(it, &mut Dice::numbered(1, 1)))).into();
    game.submit_by(n, Seat(0), orders[0].1.clone(), Some(Giver::Hurry)).unwrap();
    game.withdraw(Seat(0)).unwrap();
    for (seat, order) in orders {
        game.submit_for(n, seat, order).unwrap();
    }
    assert!(game.decisions()[n].by.is_empty());
}

#[test]
fn a_battle_can_be_ended_without_its_rules() {
    let mut game = cut(&record(), 3).resume().unwrap();
    let ending = Ending::conceded(Seat(0), 2, game.log().len());
    let order = game.state().sample_order(Seat(1), &mut Dice::numbered(1, 1));
    game.submit(Seat(1), order).unwrap();
    game.end(ending).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Won(Seats::default().with(Seat(1)))));
    assert!(game.decision().is_none() && game.awaiting().is_empty());
    assert!(game.end(ending).is_err());
    let file = game.file(false);
    assert!(file["secret"].is_string(), "it is over");
    let record = read(&file);
    assert!(matches!(record.verify_from(&file), Ok(Verdict::Proven { outcome: Some(_), .. })));
    assert_eq!(record.resume_from(&file).unwrap().file(false), file);
    for (forged, expected) in [
        (
            json!({"by": "moderator", "seat": 0, "after": ending.after, "outcome": {"won": [1]}}),
            Place::Ending,
        ),
        (
            json!({"by": "concession", "seat": 1, "after": ending.after, "outcome": {"won": [1]}}),
            Place::Ending,
        ),
    ] {
        let mut altered = file.clone();
        altered["ending"] = forged;
        assert_eq!(place(read(&altered).verify_from(&altered)), expected);
    }
    // Chained anew, whoever concedes still loses, and nothing happens later.
    for (seat, after) in [(1, ending.after), (0, ending.after - 1), (7, ending.after)] {
        let mut altered = file.clone();
        altered["ending"]["seat"] = json!(seat);
        altered["ending"]["after"] = json!(after);
        let altered = committed(altered);
        assert_eq!(place(read(&altered).verify_from(&altered)), Place::Ending, "{seat} {after}");
    }
    // A battle that the rules have ended needs no other end.
    let over = self::record();
    let mut ended = file_of(&over);
    ended["ending"] = json!({"by": "limit", "after": over.events.len(), "outcome": "draw"});
    ended["outcome"] = json!("draw");
    let ended = committed(ended);
    assert!(matches!(read(&ended).verify_from(&ended), Err(Discrepancy::Outcome { .. })));
}

/// A draw by agreement, a battle called off, and time that was up: each is proven, no edit of it passes,
/// and chained anew it still has to be possible.
#[test]
fn every_ending_is_what_it_says() {
    let after = |decisions: usize| cut(&record(), decisions).resume().unwrap().log().len();
    type End = fn(usize) -> Ending;
    let ends: [(usize, End, Value); 4] = [
        (3, Ending::agreed, json!({"outcome": {"won": [1]}})),
        (1, |n| Ending::called_off(Seat(1), n), json!({"outcome": {"won": [1]}})),
        (3, |n| Ending::out_of_time(Some(Seat(1)), 2, n), json!({"outcome": {"won": [1]}})),
        (3, |n| Ending::out_of_time(None, 2, n), json!({"seat": 0})),
    ];
    for (decisions, end, impossible) in ends {
        let mut game = cut(&record(), decisions).resume().unwrap();
        game.end(end(after(decisions))).unwrap();
        let file = game.file(false);
        let by = &file["ending"]["by"];
        assert!(matches!(read(&file).verify_from(&file), Ok(Verdict::Proven { .. })), "{by}");
        for (field, value) in [("by", json!("limit")), ("seat", json!(0)), ("after", json!(0))] {
            let mut forged = file.clone();
            forged["ending"][field] = value;
            assert_eq!(place(read(&forged).verify_from(&forged)), Place::Ending, "{by}: {field}");
        }
        let mut forged = file.clone();
        for (field, value) in impossible.as_object().unwrap() {
            forged["ending"][field] = value.clone();
        }
        forged["outcome"] = forged["ending"]["outcome"].clone();
        let forged = committed(forged);
        assert_eq!(place(read(&forged).verify_from(&forged)), Place::Ending, "{by}, chained anew");
    }
    // Called off when it was no longer to be.
    let mut game = cut(&record(), EndedBy::CALLED_OFF_BEFORE).resume().unwrap();
    game.end(Ending::called_off(Seat(0), after(EndedBy::CALLED_OFF_BEFORE))).unwrap();
    let file = game.file(false);
    assert_eq!(place(read(&file).verify_from(&file)), Place::Ending);
}

#[test]
fn endings_go_by_their_names() {
    let names = [
        EndedBy::Concession,
        EndedBy::Clock,
        EndedBy::Moderator,
        EndedBy::Limit,
        EndedBy::Agreement,
        EndedBy::CalledOff,
    ];
    let words = ["concession", "clock", "moderator", "limit", "agreement", "called_off"];
    assert_eq!(json!(names), json!(words));
}

/// Four decisions under rules of another version, as its program wrote them.
fn older() -> Value {
    let mut file = file_of(&cut(&record(), 4));
    file["rules_version"] = json!(0);
    let mut file = committed(file);
    for gone in ["parts", "chain"] {
        file.as_object_mut().unwrap().remove(gone);
    }
    file
}

#[test]
fn older_rules_are_followed_and_newer_ones_recomputed() {
    let mut file = older();
    assert!(matches!(read(&file).resume_from(&file), Err(Discrepancy::OtherRules { recorded: 0, ours: 1 })));
    let (decisions, events) = (4, file["events"].as_array().unwrap().len());
    file["versions"] = json!([Stretch { decision: decisions, event: events, rules_version: 1 }]);
    let mut game = read(&file).resume_from(&file).unwrap();
    assert_eq!((game.decision_number(), game.history().rules_now()), (4, 1));
    play_on(&mut game, 3);
    let file = game.file(true);
    let Ok(Verdict::Followed { proof, dice, .. }) = read(&file).verify_from(&file) else {
        panic!("followed")
    };
    assert_eq!(proof.stretches.iter().map(|it| it.recomputed).collect::<Vec<_>>(), [false, true]);
    assert_eq!(proof.stretches[1].decisions, 4..7);
    assert_eq!(proof.format, Format::Two);
    assert!(0 < dice);
    assert_eq!(read(&file).resume_from(&file).unwrap().file(true), file);
    // Dice of its own: the same orders under the first seed come out otherwise.
    let mut same = file.clone();
    same.as_object_mut().unwrap().remove("versions");
    same["rules_version"] = json!(1);
    let same = committed(same);
    assert!(matches!(read(&same).verify_from(&same), Err(Discrepancy::Event { .. })));
    for forged in [
        json!([{"decision": 3, "event": events, "rules_version": 1}]),
        json!([{"decision": 4, "event": events - 1, "rules_version": 1}]),
        json!([{"decision": 4, "event": events, "rules_version": 2}]),
        json!([{"decision": 400, "event": events, "rules_version": 1}]),
        json!([]),
    ] {
        let mut altered = file.clone();
        altered["versions"] = forged.clone();
        assert_eq!(place(read(&altered).verify_from(&altered)), Place::Versions, "{forged}");
    }
}

#[test]
fn players_who_sit_down_later_are_chained() {
    let names = ["Amber", "Birch"].map(|name| SeatInfo { name: name.to_owned(), player: "human".to_owned() });
    let mut file = file_of(&cut(&record(), 2));
    file["seats"] = json!(names);
    let mut game = read(&file).resume_from(&file).unwrap();
    let players = ["human".to_owned(), "captain".to_owned()];
    game.reseat(&players);
    game.reseat(&players);
    play_on(&mut game, 1);
    let file = game.file(true);
    assert_eq!(file["seats"][1]["player"], "captain");
    assert_eq!(
        file["seatings"],
        json!([{"decision": 0, "players": ["human", "human"]}, {"decision": 2, "players": players}])
    );
    assert!(read(&file).verify_from(&file).is_ok());
    for (path, value, expected) in [
        ("/seatings/1/players/0", json!("cadet"), Place::Seats),
        ("/seatings/0/players/0", json!("cadet"), Place::Seats),
        ("/seatings/1/decision", json!(1), Place::Seatings),
        ("/seatings/0/decision", json!(1), Place::Seatings),
        ("/seats/1/player", json!("human"), Place::Seats),
        ("/seats/0/name", json!("Elm"), Place::Seats),
    ] {
        let mut altered = file.clone();
        *altered.pointer_mut(path).unwrap() = value;
        assert_eq!(place(read(&altered).verify_from(&altered)), expected, "{path}");
    }
}

#[test]
fn a_battle_brought_in_says_so() {
    let mut game = cut(&record(), 2).resume().unwrap();
    game.mark_brought();
    game.mark_brought();
    play_on(&mut game, 2);
    let file = game.file(true);
    assert_eq!(file["brought"], json!([2]));
    assert!(read(&file).verify_from(&file).is_ok());
    for forged in [json!([1]), json!([2, 2]), json!([9]), json!([])] {
        let mut altered = file.clone();
        altered["brought"] = forged.clone();
        assert_eq!(place(read(&altered).verify_from(&altered)), Place::Brought, "{forged}");
    }
}

#[test]
fn another_secret_or_contribution_is_named() {
    let mut other = record();
    other.secret = Some(dice::fair::Secret([7; 32]));
    assert_eq!(place(other.verify()), Place::Commitment);
    let mut other = record();
    other.contributions[1] = Contribution("something else".to_owned());
    assert_eq!(place(other.verify()), Place::Contribution(1));
}
