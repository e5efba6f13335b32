//! Point defence systems (FT-7.12).

use crate::{
    ordnance::defence::Shield,
    weapons::throw::Throw,
    weapons::throw::modified,
    weapons::{Fitting, Lay, Profile, Read, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::{STAR, Symbol},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pds;

impl Weapon for Pds {
    fn name(&self) -> &'static str {
        "pds"
    }

    fn spoken(&self) -> &'static str {
        "PDS"
    }

    fn rule(&self) -> &'static str {
        "FT-4.2.4"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(Arcs::ALL)
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        Some(Halves::whole(1))
    }

    fn points(&self, _: Halves, _: &Fitting<'_>) -> u32 {
        3
    }

    fn tech(&self) -> Tech {
        Tech::Pds
    }

    fn symbol(&self) -> Symbol {
        Symbol::plain(STAR, "PDS")
    }

    fn title(&self) -> String {
        "Point defence".to_owned()
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        lay.within(6).then_some(Profile::PointDefence)
    }

    fn only_defends(&self) -> bool {
        true
    }

    fn writes_arcs(&self) -> bool {
        false
    }

    /// FT-7.12.1.
    fn shield(&self) -> Option<Shield> {
        Some(Shield::Pds(1))
    }
}

impl Read for Pds {
    fn read(name: &str, _: &mut Fields) -> Option<Pds> {
        (name == "pds").then_some(Pds)
    }
}

/// FT-7.12.2: a 6 does 1, and nothing makes that easier.
pub(crate) fn die() -> Throw {
    Throw::first(|facts, die, led| {
        led.points(u8::from(modified(die, facts.attack.bonus.min(0)) == 6), 0);
    })
}
