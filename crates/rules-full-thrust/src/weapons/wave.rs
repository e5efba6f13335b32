//! Wave guns (FT-7.24); what they sweep is in `fire/sweeps.rs`.

use crate::{
    orders::Mode,
    weapons::{Fitting, Lay, Profile, Read, Readiness, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const WAVE: &str = r#"<path d="M8 22V9H4l8-7 8 7h-4v13M5 13q3.5-3 7 0t7 0M5 17q3.5-3 7 0t7 0"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wave;

impl Weapon for Wave {
    fn name(&self) -> &'static str {
        "spinalWave"
    }

    fn spoken(&self) -> &'static str {
        "wave gun"
    }

    fn rule(&self) -> &'static str {
        "FT-4.2.4"
    }

    fn arcs(&self) -> Option<Arcs> {
        None
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        Some(Halves::whole(12))
    }

    fn points(&self, _: Halves, _: &Fitting<'_>) -> u32 {
        36
    }

    fn tech(&self) -> Tech {
        Tech::WaveGun
    }

    fn symbol(&self) -> Symbol {
        Symbol::plain(WAVE, "wave gun")
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

    /// FT-7.24.1: at 6 points it is charged.
    fn modes(&self, ready: &Readiness) -> &'static [Mode] {
        match ready.works && ready.active {
            true if ready.charge < 6 => &[Mode::Charge],
            true => &[Mode::Discharge],
            false => &[],
        }
    }
}

impl Read for Wave {
    fn read(name: &str, _: &mut Fields) -> Option<Wave> {
        (name == "spinalWave").then(|| Wave)
    }
}
