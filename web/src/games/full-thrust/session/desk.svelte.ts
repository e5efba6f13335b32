// A seat's desk in any phase: what is known, selected and drafted, and what the
// server says of the draft.
import type { Hit } from '../../../board/state';
import type { Finding } from '../../../wire';
import { OpenSession } from '../../shared/session.svelte';
import { choiceOf, emptyDraft, flightId, plotMenu } from '../compose';
import type { Draft, Flights } from '../compose';
import { phaseKind, vessels } from '../model';
import type { PhaseKind, Vessel } from '../model';
import { markerOf } from '../ordnance';
import { words } from '../texts';
import type { Group, Guard, Marker, Menu, PlotMenu, View } from '../types';
import { wingOf, wingTag } from '../wings';

export abstract class Desk extends OpenSession<View, Menu, Draft> {
  hoveredIcon = $state<number | null>(null);
  /** The launcher whose load is being placed. */
  armed = $state<number | null>(null);
  /** The barrage or missile that is being given a place. */
  placing = $state<string | null>(null);
  /** Where plots lead that the menu does not list, as far as the server has said. */
  flights = $state.raw<Flights>(new Map());
  notice = $state('');
  /** What the server has against the order as it stands. */
  findings = $state.raw<Finding[]>([]);
  /** An order this client has no controls for, as it is written. */
  inWords = $state('');
  protected asking: ReturnType<typeof setTimeout> | null = null;

  constructor() {
    super(emptyDraft(), words.overlays);
  }

  readonly all = $derived<Vessel[]>(this.shown ? vessels(this.shown) : []);
  /** The open phase; what is shown may lag behind it while events play. */
  readonly kind = $derived<PhaseKind>(this.truth ? phaseKind(this.truth.phase) : 'setup');
  readonly steers = $derived(this.kind === 'orders' || this.kind === 'replot');

  /** The draft as an order. */
  abstract order(): unknown;

  marker(id: string | null): Marker | null {
    const number = markerOf(id);
    return number === null ? null : (this.shown?.markers?.find((it) => it.number === number) ?? null);
  }

  group(id: string | null): { index: number; it: Group } | null {
    const index = wingOf(id);
    const it = index === null ? undefined : this.shown?.groups?.[index];
    return index === null || !it ? null : { index, it };
  }

  vessel(id: string | null): Vessel | null {
    return id === null ? null : (this.all[Number(id)] ?? null);
  }

  threatTag(guard: Guard): string {
    return guard.group === undefined
      ? words.markers.tag(guard.marker ?? 0)
      : this.truth
        ? wingTag(this.truth, guard.group)
        : '';
  }

  override hover(hit: Hit | null): void {
    this.hovered = hit?.kind === 'token' ? hit.id : hit?.kind === 'ghost' ? hit.ghost.owner : null;
  }

  /** How an order without controls reads. */
  protected spell(): void {
    this.inWords = '';
    const { raw } = this.draft;
    if (raw === null || !this.ask) return;
    void this.ask({ order: raw }).then((found) => {
      if (this.draft.raw === raw) this.inWords = found?.written?.notation ?? '';
    });
  }

  /** A new draft; what was loaded from words and has no controls gives way to it. */
  override change(draft: Draft): void {
    if (this.writable) this.notice = '';
    super.change({ ...draft, raw: null });
  }

  protected override altered(): void {
    this.judge();
  }

  /** Asks what the server says of the draft, once the player pauses: not everything that may be
      composed is possible. */
  private judge(): void {
    this.findings = [];
    if (this.asking !== null) clearTimeout(this.asking);
    const ask = this.ask;
    if (!ask) return;
    this.asking = setTimeout(() => {
      const draft = this.draft;
      void ask({ order: this.order() }).then((found) => {
        if (this.draft !== draft || !this.writable) return;
        this.findings = found && !found.legal ? found.findings : [];
        this.learn((found?.preview as Menu | undefined)?.plots ?? []);
      });
      // drawn: milliseconds after the last key.
    }, 350);
  }

  /** Keeps where plots lead that the menu does not list. */
  private learn(told: PlotMenu[]): void {
    const more = told.flatMap((it) => it.choices.map((choice) => [it.ship, choice] as const));
    const fresh = more.filter(([ship, it]) => {
      const menu = plotMenu(this.menu, ship);
      return !menu || !choiceOf(menu, it.plot);
    });
    if (fresh.length === 0) return;
    const flights = new Map(this.flights);
    for (const [ship, it] of fresh) flights.set(flightId(ship, it.plot), it);
    this.flights = flights;
  }

  override undo(): void {
    if (this.canUndo) this.notice = '';
    super.undo();
  }
}
