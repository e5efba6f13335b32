//! How the computer players judge. Taste, never rules.

use dice::Dice;
use engine::{Outcome, Seat, Tactics};
use geometry::{Length, Offset};

use crate::{
    Battle, Order,
    damage::{self, EmpTest},
    deploy,
    design::{Arc, Kind},
    fire::{self, Fire, Shot},
    gunnery::{Bearing, Profile, bearing, is_aft},
    menu,
    options::Edges,
    orders::{self, Mode, Orders, ShipOrder, Written},
    phases::Phase,
    plot::{self, Plot},
    repairs::Job,
    scenario::Part,
    ship::{IconId, Motion, ShipId, Status},
    victory::{self, Ruin},
};

impl Tactics for Battle {
    fn cadet(&self, seat: Seat, dice: &mut Dice) -> Order {
        match &self.phase {
            Phase::Orders | Phase::Replot { .. } if !dice.one_in(4) => {
                Order::Orders(steer(self, seat, closing))
            }
            Phase::Fire { .. } if !dice.one_in(4) => shoot(self, seat, &|_| 1_000),
            _ => self.sample_calm(seat, dice),
        }
    }

    fn captain(&self, seat: Seat, _dice: &mut Dice) -> Order {
        match &self.phase {
            Phase::Setup | Phase::Over { .. } => Order::Concede,
            Phase::Settings { .. } => Order::Settings(Vec::new()),
            Phase::Arrange { .. } => Order::Arrange(self.initiative[1..].to_vec()),
            Phase::Deploy { .. } => {
                let ship = deploy::placeable(self, seat)[0];
                Order::Deploy(deploy::usual(self, seat, ship))
            }
            Phase::Orders | Phase::Replot { .. } => Order::Orders(steer(self, seat, fighting)),
            Phase::Fire { .. } => shoot(self, seat, &|id| weakness(self, id)),
            Phase::Emp { .. } => Order::Emp(emp(self, seat)),
            Phase::Repairs { .. } => Order::Repair(mend(self, seat)),
            Phase::Cores { .. } => Order::Cores(Vec::new()),
        }
    }

    fn candidates(&self, seat: Seat, n: usize, dice: &mut Dice) -> Vec<Order> {
        let mut orders = vec![self.captain(seat, dice)];
        match &self.phase {
            Phase::Orders | Phase::Replot { .. } => {
                let ways = [careful, closing, standing_off];
                orders.extend(ways.map(|way| Order::Orders(steer(self, seat, way))));
            }
            Phase::Fire { .. } => {
                let foes = self.active_ships().filter(|&id| self.ship(id).owner != seat);
                let favour = |foe| shoot(self, seat, &|id| if id == foe { 3_000 } else { 1_000 });
                orders.extend(foes.map(favour));
            }
            _ => (),
        }
        let mut distinct: Vec<Order> = Vec::new();
        for order in orders {
            if !distinct.contains(&order) && distinct.len() < n.max(1) {
                distinct.push(order);
            }
        }
        distinct
    }

    /// Points, and the hull and weapons still there.
    fn evaluate(&self, seat: Seat) -> i32 {
        match &self.phase {
            Phase::Over { outcome: Outcome::Draw } => return 0,
            Phase::Over { outcome: Outcome::Won(seats) } => {
                return if seats.contains(seat) { 10_000 } else { -10_000 };
            }
            _ => (),
        }
        let total: u32 = self.field.ship_ids().map(|id| self.field.blueprint(id).points).sum();
        let worth = |id: ShipId| {
            let (ship, blueprint) = (self.ship(id), self.field.blueprint(id));
            let ruined = match victory::ruin(self, id) {
                Ruin::Lost => return 0,
                Ruin::Crippled => 500,
                Ruin::Damaged => 750,
                Ruin::None => 1_000,
            };
            let armour: u32 = ship.armour.iter().map(|layer| u32::from(layer.boxes())).sum();
            let full = blueprint.design.hull.boxes + blueprint.design.armour_boxes();
            let left = (u32::from(self.hull_left(id)) + armour) * 1_000 / full.max(1);
            let there = if ship.is_active() { left } else { 0 };
            blueprint.points * (ruined + there) / 2_000
        };
        let mine: u32 = self.field.ship_ids().filter(|&id| self.ship(id).owner == seat).map(worth).sum();
        let others: u32 = self.field.ship_ids().filter(|&id| self.ship(id).owner != seat).map(worth).sum();
        let lead = (i64::from(mine) - i64::from(others)).saturating_mul(20_000);
        lead.checked_div(i64::from(total)).unwrap_or(0).clamp(-9_000, 9_000) as i32
    }
}

impl Battle {
    fn sample_calm(&self, seat: Seat, dice: &mut Dice) -> Order {
        use engine::Game as _;
        self.sample_order(seat, dice)
    }
}

/// What a plot is worth: the ship, where it would be, and all the others where they would drift.
type Judge = fn(&Battle, ShipId, Motion, &[(ShipId, Motion)]) -> i64;

/// The best plot of every ship, by itself.
fn steer(battle: &Battle, seat: Seat, judge: Judge) -> Orders {
    let mut orders = Orders::default();
    let foes: Vec<(ShipId, Motion)> = battle
        .active_ships()
        .filter(|&id| battle.ship(id).owner != seat)
        .map(|id| (id, plot::fly(battle.ship(id).motion, &Plot::Hold).motion))
        .collect();
    let again = if let Phase::Replot { ships } = &battle.phase { Some(ships) } else { None };
    for id in battle.crews(seat).filter(|&id| battle.base_lead(id) == id) {
        if again.is_some_and(|ships| !ships.contains(&id)) {
            continue;
        }
        let from = battle.motion(id);
        let drive = battle.drive(id);
        let best = menu::plots(battle, id)
            .into_iter()
            .map(|plot| {
                (
                    stay(battle, plot::fly(from, &plot).motion, drive.turning)
                        + judge(battle, id, plot::fly(from, &plot).motion, &foes),
                    plot,
                )
            })
            .max_by_key(|it| it.0);
        let Some((_, plot)) = best else { continue };
        let written = Written { plot: plot.clone(), ..Written::default() };
        let mut order = ShipOrder::new(id, Plot::Hold);
        order.modes = great_guns(battle, id, plot::fly(from, &Plot::Hold).motion, &foes);
        let armed = order.modes.iter().any(|it| it.1 == Mode::Arm);
        if !armed
            && plot != Plot::Hold
            && battle.base_mates(id).all(|it| orders::can_fly(battle, it, &written))
        {
            order.plot = plot;
        }
        if order != ShipOrder::new(id, Plot::Hold) {
            orders.ships.push(order);
        }
    }
    if again.is_none() {
        for id in battle.field.ship_ids().filter(|&id| battle.ship(id).owner == seat) {
            if let Status::Left { edge, back: Some(turn) } = battle.ship(id).status
                && turn == battle.turn
            {
                orders.entries.push(orders::middle_of(battle, id, edge));
            }
        }
    }
    orders
}

/// Wave guns are charged when they can be; great guns are made ready when somebody will be before
/// the bow.
fn great_guns(battle: &Battle, id: ShipId, at: Motion, foes: &[(ShipId, Motion)]) -> Vec<(IconId, Mode)> {
    let ship = battle.ship(id);
    if !ship.is_active() || ship.cloaked {
        return Vec::new();
    }
    let guns = battle.working(id, |kind| matches!(kind, Kind::Nova | Kind::Wave));
    let ahead = |near: i32, far: i32| {
        foes.iter().any(|foe| {
            let place = (foe.1.at - at.at).seen_from(at.facing.course());
            Length::units(near) <= place.ahead
                && place.ahead <= Length::units(far)
                && place.right.abs() <= Length::units(2)
        })
    };
    let mode = |icon: IconId| match battle.field.blueprint(id).kind(icon) {
        Some(Kind::Nova) => ahead(6, 24).then_some(Mode::Arm),
        Some(Kind::Wave) if ship.charge(icon) < 6 => Some(Mode::Charge),
        _ => ahead(0, 36).then_some(Mode::Discharge),
    };
    guns.filter_map(|icon| Some((icon, mode(icon)?))).collect()
}

/// A ship that leaves is lost; one that can hardly help leaving soon is in danger.
fn stay(battle: &Battle, motion: Motion, turning: u8) -> i64 {
    if battle.field.options.edge == Edges::Floating {
        return 0;
    }
    if !battle.is_on_table(motion.at) {
        return -1_000_000;
    }
    let next = plot::fly(motion, &Plot::Hold).motion;
    if battle.is_on_table(next.at) {
        return 0;
    }
    // Half of the next move, turned away.
    let turns = i32::from(turning.clamp(1, 6));
    let saved = [-turns, turns].into_iter().any(|turn| {
        let helm = plot::Helm { turn: turn as i8, second: None, thrust: 0 };
        motion.drift.is_none() && battle.is_on_table(plot::fly(motion, &Plot::Helm(helm)).motion.at)
    });
    if saved { -1_500 } else { -100_000 }
}

/// Average points that `id` would do from one place at another, in thousandths.
fn firepower(battle: &Battle, id: ShipId, from: Motion, at: Motion) -> i64 {
    let blueprint = battle.field.blueprint(id);
    let way: Offset = at.at - from.at;
    let facing = from.facing.course();
    if is_aft(facing, way) == Some(true) {
        return 0;
    }
    let arc = match bearing(facing, blueprint.design.orientation, way) {
        Bearing::In(arc) | Bearing::Line(arc) => arc,
    };
    let arc = if battle.ship(id).rolled { Arc::ALL[(6 - arc.index()) % 6] } else { arc };
    let band = (way.length().0 / Length::units(6).0) as usize;
    i64::from(blueprint.firepower[arc.index()].get(band).copied().unwrap_or(0))
}

fn nearest(foes: &[(ShipId, Motion)], to: Motion) -> i64 {
    foes.iter().map(|foe| (foe.1.at - to.at).length().0 / (Length::PER_UNIT / 10)).min().unwrap_or(0)
}

fn duel(battle: &Battle, id: ShipId, to: Motion, foes: &[(ShipId, Motion)], fear: i64) -> i64 {
    let mut best: Vec<i64> = Vec::new();
    let mut taken = 0;
    for &(foe, at) in foes {
        best.push(firepower(battle, id, to, at) * weakness(battle, foe) / 1_000);
        taken += firepower(battle, foe, at, to);
    }
    best.sort_unstable();
    let controls = usize::from(battle.fire_controls(id).max(1));
    let dealt: i64 =
        best.iter().rev().take(controls).enumerate().map(|(i, it)| if i == 0 { *it } else { it / 6 }).sum();
    dealt * 1_000 - taken * fear
}

fn shaped(to: Motion, foes: &[(ShipId, Motion)]) -> i64 {
    let away = nearest(foes, to);
    // In tenths of an MU; very fast ships sweep past.
    -(away - 90).max(0) * 400 - i64::from(to.velocity.saturating_sub(14)) * 60_000
}

fn fighting(battle: &Battle, id: ShipId, to: Motion, foes: &[(ShipId, Motion)]) -> i64 {
    (duel(battle, id, to, foes, 350) + shaped(to, foes)) / 100
}

fn careful(battle: &Battle, id: ShipId, to: Motion, foes: &[(ShipId, Motion)]) -> i64 {
    (duel(battle, id, to, foes, 900) + shaped(to, foes)) / 100
}

fn standing_off(battle: &Battle, id: ShipId, to: Motion, foes: &[(ShipId, Motion)]) -> i64 {
    duel(battle, id, to, foes, 600) / 100
}

fn closing(_: &Battle, _: ShipId, to: Motion, foes: &[(ShipId, Motion)]) -> i64 {
    -nearest(foes, to) - i64::from(to.velocity.abs_diff(8)) * 5
}

/// How much a point of damage is worth at a target, about 1,000: dear ships near their end first.
fn weakness(battle: &Battle, id: ShipId) -> i64 {
    let left = i64::from(battle.hull_left(id))
        + battle.ship(id).armour.iter().map(|it| i64::from(it.boxes())).sum::<i64>();
    let worth = i64::from(battle.field.blueprint(id).points);
    if battle.hull_left(id) == 0 { 1 } else { (worth * 150 / (left + 2)).clamp(300, 4_000) }
}

/// The ship that can do most fires all it has at the best targets its controls allow.
fn shoot(battle: &Battle, seat: Seat, value: &dyn Fn(ShipId) -> i64) -> Order {
    let mut best: Option<(i64, Fire)> = None;
    for id in battle.own_ships(seat) {
        let mut lines = battle.great_guns(id);
        if !lines.is_empty() {
            lines.truncate(usize::from(battle.fire_controls(id)));
            return Order::Fire(Fire { ship: id, shots: Vec::new(), lines });
        }
        let mut shots: Vec<(IconId, ShipId, i64, bool)> = Vec::new();
        for (weapon, target) in fire::possible(battle, id) {
            if let Ok(attack) = battle.attack(id, weapon, target) {
                let needle = matches!(attack.profile, Profile::Needle { .. });
                shots.push((weapon, target, i64::from(menu::mean(&attack)) * value(target), needle));
            }
        }
        let mut targets: Vec<(i64, ShipId)> = Vec::new();
        for &(_, target, worth, _) in &shots {
            match targets.iter_mut().find(|it| it.1 == target) {
                Some(it) => it.0 += worth,
                None => targets.push((worth, target)),
            }
        }
        targets.sort_by_key(|it| (-it.0, it.1));
        targets.truncate(usize::from(battle.fire_controls(id)).max(1));
        let rank = |target: ShipId| targets.iter().position(|it| it.1 == target);
        let mut fire = Fire { ship: id, shots: Vec::new(), lines: Vec::new() };
        let mut total = 0;
        // Everything at the first target that bears; what does not, at the next.
        shots.sort_by_key(|it| (it.0, rank(it.1).unwrap_or(usize::MAX)));
        for (weapon, target, worth, needle) in shots {
            if rank(target).is_some() && !fire.shots.iter().any(|shot| shot.weapon == weapon) {
                let alone = targets.len() == 1;
                let aim =
                    if needle && alone && !battle.ship(target).cloaked { aim(battle, target) } else { None };
                fire.shots.push(Shot { weapon, target, aim });
                total += worth;
            }
        }
        if !fire.shots.is_empty() && best.as_ref().is_none_or(|it| it.0 < total) {
            best = Some((total, fire));
        }
    }
    best.map_or(Order::Pass, |it| Order::Fire(it.1))
}

/// A fire control, else a drive.
fn aim(battle: &Battle, id: ShipId) -> Option<IconId> {
    let control = battle.working(id, |kind| matches!(kind, Kind::FireControl { .. })).next();
    control.or_else(|| battle.working(id, |kind| matches!(kind, Kind::Drive { .. })).next())
}

/// EMP hits: three on each fire control, the rest on the drive.
fn emp(battle: &Battle, seat: Seat) -> Vec<EmpTest> {
    let mut tests = Vec::new();
    for ship in battle.active_ships() {
        let mut left = battle.ship(ship).emp.iter().find(|it| it.0 == seat).map_or(0, |it| it.1);
        let mut icons: Vec<IconId> = battle
            .field
            .blueprint(ship)
            .icon_ids()
            .filter(|&icon| damage::emp_target(battle, ship, icon) && battle.ship(ship).works(icon))
            .collect();
        icons.sort_by_key(|&icon| {
            !matches!(battle.field.blueprint(ship).kind(icon), Some(Kind::FireControl { .. }))
        });
        for icon in icons {
            let here = left.min(3);
            if 0 < here {
                tests.push(EmpTest { ship, icon, tests: here });
                left -= here;
            }
        }
    }
    tests
}

/// Three parties on each of the most important systems.
fn mend(battle: &Battle, seat: Seat) -> Vec<Job> {
    let mut jobs = Vec::new();
    for ship in battle.crews(seat) {
        let blueprint = battle.field.blueprint(ship);
        let mut icons: Vec<IconId> =
            blueprint.icon_ids().filter(|&icon| battle.can_repair(ship, icon)).collect();
        icons.sort_by_key(|&icon| match (blueprint.icons[icon.index()], blueprint.kind(icon)) {
            (Part::PowerCore, _) => 0,
            (Part::Bridge, _) => 1,
            (Part::LifeSupport, _) => 2,
            (_, Some(Kind::FireControl { .. })) => 3,
            (_, Some(Kind::Drive { .. })) => 4,
            (_, Some(Kind::Screen { .. })) => 5,
            _ => 6,
        });
        let mut left = battle.parties(ship);
        for icon in icons {
            let parties = left.min(3) as u8;
            if 0 < parties {
                jobs.push(Job { ship, icon, parties });
                left -= u32::from(parties);
            }
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    /// FT-4.5.1: a cruiser's fire is strongest ahead and close, and none goes aft.
    #[test]
    fn rule_4_5_1_firepower_by_arc_and_range() {
        use engine::Game as _;
        let scenario = library::scenario("intro");
        let battle = Battle::set_up(&scenario.options, &scenario).expect("the introductory scenario");
        let blueprint = battle.field.blueprint(ShipId(0));
        let ahead = blueprint.firepower[Arc::F.index()];
        assert!(ahead[0] > ahead[3] && ahead[3] > ahead[5] && ahead[6] == 0, "{ahead:?}");
        assert_eq!(blueprint.firepower[Arc::A.index()], [0; 12]);
    }
}
