import { describe, expect, it } from 'vitest';
import { vessels } from '../model';
import { motion, ship, view } from '../sample';
import { arcsText, displayOf } from './display';
import { layoutOf } from './layout';

const whole = view();
const cruiser = vessels(whole)[0]!;
const marked = (part: Parameters<typeof ship>[2], chart = cruiser.chart) =>
  displayOf(whole.field.displays, cruiser.design, ship(0, motion(0, 0, 12, 6), part), chart);

describe('a display', () => {
  it('is the one that the server describes', () => {
    expect(cruiser.display.rows).toEqual([7, 7, 6, 6]);
    expect([cruiser.mass, cruiser.armour, cruiser.hull, cruiser.display.crewLeft]).toEqual([89, 5, 26, 5]);
    expect([...cruiser.display.crew.keys()]).toEqual([6, 12, 18, 24, 26]);
    expect(cruiser.display.icons.every((it) => it.mark === 'sound' && it.shape.startsWith('<'))).toBe(true);
    expect(cruiser.display.icons.map((it) => it.id)).toEqual(cruiser.display.icons.map((_, k) => k));
  });

  it('is marked with what has happened', () => {
    const beam = cruiser.display.icons.find((it) => it.symbol === 'beam')!.id;
    const display = marked(
      {
        hull_lost: 8,
        armour: [{ standard: 1, regenerative: 0, hurt: 0 }],
        damaged: [beam],
        gone: [2],
        drive_hits: 1,
        used: [beam + 1],
      },
      { ...cruiser.chart, thrust: 2, crew: 4, arcs: [[beam, ['AP', 'FP']]] },
    );
    expect([display.icons[beam]!.mark, display.icons[2]!.mark]).toEqual(['damaged', 'gone']);
    expect(arcsText(display.icons[beam]!.arcs, false)).toBe('AP/FP');
    expect(display.icons[beam + 1]!.used).toBe(true);
    const drive = display.icons.find((it) => it.symbol === 'drive')!;
    expect([drive.mark, drive.text, drive.name]).toEqual(['damaged', '2', 'Main drive, thrust 4, now 2']);
    expect(display.crewLeft).toBe(4);
    const layout = layoutOf(display);
    expect(layout.boxes.filter((it) => it.lost)).toHaveLength(8);
    expect(layout.circles.filter((it) => it.lost)).toHaveLength(4);
    expect(layout.rows.map((it) => it.text)).toEqual(['6', '5+', '4+']);
  });

  it('lies within its width', () => {
    for (const it of [vessels(whole)[0]!, vessels(whole)[1]!]) {
      const layout = layoutOf(it.display);
      expect(layout.icons).toHaveLength(it.display.icons.length);
      for (const { x, y } of layout.icons)
        expect(x > 10 && x < layout.width - 10 && y > 0 && y < layout.height).toBe(true);
    }
  });

  it('names arcs from the left end of a run', () => {
    expect(arcsText([true, true, false, false, false, true], false)).toBe('FP/F/FS');
    expect(arcsText([true, false, false, false, false, true], true)).toBe('FP/FS');
    expect(arcsText(new Array<boolean>(6).fill(true), false)).toBe('all arcs');
  });
});
