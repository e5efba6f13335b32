//! Judgement for the computer players.

mod captain;
mod formation;
mod purchase;
mod steering;
mod worth;

use dice::Dice;
use engine::{Game, Outcome, Pending, Seat, Tactics};

use crate::{
    battle::{Battle, Phase},
    fire, market,
    movement::{self, Duty},
    orders::{Action, Adjust, How, Move, Order, Shot, Use, Volley},
    picks, power,
    ship::ShipId,
    tables::Impulse,
};

impl Tactics for Battle {
    /// Goes at the nearest enemy, spends power as it comes, and fires at whatever is there.
    fn cadet(&self, seat: Seat, dice: &mut Dice) -> Order {
        let action = match self.board.phase {
            Phase::Power { side } => Action::Power { uses: power::sample(self, side, dice), done: true },
            Phase::Move { side } => Action::Move { moves: cadet_moves(self, side, dice), done: true },
            Phase::Fire { side, volley } => {
                Action::Fire { volleys: fire::sample(self, side, volley, dice), done: true }
            }
            Phase::Charge { .. } => Action::Charge { ships: Vec::new() },
            Phase::Retreat { .. } => Action::Retreat { ships: Vec::new() },
            Phase::Setup
            | Phase::Over { .. }
            | Phase::Buy
            | Phase::Initiative { .. }
            | Phase::Terrain { .. }
            | Phase::Deploy { .. }
            | Phase::Pull { .. }
            | Phase::Pick { .. }
            | Phase::Reinforce { .. } => return self.captain(seat, dice),
        };
        Order::from(action)
    }

    fn captain(&self, seat: Seat, dice: &mut Dice) -> Order {
        let action = match self.board.phase {
            Phase::Setup | Phase::Over { .. } => Action::Resign,
            Phase::Buy => Action::Buy { ships: purchase::force(&self.field, Battle::side_of(seat), dice) },
            // TAL-DYO.8: who moves second sees more.
            Phase::Initiative { side } => Action::Initiative { holder: side },
            Phase::Terrain { .. } => {
                let first = market::piece(self).and_then(|it| market::places(self, it).next());
                Action::Terrain { at: first.unwrap_or_default() }
            }
            Phase::Deploy { .. } => Action::Deploy { places: captain::placed(self) },
            Phase::Reinforce { .. } => Action::Reinforce { places: Vec::new() },
            Phase::Power { side } => Action::Power { uses: captain::power(self, side), done: true },
            Phase::Move { side } => Action::Move { moves: captain::moves(self, side), done: true },
            Phase::Fire { side, volley } => {
                Action::Fire { volleys: captain::volleys(self, side, volley), done: true }
            }
            Phase::Charge { side } => Action::Charge { ships: captain::charge(self, side) },
            Phase::Pull { side } => Action::Pull { ships: captain::pulled(self, side) },
            Phase::Retreat { side } => Action::Retreat { ships: captain::retreating(self, side) },
            Phase::Pick { .. } => {
                let usual = self.board.owed.first().and_then(|it| picks::usual(self, it));
                Action::Pick { target: usual.expect("somebody is asked only where there are several") }
            }
        };
        Order::from(action)
    }

    fn candidates(&self, seat: Seat, n: usize, dice: &mut Dice) -> Vec<Order> {
        // With few ships there is little to choose from, and a search had better look longer at each.
        let n = n.min(3 + self.active(Battle::side_of(seat)).count());
        let mut orders = vec![self.captain(seat, dice)];
        let mut add = |action: Action| {
            let order = Order::from(action);
            if orders.len() < n && !orders.contains(&order) && self.check(seat, &order).is_ok() {
                orders.push(order);
            }
        };
        match self.board.phase {
            Phase::Power { side } => power_variants(self, side, &mut add),
            Phase::Move { side } => move_variants(self, side, &mut add),
            Phase::Fire { side, volley: None } => fire_variants(self, side, &mut add),
            Phase::Fire { .. } => add(Action::Fire { volleys: Vec::new(), done: true }),
            Phase::Charge { side } => charge_variants(self, side, &mut add),
            Phase::Retreat { side } => {
                add(Action::Retreat { ships: Vec::new() });
                for ship in crate::retreat::eligible(self, side) {
                    add(Action::Retreat { ships: vec![ship] });
                }
            }
            Phase::Pick { .. } => {
                let all = self.board.owed.first().map_or(Vec::new(), |it| picks::choices(self, it));
                all.into_iter().for_each(|target| add(Action::Pick { target }));
            }
            Phase::Setup
            | Phase::Buy
            | Phase::Initiative { .. }
            | Phase::Terrain { .. }
            | Phase::Deploy { .. }
            | Phase::Pull { .. }
            | Phase::Reinforce { .. }
            | Phase::Over { .. } => (),
        }
        orders.truncate(n.max(1));
        orders
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        let side = Battle::side_of(seat);
        if let Pending::Over(outcome) = self.pending() {
            return match outcome {
                Outcome::Draw => 0,
                Outcome::Won(seats) if seats.contains(seat) => 10_000,
                Outcome::Won(_) => -10_000,
            };
        }
        let mut worth = [0_i64; 2];
        let mut whole = [1_i64; 2];
        for ship in &self.board.ships {
            let points = i64::from(self.field.design_of(ship).points) * 10;
            whole[usize::from(ship.side)] += points;
            worth[usize::from(ship.side)] += match ship.status {
                crate::Status::Active => i64::from(worth::ship_worth(self, ship)),
                crate::Status::Waiting | crate::Status::Landed => points,
                crate::Status::Docked(_) => points / 2,
                crate::Status::Retreated(crate::Exit::WormHole) => points * 3,
                crate::Status::Retreated(_) => points / 3,
                crate::Status::Destroyed => 0,
            };
        }
        let (own, enemy) = (usize::from(side), usize::from(1 - side));
        let material =
            7_000 * (worth[own] * whole[enemy] - worth[enemy] * whole[own]) / (whole[own] * whole[enemy]);
        let pressure = 2_500 * i64::from(worth::pressure(self, side)) / (whole[own] + whole[enemy]);
        (material + pressure).clamp(-9_500, 9_500) as i32
    }

    /// Half a Round at least.
    fn foresight(&self, _seat: Seat) -> u32 {
        u32::from(Impulse::D <= self.board.impulse)
    }
}

/// One hex nearer, or as near as it gets.
fn cadet_moves(battle: &Battle, side: u8, dice: &mut Dice) -> Vec<Move> {
    let mut moves = Vec::new();
    for id in battle.active(side) {
        let ship = battle.ship(id);
        if movement::duty(battle, ship) != Duty::Required {
            continue;
        }
        let goal = worth::nearest(battle, side, ship.at).map(|it| battle.ship(it.0).at);
        let away = |how: &How| {
            let (at, _) = movement::step(ship, *how);
            let deadly = battle.kind_at(at).is_some_and(|it| it.blocks());
            goal.map_or(0, |it| it.distance(at)) + if deadly { 1_000 } else { 0 }
        };
        let all: Vec<How> = movement::choices(battle, id).collect();
        let how = if dice.one_in(6) {
            *dice.pick(&all)
        } else {
            all.iter().copied().min_by_key(away).unwrap_or(How::Straight)
        };
        if all.contains(&how) {
            moves.push(Move::ship(id, how));
        }
    }
    moves
}

/// For each ship its next best uses, the other ships as the captain has them.
fn power_variants(battle: &Battle, side: u8, add: &mut impl FnMut(Action)) {
    let plan = captain::power(battle, side);
    let mut ranks: Vec<(ShipId, Vec<(crate::Spend, i32)>)> =
        battle.active(side).map(|id| (id, captain::ranked_uses(battle, id, &[]))).collect();
    ranks.retain(|(_, uses)| !uses.is_empty());
    for rank in 0..4 {
        for (ship, uses) in &ranks {
            if let Some(&(on, _)) = uses.get(rank) {
                let mut uses: Vec<Use> = plan.iter().copied().filter(|it| it.ship != *ship).collect();
                uses.push(Use { ship: *ship, on });
                uses.sort_by_key(|it| it.ship);
                add(Action::Power { uses, done: true });
            }
        }
    }
    add(Action::Power { uses: Vec::new(), done: true });
}

/// For each ship its other moves, those of the ships in the thick of it first.
fn move_variants(battle: &Battle, side: u8, add: &mut impl FnMut(Action)) {
    let plan = captain::moves(battle, side);
    let mut ships: Vec<ShipId> =
        battle.active(side).filter(|&id| movement::duty(battle, battle.ship(id)) != Duty::None).collect();
    ships.sort_by_key(|&id| worth::nearest(battle, side, battle.ship(id).at).map_or(99, |it| it.1));
    let mut variants: Vec<(i32, ShipId, Option<Move>)> = Vec::new();
    for id in ships {
        let duty = movement::duty(battle, battle.ship(id));
        let lookout = steering::Lookout::of(battle, id);
        let mut all: Vec<(Move, i32)> =
            movement::choices(battle, id).map(|how| (Move::ship(id, how), lookout.value(how))).collect();
        all.sort_by_key(|it| -it.1);
        let best = all.first().map_or(0, |it| it.1);
        variants.extend(all.into_iter().map(|(it, worth)| (best - worth, id, Some(it))));
        if duty == Duty::Afterburner {
            variants.push((0, id, None));
        }
    }
    variants.sort_by_key(|it| it.0);
    for (_, id, wanted) in variants {
        let mut moves: Vec<Move> =
            plan.iter().copied().filter(|it| it.mover != crate::Mover::Ship(id)).collect();
        moves.extend(wanted);
        let moves = if formation::is_kept(battle) { formation::arranged(battle, moves) } else { moves };
        add(Action::Move { moves, done: true });
    }
}

/// All, none, and each group by itself.
fn fire_variants(battle: &Battle, side: u8, add: &mut impl FnMut(Action)) {
    let plan = captain::volleys(battle, side, None);
    add(Action::Fire { volleys: Vec::new(), done: true });
    let mut everything: Vec<Volley> = Vec::new();
    for (ship, bar) in fire::ready_groups(battle, side) {
        let count = battle.design_of(ship).group(bar).map_or(0, |it| it.count);
        let mut targets: Vec<_> = fire::targets(battle, ship, bar).map(|it| it.0).collect();
        targets.sort_by_key(|it| {
            plan.iter().all(|volley| volley.shots.iter().all(|shot| shot.target != Some(*it)))
        });
        if let Some(&target) = targets.first() {
            everything.push(captain::aimed(battle, ship, bar as u8, target, count));
        }
        let others = || plan.iter().filter(|it| (it.ship, usize::from(it.group)) != (ship, bar)).cloned();
        // Without it, and at another target.
        if plan.iter().any(|it| (it.ship, usize::from(it.group)) == (ship, bar)) {
            add(Action::Fire { volleys: others().collect(), done: true });
        }
        for &target in targets.iter().take(3) {
            let mut volleys: Vec<Volley> = others().collect();
            let shots = vec![Shot::at(target); count.into()];
            volleys.push(Volley { ship, group: bar as u8, shots });
            volleys.sort_by_key(|it| (it.ship, it.group));
            add(Action::Fire { volleys, done: true });
        }
    }
    add(Action::Fire { volleys: everything, done: true });
}

fn charge_variants(battle: &Battle, side: u8, add: &mut impl FnMut(Action)) {
    let plan = captain::charge(battle, side);
    for ship in battle.active(side) {
        for (row, _) in captain::ranked_rows(battle, ship) {
            let speed = Some(battle.design_of(ship).speed(row));
            let ships =
                plan.iter().map(|&it| if it.ship == ship { Adjust { speed, ..it } } else { it }).collect();
            add(Action::Charge { ships });
        }
    }
}
