//! Steps 1 to 4 on the screen: every order with a fan of vectors, and what each
//! vector meets.

use std::sync::LazyLock;

use engine::Findings;
use geometry::{Length, Offset, Point};

use super::{
    AimMenu, Flags, GuideMenu, HelmMenu, Meeting, OrderChoice, PlotChoice, TargetChoice, TorpedoChoice,
};
use crate::{
    Battle, actions,
    battle::{Activation, TankerPlace, What},
    damage::MELTDOWN,
    helm::{self, Harbour, Helm, Kind},
    lanes, notation,
    objectives::GoalKind,
    order::{Guide, Plot, Target},
    sample,
    ship::{Extra, ShipId},
    space::{Dir, Flight, Pass, lu, near, snap},
    tactics::stakes,
    torpedo,
};

/// Points spread over the acceleration circle, snapped along their bearings.
pub(crate) fn fan(
    from: Point,
    remembered: Offset,
    accel: Length,
    rings: i64,
    spokes: &[Dir],
) -> Vec<(Dir, u16)> {
    let centre = from + remembered;
    let mut plots: Vec<(Dir, u16)> = Vec::new();
    let mut add = |aim: Point| {
        if let Some(plot) = snap(from, remembered, accel, aim)
            && !plots.contains(&plot)
        {
            plots.push(plot);
        }
    };
    add(centre);
    for ring in 1..=rings {
        for dir in spokes {
            add(centre + dir.times(Length(accel.0 * ring / rings)));
        }
    }
    plots
}

/// Sixteen directions.
pub(crate) fn spokes() -> &'static [Dir; 16] {
    static DIRS: LazyLock<[Dir; 16]> =
        LazyLock::new(|| SPOKES.map(|(x, y)| Dir::of(lu(x), lu(y)).expect("no spoke is nothing")));
    &DIRS
}

const SPOKES: [(i32, i32); 16] = [
    (1, 0),
    (12, 5),
    (1, 1),
    (5, 12),
    (0, 1),
    (-5, 12),
    (-1, 1),
    (-12, 5),
    (-1, 0),
    (-12, -5),
    (-1, -1),
    (-5, -12),
    (0, -1),
    (5, -12),
    (1, -1),
    (12, -5),
];

fn plot_choice(
    battle: &Battle,
    id: ShipId,
    base: &Helm,
    vector: (Dir, u16),
    harbours: &[Harbour],
) -> PlotChoice {
    let plot = Plot { course: sample::course(vector.0), speed: vector.1 };
    let helm = Helm { plot: base.order.burns().then_some(plot), ..*base };
    let plan = helm::plan(battle, id, &helm, vector);
    let Flight { path, to, head_on, .. } = plan.flight;
    let right = if head_on && helm.side == Pass::Left {
        helm::plan(battle, id, &Helm { side: Pass::Right, ..helm }, vector).flight.path.points()
    } else {
        Vec::new()
    };
    let edge = battle.field.options.edge.map(|it| lu(i32::from(it)));
    let act =
        Activation { leaves: plan.leaves, arrives: plan.arrives, ..imagined_act(battle, id, &helm, &path) };
    let way = meetings(battle, &act);
    let ship = battle.ship(id);
    let burnt = way.iter().filter(|it| matches!(it.what, What::Radiation(_))).count() as u8;
    let hottest = ship.own.heat + helm::burn_heat(ship, helm.order) + 2 * burnt;
    let heat = match helm.order {
        Kind::Coast if ship.core() => hottest.saturating_sub(1),
        Kind::HeatDump if ship.core() => 0,
        Kind::Coast
        | Kind::Burn
        | Kind::HardBurn
        | Kind::HeatDump
        | Kind::Repair
        | Kind::Launch
        | Kind::Refit
        | Kind::Recharge
        | Kind::Board => hottest,
    };
    let reached = |it: &&Harbour| {
        vector.1 <= 3
            && helm::plan(battle, id, &Helm { declare: Some(**it), ..helm }, vector).arrives.is_some()
    };
    let lanes = 0..battle.map.lanes.len() as u8;
    let open = |lane: &u8| {
        let mut found = Findings::default();
        lanes::check(battle, id, &helm, *lane, vector, &mut found);
        6 <= vector.1 && found.is_empty()
    };
    PlotChoice {
        plot,
        to,
        crash: plan.crash.is_some(),
        off_map: edge.is_some_and(|edge| !near(to, Point::default(), edge)),
        head_on,
        fuses: torpedo::fuses(battle, id, to),
        cover: actions::firers(battle, id, &path),
        targets: actions::targets(battle, &act),
        harbours: harbours.iter().filter(reached).copied().collect(),
        lanes: lanes.clone().filter(open).collect(),
        unpaid: lanes.filter(open).filter(|&it| lanes::is_unpaid(battle, id, &helm, it, vector)).collect(),
        path: path.points(),
        right,
        way,
        heat,
        melts: MELTDOWN <= hottest,
        tracked: ship.class.data().overheat <= hottest || plan.arrives.is_some(),
    }
}

/// ALG-7: what the vector meets, in order; Combats come on top of it.
fn meetings(battle: &Battle, act: &Activation) -> Vec<Meeting> {
    let ship = battle.ship(act.ship);
    let matters = |what: &What| match what {
        What::Refuel(tanker) => {
            let gives = matches!(battle.tankers[usize::from(*tanker)].at,
                TankerPlace::Deployed { given, .. } if given < 2);
            gives && !act.helm.no_refuel && !ship.refuelled && ship.own.fuel < ship.class.data().fuel
        }
        What::Cover(_) | What::LateCover(_) | What::Attack(_) => false,
        What::Mark(_) | What::Leave(_) | What::Radiation(_) | What::Asteroids | What::Patrol(..) => true,
    };
    let items = actions::agenda_of(battle, act).into_iter().filter(|it| matters(&it.what));
    items.map(|it| Meeting { t: it.t, at: act.path.at(it.t), what: it.what }).collect()
}

/// An activation as it would be after this plot, for questions about targets.
fn imagined_act(battle: &Battle, id: ShipId, helm: &Helm, path: &crate::space::Path) -> Activation {
    let step = crate::battle::Step::Aim;
    let helm = *helm;
    match &battle.act {
        Some(act) if act.ship == id => {
            Activation { path: path.clone(), step, helm, agenda: Vec::new(), ..act.clone() }
        }
        _ => Activation {
            ship: id,
            step,
            helm,
            path: path.clone(),
            agenda: Vec::new(),
            next: 0,
            covered: false,
            attacks: Default::default(),
            fuses: Vec::new(),
            arrives: None,
            leaves: None,
            exempt: false,
            scanned: false,
            untracked: !battle.ship(id).tracked,
            before: battle.ship(id).deflected,
            resumes: None,
        },
    }
}

fn torpedo_choices(
    battle: &Battle,
    id: ShipId,
    it: &crate::ship::Torpedo,
    accel: Length,
) -> Vec<TorpedoChoice> {
    let plots = fan(it.at, it.dir.whole(it.speed), accel, 3, spokes());
    plots.into_iter().map(|vector| torpedo_choice(battle, id, it, vector, Pass::default())).collect()
}

fn torpedo_choice(
    battle: &Battle,
    id: ShipId,
    it: &crate::ship::Torpedo,
    vector: (Dir, u16),
    side: Pass,
) -> TorpedoChoice {
    let flight = torpedo::flight(battle, id, it, vector, side);
    let system = battle.system(battle.ship(id).system);
    let next = crate::ship::Torpedo {
        from: it.at,
        at: flight.to,
        dir: flight.dir,
        speed: vector.1,
        deflected: flight.deflected,
    };
    let coasting = torpedo::flight(battle, id, &next, (flight.dir, vector.1), Default::default()).path;
    // G-25: drawn to where radiation removes it.
    let burnt = torpedo::burns_at(system, &flight.path);
    let path = burnt.map_or_else(|| flight.path.clone(), |t| torpedo::cut(&flight.path, t));
    TorpedoChoice {
        plot: Plot { course: sample::course(vector.0), speed: vector.1 },
        path: path.points(),
        to: path.at(path.length()),
        reaches: torpedo::targets(battle, id, &coasting),
        lost: burnt.is_some() || crate::space::crashes(&system.wells, it.at, flight.to, None).is_some(),
    }
}

pub(super) fn helm_menu(battle: &Battle, view: &crate::View, id: ShipId) -> HelmMenu {
    helm_menu_of(battle, view, id, &Kind::ALL)
}

fn helm_menu_of(battle: &Battle, view: &crate::View, id: ShipId, kinds: &[Kind]) -> HelmMenu {
    let ship = battle.ship(id);
    let remembered = helm::remembered(ship);
    let harbours = sample::harbours(battle, id);
    let extra = ship.seat().and_then(|it| battle.extras[it.index()]);
    let mut orders = Vec::new();
    let mut refused = Vec::new();
    for &kind in kinds {
        let mut found = Findings::default();
        helm::check_kind(battle, id, kind, &mut found);
        if let Err(refusal) = found.into_result() {
            refused.push((kind, refusal.to_string()));
            continue;
        }
        let with = match kind {
            Kind::Burn if extra == Some(Extra::Overdrive) => vec![false, true],
            Kind::Repair if extra == Some(Extra::EngineeringBay) => vec![false, true],
            Kind::Coast
            | Kind::Burn
            | Kind::HardBurn
            | Kind::HeatDump
            | Kind::Repair
            | Kind::Launch
            | Kind::Refit
            | Kind::Recharge
            | Kind::Board => vec![false],
        };
        for extra in with {
            orders.push(order_choice(battle, id, kind, extra, &harbours));
        }
    }
    let coast = helm::vector(ship, &Helm::default())
        .map(|it| plot_choice(battle, id, &Helm::default(), it, &harbours));
    let named = |it: &Harbour| {
        let deadly = actions::is_deadly(battle, ship.side, ship.system, *it);
        (*it, notation::harbour_name(view, ship.system, *it), deadly)
    };
    let lane = |n: u8| {
        let end = lanes::end_of(battle, id, n)?;
        Some((n, battle.map.lanes[usize::from(n)].ends[1 - end].name.clone()))
    };
    HelmMenu {
        ship: id,
        from: ship.at,
        centre: ship.at + remembered,
        coast,
        orders,
        refused,
        harbours: harbours.iter().map(named).collect(),
        lanes: (0..battle.map.lanes.len() as u8).filter_map(lane).collect(),
        flags: flags(battle, id),
    }
}

/// What may be said besides, where it would mean something.
fn flags(battle: &Battle, id: ShipId) -> Flags {
    let ship = battle.ship(id);
    let patrol = |goal: &crate::objectives::Goal| {
        goal.side == ship.side && goal.settled.is_none() && matches!(goal.kind, GoalKind::Patrol { .. })
    };
    let tanker = |it: &crate::battle::Tanker| {
        let here = matches!(it.at, TankerPlace::Deployed { system, .. } if system == ship.system);
        it.side == ship.side && here
    };
    // FTB-29.6: leaving a harbour it is Untracked.
    let unseen = !ship.tracked || (ship.is_stationary() && !ship.is_overheated());
    let thirsty = !ship.refuelled && ship.own.fuel < ship.class.data().fuel;
    Flags {
        off_patrol: ship.system == 0 && unseen && battle.goals.iter().any(patrol),
        no_refuel: thirsty && battle.tankers.iter().any(tanker),
        stay_tracked: ship.tracked || ship.class.data().overheat <= ship.own.heat + 1,
    }
}

/// One order of steps 2 and 3, with the one vector it says.
pub(super) fn previewed(battle: &Battle, view: &crate::View, id: ShipId, helm: &Helm) -> HelmMenu {
    let ship = battle.ship(id);
    // It need not be legal: what is not there is left out.
    let open = |it: &Harbour| helm::check_harbour(battle, id, *it, &mut Findings::default());
    let (declare, enter) =
        (helm.declare.filter(open), helm.enter.filter(|&it| lanes::end_of(battle, id, it).is_some()));
    let helm = &Helm { declare, enter, ..*helm };
    let harbours = sample::harbours(battle, id);
    let mut menu = helm_menu_of(battle, view, id, &[]);
    let accel = helm::accel(ship, helm.order, helm.extra);
    let mut order = order_costs(battle, id, helm.order, helm.extra);
    let reached = |vector: &(Dir, u16)| {
        !helm.order.burns() || crate::space::may_plot(helm::remembered(ship), accel, vector.0, vector.1)
    };
    if let Some(vector) = helm::vector(ship, helm).filter(|it| 1 <= it.1).filter(reached) {
        order.plots.push(plot_choice(battle, id, helm, vector, &harbours));
    }
    if let (Kind::Launch, false, None) = (helm.order, ship.is_stationary(), ship.torpedo) {
        let (fresh, guide) = (torpedo::fresh(battle, id), helm.torpedo.unwrap_or_default());
        let reach = lu(i32::from(battle.field.options.launch_accel));
        if let Some(vector) = torpedo::plotted(&fresh, &guide, reach).filter(|it| 1 <= it.1) {
            order.torpedoes.push(torpedo_choice(battle, id, &fresh, vector, guide.side));
        }
    }
    menu.orders = vec![order];
    menu
}

/// The torpedo of step 1 with the vector and the side it is told.
pub(super) fn previewed_guide(
    battle: &Battle,
    view: &crate::View,
    id: ShipId,
    guide: &Guide,
) -> Option<GuideMenu> {
    let it = battle.ship(id).torpedo?;
    let accel = lu(i32::from(battle.field.options.guided_accel));
    let vector = torpedo::plotted(&it, guide, accel).filter(|it| 1 <= it.1)?;
    Some(guide_along(battle, view, id, vector, guide.side))
}

/// What an order costs, without a vector.
fn order_costs(battle: &Battle, id: ShipId, kind: Kind, extra: bool) -> OrderChoice {
    let ship = battle.ship(id);
    let heat = helm::burn_heat(ship, kind);
    let hot = ship.own.heat + heat;
    OrderChoice {
        order: kind,
        extra,
        accel: helm::accel(ship, kind, extra),
        heat,
        hot,
        tracked: 0 < heat && !ship.tracked && ship.class.data().overheat <= hot,
        fuel: helm::fuel_cost(battle, kind),
        fatal: MELTDOWN <= hot,
        useless: matches!(kind, Kind::HeatDump) && ship.own.heat == 0,
        plots: Vec::new(),
        torpedoes: Vec::new(),
    }
}

fn order_choice(battle: &Battle, id: ShipId, kind: Kind, extra: bool, harbours: &[Harbour]) -> OrderChoice {
    let ship = battle.ship(id);
    let accel = helm::accel(ship, kind, extra);
    let base = Helm { order: kind, extra, ..Helm::default() };
    let plots = if kind.burns() {
        let rings = if kind == Kind::HardBurn { 4 } else { 3 };
        let fan = fan(ship.at, helm::remembered(ship), accel, rings, spokes());
        fan.into_iter().map(|it| plot_choice(battle, id, &base, it, harbours)).collect()
    } else {
        Vec::new()
    };
    let torpedoes = if kind == Kind::Launch {
        let reach = lu(i32::from(battle.field.options.launch_accel));
        torpedo_choices(battle, id, &torpedo::fresh(battle, id), reach)
    } else {
        Vec::new()
    };
    OrderChoice { plots, torpedoes, ..order_costs(battle, id, kind, extra) }
}

pub(super) fn guide_menu(battle: &Battle, view: &crate::View, id: ShipId) -> Option<GuideMenu> {
    let it = battle.ship(id).torpedo?;
    let mut menu = guide_along(battle, view, id, (it.dir, it.speed), Pass::default());
    let accel = battle.field.options.guided_accel;
    if 0 < accel {
        menu.plots = torpedo_choices(battle, id, &it, lu(i32::from(accel)));
    }
    Some(menu)
}

fn guide_along(battle: &Battle, view: &crate::View, id: ShipId, vector: (Dir, u16), side: Pass) -> GuideMenu {
    let fresh = || torpedo::fresh(battle, id);
    let it = battle.ship(id).torpedo.unwrap_or_else(fresh);
    let flight = torpedo::flight(battle, id, &it, vector, side);
    let range = battle.field.torpedo_range;
    let target = |target: Target| {
        let at = torpedo::target_at(battle, id, target)?;
        let value = match target {
            Target::Ship(id) => stakes::torpedo_value(battle, battle.ship(id)),
            Target::Tanker(_) | Target::Torpedo(_) => 0,
        };
        target_choice(view, &flight.path, target, at, range, value)
    };
    let targets = torpedo::targets(battle, id, &flight.path).into_iter().filter_map(target).collect();
    GuideMenu { ship: id, path: flight.path.points(), targets, plots: Vec::new() }
}

fn target_choice(
    view: &crate::View,
    path: &crate::space::Path,
    target: Target,
    at: Point,
    range: Length,
    value: i64,
) -> Option<TargetChoice> {
    let window = path.window(at, range)?;
    let (nearest, distance) = path.closest(at);
    let name = match target {
        Target::Ship(id) => notation::tag(view, id),
        Target::Tanker(n) => format!("Tanker {}", u16::from(n) + 1),
        Target::Torpedo(id) => format!("torpedo of {}", notation::tag(view, id)),
    };
    Some(TargetChoice { target, name, window, nearest, distance, value })
}

pub(super) fn aim_menu(battle: &Battle, view: &crate::View, act: &Activation) -> AimMenu {
    let target = |target: Target| {
        let at = actions::target_at(battle, act.ship, target)?;
        let value = match target {
            Target::Ship(id) => stakes::combat_game(battle, act.ship, id, false).value(),
            Target::Tanker(_) | Target::Torpedo(_) => 0,
        };
        let mut choice = target_choice(view, &act.path, target, at, battle.field.weapon_range, value)?;
        // FTB-14.7: not from the centre of an orbit.
        choice.nearest = actions::attack_point(battle, act, torpedo::at_nearest(target))?;
        Some(choice)
    };
    let side = battle.owner(act.ship).unwrap_or(0);
    AimMenu {
        ship: act.ship,
        path: act.path.points(),
        targets: actions::targets(battle, act).into_iter().filter_map(target).collect(),
        cover: actions::firers(battle, act.ship, &act.path),
        probes: battle.extras[usize::from(side)] == Some(Extra::TrackingProbes),
    }
}
