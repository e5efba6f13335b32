import { describe, expect, it } from 'vitest';
import { helmFor, withPlot } from './compose';
import { atLength, lengthAt, placeOf, slice } from './model';
import { poster, preview } from './preview';
import { at, helmMenu, menu, ship, target, view } from './sample';
import { focusOf, sceneOf, tableOf } from './scene';
import type { Looking } from './scene';
import { COAST } from './wire';

const look = (part: Partial<Looking> = {}): Looking => ({
  view: view(),
  menu: null,
  draft: null,
  system: 0,
  selected: null,
  hovered: null,
  ranges: false,
  reach: true,
  vectors: true,
  open: true,
  playing: false,
  ...part,
});

describe('the map', () => {
  const scene = sceneOf(look());
  it('has gravity and radiation circles, the belt and its bodies', () => {
    expect(
      scene.rings
        .filter((it) => !it.strong)
        .map((it) => it.radius)
        .slice(0, 2),
    ).toEqual([5, 3]);
    expect(scene.discs.find((it) => it.tone === 'harm')).toMatchObject({ radius: 2, at: at(0, 0) });
    expect(scene.discs.filter((it) => it.solid).map((it) => it.label)).toEqual(['Sol', 'Venus']);
    const rocks = scene.spots.filter(
      (it) => it.kind === 'dot' && it.id === undefined && Math.hypot(it.at.x, it.at.y) > 32.9,
    );
    expect(rocks.length).toBeGreaterThan(100);
    expect(rocks.every((it) => Math.hypot(it.at.x, it.at.y) < 48.1)).toBe(true);
    expect(scene.table).toEqual({ left: -60, right: 60, bottom: -60, top: 60 });
  });
  it('has stations with spent refits crossed, and lanes by name', () => {
    expect(scene.spots.find((it) => it.id === 'station-0')).toMatchObject({
      kind: 'ring',
      label: 'A1',
      tone: 'side-0',
    });
    expect(scene.spots.find((it) => it.id === 'station-1')).toMatchObject({ kind: 'cross', label: 'B1' });
    expect(scene.spots.some((it) => it.label === 'to Proxima')).toBe(true);
    const there = sceneOf(look({ system: 1 }));
    expect(there.spots.some((it) => it.label === 'to Sol')).toBe(true);
    expect(there.tokens).toEqual([]);
    expect(there.discs.find((it) => it.solid)?.label).toBe('Proxima');
  });
  it('draws vectors, tracked diamonds and a ring for each hit', () => {
    expect(scene.tokens.find((it) => it.id === '0')).toMatchObject({
      at: at(17, -16),
      heading: 270,
      vector: at(12, -16),
      label: 'TB1',
    });
    expect(scene.paths.filter((it) => it.kind === 'past')).toHaveLength(2);
    expect(scene.spots.filter((it) => it.kind === 'diamond').map((it) => it.at)).toEqual([at(-17, -16)]);
    expect(
      scene.spots.filter((it) => it.kind === 'ring' && it.tone === 'harm' && it.at.x === -17),
    ).toHaveLength(2);
  });
  it('shows torpedoes with the line to their ship, wrecks as crosses, neutrals in no hue', () => {
    const now = sceneOf(
      look({
        view: view({
          ships: [
            ship({ torpedo: { from: at(17, -16), at: at(5, -16), dir: at(-1, 0), speed: 12, deflected: 0 } }),
            ship({ side: 1, place: 'destroyed' }),
            ship({ side: 2, class: 'liner' }),
          ],
          tags: ['TB1', 'AC1', 'NL1'],
        }),
      }),
    );
    expect(now.tokens.filter((it) => !it.wreck).map((it) => it.id)).toEqual(['0', 't0', '2']);
    expect(now.tokens.find((it) => it.wreck)).toMatchObject({ id: '1', cleared: true });
    expect(now.links.some((it) => it.from === '0' && it.to === 't0')).toBe(true);
    expect(now.spots.find((it) => it.kind === 'cross' && it.label === 'AC1')).toBeTruthy();
    expect(now.tokens.find((it) => it.id === '2')!.side).toBe(4);
  });
  it('sets ships in one harbour apart', () => {
    const now = view({
      ships: [ship({ place: { orbit: 1 }, at: at(0, -11) }), ship({ place: { orbit: 1 }, at: at(0, -11) })],
    });
    expect(placeOf(now, 0)).not.toEqual(placeOf(now, 1));
  });
  it('fits the map to what is there if it has no edge', () => {
    const { field } = view();
    const open = view({ field: { ...field, options: { ...field.options, edge: null } } });
    expect(tableOf(open, 0).right).toBe(52);
    expect(tableOf(open, 1).right).toBe(30);
    expect(focusOf(view(), 0)).toEqual({ left: -20, right: 20, bottom: -24, top: -8 });
    // A plot is looked at closely, with room for a Hard burn.
    const plotting = menu({ phase: 'order and plot', ship: 0, helm: helmMenu() });
    const far = view({
      ships: [ship(), ship({ class: 'cruiser', side: 1, at: at(-30, -16), dir: at(1, 0) })],
    });
    expect(focusOf(far, 0, plotting)!.left).toBeGreaterThan(-5);
    // The nearest enemy belongs to it.
    expect(focusOf(view(), 0, plotting)!.left).toBeLessThanOrEqual(-17);
    expect(focusOf(view(), 1)).toBeNull();
  });
});

describe('the plot', () => {
  const helm = helmMenu();
  const burn = helmFor(helm, helm.orders[1]!, COAST);
  const on = (now = burn, part: Partial<Looking> = {}) =>
    sceneOf(look({ menu: menu({ ship: 0, helm }), draft: { helm: now }, ...part }));
  it('has the acceleration circle, the offered ends, and a ghost one can drag', () => {
    const scene = on();
    expect(scene.rings.find((it) => it.strong && it.radius === 3)).toMatchObject({ at: at(12, -16) });
    // Those that mean something: a target on the way, a harbour.
    expect(scene.spots.filter((it) => it.id?.startsWith('plot-')).map((it) => [it.id, it.kind])).toEqual([
      ['plot-1', 'ring'],
      ['plot-2', 'square'],
    ]);
    expect(scene.ghosts).toMatchObject([{ id: 'plan', at: at(12, -16), drag: true }]);
    expect(scene.regions.length + scene.discs.filter((it) => it.tone === 'side-0').length).toBe(1);
    expect(on(burn, { open: false }).spots.some((it) => it.id?.startsWith('plot-'))).toBe(false);
  });
  it('shows where gravity bends it', () => {
    const scene = on(withPlot(helm, burn, helm.orders[1]!.plots[3]!.plot));
    expect(scene.spots.some((it) => it.kind === 'ring' && it.at.x === 14 && it.at.y === -14)).toBe(true);
    expect(scene.paths.find((it) => it.kind === 'plan')!.points).toHaveLength(3);
    expect(scene.paths.find((it) => it.kind === 'hint')!.points).toEqual(helm.coast!.path);
  });
  it('shows what can be attacked and who could give cover fire', () => {
    const scene = on(withPlot(helm, burn, helm.orders[1]!.plots[1]!.plot));
    expect(scene.links.filter((it) => it.tone === 'harm' && it.end === 'arrow' && it.dash)).toHaveLength(1);
    expect(scene.links.filter((it) => it.tone === 'harm' && it.end === 'bar')).toHaveLength(1);
  });
  it('draws a vector of one’s own straight, as a warning', () => {
    const scene = on({ ...burn, plot: { course: at(-3, 4), speed: 5 } });
    expect(scene.ghosts[0]).toMatchObject({ id: 'plan', warn: true });
    expect(scene.ghosts[0]!.at.x).toBeCloseTo(14);
    expect(scene.ghosts[0]!.at.y).toBeCloseTo(-12);
  });
  it('shows what the torpedo would come near to', () => {
    const scene = on(helmFor(helm, helm.orders[2]!, COAST));
    expect(scene.ghosts.map((it) => it.id).sort()).toEqual(['plan', 'torpedo']);
    expect(scene.marks).toHaveLength(1);
    expect(scene.spots.some((it) => it.id === 'torpedo-1')).toBe(false);
    expect(scene.rings.some((it) => it.strong && it.at.x === 12 && it.radius > 6)).toBe(true);
  });
});

describe('attacks on the map', () => {
  const path = [at(-20, -10), at(-14, -10)];
  it('mark the targets, and the window and point of the chosen one', () => {
    const aim = { ship: 0, path, targets: [target()], cover: [], probes: false };
    const free = sceneOf(look({ menu: menu({ aim }), draft: { attack: [] } }));
    expect(free.marks).toMatchObject([{ kind: 'offer', at: at(-17, -16) }]);
    const shot = sceneOf(look({ menu: menu({ aim }), draft: { attack: [{ target: { ship: 1 }, at: 3 }] } }));
    expect(shot.marks[0]!.kind).toBe('target');
    expect(shot.spots.find((it) => it.id === 'aim-1')).toMatchObject({ at: at(-17, -10), drag: true });
    expect(shot.paths.find((it) => it.tone === 'harm')!.points).toEqual([at(-18, -10), at(-14, -10)]);
  });
  it('draw the fight under way, cover fire dashed', () => {
    const fight = { combat: { attacker: 1, defender: 0, cover: true, stage: 'choose' as const } };
    expect(
      sceneOf(look({ view: view({ fight }) })).links.find((it) => it.from === '1' && it.to === '0'),
    ).toMatchObject({ tone: 'harm', dash: true });
  });
  it('measure along bends', () => {
    const bent = [at(0, 0), at(3, 0), at(3, 4)];
    expect(atLength(bent, 5)).toEqual(at(3, 2));
    expect(slice(bent, 1, 5)).toEqual([at(1, 0), at(3, 0), at(3, 2)]);
    expect(lengthAt(bent, at(4, 2))).toBe(5);
  });
});

describe('pictures', () => {
  it('put ships where the scenario has them', () => {
    const before = view({ ships: [], tags: [] });
    expect(preview(before).tokens.map((it) => it.at)).toEqual([at(17, -16), at(-17, -16)]);
    expect(preview(view()).tokens).toHaveLength(2);
    expect(poster(before).tokens).toHaveLength(2);
  });
});
