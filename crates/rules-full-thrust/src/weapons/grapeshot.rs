//! Grapeshot (FT-7.15).

use crate::{
    ordnance::defence::Shield,
    weapons::{Fitting, Lay, Profile, Read, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const GRAPE: &str = concat!(
    r#"<g fill="currentColor" stroke="none"><circle cx="12" cy="6" r="1.8"/>"#,
    r#"<circle cx="8.5" cy="10" r="1.8"/><circle cx="15.5" cy="10" r="1.8"/>"#,
    r#"<circle cx="12" cy="13" r="1.8"/><circle cx="8.5" cy="17" r="1.8"/>"#,
    r#"<circle cx="15.5" cy="17" r="1.8"/></g>"#
);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grapeshot;

impl Weapon for Grapeshot {
    fn name(&self) -> &'static str {
        "grapeshot"
    }

    fn spoken(&self) -> &'static str {
        "grapeshot"
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
        4
    }

    fn tech(&self) -> Tech {
        Tech::Grapeshot
    }

    fn symbol(&self) -> Symbol {
        Symbol::plain(GRAPE, "grapeshot")
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn profile(&self, _: &Lay) -> Option<Profile> {
        None
    }

    fn is_gun(&self) -> bool {
        false
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

    /// FT-7.15.1.
    fn shield(&self) -> Option<Shield> {
        Some(Shield::Pds(4))
    }
}

impl Read for Grapeshot {
    fn read(name: &str, _: &mut Fields) -> Option<Grapeshot> {
        (name == "grapeshot").then(|| Grapeshot)
    }
}
