//! Phase 8: dogfights, furballs and interceptions of missiles
//! (FT-8.9.4, FT-8.10, FT-8.11, FT-8.12, FT-8.13, FT-8.17, FT-8.18.3, FT-8.3.3, FT-8.3.4).

use dice::Dice;
use engine::{Findings, Seat, Seats, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    craft::{
        attacks::{marker_mark, may_waver},
        wings::{GroupId, Pilots, Target},
    },
    damage::kills::{self, Scale},
    fire::modified,
    ordnance::Warhead,
    phases::{self, Phase, Step},
};

/// How one group fights this turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Stance {
    pub group: GroupId,
    /// FT-8.11.1: whom it shoots at, in order; nobody if it presses on (FT-8.9.4) or saves its endurance (FT-8.13.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<GroupId>,
    /// FT-8.18.3: its ace goes for the ace of the first of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub duel: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "DogfightsEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// FT-8.9.4, FT-8.11.1, FT-8.13.1: announced before any die.
    Chosen { seat: Seat, stances: Vec<Stance> },
    /// FT-8.17.1: more than there are craft: no attack.
    Wavered { group: GroupId, die: u8, held: bool },
    /// FT-8.10.1, FT-8.11.1: dice of one group, and what each of its targets loses.
    Fought {
        group: GroupId,
        at: Vec<GroupId>,
        dice: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        again: Vec<u8>,
        kills: Vec<u8>,
        /// FT-8.18.3: the die of the ace, and whether it finds the other.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duel: Option<(u8, bool)>,
        /// FT-8.13.1.
        cef: u8,
    },
    /// FT-8.10.5: losses of all fights come off together; aces killed by aces (FT-8.18.3).
    Fell {
        lost: Vec<(GroupId, u8)>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        aces: Vec<GroupId>,
    },
    /// FT-8.12.2, FT-8.12.4: dice at a marker, what they stop, and a die for every missile killed.
    Intercepted {
        group: GroupId,
        marker: u16,
        dice: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        again: Vec<u8>,
        kills: u8,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        toll: Vec<u8>,
        cef: u8,
    },
}

impl Battle {
    /// Everybody a group has a fight with: its own target first, then those who attack it.
    pub fn foes(&self, id: GroupId) -> Vec<GroupId> {
        let mut foes: Vec<GroupId> = Vec::new();
        if let Some(Target::Group(foe)) = self.group(id).deeds.target
            && self.group(foe).is_flying()
        {
            foes.push(foe);
        }
        for foe in self.attackers_of(id) {
            if !foes.contains(&foe) {
                foes.push(foe);
            }
        }
        foes
    }

    /// FT-8.9.4, FT-8.12.1: on its way to a ship or a missile.
    fn is_on_run(&self, id: GroupId) -> bool {
        matches!(self.group(id).deeds.target, Some(Target::Ship(_) | Target::Marker(_)))
    }

    /// FT-8.3.3: a scrambled group keeps it from its run.
    fn must_break_off(&self, id: GroupId) -> bool {
        self.group(id).deeds.pinned
    }

    /// Whether there is anything to decide for a group in phase 8.
    fn has_choice(&self, id: GroupId) -> bool {
        let (group, foes) = (self.group(id), self.foes(id));
        if foes.is_empty() || group.deeds.late {
            return false;
        }
        let attacks = matches!(group.deeds.target, Some(Target::Group(_)));
        let ace = |id: GroupId| self.group(id).pilots == Pilots::Ace;
        // Press on or break off, reply or not; several enemies; two aces.
        !attacks || 1 < foes.len() || ace(id) && foes.iter().any(|&foe| ace(foe))
    }

    /// FT-8.13.1: break off, reply, and shoot at the own target or the first attacker.
    pub(crate) fn usual_stance(&self, group: GroupId) -> Stance {
        Stance { group, at: self.foes(group).into_iter().take(1).collect(), duel: false }
    }

    /// Groups of a seat with a choice in phase 8.
    pub(crate) fn choosing(&self, seat: Seat) -> Vec<GroupId> {
        self.own_groups(seat).filter(|&id| self.has_choice(id)).collect()
    }
}

/// Opens the phase: true if somebody has to choose.
pub(crate) fn open(table: &mut Table<Battle>) -> bool {
    let battle = table.state();
    if battle.groups.is_empty() || battle.flying().all(|id| battle.group(id).deeds.target.is_none()) {
        return false;
    }
    let seats: Seats =
        battle.initiative.iter().copied().filter(|&seat| !battle.choosing(seat).is_empty()).collect();
    if seats.is_empty() {
        fight(table, &[]);
        return false;
    }
    phases::enter(table, Phase::Dogfights { seats });
    true
}

pub(crate) fn check(battle: &Battle, seat: Seat, stances: &[Stance], found: &mut Findings) {
    for (i, it) in stances.iter().enumerate() {
        if battle.groups.get(it.group.index()).is_none_or(|group| group.owner != seat || !group.is_flying()) {
            found.add("FT-8.11.1", format!("group {} is not yours to command", it.group.0));
            continue;
        }
        let name = || battle.group_name(it.group);
        let foes = battle.foes(it.group);
        found.require(!foes.is_empty() && !battle.group(it.group).deeds.late, "FT-8.11.1", || {
            format!("{} is in no dogfight", name())
        });
        found.require(!stances[..i].iter().any(|other| other.group == it.group), "FT-8.11.1", || {
            format!("{} shoots once", name())
        });
        for (n, foe) in it.at.iter().enumerate() {
            found.require(foes.contains(foe) && !it.at[..n].contains(foe), "FT-8.11.1", || {
                format!("{} shoots at groups it fights with, each once", name())
            });
        }
        let idle = it.at.is_empty();
        let attacks = matches!(battle.group(it.group).deeds.target, Some(Target::Group(_)));
        found.require(!(idle && attacks), "FT-8.7.1", || format!("{} has named its attack", name()));
        found.require(!(idle && battle.must_break_off(it.group)), "FT-8.3.3", || {
            format!("{} cannot press on past a scrambled group", name())
        });
        if it.duel {
            let ace =
                |id: &GroupId| battle.groups.get(id.index()).is_some_and(|group| group.pilots == Pilots::Ace);
            let both = ace(&it.group) && it.at.first().is_some_and(ace);
            found.require(both, "FT-8.18.3", || format!("{}: a duel needs an ace on either side", name()));
        }
    }
}

/// FT-8.9.4, FT-8.10.5: all choices, then the fights.
pub(crate) fn resolve(table: &mut Table<Battle>, orders: &[(Seat, Vec<Stance>)]) {
    let mut all = Vec::new();
    for (seat, stances) in orders {
        all.extend(stances.iter().cloned());
        let (seat, stances) = (*seat, stances.clone());
        table.emit(crate::Event::Dogfights(Event::Chosen { seat, stances }));
    }
    fight(table, &all);
    phases::play_after(table, Step::Dogfights);
}

/// The whole phase, with the choices that were made.
fn fight(table: &mut Table<Battle>, stances: &[Stance]) {
    let battle = table.state();
    let in_time = |id: &GroupId| !battle.group(*id).deeds.late;
    let fighting: Vec<GroupId> = battle
        .flying()
        .filter(in_time)
        .filter(|&id| battle.foes(id).into_iter().any(|it| in_time(&it)))
        .collect();
    round(table, &fighting, stances);
    let battle = table.state();
    let hunts = |id: GroupId| match battle.group(id).deeds.target {
        Some(Target::Marker(number)) => Some((id, number)),
        _ => None,
    };
    let hunters: Vec<(GroupId, u16)> = battle.flying().filter_map(hunts).collect();
    for (id, number) in hunters {
        intercept(table, id, number);
    }
}

/// FT-8.10.5: whoever engaged rolls before those it engaged; losses come off together.
fn round(table: &mut Table<Battle>, fighting: &[GroupId], stances: &[Stance]) {
    if fighting.is_empty() {
        return;
    }
    let battle = table.state();
    let attacks = |id: GroupId| matches!(battle.group(id).deeds.target, Some(Target::Group(_)));
    let mut order: Vec<GroupId> = Vec::new();
    for &id in fighting.iter().filter(|&&id| attacks(id)) {
        let engaged = battle.foes(id).into_iter().filter(|&it| !attacks(it) && fighting.contains(&it));
        for it in [id].into_iter().chain(engaged) {
            if !order.contains(&it) {
                order.push(it);
            }
        }
    }
    // FT-8.17.1: before an attack, not before a reply; all of them before anybody shoots, since nobody replies to
    // an attack that does not take place.
    let assailants: Vec<GroupId> = order.iter().copied().filter(|&id| attacks(id)).collect();
    let mut shaken: Vec<GroupId> = Vec::new();
    for id in assailants {
        if !stands(table, id) {
            shaken.push(id);
        }
    }
    let mut lost: Vec<(GroupId, u8)> = Vec::new();
    let mut aces: Vec<GroupId> = Vec::new();
    for id in order.into_iter().filter(|it| !shaken.contains(it)) {
        let battle = table.state();
        let stance = stances.iter().find(|it| it.group == id).cloned();
        let mut stance = stance.unwrap_or_else(|| battle.usual_stance(id));
        let own = battle.group(id).deeds.target;
        let stays = |foe: &GroupId| own == Some(Target::Group(*foe)) || !shaken.contains(foe);
        // FT-8.18.3: a duel takes the ace that was named.
        stance.duel &= stance.at.first().is_some_and(stays);
        stance.at.retain(stays);
        if !stance.at.is_empty() {
            shoot(table, &stance, &mut lost, &mut aces);
        }
    }
    if !lost.is_empty() {
        table.emit(crate::Event::Dogfights(Event::Fell { lost, aces }));
    }
}

/// FT-8.17.1: a group that has lost craft may lose heart.
pub(crate) fn stands(table: &mut Table<Battle>, id: GroupId) -> bool {
    if !may_waver(table.state(), id) {
        return true;
    }
    let die = table.roll(6);
    let held = die <= table.state().group(id).left;
    table.emit(crate::Event::Dogfights(Event::Wavered { group: id, die, held }));
    held
}

/// FT-8.10.1, FT-8.11.1, FT-8.18.2, FT-8.18.3: the dice of one group.
fn shoot(table: &mut Table<Battle>, stance: &Stance, lost: &mut Vec<(GroupId, u8)>, aces: &mut Vec<GroupId>) {
    let battle = table.state();
    let (id, at) = (stance.group, stance.at.clone());
    let group = battle.group(id);
    let cef = if group.deeds.fired { 0 } else { group.fight_cef().min(group.cef) };
    let strong = group.fight_cef() <= group.cef || group.deeds.fired;
    // An ace is worth a die more, or goes his own way.
    let dice: Vec<(Option<Scale>, u8)> = battle.dice_against(id, at[0]);
    let each: Vec<Vec<(Option<Scale>, u8)>> = at.iter().map(|&foe| battle.dice_against(id, foe)).collect();
    let more: i8 = match (group.pilots, stance.duel, strong) {
        (Pilots::Ace, true, _) => -1,
        (Pilots::Ace, false, true) => 1,
        _ => 0,
    };
    // Die by die, as they lie: boat by boat, or fighters that are all alike.
    let singly = |of: &[(Option<Scale>, u8)]| -> Vec<Option<Scale>> {
        let n = |i: usize, n: u8| if i == 0 { n.saturating_add_signed(more) } else { n };
        let of = of.iter().enumerate();
        of.flat_map(|(i, it)| std::iter::repeat_n(it.0, n(i, it.1).into())).collect()
    };
    let alike = each.iter().all(|it| *it == dice);
    let (mut rolled, mut again, mut kills) = (Vec::new(), Vec::new(), vec![0_u8; at.len()]);
    let n = at.len();
    if alike {
        let all: Vec<_> = singly(&dice).into_iter().map(|scale| (scale, 1)).collect();
        let volley = kills::roll(table, &all);
        // FT-8.11.1: as equally as possible, odd kills to the first named.
        let (n, each) = (n as u8, volley.kills / n as u8);
        for (i, it) in kills.iter_mut().enumerate() {
            *it = each + u8::from((i as u8) < volley.kills % n);
        }
        (rolled, again) = (volley.dice, volley.again);
    } else {
        // FT-8.11.1, FT-9.1.3: targets that are not alike: the dice are divided, those of the first boats to the
        // first named, each read as its own target has it.
        let mut begun = 0;
        for (i, dice) in each.iter().enumerate() {
            let all = singly(dice);
            let share = all.len() / n + usize::from(i < all.len() % n);
            let own: Vec<_> = all.iter().skip(begun).take(share).map(|scale| (*scale, 1)).collect();
            begun += share;
            let volley = kills::roll(table, &own);
            kills[i] = volley.kills;
            rolled.extend(volley.dice);
            again.extend(volley.again);
        }
    }
    let duel = stance.duel.then(|| {
        let die = table.roll(6);
        let bonus = dice.first().and_then(|it| it.0).map_or(-6, |it| it.bonus);
        (die, 4 <= modified(die, bonus))
    });
    for (foe, n) in at.iter().zip(&kills).filter(|it| 0 < *it.1) {
        add(lost, *foe, *n);
    }
    if let Some((_, true)) = duel {
        add(lost, at[0], 1);
        aces.push(at[0]);
    }
    let group = id;
    table.emit(crate::Event::Dogfights(Event::Fought { group, at, dice: rolled, again, kills, duel, cef }));
}

fn add(lost: &mut Vec<(GroupId, u8)>, id: GroupId, n: u8) {
    match lost.iter_mut().find(|it| it.0 == id) {
        Some(it) => it.1 = it.1.saturating_add(n),
        None => lost.push((id, n)),
    }
}

/// FT-8.12.2, FT-8.12.4: those that are left fire at the marker.
fn intercept(table: &mut Table<Battle>, id: GroupId, number: u16) {
    let battle = table.state();
    let Some(marker) = battle.marker(number).cloned() else { return };
    let Some(mark) = marker_mark(&marker) else { return };
    if battle.group(id).cef == 0 || !stands(table, id) {
        return;
    }
    let group = table.state().group(id);
    let cef = if group.deeds.fired { 0 } else { group.fight_cef().min(group.cef) };
    let mut dice = group.dice_at(mark);
    if let (Pilots::Ace, Some(first)) = (group.pilots, dice.first_mut()) {
        first.1 += 1;
    }
    let volley = kills::roll(table, &dice);
    // FT-8.12.2: every missile killed may take a fighter with it.
    let missiles = match marker.what {
        Warhead::Salvo => 6_u8.saturating_sub(marker.stopped),
        Warhead::Spread(n) => n.saturating_sub(marker.stopped),
        Warhead::Heavy | Warhead::Antimatter { .. } => 1,
        Warhead::Bolt(_) | Warhead::Rockets(_) => 0,
    };
    let toll: Vec<u8> = (0..volley.kills.min(missiles)).map(|_| table.roll(6)).collect();
    let kills::Volley { dice, again, kills } = volley;
    table.emit(crate::Event::Dogfights(Event::Intercepted {
        group: id,
        marker: number,
        dice,
        again,
        kills,
        toll,
        cef,
    }));
}

/// FT-8.10.3: one round without reply, at a group that slips away.
pub(crate) fn parting(table: &mut Table<Battle>, group: GroupId, at: GroupId) {
    let (mut lost, mut aces) = (Vec::new(), Vec::new());
    let stance = Stance { group, at: vec![at], duel: false };
    shoot(table, &stance, &mut lost, &mut aces);
    if !lost.is_empty() {
        table.emit(crate::Event::Dogfights(Event::Fell { lost, aces }));
    }
}

/// FT-8.3.4: groups that came too late fight after the strike, and those they fight shoot once more.
pub(crate) fn late(table: &mut Table<Battle>) {
    let battle = table.state();
    let mut fighting: Vec<GroupId> = Vec::new();
    for id in battle.flying().filter(|&id| battle.group(id).deeds.late) {
        if let Some(Target::Group(foe)) = battle.group(id).deeds.target
            && battle.group(foe).is_flying()
        {
            fighting.extend([id, foe]);
        }
    }
    fighting.sort();
    fighting.dedup();
    let first = |id: GroupId| {
        let scrambled = |it: &GroupId| battle.group(*it).deeds.late;
        let at = match battle.group(id).deeds.target {
            Some(Target::Group(foe)) if scrambled(&id) => Some(foe),
            _ => fighting
                .iter()
                .copied()
                .find(|it| scrambled(it) && battle.group(*it).deeds.target == Some(Target::Group(id))),
        };
        Stance { group: id, at: at.into_iter().collect(), duel: false }
    };
    let stances: Vec<Stance> = fighting.iter().map(|&id| first(id)).collect();
    round(table, &fighting, &stances);
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::Chosen { stances, .. } => {
            for it in stances {
                // FT-8.9.4: it has broken off its run.
                if !it.at.is_empty() && battle.is_on_run(it.group) {
                    battle.group_mut(it.group).deeds.target = None;
                }
            }
        }
        Event::Wavered { group, held, .. } => {
            if !held {
                battle.group_mut(*group).deeds.target = None;
            }
        }
        Event::Fought { group, cef, .. } => {
            let on_run = battle.is_on_run(*group);
            let group = battle.group_mut(*group);
            group.pay(*cef);
            if on_run && !group.deeds.fired {
                group.deeds.target = None;
            }
            group.deeds.fired = true;
            group.deeds.guns = true;
        }
        Event::Fell { lost, aces } => {
            for id in aces {
                battle.group_mut(*id).pilots = Pilots::Average;
            }
            for (id, n) in lost {
                battle.group_mut(*id).lose(*n);
            }
        }
        Event::Intercepted { group, marker, kills, toll, cef, .. } => {
            let lost = toll.iter().filter(|die| **die == 6).count() as u8;
            let group = battle.group_mut(*group);
            group.pay(*cef);
            group.deeds.fired = true;
            group.deeds.guns = true;
            group.lose(lost);
            if let Some(it) = battle.markers.iter_mut().find(|it| it.number == *marker) {
                it.fired_at = true;
                it.stopped = it.stopped.saturating_add(*kills);
            }
        }
    }
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Stance> {
    let mut stances = Vec::new();
    for group in battle.choosing(seat) {
        let mut stance = battle.usual_stance(group);
        for foe in battle.foes(group).into_iter().skip(1) {
            if dice.one_in(2) {
                stance.at.push(foe);
            }
        }
        stance.duel = dice.one_in(2);
        if dice.one_in(3) {
            stance.at.clear();
        }
        let legal = |stance: &Stance| {
            let mut found = Findings::default();
            check(battle, seat, std::slice::from_ref(stance), &mut found);
            found.is_empty()
        };
        if !legal(&stance) {
            stance = battle.usual_stance(group);
        }
        stances.push(stance);
    }
    stances
}

/// Which rules made an event happen.
pub(crate) fn rules_of(event: &Event) -> Vec<&'static str> {
    match event {
        Event::Chosen { .. } => vec!["FT-2.6.8", "FT-8.11.1"],
        Event::Wavered { .. } => vec!["FT-8.17.1"],
        Event::Fought { duel: Some(_), .. } => vec!["FT-8.10.1", "FT-8.18.3"],
        Event::Fought { .. } => vec!["FT-8.10.1", "FT-8.13.1"],
        Event::Fell { .. } => vec!["FT-8.10.5"],
        Event::Intercepted { .. } => vec!["FT-8.12.1", "FT-8.12.2"],
    }
}
