//! Who knows what. Ships are open (FT-2.6.15); orders are secret from the
//! moment they are written until they are carried out (FT-2.6.1).

use std::sync::Arc;

use dice::Dice;
use engine::{Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Event, bogeys, cloaks,
    gunnery::Side,
    mines::Mine,
    movement,
    opening::Flak,
    orders::{self, Secret, Written},
    ordnance::Marker,
    phases::Phase,
    plot::Plot,
    scenario::Field,
    sensors,
    ship::{Ship, ShipId, Status},
    specials,
    sweeps::Nova,
    terrain::Body,
    victory,
    wings::Group,
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
    /// FT-7.23.2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub novas: Vec<Nova>,
    /// FT-6.2.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub markers: Vec<Marker>,
    /// FT-8.0.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// FT-17.1.1: in the order of the scenario, then debris.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<Body>,
    /// FT-12.7.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<(ShipId, ShipId, u16)>,
    /// FT-6.9.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mines: Vec<Mine>,
    /// FT-5.16.4.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flak: Vec<Flak>,
}

pub(crate) fn reads(viewer: Viewer, owner: Seat) -> bool {
    match viewer {
        Viewer::Seat(seat) => seat == owner,
        Viewer::Spectator => false,
        Viewer::Referee => true,
    }
}

/// FT-12.1.1: the battle as a viewer knows it who does not know every ship.
fn known(battle: &Battle, viewer: Viewer) -> Option<Battle> {
    let (field, ships) = bogeys::veiled(battle, viewer)?;
    Some(Battle { field, ships, ..battle.clone() })
}

pub(crate) fn view(battle: &Battle, viewer: Viewer) -> View {
    let shown = |(written, ship): (&Written, &Ship)| {
        if reads(viewer, ship.owner) { written.clone() } else { Written::default() }
    };
    let told = |(secret, ship): (&Secret, &Ship)| {
        if reads(viewer, ship.owner) { secret.clone() } else { Secret::default() }
    };
    let known = known(battle, viewer);
    let battle = known.as_ref().unwrap_or(battle);
    View {
        viewer,
        field: Arc::clone(&battle.field),
        turn: battle.turn,
        phase: battle.phase.clone(),
        ships: battle.ships.clone(),
        written: battle.written.iter().zip(&battle.ships).map(shown).collect(),
        secrets: battle.secrets.iter().zip(&battle.ships).map(told).collect(),
        initiative: battle.initiative.clone(),
        sides: battle.sides.clone(),
        points: (0..battle.field.seats()).map(|seat| victory::points(battle, Seat(seat))).collect(),
        conceded: battle.conceded,
        novas: battle.novas.clone(),
        markers: battle.markers.clone(),
        groups: battle.groups.clone(),
        bodies: battle.bodies.clone(),
        beside: battle.beside.clone(),
        mines: battle.mines.clone(),
        flak: battle.flak.clone(),
    }
}

/// Everything happens on the table but the writing of orders.
pub(crate) fn witness(battle: &Battle, event: &Event, viewer: Viewer) -> Option<Event> {
    match event {
        Event::Orders(orders::Event::Wrote { seat, .. }) if !reads(viewer, *seat) => {
            Some(Event::Orders(orders::Event::Wrote { seat: *seat, orders: None }))
        }
        Event::Specials(specials::Event::Set { seat, pulsers, .. }) if !reads(viewer, *seat) => {
            // FT-12.1.1: those of bogeys show when they are identified.
            let open = |it: &&specials::Setting| !battle.ship(it.ship).bogey;
            let (seat, pulsers) = (*seat, pulsers.iter().filter(open).copied().collect());
            Some(Event::Specials(specials::Event::Set { seat, pulsers, arrays: None }))
        }
        Event::Sensors(sensors::Event::Mustered { seat, signatures, .. }) if !reads(viewer, *seat) => {
            let (seat, signatures) = (*seat, signatures.clone());
            Some(Event::Sensors(sensors::Event::Mustered { seat, signatures, places: None }))
        }
        Event::Movement(event) => Some(Event::Movement(blurred(battle, event, viewer))),
        // FT-12.1.1: nobody sees what a bogey switches on and off.
        Event::Cloaks(cloaks::Event::Switched { ship, .. }) if !bogeys::knows(battle.ship(*ship), viewer) => {
            None
        }
        Event::Cloaks(event) => Some(Event::Cloaks(unseen(battle, event, viewer))),
        _ => Some(event.clone()),
    }
}

/// FT-12.1.1: of a bogey that moves only its way is seen.
fn blurred(battle: &Battle, event: &movement::Event, viewer: Viewer) -> movement::Event {
    match event {
        movement::Event::Moved { ship, path, to, .. } if !bogeys::knows(battle.ship(*ship), viewer) => {
            movement::Event::Moved {
                ship: *ship,
                by: movement::Steering::Ordered,
                plot: Plot::Hold,
                roll: false,
                active: false,
                turrets: Vec::new(),
                path: path.clone(),
                to: *to,
            }
        }
        _ => event.clone(),
    }
}

/// FT-7.20.1, FT-7.21.1: how long a cloak is to last, and what is done behind it, is the owner's.
fn unseen(battle: &Battle, event: &cloaks::Event, viewer: Viewer) -> cloaks::Event {
    use cloaks::Event as It;
    let reads = |ship: &ShipId| reads(viewer, battle.ship(*ship).owner);
    match event {
        It::Appeared { ship, to, path, .. } if !bogeys::knows(battle.ship(*ship), viewer) => It::Appeared {
            ship: *ship,
            to: *to,
            turned: false,
            rolled: false,
            turrets: Default::default(),
            path: path.clone(),
        },
        It::Cloaked { ship, .. } if !reads(ship) => It::Cloaked { ship: *ship, until: None },
        It::Vanished { ship, .. } if !reads(ship) => It::Vanished { ship: *ship, until: None },
        It::Stole { ship, .. } if !reads(ship) => It::Stole { ship: *ship, shadow: None },
        _ => event.clone(),
    }
}

/// Bogeys are taken to be ships that look like them; orders of others are taken to be straight on; cloaks to last a turn or a few.
pub(crate) fn imagine(view: &View, dice: &mut Dice) -> Battle {
    let (field, ships) =
        bogeys::imagined(view, dice).unwrap_or_else(|| (Arc::clone(&view.field), view.ships.clone()));
    let mut secrets = view.secrets.clone();
    for (secret, ship) in secrets.iter_mut().zip(&ships) {
        if (ship.cloaked || ship.status == Status::Cloaked) && !reads(view.viewer, ship.owner) {
            *secret = cloaks::guess(ship, view.turn, dice);
        }
    }
    Battle {
        field,
        turn: view.turn,
        phase: view.phase.clone(),
        ships,
        written: view.written.clone(),
        secrets,
        initiative: view.initiative.clone(),
        sides: view.sides.clone(),
        conceded: view.conceded,
        novas: view.novas.clone(),
        markers: view.markers.clone(),
        groups: view.groups.clone(),
        bodies: view.bodies.clone(),
        beside: view.beside.clone(),
        has_sections: view.field.has_sections(),
        mines: view.mines.clone(),
        flak: view.flak.clone(),
    }
}
