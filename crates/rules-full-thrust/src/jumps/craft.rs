//! Fighters and gunboats with FTL drives of their own (FT-8.15.13, FT-9.2.1 to FT-9.2.4, FT-11.5.5).

use arrayvec::ArrayVec;
use dice::Dice;
use engine::{Findings, Seat, Table};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    craft::wings::{Craft, Group, GroupId, Post},
    jumps::ftl::Plan,
    movement::clock::Clock,
    ship::{ShipId, Status},
    yard::design::WingMod,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "FtlCraftEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-8.15.13, FT-9.2.1: they come by themselves; when and where only their owner knows.
    SetOut { groups: Vec<GroupId> },
    /// FT-8.15.13: in flight from the start, for a point of endurance.
    Deployed { group: GroupId, at: Point, facing: Clock },
    /// FT-11.5.5: with a ship that comes by FTL, as its screen, for a point of endurance.
    Escorts { group: GroupId, ship: ShipId },
    /// FT-9.2.2: a marker on the table.
    Announced { group: GroupId, at: Point },
    /// FT-9.2.2: scattered like a ship, then half a move straight on; FT-9.2.4: lost near anything large.
    Arrived {
        group: GroupId,
        #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
        scatter: ArrayVec<u8, 3>,
        out: Point,
        to: Point,
        facing: Clock,
        fate: Fate,
    },
    /// FT-9.2.3: it charges its drive on the way.
    Charged { group: GroupId, to: Point, facing: Clock },
    /// FT-9.2.3, FT-9.2.4: half a move on, and gone.
    Departed { group: GroupId, at: Point, fate: Fate },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "CraftFate"))]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    Clean,
    /// FT-9.2.4.
    Lost,
    /// FT-11.5.2: off the table, or within the hyper limit.
    Never,
}

/// FT-8.15.13: how far from their carrier they may begin.
const NEAR: Length = Length::units(6);
/// FT-9.2.2: the velocities of an arrival.
const SPEEDS: std::ops::RangeInclusive<u16> = 1..=10;

impl Craft {
    pub fn has_ftl(&self) -> bool {
        matches!(self, Craft::Gunboats { ftl: true, .. }) || self.has(WingMod::Ftl)
    }
}

impl Group {
    /// FT-9.2.3: its drive was charged in the turn before.
    pub(crate) fn is_leaving(&self, turn: u16) -> bool {
        0 < self.warm && self.warm < turn
    }
}

impl Battle {
    /// FT-8.15.13, FT-9.2.1: groups of a seat that may come by themselves.
    pub(crate) fn craft_to_plan(&self, seat: Seat) -> Vec<GroupId> {
        let own = |id: &GroupId| self.group(*id).owner == seat && self.group(*id).craft.has_ftl();
        self.group_ids().filter(own).collect()
    }

    /// FT-9.2.3: why a group cannot charge its drive.
    pub(crate) fn cannot_charge(&self, id: GroupId) -> Option<(&'static str, &'static str)> {
        let group = self.group(id);
        if !group.craft.has_ftl() {
            Some(("FT-9.2.3", "has no FTL drive"))
        } else if self.is_limited(group.at) {
            Some(("FT-11.2.1", "is within the hyper limit"))
        } else {
            None
        }
    }

    /// FT-9.2.4: something large within 6 MU.
    fn is_crowded(&self, at: Point) -> bool {
        let near = |id: ShipId| {
            let ship = self.ship(id);
            (ship.is_active() || ship.status == Status::Hulk) && (ship.motion.at - at).within(NEAR)
        };
        self.field.ship_ids().any(near) || self.is_massive(at)
    }

    fn craft_plan(&self, id: GroupId) -> Option<Plan> {
        let home = self.group(id).home;
        self.secrets[home.index()].craft.iter().find(|it| it.group == Some(id)).copied()
    }
}

/// FT-8.15.13, FT-9.2.2: the plan of one group.
pub(crate) fn check_plan(battle: &Battle, plan: &Plan, id: GroupId, found: &mut Findings) {
    let (group, name) = (battle.group(id), battle.field.group_code(id));
    let boats = group.craft.is_gunboats();
    if plan.turn == 0 {
        found.require(!boats, "FT-9.2.1", || format!("{name} has no carrier to begin beside"));
        let carrier = battle.ship(group.home);
        if carrier.is_active() {
            found.require((plan.at - carrier.motion.at).within(NEAR), "FT-8.15.13", || {
                format!("{name} begins within {NEAR} MU of its carrier")
            });
        }
        return;
    }
    let turns = battle.field.scenario.turns;
    found.require(plan.turn <= turns, "FT-9.2.2", || format!("{name} arrives in a turn up to {turns}"));
    found.require(battle.is_on_table(plan.at), "FT-9.2.2", || {
        format!("{name} arrives on the table, not at {}", plan.at)
    });
    found.require(!battle.is_limited(plan.at), "FT-11.2.1", || {
        format!("{name} cannot arrive within the hyper limit")
    });
    found.require(SPEEDS.contains(&plan.velocity), "FT-9.2.2", || {
        format!("{name} arrives with a velocity of 1 to 10, not {}", plan.velocity)
    });
}

/// When plans are written: who is not aboard.
pub(crate) fn set_out(table: &mut Table<Battle>) {
    let battle = table.state();
    let planned: Vec<(GroupId, Plan)> =
        battle.group_ids().filter_map(|id| Some((id, battle.craft_plan(id)?))).collect();
    let away: Vec<GroupId> = planned.iter().filter(|it| 0 < it.1.turn).map(|it| it.0).collect();
    if !away.is_empty() {
        table.emit(crate::Event::FtlCraft(Event::SetOut { groups: away }));
    }
    for (group, plan) in planned.into_iter().filter(|it| it.1.turn == 0) {
        let battle = table.state();
        let ship = battle.group(group).home;
        let event = match battle.ship(ship).status {
            Status::Active => Event::Deployed { group, at: plan.at, facing: plan.facing },
            Status::Waiting
            | Status::Destroyed
            | Status::Left { .. }
            | Status::Struck
            | Status::Hulk
            | Status::Landed
            | Status::Cloaked
            | Status::Jumped
            | Status::Carried { .. }
            | Status::Captured { .. } => Event::Escorts { group, ship },
        };
        table.emit(crate::Event::FtlCraft(event));
    }
}

/// FT-9.2.2: announced like ships.
pub(crate) fn announce(table: &mut Table<Battle>) {
    for group in table.state().group_ids() {
        let battle = table.state();
        let due = battle.craft_plan(group).filter(|plan| plan.turn == battle.turn && 0 < plan.turn);
        if let (Some(plan), Post::Hyperspace { with: None }) = (due, &battle.group(group).post) {
            table.emit(crate::Event::FtlCraft(Event::Announced { group, at: plan.at }));
        }
    }
}

/// Phase 5, with the ships: arrivals, then departures.
pub(crate) fn after_moves(table: &mut Table<Battle>) {
    if table.state().groups.is_empty() {
        return;
    }
    for group in table.state().group_ids() {
        let battle = table.state();
        if !battle.group(group).arriving {
            continue;
        }
        let Some(plan) = battle.craft_plan(group) else { continue };
        // FT-9.2.1: only standard drives are so small.
        let (way, mut far) = (table.roll(12), table.roll(6));
        let mut scatter: ArrayVec<u8, 3> = [way, far].into_iter().collect();
        if far == 6 && table.state().field.options.wild_ftl_scatter {
            let times = table.roll(6);
            scatter.push(times);
            far *= times;
        }
        let course = Clock::TWELVE.turned(i32::from(way)).course();
        let out = plan.at.moved(course, Length::units(i32::from(far)));
        let to = out.moved(plan.facing.course(), Length::units(i32::from(plan.velocity / 2)));
        let battle = table.state();
        let fate = if !battle.is_on_table(out) || battle.is_limited(out) || !battle.is_in_play(to) {
            Fate::Never
        } else if battle.is_crowded(out) {
            Fate::Lost
        } else {
            Fate::Clean
        };
        let facing = plan.facing;
        table.emit(crate::Event::FtlCraft(Event::Arrived { group, scatter, out, to, facing, fate }));
    }
    for group in table.state().group_ids() {
        let battle = table.state();
        let it = battle.group(group);
        if !it.is_flying() || !it.is_leaving(battle.turn) {
            continue;
        }
        let half = |part: Length| part.part(2);
        let at = Point { x: it.at.x + half(it.run.x), y: it.at.y + half(it.run.y) };
        let fate = if battle.is_crowded(at) { Fate::Lost } else { Fate::Clean };
        table.emit(crate::Event::FtlCraft(Event::Departed { group, at, fate }));
    }
}

/// FT-11.5.5: fighters that came with a ship screen it; for `apply`.
pub(crate) fn join(battle: &mut Battle, ship: ShipId, gone: bool) {
    let at = battle.ship(ship).motion;
    for group in &mut battle.groups {
        if group.post == (Post::Hyperspace { with: Some(ship) }) {
            group.post = if gone { Post::Away } else { Post::Screening { ship, facing: None } };
            (group.at, group.facing) = (at.at, at.facing);
            group.deeds.moved = true;
        }
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    let turn = battle.turn;
    match event {
        Event::SetOut { groups } => {
            for id in groups {
                battle.group_mut(*id).post = Post::Hyperspace { with: None };
            }
        }
        Event::Deployed { group, at, facing } => {
            let group = battle.group_mut(*group);
            (group.post, group.at, group.facing) = (Post::Flying, *at, *facing);
            group.pay(1);
        }
        Event::Escorts { group, ship } => {
            let group = battle.group_mut(*group);
            group.post = Post::Hyperspace { with: Some(*ship) };
            group.pay(1);
        }
        Event::Announced { group, at } => {
            let group = battle.group_mut(*group);
            (group.arriving, group.at) = (true, *at);
        }
        Event::Arrived { group, to, facing, fate, .. } => {
            let group = battle.group_mut(*group);
            group.arriving = false;
            (group.at, group.facing, group.deeds.moved) = (*to, *facing, true);
            match fate {
                Fate::Clean => group.post = Post::Flying,
                Fate::Never => group.post = Post::Away,
                Fate::Lost => {
                    group.post = Post::Flying;
                    group.lose(group.left);
                }
            }
        }
        Event::Charged { group, to, facing } => {
            let group = battle.group_mut(*group);
            let way = *to - group.at;
            group.deeds.flown += way.length();
            group.run = Point::default() + way;
            (group.at, group.facing, group.post) = (*to, *facing, Post::Flying);
            group.look = None;
            (group.warm, group.deeds.moved) = (turn, true);
        }
        Event::Departed { group, at, fate } => {
            let group = battle.group_mut(*group);
            (group.at, group.warm) = (*at, 0);
            if *fate == Fate::Lost {
                group.lose(group.left);
            } else {
                group.post = Post::Away;
            }
        }
    }
}

/// Boats come in the second turn, ahead of their own side's middle; fighters stay aboard.
pub(crate) fn usual(battle: &Battle, seat: Seat) -> Vec<Plan> {
    let centre = battle.field.centre();
    let place = |(n, id): (usize, GroupId)| {
        let group = battle.group(id);
        let step = Length::units(16 * (n as i32 + 1));
        let spread =
            Point { y: if n.is_multiple_of(2) { centre.y + step } else { centre.y - step }, ..centre };
        let facing = Clock::nearest(centre - spread);
        let turn = 2.min(battle.field.scenario.turns);
        Plan { ship: group.home, group: Some(id), turn, at: spread, facing, velocity: 6 }
    };
    let boats = battle.craft_to_plan(seat).into_iter().filter(|&id| battle.group(id).craft.is_gunboats());
    let plans: Vec<Plan> = boats.enumerate().map(place).collect();
    plans.into_iter().filter(|it| battle.is_on_table(it.at) && !battle.is_limited(it.at)).collect()
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Plan> {
    let mut plans = Vec::new();
    for id in battle.craft_to_plan(seat) {
        if dice.one_in(4) {
            continue;
        }
        let group = battle.group(id);
        let home = battle.ship(group.home).motion.at;
        let size = battle.field.scenario.table;
        let part = |it: Length, dice: &mut Dice| Length(it.0 / 10 * dice.index(11) as i64);
        let anywhere = Point { x: part(size.width, dice), y: part(size.height, dice) };
        let facing = Clock::TWELVE.turned(dice.index(12) as i32);
        let start = !group.craft.is_gunboats() && dice.one_in(2);
        let turn =
            if start { 0 } else { 1 + dice.index(usize::from(battle.field.scenario.turns).min(4)) as u16 };
        let at =
            if start { home.moved(facing.course(), Length::units(dice.index(7) as i32)) } else { anywhere };
        let velocity = if start { 0 } else { 1 + dice.index(10) as u16 };
        let plan = Plan { ship: group.home, group: Some(id), turn, at, facing, velocity };
        let mut found = Findings::default();
        check_plan(battle, &plan, id, &mut found);
        if found.is_empty() {
            plans.push(plan);
        }
    }
    plans
}

/// What somebody may take to be the plan of a group he waits for.
pub(crate) fn guess(battle: &Battle, id: GroupId, dice: &mut Dice) -> Plan {
    let group = battle.group(id);
    let (turn, at) = if group.arriving {
        (battle.turn, group.at)
    } else {
        (battle.turn + 1 + dice.index(3) as u16, battle.field.centre())
    };
    let facing = Clock::TWELVE.turned(dice.index(12) as i32);
    Plan { ship: group.home, group: Some(id), turn, at, facing, velocity: 6 }
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::SetOut { .. } => vec!["FT-8.15.13", "FT-9.2.1"],
        Event::Deployed { .. } => vec!["FT-8.15.13"],
        Event::Escorts { .. } => vec!["FT-8.15.13", "FT-11.5.5"],
        Event::Announced { .. } => vec!["FT-9.2.2"],
        Event::Charged { .. } => vec!["FT-9.2.3"],
        Event::Arrived { fate: Fate::Lost, .. } => {
            vec!["FT-9.2.2", "FT-9.2.4"]
        }
        Event::Arrived { .. } => vec!["FT-9.2.2"],
        Event::Departed { .. } => vec!["FT-9.2.3", "FT-9.2.4"],
    }
}
