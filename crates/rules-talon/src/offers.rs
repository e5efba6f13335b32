//! Fills the menu: every legal choice with what comes of it.

use engine::{Assist, Seat};

use crate::{
    battle::{Battle, Phase},
    deploy, fire,
    hex::{Arc, Facing, Hex, arc_of, toward},
    market,
    menu::{
        ArcMap, BarMenu, BuyMenu, ChargeMenu, ClassMenu, DeployMenu, DeployShip, FireGroup, FireMenu,
        FireShip, Launch, Menu, MoveChoice, MoverMenu, PickChoice, PickMenu, PowerMenu, PullMenu, RowMenu,
        TargetMenu, TerrainMenu,
    },
    missiles,
    movement::{self, Duty},
    odds,
    orders::{Action, Adjust, How, Move, Mover, Order, Placed, Pulled, Shot, Target, Use, Volley},
    picks,
    power::{self, Source},
    power_phase, prospect, pull, reason, reinforce, retreat,
    scenario::TerrainKind,
    ship::ShipId,
    tables::{Impulse, Weapon},
};

/// One ship, one way to go (TAL-7.1.1).
fn only_move(movers: &[MoverMenu]) -> Option<Action> {
    let [MoverMenu { mover, required: true, choices }] = movers else { return None };
    let [choice] = choices.as_slice() else { return None };
    let plain = Move { mover: *mover, how: choice.how, dock: false, other_first: false, fighter: None };
    let open = choice.dock || !choice.collides.is_empty() || 0 < choice.hits;
    (!open).then(|| Action::Move { moves: vec![plain], done: true })
}

/// Whether any weapon could do anything: hit, push, or be launched.
fn can_harm(menu: &FireMenu) -> bool {
    let mut targets = menu.ships.iter().flat_map(|it| &it.groups).flat_map(|it| &it.targets);
    let idle = |it: &TargetMenu| it.all.damage.iter().skip(1).all(|&ways| ways == 0);
    targets.any(|it| !idle(it) || 1 < it.push.len() || !it.launch.is_empty() || !it.cone.is_empty())
}

impl Assist for Battle {
    type Menu = Menu;

    fn reason(&self, seat: Seat, order: &Order, others: &[Order]) -> String {
        reason::reason(self, seat, order, others)
    }

    fn moot(menu: &Menu) -> Option<Order> {
        if let Some(movers) = &menu.moves {
            return only_move(movers).map(Order::from);
        }
        let idle = menu.fire.as_ref().is_some_and(|it| it.open.is_none() && !can_harm(it));
        idle.then(|| Action::Fire { volleys: Vec::new(), done: true }.into())
    }

    fn odds(&self, seat: Seat, _menu: &Menu, order: &Order) -> Vec<engine::Odds> {
        prospect::odds(self, seat, order)
    }

    fn menu(&self, seat: Seat) -> Menu {
        let mut menu = Menu { arcs: self.all_active().map(|id| arcs(self, id)).collect(), ..Menu::default() };
        let own = Battle::side_of(seat);
        match self.board.phase {
            Phase::Setup | Phase::Over { .. } => (),
            Phase::Buy => menu.buy = Some(buy_menu(self, own)),
            Phase::Initiative { side } if side == own => menu.initiative = Some(vec![0, 1]),
            Phase::Terrain { side } if side == own => menu.terrain = terrain_menu(self),
            Phase::Deploy { side, bases } if side == own => {
                menu.deploy = Some(deploy_menu(self, side, bases));
            }
            Phase::Power { side } if side == own => menu.power = Some(power_menu(self, side)),
            Phase::Move { side } if side == own => menu.moves = Some(move_menu(self, side)),
            Phase::Fire { side, .. } if side == own => menu.fire = Some(fire_menu(self, side)),
            Phase::Charge { side } if side == own => {
                menu.charge = Some(self.active(side).map(|id| charge_menu(self, id)).collect());
            }
            Phase::Pull { side } if side == own => {
                let ways = |ship| PullMenu { ship, ways: pull::ways(self, ship).collect() };
                menu.pull = Some(self.active(side).map(ways).collect());
            }
            Phase::Reinforce { side } if side == own => menu.reinforce = Some(reinforce_menu(self, side)),
            Phase::Retreat { side } if side == own => {
                menu.retreat = Some(retreat::eligible(self, side).collect());
            }
            Phase::Pick { side, .. } if side == own => menu.pick = pick_menu(self),
            Phase::Pick { .. }
            | Phase::Initiative { .. }
            | Phase::Terrain { .. }
            | Phase::Deploy { .. }
            | Phase::Power { .. }
            | Phase::Move { .. }
            | Phase::Fire { .. }
            | Phase::Charge { .. }
            | Phase::Pull { .. }
            | Phase::Reinforce { .. }
            | Phase::Retreat { .. } => (),
        }
        menu
    }

    fn offered(&self, _seat: Seat, menu: &Menu) -> Vec<Order> {
        let mut actions: Vec<Action> = Vec::new();
        actions.extend(menu.buy.iter().map(|it| Action::Buy { ships: it.default.clone() }));
        actions.extend(menu.initiative.iter().flatten().map(|&holder| Action::Initiative { holder }));
        actions.extend(menu.terrain.iter().flat_map(|it| &it.hexes).map(|&at| Action::Terrain { at }));
        for ship in menu.deploy.iter().flat_map(|it| &it.ships) {
            actions.push(Action::Deploy { places: vec![ship.default] });
            let turned = Facing::ALL.into_iter().filter(|_| ship.free_facing);
            actions.extend(
                turned.map(|facing| Action::Deploy { places: vec![Placed { facing, ..ship.default }] }),
            );
        }
        for ship in menu.reinforce.iter().flat_map(|it| &it.ships) {
            let there = ship.hexes.iter().map(|&at| Placed { at, ..ship.default });
            actions.extend(there.map(|place| Action::Reinforce { places: vec![place] }));
        }
        for ship in menu.power.iter().flatten() {
            let uses = ship.uses.iter().map(|&on| Use { ship: ship.ship, on });
            actions.extend(uses.map(|it| Action::Power { uses: vec![it], done: false }));
        }
        for mover in menu.moves.iter().flatten() {
            for choice in &mover.choices {
                let plain = Move {
                    mover: mover.mover,
                    how: choice.how,
                    dock: false,
                    other_first: false,
                    fighter: None,
                };
                actions.push(Action::Move { moves: vec![plain], done: true });
                if choice.dock {
                    actions.push(Action::Move { moves: vec![Move { dock: true, ..plain }], done: false });
                }
            }
        }
        actions.extend(menu.fire.iter().flat_map(offered_fire));
        for ship in menu.charge.iter().flatten() {
            for row in &ship.rows {
                let charge = if ship.frozen { None } else { Some(bars(ship)) };
                let adjust = Adjust { ship: ship.ship, charge, speed: Some(row.speed) };
                actions.push(Action::Charge { ships: vec![adjust] });
            }
        }
        for ship in menu.pull.iter().flatten() {
            let pulled = ship.ways.iter().map(|&way| Pulled { ship: ship.ship, way: Some(way) });
            actions.extend(pulled.map(|it| Action::Pull { ships: vec![it] }));
        }
        let picks = menu.pick.iter().flat_map(|it| &it.choices);
        actions.extend(picks.map(|it| Action::Pick { target: it.target }));
        actions.extend(menu.retreat.iter().flatten().map(|&ship| Action::Retreat { ships: vec![ship] }));
        actions.into_iter().map(Order::from).collect()
    }
}

fn pick_menu(battle: &Battle) -> Option<PickMenu> {
    let owed = battle.board.owed.first()?;
    let default = picks::usual(battle, owed)?;
    let choice = |target| PickChoice { target, dies: picks::dies(battle, owed.points, target) };
    let choices = picks::choices(battle, owed).into_iter().map(choice).collect();
    Some(PickMenu { cause: owed.cause, points: owed.points, choices, default })
}

fn bars(ship: &ChargeMenu) -> [u8; 3] {
    let mut boxes = [0; 3];
    for (boxes, bar) in boxes.iter_mut().zip(&ship.bars) {
        *boxes = bar.red.max(bar.yellow);
    }
    boxes
}

fn offered_fire(menu: &FireMenu) -> Vec<Action> {
    let mut actions = Vec::new();
    for ship in &menu.ships {
        for group in &ship.groups {
            for target in &group.targets {
                let shot = Shot::at(target.target);
                let mut volley = |shots: Vec<Shot>| {
                    let volley = Volley { ship: ship.ship, group: group.group, shots };
                    actions.push(Action::Fire { volleys: vec![volley], done: false });
                };
                volley(vec![shot; group.weapons.into()]);
                for &push in target.push.iter().skip(1) {
                    volley(vec![Shot { push: Some(push), ..shot }]);
                }
                for launch in &target.launch {
                    for &facing in &launch.facings {
                        volley(vec![Shot { launch: Some(launch.at), facing: Some(facing), ..shot }]);
                    }
                }
            }
        }
    }
    actions
}

fn arcs(battle: &Battle, id: ShipId) -> ArcMap {
    let ship = battle.ship(id);
    let mut map =
        ArcMap { ship: id, forward: Vec::new(), right: Vec::new(), rear: Vec::new(), left: Vec::new() };
    for q in -4..=4_i16 {
        for r in (-4).max(-4 - q)..=4.min(4 - q) {
            let hex = Hex { q: ship.at.q + q, r: ship.at.r + r };
            match arc_of(ship.at, ship.facing, hex) {
                Some(Arc::Forward) => map.forward.push(hex),
                Some(Arc::Right) => map.right.push(hex),
                Some(Arc::Rear) => map.rear.push(hex),
                Some(Arc::Left) => map.left.push(hex),
                None => (),
            }
        }
    }
    map
}

fn buy_menu(battle: &Battle, side: u8) -> BuyMenu {
    let field = &battle.field;
    let own = field.scenario.design_your_own;
    let class = |it: &crate::Design| ClassMenu {
        class: it.class.clone(),
        points: it.points,
        most: market::most(field, it) as u8,
        heavy: it.is_heavy(),
        fighters: it.is_fighters(),
        powers_fighters: it.powers_fighters(),
    };
    BuyMenu {
        budget: own.map_or(0, |it| it.budget(side)),
        heavies: own.map_or(0, |it| market::heavies(it) as u8),
        classes: market::classes(field, side).map(class).collect(),
        default: market::usual(field, side),
    }
}

fn terrain_menu(battle: &Battle) -> Option<TerrainMenu> {
    let kind = market::piece(battle)?;
    let pieces = battle.board.market.as_ref().map_or(Vec::new(), |it| it.pieces.clone());
    Some(TerrainMenu { kind, pieces, hexes: market::places(battle, kind).collect() })
}

fn deploy_menu(battle: &Battle, side: u8, bases: bool) -> DeployMenu {
    let free: Vec<Hex> = deploy::free_hexes(battle, side).collect();
    let ship = |default: Placed| {
        let fixed = deploy::is_fixed(battle, default.ship);
        let hexes = if fixed { vec![default.at] } else { free.clone() };
        DeployShip { ship: default.ship, default, hexes, free_facing: true }
    };
    let mut places = deploy::arrange(battle, side, bases, &[]);
    places.sort_by_key(|it| it.ship);
    DeployMenu { ships: places.into_iter().map(ship).collect() }
}

fn reinforce_menu(battle: &Battle, side: u8) -> DeployMenu {
    let ship = |ship: ShipId| {
        let hexes: Vec<Hex> = reinforce::entries(battle, ship).collect();
        let at = hexes.first().copied().unwrap_or(battle.ship(ship).at);
        let default = Placed { ship, at, facing: reinforce::usual_facing(battle, ship) };
        DeployShip { ship, default, hexes, free_facing: true }
    };
    DeployMenu { ships: reinforce::due(battle, side).map(ship).collect() }
}

fn power_menu(battle: &Battle, side: u8) -> Vec<PowerMenu> {
    battle
        .active(side)
        .filter_map(|ship| {
            let source = power::source(battle, ship).ok()?;
            let uses = power::uses(battle, ship).into_iter().chain(power::drops(battle, ship)).collect();
            Some(PowerMenu { ship, battery: source == Source::Battery, uses })
        })
        .collect()
}

fn move_menu(battle: &Battle, side: u8) -> Vec<MoverMenu> {
    let mut menu = Vec::new();
    for id in battle.active(side) {
        let duty = movement::duty(battle, battle.ship(id));
        if duty != Duty::None {
            let choices: Vec<MoveChoice> =
                movement::choices(battle, id).map(|how| ship_choice(battle, id, how)).collect();
            let required = duty == Duty::Required;
            if !choices.is_empty() {
                menu.push(MoverMenu { mover: Mover::Ship(id), required, choices });
            }
        }
    }
    for missile in battle.board.missiles.iter().filter(|it| it.side == side && !it.moved) {
        let choice = |how: How| {
            let (to, facing) = missiles::step(missile, how).unwrap_or((missile.at, missile.facing));
            let hits = missile.target.is_some_and(|it| battle.ship(it).at == to);
            MoveChoice {
                how,
                to,
                facing,
                turn_left: 0,
                dock: false,
                collides: Vec::new(),
                terrain: battle.kind_at(to),
                fatal: missiles::loss(battle, to).is_some(),
                leaves: false,
                hits: u8::from(hits),
                floats: false,
            }
        };
        let choices = missiles::choices(battle, missile).map(choice).collect();
        menu.push(MoverMenu { mover: Mover::Missile(missile.number), required: true, choices });
    }
    menu
}

fn ship_choice(battle: &Battle, id: ShipId, how: How) -> MoveChoice {
    let ship = battle.ship(id);
    let (to, facing) = movement::step(ship, how);
    let base = battle.design_of(id).is_base();
    let terrain = battle.terrain_at(to);
    let kind = terrain.map(|it| it.kind);
    let friend = |it: &ShipId| {
        *it != id && battle.ship(*it).side == ship.side && !battle.design_of(*it).is_base() && !base
    };
    MoveChoice {
        how,
        to,
        facing,
        turn_left: movement::turn_left(battle, ship, how),
        dock: how != How::Rotate && movement::berth(battle, id, to).is_some(),
        collides: battle.ships_at(to).filter(friend).collect(),
        terrain: kind,
        fatal: matches!(kind, Some(TerrainKind::Planet | TerrainKind::BlackHole)),
        leaves: terrain.is_some_and(|it| it.kind == TerrainKind::WormHole && battle.field.may_use(ship, it)),
        hits: if how == How::Rotate { 0 } else { missiles::waiting(battle, id, to).count() as u8 },
        floats: !battle.field.options.map_unbounded && !battle.board.window.contains(to),
    }
}

fn fire_menu(battle: &Battle, side: u8) -> FireMenu {
    let open = if let Phase::Fire { volley, .. } = battle.board.phase { volley } else { None };
    let ready: Vec<(ShipId, usize)> = match open {
        Some(open) => vec![(open.ship, open.group.into())],
        None => fire::ready_groups(battle, side).collect(),
    };
    let mut ships: Vec<FireShip> = Vec::new();
    for (ship, bar) in ready {
        let Some(group) = battle.design_of(ship).group(bar) else { continue };
        let weapons = fire::weapons_left(battle, open, ship, bar);
        let targets = fire::targets(battle, ship, bar)
            .map(|(it, aim)| target_menu(battle, ship, bar, weapons, it, aim))
            .collect();
        let group = FireGroup { group: bar as u8, weapon: group.weapon, weapons, targets };
        match ships.iter_mut().find(|it| it.ship == ship) {
            Some(known) => known.groups.push(group),
            None => ships.push(FireShip { ship, groups: vec![group] }),
        }
    }
    FireMenu { open, ships }
}

fn target_menu(
    battle: &Battle,
    id: ShipId,
    bar: usize,
    weapons: u8,
    target: Target,
    aim: fire::Aim,
) -> TargetMenu {
    let ship = battle.ship(id);
    let group = battle.design_of(id).group(bar).expect("a group that may fire");
    let arc = arc_struck(battle, id, target);
    let damage = damage_by_die(group.weapon, aim);
    let mut launch: Vec<Launch> = Vec::new();
    if group.weapon == Weapon::Missile {
        for (at, facing) in fire::launches(battle, ship, group, aim.at) {
            match launch.iter_mut().find(|it| it.at == at) {
                Some(known) => known.facings.push(facing),
                None => launch.push(Launch { at, facings: vec![facing] }),
            }
        }
    }
    let wave = group.weapon == Weapon::WaveMotionGun && !matches!(target, Target::Missile(_));
    let cone = group.weapon == Weapon::FusionCannon;
    TargetMenu {
        target,
        at: aim.at,
        range: aim.range as u8,
        arc,
        modifier: aim.modifier,
        push: if wave { toward(ship.at, aim.at).collect() } else { Vec::new() },
        launch,
        cone: if cone {
            fire::in_cone(battle, id, bar).into_iter().map(|it| it.0).collect()
        } else {
            Vec::new()
        },
        one: odds::odds(battle, target, arc, damage, 1),
        some: (2..weapons).map(|it| odds::odds(battle, target, arc, damage, it)).collect(),
        all: odds::odds(battle, target, arc, damage, weapons),
    }
}

/// TAL-8.3.2, TAL-8.6.5: the arc that a ship's fire strikes.
pub(crate) fn arc_struck(battle: &Battle, by: ShipId, target: Target) -> Option<Arc> {
    match target {
        Target::Ship(it) if !battle.design_of(it).is_fighters() => {
            battle.arc_towards(battle.ship(it), battle.ship(by).at)
        }
        Target::Ship(_) | Target::Fighter(..) | Target::Missile(_) => None,
    }
}

/// TAL-17.5c: a Missile rolls nothing; its odds are those of its contact.
pub(crate) fn damage_by_die(weapon: Weapon, aim: fire::Aim) -> [u8; 6] {
    let modifier = if weapon == Weapon::Missile { 0 } else { aim.modifier };
    odds::damage_by_die(weapon, aim.range, modifier)
}

fn charge_menu(battle: &Battle, id: ShipId) -> ChargeMenu {
    let (ship, design) = (battle.ship(id), battle.design_of(id));
    let bar = |bar: usize| {
        let [red, yellow] = power_phase::chargeable(battle, ship, bar);
        BarMenu { red, yellow }
    };
    let row = |row: u8| {
        let power = power_phase::modified(battle, ship, row);
        let turn_radius = design.turn_radius(row) + ship.criticals.turn;
        let speed = design.speed(row);
        RowMenu {
            speed,
            power,
            turn_radius,
            deadly: power < 0,
            ap_in: if design.is_fighters() { String::new() } else { Impulse::listing(power) },
            moves_in: Impulse::listing(speed as i8),
        }
    };
    ChargeMenu {
        ship: id,
        bars: (0..design.bars()).map(bar).collect(),
        rows: power_phase::rows(battle, ship).map(row).collect(),
        frozen: ship.criticals.power_loss,
    }
}
