// Where things stand on a display: weapons above, what protects it, what steers
// the fire, armour over hull rows, the drive below. Units are pixels at the
// width it is drawn for.
import type { Place } from '../wire';
import type { Display, DisplayIcon } from './display';

export interface Placed {
  icon: DisplayIcon;
  x: number;
  y: number;
  /** Pixels of a twenty-fourth of its square. */
  scale: number;
}

export interface Box {
  x: number;
  y: number;
  size: number;
  lost: boolean;
  crew: number;
}

export interface Circle {
  x: number;
  y: number;
  r: number;
  lost: boolean;
  /** Crossed off, and may heal. */
  hurt: boolean;
  regenerative: boolean;
}

export interface Layout {
  width: number;
  height: number;
  icons: Placed[];
  boxes: Box[];
  circles: Circle[];
  /** Rows whose loss sets off a check, and the die that knocks a system out. */
  rows: { x: number; y: number; height: number; text: string }[];
}

const MOUNT = 44;
const PLAIN = 31;

/** Groups of one kind stay together; the heavier mounts first. */
function ordered(icons: DisplayIcon[]): DisplayIcon[] {
  const rank = (it: DisplayIcon) => -(Number(it.text) || 0);
  return [...icons].sort((a, b) => (a.symbol === b.symbol ? rank(a) - rank(b) || a.id - b.id : 0));
}

export function layoutOf(display: Display, width = 344): Layout {
  const out: Layout = { width, height: 0, icons: [], boxes: [], circles: [], rows: [] };
  let y = 0;
  const flow = (icons: DisplayIcon[], pitch: number, scale: number) => {
    if (icons.length === 0) return;
    const per = Math.max(1, Math.floor(width / pitch));
    const lines = Math.ceil(icons.length / per);
    // Lines of about the same length look better than one full and one short.
    const even = Math.ceil(icons.length / lines);
    icons.forEach((icon, k) => {
      const line = Math.floor(k / even);
      const here = Math.min(even, icons.length - line * even);
      const left = (width - here * pitch) / 2;
      out.icons.push({ icon, x: left + ((k % even) + 0.5) * pitch, y: y + (line + 0.5) * pitch, scale });
    });
    y += lines * pitch + 4;
  };
  const at = (...places: Place[]) => display.icons.filter((it) => places.includes(it.place));
  const mounts = ordered(at('weapon', 'ordnance'));
  const large = (it: DisplayIcon) => it.ring || it.place === 'weapon';
  flow(mounts.filter(large), MOUNT, 1.66);
  flow([...mounts.filter((it) => !large(it)), ...at('guard'), ...at('shield')], PLAIN, 1.24);
  flow(at('system'), PLAIN, 1.24);
  y += 2;

  const longest = Math.max(1, ...display.rows, ...display.armour.map((it) => it.standard + it.regenerative));
  const label = 26;
  const size = Math.min(19, (width - label * 2) / longest);
  const start = (n: number) => (width - n * size) / 2;
  for (const layer of [...display.armour].reverse()) {
    const all = layer.standard + layer.regenerative;
    for (let k = 0; k < all; k++) {
      const regenerative = k >= layer.standard;
      const nth = regenerative ? k - layer.standard : k;
      const total = regenerative ? layer.regenerative : layer.standard;
      const left = regenerative ? layer.left.regenerative : layer.left.standard;
      const lost = nth < total - left;
      // The last to be crossed off are the ones that may still heal.
      const hurt = regenerative && lost && nth >= total - left - layer.left.hurt;
      out.circles.push({
        x: start(all) + (k + 0.5) * size,
        y: y + size / 2,
        r: size * 0.42,
        lost,
        hurt,
        regenerative,
      });
    }
    y += size + 2;
  }
  if (display.armour.length > 0) y += 3;
  let box = 0;
  const left = start(Math.max(1, ...display.rows));
  display.rows.forEach((n, row) => {
    for (let k = 0; k < n; k++) {
      box += 1;
      out.boxes.push({
        x: left + k * size,
        y,
        size,
        lost: box <= display.hullLost,
        crew: display.crew.get(box) ?? 0,
      });
    }
    const needs = display.checks[row];
    if (needs !== undefined)
      out.rows.push({ x: width - left + 8, y, height: size, text: needs < 6 ? `${needs}+` : String(needs) });
    y += size + 3;
  });
  y += 4;
  flow(at('engine', 'core'), 38, 1.5);
  out.height = Math.ceil(y);
  return out;
}
