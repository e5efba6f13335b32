// Basic Stratoyager at the table.
import type { GameModule } from '../types';
import { crafts } from './model';
import Orders from './Orders.svelte';
import { StratoyagerSession } from './session.svelte';
import Sheet from './Sheet.svelte';
import { words } from './texts';
import type { View } from './types';
import { legend } from './legend';

const keys = words.commands;

export const stratoyager: GameModule = {
  id: 'stratoyager',
  session: () => new StratoyagerSession(),
  Sheet: Sheet as GameModule['Sheet'],
  Orders: Orders as GameModule['Orders'],
  forces: (view) => {
    const all = crafts(view as View);
    const { scenario } = (view as View).field;
    return scenario.sides.map((side, k) => {
      const own = all.filter((it) => it.side === k);
      const names = [...new Set(own.map((it) => it.card.name))];
      return {
        side: k,
        name: side.name,
        total:
          own.length === 0 && scenario.points
            ? words.facts.byPoints(scenario.points)
            : words.points(String(own.reduce((sum, it) => sum + it.card.points, 0))),
        ships: names.map((name) => {
          const alike = own.filter((it) => it.card.name === name);
          return {
            name,
            kind: words.points(String(alike[0]!.card.points)),
            count: alike.length,
            hull: alike[0]!.shape.hull,
          };
        }),
      };
    });
  },
  facts: (view) => {
    const { scenario, options, table, cards } = (view as View).field;
    const start =
      typeof scenario.deployment === 'string' ? scenario.deployment : Object.keys(scenario.deployment)[0]!;
    const own = scenario.points
      ? scenario.sides.map((side) => ({
          label: side.name,
          value: cards
            .filter((it) => !side.faction || it.faction === side.faction)
            .map((it) => `${it.name} ${it.points}`)
            .join(', '),
        }))
      : [];
    return [
      ...own,
      { label: words.facts.table, value: `${words.klicks(table.width)} × ${words.klicks(table.height)}` },
      { label: words.facts.start, value: words.starts[start] ?? start },
      { label: words.facts.turns, value: words.turnsFact((options['turns'] as number | null) ?? null) },
    ];
  },
  legend,
  commands: [
    { keys: ['W', 'S'], does: keys.slot },
    { keys: ['1', '2', '3'], does: keys.cards },
    { keys: ['A', 'D'], does: keys.thrust },
    { keys: ['C'], does: keys.evade },
    { keys: ['X'], does: keys.straight },
    { keys: ['Q', 'E'], does: keys.yaw },
    { keys: ['W', 'S'], does: keys.speed },
    { keys: ['A', 'D'], does: keys.target },
    { keys: ['N', 'P'], does: keys.next },
    { keys: ['R'], does: keys.ranges },
    { keys: ['G'], does: keys.reach },
  ],
};
