// Slow connections through the lab's real proxy; only lower bounds, since a busy machine may always be slower.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Lab, startLab } from '../lab.ts';
import { type Client, clientOf } from './through-lab.ts';

const BYTES = Buffer.alloc(3_000_000, 'moving pictures');
const MEDIA = 'https://media.example/file.mp4';
let folder: string;
let lab: Lab;
const clients: Client[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-shape-'));
  await writeFile(join(folder, 'file.mp4'), BYTES);
  const answer = () => ({ file: join(folder, 'file.mp4'), type: 'video/mp4' });
  lab = await startLab({
    platforms: [{ id: 'youtube', hosts: ['media.example'], links: [], answer }],
  });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await lab.close();
  await rm(folder, { recursive: true });
});

function client(): Client {
  const made = clientOf(lab);
  clients.push(made);
  return made;
}

async function timed<T>(task: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const from = performance.now();
  return { result: await task(), ms: performance.now() - from };
}
const first = (of: Client) => timed(() => of.get(MEDIA, { headers: { range: 'bytes=0-0' } }));

it('costs three round trips for the first answer of a connection and one for the next', async () => {
  await lab.shape.set({ rttMs: 100, bytesPerSecondPerConnection: null });
  const one = client();
  expect((await first(one)).ms).toBeGreaterThan(295);
  const next = await first(one);
  expect(next.ms).toBeGreaterThan(95);
  expect(next.result.status).toBe(206);
});

it('takes a round trip to answer CONNECT, as the proxy opens its own connection first', async () => {
  await lab.shape.set({ rttMs: 300, bytesPerSecondPerConnection: null });
  const socket = connect({ port: Number(new URL(lab.proxyUrl).port), host: '127.0.0.1' });
  const answered = await timed(async () => {
    socket.write('CONNECT media.example:443 HTTP/1.1\r\nHost: media.example:443\r\n\r\n');
    return String((await once(socket, 'data'))[0]);
  });
  socket.destroy();
  expect(answered.result).toMatch(/^HTTP\/1.1 200 /);
  expect(answered.ms).toBeGreaterThan(295);
});

it('limits each connection by itself and carries every byte', async () => {
  await lab.shape.set({ rttMs: 0, bytesPerSecondPerConnection: 5_000_000 });
  const both = await timed(() => Promise.all([client().get(MEDIA), client().get(MEDIA)]));
  expect(both.ms).toBeGreaterThan(550);
  for (const { body } of both.result) expect(body.equals(BYTES)).toBe(true);
});

it('carries every byte over a long line without a limit', async () => {
  await lab.shape.set({ rttMs: 20, bytesPerSecondPerConnection: null });
  expect((await client().get(MEDIA)).body.equals(BYTES)).toBe(true);
});

it('closes what was open when it changes, so that the next request is shaped', async () => {
  await lab.shape.set({ rttMs: 0, bytesPerSecondPerConnection: null });
  const one = client();
  await one.get(MEDIA);
  await lab.shape.set({ rttMs: 100, bytesPerSecondPerConnection: null });
  expect((await first(one)).ms).toBeGreaterThan(295);
});

it('aborts a shaped connection too', async () => {
  await lab.shape.set({ rttMs: 20, bytesPerSecondPerConnection: 5_000_000 });
  const end = lab.faults.add({
    host: 'media.example',
    pathPrefix: '/',
    fault: { kind: 'reset', afterBytes: 100_000 },
  });
  await expect(client().get(MEDIA)).rejects.toMatchObject({ code: 'ECONNRESET' });
  end();
});
