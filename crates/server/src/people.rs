//! Whoever asks, as a person: the cookie in which a browser holds a session,
//! and the extractors by which handlers learn who it is.
//!
//! A server has people only if it is open to the public. On any other one
//! nobody is anybody, and none of this is looked at.

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::{HeaderMap, HeaderValue, Method, header, request::Parts},
    response::{IntoResponse, Response},
};
use couriers::{Bounds, Post, push};
use engine::{Seat, Viewer};
use people::{Cost, Works};
use store::{KeptPerson, KeptSession};
use wire::NameCard;

use crate::{
    app::App,
    bus::Wakes,
    edge::Network,
    error::{AppError, Result},
    guard,
    limits::{Buckets, Levels},
    lobby::Lobby,
    secret::Secret,
    table::Table,
};

/// What a server that is open to the public lets people do.
#[derive(Clone, Debug, PartialEq)]
pub struct People {
    /// Whether anybody may make an account.
    pub sign_up: bool,
    /// What it costs to try a password.
    pub cost: Cost,
    /// How much work comes before an account, in bits; 0 for none.
    pub work: u32,
}

impl Default for People {
    fn default() -> People {
        People { sign_up: true, cost: Cost::default(), work: 18 }
    }
}

/// The same with what the server has to remember of them.
#[derive(Debug)]
pub(crate) struct House {
    pub(crate) rules: People,
    pub(crate) works: Works,
    /// What a password is compared with where there is nobody of that name:
    /// the answer takes as long, and is the same.
    pub(crate) nobody: String,
    pub(crate) signing_up: Buckets<std::net::IpAddr>,
    pub(crate) logging_in: Buckets<std::net::IpAddr>,
    /// By the name that is tried, whoever tries it.
    pub(crate) guessing: Buckets<String>,
    /// Where people meet.
    pub(crate) lobby: Lobby,
    /// By person, or the seat of a guest: what they say, and what they report.
    pub(crate) talking: Buckets<String>,
    pub(crate) reporting: Buckets<String>,
    /// By person: clubs founded, posts, follows and blocks, things kept.
    pub(crate) founding: Buckets<String>,
    pub(crate) posting: Buckets<String>,
    pub(crate) circling: Buckets<String>,
    pub(crate) keeping: Buckets<String>,
    /// Codes of a second factor, by person.
    pub(crate) coding: Buckets<String>,
    /// Letters that are asked for, by who asks and by where they go.
    pub(crate) writing: Buckets<String>,
    /// Notices that leave the server, by person.
    pub(crate) telling: Buckets<String>,
    /// Where letters are handed in; nothing where none are sent.
    pub(crate) post: Option<Post>,
    /// Where pushes and webhooks may go.
    pub(crate) bounds: Bounds,
    /// By which browsers know this server.
    pub(crate) push_key: push::Key,
}

/// How what leaves a server that is open to the public gets to where it goes.
#[derive(Clone, Debug, Default)]
pub struct Outward {
    /// Where letters are handed in; nothing where none are sent.
    pub post: Option<Post>,
    /// Addresses that pushes and webhooks may go to though they are not public, and without TLS.
    pub allow: Vec<Network>,
}

impl House {
    /// The keys are the same on every server of the database, and so are the limits where they are `shared`.
    pub(crate) fn new(
        rules: People,
        Outward { post, allow }: Outward,
        limits: &crate::Limits,
        (key, push_key): ([u8; 32], push::Key),
        shared: bool,
        wakes: Wakes,
    ) -> House {
        House {
            coding: Buckets::new(limits.coding, shared),
            writing: Buckets::new(limits.writing, shared),
            telling: Buckets::new(limits.telling, shared),
            post,
            bounds: Bounds::new(move |address| allow.iter().any(|it| it.contains(address))),
            push_key,
            nobody: people::password::keep("nobody's password", [0; 16], rules.cost),
            works: Works::new(key, rules.work),
            rules,
            signing_up: Buckets::new(limits.signing_up, shared),
            logging_in: Buckets::new(limits.logging_in, shared),
            guessing: Buckets::new(limits.guessing, shared),
            lobby: Lobby::new(limits, shared, wakes),
            talking: Buckets::new(limits.talking, shared),
            reporting: Buckets::new(limits.reporting, shared),
            founding: Buckets::new(limits.founding, shared),
            posting: Buckets::new(limits.posting, shared),
            circling: Buckets::new(limits.circling, shared),
            keeping: Buckets::new(limits.keeping, shared),
        }
    }
}

impl House {
    /// Every kind of bucket, by the name of its setting.
    pub(crate) fn buckets(&self) -> [(&'static str, &Arc<Levels>); 14] {
        [
            ("accounts", self.signing_up.levels()),
            ("passwords", self.logging_in.levels()),
            ("guesses", self.guessing.levels()),
            ("tables", self.lobby.making.levels()),
            ("pairings", self.lobby.pairing.levels()),
            ("messages", self.talking.levels()),
            ("reports", self.reporting.levels()),
            ("clubs", self.founding.levels()),
            ("posts", self.posting.levels()),
            ("follows", self.circling.levels()),
            ("kept", self.keeping.levels()),
            ("codes", self.coding.levels()),
            ("letters", self.writing.levels()),
            ("notices", self.telling.levels()),
        ]
    }
}

/// Somebody who is logged in.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) created: i64,
    /// What is kept of the password.
    pub(crate) password: String,
    /// The public name of the session; of a bot the hash of its token.
    pub(crate) session: String,
    /// Whose bot it is; nothing for people.
    pub(crate) owner: Option<String>,
}

impl Person {
    fn of(kept: KeptPerson, session: KeptSession) -> Person {
        let KeptPerson { id, name, created, password, .. } = kept;
        Person { id, name, created, password, session: session.id, owner: None }
    }

    /// As others see them.
    pub(crate) fn card(&self) -> NameCard {
        NameCard { name: Some(self.name.clone()), owner: self.owner.clone() }
    }
}

/// Sessions in which nobody was seen for so long are over, in milliseconds.
pub(crate) const SESSION: i64 = 60 * 24 * 60 * 60 * 1000;
/// The store hears at most this often that somebody is there.
const SELDOM: i64 = 60 * 60 * 1000;
/// The most of what a browser calls itself that is kept.
pub(crate) const AGENT: usize = 160;

/// Handlers that want a person want one who is logged in.
impl FromRequestParts<App> for Person {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        visitor(parts, app).await?.ok_or_else(AppError::not_logged_in)
    }
}

/// Those that can do without take an `Option<Person>`: a guest, who may hold
/// secrets of seats, or nobody at all.
impl OptionalFromRequestParts<App> for Person {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>> {
        visitor(parts, app).await
    }
}

async fn visitor(parts: &mut Parts, app: &App) -> Result<Option<Person>> {
    if app.house().is_none() {
        return Ok(None);
    }
    if let Some(token) = token_of(&parts.headers) {
        return bot(parts, app, &token).await.map(Some);
    }
    let Some(held) = held(app, &parts.headers) else { return Ok(None) };
    // A browser sends its cookie whoever asked it to. What changes something
    // is taken only from where a browser itself says that it is our page.
    let reads = [Method::GET, Method::HEAD].contains(&parts.method);
    let live = parts.headers.contains_key(header::UPGRADE);
    if (!reads || live) && !guard::is_our_page(&parts.headers) {
        return Err(AppError::forbidden("a request with a cookie must say which page it comes from"));
    }
    let hash = held.person_hash();
    let Some((session, person)) = app.store().session(&hash).await? else { return Ok(None) };
    let now = app.clock().millis();
    if session.seen < now - SESSION || now < person.banned_until {
        return Ok(None);
    }
    if session.seen < now - SELDOM {
        let _writing = app.writing().read().await;
        app.store().see_session(&hash, now).await?;
    }
    Ok(Some(Person::of(person, session)))
}

/// No secret of a seat begins so.
const TOKEN: &str = "bot.";
/// What a bot may ask for: the rest is its owner's.
const FOR_BOTS: [&str; 5] = ["/api/bot", "/api/lobby", "/api/matches", "/api/me", "/api/me/battles"];
/// The store hears at most this often that a bot is there.
const SELDOM_BOT: i64 = 60 * 1000;

/// Whether this lets a bot in.
pub(crate) fn is_token(secret: &str) -> bool {
    secret.starts_with(TOKEN)
}

/// A new token, as it is told its owner once; and what is kept of it.
pub(crate) fn draw_token(app: &App) -> (String, String) {
    let text = format!("{TOKEN}{}", app.chance().secret().into_text());
    let hash = Secret::claimed(&text).person_hash();
    (text, hash)
}

fn token_of(headers: &HeaderMap) -> Option<Secret> {
    let header = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    header.strip_prefix("Bearer ").filter(|it| is_token(it)).map(Secret::claimed)
}

/// The bot whose token this is. A program sends no cookie, so nobody can be tricked into sending it.
async fn bot(parts: &Parts, app: &App, token: &Secret) -> Result<Person> {
    let hash = token.person_hash();
    let now = app.clock().millis();
    let found = app.store().token(&hash).await?.filter(|it| it.person.banned_until <= now);
    let Some(store::TokenHolder { person, owner, seen }) = found else {
        return Err(AppError::no_token());
    };
    let path = parts.uri.path();
    let may = FOR_BOTS.iter().any(|it| {
        let rest = path.strip_prefix(it);
        rest.is_some_and(|rest| rest.is_empty() || (rest.starts_with('/') && *it != "/api/me"))
    });
    if !may {
        return Err(AppError::forbidden("a bot cannot do that; its owner can"));
    }
    if seen < now - SELDOM_BOT {
        let _writing = app.writing().read().await;
        app.store().see_token(&hash, now).await?;
    }
    let KeptPerson { id, name, created, password, .. } = person;
    Ok(Person { id, name, created, password, session: hash, owner: Some(owner) })
}

/// What the browser holds of us, if anything.
pub(crate) fn held(app: &App, headers: &HeaderMap) -> Option<Secret> {
    let name = cookie_name(app);
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut values = pairs.filter(|(it, _)| *it == name).map(|(_, value)| value);
    let value = values.next()?;
    // Two of one name: somebody else's page has set one of them.
    (!value.is_empty() && values.next().is_none()).then(|| Secret::claimed(value))
}

/// With TLS in front the name itself binds the cookie to this host and to TLS,
/// so that no neighbour under the same domain can set one.
fn cookie_name(app: &App) -> &'static str {
    if app.edge().has_tls() { "__Host-flagbridge" } else { "flagbridge" }
}

/// A new session for somebody, and what their browser is to hold.
pub(crate) fn draw_session(app: &App, person: &str, headers: &HeaderMap) -> (KeptSession, Secret) {
    let secret = app.chance().secret();
    let now = app.clock().millis();
    let agent = headers.get(header::USER_AGENT).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let session = KeptSession {
        hash: secret.person_hash(),
        id: app.chance().id(),
        person: person.to_owned(),
        created: now,
        seen: now,
        agent: agent.chars().filter(|it| !it.is_control()).take(AGENT).collect(),
    };
    (session, secret)
}

/// An answer after which the browser holds something else of us: a session, or nothing more.
pub(crate) fn with_cookie(app: &App, secret: Option<Secret>, answer: impl IntoResponse) -> Response {
    let secure = if app.edge().has_tls() { "; Secure" } else { "" };
    let age = if secret.is_some() { SESSION / 1000 } else { 0 };
    let value = secret.map_or_else(String::new, Secret::into_text);
    let name = cookie_name(app);
    let text = format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}{secure}");
    let mut response = answer.into_response();
    if let Ok(text) = HeaderValue::from_str(&text) {
        response.headers_mut().append(header::SET_COOKIE, text);
    }
    response
}

/// Which seat of a match is somebody's; of several the one they mean, or the first.
pub(crate) async fn seat_of(app: &App, table: &Table, person: &Person, meant: Option<u8>) -> Result<Viewer> {
    let sittings = app.store().sittings(&table.about.id).await?;
    let mut mine = sittings
        .iter()
        .filter(|it| it.person == person.id)
        .filter_map(|it| u8::try_from(it.seat).ok())
        .filter(|seat| meant.is_none_or(|meant| meant == *seat));
    mine.next().map(|seat| Viewer::Seat(Seat(seat))).ok_or_else(AppError::unauthorised)
}
