//! Orders as text (FT-3.5.1 for movement; the rest in the same spirit).

use engine::{Refusal, Seat};
use geometry::{Length, Point};

use crate::{
    Order,
    boarding::{self, Crossing},
    craft::{self, arming, evasion::GroupShot},
    damage::{CoreChoice, EmpTest, repairs::Job},
    fire::{Fire, Shot, sweeps::Line},
    jumps::{self, ftl::Plan},
    movement::{clock::Clock, plot::Plot},
    narrate::mode_word,
    orders::{Entry, Formation, Mode, Orders, ShipOrder, SquadronOrder, specials::Setting},
    ordnance::{
        Launch, Launched,
        mines::Lay,
        opening::{Barrage, Opening, Stage},
    },
    phases::Phase,
    sensors::Scan,
    setup::{
        deploy::Deploy,
        scenario::{Field, side_letter},
    },
    ship::{IconId, ShipId},
    terrain::{BodyId, rounds::Return},
    view::View,
    yard::design::Arc,
};

const FORMATIONS: [(Formation, &str); 5] = [
    (Formation::LineAhead, "ahead"),
    (Formation::LineAbreast, "abreast"),
    (Formation::Wedge, "wedge"),
    (Formation::Diamond, "diamond"),
    (Formation::Ring, "ring"),
];

const MODES: [Mode; 10] = [
    Mode::Overload,
    Mode::Short,
    Mode::Medium,
    Mode::Long,
    Mode::Flare,
    Mode::Torpedo,
    Mode::Arm,
    Mode::Charge,
    Mode::Discharge,
    Mode::Shaped,
];

const CHOICES: [(CoreChoice, &str); 3] =
    [(CoreChoice::Hold, "hold"), (CoreChoice::Dump, "dump"), (CoreChoice::Abandon, "abandon")];

pub(crate) fn write_order(view: &View, order: &Order) -> String {
    let field = &view.field;
    let code = |id: ShipId| field.code(id);
    let parts: Vec<String> = match order {
        Order::Concede => vec!["concede".to_owned()],
        Order::Pass => vec!["pass".to_owned()],
        Order::Chase(true) => vec!["chase".to_owned()],
        Order::Chase(false) => vec!["stay".to_owned()],
        Order::Deploy(Deploy { ship, at, facing, velocity }) => {
            vec![format!("{} {},{} {facing} {velocity}", code(*ship), at.x, at.y)]
        }
        Order::Settings(settings) => {
            let line = |it: &Setting| format!("{} mode{}={}", code(it.ship), it.icon.0, mode_word(it.mode));
            settings.iter().map(line).collect()
        }
        Order::Muster(places) => {
            vec![places.iter().map(|it| (u16::from(*it) + 1).to_string()).collect::<Vec<_>>().join(" ")]
        }
        Order::Plans(plans) => {
            let line = |it: &Plan| {
                format!(
                    "{} turn{} {},{} {} {}",
                    it.group.map_or(code(it.ship), |id| field.group_code(id)),
                    it.turn,
                    it.at.x,
                    it.at.y,
                    it.facing,
                    it.velocity
                )
            };
            plans.iter().map(line).collect()
        }
        Order::Scan(scans) => {
            scans.iter().map(|it| format!("{} >{}", code(it.ship), code(it.target))).collect()
        }
        Order::Arrange(others) => {
            let letters: Vec<String> = others.iter().map(|seat| side_letter(*seat)).collect();
            vec![letters.join(" ")]
        }
        Order::Rounds(returns) => {
            returns.iter().map(|it| format!("{} {},{}", code(it.ship), it.at.x, it.at.y)).collect()
        }
        Order::Features(places) => {
            places.iter().map(|(body, at)| format!("{} {},{}", body.number(), at.x, at.y)).collect()
        }
        Order::Orders(orders) => write_orders(field, orders),
        Order::Opening(opening) => {
            let flak = |it: &Barrage| format!("{} {}>@{},{}", code(it.ship), it.weapon.0, it.at.x, it.at.y);
            let stage = |it: &Stage| format!("#{}>@{},{}", it.marker, it.at.x, it.at.y);
            opening.flak.iter().map(flak).chain(opening.stages.iter().map(stage)).collect()
        }
        Order::Launch(launch) => {
            let one = |it: &Launched| {
                let to = match (it.at, it.target) {
                    (Some(at), _) => format!("@{},{}", at.x, at.y),
                    (None, Some(target)) => code(target),
                    (None, None) => String::new(),
                };
                let more =
                    [if it.extended { "+er" } else { "" }, if it.fused { "+fused" } else { "" }].concat();
                format!(" {}>{to}{more}", it.weapon.0)
            };
            vec![code(launch.ship) + &launch.launches.iter().map(one).collect::<String>()]
        }
        Order::Wing(sortie) => vec![craft::words::write(field, sortie)],
        Order::Parting(groups) => groups.iter().map(|&id| field.group_code(id)).collect(),
        Order::Scramble(order) => vec![craft::words::write_scramble(field, order)],
        Order::Defend(guards) => craft::notation::write_guards(field, guards),
        Order::CraftLaunch(launch) => vec![craft::notation::write_craft_launch(field, launch)],
        Order::Attack(attacks) => craft::notation::write_attacks(field, attacks),
        Order::Dogfight(stances) => craft::notation::write_stances(field, stances),
        Order::Run(runs) => craft::notation::write_runs(field, runs),
        Order::Evade(groups) => groups.iter().map(|&id| field.group_code(id)).collect(),
        Order::FireBoats(fire) => vec![craft::notation::write_boats(field, fire)],
        Order::Fire(fire) => {
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
        Order::Cross(all) => all.iter().map(|it| boarding::words::write_crossing(field, it)).collect(),
        Order::Duties(all) => all.iter().map(|it| boarding::words::write_duty(field, it)).collect(),
        Order::Repel(all) => all.iter().map(|it| boarding::words::write_stand(field, it)).collect(),
        Order::Share(all) => all.iter().map(|it| jumps::notation::write_share(field, it)).collect(),
        Order::Emp(tests) => {
            tests.iter().map(|it| format!("{} {}x{}", code(it.ship), it.icon.0, it.tests)).collect()
        }
        Order::Repair(jobs) => {
            jobs.iter().map(|it| format!("{} {}x{}", code(it.ship), it.icon.0, it.parties)).collect()
        }
        Order::Cores(choices) => {
            choices.iter().map(|(id, choice)| format!("{} {}", code(*id), name(&CHOICES, *choice))).collect()
        }
    };
    if parts.is_empty() { "hold".to_owned() } else { parts.join("; ") }
}

pub(crate) fn name<T: Copy + PartialEq>(names: &[(T, &'static str)], of: T) -> &'static str {
    names.iter().find(|it| it.0 == of).map_or("", |it| it.1)
}

fn write_orders(field: &Field, orders: &Orders) -> Vec<String> {
    let squadron = |it: &SquadronOrder| {
        let codes: Vec<String> = it.ships.iter().map(|&id| field.code(id)).collect();
        format!("{} {} {}", codes.join("&"), name(&FORMATIONS, it.formation), it.plot)
    };
    let ship = |it: &ShipOrder| {
        let mut text = format!("{} {}", field.code(it.ship), it.plot);
        for (on, word) in [(it.emergency, " et"), (it.roll, " roll"), (it.active, " active")] {
            text += if on { word } else { "" };
        }
        for (on, word) in [(it.detonate, " detonate"), (it.reflex, " reflex")] {
            text += if on { word } else { "" };
        }
        it.modes.iter().for_each(|(icon, mode)| text += &format!(" mode{}={}", icon.0, mode_word(*mode)));
        for (icon, on) in &it.switch {
            text += &format!(" {}{}", if *on { "on" } else { "off" }, icon.0);
        }
        for (word, target) in [("ram", it.ram), ("tow", it.tow), ("dock", it.dock)] {
            text += &target.map_or(String::new(), |target| format!(" {word}={}", field.code(target)));
        }
        text += if it.cast_off { " cast-off" } else { "" };
        text += if it.detach { " detach" } else { "" };
        text += &it
            .exit
            .map_or(String::new(), |door| format!(" exit={}", jumps::notation::door_code(field, door)));
        text += &it.cloak.map_or(String::new(), |turns| format!(" cloak{turns}"));
        for (on, word) in [(it.ftl, " ftl"), (it.scan, " scan"), (it.show, " show")] {
            text += if on { word } else { "" };
        }
        text += match it.heal_first {
            Some(true) => " heal-first",
            Some(false) => " heal-last",
            None => "",
        };
        it.launch.iter().for_each(|id| text += &format!(" launch{}", field.group_code(*id)));
        for (from, into) in &it.merge {
            text += &format!(" merge{}+{}", field.group_code(*from), field.group_code(*into));
        }
        it.arm.iter().for_each(|it| text += &arming::write(field, it));
        text += &it.embark.map_or(String::new(), |(m, d)| format!(" embark{m}+{d}"));
        if it.pull != 0 {
            text += &format!(" pull{:+}", it.pull);
        }
        for lay in &it.mines {
            let after = lay.after.map_or(String::new(), |units| format!("@{units}"));
            text += &format!(" mine{}{after}", lay.layer.0);
        }
        text += if it.sweep { " sweep" } else { "" };
        it.turrets.iter().for_each(|(n, arc)| text += &format!(" turret{n}={}", arc.name()));
        text
    };
    let entry = |it: &Entry| format!("{} enter {},{} {}", field.code(it.ship), it.at.x, it.at.y, it.facing);
    let squadrons = orders.squadrons.iter().map(squadron);
    let ships = squadrons.chain(orders.ships.iter().map(ship)).chain(orders.entries.iter().map(entry));
    ships.chain(jumps::notation::write_gates(field, orders)).collect()
}

/// What was not understood.
pub(crate) type Unread = String;

pub(crate) fn read_order(view: &View, seat: Seat, text: &str) -> Result<Order, Refusal> {
    let (rule, read): (_, Result<Order, Unread>) = match (text.trim(), &view.phase) {
        ("concede", _) => return Ok(Order::Concede),
        ("pass", _) => return Ok(Order::Pass),
        (text, Phase::Chase { .. }) => {
            let read = match text {
                "chase" => Ok(Order::Chase(true)),
                "stay" => Ok(Order::Chase(false)),
                _ => Err(format!("{text:?} is neither chase nor stay")),
            };
            ("FT-16.5.1", read)
        }
        (text, Phase::Deploy { .. }) => ("FT-4.12.2", read_deploy(view, seat, text).map(Order::Deploy)),
        (text, Phase::Settings { .. }) => {
            ("FT-5.21.1", read_lines(view, seat, text, setting).map(Order::Settings))
        }
        (text, Phase::Muster { .. }) => ("FT-12.1.1", read_muster(view, seat, text).map(Order::Muster)),
        (text, Phase::Plans { .. }) => ("FT-11.5.1", read_plans(view, text).map(Order::Plans)),
        (text, Phase::Scan { .. }) => ("FT-12.1.3", read_scans(view, text).map(Order::Scan)),
        (text, Phase::Arrange { .. }) => ("FT-2.6.2", read_arrangement(view, text).map(Order::Arrange)),
        (text, Phase::Rounds { .. }) => ("FT-17.7.1", read_rounds(view, text).map(Order::Rounds)),
        (text, Phase::Features { .. }) => ("FT-18.1.3", read_features(text).map(Order::Features)),
        (text, Phase::Opening { .. }) => ("FT-2.6.3", read_opening(view, text).map(Order::Opening)),
        (text, Phase::Launch { .. })
            if craft::notation::is_group(text.split_whitespace().next().unwrap_or("")) =>
        {
            ("FT-8.15.10", craft::notation::read_craft_launch(view, text).map(Order::CraftLaunch))
        }
        (text, Phase::Attacks { .. }) => {
            ("FT-8.7.1", craft::notation::read_attacks(view, text).map(Order::Attack))
        }
        (text, Phase::Dogfights { .. }) => {
            ("FT-8.11.1", craft::notation::read_stances(view, text).map(Order::Dogfight))
        }
        (text, Phase::Runs { .. }) => ("FT-8.9.1", craft::notation::read_runs(view, text).map(Order::Run)),
        (text, Phase::Evade { .. }) => {
            ("FT-8.6.8", craft::notation::read_groups(view, text).map(Order::Evade))
        }
        (text, Phase::Fire { .. })
            if text
                .split('>')
                .next()
                .is_some_and(|it| craft::notation::is_group(it) && !it.contains(' ')) =>
        {
            ("FT-9.1.5", craft::notation::read_boats(view, text).map(Order::FireBoats))
        }
        (text, Phase::Launch { .. }) => ("FT-2.6.3", read_launch(view, text).map(Order::Launch)),
        (text, Phase::Wings { .. }) => ("FT-2.6.4", craft::words::read(view, text)),
        (text, Phase::Parting { .. }) => {
            ("FT-8.10.3", craft::words::read_parting(view, text).map(Order::Parting))
        }
        (text, Phase::Scramble { .. }) => {
            ("FT-8.3.1", craft::words::read_scramble(view, text).map(Order::Scramble))
        }
        (text, Phase::Defence { .. }) => {
            ("FT-2.6.9", craft::notation::read_guards(view, text).map(Order::Defend))
        }
        (text, Phase::Fire { .. }) => ("FT-2.6.11", read_fire(view, seat, text).map(Order::Fire)),
        (text, Phase::Cross { .. }) => ("FT-12.7.1", read_crossings(view, text).map(Order::Cross)),
        (text, Phase::Duties { .. }) => {
            ("FT-12.7.2", read_lines(view, seat, text, boarding::words::read_duty).map(Order::Duties))
        }
        (text, Phase::Repel { .. }) => {
            ("FT-12.7.2", read_lines(view, seat, text, boarding::words::read_stand).map(Order::Repel))
        }
        (text, Phase::Share { .. }) => (
            "FT-11.7.2",
            parts(text)
                .map(|it| jumps::notation::read_share(view, it))
                .collect::<Result<_, _>>()
                .map(Order::Share),
        ),
        (text, Phase::Emp { .. }) => ("FT-5.4.3", read_lines(view, seat, text, emp).map(Order::Emp)),
        (text, Phase::Repairs { .. }) => {
            ("FT-10.4.2", read_lines(view, seat, text, repair).map(Order::Repair))
        }
        (text, Phase::Cores { .. }) => ("FT-10.3.6", read_lines(view, seat, text, core).map(Order::Cores)),
        (text, Phase::Orders | Phase::Replot { .. } | Phase::Setup | Phase::Over { .. }) => {
            ("FT-3.5.1", read_orders(view, seat, text).map(Order::Orders))
        }
    };
    read.map_err(|what| Refusal::one(rule, what))
}

pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty() && *part != "hold")
}

/// A ship by its code or its name.
pub(crate) fn ship(view: &View, word: &str) -> Result<ShipId, Unread> {
    let found = view.field.ship_ids().find(|&id| view.field.code(id).eq_ignore_ascii_case(word));
    found.ok_or_else(|| format!("there is no ship {word:?}; ships are called A1, B2 and so on"))
}

pub(crate) fn number<T: std::str::FromStr>(word: &str) -> Result<T, Unread> {
    word.parse().map_err(|_| format!("{word:?} is not a number"))
}

fn length(word: &str) -> Result<Length, Unread> {
    Length::from_decimal(word.trim().parse().map_err(|_| format!("{word:?} is not a number"))?)
}

pub(crate) fn point(word: &str) -> Result<Point, Unread> {
    let (x, y) = word.split_once(',').ok_or_else(|| format!("{word:?} is not a place; write x,y"))?;
    Ok(Point { x: length(x)?, y: length(y)? })
}

pub(crate) fn clock(word: &str) -> Result<Clock, Unread> {
    Clock::new(number(word)?)
}

fn read_deploy(view: &View, _seat: Seat, text: &str) -> Result<Deploy, Unread> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [id, at, facing, rest @ ..] = &words[..] else {
        return Err("write ship, place, course and velocity: A1 5,20 3 4".to_owned());
    };
    let velocity = rest.first().map_or(Ok(0), |word| number(word))?;
    Ok(Deploy { ship: ship(view, id)?, at: point(at)?, facing: clock(facing)?, velocity })
}

fn read_rounds(view: &View, text: &str) -> Result<Vec<Return>, Unread> {
    let one = |part: &str| match part.split_whitespace().collect::<Vec<_>>()[..] {
        [id, at] => Ok(Return { ship: ship(view, id)?, at: point(at)? }),
        _ => Err(format!("{part:?}: write ship and place")),
    };
    parts(text).map(one).collect()
}

/// A feature by its number, from 1.
fn feature(word: &str) -> Result<BodyId, Unread> {
    let n: u16 = number(word)?;
    let n = n.checked_sub(1).and_then(|n| u8::try_from(n).ok());
    n.map(BodyId).ok_or_else(|| format!("there is no feature {word:?}; they are counted from 1"))
}

fn read_features(text: &str) -> Result<Vec<(BodyId, Point)>, Unread> {
    let one = |part: &str| match part.split_whitespace().collect::<Vec<_>>()[..] {
        [n, at] => Ok((feature(n)?, point(at)?)),
        _ => Err(format!("{part:?}: write the number of a feature and its place")),
    };
    parts(text).map(one).collect()
}

fn read_orders(view: &View, _seat: Seat, text: &str) -> Result<Orders, Unread> {
    let mut orders = Orders::default();
    for part in parts(text) {
        let mut words = part.split_whitespace();
        let first = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        if let ["enter", at, facing] = words[..] {
            orders.entries.push(Entry { ship: ship(view, first)?, at: point(at)?, facing: clock(facing)? });
            continue;
        }
        if jumps::notation::read_gate(view, first, &words, &mut orders)? {
            continue;
        }
        if first.contains('&') {
            let ships = first.split('&').map(|word| ship(view, word)).collect::<Result<Vec<_>, _>>()?;
            let mut squadron = SquadronOrder { ships, formation: Formation::LineAhead, plot: Plot::Hold };
            let mut plot = Vec::new();
            for word in words {
                match FORMATIONS.iter().find(|it| it.1 == word) {
                    Some((formation, _)) => squadron.formation = *formation,
                    None => plot.push(word),
                }
            }
            squadron.plot = plot.join(" ").parse()?;
            orders.squadrons.push(squadron);
            continue;
        }
        let mut order = ShipOrder::new(ship(view, first)?, Plot::Hold);
        let mut plot = Vec::new();
        for word in words {
            match word {
                "et" => order.emergency = true,
                "roll" => order.roll = true,
                "active" => order.active = true,
                "detonate" => order.detonate = true,
                "reflex" => order.reflex = true,
                "ftl" => order.ftl = true,
                "scan" => order.scan = true,
                "show" => order.show = true,
                "sweep" => order.sweep = true,
                "cast-off" => order.cast_off = true,
                "detach" => order.detach = true,
                _ if word.starts_with("exit=") => order.exit = Some(jumps::notation::door(view, &word[5..])?),
                _ if word.starts_with("ram=") => order.ram = Some(ship(view, &word[4..])?),
                _ if word.starts_with("tow=") => order.tow = Some(ship(view, &word[4..])?),
                _ if word.starts_with("dock=") => order.dock = Some(ship(view, &word[5..])?),
                "heal-first" => order.heal_first = Some(true),
                "heal-last" => order.heal_first = Some(false),
                _ if word.starts_with("pull") => {
                    order.pull =
                        word["pull".len()..].parse().map_err(|_| format!("{word:?}: pull+1 or pull-1"))?;
                }
                _ if word.starts_with("mine") => order.mines.push(lay(word)?),
                _ if word.starts_with("mode") => order.modes.push(mode(word)?),
                _ if word.starts_with("launch") => {
                    order.launch.push(craft::words::group(view, &word["launch".len()..])?);
                }
                _ if word.starts_with("merge") => {
                    order.merge.push(craft::words::merge(view, &word["merge".len()..])?);
                }
                _ if word.starts_with("arm") => order.arm.push(arming::read(view, &word[3..])?),
                _ if word.starts_with("embark") => {
                    let (m, d) = word[6..].split_once('+').ok_or("write embark3+1: Marines and parties")?;
                    order.embark = Some((number(m)?, number(d)?));
                }
                _ if word.starts_with("cloak") => order.cloak = Some(number(&word["cloak".len()..])?),
                _ if word.starts_with("on") => order.switch.push((IconId(number(&word[2..])?), true)),
                _ if word.starts_with("off") => order.switch.push((IconId(number(&word[3..])?), false)),
                _ => match word.strip_prefix("turret").and_then(|it| it.split_once('=')) {
                    Some((n, arc)) => {
                        let arc = Arc::from_name(arc).ok_or_else(|| format!("{arc:?} is not an arc"))?;
                        order.turrets.push((number(n)?, arc));
                    }
                    None => plot.push(word),
                },
            }
        }
        order.plot = plot.join(" ").parse()?;
        orders.ships.push(order);
    }
    Ok(orders)
}

fn read_fire(view: &View, _seat: Seat, text: &str) -> Result<Fire, Unread> {
    let mut words = text.split_whitespace();
    let firer = ship(view, words.next().unwrap_or_default())?;
    let (mut shots, mut lines, mut crews, mut groups) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for word in words {
        let (weapon, target) = word
            .split_once('>')
            .ok_or_else(|| format!("{word:?} is not a shot; write weapon>target: 3>B1"))?;
        if craft::notation::is_group(target) && !target.starts_with('@') {
            groups.push(GroupShot {
                weapon: IconId(number(weapon)?),
                group: craft::notation::group(view, target)?,
            });
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

fn read_crossings(view: &View, text: &str) -> Result<Vec<Crossing>, Unread> {
    let mut all = Vec::new();
    for part in parts(text) {
        let mut words = part.split_whitespace();
        let from = ship(view, words.next().unwrap_or_default())?;
        for word in words {
            all.push(boarding::words::read_crossing(from, word, &|word| ship(view, word))?);
        }
    }
    Ok(all)
}

/// Flak by ship and gun, missiles by their marker: `A1 4>@30,20; #2>@40,20`.
fn read_opening(view: &View, text: &str) -> Result<Opening, Unread> {
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

/// A mine by its layer, and how far along the path: `mine4`, `mine4@6`.
fn lay(word: &str) -> Result<Lay, Unread> {
    let (layer, after) = match word["mine".len()..].split_once('@') {
        Some((layer, after)) => (layer, Some(number(after)?)),
        None => (&word["mine".len()..], None),
    };
    Ok(Lay { layer: IconId(number(layer)?), after })
}

fn read_launch(view: &View, text: &str) -> Result<Launch, Unread> {
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

/// A setting by icon: `mode3=overload`.
fn mode(word: &str) -> Result<(IconId, Mode), Unread> {
    let setting = word.strip_prefix("mode").and_then(|it| it.split_once('='));
    let (icon, mode) = setting.ok_or_else(|| format!("{word:?}: write mode3=overload"))?;
    let known = MODES.iter().find(|it| mode_word(**it) == mode);
    Ok((IconId(number(icon)?), *known.ok_or_else(|| format!("{mode:?} is not a mode"))?))
}

fn setting(ship: ShipId, word: &str) -> Result<Setting, Unread> {
    mode(word).map(|(icon, mode)| Setting { ship, icon, mode })
}

fn read_arrangement(view: &View, text: &str) -> Result<Vec<Seat>, Unread> {
    let seats = || (0..view.field.seats()).map(Seat);
    let side = |word: &str| {
        let found = seats().find(|seat| word.eq_ignore_ascii_case(&side_letter(*seat)));
        found.ok_or_else(|| format!("there is no side {word:?}; sides are called A, B and so on"))
    };
    text.split_whitespace().map(side).collect()
}

/// Ships by their numbers from 1, in the order of the places.
fn read_muster(view: &View, seat: Seat, text: &str) -> Result<Vec<u8>, Unread> {
    if text == "hold" {
        return Ok((0..view.field.side(seat).ships.len() as u8).collect());
    }
    let place = |word: &str| match number::<u8>(word)? {
        0 => Err("ships are counted from 1".to_owned()),
        n => Ok(n - 1),
    };
    text.split_whitespace().map(place).collect()
}

fn read_plans(view: &View, text: &str) -> Result<Vec<Plan>, Unread> {
    let plan = |part: &str| {
        let words: Vec<&str> = part.split_whitespace().collect();
        let [id, turn, at, facing, rest @ ..] = &words[..] else {
            return Err("write ship, turn, place, course and velocity: A3 turn2 30,20 6 8".to_owned());
        };
        let turn = turn.strip_prefix("turn").ok_or_else(|| format!("{turn:?}: write turn2"))?;
        let velocity = rest.first().map_or(Ok(0), |word| number(word))?;
        let group = craft::notation::is_group(id).then(|| craft::words::group(view, id)).transpose()?;
        let ship = match group {
            Some(id) => view.field.group_place(id).0,
            None => ship(view, id)?,
        };
        Ok(Plan { ship, group, turn: number(turn)?, at: point(at)?, facing: clock(facing)?, velocity })
    };
    parts(text).map(plan).collect()
}

fn read_scans(view: &View, text: &str) -> Result<Vec<Scan>, Unread> {
    let mut scans = Vec::new();
    for part in parts(text) {
        let mut words = part.split_whitespace();
        let scanner = ship(view, words.next().unwrap_or_default())?;
        for word in words {
            let target = word.strip_prefix('>').ok_or_else(|| format!("{word:?}: write >B3"))?;
            scans.push(Scan { ship: scanner, target: ship(view, target)? });
        }
    }
    Ok(scans)
}

fn read_lines<T>(
    view: &View,
    _seat: Seat,
    text: &str,
    read: fn(ShipId, &str) -> Result<T, Unread>,
) -> Result<Vec<T>, Unread> {
    let mut lines = Vec::new();
    for part in parts(text) {
        let mut words = part.split_whitespace();
        let id = ship(view, words.next().unwrap_or_default())?;
        for word in words {
            lines.push(read(id, word)?);
        }
    }
    Ok(lines)
}

fn times(word: &str) -> Result<(IconId, u16), Unread> {
    let (icon, n) = word.split_once('x').ok_or_else(|| format!("{word:?}: write system and number: 3x2"))?;
    Ok((IconId(number(icon)?), number(n)?))
}

fn emp(ship: ShipId, word: &str) -> Result<EmpTest, Unread> {
    times(word).map(|(icon, tests)| EmpTest { ship, icon, tests })
}

fn repair(ship: ShipId, word: &str) -> Result<Job, Unread> {
    let (icon, n) = times(word)?;
    let parties = u8::try_from(n).map_err(|_| format!("{n} parties are too many"))?;
    Ok(Job { ship, icon, parties })
}

fn core(ship: ShipId, word: &str) -> Result<(ShipId, CoreChoice), Unread> {
    let choice = CHOICES.iter().find(|it| it.1 == word);
    choice.map(|it| (ship, it.0)).ok_or_else(|| format!("{word:?} is not hold, dump or abandon"))
}

/// What a seat may type in the open phase.
pub(crate) fn prompt(view: &View, seat: Seat) -> String {
    let ships: Vec<String> = view
        .field
        .ship_ids()
        .filter(|&id| view.ships[id.index()].owner == seat)
        .map(|id| format!("{} {}", view.field.code(id), view.field.tag(id)))
        .collect();
    let how = match &view.phase {
        Phase::Deploy { .. } => "place a ship: ship, place, course, velocity, as in: A1 5,20 3 4",
        Phase::Settings { .. } => "weapons that are to be set otherwise, as in: A1 mode5=long; hold for none",
        Phase::Muster { .. } => {
            "which ship stands in each place, by their numbers in your list, as in: 2 1 3; hold to leave them"
        }
        Phase::Plans { .. } => {
            "ships that come by FTL: turn, place, course, velocity, as in: A3 turn2 30,20 6 8; hold for none"
        }
        Phase::Scan { .. } => "bogeys to scan, as in: A1 >B3 >B4; A2 >B1; hold for none",
        Phase::Arrange { .. } => "the other sides in the order you want, as in: C B",
        Phase::Rounds { .. } => "ships that come round the planet, and where, as in: A1 72,10; hold for none",
        Phase::Features { .. } => {
            "features by number, and where they lie, as in: 1 30,20; hold for the middle"
        }
        Phase::Share { .. } => {
            "points of a mothership's damage for her riders, as in: A1 A3=6 A4=2; hold to keep all of it"
        }
        Phase::Orders => {
            "orders by ship, apart by semicolons, as in: A1 P2+4; A2 S1 roll; A3&A4 wedge +2\n\
             et strains the drive, active gives up stealth, turret0=FS turns a turret, mode5=overload sets a\n\
             weapon (overload, short, long, flare, torpedo, arm, charge, discharge), on3 and off3 switch a\n\
             field or ECM, cloak2 cloaks for two turns, ram=B1, tow=A2, dock=A2, cast-off, reflex, \
             detonate, heal-first, heal-last, launchA1.2\n\
             launches a group, mergeA1.2+A1.3 fills one up with another; mine4@6 lays a mine 6 MU along\n\
             the path, sweep sweeps mines; ftl warms up the FTL drive, scan makes an active scan, show ends\n\
             being a bogey, detach parts from a mothership, exit=A5 leaves by a gate; open A5 and shut A5\n\
             switch a gate, A3 through A5 4 comes out of one; hold for none"
        }
        Phase::Replot { .. } => "plot again for ships whose emergency thrust has failed, as in: A1 P1",
        Phase::Opening { .. } => {
            "flak by ship, gun > @place, and missiles in flight, #marker > @place, as in: A1 4>@30,20; #2>@40,20"
        }
        Phase::Launch { .. } => {
            "one ship and its launches, launcher > @place, as in: A1 5>@30,20 6>@30,20+er 7>@31,20+fused\n\
             rocket pods at a ship: A1 8>B1; pass to launch nothing now"
        }
        Phase::Parting { .. } => {
            "groups that shoot at the one that slips away, as in: A1.2; A1.3; hold for none"
        }
        Phase::Scramble { .. } => {
            "a ship, and groups with the attacker each takes on, as in: A1 A1.2>B1.1 A1.3>B1.2; pass for none"
        }
        Phase::Wings { .. } => {
            "one group: place and facing, as in: A1.2 30,20 3; onto an enemy: A1.2 30,20 3 onto B1.1; screen A1,\n\
             guard A1.3, pursue B1, land A1, land A1 combat, hold; done when nobody else is to move"
        }
        Phase::Defence { .. } => {
            "point defence, weapon > marker or group, as in: A1 4>1 5>B1.2; A2 3>2; an ADS twice for two \
             dice; hold for none"
        }
        Phase::Attacks { .. } => {
            "groups and what they attack: a ship, a group or a marker, as in: A1.1>B2 A1.2>B1.1 A1.3>#4; \
             pass for no more"
        }
        Phase::Dogfights { .. } => {
            "groups and whom they shoot at, as in: A1.1>B1.2 A1.2>B1.1,B1.2; A1.3>none presses on or saves\n\
             its endurance; A1.1>B1.2! sends ace against ace; hold for the usual"
        }
        Phase::Runs { .. } => {
            "how groups attack their ship: main, guns or nothing, as in: A1.1=main A1.2=guns; an ace aims with !,\n\
             as in: A1.1=guns!5; hold for the usual"
        }
        Phase::Evade { .. } => "groups that evade for one endurance, as in: A1.1 A1.2; hold for none",
        Phase::Fire { .. } => {
            "one ship and its shots, weapon number > target, as in: A1 5>B1 6>B1 9>B2\n\
             needle beams aim with !, as in: A1 4>B1!2; spinal mounts also at a point: A1 4>@30,12\n\
             nova cannons and wave guns along the bow: A1 4>ahead; a transporter sends Marines, with !2 raiders\n\
             against a system, with +dcp parties: A1 6>B1+dcp; pass to fire nothing now"
        }
        Phase::Cross { .. } => {
            "who crosses to a ship alongside, as in: A1 B1m4d2 for 4 Marines and 2 damage-control parties; \
             hold for none"
        }
        Phase::Duties { .. } => {
            "boarders, by number, that fight the Marines, as in: B1 0 2; the others go for the hull; hold for none"
        }
        Phase::Repel { .. } => {
            "who stands against which boarder, as in: B1 0d3m1 1d3: 3 parties and a Marine on boarder 0; hold for none"
        }
        Phase::Emp { .. } => "place EMP hits, system x number, as in: B1 1x2 4x1",
        Phase::Repairs { .. } => "send parties, system x parties, as in: A1 1x3 8x2; hold for none",
        Phase::Cores { .. } => "for each loose core hold, dump or abandon, as in: A1 dump",
        Phase::Chase { .. } => "chase to follow, stay to let them go",
        Phase::Setup | Phase::Over { .. } => "nothing",
    };
    format!("{}\n{how}\nconcede to give up\n", ships.join(", "))
}
