import { describe, expect, it, vi } from 'vitest';
import { fire, offering, orders, view } from './sample';
import { FullThrustSession } from './session.svelte';
import type { Menu, View } from './types';

function table(it: View, menu: Menu): FullThrustSession {
  const session = new FullThrustSession();
  session.update({
    view: it,
    menu,
    seat: 0,
    decision: 1,
    phase: null,
    deciding: true,
    sealed: false,
    seats: [],
  });
  return session;
}
const key = (name: string) => ({ key: name }) as KeyboardEvent;
const how = { extend: false, touch: false };

describe('orders at the table', () => {
  it('are steered by keys, pointed at, dragged and undone', () => {
    const session = table(view(), orders());
    expect(session.selected).toBe('0');
    session.key(key('a'));
    session.key(key('w'));
    expect(session.draft.ships[0]!.plot).toBe('P1+1');
    session.undo();
    expect(session.draft.ships[0]!.plot).toBe('P1');
    session.click(null, { x: 30, y: 24 }, how);
    expect(session.draft.ships[0]!.plot).toBe('+4');
    const ghost = session.scene.ghosts.find((it) => it.id === 'plan-0')!;
    expect(session.dragStart({ kind: 'ghost', id: ghost.id, ghost })).toBe(true);
    session.dragTo({ x: 22, y: 24 });
    session.dragEnd();
    expect(session.draft.ships[0]!.plot).toBe('-4');
    session.undo();
    expect(session.draft.ships[0]!.plot).toBe('+4');
    expect(session.order()).toEqual({ orders: { ships: [{ ship: 0, plot: '+4' }] } });
  });

  it('say when something is not on offer', () => {
    const session = table(view(), orders());
    for (let k = 0; k < 3; k++) session.key(key('d'));
    expect(session.refusal?.text).toMatch(/^A1 has 4 points of thrust/);
    expect(session.draft.ships[0]!.plot).toBe('S2');
  });

  it('are judged by the server once the player pauses', async () => {
    vi.useFakeTimers();
    const session = new FullThrustSession();
    const asked: unknown[] = [];
    const ask = async (request: { order?: unknown }) => {
      asked.push(request.order);
      return {
        legal: false,
        written: null,
        message: '',
        findings: [{ rule: 'FT-3.2.1', reason: 'too much' }],
      };
    };
    session.update({
      view: view(),
      menu: orders(),
      seat: 0,
      decision: 1,
      phase: null,
      deciding: true,
      sealed: false,
      seats: [],
      ask,
    });
    session.setPlot(0, 'P4');
    session.setPlot(0, 'P4+4');
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([{ orders: { ships: [{ ship: 0, plot: 'P4+4' }] } }]);
    expect(session.findings).toEqual([{ rule: 'FT-3.2.1', reason: 'too much' }]);
    session.undo();
    expect(session.findings).toEqual([]);
    vi.useRealTimers();
  });

  it('put ships near each other into one squadron', () => {
    const session = table(view(), orders());
    session.gather(['0', '1', '2'], how);
    // The third is 12 MU away.
    expect(session.squadron).toEqual([0, 1]);
    session.setFormation('wedge');
    session.key(key('a'));
    expect(session.order()).toEqual({
      orders: { squadrons: [{ ships: [0, 1], formation: 'wedge', plot: 'P1' }] },
    });
    session.dissolve();
    expect(session.squadron).toEqual([0]);
  });
});

describe('fire at the table', () => {
  it('goes to the ship that is pointed at, within the fire controls', () => {
    const session = table(view({ phase: { fire: { seat: 0, passes: 0 } } }), offering({ fire: [fire(1)] }));
    const token = (id: string) => ({
      kind: 'token' as const,
      id,
      token: session.scene.tokens.find((it) => it.id === id)!,
    });
    expect(session.task.seal).toBe('Pass');
    session.click(token('3'), { x: 40, y: 24 }, how);
    expect(session.draft.fire?.shots.map((it) => it.target)).toEqual([3, 3, 3]);
    expect(session.task.seal).toBe('Fire A1: 3 weapons');
    session.change({ ...session.draft, fire: { ship: 0, shots: [{ weapon: 13, target: 3 }] } });
    session.click(token('5'), { x: 40, y: 20 }, how);
    expect(session.refusal?.text).toMatch(/fire controls are in use/);
    session.click(token('3'), { x: 40, y: 24 }, how);
    expect(session.order()).toBe('pass');
    session.key(key('d'));
    session.key(key('d'));
    expect(session.draft.fire?.shots.every((it) => it.target === 4)).toBe(true);
    session.undo();
    expect(session.draft.fire?.shots.every((it) => it.target === 3)).toBe(true);
  });
});

describe('other phases', () => {
  it('place a ship, turn it, and choose another', () => {
    const deploy = [0, 1].map((ship) => ({
      default: { ship, at: { x: 3, y: 10 + ship * 8 }, facing: 3, velocity: 6 },
      from: { x: 0, y: 0 },
      to: { x: 6, y: 48 },
      most_velocity: 12,
    }));
    const session = table(view({ phase: { deploy: { seat: 0, order: [0, 1] } } }), offering({ deploy }));
    session.key(key('e'));
    session.key(key('w'));
    expect(session.order()).toEqual({ deploy: { ship: 0, at: { x: 3, y: 10 }, facing: 4, velocity: 7 } });
    session.select('1');
    expect(session.order()).toEqual({ deploy: deploy[1]!.default });
    session.undo();
    expect(session.task.seal).toBe('Place A1');
  });

  it('keep an order they have no controls for', () => {
    const session = table(view({ phase: { boarding: { seats: [0] } } as never }), offering());
    expect(session.kind).toBe('other');
    session.load({ boarding: [{ ship: 1 }] });
    expect(session.order()).toEqual({ boarding: [{ ship: 1 }] });
  });
});
