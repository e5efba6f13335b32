//! What a captain brings, and which stations he names (FTB-35.1, FTB-34.6): fleets differ from battle
//! to battle, and each suits what its side is after.

use dice::Dice;

use crate::{
    Battle,
    objectives::{self, Goal, GoalKind},
    order::Fleet,
    setup,
    ship::{Class, Extra},
    space::distance,
};

/// The longest battle in which nobody needs more fuel than the ships carry.
const SHORT: u16 = 10;

/// One of the better fleets for the points.
pub(super) fn fleet(battle: &Battle, side: u8, dice: &mut Dice) -> Fleet {
    let points = battle.field.scenario.points;
    let mut all: Vec<(u32, Fleet)> =
        drafts(points, SHORT < battle.turns).into_iter().map(|it| (suits(battle, side, &it), it)).collect();
    all.sort_by_key(|it| std::cmp::Reverse(it.0));
    all.truncate(all.len().div_ceil(2));
    if all.is_empty() { setup::default_fleet(points) } else { dice.pick(&all).1.clone() }
}

/// Every fleet that leaves no room for another unit, with the dearest extra that can still be paid.
fn drafts(points: u32, long: bool) -> Vec<Fleet> {
    let most = |class: Class| (points / class.data().points) as usize;
    let mut all = Vec::new();
    for battleships in 0..=most(Class::Battleship) {
        for cruisers in 0..=most(Class::Cruiser) {
            for destroyers in 0..=most(Class::Destroyer) {
                for tankers in 0..=u8::from(long) {
                    let ships = [
                        vec![Class::Battleship; battleships],
                        vec![Class::Cruiser; cruisers],
                        vec![Class::Destroyer; destroyers],
                    ];
                    let mut fleet = Fleet { ships: ships.concat(), extra: None, tankers };
                    let cost = setup::cost(&fleet);
                    let units = fleet.ships.len() + usize::from(tankers);
                    let full = units == 8 || points < cost + Class::Destroyer.data().points;
                    if points < cost || !full || fleet.ships.len() < 2 || 8 < units {
                        continue;
                    }
                    let payable = Extra::ALL.into_iter().filter(|it| cost + it.points() <= points);
                    fleet.extra = payable.max_by_key(|it| it.points());
                    all.push(fleet);
                }
            }
        }
    }
    all
}

/// How well a fleet suits what both sides are after, in tenths of a point.
fn suits(battle: &Battle, side: u8, fleet: &Fleet) -> u32 {
    let of = |class: Class| fleet.ships.iter().filter(|it| **it == class).count() as u32;
    let [battleships, cruisers, destroyers] = Class::MILITARY.map(of);
    let paid = 10 * setup::cost(fleet);
    let liking = battle.goals.iter().map(|goal| match (&goal.kind, goal.side == side) {
        // Who sits in a dock is shot at; shields hold it. Many are wanted to shoot somebody out.
        (GoalKind::Blockade { .. } | GoalKind::Board { .. }, true) => 8 * cruisers + 6 * destroyers,
        (GoalKind::Blockade { .. } | GoalKind::Board { .. }, false) => 16 * battleships,
        // A patrol is a relay: many ships, and fuel.
        (GoalKind::Patrol { .. }, true) => 10 * destroyers + 6 * u32::from(fleet.tankers),
        // Torpedoes stop who must come past.
        (GoalKind::Transport { .. } | GoalKind::Patrol { .. }, false) => 10 * cruisers + 4 * destroyers,
        (GoalKind::Transport { .. }, true) => 10 * battleships + 4 * destroyers,
        (GoalKind::Attrition, _) => 0,
    });
    paid + liking.sum::<u32>()
}

/// FTB-34.6: for oneself the station nearest to one's home, for an opponent the one furthest from his.
pub(super) fn station(battle: &Battle, side: u8, goal: &Goal) -> Option<u8> {
    let of = goal.kind.unnamed(goal.side)?.1;
    if goal.side == side {
        return objectives::default_station(battle, goal, of);
    }
    let home = battle.map.homes[usize::from(goal.side)].first().copied().unwrap_or(0);
    let at = battle.map.systems[0].wells[usize::from(home)].at;
    let fitting = battle.map.stations.iter().enumerate().filter(|(_, it)| it.side == of && it.system == 0);
    fitting.max_by_key(|(n, it)| (distance(it.at, at), std::cmp::Reverse(*n))).map(|(n, _)| n as u8)
}

#[cfg(test)]
mod tests {
    use engine::{Findings, Game};

    use super::*;

    /// FTB-35.1: fleets are legal, differ, and waste little.
    #[test]
    fn ftb_35_1_captains_vary_their_fleets() {
        let scenario = crate::library::scenario("generic");
        let battle = Battle::set_up(&scenario.options, &scenario).expect("the generic scenario");
        let mut seen: Vec<Fleet> = Vec::new();
        for n in 0..60 {
            let fleet = fleet(&battle, 0, &mut Dice::numbered(3, n));
            let mut found = Findings::default();
            setup::check_fleet(&battle, &fleet, &mut found);
            assert!(found.is_empty(), "{fleet:?}");
            assert!(battle.field.scenario.points <= setup::cost(&fleet) + 8, "{fleet:?}");
            if !seen.contains(&fleet) {
                seen.push(fleet);
            }
        }
        assert!(3 <= seen.len(), "{seen:?}");
    }
}
