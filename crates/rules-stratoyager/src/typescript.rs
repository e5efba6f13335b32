//! The client has the types of this crate.

use serde_json::{Map, Value, json};
use testkit::ts::File;

use crate::{
    Event, Menu, Order, View,
    card::{Loadout, MOST_DICE},
    combat, damage, deploy, initiative,
    manoeuvre::{self, Kind, Plan},
    phases, roster, stress, victory,
};

#[test]
fn the_typescript_is_fresh() {
    let used = |kind: Kind| {
        let name = plain::to_value(&kind).as_str().expect("a word").to_owned();
        (name, json!({ "card": kind.card(), "plus": kind.is_plus() }))
    };
    let uses: Map<String, Value> = Kind::ALL.into_iter().map(used).collect();
    let sizes: Vec<&str> = (0..=MOST_DICE).map(Loadout::size).collect();
    let Plan { first, second, .. } = Plan::DRIFT;
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
        .value(
            "USES",
            "Record<Kind, { card: 'A' | 'B' | 'C'; plus: boolean }>",
            "STR-CMP.2: the card of each manoeuvre, and which of its two uses is the plus.",
            &uses,
        )
        .value("DRIFT", "Plan", "STR-2.2: inertia flight.", &json!({ "first": first, "second": second }))
        .value(
            "MISSILE_SIZES",
            "('light' | 'medium' | 'heavy')[]",
            "STR-CMP.4: what missiles are called, by their damage dice.",
            &sizes,
        )
        .is_fresh(env!("CARGO_MANIFEST_DIR"));
}
