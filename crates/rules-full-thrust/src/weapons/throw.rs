//! The dice of weapons, described once. A [`Throw`] says when dice fall, how they are read and what
//! they lead to. `fire/volleys.rs` rolls that, `fire/odds.rs` counts it out and takes its mean, so
//! that none of the three can forget what another knows (FT-1.7.2 to FT-1.7.5, FT-4.5 to FT-4.7).

use arrayvec::ArrayVec;

use crate::{
    options::{Options, RerollDepth},
    weapons::{Attack, Hit, Response},
};

/// FT-1.7.4: all first dice, then waves of re-rolls, then damage dice. Each stage is rolled to its
/// end before the next begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    First,
    /// FT-5.19.1: dice that first dice set off.
    Burst,
    /// FT-4.6.1.
    Again,
    /// Damage of beam hits.
    Hit,
    /// Damage of projectiles.
    Shell,
    /// FT-5.14.2: whether a tube bursts.
    Strain,
}

impl Stage {
    pub(crate) const ALL: [Stage; 6] =
        [Stage::First, Stage::Burst, Stage::Again, Stage::Hit, Stage::Shell, Stage::Strain];
}

/// One die, or several that are added up, and what comes of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Throw {
    pub(crate) stage: Stage,
    /// So many dice, each read by itself; what they lead to depends on their sum.
    pub(crate) dice: u8,
    pub(crate) reads: fn(&Facts<'_>, u8) -> u8,
    pub(crate) leads: fn(&Facts<'_>, u8, &mut Led),
    /// What a hit does.
    pub(crate) hit: Hit,
    /// A number of the weapon's own: layers of screens in its way, or its class.
    pub(crate) with: u8,
    /// Of a re-roll, which one of its chain it is; of a damage die, how many layers further in its
    /// points begin.
    pub(crate) depth: u8,
}

/// What readings may depend on.
#[derive(Clone, Copy)]
pub(crate) struct Facts<'a> {
    pub(crate) options: &'a Options,
    pub(crate) attack: &'a Attack,
    pub(crate) throw: &'a Throw,
}

/// What dice do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Harm {
    /// FT-DMG.2, FT-DMG.3: points that begin so many layers further in.
    Points { points: u16, depth: u8 },
    /// FT-DMG.5: one hit.
    Sap(u8),
    /// FT-DMG.4: one hit.
    Ap(u8),
    /// FT-DMG.6: past all armour.
    Direct(u8),
    /// FT-5.4.1.
    Emp(u8),
    /// FT-5.13.1: the system that was named.
    Kill,
    /// FT-5.18.1: units that a torpedo brings aboard.
    Landed(u8),
    /// FT-5.9.1: units that a beam may set down; `boarding/beaming.rs` sends them.
    Sent(u8),
    /// FT-5.14.2: the tube.
    Burst,
}

/// What one throw has led to: harm, and further throws, each so many times.
#[derive(Clone, Debug, Default)]
pub(crate) struct Led {
    pub(crate) harm: ArrayVec<Harm, 2>,
    pub(crate) next: ArrayVec<(Throw, u8), 2>,
}

impl Led {
    pub(crate) fn does(&mut self, harm: Harm) {
        self.harm.push(harm);
    }

    pub(crate) fn then(&mut self, throw: Throw) {
        self.next.push((throw, 1));
    }

    pub(crate) fn points(&mut self, points: u8, depth: u8) {
        self.does(Harm::Points { points: u16::from(points), depth });
    }

    /// What `n` hits do, beginning `depth` layers further in.
    pub(crate) fn hits(&mut self, hit: Hit, n: u8, depth: u8) {
        if n == 0 {
            return;
        }
        let damage = |dice: u8, reads: fn(&Facts<'_>, u8) -> u8, leads: fn(&Facts<'_>, u8, &mut Led)| Throw {
            stage: Stage::Hit,
            dice,
            reads,
            leads,
            hit,
            with: 0,
            depth,
        };
        match hit {
            Hit::Point => self.points(n, depth),
            Hit::Points(points) => self.points(n.saturating_mul(points), depth),
            Hit::Emp => self.does(Harm::Emp(n)),
            Hit::Party => self.does(Harm::Sent(n)),
            Hit::D3 => self.next.push((damage(1, halved, pierces), n)),
            Hit::D6 => self.next.push((damage(1, plain, pierces), n)),
            // FT-5.23.5: a die for every 50 mass of the target, one AP hit.
            Hit::Singularity(dice) => {
                self.next.push((damage(dice, plain, |_, sum, led| led.does(Harm::Ap(sum))), n));
            }
        }
    }
}

/// FT-5.6.1, FT-5.7.1: semi armour piercing; hits of re-rolls go whole to the next layer in.
fn pierces(facts: &Facts<'_>, points: u8, led: &mut Led) {
    match facts.throw.depth {
        0 => led.does(Harm::Sap(points)),
        depth => led.points(points, depth),
    }
}

impl Throw {
    /// A first die, read as the firer's sensors allow.
    pub(crate) fn first(leads: fn(&Facts<'_>, u8, &mut Led)) -> Throw {
        Throw { stage: Stage::First, dice: 1, reads: seen, leads, hit: Hit::Point, with: 0, depth: 0 }
    }

    /// FT-4.6.1: the first re-roll of a chain.
    pub(crate) fn again(leads: fn(&Facts<'_>, u8, &mut Led), hit: Hit) -> Throw {
        Throw { stage: Stage::Again, reads: plain, hit, depth: 1, ..Throw::first(leads) }
    }

    /// FT-4.6.1: a six is rolled again, and again.
    pub(crate) fn further(&self) -> Throw {
        Throw { depth: self.depth.saturating_add(1), ..*self }
    }

    /// Damage dice of a projectile.
    pub(crate) fn shell(leads: fn(&Facts<'_>, u8, &mut Led)) -> Throw {
        Throw { stage: Stage::Shell, reads: plain, ..Throw::first(leads) }
    }

    /// What a sum of its dice leads to.
    pub(crate) fn led(&self, options: &Options, attack: &Attack, sum: u8) -> Led {
        let mut led = Led::default();
        (self.leads)(&Facts { options, attack, throw: self }, sum, &mut led);
        led
    }

    /// One die of it as it counts.
    pub(crate) fn read(&self, options: &Options, attack: &Attack, face: u8) -> u8 {
        (self.reads)(&Facts { options, attack, throw: self }, face)
    }
}

impl Facts<'_> {
    /// FT-DMG.3: re-rolls begin at the next layer, or one deeper each time.
    pub(crate) fn reroll_depth(&self) -> u8 {
        if self.options.reroll_depth == RerollDepth::Chain { self.throw.depth } else { 1 }
    }

    /// FT-7.20.3, FT-1.7.3: a re-roll as it counts; a cloak takes 2 here too.
    pub(crate) fn rerolled(&self, die: u8) -> u8 {
        modified(die, if self.attack.veiled { -2 } else { 0 })
    }

    /// A first die as it counts.
    pub(crate) fn modified(&self, die: u8) -> u8 {
        modified(die, self.attack.bonus)
    }

    /// Whether a die is enough; FT-7.17.1: through a holofield only a 6 is.
    pub(crate) fn reaches(&self, die: u8, needs: u8) -> bool {
        let needs = if self.attack.holofield { 6 } else { needs };
        needs <= self.modified(die)
    }
}

/// FT-1.7.2: a modifier never leads beyond 1 to 6.
pub(crate) fn modified(die: u8, bonus: i8) -> u8 {
    die.saturating_add_signed(bonus).clamp(1, 6)
}

/// As it lies.
pub(crate) fn plain(_: &Facts<'_>, die: u8) -> u8 {
    die
}

/// FT-1.7.1: 1d3.
pub(crate) fn halved(_: &Facts<'_>, die: u8) -> u8 {
    die.div_ceil(2)
}

/// FT-13.13.9: behind the ship, enhanced sensors make only sixes count.
pub(crate) fn seen(facts: &Facts<'_>, die: u8) -> u8 {
    if facts.attack.sixes && die < 6 { 1 } else { die }
}

/// FT-5.0.2: the layers that shift this weapon's dice.
pub(crate) fn layers(response: Response, attack: &Attack) -> u8 {
    match response {
        Response::Any => attack.screens.all,
        Response::Advanced => attack.screens.advanced,
        Response::None => 0,
    }
}
