//! One moment of a battle of whatever game, and what dice might bring there.

use dice::Dice;
use engine::{
    Assist, Decision, Game, Library, Odds, Pending, Seat, Seats, Spoken, SubmitError, Table, Viewer,
};
use serde_json::Value;

use crate::{
    Fault, Override, Rejection, Source, Submission, WrittenOrder,
    any_match::{read_order, written},
    case,
    guard::guarded,
    ruleset::{own_game, seat_names},
};

/// A battle that stands still, its game forgotten.
pub trait Moment {
    fn game(&self) -> &'static str;
    fn turn(&self) -> u32;
    /// The name of the open phase; nothing if the battle is over.
    fn phase(&self) -> Option<&'static str>;
    /// The names of the seats, in order.
    fn seats(&self) -> &[String];
    /// Who has to decide.
    fn deciding(&self) -> Seats;
    /// What the dice of this order of a seat might come to.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the order.
    fn odds(&self, seat: Seat, order: &Submission) -> Result<Attack, Rejection>;
    /// The same for all orders that a screen would offer the seat and that roll dice; of
    /// those that come to the same, the first.
    ///
    /// # Errors
    ///
    /// If the rules stop short.
    fn attacks(&self, seat: Seat) -> Result<Vec<Attack>, Rejection>;
}

/// One order, and everything that its dice decide.
#[derive(Clone, Debug, PartialEq)]
pub struct Attack {
    pub seat: Seat,
    pub order: WrittenOrder,
    pub odds: Vec<Odds>,
}

pub(crate) struct Still<G> {
    state: G,
    seats: Vec<String>,
}

impl<G: Spoken> Still<G> {
    pub(crate) fn new(state: G) -> Self {
        let seats = seat_names(&state);
        Still { state, seats }
    }

    fn decision(&self) -> Option<Decision> {
        match self.state.pending() {
            Pending::Orders(decision) => Some(decision),
            Pending::Over(_) => None,
        }
    }
}

impl<G: Game + Spoken + Assist + Library> Moment for Still<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn turn(&self) -> u32 {
        self.state.turn()
    }

    fn phase(&self) -> Option<&'static str> {
        self.decision().map(|it| it.phase)
    }

    fn seats(&self) -> &[String] {
        &self.seats
    }

    fn deciding(&self) -> Seats {
        self.decision().map_or(Seats::default(), |it| it.seats)
    }

    fn odds(&self, seat: Seat, order: &Submission) -> Result<Attack, Rejection> {
        if !self.deciding().contains(seat) {
            return Err(Rejection::Submit(SubmitError::NotYourDecision(seat)));
        }
        let state = &self.state;
        let attack = guarded(|| {
            let order = case::legal(state, seat, read_order(state, seat, order)?)?;
            Ok(told(state, seat, &state.menu(seat), &order))
        });
        attack?
    }

    fn attacks(&self, seat: Seat) -> Result<Vec<Attack>, Rejection> {
        let state = &self.state;
        let offered = guarded(|| {
            let mut attacks: Vec<Attack> = Vec::new();
            let menu = state.menu(seat);
            for order in state.offered(seat, &menu) {
                let attack = told(state, seat, &menu, &order);
                let known = attacks.iter().any(|it| it.odds == attack.odds);
                if !attack.odds.is_empty() && !known {
                    attacks.push(attack);
                }
            }
            attacks
        });
        Ok(offered?)
    }
}

fn told<G: Spoken + Assist>(state: &G, seat: Seat, menu: &G::Menu, order: &G::Order) -> Attack {
    let order_in_words = written::<G>(&state.view(Viewer::Seat(seat)), order);
    Attack { seat, order: order_in_words, odds: state.odds(seat, menu, order) }
}

/// The moment that a file describes: a situation, or a case after so many of its steps.
pub(crate) fn of_file<G: Game + Spoken + Assist + Library>(
    source: &Source<'_>,
    steps: usize,
    changes: &[Override],
) -> Result<Box<dyn Moment>, Fault> {
    let fields: Value = source.parse()?;
    let is_case = ["situation", "scenario", "step", "rules"].iter().any(|it| fields.get(it).is_some());
    let state = if is_case {
        case::reached::<G>(source, steps, changes)?
    } else {
        if 0 < steps {
            let name = source.name;
            return Err(Fault::Misuse(format!(
                "{name}: a situation has no steps, so there is nothing to go on to"
            )));
        }
        let situation = own_game::<G, G::Situation>(source)?;
        let options = crate::options::merge::<G>(&G::Options::default(), changes)?;
        let set = guarded(|| G::from_situation(&options, &situation));
        let set = set.map_err(|words| {
            Fault::Failed(format!("{}: the situation breaks the rules: {words}", source.name))
        })?;
        let state = set.map_err(|err| Fault::Failed(format!("{}: {err}", source.name)))?;
        played_on(state).map_err(|words| Fault::Failed(format!("{}: {words}", source.name)))?
    };
    Ok(Box::new(Still::new(state)))
}

/// A situation at whose moment nobody decides, at its first decision.
fn played_on<G: Game>(state: G) -> Result<G, String> {
    if case::waits(&state) {
        return Ok(state);
    }
    let played = guarded(|| {
        let mut table = Table::new(state, Dice::scripted([]));
        table.open();
        match table.dice().trouble() {
            None => Ok(table.into_state()),
            Some(_) => {
                Err("dice are rolled before the first decision: make a case of it, with `dice`".into())
            }
        }
    });
    played.map_err(|words| format!("the rules stopped short: {words}"))?
}
