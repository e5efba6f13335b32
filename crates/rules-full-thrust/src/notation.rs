//! Orders as text (FT-3.5.1 for movement; the rest in the same spirit).

use engine::{Refusal, Seat};
use geometry::{Length, Point};

use crate::{
    Order, boarding, craft, damage, fire, jumps,
    movement::clock::Clock,
    orders, ordnance,
    phases::Phase,
    sensors,
    setup::{self, scenario::side_letter},
    ship::{IconId, ShipId},
    terrain,
    view::View,
};

pub(crate) fn write_order(view: &View, order: &Order) -> String {
    let field = &view.field;
    let _code = |id: ShipId| field.code(id);
    let parts: Vec<String> = match order {
        Order::Concede => vec!["concede".to_owned()],
        Order::Pass => vec!["pass".to_owned()],
        Order::Chase(true) => vec!["chase".to_owned()],
        Order::Chase(false) => vec!["stay".to_owned()],
        Order::Deploy(deploy) => vec![setup::notation::write(field, deploy)],
        Order::Settings(settings) => orders::notation::write_settings(field, settings),
        Order::Muster(places) => sensors::notation::write_muster(places),
        Order::Plans(plans) => jumps::notation::write_plans(field, plans),
        Order::Scan(scans) => sensors::notation::write_scans(field, scans),
        Order::Arrange(others) => {
            let letters: Vec<String> = others.iter().map(|seat| side_letter(*seat)).collect();
            vec![letters.join(" ")]
        }
        Order::Rounds(returns) => terrain::notation::write_rounds(field, returns),
        Order::Features(places) => setup::notation::write_features(places),
        Order::Orders(orders) => orders::notation::write(field, orders),
        Order::Opening(opening) => ordnance::notation::write_opening(field, opening),
        Order::Launch(launch) => ordnance::notation::write_launch(field, launch),
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
        Order::Fire(fire) => fire::notation::write(field, fire),
        Order::Cross(all) => all.iter().map(|it| boarding::words::write_crossing(field, it)).collect(),
        Order::Duties(all) => all.iter().map(|it| boarding::words::write_duty(field, it)).collect(),
        Order::Repel(all) => all.iter().map(|it| boarding::words::write_stand(field, it)).collect(),
        Order::Share(all) => all.iter().map(|it| jumps::notation::write_share(field, it)).collect(),
        Order::Emp(tests) => damage::notation::write_tests(field, tests),
        Order::Repair(jobs) => damage::notation::write_jobs(field, jobs),
        Order::Cores(choices) => damage::notation::write_cores(field, choices),
    };
    if parts.is_empty() { "hold".to_owned() } else { parts.join("; ") }
}

pub(crate) fn name<T: Copy + PartialEq>(names: &[(T, &'static str)], of: T) -> &'static str {
    names.iter().find(|it| it.0 == of).map_or("", |it| it.1)
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
        (text, Phase::Deploy { .. }) => ("FT-4.12.2", setup::notation::read(view, text).map(Order::Deploy)),
        (text, Phase::Settings { .. }) => {
            ("FT-5.21.1", read_lines(view, text, orders::notation::setting).map(Order::Settings))
        }
        (text, Phase::Muster { .. }) => {
            ("FT-12.1.1", sensors::notation::read_muster(view, seat, text).map(Order::Muster))
        }
        (text, Phase::Plans { .. }) => {
            ("FT-11.5.1", jumps::notation::read_plans(view, text).map(Order::Plans))
        }
        (text, Phase::Scan { .. }) => {
            ("FT-12.1.3", sensors::notation::read_scans(view, text).map(Order::Scan))
        }
        (text, Phase::Arrange { .. }) => ("FT-2.6.2", read_arrangement(view, text).map(Order::Arrange)),
        (text, Phase::Rounds { .. }) => {
            ("FT-17.7.1", terrain::notation::read_rounds(view, text).map(Order::Rounds))
        }
        (text, Phase::Features { .. }) => {
            ("FT-18.1.3", setup::notation::read_features(text).map(Order::Features))
        }
        (text, Phase::Opening { .. }) => {
            ("FT-2.6.3", ordnance::notation::read_opening(view, text).map(Order::Opening))
        }
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
        (text, Phase::Launch { .. }) => {
            ("FT-2.6.3", ordnance::notation::read_launch(view, text).map(Order::Launch))
        }
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
        (text, Phase::Fire { .. }) => ("FT-2.6.11", fire::notation::read(view, text).map(Order::Fire)),
        (text, Phase::Cross { .. }) => {
            ("FT-12.7.1", boarding::words::read_crossings(view, text).map(Order::Cross))
        }
        (text, Phase::Duties { .. }) => {
            ("FT-12.7.2", read_lines(view, text, boarding::words::read_duty).map(Order::Duties))
        }
        (text, Phase::Repel { .. }) => {
            ("FT-12.7.2", read_lines(view, text, boarding::words::read_stand).map(Order::Repel))
        }
        (text, Phase::Share { .. }) => (
            "FT-11.7.2",
            parts(text)
                .map(|it| jumps::notation::read_share(view, it))
                .collect::<Result<_, _>>()
                .map(Order::Share),
        ),
        (text, Phase::Emp { .. }) => {
            ("FT-5.4.3", read_lines(view, text, damage::notation::test).map(Order::Emp))
        }
        (text, Phase::Repairs { .. }) => {
            ("FT-10.4.2", read_lines(view, text, damage::notation::job).map(Order::Repair))
        }
        (text, Phase::Cores { .. }) => {
            ("FT-10.3.6", read_lines(view, text, damage::notation::core).map(Order::Cores))
        }
        (text, Phase::Orders | Phase::Replot { .. } | Phase::Setup | Phase::Over { .. }) => {
            ("FT-3.5.1", orders::notation::read(view, text).map(Order::Orders))
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

fn read_arrangement(view: &View, text: &str) -> Result<Vec<Seat>, Unread> {
    let seats = || (0..view.field.seats()).map(Seat);
    let side = |word: &str| {
        let found = seats().find(|seat| word.eq_ignore_ascii_case(&side_letter(*seat)));
        found.ok_or_else(|| format!("there is no side {word:?}; sides are called A, B and so on"))
    };
    text.split_whitespace().map(side).collect()
}

fn read_lines<T>(
    view: &View,
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

pub(crate) fn times(word: &str) -> Result<(IconId, u16), Unread> {
    let (icon, n) = word.split_once('x').ok_or_else(|| format!("{word:?}: write system and number: 3x2"))?;
    Ok((IconId(number(icon)?), number(n)?))
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
            "which ship is in each place, by its number in your list, as in: 2 1 3; hold to leave them"
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
            "orders by ship, separated by semicolons, as in: A1 P2+4; A2 S1 roll; A3&A4 wedge +2; hold for none\n\
             more orders: et for emergency thrust, active to give up stealth, turret0=FS to turn a turret, \
             mode5=overload to set a weapon (overload, short, long, flare, torpedo, arm, charge, discharge), \
             on3 and off3 to switch a field or ECM, cloak2 to cloak for two turns, ram=B1, tow=A2, dock=A2, \
             cast-off, reflex, detonate, heal-first, heal-last, launchA1.2 to launch a group, mergeA1.2+A1.3 \
             to fill one up from another, mine4@6 to lay a mine 6 MU along the path, sweep to sweep mines, \
             ftl to warm up the FTL drive, scan for an active scan, show to stop being a bogey, detach to \
             part from a mothership, exit=A5 to leave by a gate, open A5 and shut A5 to switch a gate, \
             A3 through A5 4 to come out of one"
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
            "one group: place and facing, as in: A1.2 30,20 3, or looking at a place, where facings are free:\n\
             A1.2 30,20 @40,25; onto an enemy: A1.2 30,20 3 onto B1.1; screen A1, guard A1.3,\n\
             pursue B1, land A1, land A1 combat, hold; done when nobody else is to move"
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
            "who faces which boarder, as in: B1 0d3m1 1d3: 3 parties and a Marine on boarder 0; hold for none"
        }
        Phase::Emp { .. } => "place EMP hits, system x number, as in: B1 1x2 4x1",
        Phase::Repairs { .. } => "send parties, system x parties, as in: A1 1x3 8x2; hold for none",
        Phase::Cores { .. } => "for each loose core hold, dump or abandon, as in: A1 dump",
        Phase::Chase { .. } => "chase to follow, stay to let them go",
        Phase::Setup | Phase::Over { .. } => "nothing",
    };
    format!("{}\n{how}\nconcede to give up\n", ships.join(", "))
}
