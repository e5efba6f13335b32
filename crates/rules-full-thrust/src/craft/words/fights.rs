//! Fights of small craft in plain English.

use crate::{
    Event,
    craft::{
        self, attacks, dogfights, evasion, gunboats, runs,
        wings::{GroupId, Target},
    },
    narrate::{count, faces, name, points, side, system},
    ordnance::words::warhead,
    ordnance::{Marker, defence},
    setup::scenario::Field,
};

/// What a group is called: by its ship and its number there.
pub(crate) fn group(field: &Field, id: GroupId) -> String {
    format!("group {}", field.group_code(id))
}

fn groups(field: &Field, ids: &[GroupId]) -> String {
    ids.iter().map(|&id| group(field, id)).collect::<Vec<_>>().join(" and ")
}

fn target(field: &Field, to: Target) -> String {
    match to {
        Target::Ship(ship) => name(field, ship),
        Target::Group(id) => group(field, id),
        Target::Marker(number) => format!("marker {number}"),
    }
}

fn again(dice: &[u8]) -> String {
    if dice.is_empty() { String::new() } else { format!(", again {}", faces(dice)) }
}

fn list(all: &[String]) -> String {
    if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
}

/// One weapon and what it fires at.
pub(crate) fn guard(field: &Field, it: &defence::Guard) -> String {
    let by = match it.boats {
        Some(boats) => format!("boat {} of {}", it.weapon.0 + 1, group(field, boats)),
        None => format!("{} of {}", system(field, it.ship, it.weapon), name(field, it.ship)),
    };
    let at = it.group.map_or_else(|| format!("marker {}", it.marker), |id| group(field, id));
    format!("{by} on {at}")
}

#[expect(clippy::wildcard_enum_match_arm, reason = "called with the events of fights of small craft alone")]
pub(crate) fn fights(field: &Field, event: &Event) -> String {
    match event {
        Event::Attacks(attacks::Event::Declared { attacks }) => {
            let one = |it: &attacks::Declared| {
                format!("{} attacks {}", group(field, it.group), target(field, it.target))
            };
            list(&attacks.iter().map(one).collect::<Vec<_>>())
        }
        Event::Attacks(attacks::Event::Passed { seat }) => {
            format!("{} has finished naming attacks", side(field, *seat))
        }
        Event::Attacks(attacks::Event::Pilots { dice }) => {
            let one = |it: &(GroupId, u8)| match it.1 {
                1 => Some(format!("{} are turkeys", group(field, it.0))),
                6 => Some(format!("{} has an ace", group(field, it.0))),
                _ => None,
            };
            let all: Vec<String> = dice.iter().filter_map(one).collect();
            let all = if all.is_empty() { "all average".to_owned() } else { all.join(", ") };
            format!("The pilots: {all}")
        }
        Event::GroupDefence(craft::defence::Event::Blasted { group: id, marker, dice, killed }) => {
            let rolled = if dice.is_empty() { String::new() } else { format!(", rolled {}", faces(dice)) };
            format!("Marker {marker} bursts over {}{rolled}: {killed} lost", group(field, *id))
        }
        Event::GroupDefence(craft::defence::Event::Raked {
            group: id, dice, again: more, killed, ..
        }) => {
            format!(
                "The beam rakes {}, rolled {}{}: {killed} lost",
                group(field, *id),
                faces(dice),
                again(more)
            )
        }
        Event::CraftLaunch(craft::launch::Event::Launched { group: id, rockets_at: Some(at), .. }) => {
            let (to, needs, dice) = at;
            format!(
                "{} fires rockets at {}, {needs} or more, rolled {}",
                group(field, *id),
                group(field, *to),
                faces(dice)
            )
        }
        Event::CraftLaunch(craft::launch::Event::Launched { group: id, markers, rockets, .. }) => {
            let one = |it: &Marker| format!("{} {} to {}", it.number, warhead(it), it.at);
            let all = list(&markers.iter().map(one).collect::<Vec<_>>());
            let dice = rockets.as_ref().map_or(String::new(), |(to, needs, dice)| {
                format!(", rockets at {}, {needs} or more, rolled {}", name(field, *to), faces(dice))
            });
            format!("{} launches {all}{dice}", group(field, *id))
        }
        Event::Dogfights(event) => dogfight(field, event),
        Event::GroupDefence(craft::defence::Event::Repelled {
            group: id, dice, again: more, killed, ..
        }) => {
            let id = group(field, *id);
            format!("Defence against {id}, rolled {}{}: {killed} shot down", faces(dice), again(more))
        }
        Event::Runs(runs::Event::Chosen { seat, .. }) => {
            format!("{} chooses how its fighters attack", side(field, *seat))
        }
        Event::Runs(runs::Event::Embarked { group: id, troops }) => {
            format!("{} takes {} aboard", group(field, *id), count(troops.len(), "unit", "units"))
        }
        Event::Runs(runs::Event::Boarded { group: id, ship }) => {
            format!("{} lands on {}", group(field, *id), name(field, *ship))
        }
        Event::GroupDefence(craft::defence::Event::Rocketed { group: id, killed }) => {
            format!("Rockets hit {}: {killed} lost", group(field, *id))
        }
        Event::Runs(runs::Event::Ran {
            group: id, ship, ordnance, dice, again: more, damage, tally, ..
        }) => {
            let with = if *ordnance { " with what it carries" } else { "" };
            let damage =
                if damage.is_empty() { String::new() } else { format!(", damage {}", faces(damage)) };
            format!(
                "{} attacks {}{with}, rolled {}{}{damage}: {}",
                group(field, *id),
                name(field, *ship),
                faces(dice),
                again(more),
                points(tally.points())
            )
        }
        Event::Evasion(evasion::Event::Evaded { group: id }) => format!("{} evades", group(field, *id)),
        Event::Evasion(evasion::Event::Locked { ship, group: id, die, lost }) => {
            let end = if lost.is_none() { "it has a shot" } else { "it has no shot" };
            format!("{} looks for {} in the dust, rolled {die}: {end}", name(field, *ship), group(field, *id))
        }
        Event::Evasion(evasion::Event::Fired { ship, group: id, weapons, dice, again: more, killed }) => {
            let (firer, at) = (name(field, *ship), group(field, *id));
            let guns = count(weapons.len(), "weapon", "weapons");
            if dice.is_empty() {
                return format!("{firer} fires {guns} at {at}: all miss");
            }
            format!("{firer} fires {guns} at {at}, rolled {}{}: {killed} shot down", faces(dice), again(more))
        }
        Event::Gunboats(gunboats::Event::Fired {
            group: id, ship, dice, again: more, damage, tally, ..
        }) => {
            let damage =
                if damage.is_empty() { String::new() } else { format!(", damage {}", faces(damage)) };
            format!(
                "{} fires at {}, rolled {}{}{damage}: {}",
                group(field, *id),
                name(field, *ship),
                faces(dice),
                again(more),
                points(tally.points())
            )
        }
        Event::Gunboats(gunboats::Event::Defended { group: id, .. }) => {
            format!("{} joins the defence", group(field, *id))
        }
        Event::Gunboats(gunboats::Event::Sank { lost }) => fallen(field, lost),
        _ => String::new(),
    }
}

fn fallen(field: &Field, lost: &[(GroupId, u8)]) -> String {
    let one = |it: &(GroupId, u8)| format!("{} loses {}", group(field, it.0), it.1);
    list(&lost.iter().map(one).collect::<Vec<_>>())
}

fn dogfight(field: &Field, event: &dogfights::Event) -> String {
    match event {
        dogfights::Event::Chosen { seat, stances } => {
            let one = |it: &dogfights::Stance| {
                let who = group(field, it.group);
                match (it.at.is_empty(), it.duel) {
                    (true, _) => format!("{who} does not shoot"),
                    (false, true) => format!("{who} fights {}, ace against ace", groups(field, &it.at)),
                    (false, false) => format!("{who} fights {}", groups(field, &it.at)),
                }
            };
            format!("{}: {}", side(field, *seat), list(&stances.iter().map(one).collect::<Vec<_>>()))
        }
        dogfights::Event::Wavered { group: id, die, held } => {
            let how = if *held { "stands" } else { "turns away" };
            format!("{} rolls {die} for its courage and {how}", group(field, *id))
        }
        dogfights::Event::Fought { group: id, at, dice, again: more, kills, duel, .. } => {
            let each: Vec<String> =
                at.iter().zip(kills).map(|(to, n)| format!("{n} of {}", group(field, *to))).collect();
            let duel = match duel {
                Some((die, true)) => format!(", its ace rolls {die} and shoots the other ace down"),
                Some((die, false)) => format!(", its ace rolls {die} and misses the other ace"),
                None => String::new(),
            };
            format!("{} rolls {}{}: {}{duel}", group(field, *id), faces(dice), again(more), each.join(", "))
        }
        dogfights::Event::Fell { lost, .. } => fallen(field, lost),
        dogfights::Event::Intercepted { group: id, marker, dice, again: more, kills, toll, .. } => {
            let lost = toll.iter().filter(|die| **die == 6).count();
            let lost = if lost == 0 { String::new() } else { format!(", and loses {lost}") };
            format!(
                "{} intercepts marker {marker}, rolled {}{}: {kills} stopped{lost}",
                group(field, *id),
                faces(dice),
                again(more)
            )
        }
    }
}
