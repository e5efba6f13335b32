//! Turn step 3: moving, turning, side slips (TAL-7.1.1 to TAL-7.3.2), Bases
//! (TAL-14.2), Afterburners (TAL-10.2.2).

use dice::Dice;
use engine::{Findings, Table};

use crate::{
    battle::Battle,
    design::Kind,
    entry::{self, Entering},
    events::{Event, MovementEvent},
    hex::{Facing, Hex},
    missiles,
    orders::{How, Move, Mover},
    picks,
    power::Objection,
    scenario::{Goal, TerrainKind},
    ship::{Missile, Ship, ShipId, Status},
    victory,
};

/// What a ship may do in this movement step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Duty {
    /// TAL-7.1.1: it must move, or rotate.
    Required,
    /// TAL-10.2.2: it may burn an Afterburner.
    Afterburner,
    None,
}

pub(crate) fn duty(battle: &Battle, ship: &Ship) -> Duty {
    if ship.moved || !ship.is_active() {
        Duty::None
    } else if battle.is_scheduled(ship) {
        Duty::Required
    } else if 0 < ship.afterburners {
        // TAL-10.2.3: never in an Impulse in which it moves anyway, and one at most.
        Duty::Afterburner
    } else {
        Duty::None
    }
}

/// TAL-7.1.2, TAL-7.2.1, TAL-7.3.1: where a move leads.
pub(crate) fn step(ship: &Ship, how: How) -> (Hex, Facing) {
    let facing = match how {
        How::TurnLeft => ship.facing.left(),
        How::TurnRight | How::Rotate => ship.facing.right(),
        How::Straight | How::SlipLeft | How::SlipRight => ship.facing,
    };
    let way = match how {
        How::SlipLeft => ship.facing.left(),
        How::SlipRight => ship.facing.right(),
        How::Straight | How::TurnLeft | How::TurnRight | How::Rotate => facing,
    };
    (if how == How::Rotate { ship.at } else { ship.at.step(way) }, facing)
}

/// Why a ship may not move so.
pub(crate) fn objection(battle: &Battle, id: ShipId, how: How) -> Option<Objection> {
    let ship = battle.ship(id);
    let base = battle.field.design_of(ship).is_base();
    match duty(battle, ship) {
        Duty::None if ship.moved => return Some(("TAL-5.1.2", "it has moved in this Impulse")),
        Duty::None => return Some(("TAL-4.1.1", "it does not move in this Impulse")),
        Duty::Required | Duty::Afterburner => (),
    }
    // TAL-10.2.4: an Afterburner's move obeys Helm Down, needs no AP and works under Power Loss.
    let helm = ship.criticals.helm_down;
    match how {
        How::Rotate => (!base).then_some(("TAL-14.2", "only a Base rotates")),
        _ if base => Some(("TAL-14.2", "a Base can only rotate")),
        How::Straight => None,
        How::TurnLeft | How::TurnRight if helm => Some(("TAL-CRIT.4", "its helm is down")),
        // TAL-7.2.2a.
        How::TurnLeft | How::TurnRight => {
            (0 < ship.turn_left).then_some(("TAL-7.2.2a", "it has a Turn Radius marker"))
        }
        How::SlipLeft | How::SlipRight if helm => Some(("TAL-CRIT.4", "its helm is down")),
        How::SlipLeft | How::SlipRight => (!ship.slip).then_some(("TAL-7.3.2", "it has no Side Slip marker")),
    }
}

/// The legal moves of a ship, its default first.
pub(crate) fn choices(battle: &Battle, id: ShipId) -> impl Iterator<Item = How> + '_ {
    How::ALL.into_iter().filter(move |&how| objection(battle, id, how).is_none())
}

/// TAL-7.2.2b, TAL-7.1.2, TAL-7.3.2: the Turn Radius marker after a move.
pub(crate) fn turn_left(battle: &Battle, ship: &Ship, how: How) -> u8 {
    match how {
        How::TurnLeft | How::TurnRight => battle.turn_radius(ship),
        How::Straight | How::SlipLeft | How::SlipRight => ship.turn_left.saturating_sub(1),
        How::Rotate => ship.turn_left,
    }
}

/// TAL-16.1, TAL-16.2b, TAL-16.2c, TAL-16.3a: what the ship may dock in or land on at `to`.
pub(crate) fn berth(battle: &Battle, id: ShipId, to: Hex) -> Option<Berthing> {
    let ship = battle.ship(id);
    let design = battle.field.design_of(ship);
    let host = |kinds: &[Kind]| {
        let is = |&it: &ShipId| {
            it != id && battle.ship(it).side == ship.side && kinds.contains(&battle.design_of(it).kind)
        };
        battle.ships_at(to).find(is).map(Berthing::Dock)
    };
    match design.kind {
        Kind::Fighters => host(&[Kind::Carrier, Kind::Base]),
        Kind::Transport if battle.speed(ship) == 1 => match battle.field.goal_of(ship) {
            Some(Goal::Dock) => host(&[Kind::Base]),
            Some(Goal::Land) => (battle.kind_at(to) == Some(TerrainKind::Planet)).then_some(Berthing::Land),
            Some(Goal::WormHole) | None => None,
        },
        Kind::Ship | Kind::Base | Kind::Carrier | Kind::Transport => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Berthing {
    Dock(ShipId),
    Land,
}

/// Whether `side` has anything to decide in this step.
pub(crate) fn has_choice(battle: &Battle, side: u8) -> bool {
    let mut required = 0;
    for id in battle.active(side) {
        let ship = battle.ship(id);
        match duty(battle, ship) {
            Duty::Required => {
                required += 1;
                // The order of several movers is a choice, too (TAL-7.1.1).
                if 1 < required
                    || choices(battle, id).nth(1).is_some()
                    || berth(battle, id, step(ship, How::Straight).0).is_some()
                {
                    return true;
                }
            }
            Duty::Afterburner => return true,
            Duty::None => (),
        }
    }
    for missile in battle.board.missiles.iter().filter(|it| it.side == side && !it.moved) {
        required += 1;
        if 1 < required || missiles::choices(battle, missile).nth(1).is_some() || names(battle, missile) {
            return true;
        }
    }
    false
}

/// TAL-13.2d: whether the next move of a Missile lets its owner name the fighter it strikes.
fn names(battle: &Battle, missile: &Missile) -> bool {
    let to = missiles::choices(battle, missile).find_map(|how| missiles::step(missile, how)).map(|it| it.0);
    missile.target.is_some_and(|it| Some(battle.ship(it).at) == to && picks::matters(battle, it))
}

pub(crate) fn check(battle: &Battle, side: u8, moves: &[Move], found: &mut Findings) {
    for (n, wanted) in moves.iter().enumerate() {
        let twice = moves[..n].iter().any(|it| it.mover == wanted.mover);
        match wanted.mover {
            Mover::Ship(id) => {
                if !battle.is_own(side, id, "TAL-7.1.1", found) {
                    continue;
                }
                let tag = || battle.tag(id);
                if let Some((rule, reason)) = objection(battle, id, wanted.how) {
                    found.add(rule, format!("{}: {reason}", tag()));
                } else if wanted.dock && !may_declare(battle, id, step(battle.ship(id), wanted.how).0) {
                    found.add("TAL-16.1", format!("{}: it cannot dock or land there", tag()));
                }
                found.require(!twice, "TAL-5.1.2", || format!("{}: it moves twice", tag()));
                found.require(wanted.fighter.is_none(), "TAL-13.2d", || {
                    format!("{}: only a Missile names a fighter", tag())
                });
            }
            Mover::Missile(number) => {
                let Some(missile) = battle.missile(number).filter(|it| it.side == side) else {
                    found.add("TAL-13.4a", format!("no Missile {number} of yours"));
                    continue;
                };
                found.require(!missile.moved && !twice, "TAL-13.4a", || {
                    format!("Missile {number} moves twice")
                });
                let legal = missiles::choices(battle, missile).any(|it| it == wanted.how);
                let rule = match wanted.how {
                    How::SlipLeft | How::SlipRight | How::Rotate => "TAL-13.4b",
                    _ if missile.target.is_none() => "TAL-13.3b",
                    How::Straight | How::TurnLeft | How::TurnRight => "TAL-13.4c",
                };
                found.require(legal, rule, || format!("Missile {number} cannot go there"));
                let named = wanted.fighter.is_none_or(|it| it < 3);
                found.require(named, "TAL-13.2d", || format!("Missile {number}: no such fighter"));
                found.require(!wanted.dock && !wanted.other_first, "TAL-13.5c", || {
                    format!("Missile {number} neither docks nor collides")
                });
            }
        }
    }
}

/// TAL-16.2d: a declaration may wait for a Base or Carrier that moves there first; it lapses if it does not.
fn may_declare(battle: &Battle, id: ShipId, to: Hex) -> bool {
    if berth(battle, id, to).is_some() {
        return true;
    }
    let ship = battle.ship(id);
    let comes = |it: ShipId| {
        it != id
            && battle.design_of(it).kind == Kind::Carrier
            && choices(battle, it).any(|how| step(battle.ship(it), how).0 == to)
    };
    battle.design_of(id).is_fighters() && battle.active(ship.side).any(comes)
}

/// Carries out one move. False if it has become impossible.
pub(crate) fn perform(table: &mut Table<Battle>, wanted: Move) -> bool {
    match wanted.mover {
        Mover::Missile(number) => missiles::fly(table, number, wanted.how, wanted.fighter),
        Mover::Ship(id) => {
            let battle = table.state();
            if !battle.ship(id).is_active() || objection(battle, id, wanted.how).is_some() {
                return false;
            }
            move_ship(table, id, wanted);
            true
        }
    }
}

fn move_ship(table: &mut Table<Battle>, id: ShipId, wanted: Move) {
    let battle = table.state();
    let ship = battle.ship(id);
    let (from, side) = (ship.at, ship.side);
    let (to, facing) = step(ship, wanted.how);
    if wanted.how == How::Rotate {
        return table.emit(Event::Movement(MovementEvent::Rotated { ship: id, facing }));
    }
    let afterburner = !battle.is_scheduled(ship);
    let turn_left = turn_left(battle, ship, wanted.how);
    let how = wanted.how;
    table.emit(Event::Movement(MovementEvent::Moved { ship: id, how, to, facing, turn_left, afterburner }));
    let entering = Entering { from, current: side, dock: wanted.dock, other_first: wanted.other_first };
    entry::enter(table, id, entering);
}

/// TAL-7.1.1: what must still move does so by default: ships by number, then
/// Missiles (straight on, even if fatal). False if somebody must choose before the rest.
pub(crate) fn finish(table: &mut Table<Battle>, side: u8) -> bool {
    for id in table.state().ship_ids() {
        // TAL-VIC.9: nobody moves after the instant that decides.
        if victory::at_once(table.state()) {
            return true;
        }
        if picks::due(table).is_some() {
            return false;
        }
        let battle = table.state();
        let ship = battle.ship(id);
        if ship.side == side && duty(battle, ship) == Duty::Required {
            let how = if battle.field.design_of(ship).is_base() { How::Rotate } else { How::Straight };
            perform(table, Move::ship(id, how));
        }
    }
    while !victory::at_once(table.state()) {
        if picks::due(table).is_some() {
            return false;
        }
        let battle = table.state();
        let next = battle.board.missiles.iter().find(|it| it.side == side && !it.moved);
        let Some(missile) = next else { return true };
        let how = missiles::choices(battle, missile).next().unwrap_or(How::Straight);
        perform(table, Move::missile(missile.number, how));
    }
    true
}

pub(crate) fn apply(battle: &mut Battle, event: &MovementEvent) {
    match event {
        MovementEvent::Moved { ship, to, facing, turn_left, afterburner, .. } => {
            let ship = battle.ship_mut(*ship);
            (ship.at, ship.facing, ship.turn_left) = (*to, *facing, *turn_left);
            ship.moved = true;
            // TAL-6.1.3, TAL-7.3.2: the marker leaves at the next move, used or not.
            ship.slip = false;
            if *afterburner {
                ship.afterburners -= 1;
            }
        }
        MovementEvent::Rotated { ship, facing } => {
            let ship = battle.ship_mut(*ship);
            ship.facing = *facing;
            ship.moved = true;
        }
        // TAL-7.6.2, TAL-15.1.2b: facing and markers stay as they are.
        MovementEvent::Displaced { ship, to, .. } => battle.ship_mut(*ship).at = *to,
        MovementEvent::Floated { window } => battle.board.window = *window,
        MovementEvent::TerrainDropped { at } => {
            std::sync::Arc::make_mut(&mut battle.board.terrain).retain(|it| it.at != *at);
        }
        MovementEvent::Left { ship, exit } => {
            let exit = Status::Retreated(*exit);
            crate::damage::gone(battle, *ship, exit);
            // TAL-11.1.6: what is docked in it leaves with it.
            for docked in &mut battle.board.ships {
                if docked.status == Status::Docked(*ship) {
                    docked.status = exit;
                }
            }
        }
        MovementEvent::Docked { ship, host } => crate::damage::gone(battle, *ship, Status::Docked(*host)),
        MovementEvent::Landed { ship } => crate::damage::gone(battle, *ship, Status::Landed),
        MovementEvent::NebulaEntered { ship } => battle.ship_mut(*ship).reinforced = [None; 4],
        MovementEvent::Collided { .. } => (),
        MovementEvent::MissileMoved { missile, to, facing } => {
            if let Some(missile) = battle.missile_mut(*missile) {
                (missile.at, missile.facing, missile.moved) = (*to, *facing, true);
            }
        }
        MovementEvent::MissilePulled { missile, to } => {
            if let Some(missile) = battle.missile_mut(*missile) {
                missile.at = *to;
            }
        }
        MovementEvent::MissileLost { missile, .. } => {
            battle.board.missiles.retain(|it| it.number != *missile);
        }
    }
}

pub(crate) fn sample(battle: &Battle, side: u8, dice: &mut Dice) -> Vec<Move> {
    let mut moves = Vec::new();
    for id in battle.active(side) {
        match duty(battle, battle.ship(id)) {
            Duty::Required => (),
            Duty::Afterburner if dice.one_in(4) => (),
            Duty::Afterburner | Duty::None => continue,
        }
        let mut all = [How::Straight; 6];
        let mut count = 0;
        for how in choices(battle, id) {
            all[count] = how;
            count += 1;
        }
        if 0 < count {
            let how = *dice.pick(&all[..count]);
            let dock = berth(battle, id, step(battle.ship(id), how).0).is_some() && dice.one_in(2);
            moves.push(Move { dock, other_first: count == 3 && dice.one_in(20), ..Move::ship(id, how) });
        }
    }
    for missile in battle.board.missiles.iter().filter(|it| it.side == side && !it.moved) {
        let all: Vec<How> = missiles::choices(battle, missile).collect();
        moves.push(Move::missile(missile.number, *dice.pick(&all)));
    }
    if 1 < moves.len() && dice.one_in(3) {
        let (a, b) = (dice.index(moves.len()), dice.index(moves.len()));
        moves.swap(a, b);
    }
    moves
}
