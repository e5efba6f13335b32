//! The laws every game keeps, and a [`toy`] game to try them on.
//!
//! A game's `tests/conformance.rs` is one call:
//!
//! ```
//! use testkit::{Plan, toy::Toy};
//!
//! let summary = testkit::conforms::<Toy>(Plan { playouts: 50, ..Plan::default() });
//! assert!(50 <= summary.playouts);
//! ```
//!
//! It plays random battles over every supplied scenario and every pair of
//! options, and looks at each [`Law`] on the way. Each one broken is told
//! once, with all that is needed to see it again. [`withstands`] sends hostile
//! orders to every phase of every scenario.

mod blend;
pub mod chance;
mod echo;
mod golden;
pub mod hostile;
mod law;
mod laws;
mod mirror;
mod mutate;
mod plan;
mod players;
mod run;
mod siege;
pub mod situations;
pub mod toy;
pub mod ts;

use engine::{Assist, Game, Library, Spoken, Tactics, Viewer};

pub use blend::{Blend, Blended, Watch, blends, sense};
pub use echo::{Echo, echoes};
pub use golden::{corpus_opens, golden, keep_record, order_counts, sample_record, transcript};
pub use law::{Broken, Failure, Failures, Law};
pub use mirror::{Mirror, Script, mirrors, try_mirrors};
pub use plan::Plan;
pub use players::{among_captains, plays_them_all, under_every_option};
pub use run::{Summary, conforms, try_conforms};
pub use siege::{Siege, Withstood, try_withstands, withstands};

/// A game with everything that the program asks of one.
pub trait Complete: Game + Library + Spoken + Tactics + Assist {}
impl<G: Game + Library + Spoken + Tactics + Assist> Complete for G {}

/// Two truths that differ only in a secret look the same to `viewer`.
///
/// Write one call for every secret in the rulebook: no random battle can
/// find out what ought to be secret.
///
/// # Panics
///
/// Panics if the two are the same, or look different.
#[track_caller]
pub fn indistinguishable<G: Complete>(one: &G, two: &G, viewer: Viewer) {
    assert_ne!(one, two, "the twins are the same state");
    if let Err(broken) = laws::secrets::twins(one, two, viewer) {
        panic!("{broken}");
    }
}
