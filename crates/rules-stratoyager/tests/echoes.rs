//! Every case, played on by chance, gives what it gave when that was written down.

use rules_stratoyager::Battle;

#[test]
fn cases_played_on_give_what_they_gave() {
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
    let played = testkit::echoes::<Battle>(cases, "tests/echoes.txt", testkit::Echo::default());
    assert!(100 < played, "{played} cases");
}
