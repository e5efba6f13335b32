//! Situations by chance: what can never be right in A Sky Full of Ships, whichever rules meet.

use std::collections::BTreeMap;

use engine::{Decision, Odds, Seat};
use rules_asfos::{Arc, Battle, Event, FireEvent, MovementEvent, PhaseEvent, RepairsEvent, ShipId, Weapon};
use testkit::{Watch, sense as require};

/// What has happened in this turn.
#[derive(Default)]
pub(crate) struct Sense {
    /// With which arc a ship's primaries fired, and how often a party went to work on a ship.
    primaries: BTreeMap<ShipId, Option<Arc>>,
    crew: BTreeMap<ShipId, u16>,
    moved: Vec<ShipId>,
}

impl Watch<Battle> for Sense {
    const UNITS: &'static str = "ships";
    const NUMBERS: &'static [&'static str] = &["primary_targets", "special_targets"];
    const MOMENT: &'static [&'static str] = &["phase", "turn", "quiet", "blood"];
    const DESIGNS: [&'static str; 2] = ["designs", "design"];

    /// Whoever is asked has a ship on the table.
    fn asked(&mut self, state: &Battle, decision: Decision) -> Result<(), String> {
        for seat in decision.seats.iter() {
            let has = state.own_ships(seat).any(|id| state.ship(id).is_active());
            require(has, || format!("{seat} is asked, but has no ship"))?;
        }
        Ok(())
    }

    fn happened(&mut self, before: &Battle, event: &Event, after: &Battle) -> Result<(), String> {
        let there = |id: ShipId| {
            require(before.ship(id).is_active(), || format!("{} is not there", before.field().tag(id)))
        };
        match event {
            Event::Movement(MovementEvent::Moved { ship, .. }) => {
                there(*ship)?;
                require(!self.moved.contains(ship), || "it moves twice (ASF-SEQ.1)".to_owned())?;
                self.moved.push(*ship);
            }
            Event::Fire(FireEvent::Aimed { by, at, .. }) => self.aimed(before, *by, *at, None)?,
            Event::Fire(FireEvent::Fired { by, at, weapon, arc, hull, weapons, .. }) => {
                self.aimed(before, *by, *at, (*weapon == Weapon::Primaries).then_some(*arc))?;
                let (was, is) = (before.ship(*at).struck, after.ship(*at).struck);
                let told = (u16::from(*hull), u16::from(*weapons));
                let done = (is.hull - was.hull, is.weapons - was.weapons);
                require(told == done, || format!("{told:?} boxes are told, {done:?} done (ASF-RAT.3)"))?;
            }
            Event::Fire(FireEvent::Marked { ship, hull, .. }) => {
                there(*ship)?;
                let left = before.hull_left(before.ship(*ship));
                let marked = left - after.hull_left(after.ship(*ship));
                let due = (*hull).min(left);
                require(marked == due, || format!("{due} boxes are to be marked, {marked} are"))?;
            }
            Event::Repairs(RepairsEvent::Attempted { ship, crew, .. }) => {
                there(*ship)?;
                let busy = self.crew.entry(*ship).or_default();
                *busy += crew;
                let most = before.crew_left(before.ship(*ship));
                require(*busy <= most, || format!("{busy} of {most} crew are at work (ASF-DC.2)"))?;
            }
            Event::Phase(PhaseEvent::Burned { ship, .. } | PhaseEvent::Exploded { ship, .. }) => {
                there(*ship)?;
            }
            Event::Phase(PhaseEvent::TurnBegan { .. }) => *self = Sense::default(),
            Event::Deploy(_) | Event::Phase(_) | Event::Movement(_) | Event::Victory(_) => (),
        }
        for id in before.field().ship_ids() {
            let (was, is) = (before.ship(id), after.ship(id));
            require(was.hull_marked <= is.hull_marked, || "a hull box comes back (ASF-DISP.4)".to_owned())?;
            require(was.is_active() || !is.is_active() || was.at == is.at, || "the dead move".to_owned())?;
        }
        Ok(())
    }

    /// What the seat's own attacks did to the ship that is named.
    fn came(before: &Battle, seat: Seat, odds: &Odds, log: &[Event], _: &Battle) -> Option<usize> {
        let tag = odds.what.rsplit_once(" at ")?.1.split(' ').next()?;
        let target = before.field().ship_ids().find(|it| before.field().tag(*it) == tag)?;
        let own = |by: ShipId| before.ship(by).owner == seat;
        let (mut hull, mut weapons, mut criticals, mut hits) = (0, 0, 0, 0);
        for event in log {
            match event {
                Event::Fire(FireEvent::Fired { by, at, hull: h, weapons: w, critical, .. })
                    if own(*by) && *at == target =>
                {
                    hull += usize::from(*h);
                    weapons += usize::from(*w);
                    criticals += usize::from(critical.is_some());
                }
                Event::Fire(FireEvent::Aimed { by, at, hit, .. }) if own(*by) && *at == target => {
                    hits += usize::from(*hit);
                }
                Event::Fire(FireEvent::Marked { .. }) => break,
                Event::Fire(_)
                | Event::Deploy(_)
                | Event::Phase(_)
                | Event::Movement(_)
                | Event::Repairs(_)
                | Event::Victory(_) => (),
            }
        }
        let ship = before.ship(target);
        let left = usize::from(before.hull_left(ship).saturating_sub(ship.struck.hull));
        match odds.unit {
            "hits" => Some(hits),
            "hull boxes" => Some(hull),
            "weapons boxes" => Some(weapons),
            "critical hits" => Some(criticals),
            "destroyed" => Some(usize::from(left <= hull)),
            _ => None,
        }
    }
}

impl Sense {
    /// ASF-FIRE.1: at a living enemy; primaries with one arc a turn.
    fn aimed(
        &mut self,
        b: &Battle,
        by: ShipId,
        at: ShipId,
        primaries: Option<Option<Arc>>,
    ) -> Result<(), String> {
        let (ship, target) = (b.ship(by), b.ship(at));
        require(ship.is_active() && target.is_active(), || "the dead fire, or are fired at".to_owned())?;
        require(ship.side != target.side, || "it fires at its own side".to_owned())?;
        if let Some(arc) = primaries {
            let first = *self.primaries.entry(by).or_insert(arc);
            require(first == arc, || format!("primaries to two arcs: {first:?} and {arc:?}"))?;
        }
        Ok(())
    }
}
