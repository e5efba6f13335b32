//! A scenario of one's own, in every game: refused in words, or played a while.
#![no_main]

use flagbridge_fuzz::{begin, look, play, source, text};
use libfuzzer_sys::fuzz_target;
use rulesets::{RULESETS, ScenarioRef, Table};

fuzz_target!(|data: &[u8]| {
    let Some(text) = text(data) else { return };
    for game in RULESETS {
        for table in [Table::People, Table::Computers] {
            let Ok(ready) = game.prepare(ScenarioRef::File(source(text)), &[], table) else { continue };
            ready.preview();
            let Some(mut battle) = begin(&*ready) else { continue };
            look(&*battle);
            play(&mut *battle, 3);
            look(&*battle);
        }
    }
});
