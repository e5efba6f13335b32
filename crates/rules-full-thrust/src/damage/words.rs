//! Damage, checks, blasts and repairs in plain English (FT-DMG, FT-4.11, FT-7.9, FT-10).

use crate::{
    damage::{CoreChoice, Event, blasts, checks, repairs},
    narrate::{count, faces, group, icons, name, system},
    setup::scenario::Field,
};

pub(crate) fn damaged(field: &Field, event: &Event) -> String {
    match event {
        Event::Struck { ship, armour, hull, .. } => {
            let left: u16 = armour.iter().map(|layer| layer.boxes()).sum();
            format!("{} loses {hull} hull, {left} armour left", name(field, *ship))
        }
        Event::Destroyed { ship } => format!("{} is destroyed", name(field, *ship)),
        Event::FireEnded { killed } if killed.is_empty() => "The guns fall silent".to_owned(),
        Event::FireEnded { killed } => {
            let each = killed
                .iter()
                .map(|(ship, set)| format!("{}: {}", name(field, *ship), icons(field, *ship, *set)));
            format!("The guns fall silent; lost for good: {}", each.collect::<Vec<_>>().join("; "))
        }
        Event::EmpTested { ship, icon, needs, dice, failed } => {
            let result = if *failed == 0 { "holds" } else { "is knocked out" };
            let what = system(field, *ship, *icon);
            format!(
                "EMP on {what} of {}: {needs} or more, rolled {}: it {result}",
                name(field, *ship),
                faces(dice)
            )
        }
        Event::CoreChosen { ship, choice } => match choice {
            CoreChoice::Dump => format!("{} dumps its core", name(field, *ship)),
            CoreChoice::Abandon => format!("{} is abandoned", name(field, *ship)),
            CoreChoice::Hold => format!("{} keeps its core", name(field, *ship)),
        },
        Event::CoreRolled { ship, needs, die, blown } => {
            let result = if *blown { "it blows up" } else { "it holds" };
            format!("The core of {}: {needs} or more, rolled {die}: {result}", name(field, *ship))
        }
        Event::Breached { ship, dice, .. } => {
            format!("The blast catches {}, rolled {}", name(field, *ship), faces(dice))
        }
        Event::Suffocated { ship } => format!("The air of {} is gone: a hulk", name(field, *ship)),
    }
}

pub(crate) fn checked(field: &Field, event: &checks::Event) -> String {
    match event {
        checks::Event::Checked { ship, row, extra, rolls, damaged, gone, drive } => {
            let dice: Vec<u8> = rolls.iter().map(|it| it.1).collect();
            let mut lost = icons(field, *ship, damaged.union(*gone));
            if 0 < *drive {
                lost += if lost.is_empty() { "main drive" } else { ", main drive" };
            }
            let lost = if lost.is_empty() { "nothing lost".to_owned() } else { format!("lost {lost}") };
            let extra = if *extra == 0 { String::new() } else { format!(" and {extra} more") };
            format!("{} checks for row {row}{extra}, rolled {}: {lost}", name(field, *ship), faces(&dice))
        }
        checks::Event::HangarsChecked { ship, rolls, damaged, .. } => {
            let dice: Vec<u8> = rolls.iter().map(|it| it.1).collect();
            let lost = damaged.iter().count();
            format!("Hangars of {} are checked, rolled {}: {lost} lost", name(field, *ship), faces(&dice))
        }
        checks::Event::HangarTested { ship, die, damage: None, .. } => {
            format!("The hangar of {} burns out, rolled {die}", name(field, *ship))
        }
        checks::Event::HangarTested { ship, die, points, .. } => {
            format!("The hangar of {} explodes, rolled {die}: {points} hull", name(field, *ship))
        }
        checks::Event::BridgeHit { ship, die: 6 } => {
            format!("The bridge of {} is gone, rolled 6", name(field, *ship))
        }
        checks::Event::BridgeHit { ship, die } => {
            format!(
                "The bridge of {} is hit, rolled {die}: out of control for {}",
                name(field, *ship),
                count(die, "turn", "turns")
            )
        }
        checks::Event::LifeSupportHit { ship, die } => {
            let air = count(die, "turn", "turns");
            format!("Life support of {} is hit, rolled {die}: air for {air}", name(field, *ship))
        }
        checks::Event::ColoursTested { ship, die, struck } => {
            let result = if *struck { "it strikes its colours" } else { "it fights on" };
            format!("{} may give in, rolled {die}: {result}", name(field, *ship))
        }
        checks::Event::CourseTested { ship, die, way, drift } => {
            let to = |way: &u8| if *way <= 3 { "starboard" } else { "port" };
            let mut text = match way {
                None => format!("{} is not turned, rolled {die}", name(field, *ship)),
                Some(way) => {
                    format!(
                        "{} is knocked off course, rolled {die} and {way}: to {}",
                        name(field, *ship),
                        to(way)
                    )
                }
            };
            match drift {
                None => (),
                Some((die, None)) => text += &format!("; its drift holds, rolled {die}"),
                Some((die, Some(way))) => {
                    text += &format!("; its drift turns, rolled {die} and {way}: to {}", to(way));
                }
            }
            text
        }
    }
}

pub(crate) fn blasted(field: &Field, event: &blasts::Event) -> String {
    match event {
        blasts::Event::Detonated { ship, charges } => {
            format!("{} blows itself up with {}", name(field, *ship), count(charges, "charge", "charges"))
        }
        blasts::Event::ChargeTested { ship, die, dice, .. } if dice.is_empty() => {
            format!("The damaged charge of {} holds, rolled {die}", name(field, *ship))
        }
        blasts::Event::ChargeTested { ship, die, dice, .. } => {
            let ship = name(field, *ship);
            format!("The damaged charge of {ship} goes off, rolled {die}: damage {}", faces(dice))
        }
        blasts::Event::RackExploded { ship, die, .. } => {
            format!("An antimatter rack of {} explodes: {die} hull", name(field, *ship))
        }
        blasts::Event::Caught { ship, dice, .. } => {
            format!("The blast catches {}, rolled {}", name(field, *ship), faces(dice))
        }
        blasts::Event::Engulfed { group: id, dice, killed, .. } => {
            format!("The blast catches {}, rolled {}: {killed} lost", group(field, *id), faces(dice))
        }
    }
}

pub(crate) fn repaired(field: &Field, event: &repairs::Event) -> String {
    match event {
        repairs::Event::Regenerated { ship, dice, healed, dead, .. } => {
            let ship = name(field, *ship);
            format!("Armour of {ship} regenerates, rolled {}: {healed} back, {dead} dead", faces(dice))
        }
        repairs::Event::Worked { ship, icon, parties, die, repaired } => {
            let result = if *repaired { "repaired" } else { "not repaired" };
            let what = system(field, *ship, *icon);
            format!("{}: {parties} on {what}, rolled {die}: {result}", name(field, *ship))
        }
    }
}
