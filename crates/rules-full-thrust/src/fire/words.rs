//! Fire in plain English (FT-5, FT-7.23, FT-7.24).

use std::fmt::Write as _;

use crate::{
    fire::{Event, sweeps},
    narrate::{self, count, faces, icons, name, points, side, system},
    orders::words::mode_word,
    setup::scenario::Field,
};

pub(crate) fn fired(field: &Field, event: &Event) -> String {
    match event {
        Event::SideRolled { from, to, die, .. } => {
            format!("{} lies on an arc line of {}, rolled {die}", name(field, *to), name(field, *from))
        }
        Event::SpinalFired { ship, weapon } => {
            format!("{} fires {} along its line", name(field, *ship), system(field, *ship, *weapon))
        }
        Event::Chosen { ship } => format!("{} fires", name(field, *ship)),
        Event::Passed { seat } => format!("{} passes", side(field, *seat)),
        Event::Reflected { target, die, full, back, .. } => {
            let ship = name(field, *target);
            let full = points(full);
            format!("The reflex field of {ship}, rolled {die}: {full} let through, {back} thrown back")
        }
        Event::Scorched { group, target, die, full, lost } => {
            let (ship, group, full) = (name(field, *target), narrate::group(field, *group), points(full));
            let lost = count(lost, "craft", "craft");
            format!(
                "The reflex field of {ship} against {group}, rolled {die}: {full} let through, {lost} lost"
            )
        }
        Event::Fired { ship, target, weapons, dice, again, damage, tally, burst, .. } => {
            let guns: Vec<String> = weapons.iter().map(|icon| system(field, *ship, *icon)).collect();
            let mut text = format!("{} at {}: rolled {}", guns.join(", "), name(field, *target), faces(dice));
            if !again.is_empty() {
                let _ = write!(text, ", again {}", faces(again));
            }
            if !damage.is_empty() {
                let _ = write!(text, ", damage {}", faces(damage));
            }
            let _ = match (tally.points(), tally.emp) {
                (done, 0) => write!(text, ": {}", points(done)),
                (_, emp) => write!(text, ": {}", count(emp, "EMP hit", "EMP hits")),
            };
            if !tally.kills.is_none() {
                let _ = write!(text, ", {} killed", icons(field, *target, tally.kills));
            }
            if !burst.is_none() {
                let _ = write!(text, ", {} bursts", icons(field, *ship, *burst));
            }
            text
        }
    }
}

pub(crate) fn swept(field: &Field, event: &sweeps::Event) -> String {
    match event {
        sweeps::Event::Readied { ship, ready } => {
            let each = ready
                .iter()
                .map(|(icon, mode)| format!("{} {}", system(field, *ship, *icon), mode_word(*mode)));
            format!("{} makes ready: {}", name(field, *ship), each.collect::<Vec<_>>().join(", "))
        }
        sweeps::Event::NovaFired { nova, .. } => {
            format!("{} fires its nova cannon on course {}", name(field, nova.ship), nova.facing)
        }
        sweeps::Event::Swept { ship, dice, .. } => {
            format!("The nova sweeps over {}, rolled {}", name(field, *ship), faces(dice))
        }
        sweeps::Event::WaveFired { ship, .. } => format!("{} fires its wave gun", name(field, *ship)),
        sweeps::Event::Washed { ship, dice, off, .. } => {
            let off = if *off == 0 { String::new() } else { format!(", {off} off each die") };
            format!("The wave hits {}, rolled {}{off}", name(field, *ship), faces(dice))
        }
        sweeps::Event::Charged { ship, weapon, die } => {
            format!("{} charges {}, rolled {die}", name(field, *ship), system(field, *ship, *weapon))
        }
        sweeps::Event::Burst { ship, weapon, points } => {
            let what = system(field, *ship, *weapon);
            format!("{what} of {} bursts: {points} hull", name(field, *ship))
        }
    }
}
