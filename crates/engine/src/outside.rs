//! How large an order from outside may be, before any rule looks at it.
//!
//! Rules compare the parts of an order with each other, so that their work
//! grows faster than the order. Everything that reads orders of strangers
//! measures them first; then nothing that a rule does takes long.

use std::fmt;

use serde_json::Value;

/// The most values in an order, lists and maps counted with what is in them.
pub const MOST_VALUES: usize = 16_384;
/// The most entries in any one list of an order.
pub const LONGEST_LIST: usize = 1_024;
/// The most bytes of an order as text, or of all texts and names in one as data.
pub const LONGEST_TEXT: usize = 32_768;

/// An order that nobody could mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    Values,
    List(usize),
    Text(usize),
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::Values => write!(f, "the order has more than {MOST_VALUES} values"),
            TooLarge::List(n) => {
                write!(f, "a list of {n} entries, but an order has lists of {LONGEST_LIST} at most")
            }
            TooLarge::Text(n) => write!(f, "{n} bytes of text, but an order has {LONGEST_TEXT} at most"),
        }
    }
}

impl std::error::Error for TooLarge {}

/// # Errors
///
/// If the text is longer than any order.
pub fn fits_text(text: &str) -> Result<(), TooLarge> {
    if text.len() <= LONGEST_TEXT { Ok(()) } else { Err(TooLarge::Text(text.len())) }
}

/// Looks at [`MOST_VALUES`] values and no more, however large the order is.
///
/// # Errors
///
/// What there is too much of.
pub fn fits(order: &Value) -> Result<(), TooLarge> {
    let (mut values, mut bytes) = (0, 0);
    // No recursion: a list in a list in a list may be deeper than the stack.
    let mut ahead = vec![order];
    while let Some(value) = ahead.pop() {
        values += 1;
        match value {
            Value::Null | Value::Bool(_) | Value::Number(_) => (),
            Value::String(text) => bytes += text.len(),
            Value::Array(items) if LONGEST_LIST < items.len() => return Err(TooLarge::List(items.len())),
            Value::Array(items) => ahead.extend(items),
            Value::Object(fields) if LONGEST_LIST < fields.len() => return Err(TooLarge::List(fields.len())),
            Value::Object(fields) => {
                bytes += fields.keys().map(String::len).sum::<usize>();
                ahead.extend(fields.values());
            }
        }
        if MOST_VALUES < values + ahead.len() {
            return Err(TooLarge::Values);
        }
    }
    if bytes <= LONGEST_TEXT { Ok(()) } else { Err(TooLarge::Text(bytes)) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn orders_of_any_battle_fit_and_floods_do_not() {
        assert_eq!(fits(&json!({"plot": {"helms": vec![json!({"ship": 0, "thrust": 1}); 255]}})), Ok(()));
        assert_eq!(fits(&json!({"shots": vec![0; 3_000]})), Err(TooLarge::List(3_000)));
        assert_eq!(fits(&json!([vec![vec![0; 1_000]; 20]])), Err(TooLarge::Values));
        assert_eq!(fits(&json!({"name": "A".repeat(50_000)})), Err(TooLarge::Text(50_000 + 4)));
        assert_eq!(fits_text(&"A1 ".repeat(20_000)), Err(TooLarge::Text(60_000)));
        assert_eq!(fits_text("A1 P2+4"), Ok(()));
    }
}
