//! Terrain in plain English.

use std::fmt::Write as _;

use crate::{
    narrate::{count, faces, name, points, system},
    setup::scenario::Field,
    terrain::{
        BodyId, Event, Shape, Thing,
        planets::{self, Landfall},
        rounds, stations,
    },
    view::View,
};

/// What a feature is called: by its name, else by what it is and its number.
pub(crate) fn body(field: &Field, id: BodyId) -> String {
    match field.scenario.terrain.get(id.index()) {
        Some(it) if !it.name.is_empty() => format!("{} {}", it.kind.word(), it.name),
        Some(it) => format!("{} {}", it.kind.word(), id.number()),
        None => format!("debris {}", id.number()),
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
                "{} in the {}, rolled {}: {}",
                name(field, *ship),
                body(field, *id),
                faces(dice),
                points(sum)
            )
        }
        Event::Scoured { ship, body: id, dice, points: lost } => {
            let (ship, what) = (name(field, *ship), body(field, *id));
            format!("{ship} is too fast in the {what}, rolled {}: {}", faces(dice), points(lost))
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
        Event::Chipped { ship, weapon, rock, dice, points: done } => {
            let (gun, rock) = (system(field, *ship, *weapon), body(field, *rock));
            let (ship, done) = (name(field, *ship), points(done));
            format!("{gun} of {ship} at the {rock}, rolled {}: {done}", faces(dice))
        }
        Event::Shattered { rock, number, .. } => {
            format!("The {} breaks up into {}", body(field, *rock), count(number, "chunk", "chunks"))
        }
        Event::Dispersed { body: id } => format!("The {} is gone", body(field, *id)),
    }
}

pub(crate) fn planets(field: &Field, event: &planets::Event) -> String {
    use planets::Event as It;
    match event {
        It::Orbiting { ship, orbit } => {
            format!("{} goes into orbit of {}", name(field, *ship), body(field, orbit.body))
        }
        It::LeftOrbit { ship } => format!("{} leaves its orbit", name(field, *ship)),
        It::Crashed { ship, body: id } => {
            format!("{} crashes into {} and is destroyed", name(field, *ship), body(field, *id))
        }
        It::Entered { ship, body: id, die, total, fate } => {
            let end = match fate {
                Landfall::Landed => "it lands",
                Landfall::CrashLanded => "it crash-lands and is lost",
                Landfall::BurntUp => "it burns up; small craft and pods escape",
                Landfall::AllLost => "it burns up with all hands",
            };
            let rolled = die.map_or(String::new(), |die| format!(", rolled {die}, {total} in all"));
            let (ship, planet) = (name(field, *ship), body(field, *id));
            format!("{ship} enters the atmosphere of {planet}{rolled}: {end}")
        }
        It::Tested { ship, dice, decays } => {
            let end = if *decays { "its orbit decays" } else { "it stays in orbit" };
            format!("{} fights to hold its orbit, rolled {}: {end}", name(field, *ship), faces(dice))
        }
    }
}

pub(crate) fn stations(field: &Field, event: &stations::Event) -> String {
    match event {
        stations::Event::Struck { section, ship, die, boxes } => {
            let (section, ship) = (name(field, *section), name(field, *ship));
            format!(
                "{ship} smashes into {section}, rolled {die}, {}: {}",
                count(boxes, "box", "boxes"),
                points(u32::from(*die) * u32::from(*boxes))
            )
        }
        stations::Event::Torn { from, section, dice } => {
            let (from, section) = (name(field, *from), name(field, *section));
            format!("The blast of {from} tears at {section}, rolled {}", faces(dice))
        }
    }
}

pub(crate) fn rounds(field: &Field, event: &rounds::Event) -> String {
    match event {
        rounds::Event::WentRound { ship, exit } => {
            format!("{} goes round the planet, over the edge at {exit}", name(field, *ship))
        }
        rounds::Event::CameRound { ship, at } => {
            format!("{} comes round the planet at {at}", name(field, *ship))
        }
        rounds::Event::StayedAway { ship, .. } => format!("{} stays behind the planet", name(field, *ship)),
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
