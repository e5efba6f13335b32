//! Written orders and settings as text (FT-3.5.1, FT-5.21.1).

use crate::{
    craft::{self, arming},
    jumps,
    movement::plot::Plot,
    notation::{self, Unread, clock, number, parts, point, ship},
    orders::{Entry, Formation, Mode, Orders, ShipOrder, SquadronOrder, specials::Setting, words::mode_word},
    ordnance::notation::lay,
    setup::scenario::Field,
    ship::{IconId, ShipId},
    terrain::planets::Sense,
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

pub(crate) fn write(field: &Field, orders: &Orders) -> Vec<String> {
    let squadron = |it: &SquadronOrder| {
        let codes: Vec<String> = it.ships.iter().map(|&id| field.code(id)).collect();
        format!("{} {} {}", codes.join("&"), notation::name(&FORMATIONS, it.formation), it.plot)
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
        if let Some((_, name)) = Sense::NAMES.iter().find(|other| Some(other.0) == it.round) {
            text += &format!(" round={name}");
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

pub(crate) fn read(view: &View, text: &str) -> Result<Orders, Unread> {
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
                _ if word.starts_with("round=") => {
                    let sense = Sense::NAMES.iter().find(|it| it.1 == &word["round=".len()..]);
                    let sense =
                        sense.ok_or_else(|| format!("{word:?}: round=clockwise or round=anticlockwise"))?;
                    order.round = Some(sense.0);
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

pub(crate) fn write_settings(field: &Field, settings: &[Setting]) -> Vec<String> {
    let code = |id: ShipId| field.code(id);
    let line = |it: &Setting| format!("{} mode{}={}", code(it.ship), it.icon.0, mode_word(it.mode));
    settings.iter().map(line).collect()
}

/// A setting by icon: `mode3=overload`.
pub(crate) fn mode(word: &str) -> Result<(IconId, Mode), Unread> {
    let setting = word.strip_prefix("mode").and_then(|it| it.split_once('='));
    let (icon, mode) = setting.ok_or_else(|| format!("{word:?}: write mode3=overload"))?;
    let known = MODES.iter().find(|it| mode_word(**it) == mode);
    Ok((IconId(number(icon)?), *known.ok_or_else(|| format!("{mode:?} is not a mode"))?))
}

pub(crate) fn setting(ship: ShipId, word: &str) -> Result<Setting, Unread> {
    mode(word).map(|(icon, mode)| Setting { ship, icon, mode })
}
