//! The laws of the test kit over every scenario and option, and what they
//! cannot know by themselves: the secret purchase, the stored battles.

mod chance;

use engine::{Game, Library, Match, Opening, Seat, Viewer};
use rules_talon::{Action, Battle, Order, scenario};
use testkit::{Blend, Plan, Siege};

/// One battle under every choice of options; `FLAGBRIDGE_SOAK` asks for more.
#[test]
fn keeps_every_law() {
    let summary = testkit::conforms::<Battle>(Plan { playouts: 300, sparse: 160, ..Plan::DEFAULT });
    assert!(300 <= summary.playouts, "{summary:?}");
}

/// Nothing that happens to an order before it is judged panics, whatever the order.
#[test]
fn withstands_hostile_orders() {
    let withstood = testkit::withstands::<Battle>(&Siege::DEFAULT);
    println!("{withstood:?}");
    assert!(1_000 < withstood.refused && 0 < withstood.legal, "{withstood:?}");
}

/// TAL-8.6.4, TAL-13.2d, TAL-CRIT.5, TAL-8.4.1a: any two rules in one situation.
#[test]
fn keeps_its_senses_where_any_two_rules_meet() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
    let blended = testkit::blends::<Battle, chance::Sense>(&Blend::of(folder));
    println!("{blended}");
    assert!(600 <= blended.played && 4 <= blended.compared, "{blended}");
}

fn meeting() -> Match<Battle> {
    let scenario = scenario("meeting");
    let opening: Opening<Battle> = Opening {
        options: Battle::computer_preset(&scenario),
        scenario,
        seats: Vec::new(),
        secret: dice::fair::Secret([5; 32]),
        contributions: vec![dice::fair::Contribution("x".to_owned()); 2],
    };
    Match::begin(opening).expect("a meeting")
}

fn buy(classes: &[&str]) -> Order {
    Action::Buy { ships: classes.iter().map(|&it| it.to_owned()).collect() }.into()
}

/// TAL-DYO.2: what a side buys is secret until both have bought, to the byte; TAL-DYO.8: then who
/// spent less names the holder of the Initiative.
#[test]
fn rule_dyo_2_purchases_are_sealed() {
    let [mut one, mut two] = [meeting(), meeting()];
    one.submit(Seat(0), buy(&["CA", "CL", "DD"])).expect("258 points");
    two.submit(Seat(0), buy(&["BB", "CL"])).expect("282 points");
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Referee] {
        let bytes = |game: &Match<Battle>| {
            serde_json::to_vec(&(game.view(viewer), game.log_for(viewer))).expect("plain data")
        };
        assert_eq!(bytes(&one), bytes(&two), "{viewer:?}");
        assert!(one.sealed_for(viewer).is_empty());
    }
    one.submit(Seat(1), buy(&["CA", "CA", "DD"])).expect("278 points");
    assert_eq!(one.awaiting().iter().collect::<Vec<_>>(), [Seat(0)], "side A spent less");
    two.submit(Seat(1), buy(&["CA", "CA", "DD"])).expect("278 points");
    assert_eq!(two.awaiting().iter().collect::<Vec<_>>(), [Seat(1)], "side B spent less");
}

/// TAL-DYO.1, TAL-DYO.2, TAL-DYO.3, TAL-DYO.4, TAL-DYO.5: what may not be bought.
#[test]
fn rule_dyo_limits_of_a_purchase() {
    let game = meeting();
    let refused = |seat: u8, classes: &[&str], rule: &str| {
        let refusal = game.state().check(Seat(seat), &buy(classes)).expect_err(rule);
        assert!(refusal.cites(rule), "{classes:?}: {refusal}");
    };
    refused(0, &["BB", "CA"], "TAL-DYO.1");
    refused(0, &["SC", "SC", "SC"], "TAL-DYO.2");
    refused(1, &["XX"], "TAL-DYO.2");
    refused(0, &["CL", "FTR"], "TAL-DYO.4");
    refused(0, &["CV", "FTR", "FTR", "FTR", "FTR"], "TAL-DYO.4");
    refused(0, &["Base"], "TAL-DYO.5");
    refused(1, &["CA", "Tran"], "TAL-DYO.5");
    refused(0, &[], "TAL-DYO.5");
    assert!(game.state().check(Seat(0), &buy(&["CV", "CA", "FTR", "FTR"])).is_ok());
}

/// A change of behaviour shows in these; `UPDATE_EXPECT=1` writes them anew.
#[test]
fn transcripts_are_unchanged() {
    for info in Battle::scenarios() {
        let text = testkit::transcript::<Battle>(info.id, None, 1, 30);
        testkit::golden(format!("tests/transcripts/{}.txt", info.id), &text);
    }
}

/// Records once written open and verify for ever.
#[test]
fn the_corpus_opens() {
    for (n, id) in ["intro", "squadron", "meeting"].into_iter().enumerate() {
        let record = testkit::sample_record::<Battle>(id, None, n as u64);
        testkit::keep_record(format!("tests/records/{id}.json"), &record);
    }
    let newer = testkit::sample_record::<Battle>("intro", None, 2);
    testkit::keep_record("tests/records/intro-2.json", &newer);
    let second = testkit::sample_record::<Battle>("intro", None, 3);
    testkit::keep_record("tests/records/intro-3.json", &second);
    assert!(3 <= testkit::corpus_opens::<Battle>("tests/records"));
}
