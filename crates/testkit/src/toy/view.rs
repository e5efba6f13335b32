//! Who knows what, in one place.

use dice::Dice;
use engine::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use super::{
    EDGE, Event, Options, Phase, Ship, Squadron, Toy,
    fault::{self, Fault, planted},
    foe, movement, phases,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    pub options: Options,
    pub turn: u16,
    pub phase: Phase,
    /// By seat.
    pub flotillas: Vec<Flotilla>,
    /// Never stored, and empty in the sound game.
    #[serde(skip)]
    pub scratch: u16,
}

/// A squadron from outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flotilla {
    pub name: String,
    pub ships: Vec<Sighting>,
    pub mines_left: u8,
    /// How many mines lie in wait.
    pub mines_laid: u8,
    /// TOY-6: where, known only to the owner.
    pub mines: Option<Vec<i16>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sighting {
    pub class: String,
    pub at: i16,
    pub thrust: u8,
    pub alive: bool,
    /// TOY-2: known only to the owner.
    pub hull: Option<u8>,
}

fn knows(viewer: Viewer, owner: Seat) -> bool {
    match viewer {
        Viewer::Seat(seat) => seat == owner,
        Viewer::Spectator => false,
        Viewer::Referee => true,
    }
}

pub(super) fn view(toy: &Toy, viewer: Viewer) -> View {
    let flotilla = |seat: Seat| {
        let squadron = toy.squadron(seat);
        let knows = knows(viewer, seat) || planted(Fault::LeakyView);
        let sight = |ship: &Ship| Sighting {
            class: ship.class.clone(),
            at: ship.at,
            thrust: ship.thrust,
            alive: ship.is_alive(),
            hull: knows.then_some(ship.hull),
        };
        Flotilla {
            name: squadron.name.clone(),
            ships: squadron.ships.iter().map(sight).collect(),
            mines_left: squadron.mines_left,
            mines_laid: squadron.mines.len() as u8,
            mines: knows.then(|| squadron.mines.clone()),
        }
    };
    let scratch = match () {
        () if planted(Fault::SkippedField) => toy.turn,
        () if planted(Fault::SealPeeked) => fault::noted(),
        () => 0,
    };
    View {
        options: toy.options.clone(),
        turn: toy.turn,
        phase: toy.phase.clone(),
        flotillas: toy.both().map(flotilla).collect(),
        scratch,
    }
}

/// Everything happens in the open, except where a mine is laid.
pub(super) fn witness(event: &Event, viewer: Viewer) -> Option<Event> {
    let blind = viewer == Viewer::Referee && planted(Fault::BlindReferee);
    let knows = |seat: Seat| knows(viewer, seat) && !blind;
    match event {
        Event::Movement(movement::Event::Laid { seat, .. }) if !knows(*seat) => {
            Some(Event::Movement(movement::Event::Laid { seat: *seat, at: None }))
        }
        Event::Movement(_) if planted(Fault::BlindSpectators) && viewer == Viewer::Spectator => None,
        // Nothing on the table changes with the die itself.
        Event::Phase(phases::Event::InitiativeRolled { .. }) if viewer == Viewer::Spectator => None,
        Event::Movement(_) | Event::Fire(_) | Event::Phase(_) => Some(event.clone()),
    }
}

pub(super) fn imagine(view: &View, dice: &mut Dice) -> Toy {
    let mut squadron = |seat: Seat| {
        let flotilla = &view.flotillas[seat.index()];
        let mut ship = |ship: &Sighting| {
            let guess = if ship.alive || planted(Fault::Revived) { dice.roll(6) } else { 0 };
            let hull = match ship.hull {
                Some(0) if planted(Fault::Revived) => guess,
                Some(hull) => hull,
                None => guess,
            };
            Ship { class: ship.class.clone(), at: ship.at, thrust: ship.thrust, hull }
        };
        let ships = flotilla.ships.iter().map(&mut ship).collect();
        let mines = flotilla.mines.clone().unwrap_or_else(|| guess_mines(view, seat, dice));
        Squadron { name: flotilla.name.clone(), ships, mines_left: flotilla.mines_left, mines }
    };
    let squadrons = [squadron(Seat(0)), squadron(Seat(1))];
    let phase = match &view.phase {
        Phase::Plot if planted(Fault::OtherPhase) => Phase::Fire { queue: vec![Seat(0)] },
        phase => phase.clone(),
    };
    Toy { options: view.options.clone(), turn: view.turn, phase, squadrons }
}

/// Mines may lie anywhere but under an enemy, whom they would have struck.
fn guess_mines(view: &View, owner: Seat, dice: &mut Dice) -> Vec<i16> {
    let struck = |at: i16| view.flotillas[foe(owner).index()].ships.iter().any(|it| it.alive && it.at == at);
    let free: Vec<i16> = (-EDGE..=EDGE).filter(|&at| !struck(at)).collect();
    let flotilla = &view.flotillas[owner.index()];
    let mut mines: Vec<i16> = (0..flotilla.mines_laid).map(|_| *dice.pick(&free)).collect();
    mines.sort_unstable();
    mines
}
