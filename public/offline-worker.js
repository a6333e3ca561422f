// The service worker: keeps one page that says there is no connection, with its styles, fonts and icon, and shows it when
// a page cannot be fetched. It keeps nothing else, and nothing but pages ever waits for it. A pressed notification leads to
// the tab that it came from.
/** The path below which the site is served; empty for a host name of its own. */
const BASE = self.location.pathname.replace(/\/[^/]*$/, '');
const PREFIX = `offline${BASE} `;
const PAGE = /^(\/[\w-]+)?\/offline$/;

/** What is no page is left to the browser alone. */
const NOT_PAGES =
  /^(\/[a-z]{2}(-[A-Z]{2})?)?\/(api|files|assets|trending-files|share|admin)(\/|$)|\.[a-z0-9]+$/;
const LOOKS =
  /(?:href|src)="([^":]*\/assets\/[^"]+\.(?:css|woff2)|[^":]*\/assets\/before-paint[^"]+\.js|[^":]*\/icon\.svg)"/g;
/** An answer with this header ends the worker, whichever one a visitor still has. */
const WISH = 'offline-worker';

/** Settles when every page received so far is stored. */
let storing = Promise.resolve();

self.addEventListener('activate', (event) => {
  // A page is asked for while the worker still wakes up.
  event.waitUntil(self.registration.navigationPreload?.enable());
});

// One worker for all languages and builds: one that pushed another aside left pages waiting for ever that were just being opened.
self.addEventListener('message', (event) => {
  const { page, build } = event.data;
  if (!page.startsWith(`${BASE}/`) || !PAGE.test(page.slice(BASE.length))) return;
  // One after the other: each deletes the caches of the others when it is done.
  storing = storing.then(() => keep(page, `${PREFIX}${build} ${page}`)).catch(console.warn);
  event.waitUntil(storing);
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname: whole } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (!whole.startsWith(`${BASE}/`)) return;
  const pathname = whole.slice(BASE.length);
  if (request.mode === 'navigate') {
    if (!NOT_PAGES.test(pathname)) event.respondWith(pageOr(event));
  } else if (isLook(request, pathname)) event.respondWith(lookOf(request));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showTab(event.notification.data));
});

/** Focuses the tab with this address, else any tab of the site, else opens the address. */
async function showTab(address) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === address) ?? tabs[0];
  await (tab ? tab.focus() : self.clients.openWindow(address));
}

/** Keeps the page unless it is kept already; then forgets the one before. */
async function keep(page, name) {
  const cache = await caches.open(name);
  try {
    if (!(await cache.match(page, { ignoreVary: true }))) await fill(cache, page);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  await forget((other) => other !== name);
}

/** Fetches the page and all that it looks like, the page itself last. */
async function fill(cache, page) {
  const answer = await fetch(page, { cache: 'no-store', headers: { Accept: 'text/html' } });
  if (!answer.ok) throw new TypeError(`${page} answered ${answer.status}`);
  const html = await answer.clone().text();
  await cache.addAll([...new Set([...html.matchAll(LOOKS)].map(([, file]) => file))]);
  await cache.put(page, answer);
}

/** The page from the network, or the kept one. */
async function pageOr(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (answer.headers.get(WISH) === 'off') event.waitUntil(leave());
    return (isOfProxy(answer) && (await keptPage())) || answer;
  } catch (error) {
    const kept = await keptPage();
    if (!kept) throw error;
    return kept;
  }
}

async function keptPage() {
  for (const cacheName of await ownCaches()) {
    const page = cacheName.slice(cacheName.lastIndexOf(' ') + 1);
    const kept = await caches.match(page, { cacheName, ignoreVary: true });
    if (kept) return kept;
  }
}

function isLook({ destination }, pathname) {
  if (destination === 'style' || destination === 'font') return pathname.startsWith('/assets/');
  return pathname === '/icon.svg' || pathname.startsWith('/assets/before-paint');
}

/** The network first: other pages may look different. */
async function lookOf(request) {
  const kept = () => caches.match(request.url, { ignoreVary: true });
  try {
    const answer = await fetch(request);
    return (isOfProxy(answer) && (await kept())) || answer;
  } catch (error) {
    const look = await kept();
    if (!look) throw error;
    return look;
  }
}

/** Whether a proxy answers for a server that it cannot reach. */
function isOfProxy({ status }) {
  return status >= 502;
}

async function leave() {
  await self.registration.unregister();
  await forget(() => true);
}

async function forget(which) {
  const names = await ownCaches();
  await Promise.all(names.filter(which).map((name) => caches.delete(name)));
}

async function ownCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}
