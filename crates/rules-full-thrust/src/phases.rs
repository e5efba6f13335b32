//! The sequence of play (FT-2.6): fifteen phases, in the book's order.

use dice::Dice;
use engine::{Findings, Outcome, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, boarding,
    craft::{
        self, attacks, dogfights, hangars,
        moves::{Pass, Sortie},
        runs, scramble, wings,
    },
    damage::{self, repairs},
    fire::{self, Fire},
    jumps::{ftl, gates, riders},
    movement,
    orders::{self, Mode},
    ordnance::{self, defence, opening},
    sensors::{self, cloaks},
    setup::{objectives, scenario::Part, victory},
    ship::{IconId, IconSet, ShipId},
    terrain::{self, clouds, rounds},
};

/// FT-2.6.0, FT-2.6.13: the fifteen phases of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Orders,
    Initiative,
    Launch,
    Fighters,
    Movement,
    SecondaryMoves,
    Attacks,
    Dogfights,
    PointDefence,
    Strikes,
    Fire,
    Boarding,
    Thresholds,
    DamageControl,
    Reactors,
}

const SEQUENCE: [Step; 15] = [
    Step::Orders,
    Step::Initiative,
    Step::Launch,
    Step::Fighters,
    Step::Movement,
    Step::SecondaryMoves,
    Step::Attacks,
    Step::Dogfights,
    Step::PointDefence,
    Step::Strikes,
    Step::Fire,
    Step::Boarding,
    Step::Thresholds,
    Step::DamageControl,
    Step::Reactors,
];

/// Where in the turn the battle waits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// Before the first die.
    Setup,
    /// FT-4.12.2: one seat at a time.
    Deploy {
        seat: Seat,
        order: Vec<Seat>,
    },
    /// FT-12.1.1: seats with bogeys note down which ship each of them is.
    Muster {
        seats: Seats,
    },
    /// FT-12.1.3: seats whose ships make active scans.
    Scan {
        seats: Seats,
    },
    /// FT-11.5.1: seats with ships that come by FTL write down how.
    Plans {
        seats: Seats,
    },
    /// FT-5.21.1, FT-5.19.1: seats with weapons that are set before the battle.
    Settings {
        seats: Seats,
    },
    /// FT-17.7.1: seats with ships that may come round the planet.
    Rounds {
        seats: Seats,
    },
    /// FT-18.1.3: the defender places what the scenario leaves open.
    Features {
        seat: Seat,
    },
    /// FT-2.6.1: all seats, sealed.
    Orders,
    /// FT-2.6.2: the winner of the initiative puts the others in order.
    Arrange {
        seat: Seat,
    },
    /// FT-5.16.4, FT-6.6.5: phase 3 opens; seats with flak to fire or missiles to send on.
    Opening {
        seats: Seats,
    },
    /// FT-2.6.3: one seat at a time, the loser of the initiative first.
    Launch {
        seat: Seat,
        passes: u8,
    },
    /// FT-2.6.4, FT-2.6.6: one seat moves one group.
    Wings {
        seat: Seat,
        pass: Pass,
    },
    /// FT-8.10.3: owners of groups that one of `by` slips away from.
    Parting {
        seats: Seats,
        by: Seat,
        pass: Pass,
        sortie: Sortie,
    },
    /// FT-8.3.1: one seat with a carrier under attack; `done` try no more.
    Scramble {
        seat: Seat,
        done: Seats,
    },
    /// FT-2.6.9: seats with something to defend.
    Defence {
        seats: Seats,
    },
    /// FT-8.7.4: one seat at a time, the loser of the initiative first; `done` have no more attacks.
    Attacks {
        seat: Seat,
        done: Seats,
    },
    /// FT-2.6.8: seats with something to choose in a dogfight.
    Dogfights {
        seats: Seats,
    },
    /// FT-2.6.10: seats with a choice of weapons on an attack run.
    Runs {
        seats: Seats,
    },
    /// FT-8.6.8: owners of fighters that `by` has announced fire at.
    Evade {
        seats: Seats,
        by: Seat,
        fire: Box<Fire>,
    },
    /// FT-3.6.3: owners of ships whose emergency thrust has failed.
    Replot {
        ships: Vec<ShipId>,
    },
    /// FT-2.6.11: one seat at a time; `passes` in a row so far.
    Fire {
        seat: Seat,
        passes: u8,
    },
    /// FT-12.7.1: seats with ships alongside enemies.
    Cross {
        seats: Seats,
    },
    /// FT-12.7.2: seats with boarders aboard ships that have Marines.
    Duties {
        seats: Seats,
    },
    /// FT-12.7.2: seats whose ships are boarded.
    Repel {
        seats: Seats,
    },
    /// FT-11.7.2: seats that share damage between motherships and riders, before the phase `then`, or
    /// before the turn ends.
    Share {
        seats: Seats,
        then: Option<Step>,
    },
    /// FT-5.4.3: seats that scored EMP hits place them.
    Emp {
        seats: Seats,
    },
    /// FT-10.4.2: seats with something to repair.
    Repairs {
        seats: Seats,
    },
    /// FT-10.3.6: seats with a power core that may blow.
    Cores {
        seats: Seats,
    },
    /// FT-16.5.1: the pursuer of a fleet that did not get away.
    Chase {
        seat: Seat,
    },
    Over {
        outcome: Outcome,
    },
}

/// Dice of each seat, with those that decided ties.
pub type Rolls = Vec<(Seat, Vec<u8>)>;

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
    /// FT-2.6.2.
    Initiative {
        rolls: Rolls,
        order: Vec<Seat>,
    },
    /// FT-2.6.2: as the winner has it.
    Arranged {
        order: Vec<Seat>,
    },
}

pub(crate) fn enter(table: &mut Table<Battle>, phase: Phase) {
    table.emit(crate::Event::Phase(Event::Entered { phase }));
}

pub(crate) fn begin_turn(table: &mut Table<Battle>) {
    let turn = table.state().turn.saturating_add(1);
    table.emit(crate::Event::Phase(Event::TurnBegan { turn }));
    if turn == 1 {
        attacks::roll_pilots(table);
    }
    play_from(table, Step::Orders);
}

/// FT-2.6.0: plays phases in order until one waits for somebody.
pub(crate) fn play_from(table: &mut Table<Battle>, first: Step) {
    for step in SEQUENCE.into_iter().filter(|step| first <= *step) {
        let over = matches!(table.state().phase, Phase::Over { .. });
        if over || riders::open(table, Some(step)) || play(table, step) {
            return;
        }
    }
    end_turn(table);
}

/// FT-VIC.1: the turn is over.
pub(crate) fn end_turn(table: &mut Table<Battle>) {
    if riders::open(table, None) {
        return;
    }
    gates::transfer(table);
    cloaks::end_of_turn(table);
    terrain::end_of_turn(table);
    hangars::settle(table);
    if !victory::check(table) {
        begin_turn(table);
    }
}

/// The phase after `step`.
pub(crate) fn play_after(table: &mut Table<Battle>, step: Step) {
    let next = SEQUENCE.into_iter().find(|it| step < *it).expect("no phase waits after the last");
    play_from(table, next);
}

/// Plays one phase; true if it waits.
fn play(table: &mut Table<Battle>, step: Step) -> bool {
    match step {
        Step::Orders => {
            if !rounds::open(table) {
                enter(table, Phase::Orders);
            }
            true
        }
        Step::Initiative => {
            let seats: Vec<Seat> = table.state().playing().iter().collect();
            let (rolls, order) = roll_off(table, &seats);
            let winner = order.first().copied().filter(|_| 2 < order.len());
            table.emit(crate::Event::Phase(Event::Initiative { rolls, order }));
            if let Some(seat) = winner {
                enter(table, Phase::Arrange { seat });
            }
            winner.is_some()
        }
        Step::Movement => {
            opening::linger(table);
            let before = craft::moves::places(table.state());
            movement::resolve(table);
            craft::moves::carry(table, &before);
            sensors::end_of_moves(table)
        }
        Step::Launch => {
            sensors::show(table);
            hangars::launch(table);
            opening::open(table) || ordnance::open(table)
        }
        Step::Fighters => craft::moves::open(table, Pass::Launched),
        Step::SecondaryMoves => {
            objectives::catch(table);
            craft::moves::open(table, Pass::Secondary)
        }
        Step::Attacks => {
            hangars::end_of_crash(table);
            clouds::flare(table);
            ordnance::home(table);
            attacks::open(table) || scramble::open(table)
        }
        Step::PointDefence => defence::open(table),
        Step::Dogfights => dogfights::open(table),
        Step::Strikes => {
            let waits = runs::open(table);
            if !waits {
                defence::strike(table, &[]);
            }
            waits
        }
        // FT-2.6.13.
        Step::Boarding => boarding::open(table),
        Step::Fire => fire::open(table),
        Step::Thresholds => damage::thresholds(table),
        Step::DamageControl => repairs::open(table),
        Step::Reactors => damage::reactors(table),
    }
}

/// FT-2.6.1: all orders are in.
pub(crate) fn after_orders(table: &mut Table<Battle>) {
    ftl::announce(table);
    let ships = orders::strain_drives(table);
    if ships.is_empty() {
        play_from(table, Step::Initiative);
    } else {
        enter(table, Phase::Replot { ships });
    }
}

/// FT-2.6.2, FT-4.12.2: a die each, the tied ones again; the highest first.
pub(crate) fn roll_off(table: &mut Table<Battle>, seats: &[Seat]) -> (Rolls, Vec<Seat>) {
    let mut rolls: Rolls = seats.iter().map(|seat| (*seat, vec![table.roll(6)])).collect();
    loop {
        let tied: Vec<usize> = (0..rolls.len())
            .filter(|&i| rolls.iter().enumerate().any(|(k, other)| k != i && other.1 == rolls[i].1))
            .collect();
        if tied.is_empty() {
            break;
        }
        for i in tied {
            let die = table.roll(6);
            rolls[i].1.push(die);
        }
    }
    let mut order: Vec<usize> = (0..rolls.len()).collect();
    order.sort_by(|&a, &b| rolls[b].1.cmp(&rolls[a].1));
    let order = order.into_iter().map(|i| rolls[i].0).collect();
    (rolls, order)
}

/// FT-2.6.2: the others, each once.
pub(crate) fn check_arrangement(battle: &Battle, seat: Seat, others: &[Seat], found: &mut Findings) {
    let mut named = others.to_vec();
    named.sort();
    let mut all: Vec<Seat> = battle.initiative.iter().copied().filter(|it| *it != seat).collect();
    all.sort();
    found.require(named == all, "FT-2.6.2", || "name every other side in play once".to_owned());
}

pub(crate) fn sample_arrangement(battle: &Battle, dice: &mut Dice) -> Vec<Seat> {
    let mut left = battle.initiative[1..].to_vec();
    let mut others = Vec::new();
    while !left.is_empty() {
        others.push(left.swap_remove(dice.index(left.len())));
    }
    others
}

pub(crate) fn arrange(table: &mut Table<Battle>, seat: Seat, others: &[Seat]) {
    let order = [seat].into_iter().chain(others.iter().copied()).collect();
    table.emit(crate::Event::Phase(Event::Arranged { order }));
    play_after(table, Step::Initiative);
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Entered { phase } => {
            battle.phase = phase.clone();
            battle.begins = None;
        }
        Event::TurnBegan { turn } => {
            battle.turn = *turn;
            // FT-7.23.2: three turns, then it is gone.
            battle.novas.retain(|nova| *turn <= nova.turn + 2);
            battle.flak.clear();
            // FT-4.2.2: for whoever has moved there is another die.
            battle.sides = battle.standing_sides().copied().collect();
            let field = std::sync::Arc::clone(&battle.field);
            for id in field.ship_ids() {
                let used = battle.ship(id).used;
                let secret = &mut battle.secrets[id.index()];
                // FT-5.14.2: an overloaded torpedo that was not fired counts as fired.
                let loaded = secret.modes.iter().filter(|it| it.1 == Mode::Overload).map(|it| it.0).collect();
                secret.tired = used.union(loaded);
                secret.modes.retain(|it| matches!(it.1, Mode::Flare | Mode::Torpedo));
                secret.switching = IconSet::default();
                secret.detonate = false;
                secret.reflex = false;
                let ship = battle.ship_mut(id);
                ship.used = IconSet::default();
                ship.fired = false;
                ship.emp.clear();
                ship.ready.clear();
                ship.launched = false;
                ship.deck = ship.deck.rested();
                ship.scanning = false;
                ship.fought = 0;
                ship.sacked = 0;
                ship.sweeping = false;
                ship.set_aside = 0;
                // FT-10.3.2: the bridge is manned again, and can be hit again.
                if ship.core.adrift_until < *turn
                    && let Some(bridge) = field.blueprint(id).icons.iter().position(|it| *it == Part::Bridge)
                {
                    ship.damaged.remove(IconId(bridge as u8));
                }
                ship.rows_at_start = field.blueprint(id).rows_lost(ship.hull_lost);
            }
            wings::refresh(battle);
        }
        Event::Initiative { order, .. } | Event::Arranged { order } => battle.initiative.clone_from(order),
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::TurnBegan { .. } => vec!["FT-2.6.0"],
        Event::Initiative { .. } | Event::Arranged { .. } => vec!["FT-2.6.2"],
        Event::Entered { phase } => vec![match phase {
            Phase::Setup | Phase::Deploy { .. } => "FT-4.12.2",
            Phase::Muster { .. } => "FT-12.1.1",
            Phase::Scan { .. } => "FT-12.1.3",
            Phase::Plans { .. } => "FT-11.5.1",
            Phase::Settings { .. } => "FT-5.21.1",
            Phase::Arrange { .. } => "FT-2.6.2",
            Phase::Rounds { .. } => "FT-17.7.1",
            Phase::Features { .. } => "FT-18.1.3",
            Phase::Orders => "FT-2.6.1",
            Phase::Replot { .. } => "FT-3.6.3",
            Phase::Opening { .. } | Phase::Launch { .. } => "FT-2.6.3",
            Phase::Wings { pass: Pass::Secondary, .. } => "FT-2.6.6",
            Phase::Wings { .. } => "FT-2.6.4",
            Phase::Parting { .. } => "FT-8.10.3",
            Phase::Scramble { .. } => "FT-8.3.1",
            Phase::Defence { .. } => "FT-2.6.9",
            Phase::Attacks { .. } => "FT-2.6.7",
            Phase::Dogfights { .. } => "FT-2.6.8",
            Phase::Runs { .. } => "FT-2.6.10",
            Phase::Evade { .. } => "FT-8.6.8",
            Phase::Fire { .. } => "FT-2.6.11",
            Phase::Cross { .. } => "FT-12.7.1",
            Phase::Duties { .. } | Phase::Repel { .. } => "FT-12.7.2",
            Phase::Share { .. } => "FT-11.7.2",
            Phase::Emp { .. } => "FT-5.4.3",
            Phase::Repairs { .. } => "FT-10.4.2",
            Phase::Cores { .. } => "FT-10.3.6",
            Phase::Chase { .. } => "FT-16.5.1",
            Phase::Over { .. } => "FT-VIC.1",
        }],
    }
}
