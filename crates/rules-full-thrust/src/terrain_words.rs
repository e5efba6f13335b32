//! Terrain in plain English.

use std::fmt::Write as _;

use crate::{
    narrate::{faces, name, system},
    scenario::Field,
    terrain::{BodyId, Event, Shape, Thing},
    view::View,
};

/// What a feature is called: by its name, else by what it is and its number.
pub(crate) fn body(field: &Field, id: BodyId) -> String {
    match field.scenario.terrain.get(id.index()) {
        Some(it) if !it.name.is_empty() => format!("{} {}", it.kind.word(), it.name),
        Some(it) => format!("{} {}", it.kind.word(), id.0 + 1),
        None => format!("debris {}", id.0 + 1),
    }
}

pub(crate) fn thing(field: &Field, thing: Thing) -> String {
    match thing {
        Thing::Body(id) => body(field, id),
        Thing::Section(id) => name(field, id),
    }
}

pub(crate) fn narrate(field: &Field, event: &Event) -> String {
    match event {
        Event::Drifted { body: id, to } => format!("The {} moves to {to}", body(field, *id)),
        Event::Risked { ship, thing: it, needs, die, crashed } => {
            let end = if *crashed { "it crashes and is destroyed" } else { "it gets clear" };
            let (ship, it) = (name(field, *ship), thing(field, *it));
            match die {
                Some(die) => format!("{ship} runs into the {it}: {needs} or more, rolled {die}: {end}"),
                None => format!("{ship} runs into the {it}, far too fast: {end}"),
            }
        }
        Event::Battered { ship, body: id, dice } => {
            let sum: u32 = dice.iter().map(|die| u32::from(*die)).sum();
            format!(
                "{} in the {}, rolled {}: {sum} points",
                name(field, *ship),
                body(field, *id),
                faces(dice)
            )
        }
        Event::Scoured { ship, body: id, dice, points } => {
            let (ship, what) = (name(field, *ship), body(field, *id));
            format!("{ship} is too fast in the {what}, rolled {}: {points} points", faces(dice))
        }
        Event::Locked { ship, target, die, lost } => {
            let end = if lost.is_none() { "a lock" } else { "no lock, no shot" };
            format!(
                "{} looks for {} in the dust, rolled {die}: {end}",
                name(field, *ship),
                name(field, *target)
            )
        }
        Event::Flared { die, comes } => {
            let end = if *comes { "a flare" } else { "no flare" };
            format!("The star, rolled {die}: {end}")
        }
        Event::Dazzled { ship, screens, rolls, damaged } => {
            let dice: Vec<u8> = rolls.iter().map(|it| it.1).collect();
            let lost: Vec<String> = damaged.iter().map(|icon| system(field, *ship, icon)).collect();
            let lost =
                if lost.is_empty() { "nothing lost".to_owned() } else { format!("lost {}", lost.join(", ")) };
            let more = if *screens == 0 { String::new() } else { format!(" and {screens} for screens") };
            format!("The flare touches {}, rolled {}{more}: {lost}", name(field, *ship), faces(&dice))
        }
        Event::WreckTested { ship, over, die, debris } => {
            let end = if debris.is_some() { "it bursts into debris" } else { "a dead hulk" };
            format!("The wreck of {}: {over} or less, rolled {die}: {end}", name(field, *ship))
        }
        Event::Dispersed { body: id } => format!("The {} is gone", body(field, *id)),
    }
}

/// One line for each feature that is there.
pub(crate) fn describe(view: &View, text: &mut String) {
    let field = &view.field;
    for (n, it) in view.bodies.iter().enumerate().filter(|it| !it.1.gone) {
        let what = body(field, BodyId(n as u8));
        let moving = if it.is_moving() { format!(", next at {}", it.moved().at) } else { String::new() };
        let inner =
            if it.kind == Shape::Rings { format!(", open within {}", it.inner) } else { String::new() };
        let _ = writeln!(text, "{what}: at {}, radius {}{inner}{moving}", it.at, it.radius);
    }
}
