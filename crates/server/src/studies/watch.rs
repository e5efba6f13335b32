//! Battles of studies, fought once more so that people can watch them.

use std::{
    collections::VecDeque,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use lab::Study;
use rulesets::{AnyMatch, Fault, Watch};
use serde_json::Value;

/// A battle over again, with its options. It is looked at by one request at a time.
pub(crate) struct Replay {
    battle: Mutex<Box<dyn AnyMatch>>,
    pub(crate) options: Value,
}

impl Replay {
    pub(crate) fn hold(&self) -> MutexGuard<'_, Box<dyn AnyMatch>> {
        self.battle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The battles that were watched last; any other is fought again when somebody wants it.
#[derive(Default)]
pub(crate) struct Replays(Mutex<VecDeque<(String, Arc<Replay>)>>);

/// Whoever watches asks for one battle many times.
const KEPT: usize = 16;

impl Replays {
    fn kept(&self) -> MutexGuard<'_, VecDeque<(String, Arc<Replay>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Battle number `battle` of a kind; takes as long as fighting it.
    ///
    /// # Errors
    ///
    /// If there is no such kind, or it cannot be fought any more.
    pub(crate) fn get(
        &self,
        name: &str,
        study: impl FnOnce() -> Result<Study, Fault>,
        folder: &Path,
        kind: usize,
        battle: u64,
    ) -> Result<Option<Arc<Replay>>, Fault> {
        let found = self.kept().iter().find(|(it, _)| it == name).map(|(_, replay)| Arc::clone(replay));
        if found.is_some() {
            return Ok(found);
        }
        let Some(field) = study()?.fields(folder)?.into_iter().nth(kind) else { return Ok(None) };
        let fought = field.prepared.replay(&field.bout(&Watch::default()), battle)?;
        let options = field.prepared.options();
        let replay = Arc::new(Replay { battle: Mutex::new(fought), options });
        let mut kept = self.kept();
        kept.push_back((name.to_owned(), Arc::clone(&replay)));
        if KEPT < kept.len() {
            kept.pop_front();
        }
        Ok(Some(replay))
    }
}
