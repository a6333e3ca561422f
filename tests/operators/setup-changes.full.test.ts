// Egresses and arguments that operators or files change while the server runs, with the real yt-dlp against the lab: what a
// visitor notices, and what log and alarms say.
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LabAnswer, LabRequest } from '../../lab/platform.ts';
import { json } from '../../lab/platforms/answers.ts';
import { LAB_PLATFORMS } from '../../lab/platforms/index.ts';
import { refusedResponse } from '../../lab/platforms/youtube/player.ts';
import { REFUSALS } from '../../lab/platforms/youtube/refusals.ts';
import { botCheckFor, type Situation, withSwitch } from '../../lab/switches.ts';
import type { EngineAnswer } from '../../src/shared/api/engine.ts';
import { clientAt } from '../support/product/job-client.ts';
import { freshAddress, type Product, startProduct } from '../support/product/product.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const ANN = { email: 'ann@site.example', password: 'four random words make one' };
const [CANARY = '', ...LINKS] = LAB_PLATFORMS.youtube.links
  .filter(({ expect: wanted, downloads }) => 'items' in wanted && downloads)
  .map(({ url }) => url);
const BOT_CHECK = REFUSALS.find(({ code }) => code === 'bot_check');

let product: Product;
let cookie: string;
let players: string[];
afterEach(() => product.close());

/** A product with a canary on YouTube, which counts the clients that ask its player. */
async function start(
  settings: Parameters<typeof startProduct>[0] = {},
  situation: Situation | null = null,
) {
  players = [];
  const youtube = withSwitch(LAB_PLATFORMS.youtube);
  youtube.turn(situation);
  const answer = (...[request, media]: Parameters<typeof youtube.answer>) => {
    const client = clientOf(request);
    if (client) players.push(`${client} by ${request.client || 'direct'}`);
    return youtube.answer(request, media);
  };
  const common = { ADMIN_EMAIL: ANN.email, ADMIN_PASSWORD: ANN.password, CANARY_URLS: CANARY };
  product = await startProduct(
    (proxyUrl) => ({
      ...common,
      ...(typeof settings === 'function' ? settings(proxyUrl) : settings),
    }),
    [{ ...youtube, answer }],
  );
  const signIn = await product.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: ANN,
    remoteAddress: freshAddress(),
  });
  cookie = String(signIn.headers['set-cookie']).split(';')[0] ?? '';
  return youtube;
}

function clientOf({ url, body }: LabRequest): string | null {
  if (url.pathname !== '/youtubei/v1/player') return null;
  return JSON.parse(body.toString()).context.client.clientName;
}

/** YouTube's player refuses this client. */
const refusing =
  (client: string): Situation =>
  (request, usual): Promise<LabAnswer | null> | LabAnswer | null => {
    if (clientOf(request) !== client || !BOT_CHECK) return usual();
    const { videoId } = JSON.parse(request.body.toString()) as { videoId: string };
    return json(refusedResponse({ ...BOT_CHECK, id: videoId }, client));
  };

async function call(method: 'GET' | 'PUT' | 'POST', route = '', payload?: object) {
  const answer = await product.app.inject({
    method,
    url: `/api/admin/engine${route}`,
    headers: { cookie },
    remoteAddress: freshAddress(),
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const state = async () => (await call('GET')).body as EngineAnswer;
const textOf = async (part: 'egresses' | 'arguments') =>
  (await state()).setup?.parts.find((one) => one.part === part)?.text;
async function ended() {
  await vi.waitUntil(async () => (await state()).running === null, {
    ...SLOW_MACHINE_TIMEOUT,
    interval: 50,
  });
  return state();
}
async function set(setup: object) {
  const { status } = await call('PUT', '/setup', setup);
  expect(status).toBe(202);
  return (await ended()).changes[0];
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
/** The alarms, which are the only warnings that a test expects. */
const alarms = () => product.warnings.map((warning) => (warning as [string, unknown])[0]);

describe('arguments of an operator', () => {
  it('that break YouTube at 3 a.m. are live for no visitor, and log, status and alarm say why', async () => {
    await start({}, refusing('IOS'));
    expect(await inspect(LINKS[0])).toBe('ok');
    const begun = await call('PUT', '/setup', { arguments: 'youtube: player_client=ios' });
    expect([begun.status, begun.body.running?.what]).toEqual([202, 'setup']);
    const during: string[] = [];
    for (let at = 1; (await state()).running !== null; at += 1)
      during.push(await inspect(LINKS[at % LINKS.length]));
    expect([during.length > 0, new Set(during)]).toEqual([true, new Set(['ok'])]);
    // The trial did ask as that client, twice.
    expect(players.filter((player) => player.startsWith('IOS')).length).toBeGreaterThan(1);
    const asked = players.length;
    expect(await inspect(LINKS.at(-1))).toBe('ok');
    expect(players.slice(asked).filter((player) => player.startsWith('IOS'))).toEqual([]);
    expect((await state()).changes).toMatchObject([
      {
        what: 'setup',
        by: ANN.email,
        from: [],
        to: ['youtube: player_client=ios'],
        result: 'refused',
        reason: 'canaries_failed',
        platforms: ['youtube'],
        details: 'youtube (upstream): bot_check',
      },
    ]);
    expect(await textOf('arguments')).toBe('');
    expect(product.warnings).toEqual([
      [
        'alarm: setup_refused',
        {
          reason: 'canaries_failed',
          platforms: 'youtube',
          details: 'youtube (upstream): bot_check',
        },
      ],
    ]);
    const audit = await product.app.inject({
      method: 'GET',
      url: '/api/admin/audit',
      headers: { cookie },
    });
    expect(audit.body).toContain('setup_set');
  });

  it('that are good go live without a restart', async () => {
    await start();
    const change = await set({ arguments: 'youtube: player_client=tv' });
    expect(change).toMatchObject({ result: 'switched', isTried: true });
    players = [];
    expect(await inspect(CANARY)).toBe('ok');
    expect(players).toEqual(['TVHTML5 by direct']);
    expect(alarms()).toEqual(['alarm: setup_switched']);
  });

  it('that pass the canary and fail visitors are taken back', async () => {
    const ids = LINKS.map((url) => new URL(url).searchParams.get('v'));
    await start({}, (request, usual) =>
      clientOf(request) === 'IOS' && ids.includes(JSON.parse(request.body.toString()).videoId)
        ? json({})
        : usual(),
    );
    const change = await set({ arguments: 'youtube: player_client=ios' });
    expect(change).toMatchObject({ result: 'switched' });
    for (const url of LINKS.slice(0, 10)) expect(await inspect(url)).not.toBe('ok');
    const { changes, watching } = await ended();
    expect([changes[0], watching]).toMatchObject([
      {
        result: 'rolled_back',
        by: null,
        reason: 'rolled_back',
        details: '10 of 10 failed',
      },
      null,
    ]);
    expect(await textOf('arguments')).toBe('');
    for (const url of LINKS.slice(10)) expect(await inspect(url)).toBe('ok');
    expect(alarms()).toContain('alarm: setup_rolled_back');
  });

  it('with an error in a line are refused with a sentence, and nothing is tried', async () => {
    await start();
    const { status, body } = await call('PUT', '/setup', {
      arguments: '# ours\nyoutube: player_client=ios; cookies=x',
    });
    expect([status, body.code, body.params.field]).toEqual([400, 'invalid_request', 'arguments']);
    expect(body.params.sentence).toContain('line 2: youtube: cookies is not allowed');
    expect((await state()).changes).toEqual([]);
    const ignored = await set({ arguments: 'youtube: impersonate=chrome-1' });
    expect(ignored).toMatchObject({ result: 'refused', reason: 'ignores_arguments' });
  });
});

/** The lab's proxy with a user name, by which YouTube tells egresses apart. */
const through = (proxyUrl: string, user: string) =>
  `${user}=${proxyUrl.replace('http://', `http://${user}:pa55word@`)}; resolve=proxy`;

describe('egresses of an operator', () => {
  const home = (proxyUrl: string) => ({ EGRESSES: through(proxyUrl, 'home') });

  it('that are refused or cannot connect are not used; those that pass are', async () => {
    await start(home, botCheckFor(['office']));
    const text = await textOf('egresses');
    expect(text).toMatch(/^home=http:\/\/home:\*\*\*@/);
    const dead = await set({ egresses: `${text}\ndead=http://127.0.0.1:1` });
    expect(dead).toMatchObject({
      reason: 'egress_unreachable',
      details: 'dead: origin_unreachable',
    });
    const office = through(product.lab.proxyUrl, 'office');
    expect(await set({ egresses: `${text}\n${office}` })).toMatchObject({
      result: 'refused',
      details: 'youtube (office): bot_check',
      to: [office.replace('pa55word', '***')],
    });
    expect(await textOf('egresses')).toBe(text);
    const other = through(product.lab.proxyUrl, 'other');
    expect(await set({ egresses: other })).toMatchObject({ result: 'switched' });
    players = [];
    expect(await inspect(LINKS[0])).toBe('ok');
    expect(new Set(players.map((player) => player.split(' ').at(-1)))).toEqual(new Set(['other']));
  });

  it('that are removed stay until the jobs that began with them have ended', async () => {
    const opened = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const files: string[] = [];
    await start(
      (proxyUrl) => ({ ...home(proxyUrl), TRUSTED_PROXIES: '127.0.0.1' }),
      async ({ url, client }, usual) => {
        if (!url.hostname.endsWith('.googlevideo.com')) return usual();
        files.push(client);
        opened.resolve();
        await released.promise;
        return usual();
      },
    );
    const visitor = clientAt(await product.app.listen({ port: 0 }));
    expect(await inspect(LINKS[1])).toBe('ok');
    const { job } = await visitor.start({ url: CANARY });
    await opened.promise;
    const change = await set({ egresses: through(product.lab.proxyUrl, 'office') });
    expect(change).toMatchObject({ result: 'switched' });
    players = [];
    // What the removed egress has found is of no use to the other.
    expect(await inspect(LINKS[1])).toBe('ok');
    expect(new Set(players.map((player) => player.split(' ').at(-1)))).toEqual(new Set(['office']));
    released.resolve();
    expect((await visitor.ended(job)).state).toBe('ready');
    expect(new Set(files)).toEqual(new Set(['home']));
    const again = await visitor.start({ url: LINKS[1] ?? '' });
    expect((await visitor.ended(again.job)).state).toBe('ready');
    expect(files.at(-1)).toBe('office');
  });
});

it('a file of the settings is tried when it changes, and what is wrong with it is said', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-arguments-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'arguments');
  const write = async (text: string) => {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  };
  const changed = (count: number) =>
    vi.waitUntil(async () => (await state()).changes.length === count, {
      timeout: 60_000,
      interval: 200,
    });
  await write('youtube: lang=en');
  await start({ ENGINE_ARGS_FILE: file }, refusing('IOS'));
  await write('youtube: player_client=ios');
  await changed(1);
  await write('youtube; lang=en');
  await changed(2);
  await write('youtube: player_client=tv');
  await changed(3);
  expect((await state()).changes).toMatchObject([
    { result: 'switched', by: 'ENGINE_ARGS_FILE', from: ['youtube: lang=en'] },
    { result: 'refused', reason: 'unreadable', details: expect.stringContaining('line 1') },
    { result: 'refused', reason: 'canaries_failed', by: 'ENGINE_ARGS_FILE' },
  ]);
  expect(await inspect(LINKS[0])).toBe('ok');
  expect(alarms()).toEqual([
    'alarm: setup_refused',
    'alarm: setup_refused',
    'alarm: setup_switched',
  ]);
});
