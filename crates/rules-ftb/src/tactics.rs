//! How the computer players judge. Taste, never rules.

mod fleets;
pub(crate) mod matrix;
pub(crate) mod routes;
pub(crate) mod stakes;
pub(crate) mod steering;

use dice::Dice;
use engine::{Outcome, Seat, Tactics};
use geometry::Point;

use crate::{
    Battle, actions,
    battle::{Ask, Stage},
    combat::{CombatStage, Fight, Form},
    objectives::{self, GoalKind},
    order::{Attack, Benefit, Guide, Order, Pick, Protocol, Target},
    sample, setup,
    ship::{Manifest, Place, ShipId, System},
    space::{Path, distance, lu, near},
    torpedo, turn,
};
use routes::Errand;

/// The most orders a search tells apart.
const MOST_CANDIDATES: usize = 4;

impl Tactics for Battle {
    /// Goes for the enemy, fires at what is near, and leaves the rest to chance.
    fn cadet(&self, seat: Seat, dice: &mut Dice) -> Order {
        match self.waiting() {
            Some(Ask::Helm(_, id)) => {
                let all = steering::ranked(self, id, false);
                // One of the better half, now and then any at all.
                let among = if dice.one_in(4) { all.len() } else { all.len().div_ceil(3) };
                Order::Helm(all[dice.index(among.max(1))].1)
            }
            Some(Ask::Aim(..) | Ask::Guide(..)) => self.captain(seat, dice),
            _ => sample::order(self, seat, dice),
        }
    }

    fn captain(&self, seat: Seat, dice: &mut Dice) -> Order {
        let Some(ask) = self.waiting() else { return Order::Concede };
        match ask {
            Ask::Fleets => Order::Fleet(fleets::fleet(self, seat.0, dice)),
            Ask::Station(side) => setup::default_site(self, side).map_or(Order::Concede, Order::Station),
            Ask::Name(side, goal, _) => {
                let goal = &self.goals[usize::from(goal)];
                fleets::station(self, side, goal).map_or(Order::Concede, Order::Name)
            }
            Ask::Deploy(side) => {
                let next = setup::waiting_ships(self, side).next();
                next.and_then(|id| setup::default_deploy(self, id)).map_or(Order::Concede, Order::Deploy)
            }
            Ask::HoldBack(_) => Order::HoldBack(None),
            Ask::Depart(..) => Order::Depart(true),
            Ask::Initiative | Ask::Test(_) => Order::Duel(Protocol::ALL[dice.index(3)]),
            Ask::Pick(side) => Order::Pick(pick(self, side)),
            Ask::Forcer(side) => {
                let able = |it: u8| turn::forcible(self, 1 - it).next().is_some();
                Order::Forcer(if able(side) { side } else { 1 - side })
            }
            Ask::Force(side) => {
                let worst = turn::forcible(self, 1 - side)
                    .min_by_key(|&id| (stakes::points(self.ship(id).class), id));
                worst.map_or(Order::Concede, |id| Order::Pick(Pick::Force(id)))
            }
            Ask::Guide(_, id) => Order::Guide(guide(self, id)),
            Ask::Helm(_, id) => Order::Helm(steering::best(self, id)),
            Ask::Fuse(_) => {
                let first = self.act.as_ref().and_then(|it| it.fuses.first().copied());
                first.map_or(Order::Concede, Order::Fuse)
            }
            Ask::Aim(..) => Order::Attack(attacks(self)),
            Ask::FlyBy(_, n) => {
                let cheap =
                    sample::fly_by(self, n).into_iter().min_by_key(|&id| stakes::ship_worth(self.ship(id)));
                cheap.map_or(Order::Concede, Order::Target)
            }
            Ask::Cover(_, firer) => {
                let value = self
                    .act
                    .as_ref()
                    .map_or(0, |act| stakes::combat_game(self, firer, act.ship, true).value());
                Order::Cover(0 < value)
            }
            Ask::Protocols(_) => Order::Protocol(stakes::protocol(self, seat, dice)),
            Ask::Heat(side, n) => Order::Heat(wants_heat(self, side, n)),
            Ask::Evade(_, id) => Order::Evade(stakes::should_evade(self, self.ship(id))),
            Ask::System(side, blow) => Order::System(system(self, side, blow)),
            Ask::Scan(_, id) => {
                let cool = self.ship(id).own.heat <= 1;
                let target = actions::scan_targets_now(self, id).into_iter().filter(|_| cool);
                Order::Scan(target.max_by_key(|&it| (stakes::points(self.ship(it).class), it)))
            }
            Ask::Benefit(_, id) => {
                let open = turn::benefits(self, id);
                let wish = [Benefit::EraseDamage, Benefit::Shield, Benefit::Fuel, Benefit::Torpedoes];
                let first = wish.into_iter().find(|it| open.contains(it));
                first.map_or(Order::Concede, Order::Benefit)
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "of questions with few answers all are candidates")]
    fn candidates(&self, seat: Seat, n: usize, dice: &mut Dice) -> Vec<Order> {
        let captain = self.captain(seat, dice);
        let mut all = vec![captain];
        // Few and good: more would leave too few worlds to tell them apart.
        let n = n.min(MOST_CANDIDATES);
        let Some(ask) = self.waiting() else { return all };
        let mut add = |order: Order| {
            if all.len() < n && !all.contains(&order) {
                all.push(order);
            }
        };
        match ask {
            // The mix is the answer; a search among its parts would unmix it.
            Ask::Protocols(_) | Ask::Initiative | Ask::Test(_) => (),
            Ask::Helm(_, id) => {
                let ranked = steering::ranked(self, id, true);
                // The best of each order, then the best of all.
                let mut seen = Vec::new();
                for (_, helm) in &ranked {
                    if !seen.contains(&helm.order) {
                        seen.push(helm.order);
                        add(Order::Helm(*helm));
                    }
                    if seen.len() == 4 {
                        break;
                    }
                }
                ranked.into_iter().for_each(|it| add(Order::Helm(it.1)));
            }
            Ask::Aim(..) => {
                add(Order::Attack(Vec::new()));
                if let Some(act) = &self.act {
                    let targets = actions::targets(self, act);
                    targets.into_iter().for_each(|it| add(Order::Attack(vec![torpedo::at_nearest(it)])));
                }
            }
            Ask::Guide(_, id) => {
                add(Order::Guide(Guide::default()));
                for target in guide_targets(self, id) {
                    add(Order::Guide(Guide {
                        attack: Some(torpedo::at_nearest(target)),
                        ..Guide::default()
                    }));
                }
            }
            Ask::Pick(side) => sample::picks(self, side).into_iter().for_each(|it| add(Order::Pick(it))),
            _ => sample::few(self, ask, seat).unwrap_or_default().into_iter().for_each(add),
        }
        all
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever the stage, a battle that is not over is judged alike"
    )]
    fn evaluate(&self, seat: Seat) -> i32 {
        let result = match self.stage {
            Stage::Over { outcome: Outcome::Won(seats) } if seats.contains(seat) => return 10_000,
            Stage::Over { outcome: Outcome::Won(_) } => return -10_000,
            _ => match Outlook::new(self, seat) {
                Some(it) => Outlook { lead: it.lead + due(self, seat), ..it }.worth(),
                None => value(self, seat.0) - value(self, 1 - seat.0) + due(self, seat),
            },
        };
        result.clamp(-9_000, 9_000) as i32
    }

    /// To the end of the day: what comes after is mostly luck of protocols.
    fn foresight(&self, _seat: Seat) -> u32 {
        0
    }

    /// Protocols that are about to be revealed, a torpedo that is about to strike: what they are
    /// worth on average is known.
    fn awaits_luck(&self) -> bool {
        matches!(
            (&self.fight, self.waiting()),
            (Some(Fight::Combat { .. }), Some(Ask::Protocols(_)))
                | (Some(Fight::Strike { .. }), Some(Ask::Evade(..)))
        )
    }

    fn is_settled(&self) -> bool {
        self.fight.is_none() && self.blows.is_empty()
    }

    /// A day has a dozen decisions and more; few of them decide what an order is worth.
    fn longest_playout() -> u32 {
        14
    }

    /// With few worlds and the luck of protocols nothing is ever quite clear.
    fn doubt() -> u32 {
        100
    }
}

/// What a battle of attrition looks like from one side.
#[derive(Clone, Copy)]
struct Outlook {
    /// What it has more than the other side, by [`value`].
    lead: i64,
    /// What it has scored more, in hundredths of a point.
    score: i64,
    /// Days after this one.
    left: i64,
}

impl Outlook {
    /// Nothing if the battle is about more than losses.
    fn new(battle: &Battle, seat: Seat) -> Option<Outlook> {
        if battle.goals.iter().any(|it| it.kind != GoalKind::Attrition) {
            return None;
        }
        let (ours, theirs) = (seat.0, 1 - seat.0);
        let scored = |side: u8| i64::from(objectives::attrition(battle, side));
        let surviving = |side: u8| i64::from(battle.surviving_points(side));
        Some(Outlook {
            lead: value(battle, ours) - value(battle, theirs),
            score: (scored(ours) - scored(theirs)) * 100 + surviving(ours) - surviving(theirs),
            left: i64::from(battle.turns.saturating_sub(battle.day)),
        })
    }

    /// The fewer days are left, the more the score alone counts, and the surer a lead is.
    fn worth(self) -> i64 {
        let (of_lead, of_score) = (1 + 2 * self.left, 4);
        let lead = (self.lead * of_lead + self.score * of_score) / (of_lead + of_score);
        let swing = 600 + 500 * self.left;
        9_000 * lead / (lead.abs() + swing)
    }
}

/// What the fight under way is worth to `seat` by mixes and averages.
fn due(battle: &Battle, seat: Seat) -> i64 {
    let (by, value) = match (&battle.fight, battle.waiting()) {
        (&Some(Fight::Combat { attacker, defender, cover, .. }), Some(Ask::Protocols(_))) => {
            (attacker, stakes::combat_game(battle, attacker, defender, cover).value())
        }
        (&Some(Fight::Strike { guide, target, .. }), Some(Ask::Evade(..))) => {
            (guide, stakes::torpedo_value(battle, battle.ship(target)))
        }
        _ => return 0,
    };
    if battle.owner(by) == Some(seat.0) { value } else { -value }
}

/// Everything a side has: ships, torpedoes on their way, and its goals.
fn value(battle: &Battle, side: u8) -> i64 {
    let mut sum: i64 = battle.of_side(side).map(|id| stakes::ship_worth(battle.ship(id))).sum();
    for id in battle.of_side(side) {
        let ship = battle.ship(id);
        let Some(it) = ship.torpedo else { continue };
        let way = Path::straight(it.at, it.dir, lu(i32::from(it.speed)));
        let threat = battle
            .of_side(1 - side)
            .filter(|&foe| battle.ship(foe).is_free() && battle.ship(foe).system == ship.system);
        let threat = threat.map(|foe| {
            let foe = battle.ship(foe);
            let next = if foe.activated { foe.at } else { foe.at + foe.dir.whole(foe.speed) };
            let away = way.closest_square(next, lu(10)).unwrap_or(i128::MAX);
            let part = if near_enough(away, 4) {
                60
            } else if near_enough(away, 6) {
                45
            } else if near_enough(away, 9) {
                20
            } else {
                0
            };
            stakes::torpedo_value(battle, foe) * part / 100
        });
        sum += threat.max().unwrap_or(0);
    }
    sum += battle.of_side(side).map(|id| standing(battle, id)).sum::<i64>();
    for goal in battle.goals.iter().filter(|it| it.side == side) {
        sum += match (goal.settled, &goal.kind) {
            (Some(true), _) => 5_000,
            (Some(false), _) => -2_000,
            (_, GoalKind::Blockade { station: Some(station), needed, done }) => {
                let held = i64::from(objectives::blockades(battle, side, *station));
                held * 900 + 2_000 * i64::from(*done.min(needed)) / i64::from((*needed).max(1))
                    - approach(battle, side, battle.map.stations[usize::from(*station)].at) * (1 - held) * 12
            }
            (_, GoalKind::Transport { ship: Some(ship), to: Some(to), .. }) => {
                let it = battle.ship(*ship);
                let at = battle.map.stations[usize::from(*to)].at;
                let way = if it.on_map() { distance(it.at, at) } else { lu(40) };
                if it.place == Place::Dock(*to) { 5_000 } else { 1_500 - way.whole_units_down().min(60) * 50 }
            }
            (_, GoalKind::Patrol { leg, flying, .. }) => {
                let next = if flying.is_empty() { *leg } else { (*leg + 1) % 3 };
                let way =
                    objectives::waypoint(battle, goal, next).map_or(0, |it| approach(battle, side, it.0));
                i64::from(*leg) * 900 + if flying.is_empty() { 0 } else { 300 } - way * 12
            }
            _ => 0,
        };
    }
    sum
}

/// How well a ship's vector leads: not over the edge, not into a well, not too
/// fast, and past those it could hurt. The captain steers by the same.
fn standing(battle: &Battle, id: ShipId) -> i64 {
    let ship = battle.ship(id);
    if !ship.is_free() || battle.turns <= battle.day {
        return 0;
    }
    let (whole, points) = (stakes::worth(ship.class, &ship.own), stakes::points(ship.class));
    let next = ship.at + ship.dir.whole(ship.speed);
    let mut score = -points * i64::from(ship.speed.saturating_sub(8));
    if battle.field.options.edge.is_some_and(|edge| !near(next, Point::default(), lu(i32::from(edge)))) {
        score -= whole / 5;
    }
    for well in &battle.system(ship.system).wells {
        if crate::space::inside(ship.at, well.at, well.influence) {
            let stays = crate::space::inside(next, well.at, well.influence);
            score -= if stays { whole / 4 } else { whole / 40 };
        }
    }
    if routes::errand(battle, id) == Errand::Fight {
        let foes = battle.of_side(1 - ship.side).map(|it| battle.ship(it));
        let foes = foes.filter(|it| it.on_map() && it.system == ship.system);
        let away = foes
            .map(|it| distance(next, if it.is_free() { it.at + it.dir.whole(it.speed) } else { it.at }))
            .min();
        let off = away.map_or(0, |it| (it - lu(8)).abs().whole_units_down().min(40));
        score -= points * off / 3;
    }
    score
}

/// By the square of the distance in whole parts of an LU.
fn near_enough(square: i128, limit: i32) -> bool {
    let next = i128::from(lu(limit).0) + 1;
    square < next * next
}

/// How far the nearest ship of a side is from a point, in LU.
fn approach(battle: &Battle, side: u8, at: Point) -> i64 {
    let ships = battle.of_side(side).filter(|&id| battle.ship(id).on_map() && battle.ship(id).system == 0);
    ships.map(|id| distance(battle.ship(id).at, at).whole_units_down()).min().unwrap_or(80).min(80)
}

/// Torpedoes and ships in reach of the enemy first; a Tanker where it is needed.
fn pick(battle: &Battle, side: u8) -> Pick {
    if let Some(tanker) = sample::ready_tanker(battle, side) {
        let thirsty =
            battle.of_side(side).filter(|&id| battle.ship(id).is_free() && battle.ship(id).own.fuel == 0);
        for id in thirsty {
            let ship = battle.ship(id);
            let at = ship.at + ship.dir.whole(ship.speed);
            if sample::may_place_tanker(battle, side, tanker, ship.system, at) {
                return Pick::Tanker { tanker, system: ship.system, at };
            }
        }
    }
    let own = battle.of_side(side).filter(|&id| turn::is_pickable(battle, id));
    let rank = |id: &ShipId| {
        let ship = battle.ship(*id);
        let guided = ship.torpedo.is_some_and(|_| !guide_targets(battle, *id).is_empty());
        let close = battle.of_side(1 - side).filter(|&foe| {
            let foe = battle.ship(foe);
            foe.on_map()
                && foe.system == ship.system
                && near(foe.at, ship.at + ship.dir.whole(ship.speed), lu(10))
        });
        let errand = routes::errand(battle, *id) != Errand::Fight;
        (guided, close.count(), errand, std::cmp::Reverse(*id))
    };
    own.max_by_key(rank).map_or(Pick::Pass, Pick::Activate)
}

fn guide_targets(battle: &Battle, id: ShipId) -> Vec<Target> {
    let Some(it) = battle.ship(id).torpedo else { return Vec::new() };
    if !torpedo::in_guidance(battle, id) {
        return Vec::new();
    }
    let path = torpedo::flight(battle, id, &it, (it.dir, it.speed), Default::default()).path;
    torpedo::targets(battle, id, &path)
}

/// The ship that a torpedo hurts most; a torpedo that threatens us else.
fn guide(battle: &Battle, id: ShipId) -> Guide {
    let worth = |target: &Target| match target {
        Target::Ship(foe) => stakes::torpedo_value(battle, battle.ship(*foe)),
        Target::Torpedo(_) => 150,
        Target::Tanker(_) => 60,
    };
    let best = guide_targets(battle, id).into_iter().max_by_key(worth);
    Guide { attack: best.map(torpedo::at_nearest), ..Guide::default() }
}

/// The attack whose game is worth most, if it is worth more than none.
fn attacks(battle: &Battle) -> Vec<Attack> {
    let Some(act) = &battle.act else { return Vec::new() };
    let worth = |target: Target| match target {
        Target::Ship(foe) => {
            let value = stakes::combat_game(battle, act.ship, foe, false).value();
            // Whom we attack cannot give cover fire.
            let ship = battle.ship(foe);
            let cover = if ship.is_free() && ship.can_hurt() {
                stakes::combat_game(battle, foe, act.ship, true).value()
            } else {
                0
            };
            let raid = if routes::bars(battle, battle.ship(act.ship).side, foe) { steering::RAID } else { 0 };
            value + raid + cover.max(0) / 2
        }
        Target::Tanker(_) => 40,
        Target::Torpedo(_) => 0,
    };
    let mut rated: Vec<(i64, Target)> =
        actions::targets(battle, act).into_iter().map(|it| (worth(it), it)).collect();
    rated.retain(|it| 0 < it.0);
    rated.sort_by_key(|it| std::cmp::Reverse(it.0));
    let probes = battle
        .owner(act.ship)
        .is_some_and(|it| battle.extras[usize::from(it)] == Some(crate::ship::Extra::TrackingProbes));
    let most = if probes && rated.get(1).is_some_and(|it| 300 < it.0) { 2 } else { 1 };
    let mut chosen: Vec<Attack> = rated.into_iter().take(most).map(|it| torpedo::at_nearest(it.1)).collect();
    chosen.sort_by_key(|it| actions::attack_point(battle, act, *it));
    chosen
}

/// FTB-17.4, FTB-17.6: whichever is better for who chooses.
fn wants_heat(battle: &Battle, side: u8, n: u8) -> bool {
    let Some(Fight::Combat { attacker, stage: CombatStage::Effects(effects), .. }) = &battle.fight else {
        return false;
    };
    let Some(effect) = effects.get(usize::from(n)) else { return false };
    let ship = battle.ship(effect.to);
    let enemy_picks = crate::combat::chooser(battle, *attacker, effect) != battle.owner(effect.to);
    let struck = stakes::worth(ship.class, &stakes::struck(ship.class, &ship.own, effect.focus, enemy_picks));
    let more = if effect.form == Form::TargetChooses { 2 } else { 1 };
    let heated = stakes::worth(ship.class, &Manifest { heat: ship.own.heat + more, ..ship.own });
    if battle.owner(effect.to) == Some(side) { struck < heated } else { heated < struck }
}

/// What hurts most in the enemy, least in us.
fn system(battle: &Battle, side: u8, blow: u8) -> System {
    let Some(blow) = battle.blows.get(usize::from(blow)) else { return System::Core };
    let ship = battle.ship(blow.target);
    let systems = ship.class.systems().iter().copied();
    let cost = |it: &System| stakes::offline(*it);
    let own = ship.side == side;
    let chosen = if own { systems.min_by_key(cost) } else { systems.max_by_key(cost) };
    chosen.unwrap_or(System::Core)
}
