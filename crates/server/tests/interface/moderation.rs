//! Order in the house over sockets: reports, what moderators do, and what those see whom it is about.

use serde_json::{Value, json};
use server::Edge;
use store::{Act, Job, MODERATOR, Store};

use crate::{
    client::{Client, Host, generous, patient},
    people::{Browser, PASSWORD, open},
};

async fn appoint(host: &Host, name: &str) {
    let url = store::file_url(&host.folder.join("flagbridge.sqlite"));
    let store = Store::open_shared(&url, patient()).await.unwrap();
    let person = store.person_named(&name.to_lowercase()).await.unwrap().unwrap().id;
    store
        .set_role(MODERATOR, &Act { id: format!("appoint {name}"), person, ..Act::default() })
        .await
        .unwrap();
    store.close().await;
}

async fn post(browser: &mut Browser, client: &Client, path: &str, body: Value) -> (u16, Value) {
    let said = browser.ask(client, "POST", path, Some(body)).await;
    (said.status, said.body)
}

async fn get(browser: &mut Browser, client: &Client, path: &str) -> Value {
    let said = browser.ask(client, "GET", path, None).await;
    assert_eq!(said.status, 200, "{path}: {}", said.body);
    said.body
}

/// From words at a table to the warning, the mute and the ban.
#[tokio::test(flavor = "multi_thread")]
async fn a_report_is_decided_and_whoever_it_is_about_sees_it() {
    let host = open("reports", generous(), Edge::default()).await;
    let client = &host.client;
    let made = client.hot_seat().await;
    let (mut ada, mut bob) = (Browser::sign_up(client, "Ada").await, Browser::sign_up(client, "Bob").await);
    let mut mo = Browser::sign_up(client, "Mona").await;
    appoint(&host, "Mona").await;
    for (browser, seat) in [(&mut ada, 0), (&mut bob, 1)] {
        let seats = json!({"secrets": [made.seats[seat]]});
        browser.ask(client, "POST", "/api/me/seats", Some(seats)).await;
    }
    let talk = format!("/api/matches/{}/talk", made.id);
    let say = |text: &str| json!({"room": "players", "text": text});
    assert_eq!(post(&mut ada, client, &talk, say("Hello.")).await.0, 200);
    assert_eq!(post(&mut bob, client, &talk, say("Rude words.")).await.0, 200);
    let report = json!({"room": "players", "why": "He is rude."});
    let path = format!("{talk}/2/report");
    assert_eq!(post(&mut ada, client, &path, report.clone()).await, (200, json!({"fresh": true})));
    assert_eq!(post(&mut ada, client, &path, report.clone()).await, (200, json!({"fresh": false})));
    assert_eq!(post(&mut ada, client, &path, json!({"room": "players", "why": " "})).await.0, 422);

    // The moderator finds it with what was said before, and knows whose seat it was.
    assert_eq!(get(&mut mo, client, "/api/me/conduct").await["reports"], 1);
    assert_eq!(get(&mut ada, client, "/api/me/conduct").await.get("reports"), None);
    let queue = get(&mut mo, client, "/api/moderation/reports").await;
    let first = &queue["reports"][0];
    assert_eq!(
        (&first["by"], &first["name"], &first["kind"]),
        (&json!("Ada"), &json!("Bob"), &json!("talk"))
    );
    let context = first["context"].as_array().unwrap();
    assert_eq!(context.iter().map(|it| &it["text"]).collect::<Vec<_>>(), ["Hello.", "Rude words."]);
    assert_eq!((&context[1]["reported"], &first["battle"]["seat"]), (&json!(true), &json!(1)));
    let path = format!("/api/moderation/reports/{}", first["id"].as_str().unwrap());
    let (status, left) =
        post(&mut mo, client, &path, json!({"verdict": "Warned him.", "remove": true})).await;
    assert_eq!((status, &left["reports"]), (200, &json!([])));
    assert_eq!(post(&mut mo, client, &path, json!({"verdict": "Again."})).await.0, 409);
    let told = get(&mut ada, client, &format!("{talk}?room=players")).await;
    assert_eq!((&told["words"][1]["text"], &told["words"][1]["removed"]), (&json!(""), &json!(true)));

    // A warning is seen until it is confirmed; a mute is told where one would speak.
    let about = "/api/moderation/people/Bob";
    assert_eq!(post(&mut mo, client, about, json!({"act": "warn", "why": "Mind your words."})).await.0, 200);
    let conduct = get(&mut bob, client, "/api/me/conduct").await;
    assert_eq!(conduct["warnings"][0]["words"], "Mind your words.");
    let seen = format!("/api/me/warnings/{}", conduct["warnings"][0]["id"].as_str().unwrap());
    assert_eq!(post(&mut ada, client, &seen, json!({})).await.0, 404);
    assert_eq!(post(&mut bob, client, &seen, json!({})).await.1["warnings"], json!([]));
    assert_eq!(
        post(&mut mo, client, about, json!({"act": "mute", "days": 3, "why": "Shouts."})).await.0,
        200
    );
    let (status, refused) = post(&mut bob, client, &talk, say("Again.")).await;
    assert_eq!(status, 403);
    assert!(refused["error"]["message"].as_str().unwrap().contains("3 more days: Shouts."));
    // It is part of what is kept of him, as her office is of her.
    let export = get(&mut bob, client, "/api/me/export").await;
    assert_eq!(
        (&export["together"]["muted"]["why"], &export["together"]["moderator"]),
        (&json!("Shouts."), &json!(false))
    );
    assert_eq!(get(&mut mo, client, "/api/me/export").await["together"]["moderator"], true);
    // Nobody talks round a mute with the seat's secret, and a ban neither.
    assert_eq!(client.post(&talk, &made.seats[1], say("Again.")).await.0, 403);
    assert_eq!(post(&mut mo, client, about, json!({"act": "unmute", "why": "Enough."})).await.0, 200);
    assert_eq!(client.post(&talk, &made.seats[1], say("Sorry.")).await.0, 200);
    let ban = json!({"act": "ban", "days": 2, "why": "Floods."});
    assert_eq!(post(&mut mo, client, about, ban).await.1["person"]["banned"]["why"], "Floods.");
    assert_eq!(bob.ask(client, "GET", "/api/me", None).await.body.get("person"), None);
    assert_eq!(client.post(&talk, &made.seats[1], say("Again.")).await.0, 403);
    // The battle goes on all the same, and what it comes to is the record of it.
    assert_eq!(client.get(&format!("/api/matches/{}", made.id), &made.seats[1]).await.0, 200);
    assert_eq!(post(&mut mo, client, about, json!({"act": "unban", "why": "Time."})).await.0, 200);

    // Everything is written down, with who and why.
    let log = get(&mut mo, client, "/api/moderation/log").await;
    let acts: Vec<(&str, &str)> = log["acts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["by"] == "Mona")
        .map(|it| (it["act"].as_str().unwrap(), it["words"].as_str().unwrap()))
        .collect();
    for expected in [
        ("remove", "Warned him."),
        ("decide", "Warned him."),
        ("warn", "Mind your words."),
        ("mute", "3 days: Shouts."),
        ("unmute", "Enough."),
        ("ban", "2 days: Floods."),
        ("unban", "Time."),
    ] {
        assert!(acts.contains(&expected), "{expected:?} in {acts:?}");
    }
    let dossier = get(&mut mo, client, about).await;
    assert_eq!(
        (&dossier["reports"][0]["decided"]["by"], &dossier["battles"][0]["seat"]),
        (&json!("Mona"), &json!(1))
    );
    assert_eq!(dossier["warnings"][0]["seen"], true);
}

/// What is asked of a moderator and cannot be done is refused in words, and does nothing.
#[tokio::test(flavor = "multi_thread")]
async fn moderators_have_limits_too() {
    let host = open("measures", generous(), Edge::default()).await;
    let client = &host.client;
    let (mut mo, mut max) = (Browser::sign_up(client, "Mona").await, Browser::sign_up(client, "Maxi").await);
    let mut bob = Browser::sign_up(client, "Bob").await;
    appoint(&host, "Mona").await;
    appoint(&host, "Maxi").await;
    let warn = json!({"act": "warn", "why": "Mind."});
    assert_eq!(post(&mut mo, client, "/api/moderation/people/Maxi", warn.clone()).await.0, 403);
    assert_eq!(post(&mut mo, client, "/api/moderation/people/Nobody", warn.clone()).await.0, 404);
    assert_eq!(post(&mut bob, client, "/api/moderation/people/Bob", warn).await.0, 403);
    for (measure, status) in [
        (json!({"act": "warn", "why": ""}), 422),
        (json!({"act": "warn", "why": "\u{202e}\u{200b}"}), 422),
        (json!({"act": "warn"}), 400),
        (json!({"act": "mute", "why": "x", "days": 0}), 422),
        (json!({"act": "mute", "why": "x", "days": 999_999}), 422),
        (json!({"act": "ban", "why": "x", "days": -1}), 400),
        (json!({"act": "rename", "why": "x", "to": "Adm1n"}), 422),
        (json!({"act": "rename", "why": "x", "to": "M0na"}), 409),
        (json!({"act": "hang", "why": "x"}), 400),
    ] {
        let (found, answer) = post(&mut mo, client, "/api/moderation/people/Bob", measure.clone()).await;
        assert_eq!(found, status, "{measure} {answer}");
    }
    let log = get(&mut max, client, "/api/moderation/log").await;
    assert_eq!(log["acts"].as_array().unwrap().iter().filter(|it| it["by"] != "").count(), 0, "{log}");
    // A name and a password are given anew.
    let named = json!({"act": "rename", "why": "Asked for it.", "to": "Robert"});
    assert_eq!(
        post(&mut mo, client, "/api/moderation/people/Bob", named).await.1["person"]["name"],
        "Robert"
    );
    assert_eq!(get(&mut bob, client, "/api/me").await["person"]["name"], "Robert");
    let reset = json!({"act": "reset", "why": "Forgot it."});
    let link = post(&mut mo, client, "/api/moderation/people/Robert", reset).await.1["link"].clone();
    let chosen = json!({"link": link, "password": "six other moons"});
    assert_eq!(post(&mut Browser::default(), client, "/api/reset", chosen).await.0, 200);
    assert_eq!(bob.ask(client, "GET", "/api/me", None).await.body.get("person"), None);
    let found = get(&mut mo, client, "/api/moderation/people?part=RO").await;
    assert_eq!(found["people"][0]["name"], "Robert");
}

/// A battle that a moderator ends is over for nobody, and its record says so and proves itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_ends_a_battle_and_silences_a_guest() {
    let host = open("ends", generous(), Edge::default()).await;
    let client = &host.client;
    let made = client.hot_seat().await;
    let mut mo = Browser::sign_up(client, "Mona").await;
    appoint(&host, "Mona").await;
    let talk = format!("/api/matches/{}/talk", made.id);
    let say = json!({"room": "players", "text": "Rude words."});
    assert_eq!(client.post(&talk, &made.seats[1], say.clone()).await.0, 200);
    let report = json!({"room": "players", "why": "rude"});
    assert_eq!(client.post(&format!("{talk}/1/report"), &made.seats[0], report).await.0, 200);
    let queue = get(&mut mo, client, "/api/moderation/reports").await;
    assert_eq!(
        (&queue["reports"][0]["person"], &queue["reports"][0]["battle"]["seat"]),
        (&json!(false), &json!(1))
    );
    let battle = format!("/api/moderation/battles/{}", made.id);
    let silence = |seat: u8| json!({"seat": seat, "why": "Rude."});
    assert_eq!(post(&mut mo, client, &format!("{battle}/silence"), silence(7)).await.0, 404);
    assert_eq!(post(&mut mo, client, &format!("{battle}/silence"), silence(1)).await.0, 200);
    assert_eq!(client.post(&talk, &made.seats[1], say.clone()).await.0, 403);
    assert_eq!(client.post(&talk, &made.seats[0], say).await.0, 200);

    assert_eq!(post(&mut mo, client, "/api/moderation/battles/none/end", json!({"why": "x"})).await.0, 404);
    assert_eq!(post(&mut mo, client, &format!("{battle}/end"), json!({"why": ""})).await.0, 422);
    assert_eq!(post(&mut mo, client, &format!("{battle}/end"), json!({"why": "Threats."})).await.0, 200);
    let table = client.table(&made, 0).await;
    assert_eq!((&table["outcome"], &table["ended"]["by"]), (&json!("draw"), &json!("moderator")));
    assert_eq!(post(&mut mo, client, &format!("{battle}/end"), json!({"why": "Again."})).await.0, 409);
    let (status, record) = client.get(&format!("/api/matches/{}/record", made.id), &made.seats[0]).await;
    assert_eq!((status, &record["ending"]["by"]), (200, &json!("moderator")));
    assert!(!record.to_string().contains("Threats"));
    let text = record.to_string();
    let source = rulesets::Source { name: "record", text: &text, format: rulesets::Format::Json };
    rulesets::open_record(&source).unwrap().resume().unwrap();
}

/// Whoever is gone is found nowhere but in what was done about them.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_reported_outlives_whoever_goes() {
    let host = open("outlives", generous(), Edge::default()).await;
    let client = &host.client;
    let mut mo = Browser::sign_up(client, "Mona").await;
    let (mut ada, mut bob) = (Browser::sign_up(client, "Ada").await, Browser::sign_up(client, "Bob").await);
    appoint(&host, "Mona").await;
    let report = json!({"why": "Stole my name."});
    assert_eq!(post(&mut ada, client, "/api/people/Bob/report", report.clone()).await.0, 200);
    assert_eq!(post(&mut ada, client, "/api/people/Ada/report", report.clone()).await.0, 422);
    assert_eq!(post(&mut ada, client, "/api/people/Zoe/report", report).await.0, 404);
    for browser in [&mut ada, &mut bob] {
        assert_eq!(post(browser, client, "/api/me/delete", json!({"password": PASSWORD})).await.0, 200);
    }
    let queue = get(&mut mo, client, "/api/moderation/reports").await;
    let first = &queue["reports"][0];
    assert_eq!((&first["name"], &first["person"], &first["by"]), (&json!("Bob"), &json!(false), &json!("")));
    // Somebody else has the name now, and nothing to do with it.
    Browser::sign_up(client, "Bob").await;
    let queue = get(&mut mo, client, "/api/moderation/reports").await;
    assert_eq!(queue["reports"][0]["person"], false);
    assert_eq!(get(&mut mo, client, "/api/moderation/people/Bob").await["reports"], json!([]));
}

/// The command line ends a battle through a job, which the server has in hand.
#[tokio::test(flavor = "multi_thread")]
async fn a_battle_is_ended_on_somebodys_behalf() {
    let host = open("end-later", generous(), Edge::default()).await;
    let made = host.client.hot_seat().await;
    let url = store::file_url(&host.folder.join("flagbridge.sqlite"));
    let store = Store::open_shared(&url, patient()).await.unwrap();
    for name in [made.id.as_str(), "nowhere"] {
        let job =
            Job { kind: server::END_BATTLE.to_owned(), name: name.to_owned(), due: 1, ..Job::default() };
        store.set_job(&job).await.unwrap();
    }
    store.close().await;
    let host = host.restart().await;
    let mut table = host.client.table(&made, 0).await;
    while table["outcome"].is_null() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        table = host.client.table(&made, 0).await;
    }
    assert_eq!((&table["outcome"], &table["ended"]["by"]), (&json!("draw"), &json!("moderator")));
}
