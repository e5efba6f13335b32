//! What an activation changes: plots, the way along a vector, harbours and lanes (FTB-11).

use crate::{
    Battle, Event,
    battle::{Slot, Step, TankerPlace},
    event::gone,
    helm::Harbour,
    lanes,
    order::Target,
    ship::{Place, Torpedo},
    space::Wells,
};

#[expect(clippy::wildcard_enum_match_arm, reason = "each chapter applies its own events")]
pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Step { step } => {
            if let Some(act) = &mut battle.act {
                act.step = *step;
                act.scanned |= *step == Step::Scan;
            }
        }
        Event::TorpedoFlew { ship, path, speed, dir, deflected, .. } => {
            let (from, at) = (path.start().unwrap_or_default(), path.at(path.length()));
            battle.ships[ship.index()].torpedo =
                Some(Torpedo { from, at, dir: *dir, speed: *speed, deflected: *deflected });
        }
        Event::TorpedoLost { ship, .. } => battle.ships[ship.index()].torpedo = None,
        Event::Ordered { helm, .. } => {
            if let (Some(act), Some(helm)) = (&mut battle.act, helm) {
                act.helm = *helm;
            }
        }
        Event::ExtraUsed { side, .. } => battle.extras[usize::from(*side)] = None,
        Event::Plotted { ship: id, path, dir, speed, deflected, to, arrives, leaves, fuses, exempt } => {
            let ship = &mut battle.ships[id.index()];
            // FTB-29.6: who leaves a harbour without being Overheated is Untracked.
            let untracked =
                !ship.tracked || (ship.is_stationary() && !path.is_empty() && !ship.is_overheated());
            let before = ship.deflected;
            if !path.is_empty() {
                ship.draw(path);
                ship.at = *to;
                (ship.dir, ship.speed, ship.deflected) = (*dir, *speed, *deflected);
                ship.place = Place::Free;
                ship.departing = false;
                ship.refit = None;
                if !lanes::stays_armed(path, *speed) && leaves.is_none() {
                    ship.armed = None;
                }
                for slot in &mut battle.slots {
                    if *slot == Slot::Reserved(*id) {
                        *slot = Slot::Free;
                    }
                }
            }
            if let Some(act) = &mut battle.act {
                if act.leaves.is_some() {
                    // FTB-31.4 (G-54): the way had closed; up to here the vector has been flown.
                    act.resumes = Some(act.path.length());
                } else {
                    (act.untracked, act.before) = (untracked, before);
                }
                act.path = path.clone();
                act.step = Step::Plotted;
                (act.arrives, act.leaves, act.exempt) = (*arrives, *leaves, *exempt);
                act.fuses.clone_from(fuses);
            }
        }
        Event::Aimed { attacks } => {
            let Some(act) = &mut battle.act else { return };
            act.attacks = attacks.iter().copied().take(2).collect();
            act.step = Step::Path;
            act.next = 0;
            let (ship, start) = (act.ship, act.path.start());
            if let Some(start) = start {
                battle.ships[ship.index()].at = start;
            }
            let agenda = crate::actions::agenda(battle);
            if let Some(act) = &mut battle.act {
                act.agenda = agenda;
            }
        }
        Event::WentOn { t, .. } => {
            let Some(act) = &mut battle.act else { return };
            act.resumes = None;
            act.step = Step::Path;
            let (ship, at) = (act.ship, act.path.at(*t));
            battle.ships[ship.index()].hull.at = at;
            let agenda = crate::actions::agenda_from(battle, *t);
            if let Some(act) = &mut battle.act {
                act.agenda = agenda;
                act.next = 0;
            }
        }
        Event::Along { t } => {
            let Some(act) = &mut battle.act else { return };
            act.next = act.next.saturating_add(1);
            battle.ships[act.ship.index()].hull.at = act.path.at(*t);
        }
        Event::FuseLit { ship } => {
            if let Some(act) = &mut battle.act {
                act.fuses.retain(|it| it != ship);
                act.step = Step::Plotted;
            }
        }
        Event::CoverFire { fires, .. } => {
            if let Some(act) = &mut battle.act {
                act.covered |= *fires;
                act.step = Step::Path;
            }
        }
        Event::FlyByTarget { attack, ship } => {
            if let Some(act) = &mut battle.act {
                act.step = Step::Path;
                if let Some(attack) = act.attacks.get_mut(usize::from(*attack)) {
                    attack.target = Target::Ship(*ship);
                }
            }
        }
        Event::TankerAttacked { tanker } => {
            if let TankerPlace::Deployed { attacks, .. } = &mut battle.tankers[usize::from(*tanker)].at {
                *attacks += 1;
            }
        }
        Event::Refuelled { ship, tanker } => {
            battle.ships[ship.index()].refuelled = true;
            if let TankerPlace::Deployed { given, .. } = &mut battle.tankers[usize::from(*tanker)].at {
                *given += 1;
            }
        }
        Event::TunnelPaid { ship, lane } => battle.ships[ship.index()].armed = Some(*lane),
        Event::LeftMap { ship, lane, due } => {
            let end = battle.ships[ship.index()].system;
            match due {
                Some(due) => {
                    let from = battle.map.lanes[usize::from(*lane)]
                        .ends
                        .iter()
                        .position(|it| it.system == Some(end));
                    let end = 1 - from.unwrap_or(0) as u8;
                    gone(battle, *ship, Place::Lane { lane: *lane, end, due: *due, tested: false });
                }
                None => gone(battle, *ship, Place::Withdrawn),
            }
        }
        Event::Withdrew { ship } => gone(battle, *ship, Place::Withdrawn),
        Event::Docked { ship, harbour } => {
            let at = battle.harbour_at(battle.ships[ship.index()].system, *harbour);
            let ship = &mut battle.ships[ship.index()];
            ship.at = at;
            ship.speed = 0;
            ship.deflected = Wells::default();
            ship.armed = None;
            ship.place = match harbour {
                Harbour::Body(body) => Place::Orbit(*body),
                Harbour::Station(station) => Place::Dock(*station),
            };
        }
        Event::Activated { ship } => {
            battle.ships[ship.index()].activated = true;
            battle.ships[ship.index()].departing = false;
            battle.act = None;
            crate::objectives::follow(battle, *ship);
        }
        _ => (),
    }
}
