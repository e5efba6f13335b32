//! Phase 11 on a screen: what may fire at whom with which odds, and why the rest may not
//! (FT-2.6.11, FT-4.2 to FT-4.4).

use engine::{Seat, Viewer};
use geometry::{Length, Point};
use serde::{Deserialize, Serialize};

use crate::{
    Battle,
    acts::Act,
    damage,
    fire::{
        self, Shot,
        gunnery::{Attack, Profile, is_gun, is_one_shot},
        odds::{self, Defence, Outcome, part},
        sweeps::{self, Line, Nova},
    },
    narrate,
    sensors::bogeys::Insight,
    ship::{IconId, ShipId},
    terrain::clouds,
    weapons::{Gun, Lay, Spinal, profile, strip, throw::Harm},
    yard::design::{Arc, Arcs, Kind, exchange::label},
};

/// Everything about fire that a screen shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Gunnery {
    pub(crate) fire: Vec<FireMenu>,
    pub(crate) silent: Vec<SilentMenu>,
    pub(crate) odds: Vec<Vec<Outcome>>,
    /// Rolls already in `odds`, with their place and dice.
    known: Vec<(Attack, u16, u8)>,
}

/// A gun as it stands now (FT-4.2.1, FT-4.3.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct WeaponMenu {
    pub ship: ShipId,
    pub weapon: IconId,
    pub name: String,
    /// FT-5.22.1, FT-16.2.1: the arcs it bears into, turret and roll counted in.
    pub arcs: Vec<Arc>,
    /// At targets without stealth, near to far.
    pub bands: Vec<BandMenu>,
    /// FT-4.4.2: it fires only at targets that a fire control engages.
    pub control: bool,
    pub one_shot: bool,
    pub works: bool,
}

/// FT-4.3.2: up to this range it rolls so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct BandMenu {
    pub to: u16,
    pub dice: u8,
    /// What the first die must show, where one has to hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct FireMenu {
    pub ship: ShipId,
    /// FT-4.4.1: how many targets it may engage.
    pub controls: u8,
    pub shots: Vec<ShotMenu>,
    /// Everybody that `shots` name.
    pub targets: Vec<TargetMenu>,
    pub refused: Vec<RefusedMenu>,
    /// Nova cannons and wave guns along the bow, spinal mounts straight ahead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineMenu>,
}

/// FT-5.23.3, FT-7.23.2, FT-7.24.3: a weapon fired along a line, and who would be hit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct LineMenu {
    pub line: Line,
    pub name: String,
    pub caught: Vec<ShipId>,
    /// Where the line ends; a rock is where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Point>,
    /// FT-7.23.2: the corners of the template it leaves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub template: Vec<Point>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct ShotMenu {
    pub weapon: IconId,
    pub name: String,
    /// FT-1.7.4: weapons of one family roll together, families in the order they are first named.
    pub family: String,
    pub target: ShipId,
    pub range: Length,
    /// Dice it rolls, re-rolls and damage dice aside.
    pub dice: u8,
    /// What the first die must show, where one has to hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<u8>,
    /// FT-4.4.2: it takes a fire control.
    pub control: bool,
    /// Average points before armour (hits, for EMP), in thousandths.
    pub mean: u32,
    /// FT-5.13.3: what it may aim at.
    pub aims: Vec<IconId>,
    /// FT-5.13.1: the chance that it kills what it aims at.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub kill: u64,
    /// FT-5.14.2: the chance that its tube bursts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub burst: u64,
    /// Its place in the list of odds, thrown so many times; a spinal mount has its own.
    pub odds: u16,
    pub times: u8,
    /// FT-5.8.2: the odds of a phaser that names a system instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needle: Option<NeedleMenu>,
    /// FT-5.23.3: everybody a spinal mount would hit, each by an attack of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strip: Vec<StripMenu>,
    /// FT-5.9.1, FT-5.18.1: chances that 0, 1, 2, … units come aboard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<u64>,
    /// FT-5.9.2: it may be fired only as a raid, at one of `aims`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub raids: bool,
    /// FT-5.22.1: the other weapons of its turret; they fire at the same target or not at all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<IconId>,
    /// FT-5.9.4: it may send damage-control parties though there are Marines.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub crew: bool,
}

/// FT-5.8.2: a place in the list of odds, thrown so many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct NeedleMenu {
    pub odds: u16,
    pub times: u8,
}

/// FT-5.23.3: one unit in the strip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct StripMenu {
    pub target: ShipId,
    pub odds: u16,
    pub times: u8,
    pub defence: Defence,
}

/// A target as the firing ship finds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct TargetMenu {
    pub target: ShipId,
    pub range: Length,
    pub arc: Arc,
    /// FT-4.2.5.
    pub aft: bool,
    /// FT-7.16.1: layers of screens, and how many of them are advanced.
    pub screens: u8,
    pub advanced: u8,
    /// FT-7.17.1: in force at this range.
    pub holofield: bool,
    /// FT-7.4.1.
    pub stealth: u8,
    /// FT-17.2.2: in dust a die must show this before anything is fired at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock: Option<u8>,
    pub defence: Defence,
}

/// Why a weapon may not fire at these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct RefusedMenu {
    pub weapon: IconId,
    pub rule: String,
    pub why: String,
    pub targets: Vec<ShipId>,
}

/// A ship that cannot fire, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(testkit::ts::TS), ts(crate = "testkit::ts"))]
#[serde(deny_unknown_fields)]
pub struct SilentMenu {
    pub ship: ShipId,
    pub rule: String,
    pub why: String,
    pub refused: Vec<RefusedMenu>,
}

fn is_zero(it: &u64) -> bool {
    *it == 0
}

/// Every gun of a seat's ships.
pub(crate) fn weapons(battle: &Battle, seat: Seat) -> Vec<WeaponMenu> {
    let mut all = Vec::new();
    for ship in battle.own_ships(seat) {
        let blueprint = battle.field.blueprint(ship);
        for weapon in blueprint.icons_of(is_gun) {
            let Some(kind) = blueprint.kind(weapon) else { continue };
            let turned = |arcs: Arcs| {
                let rolled = battle.ship(ship).rolled;
                if rolled { arcs.mirrored(blueprint.design.orientation) } else { arcs }
            };
            let arcs = battle.arcs_of(ship, weapon).map(turned);
            all.push(WeaponMenu {
                ship,
                weapon,
                name: narrate::system(&battle.field, ship, weapon),
                arcs: arcs.iter().flat_map(|it| it.iter()).collect(),
                bands: bands(battle, ship, weapon, kind),
                control: kind.needs_fire_control(),
                one_shot: is_one_shot(kind),
                works: battle.ship(ship).works(weapon),
            });
        }
    }
    all
}

/// No weapon reaches further.
const FARTHEST: u16 = 120;

/// Found by asking at every range, so that no number stands in two places.
fn bands(battle: &Battle, ship: ShipId, weapon: IconId, kind: &Kind) -> Vec<BandMenu> {
    let mut bands: Vec<BandMenu> = Vec::new();
    let mode = battle.secrets[ship.index()].mode(weapon).or_else(|| battle.ship(ship).setting(weapon));
    let edge = battle.field.options.band_edge;
    for to in 1..=FARTHEST {
        let way = Point::units(i32::from(to), 0) - Point::default();
        let Some(profile) = profile(kind, &Lay { way, stealth: 0, velocity: 0, mode, edge }) else {
            continue;
        };
        let (dice, needs) = profile.shown();
        match bands.last_mut().filter(|it| (it.dice, it.needs) == (dice, needs)) {
            Some(same) => same.to = to,
            None => bands.push(BandMenu { to, dice, needs }),
        }
    }
    bands
}

/// FT-2.6.11: the choices of one seat.
pub(crate) fn menu(battle: &Battle, seat: Seat) -> Gunnery {
    let mut all = Gunnery::default();
    for id in battle.own_ships(seat) {
        let shots = all.shots(battle, id);
        let refused = refused(battle, id);
        let lines = lines(battle, id, !shots.is_empty());
        if shots.is_empty() && lines.is_empty() {
            let fired = battle.ship(id).fired.then_some(("FT-2.6.12", "has already fired this turn"));
            let barred = fired.or_else(|| battle.barred(id, Act::Fire));
            let (rule, why) = barred.unwrap_or(("FT-5.0.1", "has nothing that could fire at anybody"));
            let (rule, why) = (rule.to_owned(), why.to_owned());
            all.silent.push(SilentMenu { ship: id, rule, why, refused });
        } else {
            let mut targets: Vec<ShipId> = shots.iter().map(|shot| shot.target).collect();
            targets.sort_unstable();
            targets.dedup();
            let targets = targets.into_iter().map(|to| target(battle, id, to)).collect();
            let controls = battle.fire_controls(id);
            all.fire.push(FireMenu { ship: id, controls, shots, targets, refused, lines });
        }
    }
    all
}

/// What may be fired along a line; spinal mounts only where somebody is asked anyway.
fn lines(battle: &Battle, id: ShipId, asked: bool) -> Vec<LineMenu> {
    let mut lines = battle.great_guns(id);
    if asked {
        lines.extend(battle.keel_lines(id));
        lines.extend(battle.group_lines(id));
        lines.extend(battle.rock_lines(id));
    }
    let named = |line: Line| {
        let motion = battle.ship(id).motion;
        let nova = Nova { ship: id, from: motion.at, facing: motion.facing, turn: battle.turn };
        let ahead = |units| motion.at.moved(motion.facing.course(), Length::units(units));
        let mut template = Vec::new();
        let mut to = line.at;
        let caught = match (battle.field.blueprint(id).kind(line.weapon), line.at) {
            _ if line.rock.is_some() => Vec::new(),
            (Some(Kind::Gun(Gun::Spinal(Spinal { size, .. }))), Some(at)) => {
                sweeps::in_line(battle, id, at, *size)
            }
            (Some(Kind::Gun(Gun::Wave(_))), _) => {
                to = Some(ahead(sweeps::WAVE_REACH));
                battle.in_wave(id).into_iter().map(|it| it.0).collect()
            }
            _ => {
                (to, template) = (Some(ahead(sweeps::NOVA[0].2)), nova.template(battle.turn));
                battle.in_nova(&nova)
            }
        };
        LineMenu { name: narrate::system(&battle.field, id, line.weapon), line, caught, to, template }
    };
    lines.into_iter().map(named).collect()
}

fn target(battle: &Battle, id: ShipId, to: ShipId) -> TargetMenu {
    let (sight, screens) = (battle.sight(id, to), battle.screens(to));
    TargetMenu {
        target: to,
        range: sight.way.length(),
        arc: sight.arc,
        aft: sight.aft,
        screens: screens.all,
        advanced: screens.advanced,
        holofield: !sight.way.within(Length::units(6)) && battle.holofield(to),
        stealth: battle.stealth(to),
        lock: battle.is_dusty(id, to).then_some(clouds::LOCK),
        defence: odds::defence(battle, to, id),
    }
}

/// Every gun with every enemy it may not fire at, by reason.
fn refused(battle: &Battle, id: ShipId) -> Vec<RefusedMenu> {
    let blueprint = battle.field.blueprint(id);
    let blind = battle.fire_controls(id) == 0;
    let foes = || battle.active_ships().filter(|&to| battle.ship(to).side != battle.ship(id).side);
    let mut all: Vec<RefusedMenu> = Vec::new();
    for weapon in blueprint.icons_of(is_gun) {
        let first = all.len();
        let dark = blind && blueprint.kind(weapon).is_some_and(Kind::needs_fire_control);
        for to in foes() {
            let (rule, why) = match battle.attack(id, weapon, to) {
                Err(reason) => reason,
                Ok(_) if dark => ("FT-4.4.1", "has no fire control to aim it"),
                Ok(_) => continue,
            };
            match all[first..].iter_mut().find(|it| it.rule == rule && it.why == why) {
                Some(it) => it.targets.push(to),
                None => {
                    let (rule, why) = (rule.to_owned(), why.to_owned());
                    all.push(RefusedMenu { weapon, rule, why, targets: vec![to] });
                }
            }
        }
    }
    all
}

impl Gunnery {
    /// The place of a roll in the list of odds, and how many dice of the kind.
    fn place(&mut self, attack: Attack, of: impl FnOnce() -> (Vec<Outcome>, u8)) -> (u16, u8) {
        if let Some(known) = self.known.iter().find(|it| it.0 == attack) {
            return (known.1, known.2);
        }
        let (outcomes, times) = of();
        let at = self.odds.iter().position(|it| *it == outcomes).unwrap_or_else(|| {
            self.odds.push(outcomes);
            self.odds.len() - 1
        });
        self.known.push((attack, at as u16, times));
        (at as u16, times)
    }

    fn shots(&mut self, battle: &Battle, id: ShipId) -> Vec<ShotMenu> {
        let mut shots = Vec::new();
        let options = &battle.field.options;
        for (weapon, target, attack) in fire::attacks(battle, id) {
            let turret = battle.turret_of(id, weapon);
            let beside = |icon: &IconId| *icon != weapon && battle.turret_of(id, *icon) == turret;
            let icons = battle.field.blueprint(id).icon_ids();
            let together: Vec<IconId> = icons.filter(|it| turret.is_some() && beside(it)).collect();
            let mut strip = Vec::new();
            if let Profile::Spinal { beam, size } = attack.profile {
                // FT-12.1.1: odds against a bogey would tell on it.
                let known = |unit: &ShipId| !battle.ship(*unit).bogey;
                for unit in battle.in_strip(id, target, size).into_iter().filter(known) {
                    let attack = strip::attack(battle, id, beam, unit);
                    let (odds, times) = self.place(attack, || odds::weapon(options, &attack));
                    let defence = odds::defence(battle, unit, id);
                    strip.push(StripMenu { target: unit, odds, times, defence });
                }
            }
            let (odds, times) = match strip.first() {
                Some(aimed) => (aimed.odds, aimed.times),
                None => self.place(attack, || odds::weapon(options, &attack)),
            };
            let icons = battle.field.blueprint(target).icon_ids();
            let kind = battle.field.blueprint(id).kind(weapon);
            // FT-5.8.2: a phaser that names a system rolls otherwise.
            let needle = battle.is_needle(id, weapon) && !battle.ship(target).cloaked;
            let aimed = battle.attack_as(id, weapon, target, true).ok().filter(|_| needle);
            let other = aimed.filter(|it| it.profile != attack.profile);
            let as_needle = other.map(|it| {
                let (odds, times) = self.place(it, || odds::weapon(options, &it));
                NeedleMenu { odds, times }
            });
            let beams = battle.is_transporter(id, weapon);
            let hostile = battle.ship(target).side != battle.ship(id).side;
            let raid = beams && hostile && battle.may_beam(id, true).is_ok();
            // FT-5.13.5.
            let owner = Viewer::Seat(battle.ship(id).owner);
            let known = Insight::Built <= battle.insight(owner, target);
            let aims: Vec<IconId> = icons
                .filter(|_| known)
                .filter(|&icon| {
                    (needle && damage::needle_target(battle, target, icon))
                        || (raid && battle.raid_target(target, icon))
                })
                .collect();
            let (rolled, needs) = attack.profile.shown();
            let needs = needs.map(|it| if attack.holofield { 6 } else { it });
            shots.push(ShotMenu {
                weapon,
                name: narrate::system(&battle.field, id, weapon),
                family: kind.map(|kind| label(kind).0.to_owned()).unwrap_or_default(),
                target,
                range: battle.way(id, target).length(),
                dice: if strip.is_empty() { rolled } else { times },
                needs,
                control: kind.is_some_and(Kind::needs_fire_control),
                mean: odds::mean(&self.odds[usize::from(odds)], times),
                aims,
                kill: if raid {
                    part(raided(battle, &attack))
                } else {
                    aimed.as_ref().map_or(0, |it| part(kill(battle, it)))
                },
                burst: part(burst(battle, &attack)),
                odds,
                times,
                needle: as_needle,
                strip,
                boards: odds::parts(&boards(battle, &attack)),
                raids: false,
                together,
                crew: beams && 0 < battle.marines(id) && 0 < battle.parties(id),
            });
        }
        shots
    }
}

/// FT-5.9.1, FT-5.18.1: chances that 0, 1, 2, … units come aboard, out of [`odds::ONE`].
pub(crate) fn boards(battle: &Battle, attack: &Attack) -> Vec<u128> {
    if !attack.profile.boards() {
        return Vec::new();
    }
    odds::counted(&battle.field.options, attack, |harm| match harm {
        Harm::Landed(units) | Harm::Sent(units) => units,
        Harm::Points { .. }
        | Harm::Sap(_)
        | Harm::Ap(_)
        | Harm::Direct(_)
        | Harm::Emp(_)
        | Harm::Kill
        | Harm::Burst => 0,
    })
}

/// FT-5.9.2: a hit, and a 5 or 6 of the raiders.
fn raided(battle: &Battle, attack: &Attack) -> u128 {
    boards(battle, attack).iter().skip(1).sum::<u128>() / 3
}

/// FT-5.13.1: that the system which was named is lost.
fn kill(battle: &Battle, attack: &Attack) -> u128 {
    let chances = odds::counted(&battle.field.options, attack, |harm| u8::from(harm == Harm::Kill));
    chances.iter().skip(1).sum()
}

/// FT-5.9.2, FT-5.13.1: that a shot which names a system costs it.
pub(crate) fn lost(battle: &Battle, id: ShipId, shot: &Shot, attack: &Attack) -> u128 {
    if battle.is_transporter(id, shot.weapon) {
        return raided(battle, attack);
    }
    battle.attack_as(id, shot.weapon, shot.target, true).map_or(0, |it| kill(battle, &it))
}

/// FT-5.14.2: that the tube bursts.
pub(crate) fn burst(battle: &Battle, attack: &Attack) -> u128 {
    let chances = odds::counted(&battle.field.options, attack, |harm| u8::from(harm == Harm::Burst));
    chances.iter().skip(1).sum()
}
