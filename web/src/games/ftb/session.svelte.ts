// One seat's table in this game: what is selected, the order being composed,
// what the keys and the pointer do, and the old view catching up with the new.
import { distance } from '../../board/geometry';
import type { Hit } from '../../board/state';
import type { Cue } from '../../board/timeline';
import type { Bounds, Point, Scene } from '../../board/types';
import { emptyScene } from '../../board/types';
import type { Line } from '../../wire';
import { Session } from '../shared/session.svelte';
import type { Laid, Told } from '../shared/cards';
import type { Stage } from '../shared/playback';
import type { FleetSide, GameSession, Overlay, TableInput, Task } from '../types';
import { cardsFor } from './cards';
import {
  attacksOf,
  circleOf,
  defaultOrder,
  deployOf,
  guideOf,
  helmFor,
  helmOf,
  inCircle,
  inWindow,
  isPlain,
  keyOf,
  nearestPlot,
  nextOrder,
  notation,
  orderChoice,
  plotChoice,
  previewOf,
  rounded,
  same,
  sameHarbour,
  siteOf,
  steered,
  tankerOf,
  towards,
  withPlot,
  withPoint,
  withTarget,
  withTorpedo,
} from './compose';
import type { Draft, Preview, Steer } from './compose';
import {
  fighters,
  headingOf,
  harbourName,
  lengthAt,
  NOBODY,
  number,
  orderTarget,
  panelOf,
  scoreText,
  targetId,
  vessels,
} from './model';
import type { Panel, Vessel } from './model';
import { cuesFor, drawn, NOTHING } from './playback';
import type { Aside } from './playback';
import { focusOf, sceneOf } from './scene';
import { systemOfId } from './scene/ids';
import { explained, shipRow } from './session/rows';
import { taskOf } from './session/task';
import { words } from './texts';
import type {
  GameEvent,
  Harbour,
  Helm,
  Menu,
  Order,
  OrderChoice,
  TankerMenu,
  Target,
  TargetChoice,
  View,
} from './types';
import { FREE_GUIDE } from './wire';

/** drawn: LU that a click or a drop may miss by. */
const NEAR = 1; // drawn: LU

/** Decisions of which the menu cannot list every order: the server is asked about each. */
const ASKS = new Set<Panel>(['choices', 'fleet', 'station', 'deploy', 'hold', 'guide', 'helm', 'aim']);

export class FtbSession extends Session<View, Menu, Draft> implements GameSession {
  /** What playback draws beside the shown view. */
  aside = $state.raw<Aside>(NOTHING);
  /** The star system that is looked at. */
  system = $state(0);
  pinnedRanges = $state(false);
  reach = $state(true);
  vectors = $state(true);
  advice = $state(false);
  /** Where the pointer holds the end of a vector, while it is dragged. */
  aiming = $state.raw<Point | null>(null);
  /** What the server last said of an order. */
  answer = $state.raw<Preview | null>(null);
  #asking = false;
  /** An end point that was pointed at and has not been answered yet. */
  #aim: Point | null = null;
  #moved = false;

  constructor() {
    super(null);
  }

  readonly all = $derived<Vessel[]>(this.shown ? vessels(this.shown) : []);
  readonly panel = $derived<Panel>(this.open ? panelOf(this.menu) : 'none');
  readonly free = $derived(this.writable && !this.playing);

  /** What is known of the order as it stands. */
  readonly seen = $derived<Preview | null>(
    this.answer && this.answer.key === keyOf(this.draft) ? this.answer : null,
  );

  readonly scene = $derived.by<Scene>(() => {
    if (!this.shown) return emptyScene();
    return sceneOf({
      view: drawn(this.shown, this.aside),
      menu: this.open ? this.menu : null,
      draft: this.draft,
      seen: this.seen,
      aiming: this.aiming,
      system: this.system,
      seat: this.seat,
      selected: this.selected,
      hovered: this.hovered,
      ranges: this.pinnedRanges,
      reach: this.reach,
      vectors: this.vectors,
      open: this.writable,
      playing: this.playing,
      burst: this.aside.burst,
    });
  });

  readonly closeUp = true;
  readonly focus = $derived<Bounds | null>(
    this.truth ? focusOf(this.truth, this.system, this.open && !this.playing ? this.menu : null) : null,
  );

  readonly fleet = $derived.by<FleetSide[]>(() => {
    const view = this.shown;
    if (!view) return [];
    const sides = view.field.scenario.sides.map((side, k) => ({
      side: k,
      name: side.name,
      score: scoreText(view, k),
      ships: this.all.filter((it) => it.side === k).map((it) => shipRow(this, view, it)),
    }));
    const others = this.all.filter((it) => it.side === NOBODY);
    return others.length > 0
      ? [
          ...sides,
          {
            side: NOBODY,
            name: words.neutrals,
            score: '',
            ships: others.map((it) => shipRow(this, view, it)),
          },
        ]
      : sides;
  });

  readonly notice = '';
  readonly offersDraws = false;
  readonly gathers = false;
  readonly turnText = $derived(this.shown ? words.day(this.shown.day, this.shown.turns) : '');
  readonly isOver = $derived(
    typeof this.truth?.stage === 'object' && this.truth.stage !== null && 'over' in this.truth.stage,
  );

  readonly task = $derived<Task>(taskOf(this));
  readonly explain = $derived<string>(explained(this));

  readonly overlays = $derived.by<Overlay[]>(() => {
    const systems = this.shown?.map.systems ?? [];
    const list: Overlay[] = [
      { id: 'ranges', label: words.overlays.ranges, key: 'R', icon: 'rings', on: this.pinnedRanges },
      { id: 'reach', label: words.overlays.reach, key: 'G', icon: 'reach', on: this.reach },
      { id: 'vectors', label: words.overlays.vectors, key: 'Y', icon: 'straight', on: this.vectors },
    ];
    if (systems.length > 1)
      list.push({
        id: 'system',
        label: words.overlays.system(systems[this.system]?.name ?? ''),
        key: 'O',
        icon: 'branch',
        on: this.system > 0,
      });
    return list;
  });

  toggle(overlay: string): void {
    if (overlay === 'ranges') this.pinnedRanges = !this.pinnedRanges;
    if (overlay === 'reach') this.reach = !this.reach;
    if (overlay === 'vectors') this.vectors = !this.vectors;
    if (overlay === 'system') this.look((this.system + 1) % Math.max(1, this.shown?.map.systems.length ?? 1));
  }

  look(system: number): void {
    this.system = system;
  }

  vessel(id: string | null): Vessel | null {
    return id === null || !/^\d+$/.test(id) ? null : (this.all[Number(id)] ?? null);
  }

  protected override mayCompose(): boolean {
    return this.menu !== null;
  }

  protected begun(): void {
    this.answer = null;
    this.#aim = null;
    // The mix is for whoever asks, each time anew.
    this.advice = false;
    if (this.open) this.turnTo();
    void this.inquire();
  }

  protected fresh(): Draft {
    return defaultOrder(this.open ? this.menu : null);
  }

  protected read(order: unknown): Draft {
    return order as Order;
  }

  protected override altered(): void {
    void this.inquire();
  }

  /** Asks the server what comes of the order as it stands, one question at a time: bends of the path,
      what lies on the way, whether it is legal. */
  private async inquire(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      // Whoever drags goes on while an answer is under way: the newest question is asked next.
      // counted: enough to find a free place, and an end to looking.
      for (let n = 0; n < 400; n++) {
        const ask = this.ask;
        const decision = this.decision;
        const { draft } = this;
        const aim = this.#aim;
        const helm = helmOf(draft);
        if (
          !ask ||
          !this.writable ||
          draft === null ||
          !ASKS.has(this.panel) ||
          (this.panel === 'choices' && !tankerOf(draft))
        )
          return;
        if (aim && helm) {
          this.#aim = null;
          const found = await ask({ text: notation(helm.order, aim, helm.extra) });
          if (this.decision !== decision || this.sealed) return;
          this.aimed(draft, found);
          continue;
        }
        const key = keyOf(draft);
        if (this.answer?.key === key) return;
        const found = await ask({ order: draft });
        if (this.decision !== decision || !found) return;
        this.answer = previewOf(draft, found);
      }
    } finally {
      this.#asking = false;
    }
  }

  /** The vector that the rules find for an aimed point takes the place of the offered one. */
  private aimed(before: Draft, found: Awaited<ReturnType<NonNullable<TableInput['ask']>>>): void {
    const written = helmOf((found?.written?.order ?? null) as Draft);
    const helm = helmOf(this.draft);
    const menu = this.menu?.helm;
    if (!found || !written || !helm || !menu || !same(before, this.draft)) return;
    const next: Helm = written.torpedo?.plot
      ? withTorpedo(helm, written.torpedo.plot)
      : written.plot
        ? { ...helm, plot: written.plot }
        : helm;
    const answer = previewOf({ helm: next }, found);
    const reached = answer.plot;
    if (reached && next.declare && !reached.harbours.some((it) => sameHarbour(it, next.declare)))
      next.declare = null;
    if (reached && next.enter !== null && !reached.lanes.includes(next.enter)) next.enter = null;
    this.draft = { helm: next };
    if (isPlain(next)) this.answer = { ...answer, key: keyOf(this.draft) };
  }

  /** Looks at the ship the decision is about. */
  private turnTo(): void {
    const { menu, truth } = this;
    if (!menu || !truth) return;
    const ship =
      menu.ship ??
      menu.helm?.ship ??
      menu.aim?.ship ??
      menu.guide?.ship ??
      deployOf(this.draft)?.ship ??
      this.ownFighter();
    const id =
      ship === null || ship === undefined ? (this.draft ? orderTarget(this.draft) : null) : String(ship);
    if (id === null) return;
    if (/^\d+$/.test(id)) this.selected = id;
    this.system = systemOfId(truth, id);
  }

  private ownFighter(): number | null {
    const pair = fighters(this.truth?.fight ?? null);
    return pair?.find((it) => this.truth?.ships[it]?.hull.side === this.seat) ?? null;
  }

  /** Ships the open decision can be about. */
  able(): string[] {
    const { menu } = this;
    if (!menu || !this.open) return [];
    if (menu.deploy.length > 0) return menu.deploy.map((it) => String(it.ship));
    if (menu.hold.length > 0) return menu.hold.map((it) => String(it.ship));
    const named = menu.choices.flatMap((it) => {
      const id = orderTarget(it.order);
      return id !== null && /^\d+$/.test(id) ? [id] : [];
    });
    return named.length > 0 ? [...new Set(named)] : menu.ship === null ? [] : [String(menu.ship)];
  }

  override change(draft: Draft): void {
    if (!same(draft, this.draft)) super.change(draft);
  }

  override select(id: string | null): void {
    this.selected = id;
    if (id !== null && this.shown) this.system = systemOfId(this.shown, id);
    if (id !== null && this.free) this.chooseById(id);
  }

  /** A choice of the menu that names this ship, torpedo or station. */
  private chooseById(id: string): boolean {
    const { menu } = this;
    if (!menu) return false;
    if (menu.helm || menu.aim || menu.guide) return false;
    const placed = menu.deploy.find((it) => String(it.ship) === id);
    if (placed && deployOf(this.draft)?.ship !== placed.ship) this.change({ deploy: placed });
    const held = menu.hold.find((it) => String(it.ship) === id);
    if (held && deployOf(this.draft)?.ship !== held.ship) this.change({ hold_back: held });
    const found = menu.choices.find((it) => orderTarget(it.order) === id);
    if (found) this.pick(found.order);
    return !!(placed || held || found);
  }

  override hover(hit: Hit | null): void {
    this.hovered =
      // counted: ids that this file's own scene gave.
      hit?.kind === 'token' || (hit?.kind === 'spot' && /^(station|tanker|body)-/.test(hit.id))
        ? hit.id
        : null;
  }

  click(hit: Hit | null, world: Point): void {
    if (!this.free) {
      if (hit?.kind === 'token') this.select(hit.id);
      return;
    }
    if (!hit) {
      if (this.menu?.helm) return this.pointAt(world);
      if (this.menu?.phase === 'stations') this.change({ station: rounded(world) });
      else if (this.tanker() && tankerOf(this.draft)) this.placeTanker(rounded(world));
      else return;
      this.whyNoPlace(world);
      return;
    }
    if (hit.kind === 'spot') return this.clickSpot(hit.id);
    // Over the ghost, or the ship that plots, the end point is meant.
    if (
      this.menu?.helm &&
      (hit.kind === 'ghost' || (hit.kind === 'token' && hit.id === String(this.menu.helm.ship)))
    )
      this.pointAt(world);
    if (hit.kind !== 'token') return;
    if (this.attackById(hit.id)) return;
    const other = this.vessel(hit.id);
    if (this.menu?.aim && other && other.hull.side !== this.seat)
      this.refuse(words.why.noTarget(other.tag), world, 'FTB-14.1');
    this.select(hit.id);
  }

  private circle(): { at: Point; radius: number } | null {
    const menu = this.menu?.helm;
    const order = orderChoice(menu, helmOf(this.draft));
    return menu && order ? circleOf(menu, order) : null;
  }

  /** A click within the circle sets the end point there. */
  private pointAt(world: Point): void {
    const circle = this.circle();
    if (!circle) return this.refuse(words.why.still, world, 'FTB-12.9');
    if (distance(world, circle.at) > circle.radius + NEAR) return this.whyNoEnd(circle.radius, world);
    const before = this.draft;
    this.aimAt(world);
    this.keep(before);
  }

  /** A place that no vector of this order ends at. */
  private whyNoEnd(radius: number, world: Point): void {
    this.refuse(words.why.circle(number(Math.round(radius * 10) / 10)), world, 'FTB-28.2');
  }

  /** What is placed stays where it was put, and the rules say what is wrong with that. */
  private whyNoPlace(world: Point): void {
    void this.whyNot([this.draft], world, null);
  }

  /** The nearest offered vector at once, the exact one as soon as the server has found it. */
  private aimAt(world: Point): void {
    const menu = this.menu?.helm;
    const helm = helmOf(this.draft);
    const order = orderChoice(menu, helm);
    const circle = this.circle();
    if (!menu || !helm || !order || !circle) return;
    const at = inCircle(world, circle.at, circle.radius);
    if (!this.ask || this.answer === null) {
      const plot = order.plots.length > 0 ? nearestPlot(order.plots, at) : null;
      const torpedo = nearestPlot(order.torpedoes, at);
      if (plot) this.draft = { helm: withPlot(menu, helm, plot.plot) };
      else if (torpedo) this.draft = { helm: withTorpedo(helm, torpedo.plot) };
    }
    if (!this.ask) return;
    if (this.dragging) this.aiming = at;
    this.#aim = at;
    void this.inquire();
  }

  private clickSpot(id: string): void {
    const helm = helmOf(this.draft);
    const order = orderChoice(this.menu?.helm, helm);
    const n = Number(id.slice(id.lastIndexOf('-') + 1));
    if (id.startsWith('plot-') && helm && order?.plots[n])
      this.setHelm(withPlot(this.menu!.helm!, helm, order.plots[n].plot));
    else if (id.startsWith('torpedo-')) this.steerTorpedo(n);
    else if (this.attackById(id)) return;
    else if (this.chooseById(id)) return;
    else if (id.startsWith('station-')) this.declare({ station: n });
    else if (id.startsWith('body-')) this.declare({ body: n });
  }

  /** Stops there, if the vector reaches it; on a second click it flies on. */
  private declare(harbour: Harbour): void {
    const helm = helmOf(this.draft);
    const reached = plotChoice(this.menu?.helm, helm, this.seen)?.harbours.some((it) =>
      sameHarbour(it, harbour),
    );
    if (helm && (reached || sameHarbour(helm.declare, harbour)))
      this.setHelm({ ...helm, declare: sameHarbour(helm.declare, harbour) ? null : harbour });
    else if (helm && this.shown)
      this.refuse(words.why.noHarbour(harbourName(this.shown, this.system, harbour)), null, 'FTB-29.2');
  }

  /** The Tanker that is ready for the system that is looked at. */
  tanker(): TankerMenu | null {
    const { menu } = this;
    if (!menu) return null;
    return [menu.tanker, ...menu.tanker_elsewhere].find((it) => it?.system === this.system) ?? null;
  }

  /** To begin with, at the offered place nearest to the ships of its side. */
  callTanker(): void {
    const ready = this.tanker();
    const view = this.truth;
    if (!ready || !view || tankerOf(this.draft)) return;
    const side = view.tankers[ready.tanker]?.side;
    const own = view.ships
      .filter((it) => it.hull.side === side && it.hull.system === ready.system)
      .map((it) => it.hull.at);
    const far = (at: Point) => own.reduce((sum, it) => sum + distance(it, at), 0);
    const best = [...ready.points].sort((a, b) => far(a) - far(b))[0];
    if (best) this.placeTanker(best);
  }

  placeTanker(at: Point): void {
    const ready = this.tanker();
    if (ready) this.change({ pick: { tanker: { tanker: ready.tanker, system: ready.system, at } } });
  }

  private steerTorpedo(n: number): void {
    const helm = helmOf(this.draft);
    const plot = (this.menu?.guide?.plots ?? orderChoice(this.menu?.helm, helm)?.torpedoes ?? [])[n]?.plot;
    if (!plot) return;
    if (helm) this.setHelm(withTorpedo(helm, plot));
    else this.change({ guide: { ...FREE_GUIDE, ...guideOf(this.draft), plot, attack: null } });
  }

  private targetsNow(): TargetChoice[] {
    return this.menu?.aim?.targets ?? this.menu?.guide?.targets ?? [];
  }

  private attackById(id: string): boolean {
    const choice = this.targetsNow().find((it) => targetId(it.target) === id);
    if (!choice) return false;
    this.attack(choice.target);
    return true;
  }

  // What the panels call.

  setHelm(helm: Helm): void {
    this.change({ helm });
  }

  setKind(choice: OrderChoice): void {
    const menu = this.menu?.helm;
    const helm = helmOf(this.draft);
    if (menu && helm) this.setHelm(helmFor(menu, choice, helm, this.seen));
  }

  attack(target: Target): void {
    if (this.menu?.guide) {
      const now = guideOf(this.draft) ?? FREE_GUIDE;
      const [next] = withTarget(now.attack ? [now.attack] : [], target, 1);
      this.change({ guide: { ...now, plot: null, attack: next ?? null } });
    } else if (this.menu?.aim) {
      this.change({ attack: withTarget(attacksOf(this.draft), target, this.menu.aim.probes ? 2 : 1) });
    }
  }

  attackFrom(target: Target, at: number | null): void {
    this.change(this.withAttackPoint(target, at));
  }

  private withAttackPoint(target: Target, at: number | null): Draft {
    const now = guideOf(this.draft);
    if (now?.attack) return { guide: { ...now, attack: withPoint([now.attack], target, at)[0]! } };
    return this.menu?.aim ? { attack: withPoint(attacksOf(this.draft), target, at) } : this.draft;
  }

  steer(way: Steer): void {
    const helm = helmOf(this.draft);
    const menu = this.menu?.helm;
    const order = orderChoice(menu, helm);
    if (!helm || !menu || !order) return;
    if (order.torpedoes.length > 0) {
      const found = steered(order.torpedoes, helm.torpedo?.plot ?? null, way);
      if (found) this.setHelm(withTorpedo(helm, found.plot));
      else this.refuse(words.why.steer, null, 'FTB-15.2');
      return;
    }
    if (order.plots.length === 0) return this.refuse(words.why.still, null, 'FTB-12.9');
    const found = steered(order.plots, helm.plot, way);
    if (found) this.setHelm(withPlot(menu, helm, found.plot));
    else this.refuse(words.why.steer, null, 'FTB-28.2');
  }

  // Dragging: the end of the plot, the torpedo's, the point of attack, a site.

  dragStart(hit: Hit | null): boolean {
    if (!this.free || !hit) return false;
    const helm = helmOf(this.draft);
    const order = orderChoice(this.menu?.helm, helm);
    if (hit.kind === 'ghost' && hit.ghost.drag) return this.hold(hit.id);
    if (hit.kind === 'spot' && hit.id.startsWith('plot-')) return this.hold('plan');
    if (hit.kind === 'spot' && hit.id.startsWith('torpedo-')) return this.hold('torpedo');
    if (hit.kind === 'spot' && hit.spot.drag) return this.hold(hit.id);
    // From the ship itself a vector can be drawn out, too.
    if (
      hit.kind === 'token' &&
      hit.id === String(this.menu?.helm?.ship ?? '') &&
      order &&
      (order.plots.length > 0 || order.torpedoes.length > 0)
    )
      return this.hold(order.plots.length > 0 ? 'plan' : 'torpedo');
    if (hit.kind === 'token' && hit.id === String(this.menu?.helm?.ship ?? ''))
      return this.holdFast((world) => this.refuse(words.why.still, world, 'FTB-12.9'));
    return false;
  }

  dragTo(world: Point): void {
    if (this.heldFast(world)) return;
    const { menu } = this;
    const what = this.dragging;
    if (!what || !menu) return;
    const helm = helmOf(this.draft);
    this.#moved = true;
    if ((what === 'plan' || what === 'torpedo') && helm) {
      this.aimAt(world);
      const circle = this.circle();
      const outside = circle && distance(world, circle.at) > circle.radius + NEAR;
      this.amiss(outside ? () => this.whyNoEnd(circle.radius, world) : null);
    } else if (what === 'torpedo') {
      const choice = nearestPlot(menu.guide?.plots ?? [], world);
      if (!choice) return;
      this.draft = { guide: { ...FREE_GUIDE, ...guideOf(this.draft), plot: choice.plot, attack: null } };
      const outside = distance(choice.to, world) > NEAR;
      this.amiss(outside ? () => this.refuse(words.why.torpedo, world, 'FTB-15.4') : null);
    } else if (what.startsWith('aim-')) {
      const choice = this.targetsNow().find((it) => `aim-${targetId(it.target)}` === what);
      const path = menu.aim?.path ?? menu.guide?.path ?? [];
      if (!choice) return;
      const wanted = lengthAt(path, world);
      const held = inWindow(choice, wanted);
      this.draft = this.withAttackPoint(choice.target, held);
      const outside = Math.abs(held - wanted) > NEAR / 2;
      this.amiss(outside ? () => this.whyNoPoint(choice.target, wanted, world) : null);
    } else if (what === 'tanker-site') {
      const picked = tankerOf(this.draft);
      if (!picked) return;
      this.draft = { pick: { tanker: { ...picked, at: rounded(world) } } };
      this.amiss(() => this.whyNoPlace(world));
    } else if (what === 'site' && siteOf(this.draft)) {
      this.draft = { station: rounded(world) };
      this.amiss(() => this.whyNoPlace(world));
    } else {
      const deploy = deployOf(this.draft);
      if (!deploy) return;
      const next = what === 'start' ? { ...deploy, at: rounded(world) } : towards(deploy, world);
      this.draft = menu.deploy.length > 0 ? { deploy: next } : { hold_back: next };
      this.amiss(() => this.whyNoPlace(world));
    }
  }

  /** A point of the path from which the target cannot be attacked: the rules say why. */
  private whyNoPoint(target: Target, at: number, world: Point): void {
    const order = this.withAttackPoint(target, Math.round(at * 100) / 100);
    void this.whyNot([order], world, words.why.window, 'FTB-14.1');
  }

  /** The server may not have answered yet: moving is enough, whatever has become of the draft. */
  override dragEnd(): void {
    this.letGo(this.#moved);
    this.#moved = false;
    this.aiming = null;
  }

  next(by: number): void {
    const able = this.able();
    const list = able.length > 1 ? able : this.all.filter((it) => it.onMap).map((it) => it.id);
    this.selectNext(list, by);
  }

  private nextTarget(by: number): void {
    const list = this.targetsNow();
    if (list.length === 0) return this.refuse(words.why.nobody, null, 'FTB-14.1');
    const chosen = this.menu?.guide ? guideOf(this.draft)?.attack?.target : attacksOf(this.draft)[0]?.target;
    const now = list.findIndex((it) => chosen && targetId(it.target) === targetId(chosen));
    const target = list[(now + by + list.length) % list.length]!.target;
    if (!chosen || targetId(chosen) !== targetId(target)) {
      if (this.menu?.aim) this.change({ attack: [{ target, at: null }] });
      else this.attack(target);
    }
  }

  private nextKind(by: number): void {
    const menu = this.menu?.helm;
    const helm = helmOf(this.draft);
    const choice = menu && helm ? nextOrder(menu, helm, by) : null;
    if (choice) this.setKind(choice);
    else this.refuse(words.why.oneOrder, null, 'FTB-12.1');
  }

  key(event: KeyboardEvent): boolean {
    const { key } = event;
    const ways: Record<string, Steer> = { a: 'left', d: 'right', w: 'faster', s: 'slower' };
    if (key === 'n' || key === '.') this.next(1);
    else if (key === 'p' || key === ',') this.next(-1);
    else if (key === 'r') this.toggle('ranges');
    else if (key === 'g') this.toggle('reach');
    else if (key === 'y') this.toggle('vectors');
    else if (key === 'o') this.toggle('system');
    else if (!this.free || !this.menu) return false;
    else if (key === 'i' && this.menu.advice) this.advice = !this.advice;
    else if (this.menu.helm && ways[key]) this.steer(ways[key]);
    else if (this.menu.helm && (key === 'q' || key === 'e')) this.nextKind(key === 'q' ? -1 : 1);
    else if ((this.menu.aim || this.menu.guide) && (key === 'a' || key === 'd'))
      this.nextTarget(key === 'a' ? -1 : 1);
    else if (key === 'x') this.change(defaultOrder({ ...this.menu, advice: null }));
    // counted: a key.
    else if (/^[1-9]$/.test(key)) return this.pickNumber(Number(key) - 1);
    else return false;
    return true;
  }

  private pickNumber(n: number): boolean {
    const menu = this.menu;
    if (!menu) return false;
    if (menu.helm?.orders[n]) this.setKind(menu.helm.orders[n]);
    else if (this.targetsNow()[n]) this.attack(this.targetsNow()[n]!.target);
    else if (menu.choices[n]) this.pick(menu.choices[n].order);
    else this.refuse(words.why.noNumber(n + 1));
    return true;
  }

  override undo(): void {
    if (this.canUndo) this.#aim = null;
    super.undo();
  }

  override clear(): void {
    this.change(this.fresh());
  }

  override load(order: unknown): void {
    this.#aim = null;
    super.load(order);
    void this.inquire();
  }

  order(): unknown {
    return this.draft;
  }

  concede(): unknown {
    return 'concede';
  }

  protected cardsOn(told: Told<View, GameEvent>[]): Laid[] {
    return cardsFor(told);
  }

  protected cuesOn(stage: Stage<View>, lines: Line[]): Cue[] {
    return cuesFor(lines, {
      ...stage,
      aside: () => this.aside,
      leave: (aside) => (this.aside = aside),
      look: (system) => this.look(system),
    });
  }

  override settle(): void {
    super.settle();
    this.aside = NOTHING;
    if (this.open) this.turnTo();
  }

  /** For the panels: a ship's bearing in three figures. */
  bearingOf(ship: Vessel): string {
    return String(Math.round(headingOf(ship.hull.dir)) % 360).padStart(3, '0');
  }

  placeFigure(ship: Vessel): string {
    return `${number(ship.hull.at.x)}, ${number(ship.hull.at.y)}`;
  }
}
