//! Combat by secret protocols (FTB-16, FTB-17).

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use engine::{Findings, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Event,
    battle::Ask,
    damage::{self, Blow, MELTDOWN},
    options::{EvasiveRelations, RailgunHeat},
    order::Protocol,
    ship::{Class, ShipId},
    torpedo,
};

/// An attack under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fight {
    Combat {
        attacker: ShipId,
        defender: ShipId,
        cover: bool,
        stage: CombatStage,
    },
    /// FTB-19: a torpedo at a ship; evasive or not, once said.
    Strike {
        guide: ShipId,
        target: ShipId,
        evasive: Option<bool>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CombatStage {
    Choose,
    Effects(ArrayVec<Effect, 2>),
}

/// What a winner does to a loser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Effect {
    pub from: ShipId,
    pub to: ShipId,
    pub by: Protocol,
    pub against: Protocol,
    pub form: Form,
    /// FTB-4.4.
    pub focus: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// FTB-17.6: the winner may give heat instead.
    WinnerChooses,
    /// FTB-17.4: the shielded target may take heat instead.
    TargetChooses,
    Hit,
    Heat,
}

/// FTB-16.2, FTB-16.3: how `one` fares against `other`.
pub(crate) fn compare(relations: EvasiveRelations, one: Protocol, other: Protocol) -> Ordering {
    use Protocol::{Broadside, Defensive, Evasive, Railgun};
    let beats_evasive = match relations {
        EvasiveRelations::LosesToRailgun => Railgun,
        EvasiveRelations::LosesToBroadside => Broadside,
        EvasiveRelations::LosesToDefensive => Defensive,
    };
    match (one, other) {
        (one, other) if one == other => Ordering::Equal,
        (Evasive, it) if it == beats_evasive => Ordering::Less,
        (it, Evasive) if it == beats_evasive => Ordering::Greater,
        (Evasive, _) | (Railgun, Defensive) | (Broadside, Railgun) | (Defensive, Broadside) => {
            Ordering::Greater
        }
        _ => Ordering::Less,
    }
}

/// FTB-16.5, FTB-14.3: the protocols open to a ship.
pub(crate) fn open_to(battle: &Battle, ship: ShipId, cover: bool) -> &'static [Protocol] {
    let all = &Protocol::ALL;
    if !cover && battle.ship(ship).can_evade() { all } else { &all[..3] }
}

pub(crate) fn waiting(battle: &Battle, fight: &Fight) -> Option<Ask> {
    match fight {
        Fight::Combat { attacker, defender, stage: CombatStage::Choose, .. } => {
            let sides = [attacker, defender].into_iter().filter_map(|&it| battle.owner(it));
            Some(Ask::Protocols(sides.map(Seat).collect::<Seats>()))
        }
        Fight::Combat { stage: CombatStage::Effects(effects), .. } => {
            // FTB-16.7: nothing is done to who is gone already.
            let asked = |(n, effect): (usize, &Effect)| match effect.form {
                _ if !battle.ship(effect.to).in_play() => None,
                Form::WinnerChooses => Some(Ask::Heat(battle.owner(effect.from)?, n as u8)),
                Form::TargetChooses => Some(Ask::Heat(battle.owner(effect.to)?, n as u8)),
                Form::Hit | Form::Heat => None,
            };
            effects.iter().enumerate().find_map(asked)
        }
        Fight::Strike { target, evasive: None, .. } => Some(Ask::Evade(battle.owner(*target)?, *target)),
        Fight::Strike { .. } => None,
    }
}

/// FTB-16.1, FTB-16.5.
pub(crate) fn check(battle: &Battle, seat: Seat, protocol: Protocol, found: &mut Findings) {
    let Some(Fight::Combat { attacker, defender, cover, .. }) = battle.fight else { return };
    let ship = if battle.owner(attacker) == Some(seat.0) { attacker } else { defender };
    if protocol != Protocol::Evasive {
        return;
    }
    let it = battle.ship(ship);
    found.require(!cover, "FTB-14.3", || "no Evasive under cover fire".to_owned());
    found.require(0 < it.own.fuel, "FTB-16.5", || "Evasive needs fuel".to_owned());
    found.require(it.own.works(crate::ship::System::Drive), "FTB-5.4", || {
        "Evasive needs the Drive".to_owned()
    });
    found.require(it.is_free(), "FTB-29.7", || "a stationary ship cannot evade".to_owned());
}

/// What a protocol costs whoever plays it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Costs {
    pub(crate) heat: u8,
    /// Heat that it takes away.
    pub(crate) cools: u8,
    /// One Fuel or none.
    pub(crate) fuel: u8,
}

/// FTB-16.5, FTB-16.6: of the attacker's protocol if `attacks`, of the defender's otherwise.
pub(crate) fn costs(rule: RailgunHeat, protocol: Protocol, attacks: bool) -> Costs {
    match protocol {
        Protocol::Evasive => Costs { cools: 1, fuel: 1, ..Costs::default() },
        Protocol::Railgun if attacks || rule == RailgunHeat::User => Costs { heat: 1, ..Costs::default() },
        Protocol::Railgun | Protocol::Defensive | Protocol::Broadside => Costs::default(),
    }
}

/// FTB-14.2, FTB-14.3: a Combat begins.
pub(crate) fn begin(table: &mut Table<Battle>, attacker: ShipId, defender: ShipId, cover: bool) {
    table.emit(Event::CombatBegan { attacker, defender, cover });
}

/// FTB-16.7, FTB-16.6: costs, of Evasive and Railgun alone, then effects. Protocols by attacker and defender.
pub(crate) fn reveal(table: &mut Table<Battle>, protocols: [Protocol; 2]) {
    let Some(Fight::Combat { attacker, defender, cover, .. }) = table.state().fight else { return };
    let ships = [attacker, defender];
    let effects = effects(table.state(), ships, protocols, cover);
    table.emit(Event::Revealed { protocols, effects: effects.to_vec() });
    let rule = table.state().field.options.railgun_heat;
    let costs = [costs(rule, protocols[0], true), costs(rule, protocols[1], false)];
    for (ship, it) in ships.into_iter().zip(costs) {
        if 0 < it.fuel {
            damage::burn_fuel(table, ship);
        }
        if 0 < it.cools {
            damage::cool(table, ship, it.cools);
        }
    }
    for (ship, it) in ships.into_iter().zip(costs) {
        if 0 < it.heat {
            damage::heat(table, ship, it.heat);
        }
    }
}

/// FTB-17.1, FTB-17.7, FTB-17.10: what will be done, judged on the state at
/// reveal; a ship that its own Railgun melts does nothing (FTB-16.7).
pub(crate) fn effects(
    battle: &Battle,
    ships: [ShipId; 2],
    protocols: [Protocol; 2],
    cover: bool,
) -> ArrayVec<Effect, 2> {
    let _ = cover;
    let order = compare(battle.field.options.evasive_relations, protocols[0], protocols[1]);
    let rule = battle.field.options.railgun_heat;
    let mut effects = ArrayVec::new();
    for n in [0, 1] {
        let wins = match order {
            Ordering::Equal => true,
            Ordering::Greater => n == 0,
            Ordering::Less => n == 1,
        };
        let (from, to, by, against) = (ships[n], ships[1 - n], protocols[n], protocols[1 - n]);
        let winner = battle.ship(from);
        let heat = costs(rule, by, n == 0).heat;
        let melts = 0 < heat && MELTDOWN <= winner.own.heat.saturating_add(heat);
        if !wins || by == Protocol::Evasive || !winner.can_hurt() || melts {
            continue;
        }
        let shielded = 0 < battle.ship(to).own.shields;
        let form = match by {
            Protocol::Broadside if battle.owner(from).is_some() => Form::WinnerChooses,
            Protocol::Defensive if shielded && battle.owner(to).is_some() => Form::TargetChooses,
            Protocol::Defensive | Protocol::Railgun | Protocol::Broadside | Protocol::Evasive => Form::Hit,
        };
        let focus = order != Ordering::Equal && winner.class == Class::Battleship && winner.core();
        effects.push(Effect { from, to, by, against, form, focus });
    }
    effects
}

/// FTB-17.4, FTB-17.5, FTB-17.6, FTB-17.8: who picks the system.
pub(crate) fn chooser(battle: &Battle, attacker: ShipId, effect: &Effect) -> Option<u8> {
    let (winner, loser) = (battle.owner(effect.from), battle.owner(effect.to));
    if battle.ship(effect.to).is_stationary() {
        return battle.owner(attacker);
    }
    match effect.by {
        Protocol::Railgun if effect.against == Protocol::Evasive => loser,
        Protocol::Railgun => winner,
        Protocol::Defensive | Protocol::Broadside | Protocol::Evasive => loser,
    }
}

/// FTB-17.9: all forms are settled; the effects land together.
pub(crate) fn advance(table: &mut Table<Battle>) {
    match table.state().fight.clone() {
        Some(Fight::Combat { attacker, stage: CombatStage::Effects(effects), .. }) => {
            let battle = table.state();
            let mut blows = Vec::new();
            for effect in effects.iter().filter(|it| it.form == Form::Hit) {
                let chooser = chooser(battle, attacker, effect);
                blows.push(Blow {
                    target: effect.to,
                    chooser,
                    focus: effect.focus,
                    pierce: false,
                    fate: None,
                });
            }
            table.emit(Event::CombatEnded);
            damage::strike(table, blows);
            for effect in effects.iter().filter(|it| it.form == Form::Heat) {
                let heat = if effect.by == Protocol::Defensive { 2 } else { 1 };
                damage::heat(table, effect.to, heat);
            }
        }
        Some(Fight::Strike { guide, target, evasive: Some(evasive) }) => {
            torpedo::test_countermeasures(table, guide, target, evasive);
        }
        _ => table.emit(Event::CombatEnded),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Ordering::{Equal, Greater, Less};

    /// FTB-16.2, FTB-16.3: the table of the index, row against column.
    #[test]
    fn ftb_16_2_who_beats_whom() {
        let rows = [
            [Equal, Less, Greater, Less],
            [Greater, Equal, Less, Greater],
            [Less, Greater, Equal, Less],
            [Greater, Less, Greater, Equal],
        ];
        for (row, one) in rows.iter().zip(Protocol::ALL) {
            for (&want, other) in row.iter().zip(Protocol::ALL) {
                assert_eq!(compare(EvasiveRelations::LosesToRailgun, one, other), want, "{one:?} {other:?}");
            }
        }
    }

    /// FTB-16.5, FTB-16.6: Evasive costs fuel and cools; Railgun heats, by option the attacker alone.
    #[test]
    fn ftb_16_6_costs() {
        let of = |rule, protocol, attacks| {
            let Costs { heat, cools, fuel } = costs(rule, protocol, attacks);
            (heat, cools, fuel)
        };
        for (rule, defender) in [(RailgunHeat::User, 1), (RailgunHeat::AttackerOnly, 0)] {
            assert_eq!(of(rule, Protocol::Railgun, true), (1, 0, 0));
            assert_eq!(of(rule, Protocol::Railgun, false), (defender, 0, 0));
            assert_eq!(of(rule, Protocol::Evasive, false), (0, 1, 1));
            assert_eq!(of(rule, Protocol::Broadside, true), (0, 0, 0));
        }
    }

    /// FTB-16.8.
    #[test]
    fn ftb_16_8_suits() {
        assert_eq!(Protocol::ALL.map(Protocol::suit), ["diamond", "club", "spade", "heart"]);
    }
}
