//! The faults that can be planted in the toy. Each is a way in which a real
//! game could go wrong, and each has a law that must find it.

use std::{
    cell::Cell,
    sync::atomic::{AtomicU8, Ordering},
};

use super::Order;

pub const SOUND: u8 = 0;
/// Everybody sees what only the owner may.
pub const LEAKY_VIEW: u8 = 1;
/// Spectators see ships move without being told.
pub const BLIND_SPECTATORS: u8 = 2;
/// The dead are imagined alive.
pub const REVIVED: u8 = 3;
/// The sampler thrusts one further than the ship can.
pub const SAMPLER_OFF_BY_ONE: u8 = 4;
/// No turn limit, and guns that do nothing.
pub const ENDLESS: u8 = 5;
/// A field of the view that is not stored.
pub const SKIPPED_FIELD: u8 = 6;
/// A phase that never advances.
pub const STUCK_PHASE: u8 = 7;
/// A check that trusts the ship's number.
pub const BRITTLE_CHECK: u8 = 8;
/// A global that changes the dice.
pub const HIDDEN_INPUT: u8 = 9;
/// An event that does not carry all it does.
pub const UNLOGGED_CHANGE: u8 = 10;
/// An event that no rule made happen.
pub const UNRULED_EVENT: u8 = 11;
/// An event told in two lines.
pub const TWO_LINES: u8 = 12;
/// Orders are written down without their sign.
pub const LOST_SIGN: u8 = 13;
/// Enemies read each other's sealed orders.
pub const CONFIDING: u8 = 14;
/// The first seat always has the initiative.
pub const BIASED: u8 = 15;
/// The list of orders has one of them twice.
pub const LISTED_TWICE: u8 = 16;
/// The captain shoots beyond his range.
pub const RASH_CAPTAIN: u8 = 17;
/// A refusal cites a rule nobody wrote.
pub const UNKNOWN_RULE: u8 = 18;
/// Two options that do not go together.
pub const CLASHING_OPTIONS: u8 = 19;
/// The view shows what was last checked, which is what was last sealed.
pub const SEAL_PEEKED: u8 = 20;
/// The loser is thought to stand better.
pub const BAD_JUDGEMENT: u8 = 21;
/// The rules read the log, which simulations do not keep.
pub const LOG_READER: u8 = 22;
/// The referee is not told where mines lie.
pub const BLIND_REFEREE: u8 = 23;
/// The list of orders leaves one out.
pub const UNLISTED: u8 = 24;
/// Notation that cannot stand an unexpected letter.
pub const BRITTLE_READER: u8 = 25;
/// What is imagined waits for another decision.
pub const OTHER_PHASE: u8 = 26;

static OPENINGS: AtomicU8 = AtomicU8::new(0);

thread_local! {
    static LAST_DAMAGE: Cell<u8> = const { Cell::new(0) };
    static LAST_ORDER: Cell<u16> = const { Cell::new(0) };
}

/// How many battles this program has opened.
pub(super) fn openings() -> u8 {
    OPENINGS.fetch_add(1, Ordering::Relaxed) % 8
}

pub(super) fn set_damage(damage: u8) {
    LAST_DAMAGE.set(damage);
}

pub(super) fn last_damage() -> u8 {
    LAST_DAMAGE.get()
}

/// Remembers what was checked, outside of any state.
pub(super) fn note(order: &Order) {
    let mark = match order {
        Order::Plot(plot) => plot.helms.iter().map(|helm| helm.thrust.unsigned_abs() % 50 + 1).sum(),
        Order::Volley(shots) => shots.len() as u16 + 300,
    };
    LAST_ORDER.set(mark);
}

pub(super) fn noted() -> u16 {
    LAST_ORDER.get()
}
