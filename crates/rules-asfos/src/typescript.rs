//! The client has the types of this crate.

use testkit::ts::File;

use crate::{Event, Menu, Order, View, deploy, fire, movement, phases, repairs, victory};

#[test]
fn the_typescript_is_fresh() {
    File::of("asfos")
        .with::<View>()
        .with::<Menu>()
        .with::<Order>()
        .open::<Event>()
        .open::<deploy::Event>()
        .open::<phases::Event>()
        .open::<movement::Event>()
        .open::<fire::Event>()
        .open::<repairs::Event>()
        .open::<victory::Event>()
        .is_fresh(env!("CARGO_MANIFEST_DIR"));
}
