//! Quick pairing: a game and a pace, and whoever waits for the same.
//!
//! Who finds nobody waits, and then looks once more: of two who came at the
//! same time one at least finds the other then, on whatever server. Both
//! waits end in the transaction that makes the battle, so nobody is paired
//! twice.

use wire::{Met, PacePreset, PairRequest, Paired};

use super::{
    Who, apart,
    invite::{self, keep, shown},
    meet::{self, Meeting, drawn_side, meet, plain},
    page,
};
use crate::{
    api::{games, people::open},
    app::App,
    edge::Asker,
    error::{AppError, Result},
};

/// How many of those who wait are looked at.
const MOST: u32 = 200;
/// Whoever waits for a battle to be fought in one sitting does not wait longer.
const LONGEST_LIVE: i64 = 60 * 60 * 1_000;
const LONGEST: i64 = 14 * 24 * 60 * 60 * 1_000;

/// Pairs somebody with whoever waits for the same, or lets them wait.
pub(crate) async fn pair(app: &App, asker: Asker, who: &Who, asked: PairRequest) -> Result<Paired> {
    let house = open(app)?;
    house.lobby.pairing.take(asker.0).map_err(AppError::too_many)?;
    let paces = page::paces();
    let preset = paces.into_iter().find(|it| it.id == asked.pace);
    let preset =
        preset.ok_or_else(|| AppError::refused(format!("there is no pace {:?} here", asked.pace)))?;
    let scenario = drawn_scenario(app, &asked.game)?;
    let key = who.key();
    // Whoever waits for this already goes on waiting.
    let made = app.store().invitations_by(&key, MOST).await?;
    let is_same = |it: &&store::Invitation| {
        it.kind == "pairing" && it.state == "open" && it.game == asked.game && it.pace == preset.id
    };
    let mut own = made.iter().find(is_same).cloned();
    if let Some(met) = found(app, asker, who, &asked, own.as_ref()).await? {
        return Ok(Paired { met: Some(met), waiting: None });
    }
    if own.is_none() {
        invite::is_room(app, who).await?;
        let new = waiting(app, &key, &asked, &preset, &scenario);
        keep(app, &new).await?;
        own = Some(new);
        if let Some(met) = found(app, asker, who, &asked, own.as_ref()).await? {
            return Ok(Paired { met: Some(met), waiting: None });
        }
    }
    let id = own.map(|it| it.id).unwrap_or_default();
    let waiting = app.store().invitation(&id).await?;
    Ok(Paired { met: None, waiting: waiting.as_ref().and_then(shown) })
}

fn waiting(
    app: &App,
    key: &str,
    asked: &PairRequest,
    preset: &PacePreset,
    (scenario, title): &(String, String),
) -> store::Invitation {
    let now = app.clock().millis();
    let lasts = if invite::is_live(Some(&preset.pace)) { LONGEST_LIVE } else { LONGEST };
    store::Invitation {
        id: app.chance().id(),
        kind: "pairing".to_owned(),
        maker: key.to_owned(),
        guests: asked.guests,
        game: asked.game.clone(),
        pace: preset.id.clone(),
        body: plain(scenario, title.clone(), preset.pace).to_text(),
        created: now,
        seen: now,
        expires: now + lasts,
        ..store::Invitation::default()
    }
}

/// One of the scenarios for two with which the game is learnt, by chance.
fn drawn_scenario(app: &App, game: &str) -> Result<(String, String)> {
    let rules = games::find(game)?;
    let all = rules.scenarios();
    let is_easy =
        |id: &str| rulesets::wording(game).outing(id).is_some_and(|(_, it)| it.level.name() == "first");
    let easy: Vec<_> = all.iter().filter(|it| it.seats.len() == 2 && is_easy(it.id)).collect();
    let drawn = usize::from(u16::from_le_bytes(app.chance().bytes()));
    let chosen = match easy.len() {
        0 => all.iter().find(|it| it.seats.len() == 2),
        n => easy.get(drawn % n).copied(),
    };
    let chosen = chosen.ok_or_else(|| AppError::refused("this game has no scenario for two"))?;
    Ok((chosen.id.to_owned(), chosen.title.clone()))
}

/// The battle with whoever has waited longest and wants the same, if there is somebody.
async fn found(
    app: &App,
    asker: Asker,
    who: &Who,
    asked: &PairRequest,
    own: Option<&store::Invitation>,
) -> Result<Option<Met>> {
    let key = who.key();
    for it in app.store().pairings(MOST).await? {
        let same = it.game == asked.game && it.pace == asked.pace && it.maker != key;
        let is_guest = super::who::guest_hash(&it.maker).is_some();
        let suits = (!is_guest || asked.guests) && (!who.is_guest() || it.guests);
        if !same || !suits || apart(app, &it.maker, &key).await? {
            continue;
        }
        let (terms, side) = (invite::Terms::of(&it)?, drawn_side(app));
        let own = own.map(|it| it.id.as_str());
        match meet(app, asker, Meeting { kept: &it, terms, side, joiner: &key, own }).await {
            Ok(met) => return Ok(Some(met)),
            // Somebody was quicker, with them or with us.
            Err(err) if err.is_taken() => {
                if let Some(met) = taken_up(app, own).await? {
                    return Ok(Some(met));
                }
            }
            Err(err) => return Err(err),
        }
    }
    Ok(None)
}

/// The battle that has come of one's own waiting meanwhile.
async fn taken_up(app: &App, own: Option<&str>) -> Result<Option<Met>> {
    let Some(own) = own else { return Ok(None) };
    let Some(kept) = app.store().invitation(own).await?.filter(|it| it.state == "begun") else {
        return Ok(None);
    };
    let seat = u8::try_from(kept.seat).unwrap_or_default();
    let name = meet::seat_name(&kept.game, &invite::Terms::of(&kept)?.scenario, seat)?;
    Ok(Some(Met { id: kept.id, seat, name, mirror: None }))
}
