//! What the dice of one order to small craft may come to, put together from the menu (FT-8.6 to FT-8.18, FT-9).

use engine::{Odds, Ways};

use crate::{
    Battle,
    craft::{
        attacks::Declared,
        dogfights::Stance,
        gunboats::BoatFire,
        menu::fights::{self, FightsMenu},
        runs::{Run, With},
        wings::{GroupId, Target},
    },
    fire::{
        odds::{Counted, fine},
        prospect::rounded,
    },
    narrate,
    phases::Phase,
    ship::ShipId,
};

fn name(battle: &Battle, group: GroupId) -> String {
    narrate::group(&battle.field, group)
}

/// All points of a run, whatever stops them.
fn points(battle: &Battle, group: GroupId, ship: ShipId, with: With) -> Ways {
    let found = fights::run(battle, group, ship, with);
    found.map_or(Ways::sure(0), |(it, _)| it.odds.points().times(it.times.into()))
}

/// FT-8.7.1: what each would do if all of it arrives and finds its target as it is.
pub(crate) fn attacks(battle: &Battle, menu: &FightsMenu, attacks: &[Declared]) -> Vec<Odds> {
    let mut told = Vec::new();
    for Declared { group, target } in attacks {
        let known = menu.attacks.iter().find(|it| it.group == *group);
        let Some(it) = known.and_then(|it| it.targets.iter().find(|it| it.target == *target)) else {
            continue;
        };
        let at = match target {
            Target::Ship(ship) => narrate::name(&battle.field, *ship),
            Target::Group(foe) => name(battle, *foe),
            Target::Marker(number) => format!("marker {number}"),
        };
        let what = format!("{} at {at}, if all of it arrives", name(battle, *group));
        if let (Some(_), Target::Ship(ship)) = (it.odds, target) {
            let ways = points(battle, *group, *ship, With::Main);
            told.push(Odds::new(&what, "points before armour", "FT-8.7.1", ways));
        }
        let kills = match target {
            Target::Ship(_) => continue,
            Target::Group(foe) => fights::fight(battle, *group, *foe),
            Target::Marker(number) => fights::intercept(battle, *group, *number),
        };
        told.push(Odds::new(&what, "kills", "FT-8.7.1", rounded(&kills)));
    }
    told
}

/// FT-8.9.1, FT-8.11.1: kills if all dice go to one foe, and what that foe may do.
pub(crate) fn dogfights(battle: &Battle, menu: &FightsMenu, stances: &[Stance]) -> Vec<Odds> {
    let mut told = Vec::new();
    for Stance { group, at, .. } in stances {
        let Some(it) = menu.stances.iter().find(|it| it.group == *group) else { continue };
        for foe in it.foes.iter().filter(|it| at.contains(&it.group)) {
            let alone = if at.len() == 1 { "" } else { ", with all its dice" };
            let what = format!("{} at {}{alone}", name(battle, *group), name(battle, foe.group));
            told.push(Odds::new(
                what,
                "kills",
                "FT-8.11.1",
                rounded(&fights::fight(battle, *group, foe.group)),
            ));
        }
        for foe in &it.foes {
            let what = format!("{} at {}, with all its dice", name(battle, foe.group), name(battle, *group));
            told.push(Odds::new(
                what,
                "kills",
                "FT-8.11.1",
                rounded(&fights::fight(battle, foe.group, *group)),
            ));
        }
    }
    told
}

/// FT-2.6.10: by ship, all runs of the order together.
pub(crate) fn runs(battle: &Battle, menu: &FightsMenu, runs: &[Run]) -> Vec<Odds> {
    let mut told: Vec<(ShipId, Vec<String>, Ways)> = Vec::new();
    for run in runs {
        let Some(it) = menu.runs.iter().find(|it| it.group == run.group) else { continue };
        if !it.with.iter().any(|with| with.0 == run.with) {
            continue;
        }
        let (group, ways) = (name(battle, run.group), points(battle, run.group, it.ship, run.with));
        match told.iter_mut().find(|known| known.0 == it.ship) {
            Some((_, groups, sum)) => {
                groups.push(group);
                *sum = sum.and(&ways);
            }
            None => told.push((it.ship, vec![group], ways)),
        }
    }
    let odds = |(ship, groups, ways): (ShipId, Vec<String>, Ways)| {
        let what = format!("{} at {}", groups.join(", "), narrate::name(&battle.field, ship));
        Odds::new(what, "points before armour", "FT-2.6.10", ways)
    };
    told.into_iter().map(odds).collect()
}

/// FT-9.1.5: all boats of a squadron together.
pub(crate) fn boats(battle: &Battle, menu: &FightsMenu, fire: &BoatFire) -> Vec<Odds> {
    let known = menu.boats.iter().any(|it| (it.group, it.ship) == (fire.group, fire.target));
    let Some(guns) = battle.boats_at(fire.group, fire.target).ok().filter(|_| known) else {
        return Vec::new();
    };
    let mut ways = Ways::sure(0);
    for (_, gun, attack) in guns {
        let Counted { odds, times: dice } = fine(&battle.field.options, &attack);
        // FT-9.2.7: one pack of each instead of all.
        let times = if fire.singly { 1 } else { gun.times };
        ways = ways.and(&odds.points().times(u16::from(dice) * u16::from(times)));
    }
    let what = format!("{} at {}", name(battle, fire.group), narrate::name(&battle.field, fire.target));
    vec![Odds::new(what, "points before armour", "FT-9.1.5", ways)]
}

/// FT-8.6.8: what the group stands to lose if it does not evade.
pub(crate) fn evasions(battle: &Battle, menu: &FightsMenu, evading: &[GroupId]) -> Vec<Odds> {
    let Phase::Evade { fire, .. } = &battle.phase else { return Vec::new() };
    let staying = menu.evade.iter().map(|it| it.group).filter(|it| !evading.contains(it));
    let told = |group: GroupId| {
        let losses = rounded(&fights::losses(battle, fire, group));
        Odds::new(name(battle, group), "craft lost", "FT-8.6.8", losses)
    };
    staying.map(told).collect()
}
