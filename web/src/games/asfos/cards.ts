// The cards of this game: broadsides by odds column and dice, sealed plots and
// volleys, criticals, fires, explosions, repair crews.
import { card } from '../../board/card';
import type { Card, Party } from '../../board/card';
import { party, summary, withLastBlow } from '../shared/cards';
import type { Laid, Standing, Told } from '../shared/cards';
import { vessels } from './model';
import type { Vessel } from './model';
import { words } from './texts';
import type { GameEvent, Plot, View } from './types';

type One = Told<View, GameEvent>;
const t = words.card;

/** How a ship stands, with what this step of fire has done to it and is not marked yet. */
function standing(view: View, ship: number): Standing | undefined {
  const it = vessels(view)[ship];
  if (!it) return undefined;
  const { struck, criticals, status } = it.state;
  const left = (boxes: number, lost: number) => Math.max(0, boxes - lost);
  return {
    layers: [
      { kind: 'hull', label: words.hull, left: left(it.display.hull_left, struck.hull), of: it.mass },
      {
        kind: 'system',
        label: words.weapons,
        left: left(it.display.weapons_left, struck.weapons),
        of: it.mass,
      },
    ],
    out: [...new Set([...criticals, ...struck.criticals])].map((mark) => words.criticals[mark]!.name),
    lost: status === 'destroyed',
  };
}

/** As the map and the log call it. */
const titleOf = (it: Vessel) => `${it.tag} ${it.name}`;

function nameOf(view: View, ship: number): string {
  const it = vessels(view)[ship];
  return it ? titleOf(it) : '';
}

function partyOf(view: View, ship: number, after?: View): Party | null {
  const it = vessels(view)[ship];
  if (!it) return null;
  const plain = { name: titleOf(it), kind: it.kind, side: it.side, hull: it.shape.hull };
  return after ? party(plain, standing(view, ship), standing(after, ship)) : party(plain);
}

export function plotWords({ dv, turns }: Plot, speed: number): string {
  const course = [...turns].map((it) => (it === 'L' ? t.left : t.right));
  return [
    course.length === 0 ? t.straight : course.join(t.then),
    dv === 0 ? t.speed(speed) : t.change(dv, speed),
  ].join(', ');
}

function modifiers(it: { speed: number; range: number; gas: number }): string {
  return (['speed', 'range', 'gas'] as const)
    .filter((key) => it[key] !== 0)
    .map((key) => t.modifier(words.modifier[key]!, it[key]))
    .join(', ');
}

/** What one line tells by itself. */
function cardOf({ event, before, after }: One): Card | null {
  const { aimed, fired, marked } = event.fire ?? {};
  if (aimed) {
    const added = modifiers(aimed.modifiers);
    return card('shot', t.aims, {
      weapon: t.driver,
      by: partyOf(before, aimed.by),
      at: partyOf(before, aimed.at),
      throws: [
        {
          label: t.toHit,
          needs: added ? t.added(added) : t.nothingAdded,
          dice: [{ face: aimed.die, counts: aimed.hit }],
          result: aimed.hit ? words.hit : words.miss,
        },
      ],
      result: aimed.hit ? t.finds : t.passes,
      tone: aimed.hit ? 'harm' : 'plain',
    });
  }
  if (fired) {
    const added = modifiers(fired.modifiers);
    const [hull, guns] = fired.dice;
    const { critical } = fired;
    const throws = [
      {
        label: t.odds(fired.strength, fired.defence, fired.column),
        needs: added ? t.added(added) : t.nothingAdded,
        dice: [
          { face: hull, counts: fired.hull > 0, label: words.hull },
          { face: guns, counts: fired.weapons > 0, label: words.weapons },
        ],
        result: words.boxesFigure(fired.hull, fired.weapons) || words.noDamage,
      },
    ];
    if (critical)
      throws.push({
        label: t.critical,
        needs: t.criticalNeeds,
        dice: [{ face: critical.die, counts: !critical.wasted, label: '' }],
        result: critical.wasted ? t.wasted : words.criticals[critical.location]!.name,
      });
    return card('shot', t.fires, {
      weapon: [t.weapons[fired.weapon], fired.arc ? words.arcs[fired.arc] : ''].filter(Boolean).join(', '),
      by: partyOf(before, fired.by),
      at: partyOf(before, fired.at, after),
      throws,
      result: t.does(fired.hull, fired.weapons),
      tone: fired.hull + fired.weapons > 0 ? 'harm' : 'plain',
    });
  }
  if (marked?.destroyed)
    return card('kill', t.destroyed, {
      at: partyOf(before, marked.ship, after),
      result: t.lost(nameOf(before, marked.ship)),
      tone: 'harm',
      moment: 'kill',
    });
  const { attempted } = event.repairs ?? {};
  if (attempted) {
    const name = words.criticals[attempted.location]!.name;
    return card('repair', t.repairs, {
      weapon: t.crew(attempted.crew),
      at: partyOf(before, attempted.ship),
      throws: [
        {
          label: name,
          needs: t.repairNeeds(attempted.crew),
          dice: [{ face: attempted.die, counts: attempted.repaired }],
          result: attempted.repaired ? t.works : t.stillOut,
        },
      ],
      result: attempted.repaired ? words.repaired(name) : words.stillOut(name),
      tone: attempted.repaired ? 'good' : 'plain',
    });
  }
  const { burned, exploded } = event.phase ?? {};
  const hurt = burned ?? exploded;
  if (!hurt) return null;
  return card('blast', burned ? t.burns : t.explodes, {
    weapon: words.criticals[burned ? 'Mn' : 'R']!.name,
    at: partyOf(before, hurt.ship, after),
    throws: exploded
      ? [{ label: t.boxes, needs: t.boxesNeeds, dice: [{ face: exploded.die, counts: true }], result: '' }]
      : [],
    result: hurt.destroyed ? t.lost(nameOf(before, hurt.ship)) : burned ? t.oneBox : t.blew,
    tone: 'harm',
    moment: hurt.destroyed ? 'kill' : null,
  });
}

/** Plots that were sealed, as they are opened: one card for all that move together. */
function plots(told: One[], from: number): Laid | null {
  let to = from;
  while (told[to + 1]?.event.movement?.moved) to += 1;
  const chosen = told.slice(from, to + 1).flatMap(({ event, before }) => {
    const moved = event.movement?.moved;
    const it = vessels(before)[moved?.ship ?? -1];
    if (!moved || !it) return [];
    const text = plotWords(moved.plot, moved.speed);
    const why = t.steering[moved.by];
    return [{ who: titleOf(it), side: it.side, mark: '', text: why ? `${text} (${why})` : text }];
  });
  return { card: card('orders', t.plots, { chosen }), from, to, ahead: true };
}

/** Volleys that were sealed, before the first of them is fired. */
function volleys(told: One[], from: number): Laid[] {
  const chosen: Card['chosen'] = [];
  const seen = new Set<string>();
  for (let k = from; told[k]?.event.fire && !told[k]!.event.fire!.marked; k++) {
    const { aimed, fired } = told[k]!.event.fire!;
    const [by, at] = [(aimed ?? fired)?.by ?? -1, (aimed ?? fired)?.at ?? -1];
    const all = vessels(told[k]!.before);
    if (seen.has(`${by} ${at}`) || !all[by] || !all[at]) continue;
    seen.add(`${by} ${at}`);
    chosen.push({ who: titleOf(all[by]), side: all[by].side, mark: '', text: t.at(titleOf(all[at])) });
  }
  return chosen.length > 1
    ? [{ card: card('orders', t.volleys, { chosen }), from, to: from - 1, ahead: true }]
    : [];
}

export function cardsFor(told: One[]): Laid[] {
  const laid: Laid[] = [];
  let attacks: Card[] = [];
  let end = -1;
  told.forEach((one, k) => {
    const { event } = one;
    const before = told[k - 1]?.event;
    if (event.movement?.moved && !before?.movement?.moved) {
      const it = plots(told, k);
      if (it) laid.push(it);
    }
    const fire = event.fire && !event.fire.marked;
    if (fire && !(before?.fire && !before.fire.marked)) laid.push(...volleys(told, k));
    const it = cardOf(one);
    if (it) laid.push({ card: it, from: k, to: k });
    if (it && event.fire) attacks.push(it);
    if (event.phase && attacks.length > 0) {
      laid.push(...summary(attacks, k));
      attacks = [];
    }
    if (event.victory?.ended) end = k;
  });
  return withLastBlow(laid, end);
}
