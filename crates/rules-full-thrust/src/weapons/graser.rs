//! Grasers (FT-5.6), heavy ones and those of high intensity (FT-5.7).

use serde_json::{Value, json};

use crate::{
    weapons::mount::{by_arcs, ladder, like_plasma},
    weapons::{Fitting, Hit, Lay, Profile, Read, Response, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const DIAMOND: &str = r#"<path d="M12 4l8 8-8 8-8-8z"/>"#;
const HEAVY_DIAMOND: &str = r#"<path d="M12 4l8 8-8 8-8-8z" stroke-width="2.2"/>"#;
const BRIGHT_DIAMOND: &str =
    r#"<path d="M12 4l8 8-8 8-8-8z" stroke-width="2.2"/><path d="M4 4l3 3M20 4l-3 3M4 20l3-3M20 20l-3-3"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Graser {
    pub heavy: bool,
    pub high_intensity: bool,
    pub class: u8,
    pub arcs: Arcs,
}

impl Weapon for Graser {
    fn name(&self) -> &'static str {
        "graser"
    }

    fn spoken(&self) -> &'static str {
        "graser"
    }

    fn class(&self) -> Option<u8> {
        Some(self.class)
    }

    fn rule(&self) -> &'static str {
        match (self.heavy, self.high_intensity) {
            (false, false) => "FT-5.6.1",
            (true, _) => "FT-5.7.1",
            (false, true) => "FT-5.7.2",
        }
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        match (self.heavy, self.high_intensity, self.class) {
            // FT-5.7.2: only heavy ones.
            (false, true, _) => None,
            (false, false, class) => like_plasma(class, self.arcs),
            (true, _, 1) => by_arcs(self.arcs, &[(1, 2), (3, 3), (6, 4)]),
            (true, _, 2) => ladder(self.arcs, 9, 3, 6),
            (true, _, 3) => ladder(self.arcs, 24, 6, 6),
            (true, _, _) => None,
        }
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(if self.high_intensity { 4 } else { 3 })
    }

    fn tech(&self) -> Tech {
        if self.heavy { Tech::HeavyGrasers } else { Tech::Grasers }
    }

    fn symbol(&self) -> Symbol {
        match (self.high_intensity, self.heavy) {
            (true, _) => Symbol::classed(BRIGHT_DIAMOND, self.class, "hi-int. graser"),
            (false, true) => Symbol::classed(HEAVY_DIAMOND, self.class, "heavy graser"),
            (false, false) => Symbol::classed(DIAMOND, self.class, "graser"),
        }
    }

    fn title(&self) -> String {
        match (self.high_intensity, self.heavy) {
            (true, _) => "High-intensity graser".to_owned(),
            (false, true) => "Heavy graser".to_owned(),
            (false, false) => "Graser".to_owned(),
        }
    }

    fn is_shared(&self) -> bool {
        (1..=4).contains(&self.class)
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        put("class", json!(self.class));
        put("heavy", json!(self.heavy));
        put("highIntensity", json!(self.high_intensity));
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        Some(if self.heavy {
            // FT-5.7.1, FT-5.7.2.
            Profile::Beams {
                dice: lay.falling(18, self.class)?,
                again: self.high_intensity,
                screens: Response::Any,
                hit: Hit::D6,
            }
        } else {
            Profile::Beams {
                dice: lay.falling(12, self.class)?,
                again: true,
                screens: Response::Any,
                hit: Hit::D3,
            }
        })
    }

    fn is_ray(&self) -> bool {
        true
    }
}

impl Read for Graser {
    fn read(name: &str, f: &mut Fields) -> Option<Graser> {
        (name == "graser").then(|| Graser {
            heavy: f.flag("heavy").unwrap_or(false),
            high_intensity: f.flag("highIntensity").unwrap_or(false),
            class: f.small("class").unwrap_or(0),
            arcs: f.arcs(Arcs::NONE),
        })
    }
}
