// The cards of this game: sealed manoeuvres, actions and initiative as they are
// turned, shots by threshold and armour, missiles, the strain on a hull.
import { card } from '../../board/card';
import type { Card, CardDie, Chosen, Party } from '../../board/card';
import { chance, party, summary, withLastBlow } from '../shared/cards';
import type { Laid, Standing, Told } from '../shared/cards';
import { combatText, crafts, weaponText } from './model';
import { words } from './texts';
import type { Attacked, GameEvent, Plan, View } from './types';

type One = Told<View, GameEvent>;
const t = words.card;

function standing(view: View, unit: number): Standing | undefined {
  const it = crafts(view)[unit];
  if (!it) return undefined;
  const { state, card: of } = it;
  return {
    layers: [
      ...(of.shields > 0
        ? [{ kind: 'shield' as const, label: t.shields, left: state.shields, of: of.shields }]
        : []),
      { kind: 'hull', label: t.structure, left: state.structure, of: of.structure },
    ],
    out: [...(state.blackout ? [t.blackout] : []), ...(state.greyouts > 0 ? [t.greyout] : [])],
    lost: gone(view, unit),
  };
}

function gone(view: View, unit: number): boolean {
  const status = crafts(view)[unit]?.state.status;
  return status === 'destroyed' || status === 'wrecked';
}

const nameOf = (view: View, unit: number): string => {
  const it = crafts(view)[unit];
  return it ? `${it.tag} ${it.name}` : '';
};

function partyOf(view: View, unit: number, after?: View): Party | null {
  const it = crafts(view)[unit];
  if (!it) return null;
  const plain = {
    name: nameOf(view, unit),
    kind: it.name === it.card.name ? t.craft : it.card.name,
    side: it.side,
    hull: it.shape.hull,
  };
  return after ? party(plain, standing(view, unit), standing(after, unit)) : party(plain);
}

/** So many of them count, the highest. */
function highest(dice: number[], n: number): CardDie[] {
  const order = dice.map((face, k) => ({ face, k })).sort((a, b) => b.face - a.face || a.k - b.k);
  const best = new Set(order.slice(0, n).map((it) => it.k));
  return dice.map((face, k) => ({ face, counts: best.has(k) }));
}

export function planWords(plan: Plan): string {
  const used = [plan.first, plan.second].filter((it) => it.thrust > 0);
  const parts = used.map((it) => t.manoeuvre[it.kind]!(it.thrust));
  return [parts.length > 0 ? parts.join(t.then) : t.drifts, plan.evasive ? t.evading : '']
    .filter(Boolean)
    .join(', ');
}

/** The damage that an attack did later in the same exchange. */
function damageOf(told: One[], from: number, unit: number, by: number): number {
  for (let k = from + 1; k < told.length && !begins(told[k]!.event); k++) {
    const it = told[k]!.event.damage?.damaged;
    if (it && it.unit === unit && it.by === by) return k;
  }
  return -1;
}

/** A new segment or turn begins. */
function begins({ phase }: GameEvent): boolean {
  return typeof phase === 'object' && !!(phase.segment_began ?? phase.turn_began);
}

/** STR-5.6: at short range the best of the dice counts, further out the worst. */
const bestCounts = (it: Attacked) => it.band === 'point_blank' || it.band === 'close';

function attackCard(told: One[], k: number, it: Attacked): Card {
  const { before, line } = told[k]!;
  const locked = typeof it.weapon === 'object' && 'locked' in it.weapon;
  const [, again] = it.reroll ?? [];
  const dice: CardDie[] = it.dice.map((face) => ({ face, counts: it.hit && face >= it.threshold }));
  if (again !== undefined) dice.push({ face: again, counts: it.hit && again >= it.threshold, after: true });
  const throws = [
    {
      label: t.toHit(words.bands[it.band] ?? it.band),
      needs: [
        it.dice.length > 0 ? t.threshold(it.threshold, it.dice.length, bestCounts(it)) : t.outOfReach,
        chance(line).share,
      ]
        .filter(Boolean)
        .join(', '),
      dice,
      result: it.hit ? words.figures.hit : it.dice.length > 0 ? words.figures.miss : words.figures.noWay,
    },
  ];
  if (it.damage.length > 0)
    throws.push({
      label: t.against(words.aspects[it.aspect] ?? it.aspect, it.armour),
      needs: t.armourNeeds(it.armour),
      dice: highest(it.damage, it.through),
      result: t.through(it.through),
    });
  const done = damageOf(told, k, it.at, it.by);
  const at = done < 0 ? partyOf(before, it.at) : partyOf(told[done]!.before, it.at, told[done]!.after);
  const damaged = done < 0 ? undefined : told[done]!.event.damage?.damaged;
  const lost = !!damaged?.fate;
  return card(lost ? 'kill' : locked ? 'missile' : 'shot', locked ? t.launches : t.fires, {
    weapon: weaponText(it.weapon),
    by: partyOf(before, it.by),
    at,
    throws,
    result: lost
      ? t.fates[damaged!.fate!]!(nameOf(before, it.at))
      : damaged
        ? t.does(damaged.lost, damaged.absorbed)
        : it.hit
          ? locked
            ? t.away
            : t.armourHolds
          : t.missed,
    tone: damaged || (it.hit && locked) ? 'harm' : 'plain',
    moment: lost ? 'kill' : null,
  });
}

function strikeCard(told: One[], k: number): Card | null {
  const { before, after, event } = told[k]!;
  const { struck, jammed, wasted, damaged } = event.damage ?? {};
  if (struck) {
    const done = damageOf(told, k, struck.target, struck.by);
    const it = done < 0 ? undefined : told[done]!.event.damage?.damaged;
    return card(it?.fate ? 'kill' : 'missile', t.missileStrikes, {
      weapon: words.weapons['locked']!,
      by: partyOf(before, struck.by),
      at:
        done < 0
          ? partyOf(before, struck.target)
          : partyOf(told[done]!.before, struck.target, told[done]!.after),
      throws: [
        {
          label: t.against(words.aspects[struck.aspect] ?? struck.aspect, struck.armour),
          needs: t.armourNeeds(struck.armour),
          dice: highest(struck.damage, struck.through),
          result: t.through(struck.through),
        },
      ],
      result: it?.fate
        ? t.fates[it.fate]!(nameOf(before, struck.target))
        : it
          ? t.does(it.lost, it.absorbed)
          : t.armourHolds,
      tone: it ? 'harm' : 'plain',
      moment: it?.fate ? 'kill' : null,
    });
  }
  if (jammed)
    return card('missile', t.jamming, {
      weapon: words.combat['countermeasures']!,
      by: partyOf(before, jammed.by),
      at: partyOf(before, jammed.target),
      throws: [
        {
          label: t.jam,
          needs: chance(told[k]!.line).share || t.jamNeeds,
          dice: [{ face: jammed.die, counts: jammed.stopped }],
          result: jammed.stopped ? words.figures.jammed : words.figures.passed,
        },
      ],
      result: jammed.stopped ? t.jammed : t.notJammed,
      tone: jammed.stopped ? 'good' : 'harm',
    });
  if (wasted)
    return card('missile', t.missileStrikes, {
      weapon: words.weapons['locked']!,
      by: partyOf(before, wasted.by),
      at: partyOf(before, wasted.target),
      result: t.wasted,
    });
  if (damaged)
    return card(damaged.fate ? 'kill' : 'shot', t.damage, {
      by: partyOf(before, damaged.by),
      at: partyOf(before, damaged.unit, after),
      weapon: t.hit,
      result: damaged.fate
        ? t.fates[damaged.fate]!(nameOf(before, damaged.unit))
        : t.does(damaged.lost, damaged.absorbed),
      tone: 'harm',
      moment: damaged.fate ? 'kill' : null,
    });
  return null;
}

function single({ event, before, after, line }: One): Card | null {
  const { tested } = event.stress ?? {};
  if (tested) {
    const lost = tested.strain === 'wrecked' || tested.strain === 'destroyed';
    return card(lost ? 'kill' : 'check', t.stress, {
      weapon: t.stressWhy,
      at: partyOf(before, tested.unit, after),
      throws: [
        {
          label: t.stressDice(tested.dice.length),
          needs: t.stressNeeds,
          dice: highest(tested.dice, tested.failures).map((it) => ({ ...it })),
          result: t.failed(tested.failures),
        },
      ],
      result: t.strain[tested.strain] ?? tested.strain,
      tone: tested.strain === 'held' ? 'good' : 'harm',
      moment: lost ? 'kill' : null,
    });
  }
  const { crashed } = event.manoeuvre ?? {};
  if (crashed)
    return card('kill', t.crash, {
      weapon: t.obstacle,
      at: partyOf(before, crashed.unit, after),
      result: t.fates['destroyed']!(nameOf(before, crashed.unit)),
      tone: 'harm',
      moment: 'kill',
    });
  const { locked, ejected } = event.combat ?? {};
  if (locked && !locked.void)
    return card('missile', t.locks, {
      weapon: t.lock,
      by: partyOf(before, locked.unit),
      at: partyOf(before, locked.target),
      result: t.locked,
      tone: 'harm',
    });
  if (ejected)
    return card('check', t.ejects, {
      at: partyOf(before, ejected.unit),
      weapon: t.pilot,
      result: words.figures.eject,
    });
  const roll = event.deploy?.reserve_rolled;
  if (roll && roll.die !== null)
    return card('check', t.reserve, {
      at: partyOf(before, roll.unit),
      weapon: t.reserveWhy,
      throws: [
        {
          label: t.reserveDie,
          needs: chance(line).share,
          dice: [{ face: roll.die, counts: roll.arrives }],
          result: roll.arrives ? words.figures.arrives : t.notYet,
        },
      ],
      result: roll.arrives ? t.comes : t.notYet,
      tone: roll.arrives ? 'good' : 'plain',
    });
  return null;
}

/** What was sealed, from one line on: who chose what, and how many lines tell it. */
function openedAt(told: One[], k: number): { title: string; chosen: Chosen[]; to: number } | null {
  const { event, before } = told[k]!;
  const side = (unit: number) => crafts(before)[unit]?.side ?? 0;
  const one = (unit: number, text: string, mark = ''): Chosen => ({
    who: nameOf(before, unit),
    side: side(unit),
    mark,
    text,
  });
  const { initiative, deploy } = event;
  const dealt = initiative?.revealed?.cards ?? deploy?.revealed?.cards;
  if (dealt)
    return {
      title: initiative ? t.initiative : t.deployment,
      chosen: dealt.map((it) => one(it.unit, t.card(it.card))),
      to: k,
    };
  const duel = initiative?.duel_chosen?.cards ?? initiative?.duel_revealed?.cards;
  if (duel)
    return {
      title: initiative?.duel_chosen ? t.duelMoves : t.duelActs,
      chosen: duel.map((it, s) => ({
        who: before.field.scenario.sides[s]?.name ?? '',
        side: s,
        mark: String(it),
        text: t.card(it),
      })),
      to: k,
    };
  const before_ = told[k - 1]?.event;
  if (event.manoeuvre?.flown && !before_?.manoeuvre?.flown) {
    let to = k;
    while (told[to + 1]?.event.manoeuvre?.flown) to += 1;
    const chosen = told.slice(k, to + 1).map((it) => {
      const { unit, plan } = it.event.manoeuvre!.flown!;
      return one(unit, planWords(plan));
    });
    return { title: t.plans, chosen, to };
  }
  if (event.combat?.declared && !before_?.combat?.declared) {
    let to = k;
    while (told[to + 1]?.event.combat?.declared) to += 1;
    const chosen = told.slice(k, to + 1).map((it) => {
      const { unit, combat } = it.event.combat!.declared!;
      return one(
        unit,
        combatText(combat, (other) => nameOf(before, other)),
      );
    });
    return { title: t.actions, chosen, to };
  }
  return null;
}

export function cardsFor(told: One[]): Laid[] {
  const laid: Laid[] = [];
  /** Damage that an attack's card has told already, by its line. */
  const known = new Map<number, Card>();
  let attacks: Card[] = [];
  let end = -1;
  told.forEach((one, k) => {
    const { event } = one;
    if (event.victory?.ended) end = k;
    if (typeof event.phase === 'object' && event.phase.turn_began) {
      laid.push(...summary(attacks, k));
      attacks = [];
    }
    const opened = openedAt(told, k);
    if (opened)
      laid.push({
        card: card('orders', opened.title, { chosen: opened.chosen }),
        from: k,
        to: opened.to,
        ahead: true,
      });
    const attacked = event.combat?.attacked;
    const told_ = known.get(k);
    const it = told_ ?? (attacked ? attackCard(told, k, attacked) : (strikeCard(told, k) ?? single(one)));
    if (!it) return;
    laid.push({ card: it, from: k, to: k });
    const struck = event.damage?.struck;
    const [by, at] = attacked ? [attacked.by, attacked.at] : struck ? [struck.by, struck.target] : [-1, -1];
    if (by >= 0) {
      const done = damageOf(told, k, at, by);
      if (done >= 0) known.set(done, it);
      attacks.push(it);
    }
  });
  return withLastBlow(laid, end);
}
