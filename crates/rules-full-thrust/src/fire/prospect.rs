//! What the dice of one ship's fire may come to, put together from the menu (FT-2.6.11, FT-DMG, FT-5).

use engine::{Odds, Ways};

use crate::{
    Battle, Menu,
    craft::wings::GroupId,
    damage::kills::chances,
    fire::{
        Fire, Shot,
        menu::{FireMenu, ShotMenu},
        odds::{Defence, Outcome, Roll, fine, volley},
    },
    narrate,
    ship::ShipId,
    terrain::clouds::LOCK,
    weapons::{Attack, Profile, strip},
    yard::design::Kind,
};

/// Shots at one ship, in the order of their dice.
struct Struck<'a> {
    target: ShipId,
    defence: &'a Defence,
    rolls: Vec<Roll<'a>>,
    /// Of the same dice: points, whatever stops them, and EMP hits, as fine as they are counted.
    points: Ways,
    emp: Ways,
}

pub(crate) fn odds(battle: &Battle, menu: &Menu, fire: &Fire) -> Vec<Odds> {
    let mut told = Vec::new();
    if let Some(ship) = menu.fire.iter().find(|it| it.ship == fire.ship) {
        for struck in struck(battle, menu, ship, fire) {
            told.extend(at_ship(battle, ship, &struck));
        }
        for shot in &fire.shots {
            told.extend(beside(battle, ship, shot));
        }
    }
    let mut groups: Vec<GroupId> = fire.groups.iter().map(|it| it.group).collect();
    groups.sort_unstable();
    groups.dedup();
    told.extend(groups.into_iter().map(|group| at_group(battle, fire, group)));
    told
}

fn shot_menu<'a>(ship: &'a FireMenu, shot: &Shot) -> Option<&'a ShotMenu> {
    ship.shots.iter().find(|it| (it.weapon, it.target) == (shot.weapon, shot.target))
}

/// FT-1.7.4: families in the order they are first named; FT-5.23.3: a spinal mount strikes all in its strip.
fn struck<'a>(battle: &Battle, menu: &'a Menu, ship: &'a FireMenu, fire: &Fire) -> Vec<Struck<'a>> {
    let shots: Vec<(&ShotMenu, bool)> =
        fire.shots.iter().filter_map(|it| Some((shot_menu(ship, it)?, it.aim.is_some()))).collect();
    let mut families: Vec<&str> = Vec::new();
    for (shot, _) in &shots {
        if !families.contains(&shot.family.as_str()) {
            families.push(&shot.family);
        }
    }
    let mut all: Vec<Struck<'a>> = Vec::new();
    let mut add = |target: ShipId, defence: &'a Defence, roll: Roll<'a>, attack: Option<Attack>| {
        let fine = |emp: bool| attack.map_or(Ways::sure(0), |it| fine(&battle.field.options, &it, emp));
        let (points, emp) = (fine(false), fine(true));
        match all.iter_mut().find(|it| it.target == target) {
            Some(known) => {
                known.rolls.push(roll);
                (known.points, known.emp) = (known.points.and(&points), known.emp.and(&emp));
            }
            None => all.push(Struck { target, defence, rolls: vec![roll], points, emp }),
        }
    };
    for family in families {
        for (shot, aimed) in shots.iter().filter(|it| it.0.family == family) {
            let roll = |odds: u16, times: u8| Roll { odds: &menu.odds[usize::from(odds)], times };
            let attack = |aimed: bool| battle.attack_as(ship.ship, shot.weapon, shot.target, aimed).ok();
            for unit in &shot.strip {
                let beam = attack(false).and_then(|it| {
                    let Profile::Spinal { beam, .. } = it.profile else { return None };
                    Some(strip::attack(battle, ship.ship, beam, unit.target))
                });
                add(unit.target, &unit.defence, roll(unit.odds, unit.times), beam);
            }
            let target = ship.targets.iter().find(|it| it.target == shot.target);
            if let (Some(target), true) = (target, shot.strip.is_empty()) {
                // FT-5.8.2: a phaser that names a system rolls as a needle beam.
                let needle = shot.needle.filter(|_| *aimed);
                let (odds, times) = needle.map_or((shot.odds, shot.times), |it| (it.odds, it.times));
                add(target.target, &target.defence, roll(odds, times), attack(needle.is_some()));
            }
        }
    }
    all
}

/// FT-17.2.2: in dust nothing is fired before a die has found the target.
fn once_found(found: bool, ways: &Ways) -> Ways {
    if found {
        return ways.clone();
    }
    let lock = Ways::die(6, |die| usize::from(LOCK <= die));
    lock.then(|found| if found == 0 { Ways::sure(0) } else { ways.clone() })
}

/// Chains of re-rolls have no end, so that parts of a whole are told.
pub(crate) fn rounded(parts: &[u64]) -> Ways {
    Ways::rounded(parts.iter().copied())
}

fn at_ship(battle: &Battle, ship: &FireMenu, struck: &Struck<'_>) -> Vec<Odds> {
    let Struck { target, defence, rolls, points, emp } = struck;
    // FT-7.25.2: what it lets through and sends back hangs on one more die, for all weapons together.
    // Whether it is up was written in secret: what shows is that there is one.
    let carries = battle.working(*target, |kind| matches!(kind, Kind::Reflex)).next().is_some();
    let reflex = if carries { ", unless its reflex field is up" } else { "" };
    let field = &battle.field;
    let what = format!("{} at {}{reflex}", field.code(ship.ship), narrate::name(field, *target));
    let found = ship.targets.iter().find(|it| it.target == *target).is_none_or(|it| it.lock.is_none());
    let told = |parts: &[u64]| once_found(found, &rounded(parts));
    let prospect = volley(defence, rolls);
    let mut all = Vec::new();
    let harms = rolls.iter().flat_map(|it| it.odds).any(|it| it.emp < it.points());
    if harms {
        all.push(Odds::new(&what, "points before armour", "FT-5.0.1", once_found(found, points)));
        if !defence.armour.is_empty() {
            all.push(Odds::new(&what, "armour boxes", "FT-DMG.1", told(&prospect.armour)));
        }
        all.push(Odds::new(&what, "hull boxes", "FT-DMG.1", told(&prospect.hull)));
    }
    if 1 < prospect.emp.len() {
        all.push(Odds::new(&what, "EMP hits", "FT-5.4.1", once_found(found, emp)));
    }
    if harms {
        let whole: u64 = prospect.hull.iter().sum();
        let ends = [whole.saturating_sub(prospect.destroyed), prospect.destroyed];
        all.push(Odds::whether(&what, "destroyed", "FT-DMG.1", &told(&ends)));
    }
    all
}

/// What the dice of one kind add up to, whatever stops it; EMP hits are no points.
pub(crate) fn points_of(odds: &[Outcome]) -> Ways {
    let mut parts: Vec<u64> = Vec::new();
    for it in odds {
        let points = usize::from(it.points() - it.emp);
        parts.resize(parts.len().max(points + 1), 0);
        parts[points] += it.chance;
    }
    rounded(&parts)
}

/// What a shot may do besides damage: FT-5.13.1, FT-5.14.2, FT-5.9.1, FT-5.18.1.
fn beside(battle: &Battle, ship: &FireMenu, shot: &Shot) -> Vec<Odds> {
    let Some(it) = shot_menu(ship, shot) else { return Vec::new() };
    let field = &battle.field;
    let found = ship.targets.iter().find(|to| to.target == shot.target).is_none_or(|to| to.lock.is_none());
    let what = format!("{} {} at {}", field.code(ship.ship), it.name, narrate::name(field, shot.target));
    let one = |chance: u64| once_found(found, &rounded(&[crate::fire::odds::WHOLE - chance, chance]));
    let mut all = Vec::new();
    if let Some(aim) = shot.aim.filter(|_| 0 < it.kill) {
        let what = format!("{what}, {}", narrate::system(field, shot.target, aim));
        all.push(Odds::whether(what, "system lost", "FT-5.13.1", &one(it.kill)));
    }
    if 0 < it.burst {
        all.push(Odds::whether(&what, "tube burst", "FT-5.14.2", &one(it.burst)));
    }
    if !it.boards.is_empty() {
        all.push(Odds::new(&what, "units aboard", "FT-12.7.1", once_found(found, &rounded(&it.boards))));
    }
    all
}

/// FT-8.6.6, FT-9.1.6: all that this ship fires at one group.
fn at_group(battle: &Battle, fire: &Fire, group: GroupId) -> Odds {
    let shots = fire.groups.iter().filter(|it| it.group == group);
    let dice: Vec<_> = shots.filter_map(|it| battle.at_group(fire.ship, it.weapon, group).ok()).collect();
    let kills = rounded(&chances(&dice, battle.group(group).left));
    let what = format!("{} at {}", battle.field.code(fire.ship), narrate::group(&battle.field, group));
    Odds::new(what, "craft", "FT-8.6.6", once_found(!battle.is_dusty_about(fire.ship, group), &kills))
}
