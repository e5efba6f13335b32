//! Reflex fields: what they let through, and what they send back (FT-7.25.2).

use engine::Table;

use crate::{
    Battle,
    craft::wings::GroupId,
    damage::{self, Tally},
    fire::{self, gunnery::Attack},
    ship::{IconId, ShipId},
    weapons::throw::Harm,
};

/// D9: kind B, which any screen and a reflex field act on.
pub(crate) fn is_screened(attack: &Attack) -> bool {
    attack.profile.is_screened()
}

/// FT-7.25.2: one die for each attacking ship.
pub(crate) fn reflect(table: &mut Table<Battle>, ship: ShipId, target: ShipId, beams: Tally) -> Tally {
    let on = table.state().has_reflex(target);
    let points = beams.points();
    if !on || points == 0 {
        return beams;
    }
    let die = table.roll(6);
    let half = points.div_ceil(2);
    let (full, back) = match die {
        1 => (points, 0),
        2 => (half, 0),
        3 | 4 => (0, 0),
        5 => (0, half),
        _ => (0, points),
    };
    table.emit(crate::Event::Fire(fire::Event::Reflected { ship, target, die, full, back }));
    // What comes back is normal damage, past all screens.
    damage::strike(table, ship, None, &Tally { normal: back, ..Tally::default() });
    let_through(die, beams)
}

/// FT-7.25.2: what the field leaves of an attack.
pub(crate) fn let_through(die: u8, beams: Tally) -> Tally {
    match die {
        1 => beams,
        2 => {
            let half = beams.points().div_ceil(2);
            let penetrating = (beams.penetrating + beams.deeper.iter().sum::<u16>()) / 2;
            Tally { normal: half - penetrating, penetrating, emp: beams.emp, ..Tally::default() }
        }
        _ => Tally { emp: beams.emp, ..Tally::default() },
    }
}

/// FT-7.25.2: one die for a group of small craft; with a 5 or 6 all that did damage are lost.
pub(crate) fn scorch(
    table: &mut Table<Battle>,
    group: GroupId,
    target: ShipId,
    beams: Tally,
    scored: u8,
) -> Tally {
    if !table.state().has_reflex(target) || beams.points() == 0 {
        return beams;
    }
    let die = table.roll(6);
    let lost = if 5 <= die { scored.min(table.state().group(group).left) } else { 0 };
    let beams = let_through(die, beams);
    let full = beams.points();
    table.emit(crate::Event::Fire(fire::Event::Scorched { group, target, die, full, lost }));
    beams
}

/// FT-7.25.2: how many of these have done damage, by their first dice: each weapon, or each die of one weapon.
pub(crate) fn scored(battle: &Battle, shots: &[(IconId, Attack, Option<IconId>)], dice: &[u8]) -> u8 {
    let options = &battle.field.options;
    let (mut at, mut scored) = (0, 0_u8);
    for (_, attack, _) in shots {
        let Some((throw, times)) = attack.throws() else { continue };
        let own = dice.iter().skip(at).take(usize::from(times));
        at += usize::from(times);
        let does = |harm: &Harm| !matches!(harm, Harm::Points { points: 0, .. });
        let hits = own.filter(|face| {
            let led = throw.led(options, attack, throw.read(options, attack, **face));
            led.harm.iter().any(does) || !led.next.is_empty()
        });
        let hits = hits.count() as u8;
        scored = scored.saturating_add(if shots.len() == 1 { hits } else { hits.min(1) });
    }
    scored
}
