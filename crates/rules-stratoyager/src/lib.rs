//! Basic Stratoyager: not in the registry until all of its rules are in.
