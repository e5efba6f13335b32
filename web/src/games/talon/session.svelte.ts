// One seat's table in this game: what is selected, what is drafted, what the
// keys and the pointer do, and the old view catching up with the new one.
import { hexAt } from '../../board/hex';
import type { Hit, Pointing } from '../../board/state';
import type { Cue } from '../../board/timeline';
import type { Bounds, Point, Scene } from '../../board/types';
import { emptyScene } from '../../board/types';
import type { Line } from '../../wire';
import { Session } from '../shared/session.svelte';
import type { Laid, Told } from '../shared/cards';
import type { Stage } from '../shared/playback';
import type { FleetSide, GameSession, Overlay, Task, TaskStep } from '../types';
import { cardsFor } from './cards';
import {
  adjustOf,
  allAt,
  bestTarget,
  choiceAt,
  earlier,
  emptyDraft,
  fireGroup,
  freshDraft,
  fromOrder,
  isDrop,
  leftToMove,
  moveFor,
  moveOf,
  moverKey,
  moverMenu,
  sameSpend,
  toOrder,
  useOf,
  volleyOf,
  withAdjust,
  withDrop,
  withFacing,
  withMove,
  withPlace,
  withUse,
  withVolley,
} from './compose';
import type { Draft } from './compose';
import { LAYOUT, boundsOfHexes, pairOf, same } from './hexes';
import {
  menuKind,
  phaseKind,
  phaseSide,
  spendText,
  statusText,
  targetTag,
  targetToken,
  vessels,
} from './model';
import type { PhaseKind, Vessel } from './model';
import { cuesFor } from './playback';
import { atLeast, focusOf, owesOrder, placeOf, sceneOf, steadyFocus } from './scene';
import { words } from './texts';
import type {
  DeployShip,
  FireGroup,
  GameEvent,
  HexPair,
  How,
  Menu,
  MissileView,
  Order,
  Shot,
  Spend,
  TargetMenu,
  View,
} from './types';

export class TalonSession extends Session<View, Menu, Draft> implements GameSession {
  /** The weapon group being aimed, by its number. */
  group = $state<number | null>(null);
  pinnedArcs = $state(false);
  tracks = $state(true);
  numbers = $state(false);
  #focus: Bounds | null = null;

  constructor() {
    super(emptyDraft());
  }

  readonly all = $derived<Vessel[]>(this.shown ? vessels(this.shown) : []);
  /** What is to be decided; what is shown may lag behind it while events play. */
  readonly kind = $derived<PhaseKind>(
    menuKind(this.open ? this.menu : null) ?? (this.truth ? phaseKind(this.truth.phase) : 'setup'),
  );

  readonly scene = $derived.by<Scene>(() => {
    if (!this.shown) return emptyScene();
    return sceneOf({
      view: this.shown,
      menu: this.menu,
      draft: this.draft,
      selected: this.selected,
      hovered: this.hovered,
      group: this.group,
      pinnedArcs: this.pinnedArcs,
      tracks: this.tracks,
      numbers: this.numbers,
      open: this.writable,
      playing: this.playing,
    });
  });

  readonly focus = $derived.by<Bounds | null>(() => {
    const view = this.truth;
    if (!view) return null;
    // Who places ships wants to see the whole map; reinforcements come in among the others.
    if (this.menu?.deploy) return null;
    const places = this.menu?.reinforce;
    const now = places
      ? atLeast(
          boundsOfHexes(
            places.ships.flatMap((it) => it.hexes),
            1.5,
          ),
          // drawn: hexes in sight at least.
          9,
        )
      : focusOf(view);
    this.#focus = steadyFocus(this.#focus, now);
    return this.#focus;
  });

  readonly closeUp = true;

  readonly fleet = $derived.by<FleetSide[]>(() => {
    const view = this.shown;
    if (!view) return [];
    return view.field.scenario.sides.map((side, k) => ({
      side: k,
      name: side.name,
      score: words.points(view.destroyed[k] ?? 0, view.points[k] ?? 0),
      ships: this.all.filter((it) => it.side === k).map((it) => this.row(it)),
    }));
  });

  readonly notice = '';
  readonly turnText = $derived.by(() => {
    const view = this.shown;
    if (!view) return '';
    const kind = phaseKind(view.phase);
    const inImpulse = kind === 'power' || kind === 'move' || kind === 'fire';
    return words.turn(view.round, inImpulse || this.playing ? view.impulse : null);
  });

  readonly task = $derived.by<Task>(() => {
    const t = words.task;
    const plain = { seal: '', progress: '' };
    if (this.truth && phaseKind(this.truth.phase) === 'over') return { ...t.over, ...plain };
    if (!this.open || !this.menu)
      return this.kind === 'setup' ? { ...t.setup, ...plain } : { ...t.wait, rule: '', ...plain };
    const { menu, draft } = this;
    switch (this.kind) {
      case 'buy':
        return { ...t.buy, progress: '' };
      case 'initiative':
        return { ...t.initiative, progress: '' };
      case 'terrain':
        return {
          title: t.terrain.title(words.terrain[menu.terrain!.kind]!),
          hint: t.terrain.hint,
          rule: t.terrain.rule,
          seal: t.terrain.seal,
          progress: '',
        };
      case 'deploy':
      case 'reinforce': {
        const it = this.kind === 'deploy' ? t.deploy : t.reinforce;
        return {
          title: it.title((menu.deploy ?? menu.reinforce)!.ships.length),
          hint: it.hint,
          rule: it.rule,
          seal: it.seal,
          progress: '',
        };
      }
      case 'power': {
        const able = menu.power!.filter((it) => it.uses.some((use) => !isDrop(use)));
        const done = able.filter((it) => useOf(draft, it.ship) !== null).length;
        return {
          title: t.power.title(able.length),
          hint: t.power.hint,
          rule: t.power.rule,
          seal: t.power.seal(done),
          progress: t.power.progress(done, able.length),
          steps: this.steps(),
        };
      }
      case 'fire': {
        const fire = menu.fire!;
        return {
          title: t.fire.title(fire.ships.length),
          hint: fire.open ? t.fire.open : t.fire.hint,
          rule: t.fire.rule,
          seal: t.fire.seal(draft.volleys.length),
          progress: t.fire.progress(draft.volleys.length),
          steps: this.steps(),
        };
      }
      case 'charge':
        return {
          title: t.charge.title(menu.charge!.length),
          hint: t.charge.hint,
          rule: t.charge.rule,
          seal: t.charge.seal,
          progress: '',
        };
      case 'pull':
        return { ...t.pull, progress: '' };
      case 'pick': {
        const { cause, points } = menu.pick!;
        const why = cause === 'explosion' ? 'blast' : 'strike';
        return {
          title: t.pick.title(points),
          hint: t.pick[why],
          rule: t.pick.rules[why],
          seal: t.pick.seal,
          progress: '',
        };
      }
      case 'retreat':
        return {
          title: t.retreat.title,
          hint: t.retreat.hint,
          rule: t.retreat.rule,
          seal: t.retreat.seal(draft.jumps.length),
          progress: '',
        };
      default: {
        const all = menu.moves ?? [];
        const must = all.filter((it) => it.required).length;
        return {
          title: t.move.title(all.length, must),
          hint: t.move.hint,
          rule: t.move.rule,
          seal: t.move.seal(draft.moves.length, leftToMove(menu, draft).length),
          progress: t.move.progress(draft.moves.length, all.length),
          steps: this.steps(),
        };
      }
    }
  });

  /** Where in the Turn this is: one cannot go to another step, only see it. */
  private steps(): TaskStep[] {
    const order = ['power', 'move', 'fire'];
    const now = order.indexOf(this.kind);
    return order.map((id, k) => ({
      id,
      label: words.steps[id]!,
      state: k < now ? 'done' : k === now ? 'now' : 'open',
      ready: k === now,
    }));
  }

  readonly explain = $derived.by<string>(() => {
    const view = this.shown;
    if (!view || this.hovered === null) return '';
    if (this.hovered.startsWith('m')) {
      const missile = this.missile(this.hovered);
      if (!missile) return '';
      return [
        words.missile(missile.number),
        missile.target === null ? words.missileLost : words.missileAt(this.all[missile.target]?.tag ?? ''),
        missile.damaged ? words.sheet.damaged : '',
      ]
        .filter(Boolean)
        .join(' · ');
    }
    const ship = this.vessel(this.hovered);
    if (!ship) return '';
    const [power, speed, turn] = ship.display.curve;
    const shields = ship.state.shields.map((n, k) => `${words.arcLetters[k]}${n}`).join(' ');
    const parts = [
      `${ship.tag} ${ship.name} (${ship.display.class})`,
      `${power}-${speed}-${turn}`,
      words.hullLeft(ship.display.hull_left, ship.hullOf),
    ];
    if (ship.display.kind !== 'fighters') parts.push(shields);
    const mine = this.vessel(this.selected);
    if (mine && mine !== ship && mine.active && ship.active) {
      const place = (id: string) => placeOf(view, id) ?? { x: 0, y: 0 };
      parts.push(`${this.scene.measure?.(place(mine.id), place(ship.id))} ← ${mine.tag}`);
    }
    return parts.join(' · ');
  });

  readonly overlays = $derived<Overlay[]>([
    { id: 'arcs', label: words.overlays.arcs, key: 'R', icon: 'rings', on: this.pinnedArcs },
    { id: 'numbers', label: words.overlays.numbers, key: 'K', icon: 'hash', on: this.numbers },
    ...(this.shown && this.shown.missiles.length > 0
      ? [{ id: 'tracks', label: words.overlays.tracks, key: 'G', icon: 'reach', on: this.tracks }]
      : []),
  ]);
  readonly offersDraws = false;
  readonly gathers = false;

  toggle(overlay: string): void {
    if (overlay === 'arcs') this.pinnedArcs = !this.pinnedArcs;
    if (overlay === 'tracks') this.tracks = !this.tracks;
    if (overlay === 'numbers') this.numbers = !this.numbers;
  }

  vessel(id: string | null): Vessel | null {
    return id === null || id.startsWith('m') ? null : (this.all[Number(id)] ?? null);
  }

  missile(id: string | null): MissileView | null {
    return id?.startsWith('m') ? (this.shown?.missiles.find((it) => `m${it.number}` === id) ?? null) : null;
  }

  private row(it: Vessel): FleetSide['ships'][number] {
    const { display, state } = it;
    const now = !this.playing && this.open;
    const c = state.criticals;
    const troubles = Object.entries(words.criticals)
      .filter(([key]) => !!c[key as keyof typeof c])
      .map(([, crit]) => ({ mark: crit.mark, meaning: `${crit.name}: ${crit.meaning}` }));
    const shieldsOf = display.shields_of.reduce((a, b) => a + b, 0);
    const shields = state.shields.reduce((a, b) => a + b, 0);
    const bars = [
      {
        share: it.hullOf ? display.hull_left / it.hullOf : 0,
        text: words.hullLeft(display.hull_left, it.hullOf),
        term: 'hull',
      },
    ];
    if (shieldsOf > 0)
      bars.push({
        share: display.shields_up ? shields / shieldsOf : 0,
        text: words.shieldsLeft(shields, shieldsOf),
        term: 'shields',
      });
    return {
      id: it.id,
      tag: it.tag,
      name: it.name,
      kind: it.className,
      hull: it.look.hull,
      bars,
      troubles,
      status: it.active ? 'active' : state.status === 'waiting' ? 'waiting' : 'gone',
      statusText: statusText(state.status, this.all),
      own: this.seat !== null && it.side === this.seat,
      owes: now && !this.sealed && owesOrder({ menu: this.menu, draft: this.draft }, it.id),
      order: now ? this.said(it) : '',
    };
  }

  /** What a ship has been told, in short. */
  private said(it: Vessel): string {
    const { draft, menu } = this;
    if (menu?.moves) {
      const move = moveOf(draft, it.id);
      return move ? words.howIcon[move.how]! : '';
    }
    if (menu?.power) return useOf(draft, it.index) === null ? '' : 'AP ✓';
    if (menu?.fire) {
      const tags = draft.volleys
        .filter((volley) => volley.ship === it.index)
        .flatMap((volley) =>
          volley.shots.flatMap((shot) => (shot.target ? [targetTag(shot.target, this.all)] : [])),
        );
      return tags.length > 0 ? `→ ${[...new Set(tags)].join(' ')}` : '';
    }
    if (menu?.retreat) return draft.jumps.includes(it.index) ? words.jumps : '';
    const charge = menu?.charge?.find((other) => other.ship === it.index);
    return charge ? `${words.sheet.speed[0]}${adjustOf(draft, charge).speed}` : '';
  }

  protected override mayCompose(): boolean {
    return this.menu !== null;
  }

  protected begun(): void {
    this.group = null;
    if (this.open) this.selectNextOwing();
  }

  protected fresh(): Draft {
    return freshDraft(this.menu, menuKind(this.menu));
  }

  protected read(order: unknown): Draft {
    return fromOrder(order as Order, this.menu, menuKind(this.menu));
  }

  /** Own units that have a choice now, in the order of the menu. */
  able(): string[] {
    const { menu } = this;
    if (!menu || !this.open) return [];
    if (menu.moves) return menu.moves.map((it) => moverKey(it.mover));
    const list =
      menu.power ??
      menu.fire?.ships ??
      menu.charge ??
      menu.pull ??
      menu.deploy?.ships ??
      menu.reinforce?.ships;
    return list ? list.map((it) => String(it.ship)) : (menu.retreat ?? []).map(String);
  }

  private selectNextOwing(): void {
    const able = this.able();
    const owing = able.filter((it) => owesOrder({ menu: this.menu, draft: this.draft }, it));
    if (this.selected !== null && (owing.length === 0 ? able : owing).includes(this.selected))
      return this.pickGroup();
    const next = owing[0] ?? able[0];
    if (next !== undefined) this.selected = next;
    this.pickGroup();
  }

  /** The first group of the selected ship that is not aimed yet. */
  private pickGroup(): void {
    const groups = this.fireGroups();
    if (groups.some((it) => it.group === this.group)) return;
    this.group =
      (
        groups.find(
          (it) => it.targets.length > 0 && !volleyOf(this.draft, Number(this.selected), it.group),
        ) ?? groups[0]
      )?.group ?? null;
  }

  fireGroups(): FireGroup[] {
    return this.menu?.fire?.ships.find((it) => String(it.ship) === this.selected)?.groups ?? [];
  }

  override select(id: string | null): void {
    this.selected = id;
    this.group = null;
    this.pickGroup();
  }

  click(hit: Hit | null, world: Point, _how?: Pointing): void {
    const at = pairOf(hexAt(LAYOUT, world));
    const free = this.writable && !this.playing;
    if (free && this.menu?.moves && this.selected !== null) {
      const mine = moverMenu(this.menu, this.selected);
      const other = hit?.kind === 'token' && this.able().includes(hit.id) && hit.id !== this.selected;
      if (mine && !other && mine.choices.some((it) => it.how !== 'rotate' && same(it.to, at)))
        return this.goTo(at);
    }
    if (free && this.menu?.terrain && this.menu.terrain.hexes.some((it) => same(it, at)))
      return this.change({ ...this.draft, piece: at });
    const places = this.menu?.deploy ?? this.menu?.reinforce;
    if (free && places && hit?.kind !== 'ghost') {
      const ship = places.ships.find((it) => String(it.ship) === this.selected) ?? places.ships[0];
      if (ship && ship.hexes.some((it) => same(it, at)))
        return this.change(withPlace(this.draft, places.ships, ship.ship, at));
    }
    if (free && (!hit || hit.kind === 'cell')) this.whyNotThere(world);
    if (!hit) return;
    if (hit.kind === 'ghost') return this.select(hit.ghost.owner);
    if (hit.kind !== 'token') return;
    if (free && this.menu?.fire && this.aimAt(hit.id)) return;
    if (free && this.menu?.fire) this.whyNoFire(hit.id);
    this.select(hit.id);
  }

  /** A click on a hex that is not offered. */
  private whyNotThere(world: Point): void {
    const own = this.vessel(this.selected);
    if (moverMenu(this.menu, this.selected)) this.refuse(words.why.reach, world, 'TAL-7.1.1');
    else if (this.menu?.moves) {
      if (own?.side === this.seat) this.refuse(words.why.notItsImpulse(own.tag), world, 'TAL-4.1.1');
      else this.refuse(words.noMoveFor, world, 'TAL-4.1.1');
    } else if (this.menu?.terrain) {
      const order = toOrder({ ...this.draft, piece: pairOf(hexAt(LAYOUT, world)) }, this.kind, this.menu);
      void this.whyNot([order], world, words.why.place, words.task.terrain.rule, true);
    } else {
      const { ships = [] } = this.menu?.deploy ?? this.menu?.reinforce ?? {};
      const ship = ships.find((it) => String(it.ship) === this.selected) ?? ships[0];
      if (ship) this.whyNoPlace(ship, world);
    }
  }

  /** A hex that a ship cannot be placed in: the rules say why. */
  private whyNoPlace(entry: DeployShip, world: Point): void {
    const now = this.draft.places[entry.ship] ?? entry.default;
    const places = { ...this.draft.places, [entry.ship]: { ...now, at: pairOf(hexAt(LAYOUT, world)) } };
    const { rule } = this.menu?.deploy ? words.task.deploy : words.task.reinforce;
    const order = toOrder({ ...this.draft, places }, this.kind, this.menu);
    void this.whyNot([order], world, words.why.place, rule, true);
  }

  /** A click on an enemy that no group can fire at: the rules say why, of the group at hand. */
  private whyNoFire(token: string): void {
    const ship = this.vessel(this.selected);
    const other = this.vessel(token);
    if (!ship || !other || ship.side !== this.seat || other.side === ship.side || !this.shown) return;
    const groups = this.fireGroups();
    const tried = groups.length > 0 ? groups.map((it) => it.group) : ship.display.groups.map((_, k) => k);
    const orders = tried.map((group) =>
      toOrder(
        withVolley(this.draft, ship.index, group, [{ target: { ship: other.index } }]),
        this.kind,
        this.menu,
      ),
    );
    void this.whyNot(
      orders,
      placeOf(this.shown, token),
      words.why.noTarget(ship.tag, other.tag),
      'TAL-8.2.2a',
    );
  }

  // Movement.

  private goTo(at: HexPair): void {
    const menu = moverMenu(this.menu, this.selected);
    if (!menu || this.selected === null) return;
    const choice = choiceAt(menu, at, moveOf(this.draft, this.selected));
    if (choice) this.steer(choice.how);
  }

  /** Gives the selected mover a move; null takes it back. */
  steer(how: How | null): void {
    const menu = moverMenu(this.menu, this.selected);
    if (!menu) return this.refuse(words.noMoveFor);
    if (how === null) return this.change(withMove(this.draft, menu.mover, null));
    const choice = menu.choices.find((it) => it.how === how);
    if (choice) return this.change(withMove(this.draft, menu.mover, moveFor(menu.mover, choice)));
    const tag =
      'ship' in menu.mover ? (this.all[menu.mover.ship]?.tag ?? '') : words.missile(menu.mover.missile);
    const order = toOrder(withMove(this.draft, menu.mover, { mover: menu.mover, how }), this.kind, this.menu);
    void this.whyNot([order], null, words.notOffered(tag, words.how[how]!.toLowerCase()), words.howRule[how]);
  }

  raiseMove(k: number): void {
    this.change({ ...this.draft, moves: earlier(this.draft.moves, k) });
  }

  // Power.

  spend(ship: number, on: Spend | null): void {
    const now = useOf(this.draft, ship);
    this.change(withUse(this.draft, ship, on !== null && now !== null && sameSpend(now, on) ? null : on));
  }

  drop(ship: number, on: Spend): void {
    this.change(withDrop(this.draft, ship, on));
  }

  /** Drops a reinforcement and places it anew, with this Impulse's letter. */
  renew(ship: number, drop: Spend): void {
    if (typeof drop === 'string' || !('drop' in drop)) return;
    const has = this.draft.uses.some((it) => it.ship === ship && sameSpend(it.on, drop));
    const dropped = has ? this.draft : withDrop(this.draft, ship, drop);
    this.change(withUse(dropped, ship, { reinforce: { arc: drop.drop.arc } }));
  }

  // Fire.

  /** Aims at a token with the group at hand, or with the first that can; again takes it back. */
  private aimAt(token: string): boolean {
    const ship = Number(this.selected);
    const groups = this.fireGroups();
    const able = (it: FireGroup) => it.targets.some((target) => targetToken(target.target) === token);
    const group = groups.find((it) => it.group === this.group && able(it)) ?? groups.find(able);
    if (!group) return false;
    const targets = group.targets.filter((it) => targetToken(it.target) === token);
    const volley = volleyOf(this.draft, ship, group.group);
    const present = targets.findIndex(
      (it) => JSON.stringify(volley?.shots[0]?.target) === JSON.stringify(it.target),
    );
    this.group = group.group;
    const next = targets[present + 1];
    this.setShots(ship, group.group, next ? allAt(group, next.target) : null);
    return true;
  }

  aim(group: FireGroup, target: TargetMenu): void {
    const ship = Number(this.selected);
    const volley = volleyOf(this.draft, ship, group.group);
    const same = volley?.shots.every((it) => JSON.stringify(it.target) === JSON.stringify(target.target));
    this.group = group.group;
    this.setShots(ship, group.group, same ? null : allAt(group, target.target));
  }

  setShots(ship: number, group: number, shots: Shot[] | null): void {
    this.change(withVolley(this.draft, ship, group, shots));
  }

  private nextTarget(by: number): void {
    const ship = Number(this.selected);
    const group = fireGroup(this.menu, ship, this.group ?? -1);
    if (!group || group.targets.length === 0) return this.refuse(words.noTargetFor);
    const now = group.targets.findIndex(
      (it) =>
        JSON.stringify(it.target) ===
        JSON.stringify(volleyOf(this.draft, ship, group.group)?.shots[0]?.target),
    );
    const target =
      now < 0 ? bestTarget(group) : group.targets[(now + by + group.targets.length) % group.targets.length];
    if (target) this.setShots(ship, group.group, allAt(group, target.target));
  }

  private nextGroup(): void {
    const groups = this.fireGroups();
    const now = groups.findIndex((it) => it.group === this.group);
    this.group = groups[(now + 1) % Math.max(1, groups.length)]?.group ?? null;
  }

  // The Power Phase.

  private changeSpeed(by: number): void {
    const menu = this.menu?.charge?.find((it) => String(it.ship) === this.selected);
    if (!menu) return this.refuse(words.chooseShip);
    if (menu.frozen) return this.refuse(words.charge.frozen);
    const now = adjustOf(this.draft, menu).speed;
    const row = menu.rows.find((it) => it.speed === now + by);
    if (!row) return this.refuse(words.noRow(by > 0));
    this.change(withAdjust(this.draft, menu, { speed: row.speed }));
  }

  // Places.

  rotate(ship: number, by: number): void {
    const entry = (this.menu?.deploy ?? this.menu?.reinforce)?.ships.find((it) => it.ship === ship);
    if (entry?.free_facing) this.change(withFacing(this.draft, entry, by));
    else this.refuse(words.why.facing, null, 'TAL-DYO.7');
  }

  dragStart(hit: Hit | null): boolean {
    if (!this.writable || this.playing || !hit) return false;
    const owner = hit.kind === 'ghost' ? hit.ghost.owner : hit.kind === 'token' ? hit.id : null;
    if (owner === null) return false;
    if (this.menu?.moves) return this.grip(owner);
    if (hit.kind !== 'ghost' || !hit.ghost.drag) return false;
    this.selected = owner;
    return this.hold(owner);
  }

  /** Who moves now can be dragged to its hex; who does not, is told why. */
  private grip(id: string): boolean {
    if (this.able().includes(id)) {
      this.select(id);
      return this.hold(id);
    }
    const ship = this.vessel(id);
    if (!ship || ship.side !== this.seat) return false;
    return this.holdFast((world) => this.refuse(words.why.notItsImpulse(ship.tag), world, 'TAL-4.1.1'));
  }

  /** A mover is dragged to one of its hexes; a move that leads there already stays. */
  private dragMove(id: string, world: Point): void {
    const menu = moverMenu(this.menu, id);
    if (!menu) return;
    const at = pairOf(hexAt(LAYOUT, world));
    const here = menu.choices.filter((it) => it.how !== 'rotate' && same(it.to, at));
    const now = moveOf(this.draft, id);
    const choice = here.find((it) => it.how === now?.how) ?? here[0];
    if (choice && choice.how !== now?.how)
      this.draft = withMove(this.draft, menu.mover, moveFor(menu.mover, choice));
    const from = this.vessel(id)?.state.at;
    const away = !choice && !(from && same(from, at));
    this.amiss(away ? () => this.refuse(words.why.reach, world, 'TAL-7.1.1') : null);
  }

  dragTo(world: Point): void {
    if (this.heldFast(world)) return;
    if (this.menu?.moves && this.dragging !== null) return this.dragMove(this.dragging, world);
    const places = this.menu?.deploy ?? this.menu?.reinforce;
    if (this.dragging === null || !places) return;
    const entry = places.ships.find((it) => String(it.ship) === this.dragging);
    if (!entry) return;
    const next = withPlace(this.draft, places.ships, entry.ship, pairOf(hexAt(LAYOUT, world)));
    this.amiss(next === this.draft ? () => this.whyNoPlace(entry, world) : null);
    this.draft = next;
  }

  next(by: number): void {
    const able = this.able();
    const list = able.length > 0 ? able : this.all.filter((it) => it.active).map((it) => it.id);
    this.selectNext(list, by);
  }

  /** What the selected ship's AP may buy, in the order the panel shows. */
  offers(): Spend[] {
    return this.menu?.power?.find((it) => String(it.ship) === this.selected)?.uses ?? [];
  }

  key(event: KeyboardEvent): boolean {
    const { key } = event;
    const kind = this.writable ? this.kind : null;
    const moves: Record<string, How> = {
      a: 'turn_left',
      d: 'turn_right',
      w: 'straight',
      q: 'slip_left',
      e: 'slip_right',
    };
    if (key === 'n' || key === '.') this.next(1);
    else if (key === 'p' || key === ',') this.next(-1);
    else if (key === 'r') this.toggle('arcs');
    else if (key === 'g') this.toggle('tracks');
    else if (key === 'k') this.toggle('numbers');
    else if (kind === 'move' && moves[key])
      this.steer(moverMenu(this.menu, this.selected)?.choices[0]?.how === 'rotate' ? 'rotate' : moves[key]!);
    else if (kind === 'move' && key === 'x') this.steer(null);
    // counted: a key.
    else if (kind === 'power' && /^[1-9]$/.test(key)) this.pickOffer(Number(key) - 1);
    else if (kind === 'power' && key === 'x' && this.selected !== null)
      this.spend(Number(this.selected), null);
    else if (kind === 'fire' && (key === 'd' || key === 'a')) this.nextTarget(key === 'd' ? 1 : -1);
    else if (kind === 'fire' && key === 's') this.nextGroup();
    else if (kind === 'fire' && key === 'x' && this.group !== null)
      this.setShots(Number(this.selected), this.group, null);
    else if (kind === 'charge' && (key === 'w' || key === 's')) this.changeSpeed(key === 'w' ? 1 : -1);
    else if (
      (kind === 'deploy' || kind === 'reinforce') &&
      (key === 'q' || key === 'e') &&
      this.selected !== null
    )
      this.rotate(Number(this.selected), key === 'q' ? -1 : 1);
    else return false;
    return true;
  }

  private pickOffer(k: number): void {
    const on = this.offers()[k];
    if (on === undefined || this.selected === null) return this.refuse(words.noOffer(k + 1));
    if (isDrop(on)) this.drop(Number(this.selected), on);
    else this.spend(Number(this.selected), on);
  }

  order(): unknown {
    return toOrder(this.draft, this.kind, this.menu);
  }

  concede(): unknown {
    return { action: 'resign' };
  }

  /** Whose Turn it is, for the track. */
  readonly acting = $derived(this.shown ? phaseSide(this.shown.phase) : null);

  spendText(on: Spend, ship: number): string {
    return spendText(on, this.all[ship], this.all);
  }

  protected cardsOn(told: Told<View, GameEvent>[]): Laid[] {
    return cardsFor(told);
  }

  protected cuesOn(stage: Stage<View>, lines: Line[]): Cue[] {
    return cuesFor(lines, stage);
  }
}
