// One plain request through a lane: what reaches the origin, and that no connection is left when either side is done.
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { forward } from './forward.ts';
import type { InnerLane } from './lane.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
async function listen(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** An origin that answers with what it was sent (or holds its answer back), behind a proxy whose lane has `checks` checks. */
async function stage({ isHeld = false, checks = Number.POSITIVE_INFINITY } = {}) {
  const asked: string[] = [];
  const port = await listen(
    createServer(async (incoming, outgoing) => {
      let body = '';
      for await (const piece of incoming) body += piece;
      const { host, 'transfer-encoding': coding = 'whole' } = incoming.headers;
      asked.push(`${incoming.method} ${incoming.url} ${host} ${coding} ${body}`);
      if (isHeld) outgoing.write('begun');
      else outgoing.end('done');
    }),
  );
  const sockets: Socket[] = [];
  let left = checks;
  const lane = {
    async open() {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
      return socket;
    },
    check() {
      left -= 1;
      return left >= 0;
    },
  } as unknown as InnerLane;
  const ends: Promise<unknown>[] = [];
  const proxy = await listen(
    createServer((incoming, outgoing) => {
      const target = {
        host: { kind: 'name', name: 'cdn.test' },
        port,
        path: '/a?b',
        hostHeader: 'cdn.test:99',
      };
      const { signal } = new AbortController();
      const end = forward({ lane, target: target as never, incoming, outgoing, signal });
      ends.push(end.catch(() => undefined));
    }),
  );
  const ask = (method: string, headers: Record<string, string> = {}) => {
    const asking = request({ port: proxy, host: '127.0.0.1', method, headers, agent: false });
    asking.on('error', () => undefined);
    return asking;
  };
  return { asked, sockets, ends, ask };
}
const textOf = async (asking: ReturnType<typeof request>) => {
  const [answer] = await once(asking, 'response');
  let text = '';
  for await (const piece of answer) text += piece;
  return text;
};

it.each([
  ['GET', {}, '', 'GET /a?b cdn.test:99 whole '],
  ['POST', { 'content-length': '4' }, 'abcd', 'POST /a?b cdn.test:99 whole abcd'],
  ['PUT', { 'transfer-encoding': 'chunked' }, 'abcd', 'PUT /a?b cdn.test:99 chunked abcd'],
])(
  '%s with %j reaches the origin as it was sent, under the name of the target',
  async (method, headers, body, expected) => {
    const { asked, sockets, ends, ask } = await stage();
    const asking = ask(method, headers as Record<string, string>);
    asking.end(body);
    expect(await textOf(asking)).toBe('done');
    await Promise.all(ends);
    expect([asked, sockets.map(({ destroyed }) => destroyed)]).toEqual([[expected], [true]]);
  },
);

it.each([
  ['what is sent', { 'content-length': '4' }, 'abcd', 0],
  ['what is answered', {}, '', 0],
])('a lane without budget ends a request at %s', async (_which, headers, body, checks) => {
  const { sockets, ends, ask } = await stage({ isHeld: true, checks });
  const asking = ask('POST', headers as Record<string, string>);
  asking.end(body);
  await new Promise((resolve) => asking.on('close', resolve));
  await Promise.all(ends);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
});

it('the connection to the origin ends with a client who leaves', async () => {
  const { sockets, ends, ask } = await stage({ isHeld: true });
  const asking = ask('GET');
  asking.end();
  await once(asking, 'response');
  asking.destroy();
  await expect.poll(() => sockets[0]?.destroyed).toBe(true);
  await Promise.all(ends);
});
