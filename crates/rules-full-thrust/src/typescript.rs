//! The client has the types of this crate.

use testkit::ts::File;

use crate::{view::Chart, yard::display::Displays};

#[test]
fn the_typescript_is_fresh() {
    File::of("full-thrust").with::<Displays>().with::<Chart>().is_fresh(env!("CARGO_MANIFEST_DIR"));
}
