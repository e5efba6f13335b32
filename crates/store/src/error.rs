//! Why something could not be kept or found.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The database cannot be reached, is full, or cannot be written. For the log.
    Away(String),
    /// Somebody else has written there first.
    Conflict,
    /// Another server has this database.
    Taken,
    /// Rows are missing or make no sense.
    Corrupted(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Away(why) => write!(f, "the database is away: {why}"),
            StoreError::Conflict => write!(f, "written by somebody else already"),
            StoreError::Taken => {
                write!(f, "another server uses this database; stop that one first, or give this one its own")
            }
            StoreError::Corrupted(what) => write!(f, "corrupted: {what}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(err: sqlx::Error) -> StoreError {
        match &err {
            sqlx::Error::Database(cause) if cause.is_unique_violation() => StoreError::Conflict,
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::ColumnNotFound(_) | sqlx::Error::Decode(_) => {
                StoreError::Corrupted(err.to_string())
            }
            _ => StoreError::Away(err.to_string()),
        }
    }
}
