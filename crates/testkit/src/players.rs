//! What a game tells the computer players, tried decision by decision.

use dice::Dice;
use engine::{Decision, Library, Orders, Pending, Table};
use serde_json::Value;

use crate::Complete;

/// Plays a battle in which every seat tries all its players at every decision
/// and takes the order of one of them.
///
/// # Panics
///
/// If a player gives an illegal order, if the candidates are none, more than
/// `most`, twice the same, or do not begin with the captain's order, or if a
/// battle is judged beyond all bounds.
pub fn plays_them_all<G: Complete>(start: G, most: usize, seed: u64) {
    let mut table = Table::without_log(start, Dice::numbered(seed, 0));
    let mut dice = Dice::numbered(seed, 1);
    table.open();
    for n in 0_usize.. {
        let battle = table.state();
        let Pending::Orders(decision) = battle.pending() else { return };
        let mut orders = Orders::default();
        for seat in decision.seats.iter() {
            let mut same = dice.clone();
            let mut all = battle.candidates(seat, most, &mut dice);
            assert!(!all.is_empty() && all.len() <= most, "{} candidates of {most}", all.len());
            assert_eq!(all[0], battle.captain(seat, &mut same), "the captain's order comes first");
            for (i, order) in all.iter().enumerate() {
                assert!(!all[..i].contains(order), "named twice: {order:?}");
            }
            all.push(battle.cadet(seat, &mut dice));
            for order in &all {
                battle.check(seat, order).unwrap_or_else(|refusal| panic!("{refusal}: {order:?}"));
            }
            let worth = battle.evaluate(seat);
            assert!((-10_000..=10_000).contains(&worth), "{worth}");
            orders.insert(seat, all.swap_remove(n % all.len()));
        }
        table.resolve(&orders);
    }
}

/// Captains fight every supplied scenario, at most so many decisions of it, and `look` sees each before it is
/// taken: the scenario's id, the battle, and who decides.
///
/// # Panics
///
/// If a scenario cannot be set up.
pub fn among_captains<G: Complete>(most: usize, seed: u64, mut look: impl FnMut(&str, &G, &Decision)) {
    for info in G::scenarios() {
        let options = <G as Library>::computer_preset(&info.scenario);
        let start = G::set_up(&options, &info.scenario).expect("a supplied scenario");
        let mut table = Table::without_log(start, Dice::numbered(seed, 0));
        let mut dice = Dice::numbered(seed, 1);
        table.open();
        for _ in 0..most {
            let battle = table.state();
            let Pending::Orders(decision) = battle.pending() else { break };
            look(info.id, battle, &decision);
            let orders = decision.seats.iter().map(|it| (it, battle.captain(it, &mut dice))).collect();
            table.resolve(&orders);
        }
    }
}

/// Every supplied scenario under its computer preset, and under every choice of
/// every option in one scenario of `shared`, which moves on with the choice.
///
/// # Panics
///
/// If an option does not take one of its choices.
pub fn under_every_option<G: Complete>(shared: usize, mut play: impl FnMut(G::Options, &G::Scenario)) {
    for (n, info) in G::scenarios().iter().enumerate() {
        let preset = <G as Library>::computer_preset(&info.scenario);
        let usual = plain::to_value(&preset);
        play(preset, &info.scenario);
        let choices = |it: engine::OptionInfo| it.choices.into_iter().map(move |choice| (it.name, choice));
        let choices: Vec<(&str, Value)> = G::option_infos().into_iter().flat_map(choices).collect();
        for (k, (name, choice)) in choices.into_iter().enumerate() {
            if !(n + k).is_multiple_of(shared) {
                continue;
            }
            let mut changed = usual.clone();
            changed[name] = choice;
            play(plain::from_value(&changed).expect("a choice it takes"), &info.scenario);
        }
    }
}
