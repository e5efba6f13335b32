// Dice, names and results as the cards show them.
import type { CardDie, CardKind, Throw, Tone } from '../../../board/card';
import type { Line } from '../../../wire';
import { chance } from '../../shared/cards';
import { iconName, vessels } from '../model';
import type { Vessel } from '../model';
import { pointsOf } from '../playback/said';
import { words } from '../texts';
import type { GameEvent, Tally, View } from '../types';
import type { Attack } from '../wire';

export type Who = { ship: number } | { group: number } | { marker: number };

export interface Blow {
  kind: CardKind;
  title: string;
  weapon: string;
  by: Who | null;
  at: Who | null;
  /** Damage may come to both. */
  both?: boolean;
  /** Lines of damage after it belong to it; they do if left out. */
  harms?: boolean;
  throws: Throw[];
  result: string;
  tone: Tone;
}

const t = words.card;

/** As the map and the log call it. */
export const titleOf = (it: Vessel): string => `${it.tag} ${it.name}`;

export function nameOf(view: View, ship: number): string {
  const it = vessels(view)[ship];
  return it ? titleOf(it) : '';
}

export const plain = (dice: number[] = []): CardDie[] => dice.map((face) => ({ face }));

export const again = (dice: number[] = []): CardDie[] => dice.map((face) => ({ face, after: true }));

/** Dice of which each must show a number. */
export const atLeast = (dice: number[], needs: number): CardDie[] =>
  dice.map((face) => ({ face, counts: face >= needs }));

export function thrown(label: string, needs: string, dice: CardDie[], result: string): Throw[] {
  return dice.length > 0 ? [{ label, needs, dice, result }] : [];
}

/** The names of some systems, those alike counted. */
export function named(view: View, ship: number, icons: number[]): string {
  const it = vessels(view)[ship];
  const names = new Map<string, number>();
  for (const icon of icons) {
    const name = iconName(it, icon);
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  return [...names].map(([name, n]) => (n > 1 ? t.times(n, name) : name)).join(', ');
}

/** What the dice of an attack are looked at for, in words. */
function needsOf(attacks: Attack[] = []): string {
  const kinds = attacks.map(({ profile }) =>
    typeof profile === 'string' ? profile : (Object.keys(profile)[0] ?? ''),
  );
  const said = [...new Set(kinds)].map((it) => t.profiles[it] ?? t.otherProfile);
  const shells = attacks.flatMap(({ profile }) =>
    typeof profile === 'object' && 'projectile' in profile
      ? [profile.projectile.needs]
      : typeof profile === 'object' && 'fusion' in profile
        ? [profile.fusion.needs]
        : [],
  );
  const minded = attacks.filter(
    ({ profile }) => typeof profile === 'object' && 'beams' in profile && profile.beams.screens !== 'none',
  );
  const screens = Math.max(0, ...minded.map((it) => it.screens.all));
  return [...said, ...[...new Set(shells)].map((it) => t.needs(it)), screens > 0 ? t.screens(screens) : '']
    .filter(Boolean)
    .join('; ');
}

/** Dice of an attack: where every weapon had to hit with one die it is known which did. */
function attackDice(dice: number[], attacks: Attack[] = []): CardDie[] {
  const needs = attacks.map(({ profile }) =>
    typeof profile === 'object' && 'projectile' in profile ? profile.projectile.needs : null,
  );
  if (needs.length !== dice.length || needs.some((it) => it === null)) return plain(dice);
  return dice.map((face, k) => ({ face, counts: face >= needs[k]! }));
}

interface Rolled {
  dice: number[];
  again?: number[];
  damage?: number[];
  tally: Tally;
}

export function volley(line: Line, it: Rolled, attacks?: Attack[]): Pick<Blow, 'throws' | 'result' | 'tone'> {
  const points = pointsOf(it.tally);
  const { emp } = it.tally;
  const result = emp > 0 ? t.emp(emp) : t.points(points);
  const { share, mean } = chance(line);
  return {
    throws: [
      ...thrown(
        [t.roll, share].filter(Boolean).join(': '),
        needsOf(attacks),
        [...attackDice(it.dice, attacks), ...again(it.again)],
        mean,
      ),
      ...thrown(t.damageDice, '', plain(it.damage), ''),
    ],
    result: points + emp > 0 ? result : t.missed,
    tone: points + emp > 0 ? 'harm' : 'plain',
  };
}

export function kills(
  dice: number[] | undefined,
  more: number[] | undefined,
  killed: number,
): Pick<Blow, 'throws' | 'result' | 'tone'> {
  return {
    throws: thrown(t.atCraft, t.craftNeeds, [...plain(dice), ...again(more)], t.shotDown(killed)),
    result: t.shotDown(killed),
    tone: killed > 0 ? 'harm' : 'plain',
  };
}

export type Maker = (event: GameEvent, view: View, line: Line, after: View) => Blow | null;
