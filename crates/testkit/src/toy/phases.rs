//! The sequence of play.

use engine::{Game, Pending, Seat, Table};
use serde::{Deserialize, Serialize};

use super::{Toy, fault, fire};

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
pub(super) fn advance<const FAULT: u8>(table: &mut Table<Toy<FAULT>>) {
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

pub(super) fn enter<const FAULT: u8>(table: &mut Table<Toy<FAULT>>, phase: Phase) {
    table.emit(super::Event::Phase(Event::Entered { phase }));
}

pub(super) fn begin_turn<const FAULT: u8>(table: &mut Table<Toy<FAULT>>, turn: u16) {
    table.emit(super::Event::Phase(Event::TurnBegan { turn }));
    enter(table, Phase::Plot);
}

/// `seat` has fired.
pub(super) fn leave_queue<const FAULT: u8>(table: &mut Table<Toy<FAULT>>, seat: Seat) {
    let Phase::Fire { queue } = &table.state().phase else { return };
    let queue = queue.iter().copied().filter(|&it| it != seat).collect();
    enter(table, Phase::Fire { queue });
}

/// On an odd roll the first seat fires first.
fn roll_initiative<const FAULT: u8>(table: &mut Table<Toy<FAULT>>) {
    let die = table.roll(6);
    table.emit(super::Event::Phase(Event::InitiativeRolled { die }));
    if FAULT == fault::STUCK_PHASE {
        return;
    }
    let mut queue: Vec<Seat> = table.state().both().collect();
    let second_first = match FAULT {
        fault::BIASED => false,
        fault::LOG_READER => table.log().len() % 2 == 0,
        _ => die % 2 == 0,
    };
    if second_first {
        queue.reverse();
    }
    enter(table, Phase::Fire { queue });
}

pub(super) fn apply<const FAULT: u8>(toy: &mut Toy<FAULT>, event: &Event) {
    match event {
        Event::TurnBegan { turn } => toy.turn = *turn,
        Event::InitiativeRolled { .. } => (),
        Event::Entered { phase } => toy.phase = phase.clone(),
    }
}
