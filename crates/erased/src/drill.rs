//! A battle played by numbers: somebody outside is shown numbers of what a seat sees and numbered
//! orders, and says which. It is what programs that learn play in, many at once.
//!
//! Everything that is shown comes from a world imagined from the seat's view, never from the truth.

use std::borrow::Cow;

use ai::{Level, Player, arena};
use dice::Dice;
use engine::{
    Assist, Decision, Fate, Game, Library, Orders, Outcome, Pending, Seat, Seats, Seen, Spoken, Table,
    Tactics, Viewer,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Fault, ViewPath, WrittenOrder,
    any_match::written,
    guard::guarded,
    offer::{self, Drawn},
};

/// Which orders are offered by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Menu {
    /// Legal orders drawn by chance; each when somebody first looks at it or takes it.
    #[default]
    Drawn,
    /// All legal orders, if there are no more than numbers; otherwise different ones drawn by chance.
    Listed,
    /// Those that an admiral would try, the captain's first.
    Worth,
}

/// What is shown besides turn, scores and phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// Of every unit: whose it is, what it has left, whether it is still there.
    pub units: bool,
    /// The game's own judgement of how the seat stands.
    pub judgement: bool,
    /// Places in the seat's view, each a number.
    pub paths: Vec<ViewPath>,
}

/// What is played, and how it is shown.
#[derive(Clone, Debug)]
pub struct Drilled {
    /// By seat; whoever is not named is played from outside.
    pub players: Vec<Option<Level>>,
    pub seed: u64,
    pub menu: Menu,
    /// How many orders have numbers.
    pub most: usize,
    pub sight: Sight,
}

/// What each numbered order leads to, in the order of [`Drill::weigh`].
pub const OUTLOOK: [&str; 5] = ["won", "lost", "own_score", "other_score", "judgement"];

/// One battle after another, for one thread. The rules are taken at their word; [`crate::guarded`]
/// around a call makes a value of a panic.
pub trait Drill: Send {
    /// What the numbers of [`Drill::observe`] are called.
    fn names(&self) -> &[String];
    /// Begins battle number `index`, and plays to where somebody outside decides or it is over.
    fn begin(&mut self, index: u64);
    /// The seats that have still to choose.
    fn waiting(&self) -> Seats;
    /// Whether the seat has still to choose.
    fn waits(&self, seat: Seat) -> bool {
        self.waiting().contains(seat)
    }
    fn outcome(&self) -> Option<Outcome>;
    fn turn(&self) -> u32;
    /// Decisions of this battle so far, those of all seats together.
    fn decisions(&self) -> u32;
    /// The name of the open phase; nothing if the battle is over.
    fn phase(&self) -> Option<&'static str>;
    /// What `seat` sees, as numbers.
    fn observe(&mut self, seat: Seat, into: &mut [f32]);
    /// How many numbers `seat` may choose from now.
    fn choices(&mut self, seat: Seat) -> usize;
    /// What each of them leads to, [`OUTLOOK`] of each in turn, if the others do as a cadet would.
    fn weigh(&mut self, seat: Seat, into: &mut [f32]);
    /// One of them as an order.
    fn order(&mut self, seat: Seat, number: usize) -> Option<WrittenOrder>;
    /// Takes it; with the last choice the battle goes on.
    ///
    /// # Errors
    ///
    /// If the seat has nothing to choose, or there is no such number.
    fn choose(&mut self, seat: Seat, number: usize) -> Result<(), Fault>;
    /// What `seat` sees, in full.
    fn view(&self, seat: Seat) -> Value;
    /// The same as text.
    fn describe(&self, seat: Seat) -> String;
    /// Another place for the same battles, for the same thread: what never changes is shared.
    fn fork(&self) -> Box<dyn Drill>;
}

/// The battle as somebody in a seat may imagine it.
enum World<G> {
    /// Nobody has thought about it yet.
    Unknown,
    /// Nothing is hidden from the seat.
    Open,
    Imagined(G),
}

/// What lies before one seat.
struct Desk<G: Game> {
    world: World<G>,
    offers: Vec<Option<G::Order>>,
    /// How many there are; unknown until somebody asks.
    count: Option<usize>,
    /// With which it imagines what is hidden, once each time it is asked, all battle long.
    eyes: Dice,
    /// From which its orders are drawn, all battle long.
    dice: Dice,
}

impl<G: Game> Desk<G> {
    fn clear(&mut self) {
        self.world = World::Unknown;
        self.offers.clear();
        self.count = None;
    }
}

pub(crate) struct Lane<G: Game> {
    start: G,
    plan: Drilled,
    names: Vec<String>,
    /// What every unit had at first.
    full: Vec<u32>,
    index: u64,
    decisions: u32,
    table: Table<G>,
    players: Vec<Option<Box<dyn Player<G>>>>,
    desks: Vec<Desk<G>>,
    /// What is to be decided; nothing once it is over.
    decision: Option<Decision>,
    /// Those outside who have still to choose.
    waiting: Seats,
    orders: Orders<G::Order>,
    over: Option<Outcome>,
}

/// Luck of its own for imagining, for drawing orders, and for looking ahead.
const IMAGINES: u64 = 0x1d0c_5a11_7e3b_9f21;
const DRAWS: u64 = 0x6b2f_93d4_08c1_e577;
const LOOKS: u64 = 0x42a9_0e6d_b5f8_137c;
/// No more orders have numbers.
const MOST: usize = 4_096;
/// As far as the judgement of a battle that is won goes.
const CERTAIN: f32 = 10_000.0;

impl<G: Spoken + Tactics + Assist + Library> Lane<G> {
    pub(crate) fn new(start: G, plan: Drilled) -> Result<Lane<G>, Fault> {
        if !(1..=MOST).contains(&plan.most) {
            let most = plan.most;
            return Err(Fault::Misuse(format!("{most} numbered orders: expected 1 to {MOST}")));
        }
        let full: Vec<u32> =
            G::roll_call(&start.view(Viewer::Spectator)).iter().map(|it| it.left.max(1)).collect();
        let names = names::<G>(&plan.sight, full.len());
        let mut lane = Lane::laid_out(start, plan, names, full);
        lane.sees_numbers()?;
        Ok(lane)
    }

    fn laid_out(start: G, plan: Drilled, names: Vec<String>, full: Vec<u32>) -> Lane<G> {
        let seats = plan.players.len();
        let desk = |_| Desk {
            world: World::Unknown,
            offers: Vec::new(),
            count: None,
            eyes: Dice::numbered(plan.seed ^ IMAGINES, 0),
            dice: Dice::numbered(plan.seed ^ DRAWS, 0),
        };
        Lane {
            table: Table::without_log(start.clone(), Dice::numbered(plan.seed, 0)),
            players: (0..seats).map(|_| None).collect(),
            desks: (0..seats).map(desk).collect(),
            decision: None,
            waiting: Seats::default(),
            orders: Orders::for_seats(seats),
            index: 0,
            decisions: 0,
            over: None,
            start,
            plan,
            names,
            full,
        }
    }

    /// Every path is to lead to one number, wherever there is anything.
    fn sees_numbers(&mut self) -> Result<(), Fault> {
        if self.plan.sight.paths.is_empty() {
            return Ok(());
        }
        let seat = self.plan.players.iter().position(Option::is_none).unwrap_or(0);
        let view = guarded(|| {
            self.table.open();
            plain::to_value(&self.table.state().view(Viewer::Seat(Seat(seat as u8))))
        });
        let view = view.map_err(Fault::failed)?;
        for path in &self.plan.sight.paths {
            let value = path.of(&view);
            if number(&value).is_none() {
                return Err(Fault::Misuse(format!(
                    "{path} leads to {value}: expected one number; name one place, or put sum(…), count(…), \
                     mean(…), min(…) or max(…) around it"
                )));
            }
        }
        Ok(())
    }

    /// Luck that depends on the seed, the battle, the decision, the seat and the number alone.
    fn luck(&self, purpose: u64, seat: Seat, number: usize) -> Dice {
        let stream = self.index << 32
            | u64::from(self.decisions & 0xffff) << 16
            | u64::from(seat.0 & 0xf) << 12
            | (number as u64 & 0xfff);
        Dice::numbered(self.plan.seed ^ purpose, stream)
    }

    fn imagine(&mut self, seat: Seat) {
        if !matches!(self.desks[seat.index()].world, World::Unknown) {
            return;
        }
        // Who looks without being asked shifts no luck by it.
        let mut apart = (!self.waits(seat)).then(|| self.luck(IMAGINES, seat, 0));
        let desk = &mut self.desks[seat.index()];
        let dice = apart.as_mut().unwrap_or(&mut desk.eyes);
        desk.world = match Seen::by(seat, self.table.state()).imagine(dice) {
            Cow::Borrowed(_) => World::Open,
            Cow::Owned(world) => World::Imagined(world),
        };
    }

    /// After [`Lane::imagine`].
    fn world(&self, seat: Seat) -> &G {
        match &self.desks[seat.index()].world {
            World::Imagined(world) => world,
            World::Open | World::Unknown => self.table.state(),
        }
    }

    /// Makes an offer of everything that has a number.
    fn lay_out(&mut self, seat: Seat) -> usize {
        if let Some(count) = self.desks[seat.index()].count {
            return count;
        }
        let most = self.plan.most;
        let mut dice = self.luck(LOOKS, seat, MOST - 2);
        let offers = match self.plan.menu {
            Menu::Drawn => (0..most).map(|_| None).collect(),
            Menu::Listed => {
                self.imagine(seat);
                let drawn = Drawn { captain: false, draws: most };
                let (orders, _) = offer::orders(self.world(seat), seat, most, drawn, &mut dice);
                orders.into_iter().map(Some).collect()
            }
            Menu::Worth => {
                self.imagine(seat);
                let orders = self.world(seat).candidates(seat, most, &mut dice);
                orders.into_iter().take(most).map(Some).collect::<Vec<_>>()
            }
        };
        let count = offers.len();
        let desk = &mut self.desks[seat.index()];
        desk.offers = offers;
        desk.count = Some(count);
        count
    }

    fn offered(&mut self, seat: Seat, number: usize) -> Option<G::Order> {
        if self.lay_out(seat) <= number {
            return None;
        }
        if let Some(order) = &self.desks[seat.index()].offers[number] {
            return Some(order.clone());
        }
        let order = self.drawn(seat);
        self.desks[seat.index()].offers[number] = Some(order.clone());
        Some(order)
    }

    fn drawn(&mut self, seat: Seat) -> G::Order {
        self.imagine(seat);
        let desk = &mut self.desks[seat.index()];
        let world = match &desk.world {
            World::Imagined(world) => world,
            World::Open | World::Unknown => self.table.state(),
        };
        world.sample_order(seat, &mut desk.dice)
    }

    /// Plays on until somebody outside has to choose or the battle is over.
    fn go_on(&mut self) {
        loop {
            let decision = match self.table.state().pending() {
                Pending::Over(outcome) => {
                    (self.decision, self.over) = (None, Some(outcome));
                    return;
                }
                Pending::Orders(decision) => decision,
            };
            self.decision = Some(decision);
            for seat in decision.seats.iter().filter(|it| self.players[it.index()].is_none()) {
                self.desks[seat.index()].clear();
                self.waiting = self.waiting.with(seat);
            }
            if !self.waiting.is_empty() {
                return;
            }
            self.resolve(decision);
        }
    }

    /// All choices are in.
    fn resolve(&mut self, decision: Decision) {
        for seat in decision.seats.iter() {
            if let Some(player) = &mut self.players[seat.index()] {
                let order = player.decide_seen(&Seen::by(seat, self.table.state()));
                self.orders.insert(seat, order);
            }
        }
        self.table.resolve(&self.orders);
        self.orders.clear();
        self.decisions += 1;
    }
}

/// What is shown, one name a number.
fn names<G: Library>(sight: &Sight, units: usize) -> Vec<String> {
    let mut names: Vec<String> = ["turn", "decisions", "own_score", "other_score"].map(str::to_owned).into();
    names.extend(G::phases().iter().map(|it| format!("phase: {}", it.name)));
    if sight.judgement {
        names.push("judgement".to_owned());
    }
    if sight.units {
        let of = |n: usize| ["own", "left", "here"].map(|what| format!("unit {}: {what}", n + 1));
        names.extend((0..units).flat_map(of));
    }
    names.extend(sight.paths.iter().map(ToString::to_string));
    names
}

/// Own score, and the best of the others.
fn scores<G: Game>(world: &G, seat: Seat) -> [f32; 2] {
    let others = (0..world.seats()).map(Seat).filter(|it| *it != seat).map(|it| world.score(it));
    [world.score(seat) as f32, others.max().unwrap_or(0) as f32]
}

/// Nothing there is 0, and yes is 1.
fn number(value: &Value) -> Option<f32> {
    match value {
        Value::Null => Some(0.0),
        Value::Bool(it) => Some(f32::from(u8::from(*it))),
        Value::Number(it) => it.as_f64().map(|it| it as f32),
        Value::String(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

impl<G: Spoken + Tactics + Assist + Library> Drill for Lane<G> {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn begin(&mut self, index: u64) {
        let seed = self.plan.seed;
        self.index = index;
        self.decisions = 0;
        self.over = None;
        self.waiting = Seats::default();
        self.orders.clear();
        for (n, desk) in (0_u64..).zip(&mut self.desks) {
            desk.clear();
            desk.eyes = Dice::numbered(seed ^ IMAGINES.wrapping_mul(2 * n + 3), index);
            desk.dice = Dice::numbered(seed ^ DRAWS.wrapping_mul(2 * n + 1), index);
        }
        self.table = Table::without_log(self.start.clone(), Dice::numbered(seed, index));
        for (n, level) in self.plan.players.iter().enumerate() {
            let dice = || arena::player_dice(seed, n, index);
            self.players[n] = level.as_ref().map(|level| ai::player(level, dice()));
        }
        self.table.open();
        self.go_on();
    }

    fn waiting(&self) -> Seats {
        self.waiting
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over
    }

    fn turn(&self) -> u32 {
        self.table.state().turn()
    }

    fn decisions(&self) -> u32 {
        self.decisions
    }

    fn phase(&self) -> Option<&'static str> {
        self.decision.map(|it| it.phase)
    }

    fn observe(&mut self, seat: Seat, into: &mut [f32]) {
        self.imagine(seat);
        let world = self.world(seat);
        let phase = self.phase();
        let mut at = 0;
        let mut add = |number: f32| {
            into[at] = number;
            at += 1;
        };
        add(self.turn() as f32);
        add(self.decisions as f32);
        scores(world, seat).into_iter().for_each(&mut add);
        for it in G::phases() {
            add(f32::from(u8::from(phase == Some(it.name))));
        }
        if self.plan.sight.judgement {
            add(world.evaluate(seat) as f32 / CERTAIN);
        }
        let needs_view = self.plan.sight.units || !self.plan.sight.paths.is_empty();
        let Some(view) = needs_view.then(|| self.table.state().view(Viewer::Seat(seat))) else { return };
        if self.plan.sight.units {
            let roll = G::roll_call(&view);
            for (n, full) in self.full.iter().enumerate() {
                let it = roll.get(n);
                let here = it.is_some_and(|it| it.fate == Fate::Survived);
                add(f32::from(u8::from(it.is_some_and(|it| it.side == seat.0))));
                add(it.filter(|_| here).map_or(0.0, |it| it.left as f32 / *full as f32));
                add(f32::from(u8::from(here)));
            }
        }
        if !self.plan.sight.paths.is_empty() {
            let view = plain::to_value(&view);
            self.plan.sight.paths.iter().for_each(|path| add(number(&path.of(&view)).unwrap_or(0.0)));
        }
    }

    fn choices(&mut self, seat: Seat) -> usize {
        match (self.waits(seat), self.plan.menu) {
            (false, _) => 0,
            (true, Menu::Drawn) => self.plan.most,
            (true, Menu::Listed | Menu::Worth) => self.lay_out(seat),
        }
    }

    fn weigh(&mut self, seat: Seat, into: &mut [f32]) {
        into.fill(0.0);
        let Some(decision) = self.decision.filter(|_| self.waits(seat)) else { return };
        let count = self.lay_out(seat);
        let offers: Vec<G::Order> = (0..count).filter_map(|n| self.offered(seat, n)).collect();
        self.imagine(seat);
        let world = self.world(seat);
        let mut dice = self.luck(LOOKS, seat, MOST - 1);
        let mut orders = Orders::for_seats(self.desks.len());
        for other in decision.seats.iter().filter(|it| *it != seat) {
            orders.insert(other, world.cadet(other, &mut dice));
        }
        let [own, other] = scores(world, seat);
        for (row, order) in into.chunks_exact_mut(OUTLOOK.len()).zip(offers) {
            // The same luck for all of them, so that they are told apart by what they do.
            let mut ahead = Table::without_log(world.clone(), self.luck(LOOKS, seat, 0));
            orders.insert(seat, order);
            ahead.resolve(&orders);
            let after = ahead.state();
            let share = match after.pending() {
                Pending::Over(outcome) => Some(outcome.share(seat)),
                Pending::Orders(_) => None,
            };
            let [own_then, other_then] = scores(after, seat);
            row[0] = f32::from(u8::from(share == Some(1.0)));
            row[1] = f32::from(u8::from(share == Some(0.0)));
            row[2] = own_then - own;
            row[3] = other_then - other;
            row[4] = after.evaluate(seat) as f32 / CERTAIN;
        }
    }

    fn order(&mut self, seat: Seat, number: usize) -> Option<WrittenOrder> {
        let order = self.offered(seat, number).filter(|_| self.waits(seat))?;
        Some(written::<G>(&self.table.state().view(Viewer::Seat(seat)), &order))
    }

    fn choose(&mut self, seat: Seat, number: usize) -> Result<(), Fault> {
        let Some(decision) = self.decision.filter(|_| self.waits(seat)) else {
            return Err(Fault::Misuse(format!("{seat} has nothing to choose now")));
        };
        let order = match self.plan.menu {
            // Nobody has looked at any of them, so that none but this one need be there.
            Menu::Drawn if self.desks[seat.index()].count.is_none() && number < self.plan.most => {
                Some(self.drawn(seat))
            }
            Menu::Drawn | Menu::Listed | Menu::Worth => self.offered(seat, number),
        };
        let Some(order) = order else {
            let count = self.lay_out(seat);
            return Err(Fault::Misuse(format!("{seat} chooses {number}, but there are {count}, from 0")));
        };
        self.orders.insert(seat, order);
        self.waiting = self.waiting.without(seat);
        if self.waiting.is_empty() {
            self.resolve(decision);
            self.go_on();
        }
        Ok(())
    }

    fn view(&self, seat: Seat) -> Value {
        plain::to_value(&self.table.state().view(Viewer::Seat(seat)))
    }

    fn describe(&self, seat: Seat) -> String {
        G::describe(&self.table.state().view(Viewer::Seat(seat)))
    }

    fn fork(&self) -> Box<dyn Drill> {
        let (start, plan) = (self.start.clone(), self.plan.clone());
        Box::new(Lane::laid_out(start, plan, self.names.clone(), self.full.clone()))
    }
}
