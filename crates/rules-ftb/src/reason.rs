//! Why an order, in a line for people. `battle` is as the seat sees it.

use engine::{Seat, reason};
use geometry::Point;

use crate::{
    Battle,
    battle::Ask,
    combat::Fight,
    helm::{self, Helm},
    order::{Attack, Order, Pick, Protocol, Target},
    ship::ShipId,
    space::distance,
    tactics::stakes,
};

#[expect(clippy::wildcard_enum_match_arm, reason = "of what is settled before the battle nothing is said")]
pub(crate) fn reason(battle: &Battle, seat: Seat, order: &Order, others: &[Order]) -> String {
    let dice = |lead: &str| reason::by_odds(battle, seat, order, others, &["Hits"], lead);
    // Of what one suffers less is better.
    let risk = |lead: &str| reason::by_odds(battle, seat, order, &[], &["Hits"], lead);
    match order {
        Order::Helm(helm) => match battle.waiting() {
            Some(Ask::Helm(_, id)) => steered(battle, id, helm),
            _ => String::new(),
        },
        Order::Attack(attacks) => attacked(battle, attacks, others),
        Order::Pick(pick) => picked(battle, seat, *pick),
        Order::Protocol(protocol) => mixed(battle, seat, *protocol),
        Order::Guide(guide) => {
            let at = guide.attack.map(|it| name(battle, it.target));
            dice(&at.map_or("the torpedo flies on".to_owned(), |it| format!("the torpedo goes for {it}")))
        }
        Order::Duel(_) => "by chance: whoever is predictable loses".to_owned(),
        Order::Evade(true) => risk("evading costs 1 fuel and makes a hit less likely"),
        Order::Evade(false) => risk("the fuel is worth more than what evading would spare"),
        Order::Cover(true) => "the exchange of fire favours the one who covers".to_owned(),
        Order::Cover(false) => "cover fire would cost more than it brings".to_owned(),
        Order::System(system) => format!("of what can be hit, {} matters most here", system.name()),
        Order::Heat(true) => "heat can be dumped, a Hit cannot".to_owned(),
        Order::Heat(false) => "a Hit hurts less than the heat here".to_owned(),
        Order::Scan(Some(target)) => format!("{} is the one worth knowing", battle.tag(*target)),
        Order::Scan(None) => "a scan would only give the ship away".to_owned(),
        _ => String::new(),
    }
}

fn name(battle: &Battle, target: Target) -> String {
    match target {
        Target::Ship(id) => battle.tag(id),
        Target::Torpedo(id) => format!("the torpedo of {}", battle.tag(id)),
        Target::Tanker(_) => "the Tanker".to_owned(),
    }
}

/// Where a ship will be when it has moved; it has, once it was activated.
fn next(battle: &Battle, id: ShipId) -> Point {
    let ship = battle.ship(id);
    if ship.activated || !ship.is_free() { ship.at } else { ship.at + ship.dir.whole(ship.speed) }
}

/// The nearest enemy to a place, and how far in whole LU.
fn nearest(battle: &Battle, id: ShipId, at: Point) -> Option<(ShipId, i64)> {
    let ship = battle.ship(id);
    let foes = battle.ids().filter(|&it| battle.hostile(ship.side, it));
    let foes = foes.filter(|&it| battle.ship(it).on_map() && battle.ship(it).system == ship.system);
    foes.map(|it| (it, distance(at, next(battle, it)).whole_units_down())).min_by_key(|it| it.1)
}

fn steered(battle: &Battle, id: ShipId, helm: &Helm) -> String {
    let ship = battle.ship(id);
    let order = helm.order.name();
    if let Some(torpedo) = helm.torpedo {
        let at = torpedo.attack.map(|it| format!("{order} at {}", name(battle, it.target)));
        let near = nearest(battle, id, next(battle, id))
            .map_or(String::new(), |(foe, away)| format!(": {} is {away} LU away", battle.tag(foe)));
        return format!("{}{near}", at.unwrap_or_else(|| order.to_owned()));
    }
    let Some((dir, speed)) = helm::vector(ship, helm) else {
        return format!("{order}: speed and place suit {} as they are", battle.tag(id));
    };
    let to = ship.at + dir.whole(speed);
    let fuel = match (helm::fuel_cost(battle, helm.order), ship.own.fuel) {
        (0, left) => format!("fuel {left} saved"),
        (cost, left) => format!("fuel {}", left.saturating_sub(cost)),
    };
    match nearest(battle, id, to) {
        Some((foe, away)) => {
            format!("{order}: brings {} to {away} LU from {}, {fuel}", battle.tag(id), battle.tag(foe))
        }
        None => format!("{order}: speed {speed}, {fuel}"),
    }
}

/// What the exchange of fire is worth by the best mixes of both, in tenths of a point.
fn worth(battle: &Battle, attacks: &[Attack]) -> Option<i64> {
    let act = battle.act.as_ref()?;
    let ships = attacks.iter().filter_map(|it| match it.target {
        Target::Ship(foe) => Some(foe),
        Target::Torpedo(_) | Target::Tanker(_) => None,
    });
    ships.map(|foe| stakes::combat_game(battle, act.ship, foe, false).value() / 10).reduce(|sum, it| sum + it)
}

fn attacked(battle: &Battle, attacks: &[Attack], others: &[Order]) -> String {
    if attacks.is_empty() {
        return "no target in reach is worth the fire it would draw".to_owned();
    }
    let names: Vec<String> = attacks.iter().map(|it| name(battle, it.target)).collect();
    let names = names.join(" and ");
    let Some(value) = worth(battle, attacks) else { return format!("{names} is the only thing in reach") };
    let next = others.iter().filter_map(|it| {
        let Order::Attack(attacks) = it else { return None };
        worth(battle, attacks)
    });
    let next = next.max().map_or(String::new(), |it| format!(", next best {}", points(it)));
    format!("firing at {names} is worth {} points by the best protocols of both{next}", points(value))
}

fn points(tenths: i64) -> String {
    let sign = if tenths < 0 { "−" } else { "" };
    format!("{sign}{}", reason::in_tenths(u128::from(tenths.unsigned_abs())))
}

fn picked(battle: &Battle, seat: Seat, pick: Pick) -> String {
    match pick {
        Pick::Activate(id) => {
            let at = next(battle, id);
            let near = nearest(battle, id, at).map_or(String::new(), |(foe, away)| {
                format!(", {away} LU from {} as both drift", battle.tag(foe))
            });
            let left = battle.of_side(seat.0).filter(|&it| !battle.ship(it).activated).count();
            let rest = match left {
                0 | 1 => String::new(),
                2 => "; one more can wait".to_owned(),
                n => format!("; {} more can wait", n - 1),
            };
            format!("{} has most to do now{near}{rest}", battle.tag(id))
        }
        Pick::Force(id) => format!("{} must show what it does first", battle.tag(id)),
        Pick::Tanker { .. } => "fuel where a dry ship passes".to_owned(),
        Pick::Pass => String::new(),
    }
}

fn mixed(battle: &Battle, seat: Seat, protocol: Protocol) -> String {
    let Some(Fight::Combat { attacker, defender, cover, .. }) = battle.fight else { return String::new() };
    let game = stakes::combat_game(battle, attacker, defender, cover);
    let it = &game.solution;
    let ours = battle.owner(attacker) == Some(seat.0);
    let (open, weights) = if ours { (game.rows, &it.rows) } else { (game.columns, &it.columns) };
    let Some(at) = open.iter().position(|it| *it == protocol) else { return String::new() };
    let share = weights[at] * 100 / it.whole.max(1);
    format!(
        "{} in {share}% of the best mix: chosen by chance, so that nobody can predict it",
        protocol.name()
    )
}
