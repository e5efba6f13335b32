//! Who knows what. Ships are open (FT-2.6.15); orders are secret from the
//! moment they are written until they are carried out (FT-2.6.1).

use std::sync::Arc;

use dice::Dice;
use engine::{Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Event,
    gunnery::Side,
    orders::{self, Secret, Written},
    phases::Phase,
    scenario::Field,
    ship::{Ship, ShipId},
    victory,
};

/// What one viewer sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    pub viewer: Viewer,
    pub field: Arc<Field>,
    pub turn: u16,
    pub phase: Phase,
    pub ships: Vec<Ship>,
    /// FT-2.6.1: only one's own; straight on for all the others.
    pub written: Vec<Written>,
    pub secrets: Vec<Secret>,
    pub initiative: Vec<Seat>,
    pub sides: Vec<(ShipId, ShipId, Side)>,
    /// FT-VIC.1: by seat.
    pub points: Vec<u32>,
    pub conceded: Seats,
}

fn reads(viewer: Viewer, owner: Seat) -> bool {
    match viewer {
        Viewer::Seat(seat) => seat == owner,
        Viewer::Spectator => false,
        Viewer::Referee => true,
    }
}

pub(crate) fn view(battle: &Battle, viewer: Viewer) -> View {
    let shown = |(written, ship): (&Written, &Ship)| {
        if reads(viewer, ship.owner) { written.clone() } else { Written::default() }
    };
    let known = |(secret, ship): (&Secret, &Ship)| {
        if reads(viewer, ship.owner) { secret.clone() } else { Secret::default() }
    };
    View {
        viewer,
        field: Arc::clone(&battle.field),
        turn: battle.turn,
        phase: battle.phase.clone(),
        ships: battle.ships.clone(),
        written: battle.written.iter().zip(&battle.ships).map(shown).collect(),
        secrets: battle.secrets.iter().zip(&battle.ships).map(known).collect(),
        initiative: battle.initiative.clone(),
        sides: battle.sides.clone(),
        points: (0..battle.field.seats()).map(|seat| victory::points(battle, Seat(seat))).collect(),
        conceded: battle.conceded,
    }
}

/// Everything happens on the table but the writing of orders.
pub(crate) fn witness(event: &Event, viewer: Viewer) -> Option<Event> {
    match event {
        Event::Orders(orders::Event::Wrote { seat, .. }) if !reads(viewer, *seat) => {
            Some(Event::Orders(orders::Event::Wrote { seat: *seat, orders: None }))
        }
        _ => Some(event.clone()),
    }
}

/// Orders of others are taken to be straight on.
pub(crate) fn imagine(view: &View, _dice: &mut Dice) -> Battle {
    Battle {
        field: Arc::clone(&view.field),
        turn: view.turn,
        phase: view.phase.clone(),
        ships: view.ships.clone(),
        written: view.written.clone(),
        secrets: view.secrets.clone(),
        initiative: view.initiative.clone(),
        sides: view.sides.clone(),
        conceded: view.conceded,
    }
}
