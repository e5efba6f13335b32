//! The meeting place over sockets: tables, links, challenges, pairing, and who is told what.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::{Clock, Config, Database, Edge, Limits, Rate, Stepped};

use crate::{
    client::{Client, Host, LONG, Socket, cheap, fresh_folder, generous, heard_json},
    people::{Browser, Said, open},
    postgres::Postgres,
};

/// A server that is open to the public, on data that may be there already.
async fn at(folder: std::path::PathBuf, limits: Limits, clock: Clock) -> Host {
    let database = Database::File(folder.join("flagbridge.sqlite"));
    let people = Some(cheap());
    let config = Config { limits, people, clock, ..Config::new("127.0.0.1:0".parse().unwrap(), database) };
    let running = server::start(config).await.unwrap();
    let client = Client::new(&format!("http://{}", running.address));
    Host { running: Some(running), client, folder }
}

/// Somebody at the lobby: with an account, or a guest with a pass.
#[derive(Clone)]
pub(crate) struct Guest(String);

impl Guest {
    pub(crate) fn new(letter: char) -> Guest {
        Guest(letter.to_string().repeat(43))
    }

    async fn ask(&self, client: &Client, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        client.send(method.parse().unwrap(), path, Some(&self.0), body.as_ref()).await
    }
}

fn table(to: &Value) -> Value {
    json!({"to": to, "game": "asfos", "scenario": "intro",
        "pace": {"bank": 900, "increment": 15, "late": "lost"}})
}

fn everybody() -> Value {
    json!({"kind": "everybody"})
}

async fn invite(browser: &mut Browser, client: &Client, new: Value) -> Said {
    browser.ask(client, "POST", "/api/lobby/tables", Some(new)).await
}

async fn join(browser: &mut Browser, client: &Client, id: &Value) -> Said {
    let path = format!("/api/lobby/tables/{}/join", id.as_str().unwrap());
    browser.ask(client, "POST", &path, Some(json!({}))).await
}

async fn mine(browser: &mut Browser, client: &Client) -> Value {
    browser.ask(client, "GET", "/api/lobby/mine", None).await.body
}

/// A live connection to the lobby.
async fn lobby(client: &Client, cookie: Option<&str>, hello: &Value) -> Socket {
    client.live("/api/lobby/live", cookie, hello).await.expect("let in")
}

/// The next message for which this is so; others may come before.
async fn until(socket: &mut Socket, is: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..50 {
        let said = heard_json(socket).await;
        if is(&said) {
            return said;
        }
    }
    panic!("the lobby never said it");
}

fn code(said: &Said) -> (u16, &str) {
    (said.status, said.body["error"]["code"].as_str().unwrap_or_default())
}

/// Two with seats by name join their battle, and it begins.
async fn sit_down(client: &Client, id: &str, both: [&mut Browser; 2]) {
    for (n, browser) in both.into_iter().enumerate() {
        let path = format!("/api/matches/{id}/join");
        let said = browser.ask(client, "POST", &path, Some(json!({"contribution": format!("of {n}")}))).await;
        assert_eq!(said.status, 200, "{}", said.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_meet_at_a_table() {
    let host = open("lobby-meet", generous(), Edge::default()).await;
    let client = &host.client;
    let (mut ada, mut bob) = (Browser::sign_up(client, "Ada").await, Browser::sign_up(client, "Bob").await);
    let mut watching = lobby(client, None, &json!({"tables": true})).await;
    let first = heard_json(&mut watching).await;
    assert_eq!((&first["type"], &first["tables"]), (&json!("lobby"), &json!([])), "{first}");
    let mut hers = lobby(client, ada.cookie.as_deref(), &json!({"tables": false})).await;
    assert_eq!(heard_json(&mut hers).await, json!({"type": "mine", "made": [], "received": []}));
    // Whoever comes with a name is seen by it.
    let told = until(&mut watching, |it| !it["came"].is_null()).await;
    assert_eq!((&told["came"], &told["here"]), (&json!([{"name": "Ada"}]), &json!(2)));

    let made = invite(&mut ada, client, table(&everybody())).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let id = made.body["table"]["id"].clone();
    assert_eq!(made.body["link"], Value::Null);
    let told = until(&mut watching, |it| !it["tables"].is_null()).await;
    let shown = &told["tables"][0];
    assert_eq!((&shown["id"], &shown["maker"]), (&id, &json!({"name": "Ada"})));
    assert_eq!(
        (&shown["title"], &shown["guests"]),
        (&json!("Encounter at Emerald"), &json!(false)),
        "{shown}"
    );
    // The battle is not there yet, and nobody joins their own table.
    assert_eq!(code(&join(&mut ada, client, &id).await), (422, "refused"));
    let path = format!("/api/matches/{}", id.as_str().unwrap());
    assert_eq!(ada.ask(client, "GET", &path, None).await.status, 404);

    let met = join(&mut bob, client, &id).await;
    assert_eq!((met.status, &met.body["id"]), (200, &id), "{}", met.body);
    let told = until(&mut watching, |it| !it["closed"].is_null()).await;
    assert_eq!(told["closed"], json!([id]));
    let told = until(&mut hers, |it| it["made"][0]["state"] == "begun").await;
    let seat = told["made"][0]["seat"].as_u64().unwrap();
    assert_eq!(seat + met.body["seat"].as_u64().unwrap(), 1);
    // Too late for anybody else.
    let mut carol = Browser::sign_up(client, "Carol").await;
    assert_eq!(code(&join(&mut carol, client, &id).await), (409, "taken"));

    sit_down(client, id.as_str().unwrap(), [&mut ada, &mut bob]).await;
    let info = ada.ask(client, "GET", &path, None).await.body;
    assert_eq!((&info["viewer"]["seat"], &info["table"]["missing"]), (&json!(seat), &json!([])));
    assert_eq!(info["seats"][seat as usize]["person"], json!({"name": "Ada"}));
    assert_eq!(info["seats"][1 - seat as usize]["person"], json!({"name": "Bob"}));
    assert_eq!(info["pace"]["bank"], 900);
    assert_eq!(carol.ask(client, "GET", &path, None).await.status, 401);
    let battles = bob.ask(client, "GET", "/api/me/battles", None).await.body;
    assert_eq!(battles["matches"][0]["seats"][seat as usize]["person"]["name"], "Ada");
    // Having heard, she lets go of it.
    let gone = ada.ask(client, "DELETE", &format!("/api/lobby/tables/{}", id.as_str().unwrap()), None).await;
    assert_eq!((gone.status, &gone.body["made"]), (200, &json!([])));
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_sit_where_they_are_let_in_and_links_open_one_table() {
    let host = open("lobby-guests", generous(), Edge::default()).await;
    let client = &host.client;
    let mut ada = Browser::sign_up(client, "Ada").await;
    let (one, two) = (Guest::new('a'), Guest::new('b'));
    let closed = invite(&mut ada, client, table(&everybody())).await.body["table"]["id"].clone();
    let path = |id: &Value, end: &str| format!("/api/lobby/tables/{}{end}", id.as_str().unwrap());
    let (status, refused) = one.ask(client, "POST", &path(&closed, "/join"), Some(json!({}))).await;
    assert_eq!((status, &refused["error"]["code"]), (403, &json!("forbidden")));

    // Two guests, each with a pass; it opens the seat there, and nobody else's.
    let mut new = table(&everybody());
    (new["guests"], new["side"]) = (json!(true), json!(1));
    let (status, made) = one.ask(client, "POST", "/api/lobby/tables", Some(new)).await;
    assert_eq!(
        (status, &made["table"]["maker"], &made["table"]["side"]),
        (201, &json!({}), &json!(0)),
        "{made}"
    );
    let id = &made["table"]["id"];
    let (status, met) = two.ask(client, "POST", &path(id, "/join"), Some(json!({}))).await;
    assert_eq!((status, &met["seat"]), (200, &json!(0)), "{met}");
    let at = format!("/api/matches/{}", id.as_str().unwrap());
    for (guest, seat) in [(&one, 1), (&two, 0)] {
        let (status, info) = client.get(&at, &guest.0).await;
        assert_eq!((status, &info["viewer"]), (200, &json!({"seat": seat})));
        assert_eq!(info["seats"][0].get("person"), None);
    }
    assert_eq!(client.get(&at, &Guest::new('c').0).await.0, 401);
    let list = json!({"secrets": [one.0]});
    let (_, list) = client.send(reqwest::Method::POST, "/api/matches/list", None, Some(&list)).await;
    assert_eq!(list["matches"][0]["holds"][0]["viewer"], json!({"seat": 1}));

    // By link: not in the lobby, and only with the link; then guests are let in as well.
    let link = invite(&mut ada, client, table(&json!({"kind": "link"}))).await.body;
    let (id, secret) = (&link["table"]["id"], link["link"].clone());
    let page = client.send(reqwest::Method::GET, "/api/lobby", None, None).await.1;
    assert!(!page.to_string().contains(id.as_str().unwrap()));
    for wrong in [json!({}), json!({"link": "guess"}), json!({"link": ""})] {
        for end in ["/look", "/join"] {
            assert_eq!(
                two.ask(client, "POST", &path(id, end), Some(wrong.clone())).await.0,
                404,
                "{end} {wrong}"
            );
        }
    }
    let (status, seen) =
        client.send(reqwest::Method::POST, &path(id, "/look"), None, Some(&json!({"link": secret}))).await;
    assert_eq!((status, &seen["maker"]["name"], &seen["to"]["kind"]), (200, &json!("Ada"), &json!("link")));
    let (status, met) = two.ask(client, "POST", &path(id, "/join"), Some(json!({"link": secret}))).await;
    assert_eq!((status, &met["id"]), (200, id), "{met}");

    // What is no pass is none, and nobody challenges without a name.
    let short = Guest("short".to_owned());
    assert_eq!(short.ask(client, "GET", "/api/lobby/mine", None).await.0, 400);
    let challenge = table(&json!({"kind": "person", "name": "Ada"}));
    assert_eq!(one.ask(client, "POST", "/api/lobby/tables", Some(challenge)).await.0, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_are_accepted_declined_and_withdrawn() {
    let host = open("lobby-challenge", generous(), Edge::default()).await;
    let client = &host.client;
    let (mut ada, mut bob) = (Browser::sign_up(client, "Ada").await, Browser::sign_up(client, "Bob").await);
    let mut carol = Browser::sign_up(client, "Carol").await;
    let mut his = lobby(client, bob.cookie.as_deref(), &json!({"tables": false})).await;
    heard_json(&mut his).await;
    let challenge = |name: &str| table(&json!({"kind": "person", "name": name}));
    assert_eq!(code(&invite(&mut ada, client, challenge("ada")).await), (422, "refused"));
    assert_eq!(code(&invite(&mut ada, client, challenge("Nobody")).await), (404, "not_found"));
    let made = invite(&mut ada, client, challenge("bob")).await;
    assert_eq!((made.status, &made.body["table"]["to"]["name"]), (201, &json!("Bob")), "{}", made.body);
    // One at a time of the same person.
    assert_eq!(code(&invite(&mut ada, client, challenge("Bob")).await), (422, "refused"));
    let told = until(&mut his, |it| it["received"][0]["maker"]["name"] == "Ada").await;
    let id = told["received"][0]["id"].clone();
    let path = |end: &str| format!("/api/lobby/tables/{}{end}", id.as_str().unwrap());
    // It is between the two.
    assert_eq!(join(&mut carol, client, &id).await.status, 404);
    assert_eq!(carol.ask(client, "POST", &path("/look"), Some(json!({}))).await.status, 404);
    assert_eq!(carol.ask(client, "POST", &path("/decline"), None).await.status, 404);
    assert_eq!(bob.ask(client, "DELETE", &path(""), None).await.status, 404);
    let declined = bob.ask(client, "POST", &path("/decline"), None).await;
    assert_eq!((declined.status, &declined.body["received"]), (200, &json!([])));
    assert_eq!(mine(&mut ada, client).await["made"][0]["state"], "declined");
    assert_eq!(code(&join(&mut bob, client, &id).await), (409, "taken"));

    let id = invite(&mut ada, client, challenge("Bob")).await.body["table"]["id"].clone();
    let withdrawn =
        ada.ask(client, "DELETE", &format!("/api/lobby/tables/{}", id.as_str().unwrap()), None).await;
    assert_eq!(withdrawn.status, 200);
    assert_eq!(mine(&mut bob, client).await["received"], json!([]));
    assert_eq!(join(&mut bob, client, &id).await.status, 404);

    let id = invite(&mut ada, client, challenge("Bob")).await.body["table"]["id"].clone();
    let met = join(&mut bob, client, &id).await;
    assert_eq!(met.status, 200, "{}", met.body);
    assert_eq!(mine(&mut ada, client).await["made"][0]["state"], "begun");
    sit_down(client, id.as_str().unwrap(), [&mut ada, &mut bob]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_the_same_is_paired() {
    let host = open("lobby-pair", generous(), Edge::default()).await;
    let client = &host.client;
    let (mut ada, mut bob) = (Browser::sign_up(client, "Ada").await, Browser::sign_up(client, "Bob").await);
    let ask = |game: &str, pace: &str| Some(json!({"game": game, "pace": pace}));
    let path = "/api/lobby/pair";
    for (game, pace, status) in [("asfos", "bullet", 422), ("chess", "1d", 404)] {
        assert_eq!(ada.ask(client, "POST", path, ask(game, pace)).await.status, status);
    }
    let said = ada.ask(client, "POST", path, ask("asfos", "15+15")).await;
    assert_eq!((said.status, &said.body["waiting"]["state"]), (200, &json!("open")), "{}", said.body);
    // Not with herself, however often she asks, nor with whoever wants another pace, nor with a guest.
    let again = ada.ask(client, "POST", path, ask("asfos", "15+15")).await;
    assert_eq!(again.body["waiting"]["id"], said.body["waiting"]["id"]);
    assert!(bob.ask(client, "POST", path, ask("asfos", "1d")).await.body["met"].is_null());
    let guest = Guest::new('g');
    let (_, alone) = guest
        .ask(client, "POST", path, Some(json!({"game": "asfos", "pace": "15+15", "guests": true})))
        .await;
    assert!(alone["met"].is_null(), "{alone}");
    let page = client.send(reqwest::Method::GET, "/api/lobby", None, None);
    let mut watching = lobby(client, None, &json!({"tables": true})).await;
    let want = json!([{"game": "asfos", "pace": "15+15", "people": 2}, {"game": "asfos", "pace": "1d", "people": 1}]);
    until(&mut watching, |it| it["waiting"] == want).await;
    assert_eq!(page.await.1["paces"].as_array().unwrap().len(), 3);

    let met = bob.ask(client, "POST", path, ask("asfos", "15+15")).await;
    assert_eq!(met.body["met"]["id"], said.body["waiting"]["id"], "{}", met.body);
    let id = met.body["met"]["id"].as_str().unwrap();
    sit_down(client, id, [&mut ada, &mut bob]).await;
    let info = ada.ask(client, "GET", &format!("/api/matches/{id}"), None).await.body;
    assert_eq!((&info["pace"]["bank"], &info["game"]), (&json!(900), &json!("asfos")));
    // She waits no more; he waits for a day a decision as before.
    assert_eq!(mine(&mut ada, client).await["made"][0]["state"], "begun");
    let his = mine(&mut bob, client).await;
    assert_eq!(
        (&his["made"][0]["to"], his["made"].as_array().unwrap().len()),
        (&json!({"kind": "pair", "pace": "1d"}), 1)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_come_at_once_are_paired_each_once() {
    let host = open("lobby-crowd", generous(), Edge::default()).await;
    let client = &host.client;
    let guests: Vec<Guest> = ('a'..'k').map(Guest::new).collect();
    let asked = guests.iter().map(|guest| async move {
        let body = json!({"game": "talon", "pace": "30+30", "guests": true});
        guest.ask(client, "POST", "/api/lobby/pair", Some(body)).await
    });
    for (status, said) in futures_util::future::join_all(asked).await {
        assert_eq!(status, 200, "{said}");
    }
    let mut matches = std::collections::BTreeMap::new();
    for guest in &guests {
        let list = json!({"secrets": [guest.0]});
        let (_, list) = client.send(reqwest::Method::POST, "/api/matches/list", None, Some(&list)).await;
        let held = list["matches"].as_array().unwrap();
        assert_eq!(held.len(), 1, "everybody has one battle: {list}");
        *matches.entry(held[0]["id"].as_str().unwrap().to_owned()).or_insert(0) += 1;
    }
    assert_eq!(matches.values().copied().collect::<Vec<i32>>(), [2; 5]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_survives_a_restart_and_runs_out_in_its_time() {
    let folder = fresh_folder("lobby-time");
    let stepped = Stepped::default();
    let clock = Clock::Stepped(stepped.clone());
    let mut host = at(folder.clone(), generous(), clock.clone()).await;
    let mut ada = Browser::sign_up(&host.client, "Ada").await;
    let mut bob = Browser::sign_up(&host.client, "Bob").await;
    let live = invite(&mut ada, &host.client, table(&everybody())).await.body["table"]["id"].clone();
    let mut slow = table(&everybody());
    slow["pace"] = json!({"decision": 86400, "late": "captain"});
    let slow = invite(&mut ada, &host.client, slow).await.body["table"]["id"].clone();
    let challenge = table(&json!({"kind": "person", "name": "Bob"}));
    let challenge = invite(&mut ada, &host.client, challenge).await.body["table"]["id"].clone();
    let states = |list: &Value| -> Vec<(String, String)> {
        let made = list["made"].as_array().unwrap().iter();
        let text = |it: &Value| it.as_str().unwrap().to_owned();
        made.map(|it| (text(&it["id"]), text(&it["state"]))).collect()
    };
    let now = |id: &Value, state: &str| (id.as_str().unwrap().to_owned(), state.to_owned());

    host.running.take().unwrap().stop().await;
    host.folder = std::path::PathBuf::new();
    // Nobody could be there for an hour, so nobody was away.
    stepped.step(Duration::from_secs(300));
    let host = at(folder, generous(), clock).await;
    let client = &host.client;
    let has = |wanted: Vec<(String, String)>| {
        let mut ada = ada.clone();
        async move {
            let begun = Instant::now();
            while begun.elapsed() < LONG {
                let list = states(&mine(&mut ada, client).await);
                if wanted.iter().all(|it| list.contains(it)) && list.len() == wanted.len() {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(25)).await;
            }
            panic!("never came to {wanted:?}: {:?}", states(&mine(&mut ada, client).await));
        }
    };
    has(vec![now(&live, "open"), now(&slow, "open"), now(&challenge, "open")]).await;
    // A minute without her, and the table for one sitting is closed.
    stepped.step(Duration::from_secs(61));
    has(vec![now(&live, "expired"), now(&slow, "open"), now(&challenge, "open")]).await;
    assert_eq!(code(&join(&mut bob, client, &live).await), (409, "taken"));
    stepped.step(Duration::from_secs(240));
    has(vec![now(&live, "expired"), now(&slow, "open"), now(&challenge, "expired")]).await;
    assert_eq!(mine(&mut bob, client).await["received"], json!([]));
    // What came of them is told for an hour.
    stepped.step(Duration::from_secs(3600));
    has(vec![now(&slow, "open")]).await;
    assert_eq!(join(&mut bob, client, &slow).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn floods_of_tables_and_challenges_are_held_off() {
    let limits = Limits {
        tables: Rate { burst: 6.0, per_second: 0.001 },
        pairings: Rate { burst: 2.0, per_second: 0.001 },
        open_tables: 3,
        challenges: 1,
        ..generous()
    };
    let host = open("lobby-floods", limits, Edge::default()).await;
    let client = &host.client;
    let mut people = Vec::new();
    for name in ["Ada", "Bob", "Carol"] {
        people.push(Browser::sign_up(client, name).await);
    }
    let [ada, bob, _] = people.as_mut_slice() else { panic!("three") };
    for _ in 0..3 {
        assert_eq!(invite(ada, client, table(&everybody())).await.status, 201);
    }
    let fourth = invite(ada, client, table(&everybody())).await;
    assert_eq!(code(&fourth), (422, "refused"));
    assert!(fourth.body["error"]["message"].as_str().unwrap().contains("withdraw one first"));
    let challenge = |name: &str| table(&json!({"kind": "person", "name": name}));
    assert_eq!(invite(bob, client, challenge("Carol")).await.status, 201);
    assert_eq!(invite(bob, client, challenge("Nobody")).await.status, 404);
    assert_eq!(code(&invite(bob, client, challenge("Ada")).await), (429, "too_many"));
    let pair = Some(json!({"game": "asfos", "pace": "1d"}));
    // Asking is counted, not only being let wait: Ada has three open already.
    for status in [422, 422, 429] {
        assert_eq!(ada.ask(client, "POST", "/api/lobby/pair", pair.clone()).await.status, status);
    }
    let wrong = json!({"to": everybody(), "game": "asfos", "scenario": "none"});
    assert_eq!(bob.ask(client, "POST", "/api/lobby/tables", Some(wrong)).await.status, 429);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_begun_is_refused_when_it_is_made() {
    let host = open("lobby-wrong", generous(), Edge::default()).await;
    let client = &host.client;
    let mut ada = Browser::sign_up(client, "Ada").await;
    let with = |name: &str, value: Value| {
        let mut new = table(&everybody());
        new[name] = value;
        new
    };
    for (new, status) in [
        (with("scenario", json!("none")), 422),
        (with("game", json!("chess")), 404),
        (with("options", json!({"no_such_option": 1})), 422),
        (with("side", json!(2)), 422),
        (with("pace", json!({"decision": 1, "late": "lost"})), 422),
        (with("to", json!({"kind": "pair", "pace": "1d"})), 400),
        (with("to", json!({"kind": "nobody"})), 400),
        (json!({}), 400),
    ] {
        let said = invite(&mut ada, client, new.clone()).await;
        assert_eq!(said.status, status, "{new}: {}", said.body);
    }
    assert_eq!(mine(&mut ada, client).await["made"], json!([]));
    for path in ["none", "a\u{0}b", "..%2F"] {
        let path = format!("/api/lobby/tables/{path}");
        assert_eq!(ada.ask(client, "DELETE", &path, None).await.status, 404);
    }
}

/// One gives up. Where that is an order, it counts when the other has given one, too.
async fn give_up(client: &Client, id: &str, loser: &mut Browser, other: &mut Browser) {
    let path = |end: &str| format!("/api/matches/{id}{end}");
    let said = loser.ask(client, "POST", &path("/concede"), Some(json!({"sure": true}))).await;
    assert_eq!(said.status, 200, "{}", said.body);
    let table = other.ask(client, "GET", &path(""), None).await.body["table"].clone();
    if table["outcome"].is_null() {
        let order = other.ask(client, "GET", &path("/suggestion"), None).await.body["order"].clone();
        let decision = path(&format!("/decisions/{}/order", table["decision"]));
        let said = other.ask(client, "POST", &decision, Some(json!({"order": order}))).await;
        assert_eq!((said.status, &said.body["resolved"]), (200, &json!(true)), "{}", said.body);
    }
}

/// Two battles with sides exchanged, and one result.
#[tokio::test(flavor = "multi_thread")]
async fn a_mirror_match_counts_as_one() {
    let host = open("lobby-mirror", generous(), Edge::default()).await;
    let client = &host.client;
    let (mut ada, mut bob) = (Browser::sign_up(client, "Ada").await, Browser::sign_up(client, "Bob").await);
    let mut new = table(&everybody());
    (new["mirror"], new["side"]) = (json!(true), json!(0));
    let id = invite(&mut ada, client, new).await.body["table"]["id"].clone();
    let met = join(&mut bob, client, &id).await.body;
    assert_eq!(met["seat"], 1);
    let (first, second) =
        (met["id"].as_str().unwrap().to_owned(), met["mirror"].as_str().unwrap().to_owned());
    sit_down(client, &first, [&mut ada, &mut bob]).await;
    let path = |id: &str, end: &str| format!("/api/matches/{id}{end}");
    let info = ada.ask(client, "GET", &path(&first, ""), None).await.body;
    assert_eq!(info["mirror"], json!({"id": second, "leg": 1}));
    // The second waits until both have come to it.
    let info = ada.ask(client, "GET", &path(&second, ""), None).await.body;
    assert_eq!((&info["viewer"]["seat"], &info["mirror"]["leg"]), (&json!(1), &json!(2)));
    assert_eq!(info["table"]["missing"], json!([0, 1]));

    give_up(client, &first, &mut bob, &mut ada).await;
    let info = ada.ask(client, "GET", &path(&second, ""), None).await.body;
    assert_eq!(info["mirror"], json!({"id": first, "leg": 2, "outcome": {"won": [0]}}));
    sit_down(client, &second, [&mut ada, &mut bob]).await;
    give_up(client, &second, &mut bob, &mut ada).await;
    // Ada won both, as seat 0 and as seat 1.
    let info = ada.ask(client, "GET", &path(&first, ""), None).await.body;
    assert_eq!(info["mirror"]["result"], json!({"halves": [4, 0], "outcome": {"won": [0]}}));
    let battles = bob.ask(client, "GET", "/api/me/battles", None).await.body["matches"].clone();
    for it in battles.as_array().unwrap() {
        let own = it["holds"][0]["viewer"]["seat"].as_u64().unwrap();
        assert_eq!(it["mirror"]["result"]["halves"][own as usize], 0, "{it}");
    }
}

/// The first battle is over, and one of the two never comes to the second.
#[tokio::test(flavor = "multi_thread")]
async fn who_stays_away_from_the_second_battle_has_lost_it() {
    let stepped = Stepped::default();
    let host = at(fresh_folder("lobby-forfeit"), generous(), Clock::Stepped(stepped.clone())).await;
    let client = &host.client;
    let (mut ada, mut bob) = (Browser::sign_up(client, "Ada").await, Browser::sign_up(client, "Bob").await);
    let mut new = table(&everybody());
    (new["mirror"], new["side"]) = (json!(true), json!(0));
    let id = invite(&mut ada, client, new).await.body["table"]["id"].clone();
    let met = join(&mut bob, client, &id).await.body;
    let (first, second) = (met["id"].as_str().unwrap(), met["mirror"].as_str().unwrap());
    sit_down(client, first, [&mut ada, &mut bob]).await;
    give_up(client, first, &mut ada, &mut bob).await;
    let path = format!("/api/matches/{second}");
    let joined =
        ada.ask(client, "POST", &format!("{path}/join"), Some(json!({"contribution": "hers"}))).await;
    assert_eq!(joined.status, 200);
    stepped.step(Duration::from_secs(50 * 60));
    let told = ada.ask(client, "GET", &path, None).await.body["mirror"].clone();
    assert_eq!(told, json!({"id": first, "leg": 2, "outcome": {"won": [1]}}), "there is time yet");
    // Looked at every ten minutes, until an hour is over.
    let (mut told, mut minutes, begun) = (Value::Null, 50, Instant::now());
    while told.is_null() && begun.elapsed() < LONG {
        if minutes < 75 {
            stepped.step(Duration::from_secs(60));
            minutes += 1;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
        told = ada.ask(client, "GET", &path, None).await.body["mirror"]["result"].clone();
    }
    // She lost the first and has the second, in which she sits in seat 1.
    assert_eq!((&told["halves"], &told["outcome"]), (&json!([2, 2]), &json!("draw")), "{told}");
    assert!(
        told["words"].as_str().unwrap().ends_with("did not come to the second battle and has forfeited it.")
    );
}

/// Two servers on one database have one lobby.
#[tokio::test(flavor = "multi_thread")]
async fn who_is_on_another_server_is_met_all_the_same() {
    let postgres = Postgres::start();
    let url = postgres.database("lobby");
    let mut nodes = Vec::new();
    for _ in 0..2 {
        let (limits, people) = (generous(), Some(cheap()));
        let address = "127.0.0.1:0".parse().unwrap();
        let config = Config { limits, people, ..Config::new(address, Database::Url(url.clone())) };
        let running = server::start(config).await.unwrap();
        let client = Client::new(&format!("http://{}", running.address));
        nodes.push((running, client));
    }
    let [(_, here), (_, there)] = nodes.as_slice() else { panic!("two") };
    let (mut ada, mut bob) = (Browser::sign_up(here, "Ada").await, Browser::sign_up(there, "Bob").await);
    let mut hers = lobby(here, ada.cookie.as_deref(), &json!({"tables": false})).await;
    let mut his = lobby(there, bob.cookie.as_deref(), &json!({"tables": true})).await;
    assert_eq!(
        (&heard_json(&mut hers).await["type"], &heard_json(&mut his).await["type"]),
        (&json!("mine"), &json!("mine"))
    );
    let open = invite(&mut ada, here, table(&everybody())).await.body["table"]["id"].clone();
    until(&mut his, |it| it["tables"].as_array().is_some_and(|all| all.iter().any(|it| it["id"] == open)))
        .await;
    let challenge = invite(&mut ada, here, table(&json!({"kind": "person", "name": "Bob"}))).await;
    let id = challenge.body["table"]["id"].clone();
    until(&mut his, |it| it["received"][0]["id"] == id).await;
    assert_eq!(join(&mut bob, there, &id).await.status, 200);
    until(&mut hers, |it| it["made"][0]["state"] == "begun").await;
    // One joins here and one there, and what is open here is joined there once.
    for (browser, client) in [(&mut ada, here), (&mut bob, there)] {
        let path = format!("/api/matches/{}/join", id.as_str().unwrap());
        let said = browser.ask(client, "POST", &path, Some(json!({"contribution": "words"}))).await;
        assert_eq!(said.status, 200, "{}", said.body);
    }
    let mut carol = Browser::sign_up(here, "Carol").await;
    let both = tokio::join!(join(&mut bob, there, &open), join(&mut carol, here, &open));
    let mut answers = [both.0.status, both.1.status];
    answers.sort_unstable();
    assert_eq!(answers, [200, 409], "{} {}", both.0.body, both.1.body);
}
