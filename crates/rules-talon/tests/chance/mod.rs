//! Situations by chance: what can never be right in Talon, whichever rules meet.

use std::collections::BTreeSet;

use dice::Dice;
use engine::{Decision, Odds, Seat};
use rules_talon::{
    Battle, DamageEvent, Event, FireEvent, MovementEvent, Phase, PhaseEvent, PowerEvent, RoundEvent, ShipId,
    Status, Target,
};
use serde_json::{Value, json};
use testkit::{Watch, sense as require};

/// What has happened in this Turn.
#[derive(Default)]
pub(crate) struct Sense {
    /// Groups that have fired.
    fired: BTreeSet<(ShipId, u8)>,
    /// Ships that are gone: they are gone once.
    destroyed: BTreeSet<ShipId>,
    /// TAL-13.4b: Missiles that have moved in this Impulse.
    flown: BTreeSet<u16>,
}

impl Watch<Battle> for Sense {
    const UNITS: &'static str = "ships";
    const NUMBERS: &'static [&'static str] = &["target", "docked", "ship"];
    const MOMENT: &'static [&'static str] = &["phase", "side", "volley", "impulse", "initiative", "round"];
    const DESIGNS: [&'static str; 2] = ["designs", "class"];

    /// Missiles go by numbers of their own.
    fn fit(first: &mut Value, second: &mut Value, _: &mut Dice) {
        let number = |it: &Value| it["number"].as_u64().unwrap_or(0);
        let taken = first["missiles"].as_array().into_iter().flatten().map(number).max().unwrap_or(0);
        for missile in second.get_mut("missiles").and_then(Value::as_array_mut).into_iter().flatten() {
            missile["number"] = json!(number(missile) + taken);
        }
    }

    /// TAL-8.6.4, TAL-13.2d: the owner chooses.
    fn asked(&mut self, state: &Battle, decision: Decision) -> Result<(), String> {
        let seat = |side: u8| decision.seats.iter().eq([Seat(side)]);
        match &state.board().phase {
            Phase::Setup | Phase::Buy | Phase::Over { .. } => Ok(()),
            Phase::Pick { side, .. } => {
                let owed = state.board().owed.first().ok_or("a choice is asked for, but none is owed")?;
                let owner = owed.side;
                require(seat(*side) && owner == *side, || format!("{owner} is to choose, {side} is asked"))
            }
            Phase::Initiative { side }
            | Phase::Terrain { side }
            | Phase::Deploy { side, .. }
            | Phase::Power { side }
            | Phase::Move { side }
            | Phase::Fire { side, .. }
            | Phase::Charge { side }
            | Phase::Pull { side }
            | Phase::Reinforce { side }
            | Phase::Retreat { side } => require(seat(*side), || format!("side {side} is to be asked")),
        }
    }

    fn happened(&mut self, before: &Battle, event: &Event, after: &Battle) -> Result<(), String> {
        if let Some(id) = actor(event) {
            require(before.ship(id).is_active(), || format!("{} acts, but is not there", before.tag(id)))?;
        }
        if let Some(id) = struck(event) {
            let docked = matches!(before.ship(id).status, Status::Docked(_) | Status::Landed);
            let there = before.ship(id).is_active() || docked;
            require(there, || format!("{} is struck, but is not there", before.tag(id)))?;
        }
        match event {
            Event::Phase(PhaseEvent::TurnBegan { .. } | PhaseEvent::ImpulseBegan { .. }) => {
                self.fired.clear();
                self.flown.clear();
            }
            Event::Movement(MovementEvent::MissileMoved { missile, .. }) => {
                require(before.missile(*missile).is_some(), || format!("Missile {missile} is not there"))?;
                let first = self.flown.insert(*missile);
                require(first, || format!("Missile {missile} moves twice (TAL-13.4b)"))?;
            }
            Event::Fire(FireEvent::Launched { ship, group, .. }) => {
                require(self.fired.contains(&(*ship, *group)), || "launched, but not opened".to_owned())?;
            }
            Event::Damage(DamageEvent::MissileHit { missile, points, destroyed, .. }) => {
                let was = before.missile(*missile).ok_or("a Missile is hit that is not there")?;
                let due = 3 <= *points || was.damaged;
                require(*destroyed == due, || format!("{points} points at Missile {missile} (TAL-13.6a)"))?;
                require(after.missile(*missile).is_none() == due, || "a dead Missile flies".to_owned())?;
            }
            Event::Damage(DamageEvent::Destroyed { ship, .. }) => {
                let first = self.destroyed.insert(*ship);
                require(first, || format!("{} is destroyed twice", before.tag(*ship)))?;
            }
            Event::Fire(FireEvent::Opened { ship, group }) => {
                let bar = before.ship(*ship).bars[usize::from(*group)];
                require(!bar.destroyed, || format!("group {group} is destroyed (TAL-CRIT.5)"))?;
                let first = self.fired.insert((*ship, *group));
                require(first, || format!("{} fires group {group} twice", before.tag(*ship)))?;
            }
            Event::Fire(FireEvent::Shot { target, .. }) => aimed(before, *target)?,
            Event::Damage(DamageEvent::HullMarked { ship, boxes, .. }) => {
                let marked = after.ship(*ship).hull_marked - before.ship(*ship).hull_marked;
                require(marked == *boxes, || format!("{boxes} boxes are told, {marked} marked"))?;
            }
            Event::Damage(DamageEvent::Hit { ship, shields, points, reinforcement, .. }) => {
                let left = |it: &Battle| it.ship(*ship).shields.iter().map(|it| u32::from(*it)).sum::<u32>();
                let lost = left(before) - left(after);
                require(lost == u32::from(*shields), || format!("{shields} shields told, {lost} lost"))?;
                let taken = *shields + u8::from(*reinforcement);
                require(taken <= *points, || format!("{points} points take {taken} boxes"))?;
            }
            Event::Setup(_)
            | Event::Phase(_)
            | Event::Power(_)
            | Event::Movement(_)
            | Event::Fire(_)
            | Event::Damage(_)
            | Event::Round(_)
            | Event::Victory(_) => (),
        }
        boxes(after)
    }

    /// Hull, shields and end of the one ship that is fired at.
    fn came(before: &Battle, _: Seat, odds: &Odds, log: &[Event], after: &Battle) -> Option<usize> {
        let tag = odds.what.rsplit_once(" at ")?.1.split(' ').next()?;
        let id = before.by_tag(tag)?;
        let (was, is, design) = (before.ship(id), after.ship(id), before.design_of(id));
        // Only what the order's own shots did: a blast is another throw.
        let other = |it: &Event| {
            matches!(
                it,
                Event::Phase(PhaseEvent::Lapsed { .. } | PhaseEvent::Interrupted { .. })
                    | Event::Movement(MovementEvent::Displaced { .. })
            )
        };
        // TAL-15.1.1: what is pushed may be out of the next gun's sight; odds are told as if all fired.
        if log.iter().any(other) {
            return None;
        }
        let blast = |it: &Event| matches!(it, Event::Damage(DamageEvent::Exploded { .. }));
        let struck: BTreeSet<ShipId> = log.iter().filter(|it| !blast(it)).filter_map(struck).collect();
        if design.is_fighters() || odds.what.contains("Missile") || struck.iter().any(|it| *it != id) {
            return None;
        }
        let left = |shields: &[u8; 4]| shields.iter().map(|it| usize::from(*it)).sum::<usize>();
        match odds.unit {
            // TAL-CRIT.12: a breach takes the ship with all its boxes.
            "hull boxes" if !is.is_active() => Some(design.hull.len() - usize::from(was.hull_marked)),
            "hull boxes" => Some(usize::from(is.hull_marked - was.hull_marked)),
            "destroyed" => Some(usize::from(!is.is_active())),
            "shield boxes" if was.reinforced == [None; 4] => Some(left(&was.shields) - left(&is.shields)),
            _ => None,
        }
    }
}

/// Who does it.
fn actor(event: &Event) -> Option<ShipId> {
    match event {
        Event::Power(PowerEvent::Spent { ship, .. } | PowerEvent::Repaired { ship, .. })
        | Event::Movement(
            MovementEvent::Moved { ship, .. }
            | MovementEvent::Rotated { ship, .. }
            | MovementEvent::Docked { ship, .. }
            | MovementEvent::Collided { ship, .. },
        )
        | Event::Fire(
            FireEvent::Opened { ship, .. } | FireEvent::Shot { ship, .. } | FireEvent::Launched { ship, .. },
        )
        | Event::Round(RoundEvent::Adjusted { ship, .. } | RoundEvent::Spooled { ship }) => Some(*ship),
        Event::Setup(_)
        | Event::Phase(_)
        | Event::Power(_)
        | Event::Movement(_)
        | Event::Fire(_)
        | Event::Damage(_)
        | Event::Round(_)
        | Event::Victory(_) => None,
    }
}

/// To whom it is done.
fn struck(event: &Event) -> Option<ShipId> {
    match event {
        Event::Damage(
            DamageEvent::Hit { ship, .. }
            | DamageEvent::HullMarked { ship, .. }
            | DamageEvent::Critical { ship, .. }
            | DamageEvent::GroupDestroyed { ship, .. }
            | DamageEvent::FighterHit { ship, .. }
            | DamageEvent::Destroyed { ship, .. }
            | DamageEvent::MissileDetonated { ship, .. },
        ) => Some(*ship),
        Event::Setup(_)
        | Event::Phase(_)
        | Event::Power(_)
        | Event::Movement(_)
        | Event::Fire(_)
        | Event::Damage(_)
        | Event::Round(_)
        | Event::Victory(_) => None,
    }
}

fn aimed(battle: &Battle, target: Target) -> Result<(), String> {
    let there = match target {
        Target::Ship(id) => battle.ship(id).is_active(),
        Target::Fighter(id, it) => {
            battle.ship(id).is_active() && 0 < battle.ship(id).fighters[usize::from(it)]
        }
        Target::Missile(number) => battle.missile(number).is_some(),
    };
    require(there, || format!("{target:?} is fired at, but is not there"))
}

/// Nobody has more boxes than are printed, and no two Missiles one number.
fn boxes(battle: &Battle) -> Result<(), String> {
    for id in battle.ship_ids() {
        let (ship, design) = (battle.ship(id), battle.design_of(id));
        let hull = usize::from(ship.hull_marked) <= design.hull.len()
            && ship.fighters.iter().all(|it| usize::from(*it) <= design.hull.len());
        require(hull, || format!("{} has more than its hull", battle.tag(id)))?;
        let shields = ship.shields.iter().zip(design.shields.by_arc()).all(|(left, of)| *left <= of);
        require(shields, || format!("{} has more than its shields", battle.tag(id)))?;
        for (n, bar) in ship.bars.iter().enumerate() {
            let Some(group) = design.group(n) else { continue };
            let fits = bar.red <= group.red && bar.yellow <= group.yellow;
            require(fits, || format!("{} has more than bar {} holds", battle.tag(id), n + 1))?;
        }
    }
    let mut numbers: Vec<u16> = battle.board().missiles.iter().map(|it| it.number).collect();
    numbers.sort_unstable();
    require(numbers.windows(2).all(|it| it[0] != it[1]), || "two Missiles of one number".to_owned())
}
