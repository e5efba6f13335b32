//! What the dice of one order may come to (FTB-13.2): every test up to the next decision, through the
//! rules themselves. Combat is decided by protocols and rolls none (FTB-16.1).

use engine::{Odds, Orders, Seat, Seats, Ways, throws};

use crate::{
    Battle, Event,
    battle::Ask,
    chance::{Re, Test, Trial},
    order::Order,
    ship::ShipId,
    torpedo,
};

/// More ways than an order's few tests make.
const MOST: usize = 4096;

/// One way it may go: once in so many times, and what happens then.
type Way = (u128, Vec<Event>);

/// `battle` is as the seat sees it.
pub(crate) fn odds(battle: &Battle, seat: Seat, order: &Order) -> Vec<Odds> {
    // What both decide together hangs on what the other has sealed.
    if battle.waiting().is_none_or(|ask| ask.seats() != Seats::default().with(seat)) {
        return Vec::new();
    }
    let orders: Orders<Order> = [(seat, order.clone())].into_iter().collect();
    let mut told = Vec::new();
    for evades in [false, true] {
        let Some((ways, asked)) = ways(battle, &orders, evades) else { return Vec::new() };
        let when = match (asked, evades) {
            (false, _) => "",
            (true, false) => ", if it does not evade",
            (true, true) => ", if it evades",
        };
        told.extend(tests(battle, &ways, when));
        told.extend(hits(battle, &ways, when));
        if !asked {
            break;
        }
    }
    told
}

/// Every way to the next decision; whether a target says before that if it evades (FTB-19.1), to
/// which the answer is `evades`.
fn ways(battle: &Battle, orders: &Orders<Order>, evades: bool) -> Option<(Vec<Way>, bool)> {
    let (mut ways, mut asked) = (Vec::new(), false);
    for first in throws(battle, orders, MOST)? {
        let happened = first.table.log().to_vec();
        let Some(Ask::Evade(side, _)) = first.table.state().waiting() else {
            ways.push((first.of, happened));
            continue;
        };
        asked = true;
        let answer: Orders<Order> = [(Seat(side), Order::Evade(evades))].into_iter().collect();
        for then in throws(first.table.state(), &answer, MOST)? {
            ways.push((first.of * then.of, [happened.as_slice(), then.table.log()].concat()));
        }
    }
    Some((ways, asked))
}

/// FTB-13.1: each test that is rolled for, in the order in which they come.
fn tests(battle: &Battle, ways: &[Way], when: &str) -> Vec<Odds> {
    let rolled = |event: &Event| {
        let Event::Tested { test, result, choices: None } = event else { return None };
        Some((*test, *result))
    };
    let mut known: Vec<Test> = Vec::new();
    for (test, _) in ways.iter().flat_map(|it| &it.1).filter_map(rolled) {
        if !known.contains(&test) {
            known.push(test);
        }
    }
    let told = |test: Test| {
        let mut names: Vec<&'static str> = Vec::new();
        for result in [Re::Lose, Re::Draw, Re::Win] {
            let meaning = meaning(battle, test, test.grade(result));
            if !names.contains(&meaning) {
                names.push(meaning);
            }
        }
        let never = names.len();
        let outcome = |(of, events): &Way| {
            let result = events.iter().filter_map(rolled).find(|it| it.0 == test);
            let value = result.map_or(never, |(_, result)| {
                let meaning = meaning(battle, test, test.grade(result));
                names.iter().position(|it| *it == meaning).unwrap_or(never)
            });
            (*of, value)
        };
        let ways = Ways::once_in(&ways.iter().map(outcome).collect::<Vec<_>>());
        names.push("it does not come to that");
        let (what, rule) = what(battle, test);
        Odds { names, ..Odds::new(format!("{what}{when}"), "result", rule, ways) }
    };
    known.into_iter().map(told).collect()
}

/// FTB-17.2: Hits on their way, by ship, and ships destroyed at once.
fn hits(battle: &Battle, ways: &[Way], when: &str) -> Vec<Odds> {
    let mut told = Vec::new();
    for id in battle.ids() {
        let blows = |event: &Event| {
            let Event::Blows { blows } = event else { return 0 };
            blows.iter().filter(|it| it.target == id).count()
        };
        let count = |(of, events): &Way| (*of, events.iter().map(blows).sum());
        let hits = Ways::once_in(&ways.iter().map(count).collect::<Vec<_>>());
        if !hits.is_sure() {
            told.push(Odds::new(format!("{}{when}", battle.tag(id)), "Hits", "FTB-17.2", hits));
        }
        let lost = |event: &Event| matches!(event, Event::Destroyed { ship, .. } if *ship == id);
        let fate = |(of, events): &Way| (*of, usize::from(events.iter().any(lost)));
        let gone = Ways::once_in(&ways.iter().map(fate).collect::<Vec<_>>());
        if !gone.is_sure() {
            told.push(Odds::whether(format!("{}{when}", battle.tag(id)), "destroyed", "FTB-18.2", &gone));
        }
    }
    told
}

fn what(battle: &Battle, test: Test) -> (String, &'static str) {
    let (ship, tag) = (battle.tag(test.ship), |id: ShipId| battle.tag(id));
    match test.trial {
        Trial::Scan { target } => (format!("{ship} scans {}", tag(target)), "FTB-10.2"),
        Trial::Mask => (format!("{ship} masks its signature"), "FTB-11.6"),
        Trial::Repair => (format!("{ship} repairs"), "FTB-12.6"),
        Trial::Recharge => (format!("{ship} recharges its shields"), "FTB-33.2"),
        Trial::Countermeasures { guide } => (format!("the torpedo of {} at {ship}", tag(guide)), "FTB-19.2"),
        Trial::Torpedo { target } => {
            (format!("the torpedo of {ship} at the torpedo of {}", tag(target)), "FTB-20.1")
        }
        Trial::Asteroids => (format!("{ship} among asteroids"), "FTB-23.2"),
        Trial::Tunnel => (format!("{ship} in an unsafe tunnel"), "FTB-31.3"),
    }
}

/// What a graded result does, as `chance` carries it out.
fn meaning(battle: &Battle, test: Test, result: Re) -> &'static str {
    match (test.trial, result) {
        (Trial::Scan { .. }, Re::Lose) => "1 heat",
        (Trial::Scan { .. }, Re::Draw | Re::Win) => "Tracked",
        (Trial::Mask, Re::Lose) => "stays Tracked",
        (Trial::Mask, Re::Draw | Re::Win) => "Untracked",
        (Trial::Repair, Re::Lose) => "not repaired",
        (Trial::Repair, Re::Draw) => "repaired, 1 heat",
        (Trial::Repair, Re::Win) => "repaired",
        (Trial::Recharge, Re::Lose) => "no shield",
        (Trial::Recharge, Re::Draw | Re::Win) => "a shield",
        (Trial::Countermeasures { .. }, result) => match torpedo::worst(battle, test.ship, result) {
            Re::Lose => "a Hit past the shields",
            Re::Draw => "a Hit",
            Re::Win => "no Hit",
        },
        (Trial::Torpedo { .. }, Re::Lose) => "it flies on",
        (Trial::Torpedo { .. }, Re::Draw | Re::Win) => "shot down",
        (Trial::Asteroids, Re::Lose) => "a Hit",
        (Trial::Asteroids, Re::Draw) => "1 heat",
        (Trial::Asteroids, Re::Win) => "unharmed",
        (Trial::Tunnel, Re::Lose) => "destroyed",
        (Trial::Tunnel, Re::Draw) => "a turn late",
        (Trial::Tunnel, Re::Win) => "arrives",
    }
}
