//! What may be ordered: judged by what the seat knows, so that no refusal tells
//! what sensors have not found out (FT-12.1.1, FT-12.2.1).

use dice::Dice;
use engine::{Findings, Refusal, Seat, Viewer};

use crate::{
    Battle, Order, boarding,
    craft::{self, attacks, dogfights, evasion, gunboats, runs, scramble},
    damage::{self, repairs},
    fire,
    jumps::{ftl, riders},
    orders::{self, specials},
    ordnance::{self, defence, opening},
    phases::{self, Phase},
    sensors,
    setup::deploy,
    terrain::rounds,
    view,
};

/// FT-12.1.1, FT-12.2.1: the battle as `seat` knows it. Whether a closed ship is in range or a bogey may
/// be landed on is judged by what shows of it: an answer from the truth would be worth more than a scan.
pub(crate) fn as_known<T>(battle: &Battle, seat: Seat, judge: impl FnOnce(&Battle) -> T) -> T {
    match view::known(battle, Viewer::Seat(seat)) {
        Some(known) => judge(&known),
        None => judge(battle),
    }
}

impl Battle {
    /// Whether `seat` may give `order`, as far as this battle is known to it.
    pub(crate) fn judge(&self, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let mut found = Findings::default();
        match (&self.phase, order) {
            (Phase::Over { .. }, _) => found.add("FT-VIC.1", "the battle is over"),
            (_, Order::Concede) => (),
            (Phase::Deploy { .. }, Order::Deploy(order)) => deploy::check(self, seat, order, &mut found),
            (Phase::Muster { .. }, Order::Muster(places)) => {
                sensors::check_muster(self, seat, places, &mut found);
            }
            (Phase::Scan { .. }, Order::Scan(scans)) => sensors::check_scan(self, seat, scans, &mut found),
            (Phase::Plans { .. }, Order::Plans(plans)) => ftl::check_plans(self, seat, plans, &mut found),
            (Phase::Settings { .. }, Order::Settings(settings)) => {
                specials::check_settings(self, seat, settings, &mut found);
            }
            (Phase::Arrange { .. }, Order::Arrange(others)) => {
                phases::check_arrangement(self, seat, others, &mut found);
            }
            (Phase::Rounds { .. }, Order::Rounds(returns)) => rounds::check(self, seat, returns, &mut found),
            (Phase::Features { .. }, Order::Features(places)) => {
                deploy::check_features(self, places, &mut found);
            }
            (Phase::Orders | Phase::Replot { .. }, Order::Orders(order)) => {
                orders::check(self, seat, order, &mut found);
            }
            (Phase::Opening { .. }, Order::Opening(order)) => opening::check(self, seat, order, &mut found),
            (Phase::Launch { .. }, Order::Launch(order)) => ordnance::check(self, seat, order, &mut found),
            (Phase::Wings { .. }, Order::Wing(order)) => craft::moves::check(self, seat, order, &mut found),
            (Phase::Parting { .. }, Order::Parting(groups)) => {
                craft::moves::check_parting(self, seat, groups, &mut found);
            }
            (Phase::Scramble { .. }, Order::Scramble(order)) => {
                scramble::check(self, seat, order, &mut found);
            }
            (Phase::Defence { .. }, Order::Defend(guards)) => {
                defence::check(self, seat, guards, &mut found);
            }
            (Phase::Launch { .. }, Order::CraftLaunch(order)) => {
                craft::launch::check(self, seat, order, &mut found);
            }
            (Phase::Attacks { .. }, Order::Attack(attacks)) => {
                attacks::check(self, seat, attacks, &mut found);
            }
            (Phase::Dogfights { .. }, Order::Dogfight(stances)) => {
                dogfights::check(self, seat, stances, &mut found);
            }
            (Phase::Runs { .. }, Order::Run(runs)) => runs::check(self, seat, runs, &mut found),
            (Phase::Evade { .. }, Order::Evade(groups)) => {
                evasion::check_evasion(self, seat, groups, &mut found);
            }
            (Phase::Fire { .. }, Order::Fire(order)) => fire::check(self, seat, order, &mut found),
            (Phase::Fire { .. }, Order::FireBoats(order)) => gunboats::check(self, seat, order, &mut found),
            (
                Phase::Fire { .. }
                | Phase::Launch { .. }
                | Phase::Wings { .. }
                | Phase::Scramble { .. }
                | Phase::Attacks { .. },
                Order::Pass,
            ) => (),
            (Phase::Share { .. }, Order::Share(it)) => riders::check_shares(self, seat, it, &mut found),
            (Phase::Cross { .. }, Order::Cross(it)) => boarding::check_crossings(self, seat, it, &mut found),
            (Phase::Duties { .. }, Order::Duties(it)) => boarding::check_duties(self, seat, it, &mut found),
            (Phase::Repel { .. }, Order::Repel(it)) => boarding::check_stands(self, seat, it, &mut found),
            (Phase::Emp { .. }, Order::Emp(tests)) => damage::check_emp(self, seat, tests, &mut found),
            (Phase::Repairs { .. }, Order::Repair(jobs)) => repairs::check(self, seat, jobs, &mut found),
            (Phase::Cores { .. }, Order::Cores(choices)) => {
                damage::check_cores(self, seat, choices, &mut found);
            }
            (Phase::Chase { .. }, Order::Chase(_)) => (),
            (
                _,
                Order::Deploy(_)
                | Order::Muster(_)
                | Order::Scan(_)
                | Order::Plans(_)
                | Order::Settings(_)
                | Order::Arrange(_)
                | Order::Rounds(_)
                | Order::Features(_)
                | Order::Orders(_)
                | Order::Opening(_)
                | Order::Launch(_)
                | Order::Wing(_)
                | Order::Parting(_)
                | Order::Scramble(_)
                | Order::Defend(_)
                | Order::CraftLaunch(_)
                | Order::Attack(_)
                | Order::Dogfight(_)
                | Order::Run(_)
                | Order::Evade(_)
                | Order::FireBoats(_)
                | Order::Fire(_)
                | Order::Pass
                | Order::Cross(_)
                | Order::Duties(_)
                | Order::Repel(_)
                | Order::Share(_)
                | Order::Emp(_)
                | Order::Repair(_)
                | Order::Cores(_)
                | Order::Chase(_),
            ) => found.add("FT-2.6.0", "that order belongs to another phase"),
        }
        found.into_result()
    }

    /// Any order that is legal as far as this battle is known to `seat`.
    pub(crate) fn any_order(&self, seat: Seat, dice: &mut Dice) -> Order {
        match &self.phase {
            Phase::Deploy { .. } => Order::Deploy(deploy::sample(self, seat, dice)),
            Phase::Muster { .. } => Order::Muster(sensors::sample_muster(self, seat, dice)),
            Phase::Plans { .. } => Order::Plans(ftl::sample(self, seat, dice)),
            Phase::Scan { .. } => Order::Scan(sensors::sample(self, seat, dice)),
            Phase::Settings { .. } => Order::Settings(specials::sample_settings(self, seat, dice)),
            Phase::Arrange { .. } => Order::Arrange(phases::sample_arrangement(self, dice)),
            Phase::Rounds { .. } => Order::Rounds(rounds::sample(self, seat, dice)),
            Phase::Features { .. } => Order::Features(deploy::sample_features(self, dice)),
            Phase::Orders | Phase::Replot { .. } => Order::Orders(orders::sample(self, seat, dice)),
            Phase::Opening { .. } => Order::Opening(opening::sample(self, seat, dice)),
            Phase::Launch { .. } => match craft::launch::sample(self, seat, dice) {
                Some(launch) => Order::CraftLaunch(launch),
                None => ordnance::sample(self, seat, dice).map_or(Order::Pass, Order::Launch),
            },
            Phase::Attacks { .. } => attacks::sample(self, seat, dice).map_or(Order::Pass, Order::Attack),
            Phase::Dogfights { .. } => Order::Dogfight(dogfights::sample(self, seat, dice)),
            Phase::Runs { .. } => Order::Run(runs::sample(self, seat, dice)),
            Phase::Evade { .. } => Order::Evade(evasion::sample(self, seat, dice)),
            Phase::Wings { .. } => craft::moves::sample(self, seat, dice).map_or(Order::Pass, Order::Wing),
            Phase::Parting { .. } => Order::Parting(craft::moves::sample_parting(self, seat, dice)),
            Phase::Scramble { .. } => scramble::sample(self, seat, dice).map_or(Order::Pass, Order::Scramble),
            Phase::Defence { .. } => Order::Defend(defence::sample(self, seat, dice)),
            Phase::Fire { .. } => match gunboats::sample(self, seat, dice) {
                Some(fire) => Order::FireBoats(fire),
                None => fire::sample(self, seat, dice).map_or(Order::Pass, Order::Fire),
            },
            Phase::Cross { .. } => Order::Cross(boarding::sample_crossings(self, seat, dice)),
            Phase::Duties { .. } => Order::Duties(boarding::sample_duties(self, seat, dice)),
            Phase::Repel { .. } => Order::Repel(boarding::sample_stands(self, seat, dice)),
            Phase::Share { .. } => Order::Share(riders::sample(self, seat, dice)),
            Phase::Emp { .. } => Order::Emp(damage::sample_emp(self, seat, dice)),
            Phase::Repairs { .. } => Order::Repair(repairs::sample(self, seat, dice)),
            Phase::Cores { .. } => Order::Cores(damage::sample_cores(self, seat, dice)),
            Phase::Chase { .. } => Order::Chase(!dice.one_in(3)),
            Phase::Setup | Phase::Over { .. } => Order::Concede,
        }
    }
}
