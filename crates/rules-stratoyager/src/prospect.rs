//! What the dice of one order may come to (STR-5.5, STR-6.2, STR-3.3).

use std::collections::BTreeMap;

use engine::{Odds, Seat, Ways};

use crate::{
    Action, Battle, Order,
    combat::{Combat, Salvo, WillShot},
    damage,
    gunnery::{self, Chance, Weapon},
    manoeuvre::{self, Plan},
    menu::{self, ShotMenu, StressOdds},
    phases::Phase,
    stress::{self, Strain},
    unit::UnitId,
};

/// One attack of the order, as the menu tells it.
struct Attack {
    by: UnitId,
    shot: ShotMenu,
    /// STR-FEAT.3: the second roll is declined.
    keep: bool,
}

impl Attack {
    /// STR-5.5: 0 or 1.
    fn hits(&self) -> Ways {
        one_of(self.shot.kept.filter(|_| self.keep).unwrap_or(self.shot.chance))
    }

    /// STR-6.2, STR-7.2: dice that reach the armour, misses and stopped missiles counted in.
    fn through(&self) -> Ways {
        let unstopped = self.shot.unstopped.map_or(Ways::sure(1), one_of);
        let struck =
            |it: usize| if it == 0 { Ways::sure(0) } else { Ways::of(self.shot.through.iter().copied()) };
        self.hits().then(|hits| if hits == 0 { Ways::sure(0) } else { unstopped.then(struck) })
    }

    /// STR-7.1: a locked missile strikes at the end of the turn.
    fn is_late(&self) -> bool {
        matches!(self.shot.weapon, Weapon::Locked(_))
    }
}

/// 1 by this chance, else 0.
fn one_of(Chance { ways, of }: Chance) -> Ways {
    Ways::of([of - ways, ways])
}

/// What a unit has left between attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left {
    shields: u8,
    structure: u8,
    gone: bool,
}

impl Left {
    /// Everything that may be left of `fresh`.
    fn all(fresh: Left) -> Vec<Left> {
        let of = |shields: u8| {
            (0..=fresh.structure)
                .flat_map(move |structure| [false, true].map(|gone| Left { shields, structure, gone }))
        };
        (0..=fresh.shields).flat_map(of).collect()
    }

    /// STR-6.3: what does not beat the armour drains no shields.
    fn after(self, weak: bool, through: u8) -> Left {
        if self.gone || through == 0 {
            return self;
        }
        let (absorbed, lost, fate) = damage::borne(self.shields, self.structure, weak, through);
        Left { shields: self.shields - absorbed, structure: self.structure - lost, gone: fate.is_some() }
    }
}

pub(crate) fn odds(battle: &Battle, seat: Seat, order: &Order) -> Vec<Odds> {
    let acting = battle.acting(seat);
    match (&battle.phase, &order.action) {
        (Phase::Combat { seats }, Action::Combat(combat)) if seats.contains(seat) => {
            acting.map_or_else(Vec::new, |id| fought(battle, attacks(battle, id, *combat)))
        }
        (Phase::AtWill { seats }, Action::AtWill(shots)) if seats.contains(seat) => {
            fought(battle, shots.iter().filter_map(|it| at_will(battle, *it)).collect())
        }
        (Phase::Plan { seats }, Action::Plan(plan)) if seats.contains(seat) => {
            acting.into_iter().filter_map(|id| flown(battle, id, *plan)).collect()
        }
        (Phase::Yaw { seats }, Action::Yaw(hours)) if seats.contains(seat) => {
            let yawed = |id: UnitId| {
                let unit = battle.unit(id);
                strained(battle, id, unit.flown?, unit.yawed || 0 < *hours)
            };
            acting.into_iter().filter_map(yawed).collect()
        }
        _ => Vec::new(),
    }
}

fn attacks(battle: &Battle, id: UnitId, combat: Combat) -> Vec<Attack> {
    let kept = match combat {
        Combat::Salvo(Salvo { keep, .. }) | Combat::Gunner { salvo: Salvo { keep, .. }, .. } => keep,
        Combat::None
        | Combat::Lock { .. }
        | Combat::Launch { .. }
        | Combat::Countermeasures
        | Combat::RaiseShields
        | Combat::FireAtWill
        | Combat::Eject { .. } => false,
    };
    let attack = |shot: ShotMenu| {
        let keep = kept && matches!(shot.weapon, Weapon::Gun | Weapon::Turret);
        Attack { by: id, shot, keep }
    };
    menu::shots_of(battle, id, combat).into_iter().map(attack).collect()
}

fn at_will(battle: &Battle, it: WillShot) -> Option<Attack> {
    let shot = gunnery::shot(battle, it.unit, Weapon::Gun, it.target)?;
    let shot = menu::shot_menu(battle, it.unit, Weapon::Gun, shot);
    Some(Attack { by: it.unit, shot, keep: it.keep })
}

/// STR-1.6: one attack after the other at the same target; what strikes later is told apart.
fn fought(battle: &Battle, attacks: Vec<Attack>) -> Vec<Odds> {
    let mut by: BTreeMap<(bool, UnitId), Vec<Attack>> = BTreeMap::new();
    for attack in attacks {
        by.entry((attack.is_late(), attack.shot.target)).or_default().push(attack);
    }
    by.into_iter().flat_map(|((late, target), attacks)| told(battle, target, late, &attacks)).collect()
}

fn told(battle: &Battle, target: UnitId, late: bool, attacks: &[Attack]) -> Vec<Odds> {
    let mut firers: Vec<String> = attacks.iter().map(|it| battle.tag(it.by)).collect();
    firers.dedup();
    let name = |id: UnitId| format!("{} {}", battle.tag(id), battle.field.card(battle.unit(id).card).name);
    let what = format!("{} at {}", firers.join(", "), name(target));
    let hits = attacks.iter().fold(Ways::sure(0), |all, it| all.and(&it.hits()));
    let end = if late { format!("{what}, when the missile strikes") } else { what.clone() };
    let unit = battle.unit(target);
    let fresh = Left { shields: unit.shields, structure: unit.structure, gone: false };
    let states = Left::all(fresh);
    let at = |state: Left| states.iter().position(|it| *it == state).expect("no more is left than there was");
    let mut ways = Ways::sure(at(fresh));
    for attack in attacks {
        let weak = damage::is_weak(battle, target, attack.shot.aspect);
        let through = attack.through();
        ways = ways.then(|state| through.read(|dice| at(states[state].after(weak, dice as u8))));
    }
    let lost = ways.read(|it| usize::from(unit.structure - states[it].structure));
    let drained = ways.read(|it| usize::from(unit.shields - states[it].shields));
    let gone = ways.read(|it| usize::from(states[it].gone));
    let mut all = vec![Odds::new(&what, "hits", "STR-5.5", hits)];
    if 0 < unit.shields {
        all.push(Odds::new(&end, "shield levels", "STR-6.5", drained));
    }
    all.push(Odds::new(&end, "structure points", "STR-6.4", lost));
    all.push(Odds::whether(&end, "out of action", "STR-6.4", &gone));
    all
}

/// STR-3.1: the dice of a plan, no yaw after it counted.
fn flown(battle: &Battle, id: UnitId, plan: Plan) -> Option<Odds> {
    let flight = manoeuvre::fly(battle.unit(id), plan);
    // STR-3.4: who crashes is not tested.
    if battle.in_obstacle(flight.to) {
        return None;
    }
    strained(battle, id, plan, flight.yawed)
}

/// STR-3.2, STR-3.3.
fn strained(battle: &Battle, id: UnitId, plan: Plan, yawed: bool) -> Option<Odds> {
    let unit = battle.unit(id);
    let stats = battle.stats(unit);
    let (_, dice) = stress::dice(stats, plan, yawed);
    if dice == 0 {
        return None;
    }
    let StressOdds { ways, .. } = menu::stress_odds(stats, dice);
    let names = (0..5).map(|failures| match stress::strain(failures, unit.structure) {
        Strain::Held => "holds",
        Strain::Greyout => "greyout",
        Strain::Blackout => "blackout",
        Strain::Damage => "blackout and a point of structure",
        Strain::Wrecked => "wrecked",
        Strain::Destroyed => "destroyed",
    });
    let what = format!("hull stress of {}", battle.tag(id));
    Some(Odds { names: names.collect(), ..Odds::new(what, "failures", "STR-3.3", Ways::of(ways)) })
}
