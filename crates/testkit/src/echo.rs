//! Echoes: what comes of every case that is played on by chance, written down.
//!
//! A case says what must happen once. What happens after it nobody has judged, but it must not
//! change unless somebody meant it to: the same orders and dice give the same events, or the rules
//! have a new version. So each case is played on, orders that are slightly wrong are put to the
//! rules on the way, and all of that is one line of a file: a fault in a corner of the rules
//! changes the lines of the cases that come by there.

use std::path::Path;

use dice::Dice;
use engine::{Orders, Pending};

use crate::{
    Complete,
    blend::{Shown, shown},
    golden::golden,
    laws::unpanicked,
    mutate,
};

/// How far each case is played on.
#[derive(Clone, Copy, Debug)]
pub struct Echo {
    /// How often, each time by other dice.
    pub plays: u64,
    /// The most decisions.
    pub decisions: usize,
    /// How many wrong orders are tried for each that is given.
    pub wrong: usize,
}

impl Default for Echo {
    fn default() -> Echo {
        Echo { plays: 4, decisions: 14, wrong: 4 }
    }
}

/// Compares what comes of every case in `cases` with the lines in `file`, both counted from the
/// crate's folder. `UPDATE_EXPECT=1` writes the file instead: whoever meant to change a rule sees
/// there which cases came by it.
///
/// # Panics
///
/// Panics with the first case that came out otherwise, or if there are none.
#[track_caller]
pub fn echoes<G: Complete>(cases: impl AsRef<Path>, file: impl AsRef<Path>, echo: Echo) -> usize {
    let shown = shown(cases.as_ref());
    assert!(!shown.is_empty(), "no situations in {}", cases.as_ref().display());
    let lines = shown.iter().map(|case| {
        let told = unpanicked(|| echo_of::<G>(case, echo)).unwrap_or_else(|panic| format!("panic: {panic}"));
        format!("{}: {told}\n", case.file)
    });
    golden(file, &lines.collect::<String>());
    shown.len()
}

fn echo_of<G: Complete>(case: &Shown, echo: Echo) -> String {
    // By the name of the case, so that a new one leaves the others as they were.
    let name = blake3::hash(case.file.as_bytes());
    let seed = u64::from_le_bytes(name.as_bytes()[..8].try_into().expect("eight of 32 bytes"));
    let (mut happened, mut left, mut judged) =
        (blake3::Hasher::new(), blake3::Hasher::new(), blake3::Hasher::new());
    let (mut events, mut refused) = (0, 0);
    for n in 0..echo.plays {
        let mut dice = Dice::numbered(seed, n);
        let mut table = match case.laid_out::<G>(dice.fork()) {
            Ok(table) => table,
            Err(reason) => return format!("cannot be set up: {reason}"),
        };
        for _ in 0..echo.decisions {
            let Pending::Orders(decision) = table.state().pending() else { break };
            let mut orders = Orders::for_seats(decision.seats.len());
            for seat in decision.seats.iter() {
                let state = table.state();
                let order = state.sample_order(seat, &mut dice);
                judged.update(&[u8::from(state.check(seat, &order).is_ok())]);
                let data = plain::to_value(&order);
                for _ in 0..echo.wrong {
                    // What cannot be read is no matter of the rules.
                    let wrong = mutate::json(&data, &mut dice);
                    if engine::outside::fits(&wrong).is_err() {
                        continue;
                    }
                    let Ok(wrong) = plain::from_value::<G::Order>(&wrong) else { continue };
                    match state.check(seat, &wrong) {
                        Ok(()) => judged.update(b"legal"),
                        Err(refusal) => {
                            refused += 1;
                            let mut rules: Vec<&str> = refusal.findings.iter().map(|it| it.rule).collect();
                            rules.sort_unstable();
                            judged.update(rules.join(" ").as_bytes())
                        }
                    };
                }
                orders.insert(seat, order);
            }
            table.resolve(&orders);
        }
        for event in table.log() {
            happened.update(plain::to_json(event).as_bytes());
        }
        events += table.log().len();
        left.update(plain::to_json(&table.state().view(engine::Viewer::Referee)).as_bytes());
    }
    let short = |it: &blake3::Hasher| it.finalize().to_hex()[..10].to_owned();
    let (happened, judged, left) = (short(&happened), short(&judged), short(&left));
    format!("{events} events {happened}, {refused} refused {judged}, left {left}")
}
