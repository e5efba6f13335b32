// What can be seen to happen on the board, in words that no game owns: weapons by
// their look, what a blow strikes, a ship that breaks up, dice at a target. Each
// effect is a picture of its own time, `t` from 0 to 1: it keeps nothing from
// frame to frame, so that it can be skipped, slowed, stopped and drawn again.
import type { Moment } from './timeline';
import type { Figure, Point, Tone } from './types';

/** How a weapon looks; which weapon it is a game knows. */
export type Weapon =
  /** A broad ray. */
  | 'beam'
  /** A long, thin ray. */
  | 'lance'
  /** Rounds in a row, from all along the hull. */
  | 'gun'
  /** One heavy, slow ball of light. */
  | 'torpedo'
  /** Flames with trails of smoke, on bent ways. */
  | 'missile'
  /** A swarm that flies to its target and about it. */
  | 'fighters'
  /** Many fine tracers: point defence. */
  | 'spray'
  /** A wall of light as broad as a ship. */
  | 'wave';

/** What a blow lands on. */
export type Surface = 'shield' | 'armour' | 'hull';

export interface Die {
  value: number;
  sides: number;
  /** It counted. */
  good?: boolean;
}

/** One shot, from the muzzle to what it does. */
export interface Shooting {
  weapon: Weapon;
  from: Point;
  to: Point;
  tone: Tone;
  /** The tokens that shoot and are shot at, for their size and heading. */
  by?: string;
  whom?: string;
  hit: boolean;
  struck?: Surface;
  /** 0 to 1. */
  power?: number;
  /** How many weapons fire together. */
  guns?: number;
}

export type Effect =
  | ({ kind: 'fire'; t: number } & Shooting)
  /** A blow that needs no shot; `from` is where it came from. */
  | { kind: 'strike'; t: number; at: Point; whom?: string; from?: Point; surface: Surface; power?: number }
  /** An explosion; the radius is in world units, the size of a ship if left out. */
  | { kind: 'blast'; t: number; at: Point; radius?: number; power?: number }
  /** A ship that breaks up: the token itself is not drawn meanwhile. */
  | { kind: 'break'; t: number; whom: string; last?: boolean }
  /** What drives leave behind: light, or a contrail that stays a while. */
  | { kind: 'wake'; t: number; points: Point[]; tone: Tone; manner: 'drive' | 'contrail' | 'heat' }
  /** A hex that glows. */
  | { kind: 'glow'; t: number; outline: Point[]; tone: Tone }
  | { kind: 'dice'; t: number; at: Point; whom?: string; dice: Die[] }
  /** What was chosen in secret: face down, then turned. */
  | { kind: 'card'; t: number; at: Point; whom?: string; title: string; mark?: string; tone: Tone }
  /** Hot air about a ship, though there is none. */
  | { kind: 'heat'; t: number; at: Point; whom?: string; amount: number }
  /** A lock that closes round its target. */
  | { kind: 'lock'; t: number; at: Point; whom?: string; tone: Tone }
  /** Somebody comes out of nowhere, or goes there. */
  | { kind: 'jump'; t: number; at: Point; tone: Tone };

/** What can be heard; how it sounds, the synthesiser knows. */
export type SoundName =
  | `fire-${Weapon}`
  | 'hit-shield'
  | 'hit-hull'
  | 'blast'
  | 'kill'
  | 'lock'
  | 'card'
  | 'dice'
  | 'seal'
  | 'turn';

export interface Heard {
  /** Milliseconds into its cue, at single speed. */
  at: number;
  sound: SoundName;
  /** 0 to 1; a half if left out. */
  power?: number;
}

/** The share of a shot after which it has arrived. */
export const ARRIVES: Record<Weapon, number> = {
  beam: 0.3,
  lance: 0.28,
  gun: 0.4,
  torpedo: 0.46,
  missile: 0.48,
  fighters: 0.4,
  spray: 0.26,
  wave: 0.36,
};

/** A shot with its dice and its result, as one part of a salvo. */
export interface Volley extends Shooting {
  dice?: Die[];
  said?: { text: string; tone: Tone };
}

/** Milliseconds of one shot, with dice a little more: they fall before it does anything. */
const SHOT = 1350;
const DICE = 420;
/** The last milliseconds in which a figure alone is left. */
const LINGER = 350;

const lengthOf = (it: Volley): number => SHOT + (it.dice?.length ? DICE : 0);

/** Few shots come one after the other; many overlap, so that a great salvo is not told all day. */
function between(shots: number): number {
  return shots <= 2 ? 900 : shots <= 4 ? 640 : shots <= 8 ? 420 : 260;
}

export interface Salvo {
  length: number;
  show: (t: number, now: Moment) => void;
  sounds: Heard[];
  places: Point[];
}

/** Shots one after the other: dice fall at the target, the shot flies, its result lingers. A game of many small
 * shots tells them in a shorter time: a `pace` of 2 in half of it. */
export function salvo(volleys: (Volley | null)[], pace = 1): Salvo {
  const shots = volleys.filter((it) => it !== null);
  const starts: number[] = [];
  let length = 0;
  let start = 0;
  for (const it of shots) {
    starts.push(start);
    length = Math.max(length, start + lengthOf(it) + LINGER);
    start += between(shots.length);
  }
  return {
    length: length / pace,
    show: (t, now) => {
      shots.forEach((it, k) => shown(it, t * length - starts[k]!, now));
    },
    sounds: shots.flatMap((it, k) => heard(it, starts[k]!)).map((it) => ({ ...it, at: it.at / pace })),
    places: shots.flatMap((it) => [it.from, it.to]),
  };
}

/** When the shot of a volley begins: dice are seen to roll first. */
function flies(it: Volley): number {
  return it.dice?.length ? DICE : 0;
}

function shown(it: Volley, into: number, now: Moment): void {
  const all = lengthOf(it);
  if (into < 0 || into > all + LINGER) return;
  const { dice, said, ...shot } = it;
  const shotAt = flies(it);
  const t = (into - shotAt) / SHOT;
  if (dice?.length && into < shotAt + SHOT * 0.7)
    now.effects.push({ kind: 'dice', t: into / (shotAt + SHOT * 0.7), at: it.to, whom: it.whom, dice });
  if (t >= 0 && t <= 1) now.effects.push({ kind: 'fire', t, ...shot });
  const lands = shotAt + SHOT * (ARRIVES[it.weapon] + 0.06);
  if (said && into > lands)
    now.figures.push({ ...figureAt(it.to, said), age: (into - lands) / (all + LINGER - lands) });
}

function figureAt(at: Point, said: { text: string; tone: Tone }): Omit<Figure, 'age'> {
  return { at, text: said.text, tone: said.tone };
}

function heard(it: Volley, start: number): Heard[] {
  const power = it.power ?? 0.5;
  const shotAt = start + flies(it);
  const out: Heard[] = [{ at: shotAt, sound: `fire-${it.weapon}`, power }];
  if (it.dice?.length) out.push({ at: start, sound: 'dice', power: 0.3 });
  if (it.hit)
    out.push({
      at: shotAt + SHOT * ARRIVES[it.weapon],
      sound: it.struck === 'shield' ? 'hit-shield' : 'hit-hull',
      power,
    });
  return out;
}

/** A kill has two seconds of its own, the last blow four; each further ship some more. */
export const KILL = 2000;
export const LAST = 4000;
const MORE = 600;
/** The word for it comes when there has been something to see. */
const SPOKEN = 0.5;

export interface Kill {
  whom: string;
  at: Point;
  said?: { text: string; tone: Tone };
}

/** Ships break up, the one after the other. */
export function kills(dead: Kill[], last = false): Salvo {
  const one = last ? LAST : KILL;
  const length = one + (dead.length - 1) * MORE;
  return {
    length,
    show: (t, now) => {
      dead.forEach((it, k) => {
        const own = Math.min(1, Math.max(0, (t * length - k * MORE) / one));
        now.effects.push({ kind: 'break', t: own, whom: it.whom, last });
        if (it.said && own > SPOKEN)
          now.figures.push({
            ...figureAt(it.at, it.said),
            age: Math.min(0.79, (own - SPOKEN) / (1 - SPOKEN)),
          });
      });
    },
    sounds: dead.map((_, k) => ({
      at: k * MORE + one * 0.16,
      sound: 'kill' as const,
      power: last ? 1 : 0.7,
    })),
    places: dead.map((it) => it.at),
  };
}
