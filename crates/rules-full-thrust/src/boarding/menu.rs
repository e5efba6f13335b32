//! Phase 12 on a screen: who may cross, who fights whom, with the odds (FT-12.7).

use engine::Seat;
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Order,
    boarding::{self, Crossing, Duty, Party, Stand},
    ship::ShipId,
};

/// The choices of one seat in phase 12.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct BoardingMenu {
    /// FT-12.7.1: ships alongside enemies, and what could cross.
    pub crossings: Vec<CrossingMenu>,
    /// FT-12.7.2: boarded ships where the seat has a choice.
    pub fights: Vec<FightMenu>,
    /// Proposals that can be accepted as they are.
    pub usual_crossings: Vec<Crossing>,
    pub usual_duties: Vec<Duty>,
    pub usual_stands: Vec<Stand>,
    /// FT-12.7.2: faces out of six on which 1, 2, 3 parties, and a Marine, kill.
    pub faces: [u8; 4],
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct CrossingMenu {
    pub ship: ShipId,
    pub targets: Vec<ShipId>,
    pub marines: u16,
    pub parties: u16,
}

/// One boarded ship.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct FightMenu {
    pub ship: ShipId,
    /// Enemies aboard, by their numbers.
    pub boarders: Vec<(u8, Party)>,
    /// What can stand against them.
    pub parties: u16,
    pub marines: u16,
    pub hull: u16,
}

#[expect(clippy::wildcard_enum_match_arm, reason = "boarders are asked in these three phases alone")]
pub(crate) fn menu(battle: &Battle, seat: Seat) -> BoardingMenu {
    use crate::phases::Phase;
    let mut menu = BoardingMenu { faces: [1, 2, 3, 3], ..BoardingMenu::default() };
    let fight = |ship: ShipId| FightMenu {
        ship,
        boarders: battle.strangers(ship, true).collect(),
        parties: battle.fighting_parties(ship),
        marines: battle.defenders(ship),
        hull: battle.hull_left(ship),
    };
    match &battle.phase {
        Phase::Cross { .. } => {
            for ship in battle.own_ships(seat) {
                let targets: Vec<ShipId> = battle.boardable(ship).collect();
                let (marines, parties) = (battle.marines(ship), battle.parties(ship) as u16);
                if !targets.is_empty() && 0 < marines + parties {
                    menu.crossings.push(CrossingMenu { ship, targets, marines, parties });
                }
            }
            menu.usual_crossings = boarding::usual_crossings(battle, seat);
        }
        Phase::Duties { .. } => {
            let own = |id: &ShipId| battle.strangers(*id, true).any(|it| it.1.seat == seat);
            let ships = battle.field.ship_ids().filter(|&id| battle.ship(id).is_manned()).filter(own);
            menu.fights = ships.map(fight).collect();
            menu.usual_duties = boarding::usual_duties(battle, seat);
        }
        Phase::Repel { .. } => {
            let ships = battle.crews(seat).filter(|&id| battle.strangers(id, true).next().is_some());
            menu.fights = ships.map(fight).collect();
            menu.usual_stands = boarding::usual_stand_of(battle, seat);
        }
        _ => (),
    }
    menu
}

#[expect(clippy::wildcard_enum_match_arm, reason = "boarders are asked in these three phases alone")]
pub(crate) fn offered(battle: &Battle, menu: &BoardingMenu) -> Vec<Order> {
    use crate::phases::Phase;
    match &battle.phase {
        Phase::Cross { .. } => {
            let mut offered = vec![Order::Cross(menu.usual_crossings.clone())];
            for it in &menu.crossings {
                for &target in &it.targets {
                    let (ship, marines, parties) = (it.ship, it.marines, it.parties);
                    offered.push(Order::Cross(vec![Crossing { ship, target, marines, parties }]));
                }
            }
            offered
        }
        Phase::Duties { .. } => vec![Order::Duties(menu.usual_duties.clone()), Order::Duties(Vec::new())],
        Phase::Repel { .. } => {
            let mut offered = vec![Order::Repel(menu.usual_stands.clone())];
            for it in &menu.fights {
                for &(boarder, _) in &it.boarders {
                    let (parties, marines) = (it.parties.min(3), it.marines);
                    if 0 < parties + marines {
                        let stand = Stand { ship: it.ship, boarder, parties, marines };
                        offered.push(Order::Repel(vec![stand]));
                    }
                }
            }
            offered
        }
        _ => Vec::new(),
    }
}
