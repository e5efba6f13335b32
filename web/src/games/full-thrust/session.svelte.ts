// One seat's table in this game: what is selected, what is drafted, what the
// keys and the pointer do, and the old view catching up with the new one.
import { boundsOf } from '../../board/camera';
import { distance } from '../../board/geometry';
import type { Hit, Pointing } from '../../board/state';
import type { Cue } from '../../board/timeline';
import type { Bounds, Point, Scene } from '../../board/types';
import { emptyScene } from '../../board/types';
import type { Finding, Line } from '../../wire';
import type { FleetSide, GameSession, Overlay, TableInput, Task } from '../types';
import {
  emptyDraft, engaged, fireMenu, fireOf, fromOrder, helm, intoZone, isBound, nearestChoice, ontoEdge, orderOf, plotMenu, scansOf, squadronOf, targetsOf, toOrder, withAllAt, withGroupShot, withScan, withShip,
  withSquadron, withTests, withoutMate, withoutTarget,
} from './compose';
import type { Draft, HelmMove, Reach } from './compose';
import { wingShape } from './counters';
import { targetId, withAttack } from './fights';
import { turned } from './flight';
import { choiceAt, isRockets, launchedBy, launchMenu, loadFor, markerOf, tenths, threatOf, weaponsOf, withAllLaunched, withLaunched, withThreat } from './ordnance';
import { phaseKind, statusText, vessels } from './model';
import { between, featureId, flakId, planId, roundId, stageId, withPlace } from './opening';
import type { PhaseKind, Vessel } from './model';
import { cuesFor } from './playback';
import { ahead, focusOf, owesOrder, reachOf, sceneOf } from './scene';
import { taskOf } from './task';
import { words } from './texts';
import type { Deploy, FireMenu, Formation, GameEvent, Group, Guard, LaunchMenu, Marker, Menu, ShipOrder, View, WingAction, WingMenu } from './types';
import { choiceForGroup, choiceForShip, clockTo, fullOf, isBoats, isFlying, postName, wingId, wingKind, wingOf, wingTag, within } from './wings';

export class FullThrustSession implements GameSession {
  truth = $state.raw<View | null>(null);
  shown = $state.raw<View | null>(null);
  menu = $state.raw<Menu | null>(null);
  seat = $state<number | null>(null);
  open = $state(false);
  sealed = $state(false);
  selected = $state<string | null>(null);
  hovered = $state<string | null>(null);
  hoveredIcon = $state<number | null>(null);
  /** The launcher whose load is being placed. */
  armed = $state<number | null>(null);
  /** The barrage or missile that is being given a place. */
  placing = $state<string | null>(null);
  draft = $state.raw<Draft>(emptyDraft());
  past = $state.raw<Draft[]>([]);
  flown = $state.raw<Map<number, Point[]>>(new Map());
  playing = $state(false);
  pinnedRanges = $state(false);
  pinnedReach = $state(false);
  edited = $state(false);
  notice = $state('');
  /** What the server has against the order as it stands. */
  findings = $state.raw<Finding[]>([]);
  /** An order this client has no controls for, as it is written. */
  inWords = $state('');
  #decision = -1;
  #ask: TableInput['ask'];
  #asking: ReturnType<typeof setTimeout> | null = null;
  #dragging: string | null = null;
  #beforeDrag: Draft | null = null;

  readonly all = $derived<Vessel[]>(this.shown ? vessels(this.shown) : []);
  /** The open phase; what is shown may lag behind it while events play. */
  readonly kind = $derived<PhaseKind>(this.truth ? phaseKind(this.truth.phase) : 'setup');
  readonly steers = $derived(this.kind === 'orders' || this.kind === 'replot');
  readonly writable = $derived(this.open && !this.sealed);
  readonly offersDraws = false;

  readonly scene = $derived.by<Scene>(() => {
    if (!this.shown) return emptyScene();
    return sceneOf({
      view: this.shown,
      menu: this.menu,
      draft: this.draft,
      seat: this.seat,
      selected: this.index(this.selected),
      picked: this.selected,
      hovered: this.index(this.hovered),
      hoveredIcon: this.hoveredIcon,
      armed: this.armed,
      placing: this.placing,
      pinnedRanges: this.pinnedRanges,
      pinnedReach: this.pinnedReach,
      open: this.writable,
      flown: this.flown,
      playing: this.playing,
      squadron: this.squadron,
    });
  });

  readonly focus = $derived.by<Bounds | null>(() => {
    const view = this.truth;
    if (!view) return null;
    const zone = this.menu?.deploy?.[0];
    if (this.kind !== 'deploy' || !zone) return focusOf(view);
    return boundsOf([zone.from, zone.to], 3);
  });

  readonly fleet = $derived.by<FleetSide[]>(() => {
    const view = this.shown;
    if (!view) return [];
    return view.field.scenario.sides.map((side, k) => ({
      side: k,
      name: side.name,
      score: words.points(view.points[k] ?? 0),
      ships: [...this.all.filter((it) => it.side === k).map((it) => this.row(view, it)), ...(view.groups ?? []).flatMap((it, n) => (it.side === k && isFlying(it) ? [this.wingRow(view, it, n)] : []))],
    }));
  });

  readonly turnText = $derived(words.turn(this.shown?.turn ?? 0, this.shown?.field.scenario.turns ?? 0));
  readonly canUndo = $derived(this.past.length > 0 && !this.sealed);

  readonly task = $derived.by<Task>(() => taskOf(this));

  readonly explain = $derived.by<string>(() => {
    const flying = this.marker(this.hovered);
    if (flying) return this.explainMarker(flying);
    const group = this.group(this.hovered);
    if (group && this.shown) return [`${wingTag(this.shown, group.index)} ${wingKind(group.it)}`, words.wings.left(group.it.left, fullOf(group.it)), words.wings.cef(group.it.cef)].join(' · ');
    const ship = this.vessel(this.hovered);
    if (!ship || !this.shown) return '';
    const t = words.explain;
    const { velocity, facing, at } = ship.state.motion;
    const shape = ship.unknown ? [words.contact(ship.unknown)] : [t.hull(ship.hullLeft, ship.hull), ...(ship.armour > 0 ? [t.armour(ship.armourLeft)] : [])];
    const parts = [`${ship.tag} ${ship.name}`, ...shape, t.velocity(velocity), t.course(facing)];
    const mine = this.vessel(this.selected);
    if (mine && mine !== ship && mine.active) parts.push(`${distance(mine.state.motion.at, at).toFixed(1)} MU ${t.from(mine.tag)}`);
    return parts.join(' · ');
  });

  readonly overlays = $derived<Overlay[]>([
    { id: 'ranges', label: words.overlays.ranges, key: 'R', icon: 'rings', on: this.pinnedRanges },
    { id: 'reach', label: words.overlays.reach, key: 'G', icon: 'reach', on: this.pinnedReach },
  ]);

  toggle(overlay: string): void {
    if (overlay === 'ranges') this.pinnedRanges = !this.pinnedRanges;
    if (overlay === 'reach') this.pinnedReach = !this.pinnedReach;
  }

  /** The squadron of the selected ship. */
  readonly squadron = $derived<number[]>(this.selected === null || !this.steers ? [] : squadronOf(this.draft, Number(this.selected)));
  readonly gathers = $derived(this.kind === 'orders' && this.writable && !this.playing && this.truth?.field.options['squadrons'] !== false);

  /** Ships on the same course at the same velocity, near the squadron, may join it. */
  mates(leader: number): number[] {
    const view = this.truth;
    if (!view || this.kind !== 'orders' || view.field.options['squadrons'] === false) return [];
    const spacing = Number(view.field.options['squadron_spacing'] ?? 6);
    const members = squadronOf(this.draft, leader);
    const lead = view.ships[leader];
    if (!lead) return [];
    const way = (ship: number) => JSON.stringify([view.ships[ship]!.motion.facing, view.ships[ship]!.motion.velocity, view.ships[ship]!.motion.drift ?? null]);
    return (this.menu?.plots ?? [])
      .map((it) => it.ship)
      .filter((ship) => !members.includes(ship) && way(ship) === way(leader) && members.some((member) => distance(view.ships[member]!.motion.at, view.ships[ship]!.motion.at) <= spacing + 1e-6));
  }

  get formation(): Formation {
    const leader = this.index(this.selected);
    return this.draft.squadrons.find((it) => leader !== null && it.ships.includes(leader))?.formation ?? 'line_ahead';
  }

  setFormation(formation: Formation): void {
    if (this.squadron.length > 1) this.change(withSquadron(this.draft, this.squadron, formation));
  }

  gather(ids: string[], how: Pointing): void {
    if (!this.gathers) return;
    const own = ids.map(Number).filter((ship) => plotMenu(this.menu, ship));
    const now = this.index(this.selected);
    const leader = now !== null && (how.extend || own.includes(now)) && plotMenu(this.menu, now) ? now : own[0];
    if (leader === undefined) return;
    this.selected = String(leader);
    // Each that joins may bring others within reach.
    let draft = how.extend ? this.draft : withoutMate(this.draft, leader);
    for (let more = true; more; ) {
      const before = this.draft;
      this.draft = draft;
      const next = this.mates(leader).find((ship) => own.includes(ship));
      this.draft = before;
      more = next !== undefined;
      if (next !== undefined) draft = withSquadron(draft, [...squadronOf(draft, leader), next], this.formation);
    }
    if (draft !== this.draft) this.change(draft);
  }

  toggleMate(ship: number): void {
    const leader = this.index(this.selected);
    if (!this.gathers || leader === null || ship === leader) return;
    const members = squadronOf(this.draft, leader);
    if (members.includes(ship)) this.change(withoutMate(this.draft, ship));
    else if (this.mates(leader).includes(ship)) this.change(withSquadron(this.draft, [...members, ship], this.formation));
    else this.notice = words.notOffered(this.all[ship]?.tag ?? '');
  }

  dissolve(): void {
    this.change(this.squadron.reduce(withoutMate, this.draft));
  }

  step(): void {}

  sideOf(seat: number): number {
    return seat;
  }

  /** The ship an id stands for; counters that are no ships have letters in theirs. */
  index(id: string | null): number | null {
    return id === null || !/^\d+$/.test(id) ? null : Number(id);
  }

  marker(id: string | null): Marker | null {
    const number = markerOf(id);
    return number === null ? null : (this.shown?.markers?.find((it) => it.number === number) ?? null);
  }

  group(id: string | null): { index: number; it: Group } | null {
    const index = wingOf(id);
    const it = index === null ? undefined : this.shown?.groups?.[index];
    return index === null || !it ? null : { index, it };
  }

  private explainMarker(it: Marker): string {
    const t = words.markers;
    const by = this.all[it.ship];
    const target = it.target === undefined ? undefined : this.all[it.target];
    return [`${t.tag(it.number)} ${t.kind(it.what)}`, by ? t.from(by.tag) : '', target ? t.at(`${target.tag} ${target.name}`) : '', it.stopped > 0 ? t.stopped(it.stopped) : ''].filter(Boolean).join(' · ');
  }

  vessel(id: string | null): Vessel | null {
    return id === null ? null : (this.all[Number(id)] ?? null);
  }

  threatTag(guard: Guard): string {
    return guard.group === undefined ? words.markers.tag(guard.marker ?? 0) : this.truth ? wingTag(this.truth, guard.group) : '';
  }

  private wingRow(view: View, it: Group, index: number): FleetSide['ships'][number] {
    const owes = this.writable && !this.playing && !!this.menu?.wings?.some((other) => other.group === index);
    return {
      id: wingId(index), tag: wingTag(view, index), name: wingKind(it), kind: wingKind(it), hull: wingShape({ side: it.side, boats: isBoats(it), left: it.left, full: fullOf(it), cef: it.cef, ace: false, done: false }).hull,
      bars: [{ share: it.left / Math.max(1, fullOf(it)), text: words.wings.left(it.left, fullOf(it)) }, { share: Math.min(1, it.cef / 6), text: words.wings.cef(it.cef) }],
      troubles: [], status: 'active', statusText: words.wings.posts[postName(it)] ?? '', own: this.seat !== null && it.owner === this.seat, owes,
      order: this.kind === 'wings' && !this.playing && this.draft.wing?.group === index ? words.wingOrders.ordered : '',
    };
  }

  private row(view: View, it: Vessel): FleetSide['ships'][number] {
    const plot = this.steers && !this.playing && plotMenu(this.menu, it.index) ? orderOf(this.draft, it.index).plot : '';
    const fire = this.kind === 'fire' && !this.playing && this.draft.fire?.ship === it.index ? this.draft.fire : null;
    const targets = fire ? [...new Set(fire.shots.map((shot) => this.all[shot.target]?.tag ?? ''))] : [];
    const spent = this.kind === 'fire' && it.active && it.state.fired ? words.fired : '';
    const launch = this.kind === 'launch' && !this.playing && this.draft.launch?.ship === it.index ? words.launch.count(this.draft.launch.launches.length) : '';
    const guards = this.kind === 'defence' && !this.playing ? this.draft.defend.filter((guard) => guard.ship === it.index && guard.boats === undefined) : [];
    const defends = guards.length > 0 ? words.aimed([...new Set(guards.map((guard) => this.threatTag(guard)))].join(' ')) : '';
    const out = it.display.icons.filter((icon) => icon.mark === 'damaged' || icon.mark === 'gone');
    return {
      id: it.id,
      tag: it.tag,
      name: it.name,
      kind: it.kind,
      hull: it.shape.hull,
      bars: it.unknown ? [{ share: 1, text: words.contact(it.unknown) }] : [
        { share: it.hull ? it.hullLeft / it.hull : 0, text: words.hullLeft(it.hullLeft, it.hull) },
        ...(it.armour > 0 ? [{ share: it.armourLeft / it.armour, text: words.armourLeft(it.armourLeft, it.armour) }] : []),
      ],
      troubles: out.length > 0 ? [{ mark: `${out.length}×`, meaning: out.map((icon) => icon.name).join(', ') }] : [],
      status: it.manned ? 'active' : it.state.status === 'waiting' ? 'waiting' : 'gone',
      statusText: statusText(it.state.status),
      own: this.seat !== null && it.owner === this.seat,
      owes: this.writable && !this.playing && owesOrder({ view, menu: this.menu, draft: this.draft }, it),
      order: plot || (targets.length > 0 ? words.aimed(targets.join(' ')) : spent) || launch || defends,
      picked: this.squadron.length > 1 && this.squadron.includes(it.index),
    };
  }

  update(input: TableInput): void {
    const view = input.view as View;
    this.truth = view;
    this.menu = (input.menu ?? null) as Menu | null;
    this.seat = input.seat;
    this.open = input.deciding;
    this.sealed = input.sealed;
    this.#ask = input.ask;
    if (!this.playing) this.shown = view;
    if (input.decision !== this.#decision) {
      this.#decision = input.decision;
      this.draft = this.fresh();
      this.past = [];
      this.edited = false;
      this.notice = '';
      this.findings = [];
      if (this.open) this.selectNextOwing();
      this.arm();
      const { opening } = this.menu ?? {};
      const { features, rounds } = this.menu ?? {};
      const [plan] = this.menu?.plans ?? [];
      this.placing = plan ? planId(plan.ship) : features?.[0] ? featureId(features[0][0]) : rounds?.[0] ? roundId(rounds[0].usual.ship) : opening?.flak[0] ? flakId(opening.flak[0]) : opening?.stages[0] ? stageId(opening.stages[0]) : null;
    }
  }

  private selectNextOwing(): void {
    if (['wings', 'attacks', 'dogfights', 'runs', 'evade'].includes(this.kind)) {
      const groups = this.movable().map(wingId);
      if (groups.length > 0 && !groups.includes(this.selected ?? '')) this.selected = groups[0]!;
      return;
    }
    const able = this.able();
    const now = this.index(this.selected);
    if (now !== null && able.includes(now)) return;
    if (able.length > 0) this.selected = String(able[0]);
  }

  /** Groups that have a choice in this phase. */
  movable(): number[] {
    const { fights, wings } = this.menu ?? {};
    switch (this.kind) {
      case 'wings': return (wings ?? []).map((it) => it.group);
      case 'attacks': return (fights?.attacks ?? []).map((it) => it.group);
      case 'dogfights': return (fights?.stances ?? []).map((it) => it.group);
      case 'runs': return (fights?.runs ?? []).map((it) => it.group);
      case 'evade': return (fights?.evade ?? []).map((it) => it.group);
      default: return [];
    }
  }

  /** Ships that have a choice in this phase. */
  able(): number[] {
    const { menu } = this;
    switch (this.kind) {
      case 'orders':
      case 'replot':
        return [...(menu?.plots ?? []).map((it) => it.ship), ...(menu?.entries ?? []).map((it) => it.ship)];
      case 'fire':
        return [...new Set([...(menu?.fire ?? []), ...(menu?.fights?.shots ?? [])].map((it) => it.ship))];
      case 'launch':
        return (menu?.launch ?? []).map((it) => it.ship);
      case 'defence':
        return [...new Set((menu?.defence?.guards ?? []).map((it) => it.guard.ship))];
      case 'scan':
        return (menu?.scans ?? []).map((it) => it.ship);
      case 'emp':
        return (menu?.emp ?? []).map((it) => it.ship);
      case 'repairs':
        return (menu?.repairs ?? []).map((it) => it.ship);
      case 'cores':
        return menu?.cores ?? [];
      case 'cross':
      case 'duties':
      case 'repel':
        return [...(menu?.boarding?.crossings ?? []), ...(menu?.boarding?.fights ?? [])].map((it) => it.ship);
      case 'settings':
        return [...new Set((menu?.settings ?? []).map((it) => it.ship))];
      case 'deploy':
        return (menu?.deploy ?? []).map((it) => it.default.ship);
      default:
        return [];
    }
  }

  select(id: string | null, how?: Pointing): void {
    this.notice = '';
    if (how?.extend && id !== null && this.gathers && this.selected !== null && plotMenu(this.menu, Number(id))) {
      this.toggleMate(Number(id));
      return;
    }
    if (markerOf(id) !== null) return;
    this.selected = id;
    this.arm();
    // Of several ships that may be placed now, the one that is chosen.
    if (this.kind === 'deploy' && this.writable && id !== null && this.draft.place?.ship !== Number(id)) {
      const entry = this.menu?.deploy?.find((it) => it.default.ship === Number(id));
      if (entry) this.change({ ...this.draft, place: entry.default });
    }
  }

  hover(hit: Hit | null): void {
    this.hovered = hit?.kind === 'token' ? hit.id : hit?.kind === 'ghost' ? hit.ghost.owner : null;
  }

  /** How an order without controls reads. */
  private spell(): void {
    this.inWords = '';
    const { raw } = this.draft;
    if (raw === null || !this.#ask) return;
    void this.#ask({ order: raw }).then((found) => {
      if (this.draft.raw === raw) this.inWords = found?.written?.notation ?? '';
    });
  }

  /** A new draft; what was loaded from words and has no controls gives way to it. */
  change(draft: Draft): void {
    if (!this.writable) return;
    this.past = [...this.past.slice(-80), this.draft];
    this.draft = { ...draft, raw: null };
    this.edited = true;
    this.notice = '';
    this.judge();
  }

  /** Asks what the server says of the draft, once the player pauses: not everything that may be composed is possible. */
  private judge(): void {
    this.findings = [];
    if (this.#asking !== null) clearTimeout(this.#asking);
    const ask = this.#ask;
    if (!ask) return;
    this.#asking = setTimeout(() => {
      const draft = this.draft;
      void ask({ order: this.order() }).then((found) => {
        if (this.draft === draft && this.writable) this.findings = found && !found.legal ? found.findings : [];
      });
    }, 350);
  }

  click(hit: Hit | null, world?: Point, how?: Pointing): void {
    if (!hit) {
      if (world) this.pointAt(world);
      return;
    }
    if (how?.extend && (hit.kind === 'token' || hit.kind === 'ghost') && this.gathers) {
      this.select(hit.kind === 'token' ? hit.id : hit.ghost.owner, how);
      return;
    }
    if (hit.kind === 'ghost') {
      const found = /^choice-(\d+)-(.*)$/.exec(hit.id);
      if (found) this.setPlot(Number(found[1]), found[2]!);
      else this.select(hit.ghost.owner);
      return;
    }
    if (hit.kind === 'spot') {
      if (this.places) this.placing = hit.id;
      if (this.kind === 'launch' && this.armed !== null) this.aimLoad(hit.spot.at);
      return;
    }
    if (hit.kind !== 'token') return;
    if (this.kind === 'defence' && this.writable && (this.menu?.defence?.guards ?? []).some((it) => threatOf(it.guard) === hit.id)) {
      this.toggleThreat(hit.id);
      return;
    }
    if (markerOf(hit.id) !== null) return;
    if (this.kind === 'wings' && this.writable && this.sendWing(hit.id)) return;
    if (this.kind === 'attacks' && this.writable) {
      const group = wingOf(this.selected);
      const quarry = this.menu?.fights?.attacks?.find((it) => it.group === group)?.targets.find((it) => targetId(it.target) === hit.id);
      if (group !== null && quarry) {
        this.change(withAttack(this.draft, group, quarry.target));
        return;
      }
    }
    const shooter = this.kind === 'fire' && this.writable ? this.index(this.selected) : null;
    const group = wingOf(hit.id);
    if (shooter !== null && group !== null) {
      this.shootGroup(shooter, group);
      return;
    }
    const scan = this.kind === 'scan' && this.writable ? this.menu?.scans?.find((it) => String(it.ship) === this.selected) : undefined;
    if (scan?.targets.includes(Number(hit.id))) {
      if (scansOf(this.draft, scan.ship).includes(Number(hit.id)) || scansOf(this.draft, scan.ship).length < scan.most) this.change(withScan(this.draft, scan.ship, Number(hit.id)));
      return;
    }
    if (this.kind === 'launch' && this.writable && this.launchAt(Number(hit.id))) return;
    const menu = this.kind === 'fire' && this.writable ? fireMenu(this.menu, this.index(this.selected)) : null;
    if (menu && targetsOf(menu).includes(Number(hit.id))) this.toggleTarget(menu, Number(hit.id));
    else this.select(hit.id);
  }

  /** A place within the selected ship's reach is where it is to end. */
  private pointAt(world: Point): void {
    const reach = this.reach();
    if (reach && this.steers && this.writable && !this.playing) {
      const choice = nearestChoice(reach, world);
      if (choice && distance(choice.path[choice.path.length - 1]!, world) <= 1.5) this.setPlot(reach.menu.ship, choice.plot);
    } else if (this.kind === 'deploy' && this.writable && this.draft.place) {
      const zone = this.zone();
      if (zone && distance(intoZone(zone, world), world) < 0.5) this.place({ at: intoZone(zone, world) });
    } else if (this.kind === 'launch' && this.writable && !this.playing) this.aimLoad(world);
    else if (this.places && this.writable && this.placing !== null) this.change(withPlace(this.draft, this.placing, this.placeFor(this.placing, world)));
    else if (this.kind === 'wings' && this.writable && !this.playing) {
      const menu = this.wingMenu();
      if (menu) this.flyWing(menu, world);
    }
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
    if (!reach) return;
    const found = helm(reach, orderOf(this.draft, reach.menu.ship).plot, move);
    if (found !== null) this.setPlot(reach.menu.ship, found);
    else this.notice = words.notOffered(this.all[reach.menu.ship]?.tag ?? '');
  }

  // Fire.

  symbolOf(ship: number, icon: number): string {
    return this.all[ship]?.display.icons[icon]?.symbol ?? '';
  }

  /** Used up by firing, so it is not fired along with the rest. */
  isOnce(ship: number, icon: number): boolean {
    return !!this.menu?.weapons?.find((it) => it.ship === ship && it.weapon === icon)?.one_shot;
  }

  /** Whether it takes a fire control. */
  private guided(ship: number): (icon: number) => boolean {
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
    if (used.length > menu.controls) this.notice = words.fire.noControl;
    else this.change(draft);
  }

  /** All weapons that can and are free fire at a group; once more, and they hold. */
  shootGroup(ship: number, group: number): void {
    const able = (this.menu?.fights?.shots ?? []).filter((it) => it.ship === ship && it.shot.group === group).map((it) => it.shot);
    const fire = fireOf(this.draft, ship);
    const on = fire.groups?.filter((it) => it.group === group) ?? [];
    const wanted = on.length > 0 ? on : able.filter((it) => !fire.groups?.some((other) => other.weapon === it.weapon) && !fire.shots.some((other) => other.weapon === it.weapon));
    if (wanted.length > 0) this.change(wanted.reduce((draft, it) => withGroupShot(draft, ship, it.weapon, it.group), this.draft));
  }

  private nextTarget(by: number): void {
    const menu = fireMenu(this.menu, this.index(this.selected));
    if (!menu) return;
    const targets = targetsOf(menu);
    const now = targets.indexOf(fireOf(this.draft, menu.ship).shots[0]?.target ?? -1);
    const target = targets[now < 0 ? (by > 0 ? 0 : targets.length - 1) : (now + by + targets.length) % targets.length];
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
    if (!menu || this.armed === null || !weaponsOf(menu).includes(this.armed)) this.armed = free[0] ?? (menu ? (weaponsOf(menu)[0] ?? null) : null);
  }

  private armNext(): void {
    const menu = this.launchMenu();
    const next = menu ? weaponsOf(menu).find((weapon) => !launchedBy(this.draft, menu.ship, weapon)) : undefined;
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
      this.notice = words.launch.atShip;
      return;
    }
    const now = launchedBy(this.draft, menu.ship, this.armed);
    this.change(withLaunched(this.draft, menu.ship, this.armed, { weapon: this.armed, at, extended: load.extended, fused: !!now?.fused }));
    if (!now) this.armNext();
  }

  /** The armed launcher's load goes where an enemy is, or will be if he holds his course. */
  private launchAt(target: number): boolean {
    const menu = this.launchMenu();
    const ship = this.all[target];
    if (!menu || !ship || this.armed === null || ship.side === this.all[menu.ship]?.side) return false;
    const choice = choiceAt(menu, this.armed, target, ahead(ship));
    if (!choice) {
      this.notice = words.launch.noLead(ship.tag);
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
    const spare = (it: Guard) => it.boats === undefined && ['scatterGun', 'grapeshot'].includes(this.symbolOf(it.ship, it.weapon));
    if (menu) this.change(withThreat(this.draft, menu, threat, spare));
  }

  /** Whether things are given places in this phase. */
  get places(): boolean {
    return ['opening', 'rounds', 'features', 'plans'].includes(this.kind);
  }

  /** A ship that comes round stays on its stretch of the edge. */
  private placeFor(id: string, world: Point): Point {
    const round = this.menu?.rounds?.find((it) => roundId(it.usual.ship) === id);
    return round ? between(round.from, round.to, world) : tenths(world);
  }

  usualPlace(id: string): Point | null {
    return this.menu?.rounds?.find((it) => roundId(it.usual.ship) === id)?.usual.at ?? null;
  }

  // Fighters and gunboats.

  /** The selected group, if it may move. */
  wingMenu(): WingMenu | null {
    const index = wingOf(this.selected);
    return this.menu?.wings?.find((it) => it.group === index) ?? null;
  }

  setWing(group: number, action: WingAction): void {
    this.change({ ...this.draft, wing: { group, action } });
  }

  private flightTo(menu: WingMenu, world: Point): WingAction {
    const to = within(menu.from, world, menu.reach);
    return { fly: { to, facing: clockTo(menu.from, to, this.truth?.groups?.[menu.group]?.facing ?? 12) } };
  }

  private flyWing(menu: WingMenu, world: Point): void {
    this.setWing(menu.group, this.flightTo(menu, world));
  }

  /** Pointing at a ship or a group while groups move: true if it meant something to the selected one. */
  private sendWing(id: string): boolean {
    const other = wingOf(id);
    const menu = this.wingMenu();
    if (other !== null && this.menu?.wings?.some((it) => it.group === other) && !(menu && choiceForGroup(menu, other))) {
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
      const short = away > 3 ? { x: at.x + ((menu.from.x - at.x) * 3) / away, y: at.y + ((menu.from.y - at.y) * 3) / away } : menu.from;
      this.flyWing(menu, short);
    }
    return true;
  }

  // Placing.

  zone() {
    return this.menu?.deploy?.find((it) => it.default.ship === this.draft.place?.ship) ?? this.menu?.deploy?.[0] ?? null;
  }

  place(part: Partial<Deploy>): void {
    if (this.draft.place) this.change({ ...this.draft, place: { ...this.draft.place, ...part } });
  }

  rotate(by: number): void {
    const wing = this.kind === 'wings' ? this.draft.wing : null;
    if (wing && wing.action !== 'hold' && 'fly' in wing.action) {
      this.setWing(wing.group, { fly: { ...wing.action.fly, facing: turned(wing.action.fly.facing, by) } });
      return;
    }
    if (this.kind === 'deploy' && this.draft.place) {
      const { facings = [] } = this.zone() ?? {};
      let facing = turned(this.draft.place.facing, by);
      for (let k = 0; k < 12 && facings.length > 0 && !facings.includes(facing); k++) facing = turned(facing, by);
      this.place({ facing });
    }
    const entry = this.entryOf(this.index(this.selected));
    if (entry) this.change({ ...this.draft, entries: { ...this.draft.entries, [entry.ship]: { ...entry, facing: turned(entry.facing, by) } } });
  }

  entryOf(ship: number | null) {
    const offered = this.menu?.entries?.find((it) => it.ship === ship);
    return offered ? (this.draft.entries[offered.ship] ?? offered) : null;
  }

  dragStart(hit: Hit | null): boolean {
    if (!this.writable || !hit || this.playing) return false;
    if (hit.kind === 'spot' && this.places && hit.spot.drag) {
      this.placing = hit.id;
      this.#dragging = hit.id;
      this.#beforeDrag = this.draft;
      return true;
    }
    const load = hit.kind === 'ghost' ? /^load-(\d+)-(\d+)$/.exec(hit.id) : null;
    if (load) {
      this.selected = load[1]!;
      this.armed = Number(load[2]);
      this.#dragging = hit.id;
      this.#beforeDrag = this.draft;
      return true;
    }
    const wing = this.kind === 'wings' ? wingOf(hit.kind === 'ghost' ? hit.ghost.owner : hit.id) : null;
    if (wing !== null && this.menu?.wings?.some((it) => it.group === wing)) {
      this.selected = wingId(wing);
      this.#dragging = wingId(wing);
      this.#beforeDrag = this.draft;
      return true;
    }
    if (hit.kind === 'ghost' && hit.ghost.drag) this.#dragging = hit.ghost.owner;
    else if (hit.kind === 'token' && this.steers) {
      const menu = plotMenu(this.menu, Number(hit.id));
      if (!menu || isBound(menu)) return false;
      this.#dragging = hit.id;
    } else return false;
    this.selected = this.#dragging;
    this.#beforeDrag = this.draft;
    return true;
  }

  dragTo(world: Point): void {
    const load = /^load-(\d+)-(\d+)$/.exec(this.#dragging ?? '');
    if (load) {
      const [ship, weapon] = [Number(load[1]), Number(load[2])];
      const menu = launchMenu(this.menu, ship);
      const from = this.all[ship]?.motion.at;
      const at = tenths(world);
      const now = launchedBy(this.draft, ship, weapon);
      if (menu && from && now) this.draft = { ...withLaunched(this.draft, ship, weapon, { ...now, at, extended: !!loadFor(menu, weapon, distance(from, at))?.extended }), raw: null };
      return;
    }
    if (this.places && this.#dragging !== null) {
      this.draft = { ...withPlace(this.draft, this.#dragging, this.placeFor(this.#dragging, world)), raw: null };
      return;
    }
    const wing = wingOf(this.#dragging);
    if (wing !== null) {
      const menu = this.wingMenu();
      if (menu) this.draft = { ...this.draft, wing: { group: wing, action: this.flightTo(menu, world) }, raw: null };
      return;
    }
    const index = this.index(this.#dragging);
    if (index === null || !this.truth) return;
    if (this.kind === 'deploy') {
      const zone = this.zone();
      if (zone && this.draft.place) this.draft = { ...this.draft, place: { ...this.draft.place, at: intoZone(zone, world) }, raw: null };
      return;
    }
    const entry = this.entryOf(index);
    if (entry) {
      const at = ontoEdge(entry, world, this.truth.field.scenario.table);
      this.draft = { ...this.draft, entries: { ...this.draft.entries, [index]: { ...entry, at } }, raw: null };
      return;
    }
    const menu = plotMenu(this.menu, index);
    const reach = menu && reachOf(this.truth, menu, this.draft);
    const choice = reach && nearestChoice(reach, world);
    if (choice && choice.plot !== this.draft.ships[index]?.plot) this.draft = { ...withShip(this.draft, index, { plot: choice.plot }), raw: null };
  }

  dragEnd(): void {
    if (this.#dragging !== null && this.#beforeDrag && this.#beforeDrag !== this.draft) {
      this.past = [...this.past.slice(-80), this.#beforeDrag];
      this.edited = true;
      this.judge();
    }
    this.#dragging = null;
    this.#beforeDrag = null;
  }

  next(by: number): void {
    const ids = this.movable().map(wingId);
    if (ids.length > 0) {
      this.select(ids[(ids.indexOf(this.selected ?? '') + by + ids.length) % ids.length] ?? ids[0]!);
      return;
    }
    const able = this.able();
    const list = able.length > 0 ? able : this.all.filter((it) => it.active).map((it) => it.index);
    if (list.length === 0) return;
    const now = list.indexOf(this.index(this.selected) ?? -1);
    this.select(String(list[(now + by + list.length) % list.length] ?? list[0]));
  }

  key(event: KeyboardEvent): boolean {
    const { key } = event;
    const index = this.index(this.selected);
    if (key === 'n' || key === '.') this.next(1);
    else if (key === 'p' || key === ',') this.next(-1);
    else if (key === 'r') this.toggle('ranges');
    else if (key === 'g') this.toggle('reach');
    else if (!this.writable) return false;
    else if (this.steers && key === 'a') this.steer('port');
    else if (this.steers && key === 'd') this.steer('starboard');
    else if (this.steers && key === 'w') this.steer('faster');
    else if (this.steers && key === 's') this.steer('slower');
    else if (this.steers && key === 'x') this.steer('straight');
    else if (this.steers && key === 'o' && index !== null && plotMenu(this.menu, index)?.can_roll) this.setWord(index, { roll: !orderOf(this.draft, index).roll });
    else if (this.kind === 'fire' && key === 'd') this.nextTarget(1);
    else if (this.kind === 'fire' && key === 'a') this.nextTarget(-1);
    else if (this.kind === 'fire' && key === 'x') this.change({ ...this.draft, fire: null });
    else if (this.kind === 'launch' && key === 'x') this.change({ ...this.draft, launch: null });
    else if (this.kind === 'defence' && key === 'x') this.change({ ...this.draft, defend: [] });
    else if (key === 'q' || key === 'e') this.rotate(key === 'q' ? -1 : 1);
    else if (this.kind === 'deploy' && this.draft.place && (key === 'w' || key === 's')) {
      const velocity = this.draft.place.velocity + (key === 'w' ? 1 : -1);
      if (velocity >= 0 && velocity <= (this.zone()?.most_velocity ?? 0)) this.place({ velocity });
    } else return false;
    return true;
  }

  undo(): void {
    const last = this.past[this.past.length - 1];
    if (!last || this.sealed) return;
    this.draft = last;
    this.past = this.past.slice(0, -1);
    this.notice = '';
    this.judge();
  }

  /** What the phase begins with. */
  private fresh(): Draft {
    const draft = emptyDraft();
    draft.place = this.menu?.deploy?.[0]?.default ?? null;
    draft.defend = this.menu?.defence?.usual ?? [];
    const { boarding } = this.menu ?? {};
    if (boarding) Object.assign(draft, { ...fromOrder({ cross: boarding.usual_crossings }), stands: fromOrder({ repel: boarding.usual_stands }).stands, duties: boarding.usual_duties });
    draft.opening = this.menu?.opening?.usual ?? {};
    draft.plans = this.menu?.plans ?? [];
    draft.parting = this.menu?.parting ?? [];
    draft.scramble = this.menu?.scramble?.[0]?.usual ?? null;
    draft.features = this.menu?.features ?? [];
    draft.rounds = (this.menu?.rounds ?? []).map((it) => it.usual);
    const { usual } = this.menu?.fights ?? {};
    if (usual && ['attacks', 'dogfights', 'runs', 'evade'].includes(this.kind)) {
      const { attacks, stances, runs, evade } = fromOrder(usual);
      Object.assign(draft, { attacks, stances, runs, evade });
    }
    if (draft.stances.length === 0) draft.stances = (this.menu?.fights?.stances ?? []).map((it) => it.usual);
    const first = this.kind === 'wings' ? this.menu?.wings?.[0] : undefined;
    if (first?.choices[0] !== undefined) draft.wing = { group: first.group, action: first.choices[0] };
    draft.scans = (this.menu?.scans ?? []).flatMap((it) => it.usual.map((target) => ({ ship: it.ship, target })));
    // All hits on a ship with only one system open to them can go nowhere else.
    for (const it of this.menu?.emp ?? []) if (it.icons.length === 1) return withTests(draft, it.ship, it.icons[0]!, it.hits);
    return draft;
  }

  clear(): void {
    if (this.writable && this.edited) this.past = [...this.past, this.draft];
    this.draft = this.fresh();
  }

  load(order: unknown): void {
    this.past = this.edited ? [...this.past, this.draft] : this.past;
    const draft = fromOrder(order);
    this.draft = this.kind === 'deploy' && !draft.place ? { ...draft, place: this.fresh().place } : draft;
    const ship = this.draft.fire?.ship ?? this.draft.place?.ship ?? this.draft.launch?.ship;
    if (ship !== undefined && (this.kind === 'fire' || this.kind === 'deploy' || this.kind === 'launch')) this.selected = String(ship);
    if (this.kind === 'wings' && this.draft.wing) this.selected = wingId(this.draft.wing.group);
    this.arm();
    this.spell();
  }

  order(): unknown {
    return toOrder(this.draft, this.kind, this.menu);
  }

  concede(): unknown {
    return 'concede';
  }

  cues(lines: Line[]): Cue[] {
    this.playing = true;
    const moved = lines.flatMap((it) => {
      const move = (it.event as GameEvent).movement?.moved;
      return move ? [move] : [];
    });
    return cuesFor(lines, {
      view: () => this.shown ?? this.truth!,
      show: (view) => {
        if (moved.length > 0 && moved.every((it) => view.ships[it.ship]?.motion.at.x === it.to.at.x && view.ships[it.ship]?.motion.at.y === it.to.at.y)) {
          this.flown = new Map(moved.map((it) => [it.ship, [this.all[it.ship]?.state.motion.at ?? it.to.at, ...it.path]]));
          moved.length = 0;
        }
        this.shown = view;
      },
    });
  }

  settle(): void {
    this.playing = false;
    this.shown = this.truth;
  }
}
