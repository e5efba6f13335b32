//! Transporter beams (FT-5.9); what they send is in `boarding/beaming.rs`.

use serde_json::{Value, json};

use crate::{
    weapons::mount::like_beams,
    weapons::{Fitting, Hit, Lay, Profile, Read, Response, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const SQUARE: &str = r#"<path d="M6 6h12v12H6z"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transporter {
    pub class: u8,
    pub arcs: Arcs,
}

impl Weapon for Transporter {
    fn name(&self) -> &'static str {
        "transporter"
    }

    fn spoken(&self) -> &'static str {
        "transporter"
    }

    fn class(&self) -> Option<u8> {
        Some(self.class)
    }

    fn rule(&self) -> &'static str {
        "FT-5.9.1"
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
        Tech::Transporters
    }

    fn symbol(&self) -> Symbol {
        Symbol::classed(SQUARE, self.class, "transporter")
    }

    fn is_shared(&self) -> bool {
        (1..=4).contains(&self.class)
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        put("class", json!(self.class));
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        Some(Profile::Beams {
            dice: lay.falling(12, self.class)?,
            again: false,
            screens: Response::Any,
            hit: Hit::Party,
        })
    }
}

impl Read for Transporter {
    fn read(name: &str, f: &mut Fields) -> Option<Transporter> {
        (name == "transporter")
            .then(|| Transporter { class: f.small("class").unwrap_or(0), arcs: f.arcs(Arcs::NONE) })
    }
}
