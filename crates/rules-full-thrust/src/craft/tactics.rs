//! Fighters in the hands of the computer players, and what a screen proposes. Taste, never rules.

pub(crate) mod fights;
pub(crate) mod strikes;

use engine::Seat;
use geometry::{Length, Point};

use self::strikes::Strike;
use crate::{
    Battle, Order,
    craft::{
        self,
        moves::{Action, Pass, Sortie},
        scramble,
        wings::{Craft, GroupId, Post},
    },
    movement::plot::{self, Plot},
    phases::Phase,
    setup::victory::{self, Ruin},
    ship::ShipId,
    weapons::Gun,
    yard::design::{Kind, WingType},
};

/// Groups to launch now: all that can be, once an enemy is near enough to matter.
pub(crate) fn launches(battle: &Battle, ship: ShipId) -> Vec<GroupId> {
    let able = battle.launchable(ship);
    if able.is_empty() || battle.field.scenario.turns <= battle.turn {
        return Vec::new();
    }
    let own = battle.ship(ship);
    let drift = plot::fly(own.motion, &Plot::Hold).motion;
    if !battle.is_in_play(drift.at) {
        return Vec::new();
    }
    let near = Length::units(96);
    let foes = battle.active_ships().filter(|&id| battle.ship(id).side != own.side);
    let matters = foes.into_iter().any(|id| (battle.ship(id).motion.at - own.motion.at).within(near));
    if !matters {
        return Vec::new();
    }
    let limit = battle.launch_limit(ship);
    let (racked, mut inside): (Vec<GroupId>, Vec<GroupId>) =
        able.into_iter().partition(|&id| battle.is_racked(id));
    // Those that strike hardest first: they have the longest way.
    inside.sort_by_key(|&id| (std::cmp::Reverse(weight(battle, id)), id));
    inside.truncate(limit);
    inside.extend(racked);
    inside
}

/// Groups that come home, so that their carrier should hold its course.
pub(crate) fn awaits(battle: &Battle, ship: ShipId) -> bool {
    let at = battle.ship(ship).motion.at;
    battle.own_groups(battle.ship(ship).owner).any(|id| {
        let group = battle.group(id);
        is_tired(battle, id)
            && group.home == ship
            && (group.at - at).within(Length::units(group.craft.rated()))
            && 0 < battle.launch_limit(ship).max(battle.tubes(ship))
    })
}

fn weight(battle: &Battle, id: GroupId) -> u32 {
    battle.craft_worth(id)
}

/// Out of endurance, or of what it came for.
fn is_tired(battle: &Battle, id: GroupId) -> bool {
    let group = battle.group(id);
    let empty = match &group.craft {
        Craft::Fighters { kind: WingType::Torpedo | WingType::Mkp, .. } => !group.is_armed(),
        Craft::Fighters { kind, .. } if kind.has_missiles() => !group.is_armed(),
        Craft::Fighters { kind: WingType::Assault, .. } | Craft::Gunboats { .. } => false,
        Craft::Fighters { .. } => false,
    };
    group.cef == 0 || empty
}

/// What the seat does with its next group, or nothing more.
pub(crate) fn order(battle: &Battle, seat: Seat) -> Order {
    let Phase::Wings { pass, .. } = battle.phase else { return Order::Pass };
    let groups = battle.to_move(seat, pass);
    let strike = if groups.is_empty() { None } else { strikes::plan(battle, seat, pass) };
    for group in groups {
        let action = choose(battle, seat, group, strike);
        if action != Action::Hold {
            return Order::Wing(Sortie { group, action });
        }
    }
    Order::Pass
}

/// A sensible thing to do; always legal.
pub(crate) fn usual(battle: &Battle, seat: Seat, id: GroupId) -> Action {
    let Phase::Wings { pass, .. } = battle.phase else { return Action::Hold };
    choose(battle, seat, id, strikes::plan(battle, seat, pass))
}

fn choose(battle: &Battle, seat: Seat, id: GroupId, strike: Option<Strike>) -> Action {
    let Phase::Wings { pass, .. } = battle.phase else { return Action::Hold };
    let wanted = match pass {
        Pass::Launched | Pass::Others => main_moves(battle, id, pass, strike),
        Pass::Robots | Pass::Secondary => second_moves(battle, id, pass, strike),
    };
    let fine = |action: &Action| craft::moves::is_legal(battle, seat, id, action);
    wanted.into_iter().find(fine).unwrap_or(Action::Hold)
}

/// In the order of preference.
fn main_moves(battle: &Battle, id: GroupId, pass: Pass, strike: Option<Strike>) -> Vec<Action> {
    let group = battle.group(id);
    let reach = battle.reach(id, pass);
    let mut wanted = Vec::new();
    if is_tired(battle, id) {
        wanted.extend(home(battle, id, reach));
        return wanted;
    }
    // Slipping away would cost more than standing.
    if battle.foes_in_contact(id).next().is_some() {
        return vec![Action::Hold];
    }
    let strikes = is_striker(battle, id);
    if let Some(ship) = group.hunted
        && (!strikes || strike.is_some_and(|it| it.ship == ship))
    {
        wanted.push(Action::Pursue { ship });
    }
    if hunts_fighters(&group.craft) {
        wanted.extend(dogfight(battle, id));
        wanted.extend(escort(battle, id));
    }
    if waits(battle, id) {
        wanted.push(Action::Screen { ship: group.home, facing: None });
    }
    match strike {
        Some(strike) if strikes => {
            let pace = strikes::pace(battle, id, strike, pass);
            wanted.push(craft::moves::approach(battle, id, strike.ship, pace, pass));
        }
        // Nothing to win: out of harm's way.
        None if strikes => wanted.extend(home(battle, id, reach)),
        _ => {
            let target = best_target(battle, id, pass);
            wanted.extend(target.map(|ship| craft::moves::approach(battle, id, ship, reach, pass)));
        }
    }
    wanted
}

/// Fighters that go for ships: those with something to do it with, and no fighters to hunt.
pub(crate) fn is_striker(battle: &Battle, id: GroupId) -> bool {
    let group = battle.group(id);
    let assault = matches!(group.craft, Craft::Fighters { kind: WingType::Assault, .. });
    let hunter = hunts_fighters(&group.craft) && has_prey(battle, id);
    !group.craft.is_gunboats() && !assault && !hunter && !is_tired(battle, id)
}

/// What a group is worth in a dogfight.
pub(crate) fn as_fighters(battle: &Battle, id: GroupId) -> u32 {
    let group = battle.group(id);
    let each = match &group.craft {
        Craft::Fighters { kind, .. } => match group.role.unwrap_or(*kind) {
            WingType::Interceptor | WingType::LightInterceptor => 3,
            WingType::Standard | WingType::Light | WingType::MultiRole => 2,
            WingType::Attack
            | WingType::Torpedo
            | WingType::Graser
            | WingType::Plasma
            | WingType::Mkp
            | WingType::Missile
            | WingType::LightAttack
            | WingType::LightMissile
            | WingType::Assault
            | WingType::Emp
            | WingType::Needle
            | WingType::Rocket => 1,
        },
        Craft::Gunboats { .. } => 1,
    };
    each * u32::from(group.left)
}

/// A carrier under attack sends the best it has.
pub(crate) fn scramble(battle: &Battle, seat: Seat) -> Order {
    let plan = battle.own_ships(seat).find_map(|ship| scramble::usual(battle, ship));
    plan.map_or(Order::Pass, Order::Scramble)
}

fn hunts_fighters(craft: &Craft) -> bool {
    matches!(craft, Craft::Fighters { kind: WingType::Interceptor | WingType::LightInterceptor, .. })
}

/// Enemy groups within reach, the nearest first.
pub(crate) fn dogfight(battle: &Battle, id: GroupId) -> Vec<Action> {
    let group = battle.group(id);
    let mut foes: Vec<GroupId> = battle.flying().filter(|&it| battle.group(it).side != group.side).collect();
    foes.sort_by_key(|&it| ((battle.group(it).at - group.at).square(), it));
    foes.into_iter()
        .map(|foe| {
            let to = battle.group(foe).at;
            let way = to - group.at;
            let facing =
                if way.square() == 0 { group.facing } else { crate::movement::clock::Clock::nearest(way) };
            Action::Fly { to, facing, engage: Some(foe), look: None }
        })
        .collect()
}

/// While enemy fighters are about, the carrier is screened.
fn escort(battle: &Battle, id: GroupId) -> Option<Action> {
    has_prey(battle, id).then_some(Action::Screen { ship: battle.group(id).home, facing: None })
}

fn has_prey(battle: &Battle, id: GroupId) -> bool {
    let side = battle.group(id).side;
    battle.group_ids().any(|it| {
        let foe = battle.group(it);
        foe.side != side && 0 < foe.left && !hunts_fighters(&foe.craft)
    })
}

/// They strike together: until all are out, those who are wait by the carrier, unless somebody is close.
fn waits(battle: &Battle, id: GroupId) -> bool {
    let group = battle.group(id);
    let home = battle.ship(group.home);
    if !home.is_active() {
        return false;
    }
    let close = battle.active_ships().any(|it| {
        let foe = battle.ship(it);
        foe.side != group.side && (foe.motion.at - group.at).within(Length::units(36))
    });
    let more = battle.aboard(group.home).any(|it| battle.grounded(it).is_none());
    more && !close && 0 < battle.launch_limit(group.home).max(battle.tubes(group.home))
}

/// To land, or on the way to where one can.
fn home(battle: &Battle, id: GroupId, reach: Length) -> Vec<Action> {
    let group = battle.group(id);
    let mut decks: Vec<ShipId> =
        battle.own_ships(group.owner).filter(|&ship| battle.field.blueprint(ship).has_hangars).collect();
    decks.sort_by_key(|&ship| ((battle.ship(ship).motion.at - group.at).square(), ship));
    let mut wanted: Vec<Action> = decks.iter().map(|&ship| Action::Land { ship, combat: false }).collect();
    wanted.extend(decks.iter().map(|&ship| Action::Screen { ship, facing: None }));
    if let Some(ship) = decks.first() {
        wanted.push(craft::moves::approach(battle, id, *ship, reach, Pass::Others));
    }
    wanted
}

/// The enemy ship that is worth most, is hurt most easily, and is not too far.
fn best_target(battle: &Battle, id: GroupId, pass: Pass) -> Option<ShipId> {
    let group = battle.group(id);
    let foes = battle.active_ships().filter(|&it| battle.ship(it).side != group.side && is_seen(battle, it));
    foes.max_by_key(|&it| {
        let there = there(battle, it, pass);
        let far = (there - group.at).length().whole_units_up();
        let guns =
            battle.working(it, |kind| matches!(kind, Kind::Gun(Gun::Pds(_) | Gun::Ads(_)))).count() as i64;
        let worth = i64::from(battle.field.blueprint(it).points);
        let left = if victory::ruin(battle, it) == Ruin::Crippled { worth / 2 } else { worth };
        (left * 10 / (4 + guns) - far * 6, std::cmp::Reverse(it))
    })
}

/// FT-7.20.2, FT-12.1.4: what it is can be told, and it can be attacked.
pub(crate) fn is_seen(battle: &Battle, ship: ShipId) -> bool {
    let ship = battle.ship(ship);
    !ship.cloaked && !ship.bogey
}

pub(crate) fn there(battle: &Battle, ship: ShipId, pass: Pass) -> Point {
    let motion = battle.ship(ship).motion;
    if pass == Pass::Secondary { motion.at } else { plot::fly(motion, &Plot::Hold).motion.at }
}

/// A spurt that brings a target before the guns, if there is none and endurance to spare.
fn second_moves(battle: &Battle, id: GroupId, pass: Pass, strike: Option<Strike>) -> Vec<Action> {
    let group = battle.group(id);
    if group.cef < 2 || is_tired(battle, id) || matches!(group.post, Post::Screening { .. }) {
        return Vec::new();
    }
    let strikes = is_striker(battle, id);
    if strikes && strike.is_none() {
        return Vec::new();
    }
    let wanted = strike.filter(|_| strikes).map(|it| it.ship);
    let foes: Vec<ShipId> = battle
        .active_ships()
        .filter(|&it| battle.ship(it).side != group.side && is_seen(battle, it))
        .filter(|&it| wanted.is_none_or(|ship| ship == it))
        .collect();
    let course = group.facing.course();
    let bears = |at: Point| {
        let way = at - group.at;
        way.within(Length::units(6)) && Length::ZERO.at_most(course.ahead_of(way))
    };
    if foes.iter().any(|&it| bears(there(battle, it, pass))) {
        return Vec::new();
    }
    let reach = battle.reach(id, pass);
    let near =
        foes.into_iter().filter(|&it| (there(battle, it, pass) - group.at).within(reach + Length::units(5)));
    let best = near.max_by_key(|&it| (battle.field.blueprint(it).points, std::cmp::Reverse(it)));
    best.map(|ship| craft::moves::approach(battle, id, ship, reach, pass)).into_iter().collect()
}
