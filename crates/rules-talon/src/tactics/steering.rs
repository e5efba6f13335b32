//! Where to go: a short look ahead along one's own moves.

use crate::{
    battle::Battle,
    hex::Hex,
    movement::{self, Duty},
    orders::How,
    scenario::{Goal, TerrainKind},
    ship::{Ship, ShipId},
    tables::Impulse,
};

use super::{
    formation,
    worth::{self, Guns, Mark, Price, Stand},
};

/// How far ahead a captain looks, in own moves.
const DEPTH: u8 = 3;

/// Everything about the mover that changes along a path.
#[derive(Clone, Copy, Debug)]
struct Path {
    stand: Stand,
    turn_left: u8,
}

/// A ship that looks where to go, with all that stays the same while it weighs one move after the other.
pub(super) struct Lookout<'a> {
    battle: &'a Battle,
    id: ShipId,
    ship: &'a Ship,
    guns: Guns,
    mark: Mark,
    price: Price,
    fighters: bool,
    turn_radius: u8,
    /// There is nothing on the map but ships and Missiles.
    empty: bool,
    foes: Vec<Foe>,
    errand: Option<Hex>,
}

/// An enemy in the places where he may be met.
struct Foe {
    guns: Guns,
    mark: Mark,
    base: bool,
    prey: bool,
    /// Now, and after so many moves straight on.
    ahead: [Stand; DEPTH as usize],
}

impl<'a> Lookout<'a> {
    pub(super) fn of(battle: &'a Battle, id: ShipId) -> Lookout<'a> {
        let ship = battle.ship(id);
        let foe = |it: ShipId| {
            let ship = battle.ship(it);
            let ahead = std::array::from_fn(|steps| Stand::of(ship).ahead(steps as u8));
            Foe {
                guns: Guns::of(battle, ship),
                mark: Mark::of(battle, ship),
                base: battle.design_of(it).is_base(),
                prey: worth::is_prey(battle, ship),
                ahead,
            }
        };
        let foes = battle.active(1 - ship.side).map(foe).collect();
        let design = battle.field.design_of(ship);
        Lookout {
            battle,
            id,
            ship,
            guns: Guns::of(battle, ship),
            mark: Mark::of(battle, ship),
            price: worth::price(design),
            fighters: design.is_fighters(),
            turn_radius: battle.turn_radius(ship),
            empty: battle.board.terrain.is_empty(),
            foes,
            errand: errand(battle, ship),
        }
    }

    /// The worth of a move: the place it leads to, and the best that may follow.
    pub(super) fn value(&self, how: How) -> i32 {
        let (at, facing) = movement::step(self.ship, how);
        let turn_left = movement::turn_left(self.battle, self.ship, how);
        let path = Path { stand: Stand { at, facing }, turn_left };
        let slip = matches!(how, How::SlipLeft | How::SlipRight);
        self.place(path.stand, 0) + self.onward(path, 1) + i32::from(slip)
    }

    /// What it has to expect if it stays where it is.
    pub(super) fn staying(&self) -> i32 {
        let path = Path { stand: Stand::of(self.ship), turn_left: self.ship.turn_left };
        self.place(path.stand, 0) + self.onward(path, 1)
    }

    /// The best continuation with a marker of so many hexes, in the next move.
    pub(super) fn with_marker(&self, turn_left: u8) -> i32 {
        self.onward(Path { stand: Stand::of(self.ship), turn_left }, 0)
    }

    fn onward(&self, path: Path, depth: u8) -> i32 {
        if DEPTH <= depth {
            return 0;
        }
        let mut best = i32::MIN;
        for how in [How::Straight, How::TurnLeft, How::TurnRight] {
            let turns = how != How::Straight;
            if turns && (0 < path.turn_left || self.ship.criticals.helm_down) {
                continue;
            }
            let facing = match how {
                How::TurnLeft => path.stand.facing.left(),
                How::TurnRight => path.stand.facing.right(),
                How::Straight | How::SlipLeft | How::SlipRight | How::Rotate => path.stand.facing,
            };
            let stand = Stand { at: path.stand.at.step(facing), facing };
            let turn_left = if turns { self.turn_radius } else { path.turn_left.saturating_sub(1) };
            let worth = self.place(stand, depth) + self.onward(Path { stand, turn_left }, depth + 1);
            best = best.max(worth);
        }
        // What is further off is less certain.
        best * 7 / 10
    }

    /// What a place is worth after `depth` further moves.
    fn place(&self, stand: Stand, depth: u8) -> i32 {
        let mut sum = self.hazard(stand.at, depth);
        if let Some(goal) = self.errand {
            return sum - 600 * i32::from(goal.distance(stand.at)) - self.worries(stand, depth) / 2;
        }
        let (mut near, mut prey) = (i16::MAX, i16::MAX);
        for foe in &self.foes {
            // The enemy goes on as he goes; this Turn he has not moved yet.
            let there = foe.ahead[usize::from(if foe.base { 0 } else { depth })];
            sum += self.guns.threat(stand, &foe.mark, there);
            let mut danger = foe.guns.threat(there, &self.mark, stand);
            if depth == 0 && !foe.base {
                // He may come on before he fires.
                danger = danger.max(foe.guns.threat(foe.ahead[1], &self.mark, stand));
            }
            // Who minds it more lets a fleeing enemy go.
            sum -= danger * 3 / 10;
            let away = there.at.distance(stand.at);
            near = near.min(away);
            if foe.prey {
                prey = prey.min(away);
            }
        }
        // A convoy gets away, and a Base stands, while others are fought.
        let near = if prey == i16::MAX { near } else { prey };
        sum - 85 * i32::from((near.min(60) - 2).abs())
    }

    fn worries(&self, stand: Stand, depth: u8) -> i32 {
        let threat = |foe: &Foe| foe.guns.threat(foe.ahead[usize::from(depth)], &self.mark, stand);
        self.foes.iter().map(threat).sum()
    }

    /// What the hex itself does to a ship.
    fn hazard(&self, at: Hex, depth: u8) -> i32 {
        let Lookout { battle, id, ship, price, .. } = *self;
        let mut sum = if self.empty { 0 } else { self.terrain(at, depth) };
        if depth == 0 {
            let friend = |it: &ShipId| {
                let other = battle.ship(*it);
                // Who has to move as well makes room.
                *it != id
                    && other.side == ship.side
                    && !battle.design_of(*it).is_base()
                    && !(formation::is_kept(battle) && movement::duty(battle, other) == Duty::Required)
            };
            let collisions = battle.ships_at(at).filter(friend).count() as i32;
            sum -= collisions * price.shield.max(price.hull / 2) * 8;
            let waiting = battle.board.missiles.iter().filter(|it| it.target == Some(id));
            let contact = waiting.filter(|it| it.at.distance(at) <= 1).count() as i32;
            sum -= contact * price.shield;
        }
        sum
    }

    /// What lies there, and the pull of a Black Hole.
    fn terrain(&self, at: Hex, depth: u8) -> i32 {
        let Lookout { battle, price, fighters, .. } = *self;
        let mut sum = 0;
        match battle.kind_at(at) {
            Some(TerrainKind::Planet | TerrainKind::BlackHole) => sum -= 200_000,
            Some(TerrainKind::Asteroid) if !fighters => sum -= price.shield,
            Some(TerrainKind::Nebula) if !fighters => sum -= price.shield * 6,
            Some(TerrainKind::WormHole) => {
                if self.errand.is_some() {
                    sum += 20_000;
                }
            }
            Some(TerrainKind::Asteroid | TerrainKind::Nebula) | None => (),
        }
        if let Some(hole) = battle.black_hole(at) {
            let away = i32::from(hole.distance(at));
            let late = battle.board.impulse >= Impulse::E || 0 < depth;
            sum -= match away {
                ..=1 if late => 60_000,
                2 if late => 8_000,
                ..=2 => 4_000,
                3 => 500,
                8 => 1_000,
                9.. => 6_000,
                _ => 0,
            };
        }
        sum
    }
}

/// Where a Transport wants to be.
fn errand(battle: &Battle, ship: &Ship) -> Option<Hex> {
    if !worth::is_convoy(battle, ship) {
        return None;
    }
    match battle.field.goal_of(ship)? {
        Goal::WormHole => {
            battle.board.terrain.iter().find(|it| it.kind == TerrainKind::WormHole).map(|it| it.at)
        }
        Goal::Land => battle.board.terrain.iter().find(|it| it.kind == TerrainKind::Planet).map(|it| it.at),
        Goal::Dock => {
            battle.active(ship.side).find(|&it| battle.design_of(it).is_base()).map(|it| battle.ship(it).at)
        }
    }
}
