//! Keeps bad data from ending the program.
//!
//! Rules may rely on what they checked themselves, so an event in an altered
//! record can make them stop short. That is the record's fault, not the
//! program's, and has to be told as such.

use std::{
    cell::Cell,
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work`; if the rules stop short, gives what they said last.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    // Whatever `work` was changing is dropped by every caller when it fails.
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    result.map_err(|cause| {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no reason given").to_owned()
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_panic_becomes_words() {
        assert_eq!(super::guarded(|| 1), Ok(1));
        let nine: usize = "9".parse().unwrap();
        let text = super::guarded(|| [1, 2][nine]).unwrap_err();
        assert!(text.contains("index is 9"), "{text}");
    }
}
