//! The turn: dawn, Initiative, picks, Administration, the end (FTB-8, FTB-END).

use engine::{Findings, Outcome, Seat, Seats, Table};
use geometry::Point;

use crate::{
    Battle, Event,
    battle::{Criterion, Stage, TankerPlace},
    chance::{self, Re, Test, Trial},
    combat,
    damage::{self, Cause},
    event::{Gauge, WhyOver},
    objectives::{self, GoalKind},
    order::{Benefit, Pick, Protocol},
    setup,
    ship::{Class, Damage, Place, ShipId},
    space::{lu, near},
};

/// FTB-8.12: the days of a Stealth run.
const RUN_FROM: u16 = 4;
const RUN_TO: u16 = 8;

/// One step of whatever is not an activation.
pub(crate) fn advance(table: &mut Table<Battle>) {
    match table.state().stage {
        Stage::Setup => setup::advance(table),
        Stage::Dawn => dawn(table),
        Stage::Neutrals => neutrals(table),
        Stage::Between { last } => next_pick(table, 1 - last),
        Stage::Administration => administration(table),
        Stage::Fleets
        | Stage::Stations { .. }
        | Stage::Naming { .. }
        | Stage::Deploy { .. }
        | Stage::HoldBack { .. }
        | Stage::Depart { .. }
        | Stage::Duel { .. }
        | Stage::Pick { .. }
        | Stage::Forcer { .. }
        | Stage::Force { .. }
        | Stage::Benefit { .. }
        | Stage::Over { .. } => (),
    }
}

/// FTB-8.1, FTB-8.11: day + 1, and what comes with it.
pub(crate) fn new_day(table: &mut Table<Battle>) {
    let day = table.state().day + 1;
    table.emit(Event::DayBegan { day });
    for n in 0..table.state().tankers.len() {
        // FTB-21.3: deployed on day d, gone at the start of day d + 5.
        if matches!(table.state().tankers[n].at, TankerPlace::Deployed { day: since, .. } if since + 5 <= day)
        {
            table.emit(Event::TankerGone { tanker: n as u8, destroyed: false });
        }
    }
    for id in table.state().ids() {
        if table.state().ship(id).place == Place::HeldBack && RUN_TO < day {
            table.emit(Event::Withdrew { ship: id });
        }
    }
}

fn dawn(table: &mut Table<Battle>) {
    let battle = table.state();
    let day = battle.day;
    let due = battle.ids().find(|&id| matches!(battle.ship(id).place, Place::Lane { due, .. } if due <= day));
    if let Some(id) = due {
        let Place::Lane { lane, tested, .. } = battle.ship(id).place else { return };
        // FTB-31.6: the unsafe tunnel's test.
        if battle.map.lanes[usize::from(lane)].safe || tested {
            table.emit(Event::LaneDue { ship: id, due: None });
        } else {
            chance::test(table, Test { ship: id, trial: Trial::Tunnel, easy: false });
        }
        return;
    }
    let asks = |side: u8| {
        battle
            .of_side(side)
            .find(|&id| battle.ship(id).place == Place::Undeparted && battle.asked >> (id.0 & 31) & 1 == 0)
    };
    let first = match (battle.holder, asks(0), asks(1)) {
        (Some((side, _)), ..) => side,
        (None, Some(_), None) => 0,
        (None, None, Some(_)) => 1,
        (None, None, None) => 0,
        (None, Some(_), Some(_)) => 2,
    };
    if first == 2 {
        let side = chance::coin(table);
        let Some(ship) = departure(table.state(), side) else { return };
        table.emit(Event::Asked { stage: Stage::Depart { side, ship } });
        return;
    }
    let asked = [first, 1 - first].into_iter().find_map(|side| Some((side, asks(side)?)));
    match asked {
        Some((side, ship)) => table.emit(Event::Asked { stage: Stage::Depart { side, ship } }),
        None => initiative(table),
    }
}

fn departure(battle: &Battle, side: u8) -> Option<ShipId> {
    battle.of_side(side).find(|&id| battle.ship(id).place == Place::Undeparted)
}

/// FTB-31.3: W arrives, D a day later, L is lost.
pub(crate) fn emerged(table: &mut Table<Battle>, ship: ShipId, result: Re) {
    match result {
        Re::Win => table.emit(Event::LaneDue { ship, due: None }),
        Re::Draw => {
            let due = table.state().day + 1;
            table.emit(Event::LaneDue { ship, due: Some(due) });
        }
        Re::Lose => table.emit(Event::Destroyed { ship, cause: Cause::Tunnel }),
    }
}

/// FTB-8.3: ships that count, and those of them that are Untracked.
pub(crate) fn counts(battle: &Battle, side: u8) -> (u32, u32) {
    let mut all = (0, 0);
    for id in battle.of_side(side) {
        let ship = battle.ship(id);
        if ship.on_map() || matches!(ship.place, Place::AtEntry { .. } | Place::HeldBack) {
            all.1 += 1;
            all.0 += u32::from(!ship.tracked);
        }
    }
    all
}

/// FTB-8.2: more Untracked ships, then more ships, then a duel.
fn initiative(table: &mut Table<Battle>) {
    let [(untracked0, all0), (untracked1, all1)] = [0, 1].map(|side| counts(table.state(), side));
    if untracked0 != untracked1 {
        let side = u8::from(untracked0 < untracked1);
        table.emit(Event::Initiative { side, by: Criterion::Untracked, choices: None });
    } else if all0 != all1 {
        table.emit(Event::Initiative { side: u8::from(all0 < all1), by: Criterion::Ships, choices: None });
    } else {
        table.emit(Event::Asked { stage: Stage::Duel { draws: 0 } });
    }
}

/// FTB-8.2, FTB-8.9: a draw is repeated; after three a coin decides.
pub(crate) fn duel(table: &mut Table<Battle>, choices: [Protocol; 2]) {
    let relations = table.state().field.options.evasive_relations;
    let side = match combat::compare(relations, choices[0], choices[1]) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => {
            table.emit(Event::DuelDrawn { choices });
            if matches!(table.state().stage, Stage::Duel { draws } if 3 <= draws) {
                let side = chance::coin(table);
                table.emit(Event::Initiative { side, by: Criterion::Coin, choices: None });
            }
            return;
        }
    };
    table.emit(Event::Initiative { side, by: Criterion::Duel, choices: Some(choices) });
}

/// FTB-8.13: neutral ships first, by id.
fn neutrals(table: &mut Table<Battle>) {
    let battle = table.state();
    let next = battle.of_side(2).find(|&id| battle.ship(id).on_map() && !battle.ship(id).activated);
    match next {
        Some(ship) => table.emit(Event::Picked { side: None, ship }),
        None => {
            let holder = battle.holder.map_or(0, |it| it.0);
            next_pick(table, holder);
        }
    }
}

/// FTB-8.4, FTB-8.12: may be picked by its owner.
pub(crate) fn is_pickable(battle: &Battle, id: ShipId) -> bool {
    let ship = battle.ship(id);
    let here = match ship.place {
        Place::HeldBack => {
            (RUN_FROM..=RUN_TO).contains(&battle.day) && !battle.passed[usize::from(ship.side.min(1))]
        }
        Place::AtEntry { .. } => true,
        Place::Waiting
        | Place::Free
        | Place::Orbit(_)
        | Place::Dock(_)
        | Place::Lane { .. }
        | Place::Undeparted
        | Place::Destroyed
        | Place::Withdrawn => ship.on_map(),
    };
    here && !ship.activated && !ship.tracked && ship.side < 2
}

/// FTB-8.4, FTB-8.6: may be forced.
pub(crate) fn is_forcible(battle: &Battle, id: ShipId) -> bool {
    let ship = battle.ship(id);
    let here = ship.on_map() || matches!(ship.place, Place::AtEntry { .. });
    here && !ship.activated && ship.tracked && ship.side < 2
}

pub(crate) fn has_pick(battle: &Battle, side: u8) -> bool {
    battle.of_side(side).any(|id| is_pickable(battle, id))
}

/// FTB-8.12: nothing but a Stealth run is left, which need not come.
pub(crate) fn may_pass(battle: &Battle, side: u8) -> bool {
    battle
        .of_side(side)
        .filter(|&id| is_pickable(battle, id))
        .all(|id| battle.ship(id).place == Place::HeldBack)
}

pub(crate) fn forcible(battle: &Battle, of: u8) -> impl Iterator<Item = ShipId> + '_ {
    battle.of_side(of).filter(|&id| is_forcible(battle, id))
}

/// FTB-8.4, FTB-8.5, FTB-8.6, ALG-10: whose pick it is.
fn next_pick(table: &mut Table<Battle>, first: u8) {
    let battle = table.state();
    if let Some(side) = [first, 1 - first].into_iter().find(|&side| has_pick(battle, side)) {
        table.emit(Event::Asked { stage: Stage::Pick { side } });
        return;
    }
    let holder = battle.holder.map_or(0, |it| it.0);
    // A side forces if its enemy has a ship left.
    let forcing = [holder, 1 - holder].map(|side| forcible(battle, 1 - side).next().is_some());
    match forcing {
        [false, false] => begin_administration(table),
        [true, true] => table.emit(Event::Asked { stage: Stage::Forcer { side: holder } }),
        [own, _] => force_by(table, if own { holder } else { 1 - holder }),
    }
}

/// FTB-8.6: with one ship left there is nothing to choose.
pub(crate) fn force_by(table: &mut Table<Battle>, side: u8) {
    let mut left = forcible(table.state(), 1 - side);
    let (one, more) = (left.next(), left.next().is_some());
    drop(left);
    match one {
        Some(ship) if !more => table.emit(Event::Picked { side: Some(side), ship }),
        _ => table.emit(Event::Asked { stage: Stage::Force { side } }),
    }
}

/// FTB-8.4, FTB-8.5, FTB-21.2.
pub(crate) fn check_pick(battle: &Battle, side: u8, pick: &Pick, found: &mut Findings) {
    let known = |id: ShipId| id.index() < battle.ships.len();
    match *pick {
        Pick::Activate(id) => {
            let own = known(id) && battle.ship(id).side == side && is_pickable(battle, id);
            found.require(own, "FTB-8.4", || {
                "only an Untracked ship of yours that has not acted today can be activated".to_owned()
            });
        }
        Pick::Force(id) => {
            let theirs = known(id) && battle.ship(id).side == 1 - side && is_forcible(battle, id);
            found.require(theirs, "FTB-8.4", || {
                "only a Tracked enemy ship that has not acted today can be forced".to_owned()
            });
        }
        Pick::Tanker { tanker, system, at } => check_tanker(battle, side, tanker, system, at, found),
        Pick::Pass => {
            found.require(may_pass(battle, side), "FTB-8.12", || {
                "only a side with nothing but a Stealth run left may pass".to_owned()
            });
        }
    }
}

/// FTB-21.2 (G-24), FTB-21.4: where and when a Tanker may appear.
pub(crate) fn check_tanker(
    battle: &Battle,
    side: u8,
    tanker: u8,
    system: u8,
    at: Point,
    found: &mut Findings,
) {
    let ready = battle.tankers.get(usize::from(tanker)).is_some_and(|it| {
        it.side == side && it.real && matches!(it.at, TankerPlace::Away { from } if from <= battle.day)
    });
    found.require(ready, "FTB-21.4", || "no such Tanker is ready".to_owned());
    let held =
        battle.of_side(side).any(|id| is_pickable(battle, id) && battle.ship(id).place != Place::HeldBack);
    found.require(held, "FTB-21.2", || "a Tanker takes the place of an Untracked ship".to_owned());
    if battle.map.systems.len() <= usize::from(system) || lu(500) < at.x.abs() || lu(500) < at.y.abs() {
        found.add("FTB-21.2", "that is off the map");
        return;
    }
    found.require(!battle.system(system).in_zone(at), "FTB-21.2", || {
        "not within a gravity influence or a radiation zone".to_owned()
    });
    let least = lu(i32::from(battle.field.options.tanker_min_enemy_dist));
    let ships =
        battle.of_side(1 - side).map(|id| battle.ship(id)).filter(|it| it.on_map() && it.system == system);
    let stations = battle.map.stations.iter().filter(|it| it.side == 1 - side && it.system == system);
    let homes = battle.map.homes[usize::from(1 - side)].iter().filter(|_| system == 0);
    let homes = homes.map(|&it| battle.map.systems[0].wells[usize::from(it)].at);
    let mut enemies = ships.map(|it| it.at).chain(stations.map(|it| it.at)).chain(homes);
    found.require(!enemies.any(|it| near(it, at, least)), "FTB-21.2", || {
        format!("not more than {least} LU from every enemy ship, station and home")
    });
}

pub(crate) fn pick(table: &mut Table<Battle>, side: u8, pick: &Pick) {
    match *pick {
        Pick::Activate(ship) | Pick::Force(ship) => table.emit(Event::Picked { side: Some(side), ship }),
        Pick::Tanker { tanker, system, at } => table.emit(Event::TankerDeployed { tanker, system, at }),
        Pick::Pass => table.emit(Event::Passed { side }),
    }
}

/// FTB-8.10 (1): refits that go on, unless the station is blockaded (FTB-25.11).
fn begin_administration(table: &mut Table<Battle>) {
    table.emit(Event::Asked { stage: Stage::Administration });
    for id in table.state().ids() {
        let battle = table.state();
        let ship = battle.ship(id);
        if let (Some(refit), Place::Dock(station)) = (ship.refit, ship.place) {
            let blocked = battle.map.stations[usize::from(station)].blocked;
            if !blocked.is_some_and(|[from, to]| (from..=to).contains(&battle.day)) {
                table.emit(Event::RefitTurn { ship: id, turns: refit.turns + 1 });
            }
        }
    }
}

/// FTB-25.9: what the refit can still do.
pub(crate) fn benefits(battle: &Battle, id: ShipId) -> Vec<Benefit> {
    let ship = battle.ship(id);
    let data = ship.class.data();
    let open = |it: &Benefit| match it {
        Benefit::Fuel => ship.own.fuel < data.fuel,
        Benefit::EraseDamage => {
            ship.refit.is_some_and(|it| it.repaired)
                && matches!(ship.own.damage, Some(Damage { offline: false, .. }))
        }
        Benefit::Shield => ship.own.shields < data.shields,
        Benefit::Torpedoes => ship.own.torpedoes < data.torpedoes,
    };
    Benefit::ALL.into_iter().filter(open).collect()
}

pub(crate) fn check_benefit(battle: &Battle, id: ShipId, benefit: Benefit, found: &mut Findings) {
    found.require(benefits(battle, id).contains(&benefit), "FTB-25.9", || {
        "the refit cannot do that, or it would change nothing".to_owned()
    });
}

/// FTB-25.8, FTB-25.12: heat goes, and one benefit.
pub(crate) fn refit(table: &mut Table<Battle>, id: ShipId, benefit: Option<Benefit>) {
    let Place::Dock(station) = table.state().ship(id).place else { return };
    damage::cool(table, id, u8::MAX);
    let own = table.state().ship(id).own;
    let data = table.state().ship(id).class.data();
    let gauge = |gauge, to| Event::Gauged { ship: id, gauge, to };
    match benefit {
        Some(Benefit::Fuel) => table.emit(gauge(Gauge::Fuel, data.fuel)),
        Some(Benefit::EraseDamage) => table.emit(Event::SystemSet { ship: id, damage: None }),
        Some(Benefit::Shield) => table.emit(gauge(Gauge::Shields, own.shields + 1)),
        Some(Benefit::Torpedoes) => {
            table.emit(gauge(Gauge::Torpedoes, (own.torpedoes + 2).min(data.torpedoes)));
        }
        None => (),
    }
    table.emit(Event::RefitDone { ship: id, station, benefit });
}

/// FTB-8.10: refits, counters, status, the end test, a new turn.
fn administration(table: &mut Table<Battle>) {
    let battle = table.state();
    let docked = |id: &ShipId| matches!(battle.ship(*id).place, Place::Dock(_));
    let done = battle.ids().filter(docked).find(|&id| battle.ship(id).refit.is_some_and(|it| 3 <= it.turns));
    if let Some(id) = done {
        if benefits(battle, id).is_empty() || battle.owner(id).is_none() {
            refit(table, id, None);
        } else {
            table.emit(Event::Asked { stage: Stage::Benefit { ship: id } });
        }
        return;
    }
    objectives::settle(table);
    match ending(table.state()) {
        Some((outcome, why)) => table.emit(Event::Over { outcome, why }),
        None => new_day(table),
    }
}

fn eliminated(battle: &Battle, side: u8) -> bool {
    !battle.of_side(side).any(|id| battle.ship(id).in_play())
}

/// FTB-8.14: whether the game ends in this Administration.
fn ending(battle: &Battle) -> Option<(Outcome, WhyOver)> {
    let gone = [0, 1].map(|side| eliminated(battle, side));
    let settled = !battle.goals.is_empty() && battle.goals.iter().all(|it| it.settled.is_some());
    let why = if gone.contains(&true) && (battle.field.options.elimination_ends_game || gone == [true, true])
    {
        WhyOver::Elimination
    } else if settled {
        WhyOver::Objectives
    } else if battle.turns <= battle.day {
        WhyOver::LastTurn
    } else {
        return None;
    };
    Some((outcome(battle), why))
}

pub(crate) fn won(side: u8) -> Outcome {
    Outcome::Won(Seats::default().with(Seat(side)))
}

/// FTB-2.1, FTB-END.2, FTB-END.3, FTB-END.4, FTB-END.5, FTB-34.5: who has won, as things stand.
pub(crate) fn outcome(battle: &Battle) -> Outcome {
    let gone = [0, 1].map(|side| eliminated(battle, side));
    let achieved = [0, 1].map(|side| achieved(battle, side));
    if battle.field.options.elimination_ends_game {
        match gone {
            [true, false] => return won(1),
            [false, true] => return won(0),
            [true, true] => {
                return match achieved[0].cmp(&achieved[1]) {
                    std::cmp::Ordering::Greater => won(0),
                    std::cmp::Ordering::Less => won(1),
                    std::cmp::Ordering::Equal => Outcome::Draw,
                };
            }
            [false, false] => (),
        }
    }
    if let [goal] = battle.goals.as_slice()
        && goal.kind != GoalKind::Attrition
    {
        return won(if 0 < achieved[usize::from(goal.side)] { goal.side } else { 1 - goal.side });
    }
    let points = [0, 1].map(|side| battle.surviving_points(side));
    for pair in [achieved, points] {
        if pair[0] != pair[1] {
            return won(u8::from(pair[0] < pair[1]));
        }
    }
    Outcome::Draw
}

/// FTB-END.3, FTB-END.5: objectives a side has achieved.
fn achieved(battle: &Battle, side: u8) -> u32 {
    let met = |goal: &objectives::Goal| match goal.kind {
        GoalKind::Attrition => objectives::attrition(battle, 1 - side) < objectives::attrition(battle, side),
        GoalKind::Blockade { station: Some(station), needed, done } if goal.settled.is_none() => {
            let done = done + u16::from(battle.day < battle.turns);
            eliminated(battle, 1 - side) && needed <= done && objectives::blockades(battle, side, station)
        }
        GoalKind::Blockade { .. }
        | GoalKind::Transport { .. }
        | GoalKind::Patrol { .. }
        | GoalKind::Board { .. } => goal.settled == Some(true),
    };
    battle.goals.iter().filter(|it| it.side == side && met(it)).count() as u32
}

/// FTB-34.3: a transport leaves, or waits for another day.
pub(crate) fn depart(table: &mut Table<Battle>, ship: ShipId, departs: bool) {
    table.emit(Event::Departure { ship, departs });
}

/// FTB-24.1, FTB-35.1: civilians cost nothing.
pub(crate) fn points_of(ships: &[Class]) -> u32 {
    ships.iter().map(|it| it.data().points).sum()
}

#[cfg(test)]
mod tests {
    use dice::Dice;
    use engine::{Game, Library};

    use super::*;
    use crate::dispatch;

    /// FTB-25.8: events of a record may tell of a refit in open space. Nothing comes of it, and nobody
    /// waits for ever for its end.
    #[test]
    fn ftb_25_8_no_refit_ends_outside_a_dock() {
        let scenarios = Battle::scenarios();
        let siege = &scenarios.iter().find(|it| it.id == "siege").expect("a supplied scenario").scenario;
        let battle = Battle::set_up(&Battle::preset(siege), siege).expect("it can be played");
        let mut table = Table::new(battle, Dice::numbered(1, 1));
        table.open();
        let (ship, day) = (ShipId(0), table.state().day);
        table.emit(Event::RefitBegun { ship, station: 0, repaired: false });
        table.emit(Event::RefitTurn { ship, turns: 3 });
        table.emit(Event::Asked { stage: Stage::Administration });
        dispatch::run(&mut table);
        assert_eq!(table.state().day, day + 1);
        assert!(!table.log().iter().any(|it| matches!(it, Event::RefitDone { .. })));
    }
}
