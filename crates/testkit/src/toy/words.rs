//! How it is told and how orders are typed: `A+2 B-1 mine A`, `A>B`, `hold`.

use std::fmt::Write;

use engine::{Refusal, Seat, Spoken};

use super::{
    Event, Helm, Order, Phase, Plot, Shot, Toy, View,
    fault::{Fault, planted},
    fire, foe, movement, phases,
};

impl Spoken for Toy {
    fn narrate(view: &View, event: &Event) -> String {
        let name = |seat| Self::seat_name(view, seat);
        let ship = |seat, ship| format!("{} {}", name(seat), letter(ship));
        match event {
            Event::Movement(movement::Event::Laid { seat, at: Some(at) }) => {
                format!("{} lays a mine at {at}.", name(*seat))
            }
            Event::Movement(movement::Event::Laid { seat, at: None }) => {
                format!("{} lays a mine somewhere.", name(*seat))
            }
            Event::Movement(movement::Event::Moved { seat, ship: it, to }) => {
                let cut = if planted(Fault::TwoLines) { "\n" } else { " " };
                format!("{} moves{cut}to {to}.", ship(*seat, *it))
            }
            Event::Movement(movement::Event::Struck { owner, at, ships }) => {
                let struck: Vec<String> = ships.iter().map(|it| ship(foe(*owner), *it)).collect();
                format!("A mine of {} at {at} strikes {}.", name(*owner), struck.join(" and "))
            }
            Event::Fire(fire::Event::Fired { seat, by, at, die, damage }) => {
                let (by, at) = (ship(*seat, *by), ship(foe(*seat), *at));
                format!("{by} fires at {at}: {die}, {damage} damage.")
            }
            Event::Phase(phases::Event::TurnBegan { turn }) => format!("Turn {turn} begins."),
            Event::Phase(phases::Event::InitiativeRolled { die }) => format!("Initiative: {die}."),
            Event::Phase(phases::Event::Entered { phase }) => match phase {
                Phase::Plot => "Squadrons plot.".to_owned(),
                Phase::Initiative => "Initiative is rolled.".to_owned(),
                Phase::Fire { queue } => match queue.first() {
                    Some(seat) => format!("{} is next to fire.", name(*seat)),
                    None => "Nobody is left to fire.".to_owned(),
                },
                Phase::EndTurn => "The turn ends.".to_owned(),
            },
        }
    }

    fn describe(view: &View) -> String {
        let mut text = format!("Turn {} of {}.\n", view.turn, view.options.turn_limit);
        for flotilla in &view.flotillas {
            for (ship, number) in flotilla.ships.iter().zip(0..) {
                let state = match (ship.alive, ship.hull) {
                    (false, _) => "destroyed".to_owned(),
                    (true, Some(hull)) => format!("at {}, hull {hull}", ship.at),
                    (true, None) => format!("at {}", ship.at),
                };
                writeln!(text, "{} {}, {}: {state}", flotilla.name, letter(number), ship.class)
                    .expect("a string takes it");
            }
        }
        text
    }

    fn prompt(view: &View, seat: Seat) -> String {
        let name = Self::seat_name(view, seat);
        match &view.phase {
            Phase::Fire { .. } => format!("{name}: which ship fires at which? Example: A>B, or hold"),
            Phase::Plot | Phase::Initiative | Phase::EndTurn => {
                format!("{name}: thrust for every ship. Example: A+2 B-1 mine A")
            }
        }
    }

    fn write_order(view: &View, order: &Order) -> String {
        if planted(Fault::BrittleWriter)
            && let Order::Plot(plot) = order
        {
            let sighted = |helm: &Helm| &view.flotillas[0].ships[usize::from(helm.ship)];
            assert!(plot.helms.iter().map(sighted).all(|ship| ship.thrust < 100), "a fast ship");
        }
        let words: Vec<String> = match order {
            Order::Plot(plot) => {
                let helm = |helm: &Helm| {
                    let lost = planted(Fault::LostSign);
                    let thrust = if lost { helm.thrust.abs() } else { helm.thrust };
                    format!("{}{thrust:+}", letter(helm.ship))
                };
                let mine = plot.lay.map(|ship| format!("mine {}", letter(ship)));
                plot.helms.iter().map(helm).chain(mine).collect()
            }
            Order::Volley(shots) if shots.is_empty() => vec!["hold".to_owned()],
            Order::Volley(shots) => {
                shots.iter().map(|shot| format!("{}>{}", letter(shot.by), letter(shot.at))).collect()
            }
        };
        let words = words.join(" ");
        if planted(Fault::Wordy) { format!("{words} {}", " ".repeat(words.len().pow(2))) } else { words }
    }

    fn read_order(_: &View, _: Seat, text: &str) -> Result<Order, Refusal> {
        if planted(Fault::BrittleReader) {
            assert!(text.split_whitespace().all(|word| number(&word[..1]).is_some()), "a letter first");
        }
        let unread = |word: &str| Refusal::one("TOY-10", format!("{word:?} is not understood"));
        let mut words = text.split_whitespace();
        let (mut helms, mut shots, mut lay) = (vec![], vec![], None);
        while let Some(word) = words.next() {
            if word.eq_ignore_ascii_case("hold") {
                return Ok(Order::Volley(vec![]));
            }
            if word.eq_ignore_ascii_case("mine") {
                lay = Some(words.next().and_then(number).ok_or_else(|| unread(word))?);
            } else if let Some((by, at)) = word.split_once('>') {
                let (Some(by), Some(at)) = (number(by), number(at)) else { return Err(unread(word)) };
                shots.push(Shot { by, at });
            } else {
                let (ship, thrust) = word.split_at_checked(1).ok_or_else(|| unread(word))?;
                let (Some(ship), Ok(thrust)) = (number(ship), thrust.parse()) else {
                    return Err(unread(word));
                };
                helms.push(Helm { ship, thrust });
            }
        }
        match (helms.is_empty(), shots.is_empty()) {
            (false, true) => Ok(Order::Plot(Plot { helms, lay })),
            (true, false) => Ok(Order::Volley(shots)),
            (true, true) | (false, false) => Err(unread(text)),
        }
    }

    fn seat_name(view: &View, seat: Seat) -> String {
        view.flotillas[seat.index()].name.clone()
    }
}

/// TOY-10: ships are lettered from A.
fn letter(ship: u8) -> char {
    char::from(b'A' + ship % 26)
}

fn number(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_uppercase() - b'A'),
        _ => None,
    }
}
