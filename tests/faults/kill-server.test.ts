// A server that is killed during jobs: no process of it survives, and the next server cleans up and resumes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Lab } from '../../lab/lab.ts';
import type { Phase } from '../../src/core/jobs/progress.ts';
import { FILM_HOST, film, filmLink, filmPath, startFilmLab } from '../fixtures/download/films.ts';
import { clientAt, type Finished, type JobClient } from '../support/product/job-client.ts';
import { keptFiles, workFolders } from '../support/product/left-behind.ts';
import { type Process, processesBelow, survivorsOf } from '../support/product/process-tree.ts';
import { type Server, startServer } from '../support/product/server.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const SHORT = film('Short', 4);
/** Takes many seconds to code as MP3, and to look at second by second. */
const LONG = film('Long', 1800);
const PADDED = { ...LONG, zeroBytes: 64 * 1024 };
const FILMS = { '10': SHORT, '20': SHORT, '30': LONG, '40': PADDED } as const;
const filmOf = (id: string) => FILMS[id.slice(0, 2) as keyof typeof FILMS] ?? SHORT;

/** Two jobs in each phase: their films, their formats, and what the lab must do to keep them there. */
const HELD: readonly { phase: Phase; ids: readonly string[]; format: 'mp4' | 'mp3' }[] = [
  { phase: 'making', ids: ['301', '302'], format: 'mp3' },
  { phase: 'checking', ids: ['401', '402'], format: 'mp4' },
  { phase: 'fetching', ids: ['201', '202'], format: 'mp4' },
  { phase: 'inspecting', ids: ['101', '102'], format: 'mp4' },
];
type Held = { readonly client: JobClient; readonly job: string; readonly phase: Phase };

let folder: string;
let lab: Lab;
let server: Server;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-kill-'));
  lab = await startFilmLab({ filmOf, folder, prepared: [SHORT, LONG] });
}, 240_000);
afterAll(async () => {
  server?.signal('SIGKILL');
  await lab.close();
  await rm(folder, { recursive: true, force: true });
});
const dataDir = () => path.join(folder, 'data');
const start = async () => {
  server = await startServer({ lab, dataDir: dataDir(), settings: { MAX_JOBS: '8' } });
};

/** Starts all of them and comes back when each is in its phase. */
async function fillAllPhases(): Promise<Held[]> {
  for (const id of ['201', '202'])
    lab.faults.add({
      host: FILM_HOST,
      pathPrefix: filmPath(id),
      fault: { kind: 'slow', bytesPerSecond: 1000 },
    });
  const held: Held[] = [];
  for (const { phase, ids, format } of HELD) {
    if (phase === 'inspecting')
      lab.faults.add({ host: 'x.com', pathPrefix: '/', fault: { kind: 'hang' } });
    for (const id of ids) {
      const client = clientAt(server.url);
      const { job } = await client.start({ url: filmLink(id), format });
      if (phase !== 'inspecting') await client.until(job, 'fetching', 'making', 'checking');
      held.push({ client, job, phase });
    }
  }
  await vi.waitUntil(
    async () => {
      const phases = await phasesOf(held);
      const late = phases.find((one) => one === 'failed' || one === 'ready');
      if (late) throw new Error(`too late: ${phases}`);
      return phases.every((one, index) => one === held[index]?.phase);
    },
    { timeout: 60_000, interval: 100 },
  );
  return held;
}
const phasesOf = (held: readonly Held[]) =>
  Promise.all(held.map(async ({ client, job }) => (await client.job(job)).progress.phase));

/** Kills it and gives back all that was below it at that moment. */
async function kill(): Promise<Process[]> {
  const below = processesBelow(server.pid);
  server.signal('SIGKILL');
  await server.ended();
  return below;
}

describe('a server that is killed with two jobs in each phase', () => {
  let finished: Finished;
  let held: Held[];

  it('leaves no process, whatever the phase of its jobs', async () => {
    await start();
    finished = await clientAt(server.url).make({ url: filmLink('109') });
    held = await fillAllPhases();
    const media = processesBelow(server.pid).filter(({ command }) =>
      /ff(mpeg|probe)/.test(command),
    );
    expect(media.length, 'coding and looking').toBeGreaterThanOrEqual(4);
    const below = await kill();
    const forked = below.filter(({ parent }) => parent === server.pid);
    const commands = forked.map(({ command }) => command).filter((one) => one !== '');
    expect(commands).toContainEqual(expect.stringContaining('launcher.py'));
    expect(commands.filter((one) => /ff(mpeg|probe)/.test(one))).toEqual([]);
    await expect.poll(() => survivorsOf(below), SLOW_MACHINE_TIMEOUT).toEqual([]);
    // The control: what was left on the disk is what the next one has to clear away.
    expect(workFolders(dataDir()).length).toBeGreaterThanOrEqual(6);
  });

  it('is followed by one that cleans up, keeps finished files, and resumes every job', async () => {
    lab.faults.clear();
    await start();
    held = held.map((one) => ({ ...one, client: one.client.movedTo(server.url) }));
    const again = await clientAt(server.url).make({ url: filmLink('109') });
    expect(again.result.receipt.sha256).toBe(finished.result.receipt.sha256);
    const quick = held.filter(({ phase }) => phase === 'inspecting' || phase === 'fetching');
    for (const { client, job } of quick) {
      const ended = await client.ended(job);
      expect(ended.error).toBeNull();
      const saved = await client.save(ended.result?.downloadUrl ?? '');
      expect([saved.status, saved.bytes]).toEqual([200, ended.result?.receipt.bytes]);
    }
    // The long ones run, and theirs are the only folders: those of the killed server are gone.
    const long = held.filter((one) => !quick.includes(one));
    for (const { client, job } of long) {
      const { state, error } = await client.job(job);
      expect([state, error]).not.toContain('failed');
    }
    expect(workFolders(dataDir()).length).toBeLessThanOrEqual(long.length);
    expect(
      new Set(workFolders(dataDir()).map((one) => path.dirname(one))).size,
    ).toBeLessThanOrEqual(1);
    expect(keptFiles(dataDir()).length).toBe(1 + quick.length);
  });

  it('fails jobs that it interrupted a second time as interrupted', async () => {
    const open: Held[] = [];
    for (const one of held) if ((await one.client.job(one.job)).state === 'open') open.push(one);
    expect(open.length, 'still at work').toBeGreaterThan(0);
    const below = await kill();
    await expect.poll(() => survivorsOf(below), SLOW_MACHINE_TIMEOUT).toEqual([]);
    await start();
    const seen = await Promise.all(
      open.map(({ client, job }) => client.movedTo(server.url).job(job)),
    );
    // One may have come to its end between the look and the kill.
    const interrupted = seen.filter(({ state }) => state !== 'ready');
    expect(interrupted.length, 'interrupted').toBeGreaterThan(0);
    for (const { state, error } of interrupted)
      expect([state, error?.code]).toEqual(['failed', 'interrupted']);
    expect(workFolders(dataDir())).toEqual([]);
    server.signal('SIGTERM');
    expect((await server.ended()).code).toBe(0);
  });
});
