//! Damage control and EMP in the hands of the computer players. Taste, never rules.

use engine::Seat;

use crate::{
    Battle,
    damage::{self, EmpTest, repairs::Job},
    setup::scenario::Part,
    ship::IconId,
    yard::design::Kind,
};

/// EMP hits: three on each fire control, the rest on the drive.
pub(crate) fn emp(battle: &Battle, seat: Seat) -> Vec<EmpTest> {
    let mut tests = Vec::new();
    for ship in battle.active_ships() {
        let mut left = battle.ship(ship).emp.iter().find(|it| it.0 == seat).map_or(0, |it| it.1);
        let mut icons: Vec<IconId> = battle
            .field
            .blueprint(ship)
            .icon_ids()
            .filter(|&icon| damage::emp_target(battle, ship, icon) && battle.ship(ship).works(icon))
            .collect();
        icons.sort_by_key(|&icon| {
            !matches!(battle.field.blueprint(ship).kind(icon), Some(Kind::FireControl { .. }))
        });
        for icon in icons {
            let here = left.min(3);
            if 0 < here {
                tests.push(EmpTest { ship, icon, tests: here });
                left -= here;
            }
        }
    }
    tests
}

/// Three parties on each of the most important systems.
pub(crate) fn mend(battle: &Battle, seat: Seat) -> Vec<Job> {
    let mut jobs = Vec::new();
    for ship in battle.crews(seat) {
        let blueprint = battle.field.blueprint(ship);
        let mut icons: Vec<IconId> =
            blueprint.icon_ids().filter(|&icon| battle.can_repair(ship, icon)).collect();
        icons.sort_by_key(|&icon| match (blueprint.icons[icon.index()], blueprint.kind(icon)) {
            (Part::PowerCore, _) => 0,
            (Part::Bridge, _) => 1,
            (Part::LifeSupport, _) => 2,
            (_, Some(Kind::FireControl { .. })) => 3,
            (_, Some(Kind::Drive { .. })) => 4,
            (_, Some(Kind::Screen { .. })) => 5,
            _ => 6,
        });
        let mut left = battle.parties(ship);
        for icon in icons {
            let parties = left.min(3) as u8;
            if 0 < parties {
                jobs.push(Job { ship, icon, parties });
                left -= u32::from(parties);
            }
        }
    }
    jobs
}
