//! Everything that is kept, row by row from one database to another: of
//! either kind, and from older tables to today's.

use std::fmt::Write as _;

use futures_util::TryStreamExt;
use sqlx::{Any, AssertSqlSafe, Row, any::AnyArguments, any::AnyRow, query::Query};

use crate::{
    Result, StoreError,
    patience::{LEISURE, Tx, within},
    schema,
};

/// What is in a column. Both databases have these and mean the same by them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Text,
    Number,
}

/// A column, with the version of the tables that brought it.
type Column = (&'static str, Holds, usize);

#[derive(Debug)]
struct Table {
    name: &'static str,
    /// The version that brought it.
    since: usize,
    columns: &'static [Column],
}

use Holds::{Number, Text};

/// In an order in which nothing points to what is not there yet. Three tables
/// are every database's own: `schema_version`, `pulse` and `presence`.
const TABLES: &[Table] = &[
    Table {
        name: "matches",
        since: 1,
        columns: &[
            ("id", Text, 1),
            ("head", Text, 1),
            ("scenario", Text, 1),
            ("title", Text, 1),
            ("created", Number, 1),
            ("changed", Number, 1),
            ("summary", Text, 1),
            ("outcome", Text, 1),
            ("thinking", Number, 1),
            ("version", Number, 2),
            ("waiting", Text, 2),
            ("ending", Text, 3),
            ("proof", Text, 3),
            ("touched", Number, 3),
            ("dice", Text, 4),
            ("unaided", Number, 5),
            ("pace", Text, 9),
            ("standing", Text, 9),
        ],
    },
    Table {
        name: "seats",
        since: 1,
        columns: &[("match_id", Text, 1), ("seat", Number, 1), ("hash", Text, 1)],
    },
    Table {
        name: "submissions",
        since: 1,
        columns: &[
            ("match_id", Text, 1),
            ("decision", Number, 1),
            ("seat", Number, 1),
            ("body", Text, 1),
            ("client_key", Text, 3),
            ("answer", Text, 3),
            ("given_by", Text, 3),
        ],
    },
    Table {
        name: "decisions",
        since: 1,
        columns: &[("match_id", Text, 1), ("n", Number, 1), ("phase", Text, 1), ("after_events", Number, 1)],
    },
    Table {
        name: "events",
        since: 1,
        columns: &[("match_id", Text, 1), ("n", Number, 1), ("body", Text, 1)],
    },
    Table {
        name: "drafts",
        since: 9,
        columns: &[("match_id", Text, 9), ("seat", Number, 9), ("decision", Number, 9), ("body", Text, 9)],
    },
    Table { name: "settings", since: 3, columns: &[("name", Text, 3), ("value", Text, 3)] },
    Table {
        name: "people",
        since: 6,
        columns: &[
            ("id", Text, 6),
            ("name", Text, 6),
            ("folded", Text, 6),
            ("shape", Text, 6),
            ("password", Text, 6),
            ("created", Number, 6),
            ("banned_until", Number, 7),
            ("banned_why", Text, 7),
            ("owner", Text, 10),
        ],
    },
    Table {
        name: "web_sessions",
        since: 6,
        columns: &[
            ("hash", Text, 6),
            ("id", Text, 6),
            ("person", Text, 6),
            ("created", Number, 6),
            ("seen", Number, 6),
            ("agent", Text, 6),
        ],
    },
    Table {
        name: "sittings",
        since: 6,
        columns: &[("match_id", Text, 6), ("seat", Number, 6), ("person", Text, 6), ("since", Number, 6)],
    },
    Table {
        name: "links",
        since: 7,
        columns: &[("hash", Text, 7), ("person", Text, 7), ("purpose", Text, 7), ("expires", Number, 7)],
    },
    Table {
        name: "moderation",
        since: 7,
        columns: &[
            ("id", Text, 7),
            ("at", Number, 7),
            ("by_whom", Text, 7),
            ("act", Text, 7),
            ("person", Text, 7),
            ("name", Text, 7),
            ("words", Text, 7),
        ],
    },
    Table {
        name: "jobs",
        since: 8,
        columns: &[
            ("kind", Text, 8),
            ("name", Text, 8),
            ("due", Number, 8),
            ("payload", Text, 8),
            ("lease", Number, 8),
            ("tries", Number, 8),
            ("version", Number, 8),
            ("done", Number, 8),
            ("failed", Text, 8),
        ],
    },
    Table {
        name: "tokens",
        since: 10,
        columns: &[("hash", Text, 10), ("person", Text, 10), ("created", Number, 10), ("seen", Number, 10)],
    },
    Table {
        name: "invitations",
        since: 10,
        columns: &[
            ("id", Text, 10),
            ("kind", Text, 10),
            ("maker", Text, 10),
            ("rival", Text, 10),
            ("link", Text, 10),
            ("guests", Number, 10),
            ("game", Text, 10),
            ("pace", Text, 10),
            ("body", Text, 10),
            ("created", Number, 10),
            ("seen", Number, 10),
            ("expires", Number, 10),
            ("state", Text, 10),
            ("ended", Number, 10),
            ("seat", Number, 10),
        ],
    },
    Table {
        name: "mirrors",
        since: 10,
        columns: &[("match_id", Text, 10), ("pair", Text, 10), ("leg", Number, 10), ("forfeit", Number, 10)],
    },
    Table {
        name: "follows",
        since: 12,
        columns: &[("person", Text, 12), ("other", Text, 12), ("since", Number, 12)],
    },
    Table {
        name: "blocks",
        since: 12,
        columns: &[("person", Text, 12), ("other", Text, 12), ("since", Number, 12)],
    },
    Table {
        name: "talk",
        since: 12,
        columns: &[
            ("match_id", Text, 12),
            ("room", Number, 12),
            ("n", Number, 12),
            ("at", Number, 12),
            ("seat", Number, 12),
            ("person", Text, 12),
            ("name", Text, 12),
            ("phrase", Number, 12),
            ("body", Text, 12),
            ("removed", Number, 12),
        ],
    },
    Table {
        name: "silences",
        since: 12,
        columns: &[("match_id", Text, 12), ("seat", Number, 12), ("since", Number, 12)],
    },
    Table {
        name: "conduct",
        since: 12,
        columns: &[
            ("person", Text, 12),
            ("role", Text, 12),
            ("muted_until", Number, 12),
            ("muted_why", Text, 12),
        ],
    },
    Table {
        name: "warnings",
        since: 12,
        columns: &[
            ("id", Text, 12),
            ("person", Text, 12),
            ("at", Number, 12),
            ("words", Text, 12),
            ("seen", Number, 12),
        ],
    },
    Table {
        name: "reports",
        since: 12,
        columns: &[
            ("id", Text, 12),
            ("at", Number, 12),
            ("reporter", Text, 12),
            ("by_name", Text, 12),
            ("kind", Text, 12),
            ("place", Text, 12),
            ("person", Text, 12),
            ("name", Text, 12),
            ("why", Text, 12),
            ("context", Text, 12),
            ("decided", Number, 12),
            ("decided_by", Text, 12),
            ("verdict", Text, 12),
        ],
    },
    Table {
        name: "clubs",
        since: 12,
        columns: &[
            ("id", Text, 12),
            ("name", Text, 12),
            ("folded", Text, 12),
            ("shape", Text, 12),
            ("about", Text, 12),
            ("entry", Text, 12),
            ("invitation", Text, 12),
            ("created", Number, 12),
        ],
    },
    Table {
        name: "club_members",
        since: 12,
        columns: &[("club", Text, 12), ("person", Text, 12), ("rank", Text, 12), ("since", Number, 12)],
    },
    Table {
        name: "club_posts",
        since: 12,
        columns: &[
            ("club", Text, 12),
            ("n", Number, 12),
            ("at", Number, 12),
            ("person", Text, 12),
            ("name", Text, 12),
            ("body", Text, 12),
            ("removed", Number, 12),
        ],
    },
    Table {
        name: "club_tables",
        since: 12,
        columns: &[("match_id", Text, 12), ("club", Text, 12), ("created", Number, 12)],
    },
    Table {
        name: "shelf",
        since: 12,
        columns: &[
            ("id", Text, 12),
            ("person", Text, 12),
            ("club", Text, 12),
            ("kind", Text, 12),
            ("game", Text, 12),
            ("title", Text, 12),
            ("body", Text, 12),
            ("shared", Number, 12),
            ("created", Number, 12),
            ("changed", Number, 12),
        ],
    },
    Table {
        name: "mail_addresses",
        since: 13,
        columns: &[("person", Text, 13), ("address", Text, 13), ("wanted", Text, 13), ("since", Number, 13)],
    },
    Table {
        name: "second_factors",
        since: 13,
        columns: &[("person", Text, 13), ("secret", Text, 13), ("since", Number, 13), ("used", Number, 13)],
    },
    Table { name: "recovery_codes", since: 13, columns: &[("hash", Text, 13), ("person", Text, 13)] },
    Table {
        name: "notices",
        since: 13,
        columns: &[
            ("id", Text, 13),
            ("person", Text, 13),
            ("kind", Text, 13),
            ("detail", Text, 13),
            ("subject", Text, 13),
            ("link", Text, 13),
            ("match_id", Text, 13),
            ("decision", Number, 13),
            ("about", Text, 13),
            ("until", Number, 13),
            ("at", Number, 13),
            ("seen", Number, 13),
            ("listed", Number, 13),
            ("digest", Number, 13),
        ],
    },
    Table { name: "notice_wishes", since: 13, columns: &[("person", Text, 13), ("body", Text, 13)] },
    Table {
        name: "push_endpoints",
        since: 13,
        columns: &[
            ("id", Text, 13),
            ("person", Text, 13),
            ("url", Text, 13),
            ("browser_key", Text, 13),
            ("auth", Text, 13),
            ("agent", Text, 13),
            ("since", Number, 13),
        ],
    },
    Table {
        name: "hooks",
        since: 13,
        columns: &[("person", Text, 13), ("url", Text, 13), ("secret", Text, 13), ("since", Number, 13)],
    },
];

/// How much was copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    pub matches: u64,
    pub orders: u64,
    pub events: u64,
    pub people: u64,
}

impl Copied {
    fn count(&mut self, table: &Table, rows: u64) {
        match table.name {
            "matches" => self.matches = rows,
            "submissions" => self.orders = rows,
            "events" => self.events = rows,
            "people" => self.people = rows,
            // Nobody counts in these.
            "seats" | "decisions" | "settings" | "web_sessions" | "sittings" | "links" | "moderation"
            | "jobs" | "drafts" | "tokens" | "invitations" | "mirrors" => {}
            "follows" | "blocks" | "talk" | "silences" | "conduct" | "warnings" | "reports" => {}
            "mail_addresses" | "second_factors" | "recovery_codes" | "notices" => {}
            "notice_wishes" | "push_endpoints" | "hooks" => {}
            "clubs" | "club_members" | "club_posts" | "club_tables" | "shelf" => {}
            other => unreachable!("{other} is none of the tables"),
        }
    }
}

/// Takes everything out.
pub(crate) async fn clear(to: &mut Tx<'_>) -> Result<()> {
    for table in TABLES.iter().rev() {
        to.run(sqlx::query(AssertSqlSafe(format!("DELETE FROM {}", table.name)))).await?;
    }
    Ok(())
}

/// Copies everything from tables of version `version` into empty ones of
/// today. Columns that those had not yet get what an upgrade gives them.
pub(crate) async fn copy(from: &mut Tx<'_>, version: usize, to: &mut Tx<'_>) -> Result<Copied> {
    let mut copied = Copied::default();
    for table in TABLES.iter().filter(|table| table.since <= version) {
        let columns: Vec<Column> =
            table.columns.iter().filter(|(_, _, since)| *since <= version).copied().collect();
        copied.count(table, copy_table(from, table.name, &columns, to).await?);
    }
    for (_, fill) in schema::FILLED.iter().filter(|(since, _)| version < *since) {
        to.run_all(fill).await?;
    }
    Ok(copied)
}

/// What is read before it is written: so much, or so many rows, whichever is
/// reached first. Memory stays flat however much is kept.
const MOST_BYTES: usize = 1 << 20;
const MOST_ROWS: usize = 32;

async fn copy_table(
    from: &mut Tx<'_>,
    table: &'static str,
    columns: &[Column],
    to: &mut Tx<'_>,
) -> Result<u64> {
    let names: Vec<&str> = columns.iter().map(|(name, ..)| *name).collect();
    let names = names.join(", ");
    let select = format!("SELECT {names} FROM {table}");
    let mut coming = sqlx::query(AssertSqlSafe(select)).fetch(from.connection());
    let mut batch: Vec<Vec<Value>> = Vec::new();
    let (mut rows, mut bytes) = (0, 0);
    loop {
        let row = within(LEISURE, coming.try_next()).await.map_err(|err| unreadable(table, err))?;
        let over = row.is_none();
        if let Some(row) = row {
            let values = read(&row, columns)?;
            bytes += values.iter().map(Value::size).sum::<usize>();
            rows += 1;
            batch.push(values);
        }
        if !batch.is_empty() && (over || MOST_BYTES <= bytes || MOST_ROWS <= batch.len()) {
            let sql = insert(table, &names, columns.len(), batch.len());
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for value in batch.drain(..).flatten() {
                query = value.bind(query);
            }
            to.run(query).await?;
            bytes = 0;
        }
        if over {
            return Ok(rows);
        }
    }
}

/// Which of the two databases it was, when one of them fails.
fn unreadable(table: &str, err: StoreError) -> StoreError {
    match err {
        StoreError::Away(why) => StoreError::Away(format!("reading {table}: {why}")),
        StoreError::Corrupted(what) => StoreError::Corrupted(format!("reading {table}: {what}")),
        StoreError::Unsure(_) | StoreError::Conflict | StoreError::Taken | StoreError::Refused(_) => err,
    }
}

#[derive(Debug)]
enum Value {
    Text(String),
    Number(i64),
}

impl Value {
    fn size(&self) -> usize {
        match self {
            Value::Text(text) => text.len(),
            Value::Number(_) => size_of::<i64>(),
        }
    }

    fn bind(self, query: Query<'_, Any, AnyArguments>) -> Query<'_, Any, AnyArguments> {
        match self {
            Value::Text(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
        }
    }
}

fn read(row: &AnyRow, columns: &[Column]) -> Result<Vec<Value>> {
    let mut values = Vec::with_capacity(columns.len());
    for (name, holds, _) in columns {
        values.push(match holds {
            Text => Value::Text(row.try_get(*name)?),
            Number => Value::Number(row.try_get(*name)?),
        });
    }
    Ok(values)
}

fn insert(table: &str, names: &str, columns: usize, rows: usize) -> String {
    let mut sql = format!("INSERT INTO {table} ({names}) VALUES ");
    for row in 0..rows {
        let comma = if row == 0 { "" } else { ", " };
        let places: Vec<String> = (1..=columns).map(|n| format!("${}", row * columns + n)).collect();
        write!(sql, "{comma}({})", places.join(", ")).expect("text takes text");
    }
    sql
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[test]
    fn rows_are_numbered_through() {
        assert_eq!(insert("t", "a, b", 2, 2), "INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4)");
    }

    /// An upgrade that fills columns in place would not reach what is restored.
    #[test]
    fn whatever_an_upgrade_fills_is_filled_in_copies() {
        let listed: Vec<&str> = schema::FILLED.iter().map(|(_, fill)| *fill).collect();
        assert_eq!(schema::fills(), listed);
    }

    /// A column that were forgotten here would be lost by every backup.
    #[tokio::test]
    async fn every_column_there_is_gets_copied() {
        let path = std::env::temp_dir().join(format!("flagbridge-columns-{}.sqlite", std::process::id()));
        let store = Store::open_file(&path).await.unwrap();
        let found = store
            .rows(sqlx::query(
                "SELECT t.name AS t, c.name AS c, c.type AS type FROM sqlite_master t \
                 JOIN pragma_table_info(t.name) c WHERE t.type = 'table' \
                 AND t.name NOT IN ('presence', 'pulse', 'schema_version') ORDER BY t, c",
            ))
            .await
            .unwrap();
        let found: Vec<[String; 3]> =
            found.iter().map(|row| ["t", "c", "type"].map(|name| row.try_get(name).unwrap())).collect();
        let mut known: Vec<[String; 3]> = TABLES
            .iter()
            .flat_map(|table| {
                table.columns.iter().map(|(name, holds, _)| {
                    let holds = match holds {
                        Text => "TEXT",
                        Number => "BIGINT",
                    };
                    [table.name, name, holds].map(str::to_owned)
                })
            })
            .collect();
        known.sort();
        assert_eq!(known, found);
        store.close().await;
        std::fs::remove_file(path).unwrap();
    }
}
