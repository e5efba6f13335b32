//! Which chapter hears an order: check and resolve.

use engine::{Findings, Orders, Seat, Table};

use crate::{
    Battle, Event, actions,
    battle::{Ask, Stage, Step},
    chance, combat,
    combat::Fight,
    damage,
    event::WhyOver,
    helm,
    order::{Order, Pick, Protocol},
    setup, torpedo, turn,
};

/// Every reason against `order`.
pub(crate) fn check(battle: &Battle, seat: Seat, order: &Order, found: &mut Findings) {
    let Some(ask) = battle.waiting() else {
        found.add("FTB-8.14", "the battle is over");
        return;
    };
    match (ask, order) {
        (_, Order::Concede) => (),
        (Ask::Fleets, Order::Fleet(fleet)) => setup::check_fleet(battle, fleet, found),
        (Ask::Station(side), Order::Station(at)) => setup::check_site(battle, side, *at, found),
        (Ask::Name(_, goal, _), Order::Name(station)) => setup::check_name(battle, goal, *station, found),
        (Ask::Deploy(side), Order::Deploy(deploy)) => setup::check_deploy(battle, side, deploy, found),
        (Ask::HoldBack(side), Order::HoldBack(hold)) => {
            if let Some(hold) = hold {
                setup::check_hold(battle, side, hold, found);
            }
        }
        (Ask::Depart(..), Order::Depart(_)) | (Ask::Cover(..), Order::Cover(_)) => (),
        (Ask::Heat(..), Order::Heat(_)) | (Ask::Evade(..), Order::Evade(_)) => (),
        (Ask::Initiative, Order::Duel(choice)) => chance::check(*choice, "FTB-8.2", found),
        (Ask::Test(_), Order::Duel(choice)) => chance::check(*choice, "FTB-13.2", found),
        (Ask::Pick(side), Order::Pick(pick)) => turn::check_pick(battle, side, pick, found),
        (Ask::Forcer(_), Order::Forcer(side)) => {
            let able = *side < 2 && turn::forcible(battle, 1 - side).next().is_some();
            found.require(able, "FTB-8.6", || "that side has no enemy ship left to force".to_owned());
        }
        (Ask::Force(side), Order::Pick(Pick::Force(id))) => {
            turn::check_pick(battle, side, &Pick::Force(*id), found);
        }
        (Ask::Force(_), Order::Pick(_)) => found.add("FTB-8.6", "now an enemy ship is named"),
        (Ask::Guide(_, id), Order::Guide(guide)) => {
            if let Some(it) = battle.ship(id).torpedo {
                torpedo::check(battle, id, &it, guide, false, found);
            }
        }
        (Ask::Helm(_, id), Order::Helm(helm)) => helm::check(battle, id, helm, found),
        (Ask::Fuse(_), Order::Fuse(id)) => {
            let lit = battle.act.as_ref().is_some_and(|it| it.fuses.contains(id));
            found.require(lit, "FTB-14.5", || "that torpedo is not set off".to_owned());
        }
        (Ask::Aim(..), Order::Attack(attacks)) => {
            if let Some(act) = &battle.act {
                actions::check_attacks(battle, act, attacks, found);
            }
        }
        (Ask::FlyBy(_, n), Order::Target(id)) => {
            let there = crate::sample::fly_by(battle, n).contains(id);
            found.require(there, "FTB-29.8", || "that ship is not there".to_owned());
        }
        (Ask::Protocols(_), Order::Protocol(protocol)) => combat::check(battle, seat, *protocol, found),
        (Ask::System(_, blow), Order::System(system)) => damage::check(battle, blow, *system, found),
        (Ask::Scan(_, id), Order::Scan(target)) => actions::check_scan(battle, id, *target, found),
        (Ask::Benefit(_, id), Order::Benefit(benefit)) => turn::check_benefit(battle, id, *benefit, found),
        _ => found.add("FTB-11.2", format!("that order is not for this decision: {}", ask.phase())),
    }
}

/// Both seats' protocols; a seat that does not choose counts as Defensive.
fn protocols(orders: &Orders<Order>) -> [Protocol; 2] {
    [0, 1].map(|seat| match orders.get(Seat(seat)) {
        Some(Order::Duel(it) | Order::Protocol(it)) => *it,
        _ => Protocol::Defensive,
    })
}

/// Plays the orders, then on to the next decision.
pub(crate) fn resolve(table: &mut Table<Battle>, orders: &Orders<Order>) {
    let concedes = |seat: u8| orders.get(Seat(seat)) == Some(&Order::Concede);
    match [concedes(0), concedes(1)] {
        [false, false] => (),
        // FTB-END.7: it loses at once; both together draw.
        [true, true] => {
            table.emit(Event::Over { outcome: engine::Outcome::Draw, why: WhyOver::Conceded });
            return;
        }
        [zero, _] => {
            table.emit(Event::Over { outcome: turn::won(u8::from(zero)), why: WhyOver::Conceded });
            return;
        }
    }
    let Some(ask) = table.state().waiting() else { return };
    let one = orders.iter().next().map(|it| it.1);
    match (ask, one) {
        (Ask::Fleets, _) => {
            let fleet = |seat: u8| match orders.get(Seat(seat)) {
                Some(Order::Fleet(fleet)) => fleet.clone(),
                _ => Default::default(),
            };
            setup::fleets(table, [fleet(0), fleet(1)]);
        }
        (Ask::Initiative, _) => turn::duel(table, protocols(orders)),
        (Ask::Test(_), _) => chance::resolve(table, protocols(orders)),
        (Ask::Protocols(_), _) => {
            let Some(Fight::Combat { attacker, defender, .. }) = table.state().fight else { return };
            let chosen = protocols(orders);
            let of = |id| table.state().owner(id).map_or(Protocol::Defensive, |it| chosen[usize::from(it)]);
            combat::reveal(table, [of(attacker), of(defender)]);
        }
        (Ask::Station(side), Some(Order::Station(at))) => setup::place_station(table, side, *at),
        (Ask::Name(_, goal, slot), Some(Order::Name(station))) => setup::name(table, goal, slot, *station),
        (Ask::Deploy(side), Some(Order::Deploy(deploy))) => setup::deploy(table, side, deploy),
        (Ask::HoldBack(side), Some(Order::HoldBack(hold))) => setup::hold_back(table, side, hold.as_ref()),
        (Ask::Depart(_, ship), Some(Order::Depart(today))) => turn::depart(table, ship, *today),
        (Ask::Pick(side) | Ask::Force(side), Some(Order::Pick(pick))) => turn::pick(table, side, pick),
        (Ask::Forcer(_), Some(Order::Forcer(side))) => turn::force_by(table, *side),
        (Ask::Guide(_, id), Some(Order::Guide(guide))) => {
            table.emit(Event::Step { step: Step::Ready });
            if let Some(it) = table.state().ship(id).torpedo {
                torpedo::go(table, id, it, guide, false);
            }
        }
        (Ask::Helm(_, id), Some(Order::Helm(helm))) => helm::resolve(table, id, helm),
        (Ask::Fuse(_), Some(Order::Fuse(id))) => torpedo::light(table, *id),
        (Ask::Aim(..), Some(Order::Attack(attacks))) => table.emit(Event::Aimed { attacks: attacks.clone() }),
        (Ask::FlyBy(_, attack), Some(Order::Target(ship))) => {
            let Some(active) = table.state().act.as_ref().map(|it| it.ship) else { return };
            table.emit(Event::FlyByTarget { attack, ship: *ship });
            combat::begin(table, active, *ship, false);
        }
        (Ask::Cover(_, firer), Some(Order::Cover(fires))) => {
            table.emit(Event::CoverFire { firer, fires: *fires });
            if let (true, Some(active)) = (*fires, table.state().act.as_ref().map(|it| it.ship)) {
                combat::begin(table, firer, active, true);
            }
        }
        (Ask::Heat(_, effect), Some(Order::Heat(heat))) => {
            table.emit(Event::HeatChosen { effect, heat: *heat });
        }
        (Ask::Evade(_, ship), Some(Order::Evade(evades))) => {
            table.emit(Event::Evaded { ship, evades: *evades });
        }
        (Ask::System(_, blow), Some(Order::System(system))) => {
            table.emit(Event::SystemChosen { blow, system: Some(*system) });
        }
        (Ask::Scan(_, id), Some(Order::Scan(target))) => actions::scan(table, id, *target),
        (Ask::Benefit(_, id), Some(Order::Benefit(benefit))) => turn::refit(table, id, Some(*benefit)),
        _ => (),
    }
    run(table);
}

/// Plays on until somebody has something to decide, or the battle is over.
pub(crate) fn run(table: &mut Table<Battle>) {
    loop {
        let battle = table.state();
        if matches!(battle.stage, Stage::Over { .. }) || battle.waiting().is_some() {
            return;
        }
        if !battle.blows.is_empty() || !battle.splash.is_empty() || !battle.dead.is_empty() {
            damage::advance(table);
        } else if battle.fight.is_some() {
            combat::advance(table);
        } else if battle.act.is_some() {
            actions::advance(table);
        } else {
            turn::advance(table);
        }
    }
}
