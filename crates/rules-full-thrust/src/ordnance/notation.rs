//! Launches, flak and mines as text (FT-2.6.3, FT-6.10.1).

use geometry::Point;

use crate::{
    notation::{Unread, number, parts, point, ship},
    ordnance::{
        Launch, Launched,
        mines::Lay,
        opening::{Barrage, Opening, Stage},
    },
    setup::scenario::Field,
    ship::{IconId, ShipId},
    view::View,
};

pub(crate) fn write_opening(field: &Field, opening: &Opening) -> Vec<String> {
    let code = |id: ShipId| field.code(id);
    let flak = |it: &Barrage| format!("{} {}>@{},{}", code(it.ship), it.weapon.0, it.at.x, it.at.y);
    let stage = |it: &Stage| format!("#{}>@{},{}", it.marker, it.at.x, it.at.y);
    opening.flak.iter().map(flak).chain(opening.stages.iter().map(stage)).collect()
}

/// Flak by ship and gun, missiles by their marker: `A1 4>@30,20; #2>@40,20`.
pub(crate) fn read_opening(view: &View, text: &str) -> Result<Opening, Unread> {
    let mut opening = Opening::default();
    for part in parts(text) {
        let aim = |word: &str| -> Result<(String, Point), Unread> {
            let (what, at) = word
                .split_once(">@")
                .ok_or_else(|| format!("{word:?}: write gun>@x,y after a ship, or #marker>@x,y"))?;
            Ok((what.to_owned(), point(at)?))
        };
        if let Some(word) = part.strip_prefix('#') {
            let (marker, at) = aim(word)?;
            opening.stages.push(Stage { marker: number(&marker)?, at });
            continue;
        }
        let mut words = part.split_whitespace();
        let ship = ship(view, words.next().unwrap_or_default())?;
        for word in words {
            let (weapon, at) = aim(word)?;
            opening.flak.push(Barrage { ship, weapon: IconId(number(&weapon)?), at });
        }
    }
    Ok(opening)
}

pub(crate) fn write_launch(field: &Field, launch: &Launch) -> Vec<String> {
    let code = |id: ShipId| field.code(id);
    let one = |it: &Launched| {
        let to = match (it.at, it.target) {
            (Some(at), _) => format!("@{},{}", at.x, at.y),
            (None, Some(target)) => code(target),
            (None, None) => String::new(),
        };
        let more = [if it.extended { "+er" } else { "" }, if it.fused { "+fused" } else { "" }].concat();
        format!(" {}>{to}{more}", it.weapon.0)
    };
    vec![code(launch.ship) + &launch.launches.iter().map(one).collect::<String>()]
}

pub(crate) fn read_launch(view: &View, text: &str) -> Result<Launch, Unread> {
    let mut words = text.split_whitespace();
    let launcher = ship(view, words.next().unwrap_or_default())?;
    let mut launches = Vec::new();
    for word in words {
        let (weapon, to) =
            word.split_once('>').ok_or_else(|| format!("{word:?}: write launcher>@x,y or pod>target"))?;
        let mut parts = to.split('+');
        let to = parts.next().unwrap_or_default();
        let mut it = Launched {
            weapon: IconId(number(weapon)?),
            at: None,
            target: None,
            extended: false,
            fused: false,
        };
        match to.strip_prefix('@') {
            Some(at) => it.at = Some(point(at)?),
            None => it.target = Some(ship(view, to)?),
        }
        for part in parts {
            match part {
                "er" => it.extended = true,
                "fused" => it.fused = true,
                _ => return Err(format!("{part:?} is neither er nor fused")),
            }
        }
        launches.push(it);
    }
    Ok(Launch { ship: launcher, launches })
}

/// A mine by its layer, and how far along the path: `mine4`, `mine4@6`.
pub(crate) fn lay(word: &str) -> Result<Lay, Unread> {
    let (layer, after) = match word["mine".len()..].split_once('@') {
        Some((layer, after)) => (layer, Some(number(after)?)),
        None => (&word["mine".len()..], None),
    };
    Ok(Lay { layer: IconId(number(layer)?), after })
}
