//! EMP projectors (FT-5.4).

use serde_json::{Value, json};

use crate::{
    ordnance::defence::Shield,
    weapons::mount::like_beams,
    weapons::{Fitting, Hit, Lay, Profile, Read, Response, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const BROKEN: &str = r#"<circle cx="12" cy="12" r="6.5" stroke-dasharray="2.4 1.4"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emp {
    pub class: u8,
    pub arcs: Arcs,
}

impl Weapon for Emp {
    fn name(&self) -> &'static str {
        "emp"
    }

    fn spoken(&self) -> &'static str {
        "EMP projector"
    }

    fn class(&self) -> Option<u8> {
        Some(self.class)
    }

    fn rule(&self) -> &'static str {
        "FT-5.4.1"
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
        Tech::Emp
    }

    fn symbol(&self) -> Symbol {
        Symbol::classed(BROKEN, self.class, "EMP")
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
            again: true,
            screens: Response::Advanced,
            hit: Hit::Emp,
        })
    }

    /// FT-5.4.5.
    fn shield(&self) -> Option<Shield> {
        (self.class == 1).then_some(Shield::Emp)
    }
}

impl Read for Emp {
    fn read(name: &str, f: &mut Fields) -> Option<Emp> {
        (name == "emp").then(|| Emp { class: f.small("class").unwrap_or(0), arcs: f.arcs(Arcs::NONE) })
    }
}
