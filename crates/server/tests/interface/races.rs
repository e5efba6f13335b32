//! Requests beside the sealing and resolving of orders: every answer is the
//! one from before or the one from after, never a mixture of both, and tells
//! nothing that its bearer may not know.

use engine::Viewer;
use reqwest::Method;
use rulesets::{AnyMatch, Level};
use serde_json::{Value, json};

use crate::{
    client::{Client, Made},
    twins::{alone, replica},
};

/// One request of one bearer.
#[derive(Clone, Debug)]
struct Asked {
    method: Method,
    path: String,
    secret: String,
    body: Option<Value>,
}

type Answer = (u16, String);

impl Asked {
    async fn send(&self, client: &Client) -> Answer {
        let sent = client.try_send(self.method.clone(), &self.path, Some(&self.secret), self.body.as_ref());
        let (status, text) = sent.await.unwrap();
        (status.as_u16(), text)
    }
}

/// What everybody who looks asks for again and again.
fn looks(made: &Made) -> Vec<Asked> {
    let path = |end: &str| format!("/api/matches/{}{end}", made.id);
    let bearers = made.seats.iter().chain(&made.spectator);
    let get = |end: &str, secret: &String| Asked {
        method: Method::GET,
        path: path(end),
        secret: secret.clone(),
        body: None,
    };
    let mut all = Vec::new();
    for secret in bearers {
        all.extend(
            ["", "/record", "/events", "/events?from=3", "/views/1000000"].map(|end| get(end, secret)),
        );
        // Refused while the battle lasts; with such a player nothing is made after the end either, and nobody
        // works at it: of such work only some is done at once.
        let branch = json!({"events": 0, "seats": [{"kind": "computer", "level": "nobody"}]});
        let (method, path) = (Method::POST, path("/branch"));
        all.push(Asked { method, path, secret: secret.clone(), body: Some(branch) });
        let list = json!({"secrets": [secret]});
        let (method, path) = (Method::POST, "/api/matches/list".to_owned());
        all.push(Asked { method, path, secret: secret.clone(), body: Some(list) });
    }
    all
}

async fn all_in_turn(client: &Client, asked: &[Asked]) -> Vec<Answer> {
    let mut answers = Vec::new();
    for it in asked {
        answers.push(it.send(client).await);
    }
    answers
}

/// All at once with a change in their midst; what they were told.
async fn all_at_once(client: &Client, asked: &[Asked], change: &Asked) -> Vec<Answer> {
    let spawn = |it: &Asked| {
        let (client, it) = (client.clone(), it.clone());
        tokio::spawn(async move { it.send(&client).await })
    };
    let (first, second) = asked.split_at(asked.len() / 2);
    let mut tasks: Vec<_> = first.iter().map(spawn).collect();
    let changed = spawn(change);
    tasks.extend(second.iter().map(spawn));
    let (status, words) = changed.await.unwrap();
    assert_eq!(status, 200, "{change:?}: {words}");
    let mut answers = Vec::new();
    for task in tasks {
        answers.push(task.await.unwrap());
    }
    answers
}

/// Bogey Hunt: musters, designs and damage are closed, and the record has all of them in it.
#[tokio::test(flavor = "multi_thread")]
async fn every_answer_is_from_before_or_from_after() {
    let host = alone(3).await;
    let client = &host.client;
    let hunt = rulesets::ScenarioRef::Id("bogey-hunt");
    let mut replica = replica::begin("full-thrust", hunt, &[], 5);
    let record: Value = serde_json::from_str(&replica.record(true)).unwrap();
    let (status, created) = client.send(Method::POST, "/api/records", None, Some(&record)).await;
    assert_eq!(status, 201, "{created}");
    let made = Made::read(&created);
    let looks = looks(&made);
    let mut told = 0;
    for n in 0..10 {
        for seat in replica.awaiting().iter() {
            let order = match n {
                9 => json!({"text": "concede"}),
                _ => json!({"order": replica::order(&*replica, seat, Level::Cadet, 5)}),
            };
            let change = Asked {
                method: Method::POST,
                path: format!("/api/matches/{}/decisions/{n}/order", made.id),
                secret: made.seats[seat.index()].clone(),
                body: Some(order.clone()),
            };
            let before = all_in_turn(client, &looks).await;
            let meanwhile = all_at_once(client, &looks, &change).await;
            let after = all_in_turn(client, &looks).await;
            let given = match &order["text"] {
                Value::String(text) => rulesets::Submission::Text(text.clone()),
                _ => rulesets::Submission::Data(order["order"].clone()),
            };
            replica.submit(n, seat, &given).unwrap();
            for (k, answer) in meanwhile.iter().enumerate() {
                let asked = &looks[k];
                assert!(*answer == before[k] || *answer == after[k], "{asked:?} at {n}: {answer:?}");
                told += 1;
            }
            keeps_to_the_view(&*replica, &made, &looks, &after);
        }
    }
    assert!(replica.outcome().is_some() && 200 < told, "{told} answers");
    // The end opens everything, as one piece: the record is the battle that was fought.
    let asked = looks.iter().find(|it| it.path.ends_with("/record")).unwrap();
    let (status, text) = asked.send(client).await;
    assert_eq!(status, 200);
    let home = replica::taken_up(&text);
    assert_eq!((home.events(), home.outcome()), (replica.events(), replica.outcome()));
}

/// Records and branches wait for the end; events and views are the bearer's own.
fn keeps_to_the_view(replica: &dyn AnyMatch, made: &Made, looks: &[Asked], answers: &[Answer]) {
    let over = replica.outcome().is_some();
    for (asked, (status, text)) in looks.iter().zip(answers) {
        let seat = made.seats.iter().position(|it| *it == asked.secret);
        let viewer = seat.map_or(Viewer::Spectator, |n| Viewer::Seat(engine::Seat(n as u8)));
        let body: Value = serde_json::from_str(text).unwrap();
        if asked.path.ends_with("/record") || asked.path.ends_with("/branch") {
            let waits = (*status, &body["error"]["code"]) == (409, &json!("not_yet"));
            assert_eq!(waits, !over, "{asked:?}: {text}");
        } else if asked.path.ends_with("/views/1000000") {
            assert_eq!(body["view"], replica.view(viewer));
        } else if asked.path.ends_with("/events") && !over {
            let seen: Vec<Value> = replica.log(viewer, 0).into_iter().map(|line| line.event).collect();
            let lines = body["events"].as_array().unwrap();
            assert_eq!(lines.iter().map(|it| it["event"].clone()).collect::<Vec<_>>(), seen);
            // One's own count: how much happens unseen is not to be told.
            let numbers: Vec<u64> = lines.iter().map(|it| it["n"].as_u64().unwrap()).collect();
            assert_eq!(numbers, (0..seen.len() as u64).collect::<Vec<_>>());
            assert_eq!(body["next"], json!(seen.len()));
        }
    }
}
