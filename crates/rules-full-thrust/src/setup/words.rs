//! Set-up and the end of a battle in plain English (FT-4.12, FT-VIC).

use engine::Seat;

use crate::{
    narrate::{first, name, rolled, side},
    setup::{deploy, scenario::Field, victory},
    terrain,
};

pub(crate) fn placed(field: &Field, event: &deploy::Event) -> String {
    match event {
        deploy::Event::OrderRolled { rolls, order } => {
            format!("{}: {} places first", rolled(field, rolls), first(field, order))
        }
        deploy::Event::Placed { ship, at, facing, velocity } => {
            format!("{} is placed at {at}, course {facing}, velocity {velocity}", name(field, *ship))
        }
        deploy::Event::Entered { ship } => {
            let berth = field.berth(*ship);
            let at = berth.at.map_or(String::new(), |at| format!(" at {at}"));
            format!("{} comes in{at}, velocity {}", name(field, *ship), berth.velocity)
        }
        deploy::Event::Attack { order } => {
            format!("{} defends and places its ships first", first(field, order))
        }
        deploy::Event::Feature { body, at } => {
            format!("The {} is placed at {at}", terrain::words::body(field, *body))
        }
    }
}

pub(crate) fn decided(field: &Field, event: &victory::Event) -> String {
    match event {
        victory::Event::NeverSeen { ship } => {
            format!("{} is still cloaked and counts as destroyed", name(field, *ship))
        }
        victory::Event::Marooned { ship } => {
            format!("{} has no mothership to take it home and counts as destroyed", name(field, *ship))
        }
        victory::Event::Caught { ship, by } => {
            format!("{} is caught by {}", name(field, *ship), side(field, *by))
        }
        victory::Event::Withdrew { seat } => {
            format!("{} has lost half its mass and withdraws", side(field, *seat))
        }
        victory::Event::Decided { wins, decisive, .. } => match wins {
            Some(seat) if *decisive => {
                format!("The objective decides: a decisive win for {}", side(field, *seat))
            }
            Some(seat) => format!("The objective decides: {} wins", side(field, *seat)),
            None => "The objective decides: a draw".to_owned(),
        },
        victory::Event::Conceded { seat } => format!("{} gives up", side(field, *seat)),
        victory::Event::Scored { points } => {
            let each = points.iter().enumerate().map(|(i, n)| format!("{} {n}", side(field, Seat(i as u8))));
            format!("Points: {}", each.collect::<Vec<_>>().join(", "))
        }
    }
}
