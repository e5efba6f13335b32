//! What the objectives of a scenario ask of a captain: ships to take whole, edges to reach, jumps to make.

use engine::Seat;
use geometry::{Length, Point};

use crate::{
    Battle,
    movement::plot::{self, Plot},
    setup::objectives::{Fate, Verdict, side_called},
    ship::{Edge, IconId, Motion, ShipId, Status},
    yard::design::Kind,
};

/// The verdict by which taking this ship wins for the seat.
fn prize(battle: &Battle, seat: Seat, id: ShipId) -> Option<&Verdict> {
    let name = &battle.field.berth(id).name;
    battle.field.scenario.objectives.as_ref()?.verdicts.iter().find(|verdict| {
        verdict.wins.as_ref().and_then(|it| side_called(battle, it)) == Some(seat)
            && verdict.when.iter().any(|it| it.ships.contains(name) && it.fate.contains(&Fate::Captured))
    })
}

/// A prize that is better not shot at any more.
pub(crate) fn keeps_whole(battle: &Battle, seat: Seat, id: ShipId) -> bool {
    let Some(verdict) = prize(battle, seat, id) else { return false };
    let armour: u16 = battle.ship(id).armour.iter().map(|it| it.boxes()).sum();
    // What is left of a hull has to be taken man by man: the less, the better, short of sinking her.
    let least = if !verdict.at_once && is_ripe(battle, verdict, id) { 4 } else { 11 };
    battle.hull_left(id) + armour <= least
}

/// FT-12.7.6: one point of damage sinks what has been taken, so a prize is taken when nobody is left to
/// shoot at it, or at the last moment; but at any moment if that decides the battle at once.
fn is_ripe(battle: &Battle, verdict: &Verdict, id: ShipId) -> bool {
    let side = battle.ship(id).side;
    let consort = |it: ShipId| {
        let ship = battle.ship(it);
        let armed = ship.is_active() && 0 < battle.fire_controls(it);
        it != id && ship.side == side && (armed || ship.status == Status::Waiting)
    };
    verdict.at_once || battle.field.scenario.turns <= battle.turn + 4 || !battle.field.ship_ids().any(consort)
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
    let prizes = battle.active_ships().any(|id| prize(battle, seat, id).is_some());
    let ripe = prize(battle, seat, to).is_some_and(|it| is_ripe(battle, it, to));
    beams && battle.marines(from) == 0 || prizes && !ripe
}

/// What a ship has to reach for its side to score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Errand {
    /// Over this edge of the table.
    Leave(Edge),
    /// FT-11.4: away by FTL.
    Jump,
}

/// Where a ship scores or wins for its own side by going.
pub(crate) fn errand(battle: &Battle, id: ShipId) -> Option<Errand> {
    let objectives = battle.field.scenario.objectives.as_ref()?;
    let (name, owner) = (&battle.field.berth(id).name, battle.ship(id).owner);
    let decides = |fate: Fate| {
        let own = |it: &&Verdict| it.wins.as_ref().and_then(|it| side_called(battle, it)) == Some(owner);
        let lines = objectives.verdicts.iter().filter(own).flat_map(|it| &it.when);
        lines.into_iter().find(|it| it.ships.contains(name) && it.fate.contains(&fate))
    };
    let scores = |fate: Fate| {
        objectives.points.iter().find(|it| {
            it.ships.contains(name)
                && it.fate.contains(&fate)
                && 0 < it.percent
                && side_called(battle, &it.to) == Some(owner)
        })
    };
    let edge = scores(Fate::Left).and_then(|it| it.edge);
    if let Some(edge) = edge.or_else(|| decides(Fate::Left).and_then(|it| it.edge)) {
        return Some(Errand::Leave(edge));
    }
    let drive = battle.working(id, |kind| matches!(kind, Kind::Ftl { .. })).next().is_some();
    let jumps = scores(Fate::Jumped).is_some() || decides(Fate::Jumped).is_some();
    (drive && jumps).then_some(Errand::Jump)
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
        // What comes on top of a ship's points is a part of them.
        let points = i64::from(battle.field.blueprint(id).points).max(1);
        *to = (*to).max(i64::from(line.percent) + i64::from(line.bonus) * 100 / points);
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

/// How near a plot brings a ship to its way out; beyond it is best of all, and straight on should not lead
/// over another edge.
pub(crate) fn nearing(battle: &Battle, edge: Edge, to: Motion, drift: Motion) -> i64 {
    let size = battle.field.scenario.table;
    let left = |motion: Motion| match edge {
        Edge::North => size.height - motion.at.y,
        Edge::East => size.width - motion.at.x,
        Edge::South => motion.at.y,
        Edge::West => motion.at.x,
    };
    let astray = |motion: Motion| !battle.is_on_table(motion.at) && Length::ZERO <= left(motion);
    let out = if astray(to) {
        -300_000_000
    } else if !battle.is_on_table(to.at) {
        300_000_000
    } else if astray(drift) {
        -3_000_000
    } else {
        0
    };
    out - left(to).0 / (Length::PER_UNIT / 1_000) * 100
}

/// FT-S8: who is caught when so many enemies are within that many thousandths of an MU of it.
pub(crate) fn snare(battle: &Battle, id: ShipId) -> Option<(i64, usize)> {
    let objectives = battle.field.scenario.objectives.as_ref()?;
    let name = &battle.field.berth(id).name;
    let catch = objectives.catches.iter().find(|it| it.ships.contains(name))?;
    Some((catch.within.0 / (Length::PER_UNIT / 1_000), usize::from(catch.least)))
}

/// FT-S8: ships that this seat may catch, as soon as they are known.
pub(crate) fn quarry(battle: &Battle, seat: Seat) -> Vec<ShipId> {
    let Some(objectives) = &battle.field.scenario.objectives else { return Vec::new() };
    let own = objectives.catches.iter().filter(|it| side_called(battle, &it.by) == Some(seat));
    let names: Vec<&String> = own.flat_map(|it| &it.ships).collect();
    let known = |id: &ShipId| !battle.ship(*id).bogey && names.contains(&&battle.field.berth(*id).name);
    if names.is_empty() { Vec::new() } else { battle.active_ships().filter(known).collect() }
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
