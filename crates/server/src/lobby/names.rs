//! Who sits where, by name, and which battles count together: told with a
//! match, and kept apart from it. The record knows nothing of people.

use wire::{MatchInfo, MatchSummary, NameCard};

use super::{invite::name_card, mirror};
use crate::{app::App, error::Result};

/// With one match, to those at its table.
pub(crate) async fn in_info(app: &App, info: &mut MatchInfo) -> Result<()> {
    if app.house().is_none() {
        return Ok(());
    }
    for it in app.store().sitters(&[&info.id]).await? {
        let seat = info.seats.iter_mut().find(|card| i64::from(card.seat) == it.seat);
        seat.into_iter().for_each(|card| card.person = Some(card_of(&it)));
    }
    info.mirror = mirror::of(app, &[&info.id]).await?.remove(&info.id);
    Ok(())
}

/// With many, to somebody who has a place in each.
pub(crate) async fn in_list(app: &App, list: &mut [MatchSummary]) -> Result<()> {
    if app.house().is_none() || list.is_empty() {
        return Ok(());
    }
    let ids: Vec<String> = list.iter().map(|it| it.id.clone()).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let sitters = app.store().sitters(&ids).await?;
    let mut mirrors = mirror::of(app, &ids).await?;
    for summary in list {
        summary.mirror = mirrors.remove(&summary.id);
        for card in &mut summary.seats {
            let sits = |it: &&store::Sitter| it.match_id == summary.id && it.seat == i64::from(card.seat);
            card.person = sitters.iter().find(sits).map(card_of);
        }
    }
    Ok(())
}

fn card_of(it: &store::Sitter) -> NameCard {
    name_card(&it.name, &it.owner)
}
