//! Work that is owed at some time, done when it is due by whichever server
//! claims it first. A job that fails is tried again after growing pauses, and
//! in the end given up; one whose worker died is somebody else's when its
//! lease is over. So whatever a job does must come to the same if it is done
//! twice.

use std::{sync::Arc, time::Duration};

use store::{Claimed, Lane};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    time::{sleep, timeout},
};

use crate::{
    app::{App, until_closed},
    deadline,
    error::AppError,
    lobby,
    notices::{deliver, letters, tell},
    order, think,
};

/// How long a claim holds, in milliseconds. Nothing may take longer.
const LEASE: i64 = 60_000;
const LONGEST: Duration = Duration::from_secs(45);
/// So many at once in each lane.
const HANDS: usize = 16;
/// Another server on the same database may have put something there unheard, or may have died.
const LOOK: Duration = Duration::from_secs(30);
const LOOK_AMONG_OTHERS: Duration = Duration::from_secs(5);
/// How long to wait when the database is away.
const PAUSE: Duration = Duration::from_secs(2);
/// The first pause after a failure, and the longest, in milliseconds.
const FIRST: i64 = 5_000;
const LAST: i64 = 3_600_000;
/// How often a job is tried before it is given up: for about nine hours.
const TRIES: i64 = 16;
/// Done jobs are remembered for so long, in milliseconds: nothing of their name is posted meanwhile.
const REMEMBERED: i64 = 30 * 24 * 3_600_000;

/// When there is something to do that may come before everything known so far.
pub(crate) struct Jobs {
    house: watch::Sender<i64>,
    outward: watch::Sender<i64>,
}

impl Default for Jobs {
    fn default() -> Jobs {
        Jobs { house: watch::Sender::new(i64::MAX), outward: watch::Sender::new(i64::MAX) }
    }
}

impl Jobs {
    /// Something will be due at this time, in milliseconds since 1970.
    pub(crate) fn due(&self, at: i64) {
        for lane in [&self.house, &self.outward] {
            lane.send_if_modified(|soonest| {
                let sooner = at < *soonest;
                *soonest = at.min(*soonest);
                sooner
            });
        }
    }

    fn of(&self, lane: Lane) -> &watch::Sender<i64> {
        match lane {
            Lane::House => &self.house,
            Lane::Outward => &self.outward,
        }
    }
}

/// What came of a job.
pub(crate) type Done = Result<(), AppError>;

/// After so many tries, in milliseconds.
fn pause(tries: i64) -> i64 {
    let doublings = u32::try_from(tries.saturating_sub(1)).unwrap_or(0).min(20);
    LAST.min(FIRST << doublings)
}

/// Whether a job of this kind may be given up at all. A clock that stood still would hold its battle up for
/// ever, and so would a computer; and what we do not know a newer server beside us does.
fn is_for_good(kind: &str) -> bool {
    kind == deadline::KIND || kind == think::KIND || kind == order::SWEEP || !KNOWN.contains(&kind)
}

/// Every kind that [`of_its_kind`] knows.
const KNOWN: [&str; 12] = [
    deadline::KIND,
    lobby::EXPIRY,
    lobby::MIRROR,
    think::KIND,
    order::END,
    order::SWEEP,
    tell::KIND,
    letters::KIND,
    deliver::PUSH,
    deliver::HOOK,
    deliver::MAIL,
    deliver::DIGEST,
];

/// Those that are about a battle.
const IN_BATTLE: [&str; 4] = [deadline::KIND, lobby::MIRROR, think::KIND, order::END];

/// What came of it, and whether it is for a newer server to do: a battle that one plays is only shown here.
async fn carry_out(app: &App, it: &Claimed) -> (Done, bool) {
    let done = of_its_kind(app, it).await;
    let newer = IN_BATTLE.contains(&it.job.kind.as_str()) && app.not_left_to_newer(&it.job.name).is_err();
    (done, newer)
}

async fn of_its_kind(app: &App, it: &Claimed) -> Done {
    match it.job.kind.as_str() {
        deadline::KIND => deadline::run_down(app, &it.job.name).await,
        lobby::EXPIRY => lobby::expire(app, &it.job.name).await,
        lobby::MIRROR => lobby::look_after(app, &it.job.name).await,
        think::KIND => think::take_over(app, &it.job.name).await,
        order::END => order::end_later(app, &it.job.name).await,
        order::SWEEP => order::sweep(app).await,
        tell::KIND => tell::tell(app, it).await,
        letters::KIND => letters::write(app, it).await,
        deliver::PUSH => deliver::to_browser(app, it).await,
        deliver::HOOK => deliver::to_hook(app, it).await,
        deliver::MAIL => deliver::by_mail(app, it).await,
        deliver::DIGEST => deliver::digest(app, it).await,
        other => Err(AppError::refused(format!("a job of kind {other:?}, which this server does not know"))),
    }
}

/// Claims what is due in a lane and does it, until the server stops.
pub(crate) async fn work(app: App, lane: Lane) {
    let hands = Arc::new(Semaphore::new(HANDS));
    let mut closing = app.closing();
    let mut hints = app.jobs().of(lane).subscribe();
    let mut swept = i64::MIN;
    let look = if app.store().is_alone() { LOOK } else { LOOK_AMONG_OTHERS };
    loop {
        let now = app.clock().millis();
        if lane == Lane::House && REMEMBERED / 30 <= now.saturating_sub(swept) {
            swept = now;
            let _writing = app.writing().read().await;
            if let Err(err) = app.store().forget_jobs(now - REMEMBERED).await {
                tracing::warn!(%err, "old jobs could not be deleted");
            }
        }
        // Whatever is told from here on is looked at in the next round.
        app.jobs().of(lane).send_modify(|soonest| *soonest = i64::MAX);
        hints.mark_unchanged();
        let until = match round(&app, lane, &hands).await {
            Ok(next) => next,
            Err(err) => {
                tracing::warn!(error = err.body().message, "jobs cannot be claimed; tried again");
                tokio::select! {
                    () = until_closed(&mut closing) => return,
                    () = sleep(PAUSE) => continue,
                }
            }
        };
        tokio::select! {
            () = until_closed(&mut closing) => return,
            () = sleep(look) => {}
            () = app.clock().reaches(until) => {}
            () = hinted(&app, &mut hints, until) => {}
        }
    }
}

/// Comes back when something is due that comes before `until`, and it is time for it.
async fn hinted(app: &App, hints: &mut watch::Receiver<i64>, until: i64) {
    loop {
        let soonest = *hints.borrow_and_update();
        if until <= soonest {
            if hints.changed().await.is_err() {
                return std::future::pending().await;
            }
            continue;
        }
        tokio::select! {
            () = app.clock().reaches(soonest) => return,
            changed = hints.changed() => if changed.is_err() { return },
        }
    }
}

/// Begins everything that is due, and says when to look again.
async fn round(app: &App, lane: Lane, hands: &Arc<Semaphore>) -> Result<i64, AppError> {
    loop {
        // One hand at least is free before anything is claimed.
        let first = Arc::clone(hands).acquire_owned().await.expect("never closed");
        let now = app.clock().millis();
        let most = 1 + u32::try_from(hands.available_permits()).unwrap_or(0);
        let claimed = {
            let _writing = app.writing().read().await;
            app.store().claim_jobs(lane, now, now + LEASE, most).await?
        };
        if claimed.is_empty() {
            return Ok(app.store().next_job(lane).await?.unwrap_or(i64::MAX));
        }
        let mut first = Some(first);
        for it in claimed {
            let hand = match first.take() {
                Some(hand) => hand,
                None => Arc::clone(hands).acquire_owned().await.expect("never closed"),
            };
            tokio::spawn(one(app.clone(), it, hand));
        }
    }
}

async fn one(app: App, it: Claimed, hand: OwnedSemaphorePermit) {
    // A panic in it is a failure like any other.
    let (worker, job) = (app.clone(), it.clone());
    let mut task = tokio::spawn(async move { carry_out(&worker, &job).await });
    let (done, newer) = match timeout(LONGEST, &mut task).await {
        Ok(Ok((done, newer))) => (done.map_err(|err| err.body().message), newer),
        Ok(Err(_)) => (Err("it broke off".to_owned()), false),
        Err(_) => {
            task.abort();
            (Err(format!("not done within {LONGEST:?}")), false)
        }
    };
    let now = app.clock().millis();
    let (kind, name, tries) = (&it.job.kind, &it.job.name, it.tries);
    let told = {
        let _writing = app.writing().read().await;
        match &done {
            // Whatever we made of it.
            _ if newer => app.store().retry_job(&it, now + FIRST).await,
            Ok(()) if kind == think::KIND => think::taken_over(&app, &it).await,
            Ok(()) => app.store().finish_job(&it, now).await,
            Err(why) if TRIES <= tries && !is_for_good(kind) => {
                tracing::error!(kind, name, tries, why, "a job is given up");
                app.store().give_job_up(&it, now, why).await
            }
            Err(why) => {
                let due = now + pause(tries);
                tracing::warn!(kind, name, tries, why, "a job has failed and is tried again");
                let told = app.store().retry_job(&it, due).await;
                app.jobs().due(due);
                told
            }
        }
    };
    if let Err(err) = told {
        // Its lease runs out, and it is done again.
        tracing::warn!(kind, name, %err, "the result of a job could not be saved");
    }
    drop(hand);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_an_hour() {
        let pauses: Vec<i64> = [1, 2, 3, 9, 10, 11, 12, 1_000].map(pause).to_vec();
        assert_eq!(pauses, [5_000, 10_000, 20_000, 1_280_000, 2_560_000, LAST, LAST, LAST]);
    }

    #[tokio::test]
    async fn what_comes_sooner_is_heard_and_what_comes_later_is_not() {
        let jobs = Jobs::default();
        let mut heard = jobs.house.subscribe();
        jobs.due(50);
        assert_eq!(*heard.borrow_and_update(), 50);
        jobs.due(70);
        assert!(!heard.has_changed().unwrap());
        jobs.due(20);
        assert_eq!(*heard.borrow_and_update(), 20);
    }
}
