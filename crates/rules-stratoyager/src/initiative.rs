//! Chapter 1: initiative cards, and the cards of a dogfight (STR-ADD.3).

use dice::Dice;
use engine::{Findings, Seat, Table};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    unit::{Status, UnitId},
};

/// STR-1.2: a card laid beside a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct Dealt {
    pub unit: UnitId,
    pub card: u8,
}

/// STR-ADD.3: one deck of five, two cards each. The hands and the card that
/// nobody drew are secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    pub(crate) hands: [[u8; 2]; 2],
    pub(crate) spare: u8,
    /// The cards for movement, once both have chosen.
    pub(crate) movement: Option<[u8; 2]>,
    /// The second cards lie open.
    pub(crate) revealed: bool,
    /// 0 while cards are chosen; 1 and 2 movement, 3 and 4 combat.
    pub(crate) step: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts", rename = "InitiativeEvent"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// STR-1.1: cards 1 to `cards` for each side.
    CardsDealt { cards: u8 },
    /// STR-1.3: all cards face up. What was put away is never shown (STR-1.2).
    Revealed { cards: Vec<Dealt> },
    /// STR-ADD.3: two cards each; each player sees his own.
    DuelDealt { hands: [Option<[u8; 2]>; 2], spare: Option<u8> },
    /// STR-ADD.3: the cards for movement; the lower moves first.
    DuelChosen { cards: [u8; 2] },
    /// STR-ADD.3: the second cards; the lower acts first.
    DuelRevealed { cards: [u8; 2] },
}

impl Duel {
    /// STR-ADD.3: the card kept for combat.
    pub(crate) fn second(&self, side: usize) -> Option<u8> {
        let movement = self.movement?[side];
        self.hands[side].iter().copied().find(|&it| it != movement)
    }
}

/// STR-1.1: the number of cards is that of the more numerous side's units.
pub(crate) fn cards(battle: &Battle, counts: impl Fn(&Battle, u8) -> usize) -> u8 {
    counts(battle, 0).max(counts(battle, 1)) as u8
}

pub(crate) fn on_table(battle: &Battle, side: u8) -> usize {
    battle.active_units(side).count()
}

/// STR-ADD.3: one against one, nothing in reserve or waiting to return.
pub(crate) fn is_dogfight(battle: &Battle) -> bool {
    battle.field.options.dogfight
        && [0, 1].into_iter().all(|side| {
            let capable = |it: &&crate::Unit| it.side == side && it.status.is_capable();
            on_table(battle, side) == 1 && battle.units.iter().filter(capable).count() == 1
        })
}

/// STR-1.2: units that take cards now, of one side.
pub(crate) fn takers(battle: &Battle, side: u8) -> impl Iterator<Item = UnitId> + Clone {
    let wanted = if battle.turn == 0 { Status::Waiting } else { Status::Active };
    battle.unit_ids().filter(move |&it| battle.unit(it).side == side && battle.unit(it).status == wanted)
}

/// How many cards each side has been dealt.
pub(crate) fn hand_size(battle: &Battle) -> u8 {
    cards(battle, |battle, side| takers(battle, side).count())
}

/// STR-1.2: one card for each unit, each card once.
pub(crate) fn check(battle: &Battle, seat: Seat, dealt: &[Dealt], found: &mut Findings) {
    let rule = if battle.turn == 0 { "STR-SET.4" } else { "STR-1.2" };
    let most = hand_size(battle);
    for (n, it) in dealt.iter().enumerate() {
        if !takers(battle, seat.0).any(|id| id == it.unit) {
            found.add(rule, format!("unit number {} takes no card of yours", it.unit.0));
            continue;
        }
        let tag = battle.tag(it.unit);
        found.require(1 <= it.card && it.card <= most, rule, || {
            format!("{tag}: there is no card {}; they go from 1 to {most}", it.card)
        });
        found.require(dealt[..n].iter().all(|before| before.unit != it.unit), rule, || {
            format!("{tag} has two cards")
        });
        found.require(dealt[..n].iter().all(|before| before.card != it.card), rule, || {
            format!("card {} is laid twice", it.card)
        });
    }
    for id in takers(battle, seat.0).filter(|id| dealt.iter().all(|it| it.unit != *id)) {
        found.add(rule, format!("{} has no card", battle.tag(id)));
    }
}

/// In the order of unit numbers, from 1.
pub(crate) fn usual(battle: &Battle, side: u8) -> Vec<Dealt> {
    takers(battle, side).zip(1..).map(|(unit, card)| Dealt { unit, card }).collect()
}

pub(crate) fn sample(battle: &Battle, seat: Seat, dice: &mut Dice) -> Vec<Dealt> {
    let mut cards: Vec<u8> = (1..=hand_size(battle)).collect();
    takers(battle, seat.0)
        .map(|unit| Dealt { unit, card: cards.swap_remove(dice.index(cards.len())) })
        .collect()
}

/// STR-ADD.3: five cards shuffled by dice with five, four, three and two faces.
pub(crate) fn deal_duel(table: &mut Table<Battle>) {
    let mut deck = vec![1, 2, 3, 4, 5];
    let mut draw = || deck.remove(usize::from(table.roll(deck.len() as u8)) - 1);
    let hands = [[draw(), draw()], [draw(), draw()]];
    let spare = Some(deck[0]);
    emit(table, Event::DuelDealt { hands: hands.map(Some), spare });
}

pub(crate) fn check_duel(battle: &Battle, seat: Seat, card: u8, found: &mut Findings) {
    let hand = battle.duel.as_ref().and_then(|it| it.hands.get(seat.index()));
    found.require(hand.is_some_and(|it| it.contains(&card)), "STR-ADD.3", || {
        format!("card {card} is not in your hand")
    });
}

pub(crate) fn emit(table: &mut Table<Battle>, event: Event) {
    table.emit(crate::Event::Initiative(event));
}

pub(crate) fn apply(battle: &mut Battle, event: &Event) {
    match event {
        Event::CardsDealt { .. } => {
            // STR-END.4: who is on the table when cards are dealt was not absent this turn.
            battle.present = [0, 1].map(|side| 0 < on_table(battle, side));
        }
        Event::Revealed { cards } => {
            for it in cards {
                battle.unit_mut(it.unit).initiative = it.card;
            }
        }
        Event::DuelDealt { hands, spare } => {
            let hands = hands.map(Option::unwrap_or_default);
            battle.present = [true; 2];
            battle.duel = Some(Duel {
                hands,
                spare: spare.unwrap_or_default(),
                movement: None,
                revealed: false,
                step: 0,
            });
        }
        Event::DuelChosen { cards } => {
            if let Some(duel) = &mut battle.duel {
                duel.movement = Some(*cards);
            }
        }
        Event::DuelRevealed { .. } => {
            if let Some(duel) = &mut battle.duel {
                duel.revealed = true;
            }
        }
    }
}
