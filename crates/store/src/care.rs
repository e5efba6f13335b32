//! Battles that the server ends, and matches that somebody has looked at.

use crate::{
    Result, Store, Summary,
    error::keepable,
    patience::{Lent, Tx},
    write::change,
};

/// A battle that is ended where it stands.
#[derive(Clone, Debug)]
pub struct Closure<'a> {
    pub match_id: &'a str,
    /// [`crate::Kept::version`] of what it is based on.
    pub version: i64,
    /// Why: JSON.
    pub ending: String,
    pub summary: Summary,
}

impl Store {
    /// Ends a battle that the rules have not ended.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn end(&self, closure: &Closure<'_>) -> Result<()> {
        keepable("the id of a match", closure.match_id)?;
        keepable("how the battle ended", &closure.ending)?;
        keepable("the summary", &closure.summary.body)?;
        let mut connection = self.write().await?;
        let done = end(&mut connection, closure).await;
        connection.settle(done)
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

async fn end(connection: &mut Lent, closure: &Closure<'_>) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    change(&mut tx, closure.match_id, closure.version, &closure.summary).await?;
    let update = sqlx::query("UPDATE matches SET ending = $2 WHERE id = $1");
    tx.run(update.bind(closure.match_id).bind(&closure.ending)).await?;
    tx.commit().await
}

async fn touch(connection: &mut Lent, id: &str, at: i64) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    let update = sqlx::query("UPDATE matches SET touched = $2 WHERE id = $1 AND touched < $2");
    tx.run(update.bind(id).bind(at)).await?;
    tx.commit().await
}
