//! Random legal orders, and lists where there are few.

use dice::Dice;
use engine::{Findings, Seat};
use geometry::Point;

use crate::{
    Battle, actions,
    battle::{Ask, TankerPlace},
    combat::{self, Fight},
    helm::{self, Harbour, Helm, Kind},
    order::{Attack, Deploy, Fleet, Guide, Order, Pick, Plot, Protocol},
    setup,
    ship::{Class, Extra, ShipId},
    space::{Dir, Pass, lu, speeds},
    torpedo, turn,
};

/// A course in one of many directions.
fn any_course(dice: &mut Dice) -> Dir {
    loop {
        let x = lu(dice.index(201) as i32 - 100);
        let y = lu(dice.index(201) as i32 - 100);
        if let Some(dir) = Dir::of(x, y) {
            return dir;
        }
    }
}

pub(crate) fn course(dir: Dir) -> Point {
    Point { x: dir.x, y: dir.y }
}

/// A random point of the acceleration circle, snapped along its bearing.
fn any_plot(dice: &mut Dice, remembered: geometry::Offset, accel: geometry::Length) -> Option<Plot> {
    for _ in 0..6 {
        let way = any_course(dice).times(geometry::Length(accel.0 / 16 * dice.index(17) as i64));
        let wish = Dir::of(remembered.east + way.east, remembered.north + way.north);
        if let Some(dir) = wish
            && let Some((low, high)) = speeds(remembered, accel, dir)
        {
            let speed = low + dice.index(usize::from(high - low) + 1) as u16;
            return Some(Plot { course: course(dir), speed });
        }
    }
    None
}

/// Every order kind open to a ship.
pub(crate) fn kinds(battle: &Battle, id: ShipId) -> arrayvec::ArrayVec<Kind, 9> {
    Kind::ALL.into_iter().filter(|&kind| helm::is_open(battle, id, kind)).collect()
}

/// Bodies and stations a ship may declare.
pub(crate) fn harbours(battle: &Battle, id: ShipId) -> Vec<Harbour> {
    let system = battle.ship(id).system;
    let bodies = (0..battle.system(system).wells.len() as u8).map(Harbour::Body);
    let stations = (0..battle.map.stations.len() as u8).map(Harbour::Station);
    let open = |it: &Harbour| helm::check_harbour(battle, id, *it, &mut Findings::default());
    bodies.chain(stations).filter(open).collect()
}

fn any_helm(battle: &Battle, id: ShipId, dice: &mut Dice) -> Helm {
    let ship = battle.ship(id);
    let kinds = kinds(battle, id);
    let order = *dice.pick(&kinds);
    let mut helm = Helm { order, ..Helm::default() };
    let extra = ship.seat().and_then(|it| battle.extras[it.index()]);
    helm.extra = match order {
        Kind::Burn => extra == Some(Extra::Overdrive) && dice.one_in(4),
        Kind::Repair => extra == Some(Extra::EngineeringBay) && dice.one_in(2),
        Kind::Coast
        | Kind::HardBurn
        | Kind::HeatDump
        | Kind::Launch
        | Kind::Refit
        | Kind::Recharge
        | Kind::Board => false,
    };
    if order.burns() {
        let accel = helm::accel(ship, order, helm.extra);
        helm.plot = any_plot(dice, helm::remembered(ship), accel);
        if helm.plot.is_none() {
            let coasting = Plot { course: course(ship.dir), speed: ship.speed };
            helm.plot = Some(coasting);
            if ship.speed == 0 || ship.is_stationary() {
                helm.plot = Some(Plot { course: course(any_course(dice)), speed: 1 });
            }
        }
    }
    if order == Kind::Launch {
        let fresh = torpedo::fresh(battle, id);
        helm.torpedo = Some(any_guide(battle, id, &fresh, true, dice));
    }
    if dice.one_in(8) {
        helm.side = Pass::Right;
    }
    let moves = helm::vector(ship, &helm).is_some();
    if moves && dice.one_in(6) {
        let open = harbours(battle, id);
        helm.declare = (!open.is_empty()).then(|| *dice.pick(&open));
    }
    if moves && dice.one_in(8) && !battle.map.lanes.is_empty() {
        helm.enter = Some(dice.index(battle.map.lanes.len()) as u8);
        let mut found = Findings::default();
        helm::check(battle, id, &helm, &mut found);
        if !found.is_empty() {
            helm.enter = None;
        }
    }
    if dice.one_in(16) {
        (helm.off_patrol, helm.no_refuel, helm.stay_tracked) =
            (dice.one_in(2), dice.one_in(2), dice.one_in(2));
    }
    helm
}

/// A random thing for a torpedo to do.
fn any_guide(battle: &Battle, id: ShipId, it: &crate::ship::Torpedo, launch: bool, dice: &mut Dice) -> Guide {
    let options = &battle.field.options;
    let accel = lu(i32::from(if launch { options.launch_accel } else { options.guided_accel }));
    let mut guide = Guide::default();
    if launch || 0 < options.guided_accel {
        guide.plot = any_plot(dice, it.dir.whole(it.speed), accel);
    }
    if !launch || options.attack_on_launch {
        let vector = torpedo::plotted(it, &guide, accel).unwrap_or((it.dir, it.speed));
        let path = torpedo::flight(battle, id, it, vector, guide.side).path;
        let targets = torpedo::targets(battle, id, &path);
        if !targets.is_empty() && !dice.one_in(4) {
            guide.attack = Some(torpedo::at_nearest(*dice.pick(&targets)));
        }
    }
    guide
}

fn any_fleet(points: u32, dice: &mut Dice) -> Fleet {
    for _ in 0..20 {
        let mut fleet = Fleet { tankers: dice.index(3) as u8, ..Fleet::default() };
        fleet.extra = if dice.one_in(2) { Some(*dice.pick(&Extra::ALL)) } else { None };
        for _ in 0..8 {
            fleet.ships.push(*dice.pick(&Class::MILITARY));
            if points < setup::cost(&fleet) || 8 < fleet.ships.len() + usize::from(fleet.tankers) {
                fleet.ships.pop();
                break;
            }
        }
        let units = fleet.ships.len() + usize::from(fleet.tankers);
        if !fleet.ships.is_empty() && (2..=8).contains(&units) && setup::cost(&fleet) <= points {
            return fleet;
        }
    }
    setup::default_fleet(points)
}

/// A whole-LU point of the map.
fn any_point(dice: &mut Dice, reach: i32) -> Point {
    let mut one = || dice.index(2 * reach as usize + 1) as i32 - reach;
    Point::units(one(), one())
}

/// FTB-33.3: a point for a Stealth run, if a few tries find one.
pub(crate) fn any_hold(battle: &Battle, side: u8, ship: ShipId, dice: &mut Dice) -> Option<Deploy> {
    for _ in 0..40 {
        let plot = Plot { course: course(any_course(dice)), speed: 4 + dice.index(3) as u16 };
        let hold = Deploy { ship, at: any_point(dice, 40), plot };
        let mut found = Findings::default();
        setup::check_hold(battle, side, &hold, &mut found);
        if found.is_empty() {
            return Some(hold);
        }
    }
    None
}

/// Everything a side may pick, Tankers apart.
pub(crate) fn picks(battle: &Battle, side: u8) -> Vec<Pick> {
    let own = battle.of_side(side).filter(|&id| turn::is_pickable(battle, id)).map(Pick::Activate);
    let mut picks: Vec<Pick> = own.chain(turn::forcible(battle, 1 - side).map(Pick::Force)).collect();
    if turn::may_pass(battle, side) {
        picks.push(Pick::Pass);
    }
    picks
}

/// FTB-21.4: a Tanker that is ready.
pub(crate) fn ready_tanker(battle: &Battle, side: u8) -> Option<u8> {
    let ready = |it: &crate::battle::Tanker| {
        it.side == side && it.real && matches!(it.at, TankerPlace::Away { from } if from <= battle.day)
    };
    battle.tankers.iter().position(ready).map(|it| it as u8)
}

pub(crate) fn may_place_tanker(battle: &Battle, side: u8, tanker: u8, system: u8, at: Point) -> bool {
    let mut found = Findings::default();
    turn::check_tanker(battle, side, tanker, system, at, &mut found);
    found.is_empty()
}

fn any_pick(battle: &Battle, side: u8, dice: &mut Dice) -> Pick {
    if let Some(tanker) = ready_tanker(battle, side)
        && dice.one_in(4)
    {
        for _ in 0..6 {
            let at = any_point(dice, 30);
            if may_place_tanker(battle, side, tanker, 0, at) {
                return Pick::Tanker { tanker, system: 0, at };
            }
        }
    }
    *dice.pick(&picks(battle, side))
}

/// What is open in the small decisions: at most this many, in the order of the defaults.
pub(crate) fn few(battle: &Battle, ask: Ask, seat: Seat) -> Option<Vec<Order>> {
    let yes_no = |make: fn(bool) -> Order| Some(vec![make(false), make(true)]);
    match ask {
        Ask::Name(_, goal, _) => {
            let goal = battle.goals.get(usize::from(goal))?;
            let (_, of, _) = goal.kind.unnamed(goal.side)?;
            let fits = |n: &usize| battle.map.stations[*n].side == of && battle.map.stations[*n].system == 0;
            Some((0..battle.map.stations.len()).filter(fits).map(|n| Order::Name(n as u8)).collect())
        }
        Ask::Depart(..) => Some(vec![Order::Depart(true), Order::Depart(false)]),
        Ask::Initiative | Ask::Test(_) => {
            Some(Protocol::ALL[..3].iter().map(|&it| Order::Duel(it)).collect())
        }
        Ask::Pick(side) if ready_tanker(battle, side).is_none() => {
            Some(picks(battle, side).into_iter().map(Order::Pick).collect())
        }
        Ask::Forcer(_) => Some(
            [0, 1]
                .into_iter()
                .filter(|&it| turn::forcible(battle, 1 - it).next().is_some())
                .map(Order::Forcer)
                .collect(),
        ),
        Ask::Force(side) => {
            Some(turn::forcible(battle, 1 - side).map(|it| Order::Pick(Pick::Force(it))).collect())
        }
        Ask::Fuse(_) => Some(battle.act.as_ref()?.fuses.iter().map(|&it| Order::Fuse(it)).collect()),
        Ask::FlyBy(_, n) => Some(fly_by(battle, n).into_iter().map(Order::Target).collect()),
        Ask::Cover(..) => yes_no(Order::Cover),
        Ask::Protocols(_) => {
            Some(own_protocols(battle, seat).iter().map(|&it| Order::Protocol(it)).collect())
        }
        Ask::Heat(..) => yes_no(Order::Heat),
        Ask::Evade(..) => yes_no(Order::Evade),
        Ask::System(_, blow) => {
            let class = battle.ship(battle.blows.get(usize::from(blow))?.target).class;
            let usual = crate::damage::default_system(class);
            let others = class.systems().iter().copied().filter(|&it| it != usual);
            Some([usual].into_iter().chain(others).map(Order::System).collect())
        }
        Ask::Scan(_, id) => {
            let targets = actions::scan_targets_now(battle, id);
            Some([None].into_iter().chain(targets.into_iter().map(Some)).map(Order::Scan).collect())
        }
        Ask::Benefit(_, id) => Some(turn::benefits(battle, id).into_iter().map(Order::Benefit).collect()),
        Ask::Fleets
        | Ask::Station(_)
        | Ask::Deploy(_)
        | Ask::HoldBack(_)
        | Ask::Pick(_)
        | Ask::Guide(..)
        | Ask::Helm(..)
        | Ask::Aim(..) => None,
    }
}

/// FTB-29.8: the ships the owner chooses from.
pub(crate) fn fly_by(battle: &Battle, n: u8) -> Vec<ShipId> {
    let attack = battle.act.as_ref().and_then(|it| it.attacks.get(usize::from(n)).copied());
    match attack {
        Some(Attack { target: crate::order::Target::Ship(id), .. }) => actions::fly_by(battle, n, id),
        _ => Vec::new(),
    }
}

/// FTB-16.1: what the seat's ship in the Combat may choose.
pub(crate) fn own_protocols(battle: &Battle, seat: Seat) -> &'static [Protocol] {
    match battle.fight {
        Some(Fight::Combat { attacker, defender, cover, .. }) => {
            let own = if battle.owner(attacker) == Some(seat.0) { attacker } else { defender };
            combat::open_to(battle, own, cover)
        }
        _ => &Protocol::ALL[..3],
    }
}

/// A random legal order.
#[expect(clippy::wildcard_enum_match_arm, reason = "questions with few answers were answered before")]
pub(crate) fn order(battle: &Battle, seat: Seat, dice: &mut Dice) -> Order {
    let Some(ask) = battle.waiting() else { return Order::Concede };
    if let Some(all) = few(battle, ask, seat)
        && !all.is_empty()
    {
        return dice.pick(&all).clone();
    }
    match ask {
        Ask::Fleets => Order::Fleet(any_fleet(battle.field.scenario.points, dice)),
        Ask::Station(side) => {
            let tries = (0..30).map(|_| any_point(dice, 48)).find(|&it| setup::is_site(battle, side, it));
            tries.or_else(|| setup::default_site(battle, side)).map_or(Order::Concede, Order::Station)
        }
        Ask::Deploy(side) => {
            let waiting: Vec<ShipId> = setup::waiting_ships(battle, side).collect();
            let ship = *dice.pick(&waiting);
            for _ in 0..12 {
                let plot = Plot { course: course(any_course(dice)), speed: 1 + dice.index(5) as u16 };
                let deploy = Deploy { ship, at: any_point(dice, 30), plot };
                let mut found = Findings::default();
                setup::check_deploy(battle, side, &deploy, &mut found);
                if found.is_empty() {
                    return Order::Deploy(deploy);
                }
            }
            setup::default_deploy(battle, ship).map_or(Order::Concede, Order::Deploy)
        }
        Ask::HoldBack(side) => {
            let own: Vec<ShipId> = setup::holdable(battle, side).collect();
            let hold = if dice.one_in(3) { None } else { any_hold(battle, side, *dice.pick(&own), dice) };
            Order::HoldBack(hold)
        }
        Ask::Pick(side) => Order::Pick(any_pick(battle, side, dice)),
        Ask::Guide(_, id) => match battle.ship(id).torpedo {
            Some(torpedo) => Order::Guide(any_guide(battle, id, &torpedo, false, dice)),
            None => Order::Guide(Guide::default()),
        },
        Ask::Helm(_, id) => Order::Helm(any_helm(battle, id, dice)),
        Ask::Aim(..) => Order::Attack(any_attacks(battle, dice)),
        _ => Order::Concede,
    }
}

fn any_attacks(battle: &Battle, dice: &mut Dice) -> Vec<Attack> {
    let Some(act) = &battle.act else { return Vec::new() };
    let targets = actions::targets(battle, act);
    if targets.is_empty() || dice.one_in(3) {
        return Vec::new();
    }
    let first = torpedo::at_nearest(*dice.pick(&targets));
    let probes = battle
        .owner(act.ship)
        .is_some_and(|it| battle.extras[usize::from(it)] == Some(Extra::TrackingProbes));
    if probes && 1 < targets.len() && dice.one_in(2) {
        let mut two = vec![first, torpedo::at_nearest(*dice.pick(&targets))];
        two.sort_by_key(|it| actions::attack_point(battle, act, *it));
        if two[0].target != two[1].target {
            return two;
        }
    }
    vec![first]
}

/// Every legal order where they are few and simple.
pub(crate) fn list(battle: &Battle, seat: Seat, cap: usize) -> Option<Vec<Order>> {
    let ask = battle.waiting()?;
    let mut all = few(battle, ask, seat)?;
    all.push(Order::Concede);
    (all.len() <= cap).then_some(all)
}
