//! Basic Stratoyager, its types erased.

static RULESET: erased::Entry<rules_stratoyager::Battle> = erased::ruleset();

/// Not a `static`, nor to be inlined: whoever names the table of its functions compiles all of them again.
#[inline(never)]
pub fn ruleset() -> &'static dyn erased::Ruleset {
    &RULESET
}
