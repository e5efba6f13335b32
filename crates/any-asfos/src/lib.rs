//! A Sky Full of Ships, its types erased.

pub static RULESET: &dyn erased::Ruleset = &erased::ruleset::<rules_asfos::Battle>();
