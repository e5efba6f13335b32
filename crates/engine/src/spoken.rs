//! How a game speaks with a person, in words and in the book's own notation.

use crate::{Game, Refusal, Seat};

/// Everything works from views, so that no word can tell a secret.
pub trait Spoken: Game {
    /// One line of plain English for an event that `view`'s viewer witnessed.
    /// `view` is from before or after the event: only names may be taken from it.
    fn narrate(view: &Self::View, event: &Self::Event) -> String;
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
