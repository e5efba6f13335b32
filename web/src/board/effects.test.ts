// Salvos and kills: dice before the shot, the shot before its figure, and how long it all takes.
import { describe, expect, it } from 'vitest';
import { ARRIVES, KILL, LAST, kills, salvo } from './effects';
import type { Effect, Volley } from './effects';
import { emptyMoment } from './timeline';

const at = (x: number, y: number) => ({ x, y });
const shot = (more: Partial<Volley> = {}): Volley => ({
  weapon: 'beam',
  from: at(0, 0),
  to: at(10, 0),
  tone: 'side-0',
  hit: true,
  struck: 'shield',
  said: { text: '3', tone: 'harm' },
  ...more,
});
const seen = (all: ReturnType<typeof salvo>, ms: number) => {
  const now = emptyMoment();
  all.show(ms / all.length, now);
  return now;
};
const kinds = (effects: Effect[]) => effects.map((it) => it.kind);

describe('a salvo', () => {
  it('lets the dice roll, then shoots, then says what came of it', () => {
    const all = salvo([shot({ dice: [{ value: 5, sides: 6, good: true }] })]);
    expect(kinds(seen(all, 50).effects)).toEqual(['dice']);
    const flying = seen(all, 600);
    expect(kinds(flying.effects)).toEqual(['dice', 'fire']);
    expect(flying.figures).toEqual([]);
    expect(seen(all, 1300).figures).toMatchObject([{ at: at(10, 0), text: '3', tone: 'harm' }]);
  });

  it('passes on who is hit, where and by what', () => {
    const now = seen(salvo([shot({ by: 'a', whom: 'b', power: 1, guns: 4 })]), 300);
    expect(now.effects).toMatchObject([
      { kind: 'fire', weapon: 'beam', by: 'a', whom: 'b', hit: true, struck: 'shield', power: 1, guns: 4 },
    ]);
  });

  it('tells a few shots one after the other and lets many overlap', () => {
    const [two, twelve] = [2, 12].map((n) => salvo(Array.from({ length: n }, () => shot())).length);
    expect(two).toBeGreaterThan(2500);
    expect(twelve! / 12).toBeLessThan(two! / 2);
  });

  it('frames both ends of every shot, and leaves out what nobody sees', () => {
    expect(salvo([shot(), null]).places).toEqual([at(0, 0), at(10, 0)]);
    expect(salvo([]).length).toBe(0);
  });

  it('asks for the sound of the weapon, and of what it hits when it arrives', () => {
    const { sounds } = salvo([shot({ weapon: 'torpedo', struck: 'hull' }), shot({ hit: false })]);
    expect(sounds.map((it) => it.sound)).toEqual(['fire-torpedo', 'hit-hull', 'fire-beam']);
    expect(sounds[1]!.at).toBeGreaterThan(sounds[0]!.at);
    expect(ARRIVES.torpedo).toBeGreaterThan(ARRIVES.beam);
    expect(salvo([shot({ dice: [{ value: 1, sides: 6 }] })]).sounds.map((it) => it.sound)).toEqual([
      'fire-beam',
      'dice',
      'hit-shield',
    ]);
  });
});

describe('a kill', () => {
  it('has two seconds of its own, the last blow four', () => {
    const dead = { whom: 'a', at: at(1, 1) };
    expect(kills([dead]).length).toBe(KILL);
    expect(kills([dead], true).length).toBe(LAST);
    expect(kills([dead, dead]).length).toBeGreaterThan(KILL);
  });

  it('breaks the ship up, says so late, and is heard', () => {
    const all = kills([{ whom: 'a', at: at(1, 1), said: { text: 'destroyed', tone: 'harm' } }], true);
    expect(seen(all, 400)).toMatchObject({
      effects: [{ kind: 'break', whom: 'a', last: true }],
      figures: [],
    });
    expect(seen(all, 3900).figures).toMatchObject([{ text: 'destroyed' }]);
    expect(all.sounds).toMatchObject([{ sound: 'kill', power: 1 }]);
  });
});
