// A Sky Full of Ships at the table.
import type { GameModule } from '../types';
import { vessels } from './model';
import Orders from './Orders.svelte';
import { AsfosSession } from './session.svelte';
import Sheet from './Sheet.svelte';
import { words } from './texts';
import type { View } from './types';
import { legend } from './legend';

const keys = words.commands;

export const asfos: GameModule = {
  id: 'asfos',
  session: () => new AsfosSession(),
  Sheet: Sheet as GameModule['Sheet'],
  Orders: Orders as GameModule['Orders'],
  forces: (view) => {
    const all = vessels(view as View);
    return (view as View).field.scenario.sides.map((side, k) => {
      const ships = all.filter((it) => it.side === k);
      const kinds = [...new Set(ships.map((it) => it.sheet.name))];
      return {
        side: k,
        name: side.name,
        total: words.points(ships.reduce((sum, it) => sum + it.display.points, 0)),
        ships: kinds.map((name) => {
          const alike = ships.filter((it) => it.sheet.name === name);
          return { name, kind: alike[0]!.kind, count: alike.length, hull: alike[0]!.shape.hull };
        }),
      };
    });
  },
  facts: (view) => {
    const { scenario, options } = (view as View).field;
    const turns =
      (scenario.victory as {
        points?: { turns: number };
        convoy?: { turns: number };
        station?: { turns: number };
      }) ?? {};
    const own = turns.points?.turns ?? turns.convoy?.turns ?? turns.station?.turns ?? null;
    const chosen = options['turn_limit'] as number | null;
    // Whichever comes first.
    const n = own === null || chosen === null ? (own ?? chosen) : Math.min(own, chosen);
    return [
      { label: words.facts.table, value: `${scenario.table.width} × ${scenario.table.height}` },
      {
        label: words.facts.edge,
        value: (view as View).fixed ? words.facts.fixed : words.facts.floating,
      },
      { label: words.facts.turns, value: n ? words.facts.turnsN(n) : words.facts.open },
    ];
  },
  legend,
  commands: [
    { keys: ['A', 'D'], does: keys.helm },
    { keys: ['W', 'S'], does: keys.speed },
    { keys: ['X'], does: keys.straight },
    { keys: ['N', 'P'], does: keys.next },
    { keys: ['A', 'D'], does: keys.target },
    { keys: ['X'], does: keys.holdFire },
    { keys: ['Q', 'E'], does: keys.rotate },
    { keys: ['R'], does: keys.ranges },
    { keys: ['G'], does: keys.reach },
  ],
};
