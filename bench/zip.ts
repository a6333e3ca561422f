// A ZIP file of four large downloads: memory of the server's process while it is sent, its pace, and a range of its middle.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bigVideoId } from '../lab/platforms/youtube/long-video.ts';
import type { LabProcess } from './lab-process.ts';
import type { Options } from './options.ts';
import { memoryOf } from './processes.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { prepareSource, requireRoom } from './sources.ts';
import { type Visitor, visit } from './visitor.ts';
import { type SeenMemory, watchMemory } from './watch-memory.ts';

const FILES = 4;
const SETTLE_MS = 5000;
const SMALL_MEGABYTES = 2;
const RANGE_BYTES = 4_000_000;
/** How far a peak rises depends on when garbage is collected. */
const SENDS = 3;

/** Memory in MB. */
export type ZipFigures = {
  readonly bytes: number;
  readonly files: number;
  /** Of a server that has just started, and once it has sent one small ZIP file. */
  readonly idleMb: number;
  readonly warmMb: number;
  readonly sends: readonly (SeenMemory & {
    readonly firstByteMs: number;
    readonly megabytesPerSecond: number;
  })[];
  /** Of the highest peak over the warm server. */
  readonly riseMb: number;
  readonly aimMb: number;
  /** So much of its middle was asked for by itself, and is the same as that part of the whole. */
  readonly rangeBytes: number;
};

/** Makes the files, and sends the archive of them some times. */
export async function measureZip(lab: LabProcess, { bigMegabytes }: Options): Promise<ZipFigures> {
  await lab.shape({ rttMs: 0, bytesPerSecondPerConnection: null });
  await requireRoom(bigMegabytes);
  const each = Math.round(bigMegabytes / FILES);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-bench-zip-'));
  try {
    const making = await startServerProcess(lab, { DATA_DIR: dataDir });
    const visitor = visit(making.url);
    const small = await madeOf(visitor, SMALL_MEGABYTES, 0);
    const jobs: string[] = [];
    for (let take = 1; take <= FILES; take += 1) jobs.push(await madeOf(visitor, each, take));
    await making.close();
    const server = await startServerProcess(lab, { DATA_DIR: dataDir });
    try {
      return await measureSends(server, visitor.at(server.url), small, jobs);
    } finally {
      await server.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** On a server that has not made the files: what making them left in its memory would hide a rise. */
async function measureSends(
  server: ServerProcess,
  visitor: Visitor,
  small: string,
  jobs: readonly string[],
): Promise<ZipFigures> {
  await wait(SETTLE_MS);
  const idleMb = memoryOf(server.pid);
  await visitor.save((await visitor.archive([small])).downloadUrl);
  await wait(SETTLE_MS);
  const warmMb = memoryOf(server.pid);
  const archive = await visitor.archive(jobs);
  const start = Math.floor(archive.bytes / 2);
  const sends: ZipFigures['sends'][number][] = [];
  let middle: Uint8Array = new Uint8Array();
  for (let send = 0; send < SENDS; send += 1) {
    const { seen, piece, ...pace } = await watchSend(server, visitor, archive, start);
    sends.push({ ...seen, ...pace });
    middle = piece;
  }
  const range = await visitor.range(archive.downloadUrl, start, start + RANGE_BYTES - 1);
  if (!Buffer.from(range).equals(middle)) throw new Error('a range differs from the whole');
  return {
    bytes: archive.bytes,
    files: FILES,
    idleMb,
    warmMb,
    sends,
    riseMb: Math.max(...sends.map(({ peakMb }) => peakMb)) - warmMb,
    aimMb: 20,
    rangeBytes: range.length,
  };
}

/** Makes a file to the very end of the work on it, digests and all; its job. */
async function madeOf(visitor: Visitor, megabytes: number, take: number): Promise<string> {
  const { url } = await prepareSource(bigVideoId(megabytes, take));
  const id = await visitor.start({ url, format: 'mp4', quality: 'high' });
  await visitor.ended(id);
  await visitor.settled(id);
  return id;
}

/** Reads the whole archive and keeps the part of it that the range will be compared with. */
async function watchSend(
  { pid }: ServerProcess,
  visitor: Visitor,
  { downloadUrl, bytes }: { readonly downloadUrl: string; readonly bytes: number },
  start: number,
) {
  const piece = new Uint8Array(RANGE_BYTES);
  let at = 0;
  let firstByteMs = 0;
  let seconds = 0;
  const seen = await watchMemory(pid, async () => {
    const startedAt = performance.now();
    for await (const chunk of visitor.pieces(downloadUrl)) {
      if (at === 0) firstByteMs = performance.now() - startedAt;
      const from = Math.max(0, start - at);
      const to = Math.min(chunk.length, start + RANGE_BYTES - at);
      if (from < to) piece.set(chunk.subarray(from, to), at + from - start);
      at += chunk.length;
    }
    seconds = (performance.now() - startedAt) / 1000;
  });
  if (at !== bytes) throw new Error(`${at} bytes of ${bytes} came`);
  return { seen, piece, firstByteMs, megabytesPerSecond: at / 1e6 / seconds };
}
