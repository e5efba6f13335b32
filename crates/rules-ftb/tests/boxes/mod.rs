//! The rules box by box: situations, scripted draws and what comes of them.

mod fights;
mod flight;
mod goals;
mod menus;
mod odd;
mod players;
mod secrets;
mod turns;

use dice::Dice;
use engine::{Game, Library, Orders, Outcome, Pending, Seat, Seats, Spoken, Table, Viewer};
use rules_ftb::{Battle, Event, Options, Place, Ship, ShipId, Situation, View};
use serde_json::{Value, json};

/// A battle under test.
pub(crate) struct Bench {
    pub(crate) table: Table<Battle>,
}

/// A random event that is won, drawn, lost.
pub(crate) const W: u8 = 1;
pub(crate) const D: u8 = 2;
pub(crate) const L: u8 = 3;

impl Bench {
    /// Plays a situation on to its first decision, with these draws.
    pub(crate) fn with(options: Value, situation: Value, draws: &[u8]) -> Bench {
        let options: Options = plain::from_value(&options).expect("options");
        let situation: Situation = plain::from_value(&situation).expect("a situation");
        let battle = Battle::from_situation(&options, &situation).expect("a situation");
        let mut table = Table::new(battle, Dice::scripted(draws.iter().copied()));
        table.open();
        let bench = Bench { table };
        bench.settled();
        bench
    }

    pub(crate) fn new(situation: Value) -> Bench {
        Bench::with(json!({}), situation, &[])
    }

    fn settled(&self) {
        let dice = self.table.dice();
        assert_eq!(dice.trouble(), None, "after {:?}", self.table.log().last());
        assert!(dice.is_spent(), "{} draws left over", dice.left_over());
    }

    pub(crate) fn battle(&self) -> &Battle {
        self.table.state()
    }

    pub(crate) fn view(&self) -> View {
        self.battle().view(Viewer::Referee)
    }

    pub(crate) fn ship(&self, n: u8) -> &Ship {
        self.battle().ship(ShipId(n))
    }

    pub(crate) fn phase(&self) -> &'static str {
        match self.battle().pending() {
            Pending::Orders(decision) => decision.phase,
            Pending::Over(_) => "over",
        }
    }

    pub(crate) fn seats(&self) -> Seats {
        match self.battle().pending() {
            Pending::Orders(decision) => decision.seats,
            Pending::Over(_) => Seats::default(),
        }
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self.battle().pending() {
            Pending::Over(outcome) => Some(outcome),
            Pending::Orders(_) => None,
        }
    }

    pub(crate) fn read(&self, seat: Seat, text: &str) -> rules_ftb::Order {
        let view = self.battle().view(Viewer::Seat(seat));
        Battle::read_order(&view, seat, text).unwrap_or_else(|it| panic!("{text}: {it}"))
    }

    /// The seat whose turn it is gives an order in words.
    pub(crate) fn give(&mut self, text: &str) -> &mut Bench {
        self.draw(text, &[])
    }

    /// The same, with the draws it leads to.
    pub(crate) fn draw(&mut self, text: &str, draws: &[u8]) -> &mut Bench {
        let seat = self.seats().iter().next().expect("somebody decides");
        let order = self.read(seat, text);
        if let Err(refusal) = self.battle().check(seat, &order) {
            panic!("{text} in {}: {refusal}", self.phase());
        }
        self.table.set_dice(Dice::scripted(draws.iter().copied()));
        self.table.resolve(&[(seat, order)].into_iter().collect());
        self.settled();
        self
    }

    /// Both seats decide at once.
    pub(crate) fn both(&mut self, one: &str, two: &str, draws: &[u8]) -> &mut Bench {
        let orders: Orders<rules_ftb::Order> =
            [(Seat(0), self.read(Seat(0), one)), (Seat(1), self.read(Seat(1), two))].into_iter().collect();
        for (seat, order) in orders.iter() {
            self.battle().check(seat, order).unwrap_or_else(|it| panic!("{seat}: {it}"));
        }
        self.table.set_dice(Dice::scripted(draws.iter().copied()));
        self.table.resolve(&orders);
        self.settled();
        self
    }

    /// The rule that forbids what the seat in turn would do.
    pub(crate) fn refused(&self, text: &str) -> &'static str {
        let seat = self.seats().iter().next().expect("somebody decides");
        self.refused_to(seat, text)
    }

    pub(crate) fn refused_to(&self, seat: Seat, text: &str) -> &'static str {
        let order = self.read(seat, text);
        let refusal = self.battle().check(seat, &order).expect_err(text);
        refusal.findings[0].rule
    }

    pub(crate) fn allows(&self, text: &str) -> bool {
        let seat = self.seats().iter().next().expect("somebody decides");
        self.battle().check(seat, &self.read(seat, text)).is_ok()
    }

    pub(crate) fn happened(&self, wanted: impl Fn(&Event) -> bool) -> usize {
        self.table.log().iter().filter(|it| wanted(it)).count()
    }

    /// Shields, fuel, torpedoes, heat.
    pub(crate) fn gauges(&self, n: u8) -> (u8, u8, u8, u8) {
        let own = self.ship(n).own;
        (own.shields, own.fuel, own.torpedoes, own.heat)
    }

    pub(crate) fn is_gone(&self, n: u8) -> bool {
        self.ship(n).place == Place::Destroyed
    }

    /// Within a ten-thousandth of an LU.
    pub(crate) fn is_at(&self, n: u8, x: f64, y: f64) -> bool {
        let at = self.ship(n).at;
        (at.x.approx() - x).abs() < 1e-4 && (at.y.approx() - y).abs() < 1e-4
    }
}

pub(crate) fn at(x: f64, y: f64) -> Value {
    json!({ "x": x, "y": y })
}

/// A free ship at the end of its vector.
pub(crate) fn ship(side: u8, class: &str, x: f64, y: f64, vx: f64, vy: f64) -> Value {
    json!({ "side": side, "class": class, "at": at(x, y), "vector": at(vx, vy) })
}

/// The same with other fields laid over it.
pub(crate) fn but(mut ship: Value, fields: Value) -> Value {
    for (name, value) in fields.as_object().expect("fields") {
        ship[name] = value.clone();
    }
    ship
}

/// An enemy far from everything, who has acted: it keeps the game going.
pub(crate) fn far(side: u8) -> Value {
    but(ship(side, "destroyer", 0.0, 300.0 + f64::from(side) * 50.0, 1.0, 0.0), json!({ "activated": true }))
}

/// Empty space: a star out of the way and nothing else.
pub(crate) fn void() -> Value {
    json!([{ "id": "VOID", "name": "Void", "influence": 0.5, "bodies": [] }])
}
