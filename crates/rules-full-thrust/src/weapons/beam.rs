//! Beams (FT-5.3), and the beam dice that many other weapons roll (FT-4.5 to FT-4.7, table D1).

use serde_json::{Value, json};

use crate::{
    options::Options,
    ordnance::defence::Shield,
    weapons::mount::{is_broadside, ladder, like_beams},
    weapons::throw::{Facts, Led, Throw},
    weapons::{Fitting, Hit, Lay, Profile, Read, Response, Weapon},
    yard::design::exchange::Fields,
    yard::design::tech::Tech,
    yard::design::{Arcs, Halves},
    yard::sheet::symbols::{DISC, Symbol},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beam {
    pub class: u8,
    pub arcs: Arcs,
}

impl Weapon for Beam {
    fn name(&self) -> &'static str {
        "beam"
    }

    fn spoken(&self) -> &'static str {
        "beam"
    }

    fn class(&self) -> Option<u8> {
        Some(self.class)
    }

    fn rule(&self) -> &'static str {
        "FT-5.3.1"
    }

    fn arcs(&self) -> Option<Arcs> {
        Some(self.arcs)
    }

    fn set_arcs(&mut self, to: Arcs) {
        self.arcs = to;
    }

    fn mass(&self, fitting: &Fitting<'_>) -> Option<Halves> {
        match self.class {
            // FT-5.3.2.
            2 if is_broadside(self.arcs, fitting) => Some(Halves::whole(1)),
            // FT-5.3.3: class 5 as the chapter has it, and no class 6.
            5 => ladder(self.arcs, 16, 4, 6),
            class => like_beams(class, self.arcs),
        }
    }

    fn points(&self, mass: Halves, _: &Fitting<'_>) -> u32 {
        mass.at(3)
    }

    fn tech(&self) -> Tech {
        if 4 <= self.class { Tech::HeavyBeams } else { Tech::Beams }
    }

    fn symbol(&self) -> Symbol {
        Symbol::classed(DISC, self.class, "beam")
    }

    fn is_shared(&self) -> bool {
        (1..=4).contains(&self.class)
    }

    fn write(&self, put: &mut dyn FnMut(&str, Value)) {
        put("class", json!(self.class));
    }

    fn profile(&self, lay: &Lay) -> Option<Profile> {
        Some(Profile::Beams {
            dice: lay.falling(12, self.class)?,
            again: true,
            screens: Response::Any,
            hit: Hit::Point,
        })
    }

    /// FT-5.3.3: class 1 helps the point defence.
    fn shield(&self) -> Option<Shield> {
        (self.class == 1).then_some(Shield::Light { aft: true })
    }

    fn is_ray(&self) -> bool {
        true
    }
}

impl Read for Beam {
    fn read(name: &str, f: &mut Fields) -> Option<Beam> {
        (name == "beam").then(|| Beam { class: f.small("class").unwrap_or(0), arcs: f.arcs(Arcs::NONE) })
    }
}

/// FT-4.5.2: one beam die; `again` if sixes are rolled again (FT-4.6.1).
pub(crate) fn die(hit: Hit, layers: u8, again: bool) -> Throw {
    Throw { hit, with: layers, ..Throw::first(if again { scores } else { scores_once }) }
}

fn scores_once(facts: &Facts<'_>, die: u8, led: &mut Led) {
    let (hit, layers) = (facts.throw.hit, facts.throw.with);
    led.hits(hit, scored(facts.options, facts.modified(die), layers, facts.attack.holofield, hit), 0);
}

/// FT-1.7.3: no re-roll for a 6 that scored nothing; FT-7.16.1: nor through three layers.
pub(crate) fn scores(facts: &Facts<'_>, die: u8, led: &mut Led) {
    let (hit, layers) = (facts.throw.hit, facts.throw.with);
    let scored = scored(facts.options, facts.modified(die), layers, facts.attack.holofield, hit);
    led.hits(hit, scored, 0);
    if die == 6 && 0 < scored && layers < 3 {
        led.then(Throw::again(repeats, hit));
    }
}

/// FT-4.6.1: again and again while sixes come, without screens; FT-13.13.9: 1 on 5 and 2 on 6.
fn repeats(facts: &Facts<'_>, die: u8, led: &mut Led) {
    let hits = beam_hits(facts.rerolled(die), u8::from(facts.attack.sixes), facts.attack.holofield);
    led.hits(facts.throw.hit, hits, facts.reroll_depth());
    if die == 6 {
        led.then(facts.throw.further());
    }
}

/// D1, FT-4.7.1: hits of a beam die, after its modifiers.
pub fn beam_hits(die: u8, layers: u8, holofield: bool) -> u8 {
    match (die, layers) {
        (0..=3, _) => 0,
        (5 | 6, _) if holofield => 1,
        (_, _) if holofield => 0,
        (4, 0) => 1,
        (4, _) => 0,
        (5, _) => 1,
        (_, 0 | 1) => 2,
        (_, _) => 1,
    }
}

/// D1 with the options of the battle.
pub(crate) fn scored(options: &Options, die: u8, layers: u8, holofield: bool, hit: Hit) -> u8 {
    // FT-5.20.1: holofields do not help against gravitic guns.
    let holofield = holofield && !matches!(hit, Hit::Points(_));
    match (die, layers) {
        (6, 3) if !holofield => options.third_layer_six.get() as u8,
        _ => beam_hits(die, layers, holofield),
    }
}
