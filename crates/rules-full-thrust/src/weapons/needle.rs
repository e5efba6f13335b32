//! Needle beams (FT-5.13).

use geometry::Length;
use serde_json::{Value, json};

use crate::{
    weapons::mount::{by_arcs, ladder},
    weapons::throw::modified,
    weapons::throw::{Harm, Throw},
    weapons::{Attack, Fitting, Lay, Profile, Read, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const SPIKE: &str = r#"<path d="M12 2.8L18 18H6z"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needle {
    pub class: u8,
    pub arcs: Arcs,
}

impl Weapon for Needle {
    fn name(&self) -> &'static str {
        "needle"
    }

    fn spoken(&self) -> &'static str {
        "needle beam"
    }

    fn class(&self) -> Option<u8> {
        Some(self.class)
    }

    fn rule(&self) -> &'static str {
        "FT-5.13.1"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        match self.class {
            1 => by_arcs(self.arcs, &[(2, 2), (3, 3)]),
            2 => ladder(self.arcs, 4, 2, 3),
            3 => ladder(self.arcs, 8, 4, 3),
            4 => ladder(self.arcs, 16, 8, 3),
            _ => None,
        }
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(3)
    }

    fn tech(&self) -> Tech {
        Tech::Needle
    }

    fn symbol(&self) -> Symbol {
        Symbol::classed(SPIKE, self.class, "needle")
    }

    fn is_shared(&self) -> bool {
        (1..=4).contains(&self.class)
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        put("class", json!(self.class));
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        Some(Profile::Needle { dice: lay.falling(12, self.class)?, kills: lay.way.within(Length::units(12)) })
    }

    fn as_needle(&self, lay: &Lay) -> Option<Profile> {
        Some(Profile::Needle { dice: lay.falling(12, self.class)?, kills: false })
    }
}

impl Read for Needle {
    fn read(name: &str, f: &mut Fields) -> Option<Needle> {
        (name == "needle").then(|| Needle { class: f.small("class").unwrap_or(0), arcs: f.arcs(Arcs::NONE) })
    }
}

/// FT-5.13.1: a point from 4, and on a 6 the system that was named; FT-5.13.6: through a holofield 1 less for
/// damage, and no kill.
pub(crate) fn die() -> Throw {
    Throw::first(|facts, die, led| {
        let Attack { profile, holofield, bonus, .. } = *facts.attack;
        led.points(u8::from(4 <= modified(die, bonus - i8::from(holofield))), 0);
        if die == 6 && !holofield && matches!(profile, Profile::Needle { kills: true, .. }) {
            led.does(Harm::Kill);
        }
    })
}
