//! Orders by chance, all of them legal.

use super::*;
use crate::acts::Act;

/// A random plot the ship can fly.
pub(crate) fn sample_plot(battle: &Battle, id: ShipId, dice: &mut Dice) -> Plot {
    let (motion, drive) = (battle.motion(id), battle.drive(id));
    if battle.bound(id).is_some() || drive.rating == 0 {
        return Plot::Hold;
    }
    let turning = dice.index(usize::from(drive.turning) + 1) as u8;
    if motion.drift.is_some() {
        let mut burns = crate::movement::plot::Burns::new();
        if 0 < turning && dice.one_in(2) {
            burns.push(Burn::Rotate(dice.index(12) as i8 - 6));
        }
        if 0 < drive.rating && dice.one_in(2) {
            burns.push(Burn::Main(dice.index(usize::from(drive.rating) + 1) as u8));
        }
        let left = turning.saturating_sub(u8::from(burns.iter().any(|it| matches!(it, Burn::Rotate(_)))));
        if 0 < left && dice.one_in(3) {
            burns.push(Burn::Push(*dice.pick(&[Way::Port, Way::Starboard, Way::Rear]), left));
        }
        return if burns.is_empty() { Plot::Hold } else { Plot::Burns(burns) };
    }
    let left = i32::from(drive.rating - turning);
    let slowest = -left.min(i32::from(motion.velocity));
    let thrust = (slowest + dice.index((left - slowest) as usize + 1) as i32) as i8;
    let way = if dice.one_in(2) { -1 } else { 1 };
    let helm = if 2 <= turning && dice.one_in(8) {
        Helm { turn: way, second: Some(-way * (turning as i8 - 1)), thrust }
    } else {
        Helm { turn: way * turning as i8, second: None, thrust }
    };
    if helm == Helm::default() { Plot::Hold } else { Plot::Helm(helm) }
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Orders {
    let mut orders = Orders::default();
    let replot = if let Phase::Replot { ships } = &battle.phase { Some(ships.clone()) } else { None };
    for id in battle.crews(seat) {
        if replot.as_ref().is_some_and(|ships| !ships.contains(&id)) {
            continue;
        }
        let mut order = ShipOrder::new(id, sample_plot(battle, id, dice));
        order.active = battle.stealth(id) == 2 && dice.one_in(2);
        specials::sample(battle, &mut order, dice);
        for (n, arcs) in battle.field.blueprint(id).turret_arcs().enumerate() {
            let arcs: Vec<Arc> = arcs.iter().collect();
            order.turrets.push((n as u8, *dice.pick(&arcs)));
        }
        let strains = battle.field.options.emergency_thrust
            && replot.is_none()
            && battle.ship(id).is_active()
            && !battle.ship(id).bogey
            && dice.one_in(6);
        if order.modes.iter().any(|it| it.1 == Mode::Arm) {
            order.plot = Plot::Hold;
        } else if let (true, None) = (strains, battle.ship(id).motion.drift) {
            let rating = battle.rating(id) as i8;
            order.plot = Plot::Helm(Helm { turn: rating, second: None, thrust: rating / 2 });
            order.emergency = true;
        } else if dice.one_in(10) {
            order.roll = true;
        }
        // FT-11.4.1, FT-11.4.2: no thrust.
        order.ftl = battle.is_about_jumps()
            && battle.cannot_warm_up(id).is_none()
            && order.cloak.is_none()
            && dice.one_in(20);
        if order.ftl || battle.is_leaving(id) {
            (order.plot, order.emergency, order.roll) = (Plot::Hold, false, false);
        }
        if battle.barred_with(&order, Act::LayMines).is_some() {
            order.mines.clear();
        }
        if battle.has_terrain() && dice.one_in(4) {
            order.pull = if dice.one_in(2) { 1 } else { -1 };
            let mut found = Findings::default();
            gravity::check_pull(battle, &order, &mut found);
            order.pull = if found.is_empty() { order.pull } else { 0 };
        }
        if battle.has_terrain() && planets::may_go_round(battle, id) && dice.one_in(4) {
            order.round = Some(dice.pick(&Sense::NAMES).0);
        }
        let written = Written {
            plot: order.plot.clone(),
            emergency: order.emergency,
            roll: order.roll,
            ..Default::default()
        };
        let base = battle.base_lead(id) == id;
        if !base
            || !battle.base_mates(id).all(|it| can_fly(battle, it, &written))
            || battle.held(id).is_some()
        {
            order = ShipOrder::new(id, Plot::Hold);
        }
        if replot.is_none() {
            links::sample(battle, &mut order, dice);
            ramming::sample(battle, &mut order, dice);
        }
        hangars::sample(battle, &mut order, dice);
        orders.ships.push(order);
    }
    if replot.is_some() {
        return orders;
    }
    for id in battle.detachable(seat) {
        if dice.one_in(3) {
            let plot = sample_plot(battle, id, dice);
            orders.ships.push(ShipOrder { detach: true, ..ShipOrder::new(id, plot) });
        }
    }
    for id in battle.field.ship_ids() {
        let ship = battle.ship(id);
        if let Status::Left { edge, back: Some(turn) } = ship.status
            && turn == battle.turn
            && ship.owner == seat
        {
            orders.entries.push(middle_of(battle, id, edge));
        }
    }
    gates::sample(battle, seat, &mut orders, dice);
    if battle.field.options.squadrons && dice.one_in(3) {
        sample_squadron(battle, &mut orders, dice);
    }
    orders
}

/// Comes back in the middle of the edge, straight in.
pub(crate) fn middle_of(battle: &Battle, ship: ShipId, edge: Edge) -> Entry {
    let (size, centre) = (battle.field.scenario.table, battle.field.centre());
    let (at, points) = match edge {
        Edge::North => (Point { y: size.height, ..centre }, 6),
        Edge::East => (Point { x: size.width, ..centre }, 9),
        Edge::South => (Point { y: Length::ZERO, ..centre }, 0),
        Edge::West => (Point { x: Length::ZERO, ..centre }, 3),
    };
    Entry { ship, at, facing: Clock::TWELVE.turned(points) }
}

/// Two ships that happen to fly alike.
fn sample_squadron(battle: &Battle, orders: &mut Orders, dice: &mut Dice) {
    let ids: Vec<ShipId> = orders.ships.iter().map(|it| it.ship).collect();
    for (i, &one) in ids.iter().enumerate() {
        for &two in &ids[i + 1..] {
            let formation = *dice.pick(&[Formation::LineAhead, Formation::Wedge]);
            let plot = orders.ships[i].plot.clone();
            let order = SquadronOrder { ships: vec![one, two], formation, plot };
            let mut found = Findings::default();
            squadrons::check(battle, &order, &mut found);
            if found.is_empty() {
                orders.squadrons.push(order);
                // FT-3.7.1: each does by itself what does not move it, where that goes with the plot.
                let inside = |it: &ShipOrder| it.ship == one || it.ship == two;
                for it in orders.ships.iter_mut().filter(|it| inside(it)) {
                    *it = squadrons::standing(it);
                }
                check(battle, battle.ship(one).owner, orders, &mut found);
                if !found.is_empty() {
                    orders.ships.retain(|it| !inside(it));
                }
                return;
            }
        }
    }
}
