//! Matches that somebody has looked at.

use crate::{
    Result, Store,
    patience::{Lent, Tx},
};

impl Store {
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
