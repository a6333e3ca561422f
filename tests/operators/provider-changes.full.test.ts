// A provider of tokens and its plugin that operators or files change while the server runs, with the real yt-dlp against the lab.
import { globSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { LabRequest } from '../../lab/platform.ts';
import { json } from '../../lab/platforms/answers.ts';
import { LAB_PLATFORMS } from '../../lab/platforms/index.ts';
import { refusedResponse } from '../../lab/platforms/youtube/player.ts';
import { REFUSALS } from '../../lab/platforms/youtube/refusals.ts';
import { withSwitch } from '../../lab/switches.ts';
import { startTokenProvider, type TokenProviderDouble } from '../../lab/token-provider.ts';
import type { CockpitAnswer } from '../../src/shared/api/cockpit.ts';
import type { EngineAnswer } from '../../src/shared/api/engine.ts';
import { freshAddress, type Product, startProduct } from '../support/product/product.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const PLUGIN = path.join(import.meta.dirname, '../fixtures/engine/token-plugin');
const ANN = { email: 'ann@site.example', password: 'four random words make one' };
/** Not those of which the lab's YouTube gives the client of televisions nothing but a DASH manifest. */
const [CANARY = '', AFTERWARDS = '', ...LINKS] = LAB_PLATFORMS.youtube.links
  .filter(({ expect: wanted, downloads }) => 'items' in wanted && downloads)
  .map(({ url }) => url)
  .filter((url) => !/Dash/.test(url));
const BOT_CHECK = REFUSALS.find(({ code }) => code === 'bot_check');

let good: TokenProviderDouble;
let bad: TokenProviderDouble;
let product: Product;
let cookie: string;
/** What YouTube's player was sent, in order. */
let tokens: string[];
beforeEach(async () => {
  [good, bad] = [await startTokenProvider(), await startTokenProvider('bad')];
  tokens = [];
});
afterEach(async () => {
  await product.close();
  await good.close();
  await bad.close();
});

/** A product with a canary on YouTube, which refuses the tokens of `bad`, or answers those for videos of visitors with nothing. */
async function start(refuses: 'all' | 'visitors', plugin = PLUGIN): Promise<void> {
  const youtube = withSwitch(LAB_PLATFORMS.youtube);
  const canaryId = new URL(CANARY).searchParams.get('v');
  youtube.turn((request, usual) => {
    const { token, videoId } = playerCall(request) ?? {};
    if (token === undefined || !BOT_CHECK) return usual();
    tokens.push(token);
    if (token !== 'bad') return usual();
    if (refuses === 'all')
      return json(refusedResponse({ ...BOT_CHECK, id: String(videoId) }, 'TVHTML5'));
    return videoId === canaryId ? usual() : json({});
  });
  const settings = {
    POT_PROVIDER_URL: good.origin,
    POT_PLUGIN_PATH: plugin,
    ENGINE_ARGS: 'youtube: player_client=tv; player_skip=configs; fetch_pot=always',
    ADMIN_EMAIL: ANN.email,
    ADMIN_PASSWORD: ANN.password,
    CANARY_URLS: CANARY,
  };
  product = await startProduct(settings, [youtube]);
  const signIn = await product.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: ANN,
    remoteAddress: freshAddress(),
  });
  cookie = String(signIn.headers['set-cookie']).split(';')[0] ?? '';
}

/** The kind of token with which YouTube's player is asked for a video. */
function playerCall({ url, body }: LabRequest): { token: string; videoId: string } | null {
  if (url.pathname !== '/youtubei/v1/player') return null;
  const { videoId, serviceIntegrityDimensions } = JSON.parse(body.toString());
  const text = Buffer.from(serviceIntegrityDimensions?.poToken ?? '', 'base64').toString();
  return { token: text.split(' ')[0] ?? '', videoId };
}

async function state(): Promise<EngineAnswer> {
  const answer = await product.app.inject({ url: '/api/admin/engine', headers: { cookie } });
  return answer.json<EngineAnswer>();
}
async function setProvider(provider: string) {
  const answer = await product.app.inject({
    method: 'PUT',
    url: '/api/admin/engine/setup',
    headers: { cookie },
    remoteAddress: freshAddress(),
    payload: { provider },
  });
  expect(answer.statusCode).toBe(202);
}
async function ended() {
  const isIdle = async () => (await state()).running === null;
  await vi.waitUntil(isIdle, { ...SLOW_MACHINE_TIMEOUT, interval: 50 });
  return (await state()).changes[0];
}
async function inspect(url = ''): Promise<string> {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/inspect',
    payload: { url },
    remoteAddress: freshAddress(),
  });
  return answer.statusCode === 200 ? 'ok' : answer.json().code;
}
async function shownProvider() {
  const answer = await product.app.inject({ url: '/api/admin/cockpit', headers: { cookie } });
  return answer.json<CockpitAnswer>().tokens.provider;
}

it('one that breaks the canary reaches no visitor, and the log says so', async () => {
  await start('all');
  await setProvider(bad.origin);
  const during: string[] = [];
  for (let at = 0; (await state()).running !== null; at += 1)
    during.push(await inspect(LINKS[at % LINKS.length]));
  expect([during.length > 0, new Set(during)]).toEqual([true, new Set(['ok'])]);
  expect(await ended()).toMatchObject({
    by: ANN.email,
    from: [expect.stringContaining(`${good.origin}; plugin=`)],
    to: [expect.stringContaining(`${bad.origin}; plugin=`)],
    result: 'refused',
    reason: 'canaries_failed',
    platforms: ['youtube'],
    details: 'youtube (upstream): bot_check',
  });
  expect(tokens.filter((token) => token === 'bad').length).toBeGreaterThan(1);
  tokens = [];
  expect(await inspect(AFTERWARDS)).toBe('ok');
  expect(new Set(tokens)).toEqual(new Set(['token']));
  expect(await shownProvider()).toMatchObject({ origin: good.origin, loaded: ['lab:http 1.2.2'] });
});

it('one that passes the canary and fails visitors is taken back', async () => {
  await start('visitors');
  await setProvider(bad.origin);
  expect(await ended()).toMatchObject({ result: 'switched', isTried: true });
  expect((await shownProvider())?.origin).toBe(bad.origin);
  for (const url of LINKS.slice(0, 10)) expect(await inspect(url)).not.toBe('ok');
  expect(await ended()).toMatchObject({
    by: null,
    from: [expect.stringContaining(bad.origin)],
    to: [expect.stringContaining(good.origin)],
    result: 'rolled_back',
  });
  expect((await shownProvider())?.origin).toBe(good.origin);
});

it('a plugin whose file is replaced is tried, and the one before serves on meanwhile', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-plugin-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(PLUGIN, folder, { recursive: true });
  await start('all', folder);
  expect(await inspect(LINKS[0])).toBe('ok');
  const before = await shownProvider();
  const [file] = globSync('yt_dlp_plugins/**/*.py', { cwd: folder });
  await writeFile(path.join(folder, String(file)), 'broken = True\n');
  await vi.waitUntil(async () => (await state()).changes.length > 0, {
    ...SLOW_MACHINE_TIMEOUT,
    interval: 200,
  });
  expect(await ended()).toMatchObject({
    by: 'POT_PLUGIN_PATH',
    result: 'refused',
    reason: 'provider_fails',
    details: 'its plugin has nothing for this yt-dlp',
  });
  expect(await shownProvider()).toEqual(before);
  expect(await inspect(LINKS[1])).toBe('ok');
  expect(tokens.at(-1)).toBe('token');
});
