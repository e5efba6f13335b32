//! What the dice of one order may come to, put together from the odds of the menu (ASF-RAT.3, ASF-MD.2,
//! ASF-DC.3).

use std::collections::BTreeMap;

use engine::{Odds as Prospect, Ways};

use crate::{
    Action, Battle, Order,
    fire::Volley,
    menu::{FireMenu, FireShip, Menu, ShotMenu},
    narrate,
    odds::{Attacks, Odds},
    repairs::Party,
    ship::ShipId,
};

/// What attacks do to one ship. Hull die and weapon die are told apart, as they are thrown.
#[derive(Clone, Debug)]
struct Blow {
    /// ASF-MD.1: of mass drivers.
    hits: Option<Ways>,
    hull: Ways,
    weapons: Ways,
    criticals: Ways,
}

impl Blow {
    fn nothing() -> Blow {
        Blow { hits: None, hull: Ways::sure(0), weapons: Ways::sure(0), criticals: Ways::sure(0) }
    }

    fn of(odds: &Odds) -> Blow {
        Blow {
            hits: None,
            hull: Ways::of(odds.hull),
            weapons: Ways::of(odds.weapons),
            criticals: Ways::of([odds.of - odds.critical, odds.critical]),
        }
    }

    fn and(&self, other: &Blow) -> Blow {
        let hits = match (&self.hits, &other.hits) {
            (Some(mine), Some(its)) => Some(mine.and(its)),
            (one, other) => one.clone().or_else(|| other.clone()),
        };
        Blow {
            hits,
            hull: self.hull.and(&other.hull),
            weapons: self.weapons.and(&other.weapons),
            criticals: self.criticals.and(&other.criticals),
        }
    }

    fn times(&self, n: u16) -> Blow {
        Blow {
            hits: None,
            hull: self.hull.times(n),
            weapons: self.weapons.times(n),
            criticals: self.criticals.times(n),
        }
    }

    /// ASF-MD.2: what 1, 2, … hits come to, each with the ways to hit so often.
    fn by_hits(hits: Ways, blows: &[Blow]) -> Blow {
        let of = |part: fn(&Blow) -> &Ways| hits.then(|n| part(&blows[n]).clone());
        Blow {
            hull: of(|it| &it.hull),
            weapons: of(|it| &it.weapons),
            criticals: of(|it| &it.criticals),
            hits: Some(hits),
        }
    }
}

pub(crate) fn odds(battle: &Battle, menu: &Menu, order: &Order) -> Vec<Prospect> {
    match (&order.action, &menu.fire, &menu.repairs) {
        (Action::Fire(volleys), Some(fire), _) => fired(battle, fire, volleys),
        (Action::Repair(parties), _, Some(_)) => {
            parties.iter().map(|party| repaired(battle, *party)).collect()
        }
        (Action::Fire(_) | Action::Repair(_) | Action::Deploy(_) | Action::Plot(_) | Action::Concede, ..) => {
            Vec::new()
        }
    }
}

/// ASF-FIRE.3: all volleys of the step together, by target.
fn fired(battle: &Battle, menu: &FireMenu, volleys: &[Volley]) -> Vec<Prospect> {
    let mut by: BTreeMap<ShipId, (Vec<ShipId>, Blow)> = BTreeMap::new();
    for volley in volleys {
        let Some(ship) = menu.ships.iter().find(|it| it.ship == volley.ship) else { continue };
        for (target, blow) in struck(ship, volley) {
            let (firers, sum) = by.entry(target).or_insert_with(|| (Vec::new(), Blow::nothing()));
            if !firers.contains(&volley.ship) {
                firers.push(volley.ship);
            }
            *sum = sum.and(&blow);
        }
    }
    by.into_iter().flat_map(|(target, (firers, blow))| told(battle, &firers, target, &blow)).collect()
}

/// One volley, by target; what the menu does not offer strikes nobody.
fn struck(ship: &FireShip, volley: &Volley) -> Vec<(ShipId, Blow)> {
    let shot = |target: ShipId| {
        let same = |it: &&ShotMenu| {
            it.target == target && (volley.arc.is_none() || it.arc.is_none() || it.arc == volley.arc)
        };
        ship.shots.iter().find(same)
    };
    let Some(first) = shot(volley.target) else { return Vec::new() };
    if first.to_hit.is_some() {
        let mut targets: Vec<ShipId> =
            [volley.target].into_iter().chain(volley.then.iter().copied()).collect();
        let all = targets.clone();
        targets.sort_unstable();
        targets.dedup();
        let of = |target: ShipId| {
            let drivers = all.iter().filter(|it| **it == target).count() as u16;
            Some((target, driven(shot(target)?, drivers, volley.unsplit)?))
        };
        return targets.into_iter().filter_map(of).collect();
    }
    let mut blows = vec![(volley.target, Blow::of(&first.odds))];
    let mut left = first.left;
    for &target in &volley.then {
        let part = first.rests.iter().find(|it| it.target == target && Some(it.strength) == left);
        let Some(part) = part else { break };
        blows.push((target, Blow::of(&part.odds)));
        left = part.left;
    }
    blows
}

/// ASF-MD.1, ASF-MD.2: so many mass drivers at one target.
fn driven(shot: &ShotMenu, drivers: u16, unsplit: bool) -> Option<Blow> {
    let to_hit = shot.to_hit?;
    let hits = Ways::of([to_hit.of - to_hit.hits, to_hit.hits]).times(drivers);
    let of = |attacks: &Vec<Attacks>| match attacks.first() {
        // ASF-RAT.4: what exceeds 6:1 is lost, unless it goes into the same target.
        Some(first) if unsplit => Blow::of(&first.odds),
        _ => attacks.iter().fold(Blow::nothing(), |sum, it| sum.and(&Blow::of(&it.odds).times(it.times))),
    };
    let by_hits = shot.odds_by_hits.iter().take(usize::from(drivers));
    let blows: Vec<Blow> = [Blow::nothing()].into_iter().chain(by_hits.map(of)).collect();
    Some(Blow::by_hits(hits, &blows))
}

fn told(battle: &Battle, firers: &[ShipId], target: ShipId, blow: &Blow) -> Vec<Prospect> {
    let field = &battle.field;
    let tags: Vec<String> = firers.iter().map(|it| field.tag(*it)).collect();
    let what = format!("{} at {}", tags.join(", "), narrate::name(field, target));
    let ship = battle.ship(target);
    // ASF-FIRE.3: what has struck it in this step is marked together with this.
    let left = battle.hull_left(ship).saturating_sub(ship.struck.hull);
    let mut all = Vec::new();
    all.extend(blow.hits.iter().map(|it| Prospect::new(&what, "hits", "ASF-MD.1", it.clone())));
    all.push(Prospect::new(&what, "hull boxes", "ASF-RAT.3", blow.hull.clone()));
    all.push(Prospect::new(&what, "weapons boxes", "ASF-RAT.3", blow.weapons.clone()));
    if field.options.criticals {
        all.push(Prospect::new(&what, "critical hits", "ASF-CRIT.1", blow.criticals.clone()));
    }
    all.push(Prospect::whether(&what, "destroyed", "ASF-FIRE.3", &blow.hull.at_least(usize::from(left))));
    all
}

/// ASF-DC.3.
fn repaired(battle: &Battle, party: Party) -> Prospect {
    let what = format!("{} on the {}", narrate::name(&battle.field, party.ship), party.location.name());
    let ways = Ways::die(6, |die| usize::from(u16::from(die) <= party.crew));
    Prospect::whether(what, "repaired", "ASF-DC.3", &ways)
}
