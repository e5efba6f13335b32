//! Puzzles: a moment of a battle in which one order is clearly the best.
//!
//! A file holds how the battle came there, as events, so that it needs neither dice nor computer
//! players to be opened; whose decision it is; and the orders that were weighed, each with what it
//! came to. Everything said about an order of one's own is worked out when it is asked for, from
//! the view of the seat alone.

mod mine;

use ai::Stop;
use dice::Dice;
use engine::{Assist, Game, Library, Orders, Pending, Refusal, Seat, Spoken, Table, Tactics, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Fault, Line, Rejection, Source, Submission, WrittenOrder,
    any_match::{read_order, written},
    case,
    guard::guarded,
    ruleset::seat_names,
    tell::{Telling, lines},
};

pub(crate) use mine::mine;

/// How the format calls itself.
const FORMAT: &str = "flagbridge-puzzle/1";
/// Every try is weighed with the same luck, so that the same order is always worth the same.
const SEED: u64 = 0x9e37;
/// What lies between a battle lost and won, to [`Tactics::evaluate`].
const SCALE: f64 = 20_000.0;

/// What is wanted of a search for puzzles.
#[derive(Clone, Debug)]
pub struct Mining {
    pub seed: u64,
    pub count: usize,
    /// By how much the solution must beat the next best, in hundredths of a battle.
    pub margin: f64,
    /// Only these scenarios, by id; all if there are none.
    pub scenarios: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub(crate) struct File<G: Game> {
    format: String,
    id: String,
    game: String,
    /// The id of the scenario it came from.
    from: String,
    title: String,
    seat: Seat,
    turn: u32,
    phase: String,
    /// What it is about: the kind of decision.
    theme: String,
    /// From 1, easy, to 3.
    hard: u8,
    /// The rules it turns on.
    rules: Vec<String>,
    /// How many orders there are to choose from, as far as they were counted.
    legal: usize,
    /// The best first, each with its mean value in so many imagined battles.
    orders: Vec<Weighed<G>>,
    worlds: usize,
    rules_version: u32,
    options: G::Options,
    scenario: G::Scenario,
    events: Vec<G::Event>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct Weighed<G: Game> {
    /// In hundredths of a battle: 0 is lost, 100 is won.
    worth: f64,
    /// Whether a captain would give it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    captains: bool,
    order: G::Order,
}

/// What may be told of a puzzle before it is solved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PuzzleCard {
    pub id: String,
    pub game: String,
    pub title: String,
    pub scenario: String,
    pub seat: u8,
    /// The names of the seats, in order.
    pub seats: Vec<String>,
    pub turn: u32,
    pub phase: String,
    pub theme: String,
    pub hard: u8,
    pub rules: Vec<String>,
    pub legal: usize,
}

/// One order that was weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct Offered {
    pub order: WrittenOrder,
    /// In hundredths of a battle: 0 is lost, 100 is won.
    pub worth: f64,
    /// Whether a captain would give it.
    pub captains: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As good as the solution, or better.
    Right,
    /// Most of what there was to gain.
    Good,
    Worse,
}

/// What an order is worth, and why the solution is better, if it is.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub verdict: Verdict,
    pub order: WrittenOrder,
    /// What the order came to, and the solution beside it, in hundredths of a battle.
    pub worth: f64,
    pub best: f64,
    /// In how many imagined battles.
    pub worlds: usize,
    pub solution: WrittenOrder,
    /// Why the solution, in a line.
    pub reason: String,
    /// The orders that were weighed when the puzzle was made, the best first.
    pub offered: Vec<Offered>,
    /// One way in which it may go on after the order, as the seat would see it.
    pub story: Vec<Line>,
}

/// One puzzle, its game forgotten.
pub trait Puzzle: Send + Sync {
    fn card(&self) -> PuzzleCard;
    fn rules_version(&self) -> u32;
    /// The options it is played under.
    fn options(&self) -> Value;
    fn view(&self) -> Value;
    fn menu(&self) -> Value;
    fn prompt(&self) -> String;
    fn describe(&self) -> String;
    /// Whether this order may be given, with the order in both forms if it could be read.
    fn check(&self, order: &Submission) -> (Option<WrittenOrder>, Result<(), Rejection>);
    /// What comes of an order, in the shape of the menu, where the game can tell.
    fn preview(&self, order: &Submission) -> Option<Value>;
    /// How good an order is, by so many imagined battles.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the order.
    fn attempt(&self, order: &Submission, worlds: usize, stop: &Stop) -> Result<Attempt, Rejection>;
    fn solution(&self) -> WrittenOrder;
    /// Why the solution, in a line.
    fn reason(&self) -> String;
    /// By how much the solution beats the next best of the orders that were weighed, in so many
    /// fresh imagined battles: the difference in hundredths of a battle, and its standard error.
    fn margin(&self, worlds: usize) -> (f64, f64);
}

pub(crate) struct Opened<G: Game> {
    file: File<G>,
    state: G,
    view: G::View,
    seats: Vec<String>,
}

/// # Errors
///
/// The place in the file and what was expected there, or what makes no sense.
pub(crate) fn open<G: Game + Spoken + Tactics + Assist + Library>(
    source: &Source<'_>,
) -> Result<Box<dyn Puzzle>, Fault> {
    let file: File<G> = source.parse()?;
    let failed = |words: String| Fault::Failed(format!("{}: {words}", source.name));
    if file.format != FORMAT || file.game != G::ID {
        let (format, game) = (&file.format, &file.game);
        return Err(failed(format!("{format:?} of the game {game:?}, expected {FORMAT:?} of {:?}", G::ID)));
    }
    let state = guarded(|| {
        let mut state = G::set_up(&file.options, &file.scenario).map_err(|err| err.to_string())?;
        file.events.iter().for_each(|event| state.apply(event));
        Ok::<G, String>(state)
    });
    let state = state.map_err(|words| failed(words.to_string()))?.map_err(failed)?;
    Ok(Box::new(Opened::of(file, state).map_err(failed)?))
}

impl<G: Game + Spoken + Tactics + Assist + Library> Opened<G> {
    pub(crate) fn of(file: File<G>, state: G) -> Result<Opened<G>, String> {
        let seat = file.seat;
        match state.pending() {
            Pending::Orders(decision) if decision.seats.contains(seat) => {}
            Pending::Orders(_) | Pending::Over(_) => {
                return Err(format!("{seat} has nothing to decide there"));
            }
        }
        if file.orders.len() < 2 {
            return Err("fewer than two orders were weighed".to_owned());
        }
        for it in &file.orders {
            state.check(seat, &it.order).map_err(|refusal: Refusal| refusal.to_string())?;
        }
        let (view, seats) = (state.view(Viewer::Seat(seat)), seat_names(&state));
        Ok(Opened { file, state, view, seats })
    }

    fn orders(&self) -> Vec<G::Order> {
        self.file.orders.iter().map(|it| it.order.clone()).collect()
    }

    fn best(&self) -> &G::Order {
        &self.file.orders[0].order
    }

    fn words(&self, order: &G::Order) -> WrittenOrder {
        written::<G>(&self.view, order)
    }

    fn read(&self, order: &Submission) -> Result<G::Order, Rejection> {
        case::legal(&self.state, self.file.seat, read_order(&self.state, self.file.seat, order)?)
    }

    /// One world in which everybody does what a captain would, told to the seat up to the next
    /// decision that is its own.
    fn story(&self, order: &G::Order) -> Vec<Line> {
        let seat = self.file.seat;
        let mut dice = Dice::numbered(SEED, 1);
        let truth = G::imagine(&self.view, &mut dice);
        let mut table = Table::new(truth.clone(), dice.fork());
        let turn = truth.turn();
        for n in 0..STORY {
            let Pending::Orders(decision) = table.state().pending() else { break };
            if 0 < n && (decision.seats.contains(seat) || table.state().turn() != turn) {
                break;
            }
            let mut orders = Orders::default();
            for other in decision.seats.iter() {
                let own = n == 0 && other == seat && table.state().check(seat, order).is_ok();
                let given = if own { order.clone() } else { table.state().captain(other, &mut dice) };
                orders.insert(other, given);
            }
            table.resolve(&orders);
        }
        let mut told = lines(truth, 0, table.log(), Viewer::Seat(seat), 0, Telling::Words);
        told.retain(|it| !it.aside);
        told
    }
}

/// The most decisions that a story goes through.
const STORY: usize = 12;

impl<G: Game + Spoken + Tactics + Assist + Library> Puzzle for Opened<G> {
    fn card(&self) -> PuzzleCard {
        let File { id, game, title, from, seat, turn, phase, theme, hard, rules, legal, .. } = &self.file;
        PuzzleCard {
            id: id.clone(),
            game: game.clone(),
            title: title.clone(),
            scenario: from.clone(),
            seat: seat.0,
            seats: self.seats.clone(),
            turn: *turn,
            phase: phase.clone(),
            theme: theme.clone(),
            hard: *hard,
            rules: rules.clone(),
            legal: *legal,
        }
    }

    fn rules_version(&self) -> u32 {
        self.file.rules_version
    }

    fn options(&self) -> Value {
        plain::to_value(&self.file.options)
    }

    fn view(&self) -> Value {
        plain::to_value(&self.view)
    }

    fn menu(&self) -> Value {
        plain::to_value(&self.state.menu(self.file.seat))
    }

    fn prompt(&self) -> String {
        G::prompt(&self.view, self.file.seat)
    }

    fn describe(&self) -> String {
        G::describe(&self.view)
    }

    fn check(&self, order: &Submission) -> (Option<WrittenOrder>, Result<(), Rejection>) {
        let seat = self.file.seat;
        let read = guarded(|| read_order(&self.state, seat, order)).map_err(Rejection::Broken);
        match read.and_then(|it| it) {
            Ok(order) => {
                let judged = guarded(|| self.state.check(seat, &order)).map_err(Rejection::Broken);
                let judged = judged.and_then(|it| {
                    it.map_err(|refusal| Rejection::Submit(engine::SubmitError::Refused(refusal)))
                });
                (guarded(|| self.words(&order)).ok(), judged)
            }
            Err(rejection) => (None, Err(rejection)),
        }
    }

    fn preview(&self, order: &Submission) -> Option<Value> {
        let seat = self.file.seat;
        let shown = guarded(|| {
            let order = read_order(&self.state, seat, order).ok()?;
            self.state.preview(seat, &order).map(|it| plain::to_value(&it))
        });
        shown.ok().flatten()
    }

    fn attempt(&self, order: &Submission, worlds: usize, stop: &Stop) -> Result<Attempt, Rejection> {
        guarded(|| {
            let order = self.read(order)?;
            let seat = self.file.seat;
            let (best, captains) = (self.best().clone(), self.file.orders.iter().find(|it| it.captains));
            let mut orders = vec![best.clone(), order.clone()];
            orders.extend(captains.map(|it| it.order.clone()));
            let dice = Dice::numbered(SEED, 0);
            let values = ai::weigh::<G>(&self.view, seat, &orders, worlds, dice, stop);
            let worth: Vec<f64> = values.iter().map(|it| in_hundredths(it)).collect();
            let stakes = (worth[0] - worth.get(2).copied().unwrap_or(worth[1])).max(0.5);
            let short = worth[0] - worth[1];
            let verdict = if order == best || short <= stakes * 0.1 {
                Verdict::Right
            } else if short <= stakes * 0.4 {
                Verdict::Good
            } else {
                Verdict::Worse
            };
            let offered = self.file.orders.iter().map(|it| Offered {
                order: self.words(&it.order),
                worth: it.worth,
                captains: it.captains,
            });
            Ok(Attempt {
                verdict,
                order: self.words(&order),
                worth: worth[1],
                best: worth[0],
                worlds: values[0].len(),
                solution: self.words(&best),
                reason: self.reason(),
                offered: offered.collect(),
                story: self.story(&order),
            })
        })
        .map_err(Rejection::Broken)?
    }

    fn solution(&self) -> WrittenOrder {
        self.words(self.best())
    }

    fn reason(&self) -> String {
        let others = self.orders().split_off(1);
        let state = G::imagine(&self.view, &mut Dice::numbered(0, 0));
        let words = state.reason(self.file.seat, self.best(), &others);
        if !words.is_empty() {
            return words;
        }
        let [first, second, ..] = self.file.orders.as_slice() else { return words };
        let (worth, next) = (first.worth, second.worth);
        format!("stands at {worth:.0} of 100 after it, {next:.0} after the next best order")
    }

    fn margin(&self, worlds: usize) -> (f64, f64) {
        let dice = Dice::numbered(SEED, 2);
        let values =
            ai::weigh::<G>(&self.view, self.file.seat, &self.orders(), worlds, dice, &Stop::default());
        let (best, others) = values.split_first().expect("at least two orders");
        let gaps = others.iter().map(|it| gap(best, it));
        gaps.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
    }
}

/// The mean of values on the scale of people: 0 is lost, 100 is won.
fn in_hundredths(values: &[i32]) -> f64 {
    let sum: f64 = values.iter().map(|it| f64::from(*it)).sum();
    let mean = sum / (values.len().max(1) as f64);
    (50.0 + 100.0 * mean / SCALE).clamp(0.0, 100.0)
}

/// By how much one order beats another in the same worlds, and the standard error of that.
fn gap(one: &[i32], other: &[i32]) -> (f64, f64) {
    let gains: Vec<f64> =
        one.iter().zip(other).map(|(a, b)| 100.0 * (f64::from(*a) - f64::from(*b)) / SCALE).collect();
    let n = gains.len().max(1) as f64;
    let mean = gains.iter().sum::<f64>() / n;
    let variance = gains.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, (variance / n).sqrt())
}
