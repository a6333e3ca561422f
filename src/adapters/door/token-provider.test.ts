// The provider of tokens is reached by requests that name it as such, and by nothing else; they reach nothing else.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AMPLE, openTestDoor } from '../../../tests/fixtures/door/open-door.ts';
import { askRaw, authorizationLine } from '../../../tests/fixtures/door/raw-client.ts';
import type { Door, Lane } from './door.ts';
import { pingTokenProvider } from './token-provider.ts';

let hits: string[];
let origin: string;
let other: string;
let door: Door;
let lane: Lane;
let close: () => void;

beforeEach(async () => {
  hits = [];
  const serve = async (name: string) => {
    const server = createServer((request, response) => {
      hits.push(`${name} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
      response.setHeader('connection', 'close');
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  };
  const [first, second] = [await serve('provider'), await serve('other')];
  const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  origin = originOf(first);
  other = originOf(second);
  // An open policy: what is refused here is refused because of the provider alone.
  door = await openTestDoor();
  lane = door.lane(undefined, origin);
  lane.begin('youtube', AMPLE);
  close = () => {
    first.close();
    second.close();
  };
});
afterEach(async () => {
  await door.close();
  close();
});

/** The status of a request that is sent with the token of the lane, as this user. */
async function ask(user: 'job' | 'pot', line: string, by = lane): Promise<number> {
  const auth = authorizationLine(by.proxyUrl.replace('//job:', `//${user}:`));
  const answer = await askRaw(
    door.port,
    `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${auth}\r\n`,
  );
  return answer.status;
}

it('its plugin reaches it, within the session', async () => {
  expect(await ask('pot', `GET ${origin}/ping`)).toBe(200);
  expect(hits).toEqual(['provider /ping']);
  lane.end();
  expect(await ask('pot', `GET ${origin}/ping`)).toBe(407);
  expect(hits).toHaveLength(1);
});

it('its plugin reaches nothing else with that name', async () => {
  const authority = new URL(origin).host;
  expect(await ask('pot', `GET ${other}/`)).toBe(403);
  expect(await ask('pot', `GET ${origin.replace('http:', 'https:')}/`)).toBe(403);
  expect(await ask('pot', `GET http://${authority}.evil.test/`)).toBe(400);
  expect(await ask('pot', `CONNECT ${authority}`)).toBe(403);
  expect(await ask('pot', `CONNECT ${new URL(other).host}`)).toBe(403);
  expect(hits).toEqual([]);
});

it('no other request reaches it, though all else is allowed', async () => {
  expect(await ask('job', `GET ${other}/`)).toBe(200);
  expect(await ask('job', `GET ${origin}/get_pot`)).toBe(403);
  expect(await ask('job', `CONNECT ${new URL(origin).host}`)).toBe(403);
  expect(hits).toEqual(['other /']);
});

it('what is tried beside it has its own provider, and reaches no other', async () => {
  const tried = door.lane(undefined, other);
  tried.begin('youtube', AMPLE);
  expect(await ask('pot', `GET ${other}/ping`, tried)).toBe(200);
  expect(await ask('pot', `GET ${origin}/ping`, tried)).toBe(403);
  expect(await ask('pot', `GET ${other}/ping`)).toBe(403);
  for (const by of [lane, tried])
    for (const one of [origin, other]) expect(await ask('job', `GET ${one}/`, by)).toBe(403);
  expect(hits).toEqual(['other /ping']);
});

it('without one there is nothing to reach', async () => {
  const closed = await openTestDoor();
  const plain = closed.lane();
  plain.begin('youtube', AMPLE);
  const auth = authorizationLine(plain.proxyUrl.replace('//job:', '//pot:'));
  const answer = await askRaw(closed.port, `GET ${origin}/ HTTP/1.1\r\nHost: x\r\n${auth}\r\n`);
  expect(answer.status).toBe(403);
  expect(hits).toEqual([]);
  await closed.close();
});

/** Why a server is no provider that answers so. */
async function absenceAt(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const failure = await pingTokenProvider(`http://127.0.0.1:${port}`).catch((error) => error);
  server.closeAllConnections();
  server.close();
  return failure.message;
}

it.each(['secret=1', '{"secret":1}', '{"version":"secret'])(
  'what another server says there is not repeated: %s',
  async (text) => {
    expect(await absenceAt((response) => response.end(text))).not.toMatch(/secret/);
  },
);

it('an answer without an end is not read', async () => {
  let sent = 0;
  const message = await absenceAt((response) => {
    const write = () => {
      while (response.write(Buffer.alloc(1e6, ' '))) sent += 1;
      sent += 1;
    };
    response.on('drain', write);
    write();
  });
  expect(message).toBe('what is there is no provider of tokens');
  expect(sent).toBeLessThan(100);
});
