//! Who is told what when a match has changed. Every change of a match owes a
//! job in the same transaction, so nobody goes untold because a server died.
//! It looks at what lists of battles show of the match, at its offers, and at
//! whose its seats are, and opens no battle.

use std::time::Duration;

use engine::Seat;
use rulesets::Level;
use store::{Claimed, Outlook, Sitting, Standing};
use wire::{MatchSummary, Outcome};

use super::{Kind, Notice, once_each, post};
use crate::{
    app::App,
    error::{AppError, Result},
    jobs::Done,
    offers::{Aside, Waits},
    presence::Known,
};

/// The kind of job that tells people of what has changed in a match.
pub(crate) const KIND: &str = Standing::TELL;
/// What follows at once upon a change is told together with it, in milliseconds.
pub(crate) const SETTLE: i64 = 2_000;
/// How often it is looked again whether somebody is still at the table.
const AGAIN: i64 = 3 * 60_000;
/// The warning comes when a quarter of the time is left, and not earlier than this.
const EARLIEST: i64 = 12 * 3_600_000;

/// Whether somebody sits there at this moment, so that nothing has to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum There {
    Yes,
    /// It is to be seen at this time.
    Perhaps(i64),
    No,
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn there(app: &App, known: &Known, seat: u8, now: i64) -> There {
    // Whoever was heard of so lately is not gone yet: a page is loaded again, a train is in a tunnel.
    let lingers = millis(app.limits().away);
    match known.of_seat(Seat(seat)) {
        (true, _) => There::Yes,
        (false, Some(last)) if now < last + lingers => There::Perhaps(last + lingers),
        (false, _) => There::No,
    }
}

/// Looks at a match that has changed, or in which time has passed.
pub(crate) async fn tell(app: &App, it: &Claimed) -> Done {
    let id = &it.job.name;
    let Some(outlook) = app.store().outlook(id).await? else { return Ok(()) };
    if outlook.sittings.is_empty() {
        return Ok(());
    }
    let battle = Battle::read(app, id, &outlook).await?;
    let rematch = match &battle.aside.rematch {
        Some(other) => app.store().outlook(other).await?.map(|it| (other.clone(), it)),
        None => None,
    };
    let now = app.clock().millis();
    settle(app, &battle, &outlook.sittings, now).await?;
    let mut round = Round { app, now, notices: Vec::new(), again: None };
    for sitting in &outlook.sittings {
        if let Ok(seat) = u8::try_from(sitting.seat) {
            battle.about(&mut round, sitting, seat);
        }
    }
    if let Some((other, next)) = &rematch {
        let again = Battle::read(app, other, next).await?;
        for sitting in &next.sittings {
            // Sides are exchanged: whoever is looked for at the old table sat in another seat there.
            let before = outlook.sittings.iter().filter(|it| it.person == sitting.person);
            let before: Vec<u8> = before.filter_map(|it| u8::try_from(it.seat).ok()).collect();
            again.rematch(&mut round, sitting, &battle.known, &before);
        }
    }
    let Round { notices, again, .. } = round;
    post(app, once_each(notices)).await?;
    if let Some(due) = again {
        let _writing = app.writing().read().await;
        if app.store().put_job_off(it, due).await? {
            app.jobs().due(due);
        }
    }
    Ok(())
}

/// What is to be told, and when it is to be looked at again.
struct Round<'a> {
    app: &'a App,
    now: i64,
    notices: Vec<Notice>,
    again: Option<i64>,
}

impl Round<'_> {
    fn again(&mut self, at: i64) {
        let at = at.max(self.now + 1);
        self.again = Some(self.again.map_or(at, |it| it.min(at)));
    }

    /// Whether somebody is to be told now; if they are there, that is looked at again where it still matters then.
    fn is_away(&mut self, known: &Known, seat: u8, lasts: bool) -> bool {
        match there(self.app, known, seat, self.now) {
            There::No => true,
            There::Perhaps(when) => {
                self.again(when);
                false
            }
            There::Yes if lasts => {
                self.again(self.now + AGAIN);
                false
            }
            There::Yes => false,
        }
    }
}

/// What everybody may know of a match.
struct Battle<'a> {
    id: &'a str,
    summary: MatchSummary,
    aside: Aside,
    /// Who is there.
    known: Known,
}

impl<'a> Battle<'a> {
    async fn read(app: &App, id: &'a str, outlook: &Outlook) -> Result<Battle<'a>> {
        let broken = |err: serde_json::Error| AppError::corrupted(&format!("match {id}: {err}"));
        let mut summary: MatchSummary = serde_json::from_str(&outlook.summary).map_err(broken)?;
        for deadline in &mut summary.deadlines {
            deadline.at = app.wall(deadline.at as i64).unsigned_abs();
        }
        let aside = match outlook.standing.as_str() {
            "" => Aside::default(),
            standing => serde_json::from_str(standing).map_err(broken)?,
        };
        Ok(Battle { id, summary, aside, known: Known::at(app, id).await? })
    }

    fn notice(&self, person: &str, kind: Kind, detail: &str) -> Notice {
        Notice {
            person: person.to_owned(),
            kind,
            detail: detail.to_owned(),
            subject: self.summary.title.clone(),
            link: format!("table/{}", self.id),
            battle: Some((self.id.to_owned(), Some(self.summary.decision))),
            about: String::new(),
            until: None,
        }
    }

    /// Whether a person sits there, and no computer in their place.
    fn is_played(&self, seat: u8) -> bool {
        let card = self.summary.seats.iter().find(|it| it.seat == seat);
        card.is_some_and(|it| it.player.parse::<Level>().is_err())
    }

    fn is_awaited(&self, seat: u8) -> bool {
        self.summary.outcome.is_none()
            && self.summary.missing.is_empty()
            && self.summary.awaiting.contains(&seat)
            && self.is_played(seat)
    }

    fn deadline(&self, seat: u8) -> Option<i64> {
        let found = self.summary.deadlines.iter().find(|it| it.seat == seat)?;
        i64::try_from(found.at).ok()
    }

    /// How long before a deadline somebody is warned.
    fn warning(&self, app: &App) -> Option<i64> {
        let pace = self.summary.pace?;
        let all = (i64::from(pace.decision) + i64::from(pace.bank)) * 1_000;
        (millis(app.limits().warned) <= all).then(|| (all / 4).min(EARLIEST))
    }

    fn about(&self, round: &mut Round<'_>, sitting: &Sitting, seat: u8) {
        let person = &sitting.person;
        if let Some(outcome) = &self.summary.outcome {
            if round.is_away(&self.known, seat, false) {
                let detail = self.came_out(outcome, seat);
                // A battle is over once, whatever its last decision was.
                let about = Notice {
                    battle: Some((self.id.to_owned(), None)),
                    ..self.notice(person, Kind::Over, detail)
                };
                round.notices.push(about);
            }
            return;
        }
        if self.is_awaited(seat) {
            let deadline = self.deadline(seat);
            let away = round.is_away(&self.known, seat, true);
            if away {
                let turn = Notice { until: deadline, ..self.notice(person, Kind::Turn, "") };
                round.notices.push(turn);
            }
            if let Some((deadline, before)) = deadline.zip(self.warning(round.app)) {
                let warn = deadline - before;
                match round.now < warn {
                    true => round.again(warn),
                    false if away && round.now < deadline => {
                        let clock = Notice { until: Some(deadline), ..self.notice(person, Kind::Clock, "") };
                        round.notices.push(clock);
                    }
                    false => {}
                }
            }
        }
        for (offer, agreed) in self.aside.offers() {
            if self.is_played(seat) && !agreed.contains(Seat(seat)) && round.is_away(&self.known, seat, true)
            {
                let detail = match offer {
                    Waits::Draw => "draw",
                    Waits::Replace => "replace",
                };
                let offer = Notice { about: detail.to_owned(), ..self.notice(person, Kind::Offer, detail) };
                round.notices.push(offer);
            }
        }
    }

    /// Somebody wants to fight again, and waits for this seat; whoever holds it had the seats `before` at the
    /// old table, about which `known` is.
    fn rematch(&self, round: &mut Round<'_>, sitting: &Sitting, known: &Known, before: &[u8]) {
        let Ok(seat) = u8::try_from(sitting.seat) else { return };
        if self.summary.missing.contains(&seat)
            && before.iter().all(|it| round.is_away(known, *it, true))
            && round.is_away(&self.known, seat, true)
        {
            let notice = self.notice(&sitting.person, Kind::Offer, "rematch");
            let battle = Some((self.id.to_owned(), None));
            round.notices.push(Notice { about: "rematch".to_owned(), battle, ..notice });
        }
    }

    fn came_out(&self, outcome: &Outcome, seat: u8) -> &'static str {
        let called_off = self.summary.ended.as_ref().is_some_and(|it| it.by == "called_off");
        match outcome {
            _ if called_off => "",
            Outcome::Won(winners) if winners.contains(&seat) => "won",
            Outcome::Won(_) => "lost",
            Outcome::Draw => "draw",
        }
    }
}

/// What asked for something that has been done, or can no longer be done, asks no more.
async fn settle(app: &App, battle: &Battle<'_>, sittings: &[Sitting], now: i64) -> Result<()> {
    let decision = i64::try_from(battle.summary.decision).unwrap_or(i64::MAX);
    let over = battle.summary.outcome.is_some();
    for sitting in sittings {
        let any = |is: &dyn Fn(u8) -> bool| {
            let own = sittings.iter().filter(|it| it.person == sitting.person);
            own.filter_map(|it| u8::try_from(it.seat).ok()).any(is)
        };
        let turns = if any(&|seat| battle.is_awaited(seat)) { decision } else { decision.saturating_add(1) };
        // A rematch is offered before there is a decision, and stands until they have come.
        let missing = any(&|seat| battle.summary.missing.contains(&seat));
        let offers = match (over, missing) {
            (true, _) => i64::MAX,
            (false, true) => i64::MIN,
            (false, false) => decision,
        };
        let _writing = app.writing().read().await;
        app.store().settle_notices(&sitting.person, battle.id, (turns, offers), now).await?;
    }
    Ok(())
}
