//! Profiles, and what one person is to another.

use serde_json::{Value, json};
use server::{Edge, Limits, Rate};

use crate::{
    client::{Made, generous},
    people::{Browser, open},
};

async fn ask(browser: &mut Browser, client: &crate::client::Client, path: &str, body: Value) -> (u16, Value) {
    let method = if body.is_null() { "GET" } else { "POST" };
    let said = browser.ask(client, method, path, Some(body).filter(|it| !it.is_null())).await;
    (said.status, said.body)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_has_what_is_over() {
    let host = open("profile", generous(), Edge::default()).await;
    let client = &host.client;
    let (mut ada, mut bob) = (Browser::sign_up(client, "Ada").await, Browser::sign_up(client, "Bob").await);
    // One battle between the two, one against a computer, one called off, one alone on both sides.
    let mut battles = Vec::new();
    for (spectators, other) in [
        (true, json!({"kind": "friend"})),
        (false, json!({"kind": "computer", "level": "cadet"})),
        (false, json!({"kind": "friend"})),
        (false, json!({"kind": "me"})),
    ] {
        let new = json!({"game": "asfos", "scenario": "intro", "spectators": spectators,
            "seats": [{"kind": "me"}, other]});
        let (status, created) = ask(&mut ada, client, "/api/matches", new).await;
        assert_eq!(status, 201, "{created}");
        battles.push(Made::read(&created));
    }
    for (n, made) in battles.iter().enumerate() {
        for seat in 0..made.seats.len() {
            let path = format!("/api/matches/{}/join", made.id);
            let body = json!({"contribution": format!("words {seat}")});
            let browser = if seat == 1 && n != 3 { &mut bob } else { &mut ada };
            // With the secret, as a link has it.
            let request = client.http.post(format!("{}{path}", client.base)).bearer_auth(&made.seats[seat]);
            let request =
                request.header("origin", &client.base).header("cookie", browser.cookie.clone().unwrap());
            let response = request.json(&body).send().await.unwrap();
            assert_eq!(response.status(), 200);
        }
    }
    let profile = async |browser: &mut Browser| ask(browser, client, "/api/people/ada", Value::Null).await.1;
    assert_eq!(profile(&mut bob).await["battles"], json!([]), "nothing of what goes on");
    for (made, end) in battles.iter().zip(["concede", "concede", "call-off", "concede"]) {
        let path = format!("/api/matches/{}/{end}", made.id);
        assert_eq!(client.post(&path, &made.seats[0], json!({"sure": true})).await.0, 200);
    }
    let seen = profile(&mut bob).await;
    let tally = |won: u32, drawn: u32, lost: u32| json!({"won": won, "drawn": drawn, "lost": lost});
    let asfos = &seen["results"][0];
    assert_eq!((&asfos["people"], &asfos["computers"]), (&tally(0, 0, 1), &tally(0, 0, 1)), "{seen}");
    assert_eq!(asfos["favourite"]["battles"], 2);
    // What she flew in the two that count, and nothing of what the others had.
    let ships = asfos["ships"].as_array().unwrap();
    let path = format!("/api/matches/{}/views/0?as=referee", battles[0].id);
    let view = client.get(&path, &battles[0].seats[0]).await.1["view"].clone();
    let own = view["ships"].as_array().unwrap().iter().filter(|it| it["ship"]["owner"] == 0).count();
    let number: u64 = ships.iter().map(|it| it["number"].as_u64().unwrap()).sum();
    assert_eq!(number, 2 * own as u64, "{ships:?}");
    assert!(ships.iter().all(|it| it["battles"] == 2 && it["own_design"] == false), "{ships:?}");
    assert_eq!((&seen["mine"], &seen["moderator"]), (&json!(false), &json!(false)));
    let shown = seen["battles"].as_array().unwrap();
    assert_eq!(shown.len(), 3, "both sides by oneself is no battle");
    let find = |id: &str| shown.iter().find(|it| it["id"] == id).unwrap();
    let first = find(&battles[0].id);
    assert_eq!((&first["result"], &first["others"][0]["name"]), (&json!("lost"), &json!("Bob")));
    assert_eq!(find(&battles[1].id)["others"][0]["level"], "cadet");
    assert_eq!(find(&battles[2].id)["result"], "called_off");
    assert_eq!(
        ask(&mut bob, client, "/api/people/Bob", Value::Null).await.1["results"][0]["people"],
        tally(1, 0, 0)
    );

    // Whoever sat there may watch it; everybody else if its host opened it to spectators, and it is over.
    let mut carol = Browser::sign_up(client, "Carol").await;
    let mut nobody = Browser::default();
    for browser in [&mut carol, &mut nobody] {
        let seen = profile(browser).await;
        let shown = seen["battles"].as_array().unwrap().iter();
        let watch: Vec<&Value> = shown.filter(|it| it["watch"] == true).map(|it| &it["id"]).collect();
        assert_eq!(watch, [&json!(battles[0].id)]);
        for (n, expected) in [(0, 200), (1, 401)] {
            for end in ["", "/events", "/record"] {
                let path = format!("/api/matches/{}{end}", battles[n].id);
                assert_eq!(ask(browser, client, &path, Value::Null).await.0, expected, "{path}");
            }
            // What was said there is for those who were there.
            let path = format!("/api/matches/{}/talk?room=players", battles[n].id);
            assert_eq!(ask(browser, client, &path, Value::Null).await.0, 401);
            let path = format!("/api/matches/{}/rematch", battles[n].id);
            assert!([401, 403].contains(&ask(browser, client, &path, json!({})).await.0));
        }
    }
    // A secret that opens nothing is told as ever.
    assert_eq!(client.get(&format!("/api/matches/{}", battles[0].id), "guess").await.0, 401);

    // Whoever goes leaves the battle, and no name in it.
    let gone = json!({"password": crate::people::PASSWORD});
    let before = client.get(&format!("/api/matches/{}/record", battles[0].id), &battles[0].seats[0]).await;
    assert_eq!(ask(&mut bob, client, "/api/me/delete", gone).await.0, 200);
    let after = client.get(&format!("/api/matches/{}/record", battles[0].id), &battles[0].seats[0]).await;
    assert_eq!((before.0, &before), (200, &after));
    assert!(!profile(&mut ada).await.to_string().contains("Bob"));
    assert_eq!(ask(&mut ada, client, "/api/people/Bob", Value::Null).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_follow_and_block() {
    let host = open("circles", generous(), Edge::default()).await;
    let client = &host.client;
    let (mut ada, mut bob) = (Browser::sign_up(client, "Ada").await, Browser::sign_up(client, "Bob").await);
    let on = |on: bool| json!({"on": on});
    let bond = |followed: bool, blocked: bool| (200, json!({"followed": followed, "blocked": blocked}));
    assert_eq!(ask(&mut ada, client, "/api/people/bob/follow", on(true)).await, bond(true, false));
    assert_eq!(ask(&mut ada, client, "/api/people/Bob/follow", on(true)).await, bond(true, false));
    let mine = ask(&mut ada, client, "/api/me/people", Value::Null).await.1;
    assert_eq!((&mine["followed"][0]["name"], &mine["blocked"]), (&json!("Bob"), &json!([])));
    assert_eq!(ask(&mut bob, client, "/api/people/Ada/block", on(true)).await, bond(false, true));
    // Who is blocked is not told so, but does not follow any more.
    let seen = ask(&mut ada, client, "/api/people/Bob", Value::Null).await.1;
    assert_eq!((&seen["followed"], &seen["blocked"]), (&json!(false), &json!(false)));
    assert_eq!(ask(&mut ada, client, "/api/people/Bob/follow", on(true)).await.0, 422);
    assert_eq!(ask(&mut bob, client, "/api/people/Ada/block", on(false)).await, bond(false, false));
    assert_eq!(ask(&mut ada, client, "/api/people/Ada/follow", on(true)).await.0, 422);
    for hostile in ["nobody", "%00", "..%2F..", "%27%20OR%201=1", &"x".repeat(3000)] {
        assert_eq!(ask(&mut ada, client, &format!("/api/people/{hostile}"), Value::Null).await.0, 404);
        assert_eq!(ask(&mut ada, client, &format!("/api/people/{hostile}/block"), on(true)).await.0, 404);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn floods_of_follows_end_soon() {
    let limits = Limits { circling: Rate { burst: 2.0, per_second: 0.0001 }, ..generous() };
    let host = open("circling", limits, Edge::default()).await;
    let client = &host.client;
    let mut ada = Browser::sign_up(client, "Ada").await;
    Browser::sign_up(client, "Bob").await;
    let mut statuses = Vec::new();
    for n in 0..4 {
        statuses.push(ask(&mut ada, client, "/api/people/Bob/follow", json!({"on": n % 2 == 0})).await.0);
    }
    assert_eq!(statuses, [200, 200, 429, 429]);
}
