//! `src/targets/orders.rs`, for cargo-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = flagbridge_fuzz::targets::orders::run(data);
});
