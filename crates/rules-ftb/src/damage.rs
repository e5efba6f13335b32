//! Hits, heat, splash and destruction (FTB-17.2, FTB-18, ALG-9).

use engine::{Findings, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Event,
    battle::{Ask, TankerPlace},
    event::Gauge,
    ship::{Class, Damage, ShipId, System},
    space::{lu, near},
};

/// What one Hit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// FTB-5.5.
    Shield,
    Damaged(System),
    /// FTB-17.2: there was a record already.
    Destroyed,
}

/// One Hit on its way. All that wait together land together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Blow {
    pub target: ShipId,
    /// The side that picks the system, if there is one to pick.
    pub chooser: Option<u8>,
    /// FTB-4.4: a shield goes and the ship is damaged all the same.
    pub focus: bool,
    /// FTB-19.2: past the shields.
    pub pierce: bool,
    /// What it will do; none while the system is not chosen.
    pub fate: Option<Fate>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    Hit,
    Meltdown,
    /// FTB-28.9.
    Crash,
    /// FTB-29.4.
    HostileOrbit,
    /// FTB-31.3.
    Tunnel,
}

impl Cause {
    /// FTB-18.4, G-21: only Combat, torpedoes, asteroids and meltdowns blast.
    pub(crate) fn blasts(self) -> bool {
        matches!(self, Cause::Hit | Cause::Meltdown)
    }
}

/// FTB-17.3: the default system of the decisions table.
pub(crate) fn default_system(class: Class) -> System {
    if class.is_civilian() { System::Core } else { System::Weapons }
}

/// FTB-9.1: shown as Tracked, or no longer.
pub(crate) fn track(table: &mut Table<Battle>, ship: ShipId, tracked: bool) {
    let it = table.state().ship(ship);
    if it.tracked != tracked && it.in_play() {
        table.emit(Event::Tracked { ship, tracked });
    }
}

/// FTB-18.2: the heat that destroys a ship.
pub(crate) const MELTDOWN: u8 = 5;

/// FTB-5.7, FTB-9.2, FTB-18.2: heat, and what it does at once.
pub(crate) fn heat(table: &mut Table<Battle>, id: ShipId, more: u8) {
    let ship = table.state().ship(id);
    if !ship.in_play() {
        return;
    }
    let to = ship.own.heat.saturating_add(more);
    table.emit(Event::Gauged { ship: id, gauge: Gauge::Heat, to });
    if table.state().ship(id).is_overheated() {
        track(table, id, true);
    }
    if MELTDOWN <= to {
        table.emit(Event::Destroyed { ship: id, cause: Cause::Meltdown });
    }
}

/// FTB-5.2: heat goes only while the Core works.
pub(crate) fn cool(table: &mut Table<Battle>, id: ShipId, less: u8) {
    let ship = table.state().ship(id);
    let to = ship.own.heat.saturating_sub(less);
    if ship.in_play() && ship.core() && to != ship.own.heat {
        table.emit(Event::Gauged { ship: id, gauge: Gauge::Heat, to });
    }
}

pub(crate) fn burn_fuel(table: &mut Table<Battle>, id: ShipId) {
    let to = table.state().ship(id).own.fuel.saturating_sub(1);
    table.emit(Event::Gauged { ship: id, gauge: Gauge::Fuel, to });
}

/// FTB-23.2: a Hit whose system the owner picks.
pub(crate) fn owner_hit(table: &mut Table<Battle>, target: ShipId) {
    let chooser = table.state().owner(target);
    strike(table, vec![Blow { target, chooser, focus: false, pierce: false, fate: None }]);
}

/// ALG-9: blows that land together. What needs no choice is settled now.
pub(crate) fn strike(table: &mut Table<Battle>, mut blows: Vec<Blow>) {
    let battle = table.state();
    blows.retain(|it| battle.ship(it.target).in_play());
    if blows.is_empty() {
        return;
    }
    for n in 0..blows.len() {
        blows[n].fate = foreseen(battle, &blows, n);
    }
    table.emit(Event::Blows { blows });
}

/// What blow number `n` will do after those before it, if no choice is left.
fn foreseen(battle: &Battle, blows: &[Blow], n: usize) -> Option<Fate> {
    let target = battle.ship(blows[n].target);
    let before = blows[..n].iter().filter(|it| it.target == blows[n].target);
    let mut shields = target.own.shields;
    let mut hurt = target.own.damage.is_some();
    for blow in before {
        let absorbed = !blow.pierce && 0 < shields;
        shields -= u8::from(absorbed);
        hurt |= !absorbed || blow.focus;
    }
    let blow = blows[n];
    if !blow.pierce && 0 < shields && !blow.focus {
        return Some(Fate::Shield);
    }
    if hurt {
        return Some(Fate::Destroyed);
    }
    match blow.chooser {
        Some(_) => None,
        None => Some(Fate::Damaged(default_system(target.class))),
    }
}

pub(crate) fn waiting(battle: &Battle) -> Option<Ask> {
    let n = battle.blows.iter().position(|it| it.fate.is_none())?;
    Some(Ask::System(battle.blows[n].chooser.unwrap_or(0), n as u8))
}

/// FTB-17.3: one of the systems the target has.
pub(crate) fn check(battle: &Battle, blow: u8, system: System, found: &mut Findings) {
    let Some(blow) = battle.blows.get(usize::from(blow)) else { return };
    let class = battle.ship(blow.target).class;
    found.require(class.systems().contains(&system), "FTB-17.3", || {
        format!("a {} has no {}", class.data().name, system.name())
    });
}

/// ALG-9, FTB-18.1, FTB-18.3, FTB-18.4: one round of what is under way.
pub(crate) fn advance(table: &mut Table<Battle>) {
    if !table.state().blows.is_empty() {
        let blows = table.state().blows.clone();
        table.emit(Event::BlowsLanded);
        for blow in blows {
            land(table, blow);
        }
    } else if let Some(&ship) = table.state().splash.first() {
        let around: Vec<ShipId> = table.state().around(ship).collect();
        table.emit(Event::Splashed { ship });
        for other in around {
            heat(table, other, 1);
        }
        reach_tankers(table, ship);
    } else {
        let battle = table.state();
        let mut blows = Vec::new();
        let dead = battle.dead.clone();
        for &ship in &dead {
            for target in battle.around(ship) {
                let chooser = battle.owner(target);
                blows.push(Blow { target, chooser, focus: false, pierce: false, fate: None });
            }
        }
        table.emit(Event::Blasted);
        for ship in dead {
            reach_tankers(table, ship);
        }
        strike(table, blows);
    }
}

fn land(table: &mut Table<Battle>, blow: Blow) {
    let id = blow.target;
    let ship = table.state().ship(id);
    if !ship.in_play() {
        return;
    }
    let fate = blow.fate.unwrap_or(Fate::Damaged(default_system(ship.class)));
    let shields = ship.own.shields;
    table.emit(Event::Hit { ship: id, fate: Some(fate) });
    if !blow.pierce && 0 < shields {
        table.emit(Event::Gauged { ship: id, gauge: Gauge::Shields, to: shields - 1 });
    }
    match fate {
        Fate::Shield => (),
        Fate::Damaged(system) => {
            table.emit(Event::SystemSet { ship: id, damage: Some(Damage { system, offline: true }) });
        }
        Fate::Destroyed => table.emit(Event::Destroyed { ship: id, cause: Cause::Hit }),
    }
}

/// FTB-18.4, FTB-21.5: every splash or blast that reaches a Tanker counts one.
fn reach_tankers(table: &mut Table<Battle>, ship: ShipId) {
    let (at, system) = (table.state().ship(ship).at, table.state().ship(ship).system);
    for tanker in 0..table.state().tankers.len() {
        if matches!(table.state().tankers[tanker].at, TankerPlace::Deployed { system: there, at: place, .. }
            if there == system && near(at, place, lu(1)))
        {
            attack_tanker(table, tanker as u8);
        }
    }
}

/// FTB-21.5, FTB-21.6: no Combat and no test; the third one removes it.
pub(crate) fn attack_tanker(table: &mut Table<Battle>, tanker: u8) {
    table.emit(Event::TankerAttacked { tanker });
    if let TankerPlace::Deployed { attacks, .. } = table.state().tankers[usize::from(tanker)].at
        && 3 <= attacks
    {
        table.emit(Event::TankerGone { tanker, destroyed: true });
    }
}
