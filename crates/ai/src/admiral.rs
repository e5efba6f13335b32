//! The admiral: search over imagined truths.
//!
//! A decision is searched in *worlds*. Each is a truth that could stand behind
//! the view, with sealed replies of the other seats, made without knowing our
//! order, and with dice of its own. Candidate orders are played out in the same
//! worlds by captains on every side, so that luck weighs on all of them alike.
//! Sequential halving gives the better half of the candidates the more worlds.
//!
//! Where a seat knows everything there is one truth behind its view, and whoever
//! answers without luck answers alike in all worlds: he is asked once.
//!
//! Worlds and playouts depend on the seed alone, never on the thread that
//! works on them: with an effort in nodes, the order is reproducible. A search
//! that is broken off counts the worlds in which every candidate was played to
//! the end, and no others.

use std::{
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use dice::Dice;
use engine::{Game, Orders, Outcome, Pending, Seat, Table, Tactics};

use crate::{Budget, Effort, Player, Stop, parallel};

pub(crate) struct Admiral {
    budget: Budget,
    dice: Dice,
    stop: Stop,
}

impl Admiral {
    pub(crate) fn new(budget: Budget, dice: Dice, stop: Stop) -> Admiral {
        Admiral { budget, dice, stop }
    }
}

impl<G: Tactics> Player<G> for Admiral {
    fn decide(&mut self, view: &G::View, seat: Seat) -> G::Order {
        // One draw a decision: how long one search takes never shifts the next.
        let dice = self.dice.fork();
        let Counsel { mut tried, best } = counsel::<G>(view, seat, self.budget, dice, &self.stop);
        tried.swap_remove(best).order
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Counsel<O> {
    /// At least one, the captain's first.
    pub tried: Vec<Tried<O>>,
    /// The order to give, by its number.
    pub best: usize,
}

/// One order and what came of it.
#[derive(Clone, Debug)]
pub struct Tried<O> {
    pub order: O,
    /// By [`Tactics::evaluate`], in the first so many of the same worlds for all.
    pub values: Vec<i32>,
}

/// Searches among the orders that the game thinks worth it.
pub fn counsel<G: Tactics>(
    view: &G::View,
    seat: Seat,
    budget: Budget,
    mut dice: Dice,
    stop: &Stop,
) -> Counsel<G::Order> {
    let root = Root::<G>::imagined(view, &mut dice);
    let mut candidates: Vec<G::Order> = Vec::new();
    for order in root.truth.candidates(seat, most_candidates(budget.effort), &mut dice) {
        if !candidates.contains(&order) {
            candidates.push(order);
        }
    }
    if candidates.is_empty() {
        candidates.push(root.truth.captain(seat, &mut dice));
    }
    let (mut best, mut values) = (CAPTAINS, vec![Vec::new()]);
    if 1 < candidates.len() {
        let mut search = Search::new(view, seat, root, &candidates, budget, stop, dice);
        best = search.run();
        values = search.values;
    }
    let tried = candidates.into_iter().zip(values).map(|(order, values)| Tried { order, values });
    Counsel { tried: tried.collect(), best }
}

/// What each of these orders comes to in so many worlds, the same for all; fewer if it is
/// broken off.
pub fn weigh<G: Tactics>(
    view: &G::View,
    seat: Seat,
    orders: &[G::Order],
    worlds: usize,
    mut dice: Dice,
    stop: &Stop,
) -> Vec<Vec<i32>> {
    let root = Root::<G>::imagined(view, &mut dice);
    let budget = Budget { effort: Effort::Nodes(u32::MAX), threads: 1 };
    let mut search = Search::<G>::new(view, seat, root, orders, budget, stop, dice);
    let all: Vec<usize> = (0..orders.len()).collect();
    search.play(&all, worlds, G::longest_playout());
    search.values
}

/// In one world of so many, another seat does not reply as a captain would.
const SURPRISE: usize = 3;
/// How many orders a surprise is chosen from.
const SURPRISES: usize = 6;
/// Worlds that are in memory at a time, however many a budget has room for.
const AT_ONCE: usize = 64;
/// What a won battle is worth to [`Tactics::evaluate`].
const WON: i32 = 10_000;

/// More candidates than the effort can tell apart would drown in luck.
fn most_candidates(effort: Effort) -> usize {
    let nodes = match effort {
        Effort::Nodes(nodes) => nodes,
        Effort::Time(time) => u32::try_from(time.as_millis() * 10).unwrap_or(u32::MAX),
    };
    match nodes {
        0..200 => 4,
        200..1_000 => 8,
        1_000..4_000 => 12,
        _ => 16,
    }
}

/// The truth that the candidates were thought up in.
struct Root<G: Game> {
    truth: Arc<G>,
    /// No luck went into it, so that it is the truth of every world.
    certain: bool,
}

impl<G: Game> Root<G> {
    fn imagined(view: &G::View, dice: &mut Dice) -> Root<G> {
        let before = dice.position();
        let truth = Arc::new(G::imagine(view, dice));
        Root { truth, certain: dice.position() == before }
    }
}

/// What a seat answers in the only truth there is; nothing if it asks for luck first, which it then does
/// whatever the luck is.
struct Answers<O> {
    captains: OnceLock<Option<O>>,
    surprises: OnceLock<Option<Vec<O>>>,
}

/// One truth, everybody else's sealed orders, and the luck to come.
struct World<G: Game> {
    truth: Arc<G>,
    replies: Orders<G::Order>,
    rolls: Dice,
    policy: Dice,
}

struct Search<'a, G: Game> {
    view: &'a G::View,
    seat: Seat,
    candidates: &'a [G::Order],
    /// Playouts stop at the first decision of this turn, or where the game
    /// foresees the end of the turn before.
    until: u32,
    threads: usize,
    meter: Meter,
    /// Pulled when nobody waits any longer.
    stop: &'a Stop,
    dice: Dice,
    root: Root<G>,
    /// By seat.
    answers: Vec<Answers<G::Order>>,
    /// For each candidate, whether the only truth there is refuses it.
    refused: Vec<OnceLock<bool>>,
    /// For each candidate, its value in the first so many worlds.
    values: Vec<Vec<i32>>,
}

impl<'a, G: Tactics> Search<'a, G> {
    fn new(
        view: &'a G::View,
        seat: Seat,
        root: Root<G>,
        candidates: &'a [G::Order],
        budget: Budget,
        stop: &'a Stop,
        dice: Dice,
    ) -> Self {
        Search {
            view,
            seat,
            candidates,
            until: root.truth.turn() + root.truth.foresight(seat) + 1,
            threads: budget.threads,
            meter: Meter::new(budget.effort, G::longest_playout()),
            stop,
            dice,
            answers: (0..root.truth.seats())
                .map(|_| Answers { captains: OnceLock::new(), surprises: OnceLock::new() })
                .collect(),
            refused: candidates.iter().map(|_| OnceLock::new()).collect(),
            root,
            values: vec![Vec::new(); candidates.len()],
        }
    }

    /// The candidate to play.
    fn run(&mut self) -> usize {
        let mut alive: Vec<usize> = (0..self.candidates.len()).collect();
        let rounds = alive.len().next_power_of_two().trailing_zeros();
        for round in 1..=rounds {
            let share = f64::from(round) / f64::from(rounds);
            while let Some((worlds, limit)) = self.meter.batch(share, alive.len(), self.threads) {
                if !self.play(&alive, worlds, limit) {
                    return self.choose(&alive);
                }
            }
            if self.makes_no_difference(&alive) {
                return CAPTAINS;
            }
            if round < rounds {
                self.halve(&mut alive);
            }
        }
        self.choose(&alive)
    }

    /// Plays every candidate alive in `n` more worlds; false if it was broken off.
    fn play(&mut self, alive: &[usize], n: usize, limit: u32) -> bool {
        let mut left = n;
        while 0 < left {
            let some = left.min(AT_ONCE);
            if !self.play_some(alive, some, limit) {
                return false;
            }
            left -= some;
        }
        true
    }

    fn play_some(&mut self, alive: &[usize], n: usize, limit: u32) -> bool {
        let seeds: Vec<Dice> = (0..n).map(|_| self.dice.fork()).collect();
        let worlds = parallel::map(&seeds, self.threads, |dice| {
            (!self.stop.is_pulled()).then(|| self.world(dice.clone()))
        });
        let worlds: Option<Vec<World<G>>> = worlds.into_iter().collect();
        let Some(worlds) = worlds else { return false };
        let tasks: Vec<(usize, usize)> =
            (0..n).flat_map(|world| alive.iter().map(move |&candidate| (candidate, world))).collect();
        let played = parallel::map(&tasks, self.threads, |&(candidate, world)| {
            self.play_out(&worlds[world], candidate, limit)
        });
        // World by world: candidates are compared in the same ones, or not at all.
        for (tasks, played) in tasks.chunks(alive.len()).zip(played.chunks(alive.len())) {
            let played: Option<Vec<(i32, u32)>> = played.iter().copied().collect();
            let Some(played) = played else { return false };
            for ((candidate, _), (value, nodes)) in tasks.iter().zip(played) {
                self.values[*candidate].push(value);
                self.meter.spend(nodes);
            }
        }
        true
    }

    fn world(&self, mut dice: Dice) -> World<G> {
        let truth = if self.root.certain {
            Arc::clone(&self.root.truth)
        } else {
            Arc::new(G::imagine(self.view, &mut dice))
        };
        let mut replies = Orders::default();
        if let Pending::Orders(decision) = truth.pending() {
            for other in decision.seats.iter().filter(|&other| other != self.seat) {
                let Answers { captains, surprises } = &self.answers[other.index()];
                let captain = |dice: &mut Dice| truth.captain(other, dice);
                // Against captains alone a search would learn to beat nobody else.
                let reply = if dice.one_in(SURPRISE) {
                    let ask = |dice: &mut Dice| truth.candidates(other, SURPRISES, dice);
                    let orders = self.answer(surprises, &mut dice, ask);
                    if orders.is_empty() {
                        self.answer(captains, &mut dice, captain)
                    } else {
                        dice.pick(&orders).clone()
                    }
                } else {
                    self.answer(captains, &mut dice, captain)
                };
                replies.insert(other, reply);
            }
        }
        let rolls = dice.fork();
        World { truth, replies, rolls, policy: dice }
    }

    /// What `ask` answers, asked once for all worlds if they have one truth and it asks for no luck.
    fn answer<T: Clone>(
        &self,
        known: &OnceLock<Option<T>>,
        dice: &mut Dice,
        ask: impl Fn(&mut Dice) -> T,
    ) -> T {
        if self.root.certain {
            let luckless = || {
                let mut tried = dice.clone();
                let answer = ask(&mut tried);
                (tried.position() == dice.position()).then_some(answer)
            };
            if let Some(answer) = known.get_or_init(luckless) {
                return answer.clone();
            }
        }
        ask(dice)
    }

    /// Whether a candidate is no order in `world`: what we may do could hang on something hidden.
    fn is_refused(&self, world: &World<G>, candidate: usize) -> bool {
        let refused = || world.truth.check(self.seat, &self.candidates[candidate]).is_err();
        if self.root.certain { *self.refused[candidate].get_or_init(refused) } else { refused() }
    }

    /// What a candidate comes to in `world`, and how many decisions that took;
    /// nothing if it was broken off.
    fn play_out(&self, world: &World<G>, candidate: usize, limit: u32) -> Option<(i32, u32)> {
        let mut policy = world.policy.clone();
        let mut orders = world.replies.clone();
        let ours = if self.is_refused(world, candidate) {
            world.truth.captain(self.seat, &mut policy)
        } else {
            self.candidates[candidate].clone()
        };
        orders.insert(self.seat, ours);
        let mut table = Table::without_log(G::clone(&world.truth), world.rolls.clone());
        let mut nodes = 0;
        // What luck has added after this order, as far as the game can tell, and the judgement
        // before the luck that is about to fall.
        let mut luck = 0;
        let mut before = None;
        loop {
            if self.stop.is_pulled() {
                return None;
            }
            table.resolve(&orders);
            nodes += 1;
            let state = table.state();
            let decision = match state.pending() {
                Pending::Over(outcome) => {
                    return Some((final_value(state, self.seat, outcome) - luck, nodes));
                }
                Pending::Orders(decision) => decision,
            };
            if let Some(value) = before
                && state.is_settled()
            {
                luck += state.evaluate(self.seat) - value;
                before = None;
            }
            if before.is_none() && state.awaits_luck() {
                before = Some(state.evaluate(self.seat));
            }
            let last_turn = self.until <= state.turn() + 1;
            if self.until <= state.turn() || (last_turn && state.foresees()) || limit <= nodes {
                return Some((before.unwrap_or_else(|| state.evaluate(self.seat)) - luck, nodes));
            }
            orders.clear();
            for seat in decision.seats.iter() {
                orders.insert(seat, state.captain(seat, &mut policy));
            }
        }
    }

    /// Drops the worse half. The captain's order stays: the last word is a
    /// comparison with it.
    fn halve(&self, alive: &mut Vec<usize>) {
        let keep = alive.len().div_ceil(2);
        // A stable sort: among equals, those the game named first.
        alive.sort_by_key(|&candidate| std::cmp::Reverse(self.total(candidate)));
        let mut kept = 0;
        alive.retain(|&candidate| {
            kept += 1;
            kept <= keep || candidate == CAPTAINS
        });
        alive.sort_unstable();
    }

    /// Whether every order comes to the same in every world so far, as when
    /// nobody is near enough to matter.
    fn makes_no_difference(&self, alive: &[usize]) -> bool {
        alive.iter().all(|&candidate| self.values[candidate] == self.values[CAPTAINS])
    }

    fn choose(&self, alive: &[usize]) -> usize {
        let best =
            alive.iter().copied().max_by_key(|&candidate| (self.total(candidate), usize::MAX - candidate));
        let best = best.expect("the captain's order is never dropped");
        if best != CAPTAINS && self.is_clearly_better(best) { best } else { CAPTAINS }
    }

    fn is_clearly_better(&self, candidate: usize) -> bool {
        let pairs = self.values[candidate].iter().zip(&self.values[CAPTAINS]);
        let gains: Vec<f64> = pairs.map(|(ours, captains)| f64::from(*ours) - f64::from(*captains)).collect();
        let n = gains.len() as f64;
        let mean = gains.iter().sum::<f64>() / n;
        let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        f64::from(G::doubt()) / 100.0 * (variance / n).sqrt() < mean
    }

    fn total(&self, candidate: usize) -> i64 {
        self.values[candidate].iter().map(|&value| i64::from(value)).sum()
    }
}

/// By contract the game names the captain's order first.
const CAPTAINS: usize = 0;

/// A battle won or lost outweighs every judgement of one still going on.
fn final_value<G: Tactics>(state: &G, seat: Seat, outcome: Outcome) -> i32 {
    let result = match outcome {
        Outcome::Draw => 0,
        Outcome::Won(seats) if seats.contains(seat) => WON,
        Outcome::Won(_) => -WON,
    };
    result + state.evaluate(seat).clamp(-WON, WON) / 20
}

/// What is left of the effort.
struct Meter {
    effort: Effort,
    begun: Instant,
    spent: u32,
    playouts: u32,
    /// The most nodes a playout may take.
    longest: u32,
}

impl Meter {
    fn new(effort: Effort, longest: u32) -> Meter {
        Meter { effort, begun: Instant::now(), spent: 0, playouts: 0, longest }
    }

    fn spend(&mut self, nodes: u32) {
        self.spent += nodes;
        self.playouts += 1;
    }

    /// How many more worlds to play each of `alive` candidates in before
    /// `share` of the effort is spent, and the most nodes for each playout.
    fn batch(&self, share: f64, alive: usize, threads: usize) -> Option<(usize, u32)> {
        match self.effort {
            Effort::Nodes(nodes) => self.batch_of_nodes(nodes, share, alive),
            Effort::Time(time) => self.batch_of_time(time, share, threads),
        }
    }

    fn batch_of_nodes(&self, nodes: u32, share: f64, alive: usize) -> Option<(usize, u32)> {
        let alive = u32::try_from(alive).expect("few candidates");
        let left = nodes.saturating_sub(self.spent);
        if self.playouts == 0 {
            // One world for all tells what a playout costs.
            let limit = (left / alive).min(self.longest);
            return (0 < limit).then_some((1, limit));
        }
        let cost = f64::from(self.spent) / f64::from(self.playouts);
        let until = f64::from(nodes) * share - f64::from(self.spent);
        // A quarter to spare, so that a costly batch stays within the budget.
        let worlds = (until / (cost * 1.25 * f64::from(alive))) as u32;
        let limit = (left / (worlds.max(1) * alive)).min(self.longest);
        (0 < worlds).then_some((worlds as usize, limit))
    }

    fn batch_of_time(&self, time: Duration, share: f64, threads: usize) -> Option<(usize, u32)> {
        let first = self.playouts == 0;
        (first || self.begun.elapsed() < time.mul_f64(share)).then_some((threads, self.longest))
    }
}
