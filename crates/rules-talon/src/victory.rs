//! The end of the battle and its degree (TAL-VIC).

use engine::{Outcome, Seat, Seats};

use crate::{
    battle::{Battle, Degree, Phase, Reason},
    design::Design,
    events::VictoryEvent,
    options::Ladder,
    scenario::{Goal, Victory},
    ship::{Exit, Ship, ShipId, Status},
};

/// TAL-VIC.2: points of one ship destroyed so far; fighters count singly.
fn lost(design: &Design, ship: &Ship) -> u16 {
    match ship.status {
        Status::Destroyed => design.points,
        Status::Waiting => 0,
        Status::Active | Status::Retreated(_) | Status::Docked(_) | Status::Landed => {
            if design.is_fighters() { fighter_points(design, 3 - ship.fighters_left()) } else { 0 }
        }
    }
}

/// TAL-VIC.2: 15, 29 and 44 for one, two and three fighters of a squadron of 44.
fn fighter_points(design: &Design, dead: u8) -> u16 {
    (design.points * u16::from(dead) * 2 + 3) / 6
}

/// TAL-VIC.2: points of each side's ships destroyed.
pub(crate) fn destroyed(battle: &Battle) -> [u16; 2] {
    let mut points = [0; 2];
    for ship in &battle.board.ships {
        points[usize::from(ship.side)] += lost(battle.field.design_of(ship), ship);
    }
    points
}

/// TAL-VIC.2: points each side brought to the battle; reinforcements count once they are there.
pub(crate) fn starting(battle: &Battle) -> [u16; 2] {
    let mut points = [0; 2];
    for ship in battle.board.ships.iter().filter(|it| it.status != Status::Waiting) {
        points[usize::from(ship.side)] += battle.field.design_of(ship).points;
    }
    points
}

/// TAL-VIC.3, TAL-VIC.8: the winner's degree. `e`: enemy points destroyed, `o`: own, `s`: the enemy's at the start.
pub(crate) fn degree(ladder: Ladder, e: u16, o: u16, s: u16) -> Degree {
    let (e, o, s) = (u32::from(e), u32::from(o), u32::from(s));
    match ladder {
        Ladder::Share if 3 * s <= 4 * e && 4 * o <= e => Degree::Devastating,
        Ladder::Share if s <= 2 * e && 2 * o <= e => Degree::Great,
        Ladder::Ratio if o <= e && 3 * o <= e && 0 < e => Degree::Devastating,
        Ladder::Ratio if o <= e && 3 * o <= 2 * e && 0 < e => Degree::Great,
        Ladder::Share | Ladder::Ratio if o <= e => Degree::Minor,
        Ladder::Share | Ladder::Ratio => Degree::Pyrrhic,
    }
}

impl Degree {
    /// TAL-VIC.4.
    pub fn lifetime(self) -> u8 {
        match self {
            Degree::Devastating => 5,
            Degree::Great => 3,
            Degree::Minor => 2,
            Degree::Pyrrhic => 1,
        }
    }

    /// TAL-SC5: one higher.
    fn higher(self) -> Degree {
        match self {
            Degree::Pyrrhic => Degree::Minor,
            Degree::Minor => Degree::Great,
            Degree::Great | Degree::Devastating => Degree::Devastating,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Degree::Pyrrhic => "Pyrrhic",
            Degree::Minor => "Minor",
            Degree::Great => "Great",
            Degree::Devastating => "Devastating",
        }
    }
}

/// Who wins, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) outcome: Outcome,
    pub(crate) reason: Reason,
    pub(crate) degree: Option<Degree>,
}

fn won(battle: &Battle, side: u8, reason: Reason) -> Verdict {
    let (lost, start) = (destroyed(battle), starting(battle));
    let (own, enemy) = (usize::from(side), usize::from(1 - side));
    let degree = degree(battle.field.options.victory_ladder, lost[enemy], lost[own], start[enemy]);
    Verdict { outcome: Outcome::Won(Seats::default().with(Seat(side))), reason, degree: Some(degree) }
}

fn draw(reason: Reason) -> Verdict {
    Verdict { outcome: Outcome::Draw, reason, degree: None }
}

/// TAL-VIC.1, TAL-VIC.10: sides with a ship on the map; Missiles do not count.
fn on_map(battle: &Battle) -> [bool; 2] {
    let mut there = [false; 2];
    for ship in battle.board.ships.iter().filter(|it| it.is_active()) {
        there[usize::from(ship.side)] = true;
    }
    there
}

/// TAL-4.1.4: reinforcements still to come keep a side in the battle.
fn to_come(battle: &Battle, side: u8) -> bool {
    battle.board.ships.iter().any(|it| it.side == side && it.status == Status::Waiting)
}

/// TAL-VIC.9: the test at the end of every Turn and phase. `last`: after the
/// Retreat Phase of the limit Round.
pub(crate) fn test(battle: &Battle, last: bool) -> Option<Verdict> {
    match &battle.field.scenario.victory {
        Victory::Base { side } => base(battle, *side, last),
        Victory::Convoy { side, class, goal } => convoy(battle, *side, class, *goal, last),
        // TAL-DYO.5: who buys a Base defends it as in TAL-SC4.
        Victory::LastShip => match battle.field.scenario.design_your_own.and_then(|it| it.defender) {
            Some(side) if has_base(battle, side) => base(battle, side, last),
            _ => last_ship(battle, last),
        },
    }
}

fn last_ship(battle: &Battle, last: bool) -> Option<Verdict> {
    let there = on_map(battle);
    let stays = [0, 1].map(|side: u8| there[usize::from(side)] || to_come(battle, side));
    match stays {
        [true, true] if last => Some(by_points(battle)),
        [true, true] => None,
        [true, false] => Some(won(battle, 0, Reason::LastShip)),
        [false, true] => Some(won(battle, 1, Reason::LastShip)),
        [false, false] => Some(draw(Reason::LastShip)),
    }
}

/// TAL-VIC.5: a lead of a tenth of the larger force.
fn by_points(battle: &Battle) -> Verdict {
    let (lost, start) = (destroyed(battle).map(i32::from), starting(battle).map(i32::from));
    let lead = lost[1] - lost[0];
    let margin = start[0].max(start[1]);
    if lead != 0 && margin <= 10 * lead.abs() {
        won(battle, if 0 < lead { 0 } else { 1 }, Reason::RoundLimit)
    } else {
        draw(Reason::RoundLimit)
    }
}

fn bases(battle: &Battle, side: u8) -> impl Iterator<Item = &Ship> {
    let base = move |it: &&Ship| it.side == side && battle.field.design_of(it).is_base();
    battle.board.ships.iter().filter(base)
}

fn has_base(battle: &Battle, side: u8) -> bool {
    bases(battle, side).next().is_some()
}

/// TAL-SC4: the Base's death decides at once; it holds if it stands at the end or no attacker is left.
fn base(battle: &Battle, side: u8, last: bool) -> Option<Verdict> {
    if !bases(battle, side).any(|it| matches!(it.status, Status::Active | Status::Waiting)) {
        return Some(won(battle, 1 - side, Reason::BaseDestroyed));
    }
    let attacked = on_map(battle)[usize::from(1 - side)] || to_come(battle, 1 - side);
    (last || !attacked).then(|| won(battle, side, Reason::BaseHeld))
}

/// TAL-SC5: Transports brought through.
fn convoy(battle: &Battle, side: u8, class: &str, goal: Goal, last: bool) -> Option<Verdict> {
    let convoy = || {
        let is = |it: &&Ship| it.side == side && battle.field.design_of(it).class.eq_ignore_ascii_case(class);
        battle.board.ships.iter().filter(is)
    };
    let through = |it: &&Ship| match goal {
        Goal::WormHole => it.status == Status::Retreated(Exit::WormHole),
        Goal::Dock => matches!(it.status, Status::Docked(_)),
        Goal::Land => it.status == Status::Landed,
    };
    let under_way = convoy().filter(|it| matches!(it.status, Status::Active | Status::Waiting)).count();
    let hunted = on_map(battle)[usize::from(1 - side)] || to_come(battle, 1 - side);
    if !(last || under_way == 0 || !hunted) {
        return None;
    }
    // With no hunter left, those still on their way get through.
    let safe = convoy().filter(through).count() + if hunted { 0 } else { under_way };
    // TAL-SC5 has three: all, two, one, none.
    Some(match (convoy().count(), safe) {
        (_, 0) => won(battle, 1 - side, Reason::Convoy),
        (all, safe) if safe == all => {
            let verdict = won(battle, side, Reason::Convoy);
            Verdict { degree: verdict.degree.map(Degree::higher), ..verdict }
        }
        (all, safe) if all < 2 * safe => won(battle, side, Reason::Convoy),
        _ => draw(Reason::Convoy),
    })
}

/// TAL-VIC.9, TAL-VIC.7: whether an objective has decided the battle; it is tested the instant it arises.
pub(crate) fn at_once(battle: &Battle) -> bool {
    let objective = match &battle.field.scenario.victory {
        Victory::Base { .. } | Victory::Convoy { .. } => true,
        Victory::LastShip => {
            let defender = battle.field.scenario.design_your_own.and_then(|it| it.defender);
            defender.is_some_and(|side| has_base(battle, side))
        }
    };
    objective && test(battle, false).is_some()
}

/// TAL-VIC.6: what becomes of the ships of a side that resigns.
pub(crate) fn resigning(battle: &Battle, side: u8) -> impl Iterator<Item = (ShipId, bool)> + '_ {
    battle
        .ship_ids()
        .filter(move |&id| battle.ship(id).side == side && battle.ship(id).is_active())
        .map(|id| (id, battle.ship(id).spooled))
}

/// TAL-VIC.6: the other side wins.
pub(crate) fn resigned(battle: &Battle, side: u8) -> Verdict {
    won(battle, 1 - side, Reason::Resigned)
}

/// TAL-VIC.4: the lifetime score of both sides.
pub(crate) fn lifetime(verdict: &Verdict) -> [u8; 2] {
    match (verdict.outcome, verdict.degree) {
        (Outcome::Won(seats), Some(degree)) => {
            [0, 1].map(|seat| if seats.contains(Seat(seat)) { degree.lifetime() } else { 0 })
        }
        (Outcome::Won(_), None) => [0, 0],
        (Outcome::Draw, _) => [1, 1],
    }
}

pub(crate) fn apply(battle: &mut Battle, event: &VictoryEvent) {
    match event {
        VictoryEvent::Resigned { .. } => (),
        VictoryEvent::Ended { outcome, reason, degree, .. } => {
            battle.board.phase = Phase::Over { outcome: *outcome, reason: *reason, degree: *degree };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// TAL-VIC.3, TAL-VIC.8: the ladders.
    #[test]
    fn rule_vic_3_and_8_degrees() {
        let share = |e, o| degree(Ladder::Share, e, o, 200);
        assert_eq!(share(150, 37), Degree::Devastating);
        assert_eq!(share(150, 38), Degree::Great);
        assert_eq!(share(99, 0), Degree::Minor);
        assert_eq!(share(50, 51), Degree::Pyrrhic);
        let ratio = |e, o| degree(Ladder::Ratio, e, o, 200);
        assert_eq!(
            [ratio(149, 100), ratio(150, 100), ratio(300, 100)],
            [Degree::Minor, Degree::Great, Degree::Devastating]
        );
        assert_eq!(
            [ratio(1, 0), ratio(0, 0), ratio(1, 2)],
            [Degree::Devastating, Degree::Minor, Degree::Pyrrhic]
        );
    }

    /// TAL-VIC.2: fighters count singly.
    #[test]
    fn rule_vic_2_fighters_singly() {
        let fighters = crate::library::ships().iter().find(|it| it.class == "FTR").unwrap();
        assert_eq!([1, 2, 3].map(|dead| fighter_points(fighters, dead)), [15, 29, 44]);
    }
}
