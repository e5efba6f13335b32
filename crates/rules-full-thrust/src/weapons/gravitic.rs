//! Gravitic guns (FT-5.20).

use serde_json::{Value, json};

use crate::{
    weapons::mount::like_beams,
    weapons::{Fitting, Hit, Lay, Profile, Read, Response, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const CROSSED: &str = r#"<circle cx="12" cy="12" r="6"/><path d="M12 3.8V6M12 18v2.2M3.8 12H6M18 12h2.2"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gravitic {
    pub class: u8,
    pub arcs: Arcs,
}

impl Weapon for Gravitic {
    fn name(&self) -> &'static str {
        "gravitic"
    }

    fn spoken(&self) -> &'static str {
        "gravitic gun"
    }

    fn class(&self) -> Option<u8> {
        Some(self.class)
    }

    fn rule(&self) -> &'static str {
        "FT-5.20.1"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        like_beams(self.class, self.arcs)
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(3)
    }

    fn tech(&self) -> Tech {
        Tech::Gravitic
    }

    fn symbol(&self) -> Symbol {
        Symbol::classed(CROSSED, self.class, "gravitic")
    }

    fn is_shared(&self) -> bool {
        (1..=3).contains(&self.class)
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        put("class", json!(self.class));
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        // FT-5.20.1: the faster the target, the harder.
        let points = (lay.velocity / 6).min(4) as u8;
        Some(Profile::Beams {
            dice: lay.falling(12, self.class)?,
            again: false,
            screens: Response::Any,
            hit: Hit::Points(points),
        })
    }
}

impl Read for Gravitic {
    fn read(name: &str, f: &mut Fields) -> Option<Gravitic> {
        (name == "gravitic")
            .then(|| Gravitic { class: f.small("class").unwrap_or(0), arcs: f.arcs(Arcs::NONE) })
    }
}
