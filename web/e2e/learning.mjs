// The way from the home page to the first win in each game, as somebody walks it who
// has never played: every step a picture, with the clicks it took. It writes
// docs/learning.md and docs/screenshots/learning, and fails if a battle is lost.
// Names of games choose: `npm run learning -- talon ftb`; the others stay as they are.
import fs from 'node:fs';
import path from 'node:path';
import { atTable, expect, here, openBrowser, over, startServer, suggested } from './lib.mjs';

const docs = path.join(here, '../../docs');
const shots = path.join(docs, 'screenshots/learning');
/** What was walked last, so that one game can be walked anew. */
const kept = path.join(here, 'out/learning.json');
fs.mkdirSync(shots, { recursive: true });
fs.mkdirSync(path.dirname(kept), { recursive: true });

/** Each game with a seed of its own: the dice of a battle that is won. */
const GAMES = [
  { id: 'asfos', name: 'A Sky Full of Ships', seed: 1 },
  { id: 'talon', name: 'Talon', seed: 1 },
  { id: 'full-thrust', name: 'Full Thrust: Project Continuum', seed: 1 },
  { id: 'ftb', name: 'Fuel to Burn', seed: 1 },
  { id: 'stratoyager', name: 'Basic Stratoyager', seed: 1 },
];
const SIZE = { width: 1200, height: 750 };

/** A picture of the page, small: the browser itself makes WebP of it. */
async function picture(page, maker, name) {
  const png = await page.screenshot({ animations: 'allow' });
  const webp = await maker.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.72 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (it) => String.fromCharCode(it)).join(''));
  }, png.toString('base64'));
  fs.writeFileSync(path.join(shots, name), Buffer.from(webp, 'base64'));
}

async function walk({ id, name, seed }) {
  // The suggestions that people get, not the quick ones of other scripts.
  const server = await startServer(['--seed', String(seed), '--limit', 'advice=10000']);
  const browser = await openBrowser({ viewport: SIZE });
  const { page, context } = browser;
  const maker = await context.newPage();
  await page.bringToFront();
  const steps = [];
  let clicks = 0;
  let sealed = 0;
  /** Takes a picture, once; what is gone before it is taken comes again. */
  const step = async (what, words, there = () => true) => {
    if (steps.some((it) => it.what === what)) return;
    const file = `${id}-${steps.length + 1}-${what}.webp`;
    await picture(page, maker, file);
    if (await there()) steps.push({ what, words, clicks, file });
    else fs.rmSync(path.join(shots, file));
  };
  const click = async (where) => {
    await page.locator(where).first().click();
    clicks += 1;
  };
  /** The card that lies beside the map, if one does. */
  const card = () =>
    page.evaluate(() => {
      const it = document.querySelector('[data-testid=card]');
      return it ? { kind: it.dataset.kind, moment: it.dataset.moment } : null;
    });
  try {
    await page.goto(server.url);
    // As for somebody who is here for the first time: nothing is set, the briefing opens.
    await page.evaluate(() => localStorage.setItem('flagbridge.settings', '{}'));
    await page.reload();
    await page.waitForSelector(`[data-testid=start-${id}]`);
    await page.waitForTimeout(800);
    await step('home', 'The home page. Each game’s other battles are below it.');
    if (await page.locator(`[data-testid=learn-${id}]`).isVisible()) {
      await click(`[data-testid=learn-${id}]`);
      await page.waitForSelector('[data-testid=coach]');
      await page.waitForTimeout(900);
      await step(
        'lesson',
        'The first lesson is offered beside the battle: about five minutes. We skip it here.',
      );
      await page.goBack();
      clicks += 1;
      await page.waitForSelector(`[data-testid=start-${id}]`);
    }
    await click(`a[href="#/new/${id}"]`);
    await page.waitForSelector('.force');
    await page.waitForTimeout(600);
    // A list is opened, and something in it chosen.
    await page.locator('.seats select').nth(1).selectOption('cadet');
    clicks += 2;
    await step('new', 'The first battle is already chosen; we make the opponent a cadet.');
    await click('[data-testid=begin]');
    await atTable(page);
    await page.waitForSelector('[data-testid=briefing]');
    await page.waitForTimeout(600);
    await step('briefing', 'The briefing: who you are, what you have, how you win, what to try first.');
    await click('[data-testid=briefing] .btn.main');
    await page.waitForSelector('[data-testid=seal]');
    await suggested(page);
    await page.waitForTimeout(600);
    await step('task', 'One thing to do, with a suggestion already filled in.');
    const first = clicks + 1;
    let hurried = false;
    const end = Date.now() + 540_000;
    for (;;) {
      if (Date.now() > end) throw new Error(`${name}: no end of it`);
      const now = await card();
      const still = async () => JSON.stringify(await card()) === JSON.stringify(now);
      if (now?.moment) {
        // Four times as fast, the last blow would be over before there is a picture of it.
        if (hurried && !steps.some((it) => it.what === 'kill')) {
          await click('.strip [role=radio]:has-text("1×")');
          hurried = false;
        }
        await page.waitForTimeout(500);
        await step('kill', 'A ship is lost.', still);
      } else if (now?.kind === 'orders') {
        await page.waitForTimeout(260);
        await step('orders', 'What both sides sealed is revealed, in words.', still);
      } else if (now && !['told', 'summary', 'orders', 'check'].includes(now.kind)) {
        await page.waitForTimeout(260);
        await step('attack', 'An attack: who fires, with what, the dice, the damage.', still);
      }
      if (await over(page)) break;
      // At the usual pace until there is a picture of an attack, on a busy machine, too.
      if (!hurried && steps.some((it) => it.what === 'attack')) {
        await click('.strip [role=radio]:has-text("4×")');
        hurried = true;
      }
      const seal = page.locator('[data-testid=seal]');
      if (await seal.isEnabled({ timeout: 20 }).catch(() => false)) {
        await suggested(page);
        const decision = await page.getAttribute('[data-testid=table]', 'data-decision');
        if (
          await seal.click({ timeout: 2000 }).then(
            () => true,
            () => false,
          )
        ) {
          clicks += 1;
          sealed += 1;
          await page
            .waitForFunction(
              (it) => {
                const table = document.querySelector('[data-testid=table]');
                return table?.dataset.decision !== it || !table.querySelector('[data-testid=seal]');
              },
              decision,
              { timeout: 10_000 },
            )
            .catch(() => {});
        }
      }
      await page.waitForTimeout(25);
    }
    await page.waitForSelector('[data-testid=headline]');
    await page.waitForTimeout(900);
    const outcome = await page.evaluate(async () => {
      const match = location.hash.split('/')[2];
      const { secret } = JSON.parse(localStorage.getItem('flagbridge.keys')).find((it) => it.match === match);
      const answer = await fetch(`api/matches/${match}`, { headers: { authorization: `Bearer ${secret}` } });
      const { table, title } = await answer.json();
      return { title, won: table.outcome?.won?.includes(0) ?? false, turn: table.turn };
    });
    expect(outcome.won, `${name} with seed ${seed}: not won`);
    await step('won', 'Won.');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
    return { id, name, seed, battle: outcome.title, first, clicks, sealed, turn: outcome.turn, steps };
  } finally {
    await browser.close();
    await server.stop();
  }
}

const LEAD = [
  '`npm run learning` in `web` takes this walk and writes this page: in a browser that has never been here it plays',
  'the introductory battle of each game against a cadet, accepting every suggestion as it is filled in. It fails if a',
  'battle is lost. Clicks are counted as a person makes them; choosing from a list is two.',
].join(' ');

function written(walks) {
  const rows = walks.map(
    (it) => `| ${it.name} | ${it.battle} | ${it.first} | ${it.sealed} | ${it.clicks} | ${it.turn} |`,
  );
  const games = walks.map((it) => {
    const steps = it.steps.map(
      (one, k) =>
        `${k + 1}. ${one.words} (${one.clicks === 1 ? '1 click' : `${one.clicks} clicks`} so far)\n\n` +
        `   ![${one.words}](screenshots/learning/${one.file})`,
    );
    return `## ${it.name}\n\n${it.battle}, against a cadet, \`serve --seed ${it.seed}\`.\n\n${steps.join('\n\n')}`;
  });
  return `# From the home page to the first win

${LEAD}

| game | battle | clicks to the first order | orders sealed | clicks in all | turns |
| --- | --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}

${games.join('\n\n')}
`;
}

const wanted = process.argv.slice(2);
/** The walks so far, in the order of the games. */
const walked = () => (fs.existsSync(kept) ? JSON.parse(fs.readFileSync(kept, 'utf8')) : []);
for (const game of GAMES) {
  if (wanted.length > 0 && !wanted.includes(game.id)) continue;
  const made = await walk(game);
  for (const it of fs.readdirSync(shots))
    if (it.startsWith(`${game.id}-`) && !made.steps.some((step) => step.file === it))
      fs.rmSync(path.join(shots, it));
  const all = [...walked().filter((it) => it.id !== game.id), made];
  const walks = GAMES.flatMap(({ id }) => all.filter((it) => it.id === id));
  fs.writeFileSync(kept, `${JSON.stringify(walks, null, 1)}\n`);
  fs.writeFileSync(path.join(docs, 'learning.md'), written(walks));
  console.log(`${game.id}: won in ${made.clicks} clicks, ${made.sealed} orders`);
}
