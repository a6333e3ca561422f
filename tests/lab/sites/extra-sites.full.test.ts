// The extra sites through the real product: with EXTRA_SITES every link is inspected and downloaded, without it nothing is asked.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json, redirect } from '../../../lab/platforms/answers.ts';
import { LAB_SITES } from '../../../lab/sites/index.ts';
import { withSwitch } from '../../../lab/switches.ts';
import type { DetectAnswer } from '../../../src/shared/api/inspect.ts';
import { EXTRA_SITE_IDS } from '../../../src/shared/platforms/platform.ts';
import { SITES } from '../../../src/shared/sites/index.ts';
import { SITE_LINKS } from '../../fixtures/links/sites/index.ts';
import { testDownloads } from '../../support/product/downloads-suite.ts';
import { testInspections } from '../../support/product/inspect-suite.ts';
import { freshAddress, type Product, startProduct } from '../../support/product/product.ts';
import { OVER_HTTP, visit } from '../../support/product/visitor.ts';

const ALL = { EXTRA_SITES: EXTRA_SITE_IDS.join(',') };

describe('inspected', () => testInspections(Object.values(LAB_SITES), ALL));
describe('downloaded', () => testDownloads(undefined, Object.values(LAB_SITES), ALL));

const post = (product: Product, url: string, payload: object) =>
  product.app.inject({ method: 'POST', url, payload, remoteAddress: freshAddress() });

describe.each(EXTRA_SITE_IDS)('%s switched off', (id) => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({
      EXTRA_SITES: EXTRA_SITE_IDS.filter((other) => other !== id).join(','),
    });
  });
  afterAll(() => product.close());

  it('is refused like any site that is not supported, and nothing is requested', async () => {
    const { items, short, refused } = SITE_LINKS[id];
    const urls = [
      ...items.map(({ urls: [url = ''] }) => url),
      ...short.map(([url]) => url),
      ...Object.values(refused).map(([url = '']) => url),
      ...LAB_SITES[id].links.map(({ url }) => url),
      SITES[id].canary,
    ];
    const unknown = 'https://www.example.com/watch?v=1';
    for (const path of ['/api/detect-platform', '/api/inspect', '/api/download', '/api/lists']) {
      const answer = async (url: string) => {
        const { statusCode, body } = await post(product, path, { url });
        return [statusCode, body.replace(/"ref":"[^"]*"/, '')];
      };
      const wanted = await answer(unknown);
      for (const url of urls) expect([path, url, await answer(url)]).toEqual([path, url, wanted]);
    }
    const hosts = SITES[id].platform.hosts;
    expect(product.lab.requests().filter(({ host }) => hosts.includes(host))).toEqual([]);
    expect(product.lab.requests()).toEqual([]);
  });

  it('is not among the platforms of this server', async () => {
    const { platforms } = (await product.app.inject('/api/status')).json();
    const ids = platforms.map(({ platform }: { platform: string }) => platform);
    expect(ids).toHaveLength(8 + EXTRA_SITE_IDS.length - 1);
    expect(ids).not.toContain(id);
  });
});

it('names the site of a link that it accepts', async () => {
  const product = await startProduct(ALL);
  try {
    for (const id of EXTRA_SITE_IDS) {
      const { items } = SITE_LINKS[id];
      const url = items[0]?.urls[0] ?? '';
      const answer = (await post(product, '/api/detect-platform', { url })).json<DetectAnswer>();
      expect(answer).toMatchObject({ isValid: true, platform: id });
    }
  } finally {
    await product.close();
  }
});

describe('an extra site that leads elsewhere', () => {
  const site = withSwitch(LAB_SITES.streamable);
  let [product, origin]: [Product | null, string] = [null, ''];
  let visits = 0;
  const inside = createServer((_request, response) => {
    visits += 1;
    response.end('never');
  });
  beforeAll(async () => {
    await once(inside.listen(0, '127.0.0.1'), 'listening');
    const settings = { EXTRA_SITES: 'streamable', EGRESS_HOSTS: 'enforce', ...OVER_HTTP };
    product = await startProduct(settings, [site]);
    origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await product?.close();
    inside.close();
  });
  const targets = [
    ['this machine', () => `http://127.0.0.1:${(inside.address() as AddressInfo).port}/x.mp4`],
    ['a private address', () => 'http://169.254.169.254/latest/meta-data'],
    ['a host of another site', () => 'https://www.reddit.com/x.mp4'],
    ['a host of no site', () => 'https://streamable.com.example/x.mp4'],
  ] as const;
  const url = 'https://streamable.com/dnd1';

  it.each(targets)('by a redirect of its API to %s is refused', async (_name, target) => {
    site.turn(() => redirect(target()));
    product?.lab.clear();
    expect(await visit(origin).inspect(url)).toMatchObject({ code: 'blocked_target' });
    expect(hosts()).toEqual(['ajax.streamable.com']);
    expect(visits).toBe(0);
  });

  it.each(targets)('by an address of a file on %s is refused', async (_name, target) => {
    const files = { mp4: { url: target(), width: 640, height: 360 } };
    site.turn(() => json({ status: 2, title: 'Elsewhere', duration: 10, files }));
    product?.lab.clear();
    const fresh = `${url.slice(0, -1)}${targets.findIndex(([name]) => name === _name)}`;
    const answer = await visit(origin).download({ url: fresh, format: 'mp4', quality: 'high' });
    expect(answer).toMatchObject({ success: false });
    expect(hosts()).toEqual(['ajax.streamable.com']);
    expect(visits).toBe(0);
  });

  const hosts = () => [...new Set(product?.lab.requests().map(({ host }) => host))];
});
