//! Orders of set-up as text (FT-4.12.2, FT-18.1.3).

use geometry::Point;

use crate::{
    notation::{Unread, clock, number, parts, point, ship},
    setup::{deploy::Deploy, scenario::Field},
    terrain::{BodyId, notation::feature},
    view::View,
};

/// `A1 5,20 3 4`: ship, place, course, velocity.
pub(crate) fn write(field: &Field, deploy: &Deploy) -> String {
    let Deploy { ship, at, facing, velocity } = *deploy;
    format!("{} {},{} {facing} {velocity}", field.code(ship), at.x, at.y)
}

pub(crate) fn read(view: &View, text: &str) -> Result<Deploy, Unread> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [id, at, facing, rest @ ..] = &words[..] else {
        return Err("write ship, place, course and velocity: A1 5,20 3 4".to_owned());
    };
    let velocity = rest.first().map_or(Ok(0), |word| number(word))?;
    Ok(Deploy { ship: ship(view, id)?, at: point(at)?, facing: clock(facing)?, velocity })
}

pub(crate) fn write_features(places: &[(BodyId, Point)]) -> Vec<String> {
    places.iter().map(|(body, at)| format!("{} {},{}", body.number(), at.x, at.y)).collect()
}

pub(crate) fn read_features(text: &str) -> Result<Vec<(BodyId, Point)>, Unread> {
    let one = |part: &str| match part.split_whitespace().collect::<Vec<_>>()[..] {
        [n, at] => Ok((feature(n)?, point(at)?)),
        _ => Err(format!("{part:?}: write the number of a feature and its place")),
    };
    parts(text).map(one).collect()
}
