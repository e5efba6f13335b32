// From a view, a menu and a draft to what the board draws.
import { boundsOf } from '../../board/camera';
import { along, bearing, distance, onPath, pathLength, softHull } from '../../board/geometry';
import type { Arc, Bounds, Ghost, Point, Scene, Tone } from '../../board/types';
import { emptyScene } from '../../board/types';
import type { Sight } from '../shared/sight';
import {
  can,
  fireOf,
  helmOf,
  isBound,
  orderOf,
  planned,
  plotMenu,
  sameLine,
  shotOf,
  targetsOf,
  vectorOf,
} from './compose';
import type { Draft, Flights, Planned, Reach } from './compose';
import { fightsOn } from './fights';
import { degrees, HOLD } from './flight';
import { defending, launching, markersOn } from './flying';
import { motionOf, phaseKind, vessels } from './model';
import type { Vessel } from './model';
import { fieldOn, openingOn, placesOn } from './opening';
import { terrainOn } from './terrain';
import { words } from './texts';
import type { Menu, PlotMenu, View } from './types';
import type { Place } from './wire';
import { flying, wingPlaces, wingsOn } from './wings';

export interface Looking extends Sight<View, Menu, Draft> {
  /** What is selected, ship or not. */
  picked: string | null;
  /** A weapon of the selected ship that is pointed at on its display. */
  hoveredIcon: number | null;
  /** The launcher whose load is being placed. */
  armed: number | null;
  /** The barrage or missile that is being given a place. */
  placing: string | null;
  /** Moves that no menu lists. */
  flights: Flights;
  squadron: number[];
}

export const tone = (side: number): Tone => `side-${side}` as Tone;

const CLOCK = [12, 3, 6, 9].map((it) => ({ bearing: degrees(it), label: String(it) }));

export function isFloating(view: View): boolean {
  return view.field.options.edge === 'floating';
}

export function reachOf(view: View, menu: PlotMenu, draft: Draft): Reach | null {
  const state = view.ships[menu.ship] ? { motion: motionOf(view, menu.ship) } : null;
  const order = orderOf(draft, menu.ship);
  return state ? { menu, motion: state.motion, roll: !!order.roll, strained: !!order.emergency } : null;
}

/** Where a ship is at its present way. */
export function ahead(ship: Vessel): Point {
  const { at, facing, velocity, drift } = ship.motion;
  return drift ? { x: at.x + drift.x, y: at.y + drift.y } : along(at, degrees(facing), velocity);
}

export function sceneOf(it: Looking): Scene {
  const { view } = it;
  const { width, height } = view.field.scenario.table;
  const all = vessels(view);
  const kind = phaseKind(view.phase);
  const scene: Scene = {
    ...emptyScene(),
    table: { left: 0, right: width, bottom: 0, top: height },
    edge: isFloating(view) ? 'soft' : 'hard',
    unit: 'MU',
    sky: 'deep',
    turn: view.turn,
    grid: { kind: 'square', step: 1, steps: [1, 2, 3, 6, 12, 24, 48, 96], major: 6 },
    detail: 6,
    compass: CLOCK,
    measure: (from, to) => `${distance(from, to).toFixed(1)} MU · ${clockOf(bearing(from, to))}`,
  };
  // The table moves with a battle that drifts away.
  if (isFloating(view)) {
    const box = boundsOf(
      all.filter((ship) => ship.active).map((ship) => ship.state.motion.at),
      14,
    );
    if (box)
      scene.table = {
        left: Math.min(0, box.left),
        right: Math.max(width, box.right),
        bottom: Math.min(0, box.bottom),
        top: Math.max(height, box.top),
      };
  }
  terrainOn(view, scene);
  for (const ship of all) {
    const { motion } = ship;
    const { status } = ship.state;
    const captured = typeof status !== 'string' && 'captured' in status && !status.captured.away;
    if (
      status === 'waiting' ||
      status === 'jumped' ||
      status === 'landed' ||
      (typeof status !== 'string' && !captured)
    )
      continue;
    const gone = !ship.manned && !captured;
    const steers = kind === 'orders' || kind === 'replot' || kind === 'deploy' || it.playing;
    scene.tokens.push({
      id: ship.id,
      at: motion.at,
      heading: degrees(motion.facing),
      side: ship.side,
      shape: ship.shape,
      label: ship.tag,
      boxes: Math.max(1, ship.hull),
      lost: Math.min(ship.hull, ship.state.hull_lost),
      // A wreck of a ship needs no longer row of dots to look like one.
      trouble: Math.min(
        4,
        ship.display.icons.filter((icon) => icon.mark === 'damaged' || icon.mark === 'gone').length,
      ),
      wreck: gone,
      adrift: ship.display.icons.some((icon) => icon.symbol === 'drive' && icon.mark === 'gone'),
      dim:
        (kind === 'fire' && !it.playing && ship.state.fired) ||
        status === 'cloaked' ||
        !!ship.state.cloaked ||
        captured,
      picked: it.squadron.length > 1 && it.squadron.includes(ship.index),
      vector: motion.velocity > 0 && !gone && steers ? ahead(ship) : undefined,
      owes: it.open && !it.playing && owesOrder(it, ship),
    });
    const path = it.flown.get(ship.index);
    // A path of another moment, as after a jump in a replay, is not this ship's past.
    const ended = path?.[path.length - 1];
    if (path && ended && distance(ended, motion.at) < 1e-6 && !gone && !it.playing)
      scene.paths.push({ points: path, tone: tone(ship.side), kind: 'past' });
  }
  for (const ship of all) {
    const { link } = ship.state;
    if (link && ship.active && all[link.lead]?.active)
      scene.links.push({
        from: ship.id,
        to: String(link.lead),
        tone: tone(ship.side),
        start: 'dot',
        end: 'dot',
        width: 2,
        dash: view.turn < link.ready,
      });
  }
  for (const points of view.chart.novas)
    if (points.length > 0) scene.regions.push({ points, tone: 'harm', kind: 'zone' });
  markersOn(it, scene);
  wingsOn(it, scene);
  fieldOn(it, scene);
  if (it.playing) return scene;
  ranges(it, scene, all);
  if (kind === 'orders' || kind === 'replot') plots(it, scene, all);
  if (kind === 'fire') fire(it, scene, all);
  if (kind === 'launch') launching(it, scene, all);
  if (kind === 'defence') defending(it, scene, all);
  if (kind === 'opening') openingOn(it, scene);
  if (kind === 'rounds' || kind === 'features' || kind === 'plans') placesOn(it, scene);
  if (kind === 'wings') flying(it, scene);
  if (kind === 'attacks' || kind === 'dogfights' || kind === 'runs') fightsOn(it, scene);
  if (kind === 'scan') scanning(it, scene, all);
  if (kind === 'deploy') deploy(it, scene, all);
  if (kind === 'emp' || kind === 'repairs' || kind === 'cores') involved(it, scene, all);
  return scene;
}

/** A bearing in points of the clock. */
function clockOf(degreesFromNorth: number): string {
  const hour = Math.round(degreesFromNorth / 30) % 12;
  return String(hour === 0 ? 12 : hour);
}

export function owesOrder(it: Pick<Looking, 'view' | 'menu' | 'draft'>, ship: Vessel): boolean {
  switch (phaseKind(it.view.phase)) {
    case 'orders':
    case 'replot': {
      const menu = it.menu?.plots.find((other) => other.ship === ship.index);
      return !!menu && !isBound(menu) && !it.draft.ships[ship.index];
    }
    case 'fire':
      return !!it.menu?.fire.some((other) => other.ship === ship.index);
    case 'launch':
      return !!it.menu?.launch?.some((other) => other.ship === ship.index);
    default:
      return false;
  }
}

/** What is counted by its arcs. */
const FIRES = new Set<Place>(['weapon', 'ordnance']);

function ranges(it: Looking, scene: Scene, all: Vessel[]): void {
  const kind = phaseKind(it.view.phase);
  const mine = it.selected === null ? undefined : all[it.selected];
  const icon = it.hoveredIcon === null ? undefined : mine?.display.icons[it.hoveredIcon];
  // One weapon that is pointed at: its own arcs and reach.
  if (mine?.active && icon?.ring) {
    const bands =
      it.menu?.weapons.find((other) => other.ship === mine.index && other.weapon === icon.id)?.bands ?? [];
    const radius = bands[bands.length - 1]?.to ?? icon.reach;
    if (radius === undefined) return;
    scene.arcs.push(...arcsOf(mine, icon.arcs, radius, '', true));
    for (const band of bands)
      scene.rings.push({
        at: mine.state.motion.at,
        radius: band.to,
        tone: tone(mine.side),
        label: words.band(band.to, band.dice, band.needs),
      });
    if (bands.length === 0)
      scene.rings.push({ at: mine.state.motion.at, radius, tone: tone(mine.side), label: String(radius) });
    return;
  }
  const { bands, band } = it.view.field.displays.measures;
  const shown = new Set<number>();
  if (it.selected !== null && (it.pinnedRanges || kind === 'fire')) shown.add(it.selected);
  if (it.hovered !== null && it.pinnedRanges) shown.add(it.hovered);
  for (const index of shown) {
    const ship = all[index];
    if (!ship?.active) continue;
    const count = [0, 1, 2, 3, 4, 5].map(
      (arc) =>
        ship.display.icons.filter(
          (it) => it.ring && it.mark === 'sound' && FIRES.has(it.place) && it.arcs[arc],
        ).length,
    );
    scene.arcs.push(
      ...[0, 1, 2, 3, 4, 5]
        .filter((arc) => count[arc]! > 0)
        .flatMap((arc) =>
          arcsOf(
            ship,
            [0, 1, 2, 3, 4, 5].map((k) => k === arc),
            band,
            String(count[arc]),
            arc === 0,
          ),
        ),
    );
    // The smallest has no number: those of the arcs stand there.
    for (const [k, radius] of bands.entries())
      scene.rings.push({
        at: ship.state.motion.at,
        radius,
        tone: tone(ship.side),
        label: k > 0 ? String(radius) : undefined,
        strong: radius === band,
      });
  }
  const far = new Set<number>();
  if (it.pinnedReach && it.selected !== null) far.add(it.selected);
  if (it.hovered !== null && (it.pinnedReach || kind === 'orders')) far.add(it.hovered);
  for (const index of far) {
    const ship = all[index];
    const menu = plotMenu(it.menu, index);
    if (!ship?.active || !ship.chart.reach) continue;
    if (menu)
      scene.regions.push({
        points: softHull(
          menu.choices
            .filter((choice) => !choice.emergency)
            .map((choice) => choice.path[choice.path.length - 1]!),
          0.5,
        ),
        tone: tone(ship.side),
        kind: 'reach',
      });
    else scene.regions.push({ points: softHull(reachedBy(ship), 0.5), tone: tone(ship.side), kind: 'reach' });
  }
}

/** Where a ship may be next turn, by its thrust as it shows. */
function reachedBy(ship: Vessel): Point[] {
  return ship.chart.reach.split(' ').map((corner) => {
    const [x, y] = corner.split(',');
    return { x: Number(x), y: Number(y) };
  });
}

function arcsOf(ship: Vessel, arcs: boolean[], radius: number, label: string, active: boolean): Arc[] {
  const { at, facing } = ship.state.motion;
  const bow = degrees(facing) + (ship.display.beta ? 30 : 0);
  return arcs.flatMap((on, k) =>
    on
      ? [{ at, from: bow + k * 60 - 30, to: bow + k * 60 + 30, radius, tone: tone(ship.side), label, active }]
      : [],
  );
}

function plots(it: Looking, scene: Scene, all: Vessel[]): void {
  // Those that are carried are drawn once they are to part.
  const parting = (it.menu?.riders ?? []).filter((other) => it.draft.ships[other.ship]);
  for (const menu of [...(it.menu?.plots ?? []), ...parting]) {
    const ship = all[menu.ship];
    if (!ship || (!ship.manned && !parting.includes(menu))) continue;
    const order = it.draft.ships[menu.ship];
    const plan = planned(menu, order, it.flights);
    const chosen = it.selected === menu.ship;
    const led = !chosen && it.squadron.length > 1 && it.squadron.includes(menu.ship);
    const token = scene.tokens.find((other) => other.id === ship.id);
    // A plotted ship's own vector would only cross its plan.
    if (token) token.vector = undefined;
    if (plan) {
      const doubtful = plan.leaves || (plan.perils ?? []).length > 0 || (!plan.offered && !order?.emergency);
      scene.paths.push({
        points: plan.path,
        tone: doubtful ? 'warn' : tone(ship.side),
        kind: order ? 'plan' : 'hint',
      });
      for (const mine of order?.mines ?? [])
        scene.spots.push({
          at: onPath(
            plan.path,
            mine.after === undefined ? 1 : Math.min(1, mine.after / Math.max(1e-6, pathLength(plan.path))),
          ).at,
          tone: tone(ship.side),
          kind: 'diamond',
          size: 6,
        });
      if (plan.path.length > 2)
        scene.spots.push({ at: plan.path[1]!, tone: tone(ship.side), kind: 'dot', size: 3 });
      if (order || chosen || led)
        scene.ghosts.push(ghostOf(ship, plan, chosen, it.open && !isBound(menu), doubtful));
      if (led && it.selected !== null)
        scene.links.push({
          from: String(it.selected),
          to: ship.id,
          tone: 'text',
          dash: true,
          faint: true,
          width: 1,
        });
    }
    if (chosen && it.open && !isBound(menu)) offers(it, scene, ship, menu, plan);
  }
  for (const entry of it.menu?.entries ?? []) {
    const ship = all[entry.ship];
    const placed = it.draft.entries[entry.ship] ?? entry;
    if (!ship) continue;
    scene.ghosts.push({
      id: `entry-${entry.ship}`,
      at: placed.at,
      heading: degrees(placed.facing),
      side: ship.side,
      shape: ship.shape,
      kind: 'chosen',
      owner: ship.id,
      label: ship.tag,
      drag: it.open,
    });
  }
}

function ghostOf(ship: Vessel, plan: Planned, chosen: boolean, drag: boolean, warn: boolean): Ghost {
  return {
    id: `plan-${ship.index}`,
    at: plan.to,
    heading: degrees(plan.facing),
    side: ship.side,
    shape: ship.shape,
    kind: 'chosen',
    owner: ship.id,
    label: chosen ? plan.plot : undefined,
    drag,
    warn,
  };
}

/** Ends one can click: other turns at this thrust, other speeds on this course. The rest is reached by
    dragging or pointing into the region. */
function offers(it: Looking, scene: Scene, ship: Vessel, menu: PlotMenu, plan: Planned | null): void {
  const reach = reachOf(it.view, menu, it.draft);
  if (!reach) return;
  const open = menu.choices.filter((choice) => can(reach, choice.plot));
  scene.regions.push({
    points: softHull(
      open.map((choice) => choice.path[choice.path.length - 1]!),
      0.5,
    ),
    tone: tone(ship.side),
    kind: 'reach',
  });
  const now = plan?.plot ?? HOLD;
  const vector = !!ship.motion.drift;
  for (const choice of open) {
    if (choice.plot === now) continue;
    const near = vector
      ? vectorOf(choice.plot).rotate === vectorOf(now).rotate ||
        (vectorOf(choice.plot).main === vectorOf(now).main && vectorOf(now).main > 0)
      : helmOf(choice.plot).second === null &&
        (helmOf(choice.plot).turn === helmOf(now).turn || helmOf(choice.plot).thrust === helmOf(now).thrust);
    if (!near) continue;
    scene.ghosts.push({
      id: `choice-${menu.ship}-${choice.plot}`,
      at: choice.path[choice.path.length - 1]!,
      heading: degrees(choice.facing),
      side: ship.side,
      shape: ship.shape,
      kind: 'offered',
      owner: ship.id,
      label: choice.plot,
      warn: choice.leaves || (choice.perils ?? []).length > 0,
    });
  }
}

function fire(it: Looking, scene: Scene, all: Vessel[]): void {
  const drafted = it.draft.fire;
  const by = drafted ? all[drafted.ship] : undefined;
  if (drafted && by) {
    for (const target of new Set(drafted.shots.map((shot) => shot.target))) {
      const to = all[target];
      const n = drafted.shots.filter((shot) => shot.target === target).length;
      if (to)
        scene.shots.push({
          from: by.state.motion.at,
          to: to.state.motion.at,
          tone: tone(by.side),
          kind: 'aim',
          width: 1 + Math.min(3, n / 2),
        });
    }
    for (const shot of drafted.groups ?? []) {
      const at = wingPlaces(it.view).get(shot.group);
      if (at)
        scene.shots.push({ from: by.state.motion.at, to: at, tone: tone(by.side), kind: 'aim', width: 1.5 });
    }
    const offered = it.menu?.fire.find((other) => other.ship === by.index)?.lines ?? [];
    for (const line of drafted.lines ?? []) {
      const told = offered.find((other) => sameLine(other.line, line));
      const to = line.at ?? told?.to;
      if (told?.template) scene.regions.push({ points: told.template, tone: 'harm', kind: 'zone' });
      if (to) scene.links.push({ from: by.state.motion.at, to, tone: 'harm', end: 'arrow', width: 2 });
    }
  }
  const menu = it.menu?.fire.find((other) => other.ship === it.selected);
  if (!menu || !it.open) return;
  const mine = fireOf(it.draft, menu.ship);
  for (const target of targetsOf(menu)) {
    const ship = all[target];
    if (!ship) continue;
    const aimed = mine.shots.some((shot) => shot.target === target);
    const worth =
      menu.shots
        .filter((shot) => shot.target === target && (!aimed || shotOf(mine, shot.weapon)?.target === target))
        .reduce((sum, shot) => sum + shot.mean, 0) / 1000;
    scene.marks.push({
      at: ship.state.motion.at,
      tone: aimed ? 'harm' : 'neutral',
      kind: aimed ? 'target' : 'offer',
      label: worth > 0 ? worth.toFixed(1) : undefined,
    });
  }
}

function deploy(it: Looking, scene: Scene, all: Vessel[]): void {
  const zone = it.menu?.deploy[0];
  if (!zone) return;
  const side = all[zone.default.ship]?.side ?? 0;
  const { from, to } = zone;
  scene.regions.push({
    points: [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }],
    tone: tone(side),
    kind: 'zone',
  });
  const place = it.draft.place;
  const ship = place ? all[place.ship] : undefined;
  if (!place || !ship) return;
  scene.ghosts.push({
    id: `place-${place.ship}`,
    at: place.at,
    heading: degrees(place.facing),
    side: ship.side,
    shape: ship.shape,
    kind: 'chosen',
    owner: ship.id,
    label: ship.tag,
    drag: it.open,
  });
  if (place.velocity > 0)
    scene.links.push({
      from: place.at,
      to: along(place.at, degrees(place.facing), place.velocity),
      tone: tone(side),
      end: 'arrow',
      faint: true,
      dash: true,
      label: String(place.velocity),
    });
}

/** Contacts in reach of a scan, and those that are named. */
function scanning(it: Looking, scene: Scene, all: Vessel[]): void {
  for (const scan of it.draft.scans) {
    const by = all[scan.ship];
    if (by)
      scene.links.push({
        from: by.id,
        to: String(scan.target),
        tone: tone(by.side),
        end: 'ring',
        dash: true,
      });
  }
  const menu = it.menu?.scans?.find((other) => other.ship === it.selected);
  const mine = menu ? all[menu.ship] : undefined;
  if (!menu || !mine) return;
  scene.rings.push({
    at: mine.motion.at,
    radius: menu.reach,
    tone: tone(mine.side),
    label: String(menu.reach),
  });
  for (const target of menu.targets) {
    const ship = all[target];
    const named = it.draft.scans.some((other) => other.ship === menu.ship && other.target === target);
    if (ship)
      scene.marks.push({
        at: ship.motion.at,
        tone: named ? 'harm' : 'neutral',
        kind: named ? 'target' : 'offer',
      });
  }
}

/** Ships that the open decision is about. */
function involved(it: Looking, scene: Scene, all: Vessel[]): void {
  const ships = [
    ...(it.menu?.emp ?? []).map((other) => other.ship),
    ...(it.menu?.repairs ?? []).map((other) => other.ship),
    ...(it.menu?.cores ?? []),
  ];
  for (const index of new Set(ships)) {
    const ship = all[index];
    if (ship) scene.marks.push({ at: ship.state.motion.at, tone: 'neutral', kind: 'offer' });
  }
}

/** The part of the table the ships are in, with room for a move. */
export function focusOf(view: View): Bounds | null {
  const { width, height } = view.field.scenario.table;
  const active = vessels(view).filter((it) => it.active);
  const box = boundsOf(
    active.flatMap((it) => [it.state.motion.at, ahead(it)]),
    4,
  );
  if (!box) return null;
  if (isFloating(view)) return box;
  const held = {
    left: Math.max(-2, box.left),
    right: Math.min(width + 2, box.right),
    bottom: Math.max(-2, box.bottom),
    top: Math.min(height + 2, box.top),
  };
  return held.right - held.left > 4 && held.top - held.bottom > 4 ? held : null;
}
