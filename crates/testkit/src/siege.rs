//! Hostile orders against every scenario, in every phase that its battles reach.

use std::collections::{BTreeMap, BTreeSet};

use dice::Dice;
use engine::{Match, Orders, Seat, Viewer};
use serde_json::Value;

use crate::{
    Complete, Failure, Plan,
    hostile::{self, Mutator},
    law::{Broken, Law},
    laws::{
        Index,
        hostile::{Fate, Target},
        unpanicked,
    },
    plan::{self, Variant, soak},
    run::opening,
};

/// How much is sent. `FLAGBRIDGE_SOAK` multiplies the battles of each scenario.
#[derive(Clone, Copy, Debug)]
pub struct Siege {
    /// Battles of each scenario, each under a choice of options of its own, the
    /// preset the first of them.
    pub battles: usize,
    /// How often each phase of a battle is visited.
    pub visits: usize,
    /// Spoiled orders that a seat sends at each visit, as data.
    pub orders: usize,
    /// The same in words.
    pub texts: usize,
    /// Battles are left after this many decisions.
    pub longest: usize,
    /// Options to leave as the computer preset has them.
    pub fixed: &'static [&'static str],
    /// Whether the rules allow these options together.
    pub allows: fn(&Value) -> bool,
}

impl Siege {
    /// Seconds for a game, as part of every test.
    pub const DEFAULT: Siege =
        Siege { battles: 2, visits: 2, orders: 60, texts: 12, longest: 400, fixed: &[], allows: |_| true };
}

/// What was sent, and what became of it.
#[derive(Clone, Debug, Default)]
pub struct Withstood {
    pub scenarios: usize,
    /// Phases, counted once for each scenario.
    pub phases: usize,
    /// Orders sent, as data and in words.
    pub sent: u64,
    pub too_large: u64,
    pub unread: u64,
    pub refused: u64,
    pub legal: u64,
    /// Orders by which the law was broken.
    pub broke: u64,
    /// One for each way in which it was.
    pub failures: Vec<Failure>,
}

/// Sends hostile orders through everything that the program does with an order.
///
/// # Panics
///
/// Panics if one of them breaks the law, with all that is needed to see it again.
#[track_caller]
pub fn withstands<G: Complete>(siege: &Siege) -> Withstood {
    let withstood = try_withstands::<G>(siege);
    let told: Vec<String> = withstood.failures.iter().map(Failure::to_string).collect();
    let (broke, sent) = (withstood.broke, withstood.sent);
    assert!(told.is_empty(), "{broke} of {sent} orders break the law:\n{}", told.join("\n"));
    withstood
}

/// Like [`withstands`], for those who want to look at the failures.
///
/// # Panics
///
/// Panics if a supplied scenario cannot be played.
pub fn try_withstands<G: Complete>(siege: &Siege) -> Withstood {
    let plan = Plan { fixed: siege.fixed, allows: siege.allows, ..Plan::DEFAULT };
    let variants = match plan::variants::<G>(&plan) {
        Ok(variants) => variants,
        Err((id, json, broken)) => panic!("{id} under {json}: {broken}"),
    };
    let mut scenarios: BTreeMap<&str, Vec<&Variant<G>>> = BTreeMap::new();
    for variant in &variants {
        scenarios.entry(variant.id).or_default().push(variant);
    }
    let mut run = Run::<G> {
        siege,
        index: Index::of::<G>(),
        mutator: Mutator::default(),
        withstood: Withstood { scenarios: scenarios.len(), ..Withstood::default() },
        told: BTreeSet::new(),
        _game: std::marker::PhantomData,
    };
    for (number, variants) in scenarios.into_values().enumerate() {
        let mut phases = BTreeMap::new();
        let wanted = siege.battles * soak() as usize;
        let stride = (variants.len() / wanted).max(1);
        for n in 0..wanted {
            // The preset, and others spread over the list, elsewhere for each scenario.
            let at = if n == 0 { 0 } else { (n * stride + number * 7) % variants.len() };
            run.battle(variants[at], n as u64, &mut phases);
        }
        run.withstood.phases += phases.len();
    }
    run.withstood
}

struct Run<'a, G: Complete> {
    siege: &'a Siege,
    index: Index,
    mutator: Mutator,
    withstood: Withstood,
    /// Ways in which the law was broken, by their words without numbers.
    told: BTreeSet<String>,
    _game: std::marker::PhantomData<G>,
}

impl<G: Complete> Run<'_, G> {
    /// Plays a battle to learn its orders, and attacks it at chosen decisions.
    fn battle(&mut self, variant: &Variant<G>, seed: u64, phases: &mut BTreeMap<&'static str, usize>) {
        let opening = opening::<G>(&variant.options, &variant.scenario, seed);
        let mut game = opening.and_then(Match::begin).unwrap_or_else(|err| panic!("{}: {err}", variant.id));
        let mut chooser = Dice::numbered(seed, 3);
        let (mut chosen, mut visited) = (Vec::new(), BTreeMap::<&str, usize>::new());
        while let Some(decision) = game.decision()
            && game.decision_number() < self.siege.longest
        {
            let mut orders = Orders::for_seats(decision.seats.len());
            for seat in decision.seats.iter() {
                // Half of them mean it, or some phases would never be reached.
                let state = game.state();
                let order = match chooser.one_in(2) {
                    true => state.captain(seat, &mut chooser),
                    false => state.sample_order(seat, &mut chooser),
                };
                self.mutator.learn(&plain::to_value(&order));
                orders.insert(seat, order);
            }
            let visits = visited.entry(decision.phase).or_default();
            *visits += 1;
            *phases.entry(decision.phase).or_default() += 1;
            // The first time, and then later and later: 1, 8, 64 …
            let later = (0..self.siege.visits).any(|n| *visits == 1 << (3 * n).min(60));
            if later {
                chosen.push((game.clone(), orders.clone()));
            }
            for (seat, order) in orders.iter() {
                let taken = game.submit(seat, order.clone());
                taken.unwrap_or_else(|err| panic!("{}: a sampled order is refused: {err}", variant.id));
            }
        }
        for (game, orders) in &chosen {
            for (seat, order) in orders.iter() {
                self.attack(variant, seed, game, orders, seat, order);
            }
        }
    }

    fn attack(
        &mut self,
        variant: &Variant<G>,
        seed: u64,
        game: &Match<G>,
        orders: &Orders<G::Order>,
        seat: Seat,
        order: &G::Order,
    ) {
        let legal = plain::to_value(&order);
        let words = G::write_order(&game.view(Viewer::Seat(seat)), order);
        let number = game.decision_number() as u64;
        let mut dice = Dice::numbered(seed, number << 8 | u64::from(seat.0));
        let reads = |it: &Value| plain::from_value::<G::Order>(it).map(drop).map_err(|err| err.to_string());
        let mutations = some(self.mutator.mutations(&legal, &reads), self.siege.orders, &mut dice);
        let texts = some(hostile::words(&words), self.siege.texts, &mut dice);
        let index = self.index.clone();
        let at = |broken| failure::<G>(variant, seed, number, broken);
        let mut target = match Target::new(game, orders, seat, &index) {
            Ok(target) => target,
            Err(broken) => return self.note(at(broken)),
        };
        // An order that is legal must be small enough to be sent.
        match target.send(&legal) {
            Ok(Fate::Legal) => (),
            Ok(fate) => {
                self.note(at(Broken {
                    law: Law::Hostile,
                    what: format!("a legal order is {fate:?}: {legal}"),
                }));
            }
            Err(broken) => self.note(at(broken)),
        }
        let sent = mutations.iter().map(|it| target.send(&it.of(&legal)));
        let fates: Vec<Result<Fate, Broken>> = sent.collect();
        let said: Vec<Result<Fate, Broken>> = texts.iter().map(|it| target.say(it)).collect();
        for fate in fates.into_iter().chain(said) {
            self.withstood.sent += 1;
            match fate {
                Ok(Fate::TooLarge) => self.withstood.too_large += 1,
                Ok(Fate::Unread) => self.withstood.unread += 1,
                Ok(Fate::Refused) => self.withstood.refused += 1,
                Ok(Fate::Legal) => self.withstood.legal += 1,
                Err(broken) => self.note(at(broken)),
            }
        }
        if let Err(broken) = unpanicked(|| target.unchanged()).unwrap_or_else(|panic| {
            Err(Broken { law: Law::Hostile, what: format!("the menu panics after all that: {panic}") })
        }) {
            self.note(at(broken));
        }
    }

    fn note(&mut self, failure: Failure) {
        self.withstood.broke += 1;
        let way = failure.broken.what.split(" sends ").next().unwrap_or_default();
        let way: String = way.chars().filter(|it| !it.is_ascii_digit()).collect();
        if self.told.insert(way) {
            self.withstood.failures.push(failure);
        }
    }
}

/// `most` of all, chosen by `dice`.
fn some<T>(mut all: Vec<T>, most: usize, dice: &mut Dice) -> Vec<T> {
    for n in 0..most.min(all.len()) {
        let other = n + dice.index(all.len() - n);
        all.swap(n, other);
    }
    all.truncate(most);
    all
}

/// The battle goes by its own numbers, not by those of the plan: so no `seed` here.
fn failure<G: Complete>(variant: &Variant<G>, seed: u64, decision: u64, broken: Broken) -> Failure {
    let Broken { law, what } = broken;
    let what = format!("{what}; decision {decision} of battle {seed}");
    Failure {
        broken: Broken { law, what },
        game: G::ID,
        scenario: variant.id,
        options: variant.json.clone(),
        seed: None,
        decision: None,
        record: None,
    }
}
