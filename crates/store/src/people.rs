//! People, where they are logged in, and which seats are theirs.
//!
//! A person is a row with an id; names may change, ids never do. What lets
//! somebody in (passwords, what a browser holds) is kept as a hash only.

use sqlx::{Row, any::AnyRow};

use crate::{
    Held, Result, Store, circles, clubs, conduct,
    error::{findable, keepable},
    patience::{Lent, Tx},
    shelf, summary, talk,
};

/// Somebody with an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptPerson {
    pub id: String,
    /// As its owner writes it.
    pub name: String,
    /// By which it is found; nobody else has it.
    pub folded: String,
    /// The same for names that look alike; nobody else has it.
    pub shape: String,
    /// What is kept of the password.
    pub password: String,
    /// In milliseconds since 1970.
    pub created: i64,
    /// Until when they are shut out, and why; 0 if they are not.
    pub banned_until: i64,
    pub banned_why: String,
    /// The id of whoever's bot it is; nothing for people.
    pub owner: String,
}

/// A seat that is somebody's, with what a list of battles shows of its match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSeat {
    pub held: Held,
    /// Since when it is theirs, in milliseconds since 1970.
    pub since: i64,
}

/// A browser in which somebody is logged in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptSession {
    /// Of what the browser holds.
    pub hash: String,
    /// By which its owner speaks of it.
    pub id: String,
    pub person: String,
    /// In milliseconds since 1970.
    pub created: i64,
    pub seen: i64,
    /// What the browser calls itself.
    pub agent: String,
}

/// A seat that is somebody's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitting {
    pub match_id: String,
    pub seat: i64,
    pub person: String,
    pub name: String,
}

pub(crate) const PERSON: &str =
    "SELECT id, name, folded, shape, password, created, banned_until, banned_why, owner FROM people";
pub(crate) const SITTING: &str =
    "SELECT s.match_id, s.seat, s.person, p.name FROM sittings s JOIN people p ON p.id = s.person";

impl Store {
    /// A new person, logged in.
    ///
    /// # Errors
    ///
    /// [`crate::StoreError::Conflict`] if somebody has that name, or one that
    /// looks like it; otherwise as [`Store::submit`].
    pub async fn create_person(&self, new: &KeptPerson, session: &KeptSession) -> Result<()> {
        new.keepable()?;
        session.keepable()?;
        let mut connection = self.write().await?;
        let done = create(&mut connection, new, session).await;
        connection.settle(done)
    }

    /// Whoever is found by that name.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn person_named(&self, folded: &str) -> Result<Option<KeptPerson>> {
        self.find_person("folded", folded).await
    }

    /// # Errors
    ///
    /// If the database is away.
    pub async fn person(&self, id: &str) -> Result<Option<KeptPerson>> {
        self.find_person("id", id).await
    }

    async fn find_person(&self, column: &'static str, value: &str) -> Result<Option<KeptPerson>> {
        if !findable(value) {
            return Ok(None);
        }
        let sql = format!("{PERSON} WHERE {column} = $1");
        let rows = self.rows(sqlx::query(sqlx::AssertSqlSafe(sql)).bind(value)).await?;
        rows.first().map(person).transpose()
    }

    /// Somebody logs in. What this browser held before is worth nothing any more.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn log_in(&self, session: &KeptSession, before: Option<&str>) -> Result<()> {
        session.keepable()?;
        let mut connection = self.write().await?;
        let done = log_in(&mut connection, session, before).await;
        connection.settle(done)
    }

    /// Keeps another password. Everybody is logged out by that, and in again in one browser.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn set_password(&self, person: &str, password: &str, session: &KeptSession) -> Result<()> {
        keepable("a password", password)?;
        session.keepable()?;
        let mut connection = self.write().await?;
        let done = set_password(&mut connection, person, password, session).await;
        connection.settle(done)
    }

    /// The same password kept anew, since the cost has been changed.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn keep_password_anew(&self, person: &str, before: &str, password: &str) -> Result<()> {
        let sql = "UPDATE people SET password = $3 WHERE id = $1 AND password = $2";
        self.change_people(sqlx::query(sql).bind(person).bind(before).bind(password)).await.map(drop)
    }

    /// Where what a browser holds has this hash: the session, and whose it is.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn session(&self, hash: &str) -> Result<Option<(KeptSession, KeptPerson)>> {
        let query = sqlx::query(
            "SELECT w.hash, w.id AS session, w.created AS begun, w.seen, w.agent, \
             p.id, p.name, p.folded, p.shape, p.password, p.created, p.banned_until, p.banned_why, p.owner \
             FROM web_sessions w JOIN people p ON p.id = w.person WHERE w.hash = $1",
        );
        let rows = self.rows(query.bind(hash)).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let person = person(row)?;
        let session = KeptSession {
            hash: row.try_get("hash")?,
            id: row.try_get("session")?,
            person: person.id.clone(),
            created: row.try_get("begun")?,
            seen: row.try_get("seen")?,
            agent: row.try_get("agent")?,
        };
        Ok(Some((session, person)))
    }

    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn see_session(&self, hash: &str, at: i64) -> Result<()> {
        let sql = "UPDATE web_sessions SET seen = $2 WHERE hash = $1 AND seen < $2";
        self.change_people(sqlx::query(sql).bind(hash).bind(at)).await.map(drop)
    }

    /// Where somebody is logged in, the last seen first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn sessions_of(&self, person: &str) -> Result<Vec<KeptSession>> {
        let query = sqlx::query(
            "SELECT hash, id, person, created, seen, agent FROM web_sessions \
             WHERE person = $1 ORDER BY seen DESC, id",
        );
        self.rows(query.bind(person)).await?.iter().map(session).collect()
    }

    /// Logs somebody out in one browser, and says whether there was one.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn end_session(&self, person: &str, id: &str) -> Result<bool> {
        if !findable(id) {
            return Ok(false);
        }
        let sql = "DELETE FROM web_sessions WHERE person = $1 AND id = $2";
        Ok(0 < self.change_people(sqlx::query(sql).bind(person).bind(id)).await?)
    }

    /// Logs somebody out everywhere but in one browser.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn end_other_sessions(&self, person: &str, but: &str) -> Result<u64> {
        let sql = "DELETE FROM web_sessions WHERE person = $1 AND id <> $2";
        self.change_people(sqlx::query(sql).bind(person).bind(but)).await
    }

    /// Forgets sessions in which nobody was seen since then.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn forget_sessions(&self, before: i64) -> Result<u64> {
        let sql = "DELETE FROM web_sessions WHERE seen < $1";
        self.change_people(sqlx::query(sql).bind(before)).await
    }

    /// Gives seats to somebody: matches and seats. One that is somebody's stays theirs.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn seat_person(&self, person: &str, seats: &[(String, i64)], at: i64) -> Result<()> {
        let mut connection = self.write().await?;
        let done = seat(&mut connection, person, seats, at).await;
        connection.settle(done)
    }

    /// Which seats of a match are somebody's.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn sittings(&self, match_id: &str) -> Result<Vec<Sitting>> {
        let sql = format!("{SITTING} WHERE s.match_id = $1 ORDER BY s.seat");
        let rows = self.rows(sqlx::query(sqlx::AssertSqlSafe(sql)).bind(match_id)).await?;
        rows.iter().map(sitting).collect()
    }

    /// The seats somebody has, those in which something last happened first.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn seats_of(&self, person: &str, most: u32) -> Result<Vec<OwnSeat>> {
        let query = sqlx::query(
            "SELECT s.match_id, s.seat, s.since, m.summary, m.changed, m.touched FROM sittings s \
             JOIN matches m ON m.id = s.match_id WHERE s.person = $1 \
             ORDER BY m.changed DESC, s.match_id, s.seat LIMIT $2",
        );
        let rows = self.rows(query.bind(person).bind(i64::from(most))).await?;
        let own = |row: &AnyRow| {
            let (summary, touched) = (summary(row)?, row.try_get("touched")?);
            let (match_id, seat) = (row.try_get("match_id")?, row.try_get("seat")?);
            Ok(OwnSeat { held: Held { match_id, seat, summary, touched }, since: row.try_get("since")? })
        };
        rows.iter().map(own).collect()
    }

    /// Forgets somebody. Their battles stay, and are nobody's.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn delete_person(&self, person: &str) -> Result<()> {
        let mut connection = self.write().await?;
        let done = delete(&mut connection, person).await;
        connection.settle(done)
    }

    /// One statement about people, in a transaction of its own; how many rows it was about.
    pub(crate) async fn change_people(
        &self,
        query: sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments>,
    ) -> Result<u64> {
        let mut connection = self.write().await?;
        let done = change(&mut connection, query).await;
        connection.settle(done)
    }
}

impl KeptPerson {
    fn keepable(&self) -> Result<()> {
        for text in [&self.id, &self.name, &self.folded, &self.shape, &self.password] {
            keepable("a person", text)?;
        }
        Ok(())
    }
}

impl KeptSession {
    fn keepable(&self) -> Result<()> {
        keepable("the name of a browser", &self.agent)
    }
}

async fn change(
    connection: &mut Lent,
    query: sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments>,
) -> Result<u64> {
    let mut tx = Tx::begin(connection).await?;
    let rows = tx.run(query).await?;
    tx.commit().await?;
    Ok(rows)
}

async fn create(connection: &mut Lent, new: &KeptPerson, session: &KeptSession) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    let insert = sqlx::query(
        "INSERT INTO people (id, name, folded, shape, password, created) VALUES ($1, $2, $3, $4, $5, $6)",
    );
    let KeptPerson { id, name, folded, shape, password, created, .. } = new;
    let insert = insert.bind(id).bind(name).bind(folded).bind(shape).bind(password).bind(created);
    tx.run(insert).await?;
    insert_session(&mut tx, session).await?;
    tx.commit().await
}

async fn log_in(connection: &mut Lent, session: &KeptSession, before: Option<&str>) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    if let Some(hash) = before {
        tx.run(sqlx::query("DELETE FROM web_sessions WHERE hash = $1").bind(hash)).await?;
    }
    insert_session(&mut tx, session).await?;
    tx.commit().await
}

async fn set_password(
    connection: &mut Lent,
    person: &str,
    password: &str,
    session: &KeptSession,
) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    let update = sqlx::query("UPDATE people SET password = $2 WHERE id = $1");
    tx.run(update.bind(person).bind(password)).await?;
    tx.run(sqlx::query("DELETE FROM web_sessions WHERE person = $1").bind(person)).await?;
    insert_session(&mut tx, session).await?;
    tx.commit().await
}

/// What goes with somebody, so that nothing points to nobody.
const LEAVING: &[&str] = &[
    "DELETE FROM mail_addresses WHERE person = $1",
    "DELETE FROM second_factors WHERE person = $1",
    "DELETE FROM recovery_codes WHERE person = $1",
    "DELETE FROM notices WHERE person = $1",
    "DELETE FROM notice_wishes WHERE person = $1",
    "DELETE FROM push_endpoints WHERE person = $1",
    "DELETE FROM hooks WHERE person = $1",
    "DELETE FROM links WHERE person = $1",
    "DELETE FROM web_sessions WHERE person = $1",
    "DELETE FROM tokens WHERE person = $1",
    "DELETE FROM invitations WHERE maker = $1 OR rival = $1",
    "DELETE FROM sittings WHERE person = $1",
    "DELETE FROM people WHERE id = $1",
];

async fn delete(connection: &mut Lent, person: &str) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    // Bots go with their owner.
    let bots = tx.rows(sqlx::query("SELECT id FROM people WHERE owner = $1").bind(person)).await?;
    let mut all =
        bots.iter().map(|row| row.try_get("id")).collect::<std::result::Result<Vec<String>, _>>()?;
    all.push(person.to_owned());
    for id in &all {
        clubs::forget(&mut tx, id).await?;
        let first = [talk::FORGET, shelf::FORGET].into_iter().chain(circles::FORGET).chain(conduct::FORGET);
        for statement in first.chain(LEAVING.iter().copied()) {
            tx.run(sqlx::query(statement).bind(id)).await?;
        }
    }
    tx.commit().await
}

pub(crate) async fn insert_session(tx: &mut Tx<'_>, session: &KeptSession) -> Result<()> {
    let KeptSession { hash, id, person, created, seen, agent } = session;
    let insert = sqlx::query(
        "INSERT INTO web_sessions (hash, id, person, created, seen, agent) VALUES ($1, $2, $3, $4, $5, $6)",
    );
    tx.run(insert.bind(hash).bind(id).bind(person).bind(created).bind(seen).bind(agent)).await?;
    Ok(())
}

async fn seat(connection: &mut Lent, person: &str, seats: &[(String, i64)], at: i64) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    for (match_id, seat) in seats {
        insert_sitting(&mut tx, match_id, *seat, person, at).await?;
    }
    tx.commit().await
}

pub(crate) async fn insert_sitting(
    tx: &mut Tx<'_>,
    id: &str,
    seat: i64,
    person: &str,
    at: i64,
) -> Result<()> {
    let insert = sqlx::query(
        "INSERT INTO sittings (match_id, seat, person, since) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (match_id, seat) DO NOTHING",
    );
    tx.run(insert.bind(id).bind(seat).bind(person).bind(at)).await?;
    Ok(())
}

pub(crate) fn person(row: &AnyRow) -> Result<KeptPerson> {
    Ok(KeptPerson {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        folded: row.try_get("folded")?,
        shape: row.try_get("shape")?,
        password: row.try_get("password")?,
        created: row.try_get("created")?,
        banned_until: row.try_get("banned_until")?,
        banned_why: row.try_get("banned_why")?,
        owner: row.try_get("owner")?,
    })
}

fn session(row: &AnyRow) -> Result<KeptSession> {
    Ok(KeptSession {
        hash: row.try_get("hash")?,
        id: row.try_get("id")?,
        person: row.try_get("person")?,
        created: row.try_get("created")?,
        seen: row.try_get("seen")?,
        agent: row.try_get("agent")?,
    })
}

pub(crate) fn sitting(row: &AnyRow) -> Result<Sitting> {
    Ok(Sitting {
        match_id: row.try_get("match_id")?,
        seat: row.try_get("seat")?,
        person: row.try_get("person")?,
        name: row.try_get("name")?,
    })
}
