//! How a battle ends and what it is worth (FT-VIC, FT-4.12.3).

use engine::{Outcome, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    craft::wings::{GroupId, Post},
    jumps::riders,
    movement::disengage,
    options::Edges,
    phases::{self, Phase},
    setup::objectives,
    ship::{Edge, ShipId, Status},
    weapons,
    yard::design::{Kind, List},
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "VictoryEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    Conceded {
        seat: Seat,
    },
    /// FT-VIC.1: what each seat has scored.
    Scored {
        points: Vec<u32>,
    },
    /// FT-VIC.1: still cloaked when the battle ends, it counts as destroyed.
    NeverSeen {
        ship: ShipId,
    },
    /// What decided the battle: a verdict of the scenario, by its number there.
    Decided {
        verdict: u8,
        wins: Option<Seat>,
        decisive: bool,
    },
    /// FT-S8: enough warships of a side stand near a ship that is identified.
    Caught {
        ship: ShipId,
        by: Seat,
    },
    /// FT-11.7.3: a rider that nobody can take home.
    Marooned {
        ship: ShipId,
    },
    /// FT-12.8.1: half of its mass is lost.
    Withdrew {
        seat: Seat,
    },
}

/// FT-VIC.1: how much of its points an enemy has for a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ruin {
    None,
    Damaged,
    Crippled,
    Lost,
}

/// FT-VIC.1: the highest category that fits.
pub fn ruin(battle: &Battle, id: ShipId) -> Ruin {
    let ship = battle.ship(id);
    match ship.status {
        // FT-17.7.1: round the planet it is still in the battle.
        Status::Left { back: Some(_), .. } if battle.field.options.edge == Edges::Orbital => (),
        Status::Destroyed
        | Status::Left { .. }
        | Status::Struck
        | Status::Hulk
        | Status::Captured { .. }
        | Status::Jumped => {
            return Ruin::Lost;
        }
        Status::Waiting | Status::Active | Status::Cloaked | Status::Landed | Status::Carried { .. } => (),
    }
    let blueprint = battle.field.blueprint(id);
    let rows = blueprint.rows_lost(ship.hull_lost);
    let control = |kind: &Kind| matches!(kind, Kind::FireControl { .. });
    // FT-VIC.1: one-shots do not count.
    let gun = |kind: &Kind| {
        kind.list() == List::Weapons && kind.needs_fire_control() && !weapons::is_one_shot(kind)
    };
    let had = |of: fn(&Kind) -> bool| blueprint.design.has(of);
    let lost = |of: fn(&Kind) -> bool| had(of) && battle.working(id, of).next().is_none();
    let crippled = 2 <= rows || lost(gun) || lost(control) || (0 < blueprint.thrust && battle.rating(id) == 0)
        // FT-VIC.2: without power for the rest of the game.
        || ship.core.dumped;
    if crippled {
        Ruin::Crippled
    } else if 0 < ship.hull_lost && (rows == 0 || battle.field.options.damaged_until_two_rows) {
        Ruin::Damaged
    } else {
        Ruin::None
    }
}

/// Points of `seat`, by the objectives of the scenario where it has some.
pub fn points(battle: &Battle, seat: Seat) -> u32 {
    let ids = battle.field.ship_ids();
    let ships: u32 = match &battle.field.scenario.objectives {
        Some(objectives) => ids.map(|id| objectives.points(battle, id, seat)).sum(),
        None => ids.map(|id| plain_points(battle, id, seat)).sum(),
    };
    // FT-VIC.3: craft are counted by themselves.
    let enemies = battle.group_ids().filter(|&id| battle.group(id).owner != seat);
    ships + enemies.map(|id| craft_lost(battle, id)).sum::<u32>()
}

/// FT-VIC.1: what `seat` scores for a ship without its craft, rounded down.
pub(crate) fn plain_points(battle: &Battle, id: ShipId, seat: Seat) -> u32 {
    let (ship, blueprint) = (battle.ship(id), battle.field.blueprint(id));
    // FT-12.3.1: a dummy was never worth anything to its finder.
    if ship.owner == seat || battle.is_dummy(id) {
        return 0;
    }
    // FT-VIC.2, FT-12.7.6: to the captor alone while it stands.
    if let Status::Captured { by, .. } = ship.status
        && by != seat
    {
        return 0;
    }
    let worth = blueprint.points - blueprint.craft;
    let ruin = ruin(battle, id);
    let bonus = if Ruin::Crippled <= ruin { battle.field.berth(id).bonus } else { 0 };
    bonus
        + match ruin {
            Ruin::None => 0,
            Ruin::Damaged => worth / 4,
            Ruin::Crippled => worth / 2,
            Ruin::Lost => worth,
        }
}

impl Battle {
    /// FT-VIC.3: what one craft of a group is worth.
    pub fn craft_worth(&self, id: GroupId) -> u32 {
        let (ship, nth) = self.field.group_place(id);
        let design = &self.field.blueprint(ship).design;
        match (design.wings.get(nth), design.squadrons.get(nth.wrapping_sub(design.wings.len()))) {
            (Some(wing), _) => wing.points() / u32::from(self.group(id).craft.full()).max(1),
            (None, Some(squadron)) => squadron.points() / (squadron.boats.len() as u32).max(1),
            (None, None) => {
                let base = self.field.base_wing(id).map_or(0, crate::craft::base_wings::BaseWing::points);
                base / u32::from(self.group(id).craft.full()).max(1)
            }
        }
    }

    /// FT-VIC.3: in flight, and no ship of its side left to land on.
    fn is_stranded(&self, id: GroupId) -> bool {
        let group = self.group(id);
        let deck =
            |ship: ShipId| self.ship(ship).side == group.side && self.field.blueprint(ship).has_hangars;
        // FT-4.12.4: a base near by takes its own home.
        group.is_flying() && self.field.base_wing(id).is_none() && !self.active_ships().any(deck)
    }
}

/// FT-VIC.3: craft shot down, those gone with their ship or off the table, and half of those that nobody can take home.
fn craft_lost(battle: &Battle, id: GroupId) -> u32 {
    let group = battle.group(id);
    let aboard = group.carrier().is_some_and(|ship| ruin(battle, ship) == Ruin::Lost);
    let gone = if aboard || group.post == Post::Away { group.left } else { 0 };
    let each = battle.craft_worth(id);
    let stranded = if battle.is_stranded(id) { u32::from(group.left) * each / 2 } else { 0 };
    u32::from(group.killed + gone) * each + stranded
}

/// FT-VIC.1, FT-VIC.5: at the end of a turn; true if the battle is over.
pub(crate) fn check(table: &mut Table<Battle>) -> bool {
    if table.state().field.options.fleet_morale {
        withdraw(table);
    }
    if disengage::check(table) {
        return true;
    }
    let battle = table.state();
    let alive = battle.playing();
    let objectives = battle.field.scenario.objectives.as_ref();
    let decided = objectives.is_some_and(|it| it.verdict(battle, false).is_some());
    if battle.turn < battle.field.scenario.turns && 1 < alive.len() && !decided {
        return false;
    }
    finish(table);
    true
}

/// FT-12.8.1: whoever has lost half of the mass he began with leaves the table.
fn withdraw(table: &mut Table<Battle>) {
    for seat in (0..table.state().field.seats()).map(Seat) {
        let battle = table.state();
        let own =
            || battle.field.ship_ids().filter(|&id| battle.ship(id).owner == seat && !battle.is_dummy(id));
        let mass = |id: ShipId| battle.field.blueprint(id).design.mass;
        let all: u32 = own().map(mass).sum();
        let lost: u32 = own()
            .filter(|&id| {
                let status = battle.ship(id).status;
                matches!(status, Status::Destroyed | Status::Struck | Status::Hulk | Status::Captured { .. })
            })
            .map(mass)
            .sum();
        if all <= 2 * lost && own().any(|id| battle.ship(id).is_manned()) {
            table.emit(crate::Event::Victory(Event::Withdrew { seat }));
        }
    }
}

/// FT-VIC.1: the higher score wins, equal scores are a draw.
pub(crate) fn finish(table: &mut Table<Battle>) {
    for id in table.state().field.ship_ids() {
        let ship = table.state().ship(id);
        if ship.status == Status::Cloaked || (ship.is_active() && ship.cloaked) {
            table.emit(crate::Event::Victory(Event::NeverSeen { ship: id }));
        }
    }
    riders::maroon(table);
    let battle = table.state();
    let seats = battle.field.seats();
    let points: Vec<u32> = (0..seats).map(|seat| points(battle, Seat(seat))).collect();
    let best = points.iter().max().copied().unwrap_or(0);
    let objectives = battle.field.scenario.objectives.as_ref();
    let margin = objectives.map_or(1, |it| it.margin);
    let winners: Seats =
        (0..seats).map(Seat).filter(|seat| best < points[seat.index()].saturating_add(margin)).collect();
    let verdict = objectives.and_then(|all| {
        let at = all.verdict(battle, true)?;
        let it = &all.verdicts[at];
        let wins = it.wins.as_ref().and_then(|name| objectives::side_called(battle, name));
        Some(Event::Decided { verdict: at as u8, wins, decisive: it.decisive })
    });
    table.emit(crate::Event::Victory(Event::Scored { points }));
    let outcome = match &verdict {
        Some(Event::Decided { wins: Some(seat), .. }) => Outcome::Won(Seats::default().with(*seat)),
        Some(_) => Outcome::Draw,
        None if winners.len() == 1 => Outcome::Won(winners),
        None => Outcome::Draw,
    };
    if let Some(event) = verdict {
        table.emit(crate::Event::Victory(event));
    }
    phases::enter(table, Phase::Over { outcome });
}

/// A seat that gives up loses; true if that ends the battle.
pub(crate) fn concede(table: &mut Table<Battle>, seats: Seats) -> bool {
    for seat in seats.iter() {
        table.emit(crate::Event::Victory(Event::Conceded { seat }));
    }
    let all = Seats::first(table.state().field.seats());
    let left: Seats = all.iter().filter(|seat| !table.state().conceded.contains(*seat)).collect();
    if seats.is_empty() || 1 < left.len() {
        return false;
    }
    let outcome = if left.is_empty() { Outcome::Draw } else { Outcome::Won(left) };
    phases::enter(table, Phase::Over { outcome });
    true
}

/// Its groups in flight fight no more; for `apply`.
fn dismiss(battle: &mut Battle, seat: Seat) {
    for group in battle.groups.iter_mut().filter(|it| it.owner == seat && it.is_flying()) {
        group.post = Post::Away;
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Conceded { seat } => {
            battle.conceded = battle.conceded.with(*seat);
            dismiss(battle, *seat);
            let coming = battle.turn != 0;
            for ship in battle.ships.iter_mut().filter(|ship| ship.owner == *seat) {
                let aboard = matches!(ship.status, Status::Carried { .. });
                if ship.is_manned() || aboard || (coming && ship.status == Status::Waiting) {
                    ship.status = Status::Struck;
                }
            }
        }
        Event::Scored { .. } | Event::Decided { .. } => (),
        Event::Caught { ship, .. } => battle.ship_mut(*ship).caught = true,
        Event::NeverSeen { ship } | Event::Marooned { ship } => {
            battle.ship_mut(*ship).status = Status::Destroyed;
        }
        Event::Withdrew { seat } => {
            dismiss(battle, *seat);
            for ship in battle.ships.iter_mut().filter(|ship| ship.owner == *seat) {
                let aboard = matches!(ship.status, Status::Carried { .. });
                if ship.is_manned() || aboard || ship.status == Status::Waiting {
                    ship.status = Status::Left { edge: Edge::North, back: None };
                }
            }
        }
    }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Conceded { .. } => vec!["FT-VIC.6"],
        Event::Scored { .. } | Event::NeverSeen { .. } => vec!["FT-VIC.1"],
        Event::Decided { .. } => vec!["FT-VIC.4"],
        Event::Marooned { .. } => vec!["FT-11.7.3"],
        Event::Caught { .. } => vec!["FT-S8", "FT-VIC.4"],
        Event::Withdrew { .. } => vec!["FT-12.8.1"],
    }
}
