//! What events cost, and what their dice showed: for the log and for what is said after the battle.

use engine::{Fate, Standing};

use crate::{
    events::{DamageEvent, Event, FireEvent, PowerEvent, VictoryEvent},
    narrate,
    ship::{Ship, ShipId, Status},
    view::View,
};

#[expect(clippy::wildcard_enum_match_arm, reason = "all others roll nothing that a log would show")]
pub(crate) fn faces(event: &Event) -> Vec<u8> {
    // A die that was not rolled stands as 0 in the lists.
    let rolled = |dice: &mut dyn Iterator<Item = u8>| dice.filter(|die| 0 < *die).collect();
    match event {
        Event::Power(PowerEvent::Repaired { die, .. }) | Event::Fire(FireEvent::Shot { die, .. }) => {
            vec![*die]
        }
        Event::Damage(DamageEvent::Critical { dice, .. }) => dice.to_vec(),
        Event::Damage(DamageEvent::GroupDestroyed { rolls, .. }) => {
            rolled(&mut rolls.iter().flatten().copied())
        }
        Event::Damage(DamageEvent::ArcRolled { rolls, .. }) => rolled(&mut rolls.iter().flatten().copied()),
        _ => Vec::new(),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "all others strike nobody")]
pub(crate) fn is_hit(event: &Event) -> bool {
    match event {
        Event::Fire(FireEvent::Shot { damage, .. }) => 0 < *damage,
        Event::Damage(DamageEvent::Critical { wasted, .. }) => !*wasted,
        Event::Damage(
            DamageEvent::Hit { .. }
            | DamageEvent::GroupDestroyed { .. }
            | DamageEvent::MissileHit { .. }
            | DamageEvent::MissileDetonated { .. },
        ) => true,
        _ => false,
    }
}

pub(crate) fn verdict(event: &Event) -> Option<String> {
    let Event::Victory(VictoryEvent::Ended { reason, destroyed, score, .. }) = event else { return None };
    Some(narrate::reason_of(*reason, *destroyed, *score))
}

/// Shields and hull boxes that are not marked (TAL-8.4.1a).
pub(crate) fn roll_call(view: &View) -> Vec<Standing> {
    let fate = |status| match status {
        Status::Waiting | Status::Active | Status::Docked(_) | Status::Landed => Fate::Survived,
        Status::Destroyed => Fate::Destroyed,
        Status::Retreated(_) => Fate::Left,
    };
    let left = |ship: &Ship| {
        let hull = view.field.design_of(ship).hull.len();
        let hull = (hull as u32).saturating_sub(ship.hull_marked.into());
        let boxes = ship.shields.iter().chain(&ship.fighters);
        hull + boxes.map(|&it| u32::from(it)).sum::<u32>()
    };
    let ships = view.board.ships.iter();
    ships.map(|it| Standing { side: it.side, left: left(it), fate: fate(it.status) }).collect()
}

pub(crate) fn unit_name(view: &View, n: usize) -> String {
    narrate::ship_name(view, ShipId(n as u8))
}
