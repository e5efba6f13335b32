//! Phase 1 on a screen: every plot with its path, and what else may be ordered (FT-2.6.1, FT-3).

use engine::{Findings, Seat};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Order,
    jumps::gates::Door,
    menu,
    movement::{
        clock::Clock,
        collisions::Peril,
        links,
        plot::{Burn, Burns, Helm, Plot, Way},
        ramming,
    },
    narrate,
    options::Edges,
    orders::{self, Drive, Mode, Need, Orders, ShipOrder, Written, specials},
    ordnance::mines::Lay,
    phases::Phase,
    sensors::cloaks::Cloak,
    ship::{IconId, ShipId},
    terrain::{
        Body, Thing,
        planets::{self, Sense},
    },
    yard::design::Arc,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct PlotMenu {
    pub ship: ShipId,
    pub rating: u8,
    /// Points that may turn it, or thruster points.
    pub turning: u8,
    pub can_roll: bool,
    /// FT-16.2.1: what a roll takes beside the plot.
    #[serde(default)]
    pub roll: Need,
    /// FT-12.12.3: thruster points that each point of a push takes; pushes are not listed one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push: Option<u32>,
    pub choices: Vec<PlotChoice>,
    /// FT-3.6.1: where drives may be strained.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strain: Option<StrainMenu>,
    pub switches: Switches,
}

/// One plot and what comes of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct PlotChoice {
    pub plot: Plot,
    /// FT-3.2.1, FT-12.12.2: points of thrust it takes.
    #[serde(default)]
    pub cost: Need,
    /// From where it starts, through its bend, to where it ends; to a thousandth, for drawing.
    pub path: Vec<Point>,
    pub facing: Clock,
    pub velocity: u16,
    /// FT-3.9.1: it would take the ship off the table.
    pub leaves: bool,
    /// FT-3.6.1: only by straining the drive.
    #[serde(default, skip_serializing_if = "is_not")]
    pub emergency: bool,
    /// FT-17.6.2, FT-17.4.1, FT-17.2.1: what terrain would do to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub perils: Vec<Peril>,
}

fn is_not(it: &bool) -> bool {
    !it
}

/// FT-3.6.1: what a strained drive gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct StrainMenu {
    pub rating: u8,
    pub turning: u8,
    /// FT-3.6.2: how often it has been tried; each adds a die.
    pub before: u8,
}

/// What a ship may be ordered to do besides its plot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct Switches {
    /// FT-7.4.4.
    pub active: bool,
    /// FT-7.25.1.
    pub reflex: bool,
    /// FT-7.9.1.
    pub detonate: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turrets: Vec<TurretMenu>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<ModeMenu>,
    /// FT-7.20.1, FT-7.21.1: which kind of cloak an order would switch on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cloak: Option<Cloak>,
    /// FT-7.5.1, FT-7.19.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switch: Vec<SwitchMenu>,
    /// FT-11.4.1: it may warm up its FTL drive.
    #[serde(default, skip_serializing_if = "is_not")]
    pub ftl: bool,
    /// FT-12.1.3: it may make an active scan.
    #[serde(default, skip_serializing_if = "is_not")]
    pub scan: bool,
    /// FT-12.1.4: it may show itself.
    #[serde(default, skip_serializing_if = "is_not")]
    pub show: bool,
    /// FT-DMG.8: whether regenerative boxes go first now, where that may be chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heal_first: Option<bool>,
    /// FT-17.9.4: by how much the turn of a gravity zone may be raised or lowered, if the plot does
    /// not turn.
    #[serde(default, skip_serializing_if = "is_none")]
    pub pull: u8,
    /// FT-17.8.2: the ways round a planet it may choose from, should it fly straight at the centre.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub round: Vec<Sense>,
    /// FT-6.10.1: minelayers with mines left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mines: Vec<LayMenu>,
    /// FT-12.5.1.
    #[serde(default, skip_serializing_if = "is_not")]
    pub sweep: bool,
    /// FT-16.7.1: enemies it may be ordered to ram.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ram: Vec<ShipId>,
    /// FT-16.3.1: ships it may begin to take in tow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tow: Vec<ShipId>,
    /// FT-16.6.1: ships that one of its plots would bring it alongside, to dock with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dock: Vec<ShipId>,
    /// FT-11.9.4: gates that one of its plots would bring it into.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exit: Vec<Door>,
    /// FT-11.4.4: who would go along, if it jumped now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<ShipId>,
    /// FT-16.6.1: it may let go, or be let go.
    #[serde(default, skip_serializing_if = "is_not")]
    pub cast_off: bool,
}

/// A minelayer, and how many mines it has left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct LayMenu {
    pub layer: IconId,
    pub name: String,
    pub left: u32,
}

fn is_none(points: &u8) -> bool {
    *points == 0
}

/// A field or ECM that can be switched, and whether it is on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct SwitchMenu {
    pub icon: IconId,
    pub name: String,
    pub on: bool,
}

/// FT-5.22.1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct TurretMenu {
    pub turret: u8,
    pub now: Arc,
    pub arcs: Vec<Arc>,
}

/// FT-5.14.2, FT-5.14.3, FT-5.19.1, FT-7.23.1, FT-7.24.1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ModeMenu {
    pub weapon: IconId,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<Mode>,
    pub modes: Vec<Mode>,
}

impl Switches {
    /// One order for each.
    pub(crate) fn orders(&self, ship: ShipId) -> Vec<Order> {
        let blank = || ShipOrder::new(ship, Plot::Hold);
        let mut all = Vec::new();
        if self.active {
            all.push(ShipOrder { active: true, ..blank() });
        }
        if self.reflex {
            all.push(ShipOrder { reflex: true, ..blank() });
        }
        if self.detonate {
            all.push(ShipOrder { detonate: true, ..blank() });
        }
        for it in &self.turrets {
            all.extend(it.arcs.iter().map(|&arc| ShipOrder { turrets: vec![(it.turret, arc)], ..blank() }));
        }
        for it in &self.modes {
            all.extend(it.modes.iter().map(|&mode| ShipOrder { modes: vec![(it.weapon, mode)], ..blank() }));
        }
        all.extend(self.cloak.map(|_| ShipOrder { cloak: Some(1), ..blank() }));
        if self.ftl {
            all.push(ShipOrder { ftl: true, ..blank() });
        }
        if self.scan {
            all.push(ShipOrder { scan: true, ..blank() });
        }
        if self.show {
            all.push(ShipOrder { show: true, ..blank() });
        }
        for it in &self.switch {
            all.push(ShipOrder { switch: vec![(it.icon, !it.on)], ..blank() });
        }
        all.extend(self.ram.iter().map(|&it| ShipOrder { ram: Some(it), ..blank() }));
        all.extend(self.tow.iter().map(|&it| ShipOrder { tow: Some(it), ..blank() }));
        all.extend(self.dock.iter().map(|&it| ShipOrder { dock: Some(it), ..blank() }));
        all.extend(self.exit.iter().map(|&it| ShipOrder { exit: Some(it), ..blank() }));
        all.extend(self.cast_off.then(|| ShipOrder { cast_off: true, ..blank() }));
        all.extend(self.heal_first.map(|now| ShipOrder { heal_first: Some(!now), ..blank() }));
        for it in &self.mines {
            // FT-12.1.4.
            let mines = vec![Lay { layer: it.layer, after: None }];
            all.push(ShipOrder { mines, show: self.show, ..blank() });
        }
        if self.sweep {
            all.push(ShipOrder { sweep: true, ..blank() });
        }
        if 0 < self.pull {
            all.extend([1, -1].map(|pull| ShipOrder { pull, ..blank() }));
        }
        all.extend(self.round.iter().map(|&it| ShipOrder { round: Some(it), ..blank() }));
        all.into_iter()
            .map(|order| Order::Orders(Orders { ships: vec![order], ..Orders::default() }))
            .collect()
    }
}

/// Everything one ship may be ordered.
pub(crate) fn plots(battle: &Battle, id: ShipId) -> PlotMenu {
    let (ship, drive) = (battle.ship(id), battle.drive(id));
    let from = battle.motion(id);
    // FT-3.7.5: ships on a base have the orders of its first.
    let leads = battle.base_lead(id) == id;
    let written = |plot: &Plot, emergency: bool, roll: bool| {
        let idle = *plot == Plot::Hold && !emergency && !roll;
        (idle || leads && !battle.is_leaving(id))
            && orders::can_fly(
                battle,
                id,
                &Written { plot: plot.clone(), emergency, roll, ..Written::default() },
            )
    };
    let things = battle.things_then();
    let choice = |plot: Plot, emergency: bool| chosen(battle, id, &things, plot, emergency);
    let mut wanted = menu::plots(battle, id);
    if from.drift.is_none() {
        wanted.extend(doubles(drive.rating, drive.turning));
    }
    let mut choices: Vec<PlotChoice> = wanted
        .into_iter()
        .filter(|plot| written(plot, false, false))
        .map(|plot| choice(plot, false))
        .collect();
    // FT-7.21.2: not behind a cloaking field.
    // FT-11.7.2: nor while it is carried.
    let may_strain = battle.field.options.emergency_thrust
        && battle.phase == Phase::Orders
        && ship.is_active()
        && !ship.bogey;
    let strain = may_strain.then(|| StrainMenu {
        rating: drive.rating + drive.rating / 2,
        turning: drive.rating,
        before: ship.strained,
    });
    if let Some(strain) = strain {
        let more = helms(strain.rating, strain.turning).map(Plot::Helm);
        let more = more.filter(|plot| from.drift.is_none() && written(plot, true, false));
        choices.extend(more.map(|plot| choice(plot, true)));
    }
    let mut switches = switches(battle, id);
    if battle.phase == Phase::Orders && ship.is_active() {
        let ends: Vec<(Point, Clock, u16)> =
            choices.iter().filter_map(|it| Some((*it.path.last()?, it.facing, it.velocity))).collect();
        (switches.tow, switches.dock) = links::choices(battle, id, &ends);
        let may_go = !battle.field.is_gate(id) && battle.field.station(id).is_none();
        switches.exit = if may_go { battle.exits(&ends) } else { Vec::new() };
        switches.takes = if switches.ftl { battle.train(id) } else { Vec::new() };
        switches.cast_off = links::may_cast_off(battle, id);
        switches.ram = ramming::choices(battle, id);
    }
    let can_roll = written(&Plot::Hold, false, true);
    PlotMenu { can_roll, choices, strain, switches, ..PlotMenu::blank(battle, id, drive) }
}

/// One plot and what comes of it.
fn chosen(battle: &Battle, id: ShipId, things: &[(Thing, Body)], plot: Plot, emergency: bool) -> PlotChoice {
    let from = battle.motion(id);
    let voyage = battle.voyage(id, &plot, 0);
    let planet = battle.planet_perils(id, &voyage);
    let flight = voyage.flight;
    let mut perils = battle.perils(id, things, &flight.path, flight.motion.velocity);
    perils.extend(planet);
    let path = [from.at].into_iter().chain(flight.path).map(rounded).collect();
    let leaves = battle.field.options.edge != Edges::Floating && !battle.is_on_table(flight.motion.at);
    let (facing, velocity) = (flight.motion.facing, flight.motion.velocity);
    let cost = orders::need(&plot, false);
    PlotChoice { plot, cost, path, facing, velocity, leaves, emergency, perils }
}

/// What comes of plots that a menu may not list, such as pushes or what was typed; of those that a ship of
/// its kind flies at all.
pub(crate) fn previewed(battle: &Battle, seat: Seat, orders: &Orders) -> Vec<PlotMenu> {
    let things = battle.things_then();
    let flown = |order: &ShipOrder| {
        let id = order.ship;
        let vector = battle.motion(id).drift.is_some();
        let possible = match &order.plot {
            Plot::Hold => true,
            Plot::Helm(_) => !vector,
            Plot::Burns(_) => vector,
        };
        let drive = battle.drive(id);
        possible.then(|| PlotMenu {
            choices: vec![chosen(battle, id, &things, order.plot.clone(), order.emergency)],
            ..PlotMenu::blank(battle, id, drive)
        })
    };
    let own = |order: &&ShipOrder| battle.crews(seat).any(|id| id == order.ship);
    orders.ships.iter().filter(own).filter_map(flown).collect()
}

impl PlotMenu {
    fn blank(battle: &Battle, id: ShipId, drive: Drive) -> PlotMenu {
        let vector = battle.motion(id).drift.is_some();
        let plot = if vector { Plot::Burns(Burns::new()) } else { Plot::Hold };
        let push = |by| orders::need(&Plot::Burns(Burns::from_iter([Burn::Push(Way::Rear, by)])), false);
        PlotMenu {
            ship: id,
            rating: drive.rating,
            turning: drive.turning,
            can_roll: false,
            roll: orders::need(&plot, true),
            push: vector.then(|| push(1).turning),
            choices: Vec::new(),
            strain: None,
            switches: Switches::default(),
        }
    }
}

/// A thousandth of an MU is finer than any screen.
fn rounded(at: Point) -> Point {
    let step = Length::PER_UNIT / 1_000;
    let round = |it: Length| Length((it.0 + step / 2).div_euclid(step) * step);
    Point { x: round(at.x), y: round(at.y) }
}

/// FT-3.5.1: every single turn with every change of speed.
fn helms(rating: u8, turning: u8) -> impl Iterator<Item = Helm> {
    let (rating, turning) = (rating as i8, turning as i8);
    (-turning..=turning).flat_map(move |turn| {
        let left = rating - turn.abs();
        (-left..=left).map(move |thrust| Helm { turn, second: None, thrust })
    })
}

/// FT-3.5.5: turns written apart, where that is another path.
fn doubles(rating: u8, turning: u8) -> Vec<Plot> {
    let (rating, most) = (rating as i8, turning as i8);
    let mut all = Vec::new();
    for turn in -most..=most {
        let rest = most - turn.abs();
        for second in -rest..=rest {
            let usual = Helm { turn: turn + second, second: None, thrust: 0 };
            if turn == 0 || usual.turns() == (i32::from(turn), i32::from(second)) {
                continue;
            }
            let left = rating - turn.abs() - second.abs();
            all.extend((-left..=left).map(|thrust| Plot::Helm(Helm { turn, second: Some(second), thrust })));
        }
    }
    all
}

fn switches(battle: &Battle, id: ShipId) -> Switches {
    let (ship, blueprint) = (battle.ship(id), battle.field.blueprint(id));
    if ship.is_adrift(battle.turn) {
        return Switches::default();
    }
    let may = |order: ShipOrder| {
        let mut found = Findings::default();
        specials::check(battle, &order, &mut found);
        found.is_empty()
    };
    let blank = || ShipOrder::new(id, Plot::Hold);
    let turret = |(turret, (arcs, now)): (usize, (crate::yard::design::Arcs, &Arc))| TurretMenu {
        turret: turret as u8,
        now: *now,
        arcs: arcs.iter().collect(),
    };
    let modes = |weapon: IconId| ModeMenu {
        weapon,
        name: narrate::system(&battle.field, id, weapon),
        now: battle.secrets[id.index()].mode(weapon),
        modes: battle.modes(id, weapon).to_vec(),
    };
    Switches {
        active: may(ShipOrder { active: true, ..blank() }),
        reflex: may(ShipOrder { reflex: true, ..blank() }),
        detonate: may(ShipOrder { detonate: true, ..blank() }),
        turrets: blueprint.turret_arcs().zip(&ship.turrets).enumerate().map(turret).collect(),
        modes: blueprint.icon_ids().map(modes).filter(|it| !it.modes.is_empty()).collect(),
        cloak: battle.may_cloak(id),
        ftl: battle.cannot_warm_up(id).is_none(),
        scan: battle.may_scan(id),
        show: battle.may_show(id),
        switch: blueprint
            .icon_ids()
            .filter(|&icon| battle.can_switch(id, icon))
            .map(|icon| SwitchMenu {
                icon,
                name: narrate::system(&battle.field, id, icon),
                on: !ship.off.contains(icon),
            })
            .collect(),
        heal_first: battle.may_spare(id).then_some(ship.heal_first),
        pull: battle.most_pull(id),
        round: if planets::may_go_round(battle, id) {
            Sense::NAMES.map(|it| it.0).to_vec()
        } else {
            Vec::new()
        },
        mines: battle
            .layers(id)
            .into_iter()
            .map(|layer| LayMenu {
                layer,
                name: narrate::system(&battle.field, id, layer),
                left: battle.mines_left(id, layer),
            })
            .collect(),
        sweep: battle.can_sweep(id),
        ..Switches::default()
    }
}
