// Fighters and gunboats under way, and whatever else is given a place on the map.
import { bearing, distance } from '../../../board/geometry';
import type { Point } from '../../../board/types';
import { toOrder } from '../compose';
import { between, roundId, withPlace } from '../opening';
import { tenths } from '../ordnance';
import { words } from '../texts';
import type { WingAction, WingMenu } from '../types';
import {
  choiceForGroup,
  choiceForShip,
  clockTo,
  flightWay,
  lookingAlong,
  wingOf,
  wingTag,
  within,
} from '../wings';
import { Battery } from './battery';

/** drawn: units that a click or a drop may miss by. */
export const NEAR = 1.5; // drawn: units
/** What rounding takes from a place that may be anywhere within its bounds. */
export const ROUNDED = 0.5; // drawn: units

export abstract class Deck extends Battery {
  /** Whether things are given places in this phase. */
  get places(): boolean {
    return ['opening', 'rounds', 'features', 'plans'].includes(this.kind);
  }

  /** A ship that comes round stays on its stretch of the edge. */
  protected placeFor(id: string, world: Point): Point {
    const round = this.menu?.rounds?.find((it) => roundId(it.usual.ship) === id);
    return round ? between(round.from, round.to, world) : tenths(world);
  }

  /** What can be said against a place: only the rules know most of them. */
  protected whyNoSpot(id: string, world: Point): void {
    const order = toOrder(withPlace(this.draft, id, tenths(world)), this.kind, this.menu);
    const strays = distance(this.placeFor(id, world), world) > NEAR;
    void this.whyNot([order], world, strays ? words.why.stretch : null, words.task.rounds.rule);
  }

  usualPlace(id: string): Point | null {
    return this.menu?.rounds?.find((it) => roundId(it.usual.ship) === id)?.usual.at ?? null;
  }

  /** The selected group, if it may move. */
  wingMenu(): WingMenu | null {
    const index = wingOf(this.selected);
    return this.menu?.wings?.find((it) => it.group === index) ?? null;
  }

  setWing(group: number, action: WingAction): void {
    this.change({ ...this.draft, wing: { group, action } });
  }

  protected flightTo(menu: WingMenu, world: Point): WingAction {
    const to = within(menu.from, world, menu.reach);
    // turned: up the table.
    return { fly: { to, facing: clockTo(menu.from, to, this.truth?.groups?.[menu.group]?.facing ?? 12) } };
  }

  /** It looks elsewhere from the end of its flight: along the next course, or a little aside where it may. */
  protected turnWing(by: number): boolean {
    const { wing } = this.draft;
    if (this.kind !== 'wings' || !wing || wing.action === 'hold' || !('fly' in wing.action)) return false;
    const { fly } = wing.action;
    // turned: a third of an hour, or an hour.
    const step = this.menu?.wings?.find((it) => it.group === wing.group)?.free ? 10 : 30;
    this.lookAlong(Math.round(flightWay(fly)) + by * step);
    return true;
  }

  /** The group that moves looks along a bearing when it has flown. */
  lookAlong(way: number): void {
    const { wing } = this.draft;
    if (!wing || wing.action === 'hold' || !('fly' in wing.action) || !Number.isFinite(way)) return;
    // turned: once round.
    this.setWing(wing.group, { fly: lookingAlong(wing.action.fly, ((way % 360) + 360) % 360) });
  }

  /** Its mark is dragged round it. */
  protected dragGaze(group: number, world: Point): void {
    const { wing } = this.draft;
    if (wing?.group !== group || wing.action === 'hold' || !('fly' in wing.action)) return;
    const { fly } = wing.action;
    if (distance(fly.to, world) < 0.5) return;
    const action = { fly: lookingAlong(fly, Math.round(bearing(fly.to, world))) };
    this.draft = { ...this.draft, wing: { group, action }, raw: null };
  }

  protected flyWing(menu: WingMenu, world: Point): void {
    this.setWing(menu.group, this.flightTo(menu, world));
  }

  protected outOfReach(menu: WingMenu, world: Point): boolean {
    return distance(menu.from, world) > menu.reach + NEAR;
  }

  /** A place that a group cannot fly to: the rules say why. */
  protected whyNoFlight(menu: WingMenu, world: Point): void {
    const flight = this.flightTo(menu, world);
    if (flight === 'hold' || !('fly' in flight) || !this.truth) return;
    const action = { fly: { ...flight.fly, to: tenths(world) } };
    const order = { wing: { group: menu.group, action } };
    const text = words.why.noFlight(wingTag(this.truth, menu.group));
    void this.whyNot([order], world, text, words.task.wings.rule);
  }

  /** Pointing at a ship or a group while groups move: true if it meant something to the selected one. */
  protected sendWing(id: string): boolean {
    const other = wingOf(id);
    const menu = this.wingMenu();
    if (
      other !== null &&
      this.menu?.wings?.some((it) => it.group === other) &&
      !(menu && choiceForGroup(menu, other))
    ) {
      this.select(id);
      return true;
    }
    if (!menu) return false;
    const choice = other !== null ? choiceForGroup(menu, other) : choiceForShip(menu, Number(id));
    const at = other !== null ? this.truth?.groups?.[other]?.at : this.all[Number(id)]?.motion.at;
    if (choice) this.setWing(menu.group, choice);
    else if (at) {
      // As near as it gets, and not on top of it.
      const away = distance(menu.from, at);
      const short =
        // drawn: so that counters do not cover each other.
        away > 3
          ? // drawn: as above.
            { x: at.x + ((menu.from.x - at.x) * 3) / away, y: at.y + ((menu.from.y - at.y) * 3) / away }
          : menu.from;
      this.flyWing(menu, short);
      if (this.outOfReach(menu, short)) this.whyNoFlight(menu, short);
    }
    return true;
  }
}
