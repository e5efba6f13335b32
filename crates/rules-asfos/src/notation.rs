//! Orders in the book's notation (ASF-PLOT.3, ASF-PLOT.5): reading and writing.

use dice::Dice;
use engine::{Findings, Refusal, Seat};
use geometry::{Course, Length, Point};

use crate::{
    Action, Battle, Order,
    deploy::{Corner, Deploy, Placed},
    design::{Special, SpecialKind},
    fire::Volley,
    gunnery::{self, Arc, Step, Weapon},
    movement::{Plot, PlotOrder, Turns},
    phases::Phase,
    repairs::{self, Party},
    scenario::Field,
    ship::{Location, ShipId},
    view::{self, ShipView, View},
};

/// ASF-PLOT.3: the path of a move: `6`, `3R3`, `R2.67R2.67R2.67`.
pub(crate) fn path(speed: u16, turns: Turns, whole_inch_legs: bool) -> String {
    let legs = leg_lengths(speed, turns.len(), whole_inch_legs);
    if turns.is_empty() {
        return speed.to_string();
    }
    let mut text = String::new();
    let mut legs = legs.into_iter();
    if turns.len() == 1 {
        text += &short(legs.next().expect("two legs"));
    }
    for (right, leg) in turns.iter().zip(legs) {
        text.push(if right { 'R' } else { 'L' });
        text += &short(leg);
    }
    text
}

/// At most two decimals, none if it is whole.
fn short(length: Length) -> String {
    let text = format!("{length:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// ASF-TURN.3: the legs that follow from speed and turns.
fn leg_lengths(speed: u16, turns: u8, whole_inch_legs: bool) -> Vec<Length> {
    let distance = Length::units(i32::from(speed));
    if turns == 0 {
        return vec![distance];
    }
    let n = i64::from(turns).max(2);
    if whole_inch_legs {
        let leg = Length::units(i32::from(speed) / n as i32);
        let mut legs = vec![leg; n as usize];
        legs[n as usize - 1] = distance - leg * (n - 1);
        return legs;
    }
    vec![distance.part(n); n as usize]
}

pub(crate) fn write_order(view: &View, order: &Order) -> String {
    let field = &view.field;
    let mut parts: Vec<String> = match &order.action {
        Action::Concede => vec!["concede".to_owned()],
        Action::Deploy(deploy) => {
            let corner = deploy.corner.map(|it| format!("corner {}", it.letters()));
            let places = deploy
                .places
                .iter()
                .map(|it| format!("{} {},{} {}", field.tag(it.ship), it.at.x, it.at.y, it.heading.degrees()));
            corner.into_iter().chain(places).collect()
        }
        Action::Plot(plots) => plots.iter().map(|it| write_plot(view, it)).collect(),
        Action::Fire(volleys) => volleys.iter().map(|it| write_volley(view, it)).collect(),
        Action::Repair(parties) => write_parties(field, parties),
    };
    if parts.is_empty() {
        let nothing = if matches!(order.action, Action::Deploy(_)) { "default" } else { "hold" };
        parts.push(nothing.to_owned());
    }
    if order.draw {
        parts.push("draw".to_owned());
    }
    parts.join("; ")
}

fn write_plot(view: &View, order: &PlotOrder) -> String {
    let field = &view.field;
    let Plot { dv, turns } = order.plot;
    let tags: Vec<String> = [order.ship].iter().chain(&order.with).map(|&it| field.tag(it)).collect();
    let ship = view.ships.get(order.ship.index()).map(|it| &it.ship);
    match ship.and_then(|ship| Some((ship.speed, order.plot.speed_from(ship.speed)?))) {
        Some((speed, new)) if order.with.is_empty() => {
            let change = if dv == 0 { String::new() } else { format!("{dv:+}, ") };
            format!("{} {speed}, {change}{}", tags[0], path(new, turns, field.options.whole_inch_legs))
        }
        // A squadron shares change and turns; its legs may differ.
        _ => format!("{} {dv:+} {turns}", tags.join("+")).trim_end().to_owned(),
    }
}

fn write_volley(view: &View, volley: &Volley) -> String {
    let field = &view.field;
    let mut words = vec![field.tag(volley.ship)];
    words.extend(volley.arc.map(|arc| arc.letter().to_string()));
    words.extend([volley.target].iter().chain(&volley.then).map(|&it| field.tag(it)));
    let specials = matches!(view.phase, Phase::Fire { step: Step::Specials, .. });
    let drivers = view.ships.get(volley.ship.index()).filter(|_| specials).map_or(0, |it| drivers(field, it));
    if volley.then.is_empty() && 1 < drivers {
        words.push("only".to_owned());
    }
    if volley.unsplit {
        words.push("unsplit".to_owned());
    }
    words.join(" ")
}

/// ASF-MD.1: how many mass drivers a ship can aim.
fn drivers(field: &Field, ship: &ShipView) -> u16 {
    match field.design(ship.ship.design).special {
        Some(Special { kind: SpecialKind::MassDriver, .. }) => ship.display.weapons.specials,
        Some(_) | None => 0,
    }
}

fn write_parties(field: &Field, parties: &[Party]) -> Vec<String> {
    parties.iter().map(|it| format!("{} {}{}", field.tag(it.ship), it.location.symbol(), it.crew)).collect()
}

/// Reads what a person typed for the phase the view is in.
pub(crate) fn read_order(view: &View, seat: Seat, text: &str) -> Result<Order, Refusal> {
    let mut draw = false;
    let mut concede = false;
    let mut usual = false;
    let mut parts: Vec<&str> = Vec::new();
    for part in text.split([';', '\n']).map(str::trim).filter(|it| !it.is_empty()) {
        match part.to_ascii_lowercase().as_str() {
            "draw" => draw = true,
            "concede" => concede = true,
            "default" => usual = true,
            "hold" | "pass" => (),
            _ => parts.push(part),
        }
    }
    if concede {
        return Ok(Order { action: Action::Concede, draw });
    }
    // Everything is open in this game, so the view has all a reader needs.
    let battle = view::imagine(view, &mut Dice::scripted([]));
    let action = match &view.phase {
        Phase::Setup | Phase::Over { .. } => {
            return Err(Refusal::one("ASF-SEQ.1", "there is nothing to decide"));
        }
        Phase::Deploy { .. } => Action::Deploy(read_deploy(&battle, seat, &parts)?),
        Phase::Plot => Action::Plot(all(&parts, |part| read_plot(&battle, part))?),
        Phase::Fire { step, .. } => Action::Fire(all(&parts, |part| read_volley(&battle, *step, part))?),
        Phase::Repairs { .. } if usual && parts.is_empty() => Action::Repair(repairs::usual(&battle, seat)),
        Phase::Repairs { .. } => {
            Action::Repair(all(&parts, |part| read_parties(&battle, part))?.into_iter().flatten().collect())
        }
    };
    Ok(Order { action, draw })
}

/// Every part read, or everything that was not understood.
fn all<T>(parts: &[&str], read: impl Fn(&str) -> Result<T, Refusal>) -> Result<Vec<T>, Refusal> {
    let mut values = Vec::new();
    let mut findings = Findings::default();
    for part in parts {
        match read(part) {
            Ok(value) => values.push(value),
            Err(refusal) => findings.take(refusal),
        }
    }
    findings.into_result().map(|()| values)
}

fn ship(battle: &Battle, tag: &str, rule: &'static str) -> Result<ShipId, Refusal> {
    battle
        .field
        .by_tag(tag)
        .ok_or_else(|| Refusal::one(rule, format!("there is no ship {tag:?}; ships are called A1, B2")))
}

fn first_word(part: &str) -> (&str, &str) {
    let part = part.trim();
    let end = part.find([' ', ':']).unwrap_or(part.len());
    (&part[..end], part[end..].trim_start_matches([' ', ':']))
}

fn read_plot(battle: &Battle, part: &str) -> Result<PlotOrder, Refusal> {
    let (tags, rest) = first_word(part);
    let ships: Vec<ShipId> =
        tags.split('+').map(|tag| ship(battle, tag, "ASF-PLOT.3")).collect::<Result<_, _>>()?;
    let lead = ships[0];
    let speed = battle.ship(lead).speed;
    let tag = battle.field.tag(lead);
    let wrong = |reason: String| Refusal::one("ASF-PLOT.3", format!("{tag}: {reason}"));
    let mut words: Vec<&str> = rest.split([',', ' ']).filter(|it| !it.is_empty()).collect();
    if 1 < words.len()
        && !words[0].starts_with('+')
        && let Ok(said) = words[0].parse::<u16>()
    {
        if said != speed {
            return Err(wrong(format!("the speed is {speed}, not {said}")));
        }
        words.remove(0);
    }
    let mut dv = None;
    if let Some(word) = words.first()
        && word.starts_with(['+', '-'])
    {
        let change = word.parse::<i16>().map_err(|_| wrong(format!("{word:?} is not a change of speed")))?;
        dv = Some(change);
        words.remove(0);
    }
    let plot = match words[..] {
        [] => Plot { dv: dv.unwrap_or(0), turns: Turns::default() },
        [path] => read_path(battle, speed, dv, path).map_err(wrong)?,
        _ => return Err(wrong(format!("expected speed, change and path as in 5, +1, 6 but found {rest:?}"))),
    };
    Ok(PlotOrder { ship: lead, with: ships[1..].to_vec(), plot })
}

/// ASF-PLOT.5: lengths may be decimal, are checked to 0.05, and may be left out.
fn read_path(battle: &Battle, speed: u16, dv: Option<i16>, text: &str) -> Result<Plot, String> {
    let mut turns = Turns::default();
    let mut lengths: Vec<Length> = Vec::new();
    let starts_with_turn = text.starts_with(['R', 'L', 'r', 'l']);
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        match letter {
            'R' | 'r' | 'L' | 'l' if turns.len() < Turns::MOST => {
                turns.push(matches!(letter, 'R' | 'r'));
                rest = &rest[1..];
            }
            'R' | 'r' | 'L' | 'l' => return Err(format!("no engine turns as often as {text:?}")),
            _ => {
                let end = rest.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(rest.len());
                let length = decimal(&rest[..end]);
                lengths.push(length.ok_or_else(|| format!("{text:?} is not a path; 6, 3R3 and R2R2 are"))?);
                rest = &rest[end..];
            }
        }
    }
    if lengths.is_empty() {
        return Ok(Plot { dv: dv.unwrap_or(0), turns });
    }
    let total: Length = lengths.iter().copied().sum();
    let flown = (total + Length::ratio(1, 2)).whole_units_down();
    let plot = Plot { dv: dv.unwrap_or((flown - i64::from(speed)).clamp(-30_000, 30_000) as i16), turns };
    let Some(new) = plot.speed_from(speed) else { return Ok(plot) };
    let legs = leg_lengths(new, turns.len(), battle.field.options.whole_inch_legs);
    let near = |(a, b): (&Length, &Length)| (*a - *b).abs() <= Length::ratio(5, 100);
    let agrees = legs.len() == lengths.len() && legs.iter().zip(&lengths).all(near);
    if !agrees || starts_with_turn != (1 < turns.len()) {
        let right = path(new, turns, battle.field.options.whole_inch_legs);
        return Err(format!("{text} does not agree with speed {new}; that path is written {right}"));
    }
    Ok(plot)
}

/// A decimal number without floating point.
fn decimal(text: &str) -> Option<Length> {
    if let Some(below_zero) = text.strip_prefix('-') {
        return decimal(below_zero).filter(|_| !below_zero.starts_with('-')).map(|it| -it);
    }
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
    if !digits(whole) || !digits(part) {
        return None;
    }
    if 7 < whole.len() || 9 < part.len() || (whole.is_empty() && part.is_empty()) {
        return None;
    }
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let part: i64 = format!("{part:0<9}").parse().ok()?;
    Some(Length(whole * Length::PER_UNIT + part))
}

fn read_volley(battle: &Battle, step: Step, part: &str) -> Result<Volley, Refusal> {
    let (tag, rest) = first_word(part);
    let id = ship(battle, tag, "ASF-FIRE.1")?;
    let mut words: Vec<&str> = rest.split([',', ' ']).filter(|it| !it.is_empty()).collect();
    let mut last_is = |word: &str| {
        let is = words.last().is_some_and(|it| it.eq_ignore_ascii_case(word));
        if is {
            words.pop();
        }
        is
    };
    let unsplit = last_is("unsplit");
    let only = last_is("only");
    let named = words.first().and_then(|word| {
        Arc::ALL
            .into_iter()
            .find(|arc| word.len() == 1 && word.to_ascii_uppercase().starts_with(arc.letter()))
    });
    if named.is_some() {
        words.remove(0);
    }
    let targets: Vec<ShipId> =
        words.iter().map(|word| ship(battle, word, "ASF-FIRE.1")).collect::<Result<_, _>>()?;
    let Some((&target, then)) = targets.split_first() else {
        return Err(Refusal::one("ASF-FIRE.1", format!("{tag}: name a target")));
    };
    let continues = matches!(&battle.phase, Phase::Fire { rests, .. } if !rests.is_empty());
    let arc = match (step, named) {
        // Without an arc, the strongest that bears.
        (Step::Primaries, None) if !continues => gunnery::shots(battle, id, step)
            .filter(|shot| shot.target == target)
            .max_by_key(|shot| shot.strength)
            .map(|shot| shot.arc)
            .or(Some(Arc::Forward)),
        (_, named) => named,
    };
    let mut then = then.to_vec();
    // One target named: all mass drivers fire at it, unless only one is meant.
    if gunnery::weapon_of(battle, id, step) == Some(Weapon::MassDrivers) && then.is_empty() && !only {
        let drivers = battle.weapons_box(battle.ship(id)).specials;
        then = vec![target; usize::from(drivers.saturating_sub(1))];
    }
    Ok(Volley { ship: id, arc, target, then, unsplit })
}

fn read_parties(battle: &Battle, part: &str) -> Result<Vec<Party>, Refusal> {
    let (tag, rest) = first_word(part);
    let id = ship(battle, tag, "ASF-DC.2")?;
    let words = rest.split([',', ' ']).filter(|it| !it.is_empty());
    words
        .map(|word| {
            let digits = word.find(|it: char| it.is_ascii_digit()).unwrap_or(word.len());
            let (symbol, crew) = word.split_at(digits);
            let location = Location::ALL.into_iter().find(|it| it.symbol().eq_ignore_ascii_case(symbol));
            match (location, crew.parse::<u16>()) {
                (Some(location), Ok(crew)) => Ok(Party { ship: id, location, crew }),
                _ => Err(Refusal::one(
                    "ASF-DC.2",
                    format!("{tag}: expected a location and crew units as in R2, found {word:?}"),
                )),
            }
        })
        .collect()
}

fn read_deploy(battle: &Battle, seat: Seat, parts: &[&str]) -> Result<Deploy, Refusal> {
    let mut order = Deploy::default();
    let wrong = |reason: String| Refusal::one("ASF-SCN.3", reason);
    for part in parts {
        let words: Vec<&str> = part.split_whitespace().collect();
        if words[0].eq_ignore_ascii_case("corner") {
            let letters = words.get(1).copied().unwrap_or_default();
            let corner = Corner::ALL.into_iter().find(|it| it.letters().eq_ignore_ascii_case(letters));
            order.corner = Some(
                corner.ok_or_else(|| wrong(format!("{letters:?} is not a corner; SW, SE, NW and NE are")))?,
            );
            continue;
        }
        let id = ship(battle, words[0], "ASF-SCN.3")?;
        let place = words.get(1).and_then(|it| it.split_once(','));
        let at = place.and_then(|(x, y)| Some(Point { x: decimal(x)?, y: decimal(y)? }));
        let at =
            at.ok_or_else(|| wrong(format!("{}: expected a place and a heading as in 3,4 45", words[0])))?;
        let side = battle.field.side_of_seat(seat);
        let usual = crate::deploy::default_place(battle, id, crate::deploy::corner(battle, side));
        let heading = match words.get(2) {
            None => usual.heading,
            Some(word) => {
                let degrees = word.parse::<u16>().map_err(|_| wrong(format!("{word:?} is not a heading")))?;
                Course::from_degrees(degrees % 360).map_err(wrong)?
            }
        };
        order.places.push(Placed { ship: id, at, heading });
    }
    Ok(order)
}
