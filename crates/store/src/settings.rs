//! What belongs to the server itself and not to any match.

use sqlx::Row;

use crate::{Result, Store, write};

impl Store {
    /// # Errors
    ///
    /// If the database is away.
    pub async fn setting(&self, name: &str) -> Result<Option<String>> {
        self.must_be_ours()?;
        let row = sqlx::query("SELECT value FROM settings WHERE name = $1")
            .bind(name)
            .fetch_optional(&self.reader)
            .await?;
        row.map(|row| Ok(row.try_get("value")?)).transpose()
    }

    /// Keeps `value` under `name`, unless something is kept there already.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn keep_setting(&self, name: &str, value: &str) -> Result<()> {
        let mut connection = self.write().await?;
        let kept =
            sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
                .bind(name)
                .bind(value)
                .execute(&mut *connection)
                .await;
        write::settle(connection, kept.map(drop).map_err(Into::into))
    }
}
