// The headless board: camera, pointing, measuring, without a browser.
import { describe, expect, it } from 'vitest';
import {
  NO_INSETS,
  between,
  boundsOf,
  fitted,
  joined,
  seen,
  toScreen,
  toWorld,
  widened,
  zoomed,
} from './camera';
import { bearing, convexHull, distance, inside, onPath, softHull, turnBetween } from './geometry';
import {
  advance,
  drawnLength,
  fit,
  freshState,
  hitTest,
  isSeen,
  measureText,
  measured,
  nearest,
  neighbour,
  pan,
  resize,
  reveal,
  snapped,
  tokensIn,
  zoom,
} from './state';
import { hexAt, hexCentre, hexLayout } from './hex';
import { gridStep } from './canvas/ground';
import { emptyScene } from './types';
import type { Ghost, Scene, Token } from './types';

const shape = { hull: 'M0,-1L1,1L-1,1Z', length: 1.5 };
const table = { left: 0, right: 48, bottom: 0, top: 48 };
const token = (id: string, x: number, y: number): Token => ({
  id,
  at: { x, y },
  heading: 0,
  side: 0,
  shape,
  label: id,
  boxes: 4,
  lost: 0,
});
const ghost = (id: string, x: number, y: number, kind: Ghost['kind']): Ghost => ({
  id,
  at: { x, y },
  heading: 0,
  side: 0,
  shape,
  kind,
  owner: '0',
});

function laid(): { scene: Scene; state: ReturnType<typeof freshState> } {
  const scene = { ...emptyScene(), table, tokens: [token('a', 10, 10), token('b', 30, 30)] };
  const state = freshState();
  resize(state, { width: 960, height: 960 }, table, { left: 0, right: 0, top: 0, bottom: 0 });
  return { scene, state };
}

describe('camera', () => {
  it('keeps two places in sight at once', () => {
    const box = (left: number, right: number) => ({ left, right, bottom: left, top: right });
    expect(joined(box(0, 4), box(-2, 3))).toEqual(box(-2, 4));
    expect(joined(box(0, 4), box(1, 2))).toEqual(box(0, 4));
  });

  it('turns world into screen and back, north up', () => {
    const camera = { x: 10, y: 20, scale: 8 };
    const view = { width: 400, height: 300 };
    const at = toScreen(camera, view, { x: 11, y: 22 });
    expect(at).toEqual({ x: 208, y: 134 });
    expect(toWorld(camera, view, at)).toEqual({ x: 11, y: 22 });
  });

  it('fits a table into what panels leave free', () => {
    const view = { width: 1000, height: 600 };
    const insets = { left: 200, right: 0, top: 0, bottom: 100 };
    const camera = fitted(view, table, insets, 0);
    expect(camera.scale).toBeCloseTo(500 / 48);
    expect(toScreen(camera, view, { x: 24, y: 24 })).toEqual({ x: 600, y: 250 });
  });

  it('keeps what is under the pointer while it zooms, within limits', () => {
    const view = { width: 400, height: 400 };
    const camera = { x: 0, y: 0, scale: 10 };
    const focus = { x: 300, y: 80 };
    const before = toWorld(camera, view, focus);
    const after = zoomed(camera, view, focus, 2, [1, 100]);
    expect(toWorld(after, view, focus).x).toBeCloseTo(before.x);
    expect(toWorld(after, view, focus).y).toBeCloseTo(before.y);
    expect(zoomed(camera, view, focus, 1000, [1, 100]).scale).toBe(100);
  });

  it('flies evenly from one place to another', () => {
    const from = { x: 0, y: 0, scale: 4 };
    const to = { x: 10, y: 0, scale: 16 };
    expect(between(from, to, 0)).toEqual(from);
    expect(between(from, to, 0.5)).toEqual({ x: 5, y: 0, scale: 8 });
    expect(between(from, to, 1)).toEqual(to);
  });

  it('knows what is seen', () => {
    expect(seen({ x: 0, y: 0, scale: 10 }, { width: 100, height: 40 })).toEqual({
      left: -5,
      right: 5,
      bottom: -2,
      top: 2,
    });
    expect(boundsOf([])).toBeNull();
    expect(
      boundsOf(
        [
          { x: 1, y: 2 },
          { x: 4, y: 0 },
        ],
        1,
      ),
    ).toEqual({ left: 0, right: 5, bottom: -1, top: 3 });
  });
});

describe('state', () => {
  it('fits on resize until the player takes the camera', () => {
    const { state } = laid();
    const scale = state.camera.scale;
    resize(state, { width: 480, height: 480 }, table, state.insets);
    expect(state.camera.scale).toBeLessThan(scale);
    pan(state, 30, 0, table);
    const mine = state.camera;
    resize(state, { width: 960, height: 960 }, table, state.insets);
    expect(state.camera).toEqual(mine);
  });

  it('never loses the table', () => {
    const { state } = laid();
    pan(state, 1e6, 1e6, table);
    const box = seen(state.camera, state.view);
    expect(box.right).toBeGreaterThan(table.left);
    expect(box.bottom).toBeLessThan(table.top);
    zoom(state, { x: 0, y: 0 }, 1e-9, table);
    expect(state.camera.scale).toBeGreaterThan(1);
  });

  it('finds the ship under the pointer, and an offer before the ship beneath it', () => {
    const { scene, state } = laid();
    const at = toScreen(state.camera, state.view, { x: 10, y: 10 });
    expect(hitTest(scene, state, at)?.id).toBe('a');
    expect(hitTest(scene, state, { x: at.x + 200, y: at.y })).toBeNull();
    const offered = { ...scene, ghosts: [ghost('g', 10.1, 10, 'offered')] };
    expect(hitTest(offered, state, at)?.id).toBe('g');
    const wreck = { ...scene, tokens: [{ ...token('a', 10, 10), wreck: true }] };
    expect(hitTest(wreck, state, at)).toBeNull();
  });

  it('moves the camera over time and can be interrupted', () => {
    const { state } = laid();
    state.camera = { x: 0, y: 0, scale: 50 };
    fit(state, table, 1000, 200);
    expect(advance(state, 1100)).toBe(true);
    expect(state.camera.scale).toBeLessThan(50);
    pan(state, 1, 1, table);
    expect(state.flight).toBeNull();
    fit(state, table, 0, 0);
    expect(state.camera.x).toBe(24);
  });

  it('brings a ship into the free part of the screen, and leaves one that is there', () => {
    const { state } = laid();
    const before = state.camera;
    reveal(state, { x: 24, y: 24 }, 0, 0);
    expect(state.camera).toEqual(before);
    state.insets = { left: 0, right: 0, top: 0, bottom: 700 };
    reveal(state, { x: 24, y: 2 }, 0, 0);
    const spot = toScreen(state.camera, state.view, { x: 24, y: 2 });
    expect(spot.y).toBeLessThanOrEqual(960 - 700 - 47);
  });

  it('measures from ship to ship', () => {
    const { scene, state } = laid();
    const near = toScreen(state.camera, state.view, { x: 10, y: 10 });
    const from = snapped(scene, state, { x: near.x + 4, y: near.y });
    expect(from).toEqual({ x: 10, y: 10 });
    state.measure = { from, to: { x: 10, y: 22 } };
    expect(measured(state)).toEqual({ length: 12, bearing: 0 });
  });

  it('goes from ship to ship by direction', () => {
    const { scene } = laid();
    expect(neighbour(scene, { x: 10, y: 10 }, 45)?.id).toBe('b');
    expect(neighbour(scene, { x: 10, y: 10 }, 225)).toBeNull();
    expect(nearest([{ at: { x: 0, y: 0 } }, { at: { x: 5, y: 5 } }], { x: 4, y: 4 })?.at.x).toBe(5);
  });

  it('draws nothing that is far off', () => {
    const { state } = laid();
    expect(isSeen(state, { x: 24, y: 24 }, 1)).toBe(true);
    expect(isSeen(state, { x: 240, y: 24 }, 1)).toBe(false);
    expect(isSeen(state, { x: 240, y: 24 }, 220)).toBe(true);
  });

  it('keeps ships legible and true to scale when there is room', () => {
    expect(drawnLength({ length: 1 }, 2)).toBe(18);
    expect(drawnLength({ length: 1 }, 60)).toBe(60);
  });

  it('thins the grid out as it zooms away', () => {
    const grid = { kind: 'square', step: 1, steps: [1, 2, 3, 6, 12, 24] } as const;
    const steps = [...grid.steps];
    expect(gridStep({ ...grid, steps }, 40)).toBe(1);
    expect(gridStep({ ...grid, steps }, 9)).toBe(3);
    expect(gridStep({ ...grid, steps }, 2)).toBe(12);
    expect(gridStep({ kind: 'square', step: 10 }, 0.5)).toBe(50);
  });
});

describe('things a game may add', () => {
  const layout = hexLayout('pointy', 2);
  const scene: Scene = {
    ...emptyScene(),
    grid: { kind: 'hex', layout },
    cells: [
      { hex: { q: 3, r: 1 }, tone: 'text' },
      { id: 'go', hex: { q: 4, r: -2 }, tone: 'text' },
    ],
    spots: [
      { id: 'end', at: { x: 20, y: 20 }, tone: 'text', kind: 'dot' },
      { at: { x: 30, y: 30 }, tone: 'text', kind: 'ring' },
    ],
    tokens: [
      {
        id: 'a',
        at: { x: 10, y: 10 },
        heading: 0,
        side: 0,
        label: '',
        boxes: 0,
        lost: 0,
        shape: { hull: '', length: 1 },
      },
    ],
  };
  const state = freshState();
  resize(state, { width: 480, height: 480 }, scene.table, NO_INSETS);
  const on = (at: { x: number; y: number }) => toScreen(state.camera, state.view, at);

  it('points at hexes and spots that have an id', () => {
    expect(hitTest(scene, state, on(hexCentre(layout, { q: 4, r: -2 })))).toMatchObject({
      kind: 'cell',
      id: 'go',
    });
    expect(hitTest(scene, state, on(hexCentre(layout, { q: 3, r: 1 })))).toBeNull();
    expect(hitTest(scene, state, on({ x: 20, y: 20 }))).toMatchObject({ kind: 'spot', id: 'end' });
    expect(hitTest(scene, state, on({ x: 30, y: 30 }))).toBeNull();
  });

  it('measures from hex to hex in the words of the game', () => {
    const from = snapped(scene, state, on({ x: 40.3, y: 6.2 }));
    expect(from).toEqual(hexCentre(layout, hexAt(layout, { x: 40.3, y: 6.2 })));
    state.measure = { from, to: from };
    expect(measureText(scene, state)).toBe('0.0  · 000°');
    expect(measureText({ ...scene, measure: () => '3 hexes' }, state)).toBe('3 hexes');
  });

  it('gathers what a line rings', () => {
    const ring = [
      { x: 8, y: 8 },
      { x: 12, y: 8 },
      { x: 12, y: 12 },
      { x: 8, y: 12 },
    ].map(on);
    expect(tokensIn(scene, state, ring)).toEqual(['a']);
    expect(
      tokensIn(
        scene,
        state,
        ring.map((it) => ({ x: it.x + 100, y: it.y })),
      ),
    ).toEqual([]);
  });
});

describe('the part of a table that is shown', () => {
  it('grows about the battle and stays on the table', () => {
    const table = { left: 0, right: 100, bottom: 0, top: 50 };
    expect(widened({ left: 90, right: 98, bottom: 20, top: 22 }, table, 0.6)).toEqual({
      left: 40,
      right: 100,
      bottom: 6,
      top: 36,
    });
    expect(widened({ left: -10, right: 120, bottom: 0, top: 50 }, table, 0.6)).toEqual({
      left: -10,
      right: 120,
      bottom: 0,
      top: 50,
    });
  });
});

describe('geometry', () => {
  it('has bearings clockwise from north', () => {
    expect(bearing({ x: 0, y: 0 }, { x: 1, y: 0 })).toBeCloseTo(90);
    expect(bearing({ x: 0, y: 0 }, { x: -1, y: 0 })).toBeCloseTo(270);
    expect(turnBetween(350, 10)).toBe(20);
    expect(turnBetween(10, 350)).toBe(-20);
  });

  it('walks along a path', () => {
    const path = [
      { x: 0, y: 0 },
      { x: 0, y: 3 },
      { x: 3, y: 3 },
    ];
    expect(onPath(path, 0.5)).toEqual({ at: { x: 0, y: 3 }, leg: 0 });
    expect(onPath(path, 1).at).toEqual({ x: 3, y: 3 });
    expect(onPath([{ x: 1, y: 1 }], 0.4).at).toEqual({ x: 1, y: 1 });
    expect(distance({ x: 0, y: 0 }, { x: 3, y: 4 })).toBe(5);
  });

  it('puts a soft outline round places', () => {
    expect(
      convexHull([
        { x: 0, y: 0 },
        { x: 2, y: 0 },
        { x: 2, y: 2 },
        { x: 0, y: 2 },
        { x: 1, y: 1 },
      ]),
    ).toHaveLength(4);
    const outline = softHull(
      [
        { x: 0, y: 0 },
        { x: 4, y: 0 },
      ],
      1,
    );
    expect(inside(outline, { x: 2, y: 0.5 })).toBe(true);
    expect(inside(outline, { x: 2, y: 1.5 })).toBe(false);
  });
});
