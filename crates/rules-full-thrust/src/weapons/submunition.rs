//! Submunition packs (FT-5.15).

use crate::{
    weapons::mount::by_arcs,
    weapons::{Fitting, Hit, Lay, Look, Profile, Read, Response, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const PACK: &str = r#"<path d="M12 4.5l3 6H9zM8 12l3 6H5zM16 12l3 6h-6z"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Submunition {
    pub arcs: Arcs,
}

impl Weapon for Submunition {
    fn name(&self) -> &'static str {
        "submunition"
    }

    fn spoken(&self) -> &'static str {
        "submunition pack"
    }

    fn rule(&self) -> &'static str {
        "FT-5.15.1"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        by_arcs(self.arcs, &[(3, 1)])
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(3)
    }

    fn tech(&self) -> Tech {
        Tech::Submunition
    }

    fn symbol(&self) -> Symbol {
        Symbol::plain(PACK, "submunition")
    }

    fn look(&self) -> Look {
        Look::Burst
    }

    fn is_shared(&self) -> bool {
        self.arcs.len() == 3
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        Some(Profile::Beams {
            dice: lay.falling(6, 3)?,
            again: true,
            screens: Response::Advanced,
            hit: Hit::Point,
        })
    }

    fn is_one_shot(&self) -> bool {
        true
    }
}

impl Read for Submunition {
    fn read(name: &str, f: &mut Fields) -> Option<Submunition> {
        (name == "submunition").then(|| Submunition { arcs: f.arcs(Arcs::NONE) })
    }
}
