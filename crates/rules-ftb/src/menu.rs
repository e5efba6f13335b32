//! What a screen may offer: every legal choice with its preview and its odds.

mod plots;
mod zones;

use std::cmp::Ordering;

use dice::Dice;
use engine::{Assist, Seat, Viewer};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    battle::{Ask, What},
    chance::Test,
    combat::{self, CombatStage, Effect, Fight},
    damage::Blow,
    helm::{Harbour, Helm, Kind},
    notation,
    order::{Attack, Deploy, Fleet, Guide, Order, Pick, Plot, Protocol, Target},
    prospect, reason, sample, setup,
    ship::{Extra, ShipId},
    tactics::stakes,
    torpedo,
};
pub(crate) use plots::{fan, spokes};

/// The choices of one seat in the open decision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
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
    /// Where a station, a ship of the deployment or a Stealth run may start.
    pub zone: Option<Zone>,
    /// A place for each ship still to be deployed.
    pub deploy: Vec<Deploy>,
    /// FTB-33.3: ships that may be held back, and one point that would do.
    pub hold: Vec<Deploy>,
    /// FTB-21.2: a Tanker that is ready, and where it might go.
    pub tanker: Option<TankerMenu>,
    /// The same in the battle's other systems.
    pub tanker_elsewhere: Vec<TankerMenu>,
    pub guide: Option<GuideMenu>,
    pub helm: Option<HelmMenu>,
    pub aim: Option<AimMenu>,
    /// FTB-16.1: the mix the computer would play, and what it is worth.
    pub advice: Option<Advice>,
    /// FTB-16.1: the protocols this seat may play.
    pub protocols: Vec<ProtocolMenu>,
    /// FTB-17.4, FTB-17.6: what "hit or heat" is about.
    pub effect: Option<Effect>,
    /// The Hit that "system hit" is about.
    pub blow: Option<Blow>,
    /// FTB-13.2: what is tested.
    pub test: Option<Test>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub order: Order,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct FleetMenu {
    pub points: u32,
    pub costs: Vec<(String, u32)>,
    pub default: Fleet,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct TankerMenu {
    pub tanker: u8,
    pub system: u8,
    /// Some points that would do.
    pub points: Vec<Point>,
    /// FTB-21.2: it keeps out of these.
    pub clear: Vec<Circle>,
}

/// Where something may be placed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Zone {
    pub rule: String,
    /// In one of these, edge included; empty: anywhere.
    pub within: Vec<Circle>,
    /// Outside all of these, and off their edges.
    pub clear: Vec<Circle>,
    /// FTB-25.4: in the belt, or at least so far from the star.
    pub outer: Option<Length>,
    /// No farther from the star than this.
    pub edge: Option<Length>,
    /// FTB-36.3: the first vector keeps clear of these as well.
    pub vector_clear: Vec<Circle>,
    /// Least and greatest speed of the first vector; none for a station.
    pub speeds: Option<[u16; 2]>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Circle {
    pub at: Point,
    pub radius: Length,
    /// Whose circle it is.
    pub name: String,
}

/// ALG-7: something on the way, at a length along the drawn path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    pub t: Length,
    pub at: Point,
    pub what: What,
}

/// Words of an order that mean something for this ship now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Flags {
    pub off_patrol: bool,
    pub no_refuel: bool,
    pub stay_tracked: bool,
}

/// One vector and what comes of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
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
    /// FTB-31.2: those of them whose mark it would pass with no fuel left to pay, as things stand.
    pub unpaid: Vec<u8>,
    /// FTB-28.5: the path that passes on the right, if the side matters.
    pub right: Vec<Point>,
    /// What lies on the way, Combats apart.
    pub way: Vec<Meeting>,
    /// Heat at the end of the activation if nobody fires and no test is failed.
    pub heat: u8,
    /// FTB-18.2: radiation on the way would destroy it.
    pub melts: bool,
    /// FTB-9.1: Tracked at the end of the vector, before it masks.
    pub tracked: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct OrderChoice {
    pub order: Kind,
    /// With the extra of the side.
    pub extra: bool,
    /// Radius of the acceleration circle.
    pub accel: Length,
    /// What it costs.
    pub heat: u8,
    pub fuel: u8,
    /// The ship's heat once it is paid for.
    pub hot: u8,
    /// FTB-9.2: that heat makes it Tracked.
    pub tracked: bool,
    /// FTB-12.4: the heat would destroy the ship.
    pub fatal: bool,
    /// FTB-12.10: it changes nothing.
    pub useless: bool,
    pub plots: Vec<PlotChoice>,
    /// FTB-15.2: vectors for the torpedo of a launch.
    pub torpedoes: Vec<TorpedoChoice>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
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
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
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
    pub flags: Flags,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
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
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct GuideMenu {
    pub ship: ShipId,
    pub path: Vec<Point>,
    pub targets: Vec<TargetChoice>,
    /// FTB-15.4: other vectors, if the option lets it steer.
    pub plots: Vec<TorpedoChoice>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
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
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Advice {
    pub own: Vec<Mixed>,
    pub enemy: Vec<Mixed>,
    /// What the Combat is worth to this seat, in hundredths of a point.
    pub value: i64,
    /// This seat's gain in each cell: own protocol by enemy protocol.
    pub cells: Vec<Vec<i64>>,
}

/// FTB-16.2, FTB-16.3, FTB-16.6: a protocol, what it beats, and what it costs this seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ProtocolMenu {
    pub protocol: Protocol,
    pub beats: Vec<Protocol>,
    /// FTB-17.1: it does no harm even where it wins.
    pub harmless: bool,
    pub heat: u8,
    /// Heat that it takes away.
    pub cools: u8,
    pub fuel: u8,
}

/// A protocol with its share in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Mixed {
    pub protocol: Protocol,
    pub millionths: u32,
}

impl Assist for Battle {
    type Menu = Menu;

    /// Where one thing only can be said.
    fn moot(menu: &Menu) -> Option<Order> {
        let [only] = menu.choices.as_slice() else { return None };
        let more = menu.tanker.is_some() || !menu.tanker_elsewhere.is_empty();
        let plots = menu.guide.is_some() || menu.helm.is_some() || menu.aim.is_some();
        let places = menu.fleet.is_some() || menu.site.is_some() || menu.zone.is_some();
        (!more && !plots && !places).then(|| only.order.clone())
    }

    fn menu(&self, seat: Seat) -> Menu {
        if self.has_secrets() { menu(&self.as_seen(seat), seat) } else { menu(self, seat) }
    }

    fn reason(&self, seat: Seat, order: &Order, others: &[Order]) -> String {
        if self.has_secrets() {
            reason::reason(&self.as_seen(seat), seat, order, others)
        } else {
            reason::reason(self, seat, order, others)
        }
    }

    fn odds(&self, seat: Seat, _menu: &Menu, order: &Order) -> Vec<engine::Odds> {
        if self.has_secrets() {
            prospect::odds(&self.as_seen(seat), seat, order)
        } else {
            prospect::odds(self, seat, order)
        }
    }

    /// FTB-28.2: any vector, not only those of the fan.
    fn preview(&self, seat: Seat, order: &Order) -> Option<Menu> {
        let seen = self.as_seen(seat);
        let ask = seen.waiting().filter(|it| it.seats().contains(seat))?;
        let view = crate::view::view(&seen, Viewer::Seat(seat));
        let mut menu = Menu { phase: ask.phase().to_owned(), ..Menu::default() };
        match (ask, order) {
            (Ask::Helm(_, id), Order::Helm(helm)) if !is_wild(helm) => {
                menu.ship = Some(id);
                menu.helm = Some(plots::previewed(&seen, &view, id, helm));
            }
            (Ask::Guide(_, id), Order::Guide(guide)) if !guide.plot.is_some_and(is_far) => {
                menu.ship = Some(id);
                menu.guide = Some(plots::previewed_guide(&seen, &view, id, guide)?);
            }
            _ => return None,
        }
        Some(menu)
    }

    fn offered(&self, _seat: Seat, menu: &Menu) -> Vec<Order> {
        let mut orders: Vec<Order> = menu.choices.iter().map(|it| it.order.clone()).collect();
        orders.extend(menu.fleet.iter().map(|it| Order::Fleet(it.default.clone())));
        orders.extend(menu.site.map(Order::Station));
        orders.extend(menu.deploy.iter().map(|&it| Order::Deploy(it)));
        orders.extend(menu.hold.iter().map(|&it| Order::HoldBack(Some(it))));
        for it in menu.tanker.iter().chain(&menu.tanker_elsewhere) {
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

impl Battle {
    fn has_secrets(&self) -> bool {
        let options = &self.field.options;
        options.hidden_manifests || options.hidden_stealth_run || self.tankers.iter().any(|it| it.hidden)
    }

    /// What the seat cannot know must not show: the same guess behind the same view.
    fn as_seen(&self, seat: Seat) -> Battle {
        let view = crate::view::view(self, Viewer::Seat(seat));
        crate::view::imagine(&view, &mut Dice::numbered(0, 0))
    }
}

/// Beyond what a course may say.
fn is_far(plot: Plot) -> bool {
    let most = crate::space::lu(1000);
    most < plot.course.x.abs() || most < plot.course.y.abs()
}

fn is_wild(helm: &Helm) -> bool {
    helm.plot.is_some_and(is_far) || helm.torpedo.and_then(|it| it.plot).is_some_and(is_far)
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
        Ask::Station(side) => {
            menu.site = setup::default_site(battle, side);
            menu.zone = Some(zones::station(battle, side));
        }
        Ask::Deploy(side) => {
            menu.deploy = setup::waiting_ships(battle, side)
                .filter_map(|id| setup::default_deploy(battle, id))
                .collect();
            menu.zone = Some(zones::deployment(battle, side));
        }
        Ask::HoldBack(side) => {
            menu.choices.push(Choice { order: Order::HoldBack(None), text: "hold none".to_owned() });
            let holds =
                setup::holdable(battle, side).filter_map(|id| sample::any_hold(battle, side, id, &mut fixed));
            menu.hold = holds.collect();
            menu.zone = Some(zones::stealth_run(battle));
        }
        Ask::Pick(side) => {
            if let Some(tanker) = sample::ready_tanker(battle, side) {
                let picks = sample::picks(battle, side).into_iter().map(Order::Pick);
                menu.choices =
                    picks.map(|order| Choice { text: notation::write_order(&view, &order), order }).collect();
                let all =
                    (0..battle.map.systems.len() as u8).map(|it| zones::tanker(battle, side, tanker, it));
                let mut all = all.collect::<Vec<_>>().into_iter();
                menu.tanker = all.next();
                menu.tanker_elsewhere = all.collect();
            }
        }
        Ask::Guide(_, id) => {
            menu.ship = Some(id);
            menu.guide = plots::guide_menu(battle, &view, id);
        }
        Ask::Helm(_, id) => {
            menu.ship = Some(id);
            menu.helm = Some(plots::helm_menu(battle, &view, id));
        }
        Ask::Aim(_, id) => {
            menu.ship = Some(id);
            menu.aim = battle.act.as_ref().map(|act| plots::aim_menu(battle, &view, act));
        }
        Ask::Protocols(_) => {
            menu.advice = advice(battle, seat);
            menu.protocols = protocols(battle, seat);
        }
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
        Ask::Heat(_, n) => {
            if let Some(Fight::Combat { stage: CombatStage::Effects(effects), .. }) = &battle.fight {
                menu.effect = effects.get(usize::from(n)).copied();
                menu.ship = menu.effect.map(|it| it.to);
            }
        }
        Ask::System(_, n) => {
            menu.blow = battle.blows.get(usize::from(n)).copied();
            menu.ship = menu.blow.map(|it| it.target);
        }
        Ask::Test(test) => {
            menu.test = Some(test);
            menu.ship = Some(test.ship);
        }
        Ask::FlyBy(..) | Ask::Fuse(_) => menu.ship = battle.act.as_ref().map(|it| it.ship),
        Ask::Name(..) | Ask::Initiative | Ask::Forcer(_) | Ask::Force(_) => (),
    }
    menu
}

/// FTB-16.1: what this seat may play in the Combat under way.
fn protocols(battle: &Battle, seat: Seat) -> Vec<ProtocolMenu> {
    let Some(Fight::Combat { attacker, defender, cover, .. }) = battle.fight else { return Vec::new() };
    let attacks = battle.owner(attacker) == Some(seat.0);
    let ship = if attacks { attacker } else { defender };
    let options = &battle.field.options;
    let card = |&protocol: &Protocol| {
        let wins = |&other: &Protocol| {
            combat::compare(options.evasive_relations, protocol, other) == Ordering::Greater
        };
        let costs = combat::costs(options.railgun_heat, protocol, attacks);
        ProtocolMenu {
            protocol,
            beats: Protocol::ALL.into_iter().filter(wins).collect(),
            harmless: protocol == Protocol::Evasive,
            heat: costs.heat,
            cools: costs.cools,
            fuel: costs.fuel,
        }
    };
    combat::open_to(battle, ship, cover).iter().map(card).collect()
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
