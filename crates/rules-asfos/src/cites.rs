//! Which rules made an event happen.

use crate::{
    Event, deploy, fire,
    gunnery::{Modifiers, Step, Weapon},
    movement,
    phases::{self, Phase},
    repairs, victory,
};

pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Deploy(event) => of_deployment(event),
        Event::Phase(event) => of_phase(event),
        Event::Movement(event) => of_movement(event),
        Event::Fire(event) => of_fire(event),
        Event::Repairs(repairs::Event::Attempted { .. }) => vec!["ASF-DC.2", "ASF-DC.3"],
        Event::Victory(victory::Event::Ended { reason, .. }) => vec![reason.rule()],
        Event::Victory(victory::Event::DrawOffered { .. } | victory::Event::Conceded { .. }) => {
            vec!["ASF-END.4"]
        }
    }
}

fn of_deployment(event: &deploy::Event) -> Vec<&'static str> {
    match event {
        deploy::Event::CloudDrawn { .. } => vec!["ASF-SCN.1"],
        deploy::Event::CornerRolled { .. }
        | deploy::Event::CornerChosen { .. }
        | deploy::Event::Deployed { .. } => {
            vec!["ASF-SCN.3"]
        }
    }
}

fn of_phase(event: &phases::Event) -> Vec<&'static str> {
    match event {
        phases::Event::Entered { phase } => match phase {
            Phase::Setup | Phase::Deploy { .. } => vec!["ASF-SCN.3"],
            Phase::Plot => vec!["ASF-SEQ.1", "ASF-PLOT.1"],
            Phase::Fire { rests, .. } if !rests.is_empty() => vec!["ASF-SEQ.2", "ASF-RAT.4"],
            Phase::Fire { acting: Some(_), .. } => vec!["ASF-SEQ.2", "ASF-FIRE.3"],
            Phase::Fire { step: Step::Specials, .. } => vec!["ASF-SEQ.2", "ASF-SPC.2"],
            Phase::Fire { .. } => vec!["ASF-SEQ.2"],
            Phase::Repairs { .. } => vec!["ASF-SEQ.3", "ASF-DC.2"],
            Phase::Over { .. } => vec!["ASF-END.1"],
        },
        phases::Event::TurnBegan { .. } => vec!["ASF-SEQ.1"],
        phases::Event::Burned { .. } => vec!["ASF-CRIT.9"],
        phases::Event::Exploded { .. } => vec!["ASF-CRIT.6"],
    }
}

fn of_movement(event: &movement::Event) -> Vec<&'static str> {
    use movement::{Event, Steering};
    match event {
        Event::SquadronPlotted { .. } => vec!["ASF-PLOT.2"],
        Event::Left { .. } => vec!["ASF-MOV.6", "ASF-MOV.7"],
        Event::Moved { by, plot, .. } => {
            let mut rules = vec![match by {
                Steering::Plotted => "ASF-PLOT.4",
                Steering::NoOrder => "ASF-PLOT.1",
                Steering::NoBridge => "ASF-CRIT.4",
                Steering::Straggling => "ASF-PLOT.2",
            }];
            rules.push(match plot.turns.len() {
                0 => "ASF-MOV.1",
                1 => "ASF-TURN.1",
                _ => "ASF-TURN.2",
            });
            if 0 < plot.cost() {
                rules.push("ASF-MOV.3");
            }
            rules
        }
    }
}

fn of_fire(event: &fire::Event) -> Vec<&'static str> {
    match event {
        fire::Event::Aimed { modifiers, .. } => {
            let mut rules = vec!["ASF-MD.1"];
            rules.extend(of_modifiers(*modifiers));
            rules
        }
        fire::Event::Fired { weapon, modifiers, critical, .. } => {
            let mut rules = match weapon {
                Weapon::Primaries => vec!["ASF-ARC.2"],
                Weapon::MassDrivers => vec!["ASF-MD.2"],
                Weapon::ParticleCannons => vec!["ASF-PC.1", "ASF-PC.2"],
                Weapon::Secondaries => vec!["ASF-ARC.3"],
            };
            rules.extend(["ASF-RAT.1", "ASF-RAT.3"]);
            rules.extend(of_modifiers(*modifiers));
            match critical {
                Some(critical) if critical.wasted => rules.extend(["ASF-CRIT.1", "ASF-CRIT.2"]),
                Some(critical) => rules.extend(["ASF-CRIT.1", critical.location.rule()]),
                None => (),
            }
            rules
        }
        fire::Event::Marked { hull, weapons, destroyed, .. } => {
            let mut rules = vec!["ASF-FIRE.3"];
            if 0 < *weapons {
                rules.push("ASF-DISP.2");
            }
            if 0 < *hull || *destroyed {
                rules.push("ASF-DISP.4");
            }
            rules
        }
    }
}

fn of_modifiers(modifiers: Modifiers) -> impl Iterator<Item = &'static str> {
    let named =
        [(modifiers.speed, "ASF-CHT.2"), (modifiers.range, "ASF-CHT.3"), (modifiers.gas, "ASF-SCN.4")];
    named.into_iter().filter(|(modifier, _)| *modifier != 0).map(|(_, rule)| rule)
}
