//! Every route against everybody who may ask: a table, and a test that asks.

use std::collections::BTreeSet;

use reqwest::{Method, header};
use serde_json::{Value, json};
use server::Edge;

use crate::{
    client::{Client, Host, Made, generous, heard_json, patient},
    people::{Browser, open},
};

/// Who may ask, in the order of the columns.
const ROLES: [&str; 11] = [
    "nobody",
    "guest",
    "player",
    "opponent",
    "onlooker",
    "stranger",
    "banned",
    "bot",
    "moderator",
    // Owns a club.
    "organiser",
    // Is a member of it.
    "muted",
];

/// What each of them is answered: let in, asked to say who they are (401), or told that it is not theirs (403).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum May {
    In,
    Who,
    Not,
}

use May::{In, Not, Who};

impl May {
    fn of(status: u16) -> May {
        match status {
            401 => Who,
            403 => Not,
            _ => In,
        }
    }
}

type Row = [May; 11];

/// Everybody, also whoever is shut out: they are nobody then.
const ALL: Row = [In; 11];
/// The same but for bots, which play and do nothing else.
const PUBLIC: Row = [In, In, In, In, In, In, In, Not, In, In, In];
/// Whoever has a place at the table, by a secret or by name.
const TABLE: Row = [Who, In, In, In, In, Who, Who, Who, Who, Who, Who];
/// Whoever has a seat at it.
const SEAT: Row = [Who, In, In, In, Not, Who, Who, Who, Who, Who, Who];
/// Whoever is logged in, and no bot of theirs.
const PERSON: Row = [Who, Who, In, In, Who, In, Who, Not, In, In, In];
/// The same and their bots.
const OR_BOT: Row = [Who, Who, In, In, Who, In, Who, In, In, In, In];
/// Whoever is known again: by name, or by a secret that does as a guest's pass.
const MEETS: Row = [Who, In, In, In, In, In, Who, In, In, In, In];
/// Whoever is logged in and may write what others see.
const WRITER: Row = [Who, Who, In, In, Who, In, Who, Not, In, In, Not];
/// Who looks after order.
const MODERATOR: Row = [Who, Who, Not, Not, Who, Not, Who, Not, In, Not, Not];
/// Who plays by itself.
const BOT: Row = [Who, Who, Not, Not, Who, Not, Who, In, Not, Not, Not];
/// Who is in the club, and who runs it.
const MEMBER: Row = [Who, Who, Not, Not, Who, Not, Who, Not, Not, In, In];
const OFFICER: Row = [Who, Who, Not, Not, Who, Not, Who, Not, Not, In, Not];

/// Who asked a question of the lab: the player did.
const ASKER: Row = [Who, Who, In, Not, Who, Not, Who, Not, Not, Not, Not];

/// Path, body, and who may. `{id}` is the match, `{game}` and `{n}` are filled in.
fn table() -> Vec<(&'static str, Value, Row)> {
    let nothing = || Value::Null;
    let order = || json!({"text": "x"});
    vec![
        ("get /health", nothing(), ALL),
        ("get /ready", nothing(), ALL),
        ("get /api", nothing(), ALL),
        ("get /api/reach", nothing(), ALL),
        ("get /api/games", nothing(), ALL),
        ("get /api/games/{game}/scenarios/{id}", nothing(), ALL),
        ("post /api/games/{game}/scenarios/{id}/preview", json!({"options": {}}), ALL),
        ("get /api/games/{game}/puzzles", nothing(), ALL),
        ("get /api/games/{game}/puzzles/{id}", nothing(), ALL),
        ("post /api/games/{game}/puzzles/{id}/check", order(), ALL),
        ("post /api/games/{game}/puzzles/{id}/try", order(), ALL),
        ("get /api/games/{game}/rules", nothing(), ALL),
        ("post /api/games/{game}/lessons/{id}", json!({"orders": []}), ALL),
        ("post /api/games/{game}/lessons/{id}/check", json!({"orders": [], "text": "x"}), ALL),
        ("get /api/games/{game}/howto", nothing(), ALL),
        ("get /api/games/{game}/cases", nothing(), ALL),
        ("get /api/games/{game}/cases/{id}", nothing(), ALL),
        ("get /api/games/{game}/glossary", nothing(), ALL),
        ("get /api/games/{game}/shipyard", nothing(), ALL),
        ("post /api/games/{game}/designs/check", json!({"design": {}}), ALL),
        ("post /api/games/{game}/designs/sheet", json!({"designs": []}), ALL),
        ("post /api/games/{game}/designs/pdf", json!({"designs": []}), ALL),
        ("post /api/games/{game}/fleets/check", json!({"fleet": {"name": "X"}}), ALL),
        ("post /api/games/{game}/fleets/battle", json!({"fleets": []}), ALL),
        ("post /api/games/{game}/fleets/duel", json!({"fleets": []}), ALL),
        ("post /api/matches", json!({"game": "asfos", "scenario": "none", "seats": []}), ALL),
        ("post /api/matches/list", json!({"secrets": []}), ALL),
        ("post /api/records", json!({}), ALL),
        ("get /api/matches/{id}", nothing(), TABLE),
        ("post /api/matches/{id}/join", json!({"contribution": "other"}), SEAT),
        ("get /api/matches/{id}/events", nothing(), TABLE),
        ("get /api/matches/{id}/views/{n}", nothing(), TABLE),
        ("post /api/matches/{id}/decisions/{n}/order", json!({"text": "abracadabra"}), SEAT),
        ("delete /api/matches/{id}/decisions/{n}/order", nothing(), SEAT),
        ("post /api/matches/{id}/decisions/{n}/confirm", json!({}), SEAT),
        ("post /api/matches/{id}/decisions/{n}/draft", json!({"order": {}}), SEAT),
        ("post /api/matches/{id}/decisions/{n}/check", order(), SEAT),
        ("get /api/matches/{id}/suggestion", nothing(), SEAT),
        ("post /api/matches/{id}/hurry", json!({}), SEAT),
        ("post /api/matches/{id}/concede", json!({"sure": false}), SEAT),
        ("post /api/matches/{id}/call-off", json!({"sure": false}), SEAT),
        ("post /api/matches/{id}/draw", json!({"agree": false}), SEAT),
        ("post /api/matches/{id}/replace", json!({"seat": 77, "level": "captain", "agree": true}), SEAT),
        ("post /api/matches/{id}/return", json!({}), SEAT),
        ("post /api/matches/{id}/holiday", json!({"days": 1}), SEAT),
        ("post /api/matches/{id}/rematch", json!({}), SEAT),
        ("get /api/matches/{id}/presence", nothing(), TABLE),
        ("get /api/matches/{id}/record", nothing(), TABLE),
        ("post /api/matches/{id}/branch", json!({"events": 0, "seats": []}), TABLE),
        ("get /api/me", nothing(), ALL),
        // Nobody is refused for who they are: a name that is taken is taken for all.
        ("post /api/people", json!({"name": "Ada", "password": "six small moons"}), ALL),
        ("post /api/reset", json!({"link": "guess", "password": "six small moons"}), ALL),
        ("get /api/me/sessions", nothing(), PERSON),
        ("delete /api/me/sessions", nothing(), PERSON),
        ("delete /api/me/sessions/{id}", nothing(), PERSON),
        ("post /api/me/password", json!({"old": "guess", "new": "six other moons"}), PERSON),
        ("get /api/me/battles", nothing(), OR_BOT),
        ("post /api/me/seats", json!({"secrets": []}), PERSON),
        ("get /api/me/export", nothing(), PERSON),
        ("get /api/me/notices", nothing(), PERSON),
        ("post /api/me/notices/read", json!({}), PERSON),
        ("get /api/me/wishes", nothing(), PERSON),
        ("post /api/me/wishes", json!({"zone": "Nowhere/None"}), PERSON),
        ("post /api/me/devices", json!({"endpoint": "https://127.0.0.1/", "p256dh": "", "auth": ""}), PERSON),
        ("delete /api/me/devices/{id}", nothing(), PERSON),
        ("post /api/me/hook", json!({"url": "https://127.0.0.1/"}), PERSON),
        ("delete /api/me/hook", nothing(), PERSON),
        ("get /api/me/mail", nothing(), PERSON),
        ("post /api/me/mail", json!({"address": "ann@post.example", "password": "guess"}), PERSON),
        ("post /api/me/mail/remove", json!({"password": "guess"}), PERSON),
        ("get /api/me/factor", nothing(), PERSON),
        ("post /api/me/factor", json!({"password": "guess"}), PERSON),
        ("post /api/me/factor/confirm", json!({"code": "123456"}), PERSON),
        ("post /api/me/factor/codes", json!({"password": "guess", "code": "123456"}), PERSON),
        ("post /api/me/factor/remove", json!({"password": "guess", "code": "123456"}), PERSON),
        ("post /api/verify", json!({"link": "guess"}), ALL),
        ("post /api/forgotten", json!({"address": "ann@post.example"}), ALL),
        ("post /api/me/delete", json!({"password": "guess"}), PERSON),
        ("get /api/lobby", nothing(), ALL),
        ("get /api/lobby/mine", nothing(), MEETS),
        ("post /api/lobby/tables", json!({"to": {"kind": "everybody"}, "game": "x", "scenario": "x"}), MEETS),
        ("post /api/lobby/tables/{id}/look", json!({}), ALL),
        ("post /api/lobby/tables/{id}/join", json!({}), MEETS),
        ("post /api/lobby/tables/{id}/decline", json!({}), MEETS),
        ("delete /api/lobby/tables/{id}", nothing(), MEETS),
        ("post /api/lobby/pair", json!({"game": "asfos", "pace": "none"}), MEETS),
        ("get /api/me/bots", nothing(), PERSON),
        ("post /api/me/bots", json!({"name": "x"}), PERSON),
        ("delete /api/me/bots/{id}", nothing(), PERSON),
        ("post /api/me/bots/{id}/token", json!({}), PERSON),
        ("delete /api/me/bots/{id}/token", nothing(), PERSON),
        ("get /api/people/{name}", nothing(), PUBLIC),
        ("post /api/people/{name}/follow", json!({"on": false}), PERSON),
        ("post /api/people/{name}/block", json!({"on": false}), PERSON),
        ("post /api/people/{name}/report", json!({"why": "shouts"}), PERSON),
        ("get /api/me/people", nothing(), PERSON),
        ("get /api/me/conduct", nothing(), PERSON),
        ("post /api/me/warnings/{id}", json!({}), PERSON),
        ("get /api/matches/{id}/talk", nothing(), TABLE),
        ("post /api/matches/{id}/talk", json!({"room": "players", "phrase": 1}), SEAT),
        (
            "post /api/matches/{id}/talk/{n}/report",
            json!({"room": "players", "why": "shouts"}),
            // Whoever looks on and has no name reports nothing.
            [Who, In, In, In, Who, Who, Who, Who, Who, Who, Who],
        ),
        ("get /api/moderation/reports", nothing(), MODERATOR),
        ("post /api/moderation/reports/{id}", json!({"verdict": "nothing to it"}), MODERATOR),
        ("get /api/moderation/people", nothing(), MODERATOR),
        ("get /api/moderation/people/{name}", nothing(), MODERATOR),
        ("post /api/moderation/people/{name}", json!({"act": "warn", "why": "shouts"}), MODERATOR),
        ("post /api/moderation/battles/{id}/end", json!({"why": ""}), MODERATOR),
        ("post /api/moderation/battles/{id}/silence", json!({"seat": 77, "why": "shouts"}), MODERATOR),
        ("post /api/moderation/clubs/{id}/hand-over", json!({"to": "Player-one", "why": "gone"}), MODERATOR),
        ("get /api/moderation/log", nothing(), MODERATOR),
        ("get /api/clubs", nothing(), PUBLIC),
        ("post /api/clubs", json!({"name": "Second club", "entry": "open"}), WRITER),
        ("get /api/clubs/{id}", nothing(), PUBLIC),
        ("post /api/clubs/{id}", json!({"about": "We meet.", "entry": "link"}), OFFICER),
        ("post /api/clubs/{id}/close", json!({"sure": false}), OFFICER),
        ("post /api/clubs/{id}/join", json!({}), MEMBER),
        ("post /api/clubs/{id}/invitation", json!({}), OFFICER),
        ("post /api/clubs/{id}/members/{name}", json!({"rank": "asking"}), OFFICER),
        ("delete /api/clubs/{id}/members/{name}", nothing(), OFFICER),
        ("get /api/clubs/{id}/posts", nothing(), MEMBER),
        ("post /api/clubs/{id}/posts", json!({"text": "On Tuesday."}), OFFICER),
        ("delete /api/clubs/{id}/posts/{n}", nothing(), MEMBER),
        ("post /api/clubs/{id}/posts/{n}/report", json!({"why": "shouts"}), MEMBER),
        ("get /api/clubs/{id}/tables", nothing(), MEMBER),
        ("post /api/clubs/{id}/tables", json!({"game": "asfos", "scenario": "none", "seats": []}), MEMBER),
        ("post /api/clubs/{id}/tables/{battle}/sit", json!({"seat": 0}), MEMBER),
        ("get /api/me/shelf", nothing(), PERSON),
        (
            "post /api/me/shelf",
            json!({"kind": "scenario", "game": "asfos", "title": "None", "body": {}}),
            PERSON,
        ),
        ("post /api/me/shelf/{id}", json!({"title": "None", "shared": false}), PERSON),
        ("delete /api/me/shelf/{id}", nothing(), PERSON),
        ("get /api/shelf/{id}", nothing(), PUBLIC),
        ("get /api/studies", nothing(), PUBLIC),
        ("post /api/studies", json!({"question": "fair", "game": "none"}), PUBLIC),
        ("get /api/studies/{id}", nothing(), PUBLIC),
        ("post /api/studies/{id}/stop", json!({}), ASKER),
        ("post /api/studies/{id}/go", json!({}), ASKER),
        ("get /api/studies/{id}/files/{name}", nothing(), ALL),
        ("get /api/studies/{id}/kinds/{n}/setup", nothing(), ALL),
        ("get /api/studies/{id}/kinds/{n}/battles/{battle}", nothing(), ALL),
        ("get /api/studies/{id}/kinds/{n}/battles/{battle}/events", nothing(), ALL),
        ("get /api/studies/{id}/kinds/{n}/battles/{battle}/views/{view}", nothing(), ALL),
        // The same for everybody, since nobody has that password.
        ("post /api/session", json!({"name": "Bystander", "password": "guess number one"}), [Who; 11]),
        // The last of all: whoever asks is nobody from then on. Where nobody is logged in, it has been done.
        ("delete /api/session", nothing(), PUBLIC),
    ]
}

/// What goes on for as long as somebody listens.
const LIVE: [(&str, Row); 4] = [
    ("get /api/matches/{id}/live", TABLE),
    ("get /api/lobby/live", ALL),
    ("get /api/bot/stream", BOT),
    ("get /api/studies/{id}/live", PUBLIC),
];

/// Whoever may do it leaves nothing for the next; a test of studies does.
const ELSEWHERE: &str = "delete /api/studies/{id}";

/// What somebody sends along: a secret, a cookie, or nothing.
struct Caller {
    secret: Option<String>,
    cookie: Option<String>,
}

impl Caller {
    async fn ask(&self, client: &Client, method: &str, path: &str, body: &Value) -> (u16, String) {
        self.ask_from(&client.base, client, method, path, body).await
    }

    /// The same from a page of whatever origin.
    async fn ask_from(
        &self,
        origin: &str,
        client: &Client,
        method: &str,
        path: &str,
        body: &Value,
    ) -> (u16, String) {
        let method: Method = method.to_uppercase().parse().unwrap();
        let mut request = client.http.request(method, format!("{}{path}", client.base));
        request = request.header(header::ORIGIN, origin);
        if let Some(secret) = &self.secret {
            request = request.bearer_auth(secret);
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if !body.is_null() {
            request = request.json(body);
        }
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    }

    /// Whether something is told that goes on: by its status, or by the first message of a live connection.
    async fn listen(&self, client: &Client, path: &str) -> May {
        if path == "/api/bot/stream" || path.starts_with("/api/studies/") {
            let mut request = client.http.get(format!("{}{path}", client.base));
            request = request.header(header::ORIGIN, &client.base);
            if let Some(secret) = &self.secret {
                request = request.bearer_auth(secret);
            }
            if let Some(cookie) = &self.cookie {
                request = request.header(header::COOKIE, cookie);
            }
            // Not to its end, which does not come.
            return May::of(request.send().await.unwrap().status().as_u16());
        }
        let secret = self.secret.clone().unwrap_or_default();
        let hello = match path.ends_with("lobby/live") {
            // A token is no guest's pass: a bot looks on like anybody.
            true => {
                json!({"tables": true, "pass": self.secret.as_ref().filter(|it| !it.starts_with("bot."))})
            }
            false => json!({"secret": secret, "from": 0}),
        };
        let mut socket = match client.live(path, self.cookie.as_deref(), &hello).await {
            Ok(socket) => socket,
            Err(status) => return May::of(status.as_u16()),
        };
        let said = heard_json(&mut socket).await;
        match said["code"].as_str() {
            None => In,
            Some("unauthorised" | "not_logged_in") => Who,
            Some("forbidden") => Not,
            Some(other) => panic!("{path}: {other}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_lets_in_whom_it_should() {
    let host = open("roles", generous(), Edge::default()).await;
    let client = &host.client;
    let table = table();
    let listed = listed(client).await;
    let known: BTreeSet<String> = table
        .iter()
        .map(|(route, ..)| *route)
        .chain(LIVE.map(|(route, _)| route))
        .chain([ELSEWHERE])
        .map(str::to_owned)
        .collect();
    assert_eq!(known, listed, "a route has no row in the table of roles, or a row has no route");

    let made = client.hot_seat().await;
    let (callers, club) = callers(&host, &made).await;
    let study = studied(client, &callers).await;
    // Before somebody logs out.
    for (route, row) in &LIVE {
        let (_, path) = place(route, &made, &club, &study);
        for ((role, caller), may) in ROLES.iter().zip(&callers).zip(row) {
            assert_eq!(caller.listen(client, &path).await, *may, "{route} by {role}");
        }
    }
    for (route, body, row) in &table {
        let (method, path) = place(route, &made, &club, &study);
        for ((role, caller), may) in ROLES.iter().zip(&callers).zip(row) {
            let (status, answer) = caller.ask(client, method, &path, body).await;
            assert!(status < 500, "{route} by {role}: {status} {answer}");
            assert_eq!(May::of(status), *may, "{route} by {role}: {status} {answer}");
        }
    }
}

/// The list that the table above is held against is all there is: whatever stands in it is answered, and nothing
/// else is, by no method.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_answered_that_is_not_listed() {
    const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];
    let host = open("listed", generous(), Edge::default()).await;
    let client = &host.client;
    let listed = listed(client).await;
    let nobody = Caller { secret: None, cookie: None };
    let paths: BTreeSet<&str> =
        listed.iter().filter_map(|it| it.split_once(' ')).map(|(_, path)| path).collect();
    for (path, method) in paths.iter().flat_map(|path| METHODS.map(|method| (*path, method))) {
        let filled =
            ["{n}", "{battle}", "{view}"].iter().fold(path.to_owned(), |it, part| it.replace(part, "0"));
        let filled = filled.replace("{game}", "asfos").replace(['{', '}'], "");
        let (status, answer) = nobody.ask(client, method, &filled, &Value::Null).await;
        let none = status == 404 && answer.contains("there is no such request");
        assert_eq!(none, !listed.contains(&format!("{method} {path}")), "{method} {path}: {status} {answer}");
    }
}

/// A route's method, and its path with what there is.
fn place<'a>(route: &'a str, made: &Made, club: &str, study: &str) -> (&'a str, String) {
    let (method, path) = route.split_once(' ').unwrap();
    let id = match path {
        _ if path.contains("/studies/") => study,
        _ if path.contains("/matches/") || path.contains("/battles/") => made.id.as_str(),
        _ if path.contains("/clubs/") => club,
        _ => "intro",
    };
    let path = path.replace("{game}", "asfos").replace("{id}", id).replace("{n}", "0");
    // Nobody among those who ask, so that what is done about them keeps nobody from asking.
    (method, path.replace("{name}", "Bystander"))
}

/// A small study of the lab, for which the player has asked.
async fn studied(client: &Client, callers: &[Caller]) -> String {
    let asked =
        json!({"question": "players", "game": "talon", "players": ["random", "cadet"], "battles": 24});
    let (status, study) = callers[2].ask(client, "post", "/api/studies", &asked).await;
    assert_eq!(status, 201, "{study}");
    let study: Value = serde_json::from_str(&study).unwrap();
    study["id"].as_str().unwrap().to_owned()
}

/// A page of somebody else's, in the browser of somebody who is logged in: whatever it sends, nothing is changed.
#[tokio::test(flavor = "multi_thread")]
async fn no_route_changes_anything_for_a_page_that_is_not_ours() {
    let host = open("forged-all", generous(), Edge::default()).await;
    let client = &host.client;
    let made = host.client.hot_seat().await;
    let (callers, club) = callers(&host, &made).await;
    let logged_in = ROLES.iter().zip(&callers).filter(|(_, caller)| caller.cookie.is_some());
    for (role, caller) in logged_in.filter(|(role, _)| **role != "banned") {
        for (route, body, _) in table().iter().filter(|(route, ..)| !route.starts_with("get ")) {
            let (method, path) = place(route, &made, &club, "none");
            let said = caller.ask_from("https://evil.example", client, method, &path, body).await;
            assert_eq!(said.0, 403, "{route} by {role}: {}", said.1);
        }
    }
}

async fn listed(client: &Client) -> BTreeSet<String> {
    let document = client.send(Method::GET, "/api", None, None).await.1;
    let mut listed = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        listed.extend(methods.as_object().unwrap().keys().map(|method| format!("{method} {path}")));
    }
    listed
}

/// In the order of the columns; and the club.
async fn callers(host: &Host, made: &Made) -> ([Caller; 11], String) {
    let client = &host.client;
    Browser::sign_up(client, "Bystander").await;
    let mut named = Vec::new();
    for name in ["Player", "Opponent", "Stranger", "Banned", "Looker", "Founder", "Muted"] {
        named.push(Browser::sign_up(client, &format!("{name}-one")).await);
    }
    for (seat, browser) in made.seats.iter().zip(&mut named) {
        let said = browser.ask(client, "POST", "/api/me/seats", Some(json!({"secrets": [seat]}))).await;
        assert_eq!(said.body["taken"], 1);
    }
    let url = store::file_url(&host.folder.join("flagbridge.sqlite"));
    let store = store::Store::open_shared(&url, patient()).await.unwrap();
    let id = async |name: &str| store.person_named(name).await.unwrap().unwrap().id;
    let act = |n: &str, person: String| store::Act { id: n.to_owned(), person, ..store::Act::default() };
    // As it is when a cookie is older than the ban.
    store.ban(i64::MAX / 2, "floods", &act("1", id("banned-one").await)).await.unwrap();
    store.set_role(store::MODERATOR, &act("2", id("looker-one").await)).await.unwrap();
    let found = json!({"name": "First club", "entry": "link"});
    let club = named[5].ask(client, "POST", "/api/clubs", Some(found)).await.body;
    let club = club["club"]["id"].as_str().unwrap().to_owned();
    store.set_rank(&club, &id("muted-one").await, store::Rank::Member, 1).await.unwrap();
    store.mute(i64::MAX / 2, "shouts", &act("3", id("muted-one").await)).await.unwrap();
    store.close().await;
    let said = named[0].ask(client, "POST", "/api/me/bots", Some(json!({"name": "Player-bot"}))).await;
    let token = said.body["token"].as_str().map(str::to_owned);
    assert!(token.is_some(), "{}", said.body);
    let cookie = |n: usize| Caller { secret: None, cookie: named[n].cookie.clone() };
    let secret = |secret: Option<&String>| Caller { secret: secret.cloned(), cookie: None };
    let callers = [
        secret(None),
        secret(made.seats.first()),
        cookie(0),
        cookie(1),
        secret(made.spectator.as_ref()),
        cookie(2),
        cookie(3),
        secret(token.as_ref()),
        cookie(4),
        cookie(5),
        cookie(6),
    ];
    (callers, club)
}
