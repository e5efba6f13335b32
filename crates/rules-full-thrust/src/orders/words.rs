//! Written orders and settings in plain English (FT-3.5, FT-3.6).

use crate::{
    narrate::{faces, name, side, system},
    orders::{Event, Mode, specials},
    setup::scenario::Field,
};

pub(crate) fn written(field: &Field, event: &Event) -> String {
    match event {
        Event::Wrote { seat, .. } => {
            format!("{} has written its orders", side(field, *seat))
        }
        Event::Strained { ship, dice, works, hits, wear } => {
            let result = if *works { "the drive bears it" } else { "the drive fails, plot again" };
            let cost = match hits + wear {
                0 => String::new(),
                n => format!(", {n} drive damage"),
            };
            format!("{} strains its drive, rolled {}: {result}{cost}", name(field, *ship), faces(dice))
        }
    }
}

pub(crate) fn set(field: &Field, event: &specials::Event) -> String {
    match event {
        specials::Event::Set { seat, pulsers, arrays } => {
            let set = |it: &specials::Setting| {
                let what = system(field, it.ship, it.icon);
                format!("{} of {} {}", what, name(field, it.ship), mode_word(it.mode))
            };
            let all: Vec<String> = pulsers.iter().chain(arrays.iter().flatten()).map(set).collect();
            let all = if all.is_empty() { "as they were built".to_owned() } else { all.join(", ") };
            format!("{} sets its weapons: {all}", side(field, *seat))
        }
    }
}

pub(crate) fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Overload => "overload",
        Mode::Short => "short",
        Mode::Long => "long",
        Mode::Flare => "flare",
        Mode::Torpedo => "torpedo",
        Mode::Medium => "medium",
        Mode::Arm => "arm",
        Mode::Charge => "charge",
        Mode::Discharge => "discharge",
        Mode::Shaped => "shaped",
    }
}
