//! Orders by rule of thumb: a cadet's, a captain's, and those worth a search.
//! STR-SCN.1: fights are decided at speeds of 3 to 5, so that is where a pilot
//! tries to be.

use std::cmp::Reverse;

use dice::Dice;
use engine::{Game, Seat};

use super::board::{self, Board, Craft, Futures, Lay, Pose, Shots, Spot};
use crate::{
    Action, Battle, Hour, Order,
    card::Stats,
    combat::{self, Combat, MissileStep, Salvo},
    gunnery::{self, Shot, Weapon},
    initiative::{self, Dealt},
    manoeuvre::{self, Plan},
    phases::Phase,
    stress,
    unit::UnitId,
};

/// A beginner: flies at the nearest enemy at a middling speed and shoots at what is in front.
pub(crate) fn cadet(battle: &Battle, seat: Seat, dice: &mut Dice) -> Order {
    let action = match battle.phase {
        Phase::Plan { .. } => battle.acting(seat).map(|id| Action::Plan(chase(battle, id, dice))),
        Phase::Yaw { .. } => Some(Action::Yaw(0)),
        Phase::Combat { .. } => battle.acting(seat).map(|id| Action::Combat(shoot_ahead(battle, id))),
        Phase::Initiative { .. } => Some(Action::Cards(initiative::sample(battle, seat, dice))),
        Phase::Duel => Some(Action::Duel(battle.hand(seat)[dice.index(2)])),
        Phase::Setup
        | Phase::Muster { .. }
        | Phase::Reserve { .. }
        | Phase::DeployCards { .. }
        | Phase::Place { .. }
        | Phase::Arrive { .. }
        | Phase::Leave { .. }
        | Phase::AtWill { .. }
        | Phase::Over { .. } => super::usual(battle, seat),
    };
    action.map_or_else(|| battle.sample_order(seat, dice), Order::from)
}

/// The best of a few safe plans, by nearness to the nearest enemy ahead.
fn chase(battle: &Battle, id: UnitId, dice: &mut Dice) -> Plan {
    let board = Board::new(battle);
    let Some(own) = board.craft(id) else { return Plan::DRIFT };
    let plans = manoeuvre::choices(battle, id, 0);
    let nearest = board.enemies(own.side).min_by_key(|it| own.pose.at.distance(it.pose.at));
    let mut best = (i32::MIN, Plan::DRIFT);
    for _ in 0..12 {
        let plan = *dice.pick(&plans);
        let pose = own.pose.flown(plan);
        let mut score = -1_000 * (pose.speed - 5).abs();
        if !board.holds(pose.at) || rock(battle, pose.at) {
            score -= 100_000;
        }
        score -= 4_000 * board::leaving(&board, pose, &own.stats);
        if let Some(enemy) = nearest {
            score -= pose.at.distance(enemy.pose.at) / 4;
            score += if pose.bears(pose.facing, enemy.pose.at) { 6_000 } else { 0 };
        }
        if best.0 < score {
            best = (score, plan);
        }
    }
    best.1
}

fn shoot_ahead(battle: &Battle, id: UnitId) -> Combat {
    let shots = combat::actions(battle, id).into_iter().filter(|it| matches!(it, Combat::Salvo(_)));
    let worth = |it: &Combat| combat_value(battle, id, *it);
    shots.max_by_key(worth).filter(|it| 0 < worth(it)).unwrap_or(Combat::None)
}

pub(crate) fn captain(battle: &Battle, seat: Seat, dice: &mut Dice) -> Order {
    let action = match battle.phase {
        Phase::Plan { .. } => battle.acting(seat).map(|id| Action::Plan(plan(battle, id, dice))),
        Phase::Yaw { .. } => battle.acting(seat).map(|id| Action::Yaw(yaw(battle, id))),
        Phase::Combat { .. } => battle.acting(seat).map(|id| Action::Combat(act(battle, id))),
        Phase::Initiative { .. } => Some(Action::Cards(lay_cards(battle, seat, dice))),
        Phase::Duel => {
            // Who moves later sees more, and who shoots first may shoot alone.
            let [one, two] = battle.hand(seat);
            Some(Action::Duel(one.max(two)))
        }
        Phase::Muster { .. } => Some(Action::Muster(super::varied(battle, seat, dice))),
        Phase::Setup
        | Phase::Reserve { .. }
        | Phase::DeployCards { .. }
        | Phase::Place { .. }
        | Phase::Arrive { .. }
        | Phase::Leave { .. }
        | Phase::AtWill { .. }
        | Phase::Over { .. } => super::usual(battle, seat),
    };
    action.map_or_else(|| battle.sample_order(seat, dice), Order::from)
}

pub(crate) fn candidates(battle: &Battle, seat: Seat, n: usize, dice: &mut Dice) -> Vec<Order> {
    let mut all = vec![captain(battle, seat, dice)];
    let more: Vec<Action> = match (battle.phase, battle.acting(seat)) {
        (Phase::Plan { .. }, Some(id)) => other_plans(battle, id, n).into_iter().map(Action::Plan).collect(),
        (Phase::Yaw { .. }, Some(id)) => {
            let mut hours: Vec<(i32, u8)> =
                yaw_values(battle, id).into_iter().enumerate().map(|(n, it)| (it, n as u8)).collect();
            hours.sort_by_key(|&(value, hour)| (Reverse(value), hour));
            hours.into_iter().map(|(_, hour)| Action::Yaw(hour)).collect()
        }
        (Phase::Combat { .. }, Some(id)) => {
            let mut acts: Vec<(i32, Combat)> = combat::actions(battle, id)
                .into_iter()
                .map(|it| (combat_value(battle, id, it), it))
                .collect();
            acts.sort_by_key(|(value, _)| Reverse(*value));
            acts.into_iter().map(|(_, it)| Action::Combat(it)).collect()
        }
        (Phase::Duel, _) => battle.hand(seat).into_iter().map(Action::Duel).collect(),
        (Phase::Initiative { .. }, _) => {
            (1..n).map(|_| Action::Cards(initiative::sample(battle, seat, dice))).collect()
        }
        _ => Vec::new(),
    };
    for order in more.into_iter().map(Order::from) {
        if n <= all.len() {
            break;
        }
        if !all.contains(&order) {
            all.push(order);
        }
    }
    all
}

/// Units with the best shots act first; among the rest chance decides.
fn lay_cards(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Dealt> {
    let board = Board::new(battle);
    let mut units: Vec<(i32, UnitId)> = initiative::takers(battle, seat.0)
        .map(|id| {
            let value = board.craft(id).map_or(0, |own| {
                let of = |it: &Craft| {
                    let lay = Lay {
                        square: nearer(own.pose.at.distance(it.pose.at), own.pose.speed * 500),
                        motion: own.pose.speed + it.pose.speed - 1,
                    };
                    board::attack(own, it, lay, true)
                };
                board.enemies(seat.0).map(of).max().unwrap_or(0)
            });
            (value + dice.index(40) as i32, id)
        })
        .collect();
    units.sort_by_key(|&(value, id)| (Reverse(value), id));
    units.into_iter().zip(1..).map(|((_, unit), card)| Dealt { unit, card }).collect()
}

/// The square of a distance that will have shrunk by `less`.
fn nearer(distance: i32, less: i32) -> i64 {
    let left = i64::from(distance.saturating_sub(less).max(0));
    left * left
}

fn rock(battle: &Battle, at: Spot) -> bool {
    if battle.field.scenario.terrain.is_empty() && !battle.field.options.wreck_stays_as_obstacle {
        return false;
    }
    use geometry::{Length, Point};
    let long = |it: i32| Length(i64::from(it) * 1_000_000);
    battle.in_obstacle(Point { x: long(at.x), y: long(at.y) })
}

/// An enemy with the places it may be at when we have moved, and when it shoots.
struct Foe<'a> {
    craft: &'a Craft,
    /// Where our shot will find it.
    targets: Futures,
    /// Where it will shoot from.
    shooters: Futures,
    /// How much its fire counts, in tenths.
    weight: i32,
    /// What we can do to it, and it to us.
    ours: Shots<'a>,
    theirs: Shots<'a>,
}

fn foes<'a>(battle: &Battle, board: &'a Board, own: &'a Craft) -> Vec<Foe<'a>> {
    let duel_first = battle.duel.as_ref().is_some_and(|it| it.step == 1);
    board
        .enemies(own.side)
        .map(|craft| {
            let shooters = board::futures(craft, own.pose.at);
            // Only who moves at once with us, or before the shots of a dogfight, is elsewhere by then.
            let moves = craft.acting || (duel_first && craft.to_act);
            let targets = if moves { shooters.clone() } else { [craft.pose].into_iter().collect() };
            let holds = battle.unit(craft.id).at_will.is_some();
            let weight = if craft.to_act { 8 } else { 4 + 4 * i32::from(holds) };
            let (ours, theirs) = (Shots::new(own, craft), Shots::new(craft, own));
            Foe { craft, targets, shooters, weight, ours, theirs }
        })
        .collect()
}

/// Thousandths of the fire that are lost to stress of so many dice, and of the unit itself.
fn strain(stats: &Stats, dice: u8) -> (i32, i32) {
    if dice == 0 {
        return (0, 0);
    }
    let odds = crate::menu::stress_odds(stats, dice);
    let share = |n: usize| (odds.ways[n] * 1000 / odds.of) as i32;
    let fire = share(1) * 45 / 100 + share(2) + share(3) + share(4);
    let hull =
        share(2) / 20 + share(3) * 1000 / i32::from(stats.structure.max(1)) / 1000 + share(3) / 5 + share(4);
    (fire, hull)
}

/// How many plans are tried with evasion, too.
const EVASIONS: usize = 6;

/// By number of stress dice.
type Strains = [(i32, i32); 8];

/// What a pilot knows when he judges his plans.
struct Judge<'a> {
    battle: &'a Battle,
    board: &'a Board,
    own: &'a Craft,
    foes: Vec<Foe<'a>>,
    strains: Strains,
}

/// What a plan promises but for the fire taken and the strain, which only lessen it.
#[derive(Clone, Copy)]
struct Hope {
    plan: Plan,
    pose: Pose,
    /// No less than its value.
    most: i32,
    fire: Option<Fire>,
}

/// What a unit that stays on the table can deal, as it lies and after a yaw, and all else that counts.
#[derive(Clone, Copy)]
struct Fire {
    straight: i32,
    turned: i32,
    yawing: bool,
    realigns: bool,
    rest: i32,
}

impl<'a> Judge<'a> {
    fn new(battle: &'a Battle, board: &'a Board, own: &'a Craft) -> Judge<'a> {
        let strains = std::array::from_fn(|dice| strain(&own.stats, dice as u8));
        Judge { battle, board, own, foes: foes(battle, board, own), strains }
    }

    /// What a plan promises: fire dealt, fire taken, strain, and where it leads.
    fn value(&self, plan: Plan) -> i32 {
        self.settled(&self.hope(plan), i32::MIN).expect("no value is less")
    }

    fn hope(&self, plan: Plan) -> Hope {
        let Judge { battle, board, own, .. } = *self;
        let pose = own.pose.flown(plan);
        let points = own.price * own.health;
        let lost = |most: i32| Hope { plan, pose, most, fire: None };
        if rock(battle, pose.at) {
            return lost(-4 * points);
        }
        if !board.holds(pose.at) {
            let home = battle.is_convoy(battle.unit(own.id)) && exits(battle, board, pose.at);
            return lost(if home { 4 * points } else { -2 * points });
        }
        let realigns = !own.aligned && plan.uses_thrust();
        let yawing = !plan.evasive && !realigns;
        let motion = pose.speed + 2 * i32::from(plan.evasive);
        let (mut straight, mut turned, mut near) = (0, 0, i64::MAX);
        for foe in &self.foes {
            let n = foe.targets.len() as i32;
            let (mut ahead, mut any) = (0, 0);
            for target in &foe.targets {
                let square = pose.at.square(target.at);
                near = near.min(square);
                let lay = Lay { square, motion: motion + target.speed + 2 * i32::from(foe.craft.evasive) };
                let free = foe.ours.worth(lay, true);
                if free == 0 {
                    continue;
                }
                any += free;
                ahead += if pose.bears(pose.facing, target.at) {
                    free
                } else if own.stats.turret {
                    foe.ours.worth(lay, false)
                } else {
                    0
                };
            }
            if 0 < any {
                straight = straight.max(ahead / n);
                turned = turned.max(any / n);
            }
        }
        let edge = board::leaving(board, pose, &own.stats) * points / 12;
        // Within 5 Klicks nothing is lost, and no root need be taken.
        let far = match near {
            0..25_000_000 | i64::MAX => 0,
            _ => (near.isqrt() as i32 - 4_000).max(0) / 1_000 * points / 250,
        };
        // STR-5.9: fast flight is safe, and wins nothing.
        let fast = (pose.speed - 4).max(0) * points / 60 + (3 - pose.speed).max(0) * points / 300;
        let rest = convoy_way(battle, board, own, pose) - edge - far - fast;
        let dealt = if yawing { straight.max(turned) } else { straight };
        let fire = Some(Fire { straight, turned, yawing, realigns, rest });
        Hope { plan, pose, most: dealt * 14 / 10 + rest, fire }
    }

    /// The value of a plan of which so much is hoped; `None` as soon as it is surely below the bar.
    fn settled(&self, hope: &Hope, bar: i32) -> Option<i32> {
        let Hope { plan, pose, most, fire } = hope;
        let Some(Fire { straight, turned, yawing, realigns, rest }) = *fire else { return Some(*most) };
        let motion = pose.speed + 2 * i32::from(plan.evasive);
        let mut taken = 0;
        for foe in &self.foes {
            let m = foe.shooters.len() as i32;
            let mut fire = 0;
            for shooter in &foe.shooters {
                let lay = Lay {
                    square: shooter.at.square(pose.at),
                    motion: motion + shooter.speed + 2 * foe.craft.greyouts,
                };
                let worth = foe.theirs.worth(lay, true);
                if worth == 0 {
                    continue;
                }
                let bears = shooter.bears(shooter.facing, pose.at);
                // Who still acts can yaw.
                fire += if bears {
                    worth
                } else if foe.craft.to_act {
                    worth * 7 / 10
                } else {
                    worth * 3 / 10
                };
            }
            taken += fire / m * foe.weight / 10;
            if most - taken * 7 / 10 < bar {
                return None;
            }
        }
        let points = self.own.price * self.own.health;
        let strained = |yawed: bool| {
            let dice = stress::dice(&self.own.stats, *plan, yawed).1;
            self.strains[usize::from(dice).min(self.strains.len() - 1)]
        };
        let dealt = |fire: i32, yawed: bool| {
            let (fire_lost, hull_lost) = strained(yawed);
            fire * (1000 - fire_lost) / 1000 - points / 10 * hull_lost / 100
        };
        let hold = dealt(straight, realigns);
        let dealt = if yawing { hold.max(dealt(turned, true)) } else { hold };
        Some(dealt * 14 / 10 - taken * 7 / 10 + rest)
    }

    /// The best of `plans`, so many, each with its value; in no order. A plan is looked into only as long as it
    /// may still be among them: its hope is no less than its value, and with every shooter it becomes less.
    fn best(&self, plans: impl IntoIterator<Item = Plan>, enough: usize) -> Vec<(i32, Plan)> {
        let mut hopes: Vec<Hope> = plans.into_iter().map(|plan| self.hope(plan)).collect();
        if enough < hopes.len() {
            // The most hopeful first, so that the bar is high for the others.
            hopes.select_nth_unstable_by_key(enough, |it| Reverse(it.most));
        }
        let mut best: Vec<(i32, Plan)> = Vec::new();
        let mut bar = i32::MIN;
        for hope in &hopes {
            if hope.most < bar {
                continue;
            }
            let Some(value) = self.settled(hope, bar) else { continue };
            best.push((value, hope.plan));
            if enough < best.len() {
                let worst = (0..best.len()).max_by_key(|&n| order(&best[n]));
                best.swap_remove(worst.expect("there are some"));
            }
            if enough == best.len() {
                bar = best.iter().map(|it| it.0).min().unwrap_or(bar);
            }
        }
        best
    }
}

/// The better first, and of equals the lesser plan.
fn order(&(value, plan): &(i32, Plan)) -> (Reverse<i32>, Plan) {
    (Reverse(value), plan)
}

/// STR-SCN.B: freighters make for their edge.
pub(super) fn convoy_way(battle: &Battle, board: &Board, own: &Craft, pose: Pose) -> i32 {
    let unit = battle.unit(own.id);
    let Some(convoy) = battle.field.scenario.convoy.as_ref().filter(|_| battle.is_convoy(unit)) else {
        return 0;
    };
    use crate::scenario::Edge;
    let left = match convoy.exit {
        Edge::North => board.height - pose.at.y,
        Edge::South => pose.at.y,
        Edge::East => board.width - pose.at.x,
        Edge::West => pose.at.x,
    };
    let off = convoy.exit.inward().turned(6).until(pose.course);
    let off = i32::from(off.min(12 - off));
    // Two turns' way counts as much as the speed to go it by.
    -(left - 2_000 * pose.speed) / 2 - 1_500 * off
}

fn exits(battle: &Battle, board: &Board, at: Spot) -> bool {
    use crate::scenario::Edge;
    battle.field.scenario.convoy.as_ref().is_some_and(|it| match it.exit {
        Edge::North => board.height < at.y,
        Edge::South => at.y < 0,
        Edge::East => board.width < at.x,
        Edge::West => at.x < 0,
    })
}

/// The best plans without stress of their own, so many and what evading adds to them, each with its value.
fn judged(battle: &Battle, id: UnitId, enough: usize) -> Vec<(i32, Plan)> {
    let board = Board::new(battle);
    let Some(own) = board.craft(id) else { return vec![(0, Plan::DRIFT)] };
    let judge = Judge::new(battle, &board, own);
    // Nobody asks in which order the many poor ones come.
    let mut all = judge.best(manoeuvre::choices(battle, id, 0), enough);
    // Evasion is worth a look with the best of them.
    all.sort_by_key(order);
    let evasive: Vec<Plan> =
        all.iter().take(EVASIONS).map(|&(_, plan)| Plan { evasive: true, ..plan }).collect();
    for plan in evasive {
        if own.aligned || !plan.uses_thrust() {
            all.push((judge.value(plan), plan));
        }
    }
    all.sort_by_key(order);
    all
}

/// The best plan, or one nearly as good: who is foreseen is shot.
fn plan(battle: &Battle, id: UnitId, dice: &mut Dice) -> Plan {
    let all = judged(battle, id, EVASIONS);
    let Some(&(best, _)) = all.first() else { return Plan::DRIFT };
    let board_worth = battle.stats(battle.unit(id)).points;
    let good =
        all.iter().take(4).filter(|(value, _)| best - i32::from(board_worth) / 4 <= *value).count().max(1);
    all[dice.index(good)].1
}

/// The best plan of each kind of end, so that a search sees different things.
fn other_plans(battle: &Battle, id: UnitId, n: usize) -> Vec<Plan> {
    let unit = battle.unit(id);
    let mut chosen: Vec<(Plan, (u16, Hour, bool))> = Vec::new();
    for (_, plan) in judged(battle, id, usize::MAX) {
        let end = manoeuvre::fly(unit, plan);
        let kind = (end.speed, end.course, plan.evasive);
        if chosen.iter().all(|(_, it)| *it != kind) {
            chosen.push((plan, kind));
        }
        if 2 * n <= chosen.len() {
            break;
        }
    }
    chosen.into_iter().map(|(plan, _)| plan).collect()
}

/// The value of each facing after the move, from no yaw clockwise.
fn yaw_values(battle: &Battle, id: UnitId) -> Vec<i32> {
    let board = Board::new(battle);
    let Some(own) = board.craft(id) else { return vec![0; 12] };
    let unit = battle.unit(id);
    let flown = unit.flown.unwrap_or(Plan::DRIFT);
    let points = own.price * own.health;
    let lay = |it: &Craft| Lay {
        square: own.pose.at.square(it.pose.at),
        motion: own.pose.speed + it.pose.speed + 2 * own.greyouts + 2 * i32::from(it.evasive),
    };
    let strains = [false, true].map(|yawed| strain(&own.stats, stress::dice(&own.stats, flown, yawed).1));
    (0..12)
        .map(|hours| {
            let facing = own.pose.facing.turned(hours);
            let (fire_lost, hull_lost) = strains[usize::from(0 < hours)];
            let value = |it: &Craft| {
                let bears = own.pose.bears(facing, it.pose.at) && battle.sees(unit.at, battle.unit(it.id).at);
                board::attack(own, it, lay(it), bears) * if bears || own.stats.turret { 1 } else { 0 }
                    // A target in the arc may be locked, if nothing better.
                    + i32::from(bears) * points / 100
            };
            let best = board.enemies(own.side).map(value).max().unwrap_or(0);
            let lock = unit.lock.and_then(|it| board.craft(it.target));
            let kept = lock.is_some_and(|it| own.pose.bears(facing, it.pose.at));
            // Off its course a unit has to yaw back before it flies.
            let crooked = if facing == own.pose.course { 0 } else { points / 150 };
            best * (1000 - fire_lost) / 1000 - points / 10 * hull_lost / 100 + i32::from(kept) * points / 20
                - crooked
        })
        .collect()
}

fn yaw(battle: &Battle, id: UnitId) -> u8 {
    let values = yaw_values(battle, id);
    (0..12).max_by_key(|&n| (values[usize::from(n)], Reverse(n))).unwrap_or(0)
}

fn act(battle: &Battle, id: UnitId) -> Combat {
    let mut best = (0, Combat::None);
    for it in combat::actions(battle, id) {
        let value = combat_value(battle, id, it);
        if best.0 < value {
            best = (value, it);
        }
    }
    best.1
}

/// What a shot takes, in hundredths of a point.
fn shot_value(battle: &Battle, shot: &Shot) -> i32 {
    let target = battle.unit(shot.target);
    if !target.is_active() {
        return 0;
    }
    let health = i32::from(target.structure) + i32::from(target.shields);
    let chance = gunnery::chance(shot.threshold, shot.dice, shot.highest, shot.linked).per_mille() as i32;
    let through = i32::from(shot.damage) * (7 - i32::from(shot.armour.clamp(1, 7))) * 1000 / 6;
    let price = i32::from(battle.stats(target).points) * 100 / health.max(1);
    (i64::from(chance) * i64::from(through.min(health * 1000)) / 1000 * i64::from(price) / 1000) as i32
}

fn combat_value(battle: &Battle, id: UnitId, it: Combat) -> i32 {
    let unit = battle.unit(id);
    let points = i32::from(battle.stats(unit).points) * 100;
    let health = (i32::from(unit.structure) + i32::from(unit.shields)).max(1);
    match it {
        Combat::None | Combat::Eject { .. } => 0,
        Combat::Salvo(salvo) => salvo_value(battle, id, salvo),
        Combat::Lock { target } => step_value(battle, id, MissileStep::Lock { target }),
        Combat::Launch { missile } => step_value(battle, id, MissileStep::Launch { missile }),
        Combat::Gunner { step, salvo } => step_value(battle, id, step) + salvo_value(battle, id, salvo),
        Combat::Countermeasures => {
            let dice: i32 =
                battle.incoming.iter().filter(|it| it.target == id).map(|it| i32::from(it.dice)).sum();
            let armour = i32::from(battle.stats(unit).armour).clamp(1, 7);
            (dice * (7 - armour) * 100 / 6).min(health * 100) * (points / health) / 200
        }
        Combat::RaiseShields => {
            let room = unit.shields < battle.stats(unit).shields;
            if room { points / health * 35 / 100 } else { 0 }
        }
        Combat::FireAtWill => {
            let board = Board::new(battle);
            let Some(own) = board.craft(id) else { return 0 };
            let later = |it: &&Craft| it.to_act && !it.acting;
            let value = |it: &Craft| {
                let lay = Lay {
                    square: nearer(own.pose.at.distance(it.pose.at), it.pose.speed * 700),
                    motion: own.pose.speed + it.pose.speed + 2 * own.greyouts,
                };
                board::attack(own, it, lay, true)
            };
            board.enemies(own.side).filter(later).map(value).max().unwrap_or(0) * 3 / 10
        }
    }
}

fn salvo_value(battle: &Battle, id: UnitId, salvo: Salvo) -> i32 {
    match (salvo.weapon, salvo.target) {
        (Weapon::Pod(entry), _) => gunnery::pod_targets(battle, id, entry)
            .iter()
            .map(|shot| {
                let own = battle.unit(shot.target).side == battle.unit(id).side;
                let value = shot_value(battle, shot);
                if own { -value } else { value * 9 / 10 }
            })
            .sum(),
        (weapon, Some(target)) => {
            let value = gunnery::shot(battle, id, weapon, target).map_or(0, |shot| shot_value(battle, &shot));
            if matches!(weapon, Weapon::Dumb(_)) { value * 9 / 10 } else { value }
        }
        (_, None) => 0,
    }
}

fn step_value(battle: &Battle, id: UnitId, step: MissileStep) -> i32 {
    let unit = battle.unit(id);
    match step {
        MissileStep::Launch { missile } => unit
            .lock
            .and_then(|lock| gunnery::shot(battle, id, Weapon::Locked(missile), lock.target))
            // Countermeasures may stop it, but half the time.
            .map_or(0, |shot| shot_value(battle, &shot) * 8 / 10),
        MissileStep::Lock { target } => {
            let entry = gunnery::guided(battle, unit).next().unwrap_or(0);
            let value = gunnery::shot(battle, id, Weapon::Locked(entry), target)
                .map_or(0, |it| shot_value(battle, &it));
            let again = unit.lock.is_some_and(|it| it.target == target);
            if again { 0 } else { value * 45 / 100 + i32::from(battle.stats(battle.unit(target)).points) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who asks for the best plans alone is told the same as who asks for all.
    #[test]
    fn the_best_plans_are_the_best_of_all() {
        let mut asked = 0;
        testkit::among_captains(300, 7, |scenario, battle: &Battle, decision| {
            let Phase::Plan { .. } = battle.phase else { return };
            let board = Board::new(battle);
            for id in decision.seats.iter().filter_map(|seat| battle.acting(seat)) {
                let Some(own) = board.craft(id) else { continue };
                let judge = Judge::new(battle, &board, own);
                let mut best = judge.best(manoeuvre::choices(battle, id, 0), EVASIONS);
                let all = manoeuvre::choices(battle, id, 0).into_iter();
                let mut all: Vec<(i32, Plan)> = all.map(|it| (judge.value(it), it)).collect();
                best.sort_by_key(order);
                all.sort_by_key(order);
                all.truncate(EVASIONS);
                assert_eq!(best, all, "{scenario}");
                asked += 1;
            }
        });
        assert!(100 < asked, "{asked} plans");
    }
}
