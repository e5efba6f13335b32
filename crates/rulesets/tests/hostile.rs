//! Hostile orders through the erased face, as the server hands them in: every
//! scenario of every game, and games that are brittle on purpose.

use std::collections::BTreeMap;

use dice::{
    Dice,
    fair::{Contribution, Secret},
};
use engine::{Progress, Seat, Viewer};
use rulesets::{
    AnyMatch, Entry, Level, RULESETS, Rejection, Ruleset, ScenarioRef, Submission, Table, guarded, ruleset,
};
use serde_json::{Value, json};
use testkit::{
    hostile::{self, Mutator},
    toy::{
        Toy,
        fault::{self, Fault},
    },
};

static TOY: Entry<Toy> = ruleset::<Toy>();

fn begin(game: &dyn Ruleset, scenario: &str) -> Box<dyn AnyMatch> {
    let ready = game.prepare(ScenarioRef::Id(scenario), &[], Table::Computers).unwrap();
    let players = vec!["human".to_owned(); ready.seats().len()];
    let given = players.iter().map(|it| Contribution(it.clone())).collect();
    ready.begin(&players, Secret([7; 32]), given).unwrap()
}

/// How much is sent.
struct Flood {
    /// Visits to each phase of a battle.
    visits: usize,
    orders: usize,
    texts: usize,
    /// Battles are left after this many decisions.
    longest: usize,
}

/// What was sent to all games, and what became of it.
#[derive(Debug, Default)]
struct Report {
    scenarios: usize,
    sent: u64,
    readable: u64,
    legal: u64,
    /// The first order of each way in which the rules broke.
    broke: BTreeMap<String, String>,
    breaks: u64,
}

impl Report {
    fn broke(&mut self, what: &str, stopped: &rulesets::Stopped, sent: &Submission) {
        self.breaks += 1;
        let place = stopped.place.as_deref().unwrap_or("somewhere");
        let words: String = format!("{sent:?}").chars().take(300).collect();
        self.broke.entry(format!("{what} at {place}: {}", stopped.words)).or_insert(words);
    }
}

/// Sends one order in the ways of the server: checked, previewed, put under the
/// clock; and handed in if it is refused, which must change nothing.
fn send(battle: &mut dyn AnyMatch, seat: Seat, order: &Submission, report: &mut Report) {
    let n = battle.decision_number();
    report.sent += 1;
    let (written, judged) = battle.check(n, seat, order);
    report.readable += u64::from(written.is_some());
    report.legal += u64::from(judged.is_ok());
    if let Err(Rejection::Broken(stopped)) = &judged {
        report.broke("check", stopped, order);
    }
    let previewed = guarded(|| battle.preview(seat, order).is_some());
    previewed.unwrap_or_else(|stopped| {
        report.broke("preview", &stopped, order);
        false
    });
    for first in [true, false] {
        if let Err(stopped) = guarded(|| battle.clocked(seat, order, first)) {
            report.broke("clocked", &stopped, order);
        }
    }
    if judged.is_err() {
        let before = (battle.events(), battle.awaiting());
        match battle.submit(n, seat, order) {
            Err(Rejection::Broken(stopped)) => report.broke("submit", &stopped, order),
            Err(_) => (),
            Ok(progress) => panic!("refused by the check, but taken ({progress:?}): {order:?}"),
        }
        assert_eq!((battle.events(), battle.awaiting()), before, "changed by a refused order: {order:?}");
        assert!(battle.broken().is_none(), "broken by a refused order: {order:?}");
    }
}

fn attack(battle: &mut dyn AnyMatch, seat: Seat, mutator: &mut Mutator, flood: &Flood, report: &mut Report) {
    let n = battle.decision_number();
    let mut dice = Dice::numbered(n as u64, u64::from(seat.0));
    let legal = battle.suggest(seat, &Level::Captain, dice.fork());
    mutator.learn(&legal.order);
    let reads = |order: &Value| match battle.check(n, seat, &Submission::Data(order.clone())) {
        (_, Err(Rejection::Malformed(words))) => Err(words),
        _ => Ok(()),
    };
    let mutations = mutator.mutations(&legal.order, &reads);
    for _ in 0..flood.orders.min(mutations.len()) {
        let order = Submission::Data(dice.pick(&mutations).of(&legal.order));
        send(battle, seat, &order, report);
    }
    let words = hostile::words(&legal.notation);
    for _ in 0..flood.texts {
        send(battle, seat, &Submission::Text(dice.pick(&words).clone()), report);
    }
    if let Err(stopped) = guarded(|| battle.offer(seat)) {
        report.broke("menu", &stopped, &Submission::Text(String::new()));
    }
}

fn flood(wave: &Flood) -> Report {
    let mut report = Report::default();
    for game in RULESETS.iter() {
        let mut mutator = Mutator::default();
        for card in game.scenarios() {
            report.scenarios += 1;
            let mut battle = begin(*game, card.id);
            let mut visits = BTreeMap::<&str, usize>::new();
            while let Some(phase) = battle.phase()
                && battle.decision_number() < wave.longest
            {
                let visit = visits.entry(phase).or_default();
                *visit += 1;
                let n = battle.decision_number();
                for seat in battle.awaiting().iter() {
                    if *visit <= wave.visits {
                        attack(&mut *battle, seat, &mut mutator, wave, &mut report);
                    }
                    let level = if n.is_multiple_of(2) { Level::Captain } else { Level::Random };
                    let order = battle.suggest(seat, &level, Dice::numbered(n as u64, 9)).order;
                    battle.submit(n, seat, &Submission::Data(order)).expect("suggested orders are legal");
                }
            }
        }
    }
    report
}

#[track_caller]
fn unbroken(report: &Report) {
    println!(
        "{} scenarios, {} orders, {} of them readable, {} legal; {} broke the rules",
        report.scenarios, report.sent, report.readable, report.legal, report.breaks
    );
    assert!(report.broke.is_empty(), "{} of {} orders: {:#?}", report.breaks, report.sent, report.broke);
}

#[test]
fn hostile_orders_break_nothing_in_any_game() {
    let report = flood(&Flood { visits: 1, orders: 24, texts: 6, longest: 60 });
    unbroken(&report);
    assert!(1_000 < report.readable && 0 < report.legal, "{report:?}");
}

#[test]
#[ignore = "minutes: `cargo xtask test --long` runs it"]
fn long_hostile_orders_break_nothing_in_any_game() {
    unbroken(&flood(&Flood { visits: 4, orders: 150, texts: 30, longest: 600 }));
}

fn plot(ship: u8) -> Submission {
    Submission::Data(json!({"plot": {"helms": [{"ship": ship, "thrust": 1}]}}))
}

/// A check that stops short is told with its place, and costs nobody the battle.
#[test]
fn a_brittle_check_is_told_and_the_battle_goes_on() {
    for fault in [Fault::BrittleCheck, Fault::BrittleWriter] {
        let mut battle = begin(&TOY, "intro");
        let before = battle.view(Viewer::Referee);
        fault::with(fault, || {
            let (_, judged) = battle.check(0, Seat(0), &plot(99));
            let Err(Rejection::Broken(stopped)) = judged else { panic!("{fault:?}: {judged:?}") };
            assert!(stopped.words.contains("index is 99"), "{stopped}");
            assert!(stopped.place.is_some_and(|it| it.contains("toy")), "{fault:?}");
            if fault == Fault::BrittleCheck {
                let taken = battle.submit(0, Seat(0), &plot(99));
                assert!(matches!(taken, Err(Rejection::Broken(_))), "{taken:?}");
            }
        });
        assert!(battle.broken().is_none());
        assert_eq!(battle.view(Viewer::Referee), before);
        assert_eq!(battle.submit(0, Seat(0), &plot(0)), Ok(Progress::Sealed));
    }
}

/// A battle whose rules stop short in the middle of an order says so, and takes
/// nothing more: it has to be read again.
#[test]
fn a_battle_broken_by_an_order_says_so() {
    let mut battle = begin(&TOY, "intro");
    let record = battle.record(true);
    fault::with(Fault::StuckPhase, || {
        assert_eq!(battle.submit(0, Seat(0), &plot(0)), Ok(Progress::Sealed));
        let taken = battle.submit(0, Seat(1), &plot(0));
        let Err(Rejection::Broken(stopped)) = taken else { panic!("{taken:?}") };
        assert!(stopped.words.contains("runaway rules"), "{stopped}");
        assert_eq!(battle.broken(), Some(&stopped));
    });
    for order in [plot(0), Submission::Text("A+1".to_owned())] {
        let n = battle.decision_number();
        assert!(matches!(battle.submit(n, Seat(0), &order), Err(Rejection::Broken(_))));
        assert!(matches!(battle.check(n, Seat(0), &order).1, Err(Rejection::Broken(_))));
    }
    assert!(battle.awaiting().is_empty() && battle.deciding().is_empty());
    // What was stored of it is sound.
    let source = rulesets::Source::new("r.json", &record).unwrap();
    let mut again = TOY.open_record(&source).unwrap().resume().unwrap();
    assert_eq!(again.submit(0, Seat(0), &plot(0)), Ok(Progress::Sealed));
}

/// Orders larger than any battle needs are turned away before any rule sees them.
#[test]
fn floods_are_turned_away_unread() {
    let battle = begin(&TOY, "intro");
    let told = |order: Submission| match battle.check(0, Seat(0), &order) {
        (None, Err(Rejection::Malformed(words))) => words,
        other => panic!("{other:?}"),
    };
    let helms = vec![json!({"ship": 0, "thrust": 1}); 3_000];
    let list = told(Submission::Data(json!({"plot": {"helms": helms}})));
    assert_eq!(list, "a list of 3000 entries, but an order has lists of 1024 at most");
    let text = told(Submission::Text("A+1 ".repeat(10_000)));
    assert_eq!(text, "40000 bytes of text, but an order has 32768 at most");
    // Few enough bytes, but too many parts once it is read.
    let parts = told(Submission::Text("A+1 ".repeat(2_000)));
    assert_eq!(parts, "a list of 2000 entries, but an order has lists of 1024 at most");
}
