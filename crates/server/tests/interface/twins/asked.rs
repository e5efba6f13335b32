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
    /// A connection or a stream about people and no battle: it has tests of its own.
    Apart,
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

/// What would end the battle: only those who may not do it are sure of it.
fn unsure(path: &str, eyes: &Eyes) -> Vec<Told> {
    vec![with(path, &json!({"sure": eyes.seat.is_none()})), with(path, &json!({}))]
}

/// A question nobody can answer: what studies fight has nothing to do with the matches of a server.
fn no_study(scene: &Scene) -> Value {
    json!({"question": "fair", "game": scene.game, "scenarios": ["none"]})
}

pub(crate) const ROUTES: &[(&str, How)] = &[
    ("get /health", How::Open(|_| vec![bare("/health")])),
    ("get /ready", How::Open(|_| vec![bare("/ready")])),
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
    ("post /api/matches/{id}/concede", How::Match(|scene, eyes| unsure(&at(scene, "/concede"), eyes))),
    ("post /api/matches/{id}/call-off", How::Match(|scene, eyes| unsure(&at(scene, "/call-off"), eyes))),
    (
        "post /api/matches/{id}/draw",
        How::Match(|scene, _| {
            let path = at(scene, "/draw");
            vec![with(&path, &json!({"agree": false})), with(&path, &json!({}))]
        }),
    ),
    (
        "post /api/matches/{id}/replace",
        How::Match(|scene, _| {
            let path = at(scene, "/replace");
            let told = |seat: u8, agree: bool| {
                with(&path, &json!({"seat": seat, "level": "captain", "agree": agree}))
            };
            vec![told(0, false), told(1, false), told(77, true)]
        }),
    ),
    ("post /api/matches/{id}/rematch", How::Match(|scene, _| vec![with(at(scene, "/rematch"), &json!({}))])),
    ("get /api/matches/{id}/presence", How::Match(|scene, _| vec![bare(at(scene, "/presence"))])),
    ("post /api/matches/{id}/return", How::Match(|scene, _| vec![with(at(scene, "/return"), &json!({}))])),
    (
        "post /api/matches/{id}/holiday",
        How::Match(|scene, _| {
            let path = at(scene, "/holiday");
            [json!({"days": 1}), json!({"days": -1})].map(|body| with(&path, &body)).to_vec()
        }),
    ),
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
    ("get /api/me", How::Open(|_| vec![bare("/api/me")])),
    (
        "post /api/people",
        How::Open(|_| {
            vec![
                with("/api/people", &json!({"name": "Nelson", "password": "six small moons"})),
                with("/api/people", &json!({"name": "Nels0n", "password": "six small moons"})),
                with("/api/people", &json!({"name": "x", "password": "y"})),
                with("/api/people", &json!({})),
            ]
        }),
    ),
    (
        "post /api/session",
        How::Open(|_| {
            vec![
                with("/api/session", &json!({"name": "Nelson", "password": "six small moons"})),
                with("/api/session", &json!({"name": "Nelson", "password": "seven"})),
                with("/api/session", &json!({"name": "Nobody", "password": "seven"})),
            ]
        }),
    ),
    ("delete /api/session", How::Open(|_| vec![bare("/api/session")])),
    ("get /api/me/sessions", How::Open(|_| vec![bare("/api/me/sessions")])),
    ("delete /api/me/sessions", How::Open(|_| vec![bare("/api/me/sessions")])),
    ("delete /api/me/sessions/{id}", How::Open(|_| vec![bare("/api/me/sessions/none")])),
    (
        "post /api/me/password",
        How::Open(|_| vec![with("/api/me/password", &json!({"old": "a", "new": "six other moons"}))]),
    ),
    ("get /api/me/battles", How::Open(|_| vec![bare("/api/me/battles")])),
    ("post /api/me/seats", How::Open(|_| vec![with("/api/me/seats", &json!({"secrets": ["guess"]}))])),
    ("get /api/me/export", How::Open(|_| vec![bare("/api/me/export")])),
    ("get /api/me/notices", How::Open(|_| vec![bare("/api/me/notices")])),
    ("post /api/me/notices/read", How::Open(|_| vec![with("/api/me/notices/read", &json!({}))])),
    ("get /api/me/wishes", How::Open(|_| vec![bare("/api/me/wishes")])),
    ("post /api/me/wishes", How::Open(|_| vec![with("/api/me/wishes", &json!({"zone": "UTC"}))])),
    (
        "post /api/me/devices",
        How::Open(|_| {
            let device = json!({"endpoint": "https://push.example/", "p256dh": "", "auth": ""});
            vec![with("/api/me/devices", &device)]
        }),
    ),
    ("delete /api/me/devices/{id}", How::Open(|_| vec![bare("/api/me/devices/none")])),
    (
        "post /api/me/hook",
        How::Open(|_| vec![with("/api/me/hook", &json!({"url": "https://hook.example/"}))]),
    ),
    ("delete /api/me/hook", How::Open(|_| vec![bare("/api/me/hook")])),
    ("get /api/me/mail", How::Open(|_| vec![bare("/api/me/mail")])),
    (
        "post /api/me/mail",
        How::Open(|_| vec![with("/api/me/mail", &json!({"address": "a@post.example", "password": "guess"}))]),
    ),
    (
        "post /api/me/mail/remove",
        How::Open(|_| vec![with("/api/me/mail/remove", &json!({"password": "guess"}))]),
    ),
    ("get /api/me/factor", How::Open(|_| vec![bare("/api/me/factor")])),
    ("post /api/me/factor", How::Open(|_| vec![with("/api/me/factor", &json!({"password": "guess"}))])),
    (
        "post /api/me/factor/confirm",
        How::Open(|_| vec![with("/api/me/factor/confirm", &json!({"code": "123456"}))]),
    ),
    (
        "post /api/me/factor/codes",
        How::Open(|_| vec![with("/api/me/factor/codes", &json!({"password": "guess", "code": "123456"}))]),
    ),
    (
        "post /api/me/factor/remove",
        How::Open(|_| vec![with("/api/me/factor/remove", &json!({"password": "guess", "code": "123456"}))]),
    ),
    ("post /api/verify", How::Open(|_| vec![with("/api/verify", &json!({"link": "guess"}))])),
    (
        "post /api/forgotten",
        How::Open(|_| vec![with("/api/forgotten", &json!({"address": "a@post.example"}))]),
    ),
    ("post /api/me/delete", How::Open(|_| vec![with("/api/me/delete", &json!({"password": "guess"}))])),
    (
        "post /api/reset",
        How::Open(|_| vec![with("/api/reset", &json!({"link": "guess", "password": "six other moons"}))]),
    ),
    ("get /api/lobby", How::Open(|_| vec![bare("/api/lobby")])),
    ("get /api/lobby/live", How::Apart),
    ("get /api/lobby/mine", How::Open(|_| vec![bare("/api/lobby/mine")])),
    (
        "post /api/lobby/tables",
        How::Open(|scene| {
            let everybody = json!({"kind": "everybody"});
            let new = json!({"to": everybody, "game": scene.game, "scenario": "intro"});
            vec![with("/api/lobby/tables", &new), with("/api/lobby/tables", &json!({}))]
        }),
    ),
    // A match's name opens no table once there is a match.
    (
        "post /api/lobby/tables/{id}/look",
        How::Match(|scene, _| vec![with(format!("/api/lobby/tables/{}/look", scene.id), &json!({}))]),
    ),
    (
        "post /api/lobby/tables/{id}/join",
        How::Match(|scene, _| vec![with(format!("/api/lobby/tables/{}/join", scene.id), &json!({}))]),
    ),
    (
        "post /api/lobby/tables/{id}/decline",
        How::Open(|_| vec![with("/api/lobby/tables/none/decline", &json!({}))]),
    ),
    ("delete /api/lobby/tables/{id}", How::Open(|_| vec![bare("/api/lobby/tables/none")])),
    (
        "post /api/lobby/pair",
        How::Open(|scene| vec![with("/api/lobby/pair", &json!({"game": scene.game, "pace": "1d"}))]),
    ),
    ("get /api/me/bots", How::Open(|_| vec![bare("/api/me/bots")])),
    ("post /api/me/bots", How::Open(|_| vec![with("/api/me/bots", &json!({"name": "Robot"}))])),
    ("delete /api/me/bots/{id}", How::Open(|_| vec![bare("/api/me/bots/none")])),
    ("post /api/me/bots/{id}/token", How::Open(|_| vec![with("/api/me/bots/none/token", &json!({}))])),
    ("delete /api/me/bots/{id}/token", How::Open(|_| vec![bare("/api/me/bots/none/token")])),
    ("get /api/bot/stream", How::Apart),
    (
        "get /api/people/{name}",
        How::Open(|_| ["Nelson", "none"].map(|it| bare(format!("/api/people/{it}"))).to_vec()),
    ),
    (
        "post /api/people/{name}/follow",
        How::Open(|_| vec![with("/api/people/x/follow", &json!({"on": true}))]),
    ),
    ("post /api/people/{name}/block", How::Open(|_| vec![with("/api/people/x/block", &json!({"on": true}))])),
    (
        "post /api/people/{name}/report",
        How::Open(|_| vec![with("/api/people/x/report", &json!({"why": "x"}))]),
    ),
    ("get /api/me/people", How::Open(|_| vec![bare("/api/me/people")])),
    ("get /api/me/conduct", How::Open(|_| vec![bare("/api/me/conduct")])),
    ("post /api/me/warnings/{id}", How::Open(|_| vec![with("/api/me/warnings/none", &json!({}))])),
    (
        "get /api/matches/{id}/talk",
        How::Match(|scene, _| {
            let asked = ["", "?room=players", "?room=onlookers"];
            asked.map(|end| bare(at(scene, &format!("/talk{end}")))).to_vec()
        }),
    ),
    (
        "post /api/matches/{id}/talk",
        How::Match(|scene, _| {
            let path = at(scene, "/talk");
            // What is said is a push to everybody, and pushes are compared elsewhere: here it is refused.
            let told = [
                json!({"room": "players", "text": "\u{202e}\u{200b}"}),
                json!({"room": "onlookers", "phrase": 99}),
                json!({"room": "players"}),
            ];
            told.iter().map(|body| with(&path, body)).collect()
        }),
    ),
    (
        "post /api/matches/{id}/talk/{n}/report",
        How::Match(|scene, _| {
            vec![with(at(scene, "/talk/1/report"), &json!({"room": "players", "why": "x"}))]
        }),
    ),
    ("get /api/moderation/reports", How::Open(|_| vec![bare("/api/moderation/reports")])),
    (
        "post /api/moderation/reports/{id}",
        How::Open(|_| vec![with("/api/moderation/reports/none", &json!({"verdict": "x"}))]),
    ),
    ("get /api/moderation/people", How::Open(|_| vec![bare("/api/moderation/people?part=a")])),
    ("get /api/moderation/people/{name}", How::Open(|_| vec![bare("/api/moderation/people/Nelson")])),
    (
        "post /api/moderation/people/{name}",
        How::Open(|_| vec![with("/api/moderation/people/Nelson", &json!({"act": "warn", "why": "x"}))]),
    ),
    (
        "post /api/moderation/battles/{id}/end",
        How::Match(|scene, _| {
            vec![with(format!("/api/moderation/battles/{}/end", scene.id), &json!({"why": "x"}))]
        }),
    ),
    (
        "post /api/moderation/battles/{id}/silence",
        How::Match(|scene, _| {
            vec![with(
                format!("/api/moderation/battles/{}/silence", scene.id),
                &json!({"seat": 0, "why": "x"}),
            )]
        }),
    ),
    (
        "post /api/moderation/clubs/{id}/hand-over",
        How::Open(|_| vec![with("/api/moderation/clubs/none/hand-over", &json!({"to": "x", "why": "x"}))]),
    ),
    ("get /api/moderation/log", How::Open(|_| vec![bare("/api/moderation/log")])),
    (
        "get /api/clubs",
        How::Open(|_| ["", "?part=x", "?x=1"].map(|end| bare(format!("/api/clubs{end}"))).to_vec()),
    ),
    ("post /api/clubs", How::Open(|_| vec![with("/api/clubs", &json!({"name": "Club", "entry": "open"}))])),
    ("get /api/clubs/{id}", How::Open(|_| vec![bare("/api/clubs/none")])),
    (
        "post /api/clubs/{id}",
        How::Open(|_| vec![with("/api/clubs/none", &json!({"about": "", "entry": "open"}))]),
    ),
    (
        "post /api/clubs/{id}/close",
        How::Open(|_| vec![with("/api/clubs/none/close", &json!({"sure": true}))]),
    ),
    ("post /api/clubs/{id}/join", How::Open(|_| vec![with("/api/clubs/none/join", &json!({}))])),
    ("post /api/clubs/{id}/invitation", How::Open(|_| vec![with("/api/clubs/none/invitation", &json!({}))])),
    (
        "post /api/clubs/{id}/members/{name}",
        How::Open(|_| vec![with("/api/clubs/none/members/x", &json!({"rank": "member"}))]),
    ),
    ("delete /api/clubs/{id}/members/{name}", How::Open(|_| vec![bare("/api/clubs/none/members/x")])),
    ("get /api/clubs/{id}/posts", How::Open(|_| vec![bare("/api/clubs/none/posts")])),
    ("post /api/clubs/{id}/posts", How::Open(|_| vec![with("/api/clubs/none/posts", &json!({"text": "x"}))])),
    ("delete /api/clubs/{id}/posts/{n}", How::Open(|_| vec![bare("/api/clubs/none/posts/1")])),
    (
        "post /api/clubs/{id}/posts/{n}/report",
        How::Open(|_| vec![with("/api/clubs/none/posts/1/report", &json!({"why": "x"}))]),
    ),
    ("get /api/clubs/{id}/tables", How::Open(|_| vec![bare("/api/clubs/none/tables")])),
    (
        "post /api/clubs/{id}/tables",
        How::Open(|scene| {
            let wrong = json!({"game": scene.game, "scenario": "none", "seats": []});
            vec![with("/api/clubs/none/tables", &wrong)]
        }),
    ),
    (
        "post /api/clubs/{id}/tables/{battle}/sit",
        How::Match(|scene, _| {
            vec![with(format!("/api/clubs/none/tables/{}/sit", scene.id), &json!({"seat": 0}))]
        }),
    ),
    ("get /api/me/shelf", How::Open(|_| vec![bare("/api/me/shelf")])),
    (
        "post /api/me/shelf",
        How::Open(|scene| {
            let new = json!({"kind": "scenario", "game": scene.game, "title": "x", "body": {}});
            vec![with("/api/me/shelf", &new)]
        }),
    ),
    (
        "post /api/me/shelf/{id}",
        How::Open(|_| vec![with("/api/me/shelf/none", &json!({"title": "x", "shared": true}))]),
    ),
    ("delete /api/me/shelf/{id}", How::Open(|_| vec![bare("/api/me/shelf/none")])),
    ("get /api/shelf/{id}", How::Open(|_| vec![bare("/api/shelf/none")])),
    ("get /api/studies", How::Open(|_| vec![bare("/api/studies")])),
    ("post /api/studies", How::Open(|scene| vec![with("/api/studies", &no_study(scene))])),
    ("get /api/studies/{id}", How::Open(|_| vec![bare("/api/studies/none")])),
    ("delete /api/studies/{id}", How::Open(|_| vec![bare("/api/studies/none")])),
    ("get /api/studies/{id}/live", How::Open(|_| vec![bare("/api/studies/none/live")])),
    ("post /api/studies/{id}/stop", How::Open(|_| vec![with("/api/studies/none/stop", &json!({}))])),
    ("post /api/studies/{id}/go", How::Open(|_| vec![with("/api/studies/none/go", &json!({}))])),
    ("get /api/studies/{id}/files/{name}", How::Open(|_| vec![bare("/api/studies/none/files/rows.csv")])),
    ("get /api/studies/{id}/kinds/{n}/setup", How::Open(|_| vec![bare("/api/studies/none/kinds/0/setup")])),
    (
        "get /api/studies/{id}/kinds/{n}/battles/{battle}",
        How::Open(|_| vec![bare("/api/studies/none/kinds/0/battles/0")]),
    ),
    (
        "get /api/studies/{id}/kinds/{n}/battles/{battle}/events",
        How::Open(|_| vec![bare("/api/studies/none/kinds/0/battles/0/events?as=referee")]),
    ),
    (
        "get /api/studies/{id}/kinds/{n}/battles/{battle}/views/{view}",
        How::Open(|_| vec![bare("/api/studies/none/kinds/0/battles/0/views/1")]),
    ),
];

/// What these eyes ask at every moment.
pub(crate) fn by(scene: &Scene, eyes: &Eyes) -> Vec<Asked> {
    let mut all = Vec::new();
    for (route, how) in ROUTES {
        let told = match how {
            How::Match(ask) => ask(scene, eyes),
            How::Open(_) | How::Live | How::Apart => Vec::new(),
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
