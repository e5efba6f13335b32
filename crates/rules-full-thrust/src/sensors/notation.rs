//! Musters and scans as text (FT-12.1.1, FT-12.1.3).

use engine::Seat;

use crate::{
    notation::{Unread, number, parts, ship},
    sensors::Scan,
    setup::scenario::Field,
    ship::ShipId,
    view::View,
};

pub(crate) fn write_muster(places: &[u8]) -> Vec<String> {
    vec![places.iter().map(|it| (u16::from(*it) + 1).to_string()).collect::<Vec<_>>().join(" ")]
}

/// Ships by their numbers from 1, in the order of the places.
pub(crate) fn read_muster(view: &View, seat: Seat, text: &str) -> Result<Vec<u8>, Unread> {
    if text == "hold" {
        return Ok((0..view.field.side(seat).ships.len() as u8).collect());
    }
    let place = |word: &str| match number::<u8>(word)? {
        0 => Err("ships are counted from 1".to_owned()),
        n => Ok(n - 1),
    };
    text.split_whitespace().map(place).collect()
}

pub(crate) fn write_scans(field: &Field, scans: &[Scan]) -> Vec<String> {
    let code = |id: ShipId| field.code(id);
    scans.iter().map(|it| format!("{} >{}", code(it.ship), code(it.target))).collect()
}

pub(crate) fn read_scans(view: &View, text: &str) -> Result<Vec<Scan>, Unread> {
    let mut scans = Vec::new();
    for part in parts(text) {
        let mut words = part.split_whitespace();
        let scanner = ship(view, words.next().unwrap_or_default())?;
        for word in words {
            let target = word.strip_prefix('>').ok_or_else(|| format!("{word:?}: write >B3"))?;
            scans.push(Scan { ship: scanner, target: ship(view, target)? });
        }
    }
    Ok(scans)
}
