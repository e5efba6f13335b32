//! Matches that somebody has looked at.

use sqlx::Row;

use crate::{
    Result, Store,
    error::findable,
    patience::{Lent, Tx},
};

impl Store {
    /// When somebody last looked at a match, in milliseconds since 1970, as far as it was noted.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn touched(&self, id: &str) -> Result<Option<i64>> {
        if !findable(id) {
            return Ok(None);
        }
        let rows = self.rows(sqlx::query("SELECT touched FROM matches WHERE id = $1").bind(id)).await?;
        rows.first().map(|row| Ok(row.try_get("touched")?)).transpose()
    }

    /// Notes when somebody looked at a match, in milliseconds since 1970. That
    /// is no change of the match.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn touch(&self, id: &str, at: i64) -> Result<()> {
        let mut connection = self.write().await?;
        let done = touch(&mut connection, id, at).await;
        connection.settle(done)
    }
}

async fn touch(connection: &mut Lent, id: &str, at: i64) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    let update = sqlx::query("UPDATE matches SET touched = $2 WHERE id = $1 AND touched < $2");
    tx.run(update.bind(id).bind(at)).await?;
    tx.commit().await
}
