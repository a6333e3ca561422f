// A server that is killed while a file is saved that still arrives: the next one gives the rest of it.
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Lab } from '../../lab/lab.ts';
import { PLAIN } from '../../lab/proxy/shape.ts';
import { film, filmLink, startFilmLab } from '../fixtures/download/films.ts';
import { clientAt } from '../support/product/job-client.ts';
import { type Server, startServer } from '../support/product/server.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

/** Some four megabytes. */
const FILM = film('Noise', 8, 4000);
const SLOWLY = { rttMs: 5, bytesPerSecondPerConnection: 200_000 };

let folder: string;
let lab: Lab;
let server: Server;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-killed-early-'));
  lab = await startFilmLab({ filmOf: () => FILM, folder, prepared: [FILM] });
}, 240_000);
afterAll(async () => {
  server?.signal('SIGKILL');
  await lab.close();
  await rm(folder, { recursive: true, force: true });
});
const start = async () => {
  server = await startServer({ lab, dataDir: path.join(folder, 'data') });
};

it('a file that was saved in part is resumed after the restart, byte for byte', async () => {
  await start();
  await lab.shape.set(SLOWLY);
  let client = clientAt(server.url);
  const { job } = await client.start({ url: filmLink('700') });
  const { early } = await vi.waitUntil(async () => {
    const { progress } = await client.job(job);
    return progress.early ? progress : null;
  }, SLOW_MACHINE_TIMEOUT);
  const { downloadUrl = '', etag = '', bytes = 0 } = early ?? {};
  const pieces: Uint8Array[] = [];
  const first = await client.ask(downloadUrl);
  expect(first.headers.get('etag')).toBe(etag);
  let received = 0;
  await expect(async () => {
    for await (const piece of first.body ?? []) {
      pieces.push(piece);
      received += piece.length;
      if (received > 300_000) server.signal('SIGKILL');
    }
  }).rejects.toThrow();
  await server.ended();
  expect(received).toBeLessThan(bytes);

  await start();
  client = client.movedTo(server.url);
  const rest = await client.ask(downloadUrl, {
    headers: { range: `bytes=${received}-`, 'if-range': etag },
  });
  expect([rest.status, rest.headers.get('etag')]).toEqual([206, etag]);
  expect(rest.headers.get('content-range')).toBe(`bytes ${received}-${bytes - 1}/${bytes}`);
  expect((await client.job(job)).state).toBe('open');
  await lab.shape.set(PLAIN);
  for await (const piece of rest.body ?? []) pieces.push(piece);
  const { result } = await client.ended(job);
  const finished = await client.save(result?.downloadUrl ?? '');
  expect(createHash('sha256').update(Buffer.concat(pieces)).digest('hex')).toBe(finished.sha256);
  expect(result?.etag).toBe(etag);
});

it('sixteen ranges at once give the same file, before it is whole', async () => {
  await lab.shape.set(SLOWLY);
  const client = clientAt(server.url);
  const { job } = await client.start({ url: filmLink('701') });
  const { early } = await vi.waitUntil(async () => {
    const { progress } = await client.job(job);
    return progress.early ? progress : null;
  }, SLOW_MACHINE_TIMEOUT);
  const { downloadUrl = '', bytes = 0 } = early ?? {};
  const part = Math.ceil(bytes / 16);
  const parts = await Promise.all(
    Array.from({ length: 16 }, async (_, at) => {
      const range = `bytes=${at * part}-${Math.min(bytes, (at + 1) * part) - 1}`;
      const response = await client.ask(downloadUrl, { headers: { range } });
      expect(response.status).toBe(206);
      return Buffer.from(await response.arrayBuffer());
    }),
  );
  const { result } = await client.ended(job);
  const finished = await client.save(result?.downloadUrl ?? '');
  expect(createHash('sha256').update(Buffer.concat(parts)).digest('hex')).toBe(finished.sha256);
});
