// The server's memory does not depend on the size of a film: not while it is fetched, made and checked, nor while it is saved.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lab } from '../../lab/lab.ts';
import { film, filmLink, startFilmLab } from '../fixtures/download/films.ts';
import { clientAt } from '../support/product/job-client.ts';
import { type Server, startServer } from '../support/product/server.ts';

const MB = 1024 ** 2;
const MAX_RISE_MB = 40;
const SMALL = film('Small', 4);
/** About 300 MB. */
const HUGE = film('Huge', 100, 24_000);

let folder: string;
let lab: Lab;
let server: Server;
/** What it holds before anything large is asked of it. */
let before: number;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-memory-'));
  const filmOf = (id: string) => (id.startsWith('9') ? HUGE : SMALL);
  lab = await startFilmLab({ filmOf, folder, prepared: [SMALL, HUGE] });
  server = await startServer({ lab, dataDir: path.join(folder, 'data') });
  // Whatever is loaded once is loaded now.
  const visitor = clientAt(server.url);
  for (const format of ['mp4', 'mp3'] as const) {
    const { result } = await visitor.make({ url: filmLink('11'), format });
    await visitor.save(result.downloadUrl);
  }
  before = server.memory();
}, 240_000);
afterAll(async () => {
  server?.signal('SIGKILL');
  await server?.ended();
  await lab?.close();
  await rm(folder, { recursive: true, force: true });
});

/** How far the memory is at most above what it was at first, in MB, while something is done. */
async function riseDuring<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, server.memory());
  }, 50);
  try {
    const value = await work();
    return [value, Math.round(((most - before) / MB) * 10) / 10];
  } finally {
    clearInterval(timer);
  }
}
const said = (rise: number, what: string) =>
  `the server's memory rose by ${rise} MB while a file of 300 MB was ${what}`;

describe('a film of 300 MB', () => {
  let downloadUrl = '';
  let bytes = 0;

  it('does not raise the memory of the server while it is fetched, checked and stored', async () => {
    const visitor = clientAt(server.url);
    const [{ result }, rise] = await riseDuring(() => visitor.make({ url: filmLink('91') }));
    ({ downloadUrl } = result);
    ({ bytes } = result.receipt);
    expect(bytes).toBeGreaterThan(280 * MB);
    expect(rise, said(rise, 'made')).toBeLessThan(MAX_RISE_MB);
    const [saved, more] = await riseDuring(() => visitor.save(downloadUrl));
    expect(saved).toMatchObject({ status: 200, bytes, sha256: result.receipt.sha256 });
    expect(more, said(more, 'saved')).toBeLessThan(MAX_RISE_MB);
  });

  it('does not raise it while its audio is re-encoded', async () => {
    const visitor = clientAt(server.url);
    const wish = { url: filmLink('92'), format: 'mp3' } as const;
    const [, rise] = await riseDuring(() => visitor.make(wish));
    expect(rise, said(rise, 'coded')).toBeLessThan(MAX_RISE_MB);
  });

  it('does not raise it while four visitors save it slowly', async () => {
    expect(bytes).toBeGreaterThan(0);
    const owner = clientAt(server.url);
    const { result } = await owner.make({ url: filmLink('91') });
    const leaving = new AbortController();
    const [, rise] = await riseDuring(async () => {
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => owner.ask(result.downloadUrl, { signal: leaving.signal })),
      );
      // Nobody reads: what the server sends on its own account stays in the pipes.
      for (const { body } of answers) {
        const reader = body?.getReader();
        for (let turn = 0; turn < 50; turn += 1) await reader?.read();
      }
      leaving.abort();
    });
    expect(rise, said(rise, 'saved by slow readers')).toBeLessThan(MAX_RISE_MB);
  });
});
