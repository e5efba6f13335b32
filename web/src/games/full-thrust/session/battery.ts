// Weapons: which fires at whom, what is launched where, what stops what comes in.
import { distance } from '../../../board/geometry';
import type { Point } from '../../../board/types';
import { engaged, fireMenu, fireOf, targetsOf, withAllAt, withGroupShot, withoutTarget } from '../compose';
import type { Draft } from '../compose';
import {
  choiceAt,
  isRockets,
  launchedBy,
  launchMenu,
  loadFor,
  tenths,
  weaponsOf,
  withAllLaunched,
  withLaunched,
  withThreat,
} from '../ordnance';
import { ahead } from '../scene';
import { words } from '../texts';
import type { FireMenu, Guard, LaunchMenu } from '../types';
import { Bridge } from './bridge.svelte';

export abstract class Battery extends Bridge {
  /** Used up by firing, so it is not fired along with the rest. */
  isOnce(ship: number, icon: number): boolean {
    return !!this.menu?.weapons.find((it) => it.ship === ship && it.weapon === icon)?.one_shot;
  }

  /** Whether it takes a fire control. */
  protected guided(ship: number): (icon: number) => boolean {
    const shots = fireMenu(this.menu, ship)?.shots ?? [];
    return (icon) => shots.find((it) => it.weapon === icon)?.control !== false;
  }

  engagedBy(ship: number): { target: number; aim: number | null }[] {
    return engaged(fireOf(this.draft, ship), this.guided(ship));
  }

  /** All that bears and is free fires at a target; once more, and it holds. */
  toggleTarget(menu: FireMenu, target: number): void {
    const fire = fireOf(this.draft, menu.ship);
    if (fire.shots.some((it) => it.target === target)) {
      this.change(withoutTarget(this.draft, menu.ship, target));
      return;
    }
    this.aimAll(menu, target);
  }

  aimAll(menu: FireMenu, target: number): void {
    const once = (icon: number) => this.isOnce(menu.ship, icon);
    const next = withAllAt(this.draft, menu, target, once);
    const before = fireOf(this.draft, menu.ship).shots.length;
    const after = next.fire?.ship === menu.ship ? next.fire.shots.length : 0;
    // If nothing else bears, what is used up by firing is meant.
    const draft = after > before ? next : withAllAt(this.draft, menu, target, () => false);
    const used = engaged(draft.fire ?? { ship: menu.ship, shots: [] }, this.guided(menu.ship));
    if (used.length > menu.controls) this.refuse(words.fire.noControl, null, 'FT-4.4.1');
    else this.change(draft);
  }

  /** All weapons that can and are free fire at a group; once more, and they hold. */
  shootGroup(ship: number, group: number): void {
    const able = (this.menu?.fights?.shots ?? [])
      .filter((it) => it.ship === ship && it.shot.group === group)
      .map((it) => it.shot);
    const fire = fireOf(this.draft, ship);
    const on = fire.groups?.filter((it) => it.group === group) ?? [];
    const wanted =
      on.length > 0
        ? on
        : able.filter(
            (it) =>
              !fire.groups?.some((other) => other.weapon === it.weapon) &&
              !fire.shots.some((other) => other.weapon === it.weapon),
          );
    if (wanted.length > 0)
      this.change(wanted.reduce((draft, it) => withGroupShot(draft, ship, it.weapon, it.group), this.draft));
  }

  protected nextTarget(by: number): void {
    const menu = fireMenu(this.menu, this.index(this.selected));
    const targets = menu ? targetsOf(menu) : [];
    if (!menu || targets.length === 0) {
      const ship = this.vessel(this.selected);
      const silent = this.menu?.silent.find((it) => it.ship === ship?.index);
      const why = silent
        ? words.why.because(ship?.tag ?? '', silent.why)
        : words.why.noTargets(ship?.tag ?? '');
      return this.refuse(ship ? why : words.chooseShip, null, silent?.rule ?? 'FT-2.6.11');
    }
    const now = targets.indexOf(fireOf(this.draft, menu.ship).shots[0]?.target ?? -1);
    const target =
      targets[now < 0 ? (by > 0 ? 0 : targets.length - 1) : (now + by + targets.length) % targets.length];
    if (target === undefined) return;
    const empty: Draft = { ...this.draft, fire: null };
    const before = this.draft;
    this.draft = empty;
    this.aimAll(menu, target);
    // The draft without shots was only a step on the way.
    if (this.past[this.past.length - 1] === empty) this.past = [...this.past.slice(0, -1), before];
    else this.draft = before;
  }

  // Launches and point defence.

  launchMenu(): LaunchMenu | null {
    return launchMenu(this.menu, this.index(this.selected));
  }

  /** The first launcher of the selected ship that has nowhere to go yet. */
  arm(): void {
    const menu = this.kind === 'launch' ? this.launchMenu() : null;
    const free = menu ? weaponsOf(menu).filter((weapon) => !launchedBy(this.draft, menu.ship, weapon)) : [];
    if (!menu || this.armed === null || !weaponsOf(menu).includes(this.armed))
      this.armed = free[0] ?? (menu ? (weaponsOf(menu)[0] ?? null) : null);
  }

  protected armNext(): void {
    const menu = this.launchMenu();
    const next = menu
      ? weaponsOf(menu).find((weapon) => !launchedBy(this.draft, menu.ship, weapon))
      : undefined;
    if (next !== undefined) this.armed = next;
  }

  /** The armed launcher's load goes to a place. */
  aimLoad(world: Point): void {
    const menu = this.launchMenu();
    const from = menu ? this.all[menu.ship]?.motion.at : undefined;
    if (!menu || !from || this.armed === null) return;
    const at = tenths(world);
    const load = loadFor(menu, this.armed, distance(from, at));
    if (!load || isRockets(load.what)) {
      this.refuse(words.launch.atShip, null, 'FT-6.7.1');
      return;
    }
    const now = launchedBy(this.draft, menu.ship, this.armed);
    this.change(
      withLaunched(this.draft, menu.ship, this.armed, {
        weapon: this.armed,
        at,
        extended: load.extended,
        fused: !!now?.fused,
      }),
    );
    void this.whyNot([this.order()], world, null);
    if (!now) this.armNext();
  }

  /** The armed launcher's load goes where an enemy is, or will be if he holds his course. */
  protected launchAt(target: number): boolean {
    const menu = this.launchMenu();
    const ship = this.all[target];
    if (!menu || !ship || this.armed === null || ship.side === this.all[menu.ship]?.side) return false;
    const choice = choiceAt(menu, this.armed, target, ahead(ship));
    if (!choice) {
      this.refuse(words.launch.noLead(ship.tag), ship.state.motion.at, 'FT-6.3.1');
      return true;
    }
    const fresh = !launchedBy(this.draft, menu.ship, this.armed);
    this.change(withLaunched(this.draft, menu.ship, this.armed, choice));
    if (fresh) this.armNext();
    return true;
  }

  launchAll(target: number): void {
    const menu = this.launchMenu();
    const ship = this.all[target];
    if (menu && ship) this.change(withAllLaunched(this.draft, menu, target, ahead(ship)));
  }

  toggleThreat(threat: string): void {
    const menu = this.menu?.defence;
    if (menu) this.change(withThreat(this.draft, menu, threat, (it) => this.isSpent(it)));
  }

  /** Used up when it fires in defence. */
  isSpent(it: Guard): boolean {
    return !!this.menu?.defence?.guards.find(
      (other) =>
        other.guard.ship === it.ship && other.guard.weapon === it.weapon && other.guard.boats === it.boats,
    )?.once;
  }
}
