// Readers of a file that still arrives: what they have read is kept nowhere, and those that leave follow it no longer.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../../tests/support/run/slow-machine-timeout.ts';
import { createPartFile } from '../../adapters/fetch/part-file/part-file.ts';
import { createMemorySignals } from '../../adapters/memory/signals.ts';
import { AppError } from '../../shared/errors.ts';
import { createEarlyFiles } from '../files/early-files.ts';
import type { Receipt } from '../files/stored-file.ts';
import {
  type ActiveDownload,
  addActive,
  createActiveDownloads,
  restingProgress,
} from './active-downloads.ts';
import type { Download } from './download.ts';
import { openFile } from './own-files.ts';
import type { Running } from './run-download.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MB = 1024 ** 2;
const FILE_BYTES = 32 * MB;
const READERS = 8;
/** A quarter of what they read. */
const MOST_KEPT_BYTES = (READERS * FILE_BYTES) / 4;
const ABANDON_MS = 600_000;

const ends: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

/** An open download whose file grows on disk, and whose last byte is held back. */
async function arrivingFile() {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-own-'));
  const part = await createPartFile(path.join(folder, 'part'));
  ends.push(async () => {
    await part.fail(new AppError('cancelled'));
    await rm(folder, { recursive: true });
  });
  const clock = createManualClock();
  const early = createEarlyFiles({ files: { open: () => Promise.reject() }, newId: () => 'early' });
  const offered = early.add(
    {
      bytes: FILE_BYTES,
      etag: '"arriving"',
      probe: { bytes: FILE_BYTES, startSeconds: 0, durationSeconds: 1, streams: [] },
      heldFrom: FILE_BYTES - 1,
      read: (from, to) => part.readSome(from, to),
    },
    { extension: 'mp4' } as Receipt,
  );
  const onAbandoned = vi.fn();
  const active = createActiveDownloads({
    clock,
    signals: createMemorySignals(clock),
    abandonMs: ABANDON_MS,
    onAbandoned,
    onCancelled: () => undefined,
  });
  const download = {
    id: 'd',
    visitor: 'v',
    state: 'open',
    fileId: null,
    platform: null,
    link: null,
  } as Download;
  addActive(active, {
    download,
    progress: { ...restingProgress('fetching'), early: offered?.file },
    stage: 'running',
  } as ActiveDownload);
  const running = {
    active,
    clock,
    early,
    downloads: { get: async () => download },
    tokens: { read: () => ({ downloadId: 'd', kind: 'own' }), fileToken: () => 'token' },
  } as unknown as Running;
  const open = async () => {
    const { read } = await openFile(running, 'token', 'v', 'network');
    return (await read(null))[Symbol.asyncIterator]();
  };
  return { part, clock, onAbandoned, open };
}

function usedBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('none of the pieces that its readers were given is kept', async () => {
  const { part, open } = await arrivingFile();
  const before = usedBytes();
  const readers = await Promise.all(
    Array.from({ length: READERS }, async () => {
      const reader = await open();
      let bytes = 0;
      const reading = (async () => {
        while (bytes < FILE_BYTES - 1) bytes += (await reader.next()).value?.length ?? 0;
      })();
      return { reader, reading };
    }),
  );
  const piece = Buffer.alloc(MB, 1);
  for (let at = 0; at < FILE_BYTES; at += MB) await part.write(at, [piece]);
  await Promise.all(readers.map(({ reading }) => reading));
  // They still wait for the last byte. Memory of buffers is given back a moment after they are collected.
  await vi.waitFor(() => expect(usedBytes() - before).toBeLessThan(MOST_KEPT_BYTES), {
    ...SLOW_MACHINE_TIMEOUT,
    interval: 100,
  });
  for (const { reader } of readers) await reader.return?.();
});

it.each(['while they wait', 'between two pieces'])(
  'those who leave %s follow its download no longer',
  async (when) => {
    const { part, clock, onAbandoned, open } = await arrivingFile();
    await part.write(0, [Buffer.alloc(MB)]);
    const timers = clock.pending();
    const readers = await Promise.all(Array.from({ length: READERS }, open));
    const isWaiting = when === 'while they wait';
    const reading = readers.map(async (reader) => {
      for (let bytes = 0; bytes < MB; ) bytes += (await reader.next()).value?.length ?? 0;
      if (isWaiting) await reader.next();
    });
    if (!isWaiting) await Promise.all(reading);
    for (let part = 0; part < 9; part += 1) clock.advance(ABANDON_MS / 3);
    expect(onAbandoned).not.toHaveBeenCalled();
    expect(clock.pending()).toBeGreaterThan(timers);
    for (const reader of readers) await reader.return?.();
    const left = await Promise.allSettled(reading);
    expect(left.map(({ status }) => status)).toEqual(
      Array.from({ length: READERS }, () => (isWaiting ? 'rejected' : 'fulfilled')),
    );
    expect(clock.pending()).toBe(timers);
    clock.advance(ABANDON_MS);
    expect(onAbandoned).toHaveBeenCalledOnce();
  },
);
