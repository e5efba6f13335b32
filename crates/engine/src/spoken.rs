//! How a game speaks with a person, in words and in the book's own notation.

use serde::Serialize;

use crate::{Fate, Game, Refusal, Seat};

/// Everything works from views, so that no word can tell a secret.
pub trait Spoken: Game {
    /// What [`Standing::left`] is counted in, as many: `boxes`.
    const COUNTED: &'static str = "points";

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
    /// The faces of the dice that an event carries, in the order they fell.
    fn faces(event: &Self::Event) -> Vec<u8> {
        let _ = event;
        Vec::new()
    }
    /// Whether an event tells of a blow that struck home. What it cost may come
    /// with a later one, or may not be for the viewer to know.
    fn is_hit(event: &Self::Event) -> bool {
        let _ = event;
        false
    }
    /// Why the battle is over, in a clause such as `time is up`, if the event says so.
    fn verdict(view: &Self::View, event: &Self::Event) -> Option<String> {
        let _ = (view, event);
        None
    }
    /// Everything that can be hurt or lost, as `view` shows it: always in the
    /// same order, and what comes later stands at the end. What an event cost
    /// is read from the roll before it and the roll after it.
    fn roll_call(view: &Self::View) -> Vec<Standing> {
        let _ = view;
        Vec::new()
    }
    /// The name of number `n` of the roll, as the log has it.
    fn unit_name(view: &Self::View, n: usize) -> String {
        let _ = view;
        format!("unit {}", n + 1)
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

/// How one unit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub side: u8,
    /// What it can still lose; only the difference of two is ever told.
    pub left: u32,
    /// Whoever was taken, struck its colours or is an empty wreck counts as destroyed.
    pub fate: Fate,
}

/// What an event cost one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Toll {
    pub side: u8,
    pub name: String,
    pub points: u32,
    /// What the points are, as many: `boxes`.
    pub unit: &'static str,
    /// If that was the end of it: whether it was destroyed or has left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gone: Option<Fate>,
}

impl Toll {
    /// Whether somebody did it: whoever only left came to no harm.
    pub fn is_harm(&self) -> bool {
        0 < self.points || self.gone == Some(Fate::Destroyed)
    }
}

/// What happened between two rolls to those who stand in both.
pub fn tolls<G: Spoken>(before: &G::View, after: &G::View) -> Vec<Toll> {
    let pairs = G::roll_call(before).into_iter().zip(G::roll_call(after));
    let toll = |(n, (was, is)): (usize, (Standing, Standing))| {
        let points = was.left.saturating_sub(is.left);
        let gone = Some(is.fate).filter(|fate| was.fate == Fate::Survived && *fate != Fate::Survived);
        if points == 0 && gone.is_none() {
            return None;
        }
        Some(Toll { side: was.side, name: G::unit_name(after, n), points, unit: G::COUNTED, gone })
    };
    pairs.enumerate().filter_map(toll).collect()
}
