//! Nova cannons (FT-7.23); their way over the table is in `fire/sweeps.rs`.

use crate::{
    orders::Mode,
    weapons::{Fitting, Lay, Profile, Read, Readiness, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const NOVA: &str =
    r#"<path d="M8 22V9H4l8-7 8 7h-4v13z"/><circle cx="12" cy="14" r="2.5" fill="currentColor"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nova;

impl Weapon for Nova {
    fn name(&self) -> &'static str {
        "spinalNova"
    }

    fn spoken(&self) -> &'static str {
        "nova cannon"
    }

    fn rule(&self) -> &'static str {
        "FT-4.2.4"
    }

    fn arcs(&self) -> Option<Arcs> {
        None
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        // FT-7.23.3.
        Some(Halves::whole(20))
    }

    fn points(&self, _: Halves, _: &Fitting<'_>) -> u32 {
        60
    }

    fn tech(&self) -> Tech {
        Tech::NovaCannon
    }

    fn symbol(&self) -> Symbol {
        Symbol::plain(NOVA, "nova cannon")
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

    fn is_spinal(&self) -> bool {
        true
    }

    fn modes(&self, ready: &Readiness) -> &'static [Mode] {
        if ready.works && ready.active { &[Mode::Arm] } else { &[] }
    }
}

impl Read for Nova {
    fn read(name: &str, _: &mut Fields) -> Option<Nova> {
        (name == "spinalNova").then(|| Nova)
    }
}
