//! Pulsers, which are set before the battle (FT-5.21).

use serde_json::{Value, json};

use crate::{
    orders::Mode,
    ordnance::defence::Shield,
    weapons::mount::like_rapid_guns,
    weapons::{Fitting, Hit, Lay, Profile, Read, Response, Weapon},
    yard::design::exchange::{Fields, name_of},
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::{DOUBLE, Mark, Symbol},
};

/// FT-5.21.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PulserSetting {
    Short,
    Medium,
    Long,
}

const SETTINGS: &[(Option<PulserSetting>, &str)] = &[
    (None, "undefined"),
    (Some(PulserSetting::Short), "short"),
    (Some(PulserSetting::Medium), "medium"),
    (Some(PulserSetting::Long), "long"),
];

/// The setting may be left to the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pulser {
    pub arcs: Arcs,
    pub setting: Option<PulserSetting>,
}

impl Weapon for Pulser {
    fn name(&self) -> &'static str {
        "pulser"
    }

    fn spoken(&self) -> &'static str {
        "pulser"
    }

    fn rule(&self) -> &'static str {
        "FT-5.21.1"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        like_rapid_guns(self.arcs)
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(5)
    }

    fn tech(&self) -> Tech {
        Tech::Pulsers
    }

    fn symbol(&self) -> Symbol {
        let setting = match self.setting {
            None => "P",
            Some(PulserSetting::Short) => "S",
            Some(PulserSetting::Medium) => "M",
            Some(PulserSetting::Long) => "L",
        };
        Symbol::new(DOUBLE, Mark::Letters(setting), "pulser")
    }

    fn is_shared(&self) -> bool {
        matches!(self.arcs.len(), 1 | 3 | 6)
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        put("range", json!(name_of(SETTINGS, self.setting)));
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        // FT-5.21.1: as it was set before the battle, else as it was built.
        let built = self.setting.unwrap_or(PulserSetting::Medium);
        let setting = match lay.mode {
            Some(Mode::Short) => PulserSetting::Short,
            Some(Mode::Long) => PulserSetting::Long,
            Some(_) => PulserSetting::Medium,
            None => built,
        };
        let (dice, range) = match setting {
            PulserSetting::Short => (6, 12),
            PulserSetting::Medium => (2, 24),
            PulserSetting::Long => (1, 48),
        };
        lay.within(range).then_some(Profile::Beams {
            dice,
            again: true,
            screens: Response::Any,
            hit: Hit::Point,
        })
    }

    fn settings(&self) -> &'static [Mode] {
        &[Mode::Short, Mode::Medium, Mode::Long]
    }

    /// FT-5.21.2: one PDS die in its own arcs.
    fn shield(&self) -> Option<Shield> {
        Some(Shield::Pds(1))
    }
}

impl Read for Pulser {
    fn read(name: &str, f: &mut Fields) -> Option<Pulser> {
        (name == "pulser")
            .then(|| Pulser { arcs: f.arcs(Arcs::NONE), setting: f.one_of("range", SETTINGS).flatten() })
    }
}
