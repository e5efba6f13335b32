//! Nothing but a list of features: see its `Cargo.toml`.
