//! What is said at tables. It is no part of any record, and is kept for some time only.
//!
//! Each table has rooms that count their words for themselves: what is said
//! in one leaves no gap in another.

use sqlx::{Row, any::AnyRow};

use crate::{
    Act, Result, Store, StoreError,
    error::{findable, keepable},
    house::insert_act,
    patience::{Lent, Tx},
};

/// Something that was said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    pub match_id: String,
    pub room: i64,
    /// From 1 on, by room; 0 before it is kept.
    pub n: i64,
    /// In milliseconds since 1970.
    pub at: i64,
    /// [`crate::SPECTATOR`], or the seat from which it was said.
    pub seat: i64,
    /// Nobody's for guests.
    pub person: String,
    /// What whoever said it was called then.
    pub name: String,
    /// The number of a phrase; 0 if these are words of their own.
    pub phrase: i64,
    pub body: String,
    /// When a moderator took it away, or 0: then there is no body any more.
    pub removed: i64,
}

/// How often a number is looked for that nobody else takes at the same moment.
const TRIES: u32 = 8;

impl Store {
    /// Keeps what was said, and says as the how-manieth in its room.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn say(&self, said: &Said) -> Result<i64> {
        [&said.name, &said.body].into_iter().try_for_each(|it| keepable("a message", it))?;
        for _ in 1..TRIES {
            let mut connection = self.write().await?;
            let done = say(&mut connection, said).await;
            match connection.settle(done) {
                // Another server had the same number in hand.
                Err(StoreError::Conflict) => {}
                done => return done,
            }
        }
        Err(StoreError::Conflict)
    }

    /// What was said in a room after number `after`: the last of it, in order.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn talk(&self, match_id: &str, room: i64, after: i64, most: u32) -> Result<Vec<Said>> {
        if !findable(match_id) {
            return Ok(Vec::new());
        }
        let query = sqlx::query(
            "SELECT match_id, room, n, at, seat, person, name, phrase, body, removed FROM talk \
             WHERE match_id = $1 AND room = $2 AND $3 < n ORDER BY n DESC LIMIT $4",
        );
        let rows = self.rows(query.bind(match_id).bind(room).bind(after).bind(i64::from(most))).await?;
        rows.iter().rev().map(said).collect()
    }

    /// The number of what was said last in each of the first two rooms of a table.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn heard(&self, match_id: &str) -> Result<[i64; 2]> {
        let query = sqlx::query("SELECT room, MAX(n) AS n FROM talk WHERE match_id = $1 GROUP BY room");
        let mut heard = [0; 2];
        for row in self.rows(query.bind(match_id)).await? {
            let (room, n): (i64, i64) = (row.try_get("room")?, row.try_get("n")?);
            if let Some(last) = usize::try_from(room).ok().and_then(|it| heard.get_mut(it)) {
                *last = n;
            }
        }
        Ok(heard)
    }

    /// Everything somebody has said that is still kept, the last first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn said_by(&self, person: &str, most: u32) -> Result<Vec<Said>> {
        let query = sqlx::query(
            "SELECT match_id, room, n, at, seat, person, name, phrase, body, removed FROM talk \
             WHERE person = $1 ORDER BY at DESC, match_id, room, n LIMIT $2",
        );
        self.rows(query.bind(person).bind(i64::from(most))).await?.iter().map(said).collect()
    }

    /// Takes words away; that there were some stays.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn take_back_words(&self, match_id: &str, room: i64, n: i64, act: &Act) -> Result<()> {
        act.keepable()?;
        let mut connection = self.write().await?;
        let sql = "UPDATE talk SET body = '', phrase = 0, removed = $4 \
                   WHERE match_id = $1 AND room = $2 AND n = $3";
        let query = sqlx::query(sql).bind(match_id).bind(room).bind(n).bind(act.at);
        let done = acted(&mut connection, act, query).await;
        connection.settle(done)
    }

    /// Forgets what was said before then.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn forget_talk(&self, before: i64) -> Result<u64> {
        self.change_people(sqlx::query("DELETE FROM talk WHERE at < $1").bind(before)).await
    }

    /// From now on nothing is heard from a seat of a match.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn silence(&self, match_id: &str, seat: i64, act: &Act) -> Result<()> {
        act.keepable()?;
        let mut connection = self.write().await?;
        let sql = "INSERT INTO silences (match_id, seat, since) VALUES ($1, $2, $3) \
                   ON CONFLICT (match_id, seat) DO NOTHING";
        let query = sqlx::query(sql).bind(match_id).bind(seat).bind(act.at);
        let done = acted(&mut connection, act, query).await;
        connection.settle(done)
    }

    /// Whether nothing is heard from a seat any more.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn is_silenced(&self, match_id: &str, seat: i64) -> Result<bool> {
        let query = sqlx::query("SELECT match_id FROM silences WHERE match_id = $1 AND seat = $2");
        Ok(!self.rows(query.bind(match_id).bind(seat)).await?.is_empty())
    }
}

/// Something that is done about somebody, and that it was done.
pub(crate) async fn acted(
    connection: &mut Lent,
    act: &Act,
    query: sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments>,
) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    tx.run(query).await?;
    insert_act(&mut tx, act).await?;
    tx.commit().await
}

async fn say(connection: &mut Lent, it: &Said) -> Result<i64> {
    let mut tx = Tx::begin(connection).await?;
    // SQLite has one writer: this row keeps everybody else out until the number is taken.
    tx.run(sqlx::query("UPDATE pulse SET beats = beats WHERE beats < 0")).await?;
    let last = sqlx::query("SELECT MAX(n) AS n FROM talk WHERE match_id = $1 AND room = $2");
    let last: Option<i64> = match tx.row(last.bind(&it.match_id).bind(it.room)).await? {
        Some(row) => row.try_get("n")?,
        None => None,
    };
    let n = last.unwrap_or(0) + 1;
    let insert = sqlx::query(
        "INSERT INTO talk (match_id, room, n, at, seat, person, name, phrase, body, removed) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)",
    );
    let insert = insert.bind(&it.match_id).bind(it.room).bind(n).bind(it.at).bind(it.seat);
    tx.run(insert.bind(&it.person).bind(&it.name).bind(it.phrase).bind(&it.body)).await?;
    tx.commit().await?;
    Ok(n)
}

fn said(row: &AnyRow) -> Result<Said> {
    Ok(Said {
        match_id: row.try_get("match_id")?,
        room: row.try_get("room")?,
        n: row.try_get("n")?,
        at: row.try_get("at")?,
        seat: row.try_get("seat")?,
        person: row.try_get("person")?,
        name: row.try_get("name")?,
        phrase: row.try_get("phrase")?,
        body: row.try_get("body")?,
        removed: row.try_get("removed")?,
    })
}

/// What goes with somebody who goes: that something was said stays, so that numbers stay what they were.
pub(crate) const FORGET: &str =
    "UPDATE talk SET person = '', name = '', body = '', phrase = 0, removed = at WHERE person = $1";
