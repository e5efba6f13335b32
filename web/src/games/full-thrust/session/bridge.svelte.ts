// Ships under way: squadrons, plots, ships that are placed or come back.
import { distance } from '../../../board/geometry';
import type { Pointing } from '../../../board/state';
import type { Point } from '../../../board/types';
import {
  helm,
  isBound,
  orderOf,
  plotMenu,
  squadronOf,
  withShip,
  withSquadron,
  withoutMate,
} from '../compose';
import type { HelmMove, Reach } from '../compose';
import { tenths } from '../ordnance';
import { reachOf } from '../scene';
import { words } from '../texts';
import type { Deploy, Formation, ShipOrder } from '../types';
import { Desk } from './desk.svelte';

export abstract class Bridge extends Desk {
  /** The squadron of the selected ship. */
  readonly squadron = $derived<number[]>(
    this.selected === null || !this.steers ? [] : squadronOf(this.draft, Number(this.selected)),
  );
  readonly gathers = $derived(
    this.kind === 'orders' && this.writable && !this.playing && this.truth?.field.options.squadrons !== false,
  );

  /** Ships on the same course at the same velocity, near the squadron, may join it. */
  mates(leader: number): number[] {
    const view = this.truth;
    if (!view || this.kind !== 'orders' || !view.field.options.squadrons) return [];
    const spacing = view.field.options.squadron_spacing;
    const members = squadronOf(this.draft, leader);
    const lead = view.ships[leader];
    if (!lead) return [];
    const way = (ship: number) =>
      JSON.stringify([
        view.ships[ship]!.motion.facing,
        view.ships[ship]!.motion.velocity,
        view.ships[ship]!.motion.drift ?? null,
      ]);
    return (this.menu?.plots ?? [])
      .map((it) => it.ship)
      .filter(
        (ship) =>
          !members.includes(ship) &&
          way(ship) === way(leader) &&
          members.some(
            (member) =>
              distance(view.ships[member]!.motion.at, view.ships[ship]!.motion.at) <= spacing + 1e-6,
          ),
      );
  }

  get formation(): Formation {
    const leader = this.index(this.selected);
    return (
      this.draft.squadrons.find((it) => leader !== null && it.ships.includes(leader))?.formation ??
      'line_ahead'
    );
  }

  setFormation(formation: Formation): void {
    if (this.squadron.length > 1) this.change(withSquadron(this.draft, this.squadron, formation));
  }

  override gather(ids: string[], how: Pointing): void {
    if (!this.gathers) return;
    const own = ids.map(Number).filter((ship) => plotMenu(this.menu, ship));
    const now = this.index(this.selected);
    const leader =
      now !== null && (how.extend || own.includes(now)) && plotMenu(this.menu, now) ? now : own[0];
    if (leader === undefined) return;
    this.selected = String(leader);
    // Each that joins may bring others within reach.
    let draft = how.extend ? this.draft : withoutMate(this.draft, leader);
    for (let more = true; more;) {
      const before = this.draft;
      this.draft = draft;
      const next = this.mates(leader).find((ship) => own.includes(ship));
      this.draft = before;
      more = next !== undefined;
      if (next !== undefined)
        draft = withSquadron(draft, [...squadronOf(draft, leader), next], this.formation);
    }
    if (draft !== this.draft) this.change(draft);
  }

  toggleMate(ship: number): void {
    const leader = this.index(this.selected);
    if (!this.gathers || leader === null || ship === leader) return;
    const members = squadronOf(this.draft, leader);
    if (members.includes(ship)) this.change(withoutMate(this.draft, ship));
    else if (this.mates(leader).includes(ship))
      this.change(withSquadron(this.draft, [...members, ship], this.formation));
    else this.refuse(words.notOffered(this.all[ship]?.tag ?? ''), null, 'FT-3.7.1');
  }

  dissolve(): void {
    this.change(this.squadron.reduce(withoutMate, this.draft));
  }

  /** What the selected ship can be steered to. */
  reach(): Reach | null {
    const index = this.index(this.selected);
    const menu = index === null ? null : plotMenu(this.menu, index);
    return menu && this.truth && !isBound(menu) ? reachOf(this.truth, menu, this.draft) : null;
  }

  setPlot(ship: number, plot: string): void {
    this.change(withShip(this.draft, ship, { plot }));
  }

  setWord(ship: number, part: Partial<ShipOrder>): void {
    this.change(withShip(this.draft, ship, part));
  }

  steer(move: HelmMove): void {
    const reach = this.reach();
    const index = this.index(this.selected);
    if (!reach)
      return this.refuse(
        index !== null && plotMenu(this.menu, index) ? words.helm.bound : words.chooseShip,
        null,
        'FT-3.5.2',
      );
    const found = helm(reach, orderOf(this.draft, reach.menu.ship).plot, move);
    if (found !== null) this.setPlot(reach.menu.ship, found);
    else this.refuse(this.whyHelm(reach.menu.ship, move), null, 'FT-3.2.1');
  }

  /** Why the helm does not do this. */
  whyHelm(ship: number | null, move: HelmMove): string {
    const it = ship === null ? undefined : this.all[ship];
    const menu = ship === null ? null : plotMenu(this.menu, ship);
    if (!it || !menu) return words.chooseShip;
    const thrust = menu.rating;
    if (thrust === 0) return words.why.noDrive(it.tag);
    const still = move === 'slower' && it.motion.velocity <= 0;
    return still ? words.why.standsStill : words.why.thrust(it.tag, thrust);
  }

  zone() {
    return (
      this.menu?.deploy.find((it) => it.default.ship === this.draft.place?.ship) ??
      this.menu?.deploy[0] ??
      null
    );
  }

  place(part: Partial<Deploy>): void {
    if (this.draft.place) this.change({ ...this.draft, place: { ...this.draft.place, ...part } });
  }

  /** A place where a ship cannot be placed: the rules say why. */
  protected whyNoPlace(world: Point): void {
    const { place } = this.draft;
    if (!place) return;
    const order = { deploy: { ...place, at: tenths(world) } };
    void this.whyNot([order], world, words.why.zone, words.task.deploy.rule);
  }

  /** A place where no plot of the ship ends. */
  protected whyNoEnd(ship: number, world: Point): void {
    this.refuse(words.why.reach(this.all[ship]?.tag ?? ''), world, 'FT-3.2.1');
  }

  entryOf(ship: number | null) {
    const offered = this.menu?.entries.find((it) => it.ship === ship);
    return offered ? (this.draft.entries[offered.ship] ?? offered) : null;
  }
}
