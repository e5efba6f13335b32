//! An order for some decision of every game: as text and as data.
//!
//! The first byte, counted from the space, says how far the battle has come
//! (12 ways) and whose order it is; the rest is the order.
#![no_main]

use flagbridge_fuzz::{begin, look, play, text};
use libfuzzer_sys::fuzz_target;
use rulesets::{AnyMatch, RULESETS, ScenarioRef, Submission, Table};

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let Some(order) = text(rest) else { return };
    let place = usize::from(first.wrapping_sub(b' '));
    let (decision, seat) = (place % 12, place / 12 % 4);
    for game in RULESETS {
        let scenarios = game.scenarios();
        let id = scenarios.iter().find(|it| it.id == "intro").unwrap_or(&scenarios[0]).id;
        let ready =
            game.prepare(ScenarioRef::Id(id), &[], Table::People).expect("supplied scenarios are sound");
        let mut battle = begin(&*ready).expect("supplied scenarios begin");
        play(&mut *battle, decision);
        hand_in(&mut *battle, seat, Submission::Text(order.to_owned()));
        if let Ok(data) = serde_json::from_str(order) {
            hand_in(&mut *battle, seat, Submission::Data(data));
        }
    }
});

/// What is judged legal is taken, what is not changes nothing, and the battle
/// can be looked at either way.
fn hand_in(battle: &mut dyn AnyMatch, seat: usize, order: Submission) {
    let n = battle.decision_number();
    let deciding: Vec<engine::Seat> = battle.awaiting().iter().collect();
    let Some(seat) = deciding.get(seat % deciding.len().max(1)).copied() else { return };
    let before = battle.record(true);
    let (written, judged) = battle.check(n, seat, &order);
    let taken = battle.submit(n, seat, &order);
    assert_eq!(judged.is_ok(), taken.is_ok(), "{judged:?} {taken:?}");
    match (taken, written) {
        (Ok(_), Some(_)) => {
            assert_eq!(battle.decision_number() - n, usize::from(deciding.len() == 1));
            look(battle);
        }
        (Ok(_), None) => panic!("taken, but could not be written"),
        (Err(_), _) => assert_eq!(before, battle.record(true)),
    }
}
