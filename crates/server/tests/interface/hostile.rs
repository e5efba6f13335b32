//! Clients that mean no good.

use std::time::{Duration, Instant};

use futures_util::SinkExt;
use reqwest::{Method, StatusCode, header};
use serde_json::json;
use server::{Limits, Rate};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

use crate::client::{Host, LONG, generous, heard};

async fn raw(host: &Host, path: &str, kind: &str, body: impl Into<Vec<u8>>) -> (StatusCode, String) {
    let url = format!("{}{path}", host.client.base);
    let body = body.into();
    for tries in 0.. {
        let request = host.client.http.post(&url).header(header::CONTENT_TYPE, kind).body(body.clone());
        let answer = match request.send().await {
            Ok(response) => {
                let status = response.status();
                response.text().await.map(|text| (status, text))
            }
            Err(err) => Err(err),
        };
        match answer {
            Ok(answer) => return answer,
            // A server that has heard enough answers and closes while the rest
            // is still being sent; the answer may then be lost on the way.
            Err(err) if tries < 9 && (err.is_request() || err.is_body() || err.is_decode()) => {}
            Err(err) => panic!("{url}: {err}"),
        }
    }
    unreachable!("the loop ends by returning")
}

#[tokio::test(flavor = "multi_thread")]
async fn too_large_too_deep_and_malformed() {
    let host = Host::start("large").await;
    let json_kind = "application/json";
    let large = format!("{{\"secrets\": [\"{}\"]}}", "a".repeat(2 << 20));
    let (status, text) = raw(&host, "/api/matches/list", json_kind, large).await;
    assert!(status == 413 && text.contains("too_large"), "{status} {text}");
    let record = format!("{{\"format\": \"{}\"}}", "a".repeat(17 << 20));
    assert_eq!(raw(&host, "/api/records", json_kind, record).await.0, 413);
    for deep in ["[".repeat(100), "{\"a\":".repeat(100), "[".repeat(100_000)] {
        for path in ["/api/matches/list", "/api/matches", "/api/records"] {
            let (status, text) = raw(&host, path, json_kind, deep.clone()).await;
            assert!(status == 400 && text.contains("deeper"), "{path} {text}");
        }
    }
    for malformed in ["", "{", "null", "[]", "{\"secrets\": 1}", "{\"secrets\": [], \"more\": 1}", "\u{0}"] {
        assert_eq!(raw(&host, "/api/matches/list", json_kind, malformed).await.0, 400, "{malformed}");
    }
    assert_eq!(raw(&host, "/api/matches/list", json_kind, vec![0xff, 0xfe]).await.0, 400);
    assert_eq!(raw(&host, "/api/matches/list", "text/plain", "{\"secrets\": []}").await.0, 400);
    assert_eq!(
        raw(&host, "/api/matches/list", "application/json; charset=utf-8", "{\"secrets\": []}").await.0,
        200
    );

    let made = host.client.hot_seat().await;
    let path = format!("/api/matches/{}", made.id);
    for end in ["/events?from=x", "/events?from=-1", "/views/x", "/events?secret=x"] {
        assert_eq!(host.client.get(&format!("{path}{end}"), &made.seats[0]).await.0, 400, "{end}");
    }
    for body in [
        json!({}),
        json!({"text": "a", "order": {}}),
        json!({"order": {"no": "order"}}),
        json!({"order": null}),
    ] {
        let answer = host.client.order(&made, 0, 0, body.clone()).await;
        assert_eq!(answer.0, 400, "{body} {}", answer.1);
    }
    assert_eq!(host.client.send(Method::PUT, &path, Some(&made.seats[0]), None).await.0, 404);
    let long_id = format!("/api/matches/{}", "a".repeat(5000));
    assert_eq!(host.client.get(&long_id, &made.seats[0]).await.0, 404);
    for odd in [
        "/api/matches/%00",
        "/api/matches/..%2f..%2fetc",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../Cargo.toml",
    ] {
        let status = host.client.get(odd, &made.seats[0]).await.0;
        assert!(status == 404 || status == 400, "{odd} {status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_origins_write_nothing() {
    let host = Host::start("origin").await;
    let made = host.client.hot_seat().await;
    let own = host.client.base.clone();
    for (origin, status) in [("http://evil.example", 403), ("null", 403), (own.as_str(), 200)] {
        let request = host.client.http.post(format!("{own}/api/matches/list")).header(header::ORIGIN, origin);
        let response = request.json(&json!({"secrets": []})).send().await.unwrap();
        assert_eq!(response.status().as_u16(), status, "{origin}");
        assert!(response.headers().get(header::ACCESS_CONTROL_ALLOW_ORIGIN).is_none());
        let url = format!("{}/api/matches/{}/live", own.replace("http:", "ws:"), made.id);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        assert_eq!(tokio_tungstenite::connect_async(request).await.is_ok(), status == 200, "{origin}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_is_too_many() {
    let few = Rate { burst: 5.0, per_second: 1e-4 };
    let host = Host::with("address", Limits { address: few, ..generous() }).await;
    let mut statuses = Vec::new();
    for _ in 0..7 {
        statuses.push(host.client.send(Method::GET, "/health", None, None).await.0);
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429, 429]);

    let host = Host::with("seat", Limits { seat: few, making: few, live: 2, ..generous() }).await;
    let made = host.client.hot_seat().await;
    let check = format!("/api/matches/{}/decisions/0/check", made.id);
    // The first of the five went into joining.
    for n in 1..7 {
        let status = host.client.post(&check, &made.seats[0], json!({"text": "x"})).await.0;
        assert_eq!(status, if n < 5 { 200 } else { 429 });
    }
    // The other seat has a bucket of its own.
    assert_eq!(host.client.post(&check, &made.seats[1], json!({"text": "x"})).await.0, 200);
    let seats = json!([{"kind": "me", "contribution": "a"}, {"kind": "me", "contribution": "b"}]);
    let new = json!({"game": "asfos", "scenario": "intro", "seats": seats});
    let mut last = 0;
    for _ in 0..6 {
        last = host.client.send(Method::POST, "/api/matches", None, Some(&new)).await.0;
    }
    assert_eq!(last, 429);
    let _one = host.client.connect(&made, &made.seats[0], 0).await;
    let _two = host.client.connect(&made, &made.seats[0], 0).await;
    let url = format!("{}/api/matches/{}/live", host.client.base.replace("http:", "ws:"), made.id);
    assert!(tokio_tungstenite::connect_async(url).await.is_err());
}

/// Asks and stays on the line; nothing if it was shown out.
async fn asked(address: &str) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // Shown out, it may be so before it has asked.
    let _ = stream.write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.ok()?;
    assert_eq!(answer, *b"HTTP/1.1 200");
    Some(stream)
}

/// Whoever says nothing more may stay for an hour here, so nobody is shown out for that.
#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_few_lines_and_gets_them_back() {
    let header = Duration::from_secs(3600);
    let host = Host::with("lines", Limits { header, connections: 4, ..generous() }).await;
    let address = host.client.base.strip_prefix("http://").unwrap();
    // The client of the test has a line, too.
    let made = host.client.hot_seat().await;
    let mut lines = Vec::new();
    while let Some(line) = asked(address).await {
        lines.push(line);
    }
    assert!((1..=4).contains(&lines.len()), "{} lines", lines.len());
    drop(lines);
    // Their places are free again; live connections take one and give it back.
    let url = format!("{}/api/matches/{}/live", host.client.base.replace("http:", "ws:"), made.id);
    let begun = Instant::now();
    for n in 0..6 {
        let mut socket = loop {
            if let Ok((socket, _)) = tokio_tungstenite::connect_async(&url).await {
                break socket;
            }
            assert!(begun.elapsed() < LONG, "no place for number {n}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        let hello = json!({"secret": made.seats[0], "from": 0});
        socket.send(Message::text(hello.to_string())).await.unwrap();
        heard(&mut socket).await;
    }
}

/// Somebody who sends a letter now and then keeps nobody else out for ever.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_caller_is_cut_off() {
    let header = Duration::from_millis(500);
    let host = Host::with("slow", Limits { header, connections: 4, ..generous() }).await;
    let address = host.client.base.strip_prefix("http://").unwrap();
    let mut slow = Vec::new();
    for _ in 0..4 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /health HTTP/1.1\r\nHost: a\r\nX-").await.unwrap();
        slow.push(tokio::spawn(async move {
            let (mut reader, mut writer) = stream.into_split();
            let trickle = tokio::spawn(async move {
                while writer.write_all(b"a").await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            });
            let mut answer = Vec::new();
            let _ = reader.read_to_end(&mut answer).await;
            trickle.abort();
            answer
        }));
    }
    for task in slow {
        let answer = tokio::time::timeout(LONG, task).await.expect("cut off").unwrap();
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{answer:?}");
    }
    let begun = Instant::now();
    while asked(address).await.is_none() {
        assert!(begun.elapsed() < LONG, "their places are not free again");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Bytes that are no HTTP at all, and a client that goes away in the middle.
#[tokio::test(flavor = "multi_thread")]
async fn noise_on_the_line_harms_nobody() {
    let host = Host::start("noise").await;
    let address = host.client.base.strip_prefix("http://").unwrap();
    let cut_short = b"POST /api/matches HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
                      Content-Length: 999\r\n\r\n{";
    for noise in [&b"\x16\x03\x01\x02\x00"[..], b"GET / HTTP/9.9\r\n\r\n", cut_short] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(noise).await.unwrap();
        let mut answer = vec![0; 64];
        let _ = tokio::time::timeout(Duration::from_millis(200), stream.read(&mut answer)).await;
    }
    assert_eq!(host.client.send(Method::GET, "/health", None, None).await.0, 200);
}

/// PostgreSQL takes no NUL. Whoever sends one is told so, and not that the database is away.
#[tokio::test(flavor = "multi_thread")]
async fn a_nul_is_no_fault_of_the_database() {
    let host = Host::start("nul").await;
    let seats = json!([{"kind": "me"}, {"kind": "computer", "level": "cadet"}]);
    let new = json!({"game": "asfos", "scenario": "intro", "seats": seats, "title": "a\u{0}b"});
    let (status, answer) = host.client.send(Method::POST, "/api/matches", None, Some(&new)).await;
    assert_eq!((status, &answer["error"]["code"]), (422, &json!("refused")), "{answer}");
    let (status, answer) = host.client.get("/api/matches/a%00b", "secret").await;
    assert_eq!((status, &answer["error"]["code"]), (404, &json!("not_found")), "{answer}");
    let (status, list) = host
        .client
        .send(Method::POST, "/api/matches/list", None, Some(&json!({"secrets": ["a\u{0}b"]})))
        .await;
    assert_eq!((status, &list["matches"]), (200, &json!([])), "{list}");
}
