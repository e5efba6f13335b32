//! How the computer players judge. Taste, never rules.

mod choices;
pub(crate) mod judge;

use dice::Dice;
use engine::{Game as _, Outcome, Seat, Tactics};

use self::judge::{Craft, Spot};
use crate::{
    Battle, Order,
    acts::Act,
    boarding,
    craft::{
        self,
        tactics::{self as wings, fights, strikes},
    },
    damage::{self},
    fire::{self},
    jumps::{ftl, gates, riders},
    menu,
    movement::plot::{self, Burn, Helm, Plot},
    options::Edges,
    orders::{self, Mode, Orders, ShipOrder, Written},
    ordnance::{self, mines::tactics as mines, opening, tactics as cover},
    phases::Phase,
    sensors::{self},
    setup::{
        deploy,
        tactics::{self as goals, Errand},
        victory::{self, Ruin},
    },
    ship::{IconId, Motion, ShipId, Status},
    terrain::{rounds, tactics as rocks},
    weapons::Gun,
    yard::design::Kind,
};

/// How a player weighs places.
#[derive(Clone, Copy, Debug)]
struct Taste {
    /// What a point taken weighs against one dealt, out of 1,000.
    fear: i64,
    /// What the turn after weighs, if everybody drifts on.
    next: i64,
    /// What each tenth of an MU beyond `range` costs.
    near: i64,
    /// In tenths of an MU.
    range: i64,
    /// Faster than that it sweeps past.
    speed: i64,
}

const STEADY: Taste = Taste { fear: 400, next: 500, near: 400, range: 90, speed: 12 };
const WARY: Taste = Taste { fear: 900, next: 600, near: 200, range: 120, speed: 12 };
const BOLD: Taste = Taste { fear: 150, next: 300, near: 600, range: 60, speed: 14 };
const AFAR: Taste = Taste { fear: 600, next: 700, near: 300, range: 220, speed: 16 };

impl Tactics for Battle {
    #[expect(clippy::wildcard_enum_match_arm, reason = "a cadet leaves every other decision to chance")]
    fn cadet(&self, seat: Seat, dice: &mut Dice) -> Order {
        match &self.phase {
            Phase::Orders | Phase::Replot { .. } if !dice.one_in(4) => {
                Order::Orders(steer(self, seat, &drifting(self, seat), &closing))
            }
            Phase::Fire { .. } if !dice.one_in(4) => fire::tactics::shoot(self, seat, &|_| 1_000),
            Phase::Wings { .. } if !dice.one_in(4) => wings::order(self, seat),
            Phase::Cross { .. } | Phase::Duties { .. } | Phase::Repel { .. } => self.captain(seat, dice),
            Phase::Attacks { .. } | Phase::Dogfights { .. } | Phase::Runs { .. } | Phase::Evade { .. }
                if !dice.one_in(4) =>
            {
                self.captain(seat, dice)
            }
            _ => self.sample_order(seat, dice),
        }
    }

    fn captain(&self, seat: Seat, dice: &mut Dice) -> Order {
        match &self.phase {
            Phase::Setup | Phase::Over { .. } => Order::Concede,
            Phase::Muster { .. } => Order::Muster(sensors::sample_muster(self, seat, dice)),
            Phase::Plans { .. } => Order::Plans(ftl::usual(self, seat)),
            Phase::Scan { .. } => Order::Scan(sensors::usual(self, seat)),
            Phase::Settings { .. } => Order::Settings(Vec::new()),
            Phase::Arrange { .. } => Order::Arrange(self.initiative[1..].to_vec()),
            Phase::Deploy { .. } => {
                let ship = deploy::placeable(self, seat)[0];
                Order::Deploy(deploy::usual(self, seat, ship))
            }
            Phase::Rounds { .. } => Order::Rounds(rounds::usual(self, seat)),
            Phase::Features { .. } => Order::Features(deploy::spread_features(self)),
            Phase::Orders | Phase::Replot { .. } => {
                Order::Orders(steer(self, seat, &drifting(self, seat), &|it| weigh(it, STEADY)))
            }
            Phase::Opening { .. } => Order::Opening(opening::usual(self, seat)),
            Phase::Launch { .. } => {
                fights::launch(self, seat).unwrap_or_else(|| ordnance::tactics::launch(self, seat))
            }
            Phase::Attacks { .. } | Phase::Dogfights { .. } | Phase::Runs { .. } | Phase::Evade { .. } => {
                fights::usual(self, seat).expect("a phase of small craft")
            }
            Phase::Wings { .. } => wings::order(self, seat),
            Phase::Parting { .. } => Order::Parting(craft::moves::may_part(self, seat)),
            Phase::Scramble { .. } => wings::scramble(self, seat),
            Phase::Defence { .. } => Order::Defend(cover::usual(self, seat)),
            Phase::Fire { .. } => fire::tactics::shoot(self, seat, &|_| 1_000),
            Phase::Cross { .. } => Order::Cross(boarding::usual_crossings(self, seat)),
            Phase::Duties { .. } => Order::Duties(boarding::usual_duties(self, seat)),
            Phase::Repel { .. } => Order::Repel(boarding::usual_stand_of(self, seat)),
            Phase::Share { .. } => Order::Share(riders::usual(self, seat)),
            Phase::Emp { .. } => Order::Emp(damage::tactics::emp(self, seat)),
            Phase::Repairs { .. } => Order::Repair(damage::tactics::mend(self, seat)),
            Phase::Cores { .. } => Order::Cores(Vec::new()),
            Phase::Chase { .. } => Order::Chase(true),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other phase has its choices in one place")]
    fn candidates(&self, seat: Seat, n: usize, dice: &mut Dice) -> Vec<Order> {
        let mut orders = vec![self.captain(seat, dice)];
        match &self.phase {
            Phase::Orders | Phase::Replot { .. } => {
                // What would meet the enemy captains where they will be; then other tempers.
                let foes = expected(self, seat);
                let mut add = |foes: &[Craft<'_>], taste: Taste| {
                    orders.push(Order::Orders(steer(self, seat, foes, &|it| weigh(it, taste))));
                };
                [STEADY, WARY, BOLD, AFAR].into_iter().for_each(|taste| add(&foes, taste));
                let drifting = drifting(self, seat);
                [WARY, BOLD, AFAR].into_iter().for_each(|taste| add(&drifting, taste));
            }
            Phase::Fire { .. } => {
                let foes = self.active_ships().filter(|&id| self.ship(id).side != seat.0);
                let favour =
                    |foe| fire::tactics::shoot(self, seat, &|id| if id == foe { 2_500 } else { 1_000 });
                orders.extend(foes.map(favour));
            }
            _ => orders.extend(choices::others(self, seat, &orders[0])),
        }
        let mut distinct: Vec<Order> = Vec::new();
        for order in orders {
            if !distinct.contains(&order) && distinct.len() < n.max(1) {
                distinct.push(order);
            }
        }
        distinct
    }

    /// Points, the state of the ships, the fire still due in this turn, and where everybody points.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing hangs in the balance in any other phase")]
    fn evaluate(&self, seat: Seat) -> i32 {
        match &self.phase {
            Phase::Over { outcome: Outcome::Draw } => return 0,
            Phase::Over { outcome: Outcome::Won(seats) } => {
                return if seats.contains(seat) { 10_000 } else { -10_000 };
            }
            _ => (),
        }
        let total: i64 = self.field.ship_ids().map(|id| i64::from(self.field.blueprint(id).points)).sum();
        let mut due = due(self);
        let mut lead = 0;
        if is_struck(self) {
            let incoming = strikes::incoming(self);
            for (ship, blow) in incoming.blows {
                due[ship.index()] += blow;
            }
            for (id, down) in incoming.lost {
                let lost = down * i64::from(self.craft_worth(id));
                lead += if self.group(id).owner == seat { -lost } else { lost };
            }
        }
        for id in self.field.ship_ids() {
            let blueprint = self.field.blueprint(id);
            let points = i64::from(blueprint.points - blueprint.craft);
            let lost = match victory::ruin(self, id) {
                Ruin::Lost => 1_000,
                // Half of its points even with its hull whole.
                Ruin::Crippled => judge::ruined(self, id, due[id.index()]).max(500),
                Ruin::Damaged | Ruin::None => judge::ruined(self, id, due[id.index()]),
            };
            // FT-VIC.3: whole for a cripple, so half of the way there is worth half of it.
            let bonus = i64::from(self.field.berth(id).bonus) * (2 * lost).min(1_000);
            let lost = points * lost + bonus + choices::spent_ordnance(self, id);
            lead += if self.ship(id).owner == seat { -lost } else { lost };
        }
        for id in self.group_ids() {
            let lost = choices::spent_craft(self, id);
            lead += if self.group(id).owner == seat { -lost } else { lost };
        }
        let decided = goals::decided(self, seat);
        (lead * 20 / total.max(1) + decided).clamp(-9_000, 9_000) as i32
    }

    /// A turn's plots are judged by where they lead and by the fire then due.
    fn foresight(&self, _seat: Seat) -> u32 {
        0
    }

    /// Fire and attacks that are due are judged by their average, without the luck of the dice.
    fn foresees(&self) -> bool {
        matches!(self.phase, Phase::Fire { .. }) || is_struck(self)
    }
}

/// Missiles have homed and fighters have named their targets, and nothing has hit yet.
fn is_struck(battle: &Battle) -> bool {
    matches!(battle.phase, Phase::Defence { .. } | Phase::Runs { .. })
}

/// Points, in thousandths, that each ship may expect from the fire still due, and a share of that of
/// the next turn if all drift on.
fn due(battle: &Battle) -> Vec<i64> {
    let crafts: Vec<Craft<'_>> =
        battle.active_ships().map(|id| Craft::new(battle, id, battle.ship(id).motion)).collect();
    let mut due = vec![0; battle.ships.len()];
    let now = matches!(battle.phase, Phase::Fire { .. }) || is_struck(battle);
    for craft in &crafts {
        let ship = battle.ship(craft.id);
        let foes = || crafts.iter().filter(|foe| battle.ship(foe.id).side != ship.side);
        let mut blow = |fire: &dyn Fn(&Craft<'_>) -> i64, share: i64| {
            let best = foes().map(|foe| (fire(foe) * foe.worth / 1_000, foe)).max_by_key(|it| it.0);
            if let Some((_, foe)) = best {
                due[foe.id.index()] += fire(foe) * share / 1_000;
            }
        };
        if now && !ship.fired {
            blow(&|foe| craft.fire(&craft.there, &foe.there, foe), 1_000);
        }
        blow(&|foe| craft.fire(&craft.then, &foe.then, foe), 400);
    }
    due
}

/// Enemies where they drift to.
fn drifting(battle: &Battle, seat: Seat) -> Vec<Craft<'_>> {
    let foes = battle.active_ships().filter(|&id| battle.ship(id).owner != seat);
    foes.map(|id| Craft::new(battle, id, judge::held(battle, id, battle.ship(id).motion))).collect()
}

/// Enemies where their captains would take them.
fn expected(battle: &Battle, seat: Seat) -> Vec<Craft<'_>> {
    let mut all = Vec::new();
    for other in (0..battle.field.seats()).map(Seat).filter(|&other| other != seat) {
        let orders = steer(battle, other, &drifting(battle, other), &|it| weigh(it, STEADY));
        for id in battle.own_ships(other) {
            let from = battle.ship(id).motion;
            let plot = orders.ships.iter().find(|it| it.ship == id).map(|it| &it.plot);
            let to = match plot {
                None | Some(Plot::Hold) => judge::held(battle, id, from),
                Some(plot) => plot::fly(from, plot).motion,
            };
            all.push(Craft::new(battle, id, to));
        }
    }
    all
}

/// A plot to be judged: the ship where it would be, its speed, and the others.
struct Choice<'a> {
    craft: &'a Craft<'a>,
    there: Spot,
    then: Spot,
    /// The thrust of a vector ship, that has to brake as long as it has burnt.
    brakes: Option<u8>,
    velocity: i64,
    foes: &'a [Craft<'a>],
}

/// The best plot of every ship, by itself.
fn steer(battle: &Battle, seat: Seat, foes: &[Craft<'_>], judge: &dyn Fn(&Choice<'_>) -> i64) -> Orders {
    let mut orders = Orders::default();
    let things = battle.things_then();
    let field = mines::threats(battle, seat.0);
    let mut jumps = Vec::new();
    let quarry = goals::quarry(battle, seat);
    let again = if let Phase::Replot { ships } = &battle.phase { Some(ships) } else { None };
    // FT-11.7.2: riders part as soon as they may.
    let crews = battle.crews(seat).chain(battle.detachable(seat).filter(|_| again.is_none()));
    for id in crews.filter(|&id| battle.base_lead(id) == id) {
        if again.is_some_and(|ships| !ships.contains(&id)) {
            continue;
        }
        let from = battle.motion(id);
        let drive = battle.drive(id);
        let craft = Craft::new(battle, id, from);
        let errand = goals::errand(battle, id);
        let goes = errand == Some(Errand::Jump);
        let snare = goals::snare(battle, id);
        let best = menu::plots(battle, id)
            .into_iter()
            .map(|plot| {
                let voyage = battle.voyage(id, &plot, 0);
                let to = voyage.flight.motion;
                let drift = plot::fly(to, &Plot::Hold).motion;
                let (there, then) = (Spot::of(&to), Spot::of(&drift));
                let brakes = to.drift.map(|_| drive.rating);
                let velocity = i64::from(to.velocity);
                let choice = Choice { craft: &craft, there, then, brakes, velocity, foes };
                let safe = rocks::safety(battle, id, &things, &voyage, drift)
                    + mines::danger(&field, from.at, &voyage.flight, &craft);
                let place = match errand {
                    Some(Errand::Leave(edge)) => {
                        goals::nearing(battle, edge, to, drift) - risk(&choice, snare)
                    }
                    _ => {
                        let stays = stay(battle, to, drift, drive.rating, drive.turning);
                        // On its way it looks less at the guns.
                        if goes {
                            stays + judge(&choice) / 2 + goals::rising(battle, to)
                        } else {
                            stays + judge(&choice) - behind(&choice, &quarry)
                        }
                    }
                };
                (place + safe, plot)
            })
            .max_by_key(|it| it.0);
        let Some((_, plot)) = best else { continue };
        let written = Written { plot: plot.clone(), ..Written::default() };
        let mut order = ShipOrder::new(id, Plot::Hold);
        order.detach = battle.carrier(id).is_some();
        order.modes = great_guns(battle, id, plot::fly(from, &Plot::Hold).motion, foes);
        // Whoever has been seen already loses nothing by looking.
        order.scan =
            again.is_none() && !battle.ship(id).bogey && battle.may_scan(id) && worth_a_scan(battle, id);
        let armed = order.modes.iter().any(|it| it.1 == Mode::Arm);
        // FT-8.1.2, FT-8.1.6: flight operations want a steady course.
        let ahead = plot::fly(from, &Plot::Hold).motion;
        let beyond = plot::fly(ahead, &Plot::Hold).motion;
        let clear = again.is_none() && -1_000_000 < stay(battle, ahead, beyond, drive.rating, drive.turning);
        order.launch = if clear { wings::launches(battle, id) } else { Vec::new() };
        let busy = !order.launch.is_empty() || (clear && wings::awaits(battle, id));
        if goes
            && again.is_none()
            && !armed
            && !busy
            && let Some(spot) = goals::warms_up(battle, id, &jumps)
        {
            order.ftl = true;
            jumps.push(spot);
        }
        if !armed
            && !order.ftl
            && !battle.is_leaving(id)
            && !busy
            && plot != Plot::Hold
            && battle.base_mates(id).all(|it| orders::can_fly(battle, it, &written))
        {
            order.plot = plot;
        }
        if again.is_none() && battle.ship(id).is_active() && !battle.ship(id).is_adrift(battle.turn) {
            let flight = plot::fly(from, &order.plot);
            let there = Spot::of(&flight.motion);
            let away = foes.iter().map(|foe| there.away(&foe.there)).min().unwrap_or(i64::MAX);
            let quiet = order.launch.is_empty();
            order.sweep = quiet && mines::sweeps(battle, id, &field, from.at, &flight, 36_000 < away);
            order.mines = mines::lays(battle, id, away < 30_000);
            // FT-12.1.4: nobody lays anything as a bogey.
            order.show = battle.may_show(id) && !order.mines.is_empty();
            if battle.barred_with(&order, Act::LayMines).is_some() {
                order.mines.clear();
            }
            if !armed && !busy && !order.ftl && order.mines.is_empty() {
                order.cloak = hides(battle, id, &craft, &there, foes);
            }
        }
        if order != ShipOrder::new(id, Plot::Hold) {
            orders.ships.push(order);
        }
    }
    if again.is_none() {
        for id in battle.field.ship_ids().filter(|&id| battle.ship(id).owner == seat) {
            if let Status::Left { edge, back: Some(turn) } = battle.ship(id).status
                && turn == battle.turn
            {
                orders.entries.push(orders::middle_of(battle, id, edge));
            }
        }
        (orders.gates, orders.arrivals) = gates::usual(battle, seat);
    }
    orders
}

/// Bogeys that passive sensors will not see, and a scan will.
fn worth_a_scan(battle: &Battle, id: ShipId) -> bool {
    let at = |id: ShipId| plot::fly(battle.ship(id).motion, &Plot::Hold).motion.at;
    let reach = geometry::Length::units(battle.scan_range(id));
    let bogeys = battle
        .active_ships()
        .filter(|&to| battle.ship(to).bogey && battle.ship(to).side != battle.ship(id).side);
    bogeys.into_iter().any(|to| (at(to) - at(id)).within(reach))
}

/// Wave guns are charged when they can be; great guns are made ready when somebody will be before
/// the bow.
fn great_guns(battle: &Battle, id: ShipId, at: Motion, foes: &[Craft<'_>]) -> Vec<(IconId, Mode)> {
    let ship = battle.ship(id);
    if !ship.is_active() || ship.cloaked {
        return Vec::new();
    }
    let guns = battle.working(id, |kind| matches!(kind, Kind::Gun(Gun::Nova(_) | Gun::Wave(_))));
    let spot = Spot::of(&at);
    let ahead = |near: i64, far: i64| foes.iter().any(|foe| spot.is_ahead(&foe.there, near, far));
    let mode = |icon: IconId| match battle.field.blueprint(id).kind(icon) {
        Some(Kind::Gun(Gun::Nova(_))) => ahead(6, 24).then_some(Mode::Arm),
        Some(Kind::Gun(Gun::Wave(_))) if ship.charge(icon) < 6 => Some(Mode::Charge),
        _ => ahead(0, 36).then_some(Mode::Discharge),
    };
    guns.filter_map(|icon| Some((icon, mode(icon)?))).collect()
}

/// A cloak for a turn where others would do much and it could do little; FT-VIC.1: never until the end.
fn hides(battle: &Battle, id: ShipId, craft: &Craft<'_>, there: &Spot, foes: &[Craft<'_>]) -> Option<u8> {
    battle.may_cloak(id)?;
    if battle.field.scenario.turns <= battle.turn + 1 {
        return None;
    }
    let dealt =
        foes.iter().map(|foe| craft.fire(there, &foe.there, foe) * foe.worth / 1_000).max().unwrap_or(0);
    let taken: i64 = foes.iter().map(|foe| foe.fire(&foe.there, there, craft)).sum();
    let hurt = taken * craft.worth / 1_000;
    (1_500 < taken && 2 * dealt < hurt).then_some(1)
}

/// A ship that leaves is lost; one that can hardly help leaving soon is in danger.
fn stay(battle: &Battle, to: Motion, drift: Motion, rating: u8, turning: u8) -> i64 {
    if battle.field.options.edge == Edges::Floating {
        return 0;
    }
    if !battle.is_on_table(to.at) {
        return -100_000_000;
    }
    let stays = battle.is_on_table(drift.at);
    // A vector ship burns the other way as hard as it can.
    if to.drift.is_some() {
        let saved = (-5..=6_i8).any(|rotation| {
            let burns = [Burn::Rotate(rotation), Burn::Main(rating)].into_iter().collect();
            0 < turning && battle.is_on_table(plot::fly(to, &Plot::Burns(burns)).motion.at)
        });
        return if stays { 0 } else { -in_danger(saved) };
    }
    if stays && battle.is_on_table(plot::fly(drift, &Plot::Hold).motion.at) {
        return 0;
    }
    // Turned away as hard as it can until it goes along the edge, braking with the rest; or braking alone.
    let turn = turning.clamp(1, 6);
    let saved = [-1, 0, 1].into_iter().any(|way| {
        let mut at = to;
        let used = if way == 0 { 0 } else { turn };
        (0..3_u8.div_ceil(turn).max(2)).all(|_| {
            let slower = i16::from(rating.saturating_sub(used)).min(at.velocity as i16) as i8;
            let helm = Helm { turn: way * used as i8, second: None, thrust: -slower };
            at = plot::fly(at, &Plot::Helm(helm)).motion;
            battle.is_on_table(at.at)
        })
    });
    if stays && saved { 0 } else { -in_danger(saved) }
}

/// What it costs to be about to leave, in the coin of plots.
fn in_danger(saved: bool) -> i64 {
    if saved { 150_000 } else { 10_000_000 }
}

/// What it would deal less what it would take, now and if all drift on; near enough, and not too fast.
fn weigh(choice: &Choice<'_>, taste: Taste) -> i64 {
    let Choice { craft, there, then, brakes, velocity, foes } = choice;
    let fear = if craft.shy { 1_500 } else { taste.fear };
    let exchange = |own: &Spot, of: fn(&Craft<'_>) -> Spot| {
        let (mut first, mut second, mut taken) = (0, 0, 0);
        for foe in *foes {
            let at = of(foe);
            let dealt = craft.fire(own, &at, foe).min(foe.left) * foe.worth / 1_000;
            if first < dealt {
                (first, second) = (dealt, first);
            } else {
                second = second.max(dealt);
            }
            taken += foe.fire(&at, own, craft);
        }
        let more = if 1 < craft.controls { second / 6 } else { 0 };
        (first + more) * 1_000 - taken * craft.worth / 1_000 * fear
    };
    let now = exchange(there, |foe| foe.there);
    let next = exchange(then, |foe| foe.then);
    let away = match brakes {
        Some(rating) => foes.iter().map(|foe| there.abreast(then, *rating, foe)).min(),
        None => there.nearest(foes.iter().map(|foe| &foe.there)),
    };
    let away = away.unwrap_or(0) / 100;
    if craft.shy {
        return now + next * taste.next / 1_000 + away.min(480) * 8_000;
    }
    let sweeping = (velocity - taste.speed).max(0) * 60_000;
    now + next * taste.next / 1_000 - (away - taste.range).max(0) * taste.near * 10 - sweeping
}

/// What it costs to pass by the enemies on the way out, in the coin of the way that is left.
fn risk(choice: &Choice<'_>, snare: Option<(i64, usize)>) -> i64 {
    let Choice { craft, there, then, foes, .. } = choice;
    let taken: i64 = foes.iter().map(|foe| foe.fire(&foe.there, there, craft)).sum();
    let later: i64 = foes.iter().map(|foe| foe.fire(&foe.then, then, craft)).sum();
    let caught = snare.map_or(0, |(within, least)| {
        // A little more than that: nobody knows where they will be.
        let margin = within + 1_000;
        let near = foes.iter().filter(|foe| there.away(&foe.there) < margin).count();
        let soon = foes.iter().filter(|foe| then.away(&foe.then) < margin).count();
        let danger = |n: usize| (n as i64).min(least as i64);
        danger(near) * 600_000 + danger(soon) * 200_000
    });
    (taken + later / 2) * craft.worth / 1_000 * 100 + caught
}

/// How far a ship would be from being one of those that catch, in the coin of plots.
fn behind(choice: &Choice<'_>, quarry: &[ShipId]) -> i64 {
    let near = choice.foes.iter().filter(|foe| quarry.contains(&foe.id));
    let away = choice.there.nearest(near.map(|foe| &foe.there));
    away.map_or(0, |it| (it - 11_000).max(0) * 100)
}

/// As a beginner: towards the nearest, at an easy speed.
fn closing(choice: &Choice<'_>) -> i64 {
    let away = choice.foes.iter().map(|foe| choice.there.away(&foe.there) / 100).min().unwrap_or(0);
    -away - (choice.velocity - 8).abs() * 5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{library, yard::design::Arc};

    /// FT-4.5.1, FT-4.2.5: a cruiser's fire is strongest ahead and close, none goes aft, and the quick
    /// judgement knows it.
    #[test]
    fn rule_4_5_1_firepower_by_arc_and_range() {
        let scenario = library::scenario("intro");
        let battle = Battle::set_up(&scenario.options, &scenario).expect("the introductory scenario");
        let blueprint = battle.field.blueprint(ShipId(0));
        let ahead = blueprint.firepower[0][Arc::F.index()];
        assert!(ahead[0] > ahead[3] && ahead[3] > ahead[5] && ahead[6] == 0, "{ahead:?}");
        assert_eq!(blueprint.firepower[0][Arc::A.index()], [0; 12]);
        let motion = |x: i32, y: i32, facing: i32| Motion {
            at: geometry::Point::units(x, y),
            facing: crate::movement::clock::Clock::TWELVE.turned(facing),
            ..battle.ship(ShipId(0)).motion
        };
        let mut scenario = library::scenario("line-of-battle");
        scenario.options.core_systems = false;
        let mut line = Battle::set_up(&scenario.options, &scenario).expect("a supplied scenario");
        line.turn = 1;
        let own = Craft::new(&line, ShipId(0), motion(0, 0, 0));
        let foe = Craft::new(&line, ShipId(4), motion(0, 0, 0));
        let fire = |facing: i32, x: i32, y: i32| {
            own.fire(&Spot::of(&motion(0, 0, facing)), &Spot::of(&motion(x, y, 0)), &foe)
        };
        assert!(0 < fire(0, 0, 10) && fire(6, 0, 10) == 0, "ahead, and not aft");
        assert_eq!(fire(0, 0, 10), fire(3, 10, 0), "the frame does not matter");
    }
}
