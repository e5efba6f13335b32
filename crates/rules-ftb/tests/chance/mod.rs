//! Situations by chance: what can never be right in Fuel to Burn, whichever rules meet.

use std::collections::BTreeSet;

use engine::{Decision, Odds, Seat};
use rules_ftb::{Battle, Event, Place, ShipId, Stage};
use testkit::{Watch, sense as require};

/// What has happened in this day.
#[derive(Default)]
pub(crate) struct Sense {
    activated: BTreeSet<ShipId>,
    destroyed: BTreeSet<ShipId>,
}

impl Watch<Battle> for Sense {
    const UNITS: &'static str = "ships";
    const NUMBERS: &'static [&'static str] = &["ship"];
    const MOMENT: &'static [&'static str] = &["at", "day", "turns", "holder", "extras", "homes"];
    const DESIGNS: [&'static str; 2] = ["", ""];

    /// FTB-8.4: a side picks that still has a ship to pick.
    fn asked(&mut self, state: &Battle, decision: Decision) -> Result<(), String> {
        if let Stage::Pick { side } = state.stage() {
            require(decision.seats.iter().eq([Seat(*side)]), || format!("side {side} is to pick"))?;
        }
        Ok(())
    }

    fn happened(&mut self, before: &Battle, event: &Event, after: &Battle) -> Result<(), String> {
        let alive = |id: ShipId| {
            let dead = matches!(before.ship(id).place, Place::Destroyed);
            require(!dead, || format!("{} is destroyed", before.tag(id)))
        };
        match event {
            Event::DayBegan { .. } => self.activated.clear(),
            Event::Picked { ship, .. } => {
                alive(*ship)?;
                require(!before.ship(*ship).activated, || "picked a second time (FTB-8.4)".to_owned())?;
            }
            Event::Activated { ship } => {
                let first = self.activated.insert(*ship);
                require(first, || format!("ship {} is activated twice", ship.0))?;
            }
            Event::Ordered { ship, .. }
            | Event::Plotted { ship, .. }
            | Event::TorpedoFlew { ship, .. }
            | Event::Docked { ship, .. }
            | Event::Refuelled { ship, .. }
            | Event::RefitBegun { ship, .. }
            | Event::Evaded { ship, .. } => alive(*ship)?,
            Event::CoverFire { firer, .. } => alive(*firer)?,
            Event::CombatBegan { attacker, defender, .. } => {
                alive(*attacker)?;
                alive(*defender)?;
                let sides = (before.ship(*attacker).side, before.ship(*defender).side);
                require(sides.0 != sides.1, || "it fights its own side".to_owned())?;
            }
            Event::StrikeBegan { target, .. } => alive(*target)?,
            Event::Hit { ship, .. } => alive(*ship)?,
            Event::Destroyed { ship, .. } => {
                alive(*ship)?;
                let first = self.destroyed.insert(*ship);
                require(first, || format!("ship {} is destroyed twice", ship.0))?;
            }
            _ => (),
        }
        for id in ids(after) {
            let (ship, data) = (after.ship(id), after.ship(id).class.data());
            let most = (data.shields, data.fuel, data.torpedoes);
            let has = (ship.own.shields, ship.own.fuel, ship.own.torpedoes);
            let fits = has.0 <= most.0 && has.1 <= most.1 && has.2 <= most.2;
            require(fits, || format!("{} has {has:?} of {most:?}", after.tag(id)))?;
        }
        Ok(())
    }

    /// Hits and ends up to the next decision.
    fn came(before: &Battle, _: Seat, odds: &Odds, log: &[Event], _: &Battle) -> Option<usize> {
        let id = ids(before).find(|id| before.tag(*id) == odds.what)?;
        match odds.unit {
            "Hits" => Some(
                log.iter()
                    .map(|event| match event {
                        Event::Blows { blows } => blows.iter().filter(|it| it.target == id).count(),
                        _ => 0,
                    })
                    .sum(),
            ),
            "destroyed" => {
                let lost = |event: &Event| matches!(event, Event::Destroyed { ship, .. } if *ship == id);
                Some(usize::from(log.iter().any(lost)))
            }
            _ => None,
        }
    }
}

fn ids(battle: &Battle) -> impl Iterator<Item = ShipId> + use<> {
    (0..battle.ships().len() as u8).map(ShipId)
}
