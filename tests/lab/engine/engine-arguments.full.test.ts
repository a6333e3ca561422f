// What an operator sets with ENGINE_ARGS reaches the requests of its platform, and no other; works against the lab.
import { afterEach, expect, it } from 'vitest';
import type { LabRequest } from '../../../lab/platform.ts';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import { lockedFor, type Situation, withSwitch } from '../../../lab/switches.ts';
import type { MainPlatformId } from '../../../src/shared/platforms/platform.ts';
import { freshAddress, type Product, startProduct } from '../../support/product/product.ts';

let product: Product;
afterEach(() => product.close());

/** The product with these settings, and the requests that one platform got. */
async function start(id: MainPlatformId, ENGINE_ARGS: string, situation?: Situation) {
  const requests: LabRequest[] = [];
  const platform = withSwitch(LAB_PLATFORMS[id]);
  platform.turn((request, usual) => {
    requests.push(request);
    return situation ? situation(request, usual) : usual();
  });
  product = await startProduct({ ENGINE_ARGS, MAX_INSPECTIONS: '1' }, [platform]);
  return requests;
}

async function inspect(id: MainPlatformId): Promise<number> {
  const link = LAB_PLATFORMS[id].links.find(
    ({ expect: wanted, downloads }) => 'items' in wanted && downloads,
  );
  const payload = { url: link?.url };
  const sent = { method: 'POST', url: '/api/inspect', payload, remoteAddress: freshAddress() };
  return (await product.app.inject(sent as { method: 'POST' })).statusCode;
}

/** The clients that asked YouTube's player for a video, and their languages. */
const players = (requests: readonly LabRequest[]) =>
  requests
    .filter(({ url }) => url.pathname === '/youtubei/v1/player')
    .map(({ body }) => JSON.parse(body.toString()).context.client as Record<string, string>);

it('YouTube is asked by these clients in this language', async () => {
  const args = 'youtube: player_client=tv,ios; lang=de; player_skip=initial_data';
  const requests = await start('youtube', args);
  expect(await inspect('youtube')).toBe(200);
  expect(players(requests).map(({ clientName, hl }) => [clientName, hl])).toEqual([
    ['TVHTML5', 'de'],
    ['IOS', 'de'],
  ]);
  expect(await inspect('tiktok')).toBe(200);
});

it('locked formats are asked for by one more client than these', async () => {
  const requests = await start('youtube', 'youtube: player_client=tv', lockedFor(1));
  expect(await inspect('youtube')).toBe(200);
  const names = players(requests).map(({ clientName }) => clientName);
  expect(names).toEqual(['TVHTML5', 'TVHTML5', 'WEB_EMBEDDED_PLAYER']);
});

it.each([
  ['chrome-131', /Chrome\/131/],
  ['safari:macos', /Version\/\S+ Safari/],
  // As without it: this yt-dlp has no such browser.
  ['chrome-1', /Chrome\/1(?!31)\d\d/],
])('every request of a platform passes for its browser: %s', async (browser, name) => {
  const requests = await start('facebook', `facebook: impersonate=${browser}`);
  expect(await inspect('facebook')).toBe(200);
  const agents = new Set(requests.map(({ headers }) => headers['user-agent'] ?? ''));
  expect([...agents].filter((agent) => !name.test(agent))).toEqual([]);
  expect(agents.size).toBeGreaterThan(0);
});
