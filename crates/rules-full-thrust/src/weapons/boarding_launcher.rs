//! Boarding torpedoes (FT-5.18).

use serde_json::{Value, json};

use crate::{
    weapons::mount::by_arcs,
    weapons::throw::{Harm, Led},
    weapons::{Fitting, Lay, Look, Profile, Reach, Read, Shell, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const HOOK: &str = r#"<path d="M5 5h14v14H5zM12 15.5V7M9 10l3-3 3 3"/>"#;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardingLauncher {
    pub arcs: Arcs,
    pub magazine: String,
}

impl Weapon for BoardingLauncher {
    fn name(&self) -> &'static str {
        "boardingTorpedoLauncher"
    }

    fn spoken(&self) -> &'static str {
        "boarding torpedo launcher"
    }

    fn rule(&self) -> &'static str {
        "FT-5.18.1"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        by_arcs(self.arcs, &[(3, 2)])
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(3)
    }

    fn tech(&self) -> Tech {
        Tech::BoardingTorpedo
    }

    fn symbol(&self) -> Symbol {
        Symbol::plain(HOOK, "boarding")
    }

    fn look(&self) -> Look {
        Look::Shell
    }

    fn is_shared(&self) -> bool {
        self.arcs.len() == 3
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        if !self.magazine.is_empty() {
            put("magazine", json!(self.magazine));
        }
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        Some(Profile::Projectile { needs: lay.to_hit(Reach::Standard)?, hit: Shell::Boarding })
    }
}

impl Read for BoardingLauncher {
    fn read(name: &str, f: &mut Fields) -> Option<BoardingLauncher> {
        (name == "boardingTorpedoLauncher").then(|| BoardingLauncher {
            arcs: f.arcs(Arcs::NONE),
            magazine: f.text("magazine").unwrap_or_default(),
        })
    }
}

/// FT-5.18.1: past all armour, and two units are aboard.
pub(crate) fn lands(led: &mut Led) {
    led.does(Harm::Direct(1));
    led.does(Harm::Landed(2));
}
