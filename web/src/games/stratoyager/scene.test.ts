import { describe, expect, it } from 'vitest';
import { still } from '../shared/sight';
import { defaultDraft, emptyDraft } from './compose';
import type { Draft } from './compose';
import { stratoyager } from './index';
import { useOf } from './model';
import { poster, preview } from './preview';
import { combatChoices, menu, planMenu, shot, unit, view } from './sample';
import { closeFocus, focusOf, klickMarks, sceneOf } from './scene';
import type { Looking } from './scene';
import type { Menu, View } from './types';

const look = (of: View, part: Partial<Looking> = {}): Looking => ({
  ...still(of, emptyDraft()),
  seat: 0,
  selected: 0,
  open: true,
  playing: false,
  ...part,
});
const planning = (draft: Partial<Draft> = {}, plans = planMenu()) =>
  sceneOf(look(view(), { menu: menu({ plan: plans }), draft: { ...emptyDraft(), ...draft } }));

describe('units on the table', () => {
  it('show where they face, and apart from it where they fly', () => {
    const scene = sceneOf(
      look(
        view({
          phase: { initiative: { seats: [0, 1] } },
          units: [unit({ course: 0, facing: 3 }), unit({ side: 1, card: 2 })],
        }),
      ),
    );
    const token = scene.tokens[0]!;
    expect(token.heading).toBe(90);
    expect(token.vector).toEqual({ x: 12, y: 8 });
    expect(scene.links.filter((it) => it.end === 'bar')).toHaveLength(1);
  });
  it('that are away or wrecked are told from the others', () => {
    const scene = sceneOf(
      look(
        view({
          units: [
            unit({ status: { away: { since: 1 } } }),
            unit({ side: 1, card: 2, status: 'wrecked' }),
            unit({ side: 1, card: 2, status: 'destroyed' }),
            unit({ side: 1, card: 2, status: 'reserve' }),
          ],
        }),
      ),
    );
    expect(scene.tokens.map((it) => [it.dim, it.wreck])).toEqual([
      [true, false],
      [true, true],
    ]);
  });
  it('show their card and their damage', () => {
    const scene = sceneOf(look(view({ units: [unit({ initiative: 2, structure: 1 })] })));
    expect(scene.tokens[0]).toMatchObject({ label: 'F1 ·2', boxes: 3, lost: 2 });
  });
});

describe('things on the table', () => {
  it('are rocks that block and haze that hinders', () => {
    const { terrain } = sceneOf(look(view()));
    expect(terrain.map((it) => [it.kind, it.label])).toEqual([
      ['solid', 'Rock'],
      ['gas', 'Haze +1'],
    ]);
    expect(terrain[0]!.outline).toHaveLength(48);
  });
  it('are locks, missiles and pilots', () => {
    const scene = sceneOf(
      look(
        view({
          units: [
            unit({ lock: { target: 1, turn: 1 } }),
            unit({ side: 1, card: 2, lock: { target: 0, turn: 2 } }),
          ],
          incoming: [{ by: 0, target: 1, dice: 4, aspect: 'aft' }],
          pilots: [{ unit: 1, at: { x: 5, y: 5 } }],
        }),
      ),
    );
    const locks = scene.links.filter((it) => it.end === 'ring');
    expect(locks.map((it) => [it.from, it.to, it.dash])).toEqual([
      ['0', '1', false],
      ['1', '0', true],
    ]);
    expect(scene.links.find((it) => it.tone === 'harm')).toMatchObject({
      from: '0',
      to: '1',
      label: '4D missile',
    });
    expect(scene.spots.find((it) => it.id === 'pilot-1')?.label).toBe('Pilot of P1');
  });
  it('are wrecks, where they stay', () => {
    const of = view({ units: [unit({ status: 'wrecked' })], wreck: 0.5 });
    expect(sceneOf(look(of)).terrain.map((it) => it.kind)).toEqual(['solid', 'gas', 'debris']);
  });
});

describe('a plan', () => {
  it('is drawn in Klicks, with its ghost at the end', () => {
    const scene = planning({ plan: { first: useOf('A', 3), second: useOf('C', 2) } });
    expect(scene.paths.find((it) => it.kind === 'plan')!.points).toHaveLength(3);
    expect(scene.spots.filter((it) => it.kind === 'dot')).toHaveLength(8);
    const ghost = scene.ghosts.find((it) => it.kind === 'chosen')!;
    expect(ghost).toMatchObject({ at: { x: 14, y: 11 }, heading: 0, drag: true, warn: false });
    expect(ghost.label).toBe('A+3 C+2 · 0 h, 7 K');
    expect(scene.links.find((it) => it.end === 'arrow')?.to).toEqual({ x: 14, y: 18 });
  });
  it('offers what is one die away, and warns of stress', () => {
    const offered = planning().ghosts.filter((it) => it.kind === 'offered');
    expect(offered.map((it) => it.warn).sort()).toEqual([false, false, true]);
    expect(
      planning({ plan: { first: useOf('A', 6), second: useOf('B', 0) } }).ghosts.find(
        (it) => it.kind === 'chosen',
      ),
    ).toMatchObject({ warn: true, label: 'A+6 · 0 h, 10 K · 3 stress dice' });
  });
  it('shows where an enemy can be while it is pointed at', () => {
    const reach = (hovered: number | null) =>
      sceneOf(look(view(), { menu: menu({ plan: planMenu() }), hovered })).regions.filter(
        (it) => it.tone === 'side-1',
      );
    expect(reach(null)).toHaveLength(0);
    expect(reach(1)).toHaveLength(1);
    expect(
      sceneOf(look(view(), { menu: menu({ plan: planMenu() }), hovered: 1 })).spots.find(
        (it) => it.label === 'if it drifts',
      )?.at,
    ).toEqual({ x: 12, y: 10 });
  });
  it('is seen closely on a small screen', () => {
    const near = closeFocus(view(), menu({ plan: planMenu() }))!;
    expect(near.top).toBeGreaterThan(14);
    expect(near.top).toBeLessThan(20);
    expect(closeFocus(view(), menu())).toBeNull();
  });
  it('with a yaw first faces another way than it flies', () => {
    const scene = planning({ plan: { first: useOf('A', 0), second: useOf('B', 0), yaw: 6 } });
    expect(scene.ghosts.find((it) => it.kind === 'chosen')!.heading).toBe(180);
    expect(scene.links.some((it) => it.end === 'bar')).toBe(true);
  });
  it('marks whole Klicks only', () => {
    expect(
      klickMarks(
        [
          { x: 0, y: 0 },
          { x: 0, y: 3 },
        ],
        0,
      ).map((it) => it.at.y),
    ).toEqual([1, 2]);
    expect(
      klickMarks(
        [
          { x: 0, y: 0 },
          { x: 0, y: 0 },
        ],
        0,
      ),
    ).toEqual([]);
  });
});

describe('yaw, fire and places', () => {
  it('show the dial and who comes into the arc', () => {
    const yaw: Menu['yaw'] = {
      unit: 0,
      stress: [],
      choices: Array.from({ length: 12 }, (_, hours) => ({
        hours,
        facing: hours,
        stress: 0,
        bears: hours === 0 ? [1] : [],
      })),
    };
    const of = view({ phase: { yaw: { seats: [0] } } });
    const scene = sceneOf(look(of, { menu: menu({ yaw }), draft: { ...emptyDraft(), yaw: 3 } }));
    expect(scene.spots.filter((it) => it.id?.startsWith('yaw-'))).toHaveLength(12);
    expect(scene.tokens[0]!.heading).toBe(90);
    expect(scene.arcs[0]).toMatchObject({ from: 60, to: 120, radius: 24 });
    expect(scene.marks).toHaveLength(0);
  });
  it('show the odds at the target before firing', () => {
    const of = view({ phase: { combat: { seats: [0] } } });
    const all = menu({ combat: { unit: 0, choices: combatChoices(), lock: null } });
    const scene = sceneOf(look(of, { menu: all, draft: defaultDraft(all) }));
    expect(scene.marks).toEqual([{ at: { x: 12, y: 14 }, tone: 'harm', kind: 'target', label: '33%' }]);
    expect(scene.shots).toHaveLength(1);
    expect(scene.rings.map((it) => it.radius)).toEqual([1, 6, 12, 18, 24]);
  });
  it('show shots at will', () => {
    const of = view({ phase: { at_will: { seats: [0] } } });
    const all = menu({ at_will: { shots: [{ unit: 0, shot: shot() }] } });
    const scene = sceneOf(look(of, { menu: all, draft: defaultDraft(all) }));
    expect(scene.marks[0]).toMatchObject({ tone: 'harm', label: '33%' });
  });
  it('show the zone and the unit to be placed', () => {
    const of = view({ phase: { place: { unit: 0 } }, units: [unit({ status: 'waiting' })] });
    const place = {
      unit: 0,
      zones: of.field.zones[0],
      default: { unit: 0, at: { x: 8, y: 0.5 }, course: 1, speed: 4 },
      speeds: [0, 4] as [number, number],
      fixed_course: false,
    };
    const all = menu({ place });
    const scene = sceneOf(look(of, { menu: all, draft: defaultDraft(all) }));
    expect(scene.regions).toHaveLength(1);
    expect(scene.ghosts[0]).toMatchObject({ at: { x: 8, y: 0.5 }, heading: 30, drag: true });
  });
  it('show cards beside their units to their owner', () => {
    const of = view({ phase: { initiative: { seats: [0, 1] } } });
    const all = menu({ cards: { units: [0], cards: 2, default: [{ unit: 0, card: 2 }] } });
    expect(sceneOf(look(of, { menu: all, draft: defaultDraft(all) })).tokens[0]!.label).toBe('F1 ·2');
  });
});

describe('before the battle', () => {
  const waiting = view({
    turn: 0,
    phase: 'setup',
    units: [unit({ status: 'waiting' }), unit({ side: 1, card: 2, status: 'waiting' })],
  });
  it('both forces stand in their zones', () => {
    const scene = preview(waiting);
    expect(scene.regions).toHaveLength(2);
    expect(scene.tokens.map((it) => it.at)).toEqual([
      { x: 12, y: 0.25 },
      { x: 12, y: 35.75 },
    ]);
    expect(poster(waiting).tokens).toHaveLength(2);
    expect(focusOf(waiting)).toBeNull();
    expect(focusOf(view())).not.toBeNull();
  });
  it('forces and facts are told', () => {
    expect(stratoyager.forces(waiting).map((it) => [it.name, it.total])).toEqual([
      ['Federation', '110 points'],
      ['Pirates', '84 points'],
    ]);
    expect(stratoyager.facts(waiting).map((it) => it.value)).toEqual([
      '24 K × 36 K',
      'by cards',
      '6, perhaps 7',
    ]);
  });
});
