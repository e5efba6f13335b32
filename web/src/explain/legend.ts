// What is on a map, as signs: one for each kind of thing that looks alike.
// A game says in words what each sign means; the picture beside it is drawn by
// the board itself, from a thing that really lies there or from a small sample.
import type { Point, Scene, Token, Tone } from '../board/types';
import { emptyScene } from '../board/types';

/** One line of a legend. */
export interface LegendEntry {
  /** The signs it explains, or how they begin: `path/plan`, `spot/ring/harm`. */
  signs: string[];
  text: string;
  /** The word of the glossary that says more. */
  term?: string;
}

/** Sides look alike but for their colour. */
const toned = (tone: Tone) => (tone.startsWith('side-') ? 'side' : tone);

/** Everything on a map by its sign, with the first that has it. */
export function signsOf(scene: Scene): Map<string, Partial<Scene>> {
  const found = new Map<string, Partial<Scene>>();
  const lay = (sign: string, thing: Partial<Scene>) => {
    if (!found.has(sign)) found.set(sign, thing);
  };
  for (const it of scene.tokens) for (const sign of signsOfToken(it)) lay(sign, { tokens: [it] });
  for (const it of scene.ghosts)
    lay(`ghost/${it.kind}${it.warn ? '/warn' : ''}`, { ghosts: [{ ...it, label: undefined }] });
  for (const it of scene.terrain) lay(`terrain/${it.kind}`, { terrain: [it] });
  for (const it of scene.regions) lay(`region/${it.kind}/${toned(it.tone)}`, { regions: [it] });
  for (const it of scene.discs) lay(`disc/${it.solid ? 'solid' : 'zone'}/${toned(it.tone)}`, { discs: [it] });
  for (const it of scene.rings) lay(`ring/${toned(it.tone)}`, { rings: [it] });
  for (const it of scene.arcs) lay(`arc/${toned(it.tone)}`, { arcs: [it] });
  for (const it of scene.paths) lay(`path/${it.kind}/${toned(it.tone)}`, { paths: [it] });
  for (const it of scene.links)
    lay(`link/${it.end ?? 'none'}/${toned(it.tone)}${it.dash ? '/dash' : ''}`, { links: [it] });
  for (const it of scene.spots) lay(`spot/${it.kind}/${toned(it.tone)}`, { spots: [it] });
  for (const it of scene.cells)
    lay(`cell/${toned(it.tone)}${it.strong ? '/strong' : it.outline ? '/outline' : ''}`, { cells: [it] });
  for (const it of scene.edges) lay(`edge/${toned(it.tone)}`, { edges: [it] });
  for (const it of scene.marks) lay(`mark/${it.kind}/${toned(it.tone)}`, { marks: [it] });
  for (const it of scene.shots) lay(`shot/${it.kind}`, { shots: [it] });
  return found;
}

function signsOfToken(it: Token): string[] {
  if (it.wreck) return ['token/wreck'];
  return [
    'token/ship',
    it.vector ? 'token/vector' : '',
    it.trouble ? 'token/trouble' : '',
    it.owes ? 'token/owes' : '',
    it.picked ? 'token/picked' : '',
    it.dim ? 'token/dim' : '',
  ].filter(Boolean);
}

/** Whether an entry explains a sign. */
export const explains = (entry: LegendEntry, sign: string) =>
  entry.signs.some((it) => sign === it || sign.startsWith(`${it}/`));

/** The entries of which something lies on the map, and the others. */
export function sorted(entries: LegendEntry[], scene: Scene) {
  const signs = [...signsOf(scene).keys()];
  const here = entries.filter((it) => signs.some((sign) => explains(it, sign)));
  return {
    here,
    others: entries.filter((it) => !here.includes(it)),
    /** What nobody explains: a fault of the game's legend. */
    unknown: signs.filter((sign) => !entries.some((it) => explains(it, sign))),
  };
}

/** Pixels of a picture. */
export const PICTURE = { width: 104, height: 58 };

/** A picture of an entry, in the manner of this map. */
export function picture(entry: LegendEntry, scene: Scene): Scene {
  const shown = [...signsOf(scene)].find(([sign]) => explains(entry, sign));
  const { grid } = scene;
  const hexes = grid.kind === 'hex';
  // So near that ships show all they have.
  const scale = hexes ? PICTURE.height / 2.1 : Math.max(scene.detail * 1.6, 1);
  const half = { x: PICTURE.width / 2 / scale, y: PICTURE.height / 2 / scale };
  const sample: Scene = {
    ...emptyScene(),
    grid: grid.kind === 'hex' ? { kind: 'hex', layout: grid.layout } : { kind: 'none' },
    table: { left: -half.x, right: half.x, bottom: -half.y, top: half.y },
    detail: scene.detail,
    compass: [],
  };
  const sign = shown?.[0] ?? entry.signs[0]!;
  return { ...sample, ...drawn(sign, half, scene, shown?.[1]?.tokens?.[0]) };
}

/** A ship as they look on this map: one that is there, or is about to be placed, or else any. */
function shipOn(scene: Scene): Token {
  const there = scene.tokens.find((it) => !it.wreck) ?? scene.tokens[0];
  if (there) return there;
  const planned = scene.ghosts[0];
  const shape = planned?.shape ?? { hull: ANY_HULL, length: 0, least: 30, most: 30 };
  const side = planned?.side ?? 0;
  return { id: 'any', at: { x: 0, y: 0 }, heading: 90, side, shape, label: '', boxes: 8, lost: 2 };
}
const ANY_HULL = 'M0,-1 L0.3,-0.2 L0.3,0.3 L0.8,0.7 L0.8,1 L-0.8,1 L-0.8,0.7 L-0.3,0.3 L-0.3,-0.2 Z';

/** A thing of a sign, in the middle. */
function drawn(sign: string, half: Point, scene: Scene, there?: Token): Partial<Scene> {
  const [list, kind = '', third = ''] = sign.split('/');
  const named = (word: string): Tone => (word === '' || word === 'side' ? 'side-0' : (word as Tone));
  const at = { x: 0, y: 0 };
  const r = half.y * 0.62;
  const from = { x: -half.x * 0.7, y: -half.y * 0.35 };
  const to = { x: half.x * 0.62, y: half.y * 0.35 };
  const bend = { x: -half.x * 0.1, y: -half.y * 0.4 };
  const box = [
    { x: -half.x * 0.8, y: -half.y * 0.7 },
    { x: half.x * 0.8, y: -half.y * 0.7 },
    { x: half.x * 0.8, y: half.y * 0.7 },
    { x: -half.x * 0.8, y: half.y * 0.7 },
  ];
  const round = Array.from({ length: 18 }, (_, k) => {
    const turn = (k / 18) * 2 * Math.PI;
    const out = r * (1.05 + 0.16 * Math.sin(k * 2.1));
    return { x: out * Math.sin(turn) * 1.3, y: out * Math.cos(turn) };
  });
  const ship = there ?? shipOn(scene);
  switch (list) {
    case 'token': {
      const token: Token = { ...ship, at, label: '', wreck: kind === 'wreck' };
      token.vector = kind === 'vector' ? { x: half.x * 0.7, y: 0 } : undefined;
      if (kind === 'vector') token.at = { x: -half.x * 0.4, y: 0 };
      if (kind !== 'ship' && !there) {
        token.owes = kind === 'owes';
        token.picked = kind === 'picked';
        token.dim = kind === 'dim';
        token.trouble = kind === 'trouble' ? 1 : undefined;
      }
      return { tokens: [token] };
    }
    case 'ghost':
      return {
        ghosts: [
          {
            id: 'g',
            at,
            heading: 90,
            side: ship.side,
            shape: ship.shape,
            owner: '',
            kind: kind as 'chosen' | 'offered',
            warn: third === 'warn',
          },
        ],
      };
    case 'terrain':
      return { terrain: [{ id: 't', outline: round, kind: kind as 'gas' | 'solid' | 'debris' }] };
    case 'region':
      return {
        regions: [
          { points: kind === 'zone' ? box : round, tone: named(third), kind: kind as 'reach' | 'zone' },
        ],
      };
    case 'disc':
      return { discs: [{ at, radius: r, tone: named(third), solid: kind === 'solid' }] };
    case 'ring':
      return { rings: [{ at, radius: r * 1.15, tone: named(kind), strong: true }] };
    case 'arc':
      return {
        arcs: [{ at: { x: 0, y: -r }, from: -30, to: 30, radius: r * 2.1, tone: named(kind), active: true }],
      };
    case 'path':
      return {
        paths: [{ points: [from, bend, to], tone: named(third), kind: kind as 'past' | 'plan' | 'hint' }],
      };
    case 'link': {
      const end = kind as 'none' | 'arrow' | 'dot' | 'ring' | 'bar' | 'cross';
      return { links: [{ from, to, tone: named(third), end, dash: sign.endsWith('/dash'), width: 1.6 }] };
    }
    case 'spot':
      return {
        spots: [
          {
            at,
            tone: named(third),
            kind: kind as 'dot' | 'ring' | 'cross' | 'diamond' | 'square' | 'plus',
            size: 8,
          },
        ],
      };
    case 'cell': {
      const hex = { q: 0, r: 0 };
      return {
        cells: [{ hex, tone: named(kind), strong: third === 'strong', outline: third === 'outline' }],
      };
    }
    case 'edge':
      return { edges: [{ hex: { q: 0, r: 0 }, side: 1, tone: named(kind) }] };
    case 'mark':
      return { marks: [{ at, tone: named(third), kind: kind as 'target' | 'offer' }] };
    case 'shot':
      return { shots: [{ from, to, tone: 'side-0', kind: 'aim' }] };
    default:
      return {};
  }
}
