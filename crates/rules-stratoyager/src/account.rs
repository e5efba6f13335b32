//! What events cost, and what their dice showed: for the log and for what is said after the battle.

use engine::{Fate, Standing};

use crate::{
    Event, combat, damage, deploy, narrate, stress, unit::Status, unit::UnitId, victory, view::View,
};

#[expect(clippy::wildcard_enum_match_arm, reason = "all others roll nothing")]
pub(crate) fn faces(event: &Event) -> Vec<u8> {
    match event {
        Event::Deploy(deploy::Event::FirstSettled { dice: Some(dice), .. }) => dice.to_vec(),
        Event::Deploy(deploy::Event::ReserveRolled { die: Some(die), .. })
        | Event::Damage(damage::Event::Jammed { die, .. })
        | Event::Victory(victory::Event::SeventhRolled { die, .. }) => vec![*die],
        Event::Stress(stress::Event::Tested { dice, .. }) => dice.to_vec(),
        Event::Combat(combat::Event::Attacked { dice, reroll, damage, .. }) => {
            let again = reroll.map(|(_, die)| die);
            dice.iter().copied().chain(again).chain(damage.iter().copied()).collect()
        }
        Event::Damage(damage::Event::Struck { damage, .. }) => damage.to_vec(),
        _ => Vec::new(),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "all others strike nobody")]
pub(crate) fn is_hit(event: &Event) -> bool {
    match event {
        Event::Combat(combat::Event::Attacked { hit, .. }) => *hit,
        Event::Damage(damage::Event::Struck { .. }) => true,
        _ => false,
    }
}

pub(crate) fn verdict(view: &View, event: &Event) -> Option<String> {
    let Event::Victory(victory::Event::Ended { reason, half_points, .. }) = event else { return None };
    Some(narrate::reason(view, *reason, *half_points))
}

/// STR-6.3: structure.
pub(crate) fn roll_call(view: &View) -> Vec<Standing> {
    let fate = |status| match status {
        Status::Waiting | Status::Reserve | Status::Arriving | Status::Active | Status::Away { .. } => {
            Fate::Survived
        }
        Status::Safe | Status::Withdrawn => Fate::Left,
        Status::Empty { .. } | Status::Wrecked | Status::Destroyed | Status::Removed => Fate::Destroyed,
    };
    let units = view.units.iter();
    units.map(|it| Standing { side: it.side, left: it.structure.into(), fate: fate(it.status) }).collect()
}

pub(crate) fn unit_name(view: &View, n: usize) -> String {
    narrate::unit_name(view, UnitId(n as u8))
}
