//! How well a side stands: what is left of the ships, what the fire now due is
//! expected to do, and who will be better placed next turn.

use engine::{Outcome, Seat};

use super::{
    board::{Board, Craft, Role, worth},
    plotting::{self, weighed},
};
use crate::{
    Battle,
    design::{Primaries, WeaponsBox},
    gunnery::Step,
    phases::Phase,
    scenario::Victory,
    ship::{Location, Status},
};

/// What a battle won is worth.
const WON: i32 = 10_000;
/// Thousandths: how much being better placed counts.
const PLACE: i32 = 400;
/// Thousandths: damage taken against damage dealt, in next turn's hopes.
const CAUTION: i32 = 500;

pub(super) fn evaluate(battle: &Battle, seat: Seat) -> i32 {
    if let Phase::Over { outcome } = &battle.phase {
        return match outcome {
            Outcome::Draw => 0,
            Outcome::Won(seats) if seats.contains(seat) => WON,
            Outcome::Won(_) => -WON,
        };
    }
    let side = usize::from(battle.field.side_of_seat(seat));
    let board = Board::new(battle);
    let mut standing = [saved(battle, 0), saved(battle, 1)];
    for craft in &board.crafts {
        let value = worth(craft, 6 * craft.hull, 6 * craft.weapons);
        standing[usize::from(craft.side)] += value - weighed(value, troubles(battle, craft));
    }
    if let Phase::Fire { step, .. } = &battle.phase {
        let due = match step {
            Step::Primaries => expected_losses(&board),
            Step::Specials | Step::Secondaries => {
                expected_losses(&Board::armed(battle, |guns| left(guns, *step)))
            }
        };
        standing[0] -= due[0];
        standing[1] -= due[1];
    }
    let places = [places(&board, 0), places(&board, 1)];
    let us = standing[side] - standing[1 - side] + weighed(places[side] - places[1 - side], PLACE);
    let all: i64 = battle.field.ship_ids().map(|id| i64::from(battle.field.design_of(id).points())).sum();
    let scaled = i64::from(us) * i64::from(WON) / (500 * all.max(1));
    scaled.clamp(i64::from(1 - WON), i64::from(WON - 1)) as i32
}

/// What is still to be fired in this turn.
fn left(guns: WeaponsBox, step: Step) -> WeaponsBox {
    match step {
        Step::Primaries => guns,
        Step::Specials => WeaponsBox { primaries: Primaries::default(), ..guns },
        Step::Secondaries => WeaponsBox { primaries: Primaries::default(), specials: 0, ..guns },
    }
}

/// ASF-SCN.B: freighters brought off.
fn saved(battle: &Battle, side: u8) -> i32 {
    let Victory::Convoy { side: convoy, design, value, exit, .. } = &battle.field.scenario.victory else {
        return 0;
    };
    let home = battle.ships.iter().filter(|it| {
        it.side == side
            && side == *convoy
            && it.status == Status::Left(*exit)
            && battle.field.design(it.design).name == *design
    });
    2_000 * i32::from(*value) * home.count() as i32
}

/// Thousandths of a ship's worth that its criticals are expected to cost.
fn troubles(battle: &Battle, craft: &Craft) -> i32 {
    let ship = battle.ship(craft.id);
    let cost = |location| match location {
        Location::Bridge => 120,
        Location::FireControl => 150,
        Location::Reactor => (3_500 / craft.hull.max(1)).min(700),
        Location::Engine => 120,
        Location::Electronics => 100,
        Location::Munitions => (2_000 / craft.hull.max(1)).min(500),
    };
    ship.criticals.iter().map(cost).sum::<i32>().min(900)
}

/// What each side can expect to lose to fire from where all now stand.
fn expected_losses(board: &Board) -> [i32; 2] {
    let mut losses = [0, 0];
    let n = board.crafts.len();
    let mut hits = vec![0; n];
    for a in 0..n {
        let mut best = (0, 0);
        for b in 0..n {
            if board.crafts[a].side != board.crafts[b].side {
                let (deal, _) = board.duel(a, b).exchange(&board.crafts[a].now, &board.crafts[b].now);
                if best.0 < deal {
                    best = (deal, b);
                }
            }
        }
        hits[best.1] += best.0;
    }
    for (craft, hit) in board.crafts.iter().zip(hits) {
        // What goes beyond its worth is wasted.
        let value = worth(craft, 6 * craft.hull, 6 * craft.weapons);
        losses[usize::from(craft.side)] +=
            if hit < value / 2 { hit } else { value / 2 + (hit - value / 2).min(value) / 2 };
    }
    losses
}

/// What a side can hope for in its next turn, and how near its goals it is.
fn places(board: &Board, side: u8) -> i32 {
    let foes = plotting::enemies_ahead(board, side);
    let own = board.crafts.iter().enumerate().filter(|(_, it)| it.side == side);
    own.map(|(it, craft)| {
        let next = foes.iter().map(|(foe, next, _)| (*foe, next));
        let hope = plotting::next_turn(board, it, &craft.now, &next, CAUTION);
        let goal = plotting::goal(board, it, &foes);
        let near = plotting::nearing(board, craft, &craft.now, goal);
        hope + if craft.role == Role::Warship { near } else { 2 * near }
    })
    .sum()
}
