//! How heavy views and menus are, in bytes of JSON, in the first decisions of every scenario.

use dice::Dice;
use engine::{Assist, Game, Orders, Pending, Table, Tactics, Viewer};
use rules_full_thrust::{Battle, library};

fn main() {
    for (id, scenario) in library::scenarios() {
        let battle = Battle::set_up(&scenario.options, &scenario).expect("a supplied scenario");
        let mut table = Table::new(battle, Dice::numbered(1, 0));
        let mut dice = Dice::numbered(1, 1);
        table.open();
        let mut most: Vec<(&str, usize, usize)> = Vec::new();
        while let Pending::Orders(decision) = table.state().pending() {
            let mut orders = Orders::default();
            for seat in decision.seats.iter() {
                let size = |json: serde_json::Result<String>| json.expect("plain data").len();
                let menu = size(serde_json::to_string(&table.state().menu(seat)));
                let view = size(serde_json::to_string(&table.state().view(Viewer::Seat(seat))));
                match most.iter_mut().find(|it| it.0 == decision.phase) {
                    Some(it) => (it.1, it.2) = (it.1.max(menu), it.2.max(view)),
                    None => most.push((decision.phase, menu, view)),
                }
                orders.insert(seat, table.state().captain(seat, &mut dice));
            }
            table.resolve(&orders);
        }
        for (phase, menu, view) in most {
            println!("{id:16} {phase:16} menu {menu:8} view {view:8}");
        }
    }
}
