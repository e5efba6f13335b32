//! Missiles in flight (TAL-13.3a to TAL-13.6b).

use engine::Table;

use crate::{
    battle::Battle,
    damage::{self, Blasts},
    events::{Cause, DamageEvent, Event, MovementEvent},
    hex::{Arc, Facing, Hex},
    orders::How,
    picks::{self, Owed, Struck},
    ship::Missile,
    tables::Weapon,
};

/// TAL-13.2d: which fighter of a squadron a Missile hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// As its owner's own order says; the weakest if it says nothing.
    Ordered(Option<u8>),
    /// Its owner gave no order for it: he is asked where it matters.
    Asked,
}

/// TAL-13.5a: what a Missile does on contact.
pub(crate) const DAMAGE: u8 = 2;

/// TAL-13.4b: straight, or one hexside to a side and forward.
pub(crate) fn step(missile: &Missile, how: How) -> Option<(Hex, Facing)> {
    let facing = match how {
        How::Straight => missile.facing,
        How::TurnLeft => missile.facing.left(),
        How::TurnRight => missile.facing.right(),
        How::SlipLeft | How::SlipRight | How::Rotate => return None,
    };
    Some((missile.at.step(facing), facing))
}

/// TAL-13.4c, TAL-13.4e: the moves a Missile may make, its default first. It
/// must come nearer where its target stands now if it can, else as near as it
/// can, into a Planet if nothing else is nearer (TAL-17.2.1b); without a
/// target it flies straight on (TAL-13.3b).
pub(crate) fn choices(battle: &Battle, missile: &Missile) -> impl Iterator<Item = How> + use<> {
    let moves = [How::Straight, How::TurnLeft, How::TurnRight];
    let mut legal = [false; 3];
    match missile.target.map(|id| battle.ship(id).at) {
        None => legal[0] = true,
        Some(goal) => {
            let away = moves.map(|how| step(missile, how).map_or(i16::MAX, |(to, _)| to.distance(goal)));
            let now = missile.at.distance(goal);
            let least = away.iter().copied().min().unwrap_or(0);
            for (legal, away) in legal.iter_mut().zip(away) {
                *legal = if least < now { away < now } else { away == least };
            }
        }
    }
    // Straight if it may, else the lower facing.
    let mut order = [0, 1, 2];
    if missile.facing.right() < missile.facing.left() {
        order = [0, 2, 1];
    }
    order.into_iter().filter(move |&it| legal[it]).map(move |it| moves[it])
}

/// Moves a Missile by a legal move. False if it cannot be made any more.
pub(crate) fn fly(table: &mut Table<Battle>, number: u16, how: How, fighter: Option<u8>) -> bool {
    let battle = table.state();
    let Some(missile) = battle.missile(number).filter(|it| !it.moved) else { return false };
    if !choices(battle, missile).any(|it| it == how) {
        return false;
    }
    let Some((to, facing)) = step(missile, how) else { return false };
    let (from, side, target) = (missile.at, missile.side, missile.target);
    table.emit(Event::Movement(MovementEvent::MissileMoved { missile: number, to, facing }));
    // TAL-7.6.1: a moving Missile knows only step (2) and its own detonation.
    if let Some(by) = loss(table.state(), to) {
        table.emit(Event::Movement(MovementEvent::MissileLost { missile: number, by }));
        return true;
    }
    if let Some(target) = target
        && table.state().ship(target).at == to
    {
        let ship = table.state().ship(target);
        let arc = table.state().arc_towards(ship, from);
        let mut blasts = Blasts::default();
        detonate(table, number, arc, Named::Ordered(fighter), &mut blasts);
        damage::settle(table, &mut blasts, side);
    }
    true
}

/// TAL-17.2.1a, TAL-18.1a, TAL-13.4d, TAL-7.5.5: what destroys a Missile in a hex.
pub(crate) fn loss(battle: &Battle, at: Hex) -> Option<Cause> {
    use crate::scenario::TerrainKind;
    match battle.kind_at(at) {
        Some(TerrainKind::Planet) => return Some(Cause::Planet),
        Some(TerrainKind::BlackHole) => return Some(Cause::BlackHole),
        Some(TerrainKind::Asteroid | TerrainKind::Nebula | TerrainKind::WormHole) | None => (),
    }
    let options = &battle.field.options;
    let lost = if options.map_unbounded {
        let far = i16::from(options.missile_lost_beyond);
        !at.is_near() || battle.all_active().all(|id| far < battle.ship(id).at.distance(at))
    } else {
        !battle.board.window.contains(at)
    };
    lost.then_some(Cause::OffMap)
}

/// TAL-13.5a: it hits its target and is gone. Of a squadron one fighter, chosen
/// by the Missile's owner (TAL-13.2d).
pub(crate) fn detonate(
    table: &mut Table<Battle>,
    number: u16,
    arc: Option<Arc>,
    named: Named,
    blasts: &mut Blasts,
) {
    let Some(missile) = table.state().missile(number) else { return };
    let (side, Some(target)) = (missile.side, missile.target) else { return };
    table.emit(Event::Damage(DamageEvent::MissileDetonated { missile: number, ship: target }));
    let ship = table.state().ship(target);
    let cause = Cause::Weapon(Weapon::Missile);
    if table.state().design_of(target).is_fighters() {
        let Named::Ordered(fighter) = named else {
            return picks::owe(table, Owed { side, of: Struck::Squadron(target), cause, points: DAMAGE });
        };
        let chosen = fighter.filter(|&it| it < 3 && 0 < ship.fighters[usize::from(it)]);
        if let Some(fighter) = chosen.or_else(|| ship.weakest_fighter()) {
            damage::hit_fighter(table, target, fighter, cause, DAMAGE);
        }
    } else {
        damage::hit(table, target, arc, cause, DAMAGE, blasts);
    }
}

/// TAL-7.6.1 (6): Missiles aimed at a ship that wait in the hex it entered.
pub(crate) fn waiting(battle: &Battle, ship: crate::ShipId, at: Hex) -> impl Iterator<Item = u16> + '_ {
    battle.board.missiles.iter().filter(move |it| it.at == at && it.target == Some(ship)).map(|it| it.number)
}
