//! Several servers on one PostgreSQL: whatever is asked of one is so on all, and what one began another
//! goes on with.

use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use reqwest::Method;
use serde_json::{Value, json};
use server::{Clock, Config, Database, Limits, People, Rate, Running, Stepped};
use tokio_tungstenite::tungstenite::Message;

use crate::{
    client::{Client, LONG, Made, Socket, cheap, fresh_folder, generous, heard_json},
    clock::{TIME, arcade},
    postgres::Postgres,
    twins::replica,
};

pub(crate) struct Node {
    running: Running,
    pub(crate) client: Client,
}

async fn node(url: &str, limits: Limits) -> Node {
    open_node(url, limits, None, Clock::System).await
}

async fn open_node(url: &str, limits: Limits, people: Option<People>, clock: Clock) -> Node {
    let database = Database::Url(url.to_owned());
    let config = Config { limits, people, clock, ..Config::new("127.0.0.1:0".parse().unwrap(), database) };
    let running = server::start(config).await.unwrap();
    let client = Client::new(&format!("http://{}", running.address));
    Node { running, client }
}

async fn pair(postgres: &Postgres, name: &str, limits: Limits) -> [Node; 2] {
    pair_on(&postgres.database(name), limits).await
}

pub(crate) async fn pair_on(url: &str, limits: Limits) -> [Node; 2] {
    // At the same moment, on an empty database.
    let (one, other) = tokio::join!(node(url, limits), node(url, limits));
    [one, other]
}

/// Asks until it is so. What is waited for is sure to come.
pub(crate) async fn until(client: &Client, made: &Made, what: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    while begun.elapsed() < LONG {
        let table = client.table(made, 0).await;
        if what(&table) {
            return table;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it never came to that: {}", client.table(made, 0).await);
}

fn number(table: &Value) -> u64 {
    table["decision"].as_u64().unwrap()
}

/// Hears until the decision after `n` is open.
async fn hears_of(socket: &mut Socket, n: u64) -> Value {
    loop {
        let update = heard_json(socket).await;
        if n < update["decision"].as_u64().expect("an update") {
            return update;
        }
    }
}

/// What somebody has taken on one server is missing from his bucket on the other.
#[tokio::test(flavor = "multi_thread")]
async fn limits_are_those_of_all_servers_together() {
    const MOST: usize = 60;
    let postgres = Postgres::start();
    let limits = Limits { making: Rate { burst: MOST as f64, per_second: 1e-6 }, ..generous() };
    let [a, b] = pair(&postgres, "limits", limits).await;
    let new = json!({"game": "asfos", "scenario": "intro", "seats": [{"kind": "me"}, {"kind": "me"}]});
    let make = async |node: &Node| node.client.send(Method::POST, "/api/matches", None, Some(&new)).await.0;
    for _ in 0..MOST {
        assert_eq!(make(&a).await, 201);
    }
    assert_eq!(make(&a).await, 429);
    let mut made = 0;
    while make(&b).await == 201 {
        made += 1;
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    assert!(made < MOST, "a whole bucket more");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_of_one_server_is_taken_by_another_and_once() {
    let postgres = Postgres::start();
    let url = postgres.database("tasks");
    let people = Some(People { work: 8, ..cheap() });
    let [a, b] = [people.clone(), people].map(|it| open_node(&url, generous(), it, Clock::System));
    let (a, b) = tokio::join!(a, b);
    let ask = async |node: &Node, method: Method, path: &str, body: Option<&Value>| {
        let request = node.client.http.request(method, format!("{}{path}", node.client.base));
        let request = request.header("origin", &node.client.base);
        let answer = body.into_iter().fold(request, |request, body| request.json(body)).send().await.unwrap();
        (answer.status().as_u16(), answer.json::<Value>().await.unwrap())
    };
    let (_, me) = ask(&a, Method::GET, "/api/me", None).await;
    let challenge = me["work"]["challenge"].as_str().expect("a task").to_owned();
    let answer = people::solve(&challenge, 8);
    let sign_up = |name: &str| {
        json!({
            "name": name, "password": "six small moons", "work": {"challenge": challenge, "answer": answer},
        })
    };
    let (status, said) = ask(&b, Method::POST, "/api/people", Some(&sign_up("Ann"))).await;
    assert_eq!(status, 201, "{said}");
    let (status, said) = ask(&b, Method::POST, "/api/people", Some(&sign_up("Bob"))).await;
    assert_eq!(status, 422, "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_is_played_on_two_servers_at_once() {
    let postgres = Postgres::start();
    let [a, b] = pair(&postgres, "two", generous()).await;
    let made = a.client.hot_seat().await;
    let clients = [&a.client, &b.client];
    let mut live =
        [a.client.connect(&made, &made.seats[0], 0).await, b.client.connect(&made, &made.seats[1], 0).await];
    let mut together = 0;
    loop {
        // What one was told is so on the other, at once.
        let [table, other] = [a.client.table(&made, 0).await, b.client.table(&made, 0).await];
        assert_eq!((&table["decision"], &table["next"]), (&other["decision"], &other["next"]));
        if !table["outcome"].is_null() {
            break;
        }
        let n = number(&table);
        let awaiting: Vec<usize> = serde_json::from_value(table["awaiting"].clone()).unwrap();
        together += usize::from(1 < awaiting.len());
        let orders = awaiting.iter().map(|&seat| {
            let (client, made) = (clients[(seat + n as usize) % 2], &made);
            async move {
                let order = client.suggestion(made, seat).await["order"].clone();
                client.order(made, seat, n, json!({"order": order})).await
            }
        });
        // Each on a server of its own and in the same moment: both count.
        for (status, answer) in futures_util::future::join_all(orders).await {
            assert_eq!(status, 200, "{answer}");
        }
        for socket in &mut live {
            hears_of(socket, n).await;
        }
        if together == 4 {
            let path = format!("/api/matches/{}/draw", made.id);
            for (seat, client) in clients.iter().enumerate() {
                let (status, answer) = client.post(&path, &made.seats[seat], json!({"agree": true})).await;
                assert_eq!(status, 200, "{answer}");
            }
        }
    }
    assert!(0 < together, "no decision was taken by both at once");
    let path = format!("/api/matches/{}/record", made.id);
    let (one, other) = (a.client.get(&path, &made.seats[0]).await, b.client.get(&path, &made.seats[1]).await);
    assert_eq!(one, other);
    assert!(replica::taken_up(&one.1.to_string()).outcome().is_some());
}

/// The order is held on one server; the computer answers wherever it thinks; confirmed on the other.
/// Studies lie in folders, each server's own; the other one says that.
#[tokio::test(flavor = "multi_thread")]
async fn a_study_may_be_on_the_other_server() {
    let postgres = Postgres::start();
    let folder = fresh_folder("studies-of-one");
    let url = postgres.database("studies");
    let config = Config::new("127.0.0.1:0".parse().unwrap(), Database::Url(url.clone()));
    let studies = Some(folder.join("studies"));
    let one = server::start(Config { limits: generous(), studies, ..config }).await.unwrap();
    let client = Client::new(&format!("http://{}", one.address));
    let asked = json!({"question": "fair", "game": "talon", "battles": 48, "players": ["cadet"], "seed": 3});
    let (status, made) = client.send(Method::POST, "/api/studies", None, Some(&asked)).await;
    assert_eq!(status, 201, "{made}");
    let path = format!("/api/studies/{}", made["id"].as_str().unwrap());
    assert_eq!(client.send(Method::GET, &path, None, None).await.0, 200);
    let other = node(&url, generous()).await;
    let (status, told) = other.client.send(Method::GET, &path, None, None).await;
    assert_eq!((status, &told["error"]["code"]), (404, &json!("not_found")), "{told}");
    assert!(told["error"]["message"].as_str().unwrap().contains("another one may have it"), "{told}");
    one.stop().await;
    other.running.stop().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn holds_and_computers_are_the_same_on_both() {
    let postgres = Postgres::start();
    let limits = Limits { hold: Duration::from_secs(3_600), ..generous() };
    let [a, b] = pair(&postgres, "holds", limits).await;
    let made = a.client.make(json!([{"kind": "me"}, {"kind": "computer", "level": "cadet"}])).await;
    let asked = |it: &Value| it["awaiting"].as_array().unwrap().contains(&json!(0));
    let mut n = number(&until(&b.client, &made, asked).await);
    for (first, second) in [(&a.client, &b.client), (&b.client, &a.client)] {
        let order = first.suggestion(&made, 0).await["order"].clone();
        let body = json!({"order": order, "hold": true});
        assert_eq!(first.order(&made, 0, n, body.clone()).await.0, 200);
        let table = until(second, &made, |it| it["awaiting"] == json!([])).await;
        assert!(table["hold"].as_u64().is_some_and(|left| 3_000_000 < left), "{table}");
        assert_eq!((number(&table), &table["sealed"][0]["order"]), (n, &order));
        // Taken back elsewhere, it is taken back.
        let path = format!("/api/matches/{}/decisions/{n}/order", made.id);
        assert_eq!(second.send(Method::DELETE, &path, Some(&made.seats[0]), None).await.0, 200);
        assert!(asked(&first.table(&made, 0).await));
        assert_eq!(first.order(&made, 0, n, body).await.0, 200);
        let path = format!("/api/matches/{}/decisions/{n}/confirm", made.id);
        assert_eq!(second.post(&path, &made.seats[0], json!({})).await.0, 200);
        let table = until(first, &made, |it| n < number(it) && asked(it)).await;
        n = number(&table);
    }
    // The server that thought stops, and hands over what it was at.
    let order = a.client.suggestion(&made, 0).await["order"].clone();
    assert_eq!(a.client.order(&made, 0, n, json!({"order": order})).await.0, 200);
    a.running.stop().await;
    until(&b.client, &made, |it| n < number(it) && asked(it)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_of_the_rules_runs_on_both() {
    let postgres = Postgres::start();
    let (url, time) = (postgres.database("arcade"), Stepped::default());
    let [a, b] = [(); 2].map(|()| open_node(&url, generous(), None, Clock::Stepped(time.clone())));
    let (a, b) = tokio::join!(a, b);
    let (made, n) = arcade(&a.client, "friend").await;
    // Laid out on one server, counts when the first order comes in on the other and time is up.
    let draft = json!({"action": {"plan": {"first": {"kind": "turn_port", "thrust": 1},
        "second": {"kind": "accelerate", "thrust": 1}}}});
    let path = format!("/api/matches/{}/decisions/{n}/draft", made.id);
    assert_eq!(a.client.post(&path, &made.seats[1], json!({"order": draft})).await.0, 200);
    let back = format!("/api/matches/{}/decisions/{n}/order", made.id);
    assert_eq!(b.client.order(&made, 0, n, json!({"text": "drift"})).await.0, 200);
    assert_eq!(a.client.table(&made, 1).await["clock"]["left"], 30_000, "it runs on the other, too");
    let (status, table) = a.client.send(Method::DELETE, &back, Some(&made.seats[0]), None).await;
    assert_eq!((status, &table["clock"]["left"]), (200, &Value::Null), "{table}");
    assert_eq!(b.client.table(&made, 0).await["clock"]["restarts"], 1);
    assert_eq!(b.client.order(&made, 0, n, json!({"text": "drift"})).await.0, 200);
    time.step(TIME);
    until(&a.client, &made, |it| n < number(it)).await;
    let lines = b.client.get(&format!("/api/matches/{}/events", made.id), &made.seats[0]).await.1;
    let mut flown = lines["events"].as_array().unwrap().iter().map(|it| &it["event"]["manoeuvre"]["flown"]);
    let theirs = flown.rfind(|it| it["unit"] == 1).expect("both fly");
    assert_eq!(theirs["plan"]["first"], draft["action"]["plan"]["first"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_at_the_table_is_known_on_both_and_who_is_sent_away_misses_nothing() {
    let postgres = Postgres::start();
    let [a, b] = pair(&postgres, "presence", generous()).await;
    let made = a.client.hot_seat().await;
    let path = format!("/api/matches/{}/presence", made.id);
    let mut live = a.client.connect(&made, &made.seats[1], 0).await;
    let first = heard_json(&mut live).await;
    let is_here = async |here: bool| {
        let begun = Instant::now();
        while begun.elapsed() < LONG {
            let seats = b.client.get(&path, &made.seats[0]).await.1["seats"].clone();
            if seats[1]["here"] == here {
                return seats;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("it is not known who is here");
    };
    is_here(true).await;
    // A seat is not left while its holder sits at the other server.
    let body = json!({"seat": 1, "level": "cadet", "agree": true});
    let (status, refused) =
        b.client.post(&format!("/api/matches/{}/replace", made.id), &made.seats[0], body).await;
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("refused")), "{refused}");

    // The server stops: its connections are told to come back, and elsewhere nothing is missed.
    let stopping = tokio::spawn(a.running.stop());
    let code = loop {
        match live.next().await {
            Some(Ok(Message::Close(frame))) => break frame.map(|it| u16::from(it.code)),
            Some(Ok(_)) => {}
            other => panic!("expected to be told to come back, heard {other:?}"),
        }
    };
    assert_eq!(code, Some(1001));
    drop(live);
    stopping.await.unwrap();
    is_here(false).await;
    b.client.play(&made, 1).await;
    let table = b.client.table(&made, 1).await;
    let mut live = b.client.connect(&made, &made.seats[1], first["next"].as_u64().unwrap()).await;
    let update = heard_json(&mut live).await;
    assert_eq!(update["next"], table["next"]);
    let missed = table["next"].as_u64().unwrap() - first["next"].as_u64().unwrap();
    assert_eq!(update["events"].as_array().unwrap().len() as u64, missed);
}
