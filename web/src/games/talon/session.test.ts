import { describe, expect, it } from 'vitest';
import { choice, fireMenu, menu, view } from './sample';
import { TalonSession } from './session.svelte';
import type { ChargeMenu, Menu } from './types';

function table(offered: Menu): TalonSession {
  const session = new TalonSession();
  session.update({
    view: view(),
    menu: offered,
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

describe('a key for what is not on offer', () => {
  it('says so for a move', () => {
    const session = table(
      menu({ moves: [{ mover: { ship: 0 }, required: true, choices: [choice('straight', [6, 7], 0)] }] }),
    );
    session.key(key('a'));
    expect(session.refusal?.text).toBe('A1: turn left is not possible now.');
    expect(session.draft.moves).toEqual([]);
    session.key(key('w'));
    expect(session.draft.moves).toEqual([{ mover: { ship: 0 }, how: 'straight' }]);
  });

  it('says so for power, fire and the curve', () => {
    const power = table(menu({ power: [{ ship: 0, battery: false, uses: ['battery'] }] }));
    power.key(key('2'));
    expect(power.refusal?.text).toBe('There is no offer 2.');
    const fire = table(fireMenu([{ group: 0, weapon: 'phaser', weapons: 1, targets: [] }]));
    fire.key(key('d'));
    expect(fire.refusal?.text).toBe('This group has no target.');
    const row = { speed: 3, power: 3, turn_radius: 2, deadly: false, ap_in: 'BDF', moves_in: 'BDF' };
    const ship: ChargeMenu = { ship: 0, bars: [], rows: [row], frozen: false };
    const charge = table(menu({ charge: [ship] }));
    charge.key(key('w'));
    expect(charge.refusal?.text).toBe('It cannot go faster next round.');
  });
});
