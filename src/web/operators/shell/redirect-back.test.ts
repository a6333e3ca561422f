import { afterEach, expect, it, vi } from 'vitest';
import { redirectBack } from './redirect-back.ts';

afterEach(() => vi.unstubAllGlobals());

/** Opens the root of a browser that stored these; answers where it was led, and what is stored then. */
async function open(loggedIn: boolean, stored: Readonly<Record<string, string>>, home = '/') {
  const kept = new Map(Object.entries(stored));
  const led: string[] = [];
  const asked: string[] = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('location', { replace: (path: string) => led.push(path) });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ loggedIn });
  });
  await redirectBack(home, new AbortController().signal);
  expect(asked).toEqual(['/admin/auth-status']);
  return { led, kept: Object.fromEntries(kept) };
}

it.each<[string, Record<string, string>, string, string[]]>([
  ['the last view', { lastVisitedRoute: '/admin/log' }, '/', ['/admin/log']],
  ['it in the language of the page', { lastVisitedRoute: '/admin/log' }, '/fr', ['/fr/admin/log']],
  ['no address elsewhere', { lastVisitedRoute: '//evil.example' }, '/', []],
  ['nothing after Home', { lastVisitedRoute: '/admin', preventAdminRedirect: 'true' }, '/', []],
])('the root leads a signed-in operator to %s', async (_what, stored, home, led) => {
  expect((await open(true, stored, home)).led).toEqual(led);
});

it('the root leads no one else anywhere, and forgets the view', async () => {
  const stored = { lastVisitedRoute: '/admin/log', adminRedirectPath: '/admin/cockpit' };
  expect(await open(false, stored)).toEqual({ led: [], kept: {} });
});
