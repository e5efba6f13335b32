//! People as scripts: each table fights battle after battle, asks any server for anything, sends what was not
//! answered again with its key, and remembers what it was told.

mod letters;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::{SinkExt as _, StreamExt as _, future::join_all};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::{sync::watch, task::JoinHandle};
use tokio_tungstenite::{connect_async, tungstenite::Message, tungstenite::client::IntoClientRequest as _};

use crate::client::Made;
use letters::Letterbox;

/// What was told of one battle.
pub(crate) struct Seen {
    pub(crate) id: String,
    /// Decision, seat, and the order as it was taken.
    pub(crate) acknowledged: Vec<(i64, i64, Value)>,
    /// The numbers of the events that whoever looked on has heard, in the order in which he did.
    pub(crate) numbers: Vec<u64>,
    pub(crate) decision: u64,
    /// How many seats people have; computers have the others.
    pub(crate) people: usize,
    /// How often somebody who was away was told that it is their turn; nothing where they were there.
    pub(crate) told: Option<usize>,
}

/// Everybody, and the addresses at which they ask.
pub(crate) struct Town {
    addresses: Vec<String>,
    http: reqwest::Client,
    /// How long somebody looks at the table before he orders.
    pause: Duration,
    asked: AtomicU64,
    keys: AtomicU64,
    acknowledged: watch::Sender<u64>,
    closing: AtomicBool,
    /// Where webhooks lead, if people have accounts.
    letterbox: Option<Letterbox>,
}

/// Who asks, beside the address.
#[derive(Clone, Copy, Default)]
struct Who<'a> {
    secret: Option<&'a str>,
    cookie: Option<&'a str>,
}

/// The servers trust whoever asks here to say who is behind him: each table has an address of its own, and limits
/// are the usual ones.
const FORWARDED: &str = "x-forwarded-for";

fn house(n: usize) -> String {
    format!("10.1.{}.{}", n / 250, n % 250 + 1)
}

/// Nothing that goes down here stays down for so long.
const LONGEST: Duration = Duration::from_secs(120);

impl Town {
    pub(crate) fn new(addresses: Vec<String>, pause: Duration) -> Town {
        let http = reqwest::Client::builder().timeout(Duration::from_secs(10)).no_proxy().build().unwrap();
        Town {
            addresses,
            http,
            pause,
            asked: AtomicU64::new(0),
            keys: AtomicU64::new(0),
            acknowledged: watch::Sender::new(0),
            closing: AtomicBool::new(false),
            letterbox: None,
        }
    }

    /// Some have accounts and play by letter.
    pub(crate) async fn with_letters(self) -> Town {
        Town { letterbox: Some(Letterbox::open().await), ..self }
    }

    /// Another one each time.
    fn address(&self) -> &str {
        let n = self.asked.fetch_add(1, Ordering::Relaxed) as usize;
        &self.addresses[n % self.addresses.len()]
    }

    /// Where people take their time some tables have a clock, and one who lets it run down now and then.
    fn clocked(&self, n: usize) -> bool {
        !self.pause.is_zero() && n % 6 == 2 && n % 10 != 4
    }

    /// Some meet somebody who has to think.
    fn ponders(&self, n: usize) -> bool {
        !self.pause.is_zero() && n % 10 == 7
    }

    fn closes(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// So many tables: at every other one two people sit, at the others one against a computer.
    pub(crate) async fn open(self: &Arc<Town>, tables: usize) -> Vec<JoinHandle<Vec<Seen>>> {
        let table = |n: usize| match self.letterbox.is_some() && n % 10 == 4 {
            true => tokio::spawn(Arc::clone(self).letters(n)),
            false => tokio::spawn(Arc::clone(self).table(n)),
        };
        (0..tables).map(table).collect()
    }

    /// Comes back when so many orders were acknowledged.
    pub(crate) async fn until(&self, at_least: u64) {
        let mut acknowledged = self.acknowledged.subscribe();
        let reached = acknowledged.wait_for(|n| at_least <= *n);
        tokio::time::timeout(LONGEST, reached).await.expect("they play on").unwrap();
    }

    /// Everybody plays the decision that is open, and leaves.
    pub(crate) async fn close(&self, tables: Vec<JoinHandle<Vec<Seen>>>) -> Vec<Seen> {
        self.closing.store(true, Ordering::Relaxed);
        join_all(tables).await.into_iter().flat_map(|seen| seen.expect("a table broke off")).collect()
    }

    async fn ask(
        &self,
        guest: usize,
        method: Method,
        path: &str,
        secret: Option<&str>,
        body: Option<&Value>,
    ) -> (u16, Value) {
        let (status, said, _) =
            self.ask_as(guest, method, path, Who { secret, ..Who::default() }, body).await;
        (status, said)
    }

    /// Asks until somebody answers. An answer that says that it cannot be told is none. Also the cookie that
    /// came with it.
    async fn ask_as(
        &self,
        guest: usize,
        method: Method,
        path: &str,
        who: Who<'_>,
        body: Option<&Value>,
    ) -> (u16, Value, Option<String>) {
        let begun = Instant::now();
        loop {
            let mut request = self.http.request(method.clone(), format!("{}{path}", self.address()));
            request = request.header(FORWARDED, house(guest));
            if let Some(secret) = who.secret {
                request = request.bearer_auth(secret);
            }
            if let Some(cookie) = who.cookie {
                request = request.header("cookie", cookie);
            }
            // As a page of the server's own does.
            request = request.header("sec-fetch-site", "same-origin");
            if let Some(body) = body {
                request = request.json(body);
            }
            if let Ok(answer) = request.send().await {
                let status = answer.status().as_u16();
                let cookie = answer.headers().get("set-cookie").and_then(|it| it.to_str().ok());
                let cookie = cookie.and_then(|it| it.split(';').next()).map(str::to_owned);
                let text = answer.text().await;
                // The proxy has words of its own for a server that is gone.
                if status < 500
                    && status != 408
                    && let Ok(text) = text
                    && let Ok(said) = serde_json::from_str(&text)
                {
                    return (status, said, cookie);
                }
            }
            assert!(begun.elapsed() < LONGEST, "nobody answers {path}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn made(&self, n: usize) -> Made {
        let opponent = match n.is_multiple_of(2) {
            true => json!({"kind": "friend"}),
            false if self.ponders(n) => json!({"kind": "computer", "level": "admiral:nodes=40"}),
            false => json!({"kind": "computer", "level": "cadet"}),
        };
        let seats = json!([{"kind": "me"}, opponent]);
        let mut new = json!({"game": "asfos", "scenario": "intro", "seats": seats});
        if self.clocked(n) {
            new["pace"] = json!({"decision": 10, "late": "draft"});
        }
        let (status, created) = self.ask(n, Method::POST, "/api/matches", None, Some(&new)).await;
        assert_eq!(status, 201, "{created}");
        let made = Made::read(&created);
        for (seat, secret) in made.seats.iter().enumerate() {
            let body = json!({"contribution": format!("words of {seat}")});
            let path = format!("/api/matches/{}/join", made.id);
            let (status, answer) = self.ask(n, Method::POST, &path, Some(secret), Some(&body)).await;
            assert_eq!(status, 200, "{answer}");
        }
        made
    }

    /// One battle after the other.
    async fn table(self: Arc<Town>, n: usize) -> Vec<Seen> {
        let mut seen = Vec::new();
        while !self.closes() {
            seen.push(self.battle(n).await);
        }
        seen
    }

    async fn battle(self: &Arc<Town>, n: usize) -> Seen {
        let made = self.made(n).await;
        let (target, wanted) = watch::channel(None);
        let watching = tokio::spawn(Arc::clone(self).watch(n, made.clone(), wanted));
        let mut acknowledged = Vec::new();
        let path = format!("/api/matches/{}", made.id);
        let mut standing = Instant::now();
        let mut last = 0;
        let table = loop {
            let (status, info) = self.ask(n, Method::GET, &path, Some(&made.seats[0]), None).await;
            assert_eq!(status, 200, "{info}");
            let table = info["table"].clone();
            let decision = table["decision"].as_u64().unwrap();
            if last < decision {
                (last, standing) = (decision, Instant::now());
            }
            assert!(standing.elapsed() < LONGEST, "match {} stands still at {decision}: {table}", made.id);
            let over = !table["outcome"].is_null();
            if over || (self.closes() && 0 < decision) {
                break table;
            }
            let awaiting: Vec<usize> = serde_json::from_value(table["awaiting"].clone()).unwrap();
            let dawdles = |seat: usize| self.clocked(n) && seat == 1 && decision % 4 == 3;
            let people = awaiting.into_iter().filter(|seat| *seat < made.seats.len() && !dawdles(*seat));
            let orders = people.map(|seat| self.order(n, &made, seat, decision));
            let taken: Vec<_> = join_all(orders).await.into_iter().flatten().collect();
            if taken.is_empty() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            acknowledged.extend(taken);
        };
        // Until whoever looks on has heard of everything there was, unless the end has opened all.
        let over = !table["outcome"].is_null();
        let _ = target.send(Some(if over { 0 } else { table["next"].as_u64().unwrap() }));
        let heard = tokio::time::timeout(LONGEST, watching).await;
        let numbers = heard.expect("whoever looks on hears of everything").expect("and does not break off");
        let decision = table["decision"].as_u64().unwrap();
        Seen { id: made.id, acknowledged, numbers, decision, people: made.seats.len(), told: None }
    }

    /// What a captain would, sent until it is acknowledged.
    async fn order(&self, n: usize, made: &Made, seat: usize, decision: u64) -> Option<(i64, i64, Value)> {
        tokio::time::sleep(self.pause).await;
        let secret = Some(made.seats[seat].as_str());
        let path = format!("/api/matches/{}", made.id);
        let (status, written) = self.ask(n, Method::GET, &format!("{path}/suggestion"), secret, None).await;
        if self.clocked(n) && status == 409 {
            return None;
        }
        assert_eq!(status, 200, "{written}");
        let key = format!("k{}", self.keys.fetch_add(1, Ordering::Relaxed));
        let body = json!({"order": written["order"], "key": key});
        let path = format!("{path}/decisions/{decision}/order");
        // Nobody else orders for this seat, so whatever became of the first attempt the answer is that it counts.
        let (status, answer) = self.ask(n, Method::POST, &path, secret, Some(&body)).await;
        // The clock may have been quicker.
        if self.clocked(n) && status == 409 {
            return None;
        }
        assert_eq!(status, 200, "match {}, seat {seat}, decision {decision}: {answer}", made.id);
        self.acknowledged.send_modify(|n| *n += 1);
        Some((decision as i64, seat as i64, answer["written"]["order"].clone()))
    }

    /// Looks on from seat 0, on whatever server lets him in, until he has heard of as many events as are wanted.
    async fn watch(
        self: Arc<Town>,
        n: usize,
        made: Made,
        mut wanted: watch::Receiver<Option<u64>>,
    ) -> Vec<u64> {
        let mut numbers: Vec<u64> = Vec::new();
        let enough = |numbers: &[u64], wanted: &watch::Receiver<Option<u64>>| {
            wanted.borrow().is_some_and(|n| n <= numbers.len() as u64)
        };
        while !enough(&numbers, &wanted) {
            let url = format!("{}/api/matches/{}/live", self.address().replace("http:", "ws:"), made.id);
            let mut request = url.into_client_request().unwrap();
            request.headers_mut().insert(FORWARDED, house(n).parse().unwrap());
            let connecting = connect_async(request);
            let Ok(Ok((mut socket, _))) = tokio::time::timeout(Duration::from_secs(10), connecting).await
            else {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            let hello = json!({"secret": made.seats[0], "from": numbers.len()}).to_string();
            if socket.send(Message::text(hello)).await.is_err() {
                continue;
            }
            loop {
                let message = tokio::select! {
                    message = socket.next() => message,
                    changed = wanted.changed() => {
                        if changed.is_err() || enough(&numbers, &wanted) {
                            return numbers;
                        }
                        continue;
                    }
                };
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(_) | Err(_)) | None => break,
                };
                let update: Value = serde_json::from_str(&text).unwrap();
                if update["type"] != "update" {
                    break;
                }
                // With the end events have the numbers of the record; until then everybody's own.
                if !update["outcome"].is_null() {
                    return numbers;
                }
                let events = update["events"].as_array().into_iter().flatten();
                numbers.extend(events.map(|it| it["n"].as_u64().unwrap()));
                if enough(&numbers, &wanted) {
                    return numbers;
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        numbers
    }
}
