//! Why an order, in a line for people.

use engine::{Seat, reason};

use crate::{
    Action, Battle, Order,
    fire::Volley,
    gunnery::{self, Arc, Arcs},
    movement::{self, PlotOrder},
    narrate,
    ship::{Ship, ShipId},
};

pub(crate) fn reason(battle: &Battle, seat: Seat, order: &Order, others: &[Order]) -> String {
    match &order.action {
        Action::Fire(volleys) if volleys.is_empty() => "holding fire costs nothing here".to_owned(),
        Action::Fire(volleys) => reason::by_odds(
            battle,
            seat,
            order,
            others,
            &["hull boxes", "weapons boxes"],
            &aimed(battle, volleys),
        ),
        Action::Plot(plots) => plotted(battle, seat, plots),
        Action::Repair(_) => reason::by_odds(battle, seat, order, others, &[], "the best chance"),
        Action::Deploy(_) => "the usual places, facing the enemy".to_owned(),
        Action::Concede => String::new(),
    }
}

/// Who is fired at most, and by how many.
fn aimed(battle: &Battle, volleys: &[Volley]) -> String {
    let at = |target: ShipId| volleys.iter().filter(|it| it.target == target).count();
    let Some(target) = volleys.iter().map(|it| it.target).max_by_key(|it| (at(*it), it.0)) else {
        return String::new();
    };
    let ships = match (at(target), volleys.len()) {
        (1, 1) => "1 volley".to_owned(),
        (n, all) if n == all => format!("{n} volleys"),
        (n, all) => format!("{n} of {all} volleys"),
    };
    format!("{ships} at {}", narrate::name(&battle.field, target))
}

/// Where the plots bring the ship that comes nearest to an enemy, if that flies straight on.
fn plotted(battle: &Battle, seat: Seat, plots: &[PlotOrder]) -> String {
    let flown = |id: ShipId, plot: Option<movement::Plot>| {
        let mut ship: Ship = battle.ship(id).clone();
        let plot = plot.unwrap_or_default();
        ship.speed = plot.speed_from(ship.speed).unwrap_or(ship.speed);
        let legs = battle.field.options.whole_inch_legs;
        let flight = movement::fly(ship.at, ship.heading, ship.speed, plot.turns, legs);
        (ship.at, ship.heading) = (flight.to, flight.heading);
        ship
    };
    let plot_of =
        |id: ShipId| plots.iter().find(|it| it.ship == id || it.with.contains(&id)).map(|it| it.plot);
    let side = battle.field.side_of_seat(seat);
    let foes: Vec<(ShipId, Ship)> = battle.enemies_of(side).map(|id| (id, flown(id, None))).collect();
    let own = battle.own_ships(seat).filter(|&id| battle.ship(id).is_active());
    let own: Vec<(ShipId, Ship)> = own.map(|id| (id, flown(id, plot_of(id)))).collect();
    let pairs = own.iter().flat_map(|it| foes.iter().map(move |foe| (it, foe)));
    let Some((us, them)) = pairs.min_by_key(|(us, them)| (them.1.at - us.1.at).square()) else {
        return String::new();
    };
    let (field, away) = (&battle.field, (them.1.at - us.1.at).length().whole_units_down());
    let (ours, theirs) = (field.tag(us.0), narrate::name(field, them.0));
    let Some(sight) = gunnery::sight(battle, &us.1, &them.1) else {
        return format!(
            "brings {ours} to {away} {} from {theirs}, still out of reach",
            field.options.unit.symbol()
        );
    };
    let band = ["", "short", "medium", "long"][usize::from(sight.band.min(3))];
    let back = gunnery::sight(battle, &them.1, &us.1).and_then(|it| side_of(it.arcs));
    let lies = side_of(sight.arcs).map(|it| format!("lies {it}"));
    let sees = back.map(|it| match it {
        "ahead" => "faces you".to_owned(),
        "astern" => "shows you its stern".to_owned(),
        side => format!("has you {side}"),
    });
    let which: Vec<String> = lies.into_iter().chain(sees).collect();
    let which = if which.is_empty() { String::new() } else { format!(", which {}", which.join(" and ")) };
    format!("brings {ours} to {band} range of {theirs}{which}, if it flies straight on")
}

fn side_of(arcs: Arcs) -> Option<&'static str> {
    let arc = Arc::ALL.into_iter().find(|it| arcs.contains(*it))?;
    Some(match arc {
        Arc::Forward => "ahead",
        Arc::Left => "to port",
        Arc::Right => "to starboard",
        Arc::Rear => "astern",
    })
}
