//! Where people can be written to, and the links that go there.

use sqlx::Row;

use crate::{
    KeptPerson, Link, Result, Store,
    error::{findable, keepable},
    patience::{Lent, Tx},
    people,
};

/// Somebody's address of mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptMail {
    /// Empty as long as none was proven to be theirs.
    pub address: String,
    /// What waits for its link to be opened; empty if nothing does.
    pub wanted: String,
    /// Since when `address` is theirs, in milliseconds since 1970.
    pub since: i64,
}

/// Links that prove an address say which: one for another proves nothing.
const PROVES: &str = "mail:";

/// What a link is for that proves this address.
pub fn proves(address: &str) -> String {
    format!("{PROVES}{address}")
}

impl Store {
    /// # Errors
    ///
    /// If the database is away.
    pub async fn mail_of(&self, person: &str) -> Result<KeptMail> {
        let query = sqlx::query("SELECT address, wanted, since FROM mail_addresses WHERE person = $1");
        let rows = self.rows(query.bind(person)).await?;
        let Some(row) = rows.first() else { return Ok(KeptMail::default()) };
        let (address, wanted) = (row.try_get("address")?, row.try_get("wanted")?);
        Ok(KeptMail { address, wanted, since: row.try_get("since")? })
    }

    /// Somebody wants to be written to there. What they have stays until that is proven.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn want_mail(&self, person: &str, wanted: &str) -> Result<()> {
        keepable("an address", wanted)?;
        let mut connection = self.write().await?;
        let done = want(&mut connection, person, wanted).await;
        connection.settle(done)
    }

    /// Forgets where somebody can be written to.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn drop_mail(&self, person: &str) -> Result<()> {
        let mut connection = self.write().await?;
        let done = drop_mail(&mut connection, person).await;
        connection.settle(done)
    }

    /// Keeps a link that works once. Earlier ones for the same are worth nothing any more.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn put_link(&self, link: &Link) -> Result<()> {
        let mut connection = self.write().await?;
        let done = put_link(&mut connection, link).await;
        connection.settle(done)
    }

    /// A link was opened that proves an address: whose it is now, and which. Nothing if it works no more.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn prove_mail(&self, hash: &str, now: i64) -> Result<Option<(String, String)>> {
        let mut connection = self.write().await?;
        let done = prove(&mut connection, hash, now).await;
        connection.settle(done)
    }

    /// Whose a link is, whatever it is for and whether it still works.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn link_owner(&self, hash: &str) -> Result<Option<String>> {
        let query = sqlx::query("SELECT person FROM links WHERE hash = $1");
        self.rows(query.bind(hash)).await?.first().map(|row| Ok(row.try_get("person")?)).transpose()
    }

    /// Whose address this is, capitals aside.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn people_at(&self, address: &str, most: u32) -> Result<Vec<KeptPerson>> {
        if !findable(address) || address.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!(
            "{} WHERE id IN (SELECT person FROM mail_addresses WHERE lower(address) = lower($1)) \
             ORDER BY folded LIMIT $2",
            people::PERSON
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(address).bind(i64::from(most));
        self.rows(query).await?.iter().map(people::person).collect()
    }
}

async fn want(connection: &mut Lent, person: &str, wanted: &str) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    drop_proofs(&mut tx, person).await?;
    let set = sqlx::query(
        "INSERT INTO mail_addresses (person, address, wanted, since) VALUES ($1, '', $2, 0) \
         ON CONFLICT (person) DO UPDATE SET wanted = excluded.wanted",
    );
    tx.run(set.bind(person).bind(wanted)).await?;
    tx.commit().await
}

async fn drop_proofs(tx: &mut Tx<'_>, person: &str) -> Result<()> {
    let delete = sqlx::query("DELETE FROM links WHERE person = $1 AND purpose LIKE 'mail:%'");
    tx.run(delete.bind(person)).await.map(drop)
}

async fn drop_mail(connection: &mut Lent, person: &str) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    drop_proofs(&mut tx, person).await?;
    tx.run(sqlx::query("DELETE FROM mail_addresses WHERE person = $1").bind(person)).await?;
    tx.commit().await
}

async fn put_link(connection: &mut Lent, link: &Link) -> Result<()> {
    let Link { hash, person, purpose, expires } = link;
    let mut tx = Tx::begin(connection).await?;
    let delete = sqlx::query("DELETE FROM links WHERE person = $1 AND purpose = $2");
    tx.run(delete.bind(person).bind(purpose)).await?;
    let insert = sqlx::query("INSERT INTO links (hash, person, purpose, expires) VALUES ($1, $2, $3, $4)");
    tx.run(insert.bind(hash).bind(person).bind(purpose).bind(expires)).await?;
    tx.commit().await
}

async fn prove(connection: &mut Lent, hash: &str, now: i64) -> Result<Option<(String, String)>> {
    let mut tx = Tx::begin(connection).await?;
    // The first of two who open it takes it away from the other.
    let delete = sqlx::query(
        "DELETE FROM links WHERE hash = $1 AND purpose LIKE 'mail:%' AND $2 < expires RETURNING person, purpose",
    );
    let Some(row) = tx.row(delete.bind(hash).bind(now)).await? else {
        tx.leave().await?;
        return Ok(None);
    };
    let (person, purpose): (String, String) = (row.try_get("person")?, row.try_get("purpose")?);
    let address = purpose.trim_start_matches(PROVES).to_owned();
    let update = sqlx::query(
        "UPDATE mail_addresses SET address = wanted, wanted = '', since = $3 WHERE person = $1 AND wanted = $2",
    );
    let done = tx.run(update.bind(&person).bind(&address).bind(now)).await?;
    tx.commit().await?;
    Ok((done == 1).then_some((person, address)))
}
