// A plugin that the operator names is loaded, asks its provider, and its tokens reach YouTube; works against the lab.
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LabRequest } from '../../../lab/platform.ts';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import { withSwitch } from '../../../lab/switches.ts';
import {
  startTokenProvider,
  type TokenProviderDouble,
  tokenFor,
} from '../../../lab/token-provider.ts';
import type { CockpitAnswer } from '../../../src/shared/api/cockpit.ts';
import { freshAddress, type Product, startProduct } from '../../support/product/product.ts';

// Another plugin can be tried here, such as the real one.
const PLUGIN =
  process.env['KEEPREEL_TEST_TOKEN_PLUGIN'] ??
  path.join(import.meta.dirname, '../../fixtures/engine/token-plugin');

const operator = { email: 'ann@site.example', password: 'four random words make one' };

let provider: TokenProviderDouble;
let product: Product;
let requests: LabRequest[];
beforeEach(async () => {
  provider = await startTokenProvider();
  requests = [];
});
afterEach(async () => {
  await product.close();
  await provider.close();
});

async function start(args: string): Promise<void> {
  const platform = withSwitch(LAB_PLATFORMS.youtube);
  platform.turn((request, usual) => {
    requests.push(request);
    return usual();
  });
  const settings = {
    POT_PROVIDER_URL: provider.origin,
    POT_PLUGIN_PATH: PLUGIN,
    ENGINE_ARGS: `youtube: player_client=tv; player_skip=configs; ${args}`,
    MAX_INSPECTIONS: '1',
    ADMIN_EMAIL: operator.email,
    ADMIN_PASSWORD: operator.password,
  };
  product = await startProduct(settings, [platform]);
}

const [link] = LAB_PLATFORMS.youtube.links.filter(
  ({ expect: wanted, downloads }) => 'items' in wanted && downloads,
);
const inspect = () =>
  product.app.inject({
    method: 'POST',
    url: '/api/inspect',
    payload: { url: link?.url },
    remoteAddress: freshAddress(),
  });

/** The tokens that YouTube's player was sent. */
const sentTokens = () =>
  requests
    .filter(({ url }) => url.pathname === '/youtubei/v1/player')
    .map(({ body }) => JSON.parse(body.toString()).serviceIntegrityDimensions?.poToken);

/** What operators see of the plugin and of the tokens of the last video. */
async function shown(): Promise<CockpitAnswer['tokens']> {
  const { headers } = await product.app.inject({
    method: 'POST',
    url: '/api/admin/login',
    payload: operator,
  });
  const [cookie = ''] = String(headers['set-cookie']).split(';', 1);
  const answer = await product.app.inject({ url: '/api/admin/cockpit', headers: { cookie } });
  return answer.json<CockpitAnswer>().tokens;
}

it('a token that is needed comes from the provider', async () => {
  await start('fetch_pot=always');
  const answer = await inspect();
  expect(answer.statusCode).toBe(200);
  const asked = provider.requests.filter(({ path: what }) => what === 'POST /get_pot');
  const [binding] = asked.map(({ body }) => body?.['content_binding']);
  expect(provider.requests[0]?.path).toBe('GET /ping');
  expect(sentTokens()).toEqual([tokenFor(String(binding))]);
  // Neither the address of our proxy nor its secret leaves this machine.
  expect(asked.map(({ body }) => body?.['proxy'] ?? null)).toEqual(asked.map(() => null));
  expect(product.lab.unknown()).toEqual([]);
  const { provider: ours, last } = await shown();
  expect(ours).toMatchObject({
    origin: provider.origin,
    plugin: path.join(product.dataDir, 'token-plugins', String(ours?.sha256)),
  });
  expect(ours?.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(ours?.loaded.join()).toMatch(/^\w+:http \d/);
  const requests = last?.requests.map(({ client, context, outcome }) => [client, context, outcome]);
  expect(requests).toEqual([
    ['tv', 'player', 'given'],
    ['tv', 'gvs', 'given'],
    ['tv', 'subs', 'kept'],
  ]);
  expect(JSON.stringify(last)).not.toMatch(/labMain|token of/);
});

it.each([
  ['fails', 'fetch_pot=always', true],
  ['is not asked for', 'fetch_pot=never', false],
])('a token that %s costs nobody the answer', async (_, args, isFailing) => {
  provider.fail(isFailing);
  await start(args);
  expect((await inspect()).statusCode).toBe(200);
  expect(sentTokens()).toEqual([undefined]);
  // Once for each use, though yt-dlp asks again for each format.
  const asked = provider.requests.filter(({ path: what }) => what === 'POST /get_pot');
  expect(asked).toHaveLength(isFailing ? 3 : 0);
  const outcomes = (await shown()).last?.requests.map(({ outcome }) => outcome);
  expect(outcomes).toEqual(isFailing ? ['failed', 'failed', 'failed'] : []);
});

it('a provider that does not answer costs nobody the answer', async () => {
  await start('fetch_pot=always');
  expect((await shown()).last).toBeNull();
  await provider.close();
  expect((await inspect()).statusCode).toBe(200);
  expect(sentTokens()).toEqual([undefined]);
  expect((await shown()).last?.requests[0]).toMatchObject({ client: 'tv', outcome: 'failed' });
});
