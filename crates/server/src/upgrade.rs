//! Battles that are older or newer than this server.
//!
//! A battle of older rules goes on under ours from its open decision on. Until
//! somebody changes something in it that is so in memory alone, and every
//! server of this version concludes the same; with the first change it is
//! written down, in the same transaction. From then on servers of the version
//! before only show it: they know from its record that newer rules count.

use serde_json::Value;
use store::Renewal;

use crate::{
    app::App,
    error::{AppError, Result},
    host, show,
    table::{Held, Stage},
};

/// How a battle stands to the rules of this server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Rules {
    /// They are the ones it is played by, or it is over.
    #[default]
    Ours,
    /// Ours take over with the next change. The orders that these seats have sealed are none under them.
    TakeOver { let_go: Vec<i64> },
    /// Ours cannot take it over, and why.
    Barred(String),
    /// Those of a newer program count.
    Newer,
}

/// What people are told of a battle that a newer server plays.
pub(crate) const NEWER: &str = "This server is being replaced, and its successor has taken this battle over. \
                                Load the page again in a moment to play on.";

impl AppError {
    pub(crate) fn newer() -> AppError {
        AppError::other_rules(NEWER)
    }
}

impl Rules {
    /// Why the battle can only be looked at, for those who do.
    pub(crate) fn why(&self) -> Option<String> {
        match self {
            Rules::Barred(why) => Some(why.clone()),
            Rules::Newer => Some(NEWER.to_owned()),
            Rules::Ours | Rules::TakeOver { .. } => None,
        }
    }
}

/// What is to be written with the next change, if our rules take over with it. From here on they count.
pub(crate) fn renewal(held: &mut Held) -> Option<Renewal> {
    let Rules::TakeOver { let_go } = &held.rules else { return None };
    let Stage::Battle(battle) = &held.stage else { return None };
    let renewal = Renewal { head: host::head(&**battle), let_go: let_go.clone() };
    held.head = blake3::hash(renewal.head.as_bytes());
    held.rules = Rules::Ours;
    Some(renewal)
}

/// The versions of the rules that a record says it was played by, from the first on.
fn versions(head: &str) -> Option<(String, Vec<u32>)> {
    let head: Value = serde_json::from_str(head).ok()?;
    let later = head["versions"].as_array().map(Vec::as_slice).unwrap_or_default();
    let versions = [&head].into_iter().chain(later).map(|it| it["rules_version"].as_u64());
    let versions = versions.map(|it| it.and_then(|it| u32::try_from(it).ok())).collect::<Option<_>>()?;
    Some((head["game"].as_str()?.to_owned(), versions))
}

/// Whether a record says that rules count that are newer than ours.
pub(crate) fn is_newer(head: &str) -> bool {
    versions(head).is_some_and(|(game, versions)| {
        let ours = show::ours(&game);
        0 < ours && versions.last().is_some_and(|it| ours < *it)
    })
}

/// Whether a part of it was played by other rules than ours.
pub(crate) fn is_mixed(head: &str) -> bool {
    versions(head).is_some_and(|(game, versions)| versions.iter().any(|it| *it != show::ours(&game)))
}

impl App {
    /// Work in this battle is for a newer server.
    ///
    /// # Errors
    ///
    /// If it is.
    pub(crate) fn not_left_to_newer(&self, id: &str) -> Result<()> {
        if self.doubts().is_newer(id) { Err(AppError::newer()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_says_whose_rules_count() {
        let ours = show::ours("asfos");
        let head = |first: u32, later: &[u32]| {
            let later: Vec<Value> = later
                .iter()
                .map(|it| serde_json::json!({"decision": 3, "event": 9, "rules_version": it}))
                .collect();
            serde_json::json!({"game": "asfos", "rules_version": first, "versions": later}).to_string()
        };
        assert!(!is_newer(&head(ours, &[])) && is_newer(&head(ours + 1, &[])));
        assert!(is_newer(&head(0, &[ours, ours + 1])) && !is_newer(&head(0, &[ours])));
        assert!(is_mixed(&head(0, &[ours])) && !is_mixed(&head(ours, &[])));
        // Of what cannot be read nothing is said.
        assert!(!is_newer("{}") && !is_newer("") && !is_mixed("[]"));
    }
}
