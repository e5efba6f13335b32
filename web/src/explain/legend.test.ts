// Signs of a map, and which entries of a legend come first.
import { describe, expect, it } from 'vitest';
import { emptyScene } from '../board/types';
import type { Scene } from '../board/types';
import { legend as asfos } from '../games/asfos/legend';
import { legend as ftb } from '../games/ftb/legend';
import { legend as fullThrust } from '../games/full-thrust/legend';
import { legend as stratoyager } from '../games/stratoyager/legend';
import { legend as talon } from '../games/talon/legend';
import { explains, picture, signsOf, sorted } from './legend';

const at = { x: 0, y: 0 };
const scene: Scene = {
  ...emptyScene(),
  rings: [{ at, radius: 6, tone: 'side-1' }],
  paths: [{ points: [at, { x: 1, y: 1 }], tone: 'warn', kind: 'plan' }],
  links: [{ from: at, to: { x: 1, y: 0 }, tone: 'harm', end: 'arrow', dash: true }],
  terrain: [{ id: 't', outline: [at], kind: 'gas' }],
};

describe('a legend', () => {
  it('knows everything on a map by its sign, whatever side it is of', () => {
    expect([...signsOf(scene).keys()].sort()).toEqual([
      'link/arrow/harm/dash',
      'path/plan/warn',
      'ring/side',
      'terrain/gas',
    ]);
  });
  it('puts first what lies on the map, and names what nobody explains', () => {
    const entries = [
      { signs: ['spot'], text: 'elsewhere' },
      { signs: ['path/plan', 'ring'], text: 'here' },
      { signs: ['link/arrow'], text: 'here, too' },
    ];
    const { here, others, unknown } = sorted(entries, scene);
    expect(here.map((it) => it.text)).toEqual(['here', 'here, too']);
    expect(others.map((it) => it.text)).toEqual(['elsewhere']);
    expect(unknown).toEqual(['terrain/gas']);
    expect(explains(entries[2]!, 'link/arrowhead')).toBe(false);
  });
  it('of every game draws each of its lines', () => {
    for (const entries of [asfos, ftb, fullThrust, stratoyager, talon])
      for (const entry of entries) {
        const drawn = picture(entry, scene);
        const sign = entry.signs[0]!;
        const signs = [...signsOf(drawn).keys()];
        // A mark on a ship is drawn on one, even before any ship is on the map.
        if (sign.startsWith('token/')) expect(signs, sign).toContain(sign);
        else expect(signs.length, sign).toBe(1);
      }
  });
});
