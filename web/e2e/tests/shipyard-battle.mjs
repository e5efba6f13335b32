// The whole way from an empty slip to the end of a battle: a ship is designed by
// clicking, from hull to arcs, saved, put into a fleet file, and fought with to
// the end; then the result and the replay.
import fs from 'node:fs';
import { atTable, expect, myTurn, openBrowser, over, sealOrder, settle, suggested } from '../lib.mjs';

const GAME = 'full-thrust';

export default async function shipyardBattle(url) {
  const browser = await openBrowser({ acceptDownloads: true });
  const { page } = browser;
  const checked = () => page.waitForSelector('[data-testid=bill][data-checked=true]');
  const number = async (id) => Number(await page.locator(`[data-testid=${id}]`).innerText());
  const set = async (label, value) => {
    await page.getByLabel(label, { exact: true }).fill(String(value));
    await checked();
  };
  const add = async (part) => {
    await page.click(`[data-testid=add-${part}]`);
    await checked();
  };
  /** Parts of the one design there is, as they are kept. */
  const aboard = (name) =>
    page.evaluate(
      (wanted) =>
        Object.keys(localStorage)
          .filter((it) => it.startsWith('flagbridge.yard.design.'))
          .flatMap((it) => {
            const { ship } = JSON.parse(localStorage[it]);
            return ['systems', 'weapons', 'ordnance'].flatMap((list) => ship[list] ?? []);
          })
          .filter((it) => it.name === wanted),
      name,
    );

  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await page.goto(`${url}#/yard/${GAME}`);
    await page.waitForSelector('[data-testid=yard]');

    // From hull to weapons.
    await page.click('[data-testid=new-design]');
    await page.waitForSelector('[data-testid=designer]');
    await checked();
    await page.fill('[data-testid=ship-name]', 'Bowsprit');
    await set('Mass', 80);
    await set('Hull boxes', 24);
    await set('Armour, standard', 5);
    for (const part of ['drive', 'ftl', 'fireControl'])
      if ((await aboard(part)).length === 0) await add(part);
    await add('beam');
    const guns = page.locator('.edit section[aria-label=Weapons] li');
    await guns.first().getByRole('radio', { name: '3', exact: true }).click();
    await guns
      .first()
      .getByRole('button', { name: /^1 arc:/ })
      .click();
    await checked();
    await guns.first().getByRole('checkbox', { name: 'FS', exact: true }).click();
    await checked();
    await guns
      .first()
      .getByRole('button', { name: /^Add .* mirrored/ })
      .click();
    await checked();
    await add('pds');
    const beams = await aboard('beam');
    expect(
      beams.length === 2 && beams.every((it) => it.class === 3 && it.numArcs === 2),
      `the beams are ${JSON.stringify(beams)}`,
    );
    expect((await aboard('pds')).length === 1, 'no point defence');
    await page.waitForSelector('text=Fit for battle');
    expect((await number('used')) <= 80, 'too much is aboard');
    const price = await number('points');
    await page.waitForSelector('.results .paper svg');

    // Saved: it stands in the yard after a reload.
    await page.goto(`${url}#/yard/${GAME}`);
    await page.reload();
    await page.click('[data-testid="pick-Bowsprit"]');
    await page.click('.detail >> text=Edit');
    await checked();
    expect((await number('points')) === price, 'the kept ship costs something else');

    // Into a fleet file.
    await page.click('button:has-text("Add to a fleet")');
    await page.click('.menu >> text=New fleet');
    await page.waitForSelector('[data-testid=fleet]');
    await page.fill('[data-testid=fleet-name]', 'Bowsprit Division');
    await page.getByRole('spinbutton', { name: 'Number of Bowsprit' }).fill('2');
    await page.waitForSelector('[data-testid=fleet-bill][data-checked=true]');
    await page.waitForFunction(
      (wanted) => Number(document.querySelector('[data-testid=fleet-points]')?.textContent) === wanted,
      2 * price,
    );
    await page.click('button:has-text("Export")');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('.menu >> text=JSON')]);
    const fleet = JSON.parse(fs.readFileSync(await download.path(), 'utf8'));
    expect(
      fleet.name === 'Bowsprit Division' &&
        fleet.ships[0].number === 2 &&
        fleet.ships[0].design.name === 'Bowsprit',
      'the fleet file is another fleet',
    );

    // To battle, against the same.
    await page.click('[data-testid=fight]');
    await page.waitForSelector('[data-testid=begin-fight]:not([disabled])');
    await page.click('[data-testid=begin-fight]');
    await atTable(page);
    await page.locator('.ship', { hasText: 'Bowsprit' }).first().click();
    await page.waitForSelector('svg.ssd');
    let sealed = 0;
    while ((await myTurn(page)) === 'mine') {
      await suggested(page);
      await sealOrder(page);
      sealed += 1;
      expect(sealed < 500, 'the battle does not end');
    }
    expect(sealed > 5, `only ${sealed} decisions`);

    // How it ended, and all of it again.
    expect(await over(page), 'the battle is not over');
    const words = await page.locator('.task h2').innerText();
    expect(/wins?|draw/i.test(words), `no outcome: ${words}`);
    await page.click('text=Watch the replay');
    await page.waitForSelector('.scrub');
    const total = Number(await page.getAttribute('[data-testid=replay]', 'data-total'));
    expect(total > 20, `only ${total} events`);
    await page.waitForSelector('text=Bowsprit');
    for (const at of [Math.floor(total / 2), total]) {
      await page.locator('.scrub').fill(String(at));
      await page.waitForFunction(
        (wanted) =>
          Number(document.querySelector('[data-testid=replay]')?.getAttribute('data-at')) === wanted,
        at,
      );
    }
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
