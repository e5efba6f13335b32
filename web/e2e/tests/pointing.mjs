// Orders by pointing: a ghost dragged, an end clicked, a target clicked, a
// distance measured, and the board answers.
import {
  api,
  atTable,
  create,
  expect,
  join,
  myTurn,
  openBrowser,
  sealOrder,
  settle,
  spot as placeOf,
  suggested,
} from '../lib.mjs';

export default async function pointing(url) {
  const made = await create(url, [{ kind: 'me' }, { kind: 'computer', level: 'cadet' }], 'lantern-straits');
  const { secret } = made.seats[0];
  const browser = await openBrowser();
  const { page } = browser;
  const table = async () => (await api(url, 'GET', `matches/${made.id}`, secret)).data.table;
  const spot = (at) => placeOf(page, at);
  const drag = async (from, to) => {
    await page.mouse.move(...(await spot(from)));
    await page.mouse.down();
    await page.mouse.move(...(await spot(to)), { steps: 6 });
    await page.mouse.up();
  };
  try {
    await settle(page, url, { speed: 'all', motion: 'none', suggest: false });
    await join(page, url, made.id, secret);
    await atTable(page);
    await myTurn(page);
    // Deployment: the first ship is dragged, but never out of its zone.
    const { menu } = await table();
    const first = menu.deploy.ships[0].default;
    await drag(first.at, { x: 3, y: 40 });
    const place = page.locator('.places li').first().locator('.mono.tiny').first();
    expect(
      /^3\.\d, 40\.\d$|^3\.0, 40\.0$/.test(await place.innerText()),
      `dragged to ${await place.innerText()}`,
    );
    await drag({ x: 3, y: 40 }, { x: 40, y: 40 });
    expect(/^8\.0, 40\.\d$/.test(await place.innerText()), `out of the zone: ${await place.innerText()}`);
    await page.keyboard.press('u');
    expect(/^3\.\d, 40\.\d$/.test(await place.innerText()), 'undo did not take the drag back');
    await page.click('.orders >> text=Usual places');
    await page.click('[data-testid=seal]');
    await page.waitForSelector('.task h2:has-text("Plot")');
    await myTurn(page);
    // Plot: an offered end is clicked, then the ghost dragged to another.
    const plots = (await table()).menu.plots;
    const ship = plots[1];
    await page.locator('aside.rail .ship').nth(1).click();
    const right = ship.choices.find((it) => it.plot.turns === 'R' && it.plot.dv === 0);
    await page.mouse.click(...(await spot(right.to)));
    expect(
      (await page.locator('.now b').innerText()) === right.notation,
      `clicked ${right.notation}, got ${await page.locator('.now b').innerText()}`,
    );
    const left = ship.choices.find((it) => it.plot.turns === 'L' && it.plot.dv === 0);
    await drag(right.to, left.to);
    expect((await page.locator('.now b').innerText()) === left.notation, 'the ghost was not dragged');
    // The book's notation does the same; a wrong one is refused with its rule.
    await page.fill('.write input', '2R4');
    await page.press('.write input', 'Enter');
    await page.waitForSelector('.orders [role=alert] >> text=ASF-PLOT.3');
    await page.fill('.write input', right.notation.toLowerCase());
    await page.press('.write input', 'Enter');
    expect((await page.locator('.now b').innerText()) === right.notation, 'the notation was not taken');
    // A squadron: shift-click in the list and on the map, then one plot for all.
    const alike = plots.filter((it) => it.rating === ship.rating && it.ship !== ship.ship);
    expect(alike.length > 0, 'nobody to form a squadron with');
    const mate = alike[0];
    await page.keyboard.down('Shift');
    await page.locator('aside.rail .ship').nth(mate.ship).click();
    await page.keyboard.up('Shift');
    await page.waitForSelector('.squadron .chip.on');
    const order = (it) => page.locator('aside.rail .ship').nth(it.ship).locator('.order').innerText();
    await page.click(
      '.helm button[aria-label="Turn left"], .helm button[aria-label="Turn to port"], .helm .turn >> nth=0',
    );
    expect(
      (await order(mate)) === (await order(ship)),
      `one plot for both: ${await order(ship)}, ${await order(mate)}`,
    );
    await page.click('.squadron >> text=Dissolve');
    expect((await page.locator('.squadron .chip.on').count()) === 0, 'not dissolved');
    // Ringed on the map with the tool.
    await page.locator('canvas').focus();
    await page.keyboard.press('v');
    const here = [ship, mate].map((it) => it.choices[0].path[0]);
    const box = {
      left: Math.min(...here.map((it) => it.x)) - 2,
      right: Math.max(...here.map((it) => it.x)) + 2,
      bottom: Math.min(...here.map((it) => it.y)) - 2,
      top: Math.max(...here.map((it) => it.y)) + 2,
    };
    await page.mouse.move(...(await spot({ x: box.left, y: box.bottom })));
    await page.mouse.down();
    for (const [x, y] of [
      [box.right, box.bottom],
      [box.right, box.top],
      [box.left, box.top],
      [box.left, box.bottom],
    ])
      await page.mouse.move(...(await spot({ x, y })), { steps: 4 });
    await page.mouse.up();
    await page.waitForSelector('.squadron .chip.on');
    await page.keyboard.press('v');
    // Measuring snaps from ship to ship.
    await page.keyboard.press('Escape');
    await page.locator('canvas').focus();
    await page.keyboard.press('m');
    await drag(ship.choices[0].path[0], plots[0].choices[0].path[0]);
    await page.keyboard.press('m');
    // The wheel zooms to the pointer.
    const scale = async () =>
      Number((await page.locator('canvas').getAttribute('data-camera')).split(',')[2]);
    const before = await scale();
    await page.mouse.move(...(await spot({ x: 36, y: 24 })));
    await page.mouse.wheel(0, -400);
    // The wheel is heard of later than it is turned.
    await page.waitForFunction(
      (least) => Number(document.querySelector('canvas').dataset.camera?.split(',')[2]) > least,
      before * 1.5,
    );
    await page.keyboard.press('f');
    // Fire: a target is clicked on the map.
    let fired = false;
    for (let k = 0; k < 40; k++) {
      await myTurn(page);
      const now = await table();
      if (now.menu?.fire?.ships.length) {
        const firer = now.menu.fire.ships[0];
        await page.locator('aside.rail .ship').nth(firer.ship).click();
        const target = firer.shots[0].target;
        await page.mouse.click(...(await spot(now.view.ships[target].ship.at)));
        await page.waitForSelector('.targets li.on');
        expect(
          /Seal 1 volley/.test(await page.locator('[data-testid=seal]').innerText()),
          'the volley was not drafted',
        );
        expect(await page.locator('.volley .bars, .volley p').first().isVisible(), 'no odds for the volley');
        fired = true;
        break;
      }
      await page.keyboard.press('h');
      await suggested(page);
      await sealOrder(page);
    }
    expect(fired, 'nobody ever had a target');
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
