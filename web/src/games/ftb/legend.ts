// What everything on this game's map means.
import type { LegendEntry } from '../../explain/legend';

export const legend: LegendEntry[] = [
  {
    signs: ['token/ship'],
    text: 'A ship; the small darts are torpedoes. The ring round it shows damage as far as it is known.',
    term: 'record',
  },
  {
    signs: ['token/trouble'],
    text: 'Small dots at the ring: it is damaged or overheated.',
    term: 'overheated',
  },
  { signs: ['token/owes'], text: 'A yellow dot: it can act now.', term: 'owes' },
  { signs: ['token/dim'], text: 'It has acted today.', term: 'acted' },
  {
    signs: ['token/vector'],
    text: 'Where it will be after its next move if it does not burn.',
    term: 'next',
  },
  { signs: ['ghost/chosen'], text: 'Where it will be by the order you have given it.', term: 'end' },
  {
    signs: ['path/past'],
    text: 'The vector it has flown. A ring on it is where gravity bent it.',
    term: 'past',
  },
  { signs: ['path/plan/side'], text: 'The vector you have plotted, bent by gravity.', term: 'vector' },
  {
    signs: ['path/hint/side'],
    text: 'Where it would drift without a burn, or the path of a patrol.',
    term: 'coast',
  },
  { signs: ['path/plan/warn'], text: 'A vector that crashes or leaves the map.', term: 'crash' },
  {
    signs: ['path/plan/harm', 'path/hint/harm'],
    text: 'An attack, or a torpedo on its way to its target.',
    term: 'torpedo',
  },
  { signs: ['spot/diamond/side'], text: 'A diamond round a ship: it is Tracked.', term: 'tracked' },
  {
    signs: ['spot/ring/harm'],
    text: 'A red ring round a ship: one for each Hit it has taken. On a vector: the point it fires from.',
    term: 'rings',
  },
  {
    signs: ['spot/ring/side'],
    text:
      'A station that can still refit, a point where a vector was bent, an end point ' +
      'to choose, or the goal of an objective.',
    term: 'station',
  },
  {
    signs: ['spot/plus/side'],
    text: 'A station or a Tanker; while you plot, where the ship would drift to.',
    term: 'station',
  },
  { signs: ['spot/cross/side'], text: 'A station whose refit has been used.', term: 'refit' },
  { signs: ['spot/cross/muted'], text: 'Where a ship was destroyed.', term: 'hit' },
  { signs: ['spot/dot'], text: 'Where a vector began; small grey dots are asteroids.', term: 'asteroids' },
  { signs: ['spot/plus/muted'], text: 'A mark of a lane or tunnel to another system.', term: 'lane' },
  { signs: ['spot/square'], text: 'A station that is being placed.', term: 'station' },
  {
    signs: ['spot/diamond/text', 'spot/diamond/warn', 'spot/diamond/harm'],
    text: 'Something the vector meets on the way.',
    term: 'vector',
  },
  {
    signs: ['spot/cross/warn', 'spot/cross/harm'],
    text: 'Something on the way that costs heat or a Hit.',
    term: 'radiation',
  },
  {
    signs: ['spot/dot/warn', 'spot/ring/warn', 'spot/square/warn', 'spot/plus/warn'],
    text: 'An end point that crashes, leaves the map or loses the torpedo.',
    term: 'crash',
  },
  {
    signs: ['ring/muted'],
    text: 'How far a body bends vectors; two rings round the star hold the asteroids.',
    term: 'gravity',
  },
  {
    signs: ['ring/side'],
    text: 'A home planet, the circle of the burn, or how far weapons, torpedoes and scanners reach.',
    term: 'ranges',
  },
  { signs: ['ring/harm'], text: 'A burn whose heat would destroy the ship.', term: 'melt' },
  { signs: ['ring/warn'], text: 'Stations are placed outside this ring or in the belt.', term: 'forbidden' },
  { signs: ['disc/solid/text'], text: 'The star.', term: 'star' },
  { signs: ['disc/solid/neutral'], text: 'A planet.', term: 'planet' },
  {
    signs: ['disc/zone/harm'],
    text: 'Radiation; while you place something, where it may not lie.',
    term: 'radiation',
  },
  {
    signs: ['disc/zone/side', 'region/reach'],
    text: 'Where the end point may lie, or where something may be placed.',
    term: 'end',
  },
  { signs: ['region/zone'], text: 'Where something may be placed.', term: 'zone' },
  {
    signs: ['link/arrow/harm', 'link/arrow/harm/dash'],
    text: 'Cover fire, an attack, or what the torpedo can reach; small ones round a body mark radiation.',
    term: 'cover',
  },
  {
    signs: ['link/bar/harm', 'link/cross'],
    text: 'A torpedo that goes off, or a vector that sets it off.',
    term: 'torpedo',
  },
  { signs: ['link/arrow/warn'], text: 'An end point whose path is not known yet.', term: 'vector' },
  {
    signs: ['link/arrow/side', 'link/none', 'link/ring', 'link/dot', 'link/bar/side'],
    text:
      'A torpedo and the ship that guides it, a stroke at a vector flown today, ' +
      'or a vector that is being placed.',
    term: 'torpedo',
  },
  { signs: ['link/arrow/muted', 'link/bar/muted'], text: 'A lane to another star system.', term: 'lane' },
  { signs: ['mark/target'], text: 'What you have chosen.' },
  { signs: ['mark/offer'], text: 'Something that can be chosen or fired at.' },
  { signs: ['shot/aim'], text: 'An attack that is aimed.', term: 'point' },
];
