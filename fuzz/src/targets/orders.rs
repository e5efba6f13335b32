//! An order for any decision of any supplied scenario of every game, as text
//! and as data: looked at, previewed, put under the clock, judged and handed in.
//!
//! `{"game": "asfos", "scenario": "intro", "decision": 5, "seat": 1, "order": …}`,
//! with `"text": "…"` in place of the order for one in words.

use std::{cell::RefCell, collections::BTreeMap};

use engine::Seat;
use rulesets::{AnyMatch, RULESETS, ScenarioRef, Submission, Table};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Told, begin, look, play, sound, suggested};

/// No seed and no input goes further into a battle.
const LATEST: usize = 60;
/// Battles kept at their decision, for the next order to it.
const KEPT: usize = 64;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    game: String,
    scenario: String,
    decision: usize,
    seat: usize,
    order: Option<Value>,
    text: Option<String>,
}

type Place = (String, String, usize);

thread_local! {
    static BATTLES: RefCell<BTreeMap<Place, Box<dyn AnyMatch>>> = const { RefCell::new(BTreeMap::new()) };
}

/// # Errors
///
/// Why the order was refused.
///
/// # Panics
///
/// Panics if an order does what no order may.
pub fn run(data: &[u8]) -> Told {
    let input: Input = serde_json::from_slice(data).map_err(|err| err.to_string())?;
    let place = (input.game.clone(), input.scenario.clone(), input.decision % (LATEST + 1));
    let kept = BATTLES.with_borrow_mut(|battles| battles.remove(&place));
    let mut battle = kept.map_or_else(|| at(&place), Ok)?;
    let mut told = Ok(());
    let order = input.order.map(Submission::Data).into_iter().chain(input.text.map(Submission::Text));
    let mut taken = false;
    for order in order {
        told = hand_in(&mut *battle, input.seat, &order);
        taken |= told.is_ok();
    }
    // A battle that took an order is no longer at its decision.
    if !taken {
        BATTLES.with_borrow_mut(|battles| {
            if KEPT <= battles.len() {
                battles.pop_first();
            }
            battles.insert(place, battle);
        });
    }
    told
}

fn at((game, scenario, decision): &Place) -> Result<Box<dyn AnyMatch>, String> {
    let game = rulesets::find(game).map_err(|err| err.to_string())?;
    let ready = game.prepare(ScenarioRef::Id(scenario), &[], Table::Computers);
    let mut battle = begin(&*ready.map_err(|err| err.to_string())?)?;
    play(&mut *battle, *decision);
    Ok(battle)
}

/// What is judged legal is taken, what is not changes nothing, and the battle
/// can be looked at either way.
fn hand_in(battle: &mut dyn AnyMatch, seat: usize, order: &Submission) -> Told {
    let n = battle.decision_number();
    let deciding: Vec<Seat> = battle.awaiting().iter().collect();
    let Some(seat) = deciding.get(seat % deciding.len().max(1)).copied() else {
        return Err("the battle is over".to_owned());
    };
    let events = battle.events();
    let (written, judged) = battle.check(n, seat, order);
    battle.preview(seat, order);
    for first in [true, false] {
        if let Some(counted) = battle.clocked(seat, order, first) {
            let (_, judged) = battle.check(n, seat, &Submission::Data(counted));
            judged.as_ref().err().into_iter().for_each(sound);
        }
    }
    judged.as_ref().err().into_iter().for_each(sound);
    let taken = battle.submit(n, seat, order);
    taken.as_ref().err().into_iter().for_each(sound);
    assert_eq!(judged.is_ok(), taken.is_ok(), "{judged:?} {taken:?}");
    match taken {
        Ok(_) => {
            assert!(written.is_some(), "taken, but could not be written");
            assert_eq!(battle.decision_number() - n, usize::from(deciding.len() == 1));
            look(battle);
            Ok(())
        }
        Err(rejection) => {
            let unchanged = battle.events() == events && battle.awaiting().iter().eq(deciding);
            assert!(unchanged, "a refused order changes the battle");
            Err(rejection.to_string())
        }
    }
}

/// Legal orders from the first decisions of every scenario, and some later ones.
///
/// # Panics
///
/// Panics if a supplied scenario cannot be played.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for game in RULESETS.iter() {
        for card in game.scenarios() {
            let ready = game.prepare(ScenarioRef::Id(card.id), &[], Table::Computers);
            let mut battle = begin(&*ready.expect("supplied scenarios are sound")).expect("they begin");
            let mut phases = BTreeMap::<&str, usize>::new();
            for decision in 0..=LATEST {
                play(&mut *battle, decision);
                let Some(phase) = battle.phase() else { break };
                let seen = phases.entry(phase).or_default();
                *seen += 1;
                if 2 < *seen {
                    continue;
                }
                for (n, seat) in battle.awaiting().iter().enumerate() {
                    let written = suggested(&*battle, seat);
                    let (game, scenario) = (game.id(), card.id);
                    let place = json!({"game": game, "scenario": scenario, "decision": decision, "seat": n});
                    for (name, value) in [("order", written.order), ("text", json!(written.notation))] {
                        let mut seed = place.clone();
                        seed[name] = value;
                        seeds.push(seed.to_string().into_bytes());
                    }
                }
            }
        }
    }
    seeds
}
