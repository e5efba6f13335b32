//! Exact odds of fire, criticals included (TAL-8.3.1, TAL-8.4.3, TAL-8.4.4).

use std::collections::BTreeMap;

use engine::Stake;

use crate::{
    battle::Battle,
    design::HullBox,
    events::{DamageEvent, Event, FireEvent, PowerEvent},
    hex::Arc,
    menu::Odds,
    orders::Target,
    ship::ShipId,
    tables::{Critical, Weapon},
    view::View,
};

/// A ship while it is being shot at: protection left on its arcs, hull boxes marked, shields down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Harm {
    shields: [u8; 4],
    marked: u8,
    down: bool,
}

/// One weapon's shot: the arc it strikes, and what each face of its die does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fall {
    pub(crate) arc: Option<Arc>,
    pub(crate) damage: [u8; 6],
}

/// What shots at one target come to, in ways out of `whole`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) whole: u128,
    /// Ways to lose 0, 1, 2 … shield boxes and reinforcements; empty for what has none.
    pub(crate) shields: Vec<u128>,
    /// Ways to have 0, 1, 2 … hull boxes marked; of a Missile, to stay fresh or be damaged.
    pub(crate) hull: Vec<u128>,
    pub(crate) survived: u128,
    pub(crate) destroyed: u128,
}

impl Counted {
    /// Whether no part was lost to too many dice.
    pub(crate) fn is_exact(&self) -> bool {
        self.survived + self.destroyed == self.whole
    }
}

/// What the critical table does to a hull, in ways out of 36.
#[derive(Clone, Copy, Debug)]
struct Ways {
    none: u128,
    shields: u128,
    hull: u128,
    secondary: u128,
    breach: u128,
}

/// TAL-8.3.1, TAL-17.5a: what each face of the die does at a range.
pub(crate) fn damage_by_die(weapon: Weapon, range: i16, modifier: i8) -> [u8; 6] {
    [1, 2, 3, 4, 5, 6].map(|die| weapon.damage(range, die + modifier))
}

fn ways() -> Ways {
    let mut ways = Ways { none: 0, shields: 0, hull: 0, secondary: 0, breach: 0 };
    for a in 1..=6 {
        for b in 1..=6 {
            *match Critical::of([a, b]) {
                Critical::ShieldsDown => &mut ways.shields,
                Critical::FtlOffline => &mut ways.hull,
                Critical::SecondaryExplosion => &mut ways.secondary,
                Critical::CoreBreach => &mut ways.breach,
                Critical::HelmDown
                | Critical::WeaponGroup
                | Critical::Thrusters
                | Critical::None
                | Critical::PowerRelay
                | Critical::PowerLoss => &mut ways.none,
            } += 1;
        }
    }
    ways
}

/// The odds of `weapons` shots, each doing one of `damage` with equal chance,
/// one after the other at the same target.
pub(crate) fn odds(battle: &Battle, target: Target, arc: Option<Arc>, damage: [u8; 6], weapons: u8) -> Odds {
    let weapons = weapons.min(6);
    let rolled = totals(damage, weapons);
    let counted = counted(battle, target, &vec![Fall { arc, damage }; usize::from(weapons)]);
    let millions = |them: Vec<u128>| them.into_iter().map(|it| million(it, counted.whole)).collect();
    Odds {
        of: rolled.iter().sum(),
        damage: rolled,
        destroyed: million(counted.destroyed, counted.whole),
        shields: millions(counted.shields),
        hull: millions(counted.hull),
    }
}

/// Shots one after the other at the same target.
pub(crate) fn counted(battle: &Battle, target: Target, falls: &[Fall]) -> Counted {
    match target {
        Target::Ship(id) if !battle.design_of(id).is_fighters() => of_ship(battle, id, falls),
        Target::Ship(id) => {
            let fighter = battle.ship(id).weakest_fighter().unwrap_or(0);
            of_fighter(battle.ship(id).fighters[usize::from(fighter)], falls)
        }
        Target::Fighter(id, fighter) => {
            of_fighter(battle.ship(id).fighters[usize::from(fighter.min(2))], falls)
        }
        Target::Missile(number) => of_missile(battle.missile(number).is_some_and(|it| it.damaged), falls),
    }
}

/// As many dice as go into 128 bits with room to add; of more the last parts are lost.
const MOST_DICE: u32 = 48;

/// Ways of so many dice.
fn whole(dice: usize) -> u128 {
    6_u128.pow((dice as u32).min(MOST_DICE))
}

/// Ways to roll each total.
fn totals(damage: [u8; 6], weapons: u8) -> Vec<u32> {
    let mut ways = vec![1_u32];
    for _ in 0..weapons {
        let most = ways.len() + usize::from(damage.iter().copied().max().unwrap_or(0));
        let mut next = vec![0; most];
        for (sum, n) in ways.iter().enumerate() {
            for points in damage {
                next[sum + usize::from(points)] += n;
            }
        }
        ways = next;
    }
    while 1 < ways.len() && ways.last() == Some(&0) {
        ways.pop();
    }
    ways
}

fn million(part: u128, whole: u128) -> u32 {
    (part * 1_000_000 / whole.max(1)) as u32
}

fn of_ship(battle: &Battle, id: ShipId, falls: &[Fall]) -> Counted {
    let (ship, hull) = (battle.ship(id), &battle.design_of(id).hull);
    let up = battle.shields_up(ship);
    let struck = |arc: Arc| falls.iter().any(|it| it.arc == Some(arc));
    let shields = Arc::ALL.map(|arc| match arc {
        arc if up && struck(arc) => ship.shield(arc) + u8::from(ship.reinforced[arc.index()].is_some()),
        _ => 0,
    });
    let start = Harm { shields, marked: ship.hull_marked, down: !up };
    let criticals = hull[usize::from(ship.hull_marked)..].iter().filter(|it| it.critical).count();
    let whole = whole(falls.len() + 2 * criticals);
    let mut states = BTreeMap::from([(start, whole)]);
    let ways = ways();
    for fall in falls {
        let mut next = BTreeMap::new();
        for (harm, weight) in states {
            for points in fall.damage {
                let mut after = harm;
                let mut taken = 0;
                if let Some(arc) = fall.arc.filter(|_| !harm.down) {
                    taken = points.min(harm.shields[arc.index()]);
                    after.shields[arc.index()] -= taken;
                }
                mark(hull, after, points - taken, weight / 6, &ways, &mut next);
            }
        }
        states = next;
    }
    let boxes = hull.len() as u8;
    let all = |them: [u8; 4]| them.iter().map(|it| usize::from(*it)).sum::<usize>();
    let mut counted = Counted {
        whole,
        shields: vec![0; all(shields) + 1],
        hull: vec![0; usize::from(boxes - ship.hull_marked) + 1],
        survived: 0,
        destroyed: 0,
    };
    for (harm, weight) in states {
        counted.shields[all(shields) - all(harm.shields)] += weight;
        counted.hull[usize::from(harm.marked - ship.hull_marked)] += weight;
        let end = if harm.marked == boxes { &mut counted.destroyed } else { &mut counted.survived };
        *end += weight;
    }
    counted
}

/// TAL-8.4.4: marks hull boxes one by one, rolling criticals depth first.
fn mark(
    hull: &[HullBox],
    harm: Harm,
    points: u8,
    weight: u128,
    ways: &Ways,
    into: &mut BTreeMap<Harm, u128>,
) {
    let boxes = hull.len() as u8;
    let mut marked = harm.marked;
    let mut left = points;
    while 0 < left && marked < boxes {
        let critical = hull[usize::from(marked)].critical;
        marked += 1;
        left -= 1;
        if critical && marked < boxes {
            let after = Harm { marked, ..harm };
            let part = weight / 36;
            mark(hull, after, left, part * ways.none, ways, into);
            mark(hull, Harm { down: true, ..after }, left, part * ways.shields, ways, into);
            // More hull comes before the rest of the points; the sum is the same.
            mark(hull, after, left + 1, part * ways.hull, ways, into);
            mark(hull, after, left + 3, part * ways.secondary, ways, into);
            *into.entry(Harm { marked: boxes, ..harm }).or_default() += part * ways.breach;
            return;
        }
    }
    *into.entry(Harm { marked, ..harm }).or_default() += weight;
}

fn of_fighter(left: u8, falls: &[Fall]) -> Counted {
    let whole = whole(falls.len());
    let mut states = vec![0; usize::from(left) + 1];
    states[0] = whole;
    for fall in falls {
        let mut next = vec![0; states.len()];
        for (lost, weight) in states.iter().enumerate() {
            for points in fall.damage {
                next[(lost + usize::from(points)).min(left.into())] += weight / 6;
            }
        }
        states = next;
    }
    let destroyed = if left == 0 { 0 } else { states[usize::from(left)] };
    let survived = states.iter().sum::<u128>() - destroyed;
    Counted { whole, shields: Vec::new(), hull: states, survived, destroyed }
}

/// TAL-13.6a: fresh, damaged, destroyed.
fn of_missile(damaged: bool, falls: &[Fall]) -> Counted {
    let whole = whole(falls.len());
    let mut states = [0; 3];
    states[usize::from(damaged)] = whole;
    for fall in falls {
        let mut next = [0; 3];
        for (state, weight) in states.into_iter().enumerate() {
            for points in fall.damage {
                let after = match (state, points) {
                    (2, _) => 2,
                    (state, 0) => state,
                    (0, 1 | 2) => 1,
                    _ => 2,
                };
                next[after] += weight / 6;
            }
        }
        states = next;
    }
    let [fresh, damaged, destroyed] = states;
    Counted { whole, shields: Vec::new(), hull: vec![fresh, damaged], survived: fresh + damaged, destroyed }
}

/// What the dice of an event gave and might have given: the damage of a shot
/// (TAL-8.3.1), a repair (TAL-8.7.1), a critical for the one who caused it (TAL-8.4.3).
/// Dice that only choose among equals, an arc or a group, are nobody's luck.
pub(crate) fn stakes(view: &View, event: &Event) -> Vec<Stake> {
    let side = |ship: ShipId| view.board.ships.get(ship.index()).map(|it| it.side);
    let stake = match event {
        Event::Fire(FireEvent::Shot { ship, weapon, range, modifier, damage, .. }) => {
            let ways = totals(damage_by_die(*weapon, i16::from(*range), *modifier), 1);
            side(*ship).map(|side| Stake { side, unit: "damage", rolled: u32::from(*damage), ways })
        }
        Event::Power(PowerEvent::Repaired { ship, die, .. }) => side(*ship).map(|side| Stake {
            side,
            unit: "repairs",
            rolled: u32::from(*die == 6),
            ways: vec![5, 1],
        }),
        // What the throw says counts, even where it is wasted: that is no matter of dice.
        Event::Damage(DamageEvent::Critical { ship, result, .. }) => {
            let mut ways = vec![0; 2];
            for a in 1..=6 {
                for b in 1..=6 {
                    ways[usize::from(Critical::of([a, b]) != Critical::None)] += 1;
                }
            }
            let rolled = u32::from(*result != Critical::None);
            side(*ship).map(|side| Stake { side: 1 - side, unit: "criticals", rolled, ways })
        }
        Event::Setup(_)
        | Event::Phase(_)
        | Event::Power(_)
        | Event::Movement(_)
        | Event::Fire(_)
        | Event::Damage(_)
        | Event::Round(_)
        | Event::Victory(_) => None,
    };
    stake.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use engine::{Assist, Game, Seat, Viewer};

    use super::*;
    use crate::{Field, Phase, scenario};

    /// TAL-8.3.1, TAL-8.7.1, TAL-8.4.3: every way the dice could have fallen, by the printed tables.
    #[test]
    fn rule_8_3_1_stakes_count_every_way() {
        let scenario = scenario("intro");
        let battle = Battle::ready(Field::new(&scenario.options, &scenario).unwrap());
        let view = battle.view(Viewer::Seat(Seat(0)));
        let stake = |event: Event| stakes(&view, &event).pop();
        let row = Weapon::Phaser.row(2).unwrap();
        let shot = |die: u8, modifier: i8, damage: u8| {
            let (ship, target) = (ShipId(0), Target::Ship(ShipId(1)));
            let weapon = Weapon::Phaser;
            Event::Fire(FireEvent::Shot { ship, group: 0, weapon, target, range: 2, die, modifier, damage })
        };
        let plain = stake(shot(6, 0, row[5])).unwrap();
        assert_eq!((plain.side, plain.unit, plain.rolled), (0, "damage", u32::from(row[5])));
        assert_eq!(plain.ways.iter().sum::<u32>(), 6);
        let expected: u32 = plain.ways.iter().zip(0..).map(|(ways, points)| ways * points).sum();
        assert_eq!(expected, row.iter().map(|it| u32::from(*it)).sum::<u32>());
        // TAL-17.5a: one less on the die, and a 1 misses for sure.
        let veiled = stake(shot(1, -1, 0)).unwrap();
        let expected: u32 = veiled.ways.iter().zip(0..).map(|(ways, points)| ways * points).sum();
        assert_eq!(expected, row[..5].iter().map(|it| u32::from(*it)).sum::<u32>());
        let marker = crate::events::Repairable::HelmDown;
        let repair = stake(Event::Power(PowerEvent::Repaired { ship: ShipId(1), marker, die: 6 })).unwrap();
        assert_eq!((repair.side, repair.rolled, repair.ways), (1, 1, vec![5, 1]));
        // Luck for the other side; 7 is harmless in 6 of 36 throws.
        let (dice, result) = ([3, 4], Critical::None);
        let harm = DamageEvent::Critical { ship: ShipId(1), dice, result, wasted: true };
        let critical = stake(Event::Damage(harm)).unwrap();
        assert_eq!((critical.side, critical.rolled, critical.ways), (0, 0, vec![6, 30]));
    }

    /// TAL-8.3.1: some of a group's weapons; with one fewer, the odds of the next smaller group.
    #[test]
    fn rule_8_3_1_odds_of_some_weapons() {
        let scenario = scenario("fleet");
        let mut battle = Battle::ready(Field::new(&scenario.options, &scenario).unwrap());
        // A ship with three weapons in a group, charged, and an enemy right ahead of it.
        let three = |id: &ShipId| battle.design_of(*id).groups.iter().any(|it| 3 <= it.count);
        let id = battle.ship_ids().find(three).unwrap();
        let side = battle.ship(id).side;
        let ahead = battle.ship(id).at.step(battle.ship(id).facing);
        let enemy = |it: &ShipId| battle.ship(*it).side != side && !battle.design_of(*it).is_fighters();
        let enemy = battle.ship_ids().find(enemy).unwrap();
        battle.board.ships[enemy.index()].at = ahead;
        for (bar, group) in battle.design_of(id).groups.clone().into_iter().enumerate() {
            let bar = &mut battle.board.ships[id.index()].bars[bar];
            (bar.red, bar.yellow) = (group.red, group.yellow);
        }
        battle.board.phase = Phase::Fire { side, volley: None };
        let menu = battle.menu(Seat(side)).fire.unwrap();
        let mut several = 0;
        for group in menu.ships.iter().flat_map(|it| &it.groups) {
            for target in &group.targets {
                assert_eq!(target.some.len(), usize::from(group.weapons).saturating_sub(2));
                for (odds, n) in target.some.iter().zip(2_u32..) {
                    several += 1;
                    assert_eq!(odds.of, 6_u32.pow(n));
                    assert!(target.one.destroyed <= odds.destroyed && odds.destroyed <= target.all.destroyed);
                    let (one, sum) =
                        (&target.one, odds.damage.iter().zip(0..).map(|(w, p)| w * p).sum::<u32>());
                    let mean: u32 = one.damage.iter().zip(0..).map(|(w, p)| w * p).sum();
                    assert_eq!(sum * one.of, n * mean * odds.of);
                }
            }
        }
        assert!(0 < several, "no group of three weapons in range");
    }

    /// TAL-4.1.1, TAL-5.4.3: the rows of the Power Phase tell the next Round as the counter tells this one.
    #[test]
    fn rule_4_1_1_rows_tell_their_impulses() {
        let scenario = scenario("intro");
        let mut battle = Battle::ready(Field::new(&scenario.options, &scenario).unwrap());
        battle.board.phase = Phase::Charge { side: 0 };
        let menu = battle.menu(Seat(0)).charge.unwrap();
        let display = crate::view::display(&battle, ShipId(0));
        assert_eq!((&menu[0].rows[0].ap_in, &menu[0].rows[0].moves_in), (&display.ap_in, &display.moves_in));
        for row in &menu[0].rows {
            assert_eq!((row.ap_in.len(), row.moves_in.len()), (row.power as usize, usize::from(row.speed)));
        }
    }

    /// TAL-8.3.1, TAL-8.4.4: two torpedoes at a CA with one forward shield left, checked by hand:
    /// no critical among the first two hull boxes of the Talon CA.
    #[test]
    fn odds_are_exact() {
        let scenario = scenario("intro");
        let mut battle = Battle::ready(Field::new(&scenario.options, &scenario).unwrap());
        battle.board.ships[1].shields[0] = 2;
        let torpedo = [0, 0, 4, 4, 4, 4];
        let one = odds(&battle, Target::Ship(ShipId(1)), Some(Arc::Forward), torpedo, 1);
        assert_eq!((one.of, one.damage.clone()), (6, vec![2, 0, 0, 0, 4]));
        assert_eq!(one.hull[..3], [333_333, 0, 666_666]);
        assert_eq!((one.shields[0], one.shields[2], one.destroyed), (333_333, 666_666, 0));
        // A second hit marks 4 more, over the critical third and the critical fifth box.
        let two = odds(&battle, Target::Ship(ShipId(1)), Some(Arc::Forward), torpedo, 2);
        assert_eq!(two.of, 36);
        // Both hit in 16 of 36: 6 of 7 boxes are marked, the third and the fifth critical, and 5 of
        // the 36 throws of either mark at least one more: 16/36 (1 - (31/36)^2).
        assert_eq!(two.destroyed, 114_883);
        let sum: u32 = two.hull.iter().sum();
        assert!((999_990..=1_000_000).contains(&sum));
    }

    /// TAL-13.6a: two Phasers at a fresh Missile at range 1: any two hits destroy it.
    #[test]
    fn rule_13_6a_odds_against_missiles() {
        let shots = |damage: [u8; 6], n: usize| vec![Fall { arc: None, damage }; n];
        let it = of_missile(false, &shots([1, 2, 2, 2, 2, 2], 2));
        assert_eq!((it.destroyed, it.whole), (36, 36));
        let one = of_missile(false, &shots([0, 4, 4, 4, 4, 4], 1));
        assert_eq!((one.destroyed, one.whole), (5, 6));
    }
}
