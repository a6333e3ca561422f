// The service worker: keeps one page that says there is no connection, with its styles, fonts and icon, and shows it when
// a page cannot be fetched. It keeps nothing else, and nothing but pages ever waits for it.
const asked = new URL(self.location.href).searchParams;
const PAGE = asked.get('page') ?? '/offline';
const NAME = `offline ${asked.get('build') ?? ''} ${PAGE}`;

/** What is no page is left to the browser alone. */
const NOT_PAGES = /^\/(api|files|assets|trending-files|share|admin)(\/|$)|\.[a-z0-9]+$/;
const LOOKS =
  /(?:href|src)="(\/assets\/[^"]+\.(?:css|woff2)|\/assets\/before-paint[^"]+\.js|\/icon\.svg)"/g;
/** An answer with this header ends the worker, whichever one a visitor still has. */
const WISH = 'offline-worker';

self.addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      forget((name) => name !== NAME),
      // The page is asked for while the worker still wakes up.
      self.registration.navigationPreload?.enable(),
    ]),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!NOT_PAGES.test(pathname)) event.respondWith(pageOr(event));
  } else if (isLook(request, pathname)) event.respondWith(lookOf(request));
});

/** Fetches the page anew and all that it looks like. */
async function keep() {
  const cache = await caches.open(NAME);
  const answer = await fetch(PAGE, { cache: 'no-store', headers: { Accept: 'text/html' } });
  if (!answer.ok) throw new TypeError(`${PAGE} answered ${answer.status}`);
  const html = await answer.clone().text();
  await cache.put(PAGE, answer);
  await cache.addAll([...new Set([...html.matchAll(LOOKS)].map(([, file]) => file))]);
}

/** The page from the network, or the kept one. */
async function pageOr(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (answer.headers.get(WISH) === 'off') event.waitUntil(leave());
    return answer;
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: NAME, ignoreVary: true });
    if (!kept) throw error;
    return kept;
  }
}

function isLook({ destination }, pathname) {
  if (destination === 'style' || destination === 'font') return pathname.startsWith('/assets/');
  return pathname === '/icon.svg' || pathname.startsWith('/assets/before-paint');
}

/** The network first: other pages may look different. */
async function lookOf(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request.url, { cacheName: NAME, ignoreVary: true });
    if (!kept) throw error;
    return kept;
  }
}

async function leave() {
  await self.registration.unregister();
  await forget(() => true);
}

async function forget(which) {
  const names = await caches.keys();
  const ours = names.filter((name) => name.startsWith('offline ') && which(name));
  await Promise.all(ours.map((name) => caches.delete(name)));
}
