//! What somebody waits for while another address asks for as much as it can:
//! a submission under each kind of flood, a captain's answer while thirty
//! admirals are asked for, and a battle of the greatest length taken up again.
//!
//! The server has the limits it always has: they are what is measured.

use std::{
    net::{IpAddr, Ipv4Addr},
    path::Path,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use rulesets::{AnyMatch, Level, Override, ScenarioRef, Submission};
use serde_json::{Map, Value, json};
use server::{Config, Database, Running};
use tokio::{
    net::{TcpSocket, TcpStream},
    runtime::{Builder, Runtime},
    task::JoinHandle,
};
use tokio_tungstenite::{WebSocketStream, tungstenite::Message};

use crate::{percentiles, text};

/// Whom we wait with, and who floods.
pub(crate) const VICTIM: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const ATTACKER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// An attacker has a machine of its own. Here it has at least a thread of its own: in one queue with
/// the server's work it would be measured how fairly the queue shares, not what the server does.
static ELSEWHERE: LazyLock<Runtime> = LazyLock::new(|| {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    runtime.expect("a thread for the attacker")
});
/// Connections of the attacker.
const HANDS: usize = 40;
/// Admirals asked for at once.
const ADMIRALS: usize = 30;

pub(crate) struct Person {
    base: String,
    http: reqwest::Client,
}

impl Person {
    pub(crate) fn at(address: IpAddr, base: &str) -> Person {
        let http = reqwest::Client::builder().local_address(address).no_proxy();
        let http = http.timeout(Duration::from_secs(60)).build().expect("a client");
        Person { base: base.to_owned(), http }
    }

    async fn ask(&self, method: Method, path: &str, secret: &str, body: Option<&Value>) -> (u16, Value) {
        let mut request = self.http.request(method, format!("{}{path}", self.base)).bearer_auth(secret);
        if let Some(body) = body {
            request = request.json(body);
        }
        let Ok(response) = request.send().await else { return (0, Value::Null) };
        let status = response.status().as_u16();
        (status, response.json().await.unwrap_or_default())
    }

    /// Asks until it is not too much.
    pub(crate) async fn get(&self, method: Method, path: &str, secret: &str, body: Option<&Value>) -> Value {
        loop {
            match self.ask(method.clone(), path, secret, body).await {
                (200 | 201, answer) => return answer,
                (0 | 429 | 503, _) => tokio::time::sleep(Duration::from_millis(200)).await,
                (status, answer) => panic!("{path}: {status} {answer}"),
            }
        }
    }

    async fn make(&self, body: &Value) -> (String, String) {
        let made = self.get(Method::POST, "/api/matches", "", Some(body)).await;
        let secret = made["seats"][0]["secret"].as_str().or(made["spectator"].as_str());
        (format!("/api/matches/{}", text(&made["id"])), secret.expect("a secret").to_owned())
    }
}

fn against(game: &str, scenario: &str, level: &str) -> Value {
    let seats = json!([{"kind": "me", "contribution": "load"}, {"kind": "computer", "level": level}]);
    json!({"game": game, "scenario": scenario, "seats": seats})
}

/// How long submissions and a captain's answers took.
#[derive(Default)]
struct Waited {
    submission: Vec<Duration>,
    answer: Vec<Duration>,
}

/// Plays on, at a person's pace as far as the buckets go.
async fn play(victim: &Person, submissions: usize) -> Waited {
    let mut waited = Waited::default();
    'battles: loop {
        let (path, secret) = victim.make(&against("asfos", "intro", "captain")).await;
        let mut sealed: Option<(u64, Instant)> = None;
        loop {
            let info = victim.get(Method::GET, &path, &secret, None).await;
            let table = &info["table"];
            let decision = table["decision"].as_u64().expect("a number");
            let mine = table["awaiting"].as_array().expect("a list").contains(&json!(0));
            if let Some((_, since)) = sealed.filter(|(before, _)| *before < decision) {
                waited.answer.push(since.elapsed());
                sealed = None;
            }
            if !table["outcome"].is_null() {
                break;
            }
            if !mine {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
            let order = victim.get(Method::GET, &format!("{path}/suggestion"), &secret, None).await;
            let (path, body) =
                (format!("{path}/decisions/{decision}/order"), json!({"order": order["order"]}));
            let asked = Instant::now();
            victim.get(Method::POST, &path, &secret, Some(&body)).await;
            waited.submission.push(asked.elapsed());
            sealed = Some((decision, asked));
            if submissions <= waited.submission.len() {
                break 'battles;
            }
            // Twenty a second are a seat's; whoever asks for more waits for that and measures nothing.
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    }
    waited
}

/// An attack that goes on until it is called off.
struct Flood {
    over: Arc<AtomicBool>,
    hands: Vec<JoinHandle<()>>,
    answered: Arc<AtomicU64>,
}

impl Flood {
    fn of(base: &str, method: &Method, path: &str, secret: &str, body: Option<&Value>) -> Flood {
        let (over, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let hands = (0..HANDS).map(|_| {
            let (over, answered) = (Arc::clone(&over), Arc::clone(&answered));
            let (method, path, secret, body) =
                (method.clone(), path.to_owned(), secret.to_owned(), body.cloned());
            let attacker = Person::at(ATTACKER, base);
            ELSEWHERE.spawn(async move {
                while !over.load(Ordering::Relaxed) {
                    let (status, _) = attacker.ask(method.clone(), &path, &secret, body.as_ref()).await;
                    answered.fetch_add(u64::from(status == 200), Ordering::Relaxed);
                }
            })
        });
        let hands = hands.collect();
        Flood { over, hands, answered }
    }

    /// Spectators of a battle among computers, of which there is always another.
    async fn of_spectators(base: &str, path: &str, secret: &str) -> Flood {
        let (over, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let mut hands = Vec::new();
        for _ in 0..HANDS {
            let (over, answered) = (Arc::clone(&over), Arc::clone(&answered));
            let (url, hello) = (
                format!("{}{path}/live", base.replace("http:", "ws:")),
                json!({"secret": secret, "from": 0}),
            );
            hands.push(ELSEWHERE.spawn(async move {
                while !over.load(Ordering::Relaxed) {
                    let Some(mut socket) = connect(&url).await else { continue };
                    let _ = socket.send(Message::text(hello.to_string())).await;
                    // As often as it is let in, it has everything told from the beginning.
                    if let Ok(Some(Ok(_))) = tokio::time::timeout(Duration::from_secs(5), socket.next()).await
                    {
                        answered.fetch_add(1, Ordering::Relaxed);
                    }
                }
            }));
        }
        Flood { over, hands, answered }
    }

    async fn call_off(self) -> u64 {
        self.over.store(true, Ordering::Relaxed);
        for hand in self.hands {
            hand.abort();
            let _ = hand.await;
        }
        self.answered.load(Ordering::Relaxed)
    }
}

/// A live connection from the attacker's address.
async fn connect(url: &str) -> Option<WebSocketStream<TcpStream>> {
    let place = url.strip_prefix("ws://")?.split('/').next()?.parse().ok()?;
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind((ATTACKER, 0).into()).ok()?;
    let stream = socket.connect(place).await.ok()?;
    tokio_tungstenite::client_async(url, stream).await.ok().map(|(socket, _)| socket)
}

async fn start(folder: &Path) -> Running {
    let database = Database::File(folder.join("floods.sqlite"));
    let config = Config::new("127.0.0.1:0".parse().expect("an address"), database);
    server::start(config).await.expect("the server starts")
}

pub(crate) async fn measure(folder: &Path, submissions: usize) -> Value {
    let running = start(folder).await;
    let base = format!("http://{}", running.address);
    let (victim, attacker) = (Person::at(VICTIM, &base), Person::at(ATTACKER, &base));
    let mut report = Map::new();
    let idle = percentiles(&mut play(&victim, submissions).await.submission);
    println!("idle          submission p99 {:>8.2} ms", milliseconds(&idle));

    let (long_path, long_secret) = upload_longest(&attacker).await;
    let (match_path, match_secret) = attacker.make(&against("full-thrust", "intro", "captain")).await;
    let order =
        attacker.get(Method::GET, &match_path, &match_secret, None).await["table"]["decision"].clone();
    let check = format!("{match_path}/decisions/{order}/check");
    let ships = largest_ships(&attacker).await;
    let secrets: Vec<String> = (0..500).map(|n| format!("{n:043}")).collect();
    let none = "";
    let floods = [
        ("games", Method::GET, "/api/games".to_owned(), none, None),
        ("rules", Method::GET, "/api/games/full-thrust/rules".to_owned(), none, None),
        ("pdf", Method::POST, "/api/games/full-thrust/designs/pdf".to_owned(), none, Some(ships)),
        ("list", Method::POST, "/api/matches/list".to_owned(), none, Some(json!({"secrets": secrets}))),
        ("checks", Method::POST, check, match_secret.as_str(), Some(json!({"text": "x"}))),
        ("looks", Method::GET, match_path.clone(), match_secret.as_str(), None),
        ("events", Method::GET, format!("{long_path}/events?from=0"), long_secret.as_str(), None),
        ("views", Method::GET, format!("{long_path}/views/19000"), long_secret.as_str(), None),
    ];
    for (name, method, path, secret, body) in floods {
        let flood = Flood::of(&base, &method, &path, secret, body.as_ref());
        let waited = under(&victim, submissions, &idle).await;
        report.insert(name.to_owned(), told(name, waited, flood.call_off().await));
    }
    let flood = Flood::of_spectators(&base, &long_path, &long_secret).await;
    let waited = under(&victim, submissions, &idle).await;
    report.insert("spectators".to_owned(), told("spectators", waited, flood.call_off().await));

    for _ in 0..ADMIRALS {
        let admiral = against("full-thrust", "carrier-strike", "admiral:ms=10000");
        let (path, secret) = attacker.make(&admiral).await;
        let _ = attacker.ask(Method::GET, &path, &secret, None).await;
    }
    let mut waited = play(&victim, submissions).await;
    let captain = percentiles(&mut waited.answer);
    println!("{ADMIRALS} admirals   a captain's answer p99 {:>8.2} ms", milliseconds(&captain));

    running.stop().await;
    let running = start(folder).await;
    let person = Person::at(VICTIM, &format!("http://{}", running.address));
    let begun = Instant::now();
    let info = person.get(Method::GET, &long_path, &long_secret, None).await;
    let reopening = begun.elapsed().as_secs_f64() * 1e3;
    let events = info["table"]["next"].clone();
    println!("{events} events taken up again in {reopening:.0} ms");
    running.stop().await;
    json!({
        "idle": idle, "floods": report, "admirals": ADMIRALS, "captain": captain,
        "reopening": {"events": events, "ms": reopening},
    })
}

/// The 99th percentile.
fn milliseconds(percentiles: &Value) -> f64 {
    percentiles["p99_ms"].as_f64().unwrap_or(f64::NAN)
}

async fn under(victim: &Person, submissions: usize, idle: &Value) -> Value {
    // The flood has emptied its buckets and fills the queues.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut waited = percentiles(&mut play(victim, submissions).await.submission);
    waited["times_idle"] = json!(milliseconds(&waited) / milliseconds(idle));
    waited
}

fn told(name: &str, mut waited: Value, answered: u64) -> Value {
    println!(
        "{name:<12}  submission p99 {:>8.2} ms, {:.1} times idle; {answered} answers to the flood",
        milliseconds(&waited),
        waited["times_idle"].as_f64().unwrap_or_default()
    );
    waited["answered"] = json!(answered);
    waited
}

/// As many of the largest supplied ship as are drawn at a time.
async fn largest_ships(person: &Person) -> Value {
    let yard = person.get(Method::GET, "/api/games/full-thrust/shipyard", "", None).await;
    let navies = yard["navies"].as_array().expect("navies");
    let ships = navies.iter().flat_map(|navy| navy["ships"].as_array().expect("ships"));
    let largest = ships.max_by_key(|ship| ship["design"].to_string().len()).expect("a ship");
    json!({"designs": vec![largest["design"].clone(); 30], "paper": "a4"})
}

/// A battle that is as long as battles may be, brought along as a record.
async fn upload_longest(person: &Person) -> (String, String) {
    let most = server::Limits::default().events;
    // Far enough from the end that no decision goes beyond it.
    let enough = move |battle: &dyn AnyMatch| most - 200 <= battle.events();
    let record = tokio::task::spawn_blocking(move || endless(enough)).await.expect("a battle");
    let (path, secrets) = upload(person, &record).await;
    (path, secrets[0].clone())
}

/// A record brought along: the match's path and the secrets of its seats.
pub(crate) async fn upload(person: &Person, record: &str) -> (String, Vec<String>) {
    let made: Value = serde_json::from_str(record).expect("a record");
    let made = person.get(Method::POST, "/api/records", "", Some(&made)).await;
    let secrets = made["seats"].as_array().expect("a list").iter().map(|seat| text(&seat["secret"]));
    (format!("/api/matches/{}", text(&made["id"])), secrets.collect())
}

/// The record of a battle that never ends by itself, as soon as it is long `enough`.
pub(crate) fn endless(enough: impl Fn(&dyn AnyMatch) -> bool) -> String {
    let changes =
        [("turn_limit", Value::Null), ("stalemate_turns", Value::Null), ("table", json!("floating"))]
            .map(|(name, value)| Override { name: name.to_owned(), value });
    for seed in 0.. {
        let battle = played("asfos", "intro", &changes, seed, &enough);
        if battle.outcome().is_none() {
            return battle.record(true);
        }
    }
    unreachable!("one of them goes on")
}

/// A battle of random players, until it is long `enough` or over.
pub(crate) fn played(
    game: &str,
    scenario: &str,
    changes: &[Override],
    seed: u8,
    enough: &impl Fn(&dyn AnyMatch) -> bool,
) -> Box<dyn AnyMatch> {
    let game = rulesets::find(game).expect("a game");
    let ready =
        game.prepare(ScenarioRef::Id(scenario), changes, rulesets::Table::People).expect("a scenario");
    let seats = ready.seats().len();
    let given = (0..seats).map(|n| Contribution(n.to_string())).collect();
    let players = vec!["human".to_owned(); seats];
    let mut battle = ready.begin(&players, Secret([seed; 32]), given).expect("a battle");
    let mut n = 0;
    while battle.outcome().is_none() && !enough(&*battle) {
        for seat in battle.awaiting().iter() {
            n += 1;
            let order = battle.suggest(seat, &Level::Random, Dice::numbered(u64::from(seed), n));
            let open = battle.decision_number();
            battle.submit(open, seat, &Submission::Data(order.order)).expect("a legal order");
        }
    }
    battle
}
