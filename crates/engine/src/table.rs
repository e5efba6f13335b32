//! The state, the dice and the log, while rules are being played.

use dice::Dice;

use crate::Game;

/// More events than any one decision causes: past this, the rules are looping.
const RUNAWAY: u32 = 100_000;

/// What a rule works on: it reads the state freely, rolls, and changes the
/// state only by emitting events. The fields are private, so a rule that
/// mutates behind the log's back does not compile.
#[derive(Clone, Debug)]
pub struct Table<G: Game> {
    state: G,
    dice: Dice,
    /// Absent in simulations, which do not pay for what they do not read.
    log: Option<Vec<G::Event>>,
    /// Dice rolled by the time of each event of the log. For cases alone, which tell what a die was for.
    counts: Option<Vec<u64>>,
    since_decision: u32,
}

impl<G: Game> Table<G> {
    /// A table that keeps the log.
    pub fn new(state: G, dice: Dice) -> Self {
        Table { state, dice, log: Some(Vec::new()), counts: None, since_decision: 0 }
    }

    /// A table that keeps the log, and beside it how many dice had been rolled by then.
    pub fn counting(state: G, dice: Dice) -> Self {
        Table { counts: Some(Vec::new()), ..Table::new(state, dice) }
    }

    /// A table that plays and forgets.
    pub fn without_log(state: G, dice: Dice) -> Self {
        Table { state, dice, log: None, counts: None, since_decision: 0 }
    }

    pub fn state(&self) -> &G {
        &self.state
    }

    pub fn dice(&self) -> &Dice {
        &self.dice
    }

    pub fn log(&self) -> &[G::Event] {
        self.log.as_deref().unwrap_or_default()
    }

    /// How many of the dice then in use had been rolled when each event of the log happened, on a
    /// table that counts.
    pub fn counts(&self) -> &[u64] {
        self.counts.as_deref().unwrap_or_default()
    }

    pub fn roll(&mut self, sides: u8) -> u8 {
        self.dice.roll(sides)
    }

    /// # Panics
    ///
    /// Panics if one decision causes a runaway number of events.
    pub fn emit(&mut self, event: G::Event) {
        self.since_decision += 1;
        assert!(self.since_decision < RUNAWAY, "runaway rules, last event {event:?}");
        self.state.apply(&event);
        if let Some(log) = &mut self.log {
            log.push(event);
        }
        if let Some(counts) = &mut self.counts {
            counts.push(self.dice.rolled());
        }
    }

    /// Takes over what has happened elsewhere, dice and all.
    pub(crate) fn replay(&mut self, events: &[G::Event]) {
        for event in events {
            self.state.apply(event);
        }
        if let Some(log) = &mut self.log {
            log.extend_from_slice(events);
        }
        if let Some(counts) = &mut self.counts {
            counts.extend(events.iter().map(|_| self.dice.rolled()));
        }
    }

    /// Plays from set-up to the first decision.
    pub fn open(&mut self) {
        G::open(self);
        self.since_decision = 0;
    }

    /// Plays `orders`, which the caller knows to be legal and complete, to the
    /// next decision. [`crate::Match`] is the way for orders from outside.
    pub fn resolve(&mut self, orders: &crate::Orders<G::Order>) {
        G::resolve(self, orders);
        self.since_decision = 0;
    }

    pub fn into_state(self) -> G {
        self.state
    }

    /// Swaps the dice, for the next step of a case.
    pub fn set_dice(&mut self, dice: Dice) {
        self.dice = dice;
    }
}
