//! Who is believed to be whom: proxies, names of this server, odd paths.

use reqwest::{Method, header};
use serde_json::json;
use server::{Config, Database, Edge, Limits, Rate};

use crate::client::{Client, Host, generous};

/// A server with these limits and this edge.
async fn start(name: &str, limits: Limits, edge: Edge) -> Host {
    let folder = std::env::temp_dir().join(format!("flagbridge-edge-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let database = Database::File(folder.join("flagbridge.sqlite"));
    let config = Config { limits, edge, ..Config::new("127.0.0.1:0".parse().unwrap(), database) };
    let running = server::start(config).await.unwrap();
    let client = Client::new(&format!("http://{}", running.address));
    Host { running: Some(running), client, folder }
}

async fn health(client: &Client, forwarded: Option<&str>, host: Option<&str>) -> u16 {
    let mut request = client.http.get(format!("{}/health", client.base));
    if let Some(forwarded) = forwarded {
        request = request.header("x-forwarded-for", forwarded);
    }
    if let Some(host) = host {
        request = request.header(header::HOST, host);
    }
    request.send().await.unwrap().status().as_u16()
}

fn few() -> Limits {
    Limits { address: Rate { burst: 3.0, per_second: 0.001 }, ..generous() }
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_trusted_proxy_everybody_has_a_bucket() {
    let edge = Edge { proxies: vec!["127.0.0.0/8".parse().unwrap()], names: Vec::new() };
    let host = start("trusted", few(), edge).await;
    let client = &host.client;
    for (who, statuses) in [("198.51.100.1", [200, 200, 200, 429]), ("198.51.100.2", [200, 200, 200, 429])] {
        for status in statuses {
            // What the client itself put in front makes nobody somebody else.
            let forged = format!("203.0.113.{status}, {who}");
            assert_eq!(health(client, Some(&forged), None).await, status, "{who}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_trusted_proxy_nobody_names_himself() {
    let host = start("plain", few(), Edge::default()).await;
    let client = &host.client;
    let mut statuses = Vec::new();
    for n in 0..5 {
        statuses.push(health(client, Some(&format!("198.51.100.{n}")), None).await);
    }
    assert_eq!(statuses, [200, 200, 200, 429, 429]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_is_not_ours_is_told_so() {
    let edge = Edge { proxies: Vec::new(), names: vec!["fleet.example".to_owned()] };
    let host = start("names", generous(), edge).await;
    let client = &host.client;
    for (host, status) in
        [("evil.example", 421), ("localhost:1", 200), ("fleet.example", 200), ("192.0.2.7:80", 200)]
    {
        assert_eq!(health(client, None, Some(host)).await, status, "{host}");
    }
    let request = client.http.get(format!("{}/api/games", client.base)).header(header::HOST, "evil.example");
    let answer: serde_json::Value = request.send().await.unwrap().json().await.unwrap();
    assert_eq!(answer["error"]["code"], "misdirected");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_database_can_keep_is_refused_in_words() {
    let host = Host::start("nul").await;
    for odd in ["%00", "a%00b", "a%20b", "%F0%9F%92%A5"] {
        let (status, answer) = host.client.get(&format!("/api/matches/{odd}"), "x").await;
        assert_eq!((status, &answer["error"]["code"]), (404, &json!("not_found")), "{odd}");
    }
    let seats = json!([{"kind": "me", "contribution": "a\u{0}b"}, {"kind": "me", "contribution": "c"}]);
    for (title, status) in [("a\u{0}b", 422), ("a\u{7}b", 422), ("a b ✦", 201)] {
        let new = json!({"game": "asfos", "scenario": "intro", "title": title, "seats": seats});
        let (found, answer) = host.client.send(Method::POST, "/api/matches", None, Some(&new)).await;
        assert_eq!(found, status, "{title:?} {answer}");
    }
}
