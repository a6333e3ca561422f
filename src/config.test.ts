import { expect, it } from 'vitest';
import { maskConfig, readConfig } from './config.ts';

it('settings of pip may hold passwords: only their names are printed, and nothing else of the environment is kept', () => {
  const config = readConfig({
    PIP_INDEX_URL: 'https://ann:secret@mirror.test/simple',
    HTTPS_PROXY: 'http://ann:secret@proxy.test:3128',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
  expect(Object.keys(config.packageEnvironment)).toEqual(['PIP_INDEX_URL', 'HTTPS_PROXY']);
  expect(JSON.stringify(maskConfig(config))).not.toContain('secret');
  expect(maskConfig(config)['packageEnvironment']).toEqual(['PIP_INDEX_URL', 'HTTPS_PROXY']);
});

it('of the webhook for alarms only the host is printed: its key may be anywhere behind', () => {
  const config = readConfig({
    ALARM_WEBHOOK_URL: 'https://ann:secret@hooks.test/secret?key=secret',
  });
  expect(maskConfig(config)['ALARM_WEBHOOK_URL']).toBe('https://hooks.test/***');
  expect(() => readConfig({ ALARM_WEBHOOK_URL: 'ftp://hooks.test' })).toThrow('ALARM_WEBHOOK_URL');
});

it('has no canaries of its own until the setting names some, or none', () => {
  expect(readConfig({}).CANARY_URLS).toBeUndefined();
});

it.each([
  ['https://www.youtube.com/watch?v=aaaaaaaaaaa, https://youtu.be/bbbbbbbbbbb', 2],
  ['', 0],
  ['https://vm.tiktok.com/ZMabcDeFg/', 'CANARY_URLS.0: must be links of videos'],
  ['https://www.youtube.com/watch?v=aaaaaaaaaaa nonsense', 'CANARY_URLS.1'],
  [`${'https://youtu.be/bbbbbbbbbbb '.repeat(25)}`, 'CANARY_URLS'],
])('of the canaries %j is made %j', (text, outcome) => {
  const read = () => readConfig({ CANARY_URLS: text }).CANARY_URLS;
  if (typeof outcome === 'string') expect(read).toThrow(outcome);
  else expect(read()).toHaveLength(outcome);
});

it.each([
  'javascript:alert(1)',
  'ftp://code.example',
  'code.example',
  'https://ann@code.example',
  'https://:secret@code.example',
])('of the source %s is no address', (text) => {
  expect(() => readConfig({ SOURCE_URL: text })).toThrow('SOURCE_URL');
});

it('YouTube is not searched unless that is switched on', () => {
  expect(readConfig({}).YOUTUBE_SEARCH).toBe('off');
  expect(readConfig({ YOUTUBE_SEARCH: '' }).YOUTUBE_SEARCH).toBe('off');
  expect(readConfig({ YOUTUBE_SEARCH: 'on' }).YOUTUBE_SEARCH).toBe('on');
  expect(() => readConfig({ YOUTUBE_SEARCH: 'yes' })).toThrow('YOUTUBE_SEARCH');
});

it('an address of Redis is printed without its password, and holds no options', () => {
  const config = readConfig({ REDIS_URL: 'redis://ann:secret@redis.test:6379/2' });
  expect(maskConfig(config)['REDIS_URL']).toBe('redis://ann:***@redis.test:6379/2');
  expect(() => readConfig({ REDIS_URL: 'redis://redis.test?password=secret' })).toThrow(
    'REDIS_URL: must hold no options',
  );
  expect(() => readConfig({ REDIS_URL: 'http://redis.test' })).toThrow('REDIS_URL: must be redis');
});

it('extra sites are off until they are named, in one order; an unknown one is refused with the list', () => {
  const read = (EXTRA_SITES?: string) => readConfig({ EXTRA_SITES });
  expect([read().EXTRA_SITES, read(' ').EXTRA_SITES]).toEqual([[], []]);
  expect(read().platforms).toHaveLength(8);
  expect(read('twitch, bluesky twitch').EXTRA_SITES).toEqual(['bluesky', 'twitch']);
  expect(read('twitch').platforms.slice(8)).toEqual(['twitch']);
  for (const name of ['vimeo', 'youtube', 'Twitch', '__proto__', 'generic'])
    expect(() => read(`bluesky, ${name}`), name).toThrow(
      `EXTRA_SITES.1: ${name} is not one of "bluesky", "reddit", "soundcloud", "streamable", "twitch"`,
    );
});

it.each([
  [{}, undefined],
  [{ PUBLIC_URL: 'https://video.example/' }, undefined],
  [{ PUBLIC_URL: 'https://example.org/keepreel' }, '/keepreel'],
  [{ PUBLIC_URL: 'https://example.org/a/keepreel/' }, '/a/keepreel'],
  [{ PUBLIC_URL: 'https://example.org/keepreel', BASE_PATH: '/keepreel/' }, '/keepreel'],
  [{ BASE_PATH: '/keepreel' }, '/keepreel'],
  [{ BASE_PATH: '/' }, undefined],
])('%j is a site below %s', (settings, basePath) => {
  expect(readConfig(settings).BASE_PATH).toBe(basePath);
});

it.each([
  { BASE_PATH: 'keepreel' },
  { BASE_PATH: '//keepreel' },
  { BASE_PATH: '/keepreel/../x' },
  { BASE_PATH: '/kéep' },
  { BASE_PATH: '/a?b' },
  { BASE_PATH: '/a', PUBLIC_URL: 'https://example.org/b' },
  { BASE_PATH: '/a', PUBLIC_URL: 'https://example.org' },
  { PUBLIC_URL: 'https://example.org/a?b' },
  { PUBLIC_URL: 'https://example.org/%61' },
])('%j is refused', (settings) => {
  expect(() => readConfig(settings)).toThrow(/BASE_PATH|PUBLIC_URL/);
});
