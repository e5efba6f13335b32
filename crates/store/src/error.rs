//! Why something could not be kept or found.

use std::fmt;

use crate::Kind;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The database cannot be reached, is full, or cannot be written. For the
    /// log. Whatever was to be written was not.
    Away(String),
    /// A commit was asked for and its answer never came: what was to be
    /// written was, or was not. For the log.
    Unsure(String),
    /// Somebody else has written there first.
    Conflict,
    /// Another server has this database.
    Taken,
    /// Rows are missing or make no sense.
    Corrupted(String),
    /// What no database of ours can keep, and was therefore not sent to any.
    Refused(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Away(why) => write!(f, "the database is away: {why}"),
            StoreError::Unsure(why) => {
                write!(f, "the database did not say whether it has kept what it was given: {why}")
            }
            StoreError::Conflict => write!(f, "somebody else has changed it in the meantime"),
            StoreError::Taken => {
                write!(f, "another server uses this database; stop that one first, or give this one its own")
            }
            StoreError::Corrupted(what) => write!(f, "corrupted: {what}"),
            StoreError::Refused(what) => write!(f, "{what}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(err: sqlx::Error) -> StoreError {
        match &err {
            sqlx::Error::Database(cause) if cause.is_unique_violation() => StoreError::Conflict,
            // A number or a text that the type of its column has no room for. PostgreSQL has codes
            // of five characters, SQLite plain numbers of which none is that long and begins so.
            sqlx::Error::Database(cause)
                if cause.code().is_some_and(|code| code.len() == 5 && code.starts_with("22")) =>
            {
                StoreError::Refused(err.to_string())
            }
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::ColumnNotFound(_) | sqlx::Error::Decode(_) => {
                StoreError::Corrupted(err.to_string())
            }
            _ => StoreError::Away(err.to_string()),
        }
    }
}

/// What a commit that failed means. An answer that says why nothing was
/// committed is certain; everything else is not: the connection may have
/// broken before the commit arrived or after it was done.
pub(crate) fn commit_failed(kind: Kind, err: sqlx::Error) -> StoreError {
    let code = match &err {
        sqlx::Error::Database(cause) => cause.code().unwrap_or_default().into_owned(),
        _ => String::new(),
    };
    let certain = match kind {
        Kind::Postgres => {
            // Integrity constraints, and transactions rolled back for others' sake.
            code.len() == 5 && (code.starts_with("23") || code.starts_with("40"))
        }
        Kind::Sqlite => code.parse::<u32>().is_ok_and(undone),
    };
    if certain { err.into() } else { StoreError::Unsure(err.to_string()) }
}

/// Whether a commit that SQLite answered with this code was none. A commit is
/// the last frame of it in the log: if that could not be written, there is
/// none. If it was written and not synced, it may come to light after a crash.
fn undone(code: u32) -> bool {
    const BUSY: u32 = 5;
    const LOCKED: u32 = 6;
    const READONLY: u32 = 8;
    const FULL: u32 = 13;
    const CONSTRAINT: u32 = 19;
    const IOERR_WRITE: u32 = 10 | 3 << 8;
    matches!(code & 0xff, BUSY | LOCKED | READONLY | FULL | CONSTRAINT) || code == IOERR_WRITE
}

/// Text that PostgreSQL cannot take. SQLite could, but then no backup of it
/// could go the other way.
pub(crate) fn keepable(what: &str, text: &str) -> Result<(), StoreError> {
    if text.contains('\0') {
        return Err(StoreError::Refused(format!("{what} has a NUL character in it, which cannot be kept")));
    }
    Ok(())
}

/// Nothing can be found under such a name, since nothing can be kept under it.
pub(crate) fn findable(text: &str) -> bool {
    !text.contains('\0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_that_was_written_but_not_synced_is_not_certain() {
        assert!(undone(5) && undone(13) && undone(778) && undone(517));
        assert!(!undone(10) && !undone(1034) && !undone(11));
    }

    #[test]
    fn a_lost_connection_during_a_commit_is_not_certain() {
        let lost = || sqlx::Error::Io(std::io::ErrorKind::UnexpectedEof.into());
        for kind in [Kind::Postgres, Kind::Sqlite] {
            assert!(matches!(commit_failed(kind, lost()), StoreError::Unsure(_)));
        }
        assert!(matches!(StoreError::from(lost()), StoreError::Away(_)));
    }
}
