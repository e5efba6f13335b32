// Mail, second factor and notices from the account's page on: an address that is proven, a phone that shows codes,
// and a correspondence battle in which each notice comes: on the page, by mail, by a webhook, and as a push that
// is opened here and handed to the service worker. At a desk and on a phone.
import crypto from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { accessible } from '../axe.mjs';
import { PHONE, atTable, emptyData, expect, openBrowser, settle, until as come } from '../lib.mjs';
import { PASSWORD, fits, signUp } from '../people.mjs';

const folder = emptyData();
const letters = path.join(folder, 'mail');
const config = path.join(folder, 'flagbridge.toml');
fs.writeFileSync(
  config,
  `public = true\n[people]\nwork = 0\n[mail]\nfolder = ${JSON.stringify(letters)}\n[notices]\nallow = ["127.0.0.1"]\n`,
);
// Whoever leaves a table is away at once, and short decisions are worth a warning.
export const settings = ['--config', config, '--limit', 'away=1', '--limit', 'warned=40'];

// Long enough for a busy machine to tell of everything before the time is up, and between the warning and the end.
const PACE = { decision: 75, late: 'lost' };

/** Tries until something is there; it comes a moment after its time. */
const until = (what, look) => come(`${what} does not come`, look);

/** The letters for somebody, as they lie in the folder. */
function lettersTo(address) {
  if (!fs.existsSync(letters)) return [];
  const names = fs.readdirSync(letters).filter((it) => it.endsWith('.eml'));
  const texts = names.map((it) => fs.readFileSync(path.join(letters, it), 'utf8'));
  const plain = texts.map((it) =>
    /quoted-printable/.test(it) ? it.replace(/=\r\n/g, '').replace(/=3D/g, '=') : it,
  );
  return plain.filter((it) => it.includes(`To: ${address}\r\n`));
}

const letter = (address, subject) =>
  until(`a letter "${subject}" to ${address}`, () =>
    lettersTo(address).find((it) => it.includes(`Subject: ${subject}`)),
  );

/** What is posted here, by path. */
async function openSink() {
  const taken = [];
  const server = http.createServer((request, response) => {
    const parts = [];
    request.on('data', (it) => parts.push(it));
    request.on('end', () => {
      taken.push({ path: request.url, headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(201).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    at: (place) => taken.filter((it) => it.path === place),
    close: () => server.close(),
  };
}

/** A code of six digits, as a phone shows it. */
function totp(key, now = Date.now()) {
  const bits = [...key]
    .map((it) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(it).toString(2).padStart(5, '0'))
    .join('');
  const bytes = Buffer.from(bits.match(/.{8}/g).map((it) => parseInt(it, 2)));
  const step = Buffer.alloc(8);
  step.writeBigInt64BE(BigInt(Math.floor(now / 30_000)));
  const hash = crypto.createHmac('sha1', bytes).update(step).digest();
  const at = hash[19] & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** A browser's keys for pushes, and what opens what is sealed for them. */
function pushKeys() {
  const ecdh = crypto.createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = crypto.randomBytes(16);
  const open = (body) => {
    const [salt, length] = [body.subarray(0, 16), body[20]];
    const [server, sealed] = [body.subarray(21, 21 + length), body.subarray(21 + length)];
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), server]);
    const input = Buffer.from(crypto.hkdfSync('sha256', ecdh.computeSecret(server), auth, info, 32));
    const derive = (name, size) =>
      Buffer.from(crypto.hkdfSync('sha256', input, salt, Buffer.from(`Content-Encoding: ${name}\0`), size));
    const cipher = crypto.createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    cipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return plain.subarray(0, plain.lastIndexOf(2)).toString();
  };
  return { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url'), open };
}

/** Somebody who plays by requests alone. */
async function somebody(url, name) {
  let cookie = '';
  const ask = async (method, place, body, secret) => {
    const answer = await fetch(`${url}${place}`, {
      method,
      headers: {
        origin: new URL(url).origin,
        ...(cookie ? { cookie } : {}),
        ...(secret ? { authorization: `Bearer ${secret}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const said = await answer.json();
    expect(answer.ok, `${method} ${place}: ${JSON.stringify(said)}`);
    return said;
  };
  await ask('POST', 'api/people', { name, password: PASSWORD });
  return ask;
}

async function round(url, name, size, shot) {
  const browser = await openBrowser({ ...size, serviceWorkers: 'allow' });
  const { page } = browser;
  const sink = await openSink();
  const keys = pushKeys();
  const address = `${name.toLowerCase()}@post.example`;
  const shots = process.env.FLAGBRIDGE_SHOTS;
  const look = async (what) => {
    await accessible(page, what);
    await fits(page, what);
    if (shots)
      await page.screenshot({
        path: path.join(shots, `${what.replaceAll(' ', '-')}-${shot}.png`),
        fullPage: true,
      });
  };
  try {
    await page.context().grantPermissions(['notifications'], { origin: new URL(url).origin });
    // No service that carries pushes is within reach: this browser promises to take them here.
    await page.addInitScript(
      (given) => {
        const taken = {
          endpoint: given.endpoint,
          options: { applicationServerKey: null },
          toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }),
          unsubscribe: async () => true,
        };
        PushManager.prototype.subscribe = async () => (localStorage.setItem('taken', 'yes'), taken);
        PushManager.prototype.getSubscription = async () => (localStorage.getItem('taken') ? taken : null);
        // The service worker says when it has shown something.
        globalThis.pushesShown = 0;
        navigator.serviceWorker.addEventListener('message', (event) => {
          if (event.data?.notice) globalThis.pushesShown += 1;
        });
      },
      { endpoint: `${sink.url}/push`, p256dh: keys.p256dh, auth: keys.auth },
    );
    await settle(page, url, { motion: 'none', speed: 'all' });
    await signUp(page, url, name);

    // The address: wanted, and proven by the link in the mail, which works once.
    const mail = page.locator('section', { has: page.getByRole('heading', { name: 'E-mail' }) });
    await mail.getByLabel('Address').fill(address);
    await mail.getByLabel('Current password').fill(PASSWORD);
    await page.click('[data-testid=mail-send]');
    await page.waitForSelector('[data-testid=mail-waits]');
    const asked = await letter(address, 'Is this your address?');
    const link = /#\/verify\/[\w-]+/.exec(asked)[0];
    await page.goto(`${url}${link}`);
    await page.click('[data-testid=prove]');
    await page.waitForSelector('[data-testid=proven]');
    await look('address proven');
    // Opened once more, as from the mail: the same address alone would load nothing.
    await page.goto(`${url}#/learn`);
    await page.waitForSelector('[data-testid=proven]', { state: 'detached' });
    await page.goto(`${url}${link}`);
    await page.click('[data-testid=prove]');
    await page.waitForSelector('[data-testid=failed] >> text=has been used');

    // The second factor: a code switches it on, and logging in asks for one.
    await page.goto(`${url}#/account`);
    await page.waitForSelector('[data-testid=mail-address]');
    await page.click('[data-testid=factor-begin]');
    const factor = page.locator('section', { has: page.getByRole('heading', { name: 'Second factor' }) });
    await factor.getByLabel('Current password').fill(PASSWORD);
    await page.click('[data-testid=factor-go]');
    const key = (await page.locator('[data-testid=factor-key]').innerText()).replace(/\s/g, '');
    await look('second factor');
    await factor.getByRole('textbox', { name: 'Code' }).fill(totp(key));
    await page.click('[data-testid=factor-go]');
    await page.waitForSelector('[data-testid=codes]');
    const codes = await page.locator('[data-testid=codes] li').allInnerTexts();
    expect(codes.length === 10, `${codes.length} codes on paper`);
    await look('codes on paper');
    await page.click('[data-testid=codes-kept]');
    await page.waitForSelector('[data-testid=factor-on] >> text=10 backup codes');
    await page.click('[data-testid=log-out]');
    await page.waitForSelector('nav >> text=Log in');
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.click('[data-testid=enter]');
    await page.getByLabel('Code of your second factor').fill(codes[0].toLowerCase());
    await look('code wanted');
    await page.click('[data-testid=enter]');
    await page.waitForSelector('[data-testid=factor-on] >> text=9 backup codes');

    // Everything switched on.
    await page.click('[data-testid=push-on]');
    await page.waitForSelector('[data-testid=devices] >> text=this browser');
    await page.getByLabel('Address (https)').fill(`${sink.url}/hook`);
    await page.click('[data-testid=hook-set]');
    const secret = await page.locator('[data-testid=hook-secret]').innerText();
    await page.click('[data-testid=wish-mention-mail]');
    await page.waitForSelector('[data-testid=saved] >> text=Saved');
    await page.check('[data-testid=quiet]');
    await page.waitForSelector('[data-testid=zone]');
    await look('account');
    await page.uncheck('[data-testid=quiet]');
    await page.waitForSelector('[data-testid=zone]', { state: 'detached' });

    // A battle with short decisions, both at their first that both take at once.
    const other = await somebody(url, `${name}-two`);
    const seats = [{ kind: 'me' }, { kind: 'friend' }];
    const made = await other('POST', 'api/matches', {
      game: 'asfos',
      scenario: 'intro',
      title: 'A day each',
      pace: PACE,
      seats,
    });
    const [theirs, ours] = made.seats.map((it) => it.secret);
    await other('POST', `api/matches/${made.id}/join`, { contribution: theirs.slice(0, 8) }, theirs);
    // As a guest: a seat that somebody joins is theirs from then on.
    await fetch(`${url}api/matches/${made.id}/join`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ours}` },
      body: JSON.stringify({ contribution: ours.slice(0, 8) }),
    });
    const took = await page.evaluate(async (it) => {
      const answer = await fetch('/api/me/seats', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secrets: [it] }),
      });
      return answer.json();
    }, ours);
    expect(took.taken === 1, 'the seat is not theirs');
    // On to a decision of hers.
    for (;;) {
      const { table } = await other('GET', `api/matches/${made.id}`, undefined, theirs);
      if (table.awaiting.includes(1)) break;
      const { order } = await other('GET', `api/matches/${made.id}/suggestion`, undefined, theirs);
      await other('POST', `api/matches/${made.id}/decisions/${table.decision}/order`, { order }, theirs);
    }
    await page.goto(`${url}#/notices`);
    const session = await page.context().newCDPSession(page);
    const registered = new Promise((resolve) =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const ready = registrations.find((it) => !it.isDeleted);
        if (ready) resolve(ready.registrationId);
      }),
    );
    await session.send('ServiceWorker.enable');
    const registrationId = await registered;
    // A worker that is not active yet is handed nothing.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));

    // Each comes by every way, once. A push goes to the service worker, which shows it.
    const told = new Set();
    const comes = async (kind, title, about = 'A day each') => {
      const call = await until(`"${title}" at the webhook`, () =>
        sink.at('/hook').find((it) => it.body.toString().includes(`"title":"${title}"`)),
      );
      const [, moment, signature] = /^t=(\d+),v1=(\w+)$/.exec(call.headers['x-flagbridge-signature']);
      const right = crypto.createHmac('sha256', secret).update(`${moment}.${call.body}`).digest('hex');
      expect(signature === right, 'the signature is another');
      const said = JSON.parse(call.body);
      expect(said.kind === kind && !told.has(said.id), `${JSON.stringify(said)} again`);
      told.add(said.id);
      const opened = () => sink.at('/push').map((it) => keys.open(it.body));
      const push = await until(`"${title}" as a push`, () =>
        opened().find((it) => JSON.parse(it).id === said.id),
      );
      await letter(address, `${title}: ${about}`);
      // Whoever has caught a push and sends it again shows nothing new by that.
      for (let k = 0; k < 2; k++) {
        const before = await page.evaluate(() => globalThis.pushesShown);
        await session.send('ServiceWorker.deliverPushMessage', {
          origin: new URL(url).origin + '/',
          registrationId,
          data: push,
        });
        // Asked only once it is shown: asking in the middle of it makes the browser forget what it is about to show.
        await page.waitForFunction((it) => globalThis.pushesShown > it, before);
      }
      const shown = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration('/');
        return (await registration.getNotifications()).map((it) => [it.title, it.body]);
      });
      const here = shown.filter(([it, body]) => it === title && body === said.text).length;
      expect(here === 1, `"${title}" is on the screen ${here} times: ${JSON.stringify(shown)}`);
      await page.waitForSelector(`[data-testid=notices] >> text=${title}`);
      return said;
    };
    // Nothing of the seat's is asked for here: whoever asks with its secret is at the table.
    const turn = await comes('turn', 'Your turn');
    await page.waitForFunction(() =>
      /unread/.test(document.querySelector('[data-testid=bell]').getAttribute('aria-label')),
    );
    await other('POST', `api/matches/${made.id}/draw`, { agree: true }, theirs);
    await comes('offer', 'A draw is offered');
    await comes('clock', 'Your time is running low');
    await comes('over', 'Battle over');
    await other('POST', `api/matches/${made.id}/rematch`, {}, theirs);
    const again = await other('POST', `api/matches/${made.id}/rematch`, {}, theirs);
    await other('POST', `api/matches/${again.id}/join`, { contribution: 'words' }, theirs);
    await comes('offer', 'A rematch');
    await other(
      'POST',
      `api/matches/${again.id}/talk`,
      { room: 'players', text: `@${name}: again?` },
      theirs,
    );
    await comes('mention', 'You were mentioned');
    await other('POST', 'api/lobby/tables', {
      to: { kind: 'person', name },
      game: 'asfos',
      scenario: 'intro',
      pace: { decision: 86_400, late: 'lost' },
    });
    await comes('challenge', 'A challenge', 'Encounter at Emerald');
    await page.click('[data-testid=decline]');
    await look('notices');
    for (const it of [...sink.at('/hook').map((it) => it.body.toString()), ...lettersTo(address)])
      expect(!it.includes(ours) && !it.includes(theirs), 'a secret of a seat is in a notice');

    // A click on the notification leads to the table, which marks what was told about it as read.
    const [worker] = page.context().serviceWorkers();
    await worker.evaluate(async (battle) => {
      const all = await self.registration.getNotifications({});
      const shown = all.find((it) => it.data.place.includes(battle));
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification: shown }));
    }, made.id);
    await page.waitForFunction((battle) => location.hash.includes(battle), made.id);
    await page.goto(`${url}#/table/${turn.battle}`);
    await atTable(page);
    await page.goto(`${url}#/notices`);
    await page.waitForSelector('[data-testid=notices]');
    // What the tables themselves have marked is read; the rest is, once she says so.
    const all = page.locator('[data-testid=read-all]');
    const none = page.locator('[data-testid=bell][aria-label=Notices]');
    await until('a bell that is silent', async () => {
      if (await none.isVisible()) return true;
      if (await all.isVisible()) await all.click({ timeout: 1000 }).catch(() => {});
      return false;
    });
    const refused = (it) => /status of (401|422)/.test(it);
    const errors = browser.errors.filter((it) => !refused(it));
    expect(errors.length === 0, errors.join('\n'));
  } finally {
    sink.close();
    await browser.close();
  }
}

export default async function notices(url) {
  // At once: most of the time passes until a clock runs low.
  await Promise.all([round(url, 'Nelson', {}, 'desk'), round(url, 'Hardy', PHONE, 'phone')]);
}
