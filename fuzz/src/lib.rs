//! What the targets share: every registered game, battles at any decision, and
//! text as a file holds it.

pub mod seeds;
pub mod targets;

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use engine::{Seat, Viewer};
use rulesets::{AnyMatch, Format, Level, Prepared, Rejection, Source, Submission};

/// What became of an input: it was taken, or refused in these words.
pub type Told = Result<(), String>;

/// The input as text, if it is text.
///
/// # Errors
///
/// If it is not.
pub fn text(data: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(data).map_err(|err| err.to_string())
}

/// A file with this text: what begins like JSON is taken for it, the rest for TOML.
pub fn source(text: &str) -> Source<'_> {
    let json = text.trim_start().starts_with(['{', '[']);
    Source { name: "input", text, format: if json { Format::Json } else { Format::Toml } }
}

/// A battle between people at its first decision.
///
/// # Errors
///
/// Why it cannot begin.
pub fn begin(ready: &dyn Prepared) -> Result<Box<dyn AnyMatch>, String> {
    let players = vec!["human".to_owned(); ready.seats().len()];
    let given = players.iter().map(|it| Contribution(it.clone())).collect();
    ready.begin(&players, Secret([7; 32]), given).map_err(|err| err.to_string())
}

/// Plays on until `decision` is open or the battle is over.
///
/// # Panics
///
/// Panics if a computer player breaks the rules.
pub fn play(battle: &mut dyn AnyMatch, decision: usize) {
    while battle.outcome().is_none() && battle.decision_number() < decision {
        let n = battle.decision_number();
        for seat in battle.awaiting().iter() {
            let order = suggested(battle, seat).order;
            battle.submit(n, seat, &Submission::Data(order)).expect("sampled orders are legal");
        }
    }
}

/// An order for `seat` that is legal: every other one is a captain's, or some
/// phases would never be reached.
pub fn suggested(battle: &dyn AnyMatch, seat: Seat) -> rulesets::WrittenOrder {
    let n = battle.decision_number();
    let level = if (n + usize::from(seat.0)).is_multiple_of(2) { Level::Captain } else { Level::Random };
    battle.suggest(seat, &level, Dice::numbered(n as u64, u64::from(seat.0)))
}

/// Everybody who may look.
pub fn viewers(battle: &dyn AnyMatch) -> impl Iterator<Item = Viewer> + use<> {
    let seats = (0..battle.seats().len()).map(|n| Viewer::Seat(Seat(n as u8)));
    seats.chain([Viewer::Spectator, Viewer::Referee])
}

/// Everything that a battle shows: nothing of it may stop short.
pub fn look(battle: &dyn AnyMatch) {
    for viewer in viewers(battle) {
        battle.view(viewer);
        battle.describe(viewer);
        battle.log(viewer, 0);
        battle.sealed(viewer);
        battle.view_after(battle.events() / 2, viewer);
    }
    for seat in battle.deciding().iter() {
        battle.offer(seat);
        battle.prompt(seat);
        battle.lapsed(seat);
    }
    battle.clock();
}

/// A rejection is the sender's fault, never the rules'.
///
/// # Panics
///
/// Panics if the rules stopped short.
pub fn sound(rejection: &Rejection) {
    if let Rejection::Broken(stopped) = rejection {
        panic!("{} at {}", stopped.words, stopped.place.as_deref().unwrap_or("an unknown place"));
    }
}
