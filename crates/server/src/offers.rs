//! What people at a table propose to each other: a draw, or that a computer
//! plays a seat that was left. An offer stands until everybody has agreed,
//! somebody declines, or the next decision is taken.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use engine::{Ending, Seat, Seats};
use rulesets::AnyMatch;
use serde::{Deserialize, Serialize};

use crate::{
    app::App,
    beside, clock,
    error::{AppError, Result},
    hold,
    pace::Clocks,
    presence, seating,
    table::{Held, Stage, Table},
};

/// What stands beside a battle without being part of it; kept with the match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Aside {
    /// How much time everybody has left, where the table has a pace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clocks: Option<Clocks>,
    /// The clock that the rules have on the open decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) arcade: Option<clock::Run>,
    /// An order that can still be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) hold: Option<hold::Hold>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) draw: Option<Draw>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) replace: Option<Replace>,
    /// Where the battle is fought again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rematch: Option<String>,
}

/// Who agrees on a draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draw {
    decision: usize,
    agreed: Seats,
}

/// Who would give a seat to a computer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Replace {
    decision: usize,
    seat: Seat,
    level: String,
    agreed: Seats,
}

/// What people wait for each other's answer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waits {
    Draw,
    Replace,
}

impl Aside {
    /// What is proposed, and who has agreed so far.
    pub(crate) fn offers(&self) -> impl Iterator<Item = (Waits, Seats)> {
        let draw = self.draw.as_ref().map(|it| (Waits::Draw, it.agreed));
        let replace = self.replace.as_ref().map(|it| (Waits::Replace, it.agreed));
        draw.into_iter().chain(replace)
    }
}

fn listed(seats: Seats) -> Vec<u8> {
    seats.iter().map(|it| it.0).collect()
}

/// What everybody at the table sees of the offers.
pub(crate) fn shown(held: &Held) -> Option<wire::Offers> {
    let Aside { draw, replace, rematch, .. } = &held.aside;
    if draw.is_none() && replace.is_none() && rematch.is_none() {
        return None;
    }
    let replace = replace.as_ref().map(|it| wire::Replacing {
        seat: it.seat.0,
        level: it.level.clone(),
        agreed: listed(it.agreed),
    });
    let draw = draw.as_ref().map_or(Vec::new(), |it| listed(it.agreed));
    Some(wire::Offers { draw, replace, rematch: rematch.clone() })
}

/// Forgets what was proposed before the decision that is open now.
pub(crate) fn expire(held: &mut Held) {
    let Stage::Battle(battle) = &held.stage else { return };
    let (over, open) = (battle.outcome().is_some(), battle.decision_number());
    held.aside.draw.take_if(|it| over || it.decision != open);
    held.aside.replace.take_if(|it| over || it.decision != open);
}

/// The seats in which people play now.
fn people(table: &Table, battle: &dyn AnyMatch) -> Seats {
    let seats = Seats::first(battle.seats().len() as u8);
    seats.iter().filter(|seat| table.about.level(*seat).is_none()).collect()
}

/// A seat offers a draw or agrees to one; or it declines, or takes its offer back.
pub(crate) async fn draw(app: &App, table: &Arc<Table>, seat: Seat, agree: bool) -> Result<()> {
    let same = Arc::clone(table);
    beside::stand(app, table, move |_, held| {
        beside::plays(&same, Some(seat))?;
        let Stage::Battle(battle) = &held.stage else { return Err(AppError::waiting()) };
        if !agree {
            held.aside.draw = None;
            return Ok(());
        }
        if people(&same, &**battle).len() < 2 {
            return Err(AppError::refused("nobody else is at this table to agree; computers fight on"));
        }
        let decision = battle.decision_number();
        let agreed = held.aside.draw.as_ref().map_or(Seats::default(), |it| it.agreed).with(seat);
        held.aside.draw = Some(Draw { decision, agreed });
        Ok(())
    })
    .await?;
    if !agree {
        return Ok(());
    }
    // Whoever agreed last ends it, if the offer still stands.
    let same = Arc::clone(table);
    let ended = beside::end(app, table, None, move |held, battle| {
        let agreed = held.aside.draw.as_ref().map_or(Seats::default(), |it| it.agreed);
        let all = people(&same, battle).iter().all(|it| agreed.contains(it));
        Ok(all.then(|| Ending::agreed(battle.events())))
    });
    // Two who agreed at once both end it, and one of them comes too late.
    ended.await.or_else(|err| if err.is_too_late() { Ok(()) } else { Err(err) })
}

/// A seat proposes that a computer of this level plays another one that was left, or agrees to it; or it
/// declines. When all who are still there agree, it does.
pub(crate) async fn replace(
    app: &App,
    table: &Arc<Table>,
    by: Seat,
    seat: Seat,
    level: String,
    agree: bool,
) -> Result<()> {
    let level = seating::within_budget(app, &level)?;
    let (same, agreed) = (Arc::clone(table), Arc::new(AtomicBool::new(false)));
    let (wanted, all) = (level.clone(), Arc::clone(&agreed));
    let now = app.clock().millis();
    let left = if agree { is_left(app, table, seat).await } else { Ok(()) };
    beside::stand(app, table, move |_, held| {
        beside::plays(&same, Some(by))?;
        let Stage::Battle(battle) = &held.stage else { return Err(AppError::waiting()) };
        if !agree {
            held.aside.replace = None;
            return Ok(());
        }
        let people = people(&same, &**battle);
        if seat == by || !people.contains(seat) {
            return Err(AppError::refused("only another person's seat can be given to a computer"));
        }
        left.clone()?;
        // Whoever plays a turn a day is away most of the time.
        if held.aside.clocks.as_ref().is_some_and(|it| it.is_in_time(seat, now)) {
            return Err(AppError::refused(format!("{seat} still has time for this decision")));
        }
        let before = held.aside.replace.take().filter(|it| it.seat == seat && it.level == wanted);
        let agreed = before.map_or(Seats::default(), |it| it.agreed).with(by);
        all.store(people.without(seat).iter().all(|it| agreed.contains(it)), Ordering::Relaxed);
        held.aside.replace =
            Some(Replace { decision: battle.decision_number(), seat, level: wanted.clone(), agreed });
        Ok(())
    })
    .await?;
    if !agreed.load(Ordering::Relaxed) {
        return Ok(());
    }
    beside::reseat(app, table, seat, &level, None).await
}

/// Whether nobody has been heard of in this seat for so long that the others may give it away.
async fn is_left(app: &App, table: &Table, seat: Seat) -> Result<()> {
    let (here, last) = presence::Known::of(app, table).await?.of_seat(seat);
    let gone = app.clock().millis().saturating_sub(last.unwrap_or(table.since));
    let least = app.limits().left;
    if here || gone < i64::try_from(least.as_millis()).unwrap_or(i64::MAX) {
        let seconds = least.as_secs();
        return Err(AppError::refused(format!(
            "{seat} is at the table, or was a moment ago; a seat is left after {seconds} seconds without anybody"
        )));
    }
    Ok(())
}

/// Who is at the table.
pub(crate) async fn presence(app: &App, table: &Table) -> Result<wire::PresenceList> {
    let now = app.clock().millis();
    let known = presence::Known::of(app, table).await?;
    let of = |seat: Seat| {
        let (here, last) = known.of_seat(seat);
        let away = last.filter(|_| !here).map(|last| now.saturating_sub(last).unsigned_abs());
        wire::SeatPresence { seat: seat.0, here, away }
    };
    let left = u64::try_from(app.limits().left.as_millis()).unwrap_or(u64::MAX);
    Ok(wire::PresenceList { seats: table.about.held().into_iter().map(of).collect(), left })
}
