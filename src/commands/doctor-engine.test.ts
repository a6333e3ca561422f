import { describe, expect, it } from 'vitest';
import { findingsOfEngine } from './doctor-engine.ts';

const WHOLE = {
  version: '2026.08.19',
  python: '3.13.1',
  missing: [],
  handlers: ['Requests', 'Urllib'],
  impersonation: true,
  jsRuntime: { name: 'deno', version: '2.9.6', supported: true },
  solver: true,
  unusable: [],
  unsupported: [],
  libraries: { curl_cffi: '0.16.3', urllib3: '2.8.0' },
} as unknown as Parameters<typeof findingsOfEngine>[0];
const BARE = {
  ...WHOLE,
  version: '2020.01.01',
  missing: ['TikTok'],
  handlers: ['Urllib'],
  impersonation: false,
  jsRuntime: null,
  solver: false,
  libraries: {},
};
const VENV = { python: '/srv/.engine/venv/bin/python', enginePath: null, source: 'pip' };

describe('the doctor about yt-dlp', () => {
  it('finds nothing wrong with an engine that has everything', () => {
    expect(findingsOfEngine(WHOLE, VENV).every(({ state }) => state === 'ok')).toBe(true);
  });

  it('names the libraries that it makes requests with, where they are known', () => {
    const said = (engine: typeof WHOLE) =>
      findingsOfEngine(engine, VENV).find(({ name }) => name === 'libraries of yt-dlp')?.message;
    expect(said(WHOLE)).toBe('curl_cffi 0.16.3, urllib3 2.8.0');
    expect(said({ ...WHOLE, libraries: {} })).toBeUndefined();
  });

  it('names the libraries that yt-dlp does not support', () => {
    const engine = { ...WHOLE, unsupported: ['curl_cffi'] };
    const [finding] = findingsOfEngine(engine, VENV).filter(({ state }) => state !== 'ok');
    expect(finding).toMatchObject({ state: 'degraded', name: 'libraries of yt-dlp' });
    expect(finding?.message).toMatch(/0\.16\.3.*does not support curl_cffi.*engine:update/);
  });

  it('names the arguments that this yt-dlp ignores', () => {
    const unusable = ['youtube: player_client=tv_old'];
    const [finding] = findingsOfEngine({ ...WHOLE, unusable }, VENV).filter(
      ({ state }) => state !== 'ok',
    );
    expect(finding).toMatchObject({ state: 'degraded', name: 'ENGINE_ARGS' });
    expect(finding?.message).toContain('youtube: player_client=tv_old');
  });

  it('names the command that mends each fault', () => {
    const faults = findingsOfEngine(BARE, VENV);
    for (const { state, message } of faults) {
      expect(state).not.toBe('ok');
      expect(message).toMatch(/"(npm run engine:update|npm ci|\/\S+ -m pip install [\w-]+)"/);
    }
    expect(faults.at(-1)?.message).toBe(
      'yt-dlp-ejs is not installed: some YouTube formats are unavailable; add it with "/srv/.engine/venv/bin/python -m pip install yt-dlp-ejs"',
    );
  });

  it('adds libraries beside a yt-dlp that is in a folder of its own', () => {
    const own = { python: '/usr/bin/python3', enginePath: '/opt/yt-dlp', source: 'YTDLP_PATH' };
    expect(findingsOfEngine(BARE, own).at(-1)?.message).toContain(
      '"/usr/bin/python3 -m pip install --target /opt/yt-dlp yt-dlp-ejs"',
    );
  });
});
