//! The end of the game and who has won (STR-END).

use engine::{Outcome, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    options::{TieBreak, USUAL_TURNS},
    phases,
    unit::{Status, Unit},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "VictoryEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    DrawOffered {
        seat: Seat,
    },
    /// STR-END.6.
    Conceded {
        seat: Seat,
    },
    /// STR-SET.7: a seventh turn on 4 and more.
    SeventhRolled {
        die: u8,
        granted: bool,
    },
    /// Points are told in halves, since pilots are worth half of theirs (STR-4.9).
    Ended {
        outcome: Outcome,
        reason: Reason,
        half_points: [u32; 2],
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// STR-END.2: more points when time is up.
    Points,
    /// STR-END.5: at equal points, more structure taken.
    Structure,
    /// STR-END.3.
    Annihilation,
    /// STR-END.4.
    Absence,
    /// STR-END.6.
    Conceded,
    /// Both agreed to a draw.
    Agreed,
}

impl Reason {
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Reason::Points => "STR-END.2",
            Reason::Structure => "STR-END.5",
            Reason::Annihilation => "STR-END.3",
            Reason::Absence => "STR-END.4",
            Reason::Conceded | Reason::Agreed => "STR-END.6",
        }
    }
}

/// STR-END.2: what a unit is worth to the enemy now, in half points. STR-ADD.8:
/// when time is up, whoever is off the table has withdrawn.
fn price(battle: &Battle, unit: &Unit, over: bool) -> u32 {
    let points = 2 * u32::from(battle.stats(unit).points);
    let gone = match unit.status {
        Status::Away { .. } => over,
        // STR-SCN.B: a freighter that did not get there.
        Status::Active => over && battle.is_convoy(unit),
        Status::Waiting | Status::Reserve | Status::Arriving | Status::Safe => false,
        Status::Empty { .. } | Status::Withdrawn | Status::Wrecked | Status::Destroyed | Status::Removed => {
            true
        }
    };
    if gone { points } else { 0 }
}

/// STR-END.1: manned units on the table or to come.
pub(crate) fn capable(battle: &Battle, side: u8) -> usize {
    battle.units.iter().filter(|it| it.side == side && it.status.is_capable()).count()
}

/// STR-END.2, STR-END.7, STR-4.9: half points of both sides; `over` counts
/// what only counts at the end.
pub(crate) fn half_points(battle: &Battle, over: bool) -> [u32; 2] {
    let mut points = [0; 2];
    for unit in &battle.units {
        points[usize::from(1 - unit.side)] += price(battle, unit, over);
        if unit.status == Status::Safe
            && let Some(convoy) = &battle.field.scenario.convoy
        {
            points[usize::from(unit.side)] += 2 * u32::from(convoy.score);
        }
    }
    if over {
        let annihilator = annihilator(battle);
        for pilot in &battle.pilots {
            let value = u32::from(battle.stats(battle.unit(pilot.unit)).points);
            if let Some(side) = annihilator.or_else(|| nearest(battle, pilot.at)) {
                points[usize::from(side)] += value;
            }
        }
    }
    points
}

/// STR-END.3: the side that has units left while the other has none.
fn annihilator(battle: &Battle) -> Option<u8> {
    // STR-SCN.B: the convoy is decided by points.
    if battle.field.scenario.convoy.is_some() {
        return None;
    }
    match [0, 1].map(|side| capable(battle, side)) {
        [0, 0] => None,
        [0, _] => Some(1),
        [_, 0] => Some(0),
        _ => None,
    }
}

/// STR-4.9: the side whose manned unit on the table is closest; nobody if equally close.
fn nearest(battle: &Battle, at: geometry::Point) -> Option<u8> {
    let [one, two] =
        [0, 1].map(|side| battle.active_units(side).map(|it| (battle.unit(it).at - at).length()).min());
    match (one, two) {
        (None, None) => None,
        (Some(_), None) => Some(0),
        (None, Some(_)) => Some(1),
        (Some(one), Some(two)) if (one - two).abs() <= geometry::TOLERANCE => None,
        (Some(one), Some(two)) => Some(u8::from(two < one)),
    }
}

/// STR-END.4: nothing on the table for a full turn, because all that remain have left; a reserve has not.
fn absent(battle: &Battle, side: u8) -> bool {
    let own = || battle.units.iter().filter(move |it| it.side == side);
    !battle.present[usize::from(side)]
        && !own().any(|it| {
            matches!(it.status, Status::Active | Status::Waiting | Status::Reserve | Status::Arriving)
        })
        && own().any(|it| matches!(it.status, Status::Away { .. } | Status::Withdrawn))
}

/// STR-END.1: judged at the end of a turn, after the locked missiles. True if it is over.
pub(crate) fn check(table: &mut Table<Battle>) -> bool {
    let battle = table.state();
    let left = [0, 1].map(|side| capable(battle, side));
    let convoy = battle.field.scenario.convoy.is_some();
    if left.contains(&0) {
        match annihilator(battle) {
            Some(side) => end(table, Outcome::Won(one(side)), Reason::Annihilation),
            None => by_points(table),
        }
        return true;
    }
    match [0, 1].map(|side| absent(battle, side)) {
        [true, true] => {
            by_points(table);
            return true;
        }
        [true, false] | [false, true] if convoy => {
            by_points(table);
            return true;
        }
        [lost, other] if lost || other => {
            end(table, Outcome::Won(one(u8::from(lost))), Reason::Absence);
            return true;
        }
        _ => (),
    }
    if time_is_up(table) {
        by_points(table);
        return true;
    }
    false
}

/// STR-SET.7: six turns, a seventh on 4 and more; or as many as were agreed.
fn time_is_up(table: &mut Table<Battle>) -> bool {
    let (turn, seventh) = (table.state().turn, table.state().seventh);
    match table.state().field.options.turns {
        Some(turns) => turns <= turn,
        None if turn == USUAL_TURNS && !seventh => {
            let die = table.roll(6);
            let granted = 4 <= die;
            emit(table, Event::SeventhRolled { die, granted });
            !granted
        }
        None => USUAL_TURNS <= turn,
    }
}

/// STR-END.2, STR-END.5.
fn by_points(table: &mut Table<Battle>) {
    let battle = table.state();
    let [one_has, two_has] = half_points(battle, true);
    let [one_took, two_took] = battle.taken;
    let structure = battle.field.options.tie_break == TieBreak::Structure;
    if one_has != two_has {
        return end(table, Outcome::Won(one(u8::from(one_has < two_has))), Reason::Points);
    }
    if structure && one_took != two_took {
        return end(table, Outcome::Won(one(u8::from(one_took < two_took))), Reason::Structure);
    }
    end(table, Outcome::Draw, Reason::Points);
}

fn one(side: u8) -> Seats {
    Seats::default().with(Seat(side))
}

fn end(table: &mut Table<Battle>, outcome: Outcome, reason: Reason) {
    let half_points = half_points(table.state(), true);
    emit(table, Event::Ended { outcome, reason, half_points });
}

/// STR-END.6: conceding ends the battle; so does a draw both have offered this turn.
pub(crate) fn settle(table: &mut Table<Battle>, conceding: Seats, offering: Seats) -> bool {
    for seat in offering.iter() {
        if !table.state().draw_offers.contains(seat) {
            emit(table, Event::DrawOffered { seat });
        }
    }
    for seat in conceding.iter() {
        emit(table, Event::Conceded { seat });
    }
    let outcome = match (conceding.contains(Seat(0)), conceding.contains(Seat(1))) {
        (true, true) => Outcome::Draw,
        (true, false) => Outcome::Won(one(1)),
        (false, true) => Outcome::Won(one(0)),
        (false, false) if table.state().draw_offers.len() == 2 => {
            end(table, Outcome::Draw, Reason::Agreed);
            return true;
        }
        (false, false) => return false,
    };
    end(table, outcome, Reason::Conceded);
    true
}

fn emit(table: &mut Table<Battle>, event: Event) {
    table.emit(crate::Event::Victory(event));
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::DrawOffered { seat } => battle.draw_offers = battle.draw_offers.with(*seat),
        Event::Conceded { seat } => {
            battle.conceded = battle.conceded.with(*seat);
            // STR-END.6: the units of that side count as withdrawn.
            for unit in &mut battle.units {
                if unit.side == seat.0 && unit.status.is_capable() {
                    unit.status = Status::Withdrawn;
                }
            }
        }
        Event::SeventhRolled { granted, .. } => battle.seventh = *granted,
        Event::Ended { outcome, .. } => battle.phase = phases::Phase::Over { outcome: *outcome },
    }
}
