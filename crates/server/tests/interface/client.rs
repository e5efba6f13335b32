//! A server for a test, and somebody who talks to it.

use std::{path::PathBuf, time::Duration};

use futures_util::{SinkExt, StreamExt};
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use server::{Clock, Config, Cost, Database, Limits, People, Rate, Running};
use store::Patience;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{self, Message, client::IntoClientRequest},
};

/// Nobody is held up by limits unless the test is about them.
pub(crate) fn generous() -> Limits {
    let rate = Rate { burst: 1e9, per_second: 1e9 };
    // A captain suggests in no time, and the same whatever else the machine does.
    let people = Limits { signing_up: rate, logging_in: rate, guessing: rate, ..Limits::default() };
    let people = Limits { tables: rate, pairings: rate, ..people };
    let people = Limits { talking: rate, reporting: rate, founding: rate, posting: rate, ..people };
    let people = Limits { circling: rate, keeping: rate, ..people };
    let people = Limits { coding: rate, writing: rate, telling: rate, studying: rate, ..people };
    let people = Limits { database: patient(), farewell: LONG, last_words: LONG, ..people };
    Limits { address: rate, making: rate, seat: rate, duel: rate, advice: 1, ..people }
}

/// A machine may have much else to do: what is sure to come is waited for this long.
pub(crate) const LONG: Duration = Duration::from_secs(120);

/// Nobody gives up a database that is only slow.
pub(crate) fn patient() -> Patience {
    let [some, more] = [LONG / 2, LONG * 3 / 4];
    Patience { connection: some, lock: some, statement: more, answer: LONG, idle: LONG }
}

/// People whose passwords cost next to nothing.
pub(crate) fn cheap() -> People {
    People { cost: Cost { memory: 8, passes: 1 }, work: 0, ..People::default() }
}

pub(crate) struct Host {
    pub(crate) running: Option<Running>,
    pub(crate) client: Client,
    pub(crate) folder: PathBuf,
}

impl Host {
    pub(crate) async fn start(name: &str) -> Host {
        Host::with(name, generous()).await
    }

    pub(crate) async fn with(name: &str, limits: Limits) -> Host {
        Host::at(fresh_folder(name), limits).await
    }

    pub(crate) async fn at(folder: PathBuf, limits: Limits) -> Host {
        Host::timed(folder, limits, Clock::System).await
    }

    pub(crate) async fn timed(folder: PathBuf, limits: Limits, clock: Clock) -> Host {
        let database = Database::File(folder.join("flagbridge.sqlite"));
        let config = Config { limits, clock, ..Config::new("127.0.0.1:0".parse().unwrap(), database) };
        let running = server::start(config).await.unwrap();
        let client = Client::new(&format!("http://{}", running.address));
        Host { running: Some(running), client, folder }
    }

    /// Stops it properly and starts it again on the same data.
    pub(crate) async fn restart(mut self) -> Host {
        self.running.take().unwrap().stop().await;
        let folder = std::mem::take(&mut self.folder);
        Host::at(folder, generous()).await
    }
}

/// An empty folder for a test's database.
pub(crate) fn fresh_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("flagbridge-server-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

impl Drop for Host {
    fn drop(&mut self) {
        if !self.folder.as_os_str().is_empty() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) base: String,
    pub(crate) http: reqwest::Client,
}

/// A match, and the secrets of its seats.
#[derive(Clone)]
pub(crate) struct Made {
    pub(crate) id: String,
    pub(crate) seats: Vec<String>,
    pub(crate) spectator: Option<String>,
}

impl Made {
    pub(crate) fn read(created: &Value) -> Made {
        let seats = created["seats"].as_array().unwrap();
        Made {
            id: created["id"].as_str().unwrap().to_owned(),
            seats: seats.iter().map(|seat| seat["secret"].as_str().unwrap().to_owned()).collect(),
            spectator: created["spectator"].as_str().map(str::to_owned),
        }
    }
}

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

impl Client {
    pub(crate) fn new(base: &str) -> Client {
        let http = reqwest::Client::builder().timeout(2 * LONG).no_proxy().build().unwrap();
        Client { base: base.to_owned(), http }
    }

    pub(crate) async fn try_send(
        &self,
        method: Method,
        path: &str,
        secret: Option<&str>,
        body: Option<&Value>,
    ) -> Result<(StatusCode, String), reqwest::Error> {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if let Some(secret) = secret {
            request = request.bearer_auth(secret);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send().await?;
        Ok((response.status(), response.text().await?))
    }

    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        secret: Option<&str>,
        body: Option<&Value>,
    ) -> (u16, Value) {
        let (status, text) = self.try_send(method, path, secret, body).await.unwrap();
        (status.as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    pub(crate) async fn get(&self, path: &str, secret: &str) -> (u16, Value) {
        self.send(Method::GET, path, Some(secret), None).await
    }

    pub(crate) async fn post(&self, path: &str, secret: &str, body: Value) -> (u16, Value) {
        self.send(Method::POST, path, Some(secret), Some(&body)).await
    }

    /// A match that everybody has joined.
    pub(crate) async fn make(&self, seats: Value) -> Made {
        let made = self.make_waiting(seats).await;
        for (n, secret) in made.seats.iter().enumerate() {
            let info = self.get(&format!("/api/matches/{}", made.id), secret).await.1;
            let missing = info["table"]["missing"].as_array().unwrap();
            if missing.contains(&info["viewer"]["seat"]) {
                assert_eq!(self.join(&made, n, &format!("words of {n}")).await.0, 200);
            }
        }
        made
    }

    pub(crate) async fn join(&self, made: &Made, seat: usize, contribution: &str) -> (u16, Value) {
        let path = format!("/api/matches/{}/join", made.id);
        self.post(&path, &made.seats[seat], json!({"contribution": contribution})).await
    }

    pub(crate) async fn make_waiting(&self, seats: Value) -> Made {
        let new = json!({"game": "asfos", "scenario": "intro", "seats": seats, "spectators": true});
        let (status, created) = self.send(Method::POST, "/api/matches", None, Some(&new)).await;
        assert_eq!(status, 201, "{created}");
        Made::read(&created)
    }

    /// Two people at one screen.
    pub(crate) async fn hot_seat(&self) -> Made {
        self.make(json!([{"kind": "me"}, {"kind": "friend"}])).await
    }

    /// The same, at the first decision that both take at once; its number, too.
    pub(crate) async fn both_to_plot(&self) -> (Made, u64) {
        let made = self.hot_seat().await;
        let mut n = 0;
        loop {
            let table = self.play(&made, n).await;
            if table["awaiting"] == json!([0, 1]) {
                return (made, table["decision"].as_u64().unwrap());
            }
            n += 1;
        }
    }

    pub(crate) async fn table(&self, made: &Made, seat: usize) -> Value {
        let (status, info) = self.get(&format!("/api/matches/{}", made.id), &made.seats[seat]).await;
        assert_eq!(status, 200, "{info}");
        info["table"].clone()
    }

    pub(crate) async fn suggestion(&self, made: &Made, seat: usize) -> Value {
        let path = format!("/api/matches/{}/suggestion", made.id);
        let (status, written) = self.get(&path, &made.seats[seat]).await;
        assert_eq!(status, 200, "{written}");
        written
    }

    pub(crate) async fn order(&self, made: &Made, seat: usize, decision: u64, body: Value) -> (u16, Value) {
        let path = format!("/api/matches/{}/decisions/{decision}/order", made.id);
        self.post(&path, &made.seats[seat], body).await
    }

    /// Everybody at this screen orders what a captain would, until it is over
    /// or `decisions` are resolved.
    pub(crate) async fn play(&self, made: &Made, decisions: u64) -> Value {
        loop {
            let table = self.table(made, 0).await;
            if !table["outcome"].is_null() || decisions <= table["decision"].as_u64().unwrap() {
                return table;
            }
            let decision = table["decision"].as_u64().unwrap();
            let awaiting: Vec<usize> = serde_json::from_value(table["awaiting"].clone()).unwrap();
            let mine: Vec<usize> = awaiting.into_iter().filter(|seat| *seat < made.seats.len()).collect();
            if mine.is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            for seat in mine {
                let order = self.suggestion(made, seat).await["order"].clone();
                let (status, answer) = self.order(made, seat, decision, json!({"order": order})).await;
                assert_eq!(status, 200, "{answer}");
            }
        }
    }

    /// A live connection from a page of ours, with a cookie or without, and its first message; or the
    /// status with which it was refused.
    pub(crate) async fn live(
        &self,
        path: &str,
        cookie: Option<&str>,
        hello: &Value,
    ) -> Result<Socket, StatusCode> {
        let url = format!("{}{path}", self.base.replace("http:", "ws:"));
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert(header::ORIGIN, self.base.parse().unwrap());
        if let Some(cookie) = cookie {
            request.headers_mut().insert(header::COOKIE, cookie.parse().unwrap());
        }
        let mut socket = match connect_async(request).await {
            Ok((socket, _)) => socket,
            Err(tungstenite::Error::Http(answer)) => return Err(answer.status()),
            Err(err) => panic!("{path}: {err}"),
        };
        socket.send(Message::text(hello.to_string())).await.unwrap();
        Ok(socket)
    }

    pub(crate) async fn connect(&self, made: &Made, secret: &str, from: u64) -> Socket {
        let url = format!("{}/api/matches/{}/live", self.base.replace("http:", "ws:"), made.id);
        let (mut socket, _) = connect_async(url.into_client_request().unwrap()).await.unwrap();
        socket.send(Message::text(json!({"secret": secret, "from": from}).to_string())).await.unwrap();
        socket
    }
}

/// The next message of the server, as text.
pub(crate) async fn heard(socket: &mut Socket) -> String {
    loop {
        let message = tokio::time::timeout(LONG, socket.next()).await.expect("a message");
        match message.expect("an open connection").unwrap() {
            Message::Text(text) => return text.to_string(),
            Message::Ping(_) | Message::Pong(_) => {}
            other => panic!("expected a text, heard {other:?}"),
        }
    }
}

pub(crate) async fn heard_json(socket: &mut Socket) -> Value {
    serde_json::from_str(&heard(socket).await).unwrap()
}
