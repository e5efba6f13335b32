//! An order sent again under the same name is answered as it was the first
//! time, and sealed once.

use serde_json::{Value, json};

use crate::client::{Client, Host, Made};

async fn keyed(client: &Client, made: &Made, seat: usize, n: u64, order: &Value, key: &str) -> (u16, Value) {
    client.order(made, seat, n, json!({"order": order, "key": key})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn sent_again_it_gets_the_first_answer() {
    let host = Host::start("keys").await;
    let client = &host.client;
    let (made, n) = client.both_to_plot().await;
    let first = client.suggestion(&made, 0).await["order"].clone();
    let second = client.suggestion(&made, 1).await["order"].clone();
    let (status, sealed) = keyed(client, &made, 0, n, &first, "one").await;
    assert_eq!((status, &sealed["resolved"]), (200, &json!(false)));
    // While it is sealed, from several tabs at once, and with anything in it.
    let again = tokio::join!(
        keyed(client, &made, 0, n, &first, "one"),
        keyed(client, &made, 0, n, &first, "one"),
        keyed(client, &made, 0, n, &second, "one"),
    );
    for answer in [again.0, again.1, again.2] {
        assert_eq!(answer, (200, sealed.clone()));
    }
    let (status, other) = keyed(client, &made, 0, n, &first, "two").await;
    assert_eq!((status, &other["error"]["code"]), (409, &json!("sealed")));
    let (status, resolved) = keyed(client, &made, 1, n, &second, "one").await;
    assert_eq!((status, &resolved["resolved"]), (200, &json!(true)));
    client.play(&made, n + 3).await;

    // After it was resolved, after more decisions, after a restart.
    let host = host.restart().await;
    let client = &host.client;
    assert_eq!(keyed(client, &made, 0, n, &first, "one").await, (200, sealed));
    assert_eq!(keyed(client, &made, 1, n, &second, "one").await, (200, resolved));
    // Somebody else's key, or none, is no key.
    for body in [json!({"order": first}), json!({"order": first, "key": "two"})] {
        let (status, stale) = client.order(&made, 0, n, body).await;
        assert_eq!((status, &stale["error"]["code"]), (409, &json!("stale")));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_taken_back_may_be_given_again() {
    let host = Host::start("key-back").await;
    let client = &host.client;
    let (made, n) = client.both_to_plot().await;
    let order = client.suggestion(&made, 0).await["order"].clone();
    let path = format!("/api/matches/{}/decisions/{n}/order", made.id);
    for _ in 0..2 {
        assert_eq!(keyed(client, &made, 0, n, &order, "k").await.0, 200);
        assert_eq!(client.send(reqwest::Method::DELETE, &path, Some(&made.seats[0]), None).await.0, 200);
    }
    assert_eq!(client.table(&made, 0).await["awaiting"], json!([0, 1]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_order_leaves_its_key_free() {
    let host = Host::start("key-refused").await;
    let client = &host.client;
    let (made, n) = client.both_to_plot().await;
    let (status, _) = client.order(&made, 0, n, json!({"text": "abracadabra", "key": "k"})).await;
    assert_eq!(status, 422);
    let order = client.suggestion(&made, 0).await["order"].clone();
    assert_eq!(keyed(client, &made, 0, n, &order, "k").await.0, 200);
    for bad in ["", "a b", "\u{0}", &"x".repeat(65)] {
        let (status, answer) = keyed(client, &made, 1, n, &order, bad).await;
        assert_eq!((status, &answer["error"]["code"]), (400, &json!("malformed")), "{bad:?}");
    }
}
