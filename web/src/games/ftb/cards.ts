// The cards of this game: duels of protocols with what they do, torpedoes and
// countermeasures, hits or heat, tests, losses.
import { card } from '../../board/card';
import type { Card, Chosen, Party, Throw } from '../../board/card';
import { chance, party, withLastBlow } from '../shared/cards';
import type { Laid, Standing, Told } from '../shared/cards';
import { vessels } from './model';
import { words } from './texts';
import type { GameEvent, Protocol, View } from './types';
import type { Cause, Effect, Test } from './wire';

type One = Told<View, GameEvent>;
type Said = Exclude<GameEvent, string>;
const t = words.card;

/** An event that is a word has no parts. */
const parts = (event: GameEvent | undefined): Said => (typeof event === 'object' ? event : {});

function standing(view: View, ship: number): Standing | undefined {
  const it = vessels(view)[ship];
  if (!it) return undefined;
  const { own, data, hull } = it;
  return {
    layers: own
      ? [
          ...(data.shields > 0
            ? [{ kind: 'shield' as const, label: t.shields, left: own.shields, of: data.shields }]
            : []),
          { kind: 'heat', label: t.heat, left: own.heat, of: Math.max(data.overheat, own.heat) },
        ]
      : [],
    out: [
      ...(own?.damage?.offline ? [t.offline(words.systems[own.damage.system])] : []),
      ...(hull.tracked ? [t.tracked] : []),
    ],
    lost: hull.place === 'destroyed',
  };
}

function partyOf(view: View, ship: number, after?: View): Party | null {
  const it = vessels(view)[ship];
  if (!it) return null;
  const plain = { name: it.tag, kind: it.data.name, side: it.side, hull: it.shape.hull };
  return after ? party(plain, standing(view, ship), standing(after, ship)) : party(plain);
}

function face(view: View, who: string, side: number, protocol: Protocol): Chosen {
  return { who, side, mark: words.suits[protocol], text: words.protocols[protocol] };
}

/** What still belongs to an attack that is under way. */
function belongs(event: GameEvent): boolean {
  if (typeof event === 'string') return event !== 'scan_passed';
  return !!(
    event.revealed ||
    event.heat_chosen ||
    event.evaded ||
    event.testing ||
    event.tested ||
    event.gauged ||
    event.system_set ||
    event.tracked ||
    event.blows ||
    event.system_chosen ||
    event.hit ||
    event.splashed ||
    event.destroyed ||
    event.torpedo_lost
  );
}

/** What begins or goes on with an attack, after it had to wait for a choice. */
function opens(event: Said): boolean {
  return !!(event.combat_began || event.strike_began || event.revealed || event.heat_chosen || event.blows);
}

const resultOf = (result: 'win' | 'draw' | 'lose') => t.results[result]!;

function testThrow({ line, event }: One): Throw[] {
  const it = parts(event).tested;
  if (!it) return [];
  return [
    {
      label: t.test(trialOf(it.test)),
      needs: [it.test.easy ? t.easy : '', chance(line).share].filter(Boolean).join(', '),
      dice: [],
      result: resultOf(it.result),
    },
  ];
}

function trialOf({ trial }: Test): string {
  const name = typeof trial === 'string' ? trial : Object.keys(trial)[0]!;
  return t.trials[name] ?? name;
}

function effectWords(effects: Effect[], tag: (ship: number) => string): string {
  if (effects.length === 0) return t.nothing;
  return effects.map((it) => t.forms[it.form]!(tag(it.from), tag(it.to))).join('; ');
}

function fightCard(told: One[], from: number): Laid {
  let to = from;
  while (to + 1 < told.length && belongs(told[to + 1]!.event) && !begun(told[to + 1]!.event)) to += 1;
  const mine = told.slice(from, to + 1);
  const { before } = mine[0]!;
  const { after } = mine[mine.length - 1]!;
  const first = parts(mine[0]!.event);
  const fight = before.fight;
  const [by, at] = first.combat_began
    ? [first.combat_began.attacker, first.combat_began.defender]
    : first.strike_began
      ? [first.strike_began.guide, first.strike_began.target]
      : fight && 'combat' in fight
        ? [fight.combat.attacker, fight.combat.defender]
        : fight && 'strike' in fight
          ? [fight.strike.guide, fight.strike.target]
          : [-1, first.blows?.blows[0]?.target ?? -1];
  // Only torpedoes get past shields: so they are known when nothing else is left of the attack.
  const pierced = mine.some((it) => parts(it.event).blows?.blows.some((blow) => blow.pierce));
  const strike = !!first.strike_began || (!!fight && 'strike' in fight) || pierced;
  const tag = (ship: number) => before.tags[ship] ?? '';
  const side = (ship: number) => vessels(before)[ship]?.side ?? 0;
  const revealed = mine.map((it) => parts(it.event).revealed).find(Boolean);
  const chosen = revealed
    ? revealed.protocols.map((it, k) => face(before, tag(k === 0 ? by : at), side(k === 0 ? by : at), it))
    : [];
  const events = mine.map((it) => parts(it.event));
  const evaded = events.find((it) => it.evaded)?.evaded;
  const hits = events.flatMap((it) => (it.hit ? [it.hit] : []));
  const dead = events.flatMap((it) => (it.destroyed ? [it.destroyed.ship] : []));
  const heat = events.find((it) => it.heat_chosen)?.heat_chosen;
  const lines = [
    ...(evaded ? [evaded.evades ? t.evades(tag(evaded.ship)) : t.staysPut(tag(evaded.ship))] : []),
    ...(revealed ? [effectWords(revealed.effects, tag)] : []),
    ...(heat ? [heat.heat ? t.tookHeat : t.tookHit] : []),
    ...(pierced ? [t.pierces] : []),
    ...hits.map((it) =>
      it.fate === null || it.fate === 'destroyed'
        ? t.isHit(tag(it.ship))
        : it.fate === 'shield'
          ? t.losesShield(tag(it.ship))
          : t.losesSystem(tag(it.ship), words.systems[it.fate.damaged]),
    ),
  ];
  const waits = !revealed && !strike && hits.length === 0 && !heat;
  return {
    card: card(
      dead.length > 0 ? 'kill' : strike ? 'missile' : 'duel',
      strike ? t.strike : revealed ? t.combat : waits ? t.attack : t.decided,
      {
        weapon: strike ? t.torpedo : first.combat_began?.cover ? t.cover : t.exchange,
        by: by < 0 ? null : partyOf(before, by, after),
        at: at < 0 ? null : partyOf(before, at, after),
        chosen,
        throws: mine.flatMap(testThrow),
        lines,
        result:
          dead.length > 0
            ? t.lost(dead.map(tag).join(', '))
            : hits.length > 0
              ? t.hits([...new Set(hits.map((it) => tag(it.ship)))].join(', '))
              : waits
                ? t.choosing
                : heat?.heat
                  ? t.onlyHeat
                  : strike
                    ? t.strikeMisses
                    : t.noHit,
        tone: hits.length + dead.length > 0 ? 'harm' : 'plain',
        moment: dead.length > 0 ? 'kill' : null,
      },
    ),
    from,
    to,
  };
}

const begun = (event: GameEvent) => !!(parts(event).combat_began ?? parts(event).strike_began);

function single(one: One): Card | null {
  const { before, after } = one;
  const event = parts(one.event);
  const { tested, destroyed, hit, initiative, duel_drawn: drawn } = event;
  const name = (side: number) => before.field.scenario.sides[side]?.name ?? '';
  const choices = initiative?.choices ?? drawn?.choices;
  if (choices)
    return card('duel', t.initiative, {
      chosen: choices.map((it, k) => face(before, name(k), k, it)),
      result: initiative ? t.takes(name(initiative.side)) : t.again,
    });
  if (destroyed)
    return card('kill', t.destroyed, {
      weapon: t.causes[destroyed.cause as Cause] ?? '',
      at: partyOf(before, destroyed.ship, after),
      result: t.lost(before.tags[destroyed.ship] ?? ''),
      tone: 'harm',
      moment: 'kill',
    });
  if (hit)
    return card('shot', t.hit, {
      at: partyOf(before, hit.ship, after),
      result: t.isHit(before.tags[hit.ship] ?? ''),
      tone: 'harm',
    });
  if (tested) {
    const { trial } = tested.test;
    const target = typeof trial === 'object' ? ('scan' in trial ? trial.scan.target : null) : null;
    return card('check', t.test(trialOf(tested.test)), {
      weapon: t.means[typeof trial === 'string' ? trial : Object.keys(trial)[0]!] ?? trialOf(tested.test),
      by: target === null ? null : partyOf(before, tested.test.ship),
      at: partyOf(before, target ?? tested.test.ship, after),
      throws: testThrow(one),
      chosen: (tested.choices ?? []).map((it, k) => face(before, k === 0 ? t.own : t.chance, k, it)),
      result: resultOf(tested.result),
      tone: tested.result === 'win' ? 'good' : tested.result === 'lose' ? 'harm' : 'plain',
    });
  }
  return null;
}

export function cardsFor(told: One[]): Laid[] {
  const laid: Laid[] = [];
  let end = -1;
  let free = 0;
  told.forEach((one, k) => {
    if (parts(one.event).over) end = k;
    if (k < free) return;
    if (opens(parts(one.event))) {
      const it = fightCard(told, k);
      laid.push(it);
      free = it.to + 1;
      return;
    }
    const it = single(one);
    if (it) laid.push({ card: it, from: k, to: k });
  });
  return withLastBlow(laid, end);
}
