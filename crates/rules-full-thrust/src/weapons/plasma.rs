//! Plasma cannon (FT-5.5).

use serde_json::{Value, json};

use crate::{
    weapons::mount::like_plasma,
    weapons::throw::{Facts, Led, Throw},
    weapons::{Fitting, Lay, Profile, Read, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::{DOUBLE, Symbol},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plasma {
    pub class: u8,
    pub arcs: Arcs,
}

impl Weapon for Plasma {
    fn name(&self) -> &'static str {
        "plasmaCannon"
    }

    fn spoken(&self) -> &'static str {
        "plasma cannon"
    }

    fn class(&self) -> Option<u8> {
        Some(self.class)
    }

    fn rule(&self) -> &'static str {
        "FT-5.5.1"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        like_plasma(self.class, self.arcs)
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(3)
    }

    fn tech(&self) -> Tech {
        Tech::Plasma
    }

    fn symbol(&self) -> Symbol {
        Symbol::classed(DOUBLE, self.class, "plasma")
    }

    fn is_shared(&self) -> bool {
        (1..=4).contains(&self.class)
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        put("class", json!(self.class));
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        Some(Profile::Plasma { dice: lay.falling(12, self.class)? })
    }
}

impl Read for Plasma {
    fn read(name: &str, f: &mut Fields) -> Option<Plasma> {
        (name == "plasmaCannon")
            .then(|| Plasma { class: f.small("class").unwrap_or(0), arcs: f.arcs(Arcs::NONE) })
    }
}

/// FT-5.5.1: a die less 2; three layers take 2 and stop the re-roll; a holofield takes 1 more.
pub(crate) fn die() -> Throw {
    Throw::first(|facts, die, led| {
        let screens = facts.attack.screens.all;
        let points =
            facts.modified(die).saturating_sub(2 + screens.min(2) + u8::from(facts.attack.holofield));
        led.points(points, 0);
        if die == 6 && 0 < points && screens < 3 {
            led.then(Throw::again(repeats, facts.throw.hit));
        }
    })
}

fn repeats(facts: &Facts<'_>, die: u8, led: &mut Led) {
    let points = facts.rerolled(die).saturating_sub(2 + u8::from(facts.attack.holofield));
    led.points(points, facts.reroll_depth());
    if die == 6 {
        led.then(facts.throw.further());
    }
}
