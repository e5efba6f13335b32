//! What scripted dice cannot show of the deployment: how many sides its dice have.

use std::collections::BTreeSet;

use engine::{Game, Match, Opening, Progress};
use rules_stratoyager::{Battle, DeployEvent, Event, Options, Scenario};
use serde_json::json;

/// STR-SET.4: equal sensors and equal forces are settled by two dice of six sides.
#[test]
fn rule_set_4_who_places_first_is_a_matter_of_d6() {
    let units = json!([{ "card": "Guardian 151a" }, { "card": "Guardian 151a" }]);
    let scenario: Scenario = plain::from_value(&json!({
        "name": "Equal eyes", "blurb": "Sensors of 2 on either side.",
        "table": { "width": 24, "height": 36 }, "deployment": { "cards": { "edges": "short" } },
        "sides": [{ "name": "Federation", "units": units }, { "name": "Pirates", "units": units }],
    }))
    .expect("a scenario");
    let mut seen = [BTreeSet::new(), BTreeSet::new()];
    for seed in 0..100 {
        let opening: Opening<Battle> = Opening {
            options: Options { dogfight: false, ..Options::default() },
            scenario: scenario.clone(),
            seats: Vec::new(),
            secret: dice::fair::Secret([seed; 32]),
            contributions: vec![dice::fair::Contribution("x".to_owned()); 2],
        };
        let mut game = Match::begin(opening).expect("a battle");
        let mut dice = dice::Dice::numbered(3, u64::from(seed));
        let settled = |it: &Event| match it {
            Event::Deploy(DeployEvent::FirstSettled { dice, .. }) => {
                Some(dice.expect("nothing else decides"))
            }
            _ => None,
        };
        let rolled = loop {
            if let Some(rolled) = game.log().iter().find_map(settled) {
                break rolled;
            }
            for seat in game.awaiting().iter() {
                let order = game.state().sample_order(seat, &mut dice);
                if let Progress::Resolved(_) = game.submit(seat, order).expect("legal") {
                    break;
                }
            }
        };
        assert_ne!(rolled[0], rolled[1]);
        for (seen, die) in seen.iter_mut().zip(rolled) {
            seen.insert(die);
        }
    }
    assert_eq!(seen, [BTreeSet::from([1, 2, 3, 4, 5, 6]), BTreeSet::from([1, 2, 3, 4, 5, 6])]);
}
