//! Battles under way while the program is renewed: older ones go on under the rules of today, newer ones
//! are only shown.

use std::time::Duration;

use engine::Verdict;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{AnyPool, Row as _};

use crate::{
    client::{Client, Host, Made, generous, heard_json},
    nodes::{pair_on, until},
    pace::joined,
    postgres::Postgres,
    records::{alter, download, of_version, open},
};

fn ours() -> u32 {
    rulesets::find("asfos").unwrap().rules_version()
}

async fn pool(url: &str) -> AnyPool {
    sqlx::any::install_default_drivers();
    AnyPool::connect(url).await.unwrap()
}

/// The head of the only match, as it is stored.
async fn stored_head(url: &str) -> Value {
    let pool = pool(url).await;
    let head: String = sqlx::query_scalar("SELECT head FROM matches").fetch_one(&pool).await.unwrap();
    pool.close().await;
    serde_json::from_str(&head).unwrap()
}

/// The head of the only match, as a program of rules version `version` would have written it.
async fn written_by(url: &str, version: u32) {
    let head = stored_head(url).await.to_string();
    store_head(url, &of_version(&head, u64::from(version))).await;
}

async fn store_head(url: &str, head: &str) {
    let pool = pool(url).await;
    let done = sqlx::query("UPDATE matches SET head = $1").bind(head).execute(&pool).await.unwrap();
    assert_eq!(done.rows_affected(), 1);
    pool.close().await;
}

/// A server that is stopped, and started again after something was done to its database.
struct Renewed {
    folder: std::path::PathBuf,
    url: String,
}

impl Renewed {
    async fn stopped(mut host: Host) -> Renewed {
        host.running.take().unwrap().stop().await;
        let folder = std::mem::take(&mut host.folder);
        let url = format!("sqlite://{}", folder.join("flagbridge.sqlite").display());
        Renewed { folder, url }
    }

    async fn started(self) -> Host {
        Host::at(self.folder, generous()).await
    }
}

fn path_of(made: &Made) -> String {
    format!("/api/matches/{}", made.id)
}

/// How the only match stands, as `admin check` finds it.
async fn examined(url: &str) -> Result<server::Standing, String> {
    let store = store::Store::open_to_read(url).await.unwrap();
    let id = store.matches_after("", 2).await.unwrap().remove(0);
    let kept = store.load(&id).await.unwrap().unwrap();
    store.close().await;
    server::examine(&kept)
}

/// One of both has sealed when the program is renewed.
async fn half_sealed(name: &str) -> (Host, Made, u64) {
    let host = Host::start(name).await;
    let (made, n) = host.client.both_to_plot().await;
    let order = host.client.suggestion(&made, 0).await["order"].clone();
    assert_eq!(host.client.order(&made, 0, n, json!({"order": order})).await.0, 200);
    (host, made, n)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_under_way_goes_on_under_the_rules_of_today() {
    let (host, made, n) = half_sealed("renewed").await;
    let before = host.client.table(&made, 0).await;
    let renewed = Renewed::stopped(host).await;
    written_by(&renewed.url, 0).await;
    assert_eq!(examined(&renewed.url).await, Ok(server::Standing::OtherRules));
    let url = renewed.url.clone();
    let host = renewed.started().await;
    let client = &host.client;
    let (status, info) = client.get(&path_of(&made), &made.seats[0]).await;
    assert_eq!((status, &info["other_rules"]), (200, &Value::Null), "{info}");
    let table = &info["table"];
    assert_eq!((&table["view"], &table["next"]), (&before["view"], &before["next"]));
    // What was sealed stays so, and can be taken back.
    assert_eq!((&table["sealed"], &table["awaiting"]), (&before["sealed"], &json!([1])));
    // Whoever only looks changes nothing.
    assert_eq!(stored_head(&url).await.get("versions"), None);
    let events = client.get(&format!("{}/events", path_of(&made)), &made.seats[1]).await.1;
    assert_eq!(events["next"], client.table(&made, 1).await["next"]);

    let order = client.suggestion(&made, 1).await["order"].clone();
    let (status, answer) = client.order(&made, 1, n, json!({"order": order})).await;
    assert_eq!((status, &answer["resolved"]), (200, &json!(true)), "{answer}");
    let head = stored_head(&url).await;
    let counts = json!([{"decision": n, "event": before_events(&url, n).await, "rules_version": ours()}]);
    assert_eq!((&head["versions"], &head["rules_version"]), (&counts, &json!(0)));

    // From here on it is as any other: also after another start.
    let host = host.restart().await;
    let client = &host.client;
    client.play(&made, n + 3).await;
    assert_eq!(examined(&url).await, Ok(server::Standing::InPart));
    client.play(&made, u64::MAX).await;
    let (status, text) = download(client, &made).await;
    assert_eq!(status, 200, "{text}");
    let (_, info) = client.get(&path_of(&made), &made.seats[0]).await;
    let told = |field: &str| info[field].as_str().map(str::to_owned);
    let expected = rulesets::Expected { commitment: told("commitment"), key: told("key") };
    let Ok(Verdict::Followed { proof, .. }) = open(&text).verify_against(&expected) else { panic!("{text}") };
    let recomputed: Vec<_> = proof.stretches.iter().map(|it| (it.rules_version, it.recomputed)).collect();
    assert_eq!(recomputed, [(0, false), (ours(), true)]);
    assert_eq!(proof.stretches[0].decisions.end as u64, n);
    assert_eq!(examined(&url).await, Ok(server::Standing::InPart));
}

/// How many events had happened before decision `n`.
async fn before_events(url: &str, n: u64) -> i64 {
    let pool = pool(url).await;
    let query = sqlx::query_scalar("SELECT after_events FROM decisions WHERE n = $1").bind(n as i64);
    let after = query.fetch_one(&pool).await.unwrap();
    pool.close().await;
    after
}

/// Under the rules of today it is no order any more: its seat is asked again.
#[tokio::test(flavor = "multi_thread")]
async fn an_order_sealed_under_other_rules_may_be_asked_for_again() {
    let (host, made, n) = half_sealed("asked-again").await;
    let renewed = Renewed::stopped(host).await;
    written_by(&renewed.url, 0).await;
    alter(
        &renewed.url,
        "UPDATE submissions SET body = '{\"signals\": []}' \
        WHERE decision = (SELECT COUNT(*) FROM decisions)",
    )
    .await;
    let url = renewed.url.clone();
    let host = renewed.started().await;
    let client = &host.client;
    let table = client.table(&made, 0).await;
    assert_eq!((&table["awaiting"], &table["sealed"]), (&json!([0, 1]), &json!([])));
    for seat in [1, 0] {
        let order = client.suggestion(&made, seat).await["order"].clone();
        let (status, answer) = client.order(&made, seat, n, json!({"order": order})).await;
        assert_eq!((status, &answer["resolved"]), (200, &json!(seat == 0)), "{answer}");
    }
    let host = host.restart().await;
    host.client.play(&made, n + 2).await;
    assert_eq!(examined(&url).await, Ok(server::Standing::InPart));
}

/// What was promised before the change of rules holds after it.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_waits_for_somebody_begins_under_the_rules_of_today() {
    let host = Host::start("waits").await;
    let made = host.client.make_waiting(json!([{"kind": "me"}, {"kind": "friend"}])).await;
    assert_eq!(host.client.join(&made, 0, "before").await.0, 200);
    let renewed = Renewed::stopped(host).await;
    written_by(&renewed.url, 0).await;
    let promised = stored_head(&renewed.url).await["commitment"].clone();
    let url = renewed.url.clone();
    let host = renewed.started().await;
    let client = &host.client;
    let (_, info) = client.get(&path_of(&made), &made.seats[0]).await;
    assert_eq!((&info["commitment"], &info["table"]["missing"]), (&promised, &json!([1])));
    let (status, info) = client.join(&made, 1, "after").await;
    assert_eq!((status, &info["commitment"], &info["other_rules"]), (200, &promised, &Value::Null), "{info}");
    client.play(&made, 3).await;
    let host = host.restart().await;
    host.client.play(&made, u64::MAX).await;
    let (_, text) = download(&host.client, &made).await;
    let commitment = promised.as_str().map(str::to_owned);
    let verdict = open(&text).verify_against(&rulesets::Expected { commitment, key: None });
    // Nothing of it was played by other rules.
    assert!(matches!(verdict, Ok(Verdict::Proven { .. })), "{verdict:?}");
    assert_eq!(stored_head(&url).await["versions"][0]["decision"], json!(0));
}

/// By the rules of today it is over, by those of its time it was not.
#[tokio::test(flavor = "multi_thread")]
async fn a_battle_that_cannot_be_taken_over_is_looked_at_conceded_and_branched() {
    let host = Host::start("barred").await;
    let made = host.client.hot_seat().await;
    let end = host.client.play(&made, u64::MAX).await;
    let renewed = Renewed::stopped(host).await;
    written_by(&renewed.url, 0).await;
    alter(&renewed.url, "UPDATE matches SET outcome = '', proof = ''").await;
    let host = renewed.started().await;
    let client = &host.client;
    let path = path_of(&made);
    let (status, info) = client.get(&path, &made.seats[0]).await;
    assert_eq!((status, &info["other_rules"]), (200, &json!(0)), "{info}");
    assert_eq!(info["other_rules_why"], json!("by the rules of today the battle is over there"));
    assert_eq!((&info["table"]["awaiting"], &info["table"]["deciding"]), (&json!([]), &json!([])));
    let n = info["table"]["decision"].as_u64().unwrap();
    let (status, answer) = client.order(&made, 0, n, json!({"text": "x"})).await;
    assert_eq!((status, &answer["error"]["code"]), (409, &json!("other_rules")));
    assert_eq!(client.get(&format!("{path}/suggestion"), &made.seats[0]).await.0, 409);
    assert_eq!(client.get(&format!("{path}/events"), &made.seats[0]).await.0, 200);

    assert_eq!(download(client, &made).await.0, 409);
    let (status, table) =
        client.post(&format!("{path}/concede"), &made.seats[1], json!({"sure": true})).await;
    assert_eq!((status, &table["outcome"]), (200, &json!({"won": [0]})), "{table}");
    let (status, answer) =
        client.post(&format!("{path}/concede"), &made.seats[0], json!({"sure": true})).await;
    assert_eq!((status, &answer["error"]["code"]), (409, &json!("over")));
    let (status, text) = download(client, &made).await;
    assert_eq!(status, 200, "{text}");
    let key = info["key"].as_str().map(str::to_owned);
    let expected = rulesets::Expected { commitment: None, key };
    assert!(matches!(open(&text).verify_against(&expected), Ok(Verdict::Followed { .. })));
    let seats = json!([{"kind": "me"}, {"kind": "me"}]);
    let middle = end["next"].as_u64().unwrap() / 2;
    let branch = json!({"events": middle, "seats": seats});
    let (status, created) = client.post(&format!("{path}/branch"), &made.seats[0], branch).await;
    assert_eq!(status, 201, "{created}");
    let branch = Made::read(&created);
    let decision = client.table(&branch, 0).await["decision"].as_u64().unwrap();
    client.play(&branch, decision + 2).await;

    // All of it is in the store, and the server has the key it had.
    let host = host.restart().await;
    assert_eq!(download(&host.client, &made).await, (200, text));
    let (_, again) = host.client.get(&path, &made.seats[0]).await;
    assert_eq!(again["key"], info["key"]);
}

/// An unfinished record from elsewhere goes on here, too.
#[tokio::test(flavor = "multi_thread")]
async fn an_older_record_is_brought_and_goes_on() {
    let host = Host::start("older-record").await;
    let client = &host.client;
    let made = client.hot_seat().await;
    client.play(&made, u64::MAX).await;
    let (_, text) = download(client, &made).await;
    let mut record: Value = serde_json::from_str(&text).unwrap();
    let after = record["decisions"][4]["after"].as_u64().unwrap() as usize;
    record["decisions"].as_array_mut().unwrap().truncate(4);
    record["events"].as_array_mut().unwrap().truncate(after);
    for of_the_end in ["outcome", "parts", "chain", "signature"] {
        record.as_object_mut().unwrap().remove(of_the_end);
    }
    let url = format!("{}/api/records", client.base);
    let brought = client.http.post(url).header("content-type", "application/json");
    let answer = brought.body(of_version(&record.to_string(), 0)).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 201);
    let brought = Made::read(&answer.json().await.unwrap());
    client.play(&brought, u64::MAX).await;
    let home: Value = serde_json::from_str(&download(client, &brought).await.1).unwrap();
    assert_eq!(home["versions"], json!([{"decision": 4, "event": after, "rules_version": ours()}]));
    assert_eq!(home["brought"], json!([4]));
    assert!(matches!(open(&home.to_string()).verify(), Ok(Verdict::Followed { .. })));
}

/// The head of a match after a newer program has taken it over at decision `n`.
fn taken_over(head: &Value, n: u64, event: i64) -> String {
    let mut head = head.clone();
    head["versions"] = json!([{"decision": n, "event": event, "rules_version": ours() + 1}]);
    head.to_string()
}

/// What an older server does with a battle that a newer one has taken over.
async fn is_only_shown(client: &Client, made: &Made, n: u64) {
    let (status, info) = client.get(&path_of(made), &made.seats[1]).await;
    assert_eq!((status, &info["other_rules"]), (200, &json!(ours() + 1)), "{info}");
    let table = &info["table"];
    assert!(table["view"].is_object() && table["frozen"].as_str().unwrap().contains("successor"), "{table}");
    assert_eq!((&table["awaiting"], &table["menu"]), (&json!([]), &Value::Null));
    let refused = |(status, answer): (u16, Value)| {
        assert_eq!((status, &answer["error"]["code"]), (409, &json!("other_rules")), "{answer}");
    };
    refused(client.order(made, 1, n, json!({"text": "x"})).await);
    let path = path_of(made);
    refused(client.post(&format!("{path}/concede"), &made.seats[1], json!({"sure": true})).await);
    refused(client.post(&format!("{path}/draw"), &made.seats[1], json!({"agree": true})).await);
    let back = format!("{path}/decisions/{n}/order");
    refused(client.send(Method::DELETE, &back, Some(&made.seats[0]), None).await);
    assert_eq!(client.get(&format!("{path}/events"), &made.seats[0]).await.0, 200);
}

/// Its clock is not forgotten by the older one either: that is left to the newer.
#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_newer_rules_is_only_shown_and_what_it_owes_stays_owed() {
    let host = Host::start("newer").await;
    let made = joined(&host.client, json!({"decision": 3_600, "late": "lost"})).await;
    let n = host.client.play(&made, 2).await["decision"].as_u64().unwrap();
    let renewed = Renewed::stopped(host).await;
    let (url, head) = (renewed.url.clone(), stored_head(&renewed.url).await);
    let pool = pool(&url).await;
    let events: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM events").fetch_one(&pool).await.unwrap();
    store_head(&url, &taken_over(&head, n, events)).await;
    alter(&url, "UPDATE jobs SET due = 1 WHERE kind = 'clock'").await;
    let host = renewed.started().await;
    is_only_shown(&host.client, &made, n).await;
    // Claimed, and left to others.
    loop {
        let job = sqlx::query("SELECT due, tries, lease, done FROM jobs WHERE kind = 'clock'");
        let job = job.fetch_one(&pool).await.unwrap();
        let number = |name: &str| job.get::<i64, _>(name);
        if 0 < number("tries") && number("lease") == 0 {
            assert!(1 < number("due") && number("done") == 0, "{}", number("done"));
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    pool.close().await;
    // Once the program here is the newer one, the battle goes on.
    let renewed = Renewed::stopped(host).await;
    store_head(&url, &head.to_string()).await;
    let host = renewed.started().await;
    let table = host.client.table(&made, 0).await;
    assert_eq!((&table["decision"], &table["frozen"]), (&json!(n), &Value::Null));
    host.client.play(&made, n + 1).await;
}

/// Two servers on one database while they are exchanged for newer ones. What the newer would write is
/// written here by hand: a program of rules that do not exist yet cannot be built.
#[tokio::test(flavor = "multi_thread")]
async fn an_older_server_only_shows_what_a_newer_one_has_taken_over() {
    let postgres = Postgres::start();
    let url = postgres.database("exchanged");
    let [a, b] = pair_on(&url, generous()).await;
    let (made, n) = a.client.both_to_plot().await;
    let order = b.client.suggestion(&made, 0).await["order"].clone();
    assert_eq!(b.client.order(&made, 0, n, json!({"order": order})).await.0, 200);
    // Both have it in memory, and somebody looks on.
    let mut socket = a.client.connect(&made, &made.seats[1], 0).await;
    heard_json(&mut socket).await;
    let head = stored_head(&url).await;
    let pool = pool(&url).await;
    let events: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM events").fetch_one(&pool).await.unwrap();
    let write = sqlx::query("UPDATE matches SET head = $1, version = version + 1");
    write.bind(taken_over(&head, n, events)).execute(&pool).await.unwrap();
    is_only_shown(&b.client, &made, n).await;
    is_only_shown(&a.client, &made, n).await;
    // Whoever looks on is told as soon as anything wakes his connection, and at the latest by the next look.
    until(&a.client, &made, |it| it["frozen"].is_string()).await;
    // Something in it that no program of today can read: told as what it is, and not as damage.
    let write = sqlx::query("UPDATE events SET body = '{\"sails\": 3}' WHERE n = 0");
    write.execute(&pool).await.unwrap();
    sqlx::query("UPDATE matches SET version = version + 1").execute(&pool).await.unwrap();
    let (status, answer) = a.client.get(&path_of(&made), &made.seats[1]).await;
    assert_eq!((status, &answer["error"]["code"]), (409, &json!("other_rules")), "{answer}");
    // Other battles are none the worse.
    let other = b.client.hot_seat().await;
    a.client.play(&other, 2).await;
    pool.close().await;
}
