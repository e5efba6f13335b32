//! Matches and orders to keep, and places to keep them.

// Not every test needs everything here.
#![allow(dead_code)]

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use store::{NewMatch, NewSeat, Patience, Resolution, SPECTATOR, Store, Submission, Summary, Thinking};

pub(crate) fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("flagbridge store é {name} {}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

pub(crate) fn summary(body: &str) -> Summary {
    let thinking = Thinking::Owed { decision: 0, due: 50 };
    let dice = "3/4".to_owned();
    Summary { body: body.to_owned(), changed: 7, thinking, dice, ..Summary::default() }
}

pub(crate) fn new_match(id: &str) -> NewMatch {
    let hash = |seat: &str| format!("hash of {id} {seat}");
    NewMatch {
        id: id.to_owned(),
        head: "{\"game\":\"toy\"}".to_owned(),
        scenario: "intro".to_owned(),
        title: "It's a \"title\" ✦".to_owned(),
        created: 1_700_000_000_000,
        seats: vec![
            NewSeat { seat: 0, hash: hash("0") },
            NewSeat { seat: 1, hash: hash("1") },
            NewSeat { seat: SPECTATOR, hash: hash("s") },
        ],
        decisions: Vec::new(),
        submissions: Vec::new(),
        events: vec!["\"opened\"".to_owned()],
        outcome: String::new(),
        ending: String::new(),
        proof: String::new(),
        waiting: String::new(),
        unaided: false,
        people: Vec::new(),
        pace: String::new(),
        summary: summary("{}"),
    }
}

/// An order based on the version `at`.
pub(crate) fn order(
    match_id: &str,
    at: i64,
    decision: i64,
    seat: i64,
    resolution: Option<Resolution>,
) -> Submission<'_> {
    let body = format!("{{\"by\":{seat}}}");
    let given_by = if seat == 1 { "clock".to_owned() } else { String::new() };
    let summary = summary("later");
    Submission {
        match_id,
        version: at,
        decision,
        seat,
        body,
        given_by,
        summary,
        resolution,
        ..Submission::default()
    }
}

pub(crate) fn resolution(after: i64, events: usize, outcome: &str) -> Resolution {
    let events = (0..events).map(|n| format!("{{\"happened\":{n}}}")).collect();
    let proof = if outcome.is_empty() { String::new() } else { "{\"chain\":[1,2]}".to_owned() };
    Resolution { phase: "plot".to_owned(), after, events, outcome: outcome.to_owned(), proof }
}

/// For tests in which something is sure to be waited for in vain.
pub(crate) fn impatient() -> Patience {
    Patience {
        connection: Duration::from_secs(3),
        lock: Duration::from_millis(300),
        statement: Duration::from_secs(2),
        answer: Duration::from_secs(8),
        idle: Duration::from_secs(8),
    }
}

/// For tests in which the database goes away and comes back.
pub(crate) fn hopeful() -> Patience {
    Patience { connection: Duration::from_secs(6), ..patient() }
}

/// For tests in which whatever is waited for is sure to come.
pub(crate) fn patient() -> Patience {
    let long = Duration::from_secs(120);
    Patience { connection: long, lock: long, statement: long, answer: long, idle: long }
}

/// A database of our own, which is sure to open.
pub(crate) async fn open(url: &str) -> Store {
    Store::open_with(url, patient()).await.unwrap()
}

pub(crate) async fn open_file(path: &Path) -> Store {
    open(&store::file_url(path)).await
}
