//! Line Duel: two squadrons on a line, plotting in secret.
//!
//! A toy that uses every part of the engine in a few hundred lines: sealed
//! plots, a secret (hull left), a hidden thing (mines), initiative, a decision
//! of one seat at a time, options and scenarios. It is sound, unless a
//! [`fault`] is planted in it for the laws to find.

pub mod fault;
mod fire;
mod movement;
mod phases;
mod shelf;
mod tactics;
mod view;
mod words;

use dice::Dice;
use engine::{Decision, Game, Orders, Outcome, Pending, Refusal, Seat, Seats, SetupError, Table, Viewer};
use serde::{Deserialize, Serialize};

use fault::{Fault, planted};
pub use fire::Shot;
pub use movement::{Helm, Plot};
pub use phases::Phase;
pub use shelf::{Design, Situation};
pub use view::{Flotilla, Sighting, View};

/// TOY-4: the line runs from `-EDGE` to `EDGE`.
pub const EDGE: i16 = 12;

/// The full truth of one battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Toy {
    pub(crate) options: Options,
    pub(crate) turn: u16,
    pub(crate) phase: Phase,
    /// By seat.
    pub(crate) squadrons: [Squadron; 2],
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// TOY-9: the battle is drawn after this many turns.
    pub turn_limit: u16,
    /// TOY-6: whether mines may be laid.
    pub mines: bool,
    /// TOY-8: how shots are scored.
    pub gunnery: Gunnery,
}

impl Default for Options {
    fn default() -> Self {
        Options { turn_limit: 40, mines: true, gunnery: Gunnery::Plain }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gunnery {
    /// 4 and more do 1 damage.
    Plain,
    /// 4 and 5 do 1 damage, 6 does 2.
    Heavy,
    /// 5 and more do 1 damage.
    Screened,
}

/// One side's ships and mines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Squadron {
    pub name: String,
    pub ships: Vec<Ship>,
    /// Mines still aboard.
    pub mines_left: u8,
    /// TOY-6: where the laid ones lie, known only to the owner. Sorted.
    #[serde(default)]
    pub mines: Vec<i16>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    pub class: String,
    pub at: i16,
    pub thrust: u8,
    /// TOY-2: how much is left is known only to the owner.
    pub hull: u8,
}

impl Ship {
    pub fn is_alive(&self) -> bool {
        0 < self.hull
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub squadrons: Vec<Squadron>,
}

/// One variant for each kind of decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    Plot(Plot),
    /// TOY-7: each ship in range fires once, or holds.
    Volley(Vec<Shot>),
}

/// One variant for each chapter of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    Movement(movement::Event),
    Fire(fire::Event),
    Phase(phases::Event),
}

impl Game for Toy {
    const ID: &'static str = "toy";
    const RULES_VERSION: u32 = 1;
    type Options = Options;
    type Scenario = Scenario;
    type Order = Order;
    type Event = Event;
    type View = View;

    fn set_up(options: &Options, scenario: &Scenario) -> Result<Self, SetupError> {
        shelf::set_up(options, 1, Phase::Plot, &scenario.squadrons)
    }

    fn seats(&self) -> u8 {
        2
    }

    fn open(table: &mut Table<Self>) {
        if planted(Fault::HiddenInput) {
            for _ in 0..fault::openings() {
                table.roll(6);
            }
        }
        phases::begin_turn(table, 1);
    }

    fn pending(&self) -> Pending {
        let afloat: Seats = self.both().filter(|&seat| self.squadron(seat).is_afloat()).collect();
        let limit = if planted(Fault::Endless) { u16::MAX } else { self.options.turn_limit };
        match &self.phase {
            _ if afloat.is_empty() => Pending::Over(Outcome::Draw),
            _ if afloat.len() == 1 => Pending::Over(Outcome::Won(afloat)),
            _ if limit < self.turn => Pending::Over(Outcome::Draw),
            Phase::Fire { queue } if !queue.is_empty() => {
                Pending::Orders(Decision { phase: "fire", seats: Seats::default().with(queue[0]) })
            }
            Phase::Plot | Phase::Initiative | Phase::Fire { .. } | Phase::EndTurn => {
                Pending::Orders(Decision { phase: "plot", seats: afloat })
            }
        }
    }

    fn check(&self, seat: Seat, order: &Order) -> Result<(), Refusal> {
        if planted(Fault::SealPeeked) {
            fault::note(order);
        }
        match (&self.phase, order) {
            (Phase::Plot, Order::Plot(plot)) => movement::check(self, seat, plot),
            (Phase::Fire { .. }, Order::Volley(shots)) => fire::check(self, seat, shots),
            (Phase::Plot | Phase::Initiative | Phase::Fire { .. } | Phase::EndTurn, _) => {
                let rule = if planted(Fault::UnknownRule) { "TOY-99" } else { "TOY-3" };
                Err(Refusal::one(rule, "that order belongs to another phase"))
            }
        }
    }

    fn resolve(table: &mut Table<Self>, orders: &Orders<Order>) {
        if matches!(table.state().phase, Phase::Plot) {
            movement::resolve(table, orders);
            phases::enter(table, Phase::Initiative);
        }
        for (seat, order) in orders.iter() {
            if let Order::Volley(shots) = order {
                fire::resolve(table, seat, shots);
            }
        }
        phases::advance(table);
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Movement(event) => movement::apply(self, event),
            Event::Fire(event) => fire::apply(self, event),
            Event::Phase(event) => phases::apply(self, event),
        }
    }

    fn rules_of(event: &Event) -> Vec<&'static str> {
        match event {
            Event::Movement(movement::Event::Laid { .. }) => vec!["TOY-6"],
            Event::Movement(movement::Event::Moved { .. }) => vec!["TOY-4", "TOY-5"],
            Event::Movement(movement::Event::Struck { .. }) => vec!["TOY-6"],
            Event::Fire(fire::Event::Fired { .. }) => vec!["TOY-7", "TOY-8"],
            Event::Phase(phases::Event::TurnBegan { .. }) if planted(Fault::UnruledEvent) => vec![],
            Event::Phase(_) => vec!["TOY-3"],
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn witness(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        view::witness(event, viewer)
    }

    fn confides(&self, from: Seat, to: Seat) -> bool {
        planted(Fault::Confiding) && from != to
    }

    fn imagine(view: &View, dice: &mut Dice) -> Self {
        view::imagine(view, dice)
    }

    fn sample_order(&self, seat: Seat, dice: &mut Dice) -> Order {
        match &self.phase {
            Phase::Fire { .. } => Order::Volley(fire::sample(self, seat, dice)),
            Phase::Plot | Phase::Initiative | Phase::EndTurn => {
                Order::Plot(movement::sample(self, seat, dice))
            }
        }
    }

    fn list_orders(&self, seat: Seat, cap: usize) -> Option<Vec<Order>> {
        match &self.phase {
            Phase::Fire { .. } => fire::list(self, seat, cap),
            Phase::Plot | Phase::Initiative | Phase::EndTurn => movement::list(self, seat, cap),
        }
    }

    fn score(&self, seat: Seat) -> i32 {
        self.squadron(seat).hull() - self.squadron(foe(seat)).hull()
    }

    fn turn(&self) -> u32 {
        u32::from(self.turn)
    }

    fn takes_over(&self, older: u32) -> Result<(), String> {
        if planted(Fault::NotTakenOver) {
            return Err(format!("the lines of rules version {older} were longer"));
        }
        Ok(())
    }
}

impl Toy {
    pub fn squadron(&self, seat: Seat) -> &Squadron {
        &self.squadrons[seat.index()]
    }

    /// The same battle from the other side: seats swapped, the line reflected.
    pub fn mirrored(&self) -> Self {
        let mut mirrored = self.clone();
        mirrored.squadrons.reverse();
        for squadron in &mut mirrored.squadrons {
            squadron.ships.iter_mut().for_each(|ship| ship.at = -ship.at);
            squadron.mines.iter_mut().for_each(|at| *at = -*at);
            squadron.mines.sort_unstable();
        }
        if let Phase::Fire { queue } = &mut mirrored.phase {
            queue.iter_mut().for_each(|seat| *seat = foe(*seat));
        }
        mirrored
    }

    pub(crate) fn squadron_mut(&mut self, seat: Seat) -> &mut Squadron {
        &mut self.squadrons[seat.index()]
    }

    pub(crate) fn both(&self) -> impl Iterator<Item = Seat> + use<> {
        [Seat(0), Seat(1)].into_iter()
    }
}

impl Squadron {
    pub fn is_afloat(&self) -> bool {
        self.ships.iter().any(Ship::is_alive)
    }

    /// Ships still in the battle, with their numbers.
    pub fn afloat(&self) -> impl Iterator<Item = (u8, &Ship)> {
        (0..).zip(&self.ships).filter(|(_, ship)| ship.is_alive())
    }

    fn hull(&self) -> i32 {
        self.ships.iter().map(|ship| i32::from(ship.hull)).sum()
    }
}

impl Order {
    /// The same order given on the reflected line.
    #[must_use]
    pub fn mirrored(&self) -> Order {
        match self {
            Order::Plot(plot) => {
                let helms = plot.helms.iter().map(|helm| Helm { thrust: -helm.thrust, ..*helm }).collect();
                Order::Plot(Plot { helms, lay: plot.lay })
            }
            Order::Volley(_) => self.clone(),
        }
    }
}

impl Event {
    /// The dice that made it happen, as they would have to fall on the
    /// reflected line for the reflected battle to come out.
    pub fn mirrored_dice(&self) -> Vec<u8> {
        match self {
            // An odd roll lets the first seat fire first: turned over, the second.
            Event::Phase(phases::Event::InitiativeRolled { die }) => vec![7 - die],
            Event::Fire(fire::Event::Fired { die, .. }) => vec![*die],
            Event::Phase(_) | Event::Movement(_) => vec![],
        }
    }
}

/// The other side.
pub fn foe(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}
