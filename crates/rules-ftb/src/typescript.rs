//! The client has the types of this crate.

use testkit::ts::File;

use crate::{Event, Menu, Order, View, helm::Helm, order::Guide};

#[test]
fn the_typescript_is_fresh() {
    File::of("ftb")
        .with::<View>()
        .with::<Menu>()
        .with::<Order>()
        .open::<Event>()
        .value("COAST", "Helm", "FTB-12.2: the order of a ship that is told nothing.", &Helm::default())
        .value(
            "FREE_GUIDE",
            "Guide",
            "FTB-11.1: a torpedo that flies on and attacks nothing.",
            &Guide::default(),
        )
        .is_fresh(env!("CARGO_MANIFEST_DIR"));
}
