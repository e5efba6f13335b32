//! What events cost, and what their dice showed: for the log and for what is said after the battle.

use engine::{Fate, Standing};

use crate::{
    Event, deploy, fire,
    narrate::name,
    phases, repairs,
    ship::{ShipId, Status},
    victory,
    view::View,
};

pub(crate) fn faces(event: &Event) -> Vec<u8> {
    match event {
        Event::Deploy(deploy::Event::CornerRolled { dice }) => dice.to_vec(),
        Event::Phase(phases::Event::Exploded { die, .. })
        | Event::Fire(fire::Event::Aimed { die, .. })
        | Event::Repairs(repairs::Event::Attempted { die, .. }) => vec![*die],
        Event::Fire(fire::Event::Fired { dice, critical, .. }) => {
            dice.iter().copied().chain(critical.map(|it| it.die)).collect()
        }
        Event::Deploy(_) | Event::Phase(_) | Event::Movement(_) | Event::Fire(_) | Event::Victory(_) => {
            Vec::new()
        }
    }
}

pub(crate) fn is_hit(event: &Event) -> bool {
    match event {
        Event::Fire(fire::Event::Aimed { hit, .. }) => *hit,
        Event::Fire(fire::Event::Fired { hull, weapons, critical, .. }) => {
            0 < *hull || 0 < *weapons || critical.is_some_and(|it| !it.wasted)
        }
        Event::Deploy(_)
        | Event::Phase(_)
        | Event::Movement(_)
        | Event::Fire(fire::Event::Marked { .. })
        | Event::Repairs(_)
        | Event::Victory(_) => false,
    }
}

pub(crate) fn verdict(view: &View, event: &Event) -> Option<String> {
    let Event::Victory(victory::Event::Ended { reason, points, .. }) = event else { return None };
    let [first, second] = [0, 1].map(|side| view.field.side_name(side));
    Some(format!("{} ({first} {}, {second} {} points)", reason.words(), points[0], points[1]))
}

/// Hull and weapons boxes that are not marked.
pub(crate) fn roll_call(view: &View) -> Vec<Standing> {
    let fate = |status| match status {
        Status::Waiting | Status::Active => Fate::Survived,
        Status::Destroyed => Fate::Destroyed,
        Status::Left(_) | Status::Withdrawn => Fate::Left,
    };
    let ships = view.ships.iter().map(|it| Standing {
        side: it.ship.side,
        left: u32::from(it.display.hull_left) + u32::from(it.display.weapons_left),
        fate: fate(it.ship.status),
    });
    ships.collect()
}

pub(crate) fn unit_name(view: &View, n: usize) -> String {
    name(&view.field, ShipId(n as u8))
}
