//! Bots: accounts that belong to somebody's account, and the tokens they let
//! themselves in with. Of a token only the hash is kept.

use sqlx::{Row, any::AnyRow};

use crate::{
    KeptPerson, Result, Store,
    error::{findable, keepable},
    patience::{Lent, Tx},
    people,
};

/// A bot, as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptBot {
    pub id: String,
    pub name: String,
    pub created: i64,
    /// When its token was last used; 0 if never.
    pub seen: i64,
    /// Whether it has a token.
    pub token: bool,
}

/// A bot that a token lets in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenHolder {
    pub person: KeptPerson,
    /// What its owner is called.
    pub owner: String,
    /// When the token was last used; 0 if never.
    pub seen: i64,
}

/// Somebody who has a seat, and what a table may say of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    pub match_id: String,
    pub seat: i64,
    pub name: String,
    /// Whose bot it is; nothing for people.
    pub owner: String,
}

impl Store {
    /// A bot of somebody's, with the hash of its token.
    ///
    /// # Errors
    ///
    /// [`crate::StoreError::Conflict`] if somebody has that name, or one that
    /// looks like it; otherwise as [`Store::submit`].
    pub async fn create_bot(&self, new: &KeptPerson, token: &str) -> Result<()> {
        for text in [&new.id, &new.name, &new.folded, &new.shape, &new.owner] {
            keepable("a bot", text)?;
        }
        let mut connection = self.write().await?;
        let done = create(&mut connection, new, token).await;
        connection.settle(done)
    }

    /// The bots of somebody, by name.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn bots_of(&self, owner: &str) -> Result<Vec<KeptBot>> {
        let query = sqlx::query(
            "SELECT p.id, p.name, p.created, COALESCE(MAX(t.seen), -1) AS seen FROM people p \
             LEFT JOIN tokens t ON t.person = p.id WHERE p.owner = $1 \
             GROUP BY p.id, p.name, p.created ORDER BY p.name",
        );
        self.rows(query.bind(owner)).await?.iter().map(bot).collect()
    }

    /// Another token for a bot; the one it had is worth nothing from then on. With no hash it has none.
    /// False if it is no bot of this owner's.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn set_token(&self, owner: &str, bot: &str, hash: Option<&str>, at: i64) -> Result<bool> {
        if !findable(bot) {
            return Ok(false);
        }
        let mut connection = self.write().await?;
        let done = set_token(&mut connection, owner, bot, hash, at).await;
        connection.settle(done)
    }

    /// The bot a token lets in. Whoever is shut out takes their bots along.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn token(&self, hash: &str) -> Result<Option<TokenHolder>> {
        let query = sqlx::query(
            "SELECT p.id, p.name, p.folded, p.shape, p.password, p.created, \
             CASE WHEN p.banned_until < o.banned_until THEN o.banned_until ELSE p.banned_until END \
             AS banned_until, p.banned_why, p.owner, o.name AS owner_name, t.seen \
             FROM tokens t JOIN people p ON p.id = t.person JOIN people o ON o.id = p.owner WHERE t.hash = $1",
        );
        let rows = self.rows(query.bind(hash)).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let (owner, seen) = (row.try_get("owner_name")?, row.try_get("seen")?);
        Ok(Some(TokenHolder { person: people::person(row)?, owner, seen }))
    }

    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn see_token(&self, hash: &str, at: i64) -> Result<()> {
        let sql = "UPDATE tokens SET seen = $2 WHERE hash = $1 AND seen < $2";
        self.change_people(sqlx::query(sql).bind(hash).bind(at)).await.map(drop)
    }

    /// Who sits in these matches, as far as it is somebody with an account.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn sitters(&self, matches: &[&str]) -> Result<Vec<Sitter>> {
        let mut sitters = Vec::new();
        let asked: Vec<&&str> = matches.iter().filter(|id| findable(id)).collect();
        for chunk in asked.chunks(100) {
            let places: Vec<String> = (1..=chunk.len()).map(|n| format!("${n}")).collect();
            let sql = format!(
                "SELECT s.match_id, s.seat, p.name, COALESCE(o.name, '') AS owner FROM sittings s \
                 JOIN people p ON p.id = s.person LEFT JOIN people o ON o.id = p.owner \
                 WHERE s.match_id IN ({}) ORDER BY s.match_id, s.seat",
                places.join(", ")
            );
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
            for id in chunk {
                query = query.bind(**id);
            }
            for row in self.rows(query).await? {
                sitters.push(sitter(&row)?);
            }
        }
        Ok(sitters)
    }
}

async fn create(connection: &mut Lent, new: &KeptPerson, token: &str) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    let KeptPerson { id, name, folded, shape, password, created, owner, .. } = new;
    let insert = sqlx::query(
        "INSERT INTO people (id, name, folded, shape, password, created, owner) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    );
    let insert = insert.bind(id).bind(name).bind(folded).bind(shape).bind(password).bind(created);
    tx.run(insert.bind(owner)).await?;
    insert_token(&mut tx, token, id, *created).await?;
    tx.commit().await
}

async fn insert_token(tx: &mut Tx<'_>, hash: &str, bot: &str, at: i64) -> Result<()> {
    let insert = sqlx::query("INSERT INTO tokens (hash, person, created, seen) VALUES ($1, $2, $3, 0)");
    tx.run(insert.bind(hash).bind(bot).bind(at)).await?;
    Ok(())
}

async fn set_token(
    connection: &mut Lent,
    owner: &str,
    bot: &str,
    hash: Option<&str>,
    at: i64,
) -> Result<bool> {
    let mut tx = Tx::begin(connection).await?;
    let own = sqlx::query("SELECT id FROM people WHERE id = $1 AND owner = $2");
    if tx.row(own.bind(bot).bind(owner)).await?.is_none() {
        tx.leave().await?;
        return Ok(false);
    }
    tx.run(sqlx::query("DELETE FROM tokens WHERE person = $1").bind(bot)).await?;
    if let Some(hash) = hash {
        insert_token(&mut tx, hash, bot, at).await?;
    }
    tx.commit().await?;
    Ok(true)
}

fn bot(row: &AnyRow) -> Result<KeptBot> {
    let seen: i64 = row.try_get("seen")?;
    Ok(KeptBot {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        created: row.try_get("created")?,
        seen: seen.max(0),
        token: 0 <= seen,
    })
}

fn sitter(row: &AnyRow) -> Result<Sitter> {
    Ok(Sitter {
        match_id: row.try_get("match_id")?,
        seat: row.try_get("seat")?,
        name: row.try_get("name")?,
        owner: row.try_get("owner")?,
    })
}
