//! Notices over sockets: each thing is told once, by the ways its reader has
//! chosen, to who is not at the table; what arrives is opened and verified here.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use couriers::{base64url, hook, push};
use serde_json::{Value, json};
use store::Store;

use crate::{
    client::{Client, LONG, Made, generous, heard_json, patient},
    pace::paced,
    people::{Browser, Said},
    sinks::{Parcel, Place, start, until},
};

async fn ask(place: &Place, browser: &mut Browser, method: &str, path: &str, body: Value) -> Said {
    let body = Some(body).filter(|it| !it.is_null());
    browser.ask(place.client(), method, path, body).await
}

/// A correspondence battle between two people, at a decision that both take at once.
async fn battle(place: &Place, one: &mut Browser, two: &mut Browser) -> Made {
    let pace = json!({"decision": 86_400, "late": "draft"});
    let made = paced(place.client(), json!([{"kind": "me"}, {"kind": "friend"}]), pace).await;
    for (seat, browser) in [one, two].into_iter().enumerate() {
        assert_eq!(place.client().join(&made, seat, &format!("words of {seat}")).await.0, 200);
        let secrets = json!({"secrets": [made.seats[seat]]});
        assert_eq!(ask(place, browser, "POST", "/api/me/seats", secrets).await.body["taken"], 1);
    }
    to_both(place.client(), &made).await;
    made
}

async fn to_both(client: &Client, made: &Made) -> u64 {
    let mut n = 0;
    loop {
        let table = client.play(made, n).await;
        if table["awaiting"] == json!([0, 1]) {
            return table["decision"].as_u64().unwrap();
        }
        n += 1;
    }
}

async fn order(client: &Client, made: &Made, seat: usize) {
    let decision = client.table(made, seat).await["decision"].as_u64().unwrap();
    let order = client.suggestion(made, seat).await["order"].clone();
    let (status, answer) = client.order(made, seat, decision, json!({"order": order})).await;
    assert_eq!(status, 200, "{answer}");
}

/// To the next decision that waits for seat 0; seat 1 orders whatever comes before it.
async fn to_the_first(place: &Place, made: &Made, after: u64) {
    loop {
        let table = place.client().table(made, 1).await;
        let decision = table["decision"].as_u64().unwrap();
        let awaiting: Vec<usize> = serde_json::from_value(table["awaiting"].clone()).unwrap();
        match after < decision {
            true if awaiting.contains(&0) => return,
            true => order(place.client(), made, 1).await,
            false => tokio::time::sleep(std::time::Duration::from_millis(10)).await,
        }
    }
}

/// A seat gives the battle up, with nothing left to order: it is over at once.
async fn conceded(place: &Place, made: &Made, seat: usize) {
    order(place.client(), made, seat).await;
    let path = format!("/api/matches/{}/concede", made.id);
    let (status, table) = place.client().post(&path, &made.seats[seat], json!({"sure": true})).await;
    assert_eq!((status, table["outcome"].is_null()), (200, false), "{table}");
}

/// The kinds of what somebody was told, the first first, with whether it was read.
async fn told(place: &Place, browser: &mut Browser) -> Vec<(String, bool)> {
    let list = ask(place, browser, "GET", "/api/me/notices", Value::Null).await.body;
    let kind = |it: &Value| (it["kind"].as_str().unwrap().to_owned(), it["read"] == true);
    let mut told: Vec<_> = list["notices"].as_array().unwrap().iter().map(kind).collect();
    told.reverse();
    let unread = told.iter().filter(|(_, read)| !read).count();
    assert_eq!(list["unread"], unread);
    told
}

/// Waits until somebody was told so much.
async fn comes(place: &Place, browser: &mut Browser, n: usize) -> Vec<(String, bool)> {
    let begun = Instant::now();
    while begun.elapsed() < LONG {
        let told = told(place, browser).await;
        if n <= told.len() {
            return told;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("{n} notices do not come: {:?}", told(place, browser).await);
}

/// A browser that takes pushes, and its keys.
struct Phone {
    key: push::Key,
    auth: String,
}

impl Phone {
    async fn of(place: &Place, browser: &mut Browser) -> Phone {
        let phone = Phone { key: push::Key::new(&[7; 32]).unwrap(), auth: base64url::write(&[9; 16]) };
        let endpoint = format!("{}/push", place.door.base);
        let device = json!({"endpoint": endpoint, "p256dh": phone.key.public(), "auth": phone.auth});
        let said = ask(place, browser, "POST", "/api/me/devices", device).await;
        assert_eq!(said.status, 201, "{}", said.body);
        phone
    }

    /// What a push says, once it is certain that our server sent it.
    fn open(&self, place: &Place, parcel: &Parcel) -> Value {
        let claims = push::opened::word(parcel.header("authorization")).expect("the server's word");
        assert_eq!(claims["aud"], place.door.base);
        assert_eq!(claims["sub"], "mailto:post@fleet.example");
        assert_eq!(parcel.header("content-encoding"), "aes128gcm");
        assert!(!parcel.header("ttl").is_empty() && !parcel.header("topic").is_empty());
        let text = push::opened::open(&parcel.body, &self.key, &self.auth).expect("sealed for this browser");
        serde_json::from_str(&text).unwrap()
    }
}

/// What a webhook hears, once it is certain that our server sent it.
fn heard(parcel: &Parcel, secret: &str) -> Value {
    let body = String::from_utf8(parcel.body.clone()).unwrap();
    let signature = parcel.header("x-flagbridge-signature");
    let (moment, signature) = signature.strip_prefix("t=").unwrap().split_once(",v1=").unwrap();
    assert_eq!(signature, hook::sign(&body, secret, moment.parse().unwrap()));
    let call: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(parcel.header("x-flagbridge-id"), call["id"]);
    call
}

async fn hooked(place: &Place, browser: &mut Browser) -> String {
    let url = json!({"url": format!("{}/hook", place.door.base)});
    let said = ask(place, browser, "POST", "/api/me/hook", url).await;
    assert_eq!(said.status, 200, "{}", said.body);
    said.body["secret"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_told_once_by_every_way_and_then_that_time_runs_low() {
    let place = Place::open("turn").await;
    let (mut ann, mut bob) = (place.person("Ann").await, place.person("Bob").await);
    let phone = Phone::of(&place, &mut ann).await;
    let secret = hooked(&place, &mut ann).await;
    let made = battle(&place, &mut ann, &mut bob).await;
    place.step(40).await;
    assert_eq!(comes(&place, &mut ann, 1).await, [("turn".to_owned(), false)]);
    let call = heard(&place.door.nth("/hook", 1).await, &secret);
    assert_eq!((&call["kind"], &call["battle"]), (&json!("turn"), &json!(made.id)));
    assert_eq!(call["link"], format!("{}/#/table/{}", place.client().base, made.id));
    assert_eq!(phone.open(&place, &place.door.nth("/push", 1).await), call);
    let letter = place.letters.nth("ann@post.example", 2).await;
    assert!(
        letter.contains("Subject: Your turn: ") && letter.contains("You have until Fri 2 Jan, 00:00"),
        "{letter}"
    );
    place.letters.nth("bob@post.example", 2).await;

    // Bob seals: Ann is told nothing of that, and what Bob was told is settled.
    order(place.client(), &made, 1).await;
    place.step(40).await;
    let settled = async || told(&place, &mut bob.clone()).await == [("turn".to_owned(), true)];
    while !settled().await {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    // A quarter of her day is left.
    place.step(18 * 3600).await;
    assert_eq!(comes(&place, &mut ann, 2).await[1].0, "clock");
    assert_eq!(heard(&place.door.nth("/hook", 2).await, &secret)["kind"], "clock");
    assert_eq!(phone.open(&place, &place.door.nth("/push", 2).await)["title"], "Your time is running low");
    place.letters.nth("ann@post.example", 3).await;
    // The time is up: the clock orders for her, and the next decision is another turn.
    let decision = place.client().table(&made, 1).await["decision"].as_u64().unwrap();
    place.step(6 * 3600).await;
    to_the_first(&place, &made, decision).await;
    place.step(40).await;
    assert_eq!(heard(&place.door.nth("/hook", 3).await, &secret)["kind"], "turn");
    assert_eq!(comes(&place, &mut ann, 3).await.iter().filter(|it| !it.1).count(), 1);

    // Nothing that left the server opens anything, or says what anybody ordered.
    let letters = [place.letters.to("ann@post.example"), place.letters.to("bob@post.example")].concat();
    let parcels = place.door.at("/hook").into_iter().map(|it| String::from_utf8(it.body).unwrap());
    let pushes = place.door.at("/push").into_iter().map(|it| phone.open(&place, &it).to_string());
    for text in letters.into_iter().chain(parcels).chain(pushes) {
        for secret in &made.seats {
            assert!(!text.contains(secret), "a secret is in {text}");
        }
        assert!(!text.contains("plot") && !text.contains("words of"), "what happened is in {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_at_the_table_is_told_nothing_until_they_leave() {
    let place = Place::open("there").await;
    let (mut ann, mut bob) = (place.person("Ann").await, place.person("Bob").await);
    let secret = hooked(&place, &mut ann).await;
    let made = battle(&place, &mut ann, &mut bob).await;
    let socket = place.client().connect(&made, &made.seats[0], 0).await;
    // She has been let in when the table says so.
    let path = format!("/api/matches/{}/presence", made.id);
    while place.client().get(&path, &made.seats[0]).await.1["seats"][0]["here"] != true {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    place.step(40).await;
    comes(&place, &mut bob, 1).await;
    assert!(told(&place, &mut ann).await.is_empty());
    // Gone with the decision still open: then she is told.
    drop(socket);
    while place.client().get(&path, &made.seats[1]).await.1["seats"][0]["here"] == true {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    place.step(240).await;
    assert_eq!(comes(&place, &mut ann, 1).await[0].0, "turn");
    assert_eq!(heard(&place.door.nth("/hook", 1).await, &secret)["kind"], "turn");
    assert_eq!(told(&place, &mut bob).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_the_end_and_a_rematch_are_told() {
    let place = Place::open("offers").await;
    let (mut ann, mut bob) = (place.person("Ann").await, place.person("Bob").await);
    let secret = hooked(&place, &mut ann).await;
    let made = battle(&place, &mut ann, &mut bob).await;
    let post = async |seat: usize, end: &str, body: Value| {
        let path = format!("/api/matches/{}{end}", made.id);
        let (status, answer) = place.client().post(&path, &made.seats[seat], body).await;
        assert_eq!(status, 200, "{answer}");
        answer
    };
    place.step(40).await;
    comes(&place, &mut ann, 1).await;
    for agree in [true, false, true] {
        post(1, "/draw", json!({"agree": agree})).await;
        place.step(40).await;
    }
    assert_eq!(comes(&place, &mut ann, 2).await[1].0, "offer");
    assert_eq!(heard(&place.door.nth("/hook", 2).await, &secret)["title"], "A draw is offered");
    conceded(&place, &made, 1).await;
    place.step(40).await;
    let all = comes(&place, &mut ann, 3).await;
    let settled = [("turn".to_owned(), true), ("offer".to_owned(), true), ("over".to_owned(), false)];
    assert_eq!(all, settled, "one offer for one decision, and the end settles what went before");
    let over = heard(&place.door.nth("/hook", 3).await, &secret);
    assert!(over["text"].as_str().unwrap().starts_with("You have won "), "{over}");
    // Letters of one moment come in any order.
    let lost = || place.letters.to("bob@post.example").into_iter().find(|it| it.contains("You have lost "));
    until("the letter of the end", lost).await;
    // Whoever wants a rematch, and sits at the old table still, is told nothing of it; the other is.
    let mut there = place.client().connect(&made, &made.seats[1], 0).await;
    heard_json(&mut there).await;
    place.door.answers(503);
    let again = post(1, "/rematch", json!({})).await;
    let other = Made { id: again["id"].as_str().unwrap().to_owned(), ..made.clone() };
    place.step(40).await;
    comes(&place, &mut ann, 4).await;
    place.door.nth("/hook", 4).await;
    // That he has sat down at the new table does not mean that she has: what could not be sent still is.
    let (status, _) = place
        .client()
        .post(
            &format!("/api/matches/{}/join", other.id),
            &made.seats[1],
            json!({"contribution": "new words"}),
        )
        .await;
    assert_eq!(status, 200);
    place.step(3).await;
    place.door.answers(201);
    let begun = Instant::now();
    let call = loop {
        if let Some(parcel) = place.door.at("/hook").get(4) {
            break heard(parcel, &secret);
        }
        assert!(begun.elapsed() < LONG, "the rematch is not told once more");
        place.step(1).await;
    };
    assert_eq!((&call["title"], &call["battle"]), (&json!("A rematch"), &json!(other.id)));
    // Read one by one, by battle, or all at once.
    let read = ask(&place, &mut ann, "POST", "/api/me/notices/read", json!({"battle": made.id})).await.body;
    assert_eq!(read["unread"], 1);
    assert_eq!(
        ask(&place, &mut bob, "POST", "/api/me/notices/read", json!({"id": call["id"]})).await.status,
        200
    );
    assert_eq!(told(&place, &mut ann).await.iter().filter(|it| !it.1).count(), 1, "it is not Bob's to read");
    let read = ask(&place, &mut ann, "POST", "/api/me/notices/read", json!({})).await.body;
    assert_eq!(read["unread"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fails_is_tried_again_and_a_browser_that_is_gone_is_forgotten() {
    let place = Place::open("gone").await;
    let (mut ann, mut bob) = (place.person("Ann").await, place.person("Bob").await);
    let phone = Phone::of(&place, &mut ann).await;
    let made = battle(&place, &mut ann, &mut bob).await;
    place.door.answers(503);
    place.step(40).await;
    until("a first try", || (place.door.at("/push").len() == 1).then_some(())).await;
    // The server dies, and another one goes on.
    let mut place = place;
    place.host.running.take().unwrap().stop().await;
    place.door.answers(201);
    place.clock.step(Duration::from_secs(60));
    let running = start(place.host.folder.clone(), generous(), &place.letters, true, &place.clock).await;
    place.host.client = Client::new(&format!("http://{}", running.address));
    place.host.running = Some(running);
    place.step(60).await;
    let first = place.door.nth("/push", 1).await;
    let second = place.door.nth("/push", 2).await;
    let texts = [first, second].map(|it| phone.open(&place, &it)["id"].clone());
    assert_eq!(texts[0], texts[1], "the same notice, sealed anew");

    place.door.answers(410);
    let decision = place.client().table(&made, 1).await["decision"].as_u64().unwrap();
    order(place.client(), &made, 0).await;
    order(place.client(), &made, 1).await;
    to_the_first(&place, &made, decision).await;
    place.step(40).await;
    comes(&place, &mut ann, 2).await;
    place.door.nth("/push", 3).await;
    let mut there = 1;
    while there != 0 {
        let page = ask(&place, &mut ann, "GET", "/api/me/wishes", Value::Null).await.body;
        there = page["devices"].as_array().unwrap().len();
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_can_be_aimed_at_addresses_that_are_not_public() {
    let place = Place::with("aimed", generous(), false).await;
    let (mut ann, mut bob) = (place.person("Ann").await, place.person("Bob").await);
    let port = place.door.base.rsplit(':').next().unwrap().to_owned();
    for host in
        ["127.0.0.1", "2130706433", "0x7f000001", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "[fd00::1]"]
    {
        for scheme in ["http", "https"] {
            let url = format!("{scheme}://{host}:{port}/hook");
            let said = ask(&place, &mut ann, "POST", "/api/me/hook", json!({"url": url})).await;
            assert_eq!(said.status, 422, "{url}");
            let key = push::Key::new(&[7; 32]).unwrap().public();
            let device = json!({"endpoint": url, "p256dh": key, "auth": base64url::write(&[9; 16])});
            assert_eq!(ask(&place, &mut ann, "POST", "/api/me/devices", device).await.status, 422, "{url}");
        }
    }
    // What a name stands for is seen when something is sent there.
    let url = json!({"url": format!("https://localhost:{port}/hook")});
    assert_eq!(ask(&place, &mut ann, "POST", "/api/me/hook", url).await.status, 200);
    battle(&place, &mut ann, &mut bob).await;
    place.step(40).await;
    comes(&place, &mut ann, 1).await;
    let url = store::file_url(&place.host.folder.join("flagbridge.sqlite"));
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    let (mut waited, begun) = (BTreeMap::new(), Instant::now());
    let failed = loop {
        let sql = "SELECT name, tries, lease, done, failed FROM jobs WHERE kind = 'out-hook'";
        let jobs: Vec<(String, i64, i64, i64, String)> = sqlx::query_as(sql).fetch_all(&pool).await.unwrap();
        // What she was told of a decision that was taken meanwhile is settled, and fails no more.
        if let Some((.., failed)) = jobs.iter().find(|it| !it.4.is_empty()) {
            break failed.clone();
        }
        for (name, tries, lease, done, _) in &jobs {
            // Its pauses grow to an hour, one after each try, and in the end it is given up.
            let before = waited.entry(name.clone()).or_insert(0);
            if *done == 0 && *lease == 0 && *before < *tries {
                *before = *tries;
                place.step(3_600).await;
            }
        }
        assert!(begun.elapsed() < LONG, "nothing is given up: {jobs:?}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    assert!(failed.contains("inside a network"), "{failed}");
    assert!(place.door.at("/hook").is_empty());
    pool.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nights_are_quiet_and_a_daily_mail_has_everything() {
    // It is one in the morning in Berlin.
    let place = Place::open("quiet").await;
    let (mut ann, mut bob) = (place.person("Ann").await, place.person("Bob").await);
    let secret = hooked(&place, &mut ann).await;
    for (odd, words) in [
        (json!({"zone": "Europe/Nowhere"}), "no time zone"),
        (json!({"zone": "UTC", "daily": 24}), "from 0 to 23"),
        (json!({"zone": "UTC", "quiet": {"from": 1440, "to": 0}}), "from 0 to 1439"),
        (json!({"zone": "UTC", "quiet": {"from": 60, "to": 60}}), "end when they begin"),
    ] {
        let said = ask(&place, &mut ann, "POST", "/api/me/wishes", odd).await;
        assert!(said.status == 422 && said.body.to_string().contains(words), "{}", said.body);
    }
    let quiet = json!({
        "zone": "Europe/Berlin", "quiet": {"from": 22 * 60, "to": 8 * 60},
        "over": {"page": false, "push": false, "mail": false, "hook": false},
    });
    assert_eq!(ask(&place, &mut ann, "POST", "/api/me/wishes", quiet).await.status, 200);
    let daily = json!({"zone": "Europe/Berlin", "daily": 18});
    assert_eq!(ask(&place, &mut bob, "POST", "/api/me/wishes", daily).await.body["wishes"]["daily"], 18);
    let made = battle(&place, &mut ann, &mut bob).await;
    let other = battle(&place, &mut ann, &mut bob).await;
    place.step(40).await;
    comes(&place, &mut ann, 2).await;
    comes(&place, &mut bob, 2).await;
    // An hour before eight.
    place.step(6 * 3600).await;
    assert!(place.door.at("/hook").is_empty() && place.letters.to("ann@post.example").len() == 1);
    place.step(3600).await;
    let calls =
        [place.door.nth("/hook", 1).await, place.door.nth("/hook", 2).await].map(|it| heard(&it, &secret));
    assert!(calls.iter().all(|it| it["kind"] == "turn"), "{calls:?}");
    place.letters.nth("ann@post.example", 3).await;
    // At six in the evening Bob gets one mail about both.
    assert_eq!(place.letters.to("bob@post.example").len(), 1);
    place.step(10 * 3600).await;
    let digest = place.letters.nth("bob@post.example", 2).await;
    assert!(digest.contains("Subject: 2 things since yesterday"), "{digest}");
    for id in [&made.id, &other.id] {
        assert!(digest.contains(&format!("#/table/{id}")), "{digest}");
    }
    // What is not wanted by any way is not told by any: Ann's battle ends, and only Bob hears of it.
    for made in [&made, &other] {
        conceded(&place, made, 0).await;
    }
    place.step(40).await;
    let bobs = comes(&place, &mut bob, 4).await;
    assert_eq!(bobs.iter().filter(|it| it.0 == "over").count(), 2);
    place.step(24 * 3600).await;
    let digest = place.letters.nth("bob@post.example", 3).await;
    assert!(digest.contains("You have won ") && !digest.contains("Your turn"), "{digest}");
    assert!(told(&place, &mut ann).await.iter().all(|it| it.0 != "over"));
    // A day without anything to tell has no mail.
    place.step(24 * 3600).await;
    let wanted = json!({"address": "bob@other.example", "password": crate::people::PASSWORD});
    ask(&place, &mut bob, "POST", "/api/me/mail", wanted).await;
    place.letters.nth("bob@other.example", 1).await;
    assert_eq!(place.letters.to("bob@post.example").len(), 3);
}

/// Two people plain `serve` knows nothing of: no request is there, and no job is owed.
#[tokio::test(flavor = "multi_thread")]
async fn ones_own_table_tells_nobody_anything() {
    let host = crate::client::Host::start("notices-none").await;
    let (status, _) = host.client.send(reqwest::Method::GET, "/api/me/notices", None, None).await;
    assert_eq!(status, 404);
    host.client.both_to_plot().await;
    let url = store::file_url(&host.folder.join("flagbridge.sqlite"));
    let store = Store::open_shared(&url, patient()).await.unwrap();
    for lane in [store::Lane::House, store::Lane::Outward] {
        assert_eq!(store.next_job(lane).await.unwrap(), None);
    }
    store.close().await;
}

/// `@name` at a table and on a board: told to who may read it there and is away, and to nobody else.
#[tokio::test(flavor = "multi_thread")]
async fn who_is_mentioned_is_told_if_they_may_read_it() {
    let place = Place::open("mentions").await;
    let (mut ada, mut bob) = (place.person("Ada").await, place.person("Bob").await);
    let mut carol = place.person("Carol").await;
    let made = battle(&place, &mut ada, &mut bob).await;
    let mentions = async |browser: &mut Browser| -> Vec<Value> {
        let list = ask(&place, browser, "GET", "/api/me/notices", Value::Null).await.body;
        let all = list["notices"].as_array().unwrap().iter();
        all.filter(|it| it["kind"] == "mention").cloned().collect()
    };
    let talk = format!("/api/matches/{}/talk", made.id);
    // Bob has a page of ours open, and hears at once that there is something.
    let mut page = place.client().live("/api/lobby/live", bob.cookie.as_deref(), &json!({})).await.unwrap();
    assert_eq!(heard_json(&mut page).await["type"], "mine");
    // Twice in one message is once; oneself and somebody who is not at the table are told nothing.
    let say =
        json!({"room": "players", "text": "@bob, @BOB: your move. @Ada @Carol @Nobody bob@post.example"});
    assert_eq!(ask(&place, &mut ada, "POST", &talk, say.clone()).await.status, 200);
    while heard_json(&mut page).await["type"] != "notices" {}
    drop(page);
    let told = mentions(&mut bob).await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(
        (&told[0]["link"], &told[0]["battle"]),
        (&json!(format!("table/{}", made.id)), &json!(made.id))
    );
    let text = told[0]["text"].as_str().unwrap();
    assert!(text.starts_with("Ada has mentioned you") && !text.contains("your move"), "{text}");
    assert!(mentions(&mut ada).await.is_empty() && mentions(&mut carol).await.is_empty());
    // Said again it is another word.
    assert_eq!(ask(&place, &mut ada, "POST", &talk, say.clone()).await.status, 200);
    assert_eq!(mentions(&mut bob).await.len(), 2);

    // On the board of a club only members are told.
    let club = json!({"name": "Tuesday Night", "entry": "open"});
    let club = ask(&place, &mut ada, "POST", "/api/clubs", club).await.body["club"]["id"].clone();
    let posts = format!("/api/clubs/{}/posts", club.as_str().unwrap());
    let join = format!("/api/clubs/{}/join", club.as_str().unwrap());
    assert_eq!(ask(&place, &mut carol, "POST", &join, json!({})).await.status, 200);
    let post = json!({"text": "Tonight:\n@carol against @bob"});
    assert_eq!(ask(&place, &mut ada, "POST", &posts, post.clone()).await.status, 201);
    let told = mentions(&mut carol).await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0]["link"], format!("clubs/{}", club.as_str().unwrap()));
    assert_eq!(mentions(&mut bob).await.len(), 2, "he is no member");

    // Whoever has blocked somebody hears nothing of them, and a wish not to be told is kept.
    let block = json!({"on": true});
    assert_eq!(ask(&place, &mut carol, "POST", "/api/people/Ada/block", block).await.status, 200);
    assert_eq!(ask(&place, &mut ada, "POST", &posts, post).await.status, 201);
    assert_eq!(mentions(&mut carol).await.len(), 1);
    let mut wishes = ask(&place, &mut bob, "GET", "/api/me/wishes", Value::Null).await.body["wishes"].clone();
    wishes["mention"]["page"] = json!(false);
    assert_eq!(ask(&place, &mut bob, "POST", "/api/me/wishes", wishes).await.status, 200);
    assert_eq!(ask(&place, &mut ada, "POST", &talk, say).await.status, 200);
    assert_eq!(mentions(&mut bob).await.len(), 2);
}

/// A challenge is told at once to who has no page of ours open, later to who has one and does not answer there,
/// and not at all once it is answered or withdrawn.
#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_told_to_who_does_not_answer_it_on_the_page() {
    let place = Place::open("challenges").await;
    let (mut ann, mut bob) = (place.person("Ann").await, place.person("Bob").await);
    let secret = hooked(&place, &mut ann).await;
    let challenge = json!({"to": {"kind": "person", "name": "Ann"}, "game": "asfos", "scenario": "intro",
        "pace": {"decision": 86_400, "late": "lost"}});
    let table = |said: &Said| format!("/api/lobby/tables/{}", said.body["table"]["id"].as_str().unwrap());
    let challenged = async |bob: &mut Browser| {
        let said = ask(&place, bob, "POST", "/api/lobby/tables", challenge.clone()).await;
        assert_eq!(said.status, 201, "{}", said.body);
        table(&said)
    };
    let read = |read: &[bool]| read.iter().map(|it| ("challenge".to_owned(), *it)).collect::<Vec<_>>();

    let first = challenged(&mut bob).await;
    let call = heard(&place.door.nth("/hook", 1).await, &secret);
    assert_eq!((&call["kind"], &call["title"]), (&json!("challenge"), &json!("A challenge")));
    assert!(call["text"].as_str().unwrap().starts_with("Bob wants to play "), "{call}");
    assert_eq!(told(&place, &mut ann).await, read(&[false]));
    assert_eq!(ask(&place, &mut bob, "DELETE", &first, Value::Null).await.status, 200);
    assert_eq!(told(&place, &mut ann).await, read(&[true]), "what is withdrawn wants no answer");

    place.step(1).await;
    // On a page of hers it is there at once.
    let mut page = place.client().live("/api/lobby/live", ann.cookie.as_deref(), &json!({})).await.unwrap();
    while heard_json(&mut page).await["type"] != "mine" {}
    let second = challenged(&mut bob).await;
    while heard_json(&mut page).await["type"] != "notices" {}
    let decline = format!("{second}/decline");
    assert_eq!(ask(&place, &mut ann, "POST", &decline, json!({})).await.status, 200);
    assert_eq!(told(&place, &mut ann).await, read(&[true, true]));
    place.step(40).await;

    // Nobody looks at that page: the next one goes out, and the one she has answered did not.
    challenged(&mut bob).await;
    while heard_json(&mut page).await["type"] != "notices" {}
    place.step(40).await;
    let ids = [1, 2].map(|n| place.door.nth("/hook", n));
    let [one, two] = ids;
    let (one, two) = (heard(&one.await, &secret), heard(&two.await, &secret));
    let listed = ask(&place, &mut ann, "GET", "/api/me/notices", Value::Null).await.body["notices"].clone();
    assert_eq!((&one["id"], &two["id"]), (&listed[2]["id"], &listed[0]["id"]));
}
