//! How computer players use fighters and gunboats in a fight; the same plans are what a screen proposes.

use engine::{Findings, Seat};

use super::strikes;
use crate::{
    Battle, Order,
    craft::{
        self,
        arms::{Strike, torpedo_odds},
        attacks::{self, Declared, marker_mark},
        dogfights::Stance,
        evasion::GroupShot,
        gunboats::BoatFire,
        moves::Pass,
        runs::{Run, With},
        wings::{Craft, GroupId, Target},
    },
    damage::kills::{Scale, chances, mean},
    fire::{
        Fire,
        odds::{self, WHOLE},
    },
    ordnance::{Marker, Warhead},
    phases::Phase,
    ship::ShipId,
    yard::design::WingType,
};

/// Points of one craft, in thousandths.
pub(crate) fn worth(battle: &Battle, id: GroupId) -> i64 {
    match &battle.group(id).craft {
        Craft::Fighters { kind, mods, .. } => {
            let wing = crate::yard::design::Wing { kind: *kind, mods: mods.clone(), ..Default::default() };
            i64::from(wing.points()) * 1_000 / i64::from(battle.group(id).craft.full().max(1))
        }
        Craft::Gunboats { .. } => 12_000,
    }
}

/// Points that a point of damage is worth on a ship, in thousandths.
pub(crate) fn box_worth(battle: &Battle, ship: ShipId) -> i64 {
    let blueprint = battle.field.blueprint(ship);
    i64::from(blueprint.points) * 1_000 / i64::from(blueprint.hull().max(1))
}

/// Average kills of dice at something so strong, in thousandths.
fn kills(dice: &[(Option<Scale>, u8)], most: u8) -> i64 {
    let shots: Vec<(Scale, u8)> = dice.iter().filter_map(|it| Some((it.0?, it.1))).collect();
    i64::from(mean(&chances(&shots, most)))
}

/// Average points of an attack run, in thousandths.
pub(crate) fn run_mean(battle: &Battle, id: GroupId, ship: ShipId, with: With) -> i64 {
    let Some(arms) = battle.arms_of(id, with) else { return 0 };
    let (dice, screens) = (battle.run_dice(id, &arms, false), battle.run_screens(id, ship));
    match arms.strike {
        Strike::Torpedo => {
            let odds = torpedo_odds(battle.field.options.damage_die_floor, arms.bonus, screens);
            let sum: u128 = odds.iter().map(|it| u128::from(it.points()) * u128::from(it.chance)).sum();
            (sum * 1_000 / u128::from(WHOLE)) as i64 * i64::from(dice)
        }
        Strike::Dice(_) => {
            let attack = arms.attack(1, screens).expect("dice have an attack");
            let one = i64::from(odds::usual(&battle.field.options, &attack));
            // The quick average knows nothing of modifiers: a sixth of a hit and a third of one.
            let shifted = match arms.bonus {
                1.. => one * 14 / 10,
                0 => one,
                _ => one * 3 / 8,
            };
            shifted * i64::from(dice)
        }
    }
}

/// Missiles of a marker at most, and points of one, in thousandths.
pub(crate) fn warhead(marker: &Marker) -> (u8, i64) {
    match marker.what {
        Warhead::Salvo => (6, 3_500),
        Warhead::Spread(n) => (n, 3_500),
        Warhead::Heavy | Warhead::Antimatter { .. } => (1, 10_000),
        Warhead::Bolt(_) | Warhead::Rockets(_) => (3, 3_500),
    }
}

/// What an attack is worth, in thousandths of a point.
fn value(battle: &Battle, id: GroupId, target: Target) -> i64 {
    let group = battle.group(id);
    match target {
        Target::Ship(ship) if group.fights_as() == Some(WingType::Assault) => box_worth(battle, ship) * 4,
        Target::Ship(ship) => run_mean(battle, id, ship, With::Main) * box_worth(battle, ship) / 1_000,
        Target::Group(foe) => {
            let there = battle.group(foe);
            let fallen = kills(&battle.dice_against(id, foe), there.left);
            // Those on their way to a ship are worth stopping.
            let urgent =
                if matches!(there.deeds.target, Some(Target::Ship(_))) || there.is_armed() { 3 } else { 2 };
            fallen * worth(battle, foe) * urgent / 1_000
        }
        Target::Marker(number) => {
            let Some(marker) = battle.marker(number) else { return 0 };
            let Some(mark) = marker_mark(marker) else { return 0 };
            let (most, each) = warhead(marker);
            let saved = kills(&group.dice_at(mark), most) * each / 1_000;
            let friends =
                battle.threatened(marker).into_iter().filter(|&it| battle.ship(it).side == group.side);
            friends.map(|ship| saved * box_worth(battle, ship) / 1_000).max().unwrap_or(0)
        }
    }
}

/// The attacks that are worth most together, best first, as far as screens allow.
pub(crate) fn attacks(battle: &Battle, seat: Seat) -> Vec<Declared> {
    let mut all: Vec<(i64, Declared)> = Vec::new();
    for group in battle.able_attackers(seat) {
        for target in battle.possible_attacks(group) {
            all.push((value(battle, group, target), Declared { group, target }));
        }
    }
    all.retain(|it| 0 < it.0);
    all.sort_by_key(|it| (-it.0, it.1.group, it.1.target));
    let wanted: Vec<Declared> = all.iter().map(|it| it.1).collect();
    let mut plan = attacks::legal(battle, seat, &wanted);
    // A spare group takes on a screen, so that a better one comes through.
    loop {
        let more: Vec<Declared> = plan.iter().chain(&wanted).copied().collect();
        let next = attacks::legal(battle, seat, &more);
        if next.len() <= plan.len() {
            break;
        }
        plan = next;
    }
    // Not where point defence would cost more than the attack is worth.
    let mut ships: Vec<ShipId> = plan
        .iter()
        .filter_map(|it| if let Target::Ship(ship) = it.target { Some(ship) } else { None })
        .collect();
    ships.sort();
    ships.dedup();
    for ship in ships {
        let on = |it: &Declared| it.target == Target::Ship(ship);
        let groups: Vec<GroupId> = plan.iter().filter(|it| on(it)).map(|it| it.group).collect();
        let assault = groups.iter().any(|&id| battle.group(id).fights_as() == Some(WingType::Assault));
        if !assault && strikes::gain(battle, seat, &groups, ship, Pass::Secondary) <= 0 {
            plan.retain(|it| !on(it));
        }
    }
    attacks::legal(battle, seat, &plan)
}

/// Whom to shoot at, and whether to press on.
pub(crate) fn stances(battle: &Battle, seat: Seat) -> Vec<Stance> {
    let mut stances = Vec::new();
    for id in battle.choosing(seat) {
        let group = battle.group(id);
        let foes = battle.foes(id);
        let gain = |foe: GroupId| {
            let there = battle.group(foe);
            kills(&battle.dice_against(id, foe), there.left) * worth(battle, foe) / 1_000
        };
        let Some(best) = foes.iter().copied().max_by_key(|&foe| (gain(foe), std::cmp::Reverse(foe))) else {
            continue;
        };
        let goes_on = match group.deeds.target {
            Some(target @ (Target::Ship(_) | Target::Marker(_))) => {
                !group.deeds.pinned && gain(best) * 2 < value(battle, id, target)
            }
            _ => false,
        };
        let at = if goes_on { Vec::new() } else { vec![best] };
        stances.push(Stance { group: id, at, duel: false });
    }
    stances
}

/// Torpedoes and MKP go at what is worth them, guns at the rest.
pub(crate) fn runs(battle: &Battle, seat: Seat) -> Vec<Run> {
    battle.running_in(seat).into_iter().map(|group| Run { group, with: With::Main, aim: None }).collect()
}

/// Evades what would cost about a craft, if something is left to come home with.
pub(crate) fn evade(battle: &Battle, seat: Seat) -> Vec<GroupId> {
    let Phase::Evade { fire, .. } = &battle.phase else { return Vec::new() };
    let costly = |&id: &GroupId| {
        let of = fire.groups.iter().filter(|it| it.group == id);
        let shots: Vec<(Scale, u8)> =
            of.filter_map(|it| battle.at_group(fire.ship, it.weapon, id).ok()).collect();
        let lost = mean(&chances(&shots, battle.group(id).left));
        1 < battle.group(id).cef && 900 <= lost || 2_000 <= lost
    };
    battle.evaders(seat, fire).into_iter().filter(costly).collect()
}

/// The best shot of a squadron of gunboats.
pub(crate) fn boats(battle: &Battle, seat: Seat) -> Option<BoatFire> {
    let gain = |&(group, ship): &(GroupId, ShipId)| {
        let guns = battle.boats_at(group, ship).unwrap_or_default();
        let points: i64 = guns
            .iter()
            .map(|(_, gun, attack)| {
                i64::from(gun.times) * i64::from(odds::usual(&battle.field.options, attack))
            })
            .sum();
        points * box_worth(battle, ship)
    };
    let best = battle.boat_targets(seat).into_iter().max_by_key(gain)?;
    Some(BoatFire { group: best.0, target: best.1, aim: None, singly: false })
}

/// Guns without a ship to fire at are turned on small craft, the strongest group in reach.
pub(crate) fn at_groups(battle: &Battle, seat: Seat, fire: Fire) -> Fire {
    let mut fire = fire;
    let mut shots: Vec<GroupShot> = battle.group_shots(fire.ship);
    shots.retain(|it| !fire.shots.iter().any(|other| other.weapon == it.weapon));
    let Some(group) = shots
        .iter()
        .map(|it| it.group)
        .max_by_key(|&id| (worth(battle, id) * i64::from(battle.group(id).left), id))
    else {
        return fire;
    };
    for shot in shots.into_iter().filter(|it| it.group == group) {
        fire.groups.push(shot);
        let mut found = Findings::default();
        crate::fire::check(battle, seat, &fire, &mut found);
        if !found.is_empty() {
            fire.groups.pop();
        }
    }
    fire
}

/// A ship that has nothing else to fire at.
pub(crate) fn idle_guns(battle: &Battle, seat: Seat) -> Option<Order> {
    let able = battle.own_ships(seat).find(|&id| !battle.group_shots(id).is_empty())?;
    let fire = at_groups(battle, seat, Fire::of(able));
    (!fire.groups.is_empty()).then_some(Order::Fire(fire))
}

/// Missiles and rockets of small craft.
pub(crate) fn launch(battle: &Battle, seat: Seat) -> Option<Order> {
    let mut able = battle.launching_groups(seat).into_iter();
    able.find_map(|id| craft::launch::usual(battle, id)).map(Order::CraftLaunch)
}

/// What a captain would do in the phases of small craft.
#[expect(clippy::wildcard_enum_match_arm, reason = "small craft fight in these phases alone")]
pub(crate) fn usual(battle: &Battle, seat: Seat) -> Option<Order> {
    Some(match &battle.phase {
        Phase::Attacks { .. } => {
            let attacks = attacks(battle, seat);
            if attacks.is_empty() { Order::Pass } else { Order::Attack(attacks) }
        }
        Phase::Dogfights { .. } => Order::Dogfight(stances(battle, seat)),
        Phase::Runs { .. } => Order::Run(runs(battle, seat)),
        Phase::Evade { .. } => Order::Evade(evade(battle, seat)),
        _ => return None,
    })
}
