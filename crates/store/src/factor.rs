//! The second factor of people: what makes its codes, which of them were
//! taken, and the hashes of those on paper.

use sqlx::Row;

use crate::{
    Act, Result, Store,
    house::insert_act,
    patience::{Lent, Tx},
};

/// Somebody's second factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptFactor {
    pub secret: String,
    /// Since when it is asked for, in milliseconds since 1970; 0 as long as no code of it was given.
    pub since: i64,
    /// How many codes on paper are left.
    pub codes: usize,
}

impl Store {
    /// # Errors
    ///
    /// If the database is away.
    pub async fn factor_of(&self, person: &str) -> Result<Option<KeptFactor>> {
        let query = sqlx::query(
            "SELECT secret, since, (SELECT count(*) FROM recovery_codes r WHERE r.person = f.person) AS codes \
             FROM second_factors f WHERE person = $1",
        );
        let rows = self.rows(query.bind(person)).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let codes: i64 = row.try_get("codes")?;
        let codes = usize::try_from(codes).unwrap_or_default();
        Ok(Some(KeptFactor { secret: row.try_get("secret")?, since: row.try_get("since")?, codes }))
    }

    /// Another secret, which counts when a code of it was given. False if there is one that counts.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn begin_factor(&self, person: &str, secret: &str) -> Result<bool> {
        let begin = sqlx::query(
            "INSERT INTO second_factors (person, secret, since, used) VALUES ($1, $2, 0, 0) \
             ON CONFLICT (person) DO UPDATE SET secret = excluded.secret, used = 0 WHERE second_factors.since = 0",
        );
        Ok(0 < self.change_people(begin.bind(person).bind(secret)).await?)
    }

    /// It counts from now on, with these codes on paper. False if it is another one, or counts already.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn confirm_factor(
        &self,
        person: &str,
        secret: &str,
        (step, now): (i64, i64),
        hashes: &[String],
    ) -> Result<bool> {
        let mut connection = self.write().await?;
        let done = confirm(&mut connection, person, secret, (step, now), hashes).await;
        connection.settle(done)
    }

    /// A code of this step is taken. False if it, or a later one, has been.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn use_step(&self, person: &str, step: i64) -> Result<bool> {
        let sql = "UPDATE second_factors SET used = $2 WHERE person = $1 AND used < $2 AND 0 < since";
        Ok(0 < self.change_people(sqlx::query(sql).bind(person).bind(step)).await?)
    }

    /// A code on paper is used up. False if there is none of that hash.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn use_code(&self, person: &str, hash: &str) -> Result<bool> {
        let sql = "DELETE FROM recovery_codes WHERE person = $1 AND hash = $2";
        Ok(0 < self.change_people(sqlx::query(sql).bind(person).bind(hash)).await?)
    }

    /// Other codes on paper; those before are worth nothing any more.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn set_codes(&self, person: &str, hashes: &[String]) -> Result<()> {
        let mut connection = self.write().await?;
        let done = set_codes(&mut connection, person, hashes).await;
        connection.settle(done)
    }

    /// No second factor any more. `act` is for the log, where somebody else does it.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn drop_factor(&self, person: &str, act: Option<&Act>) -> Result<()> {
        let mut connection = self.write().await?;
        let done = drop_factor(&mut connection, person, act).await;
        connection.settle(done)
    }
}

async fn confirm(
    connection: &mut Lent,
    person: &str,
    secret: &str,
    (step, now): (i64, i64),
    hashes: &[String],
) -> Result<bool> {
    let mut tx = Tx::begin(connection).await?;
    let update = sqlx::query(
        "UPDATE second_factors SET since = $3, used = $4 WHERE person = $1 AND secret = $2 AND since = 0",
    );
    if tx.run(update.bind(person).bind(secret).bind(now.max(1)).bind(step)).await? == 0 {
        tx.leave().await?;
        return Ok(false);
    }
    replace_codes(&mut tx, person, hashes).await?;
    tx.commit().await?;
    Ok(true)
}

async fn set_codes(connection: &mut Lent, person: &str, hashes: &[String]) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    replace_codes(&mut tx, person, hashes).await?;
    tx.commit().await
}

async fn replace_codes(tx: &mut Tx<'_>, person: &str, hashes: &[String]) -> Result<()> {
    tx.run(sqlx::query("DELETE FROM recovery_codes WHERE person = $1").bind(person)).await?;
    for hash in hashes {
        let insert = sqlx::query("INSERT INTO recovery_codes (hash, person) VALUES ($1, $2)");
        tx.run(insert.bind(hash).bind(person)).await?;
    }
    Ok(())
}

async fn drop_factor(connection: &mut Lent, person: &str, act: Option<&Act>) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    tx.run(sqlx::query("DELETE FROM recovery_codes WHERE person = $1").bind(person)).await?;
    tx.run(sqlx::query("DELETE FROM second_factors WHERE person = $1").bind(person)).await?;
    if let Some(act) = act {
        insert_act(&mut tx, act).await?;
    }
    tx.commit().await
}
