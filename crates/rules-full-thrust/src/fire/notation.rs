//! Fire as text (FT-2.6.11).

use crate::{
    craft::{self, evasion::GroupShot},
    fire::{Fire, Shot, sweeps::Line},
    notation::{Unread, number, point, ship},
    setup::scenario::Field,
    ship::{IconId, ShipId},
    terrain::{BodyId, notation::feature},
    view::View,
    yard::design::Kind,
};

pub(crate) fn write(field: &Field, fire: &Fire) -> Vec<String> {
    let code = |id: ShipId| field.code(id);
    let shot = |shot: &Shot| {
        let aim = shot.aim.map_or(String::new(), |aim| format!("!{}", aim.0));
        let crew = if fire.crews.contains(&shot.weapon) { "+dcp" } else { "" };
        format!(" {}>{}{aim}{crew}", shot.weapon.0, code(shot.target))
    };
    let line = |line: &Line| match line.at {
        _ if line.rock.is_some() => {
            format!(" {}>rock{}", line.weapon.0, line.rock.map_or(0, BodyId::number))
        }
        Some(at) => format!(" {}>@{},{}", line.weapon.0, at.x, at.y),
        None => format!(" {}>ahead", line.weapon.0),
    };
    let shots: String = fire.shots.iter().map(shot).collect();
    let group = |it: &GroupShot| format!(" {}>{}", it.weapon.0, field.group_code(it.group));
    let groups: String = fire.groups.iter().map(group).collect();
    vec![code(fire.ship) + &shots + &fire.lines.iter().map(line).collect::<String>() + &groups]
}

pub(crate) fn read(view: &View, text: &str) -> Result<Fire, Unread> {
    let mut words = text.split_whitespace();
    let firer = ship(view, words.next().unwrap_or_default())?;
    let (mut shots, mut lines, mut crews, mut groups) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for word in words {
        let (weapon, target) = word
            .split_once('>')
            .ok_or_else(|| format!("{word:?} is not a shot; write weapon>target: 3>B1"))?;
        if craft::notation::is_group(target) && !target.starts_with('@') {
            let (weapon, group) = (IconId(number(weapon)?), craft::notation::group(view, target)?);
            let spinal = view.field.blueprint(firer).kind(weapon).is_some_and(Kind::is_spinal);
            // FT-5.23.3, FT-5.23.7: a spinal mount fires along the line to the group.
            match view.groups.get(group.index()).filter(|_| spinal) {
                Some(it) => lines.push(Line { weapon, at: Some(it.at), rock: None }),
                None => groups.push(GroupShot { weapon, group }),
            }
            continue;
        }
        if target == "ahead" {
            lines.push(Line { weapon: IconId(number(weapon)?), at: None, rock: None });
            continue;
        }
        if let Some(n) = target.strip_prefix("rock") {
            let rock = Some(feature(n)?);
            lines.push(Line { weapon: IconId(number(weapon)?), at: None, rock });
            continue;
        }
        if let Some(at) = target.strip_prefix('@') {
            lines.push(Line { weapon: IconId(number(weapon)?), at: Some(point(at)?), rock: None });
            continue;
        }
        let (target, crew) = target.strip_suffix("+dcp").map_or((target, false), |it| (it, true));
        if crew {
            crews.push(IconId(number(weapon)?));
        }
        let (target, aim) = match target.split_once('!') {
            Some((target, aim)) => (target, Some(IconId(number(aim)?))),
            None => (target, None),
        };
        shots.push(Shot { weapon: IconId(number(weapon)?), target: ship(view, target)?, aim });
    }
    Ok(Fire { ship: firer, shots, lines, crews, groups })
}
