//! Chapter 3: hull stress.

use arrayvec::ArrayVec;
use engine::Table;
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    card::Stats,
    manoeuvre::Plan,
    unit::{Status, Unit, UnitId},
};

/// More than any legal plan can ask for.
pub type StressDice = ArrayVec<u8, 32>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "StressEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// STR-3.2: all dice at once; each of 4 and more, after hindrances, is a failure.
    Tested { unit: UnitId, base: u8, dice: StressDice, failures: u8, strain: Strain },
}

/// STR-3.3: what the failures mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum Strain {
    Held,
    Greyout,
    Blackout,
    /// Blackout, and a point of structure; shields do not help.
    Damage,
    /// The last point of structure was lost so (STR-6.4).
    Wrecked,
    Destroyed,
}

/// STR-3.1, STR-3.2, STR-HIN.5: dice to roll, the Weak Frame die once a test.
pub(crate) fn dice(stats: &Stats, plan: Plan, yawed: bool) -> (u8, u8) {
    let base = plan.stress(stats, yawed);
    (base, base + u8::from(0 < base && stats.weak_frame))
}

/// STR-HIN.4: a natural 3 fails a retrofitted civilian.
pub(crate) fn fails(stats: &Stats, die: u8) -> bool {
    4 <= die + u8::from(stats.retrofitted)
}

pub(crate) fn strain(failures: u8, structure: u8) -> Strain {
    match failures {
        0 => Strain::Held,
        1 => Strain::Greyout,
        2 => Strain::Blackout,
        3 if structure <= 1 => Strain::Wrecked,
        3 => Strain::Damage,
        _ => Strain::Destroyed,
    }
}

/// STR-1.6: the side named first rolls first. STR-3.4: a unit that has left
/// the table is tested, too; one that crashed or is safe is not.
pub(crate) fn resolve(table: &mut Table<Battle>) {
    for side in 0..2 {
        let Some(unit) = table.state().active[side] else { continue };
        let battle = table.state();
        let it = battle.unit(unit);
        let tested = matches!(it.status, Status::Active | Status::Away { .. });
        let Some(plan) = it.flown.filter(|_| tested) else { continue };
        let stats = *battle.stats(it);
        let structure = it.structure;
        let (base, n) = dice(&stats, plan, it.yawed);
        if n == 0 {
            continue;
        }
        let rolled: StressDice = (0..n).map(|_| table.roll(6)).collect();
        let failures = rolled.iter().filter(|&&die| fails(&stats, die)).count() as u8;
        let strain = strain(failures, structure);
        table.emit(crate::Event::Stress(Event::Tested { unit, base, dice: rolled, failures, strain }));
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    let Event::Tested { unit: id, strain, .. } = event;
    let unit = battle.unit_mut(*id);
    match strain {
        Strain::Held => (),
        Strain::Greyout => unit.greyouts += 1,
        Strain::Blackout => black_out(unit),
        Strain::Damage => {
            black_out(unit);
            unit.structure = unit.structure.saturating_sub(1);
        }
        Strain::Wrecked => {
            unit.structure = 0;
            let there = unit.status.on_table();
            battle.remove(*id, if there { Status::Wrecked } else { Status::Destroyed });
        }
        Strain::Destroyed => battle.remove(*id, Status::Destroyed),
    }
}

/// STR-3.3: the rest of its actions are lost; a standing lock is not.
fn black_out(unit: &mut Unit) {
    unit.blackout = true;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{card::Card, library::fighters, manoeuvre::Kind};

    fn card(name: &str) -> &'static Card {
        fighters().iter().find(|it| it.name == name).expect("a supplied card")
    }

    #[track_caller]
    fn check_dice(name: &str, plan: Plan, yawed: bool, expected: (u8, u8)) {
        assert_eq!(dice(&card(name).stats(), plan, yawed), expected, "{name} {plan:?}");
    }

    /// STR-2.6, STR-2.7, STR-2.13, STR-HIN.2: the book's examples, and the Weak Frame die always.
    #[test]
    fn rule_3_1_stress_dice_of_the_examples() {
        use Kind::{Accelerate, Decelerate, SlidePort, TurnPort};
        check_dice("Guardian 151a", Plan::new(Accelerate, 3, TurnPort, 0), false, (0, 0));
        check_dice("Guardian 151a", Plan::new(Decelerate, 5, TurnPort, 0), false, (2, 3));
        check_dice("Guardian 151a", Plan::new(TurnPort, 2, Accelerate, 0), false, (0, 0));
        check_dice("Guardian 151a", Plan::new(TurnPort, 6, Accelerate, 0), false, (3, 4));
        check_dice("Guardian 151a", Plan::new(Accelerate, 4, TurnPort, 2), true, (1, 2));
        // Equal thrusts: to the lower safe value.
        check_dice("Guardian 151a", Plan::new(Accelerate, 2, SlidePort, 2), true, (1, 2));
        check_dice("Guardian 151a", Plan::new(Accelerate, 0, TurnPort, 0), true, (0, 0));
        // A Mule cannot slide at all, and its yaw on an empty slide strains it.
        check_dice("Mule", Plan::new(Accelerate, 0, SlidePort, 0), true, (1, 1));
        check_dice("Mule", Plan::new(Accelerate, 0, TurnPort, 0), true, (0, 0));
    }

    /// STR-3.2, STR-3.3, STR-HIN.4.
    #[test]
    fn rule_3_3_failures_and_what_they_mean() {
        let (evo, guardian) = (card("Evo 6.2").stats(), card("Guardian 151a").stats());
        assert!(fails(&evo, 3) && !fails(&evo, 2) && fails(&guardian, 4) && !fails(&guardian, 3));
        let all: Vec<Strain> = (0..6).map(|failures| strain(failures, 3)).collect();
        use Strain::{Blackout, Damage, Destroyed, Greyout, Held};
        assert_eq!(all, [Held, Greyout, Blackout, Damage, Destroyed, Destroyed]);
        assert_eq!(strain(3, 1), Strain::Wrecked);
    }
}
