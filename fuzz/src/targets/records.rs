//! A match file: opened, told, verified, taken up, branched, looked at after
//! any number of events.

use engine::{Seat, Viewer};
use rulesets::guarded;

use crate::{Told, look, play, source, text};

/// # Errors
///
/// Why it cannot be opened, or what does not hold in it.
///
/// # Panics
///
/// Panics if a record that recomputes cannot be told.
pub fn run(data: &[u8]) -> Told {
    let record = rulesets::open_record(&source(text(data)?)).map_err(|err| err.to_string())?;
    let (events, seats) = (record.events(), record.seats().len());
    for viewer in [Viewer::Spectator, Viewer::Referee, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(200))] {
        // Nobody sits in seat 200, and nobody may ask as if.
        if viewer == Viewer::Seat(Seat(200)) && seats <= 200 {
            continue;
        }
        let _ = record.log(viewer);
        for n in [0, 1, events / 2, events, usize::MAX] {
            let _ = record.describe_after(n, viewer);
            let _ = record.view_after(n, viewer);
        }
    }
    let told = record.verify().map(drop).map_err(|err| err.to_string());
    if let Ok(battle) = record.resume() {
        look(&*battle);
        assert!(record.fold().is_ok(), "what recomputes can be told");
    }
    if let Ok(battle) = record.fold() {
        look(&*battle);
    }
    let players = vec!["human".to_owned(); seats];
    for n in [0, events / 2, events, usize::MAX] {
        if let Ok(mut battle) = record.branch(n, &players) {
            look(&*battle);
            // Events that cannot have happened may lead where the rules stop short. That is the record's
            // fault, and guarded; but they must come to an end.
            let further = battle.decision_number() + 4;
            let _ = guarded(|| play(&mut *battle, further));
        }
    }
    told
}

/// The shortest of the records that the games keep: long ones take seconds each.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = crate::seeds::of_games("tests/records");
    seeds.sort_by_key(Vec::len);
    seeds.truncate(16);
    seeds
}
