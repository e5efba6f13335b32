// Full Thrust at the table.
import type { GameModule } from '../types';
import { vessels } from './model';
import Orders from './Orders.svelte';
import { FullThrustSession } from './session.svelte';
import Sheet from './Sheet.svelte';
import { words } from './texts';
import type { View } from './types';
import { legend } from './legend';

const keys = words.commands;

export const fullThrust: GameModule = {
  id: 'full-thrust',
  session: () => new FullThrustSession(),
  Sheet: Sheet as GameModule['Sheet'],
  Orders: Orders as GameModule['Orders'],
  forces: (view) => {
    const all = vessels(view as View);
    return (view as View).field.scenario.sides.map((side, k) => {
      const ships = all.filter((it) => it.side === k);
      const kinds = [...new Set(ships.map((it) => it.design.name))];
      return {
        side: k,
        name: side.name,
        total: words.mass(ships.reduce((sum, it) => sum + it.mass, 0)),
        ships: kinds.map((name) => {
          const alike = ships.filter((it) => it.design.name === name);
          const first = alike[0]!;
          const trade = first.design.class;
          return {
            name,
            kind: [trade.toLowerCase() === name.toLowerCase() ? '' : trade, words.mass(first.mass)]
              .filter(Boolean)
              .join(', '),
            count: alike.length,
            hull: first.shape.hull,
          };
        }),
      };
    });
  },
  facts: (view) => {
    const { scenario, options } = (view as View).field;
    return [
      { label: words.facts.table, value: `${scenario.table.width} × ${scenario.table.height} MU` },
      { label: words.facts.turns, value: words.facts.turnsN(scenario.turns) },
      {
        label: words.facts.movement,
        value: words.facts.movements[options.movement],
      },
      ...(scenario.objectives?.text ? [{ label: words.facts.goal, value: scenario.objectives.text }] : []),
      {
        label: words.facts.edge,
        value: words.facts.edges[options.edge],
      },
    ];
  },
  legend,
  commands: [
    { keys: ['A', 'D'], does: keys.helm },
    { keys: ['W', 'S'], does: keys.speed },
    { keys: ['X'], does: keys.straight },
    { keys: ['O'], does: keys.roll },
    { keys: ['N', 'P'], does: keys.next },
    { keys: ['A', 'D'], does: keys.target },
    { keys: ['X'], does: keys.holdFire },
    { keys: ['Q', 'E'], does: keys.rotate },
    { keys: ['W', 'S'], does: keys.velocity },
    { keys: ['R'], does: keys.ranges },
    { keys: ['G'], does: keys.reach },
  ],
};
