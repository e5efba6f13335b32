// One seat's table in this game: what is selected, what is drafted, what keys
// and pointer do, and the old view catching up with the new one.
import { distance } from '../../board/geometry';
import type { Hit, Pointing } from '../../board/state';
import type { Cue } from '../../board/timeline';
import type { Bounds, Point, Scene } from '../../board/types';
import { emptyScene } from '../../board/types';
import type { Line } from '../../wire';
import { OpenSession } from '../shared/session.svelte';
import type { Laid, Told } from '../shared/cards';
import type { Stage } from '../shared/playback';
import type { FleetSide, GameSession, Task } from '../types';
import { cardsFor } from './cards';
import {
  choiceOf,
  combatChoice,
  defaultDraft,
  diceOf,
  emptyDraft,
  endOf,
  fromOrder,
  nearChoices,
  nearestChoice,
  settled,
  targetsOf,
  toOrder,
  withCard,
  withDealt,
  withKeep,
  withThrust,
} from './compose';
import type { Draft, Slot } from './compose';
import {
  asked,
  cardOf,
  combatText,
  crafts,
  halves,
  hourText,
  inZone,
  intoZones,
  nearestHour,
  phaseKind,
  planText,
  shortCombat,
  signedOf,
  statusText,
  tenths,
} from './model';
import type { CardName, Craft, PhaseKind } from './model';
import { harmOf } from './odds';
import { cuesFor } from './playback';
import { closedZones, closeFocus, focusOf, placeZones, sceneOf } from './scene';
import { words } from './texts';
import type {
  Arrival,
  Card,
  Combat,
  CombatChoice,
  GameEvent,
  Menu,
  Order,
  Placement,
  Plan,
  View,
} from './types';

/** drawn: klicks that a drop may miss by. */
const NEAR = 1; // drawn: klicks

export interface TokenMark {
  mark: string;
  /** Its name in the glossary. */
  term: string;
  name: string;
  meaning: string;
  rule: string;
}

export class StratoyagerSession extends OpenSession<View, Menu, Draft> implements GameSession {
  /** The place of the plan that keys change. */
  slot = $state<Slot>('first');

  constructor() {
    super(emptyDraft(), words.overlays);
  }

  readonly all = $derived<Craft[]>(this.shown ? crafts(this.shown) : []);
  readonly kind = $derived<PhaseKind>(this.truth ? phaseKind(this.truth.phase) : 'setup');
  readonly plan = $derived(this.draft.plan);
  readonly choice = $derived(this.menu?.plan ? choiceOf(this.menu.plan, this.draft.plan) : null);

  readonly scene = $derived.by<Scene>(() => {
    if (!this.shown) return emptyScene();
    return sceneOf(this.sight(this.shown));
  });

  readonly focus = $derived.by<Bounds | null>(() => {
    const view = this.truth;
    if (!view) return null;
    // Who places a unit wants to see the whole table.
    if (this.kind === 'place' || this.kind === 'arrive') return null;
    const small = typeof matchMedia === 'function' && matchMedia('(max-width: 760px)').matches;
    return (small && this.open ? closeFocus(view, this.menu) : null) ?? focusOf(view);
  });

  readonly fleet = $derived.by<FleetSide[]>(() => {
    const view = this.shown;
    if (!view) return [];
    return view.field.scenario.sides.map((side, k) => ({
      side: k,
      name: side.name,
      score: words.points(halves(view.half_points[k] ?? 0)),
      ships: this.all.filter((it) => it.side === k).map((it) => this.row(it)),
    }));
  });

  readonly notice = $derived.by<string>(() => {
    const view = this.truth;
    const offers = view?.draw_offers?.filter((it) => it !== this.seat) ?? [];
    if (!view || offers.length === 0 || this.kind === 'over') return '';
    return words.drawOffered(offers.map((it) => view.field.scenario.sides[it]?.name ?? '').join(', '));
  });

  readonly turnText = $derived.by<string>(() => {
    const view = this.shown;
    if (!view) return '';
    return view.duel
      ? words.duelStep(view.turn, view.duel.step, view.duel.movement)
      : words.turn(view.turn, view.segment);
  });
  readonly offersDraws = true;
  readonly gathers = false;

  readonly task = $derived.by<Task>(() => {
    const t = words.task;
    const none = { seal: '', progress: '' };
    if (this.kind === 'over') return { ...t.over, ...none };
    if (this.kind === 'setup') return { ...t.setup, ...none };
    if (!this.open) return { ...t.wait, rule: '', ...none };
    const tag = this.tag(asked(this.menu));
    const plain = (it: { hint: string; rule: string }, title: string, seal: string, progress = ''): Task => ({
      title,
      hint: it.hint,
      rule: it.rule,
      seal,
      progress,
    });
    switch (this.kind) {
      case 'muster':
        return plain(
          t.muster,
          t.muster.title,
          t.muster.seal,
          words.muster(this.spent, this.menu?.muster?.points ?? 0),
        );
      case 'reserve':
        return plain(t.reserve, t.reserve.title, t.reserve.seal(this.draft.reserve.length));
      case 'deploy_cards':
      case 'initiative': {
        const n = this.menu?.cards?.units.length ?? 0;
        return plain(
          t[this.kind],
          t[this.kind].title(n),
          t[this.kind].seal,
          t.cardsLaid(Object.keys(this.draft.cards).length, n),
        );
      }
      case 'place':
        return plain(t.place, t.place.title(tag), t.place.seal);
      case 'arrive':
        return plain(t.arrive, t.arrive.title(this.menu?.arrive.length ?? 0), t.arrive.seal);
      case 'duel':
        return plain(t.duel, t.duel.title, t.duel.seal);
      case 'yaw':
        return plain(t.yaw, t.yaw.title(tag), t.yaw.seal(this.draft.yaw));
      case 'leave':
        return plain(t.leave, t.leave.title(tag), words.leave[this.draft.leave]!);
      case 'at_will':
        return plain(t.at_will, t.at_will.title, t.at_will.seal(Object.keys(this.draft.will).length));
      case 'combat':
        return plain(t.combat, t.combat.title(tag), this.combatText(this.draft.combat));
      default:
        return plain(t.plan, t.plan.title(tag), t.plan.seal, planText(this.draft.plan));
    }
  });

  readonly explain = $derived.by<string>(() => {
    const unit = this.craft(this.hovered);
    if (!unit || !this.shown) return '';
    const { course, facing, speed } = unit.state;
    const parts = [
      `${unit.tag} ${unit.name}`,
      words.structureLeft(unit.state.structure, unit.card.structure),
      words.shieldsLeft(unit.state.shields, unit.card.shields ?? 0),
      words.speedN(speed),
      `${words.course} ${hourText(course)}`,
    ];
    if (course !== facing) parts.push(`${words.facing} ${hourText(facing)}`);
    if (unit.active && unit.state.initiative > 0) parts.push(words.sheet.card(unit.state.initiative));
    parts.push(...this.marks(unit).map((it) => it.name));
    const mine = this.craft(this.selected);
    if (mine && mine !== unit && mine.there)
      parts.push(`${words.klicks(Number(distance(mine.state.at, unit.state.at).toFixed(1)))} ← ${mine.tag}`);
    return parts.join(' · ');
  });

  craft(id: string | null): Craft | null {
    return id === null ? null : (this.all[Number(id)] ?? null);
  }

  tag(unit: number | null | undefined): string {
    return unit === null || unit === undefined ? '' : (this.all[unit]?.tag ?? '');
  }

  combatText(combat: Combat): string {
    return combatText(combat, (unit) => this.tag(unit));
  }

  /** A parameter card in one line, for whoever chooses a force. */
  aboutCard(card: Card): string {
    const { safe, missiles = [], features = [], hindrances = [] } = card;
    const s = words.sheet;
    return [
      `${s.safe} ${safe.acceleration}/${safe.deceleration}/${safe.turn}/${safe.slide}`,
      `${s.targeting} ${card.targeting ?? 0}`,
      ...(card.gun ? [`${s.gun} ${s.dice(card.gun)}`] : []),
      ...missiles.map((it) => `${it.count} × ${s.dice(it.dice)} ${words.guidance[it.feature ?? 'guided']}`),
      `${s.structure} ${card.structure}`,
      `${s.shields} ${card.shields ?? 0}`,
      `${s.armour} ${card.armour}`,
      ...features.map((it) => words.features[it]!.name),
      ...hindrances.map((it) => words.hindrances[it]!.name),
    ].join(' · ');
  }

  /** Points of the force that is being chosen. */
  readonly spent = $derived(
    this.draft.muster.reduce(
      (sum, name) => sum + (this.truth?.field.cards.find((it) => it.name === name)?.points ?? 0),
      0,
    ),
  );

  /** The tokens that lie beside a unit. */
  marks(unit: Craft): TokenMark[] {
    const out: TokenMark[] = [];
    const lay = (key: string, n = 1) => {
      const it = words.tokens[key]!;
      out.push({ mark: it.mark, term: key, name: it.name, meaning: it.meaning(n), rule: it.rule });
    };
    const { state } = unit;
    if (state.greyouts > 0) lay('greyout', state.greyouts);
    if (state.blackout) lay('blackout');
    if (state.evasive) lay('evasive');
    if (state.countermeasures) lay('countermeasures');
    if (state.at_will !== null) lay('at_will');
    if (this.all.some((it) => it.there && it.state.lock?.target === unit.index)) lay('locked');
    const missiles = this.shown?.incoming.filter((it) => it.target === unit.index).length ?? 0;
    if (missiles > 0) lay('missiles', missiles);
    return out;
  }

  private row(it: Craft): FleetSide['ships'][number] {
    const mine = this.writable && !this.playing;
    const card = this.menu?.cards ? this.draft.cards[it.index] : undefined;
    let order = it.state.initiative > 0 && it.active ? words.fleet.card(it.state.initiative) : '';
    if (mine && card !== undefined) order = words.fleet.card(card);
    else if (mine && this.menu?.plan?.unit === it.index)
      order = planText({ first: this.plan.first, second: this.plan.second });
    else if (mine && this.menu?.combat?.unit === it.index)
      order = shortCombat(this.draft.combat, (unit) => this.tag(unit));
    else if (mine && this.draft.will[it.index]) order = `→ ${this.tag(this.draft.will[it.index]!.target)}`;
    const gone =
      !it.there &&
      !['waiting', 'reserve', 'arriving'].includes(
        typeof it.state.status === 'string' ? it.state.status : '',
      ) &&
      !(typeof it.state.status === 'object' && 'away' in it.state.status);
    return {
      id: it.id,
      tag: it.tag,
      name: it.name,
      kind: it.name === it.card.name ? words.points(String(it.card.points)) : it.card.name,
      hull: it.shape.hull,
      bars: [
        {
          share: it.state.structure / it.card.structure,
          text: words.structureLeft(it.state.structure, it.card.structure),
          term: 'structure',
        },
        {
          share: it.card.shields ? it.state.shields / it.card.shields : 0,
          text: words.shieldsLeft(it.state.shields, it.card.shields ?? 0),
          term: 'shields',
        },
      ],
      troubles: this.marks(it).map(({ mark, term, name, meaning }) => ({
        mark,
        term,
        meaning: `${name}: ${meaning}`,
      })),
      status: it.active ? 'active' : gone ? 'gone' : it.there ? 'active' : 'waiting',
      statusText: statusText(it.state.status),
      own: this.seat !== null && it.side === this.seat,
      owes:
        mine && this.able().includes(it.index) && this.kind !== 'initiative' && this.kind !== 'deploy_cards',
      order,
    };
  }

  protected begun(): void {
    this.slot = 'first';
    if (this.open) this.selectFirst(this.able().map(String));
  }

  protected fresh(): Draft {
    const table = this.truth?.field.table;
    return defaultDraft(this.menu, table ? { x: table.width / 2, y: table.height / 2 } : undefined);
  }

  protected read(order: unknown): Draft {
    return fromOrder(order as Order, this.fresh());
  }

  /** Own units that have something to decide now. */
  able(): number[] {
    const one = asked(this.menu);
    if (one !== null) return [one];
    if (this.menu?.cards) return this.menu.cards.units;
    if (this.menu?.reserve) return this.menu.reserve.units;
    if (this.menu?.arrive?.length) return this.menu.arrive.map((it) => it.unit);
    return [...new Set((this.menu?.at_will?.shots ?? []).map((it) => it.unit))];
  }

  click(hit: Hit | null, world?: Point, _how?: Pointing): void {
    const free = this.writable;
    if (!hit) {
      const unit = this.menu?.plan?.unit;
      if (free && world && unit !== undefined) this.whyNoEnd(unit, world);
      else if (free && world) this.putAt(world);
      return;
    }
    if (hit.kind === 'ghost') {
      const n = /^choice-(\d+)$/.exec(hit.id);
      const menu = this.menu?.plan;
      const offer =
        n &&
        menu &&
        nearChoices(menu, this.plan).find((it) => menu.choices.indexOf(it.choice) === Number(n[1]));
      if (offer) this.setPlan(offer.plan);
      else this.selected = hit.ghost.owner;
      return;
    }
    if (hit.kind === 'spot') {
      const n = /^yaw-(\d+)$/.exec(hit.id);
      if (n) this.setYaw(Number(n[1]));
      return;
    }
    if (hit.kind !== 'token') return;
    const index = Number(hit.id);
    if (free && this.kind === 'combat' && this.attacksOn(index).length > 0) {
      this.aim(index);
      return;
    }
    const will = this.menu?.at_will?.shots.find(
      (it) => String(it.unit) === this.selected && it.shot.target === index,
    );
    if (free && this.kind === 'at_will' && will) {
      this.setWill(will.unit, this.draft.will[will.unit]?.target === index ? null : index);
      return;
    }
    if (free && this.kind === 'combat') this.whyNoAttack(index);
    this.selected = hit.id;
  }

  /** A place on the map that was pointed at while a unit is put on the table. */
  private putAt(world: Point): void {
    const unit = this.menu?.place?.unit ?? this.index(this.selected);
    const it = unit === null ? null : this.placement(unit);
    if (!it) return;
    const next = this.movedTo(it, world);
    if (distance(next.at, world) > NEAR) this.whyNoPlace(next, world);
    else this.setPlacement(next);
  }

  /** A place where no move of the unit ends. */
  private whyNoEnd(unit: number, world: Point): void {
    this.refuse(words.why.reach(this.tag(unit)), world, 'STR-2.4');
  }

  /** A place where the unit cannot be put on the table: the rules say why. */
  private whyNoPlace(it: Placement, world: Point): void {
    const order = toOrder(this.withPlacement({ ...it, at: tenths(world) }), this.kind, false);
    const { rule } = this.kind === 'place' ? words.task.place : words.task.arrive;
    void this.whyNot([order], world, words.why.zone, rule, true);
  }

  /** A click on an enemy that nothing can be done to: the rules say why. */
  private whyNoAttack(target: number): void {
    const unit = this.menu?.combat?.unit;
    const other = this.all[target];
    const mine = unit === undefined ? undefined : this.all[unit];
    if (!mine || !other?.there || other.side === mine.side) return;
    const order = toOrder({ ...this.draft, combat: { salvo: { weapon: 'gun', target } } }, 'combat', false);
    void this.whyNot([order], other.state.at, words.why.noTarget(mine.tag, other.tag), 'STR-5.0');
  }

  /** Actions aimed at one enemy, the most harmful first. */
  attacksOn(target: number): CombatChoice[] {
    const aimed = (this.menu?.combat?.choices ?? []).filter((it) => targetsOf(it.combat).includes(target));
    const worth = (it: CombatChoice) => it.shots.reduce((sum, shot) => sum + harmOf(shot), 0);
    return aimed.sort((a, b) => worth(b) - worth(a));
  }

  /** A click on an enemy: the best action on it, and with further clicks the others. */
  private aim(target: number): void {
    const all = this.attacksOn(target);
    const now = all.findIndex((it) => combatChoice([it], this.draft.combat));
    const next = all[(now + 1) % all.length];
    if (next) this.setCombat(next.combat);
  }

  setPlan(plan: Plan): void {
    if (this.menu?.plan) this.change({ ...this.draft, plan: settled(this.menu.plan, plan) });
  }

  setCard(slot: Slot, card: CardName): void {
    this.slot = slot;
    this.setPlan(withCard(this.plan, slot, card));
  }

  setThrust(slot: Slot, signed: number): void {
    const menu = this.menu?.plan;
    if (!menu) return;
    this.slot = slot;
    const plan = withThrust(this.plan, slot, signed);
    if (choiceOf(menu, plan)) this.setPlan(plan);
    else this.refuse(words.why.thrust, null, 'STR-2.4');
  }

  /** One step along the dice of a place. */
  nudge(slot: Slot, by: number): void {
    const menu = this.menu?.plan;
    if (!menu) return;
    const dice = diceOf(menu, cardOf(this.plan[slot].kind));
    const now = dice.findIndex((it) => it.signed === signedOf(this.plan[slot]));
    const next = dice[now + by];
    if (next) this.setThrust(slot, next.signed);
    else this.refuse(words.why.noMore, null, 'STR-2.4');
  }

  setAdditional(what: 'none' | 'evasive' | 'yaw', hours = 0): void {
    const { first, second } = this.plan;
    const base: Plan = { first, second };
    if (what === 'evasive') this.setPlan({ ...base, evasive: true });
    else if (what === 'yaw' && hours > 0) this.setPlan({ ...base, yaw: hours });
    else this.setPlan(base);
  }

  setYaw(hours: number): void {
    this.change({ ...this.draft, yaw: ((hours % 12) + 12) % 12 });
  }

  setCombat(combat: Combat): void {
    this.change({ ...this.draft, combat });
  }

  setKeep(keep: boolean): void {
    this.change({ ...this.draft, combat: withKeep(this.draft.combat, keep) });
  }

  setWill(unit: number, target: number | null): void {
    const will = { ...this.draft.will };
    if (target === null) delete will[unit];
    else will[unit] = { unit, target };
    this.change({ ...this.draft, will });
  }

  deal(unit: number, card: number): void {
    if (this.draft.cards[unit] !== card)
      this.change({ ...this.draft, cards: withDealt(this.draft.cards, unit, card) });
  }

  toggleReserve(unit: number): void {
    const { reserve } = this.draft;
    if (reserve.includes(unit)) this.change({ ...this.draft, reserve: reserve.filter((it) => it !== unit) });
    else if (reserve.length < (this.menu?.reserve?.most ?? 0))
      this.change({ ...this.draft, reserve: [...reserve, unit] });
  }

  muster(name: string, by: number): void {
    const { muster } = this.draft;
    if (by > 0) this.change({ ...this.draft, muster: [...muster, name] });
    else if (muster.includes(name))
      this.change({ ...this.draft, muster: muster.filter((_, k) => k !== muster.lastIndexOf(name)) });
  }

  /** The placement of a unit that is put on the table now. */
  placement(unit: number): Placement | null {
    if (this.menu?.place?.unit === unit) return this.draft.place;
    const it = this.draft.arrive[unit];
    return it && 'enter' in it ? it.enter : null;
  }

  setPlacement(it: Placement): void {
    this.change(this.withPlacement(it));
  }

  private withPlacement(it: Placement): Draft {
    if (this.menu?.place?.unit === it.unit) return { ...this.draft, place: it };
    return { ...this.draft, arrive: { ...this.draft.arrive, [it.unit]: { enter: it } } };
  }

  setArrival(unit: number, arrival: Arrival): void {
    this.change({ ...this.draft, arrive: { ...this.draft.arrive, [unit]: arrival } });
  }

  /** Course and speed of a placement, within what the menu allows. */
  adjust(unit: number, hours: number, speed: number): void {
    const it = this.placement(unit);
    const menu =
      this.menu?.place?.unit === unit
        ? this.menu.place
        : this.menu?.arrive.find((other) => other.unit === unit);
    if (!it || !menu) return;
    const fixed = 'fixed_course' in menu && menu.fixed_course;
    const open = this.courses(unit, it.at);
    let course = it.course;
    // On to the next hour that is open.
    // turned: once round.
    for (let n = 0; hours !== 0 && !fixed && n < 12; n++) {
      course = (course + hours + 12) % 12;
      if (open.includes(course)) break;
    }
    const [least, most] = menu.speeds;
    const next = it.speed + speed;
    if (next < least || next > most) return this.refuse(words.why.speed(least, most), it.at, 'STR-SET.5');
    if (course !== it.course || next !== it.speed) this.setPlacement({ ...it, course, speed: next });
    else if (hours !== 0) this.refuse(words.why.course, it.at, 'STR-SET.5');
  }

  /** Moves a placement, for those who do not drag. */
  shift(unit: number, dx: number, dy: number): void {
    const it = this.placement(unit);
    if (!it) return;
    const to = { x: it.at.x + dx, y: it.at.y + dy };
    const next = this.movedTo(it, to);
    if (distance(next.at, it.at) > 1e-9) this.setPlacement(next);
    else this.whyNoPlace(next, to);
  }

  /** Courses a unit may be placed with: any, but out of the reserve only inwards. */
  courses(unit: number, at: Point): number[] {
    const menu = this.menu?.arrive.find((it) => it.unit === unit && !it.returns);
    const all = Array.from({ length: 12 }, (_, k) => k);
    return menu
      ? all.filter((hour) => menu.entries.some((it) => inZone(it.zone, at) && it.courses.includes(hour)))
      : all;
  }

  /** The placement at another place, as near to it as the zones allow. */
  private movedTo(it: Placement, to: Point): Placement {
    const { width, height } = this.truth!.field.table;
    const at = intoZones(placeZones(this.menu), {
      x: Math.min(width, Math.max(0, to.x)),
      y: Math.min(height, Math.max(0, to.y)),
    });
    if (closedZones(this.menu).some((zone) => inZone(zone, at))) return it;
    return { ...it, at, course: nearestHour(this.courses(it.unit, at), it.course) };
  }

  dragStart(hit: Hit | null): boolean {
    if (!this.writable || !hit) return false;
    const planned = this.kind === 'plan' ? String(this.menu?.plan?.unit) : null;
    const owner = hit.kind === 'ghost' ? hit.ghost.owner : hit.kind === 'token' ? hit.id : null;
    // An end that is offered may lie on the unit itself.
    if (owner === null) return false;
    if (!((hit.kind === 'ghost' && hit.ghost.drag) || owner === planned)) return this.gripElse(owner);
    this.selected = owner;
    return this.hold(owner);
  }

  /** Another unit of one's own, while one of them plans: it is told whose turn it is. */
  private gripElse(id: string): boolean {
    const unit = this.index(id);
    const planned = this.menu?.plan?.unit;
    if (unit === null || planned === undefined || this.all[unit]?.side !== this.seat) return false;
    return this.holdFast((world) => this.refuse(words.why.otherPlans(this.tag(planned)), world, 'STR-1.3'));
  }

  dragTo(world: Point): void {
    if (this.heldFast(world)) return;
    const unit = this.index(this.dragging);
    if (unit === null || !this.truth) return;
    if (this.kind === 'plan' && this.menu?.plan) {
      const course = this.choice?.course ?? this.truth.units[unit]?.course ?? 0;
      const choice = nearestChoice(this.menu.plan, world, course);
      if (choice)
        this.draft = {
          ...this.draft,
          plan: settled(this.menu.plan, { ...this.plan, first: choice.first, second: choice.second }),
        };
      // The move that was chosen may end further away, if it strains the unit less.
      const away = Math.min(...this.menu.plan.choices.map((other) => distance(endOf(other), world)));
      this.amiss(away > NEAR ? () => this.whyNoEnd(unit, world) : null);
      return;
    }
    const it = this.placement(unit);
    if (!it) return;
    const next = this.movedTo(it, world);
    this.draft = this.withPlacement(next);
    this.amiss(distance(next.at, world) > NEAR ? () => this.whyNoPlace(next, world) : null);
  }

  next(by: number): void {
    const able = this.able();
    const list = able.length > 1 ? able : this.all.filter((it) => it.there).map((it) => it.index);
    this.selectNext(list.map(String), by);
  }

  private nextAction(by: number): void {
    const choices = (this.menu?.combat?.choices ?? []).filter(
      (it) => !(typeof it.combat === 'object' && 'eject' in it.combat),
    );
    if (choices.length === 0) return this.refuse(words.why.noAction, null, 'STR-4.1');
    const now = choices.findIndex((it) => combatChoice([it], this.draft.combat));
    const next = choices[(now + by + choices.length) % choices.length];
    if (next) this.setCombat(next.combat);
  }

  private nextWill(by: number): void {
    const unit = this.index(this.selected);
    const shots = (this.menu?.at_will?.shots ?? []).filter((it) => it.unit === unit);
    if (unit === null || shots.length === 0) return this.refuse(words.why.noShot, null, 'STR-4.7');
    const list: (number | null)[] = [null, ...shots.map((it) => it.shot.target)];
    const now = list.indexOf(this.draft.will[unit]?.target ?? null);
    this.setWill(unit, list[(now + by + list.length) % list.length] ?? null);
  }

  key(event: KeyboardEvent): boolean {
    const { key } = event;
    if (key === 'n' || key === '.') this.next(1);
    else if (key === 'p' || key === ',') this.next(-1);
    else if (key === 'r') this.toggle('ranges');
    else if (key === 'g') this.toggle('reach');
    else if (!this.writable) return false;
    else return this.orderKey(key);
    return true;
  }

  private orderKey(key: string): boolean {
    const back = key === 'a' || key === 'q' ? -1 : key === 'd' || key === 'e' ? 1 : 0;
    const unit = this.index(this.selected);
    switch (this.kind) {
      case 'plan':
        if (key === 'a' || key === 'd') this.nudge(this.slot, back);
        else if (key === 'w') this.slot = 'first';
        else if (key === 's') this.slot = 'second';
        else if (key === '1' || key === '2' || key === '3')
          this.setCard(this.slot, (['A', 'B', 'C'] as const)[Number(key) - 1]!);
        else if (key === 'c') this.setAdditional(this.plan.evasive ? 'none' : 'evasive');
        else if (key === 'x')
          this.setPlan({
            ...this.plan,
            first: { ...this.plan.first, thrust: 0 },
            second: { ...this.plan.second, thrust: 0 },
          });
        else if (key === 'q' || key === 'e') {
          if (this.choice && this.choice.stress_yaw_first !== null)
            this.setAdditional('yaw', ((this.plan.yaw ?? 0) + back + 12) % 12);
          else this.refuse(words.why.yaw, null, 'STR-2.14');
        } else return false;
        return true;
      case 'yaw':
        if (back === 0 && key !== 'x') return false;
        this.setYaw(key === 'x' ? 0 : this.draft.yaw + back);
        return true;
      case 'combat':
        if (key === 'x') this.setCombat('none');
        else if (key === 'a' || key === 'd') this.nextAction(back);
        else return false;
        return true;
      case 'at_will':
        if (key === 'x' && unit !== null) this.setWill(unit, null);
        else if (key === 'a' || key === 'd') this.nextWill(back);
        else return false;
        return true;
      case 'place':
      case 'arrive':
        if (unit === null) return false;
        if (key === 'q' || key === 'e') this.adjust(unit, back, 0);
        else if (key === 'w' || key === 's') this.adjust(unit, 0, key === 'w' ? 1 : -1);
        else if (key === 'a' || key === 'd') this.shift(unit, back * 0.5, 0);
        else return false;
        return true;
      case 'initiative':
      case 'deploy_cards': {
        const card = Number(key);
        const { cards = 0, units = [] } = this.menu?.cards ?? {};
        if (unit === null || !Number.isInteger(card) || !units.includes(unit)) return false;
        if (card < 1 || card > cards) this.refuse(words.why.noCard(cards), null, 'STR-1.1');
        else this.deal(unit, card);
        return true;
      }
      default:
        return false;
    }
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
    const flights = lines.flatMap((it) => (it.event as GameEvent).manoeuvre?.flown ?? []);
    // A new turn begins with an empty sky.
    const fresh = lines.some((it) => {
      const phase = (it.event as GameEvent).phase;
      return typeof phase === 'object' && phase.turn_began !== undefined;
    });
    const starts = new Map(
      flights.map((it) => [it.unit, (this.shown ?? this.truth)?.units[it.unit]?.at ?? it.to]),
    );
    const paths = new Map(fresh ? [] : this.flown);
    for (const it of flights) paths.set(it.unit, [starts.get(it.unit)!, ...it.via, it.to]);
    this.flown = paths;
    return cuesFor(lines, stage);
  }
}
