//! How parties come aboard over a distance: transporter beams and commando raids (FT-5.9), boarding
//! torpedoes (FT-5.18), assault shuttles (FT-8.15.14).

use engine::{Findings, Seat, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    boarding::{Party, Troop},
    fire::{
        self, Fire, Shot,
        gunnery::{Attack, Profile},
        modified, scored,
    },
    setup::scenario::Part,
    ship::{IconId, IconSet, ShipId, Status},
    weapons::{BoardingLauncher, Gun},
    yard::design::Kind,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "BeamingEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-5.9.1: dice of a transporter, its hits, and who went.
    Beamed {
        ship: ShipId,
        weapon: IconId,
        target: ShipId,
        dice: Vec<u8>,
        hits: u8,
        marines: IconSet,
        bought: IconSet,
        crew: u16,
        attack: Attack,
    },
    /// FT-5.9.2: a raid on a system: the dice of the beam; what the raiders rolled, if one hit.
    Raid {
        ship: ShipId,
        weapon: IconId,
        target: ShipId,
        aim: IconId,
        dice: Vec<u8>,
        hits: u8,
        /// The unit that goes, its die, and the die for its return after a 4.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        went: Option<(IconId, u8, Option<u8>)>,
        attack: Attack,
    },
    /// FT-8.15.14: units leave their ship in assault shuttles.
    Embarked { ship: ShipId, marines: IconSet, bought: IconSet, crew: u16 },
    /// FT-8.15.14: the dice of shuttles that landed on a ship; what failed is killed.
    Landed { ship: ShipId, seat: Seat, rolls: Vec<(Troop, u8)>, landed: Vec<Troop> },
}

/// FT-5.9.4: who would go: icons, and parties of the crew; as many of that kind as there are.
pub(crate) fn draft(battle: &Battle, id: ShipId, troop: Troop, wanted: u16) -> (IconSet, u16) {
    let kind = match troop {
        Troop::Marine => Kind::Marines,
        Troop::Dcp => Kind::DamageControl,
    };
    let icons: IconSet = battle.working(id, |it| *it == kind).take(usize::from(wanted)).collect();
    let bought = icons.iter().count() as u16;
    let all = battle.parties(id) as u16;
    let crew = match troop {
        Troop::Marine => 0,
        Troop::Dcp => (wanted - bought).min(all.saturating_sub(bought)),
    };
    (icons, crew)
}

pub(crate) fn is_transporter(kind: &Kind) -> bool {
    matches!(kind, Kind::Gun(Gun::Transporter(_)))
}

/// FT-5.9.2: what one die of the raiders means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    StayedHome,
    Killed,
    Failed,
    Traded,
    Done,
}

pub(crate) fn outcome(die: u8) -> Outcome {
    match die {
        1 => Outcome::StayedHome,
        2 | 3 => Outcome::Killed,
        4 => Outcome::Failed,
        5 => Outcome::Traded,
        _ => Outcome::Done,
    }
}

impl Battle {
    pub(crate) fn is_transporter(&self, id: ShipId, icon: IconId) -> bool {
        self.field.blueprint(id).kind(icon).is_some_and(is_transporter)
    }

    /// FT-5.9.1, FT-5.9.4: whether a transporter has anybody to send, for a raid or to stay.
    ///
    /// # Errors
    ///
    /// The rule against it and the reason.
    pub(crate) fn may_beam(&self, id: ShipId, raid: bool) -> Result<(), (&'static str, &'static str)> {
        if raid {
            return match (self.field.options.commando_raids, self.marines(id)) {
                (false, _) => Err(("FT-5.9.2", "commando raids are switched off")),
                (true, 0) => Err(("FT-5.9.2", "has no Marines to send")),
                (true, _) => Ok(()),
            };
        }
        if !self.field.has_boarding {
            return Err(("FT-5.9.1", "boarding is switched off"));
        }
        if self.marines(id) == 0 && self.parties(id) == 0 {
            return Err(("FT-5.9.4", "has nobody to send"));
        }
        Ok(())
    }

    /// FT-5.9.3: what raiders may be sent against.
    pub(crate) fn raid_target(&self, id: ShipId, icon: IconId) -> bool {
        let open = self.field.blueprint(id).kind(icon).is_some_and(|kind| *kind != Kind::Suicide);
        open && !self.ship(id).gone.contains(icon)
    }

    /// FT-5.18.2: the magazine of a boarding torpedo launcher, and what is left in it.
    pub(crate) fn boarding_magazine(&self, id: ShipId, icon: IconId) -> Option<(IconId, u32)> {
        let (ship, blueprint) = (self.ship(id), self.field.blueprint(id));
        let Some(Kind::Gun(Gun::BoardingLauncher(BoardingLauncher { magazine, .. }))) = blueprint.kind(icon)
        else {
            return None;
        };
        let is_it = |it: &IconId| match blueprint.icons[it.index()] {
            Part::System { index, .. } => blueprint.design.systems[usize::from(index)].id == *magazine,
            Part::Bridge | Part::PowerCore | Part::LifeSupport | Part::Flaw => false,
        };
        let store = blueprint.icons_of(|kind| matches!(kind, Kind::BoardingMagazine { .. })).find(is_it)?;
        let Some(Kind::BoardingMagazine { torpedoes }) = blueprint.kind(store) else { return None };
        let used = ship.torpedoes.iter().find(|it| it.0 == store).map_or(0, |it| u32::from(it.1));
        ship.works(store).then_some((store, torpedoes.saturating_sub(used)))
    }

    /// FT-8.15.14: any advanced screen keeps assault shuttles off.
    pub(crate) fn keeps_shuttles_off(&self, id: ShipId) -> bool {
        0 < self.screens(id).advanced
    }
}

/// FT-5.9, FT-5.18.2: what only boarding weapons ask.
pub(crate) fn check(battle: &Battle, order: &Fire, found: &mut Findings) {
    let id = order.ship;
    let tag = || battle.field.tag(id);
    for icon in &order.crews {
        let fired = order.shots.iter().any(|shot| shot.weapon == *icon && shot.aim.is_none());
        found.require(fired && battle.is_transporter(id, *icon), "FT-5.9.4", || {
            format!("{}: weapon {} sends nobody", tag(), icon.0)
        });
        found.require(0 < battle.parties(id), "FT-5.9.4", || format!("{} has no parties to send", tag()));
    }
    let launchers = order.shots.iter().filter_map(|shot| battle.boarding_magazine(id, shot.weapon));
    let stores: Vec<(IconId, u32)> = launchers.collect();
    for (store, left) in &stores {
        let taken = stores.iter().filter(|it| it.0 == *store).count() as u32;
        found.require(taken <= *left, "FT-5.18.2", || {
            format!("{}: {taken} boarding torpedoes from a magazine with {left}", tag())
        });
    }
}

/// FT-5.9.3: a transporter that names a system.
pub(crate) fn check_aim(battle: &Battle, shot: &Shot, what: &str, found: &mut Findings) {
    let Some(aim) = shot.aim else { return };
    found.require(battle.raid_target(shot.target, aim), "FT-5.9.3", || {
        format!("{what} cannot send raiders against system {}", aim.0)
    });
}

/// FT-5.9.1, FT-5.9.2: the transporters of a ship at one target, one by one.
pub(crate) fn resolve(table: &mut Table<Battle>, order: &Fire, target: ShipId) {
    let shots = order.shots.iter().filter(|it| it.target == target);
    let shots: Vec<&Shot> = shots.filter(|it| table.state().is_transporter(order.ship, it.weapon)).collect();
    for shot in shots {
        let (ship, weapon) = (order.ship, shot.weapon);
        let Ok(attack) = fire::attack(table.state(), ship, shot) else { continue };
        let Profile::Beams { dice, hit, .. } = attack.profile else { continue };
        let dice: Vec<u8> = (0..dice).map(|_| table.roll(6)).collect();
        let layers = fire::layers(crate::fire::gunnery::Response::Any, &attack);
        let options = &table.state().field.options;
        // FT-13.13.9: behind the ship only sixes count.
        let seen = |die: u8| if attack.sixes && die < 6 { 1 } else { die };
        let read =
            |die: &u8| scored(options, modified(seen(*die), attack.bonus), layers, attack.holofield, hit);
        let hits: u8 = dice.iter().map(read).sum();
        let battle = table.state();
        match shot.aim {
            Some(aim) => {
                let unit = draft(battle, ship, Troop::Marine, 1).0.iter().next().filter(|_| 0 < hits);
                let went = unit.map(|unit| {
                    let die = table.roll(6);
                    let back = (outcome(die) == Outcome::Failed).then(|| table.roll(6));
                    (unit, die, back)
                });
                table.emit(crate::Event::Beaming(Event::Raid {
                    ship,
                    weapon,
                    target,
                    aim,
                    dice,
                    hits,
                    went,
                    attack,
                }));
            }
            None => {
                let crews = order.crews.contains(&weapon) || battle.marines(ship) == 0;
                let marines = if crews {
                    IconSet::default()
                } else {
                    draft(battle, ship, Troop::Marine, hits.into()).0
                };
                let (bought, crew) =
                    if crews { draft(battle, ship, Troop::Dcp, hits.into()) } else { Default::default() };
                table.emit(crate::Event::Beaming(Event::Beamed {
                    ship,
                    weapon,
                    target,
                    dice,
                    hits,
                    marines,
                    bought,
                    crew,
                    attack,
                }));
            }
        }
    }
}

/// FT-8.15.14: so many Marines and parties leave their ship, one for each shuttle.
pub(crate) fn embark(table: &mut Table<Battle>, ship: ShipId, marines: u16, parties: u16) -> Vec<Troop> {
    let battle = table.state();
    let marines = draft(battle, ship, Troop::Marine, marines).0;
    let n = marines.iter().count() as u16;
    let (bought, crew) = draft(battle, ship, Troop::Dcp, parties);
    let parties = bought.iter().count() as u16 + crew;
    if 0 < n + parties {
        table.emit(crate::Event::Beaming(Event::Embarked { ship, marines, bought, crew }));
    }
    let marines = (0..n).map(|_| Troop::Marine);
    marines.chain((0..parties).map(|_| Troop::Dcp)).collect()
}

/// FT-8.15.14: after point defence each shuttle in contact lands its unit: Marines on 2 and more,
/// parties on 3 and more; nobody through advanced screens.
pub(crate) fn land(table: &mut Table<Battle>, seat: Seat, ship: ShipId, troops: &[Troop]) {
    if troops.is_empty() || table.state().keeps_shuttles_off(ship) {
        return;
    }
    let rolls: Vec<(Troop, u8)> = troops.iter().map(|&it| (it, table.roll(6))).collect();
    let least = |troop: Troop| if troop == Troop::Marine { 2 } else { 3 };
    let landed = rolls.iter().filter(|it| least(it.0) <= it.1).map(|it| it.0).collect();
    table.emit(crate::Event::Beaming(Event::Landed { ship, seat, rolls, landed }));
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    let turn = battle.turn;
    match event {
        Event::Beamed { ship, weapon, target, marines, bought, crew, .. } => {
            let from = battle.ship_mut(*ship);
            from.used.insert(*weapon);
            from.gone = from.gone.union(*marines).union(*bought);
            from.sent += crew;
            let parties = bought.iter().count() + usize::from(*crew);
            let seat = from.owner;
            let unit = |troop| Party { seat, troop, since: turn, fights: false };
            let to = battle.ship_mut(*target);
            if to.is_manned() {
                to.aboard.extend(marines.iter().map(|_| unit(Troop::Marine)));
                to.aboard.extend((0..parties).map(|_| unit(Troop::Dcp)));
            }
        }
        Event::Raid { ship, weapon, target, aim, went, .. } => {
            battle.ship_mut(*ship).used.insert(*weapon);
            let Some((unit, die, back)) = went else { return };
            let result = outcome(*die);
            if matches!(result, Outcome::Traded | Outcome::Done) {
                battle.ship_mut(*target).raided.insert(*aim);
            }
            let lost = match result {
                Outcome::Killed | Outcome::Traded => true,
                Outcome::Failed => back.is_none_or(|die| die < 4),
                Outcome::StayedHome | Outcome::Done => false,
            };
            if lost {
                battle.ship_mut(*ship).gone.insert(*unit);
            }
        }
        Event::Embarked { ship, marines, bought, crew } => {
            let from = battle.ship_mut(*ship);
            from.gone = from.gone.union(*marines).union(*bought);
            from.sent += crew;
        }
        Event::Landed { ship, seat, landed, .. } => {
            let unit = |&troop: &Troop| Party { seat: *seat, troop, since: turn, fights: false };
            battle.ship_mut(*ship).aboard.extend(landed.iter().map(unit));
        }
    }
}

impl Battle {
    /// FT-12.7.10: whom a ship may fire at: enemies, and captured ships whoever holds them.
    pub(crate) fn is_target(&self, from: ShipId, to: ShipId) -> bool {
        let target = self.ship(to);
        match target.status {
            Status::Active => target.side != self.ship(from).side,
            Status::Captured { away, .. } => !away,
            Status::Waiting
            | Status::Destroyed
            | Status::Left { .. }
            | Status::Struck
            | Status::Hulk
            | Status::Landed
            | Status::Cloaked
            | Status::Jumped
            | Status::Carried { .. } => false,
        }
    }

    /// FT-5.9.1: friends with boarders aboard, whom a transporter may help.
    pub(crate) fn needs_help(&self, from: ShipId, to: ShipId) -> bool {
        from != to
            && self.ship(to).is_active()
            && self.ship(to).side == self.ship(from).side
            && self.strangers(to, true).next().is_some()
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Beamed { .. } => vec!["FT-5.9.1", "FT-5.9.4"],
        Event::Raid { .. } => vec!["FT-5.9.2"],
        Event::Embarked { .. } | Event::Landed { .. } => vec!["FT-8.15.14"],
    }
}

#[cfg(test)]
#[path = "beaming_tests.rs"]
mod tests;
