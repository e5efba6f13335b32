//! The law of hostile orders: whatever the program does with an order before it
//! is judged, and after it was, does not panic, changes nothing and stays small.

use dice::Dice;
use engine::{Match, Orders, Seat, Table, Viewer, outside};
use serde_json::Value;

use super::{Index, orders::Probe, unpanicked, viewers};
use crate::{
    Complete,
    law::{Broken, Kept, Law, broken, require},
};

/// How many bytes an order may take in words for each of its values, beside the
/// texts that stand in it. Long lists of hangars and weapons need about ten.
const WORDS_FOR_A_VALUE: usize = 48;

/// What became of a hostile order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Larger than any order may be: nothing read it.
    TooLarge,
    /// Not an order of the game at all.
    Unread,
    Refused,
    Legal,
}

/// A decision with all that is needed to send orders to it, over and over.
pub(crate) struct Target<'a, G: Complete> {
    views: Vec<(Viewer, G::View)>,
    own: G::View,
    menu: G::Menu,
    probe: Probe<'a, G>,
    seat: Seat,
    index: &'a Index,
}

impl<'a, G: Complete> Target<'a, G> {
    pub(crate) fn new(
        game: &Match<G>,
        orders: &'a Orders<G::Order>,
        seat: Seat,
        index: &'a Index,
    ) -> Result<Self, Broken> {
        let state = game.state();
        Ok(Target {
            views: viewers(state).map(|viewer| (viewer, state.view(viewer))).collect(),
            own: state.view(Viewer::Seat(seat)),
            menu: state.menu(seat),
            probe: Probe::new(game, orders, seat)?,
            seat,
            index,
        })
    }

    /// Sends an order as data, as it came from outside.
    pub(crate) fn send(&mut self, data: &Value) -> Result<Fate, Broken> {
        if outside::fits(data).is_err() {
            return Ok(Fate::TooLarge);
        }
        let read = self.step(data, "reading it", || plain::from_value::<G::Order>(data))?;
        let Ok(order) = read else { return Ok(Fate::Unread) };
        self.order(&order, data)
    }

    /// Sends an order in words.
    pub(crate) fn say(&mut self, text: &str) -> Result<Fate, Broken> {
        if outside::fits_text(text).is_err() {
            return Ok(Fate::TooLarge);
        }
        let said = Value::String(text.to_owned());
        match self.step(&said, "reading it", || G::read_order(&self.own, self.seat, text))? {
            Err(refusal) => {
                self.small(&said, &refusal)?;
                Ok(Fate::Unread)
            }
            Ok(order) => {
                let data = self.step(&said, "writing it as data", || plain::to_value(&order))?;
                if outside::fits(&data).is_err() {
                    return Ok(Fate::TooLarge);
                }
                self.order(&order, &said)
            }
        }
    }

    /// An order that could be read.
    fn order(&mut self, order: &G::Order, sent: &Value) -> Result<Fate, Broken> {
        self.before_judged(order, sent)?;
        let state = self.probe.before.state();
        let judged = self.step(sent, "the check", || state.check(self.seat, order))?;
        match &judged {
            Ok(()) => self.after_taken(order, sent)?,
            Err(refusal) => self.small(sent, refusal)?,
        }
        self.probe.send(order, sent, self.index)?;
        Ok(if judged.is_ok() { Fate::Legal } else { Fate::Refused })
    }

    /// Everything that the program does with an order before it knows whether it is legal.
    fn before_judged(&self, order: &G::Order, sent: &Value) -> Kept {
        let state = self.probe.before.state();
        self.step(sent, "its debug form", || format!("{order:?}").len())?;
        let data = self.step(sent, "writing it as data", || plain::to_value(order))?;
        let most = 256 + WORDS_FOR_A_VALUE * values(&data) + 6 * texts(&data);
        for (viewer, view) in &self.views {
            let words =
                self.step(sent, &format!("writing it for {viewer:?}"), || G::write_order(view, order))?;
            require(words.len() <= most, Law::Hostile, || {
                format!("{} sends {}: {} bytes of words", self.seat, short(sent), words.len())
            })?;
        }
        // What was written of it may be typed in by anybody.
        let words = self.step(sent, "writing it", || G::write_order(&self.own, order))?;
        if outside::fits_text(&words).is_ok() {
            self.step(sent, "reading its words", || G::read_order(&self.own, self.seat, &words).is_ok())?;
        }
        self.step(sent, "the preview", || plain::to_value(&state.preview(self.seat, order)))?;
        for first in [true, false] {
            let counted = self.step(sent, "the clock", || state.clocked(order, first))?;
            self.step(sent, "what counts under the clock", || {
                (G::write_order(&self.own, &counted), state.check(self.seat, &counted).is_ok())
            })?;
        }
        Ok(())
    }

    /// What comes of an order that is legal after all: resolved, told, looked at.
    fn after_taken(&self, order: &G::Order, sent: &Value) -> Kept {
        let mut orders = self.probe.orders.clone();
        orders.insert(self.seat, order.clone());
        // Its own dice: whatever the battle's would have been.
        let state = self.probe.before.state();
        let mut table = Table::new(state.clone(), Dice::numbered(7, 7));
        self.step(sent, "it is accepted, and resolving it", || table.resolve(&orders))?;
        for (viewer, _) in &self.views {
            self.step(sent, "it is accepted, and telling it", || {
                let mut state = state.clone();
                for event in table.log() {
                    if let Some(seen) = state.witness(event, *viewer) {
                        let view = state.view(*viewer);
                        let _ = (G::narrate(&view, &seen), G::stakes(&view, &seen), G::rules_of(&seen));
                    }
                    state.apply(event);
                }
                G::describe(&state.view(*viewer))
            })?;
        }
        self.step(sent, "it is accepted, and the next menu", || {
            let engine::Pending::Orders(next) = table.state().pending() else { return };
            next.seats.iter().for_each(|seat| drop(table.state().menu(seat)));
        })
    }

    /// An answer is small, whatever the question was.
    fn small(&self, sent: &Value, refusal: &engine::Refusal) -> Kept {
        self.index.holds(refusal)?;
        let (most, found) = (engine::MOST_FINDINGS + 1, refusal.findings.len());
        require(found <= most, Law::Hostile, || {
            format!("{} sends {}: {found} findings, {most} are the most", self.seat, short(sent))
        })
    }

    fn step<T>(&self, sent: &Value, what: &str, run: impl FnOnce() -> T) -> Result<T, Broken> {
        unpanicked(run).map_err(|panic| Broken {
            law: Law::Hostile,
            what: format!("{what} panics: {panic}: {} sends {}", self.seat, short(sent)),
        })
    }

    /// After all that was sent, the battle and what it offers are as they were.
    pub(crate) fn unchanged(&self) -> Kept {
        let Target { probe, seat, menu, .. } = self;
        let same = probe.after.log() == probe.before.log() && probe.after.state().menu(*seat) == *menu;
        if same {
            Ok(())
        } else {
            broken(Law::Refused, format!("{seat} changes the battle by refused orders"))
        }
    }
}

fn short(sent: &Value) -> String {
    let text = sent.to_string();
    if text.len() <= 300 {
        return text;
    }
    format!("{}… ({} bytes)", text.chars().take(300).collect::<String>(), text.len())
}

fn values(data: &Value) -> usize {
    1 + match data {
        Value::Array(items) => items.iter().map(values).sum(),
        Value::Object(fields) => fields.values().map(values).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

fn texts(data: &Value) -> usize {
    match data {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(texts).sum(),
        Value::Object(fields) => fields.iter().map(|(name, it)| name.len() + texts(it)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}
