//! Movement, towing, docking, ramming and disengaging in plain English (FT-3, FT-16).

use crate::{
    movement::{
        Event, Steering, bases, disengage,
        links::{self, Hold},
        ramming,
    },
    narrate::{faces, name, points, side},
    setup::scenario::Field,
};

pub(crate) fn linked(field: &Field, event: &links::Event) -> String {
    match event {
        links::Event::Linked { ship, link } => {
            let (ship, lead) = (name(field, *ship), name(field, link.lead));
            match link.hold {
                Hold::Tow => format!("{lead} takes {ship} in tow, linked from turn {}", link.ready),
                Hold::Dock => format!("{ship} docks with {lead}, held from turn {}", link.ready),
            }
        }
        links::Event::Parted { ship, hold, broken } => {
            let what = match hold {
                Hold::Tow => "tow",
                Hold::Dock => "dock",
            };
            let how = if *broken { "broken" } else { "cast off" };
            format!("The {what} of {} is {how}", name(field, *ship))
        }
    }
}

pub(crate) fn rammed(field: &Field, event: &ramming::Event) -> String {
    match event {
        ramming::Event::Missed { ship, target } => {
            format!("{} would ram {}, which is out of reach", name(field, *ship), name(field, *target))
        }
        ramming::Event::Tried { ship, target, dare, race, thrust, impact, damage } => {
            let mut text = format!("{} tries to ram {}", name(field, *ship), name(field, *target));
            if let Some(die) = dare {
                text += &format!(", dares on {die}");
            }
            match (race, impact) {
                (None, _) => text + ": the crew refuses",
                (Some(dice), None) => {
                    text + &format!(", rolled {} with thrust {}: it is evaded", faces(dice), faces(thrust))
                }
                (Some(dice), Some(hits)) => {
                    let [own, other] = damage;
                    let other = points(other);
                    text + &format!(", rolled {} with thrust {}", faces(dice), faces(thrust))
                        + &format!(": they collide, rolled {}, {other} and {own} back", faces(hits))
                }
            }
        }
    }
}

pub(crate) fn disengaged(field: &Field, event: &disengage::Event) -> String {
    match event {
        disengage::Event::Tried { seat, dice, bonus, escaped } => {
            let result = if *escaped { "it is away" } else { "it can be followed" };
            let dice = [0, 1].map(|i| format!("{}+{}", dice[i], bonus[i])).join(" against ");
            format!("{} tries to disengage, rolled {dice}: {result}", side(field, *seat))
        }
        disengage::Event::Chosen { seat, chase: true } => format!("{} follows", side(field, *seat)),
        disengage::Event::Chosen { seat, chase: false } => format!("{} lets them go", side(field, *seat)),
        disengage::Event::Chased { .. } => "A stern chase: everybody is placed on a new table".to_owned(),
    }
}

pub(crate) fn moved(field: &Field, event: &Event) -> String {
    match event {
        Event::Moved { ship, by, plot, roll, to, .. } => {
            let how = match by {
                Steering::Ordered => format!("flies {plot}"),
                Steering::Squadron => format!("flies {plot} with its squadron"),
                Steering::NoOrder => "flies straight on".to_owned(),
                Steering::Adrift => "drifts out of control".to_owned(),
                Steering::Fixed => "keeps its path".to_owned(),
                Steering::Held => "goes with the ship that holds it".to_owned(),
                Steering::Orbit => "continues round its planet".to_owned(),
                Steering::Section => "moves with its ship".to_owned(),
            };
            let roll = if *roll { " and rolls" } else { "" };
            let ship = name(field, *ship);
            format!("{ship} {how}{roll}: now at {}, facing {}, velocity {}", to.at, to.facing, to.velocity)
        }
        Event::Left { ship, die, back, .. } => {
            let ship = name(field, *ship);
            match (die, back) {
                (Some(die), Some(turn)) => {
                    format!("{ship} leaves the table, rolled {die}: back in turn {turn}")
                }
                (Some(die), None) => format!("{ship} leaves the table, rolled {die}: for good"),
                (None, _) => format!("{ship} has left the table"),
            }
        }
        Event::Returned { ship, at, facing } => {
            format!("{} comes back at {at}, course {facing}", name(field, *ship))
        }
        Event::Worn { ship, hits } => {
            format!("{} pays for the strain: {hits} drive damage", name(field, *ship))
        }
    }
}

pub(crate) fn lagged(field: &Field, event: &bases::Event) -> String {
    match event {
        bases::Event::FellBehind { ship } => {
            format!("{} cannot keep up with its base and is destroyed", name(field, *ship))
        }
    }
}
