//! The captain at the helm: every order worth a thought, judged by what it
//! brings on the way and where it leads. Hundredths of a point throughout.

use std::cell::OnceCell;

use engine::Findings;
use geometry::{Length, Point};

use super::{
    routes::{self, Errand},
    stakes,
};
use crate::{
    Battle, actions,
    helm::{self, Harbour, Helm, Kind, Plan},
    menu::{fan, spokes},
    order::{Guide, Plot},
    sample,
    ship::{Class, Extra, Manifest, Ship, ShipId},
    space::{Dir, Pass, Path, distance, is_below, lu, near},
    torpedo,
};

/// What a shot at a ship that bars a station is worth besides.
pub(super) const RAID: i64 = 700;

/// An enemy as the active ship sees it.
struct Foe {
    id: ShipId,
    at: Point,
    /// Where it will be if it goes on as it goes.
    next: Point,
    way: Path,
    /// Whether we could attack it.
    prey: bool,
    /// Whether it could fire at us.
    armed: bool,
    /// What a torpedo would take from it.
    torpedo: i64,
    free: bool,
    /// Combats are dear to weigh, so each is weighed when first asked for.
    attack: OnceCell<i64>,
    cover: OnceCell<i64>,
    danger: OnceCell<i64>,
}

pub(crate) struct Bridge<'a> {
    battle: &'a Battle,
    id: ShipId,
    foes: Vec<Foe>,
    errand: Errand,
    /// The last day: nothing after it counts.
    last: bool,
}

/// What decides where a vector leads.
type Course = ((Dir, u16), Option<Harbour>, Pass);

/// The vector of the order before: whatever is ordered, it is often the same.
type Latest = Option<(Course, Way)>;

/// What a vector brings, whatever is done besides flying it.
#[derive(Clone, Copy)]
struct Way {
    /// It ends the ship.
    lost: bool,
    /// What leaving the map, or being drawn in, costs.
    outward: i64,
    /// Heat from radiation.
    heat: u8,
    /// All that can be told only of a ship that survives it.
    onward: i64,
}

impl<'a> Bridge<'a> {
    pub(crate) fn new(battle: &'a Battle, id: ShipId) -> Bridge<'a> {
        let ship = battle.ship(id);
        let foe = |other: ShipId| {
            let it = battle.ship(other);
            let free = it.is_free();
            let next = if free { it.at + it.dir.whole(it.speed) } else { it.at };
            let warship = !ship.class.is_civilian();
            let close = near(it.at, ship.at, lu(26)) || near(next, ship.at, lu(26));
            Foe {
                id: other,
                at: it.at,
                next,
                way: Path::straight(it.at, it.dir, if free { lu(i32::from(it.speed)) } else { Length::ZERO }),
                prey: warship && close,
                armed: free && it.can_hurt() && close,
                torpedo: if free { stakes::torpedo_value(battle, it) } else { 0 },
                free,
                attack: OnceCell::new(),
                cover: OnceCell::new(),
                danger: OnceCell::new(),
            }
        };
        let enemies = battle.ids().filter(|&it| {
            let other = battle.ship(it);
            other.on_map() && other.system == ship.system && other.side < 2 && battle.hostile(ship.side, it)
        });
        Bridge {
            battle,
            id,
            foes: enemies.map(foe).collect(),
            errand: routes::errand(battle, id),
            last: battle.turns <= battle.day,
        }
    }

    /// What a Combat with it is worth to us if we attack.
    fn attack(&self, foe: &Foe) -> i64 {
        let weighed = || {
            let raid = if routes::bars(self.battle, self.ship().side, foe.id) { RAID } else { 0 };
            stakes::combat_game(self.battle, self.id, foe.id, false).value() + raid
        };
        if foe.prey { *foe.attack.get_or_init(weighed) } else { 0 }
    }

    /// What its cover fire on us is worth to it.
    fn cover(&self, foe: &Foe) -> i64 {
        let weighed = || stakes::combat_game(self.battle, foe.id, self.id, true).value();
        if foe.armed { *foe.cover.get_or_init(weighed) } else { 0 }
    }

    /// What its attack on us is worth to it.
    fn danger(&self, foe: &Foe) -> i64 {
        let weighed = || stakes::combat_game(self.battle, foe.id, self.id, false).value();
        if foe.armed { *foe.danger.get_or_init(weighed) } else { 0 }
    }

    fn ship(&self) -> &Ship {
        self.battle.ship(self.id)
    }

    /// Orders worth a thought.
    pub(crate) fn orders(&self, wide: bool) -> Vec<Helm> {
        let (battle, id, ship) = (self.battle, self.id, self.ship());
        let kinds = sample::kinds(battle, id);
        let mut all: Vec<Helm> = Vec::with_capacity(64);
        let spokes: Vec<Dir> = spokes().iter().copied().step_by(if wide { 1 } else { 2 }).collect();
        let remembered = helm::remembered(ship);
        let extra = ship.seat().and_then(|it| battle.extras[it.index()]);
        for &kind in &kinds {
            let base = Helm { order: kind, ..Helm::default() };
            match kind {
                Kind::Coast | Kind::Board | Kind::HeatDump | Kind::Refit => all.push(base),
                Kind::Repair => all.push(Helm { extra: extra == Some(Extra::EngineeringBay), ..base }),
                Kind::Recharge => all.push(base),
                Kind::Burn | Kind::HardBurn => {
                    if self.errand == Errand::Stay {
                        continue;
                    }
                    let accel = helm::accel(ship, kind, false);
                    let mut plots = fan(ship.at, remembered, accel, 2, &spokes);
                    plots.extend(self.aimed(accel));
                    for (dir, speed) in plots {
                        all.push(Helm { plot: Some(Plot { course: sample::course(dir), speed }), ..base });
                    }
                }
                Kind::Launch => {
                    let fresh = torpedo::fresh(battle, id);
                    let accel = lu(i32::from(battle.field.options.launch_accel));
                    let reach = lu(32);
                    if !self.foes.iter().any(|it| it.free && near(it.next, ship.at, reach)) {
                        continue;
                    }
                    let mut plots = fan(fresh.at, fresh.dir.whole(fresh.speed), accel, 2, &spokes);
                    // Straight at where each enemy will be, to pass it the day after.
                    for foe in self.foes.iter().filter(|it| it.free) {
                        let half = Point {
                            x: (fresh.at.x + foe.next.x).part(2),
                            y: (fresh.at.y + foe.next.y).part(2),
                        };
                        for aim in [half, foe.next] {
                            plots.extend(crate::space::snap(
                                fresh.at,
                                fresh.dir.whole(fresh.speed),
                                accel,
                                aim,
                            ));
                        }
                    }
                    for (dir, speed) in plots {
                        let plot = Some(Plot { course: sample::course(dir), speed });
                        all.push(Helm { torpedo: Some(Guide { plot, ..Guide::default() }), ..base });
                    }
                }
            }
        }
        if let Errand::Stop(harbour, _) = self.errand
            && helm::check_harbour(battle, id, harbour, &mut Findings::default())
        {
            for helm in &mut all {
                let slow = helm::vector(ship, helm).is_some_and(|it| it.1 <= 3);
                if slow {
                    helm.declare = Some(harbour);
                }
            }
        }
        if all.is_empty() {
            // A departing ship without a burn to its name; cannot be, but must not panic.
            all.push(Helm { order: kinds.first().copied().unwrap_or_default(), ..Helm::default() });
        }
        all
    }

    /// Vectors straight at the errand.
    fn aimed(&self, accel: Length) -> Vec<(Dir, u16)> {
        let (ship, battle) = (self.ship(), self.battle);
        let goal = match self.errand {
            Errand::Stop(_, at) | Errand::Raid(at) => routes::steer(battle, ship.system, ship.at, at, None),
            Errand::Pass(at, _, left) => routes::steer(battle, ship.system, ship.at, at, Some(left)),
            Errand::Fight | Errand::Stay => return Vec::new(),
        };
        let remembered = helm::remembered(ship);
        let mut all: Vec<(Dir, u16)> =
            crate::space::snap(ship.at, remembered, accel, goal).into_iter().collect();
        if let Some(dir) = Dir::towards(ship.at, goal)
            && let Some((low, high)) = crate::space::speeds(remembered, accel, dir)
        {
            all.extend([low, high, (low + high) / 2, 3.clamp(low, high)].map(|speed| (dir, speed)));
        }
        all
    }

    /// What an order is worth.
    fn judge(&self, helm: &Helm, latest: &mut Latest) -> i64 {
        let ship = self.ship();
        let whole = stakes::worth(ship.class, &ship.own);
        let mut own = self.paid(helm);
        if 5 <= own.heat {
            return -2 * whole;
        }
        let mut score = 0;
        let Some(vector) = helm::vector(ship, helm) else {
            score += self.cooled(helm, &mut own);
            return score + stakes::worth(ship.class, &own) - whole + self.standing(helm);
        };
        let way = self.way(helm, vector, latest);
        if way.lost {
            return -2 * whole;
        }
        score += way.outward;
        own.heat += way.heat;
        if 5 <= own.heat {
            return score - 2 * whole;
        }
        score += way.onward;
        score += self.cooled(helm, &mut own);
        score += stakes::worth(ship.class, &own) - whole;
        score + self.launch(helm)
    }

    fn way(&self, helm: &Helm, vector: (Dir, u16), latest: &mut Latest) -> Way {
        let course = (vector, helm.declare, helm.side);
        if let Some((known, way)) = *latest
            && known == course
            && helm.enter.is_none()
        {
            return way;
        }
        let way = self.flown(helm, vector);
        *latest = helm.enter.is_none().then_some((course, way));
        way
    }

    fn flown(&self, helm: &Helm, vector: (Dir, u16)) -> Way {
        let (battle, id, ship) = (self.battle, self.id, self.ship());
        let whole = stakes::worth(ship.class, &ship.own);
        let mut way = Way { lost: false, outward: 0, heat: 0, onward: 0 };
        let Plan { flight, arrives, crash, .. } = helm::plan(battle, id, helm, vector);
        let (path, to) = (&flight.path, flight.to);
        if crash.is_some() || arrives.is_some_and(|it| actions::is_deadly(battle, ship.side, ship.system, it))
        {
            return Way { lost: true, ..way };
        }
        let edge = battle.field.options.edge.map_or(lu(2000), |it| lu(i32::from(it)));
        if !near(to, Point::default(), edge) {
            way.outward -= whole * 2 / 3;
        } else if !near(to + flight.dir.whole(vector.1), Point::default(), edge) && !self.last {
            way.outward -= whole / 5;
        }
        // FTB-28.9: inside an influence the next vector must lead out of it.
        let system = battle.system(ship.system);
        for well in &system.wells {
            if arrives.is_none() && crate::space::inside(to, well.at, well.influence) && !self.last {
                let on = to + flight.dir.whole(vector.1);
                way.outward -=
                    if crate::space::inside(on, well.at, well.influence) { whole / 4 } else { whole / 40 };
            }
        }
        for (well, &radiation) in system.wells.iter().zip(&system.radiation) {
            if Length::ZERO < radiation && path.meets(well.at, radiation) {
                way.heat += 2;
            }
        }
        if let Some([inner, outer]) = system.belt
            && 5 <= vector.1
            && !near(to, Point::default(), inner - lu(1))
            && path.ring_entry(Point::default(), inner, outer).is_some()
        {
            way.onward -= points_part(ship.class, if 12 < vector.1 { 9 } else { 6 });
        }
        for _ in torpedo::fuses(battle, id, to) {
            way.onward -= stakes::torpedo_value(battle, ship);
        }
        way.onward += self.on_the_way(path);
        if !self.last {
            way.onward += self.position(to, flight.dir, vector.1, arrives.is_some());
        }
        way.onward += self.pull(to, flight.dir, vector.1, arrives.is_some(), path);
        way
    }

    /// The manifest after the costs of the order.
    fn paid(&self, helm: &Helm) -> Manifest {
        let ship = self.ship();
        let mut own = ship.own;
        own.heat += helm::burn_heat(ship, helm.order);
        if matches!(helm.order, Kind::HardBurn | Kind::HeatDump) {
            own.fuel = own.fuel.saturating_sub(1);
        }
        if let (Kind::Repair, Some(damage)) = (helm.order, &mut own.damage) {
            // Two times of three.
            damage.offline = false;
        }
        if helm.order == Kind::Launch {
            own.torpedoes = own.torpedoes.saturating_sub(1);
        }
        if helm.order == Kind::Recharge {
            own.shields = (own.shields + 1).min(ship.class.data().shields);
        }
        own
    }

    fn cooled(&self, helm: &Helm, own: &mut Manifest) -> i64 {
        if !self.ship().core() {
            return 0;
        }
        match helm.order {
            Kind::Coast => own.heat = own.heat.saturating_sub(1),
            Kind::HeatDump => own.heat = 0,
            Kind::Burn
            | Kind::HardBurn
            | Kind::Repair
            | Kind::Launch
            | Kind::Refit
            | Kind::Recharge
            | Kind::Board => (),
        }
        0
    }

    /// Attacks and cover fire along the path.
    fn on_the_way(&self, path: &Path) -> i64 {
        let range = self.battle.field.weapon_range;
        let (mut best, mut fire, mut second) = (0, 0, 0);
        let mut at_best = None;
        for (n, foe) in self.foes.iter().enumerate() {
            if !path.meets(foe.at, range) {
                continue;
            }
            if best < self.attack(foe) {
                (best, at_best) = (self.attack(foe), Some(n));
            }
            let cover = self.cover(foe);
            if foe.free && fire < cover {
                second = fire;
                fire = cover;
            } else if foe.free {
                second = second.max(cover);
            }
        }
        // Whom we attack does not give cover fire.
        let exposed = match at_best {
            Some(n) if self.cover(&self.foes[n]) == fire => second,
            _ => fire,
        };
        best - exposed
    }

    /// Torpedoes on their way to where the enemy will be.
    fn launch(&self, helm: &Helm) -> i64 {
        let (battle, id) = (self.battle, self.id);
        let Some(guide) = helm.torpedo.filter(|_| helm.order == Kind::Launch) else { return 0 };
        let fresh = torpedo::fresh(battle, id);
        let accel = lu(i32::from(battle.field.options.launch_accel));
        let Some(vector) = torpedo::plotted(&fresh, &guide, accel) else { return 0 };
        let flight = torpedo::flight(battle, id, &fresh, vector, guide.side);
        let system = battle.system(self.ship().system);
        let burnt = system
            .wells
            .iter()
            .zip(&system.radiation)
            .any(|(well, &radiation)| Length::ZERO < radiation && flight.path.meets(well.at, radiation));
        if burnt || crate::space::crashes(&system.wells, fresh.at, flight.to, None).is_some() || self.last {
            return -points_part(self.ship().class, 3);
        }
        let on = Path::straight(flight.to, flight.dir, lu(i32::from(vector.1)));
        // By whole units that it passes the target at: fewer than 2, 4, 5 and so on.
        const CHANCES: [(i32, i64); 8] =
            [(2, 80), (4, 72), (5, 62), (6, 50), (7, 36), (8, 24), (9, 14), (10, 7)];
        let chances = |square: i128| CHANCES.iter().find(|it| is_below(square, it.0)).map_or(0, |it| it.1);
        let mut best = 0;
        for foe in self.foes.iter().filter(|it| it.free) {
            let away = on.closest_square(foe.next, lu(10)).unwrap_or(i128::MAX);
            let fuse = if near(foe.next, flight.to, lu(3)) { 15 } else { 0 };
            best = best.max(foe.torpedo * (chances(away) + fuse).min(85) / 100);
        }
        best
    }

    /// Where it stands when the enemy comes: near those it can hurt, far from those who hurt it.
    fn position(&self, to: Point, dir: Dir, speed: u16, stops: bool) -> i64 {
        let mut score = 0;
        let on = if stops { to } else { to + dir.whole(speed) };
        let torpedoes = i64::from(self.ship().own.torpedoes);
        let mut nearest: Option<i128> = None;
        for foe in &self.foes {
            if foe.armed {
                let weight = match foe.way.closest_square(to, lu(10)) {
                    Some(it) if is_below(it, 3) => 10,
                    Some(it) if is_below(it, 6) => 6,
                    Some(it) if is_below(it, 10) => 3,
                    Some(_) | None => 0,
                };
                if 0 < weight {
                    score -= self.danger(foe).max(0) * weight / 12;
                }
            }
            let torpedo = foe.torpedo * torpedoes.min(1);
            if 0 < torpedo || 0 < self.attack(foe).max(0) + torpedo {
                let square = (on - foe.next).square();
                nearest = Some(nearest.map_or(square, |it| it.min(square)));
            }
        }
        // One root for all: the nearest by its square is the nearest.
        let nearest = nearest.map_or(lu(200), |it| Length(it.isqrt() as i64).min(lu(200)));
        if self.errand == Errand::Fight && nearest < lu(200) {
            // Eight LU apart is near enough for torpedoes and for the next pass.
            let off = (nearest - lu(8)).abs().whole_units_down().min(40);
            score -= points_part(self.ship().class, off) / 3;
        }
        // Too fast is hard to steer.
        score - points_part(self.ship().class, i64::from(speed.saturating_sub(8)))
    }

    /// What the errand says.
    fn pull(&self, to: Point, dir: Dir, speed: u16, arrives: bool, path: &Path) -> i64 {
        let ship = self.ship();
        let accel = i64::from(ship.class.data().burn).max(1);
        match self.errand {
            Errand::Fight => 0,
            Errand::Stay => -3_000,
            Errand::Stop(_, at) => {
                if arrives {
                    return 6_000;
                }
                let goal = routes::steer(self.battle, ship.system, to, at, None);
                let detour = distance(to, goal) + distance(goal, at);
                // Where it would come to rest if it braked from now on.
                let rest = to
                    + dir.times(Length(
                        Length::units(1).0 * i64::from(speed) * i64::from(speed) / (2 * accel),
                    ));
                let miss = distance(rest, goal);
                -(detour.0 * 40 + miss.0 * 60) / Length::PER_UNIT
            }
            Errand::Raid(at) => {
                let back = distance(to + dir.whole(speed), at).0 * 15 / Length::PER_UNIT;
                if path.meets(at, self.battle.field.weapon_range) {
                    return 600 - back;
                }
                let goal = routes::steer(self.battle, ship.system, to, at, None);
                -(distance(to, goal).0 * 15 + distance(to + dir.whole(speed), goal).0 * 25) / Length::PER_UNIT
            }
            Errand::Pass(at, reach, left) => {
                if path.meets(at, reach) && !ship.tracked {
                    return 2_500;
                }
                let goal = routes::steer(self.battle, ship.system, to, at, Some(left));
                let on = to + dir.whole(speed);
                let ahead = distance(on, goal);
                -(distance(to, goal).0 * 20 + ahead.0 * 30) / Length::PER_UNIT
                    - if ship.tracked { 200 } else { 0 }
            }
        }
    }

    /// What staying in a harbour is worth.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a rule of thumb: whoever has somewhere to go should go"
    )]
    fn standing(&self, helm: &Helm) -> i64 {
        match self.errand {
            Errand::Stay => 3_000,
            Errand::Fight if helm.order == Kind::Refit => 300,
            _ => -400,
        }
    }
}

/// So many hundredths of a ship's points.
fn points_part(class: Class, parts: i64) -> i64 {
    stakes::points(class) * parts
}

/// All orders with their worth, best first; equal ones as they came.
pub(crate) fn ranked(battle: &Battle, id: ShipId, wide: bool) -> Vec<(i64, Helm)> {
    let bridge = Bridge::new(battle, id);
    let mut latest = None;
    let mut all: Vec<(i64, Helm)> =
        bridge.orders(wide).into_iter().map(|it| (bridge.judge(&it, &mut latest), it)).collect();
    all.sort_by_key(|it| std::cmp::Reverse(it.0));
    all
}

/// The best order alone.
pub(crate) fn best(battle: &Battle, id: ShipId) -> Helm {
    let bridge = Bridge::new(battle, id);
    let mut best: Option<(i64, Helm)> = None;
    let mut latest = None;
    for helm in bridge.orders(false) {
        let worth = bridge.judge(&helm, &mut latest);
        if best.is_none_or(|it| it.0 < worth) {
            best = Some((worth, helm));
        }
    }
    best.map_or_else(Helm::default, |it| it.1)
}
