//! What the targets share: every registered game, and text as a file holds it.

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use rulesets::{AnyMatch, Format, Level, Prepared, Source, Submission};

/// The input as text, if it is text and nobody would be refused for its size.
pub fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// A file with this text: what begins like JSON is taken for it, the rest for TOML.
pub fn source(text: &str) -> Source<'_> {
    let json = text.trim_start().starts_with(['{', '[']);
    Source { name: "input", text, format: if json { Format::Json } else { Format::Toml } }
}

/// A battle between people at its first decision.
pub fn begin(ready: &dyn Prepared) -> Option<Box<dyn AnyMatch>> {
    let players = vec!["human".to_owned(); ready.seats().len()];
    let given = players.iter().map(|it| Contribution(it.clone())).collect();
    ready.begin(&players, Secret([7; 32]), given).ok()
}

/// Plays on with random orders until `decision` is open or the battle is over.
pub fn play(battle: &mut dyn AnyMatch, decision: usize) {
    while battle.outcome().is_none() && battle.decision_number() < decision {
        let n = battle.decision_number();
        for seat in battle.awaiting().iter() {
            let dice = Dice::numbered(n as u64, u64::from(seat.0));
            let order = battle.suggest(seat, &Level::Random, dice).order;
            battle.submit(n, seat, &Submission::Data(order)).expect("sampled orders are legal");
        }
    }
}

/// Everything that a battle shows: nothing of it may stop short.
pub fn look(battle: &dyn AnyMatch) {
    let seats = (0..battle.seats().len()).map(|n| engine::Viewer::Seat(engine::Seat(n as u8)));
    for viewer in seats.chain([engine::Viewer::Spectator, engine::Viewer::Referee]) {
        battle.view(viewer);
        battle.describe(viewer);
        battle.log(viewer, 0);
    }
    for seat in battle.deciding().iter() {
        battle.menu(seat);
        battle.prompt(seat);
    }
}
