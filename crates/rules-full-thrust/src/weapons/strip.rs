//! Spinal mounts in play: the same dice at everybody in their strip (FT-5.23).

use engine::Table;
use geometry::Offset;

use crate::{
    Battle, craft,
    fire::{
        self,
        gunnery::{Attack, Hit, Profile, Response},
    },
    ordnance::clearing,
    sensors::{self, Found},
    ship::{IconId, ShipId},
    weapons::{Gun, Size, Spinal, SpinalBeam, spinal},
    yard::design::Kind,
};

/// FT-5.23.3, FT-1.7.5: each unit in the strip by itself, friend and foe.
pub(crate) fn fire(
    table: &mut Table<Battle>,
    ship: ShipId,
    weapon: IconId,
    line: Offset,
    caught: impl Fn(&Battle, Size) -> Vec<ShipId>,
    hurt: &mut fire::Hurt,
) {
    let battle = table.state();
    let Some(&Kind::Gun(Gun::Spinal(Spinal { beam, size }))) = battle.field.blueprint(ship).kind(weapon)
    else {
        return;
    };
    let targets = caught(battle, size);
    let groups = battle.groups_in_strip(ship, line, size);
    table.emit(crate::Event::Fire(fire::Event::SpinalFired { ship, weapon }));
    for target in targets {
        if sensors::reveal(table, target, Found::Hit) {
            continue;
        }
        let attack = attack(table.state(), ship, beam, target);
        let fire::Volley { dice, again, damage, tally, burst } =
            fire::roll_family(table, &[(weapon, attack, None)]);
        let (weapons, attacks) = (vec![weapon], vec![attack]);
        // FT-DMG.1: a part of what the ship does to it.
        hurt.add(target, &attack, &tally);
        table.emit(crate::Event::Fire(fire::Event::Fired {
            ship,
            target,
            weapons,
            dice,
            again,
            damage,
            tally,
            burst,
            attacks,
        }));
    }
    craft::defence::rake(table, ship, beam, &groups);
    // FT-5.23.6: one hit is enough for a mine or a missile.
    let profile = match beam {
        SpinalBeam::Beam => {
            Profile::Beams { dice: 12, again: true, screens: Response::None, hit: Hit::Point }
        }
        SpinalBeam::Plasma => Profile::Plasma { dice: 6 },
        SpinalBeam::Singularity => {
            Profile::Beams { dice: 2, again: false, screens: Response::None, hit: Hit::Point }
        }
    };
    clearing::sweep(table, ship, weapon, profile, &|battle, at| battle.is_in_strip(ship, line, size, at));
}

/// FT-5.23.5: the dice of each kind at one unit in the strip.
pub(crate) fn attack(battle: &Battle, from: ShipId, beam: SpinalBeam, target: ShipId) -> Attack {
    let screens =
        if battle.is_before_wave(target, from) { Default::default() } else { battle.screens(target) };
    let veiled = battle.ship(target).cloaked;
    let bonus = i8::from(battle.field.options.civil_war) - if veiled { 2 } else { 0 };
    let profile = spinal::at_unit(beam, battle.field.blueprint(target).design.mass);
    Attack { profile, screens, holofield: false, bonus, sixes: false, veiled }
}
