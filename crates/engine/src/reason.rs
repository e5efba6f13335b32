//! Why an order, in a line: what its dice come to on average, beside the next best.

use crate::{Assist, Odds, Seat};

/// What the dice of an order come to on average, beside the best of the other orders that were
/// weighed; nothing where it rolls none. Of all that the dice decide, the first of `counted` that
/// is to be expected at all is told; `lead` says who does what to whom.
pub fn by_odds<G: Assist>(
    state: &G,
    seat: Seat,
    order: &G::Order,
    others: &[G::Order],
    counted: &[&str],
    lead: &str,
) -> String {
    let menu = state.menu(seat);
    let odds = state.odds(seat, &menu, order);
    let found = counted.iter().filter_map(|unit| Some((*unit, expected(&odds, unit)?)));
    let found = found.reduce(|first, next| if first.1 == 0 { next } else { first });
    let mut words = Vec::new();
    if let Some((unit, tenths)) = found {
        let alike = others.iter().filter_map(|it| expected(&state.odds(seat, &menu, it), unit));
        let beside = match alike.filter(|it| *it != tenths).max() {
            Some(next) if next < tenths => format!(", next best {}", in_tenths(next)),
            Some(next) => format!(" where {} could be had, at a price", in_tenths(next)),
            None => String::new(),
        };
        let end = if unit.ends_with("xes") { "es" } else { "s" };
        let unit = if tenths == 10 { unit.strip_suffix(end).unwrap_or(unit) } else { unit };
        words.push(match tenths {
            0 => format!("hardly any {unit} to be expected"),
            _ => format!("{} {unit} expected{beside}", in_tenths(tenths)),
        });
    }
    if let Some((what, per_cent)) = likeliest(&odds).filter(|it| 5 <= it.1) {
        words.push(format!("{per_cent}% {what}"));
    }
    if words.is_empty() {
        return String::new();
    }
    let words = words.join(", ");
    if lead.is_empty() { words } else { format!("{lead}: {words}") }
}

/// How much of `unit` there will be on average, in tenths; nothing if it is not counted at all.
fn expected(odds: &[Odds], unit: &str) -> Option<u128> {
    let all = odds.iter().filter(|it| it.names.is_empty() && it.unit == unit);
    all.map(|it| it.ways.mean(10)).reduce(|sum, more| sum + more)
}

/// What may come of it besides, and how likely the likeliest of these is, in hundredths.
fn likeliest(odds: &[Odds]) -> Option<(&'static str, u128)> {
    let yes = odds.iter().filter(|it| it.names == ["no", "yes"]);
    yes.map(|it| (it.unit, it.ways.mean(100))).max_by_key(|it| it.1)
}

/// Tenths as people write them: `5.1`, `2`.
pub fn in_tenths(tenths: u128) -> String {
    match (tenths / 10, tenths % 10) {
        (whole, 0) => whole.to_string(),
        (whole, rest) => format!("{whole}.{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ways;

    #[test]
    fn what_an_order_is_for_is_counted_and_the_rest_is_not() {
        let d6 = || Ways::die(6, usize::from);
        let hull = |what: &str| Odds::new(what, "hull boxes", "X-1", d6());
        let odds = [
            Odds::new("a", "armour boxes", "X-1", d6().times(9)),
            hull("a"),
            Odds::whether("a", "destroyed", "X-2", &Ways::die(6, |die| usize::from(die == 6))),
            hull("b"),
        ];
        assert_eq!((expected(&odds, "hull boxes"), likeliest(&odds)), (Some(70), Some(("destroyed", 17))));
        assert_eq!((expected(&odds[2..3], "hull boxes"), likeliest(&odds[..2])), (None, None));
        assert_eq!((in_tenths(51), in_tenths(20), in_tenths(4)), ("5.1".into(), "2".into(), "0.4".into()));
    }
}
