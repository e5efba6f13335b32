import { describe, expect, it } from 'vitest';
import type { CaseCard, CaseStep } from '../wire';
import { casesOf } from './casebook.svelte';
import { endsOf, isQuiet, named } from './frame';

const card = (id: string, rules: string[], kind: CaseCard['kind'] = 'played'): CaseCard => ({
  id,
  name: id,
  rules,
  kind,
});
const step = (lines: number, aside = false): CaseStep => ({
  about: null,
  phase: null,
  orders: [],
  dice: [],
  lines: Array.from({ length: lines }, (_, n) => ({ n, turn: 1, text: 'x', rules: [], event: {}, aside })),
  won: null,
});

describe('examples of a rule', () => {
  it('are those that cite it, the most telling first', () => {
    const cases = [
      card('beside', ['A-2', 'A-1']),
      card('refused', ['A-1'], 'refused'),
      card('other', ['A-2']),
      card('many', ['A-1', 'A-2', 'A-3']),
      card('plain', ['A-1']),
      card('howto-first', ['A-2', 'A-1']),
    ];
    expect(casesOf(cases, 'A-1').map((it) => it.id)).toEqual([
      'howto-first',
      'plain',
      'many',
      'refused',
      'beside',
    ]);
    expect(casesOf(cases, 'A-9')).toEqual([]);
  });
});

describe('steps', () => {
  it('end where their lines end', () => {
    expect(endsOf([step(2), step(0), step(3)])).toEqual([0, 2, 2, 5]);
    expect(endsOf([])).toEqual([0]);
  });
  it('are quiet if nothing is told', () => {
    expect(isQuiet(step(2, true))).toBe(true);
    expect(isQuiet(step(1))).toBe(false);
    expect(isQuiet({ ...step(0), dice: [{ face: 1, sides: 6 }] })).toBe(false);
  });
  it('speak of ships by whole words', () => {
    expect(named('A1 fires at B2.', 'B2', '')).toBe(true);
    expect(named('A1 fires at B21.', 'B2', '')).toBe(false);
    expect(named('the (Calypso) turns', 'X', 'Calypso')).toBe(true);
  });
});
