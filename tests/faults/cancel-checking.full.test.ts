// Cancelling during the check of a large file, in a separate server process: the server survives, whatever is in progress.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Lab } from '../../lab/lab.ts';
import { film, filmLink, startFilmLab } from '../fixtures/download/films.ts';
import { clientAt } from '../support/product/job-client.ts';
import { untilNothingLeft } from '../support/product/left-behind.ts';
import { type Server, startServer } from '../support/product/server.ts';

const SMALL = film('Small', 4);
/** About 300 MB, so that looking through it takes a while. */
const HUGE = film('Huge', 100, 24_000);

let folder: string;
let lab: Lab;
let server: Server;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-checking-'));
  const filmOf = (id: string) => (id.startsWith('9') ? HUGE : SMALL);
  lab = await startFilmLab({ filmOf, folder, prepared: [SMALL, HUGE] });
  server = await startServer({ lab, dataDir: path.join(folder, 'data') });
}, 240_000);
afterAll(async () => {
  server?.signal('SIGKILL');
  await server?.ended();
  await lab?.close();
  await rm(folder, { recursive: true, force: true });
});

it.each([0, 60, 110, 160, 220, 300])(
  'does not end the server %i ms after the check has begun',
  async (delayMs) => {
    const visitor = clientAt(server.url);
    const { job } = await visitor.start({ url: filmLink(`9${delayMs}`) });
    await visitor.until(job, 'checking');
    await delay(delayMs);
    await visitor.cancel(job);
    await untilNothingLeft(path.join(folder, 'data'), server.pid, 1000);
    expect(server.output()).not.toContain('unexpected error');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  },
  60_000,
);
