//! What happens at a table besides orders: somebody gives up, runs out of
//! time, leaves his seat to a computer, comes back. Whatever of it belongs to
//! the battle stands in its record.

use std::sync::Arc;

use engine::{EndedBy, Ending, Seat};
use rulesets::{AnyMatch, Submission};
use store::End;

use crate::{
    app::App,
    deadline,
    error::{AppError, Result},
    host::{self, Handed, again, follow_up, head, outcome, proof, sign, still_open, summary},
    table::{Held, InHand, Table},
    think::Asked,
};

/// A seat gives the battle up. Where the rules have an order for that and the seat is asked, that is
/// given; otherwise the battle is over at once.
pub(crate) async fn concede(app: &App, table: &Arc<Table>, seat: Seat) -> Result<()> {
    let order = Submission::Text("concede".to_owned());
    let asked = {
        let slot = table.lock(app).await?;
        let battle = slot.battle()?;
        let n = battle.decision_number();
        let asked = battle.awaiting().contains(seat) && battle.check(n, seat, &order).1.is_ok();
        asked.then_some(n)
    };
    match asked {
        Some(n) => host::submit(app, table, n, seat, Handed::new(order)).await.map(drop),
        None => {
            end(app, table, Some(seat), move |_, battle| {
                let seats = battle.seats().len() as u8;
                Ok(Some(Ending::conceded(seat, seats, battle.events())))
            })
            .await
        }
    }
}

/// A seat calls the battle off, which has hardly begun.
pub(crate) async fn call_off(app: &App, table: &Arc<Table>, seat: Seat) -> Result<()> {
    end(app, table, Some(seat), move |_, battle| {
        if EndedBy::CALLED_OFF_BEFORE <= battle.decision_number() {
            let most = EndedBy::CALLED_OFF_BEFORE;
            return Err(AppError::refused(format!(
                "a battle can be called off only before {most} decisions are taken; concede, or offer a draw"
            )));
        }
        Ok(Some(Ending::called_off(seat, battle.events())))
    })
    .await
}

/// Ends a battle that is not over, as `how` says; nothing if that says nothing. Nobody else than whoever
/// plays in `seat` may want it.
pub(crate) async fn end(
    app: &App,
    table: &Arc<Table>,
    seat: Option<Seat>,
    how: impl Fn(&Held, &dyn AnyMatch) -> Result<Option<Ending>> + Clone + Send + 'static,
) -> Result<()> {
    again(table, || end_whole(app.clone(), Arc::clone(table), seat, how.clone())).await
}

/// Somebody else plays a seat from now on: a computer, or its own player again. With `late`, only if its
/// time is up by then.
pub(crate) async fn reseat(
    app: &App,
    table: &Arc<Table>,
    seat: Seat,
    player: &str,
    late: Option<i64>,
) -> Result<()> {
    again(table, || reseat_whole(app.clone(), Arc::clone(table), seat, player.to_owned(), late)).await
}

/// The battle is lost for whose time is up; nothing if nobody's is.
pub(crate) async fn out_of_time(app: &App, table: &Arc<Table>) -> Result<()> {
    again(table, || out_of_time_whole(app.clone(), Arc::clone(table))).await
}

/// Changes what stands beside a battle, and nothing in it.
pub(crate) async fn stand(
    app: &App,
    table: &Arc<Table>,
    change: impl Fn(&App, &mut Held) -> Result<()> + Clone + Send + 'static,
) -> Result<()> {
    again(table, || stand_whole(app.clone(), Arc::clone(table), false, change.clone())).await
}

/// The same where the battle is over.
pub(crate) async fn stand_after(
    app: &App,
    table: &Arc<Table>,
    change: impl Fn(&App, &mut Held) -> Result<()> + Clone + Send + 'static,
) -> Result<()> {
    again(table, || stand_whole(app.clone(), Arc::clone(table), true, change.clone())).await
}

async fn end_whole(
    app: App,
    table: Arc<Table>,
    seat: Option<Seat>,
    how: impl Fn(&Held, &dyn AnyMatch) -> Result<Option<Ending>> + Send,
) -> Result<()> {
    let _writing = app.writing().read().await;
    let slot = table.lock(&app).await?;
    app.is_sound(&table)?;
    let battle = slot.battle()?;
    still_open(&app, battle)?;
    if battle.outcome().is_some() {
        return Err(AppError::over());
    }
    plays(&table, seat)?;
    match how(slot.held(), battle)? {
        Some(ending) => ended(&app, &table, slot, ending).await,
        None => Ok(()),
    }
}

/// Whether a person plays here at the moment.
pub(crate) fn plays(table: &Table, seat: Option<Seat>) -> Result<()> {
    match seat.and_then(|it| table.about.level(it)) {
        Some(_) => Err(AppError::not_yours("a computer plays this seat; take it back first")),
        None => Ok(()),
    }
}

/// Ends a battle that the rules have not ended: signed, kept, and told.
pub(crate) async fn ended(app: &App, table: &Arc<Table>, mut slot: InHand<'_>, ending: Ending) -> Result<()> {
    let version = slot.held().version;
    let battle = slot.battle_mut()?;
    battle.end(ending)?;
    sign(app.key(), battle);
    let (outcome, proof) = (outcome(battle), proof(battle));
    let end = End {
        match_id: &table.about.id,
        ending: serde_json::to_string(&ending).expect("plain data"),
        outcome,
        proof,
        version,
        summary: summary(app, table, slot.held_mut(), app.clock().millis()),
    };
    if let Err(err) = app.store().end(&end).await {
        slot.forget();
        table.tell();
        return Err(err.into());
    }
    slot.held_mut().version += 1;
    let battle = slot.battle()?;
    table.break_off(battle.decision_number(), battle.awaiting());
    if let Some(outcome) = battle.outcome() {
        app.hired().over(&table.about.id, &outcome);
    }
    drop(slot);
    table.tell();
    Ok(())
}

async fn out_of_time_whole(app: App, table: Arc<Table>) -> Result<()> {
    let _writing = app.writing().read().await;
    let slot = table.lock(&app).await?;
    app.is_sound(&table)?;
    let battle = slot.battle()?;
    let ending = slot.held().aside.clocks.as_ref().and_then(|it| deadline::lost(it, battle, app.served()));
    match ending.filter(|_| battle.outcome().is_none()) {
        Some(ending) => ended(&app, &table, slot, ending).await,
        None => Ok(()),
    }
}

async fn reseat_whole(
    app: App,
    table: Arc<Table>,
    seat: Seat,
    player: String,
    late: Option<i64>,
) -> Result<()> {
    let _writing = app.writing().read().await;
    let mut slot = table.lock(&app).await?;
    app.is_sound(&table)?;
    if let Some(now) = late
        && !slot.held().aside.clocks.as_ref().is_some_and(|it| it.late(now).contains(seat))
    {
        return Ok(());
    }
    let battle = slot.battle_mut()?;
    still_open(&app, battle)?;
    if battle.outcome().is_some() {
        return Err(AppError::over());
    }
    let mut players: Vec<String> = battle.seats().iter().map(|info| info.player.clone()).collect();
    let sits = players.get_mut(seat.index()).ok_or_else(|| AppError::not_found("seat"))?;
    *sits = player;
    battle.reseat(&players);
    let head = head(&*battle);
    slot.held_mut().head = blake3::hash(head.as_bytes());
    let battle = slot.battle()?;
    let was = table.about.level(seat);
    table.about.sit(battle.seats(), app.limits());
    let keep = store::Reseat {
        match_id: &table.about.id,
        version: slot.held().version,
        head,
        summary: summary(&app, &table, slot.held_mut(), app.clock().millis()),
    };
    if let Err(err) = app.store().reseat(&keep).await {
        // Who sits there is read again with the rest of it.
        slot.forget();
        table.tell();
        return Err(err.into());
    }
    slot.held_mut().version += 1;
    if was.is_some() {
        // Whoever thinks for a seat whose player is back may stop.
        let battle = slot.battle()?;
        table.break_off(battle.decision_number(), battle.awaiting().without(seat));
    }
    follow_up(&app, &table, slot, Asked::Own);
    Ok(())
}

async fn stand_whole(
    app: App,
    table: Arc<Table>,
    after: bool,
    change: impl Fn(&App, &mut Held) -> Result<()> + Send,
) -> Result<()> {
    let _writing = app.writing().read().await;
    let mut slot = table.lock(&app).await?;
    app.is_sound(&table)?;
    let over = slot.battle()?.outcome().is_some();
    match (over, after) {
        (true, false) => return Err(AppError::over()),
        (false, true) => return Err(AppError::not_yet("the battle is not over")),
        (true, true) => {}
        (false, false) => still_open(&app, slot.battle()?)?,
    }
    change(&app, slot.held_mut())?;
    let (id, version) = (&table.about.id, slot.held().version);
    let summary = summary(&app, &table, slot.held_mut(), 0);
    if let Err(err) = app.store().stand(id, version, &summary).await {
        slot.forget();
        table.tell();
        return Err(err.into());
    }
    slot.held_mut().version += 1;
    drop(slot);
    table.tell();
    Ok(())
}
