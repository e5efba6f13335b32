// How a phase begins: who has a choice, what is proposed, what is given a place first.
import type { Point } from '../../../board/types';
import { emptyDraft, fromOrder, withTests } from '../compose';
import type { Draft } from '../compose';
import type { PhaseKind } from '../model';
import { featureId, flakId, planId, roundId, stageId } from '../opening';
import type { Menu } from '../types';

/** Groups that have a choice in this phase. */
export function groupsWithChoice(kind: PhaseKind, menu: Menu | null): number[] {
  const { fights, wings } = menu ?? {};
  switch (kind) {
    case 'wings':
      return (wings ?? []).map((it) => it.group);
    case 'attacks':
      return (fights?.attacks ?? []).map((it) => it.group);
    case 'dogfights':
      return (fights?.stances ?? []).map((it) => it.group);
    case 'runs':
      return (fights?.runs ?? []).map((it) => it.group);
    case 'evade':
      return (fights?.evade ?? []).map((it) => it.group);
    default:
      return [];
  }
}

/** Ships that have a choice in this phase. */
export function shipsWithChoice(kind: PhaseKind, menu: Menu | null): number[] {
  switch (kind) {
    case 'orders':
    case 'replot':
      return [...(menu?.plots ?? []).map((it) => it.ship), ...(menu?.entries ?? []).map((it) => it.ship)];
    case 'fire':
      return [...new Set([...(menu?.fire ?? []), ...(menu?.fights?.shots ?? [])].map((it) => it.ship))];
    case 'launch':
      return (menu?.launch ?? []).map((it) => it.ship);
    case 'defence':
      return [...new Set((menu?.defence?.guards ?? []).map((it) => it.guard.ship))];
    case 'scan':
      return (menu?.scans ?? []).map((it) => it.ship);
    case 'emp':
      return (menu?.emp ?? []).map((it) => it.ship);
    case 'repairs':
      return (menu?.repairs ?? []).map((it) => it.ship);
    case 'cores':
      return menu?.cores ?? [];
    case 'cross':
    case 'duties':
    case 'repel':
      return [...(menu?.boarding?.crossings ?? []), ...(menu?.boarding?.fights ?? [])].map((it) => it.ship);
    case 'settings':
      return [...new Set((menu?.settings ?? []).map((it) => it.ship))];
    case 'share':
      return (menu?.shares ?? []).map((it) => it.ship);
    case 'plans':
      return (menu?.plans ?? []).map((it) => it.ship);
    case 'rounds':
      return (menu?.rounds ?? []).map((it) => it.usual.ship);
    case 'scramble':
      return (menu?.scramble ?? []).map((it) => it.ship);
    case 'opening':
      return [...new Set((menu?.opening?.flak ?? []).map((it) => it.ship))];
    case 'deploy':
      return (menu?.deploy ?? []).map((it) => it.default.ship);
    default:
      return [];
  }
}

/** What the phase begins with: what the menu proposes. */
export function freshDraft(kind: PhaseKind, menu: Menu | null): Draft {
  const draft = emptyDraft();
  draft.place = menu?.deploy[0]?.default ?? null;
  draft.defend = menu?.defence?.usual ?? [];
  const { boarding } = menu ?? {};
  if (boarding)
    Object.assign(draft, {
      ...fromOrder({ cross: boarding.usual_crossings }),
      stands: fromOrder({ repel: boarding.usual_stands }).stands,
      duties: boarding.usual_duties,
    });
  draft.opening = menu?.opening?.usual ?? {};
  draft.plans = menu?.plans ?? [];
  draft.shares = (menu?.shares ?? []).map((it) => it.usual);
  draft.arrivals = (menu?.arrivals ?? []).map((it) => it.usual);
  draft.parting = menu?.parting ?? [];
  draft.scramble = menu?.scramble?.[0]?.usual ?? null;
  draft.features = menu?.features ?? [];
  draft.rounds = (menu?.rounds ?? []).map((it) => it.usual);
  const { usual } = menu?.fights ?? {};
  if (usual && ['attacks', 'dogfights', 'runs', 'evade'].includes(kind)) {
    const { attacks, stances, runs, evade } = fromOrder(usual);
    Object.assign(draft, { attacks, stances, runs, evade });
  }
  if (draft.stances.length === 0) draft.stances = (menu?.fights?.stances ?? []).map((it) => it.usual);
  const first = kind === 'wings' ? menu?.wings?.[0] : undefined;
  if (first?.choices[0] !== undefined) draft.wing = { group: first.group, action: first.choices[0] };
  draft.scans = (menu?.scans ?? []).flatMap((it) => it.usual.map((target) => ({ ship: it.ship, target })));
  // All hits on a ship with only one system open to them can go nowhere else.
  for (const it of menu?.emp ?? [])
    if (it.icons.length === 1) return withTests(draft, it.ship, it.icons[0]!, it.hits);
  return draft;
}

/** An order that was read, with whatever must have a place where the menu proposes it. */
export function completed(draft: Draft, kind: PhaseKind, menu: Menu | null): Draft {
  if (kind === 'deploy' && !draft.place) return { ...draft, place: menu?.deploy[0]?.default ?? null };
  if (kind === 'features')
    return {
      ...draft,
      features: (menu?.features ?? []).map((it) => draft.features.find((other) => other[0] === it[0]) ?? it),
    };
  if (kind === 'plans')
    return {
      ...draft,
      plans: (menu?.plans ?? []).map((it) => draft.plans.find((other) => planId(other) === planId(it)) ?? it),
    };
  return draft;
}

/** The first thing of the phase that is given a place. */
export function firstPlaced(menu: Menu | null): string | null {
  const { opening, features, rounds, plans } = menu ?? {};
  if (plans?.[0]) return planId(plans[0]);
  if (features?.[0]) return featureId(features[0][0]);
  if (rounds?.[0]) return roundId(rounds[0].usual.ship);
  if (opening?.flak[0]) return flakId(opening.flak[0]);
  return opening?.stages[0] ? stageId(opening.stages[0]) : null;
}

/** Where the things of the phase may be placed, as far as the menu says. */
export function placesOffered(menu: Menu | null): Point[] {
  const { features = [], rounds = [], plans = [] } = menu ?? {};
  return [
    ...features.map((it) => it[1]),
    ...rounds.flatMap((it) => [it.from, it.to]),
    ...plans.map((it) => it.at),
  ];
}
