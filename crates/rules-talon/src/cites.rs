//! Which rules made an event happen.

use crate::{
    battle::{Phase, Reason},
    events::{
        Cause, DamageEvent, Event, FireEvent, MovementEvent, PhaseEvent, PowerEvent, Repairable, RoundEvent,
        SetupEvent, VictoryEvent,
    },
    orders::{How, Spend, Target},
    ship::Exit,
    tables::{Critical, Weapon},
};

/// Each rule once: a chapter and a cause may name the same one.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    let mut once: Vec<&'static str> = Vec::new();
    for rule in cited(event) {
        if !once.contains(&rule) {
            once.push(rule);
        }
    }
    once
}

fn cited(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Setup(event) => of_setup(event),
        Event::Phase(event) => of_phase(event),
        Event::Power(event) => of_power(event),
        Event::Movement(event) => of_movement(event),
        Event::Fire(event) => of_fire(event),
        Event::Damage(event) => of_damage(event),
        Event::Round(event) => match event {
            RoundEvent::Adjusted { charged, .. } => {
                let mut rules = vec!["TAL-9.3.1", "TAL-5.4.4"];
                rules.extend(charged.iter().any(|it| 0 < it[0]).then_some("TAL-9.2.2"));
                rules.extend(charged.iter().any(|it| 0 < it[1]).then_some("TAL-9.2.1"));
                rules
            }
            RoundEvent::Spooled { .. } => vec!["TAL-11.1.3"],
            RoundEvent::Arrived { .. } => vec!["TAL-3.2.4", "TAL-3.2.7"],
            RoundEvent::Delayed { .. } => vec!["TAL-3.2.7"],
        },
        Event::Victory(VictoryEvent::Resigned { .. }) => vec!["TAL-VIC.6"],
        Event::Victory(VictoryEvent::Ended { reason, degree, .. }) => {
            let mut rules = vec![of_reason(*reason), "TAL-VIC.4"];
            rules.extend(degree.map(|_| "TAL-VIC.3"));
            rules
        }
    }
}

fn of_setup(event: &SetupEvent) -> Vec<&'static str> {
    match event {
        SetupEvent::Bought { .. } => vec!["TAL-DYO.2"],
        SetupEvent::InitiativeGiven { .. } => vec!["TAL-DYO.8"],
        SetupEvent::TerrainRolled { .. } | SetupEvent::TerrainPlaced { .. } => vec!["TAL-DYO.6"],
        SetupEvent::TerrainSkipped { .. } => vec!["TAL-DYO.9"],
        SetupEvent::Deployed { .. } => vec!["TAL-DYO.7"],
    }
}

fn of_phase(event: &PhaseEvent) -> Vec<&'static str> {
    match event {
        PhaseEvent::Entered { phase } => vec![match phase {
            Phase::Setup | Phase::Deploy { .. } => "TAL-DYO.7",
            Phase::Buy => "TAL-DYO.2",
            Phase::Initiative { .. } => "TAL-DYO.8",
            Phase::Terrain { .. } => "TAL-DYO.6",
            Phase::Power { .. } => "TAL-6.1.1",
            Phase::Move { .. } => "TAL-7.1.1",
            Phase::Fire { .. } => "TAL-8.2.1a",
            Phase::Charge { .. } => "TAL-9.1",
            Phase::Pull { .. } => "TAL-18.2a",
            Phase::Reinforce { .. } => "TAL-3.2.4",
            Phase::Retreat { .. } => "TAL-3.2.5",
            Phase::Pick { .. } => "TAL-8.6.4",
            Phase::Over { .. } => "TAL-VIC.9",
        }],
        PhaseEvent::RoundBegan { .. } => vec!["TAL-3.2.6", "TAL-9.4"],
        PhaseEvent::ImpulseBegan { .. } => vec!["TAL-3.1.1"],
        PhaseEvent::TurnBegan { .. } => vec!["TAL-3.1.2", "TAL-3.2.1"],
        PhaseEvent::Expired { .. } => vec!["TAL-6.2.3a"],
        PhaseEvent::Passed { .. } => vec!["TAL-4.1.2"],
        PhaseEvent::InitiativeChecked { .. } => vec!["TAL-4.2.3", "TAL-4.2.4"],
        PhaseEvent::Ranked { .. } => vec!["TAL-8.6.3"],
        PhaseEvent::Lapsed { .. } | PhaseEvent::Interrupted { .. } => vec!["TAL-3.2.1"],
    }
}

fn of_power(event: &PowerEvent) -> Vec<&'static str> {
    match event {
        PowerEvent::Spent { on, battery, .. } => {
            let mut rules = vec![match on {
                Spend::SideSlip => "TAL-6.1.3",
                Spend::PowerThrough => "TAL-6.1.4",
                Spend::Charge { .. } => "TAL-6.1.5",
                Spend::Battery => "TAL-6.1.6",
                Spend::Reinforce { .. } => "TAL-6.1.7",
                Spend::Change => "TAL-6.1.8",
                Spend::Defend => "TAL-6.1.9",
                Spend::Transmit { .. } => "TAL-12.2.2",
                Spend::Retarget { .. } => "TAL-13.7a",
                Spend::Drop { .. } => "TAL-6.2.3b",
            }];
            rules.extend(battery.then_some("TAL-10.1.1"));
            rules
        }
        PowerEvent::Dropped { .. } => vec!["TAL-6.2.3b"],
        PowerEvent::Repaired { marker, .. } => vec![
            "TAL-8.7.1",
            match marker {
                Repairable::ShieldsDown => "TAL-CRIT.3",
                Repairable::HelmDown => "TAL-CRIT.4",
                Repairable::PowerLoss => "TAL-CRIT.11",
            },
        ],
    }
}

fn of_movement(event: &MovementEvent) -> Vec<&'static str> {
    match event {
        MovementEvent::Moved { how, afterburner, .. } => {
            let mut rules = match how {
                How::Straight | How::Rotate => vec!["TAL-7.1.2"],
                How::TurnLeft | How::TurnRight => vec!["TAL-7.2.1", "TAL-7.2.2b"],
                How::SlipLeft | How::SlipRight => vec!["TAL-7.3.1", "TAL-7.3.2"],
            };
            rules.extend(afterburner.then_some("TAL-10.2.2"));
            rules
        }
        MovementEvent::Rotated { .. } => vec!["TAL-14.2"],
        MovementEvent::Displaced { by: Cause::BlackHole, .. } => vec!["TAL-18.2a"],
        MovementEvent::Displaced { .. } => vec!["TAL-15.1.2a"],
        MovementEvent::Floated { .. } => vec!["TAL-7.5.1"],
        MovementEvent::TerrainDropped { .. } => vec!["TAL-7.5.3"],
        MovementEvent::Left { exit, .. } => vec![match exit {
            Exit::Ftl => "TAL-11.1.2",
            Exit::WormHole => "TAL-19.1",
            Exit::Map => "TAL-7.5.2",
            Exit::Drifted => "TAL-SC6",
            Exit::Resigned => "TAL-VIC.6",
        }],
        MovementEvent::Docked { .. } => vec!["TAL-16.2a"],
        MovementEvent::Landed { .. } => vec!["TAL-16.2c"],
        MovementEvent::NebulaEntered { .. } => vec!["TAL-17.4.1a"],
        MovementEvent::Collided { .. } => vec!["TAL-7.4.1"],
        MovementEvent::MissileMoved { .. } => vec!["TAL-13.4a", "TAL-13.4c"],
        MovementEvent::MissilePulled { .. } => vec!["TAL-18.2b"],
        MovementEvent::MissileLost { by, .. } => vec![match by {
            Cause::Planet => "TAL-17.2.1a",
            Cause::BlackHole => "TAL-18.1a",
            Cause::Weapon(_)
            | Cause::Collision
            | Cause::Asteroid
            | Cause::Explosion
            | Cause::Overload
            | Cause::CoreBreach
            | Cause::Hull
            | Cause::Carrier
            | Cause::OffMap
            | Cause::Resigned => "TAL-13.4d",
        }],
    }
}

fn of_fire(event: &FireEvent) -> Vec<&'static str> {
    match event {
        FireEvent::Opened { .. } => vec!["TAL-8.1.1b"],
        FireEvent::Shot { weapon, target, modifier, .. } => {
            let mut rules = vec!["TAL-8.3.1"];
            rules.push(match weapon {
                Weapon::WaveMotionGun => "TAL-15.1.1",
                Weapon::FusionCannon => "TAL-15.2.1",
                Weapon::Phaser | Weapon::Torpedo | Weapon::Disruptor | Weapon::Missile => "TAL-8.3.2",
            });
            rules.extend((*modifier < 0).then_some("TAL-17.5a"));
            rules.extend(matches!(target, Target::Fighter(..)).then_some("TAL-12.1.3"));
            rules
        }
        FireEvent::Launched { .. } => vec!["TAL-13.2a", "TAL-13.2c"],
        FireEvent::Closed { .. } => vec!["TAL-8.1.1b", "TAL-8.3.3"],
    }
}

fn of_cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Weapon(Weapon::Missile) => "TAL-13.5a",
        Cause::Weapon(_) => "TAL-8.4.1a",
        Cause::Collision => "TAL-7.4.1",
        Cause::Asteroid => "TAL-17.3a",
        Cause::Explosion => "TAL-8.6.2b",
        Cause::Planet => "TAL-17.2.1a",
        Cause::BlackHole => "TAL-18.1a",
        Cause::Overload => "TAL-5.4.5",
        Cause::CoreBreach => "TAL-CRIT.12",
        Cause::Hull => "TAL-8.6.1",
        Cause::Carrier => "TAL-16.3a",
        Cause::OffMap => "TAL-13.4d",
        Cause::Resigned => "TAL-VIC.6",
    }
}

fn of_damage(event: &DamageEvent) -> Vec<&'static str> {
    match event {
        DamageEvent::Hit { cause, reinforcement, .. } => {
            let mut rules = vec!["TAL-8.4.1a", of_cause(*cause)];
            rules.extend(reinforcement.then_some("TAL-6.2.1"));
            rules
        }
        DamageEvent::HullMarked { .. } => vec!["TAL-8.4.1a", "TAL-8.4.1b"],
        DamageEvent::Critical { result, .. } => vec![
            "TAL-8.4.3",
            match result {
                Critical::SecondaryExplosion => "TAL-CRIT.2",
                Critical::ShieldsDown => "TAL-CRIT.3",
                Critical::HelmDown => "TAL-CRIT.4",
                Critical::WeaponGroup => "TAL-CRIT.5",
                Critical::Thrusters => "TAL-CRIT.6",
                Critical::None => "TAL-CRIT.7",
                Critical::PowerRelay => "TAL-CRIT.8",
                Critical::FtlOffline => "TAL-CRIT.10",
                Critical::PowerLoss => "TAL-CRIT.11",
                Critical::CoreBreach => "TAL-CRIT.12",
            },
        ],
        DamageEvent::GroupDestroyed { .. } => vec!["TAL-CRIT.5", "TAL-DICE.1"],
        DamageEvent::FighterHit { cause, .. } => vec!["TAL-12.1.2b", of_cause(*cause)],
        DamageEvent::Destroyed { cause, .. } => vec!["TAL-8.6.1", of_cause(*cause)],
        DamageEvent::Exploded { .. } => vec!["TAL-8.6.2b"],
        DamageEvent::ArcRolled { .. } => vec!["TAL-8.6.2a", "TAL-DICE.1"],
        DamageEvent::Owed(owed) => vec![owed.rule()],
        DamageEvent::Picked { .. } => vec!["TAL-8.6.4", "TAL-13.2d"],
        DamageEvent::MissileHit { .. } => vec!["TAL-13.6a"],
        DamageEvent::MissileDetonated { .. } => vec!["TAL-13.5a"],
    }
}

fn of_reason(reason: Reason) -> &'static str {
    match reason {
        Reason::LastShip => "TAL-VIC.1",
        Reason::RoundLimit => "TAL-VIC.5",
        Reason::BaseDestroyed | Reason::BaseHeld => "TAL-SC4",
        Reason::Convoy => "TAL-SC5",
        Reason::Resigned => "TAL-VIC.6",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ship::ShipId;

    /// TAL-8.4.1a, TAL-8.6.1: rules of damage and of its cause are not told twice.
    #[test]
    fn each_rule_is_cited_once() {
        let (ship, cause) = (ShipId(0), Cause::Weapon(Weapon::Phaser));
        let hit = DamageEvent::Hit { ship, arc: None, cause, points: 2, reinforcement: false, shields: 0 };
        assert_eq!(rules_of(&Event::Damage(hit)), ["TAL-8.4.1a"]);
        let destroyed = |cause| rules_of(&Event::Damage(DamageEvent::Destroyed { ship, cause }));
        assert_eq!(destroyed(Cause::Hull), ["TAL-8.6.1"]);
        assert_eq!(destroyed(cause), ["TAL-8.6.1", "TAL-8.4.1a"]);
    }
}
