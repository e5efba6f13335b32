//! Full Thrust: Project Continuum. `README.md` says
//! what is there and what is not.

#![warn(clippy::wildcard_enum_match_arm)]

mod account;
mod acts;
mod battle;
mod boarding;
mod cites;
mod craft;
mod damage;
mod fire;
mod judge;
mod jumps;
pub mod library;
mod menu;
mod movement;
mod narrate;
mod notation;
pub mod options;
mod orders;
mod ordnance;
mod phases;
mod reason;
mod sensors;
mod setup;
mod ship;
mod tactics;
mod terrain;
#[cfg(test)]
mod typescript;
mod view;
mod weapons;
mod yard;

use std::borrow::Cow;

use dice::Dice;
use engine::{Decision, Game, Orders, Pending, Refusal, Seat, Seats, SetupError, Table, Viewer};
use geometry::Point;
use serde::{Deserialize, Serialize};

use crate::{
    boarding::beaming,
    craft::{attacks, dogfights, evasion, gunboats, hangars, runs, scramble},
    damage::{blasts, checks, repairs},
    fire::sweeps,
    jumps::{ftl, gates, riders},
    movement::{bases, disengage, links, ramming},
    orders::specials,
    ordnance::{clearing, defence, mines, opening},
    sensors::cloaks,
    setup::{deploy, victory},
    terrain::{planets, rounds, stations},
};

pub use battle::Battle;
pub use boarding::{
    Crossing, Duty, Event as BoardingEvent, Party, Stand, Troop,
    beaming::Event as BeamingEvent,
    menu::{BoardingMenu, CrossingMenu, FightMenu},
};
pub use craft::{
    arming::Arming,
    arms::{Armament, BoatGun, Strike},
    attacks::{Declared, Event as AttacksEvent},
    base_wings::BaseWing,
    defence::Event as GroupDefenceEvent,
    dogfights::{Event as DogfightsEvent, Stance},
    evasion::{Event as EvasionEvent, GroupShot},
    gunboats::{BoatFire, Event as GunboatsEvent},
    hangars::Event as HangarsEvent,
    launch::{CraftLaunch, Event as CraftLaunchEvent, Spread, Store},
    menu::{
        DeckGroup, DeckMenu, ScrambleMenu, WingMenu,
        fights::{
            AttackMenu, BoatMenu, CraftLaunchMenu, EvadeMenu, FightsMenu, FoeMenu, GroupShotMenu, QuarryMenu,
            RunMenu, StanceMenu,
        },
    },
    moves::{Action, Event as WingsEvent, Pass, Sortie},
    runs::{Event as RunsEvent, Run, With},
    scramble::{Event as ScrambleEvent, Scramble},
    wings::{Craft, Deeds, Group, GroupId, Pilots, Post, Target},
};
pub use damage::{
    CoreChoice, EmpTest, Event as DamageEvent, Tally,
    blasts::{Cause as BlastCause, Event as BlastsEvent},
    checks::Event as ChecksEvent,
    kills::{Mark, Reading, Scale, Shooter, chances, scale},
    repairs::{Event as RepairsEvent, Job},
    soak,
};
pub use fire::{
    Event as FireEvent, Fire, Shot, gunnery,
    menu::{
        BandMenu, FireMenu, LineMenu, NeedleMenu, RefusedMenu, ShotMenu, SilentMenu, StripMenu, TargetMenu,
        WeaponMenu,
    },
    odds::{Defence, Outcome, Prospect, Roll, RowMenu, WHOLE, volley},
    sweeps::{Event as SweepsEvent, Line, Nova},
};
pub use jumps::{
    craft::{Event as FtlCraftEvent, Fate as CraftFate},
    ftl::{Event as FtlEvent, Fate as FtlFate, HyperLimit, Plan},
    gates::{ArrivalMenu, Door, Event as GatesEvent, GateEntry, GateMenu, GateOrder, GateSpec, Passage},
    riders::{Event as RidersEvent, Share, ShareMenu},
};
pub use menu::{DeployMenu, EmpMenu, Menu, RepairMenu, RoundMenu, SettingMenu};
pub use movement::{
    Event as MovementEvent, Steering,
    bases::Event as BasesEvent,
    clock::{self, Clock},
    collisions::Peril,
    disengage::Event as DisengageEvent,
    links::{Event as LinksEvent, Hold, Link},
    plot::{self, Plot},
    ramming::Event as RammingEvent,
};
pub use options::Options;
pub use orders::{
    Drive, Entry, Event as OrdersEvent, Formation, Mode, Orders as ShipOrders, Secret, Shadow, ShipOrder,
    SquadronOrder, Written,
    menu::{LayMenu, ModeMenu, PlotChoice, PlotMenu, StrainMenu, SwitchMenu, Switches, TurretMenu},
    specials::{Event as SpecialsEvent, Setting},
};
pub use ordnance::{
    Event as OrdnanceEvent, Launch, Launched, Loaded, Marker, Warhead,
    clearing::Event as ClearingEvent,
    defence::{Event as DefenceEvent, Guard},
    menu::{DefenceMenu, FlakMenu, GuardMenu, LaunchMenu, LauncherMenu, OpeningMenu, StageMenu},
    mines::{Event as MinesEvent, Lay, Mine},
    opening::{Barrage, Event as OpeningEvent, Flak, Opening, Stage},
};
pub use phases::{Event as PhaseEvent, Phase, Rolls, Step};
pub use sensors::{
    Event as SensorsEvent, Found, Scan,
    bogeys::{Lore, Nature, Signature, Told},
    cloaks::{Cloak, Event as CloaksEvent, Why},
    menu::{MusterMenu, ScanMenu},
};
pub use setup::{
    berth::Berth,
    deploy::{Deploy, Event as DeployEvent},
    objectives,
    scenario::{Blueprint, Deployment, Field, Part, Scenario, Side, TableSize},
    situation::{GroupSituation, MineSituation, Moment, ShipSituation, Situation},
    victory::{Event as VictoryEvent, Ruin, points, ruin},
};
pub use ship::{Armour, Core, Deck, Edge, IconId, IconSet, LayerLeft, Motion, Ship, ShipId, Status};
pub use terrain::{
    Body, BodyId, Event as TerrainEvent, Shape, Terrain, Thing, line_is_clear,
    planets::{Event as PlanetsEvent, Landfall, Orbit},
    rounds::{Event as RoundsEvent, Return},
    stations::Event as StationsEvent,
};
pub use view::{Chart, View};
pub use yard::{
    catalogue,
    design::{self, Design},
    display, fleet, sheet,
};

/// One seat's submission for one decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
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
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "GameEvent"))]
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
    FtlCraft(jumps::craft::Event),
    Sweeps(sweeps::Event),
    Bases(bases::Event),
    Hangars(hangars::Event),
    Wings(craft::moves::Event),
    Mines(mines::Event),
    Opening(opening::Event),
    Scramble(scramble::Event),
    Ordnance(ordnance::Event),
    Clearing(clearing::Event),
    Defence(defence::Event),
    Attacks(attacks::Event),
    CraftLaunch(craft::launch::Event),
    Dogfights(dogfights::Event),
    GroupDefence(craft::defence::Event),
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
    const RULES_VERSION: u32 = 7;
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
        // A situation is open already, or stands at the start of a phase.
        if table.state().phase == Phase::Setup {
            match table.state().begins {
                Some(step) => phases::play_from(table, step),
                None => sensors::open(table),
            }
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

    #[expect(clippy::wildcard_enum_match_arm, reason = "an order of another kind was refused before")]
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
                Some(Order::CraftLaunch(order)) => craft::launch::resolve(table, seat, order),
                _ => ordnance::pass(table, seat),
            },
            Phase::Wings { seat, .. } => match orders.get(seat) {
                Some(Order::Wing(order)) => craft::moves::resolve(table, seat, order),
                _ => craft::moves::finish(table, seat),
            },
            Phase::Parting { .. } => {
                let groups = orders.iter().flat_map(|(_, order)| match order {
                    Order::Parting(groups) => &groups[..],
                    _ => &[],
                });
                craft::moves::resolve_parting(table, &groups.copied().collect::<Vec<_>>());
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
            Event::FtlCraft(event) => jumps::craft::apply(self, event),
            Event::Sweeps(event) => sweeps::apply(self, event),
            Event::Bases(event) => bases::apply(self, event),
            Event::Hangars(event) => hangars::apply(self, event),
            Event::Wings(event) => craft::moves::apply(self, event),
            Event::Mines(event) => mines::apply(self, event),
            Event::Opening(event) => opening::apply(self, event),
            Event::Scramble(event) => scramble::apply(self, event),
            Event::Ordnance(event) => ordnance::apply(self, event),
            Event::Clearing(event) => clearing::apply(self, event),
            Event::Defence(event) => defence::apply(self, event),
            Event::Attacks(event) => attacks::apply(self, event),
            Event::CraftLaunch(event) => craft::launch::apply(self, event),
            Event::Dogfights(event) => dogfights::apply(self, event),
            Event::GroupDefence(event) => craft::defence::apply(self, event),
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

    fn imagine_for(&self, viewer: Viewer, dice: &mut Dice) -> Cow<'_, Battle> {
        if view::hides_nothing(self, viewer) {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Battle::imagine(&self.view(viewer), dice))
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
