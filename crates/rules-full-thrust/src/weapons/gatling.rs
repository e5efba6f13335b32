//! Gatling batteries (FT-5.10).

use crate::{
    ordnance::defence::Shield,
    weapons::mount::{is_broadside, like_rapid_guns},
    weapons::{Fitting, Hit, Lay, Look, Profile, Read, Response, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const GATLING: &str = concat!(
    r#"<circle cx="12" cy="12" r="6.5"/><circle cx="12" cy="8.8" r="1.6" fill="currentColor"/>"#,
    r#"<circle cx="9.2" cy="13.6" r="1.6" fill="currentColor"/>"#,
    r#"<circle cx="14.8" cy="13.6" r="1.6" fill="currentColor"/>"#
);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gatling {
    pub arcs: Arcs,
}

impl Weapon for Gatling {
    fn name(&self) -> &'static str {
        "gatling"
    }

    fn spoken(&self) -> &'static str {
        "Gatling battery"
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
        Tech::Gatling
    }

    fn symbol(&self) -> Symbol {
        Symbol::plain(GATLING, "Gatling")
    }

    fn look(&self) -> Look {
        Look::Burst
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        lay.within(12).then_some(Profile::Beams {
            dice: 6,
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

impl Read for Gatling {
    fn read(name: &str, f: &mut Fields) -> Option<Gatling> {
        (name == "gatling").then(|| Gatling { arcs: f.arcs(Arcs::NONE) })
    }
}
