// The shipyard's requests. What a design weighs, costs and may have is the
// server's to say; this client only asks.
import { ApiError } from '../lib/api';
import { upgrade } from '../lib/upgrade.svelte';
import type * as wire from '../wire';
import { texts as common } from '../texts';
import type { Fields, Json, Ship } from './types';

/** The wire's types, with designs spelled out where it has any value. */
export type Choice = Omit<wire.Choice, 'value'> & { value: Json };
export type Field = Omit<wire.Field, 'choices'> & { choices: Choice[] };
export type Mount = Omit<wire.Mount, 'set'> & { set: Fields };
export type Part = Omit<wire.Part, 'template' | 'fields' | 'mounts'> & {
  template: Fields;
  fields: Field[];
  mounts: Mount[];
};
export type TechCard = wire.TechCard;
export type DesignCard = Omit<wire.DesignCard, 'design'> & { design: Ship };
export type NavyCard = Omit<wire.NavyCard, 'ships'> & { ships: DesignCard[] };
export type Shipyard = Omit<wire.Shipyard, 'blank' | 'ship' | 'parts' | 'navies'> & {
  blank: Ship;
  ship: Field[];
  parts: Part[];
  navies: NavyCard[];
};
export type DesignFinding = wire.DesignFinding;
export type BillLine = wire.BillLine;
export type DesignReport = Omit<wire.DesignReport, 'design' | 'file'> & { design: Ship; file: Ship };
export type Sheet = wire.Sheet;
export type FleetShip = Omit<wire.FleetShip, 'design'> & { design: string | Ship };
export type Fleet = Omit<wire.Fleet, 'ships'> & { ships: FleetShip[] };
export type FleetLine = wire.FleetLine;
export type FleetReport = Omit<wire.FleetReport, 'fleet'> & { fleet: Fleet };
export type BattleSetup = wire.BattleSetup;
export type Interval = wire.Interval;

async function send(game: string, where: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  const answered = upgrade.asks(body === undefined ? 'GET' : 'POST');
  try {
    response = await fetch(`/api/games/${encodeURIComponent(game)}/${where}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, { code: 'away', message: common.errors.offline, findings: [] });
  } finally {
    answered();
  }
  upgrade.noticed(response.headers.get('x-flagbridge-build'));
  if (!response.ok) {
    const failure = ((await response.json().catch(() => null)) as wire.Failure | null)?.error;
    throw new ApiError(
      response.status,
      failure ?? { code: 'internal', message: common.errors.status(response.status), findings: [] },
    );
  }
  return response;
}
const ask = async <T>(game: string, where: string, body?: unknown, signal?: AbortSignal): Promise<T> =>
  (await send(game, where, body, signal)).json() as Promise<T>;

export const yardApi = {
  shipyard: (game: string) => ask<Shipyard>(game, 'shipyard'),
  check: (game: string, design: Ship, techs?: string[] | null, signal?: AbortSignal) =>
    ask<DesignReport>(game, 'designs/check', techs ? { design, techs } : { design }, signal),
  sheets: async (game: string, designs: Ship[], signal?: AbortSignal) =>
    (await ask<{ sheets: Sheet[] }>(game, 'designs/sheet', { designs }, signal)).sheets,
  pdf: async (game: string, designs: Ship[], paper: 'a5' | 'a4', title?: string) =>
    (await send(game, 'designs/pdf', title ? { designs, paper, title } : { designs, paper })).blob(),
  checkFleet: (game: string, fleet: Fleet, signal?: AbortSignal) =>
    ask<FleetReport>(game, 'fleets/check', { fleet }, signal),
  battle: (game: string, fleets: Fleet[]) => ask<BattleSetup>(game, 'fleets/battle', { fleets }),
};
