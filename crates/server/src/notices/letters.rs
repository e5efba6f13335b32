//! Letters that are asked for: the link that proves an address, the link for a
//! forgotten password, word that the address is another one. A link is drawn
//! when its letter is written, so that what waits in the queue opens nothing.

use serde::{Deserialize, Serialize};
use store::{Claimed, Job, KeptPerson, Link};

use crate::{
    app::App,
    error::{AppError, Result},
    jobs::Done,
    notices::deliver,
};

pub(crate) const KIND: &str = "out-letter";
/// What a link for another password is for.
pub(crate) const PASSWORD: &str = "password";
/// How long links work, in milliseconds.
pub(crate) const PROOF: i64 = 24 * 3_600_000;
pub(crate) const RESET: i64 = 3_600_000;
/// How many accounts of one address are written to.
const MOST: u32 = 5;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "snake_case")]
pub(crate) enum Letter {
    /// To the address that somebody wants.
    Prove { person: String },
    /// To whoever has this address, if anybody does.
    Forgotten { address: String },
    /// To an address that is no longer somebody's.
    Left { name: String, address: String },
}

/// A letter will be written; what is on its way is told by nobody.
pub(crate) async fn send(app: &App, letter: &Letter) -> Result<()> {
    let due = app.clock().millis();
    let payload = serde_json::to_string(letter).expect("plain data");
    let job = Job { kind: KIND.to_owned(), name: app.chance().apart().id(), due, payload };
    let _writing = app.writing().read().await;
    app.store().post_job(&job).await?;
    app.jobs().due(due);
    Ok(())
}

pub(crate) async fn write(app: &App, it: &Claimed) -> Done {
    let broken = |err: serde_json::Error| AppError::corrupted(&format!("a letter: {err}"));
    let letter: Letter = serde_json::from_str(&it.job.payload).map_err(broken)?;
    let place = app.place();
    match letter {
        Letter::Prove { person } => {
            let Some(person) = app.store().person(&person).await? else { return Ok(()) };
            let wanted = app.store().mail_of(&person.id).await?.wanted;
            if wanted.is_empty() {
                return Ok(());
            }
            let purpose = store::proves(&wanted);
            let link = link(app, &person, purpose, PROOF, "verify").await?;
            let text = format!(
                "Hello {},\n\nsomebody has given this address for your account at {place}. Open this link to \
                 confirm that it is yours; it works once, for a day:\n\n{link}\n\nIf you have no account there, \
                 somebody has mistyped an address: do nothing, and you will not hear from us again.\n",
                person.name
            );
            deliver::letter(app, &it.job.name, &wanted, "Is this your address?", text).await
        }
        Letter::Forgotten { address } => {
            for person in app.store().people_at(&address, MOST).await? {
                // Whoever is shut out stays out.
                if app.clock().millis() < person.banned_until {
                    continue;
                }
                let to = app.store().mail_of(&person.id).await?.address;
                let link = link(app, &person, PASSWORD.to_owned(), RESET, "reset").await?;
                let text = format!(
                    "Hello {},\n\nsomebody, probably you, has forgotten the password of your account at {place}. \
                     With this link you choose a new one; it works once, for an hour:\n\n{link}\n\nIf it was not \
                     you, do nothing: your password stays as it is.\n",
                    person.name
                );
                let id = format!("{}-{}", it.job.name, person.id);
                deliver::letter(app, &id, &to, "Choose a new password", text).await?;
            }
            Ok(())
        }
        Letter::Left { name, address } => {
            let text = format!(
                "Hello {name},\n\nthis is no longer the address of your account at {place}. If that was not you, \
                 log in and change your password; if you cannot, write to whoever runs the place.\n"
            );
            deliver::letter(app, &it.job.name, &address, "Your address was removed", text).await
        }
    }
}

/// A link that works once. Whoever asks again gets another, and the first is worth nothing.
async fn link(app: &App, person: &KeptPerson, purpose: String, lasts: i64, route: &str) -> Result<String> {
    let secret = app.chance().apart().secret();
    let expires = app.clock().millis() + lasts;
    let link = Link { hash: secret.person_hash(), person: person.id.clone(), purpose, expires };
    let _writing = app.writing().read().await;
    app.store().put_link(&link).await?;
    Ok(format!("{}#/{route}/{}", app.site(), secret.into_text()))
}
