//! The client has the types of this crate.

use testkit::ts::File;

use crate::{
    Menu, Order, View,
    events::{
        DamageEvent, Event, FireEvent, MovementEvent, PhaseEvent, PowerEvent, RoundEvent, SetupEvent,
        VictoryEvent,
    },
};

#[test]
fn the_typescript_is_fresh() {
    File::of("talon")
        .with::<View>()
        .with::<Menu>()
        .with::<Order>()
        .open::<Event>()
        .open::<SetupEvent>()
        .open::<PhaseEvent>()
        .open::<PowerEvent>()
        .open::<MovementEvent>()
        .open::<FireEvent>()
        .open::<DamageEvent>()
        .open::<RoundEvent>()
        .open::<VictoryEvent>()
        .is_fresh(env!("CARGO_MANIFEST_DIR"));
}
