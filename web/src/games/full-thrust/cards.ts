// The cards of this game: fire with its dice and what goes through armour and
// hull, threshold checks, repairs, missiles and point defence, fights of small
// craft, boarding, ramming, mines, and sealed orders as they are opened.
import { card } from '../../board/card';
import type { Card, CardKind, Party } from '../../board/card';
import { party, summary, withLastBlow } from '../shared/cards';
import type { Laid, Standing, Told } from '../shared/cards';
import { blowOf } from './cards/blows';
import { nameOf, titleOf } from './cards/dice';
import type { Who } from './cards/dice';
import { warheadShape, wingShape } from './counters';
import { readPlot } from './flight';
import type { Burn } from './flight';
import { vessels } from './model';
import { words } from './texts';
import type { GameEvent, View } from './types';
import { fullOf, isBoats, wingKind, wingTag } from './wings';

type One = Told<View, GameEvent>;
const t = words.card;

function shipStanding(view: View, ship: number): Standing | undefined {
  const it = vessels(view)[ship];
  if (!it) return undefined;
  const layers: Standing['layers'] = [];
  if (!it.unknown) {
    if (it.armour > 0) layers.push({ kind: 'armour', label: t.armour, left: it.armourLeft, of: it.armour });
    layers.push({ kind: 'hull', label: t.hull, left: it.hullLeft, of: it.hull });
  }
  const out = it.display.icons.filter((icon) => icon.mark === 'damaged' || icon.mark === 'gone');
  return {
    layers,
    out: it.unknown ? [] : out.map((icon) => icon.name),
    lost: it.state.status === 'destroyed',
  };
}

/** Whoever takes part, between two moments. */
function partyOf(view: View, who: Who | null, after: View): Party | null {
  if (!who) return null;
  if ('ship' in who) {
    const it = vessels(view)[who.ship];
    if (!it) return null;
    const plain = { name: titleOf(it), kind: it.kind, side: it.side, hull: it.shape.hull };
    return party(plain, shipStanding(view, who.ship), shipStanding(after, who.ship));
  }
  if ('group' in who) {
    const it = view.groups?.[who.group];
    if (!it) return null;
    const full = fullOf(view, who.group);
    const { hull } = wingShape({
      side: it.side,
      boats: isBoats(it),
      left: it.left,
      full,
      cef: it.cef,
      ace: false,
      done: false,
    });
    const left = (now: View): Standing => ({
      layers: [{ kind: 'hull', label: t.craft, left: now.groups?.[who.group]?.left ?? 0, of: full }],
      out: [],
      lost: (now.groups?.[who.group]?.left ?? 0) === 0,
    });
    const plain = { name: t.group(wingTag(view, who.group)), kind: wingKind(it), side: it.side, hull };
    return party(plain, left(view), left(after));
  }
  const it = view.markers?.find((one) => one.number === who.marker);
  if (!it) return null;
  return party({
    name: words.markers.kind(it.what),
    kind: t.from(nameOf(view, it.ship)),
    side: it.side,
    hull: warheadShape(it.what, it.stopped).hull,
  });
}

/** The ship that an event of damage befalls, where it goes on with a blow. */
function hurt(event: GameEvent): number | null {
  return event.damage?.struck?.ship ?? event.damage?.destroyed?.ship ?? null;
}

/** How far the blow at a line goes: armour and hull of its victims, and their ends. */
function through(told: One[], from: number, victims: number[]): number {
  let to = from;
  for (let k = from + 1; k < told.length; k++) {
    const ship = hurt(told[k]!.event);
    if (ship === null || (victims.length > 0 && !victims.includes(ship))) break;
    // The next blow on the same ship has a line of its own before it; without one it is the same.
    to = k;
  }
  return to;
}

const victimOf = (who: Who | null): number[] => (who && 'ship' in who ? [who.ship] : []);

function blowCard(told: One[], from: number): Laid | null {
  const one = told[from]!;
  const blow = blowOf(one.event, one.before, one.after, one.line);
  if (!blow) return null;
  const harmful = blow.harms ?? true;
  const victims = [...victimOf(blow.at), ...(blow.both ? victimOf(blow.by) : [])];
  const to = harmful && victims.length > 0 ? through(told, from, victims) : from;
  const [before, after] = [one.before, told[to]!.after];
  const dead = told.slice(from, to + 1).flatMap(({ event }) => {
    const ship =
      event.damage?.destroyed?.ship ?? (event.terrain?.risked?.crashed ? event.terrain.risked.ship : null);
    return ship === null ? [] : [nameOf(before, ship)];
  });
  const at = partyOf(before, blow.at, after);
  const by = partyOf(before, blow.by, blow.both ? after : before);
  const lost = dead.length > 0;
  const kind: CardKind = lost ? 'kill' : blow.kind;
  // Of the one who strikes only what changes is of interest.
  if (by && !blow.both) by.layers = [];
  return {
    card: card(kind, blow.title, {
      weapon: blow.weapon,
      by,
      at,
      throws: blow.throws,
      result: lost ? t.lost(dead.join(', ')) : blow.result,
      tone: lost ? 'harm' : blow.tone,
      moment: lost ? 'kill' : null,
    }),
    from,
    to,
  };
}

/** Damage that no line before it explains. */
function bareCard(told: One[], from: number): Laid | null {
  const { event, before } = told[from]!;
  const ship = hurt(event);
  if (ship === null) return null;
  const to = through(told, from, [ship]);
  const { after } = told[to]!;
  const lost = told.slice(from, to + 1).some((it) => it.event.damage?.destroyed);
  const name = nameOf(before, ship);
  return {
    card: card(lost ? 'kill' : 'blast', lost ? t.destroyed : t.damaged, {
      at: partyOf(before, { ship }, after),
      result: lost ? t.lost(name) : t.takesDamage(name),
      tone: 'harm',
      moment: lost ? 'kill' : null,
    }),
    from,
    to,
  };
}

const turnWords = (n: number) => (n < 0 ? t.port(-n) : t.starboard(n));

function burnWords(it: Burn): string {
  if ('main' in it) return t.main(it.main);
  if ('rotate' in it) return turnWords(it.rotate);
  return t.push(t.ways[it.push]!, it.by);
}

/** A plot as one would say it. */
export function plotWords(notation: string): string {
  const plot = readPlot(notation);
  if (!plot) return t.straight;
  if ('burns' in plot) return plot.burns.map(burnWords).join(', ') || t.drifts;
  const { turn, second, thrust } = plot.helm;
  const parts = [
    turn !== 0 ? turnWords(turn) : '',
    second !== null ? turnWords(second) : '',
    thrust !== 0 ? (thrust > 0 ? t.faster(thrust) : t.slower(-thrust)) : '',
  ].filter(Boolean);
  return parts.join(t.then) || t.straight;
}

const moves = (event: GameEvent | undefined) => !!(event?.movement?.moved || event?.movement?.left);

/** Orders that were sealed, as they are opened: one card for all that move together. */
function orders(told: One[], from: number): Laid {
  let to = from;
  while (moves(told[to + 1]?.event)) to += 1;
  const chosen = told.slice(from, to + 1).flatMap(({ event, before }) => {
    const moved = event.movement?.moved;
    const it = vessels(before)[moved?.ship ?? -1];
    if (!moved || !it) return [];
    const text = [plotWords(moved.plot), moved.roll ? t.rolls : '', t.steering[moved.by] ?? '']
      .filter(Boolean)
      .join(', ');
    return [{ who: titleOf(it), side: it.side, mark: '', text }];
  });
  return { card: card('orders', t.orders, { chosen }), from, to, ahead: true };
}

/** What counts as an attack when a phase is summed up. */
const ATTACKS = new Set<CardKind>(['shot', 'missile', 'dogfight', 'kill', 'ram', 'blast']);

export function cardsFor(told: One[]): Laid[] {
  const laid: Laid[] = [];
  let attacks: Card[] = [];
  let end = -1;
  let free = 0;
  told.forEach((one, k) => {
    const { event } = one;
    if (event.victory?.decided || event.victory?.scored) end = k;
    if (event.damage?.fire_ended || event.phase?.turn_began) {
      laid.push(...summary(attacks, k));
      attacks = [];
    }
    if (event.movement?.moved && !moves(told[k - 1]?.event)) laid.push(orders(told, k));
    if (k < free) return;
    const it = blowCard(told, k) ?? bareCard(told, k);
    if (!it) return;
    laid.push(it);
    free = it.to + 1;
    if (ATTACKS.has(it.card.kind)) attacks.push(it.card);
  });
  return withLastBlow(laid, end);
}
