// A server that logs everything writes no key down: none that works, none that is wrong, none that stands in an address.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Lab, startLab } from '../../lab/lab.ts';
import { runAdminCommand } from '../../src/commands/admin.ts';
import { readConfig } from '../../src/config.ts';
import { bearer } from '../support/http/keys-fixture.ts';
import { tracesBelow, tracesIn } from '../support/product/privacy-traces.ts';
import { type Server, startServer } from '../support/product/server.ts';

const OTHERS = {
  wrongKey: 'kr_zqwrongkey'.padEnd(46, 'w4'),
  brokenKey: 'zqbrokenkey51f',
};

let folder: string;
let lab: Lab;
let server: Server;
let key: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-key-traces-'));
  lab = await startLab({ platforms: [] });
  server = await startServer({ lab, dataDir: folder, settings: { LOG_LEVEL: 'trace' } });
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const terminal = { isTerminal: true, readAll: async () => '' };
  const { message } = await runAdminCommand(config, ['keys', 'add', 'Canary'], terminal);
  key = /kr_[\w-]{43}$/.exec(message)?.[0] ?? '';
});
afterAll(async () => {
  server?.signal('SIGKILL');
  await lab?.close();
  await rm(folder, { recursive: true, force: true });
});

async function traces(words: Readonly<Record<string, string>>): Promise<string[]> {
  return [
    ...tracesIn(Buffer.from(server.output()), words).map((one) => `${one} in the log`),
    ...(await tracesBelow(folder, words)),
  ];
}

it('log-secret: keys, right, wrong, broken or in an address, are written down nowhere', async () => {
  const own: { secret?: string } = {};
  const ask = async (authorization: string, where = '/api/jobs') =>
    (await fetch(server.url + where, { headers: { authorization } })).status;
  expect(await ask(`Bearer ${key}`)).toBe(200);
  expect(await ask(`Bearer ${OTHERS.wrongKey}`)).toBe(401);
  expect(await ask(`Bearer ${key}`, '/api/keys')).toBe(403);
  for (const where of ['/api/jobs?key=', '/?a=', '/nowhere/', '/files/'])
    expect(await ask(`Bearer ${key}`, where + key)).toBe(400);
  for (const scheme of ['Basic', 'Bearer', 'Token'])
    expect(await ask(`${scheme} ${OTHERS.brokenKey}`)).toBe(401);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.resume().end(`GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\0\r\n\r\n`);
  await once(socket, 'close');
  const made = await fetch(`${server.url}/api/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Mine"}',
  });
  Object.assign(own, await made.json());
  expect((await fetch(`${server.url}/api/key`, { headers: bearer(own.secret ?? '') })).status).toBe(
    200,
  );
  const words = { ...OTHERS, key: key.slice(3), ownKey: (own.secret ?? '').slice(3) };
  expect(await traces(words)).toEqual([]);
  // Whatever is there is found there.
  expect(await traces({ name: 'Canary', route: '/api/jobs' })).toEqual(
    expect.arrayContaining(['route as UTF-8 in the log', 'name as UTF-8 in keepreel.sqlite-wal']),
  );
});
