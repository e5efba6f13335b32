//! Variable torpedoes (FT-5.14.3).

use crate::{
    orders::Mode,
    weapons::mount::ladder,
    weapons::{Fitting, Lay, Look, Profile, Reach, Read, Readiness, Shell, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::{BURST, Mark, Symbol},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariableTorpedo {
    pub arcs: Arcs,
}

impl Weapon for VariableTorpedo {
    fn name(&self) -> &'static str {
        "torpedoVariable"
    }

    fn spoken(&self) -> &'static str {
        "variable torpedo"
    }

    fn rule(&self) -> &'static str {
        "FT-5.14.3"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        ladder(self.arcs, 8, 2, 3)
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(5)
    }

    fn tech(&self) -> Tech {
        Tech::VariableTorpedo
    }

    fn symbol(&self) -> Symbol {
        Symbol::new(BURST, Mark::Letters("V"), "torpedo")
    }

    fn look(&self) -> Look {
        Look::Shell
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        let (reach, hit) = match lay.mode {
            Some(Mode::Long) => (Reach::Long, Shell::Long),
            Some(Mode::Short) => (Reach::Short, Shell::Heavy),
            Some(_) | None => (Reach::Standard, Shell::Torpedo),
        };
        Some(Profile::Projectile { needs: lay.to_hit(reach)?, hit })
    }

    fn modes(&self, _: &Readiness) -> &'static [Mode] {
        &[Mode::Short, Mode::Long]
    }
}

impl Read for VariableTorpedo {
    fn read(name: &str, f: &mut Fields) -> Option<VariableTorpedo> {
        (name == "torpedoVariable").then(|| VariableTorpedo { arcs: f.arcs(Arcs::NONE) })
    }
}
