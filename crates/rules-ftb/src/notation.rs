//! Orders in words: reading and writing (FTB-12, FTB-16). One order a line.

use dice::Dice;
use engine::{Refusal, Seat};
use geometry::{Length, Point};

use crate::{
    Battle,
    battle::Ask,
    helm::{self, Harbour, Helm, Kind},
    order::{Attack, Benefit, Deploy, Fleet, Guide, Order, Pick, Plot, Protocol, Target},
    sample,
    ship::{Class, Extra, ShipId, System},
    space::{Pass, lu, snap},
    torpedo,
    view::{self, View},
};

/// A truth behind the view, for questions that any of them answers alike.
pub(crate) fn behind(view: &View) -> Battle {
    view::imagine(view, &mut Dice::numbered(0, 0))
}

pub(crate) fn tag(view: &View, id: ShipId) -> String {
    view.tags.get(id.index()).cloned().unwrap_or_else(|| format!("ship {}", id.0))
}

fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Coast => "coast",
        Kind::Burn => "burn",
        Kind::HardBurn => "hardburn",
        Kind::HeatDump => "dump",
        Kind::Repair => "repair",
        Kind::Launch => "launch",
        Kind::Refit => "refit",
        Kind::Recharge => "recharge",
        Kind::Board => "board",
    }
}

fn extra_word(extra: Extra) -> &'static str {
    match extra {
        Extra::EngineeringBay => "engineering",
        Extra::Overdrive => "overdrive",
        Extra::TrackingProbes => "probes",
    }
}

fn benefit_word(benefit: Benefit) -> &'static str {
    match benefit {
        Benefit::Fuel => "fuel",
        Benefit::EraseDamage => "erase",
        Benefit::Shield => "shield",
        Benefit::Torpedoes => "torpedoes",
    }
}

pub(crate) fn harbour_name(view: &View, system: u8, harbour: Harbour) -> String {
    match harbour {
        Harbour::Station(n) => {
            view.map.stations.get(usize::from(n)).map_or_else(|| format!("station {n}"), |it| it.name.clone())
        }
        Harbour::Body(n) => {
            let name = view.map.systems.get(usize::from(system)).and_then(|it| it.names.get(usize::from(n)));
            name.cloned().unwrap_or_else(|| format!("body {n}"))
        }
    }
}

fn target_word(view: &View, target: Target) -> String {
    match target {
        Target::Ship(id) => tag(view, id),
        Target::Tanker(n) => format!("tanker:{}", u16::from(n) + 1),
        Target::Torpedo(id) => format!("torpedo:{}", tag(view, id)),
    }
}

fn write_plot(plot: Plot) -> String {
    format!(" course {},{} speed {}", plot.course.x, plot.course.y, plot.speed)
}

fn write_attack(view: &View, attack: Attack) -> String {
    let at = attack.at.map_or_else(String::new, |t| format!(" at {t}"));
    format!(" attack {}{at}", target_word(view, attack.target))
}

fn write_deploy(view: &View, deploy: &Deploy) -> String {
    let Deploy { ship, at, plot } = deploy;
    format!("{} at {},{}{}", tag(view, *ship), at.x, at.y, write_plot(*plot))
}

fn write_helm(view: &View, helm: &Helm) -> String {
    let mut text = kind_word(helm.order).to_owned();
    text += &helm.plot.map_or_else(String::new, write_plot);
    if let Some(guide) = helm.torpedo {
        text += " torpedo";
        text += &write_guide(view, &guide);
    }
    if let Some(harbour) = helm.declare {
        let system =
            view.act.as_ref().and_then(|it| view.ships.get(it.ship.index())).map_or(0, |it| it.hull.system);
        text += &format!(" declare {}", harbour_name(view, system, harbour));
    }
    if let Some(lane) = helm.enter {
        text += &format!(" enter {}", u16::from(lane) + 1);
    }
    let flags = [
        (helm.side == Pass::Right, " pass-right"),
        (helm.extra, " extra"),
        (helm.off_patrol, " off-patrol"),
        (helm.no_refuel, " no-refuel"),
        (helm.stay_tracked, " unmasked"),
    ];
    flags.iter().filter(|it| it.0).for_each(|it| text += it.1);
    text
}

fn write_guide(view: &View, guide: &Guide) -> String {
    let mut text = guide.plot.map_or_else(String::new, write_plot);
    text += &guide.attack.map_or_else(String::new, |it| write_attack(view, it));
    if guide.side == Pass::Right {
        text += " right";
    }
    text
}

pub(crate) fn write_order(view: &View, order: &Order) -> String {
    let choose = |it: bool, yes: &str, no: &str| if it { yes } else { no }.to_owned();
    match order {
        Order::Fleet(fleet) => {
            let ships: Vec<String> = fleet.ships.iter().map(|it| it.letter().to_string()).collect();
            let extra = fleet.extra.map_or_else(String::new, |it| format!(" extra {}", extra_word(it)));
            let tankers =
                if fleet.tankers == 0 { String::new() } else { format!(" tankers {}", fleet.tankers) };
            format!("fleet {}{extra}{tankers}", ships.join(" "))
        }
        Order::Station(at) => format!("station {},{}", at.x, at.y),
        Order::Name(station) => format!("name {}", harbour_name(view, 0, Harbour::Station(*station))),
        Order::Deploy(deploy) => format!("deploy {}", write_deploy(view, deploy)),
        Order::HoldBack(Some(deploy)) => format!("hold {}", write_deploy(view, deploy)),
        Order::HoldBack(None) => "hold none".to_owned(),
        Order::Depart(today) => choose(*today, "depart", "wait"),
        Order::Duel(protocol) | Order::Protocol(protocol) => protocol.name().to_lowercase(),
        Order::Pick(Pick::Activate(id)) => format!("activate {}", tag(view, *id)),
        Order::Pick(Pick::Force(id)) => format!("force {}", tag(view, *id)),
        Order::Pick(Pick::Tanker { tanker, system, at }) => {
            format!("tanker {} at {},{} in {}", u16::from(*tanker) + 1, at.x, at.y, u16::from(*system) + 1)
        }
        Order::Pick(Pick::Pass) => "pass".to_owned(),
        Order::Forcer(side) => format!("forcer {}", u16::from(*side) + 1),
        Order::Guide(guide) => format!("guide{}", write_guide(view, guide)),
        Order::Evade(evades) => choose(*evades, "evade", "no evade"),
        Order::System(system) => system.name().to_lowercase(),
        Order::Helm(helm) => write_helm(view, helm),
        Order::Fuse(id) => format!("fuse {}", tag(view, *id)),
        Order::Attack(attacks) if attacks.is_empty() => "no attack".to_owned(),
        Order::Attack(attacks) => {
            attacks.iter().map(|it| write_attack(view, *it)).collect::<String>().trim().to_owned()
        }
        Order::Target(id) => format!("target {}", tag(view, *id)),
        Order::Cover(fires) => choose(*fires, "cover", "no cover"),
        Order::Heat(heat) => choose(*heat, "heat", "hit"),
        Order::Scan(Some(id)) => format!("scan {}", tag(view, *id)),
        Order::Scan(None) => "no scan".to_owned(),
        Order::Benefit(benefit) => benefit_word(*benefit).to_owned(),
        Order::Concede => "concede".to_owned(),
    }
}

/// The words of a line, and how far it is read.
struct Words<'a> {
    view: &'a View,
    words: Vec<&'a str>,
    next: usize,
}

type Read<T> = Result<T, Refusal>;

/// FTB-12.1: orders are given in so many words.
fn unread<T>(what: impl Into<String>) -> Read<T> {
    Err(Refusal::one("FTB-12.1", what.into().replace(['\n', '\r'], " ")))
}

impl<'a> Words<'a> {
    fn peek(&self) -> Option<String> {
        self.words.get(self.next).map(|it| it.to_lowercase())
    }

    fn take(&mut self, what: &str) -> Read<&'a str> {
        match self.words.get(self.next) {
            Some(word) => {
                self.next += 1;
                Ok(word)
            }
            None => unread(format!("expected {what} at the end")),
        }
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|it| it == word);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, word: &str) -> Read<()> {
        if self.eat(word) { Ok(()) } else { unread(format!("expected the word {word}")) }
    }

    fn length(text: &str) -> Read<Length> {
        match text.parse() {
            Ok(number) => Length::from_decimal(number).or_else(unread),
            Err(_) => unread(format!("{text:?} is not a number")),
        }
    }

    fn point(&mut self) -> Read<Point> {
        let word = self.take("a point such as 3,-4")?;
        match word.split_once(',') {
            Some((x, y)) => Ok(Point { x: Words::length(x)?, y: Words::length(y)? }),
            None => unread(format!("{word:?} is not a point such as 3,-4")),
        }
    }

    fn number(&mut self, what: &str) -> Read<u16> {
        let word = self.take(what)?;
        word.parse().or_else(|_| unread(format!("{word:?} is not a {what}")))
    }

    /// Counted from 1.
    fn nth(&mut self, what: &str) -> Read<u8> {
        match self.number(what)? {
            it @ 1..=255 => Ok((it - 1) as u8),
            it => unread(format!("there is no {what} {it}")),
        }
    }

    fn ship_of(&self, word: &str) -> Read<ShipId> {
        match self.view.tags.iter().position(|it| it.eq_ignore_ascii_case(word)) {
            Some(n) => Ok(ShipId(n as u8)),
            None => unread(format!("there is no ship {word:?}")),
        }
    }

    fn ship(&mut self) -> Read<ShipId> {
        let word = self.take("a ship")?;
        self.ship_of(word)
    }

    fn target(&mut self) -> Read<Target> {
        let word = self.take("a target")?;
        match word.split_once(':') {
            Some((kind, rest)) if kind.eq_ignore_ascii_case("tanker") => match rest.parse::<u8>() {
                Ok(n @ 1..) => Ok(Target::Tanker(n - 1)),
                _ => unread(format!("there is no tanker {rest:?}")),
            },
            Some((kind, rest)) if kind.eq_ignore_ascii_case("torpedo") => {
                Ok(Target::Torpedo(self.ship_of(rest)?))
            }
            _ => Ok(Target::Ship(self.ship_of(word)?)),
        }
    }

    fn plot(&mut self) -> Read<Plot> {
        let course = self.point()?;
        self.expect("speed")?;
        Ok(Plot { course, speed: self.number("speed")? })
    }

    fn attack(&mut self) -> Read<Attack> {
        let target = self.target()?;
        let at = if self.eat("at") { Some(Words::length(self.take("a length")?)?) } else { None };
        Ok(Attack { target, at })
    }

    fn deploy(&mut self) -> Read<Deploy> {
        let ship = self.ship()?;
        self.expect("at")?;
        let at = self.point()?;
        self.expect("course")?;
        Ok(Deploy { ship, at, plot: self.plot()? })
    }

    fn guide(&mut self) -> Read<Guide> {
        let mut guide = Guide::default();
        loop {
            if self.eat("course") {
                guide.plot = Some(self.plot()?);
            } else if self.eat("attack") {
                guide.attack = Some(self.attack()?);
            } else if self.eat("right") {
                guide.side = Pass::Right;
            } else {
                return Ok(guide);
            }
        }
    }

    fn helm(&mut self, kind: Kind) -> Read<Helm> {
        let mut helm = Helm { order: kind, ..Helm::default() };
        let ship = self.view.act.as_ref().map(|it| it.ship);
        let system = ship.and_then(|it| self.view.ships.get(it.index())).map_or(0, |it| it.hull.system);
        let mut aim = None;
        while let Some(word) = self.peek() {
            self.next += 1;
            match word.as_str() {
                "course" => helm.plot = Some(self.plot()?),
                "to" => aim = Some(self.point()?),
                "torpedo" => helm.torpedo = Some(self.guide()?),
                "declare" => {
                    let name = self.take("a body or station")?;
                    match self.view.map.find(system, name) {
                        Some(harbour) => helm.declare = Some(harbour),
                        None => return unread(format!("there is no body or station {name:?} here")),
                    }
                }
                "enter" => helm.enter = Some(self.nth("lane")?),
                "pass-right" => helm.side = Pass::Right,
                "extra" => helm.extra = true,
                "off-patrol" => helm.off_patrol = true,
                "no-refuel" => helm.no_refuel = true,
                "unmasked" => helm.stay_tracked = true,
                _ => return unread(format!("{word:?} does not go with an order")),
            }
        }
        // FTB-35.2: the extra widens the circle, wherever it is said.
        match aim {
            Some(aim) if kind == Kind::Launch => {
                let plot = Some(self.aimed(ship, kind, false, aim)?);
                helm.torpedo = Some(Guide { plot, ..helm.torpedo.unwrap_or_default() });
            }
            Some(aim) => helm.plot = Some(self.aimed(ship, kind, helm.extra, aim)?),
            None => (),
        }
        Ok(helm)
    }

    /// ALG-2: an aimed point, snapped along its own bearing.
    fn aimed(&self, ship: Option<ShipId>, kind: Kind, overdrive: bool, aim: Point) -> Read<Plot> {
        let battle = behind(self.view);
        let Some(id) = ship.filter(|it| it.index() < battle.ships.len()) else {
            return unread("no ship is active");
        };
        let ship = battle.ship(id);
        let (accel, remembered) = if kind == Kind::Launch {
            let fresh = torpedo::fresh(&battle, id);
            (lu(i32::from(battle.field.options.launch_accel)), fresh.dir.whole(fresh.speed))
        } else {
            (helm::accel(ship, kind, overdrive), helm::remembered(ship))
        };
        let wild = lu(900) < aim.x.abs() || lu(900) < aim.y.abs();
        match (!wild).then(|| snap(ship.at, remembered, accel, aim)).flatten() {
            Some((dir, speed)) => Ok(Plot { course: sample::course(dir), speed }),
            None => Err(Refusal::one("FTB-28.2", "no whole speed leads that way from the ship's vector")),
        }
    }
}

fn protocol(word: &str) -> Option<Protocol> {
    Protocol::ALL.into_iter().find(|it| {
        let name = it.name().to_lowercase();
        name == word || name[..1] == *word
    })
}

pub(crate) fn read_order(view: &View, _seat: Seat, text: &str) -> Read<Order> {
    let mut words = Words { view, words: text.split_whitespace().collect(), next: 0 };
    let first = words.take("an order")?.to_lowercase();
    let ask = behind(view).waiting();
    let order = match first.as_str() {
        "concede" => Order::Concede,
        "fleet" => Order::Fleet(read_fleet(&mut words)?),
        "station" => Order::Station(words.point()?),
        "name" => {
            let name = words.take("a station")?;
            match view.map.station(name) {
                Some(station) => Order::Name(station),
                None => return unread(format!("there is no station {name:?}")),
            }
        }
        "deploy" => Order::Deploy(words.deploy()?),
        "hold" if words.eat("none") => Order::HoldBack(None),
        "hold" => Order::HoldBack(Some(words.deploy()?)),
        "depart" => Order::Depart(true),
        "wait" => Order::Depart(false),
        "activate" => Order::Pick(Pick::Activate(words.ship()?)),
        "force" => Order::Pick(Pick::Force(words.ship()?)),
        "tanker" => {
            let tanker = words.nth("tanker")?;
            words.expect("at")?;
            let at = words.point()?;
            let system = if words.eat("in") { words.nth("system")? } else { 0 };
            Order::Pick(Pick::Tanker { tanker, system, at })
        }
        "pass" => Order::Pick(Pick::Pass),
        "forcer" => Order::Forcer(words.nth("side")?),
        "guide" => Order::Guide(words.guide()?),
        "evade" => Order::Evade(true),
        "no" => match words.take("evade, cover, scan or attack")?.to_lowercase().as_str() {
            "evade" => Order::Evade(false),
            "cover" => Order::Cover(false),
            "scan" => Order::Scan(None),
            "attack" => Order::Attack(Vec::new()),
            other => return unread(format!("no {other:?}?")),
        },
        "fuse" => Order::Fuse(words.ship()?),
        "attack" => {
            let mut attacks = vec![words.attack()?];
            while words.eat("attack") && attacks.len() < 4 {
                attacks.push(words.attack()?);
            }
            Order::Attack(attacks)
        }
        "target" => Order::Target(words.ship()?),
        "cover" => Order::Cover(true),
        "heat" => Order::Heat(true),
        "hit" => Order::Heat(false),
        "scan" => Order::Scan(Some(words.ship()?)),
        other => {
            let kind = Kind::ALL.into_iter().find(|&it| kind_word(it) == other);
            let system = System::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(other));
            let benefit = Benefit::ALL.into_iter().find(|&it| benefit_word(it) == other);
            match (kind, system, benefit, protocol(other)) {
                (Some(kind), ..) => Order::Helm(words.helm(kind)?),
                (_, Some(system), ..) => Order::System(system),
                (_, _, Some(benefit), _) => Order::Benefit(benefit),
                (.., Some(protocol)) if matches!(ask, Some(Ask::Protocols(_))) => Order::Protocol(protocol),
                (.., Some(protocol)) => Order::Duel(protocol),
                _ => return unread(format!("{other:?} is not an order")),
            }
        }
    };
    match words.words.get(words.next) {
        Some(rest) => unread(format!("{rest:?} does not belong there")),
        None => Ok(order),
    }
}

fn read_fleet(words: &mut Words<'_>) -> Read<Fleet> {
    let mut fleet = Fleet::default();
    while let Some(word) = words.peek() {
        words.next += 1;
        match word.as_str() {
            "extra" => {
                let name = words.take("an extra")?.to_lowercase();
                match Extra::ALL.into_iter().find(|&it| extra_word(it) == name) {
                    Some(extra) => fleet.extra = Some(extra),
                    None => {
                        return unread(format!("{name:?} is not an extra: engineering, overdrive, probes"));
                    }
                }
            }
            "tankers" => fleet.tankers = words.number("number of tankers")?.min(255) as u8,
            letter => {
                match Class::MILITARY.into_iter().find(|it| letter == it.letter().to_lowercase().to_string())
                {
                    Some(class) if fleet.ships.len() < 100 => fleet.ships.push(class),
                    _ => return unread(format!("{letter:?} is not a class: B, C or D")),
                }
            }
        }
    }
    Ok(fleet)
}
