// What a hostile page can do with the provider of tokens: nothing, by address or by redirect, though the engine's plugin reaches it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTokenProvider, type TokenProviderDouble } from '../../lab/token-provider.ts';
import type { Door } from '../../src/adapters/door/door.ts';
import { probeSandboxes } from '../../src/adapters/process/probe-sandboxes.ts';
import { SANDBOX_KINDS } from '../../src/adapters/process/sandbox.ts';
import { AMPLE, openTestDoor } from '../fixtures/door/open-door.ts';
import { misbehavingPool, misbehaviour } from '../fixtures/engine/misbehaving-pool.ts';

const never = new AbortController().signal;
const plugin = path.join(import.meta.dirname, '../fixtures/engine/token-plugin');

let provider: TokenProviderDouble;
let page: Server;
let pageAddress: string;
let door: Door;
beforeAll(async () => {
  provider = await startTokenProvider();
  page = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://page.test').searchParams.get('to');
    if (to !== null) response.writeHead(307, { location: to });
    response.end('a page');
  });
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  pageAddress = `http://127.0.0.1:${(page.address() as AddressInfo).port}/`;
  // Everything but the provider is allowed, so that nothing else refuses.
  door = await openTestDoor();
});
afterAll(async () => {
  await door.close();
  page.close();
  await provider.close();
});

const sandboxes = await Promise.all(SANDBOX_KINDS.map((kind) => probeSandboxes([kind])));
const isolating = sandboxes.filter(
  ({ kind, isolatesNetwork }, at) => kind === SANDBOX_KINDS[at] && isolatesNetwork,
);

it.each(isolating.map((sandbox) => [sandbox.kind, sandbox] as const))(
  'in a sandbox of kind %s no page reaches the provider',
  async (_kind, sandbox) => {
    const lane = door.lane(undefined, provider.origin);
    const pool = misbehavingPool(sandbox, {
      door,
      tokenProvider: { origin: provider.origin, plugin, sha256: '' },
      lanes: () => ({
        proxyUrl: lane.proxyUrl,
        begin: ({ platform }) => lane.begin(platform, AMPLE),
        end: () => lane.end(),
        close: lane.close,
      }),
      spare: 0,
    });
    try {
      await pool.ready;
      expect(pool.state().description?.tokenProviders).toEqual(['lab:http 1.2.2']);
      const ask = async (address: string, deed = 'ask') =>
        (await pool.inspect(misbehaviour(deed, address), never)).ok;
      expect(await ask(pageAddress)).toBe(true);
      const before = door.counts().refusedHost;
      expect(await ask(`${provider.origin}/ping`)).toBe(false);
      expect(await ask(`${provider.origin}/ping`, 'ask-as-browser')).toBe(false);
      expect(await ask(`${pageAddress}?to=${provider.origin}/get_pot`)).toBe(false);
      expect(await ask(`${pageAddress}?to=http://pot:x@${new URL(provider.origin).host}/`)).toBe(
        false,
      );
      expect(door.counts().refusedHost).toBeGreaterThanOrEqual(before + 3);
      const { hostname, port } = new URL(provider.origin);
      const targets = JSON.stringify([['AF_INET', 'SOCK_STREAM', [hostname, Number(port)]]]);
      const direct = await pool.inspect(misbehaviour('reach', targets), never);
      expect(direct).toMatchObject({ ok: true, info: { description: '[]' } });
      expect(provider.requests).toEqual([]);
    } finally {
      await pool.close();
    }
  },
);

it('can be tried here', () => {
  expect(isolating.length).toBeGreaterThan(0);
});
