//! Who follows whom, and who wants nothing to do with whom.

use sqlx::{AssertSqlSafe, Row};

use crate::{
    Result, Store,
    error::findable,
    patience::{Lent, Tx},
};

/// What one person is to another, as they see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Circle {
    Followed,
    Blocked,
}

impl Circle {
    const fn table(self) -> &'static str {
        match self {
            Circle::Followed => "follows",
            Circle::Blocked => "blocks",
        }
    }
}

/// Somebody in a circle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InCircle {
    pub person: String,
    pub name: String,
    /// In milliseconds since 1970.
    pub since: i64,
}

impl Store {
    /// Takes somebody into a circle of `person`. Whoever is blocked is followed no more, by neither.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn take_in(&self, circle: Circle, person: &str, other: &str, at: i64) -> Result<()> {
        let mut connection = self.write().await?;
        let done = take_in(&mut connection, circle, [person, other], at).await;
        connection.settle(done)
    }

    /// Lets somebody out of a circle again.
    ///
    /// # Errors
    ///
    /// As [`Store::submit`].
    pub async fn let_out(&self, circle: Circle, person: &str, other: &str) -> Result<()> {
        let sql = format!("DELETE FROM {} WHERE person = $1 AND other = $2", circle.table());
        self.change_people(sqlx::query(AssertSqlSafe(sql)).bind(person).bind(other)).await.map(drop)
    }

    /// Everybody in a circle of somebody's, by name.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn circle(&self, circle: Circle, person: &str) -> Result<Vec<InCircle>> {
        let sql = format!(
            "SELECT c.other, p.name, c.since FROM {} c JOIN people p ON p.id = c.other \
             WHERE c.person = $1 ORDER BY p.folded",
            circle.table()
        );
        let rows = self.rows(sqlx::query(AssertSqlSafe(sql)).bind(person)).await?;
        let found = rows.iter().map(|row| {
            Ok(InCircle {
                person: row.try_get("other")?,
                name: row.try_get("name")?,
                since: row.try_get("since")?,
            })
        });
        found.collect()
    }

    /// Whether either of two people has blocked the other: then they are not brought together.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn blocked_between(&self, one: &str, other: &str) -> Result<bool> {
        if !findable(one) || !findable(other) {
            return Ok(false);
        }
        let query = sqlx::query(
            "SELECT person FROM blocks \
             WHERE (person = $1 AND other = $2) OR (person = $2 AND other = $1)",
        );
        Ok(!self.rows(query.bind(one).bind(other)).await?.is_empty())
    }

    /// Everybody whom somebody has blocked or who has blocked them, by id.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn blocked_with(&self, person: &str) -> Result<Vec<String>> {
        let query = sqlx::query(
            "SELECT other AS id FROM blocks WHERE person = $1 \
             UNION SELECT person AS id FROM blocks WHERE other = $1",
        );
        crate::ids(&self.rows(query.bind(person)).await?)
    }
}

async fn take_in(connection: &mut Lent, circle: Circle, [person, other]: [&str; 2], at: i64) -> Result<()> {
    let mut tx = Tx::begin(connection).await?;
    let sql = format!(
        "INSERT INTO {} (person, other, since) VALUES ($1, $2, $3) ON CONFLICT (person, other) DO NOTHING",
        circle.table()
    );
    tx.run(sqlx::query(AssertSqlSafe(sql)).bind(person).bind(other).bind(at)).await?;
    if circle == Circle::Blocked {
        let delete = sqlx::query(
            "DELETE FROM follows WHERE (person = $1 AND other = $2) OR (person = $2 AND other = $1)",
        );
        tx.run(delete.bind(person).bind(other)).await?;
    }
    tx.commit().await
}

/// What goes with somebody who goes.
pub(crate) const FORGET: [&str; 4] = [
    "DELETE FROM follows WHERE person = $1",
    "DELETE FROM follows WHERE other = $1",
    "DELETE FROM blocks WHERE person = $1",
    "DELETE FROM blocks WHERE other = $1",
];
