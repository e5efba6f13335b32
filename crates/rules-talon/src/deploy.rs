//! Set-up: forces, terrain and places (TAL-DYO, TAL-7.4.4, TAL-14.5).

use crate::{battle::Battle, hex::Facing};

/// Towards the enemy.
pub(crate) fn usual_facing(side: u8) -> Facing {
    Facing::new(if side == 0 { 0 } else { 3 })
}

/// Everything that is wrong with where the scenario puts ships.
pub(crate) fn findings(battle: &Battle) -> Vec<String> {
    let mut wrong = Vec::new();
    for (number, side) in (0..2_u8).zip(&battle.field.scenario.sides) {
        let name = &side.name;
        if battle.field.scenario.design_your_own.is_some() {
            continue;
        }
        let own = || battle.board.ships.iter().filter(move |it| it.side == number);
        if own().next().is_none() {
            wrong.push(format!("{name} has no ships (TAL-VIC.1)"));
        }
        let count =
            |is: fn(&crate::Design) -> bool| own().filter(|it| is(battle.field.design_of(it))).count();
        let (supports, squadrons) =
            (count(crate::Design::powers_fighters), count(crate::Design::is_fighters));
        if 0 < squadrons && supports == 0 {
            wrong.push(format!("{name}: fighters without a Carrier or Base (TAL-12.1.1)"));
        }
        if 4 * supports < squadrons {
            wrong.push(format!("{name}: more than 4 squadrons for each Carrier or Base (TAL-12.2.1a)"));
        }
    }
    for id in battle.all_active() {
        let ship = battle.ship(id);
        if battle.ships_at(ship.at).any(|other| id < other && battle.ship(other).side == ship.side) {
            wrong.push(format!(
                "two ships of {} in {:?} (TAL-7.4.4)",
                battle.field.side(ship.side).name,
                ship.at
            ));
        }
        if battle.kind_at(ship.at).is_some_and(|it| it.blocks()) {
            wrong.push(format!("{} stands in a Planet or Black Hole (TAL-17.2.1a)", battle.field.name(ship)));
        }
        if battle.black_hole(ship.at).is_some_and(|it| it.distance(ship.at) <= 2) {
            wrong.push(format!(
                "{} stands within 2 hexes of a Black Hole (TAL-18.1d)",
                battle.field.name(ship)
            ));
        }
    }
    wrong
}
