//! Situations by chance: what can never be right in Full Thrust, whichever rules meet.

use std::collections::{BTreeMap, BTreeSet};

use dice::Dice;
use engine::{Assist, Decision, Odds, Seat};
use rules_full_thrust::{
    Battle, BoardingEvent, DamageEvent, DefenceEvent, DogfightsEvent, Event, FireEvent, GroupId,
    GunboatsEvent, IconId, MovementEvent, OpeningEvent, OrdnanceEvent, Part, PhaseEvent, RunsEvent, ShipId,
    Status, SweepsEvent, WingsEvent,
};
use serde_json::Value;
use testkit::{Blend, Watch, sense as require};

/// FT-5.22.1, FT-2.6.12, FT-2.6.14, FT-DMG.1: any two rules in one situation.
#[test]
fn keeps_its_senses_where_any_two_rules_meet() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
    let blended = testkit::blends::<Battle, Sense>(&Blend::of(folder));
    println!("{blended}");
    assert!(600 <= blended.played && 4 <= blended.compared, "{blended}");
}

/// What has happened in this turn.
#[derive(Default)]
struct Sense {
    moved: BTreeSet<ShipId>,
    chosen: BTreeSet<ShipId>,
    launching: BTreeSet<ShipId>,
    /// Weapons that have fired at ships, with the ship; FT-5.23.2: a spinal mount strikes whoever is in its strip.
    fired: BTreeSet<(ShipId, IconId, Option<ShipId>)>,
    strips: BTreeSet<(ShipId, IconId)>,
    /// What each turret has fired at.
    turrets: BTreeMap<(ShipId, usize), ShipId>,
    /// FT-2.6.14: launchers, flak, great guns and point defence, which are used for the turn as well.
    used: BTreeSet<(ShipId, IconId)>,
    /// FT-8.9.1, FT-9.1.5: groups that have attacked a ship.
    attacked: BTreeSet<GroupId>,
    /// How many decisions there have been: menus are looked at now and then.
    decisions: usize,
}

impl Watch<Battle> for Sense {
    const UNITS: &'static str = "ships";
    const NUMBERS: &'static [&'static str] = &["screening", "hunted", "lead", "carried"];
    const MOMENT: &'static [&'static str] = &["phase", "turn", "initiative"];
    const DESIGNS: [&'static str; 2] = ["designs", "design"];

    /// Groups are numbered through the ships that carry them: those of one situation are enough.
    fn fit(first: &mut Value, second: &mut Value, _: &mut Dice) {
        if let (Some(_), Some(second)) = (first.get("groups"), second.as_object_mut()) {
            second.remove("groups");
        }
    }

    fn asked(&mut self, state: &Battle, decision: Decision) -> Result<(), String> {
        let known =
            decision.seats.iter().all(|seat| usize::from(seat.0) < state.field().scenario.sides.len());
        require(known, || format!("{:?} are asked", decision.seats))?;
        self.decisions += 1;
        if self.decisions % 4 == 1 {
            for seat in decision.seats.iter() {
                owned(state, seat)?;
            }
        }
        Ok(())
    }

    fn happened(&mut self, before: &Battle, event: &Event, after: &Battle) -> Result<(), String> {
        let there =
            |id: ShipId| require(before.ship(id).is_active(), || format!("ship {} is not there", id.0));
        match event {
            Event::Phase(PhaseEvent::TurnBegan { .. }) => {
                *self = Sense { decisions: self.decisions, ..Sense::default() };
            }
            Event::Movement(MovementEvent::Moved { ship, .. }) => {
                let first = self.moved.insert(*ship);
                require(first, || format!("ship {} moves twice", ship.0))?;
                let stands = !matches!(before.ship(*ship).status, Status::Destroyed | Status::Jumped);
                require(stands, || format!("ship {} moves, but is gone", ship.0))?;
            }
            Event::Fire(FireEvent::Chosen { ship }) => {
                there(*ship)?;
                require(self.chosen.insert(*ship), || format!("ship {} fires twice (FT-2.6.12)", ship.0))?;
            }
            Event::Fire(FireEvent::SpinalFired { ship, weapon }) => {
                there(*ship)?;
                let first = self.strips.insert((*ship, *weapon));
                require(first, || format!("spinal mount {} of ship {} fires twice", weapon.0, ship.0))?;
            }
            Event::Fire(FireEvent::Fired { ship, target, weapons, .. }) => {
                there(*ship)?;
                let gone = matches!(before.ship(*target).status, Status::Destroyed | Status::Jumped);
                require(!gone, || format!("ship {} is fired at, but is gone", target.0))?;
                self.weapons(before, *ship, *target, weapons)?;
            }
            Event::Ordnance(OrdnanceEvent::Chosen { ship }) => {
                there(*ship)?;
                let first = self.launching.insert(*ship);
                require(first, || format!("ship {} launches twice (FT-2.6.3)", ship.0))?;
            }
            Event::Ordnance(OrdnanceEvent::Placed { weapon, marker, .. }) => {
                there(marker.ship)?;
                let works = before.ship(marker.ship).works(*weapon);
                require(works, || format!("icon {} of ship {} does not work", weapon.0, marker.ship.0))?;
                self.uses(marker.ship, *weapon)?;
            }
            Event::Ordnance(OrdnanceEvent::Rockets { ship, weapon, target, .. }) => {
                there(*ship)?;
                there(*target)?;
                self.uses(*ship, *weapon)?;
            }
            Event::Opening(OpeningEvent::Barrage { weapon, flak }) => {
                there(flak.ship)?;
                self.uses(flak.ship, *weapon)?;
            }
            Event::Sweeps(SweepsEvent::NovaFired { weapon, nova }) => {
                there(nova.ship)?;
                self.uses(nova.ship, *weapon)?;
            }
            Event::Sweeps(SweepsEvent::WaveFired { ship, weapon }) => {
                there(*ship)?;
                self.uses(*ship, *weapon)?;
            }
            Event::Defence(DefenceEvent::Assigned { seat, guards, .. }) => {
                // FT-7.13.1: some have several dice to divide.
                let weapons: BTreeSet<(ShipId, IconId)> =
                    guards.iter().filter(|it| it.boats.is_none()).map(|it| (it.ship, it.weapon)).collect();
                for (ship, weapon) in weapons {
                    there(ship)?;
                    let own = before.ship(ship).owner == *seat;
                    require(own, || format!("ship {} is not of {seat}", ship.0))?;
                    self.uses(ship, weapon)?;
                }
            }
            Event::Runs(RunsEvent::Ran { group, ship, .. }) => {
                flies(before, *group)?;
                there(*ship)?;
                let first = self.attacked.insert(*group);
                require(first, || format!("group {} attacks twice (FT-8.9.1)", group.0))?;
            }
            Event::Gunboats(GunboatsEvent::Fired { group, .. }) => {
                flies(before, *group)?;
                let first = self.attacked.insert(*group);
                require(first, || format!("gunboats {} fire twice (FT-9.1.5)", group.0))?;
            }
            Event::Dogfights(
                DogfightsEvent::Fought { group, .. } | DogfightsEvent::Intercepted { group, .. },
            ) => flies(before, *group)?,
            Event::Wings(
                WingsEvent::Flew { group, .. }
                | WingsEvent::Screened { group, .. }
                | WingsEvent::Pursued { group, .. },
            ) => flies(before, *group)?,
            Event::Boarding(BoardingEvent::Crossed { ship, target, .. }) => {
                there(*ship)?;
                there(*target)?;
            }
            Event::Damage(DamageEvent::Destroyed { ship }) => {
                let first = before.ship(*ship).status != Status::Destroyed;
                require(first, || format!("ship {} is destroyed twice", ship.0))?;
            }
            _ => (),
        }
        for id in before.field().ship_ids() {
            let (was, is) = (before.ship(id), after.ship(id));
            let hull = after.field().blueprint(id).hull();
            require(is.hull_lost <= hull, || format!("ship {} has lost more than its hull", id.0))?;
            // FT-2.4.2.
            let risen = was.status == Status::Destroyed && is.status != Status::Destroyed;
            require(!risen, || format!("ship {} comes back from the dead", id.0))?;
            let built = &after.field().blueprint(id).design.armour;
            let fits = is.armour.iter().zip(built).all(|(left, full)| {
                u32::from(left.standard) <= full.standard && u32::from(left.regenerative) <= full.regenerative
            });
            require(fits, || format!("ship {} has more armour than it was built with (FT-DMG.8)", id.0))?;
        }
        Ok(())
    }

    /// What one volley does to the ship it is aimed at.
    fn came(before: &Battle, _: Seat, odds: &Odds, log: &[Event], _: &Battle) -> Option<usize> {
        let mut targets = log.iter().filter_map(|event| match event {
            Event::Fire(FireEvent::Fired { target, .. }) => Some(*target),
            _ => None,
        });
        let id = targets.next()?;
        let alone = targets.all(|it| it == id);
        let turned = log.iter().any(|event| {
            matches!(event, Event::Fire(FireEvent::Reflected { .. } | FireEvent::Passed { .. }))
        });
        if !alone || turned {
            return None;
        }
        // Checks, blasts and the end of the phase, which a destroyed ship may bring about, come after the volley.
        let own = log.iter().take_while(|event| {
            let later = matches!(event, Event::Damage(DamageEvent::FireEnded { .. }) | Event::Blasts(_))
                || matches!(event, Event::Phase(PhaseEvent::TurnBegan { .. }) | Event::Checks(_));
            !later
        });
        let boxes =
            |it: &rules_full_thrust::Armour| it.iter().map(|it| usize::from(it.boxes())).sum::<usize>();
        let (mut hull, mut standing) = (0, boxes(&before.ship(id).armour));
        let full = standing;
        for event in own {
            if let Event::Damage(DamageEvent::Struck { ship, hull: lost, armour, .. }) = event
                && *ship == id
            {
                hull += usize::from(*lost);
                standing = boxes(armour);
            }
        }
        let left = usize::from(before.field().blueprint(id).hull() - before.ship(id).hull_lost);
        match odds.unit {
            "hull boxes" => Some(hull),
            "armour boxes" => Some(full - standing),
            "destroyed" => Some(usize::from(hull == left)),
            _ => None,
        }
    }
}

fn flies(battle: &Battle, id: GroupId) -> Result<(), String> {
    let group = battle.group(id);
    require(group.is_flying() && 0 < group.left, || format!("group {} is not there", id.0))
}

/// FT-2.6.12, FT-8.6.8, FT-10.3.6: nobody is offered what belongs to somebody else.
fn owned(battle: &Battle, seat: Seat) -> Result<(), String> {
    let menu = battle.menu(seat);
    let ships = (menu.fire.iter().map(|it| it.ship))
        .chain(menu.launch.iter().map(|it| it.ship))
        .chain(menu.repairs.iter().map(|it| it.ship))
        .chain(menu.plots.iter().map(|it| it.ship))
        .chain(menu.cores.iter().copied());
    for ship in ships {
        let owner = battle.ship(ship).owner;
        require(owner == seat, || format!("{seat} is asked about ship {} of {owner}", ship.0))?;
    }
    let fights = menu.fights.iter();
    let groups = fights.flat_map(|it| {
        (it.evade.iter().map(|it| it.group))
            .chain(it.attacks.iter().map(|it| it.group))
            .chain(it.stances.iter().map(|it| it.group))
            .chain(it.runs.iter().map(|it| it.group))
            .chain(it.boats.iter().map(|it| it.group))
    });
    for group in groups.chain(menu.wings.iter().map(|it| it.group)) {
        let owner = battle.group(group).owner;
        require(owner == seat, || format!("{seat} is asked about group {} of {owner}", group.0))?;
    }
    Ok(())
}

impl Sense {
    /// FT-2.6.14: once a turn, whatever for.
    fn uses(&mut self, ship: ShipId, icon: IconId) -> Result<(), String> {
        let fired = self.fired.iter().any(|it| (it.0, it.1) == (ship, icon));
        let first = self.used.insert((ship, icon)) && !fired;
        require(first, || format!("icon {} of ship {} is used twice (FT-2.6.14)", icon.0, ship.0))
    }

    /// FT-2.6.14, FT-5.22.1: each weapon once, those of one turret at one ship.
    fn weapons(
        &mut self,
        battle: &Battle,
        ship: ShipId,
        target: ShipId,
        all: &[IconId],
    ) -> Result<(), String> {
        let blueprint = battle.field().blueprint(ship);
        for &icon in all {
            let works = battle.ship(ship).works(icon);
            require(works, || format!("icon {} of ship {} does not work", icon.0, ship.0))?;
            let along = self.strips.contains(&(ship, icon)).then_some(target);
            let first = self.fired.insert((ship, icon, along)) && !self.used.contains(&(ship, icon));
            require(first, || format!("icon {} of ship {} fires twice", icon.0, ship.0))?;
            if let Part::System { index, .. } = blueprint.icons[icon.index()]
                && let Some(turret) = blueprint.turret_of(index)
            {
                let at = *self.turrets.entry((ship, turret)).or_insert(target);
                require(at == target, || format!("turret {turret} of ship {} fires at two", ship.0))?;
            }
        }
        Ok(())
    }
}
