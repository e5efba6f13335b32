//! Records go home, come back, and branch.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Client, Host, Made};

async fn download(client: &Client, made: &Made) -> (u16, String) {
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

fn open(text: &str) -> Box<dyn rulesets::AnyRecord> {
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
    assert!(matches!(record.verify(), Ok(engine::Verdict::Proven { .. })));
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
    assert!(open(&download(client, &brought).await.1).verify().is_ok());
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
    assert!(open(&download(client, &branch).await.1).verify().is_ok());

    // An unfinished record with its secret is taken up where it was.
    let mut unfinished: Value = serde_json::from_str(&text).unwrap();
    let after = record.decisions()[2].1;
    unfinished["decisions"].as_array_mut().unwrap().truncate(2);
    unfinished["events"].as_array_mut().unwrap().truncate(after);
    unfinished.as_object_mut().unwrap().remove("outcome");
    let (status, created) = upload(client, unfinished.to_string()).await;
    assert_eq!(status, 201, "{created}");
    let taken_up = Made::read(&created);
    client.play(&taken_up, 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_altered_row_is_noticed_and_told() {
    let host = Host::start("altered").await;
    let made = host.client.hot_seat().await;
    host.client.play(&made, 2).await;
    let mut host = host;
    host.running.take().unwrap().stop().await;
    let folder = std::mem::take(&mut host.folder);
    let file = folder.join("flagbridge.sqlite");
    let url = format!("sqlite://{}", file.display());
    alter(&url, "UPDATE events SET body = (SELECT body FROM events WHERE n = 0) WHERE n = (SELECT MAX(n) FROM events)").await;
    let host = Host::at(folder, crate::client::generous()).await;
    let (status, answer) = host.client.get(&format!("/api/matches/{}", made.id), &made.seats[0]).await;
    assert_eq!((status, &answer["error"]["code"]), (500, &json!("corrupted")), "{answer}");
    // Other matches are none the worse.
    host.client.hot_seat().await;
}

async fn alter(url: &str, statement: &'static str) {
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(url).await.unwrap();
    let done = sqlx::query(statement).execute(&pool).await.unwrap();
    assert_eq!(done.rows_affected(), 1);
    pool.close().await;
}

/// The same record, as if it had been fought under rules of another version.
fn of_version(text: &str, version: u64) -> String {
    let mut record: Value = serde_json::from_str(text).unwrap();
    record["rules_version"] = json!(version);
    record.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_of_other_rules_is_shown_and_nothing_else() {
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
        let words = open(&home).verify().unwrap_err().to_string();
        assert!(words.contains("rules version"), "{words}");
        let seats = json!([{"kind": "me"}, {"kind": "computer", "level": "cadet"}]);
        let branch = json!({"events": 9, "seats": seats});
        let (status, answer) = client.post(&format!("{path}/branch"), &brought.seats[0], branch).await;
        assert_eq!((status, &answer["error"]["code"]), (422, &json!("refused")));
        assert!(answer["error"]["message"].as_str().unwrap().contains("rules version"), "{answer}");
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

/// A battle under way when the program was renewed with other rules.
#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_battle_of_other_rules_can_be_looked_at() {
    let mut host = Host::start("renewed").await;
    let (made, n) = host.client.both_to_plot().await;
    let order = host.client.suggestion(&made, 0).await["order"].clone();
    assert_eq!(host.client.order(&made, 0, n, json!({"order": order})).await.0, 200);
    let before = host.client.table(&made, 0).await;
    host.running.take().unwrap().stop().await;
    let folder = std::mem::take(&mut host.folder);
    let url = format!("sqlite://{}", folder.join("flagbridge.sqlite").display());
    let ours = rulesets::find("asfos").unwrap().rules_version();
    let statement = format!(
        "UPDATE matches SET head = replace(head, '\"rules_version\":{ours}', '\"rules_version\":{}')",
        ours + 7
    );
    alter(&url, statement.leak()).await;
    let host = Host::at(folder, crate::client::generous()).await;
    let client = &host.client;
    let path = format!("/api/matches/{}", made.id);
    let (status, info) = client.get(&path, &made.seats[0]).await;
    assert_eq!((status, &info["other_rules"]), (200, &json!(ours + 7)), "{info}");
    assert_eq!((&info["table"]["view"], &info["table"]["next"]), (&before["view"], &before["next"]));
    assert_eq!((&info["table"]["awaiting"], &info["table"]["deciding"]), (&json!([]), &json!([])));
    for seat in [0, 1] {
        let (status, answer) = client.order(&made, seat, n, json!({"order": order})).await;
        assert_eq!((status, &answer["error"]["code"]), (409, &json!("other_rules")));
    }
    assert_eq!(client.get(&format!("{path}/suggestion"), &made.seats[0]).await.0, 409);
    let back = format!("{path}/decisions/{n}/order");
    assert_eq!(client.send(Method::DELETE, &back, Some(&made.seats[0]), None).await.0, 409);
    assert_eq!(client.get(&format!("{path}/events"), &made.seats[0]).await.0, 200);
}
