//! Nobody stalls anybody: battles that end, thoughts that are broken off,
//! queues that have an end, pages that are made once.

use std::time::Duration;

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use reqwest::{Method, header};
use rulesets::{Override, ScenarioRef, Submission};
use serde_json::{Value, json};
use server::{Clock, Limits, Stepped};

use crate::client::{Client, Host, Made, fresh_folder, generous, heard_json};

/// Admirals who never come to an end by themselves.
fn endless_thought() -> Limits {
    Limits { nodes: u32::MAX, thought: Duration::from_secs(3600), ..generous() }
}

async fn new(client: &Client, body: &Value) -> (u16, Value) {
    client.send(Method::POST, "/api/matches", None, Some(body)).await
}

fn message(answer: &Value) -> &str {
    answer["error"]["message"].as_str().unwrap_or_default()
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or_default()
}

const COMPUTERS: [&str; 2] = ["random", "random"];

fn seats(levels: &[&str]) -> Value {
    levels.iter().map(|level| json!({"kind": "computer", "level": level})).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_without_people_has_an_end_that_nobody_can_unset() {
    let host = Host::start("ends").await;
    for (game, options, named) in [
        ("asfos", json!({"turn_limit": null}), Some("turn_limit is 1 to 100, and not none (ASF-END.3)")),
        ("asfos", json!({"turn_limit": 65535}), Some("turn_limit is 1 to 100, not 65535 (ASF-END.3)")),
        ("asfos", json!({"turn_limit": 5}), None),
        ("asfos", json!({"stalemate_turns": null, "table": "floating"}), None),
        ("talon", json!({"round_limit": 3}), None),
        ("stratoyager", json!({"turns": 3}), None),
    ] {
        let body = json!({"game": game, "scenario": "intro", "options": options, "seats": seats(&COMPUTERS)});
        let (status, answer) = new(&host.client, &body).await;
        match named {
            Some(words) => {
                assert_eq!(status, 422, "{game} {options}: {answer}");
                assert!(message(&answer).contains(words), "{answer}");
                assert!(message(&answer).contains("a battle without people must end by itself"), "{answer}");
                // People may fight for as long as they like.
                let people = json!([{"kind": "me"}, {"kind": "computer", "level": "captain"}]);
                let body = json!({"game": game, "scenario": "intro", "options": options, "seats": people});
                assert_eq!(new(&host.client, &body).await.0, 201);
            }
            None => assert_eq!(status, 201, "{game} {options}: {answer}"),
        }
    }
}

/// Plays what captains would until an order is refused, and says how.
async fn until_refused(client: &Client, made: &Made) -> (u64, Value) {
    loop {
        let table = client.table(made, 0).await;
        assert_eq!(table["outcome"], Value::Null, "over before anything was refused");
        let decision = table["decision"].as_u64().unwrap();
        let awaiting: Vec<usize> = serde_json::from_value(table["awaiting"].clone()).unwrap();
        for seat in awaiting {
            let order = client.suggestion(made, seat).await["order"].clone();
            let (status, answer) = client.order(made, seat, decision, json!({"order": order})).await;
            if status != 200 {
                return (decision, answer);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_that_would_grow_past_the_limit_is_a_draw_and_stays_one() {
    let few = Limits { events: 60, ..generous() };
    let host = Host::with("full", few).await;
    let body = json!({
        "game": "asfos", "scenario": "intro", "spectators": true,
        "options": {"turn_limit": null, "stalemate_turns": null},
        "seats": [{"kind": "me", "contribution": "a"}, {"kind": "me", "contribution": "b"}],
    });
    let made = Made::read(&new(&host.client, &body).await.1);
    let (decision, answer) = until_refused(&host.client, &made).await;
    let words = "this battle has reached the server's limit of 60 events or 16 MiB and is closed as a draw";
    assert_eq!((code(&answer), message(&answer)), ("full", words));
    let table = host.client.table(&made, 0).await;
    assert_eq!(table["outcome"], json!("draw"));
    assert_eq!(table["decision"], decision, "the decision was not taken");
    assert!(table["next"].as_u64().unwrap() <= 60 && table["awaiting"] == json!([]), "{table}");
    let events = table["next"].clone();

    let host = host.restart().await;
    let table = host.client.table(&made, 1).await;
    assert_eq!((&table["outcome"], &table["next"]), (&json!("draw"), &events));
    let order = json!({"order": {}});
    let path = format!("/api/matches/{}/decisions/{decision}", made.id);
    for end in ["order", "check", "draft"] {
        let (status, answer) =
            host.client.post(&format!("{path}/{end}"), &made.seats[0], order.clone()).await;
        assert_eq!((status, code(&answer)), (409, "full"), "{end}: {answer}");
    }
    let taken = host.client.send(Method::DELETE, &format!("{path}/order"), Some(&made.seats[0]), None).await;
    assert_eq!((taken.0, code(&taken.1)), (409, "full"));
    let listed = json!({"secrets": [made.seats[0]]});
    let list = host.client.send(Method::POST, "/api/matches/list", None, Some(&listed)).await.1;
    assert_eq!(list["matches"][0]["outcome"], json!("draw"));
    // Over is over: the record is to be had, with the secret of the dice.
    let (status, record) = host.client.get(&format!("/api/matches/{}/record", made.id), &made.seats[0]).await;
    assert_eq!(status, 200, "{record}");
    assert!(record["secret"].is_string());

    // Computers would go on from there for ever, people need not.
    let branch = format!("/api/matches/{}/branch", made.id);
    let alone = json!({"events": 30, "seats": seats(&COMPUTERS)});
    let (status, answer) = host.client.post(&branch, &made.seats[0], alone).await;
    assert!(status == 422 && message(&answer).contains("turn_limit"), "{answer}");
    let people = json!({"events": 30, "seats": [{"kind": "me"}, {"kind": "computer", "level": "random"}]});
    assert_eq!(host.client.post(&branch, &made.seats[0], people).await.0, 201);
    let mut alone = record.clone();
    for seat in alone["seats"].as_array_mut().unwrap() {
        seat["player"] = json!("random");
    }
    let (status, answer) = host.client.send(Method::POST, "/api/records", None, Some(&alone)).await;
    assert!(status == 422 && message(&answer).contains("seats"), "who played is sealed: {answer}");
    assert_eq!(host.client.send(Method::POST, "/api/records", None, Some(&record)).await.0, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_stop_at_the_limit_and_longer_records_are_not_taken_in() {
    let host = Host::with("computers-full", Limits { events: 40, ..generous() }).await;
    let body = json!({"game": "asfos", "scenario": "intro", "seats": seats(&COMPUTERS)});
    let made = Made::read(&new(&host.client, &body).await.1);
    let spectator = made.spectator.clone().unwrap();
    let mut socket = host.client.connect(&made, &spectator, 0).await;
    let last = loop {
        let update = heard_json(&mut socket).await;
        if !update["outcome"].is_null() {
            break update;
        }
    };
    assert_eq!(last["outcome"], json!("draw"));
    assert!(last["next"].as_u64().unwrap() <= 40, "{}", last["next"]);
    let (_, record) = host.client.get(&format!("/api/matches/{}/record", made.id), &spectator).await;
    drop(host);

    let host = Host::with("computers-fuller", Limits { events: 10, ..generous() }).await;
    let (status, answer) = host.client.send(Method::POST, "/api/records", None, Some(&record)).await;
    assert!(status == 422 && message(&answer).contains("may have at most 10"), "{answer}");
}

/// A record as it could be made before battles without people had to end: its
/// options let it go on for ever, and its dice and orders are genuine.
fn endless(players: [&str; 2], decisions: usize) -> String {
    let changes =
        ["turn_limit", "stalemate_turns"].map(|name| Override { name: name.to_owned(), value: Value::Null });
    let game = rulesets::find("asfos").unwrap();
    // As people prepare it; computers would not be let.
    let ready = game.prepare(ScenarioRef::Id("intro"), &changes, rulesets::Table::People).unwrap();
    let words = players.map(|it| Contribution(it.to_owned())).to_vec();
    let mut battle = ready.begin(&players.map(str::to_owned), Secret([7; 32]), words).unwrap();
    assert!(battle.ends_by_itself().is_err(), "options that let a battle go on for ever");
    while battle.decision_number() < decisions {
        let n = battle.decision_number();
        for seat in battle.awaiting().iter() {
            let dice = Dice::numbered(n as u64, u64::from(seat.0));
            let order = battle.suggest(seat, &rulesets::Level::Random, dice).order;
            battle.submit(n, seat, &Submission::Data(order)).unwrap();
        }
    }
    assert!(battle.outcome().is_none(), "a battle that goes on");
    battle.record(true)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_genuine_record_of_computers_without_end_is_not_taken_in() {
    let host = Host::start("endless-record").await;
    let bring = async |record: &str| {
        let record: Value = serde_json::from_str(record).unwrap();
        host.client.send(Method::POST, "/api/records", None, Some(&record)).await
    };
    for players in [COMPUTERS, ["captain", "admiral:ms=10000"], ["admiral:nodes=4000000000", "cadet"]] {
        for decisions in [0, 6] {
            let record = endless(players, decisions);
            let source = rulesets::Source { name: "record", text: &record, format: rulesets::Format::Json };
            rulesets::open_record(&source)
                .unwrap()
                .verify()
                .expect("nothing is wrong with the record itself");
            let (status, answer) = bring(&record).await;
            assert_eq!((status, code(&answer)), (422, "refused"), "{players:?} {decisions}: {answer}");
            assert!(message(&answer).contains("a battle without people must end by itself"), "{answer}");
            assert!(
                message(&answer).contains("turn_limit is 1 to 100, and not none (ASF-END.3)"),
                "{answer}"
            );
        }
    }
    // A format 1 has no commitment to its options, and is refused as well.
    let mut old: Value = serde_json::from_str(&endless(COMPUTERS, 6)).unwrap();
    old["format"] = json!(1);
    assert_eq!(bring(&old.to_string()).await.0, 422);
    // With a person at the table it is taken in, and goes no further than that person lets it.
    let (status, created) = bring(&endless(["human", "random"], 6)).await;
    assert_eq!(status, 201, "{created}");
    let made = Made::read(&created);
    let table = host.client.play(&made, 8).await;
    assert!(
        table["outcome"].is_null() && table["awaiting"].as_array().unwrap().contains(&json!(0)),
        "{table}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_has_a_limit_of_bytes_as_well() {
    let host = Host::with("bytes", Limits { bytes: 20_000, ..generous() }).await;
    let made = host.client.hot_seat().await;
    let (_, answer) = until_refused(&host.client, &made).await;
    assert_eq!(code(&answer), "full");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_opens_is_put_away_until_somebody_does() {
    let clock = Stepped::default();
    let folder = fresh_folder("put-away");
    let host = Host::timed(folder, generous(), Clock::Stepped(clock.clone())).await;
    let made = host.client.hot_seat().await;
    let secrets = json!({"secrets": [made.seats[0]]});
    let put_away = async || {
        let list = host.client.send(Method::POST, "/api/matches/list", None, Some(&secrets)).await.1;
        list["matches"][0]["put_away"] == json!(true)
    };
    clock.step(Duration::from_secs(179 * 86_400));
    assert!(!put_away().await);
    clock.step(Duration::from_secs(2 * 86_400));
    assert!(put_away().await && put_away().await, "a list opens nothing");
    host.client.table(&made, 0).await;
    // The look is noted in the background.
    while put_away().await {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A match against an admiral who is thinking, and the decision he thinks about.
async fn against_admiral(client: &Client, level: &str) -> (Made, u64) {
    let me = json!([{"kind": "me"}, {"kind": "computer", "level": level}]);
    let made = client.make(me).await;
    loop {
        let table = client.table(&made, 0).await;
        let decision = table["decision"].as_u64().unwrap();
        if table["awaiting"] == json!([1]) {
            return (made, decision);
        }
        if table["awaiting"].as_array().unwrap().contains(&json!(0)) {
            let order = client.suggestion(&made, 0).await["order"].clone();
            let (status, answer) = client.order(&made, 0, decision, json!({"order": order})).await;
            assert_eq!(status, 200, "{answer}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_admirals_hold_up_no_captain_and_are_broken_off() {
    let mut host = Host::with("admirals", endless_thought()).await;
    let (mut attack, mut waiting) = (Vec::new(), 0);
    for _ in 0..30 {
        attack.push(against_admiral(&host.client, "admiral:nodes=4000000000").await);
    }
    for (made, _) in &attack {
        waiting += usize::from(!host.client.table(made, 0).await["queued"].is_null());
    }
    assert!(20 <= waiting, "{waiting} wait, and the table says so");
    // A captain answers a whole battle through; suggestions and new matches go on.
    let me = json!([{"kind": "me"}, {"kind": "computer", "level": "captain"}]);
    let made = host.client.make(me).await;
    let table = host.client.play(&made, 12).await;
    assert_eq!(table["queued"], Value::Null);
    // In a hurry, a captain's order does for an admiral's.
    let (made, decision) = &attack[29];
    let hurry = format!("/api/matches/{}/hurry", made.id);
    let (status, table) = host.client.post(&hurry, &made.seats[0], json!({})).await;
    assert_eq!(status, 200, "{table}");
    assert!(*decision < table["decision"].as_u64().unwrap() || table["queued"].is_null(), "{table}");
    // Nobody waits for an hour's thought when the server stops.
    host.running.take().unwrap().stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_that_never_change_are_sent_once() {
    let host = Host::start("pages").await;
    for path in [
        "/api",
        "/api/games",
        "/api/games/full-thrust/rules",
        "/api/games/full-thrust/shipyard",
        "/api/games/asfos/scenarios/intro",
    ] {
        let ask = |name, value: &str| {
            host.client.http.get(format!("{}{path}", host.client.base)).header(name, value).send()
        };
        let plain = ask(header::ACCEPT_ENCODING, "identity").await.unwrap();
        assert_eq!(plain.headers()[header::CACHE_CONTROL], "no-cache", "{path}");
        let tag = plain.headers()[header::ETAG].to_str().unwrap().to_owned();
        let page: Value = plain.json().await.unwrap();
        assert!(page.is_object());
        let pressed = ask(header::ACCEPT_ENCODING, "gzip, br").await.unwrap();
        assert_eq!(pressed.headers()[header::CONTENT_ENCODING], "gzip", "{path}");
        assert_eq!(pressed.headers()[header::ETAG].to_str().unwrap(), tag);
        let bytes = pressed.bytes().await.unwrap();
        assert!(bytes.starts_with(&[0x1f, 0x8b]) && bytes.len() < page.to_string().len(), "{path}");
        let known = ask(header::IF_NONE_MATCH, &tag).await.unwrap();
        assert_eq!(known.status(), 304, "{path}");
        assert!(known.bytes().await.unwrap().is_empty());
    }
    let nothing = host.client.send(Method::GET, "/api/games/asfos/scenarios/none", None, None).await;
    assert_eq!(nothing.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn ships_beyond_any_ship_are_not_drawn() {
    let host = Host::start("systems").await;
    let yard = host.client.send(Method::GET, "/api/games/full-thrust/shipyard", None, None).await.1;
    let part = yard["parts"].as_array().unwrap().iter().find(|it| it["list"] == json!("weapons"));
    let part = part.unwrap_or(&yard["parts"][0]).clone();
    let list = part["list"].as_str().unwrap();
    let mut design = yard["blank"].clone();
    design[list] = vec![part["template"].clone(); 833].into();
    let draw = async |designs: Vec<Value>| {
        let body = json!({"designs": designs});
        host.client.send(Method::POST, "/api/games/full-thrust/designs/sheet", None, Some(&body)).await
    };
    let (status, answer) = draw(vec![design.clone()]).await;
    assert!(status == 422 && message(&answer).contains("a ship has"), "{answer}");
    // A hundred of the largest ships that there are can be drawn.
    let ships = yard["navies"].as_array().unwrap().iter().flat_map(|navy| navy["ships"].as_array().unwrap());
    let largest = ships.max_by_key(|it| it["design"].to_string().len()).unwrap()["design"].clone();
    let (status, answer) = draw(vec![largest; 100]).await;
    assert_eq!(status, 200, "{}", message(&answer));
}

#[tokio::test(flavor = "multi_thread")]
async fn dear_requests_cost_more() {
    let rate = server::Rate { burst: 60.0, per_second: 0.001 };
    let host = Host::with("dear", Limits { address: rate, ..generous() }).await;
    let secrets: Vec<String> = (0..500).map(|n| format!("{n:043}")).collect();
    let body = json!({"secrets": secrets});
    let statuses = async || host.client.send(Method::POST, "/api/matches/list", None, Some(&body)).await.0;
    assert_eq!((statuses().await, statuses().await), (200, 429));
    // One of one secret costs little more than a request.
    let body = json!({"secrets": ["a"]});
    assert_eq!(host.client.send(Method::POST, "/api/matches/list", None, Some(&body)).await.0, 200);
}
