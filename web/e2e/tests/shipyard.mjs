// Design a ship, put it in a fleet, fight and finish a battle with it; on the
// way undo, files, links, paper, a duel, and axe on every screen of the yard.
import fs from 'node:fs';
import { accessible } from '../axe.mjs';
import { atTable, expect, myTurn, openBrowser, over, PHONE, sealOrder, settle, suggested } from '../lib.mjs';

const GAME = 'full-thrust';
const SLOW = 600_000;
export default async function shipyard(url) {
  const browser = await openBrowser({ acceptDownloads: true });
  const { page } = browser;
  page.setDefaultTimeout(SLOW);
  const number = async (id) => Number(await page.locator(`[data-testid=${id}]`).innerText());
  /** The server has answered about the ship as it stands. */
  const checked = () => page.waitForSelector('[data-testid=bill][data-checked=true]');
  const saved = async (words) => {
    await page.click('button:has-text("Export")');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click(`.menu >> text=${words}`)]);
    return fs.readFileSync(await file.path());
  };

  try {
    await settle(page, url, { speed: 'all', motion: 'none' });
    await page.click(`a[href="#/yard/${GAME}"]`);
    await page.waitForSelector('[data-testid=yard]');
    await page.waitForSelector('.detail .paper svg');
    expect((await page.locator('.lists .pick').count()) >= 40, 'the navies have fewer than 40 ships');
    await accessible(page, 'yard');

    // A ship of one's own, from nothing.
    await page.click('[data-testid=new-design]');
    await page.waitForSelector('[data-testid=designer]');
    await checked();
    await page.fill('[data-testid=ship-name]', 'Gauntlet');
    const set = async (label, value) => {
      await page.getByLabel(label, { exact: true }).fill(String(value));
      await checked();
    };
    await set('Mass', 60);
    await set('Hull boxes', 18);
    await set('Armour, standard', 4);
    const add = async (part) => {
      await page.click(`[data-testid=add-${part}]`);
      await checked();
    };
    const aboard = async (part) =>
      page.evaluate(
        (name) =>
          Object.keys(localStorage)
            .filter((it) => it.startsWith('flagbridge.yard.design.'))
            .flatMap((it) => {
              const { ship } = JSON.parse(localStorage[it]);
              return ['systems', 'weapons', 'ordnance'].flatMap((list) => ship[list] ?? []);
            })
            .filter((it) => it.name === name),
        part,
      );
    for (const part of ['drive', 'ftl', 'fireControl'])
      if ((await aboard(part)).length === 0) await add(part);
    const before = await number('points');
    await add('beam');
    expect((await number('points')) > before, 'a beam costs nothing');
    // Undo and redo, by keys.
    await page.locator('[data-testid=designer]').focus();
    await page.keyboard.press('Control+z');
    await checked();
    expect((await number('points')) === before, 'undo does not take the beam away');
    await page.keyboard.press('Control+y');
    await checked();
    // Class 3, and the arcs by the wedges of the symbol.
    const beam = page.locator('.edit section[aria-label=Weapons] li').first();
    await beam.getByRole('radio', { name: '3', exact: true }).click();
    await beam.getByRole('button', { name: /^1 arc:/ }).click();
    await checked();
    const narrow = await number('points');
    await beam.getByRole('checkbox', { name: 'FS', exact: true }).click();
    await checked();
    expect((await number('points')) > narrow, 'a second arc costs nothing');
    const [gun] = await aboard('beam');
    expect(gun.class === 3 && gun.numArcs === 2, `the beam is ${JSON.stringify(gun)}`);
    // The same by the keyboard: the arc leaves again.
    await beam.getByRole('checkbox', { name: 'FS', exact: true }).press(' ');
    await checked();
    expect((await number('points')) === narrow, 'a key does not take the arc back');
    await beam.getByRole('button', { name: /^Add .* mirrored/ }).click();
    await page.fill('[data-testid=part-search]', 'point defence');
    await page.press('[data-testid=part-search]', 'Enter');
    await page.fill('[data-testid=part-search]', '');
    await checked();
    const guns = [await aboard('beam'), await aboard('pds')].map((it) => it.length);
    expect(guns.join() === '2,1', `beams and point defence: ${guns}`);
    await page.waitForSelector('text=Fit for battle');
    const used = await number('used');
    expect(used <= 60, `mass ${used}`);
    // Too much of it is told, with its rule, which opens.
    await set('Hull boxes', 60);
    await page.waitForSelector('.findings .error');
    await page.locator('.findings .error .rule').first().click();
    await page.waitForSelector('dialog[open] >> text=Show in the rule index');
    await page.keyboard.press('Escape');
    await page.locator('[data-testid=designer]').focus();
    await page.keyboard.press('Control+z');
    await checked();
    await page.waitForSelector('text=Fit for battle');
    expect(await page.locator('.results .paper svg').isVisible(), 'no sheet');
    await accessible(page, 'designer');

    // Files: what is written is read again.
    const file = JSON.parse(await saved('Ship file'));
    expect(
      file.name === 'Gauntlet' && file.mass === 60 && file.points === (await number('points')),
      'the ship file is another ship',
    );
    expect((await saved('SVG')).toString().startsWith('<svg'), 'no SVG');
    expect((await saved('PDF')).subarray(0, 5).toString() === '%PDF-', 'no PDF');
    await page.click('button:has-text("Export")');
    await page.click('.menu >> text=Share link');
    await page.waitForFunction(() =>
      /take\//.test(document.querySelector('[data-testid=share-link]')?.value ?? ''),
    );
    const link = await page.inputValue('[data-testid=share-link]');
    await page.keyboard.press('Escape');
    const paper = await page.pdf();
    expect(paper.length > 2000, 'nothing is printed');

    // Everything is still there after a reload.
    await page.reload();
    await checked();
    expect((await page.inputValue('[data-testid=ship-name]')) === 'Gauntlet', 'the design is not kept');

    // Into a fleet.
    await page.click('button:has-text("Add to a fleet")');
    await page.click('.menu >> text=New fleet');
    await page.waitForSelector('[data-testid=fleet]');
    await page.fill('[data-testid=fleet-name]', 'First Flotilla');
    const fleetChecked = () => page.waitForSelector('[data-testid=fleet-bill][data-checked=true]');
    await fleetChecked();
    const one = await number('fleet-points');
    expect(one === file.points, `a fleet of one costs ${one}`);
    await page.getByRole('spinbutton', { name: 'Number of Gauntlet' }).fill('2');
    await page.fill('#limit', String(2 * one - 1));
    await page.waitForSelector('.findings .error');
    await page.fill('#limit', String(2 * one));
    await page.waitForFunction(() => !document.querySelector('.findings .error'));
    await fleetChecked();
    expect((await number('fleet-points')) === 2 * one, 'two do not cost twice as much');
    await accessible(page, 'fleet');
    const fleetFile = JSON.parse(await saved('JSON'));
    expect(
      fleetFile.ships[0].number === 2 && fleetFile.ships[0].design.name === 'Gauntlet',
      'the fleet file is another fleet',
    );

    // The link opens elsewhere and gives the same ship; the file is imported again.
    await page.goto(link);
    await page.reload();
    await page.click('[data-testid=keep]');
    await checked();
    expect(
      (await page.inputValue('[data-testid=ship-name]')) === 'Gauntlet 2',
      'the link holds another ship',
    );
    await page.goto(`${url}#/yard/${GAME}`);
    await page.setInputFiles('[data-testid=import]', {
      name: 'gauntlet.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
    await page.waitForSelector('text=1 file imported.');
    await page.click('.detail button:has-text("Delete")');
    await page.waitForSelector('text=has been deleted.');
    await page.click('.status >> text=Undo');
    await page.waitForSelector('[data-testid="pick-Gauntlet 3"]');

    // A duel against the first ship of the book.
    await page.click('[data-testid="pick-Gauntlet"]');
    await page.click('.detail >> text=Duel it');
    const others = await page
      .locator('[data-testid=duel-b] optgroup:nth-of-type(2) option')
      .first()
      .getAttribute('value');
    await page.selectOption('[data-testid=duel-b]', others);
    await page.selectOption('.go select', 'random');
    await page.click('[data-testid=duel-start]');
    await page.waitForSelector('[data-testid=duel-result]');
    await page.waitForSelector('text=/95% interval [0-9.]+% to [0-9.]+%/');
    const [wins, draws, losses] = (await page.locator('.counts dd').allInnerTexts()).map(Number);
    expect(wins + draws + losses > 0, 'no battle was fought');
    await accessible(page, 'duel');
    // It is a study: one of its battles can be watched, and all its figures are in the lab.
    await page.waitForSelector('[data-testid=duel-start]:not([disabled])', { timeout: SLOW });
    const watched = await page.getAttribute('[data-testid=duel-watch]', 'href');
    const study = await page.getAttribute('[data-testid=duel-lab]', 'href');
    expect(watched.startsWith(`${study}/watch/`), `${watched} is no battle of ${study}`);
    const { card } = await (await fetch(`${url}api/studies/${study.split('/').at(-1)}`)).json();
    expect(card.state === 'done' && card.battles === 200, JSON.stringify(card));

    // A much stronger ship wins, whichever way round they are put.
    const key = (which, name) =>
      page
        .locator(`[data-testid=duel-${which}] option`, { hasText: new RegExp(`^${name} \\(`) })
        .getAttribute('value');
    await page.selectOption('.go select', 'captain');
    for (const [strong, weak] of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      await page.selectOption(`[data-testid=duel-${strong}]`, await key(strong, 'Ascendant'));
      await page.selectOption(`[data-testid=duel-${weak}]`, await key(weak, 'Heron'));
      await page.click('[data-testid=duel-start]');
      await page.waitForSelector('[data-testid=duel-start]:not([disabled])', { timeout: SLOW });
      await page.waitForSelector('[data-testid=duel-result]', { timeout: SLOW });
      const [first, , second] = (await page.locator('.counts dd').allInnerTexts()).map(Number);
      const [won, lost] = strong === 'a' ? [first, second] : [second, first];
      expect(won > 4 * lost, `the stronger ship won ${won} and lost ${lost}`);
      await page.waitForSelector('text=Ascendant is the stronger.');
    }

    // To battle.
    await page.goto(`${url}#/yard/${GAME}/fleets`);
    await page.click('h2 >> text=First Flotilla');
    await page.click('[data-testid=fight]');
    await page.waitForSelector('[data-testid=begin-fight]:not([disabled])');
    await accessible(page, 'fight');
    await page.click('[data-testid=begin-fight]');
    await atTable(page);
    await page.waitForSelector('text=Gauntlet');
    let sealed = 0;
    while ((await myTurn(page, SLOW)) === 'mine') {
      await page.keyboard.press('h');
      await suggested(page);
      await sealOrder(page);
      sealed += 1;
      expect(sealed < 800, 'the battle does not end');
    }
    expect(await over(page), 'the battle is not over');
    const words = await page.locator('.task h2').innerText();
    expect(/wins?|draw/i.test(words), `no outcome: ${words}`);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
  await phone(url);
}

/** The same screens by thumb, on paper-coloured ground. */
async function phone(url) {
  const browser = await openBrowser(PHONE);
  const { page } = browser;
  page.setDefaultTimeout(SLOW);
  try {
    await settle(page, url, { motion: 'none', theme: 'light' });
    await page.goto(`${url}#/yard/${GAME}`);
    await page.waitForSelector('[data-testid=yard]');
    await accessible(page, 'yard, phone');
    await page.click('.lists .pick >> nth=5');
    await page.waitForSelector('dialog .paper svg');
    await accessible(page, 'design, phone');
    await page.click('[data-testid=take-over]');
    await page.waitForSelector('[data-testid=bill][data-checked=true]');
    await page.click('[data-testid=open-add]');
    await page.click('[data-testid=add-pds]');
    await page.waitForSelector('.edit section[aria-label=Weapons] >> text=/point defence|PDS/i');
    await page.waitForSelector('[data-testid=bill][data-checked=true]');
    await accessible(page, 'designer, phone');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide <= PHONE.viewport.width, `the page is ${wide} pixels wide`);
    expect(browser.errors.length === 0, browser.errors.join('\n'));
  } finally {
    await browser.close();
  }
}
