//! Spinal mounts (FT-5.23); who stands in their strip is in `weapons/strip.rs`.

use geometry::Length;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    weapons::{Fitting, Hit, Lay, Profile, Read, Response, Weapon},
    yard::design::exchange::{Fields, by_name, name_of},
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::{Mark, Symbol},
};

/// FT-5.23.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum SpinalBeam {
    Beam,
    Plasma,
    Singularity,
}

/// FT-5.23.3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Size {
    #[default]
    Small,
    Medium,
    Large,
}

const NAMES: &[(SpinalBeam, &str)] = &[
    (SpinalBeam::Beam, "spinalBeam"),
    (SpinalBeam::Plasma, "spinalPlasma"),
    (SpinalBeam::Singularity, "spinalSingularity"),
];
const SIZES: &[(Size, &str)] = &[(Size::Small, "short"), (Size::Medium, "medium"), (Size::Large, "long")];

const KEEL: &str = r#"<path d="M7.5 22V9H4l8-7 8 7h-3.5v13z"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spinal {
    pub beam: SpinalBeam,
    pub size: Size,
}

impl Weapon for Spinal {
    fn name(&self) -> &'static str {
        name_of(NAMES, self.beam)
    }

    fn spoken(&self) -> &'static str {
        match self.beam {
            SpinalBeam::Beam => "spinal beam",
            SpinalBeam::Plasma => "spinal plasma",
            SpinalBeam::Singularity => "point singularity projector",
        }
    }

    fn rule(&self) -> &'static str {
        "FT-4.2.4"
    }

    fn arcs(&self) -> Option<Arcs> {
        None
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        Some(Halves::whole(match self.size {
            Size::Small => 8,
            Size::Medium => 16,
            Size::Large => 32,
        }))
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(if self.beam == SpinalBeam::Singularity { 5 } else { 4 })
    }

    fn tech(&self) -> Tech {
        match self.beam {
            SpinalBeam::Beam => Tech::SpinalBeam,
            SpinalBeam::Plasma => Tech::SpinalPlasma,
            SpinalBeam::Singularity => Tech::SpinalSingularity,
        }
    }

    fn symbol(&self) -> Symbol {
        let label = match self.beam {
            SpinalBeam::Beam => "spinal beam",
            SpinalBeam::Plasma => "sp. plasma",
            SpinalBeam::Singularity => "singularity",
        };
        let size = match self.size {
            Size::Small => "S",
            Size::Medium => "M",
            Size::Large => "L",
        };
        Symbol::new(KEEL, Mark::Letters(size), label)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        put("range", json!(name_of(SIZES, self.size)));
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        // FT-5.23.4: stealth does not shorten it.
        let reaches = 0 < lay.way.square() && lay.way.within(strip(self.size).0);
        reaches.then_some(Profile::Spinal { beam: self.beam, size: self.size })
    }

    fn is_spinal(&self) -> bool {
        true
    }
}

impl Read for Spinal {
    fn read(name: &str, f: &mut Fields) -> Option<Spinal> {
        by_name(NAMES, name).map(|beam| Spinal { beam, size: f.one_of("range", SIZES).unwrap_or_default() })
    }
}

/// FT-5.23.3: how long and how wide.
pub fn strip(size: Size) -> (Length, Length) {
    match size {
        Size::Small => (Length::units(24), Length::units(1)),
        Size::Medium => (Length::units(36), Length::ratio(3, 2)),
        Size::Large => (Length::units(48), Length::units(2)),
    }
}

/// FT-5.23.5: the dice of each kind at one unit of so much mass in the strip.
pub(crate) fn at_unit(beam: SpinalBeam, mass: u32) -> Profile {
    match beam {
        SpinalBeam::Beam => Profile::Beams { dice: 12, again: true, screens: Response::Any, hit: Hit::Point },
        SpinalBeam::Plasma => Profile::Plasma { dice: 6 },
        SpinalBeam::Singularity => {
            let hit = Hit::Singularity(mass.div_ceil(50) as u8);
            Profile::Beams { dice: 2, again: false, screens: Response::None, hit }
        }
    }
}
