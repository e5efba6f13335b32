//! Phase 14: regenerating armour and damage control (FT-7.8, FT-10.4, FT-10.5).

use dice::Dice;
use engine::{Findings, Odds, Seat, Seats, Table, Ways};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    damage::checks::is_past_repair,
    narrate,
    phases::{self, Phase, Step},
    setup::scenario::Part,
    ship::{IconId, ShipId},
    yard::design::{Kind, hull::crew_left},
};

/// FT-10.4.2: so many parties on one system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Job {
    pub ship: ShipId,
    pub icon: IconId,
    pub parties: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "RepairsEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-7.8.1: a die for every crossed-off box of one layer, inner layer 0.
    Regenerated { ship: ShipId, layer: u8, dice: Vec<u8>, healed: u16, dead: u16 },
    /// FT-10.4.2.
    Worked { ship: ShipId, icon: IconId, parties: u8, die: u8, repaired: bool },
}

impl Battle {
    /// FT-10.4.1, FT-10.5.1, FT-13.13.2: damage-control parties of a ship.
    pub fn parties(&self, id: ShipId) -> u32 {
        let (ship, blueprint) = (self.ship(id), self.field.blueprint(id));
        let design = &blueprint.design;
        let crew = crew_left(design.hull.boxes, design.crew_factor(), u32::from(ship.hull_lost));
        let bought = self.working(id, |kind| *kind == Kind::DamageControl).count() as u32;
        // FT-5.9.4, FT-10.4.2, FT-QRS.1: those abroad are not there, those that fought boarders are busy.
        (crew + bought).saturating_sub(u32::from(ship.sent) + u32::from(ship.fought))
    }

    /// FT-10.4.3, FT-10.4.4: what parties could bring back.
    pub fn can_repair(&self, id: ShipId, icon: IconId) -> bool {
        let (ship, blueprint) = (self.ship(id), self.field.blueprint(id));
        match (blueprint.kind(icon), blueprint.icons.get(icon.index())) {
            (Some(Kind::Drive { .. }), _) => ship.drive_gone < ship.drive_hits,
            // FT-13.13.13: a flaw that has given way is the end of the ship.
            (_, Some(Part::Flaw) | None) => false,
            (Some(kind), _) if is_past_repair(kind) => false,
            _ => ship.damaged.contains(icon) && !ship.gone.contains(icon),
        }
    }
}

/// FT-7.8.1 for everybody, then the owners of what can be repaired; true if one waits.
pub(crate) fn open(table: &mut Table<Battle>) -> bool {
    let ids: Vec<ShipId> = crate::damage::checks::order(table.state());
    for id in ids {
        regenerate(table, id);
    }
    let battle = table.state();
    if !battle.field.options.repairs {
        return false;
    }
    let work = |id: &ShipId| {
        let mut icons = battle.field.blueprint(*id).icon_ids();
        0 < battle.parties(*id) && icons.any(|icon| battle.can_repair(*id, icon))
    };
    // FT-7.21.2: behind a cloaking field they go on.
    let manned = battle.field.ship_ids().filter(|&id| battle.ship(id).is_manned());
    let seats: Seats = manned.filter(work).map(|id| battle.ship(id).owner).collect();
    if seats.is_empty() {
        return false;
    }
    phases::enter(table, Phase::Repairs { seats });
    true
}

fn regenerate(table: &mut Table<Battle>, id: ShipId) {
    let layers = table.state().ship(id).armour.len();
    for layer in 0..layers {
        let ship = table.state().ship(id);
        let hurt = ship.armour[layer].hurt;
        if !ship.is_manned() || hurt == 0 {
            continue;
        }
        let dice: Vec<u8> = (0..hurt).map(|_| table.roll(6)).collect();
        let count = |of: fn(u8) -> bool| dice.iter().filter(|die| of(**die)).count() as u16;
        let (healed, dead) = (count(|die| 5 <= die), count(|die| die == 1));
        let layer = layer as u8;
        table.emit(crate::Event::Repairs(Event::Regenerated { ship: id, layer, dice, healed, dead }));
    }
}

pub(crate) fn check(battle: &Battle, seat: Seat, jobs: &[Job], found: &mut Findings) {
    for (i, job) in jobs.iter().enumerate() {
        if !battle.is_own(seat, job.ship, "FT-10.4.2", found) {
            continue;
        }
        let tag = battle.field.tag(job.ship);
        found.require((1..=3).contains(&job.parties), "FT-10.4.2", || {
            format!("1 to 3 parties work on a system, not {}", job.parties)
        });
        found.require(battle.can_repair(job.ship, job.icon), "FT-10.4.4", || {
            format!("system {} of {tag} needs no repair or takes none", job.icon.0)
        });
        let twice = jobs[..i].iter().any(|it| (it.ship, it.icon) == (job.ship, job.icon));
        found.require(!twice, "FT-10.4.2", || {
            format!("system {} of {tag} is repaired once a turn", job.icon.0)
        });
        let there = battle.parties(job.ship);
        let sent: u32 = jobs.iter().filter(|it| it.ship == job.ship).map(|it| u32::from(it.parties)).sum();
        found.require(sent <= there, "FT-10.4.2", || format!("{tag} has {there} parties, not {sent}"));
    }
}

pub(crate) fn resolve(table: &mut Table<Battle>, jobs: &[&Job]) {
    for job in jobs {
        let die = table.roll(6);
        let Job { ship, icon, parties } = **job;
        let repaired = die <= parties;
        table.emit(crate::Event::Repairs(Event::Worked { ship, icon, parties, die, repaired }));
    }
    phases::play_after(table, Step::DamageControl);
}

/// FT-10.4.2: as many faces as there are parties.
pub(crate) fn odds(battle: &Battle, job: &Job) -> Odds {
    let Job { ship, icon, parties } = *job;
    let field = &battle.field;
    let what = format!("{} on {}", narrate::name(field, ship), narrate::system(field, ship, icon));
    Odds::whether(what, "repaired", "FT-10.4.2", &Ways::die(6, |die| usize::from(die <= parties)))
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Regenerated { ship, layer, healed, dead, .. } => {
            let layer = &mut battle.ship_mut(*ship).armour[usize::from(*layer)];
            layer.regenerative += healed;
            layer.hurt -= healed + dead;
        }
        Event::Worked { repaired: false, .. } => (),
        Event::Worked { ship: id, icon, .. } => {
            let blueprint = battle.field.blueprint(*id);
            let drive = matches!(blueprint.kind(*icon), Some(Kind::Drive { .. }));
            let part = blueprint.icons[icon.index()];
            let ship = battle.ship_mut(*id);
            if drive {
                // FT-10.4.3: one step for each success.
                ship.drive_hits -= 1;
            } else {
                ship.damaged.remove(*icon);
                // FT-8.3.2: whoever was caught in it is free again.
                ship.deck.jammed.remove(*icon);
            }
            match part {
                // FT-10.3.2: control comes back early.
                Part::Bridge => ship.core.adrift_until = 0,
                Part::LifeSupport => ship.core.air_until = None,
                Part::PowerCore | Part::Flaw | Part::System { .. } => (),
            }
        }
    }
}

/// Parties in threes and what is left, on random systems.
pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Job> {
    let mut jobs = Vec::new();
    for id in battle.crews(seat) {
        let mut left = battle.parties(id);
        let mut icons: Vec<IconId> =
            battle.field.blueprint(id).icon_ids().filter(|&icon| battle.can_repair(id, icon)).collect();
        while 0 < left && !icons.is_empty() {
            let icon = icons.swap_remove(dice.index(icons.len()));
            let parties = left.min(dice.index(3) as u32 + 1) as u8;
            left -= u32::from(parties);
            jobs.push(Job { ship: id, icon, parties });
        }
    }
    jobs
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Regenerated { .. } => vec!["FT-7.8.1"],
        Event::Worked { .. } => vec!["FT-10.4.2", "FT-10.4.3"],
    }
}
