//! The clocks that a table has agreed on, and what happens when one runs down.
//! When that is, is a job in the database: it outlives the server.

use std::{sync::Arc, time::Duration};

use engine::{Ending, Seat, Seats};
use rulesets::{AnyMatch, Level, Stop, Submission};
use store::{Due, Job, Standing};
use wire::Late;

use crate::{
    app::{App, until_closed},
    beside,
    error::{AppError, Result},
    host::{self, Handed},
    jobs::Done,
    notices::tell,
    offers::Aside,
    pace::Clocks,
    pool::Work,
    table::{Held, Stage, Table},
    think,
    turns::Owner,
};

/// The kind of job that looks at the clocks of a match.
pub(crate) const KIND: &str = Standing::JOB;
/// Whom a seat is given to whose time is up, if the table wants that.
const CAPTAIN: &str = "captain";
/// The server notes so often that it is there.
const BEAT: Duration = Duration::from_secs(15);
/// If none has noted it for so long, in milliseconds, there was none.
const SILENCE: i64 = 60_000;
const ALIVE: &str = "alive";
const AWAY: &str = "away";

/// Which seats a battle waits for in which people sit.
pub(crate) fn awaited(table: &Table, battle: &dyn AnyMatch) -> Seats {
    battle.awaiting().iter().filter(|seat| table.about.level(*seat).is_none()).collect()
}

/// Turns the clocks of a match after a change: whoever is awaited has a clock that runs.
pub(crate) fn turn(app: &App, table: &Table, held: &mut Held) {
    if let (Some(pace), Some(clocks), Stage::Battle(battle)) =
        (&table.about.pace, &mut held.aside.clocks, &held.stage)
    {
        let awaited = awaited(table, &**battle);
        clocks.turn(pace, app.served(), battle.decision_number(), awaited);
    }
}

/// What stands beside a battle as the store keeps it, and when its clocks want to be looked at.
pub(crate) fn standing(app: &App, aside: &Aside) -> Standing {
    let due = aside.clocks.as_ref().map(|it| it.first().map(|served| app.wall(served)));
    if let Some(Some(due)) = due {
        app.ticks();
        app.jobs().due(due);
    }
    let due = match due {
        None => Due::Untouched,
        Some(None) => Due::Never,
        Some(Some(due)) => Due::At(due),
    };
    // Where there are people, whoever is concerned is told.
    let tell = app.house().map(|_| app.clock().millis() + tell::SETTLE);
    if let Some(due) = tell {
        app.jobs().due(due);
    }
    Standing { body: serde_json::to_string(aside).expect("plain data"), due, tell }
}

/// What everybody at the table sees of the clocks.
pub(crate) fn shown(app: &App, table: &Table, held: &Held) -> Vec<wire::SeatClock> {
    let is_person = |seat| table.about.level(seat).is_none();
    held.aside.clocks.as_ref().map_or(Vec::new(), |it| it.shown(app.served(), is_person))
}

/// Keeps what a seat has laid out, for when its time is up.
pub(crate) async fn keep_draft(
    app: &App,
    table: &Table,
    decision: usize,
    seat: Seat,
    order: &str,
) -> Result<()> {
    let _writing = app.writing().read().await;
    let id = &table.about.id;
    Ok(app.store().keep_draft(id, decision as i64, i64::from(seat.0), order).await?)
}

/// What is to be done at a table whose clocks are looked at.
enum Verdict {
    /// Nobody is late; the first will be at this time.
    Early(Option<i64>),
    /// These are, in this decision.
    Late(usize, Seats, Late),
}

/// A clock of this match has run down, or was about to when the job was made.
pub(crate) async fn run_down(app: &App, id: &str) -> Done {
    let table = match app.table(id, &Owner::Match(id.to_owned())).await {
        Ok(table) => table,
        Err(err) if err.is_not_found() => return Ok(()),
        Err(err) => return Err(err),
    };
    let verdict = {
        let slot = table.lock(app).await?;
        judge(app, &table, slot.held())
    };
    match verdict {
        Verdict::Early(None) => Ok(()),
        Verdict::Early(Some(served)) => {
            let due = app.wall(served);
            let job = Job { kind: KIND.to_owned(), name: id.to_owned(), due, payload: String::new() };
            let _writing = app.writing().read().await;
            app.store().set_job(&job).await?;
            app.jobs().due(due);
            Ok(())
        }
        Verdict::Late(decision, late, Late::Draft) => {
            for seat in late.iter() {
                let order = as_it_lies(app, &table, decision, seat).await?;
                let Some(order) = order else { continue };
                done(host::submit(app, &table, decision, seat, Handed::lapsed(order)).await.map(drop))?;
            }
            Ok(())
        }
        Verdict::Late(_, late, Late::Captain) => {
            for seat in late.iter() {
                done(beside::reseat(app, &table, seat, CAPTAIN, Some(app.served())).await)?;
            }
            Ok(())
        }
        Verdict::Late(_, _, Late::Lost) => done(beside::out_of_time(app, &table).await),
    }
}

/// Somebody was quicker: that is as good.
fn done(what: Result<()>) -> Done {
    what.or_else(|err| if err.is_too_late() { Ok(()) } else { Err(err) })
}

fn judge(app: &App, table: &Table, held: &Held) -> Verdict {
    let (Some(pace), Some(clocks)) = (&table.about.pace, &held.aside.clocks) else {
        return Verdict::Early(None);
    };
    let Stage::Battle(battle) = &held.stage else { return Verdict::Early(None) };
    // In a battle that cannot be played on nobody is late.
    let barred = held.rules.why().is_some() || app.frozen(&table.about.id).is_some();
    if battle.outcome().is_some() || barred {
        return Verdict::Early(None);
    }
    let late = clocks.late(app.served());
    match late.is_empty() {
        true => Verdict::Early(clocks.first()),
        false => Verdict::Late(battle.decision_number(), late, pace.late),
    }
}

/// How a battle ends for whose time is up: the first of them loses, and if several are it in the same
/// moment nobody has won.
pub(crate) fn lost(clocks: &Clocks, battle: &dyn AnyMatch, now: i64) -> Option<Ending> {
    let first = clocks.deadlines().into_iter().filter(|it| i64::try_from(it.at).is_ok_and(|at| at <= now));
    let first: Vec<_> = first.collect();
    let at = first.iter().map(|it| it.at).min()?;
    let mut losers = first.iter().filter(|it| it.at == at).map(|it| Seat(it.seat));
    let (loser, more) = (losers.next(), losers.next());
    let seats = battle.seats().len() as u8;
    Some(Ending::out_of_time(loser.filter(|_| more.is_none()), seats, battle.events()))
}

/// What counts for a seat whose time is up: what it has laid out, or what the rules have for
/// somebody who laid nothing, or a captain's order. Nothing if it is no longer asked.
pub(crate) async fn as_it_lies(
    app: &App,
    table: &Arc<Table>,
    decision: usize,
    seat: Seat,
) -> Result<Option<Submission>> {
    let id = &table.about.id;
    let kept = app.store().draft(id, decision as i64, i64::from(seat.0)).await?;
    let draft = kept.and_then(|text| serde_json::from_str(&text).ok()).map(Submission::Data);
    let thinker = {
        let slot = table.lock(app).await?;
        let battle = slot.battle()?;
        if battle.decision_number() != decision || !battle.awaiting().contains(seat) {
            return Ok(None);
        }
        if let Some(draft) = draft.filter(|it| battle.check(decision, seat, it).1.is_ok()) {
            return Ok(Some(draft));
        }
        if let Some(order) = battle.lapsed(seat) {
            return Ok(Some(Submission::Data(order)));
        }
        battle.thinker(seat, &Level::Captain, think::dice(table, decision, seat))
    };
    let written = app.at_length(Work::Making, &table.owner(), || thinker(Stop::default())).await?;
    Ok(Some(Submission::Data(written.order)))
}

/// Whether a clock has ever run here.
pub(crate) async fn has_run(store: &store::Store) -> store::StoreResult<bool> {
    Ok(store.setting(ALIVE).await?.is_some())
}

/// How long there was no server at all, in milliseconds: for so long no clock has run.
pub(crate) async fn away(store: &store::Store, now: i64) -> store::StoreResult<i64> {
    let number = |text: Option<String>| text.and_then(|it| it.parse::<i64>().ok());
    let before = number(store.setting(AWAY).await?).unwrap_or(0);
    let Some(alive) = number(store.setting(ALIVE).await?) else { return Ok(before) };
    // Others were there meanwhile. Of a machine that broke down its connection may long seem to be there.
    if now.saturating_sub(alive) < SILENCE && 1 < store.servers().await? {
        return Ok(before);
    }
    let away = before.saturating_add(now.saturating_sub(alive).max(0));
    store.set_setting(AWAY, &away.to_string()).await?;
    store.set_setting(ALIVE, &now.to_string()).await?;
    Ok(away)
}

/// Notes now and then that there is a server, while clocks run.
pub(crate) async fn beat(app: App) {
    let mut closing = app.closing();
    loop {
        app.ticking().await;
        if let Err(err) = note(&app).await {
            tracing::warn!(%err, "the server's presence could not be noted");
        }
        let next = app.clock().now() + BEAT;
        tokio::select! {
            () = until_closed(&mut closing) => return,
            () = app.clock().sleep_until(next) => {}
        }
    }
}

/// From here on the server was there until now.
pub(crate) async fn note(app: &App) -> store::StoreResult<()> {
    let _writing = app.writing().read().await;
    app.store().set_setting(ALIVE, &app.clock().millis().to_string()).await?;
    if app.store().is_alone() {
        return Ok(());
    }
    // One that began while we were not heard of may have counted anew.
    if let Some(away) = app.store().setting(AWAY).await?.and_then(|it| it.parse().ok()) {
        app.was_away(away);
    }
    Ok(())
}

/// A seat stops its clock for some days, or lets it run again.
pub(crate) async fn holiday(app: &App, table: &Arc<Table>, seat: Seat, days: u32) -> Result<()> {
    if table.about.pace.is_none_or(|it| it.holidays == 0) {
        return Err(AppError::refused("this table has no holidays"));
    }
    beside::stand(app, table, move |app, held| {
        let now = app.served();
        held.aside.clocks.as_mut().map_or(Ok(()), |clocks| clocks.holiday(seat, days, now))
    })
    .await
}
