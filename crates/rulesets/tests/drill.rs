//! Battles played by numbers, in every game.

use engine::Seat;
use rulesets::{
    Drill, Drilled, Level, Menu, OUTLOOK, RULESETS, Ruleset, ScenarioRef, Sight, Table, ViewPath,
};

fn plan(players: Vec<Option<Level>>, menu: Menu) -> Drilled {
    Drilled {
        players,
        seed: 5,
        menu,
        most: 6,
        sight: Sight { units: true, judgement: true, paths: Vec::new() },
    }
}

fn drill(game: &dyn Ruleset, plan: &Drilled) -> Box<dyn Drill> {
    let prepared =
        game.prepare(ScenarioRef::Id("intro"), &[], Table::Computers).expect("it comes with the game");
    prepared.drill(plan).expect("two seats")
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|it| it.to_bits()).collect()
}

/// A battle from its beginning to its end: everything that was shown.
fn played(drill: &mut dyn Drill, battle: u64, look: bool) -> Vec<u32> {
    drill.begin(battle);
    let mut shown = Vec::new();
    while drill.outcome().is_none() {
        for seat in [Seat(0), Seat(1)] {
            if !drill.waits(seat) {
                continue;
            }
            let mut numbers = vec![f32::NAN; drill.names().len()];
            drill.observe(seat, &mut numbers);
            assert!(numbers.iter().all(|it| it.is_finite()), "{numbers:?}");
            shown.extend(bits(&numbers));
            let choices = drill.choices(seat);
            assert!((1..=6).contains(&choices));
            if look {
                let mut ahead = vec![f32::NAN; 6 * OUTLOOK.len()];
                drill.weigh(seat, &mut ahead);
                assert!(ahead.iter().all(|it| it.is_finite()));
                assert!(drill.order(seat, choices - 1).is_some_and(|it| !it.order.is_null()));
            }
            drill.choose(seat, (battle as usize + drill.decisions() as usize) % choices).expect("on offer");
        }
    }
    shown
}

#[test]
fn a_battle_is_the_same_wherever_it_is_fought() {
    for game in RULESETS.iter() {
        for menu in [Menu::Drawn, Menu::Listed] {
            let mut one = drill(*game, &plan(vec![None, None], menu));
            let mut other = one.fork();
            let first = played(&mut *one, 0, false);
            let second = played(&mut *one, 1, true);
            assert_ne!(first, second, "{}", game.id());
            assert_eq!(played(&mut *other, 1, true), second, "{}", game.id());
            assert_eq!(played(&mut *other, 0, false), first, "{}", game.id());
        }
    }
}

#[test]
fn levels_play_beside_whoever_chooses() {
    for game in RULESETS.iter() {
        let mut it = drill(*game, &plan(vec![Some(Level::Cadet), None], Menu::Worth));
        it.begin(3);
        while it.outcome().is_none() {
            assert!(!it.waits(Seat(0)) && it.waits(Seat(1)));
            it.choose(Seat(1), 0).expect("the captain's");
        }
        assert!(it.choose(Seat(1), 0).is_err(), "it is over");
    }
}

#[test]
fn what_is_no_number_is_refused() {
    let game = rulesets::find("asfos").expect("a game");
    let prepared = game.prepare(ScenarioRef::Id("intro"), &[], Table::Computers).expect("a scenario");
    let path = |text: &str| ViewPath::read(text).expect("a path");
    let mut wanted = plan(vec![None, None], Menu::Drawn);
    wanted.sight.paths = vec![path("ships")];
    let err = prepared.drill(&wanted).err().expect("a list").to_string();
    assert!(err.contains("expected one number"), "{err}");
    wanted.sight.paths = vec![path("count(ships.*)")];
    let mut it = prepared.drill(&wanted).expect("a number");
    it.begin(0);
    let mut numbers = vec![0.0; it.names().len()];
    it.observe(Seat(0), &mut numbers);
    assert_eq!(numbers.last(), Some(&10.0));
    let none = Drilled { most: 0, ..wanted.clone() };
    assert!(prepared.drill(&none).err().expect("nothing").to_string().contains("expected 1 to"));
    let alone = Drilled { players: vec![None], ..wanted };
    assert!(prepared.drill(&alone).is_err(), "one player for two seats");
}
