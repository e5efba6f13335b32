import { describe, expect, it } from 'vitest';
import type { Hit } from '../../board/state';
import type { TableInput } from '../types';
import { ftb } from './index';
import { advice, at, helmMenu, menu, order, plot, target, view } from './sample';
import { FtbSession } from './session.svelte';
import type { Menu, Order, View } from './types';

function table(now: Menu | null, truth: View = view(), decision = 1, ask?: TableInput['ask']): FtbSession {
  const session = new FtbSession();
  const input: TableInput = {
    view: truth,
    menu: now,
    seat: 0,
    decision,
    phase: now?.phase ?? null,
    deciding: now !== null,
    sealed: false,
    seats: [],
    ask,
  };
  session.update(input);
  return session;
}

const spot = (id: string, drag = false): Hit => ({
  kind: 'spot',
  id,
  spot: { id, at: at(0, 0), tone: 'text', kind: 'dot', drag },
});
const token = (session: FtbSession, id: string): Hit => ({
  kind: 'token',
  id,
  token: session.scene.tokens.find((it) => it.id === id)!,
});
const key = (name: string) => ({ key: name }) as KeyboardEvent;

describe('order and plot at the table', () => {
  it('is dragged to the nearest offered end, undone as one step', () => {
    const session = table(menu({ phase: 'order and plot', ship: 0, helm: helmMenu() }));
    session.key(key('2'));
    expect(session.order()).toMatchObject({ helm: { order: 'burn', plot: { speed: 5 } } });
    const ghost = session.scene.ghosts.find((it) => it.id === 'plan')!;
    expect(session.dragStart({ kind: 'ghost', id: 'plan', ghost })).toBe(true);
    session.dragTo(at(10, -16));
    session.dragTo(at(9.2, -16.1));
    session.dragEnd();
    expect(session.order()).toMatchObject({ helm: { order: 'burn', plot: { speed: 8 } } });
    session.undo();
    expect(session.order()).toMatchObject({ helm: { order: 'burn', plot: { speed: 5 } } });
    expect(session.task).toMatchObject({ title: 'Order and plot: TB1', seal: 'Burn' });
  });
  it('asks the server for the vector to the very point, with its bends', async () => {
    const asked: unknown[] = [];
    const exact = plot(at(8.6, -16.4), at(-1, -0.06), 8, {
      path: [at(17, -16), at(12, -16.2), at(8.6, -16.4)],
      way: [{ t: 3, at: at(14, -16), what: 'asteroids' }],
    });
    const session = table(
      menu({ phase: 'order and plot', ship: 0, helm: helmMenu() }),
      view(),
      1,
      async (request) => {
        asked.push(request.text ?? request.order);
        const helm = request.text
          ? { order: 'burn', plot: exact.plot }
          : (request.order as { helm: { order: string; plot: unknown } }).helm;
        const plots = request.text ? [exact] : [];
        return {
          legal: true,
          written: { notation: '', order: { helm } },
          message: '',
          findings: [],
          preview: { helm: { ...helmMenu(), orders: [order({ order: 'burn', accel: 3, plots })] } },
        };
      },
    );
    session.key(key('2'));
    // A click beside everything, but in the circle.
    session.click(null, at(9.4, -16.2));
    await new Promise((done) => setTimeout(done, 5));
    expect(asked).toContain('burn to 9.4,-16.2');
    expect(session.order()).toMatchObject({
      helm: { order: 'burn', plot: { speed: 8, course: { x: -1, y: -0.06 } } },
    });
    expect(session.seen?.plot?.path).toHaveLength(3);
    expect(session.scene.paths.some((it) => it.kind === 'plan' && it.points.length === 3)).toBe(true);
    // A point outside is pulled back to the circle's edge.
    session.dragStart({
      kind: 'ghost',
      id: 'plan',
      ghost: session.scene.ghosts.find((it) => it.id === 'plan')!,
    });
    session.dragTo(at(4, -16));
    session.dragEnd();
    await new Promise((done) => setTimeout(done, 5));
    expect(asked).toContain('burn to 9,-16');
    session.undo();
    session.undo();
    expect(session.order()).toMatchObject({ helm: { order: 'burn', plot: { speed: 5 } } });
  });
  it('says why an order is not legal before it is sealed', async () => {
    const findings = [{ rule: 'FTB-28.2', reason: 'too far' }];
    const session = table(
      menu({ phase: 'order and plot', ship: 0, helm: helmMenu() }),
      view(),
      1,
      async () => ({ legal: false, written: null, message: 'too far', findings: findings as never }),
    );
    await new Promise((done) => setTimeout(done, 5));
    expect(session.seen).toMatchObject({ legal: false, findings });
  });
  it('takes an end by a click, a torpedo’s too', () => {
    const session = table(menu({ phase: 'order and plot', ship: 0, helm: helmMenu() }));
    session.key(key('2'));
    session.click(spot('plot-3'), at(0, 0));
    expect(session.order()).toMatchObject({ helm: { plot: { speed: 6, course: { x: -0.86, y: 0.51 } } } });
    session.key(key('e'));
    session.click(spot('torpedo-1'), at(0, 0));
    expect(session.order()).toMatchObject({
      helm: { order: 'launch', plot: null, torpedo: { plot: { speed: 11 } } },
    });
  });
  it('declares a harbour by a click where the vector reaches it', () => {
    const session = table(menu({ phase: 'order and plot', ship: 0, helm: helmMenu() }));
    session.key(key('2'));
    session.click(spot('body-1'), at(0, 0));
    expect(session.order()).toMatchObject({ helm: { declare: null } });
    session.key(key('s'));
    session.click(spot('body-1'), at(0, 0));
    expect(session.order()).toMatchObject({ helm: { plot: { speed: 2 }, declare: { body: 1 } } });
    session.hover(spot('body-1'));
    expect(session.explain).toContain('Venus');
  });
  it('does nothing once sealed', () => {
    const session = table(menu({ phase: 'order and plot', ship: 0, helm: helmMenu() }));
    const before = session.order();
    session.update({
      view: view(),
      menu: session.menu,
      seat: 0,
      decision: 1,
      phase: '',
      deciding: true,
      sealed: true,
      seats: [],
    });
    expect(session.key(key('2'))).toBe(false);
    expect(session.dragStart(token(session, '0'))).toBe(false);
    expect(session.order()).toEqual(before);
  });
});

describe('attacks and choices at the table', () => {
  it('are made by clicking on the target, the point by dragging along the vector', () => {
    const path = [at(-20, -10), at(-12, -10)];
    const session = table(
      menu({
        phase: 'attack',
        ship: 0,
        aim: { ship: 0, path, targets: [target()], cover: [], probes: false },
      }),
    );
    expect(session.task.seal).toBe('No attack');
    session.click(token(session, '1'), at(0, 0));
    expect(session.order()).toEqual({ attack: [{ target: { ship: 1 }, at: null }] });
    expect(session.task.seal).toBe('Attack AC1');
    expect(session.dragStart(spot('aim-1', true))).toBe(true);
    session.dragTo(at(-17, -9));
    session.dragEnd();
    expect(session.order()).toEqual({ attack: [{ target: { ship: 1 }, at: 3 }] });
    session.click(token(session, '1'), at(0, 0));
    expect(session.order()).toEqual({ attack: [] });
  });
  it('pick the ship that is clicked', () => {
    const choices = [
      { order: { pick: { activate: 0 } } as Order, text: 'activate TB1' },
      { order: { pick: { force: 1 } } as Order, text: 'force AC1' },
    ];
    const session = table(menu({ choices }));
    expect(session.task.seal).toBe('Activate TB1');
    session.click(token(session, '1'), at(0, 0));
    expect(session.order()).toEqual({ pick: { force: 1 } });
    expect(session.fleet[0]!.ships[0]!.owes).toBe(true);
  });
  it('keep the advice to whoever asks', () => {
    const choices = (['defensive', 'railgun', 'broadside'] as const).map((protocol) => ({
      order: { protocol } as Order,
      text: protocol,
    }));
    const session = table(
      menu({ phase: 'protocols', choices, advice }),
      view({ fight: { combat: { attacker: 0, defender: 1, cover: false, stage: 'choose' } } }),
    );
    expect(session.panel).toBe('protocols');
    expect(session.advice).toBe(false);
    session.key(key('i'));
    expect(session.advice).toBe(true);
    session.key(key('3'));
    expect(session.order()).toEqual({ protocol: 'broadside' });
    session.update({
      view: view(),
      menu: session.menu,
      seat: 1,
      decision: 2,
      phase: '',
      deciding: true,
      sealed: false,
      seats: [],
    });
    expect(session.advice).toBe(false);
  });
  it('place stations by a click and Tankers on offered places', () => {
    const session = table(
      menu({ phase: 'stations', site: at(20, 16) }),
      view({ stage: { stations: { side: 0 } } }),
    );
    session.click(null, at(11.24, 3.06));
    expect(session.order()).toEqual({ station: at(11.2, 3.1) });
    const other = table(
      menu({
        choices: [{ order: { pick: { activate: 0 } }, text: '' }],
        tanker: { tanker: 0, system: 0, points: [at(30, 0), at(30, 5)], clear: [] },
      }),
    );
    // A click on the map means nothing before the Tanker is called.
    other.click(null, at(3, 3));
    expect(other.order()).toEqual({ pick: { activate: 0 } });
    other.callTanker();
    expect(other.order()).toEqual({ pick: { tanker: { tanker: 0, system: 0, at: at(30, 0) } } });
    other.click(null, at(31.04, 5));
    expect(other.order()).toEqual({ pick: { tanker: { tanker: 0, system: 0, at: at(31, 5) } } });
    other.dragStart(spot('tanker-site', true));
    other.dragTo(at(33, 6));
    other.dragEnd();
    expect(other.order()).toEqual({ pick: { tanker: { tanker: 0, system: 0, at: at(33, 6) } } });
  });
});

describe('the table', () => {
  it('lists sides, hides what is hidden, and turns to other systems', () => {
    const truth = view();
    const session = table(null, { ...truth, ships: [truth.ships[0]!, { ...truth.ships[1]!, own: null }] });
    expect(session.fleet.map((it) => it.name)).toEqual(['Terra', 'Ares']);
    expect(session.fleet[1]!.ships[0]!.bars).toHaveLength(1);
    expect(session.fleet[1]!.ships[0]!.troubles.map((it) => it.mark)).toEqual(['◇']);
    expect(session.turnText).toBe('Day 1 of 8');
    session.key(key('o'));
    expect(session.scene.tokens).toEqual([]);
    session.select('1');
    expect(session.system).toBe(0);
  });
  it('says what each side has and what a scenario is about', () => {
    expect(ftb.forces(view()).map((it) => it.total)).toEqual(['26 points', '18 points']);
    expect(ftb.facts(view()).find((it) => it.label === 'Days')!.value).toBe('8');
  });
});
