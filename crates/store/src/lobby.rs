//! The meeting place: tables that wait for somebody, challenges, people who
//! wait to be paired, and battles that count together.
//!
//! An invitation has the name of the match that comes of it. Whoever takes it
//! up makes that match in the same transaction in which it is closed, so that
//! nobody joins what was withdrawn, and no two join the same.

use sqlx::{Row, any::AnyRow};

use crate::{
    NewMatch, Result, Store, StoreError,
    error::{findable, keepable},
    patience::{Lent, Tx},
    write::insert_match,
};

/// Something that waits for somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invitation {
    /// Also of the match that comes of it.
    pub id: String,
    /// `open`, `link`, `challenge`, `pairing`.
    pub kind: String,
    /// The id of a person, or what stands for a guest.
    pub maker: String,
    /// What its maker and the maker's owner are called; nothing for guests, nothing for people.
    pub maker_name: String,
    pub maker_owner: String,
    /// The id of whoever is challenged, and what they are called; nothing in other kinds.
    pub rival: String,
    pub rival_name: String,
    /// The hash of the secret in its link; nothing in other kinds.
    pub link: String,
    /// Whether guests may join.
    pub guests: bool,
    pub game: String,
    /// What two must have in common to be paired; nothing in other kinds.
    pub pace: String,
    /// Whatever else the server wants to know of it.
    pub body: String,
    /// In milliseconds since 1970, like the others.
    pub created: i64,
    /// When its maker was last there.
    pub seen: i64,
    /// When it runs out at the latest.
    pub expires: i64,
    /// `open`, `begun`, `declined`, `expired`.
    pub state: String,
    /// When it came to an end; 0 while it is open.
    pub ended: i64,
    /// Its maker's seat, once it has begun.
    pub seat: i64,
}

/// A battle of two that count together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MirrorLeg {
    pub match_id: String,
    /// The first battle's name is that of both.
    pub pair: String,
    /// 1 or 2.
    pub leg: i64,
    /// The seat of the second battle whose holder never joined it; less than 0 if there is none.
    pub forfeit: i64,
    /// As [`crate::Summary::body`] and [`crate::Summary::changed`], and [`crate::Kept::outcome`].
    pub summary: String,
    pub changed: i64,
    pub outcome: String,
}

/// No seat has forfeited; but if the pair counts for nobody, it is [`VOID`].
pub const NOBODY: i64 = -1;
pub const VOID: i64 = -2;

const INVITATION: &str = "SELECT i.id, i.kind, i.maker, i.rival, i.link, i.guests, i.game, i.pace, i.body, \
     i.created, i.seen, i.expires, i.state, i.ended, i.seat, COALESCE(m.name, '') AS maker_name, \
     COALESCE(o.name, '') AS maker_owner, COALESCE(r.name, '') AS rival_name FROM invitations i \
     LEFT JOIN people m ON m.id = i.maker LEFT JOIN people o ON o.id = m.owner \
     LEFT JOIN people r ON r.id = i.rival";

impl Store {
    /// Something new that waits.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn invite(&self, new: &Invitation) -> Result<()> {
        for text in [&new.id, &new.kind, &new.maker, &new.rival, &new.link, &new.game, &new.pace, &new.body] {
            keepable("an invitation", text)?;
        }
        let mut connection = self.write().await?;
        let done = insert(&mut connection, new).await;
        connection.settle(done)
    }

    /// # Errors
    ///
    /// If the database is away.
    pub async fn invitation(&self, id: &str) -> Result<Option<Invitation>> {
        if !findable(id) {
            return Ok(None);
        }
        Ok(self.invitations("i.id = $1 ORDER BY i.id LIMIT $2", id, 1).await?.into_iter().next())
    }

    /// Tables that stand in the lobby, the newest first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn open_tables(&self, most: u32) -> Result<Vec<Invitation>> {
        let which = "i.state = 'open' AND i.kind = $1 ORDER BY i.created DESC, i.id LIMIT $2";
        self.invitations(which, "open", most).await
    }

    /// Those who wait to be paired, who has waited longest first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn pairings(&self, most: u32) -> Result<Vec<Invitation>> {
        let which = "i.state = 'open' AND i.kind = $1 ORDER BY i.created, i.id LIMIT $2";
        self.invitations(which, "pairing", most).await
    }

    /// What somebody has made, the newest first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn invitations_by(&self, maker: &str, most: u32) -> Result<Vec<Invitation>> {
        self.invitations("i.maker = $1 ORDER BY i.created DESC, i.id LIMIT $2", maker, most).await
    }

    /// Challenges to somebody that are open, the newest first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn challenges_to(&self, rival: &str, most: u32) -> Result<Vec<Invitation>> {
        let which = "i.rival = $1 AND i.state = 'open' ORDER BY i.created DESC, i.id LIMIT $2";
        self.invitations(which, rival, most).await
    }

    async fn invitations(&self, which: &str, value: &str, most: u32) -> Result<Vec<Invitation>> {
        let sql = format!("{INVITATION} WHERE {which}");
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(value).bind(i64::from(most));
        self.rows(query).await?.iter().map(invitation).collect()
    }

    /// An invitation is taken up: it is closed, the battles that come of it are kept, and what whoever takes
    /// it up waited for with `own` is gone. Two battles are a mirror match.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if one of the two invitations is no longer open: then nothing is done.
    /// Otherwise as [`Store::submit`].
    pub async fn meet(
        &self,
        id: &str,
        own: Option<&str>,
        seat: i64,
        at: i64,
        new: &[NewMatch],
    ) -> Result<()> {
        new.iter().try_for_each(NewMatch::keepable)?;
        let mut connection = self.write().await?;
        let done = meet(&mut connection, (id, own), seat, at, new).await;
        connection.settle(done)
    }

    /// An invitation is over without a battle; false if it was not open any more.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn close_invitation(&self, id: &str, state: &str, at: i64) -> Result<bool> {
        keepable("a state", state)?;
        let sql = "UPDATE invitations SET state = $2, ended = $3 WHERE id = $1 AND state = 'open'";
        Ok(0 < self.change_people(sqlx::query(sql).bind(id).bind(state).bind(at)).await?)
    }

    /// Takes an invitation away, whatever came of it; false if there is none of this maker's.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn drop_invitation(&self, id: &str, maker: &str) -> Result<bool> {
        if !findable(id) {
            return Ok(false);
        }
        let sql = "DELETE FROM invitations WHERE id = $1 AND maker = $2";
        Ok(0 < self.change_people(sqlx::query(sql).bind(id).bind(maker)).await?)
    }

    /// Somebody who waits is there.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn see_maker(&self, maker: &str, at: i64) -> Result<()> {
        let sql = "UPDATE invitations SET seen = $2 WHERE maker = $1 AND state = 'open' AND seen < $2";
        self.change_people(sqlx::query(sql).bind(maker).bind(at)).await.map(drop)
    }

    /// Nobody could be there while there was no server: all are as if they had been seen.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn see_all_makers(&self, at: i64) -> Result<()> {
        let sql = "UPDATE invitations SET seen = $1 WHERE state = 'open' AND seen < $1";
        self.change_people(sqlx::query(sql).bind(at)).await.map(drop)
    }

    /// The battles of the pairs to which these matches belong, the first of each pair first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn mirrors(&self, matches: &[&str]) -> Result<Vec<MirrorLeg>> {
        let mut legs = Vec::new();
        let asked: Vec<&&str> = matches.iter().filter(|id| findable(id)).collect();
        for chunk in asked.chunks(100) {
            let places: Vec<String> = (1..=chunk.len()).map(|n| format!("${n}")).collect();
            let sql = format!(
                "SELECT x.match_id, x.pair, x.leg, x.forfeit, m.summary, m.changed, m.outcome \
                 FROM mirrors x JOIN matches m ON m.id = x.match_id \
                 WHERE x.pair IN (SELECT pair FROM mirrors WHERE match_id IN ({})) ORDER BY x.pair, x.leg",
                places.join(", ")
            );
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
            for id in chunk {
                query = query.bind(**id);
            }
            for row in self.rows(query).await? {
                legs.push(leg(&row)?);
            }
        }
        Ok(legs)
    }

    /// Whoever sits in this seat of the second battle has forfeited it, or the pair counts for nobody.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn forfeit(&self, pair: &str, seat: i64) -> Result<()> {
        let sql = "UPDATE mirrors SET forfeit = $2 WHERE pair = $1";
        self.change_people(sqlx::query(sql).bind(pair).bind(seat)).await.map(drop)
    }
}

async fn insert(connection: &mut Lent, it: &Invitation) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    let insert = sqlx::query(
        "INSERT INTO invitations (id, kind, maker, rival, link, guests, game, pace, body, created, seen, \
         expires, state, ended, seat) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'open', 0, -1)",
    );
    let insert = insert.bind(&it.id).bind(&it.kind).bind(&it.maker).bind(&it.rival).bind(&it.link);
    let insert = insert.bind(i64::from(it.guests)).bind(&it.game).bind(&it.pace).bind(&it.body);
    tx.run(insert.bind(it.created).bind(it.seen).bind(it.expires)).await?;
    tx.commit().await
}

async fn meet(
    connection: &mut Lent,
    (id, own): (&str, Option<&str>),
    seat: i64,
    at: i64,
    new: &[NewMatch],
) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    // In one order, so that two who take each other's up do not wait for each other.
    let mut both: Vec<&str> = [id].into_iter().chain(own).collect();
    both.sort_unstable();
    for each in both {
        let close = if each == id {
            let sql = "UPDATE invitations SET state = 'begun', seat = $2, ended = $3 \
                       WHERE id = $1 AND state = 'open'";
            sqlx::query(sql).bind(each).bind(seat).bind(at)
        } else {
            sqlx::query("DELETE FROM invitations WHERE id = $1 AND state = 'open'").bind(each)
        };
        if tx.run(close).await? == 0 {
            tx.leave().await?;
            return Err(StoreError::Conflict);
        }
    }
    for it in new {
        insert_match(&mut tx, it).await?;
    }
    if let [first, second] = new {
        for (leg, it) in [(1_i64, first), (2, second)] {
            let sql = "INSERT INTO mirrors (match_id, pair, leg, forfeit) VALUES ($1, $2, $3, $4)";
            tx.run(sqlx::query(sql).bind(&it.id).bind(&first.id).bind(leg).bind(NOBODY)).await?;
        }
    }
    tx.commit().await
}

fn invitation(row: &AnyRow) -> Result<Invitation> {
    Ok(Invitation {
        id: row.try_get("id")?,
        kind: row.try_get("kind")?,
        maker: row.try_get("maker")?,
        maker_name: row.try_get("maker_name")?,
        maker_owner: row.try_get("maker_owner")?,
        rival: row.try_get("rival")?,
        rival_name: row.try_get("rival_name")?,
        link: row.try_get("link")?,
        guests: row.try_get::<i64, _>("guests")? != 0,
        game: row.try_get("game")?,
        pace: row.try_get("pace")?,
        body: row.try_get("body")?,
        created: row.try_get("created")?,
        seen: row.try_get("seen")?,
        expires: row.try_get("expires")?,
        state: row.try_get("state")?,
        ended: row.try_get("ended")?,
        seat: row.try_get("seat")?,
    })
}

fn leg(row: &AnyRow) -> Result<MirrorLeg> {
    Ok(MirrorLeg {
        match_id: row.try_get("match_id")?,
        pair: row.try_get("pair")?,
        leg: row.try_get("leg")?,
        forfeit: row.try_get("forfeit")?,
        summary: row.try_get("summary")?,
        changed: row.try_get("changed")?,
        outcome: row.try_get("outcome")?,
    })
}
