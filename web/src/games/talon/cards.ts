// The cards of this game: shots with their die, shields and hull, criticals,
// missiles, chains of explosions, repairs.
import { card } from '../../board/card';
import type { Card, Party, Throw } from '../../board/card';
import { chance, party, summary, withLastBlow } from '../shared/cards';
import type { Laid, Standing, Told } from '../shared/cards';
import { vessels } from './model';
import type { Vessel } from './model';
import { MISSILE } from './silhouettes';
import { words } from './texts';
import type { GameEvent, View } from './types';
import type { Arc, Cause, Critical, Target } from './wire';

type One = Told<View, GameEvent>;
const t = words.card;

function standing(view: View, ship: number, arc: Arc | null): Standing | undefined {
  const it = vessels(view)[ship];
  if (!it) return undefined;
  const { state, display } = it;
  const side = arc ? words.arcNames.indexOf(arc) : -1;
  const shield = side < 0 ? 0 : display.shields_of[side]!;
  const out = Object.entries(words.criticals)
    .filter(([key]) => !!state.criticals[key as keyof typeof state.criticals])
    .map(([, it]) => it.name);
  display.groups.forEach((group, k) => {
    if (group.destroyed) out.push(t.group(k + 1, words.weapons[group.weapon] ?? ''));
  });
  return {
    layers: [
      ...(shield > 0
        ? [
            {
              kind: 'shield' as const,
              label: t.shield(words.arcs[arc!] ?? ''),
              left: state.shields[side]!,
              of: shield,
            },
          ]
        : []),
      { kind: 'hull', label: words.sheet.hull, left: display.hull_left, of: it.hullOf },
    ],
    out,
    lost: state.status === 'destroyed',
  };
}

/** As the map and the log call it. */
const titleOf = (it: Vessel) => `${it.tag} ${it.name}`;

function nameOf(view: View, ship: number): string {
  const it = vessels(view)[ship];
  return it ? titleOf(it) : '';
}

function shipOf(view: View, ship: number, after?: View, arc: Arc | null = null): Party | null {
  const it = vessels(view)[ship];
  if (!it) return null;
  const plain = { name: titleOf(it), kind: it.className, side: it.side, hull: it.look.hull };
  return after ? party(plain, standing(view, ship, arc), standing(after, ship, arc)) : party(plain);
}

function missileOf(view: View, number: number): Party | null {
  const it = view.missiles.find((one) => one.number === number);
  return it ? party({ name: words.missile(number), kind: t.missile, side: it.side, hull: MISSILE }) : null;
}

/** The ship that an event of damage befalls. */
function hurt({ damage: d }: GameEvent): number | null {
  return (
    d?.hit?.ship ??
    d?.hull_marked?.ship ??
    d?.critical?.ship ??
    d?.group_destroyed?.ship ??
    d?.fighter_hit?.ship ??
    d?.arc_rolled?.ship ??
    d?.destroyed?.ship ??
    null
  );
}

const targetShip = (it: Target): number | null =>
  'ship' in it ? it.ship : 'fighter' in it ? it.fighter[0] : null;

/** Whether something new begins with this event. */
function opens({ fire, damage }: GameEvent): boolean {
  return !!(fire?.shot || damage?.missile_detonated || damage?.exploded);
}

/** How far what a blow does to its victim goes: the place of the last line of it. */
function through(told: One[], from: number, ship: number | null, missile: number | null): number {
  let to = from;
  for (let k = from + 1; k < told.length; k++) {
    const { event } = told[k]!;
    if (!event.damage || opens(event)) break;
    // A second hit is a second blow.
    if (event.damage.hit && (told.slice(from, k).some((it) => it.event.damage?.hit) || to > from)) break;
    const other = event.damage.missile_hit
      ? event.damage.missile_hit.missile !== missile
      : hurt(event) !== ship;
    if (other) break;
    to = k;
  }
  return to;
}

function criticalThrow(it: { dice: [number, number]; result: Critical; wasted: boolean }): Throw {
  return {
    label: t.critical,
    needs: t.criticalNeeds,
    dice: it.dice.map((face) => ({ face, counts: it.result !== 'none' })),
    result:
      it.wasted && it.result !== 'none' ? t.wasted(words.results[it.result]!) : words.results[it.result]!,
  };
}

interface Blow {
  kind: Card['kind'];
  title: string;
  weapon: string;
  by: Party | null;
  ship: number | null;
  missile: number | null;
  throws: Throw[];
  missed: boolean;
}

function causeOf(cause: Cause): string {
  return typeof cause === 'string'
    ? (t.causes[cause] ?? cause)
    : (words.weapons[cause.weapon] ?? cause.weapon);
}

/** What begins at this line, if anything does. */
function blowAt(told: One[], k: number): Blow | null {
  const { event, before, line } = told[k]!;
  const { shot } = event.fire ?? {};
  const plain = { by: null, ship: null, missile: null, throws: [], missed: false };
  if (shot) {
    const { share } = chance(line);
    const changed = shot.modifier === 0 ? '' : t.modified(shot.modifier);
    return {
      ...plain,
      kind: shot.weapon === 'missile' ? 'missile' : 'shot',
      title: t.fires,
      weapon: words.weapons[shot.weapon] ?? shot.weapon,
      by: shipOf(before, shot.ship),
      ship: targetShip(shot.target),
      missile: 'missile' in shot.target ? shot.target.missile : null,
      throws: [
        {
          label: t.range(shot.range),
          needs: [share, changed].filter(Boolean).join(', '),
          dice: [{ face: shot.die, counts: shot.damage > 0 }],
          result: shot.damage > 0 ? t.points(shot.damage) : words.figures.miss,
        },
      ],
      missed: shot.damage === 0,
    };
  }
  const { missile_detonated: struck, hit, exploded, fighter_hit: fighter } = event.damage ?? {};
  if (struck)
    return {
      ...plain,
      kind: 'missile',
      title: t.missileHits,
      weapon: t.warhead,
      by: missileOf(before, struck.missile),
      ship: struck.ship,
    };
  const cause = hit?.cause ?? fighter?.cause;
  if (!cause || exploded) return null;
  const source = told.slice(0, k).findLast((it) => it.event.damage?.exploded)?.event.damage?.exploded?.ship;
  return {
    ...plain,
    kind: cause === 'collision' ? 'ram' : cause === 'explosion' ? 'blast' : 'shot',
    title: typeof cause === 'string' ? (t.titles[cause] ?? t.hit) : t.hit,
    weapon: causeOf(cause),
    by: cause === 'explosion' && source !== undefined ? shipOf(before, source) : null,
    ship: hit?.ship ?? fighter?.ship ?? null,
  };
}

function blowCard(told: One[], from: number, blow: Blow): Laid {
  const to = through(told, from, blow.ship, blow.missile);
  const mine = told.slice(from, to + 1).map((it) => it.event.damage);
  const hit = mine.find((it) => it?.hit)?.hit;
  const [before, after] = [told[from]!.before, told[to]!.after];
  const at =
    blow.ship !== null
      ? shipOf(before, blow.ship, after, hit?.arc ?? null)
      : blow.missile !== null
        ? missileOf(before, blow.missile)
        : null;
  const throws = [
    ...blow.throws,
    ...mine.flatMap((it) => (it?.critical ? [criticalThrow(it.critical)] : [])),
  ];
  const down = mine.find((it) => it?.missile_hit)?.missile_hit;
  const hull = mine.reduce((sum, it) => sum + (it?.hull_marked?.boxes ?? it?.fighter_hit?.boxes ?? 0), 0);
  const shields = hit?.shields ?? 0;
  const lost = mine.some((it) => it?.destroyed);
  if (at && hit?.reinforcement) at.broke.push(t.reinforced);
  return {
    card: card(lost ? 'kill' : blow.kind, blow.title, {
      weapon: blow.weapon,
      by: blow.by,
      at: lost && at ? { ...at, lost } : at,
      throws,
      result: lost
        ? t.lost(at?.name ?? '')
        : down
          ? down.destroyed
            ? t.missileDown
            : t.missileHurt
          : blow.missed
            ? t.missed
            : t.does(hull, shields, !!hit?.reinforcement),
      tone: blow.missed ? 'plain' : 'harm',
      moment: lost ? 'kill' : null,
    }),
    from,
    to,
  };
}

/** What needs one line only. */
function single({ event, before, after, line }: One): Card | null {
  const { exploded, destroyed } = event.damage ?? {};
  if (destroyed)
    return card('kill', t.destroyed, {
      weapon: causeOf(destroyed.cause),
      at: shipOf(before, destroyed.ship, after),
      result: t.lost(nameOf(before, destroyed.ship)),
      tone: 'harm',
      moment: 'kill',
    });
  if (exploded)
    return card('blast', t.explodes, {
      at: shipOf(before, exploded.ship),
      weapon: t.rating(exploded.rating),
      result: t.blast(exploded.rating),
      tone: 'harm',
    });
  const { repaired } = event.power ?? {};
  if (repaired) {
    const name = words.criticals[repaired.marker]?.name ?? repaired.marker;
    const works = !after.ships[repaired.ship]?.ship.criticals[repaired.marker];
    return card('repair', t.repairs, {
      weapon: t.repairPower,
      at: shipOf(before, repaired.ship),
      throws: [
        {
          label: name,
          needs: chance(line).share || t.repairNeeds,
          dice: [{ face: repaired.die, counts: works }],
          result: works ? t.works : t.stillOut,
        },
      ],
      result: works ? words.figures.repaired(name) : t.remains(name),
      tone: works ? 'good' : 'plain',
    });
  }
  const checked = event.phase?.initiative_checked;
  if (checked && before.initiative !== after.initiative) {
    const sides = before.field.scenario.sides;
    return card('check', t.initiative, {
      lines: [t.change(checked.change), t.defend(checked.defend)],
      result: t.holds(sides[checked.holder]?.name ?? ''),
    });
  }
  return null;
}

export function cardsFor(told: One[]): Laid[] {
  const laid: Laid[] = [];
  let attacks: Card[] = [];
  let end = -1;
  let free = 0;
  told.forEach((one, k) => {
    if (one.event.victory?.ended) end = k;
    if (one.event.phase?.impulse_began || one.event.phase?.round_began) {
      laid.push(...summary(attacks, k));
      attacks = [];
    }
    if (k < free) return;
    const blow = blowAt(told, k);
    const it = blow ? blowCard(told, k, blow) : null;
    const alone = it ? null : single(one);
    if (it) {
      laid.push(it);
      attacks.push(it.card);
      free = it.to + 1;
    } else if (alone) {
      laid.push({ card: alone, from: k, to: k });
    }
  });
  return withLastBlow(laid, end);
}
