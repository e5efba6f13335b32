//! Phasers (FT-5.8).

use serde_json::{Value, json};

use crate::{
    ordnance::defence::Shield,
    weapons::mount::like_plasma,
    weapons::{Fitting, Hit, Lay, Profile, Read, Response, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const HEXAGON: &str = r#"<path d="M12 4.8l6.3 3.6v7.2L12 19.2l-6.3-3.6V8.4z"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phaser {
    pub class: u8,
    pub arcs: Arcs,
}

impl Weapon for Phaser {
    fn name(&self) -> &'static str {
        "phaser"
    }

    fn spoken(&self) -> &'static str {
        "phaser"
    }

    fn class(&self) -> Option<u8> {
        Some(self.class)
    }

    fn rule(&self) -> &'static str {
        "FT-5.8.1"
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

    fn points(&self, mass: Halves, fitting: &Fitting<'_>) -> u32 {
        // FT-5.8.4: more beside an advanced fire control.
        if fitting.advanced_control { mass.at(6) } else { mass.at(3) + 2 }
    }

    fn tech(&self) -> Tech {
        Tech::Phasers
    }

    fn symbol(&self) -> Symbol {
        Symbol::classed(HEXAGON, self.class, "phaser")
    }

    fn is_shared(&self) -> bool {
        (1..=4).contains(&self.class)
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        put("class", json!(self.class));
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        // FT-5.8.1.
        Some(Profile::Beams {
            dice: lay.falling(12, self.class)?,
            again: true,
            screens: Response::Any,
            hit: Hit::D3,
        })
    }

    /// FT-5.8.2.
    fn as_needle(&self, lay: &Lay) -> Option<Profile> {
        Some(Profile::Needle { dice: lay.falling(12, self.class)?, kills: false })
    }

    /// FT-5.8.3.
    fn shield(&self) -> Option<Shield> {
        Some(Shield::Phaser)
    }

    fn is_ray(&self) -> bool {
        true
    }
}

impl Read for Phaser {
    fn read(name: &str, f: &mut Fields) -> Option<Phaser> {
        (name == "phaser").then(|| Phaser { class: f.small("class").unwrap_or(0), arcs: f.arcs(Arcs::NONE) })
    }
}
