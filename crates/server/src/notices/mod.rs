//! What people are told: that it is their turn, that their time runs low, that
//! somebody wants something of them. Each thing is told once, and by the ways
//! its reader has chosen. What goes into a notice is known to everybody at the
//! table (who is awaited, until when, that it is over): no view and no order is
//! looked at, and no secret stands in a link.

pub(crate) mod deliver;
pub(crate) mod hours;
pub(crate) mod letters;
pub(crate) mod mention;
pub(crate) mod tell;
mod words;

use std::collections::BTreeSet;

use store::{Job, KeptNotice, NewNotice};
use wire::{NoticeCard, Ways, Wishes};

use crate::{
    app::App,
    error::{AppError, Result},
};

use words::Words;

/// How long notices are kept, in milliseconds, and how many a list shows.
pub(crate) const KEPT: i64 = 90 * 24 * 3_600_000;
pub(crate) const LISTED: u32 = 100;

/// What somebody is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Turn,
    Clock,
    Over,
    Offer,
    Challenge,
    Mention,
}

impl Kind {
    const ALL: [Kind; 6] = [Kind::Turn, Kind::Clock, Kind::Over, Kind::Offer, Kind::Challenge, Kind::Mention];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Turn => "turn",
            Kind::Clock => "clock",
            Kind::Over => "over",
            Kind::Offer => "offer",
            Kind::Challenge => "challenge",
            Kind::Mention => "mention",
        }
    }

    fn ways(self, wishes: &Wishes) -> Ways {
        match self {
            Kind::Turn => wishes.turn,
            Kind::Clock => wishes.clock,
            Kind::Over => wishes.over,
            Kind::Offer => wishes.offer,
            Kind::Challenge => wishes.challenge,
            Kind::Mention => wishes.mention,
        }
    }
}

/// The ways somebody wants to be told what a kept notice says.
fn ways(kind: &str, wishes: &Wishes) -> Ways {
    let none = Ways { page: false, push: false, mail: false, hook: false };
    Kind::ALL.into_iter().find(|it| it.name() == kind).map_or(none, |it| it.ways(wishes))
}

/// Something to be told to somebody, once.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    /// The id of a person.
    pub(crate) person: String,
    pub(crate) kind: Kind,
    /// Of an offer what it is (`draw`, `replace`, `rematch`), of an end how it came out (`won`, `lost`, `draw`,
    /// or nothing); of a challenge or a mention who it comes from.
    pub(crate) detail: String,
    /// The title of a battle, or of whatever place it is about.
    pub(crate) subject: String,
    /// Where in the client it leads: `table/…`, without any secret.
    pub(crate) link: String,
    /// The battle and the decision it is about.
    pub(crate) battle: Option<(String, Option<usize>)>,
    /// What tells it from others of its kind about the same: nobody is told the same twice.
    pub(crate) about: String,
    /// Until when something is to be done, in milliseconds since 1970.
    pub(crate) until: Option<i64>,
}

/// Tells people something, by all the ways they want; answers with the ids of what they had not been told yet.
pub(crate) async fn post(app: &App, notices: Vec<Notice>) -> Result<Vec<String>> {
    post_later(app, notices, 0).await
}

/// The same for those who see it on a page of ours by themselves: what they have neither read nor dealt with
/// after so many milliseconds goes to them by their other ways.
pub(crate) async fn post_later(app: &App, notices: Vec<Notice>, later: i64) -> Result<Vec<String>> {
    let now = app.clock().millis();
    let mut new = Vec::with_capacity(notices.len());
    let people: BTreeSet<String> = notices.iter().map(|it| it.person.clone()).collect();
    for it in notices {
        let wishes = wishes(app, &it.person).await?;
        new.push(prepared(app, it, &wishes, (now, later)).await?);
    }
    let _writing = app.writing().read().await;
    let (due, told) = app.store().tell_people(&new).await?;
    if let Some(due) = due {
        app.jobs().due(due);
    }
    // Whatever page of ours they have open, it says so now.
    if let Some(house) = app.house().filter(|_| !told.is_empty()) {
        people.iter().for_each(|person| house.lobby.ring(person));
    }
    Ok(told)
}

/// How somebody wants to be told; as usual if they never said.
pub(crate) async fn wishes(app: &App, person: &str) -> Result<Wishes> {
    match app.store().wishes_of(person).await? {
        // Written by us, and by an older version perhaps.
        Some(body) => Ok(serde_json::from_str(&body).unwrap_or_default()),
        None => Ok(Wishes::default()),
    }
}

async fn prepared(app: &App, it: Notice, wishes: &Wishes, (now, later): (i64, i64)) -> Result<NewNotice> {
    let ways = it.kind.ways(wishes);
    let id = app.chance().apart().id();
    let due = hours::quiet_until(wishes, now + later).unwrap_or(now + later);
    let job =
        |kind: &str, name: String, due: i64| Job { kind: kind.to_owned(), name, due, payload: String::new() };
    let mut jobs = Vec::new();
    if ways.push {
        let endpoints = app.store().endpoints_of(&it.person).await?;
        jobs.extend(endpoints.into_iter().map(|to| job(deliver::PUSH, format!("{id}.{}", to.id), due)));
    }
    if ways.hook && app.store().hook_of(&it.person).await?.is_some() {
        jobs.push(job(deliver::HOOK, id.clone(), due));
    }
    let mail =
        ways.mail && app.post().is_some() && !app.store().mail_of(&it.person).await?.address.is_empty();
    let daily = wishes.daily.filter(|_| mail);
    match daily {
        Some(hour) => {
            let due = hours::next(wishes, hour, now);
            jobs.push(job(deliver::DIGEST, format!("{}.{due}", it.person), due));
        }
        None if mail => jobs.push(job(deliver::MAIL, id.clone(), due)),
        None => {}
    }
    let (match_id, decision) = it.battle.unwrap_or_default();
    let notice = KeptNotice {
        id,
        person: it.person,
        kind: it.kind.name().to_owned(),
        detail: it.detail,
        subject: it.subject,
        link: it.link,
        match_id,
        decision: decision.and_then(|n| i64::try_from(n).ok()).unwrap_or(-1),
        about: it.about,
        until: it.until.unwrap_or(0),
        at: now,
        seen: 0,
        listed: ways.page,
        digest: daily.is_some(),
    };
    Ok(NewNotice { notice, jobs })
}

/// A notice as its reader sees it on the page.
pub(crate) fn card(it: &KeptNotice, wishes: &Wishes) -> NoticeCard {
    let Words { title, text } = words::of(it, wishes);
    NoticeCard {
        id: it.id.clone(),
        kind: it.kind.clone(),
        title,
        text,
        link: it.link.clone(),
        battle: Some(it.match_id.clone()).filter(|id| !id.is_empty()),
        at: it.at.unsigned_abs(),
        read: it.seen != 0,
    }
}

/// Whether these wishes can be kept.
pub(crate) fn check(wishes: &Wishes) -> Result<()> {
    if !hours::is_zone(&wishes.zone) {
        let shown: String = wishes.zone.chars().filter(|it| !it.is_control()).take(60).collect();
        let words = format!("there is no time zone {shown:?}; expected one like Europe/Berlin");
        return Err(AppError::refused(words));
    }
    if let Some(hour) = wishes.daily.filter(|hour| 23 < *hour) {
        return Err(AppError::refused(format!("an hour of the day goes from 0 to 23, not {hour}")));
    }
    if let Some(quiet) = wishes.quiet {
        if 24 * 60 <= quiet.from.max(quiet.to) {
            return Err(AppError::refused("a minute of the day goes from 0 to 1439"));
        }
        if quiet.from == quiet.to {
            let words = "quiet hours that end when they begin; leave them out instead";
            return Err(AppError::refused(words));
        }
    }
    Ok(())
}

/// One of each for whoever would be told the same thing twice, as where somebody plays both sides.
fn once_each(notices: Vec<Notice>) -> Vec<Notice> {
    let mut seen = BTreeSet::new();
    let key = |it: &Notice| (it.person.clone(), it.kind.name(), it.battle.clone(), it.about.clone());
    notices.into_iter().filter(|it| seen.insert(key(it))).collect()
}
