//! The laws of the test kit over every scenario and option, and what they
//! cannot know by themselves: the mirror, the secrets, the stored battles.

mod chance;
mod mirror;

use engine::{Game, Library, Match, Opening, Seat, Viewer};
use rules_asfos::{Action, Battle, Options, Order, Plot, PlotOrder, ShipId, scenario};
use testkit::{Plan, Siege};

#[test]
fn keeps_every_law() {
    let summary = testkit::conforms::<Battle>(Plan { playouts: 2000, ..Plan::DEFAULT });
    assert!(0 < summary.playouts, "{summary:?}");
}

/// ASF-FIRE.1, ASF-SEQ.1, ASF-DC.2: any two rules in one situation.
#[test]
fn keeps_its_senses_where_any_two_rules_meet() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
    let blended = testkit::blends::<Battle, chance::Sense>(&testkit::Blend::of(folder));
    println!("{blended}");
    assert!(600 <= blended.played && 4 <= blended.compared, "{blended}");
}

/// Nothing that happens to an order before it is judged panics, whatever the order.
#[test]
fn withstands_hostile_orders() {
    let withstood = testkit::withstands::<Battle>(&Siege::DEFAULT);
    println!("{withstood:?}");
    assert!(1_000 < withstood.refused && 0 < withstood.legal, "{withstood:?}");
}

/// Neither side is favoured, except by the turn order of sequential fire (ASF-FIRE.3).
#[test]
fn battles_have_a_mirror_image() {
    testkit::mirrors::<Battle>(Plan { playouts: 400, ..Plan::DEFAULT }, &mirror::MIRROR);
}

fn shared_side(allied_secrecy: bool) -> Match<Battle> {
    let mut shared = scenario("intro");
    shared.sides[0].seats = 2;
    shared.sides[0].ships[0].seat = 1;
    let options = Options { allied_secrecy, ..Battle::computer_preset(&shared) };
    let opening: Opening<Battle> = Opening {
        options,
        scenario: shared,
        seats: Vec::new(),
        secret: dice::fair::Secret([5; 32]),
        contributions: vec![dice::fair::Contribution("x".to_owned()); 3],
    };
    let mut game = Match::begin(opening).expect("a shared side");
    while game.state().turn() == 0 {
        let seat = game.awaiting().iter().next().expect("somebody deploys");
        game.submit(seat, Action::Deploy(Default::default()).into()).expect("default places");
    }
    game
}

fn faster(ship: u8, dv: i16) -> Order {
    let plot = Plot { dv, turns: Default::default() };
    Action::Plot(vec![PlotOrder { ship: ShipId(ship), with: Vec::new(), plot }]).into()
}

/// ASF-SET.2, ASF-PLOT.1: a sealed plot is shown to allies unless the option
/// forbids it, and never to the enemy.
#[test]
fn rule_set_2_sealed_plots_are_secret() {
    for (secrecy, ally_reads) in [(false, true), (true, false)] {
        let mut game = shared_side(secrecy);
        let before = game.view(Viewer::Seat(Seat(2)));
        game.submit(Seat(0), faster(1, 1)).expect("legal");
        let reads = |seat| game.sealed_for(Viewer::Seat(Seat(seat))).len();
        assert_eq!(reads(0), 1);
        assert_eq!(reads(1), usize::from(ally_reads));
        assert_eq!(reads(2), 0);
        assert!(game.sealed_for(Viewer::Spectator).is_empty() && game.sealed_for(Viewer::Referee).is_empty());
        assert_eq!(game.view(Viewer::Seat(Seat(2))), before);
    }
}

/// Sealed orders that differ leave everybody else's view and log the same to the byte.
#[test]
fn sealed_twins_look_alike() {
    let [mut one, mut two] = [shared_side(true), shared_side(true)];
    one.submit(Seat(0), faster(1, 1)).expect("legal");
    two.submit(Seat(0), faster(1, -1)).expect("legal");
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Seat(Seat(2)), Viewer::Spectator, Viewer::Referee] {
        let bytes = |game: &Match<Battle>| {
            serde_json::to_vec(&(game.view(viewer), game.log_for(viewer))).expect("plain data")
        };
        assert_eq!(bytes(&one), bytes(&two), "{viewer:?}");
    }
}

/// A change of behaviour shows in these; `UPDATE_EXPECT=1` writes them anew.
#[test]
fn transcripts_are_unchanged() {
    for info in Battle::scenarios() {
        let text = testkit::transcript::<Battle>(info.id, None, 1, 40);
        testkit::golden(format!("tests/transcripts/{}.txt", info.id), &text);
    }
}

/// The number of legal plots in a fixture, which a second program can check.
#[test]
fn rule_mov_3_counts_of_legal_orders() {
    let text = testkit::order_counts::<Battle>("lantern-straits", None, 1, 30, 20_000);
    testkit::golden("tests/counts/lantern-straits.txt", &text);
}

/// Records once written open and verify for ever.
#[test]
fn the_corpus_opens() {
    for (n, info) in Battle::scenarios().into_iter().enumerate() {
        let record = testkit::sample_record::<Battle>(info.id, None, n as u64);
        testkit::keep_record(format!("tests/records/{}.json", info.id), &record);
    }
    let newer = testkit::sample_record::<Battle>("intro", None, 2);
    testkit::keep_record("tests/records/intro-2.json", &newer);
    assert!(4 <= testkit::corpus_opens::<Battle>("tests/records"));
}
