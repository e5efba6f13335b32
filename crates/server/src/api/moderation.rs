//! Moderation, from within: what somebody is told about their own
//! conduct, and everything that moderators see and do. Nothing is done about
//! anybody without a reason, and all of it is written down.

use axum::{
    Json,
    extract::{Path, Query, State, rejection::QueryRejection},
};
use engine::Viewer;
use people::{Name, words};
use serde::Deserialize;
use store::{Act, KeptPerson, Link, Rank, Report, StoreError, Warning};
use wire::{
    ActCard, ActList, Conduct, Decided, Dossier, FoundPeople, FoundPerson, HandOver, Measure, Measured,
    Muted, OpenBattle, ReportBattle, ReportCard, ReportList, ReportWords, Reported, Silence, Verdict,
    WarningCard, Why,
};

use super::{matches::summary_of, own::PASSWORD, people::open, profiles::named};
use crate::{
    app::App,
    error::{AppError, Result},
    json::Sent,
    order::{self, DAY, Moderator, Spot, reason},
    people::Person,
    turns::Owner,
};

/// More than anybody reads at once.
const MOST: u32 = 200;
/// For how long somebody is muted or shut out at the most, in days.
const LONGEST: u32 = 36_500;
/// Seats among which the battles that are not over are looked for.
const SEATS: u32 = 500;

/// Until when somebody is kept from something, if that is still so.
pub(super) fn muted(until: i64, why: &str, now: i64) -> Option<Muted> {
    (now < until).then(|| Muted { until: until.unsigned_abs(), why: why.to_owned() })
}

fn warning(it: Warning) -> WarningCard {
    WarningCard { id: it.id, at: it.at.unsigned_abs(), words: it.words, seen: it.seen != 0 }
}

/// How whoever asks stands in the house.
pub(crate) async fn conduct(State(app): State<App>, person: Person) -> Result<Json<Conduct>> {
    let (store, now) = (app.store(), app.clock().millis());
    let conduct = store.conduct(&person.id).await?;
    let moderator = conduct.is_moderator();
    let reports = match moderator {
        true => Some(u32::try_from(store.reports(false, MOST).await?.len()).unwrap_or(MOST)),
        false => None,
    };
    let unseen = store.warnings(&person.id).await?.into_iter().rev().filter(|it| it.seen == 0);
    let warnings = unseen.map(warning).collect();
    let muted = muted(conduct.muted_until, &conduct.muted_why, now);
    Ok(Json(Conduct { moderator, reports, warnings, muted }))
}

/// Somebody has read a warning.
pub(crate) async fn see_warning(
    State(app): State<App>,
    person: Person,
    Path(id): Path<String>,
) -> Result<Json<Conduct>> {
    let seen = {
        let _writing = app.writing().read().await;
        app.store().see_warning(&person.id, &id, app.clock().millis()).await?
    };
    if !seen {
        return Err(AppError::not_found("warning"));
    }
    conduct(State(app), person).await
}

/// Somebody is reported, whatever it is about.
pub(crate) async fn report_person(
    State(app): State<App>,
    person: Person,
    Path(name): Path<String>,
    Sent(ReportWords { why, room }): Sent<ReportWords>,
) -> Result<Json<Reported>> {
    if room.is_some() {
        return Err(AppError::malformed("a room is for what was said at a table"));
    }
    let about = named(&app, &name).await?;
    if about.id == person.id {
        return Err(AppError::refused("that is you"));
    }
    let why = reason(&why)?;
    open(&app)?.reporting.take(person.id.clone()).map_err(AppError::too_many)?;
    let report = Report {
        id: app.chance().id(),
        at: app.clock().millis(),
        reporter: person.id,
        by: person.name,
        kind: "person".to_owned(),
        place: Spot::Person { id: about.id.clone() }.to_text(),
        person: about.id,
        name: about.name,
        why,
        context: "[]".to_owned(),
        ..Report::default()
    };
    Ok(Json(order::take_report(&app, &report).await?))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReportsQuery {
    #[serde(default)]
    decided: bool,
}

pub(crate) async fn reports(
    State(app): State<App>,
    _moderator: Moderator,
    query: std::result::Result<Query<ReportsQuery>, QueryRejection>,
) -> Result<Json<ReportList>> {
    let Query(ReportsQuery { decided }) = query.map_err(|err| AppError::malformed(err.body_text()))?;
    let found = app.store().reports(decided, MOST).await?;
    Ok(Json(ReportList { reports: cards(&app, found).await? }))
}

async fn cards(app: &App, found: Vec<Report>) -> Result<Vec<ReportCard>> {
    let mut cards = Vec::new();
    for it in found {
        // By the name they have now, so that what is done is done about the right one.
        let person = match it.person.as_str() {
            "" => None,
            id => app.store().person(id).await?,
        };
        cards.push(card(it, person)?);
    }
    Ok(cards)
}

fn card(it: Report, person: Option<KeptPerson>) -> Result<ReportCard> {
    let context = serde_json::from_str(&it.context)
        .map_err(|err| AppError::corrupted(&format!("the context of a report: {err}")))?;
    let (battle, club) = match Spot::read(&it.place)? {
        Spot::Talk { id, room, n, seat } => {
            (Some(ReportBattle { id, room, n: n.unsigned_abs(), seat }), None)
        }
        Spot::Post { club, .. } => (None, Some(club)),
        Spot::Person { .. } => (None, None),
    };
    let decided = (it.decided != 0).then(|| Decided {
        at: it.decided.unsigned_abs(),
        by: it.decided_by,
        verdict: it.verdict,
    });
    Ok(ReportCard {
        id: it.id,
        at: it.at.unsigned_abs(),
        by: it.by,
        kind: it.kind,
        person: person.is_some(),
        name: person.map_or(it.name, |it| it.name),
        why: it.why,
        context,
        battle,
        club,
        decided,
    })
}

/// Decides a report, and takes away what it is about if that is wanted.
pub(crate) async fn decide(
    State(app): State<App>,
    moderator: Moderator,
    Path(id): Path<String>,
    Sent(Verdict { verdict, remove }): Sent<Verdict>,
) -> Result<Json<ReportList>> {
    let verdict = words::clean(&verdict, words::Measure { what: "a verdict", ..order::REASON })
        .map_err(AppError::refused)?;
    let report = app.store().find_report(&id).await?.ok_or_else(|| AppError::not_found("report"))?;
    let spot = Spot::read(&report.place)?;
    let act = |what: &str| Act {
        person: report.person.clone(),
        name: report.name.clone(),
        ..moderator.act(&app, what, None, &verdict)
    };
    let decided = {
        let _writing = app.writing().read().await;
        if remove {
            order::take_away(app.store(), &spot, &act("remove")).await?;
        }
        app.store().decide_report(&report, &verdict, &act("decide")).await?
    };
    if !decided {
        return Err(AppError::stale("somebody has already decided this"));
    }
    Ok(Json(ReportList { reports: cards(&app, app.store().reports(false, MOST).await?).await? }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindQuery {
    #[serde(default)]
    part: String,
}

pub(crate) async fn find(
    State(app): State<App>,
    _moderator: Moderator,
    query: std::result::Result<Query<FindQuery>, QueryRejection>,
) -> Result<Json<FoundPeople>> {
    let Query(FindQuery { part }) = query.map_err(|err| AppError::malformed(err.body_text()))?;
    let mut people = Vec::new();
    for it in app.store().find_people(&people::name::fold(&part), MOST).await? {
        people.push(found(&app, &it).await?);
    }
    Ok(Json(FoundPeople { people }))
}

async fn found(app: &App, it: &KeptPerson) -> Result<FoundPerson> {
    let (conduct, now) = (app.store().conduct(&it.id).await?, app.clock().millis());
    Ok(FoundPerson {
        name: it.name.clone(),
        created: it.created.unsigned_abs(),
        moderator: conduct.is_moderator(),
        muted: muted(conduct.muted_until, &conduct.muted_why, now),
        banned: muted(it.banned_until, &it.banned_why, now),
    })
}

fn act_card(it: Act) -> ActCard {
    ActCard { at: it.at.unsigned_abs(), by: it.by, act: it.act, name: it.name, words: it.words }
}

pub(crate) async fn dossier(
    State(app): State<App>,
    _moderator: Moderator,
    Path(name): Path<String>,
) -> Result<Json<Dossier>> {
    let person = named(&app, &name).await?;
    let mut battles = Vec::new();
    for it in app.store().seats_of(&person.id, SEATS).await? {
        let summary = summary_of(&app, &it.held)?;
        if summary.outcome.is_none() {
            let seat = u8::try_from(it.held.seat).unwrap_or_default();
            battles.push(OpenBattle { id: summary.id, title: summary.title, seat });
        }
    }
    let store = app.store();
    Ok(Json(Dossier {
        person: found(&app, &person).await?,
        warnings: store.warnings(&person.id).await?.into_iter().map(warning).collect(),
        acts: store.acts_about(&person.id, MOST).await?.into_iter().map(act_card).collect(),
        reports: cards(&app, store.reports_of(&person.id, MOST).await?).await?,
        battles,
    }))
}

/// Does something about somebody.
pub(crate) async fn measure(
    State(app): State<App>,
    moderator: Moderator,
    Path(name): Path<String>,
    Sent(measure): Sent<Measure>,
) -> Result<Json<Measured>> {
    let person = named(&app, &name).await?;
    if app.store().conduct(&person.id).await?.is_moderator() {
        return Err(AppError::forbidden("only whoever runs this server can act against a moderator"));
    }
    let link = carry_out(&app, &moderator, &person, measure).await?;
    let now = app.store().person(&person.id).await?.ok_or_else(|| AppError::not_found("person"))?;
    Ok(Json(Measured { person: found(&app, &now).await?, link }))
}

async fn carry_out(
    app: &App,
    moderator: &Moderator,
    person: &KeptPerson,
    measure: Measure,
) -> Result<Option<String>> {
    let (store, now) = (app.store(), app.clock().millis());
    let act = |what: &str, words: &str| moderator.act(app, what, Some(person), words);
    let _writing = app.writing().read().await;
    match measure {
        Measure::Warn { why } => {
            let why = reason(&why)?;
            let warning = Warning {
                id: app.chance().id(),
                person: person.id.clone(),
                at: now,
                words: why.clone(),
                seen: 0,
            };
            store.warn(&warning, &act("warn", &why)).await?;
        }
        Measure::Mute { why, days } => {
            let (why, until) = (reason(&why)?, now + span(days)?);
            store.mute(until, &why, &act("mute", &format!("{days} days: {why}"))).await?;
        }
        Measure::Unmute { why } => store.mute(0, "", &act("unmute", &reason(&why)?)).await?,
        Measure::Ban { why, days } => {
            let (why, until) = (reason(&why)?, now + span(days)?);
            store.ban(until, &why, &act("ban", &format!("{days} days: {why}"))).await?;
        }
        Measure::Unban { why } => store.ban(0, "", &act("unban", &reason(&why)?)).await?,
        Measure::Rename { why, to } => {
            let Name { written, folded, shape } = Name::read(&to).map_err(AppError::refused)?;
            let words = format!("{written}: {}", reason(&why)?);
            store.rename(&written, &folded, &shape, &act("rename", &words)).await.map_err(
                |err| match err {
                    StoreError::Conflict => AppError::taken("that name, or one that looks like it, is taken"),
                    StoreError::Away(_)
                    | StoreError::Unsure(_)
                    | StoreError::Taken
                    | StoreError::Corrupted(_)
                    | StoreError::Refused(_) => err.into(),
                },
            )?;
        }
        Measure::Reset { why } => {
            let secret = app.chance().secret();
            let link = Link {
                hash: secret.person_hash(),
                person: person.id.clone(),
                purpose: PASSWORD.to_owned(),
                expires: now + 2 * DAY,
            };
            store.make_link(&link, &act("reset", &reason(&why)?)).await?;
            return Ok(Some(secret.into_text()));
        }
    }
    Ok(None)
}

fn span(days: u32) -> Result<i64> {
    if !(1..=LONGEST).contains(&days) {
        return Err(AppError::refused(format!("{days} days, expected 1 to {LONGEST}")));
    }
    Ok(i64::from(days) * DAY)
}

/// Ends a battle for nobody. It is written down before it is done: what is done must not go unwritten.
pub(crate) async fn end(
    State(app): State<App>,
    moderator: Moderator,
    Path(id): Path<String>,
    Sent(Why { why }): Sent<Why>,
) -> Result<Json<ActList>> {
    let table = app.table(&id, &Owner::Match(id.clone())).await?;
    let why = reason(&why)?;
    if table.lock(&app).await?.battle()?.outcome().is_some() {
        return Err(AppError::over());
    }
    let act =
        Act { name: table.about.title.clone(), ..moderator.act(&app, "end", None, &format!("{id}: {why}")) };
    {
        let _writing = app.writing().read().await;
        app.store().note_act(&act).await?;
    }
    order::end_battle(&app, &id).await?;
    Ok(Json(ActList { acts: vec![act_card(act)] }))
}

/// Nothing more is heard from a seat: a guest can neither be muted nor shut out.
pub(crate) async fn silence(
    State(app): State<App>,
    moderator: Moderator,
    Path(id): Path<String>,
    Sent(Silence { seat, why }): Sent<Silence>,
) -> Result<Json<ActList>> {
    let table = app.table(&id, &Owner::Match(id.clone())).await?;
    let why = reason(&why)?;
    let known = table.about.hashes().iter().any(|(viewer, _)| *viewer == Viewer::Seat(engine::Seat(seat)));
    if !known {
        return Err(AppError::not_found("seat"));
    }
    let words = format!("{id}, seat {seat}: {why}");
    let act = Act { name: table.about.title.clone(), ..moderator.act(&app, "silence", None, &words) };
    let _writing = app.writing().read().await;
    app.store().silence(&id, i64::from(seat), &act).await?;
    Ok(Json(ActList { acts: vec![act_card(act)] }))
}

/// A club has another owner, who must be in it.
pub(crate) async fn hand_over(
    State(app): State<App>,
    moderator: Moderator,
    Path(id): Path<String>,
    Sent(HandOver { to, why }): Sent<HandOver>,
) -> Result<Json<ActList>> {
    open(&app)?;
    let club = app.store().club(&id).await?.ok_or_else(|| AppError::not_found("club"))?;
    let (why, heir) = (reason(&why)?, named(&app, &to).await?);
    if app.store().rank_in(&club.id, &heir.id).await?.is_none_or(|it| it < Rank::Member) {
        return Err(AppError::refused(format!("{} is not in that club", heir.name)));
    }
    let words = format!("{} is the owner now: {why}", heir.name);
    let act = Act { name: club.name, ..moderator.act(&app, "hand over", None, &words) };
    let _writing = app.writing().read().await;
    app.store().hand_club_over(&club.id, &heir.id, app.clock().millis(), Some(&act)).await?;
    Ok(Json(ActList { acts: vec![act_card(act)] }))
}

/// Everything that was done about anybody, the last first.
pub(crate) async fn log(State(app): State<App>, _moderator: Moderator) -> Result<Json<ActList>> {
    let acts = app.store().acts(MOST).await?;
    Ok(Json(ActList { acts: acts.into_iter().map(act_card).collect() }))
}
