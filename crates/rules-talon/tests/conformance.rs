//! The laws of the test kit over every scenario and option, and what they
//! cannot know by themselves: the secret purchase, the stored battles.

use rules_talon::Battle;
use testkit::Plan;

#[test]
fn keeps_every_law() {
    let summary = testkit::conforms::<Battle>(Plan { playouts: 10, sparse: 200, ..Plan::DEFAULT });
    assert!(0 < summary.playouts, "{summary:?}");
}
