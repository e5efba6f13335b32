//! What the dice of one ship's fire may come to, put together from the menu (FT-2.6.11, FT-DMG, FT-5).

use engine::{Odds, Ways};

use crate::{
    Battle, Menu,
    craft::wings::GroupId,
    damage::kills,
    fire::{
        Fire, Shot,
        menu::{self, FireMenu, LineMenu, ShotMenu},
        odds::{self, Counted, Defence, Dist, ONE, fine, reckon},
        sweeps,
    },
    narrate,
    ship::ShipId,
    terrain::clouds::LOCK,
    weapons::{Attack, Gun, Profile, Spinal, strip},
    yard::design::Kind,
};

/// Shots at one ship, in the order of their dice.
struct Struck {
    target: ShipId,
    defence: Defence,
    /// As fine as they are counted: what the menu has of them is rounded for the screen.
    rolls: Vec<Counted>,
}

pub(crate) fn odds(battle: &Battle, menu: &Menu, fire: &Fire) -> Vec<Odds> {
    let mut told = Vec::new();
    if let Some(ship) = menu.fire.iter().find(|it| it.ship == fire.ship) {
        for struck in struck(battle, ship, fire) {
            told.extend(at_ship(battle, ship, &struck));
        }
        for shot in &fire.shots {
            told.extend(beside(battle, ship, shot));
        }
        told.extend(lines(ship, fire).flat_map(|it| swept(battle, ship, it)));
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
fn struck(battle: &Battle, ship: &FireMenu, fire: &Fire) -> Vec<Struck> {
    let shots: Vec<(&ShotMenu, bool)> =
        fire.shots.iter().filter_map(|it| Some((shot_menu(ship, it)?, it.aim.is_some()))).collect();
    let mut families: Vec<&str> = Vec::new();
    for (shot, _) in &shots {
        if !families.contains(&shot.family.as_str()) {
            families.push(&shot.family);
        }
    }
    let mut all: Vec<Struck> = Vec::new();
    let mut add = |target: ShipId, defence: &Defence, attack: Option<Attack>| {
        let roll = attack.map(|it| fine(&battle.field.options, &it));
        match all.iter_mut().find(|it| it.target == target) {
            Some(known) => known.rolls.extend(roll),
            None => {
                all.push(Struck { target, defence: defence.clone(), rolls: roll.into_iter().collect() });
            }
        }
    };
    for family in families {
        for (shot, aimed) in shots.iter().filter(|it| it.0.family == family) {
            let attack = |aimed: bool| battle.attack_as(ship.ship, shot.weapon, shot.target, aimed).ok();
            for unit in &shot.strip {
                let beam = attack(false).and_then(|it| {
                    let Profile::Spinal { beam, .. } = it.profile else { return None };
                    Some(strip::attack(battle, ship.ship, beam, unit.target))
                });
                add(unit.target, &unit.defence, beam);
            }
            let target = ship.targets.iter().find(|it| it.target == shot.target);
            if let (Some(target), true) = (target, shot.strip.is_empty()) {
                // FT-5.8.2: a phaser that names a system rolls as a needle beam.
                let needle = shot.needle.filter(|_| *aimed);
                add(target.target, &target.defence, attack(needle.is_some()));
            }
        }
    }
    // FT-5.23.3: a spinal mount at a point strikes all in its strip as well.
    for line in lines(ship, fire) {
        let kind = battle.field.blueprint(ship.ship).kind(line.line.weapon);
        let Some(Kind::Gun(Gun::Spinal(Spinal { beam, .. }))) = kind else { continue };
        for target in known(battle, line) {
            let defence = odds::defence(battle, target, ship.ship);
            add(target, &defence, Some(strip::attack(battle, ship.ship, *beam, target)));
        }
    }
    all
}

/// What is fired along a line, as the menu has it.
fn lines<'a>(ship: &'a FireMenu, fire: &Fire) -> impl Iterator<Item = &'a LineMenu> {
    fire.lines.iter().filter_map(|line| ship.lines.iter().find(|it| it.line == *line))
}

/// FT-12.1.1: odds against a bogey would tell on it.
fn known(battle: &Battle, line: &LineMenu) -> impl Iterator<Item = ShipId> {
    line.caught.iter().copied().filter(|id| !battle.ship(*id).bogey)
}

/// FT-7.23.2, FT-7.24.3: what a nova cannon or a wave gun does to everybody in its way, past all armour.
fn swept(battle: &Battle, ship: &FireMenu, line: &LineMenu) -> Vec<Odds> {
    let mut told = Vec::new();
    for target in known(battle, line) {
        let Some((dice, off)) = sweeps::dice_at(battle, ship.ship, line.line.weapon, target) else {
            continue;
        };
        let floor = battle.field.options.damage_die_floor;
        let left = usize::from(battle.hull_left(target));
        let points = Ways::die(6, |die| usize::from(floor.less(die, off))).times(dice.into());
        let what = format!(
            "{} of {} at {}",
            line.name,
            battle.field.code(ship.ship),
            narrate::name(&battle.field, target)
        );
        told.push(Odds::new(&what, "hull boxes", "FT-DMG.6", points.at_most(left)));
        told.push(Odds::whether(&what, "destroyed", "FT-DMG.1", &points.at_least(left)));
    }
    told
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
pub(crate) fn rounded(parts: &[u128]) -> Ways {
    Ways::rounded(parts.iter().copied())
}

fn at_ship(battle: &Battle, ship: &FireMenu, struck: &Struck) -> Vec<Odds> {
    let Struck { target, defence, rolls } = struck;
    // FT-7.25.2: what it lets through and sends back hangs on one more die, for all weapons together.
    // Whether it is up was written in secret: what shows is that there is one.
    let carries = battle.working(*target, |kind| matches!(kind, Kind::Reflex)).next().is_some();
    let reflex = if carries { ", unless its reflex field is up" } else { "" };
    let field = &battle.field;
    let what = format!("{} at {}{reflex}", field.code(ship.ship), narrate::name(field, *target));
    let found = ship.targets.iter().find(|it| it.target == *target).is_none_or(|it| it.lock.is_none());
    let told = |parts: &[u128]| once_found(found, &rounded(parts));
    let sum = |of: fn(&Dist) -> Ways| {
        let add = |all: Ways, it: &Counted| all.and(&of(&it.odds).times(it.times.into()));
        once_found(found, &rolls.iter().fold(Ways::sure(0), add))
    };
    let prospect = reckon(defence, rolls);
    let mut all = Vec::new();
    let harms = rolls.iter().any(|it| it.odds.harms());
    if harms {
        all.push(Odds::new(&what, "points before armour", "FT-5.0.1", sum(Dist::points)));
        if !defence.armour.is_empty() {
            all.push(Odds::new(&what, "armour boxes", "FT-DMG.1", told(&prospect.armour)));
        }
        all.push(Odds::new(&what, "hull boxes", "FT-DMG.1", told(&prospect.hull)));
    }
    if 1 < prospect.emp.len() {
        all.push(Odds::new(&what, "EMP hits", "FT-5.4.1", sum(Dist::emp)));
    }
    if harms {
        let whole: u128 = prospect.hull.iter().sum();
        let ends = [whole.saturating_sub(prospect.destroyed), prospect.destroyed];
        all.push(Odds::whether(&what, "destroyed", "FT-DMG.1", &told(&ends)));
    }
    all
}

/// What a shot may do besides damage: FT-5.13.1, FT-5.14.2, FT-5.9.1, FT-5.18.1.
fn beside(battle: &Battle, ship: &FireMenu, shot: &Shot) -> Vec<Odds> {
    let Some(it) = shot_menu(ship, shot) else { return Vec::new() };
    let field = &battle.field;
    let found = ship.targets.iter().find(|to| to.target == shot.target).is_none_or(|to| to.lock.is_none());
    let what = format!("{} {} at {}", field.code(ship.ship), it.name, narrate::name(field, shot.target));
    let one = |chance: u128| once_found(found, &rounded(&[ONE.saturating_sub(chance), chance]));
    let Ok(attack) = battle.attack(ship.ship, shot.weapon, shot.target) else { return Vec::new() };
    let mut all = Vec::new();
    if let Some(aim) = shot.aim.filter(|_| 0 < it.kill) {
        let what = format!("{what}, {}", narrate::system(field, shot.target, aim));
        all.push(Odds::whether(
            what,
            "system lost",
            "FT-5.13.1",
            &one(menu::lost(battle, ship.ship, shot, &attack)),
        ));
    }
    if 0 < it.burst {
        all.push(Odds::whether(&what, "tube burst", "FT-5.14.2", &one(menu::burst(battle, &attack))));
    }
    if !it.boards.is_empty() {
        let told = once_found(found, &rounded(&menu::boards(battle, &attack)));
        all.push(Odds::new(&what, "units aboard", "FT-12.7.1", told));
    }
    all
}

/// FT-8.6.6, FT-9.1.6: all that this ship fires at one group.
fn at_group(battle: &Battle, fire: &Fire, group: GroupId) -> Odds {
    let shots = fire.groups.iter().filter(|it| it.group == group);
    let dice: Vec<_> = shots.filter_map(|it| battle.at_group(fire.ship, it.weapon, group).ok()).collect();
    let kills = rounded(&kills::fine(&dice, battle.group(group).left));
    let what = format!("{} at {}", battle.field.code(fire.ship), narrate::group(&battle.field, group));
    Odds::new(what, "craft", "FT-8.6.6", once_found(!battle.is_dusty_about(fire.ship, group), &kills))
}
