//! Full Thrust, its types erased.

pub static RULESET: &dyn erased::Ruleset = &erased::ruleset::<rules_full_thrust::Battle>();
