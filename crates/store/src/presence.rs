//! Who is at which table, as the servers on one database tell each other: each
//! has rows of its own, and renews them while somebody is there. It is about
//! now, so no backup needs it and old rows are forgotten.

use sqlx::Row;

use crate::{
    Result, Store,
    error::{findable, keepable},
    patience::{Lent, Tx},
};

/// What one server knows of the holder of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Present {
    pub match_id: String,
    pub seat: i64,
    /// Whether he has a live connection there.
    pub here: bool,
    /// When that was last so, or something was last heard of him, in milliseconds since 1970.
    pub seen: i64,
}

impl Store {
    /// Notes what the server `node` knows.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn keep_presence(&self, node: &str, all: &[Present]) -> Result<()> {
        keepable("the name of a server", node)?;
        all.iter().try_for_each(|it| keepable("the id of a match", &it.match_id))?;
        let mut connection = self.write().await?;
        let done = keep(&mut connection, node, all).await;
        connection.settle(done)
    }

    /// What all servers but `node` know of the seats of a match.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn presence(&self, node: &str, match_id: &str) -> Result<Vec<Present>> {
        if !findable(match_id) {
            return Ok(Vec::new());
        }
        let query = sqlx::query(
            "SELECT seat, here, seen FROM presence WHERE match_id = $1 AND node <> $2 ORDER BY seat, seen",
        );
        let mut found = Vec::new();
        for row in self.rows(query.bind(match_id).bind(node)).await? {
            found.push(Present {
                match_id: match_id.to_owned(),
                seat: row.try_get("seat")?,
                here: row.try_get::<i64, _>("here")? != 0,
                seen: row.try_get("seen")?,
            });
        }
        Ok(found)
    }

    /// Forgets whatever was noted before `then`.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn forget_presence(&self, then: i64) -> Result<()> {
        let mut connection = self.write().await?;
        let done = forget(&mut connection, then).await;
        connection.settle(done)
    }
}

async fn keep(connection: &mut Lent, node: &str, all: &[Present]) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    for it in all {
        let insert = sqlx::query(
            "INSERT INTO presence (match_id, seat, node, here, seen) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (match_id, seat, node) DO UPDATE SET here = excluded.here, seen = excluded.seen",
        );
        let insert = insert.bind(&it.match_id).bind(it.seat).bind(node);
        tx.run(insert.bind(i64::from(it.here)).bind(it.seen)).await?;
    }
    tx.commit().await
}

async fn forget(connection: &mut Lent, then: i64) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    tx.run(sqlx::query("DELETE FROM presence WHERE seen < $1").bind(then)).await?;
    tx.commit().await
}
