// Talon at the table.
import type { GameModule } from '../types';
import { vessels } from './model';
import Orders from './Orders.svelte';
import { TalonSession } from './session.svelte';
import Sheet from './Sheet.svelte';
import { words } from './texts';
import type { View } from './types';
import { legend } from './legend';

const keys = words.commands;

export const talon: GameModule = {
  id: 'talon',
  session: () => new TalonSession(),
  Sheet: Sheet as GameModule['Sheet'],
  Orders: Orders as GameModule['Orders'],
  forces: (data) => {
    const view = data as View;
    const all = vessels(view);
    const budget = view.field.scenario.design_your_own?.points;
    return view.field.scenario.sides.map((side, k) => {
      const ships = all.filter((it) => it.side === k);
      const kinds = [...new Set(ships.map((it) => it.display.class))];
      return {
        side: k,
        name: side.name,
        total: budget
          ? words.budget(budget)
          : words.totals(ships.reduce((sum, it) => sum + it.display.points, 0)),
        ships: kinds.map((name) => {
          const alike = ships.filter((it) => it.display.class === name);
          const { className, look } = alike[0]!;
          // The word before the code of the counter.
          return { name: className, kind: name, count: alike.length, hull: look.hull };
        }),
      };
    });
  },
  facts: (data) => {
    const view = data as View;
    const { window, last_round: last } = view;
    return [
      {
        label: words.facts.map,
        value:
          view.field.options['map_unbounded'] === true
            ? words.facts.unbounded
            : `${window.cols} × ${window.rows}`,
      },
      { label: words.facts.rounds, value: last ? words.facts.roundsN(last) : words.facts.open },
      { label: words.facts.initiative, value: view.field.scenario.sides[view.initiative]?.name ?? '' },
    ];
  },
  legend,
  commands: [
    { keys: ['A', 'D'], does: keys.left },
    { keys: ['Q', 'E'], does: keys.slip },
    { keys: ['W'], does: keys.straight },
    { keys: ['1', '9'], does: keys.pick },
    { keys: ['A', 'D'], does: keys.target },
    { keys: ['S'], does: keys.group },
    { keys: ['X'], does: keys.none },
    { keys: ['W', 'S'], does: keys.speed },
    { keys: ['Q', 'E'], does: keys.rotate },
    { keys: ['N', 'P'], does: keys.next },
    { keys: ['R'], does: keys.arcs },
    { keys: ['K'], does: keys.numbers },
  ],
};
