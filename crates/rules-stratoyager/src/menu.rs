//! What a screen may offer: every choice with what comes of it. The screen
//! knows no rules; it shows what stands here.

use std::fmt::Write as _;

use engine::{Assist, Clock, Seat};
use geometry::Point;
use serde::{Deserialize, Serialize};

mod reach;
mod shots;

pub use reach::{ArriveMenu, Back, EntryMenu, LeaveMenu, ReachMenu};
use shots::shot_line;
pub(crate) use shots::through;
pub use shots::{Addend, ShotMenu, Why};
pub(crate) use shots::{shot_menu, shots_of};

use crate::{
    Action, Battle, Hour, Order,
    card::Stats,
    combat::{self, Combat, WillShot},
    deploy::{self, Arrival, Placement},
    gunnery::{Band, Shot, Weapon},
    initiative::{self, Dealt},
    manoeuvre::{self, Kind, Leaving, Manoeuvre, Plan},
    notation,
    phases::Phase,
    prospect, reason, roster,
    scenario::Zone,
    stress,
    unit::UnitId,
};

/// The choices of one decision, for one seat. Only what belongs to the phase is there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Menu {
    pub muster: Option<MusterMenu>,
    pub reserve: Option<ReserveMenu>,
    pub cards: Option<CardsMenu>,
    pub place: Option<PlaceMenu>,
    pub arrive: Vec<ArriveMenu>,
    /// STR-ADD.3: the hand.
    pub duel: Option<[u8; 2]>,
    pub plan: Option<PlanMenu>,
    pub yaw: Option<YawMenu>,
    pub leave: Option<LeaveMenu>,
    pub at_will: Option<WillMenu>,
    pub combat: Option<CombatMenu>,
    /// STR-5.4, STR-5.6.
    pub ranges: Vec<RangeMenu>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct RangeMenu {
    pub band: Band,
    pub klicks: i32,
    /// None at visual range.
    pub dice: Option<u8>,
    pub highest: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct MusterMenu {
    pub points: u16,
    pub most_units: u8,
    pub cards: Vec<String>,
    pub default: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ReserveMenu {
    pub units: Vec<UnitId>,
    pub most: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct CardsMenu {
    pub units: Vec<UnitId>,
    /// STR-1.1: cards go from 1 to this.
    pub cards: u8,
    pub default: Vec<Dealt>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct PlaceMenu {
    pub unit: UnitId,
    pub zones: Vec<Zone>,
    pub default: Placement,
    pub speeds: [u16; 2],
    /// The course is as given.
    pub fixed_course: bool,
}

/// STR-2.1: what the unit may fly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct PlanMenu {
    pub unit: UnitId,
    pub limits: Vec<LimitMenu>,
    /// STR-2.14: hours by which it yaws back to its course as soon as it uses thrust.
    pub realigns: u8,
    pub choices: Vec<PlanChoice>,
    /// STR-3.3: by number of dice.
    pub stress: Vec<StressOdds>,
    /// STR-2.13, STR-2.14: stress dice of a drift with a yaw before it.
    pub yaw_first: u8,
    /// Enemies that have still to fly, and where they can be.
    pub others: Vec<ReachMenu>,
    /// STR-2.11, STR-2.17: allowed with every choice, or only without thrust.
    pub evasive_with_thrust: bool,
    /// STR-ADD.6: who is first with his plan shoots first.
    pub arcade: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct LimitMenu {
    pub kind: Kind,
    pub safe: u8,
    pub most: u8,
}

/// One pair of manoeuvres and what comes of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct PlanChoice {
    pub first: Manoeuvre,
    pub second: Manoeuvre,
    /// From where it starts, through its bends, to where it ends.
    pub path: Vec<Point>,
    pub course: Hour,
    pub facing: Hour,
    pub speed: u16,
    /// Stress dice, all counted; and with a yaw after it, if that is still to be had.
    pub stress: u8,
    pub stress_with_yaw: Option<u8>,
    /// STR-2.13, STR-2.14: stress dice with a yaw before it, if that can be had: only of a drift.
    pub stress_yaw_first: Option<u8>,
    /// STR-2.11, STR-2.17: it may be flown evasively.
    pub evasive: bool,
    /// STR-ADD.1.
    pub leaves: bool,
    /// STR-ADD.4.
    pub crashes: bool,
}

/// STR-3.3: exact odds, in ways out of `of`, of 0, 1, 2, 3 and more failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct StressOdds {
    pub dice: u8,
    pub of: u64,
    pub ways: [u64; 5],
}

/// STR-ADD.6: the clock of live play, and how often a finished plan may be touched again.
const ARCADE: Clock = Clock { seconds: 30, restarts: 2, rule: "STR-ADD.6" };

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct YawMenu {
    pub unit: UnitId,
    pub choices: Vec<YawChoice>,
    pub stress: Vec<StressOdds>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct YawChoice {
    /// 0 is no yaw.
    pub hours: u8,
    pub facing: Hour,
    pub stress: u8,
    /// Enemies that would be in the front arc, as things stand.
    pub bears: Vec<UnitId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct WillMenu {
    pub shots: Vec<WillChoice>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct WillChoice {
    pub unit: UnitId,
    pub shot: ShotMenu,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct CombatMenu {
    pub unit: UnitId,
    pub choices: Vec<CombatChoice>,
    /// STR-4.3: the lock it has, and whether a missile may be launched at it.
    pub lock: Option<LockMenu>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct LockMenu {
    pub target: UnitId,
    pub ready: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct CombatChoice {
    pub combat: Combat,
    pub notation: String,
    /// What it would roll; several for a pod or a gunner.
    pub shots: Vec<ShotMenu>,
}

impl Assist for Battle {
    type Menu = Menu;

    fn menu(&self, seat: Seat) -> Menu {
        let range = |&(band, klicks): &(Band, i32)| {
            let dice = band.dice();
            RangeMenu { band, klicks, dice: dice.map(|it| it.0), highest: dice.is_some_and(|it| it.1) }
        };
        let mut menu = Menu { ranges: Band::LIMITS.iter().map(range).collect(), ..Menu::default() };
        let acting = self.acting(seat);
        match self.phase {
            Phase::Muster { seats } if seats.contains(seat) => menu.muster = Some(muster_menu(self, seat)),
            Phase::Reserve { seats } if seats.contains(seat) => {
                let units: Vec<UnitId> = deploy::waiting(self, seat.0).collect();
                let most = deploy::most_reserves(self, seat.0, units.len()) as u8;
                menu.reserve = Some(ReserveMenu { units, most });
            }
            Phase::DeployCards { seats } | Phase::Initiative { seats } if seats.contains(seat) => {
                menu.cards = Some(CardsMenu {
                    units: initiative::takers(self, seat.0).collect(),
                    cards: initiative::hand_size(self),
                    default: initiative::usual(self, seat.0),
                });
            }
            Phase::Place { unit } if self.unit(unit).side == seat.0 => {
                menu.place = Some(place_menu(self, unit));
            }
            Phase::Arrive { seat: asked } if asked == seat => {
                menu.arrive = deploy::arriving(self, seat.0).map(|it| reach::arrive_menu(self, it)).collect();
            }
            Phase::Duel => menu.duel = Some(self.hand(seat)),
            Phase::Plan { seats } if seats.contains(seat) => menu.plan = acting.map(|it| plan_menu(self, it)),
            Phase::Yaw { seats } if seats.contains(seat) => menu.yaw = acting.map(|it| yaw_menu(self, it)),
            Phase::Leave { seats } if seats.contains(seat) => {
                menu.leave = acting.map(|it| reach::leave_menu(self, it));
            }
            Phase::AtWill { seats } if seats.contains(seat) => {
                let shots = combat::will_shots(self, seat.0);
                let choice = |(unit, shot): &(UnitId, Shot)| WillChoice {
                    unit: *unit,
                    shot: shot_menu(self, *unit, Weapon::Gun, *shot),
                };
                menu.at_will = Some(WillMenu { shots: shots.iter().map(choice).collect() });
            }
            Phase::Combat { seats } if seats.contains(seat) => {
                menu.combat = acting.map(|it| combat_menu(self, it));
            }
            Phase::Setup
            | Phase::Muster { .. }
            | Phase::Reserve { .. }
            | Phase::DeployCards { .. }
            | Phase::Place { .. }
            | Phase::Arrive { .. }
            | Phase::Initiative { .. }
            | Phase::Plan { .. }
            | Phase::Yaw { .. }
            | Phase::Leave { .. }
            | Phase::AtWill { .. }
            | Phase::Combat { .. }
            | Phase::Over { .. } => (),
        }
        menu
    }

    fn reason(&self, seat: Seat, order: &Order, others: &[Order]) -> String {
        reason::reason(self, seat, order, others)
    }

    fn odds(&self, seat: Seat, _menu: &Menu, order: &Order) -> Vec<engine::Odds> {
        prospect::odds(self, seat, order)
    }

    fn offered(&self, seat: Seat, menu: &Menu) -> Vec<Order> {
        let _ = seat;
        let mut all: Vec<Action> = Vec::new();
        if let Some(it) = &menu.muster {
            all.push(Action::Muster(it.default.clone()));
        }
        if let Some(it) = &menu.reserve {
            all.push(Action::Reserve(Vec::new()));
            all.push(Action::Reserve(it.units.iter().copied().take(usize::from(it.most)).collect()));
        }
        if let Some(it) = &menu.cards {
            all.push(Action::Cards(it.default.clone()));
        }
        if let Some(it) = &menu.place {
            all.extend(
                (it.speeds[0]..=it.speeds[1]).map(|speed| Action::Place(Placement { speed, ..it.default })),
            );
        }
        if !menu.arrive.is_empty() {
            all.push(Action::Arrive(Vec::new()));
            for it in menu.arrive.iter().filter(|it| it.returns) {
                all.push(Action::Arrive(vec![Arrival::Withdraw { unit: it.unit }]));
                let back = |&course: &Hour| Action::Arrive(vec![Arrival::Back { unit: it.unit, course }]);
                all.extend(it.courses.iter().map(back));
            }
        }
        all.extend(menu.duel.into_iter().flatten().map(Action::Duel));
        if let Some(it) = &menu.plan {
            for choice in &it.choices {
                let plan = Plan { first: choice.first, second: choice.second, ..Plan::DRIFT };
                all.push(Action::Plan(plan));
                if it.evasive_with_thrust || !plan.uses_thrust() {
                    all.push(Action::Plan(Plan { evasive: true, ..plan }));
                }
            }
            all.extend((1..12).map(|yaw| Action::Plan(Plan { yaw, ..Plan::DRIFT })));
        }
        if let Some(it) = &menu.yaw {
            all.extend(it.choices.iter().map(|it| Action::Yaw(it.hours)));
        }
        if menu.leave.is_some() {
            all.extend([Action::Leave(Leaving::Withdraw), Action::Leave(Leaving::Return)]);
        }
        if let Some(it) = &menu.at_will {
            all.push(Action::AtWill(Vec::new()));
            let shot = |it: &WillChoice| WillShot { unit: it.unit, target: it.shot.target, keep: false };
            all.extend(it.shots.iter().map(|it| Action::AtWill(vec![shot(it)])));
        }
        if let Some(it) = &menu.combat {
            all.extend(it.choices.iter().map(|it| Action::Combat(it.combat)));
        }
        all.into_iter().map(Order::from).collect()
    }

    /// STR-ADD.6: where both plan against each other.
    fn clock(&self) -> Option<Clock> {
        let both = matches!(self.phase, Phase::Plan { seats } if seats.len() == 2);
        (self.field.options.arcade && both).then_some(ARCADE)
    }

    /// STR-ADD.6, R-108: who finishes first says stop, and nobody else.
    fn clocked(&self, order: &Order, first: bool) -> Order {
        let mut order = order.clone();
        if let Action::Plan(plan) = &mut order.action {
            plan.stop = first;
        }
        order
    }

    /// STR-ADD.6: cards that nobody has set count as thrust 0.
    fn lapsed(&self, seat: Seat) -> Option<Order> {
        let plans = matches!(self.phase, Phase::Plan { seats } if seats.contains(seat));
        plans.then(|| Action::Plan(Plan::DRIFT).into())
    }
}

fn muster_menu(battle: &Battle, seat: Seat) -> MusterMenu {
    MusterMenu {
        points: battle.field.scenario.points.unwrap_or(0),
        most_units: roster::MOST as u8,
        cards: roster::eligible(&battle.field, seat.0).map(|it| battle.field.card(it).name.clone()).collect(),
        default: crate::tactics::roster(battle, seat),
    }
}

fn place_menu(battle: &Battle, id: UnitId) -> PlaceMenu {
    let unit = battle.unit(id);
    let speeds = deploy::speeds(battle, unit);
    PlaceMenu {
        unit: id,
        zones: battle.field.zones[usize::from(unit.side)].clone(),
        default: deploy::default_place(battle, id),
        speeds: [*speeds.start(), *speeds.end()],
        fixed_course: battle.berth(unit).is_some_and(|it| it.fixed),
    }
}

fn plan_menu(battle: &Battle, id: UnitId) -> PlanMenu {
    let unit = battle.unit(id);
    let stats = battle.stats(unit);
    let limit = |kind: Kind| {
        let safe = kind.safe(stats);
        let most =
            if kind == Kind::Decelerate { u16::from(2 * safe).min(unit.speed) as u8 } else { 2 * safe };
        LimitMenu { kind, safe, most }
    };
    let choices: Vec<PlanChoice> = manoeuvre::choices(battle, id, u8::MAX)
        .into_iter()
        .flat_map(both_ways)
        .map(|plan| plan_choice(battle, id, plan))
        .collect();
    let yaw_first = stress::dice(stats, Plan::DRIFT, true).1;
    let most = choices.iter().map(|it| it.stress.max(it.stress_with_yaw.unwrap_or(0))).max().unwrap_or(0);
    let most = most.max(yaw_first);
    PlanMenu {
        unit: id,
        limits: Kind::ALL.map(limit).to_vec(),
        realigns: unit.facing.until(unit.course),
        choices,
        stress: (0..=most).map(|dice| stress_odds(stats, dice)).collect(),
        yaw_first,
        others: reach::others(battle, unit.side),
        evasive_with_thrust: unit.is_aligned(),
        arcade: battle.field.options.arcade,
    }
}

/// Speed and slide end at one place whatever their order, but not by one path.
fn both_ways(plan: Plan) -> impl Iterator<Item = Plan> {
    let slides = |it: Manoeuvre| 0 < it.thrust && it.kind.card() == 'C';
    let other = (slides(plan.second) && plan.first.kind.card() == 'A').then_some(Plan {
        first: plan.second,
        second: plan.first,
        ..plan
    });
    [plan].into_iter().chain(other)
}

fn plan_choice(battle: &Battle, id: UnitId, plan: Plan) -> PlanChoice {
    let unit = battle.unit(id);
    let stats = battle.stats(unit);
    let flight = manoeuvre::fly(unit, plan);
    let path = flight.path(unit.at);
    let crashes = battle.in_obstacle(flight.to);
    let out = manoeuvre::crossing(&path, battle.field.table, battle.field.options.off_table_check);
    let leaves = !crashes && out.is_some();
    let later = !flight.yawed && !leaves && !crashes;
    PlanChoice {
        first: plan.first,
        second: plan.second,
        path: path.to_vec(),
        course: flight.course,
        facing: flight.facing,
        speed: flight.speed,
        stress: stress::dice(stats, plan, flight.yawed).1,
        stress_yaw_first: (!plan.uses_thrust()).then(|| stress::dice(stats, plan, true).1),
        evasive: unit.is_aligned() || !plan.uses_thrust(),
        stress_with_yaw: later.then(|| stress::dice(stats, plan, true).1),
        leaves,
        crashes,
    }
}

/// STR-3.2, STR-3.3: each die fails by a half, or by two thirds (STR-HIN.4).
pub(crate) fn stress_odds(stats: &Stats, dice: u8) -> StressOdds {
    // Failing and holding faces of a die, in lowest terms.
    let (fail, hold): (u64, u64) = if stats.retrofitted { (2, 1) } else { (1, 1) };
    let mut ways = [0_u64; 5];
    ways[0] = 1;
    for _ in 0..dice {
        let mut next = [0_u64; 5];
        for (failures, &n) in ways.iter().enumerate() {
            next[failures] += n * hold;
            next[(failures + 1).min(4)] += n * fail;
        }
        ways = next;
    }
    StressOdds { dice, of: (fail + hold).pow(u32::from(dice)), ways }
}

fn yaw_menu(battle: &Battle, id: UnitId) -> YawMenu {
    let unit = battle.unit(id);
    let stats = battle.stats(unit);
    let plan = unit.flown.unwrap_or(Plan::DRIFT);
    let choice = |hours: u8| {
        let facing = unit.facing.turned(i32::from(hours));
        let bears = battle.unit_ids().filter(|&it| {
            let other = battle.unit(it);
            other.side != unit.side && other.status.on_table() && facing.bears(other.at - unit.at)
        });
        YawChoice {
            hours,
            facing,
            stress: stress::dice(stats, plan, unit.yawed || 0 < hours).1,
            bears: bears.collect(),
        }
    };
    let choices: Vec<YawChoice> = (0..12).map(choice).collect();
    let most = choices.iter().map(|it| it.stress).max().unwrap_or(0);
    YawMenu { unit: id, choices, stress: (0..=most).map(|dice| stress_odds(stats, dice)).collect() }
}

fn combat_menu(battle: &Battle, id: UnitId) -> CombatMenu {
    let unit = battle.unit(id);
    let choice = |combat: Combat| CombatChoice {
        combat,
        notation: notation::write_combat(battle, combat),
        shots: shots_of(battle, id, combat),
    };
    CombatMenu {
        unit: id,
        choices: combat::choices(battle, id).into_iter().map(choice).collect(),
        lock: unit.lock.map(|it| LockMenu { target: it.target, ready: it.turn < battle.turn }),
    }
}

/// Safe and highest thrusts of the unit that acts, for the prompt.
pub(crate) fn limits_line(battle: &Battle, seat: Seat) -> String {
    let Some(id) = battle.acting(seat) else { return String::new() };
    let unit = battle.unit(id);
    let safe = battle.stats(unit).safe;
    let mut text = format!(
        "  safe: A+{} A-{} B{} C{}, at most twice that; beyond it each point is a stress die. Speed {}, course {}.",
        safe.acceleration, safe.deceleration, safe.turn, safe.slide, unit.speed, unit.course
    );
    if !unit.is_aligned() {
        let _ = write!(text, " It faces {} and yaws back as soon as it uses thrust.", unit.facing);
    }
    text
}

pub(crate) fn will_lines(battle: &Battle, seat: Seat) -> String {
    let lines: Vec<String> = combat::will_shots(battle, seat.0)
        .into_iter()
        .map(|(unit, shot)| {
            let menu = shot_menu(battle, unit, Weapon::Gun, shot);
            format!("  {} {}", battle.tag(unit), shot_line(battle, &menu))
        })
        .collect();
    lines.join("\n")
}

pub(crate) fn combat_lines(battle: &Battle, seat: Seat) -> String {
    let Some(id) = battle.acting(seat) else { return String::new() };
    let lines: Vec<String> = combat::choices(battle, id)
        .into_iter()
        .filter(|it| !matches!(it, Combat::Eject { .. } | Combat::Gunner { .. }))
        .map(|it| {
            let shots: Vec<String> =
                shots_of(battle, id, it).iter().map(|it| shot_line(battle, it)).collect();
            format!("  {:<16} {}", notation::write_combat(battle, it), shots.join("; ")).trim_end().to_owned()
        })
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// STR-3.3, STR-HIN.4: by hand.
    #[test]
    fn rule_3_3_odds_are_exact() {
        let stats = |name: &str| crate::fighters().iter().find(|it| it.name == name).expect("a card").stats();
        let guardian = stress_odds(&stats("Guardian 151a"), 3);
        assert_eq!((guardian.of, guardian.ways), (8, [1, 3, 3, 1, 0]));
        let evo = stress_odds(&stats("Evo 6.2"), 2);
        assert_eq!((evo.of, evo.ways), (9, [1, 4, 4, 0, 0]));
        assert_eq!(stress_odds(&stats("Evo 6.2"), 26).ways.iter().sum::<u64>(), 3_u64.pow(26));
    }
}
