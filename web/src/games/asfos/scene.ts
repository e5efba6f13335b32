// From a view, a menu and a draft to what the board draws.
import { along, distance, softHull } from '../../board/geometry';
import { boundsOf } from '../../board/camera';
import type { Arc, Bounds, Ghost, Point, Region, Scene, Tone } from '../../board/types';
import { emptyScene } from '../../board/types';
import { choiceOf, plotMenu, shotsOf, zonesFor } from './compose';
import type { Draft } from './compose';
import { phaseKind, unitOf, vessels } from './model';
import type { Vessel } from './model';
import { words } from './texts';
import { mean } from '../../lib/dist';
import type { Sight } from '../shared/sight';
import { resultOf } from './odds';
import type { ArcName, ArcSpan, Menu, View } from './types';

export interface Looking extends Sight<View, Menu, Draft> {
  /** The squadron of the selected ship; itself if it flies alone. */
  squadron?: number[];
}

const tone = (side: number): Tone => `side-${side}` as Tone;

export function sceneOf(it: Looking): Scene {
  const { view } = it;
  const { width, height } = view.field.scenario.table;
  const all = vessels(view);
  const scene: Scene = {
    ...emptyScene(),
    table: { left: 0, right: width, bottom: 0, top: height },
    edge: view.fixed ? 'hard' : 'soft',
    unit: unitOf(view),
    sky: 'nebula',
    turn: view.turn,
    grid: { kind: 'square', step: 1, steps: [1, 2, 3, 6, 12, 24, 48, 96], major: 6 },
    terrain: view.terrain.map(([kind, outline], n) => ({
      id: `terrain-${n}`,
      kind,
      outline,
      label: kind === 'gas' ? words.gas : words.solid,
    })),
  };
  const kind = phaseKind(view.phase);
  for (const ship of all) {
    if (ship.state.status === 'waiting' || ship.state.status === 'withdrawn') continue;
    const gone = !ship.active;
    if (gone && typeof ship.state.status !== 'string') continue;
    scene.tokens.push({
      id: ship.id,
      at: ship.state.at,
      heading: ship.state.heading,
      side: ship.side,
      shape: ship.shape,
      label: ship.tag,
      boxes: ship.mass,
      lost: ship.state.hull_marked,
      trouble: ship.state.criticals.length,
      wreck: gone,
      picked: !!it.squadron && it.squadron.length > 1 && it.squadron.includes(ship.index),
      vector:
        ship.state.speed > 0 && !gone && kind !== 'fire' && kind !== 'repairs'
          ? along(ship.state.at, ship.state.heading, ship.state.speed)
          : undefined,
      owes: it.open && !it.playing && owesOrder(it, ship),
    });
    const path = it.flown.get(ship.index);
    // A path of another moment, as after a jump in a replay, is not this ship's past.
    const ended = path?.[path.length - 1];
    if (path && ended && distance(ended, ship.state.at) < 1e-6 && !gone && !it.playing)
      scene.paths.push({ points: path, tone: tone(ship.side), kind: 'past' });
  }
  if (it.playing) return scene;
  ranges(it, scene, all);
  if (kind === 'plot') plots(it, scene, all);
  if (kind === 'fire') fire(it, scene, all);
  if (kind === 'deploy') deploy(it, scene, all);
  return scene;
}

export function owesOrder(it: Pick<Looking, 'view' | 'menu' | 'draft'>, ship: Vessel): boolean {
  switch (phaseKind(it.view.phase)) {
    case 'plot': {
      const menu = plotMenu(it.menu, ship.index);
      return !!menu && !menu.forced && menu.choices.length > 1 && !it.draft.plots[ship.index];
    }
    case 'fire':
      return !!it.menu?.fire?.ships.some((other) => other.ship === ship.index) && !it.draft.fire[ship.index];
    default:
      return false;
  }
}

function ranges(it: Looking, scene: Scene, all: Vessel[]): void {
  const kind = phaseKind(it.view.phase);
  const shown = new Set<number>();
  if (it.selected !== null && (it.pinnedRanges || kind === 'fire')) shown.add(it.selected);
  if (it.hovered !== null && it.pinnedRanges) shown.add(it.hovered);
  const { bands, secondary: near, arcs } = it.view.ranges;
  for (const index of shown) {
    const ship = all[index];
    if (!ship?.active) continue;
    const step = it.menu?.fire?.step;
    if (step !== 'secondaries') {
      scene.arcs.push(...arcsOf(ship, arcs, bands[0], it.draft.fire[index]?.arc ?? null));
      bands.forEach((radius, n) =>
        scene.rings.push({
          at: ship.state.at,
          radius,
          tone: tone(ship.side),
          label: `${radius}`,
          strong: n === 0,
        }),
      );
    }
    scene.rings.push({
      at: ship.state.at,
      radius: near,
      tone: tone(ship.side),
      label: `${near}`,
      strong: step === 'secondaries',
    });
  }
  const reachOf = new Set<number>();
  if (it.hovered !== null && (kind === 'plot' || it.pinnedReach)) reachOf.add(it.hovered);
  if (it.selected !== null && it.pinnedReach) reachOf.add(it.selected);
  for (const index of reachOf) {
    const found = it.menu?.reach?.find((other) => other.ship === index);
    const ship = all[index];
    if (found && ship && found.ends.length > 1) scene.regions.push(reachRegion(found.ends, ship.side));
  }
}

function arcsOf(ship: Vessel, arcs: ArcSpan[], radius: number, active: ArcName | null): Arc[] {
  const armed = arcs.filter(({ arc }) => ship.display.weapons.primaries[arc] > 0);
  return armed.map(({ arc: name, from, to }) => ({
    at: ship.state.at,
    from: ship.state.heading + from,
    to: ship.state.heading + to,
    radius,
    tone: tone(ship.side),
    label: String(ship.display.weapons.primaries[name]),
    active: active ? active === name : name === 'forward',
  }));
}

function reachRegion(ends: Point[], side: number): Region {
  return { points: softHull(ends, 0.5), tone: tone(side), kind: 'reach' };
}

function plots(it: Looking, scene: Scene, all: Vessel[]): void {
  for (const menu of it.menu?.plots ?? []) {
    const ship = all[menu.ship];
    if (!ship?.active) continue;
    const plotted = it.draft.plots[menu.ship];
    // A member that cannot fly its squadron's plot flies straight on.
    const straggles = !menu.forced && !!plotted && !choiceOf(menu, plotted);
    const choice = menu.forced ?? choiceOf(menu, straggles ? undefined : plotted);
    const chosen = it.selected === menu.ship;
    const led = !chosen && !!it.squadron?.includes(menu.ship);
    if (choice) {
      const sure = !!plotted || !!menu.forced;
      scene.paths.push({
        points: choice.path,
        tone: choice.leaves || straggles ? 'warn' : tone(ship.side),
        kind: sure ? 'plan' : 'hint',
      });
      if (sure || chosen || led) {
        scene.ghosts.push({
          id: `plan-${menu.ship}`,
          at: choice.to,
          heading: choice.heading,
          side: ship.side,
          shape: ship.shape,
          kind: 'chosen',
          owner: ship.id,
          label: chosen ? choice.notation : undefined,
          drag: it.open && !menu.forced,
          warn: choice.leaves || straggles,
        });
        // What flies together is tied together.
        const leader = led && it.selected !== null ? all[it.selected] : null;
        if (leader)
          scene.links.push({ from: leader.id, to: ship.id, tone: 'text', dash: true, faint: true, width: 1 });
      }
    }
    if (chosen && !menu.forced && it.open) {
      scene.regions.push(
        reachRegion(
          menu.choices.map((other) => other.to),
          ship.side,
        ),
      );
      for (const other of menu.choices) {
        if (other === choice) continue;
        scene.ghosts.push(offer(ship, `choice-${menu.ship}-${other.plot.dv}-${other.plot.turns}`, other));
      }
    }
  }
  for (const ship of all) {
    const token = scene.tokens.find((other) => other.id === ship.id);
    // A plotted ship's own vector would only cross its plan.
    if (token && it.menu?.plots?.some((other) => other.ship === ship.index)) token.vector = undefined;
  }
}

function offer(
  ship: Vessel,
  id: string,
  choice: { to: Point; heading: number; notation: string; leaves?: boolean },
): Ghost {
  return {
    id,
    at: choice.to,
    heading: choice.heading,
    side: ship.side,
    shape: ship.shape,
    kind: 'offered',
    owner: ship.id,
    label: choice.notation,
    warn: choice.leaves,
  };
}

function fire(it: Looking, scene: Scene, all: Vessel[]): void {
  const menu = it.menu?.fire;
  if (!menu) return;
  for (const ship of menu.ships) {
    const volley = it.draft.fire[ship.ship];
    const from = all[ship.ship];
    if (!volley || !from) continue;
    for (const shot of shotsOf(ship, volley)) {
      const to = all[shot.target];
      if (to)
        scene.shots.push({
          from: from.state.at,
          to: to.state.at,
          tone: tone(from.side),
          kind: 'aim',
          width: it.selected === ship.ship ? 2.25 : 1.25,
        });
    }
  }
  const mine = it.selected === null ? null : menu.ships.find((other) => other.ship === it.selected);
  if (!mine || !it.open) return;
  const aimed = it.draft.fire[mine.ship];
  const targets = new Map<number, number>();
  for (const shot of mine.shots) {
    const worth = mean(resultOf(shot, mine.drivers ?? 0).hull);
    targets.set(shot.target, Math.max(targets.get(shot.target) ?? 0, worth));
  }
  for (const [target, worth] of targets) {
    const ship = all[target];
    if (!ship) continue;
    const hit = aimed && (aimed.target === target || aimed.then?.includes(target));
    // A shot that does nothing needs no figure.
    scene.marks.push({
      at: ship.state.at,
      tone: hit ? 'harm' : worth > 0 ? 'neutral' : 'muted',
      kind: hit ? 'target' : 'offer',
      label: worth > 0 || hit ? worth.toFixed(1) : undefined,
    });
  }
}

function deploy(it: Looking, scene: Scene, all: Vessel[]): void {
  const menu = it.menu?.deploy;
  if (!it.menu || !menu) return;
  const side = all[menu.ships[0]?.ship ?? 0]?.side ?? 0;
  const { table } = it.view.field.scenario;
  const corners =
    menu.corner_choice && !it.draft.corner ? (menu.zones ?? []) : zonesFor(it.menu, it.draft.corner, table);
  for (const zone of corners) {
    if ('disc' in zone) {
      scene.regions.push({
        points: quarter(zone.disc.centre, zone.disc.radius, table),
        tone: tone(side),
        kind: 'zone',
      });
    } else {
      const { from, to } = zone.rectangle;
      scene.regions.push({
        points: [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }],
        tone: tone(side),
        kind: 'zone',
      });
    }
  }
  for (const entry of menu.ships) {
    const ship = all[entry.ship];
    const placed = it.draft.places[entry.ship] ?? entry.default;
    if (!ship || (menu.corner_choice && !it.draft.corner)) continue;
    scene.ghosts.push({
      id: `place-${entry.ship}`,
      at: placed.at,
      heading: placed.heading,
      side: ship.side,
      shape: ship.shape,
      kind: 'chosen',
      owner: ship.id,
      label: ship.tag,
      drag: it.open && !entry.fixed,
    });
  }
}

/** A disc, cut off at the table's edge. */
function quarter(centre: Point, radius: number, table: { width: number; height: number }): Point[] {
  const points: Point[] = [];
  for (let k = 0; k < 96; k++) {
    const at = along(centre, k * 3.75, radius);
    points.push({
      x: Math.min(table.width, Math.max(0, at.x)),
      y: Math.min(table.height, Math.max(0, at.y)),
    });
  }
  return points.filter((at, k) => k === 0 || distance(at, points[k - 1]!) > 1e-9);
}

/** The part of the table the ships are in, with room for a move. */
export function focusOf(view: View): Bounds | null {
  const { width, height } = view.field.scenario.table;
  const active = vessels(view).filter((it) => it.active);
  const box = boundsOf(
    active.flatMap((it) => [it.state.at, along(it.state.at, it.state.heading, it.state.speed)]),
    3,
  );
  if (!box) return null;
  const fixed = {
    left: Math.max(-2, box.left),
    right: Math.min(width + 2, box.right),
    bottom: Math.max(-2, box.bottom),
    top: Math.min(height + 2, box.top),
  };
  return fixed.right - fixed.left > 4 && fixed.top - fixed.bottom > 4 ? fixed : null;
}
