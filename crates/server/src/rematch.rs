//! The same battle once more, with sides exchanged: same scenario, options and
//! pace, other dice. Everybody's seat there is opened by what opened their seat
//! here, so nothing has to be sent to anybody.

use std::sync::Arc;

use engine::{Seat, Viewer};
use store::SPECTATOR;
use wire::{NewMatch, Rematch};

use crate::{
    api::matches,
    app::App,
    beside,
    edge::Asker,
    error::{AppError, Result},
    host,
    pool::Work,
    seating::{Heirs, Seating},
    secret,
    table::Table,
};

/// Where a seat of the old battle sits in the new one.
fn exchanged(seat: Seat, seats: usize) -> Seat {
    Seat(((seat.index() + 1) % seats) as u8)
}

/// Makes the battle in which this one is fought again, unless it is there already.
pub(crate) async fn rematch(app: &App, table: &Arc<Table>, asker: Asker, seat: Seat) -> Result<Rematch> {
    let id = secret::rematch(&table.about.id, table.about.luck);
    let (cards, scenario, made) = {
        let slot = table.lock(app).await?;
        let battle = slot.battle()?;
        if battle.outcome().is_none() {
            return Err(AppError::not_yet("a battle can be fought again once it is over"));
        }
        let made = slot.held().aside.rematch.is_some();
        (battle.seats().to_vec(), battle.record_head()["scenario"].clone(), made)
    };
    let seats = cards.len();
    let there = exchanged(seat, seats);
    let answer = Rematch { id: id.clone(), seat: there.0, name: cards[there.index()].name.clone() };
    if made {
        return Ok(answer);
    }
    app.admit_maker(asker.0)?;
    let owner = &asker.owner();
    let mut players = vec![String::new(); seats];
    for (n, card) in cards.iter().enumerate() {
        // Whoever had left is asked again.
        let own = Seat(n as u8);
        let player = if table.about.is_replaced(own) { "human".to_owned() } else { card.player.clone() };
        players[exchanged(own, seats).index()] = player;
    }
    let hashes = table.about.hashes().into_iter().map(|(viewer, hash)| match viewer {
        Viewer::Seat(own) => (i64::from(exchanged(own, seats).0), hash),
        Viewer::Spectator | Viewer::Referee => (SPECTATOR, hash),
    });
    let sittings = app.store().sittings(&table.about.id).await?;
    let people = sittings.into_iter().filter_map(|it| {
        let own = u8::try_from(it.seat).ok().map(Seat)?;
        Some((i64::from(exchanged(own, seats).0), it.person))
    });
    let people: Vec<(i64, String)> = people.collect();
    let company: Vec<String> = people.iter().map(|(_, person)| person.clone()).collect();
    let contributions = players.iter().map(|player| (player != "human").then(|| app.chance().contribution()));
    let seating = Seating {
        contributions: contributions.collect(),
        mine: vec![false; seats],
        spectators: table.about.spectators(),
        unaided: table.about.unaided,
        maker: None,
        pace: table.about.pace,
        heirs: Some(Heirs { id: id.clone(), hashes: hashes.collect(), people }),
        players,
    };
    let new = NewMatch {
        game: table.about.game.clone(),
        scenario: table.about.scenario.clone(),
        setup: table.about.scenario.is_none().then_some(scenario),
        title: Some(table.about.title.clone()),
        options: table.about.options.as_object().cloned().unwrap_or_default(),
        seats: Vec::new(),
        spectators: seating.spectators,
        unaided: seating.unaided,
        pace: seating.pace,
    };
    let (limits, seed) = (*app.limits(), host::draw_seed(app.chance()));
    let scenario = new.scenario.clone();
    let work = move || matches::begin(&new, &seating, &limits, seed).map(|begun| (begun, seating));
    let ((stage, title), seating) = app.at_length(Work::Making, owner, work).await??;
    match host::keep(app, owner, stage, &seating, scenario, title).await {
        Ok(_) => {}
        // Two wanted it at once: one match is enough.
        Err(err) if err.is_too_late() => {}
        Err(err) => return Err(err),
    }
    beside::stand_after(app, table, move |_, held| {
        held.aside.rematch = Some(id.clone());
        Ok(())
    })
    .await?;
    // Bots among them hear of their new seat.
    if let Some(house) = app.house() {
        company.iter().for_each(|it| house.lobby.ring(it));
    }
    Ok(answer)
}
