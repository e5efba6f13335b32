//! What happens, and the only place where it changes the state.

use std::sync::Arc;

use engine::Outcome;
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Activation, Battle, Criterion, Slot, Stage, Step, Tanker, TankerPlace},
    chance::{Re, Test},
    combat::{CombatStage, Effect, Fight, Form},
    damage::{Blow, Cause, Fate},
    helm::{Harbour, Helm},
    map::Station,
    objectives::{Goal, GoalKind, Leg},
    order::{Attack, Benefit, Protocol},
    ship::{Class, Damage, Extra, Place, Refit, Ship, ShipId, System},
    space::{Dir, Path, Wells},
};

/// A counter of a manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Gauge {
    Shields,
    Fuel,
    Torpedoes,
    Heat,
}

/// Why a torpedo is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Lost {
    Spent,
    OutOfRange,
    Radiation,
    Crash,
    Edge,
    ShotDown,
    Unguided,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum WhyOver {
    LastTurn,
    Objectives,
    Elimination,
    Conceded,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "GameEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FTB-32.1: what a generic scenario drew.
    Drawn {
        turns: u16,
        homes: [u8; 2],
        goals: Vec<Goal>,
    },
    Asked {
        stage: Stage,
    },
    /// `tankers` is told to the owner alone.
    FleetChosen {
        side: u8,
        ships: Vec<Class>,
        extra: Option<Extra>,
        tankers: Option<u8>,
    },
    StationPlaced {
        station: Station,
    },
    StationNamed {
        goal: u8,
        slot: u8,
        station: u8,
    },
    /// FTB-34.3: the civilian of a transport joins the fleet.
    Chartered {
        goal: u8,
        side: u8,
        class: Class,
    },
    Placed {
        ship: ShipId,
        at: Point,
        dir: Dir,
        speed: u16,
    },
    /// `at` and `dir` are told to the owner alone if the option says so.
    HeldBack {
        ship: ShipId,
        at: Option<Point>,
        dir: Option<Dir>,
        speed: Option<u16>,
    },
    DayBegan {
        day: u16,
    },
    TankerGone {
        tanker: u8,
        destroyed: bool,
    },
    LaneDue {
        ship: ShipId,
        due: Option<u16>,
    },
    Departure {
        ship: ShipId,
        departs: bool,
    },
    DuelDrawn {
        choices: [Protocol; 2],
    },
    Initiative {
        side: u8,
        by: Criterion,
        choices: Option<[Protocol; 2]>,
    },
    Picked {
        side: Option<u8>,
        ship: ShipId,
    },
    TankerDeployed {
        tanker: u8,
        system: u8,
        at: Point,
    },
    Passed {
        side: u8,
    },
    Step {
        step: Step,
    },
    /// A torpedo's move; `attack` if it flies only to its attack point.
    TorpedoFlew {
        ship: ShipId,
        path: Path,
        speed: u16,
        dir: Dir,
        deflected: Wells,
        launch: bool,
    },
    TorpedoLost {
        ship: ShipId,
        why: Lost,
    },
    /// The order itself is told to the owner alone if manifests are hidden.
    Ordered {
        ship: ShipId,
        helm: Option<Helm>,
    },
    ExtraUsed {
        side: u8,
        extra: Extra,
    },
    Plotted {
        ship: ShipId,
        path: Path,
        dir: Dir,
        speed: u16,
        deflected: Wells,
        to: Point,
        arrives: Option<Harbour>,
        leaves: Option<u8>,
        fuses: Vec<ShipId>,
        exempt: bool,
    },
    Aimed {
        attacks: Vec<Attack>,
    },
    /// FTB-31.4: the way into a lane has closed; the rest of the plotted vector is flown from `t` on.
    WentOn {
        ship: ShipId,
        t: Length,
    },
    Along {
        t: Length,
    },
    FuseLit {
        ship: ShipId,
    },
    /// FTB-14.3: an offer made, and whether it is taken.
    CoverFire {
        firer: ShipId,
        fires: bool,
    },
    FlyByTarget {
        attack: u8,
        ship: ShipId,
    },
    TankerAttacked {
        tanker: u8,
    },
    Refuelled {
        ship: ShipId,
        tanker: u8,
    },
    TunnelPaid {
        ship: ShipId,
        lane: u8,
    },
    LeftMap {
        ship: ShipId,
        lane: u8,
        due: Option<u16>,
    },
    Docked {
        ship: ShipId,
        harbour: Harbour,
    },
    Withdrew {
        ship: ShipId,
    },
    CombatBegan {
        attacker: ShipId,
        defender: ShipId,
        cover: bool,
    },
    Revealed {
        protocols: [Protocol; 2],
        effects: Vec<Effect>,
    },
    /// FTB-17.4, FTB-17.6.
    HeatChosen {
        effect: u8,
        heat: bool,
    },
    CombatEnded,
    StrikeBegan {
        guide: ShipId,
        target: ShipId,
    },
    Evaded {
        ship: ShipId,
        evades: bool,
    },
    StrikeEnded,
    Testing {
        test: Test,
    },
    Tested {
        test: Test,
        result: Re,
        choices: Option<[Protocol; 2]>,
    },
    /// A manifest's counter; secret if manifests are.
    Gauged {
        ship: ShipId,
        gauge: Gauge,
        to: u8,
    },
    /// A system's state; secret if manifests are.
    SystemSet {
        ship: ShipId,
        damage: Option<Damage>,
    },
    Tracked {
        ship: ShipId,
        tracked: bool,
    },
    Blows {
        blows: Vec<Blow>,
    },
    SystemChosen {
        blow: u8,
        system: Option<System>,
    },
    /// One ring; what it did is secret if manifests are.
    Hit {
        ship: ShipId,
        fate: Option<Fate>,
    },
    BlowsLanded,
    Splashed {
        ship: ShipId,
    },
    Blasted,
    Destroyed {
        ship: ShipId,
        cause: Cause,
    },
    ScanPassed,
    RefitBegun {
        ship: ShipId,
        station: u8,
        repaired: bool,
    },
    RefitTurn {
        ship: ShipId,
        turns: u8,
    },
    RefitDone {
        ship: ShipId,
        station: u8,
        benefit: Option<Benefit>,
    },
    BlockadeCounted {
        goal: u8,
        turns: u16,
    },
    PatrolStarted {
        goal: u8,
        ship: ShipId,
        at: Point,
    },
    PatrolLeg {
        goal: u8,
        ship: ShipId,
        at: Point,
        next: u8,
        around: bool,
    },
    GoalSettled {
        goal: u8,
        achieved: bool,
    },
    Activated {
        ship: ShipId,
    },
    Over {
        outcome: Outcome,
        why: WhyOver,
    },
}

/// FTB-35.1: of eight units one at least is no Tanker.
pub(crate) const MOST_TANKERS: u8 = 7;

impl Event {
    /// ALG-9: what happens while Hits, splashes and meltdowns that belong together are settled.
    fn is_of_a_batch(&self) -> bool {
        matches!(
            self,
            Event::Splashed { .. }
                | Event::Gauged { .. }
                | Event::Tracked { .. }
                | Event::Destroyed { .. }
                | Event::Hit { .. }
                | Event::SystemSet { .. }
                | Event::TankerAttacked { .. }
                | Event::TankerGone { .. }
        )
    }
}

pub(crate) fn gone(battle: &mut Battle, id: ShipId, place: Place) {
    let ship = &mut battle.ships[id.index()];
    ship.place = place;
    ship.torpedo = None;
    ship.armed = None;
    ship.refit = None;
    ship.tracked = false;
    for slot in &mut battle.slots {
        if *slot == Slot::Reserved(id) {
            *slot = Slot::Free;
        }
    }
    for goal in &mut battle.goals {
        if let GoalKind::Patrol { flying, .. } = &mut goal.kind {
            flying.retain(|it| it.ship != id);
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "each chapter applies its own events")]
pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    if !event.is_of_a_batch() {
        battle.splashed.clear();
    }
    match event {
        Event::Drawn { .. }
        | Event::FleetChosen { .. }
        | Event::StationPlaced { .. }
        | Event::StationNamed { .. }
        | Event::Chartered { .. }
        | Event::Placed { .. }
        | Event::HeldBack { .. } => apply_setup(battle, event),
        Event::Asked { stage } => battle.stage = *stage,
        Event::DayBegan { .. }
        | Event::TankerGone { .. }
        | Event::LaneDue { .. }
        | Event::Departure { .. }
        | Event::DuelDrawn { .. }
        | Event::Initiative { .. }
        | Event::Picked { .. }
        | Event::TankerDeployed { .. }
        | Event::Passed { .. }
        | Event::RefitBegun { .. }
        | Event::RefitTurn { .. }
        | Event::RefitDone { .. }
        | Event::BlockadeCounted { .. }
        | Event::PatrolStarted { .. }
        | Event::PatrolLeg { .. }
        | Event::GoalSettled { .. }
        | Event::Over { .. } => apply_turn(battle, event),
        Event::CombatBegan { attacker, defender, cover } => {
            battle.fight = Some(Fight::Combat {
                attacker: *attacker,
                defender: *defender,
                cover: *cover,
                stage: CombatStage::Choose,
            });
        }
        Event::Revealed { effects, .. } => {
            if let Some(Fight::Combat { stage, .. }) = &mut battle.fight {
                *stage = CombatStage::Effects(effects.iter().copied().collect());
            }
        }
        Event::HeatChosen { effect, heat } => {
            if let Some(Fight::Combat { stage: CombatStage::Effects(effects), .. }) = &mut battle.fight
                && let Some(effect) = effects.get_mut(usize::from(*effect))
            {
                effect.form = if *heat { Form::Heat } else { Form::Hit };
            }
        }
        Event::CombatEnded | Event::StrikeEnded => battle.fight = None,
        Event::StrikeBegan { guide, target } => {
            battle.fight = Some(Fight::Strike { guide: *guide, target: *target, evasive: None });
        }
        Event::Evaded { evades, .. } => {
            if let Some(Fight::Strike { evasive, .. }) = &mut battle.fight {
                *evasive = Some(*evades);
            }
        }
        Event::Testing { test } => battle.test = Some(*test),
        Event::Tested { .. } => battle.test = None,
        Event::Gauged { ship, gauge, to } => {
            let own = &mut battle.ships[ship.index()].own;
            match gauge {
                Gauge::Shields => own.shields = *to,
                Gauge::Fuel => own.fuel = *to,
                Gauge::Torpedoes => own.torpedoes = *to,
                Gauge::Heat => own.heat = *to,
            }
        }
        Event::SystemSet { ship, damage } => battle.ships[ship.index()].own.damage = *damage,
        Event::Tracked { ship, tracked } => battle.ships[ship.index()].tracked = *tracked,
        Event::Blows { blows } => battle.blows.extend(blows.iter().copied()),
        Event::SystemChosen { blow, system } => {
            if let (Some(blow), Some(system)) = (battle.blows.get_mut(usize::from(*blow)), system) {
                blow.fate = Some(Fate::Damaged(*system));
            }
        }
        Event::Hit { ship, .. } => {
            let hull = &mut battle.ships[ship.index()].hull;
            hull.hits = hull.hits.saturating_add(1);
            if !battle.splash.contains(ship) {
                battle.splash.push(*ship);
            }
        }
        Event::BlowsLanded => battle.blows.clear(),
        Event::Splashed { ship } => {
            battle.splash.retain(|it| it != ship);
            battle.splashed.push(*ship);
        }
        Event::Blasted => battle.dead.clear(),
        Event::Destroyed { ship, cause } => {
            gone(battle, *ship, Place::Destroyed);
            if cause.blasts() {
                // ALG-9: a ship gives its splash once, melted after it was Hit or not.
                if !battle.splash.contains(ship) && !battle.splashed.contains(ship) {
                    battle.splash.push(*ship);
                }
                battle.dead.push(*ship);
            }
        }
        _ => crate::activation::apply(battle, event),
    }
}

pub(crate) fn tags_of(battle: &Battle) -> Arc<Vec<String>> {
    let ships = battle.ships.iter().map(|it| (it.side, it.class));
    Arc::new(crate::battle::tags(&battle.field.scenario.sides, ships))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "each chapter applies its own events")]
fn apply_setup(battle: &mut Battle, event: &Event) {
    match event {
        Event::Drawn { turns, homes, goals } => {
            battle.turns = *turns;
            Arc::make_mut(&mut battle.map).homes = homes.map(|it| vec![it]);
            battle.goals.clone_from(goals);
        }
        Event::FleetChosen { side, ships, extra, tankers } => {
            battle.ships.extend(ships.iter().map(|&class| Ship::new(class, *side, Place::Waiting)));
            battle.extras[usize::from(*side)] = *extra;
            battle.tags = tags_of(battle);
            let away = |real| Tanker { side: *side, hidden: true, real, at: TankerPlace::Away { from: 0 } };
            if let Some(tankers) = *tankers {
                battle.tankers.extend((0..MOST_TANKERS).map(|n| away(n < tankers)));
            }
        }
        Event::StationPlaced { station } => {
            Arc::make_mut(&mut battle.map).stations.push(station.clone());
            battle.slots.push(Slot::Free);
        }
        Event::StationNamed { goal, slot, station } => {
            if let Some(goal) = battle.goals.get_mut(usize::from(*goal)) {
                goal.kind.name(*slot, *station);
            }
        }
        Event::Chartered { goal, side, class } => {
            let id = ShipId(battle.ships.len() as u8);
            battle.ships.push(Ship::new(*class, *side, Place::Undeparted));
            battle.tags = tags_of(battle);
            if let Some(Goal { kind: GoalKind::Transport { ship, .. }, .. }) =
                battle.goals.get_mut(usize::from(*goal))
            {
                *ship = Some(id);
            }
        }
        Event::Placed { ship, at, dir, speed } => {
            let path = Path::straight(*at, *dir, Length::units(i32::from(*speed)));
            let ship = &mut battle.ships[ship.index()];
            ship.place = Place::Free;
            ship.at = path.at(path.length());
            (ship.dir, ship.speed) = (*dir, *speed);
            ship.draw(&path);
        }
        Event::HeldBack { ship, at, dir, speed } => {
            let ship = &mut battle.ships[ship.index()];
            ship.place = Place::HeldBack;
            ship.at = at.unwrap_or(ship.at);
            ship.dir = dir.unwrap_or(ship.dir);
            ship.speed = speed.unwrap_or(ship.speed);
        }
        _ => (),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "each chapter applies its own events")]
fn apply_turn(battle: &mut Battle, event: &Event) {
    match event {
        Event::DayBegan { day } => {
            battle.day = *day;
            battle.stage = Stage::Dawn;
            battle.passed = [false; 2];
            battle.asked = 0;
            for ship in &mut battle.ships {
                ship.activated = false;
                ship.refuelled = false;
            }
            for tanker in &mut battle.tankers {
                if let TankerPlace::Deployed { given, .. } = &mut tanker.at {
                    *given = 0;
                }
            }
        }
        Event::TankerGone { tanker, .. } => {
            battle.tankers[usize::from(*tanker)].at = TankerPlace::Away { from: battle.day + 5 };
        }
        Event::LaneDue { ship, due } => {
            let ship = &mut battle.ships[ship.index()];
            if let Place::Lane { lane, end, .. } = ship.place {
                ship.place = match due {
                    Some(due) => Place::Lane { lane, end, due: *due, tested: true },
                    None => Place::AtEntry { lane, end },
                };
                // FTB-31.5: Untracked unless Overheated.
                ship.tracked = due.is_none() && ship.is_overheated();
                let there = &battle.map.lanes[usize::from(lane)].ends[usize::from(end)];
                ship.system = there.system.unwrap_or(ship.system);
            }
        }
        Event::Departure { ship, departs } => {
            battle.asked |= 1 << (ship.0 & 31);
            battle.stage = Stage::Dawn;
            if *departs {
                let side = usize::from(battle.ships[ship.index()].side.min(1));
                let home = battle.map.homes[side].first().copied().unwrap_or(0);
                let at = battle.map.systems[0].wells[usize::from(home)].at;
                let ship = &mut battle.ships[ship.index()];
                ship.place = Place::Orbit(home);
                ship.at = at;
                ship.speed = 0;
                ship.departing = true;
            }
        }
        Event::DuelDrawn { .. } => {
            if let Stage::Duel { draws } = &mut battle.stage {
                *draws += 1;
            }
        }
        Event::Initiative { side, by, .. } => {
            battle.holder = Some((*side, *by));
            battle.stage = Stage::Neutrals;
        }
        Event::Picked { side, ship } => {
            if let Some(side) = side {
                battle.stage = Stage::Between { last: *side };
            }
            battle.act = Some(Activation {
                ship: *ship,
                step: Step::Start,
                helm: Helm::default(),
                path: Path::default(),
                agenda: Vec::new(),
                next: 0,
                covered: false,
                attacks: arrayvec::ArrayVec::new(),
                fuses: Vec::new(),
                arrives: None,
                leaves: None,
                exempt: false,
                scanned: false,
                untracked: false,
                before: Wells::default(),
                resumes: None,
            });
        }
        Event::TankerDeployed { tanker, system, at } => {
            let tanker = &mut battle.tankers[usize::from(*tanker)];
            tanker.hidden = false;
            tanker.at =
                TankerPlace::Deployed { system: *system, at: *at, day: battle.day, attacks: 0, given: 0 };
            battle.stage = Stage::Between { last: tanker.side };
        }
        Event::Passed { side } => {
            battle.passed[usize::from(*side)] = true;
            battle.stage = Stage::Between { last: *side };
        }
        Event::RefitBegun { ship, station, repaired } => {
            battle.ships[ship.index()].refit = Some(Refit { turns: 0, repaired: *repaired });
            battle.slots[usize::from(*station)] = Slot::Reserved(*ship);
        }
        Event::RefitTurn { ship, turns } => {
            if let Some(refit) = &mut battle.ships[ship.index()].refit {
                refit.turns = *turns;
            }
        }
        Event::RefitDone { ship, station, .. } => {
            battle.ships[ship.index()].refit = None;
            battle.slots[usize::from(*station)] = Slot::Spent;
            battle.stage = Stage::Administration;
        }
        Event::BlockadeCounted { goal, turns: count } => {
            if let Some(Goal { kind: GoalKind::Blockade { done, .. }, .. }) =
                battle.goals.get_mut(usize::from(*goal))
            {
                *done = *count;
            }
        }
        Event::PatrolStarted { goal, ship, at } => {
            if let Some(Goal { kind: GoalKind::Patrol { flying, .. }, .. }) =
                battle.goals.get_mut(usize::from(*goal))
            {
                flying.retain(|it| it.ship != *ship);
                flying.push(Leg { ship: *ship, track: vec![*at] });
            }
        }
        Event::PatrolLeg { goal, ship, at, next, .. } => {
            if let Some(Goal { kind: GoalKind::Patrol { flying, track, leg, .. }, .. }) =
                battle.goals.get_mut(usize::from(*goal))
            {
                if let Some(flown) = flying.iter().find(|it| it.ship == *ship) {
                    let trail = &battle.ships[ship.index()].hull.trail;
                    crate::objectives::extend(track, flown, trail, *at);
                }
                flying.clear();
                *leg = *next;
                if *next == 0 {
                    track.clear();
                }
            }
        }
        Event::GoalSettled { goal, achieved } => {
            if let Some(goal) = battle.goals.get_mut(usize::from(*goal)) {
                goal.settled = Some(*achieved);
            }
        }
        Event::Over { outcome, .. } => {
            battle.stage = Stage::Over { outcome: *outcome };
            battle.act = None;
            battle.fight = None;
            battle.test = None;
            battle.blows.clear();
            battle.splash.clear();
            battle.dead.clear();
        }
        _ => (),
    }
}
