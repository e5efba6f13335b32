import { describe, expect, it } from 'vitest';
import {
  adjustOf,
  allAt,
  choiceAt,
  earlier,
  emptyDraft,
  freshDraft,
  fromOrder,
  leftToMove,
  moveOf,
  spentOn,
  toOrder,
  useOf,
  withAdjust,
  withBought,
  withDrop,
  withFacing,
  withMove,
  withPlace,
  withShot,
  withUse,
  withVolley,
} from './compose';
import { fireMenu, moveMenu, menu as offered, target } from './sample';
import type { ChargeMenu, DeployShip, Order } from './types';

describe('power', () => {
  it('spends one AP a ship, in place of another, and drops go first', () => {
    let draft = withUse(emptyDraft('power'), 0, 'side_slip');
    draft = withUse(draft, 0, { reinforce: { arc: 'forward' } });
    draft = withDrop(draft, 0, { drop: { arc: 'forward' } });
    draft = withUse(draft, 2, 'change');
    expect(useOf(draft, 0)).toEqual({ reinforce: { arc: 'forward' } });
    expect(toOrder(draft, 'power', null)).toEqual({
      action: {
        power: {
          uses: [
            { ship: 0, on: { drop: { arc: 'forward' } } },
            { ship: 0, on: { reinforce: { arc: 'forward' } } },
            { ship: 2, on: 'change' },
          ],
          done: true,
        },
      },
    });
  });

  it('takes a renewal back together with the drop it needs', () => {
    const drop = { drop: { arc: 'left' as const } };
    let draft = withDrop(emptyDraft('power'), 0, drop);
    draft = withUse(draft, 0, { reinforce: { arc: 'left' } });
    expect(withDrop(draft, 0, drop).uses).toEqual([]);
  });
});

describe('movement', () => {
  const menu = moveMenu();
  const mover = menu.moves![0]!;

  it('goes through the moves that end in the clicked hex', () => {
    expect(choiceAt(mover, [6, 6], null)?.how).toBe('turn_left');
    expect(choiceAt(mover, [6, 6], { mover: { ship: 0 }, how: 'turn_left' })?.how).toBe('slip_left');
    expect(choiceAt(mover, [6, 6], { mover: { ship: 0 }, how: 'slip_left' })?.how).toBe('turn_left');
    expect(choiceAt(mover, [6, 6], { mover: { ship: 0 }, how: 'straight' })?.how).toBe('turn_left');
    expect(choiceAt(mover, [9, 9], null)).toBeNull();
  });

  it('keeps the place in the order when a move is changed', () => {
    let draft = withMove(emptyDraft(), { ship: 0 }, { mover: { ship: 0 }, how: 'straight' });
    draft = withMove(draft, { missile: 4 }, { mover: { missile: 4 }, how: 'turn_left' });
    draft = withMove(draft, { ship: 0 }, { mover: { ship: 0 }, how: 'turn_right' });
    expect(draft.moves.map((it) => it.how)).toEqual(['turn_right', 'turn_left']);
    expect(moveOf(draft, 'm4')?.how).toBe('turn_left');
    expect(earlier(draft.moves, 1).map((it) => it.how)).toEqual(['turn_left', 'turn_right']);
    expect(earlier(draft.moves, 0)).toBe(draft.moves);
    expect(withMove(draft, { missile: 4 }, null).moves).toHaveLength(1);
  });

  it('knows who would go straight on', () => {
    expect(leftToMove(menu, emptyDraft())).toHaveLength(1);
    expect(
      leftToMove(menu, withMove(emptyDraft(), { ship: 0 }, { mover: { ship: 0 }, how: 'straight' })),
    ).toHaveLength(0);
  });
});

describe('fire', () => {
  const group = {
    group: 1,
    weapon: 'disruptor' as const,
    weapons: 2,
    targets: [target({ ship: 1 }), target({ ship: 2 })],
  };

  it('aims all weapons, then one of them elsewhere', () => {
    const shots = allAt(group, { ship: 1 });
    expect(shots).toEqual([{ target: { ship: 1 } }, { target: { ship: 1 } }]);
    expect(withShot(shots, 2, 1, { target: { ship: 2 } })).toEqual([
      { target: { ship: 1 } },
      { target: { ship: 2 } },
    ]);
    expect(withShot([], 2, 1, { target: { ship: 2 } })).toEqual([{}, { target: { ship: 2 } }]);
  });

  it('keeps the volleys of one ship together', () => {
    let draft = withVolley(emptyDraft('fire'), 0, 1, allAt(group, { ship: 1 }));
    draft = withVolley(draft, 3, 0, [{ target: { ship: 1 } }]);
    draft = withVolley(draft, 0, 2, [{ target: { ship: 2 } }]);
    expect(draft.volleys.map((it) => [it.ship, it.group])).toEqual([
      [0, 1],
      [0, 2],
      [3, 0],
    ]);
    expect(withVolley(draft, 0, 1, [{}, {}]).volleys).toHaveLength(2);
  });

  it('asks again after fire, and holding fire is the end of it', () => {
    const draft = withVolley(freshDraft(fireMenu([group]), 'fire'), 0, 1, allAt(group, { ship: 1 }));
    expect(toOrder(draft, 'fire', null).action).toEqual({ fire: { volleys: draft.volleys, done: false } });
    expect(toOrder(emptyDraft('fire'), 'fire', null).action).toEqual({ fire: { volleys: [], done: true } });
  });
});

describe('the power phase', () => {
  const menu: ChargeMenu = {
    ship: 0,
    bars: [
      { red: 1, yellow: 0 },
      { red: 0, yellow: 2 },
    ],
    rows: [
      { speed: 3, power: 3, turn_radius: 2, deadly: false, ap_in: 'BDF', moves_in: 'BDF' },
      { speed: 4, power: 2, turn_radius: 2, deadly: false, ap_in: 'CF', moves_in: 'ACDF' },
    ],
    frozen: false,
  };

  it('charges all and keeps the row unless told otherwise', () => {
    expect(adjustOf(emptyDraft(), menu)).toEqual({ charge: [1, 2, 0], speed: 3 });
    expect(toOrder(emptyDraft(), 'charge', null).action).toEqual({ charge: { ships: [] } });
    const draft = withAdjust(withAdjust(emptyDraft(), menu, { speed: 4 }), menu, { charge: [0, 2, 0] });
    expect(toOrder(draft, 'charge', null).action).toEqual({
      charge: { ships: [{ ship: 0, charge: [0, 2, 0], speed: 4 }] },
    });
  });
});

describe('places', () => {
  const entry = (n: number, at: [number, number]): DeployShip => ({
    ship: n,
    default: { ship: n, at, facing: 0 },
    hexes: [
      [1, 1],
      [2, 1],
      [3, 1],
    ],
    free_facing: true,
  });
  const ships = [entry(0, [1, 1]), entry(1, [2, 1])];
  const menu = offered({ deploy: { ships } });

  it('starts at the usual places and changes them with a friend', () => {
    const draft = freshDraft(menu, 'deploy');
    const next = withPlace(draft, ships, 0, [2, 1]);
    expect(next.places[0]?.at).toEqual([2, 1]);
    expect(next.places[1]?.at).toEqual([1, 1]);
    expect(withPlace(draft, ships, 0, [9, 9])).toBe(draft);
    expect(withFacing(draft, ships[0]!, -1).places[0]?.facing).toBe(5);
  });
});

describe('purchase', () => {
  const menu = offered({
    buy: {
      budget: 300,
      heavies: 1,
      classes: [
        { class: 'BB', points: 194, most: 3, heavy: true, fighters: false, powers_fighters: false },
        { class: 'DD', points: 55, most: 3, heavy: false, fighters: false, powers_fighters: false },
      ],
      default: ['BB', 'DD'],
    },
  });
  it('sums points and heavy ships', () => {
    let draft = freshDraft(menu, 'buy');
    expect(spentOn(menu, draft.buy)).toEqual({ points: 249, heavies: 1 });
    draft = withBought(withBought(draft, 'BB', -1), 'DD', 1);
    expect(draft.buy).toEqual(['DD', 'DD']);
  });
});

describe('orders', () => {
  it('become drafts and the same orders again', () => {
    const orders: [Order, Parameters<typeof toOrder>[1]][] = [
      [{ action: { power: { uses: [{ ship: 0, on: 'battery' }], done: true } } }, 'power'],
      [
        {
          action: { move: { moves: [{ mover: { ship: 0 }, how: 'turn_left' }], done: false } },
          rank: [2, 1],
        },
        'move',
      ],
      [
        {
          action: {
            fire: { volleys: [{ ship: 0, group: 1, shots: [{ target: { fighter: [3, 1] } }] }], done: true },
          },
        },
        'fire',
      ],
      [{ action: { charge: { ships: [{ ship: 0, charge: [0, 1, 0], speed: 4 }] } } }, 'charge'],
      [{ action: { pull: { ships: [{ ship: 2, way: 3 }] } } }, 'pull'],
      [{ action: { pull: { ships: [{ ship: 4 }, { ship: 2, way: 3 }] } } }, 'pull'],
      [{ action: { pick: { target: { fighter: [3, 1] } } } }, 'pick'],
      [{ action: { retreat: { ships: [1] } } }, 'retreat'],
      [{ action: { buy: { ships: ['CA'] } } }, 'buy'],
      [{ action: { initiative: { holder: 1 } } }, 'initiative'],
      [{ action: { terrain: { at: [3, 4] } } }, 'terrain'],
      [{ action: { deploy: { places: [{ ship: 0, at: [1, 2], facing: 3 }] } } }, 'deploy'],
    ];
    for (const [order, kind] of orders)
      expect(toOrder(fromOrder(order, null, kind), kind, null)).toEqual(order);
    expect(fromOrder({ action: 'resign' }, null, 'move')).toEqual(emptyDraft('move'));
  });
});
