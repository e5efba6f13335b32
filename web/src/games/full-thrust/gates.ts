// Gates, by what they are, and what is ordered of them.
import type { Draft } from './compose';
import type { FullThrustSession } from './session.svelte';
import { bodyName } from './terrain';
import type { Door, GateEntry } from './types';

export const doorId = (it: Door) => ('ship' in it ? `s${it.ship}` : `b${it.body}`);

export function doorName(session: FullThrustSession, it: Door): string {
  if ('ship' in it) return `${session.all[it.ship]?.tag ?? ''} ${session.all[it.ship]?.name ?? ''}`;
  return session.truth ? bodyName(session.truth, it.body) : '';
}

/** A gate is opened or shut, or left as it is. */
export function withGate(draft: Draft, gate: number, open: boolean | null): Draft {
  const others = draft.gates.filter((it) => it.gate !== gate);
  return { ...draft, gates: open === null ? others : [...others, { gate, open }] };
}

/** A ship comes through a gate, or waits. */
export function withArrival(draft: Draft, ship: number, entry: GateEntry | null): Draft {
  const others = draft.arrivals.filter((it) => it.ship !== ship);
  return { ...draft, arrivals: entry ? [...others, entry] : others };
}

/** Points of a ship's damage that one on her bears. */
export function withShare(draft: Draft, ship: number, rider: number, points: number): Draft {
  const now = draft.shares.find((it) => it.ship === ship)?.parts ?? [];
  const parts: [number, number][] = [
    ...now.filter((it) => it[0] !== rider),
    ...(points > 0 ? [[rider, points] as [number, number]] : []),
  ];
  return {
    ...draft,
    shares: [
      ...draft.shares.filter((it) => it.ship !== ship),
      ...(parts.length > 0 ? [{ ship, parts }] : []),
    ],
  };
}
