//! The sequence of play (TAL-3.1.1 to TAL-3.2.6, TAL-4.2.4).

use engine::Table;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Battle, OpenVolley, Phase},
    damage::{self, Blasts},
    deploy,
    events::{Cause, Event, PhaseEvent, VictoryEvent},
    fire,
    hex::Arc,
    movement, picks, power, pull, reinforce, retreat,
    ship::{Marker, ShipId},
    tables::Impulse,
    victory::{self, Verdict},
};

/// Where the rules stand between two decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Round,
    Impulse(Impulse),
    Turn(u8),
    Power(u8),
    Move(u8),
    /// TAL-7.1.1: what must still move does so by default.
    Finish(u8),
    Fire(u8),
    /// TAL-8.3.1: a volley is open.
    Volley(u8, OpenVolley),
    Repair(u8),
    EndTurn(u8),
    EndImpulse,
    Charge(u8),
    Overload,
    Pull(u8),
    Reinforce(u8),
    Retreat(u8),
    EndRound,
}

pub(crate) fn emit(table: &mut Table<Battle>, event: PhaseEvent) {
    table.emit(Event::Phase(event));
}

pub(crate) fn ask(table: &mut Table<Battle>, phase: Phase) {
    if table.state().board.phase != phase {
        emit(table, PhaseEvent::Entered { phase });
    }
}

/// From set-up, or from the moment a situation stopped at, to the first decision.
pub(crate) fn open(table: &mut Table<Battle>) {
    let board = &table.state().board;
    match board.phase {
        Phase::Setup if board.round == 0 => deploy::open(table),
        Phase::Setup => {
            let impulse = board.impulse;
            run(table, Stage::Impulse(impulse));
        }
        Phase::Buy
        | Phase::Initiative { .. }
        | Phase::Terrain { .. }
        | Phase::Deploy { .. }
        | Phase::Over { .. } => (),
        Phase::Power { side } => run(table, Stage::Power(side)),
        Phase::Move { side } => run(table, Stage::Move(side)),
        Phase::Fire { side, .. } => run(table, Stage::Fire(side)),
        Phase::Charge { side } => run(table, Stage::Charge(side)),
        Phase::Pull { side } => run(table, Stage::Pull(side)),
        Phase::Reinforce { side } => run(table, Stage::Reinforce(side)),
        Phase::Retreat { side } => run(table, Stage::Retreat(side)),
        Phase::Pick { then, .. } => run(table, then),
    }
}

/// Plays on until somebody has something to decide. TAL-3.2.1: the steps of a
/// Turn come in this order, and none comes back.
pub(crate) fn run(table: &mut Table<Battle>, mut stage: Stage) {
    loop {
        if victory::at_once(table.state()) && over(table, false) {
            return;
        }
        if let Some(side) = picks::due(table) {
            return ask(table, Phase::Pick { side, then: stage });
        }
        let first = table.state().board.initiative;
        // TAL-3.1.1, TAL-3.2.3: the Initiative Player, then the other.
        let then = |side: u8, other: fn(u8) -> Stage, next: Stage| {
            if side == first { other(1 - side) } else { next }
        };
        stage = match stage {
            Stage::Round => {
                // TAL-9.4: Rounds are counted on, 11 after 10.
                let round = table.state().board.round.saturating_add(1);
                emit(table, PhaseEvent::RoundBegan { round });
                Stage::Impulse(Impulse::A)
            }
            Stage::Impulse(impulse) => {
                emit(table, PhaseEvent::ImpulseBegan { impulse });
                Stage::Turn(first)
            }
            Stage::Turn(side) => {
                emit(table, PhaseEvent::TurnBegan { side });
                expire(table, side);
                Stage::Power(side)
            }
            Stage::Power(side) => {
                if power::can_spend(table.state(), side) {
                    return ask(table, Phase::Power { side });
                }
                Stage::Move(side)
            }
            Stage::Move(side) => {
                if movement::has_choice(table.state(), side) {
                    return ask(table, Phase::Move { side });
                }
                Stage::Finish(side)
            }
            Stage::Finish(side) => {
                if movement::finish(table, side) {
                    Stage::Fire(side)
                } else {
                    stage
                }
            }
            Stage::Fire(side) => {
                if fire::can_fire(table.state(), side) {
                    return ask(table, Phase::Fire { side, volley: None });
                }
                Stage::Repair(side)
            }
            Stage::Volley(side, open) => {
                if fire::goes_on(table.state(), open) {
                    return ask(table, Phase::Fire { side, volley: Some(open) });
                }
                fire::close(table, open.ship, open.group);
                Stage::Fire(side)
            }
            Stage::Repair(side) => {
                power::repair(table, side);
                Stage::EndTurn(side)
            }
            Stage::EndTurn(side) => {
                if !table.state().board.asked {
                    emit(table, PhaseEvent::Passed { side });
                }
                // TAL-VIC.9.
                if over(table, false) {
                    return;
                }
                then(side, Stage::Turn, Stage::EndImpulse)
            }
            Stage::EndImpulse => {
                check_initiative(table);
                match table.state().board.impulse.next() {
                    Some(impulse) => Stage::Impulse(impulse),
                    None => Stage::Charge(table.state().board.initiative),
                }
            }
            Stage::Charge(side) => {
                if table.state().active(side).next().is_some() {
                    return ask(table, Phase::Charge { side });
                }
                then(side, Stage::Charge, Stage::Overload)
            }
            Stage::Overload => {
                if overload(table) {
                    if over(table, false) {
                        return;
                    }
                    Stage::Pull(first)
                } else {
                    stage
                }
            }
            Stage::Pull(side) => {
                if pull::has_choice(table.state(), side) {
                    return ask(table, Phase::Pull { side });
                }
                pull::perform(table, side, &[]);
                after_pull(side, first)
            }
            Stage::Reinforce(side) => {
                if side == first && over(table, false) {
                    return;
                }
                let battle = table.state();
                if reinforce::due(battle, side).any(|id| reinforce::entries(battle, id).next().is_some()) {
                    return ask(table, Phase::Reinforce { side });
                }
                // TAL-3.2.7: those without a free hex wait.
                reinforce::perform(table, side, &[]);
                then(side, Stage::Reinforce, Stage::Retreat(first))
            }
            Stage::Retreat(side) => {
                if retreat::eligible(table.state(), side).next().is_some() {
                    return ask(table, Phase::Retreat { side });
                }
                then(side, Stage::Retreat, Stage::EndRound)
            }
            Stage::EndRound => {
                retreat::drift(table);
                // TAL-VIC.5, TAL-VIC.9: the limit is tested after the Retreat Phase.
                let last = table.state().field.last_round().is_some_and(|it| it <= table.state().board.round);
                if over(table, last) {
                    return;
                }
                Stage::Round
            }
        };
    }
}

fn after_pull(side: u8, first: u8) -> Stage {
    if side == first { Stage::Pull(1 - side) } else { Stage::Reinforce(first) }
}

/// What follows a phase that `side` has finished.
pub(crate) fn next(battle: &Battle, side: u8, phase: Phase) -> Stage {
    let first = battle.board.initiative;
    let then = |other: fn(u8) -> Stage, next: Stage| if side == first { other(1 - side) } else { next };
    match phase {
        Phase::Power { .. } => Stage::Move(side),
        Phase::Move { .. } => Stage::Fire(side),
        Phase::Fire { .. } => Stage::Repair(side),
        Phase::Charge { .. } => then(Stage::Charge, Stage::Overload),
        Phase::Pull { .. } => after_pull(side, first),
        Phase::Reinforce { .. } => then(Stage::Reinforce, Stage::Retreat(first)),
        Phase::Retreat { .. } => then(Stage::Retreat, Stage::EndRound),
        Phase::Pick { then, .. } => then,
        Phase::Setup
        | Phase::Buy
        | Phase::Initiative { .. }
        | Phase::Terrain { .. }
        | Phase::Deploy { .. }
        | Phase::Over { .. } => Stage::Round,
    }
}

/// TAL-6.2.3a: own reinforcements with this Impulse's letter.
fn expire(table: &mut Table<Battle>, side: u8) {
    let impulse = table.state().board.impulse;
    for id in table.state().ship_ids() {
        let ship = table.state().ship(id);
        if ship.side != side || !ship.is_active() || ship.reinforced == [None; 4] {
            continue;
        }
        let due = ship.reinforced.map(|it| it == Some(impulse));
        for arc in Arc::ALL.into_iter().filter(|it| due[it.index()]) {
            emit(table, PhaseEvent::Expired { ship: id, arc });
        }
    }
}

/// TAL-4.2.2, TAL-4.2.3, TAL-4.2.6: one for each ship, never of a squadron: Change and Defend markers of
/// both sides on the map.
pub(crate) fn markers(battle: &Battle) -> [u8; 2] {
    let mut count = [0; 2];
    for ship in battle.board.ships.iter().filter(|it| it.is_active()) {
        match ship.marker {
            Some(Marker::Change) => count[0] += 1,
            Some(Marker::Defend) => count[1] += 1,
            None => (),
        }
    }
    count
}

/// TAL-3.2.2, TAL-4.2.3: more Change than Defend gives the Initiative to the other player.
fn check_initiative(table: &mut Table<Battle>) {
    let [change, defend] = markers(table.state());
    let holder = table.state().board.initiative;
    let holder = if defend < change { 1 - holder } else { holder };
    emit(table, PhaseEvent::InitiativeChecked { change, defend, holder });
}

/// TAL-5.4.5: Power below zero; TAL-8.6.6: the Initiative Player's ships first, each blast to its end.
/// False if somebody must choose before the next.
fn overload(table: &mut Table<Battle>) -> bool {
    let first = table.state().board.initiative;
    loop {
        if picks::due(table).is_some() {
            return false;
        }
        let battle = table.state();
        let due = battle.all_active().filter(|&id| battle.ship(id).power < 0);
        let Some(id) = due.min_by_key(|&id| battle.rank_key(first, id)) else { return true };
        // TAL-VIC.9.
        if victory::at_once(battle) {
            return true;
        }
        let mut blasts = Blasts::default();
        damage::destroy(table, id, Cause::Overload, &mut blasts);
        damage::settle(table, &mut blasts, first);
    }
}

/// Ends the battle if somebody has won.
pub(crate) fn over(table: &mut Table<Battle>, last: bool) -> bool {
    let verdict = victory::test(table.state(), last);
    if let Some(verdict) = verdict {
        end(table, verdict);
    }
    verdict.is_some()
}

pub(crate) fn end(table: &mut Table<Battle>, verdict: Verdict) {
    let Verdict { outcome, reason, degree } = verdict;
    let (destroyed, score) = (victory::destroyed(table.state()), victory::lifetime(&verdict));
    table.emit(Event::Victory(VictoryEvent::Ended { outcome, reason, degree, destroyed, score }));
}

pub(crate) fn apply(battle: &mut Battle, event: &PhaseEvent) {
    match event {
        PhaseEvent::Entered { phase } => {
            battle.board.phase = *phase;
            battle.board.asked = true;
        }
        PhaseEvent::RoundBegan { round } => {
            battle.board.round = *round;
            // TAL-8.7.3: damage after Impulse F may be repaired from now on.
            calm(battle);
        }
        PhaseEvent::ImpulseBegan { impulse } => battle.board.impulse = *impulse,
        PhaseEvent::TurnBegan { side } => {
            // TAL-6.1.2: an AP that was not spent is lost; nothing is carried over.
            battle.board.asked = false;
            battle.board.gunner = None;
            for ship in battle.board.ships.iter_mut().filter(|it| it.side == *side) {
                (ship.spent, ship.moved, ship.fired) = (false, false, false);
            }
            for missile in battle.board.missiles.iter_mut().filter(|it| it.side == *side) {
                missile.moved = false;
            }
        }
        PhaseEvent::Expired { ship, arc } => battle.ship_mut(*ship).reinforced[arc.index()] = None,
        PhaseEvent::InitiativeChecked { holder, .. } => {
            battle.board.initiative = *holder;
            for ship in &mut battle.board.ships {
                ship.marker = None;
            }
            calm(battle);
        }
        PhaseEvent::Ranked { side, ships } => {
            let others: Vec<ShipId> =
                battle.board.rank.iter().copied().filter(|&it| battle.ship(it).side != *side).collect();
            battle.board.rank = ships.iter().copied().chain(others).collect();
        }
        PhaseEvent::Passed { .. } | PhaseEvent::Lapsed { .. } | PhaseEvent::Interrupted { .. } => (),
    }
}

/// TAL-8.7.2: from the next Impulse on, markers may be repaired.
fn calm(battle: &mut Battle) {
    for ship in &mut battle.board.ships {
        let it = &mut ship.criticals;
        (it.shields_fresh, it.helm_fresh, it.power_fresh) = (false, false, false);
    }
}
