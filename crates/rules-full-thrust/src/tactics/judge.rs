//! What positions and blows are worth, fast and by rule of thumb.

use geometry::{Length, Point};

use crate::{
    Battle,
    fire::gunnery::is_gun,
    movement::plot::{self, Plot},
    setup::tactics as goals,
    ship::{Motion, ShipId},
    yard::design::{Kind, Orientation},
};

/// A place and a bow, in thousandths of an MU.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    x: i64,
    y: i64,
    /// The way of the bow, out of 1,024.
    bow: (i64, i64),
}

/// Sine of each clock point, out of 1,024.
const SINE: [i64; 12] = [0, 512, 887, 1024, 887, 512, 0, -512, -887, -1024, -887, -512];

impl Spot {
    pub(crate) fn of(motion: &Motion) -> Spot {
        let point = usize::from(motion.facing.get()) % 12;
        let milli = |it: Length| it.0 / (Length::PER_UNIT / 1_000);
        Spot { x: milli(motion.at.x), y: milli(motion.at.y), bow: (SINE[point], SINE[(point + 3) % 12]) }
    }

    /// How far a vector ship, that drifts to `then`, is from another once it has taken the other's speed with
    /// that much thrust, in thousandths of an MU.
    pub(crate) fn abreast(&self, then: &Spot, rating: u8, other: &Craft<'_>) -> i64 {
        let speed = |from: &Spot, to: &Spot| (to.x - from.x, to.y - from.y);
        let (own, its) = (speed(self, then), speed(&other.there, &other.then));
        let (east, north) = (own.0 - its.0, own.1 - its.1);
        let turns = (east * east + north * north).isqrt() / i64::from(rating.max(1));
        let at = Spot { x: self.x + east * turns / 2_000, y: self.y + north * turns / 2_000, ..*self };
        at.away(&other.there)
    }

    /// Whether another lies before the bow, within 2 MU of the line, from so many MU to so many.
    pub(crate) fn is_ahead(&self, other: &Spot, near: i64, far: i64) -> bool {
        let (east, north) = (other.x - self.x, other.y - self.y);
        let ahead = (east * self.bow.0 + north * self.bow.1) / 1_024;
        let right = (east * self.bow.1 - north * self.bow.0) / 1_024;
        (1_000 * near..=1_000 * far).contains(&ahead) && right.abs() <= 2_000
    }

    /// Whether a rock, a planet or a section of a starbase lies between.
    fn is_hidden(&self, other: &Spot, battle: &Battle) -> bool {
        let milli = |it: Length| i128::from(it.0 / (Length::PER_UNIT / 1_000));
        let (x, y) = (i128::from(self.x), i128::from(self.y));
        let (east, north) = (i128::from(other.x) - x, i128::from(other.y) - y);
        let square = east * east + north * north;
        let hides = |at: Point, radius: Length| {
            let (dx, dy) = (milli(at.x) - x, milli(at.y) - y);
            let (along, beside) = (east * dx + north * dy, east * dy - north * dx);
            let radius = milli(radius);
            0 < along && along < square && beside * beside < radius * radius * square
        };
        battle.bodies().any(|(_, body)| body.kind.blocks() && hides(body.at, body.radius))
            || battle.walls().any(|(_, at, radius)| {
                // A section does not hide itself.
                let own = |spot: &Spot| {
                    (milli(at.x) - i128::from(spot.x)).abs() < 500
                        && (milli(at.y) - i128::from(spot.y)).abs() < 500
                };
                !own(self) && !own(other) && hides(at, radius)
            })
    }

    /// Distance in thousandths of an MU.
    pub(crate) fn away(&self, other: &Spot) -> i64 {
        self.square(other).isqrt()
    }

    /// The distance of the nearest of several.
    pub(crate) fn nearest<'a>(&self, others: impl Iterator<Item = &'a Spot>) -> Option<i64> {
        // One root for all: the nearest by its square is the nearest.
        others.map(|other| self.square(other)).min().map(i64::isqrt)
    }

    fn square(&self, other: &Spot) -> i64 {
        let (east, north) = (other.x - self.x, other.y - self.y);
        east * east + north * north
    }
}

/// The squares of where each band of 6 MU ends.
const BANDS: [i64; 12] = {
    let mut ends = [0; 12];
    let mut n = 0;
    while n < 12 {
        let end = 6_000 * (n as i64 + 1);
        ends[n] = end * end;
        n += 1;
    }
    ends
};

/// A ship as the players weigh it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Craft<'a> {
    pub(crate) id: ShipId,
    battle: &'a Battle,
    fire: &'a [[[u32; 12]; 6]; 2],
    beta: bool,
    rolled: bool,
    /// What is left of its guns, out of 1,000.
    power: i64,
    /// What screens leave of a beam, out of 1,000.
    open: i64,
    /// What a point on it is worth, about 1,000.
    pub(crate) worth: i64,
    /// Points that would end it, in thousandths.
    pub(crate) left: i64,
    pub(crate) controls: usize,
    /// A carrier or an unarmed ship, that keeps away from enemies.
    pub(crate) shy: bool,
    /// Where it will be, and where it drifts to after that.
    pub(crate) there: Spot,
    pub(crate) then: Spot,
}

impl<'a> Craft<'a> {
    pub(crate) fn new(battle: &'a Battle, id: ShipId, there: Motion) -> Craft<'a> {
        let (ship, blueprint) = (battle.ship(id), battle.field.blueprint(id));
        let guns = |kind: &Kind| is_gun(kind) && kind.needs_fire_control();
        let built = blueprint.icons_of(guns).count() as i64;
        let working = battle.working(id, guns).filter(|&icon| !ship.doomed.contains(icon)).count() as i64;
        let controls = usize::from(battle.fire_controls(id));
        let mute = controls == 0 || ship.is_adrift(battle.turn) || !ship.is_active() || ship.cloaked;
        let screens = [1_000, 790, 585, 420][usize::from(battle.screens(id).all.min(3))];
        let armour: i64 = ship.armour.iter().map(|it| i64::from(it.boxes())).sum();
        let left = i64::from(battle.hull_left(id)) + armour;
        Craft {
            id,
            battle,
            fire: &blueprint.firepower,
            beta: blueprint.design.orientation == Orientation::Beta,
            rolled: ship.rolled,
            power: if mute || built == 0 { 0 } else { 1_000 * working / built },
            open: if battle.holofield(id) { screens.min(500) } else { screens },
            worth: worth(battle, id),
            left: left * 1_000,
            controls,
            shy: blueprint.points < 3 * blueprint.craft || (built == 0 && !blueprint.has_ordnance),
            there: Spot::of(&there),
            then: Spot::of(&held(battle, id, there)),
        }
    }

    /// Average points, in thousandths, that it does from one spot at a ship in another.
    pub(crate) fn fire(&self, from: &Spot, at: &Spot, target: &Craft<'_>) -> i64 {
        if self.power == 0 {
            return 0;
        }
        let (east, north) = (at.x - from.x, at.y - from.y);
        let square = east * east + north * north;
        if BANDS[11] <= square {
            return 0;
        }
        // Counted instead of taking the root: most are near.
        let band = BANDS.iter().take_while(|it| **it <= square).count();
        if self.battle.has_terrain() && from.is_hidden(at, self.battle) {
            return 0;
        }
        let ahead = (east * from.bow.0 + north * from.bow.1) / 1_024;
        let right = (east * from.bow.1 - north * from.bow.0) / 1_024;
        // Nothing goes through the rear 60 degrees: tangent of 30 degrees.
        if right.abs() * 1_000 < -ahead * 577 {
            return 0;
        }
        let (ahead, right) = if self.beta {
            // The arcs lie 30 degrees further clockwise.
            ((ahead * 887 + right * 512) / 1_024, (right * 887 - ahead * 512) / 1_024)
        } else {
            (ahead, right)
        };
        let arc = match (right.abs() * 1_000 < ahead.abs() * 577, 0 < ahead, 0 <= right) {
            (true, true, _) => 0,
            (true, false, _) => 3,
            (false, true, true) => 1,
            (false, false, true) => 2,
            (false, false, false) => 4,
            (false, true, false) => 5,
        };
        let arc = match (self.rolled, self.beta) {
            (false, _) => arc,
            (true, false) => (6 - arc) % 6,
            (true, true) => 5 - arc,
        };
        let (beams, others) = (i64::from(self.fire[0][arc][band]), i64::from(self.fire[1][arc][band]));
        if beams + others == 0 {
            return 0;
        }
        (beams * target.open / 1_000 + others) * self.power / 1_000
    }
}

/// Where a ship that changes nothing comes to: straight on, or round its planet, in which case `from` is
/// where it is now or where it will be a turn later.
pub(crate) fn held(battle: &Battle, id: ShipId, from: Motion) -> Motion {
    let Some(next) = battle.round(id, 1) else { return plot::fly(from, &Plot::Hold).motion };
    let at = if from.at == next { battle.round(id, 2).unwrap_or(next) } else { next };
    let (now, then) = (battle.motion(id), battle.voyage(id, &Plot::Hold, 0).flight.motion);
    let turn = i32::from(then.facing.get()) - i32::from(now.facing.get());
    Motion { at, facing: from.facing.turned(turn), ..from }
}

/// How much a point of damage is worth at a target, about 1,000: dear ships near their end first.
fn worth(battle: &Battle, id: ShipId) -> i64 {
    let armour: i64 = battle.ship(id).armour.iter().map(|it| i64::from(it.boxes())).sum();
    let left = i64::from(battle.hull_left(id)) + armour;
    let points = i64::from(battle.field.blueprint(id).points);
    let worth = (points * 150 / (left + 2)).clamp(300, 4_000);
    if battle.hull_left(id) == 0 { 1 } else { worth * goals::stake(battle, id) / 1_000 }
}

/// FT-VIC.1: what a ship has lost of its points, in thousandths of it, smoothly from step to step;
/// `more` points come on top of what it has taken, in thousandths.
pub(crate) fn ruined(battle: &Battle, id: ShipId, more: i64) -> i64 {
    let (ship, blueprint) = (battle.ship(id), battle.field.blueprint(id));
    let hull = i64::from(blueprint.hull()) * 1_000;
    let armour: i64 = 1_000 * ship.armour.iter().map(|it| i64::from(it.boxes())).sum::<i64>();
    let built = 1_000 * i64::from(blueprint.design.armour_boxes());
    // Three quarters of what comes is stopped while there is armour.
    let stopped = armour.min(more * 3 / 4);
    let lost = (i64::from(ship.hull_lost) * 1_000 + more - stopped).min(hull);
    let ends =
        [0, blueprint.rows[0], blueprint.rows.iter().take(2).sum::<u32>()].map(|it| 1_000 * i64::from(it));
    let between = |from: i64, to: i64, low: i64, high: i64| {
        if to <= from { high } else { low + (high - low) * (lost - from) / (to - from) }
    };
    let by_rows = match lost {
        0 => 0,
        _ if lost <= ends[1] => between(0, ends[1], 200, 300),
        _ if lost < ends[2] => between(ends[1], ends[2], 300, 500),
        _ => between(ends[2], hull, 550, 1_000),
    };
    let worn = (built - armour + stopped + lost) * 1_000 / (built + hull).max(1);
    (by_rows * 3 + worn) / 4
}
