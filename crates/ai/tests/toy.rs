//! The players and the arena on the toy game, which has secrets, simultaneous
//! decisions and decisions of one seat.

use ai::{
    Level, Player, Stop,
    arena::{self, BattleReport, Plan, Summary},
    player,
};
use dice::Dice;
use engine::{Game, Library, Orders, Outcome, Pending, Table, Viewer};
use testkit::toy::{Options, Toy as Sound};

type Toy = Sound;

fn level(text: &str) -> Level {
    text.parse().unwrap()
}

fn fight(scenario: &str, levels: &[&str], battles: u64, jobs: usize) -> (Summary, Vec<BattleReport>) {
    fight_with(true, scenario, levels, battles, jobs)
}

fn fight_with(
    mines: bool,
    scenario: &str,
    levels: &[&str],
    battles: u64,
    jobs: usize,
) -> (Summary, Vec<BattleReport>) {
    let scenarios = Toy::scenarios();
    let scenario = &scenarios.iter().find(|it| it.id == scenario).unwrap().scenario;
    let options = Options { mines, ..Toy::computer_preset(scenario) };
    let levels = levels.iter().map(|text| level(text)).collect();
    let plan = Plan::<Toy> { options: &options, scenario, levels, battles, seed: 7, swap: true, jobs };
    let mut reports = Vec::new();
    let summary = arena::run(&plan, &mut |report| reports.push(report.clone())).unwrap();
    for report in reports.iter().take(3) {
        assert_eq!(arena::battle(&plan, report.index).unwrap(), *report);
    }
    (summary.timeless(), reports)
}

/// Plays one battle, every order checked, and hands back all of them as text.
fn orders_of_a_battle(levels: [&str; 2], seed: u64) -> Vec<String> {
    let info = Toy::scenarios().pop().unwrap();
    let start = Toy::set_up(&Toy::computer_preset(&info.scenario), &info.scenario).unwrap();
    let mut table = Table::without_log(start, Dice::numbered(seed, 0));
    let mut players: Vec<Box<dyn Player<Toy>>> =
        levels.iter().zip(1..).map(|(text, n)| player(&level(text), Dice::numbered(seed, n))).collect();
    table.open();
    let mut all = Vec::new();
    while let Pending::Orders(decision) = table.state().pending() {
        let mut orders = Orders::default();
        for seat in decision.seats.iter() {
            let view = table.state().view(Viewer::Seat(seat));
            let order = players[seat.index()].decide(&view, seat);
            assert_eq!(table.state().check(seat, &order), Ok(()), "{}: {order:?}", levels[seat.index()]);
            all.push(format!("{order:?}"));
            orders.insert(seat, order);
        }
        table.resolve(&orders);
    }
    all
}

#[test]
fn every_order_is_legal() {
    for seed in 0..10 {
        orders_of_a_battle(["random", "cadet"], seed);
        orders_of_a_battle(["captain", "admiral:nodes=60"], seed);
    }
}

#[test]
fn the_same_seed_gives_the_same_orders_on_any_number_of_threads() {
    let orders = |text| orders_of_a_battle([text, "captain"], 3);
    let once = orders("admiral:nodes=200");
    assert_eq!(once, orders("admiral:nodes=200"));
    assert_eq!(once, orders("admiral:nodes=200,threads=2"));
    assert_eq!(once, orders("admiral:nodes=200,threads=5"));
    assert_ne!(once, orders_of_a_battle(["admiral:nodes=200", "captain"], 4));
}

#[test]
fn a_time_budget_is_kept() {
    let info = Toy::scenarios().pop().unwrap();
    let start = Toy::set_up(&Toy::computer_preset(&info.scenario), &info.scenario).unwrap();
    let mut table = Table::without_log(start, Dice::numbered(1, 0));
    let mut players: Vec<Box<dyn Player<Toy>>> =
        ["admiral:ms=3,threads=2", "random"].map(|text| player(&level(text), Dice::numbered(1, 1))).into();
    table.open();
    let mut took = Vec::new();
    while let Pending::Orders(decision) = table.state().pending() {
        let mut orders = Orders::default();
        for seat in decision.seats.iter() {
            let view = table.state().view(Viewer::Seat(seat));
            let begun = std::time::Instant::now();
            orders.insert(seat, players[seat.index()].decide(&view, seat));
            if seat.index() == 0 {
                took.push(begun.elapsed());
            }
        }
        table.resolve(&orders);
    }
    took.sort();
    // Generous, and not about the slowest: the machine may be doing something else now and then.
    assert!(took[took.len() / 2] < std::time::Duration::from_millis(100), "{took:?}");
}

#[test]
fn an_admiral_with_a_single_node_still_decides() {
    orders_of_a_battle(["admiral:nodes=1", "admiral:nodes=2"], 1);
}

#[test]
fn an_admiral_is_the_strongest() {
    // The toy's captain runs onto mines: search must see past its rule of thumb.
    for (mines, other, least) in [(false, "random", 0.7), (true, "captain", 0.8)] {
        let (summary, _) = fight_with(mines, "patrol", &["admiral:nodes=200", other], 100, 2);
        assert!(least <= summary.score[0].mean, "against {other}: {summary:?}");
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_jobs() {
    let (one, reports) = fight("patrol", &["cadet", "admiral:nodes=20"], 41, 1);
    assert_eq!(reports.iter().map(|it| it.index).collect::<Vec<u64>>(), (0..41).collect::<Vec<u64>>());
    for jobs in [2, 3, 64, 0] {
        let (more, same) = fight("patrol", &["cadet", "admiral:nodes=20"], 41, jobs);
        assert_eq!((&more, &same), (&one, &reports), "{jobs} jobs");
    }
}

#[test]
fn swapped_players_are_counted_wherever_they_sit() {
    let (summary, reports) = fight("intro", &["captain", "random"], 40, 1);
    let mut wins = [0, 0];
    for (report, seats) in reports.iter().zip([[0, 1], [1, 0]].iter().cycle()) {
        assert_eq!(report.seats, seats);
        for winner in report.winners() {
            wins[winner] += 1;
        }
        if let Outcome::Won(_) = report.outcome {
            assert_eq!(report.shares.iter().sum::<f64>(), 1.0);
        }
        assert_eq!(report.losses.len(), 2);
    }
    assert_eq!(summary.wins, wins);
    assert_eq!(summary.wins.iter().sum::<u64>() + summary.draws, 40);
    assert_eq!(summary.wins.iter().sum::<u64>(), summary.seat_wins.iter().sum::<u64>());
    // Having sat on both sides, each player has fielded both classes.
    let classes: Vec<(usize, &str)> =
        summary.losses.iter().map(|it| (it.player, it.class.as_str())).collect();
    assert_eq!(classes, [(0, "Barge"), (0, "Lancer"), (1, "Barge"), (1, "Lancer")]);
    assert!(summary.losses.iter().all(|it| it.survived + it.destroyed + it.left == 20));
}

#[test]
fn even_players_come_out_even() {
    let (summary, _) = fight("intro", &["captain", "captain"], 600, 2);
    let score = summary.score[0];
    assert!(score.low < 0.5 && 0.5 < score.high, "{summary:?}");
}

#[test]
fn a_wrong_number_of_players_is_refused() {
    let info = Toy::scenarios().remove(0);
    let options = Toy::computer_preset(&info.scenario);
    let plan = Plan::<Toy> {
        options: &options,
        scenario: &info.scenario,
        levels: vec![Level::Random],
        battles: 1,
        seed: 0,
        swap: false,
        jobs: 1,
    };
    let err = arena::run(&plan, &mut |_| {}).unwrap_err();
    assert!(err.to_string().contains("1 players for 2 seats"), "{err}");
}

/// Plays like `orders_of_a_battle`, with a stop in the hands of the first player.
fn orders_under(stop: &Stop, text: &str) -> Vec<String> {
    let info = Toy::scenarios().pop().unwrap();
    let start = Toy::set_up(&Toy::computer_preset(&info.scenario), &info.scenario).unwrap();
    let mut table = Table::without_log(start, Dice::numbered(3, 0));
    let mut players: [Box<dyn Player<Toy>>; 2] = [
        ai::player_until(&level(text), Dice::numbered(3, 1), stop.clone()),
        player(&Level::Captain, Dice::numbered(3, 2)),
    ];
    table.open();
    let mut all = Vec::new();
    while let Pending::Orders(decision) = table.state().pending() {
        let mut orders = Orders::default();
        for seat in decision.seats.iter() {
            let view = table.state().view(Viewer::Seat(seat));
            let order = players[seat.index()].decide(&view, seat);
            assert_eq!(table.state().check(seat, &order), Ok(()));
            all.push(format!("{order:?}"));
            orders.insert(seat, order);
        }
        table.resolve(&orders);
    }
    all
}

#[test]
fn a_thought_that_is_not_broken_off_is_not_changed_by_a_stop() {
    let once = orders_of_a_battle(["admiral:nodes=150", "captain"], 3);
    assert_eq!(orders_under(&Stop::default(), "admiral:nodes=150"), once);
    let hour = std::time::Duration::from_secs(3600);
    assert_eq!(orders_under(&Stop::after(hour), "admiral:nodes=150,threads=2"), once);
}

/// With no world played to the end, the captain's order is the best there is.
#[test]
fn a_thought_broken_off_at_once_gives_a_legal_order() {
    let stop = Stop::default();
    stop.pull();
    let at_once = orders_under(&stop, "admiral:nodes=4000000000");
    let without_nodes = orders_under(&Stop::default(), "admiral:nodes=1");
    assert!(!at_once.is_empty() && !without_nodes.is_empty());
    assert_eq!(orders_under(&stop, "admiral:nodes=150"), without_nodes);
}

/// The budget would last for years.
#[test]
fn a_thought_is_broken_off_from_another_thread() {
    let stop = Stop::default();
    let info = Toy::scenarios().pop().unwrap();
    let start = Toy::set_up(&Toy::computer_preset(&info.scenario), &info.scenario).unwrap();
    let mut table = Table::without_log(start, Dice::numbered(3, 0));
    table.open();
    let Pending::Orders(decision) = table.state().pending() else { panic!("it has begun") };
    let seat = decision.seats.iter().next().unwrap();
    let view = table.state().view(Viewer::Seat(seat));
    let mut admiral =
        ai::player_until::<Toy>(&level("admiral:nodes=4000000000"), Dice::numbered(3, 1), stop.clone());
    let thinking = std::thread::spawn(move || admiral.decide(&view, seat));
    stop.pull();
    let order = thinking.join().unwrap();
    assert_eq!(table.state().check(seat, &order), Ok(()));
}

/// What people are advised is what the level `suggestion` plays, with a reason; a search of one
/// node is a captain's order.
#[test]
fn advice_is_what_the_level_plays() {
    let info = Toy::scenarios().pop().unwrap();
    let start = Toy::set_up(&Toy::computer_preset(&info.scenario), &info.scenario).unwrap();
    let mut table = Table::without_log(start, Dice::numbered(5, 0));
    table.open();
    let mut asked = 0;
    while let Pending::Orders(decision) = table.state().pending() {
        let mut orders = Orders::default();
        for seat in decision.seats.iter() {
            let view = table.state().view(Viewer::Seat(seat));
            let dice = Dice::numbered(9, asked);
            let advice = ai::advise::<Toy>(&view, seat, u32::MAX, dice.clone(), &Stop::default());
            let played = player::<Toy>(&level("suggestion"), dice.clone()).decide(&view, seat);
            assert_eq!(advice.order, played);
            assert!(!advice.reason.is_empty());
            let thumb = ai::advise::<Toy>(&view, seat, 1, dice, &Stop::default());
            assert_eq!(table.state().check(seat, &thumb.order), Ok(()));
            orders.insert(seat, advice.order);
            asked += 1;
        }
        table.resolve(&orders);
        if 12 < asked {
            break;
        }
    }
    assert!(0 < asked);
}

/// Orders are weighed in the same worlds, however many they are weighed with.
#[test]
fn orders_are_weighed_alike() {
    let info = Toy::scenarios().pop().unwrap();
    let start = Toy::set_up(&Toy::computer_preset(&info.scenario), &info.scenario).unwrap();
    let mut table = Table::without_log(start, Dice::numbered(5, 0));
    table.open();
    let Pending::Orders(decision) = table.state().pending() else { panic!("nobody decides") };
    let seat = decision.seats.iter().next().unwrap();
    let view = table.state().view(Viewer::Seat(seat));
    let orders: Vec<_> =
        (0..3).map(|n| table.state().sample_order(seat, &mut Dice::numbered(1, n))).collect();
    let all = ai::weigh::<Toy>(&view, seat, &orders, 20, Dice::numbered(2, 0), &Stop::default());
    let one = ai::weigh::<Toy>(&view, seat, &orders[2..], 20, Dice::numbered(2, 0), &Stop::default());
    assert_eq!((all.len(), all[2].len()), (3, 20));
    assert_eq!(all[2], one[0]);
}
