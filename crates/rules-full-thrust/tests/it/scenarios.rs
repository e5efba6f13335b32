//! The eight scenarios of the rule index, as they are supplied.

use engine::Game;
use rules_full_thrust::{Battle, Scenario, ShipId, library};

fn field(id: &str) -> (Scenario, Battle) {
    let scenario = library::scenario(id);
    let battle = Battle::set_up(&scenario.options, &scenario).expect("a scenario");
    (scenario, battle)
}

/// Points and mass of each side, dummies left out of the mass.
fn sums(id: &str) -> Vec<(u32, u32)> {
    let (scenario, battle) = field(id);
    let mut sums = vec![(0, 0); scenario.sides.len()];
    for (n, berth) in scenario.sides.iter().flat_map(|side| &side.ships).enumerate() {
        let id = ShipId(n as u8);
        let blueprint = battle.field().blueprint(id);
        let sum = &mut sums[usize::from(battle.ship(id).side)];
        sum.0 += blueprint.points;
        sum.1 += if berth.design == "Dummy" { 0 } else { blueprint.design.mass };
    }
    sums
}

/// FT-S1 to FT-S8: forces, tables and turns.
#[test]
fn the_eight_scenarios() {
    for (rule, id, forces, size, turns) in [
        ("FT-S1", "intro", [(765, 226), (765, 226)], (72, 48), 6),
        ("FT-S2", "carrier-strike", [(916, 238), (773, 230)], (96, 60), 10),
        ("FT-S3", "convoy-raid", [(822, 382), (574, 174)], (96, 60), 12),
        ("FT-S4", "asteroid-ambush", [(748, 223), (808, 244)], (72, 48), 10),
        ("FT-S5", "orbital-assault", [(1148, 342), (1323, 386)], (72, 48), 18),
        ("FT-S6", "break-out", [(726, 275), (758, 230)], (96, 60), 12),
        ("FT-S7", "boarding-action", [(807, 220), (1215, 359)], (72, 48), 5),
        ("FT-S8", "bogey-hunt", [(713, 201), (710, 188)], (120, 72), 14),
    ] {
        let (scenario, _) = field(id);
        assert_eq!(sums(id), forces, "{rule} {id}");
        let table = scenario.table;
        let size = (geometry::Length::units(size.0), geometry::Length::units(size.1));
        assert_eq!(((table.width, table.height), scenario.turns), (size, turns), "{rule} {id}");
    }
}
