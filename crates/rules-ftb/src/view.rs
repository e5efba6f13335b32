//! Who knows what: hidden manifests (FTB-33.1), undeployed Tankers (FTB-21.1),
//! the point of a hidden Stealth run (FTB-33.3). All else is open (FTB-7.1).

use std::sync::Arc;

use dice::Dice;
use engine::{Seat, Viewer};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Event,
    battle::{Activation, Ask, Criterion, Slot, Stage, Tanker, TankerPlace},
    chance::Test,
    combat::Fight,
    damage::{Blow, Fate},
    helm::Helm,
    map::Map,
    objectives::Goal,
    scenario::Field,
    ship::{Class, ClassData, Damage, Extra, Hull, Manifest, Place, Ship, ShipId, System},
    space::{Dir, lu},
};

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct View {
    pub viewer: Viewer,
    pub field: Arc<Field>,
    pub map: Arc<Map>,
    pub turns: u16,
    pub day: u16,
    pub stage: Stage,
    pub holder: Option<(u8, Criterion)>,
    pub ships: Vec<ShipView>,
    /// FTB-6.1: the ids of the ships, in order.
    pub tags: Arc<Vec<String>>,
    pub tankers: Vec<TankerView>,
    pub extras: [Option<Extra>; 2],
    pub passed: [bool; 2],
    pub asked: u32,
    pub goals: Vec<Goal>,
    pub slots: Vec<Slot>,
    pub act: Option<Activation>,
    pub fight: Option<Fight>,
    pub blows: Vec<Blow>,
    pub splash: Vec<ShipId>,
    /// ALG-9: those that have given their splash in this batch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub splashed: Vec<ShipId>,
    pub dead: Vec<ShipId>,
    pub test: Option<Test>,
    /// FTB-34.5, FTB-END.4: how each side stands.
    pub scores: [Score; 2],
    /// FTB-4, FTB-24: the table of classes.
    pub classes: Arc<Vec<ClassData>>,
    /// FTB-18.2: the heat that destroys a ship.
    pub meltdown: u8,
    pub ranges: Ranges,
}

/// How a side stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// FTB-END.4: points of its surviving ships.
    pub surviving: u32,
    /// Points of enemy ships it has destroyed.
    pub destroyed: u32,
    /// FTB-34.5: with half of those it has damaged; none if that is not for this viewer to know.
    pub attrition: Option<u32>,
}

/// How far things reach, in LU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Ranges {
    /// FTB-14.1.
    pub weapon: Length,
    pub torpedo: Length,
    /// FTB-14.5: a torpedo's fuse.
    pub proximity: Length,
    /// FTB-15.8.
    pub guidance: Length,
    /// FTB-10.1.
    pub scan: Length,
    /// FTB-18.3, FTB-18.4.
    pub splash: Length,
    /// FTB-22.1.
    pub refuel: Length,
    /// FTB-29.2: how near a harbour is passed, at what speed.
    pub harbour: Length,
    pub harbour_speed: u16,
    /// FTB-12.4: no Hard burn within this of a planet or station.
    pub no_hard_burn: Length,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ShipView {
    pub hull: Hull,
    /// None: not for this viewer to know.
    pub own: Option<Manifest>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct TankerView {
    pub side: u8,
    pub hidden: bool,
    /// None: the enemy may have bought it, or not.
    pub real: Option<bool>,
    pub at: TankerPlace,
}

/// Whether `viewer` may read what belongs to `side`.
fn reads(viewer: Viewer, side: u8) -> bool {
    match viewer {
        Viewer::Referee => true,
        Viewer::Seat(seat) => seat.0 == side || 1 < side,
        Viewer::Spectator => 1 < side,
    }
}

fn mask_blow(battle: &Battle, viewer: Viewer, blow: Blow) -> Blow {
    let secret = battle.field.options.hidden_manifests && !reads(viewer, battle.ship(blow.target).side);
    // What it does is for the owner to know; that a choice is open, all can see.
    Blow { fate: if secret { blow.fate.map(|_| Fate::Shield) } else { blow.fate }, ..blow }
}

pub(crate) fn view(battle: &Battle, viewer: Viewer) -> View {
    let options = &battle.field.options;
    let ship = |ship: &Ship| {
        let open = reads(viewer, ship.side);
        let mut hull = ship.hull.clone();
        if hull.place == Place::HeldBack && options.hidden_stealth_run && !open {
            (hull.at, hull.dir, hull.speed) = (Point::default(), Dir::EAST, 0);
        }
        let known = open || !options.hidden_manifests;
        if let (false, Some(refit)) = (known, &mut hull.refit) {
            refit.repaired = false;
        }
        ShipView { hull, own: known.then_some(ship.own) }
    };
    let tanker = |it: &Tanker| {
        let known = reads(viewer, it.side) || !it.hidden;
        TankerView { side: it.side, hidden: it.hidden, real: known.then_some(it.real), at: it.at }
    };
    let mut act = battle.act.clone();
    if let Some(act) = &mut act
        && options.hidden_manifests
        && !reads(viewer, battle.ship(act.ship).side)
    {
        act.helm = Helm::default();
    }
    let extra = |side: u8| {
        let open = reads(viewer, side) || !options.hidden_manifests;
        battle.extras[usize::from(side)].filter(|_| open)
    };
    View {
        viewer,
        field: Arc::clone(&battle.field),
        map: Arc::clone(&battle.map),
        turns: battle.turns,
        day: battle.day,
        stage: battle.stage,
        holder: battle.holder,
        ships: battle.ships.iter().map(ship).collect(),
        tags: Arc::clone(&battle.tags),
        tankers: battle.tankers.iter().map(tanker).collect(),
        extras: [extra(0), extra(1)],
        passed: battle.passed,
        asked: battle.asked,
        goals: battle.goals.clone(),
        slots: battle.slots.clone(),
        act,
        fight: battle.fight.clone(),
        blows: battle.blows.iter().map(|&it| mask_blow(battle, viewer, it)).collect(),
        splash: battle.splash.clone(),
        splashed: battle.splashed.clone(),
        dead: battle.dead.clone(),
        test: battle.test,
        scores: [0, 1].map(|side| score(battle, viewer, side)),
        classes: Class::table(),
        meltdown: crate::damage::MELTDOWN,
        ranges: Ranges {
            weapon: battle.field.weapon_range,
            torpedo: battle.field.torpedo_range,
            proximity: lu(3),
            guidance: lu(crate::torpedo::GUIDANCE),
            scan: lu(crate::actions::SCAN),
            splash: lu(1),
            refuel: lu(2),
            harbour: lu(1),
            harbour_speed: 3,
            no_hard_burn: lu(2),
        },
    }
}

fn score(battle: &Battle, viewer: Viewer, side: u8) -> Score {
    let lost = |ship: &&Ship| ship.side == 1 - side && ship.place == Place::Destroyed;
    let known = reads(viewer, 1 - side) || !battle.field.options.hidden_manifests;
    Score {
        surviving: battle.surviving_points(side),
        destroyed: battle.ships.iter().filter(lost).map(|it| it.class.data().points).sum(),
        attrition: known.then(|| crate::objectives::attrition(battle, side)),
    }
}

/// FTB-33.1, FTB-33.3, FTB-35.1: an event as a viewer sees it.
pub(crate) fn witness(battle: &Battle, event: &Event, viewer: Viewer) -> Option<Event> {
    let options = &battle.field.options;
    if viewer == Viewer::Referee {
        return Some(event.clone());
    }
    let secret = |side: u8| options.hidden_manifests && !reads(viewer, side);
    let of = |ship: &ShipId| battle.ships.get(ship.index()).map_or(2, |it| it.side);
    let mut seen = event.clone();
    match &mut seen {
        Event::Gauged { ship, .. } | Event::SystemSet { ship, .. } if secret(of(ship)) => return None,
        Event::Ordered { ship, helm } if secret(of(ship)) => *helm = None,
        Event::Hit { ship, fate } if secret(of(ship)) => *fate = None,
        Event::SystemChosen { blow, system } => {
            let blow = battle.blows.get(usize::from(*blow))?;
            let chooser =
                matches!((viewer, blow.chooser), (Viewer::Seat(Seat(seat)), Some(side)) if seat == side);
            if secret(of(&blow.target)) && !chooser {
                *system = None;
            }
        }
        Event::Blows { blows } => blows.iter_mut().for_each(|it| *it = mask_blow(battle, viewer, *it)),
        Event::RefitBegun { ship, repaired, .. } if secret(of(ship)) => *repaired = false,
        Event::RefitDone { ship, benefit, .. } if secret(of(ship)) => *benefit = None,
        Event::FleetChosen { side, extra, tankers, .. } => {
            if secret(*side) {
                *extra = None;
            }
            if !reads(viewer, *side) {
                *tankers = None;
            }
        }
        Event::HeldBack { ship, at, dir, speed }
            if options.hidden_stealth_run && !reads(viewer, of(ship)) =>
        {
            (*at, *dir, *speed) = (None, None, None);
        }
        Event::Drawn { .. }
        | Event::Asked { .. }
        | Event::StationPlaced { .. }
        | Event::StationNamed { .. }
        | Event::Chartered { .. }
        | Event::Placed { .. }
        | Event::HeldBack { .. }
        | Event::DayBegan { .. }
        | Event::TankerGone { .. }
        | Event::LaneDue { .. }
        | Event::Departure { .. }
        | Event::DuelDrawn { .. }
        | Event::Initiative { .. }
        | Event::Picked { .. }
        | Event::TankerDeployed { .. }
        | Event::Passed { .. }
        | Event::Step { .. }
        | Event::TorpedoFlew { .. }
        | Event::TorpedoLost { .. }
        | Event::Ordered { .. }
        | Event::ExtraUsed { .. }
        | Event::Plotted { .. }
        | Event::Aimed { .. }
        | Event::WentOn { .. }
        | Event::Along { .. }
        | Event::FuseLit { .. }
        | Event::CoverFire { .. }
        | Event::FlyByTarget { .. }
        | Event::TankerAttacked { .. }
        | Event::Refuelled { .. }
        | Event::TunnelPaid { .. }
        | Event::LeftMap { .. }
        | Event::Docked { .. }
        | Event::Withdrew { .. }
        | Event::CombatBegan { .. }
        | Event::Revealed { .. }
        | Event::HeatChosen { .. }
        | Event::CombatEnded
        | Event::StrikeBegan { .. }
        | Event::Evaded { .. }
        | Event::StrikeEnded
        | Event::Testing { .. }
        | Event::Tested { .. }
        | Event::Gauged { .. }
        | Event::SystemSet { .. }
        | Event::Tracked { .. }
        | Event::Hit { .. }
        | Event::BlowsLanded
        | Event::Splashed { .. }
        | Event::Blasted
        | Event::Destroyed { .. }
        | Event::ScanPassed
        | Event::RefitBegun { .. }
        | Event::RefitTurn { .. }
        | Event::RefitDone { .. }
        | Event::BlockadeCounted { .. }
        | Event::PatrolStarted { .. }
        | Event::PatrolLeg { .. }
        | Event::GoalSettled { .. }
        | Event::Activated { .. }
        | Event::Over { .. } => (),
    }
    Some(seen)
}

/// Whether a viewer knows all there is, so that the truth is what is imagined behind the view.
pub(crate) fn hides_nothing(battle: &Battle, viewer: Viewer) -> bool {
    let options = &battle.field.options;
    !options.hidden_manifests
        && !options.hidden_stealth_run
        && battle.tankers.iter().all(|it| reads(viewer, it.side) || !it.hidden)
        // They are imagined side by side.
        && battle.tankers.is_sorted_by_key(|it| it.side)
}

/// A truth that could stand behind the view.
pub(crate) fn imagine(view: &View, dice: &mut Dice) -> Battle {
    let mut battle = Battle {
        field: Arc::clone(&view.field),
        map: Arc::clone(&view.map),
        turns: view.turns,
        day: view.day,
        stage: view.stage,
        holder: view.holder,
        ships: Vec::with_capacity(view.ships.len()),
        tags: Arc::clone(&view.tags),
        tankers: Vec::with_capacity(view.tankers.len()),
        extras: view.extras,
        passed: view.passed,
        asked: view.asked,
        goals: view.goals.clone(),
        slots: view.slots.clone(),
        act: view.act.clone(),
        fight: view.fight.clone(),
        blows: view.blows.clone(),
        splash: view.splash.clone(),
        splashed: view.splashed.clone(),
        dead: view.dead.clone(),
        test: view.test,
    };
    let mut secret = false;
    for it in &view.ships {
        secret |= it.own.is_none();
        let own = it.own.unwrap_or_else(|| guess(&it.hull, dice));
        battle.ships.push(Ship { hull: it.hull.clone(), own });
    }
    if secret {
        fit_to_question(view, &mut battle);
    }
    imagine_tankers(view, &mut battle, dice);
    if view.field.options.hidden_stealth_run {
        imagine_runs(view, &mut battle, dice);
    }
    battle
}

/// A manifest that a hull could have: unhurt while it bears no ring.
fn guess(hull: &Hull, dice: &mut Dice) -> Manifest {
    let full = Manifest::full(hull.class);
    let data = hull.class.data();
    let most = if hull.tracked { 4 } else { data.overheat - 1 };
    let mut own = Manifest {
        fuel: dice.index(usize::from(full.fuel) + 1) as u8,
        torpedoes: if full.torpedoes == 0 { 0 } else { dice.index(usize::from(full.torpedoes) + 1) as u8 },
        heat: dice.index(usize::from(most) + 1).min(dice.index(usize::from(most) + 1)) as u8,
        ..full
    };
    if 0 < hull.hits {
        own.shields = full.shields.saturating_sub(hull.hits);
        if full.shields < hull.hits || dice.one_in(4) {
            let system = *dice.pick(hull.class.systems());
            own.damage = Some(Damage { system, offline: dice.one_in(2) });
        }
    }
    own
}

/// Whatever is being asked must make sense in the imagined truth too.
fn fit_to_question(view: &View, battle: &mut Battle) {
    let unknown = |id: ShipId| view.ships[id.index()].own.is_none();
    match battle.waiting() {
        Some(Ask::Evade(_, id)) if unknown(id) => {
            let own = &mut battle.ships[id.index()].own;
            own.fuel = own.fuel.max(1);
            own.damage = own.damage.filter(|it| it.system != System::Drive);
        }
        Some(Ask::Heat(_, n)) => {
            if let Some(Fight::Combat { stage: crate::combat::CombatStage::Effects(effects), .. }) =
                &battle.fight
                && let Some(effect) = effects.get(usize::from(n))
                && unknown(effect.to)
                && effect.form == crate::combat::Form::TargetChooses
            {
                let own = &mut battle.ships[effect.to.index()].own;
                own.shields = own.shields.max(1);
            }
        }
        Some(Ask::Benefit(_, id)) if unknown(id) => battle.ships[id.index()].own.fuel = 0,
        Some(Ask::Scan(_, id)) if unknown(id) => battle.ships[id.index()].own.damage = None,
        _ => (),
    }
    for blow in battle.blows.clone() {
        if unknown(blow.target) && blow.fate.is_none() {
            let own = &mut battle.ships[blow.target.index()].own;
            own.damage = None;
            if !blow.pierce && !blow.focus {
                own.shields = 0;
            }
        }
    }
}

/// FTB-35.1: as many as the points leave room for.
fn imagine_tankers(view: &View, battle: &mut Battle, dice: &mut Dice) {
    for side in 0..2_u8 {
        let unknown = view.tankers.iter().any(|it| it.side == side && it.real.is_none());
        let mut bought = 0;
        if unknown {
            let own = || view.ships.iter().filter(|it| it.hull.side == side && !it.hull.class.is_civilian());
            let ships: u32 = own().map(|it| it.hull.class.data().points).sum();
            let left = view.field.scenario.points.saturating_sub(ships);
            let room = (left / crate::ship::tanker_points()).min(8_u32.saturating_sub(own().count() as u32));
            bought = dice.index(room as usize + 1);
            // Those shown are real, and those before them in the list.
            let of_side = view.tankers.iter().filter(|it| it.side == side).enumerate();
            let shown = of_side.filter(|(_, it)| !it.hidden).map(|(n, _)| n + 1).max().unwrap_or(0);
            bought = bought.max(shown);
        }
        for (n, it) in view.tankers.iter().filter(|it| it.side == side).enumerate() {
            let real = it.real.unwrap_or(n < bought);
            battle.tankers.push(Tanker { side, hidden: it.hidden, real, at: it.at });
        }
    }
}

/// FTB-33.3: somewhere more than 10 LU from everything.
fn imagine_runs(view: &View, battle: &mut Battle, dice: &mut Dice) {
    for n in 0..battle.ships.len() {
        let side = battle.ships[n].side;
        if battle.ships[n].place != Place::HeldBack || reads(view.viewer, side) {
            continue;
        }
        let id = ShipId(n as u8);
        // The sampler looks for a place as if the ship were still on the map.
        battle.ships[n].hull.place = Place::Free;
        let hold = crate::sample::any_hold(battle, side, id, dice);
        let hull = &mut battle.ships[n].hull;
        hull.place = Place::HeldBack;
        let (at, dir, speed) = match hold {
            Some(hold) => (hold.at, Dir::of(hold.plot.course.x, hold.plot.course.y), hold.plot.speed),
            None => (Point { x: Length::units(30), y: Length::units(30) }, None, 4),
        };
        (hull.at, hull.dir, hull.speed) = (at, dir.unwrap_or(Dir::EAST), speed);
    }
}
