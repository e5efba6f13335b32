//! A record proves its battle, and a record tampered with says where. These
//! are of format 1, which is read for ever; `proof.rs` has format 2.

use dice::fair::{Contribution, Secret};
use engine::{Discrepancy, Format, Pending, Record, Seat, Verdict};
use testkit::toy::{Helm, Order, Plot, Toy};

#[test]
fn an_honest_record_is_proven() {
    let record = record();
    let Ok(Verdict::Proven { events, dice, outcome, proof }) = record.verify() else { panic!("not proven") };
    assert_eq!((events, outcome), (record.events.len(), record.outcome));
    assert!(0 < dice && outcome.is_some());
    assert_eq!((proof.format, proof.checked), (Format::One, None));
}

#[test]
fn a_battle_may_stop_between_decisions_and_be_taken_up_again() {
    let whole = record();
    let cut = cut(&whole, 4);
    assert!(matches!(cut.verify(), Ok(Verdict::Proven { outcome: None, .. })));
    let mut game = cut.resume().unwrap();
    for decision in &whole.decisions[4..] {
        for (seat, order) in &decision.orders {
            game.submit(*seat, order.clone()).unwrap();
        }
    }
    assert_eq!(game.record(false), whole);
}

#[test]
fn an_open_battle_keeps_its_secret() {
    let mut cut = cut(&record(), 4);
    cut.secret = None;
    assert_eq!(cut.verify(), Ok(Verdict::Unrevealed { events: cut.events.len() }));
    assert!(matches!(cut.resume(), Err(Discrepancy::Format(_))));
    let mut whole = record();
    whole.secret = None;
    assert!(matches!(whole.verify(), Err(Discrepancy::Format(_))));
}

#[test]
fn events_cut_off_are_missed() {
    let mut record = record();
    let last = record.events.len() - 1;
    record.events.truncate(last);
    let (n, recorded, recomputed) = differing_event(&record);
    assert_eq!((n, recorded), (last, None));
    assert!(recomputed.is_some());
}

#[test]
fn decisions_cut_off_leave_events_unexplained() {
    let mut record = record();
    let last = record.decisions.pop().unwrap();
    let (n, recorded, recomputed) = differing_event(&record);
    assert_eq!((n, recomputed), (last.after, None));
    assert!(recorded.is_some());
}

#[test]
fn an_unfinished_battle_has_no_outcome() {
    let whole = record();
    let mut cut = cut(&whole, 4);
    cut.outcome = whole.outcome;
    assert!(matches!(cut.verify(), Err(Discrepancy::Outcome { recomputed: None, .. })));
}

#[test]
fn an_altered_event_is_named() {
    let honest = record();
    for n in [0, honest.events.len() / 2, honest.events.len() - 1] {
        let mut record = honest.clone();
        record.events[n] = serde_json::from_str(r#"{"phase":{"turn_began":{"turn":99}}}"#).unwrap();
        let (named, recorded, recomputed) = differing_event(&record);
        assert_eq!(named, n);
        assert_eq!(recorded, Some(serde_json::to_string(&record.events[n]).unwrap()));
        assert_eq!(recomputed, Some(serde_json::to_string(&honest.events[n]).unwrap()));
    }
}

#[test]
fn a_die_turned_over_is_named() {
    let honest = record();
    let text = plain::to_value(&honest.events);
    let rolls = |event: &serde_json::Value| event.pointer("/phase/initiative_rolled").is_some();
    let n = text.as_array().unwrap().iter().position(rolls).expect("initiative is rolled");
    let mut record = honest.clone();
    let mut event = text[n].clone();
    let die = &mut event["phase"]["initiative_rolled"]["die"];
    *die = (7 - die.as_u64().unwrap()).into();
    record.events[n] = plain::from_value(&event).unwrap();
    assert_eq!(differing_event(&record).0, n);
}

#[test]
fn an_altered_order_shows_in_the_first_event_it_changes() {
    let mut record = record();
    let after = record.decisions[2].after;
    let Order::Plot(plot) = &mut record.decisions[2].orders[0].1 else { panic!("a plot") };
    let thrust = &mut plot.helms[0].thrust;
    *thrust -= thrust.signum() | 1;
    let (n, ..) = differing_event(&record);
    assert!((after..after + 3).contains(&n), "event {n}, but the decision was after {after}");
}

#[test]
fn an_illegal_order_is_refused_by_rule() {
    let mut record = record();
    let helms = vec![Helm { ship: 0, thrust: i16::MIN }];
    record.decisions[2].orders[1].1 = Order::Plot(Plot { helms, lay: None });
    let Err(Discrepancy::Order { decision: 2, reason }) = record.verify() else { panic!("not refused") };
    assert!(reason.contains("TOY-4"), "{reason}");
}

#[test]
fn orders_missing_doubled_or_moved_are_found() {
    let found_in = |change: fn(&mut Record<Toy>)| {
        let mut record = record();
        change(&mut record);
        match record.verify() {
            Err(Discrepancy::Order { decision, .. }) => decision,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(found_in(|it| drop(it.decisions[1].orders.pop())), 1);
    assert_eq!(found_in(|it| it.decisions[1].orders[1].0 = Seat(0)), 1);
    assert_eq!(found_in(|it| it.decisions[1].orders[1].0 = Seat(200)), 1);
    assert_eq!(found_in(|it| it.decisions[1].after += 1), 1);
    assert_eq!(found_in(|it| it.decisions.extend(it.decisions.last().cloned())), record().decisions.len());
}

#[test]
fn another_secret_breaks_the_commitment() {
    let mut record = record();
    record.secret = Some(Secret([7; 32]));
    assert_eq!(record.verify(), Err(Discrepancy::Commitment));
}

/// Even with a commitment to match, the dice fall otherwise.
#[test]
fn another_seed_shows_in_the_dice() {
    let mut other = record();
    other.secret = Some(Secret([7; 32]));
    other.commitment = Secret([7; 32]).commitment();
    let (n, recorded, recomputed) = differing_event(&other);
    for event in [recorded, recomputed].into_iter().flatten() {
        assert!(event.contains("die") || event.contains("queue"), "event {n} is no die: {event}");
    }
    let mut other = record();
    other.contributions[1] = Contribution("something else".to_owned());
    differing_event(&other);
}

#[test]
fn records_of_another_kind_are_told_apart() {
    let verdict = |change: fn(&mut Record<Toy>)| {
        let mut record = record();
        change(&mut record);
        record.verify().unwrap_err()
    };
    assert!(matches!(verdict(|it| it.format.push('9')), Discrepancy::Format(_)));
    assert!(matches!(verdict(|it| it.brought.push(0)), Discrepancy::Format(_)));
    assert_eq!(verdict(|it| it.game = "chess".to_owned()), Discrepancy::OtherGame("chess".to_owned()));
    assert_eq!(verdict(|it| it.rules_version = 0), Discrepancy::OtherRules { recorded: 0, ours: 1 });
    assert!(matches!(verdict(|it| drop(it.scenario.squadrons.pop())), Discrepancy::SetUp(_)));
    assert!(matches!(verdict(|it| drop(it.contributions.pop())), Discrepancy::SetUp(_)));
}

/// The rules of the time are not needed to look at a battle.
#[test]
fn records_of_older_rules_still_open() {
    let mut record = record();
    record.rules_version = 0;
    let state = record.state_after(record.events.len()).unwrap();
    assert_eq!(Pending::Over(record.outcome.unwrap()), engine::Game::pending(&state));
}

#[test]
fn unknown_fields_are_refused() {
    let mut json = plain::to_value(&record());
    json["note"] = "mine".into();
    assert!(plain::from_value::<Record<Toy>>(&json).is_err());
}

/// Kept since before there was a format 2.
fn record() -> Record<Toy> {
    serde_json::from_str(include_str!("records/intro.json")).unwrap()
}

/// The battle as it stood before decision `n`.
fn cut(record: &Record<Toy>, n: usize) -> Record<Toy> {
    let mut cut = record.clone();
    cut.events.truncate(cut.decisions[n].after);
    cut.decisions.truncate(n);
    cut.outcome = None;
    cut
}

#[track_caller]
fn differing_event(record: &Record<Toy>) -> (usize, Option<String>, Option<String>) {
    match record.verify() {
        Err(Discrepancy::Event { n, recorded, recomputed }) => (n, recorded, recomputed),
        other => panic!("expected a differing event, found {other:?}"),
    }
}
