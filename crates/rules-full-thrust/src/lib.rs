//! Full Thrust: Project Continuum. `README.md` says
//! what is there and what is not.

mod arming;
mod arms;
mod attacks;
mod base_wings;
mod bases;
mod battle;
mod beaming;
mod berth;
mod blasts;
mod boarding;
mod boarding_menu;
mod boarding_words;
mod bogeys;
pub mod catalogue;
mod checks;
mod cites;
mod clearing;
mod cloaks;
pub mod clock;
mod clouds;
mod collisions;
mod craft_arms;
mod craft_launch;
mod damage;
mod debris;
mod defence;
mod deploy;
pub mod design;
mod disengage;
mod dogfights;
mod evasion;
mod fights_menu;

mod fire;
mod fire_menu;
pub mod fleet;
mod ftl;
mod ftl_craft;
mod gates;
mod group_defence;
mod gunboats;
pub mod gunnery;
mod hangars;
mod judge;
mod jump_words;
mod kills;
pub mod library;
mod limits;
mod links;
mod luck;
mod menu;
mod mines;
mod mounts;
mod movement;
mod moves_words;
mod narrate;
mod notation;
pub mod objectives;
mod odds;
mod opening;
pub mod options;
mod order_menu;
mod orders;
mod ordnance;
mod ordnance_menu;
mod paths;
mod phases;
mod planets;
pub mod plot;
mod ramming;
mod reflex;
mod repairs;
mod riders;
mod rocks;
mod rounds;
mod runs;
mod scenario;
mod scramble;
mod sensor_menu;
mod sensors;
pub mod sheet;
mod ship;
mod shuttles;
mod situation;
mod specials;
mod spinal;
mod stations;
mod sweeps;
mod tactics;
mod terrain;
mod terrain_words;
mod victory;
mod view;
mod wing_menu;
mod wing_moves;
mod wing_words;
mod wings;
mod yard;

use dice::Dice;
use engine::{Decision, Game, Orders, Pending, Refusal, Seat, Seats, SetupError, Table, Viewer};
use geometry::Point;
use serde::{Deserialize, Serialize};

pub use arming::Arming;
pub use attacks::{Declared, Event as AttacksEvent};
pub use base_wings::BaseWing;
pub use bases::Event as BasesEvent;
pub use battle::Battle;
pub use beaming::Event as BeamingEvent;
pub use berth::Berth;
pub use blasts::Event as BlastsEvent;
pub use boarding::{Crossing, Duty, Event as BoardingEvent, Party, Stand, Troop};
pub use boarding_menu::{BoardingMenu, CrossingMenu, FightMenu};
pub use bogeys::{Lore, Nature, Signature, Told};
pub use checks::Event as ChecksEvent;
pub use clearing::Event as ClearingEvent;
pub use cloaks::{Cloak, Event as CloaksEvent, Why};
pub use clock::Clock;
pub use collisions::Peril;
pub use craft_arms::{Armament, BoatGun, Strike};
pub use craft_launch::{CraftLaunch, Event as CraftLaunchEvent, Spread, Store};
pub use damage::{CoreChoice, EmpTest, Event as DamageEvent, Tally, soak};
pub use defence::{Event as DefenceEvent, Guard};
pub use deploy::{Deploy, Event as DeployEvent};
pub use design::Design;
pub use disengage::Event as DisengageEvent;
pub use dogfights::{Event as DogfightsEvent, Stance};
pub use evasion::{Event as EvasionEvent, GroupShot};
pub use fights_menu::{
    AttackMenu, BoatMenu, CraftLaunchMenu, EvadeMenu, FightsMenu, FoeMenu, GroupShotMenu, QuarryMenu,
    RunMenu, StanceMenu,
};
pub use fire::{Event as FireEvent, Fire, Shot};
pub use fire_menu::{
    BandMenu, FireMenu, LineMenu, NeedleMenu, RefusedMenu, ShotMenu, SilentMenu, StripMenu, TargetMenu,
    WeaponMenu,
};
pub use ftl::{Event as FtlEvent, Fate as FtlFate, HyperLimit, Plan};
pub use ftl_craft::{Event as FtlCraftEvent, Fate as CraftFate};
pub use gates::{ArrivalMenu, Door, Event as GatesEvent, GateEntry, GateMenu, GateOrder, GateSpec, Passage};
pub use group_defence::Event as GroupDefenceEvent;
pub use gunboats::{BoatFire, Event as GunboatsEvent};
pub use hangars::Event as HangarsEvent;
pub use kills::{Mark, Reading, Scale, Shooter, chances, scale};
pub use links::{Event as LinksEvent, Hold, Link};
pub use menu::{DeployMenu, EmpMenu, Menu, RepairMenu, RoundMenu, SettingMenu};
pub use mines::{Event as MinesEvent, Lay, Mine};
pub use movement::{Event as MovementEvent, Steering};
pub use odds::{Defence, Outcome, Prospect, Roll, RowMenu, WHOLE, volley};
pub use opening::{Barrage, Event as OpeningEvent, Flak, Opening, Stage};
pub use options::Options;
pub use order_menu::{LayMenu, ModeMenu, PlotChoice, PlotMenu, StrainMenu, SwitchMenu, Switches, TurretMenu};
pub use orders::{
    Drive, Entry, Event as OrdersEvent, Formation, Mode, Orders as ShipOrders, Secret, Shadow, ShipOrder,
    SquadronOrder, Written,
};
pub use ordnance::{Event as OrdnanceEvent, Launch, Launched, Loaded, Marker, Warhead};
pub use ordnance_menu::{DefenceMenu, FlakMenu, GuardMenu, LaunchMenu, LauncherMenu, OpeningMenu, StageMenu};
pub use phases::{Event as PhaseEvent, Phase, Rolls, Step};
pub use planets::{Event as PlanetsEvent, Landfall, Orbit};
pub use plot::Plot;
pub use ramming::Event as RammingEvent;
pub use repairs::{Event as RepairsEvent, Job};
pub use riders::{Event as RidersEvent, Share, ShareMenu};
pub use rounds::{Event as RoundsEvent, Return};
pub use runs::{Event as RunsEvent, Run, With};
pub use scenario::{Blueprint, Deployment, Field, Part, Scenario, Side, TableSize};
pub use scramble::{Event as ScrambleEvent, Scramble};
pub use sensor_menu::{MusterMenu, ScanMenu};
pub use sensors::{Event as SensorsEvent, Found, Scan};
pub use ship::{Armour, Core, Deck, Edge, IconId, IconSet, LayerLeft, Motion, Ship, ShipId, Status};
pub use situation::{GroupSituation, MineSituation, Moment, ShipSituation, Situation};
pub use specials::{Event as SpecialsEvent, Setting};
pub use stations::Event as StationsEvent;
pub use sweeps::{Event as SweepsEvent, Line, Nova};
pub use terrain::{Body, BodyId, Event as TerrainEvent, Shape, Terrain, Thing, line_is_clear};
pub use victory::{Event as VictoryEvent, Ruin, points, ruin};
pub use view::View;
pub use wing_menu::{DeckGroup, DeckMenu, ScrambleMenu, WingMenu};
pub use wing_moves::{Action, Event as WingsEvent, Pass, Sortie};
pub use wings::{Craft, Deeds, Group, GroupId, Pilots, Post, Target};

/// One seat's submission for one decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    Deploy(Deploy),
    /// FT-5.21.1, FT-5.19.1: weapons set otherwise than they were built.
    Settings(Vec<Setting>),
    /// FT-12.1.1: which ship of the fleet list stands in each place.
    Muster(Vec<u8>),
    /// FT-12.1.3.
    Scan(Vec<Scan>),
    /// FT-11.5.1.
    Plans(Vec<Plan>),
    /// FT-2.6.2: the other sides, in the order the winner wants.
    Arrange(Vec<Seat>),
    /// FT-17.7.1: ships that come round the planet.
    Rounds(Vec<Return>),
    /// FT-18.1.3: the features that the defender places.
    Features(Vec<(BodyId, Point)>),
    /// FT-2.6.1, FT-3.6.3.
    Orders(ShipOrders),
    /// FT-5.16.4, FT-6.6.5.
    Opening(Opening),
    /// FT-2.6.3.
    Launch(Launch),
    /// FT-2.6.4, FT-2.6.6.
    Wing(Sortie),
    /// FT-8.10.3: groups that shoot at one that slips away.
    Parting(Vec<GroupId>),
    /// FT-8.3.1.
    Scramble(Scramble),
    /// FT-2.6.9.
    Defend(Vec<Guard>),
    /// FT-8.15.10, FT-9.2.8, FT-9.2.11.
    CraftLaunch(CraftLaunch),
    /// FT-8.7.1.
    Attack(Vec<Declared>),
    /// FT-2.6.8.
    Dogfight(Vec<Stance>),
    /// FT-2.6.10.
    Run(Vec<Run>),
    Fire(Fire),
    /// FT-9.1.5.
    FireBoats(BoatFire),
    /// FT-8.6.8: the groups that evade.
    Evade(Vec<GroupId>),
    /// FT-2.6.11, FT-2.6.3, FT-2.6.4, FT-2.6.6, FT-2.6.7.
    Pass,
    /// FT-12.7.1.
    Cross(Vec<Crossing>),
    /// FT-12.7.2: boarders that fight the Marines; the others go for the hull.
    Duties(Vec<Duty>),
    /// FT-12.7.2.
    Repel(Vec<Stand>),
    /// FT-11.7.2.
    Share(Vec<Share>),
    /// FT-5.4.3.
    Emp(Vec<EmpTest>),
    /// FT-10.4.2.
    Repair(Vec<Job>),
    /// FT-10.3.6.
    Cores(Vec<(ShipId, CoreChoice)>),
    /// FT-16.5.1: whether to follow a fleet that tried to get away.
    Chase(bool),
    /// FT-VIC.6.
    Concede,
}

/// What happened, by chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Deploy(deploy::Event),
    Phase(phases::Event),
    Orders(orders::Event),
    Movement(movement::Event),
    Links(links::Event),
    Ramming(ramming::Event),
    Disengage(disengage::Event),
    Terrain(terrain::Event),
    Planets(planets::Event),
    Stations(stations::Event),
    Rounds(rounds::Event),
    Riders(riders::Event),
    Gates(gates::Event),
    Specials(specials::Event),
    Cloaks(cloaks::Event),
    Sensors(sensors::Event),
    Ftl(ftl::Event),
    FtlCraft(ftl_craft::Event),
    Sweeps(sweeps::Event),
    Bases(bases::Event),
    Hangars(hangars::Event),
    Wings(wing_moves::Event),
    Mines(mines::Event),
    Opening(opening::Event),
    Scramble(scramble::Event),
    Ordnance(ordnance::Event),
    Clearing(clearing::Event),
    Defence(defence::Event),
    Attacks(attacks::Event),
    CraftLaunch(craft_launch::Event),
    Dogfights(dogfights::Event),
    GroupDefence(group_defence::Event),
    Runs(runs::Event),
    Evasion(evasion::Event),
    Gunboats(gunboats::Event),
    Fire(fire::Event),
    Beaming(beaming::Event),
    Boarding(boarding::Event),
    Damage(damage::Event),
    Checks(checks::Event),
    Blasts(blasts::Event),
    Repairs(repairs::Event),
    Victory(victory::Event),
}

impl Game for Battle {
    const ID: &'static str = "full-thrust";
    const RULES_VERSION: u32 = 3;
    type Options = Options;
    type Scenario = Scenario;
    type Order = Order;
    type Event = Event;
    type View = View;

    fn set_up(options: &Options, scenario: &Scenario) -> Result<Battle, SetupError> {
        Battle::ready(Field::new(options, scenario)?)
    }

    fn seats(&self) -> u8 {
        self.field.seats()
    }

    fn open(table: &mut Table<Battle>) {
        // A situation is open already.
        if table.state().phase == Phase::Setup {
            sensors::open(table);
        }
    }

    fn pending(&self) -> Pending {
        let one = |seat: Seat| Seats::default().with(seat);
        let (phase, seats) = match &self.phase {
            Phase::Over { outcome } => return Pending::Over(*outcome),
            Phase::Setup => ("set-up", Seats::default()),
            Phase::Deploy { seat, .. } => ("deployment", one(*seat)),
            Phase::Muster { seats } => ("bogeys", *seats),
            Phase::Scan { seats } => ("active scans", *seats),
            Phase::Plans { seats } => ("FTL arrivals", *seats),
            Phase::Settings { seats } => ("weapon settings", *seats),
            Phase::Arrange { seat } => ("order of the sides", one(*seat)),
            Phase::Rounds { seats } => ("round the planet", *seats),
            Phase::Features { seat } => ("place features", one(*seat)),
            Phase::Orders => ("write orders", self.playing()),
            Phase::Replot { ships } => ("plot again", ships.iter().map(|&id| self.ship(id).owner).collect()),
            Phase::Opening { seats } => ("flak and second stages", *seats),
            Phase::Launch { seat, .. } => ("launch", one(*seat)),
            Phase::Wings { seat, pass: Pass::Secondary } => ("secondary moves", one(*seat)),
            Phase::Wings { seat, .. } => ("move fighters", one(*seat)),
            Phase::Parting { seats, .. } => ("parting shots", *seats),
            Phase::Scramble { seat, .. } => ("scramble", one(*seat)),
            Phase::Defence { seats } => ("point defence", *seats),
            Phase::Attacks { seat, .. } => ("attacks", one(*seat)),
            Phase::Dogfights { seats } => ("dogfights", *seats),
            Phase::Runs { seats } => ("attack runs", *seats),
            Phase::Evade { seats, .. } => ("evasion", *seats),
            Phase::Fire { seat, .. } => ("ships fire", one(*seat)),
            Phase::Cross { seats } => ("boarders cross", *seats),
            Phase::Duties { seats } => ("duties of boarders", *seats),
            Phase::Repel { seats } => ("repel boarders", *seats),
            Phase::Share { seats, .. } => ("share damage", *seats),
            Phase::Emp { seats } => ("EMP", *seats),
            Phase::Repairs { seats } => ("damage control", *seats),
            Phase::Cores { seats } => ("power cores", *seats),
            Phase::Chase { seat } => ("stern chase", one(*seat)),
        };
        Pending::Orders(Decision { phase, seats })
    }

    fn check(&self, seat: Seat, order: &Order) -> Result<(), Refusal> {
        judge::as_known(self, seat, |known| known.judge(seat, order))
    }

    fn resolve(table: &mut Table<Battle>, orders: &Orders<Order>) {
        let conceding = orders.iter().filter(|(_, order)| **order == Order::Concede).map(|(seat, _)| seat);
        if victory::concede(table, conceding.collect()) {
            return;
        }
        match table.state().phase {
            Phase::Setup | Phase::Over { .. } => (),
            Phase::Deploy { .. } => {
                if let Some((seat, Order::Deploy(order))) = orders.iter().next() {
                    deploy::resolve(table, seat, order);
                }
            }
            Phase::Muster { .. } => {
                let places = orders.iter().filter_map(|(seat, order)| match order {
                    Order::Muster(places) => Some((seat, places.clone())),
                    _ => None,
                });
                sensors::muster(table, &places.collect::<Vec<_>>());
            }
            Phase::Plans { .. } => {
                let plans = orders.iter().filter_map(|(seat, order)| match order {
                    Order::Plans(plans) => Some((seat, plans.clone())),
                    _ => None,
                });
                ftl::resolve_plans(table, &plans.collect::<Vec<_>>());
            }
            Phase::Scan { .. } => {
                let scans = orders.iter().flat_map(|(_, order)| match order {
                    Order::Scan(scans) => &scans[..],
                    _ => &[],
                });
                sensors::resolve(table, &scans.copied().collect::<Vec<_>>());
            }
            Phase::Settings { .. } => {
                for (seat, order) in orders.iter() {
                    if let Order::Settings(settings) = order {
                        specials::resolve_settings(table, seat, settings);
                    }
                }
                phases::begin_turn(table);
            }
            Phase::Arrange { seat } => {
                let rolled = table.state().initiative[1..].to_vec();
                match orders.get(seat) {
                    Some(Order::Arrange(others)) => phases::arrange(table, seat, others),
                    _ => phases::arrange(table, seat, &rolled),
                }
            }
            Phase::Rounds { .. } => {
                let returns = orders.iter().flat_map(|(_, order)| match order {
                    Order::Rounds(returns) => &returns[..],
                    _ => &[],
                });
                rounds::resolve(table, &returns.copied().collect::<Vec<_>>());
            }
            Phase::Features { seat } => match orders.get(seat) {
                Some(Order::Features(places)) => deploy::place_features(table, places),
                _ => deploy::place_features(table, &[]),
            },
            Phase::Orders | Phase::Replot { .. } => {
                let again = matches!(table.state().phase, Phase::Replot { .. });
                for (seat, order) in orders.iter() {
                    if let Order::Orders(order) = order {
                        orders::resolve(table, seat, order);
                    }
                }
                if again {
                    phases::play_from(table, Step::Initiative);
                } else {
                    phases::after_orders(table);
                }
            }
            Phase::Opening { .. } => {
                let openings = orders.iter().filter_map(|(seat, order)| match order {
                    Order::Opening(order) => Some((seat, order.clone())),
                    _ => None,
                });
                opening::resolve(table, &openings.collect::<Vec<_>>());
            }
            Phase::Launch { seat, .. } => match orders.get(seat) {
                Some(Order::Launch(order)) => ordnance::resolve(table, seat, order),
                Some(Order::CraftLaunch(order)) => craft_launch::resolve(table, seat, order),
                _ => ordnance::pass(table, seat),
            },
            Phase::Wings { seat, .. } => match orders.get(seat) {
                Some(Order::Wing(order)) => wing_moves::resolve(table, seat, order),
                _ => wing_moves::finish(table, seat),
            },
            Phase::Parting { .. } => {
                let groups = orders.iter().flat_map(|(_, order)| match order {
                    Order::Parting(groups) => &groups[..],
                    _ => &[],
                });
                wing_moves::resolve_parting(table, &groups.copied().collect::<Vec<_>>());
            }
            Phase::Scramble { seat, .. } => match orders.get(seat) {
                Some(Order::Scramble(order)) => scramble::resolve(table, order),
                _ => scramble::pass(table, seat),
            },
            Phase::Defence { .. } => {
                let guards = orders.iter().filter_map(|(seat, order)| match order {
                    Order::Defend(guards) => Some((seat, guards.clone())),
                    _ => None,
                });
                defence::resolve(table, &guards.collect::<Vec<_>>());
            }
            Phase::Attacks { seat, .. } => match orders.get(seat) {
                Some(Order::Attack(attacks)) => attacks::resolve(table, seat, attacks),
                _ => attacks::pass(table, seat),
            },
            Phase::Dogfights { .. } => {
                let stances = orders.iter().filter_map(|(seat, order)| match order {
                    Order::Dogfight(stances) => Some((seat, stances.clone())),
                    _ => None,
                });
                dogfights::resolve(table, &stances.collect::<Vec<_>>());
            }
            Phase::Runs { .. } => {
                let runs = orders.iter().filter_map(|(seat, order)| match order {
                    Order::Run(runs) => Some((seat, runs.clone())),
                    _ => None,
                });
                runs::resolve(table, &runs.collect::<Vec<_>>());
            }
            Phase::Evade { .. } => {
                let groups = orders.iter().flat_map(|(_, order)| match order {
                    Order::Evade(groups) => &groups[..],
                    _ => &[],
                });
                evasion::resolve(table, &groups.copied().collect::<Vec<_>>());
            }
            Phase::Fire { seat, .. } => match orders.get(seat) {
                Some(Order::Fire(order)) => fire::resolve(table, seat, order),
                Some(Order::FireBoats(order)) => gunboats::resolve(table, seat, order),
                _ => fire::pass(table, seat),
            },
            Phase::Cross { .. } => {
                let crossings = orders.iter().flat_map(|(_, order)| match order {
                    Order::Cross(crossings) => &crossings[..],
                    _ => &[],
                });
                boarding::resolve_crossings(table, &crossings.collect::<Vec<_>>());
            }
            Phase::Duties { .. } => {
                let duties = orders.iter().filter_map(|(seat, order)| match order {
                    Order::Duties(duties) => Some((seat, duties.clone())),
                    _ => None,
                });
                boarding::resolve_duties(table, &duties.collect::<Vec<_>>());
            }
            Phase::Repel { .. } => {
                let stands = orders.iter().flat_map(|(_, order)| match order {
                    Order::Repel(stands) => &stands[..],
                    _ => &[],
                });
                boarding::resolve_stands(table, &stands.collect::<Vec<_>>());
            }
            Phase::Share { .. } => {
                let shares = orders.iter().flat_map(|(_, order)| match order {
                    Order::Share(shares) => &shares[..],
                    _ => &[],
                });
                riders::resolve(table, &shares.cloned().collect::<Vec<_>>());
            }
            Phase::Emp { .. } => {
                let tests = orders.iter().flat_map(|(_, order)| match order {
                    Order::Emp(tests) => &tests[..],
                    _ => &[],
                });
                damage::resolve_emp(table, &tests.collect::<Vec<_>>());
            }
            Phase::Repairs { .. } => {
                let jobs = orders.iter().flat_map(|(_, order)| match order {
                    Order::Repair(jobs) => &jobs[..],
                    _ => &[],
                });
                repairs::resolve(table, &jobs.collect::<Vec<_>>());
            }
            Phase::Chase { seat } => {
                let chase = matches!(orders.get(seat), Some(Order::Chase(true)));
                disengage::resolve(table, seat, chase);
            }
            Phase::Cores { .. } => {
                let choices = orders.iter().flat_map(|(_, order)| match order {
                    Order::Cores(choices) => &choices[..],
                    _ => &[],
                });
                damage::resolve_cores(table, &choices.copied().collect::<Vec<_>>());
            }
        }
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Deploy(event) => deploy::apply(self, event),
            Event::Phase(event) => phases::apply(self, event),
            Event::Orders(event) => orders::apply(self, event),
            Event::Movement(event) => movement::apply(self, event),
            Event::Links(event) => links::apply(self, event),
            Event::Ramming(_) => (),
            Event::Disengage(event) => disengage::apply(self, event),
            Event::Terrain(event) => terrain::apply(self, event),
            Event::Planets(event) => planets::apply(self, event),
            Event::Stations(event) => stations::apply(self, event),
            Event::Rounds(event) => rounds::apply(self, event),
            Event::Riders(event) => riders::apply(self, event),
            Event::Gates(event) => gates::apply(self, event),
            Event::Specials(event) => specials::apply(self, event),
            Event::Cloaks(event) => cloaks::apply(self, event),
            Event::Sensors(event) => sensors::apply(self, event),
            Event::Ftl(event) => ftl::apply(self, event),
            Event::FtlCraft(event) => ftl_craft::apply(self, event),
            Event::Sweeps(event) => sweeps::apply(self, event),
            Event::Bases(event) => bases::apply(self, event),
            Event::Hangars(event) => hangars::apply(self, event),
            Event::Wings(event) => wing_moves::apply(self, event),
            Event::Mines(event) => mines::apply(self, event),
            Event::Opening(event) => opening::apply(self, event),
            Event::Scramble(event) => scramble::apply(self, event),
            Event::Ordnance(event) => ordnance::apply(self, event),
            Event::Clearing(event) => clearing::apply(self, event),
            Event::Defence(event) => defence::apply(self, event),
            Event::Attacks(event) => attacks::apply(self, event),
            Event::CraftLaunch(event) => craft_launch::apply(self, event),
            Event::Dogfights(event) => dogfights::apply(self, event),
            Event::GroupDefence(event) => group_defence::apply(self, event),
            Event::Runs(event) => runs::apply(self, event),
            Event::Evasion(event) => evasion::apply(self, event),
            Event::Gunboats(event) => gunboats::apply(self, event),
            Event::Fire(event) => fire::apply(self, event),
            Event::Beaming(event) => beaming::apply(self, event),
            Event::Boarding(event) => boarding::apply(self, event),
            Event::Damage(event) => damage::apply(self, event),
            Event::Checks(event) => checks::apply(self, event),
            Event::Blasts(event) => blasts::apply(self, event),
            Event::Repairs(event) => repairs::apply(self, event),
            Event::Victory(event) => victory::apply(self, event),
        }
    }

    fn rules_of(event: &Event) -> Vec<&'static str> {
        cites::rules_of(event)
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn witness(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        view::witness(self, event, viewer)
    }

    fn confides(&self, _from: Seat, _to: Seat) -> bool {
        false
    }

    fn imagine(view: &View, dice: &mut Dice) -> Battle {
        view::imagine(view, dice)
    }

    fn sample_order(&self, seat: Seat, dice: &mut Dice) -> Order {
        judge::as_known(self, seat, |known| known.any_order(seat, dice))
    }

    fn list_orders(&self, _seat: Seat, _cap: usize) -> Option<Vec<Order>> {
        None
    }

    fn score(&self, seat: Seat) -> i32 {
        let own = points(self, seat) as i32;
        let others = (0..self.field.seats()).map(Seat).filter(|it| *it != seat);
        own - others.map(|it| points(self, it) as i32).max().unwrap_or(0)
    }

    fn turn(&self) -> u32 {
        u32::from(self.turn)
    }
}
