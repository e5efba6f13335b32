//! The toy keeps every law: an example of a game's own `conformance.rs`.

use engine::{Game, Library, Seat, Viewer};
use testkit::{
    Mirror, Plan, Siege, Withstood,
    toy::{self, Toy},
};

const PLAN: Plan = Plan { longest: 125, ..Plan::DEFAULT };

#[test]
fn keeps_every_law() {
    let summary = testkit::conforms::<Toy>(PLAN);
    println!("{summary:?}");
    // A kit that looks at nothing would pass too.
    if std::env::var_os("FLAGBRIDGE_ONLY").is_none() {
        assert!(PLAN.playouts <= summary.playouts, "{summary:?}");
        assert!(summary.playouts < 10 * summary.decisive, "{summary:?}");
        assert!(10_000 < summary.hostile && 10_000 < summary.listed, "{summary:?}");
    }
}

#[test]
fn withstands_hostile_orders() {
    let withstood = testkit::withstands::<Toy>(&Siege::DEFAULT);
    println!("{withstood:?}");
    // Orders of every fate, or the siege was none.
    let Withstood { sent, too_large, unread, refused, legal, .. } = withstood;
    assert!(1_000 < sent && 0 < too_large && 0 < unread && 100 < refused && 0 < legal, "{withstood:?}");
}

#[test]
fn favours_neither_side() {
    testkit::mirrors::<Toy>(Plan { playouts: 300, ..PLAN }, &mirror());
}

#[test]
fn rule_toy_2_hull_is_secret() {
    let [one, two] = twins(|squadron| squadron.ships[0].hull -= 1);
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        testkit::indistinguishable(&one, &two, viewer);
    }
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Referee] {
        assert_ne!(one.view(viewer), two.view(viewer));
    }
}

#[test]
fn rule_toy_6_mines_lie_hidden() {
    let [mut one, mut two] = [scenario("patrol"), scenario("patrol")];
    one.squadrons[1].mines = vec![-2];
    two.squadrons[1].mines = vec![3];
    let [one, two] = [one, two].map(|it| Toy::set_up(&toy::Options::default(), &it).unwrap());
    testkit::indistinguishable(&one, &two, Viewer::Seat(Seat(0)));
    testkit::indistinguishable(&one, &two, Viewer::Spectator);
}

#[test]
fn battles_are_told_as_before() {
    let text = testkit::transcript::<Toy>("patrol", None, 7, 12);
    testkit::golden("tests/transcripts/patrol.txt", &text);
}

#[test]
fn there_are_as_many_orders_as_before() {
    let text = testkit::order_counts::<Toy>("patrol", None, 7, 12, 2000);
    testkit::golden("tests/counts/patrol.txt", &text);
}

#[test]
fn stored_records_open() {
    let record = testkit::sample_record::<Toy>("intro", None, 3);
    testkit::keep_record("tests/records/intro-2.json", &record);
    assert_eq!(testkit::corpus_opens::<Toy>("tests/records"), 2);
}

fn mirror() -> Mirror<Toy> {
    Mirror {
        state: |toy| Some(toy.mirrored()),
        order: |_, _, order| order.mirrored(),
        seat: toy::foe,
        dice: Some(|_, events| events.iter().flat_map(toy::Event::mirrored_dice).collect()),
    }
}

fn scenario(id: &str) -> toy::Scenario {
    Toy::scenarios().into_iter().find(|info| info.id == id).unwrap().scenario
}

fn twins(change: impl Fn(&mut toy::Squadron)) -> [Toy; 2] {
    let (one, mut two) = (scenario("patrol"), scenario("patrol"));
    change(&mut two.squadrons[1]);
    [one, two].map(|it| Toy::set_up(&toy::Options::default(), &it).unwrap())
}
