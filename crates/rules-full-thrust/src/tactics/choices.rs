//! What an admiral weighs beside the captain's order where small craft and ordnance decide, and what
//! they are worth to him.

use engine::Seat;

use crate::{
    Battle, Order,
    craft::{
        self,
        attacks::{self, Declared},
        dogfights::Stance,
        moves::{Action, Pass, Sortie},
        tactics::{self as wings, fights},
        wings::{Craft, GroupId, Post, Target},
    },
    ordnance::{
        Launch,
        defence::{self, Guard},
    },
    phases::Phase,
    ship::ShipId,
    yard::design::Kind,
};

/// Points lost with a group, in thousandths: craft shot down, and something for endurance and for what is
/// carried once.
pub(super) fn spent_craft(battle: &Battle, id: GroupId) -> i64 {
    let group = battle.group(id);
    let each = i64::from(battle.craft_worth(id)) * 1_000;
    let gone = group.post == Post::Away;
    let aboard_wreck = group.carrier().is_some_and(|ship| !battle.ship(ship).is_manned());
    let killed = i64::from(group.killed) + if gone || aboard_wreck { i64::from(group.left) } else { 0 };
    let full = i64::from(group.craft.endurance().max(1));
    let tired = (full - i64::from(group.cef).min(full)) * 150 / full;
    let spent = match &group.craft {
        Craft::Fighters { .. } if group.spent != 0 => 150,
        Craft::Fighters { .. } | Craft::Gunboats { .. } => 0,
    };
    each * killed + each * i64::from(group.left) * (tired + spent) / 1_000
}

/// What a ship has launched of what it carries once, in thousandths of a point: a salvo in the rack is
/// worth having.
pub(super) fn spent_ordnance(battle: &Battle, id: ShipId) -> i64 {
    if !battle.field.blueprint(id).has_ordnance {
        return 0;
    }
    let ship = battle.ship(id);
    let once = |kind: &Kind| {
        matches!(
            kind,
            Kind::SalvoRack { .. }
                | Kind::HeavyMissile { .. }
                | Kind::Antimatter { .. }
                | Kind::RocketPod { .. }
        )
    };
    let had = battle.field.blueprint(id).icons_of(once).count();
    let has = battle.working(id, once).count();
    2_000 * (had.saturating_sub(has) + ship.fired_loads.len()) as i64
}

/// Orders beside the captain's, in the phases of small craft, ordnance and point defence.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "an admiral weighs more than the usual in these phases alone"
)]
pub(super) fn others(battle: &Battle, seat: Seat, captains: &Order) -> Vec<Order> {
    match &battle.phase {
        Phase::Wings { .. } => wing_orders(battle, seat, captains),
        Phase::Attacks { .. } => attack_orders(battle, seat),
        Phase::Dogfights { .. } => dogfight_orders(battle, seat),
        Phase::Evade { fire, .. } => {
            vec![Order::Evade(Vec::new()), Order::Evade(battle.evaders(seat, fire))]
        }
        Phase::Defence { .. } => defence_orders(battle, seat, captains),
        Phase::Launch { .. } => launch_orders(captains),
        _ => Vec::new(),
    }
}

/// The spurt the captain would make: to other ships, against fighters, or not at all. Main moves are
/// planned for turns to come, further than a search looks.
fn wing_orders(battle: &Battle, seat: Seat, captains: &Order) -> Vec<Order> {
    let (Order::Wing(sortie), Phase::Wings { pass, .. }) = (captains, &battle.phase) else {
        return Vec::new();
    };
    let (id, pass) = (sortie.group, *pass);
    if !matches!(pass, Pass::Robots | Pass::Secondary) {
        return Vec::new();
    }
    let group = battle.group(id);
    let reach = battle.reach(id, pass);
    let mut foes: Vec<ShipId> = battle
        .active_ships()
        .filter(|&it| battle.ship(it).side != group.side && !battle.ship(it).cloaked)
        .collect();
    foes.sort_by_key(|&it| ((wings::there(battle, it, pass) - group.at).square(), it));
    foes.truncate(3);
    let mut actions: Vec<Action> =
        foes.into_iter().map(|ship| craft::moves::approach(battle, id, ship, reach, pass)).collect();
    actions.push(Action::Hold);
    actions.extend(wings::dogfight(battle, id).into_iter().take(1));
    actions.retain(|it| craft::moves::is_legal(battle, seat, id, it));
    actions.into_iter().map(|action| Order::Wing(Sortie { group: id, action })).collect()
}

/// Everybody at one ship, or nobody.
fn attack_orders(battle: &Battle, seat: Seat) -> Vec<Order> {
    let able = battle.able_attackers(seat);
    let all: Vec<Declared> = able
        .iter()
        .flat_map(|&group| {
            battle.possible_attacks(group).into_iter().map(move |target| Declared { group, target })
        })
        .collect();
    let mut ships: Vec<ShipId> = all
        .iter()
        .filter_map(|it| if let Target::Ship(ship) = it.target { Some(ship) } else { None })
        .collect();
    ships.sort();
    ships.dedup();
    let mut orders = vec![Order::Pass];
    for ship in ships.into_iter().take(4) {
        let mut wanted = all.clone();
        wanted.sort_by_key(|it| it.target != Target::Ship(ship));
        wanted.retain(|it| !matches!(it.target, Target::Ship(other) if other != ship));
        let plan = attacks::legal(battle, seat, &wanted);
        if !plan.is_empty() {
            orders.push(Order::Attack(plan));
        }
    }
    orders
}

/// All fight, or all press on.
fn dogfight_orders(battle: &Battle, seat: Seat) -> Vec<Order> {
    let usual = fights::stances(battle, seat);
    let press: Vec<Stance> =
        usual.iter().map(|it| Stance { group: it.group, at: Vec::new(), duel: false }).collect();
    let fight: Vec<Stance> = usual
        .iter()
        .map(|it| {
            let foe = battle.foes(it.group).first().copied();
            let at = if it.at.is_empty() { foe.into_iter().collect() } else { it.at.clone() };
            Stance { group: it.group, at, duel: false }
        })
        .collect();
    let found = [press, fight].into_iter().map(Order::Dogfight);
    found.filter(|order| engine::Game::check(battle, seat, order).is_ok()).collect()
}

/// Spread evenly, or as much as possible at one group or marker.
fn defence_orders(battle: &Battle, seat: Seat, captains: &Order) -> Vec<Order> {
    let Order::Defend(usual) = captains else { return Vec::new() };
    let mut orders = vec![Order::Defend(defence::usual(battle, seat))];
    let mut targets: Vec<(u16, Option<GroupId>)> = usual.iter().map(|it| (it.marker, it.group)).collect();
    targets.sort();
    targets.dedup();
    for target in targets.into_iter().take(3) {
        let mut guards: Vec<Guard> = Vec::new();
        let mut wanted: Vec<Guard> =
            battle.possible_guards(seat).into_iter().filter(|it| (it.marker, it.group) == target).collect();
        wanted.retain(|it| usual.iter().any(|other| (other.ship, other.weapon) == (it.ship, it.weapon)));
        wanted.extend(usual.iter().copied());
        for guard in wanted {
            let used = |it: &Guard| (it.ship, it.weapon, it.boats) == (guard.ship, guard.weapon, guard.boats);
            if guards.iter().any(used) {
                continue;
            }
            guards.push(guard);
            let mut found = engine::Findings::default();
            defence::check(battle, seat, &guards, &mut found);
            if !found.is_empty() {
                guards.pop();
            }
        }
        orders.push(Order::Defend(guards));
    }
    orders
}

/// Less than everything: nothing, or the first half.
#[expect(clippy::wildcard_enum_match_arm, reason = "asked about launches alone")]
fn launch_orders(captains: &Order) -> Vec<Order> {
    match captains {
        Order::Launch(launch) => {
            let half = launch.launches.len().div_ceil(2);
            let some = Launch { ship: launch.ship, launches: launch.launches[..half].to_vec() };
            vec![Order::Pass, Order::Launch(some)]
        }
        Order::CraftLaunch(_) => vec![Order::Pass],
        _ => Vec::new(),
    }
}
