//! Orders in words: reading and writing. Cards A, B and C are the book's
//! (STR-CMP.2), with + for acceleration and starboard, - for deceleration and port.

use std::fmt::Write as _;

use dice::Dice;
use engine::{Refusal, Seat};
use geometry::{Length, Point};

use crate::{
    Action, Battle, Hour, Order,
    combat::{Combat, MissileStep, Salvo, WillShot},
    deploy::{self, Arrival, Placement},
    gunnery::{self, Weapon},
    initiative::Dealt,
    manoeuvre::{Kind, Leaving, Manoeuvre, Plan},
    phases::Phase,
    unit::UnitId,
    view::{self, View},
};

/// Names of cards of the deck may be missing from what a seat sees; unit tags and
/// places never are, so one imagined truth is as good as another.
pub(crate) fn seen(view: &View) -> Battle {
    view::imagine(view, &mut Dice::numbered(0, 0))
}

pub(crate) fn write_order(view: &View, order: &Order) -> String {
    let battle = seen(view);
    let mut text = write_action(&battle, &order.action);
    if order.draw {
        text += "; draw";
    }
    text
}

fn list<T>(items: &[T], none: &str, word: impl Fn(&T) -> String) -> String {
    let words: Vec<String> = items.iter().map(word).collect();
    if words.is_empty() { none.to_owned() } else { words.join(", ") }
}

fn write_action(battle: &Battle, action: &Action) -> String {
    match action {
        Action::Concede => "concede".to_owned(),
        Action::Muster(cards) => list(cards, "nothing", Clone::clone),
        Action::Reserve(units) => match units.as_slice() {
            [] => "none".to_owned(),
            units => format!("reserve {}", list(units, "none", |&it| battle.tag(it))),
        },
        Action::Cards(dealt) => list(dealt, "none", |it| format!("{} {}", battle.tag(it.unit), it.card)),
        Action::Place(it) => write_placement(battle, *it),
        Action::Arrive(arrivals) => list(arrivals, "default", |it| match *it {
            Arrival::Enter(place) => write_placement(battle, place),
            Arrival::Back { unit, course } => format!("{} back {course}", battle.tag(unit)),
            Arrival::Withdraw { unit } => format!("{} withdraw", battle.tag(unit)),
        }),
        Action::Duel(card) => format!("card {card}"),
        Action::Plan(plan) => write_plan(*plan),
        Action::Yaw(hours) => format!("yaw {hours}"),
        Action::Leave(Leaving::Withdraw) => "withdraw".to_owned(),
        Action::Leave(Leaving::Return) => "return".to_owned(),
        Action::AtWill(shots) => list(shots, "wait", |it| {
            let keep = if it.keep { " keep" } else { "" };
            format!("{} {}{keep}", battle.tag(it.unit), battle.tag(it.target))
        }),
        Action::Combat(combat) => write_combat(battle, *combat),
    }
}

/// `F1 12:0.5 course 0 speed 4`.
fn write_placement(battle: &Battle, it: Placement) -> String {
    format!("{} {}:{} course {} speed {}", battle.tag(it.unit), it.at.x, it.at.y, it.course, it.speed)
}

/// `A+3 B-2 evade`, as it is flown: first card first.
pub(crate) fn write_plan(plan: Plan) -> String {
    let card = |it: Manoeuvre| {
        format!("{}{}{}", it.kind.card(), if it.kind.is_plus() { '+' } else { '-' }, it.thrust)
    };
    let mut text = format!("{} {}", card(plan.first), card(plan.second));
    if plan.evasive {
        text += " evade";
    }
    if 0 < plan.yaw {
        let _ = write!(text, " yaw {}", plan.yaw);
    }
    if plan.stop {
        text += " stop";
    }
    text
}

pub(crate) fn write_combat(battle: &Battle, combat: Combat) -> String {
    match combat {
        Combat::None => "none".to_owned(),
        Combat::Salvo(salvo) => write_salvo(battle, salvo),
        Combat::Lock { target } => format!("lock {}", battle.tag(target)),
        Combat::Launch { missile } => format!("launch #{}", u16::from(missile) + 1),
        Combat::Gunner { step, salvo } => {
            let step = match step {
                MissileStep::Lock { target } => Combat::Lock { target },
                MissileStep::Launch { missile } => Combat::Launch { missile },
            };
            format!("{} and {}", write_combat(battle, step), write_salvo(battle, salvo))
        }
        Combat::Countermeasures => "countermeasures".to_owned(),
        Combat::RaiseShields => "shields".to_owned(),
        Combat::FireAtWill => "at will".to_owned(),
        Combat::Eject { bearing } => format!("eject {bearing}"),
    }
}

fn write_salvo(battle: &Battle, salvo: Salvo) -> String {
    let target = salvo.target.map_or(String::new(), |it| format!(" {}", battle.tag(it)));
    let keep = if salvo.keep { " keep" } else { "" };
    match salvo.weapon {
        Weapon::Gun => format!("salvo{target}{keep}"),
        Weapon::Turret => format!("turret{target}{keep}"),
        Weapon::Dumb(entry) => format!("missile{target} #{}{keep}", u16::from(entry) + 1),
        Weapon::Pod(entry) => format!("pod{target} #{}{keep}", u16::from(entry) + 1),
        Weapon::Locked(entry) => format!("guided{target} #{}{keep}", u16::from(entry) + 1),
    }
}

/// Reads what a person typed for the phase the view is in.
pub(crate) fn read_order(view: &View, seat: Seat, text: &str) -> Result<Order, Refusal> {
    let mut draw = false;
    let mut parts: Vec<&str> = Vec::new();
    for part in text.split([';', '\n']).map(str::trim).filter(|it| !it.is_empty()) {
        match part.to_ascii_lowercase().as_str() {
            "draw" => draw = true,
            "concede" => return Ok(Order { action: Action::Concede, draw }),
            _ => parts.push(part),
        }
    }
    let battle = seen(view);
    let text = parts.join(", ");
    let action = read_action(&battle, view.phase, seat, &text)?;
    Ok(Order { action, draw })
}

fn read_action(battle: &Battle, phase: Phase, seat: Seat, text: &str) -> Result<Action, Refusal> {
    let low = text.to_ascii_lowercase();
    let items = || text.split(',').map(str::trim).filter(|it| !it.is_empty());
    let usual = low.is_empty() || low == "default";
    Ok(match phase {
        Phase::Setup | Phase::Over { .. } => {
            return Err(Refusal::one("STR-1.5", "there is nothing to decide"));
        }
        Phase::Muster { .. } if usual => Action::Muster(crate::tactics::roster(battle, seat)),
        Phase::Muster { .. } if low == "nothing" => Action::Muster(Vec::new()),
        Phase::Muster { .. } => Action::Muster(read_muster(battle, items())?),
        Phase::Reserve { .. } if usual || low == "none" => Action::Reserve(Vec::new()),
        Phase::Reserve { .. } => Action::Reserve(read_reserve(battle, text)?),
        Phase::DeployCards { .. } | Phase::Initiative { .. } if usual => {
            Action::Cards(crate::initiative::usual(battle, seat.0))
        }
        Phase::DeployCards { .. } | Phase::Initiative { .. } if low == "none" => Action::Cards(Vec::new()),
        Phase::DeployCards { .. } | Phase::Initiative { .. } => {
            Action::Cards(items().map(|it| read_dealt(battle, it)).collect::<Result<_, _>>()?)
        }
        Phase::Place { unit } if usual => Action::Place(deploy::default_place(battle, unit)),
        Phase::Place { unit } => Action::Place(read_placement(battle, Some(unit), text)?),
        Phase::Arrive { .. } if usual => Action::Arrive(Vec::new()),
        Phase::Arrive { .. } => {
            Action::Arrive(items().map(|it| read_arrival(battle, it)).collect::<Result<_, _>>()?)
        }
        Phase::Duel => {
            let word = low.trim_start_matches("card").trim();
            Action::Duel(number(word).ok_or_else(|| wrong("STR-ADD.3", "card 3", text))?)
        }
        Phase::Plan { .. } if usual || low == "drift" => Action::Plan(Plan::DRIFT),
        Phase::Plan { .. } => Action::Plan(read_plan(&low)?),
        Phase::Yaw { .. } if usual || low == "none" => Action::Yaw(0),
        Phase::Yaw { .. } => {
            let word = low.trim_start_matches("yaw").trim();
            Action::Yaw(number(word).ok_or_else(|| wrong("STR-2.12", "yaw 6 or none", text))?)
        }
        Phase::Leave { .. } => match low.as_str() {
            "withdraw" => Action::Leave(Leaving::Withdraw),
            "return" | "default" | "" => Action::Leave(Leaving::Return),
            _ => return Err(wrong("STR-ADD.1", "withdraw or return", text)),
        },
        Phase::AtWill { .. } if usual => Action::AtWill(crate::tactics::at_will(battle, seat)),
        Phase::AtWill { .. } if low == "wait" => Action::AtWill(Vec::new()),
        Phase::AtWill { .. } => {
            Action::AtWill(items().map(|it| read_will(battle, it)).collect::<Result<_, _>>()?)
        }
        Phase::Combat { .. } if usual => Action::Combat(Combat::None),
        Phase::Combat { .. } => Action::Combat(read_combat(battle, seat, &low)?),
    })
}

fn wrong(rule: &'static str, example: &str, found: &str) -> Refusal {
    let found: String = found.chars().filter(|it| !it.is_control()).take(60).collect();
    Refusal::one(rule, format!("expected something like {example:?}, found {found:?}"))
}

fn number<T: std::str::FromStr>(word: &str) -> Option<T> {
    (word.len() <= 6 && word.bytes().all(|it| it.is_ascii_digit())).then(|| word.parse().ok()).flatten()
}

fn unit(battle: &Battle, tag: &str, rule: &'static str) -> Result<UnitId, Refusal> {
    battle.by_tag(tag).ok_or_else(|| {
        let shown: String = tag.chars().filter(|it| !it.is_control()).take(20).collect();
        let example = battle.tag(UnitId(0));
        Refusal::one(rule, format!("there is no unit {shown:?}; units are called {example}"))
    })
}

/// A card's name, or the beginning of it; `2 guardian` is two of them.
fn read_muster<'a>(battle: &Battle, items: impl Iterator<Item = &'a str>) -> Result<Vec<String>, Refusal> {
    let mut names = Vec::new();
    for item in items {
        let (count, word) = match item.split_once(' ') {
            Some((count, rest)) if number::<usize>(count).is_some() => {
                (number(count).unwrap_or(1), rest.trim())
            }
            _ => (1, item),
        };
        let word = word.to_ascii_lowercase();
        let card = battle.field.cards.iter().find(|it| it.name.to_ascii_lowercase().starts_with(&word));
        let Some(card) = card.filter(|_| !word.is_empty() && count <= 20) else {
            return Err(wrong("STR-SET.10", "2 guardian, vulture", item));
        };
        names.extend(std::iter::repeat_n(card.name.clone(), count));
    }
    Ok(names)
}

fn read_reserve(battle: &Battle, text: &str) -> Result<Vec<UnitId>, Refusal> {
    let words = text.split([' ', ',']).filter(|it| !it.is_empty() && !it.eq_ignore_ascii_case("reserve"));
    words.map(|it| unit(battle, it, "STR-SET.6")).collect()
}

fn read_dealt(battle: &Battle, item: &str) -> Result<Dealt, Refusal> {
    let words: Vec<&str> = item.split_whitespace().collect();
    let [tag, card] = words[..] else { return Err(wrong("STR-1.2", "F1 2, F2 1", item)) };
    let card = number(card).ok_or_else(|| wrong("STR-1.2", "F1 2, F2 1", item))?;
    Ok(Dealt { unit: unit(battle, tag, "STR-1.2")?, card })
}

/// What is left out is as in the default placement.
fn read_placement(battle: &Battle, now: Option<UnitId>, item: &str) -> Result<Placement, Refusal> {
    let fault = || wrong("STR-SET.5", "F1 12:0.5 course 0 speed 4", item);
    let mut words = item.split_whitespace().peekable();
    let first = words.peek().copied().ok_or_else(fault)?;
    let named = battle.by_tag(first);
    if named.is_some() {
        words.next();
    }
    let id = named.or(now).ok_or_else(fault)?;
    let mut place = deploy::default_place(battle, id);
    while let Some(word) = words.next() {
        match word.to_ascii_lowercase().as_str() {
            "course" => {
                let hour = words.next().and_then(number).and_then(Hour::new);
                place.course = hour.ok_or_else(fault)?;
            }
            "speed" => place.speed = words.next().and_then(number).ok_or_else(fault)?,
            _ => {
                let (x, y) = word.split_once(':').ok_or_else(fault)?;
                let (x, y) = (decimal(x).ok_or_else(fault)?, decimal(y).ok_or_else(fault)?);
                place.at = Point { x, y };
            }
        }
    }
    Ok(place)
}

fn read_arrival(battle: &Battle, item: &str) -> Result<Arrival, Refusal> {
    let words: Vec<&str> = item.split_whitespace().collect();
    let low: Vec<String> = words.iter().map(|it| it.to_ascii_lowercase()).collect();
    match low.iter().map(String::as_str).collect::<Vec<&str>>()[..] {
        [tag, "withdraw"] => Ok(Arrival::Withdraw { unit: unit(battle, tag, "STR-ADD.2")? }),
        [tag, "back", hour] => {
            let course = number(hour).and_then(Hour::new);
            let course = course.ok_or_else(|| wrong("STR-ADD.2", "F1 back 6", item))?;
            Ok(Arrival::Back { unit: unit(battle, tag, "STR-ADD.2")?, course })
        }
        _ => Ok(Arrival::Enter(read_placement(battle, None, item)?)),
    }
}

/// `A+3 B-2`, in this order; one card alone is laid before or after by a 0.
fn read_plan(text: &str) -> Result<Plan, Refusal> {
    let fault = || wrong("STR-2.1", "A+3 B-2, drift, B+1 C-2 evade, A+0 B+0 yaw 6", text);
    let mut cards: Vec<Manoeuvre> = Vec::new();
    let mut plan = Plan::DRIFT;
    let mut words = text.split([' ', ',']).filter(|it| !it.is_empty());
    while let Some(word) = words.next() {
        match word {
            "drift" => (),
            "evade" | "evasive" => plan.evasive = true,
            "stop" => plan.stop = true,
            "yaw" => plan.yaw = words.next().and_then(number).ok_or_else(fault)?,
            _ => cards.push(read_card(word).ok_or_else(fault)?),
        }
    }
    match cards[..] {
        [] => (),
        [one] => {
            // A card alone comes first, with an idle one after it.
            let idle = if one.kind.card() == 'B' { Kind::Accelerate } else { Kind::TurnPort };
            plan.first = one;
            plan.second = Manoeuvre { kind: idle, thrust: 0 };
        }
        [one, two] => {
            plan.first = one;
            plan.second = two;
        }
        _ => return Err(Refusal::one("STR-2.1", "a manoeuvre action has two cards")),
    }
    Ok(plan)
}

fn read_card(word: &str) -> Option<Manoeuvre> {
    let mut letters = word.chars();
    let kinds = match letters.next()? {
        'a' => [Kind::Accelerate, Kind::Decelerate],
        'b' => [Kind::TurnStarboard, Kind::TurnPort],
        'c' => [Kind::SlideStarboard, Kind::SlidePort],
        _ => return None,
    };
    let kind = match letters.next()? {
        '+' => kinds[0],
        '-' => kinds[1],
        _ => return None,
    };
    Some(Manoeuvre { kind, thrust: number(letters.as_str())? })
}

fn read_will(battle: &Battle, item: &str) -> Result<WillShot, Refusal> {
    let words: Vec<&str> = item.split_whitespace().collect();
    let (tags, keep) = match words[..] {
        [by, at] => ([by, at], false),
        [by, at, last] if last.eq_ignore_ascii_case("keep") => ([by, at], true),
        _ => return Err(wrong("STR-4.7", "F1 P2, or wait", item)),
    };
    Ok(WillShot { unit: unit(battle, tags[0], "STR-4.7")?, target: unit(battle, tags[1], "STR-4.7")?, keep })
}

fn read_combat(battle: &Battle, seat: Seat, text: &str) -> Result<Combat, Refusal> {
    if let Some((step, salvo)) = text.split_once(" and ") {
        let step = match read_combat(battle, seat, step.trim())? {
            Combat::Lock { target } => MissileStep::Lock { target },
            Combat::Launch { missile } => MissileStep::Launch { missile },
            Combat::None
            | Combat::Salvo(_)
            | Combat::Gunner { .. }
            | Combat::Countermeasures
            | Combat::RaiseShields
            | Combat::FireAtWill
            | Combat::Eject { .. } => return Err(wrong("STR-FEAT.1", "lock P1 and salvo P2", text)),
        };
        let Combat::Salvo(salvo) = read_combat(battle, seat, salvo.trim())? else {
            return Err(wrong("STR-FEAT.1", "launch #1 and turret P2", text));
        };
        return Ok(Combat::Gunner { step, salvo });
    }
    let fault = || {
        wrong("STR-4.1", "salvo P1, lock P1, launch, shields, countermeasures, at will, eject 6, none", text)
    };
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let keep = words.last() == Some(&"keep");
    if keep {
        words.pop();
    }
    let mut entry = None;
    if let Some(number_of) = words.last().and_then(|it| it.strip_prefix('#')) {
        let n: u8 = number(number_of).filter(|it| 0 < *it).ok_or_else(fault)?;
        entry = Some(n - 1);
        words.pop();
    }
    let target = |tag: &str| unit(battle, tag, "STR-4.2");
    let own = battle.acting(seat).map(|it| battle.unit(it));
    // Without a number, the first entry that will do.
    let usual = |wanted: fn(crate::card::Guidance) -> bool| {
        entry.or_else(|| own.and_then(|it| gunnery::entries(battle, it, wanted).next())).unwrap_or(0)
    };
    let salvo = |weapon, target| Combat::Salvo(Salvo { weapon, target, keep });
    use crate::card::Guidance;
    Ok(match words[..] {
        ["none" | "hold" | "pass"] => Combat::None,
        ["salvo", tag] => salvo(Weapon::Gun, Some(target(tag)?)),
        ["turret", tag] => salvo(Weapon::Turret, Some(target(tag)?)),
        ["missile", tag] => salvo(Weapon::Dumb(usual(|it| it == Guidance::Dumb)), Some(target(tag)?)),
        ["missile"] => salvo(Weapon::Dumb(usual(|it| it == Guidance::Dumb)), None),
        ["pod"] => salvo(Weapon::Pod(usual(|it| it == Guidance::Fragshell)), None),
        ["pod", tag] => salvo(Weapon::Pod(usual(|it| it == Guidance::Fragshell)), Some(target(tag)?)),
        ["guided", tag] => salvo(Weapon::Locked(usual(Guidance::is_guided)), Some(target(tag)?)),
        ["salvo"] => salvo(Weapon::Gun, None),
        ["turret"] => salvo(Weapon::Turret, None),
        ["guided"] => salvo(Weapon::Locked(usual(Guidance::is_guided)), None),
        ["lock", tag] => Combat::Lock { target: target(tag)? },
        ["launch"] => Combat::Launch { missile: usual(Guidance::is_guided) },
        ["countermeasures" | "counter"] => Combat::Countermeasures,
        ["shields"] => Combat::RaiseShields,
        ["at", "will"] | ["fire", "at", "will"] => Combat::FireAtWill,
        ["eject"] => {
            let bearing = own.map_or(Hour::SOUTH, |it| it.facing.turned(6));
            Combat::Eject { bearing }
        }
        ["eject", hour] => Combat::Eject { bearing: number(hour).and_then(Hour::new).ok_or_else(fault)? },
        _ => return Err(fault()),
    })
}

/// A decimal number without floating point.
fn decimal(text: &str) -> Option<Length> {
    if let Some(below_zero) = text.strip_prefix('-') {
        return decimal(below_zero).filter(|_| !below_zero.starts_with('-')).map(|it| -it);
    }
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
    if !digits(whole)
        || !digits(part)
        || 6 < whole.len()
        || 9 < part.len()
        || (whole.is_empty() && part.is_empty())
    {
        return None;
    }
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let part: i64 = format!("{part:0<9}").parse().ok()?;
    Some(Length(whole * Length::PER_UNIT + part))
}
