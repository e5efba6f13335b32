//! How puzzles are found: computers fight, and where a search finds an order that a captain would
//! not give, it is weighed again and again against everything else that was worth a look.

use std::collections::BTreeMap;

use ai::{Budget, Counsel, Effort, Stop, Tried};
use dice::Dice;
use engine::{Assist, Game, Library, Orders, Pending, Seat, Spoken, Table, Tactics, Viewer};

use super::{FORMAT, File, Mining, Opened, Puzzle, Weighed, gap, in_hundredths};
use crate::{Fault, fault::list};

/// What a first look costs: most decisions are not worth more.
const LOOK: u32 = 500;
/// Imagined battles of each round of weighing, and how many orders go into it.
const ROUNDS: [(usize, usize); 3] = [(40, 12), (120, 5), (160, 4)];
/// The difference must be so many of its standard errors.
const SURE: f64 = 3.5;
/// Fewer legal orders than this are no choice.
const FEWEST: usize = 5;
/// The most legal orders that are counted.
const COUNTED: usize = 200;
/// Of one battle, so that they are not all alike.
const OF_ONE_BATTLE: usize = 2;
/// Decisions between two of them.
const APART: usize = 5;

/// Finds puzzles and hands in each as the text of its file, with its id.
///
/// # Errors
///
/// If there is no such scenario.
pub(crate) fn mine<G: Game + Spoken + Tactics + Assist + Library>(
    wanted: &Mining,
    each: &mut dyn FnMut(&str, &str),
) -> Result<(), Fault> {
    let mut shelf = G::scenarios();
    if !wanted.scenarios.is_empty() {
        let known = list(shelf.iter().map(|it| it.id));
        if let Some(id) = wanted.scenarios.iter().find(|id| !shelf.iter().any(|it| it.id == **id)) {
            return Err(Fault::misuse(format!("{} has no scenario {id:?}; it has: {known}", G::ID)));
        }
        shelf.retain(|it| wanted.scenarios.iter().any(|id| it.id == *id));
    }
    let mut found = Found { wanted, phases: BTreeMap::new(), views: Vec::new(), n: 0, each };
    for battle in 0_u64.. {
        if wanted.count <= found.n {
            break;
        }
        let info = &shelf[(battle % shelf.len() as u64) as usize];
        let options = G::computer_preset(&info.scenario);
        let Ok(start) = G::set_up(&options, &info.scenario) else { continue };
        let mut table = Table::new(start, Dice::numbered(wanted.seed, 2 * battle));
        table.open();
        let mut dice = Dice::numbered(wanted.seed, 2 * battle + 1);
        let (mut here, mut rest) = (0, 0);
        while let Pending::Orders(decision) = table.state().pending() {
            if wanted.count <= found.n || here == OF_ONE_BATTLE {
                break;
            }
            let asked: Vec<Seat> = decision.seats.iter().collect();
            let seat = *dice.pick(&asked);
            if rest == 0 {
                let scene =
                    Scene { id: info.id, title: &info.title, options: &options, scenario: &info.scenario };
                if let Some(file) = look::<G>(&table, seat, decision.phase, &scene, &found, dice.fork()) {
                    found.take(table.state().view(Viewer::Seat(seat)), file);
                    (here, rest) = (here + 1, APART);
                }
            } else {
                rest -= 1;
            }
            let mut orders = Orders::default();
            for seat in asked {
                let state = table.state();
                let order = state.captain(seat, &mut dice);
                orders.insert(seat, order);
            }
            table.resolve(&orders);
        }
    }
    Ok(())
}

/// Where a battle is fought.
struct Scene<'a, G: Game> {
    id: &'a str,
    title: &'a str,
    options: &'a G::Options,
    scenario: &'a G::Scenario,
}

struct Found<'a, G: Game> {
    wanted: &'a Mining,
    /// What was looked at when they were found: battles begin alike.
    views: Vec<G::View>,
    /// How many there are of each phase.
    phases: BTreeMap<String, usize>,
    n: usize,
    each: &'a mut dyn FnMut(&str, &str),
}

impl<G: Game> Found<'_, G> {
    /// No kind of decision has more than its share, once there are some.
    fn has_enough_of(&self, phase: &str) -> bool {
        let most = (self.wanted.count * 2 / 5).max(4);
        self.phases.get(phase).is_some_and(|n| most <= *n)
    }

    fn take(&mut self, view: G::View, mut file: File<G>) {
        self.views.push(view);
        *self.phases.entry(file.phase.clone()).or_default() += 1;
        self.n += 1;
        file.id = format!("{}-{}-{}", file.from, self.wanted.seed, self.n);
        (self.each)(&file.id, &plain::to_json(&file));
    }
}

/// The moment as a puzzle, if it is one.
fn look<G: Game + Spoken + Tactics + Assist + Library>(
    table: &Table<G>,
    seat: Seat,
    phase: &str,
    scene: &Scene<'_, G>,
    found: &Found<'_, G>,
    mut dice: Dice,
) -> Option<File<G>> {
    let state = table.state();
    if found.has_enough_of(phase) {
        return None;
    }
    let listed = state.list_orders(seat, COUNTED).map(|it| it.len());
    if listed.is_some_and(|n| n < FEWEST) {
        return None;
    }
    let view = state.view(Viewer::Seat(seat));
    if found.views.contains(&view) {
        return None;
    }
    let stop = Stop::default();
    let budget = Budget { effort: Effort::Nodes(LOOK), threads: 1 };
    let Counsel { tried, best } = ai::counsel::<G>(&view, seat, budget, dice.fork(), &stop);
    // By a captain's rule of thumb nobody learns anything, and few choices are no puzzle.
    if best == 0 || tried.len() < 3 {
        return None;
    }
    if gap(&tried[best].values, &tried[0].values).0 < found.wanted.margin {
        return None;
    }
    let captains = tried[0].order.clone();
    let mut orders = wider::<G>(&view, seat, &tried, &mut dice);
    // What the truth forbids is no order, however the imagined worlds are.
    orders.retain(|it| state.check(seat, it).is_ok());
    let mut last = 0;
    let mut worths = Vec::new();
    for (n, (worlds, keep)) in ROUNDS.into_iter().enumerate() {
        let values = ai::weigh::<G>(&view, seat, &orders, worlds, dice.fork(), &stop);
        let mut ranks: Vec<usize> = (0..orders.len()).collect();
        ranks.sort_by_key(|&it| std::cmp::Reverse(values[it].iter().map(|it| i64::from(*it)).sum::<i64>()));
        let (first, second) = (ranks[0], *ranks.get(1)?);
        let (margin, error) = gap(&values[first], &values[second]);
        let needed = if n == 0 { found.wanted.margin / 2.0 } else { found.wanted.margin };
        let sure = if n == 0 { 1.0 } else { SURE };
        if orders[first] == captains || margin < needed || margin < sure * error {
            return None;
        }
        // The same order must be the best every time.
        if 0 < n && first != 0 {
            return None;
        }
        worths = ranks.iter().map(|&it| in_hundredths(&values[it])).collect();
        orders = ranks.iter().map(|&it| orders[it].clone()).collect();
        last = worlds;
        let kept = orders.len().min(keep);
        let captain = orders.iter().position(|it| *it == captains);
        if let Some(captain) = captain.filter(|it| kept <= *it) {
            orders.swap(kept - 1, captain);
            worths.swap(kept - 1, captain);
        }
        orders.truncate(kept);
        worths.truncate(kept);
    }
    let margin = worths[0] - worths[1];
    let rules = rules_of::<G>(&view, seat, &orders[0], &captains);
    let file = File {
        format: FORMAT.to_owned(),
        id: String::new(),
        game: G::ID.to_owned(),
        from: scene.id.to_owned(),
        title: scene.title.to_owned(),
        seat,
        turn: state.turn(),
        phase: phase.to_owned(),
        theme: phase.to_owned(),
        hard: if 3.5 < margin {
            1
        } else if 2.0 < margin {
            2
        } else {
            3
        },
        rules,
        legal: listed.unwrap_or(COUNTED),
        orders: orders
            .into_iter()
            .zip(worths)
            .map(|(order, worth)| Weighed {
                worth: (worth * 10.0).round() / 10.0,
                captains: order == captains,
                order,
            })
            .collect(),
        worlds: last,
        rules_version: G::RULES_VERSION,
        options: scene.options.clone(),
        scenario: scene.scenario.clone(),
        events: table.log().to_vec(),
    };
    let opened = Opened::of(file.clone(), state.clone()).ok()?;
    (!opened.reason().is_empty()).then_some(file)
}

/// The orders of a first look, and whatever else is worth one: the more there are, the more it
/// means that one of them is the best.
fn wider<G: Tactics>(
    view: &G::View,
    seat: Seat,
    tried: &[Tried<G::Order>],
    dice: &mut Dice,
) -> Vec<G::Order> {
    let mut orders: Vec<G::Order> = tried.iter().map(|it| it.order.clone()).collect();
    let truth = G::imagine(view, dice);
    let cadets = (0..3).map(|_| truth.cadet(seat, &mut dice.fork())).collect::<Vec<_>>();
    let more = truth.candidates(seat, 16, dice).into_iter().chain(cadets);
    for order in more.chain((0..4).map(|_| truth.sample_order(seat, &mut dice.fork()))) {
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    orders
}

/// The rules that come into play by this order and not by the other; all of its own if they are
/// the same.
fn rules_of<G: Tactics>(view: &G::View, seat: Seat, order: &G::Order, other: &G::Order) -> Vec<String> {
    let [ours, theirs] = [order, other].map(|order| {
        let mut dice = Dice::numbered(0, 1);
        let truth = G::imagine(view, &mut dice);
        let mut rules: Vec<&'static str> = Vec::new();
        let mut orders = Orders::default();
        if let Pending::Orders(decision) = truth.pending() {
            for it in decision.seats.iter() {
                let own = it == seat && truth.check(seat, order).is_ok();
                orders.insert(it, if own { order.clone() } else { truth.captain(it, &mut dice) });
            }
        }
        let mut table = Table::new(truth, dice);
        table.resolve(&orders);
        for rule in table.log().iter().flat_map(G::rules_of) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    });
    let own: Vec<&'static str> = ours.iter().copied().filter(|it| !theirs.contains(it)).collect();
    let told = if own.is_empty() { ours } else { own };
    told.into_iter().take(MOST_RULES).map(str::to_owned).collect()
}

/// More rules than these would be the whole book.
const MOST_RULES: usize = 4;
