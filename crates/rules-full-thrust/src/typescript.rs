//! The client has the types of this crate.

use testkit::ts::{Config, File, TS};

use crate::{
    Event, Menu, Order, View,
    boarding::{self, beaming},
    craft::{self, attacks, dogfights, evasion, gunboats, hangars, runs, scramble},
    damage::{self, blasts, checks, repairs},
    fire::{self, sweeps},
    jumps::{self, ftl, gates, riders},
    movement::{self, bases, disengage, links, ramming},
    options::OneOf,
    orders::{self, specials},
    ordnance::{self, clearing, defence, mines, opening},
    phases,
    sensors::{self, cloaks},
    setup::{deploy, victory},
    terrain::{self, planets, rounds, stations},
};

/// An option of two numbers.
impl<const DEFAULT: u8, const OTHER: u8> TS for OneOf<DEFAULT, OTHER> {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        format!("{DEFAULT} | {OTHER}")
    }
}

#[test]
fn the_typescript_is_fresh() {
    File::of("full-thrust")
        .with::<View>()
        .with::<Menu>()
        .with::<Order>()
        .open::<Event>()
        .open::<deploy::Event>()
        .open::<phases::Event>()
        .open::<orders::Event>()
        .open::<movement::Event>()
        .open::<links::Event>()
        .open::<ramming::Event>()
        .open::<disengage::Event>()
        .open::<terrain::Event>()
        .open::<planets::Event>()
        .open::<stations::Event>()
        .open::<rounds::Event>()
        .open::<riders::Event>()
        .open::<gates::Event>()
        .open::<specials::Event>()
        .open::<cloaks::Event>()
        .open::<sensors::Event>()
        .open::<ftl::Event>()
        .open::<jumps::craft::Event>()
        .open::<sweeps::Event>()
        .open::<bases::Event>()
        .open::<hangars::Event>()
        .open::<craft::moves::Event>()
        .open::<mines::Event>()
        .open::<opening::Event>()
        .open::<scramble::Event>()
        .open::<ordnance::Event>()
        .open::<clearing::Event>()
        .open::<defence::Event>()
        .open::<attacks::Event>()
        .open::<craft::launch::Event>()
        .open::<dogfights::Event>()
        .open::<craft::defence::Event>()
        .open::<runs::Event>()
        .open::<evasion::Event>()
        .open::<gunboats::Event>()
        .open::<fire::Event>()
        .open::<beaming::Event>()
        .open::<boarding::Event>()
        .open::<damage::Event>()
        .open::<checks::Event>()
        .open::<blasts::Event>()
        .open::<repairs::Event>()
        .open::<victory::Event>()
        .is_fresh(env!("CARGO_MANIFEST_DIR"));
}
