// Composing orders: plain functions from the menu and a draft to a new draft,
// so that undo is only an older draft. No rules here: the menu has the choices.
import { distance } from '../../board/geometry';
import type { Point } from '../../board/types';
import type { PhaseKind } from './model';
import type {
  Action,
  Choice,
  Corner,
  FireShip,
  Location,
  Menu,
  Order,
  Party,
  Placed,
  Plot,
  PlotMenu,
  Shot,
  Volley,
  Zone,
} from './types';

export interface Draft {
  plots: Record<number, Plot>;
  /** Ships that share a plot, the leader first. */
  squadrons: number[][];
  fire: Record<number, Volley>;
  repairs: Record<string, Party>;
  corner: Corner | null;
  places: Record<number, Placed>;
}

export function emptyDraft(): Draft {
  return { plots: {}, squadrons: [], fire: {}, repairs: {}, corner: null, places: {} };
}

export function samePlot(a: Plot, b: Plot): boolean {
  return a.dv === b.dv && a.turns === b.turns;
}

export function plotMenu(menu: Menu | null, ship: number): PlotMenu | null {
  return menu?.plots?.find((it) => it.ship === ship) ?? null;
}

export function choiceOf(menu: PlotMenu, plot: Plot | undefined): Choice | null {
  const wanted = plot ?? { dv: 0, turns: '' };
  return menu.choices.find((it) => samePlot(it.plot, wanted)) ?? null;
}

export type HelmMove = 'left' | 'right' | 'faster' | 'slower' | 'straight';

/** The plot after a touch of the helm, if the menu has it. */
export function helm(menu: PlotMenu, now: Plot | undefined, move: HelmMove): Choice | null {
  const plot = now ?? { dv: 0, turns: '' };
  const find = (wanted: Plot) => menu.choices.find((it) => samePlot(it.plot, wanted)) ?? null;
  switch (move) {
    case 'straight':
      return find({ dv: 0, turns: '' });
    case 'faster':
      return find({ ...plot, dv: plot.dv + 1 });
    case 'slower':
      return find({ ...plot, dv: plot.dv - 1 });
    case 'left':
    case 'right': {
      const [same, other] = move === 'left' ? ['L', 'R'] : ['R', 'L'];
      // A turn the other way is taken back before one this way is added.
      if (plot.turns.endsWith(other!)) return find({ ...plot, turns: plot.turns.slice(0, -1) });
      return find({ ...plot, turns: plot.turns + same }) ?? find({ dv: 0, turns: plot.turns + same });
    }
  }
}

/** The choice whose end is nearest to a place; the cheaper where several end there. */
export function nearestChoice(menu: PlotMenu, at: Point): Choice | null {
  let best: Choice | null = null;
  for (const choice of menu.choices) {
    const gain = best ? distance(best.to, at) - distance(choice.to, at) : 1;
    if (!best || gain > 1e-6 || (Math.abs(gain) <= 1e-6 && choice.cost < best.cost)) best = choice;
  }
  return best;
}

export function byNotation(menu: PlotMenu, text: string): Choice | null {
  const plain = (it: string) => it.replace(/\s+/g, '').toUpperCase().replace(',', '.');
  return menu.choices.find((it) => plain(it.notation) === plain(text)) ?? null;
}

/** The squadron a ship flies in, or the ship alone. */
export function squadronOf(draft: Draft, ship: number): number[] {
  return draft.squadrons.find((it) => it.includes(ship)) ?? [ship];
}

/** A plot for a ship, and so for its whole squadron. */
export function withPlot(draft: Draft, ship: number, plot: Plot | null): Draft {
  const plots = { ...draft.plots };
  for (const member of squadronOf(draft, ship)) {
    if (plot) plots[member] = plot;
    else delete plots[member];
  }
  return { ...draft, plots };
}

/** Ships that may share a plot with this one. */
export function mates(menu: Menu | null, ship: number): number[] {
  const own = plotMenu(menu, ship);
  if (!own || own.forced || own.rating === undefined) return [];
  return (menu?.plots ?? [])
    .filter((it) => it.ship !== ship && !it.forced && it.rating === own.rating)
    .map((it) => it.ship);
}

/** These ships share the leader's plot from now on; other squadrons lose them. */
export function withSquadron(draft: Draft, ships: number[]): Draft {
  const members = [...new Set(ships)];
  const others = draft.squadrons
    .map((it) => it.filter((ship) => !members.includes(ship)))
    .filter((it) => it.length > 1);
  const squadrons = members.length > 1 ? [...others, members] : others;
  const plots = { ...draft.plots };
  const plot = members[0] === undefined ? undefined : plots[members[0]];
  if (members.length > 1) {
    for (const member of members) {
      if (plot) plots[member] = plot;
      else delete plots[member];
    }
  }
  return { ...draft, squadrons, plots };
}

/** Takes a ship out of its squadron; it keeps its plot. */
export function withoutMate(draft: Draft, ship: number): Draft {
  const squadrons = draft.squadrons
    .map((it) => it.filter((member) => member !== ship))
    .filter((it) => it.length > 1);
  return { ...draft, squadrons };
}

/** The strongest way a ship can shoot at a target. */
export function bestShot(ship: FireShip, target: number): Shot | null {
  const shots = ship.shots.filter((it) => it.target === target);
  const worth = (it: Shot) =>
    it.odds.hull.reduce((sum, n, k) => sum + n * k, 0) / Math.max(1, it.odds.of) + it.strength / 1000;
  return shots.sort((a, b) => worth(b) - worth(a))[0] ?? null;
}

export function targetsOf(ship: FireShip): number[] {
  return [...new Set(ship.shots.map((it) => it.target))];
}

export function volleyOf(ship: FireShip, shot: Shot): Volley {
  const volley: Volley = { ship: ship.ship, target: shot.target };
  if (shot.arc) volley.arc = shot.arc;
  const drivers = ship.drivers ?? 0;
  if (drivers > 1) volley.then = new Array<number>(drivers - 1).fill(shot.target);
  return volley;
}

export function withVolley(draft: Draft, ship: number, volley: Volley | null): Draft {
  const fire = { ...draft.fire };
  if (volley) fire[ship] = volley;
  else delete fire[ship];
  return { ...draft, fire };
}

/** One driver of several gets a target of its own. */
export function withDriver(volley: Volley, driver: number, target: number): Volley {
  const all = [volley.target, ...(volley.then ?? [])];
  all[driver] = target;
  const [first, ...then] = all;
  return { ...volley, target: first!, then };
}

/** Where part `n` of what exceeds 6:1 goes; parts after it are aimed anew. */
export function withRest(volley: Volley, n: number, target: number | null): Volley {
  const { then = [], ...plain } = volley;
  const parts = [...then.slice(0, n), ...(target === null ? [] : [target])];
  return parts.length > 0 ? { ...plain, then: parts } : plain;
}

/** The shots of the menu that a drafted volley stands for. */
export function shotsOf(ship: FireShip, volley: Volley): Shot[] {
  const find = (target: number) =>
    ship.shots.find((it) => it.target === target && (it.arc ?? undefined) === volley.arc) ??
    bestShot(ship, target);
  const targets =
    (ship.drivers ?? 0) > 0 ? [...new Set([volley.target, ...(volley.then ?? [])])] : [volley.target];
  return targets.map(find).filter((it): it is Shot => it !== null);
}

export function withCrew(draft: Draft, ship: number, location: Location, crew: number): Draft {
  const repairs = { ...draft.repairs };
  const key = `${ship}:${location}`;
  if (crew > 0) repairs[key] = { ship, location, crew };
  else delete repairs[key];
  return { ...draft, repairs };
}

export function crewUsed(draft: Draft, ship: number): number {
  return Object.values(draft.repairs)
    .filter((it) => it.ship === ship)
    .reduce((sum, it) => sum + it.crew, 0);
}

export function defaultPlaces(menu: Menu, corner: Corner | null): Record<number, Placed> {
  const deploy = menu.deploy;
  if (!deploy) return {};
  const list =
    (corner && deploy.defaults_by_corner?.[corner]) ||
    deploy.defaults_by_corner?.[''] ||
    deploy.ships.map((it) => it.default);
  return Object.fromEntries(list.map((it) => [it.ship, it]));
}

export function withPlace(draft: Draft, placed: Placed): Draft {
  return { ...draft, places: { ...draft.places, [placed.ship]: placed } };
}

/** The nearest place inside the zones, a little within so that rounding is no offence. */
export function intoZones(zones: Zone[], at: Point): Point {
  let best: Point | null = null;
  for (const zone of zones) {
    const spot = intoZone(zone, at);
    if (!best || distance(spot, at) < distance(best, at)) best = spot;
  }
  return best ?? at;
}

function intoZone(zone: Zone, at: Point): Point {
  const round = (it: number) => Math.round(it * 10) / 10;
  if ('rectangle' in zone) {
    const { from, to } = zone.rectangle;
    return {
      x: Math.min(to.x, Math.max(from.x, round(at.x))),
      y: Math.min(to.y, Math.max(from.y, round(at.y))),
    };
  }
  const { centre, radius } = zone.disc;
  const away = distance(centre, at);
  if (away <= radius - 0.08) return { x: round(at.x), y: round(at.y) };
  const k = (radius - 0.08) / away;
  const cut = (it: number, middle: number) => Math.trunc((it - middle) * 100) / 100 + middle;
  return {
    x: cut(centre.x + (at.x - centre.x) * k, centre.x),
    y: cut(centre.y + (at.y - centre.y) * k, centre.y),
  };
}

/** Zones of the corner that is chosen: discs are told apart by where they lie. */
export function zonesFor(
  menu: Menu,
  corner: Corner | null,
  table: { width: number; height: number },
): Zone[] {
  const zones = menu.deploy?.zones ?? [];
  if (!corner || !menu.deploy?.corner_choice) return zones;
  const spot = {
    x: corner.endsWith('east') ? table.width : 0,
    y: corner.startsWith('north') ? table.height : 0,
  };
  const mine = zones.filter((it) => 'disc' in it && distance(it.disc.centre, spot) < 1e-6);
  return mine.length > 0 ? mine : zones;
}

export function toOrder(draft: Draft, kind: PhaseKind, draw: boolean): Order {
  const action = actionOf(draft, kind);
  return draw ? { action, draw: true } : { action };
}

function actionOf(draft: Draft, kind: PhaseKind): Action {
  switch (kind) {
    case 'deploy': {
      const places = Object.values(draft.places);
      return { deploy: draft.corner ? { corner: draft.corner, places } : { places } };
    }
    case 'fire':
      return { fire: Object.values(draft.fire) };
    case 'repairs':
      return { repair: Object.values(draft.repairs) };
    default: {
      const alone = Object.entries(draft.plots).filter(
        ([ship]) => squadronOf(draft, Number(ship)).length === 1,
      );
      const together = draft.squadrons.flatMap(([ship, ...mates]) =>
        ship !== undefined && draft.plots[ship] ? [{ ship, with: mates, plot: draft.plots[ship] }] : [],
      );
      return { plot: [...together, ...alone.map(([ship, plot]) => ({ ship: Number(ship), plot }))] };
    }
  }
}

/** A draft out of an order: the suggestion, or what was sealed before a reload. */
export function fromOrder(order: Order, menu: Menu | null): Draft {
  const draft = emptyDraft();
  const { action } = order;
  if (action === 'concede') return draft;
  if ('plot' in action) {
    for (const it of action.plot) {
      for (const ship of [it.ship, ...(it.with ?? [])]) draft.plots[ship] = it.plot;
      if (it.with && it.with.length > 0) draft.squadrons.push([it.ship, ...it.with]);
    }
  } else if ('fire' in action) {
    for (const it of action.fire) draft.fire[it.ship] = it;
  } else if ('repair' in action) {
    for (const it of action.repair) draft.repairs[`${it.ship}:${it.location}`] = it;
  } else if ('deploy' in action) {
    const free = menu?.deploy?.corner_choice ? (menu.deploy.corners?.[0] ?? null) : null;
    draft.corner = action.deploy.corner ?? free;
    const usual = menu ? defaultPlaces(menu, draft.corner) : {};
    draft.places = { ...usual, ...Object.fromEntries(action.deploy.places.map((it) => [it.ship, it])) };
  }
  return draft;
}
