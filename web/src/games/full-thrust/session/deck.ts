// Fighters and gunboats under way, and whatever else is given a place on the map.
import { distance } from '../../../board/geometry';
import type { Point } from '../../../board/types';
import { between, roundId } from '../opening';
import { tenths } from '../ordnance';
import type { WingAction, WingMenu } from '../types';
import { choiceForGroup, choiceForShip, clockTo, wingOf, within } from '../wings';
import { Battery } from './battery';

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

  protected flyWing(menu: WingMenu, world: Point): void {
    this.setWing(menu.group, this.flightTo(menu, world));
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
    }
    return true;
  }
}
