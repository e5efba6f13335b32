//! What a captain buys (TAL-DYO.2): forces differ from battle to battle, so that nobody knows what
//! comes, and each is built round something and for the battle's objective.

use dice::Dice;

use crate::{
    design::{Design, Kind},
    market,
    scenario::{Field, Victory},
};

/// What a force is built round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// One great ship and what it leaves room for.
    Flagship,
    /// Cruisers that hold a line.
    Cruisers,
    /// Many small ships, which no single volley stops.
    Pack,
    /// A carrier and its squadrons.
    Wing,
}

const STYLES: [Style; 4] = [Style::Flagship, Style::Cruisers, Style::Pack, Style::Wing];

/// Forces that are thought of before one is bought.
const DRAFTS: u8 = 10;

/// A cruiser costs this much, and what costs less is a small ship.
const CRUISER: u16 = 80;

/// Of a few drafts in one style the one that leaves the fewest points unspent.
pub(super) fn force(field: &Field, side: u8, dice: &mut Dice) -> Vec<String> {
    let carrier = market::classes(field, side).any(|it| it.kind == Kind::Carrier);
    let styles = if carrier { &STYLES[..] } else { &STYLES[..3] };
    let style = *dice.pick(styles);
    let mut best: (u32, Vec<String>) = (0, Vec::new());
    for _ in 0..DRAFTS {
        let ships = draft(field, side, style, dice);
        let spent = points(field, side, &ships);
        if best.0 < spent {
            best = (spent, ships);
        }
    }
    // Whatever a scenario allows, something must be bought.
    if best.1.is_empty() { market::usual(field, side) } else { best.1 }
}

fn points(field: &Field, side: u8, ships: &[String]) -> u32 {
    let class = |it: &String| field.class(field.side(side).faction, it);
    ships.iter().filter_map(class).map(|it| u32::from(field.design(it).points)).sum()
}

/// Ship after ship, the likelier the better it goes with the style, as long as one fits.
fn draft(field: &Field, side: u8, style: Style, dice: &mut Dice) -> Vec<String> {
    let mut ships: Vec<String> = Vec::new();
    loop {
        let open: Vec<&Design> =
            market::classes(field, side).filter(|it| market::fits(field, side, &ships, it)).collect();
        if open.is_empty() {
            return ships;
        }
        let weight = |it: &&Design| {
            let there = ships.iter().filter(|class| **class == it.class).count();
            objective(field, side, it, there).unwrap_or_else(|| fitness(style, it, there))
        };
        let weights: Vec<usize> = open.iter().map(weight).collect();
        let sum: usize = weights.iter().sum();
        // What does not go with the style is better than points unspent.
        let chosen = if sum == 0 { dice.index(open.len()) } else { drawn(&weights, dice.index(sum)) };
        ships.push(open[chosen].class.clone());
    }
}

/// The first whose weights, added up, exceed `at`.
fn drawn(weights: &[usize], at: usize) -> usize {
    let mut sum = 0;
    let found = weights.iter().position(|it| {
        sum += it;
        at < sum
    });
    found.unwrap_or(0)
}

/// How well another ship of a class goes with a style, `there` being there already.
fn fitness(style: Style, design: &Design, there: usize) -> usize {
    let by_size = |small: usize, other: usize| if design.points < CRUISER { small } else { other };
    match (design.kind, style) {
        (Kind::Fighters, Style::Wing) => 8,
        (Kind::Carrier, Style::Wing) => 200 * usize::from(there == 0),
        (Kind::Fighters | Kind::Carrier, Style::Flagship | Style::Cruisers | Style::Pack) => 0,
        (Kind::Base | Kind::Transport, _) => 0,
        (Kind::Ship, Style::Flagship) if design.is_heavy() => 200,
        (Kind::Ship, Style::Cruisers | Style::Pack | Style::Wing) if design.is_heavy() => 0,
        (Kind::Ship, Style::Flagship) => by_size(2, 3),
        (Kind::Ship, Style::Cruisers) => by_size(1, 12),
        (Kind::Ship, Style::Pack) => by_size(12, 4),
        (Kind::Ship, Style::Wing) => by_size(2, 4),
    }
}

/// What the objective asks for, whatever the style: TAL-SC4, a defender's Base; TAL-SC5, the convoy
/// itself.
fn objective(field: &Field, side: u8, design: &Design, there: usize) -> Option<usize> {
    let own = field.scenario.design_your_own?;
    match &field.scenario.victory {
        Victory::Base { side: whose } if *whose == side && own.defender == Some(side) => {
            (design.kind == Kind::Base).then_some(if there == 0 { 10_000 } else { 0 })
        }
        Victory::Convoy { side: whose, class, .. } if *whose == side => {
            let convoy = design.class.eq_ignore_ascii_case(class);
            convoy.then_some(if there < 3 { 10_000 } else { 0 })
        }
        Victory::LastShip | Victory::Base { .. } | Victory::Convoy { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::Findings;

    use super::*;
    use crate::scenario;

    fn forces(field: &Field, side: u8) -> BTreeSet<Vec<String>> {
        let force = |n| {
            let mut ships = force(field, side, &mut Dice::numbered(7, n));
            let mut found = Findings::default();
            market::check(field, side, &ships, &mut found);
            assert!(found.is_empty(), "{ships:?}");
            ships.sort_unstable();
            ships
        };
        (0..60).map(force).collect()
    }

    /// TAL-DYO.1, TAL-DYO.2: forces are legal, differ, and leave few points unspent.
    #[test]
    fn rule_dyo_2_captains_vary_their_forces() {
        let scenario = crate::library::scenario("meeting");
        let field = Field::new(&scenario.options, &scenario).expect("a meeting");
        for side in 0..2 {
            let all = forces(&field, side);
            assert!(6 <= all.len(), "{all:?}");
            for ships in &all {
                assert!(255 <= points(&field, side, ships), "{ships:?}");
            }
            let faction = field.side(side).faction;
            let heavy = |ships: &&Vec<String>| {
                ships.iter().any(|it| field.class(faction, it).is_some_and(|it| field.design(it).is_heavy()))
            };
            let with = all.iter().filter(heavy).count();
            assert!(0 < with && with < all.len(), "{all:?}");
        }
    }

    /// TAL-DYO.5: who defends a Base buys one, who runs a convoy its Transports.
    #[test]
    fn rule_dyo_5_captains_buy_what_the_objective_needs() {
        let mut scenario = crate::library::scenario("meeting");
        let own = scenario::DesignYourOwn { points: 500, defender: Some(0), terrain: false };
        scenario.design_your_own = Some(own);
        scenario.victory = Victory::Base { side: 0 };
        let field = Field::new(&scenario.options, &scenario).expect("a Base");
        assert!(forces(&field, 0).iter().all(|it| it.iter().filter(|it| *it == "Base").count() == 1));
        assert!(forces(&field, 1).iter().all(|it| !it.iter().any(|it| it == "Base")));
        scenario.design_your_own = Some(scenario::DesignYourOwn { defender: None, ..own });
        scenario.victory = Victory::Convoy { side: 0, class: "Tran".to_owned(), goal: Default::default() };
        let field = Field::new(&scenario.options, &scenario).expect("a convoy");
        assert!(forces(&field, 0).iter().all(|it| it.iter().any(|it| it == "Tran")));
    }
}
