//! Records go home, come back, and branch.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Client, Host, Made, heard_json};

pub(crate) async fn download(client: &Client, made: &Made) -> (u16, String) {
    let secret = made.seats.first().or(made.spectator.as_ref()).unwrap();
    let path = format!("/api/matches/{}/record", made.id);
    let (status, text) = client.try_send(Method::GET, &path, Some(secret), None).await.unwrap();
    (status.as_u16(), text)
}

async fn upload(client: &Client, text: String) -> (u16, Value) {
    let url = format!("{}/api/records", client.base);
    let request = client.http.post(url).header("content-type", "application/json").body(text);
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

pub(crate) fn open(text: &str) -> Box<dyn rulesets::AnyRecord> {
    rulesets::open_record(&rulesets::Source::new("record.json", text).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_proven_brought_back_and_branched() {
    let host = Host::start("records").await;
    let client = &host.client;
    let made = client.hot_seat().await;
    for decisions in [0, 2] {
        client.play(&made, decisions).await;
        let (status, early) = download(client, &made).await;
        assert!(status == 409 && early.contains("not_yet"), "{early}");
    }

    let end = client.play(&made, u64::MAX).await;
    let (status, text) = download(client, &made).await;
    assert_eq!(status, 200);
    let record = open(&text);
    // It holds against what the browser was told before the battle.
    let (_, info) = client.get(&format!("/api/matches/{}", made.id), &made.seats[0]).await;
    let told = |field: &str| info[field].as_str().map(str::to_owned);
    let expected = rulesets::Expected { commitment: told("commitment"), key: told("key") };
    let Ok(engine::Verdict::Proven { proof, .. }) = record.verify_against(&expected) else {
        panic!("proven")
    };
    assert_eq!((proof.signed_by, proof.format), (told("key"), engine::Format::Two));
    let mut hushed: Value = serde_json::from_str(&text).unwrap();
    hushed.as_object_mut().unwrap().remove("secret");
    let (status, answer) = upload(client, hushed.to_string()).await;
    assert_eq!((status, &answer["error"]["code"]), (422, &json!("refused")));
    assert_eq!(record.events() as u64, end["next"].as_u64().unwrap());

    let (status, created) = upload(client, text.clone()).await;
    assert_eq!(status, 201, "{created}");
    let brought = Made::read(&created);
    let table = client.table(&brought, 0).await;
    assert_eq!((&table["outcome"], &table["next"]), (&end["outcome"], &end["next"]));
    // Not hosted here a second time: it goes home as it came, with the signature it had.
    let home: Value = serde_json::from_str(&download(client, &brought).await.1).unwrap();
    assert_eq!(home, serde_json::from_str::<Value>(&text).unwrap());
    let mut resealed: Value = serde_json::from_str(&text).unwrap();
    resealed["signature"]["signature"] = json!("0".repeat(128));
    assert_eq!(upload(client, resealed.to_string()).await.0, 422);
    let mut forged: Value = serde_json::from_str(&text).unwrap();
    let events = forged["events"].as_array_mut().unwrap();
    events.remove(events.len() / 2);
    assert_eq!(upload(client, forged.to_string()).await.0, 422);

    let path = format!("/api/matches/{}/branch", made.id);
    let middle = record.decisions()[3].1 + 1;
    let seats = json!([{"kind": "me"}, {"kind": "computer", "level": "cadet"}]);
    let (status, created) =
        client.post(&path, &made.seats[1], json!({"events": middle, "seats": seats})).await;
    assert_eq!(status, 201, "{created}");
    let branch = Made::read(&created);
    assert_eq!((branch.seats.len(), &created["events"]), (1, &json!(record.decisions()[3].1)));
    assert_eq!(client.table(&branch, 0).await["decision"].as_u64().unwrap().clamp(3, 4), 3);
    client.play(&branch, u64::MAX).await;
    let branched = download(client, &branch).await.1;
    assert!(open(&branched).verify_against(&expected).is_ok());
    assert_eq!(open(&branched).seatings().len(), 2, "a branch says that it is one");
    assert!(!branched.contains("\"brought\""), "it was all played here");

    // An unfinished record with its secret is taken up where it was.
    let mut unfinished: Value = serde_json::from_str(&text).unwrap();
    let after = record.decisions()[2].1;
    unfinished["decisions"].as_array_mut().unwrap().truncate(2);
    unfinished["events"].as_array_mut().unwrap().truncate(after);
    for of_the_end in ["outcome", "chain", "signature"] {
        unfinished.as_object_mut().unwrap().remove(of_the_end);
    }
    let (status, created) = upload(client, unfinished.to_string()).await;
    assert_eq!(status, 201, "{created}");
    let taken_up = Made::read(&created);
    client.play(&taken_up, u64::MAX).await;
    let home: Value = serde_json::from_str(&download(client, &taken_up).await.1).unwrap();
    assert_eq!(home["brought"], json!([2]), "the signature is of what was played here");
    assert!(open(&home.to_string()).verify_against(&expected).is_ok());
}

/// A battle of two decisions, with a statement run on its database while no server does.
async fn altered(name: &str, statement: &'static str) -> (Host, Made) {
    let mut host = Host::start(name).await;
    let made = host.client.hot_seat().await;
    host.client.play(&made, 2).await;
    host.running.take().unwrap().stop().await;
    let folder = std::mem::take(&mut host.folder);
    alter(&format!("sqlite://{}", folder.join("flagbridge.sqlite").display()), statement).await;
    (Host::at(folder, crate::client::generous()).await, made)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_cannot_be_is_told_at_once() {
    let (host, made) = altered("altered", "UPDATE events SET body = '{}' WHERE n = 0").await;
    let (status, answer) = host.client.get(&format!("/api/matches/{}", made.id), &made.seats[0]).await;
    assert_eq!((status, &answer["error"]["code"]), (500, &json!("corrupted")), "{answer}");
    // Other matches are none the worse.
    host.client.hot_seat().await;
}

/// Looked at from its events at once; proved behind, and frozen when the proof fails.
async fn freezes(name: &str, statement: &'static str) {
    let (host, made) = altered(name, statement).await;
    let client = &host.client;
    let mut socket = client.connect(&made, &made.seats[0], 0).await;
    let shown = heard_json(&mut socket).await;
    assert!(shown["view"].is_object(), "{shown}");
    // Whoever looks is told without asking again, unless it was frozen before the first look.
    let told = match shown["frozen"].is_string() {
        true => shown,
        false => heard_json(&mut socket).await,
    };
    assert!(told["frozen"].as_str().unwrap().contains("does not add up"), "{told}");
    let decision = client.table(&made, 0).await["decision"].as_u64().unwrap();
    // Whatever it may be: nobody even reads it any more.
    let (status, answer) = client.order(&made, 0, decision, json!({"text": "x"})).await;
    assert_eq!((status, &answer["error"]["code"]), (500, &json!("corrupted")), "{answer}");
    assert_eq!(client.table(&made, 0).await["decision"], decision);
    let listed = json!({"secrets": [made.seats[0], client.hot_seat().await.seats[0]]});
    let (_, list) = client.send(Method::POST, "/api/matches/list", None, Some(&listed)).await;
    let frozen = |it: &Value| it["frozen"].as_str().map(|words| words.contains("does not add up"));
    let (cold, others): (Vec<&Value>, Vec<&Value>) =
        list["matches"].as_array().unwrap().iter().partition(|it| it["id"] == made.id);
    assert_eq!((cold.len(), others.len()), (1, 1), "{list}");
    assert_eq!((frozen(cold[0]), frozen(others[0])), (Some(true), None), "{list}");
    // It does not thaw by itself.
    let host = host.restart().await;
    let mut socket = host.client.connect(&made, &made.seats[0], 0).await;
    while !heard_json(&mut socket).await["frozen"].is_string() {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_whose_events_do_not_come_of_its_orders_is_frozen() {
    freezes(
        "altered-event",
        "UPDATE events SET body = (SELECT body FROM events WHERE n = 0) WHERE n = (SELECT MAX(n) FROM events)",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_whose_dice_do_not_come_of_its_orders_is_frozen() {
    freezes("altered-dice", "UPDATE matches SET dice = '7/7'").await;
}

pub(crate) async fn alter(url: &str, statement: &'static str) {
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(url).await.unwrap();
    let done = sqlx::query(statement).execute(&pool).await.unwrap();
    assert_eq!(done.rows_affected(), 1);
    pool.close().await;
}

/// The same record, as if it had been fought under rules of another version
/// and nobody had signed it.
pub(crate) fn of_version(text: &str, version: u64) -> String {
    let mut record: Value = serde_json::from_str(text).unwrap();
    record["rules_version"] = json!(version);
    record.as_object_mut().unwrap().remove("signature");
    let secret = dice::fair::Secret::try_from(record["secret"].as_str().unwrap().to_owned()).unwrap();
    let setting = proof::Setting {
        game: &record["game"],
        rules_version: &record["rules_version"],
        options: &record["options"],
        scenario: &record["scenario"],
        seats: record["seats"].as_array().unwrap().len(),
    };
    let parts = proof::Parts::of(&secret, &setting);
    record["commitment"] = json!(parts.commitment(&secret).to_string());
    if record.get("chain").is_some() {
        record["parts"] = json!(parts);
        record["chain"] = json!(proof::chain(&record, &secret).unwrap());
    }
    record.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_of_other_rules_is_shown_and_branched() {
    let host = Host::start("rules").await;
    let client = &host.client;
    let made = client.hot_seat().await;
    let end = client.play(&made, u64::MAX).await;
    let (_, text) = download(client, &made).await;
    let ours = open(&text).rules_version();
    for version in [0, u64::from(ours) + 1] {
        let (status, created) = upload(client, of_version(&text, version)).await;
        assert_eq!(status, 201, "{created}");
        let brought = Made::read(&created);
        let path = format!("/api/matches/{}", brought.id);
        let (_, info) = client.get(&path, &brought.seats[0]).await;
        assert_eq!((&info["other_rules"], &info["table"]["outcome"]), (&json!(version), &end["outcome"]));
        for viewer in ["seat-0", "seat-1", "spectator", "referee"] {
            let (status, lines) = client.get(&format!("{path}/events?as={viewer}"), &brought.seats[0]).await;
            assert!(status == 200 && lines["next"] == end["next"], "{viewer}");
            let (status, _) = client.get(&format!("{path}/views/7?as={viewer}"), &brought.seats[0]).await;
            assert_eq!(status, 200, "{viewer}");
        }
        // It goes home as it came, and says itself that it cannot be recomputed here.
        let home = download(client, &brought).await.1;
        assert_eq!(u64::from(open(&home).rules_version()), version);
        let Ok(engine::Verdict::Followed { proof, .. }) = open(&home).verify() else { panic!("followed") };
        assert!(proof.checked.unwrap().chained && proof.signed_by.is_none());
        let seats = json!([{"kind": "me"}, {"kind": "computer", "level": "cadet"}]);
        let branch = json!({"events": 9, "seats": seats});
        let (status, answer) = client.post(&format!("{path}/branch"), &brought.seats[0], branch).await;
        assert_eq!(status, 201, "{answer}");
        // From there on it is a battle like any other, under the rules of today.
        let branch = Made::read(&answer);
        client.play(&branch, u64::MAX).await;
        let record: Value = serde_json::from_str(&download(client, &branch).await.1).unwrap();
        assert_eq!(record["versions"][0]["rules_version"], json!(ours));
        assert_eq!(record["brought"].as_array().unwrap().len(), 1, "{}", record["brought"]);
        assert!(matches!(open(&record.to_string()).verify(), Ok(engine::Verdict::Followed { .. })));
    }
    // What its events tell must hold together all the same.
    let mut forged: Value = serde_json::from_str(&of_version(&text, 0)).unwrap();
    forged["outcome"] = json!("draw");
    if end["outcome"] == "draw" {
        forged["outcome"] = json!({"won": [0]});
    }
    assert_eq!(upload(client, forged.to_string()).await.0, 422);
    let mut forged: Value = serde_json::from_str(&of_version(&text, 0)).unwrap();
    forged["commitment"] = json!("0".repeat(64));
    assert_eq!(upload(client, forged.to_string()).await.0, 422);
}
