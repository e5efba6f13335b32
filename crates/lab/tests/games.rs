//! What is seen of battles, in every game there is.

use rulesets::{
    BattleReport, Bout, Contest, Entrant, Gone, Level, RULESETS, ScenarioRef, Seen, Table, ViewPath, Watch,
};

const BATTLES: u64 = 4;
const SEED: u64 = 31;

fn fought(game: &str, watch: Watch) -> Vec<Seen> {
    let prepared =
        rulesets::find(game).unwrap().prepare(ScenarioRef::Id("intro"), &[], Table::Computers).unwrap();
    let entrants = vec![Entrant::Level(Level::Captain); prepared.seats().len()];
    let bout = Bout { entrants, seed: SEED, swap: true, watch };
    let mut ring = prepared.ring(&bout).unwrap();
    (0..BATTLES).map(|battle| ring.fight(battle).unwrap()).collect()
}

/// Whoever looks on changes nothing, and a ring fights what a simulation fights.
#[test]
fn looking_on_changes_no_battle() {
    for game in RULESETS.iter() {
        let watch = Watch { turns: true, harm: true, decided: true, paths: Vec::new() };
        let seen: Vec<BattleReport> = fought(game.id(), watch).into_iter().map(|it| it.report).collect();
        let plain: Vec<BattleReport> =
            fought(game.id(), Watch::default()).into_iter().map(|it| it.report).collect();
        assert_eq!(seen, plain, "{}", game.id());
        let prepared = game.prepare(ScenarioRef::Id("intro"), &[], Table::Computers).unwrap();
        let levels = vec![Level::Captain; prepared.seats().len()];
        let contest = Contest { levels, battles: BATTLES, seed: SEED, swap: true, jobs: 1 };
        let mut simulated = Vec::new();
        prepared.simulate(&contest, &mut |it| simulated.push(it.clone())).unwrap();
        assert_eq!(plain, simulated, "{}", game.id());
    }
}

/// Blows say whom they struck, with what and where; turns what is left; and the end why.
#[test]
fn every_game_tells_what_a_study_measures() {
    for game in RULESETS.iter() {
        let id = game.id();
        let paths =
            vec![ViewPath::read("count(ships.*)").unwrap(), ViewPath::read("count(units.*)").unwrap()];
        let watch = Watch { turns: true, harm: true, decided: true, paths };
        let (mut destroyed, mut lost, mut placed, mut blows) = (0, 0, 0, 0);
        for seen in fought(id, watch) {
            let Seen { report, fault, decided, turns, harm } = seen;
            assert_eq!(fault, None);
            assert!(decided.is_some_and(|it| !it.is_empty()), "{id}: nothing decided it");
            let numbers: Vec<u32> = turns.iter().map(|it| it.turn).collect();
            assert!(numbers.is_sorted_by(|a, b| a < b), "{id}: {numbers:?}");
            assert_eq!(numbers.last(), Some(&report.turns), "{id}");
            for turn in &turns {
                assert_eq!((turn.left.len(), turn.score.len()), (2, 2), "{id}");
                let counted: f64 = turn.values.iter().filter_map(serde_json::Value::as_f64).sum();
                assert!(2.0 <= counted, "{id}: no ships in the view: {:?}", turn.values);
            }
            // What is left at the end is what was there, less what was struck off. Repairs add to it.
            let (first, last) = (&turns[0], &turns[turns.len() - 1]);
            for seat in 0..2 {
                assert!(last.left[seat] <= first.left[seat], "{id}: {turns:?}");
            }
            destroyed += harm.iter().filter(|it| it.gone == Some(Gone::Destroyed)).count();
            lost += report.losses.iter().filter(|it| it.fate == engine::Fate::Destroyed).count();
            placed += harm.iter().filter(|it| it.at.is_some()).count();
            blows += harm.len();
            for blow in &harm {
                assert!(!blow.by.is_empty() && !blow.unit.is_empty(), "{id}: {blow:?}");
                assert!(0 < blow.points || blow.gone.is_some(), "{id}: {blow:?}");
                assert!(1 <= blow.turn && blow.turn <= report.turns, "{id}: {blow:?}");
            }
        }
        assert!(0 < blows && 0 < destroyed, "{id}: {blows} blows, {destroyed} destroyed");
        assert_eq!(destroyed, lost, "{id}: what the blows destroyed, and what was lost");
        assert_eq!(placed, blows, "{id}: blows with a place");
    }
}
