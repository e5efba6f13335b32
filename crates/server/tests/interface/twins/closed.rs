//! Secrets of a scenario: forces that the other side does not know.
//!
//! Which places of a scenario a game hides from whom is found out by
//! `crates/rulesets/tests/scenarios.rs`, which changes every place of every
//! supplied scenario and looks who sees it. Only Full Thrust hides any, and each
//! kind it found has twins here. In the other games the whole scenario is part
//! of everybody's view, so that twins would be told apart by it at once:
//! fleets, hidden manifests, stealth runs and cards are chosen by orders there,
//! which the battles of `games.rs` keep secret.

use std::collections::BTreeMap;

use engine::{Seat, Viewer};
use rulesets::{Format, Override, ScenarioRef, Source};
use serde_json::{Value, json};

use super::{
    apply,
    asked::{Asked, Eyes, Scene},
    follow::{Site, follow},
    pair::{Ledger, Pair, look},
    replica::{self, alike},
};
use crate::client::Made;

const GAME: &str = "full-thrust";

/// Two scenarios whose second side differs in what is closed to the first.
struct Closed {
    name: &'static str,
    options: Vec<(&'static str, Value)>,
    scenarios: [Value; 2],
    /// Decisions to go on for.
    steps: usize,
}

/// What is different in the Bogey Hunt: where, and what stands there instead.
const HUNT: &[(&str, &[(&str, &str)])] = &[
    // FT-12.1.1: both look like escorts; the letters and places stay.
    (
        "two escorts in each other's place",
        &[
            ("/sides/1/ships/1/design", r#""Jackal Raider""#),
            ("/sides/1/ships/4/design", r#""Pike Destroyer""#),
        ],
    ),
    // FT-12.3.1: nobody knows which of the escorts is a drone.
    (
        "a dummy and a ship in each other's place",
        &[("/sides/1/ships/1/design", r#""Dummy""#), ("/sides/1/ships/5/design", r#""Pike Destroyer""#)],
    ),
];

/// The same, followed for less long: one for each place that a scenario hides.
const PLACES: &[(&str, &[(&str, &str)])] = &[
    ("a name", &[("/sides/1/ships/1/name", r#""A name that is a good deal longer""#)]),
    ("what a navy builds with", &[("/sides/1/tech", r#"["armour", "pds"]"#)]),
    (
        "a place of arrival",
        &[("/sides/1/ships/1/at", r#"{"x": 80, "y": 60}"#), ("/sides/1/ships/1/velocity", "3")],
    ),
];

pub(crate) async fn scenarios(pair: &Pair, ledger: &mut Ledger, game: &'static str) {
    if game != GAME {
        return;
    }
    for closed in twins() {
        assert_ne!(closed.scenarios[0], closed.scenarios[1], "{}", closed.name);
        begun(pair, ledger, &closed).await;
        joined(pair, ledger, &closed).await;
    }
}

fn twins() -> Vec<Closed> {
    let hunt = supplied("bogey-hunt");
    let mut all = Vec::new();
    for (changes, steps) in [(HUNT, 12), (PLACES, 1)] {
        for (name, change) in changes {
            let mut one = hunt.clone();
            if *name == "a place of arrival" {
                // FT-11.5.1: only of a ship that comes by FTL.
                apply(&mut one, &[("/sides/1/ships/1/ftl", "true")]);
            }
            let mut two = one.clone();
            apply(&mut two, change);
            all.push(Closed { name, options: Vec::new(), scenarios: [one, two], steps });
        }
    }
    // Bogeys whose displays are open once they are identified.
    let ambush = supplied("asteroid-ambush");
    let mut other = ambush.clone();
    apply(&mut other, &[("/sides/1/ships/5/design", r#""Lance Frigate""#)]);
    let scenarios = [ambush, other];
    all.push(Closed { name: "a frigate for a destroyer", options: Vec::new(), scenarios, steps: 4 });
    all.push(fleets());
    all
}

/// FT-12.2.1: fleets that met by `fleets/battle`, the second with a design of
/// its owner's own: once as it is, once armed otherwise and under another name.
fn fleets() -> Closed {
    let yard = rulesets::find(GAME).unwrap().shipyard().expect("a shipyard");
    let catalogue = yard.catalogue();
    let ships: Vec<_> = catalogue.navies.iter().flat_map(|navy| &navy.ships).collect();
    let design = |name: &str| ships.iter().find(|it| it.name == name).expect("a ship").design.clone();
    let (mut one, mut two) = (design("Pike Destroyer"), design("Lance Frigate"));
    (one["name"], two["name"]) = (json!("Own"), json!("A design of my own"));
    let options = vec![("sensors", json!(true)), ("closed_book", json!(true))];
    let changes: Vec<Override> = options
        .iter()
        .map(|(name, value)| Override { name: (*name).to_owned(), value: value.clone() })
        .collect();
    let open = json!({"name": "Red", "ships": [{"design": "Heavy Cruiser", "number": 1}]}).to_string();
    let scenarios = [one, two].map(|own| {
        let ships = json!([{"design": own, "number": 2}, {"design": "Heavy Cruiser", "number": 1}]);
        let closed = json!({"name": "Blue", "ships": ships}).to_string();
        let file = |text| Source { name: "fleet", text, format: Format::Json };
        yard.battle(&[file(&open), file(&closed)], &changes, Some(9)).unwrap()
    });
    Closed { name: "fleets with closed books", options, scenarios, steps: 4 }
}

fn supplied(id: &str) -> Value {
    let game = rulesets::find(GAME).unwrap();
    game.prepare(ScenarioRef::Id(id), &[], rulesets::Table::People).unwrap().scenario()
}

/// The battles side by side, from the first decision on.
async fn begun(pair: &Pair, ledger: &mut Ledger, closed: &Closed) {
    let name = closed.name;
    let replicas = closed.scenarios.each_ref().map(|scenario| {
        let text = scenario.to_string();
        let source = Source { name: "setup", text: &text, format: Format::Json };
        replica::begin(GAME, ScenarioRef::File(source), &closed.options, 9)
    });
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        let where_ = replica::differing(&replicas, viewer);
        assert!(alike(&replicas, viewer, [0, 0]), "{name}: {viewer:?} sees which it is at {where_}");
    }
    assert!(!alike(&replicas, Viewer::Seat(Seat(1)), [0, 0]), "{name}: nothing differs");
    let site = Site {
        game: GAME,
        name: name.to_owned(),
        records: replicas.each_ref().map(|it| it.record(true)),
        keeper: Seat(1),
        orders: None,
        seed: 9,
        steps: closed.steps,
    };
    follow(pair, ledger, &site).await;
}

/// Made by the keeper of the secret, and joined by a friend: what is told
/// before there is a battle at all.
async fn joined(pair: &Pair, ledger: &mut Ledger, closed: &Closed) {
    let name = closed.name;
    let seats = json!([{"kind": "friend"}, {"kind": "me", "contribution": "mine"}]);
    let options: BTreeMap<&str, &Value> = closed.options.iter().map(|(name, value)| (*name, value)).collect();
    let make = |scenario: &Value| Asked {
        route: "post /api/matches",
        path: "/api/matches".to_owned(),
        secret: None,
        body: Some(
            json!({"game": GAME, "setup": scenario, "options": options, "seats": seats, "spectators": true})
                .to_string(),
        ),
        gzip: false,
    };
    let both = pair.each([&make(&closed.scenarios[0]), &make(&closed.scenarios[1])]).await;
    assert_eq!(both[0].status, 201, "{}", String::from_utf8_lossy(&both[0].body));
    let made = Made::read(&both[0].json());
    ledger.compare("waiting", "the maker asks post /api/matches", name, &"a setup", &both);
    let mut scene = Scene {
        game: GAME,
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
        let commitments = both.each_ref().map(|it| it.json()["commitment"].as_str().map(str::to_owned));
        assert_ne!(commitments[0], commitments[1], "{name}: a commitment covers the scenario");
        ledger.compare("waiting", &format!("a friend asks {}", asked.route), name, asked, &both);
    }
    let suggested = Asked {
        route: "get /api/matches/{id}/suggestion",
        path: format!("/api/matches/{}/suggestion", made.id),
        body: None,
        ..join.clone()
    };
    // Not every one of these battles begins with a decision of his.
    let order = pair.both(&suggested).await[0].json()["order"].clone();
    if !order.is_null() {
        scene.orders.insert(0, vec![order]);
    }
    let phase = pair.both(&info).await[0].json()["table"]["phase"].clone();
    scene.phase = phase.as_str().expect("a phase").to_owned();
    look(pair, ledger, &scene, &[friend, spectator], name).await;
}
