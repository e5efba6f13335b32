//! The one trait of a game.

use std::{borrow::Cow, fmt};

use dice::Dice;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Orders, Refusal, Seat, Seats, Table, Viewer};

/// Plain data: comparable, printable, and the same after a trip through JSON.
pub trait Data:
    Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
}
impl<T: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static> Data for T {}

/// The full truth of one battle under one set of rules.
///
/// Everything here is a pure function of plain data: no clock, no I/O, no
/// global random numbers. State changes only in [`Game::apply`].
pub trait Game: Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The game's id on the command line and in records: `asfos`.
    const ID: &'static str;
    /// Raised whenever the same orders and dice may give other events.
    const RULES_VERSION: u32;
    /// Rule switches chosen before play. Data, with the rulebook's defaults.
    type Options: Data + Default;
    /// Map, forces, victory conditions. Data, loaded from files.
    type Scenario: Data;
    /// One seat's whole submission for one decision. Plain data, never a closure.
    type Order: Data;
    /// One thing that happened, with the dice that made it happen.
    type Event: Data;
    /// What one viewer may know. A different type from the truth on purpose.
    type View: Data;

    /// # Errors
    ///
    /// Everything that is wrong with the scenario, or with the options for it.
    fn set_up(options: &Self::Options, scenario: &Self::Scenario) -> Result<Self, SetupError>;
    /// How many seats the table has, those of the beaten included.
    fn seats(&self) -> u8;
    /// Plays the rules from set-up to the first decision.
    fn open(table: &mut Table<Self>);
    /// Who must decide now. Simultaneous when more than one seat is named.
    fn pending(&self) -> Pending;
    /// Whether `seat` may submit `order` now. The only statement of legality.
    ///
    /// # Errors
    ///
    /// Every reason against the order, each with its rule.
    fn check(&self, seat: Seat, order: &Self::Order) -> Result<(), Refusal>;
    /// Plays the rules until the next decision: reads state, rolls, emits.
    fn resolve(table: &mut Table<Self>, orders: &Orders<Self::Order>);
    /// Writes one event into the state. No dice, no choices, no legality.
    fn apply(&mut self, event: &Self::Event);
    /// The ids of the rules that made `event` happen. Never empty.
    fn rules_of(event: &Self::Event) -> Vec<&'static str>;
    fn view(&self, viewer: Viewer) -> Self::View;
    /// `event` as `viewer` sees it happen, or `None` if it goes unseen.
    /// Called on the state before the event.
    fn witness(&self, event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;
    /// Whether `to` sees what `from` has sealed, as allies may.
    fn confides(&self, from: Seat, to: Seat) -> bool;
    /// A full state that could be the truth behind `view`. Computer players search these.
    fn imagine(view: &Self::View, dice: &mut Dice) -> Self;
    /// The same truth from the same dice as [`Game::imagine`] finds behind the view of `viewer`.
    /// Where the viewer knows everything, that is this state, and nothing need be copied: players
    /// by rule of thumb ask for no more, and the way through a view is half of what they cost.
    fn imagine_for(&self, viewer: Viewer, dice: &mut Dice) -> Cow<'_, Self> {
        Cow::Owned(Self::imagine(&self.view(viewer), dice))
    }
    /// A random legal order. Most order spaces are too large to list.
    fn sample_order(&self, seat: Seat, dice: &mut Dice) -> Self::Order;
    /// Every legal order, if there are at most `cap` of them. Of orders that
    /// come to the same, one is enough.
    fn list_orders(&self, seat: Seat, cap: usize) -> Option<Vec<Self::Order>>;
    /// How well `seat` stands, in the rulebook's victory points if it has any.
    fn score(&self, seat: Seat) -> i32;
    /// The turn or round the battle is in, from 1.
    fn turn(&self) -> u32;
    /// Whether a battle that stands like this and was fought under rules version `older` can go on
    /// under these. Nearly every change of rules can be taken over at any decision; where one cannot,
    /// the game says so here, and the battle can only be looked at.
    ///
    /// # Errors
    ///
    /// Why not, in words for players: lower case, no full stop.
    fn takes_over(&self, _older: u32) -> Result<(), String> {
        Ok(())
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pending {
    Orders(Decision),
    Over(Outcome),
}

/// A point where the game waits for every named seat. Submissions stay sealed
/// until the last one is in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The phase by its name in the rulebook, for people.
    pub phase: &'static str,
    pub seats: Seats,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// These seats won together; the others lost.
    Won(Seats),
    Draw,
}

impl Outcome {
    /// 1 for a win, a half for a draw, 0 for a loss.
    // tidy: for statistics, never in a state or a rule
    pub fn share(self, seat: Seat) -> f64 {
        match self {
            Outcome::Won(seats) if seats.contains(seat) => 1.0,
            Outcome::Won(_) => 0.0,
            Outcome::Draw => 0.5,
        }
    }
}

/// Why a battle cannot be set up: every reason.
#[derive(Clone, Debug, PartialEq)]
pub struct SetupError(pub Vec<String>);

impl SetupError {
    pub fn one(reason: impl Into<String>) -> SetupError {
        SetupError(vec![reason.into()])
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the battle cannot be set up: {}", self.0.join("; "))
    }
}

impl std::error::Error for SetupError {}
