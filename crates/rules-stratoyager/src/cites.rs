//! Which rules made an event happen.

use crate::{
    Event, combat,
    combat::Combat,
    damage, deploy,
    gunnery::{Aspect, Weapon},
    initiative, manoeuvre,
    manoeuvre::{Kind, Leaving, Manoeuvre},
    phases::{self, Phase},
    stress::{self, Strain},
    victory,
};

pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Roster(_) => vec!["STR-SET.1", "STR-SET.10"],
        Event::Deploy(event) => of_deployment(event),
        Event::Initiative(event) => of_initiative(event),
        Event::Phase(event) => of_phase(event),
        Event::Manoeuvre(event) => of_manoeuvre(event),
        Event::Stress(stress::Event::Tested { strain, .. }) => {
            let mut rules = vec!["STR-3.1", "STR-3.2"];
            if *strain != Strain::Held {
                rules.push("STR-3.3");
            }
            rules
        }
        Event::Combat(event) => of_combat(event),
        Event::Damage(event) => of_damage(event),
        Event::Victory(event) => match event {
            victory::Event::DrawOffered { .. } | victory::Event::Conceded { .. } => vec!["STR-END.6"],
            victory::Event::SeventhRolled { .. } => vec!["STR-SET.7"],
            victory::Event::Ended { reason, .. } => vec!["STR-END.1", reason.rule()],
        },
    }
}

fn of_deployment(event: &deploy::Event) -> Vec<&'static str> {
    match event {
        deploy::Event::HeldBack { .. } => vec!["STR-SET.6", "STR-SET.9"],
        deploy::Event::FirstSettled { .. } | deploy::Event::Revealed { .. } => vec!["STR-SET.4"],
        deploy::Event::Placed { .. } => vec!["STR-SET.3", "STR-SET.5"],
        deploy::Event::ReserveRolled { .. } => vec!["STR-SET.6", "STR-SET.8"],
        deploy::Event::Returned { .. } | deploy::Event::StaysAway { .. } => vec!["STR-ADD.2"],
    }
}

fn of_initiative(event: &initiative::Event) -> Vec<&'static str> {
    match event {
        initiative::Event::CardsDealt { .. } => vec!["STR-1.1", "STR-CMP.1"],
        initiative::Event::Revealed { .. } => vec!["STR-1.2", "STR-1.3"],
        initiative::Event::DuelDealt { .. }
        | initiative::Event::DuelChosen { .. }
        | initiative::Event::DuelRevealed { .. } => vec!["STR-ADD.3"],
    }
}

fn of_phase(event: &phases::Event) -> Vec<&'static str> {
    match event {
        phases::Event::TurnBegan { .. } => vec!["STR-1.3"],
        phases::Event::SegmentBegan { .. } => vec!["STR-1.3", "STR-1.4"],
        phases::Event::ActionsEnded => vec!["STR-1.3", "STR-7.1"],
        phases::Event::Entered { phase } => match phase {
            Phase::Setup | Phase::Muster { .. } => vec!["STR-SET.1"],
            Phase::Reserve { .. } => vec!["STR-SET.9"],
            Phase::DeployCards { .. } | Phase::Place { .. } => vec!["STR-SET.4"],
            Phase::Arrive { .. } => vec!["STR-SET.8"],
            Phase::Initiative { .. } => vec!["STR-1.2"],
            Phase::Duel => vec!["STR-ADD.3"],
            Phase::Plan { .. } => vec!["STR-1.5", "STR-2.15"],
            Phase::Yaw { .. } => vec!["STR-2.12"],
            Phase::Leave { .. } => vec!["STR-ADD.1"],
            Phase::AtWill { .. } => vec!["STR-4.7", "STR-4.10"],
            Phase::Combat { .. } => vec!["STR-1.5", "STR-4.1"],
            Phase::Over { .. } => vec!["STR-END.1"],
        },
    }
}

fn of_manoeuvre(event: &manoeuvre::Event) -> Vec<&'static str> {
    use manoeuvre::Event;
    match event {
        Event::Stopped { .. } => vec!["STR-ADD.6"],
        Event::Flown { plan, yawed, .. } => {
            let mut rules = vec!["STR-2.3", "STR-2.9"];
            if !plan.uses_thrust() {
                rules.push("STR-2.2");
            }
            rules.extend([plan.first, plan.second].iter().filter_map(of_card));
            if plan.evasive {
                rules.push("STR-2.11");
            }
            if *yawed {
                rules.push("STR-2.14");
            }
            rules
        }
        Event::Crashed { .. } => vec!["STR-ADD.4", "STR-3.4"],
        Event::Left { safe: true, .. } => vec!["STR-ADD.1", "STR-SCN.B"],
        Event::Left { .. } => vec!["STR-ADD.1"],
        Event::Pushed { .. } => vec!["STR-ADD.5", "STR-ADD.7"],
        Event::Yawed { .. } => vec!["STR-2.12"],
        Event::LockLost { .. } => vec!["STR-4.3"],
        Event::Declared { leaving: Leaving::Withdraw, .. } => vec!["STR-ADD.1"],
        Event::Declared { leaving: Leaving::Return, .. } => vec!["STR-ADD.1", "STR-ADD.2"],
    }
}

fn of_card(it: &Manoeuvre) -> Option<&'static str> {
    (0 < it.thrust).then_some(match it.kind {
        Kind::Accelerate => "STR-2.5",
        Kind::Decelerate => "STR-2.6",
        Kind::TurnPort | Kind::TurnStarboard => "STR-2.7",
        Kind::SlidePort | Kind::SlideStarboard => "STR-2.8",
    })
}

fn of_combat(event: &combat::Event) -> Vec<&'static str> {
    use combat::Event;
    match event {
        Event::Declared { combat, .. } => vec![
            "STR-1.4",
            match combat {
                Combat::None => "STR-4.1",
                Combat::Salvo(_) => "STR-4.2",
                Combat::Lock { .. } => "STR-4.3",
                Combat::Launch { .. } => "STR-4.4",
                Combat::Gunner { .. } => "STR-FEAT.1",
                Combat::Countermeasures => "STR-4.5",
                Combat::RaiseShields => "STR-4.6",
                Combat::FireAtWill => "STR-4.7",
                Combat::Eject { .. } => "STR-4.8",
            },
        ],
        Event::Ejected { .. } => vec!["STR-4.8"],
        Event::ShieldsRaised { .. } => vec!["STR-4.6", "STR-6.5"],
        Event::CountermeasuresOut { .. } => vec!["STR-4.5"],
        Event::HoldsFire { .. } => vec!["STR-4.7"],
        Event::FiresAtWill { .. } => vec!["STR-4.7", "STR-4.10"],
        Event::Spent { .. } => vec!["STR-4.11"],
        Event::Locked { void, .. } => vec!["STR-4.3", if *void { "STR-4.11" } else { "STR-1.4" }],
        Event::Attacked { weapon, dice, reroll, aspect, damage, .. } => {
            let mut rules = vec!["STR-5.5"];
            rules.push(if dice.is_empty() { "STR-5.0" } else { "STR-5.6" });
            match weapon {
                Weapon::Gun => rules.push("STR-4.2"),
                Weapon::Turret => rules.push("STR-FEAT.4"),
                Weapon::Dumb(_) => rules.push("STR-FEAT.6"),
                Weapon::Pod(_) => rules.push("STR-FEAT.7"),
                Weapon::Locked(_) => rules.push("STR-4.4"),
            }
            if reroll.is_some() {
                rules.push("STR-FEAT.3");
            }
            if !damage.is_empty() {
                rules.push("STR-6.2");
            }
            if *aspect != Aspect::Side {
                rules.push("STR-HIN.4");
            }
            rules
        }
    }
}

fn of_damage(event: &damage::Event) -> Vec<&'static str> {
    use damage::Event;
    match event {
        Event::Damaged { absorbed, fate, .. } => {
            let mut rules = vec!["STR-1.6", "STR-6.6"];
            if 0 < *absorbed {
                rules.push("STR-6.3");
            }
            if fate.is_some() {
                rules.push("STR-6.4");
            }
            rules
        }
        Event::Drifted { gone, .. } => match gone {
            Some(damage::Gone::Obstacle) => vec!["STR-4.8", "STR-ADD.10"],
            Some(damage::Gone::OffTable) | None => vec!["STR-4.8"],
        },
        Event::Jammed { .. } => vec!["STR-7.2", "STR-4.13"],
        Event::Struck { .. } => vec!["STR-7.1", "STR-7.5", "STR-6.2"],
        Event::Wasted { .. } => vec!["STR-7.3"],
    }
}
