//! Boarding in plain English, and its orders as text (FT-12.7, FT-5.9).

use crate::{
    boarding::{
        self, Crossing, Duty, Stand, Troop,
        beaming::{self, Outcome, outcome},
    },
    narrate::{self, faces, icons, name, side, system},
    notation::{Unread, parts, ship},
    setup::scenario::Field,
    ship::{IconSet, ShipId},
    view::View,
};

/// `2 Marines and 1 party`.
fn units(marines: usize, parties: usize) -> String {
    let marines = (0 < marines).then(|| narrate::count(marines, "Marine unit", "Marine units"));
    let parties = (0 < parties).then(|| narrate::count(parties, "party", "parties"));
    match (marines, parties) {
        (Some(marines), Some(parties)) => format!("{marines} and {parties}"),
        (Some(units), None) | (None, Some(units)) => units,
        (None, None) => "nobody".to_owned(),
    }
}

fn crowd(marines: IconSet, bought: IconSet, crew: u16) -> String {
    units(marines.iter().count(), bought.iter().count() + usize::from(crew))
}

pub(crate) fn beamed(field: &Field, event: &beaming::Event) -> String {
    use beaming::Event as It;
    match event {
        It::Beamed { ship, weapon, target, dice, hits, marines, bought, crew, .. } => {
            let (from, to) = (name(field, *ship), name(field, *target));
            let what = system(field, *ship, *weapon);
            let went = crowd(*marines, *bought, *crew);
            let hits = narrate::count(hits, "hit", "hits");
            format!("{from} beams to {to} with {what}, rolled {}: {hits}, {went} aboard", faces(dice))
        }
        It::Raid { ship, target, aim, dice, hits, went, .. } => {
            let (from, to) = (name(field, *ship), name(field, *target));
            let what = system(field, *target, *aim);
            let hits = narrate::count(hits, "hit", "hits");
            let beam = format!("{from} raids {what} of {to}, rolled {}: {hits}", faces(dice));
            let Some((_, die, back)) = went else { return beam };
            let result = match (outcome(*die), back) {
                (Outcome::StayedHome, _) => "no lock, they stay at home".to_owned(),
                (Outcome::Killed, _) => "they are killed on the way".to_owned(),
                (Outcome::Failed, Some(4..)) => "they fail and come back".to_owned(),
                (Outcome::Failed, _) => "they fail and are killed".to_owned(),
                (Outcome::Traded, _) => "it is destroyed, and they are killed".to_owned(),
                (Outcome::Done, _) => "it is destroyed, and they come back".to_owned(),
            };
            format!("{beam}; raiders rolled {die}: {result}")
        }
        It::Embarked { ship, marines, bought, crew } => {
            format!("{} leave {} in assault shuttles", crowd(*marines, *bought, *crew), name(field, *ship))
        }
        It::Landed { ship, seat, rolls, landed } => {
            let dice: Vec<u8> = rolls.iter().map(|it| it.1).collect();
            let marines = landed.iter().filter(|it| **it == Troop::Marine).count();
            let there = units(marines, landed.len() - marines);
            let (seat, ship) = (side(field, *seat), name(field, *ship));
            format!("{seat} lands on {ship}, rolled {}: {there} aboard", faces(&dice))
        }
    }
}

pub(crate) fn boarded(field: &Field, event: &boarding::Event) -> String {
    use boarding::Event as It;
    match event {
        It::Matched { pairs } if pairs.is_empty() => "No enemies lie side by side any more".to_owned(),
        It::Matched { pairs } => {
            let pair = |it: &(ShipId, ShipId)| format!("{} and {}", name(field, it.0), name(field, it.1));
            format!("Side by side: {}", pairs.iter().map(pair).collect::<Vec<_>>().join("; "))
        }
        It::Raided { ship, icons: lost } => {
            format!("Raiders have destroyed on {}: {}", name(field, *ship), icons(field, *ship, *lost))
        }
        It::Crossed { ship, target, marines, bought, crew } => {
            let who = crowd(*marines, *bought, *crew);
            format!("{who} cross from {} to {}", name(field, *ship), name(field, *target))
        }
        It::Assigned { seat, duties } if duties.is_empty() => {
            format!("{}: all boarders go for the hull", side(field, *seat))
        }
        It::Assigned { seat, duties } => {
            let who = narrate::count(duties.len(), "boarder fights", "boarders fight");
            format!("{}: {who} the Marines", side(field, *seat))
        }
        It::Fought { ship, teams, marines, boarders, killed, fallen, friends, boxes, captured } => {
            let dice = |all: Vec<u8>| faces(&all);
            let mut text = format!("Fight aboard {}", name(field, *ship));
            if !teams.is_empty() {
                text += &format!(", parties rolled {}", dice(teams.iter().map(|it| it.2).collect()));
            }
            if !marines.is_empty() {
                text += &format!(", Marines rolled {}", dice(marines.iter().map(|it| it.1).collect()));
            }
            if !boarders.is_empty() {
                text += &format!(", boarders rolled {}", dice(boarders.iter().map(|it| it.1).collect()));
            }
            let fallen = fallen.iter().count() + friends.len();
            let killed = narrate::count(killed.len(), "boarder", "boarders");
            let fallen = narrate::count(fallen, "Marine", "Marines");
            text += &format!(": {killed} and {fallen} killed, {boxes} hull lost");
            match captured {
                Some(seat) => text + &format!("; {} has captured the ship", side(field, *seat)),
                None => text,
            }
        }
        It::PartiesChecked { ship, rolls, killed } => {
            let dice: Vec<u8> = rolls.iter().map(|it| it.1).collect();
            format!("Parties aboard {} rolled {}: {} killed", name(field, *ship), faces(&dice), killed.len())
        }
    }
}

pub(crate) fn write_crossing(field: &Field, it: &Crossing) -> String {
    format!("{} {}m{}d{}", field.code(it.ship), field.code(it.target), it.marines, it.parties)
}

pub(crate) fn write_duty(field: &Field, it: &Duty) -> String {
    format!("{} {}", field.code(it.ship), it.boarder)
}

pub(crate) fn write_stand(field: &Field, it: &Stand) -> String {
    format!("{} {}d{}m{}", field.code(it.ship), it.boarder, it.parties, it.marines)
}

/// A number before, and what follows each letter: `B1m2d1`, `0d3m1`.
fn count(word: &str, letter: char) -> Result<u16, String> {
    let Some((_, rest)) = word.rsplit_once(letter) else { return Ok(0) };
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().map_err(|_| format!("{word:?}: a number follows {letter}"))
}

/// Up to the first `m` or `d` that a number follows.
fn head(word: &str) -> &str {
    let bytes = word.as_bytes();
    let at = (0..bytes.len())
        .find(|&i| matches!(bytes[i], b'm' | b'd') && bytes.get(i + 1).is_some_and(u8::is_ascii_digit));
    &word[..at.unwrap_or(word.len())]
}

pub(crate) fn read_crossing(
    ship: ShipId,
    word: &str,
    called: &dyn Fn(&str) -> Result<ShipId, String>,
) -> Result<Crossing, String> {
    let tail = &word[head(word).len()..];
    let target = called(head(word))?;
    Ok(Crossing { ship, target, marines: count(tail, 'm')?, parties: count(tail, 'd')? })
}

fn number(word: &str) -> Result<u8, String> {
    word.parse().map_err(|_| format!("{word:?} is not a number of a boarder"))
}

pub(crate) fn read_duty(ship: ShipId, word: &str) -> Result<Duty, String> {
    Ok(Duty { ship, boarder: number(word)? })
}

pub(crate) fn read_stand(ship: ShipId, word: &str) -> Result<Stand, String> {
    let tail = &word[head(word).len()..];
    Ok(Stand { ship, boarder: number(head(word))?, parties: count(tail, 'd')?, marines: count(tail, 'm')? })
}

pub(crate) fn read_crossings(view: &View, text: &str) -> Result<Vec<Crossing>, Unread> {
    let mut all = Vec::new();
    for part in parts(text) {
        let mut words = part.split_whitespace();
        let from = ship(view, words.next().unwrap_or_default())?;
        for word in words {
            all.push(read_crossing(from, word, &|word| ship(view, word))?);
        }
    }
    Ok(all)
}
