//! Notices on their way: to a browser that takes pushes, to a webhook, by mail
//! at once or once a day. What was read or settled meanwhile, or is no longer
//! wanted, stays here; what comes at night waits for the morning.

use std::time::{Duration, UNIX_EPOCH};

use couriers::{Mail, PostError, Told, hook, push};
use store::{Claimed, KeptNotice};
use wire::{HookCall, Wishes};

use super::{Words, hours, ways, wishes, words};
use crate::{
    app::App,
    error::{AppError, Result},
    jobs::Done,
};

pub(crate) const PUSH: &str = "out-push";
pub(crate) const HOOK: &str = "out-hook";
pub(crate) const MAIL: &str = "out-mail";
pub(crate) const DIGEST: &str = "out-digest";
/// How long a push service keeps a message for a browser that is not there, in seconds.
const LASTS: u32 = 24 * 3600;
/// More lines than anybody reads in one mail.
const LINES: usize = 60;

/// What is still to be told.
struct Open {
    notice: KeptNotice,
    wishes: Wishes,
    words: Words,
}

/// The notice with this id if it is still worth telling; nothing if it is not, or if it has to wait.
async fn open(app: &App, it: &Claimed, id: &str) -> Result<Option<Open>> {
    let Some(notice) = app.store().notice(id).await? else { return Ok(None) };
    if notice.seen != 0 {
        return Ok(None);
    }
    let wishes = wishes(app, &notice.person).await?;
    if let Some(until) = hours::quiet_until(&wishes, app.clock().millis()) {
        put_off(app, it, until).await?;
        return Ok(None);
    }
    let words = words::of(&notice, &wishes);
    Ok(Some(Open { notice, wishes, words }))
}

async fn put_off(app: &App, it: &Claimed, due: i64) -> Result<()> {
    let _writing = app.writing().read().await;
    if app.store().put_job_off(it, due).await? {
        app.jobs().due(due);
    }
    Ok(())
}

/// So much and no more for one person; what is too much stays in the list on the page.
fn is_too_much(app: &App, person: &str) -> bool {
    let too_much = app.house().is_some_and(|house| house.telling.take(person.to_owned()).is_err());
    if too_much {
        tracing::warn!(person, "more notices than one person is sent; this one is not");
    }
    too_much
}

pub(crate) async fn to_browser(app: &App, it: &Claimed) -> Done {
    let Some((id, endpoint)) = it.job.name.split_once('.') else { return Ok(()) };
    let Some(open) = open(app, it, id).await? else { return Ok(()) };
    let Some(to) = app.store().endpoint(endpoint).await? else { return Ok(()) };
    if !ways(&open.notice.kind, &open.wishes).push || is_too_much(app, &to.person) {
        return Ok(());
    }
    let Some(house) = app.house() else { return Ok(()) };
    let forget = || async {
        let _writing = app.writing().read().await;
        app.store().drop_endpoint(&to.person, &to.id).await.map(drop)
    };
    let Ok(url) = couriers::target(&to.url, &house.bounds) else { return Ok(forget().await?) };
    let call = call(app, &open);
    let text = serde_json::to_string(&call).expect("plain data");
    let topic = topic(&open.notice);
    let urgent = matches!(open.notice.kind.as_str(), "turn" | "clock" | "challenge");
    let message = push::Message { text: &text, topic: &topic, urgent, lasts: LASTS };
    let endpoint = push::Endpoint { url: url.clone(), key: to.key.clone(), auth: to.auth.clone() };
    let one_time = loop {
        // Nearly all numbers are keys.
        if let Ok(key) = push::Key::new(&app.chance().apart().bytes()) {
            break key;
        }
    };
    let random = (&one_time, app.chance().apart().bytes());
    let seconds = app.clock().millis() / 1000;
    let contact = app.contact();
    let Ok(parcel) = push::parcel(&house.push_key, &endpoint, &message, &contact, seconds, random) else {
        return Ok(forget().await?);
    };
    match couriers::post(&url, parcel, &house.bounds).await {
        Told::Taken => Ok(()),
        Told::Gone => {
            tracing::info!(person = to.person, "a browser is gone and gets no more push messages");
            Ok(forget().await?)
        }
        Told::Refused(why) => refused("a push", &why),
        Told::Failed(why) => Err(failed(why)),
    }
}

/// One push of a battle takes the place of another that still waits.
fn topic(notice: &KeptNotice) -> String {
    let of = if notice.match_id.is_empty() { &notice.id } else { &notice.match_id };
    let hash =
        blake3::derive_key("flagbridge 1 topic of a push", format!("{}\0{of}", notice.kind).as_bytes());
    couriers::base64url::write(&hash[..24])
}

pub(crate) async fn to_hook(app: &App, it: &Claimed) -> Done {
    let Some(open) = open(app, it, &it.job.name).await? else { return Ok(()) };
    let person = &open.notice.person;
    let Some(to) = app.store().hook_of(person).await? else { return Ok(()) };
    if !ways(&open.notice.kind, &open.wishes).hook || is_too_much(app, person) {
        return Ok(());
    }
    let Some(house) = app.house() else { return Ok(()) };
    let url = couriers::target(&to.url, &house.bounds).map_err(|err| failed(err.to_string()))?;
    let body = serde_json::to_string(&call(app, &open)).expect("plain data");
    let parcel = hook::parcel(body, &to.secret, &open.notice.id, app.clock().millis() / 1000);
    match couriers::post(&url, parcel, &house.bounds).await {
        Told::Taken => Ok(()),
        Told::Gone => Err(failed("it answered that there is nobody there".to_owned())),
        Told::Refused(why) => refused("a webhook", &why),
        Told::Failed(why) => Err(failed(why)),
    }
}

pub(crate) async fn by_mail(app: &App, it: &Claimed) -> Done {
    let Some(open) = open(app, it, &it.job.name).await? else { return Ok(()) };
    let person = &open.notice.person;
    let to = app.store().mail_of(person).await?.address;
    if to.is_empty() || !ways(&open.notice.kind, &open.wishes).mail || is_too_much(app, person) {
        return Ok(());
    }
    let subject = format!("{}: {}", open.words.title, open.notice.subject);
    let text = format!("{}\n\n{}\n{}", open.words.text, link(app, &open.notice), foot(app));
    mail(app, Mail { to, subject, text, id: open.notice.id.clone(), unsubscribe: Some(settings(app)) }).await
}

/// What has gathered for somebody since the last daily mail. Its job has the name of the hour, so that the hour's
/// mail goes out once.
pub(crate) async fn digest(app: &App, it: &Claimed) -> Done {
    let Some((person, _)) = it.job.name.rsplit_once('.') else { return Ok(()) };
    let gathered = app.store().digest_of(person).await?;
    let Some(last) = gathered.iter().map(|it| it.at).max() else { return Ok(()) };
    let wishes = wishes(app, person).await?;
    let to = app.store().mail_of(person).await?.address;
    let wanted = |it: &&KeptNotice| it.seen == 0 && ways(&it.kind, &wishes).mail;
    let open: Vec<&KeptNotice> = gathered.iter().filter(wanted).collect();
    if !open.is_empty() && !to.is_empty() && !is_too_much(app, person) {
        let mut text = String::new();
        for it in open.iter().take(LINES) {
            let Words { title, text: words } = words::of(it, &wishes);
            text.push_str(&format!("{title}: {words}\n  {}\n\n", link(app, it)));
        }
        if LINES < open.len() {
            text.push_str(&format!("… and {} more.\n", open.len() - LINES));
        }
        text.push_str(&foot(app));
        let subject = match open.len() {
            1 => "1 thing since yesterday".to_owned(),
            n => format!("{n} things since yesterday"),
        };
        let id = format!("digest-{}", it.job.name);
        mail(app, Mail { to, subject, text, id, unsubscribe: Some(settings(app)) }).await?;
    }
    let _writing = app.writing().read().await;
    Ok(app.store().digested(person, last).await?)
}

/// A letter that was asked for.
pub(super) async fn letter(app: &App, id: &str, to: &str, subject: &str, text: String) -> Done {
    let mail_to =
        Mail { to: to.to_owned(), subject: subject.to_owned(), text, id: id.to_owned(), unsubscribe: None };
    mail(app, mail_to).await
}

async fn mail(app: &App, mail: Mail) -> Done {
    let Some(post) = app.post() else { return refused("a mail", "this server sends none") };
    let now = UNIX_EPOCH + Duration::from_millis(app.clock().millis().unsigned_abs());
    match post.send(&mail, now).await {
        Ok(()) => Ok(()),
        Err(PostError::Refused(why)) => refused("a mail", &why),
        Err(PostError::Failed(why)) => Err(failed(why)),
    }
}

fn call(app: &App, open: &Open) -> HookCall {
    HookCall {
        id: open.notice.id.clone(),
        kind: open.notice.kind.clone(),
        title: open.words.title.clone(),
        text: open.words.text.clone(),
        link: link(app, &open.notice),
        battle: Some(open.notice.match_id.clone()).filter(|id| !id.is_empty()),
        at: open.notice.at.unsigned_abs(),
    }
}

fn link(app: &App, notice: &KeptNotice) -> String {
    format!("{}#/{}", app.site(), notice.link)
}

fn settings(app: &App) -> String {
    format!("{}#/account", app.site())
}

fn foot(app: &App) -> String {
    format!(
        "\n-- \n{}: You can change what you are told about, and how, in your account: {}\n",
        app.place(),
        settings(app)
    )
}

/// Trying again would change nothing.
fn refused(what: &str, why: &str) -> Done {
    tracing::warn!(why, "{what} was refused and is not tried again");
    Ok(())
}

fn failed(why: String) -> AppError {
    AppError::undelivered(why)
}
