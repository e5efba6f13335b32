//! Pulse torpedoes (FT-5.14), and the die to hit of every projectile (table D2).

use serde_json::{Value, json};

use crate::{
    options::OverloadRisk,
    orders::Mode,
    weapons::lay::REACHES,
    weapons::mount::{by_arcs, ladder},
    weapons::throw::{Facts, Harm, Led, Stage, Throw},
    weapons::{Fitting, Lay, Look, Profile, Reach, Read, Readiness, Shell, Weapon, capital},
    yard::design::exchange::{Fields, name_of},
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::{BURST, Mark, Symbol},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Torpedo {
    pub reach: Reach,
    pub arcs: Arcs,
}

impl Weapon for Torpedo {
    fn name(&self) -> &'static str {
        "torpedoPulse"
    }

    fn spoken(&self) -> &'static str {
        "pulse torpedo"
    }

    fn rule(&self) -> &'static str {
        "FT-5.14.1"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        match self.reach {
            Reach::Standard => ladder(self.arcs, 4, 1, 3),
            Reach::Long => ladder(self.arcs, 8, 2, 3),
            Reach::Short => by_arcs(self.arcs, &[(1, 2), (2, 3), (3, 3)]),
        }
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(3)
    }

    fn tech(&self) -> Tech {
        if self.reach == Reach::Long { Tech::LongTorpedo } else { Tech::Torpedo }
    }

    fn symbol(&self) -> Symbol {
        match self.reach {
            Reach::Standard => Symbol::plain(BURST, "torpedo"),
            Reach::Short => Symbol::new(BURST, Mark::Letters("S"), "torpedo"),
            Reach::Long => Symbol::new(BURST, Mark::Letters("L"), "torpedo"),
        }
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
        true
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        if self.reach != Reach::Standard {
            put("modifier", json!(name_of(REACHES, self.reach)));
        }
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        if lay.mode == Some(Mode::Overload) {
            // FT-5.14.2: the next shorter table.
            let reach = if self.reach == Reach::Long { Reach::Standard } else { Reach::Short };
            return Some(Profile::Projectile { needs: lay.to_hit(reach)?, hit: Shell::Overload });
        }
        Some(Profile::Projectile { needs: lay.to_hit(self.reach)?, hit: Shell::Torpedo })
    }

    /// FT-5.14.2.
    fn modes(&self, ready: &Readiness) -> &'static [Mode] {
        let may = self.reach != Reach::Short && ready.overload && !ready.tired;
        if may { &[Mode::Overload] } else { &[] }
    }
}

impl Read for Torpedo {
    fn read(name: &str, f: &mut Fields) -> Option<Torpedo> {
        (name == "torpedoPulse").then(|| Torpedo {
            reach: f.one_of("modifier", REACHES).unwrap_or_default(),
            arcs: f.arcs(Arcs::NONE),
        })
    }
}

/// FT-5.14.1: one die to hit, then what the projectile does.
pub(crate) fn die() -> Throw {
    Throw::first(|facts, die, led| {
        let Profile::Projectile { needs, hit } = facts.attack.profile else { return };
        if facts.reaches(die, needs) {
            hit.strikes(led);
        }
        // FT-5.14.2: a 1 to hit endangers the tube.
        if hit == Shell::Overload && facts.options.overload_risk == OverloadRisk::ToHit && die == 1 {
            led.then(strain());
        }
    })
}

/// FT-7.3.1: advanced screens take 1 or 2 off a damage die.
pub(crate) fn lessened(facts: &Facts<'_>, points: u8) -> u8 {
    facts.options.damage_die_floor.less(points, facts.attack.screens.advanced.min(2))
}

/// FT-5.14.1.
pub(crate) fn shell() -> Throw {
    Throw::shell(|facts, die, led| led.does(Harm::Sap(lessened(facts, die))))
}

/// FT-5.14.3: 1d3.
pub(crate) fn long_shell() -> Throw {
    Throw::shell(|facts, die, led| led.does(Harm::Sap(lessened(facts, die.div_ceil(2)))))
}

/// FT-5.14.3: 1d6 + 2 that screens do not touch.
pub(crate) fn heavy_shell() -> Throw {
    Throw::shell(|_, die, led| led.does(Harm::Ap(die + 2)))
}

/// FT-5.14.2: as much, but FT-7.3.1: less behind advanced screens; after a 1 another 1 bursts the tube.
pub(crate) fn overloaded_shell() -> Throw {
    Throw::shell(|facts, die, led| {
        led.does(Harm::Ap(lessened(facts, die + 2)));
        if facts.options.overload_risk == OverloadRisk::Damage && die == 1 {
            led.then(strain());
        }
    })
}

/// FT-5.14.2.
fn strain() -> Throw {
    let leads = |_: &Facts<'_>, die: u8, led: &mut Led| {
        if die == 1 {
            led.does(Harm::Burst);
        }
    };
    Throw { stage: Stage::Strain, ..Throw::shell(leads) }
}
