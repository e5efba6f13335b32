//! The laws of the test kit over every scenario and option, and what they
//! cannot know by themselves: the rules box by box, secrets, stored battles.

#![allow(clippy::needless_pass_by_value, reason = "situations are put together and used up")]

mod boxes;
mod chance;

use engine::Library;
use rules_ftb::Battle;
use testkit::{Plan, Siege};

#[test]
fn keeps_every_law() {
    let summary =
        testkit::conforms::<Battle>(Plan { playouts: 60, sparse: 200, longest: 6000, ..Plan::DEFAULT });
    assert!(0 < summary.playouts, "{summary:?}");
}

/// FTB-8.4, FTB-18.2, FTB-17.2: any two rules in one situation.
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
    for info in Battle::scenarios() {
        let record = testkit::sample_record::<Battle>(info.id, None, 3);
        testkit::keep_record(format!("tests/records/{}.json", info.id), &record);
    }
    let newer = testkit::sample_record::<Battle>("intro", None, 2);
    testkit::keep_record("tests/records/intro-2.json", &newer);
    let second = testkit::sample_record::<Battle>("intro", None, 4);
    testkit::keep_record("tests/records/intro-3.json", &second);
    assert!(Battle::scenarios().len() <= testkit::corpus_opens::<Battle>("tests/records"));
}
