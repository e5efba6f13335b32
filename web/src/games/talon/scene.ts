// From a view, a menu and a draft to what the board draws.
import { bearing } from '../../board/geometry';
import { hexDistance, hexAt, hexOutline } from '../../board/hex';
import type { Bounds, Cell, Point, Scene, Token, Tone } from '../../board/types';
import { emptyScene } from '../../board/types';
import { choiceOf, isDrop, moveOf, moverKey, moverMenu, targetMenu, useOf, volleyOf, worth } from './compose';
import type { Draft } from './compose';
import { missileShape, shapeOf } from './counter';
import {
  LAYOUT,
  bearingOf,
  boundsOfHexes,
  boundsOfWindow,
  centreOf,
  hexOf,
  inWindow,
  keyOf,
  same,
} from './hexes';
import { menuKind, targetToken, vessels } from './model';
import type { Vessel } from './model';
import { words } from './texts';
import type {
  ArcMap,
  ArcName,
  DeployShip,
  FireGroup,
  HexPair,
  Menu,
  MoveChoice,
  Mover,
  TargetMenu,
  View,
} from './types';

export interface Looking {
  view: View;
  menu: Menu | null;
  draft: Draft;
  selected: string | null;
  hovered: string | null;
  /** The weapon group that is being aimed. */
  group: number | null;
  pinnedArcs: boolean;
  tracks: boolean;
  /** Hexes are numbered as orders in writing name them. */
  numbers?: boolean;
  /** The order may still be changed. */
  open: boolean;
  playing: boolean;
}

export const tone = (side: number): Tone => `side-${side}` as Tone;

const COMPASS = [0, 1, 2, 3, 4, 5].map((facing) => ({
  bearing: bearingOf(facing),
  label: ['E', 'SE', 'SW', 'W', 'NW', 'NE'][facing]!,
}));

/** Where each unit is drawn: those that share a hex are set apart. */
export interface Spread {
  at: Map<string, Point>;
  size: Map<string, number>;
}

const SPREAD = new WeakMap<View, Spread>();

export function spreadOf(view: View): Spread {
  const known = SPREAD.get(view);
  if (known) return known;
  const spread: Spread = { at: new Map(), size: new Map() };
  const hexes = new Map<string, { ships: string[]; missiles: string[]; at: HexPair }>();
  const of = (at: HexPair) => {
    let found = hexes.get(keyOf(at));
    if (!found) hexes.set(keyOf(at), (found = { ships: [], missiles: [], at }));
    return found;
  };
  for (const it of vessels(view)) if (it.active) of(it.state.at).ships.push(it.id);
  for (const it of view.missiles) of(it.at).missiles.push(`m${it.number}`);
  for (const { ships, missiles, at } of hexes.values()) {
    const centre = centreOf(at);
    const n = ships.length;
    ships.forEach((id, k) => {
      const turn = ((k / n) * 360 + (n === 2 ? 270 : 0)) * (Math.PI / 180);
      const out = n === 1 ? 0 : n === 2 ? 0.24 : 0.26;
      spread.at.set(id, { x: centre.x + Math.sin(turn) * out, y: centre.y + Math.cos(turn) * out });
      spread.size.set(id, n === 1 ? 1 : n === 2 ? 0.54 : 0.46);
    });
    const m = missiles.length;
    missiles.forEach((id, k) => {
      const alone = n === 0 && m === 1;
      const turn = ((k / Math.max(m, 1)) * 300 + 30) * (Math.PI / 180);
      const out = alone ? 0 : n === 0 ? 0.24 : 0.42;
      spread.at.set(id, { x: centre.x + Math.sin(turn) * out, y: centre.y + Math.cos(turn) * out });
      spread.size.set(id, n === 0 ? 0.42 : 0.3);
    });
  }
  SPREAD.set(view, spread);
  return spread;
}

export function placeOf(view: View, id: string): Point | null {
  return spreadOf(view).at.get(id) ?? null;
}

/** What is left of a ship lies there for a while and is no counter any more. */
function wreckOf(ship: Vessel): Token {
  return {
    id: ship.id,
    at: centreOf(ship.state.at),
    heading: bearingOf(ship.state.facing),
    side: ship.side,
    shape: { hull: ship.look.hull, length: 0.8 },
    label: '',
    boxes: 0,
    lost: 0,
    wreck: true,
    cleared: true,
  };
}

export function sceneOf(it: Looking): Scene {
  const { view } = it;
  const all = vessels(view);
  const scene = ground(view, !!it.numbers);
  const spread = spreadOf(view);
  for (const ship of all) {
    const at = spread.at.get(ship.id);
    if (!at) {
      if (ship.state.status === 'destroyed') scene.tokens.push(wreckOf(ship));
      continue;
    }
    scene.tokens.push({
      id: ship.id,
      at,
      heading: bearingOf(ship.state.facing),
      side: ship.side,
      shape: shapeOf(ship, spread.size.get(ship.id) ?? 1, it.open && !it.playing && owesOrder(it, ship.id)),
      label: ship.tag,
      boxes: ship.hullOf,
      lost: ship.hullOf - ship.display.hull_left,
    });
  }
  for (const missile of view.missiles) {
    const id = `m${missile.number}`;
    scene.tokens.push({
      id,
      at: spread.at.get(id)!,
      heading: bearingOf(missile.facing),
      side: missile.side,
      shape: missileShape(missile, spread.size.get(id)),
      label: '',
      boxes: 0,
      lost: 0,
    });
    const chosen =
      it.selected === id ||
      it.hovered === id ||
      (missile.target !== null && it.hovered === String(missile.target));
    if (missile.target !== null && all[missile.target]?.active && (it.tracks || chosen)) {
      scene.links.push({
        from: id,
        to: String(missile.target),
        tone: tone(missile.side),
        end: 'ring',
        dash: true,
        faint: !chosen,
        width: 1,
      });
    }
  }
  if (it.playing) return scene;
  arcs(it, scene, all);
  const kind = menuKind(it.menu);
  if (kind === 'move') moves(it, scene, all);
  else if (kind === 'fire') fire(it, scene, all);
  else if (kind === 'deploy') deploy(it, scene, all, it.menu!.deploy!.ships);
  else if (kind === 'reinforce') deploy(it, scene, all, it.menu!.reinforce!.ships);
  else if (kind === 'terrain') terrainChoice(it, scene);
  else if (kind === 'pull') pulls(it, scene, all);
  return scene;
}

function ground(view: View, numbers: boolean): Scene {
  const unbounded = view.field.options['map_unbounded'] === true;
  const hexes = [
    ...view.ships.filter((it) => it.ship.status === 'active').map((it) => it.ship.at),
    ...view.terrain.map((it) => it.at),
    ...view.missiles.map((it) => it.at),
  ];
  const open = unbounded ? boundsOfHexes(hexes, 5) : null;
  const scene: Scene = {
    ...emptyScene(),
    table: open ?? boundsOfWindow(view.window),
    unit: words.unit,
    grid: {
      kind: 'hex',
      layout: LAYOUT,
      has: open ? undefined : (hex) => inWindow(view.window, hex),
      label: numbers ? (hex) => `${hex.q},${hex.r}` : undefined,
    },
    detail: 0,
    sky: 'nebula',
    turn: view.round,
    compass: COMPASS,
    measure: (from, to) => words.hexes(hexDistance(hexAt(LAYOUT, from), hexAt(LAYOUT, to))),
  };
  for (const piece of view.terrain) {
    const at = centreOf(piece.at);
    const label = words.terrain[piece.kind]!;
    const id = `terrain-${keyOf(piece.at)}`;
    const outline = hexOutline(LAYOUT, hexOf(piece.at));
    if (piece.kind === 'planet') scene.discs.push({ at, radius: 0.46, tone: 'neutral', solid: true, label });
    else if (piece.kind === 'asteroid') scene.terrain.push({ id, outline, kind: 'debris' });
    else if (piece.kind === 'nebula') scene.terrain.push({ id, outline, kind: 'gas' });
    else {
      const hole = piece.kind === 'black_hole';
      scene.cells.push({
        hex: hexOf(piece.at),
        tone: hole ? 'harm' : 'side-3',
        fill: 0.1,
        outline: true,
        note: label,
      });
      scene.discs.push({
        at,
        radius: 0.4,
        tone: hole ? 'harm' : 'side-3',
        solid: true,
        look: hole ? 'hole' : 'rift',
      });
    }
  }
  return scene;
}

/** Whether this ship or missile still owes an order. */
export function owesOrder(it: Pick<Looking, 'menu' | 'draft'>, id: string): boolean {
  const { menu, draft } = it;
  if (!menu) return false;
  const ship = Number(id);
  if (menu.power)
    return (
      menu.power.some((other) => other.ship === ship && other.uses.some((use) => !isDrop(use))) &&
      useOf(draft, ship) === null
    );
  if (menu.moves) {
    const found = moverMenu(menu, id);
    return !!found && found.required && found.choices.length > 1 && !moveOf(draft, id);
  }
  if (menu.fire)
    return menu.fire.ships.some(
      (other) =>
        other.ship === ship &&
        other.groups.some((group) => group.targets.length > 0 && !volleyOf(draft, ship, group.group)),
    );
  return false;
}

const ARCS: [ArcName, number, number][] = [
  ['forward', 0.2, 0],
  ['right', 0.1, 90],
  ['rear', 0.05, 180],
  ['left', 0.1, 270],
];

function arcs(it: Looking, scene: Scene, all: Vessel[]): void {
  const shown = it.hovered ?? (it.pinnedArcs ? it.selected : null);
  const ship = shown === null ? undefined : all[Number(shown)];
  const map = ship && it.menu?.arcs.find((other) => other.ship === ship.index);
  if (
    !ship ||
    !map ||
    (it.hovered !== null && it.hovered === it.selected && !it.pinnedArcs && menuKind(it.menu) === 'move')
  )
    return;
  const from = centreOf(ship.state.at);
  for (const [name, fill, relative] of ARCS) {
    const label = labelled(map, name, from, bearingOf(ship.state.facing) + relative);
    for (const hex of map[name])
      scene.cells.push({
        hex: hexOf(hex),
        tone: tone(ship.side),
        fill,
        label:
          label && same(label, hex)
            ? words.arcLetters[ARCS.findIndex((other) => other[0] === name)]
            : undefined,
      });
  }
}

/** The hex of an arc that lies best for its letter. */
function labelled(map: ArcMap, name: ArcName, from: Point, towards: number): HexPair | null {
  let best: HexPair | null = null;
  let bestOff = Infinity;
  for (const hex of map[name]) {
    const at = centreOf(hex);
    const away = Math.hypot(at.x - from.x, at.y - from.y);
    if (away < 2.4 || away > 3.2) continue;
    const off = Math.abs(((bearing(from, at) - towards + 540) % 360) - 180);
    if (off < bestOff) [best, bestOff] = [hex, off];
  }
  return best;
}

// Movement.

function moverAt(
  view: View,
  all: Vessel[],
  mover: Mover,
): { at: Point; side: number; ship: Vessel | null; id: string } | null {
  const id = moverKey(mover);
  const at = placeOf(view, id);
  if (!at) return null;
  if ('ship' in mover) return { at, side: all[mover.ship]?.side ?? 0, ship: all[mover.ship] ?? null, id };
  const missile = view.missiles.find((it) => it.number === mover.missile);
  return missile ? { at, side: missile.side, ship: null, id } : null;
}

export function dangerOf(choice: MoveChoice): Tone | null {
  if (choice.fatal) return 'harm';
  if (
    choice.leaves ||
    choice.collides.length > 0 ||
    choice.terrain === 'asteroid' ||
    choice.terrain === 'nebula'
  )
    return 'warn';
  return null;
}

function moves(it: Looking, scene: Scene, all: Vessel[]): void {
  for (const menu of it.menu?.moves ?? []) {
    const mover = moverAt(it.view, all, menu.mover);
    if (!mover) continue;
    const move = moveOf(it.draft, mover.id);
    const chosen = choiceOf(menu, move) ?? (menu.required ? (menu.choices[0] ?? null) : null);
    const current = it.selected === mover.id;
    if (current && it.open) {
      const seen = new Set<string>();
      for (const choice of menu.choices) {
        if (choice.how === 'rotate' || seen.has(keyOf(choice.to))) continue;
        seen.add(keyOf(choice.to));
        scene.cells.push(
          moveCell(
            menu.choices.filter((other) => same(other.to, choice.to)),
            move ? chosen : null,
            mover.side,
          ),
        );
      }
    }
    if (!chosen) continue;
    const danger = dangerOf(chosen);
    if (chosen.how !== 'rotate')
      scene.paths.push({
        points: [mover.at, centreOf(chosen.to)],
        tone: danger ?? tone(mover.side),
        kind: move ? 'plan' : 'hint',
      });
    if (!move) continue;
    const missile =
      'missile' in menu.mover
        ? it.view.missiles.find((other) => 'missile' in menu.mover && other.number === menu.mover.missile)
        : null;
    scene.ghosts.push({
      id: `plan-${mover.id}`,
      at: centreOf(chosen.to),
      heading: bearingOf(chosen.facing),
      side: mover.side,
      shape: mover.ship ? shapeOf(mover.ship, 0.9) : missileShape(missile!),
      kind: 'chosen',
      owner: mover.id,
      label: current ? words.howIcon[chosen.how] : undefined,
      warn: danger !== null,
    });
  }
}

function moveCell(choices: MoveChoice[], chosen: MoveChoice | null, side: number): Cell {
  const first = choices[0]!;
  const here = choices.find((it) => it === chosen);
  const note = here ?? first;
  return {
    id: `go-${keyOf(first.to)}`,
    hex: hexOf(first.to),
    tone: dangerOf(note) ?? tone(side),
    fill: here ? 0.28 : 0.16,
    outline: true,
    strong: !!here,
    label: here ? undefined : choices.map((it) => words.howIcon[it.how]).join(' '),
    note: here ? undefined : words.turnShort(note.turn_left) || undefined,
  };
}

// Fire.

export function groupHexes(menu: Menu | null, ship: Vessel, group: number): HexPair[] {
  const map = menu?.arcs.find((it) => it.ship === ship.index);
  const arcs = ship.display.groups[group]?.arcs ?? '';
  if (!map) return [];
  return words.arcNames.filter((_, k) => arcs.includes(words.arcLetters[k]!)).flatMap((name) => map[name]);
}

function fire(it: Looking, scene: Scene, all: Vessel[]): void {
  const menu = it.menu?.fire;
  if (!menu) return;
  for (const volley of it.draft.volleys) {
    const from = placeOf(it.view, String(volley.ship));
    for (const shot of volley.shots) {
      const to = shot.target ? placeOf(it.view, targetToken(shot.target)) : null;
      if (from && to)
        scene.shots.push({
          from,
          to,
          tone: tone(all[volley.ship]?.side ?? 0),
          kind: 'aim',
          width: it.selected === String(volley.ship) ? 2.25 : 1.25,
        });
    }
  }
  const mine = menu.ships.find((other) => String(other.ship) === it.selected);
  const ship = mine && all[mine.ship];
  if (!mine || !ship || !it.open) return;
  const group = mine.groups.find((other) => other.group === it.group) ?? mine.groups[0];
  if (!group) return;
  if (it.hovered === null)
    for (const hex of groupHexes(it.menu, ship, group.group))
      scene.cells.push({ hex: hexOf(hex), tone: tone(ship.side), fill: 0.09 });
  const volley = volleyOf(it.draft, mine.ship, group.group);
  const best = new Map<string, TargetMenu>();
  for (const target of group.targets) {
    const id = targetToken(target.target);
    const known = best.get(id);
    if (!known || worth(target) > worth(known)) best.set(id, target);
  }
  for (const [id, target] of best) {
    const at = placeOf(it.view, id);
    if (!at) continue;
    const aimed = volley?.shots.some((shot) => shot.target && targetToken(shot.target) === id);
    const mean =
      target.all.of > 0 ? target.all.damage.reduce((sum, n, k) => sum + n * k, 0) / target.all.of : 0;
    scene.marks.push({
      at,
      tone: aimed ? 'harm' : 'neutral',
      kind: aimed ? 'target' : 'offer',
      label: mean.toFixed(1),
    });
  }
  launches(group, volley?.shots ?? [], scene, ship);
}

/** Where missiles would be put, and where a push would go. */
function launches(
  group: FireGroup,
  shots: { target?: TargetMenu['target']; launch?: HexPair; push?: number }[],
  scene: Scene,
  ship: Vessel,
): void {
  for (const shot of shots) {
    const target = targetMenu(group, shot.target);
    if (!target) continue;
    const at = shot.launch ?? target.launch[0]?.at;
    if (at) scene.cells.push({ hex: hexOf(at), tone: tone(ship.side), fill: 0.14, outline: true });
    const way = shot.push ?? target.push[0];
    if (way !== undefined) {
      const from = centreOf(target.at);
      const turn = (bearingOf(way) * Math.PI) / 180;
      scene.links.push({
        from,
        to: { x: from.x + Math.sin(turn), y: from.y + Math.cos(turn) },
        tone: 'warn',
        end: 'arrow',
        width: 2,
      });
    }
  }
}

// Set-up and the rest.

function deploy(it: Looking, scene: Scene, all: Vessel[], ships: DeployShip[]): void {
  const current = ships.find((other) => String(other.ship) === it.selected) ?? ships[0];
  if (current && it.open)
    for (const hex of current.hexes)
      scene.cells.push({
        id: `at-${keyOf(hex)}`,
        hex: hexOf(hex),
        tone: tone(all[current.ship]?.side ?? 0),
        fill: 0.1,
      });
  for (const entry of ships) {
    const ship = all[entry.ship];
    const placed = it.draft.places[entry.ship] ?? entry.default;
    if (!ship) continue;
    scene.tokens = scene.tokens.filter((other) => other.id !== ship.id);
    scene.ghosts.push({
      id: `place-${entry.ship}`,
      at: centreOf(placed.at),
      heading: bearingOf(placed.facing),
      side: ship.side,
      shape: shapeOf(ship, 0.94),
      kind: 'chosen',
      owner: ship.id,
      label: ship.tag,
      drag: it.open,
    });
  }
}

function terrainChoice(it: Looking, scene: Scene): void {
  for (const hex of it.menu?.terrain?.hexes ?? []) {
    const chosen = it.draft.piece !== null && same(it.draft.piece, hex);
    scene.cells.push({
      id: `at-${keyOf(hex)}`,
      hex: hexOf(hex),
      tone: 'neutral',
      fill: chosen ? 0.34 : 0.08,
      strong: chosen,
    });
  }
}

function pulls(it: Looking, scene: Scene, all: Vessel[]): void {
  for (const entry of it.menu?.pull ?? []) {
    const ship = all[entry.ship];
    const way = it.draft.pulls[entry.ship] ?? entry.ways[0];
    if (!ship || way === undefined) continue;
    const from = centreOf(ship.state.at);
    const turn = (bearingOf(way) * Math.PI) / 180;
    scene.links.push({
      from: ship.id,
      to: { x: from.x + Math.sin(turn), y: from.y + Math.cos(turn) },
      tone: 'warn',
      end: 'arrow',
      width: 2,
    });
  }
}

/** The part of the map the battle is in, with room for a few moves. */
export function focusOf(view: View): Bounds | null {
  const active = view.ships.filter((it) => it.ship.status === 'active').map((it) => it.ship.at);
  return atLeast(boundsOfHexes([...active, ...view.missiles.map((it) => it.at)], 2), 7);
}

/** Not nearer than so many hexes across. */
export function atLeast(box: Bounds | null, size: number): Bounds | null {
  if (!box) return null;
  const [wide, high] = [
    Math.max(0, size - (box.right - box.left)) / 2,
    Math.max(0, size * 0.8 - (box.top - box.bottom)) / 2,
  ];
  return { left: box.left - wide, right: box.right + wide, bottom: box.bottom - high, top: box.top + high };
}

/** A focus that stays as long as it can: nothing should move under the pointer. */
export function steadyFocus(last: Bounds | null, now: Bounds | null): Bounds | null {
  if (!last || !now) return now;
  const inside =
    now.left + 1 >= last.left &&
    now.right - 1 <= last.right &&
    now.bottom + 1 >= last.bottom &&
    now.top - 1 <= last.top;
  const size = (it: Bounds) => Math.max(it.right - it.left, it.top - it.bottom);
  return inside && size(last) < size(now) * 1.4 ? last : now;
}
