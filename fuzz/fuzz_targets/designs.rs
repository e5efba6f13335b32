//! A ship design, or a shelf of them, in every game.
#![no_main]

use flagbridge_fuzz::{source, text};
use libfuzzer_sys::fuzz_target;
use rulesets::RULESETS;

fuzz_target!(|data: &[u8]| {
    let Some(text) = text(data) else { return };
    for game in RULESETS {
        let _ = game.audit(&source(text), &[]);
    }
});
