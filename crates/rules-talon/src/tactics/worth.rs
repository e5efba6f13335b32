//! What ships, places and shots are worth to the computer players. Taste, not rules.

use std::sync::LazyLock;

use crate::{
    battle::Battle,
    design::{Design, Kind},
    hex::{Arc, Facing, Hex, arc_of},
    scenario::Victory,
    ship::{Ship, ShipId},
    tables::Weapon,
};

/// Six times the expected damage by weapon and range.
static EXPECTED: LazyLock<[[i32; 5]; 6]> = LazyLock::new(|| {
    Weapon::ALL.map(|weapon| {
        [0, 1, 2, 3, 4].map(|range| match weapon {
            // Many are shot down or outrun.
            Weapon::Missile if weapon.reaches(range) => 8,
            Weapon::Phaser
            | Weapon::Torpedo
            | Weapon::WaveMotionGun
            | Weapon::Disruptor
            | Weapon::FusionCannon
            | Weapon::Missile => weapon.row(range).map_or(0, |row| row.iter().map(|&it| i32::from(it)).sum()),
        })
    })
});

pub(super) fn expected(weapon: Weapon, range: i16) -> i32 {
    if (1..=4).contains(&range) { EXPECTED[weapon as usize][range as usize] } else { 0 }
}

/// The best a weapon can hope for, six times.
pub(super) fn best(weapon: Weapon) -> i32 {
    EXPECTED[weapon as usize].iter().copied().max().unwrap_or(0)
}

/// What one hull box and one shield box of a ship are worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Price {
    pub(super) hull: i32,
    pub(super) shield: i32,
}

/// What a box is worth to those who fight over it. Bases and Transports are what the battle is about.
pub(super) fn price(design: &Design) -> Price {
    if design.kind == Kind::Transport { shared(design, 80) } else { own_price(design) }
}

/// What a box is worth as a part of the ship.
fn own_price(design: &Design) -> Price {
    shared(design, if design.is_base() { 15 } else { 10 })
}

fn shared(design: &Design, each: i32) -> Price {
    let points = i32::from(design.points) * each;
    if design.is_fighters() {
        return Price { hull: points * 10 / 6, shield: 0 };
    }
    let shields: i32 = design.shields.by_arc().iter().map(|&it| i32::from(it)).sum();
    Price { hull: points * 6 / design.hull.len() as i32, shield: points * 4 / shields.max(1) }
}

/// What a ship is worth as it is, in tens of its points.
pub(super) fn ship_worth(battle: &Battle, ship: &Ship) -> i32 {
    let design = battle.field.design_of(ship);
    let price = own_price(design);
    if design.is_fighters() {
        return price.hull * ship.fighters.iter().map(|&it| i32::from(it)).sum::<i32>();
    }
    let hull = design.hull.len() as i32 - i32::from(ship.hull_marked);
    let shields: i32 = ship.shields.iter().map(|&it| i32::from(it)).sum();
    let points = i32::from(design.points);
    let mut worth = price.hull * hull + price.shield * shields;
    let lost = (0..design.bars()).filter(|&bar| ship.bars[bar].destroyed).count() as i32;
    worth -= lost * points * 3 / 2;
    worth -= i32::from(ship.criticals.shields_down) * points * 2;
    worth -= i32::from(ship.criticals.power_loss) * points * 2;
    worth -= i32::from(ship.criticals.helm_down) * points;
    worth -= i32::from(ship.criticals.turn + ship.criticals.power) * points / 2;
    // Charge is worth something, and so is a full Battery.
    for bar in 0..design.bars() {
        if let Some(group) = design.group(bar) {
            let boxes = i32::from(ship.bars[bar].red) * 2 + i32::from(ship.bars[bar].yellow);
            worth += boxes * best(group.weapon) * i32::from(group.count) * 2
                / (i32::from(group.red) * 2 + i32::from(group.yellow)).max(1);
        }
    }
    worth += i32::from(ship.battery) * 12 + i32::from(ship.afterburners) * 6;
    worth.max(points)
}

/// A ship somewhere: where it is, or where it might be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    pub(super) at: Hex,
    pub(super) facing: Facing,
}

impl Stand {
    pub(super) fn of(ship: &Ship) -> Stand {
        Stand { at: ship.at, facing: ship.facing }
    }

    pub(super) fn ahead(self, steps: u8) -> Stand {
        let mut at = self.at;
        for _ in 0..steps {
            at = at.step(self.facing);
        }
        Stand { at, ..self }
    }
}

/// How ready a bar is, in parts of a hundred.
pub(super) fn readiness(design: &Design, ship: &Ship, bar: usize) -> i32 {
    let Some(group) = design.group(bar) else { return 0 };
    let it = ship.bars[bar];
    if it.destroyed {
        return 0;
    }
    let (red, yellow) = (group.red - it.red.min(group.red), group.yellow - it.yellow.min(group.yellow));
    match (red, yellow) {
        (0, 0) => 100,
        (0, 1) => 60,
        (0, 2) => 40,
        (0, _) => 25,
        (1, 0..=2) => 20,
        _ => 10,
    }
}

/// A ship as a target: what keeps harm off it, and what harm is worth, from wherever it comes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    price: Price,
    /// Points times six, by arc; none where they are down.
    shields: [i32; 4],
    /// What is left of the hull, times six.
    left: i32,
}

impl Mark {
    pub(super) fn of(battle: &Battle, ship: &Ship) -> Mark {
        let design = battle.field.design_of(ship);
        let up = battle.shields_up(ship);
        let shield =
            |arc: Arc| 6 * (i32::from(ship.shield(arc)) + i32::from(ship.reinforced[arc.index()].is_some()));
        let left = if design.is_fighters() {
            12
        } else {
            6 * (design.hull.len() as i32 - i32::from(ship.hull_marked))
        };
        Mark { price: price(design), shields: if up { Arc::ALL.map(shield) } else { [0; 4] }, left }
    }

    /// What `points` (six times) on an arc are worth.
    #[inline]
    pub(super) fn harm(&self, arc: Option<Arc>, points: i32) -> i32 {
        let Mark { price, shields, left } = *self;
        let shield = arc.map_or(0, |arc| shields[arc.index()]);
        let (on_shield, on_hull) = (points.min(shield), (points - shield).max(0));
        // What kills is worth more than what scratches.
        let kill = if left <= on_hull { price.hull * left / 6 } else { 0 };
        (on_shield * price.shield + on_hull.min(left) * price.hull) / 6 + kill
    }
}

/// What the groups of a ship may hope to do as they are now: six times the points, by range from 1 and by
/// arc.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guns([[i32; 4]; 4]);

impl Guns {
    pub(super) fn of(battle: &Battle, ship: &Ship) -> Guns {
        let design = battle.field.design_of(ship);
        let mut points = [[0; 4]; 4];
        for bar in 0..design.bars() {
            let Some(group) = design.group(bar) else { continue };
            let share = i32::from(group.count) * readiness(design, ship, bar);
            if share == 0 {
                continue;
            }
            let [_, hoped @ ..] = EXPECTED[group.weapon as usize];
            let hoped: [i32; 4] = hoped.map(|it| it * share);
            for arc in Arc::ALL {
                if group.arcs.contains(arc) {
                    points.iter_mut().zip(hoped).for_each(|(by_arc, hoped)| by_arc[arc.index()] += hoped);
                }
            }
        }
        Guns(points.map(|by_arc| by_arc.map(|it| it / 100)))
    }

    /// What they threaten to do, from one place, to a target in another.
    #[inline]
    pub(super) fn threat(&self, from: Stand, target: &Mark, to: Stand) -> i32 {
        let range = from.at.distance(to.at);
        if 4 < range || range == 0 {
            return 0;
        }
        let Some(arc) = arc_of(from.at, from.facing, to.at) else { return 0 };
        let points = self.0[range as usize - 1][arc.index()];
        if points == 0 {
            return 0;
        }
        target.harm(arc_of(to.at, to.facing, from.at), points)
    }
}

/// The same for a ship that is asked about once.
pub(super) fn threat(battle: &Battle, ship: &Ship, from: Stand, target: &Ship, to: Stand) -> i32 {
    let range = from.at.distance(to.at);
    if 4 < range || range == 0 {
        return 0;
    }
    Guns::of(battle, ship).threat(from, &Mark::of(battle, target), to)
}

/// All a side threatens on the map as it is, less what threatens it.
pub(super) fn pressure(battle: &Battle, side: u8) -> i32 {
    let mut sum = 0;
    for own in battle.active(side) {
        for enemy in battle.active(1 - side) {
            let (a, b) = (battle.ship(own), battle.ship(enemy));
            sum += threat(battle, a, Stand::of(a), b, Stand::of(b));
            sum -= threat(battle, b, Stand::of(b), a, Stand::of(a));
        }
    }
    sum
}

/// The enemy ship nearest to a hex.
pub(super) fn nearest(battle: &Battle, side: u8, at: Hex) -> Option<(ShipId, i16)> {
    battle.active(1 - side).map(|id| (id, battle.ship(id).at.distance(at))).min_by_key(|it| it.1)
}

/// The enemy ship to go after: the nearest of those that decide the battle, or of all.
pub(super) fn quarry(battle: &Battle, side: u8, at: Hex) -> Option<(ShipId, i16)> {
    let prey = battle.active(1 - side).filter(|&id| is_prey(battle, battle.ship(id)));
    let away = |id: ShipId| (id, battle.ship(id).at.distance(at));
    prey.map(away).min_by_key(|it| it.1).or_else(|| nearest(battle, side, at))
}

/// Whether a ship decides the battle by its end: one of a convoy that its enemies have to stop, or a
/// Base that they have to destroy.
pub(super) fn is_prey(battle: &Battle, ship: &Ship) -> bool {
    match battle.field.scenario.victory {
        Victory::Base { side } => ship.side == side && battle.field.design_of(ship).is_base(),
        Victory::LastShip | Victory::Convoy { .. } => battle.field.goal_of(ship).is_some(),
    }
}

/// Whether a ship has somewhere better to be than in the fight.
pub(super) fn is_convoy(battle: &Battle, ship: &Ship) -> bool {
    battle.field.design_of(ship).kind == Kind::Transport
}
