// What everything on this game's map means.
import type { LegendEntry } from '../../explain/legend';

export const legend: LegendEntry[] = [
  {
    signs: ['token/ship'],
    text: 'A ship. It points where it flies; the ring round it shows its hull boxes, those that are gone are dark.',
    term: 'hull',
  },
  {
    signs: ['token/trouble'],
    text: 'Small dots at the ring: criticals that are not repaired.',
    term: 'critical',
  },
  { signs: ['token/owes'], text: 'A yellow dot: it has no order yet.', term: 'owes' },
  {
    signs: ['token/vector'],
    text: 'The line ahead of a ship: where it goes at its present speed.',
    term: 'speed',
  },
  { signs: ['token/picked'], text: 'It belongs to the squadron that is being plotted.', term: 'squadron' },
  { signs: ['token/wreck'], text: 'A ship that has been destroyed.', term: 'hull' },
  { signs: ['token/dim'], text: 'It has no part in this step.' },
  { signs: ['ghost/chosen'], text: 'Where a ship will be by the plot you have given it.', term: 'plot' },
  {
    signs: ['ghost/offered'],
    text: 'An arrow to click: a place where the ship can be, and where it would point.',
    term: 'reach',
  },
  { signs: ['ghost/offered/warn', 'ghost/chosen/warn'], text: 'This move leaves the table.', term: 'leaves' },
  { signs: ['path/past'], text: 'The path a ship has flown this turn.' },
  { signs: ['path/plan/side'], text: 'The path a ship will fly by its plot.', term: 'plot' },
  { signs: ['path/hint/side'], text: 'The path it flies without a plot: straight on.', term: 'plot' },
  {
    signs: ['path/plan/warn', 'path/hint/warn'],
    text: 'The path leaves the table, or a ship of the squadron cannot fly it.',
    term: 'leaves',
  },
  { signs: ['region/reach'], text: 'Everywhere a ship can be at the end of its next move.', term: 'reach' },
  { signs: ['region/zone', 'disc/zone'], text: 'Where a side places its ships.', term: 'zone' },
  {
    signs: ['ring/side'],
    text: 'Range rings: short, medium and long range of the primaries; the small one is for secondaries.',
    term: 'rings',
  },
  {
    signs: ['arc'],
    text: 'The four fire arcs of a ship with the strength of each; the bright one is the one in use.',
    term: 'arcs',
  },
  {
    signs: ['mark/target'],
    text: 'A target you have chosen. The number is how many hull boxes to expect.',
    term: 'odds',
  },
  {
    signs: ['mark/offer'],
    text: 'A ship that can be fired at. The number is how many hull boxes to expect.',
    term: 'odds',
  },
  { signs: ['shot/aim'], text: 'A volley that is aimed.', term: 'volley' },
  { signs: ['link'], text: 'Ships that fly under one plot.', term: 'squadron' },
  { signs: ['terrain/gas'], text: 'A gas cloud: it weakens fire that passes through it.', term: 'gas' },
  { signs: ['terrain/solid', 'terrain/debris'], text: 'An object that blocks fire.', term: 'solid' },
];
