// The shipyard's requests. What a design weighs, costs and may have is the
// server's to say; this client only asks.
import { ApiError } from '../lib/api';
import type { Failure } from '../wire';
import { texts as common } from '../texts';
import type { Fields, Json, Ship } from './types';

export interface Choice {
  value: Json;
  name: string;
}
export interface Field {
  path: string[];
  name: string;
  kind: string;
  choices: Choice[];
  least?: number | null;
  most?: number | null;
  to: string[];
  about?: string | null;
}
export interface Mount {
  set: Fields;
  name: string;
  arcs: number;
  left?: string[] | null;
  mass: number;
  points: number;
}
export interface Part {
  id: string;
  name: string;
  group: string;
  list: string;
  rule: string;
  about: string;
  price: string;
  limit?: string | null;
  symbol: string;
  template: Fields;
  fields: Field[];
  mounts: Mount[];
  techs: string[];
}
export interface TechCard {
  id: string;
  name: string;
  group: string;
  cost: number;
  all: string[];
  any: string[];
}
export interface DesignCard {
  name: string;
  class: string;
  mass: number;
  points: number;
  cpv?: number | null;
  design: Ship;
}
export interface NavyCard {
  id: string;
  name: string;
  about: string;
  techs: string[];
  ships: DesignCard[];
}
export interface Shipyard {
  game: string;
  blank: Ship;
  ship: Field[];
  groups: { id: string; name: string }[];
  parts: Part[];
  techs: TechCard[];
  navies: NavyCard[];
}
export interface DesignFinding {
  severity: 'note' | 'warning' | 'error';
  rule: string;
  message: string;
}
export interface BillLine {
  list: string;
  index: number | null;
  name: string;
  mass: number;
  points: number;
}
export interface DesignReport {
  name: string;
  class: string;
  mass: number;
  used: number;
  spare: number;
  points: number;
  cpv?: number | null;
  legal: boolean;
  findings: DesignFinding[];
  lines: BillLine[];
  facts: { name: string; value: string }[];
  needs: string[];
  design: Ship;
  file: Ship;
}
export interface Sheet {
  name: string;
  svg: string;
  width: number;
  height: number;
}
export interface FleetShip {
  design: string | Ship;
  number?: number;
  names?: string[];
}
export interface Fleet {
  name: string;
  navy?: string;
  techs?: string[];
  limit?: number;
  ships: FleetShip[];
}
export interface FleetLine {
  name: string;
  class: string;
  number: number;
  mass: number;
  points: number;
  cpv?: number | null;
  legal: boolean;
  findings: DesignFinding[];
}
export interface FleetReport {
  name: string;
  points: number;
  cpv?: number | null;
  mass: number;
  ships: number;
  limit?: number | null;
  legal: boolean;
  lines: FleetLine[];
  findings: DesignFinding[];
  fleet: Fleet;
}
export interface BattleSetup {
  title: string;
  seats: string[];
  setup: unknown;
}
export interface Interval {
  mean: number;
  low: number;
  high: number;
}
export interface DuelResult {
  battles: number;
  wins: [number, number];
  draws: number;
  score: [Interval, Interval];
  turns: number;
  points: [number, number];
  level: string;
  seed: number | string;
  seconds: number;
}

async function send(game: string, where: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/games/${encodeURIComponent(game)}/${where}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, { code: 'away', message: common.errors.offline, findings: [] });
  }
  if (!response.ok) {
    const failure = ((await response.json().catch(() => null)) as Failure | null)?.error;
    throw new ApiError(response.status, failure ?? { code: 'internal', message: common.errors.status(response.status), findings: [] });
  }
  return response;
}
const ask = async <T>(game: string, where: string, body?: unknown, signal?: AbortSignal): Promise<T> => (await send(game, where, body, signal)).json() as Promise<T>;

export const yardApi = {
  shipyard: (game: string) => ask<Shipyard>(game, 'shipyard'),
  check: (game: string, design: Ship, techs?: string[] | null, signal?: AbortSignal) =>
    ask<DesignReport>(game, 'designs/check', techs ? { design, techs } : { design }, signal),
  sheets: async (game: string, designs: Ship[], signal?: AbortSignal) => (await ask<{ sheets: Sheet[] }>(game, 'designs/sheet', { designs }, signal)).sheets,
  pdf: async (game: string, designs: Ship[], paper: 'a5' | 'a4', title?: string) => (await send(game, 'designs/pdf', title ? { designs, paper, title } : { designs, paper })).blob(),
  checkFleet: (game: string, fleet: Fleet, signal?: AbortSignal) => ask<FleetReport>(game, 'fleets/check', { fleet }, signal),
  battle: (game: string, fleets: Fleet[]) => ask<BattleSetup>(game, 'fleets/battle', { fleets }),
  duel: (game: string, fleets: [Fleet, Fleet], battles: number, level: string, signal?: AbortSignal) =>
    ask<DuelResult>(game, 'fleets/duel', { fleets, battles, level }, signal),
};
