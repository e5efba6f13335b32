//! Situations by chance: what can never be right in Basic Stratoyager, whichever rules meet.

use std::collections::BTreeSet;

use engine::{Decision, Game, Odds, Seat, Viewer};
use rules_stratoyager::{
    Battle, CombatEvent, DamageEvent, Event, ManoeuvreEvent, Phase, PhaseEvent, StressEvent, UnitId, Weapon,
};
use testkit::{Watch, sense as require};

/// What has happened in this segment.
#[derive(Default)]
pub(crate) struct Sense {
    flown: BTreeSet<UnitId>,
    declared: BTreeSet<UnitId>,
    tested: BTreeSet<UnitId>,
    /// What has been fired with what in this segment; locked missiles that have struck.
    fired: BTreeSet<(UnitId, String)>,
    yawed: BTreeSet<UnitId>,
}

impl Watch<Battle> for Sense {
    const UNITS: &'static str = "units";
    const NUMBERS: &'static [&'static str] = &["target", "by", "unit", "active"];
    const MOMENT: &'static [&'static str] =
        &["phase", "turn", "segment", "active", "first", "hands", "movement", "taken", "present"];
    const DESIGNS: [&'static str; 2] = ["cards", "card"];

    /// Whoever is asked has a unit that could do something; STR-SET.4, STR-1.4: it is the owner of the unit whose
    /// turn it is.
    fn asked(&mut self, state: &Battle, decision: Decision) -> Result<(), String> {
        let view = state.view(Viewer::Referee);
        match view.phase {
            Phase::Place { unit } => {
                let owner = Seat(state.unit(unit).side);
                require(decision.seats.iter().eq([owner]), || format!("{owner} is to place {unit:?}"))?;
            }
            Phase::Arrive { seat } => {
                require(decision.seats.iter().eq([seat]), || format!("{seat} is to be asked"))?;
            }
            Phase::Plan { seats } | Phase::Yaw { seats } | Phase::Combat { seats } => {
                for seat in seats.iter() {
                    let unit = view.active[usize::from(seat.0)];
                    let acts =
                        unit.is_some_and(|id| state.unit(id).is_active() && state.unit(id).side == seat.0);
                    require(acts, || format!("{seat} is asked for {unit:?}"))?;
                }
            }
            Phase::Setup
            | Phase::Muster { .. }
            | Phase::Reserve { .. }
            | Phase::DeployCards { .. }
            | Phase::Initiative { .. }
            | Phase::Duel
            | Phase::Leave { .. }
            | Phase::AtWill { .. }
            | Phase::Over { .. } => (),
        }
        for seat in decision.seats.iter() {
            let has = state.unit_ids().any(|id| state.unit(id).side == seat.0);
            require(has, || format!("{seat} is asked, but has no unit"))?;
        }
        Ok(())
    }

    fn happened(&mut self, before: &Battle, event: &Event, after: &Battle) -> Result<(), String> {
        let on_table = |id: UnitId| {
            require(before.unit(id).status.on_table(), || format!("{} is not there", before.tag(id)))
        };
        let manned =
            |id: UnitId| require(before.unit(id).is_active(), || format!("nobody is in {}", before.tag(id)));
        match event {
            Event::Phase(PhaseEvent::SegmentBegan { .. } | PhaseEvent::TurnBegan { .. }) => {
                *self = Sense::default();
            }
            Event::Manoeuvre(ManoeuvreEvent::Flown { unit, .. }) => {
                manned(*unit)?;
                let first = self.flown.insert(*unit);
                require(first, || format!("{} flies twice in a segment", before.tag(*unit)))?;
            }
            Event::Manoeuvre(ManoeuvreEvent::Yawed { unit, .. }) => {
                manned(*unit)?;
                let first = self.yawed.insert(*unit);
                require(first, || format!("{} yaws twice (STR-2.12)", before.tag(*unit)))?;
            }
            Event::Manoeuvre(
                ManoeuvreEvent::Crashed { unit }
                | ManoeuvreEvent::Left { unit, .. }
                | ManoeuvreEvent::Pushed { unit, .. },
            ) => on_table(*unit)?,
            Event::Combat(CombatEvent::Spent { unit, entry }) => {
                let (was, is) = (before.unit(*unit), after.unit(*unit));
                let entry = usize::from(*entry);
                require(is.missiles[entry] + 1 == was.missiles[entry], || {
                    format!("{} spends a missile it does not have", before.tag(*unit))
                })?;
            }
            Event::Combat(CombatEvent::Locked { unit, target, void, .. }) => {
                manned(*unit)?;
                require(before.unit(*unit).side != before.unit(*target).side, || {
                    "a lock on a friend".to_owned()
                })?;
                // STR-4.11.
                require(*void || after.unit(*target).status.on_table(), || "a lock on the gone".to_owned())?;
            }
            Event::Stress(StressEvent::Tested { unit, .. }) => {
                let first = self.tested.insert(*unit);
                require(first, || format!("{} is tested twice (STR-3.2)", before.tag(*unit)))?;
            }
            Event::Combat(CombatEvent::Declared { unit, .. }) => {
                manned(*unit)?;
                let first = self.declared.insert(*unit);
                require(first, || format!("{} acts twice in a segment (STR-1.4)", before.tag(*unit)))?;
            }
            Event::Combat(CombatEvent::Attacked { by, at, weapon, .. }) => {
                let (firer, target) = (before.unit(*by), before.unit(*at));
                manned(*by)?;
                on_table(*at)?;
                // STR-FEAT.7: a pod strikes all that are near.
                let shot = match weapon {
                    Weapon::Pod(entry) => format!("pod {entry} at {at:?}"),
                    Weapon::Gun | Weapon::Turret | Weapon::Dumb(_) | Weapon::Locked(_) => {
                        format!("{weapon:?}")
                    }
                };
                let first = self.fired.insert((*by, shot));
                require(first, || format!("{} fires its {weapon:?} twice", before.tag(*by)))?;
                // STR-FEAT.7: a pod strikes friend and foe.
                let apart = firer.side != target.side || matches!(weapon, Weapon::Pod(_));
                require(apart, || "it fires at its own side".to_owned())?;
            }
            Event::Damage(DamageEvent::Damaged { unit, absorbed, lost, .. }) => {
                let (was, is) = (before.unit(*unit), after.unit(*unit));
                let done = (was.shields - is.shields, was.structure - is.structure);
                require(done == (*absorbed, *lost), || {
                    format!("{absorbed} shields and {lost} structure are told, {done:?} are gone (STR-6.3)")
                })?;
            }
            Event::Roster(_)
            | Event::Deploy(_)
            | Event::Initiative(_)
            | Event::Phase(_)
            | Event::Manoeuvre(_)
            | Event::Combat(_)
            | Event::Damage(_)
            | Event::Victory(_) => (),
        }
        for id in before.unit_ids() {
            let (was, is) = (before.unit(id), after.unit(id));
            let back = !was.status.on_table() && is.status.on_table() && was.structure == 0;
            require(!back, || format!("{} comes back from the dead", before.tag(id)))?;
            require(is.structure <= was.structure, || "structure grows".to_owned())?;
            let fewer = is.missiles.iter().zip(&was.missiles).all(|(is, was)| is <= was);
            require(fewer, || "missiles grow".to_owned())?;
        }
        Ok(())
    }

    /// Of one's own attacks and one's own hull.
    fn came(before: &Battle, seat: Seat, odds: &Odds, log: &[Event], _: &Battle) -> Option<usize> {
        if let Some(tag) = odds.what.strip_prefix("hull stress of ") {
            return log.iter().find_map(|event| match event {
                Event::Stress(StressEvent::Tested { unit, failures, .. }) if before.tag(*unit) == tag => {
                    Some(usize::from((*failures).min(4)))
                }
                _ => None,
            });
        }
        let tag = odds.what.rsplit_once(" at ")?.1.split([' ', ',']).next()?;
        let target = before.unit_ids().find(|it| before.tag(*it) == tag)?;
        if odds.what.contains("when the missile strikes") {
            return None;
        }
        let own = |by: UnitId| before.unit(by).side == seat.0;
        let (mut hits, mut shields, mut structure, mut gone) = (0, 0, 0, 0);
        for event in log {
            match event {
                Event::Combat(CombatEvent::Attacked { by, at, hit, .. }) if own(*by) && *at == target => {
                    hits += usize::from(*hit);
                }
                Event::Damage(DamageEvent::Damaged { unit, by, absorbed, lost, fate })
                    if own(*by) && *unit == target =>
                {
                    shields += usize::from(*absorbed);
                    structure += usize::from(*lost);
                    gone |= usize::from(fate.is_some());
                }
                // Later segments throw dice of their own.
                Event::Phase(PhaseEvent::SegmentBegan { .. }) => break,
                _ => (),
            }
        }
        match odds.unit {
            "hits" => Some(hits),
            "shield levels" => Some(shields),
            "structure points" => Some(structure),
            "out of action" => Some(gone),
            _ => None,
        }
    }
}
