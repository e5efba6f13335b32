//! The laws of the test kit over every scenario and option, and what they
//! cannot know by themselves: the secrets, the stored battles.

mod chance;

use engine::{Game, Library, Match, Opening, Seat, Viewer};
use rules_stratoyager::{Action, Battle, Combat, Dealt, Options, Order, Plan, Situation, UnitId, scenario};
use serde_json::json;
use testkit::{Plan as Trial, Siege};

#[test]
fn keeps_every_law() {
    let summary = testkit::conforms::<Battle>(Trial { playouts: 800, sparse: 32, ..Trial::DEFAULT });
    assert!(0 < summary.decisive, "{summary:?}");
}

/// STR-1.4, STR-3.2, STR-6.3: any two rules in one situation.
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

fn begun() -> Match<Battle> {
    let scenario = scenario("intro");
    let opening: Opening<Battle> = Opening {
        options: Battle::computer_preset(&scenario),
        scenario,
        seats: Vec::new(),
        secret: dice::fair::Secret([5; 32]),
        contributions: vec![dice::fair::Contribution("x".to_owned()); 2],
    };
    Match::begin(opening).expect("the book's battle")
}

/// Plays default orders until `phase` is open.
fn until(game: &mut Match<Battle>, phase: &str) {
    let mut dice = dice::Dice::numbered(3, 3);
    while game.decision().is_some_and(|it| it.phase != phase) {
        for seat in game.awaiting().iter() {
            let order = game.state().sample_order(seat, &mut dice);
            game.submit(seat, order).expect("sampled orders are legal");
        }
    }
    assert_eq!(game.awaiting().len(), 2, "both decide");
}

/// Orders of seat 0 that differ leave everybody else's view and log the same to the byte.
fn sealed_twins(game: &Match<Battle>, orders: [Order; 2]) {
    let [one, two] = orders.map(|order| {
        let mut game = game.clone();
        game.submit(Seat(0), order).expect("legal");
        game
    });
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Referee] {
        let bytes = |game: &Match<Battle>| {
            serde_json::to_vec(&(game.view(viewer), game.log_for(viewer))).expect("plain data")
        };
        assert_eq!(bytes(&one), bytes(&two), "{viewer:?}");
        assert!(one.sealed_for(viewer).is_empty());
    }
}

/// STR-SET.9: which units are held back is secret until both lists are in.
#[test]
fn rule_set_9_reserves_are_secret() {
    let mut game = begun();
    until(&mut game, "reserves");
    sealed_twins(&game, [Action::Reserve(vec![]).into(), Action::Reserve(vec![UnitId(2)]).into()]);
}

/// STR-1.2: cards lie face down until the common reveal; discards are never shown.
#[test]
fn rule_1_2_cards_are_secret() {
    let mut game = begun();
    until(&mut game, "initiative");
    let units: Vec<UnitId> = game.state().active_units(0).collect();
    let hand = |from: u8| -> Order {
        let cards = units.iter().zip(from..).map(|(&unit, card)| Dealt { unit, card });
        Action::Cards(cards.collect()).into()
    };
    sealed_twins(&game, [hand(1), hand(2)]);
}

/// STR-2.15: plans are secret until the reveal of the segment.
#[test]
fn rule_2_15_plans_are_secret() {
    let mut game = begun();
    until(&mut game, "manoeuvre");
    let evasive = Plan { evasive: true, ..Plan::DRIFT };
    sealed_twins(&game, [Action::Plan(Plan::DRIFT).into(), Action::Plan(evasive).into()]);
}

/// STR-2.12: who yaws after his action decides at once with the other.
#[test]
fn rule_2_12_yaws_are_secret() {
    let mut game = begun();
    until(&mut game, "yaw");
    sealed_twins(&game, [Action::Yaw(0).into(), Action::Yaw(6).into()]);
}

/// STR-1.4: combat actions are chosen in secret.
#[test]
fn rule_1_4_combat_actions_are_secret() {
    let mut game = begun();
    until(&mut game, "combat action");
    sealed_twins(
        &game,
        [Action::Combat(Combat::None).into(), Action::Combat(Combat::Countermeasures).into()],
    );
}

fn duel(hands: [[u8; 2]; 2], movement: Option<[u8; 2]>) -> Battle {
    let situation: Situation = plain::from_value(&json!({
        "phase": if movement.is_some() { "plan" } else { "duel" },
        "hands": hands,
        "movement": movement,
        "active": [0, null],
        "units": [
            { "side": 0, "card": "Guardian 151a", "at": { "x": 12, "y": 4 }, "speed": 4 },
            { "side": 1, "card": "Blackbuck Mk.II", "at": { "x": 12, "y": 30 }, "course": 6, "speed": 4 },
        ],
    }))
    .expect("a situation");
    Battle::from_situation(&Options::default(), &situation).expect("a dogfight")
}

/// STR-ADD.3, STR-ADD.9: the hand of the enemy, his second card and the card
/// nobody drew are secret.
#[test]
fn rule_add_3_dogfight_cards_are_secret() {
    let (one, two) = (duel([[1, 2], [3, 4]], None), duel([[1, 2], [4, 5]], None));
    testkit::indistinguishable(&one, &two, Viewer::Seat(Seat(0)));
    testkit::indistinguishable(&one, &two, Viewer::Spectator);
    let (one, two) = (duel([[1, 2], [3, 4]], Some([1, 4])), duel([[1, 2], [5, 4]], Some([1, 4])));
    testkit::indistinguishable(&one, &two, Viewer::Seat(Seat(0)));
    testkit::indistinguishable(&one, &two, Viewer::Spectator);
    let (one, two) = (duel([[1, 2], [3, 4]], Some([1, 4])), duel([[1, 5], [3, 4]], Some([1, 4])));
    testkit::indistinguishable(&one, &two, Viewer::Seat(Seat(1)));
    assert_ne!(one.view(Viewer::Seat(Seat(0))), two.view(Viewer::Seat(Seat(0))));
}

/// A change of behaviour shows in these; `UPDATE_EXPECT=1` writes them anew.
#[test]
fn transcripts_are_unchanged() {
    for info in Battle::scenarios() {
        let text = testkit::transcript::<Battle>(info.id, None, 1, 60);
        testkit::golden(format!("tests/transcripts/{}.txt", info.id), &text);
    }
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
    let second = testkit::sample_record::<Battle>("intro", None, 3);
    testkit::keep_record("tests/records/intro-3.json", &second);
    assert!(5 <= testkit::corpus_opens::<Battle>("tests/records"));
}
