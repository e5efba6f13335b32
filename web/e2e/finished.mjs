// A battle that is over, played by the interface as fast as it goes.
import { api, create } from './lib.mjs';

export async function finished(url, scenario = 'intro', more = {}) {
  const made = await create(url, [{ kind: 'me' }, { kind: 'computer', level: 'cadet' }], scenario, more);
  const { secret } = made.seats[0];
  for (let k = 0; k < 3000; k++) {
    const { data } = await api(url, 'GET', `matches/${made.id}`, secret);
    const { table } = data;
    if (table.outcome) return { id: made.id, secret };
    if (table.awaiting.includes(0)) {
      const { status, data: hint } = await api(url, 'GET', `matches/${made.id}/suggestion`, secret);
      if (status === 200)
        await api(url, 'POST', `matches/${made.id}/decisions/${table.decision}/order`, secret, {
          order: hint.order,
        });
    }
    // Within what one address may ask for.
    await new Promise((resolve) => setTimeout(resolve, 70));
  }
  throw new Error('the battle does not end');
}
