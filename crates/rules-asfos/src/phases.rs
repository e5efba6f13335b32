//! The sequence of play (ASF-SEQ).

use engine::{Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, deploy, fire,
    fire::Rest,
    gunnery::Step,
    repairs,
    ship::{Location, ShipId, Status},
    victory,
};

/// Where in the turn the battle is. Every phase but the first waits for seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// Before the first die.
    Setup,
    /// ASF-SCN.3: one seat at a time.
    Deploy {
        seat: Seat,
    },
    /// ASF-SEQ.1: all seats, sealed.
    Plot,
    /// ASF-SEQ.2: all seats that can fire, sealed; with an `acting` ship or
    /// with `rests` only those concerned (options ASF-FIRE.3, ASF-RAT.4).
    Fire {
        step: Step,
        seats: Seats,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        acting: Option<ShipId>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rests: Vec<Rest>,
    },
    /// ASF-SEQ.3: all seats that have criticals and crew.
    Repairs {
        seats: Seats,
    },
    Over {
        outcome: engine::Outcome,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "PhaseEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    Entered {
        phase: Phase,
    },
    TurnBegan {
        turn: u16,
    },
    /// ASF-CRIT.9: fire among the munitions.
    Burned {
        ship: ShipId,
        destroyed: bool,
    },
    /// ASF-CRIT.6: a reactor that was not repaired.
    Exploded {
        ship: ShipId,
        die: u8,
        destroyed: bool,
    },
}

pub(crate) fn enter(table: &mut Table<Battle>, phase: Phase) {
    table.emit(crate::Event::Phase(Event::Entered { phase }));
}

/// ASF-SEQ.1: start-of-turn effects, then plots.
pub(crate) fn begin_turn(table: &mut Table<Battle>, turn: u16) {
    table.emit(crate::Event::Phase(Event::TurnBegan { turn }));
    start_of_turn_effects(table);
    // ASF-END.1: a last ship may burn out before plotting.
    if !victory::check(table, victory::When::StartOfTurn) {
        enter(table, Phase::Plot);
    }
}

/// ASF-CRIT.9 before ASF-CRIT.6 for each ship, in the order of their numbers.
fn start_of_turn_effects(table: &mut Table<Battle>) {
    for id in table.state().field.ship_ids() {
        if burns(table.state(), id, Location::Munitions) {
            let destroyed = table.state().hull_left(table.state().ship(id)) <= 1;
            table.emit(crate::Event::Phase(Event::Burned { ship: id, destroyed }));
        }
        if burns(table.state(), id, Location::Reactor) {
            let die = table.roll(6);
            let destroyed = table.state().hull_left(table.state().ship(id)) <= u16::from(die);
            table.emit(crate::Event::Phase(Event::Exploded { ship: id, die, destroyed }));
        }
    }
}

fn burns(battle: &Battle, id: ShipId, location: Location) -> bool {
    battle.ship(id).is_active() && battle.ship(id).criticals.has(location)
}

/// ASF-SEQ.2: movement is over, the primaries fire.
pub(crate) fn after_movement(table: &mut Table<Battle>) {
    fire::open(table, Step::Primaries);
}

/// ASF-SEQ.2, ASF-SEQ.3: primaries, specials, secondaries, repairs.
pub(crate) fn after_step(table: &mut Table<Battle>, step: Step) {
    // ASF-SCN.C: a station destroyed ends the battle at once.
    if victory::station_fallen(table) {
        return;
    }
    let options = &table.state().field.options;
    match step {
        Step::Primaries if options.specials => fire::open(table, Step::Specials),
        Step::Primaries | Step::Specials => fire::open(table, Step::Secondaries),
        Step::Secondaries if options.criticals => repairs::open(table),
        Step::Secondaries => end_turn(table),
    }
}

/// ASF-END.1: victory is judged, and the next turn begins.
pub(crate) fn end_turn(table: &mut Table<Battle>) {
    if !victory::check(table, victory::When::EndOfTurn) {
        let turn = table.state().turn.saturating_add(1);
        begin_turn(table, turn);
    }
}

/// Set-up is over: the first deployment, or the first turn.
pub(crate) fn open(table: &mut Table<Battle>) {
    deploy::draw_clouds(table);
    deploy::open(table);
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Entered { phase } => battle.phase = phase.clone(),
        Event::TurnBegan { turn } => {
            // ASF-END.2: counted only after the first box of the game. A situation that
            // is opened at the start of its own turn keeps its count.
            if battle.turn < *turn {
                let quiet = battle.blood && !battle.marked;
                battle.quiet = if quiet { battle.quiet.saturating_add(1) } else { 0 };
            }
            battle.turn = *turn;
            battle.marked = false;
            // ASF-END.4: an offer of a draw stands for the turn.
            battle.draw_offers = Seats::default();
            for ship in &mut battle.ships {
                // ASF-CRIT.3, ASF-CRIT.10: a bridge acts from the next plot, and the tie is frozen.
                ship.tied = ship.criticals.has(Location::Bridge);
                if !ship.tied {
                    ship.primary_targets = Default::default();
                    ship.special_targets = Default::default();
                }
            }
        }
        Event::Burned { ship, destroyed } => hull_lost(battle, *ship, 1, *destroyed),
        Event::Exploded { ship, die, destroyed } => {
            hull_lost(battle, *ship, u16::from(*die), *destroyed);
            // ASF-CRIT.6: the location is free again, repaired or not.
            battle.ship_mut(*ship).criticals.clear(Location::Reactor);
        }
    }
}

fn hull_lost(battle: &mut Battle, id: ShipId, boxes: u16, destroyed: bool) {
    let of = battle.field.design_of(id).hull;
    battle.blood = true;
    battle.marked = true;
    let ship = battle.ship_mut(id);
    ship.mark_hull(boxes, of);
    if destroyed {
        ship.status = Status::Destroyed;
    }
}
