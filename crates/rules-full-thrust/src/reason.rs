//! Why an order, in a line for people. `battle` is as the seat knows it.

use engine::{Seat, reason};

use crate::{
    Battle, Order,
    fire::{
        Fire,
        gunnery::{self, Bearing},
    },
    movement::plot,
    narrate,
    orders::Orders,
    ship::{Motion, ShipId},
    yard::design::{Arc, Orientation},
};

#[expect(clippy::wildcard_enum_match_arm, reason = "most orders speak for themselves, or their dice do")]
pub(crate) fn reason(battle: &Battle, seat: Seat, order: &Order, others: &[Order]) -> String {
    let dice = |counted: &[&str], lead: &str| reason::by_odds(battle, seat, order, others, counted, lead);
    match order {
        Order::Fire(fire) => {
            let lead = aimed(battle, fire);
            dice(&["hull boxes", "points before armour", "craft"], &lead)
        }
        Order::FireBoats(_) | Order::Run(_) => dice(&["points before armour"], "the attack"),
        Order::Attack(_) | Order::Dogfight(_) | Order::Defend(_) => dice(&["kills"], "all dice together"),
        Order::Evade(groups) if groups.is_empty() => {
            dice(&["craft lost"], "the fire is worth bearing, to attack")
        }
        Order::Repair(_) => dice(&[], "damage control"),
        Order::Orders(orders) => plotted(battle, seat, orders),
        Order::Pass => "nothing to gain by it now".to_owned(),
        Order::Deploy(_) => "the usual places".to_owned(),
        _ => String::new(),
    }
}

/// How many weapons go at whom, and how far that is.
fn aimed(battle: &Battle, fire: &Fire) -> String {
    let at = |target: ShipId| fire.shots.iter().filter(|it| it.target == target).count();
    let Some(target) = fire.shots.iter().map(|it| it.target).max_by_key(|it| (at(*it), it.0)) else {
        return "at craft".to_owned();
    };
    let away = mu(battle.motion(fire.ship), battle.motion(target));
    let weapons = if at(target) == 1 { "1 weapon".to_owned() } else { format!("{} weapons", at(target)) };
    format!("{weapons} at {}, {away} MU away", narrate::name(&battle.field, target))
}

fn mu(from: Motion, to: Motion) -> i64 {
    (to.at - from.at).length().whole_units_up()
}

/// Where the plots bring the ship that comes nearest to an enemy, if that flies straight on.
fn plotted(battle: &Battle, seat: Seat, orders: &Orders) -> String {
    let plot_of = |id: ShipId| orders.ships.iter().find(|it| it.ship == id).map(|it| &it.plot);
    let flown = |id: ShipId| {
        let plot = plot_of(id).unwrap_or(&plot::Plot::Hold);
        plot::fly(battle.motion(id), plot).motion
    };
    let own = battle.own_ships(seat).filter(|&id| battle.ship(id).is_active());
    let pairs = own.flat_map(|id| {
        let foes = battle.active_ships().filter(move |&foe| battle.ship(foe).side != battle.ship(id).side);
        foes.map(move |foe| (id, foe))
    });
    let near = pairs.min_by_key(|(id, foe)| (flown(*foe).at - flown(*id).at).square());
    let Some((id, foe)) = near else { return String::new() };
    let (us, them) = (flown(id), flown(foe));
    let away = mu(us, them);
    let sees = match bears(them, us) {
        "ahead" => " and faces you".to_owned(),
        "astern" => " and shows you its stern".to_owned(),
        CLOSE => String::new(),
        side => format!(" and has you {side}"),
    };
    let bears = bears(us, them);
    let (ours, theirs) = (narrate::name(&battle.field, id), narrate::name(&battle.field, foe));
    format!("{ours} ends {away} MU from {theirs}, which lies {bears}{sees}, if it flies straight on")
}

const CLOSE: &str = "close aboard";

/// Where one has the other.
fn bears(from: Motion, to: Motion) -> &'static str {
    let way = to.at - from.at;
    if way.square() == 0 {
        return CLOSE;
    }
    match gunnery::bearing(from.facing.course(), Orientation::default(), way) {
        Bearing::In(arc) | Bearing::Line(arc) => match arc {
            Arc::F => "ahead",
            Arc::FS => "on the starboard bow",
            Arc::AS => "on the starboard quarter",
            Arc::A => "astern",
            Arc::AP => "on the port quarter",
            Arc::FP => "on the port bow",
        },
    }
}
