//! The faults that can be planted in the toy. Each is a way in which a real
//! game could go wrong, and each has a law that must find it.
//!
//! A fault is planted for one thread and one call. Types of games, one for each
//! fault, would be purer, and take minutes to compile.

use std::{
    cell::Cell,
    sync::atomic::{AtomicU8, Ordering},
};

use super::Order;

/// A way to go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Everybody sees what only the owner may.
    LeakyView,
    /// Spectators see ships move without being told.
    BlindSpectators,
    /// The dead are imagined alive.
    Revived,
    /// The sampler thrusts one further than the ship can.
    SamplerOffByOne,
    /// No turn limit, and guns that do nothing.
    Endless,
    /// Computers are left to options under which they need not stop.
    EndlessPreset,
    /// A field of the view that is not stored.
    SkippedField,
    /// A phase that never advances.
    StuckPhase,
    /// A check that trusts the ship's number.
    BrittleCheck,
    /// A global that changes the dice.
    HiddenInput,
    /// An event that does not carry all it does.
    UnloggedChange,
    /// An event that no rule made happen.
    UnruledEvent,
    /// An event told in two lines.
    TwoLines,
    /// Orders are written down without their sign.
    LostSign,
    /// Enemies read each other's sealed orders.
    Confiding,
    /// The first seat always has the initiative.
    Biased,
    /// The list of orders has one of them twice.
    ListedTwice,
    /// The captain shoots beyond his range.
    RashCaptain,
    /// The screen offers a thrust too many.
    RashScreen,
    /// The odds tell how much hull the enemy has left.
    TellingOdds,
    /// A refusal cites a rule nobody wrote.
    UnknownRule,
    /// Two options that do not go together.
    ClashingOptions,
    /// The view shows what was last checked, which is what was last sealed.
    SealPeeked,
    /// The loser is thought to stand better.
    BadJudgement,
    /// The rules read the log, which simulations do not keep.
    LogReader,
    /// The referee is not told where mines lie.
    BlindReferee,
    /// The list of orders leaves one out.
    Unlisted,
    /// Notation that cannot stand an unexpected letter.
    BrittleReader,
    /// Notation that trusts the ship's number.
    BrittleWriter,
    /// A preview that flies beyond any line.
    BrittlePreview,
    /// Notation that goes on and on.
    Wordy,
    /// What is imagined waits for another decision.
    OtherPhase,
    /// No fault at all: rules that cannot be taken over in mid-battle.
    NotTakenOver,
}

static OPENINGS: AtomicU8 = AtomicU8::new(0);

thread_local! {
    static PLANTED: Cell<Option<Fault>> = const { Cell::new(None) };
    static LAST_DAMAGE: Cell<u8> = const { Cell::new(0) };
    static LAST_ORDER: Cell<u16> = const { Cell::new(0) };
}

/// Calls `run` with `fault` in the game, on this thread only.
pub fn with<T>(fault: Fault, run: impl FnOnce() -> T) -> T {
    struct Uproot;
    impl Drop for Uproot {
        fn drop(&mut self) {
            PLANTED.set(None);
        }
    }
    // Uprooted even if `run` panics, so that no other test on the thread has it.
    let _uproot = Uproot;
    PLANTED.set(Some(fault));
    run()
}

pub(super) fn planted(fault: Fault) -> bool {
    PLANTED.get() == Some(fault)
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
