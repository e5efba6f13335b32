//! Clubs and shelves over sockets.

use serde_json::{Value, json};
use server::{Edge, Limits, Rate};

use crate::{
    client::{Client, generous},
    people::{Browser, PASSWORD, open},
};

async fn ask(browser: &mut Browser, client: &Client, method: &str, path: &str, body: Value) -> (u16, Value) {
    let said = browser.ask(client, method, path, Some(body).filter(|it| !it.is_null())).await;
    (said.status, said.body)
}

async fn get(browser: &mut Browser, client: &Client, path: &str) -> (u16, Value) {
    ask(browser, client, "GET", path, Value::Null).await
}

async fn post(browser: &mut Browser, client: &Client, path: &str, body: Value) -> (u16, Value) {
    ask(browser, client, "POST", path, body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_from_its_founding_to_its_end() {
    let host = open("club", generous(), Edge::default()).await;
    let client = &host.client;
    let mut ada = Browser::sign_up(client, "Ada").await;
    let (mut bob, mut cleo) = (Browser::sign_up(client, "Bob").await, Browser::sign_up(client, "Cleo").await);
    let new = |name: &str, entry: &str| json!({"name": name, "about": "We meet.", "entry": entry});
    let (status, page) = post(&mut ada, client, "/api/clubs", new("Tuesday Night", "request")).await;
    assert_eq!((status, &page["club"]["rank"]), (201, &json!("owner")), "{page}");
    let path = format!("/api/clubs/{}", page["club"]["id"].as_str().unwrap());
    for (name, status) in
        [("tuesday-night", 409), ("Tue5day Night", 409), ("Moderators", 422), ("\u{202e}x", 422)]
    {
        assert_eq!(post(&mut bob, client, "/api/clubs", new(name, "open")).await.0, status, "{name}");
    }
    // A stranger sees what it says of itself and who is in it, and nothing more.
    let seen = get(&mut Browser::default(), client, &path).await.1;
    assert_eq!((&seen["club"]["about"], &seen["posts"]), (&json!("We meet."), &json!([])));
    assert_eq!(get(&mut bob, client, &format!("{path}/posts")).await.0, 403);

    // Bob asks, and is let in by name; Cleo comes by the link.
    assert_eq!(post(&mut bob, client, &format!("{path}/join"), json!({})).await.1["club"]["rank"], "asking");
    assert_eq!(get(&mut bob, client, &path).await.1["members"].as_array().unwrap().len(), 1);
    assert_eq!(get(&mut ada, client, &path).await.1["members"].as_array().unwrap().len(), 2);
    let rank = |rank: &str| json!({"rank": rank});
    let of = |name: &str| format!("{path}/members/{name}");
    assert_eq!(post(&mut bob, client, &of("Bob"), rank("member")).await.0, 403);
    assert_eq!(post(&mut ada, client, &of("Bob"), rank("member")).await.0, 200);
    assert_eq!(post(&mut ada, client, &of("Cleo"), rank("member")).await.0, 422);
    let link = post(&mut ada, client, &format!("{path}/invitation"), json!({})).await.1["link"].clone();
    let second = post(&mut ada, client, &format!("{path}/invitation"), json!({})).await.1["link"].clone();
    assert_eq!(
        post(&mut cleo, client, &format!("{path}/join"), json!({"link": link})).await.1["club"]["rank"],
        "asking"
    );
    let joined = post(&mut cleo, client, &format!("{path}/join"), json!({"link": second})).await.1;
    assert_eq!(joined["club"]["rank"], "member");
    assert_eq!(post(&mut bob, client, &of("Cleo"), rank("barred")).await.0, 403);

    // The board: plain text, in order, taken away by whoever wrote it or by an officer.
    let write = |text: &str| json!({"text": text});
    let board = format!("{path}/posts");
    assert_eq!(post(&mut bob, client, &board, write("<b>Tuesday</b>\n\n\u{202e}at eight")).await.0, 201);
    let posts = get(&mut ada, client, &board).await.1;
    assert_eq!(posts["posts"][0]["text"], "<b>Tuesday</b>\n\nat eight");
    assert_eq!(post(&mut cleo, client, &board, write("No.")).await.0, 201);
    assert_eq!(post(&mut cleo, client, &board, write(" ")).await.0, 422);
    assert_eq!(post(&mut cleo, client, &board, write(&"ab ".repeat(2_000))).await.0, 422);
    assert_eq!(ask(&mut cleo, client, "DELETE", &format!("{board}/1"), Value::Null).await.0, 403);
    let report = json!({"why": "rude"});
    assert_eq!(post(&mut cleo, client, &format!("{board}/1/report"), report.clone()).await.0, 200);
    assert_eq!(post(&mut cleo, client, &format!("{board}/9/report"), report).await.0, 404);
    assert_eq!(ask(&mut cleo, client, "DELETE", &format!("{board}/2"), Value::Null).await.0, 200);
    assert_eq!(post(&mut ada, client, &of("Bob"), rank("officer")).await.0, 200);
    assert_eq!(post(&mut bob, client, &of("Cleo"), rank("officer")).await.0, 403);
    assert_eq!(post(&mut bob, client, &of("Cleo"), rank("barred")).await.0, 200);
    assert_eq!(post(&mut cleo, client, &format!("{path}/join"), json!({"link": second})).await.0, 403);
    assert_eq!(get(&mut cleo, client, &board).await.0, 403);
    let earlier = get(&mut ada, client, &format!("{board}?before=2")).await.1;
    assert_eq!(earlier["posts"].as_array().unwrap().len(), 1);
    assert_eq!(
        ask(&mut ada, client, "DELETE", &format!("{board}/1"), Value::Null).await.1["posts"][1]["text"],
        ""
    );

    // The owner neither leaves nor closes it while others are there; handed over, she may go.
    assert_eq!(ask(&mut ada, client, "DELETE", &of("Ada"), Value::Null).await.0, 422);
    assert_eq!(post(&mut ada, client, &format!("{path}/close"), json!({"sure": true})).await.0, 422);
    assert_eq!(post(&mut ada, client, &of("Bob"), rank("owner")).await.1["club"]["rank"], "officer");
    assert_eq!(ask(&mut ada, client, "DELETE", &of("Ada"), Value::Null).await.0, 200);
    // An account that goes takes a club along in which nobody else is.
    assert_eq!(get(&mut bob, client, "/api/clubs?part=tues").await.1["clubs"][0]["members"], 1);
    assert_eq!(post(&mut bob, client, "/api/me/delete", json!({"password": PASSWORD})).await.0, 200);
    assert_eq!(get(&mut ada, client, &path).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_people_made_is_kept_and_shared() {
    let host = open("shelf", generous(), Edge::default()).await;
    let client = &host.client;
    let (mut ada, mut bob) = (Browser::sign_up(client, "Ada").await, Browser::sign_up(client, "Bob").await);
    let scenario = rulesets::find("asfos")
        .unwrap()
        .prepare(rulesets::ScenarioRef::Id("intro"), &[], rulesets::Table::People)
        .unwrap()
        .scenario();
    let keep = |kind: &str, game: &str, body: Value| {
        let title = "My\u{202e} own";
        json!({"kind": kind, "game": game, "title": title, "body": body})
    };
    let (status, kept) =
        post(&mut ada, client, "/api/me/shelf", keep("scenario", "asfos", scenario.clone())).await;
    assert_eq!((status, &kept["card"]["title"], &kept["body"]), (201, &json!("My own"), &scenario), "{kept}");
    // The game itself says what is wrong.
    for (kind, game, body, status) in [
        ("scenario", "asfos", json!({}), 422),
        ("scenario", "asfos", json!([1, 2]), 422),
        ("scenario", "chess", scenario.clone(), 404),
        ("fleet", "asfos", json!({"name": "X", "ships": []}), 404),
        ("fleet", "full-thrust", json!({"ships": 3}), 400),
        ("design", "full-thrust", json!("x"), 400),
        ("poem", "asfos", json!({}), 400),
        ("scenario", "asfos", json!({"name": "x".repeat(300_000)}), 422),
    ] {
        let (found, answer) = post(&mut ada, client, "/api/me/shelf", keep(kind, game, body)).await;
        assert_eq!(found, status, "{kind} {game} {answer}");
    }
    let fleet = json!({"name": "First", "ships": []});
    assert_eq!(post(&mut ada, client, "/api/me/shelf", keep("fleet", "full-thrust", fleet)).await.0, 201);
    let id = kept["card"]["id"].as_str().unwrap().to_owned();
    let (path, own) = (format!("/api/shelf/{id}"), format!("/api/me/shelf/{id}"));
    // Nobody sees it but her, until she says so.
    assert_eq!((get(&mut ada, client, &path).await.0, get(&mut bob, client, &path).await.0), (200, 404));
    let change = |shared: bool, club: Option<&str>| json!({"title": "Named", "shared": shared, "club": club});
    assert_eq!(post(&mut bob, client, &own, change(true, None)).await.0, 404);
    assert_eq!(post(&mut ada, client, &own, change(true, None)).await.0, 200);
    let seen = get(&mut Browser::default(), client, &path).await.1;
    assert_eq!(seen["seats"].as_array().unwrap().len(), 2);
    assert_eq!((&seen["card"]["by"], &seen["card"]["mine"]), (&json!("Ada"), &json!(false)));
    // What is shared is played: it is a setup like any other.
    let new = json!({"game": "asfos", "setup": seen["body"], "seats": [{"kind": "me"}, {"kind": "friend"}]});
    assert_eq!(post(&mut bob, client, "/api/matches", new).await.0, 201);
    // For a club: its members see it, and no longer when its owner leaves.
    let founded = post(&mut bob, client, "/api/clubs", json!({"name": "Makers", "entry": "open"})).await.1;
    let club = founded["club"]["id"].as_str().unwrap();
    assert_eq!(post(&mut ada, client, &own, change(false, Some(club))).await.0, 403);
    post(&mut ada, client, &format!("/api/clubs/{club}/join"), json!({})).await;
    assert_eq!(post(&mut ada, client, &own, change(false, Some(club))).await.0, 200);
    assert_eq!(get(&mut bob, client, &path).await.0, 200);
    assert_eq!(get(&mut Browser::default(), client, &path).await.0, 404);
    assert_eq!(get(&mut bob, client, &format!("/api/clubs/{club}")).await.1["shelf"][0]["title"], "Named");
    ask(&mut ada, client, "DELETE", &format!("/api/clubs/{club}/members/Ada"), Value::Null).await;
    assert_eq!(get(&mut bob, client, &path).await.0, 404);
    assert_eq!(
        get(&mut ada, client, "/api/me/export").await.1["together"]["shelf"][0]["game"],
        "full-thrust"
    );
    assert_eq!(ask(&mut bob, client, "DELETE", &own, Value::Null).await.0, 404);
    assert_eq!(
        ask(&mut ada, client, "DELETE", &own, Value::Null).await.1["shelf"].as_array().unwrap().len(),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn floods_of_clubs_and_posts_end_soon() {
    let rate = |burst: f64| Rate { burst, per_second: 0.0001 };
    let limits = Limits { founding: rate(1.0), posting: rate(2.0), keeping: rate(1.0), ..generous() };
    let host = open("club-flood", limits, Edge::default()).await;
    let client = &host.client;
    let mut ada = Browser::sign_up(client, "Ada").await;
    let new = |name: &str| json!({"name": name, "entry": "open"});
    let page = post(&mut ada, client, "/api/clubs", new("First")).await.1;
    let board = format!("/api/clubs/{}/posts", page["club"]["id"].as_str().unwrap());
    assert_eq!(post(&mut ada, client, "/api/clubs", new("Second")).await.0, 429);
    let mut statuses = Vec::new();
    for n in 0..3 {
        statuses.push(post(&mut ada, client, &board, json!({"text": format!("number {n}")})).await.0);
    }
    assert_eq!(statuses, [201, 201, 429]);
    let fleet =
        json!({"kind": "fleet", "game": "full-thrust", "title": "x", "body": {"name": "X", "ships": []}});
    assert_eq!(post(&mut ada, client, "/api/me/shelf", fleet.clone()).await.0, 201);
    assert_eq!(post(&mut ada, client, "/api/me/shelf", fleet).await.0, 429);
}

/// A table of the club: its members see it, and one of them sits down there by name.
#[tokio::test(flavor = "multi_thread")]
async fn members_sit_down_at_tables_of_their_club() {
    let host = open("club-tables", generous(), Edge::default()).await;
    let client = &host.client;
    let (mut ada, mut bob) = (Browser::sign_up(client, "Ada").await, Browser::sign_up(client, "Bob").await);
    let mut cleo = Browser::sign_up(client, "Cleo").await;
    let page = post(&mut ada, client, "/api/clubs", json!({"name": "Tuesday", "entry": "open"})).await.1;
    let path = format!("/api/clubs/{}", page["club"]["id"].as_str().unwrap());
    let tables = format!("{path}/tables");
    let new = json!({"game": "asfos", "scenario": "intro", "seats": [{"kind": "me"}, {"kind": "friend"}]});
    assert_eq!(post(&mut bob, client, &tables, new.clone()).await.0, 403);
    let (status, made) = post(&mut ada, client, &tables, new).await;
    assert_eq!(status, 201, "{made}");
    let id = made["id"].as_str().unwrap();
    let sit = format!("{tables}/{id}/sit");
    assert_eq!(get(&mut bob, client, &tables).await.0, 403);
    assert_eq!(post(&mut bob, client, &sit, json!({"seat": 1})).await.0, 403);
    for browser in [&mut bob, &mut cleo] {
        assert_eq!(post(browser, client, &format!("{path}/join"), json!({})).await.0, 200);
    }
    let listed = get(&mut bob, client, &tables).await.1;
    let table = &listed["tables"][0];
    assert_eq!((&table["summary"]["id"], &table["free"]), (&json!(id), &json!([1])));
    assert_eq!(table["sitters"], json!([{"seat": 0, "name": "Ada", "mine": false}]));
    // Not what is somebody's, not what is not there; and not with whom one has blocked.
    for (seat, status) in [(0, 409), (7, 409), (-1, 400)] {
        assert_eq!(post(&mut bob, client, &sit, json!({"seat": seat})).await.0, status);
    }
    assert_eq!(post(&mut bob, client, &format!("{tables}/none/sit"), json!({"seat": 1})).await.0, 404);
    post(&mut cleo, client, "/api/people/Ada/block", json!({"on": true})).await;
    assert_eq!(post(&mut cleo, client, &sit, json!({"seat": 1})).await.0, 403);
    post(&mut cleo, client, "/api/people/Ada/block", json!({"on": false})).await;
    assert_eq!(post(&mut bob, client, &sit, json!({"seat": 1})).await.1["tables"][0]["free"], json!([]));
    assert_eq!(post(&mut bob, client, &sit, json!({"seat": 1})).await.0, 200);
    assert_eq!(post(&mut cleo, client, &sit, json!({"seat": 1})).await.0, 409);
    for (browser, seat) in [(&mut ada, 0), (&mut bob, 1)] {
        let words = json!({"contribution": format!("words {seat}")});
        let (status, info) = post(browser, client, &format!("/api/matches/{id}/join"), words).await;
        assert_eq!((status, &info["viewer"]["seat"]), (200, &json!(seat)), "{info}");
    }
    let table = &get(&mut cleo, client, &tables).await.1["tables"][0];
    assert!(table["summary"].get("awaiting").is_some() && table.get("view").is_none());
    // The club goes, and the battle stays.
    assert_eq!(get(&mut cleo, client, &format!("/api/matches/{id}")).await.0, 401);
    for name in ["Bob", "Cleo"] {
        ask(&mut ada, client, "DELETE", &format!("{path}/members/{name}"), Value::Null).await;
    }
    assert_eq!(post(&mut ada, client, &format!("{path}/close"), json!({"sure": true})).await.0, 200);
    assert_eq!(get(&mut bob, client, &format!("/api/matches/{id}")).await.0, 200);
}
