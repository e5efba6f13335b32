//! A small bot for Flagbridge: accepts every challenge, and fights every
//! battle it has a seat in.
//!
//! `cargo run --example bot -- https://fleet.example bot.THE-TOKEN`
//!
//! The stream tells everything that is open each time it begins, so a bot
//! needs no memory. `choose` is the place for thoughts of your own.

use std::{collections::hash_map::RandomState, hash::BuildHasher, time::Duration};

use reqwest::{Client, Method, Response, StatusCode, header::RETRY_AFTER};
use serde_json::{Value, json};

type Answer<T> = Result<T, reqwest::Error>;

/// The interface of docs/server.md, as far as a bot needs it.
#[derive(Debug)]
pub(crate) struct Bot {
    base: String,
    token: String,
    http: Client,
}

impl Bot {
    /// # Errors
    ///
    /// If there is no way onto the network.
    pub(crate) fn new(base: &str, token: &str) -> Answer<Bot> {
        let base = base.trim_end_matches('/').to_owned();
        Ok(Bot { base, token: token.to_owned(), http: Client::builder().no_proxy().build()? })
    }

    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Answer<Response> {
        let request = self.http.request(method, format!("{}{path}", self.base)).bearer_auth(&self.token);
        match body {
            Some(body) => request.json(body).send().await,
            None => request.send().await,
        }
    }

    /// The answer, or nothing where the server says no. Who asks too fast waits and asks again.
    async fn ask(&self, method: Method, path: &str, body: Option<&Value>) -> Answer<Option<Value>> {
        loop {
            let response = self.send(method.clone(), path, body).await?;
            let status = response.status();
            if [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&status) {
                let told = response.headers().get(RETRY_AFTER).and_then(|it| it.to_str().ok()?.parse().ok());
                tokio::time::sleep(Duration::from_secs(told.unwrap_or(1))).await;
                continue;
            }
            let answer = response.text().await?;
            if !status.is_success() {
                eprintln!("{path}: {status} {answer}");
                return Ok(None);
            }
            return Ok(serde_json::from_str(&answer).ok());
        }
    }

    /// Plays until the stream ends, or until so many battles are over.
    ///
    /// # Errors
    ///
    /// If the server cannot be reached, or does not let the bot in.
    pub(crate) async fn play(&self, battles: Option<usize>) -> Answer<()> {
        let mut stream = self.send(Method::GET, "/api/bot/stream", None).await?.error_for_status()?;
        let (mut unread, mut over) = (Vec::new(), 0);
        while let Some(piece) = stream.chunk().await? {
            unread.extend_from_slice(&piece);
            // A piece may hold several lines, or end in the middle of one.
            while let Some(end) = unread.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = unread.drain(..=end).collect();
                let Ok(line) = serde_json::from_slice::<Value>(&line) else { continue };
                over += usize::from(self.answer(&line).await?);
                if battles.is_some_and(|most| most <= over) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Does what a line asks for; true if a battle is over by it.
    async fn answer(&self, line: &Value) -> Answer<bool> {
        let id = line["id"].as_str().unwrap_or_default();
        match line["type"].as_str().unwrap_or_default() {
            "challenge" => {
                let table = line["table"]["id"].as_str().unwrap_or_default();
                let path = format!("/api/lobby/tables/{table}/join");
                self.ask(Method::POST, &path, Some(&json!({}))).await?;
            }
            "join" => {
                // Our part of the dice: nobody can have known it.
                let words = format!("{:016x}", RandomState::new().hash_one(id));
                let path = format!("/api/matches/{id}/join");
                self.ask(Method::POST, &path, Some(&json!({"contribution": words}))).await?;
            }
            "decision" => {
                let order = self.choose(id, &line["table"]).await?;
                let path = format!("/api/matches/{id}/decisions/{}/order", line["table"]["decision"]);
                self.ask(Method::POST, &path, Some(&order)).await?;
            }
            "over" => {
                eprintln!("a battle of {} is over: {}", line["game"], line["outcome"]);
                return Ok(true);
            }
            _ => {}
        }
        Ok(false)
    }

    /// The order for an open decision: as data, or as text in the game's own notation. `view` of the table
    /// is what the seat sees, `menu` what it may choose.
    async fn choose(&self, id: &str, table: &Value) -> Answer<Value> {
        // Nothing to choose: one thing only is in the menu.
        if !table["moot"].is_null() {
            return Ok(json!({"order": table["moot"]}));
        }
        let suggestion = self.ask(Method::GET, &format!("/api/matches/{id}/suggestion"), None).await?;
        Ok(match suggestion {
            Some(it) => json!({"order": it["order"]}),
            None => json!({"text": "concede"}),
        })
    }
}

#[tokio::main]
async fn main() -> Answer<()> {
    let mut words = std::env::args().skip(1);
    let (Some(base), Some(token)) = (words.next(), words.next()) else {
        eprintln!("expected where to play and the bot's token");
        std::process::exit(2);
    };
    let bot = Bot::new(&base, &token)?;
    loop {
        match bot.play(None).await {
            Ok(()) => eprintln!("the stream ended; again in a moment"),
            Err(err) if err.status() == Some(StatusCode::UNAUTHORIZED) => return Err(err),
            Err(err) => eprintln!("{err}; again in a moment"),
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
}
