//! Orders as text: reading and writing (see README.md).

use dice::Dice;
use engine::{Findings, Refusal, Seat};

use crate::{
    battle::{Battle, Phase},
    fire,
    hex::{Arc, Facing, Hex},
    orders::{
        Action, Adjust, Gift, How, Move, Mover, Order, Placed, Pulled, Shot, Spend, Target, Use, Volley,
    },
    ship::ShipId,
    tables::Weapon,
    view::{self, View},
};

/// What was not understood.
type Read<T> = Result<T, Refusal>;

fn wrong<T>(reason: impl Into<String>) -> Read<T> {
    Err(Refusal::one("TAL-3.2.1", reason.into().replace(['\n', '\r'], " ")))
}

pub(crate) fn write_order(view: &View, order: &Order) -> String {
    let battle = view::imagine(view, &mut Dice::scripted([]));
    let mut parts = write_action(&battle, &order.action);
    if !order.rank.is_empty() {
        parts.push(format!("rank {}", tags(&battle, &order.rank)));
    }
    parts.join("; ")
}

fn tags(battle: &Battle, ships: &[ShipId]) -> String {
    ships.iter().map(|&it| battle.tag(it)).collect::<Vec<_>>().join(" ")
}

fn write_action(battle: &Battle, action: &Action) -> Vec<String> {
    let list = |mut parts: Vec<String>, done: bool, nothing: &str| {
        if parts.is_empty() {
            parts.push(nothing.to_owned());
        } else if done {
            parts.push("done".to_owned());
        }
        parts
    };
    match action {
        Action::Buy { ships } => vec![format!("buy {}", ships.join(" "))],
        Action::Initiative { holder } => vec![format!("initiative {}", if *holder == 0 { "A" } else { "B" })],
        Action::Terrain { at } => vec![format!("place {}", hex(*at))],
        Action::Deploy { places } | Action::Reinforce { places } => {
            let place =
                |it: &Placed| format!("{} {} {}", battle.tag(it.ship), hex(it.at), it.facing.letters());
            list(places.iter().map(place).collect(), false, "default")
        }
        Action::Power { uses, done } => {
            list(uses.iter().map(|it| write_use(battle, it)).collect(), *done, "pass")
        }
        Action::Move { moves, done } => {
            list(moves.iter().map(|it| write_move(battle, it)).collect(), *done, "pass")
        }
        Action::Fire { volleys, done } => {
            list(volleys.iter().map(|it| write_volley(battle, it)).collect(), *done, "pass")
        }
        Action::Charge { ships } => {
            list(ships.iter().map(|it| write_adjust(battle, it)).collect(), false, "default")
        }
        Action::Pull { ships } => {
            let pulled = |it: &Pulled| match it.way {
                Some(way) => format!("{} {}", battle.tag(it.ship), way.letters()),
                None => battle.tag(it.ship),
            };
            list(ships.iter().map(pulled).collect(), false, "default")
        }
        Action::Retreat { ships } if ships.is_empty() => vec!["stay".to_owned()],
        Action::Retreat { ships } => vec![format!("jump {}", tags(battle, ships))],
        Action::Pick { target } => vec![write_target(battle, *target)],
        Action::Resign => vec!["resign".to_owned()],
    }
}

fn hex(at: Hex) -> String {
    format!("{},{}", at.q, at.r)
}

fn write_use(battle: &Battle, wanted: &Use) -> String {
    let tag = battle.tag(wanted.ship);
    let words = match wanted.on {
        Spend::SideSlip => "slip".to_owned(),
        Spend::PowerThrough => "through".to_owned(),
        Spend::Charge { group } => format!("charge {}", u16::from(group) + 1),
        Spend::Battery => "battery".to_owned(),
        Spend::Reinforce { arc } => format!("reinforce {}", arc.letter()),
        Spend::Change => "change".to_owned(),
        Spend::Defend => "defend".to_owned(),
        Spend::Transmit { to, gift } => {
            let gift = match gift {
                Gift::Charge { fighter } => format!("charge {}", u16::from(fighter) + 1),
                Gift::PowerThrough => "through".to_owned(),
                Gift::SideSlip => "slip".to_owned(),
            };
            format!("give {} {gift}", battle.tag(to))
        }
        Spend::Retarget { missile, target, fighter } => {
            format!("retarget {missile} {}{}", battle.tag(target), write_fighter(fighter))
        }
        Spend::Drop { arc } => format!("drop {}", arc.letter()),
    };
    format!("{tag} {words}")
}

fn write_fighter(fighter: Option<u8>) -> String {
    fighter.map_or(String::new(), |it| format!(" fighter {}", u16::from(it) + 1))
}

fn write_move(battle: &Battle, wanted: &Move) -> String {
    let who = match wanted.mover {
        Mover::Ship(id) => battle.tag(id),
        Mover::Missile(number) => format!("M{number}"),
    };
    let how = match wanted.how {
        How::Straight => "ahead",
        How::TurnLeft => "left",
        How::TurnRight => "right",
        How::SlipLeft => "slip left",
        How::SlipRight => "slip right",
        How::Rotate => "rotate",
    };
    let dock = if wanted.dock { " dock" } else { "" };
    let first = if wanted.other_first { " other first" } else { "" };
    format!("{who} {how}{dock}{first}{}", write_fighter(wanted.fighter))
}

fn write_volley(battle: &Battle, volley: &Volley) -> String {
    let group = u16::from(volley.group) + 1;
    let shots: Vec<String> = volley.shots.iter().map(|it| write_shot(battle, it)).collect();
    let shots = match shots.len() {
        0 => "none".to_owned(),
        1 => format!("{} only", shots[0]),
        _ => shots.join(" "),
    };
    format!("{} {group} {shots}", battle.tag(volley.ship))
}

pub(crate) fn write_target(battle: &Battle, target: Target) -> String {
    match target {
        Target::Ship(id) => battle.tag(id),
        Target::Fighter(id, fighter) => format!("{}.{}", battle.tag(id), u16::from(fighter) + 1),
        Target::Missile(number) => format!("M{number}"),
    }
}

fn write_shot(battle: &Battle, shot: &Shot) -> String {
    let Some(target) = shot.target else { return "-".to_owned() };
    let mut text = write_target(battle, target);
    if let Some(push) = shot.push {
        text += &format!(" push {}", push.letters());
    }
    if let Some(at) = shot.launch {
        text += &format!(" from {}", hex(at));
    }
    if let Some(facing) = shot.facing {
        text += &format!(" face {}", facing.letters());
    }
    text + &write_fighter(shot.fighter)
}

fn write_adjust(battle: &Battle, wanted: &Adjust) -> String {
    let mut text = battle.tag(wanted.ship);
    if let Some(speed) = wanted.speed {
        text += &format!(" speed {speed}");
    }
    if let Some([a, b, c]) = wanted.charge {
        text += &format!(" charge {a} {b} {c}");
    }
    text
}

/// The words of one item, taken from the front.
struct Words<'a> {
    battle: &'a Battle,
    words: std::collections::VecDeque<&'a str>,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.words.pop_front()
    }

    fn peek(&self) -> &'a str {
        self.words.front().copied().unwrap_or("")
    }

    fn take(&mut self, word: &str) -> bool {
        let is = self.peek().eq_ignore_ascii_case(word);
        if is {
            self.words.pop_front();
        }
        is
    }

    fn number<T: std::str::FromStr>(&mut self, what: &str) -> Read<T> {
        let word = self.next().unwrap_or("");
        word.parse().or_else(|_| wrong(format!("expected {what}, found {word:?}")))
    }

    /// Groups and fighters count from one.
    fn counted(&mut self, what: &str) -> Read<u8> {
        let number: u8 = self.number(what)?;
        number.checked_sub(1).map_or_else(|| wrong(format!("{what}s count from 1")), Ok)
    }

    fn ship(&mut self) -> Read<ShipId> {
        let word = self.next().unwrap_or("");
        ship(self.battle, word)
    }

    fn facing(&mut self) -> Read<Facing> {
        let word = self.next().unwrap_or("");
        Facing::from_letters(word)
            .map_or_else(|| wrong(format!("{word:?} is not a facing; E, SE, SW, W, NW and NE are")), Ok)
    }

    fn arc(&mut self) -> Read<Arc> {
        let word = self.next().unwrap_or("");
        let arc = Arc::ALL.into_iter().find(|it| word.eq_ignore_ascii_case(&it.letter().to_string()));
        arc.map_or_else(|| wrong(format!("{word:?} is not an arc; F, R, A and L are")), Ok)
    }

    fn hex(&mut self) -> Read<Hex> {
        let word = self.next().unwrap_or("");
        let pair =
            word.split_once(',').and_then(|(q, r)| Some(Hex { q: q.parse().ok()?, r: r.parse().ok()? }));
        pair.map_or_else(|| wrong(format!("{word:?} is not a hex; 9,6 is one")), Ok)
    }

    fn fighter(&mut self) -> Read<Option<u8>> {
        if self.take("fighter") { self.counted("fighter").map(Some) } else { Ok(None) }
    }

    fn end<T>(&mut self, value: T) -> Read<T> {
        match self.next() {
            None => Ok(value),
            Some(word) => wrong(format!("{word:?} is too much")),
        }
    }
}

fn ship(battle: &Battle, tag: &str) -> Read<ShipId> {
    battle.by_tag(tag).map_or_else(|| wrong(format!("there is no ship {tag:?}; ships are called A1, B2")), Ok)
}

pub(crate) fn read_order(view: &View, _seat: Seat, text: &str) -> Read<Order> {
    let battle = view::imagine(view, &mut Dice::scripted([]));
    let mut rank = Vec::new();
    let mut done = false;
    let mut nothing = false;
    let mut resigns = false;
    let mut parts: Vec<Words<'_>> = Vec::new();
    for part in text.split([';', '\n']).map(str::trim).filter(|it| !it.is_empty()) {
        let mut words = Words { battle: &battle, words: part.split_whitespace().collect() };
        match words.peek().to_ascii_lowercase().as_str() {
            "done" if words.words.len() == 1 => done = true,
            "pass" | "default" | "stay" | "hold" if words.words.len() == 1 => nothing = true,
            "resign" if words.words.len() == 1 => resigns = true,
            "rank" => {
                words.next();
                while !words.words.is_empty() {
                    rank.push(words.ship()?);
                }
            }
            _ => parts.push(words),
        }
    }
    if resigns {
        return Ok(Order { action: Action::Resign, rank });
    }
    if parts.is_empty() && !done && !nothing {
        return wrong("nothing was ordered; pass, default or stay say so");
    }
    let done = done || parts.is_empty();
    let action = match view.board.phase {
        Phase::Setup | Phase::Over { .. } => return wrong("there is nothing to decide"),
        Phase::Buy => Action::Buy { ships: read_purchase(&battle, _seat, parts)? },
        Phase::Initiative { .. } => Action::Initiative { holder: read_holder(parts)? },
        Phase::Terrain { .. } => Action::Terrain { at: read_place(&battle, parts)? },
        Phase::Deploy { .. } => Action::Deploy { places: all(parts, read_placed)? },
        Phase::Reinforce { .. } => Action::Reinforce { places: all(parts, read_placed)? },
        Phase::Power { .. } => Action::Power { uses: all(parts, read_use)?, done },
        Phase::Move { .. } => Action::Move { moves: all(parts, read_move)?, done },
        Phase::Fire { .. } => Action::Fire { volleys: all(parts, read_volley)?, done },
        Phase::Charge { .. } => Action::Charge { ships: all(parts, read_adjust)? },
        Phase::Pull { .. } => Action::Pull { ships: all(parts, read_pulled)? },
        Phase::Pick { .. } => Action::Pick { target: read_pick(&battle, parts)? },
        Phase::Retreat { .. } => {
            let jumps = all(parts, |mut words| {
                words.take("jump");
                let mut ships = Vec::new();
                while !words.words.is_empty() {
                    ships.push(words.ship()?);
                }
                Ok(ships)
            })?;
            Action::Retreat { ships: jumps.concat() }
        }
    };
    Ok(Order { action, rank })
}

/// Every part read, or everything that was not understood.
fn all<'a, T>(parts: Vec<Words<'a>>, read: impl Fn(Words<'a>) -> Read<T>) -> Read<Vec<T>> {
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

fn read_purchase(battle: &Battle, seat: Seat, parts: Vec<Words<'_>>) -> Read<Vec<String>> {
    if parts.is_empty() {
        return Ok(crate::market::usual(&battle.field, Battle::side_of(seat)));
    }
    let classes = all(parts, |mut words| {
        words.take("buy");
        Ok(words.words.into_iter().map(str::to_owned).collect::<Vec<_>>())
    })?;
    Ok(classes.concat())
}

fn read_holder(parts: Vec<Words<'_>>) -> Read<u8> {
    let holders = all(parts, |mut words| {
        words.take("initiative");
        match words.next().unwrap_or("").to_ascii_uppercase().as_str() {
            "A" => words.end(0),
            "B" => words.end(1),
            other => wrong(format!("{other:?} is not a side; A and B are")),
        }
    })?;
    holders.first().copied().map_or_else(|| wrong("name the side, as in initiative A"), Ok)
}

fn read_place(battle: &Battle, parts: Vec<Words<'_>>) -> Read<Hex> {
    let hexes = all(parts, |mut words| {
        words.take("place");
        let at = words.hex()?;
        words.end(at)
    })?;
    let usual = || crate::market::piece(battle).and_then(|it| crate::market::places(battle, it).next());
    hexes.first().copied().or_else(usual).map_or_else(|| wrong("name a hex, as in place 9,6"), Ok)
}

/// `A6.2` or `M4`.
fn read_pick(battle: &Battle, parts: Vec<Words<'_>>) -> Read<Target> {
    let targets = all(parts, |mut words| {
        let word = words.next().unwrap_or("");
        let target = match (missile(word), word.split_once('.')) {
            (Some(number), _) => Target::Missile(number),
            (None, Some((tag, number))) => Target::Fighter(ship(battle, tag)?, fighter_number(word, number)?),
            (None, None) => {
                return wrong(format!("{word:?} names no fighter and no Missile; A6.2 and M4 do"));
            }
        };
        words.end(target)
    })?;
    let usual = || battle.board.owed.first().and_then(|it| crate::picks::usual(battle, it));
    targets.first().copied().or_else(usual).map_or_else(|| wrong("name one, as in A6.2 or M4"), Ok)
}

fn fighter_number(word: &str, number: &str) -> Read<u8> {
    let fighter = number.parse::<u8>().ok().and_then(|it| it.checked_sub(1));
    fighter.map_or_else(|| wrong(format!("{word:?} names no fighter; A6.2 does")), Ok)
}

fn read_placed(mut words: Words<'_>) -> Read<Placed> {
    let ship = words.ship()?;
    let place = Placed { ship, at: words.hex()?, facing: words.facing()? };
    words.end(place)
}

fn read_use(mut words: Words<'_>) -> Read<Use> {
    let ship = words.ship()?;
    let word = words.next().unwrap_or("").to_ascii_lowercase();
    let on = match word.as_str() {
        "slip" => Spend::SideSlip,
        "through" => Spend::PowerThrough,
        "charge" => Spend::Charge { group: words.counted("group")? },
        "battery" => Spend::Battery,
        "reinforce" => Spend::Reinforce { arc: words.arc()? },
        "drop" => Spend::Drop { arc: words.arc()? },
        "change" => Spend::Change,
        "defend" => Spend::Defend,
        "give" => {
            let to = words.ship()?;
            let gift = match words.next().unwrap_or("").to_ascii_lowercase().as_str() {
                "charge" => Gift::Charge { fighter: words.counted("fighter")? },
                "through" => Gift::PowerThrough,
                "slip" => Gift::SideSlip,
                other => return wrong(format!("{other:?}: a squadron is given charge, through or slip")),
            };
            Spend::Transmit { to, gift }
        }
        "retarget" => {
            let missile = words.number("the number of a Missile")?;
            Spend::Retarget { missile, target: words.ship()?, fighter: words.fighter()? }
        }
        other => {
            return wrong(format!(
                "{other:?} is not a use of power; slip, through, charge, battery, reinforce, drop, change, \
                 defend, give, retarget are"
            ));
        }
    };
    words.end(Use { ship, on })
}

/// `M4`.
fn missile(word: &str) -> Option<u16> {
    word.strip_prefix(['M', 'm'])?.parse().ok()
}

fn read_move(mut words: Words<'_>) -> Read<Move> {
    let mover = match missile(words.peek()) {
        Some(number) => {
            words.next();
            Mover::Missile(number)
        }
        None => Mover::Ship(words.ship()?),
    };
    let how = match words.next().unwrap_or("").to_ascii_lowercase().as_str() {
        "ahead" | "straight" => How::Straight,
        "left" => How::TurnLeft,
        "right" => How::TurnRight,
        "rotate" => How::Rotate,
        "slip" if words.take("left") => How::SlipLeft,
        "slip" if words.take("right") => How::SlipRight,
        other => {
            return wrong(format!(
                "{other:?} is not a move; ahead, left, right, slip left, slip right, rotate are"
            ));
        }
    };
    let dock = words.take("dock");
    let other_first = words.take("other");
    if other_first {
        words.take("first");
    }
    let fighter = words.fighter()?;
    words.end(Move { mover, how, dock, other_first, fighter })
}

fn read_volley(mut words: Words<'_>) -> Read<Volley> {
    let ship = words.ship()?;
    let group = words.counted("group")?;
    let battle = words.battle;
    let open = if let Phase::Fire { volley, .. } = battle.board.phase { volley } else { None };
    let launcher = battle.design_of(ship).group(group.into()).is_some_and(|it| it.weapon == Weapon::Missile);
    let mut shots: Vec<Shot> = Vec::new();
    let mut only = false;
    while let Some(word) = words.next() {
        if word.eq_ignore_ascii_case("none") && shots.is_empty() {
            return words.end(Volley { ship, group, shots });
        }
        if word.eq_ignore_ascii_case("only") {
            only = true;
            break;
        }
        if word == "-" {
            shots.push(Shot::default());
            continue;
        }
        let mut shot = Shot::at(Target::Missile(0));
        shot.target = Some(match (missile(word), word.split_once('.')) {
            (Some(number), _) => Target::Missile(number),
            (None, Some((tag, number))) => {
                let fighter = fighter_number(word, number)?;
                let id = self::ship(battle, tag)?;
                if launcher {
                    shot.fighter = Some(fighter);
                    Target::Ship(id)
                } else {
                    Target::Fighter(id, fighter)
                }
            }
            (None, None) => Target::Ship(self::ship(battle, word)?),
        });
        if words.take("push") {
            shot.push = Some(words.facing()?);
        }
        if words.take("from") {
            shot.launch = Some(words.hex()?);
        }
        if words.take("face") {
            shot.facing = Some(words.facing()?);
        }
        if let Some(fighter) = words.fighter()? {
            shot.fighter = Some(fighter);
        }
        shots.push(shot);
    }
    if shots.is_empty() {
        return wrong("name a target for the group");
    }
    // One target named: all weapons fire at it, unless only one is meant.
    if shots.len() == 1 && !only {
        let count = fire::weapons_left(battle, open.filter(|it| it.ship == ship), ship, group.into());
        shots = vec![shots[0]; usize::from(count).max(1)];
    }
    words.end(Volley { ship, group, shots })
}

fn read_adjust(mut words: Words<'_>) -> Read<Adjust> {
    let mut wanted = Adjust { ship: words.ship()?, charge: None, speed: None };
    if words.take("speed") {
        wanted.speed = Some(words.number("a Speed")?);
    }
    if words.take("charge") {
        let mut boxes = [0; 3];
        for it in &mut boxes {
            if words.peek().is_empty() {
                break;
            }
            *it = words.number("a number of boxes")?;
        }
        wanted.charge = Some(boxes);
    }
    words.end(wanted)
}

fn read_pulled(mut words: Words<'_>) -> Read<Pulled> {
    let ship = words.ship()?;
    let way = if words.peek().is_empty() { None } else { Some(words.facing()?) };
    words.end(Pulled { ship, way })
}
