//! Addresses of mail, forgotten passwords and the second factor, over sockets:
//! links that work once and for a while, codes that are taken once.

use people::factor;
use serde_json::{Value, json};
use server::{Limits, Rate};

use crate::{
    client::generous,
    people::{Browser, PASSWORD, Said},
    sinks::{Place, link_in},
};

fn code(said: &Said) -> &str {
    said.body["error"]["code"].as_str().unwrap_or_default()
}

async fn ask(place: &Place, browser: &mut Browser, method: &str, path: &str, body: Value) -> Said {
    let body = Some(body).filter(|it| !it.is_null());
    browser.ask(place.client(), method, path, body).await
}

async fn log_in(place: &Place, name: &str, password: &str, code: Option<&str>) -> (Browser, Said) {
    let mut browser = Browser::default();
    let body = json!({"name": name, "password": password, "code": code});
    let said = ask(place, &mut browser, "POST", "/api/session", body).await;
    (browser, said)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_somebodys_when_its_link_was_opened_and_links_work_once() {
    let place = Place::open("address").await;
    let mut ann = Browser::sign_up(place.client(), "Ann").await;
    let wanted = json!({"address": "ann@post.example", "password": PASSWORD});
    let wrong = json!({"address": "ann@post.example", "password": "guess"});
    assert_eq!(code(&ask(&place, &mut ann, "POST", "/api/me/mail", wrong).await), "refused");
    let odd = json!({"address": "ann@localhost", "password": PASSWORD});
    assert_eq!(code(&ask(&place, &mut ann, "POST", "/api/me/mail", odd).await), "refused");
    let said = ask(&place, &mut ann, "POST", "/api/me/mail", wanted).await;
    assert_eq!(said.body, json!({"sends": true, "wanted": "ann@post.example"}));
    let letter = place.letters.nth("ann@post.example", 1).await;
    assert!(letter.contains("Hello Ann,") && letter.contains(&place.client().base), "{letter}");
    let first = json!({"link": link_in(&letter, "verify")});
    // A link for an address opens no password.
    let reset = json!({"link": first["link"], "password": "six other moons"});
    assert_eq!(code(&ask(&place, &mut Browser::default(), "POST", "/api/reset", reset).await), "refused");
    // Another device, where nobody is logged in.
    let said = ask(&place, &mut Browser::default(), "POST", "/api/verify", first.clone()).await;
    assert_eq!(said.body, json!({"address": "ann@post.example"}));
    let replayed = ask(&place, &mut Browser::default(), "POST", "/api/verify", first).await;
    assert_eq!((replayed.status, code(&replayed)), (422, "refused"));

    // Another address: the first stays until the second is proven, and hears of it then.
    let other = json!({"address": "ann@other.example", "password": PASSWORD});
    let said = ask(&place, &mut ann, "POST", "/api/me/mail", other.clone()).await;
    assert_eq!(said.body["address"], "ann@post.example");
    let late = link_in(&place.letters.nth("ann@other.example", 1).await, "verify");
    place.step(25 * 3600).await;
    let said = ask(&place, &mut ann, "POST", "/api/verify", json!({"link": late})).await;
    assert_eq!(said.status, 422, "its day is over");
    ask(&place, &mut ann, "POST", "/api/me/mail", other.clone()).await;
    let second = link_in(&place.letters.nth("ann@other.example", 2).await, "verify");
    // Asked for once more: the link before is worth nothing.
    ask(&place, &mut ann, "POST", "/api/me/mail", other).await;
    let third = link_in(&place.letters.nth("ann@other.example", 3).await, "verify");
    let said = ask(&place, &mut ann, "POST", "/api/verify", json!({"link": second})).await;
    assert_eq!(said.status, 422, "there is a newer one");
    let said = ask(&place, &mut ann, "POST", "/api/verify", json!({"link": third})).await;
    assert_eq!(said.status, 200);
    let left = place.letters.nth("ann@post.example", 2).await;
    assert!(left.contains("no longer the address of your account"), "{left}");
    // Everything of it is in the export, and nothing of it stays.
    let export = ask(&place, &mut ann, "GET", "/api/me/export", Value::Null).await.body;
    assert_eq!(export["mail"]["address"], "ann@other.example");
    let removed = ask(&place, &mut ann, "POST", "/api/me/mail/remove", json!({"password": PASSWORD})).await;
    assert_eq!(removed.body, json!({"sends": true}));
    place.letters.nth("ann@other.example", 4).await;
    let gone = ask(&place, &mut ann, "POST", "/api/me/delete", json!({"password": PASSWORD})).await;
    assert_eq!(gone.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_password_is_reset_by_mail_and_nobody_learns_who_has_an_address() {
    let place = Place::open("forgotten").await;
    let _ann = place.person("Ann").await;
    let mut nobody = Browser::default();
    let mut forgotten = async |address: &str| {
        ask(&place, &mut nobody, "POST", "/api/forgotten", json!({"address": address})).await
    };
    let there = forgotten("ANN@post.example").await;
    let not_there = forgotten("bob@post.example").await;
    assert_eq!((there.status, &there.body), (200, &json!({"minutes": 60})));
    assert_eq!((there.status, there.body), (not_there.status, not_there.body));
    let letter = place.letters.nth("ann@post.example", 2).await;
    let link = link_in(&letter, "reset");
    assert!(!letter.contains(PASSWORD) && place.letters.to("bob@post.example").is_empty());
    // What waits in the queue, and what is remembered of it, opens nothing.
    let reset = json!({"link": link, "password": "six other moons"});
    let mut ann = Browser::default();
    assert_eq!(ask(&place, &mut ann, "POST", "/api/reset", reset.clone()).await.status, 200);
    let replayed = ask(&place, &mut Browser::default(), "POST", "/api/reset", reset).await;
    assert_eq!((replayed.status, code(&replayed)), (422, "refused"));
    assert_eq!(log_in(&place, "Ann", PASSWORD, None).await.1.status, 401);
    assert_eq!(log_in(&place, "Ann", "six other moons", None).await.1.status, 200);
    // An hour later a link is worth nothing.
    forgotten("ann@post.example").await;
    let late = link_in(&place.letters.nth("ann@post.example", 3).await, "reset");
    place.step(3601).await;
    let late = json!({"link": late, "password": "six moons more"});
    assert_eq!(ask(&place, &mut ann, "POST", "/api/reset", late).await.status, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_are_counted_by_who_asks_and_by_where_they_go() {
    let few = Limits { writing: Rate { burst: 2.0, per_second: 1e-6 }, ..generous() };
    let place = Place::with("letters", few, true).await;
    let mut nobody = Browser::default();
    for (address, status) in [("a@post.example", 200), ("b@post.example", 200), ("c@post.example", 429)] {
        let said = ask(&place, &mut nobody, "POST", "/api/forgotten", json!({"address": address})).await;
        assert_eq!(said.status, status, "{address}");
    }
    // Somebody else is not held up by that, but nor can they write to the same address for ever.
    let mut ann = Browser::sign_up(place.client(), "Ann").await;
    for status in [200, 429] {
        let wanted = json!({"address": "a@post.example", "password": PASSWORD});
        assert_eq!(ask(&place, &mut ann, "POST", "/api/me/mail", wanted).await.status, status);
    }
}

/// Switches a second factor on; its secret and the codes on paper.
async fn factored(place: &Place, browser: &mut Browser) -> (String, Vec<String>) {
    let begun = ask(place, browser, "POST", "/api/me/factor", json!({"password": PASSWORD})).await;
    assert_eq!(begun.status, 200, "{}", begun.body);
    let secret = begun.body["secret"].as_str().unwrap().to_owned();
    assert!(begun.body["uri"].as_str().unwrap().contains(&secret));
    assert!(begun.body["path"].as_str().unwrap().starts_with("M0 0h1v1h-1z"), "a square has a corner");
    let wrong = ask(place, browser, "POST", "/api/me/factor/confirm", json!({"code": "abc"})).await;
    assert_eq!(wrong.status, 422);
    let shown = factor::shown(&secret, place.now()).unwrap();
    let on = ask(place, browser, "POST", "/api/me/factor/confirm", json!({"code": shown})).await;
    let codes = serde_json::from_value(on.body["codes"].clone()).unwrap();
    (secret, codes)
}

/// Codes that are not right at any time near this one: a few of a million are.
fn wrong_codes(secret: &str, now: i64) -> impl Iterator<Item = String> {
    let right: Vec<String> = (-4..=4).map(|n| factor::shown(secret, now + n * 30_000).unwrap()).collect();
    (0..).map(|n: u32| format!("{n:06}")).filter(move |it| !right.contains(it))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_factor_is_asked_for_and_each_code_is_taken_once() {
    let place = Place::open("factor").await;
    let mut ann = place.person("Ann").await;
    let (secret, codes) = factored(&place, &mut ann).await;
    assert_eq!(codes.len(), 10);
    let page = ask(&place, &mut ann, "GET", "/api/me/factor", Value::Null).await.body;
    assert_eq!((page["codes"].as_u64(), page["since"].as_i64()), (Some(10), Some(place.now())));
    // Nobody can put another in its place.
    let again = ask(&place, &mut ann, "POST", "/api/me/factor", json!({"password": PASSWORD})).await;
    assert_eq!(code(&again), "refused");

    let shown = || factor::shown(&secret, place.now()).unwrap();
    // With a wrong password nobody learns that there is a second factor.
    assert_eq!(code(&log_in(&place, "Ann", "six big moons", None).await.1), "wrong_password");
    let (browser, said) = log_in(&place, "Ann", PASSWORD, None).await;
    assert_eq!((code(&said), browser.cookie), ("code_wanted", None));
    let wrong = wrong_codes(&secret, place.now()).next().unwrap();
    assert_eq!(code(&log_in(&place, "Ann", PASSWORD, Some(&wrong)).await.1), "wrong_code");
    // The code that switched it on is used up, and so is every code after it was used.
    assert_eq!(code(&log_in(&place, "Ann", PASSWORD, Some(&shown())).await.1), "wrong_code");
    place.step(30).await;
    let now = shown();
    assert_eq!(log_in(&place, "Ann", PASSWORD, Some(&now)).await.1.status, 200);
    assert_eq!(code(&log_in(&place, "Ann", PASSWORD, Some(&now)).await.1), "wrong_code");
    // Codes on paper, once each, however they are typed.
    let typed = codes[3].to_lowercase().replace('-', " ");
    assert_eq!(log_in(&place, "Ann", PASSWORD, Some(&typed)).await.1.status, 200);
    assert_eq!(code(&log_in(&place, "Ann", PASSWORD, Some(&codes[3])).await.1), "wrong_code");

    // A mail alone does not get anybody in.
    ask(&place, &mut Browser::default(), "POST", "/api/forgotten", json!({"address": "ann@post.example"}))
        .await;
    let link = link_in(&place.letters.nth("ann@post.example", 2).await, "reset");
    let reset = json!({"link": link, "password": "six other moons"});
    let said = ask(&place, &mut Browser::default(), "POST", "/api/reset", reset).await;
    assert_eq!(code(&said), "code_wanted");
    let reset = json!({"link": link, "password": PASSWORD, "code": codes[4]});
    assert_eq!(ask(&place, &mut ann, "POST", "/api/reset", reset).await.status, 200, "the link still works");

    // Other codes, and off again: for whoever has both.
    let wrong = json!({"password": PASSWORD, "code": codes[4]});
    assert_eq!(code(&ask(&place, &mut ann, "POST", "/api/me/factor/codes", wrong).await), "refused");
    let right = json!({"password": PASSWORD, "code": codes[5]});
    let fresh = ask(&place, &mut ann, "POST", "/api/me/factor/codes", right).await.body;
    assert_eq!(code(&log_in(&place, "Ann", PASSWORD, Some(&codes[6])).await.1), "wrong_code");
    let off = json!({"password": PASSWORD, "code": fresh["codes"][0]});
    let said = ask(&place, &mut ann, "POST", "/api/me/factor/remove", off).await;
    assert_eq!((said.status, said.body), (200, json!({"codes": 0})));
    assert_eq!(log_in(&place, "Ann", PASSWORD, None).await.1.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_cannot_be_tried_out() {
    let few = Limits { coding: Rate { burst: 4.0, per_second: 1e-6 }, ..generous() };
    let place = Place::with("guessed", few, true).await;
    let mut ann = Browser::sign_up(place.client(), "Ann").await;
    let (secret, _) = factored(&place, &mut ann).await;
    for guess in wrong_codes(&secret, place.now()).take(2) {
        assert_eq!(code(&log_in(&place, "Ann", PASSWORD, Some(&guess)).await.1), "wrong_code");
    }
    place.step(60).await;
    let right = factor::shown(&secret, place.now()).unwrap();
    assert_eq!(log_in(&place, "Ann", PASSWORD, Some(&right)).await.1.status, 429);
}

/// What is kept of all that, looked for in the database itself.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_opens_nothing_and_goes_with_the_account() {
    let place = Place::open("kept").await;
    let mut ann = place.person("Ann").await;
    let (_, codes) = factored(&place, &mut ann).await;
    ask(&place, &mut ann, "POST", "/api/me/hook", json!({"url": format!("{}/hook", place.door.base)})).await;
    ask(&place, &mut ann, "POST", "/api/forgotten", json!({"address": "ann@post.example"})).await;
    let link = link_in(&place.letters.nth("ann@post.example", 2).await, "reset");
    let kept = async || {
        // The log beside the file has what the file has not yet.
        // First the log: what leaves it meanwhile is in the file.
        let mut bytes = std::fs::read(place.host.folder.join("flagbridge.sqlite-wal")).unwrap_or_default();
        bytes.extend(std::fs::read(place.host.folder.join("flagbridge.sqlite")).unwrap());
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let text = kept().await;
    assert!(text.contains("ann@post.example"), "it is looked for where it is");
    for secret in codes.iter().map(|it| it.replace('-', "")).chain([link]) {
        assert!(!text.contains(&secret), "what opens something is kept");
    }
    let gone = ask(&place, &mut ann, "POST", "/api/me/delete", json!({"password": PASSWORD})).await;
    assert_eq!(gone.status, 200);
    let url = store::file_url(&place.host.folder.join("flagbridge.sqlite"));
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    for table in [
        "mail_addresses",
        "second_factors",
        "recovery_codes",
        "notices",
        "notice_wishes",
        "push_endpoints",
        "hooks",
        "links",
    ] {
        let sql = format!("SELECT count(*) FROM {table}");
        let n: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&pool).await.unwrap();
        assert_eq!(n, 0, "{table}");
    }
    let done = "SELECT count(*) FROM jobs WHERE done <> 0 AND payload <> ''";
    let n: i64 = sqlx::query_scalar(done).fetch_one(&pool).await.unwrap();
    assert_eq!(n, 0, "what a letter was about is forgotten when it has gone out");
    pool.close().await;
}
