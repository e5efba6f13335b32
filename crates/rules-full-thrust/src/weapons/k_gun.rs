//! K-guns (FT-5.16); flak is in `ordnance/opening.rs`.

use serde_json::{Value, json};

use crate::{
    ordnance::defence::Shield,
    weapons::lay::REACHES,
    weapons::throw::{Facts, Harm, Led, Throw},
    weapons::{Fitting, Lay, Look, Profile, Reach, Read, Shell, Weapon, capital},
    yard::design::exchange::{Fields, name_of},
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::{Mark, Symbol},
};

const DARK: &str = r#"<circle cx="12" cy="12" r="6.5" fill="currentColor"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KGun {
    pub class: u8,
    pub reach: Reach,
    pub arcs: Arcs,
}

impl Weapon for KGun {
    fn name(&self) -> &'static str {
        "kgun"
    }

    fn spoken(&self) -> &'static str {
        "K-gun"
    }

    fn class(&self) -> Option<u8> {
        Some(self.class)
    }

    fn rule(&self) -> &'static str {
        "FT-5.16.3"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, fitting: &Fitting<'_>) -> Option<Halves> {
        /// FT-5.16.3: above class 6 three mass more for each class.
        const STANDARD: [u32; 7] = [0, 2, 3, 5, 8, 11, 14];
        const SHORT: [u32; 7] = [0, 3, 4, 6, 8, 12, 14];
        let KGun { class, reach, arcs } = *self;
        let index = usize::from(class.min(6));
        let beyond = 3 * u32::from(class.saturating_sub(6));
        if class == 0 || (6 < class && !fitting.options.kgun_any) {
            return None;
        }
        let one = match reach {
            Reach::Standard => Halves::whole(STANDARD[index] + beyond),
            // FT-5.16.3: long range doubles.
            Reach::Long => Halves::whole(2 * (STANDARD[index] + beyond)),
            Reach::Short => Halves(SHORT[index] + beyond),
        };
        match (class, arcs.len(), reach) {
            (1, 6, _) | (2.., 1, _) | (2, 2, Reach::Short) => Some(one),
            (2, 2, Reach::Standard) => Some(one + Halves::whole(1)),
            (2, 2, Reach::Long) => Some(one + Halves::whole(2)),
            _ => None,
        }
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(4)
    }

    fn tech(&self) -> Tech {
        if self.reach == Reach::Long { Tech::LongKGuns } else { Tech::KGuns }
    }

    fn symbol(&self) -> Symbol {
        let label = match self.reach {
            Reach::Short => "short K-gun",
            Reach::Standard => "K-gun",
            Reach::Long => "long K-gun",
        };
        Symbol::new(DARK, Mark::Light(u32::from(self.class)), label)
    }

    fn title(&self) -> String {
        match self.reach {
            Reach::Short => format!("Short-range {}", self.spoken()),
            Reach::Standard => capital(self.spoken()),
            Reach::Long => format!("Long-range {}", self.spoken()),
        }
    }

    fn look(&self) -> Look {
        Look::Shell
    }

    fn is_shared(&self) -> bool {
        (1..=6).contains(&self.class)
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        put("class", json!(self.class));
        if self.reach != Reach::Standard {
            put("modifier", json!(name_of(REACHES, self.reach)));
        }
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        Some(Profile::Projectile { needs: lay.to_hit(self.reach)?, hit: Shell::KGun(self.class) })
    }

    /// FT-5.16.2.
    fn shield(&self) -> Option<Shield> {
        (self.class == 1).then_some(Shield::Light { aft: false })
    }
}

impl Read for KGun {
    fn read(name: &str, f: &mut Fields) -> Option<KGun> {
        (name == "kgun").then(|| KGun {
            class: f.small("class").unwrap_or(0),
            reach: f.one_of("modifier", REACHES).unwrap_or_default(),
            arcs: f.arcs(Arcs::NONE),
        })
    }
}

/// FT-5.16.1: class points AP, doubled on a die up to the class, but never on a 6.
pub(crate) fn shell(class: u8) -> Throw {
    let leads = |facts: &Facts<'_>, die: u8, led: &mut Led| {
        let class = facts.throw.with;
        let doubled = die <= class && die != 6;
        led.does(Harm::Ap(if doubled { class.saturating_mul(2) } else { class }));
    };
    Throw { with: class, ..Throw::shell(leads) }
}
