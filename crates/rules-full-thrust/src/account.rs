//! What events cost, and what their dice showed: for the log and for what is said after the battle.

use engine::{Fate, Standing};

use crate::{
    Event, boarding,
    craft::{self, wings::GroupId},
    damage,
    damage::{blasts, checks, repairs},
    fire::{self, sweeps},
    movement::ramming,
    narrate::{group, name, points, side},
    ordnance::{self, mines},
    phases,
    sensors::bogeys::Nature,
    setup::victory,
    ship::{Ship, ShipId, Status},
    terrain,
    view::View,
};

/// First dice, then re-rolls, then dice of damage, as they fell (FT-1.7.4).
#[expect(clippy::wildcard_enum_match_arm, reason = "all others roll nothing that a log would show")]
pub(crate) fn faces(event: &Event) -> Vec<u8> {
    let joined = |parts: &[&[u8]]| parts.concat();
    let seconds = |rolls: &[(crate::ship::IconId, u8)]| rolls.iter().map(|it| it.1).collect();
    match event {
        Event::Phase(phases::Event::Initiative { rolls, .. }) => {
            rolls.iter().flat_map(|it| it.1.iter().copied()).collect()
        }
        Event::Fire(fire::Event::Fired { dice, again, damage, .. })
        | Event::Runs(craft::runs::Event::Ran { dice, again, damage, .. })
        | Event::Gunboats(craft::gunboats::Event::Fired { dice, again, damage, .. }) => {
            joined(&[dice, again, damage])
        }
        Event::Dogfights(
            craft::dogfights::Event::Fought { dice, again, .. }
            | craft::dogfights::Event::Intercepted { dice, again, .. },
        )
        | Event::GroupDefence(
            craft::defence::Event::Repelled { dice, again, .. }
            | craft::defence::Event::Raked { dice, again, .. },
        )
        | Event::Evasion(craft::evasion::Event::Fired { dice, again, .. })
        | Event::Defence(ordnance::defence::Event::Defended { dice, again, .. })
        | Event::Opening(
            ordnance::opening::Event::Peppered { dice, again, .. }
            | ordnance::opening::Event::Scourged { dice, again, .. },
        ) => joined(&[dice, again]),
        Event::Mines(mines::Event::WentOff { dice, again, reflex, .. }) => {
            joined(&[dice, again, reflex.as_slice()])
        }
        Event::GroupDefence(craft::defence::Event::Blasted { dice, .. })
        | Event::Defence(
            ordnance::defence::Event::Hit { dice, .. } | ordnance::defence::Event::Burst { dice, .. },
        )
        | Event::Sweeps(sweeps::Event::Swept { dice, .. } | sweeps::Event::Washed { dice, .. })
        | Event::Damage(damage::Event::EmpTested { dice, .. } | damage::Event::Breached { dice, .. })
        | Event::Blasts(blasts::Event::Caught { dice, .. } | blasts::Event::Engulfed { dice, .. })
        | Event::Terrain(terrain::Event::Battered { dice, .. } | terrain::Event::Scoured { dice, .. })
        | Event::Beaming(
            boarding::beaming::Event::Beamed { dice, .. } | boarding::beaming::Event::Raid { dice, .. },
        )
        | Event::Repairs(repairs::Event::Regenerated { dice, .. }) => dice.clone(),
        Event::Ordnance(ordnance::Event::Rockets { dice, .. }) => dice.to_vec(),
        Event::Checks(checks::Event::Checked { rolls, .. } | checks::Event::HangarsChecked { rolls, .. }) => {
            seconds(rolls)
        }
        Event::Checks(
            checks::Event::BridgeHit { die, .. }
            | checks::Event::LifeSupportHit { die, .. }
            | checks::Event::ColoursTested { die, .. },
        )
        | Event::Damage(damage::Event::CoreRolled { die, .. })
        | Event::Repairs(repairs::Event::Worked { die, .. })
        | Event::Fire(fire::Event::Reflected { die, .. })
        | Event::Mines(mines::Event::Swept { die, .. }) => vec![*die],
        Event::Ramming(ramming::Event::Tried { dare, race, impact, .. }) => {
            let pairs = race.iter().chain(impact).flatten().copied();
            dare.iter().copied().chain(pairs).collect()
        }
        _ => Vec::new(),
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "all others strike nobody, or what they cost says so")]
pub(crate) fn is_hit(event: &Event) -> bool {
    match event {
        Event::Fire(fire::Event::Fired { tally, .. })
        | Event::Runs(craft::runs::Event::Ran { tally, .. })
        | Event::Gunboats(craft::gunboats::Event::Fired { tally, .. })
        | Event::Mines(mines::Event::WentOff { tally, .. }) => 0 < tally.points() || 0 < tally.emp,
        Event::Checks(checks::Event::Checked { damaged, gone, drive, .. }) => {
            !damaged.is_none() || !gone.is_none() || 0 < *drive
        }
        Event::Defence(ordnance::defence::Event::Hit { dice, .. }) => !dice.is_empty(),
        _ => false,
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "all others decide nothing")]
pub(crate) fn verdict(view: &View, event: &Event) -> Option<String> {
    let field = &view.field;
    let Event::Victory(event) = event else { return None };
    match event {
        victory::Event::Conceded { seat } => Some(format!("{} gave up", side(field, *seat))),
        victory::Event::Withdrew { seat } => Some(format!("{} withdrew", side(field, *seat))),
        victory::Event::Decided { decisive: true, .. } => Some("the objective was decisive".to_owned()),
        victory::Event::Decided { .. } => Some("the objective decided".to_owned()),
        victory::Event::Scored { points: scored } => {
            let each = scored.iter().zip(0..).map(|(n, seat)| {
                let seat = engine::Seat(seat);
                format!("{} scored {}", side(field, seat), points(n))
            });
            Some(each.collect::<Vec<_>>().join(", "))
        }
        _ => None,
    }
}

/// Armour and hull boxes, and small craft. A dummy (FT-12.3.1) is no loss, and what a bogey has left is
/// nobody's business.
pub(crate) fn roll_call(view: &View) -> Vec<Standing> {
    let fate = |status| match status {
        Status::Waiting | Status::Active | Status::Cloaked | Status::Landed | Status::Carried { .. } => {
            Fate::Survived
        }
        Status::Destroyed | Status::Hulk | Status::Struck | Status::Captured { .. } => Fate::Destroyed,
        Status::Left { .. } | Status::Jumped => Fate::Left,
    };
    let ships = view.field.ship_ids().map(|id| {
        let (ship, blueprint) = (&view.ships[id.index()], view.field.blueprint(id));
        let (left, fate) = match blueprint.nature {
            Nature::Ship => (boxes(ship, blueprint.hull()), fate(ship.status)),
            Nature::Dummy | Nature::StandIn(_) => (0, Fate::Survived),
        };
        Standing { side: ship.side, left, fate }
    });
    let groups = view.groups.iter().map(|it| {
        let fate = if it.left == 0 { Fate::Destroyed } else { Fate::Survived };
        Standing { side: it.side, left: it.left.into(), fate }
    });
    ships.chain(groups).collect()
}

fn boxes(ship: &Ship, hull: u16) -> u32 {
    let armour: u16 = ship.armour.iter().map(|it| it.boxes()).sum();
    u32::from(hull.saturating_sub(ship.hull_lost)) + u32::from(armour)
}

pub(crate) fn unit_name(view: &View, n: usize) -> String {
    match n.checked_sub(view.ships.len()) {
        None => name(&view.field, ShipId(n as u8)),
        Some(n) => group(&view.field, GroupId(n as u8)),
    }
}
