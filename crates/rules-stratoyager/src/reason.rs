//! Why an order, in a line for people.

use engine::{Seat, reason};

use crate::{
    Action, Battle, Order,
    combat::{Combat, Salvo},
    gunnery::{self, Aspect, Band},
    manoeuvre::{self, Plan},
    unit::{Status, Unit, UnitId},
};

pub(crate) fn reason(battle: &Battle, seat: Seat, order: &Order, others: &[Order]) -> String {
    let dice = |lead: &str| {
        reason::by_odds(battle, seat, order, others, &["structure points", "shield levels", "hits"], lead)
    };
    let acting = battle.acting(seat);
    match (&order.action, acting) {
        (Action::Combat(combat), Some(id)) => fought(battle, id, *combat, &dice),
        (Action::AtWill(shots), _) if shots.is_empty() => "no shot is good enough".to_owned(),
        (Action::AtWill(_), _) => dice("shots of opportunity"),
        (Action::Plan(plan), Some(id)) => flown(battle, id, *plan),
        (Action::Yaw(0), Some(id)) => format!("{} points well as it is", battle.tag(id)),
        (Action::Yaw(hours), Some(id)) => yawed(battle, id, *hours),
        (Action::Duel(card), _) => {
            format!("card {card}: who moves late sees more, who shoots first may shoot alone")
        }
        (Action::Cards(cards), _) => {
            let first = cards.iter().min_by_key(|it| it.card);
            let last = cards.iter().max_by_key(|it| it.card);
            match (first, last) {
                (Some(first), Some(last)) if battle.unit(first.unit).status == Status::Waiting => {
                    let (first, last) = (battle.tag(first.unit), battle.tag(last.unit));
                    format!("{first} is placed first; {last} last, when the others can be seen")
                }
                (Some(first), _) => {
                    format!("{} has the best shot and acts first", battle.tag(first.unit))
                }
                (None, _) => String::new(),
            }
        }
        (Action::Muster(_), _) => "a sound force for the points".to_owned(),
        (Action::Reserve(held), _) if held.is_empty() => "everybody fights from the first turn".to_owned(),
        (Action::Place(_) | Action::Arrive(_) | Action::Reserve(_), _) => "the usual places".to_owned(),
        (Action::Leave(_) | Action::Concede | Action::Combat(_) | Action::Plan(_) | Action::Yaw(_), _) => {
            String::new()
        }
    }
}

fn fought(battle: &Battle, id: UnitId, combat: Combat, dice: &dyn Fn(&str) -> String) -> String {
    let at = |target: Option<UnitId>| {
        let Some(target) = target else { return "all in front".to_owned() };
        let (us, them) = (battle.unit(id), battle.unit(target));
        let band = Band::of(them.at - us.at).map_or("", Band::name);
        format!("{} at {band} range, from {}", battle.tag(target), side(them, us))
    };
    match combat {
        Combat::Salvo(Salvo { target, .. }) | Combat::Gunner { salvo: Salvo { target, .. }, .. } => {
            dice(&format!("fire at {}", at(target)))
        }
        Combat::Launch { .. } => dice("a missile on the locked target"),
        Combat::Lock { target } => format!("a lock on {} lets a missile go next turn", battle.tag(target)),
        Combat::Countermeasures => "countermeasures against the lock".to_owned(),
        Combat::RaiseShields => "no shot worth more than a shield".to_owned(),
        Combat::FireAtWill => "nobody is in front yet: whoever passes is shot at".to_owned(),
        Combat::None => "nothing in reach".to_owned(),
        Combat::Eject { .. } => "the pilot is worth more than the wreck".to_owned(),
    }
}

/// From where one unit sees another.
fn side(of: &Unit, from: &Unit) -> &'static str {
    match gunnery::aspect(of, from.at) {
        Aspect::Fore => "the front",
        Aspect::Side => "the side",
        Aspect::Aft => "behind",
    }
}

fn flown(battle: &Battle, id: UnitId, plan: Plan) -> String {
    let mut unit: Unit = battle.unit(id).clone();
    let flight = manoeuvre::fly(&unit, plan);
    (unit.at, unit.course, unit.facing, unit.speed) = (flight.to, flight.course, flight.facing, flight.speed);
    let foes = battle.active_units(1 - unit.side);
    let near = foes.min_by_key(|it| (battle.unit(*it).at - unit.at).square());
    let Some(foe) = near else { return format!("speed {}", unit.speed) };
    let them = battle.unit(foe);
    let offset = them.at - unit.at;
    let shoots = Band::of(offset).filter(|it| it.dice().is_some());
    let range = shoots.map_or_else(
        || format!("{} Klicks", offset.length().whole_units_down()),
        |it| format!("{} range", it.name()),
    );
    let bears = match (unit.facing.bears(offset), shoots) {
        (true, Some(_)) => "with the guns on it",
        (true, None) => "pointing at it, but too far for a shot",
        (false, _) => "without a shot at it",
    };
    let dice = plan.stress(battle.stats(battle.unit(id)), false);
    let stress = match dice {
        0 => "no stress".to_owned(),
        1 => "1 stress die".to_owned(),
        n => format!("{n} stress dice"),
    };
    let (tag, foe) = (battle.tag(id), battle.tag(foe));
    format!("{tag} comes to {range} from {foe}, {} of it, {bears}; {stress}", behind(them, &unit))
}

fn behind(of: &Unit, from: &Unit) -> &'static str {
    match gunnery::aspect(of, from.at) {
        Aspect::Fore => "ahead",
        Aspect::Side => "abeam",
        Aspect::Aft => "astern",
    }
}

fn yawed(battle: &Battle, id: UnitId, hours: u8) -> String {
    let unit = battle.unit(id);
    let facing = unit.facing.turned(i32::from(hours));
    let foes = battle.active_units(1 - unit.side).filter(|it| facing.bears(battle.unit(*it).at - unit.at));
    let near = foes.min_by_key(|it| (battle.unit(*it).at - unit.at).square());
    near.map_or(String::new(), |foe| format!("turns the guns of {} on {}", battle.tag(id), battle.tag(foe)))
}
