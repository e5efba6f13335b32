//! What a viewer saw happen, line by line, and what each event changed of the view.

use engine::{Spoken, Stake, Toll, Viewer, tolls};
use serde::Serialize;
use serde_json::{Value, value::RawValue};

use crate::change::{Change, changes};

/// One event as a viewer saw it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Its number in the whole log, from 0. Unseen events leave gaps.
    pub n: usize,
    pub turn: u32,
    pub text: String,
    pub rules: Vec<&'static str>,
    pub event: Value,
    /// What its dice gave and might have given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub luck: Vec<Stake>,
    /// The faces of its dice, in the order they fell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// A blow struck home, whatever it cost.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hit: bool,
    /// Who lost what by it, if changes were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tolls: Vec<Toll>,
    /// Why the battle is over, if it says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// It only moves the sequence of play on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub aside: bool,
    /// What takes the view before the event to the view after it: a JSON Patch
    /// (RFC 6902), if it was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
}

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Telling {
    Words,
    /// With what each event changed of the view.
    Changes,
}

/// Plays `events`, the first of which has the number `first`, over `state` and
/// says what `viewer` saw of them from number `from` on.
pub(crate) fn lines<G: Spoken>(
    mut state: G,
    first: usize,
    events: &[G::Event],
    viewer: Viewer,
    from: usize,
    telling: Telling,
) -> Vec<Line> {
    let mut lines = Vec::new();
    // What the viewer sees changes with what he witnesses and with nothing else,
    // so that the view after one line is the view before the next.
    let mut before: Option<(G::View, Box<RawValue>)> = None;
    for (n, event) in (first..).zip(events) {
        let seen = if from <= n { state.witness(event, viewer) } else { None };
        let Some(seen) = seen else {
            state.apply(event);
            continue;
        };
        let (view, shown) = before.take().unwrap_or_else(|| {
            let view = state.view(viewer);
            let shown =
                if telling == Telling::Changes { plain::to_raw(&view) } else { RawValue::NULL.to_owned() };
            (view, shown)
        });
        let mut line = Line {
            n,
            turn: state.turn(),
            text: G::narrate(&view, &seen),
            rules: G::rules_of(&seen),
            event: plain::to_value(&seen),
            luck: G::stakes(&view, &seen),
            dice: G::faces(&seen),
            hit: G::is_hit(&seen),
            tolls: Vec::new(),
            verdict: G::verdict(&view, &seen),
            aside: G::is_aside(&seen),
            changes: Vec::new(),
        };
        state.apply(event);
        if telling == Telling::Changes {
            let after = state.view(viewer);
            let now = plain::to_raw(&after);
            line.changes = changes(&shown, &now);
            line.tolls = tolls::<G>(&view, &after);
            line.hit |= line.tolls.iter().any(Toll::is_harm);
            before = Some((after, now));
        }
        lines.push(line);
    }
    lines
}
