//! Ordnance in words: launches, mines, flak, point defence.

use std::fmt::Write as _;

use engine::Seat;

use super::{Event, Marker, Warhead, clearing, defence, mines, opening};
use crate::{
    craft::words::fights,
    narrate::{count, faces, name, points, side},
    setup::scenario::Field,
    view::View,
};

pub(crate) fn warhead(marker: &Marker) -> String {
    match marker.what {
        Warhead::Salvo => "salvo".to_owned(),
        Warhead::Heavy => "heavy missile".to_owned(),
        Warhead::Antimatter { fused: false } => "antimatter missile".to_owned(),
        Warhead::Antimatter { fused: true } => "fused antimatter missile".to_owned(),
        Warhead::Rockets(n) => count(n, "rocket", "rockets"),
        Warhead::Bolt(class) => format!("plasma bolt {class}"),
        Warhead::Spread(n) if marker.light => count(n, "light missile", "light missiles"),
        Warhead::Spread(n) => count(n, "missile", "missiles"),
    }
}

pub(crate) fn mined(field: &Field, event: &mines::Event) -> String {
    match event {
        mines::Event::Laid { mine, .. } => {
            format!("{} lays mine {} at {}", name(field, mine.ship), mine.number, mine.at)
        }
        mines::Event::Sweeping { ship } => format!("{} sweeps mines", name(field, *ship)),
        mines::Event::Swept { mine, ship, die } => {
            let result = match die {
                1 => "it goes off",
                2 => "nothing happens",
                _ => "it is gone",
            };
            format!("{} sweeps mine {mine}, rolled {die}: {result}", name(field, *ship))
        }
        mines::Event::Drawn { mine, ships, die } => {
            let ship = ships.get(usize::from(*die) - 1).map_or(String::new(), |&id| name(field, id));
            format!("Mine {mine} turns to {ship}, rolled {die}")
        }
        mines::Event::WentOff { mine, ship, dice, again, tally, reflex } => {
            let again = if again.is_empty() { String::new() } else { format!(", again {}", faces(again)) };
            let points = points(tally.points());
            let field_die = reflex.map_or_else(String::new, |die| format!("; its reflex field rolls {die}"));
            let ship = name(field, *ship);
            format!("Mine {mine} goes off at {ship}, rolled {}{again}: {points}{field_die}", faces(dice))
        }
    }
}

pub(crate) fn opened(field: &Field, event: &opening::Event) -> String {
    match event {
        opening::Event::Barrage { flak, .. } => {
            format!("{} fires flak: blast {} at {}", name(field, flak.ship), flak.number, flak.at)
        }
        opening::Event::FlewOn { marker, at } => format!("Marker {marker} flies on to {at}"),
        opening::Event::Peppered { flak, marker, dice, again, stopped } => {
            let again = if again.is_empty() { String::new() } else { format!(", again {}", faces(again)) };
            format!("Blast {flak} at marker {marker}, rolled {}{again}: {stopped} stopped", faces(dice))
        }
        opening::Event::Scourged { flak, group: id, dice, again, killed } => {
            let again = if again.is_empty() { String::new() } else { format!(", again {}", faces(again)) };
            let id = fights::group(field, *id);
            format!("Blast {flak} among {id}, rolled {}{again}: {killed} lost", faces(dice))
        }
        opening::Event::Grazed { flak, ship, die } => {
            let result = if *die == 1 { "1 point" } else { "no harm" };
            format!("Blast {flak} at {}, rolled {die}: {result}", name(field, *ship))
        }
    }
}

pub(crate) fn cleared(field: &Field, event: &clearing::Event) -> String {
    match event {
        clearing::Event::Blasted { marker, dice } => {
            format!("The blast catches marker {marker}, rolled {}", faces(dice))
        }
        clearing::Event::Burnt { marker } => format!("Marker {marker} is burnt by plasma"),
        clearing::Event::MineCleared { mine } => format!("The blast takes mine {mine} with it"),
        clearing::Event::Swept { ship, mine, marker, dice, hits, .. } => {
            let what = match (mine, marker) {
                (Some(mine), _) => format!("mine {mine}"),
                (_, Some(marker)) => format!("marker {marker}"),
                _ => "nothing".to_owned(),
            };
            let hits = count(hits, "hit", "hits");
            format!("The beam of {} at {what}, rolled {}: {hits}", name(field, *ship), faces(dice))
        }
    }
}

pub(crate) fn launched(field: &Field, event: &Event) -> String {
    match event {
        Event::Chosen { ship } => format!("{} launches", name(field, *ship)),
        Event::Passed { seat } => format!("{} launches nothing", side(field, *seat)),
        Event::Placed { marker, .. } => {
            format!("Marker {}: a {} at {}", marker.number, warhead(marker), marker.at)
        }
        Event::Rockets { target, needs, dice, marker, .. } => {
            let hit = match marker {
                None => "no hits".to_owned(),
                Some(marker) => format!("marker {}: {}", marker.number, warhead(marker)),
            };
            format!("Rockets at {}: {needs} or more, rolled {}: {hit}", name(field, *target), faces(dice))
        }
        Event::Homed { marker, target, .. } => {
            format!("Marker {marker} homes on {}", name(field, *target))
        }
        Event::Lost { marker } => format!("Marker {marker} finds nothing"),
    }
}

pub(crate) fn defended(view: &View, event: &defence::Event) -> String {
    let field = &view.field;
    match event {
        defence::Event::Assigned { seat, guards, .. } => {
            let all: Vec<String> = guards.iter().map(|it| fights::guard(field, it)).collect();
            let all = if all.is_empty() { "nothing".to_owned() } else { all.join(", ") };
            format!("{} assigns {all}", side(field, *seat))
        }
        defence::Event::Defended { marker, dice, again, stopped, .. } => {
            let again = if again.is_empty() { String::new() } else { format!(", again {}", faces(again)) };
            format!("Point defence on marker {marker}, rolled {}{again}: {stopped} stopped", faces(dice))
        }
        defence::Event::Strayed { ship, .. } => {
            format!("A scattergun that helps {} hits it: 1 point", name(field, *ship))
        }
        defence::Event::Hit { marker, ship, on_target, dice, .. } => {
            let on = on_target.map_or(String::new(), |die| format!("{die} on target, "));
            format!("Marker {marker} at {}: {on}damage {}", name(field, *ship), faces(dice))
        }
        defence::Event::Burst { marker, ship, dice, .. } => {
            format!("Marker {marker} bursts over {}, rolled {}", name(field, *ship), faces(dice))
        }
        defence::Event::Spent { marker } => format!("Marker {marker} is spent"),
        defence::Event::Cleared => "Nothing is in flight any more".to_owned(),
    }
}

/// Markers on the table, a line each.
pub(crate) fn describe_markers(view: &View, text: &mut String) {
    let field = &view.field;
    for it in &view.markers {
        let target = it.target.map_or(String::new(), |id| format!(", on {}", name(field, id)));
        let _ = writeln!(text, "Marker {}: {} at {}{target}", it.number, warhead(it), it.at);
    }
}

/// Mines and bursts of flak on the table, a line each.
pub(crate) fn describe_mines(view: &View, text: &mut String) {
    let field = &view.field;
    for it in &view.mines {
        let state = if it.turn < view.turn { "" } else { ", not active yet" };
        let _ = writeln!(text, "Mine {} of {} at {}{state}", it.number, side(field, Seat(it.side)), it.at);
    }
    for it in &view.flak {
        let _ = writeln!(text, "Blast {}: flak {} at {}", it.number, it.class, it.at);
    }
}
