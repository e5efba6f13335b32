//! Orders of riders and gates as text (FT-11.7, FT-11.9).

use crate::{
    craft,
    jumps::{
        ftl::Plan,
        gates::{Door, GateEntry, GateOrder},
        riders::Share,
    },
    notation::{Unread, clock, number, parts, point, ship},
    orders::Orders,
    setup::scenario::Field,
    ship::ShipId,
    terrain::BodyId,
    view::View,
};

/// `A1 A3=6 A4=2`: so many points of a mothership's damage to each rider.
pub(crate) fn write_share(field: &Field, share: &Share) -> String {
    let each = |it: &(crate::ShipId, u16)| format!(" {}={}", field.code(it.0), it.1);
    field.code(share.ship) + &share.parts.iter().map(each).collect::<String>()
}

pub(crate) fn read_share(view: &View, text: &str) -> Result<Share, Unread> {
    let mut words = text.split_whitespace();
    let mother = ship(view, words.next().unwrap_or_default())?;
    let each = |word: &str| {
        let (rider, points) =
            word.split_once('=').ok_or_else(|| format!("{word:?}: write rider=points, as in A3=6"))?;
        let points = points.parse().map_err(|_| format!("{points:?} is not a number"))?;
        Ok((ship(view, rider)?, points))
    };
    Ok(Share { ship: mother, parts: words.map(each).collect::<Result<_, Unread>>()? })
}

/// An artificial gate by its code, a natural one by its number among the features: `#1`.
pub(crate) fn door_code(field: &Field, door: Door) -> String {
    match door {
        Door::Ship(id) => field.code(id),
        Door::Body(id) => format!("#{}", id.number()),
    }
}

pub(crate) fn door(view: &View, word: &str) -> Result<Door, Unread> {
    match word.strip_prefix('#') {
        None => Ok(Door::Ship(ship(view, word)?)),
        Some(number) => {
            let number = number.parse::<u8>().ok().and_then(|n| n.checked_sub(1));
            number.map(|n| Door::Body(BodyId(n))).ok_or_else(|| format!("there is no gate {word:?}"))
        }
    }
}

/// `open B4`, `shut B4`, `A3 through B4 6`, and the course where the gate has none: `A3 through #1 6 3`.
pub(crate) fn write_gates(field: &Field, orders: &Orders) -> Vec<String> {
    let switch =
        |it: &GateOrder| format!("{} {}", if it.open { "open" } else { "shut" }, field.code(it.gate));
    let come = |it: &GateEntry| {
        let course = it.facing.map_or(String::new(), |facing| format!(" {facing}"));
        format!("{} through {} {}{course}", field.code(it.ship), door_code(field, it.gate), it.velocity)
    };
    orders.gates.iter().map(switch).chain(orders.arrivals.iter().map(come)).collect()
}

/// True if the words were about a gate.
pub(crate) fn read_gate(
    view: &View,
    first: &str,
    words: &[&str],
    orders: &mut Orders,
) -> Result<bool, Unread> {
    match (first, words) {
        ("open" | "shut", [gate]) => {
            orders.gates.push(GateOrder { gate: ship(view, gate)?, open: first == "open" });
        }
        (_, ["through", gate, velocity, rest @ ..]) => {
            let velocity = velocity.parse().map_err(|_| format!("{velocity:?} is not a velocity"))?;
            let facing = rest.first().map(|word| clock(word)).transpose()?;
            orders.arrivals.push(GateEntry {
                ship: ship(view, first)?,
                gate: door(view, gate)?,
                velocity,
                facing,
            });
        }
        _ => return Ok(false),
    }
    Ok(true)
}

pub(crate) fn write_plans(field: &Field, plans: &[Plan]) -> Vec<String> {
    let code = |id: ShipId| field.code(id);
    let line = |it: &Plan| {
        format!(
            "{} turn{} {},{} {} {}",
            it.group.map_or(code(it.ship), |id| field.group_code(id)),
            it.turn,
            it.at.x,
            it.at.y,
            it.facing,
            it.velocity
        )
    };
    plans.iter().map(line).collect()
}

pub(crate) fn read_plans(view: &View, text: &str) -> Result<Vec<Plan>, Unread> {
    let plan = |part: &str| {
        let words: Vec<&str> = part.split_whitespace().collect();
        let [id, turn, at, facing, rest @ ..] = &words[..] else {
            return Err("write ship, turn, place, course and velocity: A3 turn2 30,20 6 8".to_owned());
        };
        let turn = turn.strip_prefix("turn").ok_or_else(|| format!("{turn:?}: write turn2"))?;
        let velocity = rest.first().map_or(Ok(0), |word| number(word))?;
        let group = craft::notation::is_group(id).then(|| craft::words::group(view, id)).transpose()?;
        let ship = match group {
            Some(id) => view.field.group_place(id).0,
            None => ship(view, id)?,
        };
        Ok(Plan { ship, group, turn: number(turn)?, at: point(at)?, facing: clock(facing)?, velocity })
    };
    parts(text).map(plan).collect()
}
