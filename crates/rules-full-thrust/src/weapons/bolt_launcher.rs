//! Plasma bolt launchers (FT-6.8), which also fire shaped bolts at ships (FT-6.8.5).

use serde_json::{Value, json};

use crate::{
    orders::Mode,
    weapons::mount::ladder,
    weapons::throw::{Facts, Harm, Throw},
    weapons::torpedo::lessened,
    weapons::{Fitting, Lay, Profile, Reach, Read, Readiness, Shell, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const BOLT: &str = r#"<path d="M12 3.5c4 5 6.5 7.5 6.5 11a6.5 6.5 0 0 1-13 0c0-3.5 2.5-6 6.5-11z"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoltLauncher {
    pub class: u8,
    pub arcs: Arcs,
}

impl Weapon for BoltLauncher {
    fn name(&self) -> &'static str {
        "pbl"
    }

    fn spoken(&self) -> &'static str {
        "plasma bolt launcher"
    }

    fn class(&self) -> Option<u8> {
        Some(self.class)
    }

    fn rule(&self) -> &'static str {
        "FT-6.8.4"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        let class = u32::from(self.class);
        (1..=6).contains(&self.class).then(|| ladder(self.arcs, 3 * class, class, 3))?
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(3)
    }

    fn tech(&self) -> Tech {
        Tech::PlasmaBolts
    }

    fn symbol(&self) -> Symbol {
        Symbol::classed(BOLT, self.class, "plasma bolt")
    }

    fn is_shared(&self) -> bool {
        (1..=6).contains(&self.class)
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        put("class", json!(self.class));
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        // FT-6.8.5.
        if lay.mode != Some(Mode::Shaped) {
            return None;
        }
        Some(Profile::Projectile { needs: lay.to_hit(Reach::Standard)?, hit: Shell::Shaped(self.class) })
    }

    fn is_gun(&self) -> bool {
        false
    }

    /// FT-6.8.5, FT-6.8.1: every other turn, like any bolt.
    fn modes(&self, ready: &Readiness) -> &'static [Mode] {
        if ready.shaped && ready.works && !ready.spent { &[Mode::Shaped] } else { &[] }
    }
}

impl Read for BoltLauncher {
    fn read(name: &str, f: &mut Fields) -> Option<BoltLauncher> {
        (name == "pbl")
            .then(|| BoltLauncher { class: f.small("class").unwrap_or(0), arcs: f.arcs(Arcs::NONE) })
    }
}

/// FT-6.8.5: 1d3 for each class, one hit; advanced screens off each die.
pub(crate) fn shaped(class: u8) -> Throw {
    let reads = |facts: &Facts<'_>, die: u8| lessened(facts, die.div_ceil(2));
    Throw { dice: class, reads, ..Throw::shell(|_, sum, led| led.does(Harm::Sap(sum))) }
}
