//! What a screen may offer for fighters and gunboats in a fight, with exact chances (FT-8.6 to FT-8.18, FT-9).

use engine::Seat;
use geometry::Point;
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Order,
    boarding::Troop,
    craft::{
        self,
        arms::{Strike, torpedo_dist},
        dogfights::Stance,
        evasion::GroupShot,
        gunboats::BoatFire,
        launch::{CraftLaunch, Spread},
        runs::{Run, With},
        tactics::fights,
        wings::{GroupId, Pilots, Target},
    },
    damage::{
        self,
        kills::{self, Scale, chances},
    },
    fire::{
        Fire,
        odds::{self, Counted, Outcome},
    },
    narrate,
    phases::Phase,
    ship::{IconId, ShipId},
    terrain::clouds::LOCK,
};

/// The choices of one seat for its small craft, and against others'.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields, default)]
pub struct FightsMenu {
    /// FT-8.15.10, FT-9.2.8, FT-9.2.11.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub launches: Vec<CraftLaunchMenu>,
    /// FT-8.7.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<AttackMenu>,
    /// FT-8.9.4, FT-8.11.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stances: Vec<StanceMenu>,
    /// FT-8.15.6, FT-8.15.9, FT-8.18.2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<RunMenu>,
    /// FT-8.6.8.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evade: Vec<EvadeMenu>,
    /// FT-8.6.6, FT-9.1.6: shots of ships at groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shots: Vec<GroupShotMenu>,
    /// FT-9.1.5.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boats: Vec<BoatMenu>,
    /// What one die of an attack on a ship may do; attacks name their place in this list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub odds: Vec<Vec<Outcome>>,
    /// A plan that can be accepted at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual: Option<Order>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct CraftLaunchMenu {
    pub group: GroupId,
    pub name: String,
    pub missiles: u8,
    /// FT-8.15.10: missiles of one marker at most.
    pub salvo: u8,
    pub rockets: u8,
    pub bombs: u8,
    /// Where enemies will be that hold their course.
    pub places: Vec<Point>,
    /// FT-9.2.8: gunboats its rockets may be fired at, and the least die that hits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prey: Vec<(GroupId, u8)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual: Option<CraftLaunch>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct AttackMenu {
    pub group: GroupId,
    pub name: String,
    pub targets: Vec<QuarryMenu>,
}

/// One thing a group could attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct QuarryMenu {
    pub target: Target,
    /// FT-8.6.4: groups of its screen that must be taken on first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub screen: Vec<GroupId>,
    /// At small craft and missiles: chances of 0, 1, … kills.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kills: Vec<u64>,
    /// FT-8.15.14: Marines and parties that shuttles would land, each on 2 or 3 and more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<(u8, u8)>,
    /// At a ship: place in the table of odds, and how many dice, if all arrive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<(u16, u8)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct StanceMenu {
    pub group: GroupId,
    pub name: String,
    pub foes: Vec<FoeMenu>,
    /// FT-8.9.4: what it would go on with; it may press on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Target>,
    /// FT-8.9.4, FT-8.13.1: it may let the others shoot without an answer.
    pub may_hold: bool,
    pub usual: Stance,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct FoeMenu {
    pub group: GroupId,
    /// Chances of 0, 1, … kills, if all dice go there.
    pub kills: Vec<u64>,
    /// What it would do to the group.
    pub losses: Vec<u64>,
    /// FT-8.18.3: both have an ace.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub duel: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct RunMenu {
    pub group: GroupId,
    pub name: String,
    pub ship: ShipId,
    /// With what, place in the table of odds, number of dice, endurance.
    pub with: Vec<(With, u16, u8, u8)>,
    /// FT-8.18.2: systems an ace may aim at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aims: Vec<IconId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct EvadeMenu {
    pub group: GroupId,
    pub name: String,
    pub weapons: u8,
    /// Chances to lose 0, 1, … craft, if it does not evade.
    pub losses: Vec<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct GroupShotMenu {
    pub ship: ShipId,
    pub shot: GroupShot,
    pub name: String,
    /// Chances of 0, 1, … kills, once there is a lock.
    pub kills: Vec<u64>,
    /// FT-17.2.2: in dust a die must show this before anything is fired at the group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct BoatMenu {
    pub group: GroupId,
    pub name: String,
    pub ship: ShipId,
    /// Each boat that fires: its number, place in the table of odds, how many dice or shots.
    pub boats: Vec<(u8, u16, u8)>,
    /// FT-9.2.7: it may fire one pack of each boat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub singly: bool,
    /// FT-5.13.1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aims: Vec<IconId>,
}

impl FightsMenu {
    fn place(&mut self, odds: Vec<Outcome>) -> u16 {
        let at = self.odds.iter().position(|it| *it == odds).unwrap_or(self.odds.len());
        if at == self.odds.len() {
            self.odds.push(odds);
        }
        at as u16
    }

    /// Odds of one die of an attack run, how many dice, and what it costs.
    fn run(&mut self, battle: &Battle, id: GroupId, ship: ShipId, with: With) -> Option<(u16, u8, u8)> {
        let (Counted { odds, times }, cef) = run(battle, id, ship, with)?;
        Some((self.place(odds.outcomes()), times, cef))
    }
}

/// FT-8.9.1, FT-8.15: the dice of an attack run, as fine as they are counted, and what it costs.
pub(crate) fn run(battle: &Battle, id: GroupId, ship: ShipId, with: With) -> Option<(Counted, u8)> {
    let arms = battle.arms_of(id, with)?;
    let (times, screens) = (battle.run_dice(id, &arms, false), battle.run_screens(id, ship));
    let odds = match arms.strike {
        Strike::Torpedo => torpedo_dist(battle.field.options.damage_die_floor, arms.bonus, screens),
        Strike::Dice(_) => odds::fine(&battle.field.options, &arms.attack(1, screens)?).odds,
    };
    Some((Counted { odds, times }, arms.cef))
}

fn known(dice: &[(Option<Scale>, u8)]) -> Vec<(Scale, u8)> {
    dice.iter().filter_map(|it| Some((it.0?, it.1))).collect()
}

/// Chances of one group at another, its ace included, as fine as they are counted.
pub(crate) fn fight(battle: &Battle, by: GroupId, at: GroupId) -> Vec<u128> {
    let (group, foe) = (battle.group(by), battle.group(at));
    let mut dice = known(&battle.dice_against(by, at));
    if let (Pilots::Ace, Some(first)) = (group.pilots, dice.first_mut()) {
        first.1 += 1;
    }
    kills::fine(&dice, foe.left)
}

/// FT-8.12: chances of a group at a marker.
pub(crate) fn intercept(battle: &Battle, group: GroupId, number: u16) -> Vec<u128> {
    let mark = battle.marker(number).and_then(crate::craft::attacks::marker_mark);
    let dice = mark.map(|mark| battle.group(group).dice_at(mark)).unwrap_or_default();
    kills::fine(&known(&dice), 6)
}

/// FT-8.6.8: what the fire that is declared may cost a group.
pub(crate) fn losses(battle: &Battle, fire: &Fire, group: GroupId) -> Vec<u128> {
    kills::fine(&shots(battle, fire, group), battle.group(group).left)
}

fn shots(battle: &Battle, fire: &Fire, group: GroupId) -> Vec<(Scale, u8)> {
    let of = fire.groups.iter().filter(|it| it.group == group);
    of.filter_map(|it| battle.at_group(fire.ship, it.weapon, group).ok()).collect()
}

#[expect(clippy::wildcard_enum_match_arm, reason = "small craft fight in these phases alone")]
pub(crate) fn menu(battle: &Battle, seat: Seat) -> Option<FightsMenu> {
    if battle.groups.is_empty() {
        return None;
    }
    let mut menu = FightsMenu { usual: fights::usual(battle, seat), ..FightsMenu::default() };
    let name = |id: GroupId| narrate::group(&battle.field, id);
    match &battle.phase {
        Phase::Launch { .. } => {
            for group in battle.launching_groups(seat) {
                let craft::launch::Store { missiles, rockets, bombs } = battle.store(group);
                let (places, usual) = (battle.spread_places(group), craft::launch::usual(battle, group));
                let name = name(group);
                let prey = if 0 < rockets { battle.rocket_prey(group) } else { Vec::new() };
                menu.launches.push(CraftLaunchMenu {
                    group,
                    name,
                    missiles,
                    salvo: craft::launch::salvo(battle.group(group)),
                    rockets,
                    bombs,
                    places,
                    prey,
                    usual,
                });
            }
        }
        Phase::Attacks { .. } => {
            for group in battle.able_attackers(seat) {
                let mut targets = Vec::new();
                for target in battle.possible_attacks(group) {
                    let screen = battle.free_screen(battle.group(group).side, target, &[]);
                    let (mut kills, mut odds, mut boards) = (Vec::new(), None, None);
                    match target {
                        Target::Ship(ship) => {
                            odds = menu.run(battle, group, ship, With::Main).map(|it| (it.0, it.1));
                            let it = battle.group(group);
                            let marines = it.troops.iter().filter(|it| **it == Troop::Marine).count();
                            let parties = it.troops.len() - marines;
                            boards = it.is_shuttles().then_some((marines as u8, parties as u8));
                        }
                        Target::Group(foe) => kills = kills::rounded(&fight(battle, group, foe)),
                        Target::Marker(number) => {
                            kills = kills::rounded(&intercept(battle, group, number));
                        }
                    }
                    targets.push(QuarryMenu { target, screen, kills, boards, odds });
                }
                menu.attacks.push(AttackMenu { group, name: name(group), targets });
            }
        }
        Phase::Dogfights { .. } => {
            for (group, usual) in battle.choosing(seat).into_iter().zip(fights::stances(battle, seat)) {
                let ace = |id: GroupId| battle.group(id).pilots == Pilots::Ace;
                let foe = |foe: GroupId| FoeMenu {
                    group: foe,
                    kills: kills::rounded(&fight(battle, group, foe)),
                    losses: kills::rounded(&fight(battle, foe, group)),
                    duel: ace(group) && ace(foe),
                };
                let foes = battle.foes(group).into_iter().map(foe).collect();
                let deeds = &battle.group(group).deeds;
                let run = deeds.target.filter(|it| !matches!(it, Target::Group(_)));
                let may_hold = !deeds.pinned && !matches!(deeds.target, Some(Target::Group(_)));
                menu.stances.push(StanceMenu { group, name: name(group), foes, run, may_hold, usual });
            }
        }
        Phase::Runs { .. } => {
            for group in battle.running_in(seat) {
                let Some(Target::Ship(ship)) = battle.group(group).deeds.target else { continue };
                let mut with = Vec::new();
                for how in [With::Main, With::Guns] {
                    if let Some((odds, dice, cef)) = menu.run(battle, group, ship, how) {
                        with.push((how, odds, dice, cef));
                    }
                }
                let ace = battle.may_aim(group);
                let aims = if ace { aims(battle, ship) } else { Vec::new() };
                menu.runs.push(RunMenu { group, name: name(group), ship, with, aims });
            }
        }
        Phase::Evade { fire, .. } => {
            for group in battle.evaders(seat, fire) {
                let weapons = shots(battle, fire, group).len() as u8;
                let losses = kills::rounded(&losses(battle, fire, group));
                menu.evade.push(EvadeMenu { group, name: name(group), weapons, losses });
            }
        }
        Phase::Fire { .. } => {
            for ship in battle.own_ships(seat) {
                for shot in battle.group_shots(ship) {
                    let Ok(dice) = battle.at_group(ship, shot.weapon, shot.group) else { continue };
                    let kills = chances(&[dice], battle.group(shot.group).left);
                    let name = narrate::system(&battle.field, ship, shot.weapon);
                    let lock = battle.is_dusty_about(ship, shot.group).then_some(LOCK);
                    menu.shots.push(GroupShotMenu { ship, shot, name, kills, lock });
                }
            }
            for (group, ship) in battle.boat_targets(seat) {
                let guns = battle.boats_at(group, ship).unwrap_or_default();
                let singly = guns.iter().any(|it| 1 < it.1.times);
                let needle = guns
                    .iter()
                    .any(|it| matches!(it.1.profile, crate::fire::gunnery::Profile::Needle { .. }));
                let mut boats = Vec::new();
                for (n, gun, attack) in guns {
                    let (odds, dice) = odds::weapon(&battle.field.options, &attack);
                    boats.push((n, menu.place(odds), dice * gun.times));
                }
                let aims = if needle { aims(battle, ship) } else { Vec::new() };
                menu.boats.push(BoatMenu { group, name: name(group), ship, boats, singly, aims });
            }
        }
        _ => return None,
    }
    let some = !(menu.launches.is_empty()
        && menu.attacks.is_empty()
        && menu.stances.is_empty()
        && menu.runs.is_empty()
        && menu.evade.is_empty()
        && menu.shots.is_empty()
        && menu.boats.is_empty());
    some.then_some(menu)
}

fn aims(battle: &Battle, ship: ShipId) -> Vec<IconId> {
    let icons = battle.field.blueprint(ship).icon_ids();
    icons.filter(|&icon| damage::needle_target(battle, ship, icon)).collect()
}

/// Every single choice of the menu as an order, and the plan.
pub(crate) fn offered(menu: &FightsMenu) -> Vec<Order> {
    let mut offered: Vec<Order> = menu.usual.iter().cloned().collect();
    for it in &menu.launches {
        let rockets =
            |to: &(GroupId, u8)| CraftLaunch { rockets_at: Some((to.0, 1)), ..CraftLaunch::of(it.group) };
        offered.extend(it.prey.iter().map(|to| Order::CraftLaunch(rockets(to))));
        offered.extend(it.usual.iter().cloned().map(Order::CraftLaunch));
        let one = |at: &Point| Spread { missiles: 1, at: *at };
        let places = it.places.iter().filter(|_| 0 < it.missiles).map(one);
        offered.extend(places.map(|it_at| {
            Order::CraftLaunch(CraftLaunch { missiles: vec![it_at], ..CraftLaunch::of(it.group) })
        }));
        if 0 < it.bombs {
            offered.push(Order::CraftLaunch(CraftLaunch { bombs: 1, ..CraftLaunch::of(it.group) }));
        }
    }
    for it in &menu.attacks {
        let free = it.targets.iter().filter(|it| it.screen.is_empty());
        offered.extend(
            free.map(|to| Order::Attack(vec![crate::Declared { group: it.group, target: to.target }])),
        );
    }
    for it in &menu.stances {
        let stance =
            |at: Vec<GroupId>, duel: bool| Order::Dogfight(vec![Stance { group: it.group, at, duel }]);
        for foe in &it.foes {
            offered.push(stance(vec![foe.group], false));
            if foe.duel {
                offered.push(stance(vec![foe.group], true));
            }
        }
        offered.push(stance(it.foes.iter().map(|it| it.group).collect(), false));
        if it.may_hold {
            offered.push(stance(Vec::new(), false));
        }
    }
    for it in &menu.runs {
        let run = |with: With, aim: Option<IconId>| Order::Run(vec![Run { group: it.group, with, aim }]);
        offered.extend(it.with.iter().map(|how| run(how.0, None)));
        offered.extend(it.aims.iter().map(|aim| run(With::Main, Some(*aim))));
        offered.push(run(With::Nothing, None));
    }
    offered.extend(menu.evade.iter().map(|it| Order::Evade(vec![it.group])));
    for it in &menu.shots {
        offered.push(Order::Fire(Fire { groups: vec![it.shot], ..Fire::of(it.ship) }));
    }
    for it in &menu.boats {
        let fire = BoatFire { group: it.group, target: it.ship, aim: None, singly: false };
        offered.push(Order::FireBoats(fire));
        if it.singly {
            offered.push(Order::FireBoats(BoatFire { singly: true, ..fire }));
        }
        offered.extend(it.aims.iter().map(|aim| Order::FireBoats(BoatFire { aim: Some(*aim), ..fire })));
    }
    offered
}
