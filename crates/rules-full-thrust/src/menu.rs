//! What a screen may offer: every legal choice with its preview (FT-2.6).

use engine::{Assist, Seat};
use geometry::Point;
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Order,
    boarding::{self, menu::BoardingMenu},
    craft::{
        self,
        menu::{self, DeckMenu, ScrambleMenu, WingMenu, fights::FightsMenu},
        wings::GroupId,
    },
    damage::{self, CoreChoice, EmpTest, repairs::Job},
    fire::{
        self, Fire, Shot,
        menu::{FireMenu, ShotMenu, SilentMenu, WeaponMenu},
        odds::Outcome,
    },
    judge::as_known,
    jumps::{
        ftl::{self, Plan},
        gates::{self, ArrivalMenu, Door, GateEntry, GateMenu, GateOrder},
        riders::{self, ShareMenu},
    },
    movement::{
        clock::Clock,
        plot::{Burn, Burns, Helm, Plot},
    },
    narrate,
    orders::{self, Entry, Mode, Orders, ShipOrder, menu::PlotMenu, specials::Setting},
    ordnance::{
        self,
        menu::{DefenceMenu, LaunchMenu, OpeningMenu},
    },
    phases::Phase,
    reason,
    sensors::{
        self,
        menu::{MusterMenu, ScanMenu},
    },
    setup::deploy::{self, Deploy},
    ship::{IconId, ShipId, Status},
    terrain::{
        BodyId,
        rounds::{self, Return},
    },
};

/// The choices of one seat in the open phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Menu {
    pub deploy: Vec<DeployMenu>,
    pub plots: Vec<PlotMenu>,
    pub entries: Vec<Entry>,
    /// FT-11.7.2: ships that may part from the one that carries them; with `detach` they fly one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub riders: Vec<PlotMenu>,
    /// FT-11.9.3: gates on the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gates: Vec<GateMenu>,
    /// FT-11.9.6: ships that may come through a gate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrivals: Vec<ArrivalMenu>,
    /// FT-11.7.2: damage to share out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<ShareMenu>,
    /// FT-5.21.1, FT-5.19.1: weapons to set before the battle, and how.
    #[serde(default)]
    pub settings: Vec<SettingMenu>,
    /// FT-12.1.1: which ship stands where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub muster: Option<MusterMenu>,
    /// FT-11.5.1: arrivals to plan, as the scenario proposes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<Plan>,
    /// FT-12.1.3: what may be scanned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scans: Vec<ScanMenu>,
    /// FT-2.6.2: the sides to put in order.
    #[serde(default)]
    pub arrange: Vec<Seat>,
    /// FT-17.7.1: ships that may come round the planet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundMenu>,
    /// FT-18.1.3: features to place, with a place that will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<(BodyId, Point)>,
    /// FT-5.16.4, FT-6.6.5: flak, and missiles to send on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningMenu>,
    /// FT-2.6.3: what may be launched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub launch: Vec<LaunchMenu>,
    /// FT-8.1.1: ships with fighters or gunboats aboard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decks: Vec<DeckMenu>,
    /// FT-8.10.3: groups that may shoot at the one that slips away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parting: Vec<GroupId>,
    /// FT-8.3.1: carriers that may scramble, and whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scramble: Vec<ScrambleMenu>,
    /// FT-2.6.4, FT-2.6.6: groups that may move now; `pass` is for none of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wings: Vec<WingMenu>,
    /// FT-2.6.9: what may defend against what.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defence: Option<DefenceMenu>,
    /// FT-16.5.1: to follow or not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chase: bool,
    /// FT-12.7.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boarding: Option<BoardingMenu>,
    /// FT-8.6 to FT-8.18, FT-9: fighters and gunboats in a fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fights: Option<FightsMenu>,
    pub fire: Vec<FireMenu>,
    /// Ships that cannot fire now.
    pub silent: Vec<SilentMenu>,
    /// What one roll of a shot may do; shots name their place in this list.
    pub odds: Vec<Vec<Outcome>>,
    /// Guns of one's own ships, while orders are written and while ships fire.
    pub weapons: Vec<WeaponMenu>,
    pub emp: Vec<EmpMenu>,
    pub repairs: Vec<RepairMenu>,
    /// FT-10.3.6: ships whose power core may blow, and on what: this and more.
    pub cores: Vec<ShipId>,
    pub core_needs: Vec<u8>,
}

/// FT-4.12.2: a ship to place, with a place that will do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct DeployMenu {
    pub default: Deploy,
    /// The zone, by two corners, and the highest velocity.
    pub from: Point,
    pub to: Point,
    pub most_velocity: u16,
    /// FT-18.1.2, FT-18.1.3: the courses it may be placed on, where not all are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facings: Vec<Clock>,
}

/// FT-17.7.1: a ship that may come back, usually there, anywhere between two places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct RoundMenu {
    pub usual: Return,
    pub from: Point,
    pub to: Point,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct SettingMenu {
    pub ship: ShipId,
    pub weapon: IconId,
    pub name: String,
    pub modes: Vec<Mode>,
}

/// FT-5.4.3.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct EmpMenu {
    pub ship: ShipId,
    pub hits: u16,
    pub icons: Vec<IconId>,
    /// What the icons are called, in the same order.
    pub names: Vec<String>,
    /// FT-5.4.2: faces out of six on which one test knocks a system out.
    pub faces: u8,
}

/// FT-10.4.2.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct RepairMenu {
    pub ship: ShipId,
    pub parties: u32,
    pub icons: Vec<IconId>,
    /// What the icons are called, in the same order.
    pub names: Vec<String>,
    /// Faces out of six on which 1, 2, … parties repair a system; no more work on one.
    pub faces: Vec<u8>,
}

/// FT-3.2, FT-12.12.3: plots worth offering: every turn with every change of speed; for vector
/// ships every rotation with every burn, and every push.
pub(crate) fn plots(battle: &Battle, id: ShipId) -> Vec<Plot> {
    let (motion, drive) = (battle.motion(id), battle.drive(id));
    let rating = drive.rating as i8;
    let mut plots = vec![Plot::Hold];
    if motion.drift.is_some() {
        for rotation in (-5..=6_i8).filter(|&it| it == 0 || 0 < drive.turning) {
            for main in 0..=drive.rating {
                let mut burns = Burns::new();
                if rotation != 0 {
                    burns.push(Burn::Rotate(rotation));
                }
                if 0 < main {
                    burns.push(Burn::Main(main));
                }
                // FT-12.12.4: in the sequence written: first the burn, then the turn, is another move.
                if rotation != 0 && 0 < main {
                    plots.push(Plot::Burns([Burn::Main(main), Burn::Rotate(rotation)].into_iter().collect()));
                }
                if !burns.is_empty() {
                    plots.push(Plot::Burns(burns));
                }
            }
        }
        return plots;
    }
    let most = drive.turning as i8;
    for turn in -most..=most {
        let left = rating - turn.abs();
        for thrust in -left..=left {
            let helm = Helm { turn, second: None, thrust };
            if helm != Helm::default() && 0 <= i32::from(motion.velocity) + i32::from(thrust) {
                plots.push(Plot::Helm(helm));
            }
        }
    }
    plots
}

impl Battle {
    fn names(&self, id: ShipId, icons: &[IconId]) -> Vec<String> {
        icons.iter().map(|&icon| narrate::system(&self.field, id, icon)).collect()
    }
}

impl Battle {
    fn whole_menu(&self, seat: Seat) -> Menu {
        let mut menu = Menu { fights: menu::fights::menu(self, seat), ..Menu::default() };
        match &self.phase {
            Phase::Setup | Phase::Over { .. } => (),
            // Fights.
            Phase::Attacks { .. } | Phase::Dogfights { .. } | Phase::Runs { .. } | Phase::Evade { .. } => (),
            Phase::Chase { .. } => menu.chase = true,
            Phase::Deploy { .. } => {
                let (from, to, most_velocity) = deploy::zone(self, seat);
                let usual = |id| deploy::usual(self, seat, id);
                let ships = deploy::placeable(self, seat).into_iter().map(usual);
                let facings = deploy::courses(self, seat);
                let one = |default| DeployMenu { default, from, to, most_velocity, facings: facings.clone() };
                menu.deploy = ships.map(one).collect();
            }
            Phase::Muster { .. } => menu.muster = Some(sensors::menu::muster(self, seat)),
            Phase::Plans { .. } => menu.plans = ftl::usual(self, seat),
            Phase::Scan { .. } => menu.scans = sensors::menu::scans(self, seat),
            Phase::Settings { .. } => {
                for (ship, weapon, modes) in self.to_set(seat) {
                    let name = narrate::system(&self.field, ship, weapon);
                    menu.settings.push(SettingMenu { ship, weapon, name, modes: modes.to_vec() });
                }
            }
            Phase::Arrange { .. } => menu.arrange = self.initiative[1..].to_vec(),
            Phase::Rounds { .. } => {
                for usual in rounds::usual(self, seat) {
                    if let Some((_, [from, to])) = self.place_across(usual.ship) {
                        menu.rounds.push(RoundMenu { usual, from, to });
                    }
                }
            }
            Phase::Features { .. } => {
                menu.features = deploy::spread_features(self);
            }
            Phase::Orders => {
                menu.plots = self.crews(seat).map(|id| orders::menu::plots(self, id)).collect();
                menu.riders = self.detachable(seat).map(|id| orders::menu::plots(self, id)).collect();
                (menu.gates, menu.arrivals) = gates::menu(self, seat);
                menu.weapons = fire::menu::weapons(self, seat);
                menu.decks = craft::menu::decks(self, seat);
                for id in self.field.ship_ids().filter(|&id| self.ship(id).owner == seat) {
                    if let Status::Left { edge, back: Some(turn) } = self.ship(id).status
                        && turn == self.turn
                    {
                        menu.entries.push(orders::middle_of(self, id, edge));
                    }
                }
            }
            Phase::Replot { ships } => {
                let own =
                    ships.iter().filter(|&&id| self.ship(id).owner == seat && self.ship(id).is_active());
                menu.plots = own.map(|&id| orders::menu::plots(self, id)).collect();
            }
            Phase::Opening { .. } => menu.opening = Some(ordnance::menu::opening(self, seat)),
            Phase::Launch { .. } => menu.launch = ordnance::menu::launch(self, seat),
            Phase::Wings { .. } => menu.wings = craft::menu::moves(self, seat),
            Phase::Parting { .. } => menu.parting = craft::moves::may_part(self, seat),
            Phase::Scramble { .. } => menu.scramble = craft::menu::scramble(self, seat),
            Phase::Defence { .. } => menu.defence = Some(ordnance::menu::defence(self, seat)),
            Phase::Fire { .. } => {
                let gunnery = fire::menu::menu(self, seat);
                (menu.fire, menu.silent, menu.odds) = (gunnery.fire, gunnery.silent, gunnery.odds);
                menu.weapons = fire::menu::weapons(self, seat);
            }
            Phase::Cross { .. } | Phase::Duties { .. } | Phase::Repel { .. } => {
                menu.boarding = Some(boarding::menu::menu(self, seat));
            }
            Phase::Share { .. } => menu.shares = riders::menu(self, seat),
            Phase::Emp { .. } => {
                for id in self.active_ships() {
                    let hits = self.ship(id).emp.iter().find(|it| it.0 == seat).map_or(0, |it| it.1);
                    let icons = self.field.blueprint(id).icon_ids();
                    let icons: Vec<IconId> =
                        icons.filter(|&icon| damage::emp_target(self, id, icon)).collect();
                    if 0 < hits {
                        let (needs, rows) = damage::emp_test(self, id);
                        let faces = (7 + rows).saturating_sub(needs).min(6);
                        let names = self.names(id, &icons);
                        menu.emp.push(EmpMenu { ship: id, hits, icons, names, faces });
                    }
                }
            }
            Phase::Repairs { .. } => {
                for id in self.crews(seat) {
                    let icons = self.field.blueprint(id).icon_ids();
                    let icons: Vec<IconId> = icons.filter(|&icon| self.can_repair(id, icon)).collect();
                    if !icons.is_empty() && 0 < self.parties(id) {
                        let (parties, names) = (self.parties(id), self.names(id, &icons));
                        menu.repairs.push(RepairMenu {
                            ship: id,
                            parties,
                            icons,
                            names,
                            faces: vec![1, 2, 3],
                        });
                    }
                }
            }
            Phase::Cores { .. } => {
                menu.cores = self.crews(seat).filter(|&id| damage::has_loose_core(self, id)).collect();
                menu.core_needs = menu.cores.iter().map(|&id| damage::core_needs(self, id)).collect();
            }
        }
        menu
    }
}

/// FT-2.6.12: whether anything that this ship may fire could do anything.
fn can_harm(ship: &FireMenu) -> bool {
    let harms = |it: &ShotMenu| {
        let aimed = 0 < it.kill || it.needle.is_some() || it.raids;
        0 < it.mean || aimed || !it.strip.is_empty() || !it.boards.is_empty()
    };
    !ship.lines.is_empty() || ship.shots.iter().any(harms)
}

impl Assist for Battle {
    type Menu = Menu;

    /// FT-2.6.11: guns that cannot harm anybody pass.
    fn moot(menu: &Menu) -> Option<Order> {
        let idle = !menu.fire.is_empty() && menu.fights.is_none() && !menu.fire.iter().any(can_harm);
        idle.then_some(Order::Pass)
    }

    fn menu(&self, seat: Seat) -> Menu {
        // FT-12.2.1: odds and choices must not tell what the seat does not know.
        if self.field.options.is_closed() {
            return as_known(self, seat, |known| known.whole_menu(seat));
        }
        self.whole_menu(seat)
    }

    fn reason(&self, seat: Seat, order: &Order, others: &[Order]) -> String {
        as_known(self, seat, |known| reason::reason(known, seat, order, others))
    }

    fn odds(&self, seat: Seat, menu: &Menu, order: &Order) -> Vec<engine::Odds> {
        as_known(self, seat, |known| prospects(known, menu, order))
    }

    /// FT-3.5.1, FT-12.12.4: any plot, not only those that are listed.
    fn preview(&self, seat: Seat, order: &Order) -> Option<Menu> {
        let Order::Orders(orders) = order else { return None };
        let plots = as_known(self, seat, |known| orders::menu::previewed(known, seat, orders));
        Some(Menu { plots, ..Menu::default() })
    }

    fn offered(&self, _seat: Seat, menu: &Menu) -> Vec<Order> {
        let mut offered: Vec<Order> =
            menu.deploy.iter().map(|it| Order::Deploy(it.default.clone())).collect();
        for ship in &menu.plots {
            for choice in &ship.choices {
                let emergency = choice.emergency;
                let order = ShipOrder { emergency, ..ShipOrder::new(ship.ship, choice.plot.clone()) };
                offered.push(Order::Orders(Orders { ships: vec![order], ..Orders::default() }));
            }
            offered.extend(ship.switches.orders(ship.ship));
            if ship.can_roll {
                let order = ShipOrder { roll: true, ..ShipOrder::new(ship.ship, Plot::Hold) };
                offered.push(Order::Orders(Orders { ships: vec![order], ..Orders::default() }));
            }
        }
        for ship in &menu.riders {
            for choice in &ship.choices {
                let order = ShipOrder { detach: true, ..ShipOrder::new(ship.ship, choice.plot.clone()) };
                offered.push(Order::Orders(Orders { ships: vec![order], ..Orders::default() }));
            }
        }
        for it in &menu.gates {
            let Door::Ship(gate) = it.gate else { continue };
            let switch = |open| Orders { gates: vec![GateOrder { gate, open }], ..Orders::default() };
            offered.extend(it.activate.then(|| Order::Orders(switch(true))));
            offered.extend(it.deactivate.then(|| Order::Orders(switch(false))));
        }
        for it in &menu.arrivals {
            let velocity = it.most_velocity;
            let entries = [it.usual, GateEntry { velocity, ..it.usual }];
            let orders = |it: GateEntry| Orders { arrivals: vec![it], ..Orders::default() };
            offered.extend(entries.map(|it| Order::Orders(orders(it))));
        }
        if !menu.shares.is_empty() {
            offered.push(Order::Share(menu.shares.iter().map(|it| it.usual.clone()).collect()));
        }
        for it in &menu.rounds {
            let ship = it.usual.ship;
            offered.extend([it.usual.at, it.from, it.to].map(|at| Order::Rounds(vec![Return { ship, at }])));
        }
        if !menu.features.is_empty() {
            offered.push(Order::Features(menu.features.clone()));
        }
        if !menu.entries.is_empty() {
            offered.push(Order::Orders(Orders { entries: menu.entries.clone(), ..Orders::default() }));
        }
        for it in &menu.settings {
            let setting = |mode: &Mode| Setting { ship: it.ship, icon: it.weapon, mode: *mode };
            offered.extend(it.modes.iter().map(|mode| Order::Settings(vec![setting(mode)])));
        }
        if !menu.plans.is_empty() {
            offered.push(Order::Plans(menu.plans.clone()));
        }
        offered.extend(sensors::menu::offered(menu.muster.as_ref(), &menu.scans));
        if menu.chase {
            offered.extend([true, false].map(Order::Chase));
        }
        if !menu.arrange.is_empty() {
            offered.push(Order::Arrange(menu.arrange.clone()));
            offered.push(Order::Arrange(menu.arrange.iter().rev().copied().collect()));
        }
        offered.extend(craft::menu::offered(&menu.decks, &menu.wings));
        offered.extend(menu.opening.iter().flat_map(ordnance::menu::offered_openings));
        if !menu.parting.is_empty() {
            offered.push(Order::Parting(menu.parting.clone()));
        }
        offered.extend(menu.scramble.iter().map(|it| Order::Scramble(it.usual.clone())));
        offered.extend(menu.fights.iter().flat_map(menu::fights::offered));
        offered.extend(ordnance::menu::offered(&menu.launch, menu.defence.as_ref()));
        if let Some(menu) = &menu.boarding {
            offered.extend(boarding::menu::offered(self, menu));
        }
        for ship in &menu.fire {
            for it in &ship.lines {
                let (ship, lines) = (ship.ship, vec![it.line.clone()]);
                offered.push(Order::Fire(Fire { lines, ..Fire::of(ship) }));
            }
            let shot = |it: &ShotMenu, aim| Shot { weapon: it.weapon, target: it.target, aim };
            for it in &ship.shots {
                let plain = (!it.raids).then_some(None);
                let aims = plain.into_iter().chain(it.aims.iter().copied().map(Some));
                offered.extend(
                    aims.map(|aim| Fire { shots: vec![shot(it, aim)], ..Fire::of(ship.ship) })
                        .map(Order::Fire),
                );
            }
            // Everything that bears, at one target.
            if let Some(first) = ship.shots.first() {
                let all = ship.shots.iter().filter(|it| it.target == first.target && !it.raids);
                let all = all.map(|it| shot(it, None));
                let (ship, shots) = (ship.ship, all.collect());
                offered.push(Order::Fire(Fire { shots, ..Fire::of(ship) }));
            }
        }
        for ship in &menu.emp {
            let test = |&icon: &IconId| EmpTest { ship: ship.ship, icon, tests: ship.hits };
            offered.extend(ship.icons.iter().map(|icon| Order::Emp(vec![test(icon)])));
        }
        for ship in &menu.repairs {
            let parties = ship.parties.min(3) as u8;
            let job = |&icon: &IconId| Job { ship: ship.ship, icon, parties };
            offered.extend(ship.icons.iter().map(|icon| Order::Repair(vec![job(icon)])));
        }
        for &ship in &menu.cores {
            let all = [CoreChoice::Hold, CoreChoice::Dump, CoreChoice::Abandon];
            offered.extend(all.map(|choice| Order::Cores(vec![(ship, choice)])));
        }
        offered
    }
}

/// What the dice of an order may come to, as far as the menu counts them.
fn prospects(battle: &Battle, menu: &Menu, order: &Order) -> Vec<engine::Odds> {
    let fights = menu.fights.as_ref();
    let flown = |told: &dyn Fn(&FightsMenu) -> Vec<engine::Odds>| fights.map_or_else(Vec::new, told);
    match order {
        Order::Fire(fire) => fire::prospect::odds(battle, menu, fire),
        Order::FireBoats(fire) => flown(&|fights| craft::prospect::boats(battle, fights, fire)),
        Order::Attack(attacks) => flown(&|fights| craft::prospect::attacks(battle, fights, attacks)),
        Order::Dogfight(stances) => flown(&|fights| craft::prospect::dogfights(battle, fights, stances)),
        Order::Run(runs) => flown(&|fights| craft::prospect::runs(battle, fights, runs)),
        Order::Evade(groups) => flown(&|fights| craft::prospect::evasions(battle, fights, groups)),
        Order::Defend(guards) => {
            menu.defence.iter().flat_map(|it| ordnance::menu::odds(battle, it, guards)).collect()
        }
        Order::Launch(launch) => ordnance::menu::rockets(battle, &menu.launch, launch),
        Order::Emp(tests) => tests.iter().map(|it| damage::emp_odds(battle, it)).collect(),
        Order::Repair(jobs) => jobs.iter().map(|it| damage::repairs::odds(battle, it)).collect(),
        Order::Deploy(_)
        | Order::Settings(_)
        | Order::Muster(_)
        | Order::Scan(_)
        | Order::Plans(_)
        | Order::Arrange(_)
        | Order::Rounds(_)
        | Order::Features(_)
        | Order::Orders(_)
        | Order::Opening(_)
        | Order::Wing(_)
        | Order::Parting(_)
        | Order::Scramble(_)
        | Order::CraftLaunch(_)
        | Order::Pass
        | Order::Cross(_)
        | Order::Duties(_)
        | Order::Repel(_)
        | Order::Share(_)
        | Order::Cores(_)
        | Order::Chase(_)
        | Order::Concede => Vec::new(),
    }
}
