// What one seat's table does in every game: it takes what the table brings,
// keeps the order being composed with every older one, and lets the view that
// is shown catch up with the truth. What an order is, a game's own session knows.
import type { Hit, Pointing } from '../../board/state';
import { withLastBlow } from '../../board/timeline';
import type { Cue } from '../../board/timeline';
import type { Point } from '../../board/types';
import type { Line } from '../../wire';
import type { Overlay, Refusal, TableInput } from '../types';
import { withCards } from './cards';
import type { Laid, Told } from './cards';
import type { Stage } from './playback';
import type { Sight } from './sight';

export abstract class Session<View, Menu, Draft> {
  /** The newest view. */
  truth = $state.raw<View | null>(null);
  /** The view on the table, which lags behind while events play. */
  shown = $state.raw<View | null>(null);
  menu = $state.raw<Menu | null>(null);
  seat = $state<number | null>(null);
  open = $state(false);
  sealed = $state(false);
  selected = $state<string | null>(null);
  hovered = $state<string | null>(null);
  draft = $state.raw<Draft>() as Draft;
  past = $state.raw<Draft[]>([]);
  playing = $state(false);
  edited = $state(false);
  /** How often something was picked that is a whole order. */
  picks = $state(0);
  refusal = $state.raw<Refusal | null>(null);
  protected decision = -1;
  protected ask: TableInput['ask'];
  /** What the pointer drags, and the draft from before. */
  #held: { what: string; before: Draft } | null = null;
  /** Says why what is dragged cannot be where the pointer holds it. */
  #amiss: (() => void) | null = null;
  /** Says why what is dragged cannot be moved at all. */
  #fast: ((world: Point) => void) | null = null;

  readonly writable = $derived(this.open && !this.sealed);
  readonly canUndo = $derived(this.past.length > 0 && !this.sealed);

  constructor(empty: Draft) {
    this.draft = empty;
  }

  /** The draft that a decision begins with. */
  protected abstract fresh(): Draft;

  /** An order as a draft. */
  protected abstract read(order: unknown): Draft;

  protected abstract cuesOn(stage: Stage<View>, lines: Line[]): Cue[];

  /** What is told beside the map while these lines are played. */
  protected abstract cardsOn(told: Told<View, never>[]): Laid[];

  /** A new decision lies there, with a fresh draft. */
  protected abstract begun(): void;

  /** The player has changed the draft, or taken a change back. */
  protected altered(): void {}

  /** Whether a seat that is asked can compose an order. */
  protected mayCompose(): boolean {
    return true;
  }

  update(input: TableInput): void {
    this.truth = input.view as View;
    this.menu = (input.menu ?? null) as Menu | null;
    this.seat = input.seat;
    this.open = input.deciding && this.mayCompose();
    this.sealed = input.sealed;
    this.ask = input.ask;
    if (!this.playing) this.shown = this.truth;
    if (input.decision === this.decision) return;
    this.decision = input.decision;
    this.draft = this.fresh();
    this.past = [];
    this.edited = false;
    this.begun();
  }

  /** Says why something is not possible, at the place where it was tried. */
  refuse(text: string, at: Point | null = null, rule = ''): void {
    this.refusal = { text, rule, at };
  }

  /** Asks the rules why something is not possible that is not offered: of the orders it could be meant by, the
   * one they find least wrong with. If they do not answer, what is known here is said; null where only the rules
   * know whether anything is wrong at all. With `also`, what is known here is said after them. */
  protected async whyNot(
    orders: unknown[],
    at: Point | null,
    otherwise: string | null,
    rule = '',
    also = false,
  ): Promise<void> {
    const { decision, ask } = this;
    const answers = ask ? await Promise.all(orders.map((order) => ask({ order }))) : [];
    if (this.decision !== decision) return;
    const [best] = answers
      .flatMap((it) => (it && !it.legal && it.findings.length > 0 ? [it.findings] : []))
      .sort((a, b) => a.length - b.length);
    const found = best?.[0];
    const more = also && otherwise ? ` ${otherwise}` : '';
    if (found) this.refuse(sentence(found.reason) + more, at, found.rule);
    else if (otherwise !== null) this.refuse(otherwise, at, rule);
  }

  select(id: string | null, _how?: Pointing): void {
    this.selected = id;
  }

  /** One of these is selected: the first, unless another one is already. */
  protected selectFirst(ids: string[]): void {
    if (ids.length > 0 && !ids.includes(this.selected ?? '')) this.selected = ids[0]!;
  }

  /** The next of these, or the one before; after the last comes the first. */
  protected selectNext(ids: string[], by: number): void {
    if (ids.length === 0) return;
    const now = ids.indexOf(this.selected ?? '');
    this.select(ids[(now + by + ids.length) % ids.length] ?? ids[0]!);
  }

  hover(hit: Hit | null): void {
    this.hovered = hit?.kind === 'token' ? hit.id : null;
  }

  gather(_ids: string[], _how: Pointing): void {}
  step(_id: string): void {}

  sideOf(seat: number): number {
    return seat;
  }

  change(draft: Draft): void {
    if (!this.writable || draft === this.draft) return;
    this.keep(this.draft);
    this.draft = draft;
    this.altered();
  }

  /** The one thing there is to pick: a whole order. */
  pick(draft: Draft): void {
    if (!this.writable) return;
    this.change(draft);
    this.picks += 1;
  }

  /** An older draft that can be gone back to. */
  protected keep(before: Draft): void {
    this.past = [...this.past.slice(-80), before];
    this.edited = true;
  }

  protected get dragging(): string | null {
    return this.#held?.what ?? null;
  }

  /** Takes hold of something: whatever becomes of the draft until it is let go is one change. */
  protected hold(what: string): true {
    this.#held = { what, before: this.draft };
    this.#amiss = null;
    this.#fast = null;
    return true;
  }

  /** Takes hold of something that cannot be moved now: whoever drags it is told why where it is let go. */
  protected holdFast(why: (world: Point) => void): true {
    this.hold('');
    this.#fast = why;
    return true;
  }

  /** Whether what is dragged cannot be moved. */
  protected heldFast(world: Point): boolean {
    const why = this.#fast;
    if (why) this.amiss(() => why(world));
    return why !== null;
  }

  /** What would be said if it were let go here, where it cannot be; null where it can. Nobody is told on the way. */
  protected amiss(say: (() => void) | null): void {
    this.#amiss = say;
  }

  dragEnd(): void {
    this.letGo(this.#held?.before !== this.draft);
  }

  protected letGo(changed: boolean): void {
    if (this.#held && changed) {
      this.keep(this.#held.before);
      this.altered();
    }
    const amiss = this.#amiss;
    this.#held = null;
    this.#amiss = null;
    this.#fast = null;
    amiss?.();
  }

  undo(): void {
    if (!this.canUndo) return;
    this.draft = this.past[this.past.length - 1]!;
    this.past = this.past.slice(0, -1);
    this.altered();
  }

  clear(): void {
    if (this.writable && this.edited) this.past = [...this.past, this.draft];
    this.draft = this.fresh();
  }

  load(order: unknown): void {
    if (this.edited) this.past = [...this.past, this.draft];
    this.draft = this.read(order);
  }

  /** The draft as plain data, if the player has changed anything. */
  kept(): unknown {
    return this.edited ? this.draft : null;
  }

  /** A draft that was kept, as before a reload. */
  restore(kept: unknown): void {
    if (!this.writable) return;
    this.keep(this.draft);
    this.draft = kept as Draft;
    this.altered();
  }

  cues(lines: Line[]): Cue[] {
    this.playing = true;
    const stage = { view: () => this.shown ?? this.truth!, show: (view: View) => void (this.shown = view) };
    const cues = withLastBlow(this.cuesOn(stage, lines));
    return withCards(cues, lines, stage, (told: Told<View, never>[]) => this.cardsOn(told));
  }

  settle(): void {
    this.playing = false;
    this.shown = this.truth;
  }
}

/** Findings begin small and end without a stop. */
const sentence = (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;

/** A table without hexes, where ranges and reach are measured: both can stay on the map. */
export abstract class OpenSession<View, Menu, Draft> extends Session<View, Menu, Draft> {
  /** The courses that ships have just flown. */
  flown = $state.raw<Map<number, Point[]>>(new Map());
  pinnedRanges = $state(false);
  pinnedReach = $state(false);
  readonly #labels: { ranges: string; reach: string };

  readonly overlays = $derived.by<Overlay[]>(() => [
    { id: 'ranges', label: this.#labels.ranges, key: 'R', icon: 'rings', on: this.pinnedRanges },
    { id: 'reach', label: this.#labels.reach, key: 'G', icon: 'reach', on: this.pinnedReach },
  ]);

  constructor(empty: Draft, labels: { ranges: string; reach: string }) {
    super(empty);
    this.#labels = labels;
  }

  /** What the map is drawn from while it shows this view. */
  protected sight(view: View): Sight<View, Menu, Draft> {
    return {
      view,
      menu: this.menu,
      draft: this.draft,
      seat: this.seat,
      selected: this.index(this.selected),
      hovered: this.index(this.hovered),
      pinnedRanges: this.pinnedRanges,
      pinnedReach: this.pinnedReach,
      open: this.writable,
      flown: this.flown,
      playing: this.playing,
    };
  }

  toggle(overlay: string): void {
    if (overlay === 'ranges') this.pinnedRanges = !this.pinnedRanges;
    if (overlay === 'reach') this.pinnedReach = !this.pinnedReach;
  }

  /** The number of the ship an id stands for; what is no ship has letters in its id. */
  index(id: string | null): number | null {
    return id === null || !/^\d+$/.test(id) ? null : Number(id);
  }
}
