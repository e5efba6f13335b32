//! People who play by letter: they have accounts, nobody has the table open, and each orders when a webhook says
//! that it is his turn, and only then.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    Json, Router,
    extract::State,
    http::{StatusCode, Uri},
    routing::post,
};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::watch, time::timeout};

use super::{Seen, Town, Who};
use crate::client::Made;

const PASSWORD: &str = "six small moons";
/// A server that dies with a job in its hands holds it up for a minute, and then the next one may die; and both
/// who play may wait for the same.
const PATIENCE: Duration = Duration::from_secs(600);
/// One in so many letters is not taken, and has to come again.
const REFUSED: u64 = 6;

/// Takes what webhooks bring.
pub(crate) struct Letterbox {
    base: String,
    kept: Arc<Kept>,
}

struct Kept {
    /// By path, the first first.
    letters: Mutex<HashMap<String, Vec<Value>>>,
    came: watch::Sender<u64>,
    asked: AtomicU64,
}

impl Letterbox {
    pub(super) async fn open() -> Letterbox {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let kept =
            Kept { letters: Mutex::default(), came: watch::Sender::new(0), asked: AtomicU64::default() };
        let kept = Arc::new(kept);
        let router = Router::new().fallback(post(take)).with_state(Arc::clone(&kept));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Letterbox { base, kept }
    }

    /// The letter with this number, counted from 0, as soon as it has come; nothing if that takes too long.
    async fn letter(&self, path: &str, n: usize, patience: Duration) -> Option<Value> {
        let there = || self.kept.letters.lock().unwrap().get(path).and_then(|it| it.get(n)).cloned();
        let mut came = self.kept.came.subscribe();
        let comes = async {
            loop {
                if let Some(letter) = there() {
                    return letter;
                }
                came.changed().await.expect("it takes letters");
            }
        };
        timeout(patience, comes).await.ok()
    }
}

async fn take(State(kept): State<Arc<Kept>>, uri: Uri, Json(letter): Json<Value>) -> StatusCode {
    if kept.asked.fetch_add(1, Ordering::Relaxed) % REFUSED == REFUSED - 1 {
        return StatusCode::SERVICE_UNAVAILABLE;
    }
    kept.letters.lock().unwrap().entry(uri.path().to_owned()).or_default().push(letter);
    kept.came.send_modify(|n| *n += 1);
    StatusCode::NO_CONTENT
}

/// Somebody with an account.
struct Pen {
    cookie: String,
    path: String,
    /// How many letters were opened, and the ids of those.
    opened: usize,
    read: HashSet<String>,
}

/// Letters that nobody takes for one another.
fn name(n: usize, seat: usize) -> String {
    let letter = |digit: u8| char::from(b"bdfghjkt"[usize::from(digit - b'0')]);
    let digits: String = format!("{n:o}").bytes().map(letter).collect();
    format!("pen-{digits}{}", ["a", "e"][seat])
}

impl Pen {
    async fn new(town: &Town, n: usize, seat: usize) -> Pen {
        let (path, body) = (format!("/{n}/{seat}"), json!({"name": name(n, seat), "password": PASSWORD}));
        let ask = async |path: &str, body: &Value| {
            town.ask_as(n, Method::POST, path, Who::default(), Some(body)).await
        };
        let mut said = ask("/api/people", &body).await;
        if said.0 == 409 {
            // The first time nobody heard the answer.
            said = ask("/api/session", &body).await;
        }
        let (200 | 201, _, Some(cookie)) = said else { panic!("no account: {said:?}") };
        let pen = Pen { cookie, path, opened: 0, read: HashSet::new() };
        let url = format!("{}{}", town.letterbox.as_ref().expect("a letterbox").base, pen.path);
        let (status, said) = pen.ask(town, n, "/api/me/hook", json!({"url": url})).await;
        assert_eq!(status, 200, "{said}");
        pen
    }

    async fn ask(&self, town: &Town, n: usize, path: &str, body: Value) -> (u16, Value) {
        let who = Who { cookie: Some(&self.cookie), ..Who::default() };
        let (status, said, _) = town.ask_as(n, Method::POST, path, who, Some(&body)).await;
        (status, said)
    }

    /// The next letter that was not read yet.
    async fn next(&mut self, town: &Town, patience: Duration) -> Option<Value> {
        let letterbox = town.letterbox.as_ref().expect("a letterbox");
        loop {
            let letter = letterbox.letter(&self.path, self.opened, patience).await?;
            self.opened += 1;
            // Whoever died before he could note that it was sent has it sent again, under the same id.
            if self.read.insert(letter["id"].as_str().expect("an id").to_owned()) {
                return Some(letter);
            }
        }
    }
}

fn awaited(table: &Value, seat: usize) -> bool {
    table["awaiting"].as_array().unwrap().contains(&json!(seat))
}

impl Town {
    /// One battle after the other.
    pub(super) async fn letters(self: Arc<Town>, n: usize) -> Vec<Seen> {
        let mut pens = [Pen::new(&self, n, 0).await, Pen::new(&self, n, 1).await];
        let mut seen = Vec::new();
        while !self.closes() {
            seen.push(self.by_letter(n, &mut pens).await);
        }
        seen
    }

    async fn by_letter(&self, n: usize, pens: &mut [Pen; 2]) -> Seen {
        let made = self.made(n).await;
        for (secret, pen) in made.seats.iter().zip(&*pens) {
            let (status, said) = pen.ask(self, n, "/api/me/seats", json!({"secrets": [secret]})).await;
            assert_eq!(status, 200, "{said}");
        }
        let [first, second] = pens;
        let (first, second) = tokio::join!(self.writes(n, &made, 0, first), self.writes(n, &made, 1, second));
        let told = Some(first.1 + second.1);
        let acknowledged = [first.0, second.0].concat();
        let decision = self.look(n, &made, 0).await["decision"].as_u64().unwrap();
        Seen { id: made.id, acknowledged, numbers: Vec::new(), decision, people: 2, told }
    }

    async fn look(&self, n: usize, made: &Made, seat: usize) -> Value {
        let path = format!("/api/matches/{}", made.id);
        let (status, info) = self.ask(n, Method::GET, &path, Some(&made.seats[seat]), None).await;
        assert_eq!(status, 200, "{info}");
        info["table"].clone()
    }

    /// The next letter for somebody; nothing if everybody leaves and nothing is wanted of them.
    async fn waits(&self, n: usize, made: &Made, seat: usize, pen: &mut Pen) -> Option<Value> {
        let (begun, mut looked) = (Instant::now(), false);
        loop {
            if let Some(letter) = pen.next(self, Duration::from_secs(2)).await {
                return Some(letter);
            }
            // Whoever is awaited then is told, too. Once: whoever looks is not away.
            if self.closes() && !looked {
                looked = true;
                if !awaited(&self.look(n, made, seat).await, seat) {
                    return None;
                }
            }
            assert!(begun.elapsed() < PATIENCE, "match {}: seat {seat} is told nothing", made.id);
        }
    }

    /// Orders of one seat, until the battle is over or everybody leaves; and how often its holder was told that it
    /// is his turn.
    async fn writes(
        &self,
        n: usize,
        made: &Made,
        seat: usize,
        pen: &mut Pen,
    ) -> (Vec<(i64, i64, Value)>, usize) {
        let (mut acknowledged, mut told) = (Vec::new(), 0);
        loop {
            let Some(letter) = self.waits(n, made, seat, pen).await else { return (acknowledged, told) };
            match letter["kind"].as_str().unwrap_or_default() {
                // Of the battle before.
                _ if letter["battle"] != made.id.as_str() => {}
                "over" => return (acknowledged, told),
                "turn" => {
                    told += 1;
                    let table = self.look(n, made, seat).await;
                    assert!(
                        awaited(&table, seat),
                        "match {}: seat {seat} is told of no turn: {letter}",
                        made.id
                    );
                    let decision = table["decision"].as_u64().unwrap();
                    let order = self.order(n, made, seat, decision).await;
                    acknowledged.extend(order);
                    if self.closes() {
                        return (acknowledged, told);
                    }
                }
                other => panic!("match {}: seat {seat} is told {other:?}", made.id),
            }
        }
    }
}
