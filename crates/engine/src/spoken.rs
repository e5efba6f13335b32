//! How a game speaks with a person, in words and in the book's own notation.

use serde::Serialize;

use crate::{Game, Refusal, Seat};

/// Everything works from views, so that no word can tell a secret.
pub trait Spoken: Game {
    /// One line of plain English for an event that `view`'s viewer witnessed.
    /// `view` is from before or after the event: only names may be taken from it.
    fn narrate(view: &Self::View, event: &Self::Event) -> String;
    /// Whether an event only moves the sequence of play on, so that people
    /// read a log better without it. It stays in the record all the same.
    fn is_aside(event: &Self::Event) -> bool {
        let _ = event;
        false
    }
    /// What the dice of an event gave and what they might have given, for a
    /// report of luck. Nothing where no dice fell, or none that one would count.
    /// From `view` only who belongs to whom may be taken.
    fn stakes(view: &Self::View, event: &Self::Event) -> Vec<Stake> {
        let _ = (view, event);
        Vec::new()
    }
    /// The situation as text, several lines.
    fn describe(view: &Self::View) -> String;
    /// What `seat` may type now, with an example, several lines.
    fn prompt(view: &Self::View, seat: Seat) -> String;
    /// The order in the book's notation, as [`Spoken::read_order`] reads it.
    fn write_order(view: &Self::View, order: &Self::Order) -> String;
    /// # Errors
    ///
    /// What was not understood, with the rule that gives the notation.
    /// Legality is not judged here but by [`Game::check`].
    fn read_order(view: &Self::View, seat: Seat, text: &str) -> Result<Self::Order, Refusal>;
    /// The name of `seat` in this battle: `Cobalt`.
    fn seat_name(view: &Self::View, seat: Seat) -> String;
}

/// One throw of dice, with everything it could have come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stake {
    /// Whose luck it was: the side for which more is better.
    pub side: u8,
    /// What is counted, as many: `boxes`.
    pub unit: &'static str,
    pub rolled: u32,
    /// In how many equally likely ways it comes to 0, 1, 2, …
    pub ways: Vec<u32>,
}
