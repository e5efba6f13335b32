//! What one seat may know, before it is written down.

use std::{borrow::Cow, fmt};

use dice::Dice;

use crate::{Game, Seat, Viewer};

/// A battle as one seat sees it. Computer players are handed this instead of a view, which costs
/// more than a rule of thumb does. The state within is private: what comes out of it is a view, or
/// a truth that could stand behind that view.
pub struct Seen<'a, G: Game> {
    state: &'a G,
    seat: Seat,
}

impl<'a, G: Game> Seen<'a, G> {
    pub fn by(seat: Seat, state: &'a G) -> Self {
        Seen { state, seat }
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    pub fn view(&self) -> G::View {
        self.state.view(Viewer::Seat(self.seat))
    }

    /// As [`Game::imagine`] of [`Seen::view`].
    pub fn imagine(&self, dice: &mut Dice) -> Cow<'a, G> {
        self.state.imagine_for(Viewer::Seat(self.seat), dice)
    }
}

/// A truth never shows in a log by accident.
impl<G: Game> fmt::Debug for Seen<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seen({})", self.seat)
    }
}
