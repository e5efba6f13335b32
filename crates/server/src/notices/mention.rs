//! Whoever is named by `@name` in what is said at a table or on a club's board is told, if they may
//! read it there. The words themselves stand in no notice.

use engine::Seat;
use people::{name, words};
use store::{Post, Rank, Said, Sitting};

use super::{Kind, Notice, post};
use crate::{app::App, error::Result, presence::Known, table::Table};

/// Players who are named at their table. What onlookers say is read by onlookers, who have no seats.
pub(crate) async fn at_table(app: &App, table: &Table, said: &Said, n: i64, sittings: &[Sitting]) {
    let id = &table.about.id;
    let told = async {
        let known = Known::of(app, table).await?;
        let away =
            sittings.iter().filter(|it| !u8::try_from(it.seat).is_ok_and(|it| known.of_seat(Seat(it)).0));
        let named = named(&said.body);
        let mut notices: Vec<Notice> = Vec::new();
        for it in away.filter(|it| named.contains(&name::fold(&it.name))) {
            if notices.iter().any(|other| other.person == it.person)
                || !may_tell(app, &said.person, it).await?
            {
                continue;
            }
            notices.push(Notice {
                person: it.person.clone(),
                kind: Kind::Mention,
                detail: said.name.clone(),
                subject: table.about.title.clone(),
                link: format!("table/{id}"),
                battle: Some((id.clone(), None)),
                about: format!("talk {n}"),
                until: None,
            });
        }
        post(app, notices).await
    };
    note(told.await);
}

/// Members of a club who are named on its board.
pub(crate) async fn on_board(app: &App, club: &str, it: &Post, n: i64) {
    let told = async {
        let mut notices = Vec::new();
        for named in named(&it.body) {
            let Some(found) = app.store().person_named(&named).await? else { continue };
            let rank = app.store().rank_in(&it.club, &found.id).await?;
            if found.id == it.person
                || rank.is_none_or(|rank| rank < Rank::Member)
                || app.store().blocked_between(&it.person, &found.id).await?
            {
                continue;
            }
            notices.push(Notice {
                person: found.id,
                kind: Kind::Mention,
                detail: it.name.clone(),
                subject: club.to_owned(),
                link: format!("clubs/{}", it.club),
                battle: None,
                about: format!("club {} {n}", it.club),
                until: None,
            });
        }
        post(app, notices).await
    };
    note(told.await);
}

fn named(text: &str) -> Vec<String> {
    let mut all: Vec<String> = words::mentioned(text).iter().map(|it| name::fold(it)).collect();
    all.sort();
    all.dedup();
    all
}

/// Nobody is told what they have said themselves, nor anything by whom they have blocked. A guest
/// may name somebody, too: they are at the table.
async fn may_tell(app: &App, speaker: &str, it: &Sitting) -> Result<bool> {
    Ok(it.person != speaker && !app.store().blocked_between(speaker, &it.person).await?)
}

/// It has been said by then, and is not said once more because nobody could be told of it.
fn note(told: Result<Vec<String>>) {
    if let Err(err) = told {
        tracing::warn!(why = err.body().message, "who was mentioned is not told");
    }
}
