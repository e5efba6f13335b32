//! Fuel to Burn: not in the registry until all of its rules are in.
