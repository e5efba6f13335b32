// Arcade mode between two people: who seals first starts the clock, may take
// the plan back, and at the end of the clock the other's plan counts as it stands.
import { api, atTable, create, expect, join, openBrowser, settle, until } from '../lib.mjs';

export default async function stratoyagerArcade(url) {
  const made = await create(url, [{ kind: 'me' }, { kind: 'friend' }], 'intro', {
    game: 'stratoyager',
    options: { arcade: 'on' },
  });
  const secrets = made.seats.map((it) => it.secret);
  const table = async () => (await api(url, 'GET', `matches/${made.id}`, secrets[0])).data.table;
  // To the first plans, as another program would play.
  for (let now = await table(), k = 0; !now.clock; now = await table(), k++) {
    expect(k < 60, 'no decision under a clock');
    for (const seat of now.awaiting) {
      const { data } = await api(url, 'GET', `matches/${made.id}/suggestion`, secrets[seat]);
      await api(url, 'POST', `matches/${made.id}/decisions/${now.decision}/order`, secrets[seat], {
        order: data.order,
      });
    }
  }
  const [one, two] = [await openBrowser(), await openBrowser()];
  try {
    for (const [k, { page }] of [one, two].entries()) {
      await settle(page, url, { speed: 'all', motion: 'none', suggest: false });
      await join(page, url, made.id, secrets[k]);
      await atTable(page);
      await page.waitForSelector('text=/Whoever seals first/');
    }
    const { decision } = await table();
    await one.page.click('[data-testid=seal]');
    await one.page.waitForSelector('text=/left for the others/');
    await two.page.waitForSelector('text=/counts as it stands/');
    await one.page.click('text=Take it back and restart (2 left)');
    await two.page.waitForSelector('text=/Whoever seals first/');
    await one.page.click('[data-testid=seal]');
    await one.page.waitForSelector('text=Take it back and restart (1 left)');
    // The other turns one hour to starboard, and lets the time run out.
    await two.page.locator('.slot').nth(1).locator('button[aria-label^="starboard 1 h"]').click();
    await until('the clock does not run down', async () => (await table()).decision !== decision);
    const { data } = await api(url, 'GET', `matches/${made.id}/events?from=0`, secrets[0]);
    const moves = data.events.map((it) => it.event.manoeuvre ?? {});
    expect(moves.find((it) => it.stopped)?.stopped.side === 0, 'the first did not say stop');
    const plans = moves.filter((it) => it.flown).map((it) => it.flown.plan);
    const turned = plans.find((it) => it.second.kind === 'turn_starboard' && it.second.thrust === 1);
    expect(
      plans.length === 2 && turned && !turned.stop,
      `what lay there did not count: ${JSON.stringify(plans)}`,
    );
    expect(one.errors.length + two.errors.length === 0, [...one.errors, ...two.errors].join('\n'));
  } finally {
    await one.close();
    await two.close();
  }
}
