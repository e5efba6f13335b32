//! Area defence systems (FT-7.13).

use crate::{
    ordnance::defence::Shield,
    weapons::mount::by_arcs,
    weapons::{Fitting, Lay, Profile, Read, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

/// The star of point defence, in a circle.
const AREA: &str = concat!(
    r#"<circle cx="12" cy="12" r="8"/><circle cx="12" cy="12" r="2.2" fill="currentColor"/>"#,
    r#"<path d="M12 5.5V9M12 15v3.5M5.5 12H9M15 12h3.5M7.4 7.4l2.5 2.5M14.1 14.1l2.5 2.5"#,
    r#"M16.6 7.4l-2.5 2.5M9.9 14.1l-2.5 2.5"/>"#
);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ads {
    pub arcs: Arcs,
}

impl Weapon for Ads {
    fn name(&self) -> &'static str {
        "ads"
    }

    fn spoken(&self) -> &'static str {
        "ADS"
    }

    fn rule(&self) -> &'static str {
        "FT-7.13.1"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        by_arcs(self.arcs, &[(3, 2), (6, 3)])
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(3)
    }

    fn tech(&self) -> Tech {
        Tech::Ads
    }

    fn symbol(&self) -> Symbol {
        Symbol::plain(AREA, "ADS")
    }

    fn title(&self) -> String {
        "Area defence".to_owned()
    }

    fn is_shared(&self) -> bool {
        matches!(self.arcs.len(), 3 | 6)
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        // FT-7.13.1: as PDS, to 12 MU.
        lay.within(12).then_some(Profile::PointDefence)
    }

    fn only_defends(&self) -> bool {
        true
    }

    /// FT-7.13.1.
    fn shield(&self) -> Option<Shield> {
        Some(Shield::Ads)
    }
}

impl Read for Ads {
    fn read(name: &str, f: &mut Fields) -> Option<Ads> {
        (name == "ads").then(|| Ads { arcs: f.arcs(Arcs::NONE) })
    }
}
