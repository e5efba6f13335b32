//! EMP tests, repairs and power cores as text (FT-5.4.3, FT-10.3.6, FT-10.4.2).

use crate::{
    damage::{CoreChoice, EmpTest, repairs::Job},
    notation::{self, Unread, times},
    setup::scenario::Field,
    ship::ShipId,
};

const CHOICES: [(CoreChoice, &str); 3] =
    [(CoreChoice::Hold, "hold"), (CoreChoice::Dump, "dump"), (CoreChoice::Abandon, "abandon")];

pub(crate) fn write_tests(field: &Field, tests: &[EmpTest]) -> Vec<String> {
    let code = |id: ShipId| field.code(id);
    tests.iter().map(|it| format!("{} {}x{}", code(it.ship), it.icon.0, it.tests)).collect()
}

pub(crate) fn test(ship: ShipId, word: &str) -> Result<EmpTest, Unread> {
    times(word).map(|(icon, tests)| EmpTest { ship, icon, tests })
}

pub(crate) fn write_jobs(field: &Field, jobs: &[Job]) -> Vec<String> {
    let code = |id: ShipId| field.code(id);
    jobs.iter().map(|it| format!("{} {}x{}", code(it.ship), it.icon.0, it.parties)).collect()
}

pub(crate) fn job(ship: ShipId, word: &str) -> Result<Job, Unread> {
    let (icon, n) = times(word)?;
    let parties = u8::try_from(n).map_err(|_| format!("{n} parties are too many"))?;
    Ok(Job { ship, icon, parties })
}

pub(crate) fn write_cores(field: &Field, choices: &[(ShipId, CoreChoice)]) -> Vec<String> {
    let code = |id: ShipId| field.code(id);
    choices
        .iter()
        .map(|(id, choice)| format!("{} {}", code(*id), notation::name(&CHOICES, *choice)))
        .collect()
}

pub(crate) fn core(ship: ShipId, word: &str) -> Result<(ShipId, CoreChoice), Unread> {
    let choice = CHOICES.iter().find(|it| it.1 == word);
    choice.map(|it| (ship, it.0)).ok_or_else(|| format!("{word:?} is not hold, dump or abandon"))
}
