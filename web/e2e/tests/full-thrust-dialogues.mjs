// Dialogues that come up seldom, on a phone: each says what it asks, proposes
// something that can be sealed at once, and fits under a thumb. The battles are
// made so that they come up early.
import { accessible } from '../axe.mjs';
import {
  PHONE,
  api,
  atTable,
  calm,
  expect,
  join,
  myTurn,
  openBrowser,
  over,
  sealOrder,
  settle,
  suggested,
} from '../lib.mjs';

const at = (x, y) => ({ x, y });
const beam = (size = 2) => ({ name: 'beam', class: size, leftArc: 'F', numArcs: 6 });

/** A design of a ship file, its parts with ids. */
function design(name, mass, hull, systems, weapons, more = {}) {
  const named = (list) => list.map((it, k) => ({ id: `${it.name}-${k}`, ...it }));
  return {
    name,
    class: 'test ship',
    mass,
    hull: { points: hull, rows: 4, stealth: '0', streamlining: 'none' },
    armour: [[4, 0]],
    systems: named(systems),
    weapons: named(weapons),
    ordnance: [],
    orientation: 'alpha',
    civilian: false,
    ...more,
  };
}

const NEST = design(
  'Nest',
  300,
  60,
  [
    { name: 'drive', thrust: 4, advanced: false },
    { name: 'fireControl' },
    ...[0, 1, 2, 3].map((k) => ({ name: 'hangar', id: `h${k}` })),
    ...[0, 1, 2, 3].map(() => ({ name: 'launchTube' })),
    { name: 'gunboatRack', id: 'r0' },
  ],
  [{ name: 'pds' }, { name: 'pds' }, { name: 'pds' }, beam()],
  {
    fighters: ['standard', 'missile', 'interceptor', 'attack'].map((type, k) => ({ type, hangar: `h${k}` })),
    gunboatSquadrons: [
      { boats: ['rocket', 'missile', 'plasmaBomber', 'beam'].map((type) => ({ type })), rack: 'r0' },
    ],
  },
);

function battle(name, sides, more = {}) {
  return {
    name,
    blurb: '',
    table: { width: 72, height: 48 },
    turns: 8,
    deployment: 'as_given',
    sides: sides.map((ships, k) => ({ name: k === 0 ? 'Amber' : 'Cobalt', ...ships })),
    ...more,
  };
}
const cruiser = (name, more) => ({ design: 'Heavy Cruiser', name, ...more });
const destroyer = (name, more) => ({ design: 'Pike Destroyer', name, ...more });

const BATTLES = {
  siege: {
    seat: 1,
    setup: battle(
      'Siege',
      [
        { edge: 'west', ships: [cruiser('Ram'), destroyer('Lamb')] },
        {
          edge: 'east',
          ships: [
            cruiser('Gate'),
            destroyer('Later', { ftl: true, at: at(50, 20), facing: 9, velocity: 6, enters: 3 }),
          ],
        },
      ],
      {
        deployment: { attack: { most_velocity: 12, defender: 2 } },
        terrain: [
          { kind: 'asteroid', name: 'Rock', radius: 3 },
          { kind: 'dust_cloud', name: 'Veil', radius: 5 },
        ],
      },
    ),
    steps: {
      features: async ({ page, at: where }) => {
        await page.locator('li button', { hasText: 'Rock' }).tap();
        await calm(page);
        await page.touchscreen.tap(...where(0.5, 0.35));
        await page.waitForFunction(() =>
          /at \d/.test(document.querySelector('li .where')?.textContent ?? ''),
        );
        return ({ features }) =>
          expect(
            features.length === 2 && JSON.stringify(features[0][1]) !== JSON.stringify(features[1][1]),
            `placed: ${JSON.stringify(features)}`,
          );
      },
      plans: async ({ page, menu }) => {
        const { turn } = menu.plans[0];
        await page.getByRole('button', { name: /Turn: \+1$/ }).tap();
        await page.waitForSelector('section >> text=/at 50.0, 20.0/');
        return ({ plans }) => expect(plans[0].turn === turn + 1, 'the turn is not put off');
      },
    },
  },
  chase: {
    seat: 0,
    setup: battle(
      'Chase',
      [
        { ships: [destroyer('Hound', { at: at(30, 24), facing: 3, velocity: 8 })] },
        { ships: [cruiser('Hare', { at: at(68, 24), facing: 3, velocity: 14 })] },
      ],
      { options: { abstract_disengage: true, ramming: true } },
    ),
    steps: {
      orders: async ({ page }) => {
        await page.locator('label', { hasText: /^Ram/ }).locator('select').selectOption({ label: 'B1 Hare' });
        return ({ orders }) => expect(orders.ships[0].ram === 1, 'no ram is ordered');
      },
      chase: async ({ page }) => {
        await page.waitForSelector('h2:has-text("They have left the table")');
        await page.getByRole('radio', { name: 'Let them go' }).tap();
        await page.waitForSelector('[data-testid=seal]:has-text("Let them go")');
        return ({ chase }) => expect(chase === false, 'it follows all the same');
      },
    },
    ends: true,
  },
  deck: {
    seat: 0,
    plain: true,
    setup: battle(
      'Deck',
      [
        { ships: [{ design: 'Nest', name: 'Aerie', at: at(30, 24), facing: 3, velocity: 0 }] },
        { ships: [{ design: 'Nest', name: 'Rookery', at: at(44, 24), facing: 9, velocity: 0 }] },
      ],
      { designs: [NEST] },
    ),
    steps: {
      scramble: async ({ page, menu }) => {
        const { usual, faces, groups } = menu.scramble[0];
        expect(usual.groups.length > 0, 'no scramble is proposed');
        expect(faces.reduce((a, b) => a + b, 0) === 6, `faces ${faces}`);
        await page.waitForSelector('dl >> text=A mishap on deck');
        const first = usual.groups[0][0];
        await page.locator('fieldset select').nth(groups.indexOf(first)).selectOption('');
        return ({ scramble }) =>
          expect(
            (scramble?.groups ?? []).every((it) => it[0] !== first) &&
              (scramble?.groups.length ?? 0) === usual.groups.length - 1,
            'it does not stay aboard',
          );
      },
      defence: async ({ page, menu }) => {
        expect(menu.defence.usual.length > 0, 'no defence is proposed');
        await page.waitForSelector('.guns .gun[aria-pressed=true]');
        await page.waitForSelector('li .odds .bars');
        await page.getByRole('button', { name: 'Hold all' }).tap();
        await page.waitForSelector('[data-testid=seal]:has-text("Hold all")');
        await page.getByRole('button', { name: 'As proposed' }).tap();
        await page.waitForSelector('[data-testid=seal]:has-text("Defend with")');
        return ({ defend }) =>
          expect(JSON.stringify(defend) === JSON.stringify(menu.defence.usual), 'it is not as proposed');
      },
    },
  },
  wings: {
    seat: 0,
    setup: battle(
      'Wings',
      [
        { ships: [{ design: 'Nest', name: 'Aerie', at: at(20, 24), facing: 3, velocity: 2 }] },
        { ships: [{ design: 'Nest', name: 'Rookery', at: at(50, 24), facing: 9, velocity: 2 }] },
      ],
      { designs: [NEST] },
    ),
    steps: {
      wings: async ({ page, menu }) => {
        const [first] = menu.wings;
        await page.waitForSelector('[data-testid=seal]:has-text("Move A1.")');
        // Another choice than the usual one, and back.
        const choices = page.locator('fieldset ul button');
        await choices.nth(1).tap();
        await page.waitForSelector('fieldset ul li:nth-child(2) button[aria-pressed=true]');
        await choices.nth(0).tap();
        return ({ wing }) =>
          expect(
            menu.wings.some((it) => it.group === wing.group) &&
              JSON.stringify(wing.action) ===
                JSON.stringify(menu.wings.find((it) => it.group === wing.group).choices[0]),
            `${first.name} does not move as usual`,
          );
      },
      attacks: async ({ page, menu }) => {
        await page.waitForSelector('[data-testid=seal]:has-text("Attack with")');
        await page.waitForSelector('section >> text=/points on average|Kills/');
        return ({ attack }) =>
          expect(
            attack.every((it) => menu.fights.attacks.some((other) => other.group === it.group)),
            'others attack',
          );
      },
      dogfights: async ({ page, menu }) => {
        await page.waitForSelector('section button[aria-pressed=true]');
        await page.waitForSelector('.bars >> text=/^Lost to/');
        return ({ dogfight }) =>
          expect(
            dogfight.length > 0 &&
              dogfight.every((it) => menu.fights.stances.some((other) => other.group === it.group)),
            'nobody fights',
          );
      },
    },
  },
  contacts: {
    seat: 0,
    scenario: 'bogey-hunt',
    steps: {
      muster:
        async ({ menu }) =>
        ({ muster }) =>
          expect([...muster].sort().join() === [...menu.muster.usual].sort().join(), 'somebody is missing'),
      orders: async ({ page }) => {
        await page.tap('#tab-fleet');
        await page.locator('#sheet-body .ship', { hasText: 'Bogey' }).first().tap();
        await page.tap('#tab-ship');
        await page.waitForSelector('#sheet-body >> text=/unidentified/');
        await page.waitForSelector('#sheet-body >> text=/It is identified when/');
        expect(
          (await page.locator('#sheet-body svg.ssd').count()) === 0,
          'the display of a contact is shown',
        );
        // Back to one of one's own by a tap.
        await page.tap('#tab-orders');
        await page.locator('fieldset [role=group] button').first().tap();
        await page.waitForSelector('fieldset .helm');
      },
    },
  },
  gauntlet: {
    seat: 0,
    scenario: 'gauntlet',
    steps: {
      orders: async ({ page, menu }) => {
        const layer = menu.plots.find((it) => it.switches?.mines?.length);
        expect(layer, 'nobody lays mines');
        await page.tap('#tab-fleet');
        await page
          .locator('#sheet-body .ship', { hasText: `A${layer.ship + 1}` })
          .first()
          .tap();
        await page.tap('#tab-orders');
        await page.locator('label', { hasText: /left/ }).locator('select').first().selectOption('end');
        return ({ orders }) =>
          expect(orders.ships.find((it) => it.ship === layer.ship)?.mines?.length === 1, 'no mine is laid');
      },
      launch: async ({ page }) => {
        await page.waitForSelector('text=/Launchers/');
      },
      opening: async ({ page, menu }) => {
        const { stages } = menu.opening;
        if (stages.length === 0) return false;
        await page.waitForSelector(`[data-testid=seal]:has-text("Place ${stages.length}")`);
        await page
          .getByRole('button', { name: /^Hold Missile/ })
          .first()
          .tap();
        await page.waitForSelector('.where >> text=/straight on/');
        return ({ opening }) =>
          expect((opening.stages?.length ?? 0) === stages.length - 1, 'a missile is not held');
      },
    },
  },
};

/** Nothing is wider than the screen, what is tapped is large enough, and everybody can read it. */
async function fits(page, what) {
  const bad = await page.evaluate(() => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is too wide');
    for (const it of document.querySelectorAll('fieldset button, fieldset select, fieldset input')) {
      const box = (it.matches('input') ? (it.closest('label') ?? it) : it).getBoundingClientRect();
      if (box.width === 0) continue;
      const size = `${Math.round(box.width)} by ${Math.round(box.height)}`;
      if (box.height < 36 || box.width < 32)
        found.push(`${it.textContent.trim().slice(0, 30) || it.tagName} is ${size}`);
      if (box.right > innerWidth + 1 || box.left < 0)
        found.push(`${it.textContent.trim().slice(0, 30)} is off the screen`);
    }
    return found;
  });
  expect(bad.length === 0, `${what}: ${bad.join('; ')}`);
  await accessible(page, what);
}

async function play(url, name, { seat, setup, scenario, steps, plain, ends }) {
  const browser = await openBrowser(PHONE);
  const { page } = browser;
  try {
    await settle(page, url, { speed: 'all', motion: 'none', ...(plain ? { suggest: false } : {}) });
    const seats = [0, 1].map((it) => (it === seat ? { kind: 'me' } : { kind: 'computer', level: 'captain' }));
    const answer = await fetch(`${url}api/matches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        game: 'full-thrust',
        ...(setup ? { setup } : { scenario }),
        options: {},
        seats,
        spectators: false,
      }),
    });
    expect(answer.ok, `${name}: ${answer.ok ? '' : await answer.text()}`);
    const made = await answer.json();
    const { secret } = made.seats.find((it) => it.seat === seat) ?? made.seats[0];
    await api(url, 'POST', `matches/${made.id}/join`, secret, { contribution: name });
    await join(page, url, made.id, secret);
    await atTable(page);
    const done = new Set();
    for (let k = 0; (await myTurn(page)) === 'mine' && Object.keys(steps).some((it) => !done.has(it)); k++) {
      if (k > 70) break;
      await suggested(page);
      const { menu, view } = (await api(url, 'GET', `matches/${made.id}`, secret)).data.table;
      expect(menu, 'nothing to decide');
      const phase = typeof view.phase === 'string' ? view.phase : Object.keys(view.phase)[0];
      if (steps[phase] && !done.has(phase)) {
        await page.tap('#tab-orders');
        await page.waitForSelector('#tab-orders[aria-selected=true]');
        await page.waitForSelector('fieldset');
        await calm(page);
        await fits(page, `${name}, ${phase}`);
        const board = await page.locator('canvas').first().boundingBox();
        const task = await page.locator('.task').boundingBox();
        const told = {
          page,
          menu,
          at: (x, y) => [board.x + board.width * x, 60 + (task.y - 60) * y],
        };
        const holds = await steps[phase](told);
        if (holds !== false) done.add(phase);
        // What is sealed is what was composed.
        const [sent] = await Promise.all([
          page.waitForRequest((it) => it.method() === 'POST' && it.url().endsWith('/order')),
          sealOrder(page, 'tap'),
        ]);
        if (typeof holds === 'function') holds(sent.postDataJSON().order);
        continue;
      }
      await sealOrder(page, 'tap');
    }
    const missing = Object.keys(steps).filter((it) => !done.has(it));
    expect(missing.length === 0, `${name}: never saw ${missing.join(', ')}`);
    if (ends) await myTurn(page);
    if (ends) expect(await over(page), `${name}: it is not over`);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}

export default async function fullThrustDialogues(url) {
  for (const [name, it] of Object.entries(BATTLES)) await play(url, name, it);
}
