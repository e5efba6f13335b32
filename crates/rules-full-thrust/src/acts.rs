//! What a ship may do in a turn besides moving, asked in one place: every act against every condition that forbids it.
//! What a single weapon needs, and whom it may be fired at, is asked in its chapter.

use crate::{
    Battle,
    orders::{Mode, ShipOrder},
    ship::{ShipId, Status},
};

/// What a ship is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// FT-2.6.3: missiles, rockets and bolts, in phase 3.
    Launch,
    /// FT-5.16.4: flak, in phase 3.
    Flak,
    /// FT-8.1.1: fighters and gunboats, in phase 3.
    Fly,
    /// FT-8.1.6: to take them back, in phase 4.
    Recover,
    /// FT-6.10.1: mines, in phase 5.
    LayMines,
    /// FT-8.3.1: fighters against those that attack it, in phase 7.
    Scramble,
    /// FT-6.4.1, FT-8.8.1: point defence for itself, in phase 9.
    Defend,
    /// FT-7.10.1, FT-6.6.6, FT-8.8.3: point defence by an ADFC, for others or at what attacks nobody.
    Support,
    /// FT-9.1.6: guns at gunboats, in phase 9.
    Engage,
    /// FT-2.6.11: guns at anything, in phase 11.
    Fire,
    /// FT-12.7.1: Marines and parties cross to a ship alongside, in phase 12.
    Cross,
}

/// What may forbid it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// FT-2.4.2: not on the table, or nobody aboard to do it.
    Gone,
    /// FT-7.20.2, FT-7.21.2.
    Cloaked,
    /// FT-10.3.3, FT-10.3.6.
    Adrift,
    /// FT-12.1.4.
    Bogey,
    /// FT-11.4.1, FT-11.4.2: with a warm FTL drive, or ordered to warm it up.
    Warm,
    /// FT-12.5.1: it sweeps mines, or is ordered to.
    Sweeping,
    /// FT-7.25.1.
    Reflex,
    /// FT-7.23.1, FT-7.24.2: the turn of a nova cannon or a wave gun.
    GreatGun,
    /// FT-13.15.5: docked outside a starbase.
    Moored,
    /// FT-8.1.9: it has launched, scrambled or recovered this turn.
    Flights,
}

/// The rule against it and the reason.
pub(crate) type Barred = (&'static str, &'static str);

impl Condition {
    const ALL: [Condition; 10] = [
        Condition::Gone,
        Condition::Cloaked,
        Condition::Adrift,
        Condition::Bogey,
        Condition::Warm,
        Condition::Sweeping,
        Condition::Reflex,
        Condition::GreatGun,
        Condition::Moored,
        Condition::Flights,
    ];

    /// Whether it stands in the way of an act.
    fn forbids(self, act: Act) -> bool {
        match self {
            Condition::Gone | Condition::Cloaked | Condition::Reflex => true,
            // Craft find their own way home.
            Condition::Adrift => act != Act::Recover,
            // Firing shows what it is; whatever else would, takes the order to show itself first.
            Condition::Bogey => match act {
                Act::Launch
                | Act::Flak
                | Act::Fly
                | Act::LayMines
                | Act::Scramble
                | Act::Defend
                | Act::Support
                | Act::Engage
                | Act::Cross => true,
                Act::Recover | Act::Fire => false,
            },
            // Point defence and nothing else, and no ADFC.
            Condition::Warm => match act {
                Act::Launch
                | Act::Flak
                | Act::Fly
                | Act::LayMines
                | Act::Scramble
                | Act::Support
                | Act::Engage
                | Act::Fire => true,
                Act::Recover | Act::Defend | Act::Cross => false,
            },
            // Whatever defends is allowed, for others too.
            Condition::Sweeping => match act {
                Act::Launch | Act::Flak | Act::Fly | Act::LayMines | Act::Engage | Act::Fire => true,
                Act::Recover | Act::Scramble | Act::Defend | Act::Support | Act::Cross => false,
            },
            // The great gun itself is fired in phase 11, where each weapon is asked by itself.
            Condition::GreatGun => match act {
                Act::Launch | Act::Flak | Act::LayMines | Act::Defend | Act::Support | Act::Engage => true,
                Act::Fly | Act::Recover | Act::Scramble | Act::Fire | Act::Cross => false,
            },
            Condition::Moored => match act {
                Act::Launch | Act::Flak | Act::LayMines | Act::Engage | Act::Fire => true,
                Act::Fly | Act::Recover | Act::Scramble | Act::Defend | Act::Support | Act::Cross => false,
            },
            Condition::Flights => act == Act::Support,
        }
    }

    /// In words that go on from the name of a ship or of its weapon.
    fn reason(self) -> Barred {
        match self {
            Condition::Gone => ("FT-2.4.2", "is not there to do anything"),
            Condition::Cloaked => ("FT-7.20.2", "is behind its cloak"),
            Condition::Adrift => ("FT-10.3.3", "is out of control"),
            Condition::Bogey => ("FT-12.1.4", "must show itself first"),
            Condition::Warm => ("FT-11.4.1", "is silent while the FTL drive is warm"),
            Condition::Sweeping => ("FT-12.5.1", "is silent while mines are swept"),
            Condition::Reflex => ("FT-7.25.1", "is silent behind a reflex field"),
            Condition::GreatGun => ("FT-7.23.1", "is silent in the turn of the nova cannon"),
            Condition::Moored => ("FT-13.15.5", "is docked with a starbase and does not fire"),
            Condition::Flights => ("FT-8.1.9", "cannot use an ADFC during flight operations"),
        }
    }
}

impl Battle {
    /// Why a ship cannot do that now, if it cannot.
    pub(crate) fn barred(&self, id: ShipId, act: Act) -> Option<Barred> {
        let found = Condition::ALL.into_iter().find(|it| it.forbids(act) && self.is_hindered(id, *it))?;
        Some(self.why(id, found))
    }

    /// Why an order cannot have its ship do that as well, if it cannot.
    pub(crate) fn barred_with(&self, order: &ShipOrder, act: Act) -> Option<Barred> {
        let id = order.ship;
        let has = |wanted: Mode| order.modes.iter().any(|it| it.1 == wanted);
        let holds = |condition: Condition| match condition {
            Condition::Bogey => self.is_hindered(id, condition) && !order.show,
            Condition::Warm => order.ftl || self.is_hindered(id, condition),
            Condition::Sweeping => order.sweep,
            Condition::Reflex => order.reflex,
            Condition::GreatGun => has(Mode::Arm) || has(Mode::Discharge),
            Condition::Cloaked => order.cloak.is_some() || self.is_hindered(id, condition),
            Condition::Gone | Condition::Adrift | Condition::Moored | Condition::Flights => {
                self.is_hindered(id, condition)
            }
        };
        let found = Condition::ALL.into_iter().find(|it| it.forbids(act) && holds(*it))?;
        let wave = found == Condition::GreatGun && !has(Mode::Arm);
        Some(if wave { ("FT-7.24.2", "is silent in the turn of the wave gun") } else { found.reason() })
    }

    /// The same as far as everybody can see it. Orders that are written and not yet carried out must not show in who is
    /// asked.
    pub(crate) fn is_barred_openly(&self, id: ShipId, act: Act) -> bool {
        let ship = self.ship(id);
        let seen = |condition: Condition| match condition {
            Condition::Warm => 0 < ship.warm,
            Condition::Sweeping => ship.sweeping,
            Condition::Reflex => false,
            Condition::GreatGun => ship.is_ready(Mode::Arm) || ship.is_ready(Mode::Discharge),
            Condition::Gone
            | Condition::Cloaked
            | Condition::Adrift
            | Condition::Bogey
            | Condition::Moored
            | Condition::Flights => self.is_hindered(id, condition),
        };
        Condition::ALL.into_iter().any(|it| it.forbids(act) && seen(it))
    }

    fn is_hindered(&self, id: ShipId, condition: Condition) -> bool {
        let ship = self.ship(id);
        match condition {
            Condition::Gone => !matches!(ship.status, Status::Active | Status::Cloaked),
            Condition::Cloaked => ship.cloaked || ship.status == Status::Cloaked,
            Condition::Adrift => ship.is_adrift(self.turn),
            Condition::Bogey => ship.bogey,
            Condition::Warm => self.is_quiet(id),
            Condition::Sweeping => self.is_sweeping(id),
            Condition::Reflex => self.has_reflex(id),
            Condition::GreatGun => self.has_great_gun_ready(id).is_some(),
            Condition::Moored => self.is_moored(id),
            Condition::Flights => ship.deck.busy,
        }
    }

    fn why(&self, id: ShipId, condition: Condition) -> Barred {
        let great_gun = self.has_great_gun_ready(id).filter(|_| condition == Condition::GreatGun);
        great_gun.unwrap_or(condition.reason())
    }
}

#[cfg(test)]
#[path = "acts_tests.rs"]
mod tests;
