//! Talk at the table over sockets: who hears whom, who may speak, and what hostile words come to.

use reqwest::{Method, header};
use serde_json::{Value, json};
use server::{Edge, Limits, Rate};

use crate::{
    client::{Client, Made, generous, heard_json},
    people::{Browser, open},
};

/// Somebody at a table: a secret, a cookie, or both.
#[derive(Clone, Default)]
struct At {
    secret: Option<String>,
    cookie: Option<String>,
}

impl At {
    fn secret(secret: &str) -> At {
        At { secret: Some(secret.to_owned()), cookie: None }
    }

    fn named(secret: Option<&String>, browser: &Browser) -> At {
        At { secret: secret.cloned(), cookie: browser.cookie.clone() }
    }

    async fn ask(&self, client: &Client, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        let mut request = client.http.request(method, format!("{}{path}", client.base));
        request = request.header(header::ORIGIN, &client.base);
        if let Some(secret) = &self.secret {
            request = request.bearer_auth(secret);
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        (status, response.json().await.unwrap())
    }

    async fn say(&self, client: &Client, made: &Made, room: &str, text: &str) -> (u16, Value) {
        let body = json!({"room": room, "text": text});
        self.ask(client, Method::POST, &format!("/api/matches/{}/talk", made.id), Some(body)).await
    }

    async fn hear(&self, client: &Client, made: &Made, room: &str) -> (u16, Value) {
        self.ask(client, Method::GET, &format!("/api/matches/{}/talk?room={room}", made.id), None).await
    }

    /// What was said, in order.
    async fn texts(&self, client: &Client, made: &Made, room: &str) -> Vec<String> {
        let (status, page) = self.hear(client, made, room).await;
        assert_eq!(status, 200, "{page}");
        page["words"].as_array().unwrap().iter().map(|it| it["text"].as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_hear_onlookers_when_it_is_over() {
    let host = open("rooms", generous(), Edge::default()).await;
    let client = &host.client;
    let made = client.hot_seat().await;
    let looks = made.spectator.clone().unwrap();
    let (zero, one) = (At::secret(&made.seats[0]), At::secret(&made.seats[1]));
    let (olga, omar) = (Browser::sign_up(client, "Olga").await, Browser::sign_up(client, "Omar").await);
    let (olga, omar) = (At::named(Some(&looks), &olga), At::named(Some(&looks), &omar));
    let nameless = At::secret(&looks);
    let mut live = client.connect(&made, &made.seats[0], 0).await;
    assert_eq!(heard_json(&mut live).await.get("talk"), None);

    // Guests speak as their seats.
    let (status, page) = one.say(client, &made, "players", "  Well  met. ").await;
    assert_eq!(status, 200, "{page}");
    let words = &page["words"][0];
    assert_eq!(
        (&words["text"], &words["seat"], &words["mine"]),
        (&json!("Well met."), &json!(1), &json!(true))
    );
    assert_eq!((&words["person"], &page["heard"]), (&json!(false), &json!(1)));
    let told = heard_json(&mut live).await;
    assert_eq!(told["talk"], json!({"players": 1}));
    assert!(told.get("view").is_none());
    // Onlookers hear it, with a name or without; they speak among themselves, and only by name.
    for at in [&olga, &nameless, &zero] {
        assert_eq!(at.texts(client, &made, "players").await, ["Well met."]);
    }
    assert_eq!(olga.say(client, &made, "players", "Go left!").await.0, 403);
    assert_eq!(nameless.say(client, &made, "onlookers", "Go left!").await.0, 401);
    assert_eq!(nameless.hear(client, &made, "onlookers").await.0, 401);
    assert_eq!(olga.say(client, &made, "onlookers", "She should go left.").await.0, 200);
    assert_eq!(omar.texts(client, &made, "onlookers").await, ["She should go left."]);
    let heard = omar.hear(client, &made, "onlookers").await.1;
    assert_eq!((&heard["words"][0]["name"], &heard["words"][0]["mine"]), (&json!("Olga"), &json!(false)));
    // None of it reaches a player: not the words, not that there are any, not as a push.
    for (at, path) in [(&zero, "players"), (&one, "onlookers")] {
        let expected = if path == "onlookers" { 409 } else { 200 };
        let (status, page) = at.hear(client, &made, path).await;
        assert!(status == expected && !page.to_string().contains("left"), "{page}");
    }
    assert_eq!(client.table(&made, 0).await["talk"], json!({"players": 1}));
    assert_eq!(zero.say(client, &made, "onlookers", "Hm?").await.0, 403);
    zero.say(client, &made, "players", "Likewise.").await;
    assert_eq!(heard_json(&mut live).await["talk"], json!({"players": 2}), "the next push is about players");
    // Whoever plays looks over no shoulder: not with the onlookers' link either.
    let mut paul = Browser::sign_up(client, "Paul").await;
    let took = paul.ask(client, "POST", "/api/me/seats", Some(json!({"secrets": [made.seats[0]]}))).await;
    assert_eq!(took.body["taken"], 1);
    let two_faced = At::named(Some(&looks), &paul);
    assert_eq!(two_faced.hear(client, &made, "onlookers").await.0, 403);
    assert_eq!(two_faced.say(client, &made, "onlookers", "Hm?").await.0, 403);
    // The seat is his now, so he speaks in his own name.
    let page = At::named(None, &paul).say(client, &made, "players", "It is me.").await.1;
    assert_eq!((&page["words"][0]["name"], &page["words"][0]["person"]), (&json!("Paul"), &json!(true)));

    let over = client
        .post(&format!("/api/matches/{}/concede", made.id), &made.seats[1], json!({"sure": true}))
        .await;
    assert_eq!(over.0, 200);
    assert_eq!(zero.texts(client, &made, "onlookers").await, ["She should go left."]);
    assert_eq!(client.table(&made, 0).await["talk"], json!({"players": 3, "onlookers": 1}));
    // Nothing of it is in the record.
    let record = client.get(&format!("/api/matches/{}/record", made.id), &made.seats[0]).await;
    assert!(record.0 == 200 && !record.1.to_string().contains("Well met"));
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_words_are_only_words() {
    let host = open("hostile-words", generous(), Edge::default()).await;
    let client = &host.client;
    let made = client.hot_seat().await;
    let zero = At::secret(&made.seats[0]);
    let markup = "<img src=x onerror=alert(1)> javascript:alert(1) & \"quotes\" ' OR 1=1 --";
    for (sent, kept) in [
        (markup, markup),
        ("abc\u{202e}fed\u{2066}", "abcfed"),
        ("x\u{200b}\u{200b}\u{feff}y", "xy"),
        ("one\ntwo\r\nthree", "one two three"),
        ("a\u{0}b", "ab"),
        ("{\"type\":\"update\"}", "{\"type\":\"update\"}"),
    ] {
        let (status, page) = zero.say(client, &made, "players", sent).await;
        assert_eq!((status, &page["words"][0]["text"]), (200, &json!(kept)), "{sent:?}");
    }
    let (long, heap) = ("ab ".repeat(200), "Z\u{310}\u{310}".repeat(260));
    for refused in ["", "   ", "\u{200b}\u{202e}", "\u{2800}", &long, &heap] {
        let (status, page) = zero.say(client, &made, "players", refused).await;
        assert_eq!((status, &page["error"]["code"]), (422, &json!("refused")), "{refused:?}");
    }
    let path = format!("/api/matches/{}/talk", made.id);
    for (body, status) in [
        (json!({"room": "players"}), 400),
        (json!({"room": "players", "text": "a", "phrase": 1}), 400),
        (json!({"room": "everybody", "text": "a"}), 400),
        (json!({"room": "players", "phrase": 0}), 422),
        (json!({"room": "players", "phrase": 99}), 422),
        (json!({"room": "players", "phrase": -1}), 400),
        (json!({"room": "players", "text": "a", "seat": 1}), 400),
        (json!({"room": "players", "text": ["a"]}), 400),
    ] {
        assert_eq!(zero.ask(client, Method::POST, &path, Some(body.clone())).await.0, status, "{body}");
    }
    let said = zero.ask(client, Method::POST, &path, Some(json!({"room": "players", "phrase": 4}))).await.1;
    assert_eq!(said["words"][0]["text"], said["phrases"][3]["text"]);
    for query in ["", "?room=x", "?room=players&after=-1", "?room=players&after=x", "?room=players&x=1"] {
        assert_eq!(zero.ask(client, Method::GET, &format!("{path}{query}"), None).await.0, 400, "{query}");
    }
    // From a number on, as somebody asks who has heard the rest.
    let later = zero.ask(client, Method::GET, &format!("{path}?room=players&after=6"), None).await.1;
    assert_eq!((later["words"].as_array().unwrap().len(), &later["heard"]), (1, &json!(7)));
}

#[tokio::test(flavor = "multi_thread")]
async fn floods_of_words_end_soon() {
    let rate = |burst: f64| Rate { burst, per_second: 0.0001 };
    let limits = Limits { talking: rate(3.0), reporting: rate(1.0), ..generous() };
    let host = open("word-flood", limits, Edge::default()).await;
    let client = &host.client;
    let made = client.hot_seat().await;
    let (zero, one) = (At::secret(&made.seats[0]), At::secret(&made.seats[1]));
    let mut statuses = Vec::new();
    for n in 0..5 {
        statuses.push(zero.say(client, &made, "players", &format!("number {n}")).await.0);
    }
    statuses.push(one.say(client, &made, "players", "Hello.").await.0);
    assert_eq!(statuses, [200, 200, 200, 429, 429, 200]);
    let report = async |n: u32| {
        let path = format!("/api/matches/{}/talk/{n}/report", made.id);
        let body = json!({"room": "players", "why": "too much of it"});
        one.ask(client, Method::POST, &path, Some(body)).await.0
    };
    assert_eq!([report(1).await, report(2).await, report(77).await], [200, 429, 404]);
}

/// Whom one has blocked one does not hear, whatever table it is.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_heard_of_whoever_is_blocked() {
    let host = open("deaf", generous(), Edge::default()).await;
    let client = &host.client;
    let made = client.hot_seat().await;
    let (mut ada, mut bob) = (Browser::sign_up(client, "Ada").await, Browser::sign_up(client, "Bob").await);
    for (browser, seat) in [(&mut ada, 0), (&mut bob, 1)] {
        let seats = json!({"secrets": [made.seats[seat]]});
        browser.ask(client, "POST", "/api/me/seats", Some(seats)).await;
    }
    let (zero, one) = (At::named(None, &ada), At::named(None, &bob));
    zero.say(client, &made, "players", "Hello, Bob.").await;
    one.say(client, &made, "players", "Rude words.").await;
    ada.ask(client, "POST", "/api/people/Bob/block", Some(json!({"on": true}))).await;
    assert_eq!(zero.texts(client, &made, "players").await, ["Hello, Bob."]);
    // Also where she comes with the seat's secret and no cookie.
    assert_eq!(At::secret(&made.seats[0]).texts(client, &made, "players").await, ["Hello, Bob."]);
    assert_eq!(zero.hear(client, &made, "players").await.1["heard"], 2);
    assert_eq!(one.texts(client, &made, "players").await, ["Hello, Bob.", "Rude words."]);
    // What somebody said goes with them; that something was said stays, and so do the numbers.
    let gone = json!({"password": crate::people::PASSWORD});
    let export = bob.ask(client, "GET", "/api/me/export", None).await.body;
    assert_eq!(export["together"]["said"][0]["text"], "Rude words.");
    assert_eq!(bob.ask(client, "POST", "/api/me/delete", Some(gone)).await.status, 200);
    let left = At::secret(&made.seats[1]).hear(client, &made, "players").await.1;
    assert_eq!((&left["words"][1]["text"], &left["words"][1]["removed"]), (&json!(""), &json!(true)));
    let next = At::secret(&made.seats[1]).say(client, &made, "players", "Still here.").await.1;
    assert_eq!((&next["words"][0]["n"], &next["words"][0]["person"]), (&json!(3), &json!(false)));
    assert_eq!(client.table(&made, 0).await["outcome"], Value::Null);
}

/// Talk is kept with the match, and begins before the battle does.
#[tokio::test(flavor = "multi_thread")]
async fn talk_outlives_the_server_and_begins_early() {
    let host = open("early", generous(), Edge::default()).await;
    let made = host.client.make_waiting(json!([{"kind": "me"}, {"kind": "friend"}])).await;
    let zero = At::secret(&made.seats[0]);
    assert_eq!(zero.say(&host.client, &made, "players", "Come in.").await.0, 200);
    let mut live = host.client.connect(&made, &made.seats[1], 0).await;
    assert_eq!(heard_json(&mut live).await["talk"], json!({"players": 1}));
}
