//! Dice of a volley as they fall: the throws of `weapons/`, stage by stage (FT-1.7.4).

use std::collections::VecDeque;

use engine::Table;

use crate::{
    Battle,
    damage::Tally,
    fire::Volley,
    ship::IconId,
    weapons::{
        Attack,
        throw::{Harm, Stage, Throw},
    },
};

/// FT-17.1.3: dice and points of one weapon at a rock.
pub(crate) fn roll_at_rock(table: &mut Table<Battle>, icon: IconId, attack: Attack) -> (Vec<u8>, u16) {
    let Volley { mut dice, again, damage, tally, .. } = roll_family(table, &[(icon, attack, None)]);
    dice.extend(again.into_iter().chain(damage));
    (dice, tally.points())
}

/// FT-1.7.4: all first dice, then waves of re-rolls, then damage dice.
pub(crate) fn roll_family(table: &mut Table<Battle>, group: &[(IconId, Attack, Option<IconId>)]) -> Volley {
    let mut volley = Volley::default();
    let mut waiting: [VecDeque<(usize, Throw)>; Stage::ALL.len()] = Default::default();
    for (weapon, (_, attack, _)) in group.iter().enumerate() {
        let Some((throw, times)) = attack.throws() else { continue };
        for _ in 0..times {
            roll(table, &mut volley, group, (weapon, throw), &mut waiting);
        }
    }
    // What a throw leads to is of its own stage or a later one.
    for stage in Stage::ALL {
        while let Some(next) = waiting[stage as usize].pop_front() {
            roll(table, &mut volley, group, next, &mut waiting);
        }
    }
    volley
}

fn roll(
    table: &mut Table<Battle>,
    volley: &mut Volley,
    group: &[(IconId, Attack, Option<IconId>)],
    (weapon, throw): (usize, Throw),
    waiting: &mut [VecDeque<(usize, Throw)>],
) {
    let (icon, attack, aim) = &group[weapon];
    let mut sum = 0_u8;
    for _ in 0..throw.dice {
        let face = table.roll(6);
        match throw.stage {
            Stage::First | Stage::Burst => volley.dice.push(face),
            Stage::Again => volley.again.push(face),
            Stage::Hit | Stage::Shell | Stage::Strain => volley.damage.push(face),
        }
        sum = sum.saturating_add(throw.read(&table.state().field.options, attack, face));
    }
    let led = throw.led(&table.state().field.options, attack, sum);
    for harm in led.harm {
        mark(volley, harm, *icon, *aim);
    }
    for (next, times) in led.next {
        waiting[next.stage as usize].extend((0..times).map(|_| (weapon, next)));
    }
}

fn mark(volley: &mut Volley, harm: Harm, icon: IconId, aim: Option<IconId>) {
    let tally = &mut volley.tally;
    match harm {
        Harm::Points { points, depth: 0 } => tally.normal += points,
        Harm::Points { points, depth } => penetrate(tally, points, depth),
        Harm::Sap(points) => tally.sap.push(points),
        Harm::Ap(points) => tally.ap.push(points),
        Harm::Direct(points) => tally.direct += u16::from(points),
        Harm::Emp(hits) => tally.emp += u16::from(hits),
        Harm::Kill => aim.into_iter().for_each(|aim| {
            tally.kills.insert(aim);
        }),
        Harm::Landed(units) => tally.landed += u16::from(units),
        // FT-5.9.1: sent by `beaming`.
        Harm::Sent(_) => (),
        Harm::Burst => {
            volley.burst.insert(icon);
        }
    }
}

/// FT-DMG.3.
fn penetrate(tally: &mut Tally, points: u16, depth: u8) {
    match depth {
        0 | 1 => tally.penetrating += points,
        _ if points == 0 => (),
        _ => tally.add_deep(usize::from(depth) - 2, points),
    }
}
