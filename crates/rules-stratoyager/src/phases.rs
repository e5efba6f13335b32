//! The sequence of play: set-up, turns, segments, and the dogfight's steps.

use engine::{Outcome, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, combat, damage, deploy,
    initiative::{self, Dealt},
    manoeuvre,
    options::SegmentCombat,
    scenario::Deployment,
    stress,
    unit::{Status, UnitId},
    victory,
};

/// Where in the game the battle is. Every phase but the first waits for seats.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// Before the first die.
    Setup,
    /// STR-SET.1: forces are chosen by points.
    Muster {
        seats: Seats,
    },
    /// STR-SET.9: which units are held back.
    Reserve {
        seats: Seats,
    },
    /// STR-SET.4: cards for the order of deployment.
    DeployCards {
        seats: Seats,
    },
    /// STR-SET.4: one unit is placed.
    Place {
        unit: UnitId,
    },
    /// STR-SET.8: reserves and returning units of one side.
    Arrive {
        seat: Seat,
    },
    /// STR-1.2.
    Initiative {
        seats: Seats,
    },
    /// STR-ADD.3: a card for movement.
    Duel,
    /// STR-2.15.
    Plan {
        seats: Seats,
    },
    /// STR-2.12: yaw after the action.
    Yaw {
        seats: Seats,
    },
    /// STR-ADD.1.
    Leave {
        seats: Seats,
    },
    /// STR-4.10.
    AtWill {
        seats: Seats,
    },
    /// STR-1.4.
    Combat {
        seats: Seats,
    },
    Over {
        outcome: Outcome,
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
    /// STR-1.3; in a dogfight the step (STR-ADD.3).
    SegmentBegan {
        segment: u8,
        active: [Option<UnitId>; 2],
    },
    /// STR-1.3: the last segment is over.
    ActionsEnded,
}

pub(crate) fn enter(table: &mut Table<Battle>, phase: Phase) {
    table.emit(crate::Event::Phase(Event::Entered { phase }));
}

fn emit(table: &mut Table<Battle>, event: Event) {
    table.emit(crate::Event::Phase(event));
}

/// Set-up is over: forces, reserves, deployment, or the first turn.
pub(crate) fn open(table: &mut Table<Battle>) {
    let battle = table.state();
    if battle.field.scenario.deployment == Deployment::AsGiven {
        let turn = battle.turn.max(1);
        deploy::settle_first(table);
        return begin_turn(table, turn);
    }
    let choosing: Seats = (0..2).filter(|&side| battle.field.side(side).units.is_empty()).map(Seat).collect();
    if choosing.is_empty() { after_muster(table) } else { enter(table, Phase::Muster { seats: choosing }) }
}

/// STR-SET.9: reserves are named before the cards are dealt.
pub(crate) fn after_muster(table: &mut Table<Battle>) {
    let battle = table.state();
    let may = |side: &u8| {
        let n = deploy::waiting(battle, *side).count();
        0 < deploy::most_reserves(battle, *side, n)
    };
    let seats: Seats = (0..2).filter(may).map(Seat).collect();
    if seats.is_empty() { deal_deployment(table) } else { enter(table, Phase::Reserve { seats }) }
}

pub(crate) fn resolve_reserves(table: &mut Table<Battle>, held: [Option<&[UnitId]>; 2]) {
    for (side, units) in held.into_iter().enumerate() {
        if let Some(units) = units.filter(|it| !it.is_empty()) {
            deploy::emit(table, deploy::Event::HeldBack { side: side as u8, units: units.to_vec() });
        }
    }
    deal_deployment(table);
}

/// STR-SET.4: as many cards as the larger side has units entering now.
fn deal_deployment(table: &mut Table<Battle>) {
    deploy::settle_first(table);
    let in_turn = matches!(table.state().field.scenario.deployment, Deployment::InTurn { .. });
    let seats = choosing_cards(table.state());
    if in_turn || seats.is_empty() {
        return resolve_deploy_cards(table, [None, None], in_turn);
    }
    enter(table, Phase::DeployCards { seats });
}

/// With one card for one unit there is nothing to choose.
fn choosing_cards(battle: &Battle) -> Seats {
    let cards = initiative::hand_size(battle);
    (0..2).filter(|&side| 1 < cards && initiative::takers(battle, side).next().is_some()).map(Seat).collect()
}

fn both_hands(battle: &Battle, dealt: [Option<&[Dealt]>; 2]) -> Vec<Dealt> {
    (0..2_u8)
        .flat_map(|side| {
            dealt[usize::from(side)].map_or_else(|| initiative::usual(battle, side), <[Dealt]>::to_vec)
        })
        .collect()
}

pub(crate) fn resolve_deploy_cards(table: &mut Table<Battle>, dealt: [Option<&[Dealt]>; 2], in_turn: bool) {
    let cards = both_hands(table.state(), dealt);
    if !in_turn && !cards.is_empty() {
        deploy::emit(table, deploy::Event::Revealed { cards });
    }
    place_next(table);
}

pub(crate) fn place_next(table: &mut Table<Battle>) {
    match deploy::next_to_place(table.state()) {
        Some(unit) => enter(table, Phase::Place { unit }),
        None => begin_turn(table, 1),
    }
}

/// STR-SET.8: reserve rolls, arrivals, then initiative.
pub(crate) fn begin_turn(table: &mut Table<Battle>, turn: u16) {
    emit(table, Event::TurnBegan { turn });
    deploy::roll_reserves(table);
    arrivals(table);
}

pub(crate) fn arrivals(table: &mut Table<Battle>) {
    let first = table.state().first;
    for side in [first, 1 - first] {
        if deploy::arriving(table.state(), side).next().is_some() {
            return enter(table, Phase::Arrive { seat: Seat(side) });
        }
    }
    open_initiative(table);
}

/// STR-1.1, STR-ADD.3.
fn open_initiative(table: &mut Table<Battle>) {
    if initiative::is_dogfight(table.state()) {
        initiative::deal_duel(table);
        return enter(table, Phase::Duel);
    }
    let cards = initiative::hand_size(table.state());
    initiative::emit(table, initiative::Event::CardsDealt { cards });
    let seats = choosing_cards(table.state());
    if seats.is_empty() {
        return resolve_initiative(table, [None, None]);
    }
    enter(table, Phase::Initiative { seats });
}

pub(crate) fn resolve_initiative(table: &mut Table<Battle>, dealt: [Option<&[Dealt]>; 2]) {
    let cards = both_hands(table.state(), dealt);
    if !cards.is_empty() {
        initiative::emit(table, initiative::Event::Revealed { cards });
    }
    next_segment(table);
}

/// STR-1.3: segments in rising order. STR-1.4, STR-1.7: a unit destroyed before its segment loses it.
fn next_segment(table: &mut Table<Battle>) {
    let battle = table.state();
    let now = battle.segment;
    let later =
        battle.units.iter().filter(|it| it.is_active() && now < it.initiative).map(|it| it.initiative);
    let Some(segment) = later.min() else { return end_of_actions(table) };
    let of = |side: u8| battle.active_units(side).find(|&it| battle.unit(it).initiative == segment);
    let active = [of(0), of(1)];
    begin_segment(table, segment, active);
}

fn begin_segment(table: &mut Table<Battle>, segment: u8, active: [Option<UnitId>; 2]) {
    emit(table, Event::SegmentBegan { segment, active });
    let seats = seats_of(active);
    enter(table, Phase::Plan { seats });
}

fn seats_of(active: [Option<UnitId>; 2]) -> Seats {
    (0..2).filter(|&side| active[usize::from(side)].is_some()).map(Seat).collect()
}

/// Seats whose unit of the segment passes.
fn seats_where(battle: &Battle, passes: impl Fn(UnitId) -> bool) -> Seats {
    let of = |side: u8| battle.active[usize::from(side)].is_some_and(&passes);
    (0..2).filter(|&side| of(side)).map(Seat).collect()
}

/// STR-2.12: yaw after the action, decided at once by all who still can.
pub(crate) fn after_flight(table: &mut Table<Battle>) {
    let battle = table.state();
    let seats = seats_where(battle, |it| manoeuvre::may_yaw(battle, it));
    if seats.is_empty() { after_yaw(table) } else { enter(table, Phase::Yaw { seats }) }
}

/// STR-3.1: then stress; STR-4.3: then locks; STR-ADD.1: then those who left declare.
pub(crate) fn after_yaw(table: &mut Table<Battle>) {
    stress::resolve(table);
    let active = table.state().active;
    manoeuvre::check_locks(table, |it| active.contains(&Some(it)));
    let battle = table.state();
    let seats = seats_where(battle, |it| matches!(battle.unit(it).status, Status::Away { .. }));
    if seats.is_empty() { after_leaving(table) } else { enter(table, Phase::Leave { seats }) }
}

/// STR-4.7: units that hold their fire, before the combat actions.
pub(crate) fn after_leaving(table: &mut Table<Battle>) {
    let battle = table.state();
    if battle.duel.is_some() {
        return duel_next(table);
    }
    // A chance that cannot hit is no decision.
    let has = |side: &u8| combat::will_shots(battle, *side).iter().any(|(_, shot)| shot.threshold <= 6);
    let holds = battle.units.iter().any(|it| it.at_will.is_some());
    let seats: Seats = (0..2).filter(|side| holds && has(side)).map(Seat).collect();
    if seats.is_empty() { open_combat(table) } else { enter(table, Phase::AtWill { seats }) }
}

/// STR-5.1: the units of the segment that are able.
fn able(battle: &Battle) -> Seats {
    seats_where(battle, |it| battle.unit(it).is_active() && !battle.unit(it).blackout)
}

pub(crate) fn open_combat(table: &mut Table<Battle>) {
    let mut seats = able(table.state());
    if table.state().field.options.segment_combat == SegmentCombat::Alternate && 1 < seats.len() {
        seats = Seats::default().with(alternate_first(table.state()));
    }
    if seats.is_empty() { next_segment(table) } else { enter(table, Phase::Combat { seats }) }
}

/// STR-1.4, option `segment_combat`: the side named first begins in odd turns.
fn alternate_first(battle: &Battle) -> Seat {
    Seat(u8::from(battle.turn.is_multiple_of(2)))
}

pub(crate) fn after_combat(table: &mut Table<Battle>, acted: Seats) {
    let battle = table.state();
    if battle.duel.is_some() {
        return duel_next(table);
    }
    let alternate = battle.field.options.segment_combat == SegmentCombat::Alternate;
    let first = alternate_first(battle);
    let other = Seat(1 - first.0);
    if alternate && acted == Seats::default().with(first) && able(battle).contains(other) {
        return enter(table, Phase::Combat { seats: Seats::default().with(other) });
    }
    next_segment(table);
}

pub(crate) fn resolve_duel(table: &mut Table<Battle>, cards: [u8; 2]) {
    initiative::emit(table, initiative::Event::DuelChosen { cards });
    duel_next(table);
}

/// STR-ADD.3, STR-ADD.9: movement by the first cards, combat by the second.
fn duel_next(table: &mut Table<Battle>) {
    let battle = table.state();
    let Some(duel) = &battle.duel else { return };
    let Some(movement) = duel.movement else { return };
    let seconds = [0, 1].map(|side| duel.second(side).unwrap_or(0));
    let step = duel.step + 1;
    let lower = |cards: [u8; 2]| u8::from(cards[1] < cards[0]);
    let side = match step {
        1 => lower(movement),
        2 => 1 - lower(movement),
        3 => lower(seconds),
        4 => 1 - lower(seconds),
        _ => return end_of_actions(table),
    };
    if step == 3 {
        initiative::emit(table, initiative::Event::DuelRevealed { cards: seconds });
    }
    let mut active = [None; 2];
    active[usize::from(side)] = table.state().active_units(side).next();
    emit(table, Event::SegmentBegan { segment: step, active });
    let battle = table.state();
    let seats = if step <= 2 { seats_of(active) } else { able(battle) };
    if seats.is_empty() {
        return duel_next(table);
    }
    enter(table, if step <= 2 { Phase::Plan { seats } } else { Phase::Combat { seats } });
}

/// STR-7.1: empty machines, locked missiles, victory, the next turn.
fn end_of_actions(table: &mut Table<Battle>) {
    emit(table, Event::ActionsEnded);
    damage::drift(table);
    damage::missiles(table);
    if !victory::check(table) {
        let turn = table.state().turn.saturating_add(1);
        begin_turn(table, turn);
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Entered { phase } => battle.phase = *phase,
        Event::TurnBegan { turn } => {
            battle.turn = *turn;
            battle.segment = 0;
            battle.draw_offers = Seats::default();
            battle.units.iter_mut().for_each(crate::unit::Unit::clear_tokens);
        }
        Event::SegmentBegan { segment, active } => {
            battle.segment = *segment;
            battle.active = *active;
            battle.stopped = None;
            if let Some(duel) = &mut battle.duel {
                duel.step = *segment;
            }
        }
        Event::ActionsEnded => {
            battle.segment = 0;
            battle.active = [None; 2];
            battle.duel = None;
            battle.stopped = None;
        }
    }
}
