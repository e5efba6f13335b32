//! Faster than light in words: jumps, riders and gates.

use super::{craft, ftl, gates, riders};
use crate::{
    narrate::{faces, group, name, points, side},
    setup::scenario::Field,
    ship::{ShipId, Status},
};

pub(crate) fn jumped(field: &Field, event: &ftl::Event) -> String {
    let shaken = |near: &[ftl::Near]| {
        let each =
            near.iter().map(|(id, dice)| format!("; {} takes {}", name(field, *id), dice[0] + dice[1]));
        each.collect::<String>()
    };
    let rolled =
        |dice: &[u8]| if dice.is_empty() { String::new() } else { format!(", rolled {}", faces(dice)) };
    match event {
        ftl::Event::Planned { seat, plans: None } => {
            format!("{} has planned its arrivals", side(field, *seat))
        }
        ftl::Event::Planned { seat, plans: Some(plans) } => {
            let who = |it: &ftl::Plan| it.group.map_or(name(field, it.ship), |id| field.group_code(id));
            let each = plans.iter().map(|it| format!("{} in turn {} at {}", who(it), it.turn, it.at));
            let all: Vec<String> = each.collect();
            let all = if all.is_empty() { "nobody comes".to_owned() } else { all.join(", ") };
            format!("{} has planned its arrivals: {all}", side(field, *seat))
        }
        ftl::Event::Announced { ship, at } => {
            format!("{} is about to arrive by FTL near {at}", name(field, *ship))
        }
        ftl::Event::WarmedUp { ship } => format!("{} warms up its FTL drive", name(field, *ship)),
        ftl::Event::Cooled { ship } => format!("{} cannot jump any more", name(field, *ship)),
        ftl::Event::Arrived { ship, to, scatter, dice, fate, near, .. } => {
            let (ship, off) = (name(field, *ship), if scatter.is_empty() { "" } else { ", scattered by " });
            let off = format!("{off}{}", scatter.iter().map(u8::to_string).collect::<Vec<_>>().join(" "));
            match fate {
                ftl::Fate::Never => format!("{ship} does not come out of FTL{off}"),
                ftl::Fate::Hurt(points) => {
                    let rolled = rolled(dice);
                    format!(
                        "{ship} arrives at {}{off}, close to others{rolled}: {points} damage{}",
                        to.at,
                        shaken(near)
                    )
                }
                ftl::Fate::Clean | ftl::Fate::Stays | ftl::Fate::Lost => {
                    format!("{ship} arrives at {}{off}", to.at)
                }
            }
        }
        ftl::Event::Swept { ship, groups, markers } => {
            let groups = groups.iter().map(|it| group(field, *it));
            let all: Vec<String> = groups.chain(markers.iter().map(|it| format!("marker {it}"))).collect();
            format!("Torn apart by the arrival of {}: {}", name(field, *ship), all.join(", "))
        }
        ftl::Event::Departed { ship, dice, fate, near, train, .. } => {
            let along: Vec<String> = train.iter().map(|it| name(field, *it)).collect();
            let along = if along.is_empty() { String::new() } else { format!(" with {}", along.join(", ")) };
            let (ship, rolled) = (name(field, *ship) + &along, rolled(dice));
            match fate {
                ftl::Fate::Stays => format!("The FTL drive of {ship} does not engage{rolled}"),
                ftl::Fate::Hurt(points) => format!("{ship} jumps close to others{rolled}: {points} damage"),
                ftl::Fate::Lost => format!("{ship} is torn apart as it jumps{rolled}{}", shaken(near)),
                ftl::Fate::Clean | ftl::Fate::Never => format!("{ship} jumps"),
            }
        }
    }
}

/// FT-11.7.
pub(crate) fn rode(field: &Field, event: &riders::Event) -> String {
    match event {
        riders::Event::Detached { ship, from, .. } => {
            format!("{} parts from {}", name(field, *ship), name(field, *from))
        }
        riders::Event::Stowed { ship, by } => {
            format!("{} is taken aboard {}", name(field, *ship), name(field, *by))
        }
        riders::Event::Pooled { ship, tally } => {
            format!("{} takes {} with her riders", name(field, *ship), points(tally.points()))
        }
        riders::Event::Shared { ship, parts } => {
            let each = |it: &(ShipId, u16)| format!("{} to {}", points(it.1), name(field, it.0));
            let all: Vec<String> = parts.iter().filter(|it| 0 < it.1).map(each).collect();
            let all = if all.is_empty() { "nothing to her riders".to_owned() } else { all.join(", ") };
            format!("{} shares out damage: {all}", name(field, *ship))
        }
        riders::Event::Settled { ship, from, status, .. } => {
            let (ship, from) = (name(field, *ship), name(field, *from));
            match status {
                Status::Active => format!("{ship} is free of {from}"),
                Status::Destroyed => format!("{ship} is lost inside {from}"),
                Status::Waiting
                | Status::Left { .. }
                | Status::Struck
                | Status::Hulk
                | Status::Landed
                | Status::Cloaked
                | Status::Jumped
                | Status::Carried { .. }
                | Status::Captured { .. } => format!("{ship} goes with {from}"),
            }
        }
    }
}

/// FT-11.9.
pub(crate) fn passed(field: &Field, event: &gates::Event) -> String {
    match event {
        gates::Event::Activated { gate, by, die, from } => {
            let rolled = die.map_or(String::new(), |die| format!(", rolled {die}"));
            format!("{} activates {}{rolled}: open from turn {from}", side(field, *by), name(field, *gate))
        }
        gates::Event::Deactivated { gate } => format!("{} is shut", name(field, *gate)),
        gates::Event::Came { ship, gate, to, shocked, .. } => {
            let dazed = if *shocked { ", disoriented" } else { "" };
            format!("{} comes through {} to {}{dazed}", name(field, *ship), field.door_name(*gate), to.at)
        }
        gates::Event::Approached { ship, gate } => {
            format!("{} flies into {}", name(field, *ship), field.door_name(*gate))
        }
        gates::Event::Passed { ship, gate, die, fate } => {
            let (ship, gate) = (name(field, *ship), field.door_name(*gate));
            let rolled = die.map_or(String::new(), |die| format!(", which cannot bear it, rolled {die}"));
            match fate {
                gates::Passage::Gone => format!("{ship} is gone through {gate}{rolled}"),
                gates::Passage::Through(to) => format!("{ship} comes out of {gate} at {}{rolled}", to.at),
                gates::Passage::Back => format!("{ship} backs out of {gate}{rolled}"),
                gates::Passage::Lost => format!("{ship} is lost in {gate}{rolled}"),
            }
        }
    }
}

/// FT-8.15.13, FT-9.2.
pub(crate) fn craft_jumped(field: &Field, event: &craft::Event) -> String {
    use craft::{Event as It, Fate};
    let code = |id| field.group_code(id);
    match event {
        It::SetOut { groups } => {
            let all: Vec<String> = groups.iter().map(|&id| code(id)).collect();
            format!("{} come by their own FTL drives", all.join(", "))
        }
        It::Deployed { group, at, .. } => format!("{} is in flight from the start, at {at}", code(*group)),
        It::Escorts { group, ship } => {
            format!("{} comes as the screen of {}", code(*group), name(field, *ship))
        }
        It::Announced { group, at } => format!("{} is about to arrive by FTL near {at}", code(*group)),
        It::Arrived { group, out, to, fate, scatter, .. } => {
            let dice = scatter.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
            match fate {
                Fate::Clean => {
                    format!("{} arrives at {out}, scattered by {dice}, and flies on to {to}", code(*group))
                }
                Fate::Lost => {
                    format!("{} arrives at {out}, scattered by {dice}, too near, and is lost", code(*group))
                }
                Fate::Never => format!("{} does not come out of FTL, scattered by {dice}", code(*group)),
            }
        }
        It::Charged { group, to, .. } => format!("{} flies to {to} and charges its FTL drives", code(*group)),
        It::Departed { group, at, fate: Fate::Lost } => {
            format!("{} jumps too near to others at {at} and is lost", code(*group))
        }
        It::Departed { group, at, .. } => format!("{} jumps at {at}", code(*group)),
    }
}
