// One seat's table in this game: what the keys and the pointer do, and the old
// view catching up with the new one. What a phase composes is in `session/`.
import { boundsOf } from '../../board/camera';
import { distance } from '../../board/geometry';
import type { Hit, Pointing } from '../../board/state';
import type { Cue } from '../../board/timeline';
import type { Bounds, Point, Scene } from '../../board/types';
import { emptyScene } from '../../board/types';
import type { Line } from '../../wire';
import type { Laid, Told } from '../shared/cards';
import type { Stage } from '../shared/playback';
import type { FleetSide, GameSession, Task } from '../types';
import { cardsFor } from './cards';
import {
  fireMenu,
  fromOrder,
  intoZone,
  isBound,
  nearestChoice,
  ontoEdge,
  orderOf,
  plotMenu,
  scansOf,
  targetsOf,
  toOrder,
  withScan,
  withShip,
} from './compose';
import type { Draft } from './compose';
import { targetId, withAttack } from './fights';
import { turned } from './flight';
import { launchedBy, launchMenu, loadFor, markerOf, tenths, threatOf, withLaunched } from './ordnance';
import { withPlace } from './opening';
import { cuesFor } from './playback';
import { focusOf, reachOf, sceneOf } from './scene';
import {
  completed,
  firstPlaced,
  freshDraft,
  placesOffered,
  groupsWithChoice,
  shipsWithChoice,
} from './session/begin';
import { Deck, NEAR, ROUNDED } from './session/deck';
import { explained, shipRow, wingRow } from './session/rows';
import { taskOf } from './task';
import { words } from './texts';
import type { Vessel } from './model';
import type { Entry, GameEvent, Motion, View } from './types';
import { gazeOf, isFlying, wingId, wingOf, wingTag } from './wings';

export class FullThrustSession extends Deck implements GameSession {
  readonly offersDraws = false;

  readonly scene = $derived.by<Scene>(() => {
    if (!this.shown) return emptyScene();
    return sceneOf({
      ...this.sight(this.shown),
      picked: this.selected,
      hoveredIcon: this.hoveredIcon,
      armed: this.armed,
      placing: this.placing,
      flights: this.flights,
      squadron: this.squadron,
    });
  });

  readonly focus = $derived.by<Bounds | null>(() => {
    const view = this.truth;
    if (!view) return null;
    // Who places ships wants to see the whole table.
    if (this.kind === 'deploy') return null;
    const places = placesOffered(this.menu);
    const all = focusOf(view);
    // What is to be placed must be in sight, with whatever it is placed among.
    return places.length > 0 && all
      ? boundsOf([{ x: all.left, y: all.bottom }, { x: all.right, y: all.top }, ...places], 2)
      : all;
  });

  readonly fleet = $derived.by<FleetSide[]>(() => {
    const view = this.shown;
    if (!view) return [];
    return view.field.scenario.sides.map((side, k) => ({
      side: k,
      name: side.name,
      score: words.points(view.points[k] ?? 0),
      ships: [
        ...this.all.filter((it) => it.side === k).map((it) => shipRow(this, view, it)),
        ...(view.groups ?? []).flatMap((it, n) =>
          it.side === k && isFlying(it) ? [wingRow(this, view, it, n)] : [],
        ),
      ],
    }));
  });

  readonly turnText = $derived(words.turn(this.shown?.turn ?? 0, this.shown?.field.scenario.turns ?? 0));

  readonly task = $derived.by<Task>(() => taskOf(this));

  /** How a ship moves: one that is being placed as it is drawn there. */
  motionShown(ship: Vessel): Pick<Motion, 'at' | 'facing' | 'velocity'> {
    const place = this.kind === 'deploy' && this.writable ? this.draft.place : null;
    return place && place.ship === ship.index ? place : ship.motion;
  }

  readonly explain = $derived.by<string>(() => explained(this));

  protected begun(): void {
    this.flights = new Map();
    this.notice = '';
    this.findings = [];
    if (this.open) this.selectNextOwing();
    this.arm();
    this.placing = firstPlaced(this.menu);
  }

  protected fresh(): Draft {
    return freshDraft(this.kind, this.menu);
  }

  protected read(order: unknown): Draft {
    return completed(fromOrder(order), this.kind, this.menu);
  }

  private selectNextOwing(): void {
    const flies = ['wings', 'attacks', 'dogfights', 'runs', 'evade'].includes(this.kind);
    this.selectFirst(flies ? this.movable().map(wingId) : this.able().map(String));
  }

  /** Groups that have a choice in this phase. */
  movable(): number[] {
    return groupsWithChoice(this.kind, this.menu);
  }

  /** Ships that have a choice in this phase. */
  able(): number[] {
    return shipsWithChoice(this.kind, this.menu);
  }

  override select(id: string | null, how?: Pointing): void {
    this.notice = '';
    if (
      how?.extend &&
      id !== null &&
      this.gathers &&
      this.selected !== null &&
      plotMenu(this.menu, Number(id))
    ) {
      this.toggleMate(Number(id));
      return;
    }
    if (markerOf(id) !== null) return;
    this.selected = id;
    this.arm();
    // Of several ships that may be placed now, the one that is chosen.
    if (this.kind === 'deploy' && this.writable && id !== null && this.draft.place?.ship !== Number(id)) {
      const entry = this.menu?.deploy.find((it) => it.default.ship === Number(id));
      if (entry) this.change({ ...this.draft, place: entry.default });
    }
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
    if (
      this.kind === 'defence' &&
      this.writable &&
      (this.menu?.defence?.guards ?? []).some((it) => threatOf(it.guard) === hit.id)
    ) {
      this.toggleThreat(hit.id);
      return;
    }
    if (markerOf(hit.id) !== null) return;
    if (this.kind === 'wings' && this.writable && this.sendWing(hit.id)) return;
    if (this.kind === 'attacks' && this.writable) {
      const group = wingOf(this.selected);
      const quarry = this.menu?.fights?.attacks
        ?.find((it) => it.group === group)
        ?.targets.find((it) => targetId(it.target) === hit.id);
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
    const scan =
      this.kind === 'scan' && this.writable
        ? this.menu?.scans?.find((it) => String(it.ship) === this.selected)
        : undefined;
    if (scan?.targets.includes(Number(hit.id))) {
      if (
        scansOf(this.draft, scan.ship).includes(Number(hit.id)) ||
        scansOf(this.draft, scan.ship).length < scan.most
      )
        this.change(withScan(this.draft, scan.ship, Number(hit.id)));
      return;
    }
    if (this.kind === 'launch' && this.writable && this.launchAt(Number(hit.id))) return;
    const menu =
      this.kind === 'fire' && this.writable ? fireMenu(this.menu, this.index(this.selected)) : null;
    if (menu && targetsOf(menu).includes(Number(hit.id))) this.toggleTarget(menu, Number(hit.id));
    else {
      this.whyNotAt(hit.id);
      this.select(hit.id);
    }
  }

  /** A click on somebody else who cannot be fired at, scanned or attacked now. */
  private whyNotAt(token: string): void {
    const other = this.vessel(token);
    const ship = this.vessel(this.selected);
    if (!this.writable || this.playing || !other?.active) return;
    const at = other.state.motion.at;
    const group = wingOf(this.selected);
    if (this.kind === 'attacks' && group !== null && this.shown)
      return this.refuse(words.why.noAttack(wingTag(this.shown, group), other.tag), at, 'FT-8.7.1');
    if (!ship || ship.side === other.side || ship.state.owner !== this.seat) return;
    if (this.kind === 'scan') return this.refuse(words.why.noScan, at, 'FT-12.1.3');
    if (this.kind !== 'fire') return;
    const silent = this.menu?.silent.find((it) => it.ship === ship.index);
    const refused = fireMenu(this.menu, ship.index)?.refused ?? silent?.refused ?? [];
    const why = refused.find((it) => it.targets.includes(other.index)) ?? silent;
    if (why) this.refuse(words.why.because(ship.tag, why.why), at, why.rule);
    else this.refuse(words.why.noTarget(ship.tag, other.tag), at, 'FT-4.2.4');
  }

  /** A place within the selected ship's reach is where it is to end. */
  private pointAt(world: Point): void {
    const reach = this.reach();
    if (reach && this.steers && this.writable && !this.playing) {
      const choice = nearestChoice(reach, world);
      if (choice && distance(choice.path[choice.path.length - 1]!, world) <= NEAR)
        this.setPlot(reach.menu.ship, choice.plot);
      else this.whyNoEnd(reach.menu.ship, world);
    } else if (this.kind === 'deploy' && this.writable && this.draft.place) {
      const zone = this.zone();
      if (zone && distance(intoZone(zone, world), world) <= ROUNDED)
        this.place({ at: intoZone(zone, world) });
      else this.whyNoPlace(world);
    } else if (this.kind === 'launch' && this.writable && !this.playing) this.aimLoad(world);
    else if (this.places && this.writable && this.placing !== null) {
      this.change(withPlace(this.draft, this.placing, this.placeFor(this.placing, world)));
      this.whyNoSpot(this.placing, world);
    } else if (this.kind === 'wings' && this.writable && !this.playing) {
      const menu = this.wingMenu();
      if (!menu) return;
      this.flyWing(menu, world);
      if (this.outOfReach(menu, world)) this.whyNoFlight(menu, world);
    }
  }

  /** Turns what is placed or flies; false if there is nothing to turn in this phase. */
  rotate(by: number): boolean {
    if (this.turnWing(by)) return true;
    if (this.kind === 'deploy' && this.draft.place) {
      const { facings = [] } = this.zone() ?? {};
      let facing = turned(this.draft.place.facing, by);
      // turned: once round.
      for (let k = 0; k < 12 && facings.length > 0 && !facings.includes(facing); k++)
        facing = turned(facing, by);
      if (facing === this.draft.place.facing)
        this.refuse(words.why.facing, this.draft.place.at, words.task.deploy.rule);
      else this.place({ facing });
      return true;
    }
    const entry = this.entryOf(this.index(this.selected));
    if (entry)
      this.change({
        ...this.draft,
        entries: { ...this.draft.entries, [entry.ship]: { ...entry, facing: turned(entry.facing, by) } },
      });
    return !!entry;
  }

  /** Faster or slower where it is placed, as far as the scenario allows. */
  private hasten(by: number): void {
    const { place } = this.draft;
    const most = this.zone()?.most_velocity ?? 0;
    if (!place) return;
    const velocity = place.velocity + by;
    if (velocity >= 0 && velocity <= most) this.place({ velocity });
    else this.refuse(words.why.begins(most), place.at, words.task.deploy.rule);
  }

  /** The ship rolls over, or the rules say why it cannot. */
  private rollOver(ship: number): void {
    const roll = !orderOf(this.draft, ship).roll;
    if (plotMenu(this.menu, ship)?.can_roll) return this.setWord(ship, { roll });
    const order = toOrder(withShip(this.draft, ship, { roll }), this.kind, this.menu);
    void this.whyNot([order], this.all[ship]?.motion.at ?? null, words.why.roll, 'FT-16.2.1');
  }

  dragStart(hit: Hit | null): boolean {
    if (!this.writable || !hit || this.playing) return false;
    if (hit.kind === 'spot' && this.places && hit.spot.drag) {
      this.placing = hit.id;
      return this.hold(hit.id);
    }
    if (hit.kind === 'spot' && gazeOf(hit.id) !== null) return this.hold(hit.id);
    const load = hit.kind === 'ghost' ? /^load-(\d+)-(\d+)$/.exec(hit.id) : null;
    if (load) {
      this.selected = load[1]!;
      this.armed = Number(load[2]);
      return this.hold(hit.id);
    }
    const wing = this.kind === 'wings' ? wingOf(hit.kind === 'ghost' ? hit.ghost.owner : hit.id) : null;
    if (wing !== null && this.menu?.wings?.some((it) => it.group === wing)) {
      this.selected = wingId(wing);
      return this.hold(wingId(wing));
    }
    if (hit.kind === 'ghost' && hit.ghost.drag) {
      this.selected = hit.ghost.owner;
      return this.hold(hit.ghost.owner);
    }
    const menu = hit.kind === 'token' && this.steers ? plotMenu(this.menu, Number(hit.id)) : null;
    if (!menu) return false;
    if (isBound(menu)) return this.holdFast((world) => this.refuse(words.helm.bound, world, 'FT-3.5.2'));
    this.selected = hit.id;
    return this.hold(hit.id);
  }

  dragTo(world: Point): void {
    if (this.heldFast(world)) return;
    const load = /^load-(\d+)-(\d+)$/.exec(this.dragging ?? '');
    if (load) {
      const [ship, weapon] = [Number(load[1]), Number(load[2])];
      const menu = launchMenu(this.menu, ship);
      const from = this.all[ship]?.motion.at;
      const at = tenths(world);
      const now = launchedBy(this.draft, ship, weapon);
      if (menu && from && now)
        this.draft = {
          ...withLaunched(this.draft, ship, weapon, {
            ...now,
            at,
            extended: !!loadFor(menu, weapon, distance(from, at))?.extended,
          }),
          raw: null,
        };
      // Only the rules know whether it may go there.
      this.amiss(() => void this.whyNot([this.order()], world, null));
      return;
    }
    const gaze = gazeOf(this.dragging);
    if (gaze !== null) {
      this.dragGaze(gaze, world);
      return;
    }
    const spot = this.places ? this.dragging : null;
    if (spot !== null) {
      this.draft = { ...withPlace(this.draft, spot, this.placeFor(spot, world)), raw: null };
      this.amiss(() => this.whyNoSpot(spot, world));
      return;
    }
    const wing = wingOf(this.dragging);
    if (wing !== null) {
      const menu = this.wingMenu();
      if (!menu) return;
      this.draft = { ...this.draft, wing: { group: wing, action: this.flightTo(menu, world) }, raw: null };
      this.amiss(this.outOfReach(menu, world) ? () => this.whyNoFlight(menu, world) : null);
      return;
    }
    const index = this.index(this.dragging);
    if (index === null || !this.truth) return;
    if (this.kind === 'deploy') {
      const zone = this.zone();
      if (!zone || !this.draft.place) return;
      const at = intoZone(zone, world);
      this.draft = { ...this.draft, place: { ...this.draft.place, at }, raw: null };
      this.amiss(distance(at, world) > ROUNDED ? () => this.whyNoPlace(world) : null);
      return;
    }
    const entry = this.entryOf(index);
    if (entry) {
      const at = ontoEdge(entry, world, this.truth.field.scenario.table);
      this.draft = {
        ...this.draft,
        entries: { ...this.draft.entries, [index]: { ...entry, at } },
        raw: null,
      };
      this.amiss(distance(at, world) > NEAR ? () => this.whyNoEntry(entry, world) : null);
      return;
    }
    const menu = plotMenu(this.menu, index);
    const reach = menu && reachOf(this.truth, menu, this.draft);
    const choice = reach && nearestChoice(reach, world);
    if (choice && choice.plot !== this.draft.ships[index]?.plot)
      this.draft = { ...withShip(this.draft, index, { plot: choice.plot }), raw: null };
    const away = choice ? distance(choice.path[choice.path.length - 1]!, world) : Infinity;
    this.amiss(menu && away > NEAR ? () => this.whyNoEnd(index, world) : null);
  }

  /** A ship that comes back was let go away from the edge it comes by: the rules say why. */
  private whyNoEntry(entry: Entry, world: Point): void {
    const draft = {
      ...this.draft,
      entries: { ...this.draft.entries, [entry.ship]: { ...entry, at: tenths(world) } },
    };
    void this.whyNot([toOrder(draft, this.kind, this.menu)], world, words.why.edge, 'FT-3.9.2');
  }

  next(by: number): void {
    const ids = this.movable().map(wingId);
    const able = this.able();
    const list = able.length > 0 ? able : this.all.filter((it) => it.active).map((it) => it.index);
    this.selectNext(ids.length > 0 ? ids : list.map(String), by);
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
    else if (this.steers && key === 'o' && index !== null && plotMenu(this.menu, index)) this.rollOver(index);
    else if (this.kind === 'fire' && key === 'd') this.nextTarget(1);
    else if (this.kind === 'fire' && key === 'a') this.nextTarget(-1);
    else if (this.kind === 'fire' && key === 'x') this.change({ ...this.draft, fire: null });
    else if (this.kind === 'launch' && key === 'x') this.change({ ...this.draft, launch: null });
    else if (this.kind === 'defence' && key === 'x') this.change({ ...this.draft, defend: [] });
    else if (key === 'q' || key === 'e') return this.rotate(key === 'q' ? -1 : 1);
    else if (this.kind === 'deploy' && this.draft.place && (key === 'w' || key === 's'))
      this.hasten(key === 'w' ? 1 : -1);
    else return false;
    return true;
  }

  override load(order: unknown): void {
    super.load(order);
    const ship = this.draft.fire?.ship ?? this.draft.place?.ship ?? this.draft.launch?.ship;
    if (ship !== undefined && (this.kind === 'fire' || this.kind === 'deploy' || this.kind === 'launch'))
      this.selected = String(ship);
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

  protected cardsOn(told: Told<View, GameEvent>[]): Laid[] {
    return cardsFor(told);
  }

  protected cuesOn(stage: Stage<View>, lines: Line[]): Cue[] {
    const moved = lines.flatMap((it) => {
      const move = (it.event as GameEvent).movement?.moved;
      return move ? [move] : [];
    });
    return cuesFor(lines, {
      ...stage,
      show: (view) => {
        if (
          moved.length > 0 &&
          moved.every(
            (it) =>
              view.ships[it.ship]?.motion.at.x === it.to.at.x &&
              view.ships[it.ship]?.motion.at.y === it.to.at.y,
          )
        ) {
          this.flown = new Map(
            moved.map((it) => [it.ship, [this.all[it.ship]?.state.motion.at ?? it.to.at, ...it.path]]),
          );
          moved.length = 0;
        }
        stage.show(view);
      },
    });
  }
}
