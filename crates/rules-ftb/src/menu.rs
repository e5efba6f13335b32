//! What a screen may offer: every legal choice with its preview and its odds.

use dice::Dice;
use engine::{Assist, Findings, Seat, Viewer};
use geometry::{Length, Offset, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, actions,
    battle::{Activation, Ask},
    combat::Fight,
    helm::{self, Harbour, Helm, Kind},
    lanes, notation,
    order::{Attack, Deploy, Fleet, Guide, Order, Pick, Plot, Protocol, Target},
    sample, setup,
    ship::{Extra, ShipId},
    space::{Dir, Flight, lu, near, snap},
    tactics::stakes,
    torpedo,
};

/// The choices of one seat in the open decision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Menu {
    pub phase: String,
    /// The ship it is about, if it is about one.
    pub ship: Option<ShipId>,
    /// Where the choices are few: all of them.
    pub choices: Vec<Choice>,
    pub fleet: Option<FleetMenu>,
    /// A site for a station that is legal.
    pub site: Option<Point>,
    /// A place for each ship still to be deployed.
    pub deploy: Vec<Deploy>,
    /// FTB-33.3: ships that may be held back, and one point that would do.
    pub hold: Vec<Deploy>,
    /// FTB-21.2: a Tanker that is ready, and where it might go.
    pub tanker: Option<TankerMenu>,
    pub guide: Option<GuideMenu>,
    pub helm: Option<HelmMenu>,
    pub aim: Option<AimMenu>,
    /// FTB-16.1: the mix the computer would play, and what it is worth.
    pub advice: Option<Advice>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub order: Order,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FleetMenu {
    pub points: u32,
    pub costs: Vec<(String, u32)>,
    pub default: Fleet,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TankerMenu {
    pub tanker: u8,
    pub system: u8,
    pub points: Vec<Point>,
}

/// One vector and what comes of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlotChoice {
    pub plot: Plot,
    /// Start, bends, end.
    pub path: Vec<Point>,
    pub to: Point,
    /// FTB-28.9.
    pub crash: bool,
    /// FTB-27.3.
    pub off_map: bool,
    /// FTB-28.5: the side matters.
    pub head_on: bool,
    /// FTB-14.5: ships whose torpedoes it sets off.
    pub fuses: Vec<ShipId>,
    /// FTB-14.3: who could give cover fire.
    pub cover: Vec<ShipId>,
    /// FTB-14.2: what could be attacked on the way.
    pub targets: Vec<Target>,
    /// FTB-29.2: harbours it would reach if declared.
    pub harbours: Vec<Harbour>,
    /// FTB-31.4: lanes it may enter.
    pub lanes: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderChoice {
    pub order: Kind,
    /// With the extra of the side.
    pub extra: bool,
    /// Radius of the acceleration circle.
    pub accel: Length,
    pub heat: u8,
    pub fuel: u8,
    /// FTB-12.4: the heat would destroy the ship.
    pub fatal: bool,
    /// FTB-12.10: it changes nothing.
    pub useless: bool,
    pub plots: Vec<PlotChoice>,
    /// FTB-15.2: vectors for the torpedo of a launch.
    pub torpedoes: Vec<TorpedoChoice>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TorpedoChoice {
    pub plot: Plot,
    pub path: Vec<Point>,
    pub to: Point,
    /// What its coasting vector would come within 6 LU of, as things stand.
    pub reaches: Vec<Target>,
    pub lost: bool,
}

/// FTB-28.2: the circle, its centre, and every order with a fan of vectors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HelmMenu {
    pub ship: ShipId,
    pub from: Point,
    /// The temporary end point: where a coast leads without gravity.
    pub centre: Point,
    pub coast: Option<PlotChoice>,
    pub orders: Vec<OrderChoice>,
    pub refused: Vec<(Kind, String)>,
    /// Where it may declare, and whether that is deadly.
    pub harbours: Vec<(Harbour, String, bool)>,
    pub lanes: Vec<(u8, String)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetChoice {
    pub target: Target,
    pub name: String,
    /// In range from and to, along the path; and the nearest point.
    pub window: (Length, Length),
    pub nearest: Length,
    pub distance: Length,
    /// ALG-13: what the Combat is worth to the attacker, in hundredths of a point.
    pub value: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuideMenu {
    pub ship: ShipId,
    pub path: Vec<Point>,
    pub targets: Vec<TargetChoice>,
    /// FTB-15.4: other vectors, if the option lets it steer.
    pub plots: Vec<TorpedoChoice>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AimMenu {
    pub ship: ShipId,
    pub path: Vec<Point>,
    pub targets: Vec<TargetChoice>,
    /// FTB-14.3: who would be asked for cover fire if nothing is attacked.
    pub cover: Vec<ShipId>,
    /// FTB-35.2: two targets by Tracking probes.
    pub probes: bool,
}

/// ALG-13: the solution of the matrix game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Advice {
    pub own: Vec<Mixed>,
    pub enemy: Vec<Mixed>,
    /// What the Combat is worth to this seat, in hundredths of a point.
    pub value: i64,
    /// This seat's gain in each cell: own protocol by enemy protocol.
    pub cells: Vec<Vec<i64>>,
}

/// A protocol with its share in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mixed {
    pub protocol: Protocol,
    pub millionths: u32,
}

impl Assist for Battle {
    type Menu = Menu;

    fn menu(&self, seat: Seat) -> Menu {
        let options = &self.field.options;
        let secrets =
            options.hidden_manifests || options.hidden_stealth_run || self.tankers.iter().any(|it| it.hidden);
        if secrets {
            // What the seat cannot know must not show: the same guess behind the same view.
            let view = crate::view::view(self, Viewer::Seat(seat));
            return menu(&crate::view::imagine(&view, &mut Dice::numbered(0, 0)), seat);
        }
        menu(self, seat)
    }

    fn offered(&self, _seat: Seat, menu: &Menu) -> Vec<Order> {
        let mut orders: Vec<Order> = menu.choices.iter().map(|it| it.order.clone()).collect();
        orders.extend(menu.fleet.iter().map(|it| Order::Fleet(it.default.clone())));
        orders.extend(menu.site.map(Order::Station));
        orders.extend(menu.deploy.iter().map(|&it| Order::Deploy(it)));
        orders.extend(menu.hold.iter().map(|&it| Order::HoldBack(Some(it))));
        if let Some(it) = &menu.tanker {
            let (tanker, system) = (it.tanker, it.system);
            orders.extend(it.points.iter().map(|&at| Order::Pick(Pick::Tanker { tanker, system, at })));
        }
        if let Some(it) = &menu.guide {
            orders.push(Order::Guide(Guide::default()));
            let attack = |it: &TargetChoice| Guide {
                attack: Some(torpedo::at_nearest(it.target)),
                ..Guide::default()
            };
            orders.extend(it.targets.iter().map(|it| Order::Guide(attack(it))));
            orders.extend(
                it.plots.iter().map(|it| Order::Guide(Guide { plot: Some(it.plot), ..Guide::default() })),
            );
        }
        if let Some(it) = &menu.helm {
            offered_helm(it, &mut orders);
        }
        if let Some(it) = &menu.aim {
            orders.push(Order::Attack(Vec::new()));
            for target in &it.targets {
                let at = [None, Some(target.nearest)];
                orders.extend(at.map(|at| Order::Attack(vec![Attack { target: target.target, at }])));
            }
        }
        orders
    }
}

fn offered_helm(menu: &HelmMenu, orders: &mut Vec<Order>) {
    for choice in &menu.orders {
        let base = Helm { order: choice.order, extra: choice.extra, ..Helm::default() };
        for torpedo in &choice.torpedoes {
            let guide = Guide { plot: Some(torpedo.plot), ..Guide::default() };
            orders.push(Order::Helm(Helm { torpedo: Some(guide), ..base }));
        }
        if !choice.order.burns() {
            orders.push(Order::Helm(base));
        }
        for plot in &choice.plots {
            let plotted = Helm { plot: Some(plot.plot), ..base };
            orders.push(Order::Helm(plotted));
            let declared = plot.harbours.iter().map(|&it| Helm { declare: Some(it), ..plotted });
            let entering = plot.lanes.iter().map(|&it| Helm { enter: Some(it), ..plotted });
            orders.extend(declared.chain(entering).map(Order::Helm));
        }
    }
}

fn menu(battle: &Battle, seat: Seat) -> Menu {
    let mut menu = Menu::default();
    let Some(ask) = battle.waiting() else { return menu };
    menu.phase = ask.phase().to_owned();
    if !ask.seats().contains(seat) {
        return menu;
    }
    let view = crate::view::view(battle, Viewer::Seat(seat));
    let few = sample::few(battle, ask, seat).unwrap_or_default();
    menu.choices =
        few.into_iter().map(|order| Choice { text: notation::write_order(&view, &order), order }).collect();
    let mut fixed = Dice::numbered(0, 1);
    match ask {
        Ask::Fleets => {
            let points = battle.field.scenario.points;
            let classes =
                crate::ship::Class::MILITARY.iter().map(|it| (it.data().name.clone(), it.data().points));
            let extras = Extra::ALL.iter().map(|it| (it.name().to_owned(), it.points()));
            let tanker = [("Tanker".to_owned(), crate::ship::tanker_points())];
            let costs = classes.chain(tanker).chain(extras).collect();
            menu.fleet = Some(FleetMenu { points, costs, default: setup::default_fleet(points) });
        }
        Ask::Station(side) => menu.site = setup::default_site(battle, side),
        Ask::Deploy(side) => {
            menu.deploy = setup::waiting_ships(battle, side)
                .filter_map(|id| setup::default_deploy(battle, id))
                .collect();
        }
        Ask::HoldBack(side) => {
            menu.choices.push(Choice { order: Order::HoldBack(None), text: "hold none".to_owned() });
            let holds =
                setup::holdable(battle, side).filter_map(|id| sample::any_hold(battle, side, id, &mut fixed));
            menu.hold = holds.collect();
        }
        Ask::Pick(side) => {
            if let Some(tanker) = sample::ready_tanker(battle, side) {
                let picks = sample::picks(battle, side).into_iter().map(Order::Pick);
                menu.choices =
                    picks.map(|order| Choice { text: notation::write_order(&view, &order), order }).collect();
                let spread = (-6..=6).flat_map(|x| (-6..=6).map(move |y| Point::units(5 * x, 5 * y)));
                let points =
                    spread.filter(|&at| sample::may_place_tanker(battle, side, tanker, 0, at)).collect();
                menu.tanker = Some(TankerMenu { tanker, system: 0, points });
            }
        }
        Ask::Guide(_, id) => {
            menu.ship = Some(id);
            menu.guide = guide_menu(battle, &view, id);
        }
        Ask::Helm(_, id) => {
            menu.ship = Some(id);
            menu.helm = Some(helm_menu(battle, &view, id));
        }
        Ask::Aim(_, id) => {
            menu.ship = Some(id);
            menu.aim = battle.act.as_ref().map(|act| aim_menu(battle, &view, act));
        }
        Ask::Protocols(_) => menu.advice = advice(battle, seat),
        Ask::Cover(_, id)
        | Ask::Evade(_, id)
        | Ask::Scan(_, id)
        | Ask::Benefit(_, id)
        | Ask::Depart(_, id) => {
            menu.ship = Some(id);
            if let (Ask::Cover(..), Some(act)) = (ask, &battle.act) {
                menu.advice = Some(advise(battle, [id, act.ship], true, true));
            }
        }
        _ => (),
    }
    menu
}

/// ALG-13: for the Combat under way.
pub(crate) fn advice(battle: &Battle, seat: Seat) -> Option<Advice> {
    let Some(Fight::Combat { attacker, defender, cover, .. }) = battle.fight else { return None };
    Some(advise(battle, [attacker, defender], cover, battle.owner(attacker) == Some(seat.0)))
}

fn advise(battle: &Battle, ships: [ShipId; 2], cover: bool, attacks: bool) -> Advice {
    let game = stakes::combat_game(battle, ships[0], ships[1], cover);
    let whole = game.solution.whole.max(1);
    let mix = |protocols: &[Protocol], weights: &[i128]| -> Vec<Mixed> {
        let share = |(&protocol, &weight): (&Protocol, &i128)| Mixed {
            protocol,
            millionths: ((weight * 1_000_000 + whole / 2) / whole) as u32,
        };
        protocols.iter().zip(weights).map(share).collect()
    };
    let rows = mix(game.rows, &game.solution.rows);
    let columns = mix(game.columns, &game.solution.columns);
    if attacks {
        let cells = (0..rows.len()).map(|i| game.entries[i][..columns.len()].to_vec()).collect();
        Advice { own: rows, enemy: columns, value: game.value(), cells }
    } else {
        let cells =
            (0..columns.len()).map(|j| (0..rows.len()).map(|i| -game.entries[i][j]).collect()).collect();
        Advice { own: columns, enemy: rows, value: -game.value(), cells }
    }
}

/// Points spread over the acceleration circle, snapped along their bearings.
pub(crate) fn fan(
    from: Point,
    remembered: Offset,
    accel: Length,
    rings: i64,
    spokes: &[(i32, i32)],
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
        for &(x, y) in spokes {
            if let Some(dir) = Dir::of(lu(x), lu(y)) {
                add(centre + dir.times(Length(accel.0 * ring / rings)));
            }
        }
    }
    plots
}

/// Sixteen directions.
pub(crate) const SPOKES: [(i32, i32); 16] = [
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
    let edge = battle.field.options.edge.map(|it| lu(i32::from(it)));
    let act = imagined_act(battle, id, &path);
    let reached = |it: &&Harbour| {
        vector.1 <= 3
            && helm::plan(battle, id, &Helm { declare: Some(**it), ..helm }, vector).arrives.is_some()
    };
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
        lanes: (0..battle.map.lanes.len() as u8).filter(open).collect(),
        path: path.points(),
    }
}

/// An activation as it would be after this plot, for questions about targets.
fn imagined_act(battle: &Battle, id: ShipId, path: &crate::space::Path) -> Activation {
    let step = crate::battle::Step::Aim;
    match &battle.act {
        Some(act) if act.ship == id => {
            Activation { path: path.clone(), step, agenda: Vec::new(), ..act.clone() }
        }
        _ => Activation {
            ship: id,
            step,
            helm: Helm::default(),
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
        },
    }
}

fn torpedo_choices(
    battle: &Battle,
    id: ShipId,
    it: &crate::ship::Torpedo,
    accel: Length,
) -> Vec<TorpedoChoice> {
    let plots = fan(it.at, it.dir.whole(it.speed), accel, 3, &SPOKES);
    let choice = |vector: (Dir, u16)| {
        let flight = torpedo::flight(battle, id, it, vector, Default::default());
        let system = battle.system(battle.ship(id).system);
        let next = crate::ship::Torpedo {
            from: it.at,
            at: flight.to,
            dir: flight.dir,
            speed: vector.1,
            deflected: flight.deflected,
        };
        let coasting = torpedo::flight(battle, id, &next, (flight.dir, vector.1), Default::default()).path;
        let burnt = system
            .wells
            .iter()
            .zip(&system.radiation)
            .any(|(well, &r)| Length::ZERO < r && flight.path.window(well.at, r).is_some());
        TorpedoChoice {
            plot: Plot { course: sample::course(vector.0), speed: vector.1 },
            path: flight.path.points(),
            to: flight.to,
            reaches: torpedo::targets(battle, id, &coasting),
            lost: burnt || crate::space::crashes(&system.wells, it.at, flight.to, None).is_some(),
        }
    };
    plots.into_iter().map(choice).collect()
}

fn helm_menu(battle: &Battle, view: &crate::View, id: ShipId) -> HelmMenu {
    let ship = battle.ship(id);
    let remembered = helm::remembered(ship);
    let harbours = sample::harbours(battle, id);
    let extra = ship.seat().and_then(|it| battle.extras[it.index()]);
    let mut orders = Vec::new();
    let mut refused = Vec::new();
    for kind in Kind::ALL {
        let mut found = Findings::default();
        helm::check_kind(battle, id, kind, &mut found);
        if let Err(refusal) = found.into_result() {
            refused.push((kind, refusal.to_string()));
            continue;
        }
        let with = match kind {
            Kind::Burn if extra == Some(Extra::Overdrive) => vec![false, true],
            Kind::Repair if extra == Some(Extra::EngineeringBay) => vec![false, true],
            _ => vec![false],
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
    }
}

fn order_choice(battle: &Battle, id: ShipId, kind: Kind, extra: bool, harbours: &[Harbour]) -> OrderChoice {
    let ship = battle.ship(id);
    let accel = helm::accel(ship, kind, extra);
    let base = Helm { order: kind, extra, ..Helm::default() };
    let heat = helm::burn_heat(ship, kind);
    let plots = if kind.burns() {
        let rings = if kind == Kind::HardBurn { 4 } else { 3 };
        let fan = fan(ship.at, helm::remembered(ship), accel, rings, &SPOKES);
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
    OrderChoice {
        order: kind,
        extra,
        accel,
        heat,
        fuel: u8::from(matches!(kind, Kind::HardBurn | Kind::HeatDump)),
        fatal: 5 <= ship.own.heat + heat,
        useless: matches!(kind, Kind::HeatDump) && ship.own.heat == 0,
        plots,
        torpedoes,
    }
}

fn guide_menu(battle: &Battle, view: &crate::View, id: ShipId) -> Option<GuideMenu> {
    let it = battle.ship(id).torpedo?;
    let flight = torpedo::flight(battle, id, &it, (it.dir, it.speed), Default::default());
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
    let accel = battle.field.options.guided_accel;
    let plots = if accel == 0 { Vec::new() } else { torpedo_choices(battle, id, &it, lu(i32::from(accel))) };
    Some(GuideMenu { ship: id, path: flight.path.points(), targets, plots })
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

fn aim_menu(battle: &Battle, view: &crate::View, act: &Activation) -> AimMenu {
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
