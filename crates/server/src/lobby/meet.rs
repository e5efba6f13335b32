//! Somebody takes an invitation up: two have met, and their battle is made.

use serde_json::{Map, Value};
use store::StoreError;
use wire::{LinkRequest, Met, NewMatch};

use super::{
    Who, apart,
    invite::{self, Terms},
    mirror, who,
};
use crate::{
    api::{games, matches, people::open},
    app::App,
    edge::Asker,
    error::{AppError, Result},
    host,
    pool::Work,
    seating::{Heirs, Seating},
    table::Stage,
};

/// Two, and no more: whoever sits at a table of the lobby.
const SEATS: usize = 2;

/// Joins a table, or accepts a challenge.
pub(crate) async fn join(app: &App, asker: Asker, id: &str, who: &Who, asked: &LinkRequest) -> Result<Met> {
    open(app)?;
    app.admit_maker(asker.0)?;
    let kept = invite::admit(app, id, Some(who), asked).await?;
    let key = who.key();
    if kept.maker == key {
        return Err(AppError::refused("this is your own table; somebody else has to join it"));
    }
    if kept.state != "open" {
        return Err(closed());
    }
    if who.is_guest() && !kept.guests {
        return Err(AppError::forbidden("this table is for people with an account"));
    }
    if apart(app, &kept.maker, &key).await? {
        return Err(AppError::forbidden("you two do not play with each other"));
    }
    let terms = Terms::of(&kept)?;
    let side = terms.side.map_or_else(|| drawn_side(app), |it| it.min(1));
    meet(app, asker, Meeting { kept: &kept, terms, side, joiner: &key, own: None }).await
}

pub(super) fn closed() -> AppError {
    AppError::taken("this table is no longer open: somebody was quicker, or it was withdrawn")
}

/// Which seat somebody gets, by chance.
pub(super) fn drawn_side(app: &App) -> u8 {
    app.chance().bytes::<1>()[0] & 1
}

/// Two who are about to meet.
pub(super) struct Meeting<'a> {
    pub(super) kept: &'a store::Invitation,
    pub(super) terms: Terms,
    /// The seat of whoever made it, in the first battle.
    pub(super) side: u8,
    /// Whoever comes, as the store knows them.
    pub(super) joiner: &'a str,
    /// What whoever comes waited for, too: it goes.
    pub(super) own: Option<&'a str>,
}

/// Makes their battle, or both of a mirror match, in the moment in which the table is closed.
pub(super) async fn meet(app: &App, asker: Asker, it: Meeting<'_>) -> Result<Met> {
    let Meeting { kept, terms, side, joiner, own } = it;
    let mut new = Vec::new();
    let ids = [Some(kept.id.clone()), terms.mirror.then(|| app.chance().id())];
    let mut name = String::new();
    for (leg, id) in ids.iter().flatten().enumerate() {
        let maker = if leg == 0 { side } else { 1 - side };
        let parties = [(maker, kept.maker.as_str()), (1 - maker, joiner)];
        let seating = seating(&terms, Some(heirs(app, id, parties)));
        let (stage, title, seating) = begun(app, asker, &kept.game, &terms, seating).await?;
        if leg == 0 {
            name.clone_from(&stage.seats()[usize::from(1 - maker)].name);
        }
        let scenario = Some(terms.scenario.clone());
        new.push(host::drawn_up(app, &stage, &seating, scenario, title)?.0);
    }
    let now = app.clock().millis();
    let met = {
        let _writing = app.writing().read().await;
        app.store().meet(&kept.id, own, i64::from(side), now, &new).await
    };
    met.map_err(|err| match err {
        StoreError::Conflict => closed(),
        StoreError::Away(_)
        | StoreError::Unsure(_)
        | StoreError::Taken
        | StoreError::Corrupted(_)
        | StoreError::Refused(_) => err.into(),
    })?;
    let mirror = new.get(1).map(|it| it.id.clone());
    if mirror.is_some() {
        mirror::watch(app, &kept.id, terms.pace.as_ref()).await?;
    }
    invite::settled(app, kept, app.clock().millis()).await?;
    invite::tell(app, kept);
    if let Some(house) = app.house() {
        house.lobby.ring(joiner);
    }
    Ok(Met { id: kept.id.clone(), seat: 1 - side, name, mirror })
}

/// Their seats: a guest's is opened by the pass, somebody's with an account by who they are.
fn heirs(app: &App, id: &str, parties: [(u8, &str); 2]) -> Heirs {
    let (mut hashes, mut people) = (Vec::new(), Vec::new());
    for (seat, key) in parties {
        let seat = i64::from(seat);
        match who::guest_hash(key) {
            Some(hash) => hashes.push((seat, hash.to_owned())),
            None => {
                // Told to nobody.
                hashes.push((seat, app.chance().secret().hash().to_text()));
                people.push((seat, key.to_owned()));
            }
        }
    }
    Heirs { id: id.to_owned(), hashes, people }
}

fn seating(terms: &Terms, heirs: Option<Heirs>) -> Seating {
    Seating {
        players: vec!["human".to_owned(); SEATS],
        mine: vec![false; SEATS],
        contributions: vec![None; SEATS],
        spectators: false,
        unaided: terms.unaided,
        maker: None,
        pace: terms.pace,
        heirs,
    }
}

async fn begun(
    app: &App,
    asker: Asker,
    game: &str,
    terms: &Terms,
    seating: Seating,
) -> Result<(Stage, String, Seating)> {
    let new = NewMatch {
        game: game.to_owned(),
        scenario: Some(terms.scenario.clone()),
        setup: None,
        title: None,
        options: terms.options.clone(),
        seats: Vec::new(),
        spectators: false,
        unaided: terms.unaided,
        pace: terms.pace,
    };
    let (limits, seed) = (*app.limits(), host::draw_seed(app.chance()));
    let work = move || matches::begin(&new, &seating, &limits, seed).map(|begun| (begun, seating));
    let ((stage, title), seating) = app.at_length(Work::Making, &asker.owner(), work).await??;
    Ok((stage, title, seating))
}

/// Tries whether such a battle can be begun, and says what it is called.
pub(super) async fn tried(app: &App, asker: Asker, game: &str, terms: &Terms) -> Result<String> {
    Ok(begun(app, asker, game, terms, seating(terms, None)).await?.1)
}

/// What a scenario of a game is played with when two are paired.
pub(super) fn plain(scenario: &str, title: String, pace: wire::Pace) -> Terms {
    Terms {
        scenario: scenario.to_owned(),
        title,
        options: Map::<String, Value>::new(),
        pace: Some(pace),
        side: None,
        mirror: false,
        unaided: false,
    }
}

/// What a seat of a supplied scenario is called.
pub(super) fn seat_name(game: &str, scenario: &str, seat: u8) -> Result<String> {
    let all = games::find(game)?.scenarios();
    let seats = all.into_iter().find(|it| it.id == scenario).map(|it| it.seats).unwrap_or_default();
    Ok(seats.get(usize::from(seat)).cloned().unwrap_or_default())
}
