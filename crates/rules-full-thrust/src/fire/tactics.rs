//! Fire in the hands of the computer players. Taste, never rules.

use engine::{Game, Seat, Viewer};

use crate::{
    Battle, Order,
    craft::tactics::fights,
    fire::{self, Fire, Shot, directors, odds},
    sensors::bogeys::Insight,
    setup::tactics as goals,
    ship::{IconId, ShipId},
    tactics::judge,
    weapons::Profile,
    yard::design::Kind,
};

/// The ship whose fire is worth most fires all it has, each gun where it adds most.
pub(crate) fn shoot(battle: &Battle, seat: Seat, favour: &dyn Fn(ShipId) -> i64) -> Order {
    let mut best: Option<(i64, Fire)> = None;
    let points = |id: ShipId| i64::from(battle.field.blueprint(id).points) * goals::stake(battle, id) / 1_000;
    for id in battle.own_ships(seat) {
        let mut lines = battle.great_guns(id);
        if !lines.is_empty() {
            lines.truncate(usize::from(battle.fire_controls(id)));
            return Order::Fire(Fire { lines, ..Fire::of(id) });
        }
        let mut shots: Vec<(IconId, ShipId, i64, bool)> = Vec::new();
        let mut torpedoes: Vec<(IconId, IconId)> = Vec::new();
        for (weapon, target, attack) in fire::attacks(battle, id) {
            if goals::leaves_alone(battle, seat, id, weapon, target) {
                continue;
            }
            // FT-5.18.2: no more launchers than there are torpedoes in their magazine.
            if let Some((store, left)) = battle.boarding_magazine(id, weapon)
                && !torpedoes.contains(&(store, weapon))
            {
                if left as usize <= torpedoes.iter().filter(|it| it.0 == store).count() {
                    continue;
                }
                torpedoes.push((store, weapon));
            }
            let needle = matches!(attack.profile, Profile::Needle { .. });
            shots.push((weapon, target, i64::from(odds::usual(&battle.field.options, &attack)), needle));
        }
        if shots.is_empty() {
            continue;
        }
        let mut targets: Vec<(ShipId, i64)> = Vec::new();
        for &(_, target, mean, _) in &shots {
            match targets.iter_mut().find(|it| it.0 == target) {
                Some(it) => it.1 += mean,
                None => targets.push((target, mean)),
            }
        }
        let gain = |target: ShipId, from: i64, more: i64| {
            let step = judge::ruined(battle, target, from + more) - judge::ruined(battle, target, from);
            // A little for every point, so that nothing stays silent.
            points(target) * step * favour(target) / 1_000 + more / 100
        };
        targets.sort_by_key(|&(target, mean)| (-gain(target, 0, mean), target));
        targets.truncate(usize::from(battle.fire_controls(id)).max(1));
        let mut taken: Vec<(ShipId, i64)> = targets.iter().map(|it| (it.0, 0)).collect();
        let (mut fire, mut total) = (Fire::of(id), 0);
        // Everything at the best target that bears, until it has had enough.
        let mut first = 0;
        while first < shots.len() {
            let weapon = shots[first].0;
            let end = first + shots[first..].iter().take_while(|it| it.0 == weapon).count();
            let mut choice: Option<(i64, ShipId, i64, bool)> = None;
            // FT-5.22.1: where the turret points already.
            let turret = battle.turret_of(id, weapon);
            let mates = |it: &&Shot| turret.is_some() && battle.turret_of(id, it.weapon) == turret;
            let bound = fire.shots.iter().find(mates).map(|it| it.target);
            for (at, (target, had)) in taken.iter().enumerate() {
                if bound.is_some_and(|it| it != *target) {
                    continue;
                }
                let Some(shot) = shots[first..end].iter().find(|it| it.1 == *target) else { continue };
                let whole = targets[at].1;
                // Nearly dead already by what is aimed at it: the next one.
                let rest = gain(*target, *had, (whole - had).max(shot.2)).max(gain(*target, *had, shot.2));
                if choice.is_none_or(|it| it.0 < rest) {
                    choice = Some((rest, *target, shot.2, shot.3));
                }
            }
            if let Some((_, target, mean, needle)) = choice {
                let known = Insight::Built <= battle.insight(Viewer::Seat(seat), target);
                let seen = known && targets.len() == 1 && !battle.ship(target).cloaked;
                let aim = if needle && seen { aim(battle, target) } else { None };
                fire.shots.push(Shot { weapon, target, aim });
                if let Some(it) = taken.iter_mut().find(|it| it.0 == target) {
                    it.1 += mean;
                }
            }
            first = end;
        }
        fire = sure(battle, seat, directors::kept(battle, fire));
        for (target, had) in taken {
            total += gain(target, 0, had);
        }
        if !fire.shots.is_empty() && best.as_ref().is_none_or(|it| it.0 < total) {
            best = Some((total, fire));
        }
    }
    if let Some(fire) = fights::boats(battle, seat) {
        return Order::FireBoats(fire);
    }
    match best {
        Some((_, fire)) => Order::Fire(fights::at_groups(battle, seat, fire)),
        None => fights::idle_guns(battle, seat).unwrap_or(Order::Pass),
    }
}

/// FT-12.2.1: orders are judged by what their seat knows of closed displays, and what is really there may seem to
/// allow more.
fn sure(battle: &Battle, seat: Seat, mut fire: Fire) -> Fire {
    if battle.field.options.is_closed() {
        let ship = fire.ship;
        let alone = |shot: &Shot| Order::Fire(Fire { shots: vec![shot.clone()], ..Fire::of(ship) });
        fire.shots.retain(|shot| battle.check(seat, &alone(shot)).is_ok());
    }
    fire
}

/// A fire control, else a drive.
pub(crate) fn aim(battle: &Battle, id: ShipId) -> Option<IconId> {
    let control = battle.working(id, |kind| matches!(kind, Kind::FireControl { .. })).next();
    control.or_else(|| battle.working(id, |kind| matches!(kind, Kind::Drive { .. })).next())
}
