//! The captain's plots: what every ship could do, what the enemy might do
//! meanwhile, and what that leads to.

use std::{cell::OnceCell, cmp::Reverse};

use arrayvec::ArrayVec;

use super::board::{Board, Craft, Gone, INCH, MostHarm, Role, Stand};
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
    /// For each craft and plot, what speaks for it whatever the enemy does this turn.
    outlooks: Vec<Vec<Outlook>>,
    /// For each side, its enemies in the turns to come.
    ahead: [Vec<Ahead>; 2],
    doctrine: Doctrine,
}

/// What speaks for a plot by itself.
#[derive(Clone, Debug)]
struct Outlook {
    near: i32,
    /// What could be done in the turn after: looked for only where it may decide.
    next: OnceCell<i32>,
}

/// A plot and where it leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) plot: Plot,
    pub(super) to: Stand,
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
        Plan { board, choices, outlooks: Vec::new(), ahead: [Vec::new(), Vec::new()], doctrine: STEADY }
    }

    /// What speaks for a plot whatever the enemy does this turn.
    fn outlook(&self, it: usize, plot: usize) -> i32 {
        let Outlook { near, next } = &self.outlooks[it][plot];
        near + next.get_or_init(|| self.next(it, plot))
    }

    fn next(&self, it: usize, plot: usize) -> i32 {
        let craft = &self.board.crafts[it];
        let then = self.ahead[usize::from(craft.side)].iter().map(|(foe, _, then)| (*foe, then));
        let next = next_turn(&self.board, it, &self.choices[it][plot].to, &then, self.doctrine.caution);
        weighed(next, self.doctrine.foresight)
    }

    /// The first of the best plots of a ship, with what each deals less what it takes. Where a plot could not
    /// be the best whatever comes after it, nobody looks what does.
    fn best(&self, it: usize, traded: &[i32]) -> usize {
        let whole = |plot: usize| traded[plot] + self.outlook(it, plot);
        let most = self.most_of_next(it);
        let hoped = |(plot, traded): (usize, &i32)| {
            let Outlook { near, next } = &self.outlooks[it][plot];
            let next = next.get().copied().unwrap_or_else(|| most.at(&self.choices[it][plot].to));
            (traded + near + next, plot)
        };
        let mut hopes: Vec<(i32, usize)> = traded.iter().enumerate().map(hoped).collect();
        // The most promising first: none behind the first that can no longer win could.
        hopes.sort_unstable_by_key(|it| Reverse(it.0));
        let (mut best, mut score) = (0, i32::MIN);
        for (hoped, plot) in hopes {
            if hoped < score {
                break;
            }
            let tried = whole(plot);
            if score < tried || (score == tried && plot < best) {
                (best, score) = (plot, tried);
            }
        }
        best
    }

    /// What a ship can deal at most in the turn after this.
    fn most_of_next(&self, it: usize) -> MostOfNext<'_> {
        let foes = &self.ahead[usize::from(self.board.crafts[it].side)];
        let most = |(foe, _, then): &Ahead| (*then, self.board.most(it, *foe, then.exposed));
        MostOfNext {
            board: &self.board,
            foes: foes.iter().map(most).collect(),
            foresight: self.doctrine.foresight,
        }
    }
}

/// Bounds of what [`Plan::next`] may come to, by where the ship stands before.
struct MostOfNext<'a> {
    board: &'a Board,
    /// Where they will be, and what they can be dealt by distance.
    foes: Vec<(Stand, MostHarm)>,
    foresight: i32,
}

impl MostOfNext<'_> {
    /// Nobody flies further than his speed, which no plot of the turn after raises, and what is taken only
    /// lessens what is dealt: so never less than what follows from this stand.
    fn at(&self, from: &Stand) -> i32 {
        let flown = i32::from(from.speed) * INCH;
        let dealt = self.foes.iter().map(|(then, most)| self.board.most_from(from, flown, then, most));
        weighed(dealt.max().unwrap_or(0), self.foresight)
    }
}

/// The plots a ship may choose and that do not lose it, or all if every one does.
fn choices(battle: &Battle, board: &Board, craft: &Craft, in_full: bool) -> Vec<Choice> {
    let choice = |plot| Choice { plot, to: board.fly(craft, &craft.now, plot) };
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
    let foes = pairs.scores_of_foes(plan, &mix, doctrine);
    for (it, scores) in pairs.foes.iter().zip(&foes) {
        lean(&mut mix[*it], scores);
    }
    let own = pairs.traded(plan, &mix, true, doctrine);
    pairs.own.iter().zip(&own).map(|(it, traded)| plan.best(*it, traded)).collect()
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
        total += most + plan.outlook(pairs.own[i], p);
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

    /// The score of every plot of their ships against our mix.
    fn scores_of_foes(&self, plan: &Plan, mix: &[Vec<i32>], doctrine: Doctrine) -> Vec<Vec<i32>> {
        let mut all = self.traded(plan, mix, false, doctrine);
        for (it, scores) in self.foes.iter().zip(&mut all) {
            scores.iter_mut().enumerate().for_each(|(plot, score)| *score += plan.outlook(*it, plot));
        }
        all
    }

    /// What every plot of our ships (or theirs) deals less what it takes against the others' mix.
    fn traded(&self, plan: &Plan, mix: &[Vec<i32>], ours: bool, doctrine: Doctrine) -> Vec<Vec<i32>> {
        let (us, them) = if ours { (&self.own, &self.foes) } else { (&self.foes, &self.own) };
        let score = |(i, &it): (usize, &usize)| -> Vec<i32> {
            let n = plan.choices[it].len();
            let mut best_dealt = vec![0; n];
            let mut all_dealt = vec![0; n];
            let mut taken = vec![0; n];
            let mut sums = vec![(0_i64, 0_i64); n];
            for (j, &foe) in them.iter().enumerate() {
                let (row, column) = if ours { (i, j) } else { (j, i) };
                let block = &self.blocks[row * self.foes.len() + column];
                if block.is_empty() {
                    continue;
                }
                let weights = &mix[foe];
                // Along the block as it lies: by our plots, or by theirs.
                sums.fill((0, 0));
                if ours {
                    for (sum, row) in sums.iter_mut().zip(block.chunks(weights.len())) {
                        for (weight, (deal, take)) in weights.iter().zip(row) {
                            sum.0 += i64::from(weight * deal);
                            sum.1 += i64::from(weight * take);
                        }
                    }
                } else {
                    for (weight, row) in weights.iter().zip(block.chunks(n)) {
                        for (sum, (take, deal)) in sums.iter_mut().zip(row) {
                            sum.0 += i64::from(weight * deal);
                            sum.1 += i64::from(weight * take);
                        }
                    }
                }
                for (p, &(deal, take)) in sums.iter().enumerate() {
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
                    dealt - weighed(taken[p], doctrine.caution)
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

/// Fills in what speaks for each plot of every ship by itself: nearing its goal; and for the ships of
/// `side`, what could be done in the turn after.
pub(super) fn look_ahead_for_all(plan: &mut Plan, side: u8, doctrine: Doctrine) {
    let board = &plan.board;
    let ahead = [0, 1].map(|side| enemies_ahead(board, side));
    let of_ship = |(it, choices): (usize, &Vec<Choice>)| -> Vec<Outlook> {
        let craft = &board.crafts[it];
        let goal = goal(board, it, &ahead[usize::from(craft.side)]);
        let outlook = |choice: &Choice| {
            let settled = |near| Outlook { near, next: OnceCell::from(0) };
            let near = match choice.to.gone {
                Gone::Home => return settled(craft.price),
                Gone::Lost => return settled(-craft.price),
                Gone::Here => weighed(nearing(board, craft, &choice.to, goal), doctrine.eagerness),
            };
            if craft.side == side { Outlook { near, next: OnceCell::new() } } else { settled(near) }
        };
        choices.iter().map(outlook).collect()
    };
    plan.outlooks = plan.choices.iter().enumerate().map(of_ship).collect();
    (plan.ahead, plan.doctrine) = (ahead, doctrine);
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
    let to = next_plots(craft, from.speed).map(|plot| board.fly(craft, from, plot));
    let stands: ArrayVec<Stand, 5> = to.filter(|to| to.gone != Gone::Lost).collect();
    // Of each stand: the most that it deals to one of them, and what it takes from all.
    let mut traded = [(0, 0); 5];
    for (foe, stand) in foes.clone() {
        let duel = board.duel(it, foe);
        for (to, (dealt, taken)) in stands.iter().zip(&mut traded) {
            let (deal, take) = duel.exchange(to, stand);
            *dealt = deal.max(*dealt);
            *taken += take;
        }
    }
    let scores = traded[..stands.len()].iter().map(|(dealt, taken)| dealt - weighed(*taken, caution));
    scores.fold(-craft.price, i32::max)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phases::Phase;

    /// Nobody looks at what comes after a plot that cannot win: whoever looks at all chooses the same.
    #[test]
    fn the_best_plot_is_the_best_of_all() {
        let mut asked = 0;
        testkit::among_captains(80, 7, |scenario, battle: &Battle, _| {
            let Phase::Plot = battle.phase else { return };
            for (side, doctrine) in [(0, STEADY), (1, BOLD), (1, WARY)] {
                let mut plan = Plan::of_side(battle, side);
                look_ahead_for_all(&mut plan, side, doctrine);
                let pairs = Pairs::new(&plan, side);
                let chosen = captains_choice(&plan, &pairs, doctrine);
                asked += chosen.len();
                assert_eq!(chosen, captains_choice_of_all(&plan, &pairs, doctrine), "{scenario}");
            }
        });
        assert!(300 < asked, "{asked} ships");
    }

    /// As [`captains_choice`], which skips what it can.
    fn captains_choice_of_all(plan: &Plan, pairs: &Pairs, doctrine: Doctrine) -> Vec<usize> {
        let even = |choices: &Vec<Choice>| vec![1_000 / choices.len() as i32; choices.len()];
        let mut mix: Vec<Vec<i32>> = plan.choices.iter().map(even).collect();
        let foes = pairs.scores_of_foes(plan, &mix, doctrine);
        for (it, scores) in pairs.foes.iter().zip(&foes) {
            lean(&mut mix[*it], scores);
        }
        let traded = pairs.traded(plan, &mix, true, doctrine);
        let of_ship = |(&it, traded): (&usize, &Vec<i32>)| {
            let whole = traded.iter().enumerate().map(|(plot, traded)| traded + plan.outlook(it, plot));
            best(&whole.collect::<Vec<i32>>())
        };
        pairs.own.iter().zip(&traded).map(of_ship).collect()
    }
}
