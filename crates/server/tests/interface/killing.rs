//! SIGKILL at random moments, and what must still be there after.

use std::time::Duration;

use dice::Dice;
use reqwest::Method;
use serde_json::{Value, json};
use store::Store;
use tokio::{process::Child, sync::Notify};

use crate::client::{Client, Made, patient};

/// A server in a process of its own.
pub(crate) struct Process {
    pub(crate) child: Child,
    pub(crate) client: Client,
}

impl Process {
    /// SIGKILL: no time for anything.
    async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }
}

/// Decision, seat, and the order itself.
type Order = (usize, usize, Value);

/// What the server has acknowledged, and the events that were seen.
#[derive(Default)]
struct Acknowledged {
    matches: Vec<(Made, Vec<Order>, Vec<String>)>,
    submissions: usize,
}

impl Acknowledged {
    /// Everything acknowledged is there, and every event seen is still the
    /// same. The database is asked: a record waits for the end of its battle.
    async fn check(&mut self, client: &Client, database: &str) {
        if self.matches.is_empty() {
            return;
        }
        let store = Store::open_shared(database, patient()).await.unwrap();
        for (made, orders, seen) in &mut self.matches {
            let (status, info) = client.get(&format!("/api/matches/{}", made.id), &made.seats[0]).await;
            assert_eq!(status, 200, "{info}");
            let kept = store.load(&made.id).await.unwrap().expect("the match is there");
            if !kept.waiting.is_empty() {
                assert!(orders.is_empty(), "orders were taken, but the battle has not begun");
                continue;
            }
            for (decision, seat, order) in orders.iter() {
                let found = kept.submissions.iter().any(|it| {
                    (it.decision, it.seat) == (*decision as i64, *seat as i64)
                        && serde_json::from_str::<Value>(&it.body).unwrap() == *order
                });
                assert!(found, "the order of seat {seat} for decision {decision} is lost");
            }
            assert!(
                seen.len() <= kept.events.len(),
                "{} events seen, {} there",
                seen.len(),
                kept.events.len()
            );
            assert!(kept.events.starts_with(seen), "events have changed");
            *seen = kept.events;
        }
        store.close().await;
    }

    /// Orders until the connection breaks or there are enough; tells when
    /// `doomed` of them were acknowledged.
    async fn submit(&mut self, client: &Client, most: usize, doomed: usize, doom: &Notify) {
        while self.submissions < most {
            if doomed <= self.submissions {
                doom.notify_one();
            }
            let over = match self.matches.last() {
                Some((made, ..)) => match look(client, made).await {
                    Some(table) => !table["outcome"].is_null(),
                    None => return,
                },
                None => true,
            };
            if over {
                let new =
                    json!({"game": "asfos", "scenario": "intro", "seats": [{"kind": "me"}, {"kind": "me"}]});
                let made = client.try_send(Method::POST, "/api/matches", None, Some(&new)).await;
                let Ok((_, created)) = made else { return };
                let made = Made::read(&serde_json::from_str(&created).unwrap());
                self.matches.push((made, Vec::new(), Vec::new()));
            }
            let (made, orders, _) = self.matches.last_mut().unwrap();
            let Some(table) = look(client, made).await else { return };
            for seat in serde_json::from_value::<Vec<usize>>(table["missing"].clone()).unwrap() {
                let (path, secret) = (format!("/api/matches/{}/join", made.id), made.seats[seat].as_str());
                let body = json!({"contribution": format!("words of {seat}")});
                let joined = client.try_send(Method::POST, &path, Some(secret), Some(&body)).await;
                let Ok((status, answer)) = joined else { return };
                assert_eq!(status, 200, "{answer}");
            }
            let decision = table["decision"].as_u64().unwrap() as usize;
            for seat in serde_json::from_value::<Vec<usize>>(table["awaiting"].clone()).unwrap() {
                let secret = Some(made.seats[seat].as_str());
                let path = format!("/api/matches/{}", made.id);
                let asked = client.try_send(Method::GET, &format!("{path}/suggestion"), secret, None).await;
                let Ok((_, written)) = asked else { return };
                let order = serde_json::from_str::<Value>(&written).unwrap()["order"].clone();
                let body = json!({"order": order});
                let path = format!("{path}/decisions/{decision}/order");
                let Ok((status, answer)) = client.try_send(Method::POST, &path, secret, Some(&body)).await
                else {
                    return;
                };
                assert_eq!(status, 200, "{answer}");
                orders.push((decision, seat, order));
                self.submissions += 1;
            }
        }
    }
}

async fn look(client: &Client, made: &Made) -> Option<Value> {
    let path = format!("/api/matches/{}", made.id);
    let (_, text) = client.try_send(Method::GET, &path, Some(&made.seats[0]), None).await.ok()?;
    Some(serde_json::from_str::<Value>(&text).unwrap()["table"].clone())
}

/// When there have been enough.
#[derive(Clone, Copy)]
pub(crate) enum Enough {
    /// Orders that were acknowledged.
    Orders(usize),
    /// Kills. Not every program that is tried here is tried for so long.
    #[allow(dead_code)]
    Kills(usize),
}

impl Enough {
    /// How many orders there may be at most, and the most between two kills.
    fn orders(self) -> (usize, usize) {
        match self {
            Enough::Orders(most) => (most, most / 6),
            Enough::Kills(_) => (usize::MAX, 10),
        }
    }

    fn is(self, orders: usize, kills: usize) -> bool {
        match self {
            Enough::Orders(most) => most <= orders,
            Enough::Kills(most) => most <= kills,
        }
    }
}

/// Kills what `start` starts at random moments until there is enough, and looks each time whether all
/// orders that were acknowledged are still there.
pub(crate) async fn killed_again_and_again(start: impl AsyncFn() -> Process, database: &str, enough: Enough) {
    let seed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64;
    println!("seed {seed}");
    let mut dice = Dice::numbered(seed, 0);
    let mut acknowledged = Acknowledged::default();
    let mut kills = 0;
    let (submissions, between) = enough.orders();
    while !enough.is(acknowledged.submissions, kills) {
        let process = start().await;
        acknowledged.check(&process.client, database).await;
        let client = process.client.clone();
        // Counted in orders, so that a fast machine is killed as often as a
        // slow one; the moment after it falls anywhere in the next few.
        let doomed = acknowledged.submissions + dice.index(between);
        let moment = Duration::from_micros(dice.index(30_000) as u64);
        let doom = Notify::new();
        {
            // The kill must not wait for an answer, nor an answer for the kill.
            let work = async {
                acknowledged.submit(&client, submissions, doomed, &doom).await;
                doom.notify_one();
            };
            let killer = async {
                doom.notified().await;
                tokio::time::sleep(moment).await;
                process.kill().await;
            };
            tokio::join!(work, killer);
        }
        kills += 1;
    }
    let process = start().await;
    acknowledged.check(&process.client, database).await;
    println!(
        "{kills} kills, {} submissions, {} matches",
        acknowledged.submissions,
        acknowledged.matches.len()
    );
    assert!(1 < kills);
}
