//! What went wrong, in words for the person who asked.

use std::fmt;

/// An error at the edge of the program. The words name the file, the place
/// and what was expected; the kind says whose mistake it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The question was wrong: a game, option or level that does not exist.
    Misuse(String),
    /// The question was right, but a file or a battle would not have it.
    Failed(String),
}

impl Fault {
    pub fn misuse(text: impl Into<String>) -> Fault {
        Fault::Misuse(text.into())
    }

    pub fn failed(text: impl fmt::Display) -> Fault {
        Fault::Failed(text.to_string())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Misuse(text) | Fault::Failed(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Fault {}

/// `a, b, c`, for errors that say what there is.
pub fn list<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}
