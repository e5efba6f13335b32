//! Orders of small craft as text: groups are called A1.2, by their ship and their number there.

use crate::{
    craft::{
        attacks::Declared,
        dogfights::Stance,
        gunboats::BoatFire,
        launch::{CraftLaunch, Spread},
        runs::{Run, With},
        wings::{GroupId, Target},
    },
    notation::{self, Unread, number, parts, point, ship},
    ordnance::defence::Guard,
    setup::scenario::Field,
    ship::{IconId, ShipId},
    view::View,
};

const WITH: [(With, &str); 3] = [(With::Main, "main"), (With::Guns, "guns"), (With::Nothing, "nothing")];

/// A group by its code.
pub(crate) fn group(view: &View, word: &str) -> Result<GroupId, Unread> {
    let mut ids = (0..view.groups.len() as u8).map(GroupId);
    let found = ids.find(|&id| view.field.group_code(id).eq_ignore_ascii_case(word));
    found.ok_or_else(|| format!("there is no group {word:?}; groups are called A1.1, B2.3 and so on"))
}

/// Whether a word names a group: by its dot.
pub(crate) fn is_group(word: &str) -> bool {
    word.contains('.')
}

fn target(view: &View, word: &str) -> Result<Target, Unread> {
    match word.strip_prefix('#') {
        Some(marker) => Ok(Target::Marker(number(marker)?)),
        None if is_group(word) => Ok(Target::Group(group(view, word)?)),
        None => Ok(Target::Ship(ship(view, word)?)),
    }
}

fn arrow(word: &str) -> Result<(&str, &str), Unread> {
    word.split_once('>').ok_or_else(|| format!("{word:?}: write who>whom: A1.1>B2"))
}

pub(crate) fn read_attacks(view: &View, text: &str) -> Result<Vec<Declared>, Unread> {
    let words = parts(text).flat_map(str::split_whitespace);
    words
        .map(|word| {
            let (who, whom) = arrow(word)?;
            Ok(Declared { group: group(view, who)?, target: target(view, whom)? })
        })
        .collect()
}

pub(crate) fn write_attacks(field: &Field, attacks: &[Declared]) -> Vec<String> {
    let one = |it: &Declared| {
        let to = match it.target {
            Target::Ship(ship) => field.code(ship),
            Target::Group(id) => field.group_code(id),
            Target::Marker(number) => format!("#{number}"),
        };
        format!("{}>{to}", field.group_code(it.group))
    };
    attacks.iter().map(one).collect()
}

pub(crate) fn read_stances(view: &View, text: &str) -> Result<Vec<Stance>, Unread> {
    let words = parts(text).flat_map(str::split_whitespace);
    words
        .map(|word| {
            let (who, whom) = arrow(word)?;
            let duel = whom.ends_with('!');
            let whom = whom.trim_end_matches('!');
            let at = if whom == "none" {
                Vec::new()
            } else {
                whom.split(',').map(|it| group(view, it)).collect::<Result<_, _>>()?
            };
            Ok(Stance { group: group(view, who)?, at, duel })
        })
        .collect()
}

pub(crate) fn write_stances(field: &Field, stances: &[Stance]) -> Vec<String> {
    let one = |it: &Stance| {
        let at: Vec<String> = it.at.iter().map(|&id| field.group_code(id)).collect();
        let at = if at.is_empty() { "none".to_owned() } else { at.join(",") };
        format!("{}>{at}{}", field.group_code(it.group), if it.duel { "!" } else { "" })
    };
    stances.iter().map(one).collect()
}

pub(crate) fn read_runs(view: &View, text: &str) -> Result<Vec<Run>, Unread> {
    let words = parts(text).flat_map(str::split_whitespace);
    words
        .map(|word| {
            let (who, how) = word.split_once('=').ok_or_else(|| format!("{word:?}: write A1.1=main"))?;
            let (how, aim) = match how.split_once('!') {
                Some((how, aim)) => (how, Some(IconId(number(aim)?))),
                None => (how, None),
            };
            let with = WITH.iter().find(|it| it.1 == how).map(|it| it.0);
            let with = with.ok_or_else(|| format!("{how:?} is not main, guns or nothing"))?;
            Ok(Run { group: group(view, who)?, with, aim })
        })
        .collect()
}

pub(crate) fn write_runs(field: &Field, runs: &[Run]) -> Vec<String> {
    let one = |it: &Run| {
        let aim = it.aim.map_or(String::new(), |aim| format!("!{}", aim.0));
        format!("{}={}{aim}", field.group_code(it.group), notation::name(&WITH, it.with))
    };
    runs.iter().map(one).collect()
}

pub(crate) fn read_groups(view: &View, text: &str) -> Result<Vec<GroupId>, Unread> {
    parts(text).flat_map(str::split_whitespace).map(|word| group(view, word)).collect()
}

pub(crate) fn read_guards(view: &View, text: &str) -> Result<Vec<Guard>, Unread> {
    let mut guards = Vec::new();
    for part in parts(text) {
        let mut words = part.split_whitespace();
        let who = words.next().unwrap_or_default();
        let boats = if is_group(who) { Some(group(view, who)?) } else { None };
        let ship: ShipId = match boats {
            Some(boats) => view.groups[boats.index()].home,
            None => ship(view, who)?,
        };
        for word in words {
            let (weapon, at) =
                word.split_once('>').ok_or_else(|| format!("{word:?}: write weapon>marker: 3>1"))?;
            let weapon = IconId(number(weapon)?);
            let aimed = if is_group(at) { Some(group(view, at)?) } else { None };
            let marker = if aimed.is_some() { 0 } else { number(at)? };
            guards.push(Guard { ship, weapon, marker, group: aimed, boats });
        }
    }
    Ok(guards)
}

pub(crate) fn write_guards(field: &Field, guards: &[Guard]) -> Vec<String> {
    let one = |it: &Guard| {
        let by = it.boats.map_or_else(|| field.code(it.ship), |boats| field.group_code(boats));
        let at = it.group.map_or_else(|| it.marker.to_string(), |id| field.group_code(id));
        format!("{by} {}>{at}", it.weapon.0)
    };
    guards.iter().map(one).collect()
}

/// `A1.6>B1!3+one`
pub(crate) fn read_boats(view: &View, text: &str) -> Result<BoatFire, Unread> {
    let (who, whom) = arrow(text.trim())?;
    let (whom, singly) = match whom.strip_suffix("+one") {
        Some(whom) => (whom, true),
        None => (whom, false),
    };
    let (whom, aim) = match whom.split_once('!') {
        Some((whom, aim)) => (whom, Some(IconId(number(aim)?))),
        None => (whom, None),
    };
    Ok(BoatFire { group: group(view, who)?, target: ship(view, whom)?, aim, singly })
}

pub(crate) fn write_boats(field: &Field, it: &BoatFire) -> String {
    let aim = it.aim.map_or(String::new(), |aim| format!("!{}", aim.0));
    let singly = if it.singly { "+one" } else { "" };
    format!("{}>{}{aim}{singly}", field.group_code(it.group), field.code(it.target))
}

/// `A1.2 6>@30,20 rockets4>B1 bombs1`
pub(crate) fn read_craft_launch(view: &View, text: &str) -> Result<CraftLaunch, Unread> {
    let mut words = text.split_whitespace();
    let id = group(view, words.next().unwrap_or_default())?;
    let mut launch = CraftLaunch::of(id);
    for word in words {
        if let Some(n) = word.strip_prefix("bombs") {
            launch.bombs = number(n)?;
            continue;
        }
        let (n, to) = arrow(word)?;
        match (n.strip_prefix("rockets"), to.strip_prefix('@')) {
            (Some(n), _) if is_group(to) => launch.rockets_at = Some((group(view, to)?, number(n)?)),
            (Some(n), _) => launch.rockets = Some((ship(view, to)?, number(n)?)),
            (None, Some(at)) => launch.missiles.push(Spread { missiles: number(n)?, at: point(at)? }),
            (None, None) => return Err(format!("{word:?}: write missiles>@x,y or rockets4>B1")),
        }
    }
    Ok(launch)
}

pub(crate) fn write_craft_launch(field: &Field, it: &CraftLaunch) -> String {
    let mut text = field.group_code(it.group);
    for spread in &it.missiles {
        text += &format!(" {}>@{},{}", spread.missiles, spread.at.x, spread.at.y);
    }
    if let Some((to, n)) = it.rockets {
        text += &format!(" rockets{n}>{}", field.code(to));
    }
    if let Some((to, n)) = it.rockets_at {
        text += &format!(" rockets{n}>{}", field.group_code(to));
    }
    if 0 < it.bombs {
        text += &format!(" bombs{}", it.bombs);
    }
    text
}
