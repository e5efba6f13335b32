//! Reflex fields: what they let through, and what they send back (FT-7.25.2).

use engine::Table;

use crate::{
    Battle,
    damage::{self, Tally},
    fire::{self, gunnery::Attack},
    ship::ShipId,
};

/// D9: kind B, which any screen and a reflex field act on.
pub(crate) fn is_screened(attack: &Attack) -> bool {
    attack.profile.is_screened()
}

/// FT-7.25.2: one die for each attacking ship.
pub(crate) fn reflect(table: &mut Table<Battle>, ship: ShipId, target: ShipId, beams: Tally) -> Tally {
    let on = table.state().has_reflex(target);
    let points = beams.points();
    if !on || points == 0 {
        return beams;
    }
    let die = table.roll(6);
    let half = points.div_ceil(2);
    let (full, back) = match die {
        1 => (points, 0),
        2 => (half, 0),
        3 | 4 => (0, 0),
        5 => (0, half),
        _ => (0, points),
    };
    table.emit(crate::Event::Fire(fire::Event::Reflected { ship, target, die, full, back }));
    // What comes back is normal damage, past all screens.
    damage::strike(table, ship, None, &Tally { normal: back, ..Tally::default() });
    match die {
        1 => beams,
        2 => {
            let penetrating = (beams.penetrating + beams.deeper.iter().sum::<u16>()) / 2;
            Tally { normal: half - penetrating, penetrating, emp: beams.emp, ..Tally::default() }
        }
        _ => Tally { emp: beams.emp, ..Tally::default() },
    }
}
