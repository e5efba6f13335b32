//! Twin particle arrays (FT-5.10).

use crate::{
    ordnance::defence::Shield,
    weapons::mount::{is_broadside, like_rapid_guns},
    weapons::{Fitting, Hit, Lay, Profile, Read, Response, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const TWIN: &str = r#"<circle cx="12" cy="12" r="6.5"/><path d="M10 7v10M14 7v10" stroke-width="1.6"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Particle {
    pub arcs: Arcs,
}

impl Weapon for Particle {
    fn name(&self) -> &'static str {
        "particle"
    }

    fn spoken(&self) -> &'static str {
        "twin particle array"
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

    fn mass(&self, fitting: &Fitting<'_>) -> Option<Halves> {
        // FT-5.10.3: two for five.
        if is_broadside(self.arcs, fitting) {
            return Some(Halves(5));
        }
        like_rapid_guns(self.arcs)
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(4)
    }

    fn tech(&self) -> Tech {
        Tech::Particle
    }

    fn symbol(&self) -> Symbol {
        Symbol::plain(TWIN, "particle")
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        lay.within(24).then_some(Profile::Beams {
            dice: 2,
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

impl Read for Particle {
    fn read(name: &str, f: &mut Fields) -> Option<Particle> {
        (name == "particle").then(|| Particle { arcs: f.arcs(Arcs::NONE) })
    }
}
