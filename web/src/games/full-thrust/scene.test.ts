import { describe, expect, it } from 'vitest';
import { emptyDraft, flightId, withShip } from './compose';
import { poster, preview } from './preview';
import { costOf, fire, fly, offering, orders, view, looking } from './sample';
import { focusOf, sceneOf } from './scene';

describe('the map', () => {
  it('shows ships with their course by the clock, and leaves out those not there', () => {
    const it = view();
    it.ships[1] = { ...it.ships[1]!, status: 'waiting' };
    it.ships[2] = { ...it.ships[2]!, status: { left: { edge: 'north', back: null } } };
    it.ships[4] = { ...it.ships[4]!, status: 'destroyed' };
    const scene = sceneOf(looking({ view: it }));
    expect(scene.tokens.map((token) => [token.id, token.heading, !!token.wreck])).toEqual([
      ['0', 90, false],
      ['3', 270, false],
      ['4', 270, true],
      ['5', 270, false],
    ]);
    expect(scene.tokens[0]!.vector!.x).toBeCloseTo(26);
  });

  it('draws a plotted path with its bend, the reach, and ends to click', () => {
    const scene = sceneOf(
      looking({ menu: orders(), selected: 0, draft: withShip(emptyDraft(), 0, { plot: 'P2' }) }),
    );
    expect(scene.paths.find((path) => path.kind === 'plan')!.points).toHaveLength(3);
    expect(scene.ghosts.find((ghost) => ghost.id === 'plan-0')).toMatchObject({
      heading: 30,
      drag: true,
      warn: false,
      label: 'P2',
    });
    expect(
      scene.ghosts
        .filter((ghost) => ghost.kind === 'offered')
        .every((ghost) => /^choice-0-(P2|[PS]?\d?$)/.test(ghost.id)),
    ).toBe(true);
    expect(scene.regions).toHaveLength(1);
    // What was typed and cannot be flown is warned of.
    const typed = {
      plot: 'P4+4',
      cost: costOf('P4+4'),
      ...fly(view().ships[0]!.motion, 'P4+4')!,
      leaves: false,
    };
    const bold = sceneOf(
      looking({
        menu: orders(),
        selected: 0,
        draft: withShip(emptyDraft(), 0, { plot: 'P4+4' }),
        flights: new Map([[flightId(0, 'P4+4'), typed]]),
      }),
    );
    expect(bold.ghosts.find((ghost) => ghost.id === 'plan-0')!.warn).toBe(true);
  });

  it('marks targets with what they may lose, and a weapon with its arcs and bands', () => {
    const at = view({ phase: { fire: { seat: 0, passes: 0 } } });
    const menu = offering({
      fire: [fire()],
      weapons: [
        {
          ship: 0,
          weapon: 12,
          name: '',
          arcs: [],
          bands: [
            { to: 12, dice: 2 },
            { to: 24, dice: 1 },
          ],
          control: true,
          one_shot: false,
          works: true,
        },
      ],
    });
    const aimed = sceneOf(
      looking({
        view: at,
        menu,
        selected: 0,
        draft: { ...emptyDraft(), fire: { ship: 0, shots: [{ weapon: 12, target: 3 }] } },
      }),
    );
    expect(aimed.marks.map((mark) => [mark.kind, mark.label])).toEqual([
      ['target', '0.8'],
      ['offer', '1.6'],
      ['offer', '0.4'],
    ]);
    expect(aimed.shots).toHaveLength(1);
    const icon = sceneOf(looking({ view: at, menu, selected: 0, hoveredIcon: 12 }));
    expect(icon.rings.map((ring) => [ring.radius, ring.label])).toEqual([
      [12, '12: 2d'],
      [24, '24: 1d'],
    ]);
    expect(icon.arcs.length).toBeGreaterThan(0);
    expect(icon.arcs.every((arc) => arc.to - arc.from === 60 && arc.radius === 24)).toBe(true);
  });

  it('keeps a hidden ship where its owner knows it to be', () => {
    const it = view({
      secrets: [
        {
          shadow: {
            until: 4,
            motion: { at: { x: 30, y: 30 }, facing: 6, velocity: 4 },
            turned: false,
            rolled: false,
            turrets: [],
            path: [],
          },
        },
      ],
    });
    it.ships[0] = { ...it.ships[0]!, status: 'cloaked' };
    expect(sceneOf(looking({ view: it })).tokens[0]).toMatchObject({
      at: { x: 30, y: 30 },
      heading: 180,
      dim: true,
    });
    const other = { ...it, secrets: [] };
    expect(sceneOf(looking({ view: other })).tokens[0]!.at).toEqual({ x: 20, y: 24 });
  });

  it('has pictures before the battle', () => {
    const before = view({ turn: 0, phase: 'setup' });
    before.ships = before.ships.map((ship) => ({ ...ship, status: 'waiting' }));
    expect(preview(before).tokens).toHaveLength(6);
    expect(preview(before).regions).toHaveLength(2);
    expect(poster(before).tokens).toHaveLength(6);
    expect(focusOf(before)).toBeNull();
    expect(focusOf(view())).not.toBeNull();
  });
});
