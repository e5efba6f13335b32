//! The shipyard through real sockets: designs, displays, fleets, duels, and those
//! who mean no good by them.

use reqwest::Method;
use rulesets::RULESETS;
use serde_json::{Value, json};
use server::{Limits, Rate};

use crate::client::{Host, Made, generous};

/// The first game that has a yard; the tests are about any.
fn game() -> Option<&'static str> {
    RULESETS.iter().find(|game| game.shipyard().is_some()).map(|game| game.id())
}

struct Yard {
    host: Host,
    game: &'static str,
}

impl Yard {
    async fn open(name: &str) -> Option<Yard> {
        Some(Yard { game: game()?, host: Host::start(name).await })
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let path = format!("/api/games/{}/{path}", self.game);
        self.host.client.send(Method::POST, &path, None, Some(&body)).await
    }

    async fn done(&self, path: &str, body: Value) -> Value {
        let (status, answer) = self.post(path, body).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    async fn catalogue(&self) -> Value {
        let path = format!("/api/games/{}/shipyard", self.game);
        let (status, answer) = self.host.client.send(Method::GET, &path, None, None).await;
        assert_eq!(status, 200, "{answer}");
        answer
    }

    /// A supplied ship that can fight.
    async fn ship(&self) -> Value {
        self.catalogue().await["navies"][1]["ships"][4]["design"].clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_without_a_yard_have_none() {
    let host = Host::start("yardless").await;
    let (status, games) = host.client.send(Method::GET, "/api/games", None, None).await;
    assert_eq!(status, 200);
    for card in games["games"].as_array().unwrap() {
        let path = format!("/api/games/{}/shipyard", card["id"].as_str().unwrap());
        let (status, answer) = host.client.send(Method::GET, &path, None, None).await;
        assert_eq!(status, if card["shipyard"] == json!(true) { 200 } else { 404 }, "{answer}");
    }
    let request = json!({"design": {}});
    for game in ["asfos", "chess", "..%2f..", "%00"] {
        let path = format!("/api/games/{game}/designs/check");
        assert_eq!(host.client.send(Method::POST, &path, None, Some(&request)).await.0, 404, "{game}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_design_is_looked_over_changed_and_taken_home() {
    let Some(yard) = Yard::open("designs").await else { return };
    let catalogue = yard.catalogue().await;
    let blank = yard.done("designs/check", json!({"design": catalogue["blank"]})).await;
    assert_eq!(blank["legal"], json!(true), "{}", blank["findings"]);
    assert!(blank["spare"].as_f64().unwrap() > 0.0);
    // Every part that there is can be put in, one after the other.
    let mut design = blank["design"].clone();
    for part in catalogue["parts"].as_array().unwrap().iter().take(20) {
        let list = part["list"].as_str().unwrap();
        let mut item = part["template"].clone();
        item["id"] = json!(format!("{}-9", part["id"].as_str().unwrap()));
        design[list].as_array_mut().unwrap().push(item);
    }
    let full = yard.done("designs/check", json!({"design": design, "options": {}, "techs": null})).await;
    assert_eq!(full["legal"], json!(false));
    assert!(full["spare"].as_f64().unwrap() < 0.0);
    let sum: i64 =
        full["lines"].as_array().unwrap().iter().map(|line| line["points"].as_i64().unwrap()).sum();
    assert_eq!(json!(sum), full["points"]);
    for finding in full["findings"].as_array().unwrap() {
        assert!(finding["rule"].is_string() && finding["message"].is_string(), "{finding}");
    }
    // The file that one takes home comes back as the same design.
    let again = yard.done("designs/check", json!({"design": full["file"]})).await;
    assert_eq!((&again["design"], &again["file"]), (&full["design"], &full["file"]));
    let techs = yard.done("designs/check", json!({"design": yard.ship().await, "techs": []})).await;
    assert_eq!(techs["legal"], json!(false), "nothing is owned");
}

#[tokio::test(flavor = "multi_thread")]
async fn displays_are_drawn_and_printed() {
    let Some(yard) = Yard::open("sheets").await else { return };
    let ship = yard.ship().await;
    let drawn = yard.done("designs/sheet", json!({"designs": [ship, {}]})).await;
    let sheets = drawn["sheets"].as_array().unwrap();
    assert_eq!(sheets.len(), 2);
    assert!(sheets[0]["svg"].as_str().unwrap().starts_with("<svg "));
    let path = format!("{}/api/games/{}/designs/pdf", yard.host.client.base, yard.game);
    for paper in ["a5", "a4"] {
        let body = json!({"designs": [ship, ship, ship], "paper": paper, "title": "Flotte \u{0} №1"});
        let answer = yard.host.client.http.post(&path).json(&body).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()["content-type"], "application/pdf");
        assert!(answer.bytes().await.unwrap().starts_with(b"%PDF-"), "{paper}");
    }
    for (designs, paper) in [(json!([]), "a5"), (json!(vec![json!({}); 101]), "a5")] {
        let body = json!({"designs": designs, "paper": paper});
        assert_eq!(yard.post("designs/pdf", body.clone()).await.0, 422);
        assert_eq!(yard.post("designs/sheet", body).await.0, 422);
    }
    assert_eq!(yard.post("designs/pdf", json!({"designs": [ship], "paper": "a0"})).await.0, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn fleets_meet_in_a_battle() {
    let Some(yard) = Yard::open("fleets").await else { return };
    let ship = yard.ship().await;
    let fleet =
        json!({"name": "Blue", "limit": 10_000, "ships": [{"design": ship, "number": 2, "names": ["One"]}]});
    let told = yard.done("fleets/check", json!({"fleet": fleet})).await;
    assert_eq!((&told["legal"], &told["ships"]), (&json!(true), &json!(2)), "{told}");
    assert_eq!(told["points"], json!(2 * told["lines"][0]["points"].as_u64().unwrap()));
    assert_eq!(told["fleet"], fleet);
    let set = yard.done("fleets/battle", json!({"fleets": [fleet, fleet], "turns": 3})).await;
    assert_eq!(set["seats"], json!(["Blue", "Blue"]));
    let new = json!({"game": yard.game, "setup": set["setup"], "title": set["title"], "options": {},
                     "seats": [{"kind": "me", "contribution": "a"}, {"kind": "computer", "level": "cadet"}]});
    let (status, created) = yard.host.client.send(Method::POST, "/api/matches", None, Some(&new)).await;
    assert_eq!(status, 201, "{created}");
    let made = Made::read(&created);
    let end = yard.host.client.play(&made, u64::MAX).await;
    assert!(!end["outcome"].is_null(), "{end}");
    let bad = json!({"name": "Bad", "ships": [{"design": {"name": "Hulk"}}]});
    let (status, answer) = yard.post("fleets/battle", json!({"fleets": [fleet, bad]})).await;
    assert_eq!(status, 422);
    assert!(answer["error"]["message"].as_str().unwrap().contains("Hulk"), "{answer}");
    assert_eq!(yard.post("fleets/battle", json!({"fleets": [fleet]})).await.0, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_duel_has_a_result_with_its_interval() {
    let Some(yard) = Yard::open("duels").await else { return };
    let side = json!({"name": "A", "ships": [{"design": yard.ship().await}]});
    let ask = |more: Value| {
        let mut body = json!({"fleets": [side, side], "battles": 12, "level": "cadet", "seed": 5});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let told = yard.done("fleets/duel", ask(json!({}))).await;
    let number = |value: &Value| value.as_u64().unwrap();
    assert_eq!(number(&told["battles"]), 12);
    assert_eq!(number(&told["wins"][0]) + number(&told["wins"][1]) + number(&told["draws"]), 12);
    let [mean, low, high] = ["mean", "low", "high"].map(|name| told["score"][0][name].as_f64().unwrap());
    assert!(0.0 <= low && low <= mean && mean <= high && high <= 1.0, "{told}");
    let again = yard.done("fleets/duel", ask(json!({}))).await;
    assert_eq!((&again["wins"], &again["draws"]), (&told["wins"], &told["draws"]), "the same seed");
    for wrong in [
        json!({"battles": 0}),
        json!({"battles": 201}),
        json!({"level": "admiral"}),
        json!({"level": "captain:x"}),
        json!({"fleets": [side]}),
        json!({"fleets": [side, {"name": "B", "ships": []}]}),
        json!({"fleets": [side, {"name": "B", "ships": [{"design": "Frigate", "number": 4_000_000_000_u32}]}]}),
        json!({"options": {"unheard_of": 1}}),
    ] {
        assert_eq!(yard.post("fleets/duel", ask(wrong.clone())).await.0, 422, "{wrong}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_designs_are_refused_or_looked_over() {
    let Some(yard) = Yard::open("hostile-yard").await else { return };
    let routes =
        ["designs/check", "designs/sheet", "designs/pdf", "fleets/check", "fleets/battle", "fleets/duel"];
    for route in routes {
        for odd in
            [json!(null), json!([]), json!({}), json!({"design": {}, "more": 1}), json!({"designs": 1})]
        {
            assert_eq!(yard.post(route, odd.clone()).await.0, 400, "{route} {odd}");
        }
    }
    for odd in [json!(null), json!([]), json!("Swift"), json!(3)] {
        assert_eq!(yard.post("designs/check", json!({"design": odd})).await.0, 400);
        let status =
            yard.post("fleets/check", json!({"fleet": {"name": "", "ships": [{"design": odd}]}})).await.0;
        assert_eq!(status, if odd.is_string() { 200 } else { 400 }, "{odd}");
    }
    let script = "</text></svg><script>alert(1)</script>";
    let some = vec![json!({"name": "pds", "id": "a"}); 190];
    let many = vec![json!({"name": "pds", "id": "a"}); 1_500];
    for odd in [
        json!({"name": script, "class": script, "notes": script}),
        json!({"mass": u64::MAX, "hull": {"points": -1, "rows": 1e300}, "armour": [[1e99, "x"]]}),
        json!({"mass": 300, "weapons": some.clone()}),
        json!({"systems": [{"name": "turret", "weapons": vec!["a"; 999]}], "weapons": some}),
    ] {
        let told = yard.done("designs/check", json!({"design": odd})).await;
        assert_eq!(told["legal"], json!(false));
        let drawn = yard.done("designs/sheet", json!({"designs": [odd]})).await;
        let svg = drawn["sheets"][0]["svg"].as_str().unwrap();
        assert!(!svg.contains("<script") && svg.len() < 200_000);
        assert_eq!(yard.post("designs/pdf", json!({"designs": [odd]})).await.0, 200);
    }
    // Everything can be said about a ship beyond all ships, but nobody waits for its drawing.
    let beyond = json!({"mass": 300, "weapons": many});
    assert_eq!(yard.done("designs/check", json!({"design": beyond})).await["legal"], json!(false));
    let shelf = json!({"designs": [{"ship": vec![json!({}); 9_999]}]});
    for (path, designs, status) in [
        ("designs/sheet", json!({"designs": [beyond]}), 422),
        ("designs/pdf", json!({"designs": [beyond]}), 422),
        ("designs/sheet", shelf.clone(), 400),
        ("designs/pdf", shelf, 400),
    ] {
        assert_eq!(yard.post(path, designs).await.0, status, "{path}");
    }
    let huge = json!({"design": {"notes": "a".repeat(70_000)}});
    assert_eq!(yard.post("designs/check", huge).await.0, 422);
    let huge = json!({"design": {"notes": "a".repeat(2 << 20)}});
    assert_eq!(yard.post("designs/check", huge).await.0, 413);
    let unknown = json!({"design": {}, "options": {"unheard_of": true}});
    assert_eq!(yard.post("designs/check", unknown).await.0, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn duels_are_rationed() {
    let Some(game) = game() else { return };
    let limits = Limits { duel: Rate { burst: 2.0, per_second: 1e-4 }, ..generous() };
    let host = Host::with("rationed", limits).await;
    let path = format!("/api/games/{game}/fleets/duel");
    let asked = json!({"fleets": []});
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(host.client.send(Method::POST, &path, None, Some(&asked)).await.0);
    }
    assert_eq!(statuses, [422, 422, 429]);
}
