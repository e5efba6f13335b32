//! Orders, records and messages, broken in every way chance can think of:
//! refused in words or taken, but never a mistake of the server.

use dice::Dice;
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Host, Made};

/// Changes one thing somewhere in `value`.
fn mutate(value: &mut Value, dice: &mut Dice) {
    let odd = [
        json!(null),
        json!(-1),
        json!(1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(""),
        json!("\u{0}é"),
        json!([]),
        json!({}),
        json!(true),
        json!(255),
        json!(65_536),
    ];
    match value {
        Value::Array(items) if !items.is_empty() && dice.index(4) != 0 => {
            let n = dice.index(items.len());
            match dice.index(6) {
                0 => drop(items.remove(n)),
                1 => items.push(items[n].clone()),
                _ => mutate(&mut items[n], dice),
            }
        }
        Value::Object(fields) if !fields.is_empty() && dice.index(4) != 0 => {
            let key = fields.keys().nth(dice.index(fields.len())).cloned().unwrap();
            match dice.index(8) {
                0 => drop(fields.remove(&key)),
                1 => drop(fields.insert("more".to_owned(), json!(1))),
                _ => mutate(fields.get_mut(&key).unwrap(), dice),
            }
        }
        Value::Number(number) if dice.index(2) == 0 => {
            let near = number.as_i64().unwrap_or_default().saturating_add(dice.index(7) as i64 - 3);
            *value = json!(near);
        }
        _ => *value = odd[dice.index(odd.len())].clone(),
    }
}

fn garble(text: &str, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.index(3) {
        let at = dice.index(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        match dice.index(3) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, dice.index(256) as u8),
            _ => bytes[at] = dice.index(256) as u8,
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

async fn post_bytes(client: &Client, path: &str, secret: &str, bytes: Vec<u8>) -> u16 {
    let request = client.http.post(format!("{}{path}", client.base)).bearer_auth(secret);
    let response = request.header("content-type", "application/json").body(bytes).send().await.unwrap();
    response.status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn mutated_orders_are_refused_or_taken() {
    let host = Host::start("orders").await;
    let client = &host.client;
    let made = client.hot_seat().await;
    let mut dice = Dice::numbered(1, 1);
    let mut taken = 0;
    for n in 0..400 {
        let table = client.table(&made, 0).await;
        if !table["outcome"].is_null() {
            break;
        }
        let decision = table["decision"].as_u64().unwrap();
        let awaiting: Vec<usize> = serde_json::from_value(table["awaiting"].clone()).unwrap();
        let seat = awaiting[0];
        let good = client.suggestion(&made, seat).await["order"].clone();
        let path = format!("/api/matches/{}/decisions/{decision}/order", made.id);
        let body = json!({"order": good});
        if n % 20 == 19 {
            assert_eq!(
                post_bytes(client, &path, &made.seats[seat], body.to_string().into_bytes()).await,
                200
            );
            continue;
        }
        let bytes = if n % 4 == 0 {
            garble(&body.to_string(), &mut dice)
        } else {
            let mut order = good.clone();
            for _ in 0..=dice.index(2) {
                mutate(&mut order, &mut dice);
            }
            json!({"order": order}).to_string().into_bytes()
        };
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        let status = post_bytes(client, &path, &made.seats[seat], bytes).await;
        assert!([200, 400, 422].contains(&status), "{status} {shown}");
        taken += usize::from(status == 200);
        // In words, too.
        let mut words = String::from_utf8_lossy(&garble(&good.to_string(), &mut dice)).into_owned();
        words.truncate(words.floor_char_boundary(200));
        let check = format!("/api/matches/{}/decisions/{decision}/check", made.id);
        let status = client.post(&check, &made.seats[seat], json!({"text": words})).await.0;
        assert!([200, 409].contains(&status), "{status} {words}");
    }
    assert!(0 < taken, "some mutations are harmless");
}

#[tokio::test(flavor = "multi_thread")]
async fn mutated_records_and_setups_are_refused_or_taken() {
    let host = Host::start("mutated").await;
    let client = &host.client;
    let made = client.hot_seat().await;
    client.play(&made, 3).await;
    // The end comes sooner if somebody gives up.
    let table = client.table(&made, 0).await;
    let decision = table["decision"].as_u64().unwrap();
    let awaiting: Vec<usize> = serde_json::from_value(table["awaiting"].clone()).unwrap();
    for seat in awaiting {
        let (status, _) = client.order(&made, seat, decision, json!({"text": "concede"})).await;
        if status != 200 {
            let order = client.suggestion(&made, seat).await["order"].clone();
            client.order(&made, seat, decision, json!({"order": order})).await;
        }
    }
    client.play(&made, u64::MAX).await;
    let path = format!("/api/matches/{}/record", made.id);
    let (_, text) = client.try_send(Method::GET, &path, Some(&made.seats[0]), None).await.unwrap();
    let record: Value = serde_json::from_str(&text).unwrap();
    let mut dice = Dice::numbered(2, 2);
    for n in 0..120 {
        let bytes = if n % 4 == 0 {
            garble(&text, &mut dice)
        } else {
            let mut record = record.clone();
            mutate(&mut record, &mut dice);
            record.to_string().into_bytes()
        };
        let status = post_bytes(client, "/api/records", "none", bytes.clone()).await;
        assert!([201, 400, 422].contains(&status), "{status} {}", String::from_utf8_lossy(&bytes));
    }
    let seats = json!([{"kind": "me", "contribution": "a"}, {"kind": "me", "contribution": "b"}]);
    let new = json!({"game": "asfos", "setup": record["scenario"], "options": {}, "seats": seats});
    for _ in 0..150 {
        let mut new = new.clone();
        for _ in 0..=dice.index(3) {
            mutate(&mut new, &mut dice);
        }
        let status = post_bytes(client, "/api/matches", "none", new.to_string().into_bytes()).await;
        assert!([201, 400, 404, 422].contains(&status), "{status} {new}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn mutated_messages_end_the_connection_and_nothing_else() {
    let host = Host::start("messages").await;
    let made: Made = host.client.hot_seat().await;
    let url = format!("{}/api/matches/{}/live", host.client.base.replace("http:", "ws:"), made.id);
    let hello = json!({"secret": made.seats[0], "from": 0}).to_string();
    let mut dice = Dice::numbered(3, 3);
    for _ in 0..60 {
        let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
        let bytes = garble(&hello, &mut dice);
        let message = match String::from_utf8(bytes.clone()) {
            Ok(text) => Message::text(text),
            Err(_) => Message::binary(bytes),
        };
        socket.send(message).await.unwrap();
        let answer = socket.next().await.unwrap().unwrap();
        let answer: Value = serde_json::from_str(answer.to_text().unwrap()).unwrap();
        assert!(answer["type"] == "error" || answer["type"] == "update", "{answer}");
    }
    assert_eq!(host.client.send(Method::GET, "/health", None, None).await.0, 200);
}
