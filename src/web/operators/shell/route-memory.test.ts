import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  forgetVisits,
  forgetWayBack,
  isAdminPath,
  rememberRequestedPath,
  rememberVisit,
  takeRequestedPath,
  takeWayBack,
} from './route-memory.ts';

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('a path of the area', () => {
  it.each(['/admin', '/admin/', '/admin/dashboard', '/admin/a-b_c/d'])('is %s', (path) => {
    expect(isAdminPath(path)).toBe(true);
  });

  it.each([
    null,
    '',
    '/',
    '/administrator',
    '//evil.example/admin',
    '/admin//evil.example',
    '/admin/../api',
    '/admin/..',
    '/admin\\evil.example',
    '/admin/\\evil.example',
    '/admin?next=//evil.example',
    '/admin#x',
    '/admin/%2e%2e/api',
    '/admin/a b',
    '/admin/a\n',
    'https://evil.example/admin',
    'javascript:alert(1)//admin',
    `/admin/${'a'.repeat(300)}`,
  ])('is not %j', (path) => {
    expect(isAdminPath(path)).toBe(false);
  });
});

describe('the way back from the root', () => {
  it('is the last visit, however often it is read', () => {
    rememberVisit('/admin/log');
    expect([takeWayBack(), takeWayBack()]).toEqual(['/admin/log', '/admin/log']);
  });

  it('is the requested path before the last visit, once', () => {
    rememberVisit('/admin/log');
    rememberRequestedPath('/admin/cockpit');
    expect([takeWayBack(), takeWayBack()]).toEqual(['/admin/cockpit', '/admin/log']);
  });

  it('is none after leaving on purpose, until the next visit', () => {
    rememberVisit('/admin/log');
    forgetVisits();
    expect(takeWayBack()).toBeNull();
    expect([...kept.keys()]).toEqual(['preventAdminRedirect']);
    rememberVisit('/admin/dashboard');
    expect(takeWayBack()).toBe('/admin/dashboard');
    expect(kept.has('preventAdminRedirect')).toBe(false);
  });

  it('is none if the storage holds another address', () => {
    kept.set('lastVisitedRoute', '//evil.example');
    kept.set('adminRedirectPath', 'https://evil.example/admin');
    expect(takeWayBack()).toBeNull();
    expect(kept.has('adminRedirectPath')).toBe(false);
  });

  it('can be forgotten', () => {
    rememberVisit('/admin/log');
    rememberRequestedPath('/admin/cockpit');
    forgetWayBack();
    expect([takeRequestedPath(), takeWayBack()]).toEqual([null, null]);
  });
});
