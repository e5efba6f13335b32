//! The laws of the test kit over every scenario and option.

use rules_full_thrust::Battle;
use testkit::{Plan, Siege};

/// Options that only say what may be built and what it costs: no battle plays otherwise for them.
const OF_THE_YARD: &[&str] = &[
    "beta_arcs",
    "overloaded_torpedo",
    "overload_exceptions",
    "variable_torpedo",
    "flak",
    "srk1",
    "kgun_any",
    "multistage_missiles",
    "adfc_zero_mass",
    "adfc_mass",
    "afc_points",
    "cloaks",
    "cloak_price",
    "nova_cannon",
    "wave_gun",
    "reflex_field",
    "screen_min",
    "hull_min",
    "catapults",
    "hangar_model",
    "rack_points",
    "sensor_price",
    "flawed_designs",
    "mass_limit",
    "gunboats",
    "unlisted_craft",
    "tech_base",
    "fleet_limits",
    "non_ftl_ships",
];

#[test]
fn keeps_every_law() {
    let plan =
        Plan { playouts: 300, longest: 1_000, sparse: 64, shared: 3, fixed: OF_THE_YARD, ..Plan::DEFAULT };
    let summary = testkit::conforms::<Battle>(plan);
    assert!(0 < summary.playouts, "{summary:?}");
}

/// Nothing that happens to an order before it is judged panics, whatever the order.
#[test]
fn withstands_hostile_orders() {
    let withstood = testkit::withstands::<Battle>(&Siege { fixed: OF_THE_YARD, ..Siege::DEFAULT });
    println!("{withstood:?}");
    assert!(1_000 < withstood.refused && 0 < withstood.legal, "{withstood:?}");
}
