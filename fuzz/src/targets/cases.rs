//! A conformance case of whatever game: it passes, differs, or cannot be read.

use crate::{Told, source, text};

/// # Errors
///
/// Why it cannot be read, or how it differs.
pub fn run(data: &[u8]) -> Told {
    let report = rulesets::run_case(&source(text(data)?)).map_err(|err| err.to_string())?;
    report.differences.into_iter().next().map_or(Ok(()), Err)
}

pub fn seeds() -> Vec<Vec<u8>> {
    crate::seeds::of_games("cases")
}
