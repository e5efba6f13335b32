//! Two servers that draw the same and know the same hour, and what they answer.

use std::{
    collections::BTreeMap,
    io::Read,
    sync::atomic::{AtomicUsize, Ordering},
};

use reqwest::header;
use serde_json::Value;
use server::{Clock, Config, Database, Stepped};

use super::asked::{Asked, Eyes, Scene, by, by_anybody};
use crate::client::{Client, Host, Socket, cheap, generous, heard};

pub(crate) struct Pair {
    pub(crate) clients: [Client; 2],
    _hosts: [Host; 2],
}

/// Everything of an answer that its reader can see, but for the hour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, Vec<u8>)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// The same without the commitment. What is packed is unpacked for it: no two commitments are packed
    /// into the same length, so that the length after packing is all that cannot be compared.
    fn uncommitted(&self) -> Answer {
        let mut answer = self.clone();
        if self.headers.iter().any(|(name, value)| name == "content-encoding" && value == b"gzip") {
            answer.body.clear();
            flate2::read::GzDecoder::new(&*self.body).read_to_end(&mut answer.body).expect("a packed answer");
            answer.headers.retain(|(name, _)| name != "content-length");
        }
        const FIELD: &[u8] = b"\"commitment\":\"";
        const DIGITS: usize = 64;
        let found: Vec<usize> = answer
            .body
            .windows(FIELD.len())
            .enumerate()
            .filter(|(_, it)| *it == FIELD)
            .map(|(at, _)| at + FIELD.len())
            .collect();
        for at in found {
            let commitment = &mut answer.body[at..at + DIGITS];
            assert!(commitment.iter().all(u8::is_ascii_hexdigit), "a commitment has {DIGITS} digits");
            commitment.fill(b'0');
            assert_eq!(answer.body[at + DIGITS], b'"', "a commitment has {DIGITS} digits");
        }
        answer
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }
}

impl Pair {
    pub(crate) async fn start(seed: u64) -> Pair {
        let hosts = [alone(seed).await, alone(seed).await];
        Pair { clients: hosts.each_ref().map(|host| host.client.clone()), _hosts: hosts }
    }

    pub(crate) async fn both(&self, asked: &Asked) -> [Answer; 2] {
        self.each([asked, asked]).await
    }

    pub(crate) async fn each(&self, asked: [&Asked; 2]) -> [Answer; 2] {
        let (one, two) = tokio::join!(ask(&self.clients[0], asked[0]), ask(&self.clients[1], asked[1]));
        [one, two]
    }
}

/// One server with a seed and a clock that stands still.
pub(crate) async fn alone(seed: u64) -> Host {
    static STARTED: AtomicUsize = AtomicUsize::new(0);
    let n = STARTED.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("flagbridge-twins-{}-{n}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let database = Database::File(folder.join("flagbridge.sqlite"));
    let config = Config {
        limits: generous(),
        people: Some(cheap()),
        seed: Some(seed),
        clock: Clock::Stepped(Stepped::default()),
        ..Config::new("127.0.0.1:0".parse().unwrap(), database)
    };
    let running = server::start(config).await.unwrap();
    let client = Client::new(&format!("http://{}", running.address));
    Host { running: Some(running), client, folder }
}

pub(crate) async fn ask(client: &Client, asked: &Asked) -> Answer {
    let (method, _) = asked.route.split_once(' ').expect("a method and a path");
    let method = method.to_uppercase().parse().expect("a method");
    let mut request = client.http.request(method, format!("{}{}", client.base, asked.path));
    if let Some(secret) = &asked.secret {
        request = request.bearer_auth(secret);
    }
    if let Some(body) = &asked.body {
        request = request.header(header::CONTENT_TYPE, "application/json").body(body.clone());
    }
    if asked.gzip {
        request = request.header(header::ACCEPT_ENCODING, "gzip");
    }
    let response = request.send().await.unwrap_or_else(|err| panic!("{asked:?}: {err}"));
    let mut headers: Vec<(String, Vec<u8>)> = response
        .headers()
        .iter()
        // Both are drawn or read off, whatever was asked.
        .filter(|(name, _)| *name != header::DATE && *name != "x-request-id")
        .map(|(name, value)| (name.to_string(), value.as_bytes().to_vec()))
        .collect();
    headers.sort();
    let status = response.status().as_u16();
    Answer { status, headers, body: response.bytes().await.unwrap().to_vec() }
}

/// What was compared, and what differed.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// Answers and pushes by phase.
    pub(crate) compared: BTreeMap<String, u64>,
    /// The first of each kind.
    differences: BTreeMap<String, String>,
    differing: u64,
    /// While the twins' scenarios differ, so do their commitments, which cover
    /// the scenario salted with a secret: all of an answer but them is compared.
    pub(crate) committed_otherwise: bool,
}

impl Ledger {
    fn add(&mut self, phase: &str, n: u64) {
        *self.compared.entry(phase.to_owned()).or_default() += n;
    }

    pub(crate) fn compare(
        &mut self,
        phase: &str,
        what: &str,
        where_: &str,
        asked: &dyn std::fmt::Debug,
        both: &[Answer; 2],
    ) {
        self.add(phase, 1);
        if both[0] == both[1] {
            return;
        }
        let both =
            if self.committed_otherwise { both.each_ref().map(Answer::uncommitted) } else { both.clone() };
        if both[0] != both[1] {
            let words = format!("{where_}: {asked:?}\n    {}", difference(&both[0], &both[1]));
            self.differs(phase, what, words);
        }
    }

    pub(crate) fn differs(&mut self, phase: &str, what: &str, words: String) {
        self.differing += 1;
        self.differences.entry(format!("{what} in {phase:?}")).or_insert(words);
    }

    /// # Panics
    ///
    /// Panics with everything by which the twins could be told apart.
    pub(crate) fn close(&self) {
        let told: Vec<String> =
            self.differences.iter().map(|(what, words)| format!("{what}: {words}")).collect();
        assert!(
            told.is_empty(),
            "{} answers tell the twins apart, in {} ways:\n  {}",
            self.differing,
            told.len(),
            told.join("\n  ")
        );
    }
}

/// Where two answers part ways.
fn difference(one: &Answer, two: &Answer) -> String {
    if one.status != two.status {
        let text = |it: &Answer| String::from_utf8_lossy(&it.body[..it.body.len().min(300)]).into_owned();
        return format!("{} {}\n    against {} {}", one.status, text(one), two.status, text(two));
    }
    let same = one.body.iter().zip(&two.body).take_while(|(a, b)| a == b).count();
    let around = |body: &[u8]| {
        let (from, to) = (same.saturating_sub(160).min(body.len()), (same + 120).min(body.len()));
        String::from_utf8_lossy(&body[from..to]).into_owned()
    };
    let lengths = (one.body.len(), two.body.len());
    format!("{lengths:?} bytes: …{}…\n    against …{}…", around(&one.body), around(&two.body))
}

/// Everything these eyes can ask now is answered alike.
pub(crate) async fn look(pair: &Pair, ledger: &mut Ledger, scene: &Scene, eyes: &[Eyes], where_: &str) {
    for who in eyes {
        for asked in by(scene, who) {
            let both = pair.both(&asked).await;
            ledger.compare(
                &scene.phase,
                &format!("{} asks {}", who.name, asked.route),
                where_,
                &asked,
                &both,
            );
        }
    }
}

/// What has no battle in it is the same at both.
pub(crate) async fn look_around(pair: &Pair, ledger: &mut Ledger, scene: &Scene) {
    for asked in by_anybody(scene) {
        let both = pair.both(&asked).await;
        ledger.compare("no battle", asked.route, "anybody", &asked, &both);
    }
}

/// A live connection to each.
pub(crate) struct Lines {
    pub(crate) who: Eyes,
    sockets: [Socket; 2],
}

impl Lines {
    pub(crate) async fn open(pair: &Pair, id: &str, who: &Eyes) -> Option<Lines> {
        let secret = who.secret.clone()?;
        let made = crate::client::Made { id: id.to_owned(), seats: Vec::new(), spectator: None };
        let one = pair.clients[0].connect(&made, &secret, 0).await;
        let two = pair.clients[1].connect(&made, &secret, 0).await;
        Some(Lines { who: who.clone(), sockets: [one, two] })
    }

    /// The next message of each.
    pub(crate) async fn hear(&mut self, ledger: &mut Ledger, phase: &str, where_: &str) {
        let [one, two] = &mut self.sockets;
        let (one, two) = tokio::join!(heard(one), heard(two));
        let answer = |text: String| Answer { status: 101, headers: Vec::new(), body: text.into_bytes() };
        let both = [answer(one), answer(two)];
        let what = format!("{} hears get /api/matches/{{id}}/live", self.who.name);
        ledger.compare(phase, &what, where_, &"a push", &both);
    }
}
