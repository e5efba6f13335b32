//! Why an order, in a line for people.

use engine::{Seat, reason};

use crate::{
    battle::Battle,
    hex::Arc,
    movement, narrate,
    orders::{Action, Move, Mover, Order, Target, Use, Volley},
    ship::{Ship, ShipId},
};

pub(crate) fn reason(battle: &Battle, seat: Seat, order: &Order, others: &[Order]) -> String {
    let side = Battle::side_of(seat);
    match &order.action {
        Action::Fire { volleys, .. } if volleys.is_empty() => {
            "better shots will come: weapons stay charged".to_owned()
        }
        Action::Fire { volleys, .. } => reason::by_odds(
            battle,
            seat,
            order,
            others,
            &["hull boxes", "damage points"],
            &aimed(battle, volleys),
        ),
        Action::Move { moves, .. } => moved(battle, side, moves),
        Action::Power { uses, .. } => spent(battle, uses),
        Action::Charge { .. } => "weapons and shields before speed, as far as power goes".to_owned(),
        Action::Retreat { ships } if ships.is_empty() => "the fight is worth staying for".to_owned(),
        Action::Retreat { ships } => {
            let tags: Vec<String> = ships.iter().map(|it| battle.tag(*it)).collect();
            format!("saves {}, which can do no more here", tags.join(", "))
        }
        Action::Initiative { .. } => "who moves second sees what the others do".to_owned(),
        Action::Buy { .. } => "a sound force for the points".to_owned(),
        Action::Deploy { .. } | Action::Reinforce { .. } => "the usual places".to_owned(),
        Action::Terrain { .. } | Action::Pull { .. } | Action::Pick { .. } | Action::Resign => String::new(),
    }
}

fn aimed(battle: &Battle, volleys: &[Volley]) -> String {
    let mut shots: Vec<(Target, usize, i16)> = Vec::new();
    for volley in volleys {
        for target in volley.shots.iter().filter_map(|it| it.target) {
            let away = place(battle, target).map_or(0, |it| it.distance(battle.ship(volley.ship).at));
            match shots.iter_mut().find(|it| it.0 == target) {
                Some(it) => (it.1, it.2) = (it.1 + 1, it.2.min(away)),
                None => shots.push((target, 1, away)),
            }
        }
    }
    let Some((target, n, away)) = shots.iter().max_by_key(|it| it.1) else { return String::new() };
    let weapons = if *n == 1 { "1 weapon".to_owned() } else { format!("{n} weapons") };
    let hexes = if *away == 1 { "1 hex".to_owned() } else { format!("{away} hexes") };
    format!("{weapons} at {}, {hexes} away", narrate::target_name(battle, *target))
}

fn place(battle: &Battle, target: Target) -> Option<crate::hex::Hex> {
    match target {
        Target::Ship(id) | Target::Fighter(id, _) => Some(battle.ship(id).at),
        Target::Missile(_) => None,
    }
}

/// Where the ship ends that comes nearest to an enemy: what bears, and which shield is turned to whom.
fn moved(battle: &Battle, side: u8, moves: &[Move]) -> String {
    let placed = |id: ShipId| {
        let mut ship: Ship = battle.ship(id).clone();
        for it in moves.iter().filter(|it| it.mover == Mover::Ship(id)) {
            (ship.at, ship.facing) = movement::step(&ship, it.how);
        }
        ship
    };
    let movers = moves.iter().filter_map(|it| match it.mover {
        Mover::Ship(id) => Some(id),
        Mover::Missile(_) => None,
    });
    let foes: Vec<ShipId> = battle.active(1 - side).collect();
    let pairs = movers.flat_map(|id| foes.iter().map(move |foe| (id, *foe)));
    let near = pairs.min_by_key(|(id, foe)| placed(*id).at.distance(battle.ship(*foe).at));
    let Some((id, foe)) = near else { return String::new() };
    let (ours, theirs) = (placed(id), battle.ship(foe));
    let away = ours.at.distance(theirs.at);
    let hexes = if away == 1 { "1 hex".to_owned() } else { format!("{away} hexes") };
    let mut words = format!("{} ends {hexes} from {}", battle.tag(id), battle.tag(foe));
    if let Some(arc) = battle.arc_towards(theirs, ours.at) {
        words = format!("{words}, on its {} side ({})", arc.name(), shield(theirs, arc));
    }
    if let Some(arc) = battle.arc_towards(&ours, theirs.at) {
        let up = battle.shields_up(&ours);
        let own = if up { shield(&ours, arc) } else { "shields down".to_owned() };
        words = format!("{words}, with its own {} side towards {} ({own})", arc.name(), battle.tag(foe));
    }
    words
}

fn shield(ship: &Ship, arc: Arc) -> String {
    match ship.shield(arc) {
        0 => "no shield left".to_owned(),
        1 => "shield 1".to_owned(),
        n => format!("shield {n}"),
    }
}

/// What is bought, and against whom.
fn spent(battle: &Battle, uses: &[Use]) -> String {
    let mut words: Vec<String> = uses
        .iter()
        .take(3)
        .map(|it| format!("{}: {}", battle.tag(it.ship), narrate::spend(battle, it.on)))
        .collect();
    match uses.len() {
        0 => "nothing is worth the power this time".to_owned(),
        n => {
            if 3 < n {
                words.push(format!("and {} more", n - 3));
            }
            words.extend(uses.first().and_then(|it| threat(battle, it.ship)));
            words.join(", ")
        }
    }
}

/// Who is nearest to a ship, and on which of its sides.
fn threat(battle: &Battle, id: ShipId) -> Option<String> {
    let ship = battle.ship(id);
    let foes = battle.active(1 - ship.side);
    let foe = battle.ship(foes.min_by_key(|it| battle.ship(*it).at.distance(ship.at))?);
    let away = foe.at.distance(ship.at);
    let hexes = if away == 1 { "1 hex".to_owned() } else { format!("{away} hexes") };
    let arc = battle.arc_towards(ship, foe.at)?;
    Some(format!("with the enemy {hexes} away on its {} side", arc.name()))
}
