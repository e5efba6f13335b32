//! Events and situations in plain English. The rules build no strings.

use std::fmt::Write as _;

use engine::{Outcome, Seat};

use crate::{
    Event, boarding, craft,
    damage::{self, blasts, checks, repairs},
    fire::{self, sweeps},
    jumps,
    movement::{self, Steering, bases},
    orders::{self, Mode, specials},
    ordnance,
    phases::{self, Phase, Rolls},
    sensors::{
        self, Found,
        bogeys::{self, Lore, Nature},
        cloaks,
    },
    setup::{
        deploy,
        scenario::{Field, Part},
        victory,
    },
    ship::{IconId, IconSet, Motion, ShipId, Status},
    terrain,
    view::View,
    yard::design::{hull::crew_left, spoken::Named},
};

pub(crate) use craft::words::fights::group;

pub(crate) fn narrate(view: &View, event: &Event) -> String {
    let field = &view.field;
    match event {
        Event::Deploy(deploy::Event::OrderRolled { rolls, order }) => {
            format!("{}: {} places first", rolled(field, rolls), first(field, order))
        }
        Event::Deploy(deploy::Event::Placed { ship, at, facing, velocity }) => {
            format!("{} is placed at {at}, course {facing}, velocity {velocity}", name(field, *ship))
        }
        Event::Deploy(deploy::Event::Entered { ship }) => {
            let berth = field.berth(*ship);
            let at = berth.at.map_or(String::new(), |at| format!(" at {at}"));
            format!("{} comes in{at}, velocity {}", name(field, *ship), berth.velocity)
        }
        Event::Deploy(deploy::Event::Attack { order }) => {
            format!("{} defends and places its ships first", first(field, order))
        }
        Event::Deploy(deploy::Event::Feature { body, at }) => {
            format!("The {} is placed at {at}", terrain::words::body(field, *body))
        }
        Event::Phase(event) => phase(field, event),
        Event::Orders(orders::Event::Wrote { seat, .. }) => {
            format!("{} has written its orders", side(field, *seat))
        }
        Event::Orders(orders::Event::Strained { ship, dice, works, hits, wear }) => {
            let result = if *works { "the drive bears it" } else { "the drive fails, plot again" };
            let cost = match hits + wear {
                0 => String::new(),
                n => format!(", {n} drive damage"),
            };
            format!("{} strains its drive, rolled {}: {result}{cost}", name(field, *ship), faces(dice))
        }
        Event::Movement(event) => moved(field, event),
        Event::Terrain(event) => terrain::words::narrate(field, event),
        Event::Planets(event) => terrain::words::planets(field, event),
        Event::Stations(event) => terrain::words::stations(field, event),
        Event::Rounds(event) => terrain::words::rounds(field, event),
        Event::Links(event) => movement::words::linked(field, event),
        Event::Ramming(event) => movement::words::rammed(field, event),
        Event::Disengage(event) => movement::words::disengaged(field, event),
        Event::Specials(specials::Event::Set { seat, pulsers, arrays }) => {
            let set = |it: &specials::Setting| {
                let what = system(field, it.ship, it.icon);
                format!("{} of {} {}", what, name(field, it.ship), mode_word(it.mode))
            };
            let all: Vec<String> = pulsers.iter().chain(arrays.iter().flatten()).map(set).collect();
            let all = if all.is_empty() { "as they were built".to_owned() } else { all.join(", ") };
            format!("{} sets its weapons: {all}", side(field, *seat))
        }
        Event::Cloaks(event) => cloaked(field, event),
        Event::Sensors(event) => sensed(field, event),
        Event::Ftl(event) => jumps::words::jumped(field, event),
        Event::FtlCraft(event) => jumps::words::craft_jumped(field, event),
        Event::Riders(event) => jumps::words::rode(field, event),
        Event::Gates(event) => jumps::words::passed(field, event),
        Event::Sweeps(event) => swept(field, event),
        Event::Hangars(event) => craft::words::hangars(view, event),
        Event::Wings(event) => craft::words::moves(view, event),
        Event::Mines(event) => ordnance::words::mined(field, event),
        Event::Opening(event) => ordnance::words::opened(field, event),
        Event::Scramble(event) => craft::words::scramble(view, event),
        Event::Ordnance(event) => ordnance::words::launched(field, event),
        Event::Clearing(event) => ordnance::words::cleared(field, event),
        Event::Defence(event) => ordnance::words::defended(view, event),
        Event::Attacks(_)
        | Event::CraftLaunch(_)
        | Event::Dogfights(_)
        | Event::GroupDefence(_)
        | Event::Runs(_)
        | Event::Evasion(_)
        | Event::Gunboats(_) => craft::words::fights::fights(field, event),
        Event::Bases(bases::Event::FellBehind { ship }) => {
            format!("{} cannot keep up with its base and is destroyed", name(field, *ship))
        }
        Event::Fire(event) => fired(field, event),
        Event::Beaming(event) => boarding::words::beamed(field, event),
        Event::Boarding(event) => boarding::words::boarded(field, event),
        Event::Damage(event) => damaged(field, event),
        Event::Checks(event) => checked(field, event),
        Event::Blasts(event) => match event {
            blasts::Event::Detonated { ship, charges } => {
                format!("{} blows itself up with {}", name(field, *ship), count(charges, "charge", "charges"))
            }
            blasts::Event::ChargeTested { ship, die, dice, .. } if dice.is_empty() => {
                format!("The damaged charge of {} holds, rolled {die}", name(field, *ship))
            }
            blasts::Event::ChargeTested { ship, die, dice, .. } => {
                let ship = name(field, *ship);
                format!("The damaged charge of {ship} goes off, rolled {die}: damage {}", faces(dice))
            }
            blasts::Event::RackExploded { ship, die, .. } => {
                format!("An antimatter rack of {} explodes: {die} hull", name(field, *ship))
            }
            blasts::Event::Caught { ship, dice, .. } => {
                format!("The blast catches {}, rolled {}", name(field, *ship), faces(dice))
            }
        },
        Event::Repairs(repairs::Event::Regenerated { ship, dice, healed, dead, .. }) => {
            let ship = name(field, *ship);
            format!("Armour of {ship} regenerates, rolled {}: {healed} back, {dead} dead", faces(dice))
        }
        Event::Repairs(repairs::Event::Worked { ship, icon, parties, die, repaired }) => {
            let result = if *repaired { "repaired" } else { "not repaired" };
            let what = system(field, *ship, *icon);
            format!("{}: {parties} on {what}, rolled {die}: {result}", name(field, *ship))
        }
        Event::Victory(victory::Event::NeverSeen { ship }) => {
            format!("{} is still cloaked and counts as destroyed", name(field, *ship))
        }
        Event::Victory(victory::Event::Marooned { ship }) => {
            format!("{} has no mothership to take it home and counts as destroyed", name(field, *ship))
        }
        Event::Victory(victory::Event::Caught { ship, by }) => {
            format!("{} is caught by {}", name(field, *ship), side(field, *by))
        }
        Event::Victory(victory::Event::Withdrew { seat }) => {
            format!("{} has lost half its mass and withdraws", side(field, *seat))
        }
        Event::Victory(victory::Event::Decided { wins, decisive, .. }) => match wins {
            Some(seat) if *decisive => {
                format!("The objective decides: a decisive win for {}", side(field, *seat))
            }
            Some(seat) => format!("The objective decides: {} wins", side(field, *seat)),
            None => "The objective decides: a draw".to_owned(),
        },
        Event::Victory(victory::Event::Conceded { seat }) => format!("{} gives up", side(field, *seat)),
        Event::Victory(victory::Event::Scored { points }) => {
            let each = points.iter().enumerate().map(|(i, n)| format!("{} {n}", side(field, Seat(i as u8))));
            format!("Points: {}", each.collect::<Vec<_>>().join(", "))
        }
    }
}

pub(crate) fn name(field: &Field, ship: ShipId) -> String {
    format!("{} {}", field.code(ship), field.tag(ship))
}

pub(crate) fn side(field: &Field, seat: Seat) -> String {
    field.scenario.sides.get(seat.index()).map_or_else(|| seat.to_string(), |side| side.name.clone())
}

/// A system by name and number: `beam 3 (no. 12)`.
pub(crate) fn system(field: &Field, ship: ShipId, icon: IconId) -> String {
    let blueprint = field.blueprint(ship);
    match (blueprint.kind(icon), blueprint.icons.get(icon.index())) {
        (Some(kind), _) => format!("{} (no. {})", Named(kind), icon.0),
        (None, Some(Part::Bridge)) => "bridge".to_owned(),
        (None, Some(Part::PowerCore)) => "power core".to_owned(),
        (None, Some(Part::LifeSupport)) => "life support".to_owned(),
        (None, Some(Part::Flaw)) => "flaw".to_owned(),
        (None, _) => format!("system {}", icon.0),
    }
}

/// So many of something: `1 point`, `2 points`.
pub(crate) fn count(n: impl std::fmt::Display, one: &str, many: &str) -> String {
    let n = n.to_string();
    let what = if n == "1" { one } else { many };
    format!("{n} {what}")
}

pub(crate) fn points(n: impl std::fmt::Display) -> String {
    count(n, "point", "points")
}

pub(crate) fn faces(dice: &[u8]) -> String {
    if dice.is_empty() {
        return "nothing".to_owned();
    }
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

fn rolled(field: &Field, rolls: &Rolls) -> String {
    let each = rolls.iter().map(|(seat, dice)| format!("{} rolls {}", side(field, *seat), faces(dice)));
    each.collect::<Vec<_>>().join(", ")
}

fn first(field: &Field, order: &[Seat]) -> String {
    order.first().map_or_else(String::new, |seat| side(field, *seat))
}

fn phase(field: &Field, event: &phases::Event) -> String {
    match event {
        phases::Event::TurnBegan { turn } => format!("Turn {turn}"),
        phases::Event::Initiative { rolls, order } => {
            format!("Initiative: {}; {} has it", rolled(field, rolls), first(field, order))
        }
        phases::Event::Arranged { order } => {
            let all: Vec<String> = order.iter().map(|seat| side(field, *seat)).collect();
            format!("The order of the sides: {}", all.join(", "))
        }
        phases::Event::Entered { phase } => match phase {
            Phase::Muster { .. } => "Bogeys are noted down".to_owned(),
            Phase::Scan { .. } => "Active scans".to_owned(),
            Phase::Plans { .. } => "FTL arrivals are planned".to_owned(),
            Phase::Settings { .. } => "Weapons are set".to_owned(),
            Phase::Arrange { seat } => format!("{} puts the others in order", side(field, *seat)),
            Phase::Setup => "Setting up".to_owned(),
            Phase::Deploy { seat, .. } => format!("{} places a ship", side(field, *seat)),
            Phase::Rounds { .. } => "Ships come round the planet".to_owned(),
            Phase::Features { seat } => format!("{} places features", side(field, *seat)),
            Phase::Orders => "Write orders".to_owned(),
            Phase::Replot { .. } => "Plot again".to_owned(),
            Phase::Opening { .. } => "Flak is fired and missiles fly on".to_owned(),
            Phase::Launch { seat, .. } => format!("{} may launch", side(field, *seat)),
            Phase::Wings { seat, pass } => craft::words::pass(field, *seat, *pass),
            Phase::Parting { by, .. } => format!("{} slips away", side(field, *by)),
            Phase::Scramble { seat, .. } => format!("{} may scramble", side(field, *seat)),
            Phase::Defence { .. } => "Point defence".to_owned(),
            Phase::Attacks { seat, .. } => format!("{} may name attacks", side(field, *seat)),
            Phase::Dogfights { .. } => "Dogfights".to_owned(),
            Phase::Runs { .. } => "Attack runs".to_owned(),
            Phase::Evade { by, fire, .. } => {
                let weapons = count(fire.groups.len(), "weapon", "weapons");
                format!("{} announces {weapons} of {} at fighters", side(field, *by), name(field, fire.ship))
            }
            Phase::Fire { seat, .. } => format!("{} may fire", side(field, *seat)),
            Phase::Cross { .. } => "Boarders may cross".to_owned(),
            Phase::Duties { .. } => "Boarders choose their duties".to_owned(),
            Phase::Repel { .. } => "Boarders are repelled".to_owned(),
            Phase::Share { .. } => "Motherships share out damage".to_owned(),
            Phase::Emp { .. } => "EMP hits are placed".to_owned(),
            Phase::Repairs { .. } => "Damage control".to_owned(),
            Phase::Cores { .. } => "Power cores".to_owned(),
            Phase::Chase { seat } => format!("{} may follow", side(field, *seat)),
            Phase::Over { outcome: Outcome::Draw } => "The battle is a draw".to_owned(),
            Phase::Over { outcome: Outcome::Won(seats) } => {
                let winners: Vec<String> = seats.iter().map(|seat| side(field, seat)).collect();
                format!("{} wins", winners.join(" and "))
            }
        },
    }
}

fn moved(field: &Field, event: &movement::Event) -> String {
    match event {
        movement::Event::Moved { ship, by, plot, roll, to, .. } => {
            let how = match by {
                Steering::Ordered => format!("flies {plot}"),
                Steering::Squadron => format!("flies {plot} with its squadron"),
                Steering::NoOrder => "flies straight on".to_owned(),
                Steering::Adrift => "drifts out of control".to_owned(),
                Steering::Fixed => "keeps its path".to_owned(),
                Steering::Held => "goes with the ship that holds it".to_owned(),
                Steering::Orbit => "goes on round its planet".to_owned(),
                Steering::Section => "moves with its ship".to_owned(),
            };
            let roll = if *roll { " and rolls" } else { "" };
            let ship = name(field, *ship);
            format!("{ship} {how}{roll}: now at {}, facing {}, velocity {}", to.at, to.facing, to.velocity)
        }
        movement::Event::Left { ship, die, back, .. } => {
            let ship = name(field, *ship);
            match (die, back) {
                (Some(die), Some(turn)) => {
                    format!("{ship} leaves the table, rolled {die}: back in turn {turn}")
                }
                (Some(die), None) => format!("{ship} leaves the table, rolled {die}: for good"),
                (None, _) => format!("{ship} has left the table"),
            }
        }
        movement::Event::Returned { ship, at, facing } => {
            format!("{} comes back at {at}, course {facing}", name(field, *ship))
        }
        movement::Event::Worn { ship, hits } => {
            format!("{} pays for the strain: {hits} drive damage", name(field, *ship))
        }
    }
}

pub(crate) fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Overload => "overload",
        Mode::Short => "short",
        Mode::Long => "long",
        Mode::Flare => "flare",
        Mode::Torpedo => "torpedo",
        Mode::Medium => "medium",
        Mode::Arm => "arm",
        Mode::Charge => "charge",
        Mode::Discharge => "discharge",
        Mode::Shaped => "shaped",
    }
}

fn cloaked(field: &Field, event: &cloaks::Event) -> String {
    match event {
        cloaks::Event::Switched { ship, off, .. } if off.is_none() => {
            format!("{} has all its fields on", name(field, *ship))
        }
        cloaks::Event::Switched { ship, off, .. } => {
            format!("{} has switched off {}", name(field, *ship), icons(field, *ship, *off))
        }
        cloaks::Event::Cloaked { ship, until: None } => format!("{} cloaks", name(field, *ship)),
        cloaks::Event::Cloaked { ship, until: Some(turn) } => {
            format!("{} cloaks until turn {turn}", name(field, *ship))
        }
        cloaks::Event::Uncloaked { ship, why } => {
            let why = match why {
                cloaks::Why::Time => "is no longer cloaked",
                cloaks::Why::Speed => "is too fast for its cloak",
                cloaks::Why::Damage => "has lost its cloak",
            };
            format!("{} {why}", name(field, *ship))
        }
        cloaks::Event::Vanished { ship, until: None } => format!("{} vanishes", name(field, *ship)),
        cloaks::Event::Vanished { ship, until: Some(turn) } => {
            format!("{} vanishes until turn {turn}", name(field, *ship))
        }
        cloaks::Event::Stole { ship, shadow: None } => format!("{} moves unseen", name(field, *ship)),
        cloaks::Event::Stole { ship, shadow: Some(shadow) } => {
            let to = shadow.motion;
            format!(
                "{} moves unseen: now at {}, facing {}, velocity {}",
                name(field, *ship),
                to.at,
                to.facing,
                to.velocity
            )
        }
        cloaks::Event::Appeared { ship, to, .. } => {
            let ship = name(field, *ship);
            format!("{ship} appears at {}, facing {}, velocity {}", to.at, to.facing, to.velocity)
        }
    }
}

fn sensed(field: &Field, event: &sensors::Event) -> String {
    match event {
        sensors::Event::Mustered { seat, signatures, places: None } => {
            let all: Vec<&str> = signatures.iter().map(|it| it.name()).collect();
            format!("{} has noted down its bogeys: {}", side(field, *seat), all.join(", "))
        }
        sensors::Event::Mustered { seat, places: Some(places), .. } => {
            let places: Vec<String> = places.iter().map(|it| (it + 1).to_string()).collect();
            format!("{} has noted down its bogeys: ships {}", side(field, *seat), places.join(" "))
        }
        sensors::Event::Revealed { ship, found, design, name, .. } => {
            let how = match found {
                Found::Passive => "passive sensors identify it",
                Found::Scanned => "the scan identifies it",
                Found::Scanning => "its scan gives it away",
                Found::Fired => "its weapons give it away",
                Found::Shown => "it shows itself",
                Found::Hit => "a hit shows what it is",
            };
            let letter = field.letter(*ship);
            match design {
                Some(design) if bogeys::supplied(design).is_some() => {
                    format!("Bogey {letter}: {how}: a dummy, and gone")
                }
                Some(design) => format!("Bogey {letter}: {how}: {name} ({design})"),
                None => format!("Bogey {letter}: {how}: {name}"),
            }
        }
        sensors::Event::Swept { ship } => format!("{} makes an active scan", name(field, *ship)),
        sensors::Event::Scanned { ship, target, found, die, jams } => {
            let result = if *found { "a clear contact" } else { "jammed, nothing is learned" };
            let die = die.map_or(String::new(), |die| format!(", rolled {die}"));
            let jams = if jams.is_empty() { String::new() } else { format!(", jammed by {}", faces(jams)) };
            format!("{} scans {}: {result}{die}{jams}", name(field, *ship), name(field, *target))
        }
        sensors::Event::Told { by, told, .. } => {
            let what = match told.lore {
                Lore::Nothing => "nothing".to_owned(),
                Lore::Mass => format!("mass {}", told.mass.unwrap_or(0)),
                Lore::Drives => format!(
                    "mass {}, thrust {}, screens {}",
                    told.mass.unwrap_or(0),
                    told.thrust.unwrap_or(0),
                    told.screens.unwrap_or(0)
                ),
                Lore::Systems => "how it was built".to_owned(),
                Lore::All => "everything".to_owned(),
            };
            format!("{} learns of {}: {what}", name(field, *by), name(field, told.ship))
        }
    }
}

fn swept(field: &Field, event: &sweeps::Event) -> String {
    match event {
        sweeps::Event::Readied { ship, ready } => {
            let each = ready
                .iter()
                .map(|(icon, mode)| format!("{} {}", system(field, *ship, *icon), mode_word(*mode)));
            format!("{} makes ready: {}", name(field, *ship), each.collect::<Vec<_>>().join(", "))
        }
        sweeps::Event::NovaFired { nova, .. } => {
            format!("{} fires its nova cannon on course {}", name(field, nova.ship), nova.facing)
        }
        sweeps::Event::Swept { ship, dice, .. } => {
            format!("The nova sweeps over {}, rolled {}", name(field, *ship), faces(dice))
        }
        sweeps::Event::WaveFired { ship, .. } => format!("{} fires its wave gun", name(field, *ship)),
        sweeps::Event::Washed { ship, dice, off, .. } => {
            let off = if *off == 0 { String::new() } else { format!(", {off} off each die") };
            format!("The wave hits {}, rolled {}{off}", name(field, *ship), faces(dice))
        }
        sweeps::Event::Charged { ship, weapon, die } => {
            format!("{} charges {}, rolled {die}", name(field, *ship), system(field, *ship, *weapon))
        }
        sweeps::Event::Burst { ship, weapon, points } => {
            let what = system(field, *ship, *weapon);
            format!("{what} of {} bursts: {points} hull", name(field, *ship))
        }
    }
}

fn fired(field: &Field, event: &fire::Event) -> String {
    match event {
        fire::Event::SideRolled { from, to, die, .. } => {
            format!("{} lies on an arc line of {}, rolled {die}", name(field, *to), name(field, *from))
        }
        fire::Event::SpinalFired { ship, weapon } => {
            format!("{} fires {} along its line", name(field, *ship), system(field, *ship, *weapon))
        }
        fire::Event::Chosen { ship } => format!("{} fires", name(field, *ship)),
        fire::Event::Passed { seat } => format!("{} passes", side(field, *seat)),
        fire::Event::Reflected { target, die, full, back, .. } => {
            let ship = name(field, *target);
            let full = points(full);
            format!("The reflex field of {ship}, rolled {die}: {full} let through, {back} thrown back")
        }
        fire::Event::Fired { ship, target, weapons, dice, again, damage, tally, burst, .. } => {
            let guns: Vec<String> = weapons.iter().map(|icon| system(field, *ship, *icon)).collect();
            let mut text = format!("{} at {}: rolled {}", guns.join(", "), name(field, *target), faces(dice));
            if !again.is_empty() {
                let _ = write!(text, ", again {}", faces(again));
            }
            if !damage.is_empty() {
                let _ = write!(text, ", damage {}", faces(damage));
            }
            let _ = match (tally.points(), tally.emp) {
                (done, 0) => write!(text, ": {}", points(done)),
                (_, emp) => write!(text, ": {}", count(emp, "EMP hit", "EMP hits")),
            };
            if !tally.kills.is_none() {
                let _ = write!(text, ", {} killed", icons(field, *target, tally.kills));
            }
            if !burst.is_none() {
                let _ = write!(text, ", {} bursts", icons(field, *ship, *burst));
            }
            text
        }
    }
}

pub(crate) fn icons(field: &Field, ship: ShipId, icons: IconSet) -> String {
    icons.iter().map(|icon| system(field, ship, icon)).collect::<Vec<_>>().join(", ")
}

fn damaged(field: &Field, event: &damage::Event) -> String {
    match event {
        damage::Event::Struck { ship, armour, hull, .. } => {
            let left: u16 = armour.iter().map(|layer| layer.boxes()).sum();
            format!("{} loses {hull} hull, {left} armour left", name(field, *ship))
        }
        damage::Event::Destroyed { ship } => format!("{} is destroyed", name(field, *ship)),
        damage::Event::FireEnded { killed } if killed.is_empty() => "The guns fall silent".to_owned(),
        damage::Event::FireEnded { killed } => {
            let each = killed
                .iter()
                .map(|(ship, set)| format!("{}: {}", name(field, *ship), icons(field, *ship, *set)));
            format!("The guns fall silent; lost for good: {}", each.collect::<Vec<_>>().join("; "))
        }
        damage::Event::EmpTested { ship, icon, needs, dice, failed } => {
            let result = if *failed == 0 { "holds" } else { "is knocked out" };
            let what = system(field, *ship, *icon);
            format!(
                "EMP on {what} of {}: {needs} or more, rolled {}: it {result}",
                name(field, *ship),
                faces(dice)
            )
        }
        damage::Event::CoreChosen { ship, choice } => match choice {
            damage::CoreChoice::Dump => format!("{} dumps its core", name(field, *ship)),
            damage::CoreChoice::Abandon => format!("{} is abandoned", name(field, *ship)),
            damage::CoreChoice::Hold => format!("{} keeps its core", name(field, *ship)),
        },
        damage::Event::CoreRolled { ship, needs, die, blown } => {
            let result = if *blown { "it blows up" } else { "it holds" };
            format!("The core of {}: {needs} or more, rolled {die}: {result}", name(field, *ship))
        }
        damage::Event::Breached { ship, dice, .. } => {
            format!("The blast catches {}, rolled {}", name(field, *ship), faces(dice))
        }
        damage::Event::Suffocated { ship } => format!("The air of {} is gone: a hulk", name(field, *ship)),
    }
}

fn checked(field: &Field, event: &checks::Event) -> String {
    match event {
        checks::Event::Checked { ship, row, extra, rolls, damaged, gone, drive } => {
            let dice: Vec<u8> = rolls.iter().map(|it| it.1).collect();
            let mut lost = icons(field, *ship, damaged.union(*gone));
            if 0 < *drive {
                lost += if lost.is_empty() { "main drive" } else { ", main drive" };
            }
            let lost = if lost.is_empty() { "nothing lost".to_owned() } else { format!("lost {lost}") };
            let extra = if *extra == 0 { String::new() } else { format!(" and {extra} more") };
            format!("{} checks for row {row}{extra}, rolled {}: {lost}", name(field, *ship), faces(&dice))
        }
        checks::Event::HangarsChecked { ship, rolls, damaged, .. } => {
            let dice: Vec<u8> = rolls.iter().map(|it| it.1).collect();
            let lost = damaged.iter().count();
            format!("Hangars of {} are checked, rolled {}: {lost} lost", name(field, *ship), faces(&dice))
        }
        checks::Event::HangarTested { ship, die, damage: None, .. } => {
            format!("The hangar of {} burns out, rolled {die}", name(field, *ship))
        }
        checks::Event::HangarTested { ship, die, points, .. } => {
            format!("The hangar of {} explodes, rolled {die}: {points} hull", name(field, *ship))
        }
        checks::Event::BridgeHit { ship, die: 6 } => {
            format!("The bridge of {} is gone, rolled 6", name(field, *ship))
        }
        checks::Event::BridgeHit { ship, die } => {
            format!(
                "The bridge of {} is hit, rolled {die}: out of control for {}",
                name(field, *ship),
                count(die, "turn", "turns")
            )
        }
        checks::Event::LifeSupportHit { ship, die } => {
            let air = count(die, "turn", "turns");
            format!("Life support of {} is hit, rolled {die}: air for {air}", name(field, *ship))
        }
        checks::Event::ColoursTested { ship, die, struck } => {
            let result = if *struck { "it strikes its colours" } else { "it fights on" };
            format!("{} may give in, rolled {die}: {result}", name(field, *ship))
        }
        checks::Event::CourseTested { ship, die, way, drift } => {
            let to = |way: &u8| if *way <= 3 { "starboard" } else { "port" };
            let mut text = match way {
                None => format!("{} is not turned, rolled {die}", name(field, *ship)),
                Some(way) => {
                    format!(
                        "{} is knocked off course, rolled {die} and {way}: to {}",
                        name(field, *ship),
                        to(way)
                    )
                }
            };
            match drift {
                None => (),
                Some((die, None)) => text += &format!("; its drift holds, rolled {die}"),
                Some((die, Some(way))) => {
                    text += &format!("; its drift turns, rolled {die} and {way}: to {}", to(way));
                }
            }
            text
        }
    }
}

/// The situation as text: one line for each ship.
pub(crate) fn describe(view: &View) -> String {
    let field = &view.field;
    let mut text = format!("Turn {} of {}\n", view.turn, field.scenario.turns);
    for (seat, scored) in view.points.iter().enumerate() {
        let _ = writeln!(text, "{}: {}", side(field, Seat(seat as u8)), points(scored));
    }
    terrain::words::describe(view, &mut text);
    for it in &view.markers {
        let target = it.target.map_or(String::new(), |id| format!(", on {}", name(field, id)));
        let _ = writeln!(
            text,
            "Marker {}: {} at {}{target}",
            it.number,
            ordnance::words::warhead(it.what),
            it.at
        );
    }
    text += &craft::words::describe(view);
    for it in &view.mines {
        let state = if it.turn < view.turn { "" } else { ", not active yet" };
        let _ = writeln!(text, "Mine {} of {} at {}{state}", it.number, side(field, Seat(it.side)), it.at);
    }
    for it in &view.flak {
        let _ = writeln!(text, "Blast {}: flak {} at {}", it.number, it.class, it.at);
    }
    for id in field.ship_ids() {
        let (ship, blueprint) = (&view.ships[id.index()], field.blueprint(id));
        let _ = write!(text, "{} ({}): ", name(field, id), blueprint.design.name);
        let state = match ship.status {
            Status::Active => String::new(),
            Status::Waiting if ship.arriving => format!("about to arrive near {}\n", ship.motion.at),
            Status::Waiting => match field.berth(id).enters {
                Some(turn) => format!("comes in turn {turn}\n"),
                None if field.berth(id).through.is_some() => "waits to come through a gate\n".to_owned(),
                None => "not yet placed\n".to_owned(),
            },
            Status::Captured { by, .. } => format!("captured by {}\n", side(field, by)),
            Status::Destroyed => "destroyed\n".to_owned(),
            Status::Left { back: Some(turn), .. } => format!("off the table, back in turn {turn}\n"),
            Status::Left { .. } => "off the table\n".to_owned(),
            Status::Struck => "has struck its colours\n".to_owned(),
            Status::Hulk => "a hulk\n".to_owned(),
            Status::Jumped => "gone by FTL\n".to_owned(),
            Status::Landed => "has landed\n".to_owned(),
            Status::Carried { by } => format!("carried by {}\n", name(field, by)),
            Status::Cloaked => {
                let shadow = view.secrets[id.index()].shadow.as_deref();
                shadow.map_or_else(
                    || format!("cloaked, last seen at {}\n", ship.motion.at),
                    |it| {
                        let motion = it.motion;
                        format!(
                            "cloaked until turn {}, in truth at {}, facing {}, velocity {}\n",
                            it.until, motion.at, motion.facing, motion.velocity
                        )
                    },
                )
            }
        };
        if !ship.is_active() {
            text += &state;
            continue;
        }
        if !matches!(blueprint.nature, Nature::Ship | Nature::Dummy) {
            let Motion { at, facing, velocity, .. } = ship.motion;
            let _ = writeln!(text, "at {at}, facing {facing}, velocity {velocity}");
            continue;
        }
        let motion = ship.motion;
        let armour: u16 = ship.armour.iter().map(|layer| layer.boxes()).sum();
        let hull = blueprint.hull().saturating_sub(ship.hull_lost);
        let crew =
            crew_left(u32::from(blueprint.hull()), blueprint.design.crew_factor(), u32::from(ship.hull_lost));
        let _ = write!(
            text,
            "at {}, facing {}, velocity {}, hull {hull} of {}, armour {armour}, crew {crew}",
            motion.at,
            motion.facing,
            motion.velocity,
            blueprint.hull(),
        );
        if ship.bogey {
            let _ = write!(text, ", bogey {}", field.letter(id));
        }
        if 0 < ship.warm {
            text += ", FTL drive warm";
        }
        if ship.cloaked {
            text += ", cloaked";
        }
        if !ship.aboard.is_empty() {
            let foes = ship.aboard.iter().filter(|it| it.seat != ship.owner).count();
            let friends = count(ship.aboard.len() - foes, "friend", "friends");
            let _ = write!(text, ", {} and {friends} aboard", count(foes, "boarder", "boarders"));
        }
        if !ship.off.is_none() {
            let _ = write!(text, ", off: {}", icons(field, id, ship.off));
        }
        for (icon, stored) in &ship.charges {
            let _ = write!(text, ", {} in {}", points(stored), system(field, id, *icon));
        }
        let out = ship.damaged.union(ship.gone);
        if !out.is_none() || 0 < ship.drive_hits {
            let drive = if 0 < ship.drive_hits {
                format!(" drive hit {}", count(ship.drive_hits, "time", "times"))
            } else {
                String::new()
            };
            let _ = write!(text, ", out:{drive} {}", icons(field, id, out));
        }
        text.push('\n');
    }
    text
}
