// Downloads that another server takes over while their own seems to be gone, on every database: the service with real stores.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDownloads } from '../../../src/adapters/database/downloads.ts';
import { createOrphanedDownloads } from '../../../src/adapters/database/orphaned-downloads.ts';
import { createServers } from '../../../src/adapters/database/servers.ts';
import { createMemoryFileHolds } from '../../../src/adapters/memory/file-holds.ts';
import { createMemorySignals } from '../../../src/adapters/memory/signals.ts';
import { createSeal } from '../../../src/adapters/secrets/seal.ts';
import { choiceOf } from '../../../src/core/choosing/choice.ts';
import type { DownloadView } from '../../../src/core/downloading/active-downloads.ts';
import { createDownloadService } from '../../../src/core/downloading/service.ts';
import type { StoredFile } from '../../../src/core/files/stored-file.ts';
import { createFairQueue } from '../../../src/core/jobs/queue/fair-queue.ts';
import type { RunJob } from '../../../src/core/jobs/queue/job-queue.ts';
import { createTakingOver } from '../../../src/core/servers/orphaned-downloads.ts';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
  NO_ORIGIN,
} from '../../support/media/make-item.ts';
import { createManualClock } from '../../support/run/manual-clock.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../support/run/slow-machine-timeout.ts';
import { databases, type TestDatabase } from '../databases.ts';

const lostAfterMs = 60_000;
const VISITOR = 'v'.repeat(64);
const signal = new AbortController().signal;
const WISH = {
  visitor: VISITOR,
  network: '192.0.2.1/32',
  text: 'a link',
  choice: choiceOf('mp4', 'high'),
};
const INSPECTED = {
  inspection: makeInspection([
    makeItem([makeTrack('18', { picture: makePicture(), sound: makeSound() })]),
  ]),
  sources: { egress: 'direct', byId: new Map() },
  origin: NO_ORIGIN,
};

/** Something that a test holds up. */
function makeGate<T>() {
  let open: (value: T) => void = () => undefined;
  const passed = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

describe.each(databases)('downloads on %s that another server takes over', (_kind, make) => {
  const seal = createSeal(randomBytes(32));
  let database: TestDatabase;
  beforeAll(async () => {
    database = await make();
    return database.end;
  });
  beforeEach(async () => {
    await database.db.deleteFrom('servers').execute();
    await database.db.deleteFrom('downloads').execute();
  });

  /** A server whose jobs and inspections wait for the test. */
  const startServer = async (id: string) => {
    const self = { id, seal, lostAfterMs };
    await createServers(database, { ...self, keyFingerprint: 'key' }).enter();
    const clock = createManualClock(1_760_000_000_000);
    const looked = makeGate<void>();
    const jobs: { readonly signal: AbortSignal; readonly finish: () => void }[] = [];
    const kept = new Map<string, StoredFile>();
    const warnings: unknown[] = [];
    const counted: unknown[] = [];
    const runJob: RunJob = async (_job, signal) => {
      const done = makeGate<void>();
      jobs.push({ signal, finish: () => done.open() });
      await done.passed;
      const file = {
        id: `file of ${id}`,
        workKey: 'key',
        bytes: 1,
        receipt: { extension: 'mp4', picture: null },
      } as StoredFile;
      kept.set(file.id, file);
      return file;
    };
    const downloading = createDownloadService({
      inTurn: (work) => work(),
      inspecting: {
        resolve: async () => INSPECTED.inspection.link,
        isKnown: () => true,
        inspect: async () => {
          await looked.passed;
          return INSPECTED;
        },
        inspectAgain: async () => INSPECTED,
        find: async () => null,
      },
      downloads: createDownloads(database.db, seal, id),
      queue: createFairQueue({
        clock,
        slots: () => ({ maxRunning: 4, maxHeavy: 1 }),
        runJob,
      }),
      signals: createMemorySignals(clock),
      fileHolds: createMemoryFileHolds(),
      files: {
        find: async () => null,
        get: async (file: string) => kept.get(file) ?? null,
        getMany: async (ids: string[]) => new Map([...kept].filter(([file]) => ids.includes(file))),
        touch: async () => true,
      } as never,
      tokens: { fileToken: (of: string) => of, workKey: (key: string) => key } as never,
      blockList: { hasAddress: () => false, hasOrigin: () => false },
      outcomes: { record: async () => undefined } as never,
      limiter: { take: async () => ({ allowed: true, retryAfterSeconds: 0 }) },
      onFinished: async (finished) => void counted.push(finished),
      noteFailure: () => undefined,
      newId: () => randomBytes(8).toString('hex'),
      limits: { maxDurationSeconds: 100, maxFileBytes: 1e9, maxEncodeSeconds: 100 },
      identify: () => Promise.reject(new TypeError('nothing is uploaded here')),
      maxUploadBytes: 1e6,
      maxStoredBytes: 1e9,
      fileTtlMs: 3_600_000,
      abandonMs: 600_000,
      clock,
      warn: (...problems) => void warnings.push(problems),
    });
    const orphans = createOrphanedDownloads(database, self);
    return {
      clock,
      downloading,
      /** Lets what is inspected go on. */
      look: () => looked.open(),
      work: async (at = 0) => vi.waitUntil(() => jobs[at], SLOW_MACHINE_TIMEOUT),
      takeOver: createTakingOver({ orphans, downloading, clock }),
      isIdle: () => downloading.overview().open === 0,
      warnings,
      counted,
    };
  };
  const silence = (id: string) =>
    database.db
      .updateTable('servers')
      .set({ seen_at: sql<number>`seen_at - ${lostAfterMs}` })
      .where('id', '=', id)
      .execute();
  const rowOf = (id: string) =>
    database.db.selectFrom('downloads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  type Running = Awaited<ReturnType<typeof startServer>>;
  const begin = async ({ downloading }: Running) =>
    (await downloading.start(WISH, signal)).download.id;

  it('are its to end: the first server drops its file, and reports no end', async () => {
    const [first, second] = [await startServer('first'), await startServer('second')];
    for (const server of [first, second]) server.look();
    const id = await begin(first);
    const ownWork = await first.work();
    await second.takeOver();
    expect((await rowOf(id)).server).toBe('first');
    await silence('first');
    await second.takeOver();
    const takenWork = await second.work();
    const heard: DownloadView[] = [];
    await first.downloading.watch(VISITOR, { id }, (view) => void heard.push(view));

    ownWork.finish();
    await vi.waitUntil(first.isIdle, SLOW_MACHINE_TIMEOUT);
    expect(heard.at(-1)).toMatchObject({ progress: { phase: 'queued' }, file: null });
    expect(await rowOf(id)).toMatchObject({ state: 'open', server: 'second', attempt: 2 });

    takenWork.finish();
    await vi.waitUntil(second.isIdle, SLOW_MACHINE_TIMEOUT);
    expect(await rowOf(id)).toMatchObject({ state: 'ready', file_id: 'file of second' });
    const seen = await second.downloading.get(VISITOR, id);
    expect([seen.download.state, seen.file?.id]).toEqual(['ready', 'file of second']);
    const elsewhere = await first.downloading.get(VISITOR, id);
    expect([elsewhere.download.state, elsewhere.file]).toEqual(['ready', null]);
    expect([first.counted.length, second.counted.length]).toEqual([0, 1]);
    expect([...first.warnings, ...second.warnings]).toEqual([]);
  });

  it('are shown with the end that the other server gave them', async () => {
    const [first, second] = [await startServer('first'), await startServer('second')];
    for (const server of [first, second]) server.look();
    const id = await begin(first);
    const ownWork = await first.work();
    await silence('first');
    await second.takeOver();
    (await second.work()).finish();
    await vi.waitUntil(second.isIdle, SLOW_MACHINE_TIMEOUT);
    const row = await rowOf(id);
    const heard: string[] = [];
    await first.downloading.watch(VISITOR, { id }, (view) => void heard.push(view.download.state));
    ownWork.finish();
    await vi.waitUntil(() => heard.at(-1) === 'ready', SLOW_MACHINE_TIMEOUT);
    expect(await rowOf(id)).toEqual(row);
  });

  it('are left alone at once where the first server was still inspecting', async () => {
    const [first, second] = [await startServer('first'), await startServer('second')];
    const id = await begin(first);
    await silence('first');
    second.look();
    await second.takeOver();
    await second.work();
    first.look();
    const { signal: ended } = await first.work();
    await vi.waitUntil(() => ended.aborted, SLOW_MACHINE_TIMEOUT);
    expect(first.isIdle()).toBe(true);
    expect(await rowOf(id)).toMatchObject({ state: 'open', server: 'second' });
    expect(first.warnings).toEqual([]);
  });

  it('can be cancelled on both servers', async () => {
    const [first, second] = [await startServer('first'), await startServer('second')];
    const id = await begin(first);
    await silence('first');
    await second.takeOver();
    const cancelled = first.downloading.cancel(VISITOR, id);
    // The first server lost it, and the second does not hear of the request.
    await vi.waitUntil(first.isIdle, SLOW_MACHINE_TIMEOUT);
    first.clock.advance(2000);
    expect(await cancelled).toBe(true);
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled', server: 'second' });
    const next = await begin(second);
    expect(await second.downloading.cancel(VISITOR, next)).toBe(true);
    expect((await rowOf(next)).state).toBe('cancelled');
  });

  it('are shown as waiting until then, and followed from then on', async () => {
    const [first, second] = [await startServer('first'), await startServer('second')];
    const id = await begin(first);
    const phases: string[] = [];
    await second.downloading.watch(
      VISITOR,
      { id },
      (view) => void phases.push(view.progress.phase),
    );
    expect([phases, (await second.downloading.list(VISITOR)).length]).toEqual([['queued'], 1]);
    await silence('first');
    second.look();
    await second.takeOver();
    (await second.work()).finish();
    await vi.waitUntil(() => phases.at(-1) === 'ready', SLOW_MACHINE_TIMEOUT);
    expect(phases).toContain('inspecting');
  });

  it('end as interrupted at the second takeover, since they may be what ended the server', async () => {
    const first = await startServer('first');
    const id = await begin(first);
    await silence('first');
    const second = await startServer('second');
    await second.takeOver();
    await silence('second');
    const third = await startServer('third');
    await third.takeOver();
    const { download } = await third.downloading.get(VISITOR, id);
    expect([download.state, download.failure?.code]).toEqual(['failed', 'interrupted']);
  });

  it('run once on a server that gets its own back', async () => {
    const [first, second] = [await startServer('first'), await startServer('second')];
    for (const server of [first, second]) server.look();
    const id = await begin(first);
    const ownWork = await first.work();
    // It learns that it lost its download from what it writes, and this is all that it writes before the end.
    await vi.waitUntil(async () => (await rowOf(id)).title, SLOW_MACHINE_TIMEOUT);
    await silence('first');
    await second.takeOver();
    await second.work();
    await silence('second');
    await first.takeOver();
    ownWork.finish();
    await vi.waitUntil(first.isIdle, SLOW_MACHINE_TIMEOUT);
    expect(await rowOf(id)).toMatchObject({ state: 'ready', file_id: 'file of first', attempt: 2 });
  });
});
