//! Live connections: told of every change, and back where they were.

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Host, generous, heard_json};

#[tokio::test(flavor = "multi_thread")]
async fn every_tab_is_told_and_a_lost_one_comes_back() {
    let host = Host::start("live").await;
    let client = &host.client;
    let (made, n) = client.both_to_plot().await;
    // Three tabs of one seat, one of the other, one spectator.
    let mut tabs = Vec::new();
    for secret in
        [&made.seats[0], &made.seats[0], &made.seats[0], &made.seats[1], made.spectator.as_ref().unwrap()]
    {
        let mut tab = client.connect(&made, secret, 0).await;
        let first = heard_json(&mut tab).await;
        assert_eq!((&first["type"], &first["decision"]), (&json!("update"), &json!(n)));
        assert!(first["view"].is_object());
        tabs.push(tab);
    }
    let order = client.suggestion(&made, 0).await;
    assert_eq!(client.order(&made, 0, n, json!({"order": order["order"]})).await.0, 200);
    for (at, tab) in tabs.iter_mut().enumerate() {
        let sealed = heard_json(tab).await;
        assert_eq!(sealed["awaiting"], json!([1]));
        assert!(sealed.get("view").is_none(), "nothing moved");
        let own = sealed["sealed"].as_array().unwrap().len();
        assert_eq!(own, usize::from(at < 3), "only the seat itself reads its order");
    }
    // One connection breaks; another goes without a word.
    drop(tabs.remove(0));
    tabs.remove(0).close(None).await.unwrap();
    let order = client.suggestion(&made, 1).await;
    assert_eq!(client.order(&made, 1, n, json!({"order": order["order"]})).await.0, 200);
    let mut reached = 0;
    for tab in &mut tabs {
        let resolved = heard_json(tab).await;
        assert_eq!(resolved["decision"], n + 1);
        assert!(resolved["view"].is_object() && !resolved["events"].as_array().unwrap().is_empty());
        reached = resolved["next"].as_u64().unwrap();
    }
    client.play(&made, n + 3).await;
    let mut back = client.connect(&made, &made.seats[0], reached).await;
    let missed = heard_json(&mut back).await;
    let numbers: Vec<u64> =
        missed["events"].as_array().unwrap().iter().map(|line| line["n"].as_u64().unwrap()).collect();
    assert_eq!(numbers.first(), Some(&reached));
    assert_eq!(numbers.last(), Some(&(missed["next"].as_u64().unwrap() - 1)));
    // From the future, and from the beginning.
    let mut far = client.connect(&made, &made.seats[0], 1_000_000).await;
    assert_eq!(heard_json(&mut far).await["events"], json!([]));
    let mut whole = client.connect(&made, &made.seats[0], 0).await;
    let all = heard_json(&mut whole).await;
    assert_eq!(all["events"].as_array().unwrap().len() as u64, missed["next"].as_u64().unwrap());
}

async fn refused(host: &Host, made: &crate::client::Made, first: &str) -> Value {
    let url = format!("{}/api/matches/{}/live", host.client.base.replace("http:", "ws:"), made.id);
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    socket.send(Message::text(first)).await.unwrap();
    heard_json(&mut socket).await
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_shown_out() {
    let host = Host::start("strangers").await;
    let made = host.client.hot_seat().await;
    let wrong = json!({"secret": "guess", "from": 0}).to_string();
    assert_eq!(refused(&host, &made, &wrong).await["code"], "unauthorised");
    for malformed in ["", "{}", "[", "{\"secret\": 1}", "{\"secret\":\"a\",\"from\":-1}", &"[".repeat(3000)] {
        let answer = refused(&host, &made, malformed).await;
        assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!("malformed")), "{malformed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_says_goodbye() {
    use futures_util::StreamExt;
    let limits = generous();
    let mut host = Host::with("goodbye", limits).await;
    let made = host.client.hot_seat().await;
    let mut tab = host.client.connect(&made, &made.seats[0], 0).await;
    heard_json(&mut tab).await;
    let begun = std::time::Instant::now();
    host.running.take().unwrap().stop().await;
    assert!(begun.elapsed() < limits.farewell / 2, "it waits for nobody");
    let mut last = tab.next().await;
    while matches!(last, Some(Ok(Message::Ping(_)))) {
        last = tab.next().await;
    }
    assert!(matches!(last, Some(Ok(Message::Close(Some(frame)))) if u16::from(frame.code) == 1001));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_can_tell_that_the_server_has_another_client() {
    let host = Host::start("build").await;
    let client = &host.client;
    let (made, n) = client.both_to_plot().await;
    let answer = client.http.get(format!("{}/api/games", client.base)).send().await.unwrap();
    let said = answer.headers()["x-flagbridge-build"].to_str().unwrap().to_owned();
    assert!(!said.is_empty());
    // Whoever connects is told at once; from then on it stays the same.
    let mut tab = client.connect(&made, &made.seats[0], 0).await;
    assert_eq!(heard_json(&mut tab).await["build"], json!(said));
    let order = client.suggestion(&made, 1).await;
    assert_eq!(client.order(&made, 1, n, json!({"order": order["order"]})).await.0, 200);
    let sealed = heard_json(&mut tab).await;
    assert_eq!((&sealed["awaiting"], sealed.get("build")), (&json!([0]), None));
    // The page itself carries it, where a client was built in.
    let page = client.http.get(&client.base).send().await.unwrap().text().await.unwrap();
    let named = format!("<meta name=\"flagbridge-build\" content=\"{said}\">");
    assert!(page.contains(&named) || page.contains("no web client"), "{page}");
}
