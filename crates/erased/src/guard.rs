//! Keeps bad data, and faults of the rules themselves, from ending the program.
//!
//! Rules may rely on what they checked themselves, so an event in an altered
//! record can make them stop short. That is the record's fault, not the
//! program's, and has to be told as such. An order never may; if one does all
//! the same, it is told, and costs nobody a battle.

use std::{
    cell::{Cell, RefCell},
    fmt,
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    /// Where the panic now unwinding began.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The rules stopped short: what they said last, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    pub words: String,
    /// File, line and column, for those who mend it. Unknown if it was another
    /// thread that stopped.
    pub place: Option<String>,
}

/// The words alone: the place means nothing to a player.
impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl std::error::Error for Stopped {}

/// Runs `work`; if the rules stop short, gives what they said last. Nothing is
/// printed: telling it is for the caller.
///
/// What `work` was changing is half done then, and must be thrown away.
///
/// # Errors
///
/// The panic, as a value.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Stopped> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if QUIET.get() {
                PLACE.set(info.location().map(ToString::to_string));
            } else {
                usual(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    result.map_err(|cause| {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        let words = text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
        Stopped { words: words.to_owned(), place: PLACE.take() }
    })
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn a_panic_becomes_words_and_a_place() {
        assert_eq!(guarded(|| 1), Ok(1));
        let nine: usize = "9".parse().unwrap();
        let stopped = guarded(|| [1, 2][nine]).unwrap_err();
        assert!(stopped.words.contains("index is 9"), "{stopped}");
        let place = stopped.place.unwrap();
        assert!(place.contains("guard.rs:"), "{place}");
    }

    #[test]
    fn guards_within_guards_tell_their_own() {
        let outer = guarded(|| {
            let inner = guarded(|| panic!("within")).unwrap_err();
            assert_eq!(inner.words, "within");
            panic!("without")
        });
        assert_eq!(outer.unwrap_err().words, "without");
    }
}
