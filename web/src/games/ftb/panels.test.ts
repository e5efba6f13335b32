// Every panel is drawn once, without a browser: what it says must be there.
import { render } from 'svelte/server';
import type { Component } from 'svelte';
import { describe, expect, it } from 'vitest';
import Orders from './Orders.svelte';
import Sheet from './Sheet.svelte';
import { advice, at, helmMenu, menu, ship, target, view } from './sample';
import { FtbSession } from './session.svelte';
import type { Menu, Order, ProtocolMenu, View } from './types';

function table(now: Menu | null, truth: View = view()): FtbSession {
  const session = new FtbSession();
  session.update({
    view: truth,
    menu: now,
    seat: 0,
    decision: 1,
    phase: null,
    deciding: now !== null,
    sealed: false,
    seats: [],
  });
  return session;
}

const text = (panel: unknown, session: FtbSession): string =>
  render(panel as Component<{ session: FtbSession; check: () => void }>, {
    props: { session, check: () => {} },
  })
    .body.replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('orders', () => {
  it('of the helm say what each costs and what comes of the vector', () => {
    const session = table(menu({ phase: 'order and plot', ship: 0, helm: helmMenu() }));
    session.key({ key: '2' } as KeyboardEvent);
    session.key({ key: 'w' } as KeyboardEvent);
    const said = text(Orders, session);
    for (const part of [
      'Coast',
      'Burn',
      'within 3 LU, +1 heat',
      'Launch torpedo',
      'In range on the way: AC1',
      'Cover fire possible from AC1',
      'Do not mask',
      'nothing is damaged',
    ])
      expect(said).toContain(part);
    session.key({ key: 'e' } as KeyboardEvent);
    expect(text(Orders, session)).toContain('Next turn within reach of AC1');
  });
  it('of an attack have targets with their worth, or nothing', () => {
    const aim = { ship: 0, path: [at(0, 0), at(8, 0)], targets: [target()], cover: [1], probes: true };
    const session = table(menu({ phase: 'attack', ship: 0, aim }));
    session.attack({ ship: 1 });
    const said = text(Orders, session);
    for (const part of [
      'No attack',
      'AC1',
      'nearest 1.5 LU',
      'worth +1.20',
      '4.0 LU along',
      'two targets',
      'cover fire from AC1',
    ])
      expect(said).toContain(part);
    const torpedo = table(
      menu({ phase: 'guide torpedo', ship: 0, guide: { ship: 0, path: [], targets: [], plots: [] } }),
    );
    expect(text(Orders, torpedo)).toContain('Attack nothing');
  });
  it('of a protocol show the mix and its value only when asked', () => {
    const choices = (['defensive', 'railgun', 'broadside', 'evasive'] as const).map((protocol) => ({
      order: { protocol } as Order,
      text: protocol,
    }));
    const free = { harmless: false, heat: 0, cools: 0, fuel: 0 };
    const protocols: ProtocolMenu[] = [
      { ...free, protocol: 'defensive', beats: ['broadside'] },
      { ...free, protocol: 'railgun', beats: ['defensive', 'evasive'], heat: 1 },
      { ...free, protocol: 'broadside', beats: ['railgun'] },
      { protocol: 'evasive', beats: ['defensive'], harmless: true, heat: 0, cools: 1, fuel: 1 },
    ];
    const session = table(
      menu({ phase: 'protocols', choices, protocols, advice }),
      view({ fight: { combat: { attacker: 0, defender: 1, cover: false, stage: 'choose' } } }),
    );
    expect(text(Orders, session)).toContain('TB1 against AC1');
    expect(text(Orders, session)).not.toContain('50%');
    session.advice = true;
    const said = text(Orders, session);
    for (const part of ['50%', 'Value −0.25', '−1.50', 'beats Defensive and Evasive; +1 heat'])
      expect(said).toContain(part);
    expect(said).toContain('beats Defensive; does no harm; −1 fuel, −1 heat');
  });
  it('of few choices name them in words', () => {
    const choices: { order: Order; text: string }[] = [
      { order: { pick: { activate: 0 } }, text: 'activate TB1' },
      { order: { pick: { force: 1 } }, text: 'force AC1' },
      { order: { scan: null }, text: 'no scan' },
      { order: { evade: true }, text: 'evade' },
      { order: { benefit: 'erase_damage' }, text: 'erase' },
      { order: { system: 'drive' }, text: 'drive' },
      { order: { forcer: 1 }, text: 'forcer 2' },
    ];
    const said = text(
      Orders,
      table(menu({ choices, tanker: { tanker: 0, system: 0, points: [at(30, 0)], clear: [] } })),
    );
    for (const part of [
      'Activate TB1',
      'Force AC1',
      'No scan',
      'Evade',
      'Erase damage',
      'Drive',
      'Ares forces',
      'Deploy Tanker 1',
    ])
      expect(said).toContain(part);
  });
  it('of set-up have figures and points', () => {
    const fleet = {
      points: 50,
      costs: [
        ['Battleship', 26],
        ['Destroyer', 12],
      ] as [string, number][],
      default: { ships: ['battleship' as const], extra: null, tankers: 0 },
    };
    expect(text(Orders, table(menu({ phase: 'fleets', fleet })))).toContain('26 of 50 points');
    expect(text(Orders, table(menu({ phase: 'stations', site: at(20, 16) })))).toContain('Site x');
    const deploy = [{ ship: 0, at: at(20, 19), plot: { course: at(-1, 0), speed: 5 } }];
    expect(text(Orders, table(menu({ phase: 'deployment', deploy })))).toContain('Start x');
    const hold = table(
      menu({
        phase: 'stealth run',
        hold: deploy,
        choices: [{ order: { hold_back: null }, text: 'hold none' }],
      }),
    );
    expect(text(Orders, hold)).toContain('Hold none');
    expect(hold.order()).toEqual({ hold_back: null });
  });
  it('say what the decision is about', () => {
    const effects = [
      {
        from: 0,
        to: 1,
        by: 'railgun' as const,
        against: 'defensive' as const,
        form: 'winner_chooses' as const,
        focus: false,
      },
    ];
    const fight = { combat: { attacker: 0, defender: 1, cover: true, stage: { effects } } };
    const blows = [
      { target: 1, chooser: 0, focus: false, pierce: false, fate: null },
      { target: 0, chooser: null, focus: false, pierce: false, fate: 'shield' as const },
    ];
    const said = text(
      Orders,
      table(
        menu({ phase: 'hit or heat', choices: [{ order: { heat: false }, text: 'hit' }] }),
        view({ fight, blows, test: { ship: 0, trial: { countermeasures: { guide: 1 } }, easy: true } }),
      ),
    );
    for (const part of [
      'Cover fire: TB1 against AC1',
      'TB1 (Railgun) beats AC1 (Defensive)',
      'AC1 is hit; Terra chooses the system',
      'TB1: countermeasures, a draw is enough',
    ])
      expect(said).toContain(part);
    expect(said).not.toContain('TB1 is hit');
  });
  it('have the star systems as tabs', () => {
    expect(text(Orders, table(null))).toContain('Proxima');
  });
});

describe('the manifest', () => {
  it('has gauges, heat and systems', () => {
    const session = table(
      null,
      view({
        ships: [
          ship(
            { tracked: true, hits: 1 },
            { shields: 1, heat: 3, damage: { system: 'drive', offline: true } },
          ),
        ],
        tags: ['TB1'],
      }),
    );
    session.select('0');
    const said = text(Sheet, session);
    for (const part of [
      'TB1 Battleship',
      'under way',
      '◇ Tracked',
      '1/2',
      'Overheated',
      'Drive offline',
      'Core online',
      '17, -16',
    ])
      expect(said).toContain(part);
  });
  it('is empty for those who may not read it', () => {
    const session = table(null, view({ ships: [ship({ side: 1 }, null)], tags: ['AC1'] }));
    session.select('0');
    expect(text(Sheet, session)).toContain('The manifest is hidden');
    expect(text(Sheet, session)).not.toContain('Torpedoes');
  });
  it('tells of a torpedo', () => {
    const session = table(
      null,
      view({
        ships: [ship({ torpedo: { from: at(0, 0), at: at(5, 0), dir: at(1, 0), speed: 12, deflected: 0 } })],
        tags: ['TB1'],
      }),
    );
    session.select('t0');
    expect(text(Sheet, session)).toContain('torpedo of TB1');
  });
});
