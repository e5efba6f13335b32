//! Scatterguns (FT-7.14); their die is a beam die that no screen stops.

use crate::{
    ordnance::defence::Shield,
    weapons::{Fitting, Lay, Profile, Read, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const SCATTER: &str = concat!(
    r#"<circle cx="12" cy="12" r="7.5"/><g fill="currentColor" stroke="none">"#,
    r#"<circle cx="12" cy="8" r="1.3"/><circle cx="8.5" cy="11" r="1.3"/>"#,
    r#"<circle cx="15.5" cy="11" r="1.3"/><circle cx="10" cy="15" r="1.3"/>"#,
    r#"<circle cx="14" cy="15" r="1.3"/></g>"#
);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScatterGun;

impl Weapon for ScatterGun {
    fn name(&self) -> &'static str {
        "scatterGun"
    }

    fn spoken(&self) -> &'static str {
        "scattergun"
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
        5
    }

    fn tech(&self) -> Tech {
        Tech::ScatterGun
    }

    fn symbol(&self) -> Symbol {
        Symbol::plain(SCATTER, "scattergun")
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        lay.within(6).then_some(Profile::Scatter)
    }

    fn only_defends(&self) -> bool {
        true
    }

    fn writes_arcs(&self) -> bool {
        false
    }

    fn is_one_shot(&self) -> bool {
        true
    }

    /// FT-7.14.1.
    fn shield(&self) -> Option<Shield> {
        Some(Shield::Scatter)
    }
}

impl Read for ScatterGun {
    fn read(name: &str, _: &mut Fields) -> Option<ScatterGun> {
        (name == "scatterGun").then(|| ScatterGun)
    }
}
