//! The laws themselves, by what they look at.

pub(crate) mod hostile;
pub(crate) mod log;
pub(crate) mod orders;
pub(crate) mod secrets;
pub(crate) mod shelf;
pub(crate) mod words;

use std::{
    any::Any,
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
};

use engine::{Data, Game, Library, Refusal, Seat, Viewer};

use crate::law::{Kept, Law, require};

/// The ids of a game's rule index.
#[derive(Clone, Debug)]
pub(crate) struct Index(BTreeSet<String>);

impl Index {
    pub(crate) fn of<G: Library>() -> Index {
        Index(G::rule_index().into_iter().map(|rule| rule.id).collect())
    }

    pub(crate) fn has(&self, rule: &str) -> bool {
        self.0.contains(rule)
    }

    pub(crate) fn holds(&self, refusal: &Refusal) -> Kept {
        require(!refusal.findings.is_empty(), Law::Refusals, || "a refusal without a reason".to_owned())?;
        for finding in &refusal.findings {
            let rule = finding.rule;
            let told = !finding.reason.trim().is_empty() && !finding.reason.contains('\n');
            require(told, Law::Refusals, || format!("the reason is not one line of words: {finding:?}"))?;
            require(self.has(rule), Law::Refusals, || {
                format!("rule {rule:?} is not in the index, but {:?} cites it", finding.reason)
            })?;
        }
        Ok(())
    }
}

/// Everybody who may look.
pub(crate) fn viewers<G: Game>(state: &G) -> impl Iterator<Item = Viewer> + use<G> {
    let seats = (0..state.seats()).map(|seat| Viewer::Seat(Seat(seat)));
    seats.chain([Viewer::Spectator, Viewer::Referee])
}

pub(crate) fn survives_json<T: Data>(value: &T, what: &str) -> Kept {
    let json = match serde_json::to_string(value) {
        Ok(json) => json,
        Err(err) => {
            return crate::law::broken(Law::Json, format!("{what} cannot be written: {err}: {value:?}"));
        }
    };
    match serde_json::from_str::<T>(&json) {
        Ok(back) => require(&back == value, Law::Json, || {
            format!("{what} comes back changed from {json}: {}", difference(value, &back))
        }),
        Err(err) => crate::law::broken(Law::Json, format!("{what} cannot be read back: {err}: {json}")),
    }
}

/// Where the printed forms of two values part ways.
pub(crate) fn difference<T: std::fmt::Debug>(one: &T, two: &T) -> String {
    let (one, two) = (format!("{one:?}"), format!("{two:?}"));
    let same = one.chars().zip(two.chars()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| text.chars().skip(same.saturating_sub(60)).take(140).collect::<String>();
    format!("…{}… against …{}…", around(&one), around(&two))
}

/// Calls `run`; a panic in it comes back as its message.
pub(crate) fn unpanicked<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    // What `run` may leave half done is thrown away by every caller.
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| message(payload.as_ref()))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
}
