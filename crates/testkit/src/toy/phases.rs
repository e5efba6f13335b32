//! The sequence of play.

use engine::{Game, Pending, Seat, Table};
use serde::{Deserialize, Serialize};

use super::{
    Toy,
    fault::{Fault, planted},
    fire,
};

/// TOY-3: where in the turn we are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// Waits: every squadron plots in secret.
    Plot,
    Initiative,
    /// Waits: squadrons fire one at a time, first in `queue` next.
    Fire {
        queue: Vec<Seat>,
    },
    EndTurn,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    TurnBegan { turn: u16 },
    InitiativeRolled { die: u8 },
    Entered { phase: Phase },
}

/// Plays phases until one waits or the battle is over.
pub(super) fn advance(table: &mut Table<Toy>) {
    while let Pending::Orders(_) = table.state().pending() {
        match &table.state().phase {
            Phase::Plot => return,
            Phase::Initiative => roll_initiative(table),
            Phase::Fire { queue } if queue.is_empty() => enter(table, Phase::EndTurn),
            Phase::Fire { queue } if !fire::can_fire(table.state(), queue[0]) => {
                let seat = queue[0];
                leave_queue(table, seat);
            }
            Phase::Fire { .. } => return,
            Phase::EndTurn => {
                let next = table.state().turn + 1;
                begin_turn(table, next);
            }
        }
    }
}

pub(super) fn enter(table: &mut Table<Toy>, phase: Phase) {
    table.emit(super::Event::Phase(Event::Entered { phase }));
}

pub(super) fn begin_turn(table: &mut Table<Toy>, turn: u16) {
    table.emit(super::Event::Phase(Event::TurnBegan { turn }));
    enter(table, Phase::Plot);
}

/// `seat` has fired.
pub(super) fn leave_queue(table: &mut Table<Toy>, seat: Seat) {
    let Phase::Fire { queue } = &table.state().phase else { return };
    let queue = queue.iter().copied().filter(|&it| it != seat).collect();
    enter(table, Phase::Fire { queue });
}

/// On an odd roll the first seat fires first.
fn roll_initiative(table: &mut Table<Toy>) {
    let die = table.roll(6);
    table.emit(super::Event::Phase(Event::InitiativeRolled { die }));
    if planted(Fault::StuckPhase) {
        return;
    }
    let mut queue: Vec<Seat> = table.state().both().collect();
    let second_first = match die {
        _ if planted(Fault::Biased) => false,
        _ if planted(Fault::LogReader) => table.log().len().is_multiple_of(2),
        _ => die.is_multiple_of(2),
    };
    if second_first {
        queue.reverse();
    }
    enter(table, Phase::Fire { queue });
}

pub(super) fn apply(toy: &mut Toy, event: &Event) {
    match event {
        Event::TurnBegan { turn } => toy.turn = *turn,
        Event::InitiativeRolled { .. } => (),
        Event::Entered { phase } => toy.phase = phase.clone(),
    }
}
