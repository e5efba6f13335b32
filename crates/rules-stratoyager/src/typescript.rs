//! The client has the types of this crate.

use testkit::ts::File;

use crate::{
    Event, Menu, Order, View, combat, damage, deploy, initiative, manoeuvre, phases, roster, stress, victory,
};

#[test]
fn the_typescript_is_fresh() {
    File::of("stratoyager")
        .with::<View>()
        .with::<Menu>()
        .with::<Order>()
        .open::<Event>()
        .open::<roster::Event>()
        .open::<deploy::Event>()
        .open::<initiative::Event>()
        .open::<phases::Event>()
        .open::<manoeuvre::Event>()
        .open::<stress::Event>()
        .open::<combat::Event>()
        .open::<damage::Event>()
        .open::<victory::Event>()
        .is_fresh(env!("CARGO_MANIFEST_DIR"));
}
