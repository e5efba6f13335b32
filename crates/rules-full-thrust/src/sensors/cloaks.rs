//! Fields and ECM on and off, and the three kinds of cloak (FT-7.5, FT-7.18 to FT-7.22).

use arrayvec::ArrayVec;
use dice::Dice;
use engine::Table;
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    movement::{
        self,
        plot::{self, Plot},
    },
    orders::{Secret, Shadow, Written},
    ship::{IconId, IconSet, Motion, Ship, ShipId, Status},
    yard::design::{Arc, Kind},
};

/// What kind of cloak works on a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Cloak {
    /// FT-7.20.1: the ship stays on the table.
    Device,
    /// FT-7.21.1, FT-7.22.1: the ship leaves it.
    Field,
}

/// Why a cloaking device is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Why {
    Time,
    /// FT-7.20.2: faster than 24.
    Speed,
    /// FT-7.20.3: lost in a check.
    Damage,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "CloaksEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-7.5.1, FT-7.19.1, FT-DMG.8: how the ship's switches now stand.
    Switched {
        ship: ShipId,
        off: IconSet,
        heal_first: bool,
    },
    /// FT-7.20.1: only the owner knows for how long.
    Cloaked {
        ship: ShipId,
        until: Option<u16>,
    },
    Uncloaked {
        ship: ShipId,
        why: Why,
    },
    /// FT-7.21.1: off the table, a marker in its place.
    Vanished {
        ship: ShipId,
        until: Option<u16>,
    },
    /// FT-7.21.1: a move that only its owner sees.
    Stole {
        ship: ShipId,
        shadow: Option<Box<Shadow>>,
    },
    /// FT-7.21.1: its moves are traced from the marker, and it is back.
    Appeared {
        ship: ShipId,
        to: Motion,
        turned: bool,
        rolled: bool,
        turrets: ArrayVec<Arc, 8>,
        path: Vec<Point>,
    },
}

impl Battle {
    /// FT-7.20.1, FT-7.21.3, FT-7.22.1: the cloak that an order would switch on. A cloaking field
    /// with one of its boxes lost works as a cloaking device.
    pub fn cloak(&self, id: ShipId) -> Option<Cloak> {
        let blueprint = self.field.blueprint(id);
        if !blueprint.has_cloak || self.ship(id).core.dumped {
            return None;
        }
        let count = |of: Kind| self.working(id, move |kind| *kind == of).count();
        if 2 <= count(Kind::CloakField) || 0 < count(Kind::CloakTuffley) {
            Some(Cloak::Field)
        } else if 0 < count(Kind::CloakDevice) + count(Kind::CloakField) {
            Some(Cloak::Device)
        } else {
            None
        }
    }

    /// FT-7.18.1, FT-7.19.1: levels of ECM that protect a ship, its own and those of friends within
    /// 6 MU, three at most.
    pub fn ecm(&self, id: ShipId) -> u8 {
        let ship = self.ship(id);
        let own = if self.has_power(id) {
            self.running(id, |kind| matches!(kind, Kind::Ecm { area: false })).count()
        } else {
            0
        };
        let friends = self.active_ships().filter(|&it| self.ship(it).side == ship.side);
        let near = friends.filter(|&it| self.way(it, id).within(Length::units(6)));
        let area: usize = near.map(|it| usize::from(self.area_ecm(it))).sum();
        (own + area).min(3) as u8
    }

    /// FT-7.19.1: levels of area ECM that are on; FT-7.20.2: none behind a cloak.
    pub(crate) fn area_ecm(&self, id: ShipId) -> u8 {
        let ship = self.ship(id);
        if !self.field.blueprint(id).has_area_ecm || ship.cloaked || !self.has_power(id) {
            return 0;
        }
        self.running(id, |kind| matches!(kind, Kind::Ecm { area: true })).count() as u8
    }
}

/// FT-7.20.2: a cloaking device fails above this.
const FASTEST: u16 = 24;

/// FT-7.21.1: at the start of movement ships appear whose time is over, and others vanish.
pub(crate) fn before_moves(table: &mut Table<Battle>) {
    for id in table.state().field.ship_ids() {
        let battle = table.state();
        let ship = battle.ship(id);
        if let Some(shadow) = battle.shadow(id)
            && shadow.until <= battle.turn
        {
            let Shadow { motion, turned, rolled, turrets, path, .. } = shadow.clone();
            table.emit(crate::Event::Cloaks(Event::Appeared {
                ship: id,
                to: motion,
                turned,
                rolled,
                turrets,
                path,
            }));
            continue;
        }
        let Some(turns) = battle.written[id.index()].cloak else { continue };
        // FT-10.3.3: out of control, it does not take place.
        let able = ship.is_active() && !ship.is_adrift(battle.turn);
        if able && battle.cloak(id) == Some(Cloak::Field) {
            let until = Some(battle.turn.saturating_add(u16::from(turns)));
            table.emit(crate::Event::Cloaks(Event::Vanished { ship: id, until }));
        }
    }
}

/// FT-10.3.6, FT-10.3.7: a cloak without power or crew fails: the ship is seen where it is.
pub(crate) fn drop(table: &mut Table<Battle>, id: ShipId) {
    let battle = table.state();
    if let Some(shadow) = battle.shadow(id) {
        let Shadow { motion, turned, rolled, turrets, path, .. } = shadow.clone();
        table.emit(crate::Event::Cloaks(Event::Appeared {
            ship: id,
            to: motion,
            turned,
            rolled,
            turrets,
            path,
        }));
    } else if battle.ship(id).cloaked {
        table.emit(crate::Event::Cloaks(Event::Uncloaked { ship: id, why: Why::Damage }));
    }
}

/// FT-7.21.1: all ships behind cloaking fields fly as ordered, unseen.
pub(crate) fn steal(table: &mut Table<Battle>) {
    for id in table.state().field.ship_ids() {
        let battle = table.state();
        let Some(shadow) = battle.shadow(id) else { continue };
        let movement::Event::Moved { plot, roll, turrets, path, to, .. } = movement::move_one(battle, id)
        else {
            continue;
        };
        let mut next = shadow.clone();
        next.path.extend(path);
        next.motion = to;
        next.turned = plot.turns() || roll;
        next.rolled ^= roll;
        for (turret, arc) in turrets {
            if let Some(facing) = next.turrets.get_mut(usize::from(turret)) {
                *facing = arc;
            }
        }
        table.emit(crate::Event::Cloaks(Event::Stole { ship: id, shadow: Some(Box::new(next)) }));
    }
}

/// What a ship was ordered to do beside moving, kept until all have moved.
pub(crate) fn noted(battle: &Battle) -> Vec<(ShipId, Written)> {
    let asks = |it: &Written| {
        it.scan
            || it.ftl
            || it.cloak.is_some()
            || !it.switch.is_empty()
            || !it.ready.is_empty()
            || it.heal_first.is_some()
    };
    let ids = battle.field.ship_ids().filter(|id| asks(&battle.written[id.index()]));
    ids.map(|id| (id, battle.written[id.index()].clone())).collect()
}

/// End of phase 5: devices run out or fail, others are switched on, and switches are seen.
pub(crate) fn after_moves(table: &mut Table<Battle>, noted: &[(ShipId, Written)]) {
    for id in table.state().field.ship_ids() {
        let battle = table.state();
        let ship = battle.ship(id);
        if !ship.cloaked || !ship.is_active() {
            continue;
        }
        let why = if FASTEST < ship.motion.velocity {
            Why::Speed
        } else if battle.secrets[id.index()].cloak_until <= battle.turn {
            Why::Time
        } else {
            continue;
        };
        table.emit(crate::Event::Cloaks(Event::Uncloaked { ship: id, why }));
    }
    unswitch(table, noted);
    for (id, written) in noted {
        let battle = table.state();
        let ship = battle.ship(*id);
        if !ship.is_manned() || ship.is_adrift(battle.turn) {
            continue;
        }
        let (mut off, heal_first) = (ship.off, written.heal_first.unwrap_or(ship.heal_first));
        for (icon, on) in &written.switch {
            if *on { off.remove(*icon) } else { off.insert(*icon) }
        }
        let device = ship.is_active() && battle.cloak(*id) == Some(Cloak::Device);
        let slow = ship.motion.velocity <= FASTEST;
        let turn = battle.turn;
        if (off, heal_first) != (ship.off, ship.heal_first) {
            table.emit(crate::Event::Cloaks(Event::Switched { ship: *id, off, heal_first }));
        }
        if let (Some(turns), true, true) = (written.cloak, device, slow) {
            let until = Some(turn.saturating_add(u16::from(turns)));
            table.emit(crate::Event::Cloaks(Event::Cloaked { ship: *id, until }));
        }
    }
}

/// FT-12.4.1: ECM that no order of this turn names is off.
fn unswitch(table: &mut Table<Battle>, noted: &[(ShipId, Written)]) {
    if !table.state().field.options.ecm_jamming {
        return;
    }
    for id in table.state().field.ship_ids() {
        let battle = table.state();
        let ship = battle.ship(id);
        let named = |icon: IconId| {
            noted.iter().any(|it| it.0 == id && it.1.switch.contains(&(icon, true)))
                && !ship.is_adrift(battle.turn)
        };
        let ecm = battle.field.blueprint(id).icons_of(|kind| matches!(kind, Kind::Ecm { .. }));
        let off = ecm.filter(|&icon| !named(icon)).fold(ship.off, |mut off, icon| {
            off.insert(icon);
            off
        });
        let heal_first = ship.heal_first;
        if ship.is_manned() && off != ship.off {
            table.emit(crate::Event::Cloaks(Event::Switched { ship: id, off, heal_first }));
        }
    }
}

/// FT-7.20.3: a device lost in a check fails at the end of the turn.
pub(crate) fn end_of_turn(table: &mut Table<Battle>) {
    for id in table.state().field.ship_ids() {
        let battle = table.state();
        let ship = battle.ship(id);
        if ship.cloaked && ship.is_active() && battle.cloak(id).is_none() {
            table.emit(crate::Event::Cloaks(Event::Uncloaked { ship: id, why: Why::Damage }));
        }
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Switched { ship, off, heal_first } => {
            let ship = battle.ship_mut(*ship);
            ship.off = *off;
            ship.heal_first = *heal_first;
        }
        Event::Cloaked { ship, until } => {
            battle.ship_mut(*ship).cloaked = true;
            battle.secrets[ship.index()].cloak_until = until.unwrap_or(0);
        }
        Event::Uncloaked { ship, .. } => {
            battle.ship_mut(*ship).cloaked = false;
            battle.secrets[ship.index()].cloak_until = 0;
        }
        Event::Vanished { ship: id, until } => {
            let ship = battle.ship_mut(*id);
            ship.status = Status::Cloaked;
            let shadow = until.map(|until| Box::new(shadow_of(ship, until)));
            battle.secrets[id.index()].shadow = shadow;
        }
        Event::Stole { ship, shadow } => {
            battle.written[ship.index()] = Written::default();
            battle.secrets[ship.index()].shadow.clone_from(shadow);
        }
        Event::Appeared { ship: id, to, turned, rolled, turrets, .. } => {
            battle.secrets[id.index()].shadow = None;
            let ship = battle.ship_mut(*id);
            ship.status = Status::Active;
            ship.motion = *to;
            ship.turned = *turned;
            ship.rolled = *rolled;
            ship.turrets = turrets.clone();
            ship.thrusted = false;
            ship.active = false;
        }
    }
}

fn shadow_of(ship: &Ship, until: u16) -> Shadow {
    Shadow {
        until,
        motion: ship.motion,
        turned: ship.turned,
        rolled: ship.rolled,
        turrets: ship.turrets.clone(),
        path: Vec::new(),
    }
}

/// What somebody may take to be true of a ship whose cloak hides it from him.
pub(crate) fn guess(ship: &Ship, turn: u16, dice: &mut Dice) -> Secret {
    let mut secret = Secret::default();
    let left = 1 + dice.index(3) as u16;
    if ship.status == Status::Cloaked {
        let mut shadow = shadow_of(ship, turn.saturating_add(left));
        shadow.motion = plot::fly(shadow.motion, &Plot::Hold).motion;
        shadow.path.push(shadow.motion.at);
        secret.shadow = Some(Box::new(shadow));
    } else if ship.cloaked {
        secret.cloak_until = turn.saturating_add(left);
    }
    secret
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Switched { .. } => vec!["FT-7.5.1", "FT-7.19.1"],
        Event::Cloaked { .. } => vec!["FT-7.20.1"],
        Event::Uncloaked { why, .. } => vec![match why {
            Why::Time => "FT-7.20.1",
            Why::Speed => "FT-7.20.2",
            Why::Damage => "FT-7.20.3",
        }],
        Event::Vanished { .. } | Event::Appeared { .. } => vec!["FT-7.21.1"],
        Event::Stole { .. } => vec!["FT-7.21.1", "FT-7.21.2"],
    }
}
