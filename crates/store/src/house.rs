//! Order in the house: links that work once, who is shut out, and a log of
//! everything that was done about anybody.

use sqlx::{AssertSqlSafe, Row, any::AnyRow};

use crate::{
    KeptPerson, KeptSession, Result, Store,
    error::{findable, keepable},
    patience::{Lent, Tx},
    people::{self, insert_session},
};

/// A link that works once. What it is for is the server's business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Of the secret that stands in it.
    pub hash: String,
    pub person: String,
    pub purpose: String,
    /// In milliseconds since 1970.
    pub expires: i64,
}

/// Something that was done about somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Act {
    pub id: String,
    /// In milliseconds since 1970.
    pub at: i64,
    /// Who did it, in words.
    pub by: String,
    /// `ban`, `unban`, `rename`, `reset`, `factor`, `warn`, `mute`, `unmute`, `appoint`, `dismiss`, `remove`,
    /// `silence`, `end`, `hand over`, `decide`.
    pub act: String,
    pub person: String,
    /// What they were called then.
    pub name: String,
    /// Why, or to what.
    pub words: String,
}

impl Store {
    /// People whose name has this in it, by name.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn find_people(&self, part: &str, most: u32) -> Result<Vec<KeptPerson>> {
        if !findable(part) {
            return Ok(Vec::new());
        }
        // What stands for anything in a pattern stands for itself here.
        let part = part.replace('!', "!!").replace('%', "!%").replace('_', "!_");
        let sql = format!("{} WHERE folded LIKE $1 ESCAPE '!' ORDER BY folded LIMIT $2", people::PERSON);
        let query = sqlx::query(AssertSqlSafe(sql)).bind(format!("%{part}%")).bind(i64::from(most));
        self.rows(query).await?.iter().map(people::person).collect()
    }

    /// Shuts somebody out until then, and out of every browser at once; 0 lets them in again.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn ban(&self, until: i64, why: &str, act: &Act) -> Result<()> {
        keepable("the reason", why)?;
        act.keepable()?;
        let mut connection = self.write().await?;
        let done = ban(&mut connection, until, why, act).await;
        connection.settle(done)
    }

    /// Calls somebody something else.
    ///
    /// # Errors
    ///
    /// [`crate::StoreError::Conflict`] if somebody has that name, or one that looks like it.
    pub async fn rename(&self, name: &str, folded: &str, shape: &str, act: &Act) -> Result<()> {
        act.keepable()?;
        let mut connection = self.write().await?;
        let done = rename(&mut connection, [name, folded, shape], act).await;
        connection.settle(done)
    }

    /// A link for somebody. Earlier ones for the same are worth nothing any more.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn make_link(&self, link: &Link, act: &Act) -> Result<()> {
        act.keepable()?;
        let mut connection = self.write().await?;
        let done = make_link(&mut connection, link, act).await;
        connection.settle(done)
    }

    /// Whose a link is that still works at `now`.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn link(&self, hash: &str, purpose: &str, now: i64) -> Result<Option<KeptPerson>> {
        let query = sqlx::query("SELECT person FROM links WHERE hash = $1 AND purpose = $2 AND $3 < expires");
        let rows = self.rows(query.bind(hash).bind(purpose).bind(now)).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let person: String = row.try_get("person")?;
        self.person(&person).await
    }

    /// Uses a link up for another password. Everybody is logged out by that, and in again in
    /// one browser. Says whether the link still worked; otherwise nothing was done.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn reset_password(&self, link: &Link, password: &str, session: &KeptSession) -> Result<bool> {
        keepable("a password", password)?;
        let mut connection = self.write().await?;
        let done = reset(&mut connection, link, password, session).await;
        connection.settle(done)
    }

    /// What was done, the last first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn acts(&self, most: u32) -> Result<Vec<Act>> {
        let query = sqlx::query(
            "SELECT id, at, by_whom, act, person, name, words FROM moderation ORDER BY at DESC, id LIMIT $1",
        );
        self.rows(query.bind(i64::from(most))).await?.iter().map(act).collect()
    }
}

impl Store {
    /// Only that something was done, where it was done elsewhere.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn note_act(&self, it: &Act) -> Result<()> {
        it.keepable()?;
        let mut connection = self.write().await?;
        let done = note(&mut connection, it).await;
        connection.settle(done)
    }

    /// What was done about one person, the last first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn acts_about(&self, person: &str, most: u32) -> Result<Vec<Act>> {
        let query = sqlx::query(
            "SELECT id, at, by_whom, act, person, name, words FROM moderation \
             WHERE person = $1 ORDER BY at DESC, id LIMIT $2",
        );
        self.rows(query.bind(person).bind(i64::from(most))).await?.iter().map(act).collect()
    }
}

async fn note(connection: &mut Lent, it: &Act) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    insert_act(&mut tx, it).await?;
    tx.commit().await
}

impl Act {
    pub(crate) fn keepable(&self) -> Result<()> {
        [&self.by, &self.act, &self.name, &self.words].into_iter().try_for_each(|it| keepable("an act", it))
    }
}

async fn ban(connection: &mut Lent, until: i64, why: &str, act: &Act) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    let update = sqlx::query("UPDATE people SET banned_until = $2, banned_why = $3 WHERE id = $1");
    tx.run(update.bind(&act.person).bind(until).bind(why)).await?;
    if 0 < until {
        tx.run(sqlx::query("DELETE FROM web_sessions WHERE person = $1").bind(&act.person)).await?;
        tx.run(sqlx::query("DELETE FROM links WHERE person = $1").bind(&act.person)).await?;
        let close =
            sqlx::query("DELETE FROM invitations WHERE (maker = $1 OR rival = $1) AND state = 'open'");
        tx.run(close.bind(&act.person)).await?;
    }
    insert_act(&mut tx, act).await?;
    tx.commit().await
}

async fn rename(connection: &mut Lent, [name, folded, shape]: [&str; 3], act: &Act) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    let update = sqlx::query("UPDATE people SET name = $2, folded = $3, shape = $4 WHERE id = $1");
    tx.run(update.bind(&act.person).bind(name).bind(folded).bind(shape)).await?;
    insert_act(&mut tx, act).await?;
    tx.commit().await
}

async fn make_link(connection: &mut Lent, link: &Link, act: &Act) -> Result<()> {
    let Link { hash, person, purpose, expires } = link;
    let mut tx = Tx::begin(connection).await?;
    let delete = sqlx::query("DELETE FROM links WHERE person = $1 AND purpose = $2");
    tx.run(delete.bind(person).bind(purpose)).await?;
    let insert = sqlx::query("INSERT INTO links (hash, person, purpose, expires) VALUES ($1, $2, $3, $4)");
    tx.run(insert.bind(hash).bind(person).bind(purpose).bind(expires)).await?;
    insert_act(&mut tx, act).await?;
    tx.commit().await
}

async fn reset(connection: &mut Lent, link: &Link, password: &str, session: &KeptSession) -> Result<bool> {
    let mut tx = Tx::begin(connection).await?;
    // The first of two who use it takes it away from the other.
    let delete =
        sqlx::query("DELETE FROM links WHERE hash = $1 AND person = $2 AND purpose = $3 AND $4 < expires");
    let Link { hash, person, purpose, expires: now } = link;
    if tx.run(delete.bind(hash).bind(person).bind(purpose).bind(now)).await? == 0 {
        tx.leave().await?;
        return Ok(false);
    }
    let update = sqlx::query("UPDATE people SET password = $2 WHERE id = $1");
    tx.run(update.bind(person).bind(password)).await?;
    tx.run(sqlx::query("DELETE FROM web_sessions WHERE person = $1").bind(person)).await?;
    insert_session(&mut tx, session).await?;
    tx.commit().await?;
    Ok(true)
}

pub(crate) async fn insert_act(tx: &mut Tx<'_>, it: &Act) -> Result<()> {
    let insert = sqlx::query(
        "INSERT INTO moderation (id, at, by_whom, act, person, name, words) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    );
    let insert = insert.bind(&it.id).bind(it.at).bind(&it.by).bind(&it.act).bind(&it.person);
    tx.run(insert.bind(&it.name).bind(&it.words)).await?;
    Ok(())
}

fn act(row: &AnyRow) -> Result<Act> {
    Ok(Act {
        id: row.try_get("id")?,
        at: row.try_get("at")?,
        by: row.try_get("by_whom")?,
        act: row.try_get("act")?,
        person: row.try_get("person")?,
        name: row.try_get("name")?,
        words: row.try_get("words")?,
    })
}
