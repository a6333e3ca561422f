// One address family from an inspection to the last byte of its files, against a host that listens on both.
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Authority, createAuthority } from '../../../lab/proxy/certificates.ts';
import { answerText, bytesOf, never } from '../../../tests/fixtures/door/lane-fixture.ts';
import { AMPLE, openTestDoor } from '../../../tests/fixtures/door/open-door.ts';
import type { AddressFamily } from '../../core/inspecting/inspection.ts';
import type { Door, Lane } from './door.ts';
import { openRequest } from './request.ts';

const ADDRESSES = { 4: '127.0.0.1', 6: '::1' } as const;
const BOTH = [ADDRESSES[6], ADDRESSES[4]];

let authority: Authority;
let door: Door;
let port: number;
let servers: Record<AddressFamily, Server>;
/** The families of those that asked for pages; only these get files. */
const inspectors = new Set<AddressFamily>();
/** The family of each request and each connection, in their order. */
const asked: AddressFamily[] = [];
const connected: AddressFamily[] = [];
const sockets = new Set<TLSSocket>();

async function serve(family: AddressFamily, at = 0): Promise<Server> {
  const server = createServer(
    {
      SNICallback: (name, done) =>
        void authority.contextFor(name, false).then((context) => done(null, context)),
    },
    (socket) => {
      connected.push(family);
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('data', (piece) => {
        asked.push(family);
        const isPage = piece.toString('latin1').startsWith('GET /watch');
        if (isPage) inspectors.add(family);
        const isBound = inspectors.has(family);
        socket.write(isBound ? answerText('ok') : answerText('', '', '403 Forbidden'));
      });
    },
  ).on('tlsClientError', () => undefined);
  server.listen(at, ADDRESSES[family]);
  await once(server, 'listening');
  return server;
}

async function start(answers: (name: string) => readonly string[] = () => BOTH): Promise<void> {
  authority = await createAuthority();
  const four = await serve(4);
  port = (four.address() as AddressInfo).port;
  servers = { 4: four, 6: await serve(6, port) };
  door = await openTestDoor({
    extraCa: authority.caPem,
    resolve: async (name) => [...answers(name)],
  });
}

beforeEach(() => {
  inspectors.clear();
  asked.length = 0;
  connected.length = 0;
});
afterEach(async () => {
  await door.close();
  for (const family of [4, 6] as const) servers[family].close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

function openLane(family?: AddressFamily): Lane {
  const lane = door.lane();
  lane.begin('youtube', AMPLE, family);
  return lane;
}

/** Asks for a page as the engine does, through the proxy; its status. */
async function ask(lane: Lane, host = 'www.test'): Promise<number> {
  const { port: at, username, password } = new URL(lane.proxyUrl);
  const word = Buffer.from(`${username}:${password}`).toString('base64');
  const asking = request({
    port: at,
    path: `https://${host}:${port}/watch`,
    headers: { host: `${host}:${port}`, 'proxy-authorization': `Basic ${word}` },
  }).end();
  const [answer] = await once(asking, 'response');
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode as number;
}

/** Asks for a page in a lane of its own; the family that the lane reports. */
async function inspect(family?: AddressFamily, host?: string): Promise<AddressFamily | undefined> {
  const lane = openLane(family);
  expect(await ask(lane, host)).toBe(200);
  lane.end();
  return lane.family();
}

async function fetchFile(family: AddressFamily | undefined): Promise<number> {
  const lane = openLane(family);
  const address = `https://cdn.test:${port}/file`;
  const opened = await openRequest(lane, { address, headers: {}, maxBytes: 1000, signal: never });
  await bytesOf(opened);
  lane.end();
  return opened.status;
}

it.each([4, 6] as const)(
  'files are asked for by the family that inspected, however the names are answered: IPv%i',
  async (first) => {
    const order = first === 6 ? BOTH : BOTH.toReversed();
    await start((name) => (name === 'www.test' ? order : order.toReversed()));
    const family = await inspect();
    expect(family).toBe(first);
    for (let times = 0; times < 3; times += 1) expect(await fetchFile(family)).toBe(200);
    expect(new Set(connected)).toEqual(new Set([first]));
  },
);

it('lanes of both families go side by side, and each keeps to its own connections', async () => {
  await start();
  const seen = await Promise.all([inspect(4), inspect(6), inspect(4)]);
  expect(seen).toEqual([4, 6, 4]);
  expect(asked.toSorted()).toEqual([4, 4, 6]);
  asked.length = 0;
  expect(await inspect(4)).toBe(4);
  expect(await inspect(6)).toBe(6);
  expect(asked).toEqual([4, 6]);
});

it('inspections that begin at the same moment go by one family', async () => {
  let turn = 0;
  await start(() => {
    turn += 1;
    return turn % 2 === 0 ? BOTH : BOTH.toReversed();
  });
  const hosts = ['a', 'b', 'c', 'd'].map((name) => `${name}.test`);
  const seen = await Promise.all(hosts.map((host) => inspect(undefined, host)));
  expect(new Set(seen)).toEqual(new Set(asked));
  expect(new Set(connected).size).toBe(1);
});

it('the other family is used where that of the inspection cannot connect, and from then on', async () => {
  await start();
  const family = await inspect();
  expect(family).toBe(6);
  const running = openLane();
  await ask(running);
  // Connections that are there stay open.
  servers[6].close();
  expect(await inspect(undefined, 'new.test')).toBe(4);
  expect(await fetchFile(6)).toBe(200);
  expect(await inspect()).toBe(4);
  expect(await ask(running)).toBe(200);
  expect(asked).toEqual([6, 6, 4, 4, 4, 4]);
});

it('a host without an address of the family is reached by the one it has, which changes nothing for others', async () => {
  let answers: readonly string[] = BOTH;
  await start(() => answers);
  await inspect();
  answers = [ADDRESSES[4]];
  expect(await inspect(undefined, 'old.test')).toBe(6);
  answers = BOTH.toReversed();
  expect(await inspect(undefined, 'new.test')).toBe(6);
  expect(asked).toEqual([6, 4, 6]);
});
