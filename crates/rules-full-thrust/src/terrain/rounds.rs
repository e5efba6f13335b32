//! The orbital table: ships that leave by an edge go round the planet below (FT-17.7).

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    options::Edges,
    phases::{self, Phase},
    ship::{Edge, ShipId, Status},
};

/// FT-17.7.1: a ship that comes back, and where.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Return {
    pub ship: ShipId,
    pub at: Point,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "RoundsEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-17.7.1: where it crossed the edge.
    WentRound {
        ship: ShipId,
        exit: Point,
    },
    CameRound {
        ship: ShipId,
        at: Point,
    },
    /// It stays away for another turn.
    StayedAway {
        ship: ShipId,
        back: u16,
    },
}

/// FT-17.7.1: as far from the place across may it come back.
const SLACK: i32 = 6;

impl Battle {
    /// FT-17.7.1: turns until a ship can be back.
    pub(crate) fn turns_round(&self, id: ShipId) -> u16 {
        match self.rating(id) {
            0..=1 => 5,
            2..=4 => 4,
            5.. => 3,
        }
    }

    fn is_orbital(&self) -> bool {
        self.field.options.edge == Edges::Orbital
    }

    /// Ships of a seat that may come back this turn.
    pub(crate) fn due_round(&self, seat: Seat) -> impl Iterator<Item = ShipId> {
        let due =
            |status: Status| matches!(status, Status::Left { back: Some(turn), .. } if turn <= self.turn);
        self.field
            .ship_ids()
            .filter(move |&id| self.is_orbital() && self.ship(id).owner == seat && due(self.ship(id).status))
    }

    /// FT-17.7.1: the opposite edge, as far from the corner diagonally across; with the stretch of
    /// that edge that will do.
    pub(crate) fn place_across(&self, id: ShipId) -> Option<(Point, [Point; 2])> {
        let Status::Left { edge, .. } = self.ship(id).status else { return None };
        let (size, exit) = (self.field.scenario.table, self.ship(id).motion.at);
        let within = |it: Length, most: Length| it.max(Length::ZERO).min(most);
        let slack = Length::units(SLACK);
        Some(match edge {
            Edge::West | Edge::East => {
                let x = if edge == Edge::West { size.width } else { Length::ZERO };
                let y = within(size.height - exit.y, size.height);
                let ends = [y - slack, y + slack].map(|y| Point { x, y: within(y, size.height) });
                (Point { x, y }, ends)
            }
            Edge::South | Edge::North => {
                let y = if edge == Edge::South { size.height } else { Length::ZERO };
                let x = within(size.width - exit.x, size.width);
                let ends = [x - slack, x + slack].map(|x| Point { x: within(x, size.width), y });
                (Point { x, y }, ends)
            }
        })
    }

    /// Where a move from a place on the table to one beyond an edge crosses that edge.
    pub(crate) fn exit(&self, from: Point, to: Point, edge: Edge) -> Point {
        let size = self.field.scenario.table;
        let cut = |a: Length, b: Length, limit: Length, c: Length, d: Length| {
            let (whole, part) = (i128::from((b - a).0), i128::from((limit - a).0));
            if whole == 0 {
                d
            } else {
                Length((i128::from(c.0) + i128::from((d - c).0) * part / whole) as i64)
            }
        };
        let point = match edge {
            Edge::West => Point { x: Length::ZERO, y: cut(from.x, to.x, Length::ZERO, from.y, to.y) },
            Edge::East => Point { x: size.width, y: cut(from.x, to.x, size.width, from.y, to.y) },
            Edge::South => Point { y: Length::ZERO, x: cut(from.y, to.y, Length::ZERO, from.x, to.x) },
            Edge::North => Point { y: size.height, x: cut(from.y, to.y, size.height, from.x, to.x) },
        };
        let within = |it: Length, most: Length| it.max(Length::ZERO).min(most);
        Point { x: within(point.x, size.width), y: within(point.y, size.height) }
    }
}

/// FT-17.7.1: before orders; true if somebody has ships to place.
pub(crate) fn open(table: &mut Table<Battle>) -> bool {
    let battle = table.state();
    if !battle.is_orbital() {
        return false;
    }
    let all = (0..battle.field.seats()).map(Seat);
    let seats: Seats = all.filter(|&seat| battle.due_round(seat).next().is_some()).collect();
    if seats.is_empty() {
        return false;
    }
    phases::enter(table, Phase::Rounds { seats });
    true
}

pub(crate) fn check(battle: &Battle, seat: Seat, returns: &[Return], found: &mut Findings) {
    let rule = "FT-17.7.1";
    for (i, it) in returns.iter().enumerate() {
        let due = battle.due_round(seat).any(|id| id == it.ship);
        if !found.require(due, rule, || format!("ship number {} is not about to come back", it.ship.0)) {
            continue;
        }
        let once = !returns[..i].iter().any(|other| other.ship == it.ship);
        found.require(once, rule, || format!("{} comes back twice", battle.field.tag(it.ship)));
        let Some((_, [from, to])) = battle.place_across(it.ship) else { continue };
        let on = from.x.at_most(it.at.x)
            && it.at.x.at_most(to.x)
            && from.y.at_most(it.at.y)
            && it.at.y.at_most(to.y);
        found.require(on, rule, || {
            format!("{} comes back between {from} and {to}", battle.field.tag(it.ship))
        });
    }
}

pub(crate) fn resolve(table: &mut Table<Battle>, returns: &[Return]) {
    let battle = table.state();
    let seats = (0..battle.field.seats()).map(Seat);
    let due: Vec<ShipId> = seats.flat_map(|seat| battle.due_round(seat).collect::<Vec<_>>()).collect();
    for ship in due {
        let back = table.state().turn.saturating_add(1);
        table.emit(crate::Event::Rounds(match returns.iter().find(|it| it.ship == ship) {
            Some(it) => Event::CameRound { ship, at: it.at },
            None => Event::StayedAway { ship, back },
        }));
    }
    phases::enter(table, Phase::Orders);
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::WentRound { ship, exit } => battle.ship_mut(*ship).motion.at = *exit,
        Event::CameRound { ship, at } => {
            let ship = battle.ship_mut(*ship);
            ship.status = Status::Active;
            ship.motion.at = *at;
        }
        Event::StayedAway { ship, back } => {
            let ship = battle.ship_mut(*ship);
            if let Status::Left { edge, .. } = ship.status {
                ship.status = Status::Left { edge, back: Some(*back) };
            }
        }
    }
}

/// All of them, straight across.
pub(crate) fn usual(battle: &Battle, seat: Seat) -> Vec<Return> {
    let place = |ship| Some(Return { ship, at: battle.place_across(ship)?.0 });
    battle.due_round(seat).filter_map(place).collect()
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Return> {
    let mut returns = usual(battle, seat);
    returns.retain(|_| !dice.one_in(4));
    for it in &mut returns {
        if let Some((_, ends)) = battle.place_across(it.ship)
            && dice.one_in(2)
        {
            it.at = *dice.pick(&ends);
        }
    }
    returns
}
