//! Situations by chance: what can never be right in Fuel to Burn, whichever rules meet.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Decision, Game, Odds, Seat, Viewer};
use rules_ftb::{Battle, CombatStage, Event, Fight, Form, Gauge, Place, ShipId, Stage, Step, View};
use testkit::{Watch, sense as require};

/// What has happened in this day.
#[derive(Default)]
pub(crate) struct Sense {
    activated: BTreeSet<ShipId>,
    destroyed: BTreeSet<ShipId>,
    /// FTB-14.3: cover fire has been given in this activation.
    covered: bool,
    /// FTB-31.2: lanes paid for in this activation.
    paid: BTreeSet<(ShipId, u8)>,
    /// FTB-22.1: what each Tanker has given on this day, and who took.
    given: BTreeMap<u8, u8>,
    taken: BTreeSet<ShipId>,
}

impl Watch<Battle> for Sense {
    const UNITS: &'static str = "ships";
    const NUMBERS: &'static [&'static str] = &["ship"];
    const MOMENT: &'static [&'static str] = &["at", "day", "turns", "holder", "extras", "homes"];
    const DESIGNS: [&'static str; 2] = ["", ""];

    /// FTB-8.4, FTB-11, FTB-14.3, FTB-16.7, FTB-17.4, FTB-17.6, FTB-19.1: who owns the choice is asked.
    fn asked(&mut self, state: &Battle, decision: Decision) -> Result<(), String> {
        let view = state.view(Viewer::Referee);
        let owners = owners(state, &view, decision.phase);
        let seats: Vec<u8> = decision.seats.iter().map(|it| it.0).collect();
        require(owners.is_none_or(|it| it == seats), || {
            format!("{seats:?} are asked for {}", decision.phase)
        })?;
        // FTB-18.2: whom a ship hits as it melts is settled before its act is over.
        if let Some(act) = view.act.as_ref().filter(|_| decision.phase != "system hit") {
            require(state.ship(act.ship).in_play(), || format!("{} acts, but is gone", state.tag(act.ship)))?;
        }
        let points = |side: u8| -> u32 {
            let own = state.ships().iter().filter(|it| it.side == side);
            own.map(|it| it.class.data().points).sum()
        };
        for side in 0..2 {
            let [own, other] = [side, 1 - side].map(|it| view.scores[usize::from(it)]);
            let halves: u32 = state
                .ships()
                .iter()
                .filter(|it| it.side == side && it.place == Place::Withdrawn)
                .map(|it| it.class.data().points.div_ceil(2))
                .sum();
            let (sum, all) = (own.surviving + other.destroyed + halves, points(side));
            require(sum == all, || format!("{sum} of {all} points of side {side} are left or lost"))?;
        }
        Ok(())
    }

    fn happened(&mut self, before: &Battle, event: &Event, after: &Battle) -> Result<(), String> {
        let alive = |id: ShipId| {
            let dead = matches!(before.ship(id).place, Place::Destroyed);
            require(!dead, || format!("{} is destroyed", before.tag(id)))
        };
        match event {
            Event::DayBegan { .. } => {
                self.activated.clear();
                self.given.clear();
            }
            Event::Picked { ship, .. } => {
                (self.covered, self.paid, self.taken) = Default::default();
                alive(*ship)?;
                require(!before.ship(*ship).activated, || "picked a second time (FTB-8.4)".to_owned())?;
            }
            Event::Activated { ship } => {
                let first = self.activated.insert(*ship);
                require(first, || format!("ship {} is activated twice", ship.0))?;
            }
            Event::Ordered { ship, .. }
            | Event::Plotted { ship, .. }
            | Event::WentOn { ship, .. }
            | Event::TorpedoFlew { ship, .. }
            | Event::Docked { ship, .. }
            | Event::LeftMap { ship, .. }
            | Event::RefitBegun { ship, .. }
            | Event::RefitDone { ship, .. }
            | Event::SystemSet { ship, .. }
            | Event::Evaded { ship, .. } => alive(*ship)?,
            Event::Gauged { ship, gauge, to } => {
                alive(*ship)?;
                let class = before.ship(*ship).class.data();
                let most = match gauge {
                    Gauge::Shields => class.shields,
                    Gauge::Fuel => class.fuel,
                    Gauge::Torpedoes => class.torpedoes,
                    Gauge::Heat => u8::MAX,
                };
                require(*to <= most, || format!("{gauge:?} of {} to {to}", before.tag(*ship)))?;
            }
            Event::Refuelled { ship, tanker } => {
                alive(*ship)?;
                let first = self.taken.insert(*ship);
                require(first, || format!("{} refuels twice (FTB-22.1)", before.tag(*ship)))?;
                let given = self.given.entry(*tanker).or_default();
                *given += 1;
                require(*given <= 2, || format!("Tanker {tanker} gives {given} fuel (FTB-22.1)"))?;
            }
            Event::TunnelPaid { ship, lane } => {
                alive(*ship)?;
                require(self.paid.insert((*ship, *lane)), || "a mark is paid twice (FTB-31.2)".to_owned())?;
            }
            Event::Aimed { attacks } => {
                let twice = |n: usize| attacks[..n].iter().any(|it| it.target == attacks[n].target);
                require(!(0..attacks.len()).any(twice), || "two attacks on one (FTB-14.8)".to_owned())?;
            }
            Event::CoverFire { firer, fires } => {
                alive(*firer)?;
                let first = !fires || !std::mem::replace(&mut self.covered, true);
                require(first, || "a second cover fire (FTB-14.3)".to_owned())?;
            }
            Event::CombatBegan { attacker, defender, .. } => {
                alive(*attacker)?;
                alive(*defender)?;
                let sides = (before.ship(*attacker).side, before.ship(*defender).side);
                require(sides.0 != sides.1, || "it fights its own side".to_owned())?;
            }
            Event::StrikeBegan { target, .. } => alive(*target)?,
            Event::Hit { ship, .. } => alive(*ship)?,
            Event::Destroyed { ship, .. } => {
                alive(*ship)?;
                let first = self.destroyed.insert(*ship);
                require(first, || format!("ship {} is destroyed twice", ship.0))?;
            }
            _ => (),
        }
        for id in ids(after) {
            let (ship, data) = (after.ship(id), after.ship(id).class.data());
            let most = (data.shields, data.fuel, data.torpedoes);
            let has = (ship.own.shields, ship.own.fuel, ship.own.torpedoes);
            let fits = has.0 <= most.0 && has.1 <= most.1 && has.2 <= most.2;
            require(fits, || format!("{} has {has:?} of {most:?}", after.tag(id)))?;
        }
        Ok(())
    }

    /// Hits and ends up to the next decision.
    fn came(before: &Battle, _: Seat, odds: &Odds, log: &[Event], _: &Battle) -> Option<usize> {
        let id = ids(before).find(|id| before.tag(*id) == odds.what)?;
        match odds.unit {
            "Hits" => Some(
                log.iter()
                    .map(|event| match event {
                        Event::Blows { blows } => blows.iter().filter(|it| it.target == id).count(),
                        _ => 0,
                    })
                    .sum(),
            ),
            "destroyed" => {
                let lost = |event: &Event| matches!(event, Event::Destroyed { ship, .. } if *ship == id);
                Some(usize::from(log.iter().any(lost)))
            }
            _ => None,
        }
    }
}

/// Whose choice it is, where the rules name one side.
fn owners(state: &Battle, view: &View, phase: &str) -> Option<Vec<u8>> {
    let of = |id: ShipId| state.ship(id).side;
    let act = || view.act.as_ref().map(|it| of(it.ship));
    let side = match (phase, state.stage(), &view.fight) {
        ("guide torpedo" | "order and plot" | "attack" | "scan", ..) => act()?,
        ("order of torpedoes" | "target of a fly-by", ..) => 1 - act()?,
        ("cover fire", ..) => match view.act.as_ref()?.step {
            Step::Offer(firer) if of(firer) != act()? => of(firer),
            _ => return Some(Vec::new()),
        },
        ("protocols", _, Some(Fight::Combat { attacker, defender, .. })) => {
            let mut sides: Vec<u8> =
                [of(*attacker), of(*defender)].into_iter().filter(|it| *it < 2).collect();
            sides.sort_unstable();
            return Some(sides);
        }
        ("evasive", _, Some(Fight::Strike { target, .. })) => of(*target),
        ("hit or heat", _, Some(Fight::Combat { stage: CombatStage::Effects(effects), .. })) => {
            let open = |form: Form| matches!(form, Form::WinnerChooses | Form::TargetChooses);
            let it = effects.iter().find(|it| open(it.form) && state.ship(it.to).in_play())?;
            of(if it.form == Form::WinnerChooses { it.from } else { it.to })
        }
        ("system hit", ..) => view.blows.iter().find(|it| it.fate.is_none())?.chooser?,
        ("departure", Stage::Depart { side, ship }, _) if of(*ship) == *side => *side,
        ("refit", Stage::Benefit { ship }, _) => of(*ship),
        (
            "activation" | "who forces" | "forced activation",
            Stage::Pick { side } | Stage::Forcer { side } | Stage::Force { side },
            _,
        ) => *side,
        _ => return None,
    };
    Some(vec![side])
}

fn ids(battle: &Battle) -> impl Iterator<Item = ShipId> + use<> {
    (0..battle.ships().len() as u8).map(ShipId)
}
