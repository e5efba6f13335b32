//! Orders about terrain as text (FT-17.7.1).

use crate::{
    notation::{Unread, number, parts, point, ship},
    setup::scenario::Field,
    ship::ShipId,
    terrain::{BodyId, rounds::Return},
    view::View,
};

pub(crate) fn write_rounds(field: &Field, returns: &[Return]) -> Vec<String> {
    let code = |id: ShipId| field.code(id);
    returns.iter().map(|it| format!("{} {},{}", code(it.ship), it.at.x, it.at.y)).collect()
}

pub(crate) fn read_rounds(view: &View, text: &str) -> Result<Vec<Return>, Unread> {
    let one = |part: &str| match part.split_whitespace().collect::<Vec<_>>()[..] {
        [id, at] => Ok(Return { ship: ship(view, id)?, at: point(at)? }),
        _ => Err(format!("{part:?}: write ship and place")),
    };
    parts(text).map(one).collect()
}

/// A feature by its number, from 1.
pub(crate) fn feature(word: &str) -> Result<BodyId, Unread> {
    let n: u16 = number(word)?;
    let n = n.checked_sub(1).and_then(|n| u8::try_from(n).ok());
    n.map(BodyId).ok_or_else(|| format!("there is no feature {word:?}; they are counted from 1"))
}
