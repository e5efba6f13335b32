// What everything on this game's map means.
import type { LegendEntry } from '../../explain/legend';

export const legend: LegendEntry[] = [
  {
    signs: ['token/ship'],
    text:
      'A ship on a base that tells its side by shape and colour; the ring shows its hull, gone boxes are ' +
      'dark. Small darts are missiles, small formations fighters.',
    term: 'hull',
  },
  { signs: ['token/trouble'], text: 'Small dots at the ring: systems that are knocked out.', term: 'out' },
  { signs: ['token/owes'], text: 'A yellow dot: it has no order yet.', term: 'owes' },
  {
    signs: ['token/vector'],
    text: 'The line ahead of a ship: where it goes at its present velocity.',
    term: 'velocity',
  },
  { signs: ['token/picked'], text: 'It belongs to the squadron that is being ordered.', term: 'squadron' },
  { signs: ['token/dim'], text: 'It has fired already, or has no part in this phase.', term: 'used' },
  { signs: ['token/wreck'], text: 'A ship that has been destroyed.', term: 'hull' },
  {
    signs: ['ghost/chosen'],
    text: 'Where a ship will be by the order you have given it, or where a missile is laid.',
    term: 'order',
  },
  {
    signs: ['ghost/offered'],
    text: 'An arrow to click: a place where the ship can be. Its order stands beside it.',
    term: 'reach',
  },
  {
    signs: ['ghost/offered/warn', 'ghost/chosen/warn'],
    text: 'This move leaves the table, or something dangerous lies on the way.',
    term: 'reach',
  },
  { signs: ['path/past'], text: 'The path something has flown this turn.' },
  { signs: ['path/plan/side'], text: 'The path a ship will fly by its order.', term: 'order' },
  { signs: ['path/hint/side'], text: 'The path it flies without an order: straight on.', term: 'order' },
  {
    signs: ['path/plan/warn', 'path/hint/warn'],
    text: 'A path with a danger on it, or one that the drive may not manage.',
    term: 'emergency',
  },
  {
    signs: ['spot/dot/side'],
    text: 'Where the second half of a turn is made, in the middle of the move.',
    term: 'turning',
  },
  { signs: ['region/reach'], text: 'Everywhere a ship can be at the end of its next move.', term: 'reach' },
  { signs: ['region/zone/side'], text: 'Where you may place a ship or bring it in.', term: 'zone' },
  {
    signs: ['region/zone/harm'],
    text: 'What a weapon that strikes along a line or over an area would catch.',
    term: 'spinalNova',
  },
  {
    signs: ['ring/side'],
    text: 'Range rings, each with the dice of the weapon there; or how far something can move, fly or see.',
    term: 'range',
  },
  { signs: ['ring/harm'], text: 'How far a blast reaches.', term: 'marker' },
  {
    signs: ['ring/neutral'],
    text: 'A gravity zone, a jump point or the hyper limit; its label says which.',
    term: 'gravity',
  },
  { signs: ['arc'], text: 'Where the weapon or launcher can fire.', term: 'arcs' },
  {
    signs: ['mark/target'],
    text: 'A target you have chosen. The number is how many points to expect.',
    term: 'odds',
  },
  {
    signs: ['mark/offer'],
    text: 'Something that can be fired at or chosen. The number is how many points to expect.',
    term: 'odds',
  },
  { signs: ['shot/aim'], text: 'Fire that is aimed.', term: 'fireControl' },
  { signs: ['link/dot'], text: 'In tow or docked; or point defence at what comes in.', term: 'tow' },
  {
    signs: ['link/arrow/side', 'link/arrow/side/dash'],
    text: 'Where something will go: its velocity, a flight, a pursuit.',
    term: 'velocity',
  },
  {
    signs: ['link/arrow/harm', 'link/arrow/harm/dash'],
    text: 'An attack, or the target a missile homes on.',
    term: 'marker',
  },
  { signs: ['link/cross'], text: 'Groups that meet in a dogfight.', term: 'dogfight' },
  {
    signs: ['link/ring'],
    text: 'A scan, an escort or a screen: who looks at whom, or who protects whom.',
    term: 'screening',
  },
  { signs: ['link/bar'], text: 'Landing, or ships that belong together.', term: 'dock' },
  {
    signs: ['link/none'],
    text: 'Ships or groups that belong together, or how far a load was thrown.',
    term: 'squadron',
  },
  { signs: ['link/arrow/muted'], text: 'A body that drifts, and where it will be.', term: 'asteroid' },
  { signs: ['spot/diamond'], text: 'A mine, a group or a ship that will come in here.', term: 'mine' },
  { signs: ['spot/cross'], text: 'Where a flak burst is placed.', term: 'flak' },
  {
    signs: ['spot/ring'],
    text: 'Where a missile would find the enemy if he holds his course.',
    term: 'marker',
  },
  { signs: ['spot/square'], text: 'Where a group will look. It can be dragged.', term: 'facing' },
  { signs: ['spot/plus'], text: 'Terrain that can be dragged.' },
  { signs: ['terrain/solid'], text: 'An asteroid or a body that blocks sight and fire.', term: 'asteroid' },
  {
    signs: ['terrain/debris'],
    text: 'Asteroid field, meteors, debris or rings: fast ships are battered.',
    term: 'asteroid_field',
  },
  {
    signs: ['terrain/gas'],
    text: 'A dust cloud: fire may fail and fast ships are scoured.',
    term: 'dust_cloud',
  },
  { signs: ['disc/solid'], text: 'A planet or a sun: blocks sight and fire.', term: 'planet' },
  {
    signs: ['disc/zone/neutral'],
    text: 'The fringe of a planet, or the size of a piece of terrain.',
    term: 'planet',
  },
  { signs: ['disc/zone/warn'], text: 'A flare zone.', term: 'flare_zone' },
  { signs: ['disc/zone/harm'], text: 'Where a blast strikes.', term: 'marker' },
  { signs: ['disc/zone/side'], text: 'Where your blast or flak strikes.', term: 'flak' },
];
