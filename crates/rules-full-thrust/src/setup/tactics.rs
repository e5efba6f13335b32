//! What the objectives of a scenario ask of a captain: ships to take whole, edges to reach, jumps to make.

use engine::Seat;
use geometry::{Length, Point};

use crate::{
    Battle,
    movement::plot::{self, Plot},
    setup::objectives::{Fate, side_called},
    ship::{Edge, IconId, Motion, ShipId, Status},
    yard::design::Kind,
};

/// Whether taking this ship wins for the seat.
fn is_prize(battle: &Battle, seat: Seat, id: ShipId) -> bool {
    let Some(objectives) = &battle.field.scenario.objectives else { return false };
    let name = &battle.field.berth(id).name;
    objectives.verdicts.iter().any(|verdict| {
        verdict.wins.as_ref().and_then(|it| side_called(battle, it)) == Some(seat)
            && verdict.when.iter().any(|it| it.ships.contains(name) && it.fate.contains(&Fate::Captured))
    })
}

/// A prize that is better not shot at any more.
pub(crate) fn keeps_whole(battle: &Battle, seat: Seat, id: ShipId) -> bool {
    if battle.field.scenario.objectives.is_none() {
        return false;
    }
    let armour: u16 = battle.ship(id).armour.iter().map(|it| it.boxes()).sum();
    let least = if is_ripe(battle, id) { 4 } else { 13 };
    battle.hull_left(id) + armour <= least && is_prize(battle, seat, id)
}

/// FT-12.7.6: one point of damage sinks what has been taken, so a prize is taken when nobody is left to
/// shoot at it, or at the last moment.
fn is_ripe(battle: &Battle, id: ShipId) -> bool {
    let side = battle.ship(id).side;
    let consort = |it: ShipId| {
        let ship = battle.ship(it);
        let armed = ship.is_active() && 0 < battle.fire_controls(it);
        it != id && ship.side == side && (armed || ship.status == Status::Waiting)
    };
    battle.field.scenario.turns <= battle.turn + 4 || !battle.field.ship_ids().any(consort)
}

/// Shots that a captain leaves alone: at what he holds or wants whole, or with nobody to send.
pub(crate) fn leaves_alone(battle: &Battle, seat: Seat, from: ShipId, weapon: IconId, to: ShipId) -> bool {
    let target = battle.ship(to);
    let beams = battle.is_transporter(from, weapon);
    if let Status::Captured { .. } = target.status {
        // Only what the enemy has taken, where more than points is at stake.
        return target.owner != seat || battle.field.scenario.objectives.is_none();
    }
    let boards = beams || battle.boarding_magazine(from, weapon).is_some();
    if !boards {
        return keeps_whole(battle, seat, to);
    }
    let prizes = battle.active_ships().any(|id| is_prize(battle, seat, id));
    beams && battle.marines(from) == 0 || prizes && !(is_prize(battle, seat, to) && is_ripe(battle, to))
}

/// What a ship has to reach for its side to score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Errand {
    /// Over this edge of the table.
    Leave(Edge),
    /// FT-11.4: away by FTL.
    Jump,
}

/// Where a ship scores for its own side by going.
pub(crate) fn errand(battle: &Battle, id: ShipId) -> Option<Errand> {
    let objectives = battle.field.scenario.objectives.as_ref()?;
    let (name, owner) = (&battle.field.berth(id).name, battle.ship(id).owner);
    let scores = |fate: Fate| {
        objectives.points.iter().find(|it| {
            it.ships.contains(name)
                && it.fate.contains(&fate)
                && 0 < it.percent
                && side_called(battle, &it.to) == Some(owner)
        })
    };
    if let Some(edge) = scores(Fate::Left).and_then(|it| it.edge) {
        return Some(Errand::Leave(edge));
    }
    let drive = battle.working(id, |kind| matches!(kind, Kind::Ftl { .. })).next().is_some();
    (drive && scores(Fate::Jumped).is_some()).then_some(Errand::Jump)
}

/// FT-11.4.1: warm up now, if straight on leads to a jump from the table, and away from a friend who
/// jumps at the same time.
pub(crate) fn warms_up(battle: &Battle, id: ShipId, others: &[Point]) -> Option<Point> {
    if battle.cannot_warm_up(id).is_some() {
        return None;
    }
    let next = plot::fly(battle.ship(id).motion, &Plot::Hold).motion;
    let then = plot::fly(next, &Plot::Hold).motion;
    let halfway = Point { x: (next.at.x + then.at.x).part(2), y: (next.at.y + then.at.y).part(2) };
    let clear = others.iter().all(|it| !(*it - halfway).within(Length::units(7)));
    let in_time = battle.turn < battle.field.scenario.turns;
    (clear && in_time && battle.is_on_table(next.at) && battle.is_on_table(halfway)).then_some(halfway)
}

/// How deep a place lies within the hyper limit, in the coin of plots; and whether straight on leads out of
/// it before it leads off the table.
pub(crate) fn rising(battle: &Battle, to: Motion) -> i64 {
    let Some(limit) = battle.field.scenario.hyper_limit else { return 0 };
    let inside = (limit.radius - (to.at - limit.at).length()).max(Length::ZERO);
    let mut ahead = to;
    let mut blocked = 0;
    for _ in 0..8 {
        if !battle.is_on_table(ahead.at) {
            blocked = 20_000_000;
            break;
        }
        if !battle.is_limited(ahead.at) {
            break;
        }
        ahead = plot::fly(ahead, &Plot::Hold).motion;
    }
    -inside.0 / (Length::PER_UNIT / 1_000) * 1_500 - blocked
}

/// What is at stake with a ship by the objectives, against its plain points, out of 1,000.
pub(crate) fn stake(battle: &Battle, id: ShipId) -> i64 {
    let Some(objectives) = &battle.field.scenario.objectives else { return 1_000 };
    let (name, owner) = (&battle.field.berth(id).name, battle.ship(id).owner);
    let (mut own, mut others, mut all) = (0, 0, false);
    for line in objectives.points.iter().filter(|it| it.ships.contains(name)) {
        let to = if side_called(battle, &line.to) == Some(owner) { &mut own } else { &mut others };
        *to = (*to).max(i64::from(line.percent));
        all |= line.fate.contains(&Fate::Any);
    }
    if !all {
        others = others.max(100);
    }
    let fatal = objectives.verdicts.iter().find(|verdict| {
        let wins = verdict.wins.as_ref().and_then(|it| side_called(battle, it));
        let sunk = |fate: &Fate| matches!(fate, Fate::Destroyed | Fate::Lost);
        wins.is_some_and(|it| it != owner)
            && verdict.when.iter().any(|it| it.ships.contains(name) && it.fate.iter().any(sunk))
    });
    let times = fatal.map_or(1, |it| if it.at_once { 3 } else { 2 });
    (own + others) * 10 * times
}

/// How near a plot brings a ship to its way out; beyond it is best of all.
pub(crate) fn nearing(battle: &Battle, edge: Edge, to: Motion) -> i64 {
    let size = battle.field.scenario.table;
    let left = match edge {
        Edge::North => size.height - to.at.y,
        Edge::East => size.width - to.at.x,
        Edge::South => to.at.y,
        Edge::West => to.at.x,
    };
    let left = left.0 / (Length::PER_UNIT / 1_000);
    let out = match (battle.is_on_table(to.at), 0 <= left) {
        (true, _) => 0,
        (false, false) => 300_000_000,
        (false, true) => -300_000_000,
    };
    out - left * 100
}

/// What the objectives would say if the battle ended now, out of 10,000.
pub(crate) fn decided(battle: &Battle, seat: Seat) -> i64 {
    let Some(objectives) = &battle.field.scenario.objectives else { return 0 };
    let Some(at) = objectives.verdict(battle, true) else {
        let points = |seat: u8| i64::from(crate::points(battle, Seat(seat)));
        let others = (0..battle.field.seats()).filter(|it| *it != seat.0).map(points);
        return 2 * (points(seat.0) - others.max().unwrap_or(0));
    };
    match objectives.verdicts[at].wins.as_ref().and_then(|it| side_called(battle, it)) {
        Some(winner) if winner == seat => 2_000,
        Some(_) => -2_000,
        None => 0,
    }
}
