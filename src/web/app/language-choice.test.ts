// Choosing a language in the menu, with the parts of a browser that it uses.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followLanguageChoices, LANGUAGE_CHOICE } from './language-choice.ts';

class FakeElement {}

let kept: Map<string, string>;
let page: EventTarget & { cookie: string };
let navigate: ReturnType<typeof vi.fn>;
let stop: () => void;

function openBrowser({ protocol = 'https:', hasNavigation = true } = {}) {
  kept = new Map();
  page = Object.assign(new EventTarget(), { cookie: '' });
  navigate = vi.fn();
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol, pathname: '/terms', hash: '#part' });
  vi.stubGlobal('window', hasNavigation ? { navigation: { navigate } } : {});
  vi.stubGlobal('localStorage', { setItem: (key: string, text: string) => kept.set(key, text) });
  stop = followLanguageChoices();
}
beforeEach(() => openBrowser());
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

/** Clicks inside a link of the menu; answers the link as it is then, and whether the browser was kept from following it. */
function click(
  link: Partial<{ language: string; pathname: string; isCurrent: boolean }> | null,
  keys: Partial<MouseEvent> = {},
) {
  const hidePopover = vi.fn();
  const anchor = {
    dataset: { language: link?.language ?? 'de' },
    href: '/de/terms',
    search: '?language=de',
    hash: '',
    pathname: link?.pathname ?? '/de/terms',
    ariaCurrent: link?.isCurrent ? 'true' : null,
    closest: () => ({ hidePopover }),
  };
  const target = Object.assign(new FakeElement(), { closest: () => link && anchor });
  const event = Object.assign(new Event('click', { cancelable: true }), {
    ctrlKey: keys.ctrlKey,
    metaKey: keys.metaKey,
    shiftKey: keys.shiftKey,
    altKey: keys.altKey,
  });
  Object.defineProperty(event, 'target', { value: target });
  if (keys.defaultPrevented) event.preventDefault();
  // A fake element is no EventTarget: the page hears of the click as if it had bubbled.
  page.dispatchEvent(event);
  return { anchor, hidePopover, isPrevented: event.defaultPrevented };
}

it('a chosen language is kept for a year in the browser and in a cookie for the server', () => {
  click({ language: 'zh-CN' });
  expect(kept.get('language')).toBe('zh-CN');
  expect(page.cookie).toBe('language=zh-CN; path=/; max-age=31536000; samesite=lax; secure');
});

it('the cookie is not for https alone where the site is not', () => {
  stop();
  openBrowser({ protocol: 'http:' });
  click({});
  expect(page.cookie).toBe('language=de; path=/; max-age=31536000; samesite=lax');
});

it('the page in that language is shown without a reload, at the same place', () => {
  const { anchor, isPrevented } = click({});
  expect(isPrevented).toBe(true);
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/de/terms', { info: LANGUAGE_CHOICE });
  expect([anchor.search, anchor.hash]).toEqual(['', '#part']);
});

it('an address that stays the same keeps no fragment, or the browser would only scroll', () => {
  expect(click({ pathname: '/terms' }).anchor.hash).toBe('');
});

it('the language of the page only closes the menu, and is a choice all the same', () => {
  const { hidePopover, isPrevented } = click({ isCurrent: true });
  expect(hidePopover).toHaveBeenCalledOnce();
  expect([isPrevented, navigate.mock.calls, kept.get('language')]).toEqual([true, [], 'de']);
});

it.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'] as const)(
  'a click with %s is left to the browser, and is a choice all the same',
  (key) => {
    const { isPrevented } = click({}, { [key]: true });
    expect([isPrevented, navigate.mock.calls, kept.get('language')]).toEqual([false, [], 'de']);
  },
);

it('a browser without the Navigation API follows the link itself', () => {
  stop();
  openBrowser({ hasNavigation: false });
  expect(click({}).isPrevented).toBe(false);
  expect(page.cookie).toContain('language=de;');
});

it('other clicks change nothing', () => {
  click(null);
  click({ language: '' });
  click({}, { defaultPrevented: true });
  stop();
  click({});
  expect([kept.size, page.cookie, navigate.mock.calls]).toEqual([0, '', []]);
});
