//! The client has the types of this crate.

use testkit::ts::File;

use crate::{Event, Menu, Order, View};

#[test]
fn the_typescript_is_fresh() {
    File::of("ftb")
        .with::<View>()
        .with::<Menu>()
        .with::<Order>()
        .open::<Event>()
        .is_fresh(env!("CARGO_MANIFEST_DIR"));
}
