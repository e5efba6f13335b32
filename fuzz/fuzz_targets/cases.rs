//! A conformance case of whatever game: it passes, differs, or cannot be read.
#![no_main]

use flagbridge_fuzz::{source, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(text) = text(data) else { return };
    let _ = rulesets::run_case(&source(text));
});
