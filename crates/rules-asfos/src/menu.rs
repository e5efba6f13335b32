//! What a screen may offer: every legal choice with its preview and its odds.

use std::collections::BTreeMap;

use engine::{Assist, Seat};
use geometry::{Course, Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Action, Battle, Order,
    deploy::{self, Corner, Deploy, Placed},
    fire::{self, Volley},
    gunnery::{self, Arc, Column, Modifiers, Shot, Step, Weapon},
    movement::{self, Flight, Plot, PlotOrder},
    notation,
    odds::{self, Attacks, Odds, RestMenu, ToHit},
    phases::Phase,
    prospect, reason,
    repairs::{self, Party},
    scenario::{Deployment, Zone},
    ship::{Location, ShipId},
};

/// The choices of one seat in the open phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Menu {
    pub deploy: Option<DeployMenu>,
    pub plots: Vec<PlotMenu>,
    pub fire: Option<FireMenu>,
    pub repairs: Option<Vec<RepairMenu>>,
    /// Where every ship on the table may end its next move (ASF-ARC.1: all is open).
    pub reach: Vec<Reach>,
    pub ranges: Ranges,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct DeployMenu {
    /// ASF-SCN.3: whether the corner is this seat's to choose.
    pub corner_choice: bool,
    pub corners: Vec<Corner>,
    pub ships: Vec<DeployShip>,
    pub zones: Vec<Zone>,
    /// The default places, by corner if there is one to choose.
    pub defaults_by_corner: BTreeMap<String, Vec<Placed>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct DeployShip {
    pub ship: ShipId,
    pub default: Placed,
    pub fixed: bool,
    pub free_heading: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct PlotMenu {
    pub ship: ShipId,
    pub engine: u16,
    /// ASF-PLOT.2: ships of the same rating may share a plot.
    pub rating: u16,
    /// ASF-CRIT.4: without a bridge there is no choice.
    pub forced: Option<PlotChoice>,
    pub choices: Vec<PlotChoice>,
}

/// One plot and what comes of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct PlotChoice {
    pub plot: Plot,
    pub cost: u16,
    pub speed: u16,
    /// From where it starts, through its bends, to where it ends.
    pub path: Vec<Point>,
    pub to: Point,
    pub heading: Course,
    pub notation: String,
    /// ASF-MOV.6: it would take the ship off a fixed table.
    pub leaves: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct FireMenu {
    pub step: Step,
    pub ships: Vec<FireShip>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct FireShip {
    pub ship: ShipId,
    pub weapon: Weapon,
    /// ASF-MD.1: how many mass drivers may be aimed.
    pub drivers: u16,
    /// ASF-RAT.4: strength left of an attack already begun.
    pub rest: Option<u16>,
    pub shots: Vec<ShotMenu>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ShotMenu {
    pub arc: Option<Arc>,
    pub target: ShipId,
    pub strength: u16,
    pub defence: u16,
    pub column: Column,
    pub modifiers: Modifiers,
    pub range: Length,
    /// ASF-MD.1: for one mass driver.
    pub to_hit: Option<ToHit>,
    /// Of one attack with all the strength; for a mass driver, of one hit.
    pub odds: Odds,
    /// ASF-MD.2: for mass drivers, the attacks that 1, 2, … hits come to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub odds_by_hits: Vec<Vec<Attacks>>,
    /// ASF-RAT.4: there is strength beyond 6:1 that may be aimed now.
    pub can_split: bool,
    /// That strength, to be looked up in `rests`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u16>,
    /// ASF-RAT.4: every further part, by what is left over when it comes to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rests: Vec<RestMenu>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct RepairMenu {
    pub ship: ShipId,
    pub crew: u16,
    pub criticals: Vec<Location>,
    /// ASF-DC.2, ASF-DC.3: the chance of a repair in parts of a million, by crew units at work on one
    /// critical: 0, 1, 2 … up to as many as may.
    pub chances: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Reach {
    pub ship: ShipId,
    pub ends: Vec<ReachEnd>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ReachEnd {
    pub x: Length,
    pub y: Length,
    pub heading: Course,
}

/// ASF-ARC.4, ASF-ARC.5: how far weapons reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Ranges {
    pub bands: [Length; 3],
    pub secondary: Length,
    pub arcs: [ArcMenu; 4],
}

/// ASF-ARC.2: where an arc begins and ends, in degrees clockwise from dead ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ArcMenu {
    pub arc: Arc,
    pub from: i16,
    pub to: i16,
}

/// ASF-RAT.3: whether the dice can do anything; what may be split may be split better.
fn can_harm(shot: &ShotMenu) -> bool {
    let harmless = shot.odds.both[0][0] == shot.odds.of && shot.odds.critical == 0;
    shot.can_split || (!harmless && shot.to_hit.is_none_or(|it| 0 < it.hits))
}

impl Assist for Battle {
    type Menu = Menu;

    /// ASF-FIRE.5: guns that cannot harm anybody are held; ASF-CRIT.4: without a bridge there is no choice.
    fn moot(menu: &Menu) -> Option<Order> {
        if let Some(fire) = &menu.fire {
            let idle = fire.ships.iter().flat_map(|it| &it.shots).all(|it| !can_harm(it));
            return idle.then(|| Action::Fire(Vec::new()).into());
        }
        let tied = !menu.plots.is_empty() && menu.plots.iter().all(|it| it.forced.is_some());
        tied.then(|| Action::Plot(Vec::new()).into())
    }

    fn menu(&self, seat: Seat) -> Menu {
        let mut menu = Menu {
            deploy: None,
            plots: Vec::new(),
            fire: None,
            repairs: None,
            reach: self
                .field
                .ship_ids()
                .filter(|&id| self.ship(id).is_active())
                .map(|id| reach(self, id))
                .collect(),
            ranges: ranges(self),
        };
        match &self.phase {
            Phase::Setup | Phase::Over { .. } => (),
            Phase::Deploy { seat: asked } if *asked == seat => menu.deploy = Some(deploy_menu(self, seat)),
            Phase::Deploy { .. } => (),
            Phase::Plot => menu.plots = self.own_ships(seat).map(|id| plot_menu(self, id)).collect(),
            Phase::Fire { seats, .. } if seats.contains(seat) => menu.fire = Some(fire_menu(self, seat)),
            Phase::Repairs { seats } if seats.contains(seat) => menu.repairs = Some(repair_menu(self, seat)),
            Phase::Fire { .. } | Phase::Repairs { .. } => (),
        }
        menu
    }

    fn reason(&self, seat: Seat, order: &Order, others: &[Order]) -> String {
        reason::reason(self, seat, order, others)
    }

    fn odds(&self, _seat: Seat, menu: &Menu, order: &Order) -> Vec<engine::Odds> {
        prospect::odds(self, menu, order)
    }

    fn offered(&self, seat: Seat, menu: &Menu) -> Vec<Order> {
        let _ = seat;
        let mut orders: Vec<Order> = Vec::new();
        if let Some(deploy) = &menu.deploy {
            let corners = if deploy.corner_choice {
                deploy.corners.iter().copied().map(Some).collect()
            } else {
                vec![None]
            };
            for corner in corners {
                let key = corner.map_or("", key);
                let places = deploy.defaults_by_corner.get(key).cloned().unwrap_or_default();
                orders.push(Action::Deploy(Deploy { corner, places }).into());
            }
        }
        for ship in &menu.plots {
            for choice in &ship.choices {
                let order = PlotOrder { ship: ship.ship, with: Vec::new(), plot: choice.plot };
                orders.push(Action::Plot(vec![order]).into());
            }
        }
        for ship in menu.fire.iter().flat_map(|fire| &fire.ships) {
            for shot in &ship.shots {
                let then = vec![shot.target; usize::from(ship.drivers.saturating_sub(1))];
                let volley = Volley { then, ..Volley::at(ship.ship, shot.arc, shot.target) };
                orders.push(Action::Fire(vec![volley]).into());
                for rest in shot.rests.iter().filter(|it| Some(it.strength) == shot.left) {
                    let further =
                        shot.rests.iter().find(|it| rest.left.is_some() && Some(it.strength) == rest.left);
                    let then = [rest].into_iter().chain(further).map(|it| it.target).collect();
                    let volley = Volley { then, ..Volley::at(ship.ship, shot.arc, shot.target) };
                    orders.push(Action::Fire(vec![volley]).into());
                }
            }
        }
        for ship in menu.repairs.iter().flatten() {
            for &location in &ship.criticals {
                let party = Party { ship: ship.ship, location, crew: ship.crew.min(5) };
                orders.push(Action::Repair(vec![party]).into());
            }
        }
        orders
    }
}

fn deploy_menu(battle: &Battle, seat: Seat) -> DeployMenu {
    let field = &battle.field;
    let side = field.side_of_seat(seat);
    let corner_choice = deploy::chooses_corner(battle);
    let own = deploy::corner(battle, side);
    let corners: Vec<Corner> = match field.scenario.deployment {
        Deployment::Corners { .. } if corner_choice => Corner::ALL.to_vec(),
        Deployment::Corners { .. } => own.into_iter().collect(),
        Deployment::AsGiven | Deployment::Zones { .. } => Vec::new(),
    };
    let places = |corner: Option<Corner>| -> Vec<Placed> {
        deploy::waiting_ships(battle, seat).map(|id| deploy::default_place(battle, id, corner)).collect()
    };
    let mut defaults: BTreeMap<String, Vec<Placed>> =
        corners.iter().map(|&it| (key(it).to_owned(), places(Some(it)))).collect();
    if !corner_choice {
        defaults.insert(String::new(), places(own));
    }
    let zones = match field.scenario.deployment {
        Deployment::Corners { within } => {
            let disc = |it: &Corner| Zone::Disc {
                centre: it.inward(field, Length::ZERO, Length::ZERO),
                radius: within,
            };
            corners.iter().map(disc).collect()
        }
        Deployment::AsGiven | Deployment::Zones { .. } => {
            field.scenario.sides[usize::from(side)].zones.clone()
        }
    };
    let first = corners.first().copied().or(own);
    let ships = deploy::waiting_ships(battle, seat)
        .map(|id| {
            let berth = field.berth(id);
            DeployShip {
                ship: id,
                default: deploy::default_place(battle, id, first),
                fixed: berth.fixed,
                free_heading: !berth.fixed
                    && (berth.heading.is_none() || field.scenario.sides[usize::from(side)].free_headings),
            }
        })
        .collect();
    DeployMenu { corner_choice, corners, ships, zones, defaults_by_corner: defaults }
}

/// A corner as it stands in data.
fn key(corner: Corner) -> &'static str {
    match corner {
        Corner::SouthWest => "south_west",
        Corner::SouthEast => "south_east",
        Corner::NorthWest => "north_west",
        Corner::NorthEast => "north_east",
    }
}

fn plot_menu(battle: &Battle, id: ShipId) -> PlotMenu {
    let ship = battle.ship(id);
    PlotMenu {
        ship: id,
        engine: movement::engine(battle, ship),
        rating: battle.field.design(ship.design).engine,
        forced: ship.tied.then(|| plot_choice(battle, id, movement::repeated(battle, id))),
        choices: movement::choices(battle, id).map(|plot| plot_choice(battle, id, plot)).collect(),
    }
}

fn plot_choice(battle: &Battle, id: ShipId, plot: Plot) -> PlotChoice {
    let ship = battle.ship(id);
    let whole = battle.field.options.whole_inch_legs;
    let speed = plot.speed_from(ship.speed).expect("a plot that can be flown");
    let Flight { via, to, heading } = movement::fly(ship.at, ship.heading, speed, plot.turns, whole);
    let leaves = battle.field.fixed && movement::leaves_by(battle, &via, to).is_some();
    let path = [ship.at].into_iter().chain(via).chain([to]).collect();
    let notation = notation::path(speed, plot.turns, whole);
    PlotChoice { plot, cost: plot.cost(), speed, path, to, heading, notation, leaves }
}

fn reach(battle: &Battle, id: ShipId) -> Reach {
    let ship = battle.ship(id);
    let forced = ship.tied.then(|| movement::repeated(battle, id));
    let plots: Vec<Plot> = forced.map_or_else(|| movement::choices(battle, id).collect(), |plot| vec![plot]);
    let end = |plot: Plot| {
        let speed = plot.speed_from(ship.speed).unwrap_or(ship.speed);
        let flight =
            movement::fly(ship.at, ship.heading, speed, plot.turns, battle.field.options.whole_inch_legs);
        ReachEnd { x: flight.to.x, y: flight.to.y, heading: flight.heading }
    };
    Reach { ship: id, ends: plots.into_iter().map(end).collect() }
}

fn fire_menu(battle: &Battle, seat: Seat) -> FireMenu {
    let Phase::Fire { step, acting, rests, .. } = &battle.phase else {
        unreachable!("asked in a fire phase")
    };
    let mut ships = Vec::new();
    for id in battle.own_ships(seat) {
        if let Some(rest) = rests.iter().find(|it| it.ship == id) {
            let shots =
                fire::rest_shots(battle, *rest).map(|target| rest_shot(battle, *rest, target)).collect();
            ships.push(FireShip {
                ship: id,
                weapon: rest.weapon,
                drivers: 0,
                rest: Some(rest.strength),
                shots,
            });
            continue;
        }
        if !rests.is_empty() || acting.is_some_and(|it| it != id) {
            continue;
        }
        let shots: Vec<ShotMenu> =
            gunnery::shots(battle, id, *step).map(|it| shot_menu(battle, id, it)).collect();
        if let Some(weapon) = gunnery::weapon_of(battle, id, *step)
            && !shots.is_empty()
        {
            let drivers =
                if weapon == Weapon::MassDrivers { battle.weapons_box(battle.ship(id)).specials } else { 0 };
            ships.push(FireShip { ship: id, weapon, drivers, rest: None, shots });
        }
    }
    FireMenu { step: *step, ships }
}

fn shot_menu(battle: &Battle, id: ShipId, shot: Shot) -> ShotMenu {
    let target = battle.ship(shot.target);
    let defence = battle.defence(target);
    let driver = shot.weapon == Weapon::MassDrivers;
    let modifier = if driver { 0 } else { shot.modifiers.total() };
    let criticals = battle.field.options.criticals;
    let rests = odds::rests(battle, id, shot);
    ShotMenu {
        arc: (shot.weapon == Weapon::Primaries).then_some(shot.arc),
        target: shot.target,
        strength: shot.strength,
        defence,
        column: shot.column,
        modifiers: shot.modifiers,
        range: (target.at - battle.ship(id).at).length(),
        to_hit: driver.then(|| odds::to_hit(shot)),
        odds: odds::attack(shot.column, modifier, criticals),
        odds_by_hits: if driver {
            let drivers = battle.weapons_box(battle.ship(id)).specials;
            odds::by_hits(defence, drivers, criticals)
        } else {
            Vec::new()
        },
        can_split: !rests.is_empty(),
        left: if rests.is_empty() { None } else { odds::left(shot.strength, defence) },
        rests,
    }
}

fn rest_shot(battle: &Battle, rest: fire::Rest, target: ShipId) -> ShotMenu {
    let (firer, ship) = (battle.ship(rest.ship), battle.ship(target));
    let sight = gunnery::sight(battle, firer, ship).expect("in sight, since it was listed");
    let defence = battle.defence(ship);
    let shift = gunnery::column_shift(rest.weapon, sight);
    let column = Column::of(rest.strength, defence).and_then(|it| it.shifted_left(shift));
    let column = column.expect("it can hurt, since it was listed");
    let modifiers = gunnery::modifiers(battle, rest.weapon, sight, ship);
    ShotMenu {
        arc: (rest.weapon == Weapon::Primaries).then_some(rest.arc),
        target,
        strength: rest.strength,
        defence,
        column,
        modifiers,
        range: (ship.at - firer.at).length(),
        to_hit: None,
        odds: odds::attack(column, modifiers.total(), battle.field.options.criticals),
        odds_by_hits: Vec::new(),
        // What is left after this part is aimed when it has been rolled.
        can_split: false,
        left: None,
        rests: Vec::new(),
    }
}

/// ASF-ARC.2, ASF-ARC.4, ASF-ARC.5: where weapons reach.
pub(crate) fn ranges(battle: &Battle) -> Ranges {
    let width = battle.field.options.range_band;
    let arcs = Arc::ALL.map(|arc| {
        let [from, to] = arc.span();
        ArcMenu { arc, from, to }
    });
    Ranges { bands: [width, width * 2, width * 3], secondary: width.part(2), arcs }
}

fn repair_menu(battle: &Battle, seat: Seat) -> Vec<RepairMenu> {
    let damaged = battle.own_ships(seat).filter_map(|id| {
        let ship = battle.ship(id);
        let crew = battle.crew_left(ship);
        let criticals: Vec<Location> = ship.criticals.iter().collect();
        (0 < crew && !criticals.is_empty()).then(|| RepairMenu {
            ship: id,
            crew,
            criticals,
            chances: repairs::chances(),
        })
    });
    damaged.collect()
}
