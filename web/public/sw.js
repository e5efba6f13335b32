// The service worker: the client without the network, and pushes. It keeps the page, the parts of the client that
// were fetched, and what the server says of the games (rules, guides, examples), which is the same for everybody.
// Nothing that belongs to a battle or a person is kept: no request with a secret, and none that changes anything,
// comes by here.
//
// The page is always asked of the server first, so that an upgrade is never held back; what lies under assets/ has a
// hash in its name and never changes. Therefore a newer worker may take over at once.
//
// Browser scripts do without it, unless they open their browser with `serviceWorkers: 'allow'` (e2e/lib.mjs).

const KEPT = 'flagbridge-1';
const PAGE = '/';
/** Which parts the client has, written when it is built. */
const PARTS = '/offline.json';

/** What the server says of the games, the same in every copy of the program. */
const GAMES = /^\/api\/games(\/[^/]+\/(rules|howto|glossary|shipyard|cases|cases\/[^/]+|scenarios\/[^/]+))?$/;
/** What of it is fetched for a game before anybody looks at it, where the client is installed. */
const BOOKS = ['rules', 'howto', 'glossary', 'cases'];
const STILL = /^\/(manifest\.webmanifest|favicon\.svg|icons\/[^/]+|licences\.txt)$/;

/** A network that hangs is no network, for whoever has the page already. */
const PATIENCE = 5000;

self.addEventListener('install', (event) => {
  event.waitUntil(freshPage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  };
  event.waitUntil(old().then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  if (event.data?.type === 'keep-all') event.waitUntil(keepAll());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.headers.has('authorization')) return;
  if (request.mode === 'navigate') {
    if (url.pathname === PAGE) event.respondWith(page(event));
  } else if (url.pathname.startsWith('/assets/')) event.respondWith(part(request));
  else if (GAMES.test(url.pathname) && url.search === '') event.respondWith(book(event));
  else if (STILL.test(url.pathname)) event.respondWith(book(event));
});

/** The page from the server; where that does not answer, the one that was kept, which says of itself that it was. */
async function page(event) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(PAGE);
  try {
    const answer = await inTime(fetch(event.request), kept ? PATIENCE : null);
    if (answer.ok) event.waitUntil(keepPage(cache, answer.clone()));
    // Behind a proxy, a server that is away is an error of the proxy's.
    if (!kept || answer.status < 500) return answer;
  } catch (error) {
    if (!kept) throw error;
  }
  const text = await kept.text();
  const marked = text.replace('<head>', '<head><meta name="flagbridge-kept" content="yes">');
  return new Response(marked, { headers: kept.headers });
}

/** A part of the client: it has a name for ever. */
async function part(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

/** What the server says today; where it does not answer, what it said last, with a mark. */
async function book(event) {
  const { request } = event;
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request.url);
  try {
    const answer = await inTime(fetch(request), kept ? PATIENCE : null);
    if (answer.ok) event.waitUntil(cache.put(request.url, answer.clone()));
    if (!kept || answer.status < 500) return answer;
  } catch (error) {
    if (!kept) throw error;
  }
  const headers = new Headers(kept.headers);
  headers.set('x-flagbridge-kept', 'yes');
  return new Response(await kept.blob(), { headers });
}

async function freshPage() {
  const answer = await fetch(PAGE, { cache: 'no-cache' });
  if (answer.ok) await keepPage(await caches.open(KEPT), answer);
}

/** Keeps a page, and lets go of the parts of clients that came before it. */
async function keepPage(cache, answer) {
  const [before, text] = [await (await cache.match(PAGE))?.text(), await answer.clone().text()];
  await cache.put(PAGE, answer);
  if (before === undefined || before === text) return;
  const parts = new Set(await partsOf());
  if (parts.size === 0) return;
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/assets/') && !parts.has(pathname)) await cache.delete(request);
  }
}

async function partsOf() {
  try {
    const answer = await fetch(PARTS, { cache: 'no-cache' });
    return answer.ok ? await answer.json() : [];
  } catch {
    return [];
  }
}

/** The whole client and the books of every game, for a client that is installed. What is there is not fetched again. */
async function keepAll() {
  const cache = await caches.open(KEPT);
  const take = async (path) => {
    if (await cache.match(path)) return;
    const answer = await fetch(path).catch(() => null);
    if (answer?.ok) await cache.put(path, answer);
  };
  for (const path of await partsOf()) await take(path);
  await take('/api/games');
  const games = await (await cache.match('/api/games'))?.json();
  for (const { id } of games?.games ?? []) for (const name of BOOKS) await take(`/api/games/${id}/${name}`);
  // Also a page that was on its way while this worker began, and has none yet.
  const pages = await self.clients.matchAll({ includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: 'kept-all' });
}

/** What has not answered in time has not answered. */
function inTime(answer, longest) {
  if (longest === null) return answer;
  const late = new Promise((_, refuse) => setTimeout(() => refuse(new Error('no answer in time')), longest));
  return Promise.race([answer, late]);
}

// Pushes: shown, and nothing else. A click on one leads to where it is about.
self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.place ?? '#/notices'));
});

async function show(data) {
  let said = {};
  try {
    said = data?.json() ?? {};
  } catch {
    // Not from our server, or of a later version: that something is there is said all the same.
  }
  const { title = 'Flagbridge', text = '', link = '', battle, id } = said;
  await self.registration.showNotification(title, {
    body: text,
    icon: '/favicon.svg',
    // One about a battle takes the place of the one before.
    tag: battle ?? id ?? 'flagbridge',
    data: { place: placeIn(link) },
  });
  for (const page of await windows()) page.postMessage({ notice: true });
}

/** Where in this client a link leads, whatever server its beginning names. */
function placeIn(link) {
  const at = String(link).indexOf('#/');
  return at < 0 ? '#/notices' : String(link).slice(at);
}

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function open(place) {
  const [page] = await windows();
  if (!page) return self.clients.openWindow(`/${place}`);
  page.postMessage({ go: place });
  return page.focus();
}
