//! Real secrets, with twins (FTB-16.1, FTB-33.1, FTB-33.3, FTB-35.1, FTB-7.1).

use dice::fair::{Contribution, Secret};
use engine::{Library, Match, Opening, Seat, Spoken, Viewer};
use rules_ftb::{Battle, Options, Scenario, scenario};

fn begin(scenario: &Scenario, options: Options) -> Match<Battle> {
    let opening = Opening {
        options,
        scenario: scenario.clone(),
        seats: Vec::new(),
        secret: Secret([9; 32]),
        contributions: vec![Contribution("x".to_owned()); 2],
    };
    Match::begin(opening).expect("a scenario")
}

fn say(game: &mut Match<Battle>, seat: u8, text: &str) {
    let order = Battle::read_order(&game.view(Viewer::Seat(Seat(seat))), Seat(seat), text).expect(text);
    game.submit(Seat(seat), order).unwrap_or_else(|it| panic!("{text}: {it}"));
}

/// View and witnessed log to the byte.
fn seen(game: &Match<Battle>, viewer: Viewer) -> Vec<u8> {
    serde_json::to_vec(&(game.view(viewer), game.log_for(viewer))).expect("plain data")
}

/// FTB-16.1, FTB-8.2: a sealed choice shows to nobody before both are in.
#[test]
fn ftb_16_1_sealed_choices() {
    let duel = scenario("intro");
    let twins = ["railgun", "defensive"].map(|choice| {
        let mut game = begin(&duel, Battle::preset(&duel));
        assert_eq!(game.decision().map(|it| it.phase), Some("initiative"));
        say(&mut game, 0, choice);
        game
    });
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Referee] {
        assert_eq!(seen(&twins[0], viewer), seen(&twins[1], viewer), "{viewer:?}");
        assert!(twins[0].sealed_for(viewer).is_empty());
    }
}

/// FTB-33.1: with hidden manifests a burn and a heat dump of the same vector look alike to the enemy.
#[test]
fn ftb_33_1_hidden_manifests() {
    let duel = scenario("intro");
    for hidden in [true, false] {
        let twins = ["coast", "dump"].map(|order| {
            let mut game = begin(&duel, Options { hidden_manifests: hidden, ..Battle::preset(&duel) });
            say(&mut game, 0, "railgun");
            say(&mut game, 1, "defensive");
            say(&mut game, 0, "activate TB1");
            say(&mut game, 0, order);
            game
        });
        for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
            assert_eq!(seen(&twins[0], viewer) == seen(&twins[1], viewer), hidden, "{viewer:?}");
        }
        assert_ne!(seen(&twins[0], Viewer::Seat(Seat(0))), seen(&twins[1], Viewer::Seat(Seat(0))));
        assert_eq!(twins[0].view(Viewer::Seat(Seat(1))).ships[0].own.is_none(), hidden);
    }
}

/// FTB-33.3: a hidden Stealth run's point shows to its owner alone.
#[test]
fn ftb_33_3_hidden_stealth_run() {
    let duel = scenario("intro");
    for hidden in [true, false] {
        let twins = ["40,40", "-40,40"].map(|at| {
            let options = Options { stealth_run: true, hidden_stealth_run: hidden, ..Battle::preset(&duel) };
            let mut game = begin(&duel, options);
            say(&mut game, 0, &format!("hold TD1 at {at} course 1,0 speed 5"));
            game
        });
        for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
            assert_eq!(seen(&twins[0], viewer) == seen(&twins[1], viewer), hidden, "{viewer:?}");
        }
        assert_ne!(seen(&twins[0], Viewer::Seat(Seat(0))), seen(&twins[1], Viewer::Seat(Seat(0))));
    }
}

/// FTB-35.1, FTB-21.1: how many Tankers were bought shows to nobody before they come.
#[test]
fn ftb_21_1_hidden_tankers() {
    let generic = scenario("generic");
    let twins = ["fleet B D", "fleet B D tankers 1"].map(|fleet| {
        let mut game = begin(&generic, Battle::preset(&generic));
        say(&mut game, 0, fleet);
        say(&mut game, 1, "fleet D D D");
        game
    });
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        assert_eq!(seen(&twins[0], viewer), seen(&twins[1], viewer), "{viewer:?}");
    }
    assert_ne!(seen(&twins[0], Viewer::Seat(Seat(0))), seen(&twins[1], Viewer::Seat(Seat(0))));
}

/// FTB-33.1, FTB-35.2: an extra that was bought is secret until it is used; one that the scenario
/// gives is printed there.
#[test]
fn ftb_33_1_hidden_extras() {
    let generic = scenario("generic");
    for hidden in [true, false] {
        let twins = ["fleet B D extra overdrive", "fleet B D extra probes"].map(|fleet| {
            let mut game = begin(&generic, Options { hidden_manifests: hidden, ..Battle::preset(&generic) });
            say(&mut game, 0, fleet);
            say(&mut game, 1, "fleet D D D");
            game
        });
        for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
            assert_eq!(seen(&twins[0], viewer) == seen(&twins[1], viewer), hidden, "{viewer:?}");
        }
        assert_ne!(seen(&twins[0], Viewer::Seat(Seat(0))), seen(&twins[1], Viewer::Seat(Seat(0))));
    }
}
