//! Bogeys, scans and cloaks in plain English (FT-12.1, FT-7.20).

use crate::{
    narrate::{faces, icons, name, side},
    sensors::{
        Event, Found,
        bogeys::{self, Lore},
        cloaks,
    },
    setup::scenario::Field,
};

pub(crate) fn sensed(field: &Field, event: &Event) -> String {
    match event {
        Event::Mustered { seat, signatures, places: None } => {
            let all: Vec<&str> = signatures.iter().map(|it| it.name()).collect();
            format!("{} has noted down its bogeys: {}", side(field, *seat), all.join(", "))
        }
        Event::Mustered { seat, places: Some(places), .. } => {
            let places: Vec<String> = places.iter().map(|it| (it + 1).to_string()).collect();
            format!("{} has noted down its bogeys: ships {}", side(field, *seat), places.join(" "))
        }
        Event::Revealed { ship, found, design, name, .. } => {
            let how = match found {
                Found::Passive => "passive sensors identify it",
                Found::Scanned => "the scan identifies it",
                Found::Scanning => "its scan gives it away",
                Found::Fired => "its weapons give it away",
                Found::Shown => "it shows itself",
                Found::Hit => "a hit shows what it is",
            };
            let letter = field.letter(*ship);
            match design {
                Some(design) if bogeys::supplied(design).is_some() => {
                    format!("Bogey {letter}: {how}: a dummy, and gone")
                }
                Some(design) => format!("Bogey {letter}: {how}: {name} ({design})"),
                None => format!("Bogey {letter}: {how}: {name}"),
            }
        }
        Event::Swept { ship } => format!("{} makes an active scan", name(field, *ship)),
        Event::Scanned { ship, target, found, die, jams } => {
            let result = if *found { "a clear contact" } else { "jammed, nothing is learned" };
            let die = die.map_or(String::new(), |die| format!(", rolled {die}"));
            let jams = if jams.is_empty() { String::new() } else { format!(", jammed by {}", faces(jams)) };
            format!("{} scans {}: {result}{die}{jams}", name(field, *ship), name(field, *target))
        }
        Event::Told { by, told, .. } => {
            let what = match told.lore {
                Lore::Nothing => "nothing".to_owned(),
                Lore::Mass => format!("mass {}", told.mass.unwrap_or(0)),
                Lore::Drives => format!(
                    "mass {}, thrust {}, screens {}",
                    told.mass.unwrap_or(0),
                    told.thrust.unwrap_or(0),
                    told.screens.unwrap_or(0)
                ),
                Lore::Systems => "how it was built".to_owned(),
                Lore::All => "everything".to_owned(),
            };
            format!("{} learns of {}: {what}", name(field, *by), name(field, told.ship))
        }
    }
}

pub(crate) fn cloaked(field: &Field, event: &cloaks::Event) -> String {
    match event {
        cloaks::Event::Switched { ship, off, .. } if off.is_none() => {
            format!("{} has all its fields on", name(field, *ship))
        }
        cloaks::Event::Switched { ship, off, .. } => {
            format!("{} has switched off {}", name(field, *ship), icons(field, *ship, *off))
        }
        cloaks::Event::Cloaked { ship, until: None } => format!("{} cloaks", name(field, *ship)),
        cloaks::Event::Cloaked { ship, until: Some(turn) } => {
            format!("{} cloaks until turn {turn}", name(field, *ship))
        }
        cloaks::Event::Uncloaked { ship, why } => {
            let why = match why {
                cloaks::Why::Time => "is no longer cloaked",
                cloaks::Why::Speed => "is too fast for its cloak",
                cloaks::Why::Damage => "has lost its cloak",
            };
            format!("{} {why}", name(field, *ship))
        }
        cloaks::Event::Vanished { ship, until: None } => format!("{} vanishes", name(field, *ship)),
        cloaks::Event::Vanished { ship, until: Some(turn) } => {
            format!("{} vanishes until turn {turn}", name(field, *ship))
        }
        cloaks::Event::Stole { ship, shadow: None } => format!("{} moves unseen", name(field, *ship)),
        cloaks::Event::Stole { ship, shadow: Some(shadow) } => {
            let to = shadow.motion;
            format!(
                "{} moves unseen: now at {}, facing {}, velocity {}",
                name(field, *ship),
                to.at,
                to.facing,
                to.velocity
            )
        }
        cloaks::Event::Appeared { ship, to, .. } => {
            let ship = name(field, *ship);
            format!("{ship} appears at {}, facing {}, velocity {}", to.at, to.facing, to.velocity)
        }
    }
}
