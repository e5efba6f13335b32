// What every game's session inherits, tried on a game that has numbers for
// views and words for orders.
import { describe, expect, it } from 'vitest';
import type { Line } from '../../wire';
import type { TableInput } from '../types';
import { OpenSession } from './session.svelte';
import type { Stage } from './playback';

class Words extends OpenSession<number, string[], string> {
  alterations = 0;
  heard: string[] = [];
  stage: Stage<number> | null = null;

  constructor() {
    super('', { ranges: 'Ranges', reach: 'Reach' });
  }

  protected fresh(): string {
    return this.menu?.[0] ?? '';
  }
  protected read(order: unknown): string {
    return String(order);
  }
  protected begun(): void {
    if (this.open) this.selectFirst(['4', '7', '9']);
  }
  protected override altered(): void {
    this.alterations += 1;
  }
  protected cardsOn() {
    return [];
  }
  protected cuesOn(stage: Stage<number>, lines: Line[]) {
    this.stage = stage;
    return lines.map(() => ({ length: 1, show: () => {} }));
  }
  next(by: number): void {
    this.selectNext(['4', '7', '9'], by);
  }
  drag(to: string[]): void {
    this.hold('7');
    for (const it of to) {
      this.draft = it;
      this.amiss(it === 'nowhere' ? () => this.refuse('Not there.', { x: 1, y: 2 }, 'R-1') : null);
      this.heard.push(this.refusal?.text ?? '');
    }
    this.dragEnd();
  }
  tug(to: { x: number; y: number }[]): void {
    this.holdFast((world) => this.refuse('It stays.', world, 'R-2'));
    for (const world of to) {
      if (!this.heldFast(world)) this.draft = 'moved';
      this.heard.push(this.refusal?.text ?? '');
    }
    this.dragEnd();
  }
}

const input = (more: Partial<TableInput> = {}): TableInput => ({
  view: 1,
  menu: ['hold'],
  seat: 0,
  decision: 3,
  phase: null,
  deciding: true,
  sealed: false,
  seats: [],
  ...more,
});

function begun(): Words {
  const session = new Words();
  session.update(input());
  return session;
}

describe('a seat at the table', () => {
  it('begins a decision with a fresh draft, and keeps the draft while it lasts', () => {
    const session = begun();
    expect([session.draft, session.selected, session.edited]).toEqual(['hold', '4', false]);
    session.change('left');
    session.update(input({ view: 2 }));
    expect([session.draft, session.shown, session.edited]).toEqual(['left', 2, true]);
    session.update(input({ decision: 4, menu: ['wait'] }));
    expect([session.draft, session.canUndo, session.edited]).toEqual(['wait', false, false]);
  });

  it('goes back through older drafts, and tells the game of each change', () => {
    const session = begun();
    session.change('left');
    session.change('left');
    session.change('right');
    expect(session.past).toEqual(['hold', 'left']);
    session.undo();
    session.undo();
    session.undo();
    expect([session.draft, session.canUndo, session.alterations]).toEqual(['hold', false, 4]);
  });

  it('changes nothing that is sealed or not asked for', () => {
    const session = begun();
    session.change('left');
    session.update(input({ sealed: true }));
    session.change('right');
    session.undo();
    expect([session.draft, session.canUndo]).toEqual(['left', false]);
    session.update(input({ deciding: false }));
    session.change('right');
    expect(session.draft).toBe('left');
  });

  it('takes a drag for one change, and for none if it leads back', () => {
    const session = begun();
    session.drag(['left', 'right']);
    expect([session.draft, session.past, session.alterations]).toEqual(['right', ['hold'], 1]);
    session.drag(['left', 'right']);
    expect([session.past, session.alterations]).toEqual([['hold'], 1]);
  });

  it('says why a drop is not possible, once, and only if it is let go there', () => {
    const session = begun();
    session.drag(['left', 'nowhere', 'right']);
    expect(session.refusal).toBeNull();
    session.drag(['left', 'nowhere']);
    expect(session.refusal).toEqual({ text: 'Not there.', rule: 'R-1', at: { x: 1, y: 2 } });
    expect(session.heard).toEqual(['', '', '', '', '']);
    session.refusal = null;
    session.drag([]);
    expect(session.refusal).toBeNull();
  });

  it('says of what cannot be moved why, where it is let go, and leaves it alone', () => {
    const session = begun();
    session.tug([
      { x: 1, y: 1 },
      { x: 5, y: 2 },
    ]);
    expect(session.heard).toEqual(['', '']);
    expect(session.refusal).toEqual({ text: 'It stays.', at: { x: 5, y: 2 }, rule: 'R-2' });
    expect([session.draft, session.canUndo]).toEqual(['hold', false]);
    // The next thing that is dragged can be moved.
    session.drag(['left']);
    expect([session.draft, session.canUndo]).toEqual(['left', true]);
  });

  it('keeps what the player made when something is loaded or cleared, and nothing else', () => {
    const session = begun();
    session.load('suggested');
    expect([session.draft, session.past, session.edited]).toEqual(['suggested', [], false]);
    session.clear();
    expect([session.draft, session.past]).toEqual(['hold', []]);
    session.change('left');
    session.load('suggested');
    session.clear();
    expect([session.draft, session.past]).toEqual(['hold', ['hold', 'left', 'suggested']]);
  });

  it('keeps what the player has changed, and takes it up again where it can be changed', () => {
    const session = begun();
    expect(session.kept()).toBeNull();
    session.change('left');
    expect(session.kept()).toBe('left');
    const later = begun();
    later.restore('left');
    expect([later.draft, later.edited, later.alterations]).toEqual(['left', true, 1]);
    later.undo();
    expect(later.draft).toBe('hold');
    const sealed = new Words();
    sealed.update(input({ sealed: true }));
    sealed.restore('left');
    expect(sealed.draft).toBe('hold');
  });

  it('goes round the ships both ways', () => {
    const session = begun();
    const seen = [1, 1, 1, -1].map((by) => {
      session.next(by);
      return session.selected;
    });
    expect(seen).toEqual(['7', '9', '4', '9']);
    session.select(null);
    session.next(1);
    expect(session.selected).toBe('4');
  });

  it('shows what playback shows until it settles', () => {
    const session = begun();
    session.cues([]);
    session.update(input({ view: 5 }));
    expect([session.stage!.view(), session.shown]).toEqual([1, 1]);
    session.stage!.show(3);
    expect(session.shown).toBe(3);
    session.settle();
    expect([session.shown, session.playing]).toEqual([5, false]);
  });

  it('pins ranges and reach, and knows ships by their numbers', () => {
    const session = begun();
    session.toggle('reach');
    expect(session.overlays.map((it) => [it.label, it.on])).toEqual([
      ['Ranges', false],
      ['Reach', true],
    ]);
    expect([session.index('12'), session.index('m1'), session.index(null)]).toEqual([12, null, null]);
  });
});
