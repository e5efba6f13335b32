import { describe, expect, it } from 'vitest';
import { emptyMoment } from '../../board/timeline';
import type { Change, Line } from '../../wire';
import {
  emptyDraft,
  extrasOf,
  fromOrder,
  swapped,
  toOrder,
  withGroupShot,
  withScan,
  withShot,
} from './compose';
import { attackOf, meanPoints, stanceOf, targetId, withAttack, withFoe, withRun } from './fights';
import { vessels } from './model';
import { flakId, placedAt, stageId, withPlace } from './opening';
import { cuesFor } from './playback';
import { offering, plots, ship, switches, view, looking } from './sample';
import { sceneOf } from './scene';
import { perilsOf, terrainOn } from './terrain';
import { words } from './texts';
import { emptyScene } from '../../board/types';
import type { GameEvent, Group, View } from './types';
import {
  choiceForGroup,
  choiceForShip,
  clockTo,
  flightWay,
  gazeId,
  lookingAlong,
  wingKind,
  wingPlaces,
  wingTag,
  within,
} from './wings';

const group = (part: Partial<Group> = {}): Group => ({
  owner: 0,
  side: 0,
  home: 0,
  craft: { fighters: { kind: 'interceptor' } },
  left: 6,
  cef: 6,
  post: 'flying',
  at: { x: 30, y: 30 },
  facing: 3,
  ...part,
});
/** What is said while these events play, each with what it changed. */
const played = (start: View, told: [GameEvent, Change[]][]): { shown: View; said: string[] } => {
  let shown = start;
  const said: string[] = [];
  const lines = told.map(([event, changes], n): Line => ({
    n,
    turn: 1,
    text: '',
    rules: [],
    event,
    changes,
  }));
  for (const cue of cuesFor(lines, { view: () => shown, show: (next) => (shown = next) })) {
    cue.begin?.();
    const now = emptyMoment();
    cue.show(0.5, now);
    said.push(...now.figures.map((it) => it.text));
    cue.end?.();
  }
  return { shown, said };
};
const set = (path: string, value: unknown): Change => ({ op: 'replace', path, value });

describe('groups', () => {
  const flying = view({
    groups: [
      group(),
      group({ home: 3, side: 1, owner: 1, at: { x: 40, y: 30 } }),
      group({
        post: { screening: { ship: 0 } },
        at: { x: 20, y: 24 },
        craft: { fighters: { kind: 'torpedo', mods: ['fast'] } },
      }),
      group({ post: { aboard: { ship: 0, bays: [], ready: 0 } } }),
    ],
  });

  it('are called by the ship they came with', () => {
    expect([0, 1, 2, 3].map((it) => wingTag(flying, it))).toEqual(['A1.1', 'B1.1', 'A1.2', 'A1.3']);
    expect(wingKind(flying.groups![2]!)).toBe('fast torpedo fighters');
  });

  it('stand on the table, beside the ship they screen, and not while they are aboard', () => {
    const scene = sceneOf(looking({ view: flying }));
    expect(scene.tokens.filter((it) => it.id.startsWith('g')).map((it) => it.id)).toEqual(['g0', 'g1', 'g2']);
    expect(wingPlaces(flying).get(2)).not.toEqual(flying.ships[0]!.motion.at);
    expect(scene.links.some((it) => it.to === '0')).toBe(true);
  });

  it('fly as far as they may, and look where they go', () => {
    expect(within({ x: 0, y: 0 }, { x: 30, y: 0 }, 24).x).toBeCloseTo(24, 0);
    expect(within({ x: 0, y: 0 }, { x: 10, y: 3 }, 24)).toEqual({ x: 10, y: 3 });
    expect(clockTo({ x: 0, y: 0 }, { x: 5, y: 0 }, 12)).toBe(3);
    const menu = {
      group: 0,
      name: '',
      from: { x: 30, y: 30 },
      reach: 24,
      cost: 0,
      choices: [{ screen: { ship: 0 } }, { fly: { to: { x: 40, y: 30 }, facing: 3, engage: 1 } }],
    };
    expect(choiceForShip(menu, 0)).toEqual({ screen: { ship: 0 } });
    expect(choiceForGroup(menu, 1)).toMatchObject({ fly: { engage: 1 } });
    expect(choiceForShip(menu, 3)).toBeNull();
  });

  it('look any way where facings are free, and are drawn so', () => {
    const flight = { to: { x: 30, y: 30 }, facing: 12 };
    const aside = lookingAlong(flight, 97);
    expect(aside.facing).toBe(3);
    expect(flightWay(aside)).toBeCloseTo(97, 0);
    // One of the twelve is written as such, and so is the top of the map.
    expect(lookingAlong(aside, 90)).toEqual({ to: flight.to, facing: 3 });
    expect(lookingAlong(aside, 0)).toEqual({ to: flight.to, facing: 12 });
    const aslant = view({
      phase: { wings: { seat: 0, pass: 'others' } },
      groups: [group({ look: { x: 10, y: -1.2 } })],
    });
    const menu = { group: 0, name: '', from: flight.to, reach: 24, cost: 0, choices: [], free: true };
    const draft = { ...emptyDraft(), wing: { group: 0, action: { fly: aside } } };
    const scene = sceneOf(
      looking({ view: aslant, menu: { ...offering(), wings: [menu] }, draft, open: true }),
    );
    expect(scene.tokens.find((it) => it.id === 'g0')!.heading).toBeCloseTo(97, 0);
    expect(scene.spots.find((it) => it.id === gazeId(0))).toMatchObject({ drag: true });
    const bound = { ...offering(), wings: [{ ...menu, free: false }] };
    expect(
      sceneOf(looking({ view: aslant, menu: bound, draft, open: true })).spots.some(
        (it) => it.id === gazeId(0),
      ),
    ).toBe(false);
  });

  it('draft one sortie at a time', () => {
    const order = { wing: { group: 0, action: { fly: { to: { x: 31, y: 30 }, facing: 3 } } } };
    expect(toOrder(fromOrder(order), 'wings', null)).toEqual(order);
    expect(toOrder(emptyDraft(), 'wings', null)).toBe('pass');
  });

  it('are followed through launch, flight, fight and landing', () => {
    const start = view({
      groups: [
        group({ post: { aboard: { ship: 0, bays: [], ready: 0 } } }),
        group({ home: 3, side: 1, at: { x: 40, y: 30 } }),
      ],
    });
    const home = { aboard: { ship: 0, bays: [[3, 6]], ready: 0 } };
    const { shown, said } = played(start, [
      [{ hangars: { launched: { ship: 0, groups: [0] } } }, [set('/groups/0/post', 'flying')]],
      [
        { wings: { flew: { group: 0, to: { x: 39, y: 30 }, facing: 3, contact: 1, cost: 0 } } },
        [set('/groups/0/at', { x: 39, y: 30 })],
      ],
      [
        { dogfights: { fought: { group: 0, at: [1], dice: [6], kills: [2], cef: 1 } } },
        [set('/groups/0/cef', 5)],
      ],
      [{ dogfights: { fell: { lost: [[1, 2]] } } }, [set('/groups/1/left', 4)]],
      [{ hangars: { landed: { group: 0, ship: 0, bays: [[3, 6]] } } }, [set('/groups/0/post', home)]],
    ]);
    expect(shown.groups![0]).toMatchObject({ at: { x: 39, y: 30 }, cef: 5, post: { aboard: { ship: 0 } } });
    expect(shown.groups![1]!.left).toBe(4);
    expect(said).toEqual([words.figures.launches(1), words.figures.killed(2), words.figures.lands]);
  });
});

describe('fights', () => {
  it('take a target, and let go of it', () => {
    const one = withAttack(emptyDraft(), 0, { ship: 3 });
    expect(attackOf(one, 0)).toEqual({ ship: 3 });
    expect(withAttack(one, 0, { ship: 3 }).attacks).toEqual([]);
    expect(toOrder(withAttack(one, 0, { group: 1 }), 'attacks', null)).toEqual({
      attack: [{ group: 0, target: { group: 1 } }],
    });
    expect([targetId({ ship: 3 }), targetId({ group: 1 }), targetId({ marker: 2 })]).toEqual([
      '3',
      'g1',
      'm2',
    ]);
  });

  it('shoot at foes in order, or press on', () => {
    const two = withFoe(withFoe(emptyDraft(), 0, 4), 0, 2);
    expect(stanceOf(two, 0).at).toEqual([4, 2]);
    expect(toOrder(withFoe(withFoe(two, 0, 4), 0, 2), 'dogfights', null)).toEqual({
      dogfight: [{ group: 0 }],
    });
    expect(toOrder(withRun(emptyDraft(), 1, 'nothing', 4), 'runs', null)).toEqual({
      run: [{ group: 1, with: 'nothing' }],
    });
  });

  it('have a weapon fire at a group or at a ship, not at both', () => {
    const at = withGroupShot(emptyDraft(), 0, 12, 1);
    const menu = { ship: 0, controls: 1, shots: [], targets: [], refused: [] };
    expect(at.fire).toMatchObject({ ship: 0, shots: [], groups: [{ weapon: 12, group: 1 }] });
    expect(withShot(at, menu, 12, 3).fire).toMatchObject({ shots: [{ weapon: 12, target: 3 }], groups: [] });
    expect(withGroupShot(at, 0, 12, 1).fire).toBeNull();
  });

  it('are worth what the table of odds says', () => {
    expect(meanPoints([{ chance: 5e11 }, { chance: 5e11, fills: [2] }], 3)).toBeCloseTo(3);
  });
});

describe('contacts', () => {
  const hidden = view();
  hidden.ships[3] = ship(1, hidden.ships[3]!.motion, { bogey: true });
  hidden.field.scenario.sides[1]!.ships[0] = {
    ...hidden.field.scenario.sides[1]!.ships[0]!,
    design: 'Bogey: capital',
    name: 'Bogey Q',
    letter: 'Q',
  };
  const { displays } = hidden.field;
  const contact = { ...displays.designs[0]!, contact: { class: 'capital ship', loud: 4 } };
  hidden.field.displays = { ...displays, designs: [...displays.designs, contact], ships: [0, 1, 1, 2, 1, 1] };

  it('show their class and nothing else', () => {
    const it = vessels(hidden)[3]!;
    expect([it.unknown, it.kind, it.name]).toEqual([true, 'unidentified capital ship', 'Bogey Q']);
    expect(it.shape.paint?.key).toBe('bogey-Q-4-1');
  });

  it('keep their displays closed after they are identified, where that is played', () => {
    const closed = { ...hidden, ships: [...hidden.ships] };
    closed.ships[3] = ship(1, hidden.ships[3]!.motion);
    expect(vessels(closed)[3]).toMatchObject({ unknown: true, kind: words.closed('capital ship') });
  });

  it('become ships when they are identified', () => {
    const event: GameEvent = {
      sensors: { revealed: { ship: 3, found: 'passive', design: 'Heavy Cruiser', name: 'Ochre One' } },
    };
    const { shown, said } = played(hidden, [
      [
        event,
        [
          set('/field/scenario/sides/1/ships/0', { design: 'Heavy Cruiser', name: 'Ochre One' }),
          set('/field/displays/ships/3', 0),
          set('/ships/3', ship(1, hidden.ships[3]!.motion)),
        ],
      ],
    ]);
    expect(vessels(shown)[3]).toMatchObject({ unknown: false, name: 'Ochre One' });
    expect(said).toEqual([words.figures.identified('Ochre One')]);
  });

  it('are mustered by changing places, and scanned by name', () => {
    expect(swapped([0, 1, 2], 0, 2)).toEqual([2, 1, 0]);
    const draft = withScan(withScan(emptyDraft(), 0, 3), 0, 4);
    expect(toOrder(withScan(draft, 0, 3), 'scan', null)).toEqual({ scan: [{ ship: 0, target: 4 }] });
  });
});

describe('terrain, mines and flak', () => {
  it('is drawn by kind, and gone when it is gone', () => {
    const scene = emptyScene();
    const at = { x: 10, y: 10 };
    terrainOn(
      view({
        bodies: [
          { kind: 'asteroid', at, radius: 1 },
          { kind: 'dust_cloud', at, radius: 6 },
          { kind: 'rings', at, radius: 6, inner: 4 },
          { kind: 'planet_simple', at, radius: 4 },
          { kind: 'asteroid', at, radius: 1, gone: true },
        ],
      }),
      scene,
    );
    expect(scene.terrain.map((it) => it.kind)).toEqual(['solid', 'gas', 'debris']);
    expect(scene.discs).toMatchObject([{ solid: true, radius: 4 }]);
  });

  it('warns of what a move risks', () => {
    const it = view({ bodies: [{ kind: 'asteroid', at: { x: 0, y: 0 }, radius: 1 }] });
    expect(perilsOf(it, { perils: [{ collision: { with: { body: 0 }, needs: 4 } }] })[0]!.text).toContain(
      '4 or more',
    );
    expect(perilsOf(it, { perils: [{ collision: { with: { body: 0 }, needs: 7 } }] })[0]!.text).toContain(
      'is lost',
    );
  });

  it('is given places and loses them', () => {
    const at = { x: 3, y: 4 };
    const draft = withPlace(
      withPlace(emptyDraft(), flakId({ ship: 0, weapon: 6 }), at),
      stageId({ marker: 2 }),
      at,
    );
    expect(toOrder(draft, 'opening', null)).toEqual({
      opening: { flak: [{ ship: 0, weapon: 6, at }], stages: [{ marker: 2, at }] },
    });
    expect(placedAt(withPlace(draft, 'stage-2', null), 'stage-2')).toBeNull();
  });

  it('lists minelayers beside the move', () => {
    const menu = {
      ...plots(0, view().ships[0]!.motion, 4),
      switches: switches({ mines: [{ layer: 4, name: 'Minelayer', left: 2 }], sweep: true }),
    };
    expect(extrasOf(menu).layers).toEqual([{ layer: 4, name: 'Minelayer', left: 2 }]);
    expect(extrasOf(menu).toggles).toContain('sweep');
  });
});
