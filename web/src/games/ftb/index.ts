// Fuel to Burn at the table.
import type { GameModule } from '../types';
import { SHAPES } from './silhouettes';
import { classOf, goalText, sideName } from './model';
import Orders from './Orders.svelte';
import { FtbSession } from './session.svelte';
import Sheet from './Sheet.svelte';
import { words } from './texts';
import type { ClassName, View } from './types';
import { legend } from './legend';

const keys = words.commands;

export const ftb: GameModule = {
  id: 'ftb',
  session: () => new FtbSession(),
  Sheet: Sheet as GameModule['Sheet'],
  Orders: Orders as GameModule['Orders'],
  forces: (data) => {
    const view = data as View;
    const { sides, points } = view.field.scenario;
    return sides.map((side, k) => {
      const classes =
        side.ships.length > 0
          ? side.ships.map((it) => it.class)
          : view.ships.filter((it) => it.hull.side === k).map((it) => it.hull.class);
      const kinds = [...new Set<ClassName>(classes)];
      const worth = classes.reduce((sum, it) => sum + classOf(view, it).points, 0);
      return {
        side: k,
        name: side.name,
        total: words.points(worth > 0 ? worth : points),
        ships: kinds.map((it) => ({
          name: words.classes[it],
          kind: words.points(classOf(view, it).points),
          count: classes.filter((other) => other === it).length,
          hull: SHAPES[it].hull,
        })),
      };
    });
  },
  facts: (data) => {
    const view = data as View;
    const drawn = !!view.field.scenario.generic && view.goals.length === 0;
    const all = [...new Set(view.goals.map((it) => goalText(view, it)))];
    const said =
      all.length < 2 ? all : view.goals.map((it) => `${sideName(view, it.side)}: ${goalText(view, it)}`);
    return [
      { label: words.facts.map, value: view.map.systems.map((it) => it.name).join(', ') },
      {
        label: words.facts.days,
        value: drawn ? words.facts.drawn : String(view.turns || view.field.scenario.turns),
      },
      { label: words.facts.points, value: String(view.field.scenario.points) },
      { label: words.facts.objectives, value: drawn ? words.facts.drawn : said.join('; ') },
    ];
  },
  legend,
  commands: [
    { keys: ['1', '9'], does: keys.pick },
    { keys: ['Q', 'E'], does: keys.kind },
    { keys: ['A', 'D'], does: keys.turn },
    { keys: ['W', 'S'], does: keys.speed },
    { keys: ['X'], does: keys.coast },
    { keys: ['N', 'P'], does: keys.next },
    { keys: ['I'], does: keys.advice },
    { keys: ['R'], does: keys.ranges },
    { keys: ['G'], does: keys.reach },
    { keys: ['Y'], does: keys.vectors },
    { keys: ['O'], does: keys.system },
  ],
};
