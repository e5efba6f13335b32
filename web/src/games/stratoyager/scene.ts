// From a view, a menu and a draft to what the board draws.
import { along, distance, onPath, pathLength, softHull } from '../../board/geometry';
import { boundsOf } from '../../board/camera';
import type { Bounds, Point, Scene, Spot, Terrain, Tone } from '../../board/types';
import { emptyScene } from '../../board/types';
import { percent } from '../../lib/dist';
import type { Sight } from '../shared/sight';
import {
  arrivalUnit,
  choiceOf,
  combatChoice,
  endOf,
  facingOf,
  nearChoices,
  stressOf,
  targetsOf,
} from './compose';
import type { Draft } from './compose';
import { crafts, degrees, hourText, isAway, phaseKind, planText } from './model';
import type { Craft } from './model';
import { hitChance } from './odds';
import { words } from './texts';
import type { Form, Menu, Placement, ShotMenu, View, Zone } from './types';

export type Looking = Sight<View, Menu, Draft>;

const DIAL = 1.9;

export const tone = (side: number): Tone => `side-${side}` as Tone;

/** The hours of the course dial. */
/** Four of the twelve hours: more would lie on each other. */
export const HOURS = [0, 3, 6, 9].map((it) => ({ bearing: it * 30, label: String(it) }));

export function sceneOf(it: Looking): Scene {
  const { view } = it;
  const { width, height } = view.field.table;
  const all = crafts(view);
  const scene: Scene = {
    ...emptyScene(),
    table: { left: 0, right: width, bottom: 0, top: height },
    edge: 'hard',
    unit: words.unit,
    sky: 'dusk',
    turn: view.turn,
    grid: { kind: 'square', step: 1, steps: [1, 2, 6, 12, 24], major: 6 },
    terrain: terrainOf(view, all),
    compass: HOURS,
    detail: 10,
    measure: (from, to) => measureText(view, it.menu, from, to),
  };
  const kind = phaseKind(view.phase);
  for (const unit of all) {
    const wreck = unit.state.status === 'wrecked';
    if (!unit.there && !wreck && !isAway(unit.state.status)) continue;
    const { at, course, facing, speed } = unit.state;
    const away = isAway(unit.state.status);
    const acting = view.active.includes(unit.index);
    scene.tokens.push({
      id: unit.id,
      at,
      heading: degrees(facing),
      side: unit.side,
      shape: unit.shape,
      label: unit.active && unit.state.initiative > 0 ? `${unit.tag} ·${unit.state.initiative}` : unit.tag,
      boxes: unit.card.structure,
      lost: unit.card.structure - unit.state.structure,
      trouble: unit.state.greyouts + (unit.state.blackout ? 1 : 0),
      wreck,
      dim: away || !unit.active,
      owes: it.open && !it.playing && acting && unit.side === it.seat,
      vector: speed > 0 && unit.there ? along(at, degrees(course), speed) : undefined,
    });
    if (unit.there && course !== facing) {
      // Course and facing are told apart: where it flies, and where its nose and guns point.
      scene.links.push({
        from: unit.id,
        to: along(at, degrees(facing), 2.2),
        tone: tone(unit.side),
        end: 'bar',
        width: 1.5,
      });
    }
    const path = it.flown.get(unit.index);
    const ended = path?.[path.length - 1];
    if (path && ended && distance(ended, at) < 1e-6 && unit.there && !it.playing)
      scene.paths.push({ points: path, tone: tone(unit.side), kind: 'past' });
  }
  locks(view, scene, all, it.selected);
  for (const pilot of view.pilots) {
    const unit = all[pilot.unit];
    if (unit)
      scene.spots.push({
        id: `pilot-${pilot.unit}`,
        at: pilot.at,
        tone: tone(unit.side),
        kind: 'plus',
        size: 5,
        label: words.pilot(unit.tag),
      });
  }
  if (it.playing) return scene;
  ranges(it, scene, all);
  if (kind === 'plan') plan(it, scene, all);
  if (kind === 'yaw') yaw(it, scene, all);
  if (kind === 'combat' || kind === 'at_will') fire(it, scene, all);
  if (kind === 'place' || kind === 'arrive') places(it, scene, all);
  if (kind === 'initiative' || kind === 'deploy_cards') laid(it, scene, all);
  return scene;
}

export function outlineOf(form: Form): Point[] {
  if ('polygon' in form) return form.polygon.corners;
  const { centre, radius } = form.circle;
  return Array.from({ length: 48 }, (_, k) => along(centre, k * 7.5, radius));
}

function terrainOf(view: View, all: Craft[]): Terrain[] {
  const fixed = (view.field.scenario.terrain ?? []).map((it, n): Terrain => {
    const haze = it.threshold !== undefined && it.threshold !== null;
    return {
      id: `terrain-${n}`,
      outline: outlineOf(it.shape),
      kind: haze ? 'gas' : 'solid',
      label: haze ? words.haze(it.name ?? '', it.threshold!) : words.rock(it.name ?? ''),
    };
  });
  const radius = view.wreck;
  if (radius === null) return fixed;
  const wrecks = all.filter((it) => it.state.status === 'wrecked');
  return [
    ...fixed,
    ...wrecks.map((it): Terrain => ({
      id: `wreck-${it.index}`,
      outline: outlineOf({ circle: { centre: it.state.at, radius } }),
      kind: 'debris',
      label: words.wreck,
    })),
  ];
}

/** Locks as lines from the one that holds them, missiles as lines on their way. */
function locks(view: View, scene: Scene, all: Craft[], selected: number | null): void {
  for (const unit of all) {
    const lock = unit.state.lock;
    const target = lock && all[lock.target];
    if (!lock || !target || !unit.there) continue;
    const ready = lock.turn < view.turn;
    scene.links.push({
      from: unit.id,
      to: target.id,
      tone: tone(unit.side),
      end: 'ring',
      dash: !ready,
      faint: !ready,
      width: 1.25,
      label: selected === unit.index || selected === target.index ? words.locksTarget(target.tag) : undefined,
    });
  }
  view.incoming.forEach((it) => {
    const [by, target] = [all[it.by], all[it.target]];
    if (by && target)
      scene.links.push({
        from: by.there ? by.id : by.state.at,
        to: target.id,
        tone: 'harm',
        end: 'arrow',
        dash: true,
        width: 2,
        label: words.missileDice(it.dice),
      });
  });
}

function measureText(_view: View, menu: Menu | null, from: Point, to: Point): string {
  const away = distance(from, to);
  const band = menu?.ranges?.find((it) => away <= it.klicks + 1e-9);
  const hour = (((Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI + 360) % 360) / 30;
  return [words.klicks(Number(away.toFixed(1))), `${hour.toFixed(1)} h`, band ? words.bands[band.band] : '']
    .filter(Boolean)
    .join(' · ');
}

function ranges(it: Looking, scene: Scene, all: Craft[]): void {
  const kind = phaseKind(it.view.phase);
  const shown = new Set<number>();
  const firing = kind === 'combat' || kind === 'at_will' || kind === 'yaw';
  if (it.selected !== null && (it.pinnedRanges || firing)) shown.add(it.selected);
  if (it.hovered !== null) shown.add(it.hovered);
  for (const index of shown) {
    const unit = all[index];
    if (!unit?.there) continue;
    const strong = index === it.selected;
    const facing =
      kind === 'yaw' && it.menu?.yaw?.unit === index
        ? (it.menu.yaw.choices.find((other) => other.hours === it.draft.yaw)?.facing ?? unit.state.facing)
        : unit.state.facing;
    const shots = (it.menu?.ranges ?? []).filter((other) => other.dice !== null);
    frontArc(scene, it.view.arc, unit, unit.state.at, facing, shots[shots.length - 1]?.klicks ?? 24, strong);
    if (it.pinnedRanges || (strong && firing))
      for (const other of shots)
        scene.rings.push({
          at: unit.state.at,
          radius: other.klicks,
          tone: tone(unit.side),
          label: other.klicks > 2 ? `${words.bands[other.band]} ${other.klicks}` : undefined,
          strong: false,
        });
  }
}

function frontArc(
  scene: Scene,
  arc: number,
  unit: Craft,
  at: Point,
  facing: number,
  radius: number,
  active: boolean,
): void {
  scene.arcs.push({
    at,
    from: degrees(facing) - arc,
    to: degrees(facing) + arc,
    radius,
    tone: tone(unit.side),
    active,
  });
}

/** A dot at each Klick of a path, every sixth a little larger. */
export function klickMarks(path: Point[], side: number): Spot[] {
  const long = pathLength(path);
  const out: Spot[] = [];
  for (let n = 1; n < long - 1e-6 && n <= 60; n++)
    out.push({
      at: onPath(path, n / long).at,
      tone: tone(side),
      kind: 'dot',
      size: n % 6 === 0 ? 3 : 1.75,
      label: n % 6 === 0 ? String(n) : undefined,
    });
  return out;
}

function plan(it: Looking, scene: Scene, all: Craft[]): void {
  const menu = it.menu?.plan;
  const unit = menu && all[menu.unit];
  if (!menu || !unit) return;
  const token = scene.tokens.find((other) => other.id === unit.id);
  if (token) token.vector = undefined;
  const choice = choiceOf(menu, it.draft.plan);
  const ends = (stressed: boolean) =>
    menu.choices
      .filter((other) => (stressed || other.stress === 0) && !other.leaves && !other.crashes)
      .map(endOf);
  if (it.pinnedReach || it.selected === menu.unit) {
    const safe = ends(false);
    if (safe.length > 2)
      scene.regions.push({ points: softHull(safe, 0.4), tone: tone(unit.side), kind: 'reach' });
    if (it.pinnedReach)
      scene.regions.push({ points: softHull(ends(true), 0.4), tone: 'warn', kind: 'reach' });
  }
  for (const other of menu.others) {
    const enemy = all[other.unit];
    if (!enemy || !(it.pinnedReach || it.hovered === other.unit)) continue;
    if (other.safe.length > 2)
      scene.regions.push({ points: softHull(other.safe, 0.4), tone: tone(enemy.side), kind: 'reach' });
    scene.spots.push({
      at: other.drift,
      tone: tone(enemy.side),
      kind: 'ring',
      size: 4,
      label: it.hovered === other.unit ? words.ifDrifts : undefined,
    });
  }
  if (it.open) {
    for (const { choice: other, plan: offered } of nearChoices(menu, it.draft.plan)) {
      const n = menu.choices.indexOf(other);
      scene.ghosts.push({
        id: `choice-${n}`,
        at: endOf(other),
        heading: degrees(other.course),
        side: unit.side,
        shape: unit.shape,
        kind: 'offered',
        owner: unit.id,
        label: planText(offered),
        warn: other.leaves || other.crashes || other.stress > 0,
      });
    }
  }
  if (!choice) return;
  const bad = choice.leaves || choice.crashes;
  const end = endOf(choice);
  const facing = facingOf(choice, it.draft.plan, unit.state.facing);
  const turned = ((facing % 12) + 12) % 12 !== choice.course;
  scene.paths.push({ points: choice.path, tone: bad ? 'warn' : tone(unit.side), kind: 'plan' });
  scene.spots.push(...klickMarks(choice.path, unit.side));
  const stress = stressOf(choice, it.draft.plan);
  scene.ghosts.push({
    id: `plan-${unit.index}`,
    at: end,
    heading: degrees(facing),
    side: unit.side,
    shape: unit.shape,
    kind: 'chosen',
    owner: unit.id,
    label: [
      planText(it.draft.plan),
      words.courseLabel(hourText(choice.course), choice.speed),
      turned ? words.facingLabel(hourText(facing)) : '',
      stress > 0 ? words.stressDice(stress) : '',
    ]
      .filter(Boolean)
      .join(' · '),
    drag: it.open,
    warn: bad || stress > 0,
  });
  // Where its new course would carry it in the turn after.
  scene.links.push({
    from: end,
    to: along(end, degrees(choice.course), Math.max(1, choice.speed)),
    tone: tone(unit.side),
    end: 'arrow',
    dash: true,
    faint: true,
    width: 1.25,
  });
  if (turned)
    scene.links.push({
      from: end,
      to: along(end, degrees(facing), 2.2),
      tone: tone(unit.side),
      end: 'bar',
      width: 1.5,
    });
  if (it.pinnedRanges) frontArc(scene, it.view.arc, unit, end, facing, 12, true);
}

function yaw(it: Looking, scene: Scene, all: Craft[]): void {
  const menu = it.menu?.yaw;
  const unit = menu && all[menu.unit];
  if (!menu || !unit) return;
  const token = scene.tokens.find((other) => other.id === unit.id);
  const chosen = menu.choices.find((other) => other.hours === it.draft.yaw);
  if (token && chosen) token.heading = degrees(chosen.facing);
  for (const other of menu.choices) {
    const on = other === chosen;
    scene.spots.push({
      id: it.open ? `yaw-${other.hours}` : undefined,
      at: along(unit.state.at, degrees(other.facing), DIAL),
      tone: on ? tone(unit.side) : other.bears.length > 0 ? 'harm' : 'muted',
      kind: on ? 'diamond' : 'ring',
      size: on ? 7 : 5,
      strong: on,
      label: on ? hourText(other.facing) : undefined,
    });
  }
  for (const target of chosen?.bears ?? []) {
    const enemy = all[target];
    if (enemy) scene.marks.push({ at: enemy.state.at, tone: 'neutral', kind: 'offer' });
  }
}

function fire(it: Looking, scene: Scene, all: Craft[]): void {
  const aim = (from: Craft, to: Craft, width: number) =>
    scene.shots.push({ from: from.state.at, to: to.state.at, tone: tone(from.side), kind: 'aim', width });
  const combat = it.menu?.combat;
  const unit = combat && all[combat.unit];
  if (combat && unit) {
    const chosen = combatChoice(combat.choices, it.draft.combat);
    const aimed = new Set([
      ...targetsOf(it.draft.combat),
      ...(chosen?.shots.map((shot) => shot.target) ?? []),
    ]);
    const best = new Map<number, ShotMenu | null>();
    for (const choice of combat.choices) {
      for (const target of targetsOf(choice.combat)) if (!best.has(target)) best.set(target, null);
      for (const shot of choice.shots) {
        const now = best.get(shot.target);
        if (!now || hitChance(shot) > hitChance(now)) best.set(shot.target, shot);
      }
    }
    for (const [target, shot] of best) {
      const enemy = all[target];
      if (!enemy) continue;
      const on = aimed.has(target);
      if (on) aim(unit, enemy, 2.25);
      const told = chosen?.shots.find((other) => other.target === target) ?? shot;
      scene.marks.push({
        at: enemy.state.at,
        tone: on ? 'harm' : told && hitChance(told) > 0 ? 'neutral' : 'muted',
        kind: on ? 'target' : 'offer',
        label: told ? percent(hitChance(told)) : undefined,
      });
    }
  }
  for (const shot of Object.values(it.draft.will)) {
    const [by, to] = [all[shot.unit], all[shot.target]];
    if (it.menu?.at_will && by && to) aim(by, to, it.selected === shot.unit ? 2.25 : 1.25);
  }
  for (const { unit: by, shot } of it.menu?.at_will?.shots ?? []) {
    const enemy = all[shot.target];
    if (by !== it.selected || !enemy) continue;
    const on = it.draft.will[by]?.target === shot.target;
    scene.marks.push({
      at: enemy.state.at,
      tone: on ? 'harm' : 'neutral',
      kind: on ? 'target' : 'offer',
      label: percent(hitChance(shot)),
    });
  }
}

function zoneRegion(zone: Zone, table: { width: number; height: number }): Point[] {
  if ('rectangle' in zone) {
    const { from, to } = zone.rectangle;
    return [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }];
  }
  return outlineOf({ circle: zone.disc }).map((at) => ({
    x: Math.min(table.width, Math.max(0, at.x)),
    y: Math.min(table.height, Math.max(0, at.y)),
  }));
}

function places(it: Looking, scene: Scene, all: Craft[]): void {
  const placed = (placement: Placement, drag: boolean) => {
    const unit = all[placement.unit];
    if (!unit) return;
    scene.ghosts.push({
      id: `place-${placement.unit}`,
      at: placement.at,
      heading: degrees(placement.course),
      side: unit.side,
      shape: unit.shape,
      kind: 'chosen',
      owner: unit.id,
      label: `${unit.tag} · ${words.courseLabel(hourText(placement.course), placement.speed)}`,
      drag,
    });
    if (placement.speed > 0)
      scene.links.push({
        from: placement.at,
        to: along(placement.at, degrees(placement.course), placement.speed),
        tone: tone(unit.side),
        end: 'arrow',
        dash: true,
        faint: true,
      });
  };
  const zones = placeZones(it.menu);
  for (const zone of zones)
    scene.regions.push({
      points: zoneRegion(zone, it.view.field.table),
      tone: tone(it.seat ?? 0),
      kind: 'zone',
    });
  for (const zone of closedZones(it.menu))
    scene.regions.push({ points: zoneRegion(zone, it.view.field.table), tone: 'harm', kind: 'zone' });
  if (it.menu?.place && it.draft.place) placed(it.draft.place, it.open);
  for (const arrival of Object.values(it.draft.arrive)) {
    const unit = all[arrivalUnit(arrival)];
    if (!unit || !it.menu?.arrive?.some((other) => other.unit === unit.index)) continue;
    if ('enter' in arrival) placed(arrival.enter, it.open);
    else if ('back' in arrival)
      scene.ghosts.push({
        id: `back-${unit.index}`,
        at: unit.state.at,
        heading: degrees(arrival.back.course),
        side: unit.side,
        shape: unit.shape,
        kind: 'chosen',
        owner: unit.id,
        label: unit.tag,
      });
  }
}

/** Zones of what is placed now; reserves enter by the edges that are open to them. */
export function placeZones(menu: Menu | null): Zone[] {
  if (menu?.place) return menu.place.zones;
  return menu?.arrive?.find((it) => !it.returns)?.entries.map((it) => it.zone) ?? [];
}

export function closedZones(menu: Menu | null): Zone[] {
  return menu?.arrive?.find((it) => !it.returns)?.closed ?? [];
}

/** Cards that lie beside their units, for their owner's eyes. */
function laid(it: Looking, scene: Scene, all: Craft[]): void {
  if (!it.menu?.cards) return;
  for (const [unit, card] of Object.entries(it.draft.cards)) {
    const token = scene.tokens.find((other) => other.id === unit);
    if (token) token.label = `${all[Number(unit)]?.tag} ·${card}`;
  }
}

/** The part of the table the battle is in, with room for a move. */
export function focusOf(view: View): Bounds | null {
  const { width, height } = view.field.table;
  const there = crafts(view).filter((it) => it.there);
  const box = boundsOf(
    there.flatMap((it) => [it.state.at, along(it.state.at, degrees(it.state.course), it.state.speed)]),
    4,
  );
  if (!box) return null;
  const cut = {
    left: Math.max(-2, box.left),
    right: Math.min(width + 2, box.right),
    bottom: Math.max(-2, box.bottom),
    top: Math.min(height + 2, box.top),
  };
  return cut.right - cut.left > 4 && cut.top - cut.bottom > 4 ? cut : null;
}

/** Close about the unit that is asked for: where it can be, and the enemies near it. */
export function closeFocus(view: View, menu: Menu | null, near = 16): Bounds | null {
  const index = menu?.plan?.unit ?? menu?.yaw?.unit ?? menu?.combat?.unit;
  const unit = index === undefined ? undefined : view.units[index];
  if (!unit) return null;
  const enemies = crafts(view)
    .filter((it) => it.there && it.side !== unit.side)
    .map((it) => it.state.at);
  const [first] = [...enemies].sort((a, b) => distance(a, unit.at) - distance(b, unit.at));
  const seen = enemies.filter((it) => distance(it, unit.at) <= near);
  const ends = menu?.plan
    ? menu.plan.choices.filter((it) => it.stress === 0).map(endOf)
    : [along(unit.at, degrees(unit.course), unit.speed)];
  // Whoever shoots wants to see the nearest, however far; whoever flies, his own way.
  if (!menu?.plan && first && seen.length === 0) seen.push(first);
  return boundsOf([unit.at, ...ends, ...seen], 2.5);
}
