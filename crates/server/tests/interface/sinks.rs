//! Where what leaves a server arrives in tests: a relay for mail, and a place
//! that takes pushes and webhooks.

use std::{
    net::SocketAddr,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
    routing::post,
};
use server::{Clock, Config, Database, Edge, Limits, Outward, Post, Running, Stepped};
use sqlx::{AnyConnection, Connection as _};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpListener,
};

use crate::{
    client::{Client, Host, LONG, cheap, fresh_folder, generous},
    people::Browser,
};

/// A relay that takes every letter.
#[derive(Clone)]
pub(crate) struct Letters {
    pub(crate) address: SocketAddr,
    taken: Arc<Mutex<Vec<String>>>,
}

impl Letters {
    pub(crate) async fn open() -> Letters {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let letters = Letters { address: listener.local_addr().unwrap(), taken: Arc::default() };
        let taken = Arc::clone(&letters.taken);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let taken = Arc::clone(&taken);
                tokio::spawn(async move { relay(stream, &taken).await });
            }
        });
        letters
    }

    /// Everything that has come for somebody, in the order in which it came.
    pub(crate) fn to(&self, address: &str) -> Vec<String> {
        let line = format!("To: {address}\r\n");
        self.taken.lock().unwrap().iter().filter(|it| it.contains(&line)).cloned().collect()
    }

    /// The `n`th letter for somebody, counted from 1, as soon as it has come.
    pub(crate) async fn nth(&self, address: &str, n: usize) -> String {
        until("a letter", || self.to(address).get(n - 1).cloned()).await
    }
}

async fn relay(stream: tokio::net::TcpStream, taken: &Mutex<Vec<String>>) -> Option<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 sink\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let answer: &[u8] = match line.get(..4).unwrap_or_default() {
            "EHLO" | "HELO" => b"250 sink\r\n",
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                let mut letter = String::new();
                while let Some(line) = lines.next_line().await.ok()? {
                    if line == "." {
                        break;
                    }
                    letter.push_str(line.strip_prefix('.').unwrap_or(&line));
                    letter.push_str("\r\n");
                }
                taken.lock().unwrap().push(plain(&letter));
                b"250 taken\r\n"
            }
            "QUIT" => b"221 bye\r\n",
            _ => b"250 fine\r\n",
        };
        write.write_all(answer).await.ok()?;
    }
    Some(())
}

/// Lines as they were before the way made them short.
fn plain(letter: &str) -> String {
    if !letter.contains("quoted-printable") {
        return letter.to_owned();
    }
    let joined = letter.replace("=\r\n", "");
    let mut bytes = Vec::new();
    let mut rest = joined.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|it| std::str::from_utf8(it).ok());
        match code.and_then(|it| u8::from_str_radix(it, 16).ok()).filter(|_| *first == b'=') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Something that was posted somewhere.
#[derive(Clone, Debug)]
pub(crate) struct Parcel {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Parcel {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |it| it.to_str().unwrap())
    }
}

/// A place that takes whatever is posted there.
#[derive(Clone)]
pub(crate) struct Door {
    pub(crate) base: String,
    taken: Arc<Mutex<Vec<Parcel>>>,
    /// What it answers.
    status: Arc<Mutex<u16>>,
}

impl Door {
    pub(crate) async fn open() -> Door {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let door = Door { base, taken: Arc::default(), status: Arc::new(Mutex::new(201)) };
        let router = Router::new().fallback(post(take)).with_state(door.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        door
    }

    pub(crate) fn answers(&self, status: u16) {
        *self.status.lock().unwrap() = status;
    }

    pub(crate) fn at(&self, path: &str) -> Vec<Parcel> {
        self.taken.lock().unwrap().iter().filter(|it| it.path == path).cloned().collect()
    }

    pub(crate) async fn nth(&self, path: &str, n: usize) -> Parcel {
        until("a parcel", || self.at(path).get(n - 1).cloned()).await
    }
}

async fn take(State(door): State<Door>, uri: Uri, headers: HeaderMap, body: axum::body::Bytes) -> StatusCode {
    let parcel = Parcel { path: uri.path().to_owned(), headers, body: body.to_vec() };
    door.taken.lock().unwrap().push(parcel);
    let status = *door.status.lock().unwrap();
    StatusCode::from_u16(status).unwrap()
}

/// What comes a moment after its time.
pub(crate) async fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < LONG, "{what} does not come");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A server that is open to the public, whose letters come here and whose clock the test holds.
pub(crate) struct Place {
    pub(crate) host: Host,
    pub(crate) clock: Stepped,
    pub(crate) letters: Letters,
    pub(crate) door: Door,
}

impl Place {
    pub(crate) async fn open(name: &str) -> Place {
        Place::with(name, generous(), true).await
    }

    /// `home` is whether pushes and webhooks may go to this machine.
    pub(crate) async fn with(name: &str, limits: Limits, home: bool) -> Place {
        let (letters, door, clock) = (Letters::open().await, Door::open().await, Stepped::default());
        let folder = fresh_folder(&format!("notices-{name}"));
        let running = start(folder.clone(), limits, &letters, home, &clock).await;
        let client = Client::new(&format!("http://{}", running.address));
        Place { host: Host { running: Some(running), client, folder }, clock, letters, door }
    }

    pub(crate) fn client(&self) -> &Client {
        &self.host.client
    }

    /// In milliseconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.clock.millis()
    }

    /// Puts the clock forward. Whatever is due is done before, for what is in hand for too long by this clock
    /// is done a second time; and after.
    pub(crate) async fn step(&self, seconds: u64) {
        self.all_is_done().await;
        self.clock.step(Duration::from_secs(seconds));
        self.all_is_done().await;
    }

    async fn all_is_done(&self) {
        let url = store::file_url(&self.host.folder.join("flagbridge.sqlite"));
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(&url).await.unwrap();
        let began = Instant::now();
        loop {
            let sql = "SELECT COUNT(*) FROM jobs WHERE done = 0 AND (due <= $1 OR 0 < lease)";
            let owed = sqlx::query_scalar(sql).bind(self.now());
            let owed: i64 = owed.fetch_one(&mut connection).await.unwrap();
            if owed == 0 {
                break;
            }
            assert!(began.elapsed() < LONG, "{owed} jobs are not done");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        connection.close().await.unwrap();
    }

    /// Somebody with an account and an address that is proven to be theirs.
    pub(crate) async fn person(&self, name: &str) -> Browser {
        let mut browser = Browser::sign_up(self.client(), name).await;
        let to = format!("{}@post.example", name.to_lowercase());
        let wanted = serde_json::json!({"address": to, "password": crate::people::PASSWORD});
        let said = browser.ask(self.client(), "POST", "/api/me/mail", Some(wanted)).await;
        assert_eq!(said.status, 200, "{}", said.body);
        let link = link_in(&self.letters.nth(&to, 1).await, "verify");
        let link = Some(serde_json::json!({"link": link}));
        assert_eq!(browser.ask(self.client(), "POST", "/api/verify", link).await.status, 200);
        browser
    }
}

pub(crate) async fn start(
    folder: PathBuf,
    limits: Limits,
    letters: &Letters,
    home: bool,
    clock: &Stepped,
) -> Running {
    let post =
        Post::relay("Flagbridge <post@fleet.example>", &format!("smtp://{}", letters.address)).unwrap();
    let allow = if home { vec!["127.0.0.1".parse().unwrap()] } else { Vec::new() };
    let database = Database::File(folder.join("flagbridge.sqlite"));
    let config = Config {
        limits,
        edge: Edge::default(),
        people: Some(cheap()),
        outward: Outward { post: Some(post), allow },
        clock: Clock::Stepped(clock.clone()),
        ..Config::new("127.0.0.1:0".parse().unwrap(), database)
    };
    server::start(config).await.unwrap()
}

/// The secret of a link that stands in a letter.
pub(crate) fn link_in(letter: &str, route: &str) -> String {
    let (_, rest) = letter.split_once(&format!("#/{route}/")).unwrap_or_else(|| panic!("no link: {letter}"));
    rest.chars().take_while(|it| it.is_ascii_alphanumeric() || "-_".contains(*it)).collect()
}
