//! Meson projectors (FT-5.10).

use crate::{
    ordnance::defence::Shield,
    weapons::mount::like_rapid_guns,
    weapons::{Fitting, Hit, Lay, Profile, Read, Response, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const MESON: &str = r#"<circle cx="12" cy="12" r="6.5"/><path d="M7 12q1.7-4 3.3 0t3.4 0 3.3 0"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meson {
    pub arcs: Arcs,
}

impl Weapon for Meson {
    fn name(&self) -> &'static str {
        "meson"
    }

    fn spoken(&self) -> &'static str {
        "meson projector"
    }

    fn rule(&self) -> &'static str {
        "FT-5.10.1"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        like_rapid_guns(self.arcs)
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(4)
    }

    fn tech(&self) -> Tech {
        Tech::Meson
    }

    fn symbol(&self) -> Symbol {
        Symbol::plain(MESON, "meson")
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        lay.within(48).then_some(Profile::Beams {
            dice: 1,
            again: true,
            screens: Response::Any,
            hit: Hit::Point,
        })
    }

    /// FT-5.10.2: one PDS die in its own arcs.
    fn shield(&self) -> Option<Shield> {
        Some(Shield::Pds(1))
    }
}

impl Read for Meson {
    fn read(name: &str, f: &mut Fields) -> Option<Meson> {
        (name == "meson").then(|| Meson { arcs: f.arcs(Arcs::NONE) })
    }
}
