import { describe, expect, it } from 'vitest';
import { hexAt } from '../../board/hex';
import { emptyDraft, withMove, withVolley } from './compose';
import { counterKey } from './counter';
import {
  LAYOUT,
  bearingOf,
  boundsOfWindow,
  centreOf,
  compassOf,
  directionOf,
  inWindow,
  pairOf,
} from './hexes';
import { vessels } from './model';
import { focusOf, groupHexes, owesOrder, placeOf, sceneOf, spreadOf, steadyFocus } from './scene';
import type { Looking } from './scene';
import { fireMenu, menu, missile, moveMenu, ship, target, view } from './sample';

const looking = (part: Partial<Looking> = {}): Looking => ({
  view: view(),
  menu: null,
  draft: emptyDraft(),
  selected: null,
  hovered: null,
  group: null,
  pinnedArcs: false,
  tracks: true,
  open: true,
  playing: false,
  ...part,
});

describe('hexes', () => {
  it('lie where the rules have them', () => {
    // Facing 0 is east, 1 south-east, and so on clockwise.
    const from = centreOf([5, 7]);
    const steps: [number, number][] = [
      [1, 0],
      [0, 1],
      [-1, 1],
      [-1, 0],
      [0, -1],
      [1, -1],
    ];
    steps.forEach(([q, r], facing) => {
      const to = centreOf([5 + q, 7 + r]);
      const degrees = ((Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI + 360) % 360;
      expect(degrees).toBeCloseTo(bearingOf(facing), 6);
    });
    expect(compassOf(5)).toBe('NE');
    expect(directionOf(0)).toBe(1);
    expect(pairOf(hexAt(LAYOUT, centreOf([13, 7])))).toEqual([13, 7]);
  });

  it('are inside the window by column and row', () => {
    const { window } = view();
    expect(inWindow(window, { q: 0, r: 0 })).toBe(true);
    expect(inWindow(window, { q: -1, r: 0 })).toBe(false);
    expect(inWindow(window, { q: -1, r: 2 })).toBe(true);
    expect(inWindow(window, { q: 0, r: 16 })).toBe(false);
    const box = boundsOfWindow(window);
    for (const hex of [
      [0, 0],
      [16, 15],
    ] as [number, number][]) {
      const at = centreOf(hex);
      expect(at.x > box.left && at.x < box.right && at.y > box.bottom && at.y < box.top).toBe(true);
    }
  });
});

describe('the scene', () => {
  it('sets units apart that share a hex', () => {
    const both = view({
      ships: [ship(), ship({ side: 1 }, { tag: 'B1' })],
      missiles: [missile({ number: 4 })],
    });
    const spread = spreadOf(both);
    expect(spread.at.get('0')).not.toEqual(spread.at.get('1'));
    expect(spread.size.get('0')!).toBeLessThan(1);
    for (const id of ['0', '1', 'm4']) expect(pairOf(hexAt(LAYOUT, placeOf(both, id)!))).toEqual([5, 7]);
  });

  it('leaves out what is not on the map, and ties missiles to their targets', () => {
    const scene = sceneOf(
      looking({
        view: view({
          ships: [ship(), ship({ side: 1, status: 'destroyed' })],
          missiles: [missile({ number: 4, at: [8, 7] }), missile({ number: 5, at: [9, 7], target: null })],
        }),
      }),
    );
    expect(scene.tokens.filter((it) => !it.wreck).map((it) => it.id)).toEqual(['0', 'm4', 'm5']);
    // A wreck is no counter: it is seen for a turn, and cleared away.
    expect(scene.tokens.find((it) => it.wreck)).toMatchObject({ id: '1', cleared: true });
    expect(scene.links).toHaveLength(1);
    expect(scene.links[0]).toMatchObject({ from: 'm4', to: '0' });
  });

  it('offers moves on hexes: one cell for a hex, with both ways into it', () => {
    const scene = sceneOf(looking({ menu: moveMenu(), selected: '0' }));
    const cells = scene.cells.filter((it) => it.id);
    expect(cells.map((it) => it.id).sort()).toEqual(['go-5,8', 'go-6,6', 'go-6,7']);
    expect(cells.find((it) => it.id === 'go-6,6')?.label).toBe('↰ ⇖');
    expect(scene.ghosts).toHaveLength(0);
    const drafted = sceneOf(
      looking({
        menu: moveMenu(),
        selected: '0',
        draft: withMove(emptyDraft(), { ship: 0 }, { mover: { ship: 0 }, how: 'slip_left' }),
      }),
    );
    expect(drafted.ghosts[0]).toMatchObject({ at: centreOf([6, 6]), heading: 90 });
    expect(drafted.cells.find((it) => it.id === 'go-6,6')?.strong).toBe(true);
  });

  it('shades the arcs of a group and marks its targets', () => {
    const group = { group: 1, weapon: 'torpedo' as const, weapons: 1, targets: [target({ ship: 1 })] };
    const menu = fireMenu([group]);
    const draft = withVolley(emptyDraft('fire'), 0, 1, [{ target: { ship: 1 } }]);
    const scene = sceneOf(looking({ menu, selected: '0', group: 1, draft }));
    expect(groupHexes(menu, vessels(view())[0]!, 1)).toEqual([
      [6, 7],
      [7, 7],
    ]);
    expect(groupHexes(menu, vessels(view())[0]!, 0)).toHaveLength(3);
    expect(scene.cells).toHaveLength(2);
    expect(scene.marks[0]).toMatchObject({ kind: 'target', label: '1.0' });
    expect(scene.shots[0]?.kind).toBe('aim');
  });

  it('shows all arcs of the ship under the pointer', () => {
    const scene = sceneOf(looking({ menu: fireMenu([]), hovered: '0' }));
    expect(scene.cells).toHaveLength(5);
  });

  it('draws terrain of every kind', () => {
    const kinds = ['planet', 'asteroid', 'nebula', 'black_hole', 'worm_hole'] as const;
    const scene = sceneOf(
      looking({ view: view({ terrain: kinds.map((kind, k) => ({ kind, at: [k, 0] })) }) }),
    );
    expect(scene.discs.map((it) => it.look)).toEqual([undefined, 'hole', 'rift']);
    expect(scene.terrain.map((it) => it.kind)).toEqual(['debris', 'gas']);
    expect(scene.cells.map((it) => it.note)).toEqual(['Black hole', 'Worm hole']);
  });

  it('knows who owes an order', () => {
    expect(owesOrder({ menu: moveMenu(), draft: emptyDraft() }, '0')).toBe(true);
    expect(owesOrder({ menu: moveMenu(), draft: emptyDraft() }, '1')).toBe(false);
    expect(
      owesOrder(
        {
          menu: menu({ power: [{ ship: 0, battery: false, uses: [{ drop: { arc: 'left' } }] }] }),
          draft: emptyDraft(),
        },
        '0',
      ),
    ).toBe(false);
  });

  it('keeps its focus while the battle stays in it', () => {
    const first = focusOf(view())!;
    const moved = focusOf(view({ ships: [ship({ at: [6, 7] }), ship({ side: 1, at: [12, 7] })] }))!;
    expect(steadyFocus(first, moved)).toBe(first);
    const far = focusOf(view({ ships: [ship({ at: [-3, 7] }), ship({ side: 1, at: [12, 7] })] }))!;
    expect(steadyFocus(first, far)).toBe(far);
  });
});

describe('the counter', () => {
  it('is another picture when anything on it changes', () => {
    const key = (it: ReturnType<typeof ship>) => counterKey(vessels(view({ ships: [it] }))[0]!, false);
    const plain = key(ship());
    for (const other of [
      ship({ shields: [5, 5, 4, 5] }),
      ship({ turn_left: 2 }),
      ship({ slip: true }),
      ship({ reinforced: ['A', null, null, null] }),
      ship({}, { hull_left: 5 }),
      ship({}, { curve: [2, 3, 2] }),
      ship({ marker: 'change' }),
    ])
      expect(key(other)).not.toBe(plain);
    expect(key(ship({ at: [1, 1] }))).toBe(plain);
  });
});
