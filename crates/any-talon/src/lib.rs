//! Talon, its types erased.

pub static RULESET: &dyn erased::Ruleset = &erased::ruleset::<rules_talon::Battle>();
