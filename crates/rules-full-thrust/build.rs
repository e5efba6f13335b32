//! Finds where every rule of `rules.md` is coded and tested.

fn main() {
    citations::generate("FT", env!("CARGO_MANIFEST_DIR"));
}
