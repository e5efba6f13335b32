//! Moderation: who does it, who may not speak, what is done
//! about anybody and written down, and what is cleared away in time.

use axum::{extract::FromRequestParts, http::request::Parts};
use engine::{EndedBy, Ending, Outcome};
use people::words::{self, Measure};
use serde::{Deserialize, Serialize};
use store::{Act, Conduct, Job, KeptPerson, Report, Store};
use wire::{Reported, Room};

use crate::{
    app::App,
    beside,
    error::{AppError, Result},
    jobs::Done,
    people::Person,
    talk,
    turns::Owner,
};

/// Why something is reported, or done.
pub(crate) const REASON: Measure = Measure { what: "a reason", most: 1_000, lines: 20 };

/// In milliseconds.
pub(crate) const DAY: i64 = 24 * 60 * 60 * 1000;
/// How long talk is kept, and reports that are decided.
const TALK: i64 = 90 * DAY;
const REPORTS: i64 = 180 * DAY;

/// Handlers for moderators want one who is logged in.
pub(crate) struct Moderator(pub(crate) Person);

impl FromRequestParts<App> for Moderator {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let person = <Person as FromRequestParts<App>>::from_request_parts(parts, app).await?;
        if app.store().conduct(&person.id).await?.is_moderator() {
            return Ok(Moderator(person));
        }
        Err(AppError::forbidden("only moderators can do this"))
    }
}

impl Moderator {
    /// That something is done, by this one and now.
    pub(crate) fn act(&self, app: &App, what: &str, about: Option<&KeptPerson>, words: &str) -> Act {
        Act {
            id: app.chance().id(),
            at: app.clock().millis(),
            by: self.0.name.clone(),
            act: what.to_owned(),
            person: about.map_or_else(String::new, |it| it.id.clone()),
            name: about.map_or_else(String::new, |it| it.name.clone()),
            words: words.to_owned(),
        }
    }
}

/// Takes away what a report is about.
///
/// # Errors
///
/// If it is a person, or the database is away; in words.
pub async fn remove_reported(store: &Store, report: &Report, act: &Act) -> std::result::Result<(), String> {
    let spot = Spot::read(&report.place).map_err(|err| err.body().message)?;
    take_away(store, &spot, act).await.map_err(|err| err.body().message)
}

pub(crate) async fn take_away(store: &Store, spot: &Spot, act: &Act) -> Result<()> {
    match spot {
        Spot::Talk { id, room, n, .. } => {
            store.take_back_words(id, talk::number(*room), *n, act).await?;
        }
        Spot::Post { club, n } => store.remove_post(club, *n, act.at, Some(act)).await?,
        Spot::Person { .. } => return Err(AppError::refused("a person cannot be removed")),
    }
    Ok(())
}

/// The reason somebody gives, without which nothing is done about anybody.
pub(crate) fn reason(text: &str) -> Result<String> {
    clean_reason(text).map_err(AppError::refused)
}

/// The same for whoever is no server.
///
/// # Errors
///
/// Why it is no reason, in words.
pub fn clean_reason(text: &str) -> std::result::Result<String, String> {
    words::clean(text, REASON)
}

/// Why somebody may say and write nothing now; nothing if they may.
pub(crate) fn mute_of(conduct: &Conduct, now: i64) -> Option<String> {
    if conduct.muted_until <= now {
        return None;
    }
    let days = more_days(conduct.muted_until, now);
    Some(format!("a moderator has muted you for {days}: {}", conduct.muted_why))
}

/// How long it lasts, rounded up: nobody waits for the minute.
pub(crate) fn more_days(until: i64, now: i64) -> String {
    match (until - now + DAY - 1) / DAY {
        1 => "1 more day".to_owned(),
        days => format!("{days} more days"),
    }
}

/// Whoever writes something that others see must be allowed to.
pub(crate) async fn may_write(app: &App, person: &str) -> Result<()> {
    match mute_of(&app.store().conduct(person).await?, app.clock().millis()) {
        Some(why) => Err(AppError::forbidden(why)),
        None => Ok(()),
    }
}

/// What a report is about, as it is found again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Spot {
    Talk { id: String, room: Room, n: i64, seat: Option<u8> },
    Post { club: String, n: i64 },
    Person { id: String },
}

impl Spot {
    pub(crate) fn to_text(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }

    pub(crate) fn read(text: &str) -> Result<Spot> {
        serde_json::from_str(text)
            .map_err(|err| AppError::corrupted(&format!("the place of a report: {err}")))
    }
}

/// Keeps a report for the moderators. The same thing reported again by the same is no error.
pub(crate) async fn take_report(app: &App, report: &Report) -> Result<Reported> {
    let _writing = app.writing().read().await;
    Ok(Reported { fresh: app.store().report(report).await? })
}

/// Ends a battle that is not over, for nobody. Its record says that a moderator did.
pub(crate) async fn end_battle(app: &App, id: &str) -> Result<()> {
    let table = app.table(id, &Owner::Match(id.to_owned())).await?;
    beside::end(app, &table, None, |_, battle| {
        Ok(Some(Ending {
            by: EndedBy::Moderator,
            seat: None,
            after: battle.events(),
            outcome: Outcome::Draw,
        }))
    })
    .await
}

/// The kind of the job by which the command line ends a battle: the server has it in hand.
pub const END: &str = "end";
/// The kind of the job that clears away what has been kept for long enough.
pub(crate) const SWEEP: &str = "sweep";
const DAILY: &str = "daily";

/// A battle is ended on somebody's behalf who has no server in hand. That it is over already is no error.
pub(crate) async fn end_later(app: &App, id: &str) -> Done {
    match end_battle(app, id).await {
        Err(err) if err.is_too_late() || err.is_not_found() => Ok(()),
        done => done,
    }
}

/// Clears away what has been kept for long enough, today and every day from now on.
pub(crate) async fn sweep(app: &App) -> Done {
    let now = app.clock().millis();
    let _writing = app.writing().read().await;
    let store = app.store();
    let (talk, reports) = (store.forget_talk(now - TALK).await?, store.forget_reports(now - REPORTS).await?);
    if 0 < talk + reports {
        tracing::info!(talk, reports, "old data is deleted");
    }
    // In its own place, so that whoever has this one in hand is done with it.
    store.set_job(&daily(now + DAY)).await?;
    app.jobs().due(now + DAY);
    Ok(())
}

fn daily(due: i64) -> Job {
    Job { kind: SWEEP.to_owned(), name: DAILY.to_owned(), due, payload: String::new() }
}

/// From here on it is done every day.
pub(crate) async fn begin(app: App) {
    let now = app.clock().millis();
    let _writing = app.writing().read().await;
    match app.store().post_job(&daily(now)).await {
        Ok(_) => app.jobs().due(now),
        Err(err) => tracing::warn!(%err, "old data will be deleted another time"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mute_is_told_in_days() {
        let muted =
            |until| Conduct { muted_until: until, muted_why: "shouts".to_owned(), ..Conduct::default() };
        assert_eq!(mute_of(&muted(DAY), DAY), None);
        assert_eq!(mute_of(&muted(DAY), 5).unwrap(), "a moderator has muted you for 1 more day: shouts");
        assert!(mute_of(&muted(3 * DAY), 5).unwrap().contains("3 more days"));
        assert_eq!(mute_of(&Conduct::default(), 5), None);
        assert_eq!(more_days(1, 0), "1 more day");
    }
}
