//! What seats have laid out so far, for when their time is up. A draft is no
//! order: it changes nothing of its match.

use sqlx::Row;

use crate::{
    Result, Store,
    error::{findable, keepable},
    patience::{Lent, Tx},
};

impl Store {
    /// Keeps what a seat has laid out for a decision, in place of what it had laid out before.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn keep_draft(&self, match_id: &str, decision: i64, seat: i64, body: &str) -> Result<()> {
        keepable("the id of a match", match_id)?;
        keepable("a draft", body)?;
        let mut connection = self.write().await?;
        let done = keep(&mut connection, match_id, decision, seat, body).await;
        connection.settle(done)
    }

    /// What a seat has laid out for a decision.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn draft(&self, match_id: &str, decision: i64, seat: i64) -> Result<Option<String>> {
        if !findable(match_id) {
            return Ok(None);
        }
        let query =
            sqlx::query("SELECT body FROM drafts WHERE match_id = $1 AND seat = $2 AND decision = $3");
        let rows = self.rows(query.bind(match_id).bind(seat).bind(decision)).await?;
        rows.first().map(|row| Ok(row.try_get("body")?)).transpose()
    }
}

async fn keep(connection: &mut Lent, id: &str, decision: i64, seat: i64, body: &str) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    let insert = sqlx::query(
        "INSERT INTO drafts (match_id, seat, decision, body) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (match_id, seat) DO UPDATE SET decision = excluded.decision, body = excluded.body",
    );
    tx.run(insert.bind(id).bind(seat).bind(decision).bind(body)).await?;
    tx.commit().await
}
