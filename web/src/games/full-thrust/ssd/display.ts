// A ship status display as plain data: what stands on it, and what has become
// of it. It is made from a ship file; a ship in play puts its marks on it. Made
// for the table, but it knows no battle, so that a designer can draw it too.
import type { ArcName, DesignData, SystemData } from '../types';

/** What has become of a place on the display. */
export type Mark =
  | 'sound'
  /** Knocked out; parties may bring it back. */
  | 'damaged'
  /** Lost for good. */
  | 'gone'
  /** Used up. */
  | 'spent';

/** One icon. */
export interface DisplayIcon {
  /** Its number, as orders name it. */
  id: number;
  /** The name ship files have for it: `beam`, `pds`, `bridge`. */
  symbol: string;
  /** A number or letters in the symbol: a beam's class, a drive's thrust. */
  text: string;
  /** Which of the six arcs it bears into, clockwise from dead ahead; all false for what has no arcs. */
  arcs: boolean[];
  /** Whether arcs are drawn round it. */
  mounted: boolean;
  /** A better kind of the same: advanced screens, drives, fire controls. */
  better: boolean;
  /** For people: "Beam class 2". */
  name: string;
  mark: Mark;
  /** Fired already this turn, or switched off. */
  used?: boolean;
  /** Which part of the display it stands in. */
  part: 'weapon' | 'defence' | 'system' | 'drive' | 'core';
}

export interface ArmourLayer {
  standard: number;
  regenerative: number;
  /** Boxes that are left of each, and those that may heal. */
  left: { standard: number; regenerative: number; hurt: number };
}

export interface Display {
  name: string;
  className: string;
  mass: number;
  /** Boxes of each hull row, from the top. */
  rows: number[];
  hullLost: number;
  /** Which boxes, counted from 1, carry a crew factor, and how many of them. */
  crew: Map<number, number>;
  /** The inner layer first. */
  armour: ArmourLayer[];
  icons: DisplayIcon[];
  /** Arcs lie 30 degrees further round. */
  beta: boolean;
  /** Port and starboard mounts have changed places. */
  rolled: boolean;
  stealth: number;
}

export const ARCS: ArcName[] = ['F', 'FS', 'AS', 'A', 'AP', 'FP'];

/** Systems in the order of the display, those kept in extras where they belong. */
export function systemsOf(design: DesignData): SystemData[] {
  const ours = design.extras?.flagbridge;
  return (['systems', 'weapons', 'ordnance'] as const).flatMap((list) => {
    const all = [...(design[list] ?? [])];
    for (const extra of ours?.[list] ?? [])
      all.splice(Math.min(extra.at ?? all.length, all.length), 0, extra);
    return all;
  });
}

const FRONT = new Set(['amt', 'rocketPod', 'missile', 'salvo']);
const ALL_ROUND = new Set(['pds', 'scatterGun', 'grapeshot']);

/** The arcs a system bears into; none for what is no mount. */
export function arcsOf(system: SystemData): boolean[] {
  const out = new Array<boolean>(6).fill(false);
  const run = (left: ArcName, n: number) => {
    for (let k = 0; k < Math.min(6, n); k++) out[(ARCS.indexOf(left) + k) % 6] = true;
  };
  if (system.arcs) for (const it of system.arcs) out[ARCS.indexOf(it)] = true;
  else if (system.arc) run(system.arc, 1);
  else if (system.leftArc) run(system.leftArc, system.numArcs ?? 1);
  else if (system.numArcs === 6 || ALL_ROUND.has(system.name)) run('F', 6);
  else if (FRONT.has(system.name)) run('FP', 3);
  return out;
}

/** Names for people, by the names of ship files. */
export const NAMES: Record<string, string> = {
  drive: 'Main drive',
  ftl: 'FTL drive',
  fireControl: 'Fire control',
  adfc: 'Area defence fire control',
  sensors: 'Enhanced sensors',
  hangar: 'Hangar bay',
  gunboatRack: 'Gunboat rack',
  launchTube: 'Launch tube',
  screen: 'Screen',
  stealthField: 'Stealth field',
  holofield: 'Holofield',
  reflex: 'Reflex field',
  ecm: 'ECM',
  cloakDevice: 'Cloaking device',
  cloakField: 'Cloaking field',
  cloakTuffley: 'Tuffley cloak',
  suicide: 'Suicide charge',
  mineSweeper: 'Minesweeper',
  ortillery: 'Ortillery',
  decoy: 'Decoy',
  damageControl: 'Damage control party',
  marines: 'Marines',
  mineLayer: 'Minelayer',
  bay: 'Bay',
  magazine: 'Magazine',
  boardingTorpedoMagazine: 'Boarding torpedo magazine',
  turret: 'Turret',
  shipyard: 'Shipyard',
  amt: 'Antimatter torpedo',
  rocketPod: 'Rocket pod',
  missile: 'Heavy missile',
  salvo: 'Salvo missile rack',
  salvoLauncher: 'Salvo missile launcher',
  pds: 'Point defence',
  scatterGun: 'Scatter gun',
  grapeshot: 'Grapeshot',
  ads: 'Area defence',
  spinalNova: 'Nova cannon',
  spinalWave: 'Wave gun',
  spinalBeam: 'Spinal beam',
  spinalPlasma: 'Spinal plasma',
  spinalSingularity: 'Spinal singularity',
  submunition: 'Submunition pack',
  pulser: 'Pulser',
  beam: 'Beam',
  emp: 'EMP projector',
  plasmaCannon: 'Plasma cannon',
  phaser: 'Phaser',
  transporter: 'Transporter',
  needle: 'Needle beam',
  gravitic: 'Gravitic gun',
  graser: 'Graser',
  gatling: 'Gatling battery',
  particle: 'Twin particle array',
  meson: 'Meson projector',
  fusion: 'Fusion gun',
  torpedoPulse: 'Pulse torpedo',
  torpedoVariable: 'Variable pulse torpedo',
  boardingTorpedoLauncher: 'Boarding torpedo launcher',
  kgun: 'K-gun',
  pbl: 'Plasma bolt launcher',
  mkp: 'MKP pack',
  bridge: 'Bridge',
  powerCore: 'Power core',
  lifeSupport: 'Life support',
  flaw: 'Flaw',
};

const DEFENCES = new Set([
  'screen',
  'holofield',
  'reflex',
  'ecm',
  'stealthField',
  'cloakDevice',
  'cloakField',
  'cloakTuffley',
  'decoy',
]);
const NEAR = new Set(['pds', 'ads', 'scatterGun', 'grapeshot', 'adfc']);
const SYSTEMS = new Set([
  'fireControl',
  'sensors',
  'hangar',
  'gunboatRack',
  'launchTube',
  'suicide',
  'mineSweeper',
  'ortillery',
  'damageControl',
  'marines',
  'mineLayer',
  'bay',
  'magazine',
  'boardingTorpedoMagazine',
  'shipyard',
]);

function partOf(name: string): DisplayIcon['part'] {
  if (name === 'drive' || name === 'ftl') return 'drive';
  if (DEFENCES.has(name) || NEAR.has(name)) return 'defence';
  return SYSTEMS.has(name) ? 'system' : 'weapon';
}

function textOf(it: SystemData): string {
  if (it.name === 'drive') return String(it.thrust ?? 0);
  if (it.class !== undefined) return String(it.class);
  if (it.name === 'bay' || it.name === 'magazine' || it.name === 'mineLayer')
    return it.capacity === undefined ? '' : String(it.capacity);
  return '';
}

export function nameOf(it: SystemData): string {
  let name = NAMES[it.name] ?? it.name;
  if (it.name === 'sensors' && it.advanced) name = 'Superior sensors';
  else if (it.advanced)
    name = `Advanced ${name.charAt(0).toLowerCase()}${name.slice(1)}`.replace('fTL', 'FTL');
  if (it.area && it.name !== 'adfc')
    name = `Area ${name.charAt(0).toLowerCase()}${name.slice(1)}`.replace('eCM', 'ECM');
  if (it.heavy) name = 'Heavy graser';
  if (it.highIntensity) name = 'High-intensity graser';
  if (it.modifier === 'short' || it.modifier === 'long') {
    const inside = name.startsWith('K-') ? name : name.charAt(0).toLowerCase() + name.slice(1);
    name = `${it.modifier === 'short' ? 'Short' : 'Long'}-range ${inside}`;
  }
  if (it.name === 'drive') return `${name}, thrust ${it.thrust ?? 0}`;
  return it.class === undefined ? name : `${name}, class ${it.class}`;
}

const DIRECTED = (it: SystemData) => !ALL_ROUND.has(it.name) && arcsOf(it).some(Boolean);
const SPINAL = /^spinal/;

/** Icons as the rules number them: systems, weapons, ordnance, core, flaw. */
export function iconsOf(design: DesignData, coreSystems: boolean): DisplayIcon[] {
  const out: DisplayIcon[] = [];
  const push = (symbol: string, part: DisplayIcon['part'], rest: Partial<DisplayIcon>) =>
    out.push({
      id: out.length,
      symbol,
      text: '',
      arcs: new Array<boolean>(6).fill(false),
      mounted: false,
      better: false,
      name: NAMES[symbol] ?? symbol,
      mark: 'sound',
      part,
      ...rest,
    });
  for (const it of systemsOf(design)) {
    if (!(it.name in NAMES)) continue;
    const many = it.name === 'screen' ? Math.max(1, it.level ?? 0) : it.name === 'cloakField' ? 2 : 1;
    const arcs = SPINAL.test(it.name) ? [true, false, false, false, false, false] : arcsOf(it);
    for (let k = 0; k < many; k++)
      push(it.name, partOf(it.name), {
        text: textOf(it),
        arcs,
        mounted: DIRECTED(it),
        better: !!it.advanced || !!it.heavy,
        name: nameOf(it),
      });
  }
  if (coreSystems) for (const it of ['bridge', 'powerCore', 'lifeSupport']) push(it, 'core', {});
  if (design.flawed) push('flaw', 'core', {});
  return out;
}

/** Equal rows, what is left over one each from the top. */
export function rowsOf(boxes: number, rows: number): number[] {
  const n = Math.min(6, Math.max(1, rows));
  return Array.from({ length: n }, (_, k) => Math.floor(boxes / n) + (k < boxes % n ? 1 : 0)).filter(
    (it) => it > 0,
  );
}

/** Where the crew sits, by box. */
export function crewOf(design: DesignData): Map<number, number> {
  const boxes = hullOf(design).boxes;
  const factor = Math.ceil(massOf(design) / (design.civilian ? 50 : 20));
  const step = Math.max(1, Math.ceil(boxes / Math.max(1, factor)));
  const out = new Map<number, number>();
  for (let k = 1; k <= factor; k++) {
    const box = k === factor ? boxes : Math.min(boxes, k * step);
    out.set(box, (out.get(box) ?? 0) + 1);
  }
  return out;
}

export function massOf(design: DesignData): number {
  return design.extras?.flagbridge?.mass ?? design.mass;
}

export function hullOf(design: DesignData): { boxes: number; rows: number; stealth: number } {
  const ours = design.extras?.flagbridge?.hull;
  return {
    boxes: ours?.[0] ?? design.hull?.points ?? 0,
    rows: ours?.[1] ?? design.hull?.rows ?? 4,
    stealth: ours?.[2] ?? Number(design.hull?.stealth ?? 0),
  };
}

/** The display of a design, undamaged. */
export function displayOf(design: DesignData, coreSystems = true): Display {
  const { boxes, rows, stealth } = hullOf(design);
  return {
    name: design.name,
    className: design.class ?? '',
    mass: massOf(design),
    rows: rowsOf(boxes, rows),
    hullLost: 0,
    crew: crewOf(design),
    armour: (design.armour ?? []).map((it) => {
      const [standard, regenerative] = typeof it === 'number' ? [it, 0] : it;
      return { standard, regenerative, left: { standard, regenerative, hurt: 0 } };
    }),
    icons: iconsOf(design, coreSystems),
    beta: design.orientation === 'beta',
    rolled: false,
    stealth,
  };
}

/** Crew factors whose boxes are not yet crossed off. */
export function crewLeft(display: Display): number {
  let left = 0;
  for (const [box, n] of display.crew) if (display.hullLost < box) left += n;
  return left;
}

/** Port for starboard, as after a roll. */
export function mirrored(arcs: boolean[], beta: boolean): boolean[] {
  return arcs.map((_, k) => arcs[beta ? 5 - k : (6 - k) % 6]!);
}

export const ARC_NAMES = {
  alpha: ['F', 'FS', 'AS', 'A', 'AP', 'FP'],
  beta: ['FS', 'S', 'AS', 'AP', 'P', 'FP'],
};

/** "FP/F/FS", "all arcs", or nothing; from the left end of a run. */
export function arcsText(arcs: boolean[], beta: boolean): string {
  const n = arcs.filter(Boolean).length;
  if (n === 0) return '';
  if (n === 6) return 'all arcs';
  const first = arcs.findIndex((it, k) => it && !arcs[(k + 5) % 6]);
  const names = beta ? ARC_NAMES.beta : ARC_NAMES.alpha;
  return Array.from({ length: 6 }, (_, k) => (first + k) % 6)
    .filter((k) => arcs[k])
    .map((k) => names[k]!)
    .join('/');
}
