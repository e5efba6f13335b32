//! What the rules say about an order hangs on nothing that its seat cannot
//! know: whatever truth stands behind the view, the same orders are legal, and
//! those that are not are refused in the same words.

mod spoil;

use std::collections::BTreeMap;

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use engine::{Assist, Game, Library, Match, Opening, Viewer};
use serde_json::{Value, json};
use spoil::spoil;

/// Spoiled orders for each seat and decision.
const SPOILED: usize = 24;

/// Battles of each scenario; `FLAGBRIDGE_SOAK` multiplies them.
fn battles() -> u8 {
    let soak: u8 = std::env::var("FLAGBRIDGE_SOAK").ok().and_then(|it| it.parse().ok()).unwrap_or(1);
    soak.saturating_mul(3)
}

/// Everything by which somebody could tell what he may not know; the first of each kind.
fn told<G: Game + Library + Assist>(scenarios: &[&str], options: &Value, most: usize) -> (u64, Vec<String>) {
    let (mut asked, mut told) = (0, BTreeMap::new());
    for info in G::scenarios() {
        if !scenarios.is_empty() && !scenarios.contains(&info.id) {
            continue;
        }
        let mut all = serde_json::to_value(G::computer_preset(&info.scenario)).unwrap();
        for (name, value) in options.as_object().unwrap() {
            all[name] = value.clone();
        }
        let options: G::Options = serde_json::from_value(all).unwrap();
        for seed in 1..=battles() {
            let Ok(start) = G::set_up(&options, &info.scenario) else { continue };
            let opening = Opening {
                options: options.clone(),
                scenario: info.scenario.clone(),
                seats: Vec::new(),
                secret: Secret([seed; 32]),
                contributions: vec![Contribution("x".to_owned()); usize::from(start.seats())],
            };
            let mut battle = Match::<G>::begin(opening).unwrap();
            let mut dice = Dice::numbered(u64::from(seed), 1);
            while let Some(decision) = battle.decision()
                && battle.decision_number() < most
            {
                let mut orders = Vec::new();
                for seat in decision.seats.iter() {
                    let truth = battle.state();
                    let view = truth.view(Viewer::Seat(seat));
                    let imagined = [G::imagine(&view, &mut dice), G::imagine(&view, &mut dice)];
                    let legal = truth.sample_order(seat, &mut dice);
                    let written = serde_json::to_value(&legal).unwrap();
                    let where_ = format!("{} {} decision {}", G::ID, info.id, battle.decision_number());
                    for n in 0..=SPOILED {
                        let order = if n == 0 { written.clone() } else { spoil(&written, &mut dice) };
                        let Ok(read) = serde_json::from_value::<G::Order>(order.clone()) else { continue };
                        let judged = truth.check(seat, &read).map_err(|it| it.to_string());
                        let preview = truth.preview(seat, &read);
                        for other in &imagined {
                            asked += 1;
                            let again = other.check(seat, &read).map_err(|it| it.to_string());
                            if judged != again {
                                let words = |it: &Result<(), String>| it.clone().err().unwrap_or_default();
                                let (one, two) = (words(&judged), words(&again));
                                told.entry((decision.phase, kind(&one, &two))).or_insert(format!(
                                    "{where_}, {}, {seat}: {order}\n    in truth {one:?}\n    else {two:?}",
                                    decision.phase
                                ));
                            }
                            if preview != other.preview(seat, &read) {
                                let key = (decision.phase, "the preview".to_owned());
                                told.entry(key).or_insert(format!("{where_}: the preview of {order}"));
                            }
                        }
                    }
                    orders.push((seat, legal));
                }
                for (seat, order) in orders {
                    battle.submit(seat, order).unwrap();
                }
            }
        }
    }
    (asked, told.into_values().collect())
}

/// The words without what is different each time.
fn kind(one: &str, two: &str) -> String {
    [one, two].map(|it| it.chars().filter(|it| !it.is_ascii_digit()).take(60).collect::<String>()).join("/")
}

#[track_caller]
fn tells_nothing<G: Game + Library + Assist>(scenarios: &[&str], options: &Value, most: usize) {
    let (asked, told) = told::<G>(scenarios, options, most);
    assert!(told.is_empty(), "{} of {asked} answers tell:\n  {}", told.len(), told.join("\n  "));
    assert!(500 < asked, "only {asked} orders were asked about");
}

#[test]
fn open_games_have_nothing_to_tell() {
    tells_nothing::<rules_asfos::Battle>(&[], &json!({}), 40);
    tells_nothing::<rules_talon::Battle>(&[], &json!({}), 40);
    tells_nothing::<rules_stratoyager::Battle>(&[], &json!({}), 60);
}

/// FTB-33.1, FTB-33.3: manifests and Stealth runs are hidden.
#[test]
fn refusals_do_not_tell_hidden_manifests() {
    let hidden = json!({"hidden_manifests": true, "stealth_run": true, "hidden_stealth_run": true});
    tells_nothing::<rules_ftb::Battle>(&[], &hidden, 120);
}

/// FT-12.1.1, FT-12.2.1: bogeys and closed displays; cloaks, plans and written orders in any case.
#[test]
fn refusals_do_not_tell_closed_displays() {
    let closed = json!({"sensors": true, "closed_book": true, "dummy_bogeys": true, "ramming": true});
    let most_hidden = ["bogey-hunt", "veil", "masquerade", "carrier-strike"];
    tells_nothing::<rules_full_thrust::Battle>(&most_hidden, &closed, 50);
}

#[test]
fn refusals_do_not_tell_bogeys_and_cloaks() {
    let half = json!({"sensors": true, "closed_book": false, "ramming": true});
    tells_nothing::<rules_full_thrust::Battle>(&[], &half, 25);
    tells_nothing::<rules_full_thrust::Battle>(&["veil", "masquerade"], &json!({}), 40);
}
