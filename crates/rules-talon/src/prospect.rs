//! What the dice of one order may come to (TAL-8.3.1, TAL-8.4.3, TAL-8.4.4).

use engine::{Odds as Prospect, Seat, Ways};

use crate::{
    battle::{Battle, Phase},
    fire, narrate,
    odds::{self, Fall},
    offers,
    orders::{Action, Order, Target, Volley},
    ship::ShipId,
    tables::Weapon,
};

/// Shots at one target, in the order they are fired.
struct Struck {
    target: Target,
    /// TAL-13.5a: what a Missile does waits until it strikes, and is told apart.
    missile: bool,
    by: Vec<ShipId>,
    falls: Vec<Fall>,
}

pub(crate) fn odds(battle: &Battle, seat: Seat, order: &Order) -> Vec<Prospect> {
    match (&battle.board.phase, &order.action) {
        (Phase::Fire { side, .. }, Action::Fire { volleys, .. }) if *side == seat.0 => fired(battle, volleys),
        _ => Vec::new(),
    }
}

/// TAL-8.3.1: as if every weapon fired that is told to.
fn fired(battle: &Battle, volleys: &[Volley]) -> Vec<Prospect> {
    let mut all: Vec<Struck> = Vec::new();
    for Volley { ship, group, shots } in volleys {
        let bar = usize::from(*group);
        let Some(weapon) = battle.design_of(*ship).group(bar).map(|it| it.weapon) else { continue };
        for target in shots.iter().filter_map(|it| it.target) {
            let aimed = match weapon {
                // TAL-15.2.1: everybody in the cone, each with a die of its own.
                Weapon::FusionCannon => fire::in_cone(battle, *ship, bar),
                Weapon::Phaser
                | Weapon::Torpedo
                | Weapon::Disruptor
                | Weapon::WaveMotionGun
                | Weapon::Missile => {
                    fire::aim(battle, *ship, bar, target).map(|aim| (target, aim)).into_iter().collect()
                }
            };
            for (target, aim) in aimed {
                let arc = offers::arc_struck(battle, *ship, target);
                let fall = Fall { arc, damage: offers::damage_by_die(weapon, aim) };
                add(&mut all, target, weapon == Weapon::Missile, *ship, fall);
            }
        }
    }
    all.iter().flat_map(|it| told(battle, it)).collect()
}

fn add(all: &mut Vec<Struck>, target: Target, missile: bool, by: ShipId, fall: Fall) {
    let known = all.iter().position(|it| it.target == target && it.missile == missile);
    let at = known.unwrap_or_else(|| {
        all.push(Struck { target, missile, by: Vec::new(), falls: Vec::new() });
        all.len() - 1
    });
    if !all[at].by.contains(&by) {
        all[at].by.push(by);
    }
    all[at].falls.push(fall);
}

fn told(battle: &Battle, struck: &Struck) -> Vec<Prospect> {
    let Struck { target, missile, by, falls } = struck;
    let firers: Vec<String> = by.iter().map(|it| battle.tag(*it)).collect();
    let when = match (missile, falls.len()) {
        (false, _) => "",
        (true, 1) => ", when the Missile strikes",
        (true, _) => ", when the Missiles strike",
    };
    let what = format!("{} at {}{when}", firers.join(", "), narrate::target_name(battle, *target));
    let rolled = |fall: &Fall| Ways::die(6, |die| usize::from(fall.damage[usize::from(die) - 1]));
    let damage = falls.iter().fold(Ways::sure(0), |all, fall| all.and(&rolled(fall)));
    let counted = odds::counted(battle, *target, falls);
    let lost = |them: &[u128]| {
        let them = them.iter().copied();
        if counted.is_exact() { Ways::of(them) } else { Ways::rounded(them) }
    };
    let mut all = Vec::new();
    if !damage.is_sure() {
        all.push(Prospect::new(&what, "damage points", "TAL-8.3.1", damage));
    }
    match target {
        Target::Missile(_) => (),
        Target::Ship(_) | Target::Fighter(..) => {
            // TAL-8.4.1a.
            if 1 < counted.shields.len() {
                all.push(Prospect::new(&what, "shield boxes", "TAL-8.4.1a", lost(&counted.shields)));
            }
            all.push(Prospect::new(&what, "hull boxes", "TAL-8.4.4", lost(&counted.hull)));
        }
    }
    let ends = lost(&[counted.survived, counted.destroyed]);
    all.push(Prospect::whether(&what, "destroyed", rule_of(*target), &ends));
    all
}

/// The rule by which a unit of the kind is destroyed.
fn rule_of(target: Target) -> &'static str {
    match target {
        Target::Ship(_) => "TAL-8.6.1",
        Target::Fighter(..) => "TAL-12.1.3",
        Target::Missile(_) => "TAL-13.6a",
    }
}
