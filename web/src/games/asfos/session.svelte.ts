// One seat's table in this game: what is selected, what is drafted, what the
// keys and the pointer do, and the old view catching up with the new one.
import { distance } from '../../board/geometry';
import type { Cue } from '../../board/timeline';
import type { Hit, Pointing } from '../../board/state';
import type { Bounds, Point, Scene } from '../../board/types';
import { emptyScene } from '../../board/types';
import type { Line } from '../../wire';
import { OpenSession } from '../shared/session.svelte';
import type { Laid, Told } from '../shared/cards';
import type { Stage } from '../shared/playback';
import type { FleetSide, GameSession, Task } from '../types';
import { cardsFor } from './cards';
import {
  bestShot,
  choiceOf,
  defaultPlaces,
  emptyDraft,
  fromOrder,
  helm,
  intoZones,
  mates,
  nearestChoice,
  plotMenu,
  squadronOf,
  targetsOf,
  toOrder,
  volleyOf,
  withPlace,
  withPlot,
  withSquadron,
  withVolley,
  withoutMate,
  zonesFor,
} from './compose';
import type { Draft, HelmMove } from './compose';
import { heading3, phaseKind, seatName, sideOfSeat, statusText, unitOf, vessels } from './model';
import type { PhaseKind, Vessel } from './model';
import { cuesFor } from './playback';
import { focusOf, owesOrder, sceneOf } from './scene';
import { words } from './texts';
import type { Corner, GameEvent, Menu, Order, Placed, Plot, PlotMenu, View, Volley } from './types';

/** drawn: units that a drop may miss by. */
const NEAR = 1.5; // drawn: units

export class AsfosSession extends OpenSession<View, Menu, Draft> implements GameSession {
  hoveredChoice = $state<string | null>(null);

  constructor() {
    super(emptyDraft(), words.overlays);
  }

  readonly all = $derived<Vessel[]>(this.shown ? vessels(this.shown) : []);
  /** The open phase; what is shown may lag behind it while events play. */
  readonly kind = $derived<PhaseKind>(this.truth ? phaseKind(this.truth.phase) : 'setup');

  readonly scene = $derived.by<Scene>(() => {
    if (!this.shown) return emptyScene();
    return sceneOf({
      ...this.sight(this.shown),
      squadron: this.squadron,
    });
  });

  readonly focus = $derived.by<Bounds | null>(() => {
    const view = this.truth;
    if (!view) return null;
    // Who places ships wants to see the whole table.
    return this.kind === 'deploy' ? null : focusOf(view);
  });

  readonly fleet = $derived.by<FleetSide[]>(() => {
    const view = this.shown;
    if (!view) return [];
    return view.field.scenario.sides.map((side, k) => ({
      side: k,
      name: side.name,
      score: words.points(view.points[k] ?? 0),
      ships: this.all.filter((it) => it.side === k).map((it) => this.row(view, it)),
    }));
  });

  readonly notice = $derived.by<string>(() => {
    const view = this.truth;
    const offers = view?.draw_offers?.filter((it) => it !== this.seat) ?? [];
    if (!view || offers.length === 0 || this.kind === 'over') return '';
    return words.drawOffered(offers.map((it) => seatName(view, it)).join(', '));
  });

  readonly turnText = $derived(words.turn(this.shown?.turn ?? 0));

  readonly task = $derived.by<Task>(() => {
    const t = words.task;
    const empty = { seal: '', progress: '' };
    if (this.kind === 'over') return { ...t.over, ...empty };
    if (this.kind === 'setup') return { ...t.setup, ...empty };
    if (!this.open) return { ...t.wait, rule: '', ...empty };
    switch (this.kind) {
      case 'deploy':
        return {
          title: t.deploy.title(this.menu?.deploy?.ships.length ?? 0),
          hint: t.deploy.hint,
          rule: t.deploy.rule,
          seal: t.deploy.seal,
          progress: this.draft.corner ? words.corners[this.draft.corner]! : '',
        };
      case 'fire': {
        const fire = this.menu?.fire;
        const step = fire?.step ?? 'primaries';
        const done = Object.keys(this.draft.fire).length;
        return {
          title: t.fire.title(words.steps[step]!, fire?.ships.length ?? 0),
          hint: t.fire.hints[step]!,
          rule: t.fire.rules[step]!,
          seal: t.fire.seal(done),
          progress: t.fire.progress(done, fire?.ships.length ?? 0),
        };
      }
      case 'repairs':
        return {
          title: t.repairs.title,
          hint: t.repairs.hint,
          rule: t.repairs.rule,
          seal: t.repairs.seal,
          progress: t.repairs.progress(Object.values(this.draft.repairs).reduce((n, it) => n + it.crew, 0)),
        };
      default: {
        const all = this.menu?.plots ?? [];
        const free = all.filter((it) => !it.forced);
        return {
          title: t.plot.title(free.length),
          hint: t.plot.hint,
          rule: t.plot.rule,
          seal: t.plot.seal,
          progress: t.plot.progress(free.filter((it) => this.draft.plots[it.ship]).length, free.length),
        };
      }
    }
  });

  readonly explain = $derived.by<string>(() => {
    const ship = this.vessel(this.hovered);
    if (!ship || !this.shown) return '';
    const parts = [
      `${ship.tag} ${ship.name}`,
      words.hullLeft(ship.display.hull_left, ship.mass),
      `${words.df} ${ship.display.defence}`,
      `${words.speed} ${ship.state.speed}`,
      `${words.heading} ${heading3(this.headingOf(ship))}`,
    ];
    const mine = this.vessel(this.selected);
    if (mine && mine !== ship && mine.active)
      parts.push(`${distance(mine.state.at, ship.state.at).toFixed(1)} ${unitOf(this.shown)} ← ${mine.tag}`);
    return parts.join(' · ');
  });

  /** Which way a ship points: one that is being placed as it is drawn there. */
  headingOf(ship: Vessel): number {
    const placed = this.kind === 'deploy' ? this.draft.places[ship.index] : undefined;
    return placed?.heading ?? ship.state.heading;
  }

  readonly offersDraws = true;

  readonly gathers = $derived(this.kind === 'plot' && this.writable && !this.playing);
  /** The squadron of the selected ship. */
  readonly squadron = $derived<number[]>(
    this.selected === null || this.kind !== 'plot' ? [] : squadronOf(this.draft, Number(this.selected)),
  );

  /** Ships that are ringed share the plot of the first that can lead them. */
  override gather(ids: string[], how: Pointing): void {
    if (!this.gathers) return;
    const free = ids
      .map(Number)
      .filter((ship) => plotMenu(this.menu, ship) && !plotMenu(this.menu, ship)!.forced);
    const now = this.index(this.selected);
    const leader =
      now !== null && (how.extend || free.includes(now)) && plotMenu(this.menu, now) ? now : free[0];
    if (leader === undefined) return;
    const able = mates(this.menu, leader);
    const before = how.extend ? squadronOf(this.draft, leader) : [leader];
    const members = [...new Set([...before, ...free.filter((ship) => able.includes(ship))])];
    this.selected = String(leader);
    if (members.length > 1)
      this.change(withSquadron(this.draft, [leader, ...members.filter((it) => it !== leader)]));
  }

  /** Into the squadron of the selected ship, or out of it. */
  toggleMate(ship: number): void {
    const leader = this.index(this.selected);
    if (!this.gathers || leader === null) return;
    const members = squadronOf(this.draft, leader);
    if (ship === leader) return;
    if (members.includes(ship)) this.change(withoutMate(this.draft, ship));
    else if (mates(this.menu, leader).includes(ship))
      this.change(withSquadron(this.draft, [leader, ...members.filter((it) => it !== leader), ship]));
  }

  dissolve(): void {
    this.change(this.squadron.reduce(withoutMate, this.draft));
  }

  override sideOf(seat: number): number {
    return this.truth ? sideOfSeat(this.truth, seat) : seat;
  }

  vessel(id: string | null): Vessel | null {
    return id === null ? null : (this.all[Number(id)] ?? null);
  }

  private row(view: View, it: Vessel): FleetSide['ships'][number] {
    const menu = plotMenu(this.menu, it.index);
    const choice =
      menu && this.kind === 'plot' && !this.playing
        ? (menu.forced ?? choiceOf(menu, this.draft.plots[it.index]) ?? choiceOf(menu, undefined))
        : null;
    const volley = this.kind === 'fire' && !this.playing ? this.draft.fire[it.index] : undefined;
    const order = choice ? choice.notation : volley ? `→ ${this.all[volley.target]?.tag ?? ''}` : '';
    return {
      id: it.id,
      tag: it.tag,
      name: it.name,
      kind: it.kind,
      hull: it.shape.hull,
      bars: [
        {
          share: it.mass ? it.display.hull_left / it.mass : 0,
          text: words.hullLeft(it.display.hull_left, it.mass),
          term: 'hull',
        },
        {
          share: it.mass ? it.display.weapons_left / it.mass : 0,
          text: words.weaponsLeft(it.display.weapons_left, it.mass),
          term: 'weapons',
        },
      ],
      troubles: it.state.criticals.map((mark) => ({
        mark,
        meaning: `${words.criticals[mark]!.name}: ${words.criticals[mark]!.meaning}`,
      })),
      status: it.active ? 'active' : it.state.status === 'waiting' ? 'waiting' : 'gone',
      statusText: statusText(it.state.status),
      own: this.seat !== null && it.owner === this.seat,
      owes: this.writable && !this.playing && owesOrder({ view, menu: this.menu, draft: this.draft }, it),
      order,
      picked: this.squadron.length > 1 && this.squadron.includes(it.index),
    };
  }

  protected begun(): void {
    if (this.open) this.selectFirst(this.able().map(String));
  }

  /** Own ships that have a choice in this phase. */
  able(): number[] {
    switch (this.kind) {
      case 'plot':
        return (this.menu?.plots ?? []).map((it) => it.ship);
      case 'fire':
        return (this.menu?.fire?.ships ?? []).map((it) => it.ship);
      case 'repairs':
        return (this.menu?.repairs ?? []).map((it) => it.ship);
      case 'deploy':
        return (this.menu?.deploy?.ships ?? []).map((it) => it.ship);
      default:
        return [];
    }
  }

  override select(id: string | null, how?: Pointing): void {
    if (
      how?.extend &&
      id !== null &&
      this.gathers &&
      this.selected !== null &&
      plotMenu(this.menu, Number(id))
    )
      this.toggleMate(Number(id));
    else this.selected = id;
  }

  override hover(hit: Hit | null): void {
    this.hovered = hit?.kind === 'token' ? hit.id : hit?.kind === 'ghost' ? hit.ghost.owner : null;
    this.hoveredChoice = hit?.kind === 'ghost' ? hit.id : null;
  }

  click(hit: Hit | null, world?: Point, how?: Pointing): void {
    if (!hit) {
      const index = this.index(this.selected);
      const menu = this.writable && index !== null ? plotMenu(this.menu, index) : null;
      if (menu && world && this.kind === 'plot') this.whyNoEnd(menu, world);
      return;
    }
    if (how?.extend && (hit.kind === 'token' || hit.kind === 'ghost') && this.gathers) {
      this.select(hit.kind === 'token' ? hit.id : hit.ghost.owner, how);
      return;
    }
    if (hit.kind === 'ghost') {
      const owner = Number(hit.ghost.owner);
      if (hit.ghost.kind === 'offered') {
        const [, , dv, turns] = /^choice-(\d+)-(-?\d+)-(\w*)$/.exec(hit.id) ?? [];
        if (dv !== undefined) this.setPlot(owner, { dv: Number(dv), turns: turns ?? '' });
      } else {
        this.selected = hit.ghost.owner;
      }
      return;
    }
    if (hit.kind !== 'token') return;
    const index = Number(hit.id);
    const firing =
      this.kind === 'fire' && this.writable
        ? this.menu?.fire?.ships.find((it) => String(it.ship) === this.selected)
        : null;
    if (firing && targetsOf(firing).includes(index)) {
      const aimed = this.draft.fire[firing.ship];
      if (aimed?.target === index) this.setVolley(firing.ship, null);
      else this.aim(firing.ship, index);
      return;
    }
    this.whyNoFire(index);
    this.selected = hit.id;
  }

  /** A place where no plot of the ship ends. */
  private whyNoEnd(menu: PlotMenu, world: Point): void {
    const tag = this.all[menu.ship]?.tag ?? '';
    this.refuse(words.why.reach(tag, menu.engine), world, this.ruleHelm(menu));
  }

  /** A place where the ship cannot be placed: the rules say why. */
  private whyNoPlace(place: Placed, world: Point): void {
    const order = toOrder(withPlace(this.draft, { ...place, at: world }), 'deploy', false);
    void this.whyNot([order], world, words.why.zone, words.task.deploy.rule);
  }

  /** A click on an enemy that cannot be fired at: the rules say why. */
  private whyNoFire(target: number): void {
    const ship = this.vessel(this.selected);
    const other = this.all[target];
    const step = this.menu?.fire?.step;
    if (!this.writable || this.kind !== 'fire' || !step || !ship || !other || ship === other) return;
    if (ship.owner !== this.seat || !other.active || other.side === ship.side) return;
    const arcs = step === 'primaries' ? (['forward', 'left', 'right', 'rear'] as const) : [undefined];
    const orders = arcs.map((arc) =>
      toOrder(withVolley(this.draft, ship.index, { ship: ship.index, target, arc }), 'fire', false),
    );
    void this.whyNot(orders, other.state.at, words.why.noTarget(ship.tag, other.tag), 'ASF-ARC.2');
  }

  /** Why the helm does not do this. */
  whyHelm(menu: PlotMenu, move: HelmMove): string {
    const tag = this.all[menu.ship]?.tag ?? '';
    if (menu.forced) return words.forced;
    if (menu.choices.length <= 1) return words.why.noEngine(tag);
    const now = choiceOf(menu, this.draft.plots[menu.ship]);
    const still = (this.all[menu.ship]?.state.speed ?? 0) + (now?.plot.dv ?? 0) <= 0;
    return move === 'slower' && still ? words.why.standsStill : words.why.engine(tag, menu.engine);
  }

  ruleHelm(menu: PlotMenu): string {
    return menu.forced ? 'ASF-CRIT.4' : 'ASF-MOV.3';
  }

  setPlot(ship: number, plot: Plot | null): void {
    this.change(withPlot(this.draft, ship, plot));
  }

  setVolley(ship: number, volley: Volley | null): void {
    this.change(withVolley(this.draft, ship, volley));
  }

  aim(ship: number, target: number): void {
    const menu = this.menu?.fire?.ships.find((it) => it.ship === ship);
    const shot = menu && bestShot(menu, target);
    if (menu && shot) this.setVolley(ship, volleyOf(menu, shot));
  }

  setCorner(corner: Corner): void {
    if (!this.menu) return;
    this.change({ ...this.draft, corner, places: defaultPlaces(this.menu, corner) });
  }

  rotate(ship: number, by: number): void {
    const entry = this.menu?.deploy?.ships.find((it) => it.ship === ship);
    if (!entry || entry.fixed || entry.free_heading === false) return this.refuse(words.why.fixed);
    const placed = this.draft.places[ship] ?? entry.default;
    this.change(withPlace(this.draft, { ...placed, heading: (placed.heading + by + 360) % 360 }));
  }

  dragStart(hit: Hit | null): boolean {
    if (!this.writable || !hit) return false;
    const grip = hit.kind === 'ghost' && hit.ghost.drag ? hit.ghost.owner : this.plottable(hit);
    if (grip === null) {
      const bound = hit.kind === 'token' && this.kind === 'plot' ? plotMenu(this.menu, Number(hit.id)) : null;
      return (
        !!bound &&
        this.holdFast((world) => this.refuse(this.whyHelm(bound, 'straight'), world, this.ruleHelm(bound)))
      );
    }
    this.selected = grip;
    return this.hold(grip);
  }

  /** The ship that is pointed at, if there is more than one way for it to go. */
  private plottable(hit: Hit): string | null {
    const menu = hit.kind === 'token' && this.kind === 'plot' ? plotMenu(this.menu, Number(hit.id)) : null;
    return menu && !menu.forced && menu.choices.length >= 2 ? hit.id : null;
  }

  dragTo(world: Point): void {
    if (this.heldFast(world)) return;
    const index = this.index(this.dragging);
    if (index === null || !this.menu || !this.shown) return;
    if (this.kind === 'plot') {
      const menu = plotMenu(this.menu, index);
      const choice = menu && nearestChoice(menu, world);
      if (!menu || !choice) return;
      this.draft = withPlot(this.draft, index, choice.plot);
      this.amiss(distance(choice.to, world) > NEAR ? () => this.whyNoEnd(menu, world) : null);
    } else if (this.kind === 'deploy') {
      const entry = this.menu.deploy?.ships.find((it) => it.ship === index);
      if (!entry || entry.fixed) {
        this.amiss(() => this.refuse(words.why.fixed, world, words.task.deploy.rule));
        return;
      }
      const zones = zonesFor(this.menu, this.draft.corner, this.shown.field.scenario.table);
      const { width, height } = this.shown.field.scenario.table;
      const at = intoZones(zones, {
        x: Math.min(width, Math.max(0, world.x)),
        y: Math.min(height, Math.max(0, world.y)),
      });
      const place = { ...(this.draft.places[index] ?? entry.default), at };
      this.draft = withPlace(this.draft, place);
      this.amiss(distance(at, world) > NEAR ? () => this.whyNoPlace(place, world) : null);
    }
  }

  steer(move: HelmMove): void {
    const index = this.index(this.selected);
    const menu = index === null ? null : plotMenu(this.menu, index);
    if (index === null || !menu) return this.refuse(words.chooseShip);
    const choice = menu.forced ? null : helm(menu, this.draft.plots[index], move);
    if (choice) this.setPlot(index, choice.plot);
    else this.refuse(this.whyHelm(menu, move), null, this.ruleHelm(menu));
  }

  next(by: number): void {
    const able = this.able();
    const list = able.length > 0 ? able : this.all.filter((it) => it.active).map((it) => it.index);
    this.selectNext(list.map(String), by);
  }

  private nextTarget(by: number): void {
    const index = this.index(this.selected);
    const menu = this.menu?.fire?.ships.find((it) => it.ship === index);
    const step = words.steps[this.menu?.fire?.step ?? 'primaries'] ?? '';
    if (!menu || index === null)
      return this.refuse(words.why.noFire(this.vessel(this.selected)?.tag ?? '', step), null, 'ASF-FIRE.1');
    const targets = targetsOf(menu);
    if (targets.length === 0) return this.refuse(words.noTargets, null, 'ASF-ARC.2');
    const now = targets.indexOf(this.draft.fire[index]?.target ?? -1);
    const target = targets[(now + by + targets.length) % targets.length];
    if (target !== undefined) this.aim(index, target);
  }

  key(event: KeyboardEvent): boolean {
    const { key } = event;
    if (key === 'n' || key === '.') this.next(1);
    else if (key === 'p' || key === ',') this.next(-1);
    else if (key === 'r') this.toggle('ranges');
    else if (key === 'g') this.toggle('reach');
    else if (!this.writable) return false;
    else if (this.kind === 'plot' && key === 'a') this.steer('left');
    else if (this.kind === 'plot' && key === 'd') this.steer('right');
    else if (this.kind === 'plot' && key === 'w') this.steer('faster');
    else if (this.kind === 'plot' && key === 's') this.steer('slower');
    else if (this.kind === 'plot' && key === 'x') this.steer('straight');
    else if (this.kind === 'fire' && key === 'd') this.nextTarget(1);
    else if (this.kind === 'fire' && key === 'a') this.nextTarget(-1);
    else if (this.kind === 'fire' && key === 'x' && this.selected !== null)
      this.setVolley(Number(this.selected), null);
    else if (this.kind === 'deploy' && (key === 'q' || key === 'e') && this.selected !== null)
      // turned: what a key turns by.
      this.rotate(Number(this.selected), key === 'q' ? -45 : 45);
    else return false;
    return true;
  }

  protected fresh(): Draft {
    const fresh = emptyDraft();
    const deploy = this.menu?.deploy;
    if (deploy && this.menu) {
      fresh.corner = deploy.corner_choice ? (deploy.corners?.[0] ?? null) : null;
      fresh.places = defaultPlaces(this.menu, fresh.corner);
    }
    return fresh;
  }

  protected read(order: unknown): Draft {
    return fromOrder(order as Order, this.menu);
  }

  order(draw: boolean): unknown {
    return toOrder(this.draft, this.kind, draw);
  }

  concede(): unknown {
    return { action: 'concede' };
  }

  protected cardsOn(told: Told<View, GameEvent>[]): Laid[] {
    return cardsFor(told);
  }

  protected cuesOn(stage: Stage<View>, lines: Line[]): Cue[] {
    const moved = lines.flatMap((it) => {
      const move = (it.event as { movement?: { moved?: { ship: number; via: Point[]; to: Point } } }).movement
        ?.moved;
      return move ? [move] : [];
    });
    return cuesFor(lines, {
      ...stage,
      show: (view) => {
        if (moved.length > 0) {
          this.flown = new Map(
            moved.map((it) => [it.ship, [this.all[it.ship]?.state.at ?? it.to, ...it.via, it.to]]),
          );
          moved.length = 0;
        }
        stage.show(view);
      },
    });
  }
}
