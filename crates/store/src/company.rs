//! What a profile shows of battles besides what a list of them does: who else
//! sat there, and which of them may be watched.

use sqlx::{AssertSqlSafe, Row};

use crate::{Result, SPECTATOR, Sitting, Store, people};

/// Matches asked for in one statement.
const MATCHES: usize = 100;

impl Store {
    /// Whose the seats of these matches are, by match and seat.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn company(&self, ids: &[String]) -> Result<Vec<Sitting>> {
        let mut found = Vec::new();
        for chunk in ids.chunks(MATCHES) {
            let sql = format!(
                "{} WHERE s.match_id IN ({}) ORDER BY s.match_id, s.seat",
                people::SITTING,
                places(chunk.len())
            );
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for id in chunk {
                query = query.bind(id);
            }
            for row in &self.rows(query).await? {
                found.push(people::sitting(row)?);
            }
        }
        Ok(found)
    }

    /// Those of these matches that their hosts have opened to spectators.
    ///
    /// # Errors
    ///
    /// If the database is away.
    pub async fn watchable(&self, ids: &[String]) -> Result<Vec<String>> {
        let mut found = Vec::new();
        for chunk in ids.chunks(MATCHES) {
            let places = places(chunk.len());
            let n = chunk.len() + 1;
            let sql = format!("SELECT match_id FROM seats WHERE match_id IN ({places}) AND seat = ${n}");
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for id in chunk {
                query = query.bind(id);
            }
            for row in &self.rows(query.bind(SPECTATOR)).await? {
                found.push(row.try_get("match_id")?);
            }
        }
        Ok(found)
    }
}

fn places(n: usize) -> String {
    (1..=n).map(|n| format!("${n}")).collect::<Vec<String>>().join(", ")
}
