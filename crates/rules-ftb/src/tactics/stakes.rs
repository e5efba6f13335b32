//! What is at stake: the worth of a ship in its state, and of every cell of a
//! Combat, with each sub-choice made by its owner for the best (ALG-13).

use dice::Dice;
use engine::Seat;

use super::matrix::{self, Solution};
use crate::{
    Battle,
    combat::{self, Fight},
    options::RailgunHeat,
    order::Protocol,
    ship::{Class, Damage, Manifest, Place, Ship, ShipId, System},
};

/// The parts of a ship's worth, in hundredths of its points.
const SHIELD: i64 = 16;
const RECORD: i64 = 50;
const FUEL: i64 = 3;
const TORPEDO: i64 = 3;
/// By heat; at 5 it is gone.
const HEAT: [i64; 5] = [0, 2, 7, 18, 38];
/// What a civilian on an errand counts for.
const CIVILIAN: i64 = 30;

pub(crate) fn offline(system: System) -> i64 {
    match system {
        System::Core => 9,
        System::Weapons => 20,
        System::Drive => 14,
    }
}

pub(crate) fn points(class: Class) -> i64 {
    let points = i64::from(class.data().points);
    if points == 0 { CIVILIAN } else { points }
}

/// A ship's worth by its manifest.
pub(crate) fn worth(class: Class, own: &Manifest) -> i64 {
    if 5 <= own.heat {
        return 0;
    }
    // Civilians overheat sooner.
    let hot = usize::from(own.heat) + usize::from(class.is_civilian() && 0 < own.heat);
    let mut parts = 100 + SHIELD * i64::from(own.shields) - HEAT[hot.min(4)];
    parts += FUEL * i64::from(own.fuel) + TORPEDO * i64::from(own.torpedoes);
    if let Some(Damage { system, offline: out }) = own.damage {
        parts -= RECORD + if out { offline(system) } else { 0 };
    }
    points(class) * parts.max(1)
}

/// What is lost if `class` in state `own` is hit, the chooser given.
pub(crate) fn struck(class: Class, own: &Manifest, focus: bool, enemy_picks: bool) -> Manifest {
    let mut after = *own;
    let absorbed = 0 < own.shields;
    after.shields -= u8::from(absorbed);
    if absorbed && !focus {
        return after;
    }
    if own.damage.is_some() {
        after.heat = 5;
        return after;
    }
    let systems = class.systems().iter();
    let picked = if enemy_picks {
        systems.max_by_key(|&&it| offline(it))
    } else {
        systems.min_by_key(|&&it| offline(it))
    };
    after.damage = picked.map(|&system| Damage { system, offline: true });
    after
}

/// One cell: both manifests after costs and effects, for the attacker's gain.
pub(crate) fn cell(battle: &Battle, ships: [ShipId; 2], protocols: [Protocol; 2]) -> i64 {
    let before = ships.map(|it| battle.ship(it));
    let mut own = before.map(|it| it.own);
    let only_attacker = battle.field.options.railgun_heat == RailgunHeat::AttackerOnly;
    for n in 0..2 {
        match protocols[n] {
            Protocol::Evasive => {
                own[n].fuel = own[n].fuel.saturating_sub(1);
                if before[n].core() {
                    own[n].heat = own[n].heat.saturating_sub(1);
                }
            }
            Protocol::Railgun if n == 0 || !only_attacker => own[n].heat += 1,
            Protocol::Defensive | Protocol::Railgun | Protocol::Broadside => (),
        }
    }
    let mut after = own;
    for effect in combat::effects(battle, ships, protocols, false) {
        let n = usize::from(effect.to == ships[1]);
        let class = before[n].class;
        let target = &own[n];
        let enemy_picks = combat::chooser(battle, ships[0], &effect) != battle.owner(effect.to);
        let struck = struck(class, target, effect.focus, enemy_picks);
        let heated = |more: u8| Manifest { heat: target.heat + more, ..*target };
        let value = |it: &Manifest| worth(class, it);
        after[n] = match effect.by {
            // The winner takes what hurts more, the shielded loser what hurts less.
            Protocol::Broadside => [struck, heated(1)].into_iter().min_by_key(value).unwrap_or(struck),
            Protocol::Defensive if 0 < target.shields => {
                [struck, heated(2)].into_iter().max_by_key(value).unwrap_or(struck)
            }
            Protocol::Defensive | Protocol::Railgun | Protocol::Evasive => struck,
        };
    }
    let gain = |n: usize| worth(before[n].class, &after[n]) - worth(before[n].class, &before[n].own);
    gain(0) - gain(1)
}

/// The Combat as a matrix game: rows are the attacker's protocols.
pub(crate) fn combat_game(battle: &Battle, attacker: ShipId, defender: ShipId, cover: bool) -> Game {
    let rows = combat::open_to(battle, attacker, cover);
    let columns = combat::open_to(battle, defender, cover);
    let mut entries = [[0; matrix::MOST]; matrix::MOST];
    for (i, &row) in rows.iter().enumerate() {
        for (j, &column) in columns.iter().enumerate() {
            entries[i][j] = cell(battle, [attacker, defender], [row, column]);
        }
    }
    let solution = matrix::solve(&entries, rows.len(), columns.len());
    Game { rows, columns, entries, solution }
}

#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) rows: &'static [Protocol],
    pub(crate) columns: &'static [Protocol],
    pub(crate) entries: [[i64; matrix::MOST]; matrix::MOST],
    pub(crate) solution: Solution,
}

impl Game {
    /// The value for the attacker, in hundredths of a point.
    pub(crate) fn value(&self) -> i64 {
        (self.solution.value / self.solution.whole.max(1)) as i64
    }
}

/// One of the protocols, each as often as the mix has it.
pub(crate) fn draw(
    protocols: &[Protocol],
    weights: &[i128; matrix::MOST],
    whole: i128,
    dice: &mut Dice,
) -> Protocol {
    // Four thousand million parts are fine enough for any mix.
    const PARTS: i128 = 1 << 32;
    let high = dice.index(1 << 16) as i128;
    let low = dice.index(1 << 16) as i128;
    let drawn = high << 16 | low;
    let mut sum = 0;
    for (n, &protocol) in protocols.iter().enumerate() {
        sum += weights[n];
        if drawn * whole < sum * PARTS {
            return protocol;
        }
    }
    protocols.first().copied().unwrap_or(Protocol::Defensive)
}

/// The seat's own mix in the Combat under way.
pub(crate) fn protocol(battle: &Battle, seat: Seat, dice: &mut Dice) -> Protocol {
    let Some(Fight::Combat { attacker, defender, cover, .. }) = battle.fight else {
        return Protocol::Defensive;
    };
    let game = combat_game(battle, attacker, defender, cover);
    let it = &game.solution;
    if battle.owner(attacker) == Some(seat.0) {
        draw(game.rows, &it.rows, it.whole, dice)
    } else {
        draw(game.columns, &it.columns, it.whole, dice)
    }
}

/// The worth of a ship as it stands; nothing once it is gone.
pub(crate) fn ship_worth(ship: &Ship) -> i64 {
    match ship.place {
        Place::Destroyed => 0,
        Place::Withdrawn => worth(ship.class, &ship.own) / 2,
        Place::Waiting
        | Place::Free
        | Place::Orbit(_)
        | Place::Dock(_)
        | Place::Lane { .. }
        | Place::AtEntry { .. }
        | Place::HeldBack
        | Place::Undeparted => {
            worth(ship.class, &ship.own) - if ship.tracked { points(ship.class) * 2 } else { 0 }
        }
    }
}

/// What a torpedo takes from a ship on average, in hundredths of a point.
pub(crate) fn torpedo_value(battle: &Battle, target: &Ship) -> i64 {
    let weak = if target.class.is_civilian() {
        battle.field.options.civilian_countermeasures == crate::options::CivilianCountermeasures::AsOffline
    } else {
        !target.own.works(System::Weapons)
    };
    let now = worth(target.class, &target.own);
    let partial = now - worth(target.class, &struck(target.class, &target.own, false, false));
    let bare = Manifest { shields: 0, ..target.own };
    let failure = worth(target.class, &bare) - worth(target.class, &struck(target.class, &bare, false, true));
    let success = if weak { partial } else { 0 };
    let plain = (success + partial + failure) / 3;
    if !target.can_evade() {
        return plain;
    }
    let fuel = points(target.class) * FUEL;
    let easy = (2 * success + failure) / 3 + fuel;
    plain.min(easy)
}

/// FTB-19.1: whether to spend fuel on it.
pub(crate) fn should_evade(battle: &Battle, target: &Ship) -> bool {
    let bound = Ship { own: Manifest { fuel: 0, ..target.own }, hull: target.hull.clone() };
    torpedo_value(battle, target) < torpedo_value(battle, &bound) || 0 < target.own.heat
}
