//! A scenario of one's own, in every game: refused in words, or played a while.

use rulesets::{RULESETS, ScenarioRef, Table};

use crate::{Told, begin, look, play, source, text};

/// # Errors
///
/// Why no game would have it.
pub fn run(data: &[u8]) -> Told {
    let text = text(data)?;
    let mut told = Err(String::new());
    for game in RULESETS.iter() {
        for table in [Table::People, Table::Computers] {
            let ready = match game.prepare(ScenarioRef::File(source(text)), &[], table) {
                Ok(ready) => ready,
                Err(err) => {
                    let words = err.to_string();
                    // The game that got furthest says the most about what is wrong.
                    if told
                        .as_ref()
                        .is_err_and(|it: &String| it.is_empty() || words.contains("breaks the rules"))
                    {
                        told = Err(words);
                    }
                    continue;
                }
            };
            ready.preview();
            let Ok(mut battle) = begin(&*ready) else { continue };
            look(&*battle);
            play(&mut *battle, 3);
            look(&*battle);
            told = Ok(());
        }
    }
    told
}

pub fn seeds() -> Vec<Vec<u8>> {
    crate::seeds::of_games("data/scenarios")
}
