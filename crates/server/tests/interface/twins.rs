//! Twins: two matches that differ in one secret answer alike to everybody who
//! may not know it, byte for byte, whatever is asked and when.
//!
//! Two servers with one seed get the same requests, but for what the keeper of
//! the secret sends. The test holds a replica of each battle: what is legal,
//! and who can tell the two apart by what he may see. Whoever cannot must not
//! be able to by any answer, error or push, nor by their lengths.
//!
//! `FLAGBRIDGE_SOAK=20` looks at twenty times as many moments.

mod asked;
mod closed;
mod follow;
mod games;
mod pair;
pub(crate) mod replica;
#[path = "../../../rulesets/tests/spoil/mod.rs"]
mod spoil;

use std::collections::{BTreeMap, BTreeSet};

use engine::Seat;
use rulesets::{AnyMatch, Format, ScenarioRef, Source};
use serde_json::Value;

use asked::{How, ROUTES, Scene};
use follow::{Site, follow};
use games::{Battle, GAMES, Plan};
pub(crate) use pair::alone;
use pair::{Ledger, Pair, look_around};

/// A new route has to say how it is put to the test.
#[tokio::test(flavor = "multi_thread")]
async fn every_route_is_put_to_the_test() {
    let host = alone(1).await;
    let client = &host.client;
    let document = client.send(reqwest::Method::GET, "/api", None, None).await.1;
    let mut listed = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        listed.extend(methods.as_object().unwrap().keys().map(|method| format!("{method} {path}")));
    }
    let tested: BTreeSet<String> = ROUTES.iter().map(|(route, _)| (*route).to_owned()).collect();
    assert_eq!(tested.len(), ROUTES.len(), "a route stands in the list twice");
    assert_eq!(tested, listed, "the list of routes and of how each is put to the test differ");
    let live = ROUTES.iter().filter(|(_, how)| matches!(how, How::Live)).count();
    assert_eq!(live, 1, "only the live connection is compared elsewhere");
}

/// Two servers with one seed that are asked the same answer the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_seed_makes_servers_alike_and_another_does_not() {
    let make = serde_json::json!({"game": "asfos", "scenario": "intro", "spectators": true,
        "seats": [{"kind": "me", "contribution": "a"}, {"kind": "computer", "level": "cadet"}]});
    let mut told = Vec::new();
    for seed in [1, 1, 2] {
        let host = alone(seed).await;
        let client = &host.client;
        let (status, created) = client.send(reqwest::Method::POST, "/api/matches", None, Some(&make)).await;
        assert_eq!(status, 201, "{created}");
        let made = crate::client::Made::read(&created);
        let end = client.play(&made, 4).await;
        let info = client.get(&format!("/api/matches/{}", made.id), &made.seats[0]).await.1;
        told.push((created, info["commitment"].clone(), info["contributions"].clone(), end["view"].clone()));
    }
    assert_eq!(told[0], told[1]);
    assert!(told[0].0 != told[2].0 && told[0].1 != told[2].1 && told[0].2 != told[2].2);
}

fn soak() -> usize {
    std::env::var("FLAGBRIDGE_SOAK").ok().and_then(|it| it.parse().ok()).unwrap_or(1)
}

async fn twins_of(game: &str) {
    let plan = GAMES.iter().find(|plan| plan.game == game).expect("a plan for every game");
    let pair = Pair::start(17).await;
    let mut ledger = Ledger::default();
    let mut sites: BTreeMap<String, usize> = BTreeMap::new();
    look_around(&pair, &mut ledger, &nowhere(plan)).await;
    for round in 0..soak() {
        for battle in plan.battles {
            fight(&pair, &mut ledger, plan, battle, round, &mut sites).await;
        }
    }
    ledger.committed_otherwise = true;
    closed::scenarios(&pair, &mut ledger, plan.game).await;
    ledger.close();
    println!("{game}: {:?}", ledger.compared);
    let reached: BTreeSet<&str> = ledger.compared.keys().map(String::as_str).collect();
    let known: BTreeSet<&str> =
        plan.phases.iter().copied().chain(["no battle", "the end", "waiting"]).collect();
    let unknown: Vec<&&str> = reached.difference(&known).collect();
    assert!(unknown.is_empty(), "phases that the plan does not name: {unknown:?}");
    let missed: Vec<&&str> = plan.phases.iter().filter(|it| !reached.contains(**it)).collect();
    assert!(missed.is_empty(), "no secret was kept in these phases: {missed:?}");
    // In every phase a whole look by an opponent or a spectator at the least.
    for (phase, n) in &ledger.compared {
        assert!(
            30 < *n || phase == "no battle" || phase == "the end",
            "only {n} answers compared in {phase}"
        );
    }
}

fn nowhere(plan: &Plan) -> Scene {
    Scene {
        game: plan.game,
        id: String::new(),
        seats: 2,
        phase: String::new(),
        decision: 0,
        orders: BTreeMap::new(),
        refused: BTreeMap::new(),
    }
}

/// Fights one battle, and keeps a secret wherever there has been none yet.
async fn fight(
    pair: &Pair,
    ledger: &mut Ledger,
    plan: &Plan,
    battle: &Battle,
    round: usize,
    sites: &mut BTreeMap<String, usize>,
) {
    let options: Vec<(&str, Value)> = battle
        .options
        .iter()
        .map(|(name, value)| (*name, serde_json::from_str(value).expect("a value of an option")))
        .collect();
    let seed = battle.seed + round as u8;
    let scenario = changed(plan.game, battle).to_string();
    let source = Source { name: battle.scenario, text: &scenario, format: Format::Json };
    let mut replica = replica::begin(plan.game, ScenarioRef::File(source), &options, seed);
    let mut script = battle.script.to_vec();
    while replica.outcome().is_none() && replica.decision_number() < battle.most {
        let n = replica.decision_number();
        let phase = replica.phase().expect("a battle that goes on").to_owned();
        let tried = sites.entry(phase.clone()).or_default();
        let most = if battle.often.contains(&phase.as_str()) { 4 } else { 2 };
        if *tried < most * (round + 1) {
            // Whose secret it is goes round.
            let deciding: Vec<Seat> = replica.deciding().iter().collect();
            let keeper = deciding[(n + *tried) % deciding.len()];
            let record = replica.record(true);
            if let Some(orders) = replica::secret(&record, keeper, u64::from(seed)) {
                *tried += 1;
                let site = Site {
                    game: plan.game,
                    name: format!("{} {} {:?} seed {seed}", plan.game, battle.scenario, battle.options),
                    records: [record.clone(), record],
                    keeper,
                    orders: Some(orders),
                    seed: u64::from(seed),
                    steps: plan.steps,
                };
                follow(pair, ledger, &site).await;
            }
        }
        for seat in replica.awaiting().iter() {
            let order = scripted(&*replica, seat, &mut script)
                .unwrap_or_else(|| replica::order(&*replica, seat, battle.level, u64::from(seed)));
            replica::submit(&mut *replica, seat, &order);
        }
    }
    assert!(script.is_empty(), "{}: never came to {script:?}", battle.scenario);
}

/// The next order of the script for this seat, once it is legal.
fn scripted(replica: &dyn AnyMatch, seat: Seat, script: &mut Vec<(u8, &str)>) -> Option<Value> {
    let next = script.iter().position(|it| it.0 == seat.0)?;
    let order = replica::in_words(replica, seat, script[next].1)?;
    script.remove(next);
    Some(order)
}

/// A supplied scenario with what the plan has changed in it.
fn changed(game: &str, battle: &Battle) -> Value {
    let game = rulesets::find(game).unwrap();
    let supplied = ScenarioRef::Id(battle.scenario);
    let mut scenario = game.prepare(supplied, &[], rulesets::Table::Computers).unwrap().scenario();
    apply(&mut scenario, battle.change);
    scenario
}

/// Puts something else in places of a scenario, each given as a JSON pointer.
fn apply(scenario: &mut Value, change: &[(&str, &str)]) {
    for (place, json) in change {
        let (parent, name) = place.rsplit_once('/').expect("a pointer");
        let value: Value = serde_json::from_str(json).expect("JSON");
        match scenario.pointer_mut(parent).expect("a place in the scenario") {
            Value::Array(items) => items[name.parse::<usize>().expect("a number")] = value,
            Value::Object(fields) => drop(fields.insert(name.to_owned(), value)),
            other => panic!("{place}: {other} has no parts"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn asfos_tells_no_secret() {
    twins_of("asfos").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn talon_tells_no_secret() {
    twins_of("talon").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn full_thrust_tells_no_secret() {
    twins_of("full-thrust").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fuel_to_burn_tells_no_secret() {
    twins_of("ftb").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stratoyager_tells_no_secret() {
    twins_of("stratoyager").await;
}

#[test]
fn every_game_has_a_plan() {
    let planned: BTreeSet<&str> = GAMES.iter().map(|plan| plan.game).collect();
    let there: BTreeSet<&str> = rulesets::RULESETS.iter().map(|game| game.id()).collect();
    assert_eq!(planned, there);
    for plan in GAMES {
        for (phase, reason) in plan.never {
            assert!(!plan.phases.contains(phase) && !reason.is_empty(), "{phase}");
        }
    }
}
