//! The end of the battle (ASF-END, and the victory rules of the scenarios).

use engine::{Outcome, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    options::Options,
    phases::Phase,
    scenario::{Scenario, Victory},
    ship::{Edge, Ship, ShipId, Status},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "VictoryEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// ASF-END.4.
    DrawOffered {
        seat: Seat,
    },
    /// ASF-END.4.
    Conceded {
        seat: Seat,
    },
    Ended {
        outcome: Outcome,
        reason: Reason,
        points: [u32; 2],
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// ASF-END.1: a side has no ship left on the table.
    SideGone,
    /// ASF-END.2.
    Stalemate,
    /// ASF-END.3, or the length the scenario sets.
    TurnLimit,
    /// ASF-END.4.
    Conceded,
    /// ASF-END.4.
    Agreed,
    /// ASF-SCN.B.
    ConvoyGone,
    /// ASF-SCN.C.
    StationDestroyed,
}

impl Reason {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Reason::SideGone => "no enemy is left on the table",
            Reason::Stalemate => "nobody has been hurt for too long",
            Reason::TurnLimit => "time is up",
            Reason::Conceded => "the other side has given up",
            Reason::Agreed => "all agreed to a draw",
            Reason::ConvoyGone => "the convoy has left the table",
            Reason::StationDestroyed => "the station is gone",
        }
    }
}

impl Reason {
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Reason::SideGone => "ASF-END.1",
            Reason::Stalemate => "ASF-END.2",
            Reason::TurnLimit => "ASF-END.3",
            Reason::Conceded | Reason::Agreed => "ASF-END.4",
            Reason::ConvoyGone => "ASF-SCN.B",
            Reason::StationDestroyed => "ASF-SCN.C",
        }
    }
}

/// ASF-END.1: when it is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    StartOfTurn,
    EndOfTurn,
}

/// Ends the battle if it is decided, and says whether it did.
pub(crate) fn check(table: &mut Table<Battle>, when: When) -> bool {
    let Some((outcome, reason)) = verdict(table.state(), when) else { return false };
    end(table, outcome, reason);
    true
}

/// ASF-SCN.C: ends the battle if a station that decides it has been destroyed.
pub(crate) fn station_fallen(table: &mut Table<Battle>) -> bool {
    let Victory::Station { side, design, .. } = &table.state().field.scenario.victory else { return false };
    let (side, fallen) = (*side, station_gone(table.state(), *side, design));
    if fallen {
        let outcome = won(table.state(), 1 - side);
        end(table, outcome, Reason::StationDestroyed);
    }
    fallen
}

fn station_gone(battle: &Battle, side: u8, design: &str) -> bool {
    let station = |it: &&Ship| it.side == side && battle.field.design(it.design).name == design;
    battle.ships.iter().filter(station).all(|it| !it.is_active())
}

fn end(table: &mut Table<Battle>, outcome: Outcome, reason: Reason) {
    let points = points(table.state(), true);
    table.emit(crate::Event::Victory(Event::Ended { outcome, reason, points }));
}

fn verdict(battle: &Battle, when: When) -> Option<(Outcome, Reason)> {
    let left = [0, 1].map(|side| battle.active_ships(side).next().is_some());
    let by_points = |reason| Some((by_points(battle), reason));
    let time_is_up = when == When::EndOfTurn && turn_limit(battle).is_some_and(|limit| limit <= battle.turn);
    match &battle.field.scenario.victory {
        // ASF-SCN.5: the last side on the table.
        Victory::LastSide => match left {
            [true, true] => (),
            [true, false] => return Some((won(battle, 0), Reason::SideGone)),
            [false, true] => return Some((won(battle, 1), Reason::SideGone)),
            [false, false] => return Some((Outcome::Draw, Reason::SideGone)),
        },
        Victory::Points { .. } => {
            if left != [true, true] {
                return by_points(Reason::SideGone);
            }
        }
        Victory::Convoy { side, design, .. } => {
            let on_table = |it: &Ship| {
                it.is_active() && it.side == *side && battle.field.design(it.design).name == *design
            };
            if !battle.ships.iter().any(on_table) {
                return by_points(Reason::ConvoyGone);
            }
            // With no raider left the freighters sail home.
            if !left[1 - usize::from(*side)] {
                return by_points(Reason::SideGone);
            }
        }
        Victory::Station { side, design, .. } => {
            // ASF-SCN.C: the station first, so that both gone at once is the attacker's.
            if station_gone(battle, *side, design) {
                return Some((won(battle, 1 - side), Reason::StationDestroyed));
            }
            if !left[1 - usize::from(*side)] {
                return Some((won(battle, *side), Reason::SideGone));
            }
            if time_is_up {
                return Some((won(battle, *side), Reason::TurnLimit));
            }
        }
    }
    if time_is_up {
        return by_points(Reason::TurnLimit);
    }
    // ASF-END.2: this turn counts as well when it is over.
    let quiet = if battle.blood && !battle.marked { battle.quiet.saturating_add(1) } else { 0 };
    let stale = battle.field.options.stalemate_turns.is_some_and(|most| most <= quiet);
    match (when, stale, &battle.field.scenario.victory) {
        (When::StartOfTurn, _, _) | (_, false, _) => None,
        (When::EndOfTurn, true, Victory::Station { side, .. }) => {
            Some((won(battle, *side), Reason::Stalemate))
        }
        (When::EndOfTurn, true, _) => by_points(Reason::Stalemate),
    }
}

/// ASF-END.3: the option's limit or the scenario's, whichever comes first.
pub(crate) fn turn_limit(battle: &Battle) -> Option<u16> {
    shortest(&battle.field.options, &battle.field.scenario)
}

/// The same before the battle.
pub(crate) fn shortest(options: &Options, scenario: &Scenario) -> Option<u16> {
    let scenario = match scenario.victory {
        Victory::LastSide => None,
        Victory::Points { turns } | Victory::Convoy { turns, .. } | Victory::Station { turns, .. } => {
            Some(turns)
        }
    };
    [scenario, options.turn_limit].into_iter().flatten().min()
}

fn won(battle: &Battle, side: u8) -> Outcome {
    Outcome::Won(battle.field.seats_of(side))
}

fn by_points(battle: &Battle) -> Outcome {
    match points(battle, true) {
        [a, b] if b < a => won(battle, 0),
        [a, b] if a < b => won(battle, 1),
        _ => Outcome::Draw,
    }
}

/// Victory points of both sides: what each has taken from the other.
pub(crate) fn points(battle: &Battle, at_the_end: bool) -> [u32; 2] {
    let mut points = [0, 0];
    for id in battle.field.ship_ids() {
        let enemy = usize::from(1 - battle.ship(id).side);
        points[enemy] += lost_value(battle, id, at_the_end);
        points[1 - enemy] += saved_value(battle, id, at_the_end);
    }
    points
}

/// What the enemy scores for a ship.
fn lost_value(battle: &Battle, id: ShipId, at_the_end: bool) -> u32 {
    let ship = battle.ship(id);
    let design = battle.field.design(ship.design);
    let full = u32::from(design.points());
    match (&battle.field.scenario.victory, ship.status) {
        (_, Status::Waiting) => 0,
        (Victory::Convoy { side, design: cargo, value, exit, .. }, status)
            if *side == ship.side && *cargo == design.name =>
        {
            match status {
                Status::Left(edge) if edge == *exit => 0,
                Status::Active | Status::Waiting => 0,
                Status::Left(_) | Status::Destroyed | Status::Withdrawn => u32::from(*value),
            }
        }
        // ASF-MOV.7: gone is lost.
        (_, Status::Destroyed | Status::Left(_) | Status::Withdrawn) => full,
        // ASF-SCN.A: half hull or less at the end counts half.
        (Victory::Points { .. }, Status::Active)
            if at_the_end && 2 * battle.hull_left(ship) <= design.hull =>
        {
            full / 2
        }
        (_, Status::Active) => 0,
    }
}

/// ASF-SCN.B: what the convoy scores for a freighter brought off.
fn saved_value(battle: &Battle, id: ShipId, at_the_end: bool) -> u32 {
    let ship = battle.ship(id);
    let Victory::Convoy { side, design, value, exit, .. } = &battle.field.scenario.victory else { return 0 };
    if ship.side != *side || battle.field.design(ship.design).name != *design {
        return 0;
    }
    let safe = battle.active_ships(1 - side).next().is_none();
    match ship.status {
        Status::Left(edge) if edge == *exit => u32::from(*value),
        Status::Active if at_the_end && safe => u32::from(*value),
        Status::Waiting | Status::Active | Status::Destroyed | Status::Left(_) | Status::Withdrawn => 0,
    }
}

/// ASF-END.4: concessions and draws come before anything else of a decision.
/// Says whether the battle has ended.
pub(crate) fn settle(table: &mut Table<Battle>, conceding: Seats, offering: Seats) -> bool {
    for seat in conceding.iter() {
        table.emit(crate::Event::Victory(Event::Conceded { seat }));
    }
    let battle = table.state();
    let given_up =
        [0, 1].map(|side| battle.field.seats_of(side).iter().all(|seat| battle.conceded.contains(seat)));
    let outcome = match given_up {
        [false, false] => None,
        [true, false] => Some(won(battle, 1)),
        [false, true] => Some(won(battle, 0)),
        [true, true] => Some(Outcome::Draw),
    };
    if let Some(outcome) = outcome {
        end(table, outcome, Reason::Conceded);
        return true;
    }
    for seat in offering.iter().filter(|&seat| !conceding.contains(seat)) {
        if !table.state().draw_offers.contains(seat) {
            table.emit(crate::Event::Victory(Event::DrawOffered { seat }));
        }
    }
    // A player without ships has no decision left in which to agree.
    let battle = table.state();
    let in_play = |ship: &&Ship| matches!(ship.status, Status::Active | Status::Waiting);
    let agreed = battle.ships.iter().filter(in_play).all(|it| battle.draw_offers.contains(it.owner));
    if agreed {
        end(table, Outcome::Draw, Reason::Agreed);
    }
    agreed
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::DrawOffered { seat } => battle.draw_offers = battle.draw_offers.with(*seat),
        Event::Conceded { seat } => {
            battle.conceded = battle.conceded.with(*seat);
            let owned = battle.ships.iter_mut().filter(|it| it.owner == *seat);
            for ship in owned.filter(|it| matches!(it.status, Status::Active | Status::Waiting)) {
                ship.status = Status::Withdrawn;
            }
        }
        Event::Ended { outcome, .. } => battle.phase = Phase::Over { outcome: *outcome },
    }
}

impl Edge {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Edge::East => "east",
            Edge::West => "west",
            Edge::North => "north",
            Edge::South => "south",
        }
    }
}
