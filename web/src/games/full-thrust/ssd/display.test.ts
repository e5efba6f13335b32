import { describe, expect, it } from 'vitest';
import { marked, vessels } from '../model';
import { motion, ship, view } from '../sample';
import type { DesignData } from '../types';
import { arcsText, crewLeft, crewOf, displayOf, iconsOf, mirrored, rowsOf } from './display';
import { layoutOf } from './layout';
import { segment, symbolOf } from './symbols';

const cruiser = vessels(view())[0]!;

describe('a display', () => {
  it('has hull rows with the crew in them', () => {
    expect(rowsOf(26, 4)).toEqual([7, 7, 6, 6]);
    expect(rowsOf(2, 4)).toEqual([1, 1]);
    const design = { name: '', mass: 100, hull: { points: 27, rows: 4 } } as DesignData;
    expect([...crewOf(design).keys()]).toEqual([6, 12, 18, 24, 27]);
    expect(crewLeft({ ...displayOf(design), hullLost: 12 })).toBe(3);
    const crowded = { name: '', mass: 120, hull: { points: 10, rows: 4 } } as DesignData;
    expect(crewOf(crowded).get(10)).toBe(2);
  });

  it('numbers its icons as the rules do', () => {
    const design: DesignData = {
      name: '',
      mass: 60,
      hull: { points: 12, rows: 4 },
      flawed: true,
      systems: [{ name: 'drive', thrust: 6 }, { name: 'screen', level: 2 }, { name: 'nobody knows' }],
      weapons: [{ name: 'beam', class: 2, leftArc: 'FP', numArcs: 3 }],
      ordnance: [{ name: 'missile' }],
      extras: { flagbridge: { weapons: [{ name: 'beam', class: 5, leftArc: 'F', numArcs: 1, at: 0 }] } },
    };
    expect(iconsOf(design, true).map((it) => it.symbol)).toEqual([
      'drive',
      'screen',
      'screen',
      'beam',
      'beam',
      'missile',
      'bridge',
      'powerCore',
      'lifeSupport',
      'flaw',
    ]);
    expect(iconsOf(design, true)[3]!.text).toBe('5');
    expect(arcsText(iconsOf(design, false)[4]!.arcs, false)).toBe('FP/F/FS');
    expect(arcsText(iconsOf(design, false)[5]!.arcs, false)).toBe('FP/F/FS');
  });

  it('knows the cruiser of the book', () => {
    expect(cruiser.display.rows).toEqual([7, 7, 6, 6]);
    expect([cruiser.mass, cruiser.armour, cruiser.hull]).toEqual([89, 5, 26]);
    expect(cruiser.display.icons.every((it) => it.mark === 'sound')).toBe(true);
  });

  it('is marked with what has happened', () => {
    const beam = cruiser.display.icons.find((it) => it.symbol === 'beam')!.id;
    const state = ship(0, motion(0, 0, 12, 6), {
      hull_lost: 8,
      armour: [{ standard: 1, regenerative: 0, hurt: 0 }],
      damaged: [beam],
      gone: [2],
      drive_hits: 1,
      used: [beam + 1],
      rolled: true,
    });
    const display = marked(cruiser.design, state, false);
    expect([display.icons[beam]!.mark, display.icons[2]!.mark]).toEqual(['damaged', 'gone']);
    const drive = display.icons.find((it) => it.symbol === 'drive')!;
    expect([drive.mark, Number(drive.text)]).toEqual(['damaged', Math.floor(cruiser.thrust / 2)]);
    const layout = layoutOf(display);
    expect(layout.boxes.filter((it) => it.lost)).toHaveLength(8);
    expect(layout.circles.filter((it) => it.lost)).toHaveLength(4);
    expect(layout.rows.map((it) => it.text)).toEqual(['6', '5+', '4+']);
  });

  it('lies within its width, every symbol drawn', () => {
    for (const name of ['Heavy Cruiser', 'Frigate']) {
      const it = vessels(view()).find((other) => other.design?.name === name)!;
      const layout = layoutOf(it.display);
      expect(layout.icons).toHaveLength(it.display.icons.length);
      for (const { x, y } of layout.icons)
        expect(x > 10 && x < layout.width - 10 && y > 0 && y < layout.height).toBe(true);
      for (const { icon } of layout.icons)
        expect(
          symbolOf(icon.symbol).strokes.every((stroke) => !/NaN|undefined/.test(stroke.d)),
          icon.symbol,
        ).toBe(true);
    }
    expect(segment(0, false, 12, 18)).toMatch(/^M[-\d.]+,/);
  });

  it('changes sides in a roll', () => {
    const starboard = [false, true, true, false, false, false];
    expect(mirrored(starboard, false)).toEqual([false, false, false, false, true, true]);
    expect(mirrored([true, false, false, false, false, false], true)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });
});
