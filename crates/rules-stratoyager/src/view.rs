//! Who knows what. Parameter cards and everything on the table are open
//! (STR-CARD.5). Cards, plans and combat actions are secret while sealed, and
//! sealed orders are not state. What the state hides are the cards of a
//! dogfight (STR-ADD.3).

use std::sync::Arc;

use dice::Dice;
use engine::{Seat, Seats, Viewer};
use geometry::Length;
use serde::{Deserialize, Serialize};

use crate::{
    Battle, Event, Field, Hour,
    battle::WRECK,
    initiative::{self, Duel},
    phases::Phase,
    unit::{Incoming, Pilot, Unit, UnitId},
    victory,
};

/// What one viewer sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct View {
    pub viewer: Viewer,
    pub field: Arc<Field>,
    pub turn: u16,
    pub phase: Phase,
    pub units: Vec<Unit>,
    pub first: u8,
    pub segment: u8,
    pub active: [Option<UnitId>; 2],
    pub stopped: Option<u8>,
    pub incoming: Vec<Incoming>,
    pub pilots: Vec<Pilot>,
    pub duel: Option<DuelView>,
    pub taken: [u16; 2],
    pub present: [bool; 2],
    pub seventh: bool,
    pub conceded: Seats,
    pub draw_offers: Seats,
    /// Points so far, in halves (STR-END.2).
    pub half_points: [u32; 2],
    /// STR-5.3: how far a front arc reaches to each side, in degrees.
    pub arc: u8,
    /// STR-6.4: how far each wreck that stays as an obstacle reaches; none where none stays.
    pub wreck: Option<Length>,
}

/// The cards of a dogfight, as far as they are known to the viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct DuelView {
    pub hands: [Option<[u8; 2]>; 2],
    pub spare: Option<u8>,
    pub movement: Option<[u8; 2]>,
    pub revealed: bool,
    pub step: u8,
}

pub(crate) fn view(battle: &Battle, viewer: Viewer) -> View {
    View {
        viewer,
        field: Arc::clone(&battle.field),
        turn: battle.turn,
        phase: battle.phase,
        units: battle.units.clone(),
        first: battle.first,
        segment: battle.segment,
        active: battle.active,
        stopped: battle.stopped,
        incoming: battle.incoming.clone(),
        pilots: battle.pilots.clone(),
        duel: battle.duel.as_ref().map(|it| duel_view(it, viewer)),
        taken: battle.taken,
        present: battle.present,
        seventh: battle.seventh,
        conceded: battle.conceded,
        draw_offers: battle.draw_offers,
        half_points: victory::half_points(battle, matches!(battle.phase, Phase::Over { .. })),
        arc: Hour::ARC,
        wreck: battle.field.options.wreck_stays_as_obstacle.then_some(WRECK),
    }
}

/// STR-ADD.3, STR-ADD.9: one's own hand; the others' cards once they lie open;
/// the card nobody drew never.
fn duel_view(duel: &Duel, viewer: Viewer) -> DuelView {
    let sees = |side: u8| duel.revealed || knows(viewer, side);
    let hand = |side: u8| sees(side).then(|| duel.hands[usize::from(side)]);
    DuelView {
        hands: [hand(0), hand(1)],
        spare: (viewer == Viewer::Referee).then_some(duel.spare),
        movement: duel.movement,
        revealed: duel.revealed,
        step: duel.step,
    }
}

fn knows(viewer: Viewer, side: u8) -> bool {
    match viewer {
        Viewer::Seat(seat) => seat == Seat(side),
        Viewer::Referee => true,
        Viewer::Spectator => false,
    }
}

/// Everything happens on the table, except that each draws his own cards.
pub(crate) fn witness(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Initiative(initiative::Event::DuelDealt { hands, spare }) => {
            let hand = |side: u8| hands[usize::from(side)].filter(|_| knows(viewer, side));
            Event::Initiative(initiative::Event::DuelDealt {
                hands: [hand(0), hand(1)],
                spare: spare.filter(|_| viewer == Viewer::Referee),
            })
        }
        Event::Roster(_)
        | Event::Deploy(_)
        | Event::Initiative(_)
        | Event::Phase(_)
        | Event::Manoeuvre(_)
        | Event::Stress(_)
        | Event::Combat(_)
        | Event::Damage(_)
        | Event::Victory(_) => event.clone(),
    }
}

/// A truth behind the view: unknown cards are dealt again.
pub(crate) fn imagine(view: &View, dice: &mut Dice) -> Battle {
    Battle {
        field: Arc::clone(&view.field),
        turn: view.turn,
        phase: view.phase,
        units: view.units.clone(),
        first: view.first,
        segment: view.segment,
        active: view.active,
        stopped: view.stopped,
        incoming: view.incoming.clone(),
        pilots: view.pilots.clone(),
        duel: view.duel.as_ref().map(|it| imagine_duel(it, dice)),
        taken: view.taken,
        present: view.present,
        seventh: view.seventh,
        conceded: view.conceded,
        draw_offers: view.draw_offers,
    }
}

fn imagine_duel(seen: &DuelView, dice: &mut Dice) -> Duel {
    let movement = |side: usize| seen.movement.map(|it| it[side]);
    let known = |card: &u8| {
        seen.hands.iter().flatten().any(|hand| hand.contains(card))
            || seen.movement.is_some_and(|it| it.contains(card))
            || seen.spare == Some(*card)
    };
    let mut deck: Vec<u8> = (1..=5).filter(|it| !known(it)).collect();
    let mut draw = || {
        // Nothing to choose asks for no luck: words are made without dice.
        let n = if 1 < deck.len() { dice.index(deck.len()) } else { 0 };
        if deck.is_empty() { 0 } else { deck.swap_remove(n) }
    };
    let hands = [0, 1].map(|side| {
        seen.hands[side].unwrap_or_else(|| match movement(side) {
            Some(card) => [card, draw()],
            None => [draw(), draw()],
        })
    });
    let spare = seen.spare.unwrap_or_else(draw);
    Duel { hands, spare, movement: seen.movement, revealed: seen.revealed, step: seen.step }
}
