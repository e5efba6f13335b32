// The book's notation for a move. Where it leads and what it costs the server says.

/** Starboard is positive. */
export interface Helm {
  turn: number;
  /** A second turn, written apart. */
  second: number | null;
  thrust: number;
}

export type Burn =
  { main: number } | { rotate: number } | { push: 'port' | 'starboard' | 'rear'; by: number };

export type Plot = { helm: Helm } | { burns: Burn[] };

export const HOLD = '0';

/** Degrees clockwise from north. */
export function degrees(clock: number): number {
  // turned: degrees of an hour.
  return (clock % 12) * 30;
}

export function turned(clock: number, by: number): number {
  return ((((clock + by - 1) % 12) + 12) % 12) + 1;
}

/** Null if it is no plot. The velocity before and after may be written round it: `8P2+4:12`. */
export function readPlot(text: string): Plot | null {
  const upper = text.trim().toUpperCase();
  // counted: letters of the notation.
  return /^(M|T|PP|PS|PR)/.test(upper) ? readBurns(upper) : readHelm(upper);
}

function readBurns(text: string): Plot | null {
  const burns: Burn[] = [];
  for (const word of text.split(/\s+/)) {
    const found = /^(MD|TP|TS|PP|PS|PR)(\d+)$/.exec(word);
    if (!found) return null;
    const n = Number(found[2]);
    switch (found[1]) {
      case 'MD':
        burns.push({ main: n });
        break;
      case 'TP':
        burns.push({ rotate: -n });
        break;
      case 'TS':
        burns.push({ rotate: n });
        break;
      case 'PP':
        burns.push({ push: 'port', by: n });
        break;
      case 'PS':
        burns.push({ push: 'starboard', by: n });
        break;
      default:
        burns.push({ push: 'rear', by: n });
    }
  }
  return { burns };
}

function readHelm(text: string): Plot | null {
  const body = text.replace(/\s+/g, '').split(':')[0]!.replace(/^\d+/, '').replace(/−/g, '-');
  const found = /^(?:([PS])(\d+))?(?:([PS])(\d+))?([+-]\d+)?$/.exec(body);
  if (!found) return null;
  const turn = (side: string | undefined, n: string | undefined) =>
    side === undefined ? null : side === 'P' ? -Number(n) : Number(n);
  return {
    helm: {
      turn: turn(found[1], found[2]) ?? 0,
      second: turn(found[3], found[4]),
      thrust: Number(found[5] ?? 0),
    },
  };
}

const side = (n: number) => `${n < 0 ? 'P' : 'S'}${Math.abs(n)}`;

export function writePlot(plot: Plot): string {
  if ('burns' in plot) {
    const word = (it: Burn) =>
      'main' in it
        ? `MD${it.main}`
        : 'rotate' in it
          ? `T${side(it.rotate)}`
          : `P${{ port: 'P', starboard: 'S', rear: 'R' }[it.push]}${it.by}`;
    return plot.burns.map(word).join(' ') || HOLD;
  }
  const { turn, second, thrust } = plot.helm;
  const turns = (turn !== 0 || second !== null ? side(turn) : '') + (second !== null ? side(second) : '');
  return `${turns}${thrust > 0 ? `+${thrust}` : thrust < 0 ? thrust : ''}` || HOLD;
}

/** The same plot always written in the same way; null if it is none. */
export function canonical(text: string): string | null {
  const plot = readPlot(text);
  return plot && writePlot(plot);
}
