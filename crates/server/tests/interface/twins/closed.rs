//! Secrets of a scenario: forces that the other side does not know.

use std::collections::BTreeMap;

use engine::{Seat, Viewer};
use rulesets::{Format, ScenarioRef, Source};
use serde_json::{Value, json};

use super::{
    asked::{Asked, Eyes, Scene},
    follow::{Site, follow},
    pair::{Ledger, Pair, look},
    replica::{self, alike},
};
use crate::client::Made;

/// Scenarios whose second side differs in what is closed to the first.
pub(crate) async fn scenarios(pair: &Pair, ledger: &mut Ledger, game: &'static str) {
    // In the other games both sides have read the scenario: what is secret there is chosen by orders.
    if game != "full-thrust" {
        return;
    }
    let hunt = supplied("bogey-hunt");
    for (name, change) in [
        ("two escorts in each other's place", swap as fn(&Value) -> Value),
        ("a dummy and a ship in each other's place", decoy),
    ] {
        let scenarios = [hunt.clone(), change(&hunt)];
        assert_ne!(scenarios[0], scenarios[1]);
        begun(pair, ledger, name, &scenarios).await;
        joined(pair, ledger, name, &scenarios).await;
    }
}

fn supplied(id: &str) -> Value {
    let game = rulesets::find("full-thrust").unwrap();
    game.prepare(ScenarioRef::Id(id), &[], rulesets::Table::People).unwrap().scenario()
}

/// FT-12.1.1: both look like escorts; the letters and places stay.
fn swap(scenario: &Value) -> Value {
    let mut other = scenario.clone();
    let ships = other["sides"][1]["ships"].as_array_mut().unwrap();
    let (pike, jackal) = (ships[1]["design"].clone(), ships[4]["design"].clone());
    assert_ne!(pike, jackal);
    (ships[1]["design"], ships[4]["design"]) = (jackal, pike);
    other
}

/// FT-12.3.1: nobody knows which of the escorts is a drone.
fn decoy(scenario: &Value) -> Value {
    let mut other = scenario.clone();
    let ships = other["sides"][1]["ships"].as_array_mut().unwrap();
    let (pike, dummy) = (ships[1]["design"].clone(), ships[5]["design"].clone());
    assert_eq!(dummy, "Dummy");
    (ships[1]["design"], ships[5]["design"]) = (dummy, pike);
    other
}

/// The battles side by side, from the first decision on.
async fn begun(pair: &Pair, ledger: &mut Ledger, name: &str, scenarios: &[Value; 2]) {
    let replicas = scenarios.each_ref().map(|scenario| {
        let text = scenario.to_string();
        let source = Source { name: "setup", text: &text, format: Format::Json };
        replica::begin("full-thrust", ScenarioRef::File(source), &[], 9)
    });
    assert!(alike(&replicas, Viewer::Seat(Seat(0)), [0, 0]), "{name}: the first side sees which it is");
    let site = Site {
        game: "full-thrust",
        name: name.to_owned(),
        records: replicas.each_ref().map(|it| it.record(true)),
        keeper: Seat(1),
        orders: None,
        seed: 9,
        steps: 12,
    };
    follow(pair, ledger, &site).await;
}

/// Made by the keeper of the secret, and joined by a friend: what is told
/// before there is a battle at all.
async fn joined(pair: &Pair, ledger: &mut Ledger, name: &str, scenarios: &[Value; 2]) {
    let seats = json!([{"kind": "friend"}, {"kind": "me", "contribution": "mine"}]);
    let make = |scenario: &Value| Asked {
        route: "post /api/matches",
        path: "/api/matches".to_owned(),
        secret: None,
        body: Some(
            json!({"game": "full-thrust", "setup": scenario, "seats": seats, "spectators": true}).to_string(),
        ),
        gzip: false,
    };
    let both = pair.each([&make(&scenarios[0]), &make(&scenarios[1])]).await;
    assert_eq!(both[0].status, 201, "{}", String::from_utf8_lossy(&both[0].body));
    let made = Made::read(&both[0].json());
    ledger.compare("waiting", "the maker asks post /api/matches", name, &"a setup", &both);
    let mut scene = Scene {
        game: "full-thrust",
        id: made.id.clone(),
        seats: 2,
        phase: "waiting".to_owned(),
        decision: 0,
        orders: BTreeMap::new(),
        refused: BTreeMap::new(),
    };
    let spectator = Eyes { name: "a spectator".to_owned(), seat: None, secret: made.spectator.clone() };
    let friend = Eyes { name: "a friend".to_owned(), seat: Some(0), secret: Some(made.seats[0].clone()) };
    // He must not join yet by trying.
    look(pair, ledger, &scene, std::slice::from_ref(&spectator), name).await;
    let join = Asked {
        route: "post /api/matches/{id}/join",
        path: format!("/api/matches/{}/join", made.id),
        secret: friend.secret.clone(),
        body: Some(json!({"contribution": "his"}).to_string()),
        gzip: false,
    };
    let info = Asked {
        route: "get /api/matches/{id}",
        path: format!("/api/matches/{}", made.id),
        body: None,
        ..join.clone()
    };
    for asked in [&info, &join, &info] {
        let both = pair.both(asked).await;
        assert_eq!(both[0].status, 200);
        ledger.compare("waiting", &format!("a friend asks {}", asked.route), name, asked, &both);
    }
    let suggested = Asked {
        route: "get /api/matches/{id}/suggestion",
        path: format!("/api/matches/{}/suggestion", made.id),
        body: None,
        ..join.clone()
    };
    let order = pair.both(&suggested).await[0].json()["order"].clone();
    assert!(!order.is_null());
    scene.orders.insert(0, vec![order]);
    scene.phase = "bogeys".to_owned();
    look(pair, ledger, &scene, &[friend, spectator], name).await;
}
