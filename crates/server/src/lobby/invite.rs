//! Tables and challenges: made, looked at, declined, withdrawn, run out.

use std::time::Duration;

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use store::{Job, Read};
use wire::{
    Invitation, InvitationList, InvitationState, LinkRequest, MadeTable, NameCard, NewTable, OpenTable, Pace,
    Whom,
};

use super::{EXPIRY, Who, apart, meet};
use crate::{
    api::people::open,
    app::App,
    edge::Asker,
    error::{AppError, Result},
    notices::{self, Kind, Notice},
    pace,
    secret::{Hash, Secret},
};

/// In milliseconds.
const SECOND: i64 = 1_000;
const HOUR: i64 = 3_600 * SECOND;
const DAY: i64 = 24 * HOUR;
/// How long what came of an invitation is told its maker.
const TOLD: i64 = HOUR;
/// How long something waits that is not to be played in one sitting: for its maker to look in, for an
/// answer, for anybody at all.
const SLOW_ABSENT: i64 = 3 * DAY;
const SLOW_CHALLENGE: i64 = 7 * DAY;
const LONGEST: i64 = 30 * DAY;
/// A challenge to play now is no longer one after this.
const LIVE_CHALLENGE: i64 = 10 * 60 * SECOND;
/// A link is opened whenever a friend reads his mail.
const LINK: i64 = 7 * DAY;
/// More of one's own than anybody may have open; what came of others lies beside them.
const MOST_LISTED: u32 = 60;

/// What its maker wants, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Terms {
    pub(super) scenario: String,
    pub(super) title: String,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub(super) options: Map<String, Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) pace: Option<Pace>,
    /// Its maker's seat; drawn if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) side: Option<u8>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) mirror: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) unaided: bool,
}

impl Terms {
    pub(super) fn of(kept: &store::Invitation) -> Result<Terms> {
        let broken = |err: serde_json::Error| AppError::corrupted(&format!("invitation {}: {err}", kept.id));
        serde_json::from_str(&kept.body).map_err(broken)
    }

    pub(super) fn to_text(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }
}

/// Whether a battle of this pace is fought in one sitting.
pub(super) fn is_live(pace: Option<&Pace>) -> bool {
    let hours = |seconds: u32| i64::from(seconds) * SECOND / HOUR;
    pace.is_some_and(|it| hours(it.decision) < 1 && hours(it.bank) < 12)
}

/// As it stands in the lobby; nothing if it cannot be read.
pub(super) fn table(kept: &store::Invitation) -> Option<OpenTable> {
    let terms = Terms::of(kept).ok()?;
    Some(OpenTable {
        id: kept.id.clone(),
        maker: name_card(&kept.maker_name, &kept.maker_owner),
        game: kept.game.clone(),
        scenario: terms.scenario,
        title: terms.title,
        options: terms.options,
        pace: terms.pace,
        side: terms.side.map(|side| 1 - side.min(1)),
        mirror: terms.mirror,
        guests: kept.guests,
        unaided: terms.unaided,
        created: kept.created.unsigned_abs(),
    })
}

pub(super) fn name_card(name: &str, owner: &str) -> NameCard {
    let some = |text: &str| Some(text.to_owned()).filter(|it| !it.is_empty());
    NameCard { name: some(name), owner: some(owner) }
}

/// As those see it whom it is about.
pub(super) fn shown(kept: &store::Invitation) -> Option<Invitation> {
    let to = match kept.kind.as_str() {
        "open" => Whom::Everybody {},
        "link" => Whom::Link {},
        "challenge" => Whom::Person { name: kept.rival_name.clone() },
        "pairing" => Whom::Pair { pace: kept.pace.clone() },
        _ => return None,
    };
    let state = match kept.state.as_str() {
        "open" => InvitationState::Open,
        "begun" => InvitationState::Begun,
        "declined" => InvitationState::Declined,
        "expired" => InvitationState::Expired,
        _ => return None,
    };
    Some(Invitation {
        table: table(kept)?,
        to,
        state,
        expires: kept.expires.unsigned_abs(),
        seat: u8::try_from(kept.seat).ok(),
    })
}

/// One's own invitations.
pub(crate) async fn mine(app: &App, who: &Who) -> Result<InvitationList> {
    let key = who.key();
    let made = app.store().invitations_by(&key, MOST_LISTED).await?;
    let received = match who {
        Who::Person(_) => app.store().challenges_to(&key, MOST_LISTED).await?,
        Who::Guest(_) => Vec::new(),
    };
    let mut kept = Vec::new();
    for it in received {
        // Whoever blocks somebody later hears no more of what they asked before.
        if !apart(app, &it.maker, &key).await? {
            kept.push(it);
        }
    }
    Ok(InvitationList {
        made: made.iter().filter_map(shown).collect(),
        received: kept.iter().filter_map(shown).collect(),
    })
}

/// Makes a table, for everybody, for whoever has its link, or for one person.
pub(crate) async fn invite(
    app: &App,
    asker: Asker,
    who: &Who,
    new: NewTable,
) -> Result<(StatusCode, MadeTable)> {
    let house = open(app)?;
    house.lobby.making.take(asker.0).map_err(AppError::too_many)?;
    let NewTable { to, game, scenario, options, pace, side, mirror, guests, unaided } = new;
    if let Some(pace) = &pace {
        pace::check(pace)?;
    }
    if side.is_some_and(|it| 1 < it) {
        return Err(AppError::refused("a table here has two seats, 0 and 1"));
    }
    let (kind, rival, link) = match &to {
        Whom::Everybody {} => ("open", None, None),
        Whom::Link {} => ("link", None, Some(app.chance().secret())),
        Whom::Person { name } => ("challenge", Some(rival(app, who, name).await?), None),
        Whom::Pair { .. } => return Err(AppError::malformed("ask to be paired for that")),
    };
    is_room(app, who).await?;
    let title = String::new();
    let mut terms = Terms { scenario, title, options, pace, side, mirror, unaided };
    // What cannot be begun is refused now, and not when somebody has come.
    terms.title = meet::tried(app, asker, &game, &terms).await?;
    let now = app.clock().millis();
    let live = is_live(pace.as_ref());
    let lasts = match kind {
        "link" => LINK,
        "challenge" if live => LIVE_CHALLENGE,
        "challenge" => SLOW_CHALLENGE,
        _ => LONGEST,
    };
    let link_hash = link.as_ref().map_or(String::new(), |it| it.hash().to_text());
    let new = store::Invitation {
        id: app.chance().id(),
        kind: kind.to_owned(),
        maker: who.key(),
        rival: rival.as_ref().map_or(String::new(), |it| it.id.clone()),
        link: link_hash,
        // Whoever has the link has been asked.
        guests: guests || kind == "link",
        game,
        body: terms.to_text(),
        created: now,
        seen: now,
        expires: now + lasts,
        ..store::Invitation::default()
    };
    keep(app, &new).await?;
    if !new.rival.is_empty() {
        // Who has a page of ours open has heard of it by now, but perhaps nobody looks at that page.
        let later = if house.lobby.hears(&new.rival) { app.limits().away } else { Duration::ZERO };
        let later = i64::try_from(later.as_millis()).unwrap_or(i64::MAX);
        notices::post_later(app, vec![challenge(&new, who, terms.title)], later).await?;
    }
    let kept = app.store().invitation(&new.id).await?;
    let table = kept.as_ref().and_then(shown).ok_or_else(AppError::internal)?;
    Ok((StatusCode::CREATED, MadeTable { table, link: link.map(Secret::into_text) }))
}

/// Word of a challenge for whoever is challenged.
fn challenge(it: &store::Invitation, who: &Who, title: String) -> Notice {
    Notice {
        person: it.rival.clone(),
        kind: Kind::Challenge,
        detail: who.card().name.unwrap_or_else(|| "Somebody".to_owned()),
        subject: title,
        link: "lobby".to_owned(),
        battle: None,
        about: it.id.clone(),
        until: Some(it.expires),
    }
}

/// Keeps something new that waits, and tells those whom it is about.
pub(super) async fn keep(app: &App, new: &store::Invitation) -> Result<()> {
    {
        let _writing = app.writing().read().await;
        app.store().invite(new).await?;
    }
    look_again(app, new).await?;
    tell(app, new);
    Ok(())
}

/// Everybody who may want to know hears that something has come of it.
pub(super) fn tell(app: &App, it: &store::Invitation) {
    let Some(house) = app.house() else { return };
    house.lobby.changed();
    house.lobby.ring(&it.maker);
    if !it.rival.is_empty() {
        house.lobby.ring(&it.rival);
    }
}

/// The one who is challenged, if he may be.
async fn rival(app: &App, who: &Who, name: &str) -> Result<store::KeptPerson> {
    let Who::Person(me) = who else { return Err(AppError::not_logged_in()) };
    let nobody = || AppError::not_found("person");
    let found = app.store().person_named(&people::name::fold(name)).await?.ok_or_else(nobody)?;
    if found.id == me.id {
        return Err(AppError::refused("you cannot challenge yourself"));
    }
    if app.clock().millis() < found.banned_until {
        return Err(nobody());
    }
    if apart(app, &me.id, &found.id).await? {
        return Err(AppError::forbidden(format!("{} does not accept challenges from you", found.name)));
    }
    let open = app.store().challenges_to(&found.id, MOST_LISTED).await?;
    if open.iter().any(|it| it.maker == me.id) {
        return Err(AppError::refused(format!("{} already has a challenge from you", found.name)));
    }
    if app.limits().challenges <= open.len() {
        return Err(AppError::refused(format!("{} has too many challenges waiting", found.name)));
    }
    Ok(found)
}

/// Whether somebody may have one more of theirs open.
pub(super) async fn is_room(app: &App, who: &Who) -> Result<()> {
    let made = app.store().invitations_by(&who.key(), MOST_LISTED).await?;
    let (open, most) = (made.iter().filter(|it| it.state == "open").count(), app.limits().open_tables);
    if most <= open {
        return Err(AppError::refused(format!(
            "you have {open} tables and challenges open, and the limit is {most}; withdraw one first"
        )));
    }
    Ok(())
}

/// The invitation, if whoever asks may see it: a challenge by the two it is between, one by link with the link.
pub(super) async fn admit(
    app: &App,
    id: &str,
    who: Option<&Who>,
    asked: &LinkRequest,
) -> Result<store::Invitation> {
    let none = || AppError::not_found("table");
    let kept = app.store().invitation(id).await?.ok_or_else(none)?;
    let key = who.map(Who::key);
    let own = key.as_ref().is_some_and(|it| *it == kept.maker);
    let may = match kept.kind.as_str() {
        "open" => true,
        "link" => {
            asked.link.as_deref().is_some_and(|it| Some(Secret::claimed(it).hash()) == Hash::read(&kept.link))
        }
        "challenge" => key.is_some_and(|it| it == kept.rival),
        _ => false,
    };
    if own || may { Ok(kept) } else { Err(none()) }
}

/// What one is invited to.
pub(crate) async fn look(app: &App, id: &str, who: Option<&Who>, asked: &LinkRequest) -> Result<Invitation> {
    let kept = admit(app, id, who, asked).await?;
    shown(&kept).ok_or_else(AppError::internal)
}

/// Whoever is challenged does not want to.
pub(crate) async fn decline(app: &App, id: &str, who: &Who) -> Result<InvitationList> {
    let kept = app.store().invitation(id).await?.filter(|it| it.rival == who.key());
    let kept = kept.ok_or_else(|| AppError::not_found("table"))?;
    end(app, &kept, "declined").await?;
    mine(app, who).await
}

/// Its maker takes it back; or lets go of what came of it, having heard.
pub(crate) async fn withdraw(app: &App, id: &str, who: &Who) -> Result<InvitationList> {
    let kept = app.store().invitation(id).await?.filter(|it| it.maker == who.key());
    let kept = kept.ok_or_else(|| AppError::not_found("table"))?;
    {
        let _writing = app.writing().read().await;
        app.store().drop_invitation(id, &kept.maker).await?;
        app.store().drop_job(EXPIRY, id).await?;
        answered(app, &kept).await?;
    }
    tell(app, &kept);
    mine(app, who).await
}

/// It is over without a battle. That it was over already is no error.
async fn end(app: &App, it: &store::Invitation, state: &str) -> Result<()> {
    let now = app.clock().millis();
    let closed = {
        let _writing = app.writing().read().await;
        app.store().close_invitation(&it.id, state, now).await?
    };
    if closed {
        settled(app, it, now).await?;
    }
    tell(app, it);
    Ok(())
}

/// It has come to an end at `now`, and is forgotten when its maker has had time to hear.
pub(super) async fn settled(app: &App, it: &store::Invitation, now: i64) -> Result<()> {
    let due = now + TOLD;
    let job = Job { kind: EXPIRY.to_owned(), name: it.id.clone(), due, payload: String::new() };
    let _writing = app.writing().read().await;
    app.store().set_job(&job).await?;
    app.jobs().due(due);
    answered(app, it).await
}

/// Nobody need be told any more that they are challenged.
async fn answered(app: &App, it: &store::Invitation) -> Result<()> {
    if !it.rival.is_empty() {
        app.store().read_notices(&it.rival, Read::About(&it.id), app.clock().millis()).await?;
    }
    Ok(())
}

/// When something is to be done about it next.
fn due(app: &App, it: &store::Invitation) -> i64 {
    if it.state != "open" && !it.state.is_empty() {
        return it.ended + TOLD;
    }
    let waits = match it.kind.as_str() {
        // These do not depend on whether their maker is there.
        "link" | "challenge" => return it.expires,
        _ if is_live(Terms::of(it).ok().and_then(|it| it.pace).as_ref()) => {
            i64::try_from(app.limits().absent.as_millis()).unwrap_or(i64::MAX)
        }
        _ => SLOW_ABSENT,
    };
    it.expires.min(it.seen.saturating_add(waits))
}

/// Looks at it again when there may be something to do.
async fn look_again(app: &App, it: &store::Invitation) -> Result<()> {
    let due = due(app, it);
    let job = Job { kind: EXPIRY.to_owned(), name: it.id.clone(), due, payload: String::new() };
    let _writing = app.writing().read().await;
    app.store().set_job(&job).await?;
    app.jobs().due(due);
    Ok(())
}

/// Closes it if it has run out or its maker is gone, and forgets it when its maker has heard.
pub(crate) async fn expire(app: &App, id: &str) -> Result<()> {
    let Some(kept) = app.store().invitation(id).await? else { return Ok(()) };
    let now = app.clock().millis();
    if now < due(app, &kept) {
        return look_again(app, &kept).await;
    }
    if kept.state == "open" {
        return end(app, &kept, "expired").await;
    }
    let _writing = app.writing().read().await;
    app.store().drop_invitation(id, &kept.maker).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use wire::Late;

    use super::*;

    #[test]
    fn a_day_for_a_decision_is_no_sitting() {
        let pace =
            |decision: u32, bank: u32| Pace { decision, bank, increment: 0, holidays: 0, late: Late::Lost };
        assert!(is_live(Some(&pace(0, 900))) && is_live(Some(&pace(180, 0))));
        assert!(!is_live(None) && !is_live(Some(&pace(86_400, 0))) && !is_live(Some(&pace(60, 86_400))));
    }

    #[test]
    fn terms_survive_the_store() {
        let terms = Terms {
            scenario: "intro".to_owned(),
            title: "Drift".to_owned(),
            options: serde_json::from_str(r#"{"turn_limit": 9}"#).unwrap(),
            pace: Some(Pace { decision: 60, bank: 0, increment: 0, holidays: 0, late: Late::Draft }),
            side: Some(1),
            mirror: true,
            unaided: false,
        };
        let kept = store::Invitation { body: terms.to_text(), kind: "open".to_owned(), ..Default::default() };
        assert_eq!(Terms::of(&kept).unwrap(), terms);
        let table = table(&kept).unwrap();
        // The maker has the second seat, so whoever joins has the first.
        assert_eq!((table.side, table.maker), (Some(0), NameCard::default()));
    }
}
