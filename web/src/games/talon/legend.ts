// What everything on this game's map means.
import type { LegendEntry } from '../../explain/legend';

export const legend: LegendEntry[] = [
  {
    signs: ['token/ship'],
    text:
      'A ship. Bars along the sides of its hex are its shields, the notch is its bow. From near it shows power, ' +
      'speed and turn radius, hull boxes and charge bars. A missile is a small dart.',
    term: 'pst',
  },
  { signs: ['token/owes'], text: 'A yellow dot: it still needs an order.', term: 'owes' },
  { signs: ['ghost/chosen'], text: 'Where a ship will be by the order you have given it.', term: 'moves' },
  { signs: ['path/past'], text: 'The move a ship has just made.' },
  { signs: ['path/plan/side'], text: 'The move you have chosen.', term: 'moves' },
  { signs: ['path/hint/side'], text: 'The move it makes if you choose none: straight on.', term: 'straight' },
  {
    signs: ['path/plan/warn', 'path/hint/warn', 'path/plan/harm', 'path/hint/harm'],
    text: 'A move with a danger: yellow costs something, red may destroy the ship.',
    term: 'moves',
  },
  {
    signs: ['cell/side', 'cell/side/outline'],
    text: 'Hexes of your colour: where the ship can go, where its weapons reach, or where it may be placed.',
    term: 'arcs',
  },
  { signs: ['cell/side/strong'], text: 'The hex you have chosen.', term: 'moves' },
  {
    signs: ['cell/warn', 'cell/warn/strong', 'cell/warn/outline'],
    text: 'A hex that costs something to enter.',
    term: 'asteroid',
  },
  {
    signs: ['cell/harm', 'cell/harm/strong', 'cell/harm/outline'],
    text: 'A hex that destroys a ship, or a black hole.',
    term: 'black_hole',
  },
  {
    signs: ['cell/neutral'],
    text: 'A hex that can be clicked for what is to be placed or decided.',
    term: 'hex',
  },
  { signs: ['cell/neutral/strong'], text: 'The hex you have clicked.', term: 'hex' },
  {
    signs: ['mark/target'],
    text: 'A target you have chosen. The number is how much damage to expect.',
    term: 'odds',
  },
  {
    signs: ['mark/offer'],
    text: 'A unit that can be fired at. The number is how much damage to expect.',
    term: 'odds',
  },
  { signs: ['shot/aim'], text: 'A volley that is aimed.', term: 'group' },
  { signs: ['link/ring'], text: 'The target of a missile in flight.', term: 'missile' },
  {
    signs: ['link/arrow/warn'],
    text: 'Where a hit pushes it, or a black hole pulls it.',
    term: 'black_hole',
  },
  {
    signs: ['disc/solid'],
    text: 'A planet: whoever enters is destroyed, and it blocks fire.',
    term: 'planet',
  },
  {
    signs: ['terrain/debris'],
    text: 'Asteroids: 1 point to enter, and fire through them is weaker.',
    term: 'asteroid',
  },
  {
    signs: ['terrain/gas'],
    text: 'A nebula: no shields inside, and fire through it is weaker.',
    term: 'nebula',
  },
  {
    signs: ['ring/muted', 'ring/text'],
    text: 'Rings of a black hole. It pulls every ship nearer.',
    term: 'black_hole',
  },
  { signs: ['ring/side'], text: 'A worm hole: the way out of the battle.', term: 'worm_hole' },
];
