//! Accounts over sockets: made, logged in to, guessed at, forged.

use reqwest::{Method, header};
use serde_json::{Value, json};
use server::{Config, Database, Edge, Limits, People, Rate};

use crate::client::{Client, Host, cheap, fresh_folder, generous, patient};

pub(crate) const PASSWORD: &str = "six small moons";

/// A server that is open to the public.
pub(crate) async fn open(name: &str, limits: Limits, edge: Edge) -> Host {
    let folder = fresh_folder(&format!("people-{name}"));
    let database = Database::File(folder.join("flagbridge.sqlite"));
    let people = Some(cheap());
    let config = Config { limits, edge, people, ..Config::new("127.0.0.1:0".parse().unwrap(), database) };
    let running = server::start(config).await.unwrap();
    let client = Client::new(&format!("http://{}", running.address));
    Host { running: Some(running), client, folder }
}

/// A browser: it holds a cookie, and says which page a request comes from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Browser {
    pub(crate) cookie: Option<String>,
    /// Which page it says it shows; its own if nothing is said.
    pub(crate) origin: Option<String>,
}

pub(crate) struct Said {
    pub(crate) status: u16,
    pub(crate) body: Value,
    /// All of it: name, value and attributes.
    pub(crate) cookie: Option<String>,
}

impl Browser {
    pub(crate) async fn ask(
        &mut self,
        client: &Client,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> Said {
        let method: Method = method.parse().unwrap();
        let mut request = client.http.request(method, format!("{}{path}", client.base));
        request = request.header(header::ORIGIN, self.origin.as_ref().unwrap_or(&client.base));
        request = request.header(header::USER_AGENT, "Test/1.0");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        let cookie = response.headers().get(header::SET_COOKIE).map(|it| it.to_str().unwrap().to_owned());
        if let Some(cookie) = &cookie {
            self.cookie = cookie.split(';').next().filter(|it| !it.ends_with('=')).map(str::to_owned);
        }
        let text = response.text().await.unwrap();
        Said { status, body: serde_json::from_str(&text).unwrap_or(Value::String(text)), cookie }
    }

    pub(crate) async fn sign_up(client: &Client, name: &str) -> Browser {
        let mut browser = Browser::default();
        let said = browser
            .ask(client, "POST", "/api/people", Some(json!({"name": name, "password": PASSWORD})))
            .await;
        assert_eq!(said.status, 201, "{}", said.body);
        browser
    }

    async fn log_in(&mut self, client: &Client, name: &str, password: &str) -> Said {
        self.ask(client, "POST", "/api/session", Some(json!({"name": name, "password": password}))).await
    }

    async fn name(&mut self, client: &Client) -> Value {
        self.ask(client, "GET", "/api/me", None).await.body["person"]["name"].clone()
    }
}

fn code(said: &Said) -> &str {
    said.body["error"]["code"].as_str().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_signs_up_and_comes_back() {
    let host = open("back", generous(), Edge::default()).await;
    let client = &host.client;
    let mut ada = Browser::sign_up(client, "Ada-1815").await;
    assert_eq!(ada.name(client).await, "Ada-1815");
    let first = ada.cookie.clone();
    let said = ada.ask(client, "DELETE", "/api/session", None).await;
    assert_eq!((said.status, ada.cookie.clone()), (200, None));
    // What the browser held opens nothing any more.
    let mut old = Browser { cookie: first.clone(), ..Browser::default() };
    assert_eq!(old.name(client).await, Value::Null);
    // Capitals count for nothing in a name and for everything in a password.
    assert_eq!(ada.log_in(client, "ada-1815", PASSWORD).await.status, 200);
    assert_ne!(ada.cookie, first);
    assert_eq!(ada.name(client).await, "Ada-1815");
    let wrong = Browser::default().log_in(client, "Ada-1815", "Six small moons").await;
    let nobody = Browser::default().log_in(client, "Bob", PASSWORD).await;
    assert_eq!((wrong.status, code(&wrong)), (401, "wrong_password"));
    // Who asks learns not even whether there is such a person.
    assert_eq!((wrong.status, wrong.body), (nobody.status, nobody.body));

    let mut phone = Browser::default();
    phone.log_in(client, "Ada-1815", PASSWORD).await;
    let list = ada.ask(client, "GET", "/api/me/sessions", None).await.body["sessions"].clone();
    assert_eq!(list.as_array().unwrap().len(), 2);
    let other = list.as_array().unwrap().iter().find(|it| it["here"] == false).unwrap();
    assert_eq!(other["browser"], "Test/1.0");
    let path = format!("/api/me/sessions/{}", other["id"].as_str().unwrap());
    let mut bob = Browser::sign_up(client, "Bob").await;
    assert_eq!(bob.ask(client, "DELETE", &path, None).await.status, 404);
    assert_eq!(ada.ask(client, "DELETE", &path, None).await.body["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(phone.name(client).await, Value::Null);
    phone.log_in(client, "Ada-1815", PASSWORD).await;
    assert_eq!(ada.ask(client, "DELETE", "/api/me/sessions", None).await.status, 200);
    assert_eq!(phone.name(client).await, Value::Null);
    let said = phone.ask(client, "GET", "/api/me/sessions", None).await;
    assert_eq!((said.status, code(&said)), (401, "not_logged_in"));
}

#[tokio::test(flavor = "multi_thread")]
async fn another_password_logs_everybody_out() {
    let host = open("password", generous(), Edge::default()).await;
    let client = &host.client;
    let mut ada = Browser::sign_up(client, "Ada").await;
    let mut thief = Browser { cookie: ada.cookie.clone(), ..Browser::default() };
    let change = |old: &str, new: &str| Some(json!({"old": old, "new": new}));
    let path = "/api/me/password";
    assert_eq!(ada.ask(client, "POST", path, change("wrong", "six other moons")).await.status, 422);
    assert_eq!(ada.ask(client, "POST", path, change(PASSWORD, "short")).await.status, 422);
    let said = ada.ask(client, "POST", path, change(PASSWORD, "six other moons")).await;
    assert_eq!((said.status, said.cookie.is_some()), (200, true), "{}", said.body);
    assert_eq!(thief.name(client).await, Value::Null);
    assert_eq!(ada.name(client).await, "Ada");
    assert_eq!(thief.log_in(client, "Ada", PASSWORD).await.status, 401);
    assert_eq!(thief.log_in(client, "Ada", "six other moons").await.status, 200);
}

/// A plain server is one's own table: it has no people, and tells of none.
#[tokio::test(flavor = "multi_thread")]
async fn a_plain_server_has_nobody() {
    let host = Host::start("nobody").await;
    let client = &host.client;
    let document = client.send(Method::GET, "/api", None, None).await.1;
    assert!(
        document["paths"].as_object().unwrap().keys().all(|it| !it.contains("/me") && !it.contains("people"))
    );
    let mut browser = Browser { cookie: Some("flagbridge=x".to_owned()), ..Browser::default() };
    for (method, path) in
        [("GET", "/api/me"), ("POST", "/api/people"), ("POST", "/api/session"), ("DELETE", "/api/session")]
    {
        let said =
            browser.ask(client, method, path, Some(json!({"name": "Ada", "password": PASSWORD}))).await;
        // As for any request that is not there.
        let expected = if method == "GET" { 404 } else { 405 };
        assert_eq!((said.status, said.cookie.as_ref()), (expected, None), "{path}");
    }
    let page = client.http.get(&client.base).send().await.unwrap().text().await.unwrap();
    assert!(!page.contains("flagbridge-people"));
}

#[tokio::test(flavor = "multi_thread")]
async fn cookies_are_for_our_pages_alone() {
    let tls = Edge { proxies: vec!["127.0.0.0/8".parse().unwrap()], names: Vec::new() };
    for (name, edge, prefix, secure) in
        [("plain", Edge::default(), "flagbridge=", false), ("tls", tls, "__Host-flagbridge=", true)]
    {
        let host = open(&format!("cookie-{name}"), generous(), edge).await;
        let client = &host.client;
        let mut browser = Browser::default();
        let body = json!({"name": "Ada", "password": PASSWORD});
        let said = browser.ask(client, "POST", "/api/people", Some(body)).await;
        let cookie = said.cookie.unwrap();
        assert!(cookie.starts_with(prefix), "{cookie}");
        for needed in ["; Path=/", "; HttpOnly", "; SameSite=Strict"] {
            assert!(cookie.contains(needed), "{cookie}");
        }
        assert!(cookie.contains("; Secure") == secure && !cookie.contains("Domain"), "{cookie}");
        // Of two cookies of one name somebody else has set one.
        let ours = browser.cookie.clone().unwrap();
        let mut tossed = Browser { cookie: Some(format!("{prefix}other; {ours}")), ..Browser::default() };
        assert_eq!(tossed.name(client).await, Value::Null);
        assert_eq!(browser.name(client).await, "Ada");
    }
}

/// The browser of somebody who is logged in shows a page that is not ours.
#[tokio::test(flavor = "multi_thread")]
async fn forged_requests_do_nothing() {
    let host = open("forged", generous(), Edge::default()).await;
    let client = &host.client;
    let mut ada = Browser::sign_up(client, "Ada").await;
    let change = json!({"old": PASSWORD, "new": "six other moons"});
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
        let mut page = Browser { origin: Some(origin.to_owned()), ..ada.clone() };
        for (method, path) in
            [("POST", "/api/me/password"), ("DELETE", "/api/session"), ("DELETE", "/api/me/sessions")]
        {
            let said = page.ask(client, method, path, Some(change.clone())).await;
            assert_eq!((said.status, code(&said)), (403, "forbidden"), "{origin} {path}");
        }
    }
    // A cookie without a word of where it comes from is not enough either.
    let bare = client.http.delete(format!("{}/api/session", client.base));
    let answer = bare.header(header::COOKIE, ada.cookie.clone().unwrap()).send().await.unwrap();
    assert_eq!(answer.status(), 403);
    let told = client.http.delete(format!("{}/api/session", client.base));
    let told =
        told.header(header::COOKIE, ada.cookie.clone().unwrap()).header("sec-fetch-site", "cross-site");
    assert_eq!(told.send().await.unwrap().status(), 403);
    // A form cannot send JSON.
    let form = client.http.post(format!("{}/api/session", client.base)).body("name=Ada&password=x");
    assert_eq!(form.send().await.unwrap().status(), 400);
    assert_eq!(ada.name(client).await, "Ada");
}

/// Whoever sets a cookie in somebody's browser beforehand knows nothing of what it holds later.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_cannot_be_fixed() {
    let host = open("fixed", generous(), Edge::default()).await;
    let client = &host.client;
    let mallory = Browser::sign_up(client, "Mallory").await;
    Browser::sign_up(client, "Ada").await;
    for planted in ["flagbridge=planted".to_owned(), mallory.cookie.clone().unwrap()] {
        let mut victim = Browser { cookie: Some(planted.clone()), ..Browser::default() };
        assert_eq!(victim.log_in(client, "Ada", PASSWORD).await.status, 200);
        assert_ne!(victim.cookie.as_deref(), Some(planted.as_str()));
        assert_eq!(victim.name(client).await, "Ada");
        let mut attacker = Browser { cookie: Some(planted), ..Browser::default() };
        assert_eq!(attacker.name(client).await, Value::Null);
    }
    // The secret of a seat is no session, and a session opens no seat.
    let made = client.hot_seat().await;
    let mut seat = Browser { cookie: Some(format!("flagbridge={}", made.seats[0])), ..Browser::default() };
    assert_eq!(seat.name(client).await, Value::Null);
    let session = mallory.cookie.clone().unwrap_or_default().replace("flagbridge=", "");
    assert_eq!(client.get(&format!("/api/matches/{}", made.id), &session).await.0, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_and_floods_end_soon() {
    let rate = |burst: f64| Rate { burst, per_second: 0.0001 };
    let limits = Limits { signing_up: rate(2.0), logging_in: rate(5.0), guessing: rate(3.0), ..generous() };
    let host = open("guesses", limits, Edge::default()).await;
    let client = &host.client;
    Browser::sign_up(client, "Ada").await;
    let mut statuses = Vec::new();
    for n in 0..7 {
        let name = if n < 4 { " ADA" } else { "nobody" };
        statuses.push(Browser::default().log_in(client, name, &format!("guess number {n}")).await.status);
    }
    assert_eq!(statuses, [401, 401, 401, 429, 401, 429, 429]);
    Browser::sign_up(client, "Bob").await;
    let body = json!({"name": "Carol", "password": PASSWORD});
    let said = Browser::default().ask(client, "POST", "/api/people", Some(body)).await;
    assert_eq!((said.status, code(&said)), (429, "too_many"));
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_names_are_nobodys() {
    let host = open("names", generous(), Edge::default()).await;
    let client = &host.client;
    Browser::sign_up(client, "Nelson").await;
    for (name, status) in [
        ("nelson", 409),
        ("Nels0n", 409),
        ("Adrnin", 422),
        ("captain", 422),
        ("<img src=x onerror=alert(1)>", 422),
        ("a\u{0}b", 422),
        ("\u{202e}nosleN", 422),
        ("Nеlson", 422),
        ("", 422),
        ("' OR 1=1 --", 422),
        ("../../etc", 422),
    ] {
        let body = json!({"name": name, "password": PASSWORD});
        let said = Browser::default().ask(client, "POST", "/api/people", Some(body)).await;
        assert_eq!((said.status, said.cookie), (status, None), "{name:?} {}", said.body);
        let said = Browser::default().log_in(client, name, "guess number one").await;
        assert_eq!(said.status, 401, "{name:?}");
    }
    let body = json!({"name": "Hardy", "password": "x".repeat(100_000)});
    assert_eq!(Browser::default().ask(client, "POST", "/api/people", Some(body)).await.status, 422);
    let body = json!({"name": "Hardy", "password": PASSWORD, "role": "moderator"});
    assert_eq!(Browser::default().ask(client, "POST", "/api/people", Some(body)).await.status, 400);
}

/// A seat is somebody's if they made it while logged in or joined it; its secret opens it as well.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_belongs_to_somebody() {
    let host = open("seats", generous(), Edge::default()).await;
    let client = &host.client;
    let (mut ada, mut bob) = (Browser::sign_up(client, "Ada").await, Browser::sign_up(client, "Bob").await);
    let new = json!({"game": "asfos", "scenario": "intro", "seats": [{"kind": "me"}, {"kind": "friend"}]});
    let created = ada.ask(client, "POST", "/api/matches", Some(new)).await.body;
    let path = format!("/api/matches/{}", created["id"].as_str().unwrap());
    let secrets: Vec<String> = created["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["secret"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ada.ask(client, "GET", &path, None).await.body["viewer"], json!({"seat": 0}));
    for stranger in [&mut bob, &mut Browser::default()] {
        let said = stranger.ask(client, "GET", &path, None).await;
        assert_eq!((said.status, code(&said)), (401, "unauthorised"));
    }
    // Her browser says so; a program with her secret may all the same.
    let join = |words: &str| Some(json!({"contribution": words}));
    assert_eq!(ada.ask(client, "POST", &format!("{path}/join"), join("a")).await.status, 200);
    assert_eq!(client.get(&path, &secrets[0]).await.0, 200);
    let request = client.http.post(format!("{}{path}/join", client.base)).bearer_auth(&secrets[1]);
    let request =
        request.header(header::ORIGIN, &client.base).header(header::COOKIE, bob.cookie.clone().unwrap());
    assert_eq!(request.json(&join("b")).send().await.unwrap().status(), 200);
    assert_eq!(bob.ask(client, "GET", &path, None).await.body["viewer"], json!({"seat": 1}));
    // From a page that is not ours nobody orders anything.
    let mut forged = Browser { origin: Some("https://evil.example".to_owned()), ..ada.clone() };
    assert_eq!(forged.ask(client, "POST", &format!("{path}/concede"), Some(json!({}))).await.status, 403);
    let said =
        ada.ask(client, "POST", &format!("{path}/decisions/0/check"), Some(json!({"text": "x"}))).await;
    assert_eq!(said.status, 200, "{}", said.body);
}

/// What a guest played becomes theirs; what is theirs is found on any device; and all of it can be taken along.
#[tokio::test(flavor = "multi_thread")]
async fn a_guest_becomes_somebody_and_leaves_again() {
    let host = open("guest", generous(), Edge::default()).await;
    let client = &host.client;
    let made = client.hot_seat().await;
    let mut ada = Browser::sign_up(client, "Ada").await;
    let secrets = json!({"secrets": [made.seats[0], "guess", made.spectator]});
    let said = ada.ask(client, "POST", "/api/me/seats", Some(secrets.clone())).await;
    assert_eq!((said.status, &said.body["taken"]), (200, &json!(1)));
    assert_eq!(ada.ask(client, "POST", "/api/me/seats", Some(secrets.clone())).await.body["taken"], 0);
    // A seat that is somebody's stays theirs, whoever has its secret.
    let mut bob = Browser::sign_up(client, "Bob").await;
    let both = json!({"secrets": made.seats});
    assert_eq!(bob.ask(client, "POST", "/api/me/seats", Some(both)).await.body["taken"], 1);
    let said = Browser::default().ask(client, "POST", "/api/me/seats", Some(secrets)).await;
    assert_eq!((said.status, code(&said)), (401, "not_logged_in"));

    let mut phone = Browser::default();
    phone.log_in(client, "Ada", PASSWORD).await;
    let battles = phone.ask(client, "GET", "/api/me/battles", None).await.body;
    assert_eq!(battles["matches"][0]["id"], json!(made.id));
    assert_eq!(battles["matches"][0]["holds"], json!([{"viewer": {"seat": 0}}]));
    let path = format!("/api/matches/{}", made.id);
    assert_eq!(phone.ask(client, "GET", &path, None).await.body["viewer"], json!({"seat": 0}));
    let export = phone.ask(client, "GET", "/api/me/export", None).await.body;
    assert_eq!(export["person"]["name"], "Ada");
    assert_eq!(export["sessions"].as_array().unwrap().len(), 2);
    assert_eq!((&export["seats"][0]["battle"], &export["seats"][0]["seat"]), (&json!(made.id), &json!(0)));
    assert!(!export.to_string().contains("argon2id"));

    // Nobody is deleted without their password. The battle stays, and its secret still opens it.
    let delete = |password: &str| Some(json!({"password": password}));
    assert_eq!(ada.ask(client, "POST", "/api/me/delete", delete("guess")).await.status, 422);
    let said = ada.ask(client, "POST", "/api/me/delete", delete(PASSWORD)).await;
    assert_eq!((said.status, ada.cookie.clone()), (200, None), "{}", said.body);
    assert_eq!(phone.name(client).await, Value::Null);
    assert_eq!(phone.ask(client, "GET", &path, None).await.status, 401);
    assert_eq!(client.get(&path, &made.seats[0]).await.0, 200);
    assert_eq!(ada.log_in(client, "Ada", PASSWORD).await.status, 401);
    Browser::sign_up(client, "Ada").await;
}

/// Work comes before an account, and counts once.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_costs_some_work() {
    let folder = fresh_folder("people-work");
    let database = Database::File(folder.join("flagbridge.sqlite"));
    let people = Some(People { work: 6, ..cheap() });
    let config =
        Config { limits: generous(), people, ..Config::new("127.0.0.1:0".parse().unwrap(), database) };
    let running = server::start(config).await.unwrap();
    let client = Client::new(&format!("http://{}", running.address));
    let host = Host { running: Some(running), client, folder };
    let client = &host.client;
    let mut browser = Browser::default();
    let work = browser.ask(client, "GET", "/api/me", None).await.body["work"].clone();
    assert_eq!(work["bits"], 6);
    let challenge = work["challenge"].as_str().unwrap();
    let answer = people::solve(challenge, 6);
    // One text in 64 happens to be an answer, so a wrong one has to be looked for.
    let wrong = (0..).map(|n| format!("x{n}")).find(|text| !people::solves(challenge, text, 6)).unwrap();
    let sign_up = |name: &str, work: Value| {
        let mut body = json!({"name": name, "password": PASSWORD});
        if !work.is_null() {
            body["work"] = work;
        }
        Some(body)
    };
    let done = json!({"challenge": challenge, "answer": answer});
    for wrong in [
        Value::Null,
        json!({"challenge": challenge, "answer": wrong}),
        json!({"challenge": "1.a.b", "answer": answer}),
    ] {
        let said = browser.ask(client, "POST", "/api/people", sign_up("Ada", wrong)).await;
        assert_eq!((said.status, said.cookie.as_ref()), (422, None), "{}", said.body);
    }
    assert_eq!(browser.ask(client, "POST", "/api/people", sign_up("Ada", done.clone())).await.status, 201);
    // Whoever is somebody has no work to do; and what was done counts for nobody else.
    assert_eq!(browser.ask(client, "GET", "/api/me", None).await.body.get("work"), None);
    let said = Browser::default().ask(client, "POST", "/api/people", sign_up("Bob", done)).await;
    assert_eq!(said.status, 422);
}

/// What the command line does while the server is at work: a link for a forgotten password, and the door.
#[tokio::test(flavor = "multi_thread")]
async fn links_work_once_and_whoever_is_shut_out_stays_out() {
    let host = open("house", generous(), Edge::default()).await;
    let client = &host.client;
    let mut ada = Browser::sign_up(client, "Ada").await;
    let url = store::file_url(&host.folder.join("flagbridge.sqlite"));
    let store = store::Store::open_shared(&url, patient()).await.unwrap();
    let person = store.person_named("ada").await.unwrap().unwrap();
    let act = |id: &str| store::Act { id: id.to_owned(), person: person.id.clone(), ..store::Act::default() };
    let link = |secret: &str, expires: i64| store::Link {
        hash: server::link_hash(secret),
        person: person.id.clone(),
        purpose: "password".to_owned(),
        expires,
    };
    let reset = |link: &str, password: &str| Some(json!({"link": link, "password": password}));
    store.make_link(&link("old", 1), &act("1")).await.unwrap();
    store.make_link(&link("late", 1), &act("2")).await.unwrap();
    for useless in ["old", "late", "guess", "", "\0"] {
        let said =
            Browser::default().ask(client, "POST", "/api/reset", reset(useless, "six other moons")).await;
        assert_eq!((said.status, said.cookie.as_ref()), (422, None), "{useless:?}");
    }
    store.make_link(&link("good", i64::MAX), &act("3")).await.unwrap();
    let mut phone = Browser::default();
    assert_eq!(phone.ask(client, "POST", "/api/reset", reset("good", "short")).await.status, 422);
    assert_eq!(phone.ask(client, "POST", "/api/reset", reset("good", "six other moons")).await.status, 200);
    assert_eq!(phone.name(client).await, "Ada");
    // Everybody else is out, and the link is used up.
    assert_eq!(ada.name(client).await, Value::Null);
    let said = Browser::default().ask(client, "POST", "/api/reset", reset("good", "six third moons")).await;
    assert_eq!((said.status, code(&said)), (422, "refused"));
    assert_eq!(ada.log_in(client, "Ada", "six other moons").await.status, 200);

    store.ban(i64::MAX / 2, "floods", &act("4")).await.unwrap();
    assert_eq!(ada.name(client).await, Value::Null);
    let said = ada.log_in(client, "Ada", "six other moons").await;
    assert_eq!((said.status, code(&said)), (403, "forbidden"));
    assert!(said.body["error"]["message"].as_str().unwrap().contains("floods"));
    // A stranger is not told.
    assert_eq!(ada.log_in(client, "Ada", "guess number one").await.status, 401);
    store.ban(0, "", &act("5")).await.unwrap();
    assert_eq!(ada.log_in(client, "Ada", "six other moons").await.status, 200);
    store.close().await;
}
