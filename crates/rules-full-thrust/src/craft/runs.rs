//! Phase 10: attack runs of fighters on ships (FT-8.9, FT-8.13, FT-8.15, FT-8.17, FT-8.18.2).

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    boarding::Troop,
    craft::{
        arms::{Armament, Strike, armament, torpedo},
        dogfights, shuttles,
        wings::{GroupId, Pilots, Post, Target},
    },
    damage::{self, Tally},
    fire::{self, gunnery::Screens, reflex},
    ordnance::defence,
    phases::{self, Phase, Step},
    ship::{IconId, ShipId},
    weapons::{Attack, Profile},
    yard::design::WingType,
};

/// What a group does when it reaches its ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Run {
    pub group: GroupId,
    #[serde(default)]
    pub with: With,
    /// FT-8.18.2: the system its ace goes for, as a needle beam.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<IconId>,
}

/// FT-8.15.6, FT-8.15.9.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(rename_all = "snake_case")]
pub enum With {
    /// Torpedoes or MKP where there are any left, else guns.
    #[default]
    Main,
    Guns,
    /// It turns away.
    Nothing,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "RunsEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Announced before any die.
    Chosen { seat: Seat, runs: Vec<Run> },
    /// FT-8.9.1: dice, re-rolls and damage dice of one group at its ship.
    Ran {
        group: GroupId,
        ship: ShipId,
        /// FT-8.15.6, FT-8.15.9.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ordnance: bool,
        dice: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        again: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        damage: Vec<u8>,
        tally: Tally,
        cef: u8,
    },
    /// FT-8.15.14: Marines and parties take their places in assault shuttles.
    Embarked { group: GroupId, troops: Vec<Troop> },
    /// FT-8.15.14: the shuttles have been used.
    Boarded { group: GroupId, ship: ShipId },
}

impl Battle {
    /// FT-8.9.1: what a group would attack with: its ordnance first, if it is to be used.
    pub fn arms_of(&self, id: GroupId, with: With) -> Option<Armament> {
        let group = self.group(id);
        let kind = group.fights_as()?;
        let ordnance = with == With::Main && group.is_armed();
        let main = if ordnance { armament(kind, group.has_cannon(), true) } else { None };
        let arms = main.or_else(|| armament(kind, group.has_cannon(), false))?;
        let arms = Armament { bonus: arms.bonus + self.kinship(), ..arms };
        (arms.cef <= group.cef && with != With::Nothing).then_some(arms)
    }

    /// FT-8.18.2: dice of a group; an ace is worth one more, but not with what is carried once, and not
    /// when he goes his own way.
    pub fn run_dice(&self, id: GroupId, arms: &Armament, aimed: bool) -> u8 {
        let group = self.group(id);
        match group.pilots {
            Pilots::Ace if aimed => group.left.saturating_sub(1),
            Pilots::Ace if !arms.once => group.left + 1,
            Pilots::Average | Pilots::Ace | Pilots::Turkey => group.left,
        }
    }

    /// FT-8.18.2, FT-8.15.16: whether a group aims at a system, by its ace or with needle beams.
    pub(crate) fn may_aim(&self, id: GroupId) -> bool {
        let group = self.group(id);
        group.pilots == Pilots::Ace || group.fights_as() == Some(WingType::Needle)
    }

    /// Groups of a seat on their way to a ship with a choice of weapons.
    pub(crate) fn running_in(&self, seat: Seat) -> Vec<GroupId> {
        let chooses = |id: &GroupId| {
            let group = self.group(*id);
            matches!(group.deeds.target, Some(Target::Ship(ship)) if self.ship(ship).is_active())
                && self.arms_of(*id, With::Main).is_some_and(|it| it.once || self.may_aim(*id))
        };
        self.own_groups(seat).filter(chooses).collect()
    }
}

/// Asks those who have a choice; true if somebody is asked.
pub(crate) fn open(table: &mut Table<Battle>) -> bool {
    let battle = table.state();
    if battle.groups.is_empty() {
        return false;
    }
    let seats: Seats =
        battle.initiative.iter().copied().filter(|&seat| !battle.running_in(seat).is_empty()).collect();
    if seats.is_empty() {
        return false;
    }
    phases::enter(table, Phase::Runs { seats });
    true
}

pub(crate) fn check(battle: &Battle, seat: Seat, runs: &[Run], found: &mut Findings) {
    for (i, it) in runs.iter().enumerate() {
        let own = battle.groups.get(it.group.index()).is_some_and(|group| group.owner == seat);
        let target = if own { battle.group(it.group).deeds.target } else { None };
        let (true, Some(Target::Ship(ship))) = (own && battle.group(it.group).is_flying(), target) else {
            found.add("FT-8.9.1", format!("group {} is on no attack run of yours", it.group.0));
            continue;
        };
        let name = || battle.group_name(it.group);
        found.require(!runs[..i].iter().any(|other| other.group == it.group), "FT-8.9.1", || {
            format!("{} attacks once", name())
        });
        let fires = it.with == With::Nothing || battle.arms_of(it.group, it.with).is_some();
        found.require(fires, "FT-8.13.2", || format!("{} has too little endurance for that", name()));
        if let Some(aim) = it.aim {
            let ace = battle.may_aim(it.group) && it.with != With::Nothing;
            found.require(ace, "FT-8.18.2", || format!("{} has no ace to aim at a system", name()));
            found.require(damage::needle_target(battle, ship, aim), "FT-5.13.3", || {
                format!("{} cannot aim at system {}", name(), aim.0)
            });
        }
    }
}

/// FT-2.6.10: all choices, then the strikes of the phase.
pub(crate) fn resolve(table: &mut Table<Battle>, orders: &[(Seat, Vec<Run>)]) {
    for (seat, runs) in orders {
        let (seat, runs) = (*seat, runs.clone());
        table.emit(crate::Event::Runs(Event::Chosen { seat, runs }));
    }
    let runs: Vec<Run> = orders.iter().flat_map(|it| it.1.iter().copied()).collect();
    defence::strike(table, &runs);
    phases::play_after(table, Step::Strikes);
}

/// FT-8.9.1: the attack runs, group by group; FT-8.9.3: from whichever arc.
pub(crate) fn strike(table: &mut Table<Battle>, runs: &[Run]) {
    let battle = table.state();
    let on_run = |id: GroupId| match battle.group(id).deeds.target {
        Some(Target::Ship(ship)) => Some((id, ship)),
        _ => None,
    };
    let all: Vec<(GroupId, ShipId)> = battle.flying().filter_map(on_run).collect();
    for (id, ship) in all {
        let run = runs.iter().find(|it| it.group == id).copied();
        let run = run.unwrap_or(Run { group: id, with: With::Main, aim: None });
        let battle = table.state();
        if !battle.ship(ship).is_active() || battle.group(id).deeds.fired {
            continue;
        }
        if battle.group(id).is_shuttles() && run.with != With::Nothing {
            if dogfights::stands(table, id) {
                shuttles::board(table, id, ship);
            }
            continue;
        }
        let Some(arms) = battle.arms_of(id, run.with) else { continue };
        if dogfights::stands(table, id) {
            hit(table, id, ship, &arms, run.aim);
        }
    }
    dogfights::late(table);
}

fn hit(table: &mut Table<Battle>, group: GroupId, ship: ShipId, arms: &Armament, aim: Option<IconId>) {
    let battle = table.state();
    // FT-8.15.16: needle fighters aim with all their dice.
    let needles = matches!(arms.strike, Strike::Dice(Profile::Needle { .. }));
    let n = battle.run_dice(group, arms, aim.is_some() && !needles);
    let screens = battle.run_screens(group, ship);
    let floor = battle.field.options.damage_die_floor;
    // FT-7.25.2: how many of the craft did damage that a reflex field can turn.
    let mut scored = None;
    let (mut dice, again, damage, mut tally) = match arms.strike {
        Strike::Torpedo => {
            let dice: Vec<u8> = (0..n).map(|_| table.roll(6)).collect();
            let sap = dice.iter().filter_map(|&die| torpedo(floor, die, arms.bonus, screens)).collect();
            (dice, Vec::new(), Vec::new(), Tally { sap, ..Tally::default() })
        }
        Strike::Dice(profile) => {
            let times = if profile == Profile::Mkp { n } else { 1 };
            let attack = arms.attack(n, screens).expect("dice have an attack");
            let at = aim.filter(|_| needles);
            let shots: Vec<_> = (0..times).map(|_| (IconId(0), attack, at)).collect();
            let volley = fire::roll_family(table, &shots);
            scored =
                reflex::is_screened(&attack).then(|| reflex::scored(table.state(), &shots, &volley.dice));
            (volley.dice, volley.again, volley.damage, volley.tally)
        }
    };
    let (mut struck, mut aimed) = (tally.clone(), Tally::default());
    // FT-8.18.2: one die as a needle beam.
    if let Some(aim) = aim.filter(|_| !needles) {
        let needle = Attack {
            profile: Profile::Needle { dice: 1, kills: true },
            screens: Screens::default(),
            holofield: false,
            bonus: table.state().kinship(),
            sixes: false,
            veiled: false,
        };
        let volley = fire::roll_family(table, &[(IconId(0), needle, Some(aim))]);
        dice.extend(volley.dice);
        tally.add(&volley.tally);
        aimed = volley.tally;
    }
    let (ordnance, cef) = (arms.once, arms.cef);
    table.emit(crate::Event::Runs(Event::Ran { group, ship, ordnance, dice, again, damage, tally, cef }));
    if let Some(scored) = scored {
        struck = reflex::scorch(table, group, ship, struck, scored);
    }
    struck.add(&aimed);
    damage::strike(table, ship, None, &struck);
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Chosen { .. } => (),
        Event::Embarked { group, troops } => battle.group_mut(*group).troops.clone_from(troops),
        Event::Boarded { group, .. } => {
            // Used up, not shot down.
            let group = battle.group_mut(*group);
            group.troops.clear();
            (group.left, group.post) = (0, Post::Destroyed);
        }
        Event::Ran { group, ship, ordnance, tally, cef, .. } => {
            let group = battle.group_mut(*group);
            let owner = group.owner;
            group.pay(*cef);
            group.deeds.fired = true;
            if *ordnance {
                group.spent = 1;
            }
            // FT-8.18.2, FT-5.13.1: out when ships have fired.
            let ship = battle.ship_mut(*ship);
            ship.doomed = ship.doomed.union(tally.kills);
            // FT-5.4.1: placed with those of ships.
            if 0 < tally.emp {
                match ship.emp.iter_mut().find(|it| it.0 == owner) {
                    Some(it) => it.1 += tally.emp,
                    None => ship.emp.push((owner, tally.emp)),
                }
            }
        }
    }
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Run> {
    let mut runs = Vec::new();
    for group in battle.running_in(seat) {
        let with = *dice.pick(&[With::Main, With::Main, With::Guns, With::Nothing]);
        let Some(Target::Ship(ship)) = battle.group(group).deeds.target else { continue };
        let icons = battle.field.blueprint(ship).icon_ids();
        let aims: Vec<IconId> = icons.filter(|&icon| damage::needle_target(battle, ship, icon)).collect();
        let ace = battle.may_aim(group) && with != With::Nothing;
        let aim = (ace && !aims.is_empty() && dice.one_in(2)).then(|| *dice.pick(&aims));
        let run = Run { group, with, aim };
        let mut found = Findings::default();
        check(battle, seat, &[run], &mut found);
        if found.is_empty() {
            runs.push(run);
        }
    }
    runs
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Chosen { .. } => vec!["FT-2.6.10"],
        Event::Embarked { .. } | Event::Boarded { .. } => vec!["FT-8.15.14"],
        Event::Ran { ordnance: true, .. } => vec!["FT-8.9.1", "FT-8.15.6"],
        Event::Ran { .. } => vec!["FT-8.9.1", "FT-8.13.1"],
    }
}
