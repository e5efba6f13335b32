//! Whole battles that are kept: in words, so that every change of behaviour shows, and as records,
//! so that those once written open for ever.

use engine::Library;
use rules_full_thrust::Battle;

/// `UPDATE_EXPECT=1` writes them anew.
#[test]
fn transcripts_are_unchanged() {
    for info in Battle::scenarios() {
        let text = testkit::transcript::<Battle>(info.id, None, 1, 40);
        testkit::golden(format!("tests/transcripts/{}.txt", info.id), &text);
    }
}

#[test]
fn the_corpus_opens() {
    for (n, info) in Battle::scenarios().into_iter().enumerate() {
        let record = testkit::sample_record::<Battle>(info.id, None, n as u64);
        testkit::keep_record(format!("tests/records/{}.json", info.id), &record);
    }
    let newer = testkit::sample_record::<Battle>("intro", None, 2);
    testkit::keep_record("tests/records/intro-2.json", &newer);
    let newest = testkit::sample_record::<Battle>("gauntlet", None, 7);
    testkit::keep_record("tests/records/gauntlet-7.json", &newest);
    assert!(4 <= testkit::corpus_opens::<Battle>("tests/records"));
}
