//! Force show (STR-SET.1): forces chosen by points.

use dice::Dice;
use engine::{Findings, Seat, Table};
use serde::{Deserialize, Serialize};

use crate::{Battle, battle, scenario::Field};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "RosterEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The cards laid on the table, open to all (STR-CARD.5).
    Mustered { side: u8, cards: Vec<u8> },
}

/// More would crowd the edge of a small table.
pub(crate) const MOST: usize = 10;

/// STR-SET.10: only cards of one's own faction.
pub(crate) fn eligible(field: &Field, side: u8) -> impl Iterator<Item = u8> {
    let faction = &field.side(side).faction;
    let fits = move |it: &crate::Card| faction.is_empty() || it.faction == *faction;
    (0..field.cards.len() as u8).filter(move |&it| fits(field.card(it)))
}

/// STR-SET.10: any number of each up to the total; no more Vultures than Guardians.
pub(crate) fn findings(battle: &Battle, side: u8, names: &[String], found: &mut Findings) {
    let field = &battle.field;
    let mut total = 0;
    for name in names {
        let Some(card) = field.card_named(name) else {
            found.add("STR-SET.10", format!("there is no card {name:?}"));
            continue;
        };
        found.require(eligible(field, side).any(|it| it == card), "STR-SET.10", || {
            format!("{name} is not a card of {}", field.side(side).faction)
        });
        total += u32::from(field.stats(card).points);
    }
    found.require(!names.is_empty(), "STR-SET.1", || "a force has at least one unit".to_owned());
    found.require(names.len() <= MOST, "STR-SET.1", || {
        format!("{} units, but at most {MOST} have room", names.len())
    });
    let limit = field.scenario.points.unwrap_or(0);
    found.require(total <= u32::from(limit), "STR-SET.1", || format!("{total} points exceed {limit}"));
    if field.options.roster_mix {
        let count = |class: &str| names.iter().filter(|it| it.as_str() == class).count();
        found.require(count(VULTURE) <= count(GUARDIAN), "STR-SET.10", || {
            "more Vultures than Guardians".to_owned()
        });
    }
}

const VULTURE: &str = "Vulture Mk.IV";
const GUARDIAN: &str = "Guardian 151a";

pub(crate) fn check(battle: &Battle, seat: Seat, names: &[String], found: &mut Findings) {
    findings(battle, seat.0, names, found);
}

pub(crate) fn resolve(table: &mut Table<Battle>, rosters: [Option<&[String]>; 2]) {
    for (side, names) in rosters.into_iter().enumerate() {
        let Some(names) = names else { continue };
        let field = &table.state().field;
        let cards = names.iter().filter_map(|it| field.card_named(it)).collect();
        table.emit(crate::Event::Roster(Event::Mustered { side: side as u8, cards }));
    }
}

pub(crate) fn apply(state: &mut Battle, event: &Event) {
    let Event::Mustered { side, cards } = event;
    let units: Vec<_> = cards.iter().map(|&card| battle::fresh(&state.field, *side, card)).collect();
    let at = if *side == 0 { 0 } else { state.units.len() };
    state.units.splice(at..at, units);
}

/// Units one after the other, as long as something can be paid.
pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    loop {
        let fits: Vec<String> = eligible(&battle.field, seat.0)
            .map(|it| battle.field.card(it).name.clone())
            .filter(|name| {
                let mut found = Findings::default();
                let with: Vec<String> = names.iter().cloned().chain([name.clone()]).collect();
                findings(battle, seat.0, &with, &mut found);
                found.is_empty()
            })
            .collect();
        if fits.is_empty() || (!names.is_empty() && dice.one_in(8)) {
            return names;
        }
        names.push(dice.pick(&fits).clone());
    }
}
