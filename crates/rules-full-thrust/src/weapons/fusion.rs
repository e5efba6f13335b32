//! Fusion arrays (FT-5.19).

use serde_json::{Value, json};

use crate::{
    orders::Mode,
    weapons::beam,
    weapons::mount::ladder,
    weapons::throw::{Stage, Throw, layers, plain},
    weapons::{Fitting, Hit, Lay, Look, Profile, Read, Readiness, Response, Weapon},
    yard::design::exchange::{Fields, name_of},
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

/// FT-5.19.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FusionMode {
    Flare,
    Torpedo,
}

const MODES: &[(Option<FusionMode>, &str)] =
    &[(None, "undefined"), (Some(FusionMode::Flare), "flare"), (Some(FusionMode::Torpedo), "torpedo")];

const FUSION: &str = r#"<circle cx="12" cy="12" r="6.5"/><path d="M12 5.5L9 11h6l-3 7.5"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fusion {
    pub arcs: Arcs,
    pub mode: Option<FusionMode>,
}

impl Weapon for Fusion {
    fn name(&self) -> &'static str {
        "fusion"
    }

    fn spoken(&self) -> &'static str {
        "fusion array"
    }

    fn rule(&self) -> &'static str {
        "FT-5.19.1"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        ladder(self.arcs, 3, 1, 3)
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(3)
    }

    fn tech(&self) -> Tech {
        Tech::Fusion
    }

    fn symbol(&self) -> Symbol {
        let label = match self.mode {
            None => "fusion",
            Some(FusionMode::Flare) => "fusion flare",
            Some(FusionMode::Torpedo) => "fusion torp.",
        };
        Symbol::plain(FUSION, label)
    }

    fn look(&self) -> Look {
        Look::Shell
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        put("mode", json!(name_of(MODES, self.mode)));
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        let band = lay.band(6, 6)?;
        let mode = match lay.mode {
            Some(Mode::Torpedo) => FusionMode::Torpedo,
            Some(_) => FusionMode::Flare,
            None => self.mode.unwrap_or(FusionMode::Flare),
        };
        Some(match mode {
            FusionMode::Flare => Profile::Fusion { needs: band, dice: band },
            FusionMode::Torpedo => Profile::Fusion { needs: 7 - band, dice: 7 - band },
        })
    }

    fn modes(&self, _: &Readiness) -> &'static [Mode] {
        &[Mode::Flare, Mode::Torpedo]
    }

    fn settings(&self) -> &'static [Mode] {
        &[Mode::Flare, Mode::Torpedo]
    }
}

impl Read for Fusion {
    fn read(name: &str, f: &mut Fields) -> Option<Fusion> {
        (name == "fusion")
            .then(|| Fusion { arcs: f.arcs(Arcs::NONE), mode: f.one_of("mode", MODES).flatten() })
    }
}

/// FT-5.19.1: one die to hit, then beam dice of every hit.
pub(crate) fn die() -> Throw {
    Throw::first(|facts, die, led| {
        let Profile::Fusion { needs, dice } = facts.attack.profile else { return };
        if facts.reaches(die, needs) {
            let burst = beam::die(Hit::Point, layers(Response::Advanced, facts.attack), true);
            led.next.push((Throw { stage: Stage::Burst, reads: plain, ..burst }, dice));
        }
    })
}
