//! The captain's plots: what every ship could do, what the enemy might do
//! meanwhile, and what that leads to.

use super::board::{Board, Craft, Gone, INCH, Role, Stand};
use crate::{
    Battle,
    movement::{self, Plot, Turns},
};

/// How a captain weighs what may happen, in thousandths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doctrine {
    /// Damage taken against damage dealt.
    pub(super) caution: i32,
    /// What could be done in the turn after.
    pub(super) foresight: i32,
    /// Getting nearer to the chosen enemy, per inch and point of price.
    pub(super) eagerness: i32,
}

pub(super) const STEADY: Doctrine = Doctrine { caution: 500, foresight: 600, eagerness: 1_000 };
pub(super) const BOLD: Doctrine = Doctrine { caution: 250, foresight: 500, eagerness: 1_500 };
pub(super) const WARY: Doctrine = Doctrine { caution: 1_000, foresight: 800, eagerness: 500 };

/// Everything a side may do this turn, on the board.
pub(super) struct Plan {
    pub(super) board: Board,
    /// For each craft, its plots.
    pub(super) choices: Vec<Vec<Choice>>,
}

/// A plot and where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) plot: Plot,
    pub(super) to: Stand,
    /// What speaks for it whatever the enemy does this turn.
    pub(super) outlook: i32,
}

impl Plan {
    /// Every plot of `side`, and those of the other side that stand for all.
    pub(super) fn of_side(battle: &Battle, side: u8) -> Plan {
        Plan::with(battle, |craft| craft.side == side)
    }

    /// Every plot of both sides.
    pub(super) fn of_all(battle: &Battle) -> Plan {
        Plan::with(battle, |_| true)
    }

    fn with(battle: &Battle, in_full: impl Fn(&Craft) -> bool) -> Plan {
        let board = Board::new(battle);
        let choices =
            board.crafts.iter().map(|craft| choices(battle, &board, craft, in_full(craft))).collect();
        Plan { board, choices }
    }
}

/// The plots a ship may choose and that do not lose it, or all if every one does.
fn choices(battle: &Battle, board: &Board, craft: &Craft, in_full: bool) -> Vec<Choice> {
    let choice = |plot| Choice { plot, to: board.fly(craft, &craft.now, plot), outlook: 0 };
    if craft.tied {
        return vec![choice(movement::repeated(battle, craft.id))];
    }
    let points = craft.engine;
    let stands_for_all = |it: &Plot| it.dv == 0 || it.cost() == points && it.turns.is_empty();
    let all = movement::choices(battle, craft.id).filter(|it| in_full || stands_for_all(it));
    let all: Vec<Choice> = all.map(choice).collect();
    let here: Vec<Choice> = all.iter().copied().filter(|it| it.to.gone != Gone::Lost).collect();
    let here = if here.is_empty() { all } else { here };
    let stays = |it: &&Choice| it.to.gone == Gone::Home || can_stay(board, craft, &it.to, 3);
    let safe: Vec<Choice> = here.iter().filter(stays).copied().collect();
    if safe.is_empty() { here } else { safe }
}

/// Whether the ship can stay on a fixed table for so many more turns.
fn can_stay(board: &Board, craft: &Craft, from: &Stand, turns: u8) -> bool {
    let margin = from.x.min(board.width - from.x).min(from.y).min(board.height - from.y);
    if !board.fixed || turns == 0 || i32::from(turns) * i32::from(from.speed) * INCH <= margin {
        return true;
    }
    next_plots(craft, from.speed).any(|plot| {
        let to = board.fly(craft, from, plot);
        to.gone == Gone::Home || (to.gone == Gone::Here && can_stay(board, craft, &to, turns - 1))
    })
}

/// A few plots that stand for all: straight on, and turning as much as it can
/// with and without slowing down.
fn next_plots(craft: &Craft, speed: u16) -> impl Iterator<Item = Plot> + use<> {
    let most = craft.engine.min(2) as u8;
    let spare = (craft.engine - u16::from(most)).min(speed) as i16;
    let turning = (1..=most).flat_map(move |n| {
        [false, true].into_iter().map(move |right| Plot { dv: -spare, turns: Turns::same(n, right) })
    });
    [Plot::STRAIGHT].into_iter().chain(turning)
}

/// The captain's choice for all ships of `pairs.own`.
pub(super) fn captains_choice(plan: &Plan, pairs: &Pairs, doctrine: Doctrine) -> Vec<usize> {
    let even = |choices: &Vec<Choice>| vec![1_000 / choices.len() as i32; choices.len()];
    let mut mix: Vec<Vec<i32>> = plan.choices.iter().map(even).collect();
    let foes = pairs.scores(plan, &mix, false, doctrine);
    for (it, scores) in pairs.foes.iter().zip(&foes) {
        lean(&mut mix[*it], scores);
    }
    let own = pairs.scores(plan, &mix, true, doctrine);
    own.iter().map(|scores| best(scores)).collect()
}

/// The choices of our ships that go best with what the enemies are taken to
/// choose: ship after ship, until none would rather do something else.
pub(super) fn response(
    plan: &Plan,
    pairs: &Pairs,
    foes: &[usize],
    start: &[usize],
    caution: i32,
) -> Vec<usize> {
    let mut own = start.to_vec();
    let mut value = together(plan, pairs, &own, foes, caution);
    for _ in 0..4 {
        let before = value;
        for i in 0..own.len() {
            let mut kept = own[i];
            for p in 0..plan.choices[pairs.own[i]].len() {
                own[i] = p;
                let tried = together(plan, pairs, &own, foes, caution);
                if value < tried {
                    (value, kept) = (tried, p);
                }
            }
            own[i] = kept;
        }
        if value == before {
            break;
        }
    }
    own
}

/// What the choices of both sides come to for us. Every ship fires at whom it
/// hurts most.
fn together(plan: &Plan, pairs: &Pairs, own: &[usize], foes: &[usize], caution: i32) -> i32 {
    let mut total = 0;
    let mut taken = [0; 128];
    for (i, &p) in own.iter().enumerate() {
        let mut most = 0;
        for (j, &q) in foes.iter().enumerate() {
            let block = &pairs.blocks[i * foes.len() + j];
            if !block.is_empty() {
                let (deal, take) = block[p * plan.choices[pairs.foes[j]].len() + q];
                most = deal.max(most);
                taken[j] = take.max(taken[j]);
            }
        }
        total += most + plan.choices[pairs.own[i]][p].outlook;
    }
    total - weighed(taken[..foes.len()].iter().sum(), caution)
}

/// Half of the weight goes to what the ship would like best.
fn lean(mix: &mut [i32], scores: &[i32]) {
    let favourite = best(scores);
    mix.iter_mut().for_each(|it| *it /= 2);
    mix[favourite] += 500;
}

/// The first of the greatest.
pub(super) fn best(scores: &[i32]) -> usize {
    let mut best = 0;
    for (i, score) in scores.iter().enumerate() {
        if scores[best] < *score {
            best = i;
        }
    }
    best
}

/// What every plot of ours and every plot of theirs come to together.
pub(super) struct Pairs {
    pub(super) own: Vec<usize>,
    pub(super) foes: Vec<usize>,
    /// By own ship and foe: dealt and taken by our plot and theirs. Empty if out of reach.
    blocks: Vec<Vec<(i32, i32)>>,
}

impl Pairs {
    pub(super) fn new(plan: &Plan, side: u8) -> Pairs {
        let of = |wanted: bool| {
            let all = plan.board.crafts.iter().enumerate();
            all.filter(move |(_, it)| (it.side == side) == wanted).map(|(n, _)| n).collect::<Vec<usize>>()
        };
        let (own, foes) = (of(true), of(false));
        let mut blocks = Vec::with_capacity(own.len() * foes.len());
        for &a in &own {
            for &b in &foes {
                blocks.push(block(plan, a, b));
            }
        }
        Pairs { own, foes, blocks }
    }

    /// The score of every plot of our ships (or theirs) against the others' mix.
    pub(super) fn scores(
        &self,
        plan: &Plan,
        mix: &[Vec<i32>],
        ours: bool,
        doctrine: Doctrine,
    ) -> Vec<Vec<i32>> {
        let (us, them) = if ours { (&self.own, &self.foes) } else { (&self.foes, &self.own) };
        let score = |(i, &it): (usize, &usize)| -> Vec<i32> {
            let n = plan.choices[it].len();
            let mut best_dealt = vec![0; n];
            let mut all_dealt = vec![0; n];
            let mut taken = vec![0; n];
            for (j, &foe) in them.iter().enumerate() {
                let (row, column) = if ours { (i, j) } else { (j, i) };
                let block = &self.blocks[row * self.foes.len() + column];
                if block.is_empty() {
                    continue;
                }
                let weights = &mix[foe];
                let theirs = weights.len();
                for p in 0..n {
                    let (mut deal, mut take) = (0, 0);
                    for (q, weight) in weights.iter().enumerate() {
                        let (a, b) = if ours {
                            block[p * theirs + q]
                        } else {
                            let (a, b) = block[q * n + p];
                            (b, a)
                        };
                        deal += i64::from(weight * a);
                        take += i64::from(weight * b);
                    }
                    let (deal, take) = ((deal / 1_000) as i32, (take / 1_000) as i32);
                    best_dealt[p] = deal.max(best_dealt[p]);
                    all_dealt[p] += deal;
                    taken[p] += take;
                }
            }
            (0..n)
                .map(|p| {
                    // One volley goes at one target; the others are a choice.
                    let dealt = best_dealt[p] + (all_dealt[p] - best_dealt[p]) / 5;
                    plan.choices[it][p].outlook + dealt - weighed(taken[p], doctrine.caution)
                })
                .collect()
        };
        us.iter().enumerate().map(score).collect()
    }
}

pub(super) fn weighed(value: i32, thousandths: i32) -> i32 {
    (i64::from(value) * i64::from(thousandths) / 1_000) as i32
}

fn block(plan: &Plan, a: usize, b: usize) -> Vec<(i32, i32)> {
    let (from, to) = (&plan.board.crafts[a], &plan.board.crafts[b]);
    let moving = i32::from(from.now.speed + from.engine + to.now.speed + to.engine) * INCH;
    if 3 * plan.board.reach + moving < Board::distance(&from.now, &to.now) * 24 / 25 {
        return Vec::new();
    }
    let theirs = &plan.choices[b];
    let duel = plan.board.duel(a, b);
    let mut block = Vec::with_capacity(plan.choices[a].len() * theirs.len());
    for ours in &plan.choices[a] {
        block.extend(theirs.iter().map(|it| duel.exchange(&ours.to, &it.to)));
    }
    block
}

/// Fills in what speaks for each plot of every ship by itself; for the ships
/// of `side` as far as the turn after.
pub(super) fn look_ahead_for_all(plan: &mut Plan, side: u8, doctrine: Doctrine) {
    for it in 0..plan.board.crafts.len() {
        look_ahead(plan, it, plan.board.crafts[it].side == side, doctrine);
    }
}

/// Fills in what speaks for each plot of a ship by itself: nearing its goal,
/// and what could be done in the turn after.
fn look_ahead(plan: &mut Plan, it: usize, far: bool, doctrine: Doctrine) {
    let board = &plan.board;
    let craft = &board.crafts[it];
    let foes = enemies_ahead(board, craft.side);
    let goal = goal(board, it, &foes);
    let found: Vec<i32> = plan.choices[it]
        .iter()
        .map(|choice| {
            let nearing = match choice.to.gone {
                Gone::Home => return craft.price,
                Gone::Lost => return -craft.price,
                Gone::Here => nearing(board, craft, &choice.to, goal),
            };
            if !far {
                return weighed(nearing, doctrine.eagerness);
            }
            let then = foes.iter().map(|(foe, _, then)| (*foe, then));
            let next = next_turn(board, it, &choice.to, &then, doctrine.caution);
            weighed(nearing, doctrine.eagerness) + weighed(next, doctrine.foresight)
        })
        .collect();
    for (choice, outlook) in plan.choices[it].iter_mut().zip(found) {
        choice.outlook = outlook;
    }
}

/// A ship, where it will be next turn and in the turn after if it flies straight on.
pub(super) type Ahead = (usize, Stand, Stand);

pub(super) fn enemies_ahead(board: &Board, side: u8) -> Vec<Ahead> {
    let foes = board.crafts.iter().enumerate().filter(|(_, foe)| foe.side != side);
    foes.map(|(n, foe)| {
        let next = board.fly(foe, &foe.now, Plot::STRAIGHT);
        (n, next, board.fly(foe, &next, Plot::STRAIGHT))
    })
    .collect()
}

/// The best that a ship could make of its next turn, with its enemies there.
pub(super) fn next_turn<'a>(
    board: &Board,
    it: usize,
    from: &Stand,
    foes: &(impl Iterator<Item = (usize, &'a Stand)> + Clone),
    caution: i32,
) -> i32 {
    let craft = &board.crafts[it];
    let mut best = -craft.price;
    for plot in next_plots(craft, from.speed) {
        let to = board.fly(craft, from, plot);
        if to.gone == Gone::Lost {
            continue;
        }
        let (mut dealt, mut taken) = (0, 0);
        for (foe, stand) in foes.clone() {
            let (deal, take) = board.duel(it, foe).exchange(&to, stand);
            dealt = deal.max(dealt);
            taken += take;
        }
        best = best.max(dealt - weighed(taken, caution));
    }
    best
}

/// Where a ship wants to go.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal {
    /// Into range of an enemy, who will be there.
    Enemy(Stand),
    Edge(crate::ship::Edge),
    None,
}

pub(super) fn goal(board: &Board, it: usize, foes: &[Ahead]) -> Goal {
    let craft = &board.crafts[it];
    if let Role::Freighter(edge) = craft.role {
        return Goal::Edge(edge);
    }
    let friends = || board.crafts.iter().filter(|friend| friend.side == craft.side);
    let wanted = foes.iter().min_by_key(|(foe, next, _)| {
        let target = &board.crafts[*foe];
        let fleet = friends().map(|friend| Board::distance(&friend.now, next)).sum::<i32>();
        let fleet = fleet / friends().count().max(1) as i32;
        let prize = match target.role {
            Role::Station => 60 * INCH,
            Role::Freighter(_) => 20 * INCH,
            Role::Warship => 0,
        };
        Board::distance(&craft.now, next) + fleet / 2 - prize
    });
    wanted.map_or(Goal::None, |(_, next, _)| Goal::Enemy(*next))
}

/// How near the goal a stand is, in thousandths of a point.
pub(super) fn nearing(board: &Board, craft: &Craft, at: &Stand, goal: Goal) -> i32 {
    let points = craft.price / 1_000;
    match goal {
        Goal::Enemy(enemy) => {
            let beyond = (Board::distance(at, &enemy) - board.reach / 2).max(0);
            let facing = Board::facing(at, &enemy);
            points * (facing / 40 - beyond * 4 / INCH)
        }
        Goal::Edge(edge) => {
            let (left, ahead) = match edge {
                crate::ship::Edge::East => (board.width - at.x, [2, 1, 3]),
                crate::ship::Edge::West => (at.x, [6, 5, 7]),
                crate::ship::Edge::North => (board.height - at.y, [0, 1, 7]),
                crate::ship::Edge::South => (at.y, [4, 3, 5]),
            };
            let course = match ahead.iter().position(|it| *it == at.heading) {
                Some(0) => 0,
                Some(_) => 4,
                None => 12,
            };
            // A freighter gains by speed as long as it has way to make.
            points * (40 * i32::from(at.speed) - 40 * left / INCH - 40 * course)
        }
        Goal::None => 0,
    }
}
