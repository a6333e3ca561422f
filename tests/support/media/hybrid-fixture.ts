// Makes hybrid MP4 files of sources in memory, and compares them with their sources.
import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { runTool } from '../../../lab/media/run-tool.ts';
import {
  type HybridLayout,
  layOut,
  readRange,
} from '../../../src/adapters/ffmpeg/hybrid-mp4/layout.ts';
import { readHead, type SourceHead } from '../../../src/adapters/ffmpeg/hybrid-mp4/read-head.ts';
import type { ReadSource } from '../../../src/adapters/ffmpeg/hybrid-mp4/walk-boxes.ts';
import { writeIndex } from '../../../src/adapters/ffmpeg/hybrid-mp4/write-index.ts';
import type { Chapter } from '../../../src/shared/media/media.ts';

/** A file that was made, and what it was made from. */
export type Hybrid = {
  readonly file: Buffer;
  readonly index: Buffer;
  readonly layout: HybridLayout;
  readonly heads: readonly SourceHead[];
};

/** Reads sources that are all there, in steps of at most `stepBytes` bytes. */
export function readerOf(sources: readonly Uint8Array[], stepBytes = 70_000): ReadSource {
  return async (source, from, to) =>
    sources[source]?.subarray(from, Math.min(to, from + stepBytes)) ?? new Uint8Array();
}

/** The heads of sources. */
export function readHeads(sources: readonly Uint8Array[]): Promise<SourceHead[]> {
  const read = readerOf(sources);
  return Promise.all(sources.map(({ length }, source) => readHead(read, source, length)));
}

/** The bytes of a range. */
export async function collect(range: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(range));
}

/** Makes the file of some sources. */
export async function makeHybrid(
  sources: readonly Uint8Array[],
  chapters: readonly Chapter[] = [],
): Promise<Hybrid> {
  const read = readerOf(sources);
  const heads = await readHeads(sources);
  const layout = layOut(heads, chapters);
  const index = await writeIndex(layout, heads, read);
  const file = await collect(readRange(layout, read, Promise.resolve(index), 0, layout.bytes));
  return { file, index: Buffer.from(index), layout, heads };
}

/** A packet as ffprobe sees it; times in seconds. */
type Packet = {
  readonly pts: number;
  readonly dts: number;
  readonly size: string;
  readonly flags: string;
  readonly hash: string;
};

/** The packets of each kind of a file, `video` and `audio`. */
export async function packetsOf(path: string): Promise<ReadonlyMap<string, readonly Packet[]>> {
  const entries = 'packet=codec_type,pts,dts,size,flags,data_hash:stream=codec_type,time_base';
  const words = ['-v', 'error', '-show_entries', entries, '-show_data_hash', 'md5', '-of', 'json'];
  const { packets, streams } = JSON.parse(String(await runTool('ffprobe', [...words, path])));
  const found = new Map<string, Packet[]>();
  for (const { codec_type: kind, time_base: base } of streams) {
    const scale = Number(base.split('/')[1]);
    const own = packets.filter((packet: { codec_type: string }) => packet.codec_type === kind);
    found.set(
      kind,
      own.map(({ pts, dts, size, flags, data_hash: hash }: Record<string, string>) => ({
        pts: Number(pts) / scale,
        dts: Number(dts) / scale,
        size,
        // Whether what an edit list skips is marked depends on ffmpeg's reader, not on the file.
        flags: String(flags).replace('D', '_'),
        hash,
      })),
    );
  }
  return found;
}

/** Expects the same packets, at times that differ by one shift, which is returned. */
export function expectSamePackets(made: readonly Packet[] = [], source: readonly Packet[]): number {
  const bytesOf = ({ size, flags, hash }: Packet) => `${size} ${flags} ${hash}`;
  expect(made.map(bytesOf)).toEqual(source.map(bytesOf));
  const shift = (made[0]?.dts ?? 0) - (source[0]?.dts ?? 0);
  for (const [at, packet] of source.entries())
    for (const key of ['pts', 'dts'] as const)
      expect(Math.abs((made[at]?.[key] ?? 0) - packet[key] - shift), `${key} ${at}`).toBeLessThan(
        1e-4,
      );
  return shift;
}

/** MD5 of each decoded frame of each stream of some files, in their order. Any complaint of the decoder is an error. */
export async function framesOf(paths: readonly string[]): Promise<string[][]> {
  const inputs = paths.flatMap((path) => ['-i', path]);
  const maps = paths.flatMap((_, at) => ['-map', `${at}:v?`, '-map', `${at}:a?`]);
  const words = ['-nostdin', '-v', 'error', '-xerror', ...inputs, ...maps];
  const out = await runTool('ffmpeg', [
    ...words,
    '-fps_mode',
    'passthrough',
    '-f',
    'framemd5',
    '-',
  ]);
  const frames: string[][] = [];
  for (const line of String(out).split('\n')) {
    if (!line || line.startsWith('#')) continue;
    const fields = line.split(',').map((field) => field.trim());
    const stream = Number(fields[0]);
    frames[stream] ??= [];
    frames[stream].push(fields[5] ?? '');
  }
  return frames;
}

/** Makes the file of these sources at `path`; expects all packets, times and decoded frames to be theirs. */
export async function expectFaithful(path: string, paths: readonly string[]): Promise<number[]> {
  const { file } = await makeHybrid(await Promise.all(paths.map((each) => readFile(each))));
  await writeFile(path, file);
  const [made, ...sources] = await Promise.all([path, ...paths].map(packetsOf));
  const shifts = sources.flatMap((source) =>
    [...source].map(([kind, packets]) => expectSamePackets(made?.get(kind), packets)),
  );
  expect(made?.size).toBe(shifts.length);
  const frames = await framesOf([path, ...paths]);
  const count = frames.length / 2;
  for (const [at, own] of frames.slice(0, count).entries()) {
    let theirs = frames[count + at] ?? [];
    // Of fragments ffmpeg decodes what the edit list skips, of a plain file it does not.
    if (theirs.length === own.length + 1) theirs = theirs.slice(1);
    expect(own.length).toBe(theirs.length);
    expect(own.length).toBeGreaterThan(10);
    expect(own.slice(1)).toEqual(theirs.slice(1));
  }
  return shifts;
}
