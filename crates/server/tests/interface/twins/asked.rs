//! Every request of the interface, as somebody sends it who may not know.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// One request.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// As in the list of routes: `get /api/matches/{id}`.
    pub(crate) route: &'static str,
    pub(crate) path: String,
    pub(crate) secret: Option<String>,
    pub(crate) body: Option<String>,
    pub(crate) gzip: bool,
}

/// Who asks. A stranger has no secret, or one that opens nothing here.
#[derive(Clone, Debug)]
pub(crate) struct Eyes {
    pub(crate) name: String,
    pub(crate) seat: Option<u8>,
    pub(crate) secret: Option<String>,
}

/// The moment at which it is asked.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) game: &'static str,
    pub(crate) id: String,
    pub(crate) seats: usize,
    pub(crate) phase: String,
    pub(crate) decision: usize,
    /// What a seat may ask about: legal orders, spoiled ones, those of other phases.
    pub(crate) orders: BTreeMap<u8, Vec<Value>>,
    /// What the rules are known to refuse.
    pub(crate) refused: BTreeMap<u8, Vec<Value>>,
}

/// How a route is put to the test.
pub(crate) enum How {
    /// Made of what comes with the program and of what the caller sends: no
    /// battle is in it, so it is asked once for each pair of servers.
    Open(fn(&Scene) -> Vec<Told>),
    /// About a match, or through one: asked by everybody at every moment.
    Match(fn(&Scene, &Eyes) -> Vec<Told>),
    /// Compared message by message where the battle goes on.
    Live,
}

/// Path and body; the rest follows from the route and from who asks.
pub(crate) type Told = (String, Option<String>);

fn bare(path: impl Into<String>) -> Told {
    (path.into(), None)
}

fn with(path: impl Into<String>, body: &Value) -> Told {
    (path.into(), Some(body.to_string()))
}

fn at(scene: &Scene, end: &str) -> String {
    format!("/api/matches/{}{end}", scene.id)
}

fn in_game(scene: &Scene, end: &str) -> String {
    format!("/api/games/{}{end}", scene.game)
}

/// A spectator and a stranger send what the first seat might.
fn of<'a>(orders: &'a BTreeMap<u8, Vec<Value>>, eyes: &Eyes) -> &'a [Value] {
    orders.get(&eyes.seat.unwrap_or(0)).map_or(&[], Vec::as_slice)
}

fn malformed(path: &str) -> Vec<Told> {
    ["", "{", "null", "{\"order\": null}", "{\"text\": 1}", "[[[[[[[[]]]]]]]]"]
        .map(|body| (path.to_owned(), Some(body.to_owned())))
        .to_vec()
}

pub(crate) const ROUTES: &[(&str, How)] = &[
    ("get /health", How::Open(|_| vec![bare("/health")])),
    ("get /api", How::Open(|_| vec![bare("/api")])),
    ("get /api/games", How::Open(|_| vec![bare("/api/games")])),
    (
        "get /api/games/{game}/scenarios/{id}",
        How::Open(|scene| {
            ["intro", "none"].map(|id| bare(in_game(scene, &format!("/scenarios/{id}")))).to_vec()
        }),
    ),
    (
        "post /api/games/{game}/scenarios/{id}/preview",
        How::Open(|scene| {
            let told =
                |id: &str| with(in_game(scene, &format!("/scenarios/{id}/preview")), &json!({"options": {}}));
            ["intro", "none"].map(told).to_vec()
        }),
    ),
    ("get /api/reach", How::Open(|_| vec![bare("/api/reach")])),
    ("get /api/games/{game}/puzzles", How::Open(|scene| vec![bare(in_game(scene, "/puzzles"))])),
    ("get /api/games/{game}/puzzles/{id}", How::Open(|scene| vec![bare(in_game(scene, "/puzzles/none"))])),
    (
        "post /api/games/{game}/puzzles/{id}/check",
        How::Open(|scene| vec![with(in_game(scene, "/puzzles/none/check"), &json!({"text": "x"}))]),
    ),
    (
        "post /api/games/{game}/puzzles/{id}/try",
        How::Open(|scene| vec![with(in_game(scene, "/puzzles/none/try"), &json!({"text": "x"}))]),
    ),
    ("get /api/games/{game}/rules", How::Open(|scene| vec![bare(in_game(scene, "/rules"))])),
    (
        "post /api/games/{game}/lessons/{id}",
        How::Open(|scene| {
            let told = |id: &str| with(in_game(scene, &format!("/lessons/{id}")), &json!({"orders": []}));
            ["01-moving", "none"].map(told).to_vec()
        }),
    ),
    (
        "post /api/games/{game}/lessons/{id}/check",
        How::Open(|scene| {
            let told = |id: &str| {
                with(in_game(scene, &format!("/lessons/{id}/check")), &json!({"orders": [], "text": "pass"}))
            };
            ["01-moving", "none"].map(told).to_vec()
        }),
    ),
    ("get /api/games/{game}/howto", How::Open(|scene| vec![bare(in_game(scene, "/howto"))])),
    ("get /api/games/{game}/cases", How::Open(|scene| vec![bare(in_game(scene, "/cases"))])),
    (
        "get /api/games/{game}/cases/{id}",
        How::Open(|scene| {
            let first = rulesets::case_cards(scene.game).remove(0).id;
            [first.as_str(), "none"].map(|id| bare(in_game(scene, &format!("/cases/{id}")))).to_vec()
        }),
    ),
    ("get /api/games/{game}/glossary", How::Open(|scene| vec![bare(in_game(scene, "/glossary"))])),
    ("get /api/games/{game}/shipyard", How::Open(|scene| vec![bare(in_game(scene, "/shipyard"))])),
    (
        "post /api/games/{game}/designs/check",
        How::Open(|scene| vec![with(in_game(scene, "/designs/check"), &json!({"design": {"name": "X"}}))]),
    ),
    (
        "post /api/games/{game}/designs/sheet",
        How::Open(|scene| vec![with(in_game(scene, "/designs/sheet"), &json!({"designs": [{"name": "X"}]}))]),
    ),
    (
        "post /api/games/{game}/designs/pdf",
        How::Open(|scene| vec![with(in_game(scene, "/designs/pdf"), &json!({"designs": []}))]),
    ),
    (
        "post /api/games/{game}/fleets/check",
        How::Open(|scene| vec![with(in_game(scene, "/fleets/check"), &json!({"fleet": {"name": "X"}}))]),
    ),
    (
        "post /api/games/{game}/fleets/battle",
        How::Open(|scene| vec![with(in_game(scene, "/fleets/battle"), &json!({"fleets": []}))]),
    ),
    (
        "post /api/games/{game}/fleets/duel",
        How::Open(|scene| vec![with(in_game(scene, "/fleets/duel"), &json!({"fleets": []}))]),
    ),
    (
        "post /api/matches",
        How::Open(|scene| {
            let wrong = json!({"game": scene.game, "scenario": "none", "seats": []});
            vec![with("/api/matches", &wrong), with("/api/matches", &json!({}))]
        }),
    ),
    (
        "post /api/records",
        How::Open(|_| {
            vec![with("/api/records", &json!({})), ("/api/records".to_owned(), Some("?".to_owned()))]
        }),
    ),
    (
        "post /api/matches/list",
        How::Match(|_, eyes| {
            let secret = eyes.secret.clone().unwrap_or_default();
            vec![with("/api/matches/list", &json!({"secrets": [secret, "guess", secret]}))]
        }),
    ),
    ("get /api/matches/{id}", How::Match(|scene, _| vec![bare(at(scene, ""))])),
    (
        "post /api/matches/{id}/join",
        How::Match(|scene, _| {
            let join = at(scene, "/join");
            vec![with(&join, &json!({"contribution": "other words"})), with(&join, &json!({}))]
        }),
    ),
    (
        "get /api/matches/{id}/events",
        How::Match(|scene, eyes| {
            let own = eyes.seat.map_or("spectator".to_owned(), |seat| format!("seat-{seat}"));
            let asked =
                ["", "?from=2", "?from=1000000", "?from=-1", "?as=seat-0", "?as=seat-1", "?as=referee"];
            let mut all: Vec<Told> = asked.map(|end| bare(at(scene, &format!("/events{end}")))).to_vec();
            all.push(bare(at(scene, &format!("/events?from=1&as={own}"))));
            all
        }),
    ),
    (
        "get /api/matches/{id}/views/{n}",
        How::Match(|scene, _| {
            let asked = ["0", "2", "9", "1000000", "x", "1?as=referee", "1?as=seat-0", "1?as=seat-77"];
            asked.map(|end| bare(at(scene, &format!("/views/{end}")))).to_vec()
        }),
    ),
    (
        "post /api/matches/{id}/decisions/{n}/order",
        How::Match(|scene, eyes| {
            let path = |n: usize| at(scene, &format!("/decisions/{n}/order"));
            let open = path(scene.decision);
            let mut all = vec![
                with(&open, &json!({"text": "abracadabra"})),
                with(path(scene.decision + 1), &json!({"text": ""})),
                with(&open, &json!({"text": "a", "order": {}})),
            ];
            all.extend(of(&scene.refused, eyes).iter().map(|order| with(&open, &json!({"order": order}))));
            all.extend(
                of(&scene.orders, eyes)
                    .first()
                    .map(|it| with(path(scene.decision + 1), &json!({"order": it}))),
            );
            all
        }),
    ),
    (
        "delete /api/matches/{id}/decisions/{n}/order",
        How::Match(|scene, _| {
            let n = scene.decision;
            [n, n + 1].map(|n| bare(at(scene, &format!("/decisions/{n}/order")))).to_vec()
        }),
    ),
    (
        "post /api/matches/{id}/decisions/{n}/confirm",
        How::Match(|scene, _| {
            let n = scene.decision;
            [n, n + 1].map(|n| with(at(scene, &format!("/decisions/{n}/confirm")), &json!({}))).to_vec()
        }),
    ),
    (
        "post /api/matches/{id}/decisions/{n}/draft",
        How::Match(|scene, eyes| {
            let path = at(scene, &format!("/decisions/{}/draft", scene.decision));
            let drafts = of(&scene.orders, eyes).iter().take(1);
            drafts
                .map(|order| with(&path, &json!({"order": order})))
                .chain([with(&path, &json!({}))])
                .collect()
        }),
    ),
    (
        "post /api/matches/{id}/decisions/{n}/check",
        How::Match(|scene, eyes| {
            let path = |n: usize| at(scene, &format!("/decisions/{n}/check"));
            let open = path(scene.decision);
            let orders = of(&scene.orders, eyes).iter().chain(of(&scene.refused, eyes));
            let mut all: Vec<Told> = orders.map(|order| with(&open, &json!({"order": order}))).collect();
            all.push(with(&open, &json!({"text": "1 2 3"})));
            all.push(with(path(scene.decision + 1), &json!({"text": ""})));
            all.extend(malformed(&open));
            all
        }),
    ),
    ("get /api/matches/{id}/suggestion", How::Match(|scene, _| vec![bare(at(scene, "/suggestion"))])),
    ("post /api/matches/{id}/hurry", How::Match(|scene, _| vec![with(at(scene, "/hurry"), &json!({}))])),
    ("post /api/matches/{id}/concede", How::Match(|scene, _| vec![with(at(scene, "/concede"), &json!({}))])),
    ("get /api/matches/{id}/record", How::Match(|scene, _| vec![bare(at(scene, "/record"))])),
    (
        "post /api/matches/{id}/branch",
        How::Match(|scene, _| {
            let path = at(scene, "/branch");
            let seats: Vec<Value> = (0..scene.seats).map(|_| json!({"kind": "me"})).collect();
            vec![
                with(&path, &json!({"events": 0, "seats": seats})),
                with(&path, &json!({"events": 0, "seats": []})),
            ]
        }),
    ),
    ("get /api/matches/{id}/live", How::Live),
];

/// What these eyes ask at every moment.
pub(crate) fn by(scene: &Scene, eyes: &Eyes) -> Vec<Asked> {
    let mut all = Vec::new();
    for (route, how) in ROUTES {
        let told = match how {
            How::Match(ask) => ask(scene, eyes),
            How::Open(_) | How::Live => Vec::new(),
        };
        all.extend(told.into_iter().map(|(path, body)| Asked {
            route,
            path,
            secret: eyes.secret.clone(),
            body,
            gzip: false,
        }));
    }
    // The same packed: a length tells as much as a letter.
    let packed = |asked: &&Asked| asked.route == "get /api/matches/{id}";
    let packed: Vec<Asked> =
        all.iter().filter(packed).map(|asked| Asked { gzip: true, ..asked.clone() }).collect();
    all.extend(packed);
    all
}

/// What anybody asks, whatever is fought.
pub(crate) fn by_anybody(scene: &Scene) -> Vec<Asked> {
    let mut all = Vec::new();
    for (route, how) in ROUTES {
        if let How::Open(ask) = how {
            all.extend(ask(scene).into_iter().map(|(path, body)| Asked {
                route,
                path,
                secret: None,
                body,
                gzip: false,
            }));
        }
    }
    all
}
