//! What belongs to the server itself and not to any match.

use sqlx::Row;

use crate::{
    Result, Store,
    patience::{Lent, Tx},
};

impl Store {
    /// # Errors
    ///
    /// If the database is away.
    pub async fn setting(&self, name: &str) -> Result<Option<String>> {
        self.must_be_ours()?;
        let query = sqlx::query("SELECT value FROM settings WHERE name = $1");
        let rows = self.rows(query.bind(name)).await?;
        rows.first().map(|row| Ok(row.try_get("value")?)).transpose()
    }

    /// Keeps `value` under `name`, unless something is kept there already.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn keep_setting(&self, name: &str, value: &str) -> Result<()> {
        let mut connection = self.write().await?;
        let done = keep(&mut connection, name, value).await;
        connection.settle(done)
    }
}

impl Store {
    /// Keeps `value` under `name`, whatever was kept there before.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn set_setting(&self, name: &str, value: &str) -> Result<()> {
        let mut connection = self.write().await?;
        let done = replace(&mut connection, name, value).await;
        connection.settle(done)
    }
}

async fn replace(connection: &mut Lent, name: &str, value: &str) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    let insert = sqlx::query(
        "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    );
    tx.run(insert.bind(name).bind(value)).await?;
    tx.commit().await
}

async fn keep(connection: &mut Lent, name: &str, value: &str) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    let insert =
        sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING");
    tx.run(insert.bind(name).bind(value)).await?;
    tx.commit().await
}
