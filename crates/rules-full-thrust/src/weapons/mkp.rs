//! MKP packs (FT-5.17).

use serde_json::{Value, json};

use crate::{
    weapons::mount::by_arcs,
    weapons::throw::{Harm, Throw},
    weapons::{Fitting, Lay, Look, Profile, Read, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::Symbol,
};

const DART: &str = r#"<path d="M12 4v15M8.5 8L12 4l3.5 4M8.5 13L12 9l3.5 4M8.5 18L12 14l3.5 4"/>"#;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mkp {
    pub arcs: Arcs,
}

impl Weapon for Mkp {
    fn name(&self) -> &'static str {
        "mkp"
    }

    fn spoken(&self) -> &'static str {
        "MKP"
    }

    fn rule(&self) -> &'static str {
        "FT-5.17.1"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, _: &Fitting<'_>) -> Option<Halves> {
        by_arcs(self.arcs, &[(1, 1)])
    }

    fn points(&self, _: Halves, _: &Fitting<'_>) -> u32 {
        4
    }

    fn tech(&self) -> Tech {
        Tech::Mkp
    }

    fn symbol(&self) -> Symbol {
        Symbol::plain(DART, "MKP")
    }

    fn title(&self) -> String {
        "MKP pack".to_owned()
    }

    fn look(&self) -> Look {
        Look::Shell
    }

    fn is_shared(&self) -> bool {
        self.arcs.len() == 1
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        // The format names its only arc in its own way.
        if self.arcs.len() == 1 {
            put("arc", json!(self.arcs.left().name()));
        }
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        lay.within(12).then_some(Profile::Mkp)
    }

    fn writes_arcs(&self) -> bool {
        self.arcs.len() != 1
    }

    fn is_one_shot(&self) -> bool {
        true
    }
}

impl Read for Mkp {
    fn read(name: &str, f: &mut Fields) -> Option<Mkp> {
        (name == "mkp").then(|| match f.arc("arc") {
            Some(arc) => Mkp { arcs: Arcs::run(arc, 1) },
            None => Mkp { arcs: f.arcs(Arcs::NONE) },
        })
    }
}

/// FT-5.17.1: a hit of 4 from 4, two on a 6; through a holofield only a 6 hits.
pub(crate) fn die() -> Throw {
    Throw::first(|facts, die, led| {
        let hits = match facts.modified(die) {
            6 => 2,
            4 | 5 if !facts.attack.holofield => 1,
            _ => 0,
        };
        (0..hits).for_each(|_| led.does(Harm::Ap(4)));
    })
}
