//! Which rules made an event happen.

use crate::{
    Event,
    boarding::{self, beaming},
    craft::{self, attacks, dogfights, evasion, gunboats, hangars, moves::Pass, runs, scramble},
    damage::{self, blasts, checks, repairs},
    fire::{self, sweeps},
    jumps::{self, ftl, gates, riders},
    movement::{
        self, Steering, bases,
        links::{self, Hold},
        plot::Plot,
    },
    orders::{self, Mode, specials},
    ordnance::{self, Warhead, clearing, defence, mines, opening},
    phases::{self, Phase},
    sensors::{self, Found, cloaks},
    setup::{deploy, victory},
    terrain::{self, planets, stations},
};

pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Deploy(deploy::Event::OrderRolled { .. } | deploy::Event::Placed { .. }) => vec!["FT-4.12.2"],
        Event::Deploy(deploy::Event::Entered { .. }) => vec!["FT-2.6.5"],
        Event::Deploy(deploy::Event::Attack { .. } | deploy::Event::Feature { .. }) => vec!["FT-18.1.3"],
        Event::Phase(event) => of_phase(event),
        Event::Orders(orders::Event::Wrote { .. }) => vec!["FT-2.6.1", "FT-3.5.3"],
        Event::Orders(orders::Event::Strained { .. }) => vec!["FT-3.6.2", "FT-3.6.3"],
        Event::Movement(event) => of_movement(event),
        Event::Terrain(event) => of_terrain(event),
        Event::Planets(event) => match event {
            planets::Event::Orbiting { .. } => vec!["FT-17.8.2", "FT-17.10.1"],
            planets::Event::LeftOrbit { .. } => vec!["FT-17.8.4"],
            planets::Event::Crashed { .. } => vec!["FT-17.8.2", "FT-17.10.1"],
            planets::Event::Entered { die: None, .. } => vec!["FT-17.11.1"],
            planets::Event::Entered { .. } => vec!["FT-17.11.2", "FT-17.11.3"],
            planets::Event::Tested { .. } => vec!["FT-17.8.6"],
        },
        Event::Rounds(_) => vec!["FT-17.7.1"],
        Event::Riders(riders::Event::Stowed { .. }) => vec!["FT-11.6.1", "FT-16.6.1"],
        Event::Riders(_) => vec!["FT-11.7.2"],
        Event::Gates(event) => match event {
            gates::Event::Activated { .. } | gates::Event::Deactivated { .. } => vec!["FT-11.9.3"],
            gates::Event::Came { shocked: true, .. } => vec!["FT-11.9.6", "FT-11.10.1"],
            gates::Event::Came { .. } => vec!["FT-11.9.6"],
            gates::Event::Approached { .. } => vec!["FT-11.9.4"],
            gates::Event::Passed { die: None, .. } => vec!["FT-11.9.4"],
            gates::Event::Passed { .. } => vec!["FT-11.9.5"],
        },
        Event::Stations(stations::Event::Struck { .. }) => vec!["FT-13.15.7"],
        Event::Stations(stations::Event::Torn { .. }) => vec!["FT-13.15.4"],
        Event::Links(links::Event::Linked { link, .. }) => vec![of_hold(link.hold)],
        Event::Links(links::Event::Parted { hold, .. }) => vec![of_hold(*hold)],
        Event::Ramming(_) => vec!["FT-16.7.1"],
        Event::Disengage(_) => vec!["FT-16.5.1"],
        Event::Specials(specials::Event::Set { .. }) => vec!["FT-5.21.1", "FT-5.19.1"],
        Event::Cloaks(event) => of_cloaks(event),
        Event::Sensors(event) => of_sensors(event),
        Event::Ftl(event) => of_ftl(event),
        Event::FtlCraft(event) => match event {
            jumps::craft::Event::SetOut { .. } => vec!["FT-8.15.13", "FT-9.2.1"],
            jumps::craft::Event::Deployed { .. } => vec!["FT-8.15.13"],
            jumps::craft::Event::Escorts { .. } => vec!["FT-8.15.13", "FT-11.5.5"],
            jumps::craft::Event::Announced { .. } => vec!["FT-9.2.2"],
            jumps::craft::Event::Charged { .. } => vec!["FT-9.2.3"],
            jumps::craft::Event::Arrived { fate: jumps::craft::Fate::Lost, .. } => {
                vec!["FT-9.2.2", "FT-9.2.4"]
            }
            jumps::craft::Event::Arrived { .. } => vec!["FT-9.2.2"],
            jumps::craft::Event::Departed { .. } => vec!["FT-9.2.3", "FT-9.2.4"],
        },
        Event::Sweeps(event) => of_sweeps(event),
        Event::Bases(bases::Event::FellBehind { .. }) => vec!["FT-3.7.5"],
        Event::Hangars(event) => of_hangars(event),
        Event::Wings(event) => of_wings(event),
        Event::Mines(event) => of_mines(event),
        Event::Opening(event) => of_opening(event),
        Event::Scramble(scramble::Event::Passed { .. }) => vec!["FT-8.3.1"],
        Event::Scramble(scramble::Event::Tried { late: true, .. }) => vec!["FT-8.3.2", "FT-8.3.4"],
        Event::Scramble(scramble::Event::Tried { out, .. }) if !out.is_empty() => {
            vec!["FT-8.3.2", "FT-8.3.3"]
        }
        Event::Scramble(scramble::Event::Tried { .. }) => vec!["FT-8.3.2"],
        Event::Ordnance(event) => of_ordnance(event),
        Event::Clearing(event) => of_clearing(event),
        Event::Defence(event) => of_defence(event),
        Event::Attacks(event) => vec![match event {
            attacks::Event::Declared { .. } => "FT-8.7.1",
            attacks::Event::Passed { .. } => "FT-2.6.7",
            attacks::Event::Pilots { .. } => "FT-8.18.1",
        }],
        Event::CraftLaunch(craft::launch::Event::Launched { rockets_at: Some(_), .. }) => vec!["FT-9.2.8"],
        Event::CraftLaunch(craft::launch::Event::Launched { rockets, markers, .. }) => {
            let bombs = markers.iter().any(|it| matches!(it.what, Warhead::Bolt(_)));
            match (rockets, bombs) {
                (Some(_), _) => vec!["FT-9.2.8"],
                (None, true) => vec!["FT-9.2.11"],
                (None, false) => vec!["FT-8.15.10"],
            }
        }
        Event::Dogfights(event) => of_dogfights(event),
        Event::GroupDefence(event) => match event {
            craft::defence::Event::Repelled { .. } => vec!["FT-8.8.1", "FT-8.8.6"],
            craft::defence::Event::Blasted { .. } => vec!["FT-6.8.3", "FT-6.6.16"],
            craft::defence::Event::Raked { .. } => vec!["FT-5.23.7", "FT-7.23.2"],
            craft::defence::Event::Rocketed { .. } => vec!["FT-9.2.8"],
        },
        Event::Runs(event) => match event {
            runs::Event::Chosen { .. } => vec!["FT-2.6.10"],
            runs::Event::Embarked { .. } | runs::Event::Boarded { .. } => vec!["FT-8.15.14"],
            runs::Event::Ran { ordnance: true, .. } => vec!["FT-8.9.1", "FT-8.15.6"],
            runs::Event::Ran { .. } => vec!["FT-8.9.1", "FT-8.13.1"],
        },
        Event::Evasion(event) => vec![match event {
            evasion::Event::Evaded { .. } => "FT-8.6.8",
            evasion::Event::Locked { .. } => "FT-17.2.2",
            evasion::Event::Fired { .. } => "FT-8.6.7",
        }],
        Event::Gunboats(event) => vec![match event {
            gunboats::Event::Fired { .. } => "FT-9.1.5",
            gunboats::Event::Defended { .. } => "FT-9.2.9",
            gunboats::Event::Sank { .. } => "FT-9.1.9",
        }],
        Event::Fire(event) => of_fire(event),
        Event::Beaming(event) => of_beaming(event),
        Event::Boarding(event) => of_boarding(event),
        Event::Damage(event) => of_damage(event),
        Event::Checks(event) => of_checks(event),
        Event::Blasts(event) => vec![match event {
            blasts::Event::Detonated { .. } => "FT-7.9.1",
            blasts::Event::ChargeTested { .. } => "FT-7.9.2",
            blasts::Event::RackExploded { .. } => "FT-6.6.15",
            blasts::Event::Caught { .. } => "FT-6.6.11",
        }],
        Event::Repairs(repairs::Event::Regenerated { .. }) => vec!["FT-7.8.1"],
        Event::Repairs(repairs::Event::Worked { .. }) => vec!["FT-10.4.2", "FT-10.4.3"],
        Event::Victory(victory::Event::Conceded { .. }) => vec!["FT-VIC.6"],
        Event::Victory(victory::Event::Scored { .. } | victory::Event::NeverSeen { .. }) => vec!["FT-VIC.1"],
        Event::Victory(victory::Event::Decided { .. }) => vec!["FT-VIC.4"],
        Event::Victory(victory::Event::Marooned { .. }) => vec!["FT-11.7.3"],
        Event::Victory(victory::Event::Caught { .. }) => vec!["FT-S8", "FT-VIC.4"],
        Event::Victory(victory::Event::Withdrew { .. }) => vec!["FT-12.8.1"],
    }
}

fn of_hold(hold: Hold) -> &'static str {
    match hold {
        Hold::Tow => "FT-16.3.1",
        Hold::Dock => "FT-16.6.1",
    }
}

fn of_phase(event: &phases::Event) -> Vec<&'static str> {
    match event {
        phases::Event::TurnBegan { .. } => vec!["FT-2.6.0"],
        phases::Event::Initiative { .. } | phases::Event::Arranged { .. } => vec!["FT-2.6.2"],
        phases::Event::Entered { phase } => vec![match phase {
            Phase::Setup | Phase::Deploy { .. } => "FT-4.12.2",
            Phase::Muster { .. } => "FT-12.1.1",
            Phase::Scan { .. } => "FT-12.1.3",
            Phase::Plans { .. } => "FT-11.5.1",
            Phase::Settings { .. } => "FT-5.21.1",
            Phase::Arrange { .. } => "FT-2.6.2",
            Phase::Rounds { .. } => "FT-17.7.1",
            Phase::Features { .. } => "FT-18.1.3",
            Phase::Orders => "FT-2.6.1",
            Phase::Replot { .. } => "FT-3.6.3",
            Phase::Opening { .. } | Phase::Launch { .. } => "FT-2.6.3",
            Phase::Wings { pass: Pass::Secondary, .. } => "FT-2.6.6",
            Phase::Wings { .. } => "FT-2.6.4",
            Phase::Parting { .. } => "FT-8.10.3",
            Phase::Scramble { .. } => "FT-8.3.1",
            Phase::Defence { .. } => "FT-2.6.9",
            Phase::Attacks { .. } => "FT-2.6.7",
            Phase::Dogfights { .. } => "FT-2.6.8",
            Phase::Runs { .. } => "FT-2.6.10",
            Phase::Evade { .. } => "FT-8.6.8",
            Phase::Fire { .. } => "FT-2.6.11",
            Phase::Cross { .. } => "FT-12.7.1",
            Phase::Duties { .. } | Phase::Repel { .. } => "FT-12.7.2",
            Phase::Share { .. } => "FT-11.7.2",
            Phase::Emp { .. } => "FT-5.4.3",
            Phase::Repairs { .. } => "FT-10.4.2",
            Phase::Cores { .. } => "FT-10.3.6",
            Phase::Chase { .. } => "FT-16.5.1",
            Phase::Over { .. } => "FT-VIC.1",
        }],
    }
}

fn of_movement(event: &movement::Event) -> Vec<&'static str> {
    match event {
        movement::Event::Moved { by, plot, roll, .. } => {
            let mut rules = vec![match by {
                Steering::Ordered => "FT-2.6.5",
                Steering::Squadron => "FT-3.7.2",
                Steering::NoOrder => "FT-3.5.2",
                Steering::Adrift => "FT-10.3.3",
                Steering::Fixed => "FT-16.1.1",
                Steering::Held => "FT-16.3.2",
                Steering::Orbit => "FT-17.8.3",
                Steering::Section => "FT-13.15.8",
            }];
            rules.push(if matches!(plot, Plot::Burns(_)) { "FT-12.12.4" } else { "FT-3.4.1" });
            if *roll {
                rules.push("FT-16.2.1");
            }
            rules
        }
        movement::Event::Left { die: None, .. } => vec!["FT-3.9.1"],
        movement::Event::Left { .. } | movement::Event::Returned { .. } => vec!["FT-3.9.2"],
        movement::Event::Worn { .. } => vec!["FT-3.6.3"],
    }
}

fn of_terrain(event: &terrain::Event) -> Vec<&'static str> {
    match event {
        terrain::Event::Drifted { .. } => vec!["FT-16.1.1", "FT-17.1.1"],
        terrain::Event::Risked { .. } => vec!["FT-17.6.1", "FT-17.6.2"],
        terrain::Event::Battered { .. } => vec!["FT-17.4.1"],
        terrain::Event::Scoured { .. } => vec!["FT-17.2.1"],
        terrain::Event::Locked { .. } => vec!["FT-17.2.2"],
        terrain::Event::Flared { .. } | terrain::Event::Dazzled { .. } => vec!["FT-17.3.1"],
        terrain::Event::WreckTested { .. } => vec!["FT-17.5.1"],
        terrain::Event::Dispersed { .. } => vec!["FT-17.5.2"],
        terrain::Event::Chipped { .. } | terrain::Event::Shattered { .. } => vec!["FT-17.1.3"],
    }
}

fn of_cloaks(event: &cloaks::Event) -> Vec<&'static str> {
    match event {
        cloaks::Event::Switched { .. } => vec!["FT-7.5.1", "FT-7.19.1"],
        cloaks::Event::Cloaked { .. } => vec!["FT-7.20.1"],
        cloaks::Event::Uncloaked { why, .. } => vec![match why {
            cloaks::Why::Time => "FT-7.20.1",
            cloaks::Why::Speed => "FT-7.20.2",
            cloaks::Why::Damage => "FT-7.20.3",
        }],
        cloaks::Event::Vanished { .. } | cloaks::Event::Appeared { .. } => vec!["FT-7.21.1"],
        cloaks::Event::Stole { .. } => vec!["FT-7.21.1", "FT-7.21.2"],
    }
}

fn of_sensors(event: &sensors::Event) -> Vec<&'static str> {
    match event {
        sensors::Event::Mustered { .. } => vec!["FT-12.1.1"],
        sensors::Event::Revealed { found, .. } => vec![match found {
            Found::Passive => "FT-12.1.2",
            Found::Scanned | Found::Scanning => "FT-12.1.3",
            Found::Fired | Found::Shown | Found::Hit => "FT-12.1.4",
        }],
        sensors::Event::Swept { .. } => vec!["FT-12.1.3"],
        sensors::Event::Told { .. } => vec!["FT-12.2.1", "FT-13.13.10"],
        sensors::Event::Scanned { jams, .. } if !jams.is_empty() => vec!["FT-12.1.3", "FT-12.4.1"],
        sensors::Event::Scanned { found: true, .. } => vec!["FT-12.1.3"],
        sensors::Event::Scanned { found: false, .. } => vec!["FT-12.1.3", "FT-7.18.1"],
    }
}

fn of_ftl(event: &ftl::Event) -> Vec<&'static str> {
    match event {
        ftl::Event::Planned { .. } | ftl::Event::Announced { .. } => vec!["FT-11.5.1"],
        ftl::Event::WarmedUp { .. } => vec!["FT-11.4.1"],
        ftl::Event::Cooled { .. } => vec!["FT-11.4.2"],
        ftl::Event::Arrived { dice, .. } if dice.is_empty() => vec!["FT-11.5.2"],
        ftl::Event::Arrived { .. } => vec!["FT-11.5.2", "FT-11.5.4"],
        ftl::Event::Departed { dice, .. } if dice.is_empty() => vec!["FT-11.4.2"],
        ftl::Event::Departed { .. } => vec!["FT-11.4.2", "FT-11.4.3"],
    }
}

fn of_hangars(event: &hangars::Event) -> Vec<&'static str> {
    match event {
        hangars::Event::Launched { .. } => vec!["FT-8.1.1", "FT-8.1.3"],
        hangars::Event::Landed { combat: true, .. } => vec!["FT-8.4.1", "FT-8.4.2"],
        hangars::Event::Landed { die: None, .. } => vec!["FT-8.1.6", "FT-13.12.5"],
        hangars::Event::Landed { .. } => vec!["FT-8.1.6", "FT-8.16.1"],
        hangars::Event::Merged { .. } => vec!["FT-8.16.4"],
        hangars::Event::Armed { .. } => vec!["FT-8.15.11"],
        hangars::Event::Escaped { .. } => vec!["FT-17.11.3"],
        hangars::Event::Shaken { .. } | hangars::Event::Wrecked { .. } => vec!["FT-8.15.15"],
        hangars::Event::Perished { .. } => vec!["FT-10.1.5"],
        hangars::Event::Released { .. } => vec!["FT-8.6.2"],
    }
}

fn of_wings(event: &craft::moves::Event) -> Vec<&'static str> {
    match event {
        craft::moves::Event::Held { .. } | craft::moves::Event::Finished { .. } => vec!["FT-8.5.2"],
        craft::moves::Event::Flew { contact: Some(_), .. } => vec!["FT-8.10.2"],
        craft::moves::Event::Flew { cost: 0, .. } => vec!["FT-8.5.1"],
        craft::moves::Event::Flew { .. } => vec!["FT-8.5.3"],
        craft::moves::Event::Screened { .. } => vec!["FT-8.6.1"],
        craft::moves::Event::Guarded { .. } => vec!["FT-8.6.3"],
        craft::moves::Event::Pursued { .. } => vec!["FT-8.6.5"],
        craft::moves::Event::Carried { .. } => vec!["FT-8.6.1", "FT-GEO.8"],
        craft::moves::Event::Left { .. } => vec!["FT-8.0.3"],
        craft::moves::Event::Slipped { .. } => vec!["FT-8.10.3"],
    }
}

fn of_mines(event: &mines::Event) -> Vec<&'static str> {
    match event {
        mines::Event::Laid { .. } => vec!["FT-6.10.1"],
        mines::Event::Sweeping { .. } | mines::Event::Swept { .. } => vec!["FT-12.5.1"],
        mines::Event::Drawn { .. } | mines::Event::WentOff { .. } => vec!["FT-6.9.1"],
    }
}

fn of_opening(event: &opening::Event) -> Vec<&'static str> {
    match event {
        opening::Event::Barrage { .. } => vec!["FT-5.16.4"],
        opening::Event::FlewOn { .. } => vec!["FT-6.6.5", "FT-6.6.6"],
        opening::Event::Peppered { .. } | opening::Event::Scourged { .. } | opening::Event::Grazed { .. } => {
            vec!["FT-5.16.5"]
        }
    }
}

fn of_clearing(event: &clearing::Event) -> Vec<&'static str> {
    match event {
        clearing::Event::Blasted { .. } | clearing::Event::MineCleared { .. } => vec!["FT-6.6.16"],
        clearing::Event::Burnt { .. } => vec!["FT-6.8.3"],
        clearing::Event::Swept { .. } => vec!["FT-5.23.6"],
    }
}

fn of_ordnance(event: &ordnance::Event) -> Vec<&'static str> {
    match event {
        ordnance::Event::Chosen { .. } | ordnance::Event::Passed { .. } => vec!["FT-2.6.3"],
        ordnance::Event::Placed { marker, .. } => match marker.what {
            Warhead::Bolt(_) => vec!["FT-6.8.1"],
            Warhead::Antimatter { fused: true } => vec!["FT-6.6.13"],
            Warhead::Antimatter { fused: false } => vec!["FT-6.6.10", "FT-6.3.1"],
            _ => vec!["FT-6.2.1", "FT-6.3.1"],
        },
        ordnance::Event::Rockets { .. } => vec!["FT-6.7.1"],
        ordnance::Event::Homed { .. } | ordnance::Event::Lost { .. } => vec!["FT-2.6.7", "FT-6.3.3"],
    }
}

fn of_dogfights(event: &dogfights::Event) -> Vec<&'static str> {
    match event {
        dogfights::Event::Chosen { .. } => vec!["FT-2.6.8", "FT-8.11.1"],
        dogfights::Event::Wavered { .. } => vec!["FT-8.17.1"],
        dogfights::Event::Fought { duel: Some(_), .. } => vec!["FT-8.10.1", "FT-8.18.3"],
        dogfights::Event::Fought { .. } => vec!["FT-8.10.1", "FT-8.13.1"],
        dogfights::Event::Fell { .. } => vec!["FT-8.10.5"],
        dogfights::Event::Intercepted { .. } => vec!["FT-8.12.1", "FT-8.12.2"],
    }
}

fn of_defence(event: &defence::Event) -> Vec<&'static str> {
    match event {
        defence::Event::Assigned { .. } => vec!["FT-2.6.9", "FT-6.4.1"],
        defence::Event::Defended { .. } => vec!["FT-6.4.2", "FT-6.4.3"],
        defence::Event::Strayed { .. } => vec!["FT-7.14.2"],
        defence::Event::Hit { on_target: Some(_), .. } => vec!["FT-6.4.4", "FT-6.5.1"],
        defence::Event::Hit { .. } => vec!["FT-6.5.1", "FT-6.7.2"],
        defence::Event::Burst { .. } => vec!["FT-6.6.11", "FT-6.8.3"],
        defence::Event::Spent { .. } | defence::Event::Cleared => vec!["FT-2.6.10"],
    }
}

fn of_sweeps(event: &sweeps::Event) -> Vec<&'static str> {
    match event {
        sweeps::Event::Readied { ready, .. } => {
            let nova = ready.iter().any(|it| it.1 == Mode::Arm);
            vec![if nova { "FT-7.23.1" } else { "FT-7.24.1" }]
        }
        sweeps::Event::NovaFired { .. } | sweeps::Event::Swept { .. } => vec!["FT-7.23.2"],
        sweeps::Event::WaveFired { .. } => vec!["FT-7.24.3"],
        sweeps::Event::Washed { .. } => vec!["FT-7.24.3", "FT-7.24.4"],
        sweeps::Event::Charged { .. } => vec!["FT-7.24.1"],
        sweeps::Event::Burst { .. } => vec!["FT-7.24.6"],
    }
}

fn of_fire(event: &fire::Event) -> Vec<&'static str> {
    match event {
        fire::Event::SideRolled { .. } => vec!["FT-4.2.2"],
        fire::Event::Chosen { .. } => vec!["FT-2.6.12"],
        fire::Event::SpinalFired { .. } => vec!["FT-5.23.2", "FT-5.23.3"],
        fire::Event::Passed { .. } => vec!["FT-2.6.11"],
        fire::Event::Reflected { .. } => vec!["FT-7.25.2"],
        fire::Event::Fired { again, tally, .. } => {
            let mut rules = vec!["FT-5.0.1", "FT-1.7.4"];
            if !again.is_empty() {
                rules.push("FT-4.6.1");
            }
            if 0 < tally.emp {
                rules.push("FT-5.4.1");
            }
            if !tally.kills.is_none() {
                rules.push("FT-5.13.1");
            }
            rules
        }
    }
}

fn of_beaming(event: &beaming::Event) -> Vec<&'static str> {
    match event {
        beaming::Event::Beamed { .. } => vec!["FT-5.9.1", "FT-5.9.4"],
        beaming::Event::Raid { .. } => vec!["FT-5.9.2"],
        beaming::Event::Embarked { .. } | beaming::Event::Landed { .. } => vec!["FT-8.15.14"],
    }
}

fn of_boarding(event: &boarding::Event) -> Vec<&'static str> {
    match event {
        boarding::Event::Matched { .. } | boarding::Event::Crossed { .. } => vec!["FT-12.7.1"],
        boarding::Event::Raided { .. } => vec!["FT-5.9.3"],
        boarding::Event::Assigned { .. } => vec!["FT-12.7.2"],
        boarding::Event::Fought { captured: Some(_), .. } => vec!["FT-12.7.4", "FT-12.7.6"],
        boarding::Event::Fought { .. } => vec!["FT-12.7.2", "FT-12.7.3", "FT-12.7.4"],
        boarding::Event::PartiesChecked { .. } => vec!["FT-12.7.5"],
    }
}

fn of_damage(event: &damage::Event) -> Vec<&'static str> {
    match event {
        damage::Event::Struck { .. } => vec!["FT-DMG.1", "FT-DMG.7"],
        damage::Event::Destroyed { .. } => vec!["FT-2.4.2"],
        damage::Event::FireEnded { .. } => vec!["FT-2.6.11"],
        damage::Event::EmpTested { .. } => vec!["FT-5.4.2", "FT-5.4.4"],
        damage::Event::CoreChosen { .. } => vec!["FT-10.3.6"],
        damage::Event::CoreRolled { .. } => vec!["FT-10.3.5", "FT-10.3.7"],
        damage::Event::Breached { .. } => vec!["FT-10.3.8"],
        damage::Event::Suffocated { .. } => vec!["FT-10.3.4"],
    }
}

fn of_checks(event: &checks::Event) -> Vec<&'static str> {
    match event {
        checks::Event::Checked { extra: 0, .. } => vec!["FT-4.11.2", "FT-4.11.5"],
        checks::Event::Checked { .. } => vec!["FT-4.11.3", "FT-4.11.5"],
        checks::Event::HangarsChecked { .. } => vec!["FT-10.2.1"],
        checks::Event::HangarTested { .. } => vec!["FT-10.2.2", "FT-10.2.3"],
        checks::Event::BridgeHit { .. } => vec!["FT-10.3.2"],
        checks::Event::LifeSupportHit { .. } => vec!["FT-10.3.4"],
        checks::Event::ColoursTested { .. } => vec!["FT-12.9.1"],
        checks::Event::CourseTested { .. } => vec!["FT-12.11.1"],
    }
}
