// What events look like: ships that move together, shots from gun to target with
// their figures, threshold checks, repairs, while the shown view catches up.
import { ease } from '../../board/camera';
import { along, bearing, distance, onPath, pathLength, turnBetween } from '../../board/geometry';
import type { Cue, Moment } from '../../board/timeline';
import type { Point, Shot, Tone } from '../../board/types';
import type { Line } from '../../wire';
import { warheadShape } from './counters';
import { degrees, turned } from './flight';
import { placesOf } from './flying';
import { iconName, vessels } from './model';
import { blastOf } from './figures';
import { tone } from './scene';
import { words } from './texts';
import { wingId, wingPlaces } from './wings';
import type { GameEvent, Group, Marker, ShipState, Tally, View } from './types';

const union = (a: number[], b: number[] | undefined) => [...new Set([...a, ...(b ?? [])])];

/** The view after an event, as far as the table shows it. The server's view is the truth. */
export function applied(view: View, event: GameEvent): View {
  const ship = (index: number, change: (it: ShipState) => Partial<ShipState>): View => ({
    ...view,
    ships: view.ships.map((it, i) => (i === index ? { ...it, ...change(it) } : it)),
  });
  const { deploy, phase, movement, fire, damage, checks, blasts, repairs, victory, cloaks, sweeps } = event;
  if (deploy?.placed) {
    const { at, facing, velocity } = deploy.placed;
    return ship(deploy.placed.ship, (it) => ({ status: 'active', motion: { ...it.motion, at, facing, velocity } }));
  }
  if (phase?.entered) return { ...view, phase: phase.entered.phase };
  if (phase?.turn_began) return { ...view, turn: phase.turn_began.turn, ships: view.ships.map((it) => ({ ...it, fired: false, used: [] })) };
  const rank = phase?.initiative ?? phase?.arranged;
  if (rank) return { ...view, initiative: rank.order };
  if (event.orders?.strained) {
    const { hits } = event.orders.strained;
    return ship(event.orders.strained.ship, (it) => ({ drive_hits: Math.min(2, it.drive_hits + hits) }));
  }
  if (movement?.moved) {
    const { to, roll, active, turrets } = movement.moved;
    return ship(movement.moved.ship, (it) => ({
      motion: to,
      rolled: it.rolled !== !!roll,
      active: !!active,
      turrets: it.turrets.map((arc, n) => turrets?.find((other) => other[0] === n)?.[1] ?? arc),
    }));
  }
  if (movement?.left) {
    const { edge, back } = movement.left;
    return ship(movement.left.ship, () => ({ status: { left: { edge, back } } }));
  }
  if (movement?.returned) {
    const { at, facing } = movement.returned;
    return ship(movement.returned.ship, (it) => ({ status: 'active', motion: { ...it.motion, at, facing } }));
  }
  if (movement?.worn) {
    const { hits } = movement.worn;
    return ship(movement.worn.ship, (it) => ({ drive_hits: Math.min(2, it.drive_hits + hits) }));
  }
  if (fire?.spinal_fired) {
    const { weapon } = fire.spinal_fired;
    return ship(fire.spinal_fired.ship, (it) => ({ used: union(it.used, [weapon]) }));
  }
  if (fire?.chosen) return ship(fire.chosen.ship, () => ({ fired: true }));
  if (fire?.fired) {
    const { weapons, target, tally } = fire.fired;
    const shot = ship(fire.fired.ship, (it) => ({ used: union(it.used, weapons) }));
    return tally.kills?.length ? applied2(shot, target, (it) => ({ doomed: union(it.doomed, tally.kills) })) : shot;
  }
  if (damage?.struck) {
    const { armour, hull } = damage.struck;
    return ship(damage.struck.ship, (it) => ({ armour, hull_lost: it.hull_lost + hull }));
  }
  if (damage?.destroyed) return ship(damage.destroyed.ship, () => ({ status: 'destroyed' }));
  if (damage?.fire_ended) {
    return damage.fire_ended.killed.reduce((now, [index, icons]) => applied2(now, index, (it) => ({ gone: union(it.gone, icons), doomed: [] })), view);
  }
  if (damage?.emp_tested) {
    const { icon, failed } = damage.emp_tested;
    return ship(damage.emp_tested.ship, (it) => (failed > 0 ? knocked(view, damage.emp_tested!.ship, it, icon, failed) : {}));
  }
  if (damage?.core_chosen) {
    const { choice } = damage.core_chosen;
    return ship(damage.core_chosen.ship, (it) => (choice === 'dump' ? { core: { ...it.core, dumped: true } } : choice === 'abandon' ? { status: 'hulk' } : {}));
  }
  if (damage?.core_rolled?.blown) return ship(damage.core_rolled.ship, () => ({ status: 'destroyed' }));
  if (damage?.suffocated) return ship(damage.suffocated.ship, () => ({ status: 'hulk' }));
  if (checks?.checked) {
    const { damaged, gone, drive, row } = checks.checked;
    return ship(checks.checked.ship, (it) => ({ rows_checked: row, damaged: union(it.damaged, damaged), gone: union(it.gone, gone), drive_hits: Math.min(2, it.drive_hits + drive) }));
  }
  if (checks?.hangars_checked) {
    const { damaged } = checks.hangars_checked;
    return ship(checks.hangars_checked.ship, (it) => ({ damaged: union(it.damaged, damaged) }));
  }
  if (checks?.hangar_tested) {
    const { points } = checks.hangar_tested;
    return ship(checks.hangar_tested.ship, (it) => ({ hull_lost: it.hull_lost + points }));
  }
  if (checks?.colours_tested?.struck) return ship(checks.colours_tested.ship, () => ({ status: 'struck' }));
  if (checks?.course_tested) {
    const { way } = checks.course_tested;
    if (way !== null) return ship(checks.course_tested.ship, (it) => ({ motion: { ...it.motion, facing: turned(it.motion.facing, way <= 3 ? 1 : -1) } }));
  }
  if (blasts?.detonated) return ship(blasts.detonated.ship, () => ({ status: 'destroyed' }));
  if (repairs?.regenerated) {
    const { layer, healed, dead } = repairs.regenerated;
    return ship(repairs.regenerated.ship, (it) => ({ armour: it.armour.map((one, k) => (k === layer ? { ...one, regenerative: one.regenerative + healed, hurt: Math.max(0, one.hurt - healed - dead) } : one)) }));
  }
  if (repairs?.worked?.repaired) {
    const { icon } = repairs.worked;
    const drive = vessels(view)[repairs.worked.ship]?.display.icons[icon]?.symbol === 'drive';
    return ship(repairs.worked.ship, (it) => (drive ? { drive_hits: Math.max(0, it.drive_hits - 1) } : { damaged: it.damaged.filter((other) => other !== icon) }));
  }
  if (cloaks?.switched) {
    const { off } = cloaks.switched;
    return ship(cloaks.switched.ship, () => ({ off }));
  }
  if (cloaks?.cloaked) return ship(cloaks.cloaked.ship, () => ({ cloaked: true }));
  if (cloaks?.uncloaked) return ship(cloaks.uncloaked.ship, () => ({ cloaked: false }));
  if (cloaks?.vanished) return ship(cloaks.vanished.ship, () => ({ status: 'cloaked' }));
  if (cloaks?.appeared) {
    const { to, rolled, turrets } = cloaks.appeared;
    return ship(cloaks.appeared.ship, () => ({ status: 'active', motion: to, rolled, turrets }));
  }
  if (sweeps?.readied) {
    const { ready } = sweeps.readied;
    return ship(sweeps.readied.ship, () => ({ ready }));
  }
  if (sweeps?.nova_fired) return { ...view, novas: [...(view.novas ?? []), sweeps.nova_fired.nova] };
  const { ordnance, defence } = event;
  if (ordnance?.placed) {
    const { weapon, marker } = ordnance.placed;
    return { ...ship(marker.ship, (it) => ({ used: union(it.used, [weapon]) })), markers: [...(view.markers ?? []), marker] };
  }
  if (ordnance?.rockets) {
    const { weapon, marker } = ordnance.rockets;
    return { ...ship(ordnance.rockets.ship, (it) => ({ used: union(it.used, [weapon]), spent: union(it.spent, [weapon]) })), markers: [...(view.markers ?? []), ...(marker ? [marker] : [])] };
  }
  if (ordnance?.homed) {
    const { marker, target } = ordnance.homed;
    return { ...view, markers: view.markers?.map((it) => (it.number === marker ? { ...it, target } : it)) };
  }
  if (ordnance?.lost) return { ...view, markers: view.markers?.filter((it) => it.number !== ordnance.lost!.marker) };
  if (defence?.defended) {
    const { marker, stopped } = defence.defended;
    return { ...view, markers: view.markers?.map((it) => (it.number === marker ? { ...it, stopped: it.stopped + stopped } : it)) };
  }
  if (defence?.hit) return { ...view, markers: view.markers?.filter((it) => it.number !== defence.hit!.marker) };
  const { hangars, wings } = event;
  if (hangars?.launched) {
    const { ship: from, groups } = hangars.launched;
    const at = view.ships[from]?.motion;
    return wing(view, groups, (it) => ({ post: 'flying', at: at?.at ?? it.at, facing: at?.facing ?? it.facing, deeds: { ...it.deeds, launched: true } }));
  }
  if (hangars?.landed) {
    const { group, ship: on, bays } = hangars.landed;
    return wing(view, [group], () => ({ post: { aboard: { ship: on, bays, ready: 0 } } }));
  }
  if (hangars?.perished) {
    const { group, craft } = hangars.perished;
    return wing(view, [group], (it) => lost(it, craft));
  }
  if (hangars?.released) return wing(view, [hangars.released.group], () => ({ post: 'flying' }));
  if (hangars?.merged) {
    const { from, into } = hangars.merged;
    const more = view.groups?.[from]?.left ?? 0;
    return wing(wing(view, [into], (it) => ({ left: it.left + more })), [from], () => ({ left: 0, post: 'destroyed' }));
  }
  if (wings?.flew) {
    const { group, to, facing, contact, cost } = wings.flew;
    return wing(view, [group], (it) => ({ at: to, facing, post: 'flying', cef: Math.max(0, it.cef - cost), deeds: { ...it.deeds, moved: true, contact } }));
  }
  if (wings?.screened) {
    const { group, ship: of, cost } = wings.screened;
    return wing(view, [group], (it) => ({ post: { screening: { ship: of } }, cef: Math.max(0, it.cef - cost), deeds: { ...it.deeds, moved: true } }));
  }
  if (wings?.guarded) {
    const { group, of, cost } = wings.guarded;
    return wing(view, [group], (it) => ({ post: { guarding: { group: of } }, cef: Math.max(0, it.cef - cost), deeds: { ...it.deeds, moved: true } }));
  }
  if (wings?.pursued) {
    const { group, ship: of } = wings.pursued;
    return wing(view, [group], (it) => ({ post: { pursuing: { ship: of } }, deeds: { ...it.deeds, moved: true } }));
  }
  if (wings?.carried) {
    const { group, to, facing } = wings.carried;
    return wing(view, [group], () => ({ at: to, facing }));
  }
  if (wings?.left) return wing(view, [wings.left.group], () => ({ post: 'away' }));
  if (event.scramble?.tried) {
    const { ship: from, out = [] } = event.scramble.tried;
    const at = view.ships[from]?.motion;
    return wing(view, out.map((it) => it[0]), (it) => ({ post: 'flying', at: at?.at ?? it.at, deeds: { ...it.deeds, launched: true } }));
  }
  const { attacks, dogfights, runs, evasion, gunboats } = event;
  if (attacks?.declared) return attacks.declared.attacks.reduce((now, { group, target }) => wing(now, [group], (it) => ({ deeds: { ...it.deeds, target } })), view);
  if (event.craft_launch?.launched) {
    const { group, markers, cef } = event.craft_launch.launched;
    return { ...wing(view, [group], (it) => ({ cef: Math.max(0, it.cef - cef) })), markers: [...(view.markers ?? []), ...markers] };
  }
  const paid = dogfights?.fought ?? dogfights?.intercepted ?? runs?.ran ?? gunboats?.fired;
  if (paid) {
    const stopped = dogfights?.intercepted;
    const now = wing(view, [paid.group], (it) => ({ cef: Math.max(0, it.cef - paid.cef) }));
    return stopped ? { ...now, markers: now.markers?.map((it) => (it.number === stopped.marker ? { ...it, stopped: it.stopped + stopped.kills } : it)) } : now;
  }
  const fallen = dogfights?.fell?.lost ?? gunboats?.sank?.lost;
  if (fallen) return fallen.reduce((now, [group, craft]) => wing(now, [group], (it) => lost(it, craft)), view);
  const downed = event.group_defence?.repelled ?? event.group_defence?.blasted ?? event.group_defence?.raked;
  if (downed) {
    const { group, killed } = downed;
    return wing(view, [group], (it) => lost(it, killed));
  }
  if (evasion?.fired) {
    const { group, killed, weapons } = evasion.fired;
    return wing(ship(evasion.fired.ship, (it) => ({ used: union(it.used, weapons) })), [group], (it) => lost(it, killed));
  }
  if (evasion?.evaded) return wing(view, [evasion.evaded.group], (it) => ({ cef: Math.max(0, it.cef - 1), deeds: { ...it.deeds, evaded: true } }));
  if (event.planets?.crashed) return ship(event.planets.crashed.ship, () => ({ status: 'destroyed' }));
  if (event.planets?.entered) {
    const { fate } = event.planets.entered;
    return ship(event.planets.entered.ship, () => ({ status: fate === 'landed' || fate === 'crash_landed' ? 'landed' : 'destroyed' }));
  }
  if (event.rounds?.came_round) {
    const { at } = event.rounds.came_round;
    return ship(event.rounds.came_round.ship, (it) => ({ status: 'active', motion: { ...it.motion, at } }));
  }
  const { mines, opening, clearing } = event;
  if (mines?.laid) return { ...view, mines: [...(view.mines ?? []), mines.laid.mine] };
  const cleared = mines?.went_off?.mine ?? clearing?.mine_cleared?.mine ?? (mines?.swept && mines.swept.die > 2 ? mines.swept.mine : undefined);
  if (cleared !== undefined) return { ...view, mines: view.mines?.filter((it) => it.number !== cleared) };
  if (opening?.barrage) return { ...view, flak: [...(view.flak ?? []), opening.barrage.flak] };
  if (opening?.flew_on) {
    const { marker, at } = opening.flew_on;
    return { ...view, markers: view.markers?.map((it) => (it.number === marker ? { ...it, at, flies: undefined } : it)) };
  }
  if (opening?.peppered) {
    const { marker, stopped } = opening.peppered;
    return { ...view, markers: view.markers?.map((it) => (it.number === marker ? { ...it, stopped: it.stopped + stopped } : it)) };
  }
  if (clearing?.burnt) return { ...view, markers: view.markers?.filter((it) => it.number !== clearing.burnt!.marker) };
  if (event.boarding?.raided) {
    const { icons } = event.boarding.raided;
    return ship(event.boarding.raided.ship, (it) => ({ gone: union(it.gone, icons) }));
  }
  if (event.boarding?.fought) {
    const { boxes, captured } = event.boarding.fought;
    return ship(event.boarding.fought.ship, (it) => ({ hull_lost: it.hull_lost + boxes, ...(captured === undefined ? {} : { status: { captured: {} } }) }));
  }
  if (event.sensors?.revealed) {
    const { ship: index, design, name, display } = event.sensors.revealed;
    return identified(view, index, design, name, display);
  }
  const { terrain } = event;
  if (terrain?.drifted) {
    const { body, to } = terrain.drifted;
    return { ...view, bodies: view.bodies?.map((it, k) => (k === body ? { ...it, at: to } : it)) };
  }
  if (terrain?.dispersed) return { ...view, bodies: view.bodies?.map((it, k) => (k === terrain.dispersed!.body ? { ...it, gone: true } : it)) };
  if (terrain?.wreck_tested?.debris) return { ...view, bodies: [...(view.bodies ?? []), terrain.wreck_tested.debris] };
  if (terrain?.risked?.crashed) return ship(terrain.risked.ship, () => ({ status: 'destroyed' }));
  if (terrain?.dazzled) {
    const { damaged } = terrain.dazzled;
    return ship(terrain.dazzled.ship, (it) => ({ damaged: union(it.damaged, damaged) }));
  }
  if (isCleared(event)) return { ...view, markers: [] };
  if (victory?.scored) return { ...view, points: victory.scored.points };
  return view;
}

/** All markers are off the table: a bare word among the events. */
function isCleared(event: GameEvent): boolean {
  return (event.defence as unknown) === 'cleared';
}

function wing(view: View, groups: number[], change: (it: Group) => Partial<Group>): View {
  return { ...view, groups: view.groups?.map((it, k) => (groups.includes(k) ? { ...it, ...change(it) } : it)) };
}

function lost(it: Group, craft: number): Partial<Group> {
  const left = Math.max(0, it.left - craft);
  return left > 0 ? { left } : { left, post: 'destroyed' };
}

/** A contact is a ship now, by its class and name. */
function identified(view: View, index: number, design: string | undefined, name: string, display: ShipState | undefined): View {
  let at = index;
  const sides = view.field.scenario.sides.map((side) => {
    const here = at;
    at -= side.ships.length;
    return here < 0 || here >= side.ships.length ? side : { ...side, ships: side.ships.map((berth, k) => (k === here ? { ...berth, design: design ?? berth.design, name } : berth)) };
  });
  return {
    ...view,
    field: { ...view.field, scenario: { ...view.field.scenario, sides } },
    ships: view.ships.map((it, k) => (k === index ? { ...(display ?? it), bogey: false } : it)),
  };
}

function applied2(view: View, index: number, change: (it: ShipState) => Partial<ShipState>): View {
  return { ...view, ships: view.ships.map((it, i) => (i === index ? { ...it, ...change(it) } : it)) };
}

function knocked(view: View, index: number, it: ShipState, icon: number, failed: number): Partial<ShipState> {
  const drive = vessels(view)[index]?.display.icons[icon]?.symbol === 'drive';
  return drive ? { drive_hits: Math.min(2, it.drive_hits + failed) } : { damaged: union(it.damaged, [icon]) };
}

export function pointsOf(tally: Tally): number {
  const sum = (all: number[] | undefined) => (all ?? []).reduce((a, b) => a + b, 0);
  return tally.normal + tally.penetrating + sum(tally.sap) + sum(tally.ap);
}

interface Said {
  ship: number;
  text: string;
  tone: Tone;
}

/** What a figure over a ship says about an event, if anything. */
export function said(event: GameEvent, view: View): Said | null {
  const all = vessels(view);
  const t = words.figures;
  const names = (ship: number, icons: number[]) => [...new Set(icons.map((icon) => iconName(all[ship], icon).replace(/, (class|thrust) \d+.*/, '')))].join(', ');
  const { damage, checks, blasts, repairs, movement, orders, fire, cloaks, sweeps, bases } = event;
  if (damage?.struck) {
    const { ship, armour, hull } = damage.struck;
    const before = view.ships[ship]?.armour.reduce((sum, it) => sum + it.standard + it.regenerative, 0) ?? 0;
    const lost = before - armour.reduce((sum, it) => sum + it.standard + it.regenerative, 0);
    const text = [lost > 0 ? t.armour(lost) : '', hull > 0 ? t.hull(hull) : ''].filter(Boolean).join(', ');
    return text ? { ship, text, tone: 'harm' } : null;
  }
  if (damage?.destroyed) return { ship: damage.destroyed.ship, text: t.destroyed, tone: 'harm' };
  if (damage?.emp_tested) {
    const { ship, icon, failed } = damage.emp_tested;
    return { ship, text: failed > 0 ? t.knocked(names(ship, [icon])) : t.bears(names(ship, [icon])), tone: failed > 0 ? 'harm' : 'muted' };
  }
  if (damage?.core_chosen && damage.core_chosen.choice !== 'hold') return { ship: damage.core_chosen.ship, text: t[damage.core_chosen.choice], tone: 'warn' };
  if (damage?.core_rolled) return { ship: damage.core_rolled.ship, text: damage.core_rolled.blown ? t.blown : t.coreHolds, tone: damage.core_rolled.blown ? 'harm' : 'text' };
  if (damage?.breached) return { ship: damage.breached.ship, text: t.caught, tone: 'harm' };
  if (damage?.suffocated) return { ship: damage.suffocated.ship, text: t.suffocated, tone: 'harm' };
  if (checks?.checked) {
    const { ship, damaged, gone, drive } = checks.checked;
    const engine = vessels(view)[ship]?.display.icons.find((it) => it.symbol === 'drive')?.id;
    const out = names(ship, [...damaged, ...gone, ...(drive > 0 && engine !== undefined ? [engine] : [])]);
    return { ship, text: out ? t.lost(out) : t.holds, tone: out ? 'harm' : 'muted' };
  }
  if (checks?.hangar_tested && checks.hangar_tested.points > 0) return { ship: checks.hangar_tested.ship, text: t.hull(checks.hangar_tested.points), tone: 'harm' };
  if (checks?.bridge_hit) return { ship: checks.bridge_hit.ship, text: t.bridge, tone: 'harm' };
  if (checks?.life_support_hit) return { ship: checks.life_support_hit.ship, text: t.air, tone: 'harm' };
  if (checks?.colours_tested?.struck) return { ship: checks.colours_tested.ship, text: t.struck, tone: 'warn' };
  if (checks?.course_tested && checks.course_tested.way !== null) return { ship: checks.course_tested.ship, text: t.course, tone: 'warn' };
  if (blasts?.detonated) return { ship: blasts.detonated.ship, text: t.destroyed, tone: 'harm' };
  if (blasts?.charge_tested && blasts.charge_tested.dice.length > 0) return { ship: blasts.charge_tested.ship, text: t.caught, tone: 'harm' };
  if (blasts?.rack_exploded) return { ship: blasts.rack_exploded.ship, text: t.hull(blasts.rack_exploded.die), tone: 'harm' };
  if (blasts?.caught) return { ship: blasts.caught.ship, text: t.caught, tone: 'harm' };
  if (repairs?.regenerated && repairs.regenerated.healed > 0) return { ship: repairs.regenerated.ship, text: t.healed(repairs.regenerated.healed), tone: 'text' };
  if (repairs?.worked) {
    const { ship, icon, repaired } = repairs.worked;
    return { ship, text: repaired ? t.repaired(names(ship, [icon])) : t.still(names(ship, [icon])), tone: repaired ? 'text' : 'muted' };
  }
  if (orders?.strained) return { ship: orders.strained.ship, text: orders.strained.works ? t.strainedOk : t.strainedFail, tone: orders.strained.works ? 'text' : 'warn' };
  if (movement?.worn) return { ship: movement.worn.ship, text: t.worn, tone: 'harm' };
  if (fire?.reflected) return { ship: fire.reflected.target, text: t.reflected, tone: 'warn' };
  if (cloaks?.cloaked) return { ship: cloaks.cloaked.ship, text: t.cloaks, tone: 'text' };
  if (cloaks?.uncloaked) return { ship: cloaks.uncloaked.ship, text: t.uncloaks, tone: 'text' };
  if (cloaks?.vanished) return { ship: cloaks.vanished.ship, text: t.vanishes, tone: 'text' };
  if (cloaks?.appeared) return { ship: cloaks.appeared.ship, text: t.appears, tone: 'text' };
  if (sweeps?.readied && sweeps.readied.ready.length > 0) return { ship: sweeps.readied.ship, text: t.readied, tone: 'warn' };
  if (sweeps?.nova_fired) return { ship: sweeps.nova_fired.nova.ship, text: t.nova, tone: 'warn' };
  if (sweeps?.swept) return { ship: sweeps.swept.ship, text: t.nova, tone: 'harm' };
  if (sweeps?.wave_fired) return { ship: sweeps.wave_fired.ship, text: t.wave, tone: 'warn' };
  if (sweeps?.washed) return { ship: sweeps.washed.ship, text: t.wave, tone: 'harm' };
  if (sweeps?.charged) return { ship: sweeps.charged.ship, text: t.charged(sweeps.charged.die), tone: 'text' };
  if (sweeps?.burst) return { ship: sweeps.burst.ship, text: t.hull(sweeps.burst.points), tone: 'harm' };
  if (event.defence?.strayed) return { ship: event.defence.strayed.ship, text: t.grazed, tone: 'harm' };
  if (event.scramble?.tried) {
    const { ship, mishap, out = [] } = event.scramble.tried;
    return { ship, text: mishap === undefined ? t.scrambles(out.length) : t.mishap, tone: mishap === undefined ? 'text' : 'harm' };
  }
  const { hangars } = event;
  if (hangars?.launched) return { ship: hangars.launched.ship, text: t.launches(hangars.launched.groups.length), tone: 'text' };
  if (hangars?.landed) return { ship: hangars.landed.ship, text: t.lands, tone: 'text' };
  const home = hangars?.perished ? view.groups?.[hangars.perished.group]?.home : undefined;
  if (hangars?.perished && home !== undefined) return { ship: home, text: t.perished(hangars.perished.craft), tone: 'harm' };
  const { planets, rounds } = event;
  if (planets?.orbiting) return { ship: planets.orbiting.ship, text: t.orbits, tone: 'text' };
  if (planets?.left_orbit) return { ship: planets.left_orbit.ship, text: t.leavesOrbit, tone: 'text' };
  if (planets?.crashed) return { ship: planets.crashed.ship, text: t.crashes, tone: 'harm' };
  if (planets?.entered) return { ship: planets.entered.ship, text: t.landfall[planets.entered.fate] ?? planets.entered.fate, tone: planets.entered.fate === 'landed' ? 'text' : 'harm' };
  if (rounds?.came_round) return { ship: rounds.came_round.ship, text: t.back, tone: 'text' };
  if (event.mines?.went_off) return { ship: event.mines.went_off.ship, text: t.mine, tone: 'harm' };
  if (event.mines?.swept) return { ship: event.mines.swept.ship, text: event.mines.swept.die > 2 ? t.swept : t.mine, tone: event.mines.swept.die > 2 ? 'text' : 'warn' };
  if (event.opening?.grazed && event.opening.grazed.die === 1) return { ship: event.opening.grazed.ship, text: t.flak, tone: 'harm' };
  const { boarding } = event;
  if (boarding?.crossed) return { ship: boarding.crossed.target, text: t.crosses, tone: 'warn' };
  if (boarding?.fought) return { ship: boarding.fought.ship, text: boarding.fought.captured !== undefined ? t.taken : t.boarded(boarding.fought.boxes), tone: 'harm' };
  if (boarding?.raided && boarding.raided.icons.length > 0) return { ship: boarding.raided.ship, text: t.raided(names(boarding.raided.ship, boarding.raided.icons)), tone: 'harm' };
  const { sensors } = event;
  if (sensors?.revealed) return { ship: sensors.revealed.ship, text: t.identified(sensors.revealed.name || (sensors.revealed.design ?? '')), tone: 'warn' };
  if (sensors?.swept) return { ship: sensors.swept.ship, text: t.sweeps, tone: 'text' };
  if (sensors?.scanned && !sensors.scanned.found) return { ship: sensors.scanned.target, text: t.unclear, tone: 'muted' };
  const { terrain } = event;
  if (terrain?.risked) return { ship: terrain.risked.ship, text: terrain.risked.crashed ? t.crashes : t.avoids, tone: terrain.risked.crashed ? 'harm' : 'text' };
  if (terrain?.battered) return { ship: terrain.battered.ship, text: t.battered, tone: 'harm' };
  if (terrain?.scoured) return { ship: terrain.scoured.ship, text: t.scoured(terrain.scoured.points), tone: terrain.scoured.points > 0 ? 'harm' : 'muted' };
  if (terrain?.locked) return { ship: terrain.locked.ship, text: t.blind, tone: 'warn' };
  if (terrain?.dazzled) return { ship: terrain.dazzled.ship, text: t.dazzled, tone: terrain.dazzled.damaged.length > 0 ? 'harm' : 'muted' };
  if (terrain?.wreck_tested?.debris) return { ship: terrain.wreck_tested.ship, text: t.breaksUp, tone: 'harm' };
  if (bases?.fell_behind) return { ship: bases.fell_behind.ship, text: t.behind, tone: 'harm' };
  return null;
}

/** Which lines are played together. */
export function kindOf(event: GameEvent): string {
  if (event.movement?.moved || event.movement?.left || event.movement?.returned || event.wings?.carried || event.wings?.flew) return 'move';
  if (duels(event)) return 'duel';
  if (event.hangars && !event.hangars.merged && !event.hangars.released) return 'figures';
  if (event.deploy?.placed) return 'placed';
  if (event.fire?.fired) return 'fire';
  if (event.damage?.struck || event.damage?.destroyed) return 'struck';
  if (event.ordnance?.placed || event.ordnance?.rockets) return 'launch';
  if (event.ordnance?.homed || event.ordnance?.lost) return 'home';
  if (event.defence?.defended) return 'defend';
  if (event.defence?.hit || event.defence?.burst) return 'strike';
  if (event.defence?.strayed) return 'figures';
  if (event.checks) return 'checks';
  if (event.repairs) return 'repairs';
  if (event.sensors && !event.sensors.mustered) return 'figures';
  if (event.scramble?.tried) return 'figures';
  if (event.planets && !event.planets.tested) return 'figures';
  if (event.rounds?.came_round) return 'figures';
  if (event.mines?.went_off || event.mines?.swept || event.opening?.grazed) return 'figures';
  if (event.boarding && !event.boarding.matched) return 'figures';
  if (event.terrain && !event.terrain.drifted && !event.terrain.dispersed) return 'figures';
  if (event.damage || event.blasts || event.orders?.strained || event.movement?.worn || event.fire?.reflected || event.sweeps || event.bases) return 'figures';
  if (event.cloaks && !event.cloaks.switched && !event.cloaks.stole) return 'figures';
  return '';
}

/** The ship a figure of it would stand over, so that figures do not hide each other. */
function over(event: GameEvent): number | null {
  for (const chapter of Object.values(event) as Record<string, { ship?: number }>[]) {
    for (const it of Object.values(chapter ?? {})) if (typeof it?.ship === 'number') return it.ship;
  }
  return null;
}

/** These share a cue even if they concern the same ship. */
const TOGETHER = new Set(['move', 'fire', 'launch', 'home', 'defend', 'duel']);

/** Fire from and at small craft. */
function duels(event: GameEvent): boolean {
  const { dogfights, group_defence: guard, runs, evasion, gunboats, attacks, craft_launch: launch } = event;
  return !!(dogfights?.fought || dogfights?.intercepted || dogfights?.wavered || guard?.repelled || guard?.blasted || guard?.raked || runs?.ran || evasion?.fired || evasion?.evaded || gunboats?.fired || attacks?.declared || launch?.launched);
}

/** Lines that happen at the same time belong together. */
export function grouped(lines: Line[]): Line[][] {
  const groups: Line[][] = [];
  let last = '';
  let ships = new Set<number | null>();
  for (const line of lines) {
    const event = line.event as GameEvent;
    const now = kindOf(event);
    const ship = over(event);
    const together = now !== '' && now === last && (TOGETHER.has(now) || !ships.has(ship));
    if (together) groups[groups.length - 1]!.push(line);
    else {
      groups.push([line]);
      ships = new Set();
    }
    ships.add(ship);
    last = now;
  }
  return groups;
}

export interface Stage {
  view: () => View;
  show: (view: View) => void;
}

const MOVE = 1600;
const SHOT = 1100;
const BETWEEN = 320;
const FIGURE = 1000;
const FLIGHT = 1200;

export function cuesFor(lines: Line[], stage: Stage): Cue[] {
  return grouped(lines).map((group) => {
    const events = group.map((it) => it.event as GameEvent);
    const finish = () => stage.show(events.reduce(applied, stage.view()));
    const upTo = group[group.length - 1]!.n;
    const kind = kindOf(events[0]!);
    if (kind === 'move') return { ...movement(events, stage, finish), upTo };
    if (kind === 'fire') return { ...shooting(events, stage, finish), upTo };
    if (kind === 'launch') return { ...launching(events, stage, finish), upTo };
    if (kind === 'home') return { ...homing(events, stage, finish), upTo };
    if (kind === 'defend') return { ...defending(events, stage, finish), upTo };
    if (kind === 'strike') return { ...striking(events, stage, finish), upTo };
    if (kind === 'duel') return { ...duelling(events, stage, finish), upTo };
    if (kind === 'placed') return { length: 500, show: () => {}, begin: finish, upTo };
    if (kind !== '') return { ...figures(events, stage, finish), upTo };
    const length = events[0]!.victory ? 500 : events[0]!.phase?.turn_began ? 250 : 60;
    return { length, show: () => {}, begin: finish, upTo };
  });
}

function movement(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  const sorties = events.flatMap(({ wings }) => (wings?.flew ? [wings.flew] : wings?.carried ? [wings.carried] : []));
  let flown: { id: string; from: Point; to: Point; heading: number; side: number }[] = [];
  const moves = events.flatMap((it) => (it.movement?.moved ? [it.movement.moved] : []));
  let starts: { path: Point[]; from: number; side: number; glides: boolean }[] = [];
  return {
    length: moves.length > 0 ? MOVE : sorties.length > 0 ? FLIGHT : 300,
    begin: () => {
      const before = wingPlaces(stage.view());
      const after = wingPlaces(events.reduce(applied, stage.view()));
      flown = sorties.flatMap((it) => {
        const [from, to] = [before.get(it.group), after.get(it.group)];
        return from && to ? [{ id: wingId(it.group), from, to, heading: degrees(it.facing), side: stage.view().groups?.[it.group]?.side ?? 0 }] : [];
      });
      const all = vessels(stage.view());
      starts = moves.map((it) => {
        const motion = all[it.ship]?.state.motion;
        return { path: [motion?.at ?? it.to.at, ...it.path], from: degrees(motion?.facing ?? it.to.facing), side: all[it.ship]?.side ?? 0, glides: !!it.to.drift };
      });
    },
    show: (t, now) => {
      for (const it of flown) {
        const k = ease(t);
        const at = { x: it.from.x + (it.to.x - it.from.x) * k, y: it.from.y + (it.to.y - it.from.y) * k };
        now.poses.set(it.id, { at, heading: it.heading });
        now.paths.push({ points: [it.from, at], tone: tone(it.side), kind: 'past' });
      }
      moves.forEach((it, i) => {
        const start = starts[i];
        if (!start) return;
        const k = ease(t);
        const { at, leg } = onPath(start.path, k);
        now.poses.set(String(it.ship), { at, heading: headingOn(start, leg, degrees(it.to.facing), k) });
        now.paths.push({ points: [...start.path.slice(0, leg + 1), at], tone: tone(start.side), kind: 'past' });
      });
    },
    end: finish,
  };
}

/** Cinematic ships point along their leg; vector ships turn while they drift. */
function headingOn(start: { path: Point[]; from: number; glides: boolean }, leg: number, to: number, t: number): number {
  const a = start.path[leg];
  const b = start.path[leg + 1];
  if (start.glides || !a || !b || pathLength([a, b]) < 1e-6) return start.from + turnBetween(start.from, to) * t;
  return ((Math.atan2(b.x - a.x, b.y - a.y) * 180) / Math.PI + 360) % 360;
}

const SHELLS = new Set(['torpedoPulse', 'torpedoVariable', 'kgun', 'mkp', 'fusion']);
const BURSTS = new Set(['submunition', 'pds', 'ads', 'scatterGun', 'grapeshot', 'gatling']);

function shooting(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  const length = (events.length - 1) * BETWEEN + SHOT;
  return {
    length,
    show: (t, now) => {
      const all = vessels(stage.view());
      events.forEach((event, i) => {
        const into = t * length - i * BETWEEN;
        const fired = event.fire?.fired;
        const by = all[fired?.ship ?? -1];
        const at = all[fired?.target ?? -1];
        if (!fired || !by || !at || into < 0 || into > SHOT) return;
        const k = into / SHOT;
        const symbol = by.display.icons[fired.weapons[0] ?? -1]?.symbol ?? 'beam';
        const kind: Shot['kind'] = SHELLS.has(symbol) ? 'shell' : BURSTS.has(symbol) ? 'burst' : 'beam';
        now.shots.push({ from: by.state.motion.at, to: at.state.motion.at, tone: tone(by.side), kind, progress: Math.min(1, k * 1.6), width: 1.2 + Math.min(3, fired.weapons.length / 2) });
        if (k < 0.3) return;
        const points = pointsOf(fired.tally);
        const text = fired.tally.emp > 0 ? words.figures.emp(fired.tally.emp) : points > 0 ? words.figures.points(points) : words.figures.none;
        now.figures.push({ at: at.state.motion.at, text, tone: points + fired.tally.emp > 0 ? 'harm' : 'muted', age: (k - 0.3) / 0.7 });
      });
    },
    end: finish,
  };
}

/** Loads leave their launchers for the places they were given; rockets go straight at their ship. */
function launching(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  return {
    length: FLIGHT,
    show: (t, now) => {
      const view = stage.view();
      const after = events.reduce(applied, view);
      const places = placesOf(after);
      for (const { ordnance } of events) {
        const marker = ordnance?.placed?.marker ?? ordnance?.rockets?.marker;
        const rockets = ordnance?.rockets;
        const from = view.ships[marker?.ship ?? rockets?.ship ?? -1]?.motion.at;
        const to = rockets ? view.ships[rockets.target]?.motion.at : marker && places.get(marker.number);
        if (!from || !to) continue;
        const side = marker?.side ?? view.ships[rockets!.ship]!.side;
        const k = ease(t);
        const at = { x: from.x + (to.x - from.x) * k, y: from.y + (to.y - from.y) * k };
        now.paths.push({ points: [from, at], tone: tone(side), kind: 'past' });
        now.tokens.push({ id: `launched-${marker?.number ?? rockets!.weapon}`, at, heading: bearing(from, to), side, shape: warheadShape(marker?.what ?? { rockets: 2 }), label: '', boxes: 1, lost: 0 });
        if (rockets && t > 0.6) {
          const hits = rockets.dice.filter((die) => die >= rockets.needs).length;
          now.figures.push({ at: to, text: hits > 0 ? words.figures.rocketsHit(hits) : words.figures.misses, tone: hits > 0 ? 'harm' : 'muted', age: (t - 0.6) / 0.4 });
        }
      }
    },
    end: finish,
  };
}

/** Missiles find their ships, or nobody. */
function homing(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  return {
    length: FIGURE,
    show: (t, now) => {
      const view = stage.view();
      const places = placesOf(view);
      for (const { ordnance } of events) {
        const from = places.get(ordnance?.homed?.marker ?? ordnance?.lost?.marker ?? -1);
        if (!from) continue;
        const to = ordnance?.homed ? view.ships[ordnance.homed.target]?.motion.at : undefined;
        const k = ease(Math.min(1, t * 1.5));
        if (to) now.links.push({ from, to: { x: from.x + (to.x - from.x) * k, y: from.y + (to.y - from.y) * k }, tone: 'harm', end: 'arrow', width: 1.5 });
        else now.figures.push({ at: from, text: words.figures.strays, tone: 'muted', age: t });
      }
    },
    end: finish,
  };
}

/** Point defence: bursts from every ship that fires at a marker, and what they stop. */
function defending(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  const length = (events.length - 1) * BETWEEN + SHOT;
  return {
    length,
    show: (t, now) => {
      const view = stage.view();
      const places = placesOf(view);
      events.forEach(({ defence }, i) => {
        const into = t * length - i * BETWEEN;
        const it = defence?.defended;
        const at = places.get(it?.marker ?? -1);
        if (!it || !at || into < 0 || into > SHOT) return;
        const k = into / SHOT;
        for (const ship of new Set(it.guards.map((guard) => guard.ship))) {
          const by = view.ships[ship];
          if (by && k < 0.8) now.shots.push({ from: by.motion.at, to: at, tone: tone(by.side), kind: 'burst', progress: Math.min(1, k * 1.6), width: 1 + it.guards.filter((guard) => guard.ship === ship).length / 2 });
        }
        if (k > 0.35) now.figures.push({ at, text: words.figures.stops(it.stopped), tone: it.stopped > 0 ? 'text' : 'muted', age: (k - 0.35) / 0.65 });
      });
    },
    end: finish,
  };
}

interface Exchange {
  from: Point[];
  to: Point[];
  side: number;
  text: string;
  at: Point | undefined;
  harm: boolean;
}

/** Who shoots at whom, and what comes of it. */
function exchangeOf(event: GameEvent, view: View): Exchange | null {
  const places = wingPlaces(view);
  const t = words.figures;
  const at = (groups: number[]) => groups.flatMap((it) => places.get(it) ?? []);
  const ships = (all: number[]) => all.flatMap((it) => view.ships[it]?.motion.at ?? []);
  const side = (group: number) => view.groups?.[group]?.side ?? 0;
  const { dogfights, runs, evasion, gunboats, attacks } = event;
  if (dogfights?.fought) {
    const { group, at: foes, kills } = dogfights.fought;
    const n = kills.reduce((a, b) => a + b, 0);
    return { from: at([group]), to: at(foes), side: side(group), text: t.killed(n), at: at(foes)[0], harm: n > 0 };
  }
  if (dogfights?.intercepted) {
    const { group, marker, kills } = dogfights.intercepted;
    const there = placesOf(view).get(marker);
    return { from: at([group]), to: there ? [there] : [], side: side(group), text: t.stops(kills), at: there, harm: false };
  }
  if (dogfights?.wavered && !dogfights.wavered.held) return { from: [], to: [], side: 0, text: t.wavers, at: at([dogfights.wavered.group])[0], harm: false };
  if (event.group_defence?.repelled) {
    const { group, guards, killed } = event.group_defence.repelled;
    const from = [...ships([...new Set(guards.filter((it) => it.boats === undefined).map((it) => it.ship))]), ...at([...new Set(guards.flatMap((it) => it.boats ?? []))])];
    return { from, to: at([group]), side: 1 - side(group), text: t.killed(killed), at: at([group])[0], harm: killed > 0 };
  }
  const caught = event.group_defence?.blasted ?? event.group_defence?.raked;
  if (caught) return { from: ships(event.group_defence?.raked ? [event.group_defence.raked.ship] : []), to: at([caught.group]), side: 1 - side(caught.group), text: t.killed(caught.killed), at: at([caught.group])[0], harm: caught.killed > 0 };
  const strike = runs?.ran ?? gunboats?.fired;
  if (strike) {
    const points = pointsOf(strike.tally);
    return { from: at([strike.group]), to: ships([strike.ship]), side: side(strike.group), text: points > 0 ? t.points(points) : t.none, at: ships([strike.ship])[0], harm: points > 0 };
  }
  if (evasion?.fired) {
    const { ship, group, killed } = evasion.fired;
    return { from: ships([ship]), to: at([group]), side: view.ships[ship]?.side ?? 0, text: t.killed(killed), at: at([group])[0], harm: killed > 0 };
  }
  if (evasion?.evaded) return { from: [], to: [], side: 0, text: t.evades, at: at([evasion.evaded.group])[0], harm: false };
  if (attacks?.declared) {
    const first = attacks.declared.attacks[0];
    return first ? { from: [], to: [], side: side(first.group), text: t.declares, at: at([first.group])[0], harm: false } : null;
  }
  return null;
}

/** Small craft shoot and are shot at. */
function duelling(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  const length = (events.length - 1) * BETWEEN + SHOT;
  let all: (Exchange | null)[] = [];
  return {
    length,
    begin: () => (all = events.map((it) => exchangeOf(it, stage.view()))),
    show: (t, now) => {
      all.forEach((it, i) => {
        const into = t * length - i * BETWEEN;
        if (!it || into < 0 || into > SHOT) return;
        const k = into / SHOT;
        if (k < 0.8) for (const from of it.from) for (const to of it.to) now.shots.push({ from, to, tone: tone(it.side), kind: 'burst', progress: Math.min(1, k * 1.6), width: 1.4 });
        if (it.at && k > 0.3) now.figures.push({ at: it.at, text: it.text, tone: it.harm ? 'harm' : 'muted', age: (k - 0.3) / 0.7 });
      });
    },
    end: finish,
  };
}

/** A circle in the world as a line, for blasts that grow. */
function circle(at: Point, radius: number): Point[] {
  return Array.from({ length: 41 }, (_, k) => along(at, k * 9, radius));
}

/** What is left strikes: missiles fly home, blasts spread. */
function striking(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  let starts: { marker: Marker | undefined; from: Point | undefined }[] = [];
  return {
    length: SHOT,
    begin: () => {
      const view = stage.view();
      const places = placesOf(view);
      starts = events.map(({ defence }) => {
        const number = defence?.hit?.marker ?? defence?.burst?.marker ?? -1;
        return { marker: view.markers?.find((it) => it.number === number), from: places.get(number) };
      });
    },
    show: (t, now) => {
      const view = stage.view();
      events.forEach(({ defence }, i) => {
        const it = defence?.hit ?? defence?.burst;
        const { marker, from } = starts[i] ?? {};
        const to = it ? view.ships[it.ship]?.motion.at : undefined;
        if (!it || !to) return;
        const radius = marker ? blastOf(marker) : null;
        if (marker && from && defence?.hit && t < 0.5) {
          const k = ease(t * 2);
          const at = { x: from.x + (to.x - from.x) * k, y: from.y + (to.y - from.y) * k };
          if (distance(from, to) > 1e-6) now.poses.set(`m${marker.number}`, { at, heading: bearing(from, to) });
        }
        if (defence?.burst) {
          const centre = radius === null ? to : (marker?.at ?? to);
          now.paths.push({ points: circle(centre, (radius ?? 3) * ease(Math.min(1, t * 1.6))), tone: 'harm', kind: 'plan' });
        }
        if (t < 0.4) return;
        const t2 = words.figures;
        const text = defence?.burst ? t2.bursts(it.dice.length) : it.dice.length > 0 ? (marker?.what === 'heavy' ? t2.flies(1) : t2.flies(it.dice.length)) : marker && marker.stopped > 0 ? t2.allStopped : t2.misses;
        now.figures.push({ at: to, text, tone: it.dice.length > 0 ? 'harm' : 'muted', age: (t - 0.4) / 0.6 });
      });
    },
    end: finish,
  };
}

function figures(events: GameEvent[], stage: Stage, finish: () => void): Cue {
  let shown: { at: Point; text: string; tone: Tone }[] = [];
  const begin = () => {
    const view = stage.view();
    const all = vessels(view);
    shown = events.flatMap((event) => {
      const it = said(event, view);
      const at = it ? all[it.ship]?.state.motion.at : undefined;
      return it && at ? [{ at, text: it.text, tone: it.tone }] : [];
    });
    finish();
  };
  return {
    length: FIGURE,
    begin,
    show: (t, now: Moment) => {
      for (const it of shown) now.figures.push({ ...it, age: t });
    },
  };
}
