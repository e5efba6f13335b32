//! Everything there is to say about a design, each with its rule (FT-13).
//!
//! Findings go to a sink as they are found and are only put into words if it
//! wants words, so that thousands of designs can be checked at once.

use std::fmt;

use engine::{Audit, Finding, Severity};

use super::{
    Arcs, Bill, Cost, Design, Group, Holds, Kind, List, System, WingMod,
    price::{Yard, given, is_mount, least_hull, per_fifty},
    spoken::Named,
    tally::Tally,
    tech::TechBase,
};
use crate::{
    options::{Gunboats, HangarModel, Options, ShortKGuns},
    ordnance::defence::Shield,
    weapons::{BoardingLauncher, Gun, Weapon},
};

/// Takes one finding: how bad, by which rule, in what words.
pub type Sink<'a> = dyn FnMut(Severity, &'static str, fmt::Arguments<'_>) + 'a;

/// What a design is checked for.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    pub options: &'a Options,
    /// FT-15.0.1: the navy's technology, if it matters.
    pub tech: Option<&'a TechBase>,
    /// In a battle what the options forbid is an error; on the drawing board a note.
    pub battle: bool,
}

/// FT-4.4.1 and others: the most of anything, so that sums stay small.
pub const MOST: u32 = 10_000;

use Severity::{Error, Note, Warning};

impl Design {
    /// FT-13.1.1: what it weighs and costs.
    pub fn bill(&self, options: &Options) -> Bill {
        Yard::new(self, options).bill()
    }

    /// Mass, points and every finding in words.
    pub fn audit(&self, terms: Terms<'_>) -> Audit {
        let mut findings = Vec::new();
        let bill = self.inspect(terms, &mut |severity, rule, reason| {
            findings.push((severity, Finding { rule, reason: reason.to_string() }));
        });
        super::remarks::remarks(self, &mut |severity, rule, reason| {
            findings.push((severity, Finding { rule, reason: reason.to_string() }));
        });
        Audit {
            name: self.name.clone(),
            mass: self.mass,
            points: bill.points(),
            cpv: Some(bill.cpv()),
            findings,
        }
    }

    /// Whether a battle under these options would take it.
    pub fn is_legal(&self, options: &Options, tech: Option<&TechBase>) -> bool {
        let mut legal = true;
        let terms = Terms { options, tech, battle: true };
        self.inspect(terms, &mut |severity, _, _| legal &= severity != Error);
        legal
    }

    /// Checks everything, and gives back the bill.
    pub fn inspect(&self, terms: Terms<'_>, found: &mut Sink<'_>) -> Bill {
        self.inspect_in(terms, false, found)
    }

    /// The same. Unless `all` are wanted, chapters about what is not aboard are passed over: they have nothing
    /// to say, and most ships have few kinds of systems.
    fn inspect_in(&self, terms: Terms<'_>, all: bool, found: &mut Sink<'_>) -> Bill {
        let tally = Tally::of(self);
        let (bill, mounts_exist) = Yard::counted(self, terms.options, &tally).bill_and_mounts();
        self.check_mass(bill, terms, found);
        self.check_hull(terms, found);
        check_engines(&tally, found);
        if all || 0 < tally.defences + tally.adfc || 2 < self.hull.stealth {
            self.check_defences(&tally, found);
        }
        if all || 0 < tally.limited || !mounts_exist {
            self.check_mounts(terms, found);
        }
        self.check_numbers(&tally, terms, found);
        if all || 0 < tally.turrets {
            self.check_turrets(found);
        }
        if all || 0 < tally.fed {
            self.check_magazines(found);
        }
        self.check_crew(&tally, found);
        self.check_craft(&tally, terms, found);
        if all || 0 < tally.carriers || self.gate.is_some() {
            self.check_transport(found);
        }
        self.check_switches(all || 0 < tally.optional, terms, found);
        self.check_ids(found);
        if let Some(base) = terms.tech {
            self.check_tech(base, found);
        }
        bill
    }

    fn check_mass(&self, bill: Bill, terms: Terms<'_>, found: &mut Sink<'_>) {
        let Design { mass, .. } = *self;
        let used = bill.used;
        match mass {
            0 => found(Error, "FT-13.4.1", format_args!("the ship has no mass yet")),
            1..=2 => found(Warning, "FT-13.4.1", format_args!("mass {mass} is below the usual 3")),
            301.. if terms.options.mass_limit => {
                let severity = if terms.battle { Error } else { Warning };
                found(severity, "FT-13.4.1", format_args!("mass {mass} exceeds 300: build it in sections"));
            }
            _ => (),
        }
        if mass < used.up() {
            let over = used.up() - mass;
            found(Error, "FT-13.1.1", format_args!("systems of mass {used} exceed mass {mass} by {over}"));
        } else if used.up() < mass {
            found(Note, "FT-13.1.1", format_args!("{} mass is unused", mass - used.up()));
        }
        self.check_claims(bill, terms, found);
        if 0 < bill.craft {
            found(Note, "FT-13.12.1", format_args!("{} of the points are for craft aboard", bill.craft));
        }
        if self.name.trim().is_empty() && self.class.trim().is_empty() {
            found(Note, "FT-2.4.1", format_args!("the ship has no name and no class"));
        }
    }

    /// FT-13.1.1, FT-18.3.1: what the file says it costs beside what it does, and why, where that is known.
    fn check_claims(&self, bill: Bill, terms: Terms<'_>, found: &mut Sink<'_>) {
        if let Some(claimed) = self.claimed_points
            && claimed != bill.points()
        {
            let points = bill.points();
            let bare = 0 < bill.craft && claimed == bill.ship;
            let why = if bare { ": it leaves out the craft aboard" } else { "" };
            let reason = format_args!("the file says {claimed} points, the rules {points}{why}");
            found(if bare { Note } else { Warning }, "FT-13.1.1", reason);
        }
        let Some(claimed) = self.claimed_cpv.filter(|it| *it != bill.cpv()) else { return };
        let cpv = bill.cpv();
        let (ship, craft) = Yard::new(self, terms.options).finer_cpv();
        // the method that the book only points to.
        let finer = "it takes holds, hangars and launch tubes out of the hull and counts hangars and tubes at 1 \
                     point for each mass";
        let why = if claimed == ship + craft && 0 < craft {
            format!(": {finer}, and fighters for more than they cost")
        } else if claimed == ship {
            format!(": {finer}{}", if 0 < craft { ", and leaves out the craft aboard" } else { "" })
        } else if claimed == bill.ship_cpv {
            ": it leaves out the craft aboard".to_owned()
        } else {
            String::new()
        };
        let severity = if why.is_empty() { Warning } else { Note };
        let reason = format_args!("the file says {claimed} combat points, the rules {cpv}{why}");
        found(severity, "FT-18.3.1", reason);
    }

    /// FT-13.12.3: bays without a single launch tube are combined hangars, whatever is agreed on for the rest.
    pub fn hangar_model(&self, options: &Options) -> HangarModel {
        hangar_model(&Tally::of(self), options)
    }

    /// FT-13.7.1, FT-13.8.1, FT-7.7.1, FT-7.4.1.
    fn check_hull(&self, terms: Terms<'_>, found: &mut Sink<'_>) {
        let super::Hull { boxes, rows, stealth, .. } = self.hull;
        let least = least_hull(self.mass, terms.options);
        if boxes < least {
            let mass = self.mass;
            found(Error, "FT-13.7.1", format_args!("{boxes} hull boxes, but mass {mass} needs {least}"));
        }
        if !(3..=6).contains(&rows) {
            found(Error, "FT-13.7.1", format_args!("a hull has 3 to 6 rows, not {rows}"));
        } else if boxes < 4 && rows != 4 {
            found(Error, "FT-13.8.1", format_args!("with fewer than 4 boxes a hull is standard, 4 rows"));
        }
        if 2 < stealth {
            found(Error, "FT-7.4.1", format_args!("stealth hull level {stealth} exceeds 2"));
        }
        if 5 < self.armour.len() {
            let shells = self.armour.len() - 1;
            found(Error, "FT-7.6.1", format_args!("{shells} shells, but 4 are the most"));
        }
        if let Some(gap) = self.armour.iter().position(|layer| layer.boxes() == 0)
            && gap + 1 < self.armour.len()
        {
            let layer = gap + 1;
            found(Error, "FT-7.7.1", format_args!("a shell rests on layer {layer}, which has no boxes"));
        }
    }

    /// FT-7: what excludes what, and how much of it works.
    #[expect(clippy::wildcard_enum_match_arm, reason = "counts the systems named here")]
    fn check_defences(&self, tally: &Tally, found: &mut Sink<'_>) {
        let mut levels = [0_u32; 4];
        let (mut holo, mut fields, mut reflex, mut ecm) = (0, 0, 0, 0);
        for system in &self.systems {
            match system.kind {
                Kind::Screen { advanced, area, level } => {
                    if 2 < level {
                        found(Error, "FT-7.2.1", format_args!("a screen of level {level}: 2 is the most"));
                    }
                    levels[usize::from(advanced) + 2 * usize::from(area)] += u32::from(level.max(1));
                }
                Kind::Holofield => holo += 1,
                Kind::StealthField => fields += 1,
                Kind::Reflex => reflex += 1,
                Kind::Ecm { .. } => ecm += 1,
                _ => (),
            }
        }
        let [standard, advanced, area, area_advanced] = levels;
        if 0 < standard && 0 < advanced {
            let reason = format_args!("standard and advanced screens exclude each other");
            found(Error, "FT-7.3.2", reason);
        }
        if 2 < standard + advanced {
            let spare = standard + advanced - 2;
            found(Note, "FT-7.2.1", format_args!("only 2 screen levels work at a time, {spare} are spares"));
        }
        if 2 < area + area_advanced {
            let levels = area + area_advanced;
            found(Error, "FT-7.16.2", format_args!("{levels} levels of area screens, but 2 are the most"));
        }
        let others = levels.iter().sum::<u32>() + fields + reflex;
        if 0 < holo && 0 < others {
            let reason =
                format_args!("a holofield excludes screens, area screens, stealth and reflex fields");
            found(Error, "FT-7.17.3", reason);
        }
        if 1 < holo {
            found(Warning, "FT-7.17.1", format_args!("{holo} holofields are no better than one"));
        }
        if 2 < fields {
            found(Error, "FT-7.5.1", format_args!("{fields} stealth fields, but 2 are the most"));
        } else if 2 < fields + u32::from(self.hull.stealth) {
            found(Note, "FT-7.4.1", format_args!("hull and fields together count as stealth level 2"));
        }
        if 3 < ecm {
            found(Warning, "FT-7.18.1", format_args!("{ecm} levels of ECM are no better than 3"));
        }
        if 0 < tally.adfc && !self.has(defends) {
            found(Warning, "FT-7.10.1", format_args!("an ADFC without point defence to direct"));
        }
    }

    /// FT-4.2.4, FT-5, FT-6: classes and arcs of mounts, one by one.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "limits of sizes are set for these alone; mounts ask their weapon"
    )]
    fn check_mounts(&self, terms: Terms<'_>, found: &mut Sink<'_>) {
        for (i, system) in self.systems.iter().enumerate() {
            let kind = &system.kind;
            match kind {
                Kind::Gun(Gun::Nova(_)) if self.mass < 91 => {
                    found(Error, "FT-7.23.1", format_args!("a nova cannon needs a capital ship"));
                }
                Kind::MineLayer { mines: mines @ 0..2 } => {
                    found(
                        Error,
                        "FT-6.10.2",
                        format_args!("{}: {mines} mines, but 2 are the least", At(self, i)),
                    );
                }
                Kind::Decoy { capital } if *capital != (self.group() == Group::Capital) => {
                    let group = self.group().name();
                    found(
                        Warning,
                        "FT-13.13.12",
                        format_args!("these weasel emitters do not suit a {group}"),
                    );
                }
                Kind::Shipyard { .. } if 0 < self.thrust() => {
                    found(Error, "FT-13.13.3", format_args!("shipyards are for stations without a drive"));
                }
                Kind::Unknown { name, .. } => {
                    // FT-13.1.1: nobody could say in a battle what it does.
                    let known = given(system);
                    let weighs = 0 < known.mass.0 || 0 < known.points;
                    let severity = if weighs && !terms.battle { Warning } else { Error };
                    let Cost { mass, points } = known;
                    let reason = format_args!(
                        "\"{name}\" is not a system of these rules: mass {mass} and {points} points as its file \
                         says"
                    );
                    found(severity, "FT-13.1.1", reason);
                }
                _ => (),
            }
            let front = matches!(kind.list(), List::Ordnance);
            let exists = match kind.arcs() {
                None => true,
                // FT-4.2.4: launchers cover three arcs side by side.
                Some(arcs) if front => arcs.len() == 3 && arcs.is_run(),
                Some(_) => match kind {
                    Kind::Gun(gun) => is_mount(gun, self.orientation, terms.options),
                    _ => true,
                },
            };
            if !exists {
                let arcs = kind.arcs().unwrap_or(Arcs::NONE);
                found(
                    Error,
                    kind.rule(),
                    format_args!("there is no {} with {} arcs ({arcs})", Named(kind), arcs.len()),
                );
            }
        }
    }

    /// FT-4.4.2, FT-5.16.3, FT-5.23.1, FT-6.8.1: numbers of mounts.
    fn check_numbers(&self, tally: &Tally, terms: Terms<'_>, found: &mut Sink<'_>) {
        let Tally { spinal, bolts, short_k1, .. } = *tally;
        let fit = per_fifty(self.mass);
        if fit < spinal {
            found(
                Error,
                "FT-5.23.1",
                format_args!("{spinal} spinal mounts, but mass {} has room for {fit}", self.mass),
            );
        }
        if fit < bolts {
            found(
                Error,
                "FT-6.8.1",
                format_args!("{bolts} bolt launchers, but mass {} has room for {fit}", self.mass),
            );
        }
        match terms.options.srk1 {
            ShortKGuns::Pairs if short_k1 % 2 == 1 => {
                found(Error, "FT-5.16.3", format_args!("short-range K-1 guns come in pairs, not {short_k1}"));
            }
            ShortKGuns::None if 0 < short_k1 => {
                found(Error, "FT-5.16.3", format_args!("short-range K-1 guns are switched off"));
            }
            ShortKGuns::Any | ShortKGuns::Pairs | ShortKGuns::None => (),
        }
        if 0 < tally.armed && tally.controls == 0 {
            found(Warning, "FT-4.4.2", format_args!("without a fire control the weapons cannot fire"));
        }
    }

    /// FT-5.22.1, FT-5.22.2.
    fn check_turrets(&self, found: &mut Sink<'_>) {
        let mut turrets = 0;
        for (i, system) in self.systems.iter().enumerate() {
            let Kind::Turret { arcs, facing, weapons } = &system.kind else { continue };
            turrets += 1;
            let it_is = At(self, i);
            if arcs.len() < 2 {
                found(Error, "FT-5.22.1", format_args!("{it_is} covers 2 to 6 arcs, not {}", arcs.len()));
            }
            if let Some(facing) = facing
                && !arcs.contains(*facing)
            {
                found(Error, "FT-5.22.1", format_args!("{it_is} faces {}, out of its arcs", facing.name()));
            }
            if weapons.is_empty() {
                found(Warning, "FT-5.22.3", format_args!("{it_is} has no weapon in it"));
            }
            for id in weapons {
                match self.find(id) {
                    None => {
                        found(
                            Error,
                            "FT-5.22.3",
                            format_args!("{it_is} holds \"{id}\", which is not aboard"),
                        );
                    }
                    Some(it) if it.kind.is_spinal() => {
                        found(
                            Error,
                            "FT-5.22.2",
                            format_args!("{it_is} holds a spinal mount, which does not turn"),
                        );
                    }
                    Some(it) if it.kind.list() != List::Weapons && it.kind.list() != List::Ordnance => {
                        found(
                            Error,
                            "FT-5.22.1",
                            format_args!("{} is not a weapon for a turret", Named(&it.kind)),
                        );
                    }
                    Some(_) => (),
                }
                let holds =
                    |it: &System| matches!(&it.kind, Kind::Turret { weapons, .. } if weapons.contains(id));
                if self.systems[..i].iter().any(holds) {
                    found(Error, "FT-5.22.3", format_args!("\"{id}\" is in two turrets"));
                }
            }
        }
        let fit = per_fifty(self.mass);
        if fit < turrets {
            found(
                Error,
                "FT-5.22.2",
                format_args!("{turrets} turrets, but mass {} has room for {fit}", self.mass),
            );
        }
    }

    /// FT-6.6.2, FT-6.6.4, FT-5.18.2: launchers and what feeds them.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only these are fed or feed")]
    fn check_magazines(&self, found: &mut Sink<'_>) {
        for (i, system) in self.systems.iter().enumerate() {
            let it_is = At(self, i);
            match &system.kind {
                Kind::SalvoLauncher { magazine, .. } => {
                    let fits = |it: &System| matches!(it.kind, Kind::Magazine { .. });
                    if !self.find(magazine).is_some_and(fits) {
                        found(Error, "FT-6.6.2", format_args!("{it_is} has no magazine"));
                    }
                }
                Kind::Gun(Gun::BoardingLauncher(BoardingLauncher { magazine, .. })) => {
                    let fits = |it: &System| matches!(it.kind, Kind::BoardingMagazine { .. });
                    if !self.find(magazine).is_some_and(fits) {
                        found(Error, "FT-5.18.2", format_args!("{it_is} has no magazine"));
                    }
                }
                Kind::Magazine { loads } => {
                    if loads.total() == 0 {
                        found(Error, "FT-6.6.2", format_args!("{it_is} has no salvo in it"));
                    }
                    if 0 < loads.two_stage && 0 < loads.standard + loads.extended {
                        let reason = format_args!("{it_is} holds two-stage salvoes only, or none");
                        found(Error, "FT-6.6.4", reason);
                    }
                    if !self.feeds(system) {
                        found(Warning, "FT-6.6.2", format_args!("{it_is} feeds no launcher"));
                    }
                }
                Kind::BoardingMagazine { torpedoes } => {
                    if *torpedoes == 0 {
                        found(Error, "FT-5.18.2", format_args!("{it_is} has no boarding torpedo in it"));
                    }
                    if !self.feeds(system) {
                        found(Warning, "FT-5.18.2", format_args!("{it_is} feeds no launcher"));
                    }
                }
                _ => (),
            }
        }
    }

    /// FT-13.13.2, FT-5.9.4.
    fn check_crew(&self, tally: &Tally, found: &mut Sink<'_>) {
        let parties = tally.parties;
        if 0 < parties {
            let factor = self.crew_factor();
            let room = factor.saturating_add(self.berths());
            if room < parties {
                let reason =
                    format_args!("{parties} marines and extra parties, but crew and berths take {room}");
                found(Error, "FT-13.13.2", reason);
            }
        } else if self.crew_factor() == 0 && 0 < tally.transporters {
            found(Warning, "FT-5.9.4", format_args!("a transporter with nobody to send"));
        }
    }

    /// FT-13.13.2: room for marines and parties beyond the crew factor.
    #[expect(clippy::wildcard_enum_match_arm, reason = "people sleep in these alone")]
    pub fn berths(&self) -> u32 {
        let each = |system: &System| match &system.kind {
            Kind::Bay { holds: Holds::Troops | Holds::Passengers, capacity, .. } => capacity.hundredths / 100,
            _ => 0,
        };
        self.systems.iter().fold(0, |sum, system| sum.saturating_add(each(system)))
    }

    /// FT-13.12: wings and gunboats in their places.
    fn check_craft(&self, tally: &Tally, terms: Terms<'_>, found: &mut Sink<'_>) {
        let Tally { bays, racks, tubes, catapults, gunboat_racks, boat_room: room, .. } = *tally;
        match terms.options.hangar_model {
            HangarModel::Tubes if 0 < bays && tubes == 0 => {
                found(
                    Note,
                    "FT-13.12.3",
                    format_args!("hangar bays without a launch tube are combined hangars"),
                );
            }
            HangarModel::Combined if 0 < tubes => {
                found(
                    Error,
                    "FT-13.12.3",
                    format_args!("combined hangars and launch tubes exclude each other"),
                );
            }
            HangarModel::Tubes | HangarModel::Combined => (),
        }
        if 0 < catapults && catapults < tubes {
            found(Error, "FT-13.12.2", format_args!("catapults on all launch tubes or on none"));
        }
        let wings = self.wings.len() as u32;
        if bays + racks < wings {
            found(
                Error,
                "FT-13.12.1",
                format_args!("{wings} fighter groups, but {} bays and racks", bays + racks),
            );
        }
        for (i, wing) in self.wings.iter().enumerate() {
            let light = wing.kind.is_light() && (wing.has(WingMod::Heavy) || wing.has(WingMod::LongRange));
            if light {
                found(Error, "FT-13.12.1", format_args!("light fighters are neither heavy nor long-range"));
            }
            if wing.hangar.is_empty() {
                continue;
            }
            match self.find(&wing.hangar).map(|it| &it.kind) {
                Some(Kind::Hangar { rack: true }) if !wing.has(WingMod::Robot) => {
                    found(Error, "FT-13.12.5", format_args!("a rack takes robot fighters only"));
                }
                Some(Kind::Hangar { .. }) => (),
                _ => found(
                    Error,
                    "FT-13.12.1",
                    format_args!("a fighter group in \"{}\", which is not a bay", wing.hangar),
                ),
            }
            if self.wings[..i].iter().any(|it| it.hangar == wing.hangar) {
                found(Error, "FT-13.12.1", format_args!("two fighter groups in bay \"{}\"", wing.hangar));
            }
        }
        for squadron in &self.squadrons {
            let n = squadron.boats.len();
            if n == 0 || 6 < n {
                found(Error, "FT-13.12.6", format_args!("a gunboat squadron has 1 to 6 boats, not {n}"));
            }
            if squadron.ftl && !squadron.rack.is_empty() {
                found(Error, "FT-9.2.1", format_args!("gunboats with FTL drives do not fit on a rack"));
            }
            if !squadron.rack.is_empty()
                && !self.find(&squadron.rack).is_some_and(|it| {
                    matches!(it.kind, Kind::GunboatRack | Kind::Bay { holds: Holds::Boats, .. })
                })
            {
                found(
                    Error,
                    "FT-13.12.6",
                    format_args!("gunboats in \"{}\", which is not a rack", squadron.rack),
                );
            }
        }
        let carried = self.squadrons.iter().filter(|it| !it.ftl).count() as u32;
        // FT-9.1.11: those without a rack lie in bays for boats.
        let mut masses: Vec<u32> =
            self.squadrons.iter().filter(|it| !it.ftl).map(|it| 300 * it.boats.len() as u32).collect();
        masses.sort_unstable();
        let inside: u32 = masses.iter().take(carried.saturating_sub(gunboat_racks) as usize).sum();
        if room < inside {
            found(
                Error,
                "FT-13.12.6",
                format_args!("{carried} gunboat squadrons, but {gunboat_racks} racks and too few bays"),
            );
        }
        let boats = 0 < self.squadrons.len() + gunboat_racks as usize;
        match terms.options.gunboats {
            Gunboats::Off if boats => found(Error, "FT-15.0.3", format_args!("gunboats are switched off")),
            Gunboats::NotWithFighters if boats && !self.wings.is_empty() => {
                found(Error, "FT-15.0.3", format_args!("a navy with fighters builds no gunboats"));
            }
            Gunboats::On | Gunboats::Off | Gunboats::NotWithFighters => (),
        }
    }

    /// What is optional, with or without the `systems`: an error in a battle without the option, a note on the board.
    fn check_switches(&self, systems: bool, terms: Terms<'_>, found: &mut Sink<'_>) {
        let options = terms.options;
        let severity = if terms.battle { Error } else { Note };
        let mut needs = |used: bool, on: bool, rule: &'static str, option: &str| {
            if used && !on {
                found(severity, rule, format_args!("needs the option {option}"));
            }
        };
        let beta = self.orientation == super::Orientation::Beta;
        needs(beta, options.beta_arcs, "FT-4.2.3", "beta_arcs");
        needs(self.overload, options.overloaded_torpedo, "FT-5.14.2", "overloaded_torpedo");
        needs(self.flak, options.flak, "FT-5.16.4", "flak");
        let unlisted = self.wings.iter().any(|it| it.kind.is_unlisted());
        needs(unlisted, options.unlisted_craft, "FT-8.15.16", "unlisted_craft");
        needs(self.flawed, options.flawed_designs, "FT-13.13.13", "flawed_designs");
        if systems {
            self.check_optional(options, &mut needs);
        }
        if self.flawed && (self.mass < 60 || self.hull.rows == 3) {
            let reason = format_args!("a flawed design has mass 60 or more and no advanced hull");
            found(Error, "FT-13.13.13", reason);
        }
    }

    /// Systems of which `needs` has to know.
    #[expect(clippy::wildcard_enum_match_arm, reason = "these need an option; no other does")]
    fn check_optional(&self, options: &Options, needs: &mut dyn FnMut(bool, bool, &'static str, &str)) {
        let mut seen = [false; 6];
        for system in &self.systems {
            match &system.kind {
                Kind::Gun(Gun::VariableTorpedo(_)) => seen[0] = true,
                Kind::Gun(Gun::Nova(_)) => seen[1] = true,
                Kind::Gun(Gun::Wave(_)) => seen[2] = true,
                Kind::Reflex => seen[3] = true,
                Kind::LaunchTube { catapult: true } => seen[4] = true,
                Kind::HeavyMissile { missile: super::Missile::TwoStage, .. }
                | Kind::SalvoRack { missile: super::Missile::TwoStage, .. } => seen[5] = true,
                Kind::Magazine { loads } => seen[5] |= 0 < loads.two_stage,
                kind => {
                    if let Some(cloak) = kind.cloak() {
                        needs(true, options.cloaks.contains(&cloak), "FT-7.22.1", "cloaks to allow this one");
                    }
                }
            }
        }
        needs(seen[0], options.variable_torpedo, "FT-5.14.3", "variable_torpedo");
        needs(seen[1], options.nova_cannon, "FT-7.23.1", "nova_cannon");
        needs(seen[2], options.wave_gun, "FT-7.24.1", "wave_gun");
        needs(seen[3], options.reflex_field, "FT-7.25.1", "reflex_field");
        needs(seen[4], options.catapults, "FT-13.12.2", "catapults");
        needs(seen[5], options.multistage_missiles, "FT-6.6.4", "multistage_missiles");
    }

    fn check_ids(&self, found: &mut Sink<'_>) {
        // Ids mostly end in a number of their own. Only those that end like one before are held against all.
        let mut endings = 0_u64;
        for (i, system) in self.systems.iter().enumerate() {
            let Some((last, rest)) = system.id.as_bytes().split_last() else { continue };
            let before = rest.last().copied().unwrap_or(0);
            let ending = 1 << (before.wrapping_mul(10).wrapping_add(*last) % 64);
            let known = endings & ending != 0;
            endings |= ending;
            if known && self.systems[..i].iter().any(|it| it.id == system.id) {
                found(Error, "FT-2.4.1", format_args!("two systems are called \"{}\"", system.id));
            }
        }
    }

    /// The system of that id.
    pub fn find(&self, id: &str) -> Option<&System> {
        if id.is_empty() { None } else { self.systems.iter().find(|system| system.id == id) }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "only these are fed")]
    fn feeds(&self, magazine: &System) -> bool {
        let fed = |kind: &Kind| match kind {
            Kind::SalvoLauncher { magazine: id, .. }
            | Kind::Gun(Gun::BoardingLauncher(BoardingLauncher { magazine: id, .. })) => {
                *id == magazine.id && !id.is_empty()
            }
            _ => false,
        };
        self.has(fed)
    }
}

/// FT-13.12.3.
pub(super) fn hangar_model(tally: &Tally, options: &Options) -> HangarModel {
    match options.hangar_model {
        HangarModel::Tubes if 0 < tally.bays && tally.tubes == 0 => HangarModel::Combined,
        HangarModel::Tubes => HangarModel::Tubes,
        HangarModel::Combined => HangarModel::Combined,
    }
}

/// FT-13.9.1.
fn check_engines(tally: &Tally, found: &mut Sink<'_>) {
    let Tally { drives, jumps, thrust, .. } = *tally;
    if 1 < drives {
        found(Error, "FT-13.9.1", format_args!("{drives} main drives, but a ship has one"));
    }
    if thrust == 0 {
        found(Note, "FT-16.1.1", format_args!("thrust 0: the ship cannot manoeuvre"));
    }
    if 1 < jumps {
        found(Error, "FT-13.9.1", format_args!("{jumps} FTL drives, but a ship has one"));
    }
}

/// FT-7.10.1: what an ADFC can direct.
fn defends(kind: &Kind) -> bool {
    let shield = kind.weapon().and_then(Weapon::shield);
    match shield {
        Some(Shield::Pds(_) | Shield::Ads | Shield::Phaser | Shield::Scatter) => true,
        Some(Shield::Light { .. } | Shield::Emp) | None => false,
    }
}

/// A system by its name and its number on the display, as orders call it.
struct At<'a>(&'a Design, usize);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let systems = &self.0.systems;
        let number: u32 = systems[..self.1].iter().map(|it| u32::from(it.kind.icons())).sum();
        write!(f, "{} (no. {number})", Named(&systems[self.1].kind))
    }
}

impl Kind {
    /// The rule that says what exists of it.
    pub fn rule(&self) -> &'static str {
        match self {
            Kind::Gun(gun) => gun.weapon().rule(),
            Kind::Antimatter { .. } => "FT-6.6.10",
            Kind::RocketPod { .. } => "FT-6.7.3",
            Kind::HeavyMissile { .. } | Kind::SalvoRack { .. } | Kind::SalvoLauncher { .. } => "FT-6.3.1",
            Kind::Drive { .. }
            | Kind::Ftl { .. }
            | Kind::FireControl { .. }
            | Kind::Adfc { .. }
            | Kind::Sensors { .. }
            | Kind::Hangar { .. }
            | Kind::GunboatRack
            | Kind::LaunchTube { .. }
            | Kind::Screen { .. }
            | Kind::StealthField
            | Kind::Holofield
            | Kind::Reflex
            | Kind::Ecm { .. }
            | Kind::CloakDevice
            | Kind::CloakField
            | Kind::CloakTuffley
            | Kind::Suicide
            | Kind::MineSweeper
            | Kind::Ortillery
            | Kind::Decoy { .. }
            | Kind::DamageControl
            | Kind::Marines
            | Kind::MineLayer { .. }
            | Kind::Bay { .. }
            | Kind::Magazine { .. }
            | Kind::BoardingMagazine { .. }
            | Kind::Turret { .. }
            | Kind::Shipyard { .. }
            | Kind::Unknown { .. } => "FT-4.2.4",
        }
    }
}

#[cfg(test)]
#[path = "audit_tests.rs"]
mod tests;
