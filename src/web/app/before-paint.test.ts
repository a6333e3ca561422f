// The script that runs before the first paint, as a browser runs it: alone, in the head.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';

const SCRIPT = stripTypeScriptTypes(
  readFileSync(path.join(import.meta.dirname, 'before-paint.ts'), 'utf8'),
);

type Visit = {
  readonly stored?: Readonly<Record<string, string>>;
  readonly cookie?: string;
  readonly pathname?: string;
  readonly basePath?: string;
  readonly protocol?: string;
  readonly language?: string;
  readonly keepsCookies?: boolean;
};

/** Opens a page that was sent in English, and answers what the script did. */
function open(visit: Visit = {}) {
  const { stored = {}, pathname = '/terms', protocol = 'https:', keepsCookies = true } = visit;
  const written: string[] = [];
  const cookies = visit.cookie ? visit.cookie.split('; ') : [];
  const reload = vi.fn();
  const heard = new Map<string, (event: object) => void>();
  const tags = ['light', 'dark'].map((theme) => ({ dataset: { theme }, media: '' }));
  const dataset: Record<string, string> = { language: visit.language ?? 'en', languages: 'en de' };
  runInNewContext(SCRIPT, {
    BUILT_BASE_PATH: visit.basePath ?? '',
    document: {
      documentElement: { dataset },
      querySelectorAll: () => tags,
      get cookie() {
        return cookies.join('; ');
      },
      set cookie(text: string) {
        written.push(text);
        if (keepsCookies) cookies.push(text.split(';', 1)[0] ?? '');
      },
    },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    location: { pathname, protocol, reload },
    addEventListener: (name: string, hear: (event: object) => void) => heard.set(name, hear),
    window: {},
  });
  const themeTags = () => tags.map(({ media }) => media);
  return { written, isReloaded: reload.mock.calls.length > 0, dataset, themeTags, heard };
}

describe('the language that was chosen', () => {
  it('is written to the cookie for the server again where that was lost, and the page is loaded in it', () => {
    const { written, isReloaded } = open({ stored: { language: 'de' } });
    expect(written).toEqual(['language=de; path=/; max-age=31536000; samesite=lax; secure']);
    expect(isReloaded).toBe(true);
    const plain = open({ stored: { language: 'de' }, protocol: 'http:' });
    expect(plain.written).toEqual(['language=de; path=/; max-age=31536000; samesite=lax']);
  });

  it.each([
    ['/keepreel/terms', true],
    ['/keepreel/fr/terms', false],
  ])('is below the base path of the site at %s', (pathname, isReloaded) => {
    const visit = open({ stored: { language: 'de' }, basePath: '/keepreel', pathname });
    expect(visit.written.join()).toContain('path=/keepreel;');
    expect(visit.isReloaded).toBe(isReloaded);
  });

  it.each<[string, Visit, number, boolean]>([
    ['nothing was chosen', {}, 0, false],
    ['the site does not have it', { stored: { language: 'tlh' } }, 0, false],
    ['it is a part of two', { stored: { language: 'n d' } }, 0, false],
    ['the server knows it', { stored: { language: 'de' }, cookie: 'a=b; language=de' }, 0, false],
    [
      'the server knows another',
      { stored: { language: 'de' }, cookie: 'language=en; xlanguage=de' },
      1,
      true,
    ],
    ['the page is in it', { stored: { language: 'de' }, language: 'de' }, 1, false],
    ['cookies are off', { stored: { language: 'de' }, keepsCookies: false }, 1, false],
    ['the address names one', { stored: { language: 'de' }, pathname: '/fr/terms' }, 1, false],
    ['the address is one', { stored: { language: 'de' }, pathname: '/zh-CN' }, 1, false],
    ['the address begins like one', { stored: { language: 'de' }, pathname: '/frames' }, 1, true],
  ])('is written and loaded only where it is needed: %s', (_what, visit, cookies, isReloaded) => {
    const opened = open(visit);
    expect([opened.written.length, opened.isReloaded]).toEqual([cookies, isReloaded]);
  });
});

describe('the theme that was chosen', () => {
  const ofDevice = ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'];

  it.each<[string | undefined, string | undefined, string[]]>([
    ['dark', 'dark', ['not all', 'all']],
    ['light', 'light', ['all', 'not all']],
    ['pink', undefined, ofDevice],
    [undefined, undefined, ofDevice],
  ])('%s is that of the page and of the browser around it', (theme, shown, tags) => {
    const { dataset, themeTags } = open({ stored: theme ? { theme } : {} });
    expect([dataset['theme'], themeTags()]).toEqual([shown, tags]);
  });

  it('changes with the choice, here and in another tab', () => {
    const { dataset, themeTags, heard } = open({ stored: { theme: 'dark' } });
    heard.get('keepreel:theme')?.({ detail: 'light' });
    expect([dataset['theme'], themeTags()]).toEqual(['light', ['all', 'not all']]);
    heard.get('storage')?.({ key: 'other', newValue: 'dark' });
    expect(dataset['theme']).toBe('light');
    heard.get('storage')?.({ key: 'theme', newValue: null });
    expect([dataset['theme'], themeTags()]).toEqual([undefined, ofDevice]);
  });
});
