// The exact end of a copy of Opus is a nicety: in a hostile WebM the server does not search for it for long.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Recipe } from '../../../../core/choosing/plan.ts';
import { type CopiedSource, endExactly } from './exact-ends.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'exact-ends-'));
});
afterAll(() => rm(folder, { recursive: true }));

const EMPTY = Buffer.from('ec80', 'hex');
/** A block that ends 480 samples (10 ms) early. */
const LAST = Buffer.from('a08775a28400989680', 'hex');
/** Segment and cluster without an end, so many empty elements, and the last block. */
const webmOf = (empty: number) =>
  Buffer.concat([Buffer.from('18538067ff1f43b675ff', 'hex'), Buffer.alloc(2 * empty, EMPTY), LAST]);
/** A cluster that states its end. */
const clusterOf = (...parts: readonly Buffer[]) => {
  const body = Buffer.concat(parts);
  const head = Buffer.from('1f43b67510000000', 'hex');
  head.writeUInt32BE(0x10000000 + body.length, 4);
  return Buffer.concat([head, body]);
};
const POSITION = 100_000n;

/** Where the sound of a copy ends. */
async function endOf(webm: Buffer): Promise<bigint> {
  const source = path.join(folder, 'source.webm');
  const copy = path.join(folder, 'copy.ogg');
  const page = Buffer.alloc(27);
  page.write('OggS');
  page.writeBigInt64LE(POSITION, 6);
  await writeFile(source, webm);
  await writeFile(copy, page);
  const copied = {
    path: source,
    bytes: webm.length,
    demuxer: 'matroska',
    probe: { streams: [{ kind: 'sound', index: 0, codec: 'opus' }] },
    spans: null,
  } as unknown;
  const recipe = { kind: 'copy', container: 'ogg' };
  await endExactly(copy, recipe as Recipe, copied as CopiedSource, new AbortController().signal);
  return (await readFile(copy)).readBigInt64LE(6);
}

it.each([0, 100_000])('is found behind %i empty elements', async (empty) => {
  expect(await endOf(webmOf(empty))).toBe(POSITION - 480n);
});

it('is not looked for behind more elements than hours of sound have', async () => {
  expect(await endOf(webmOf(200_001))).toBe(POSITION);
});

it('is that of the last cluster, whatever the others hold and follows it', async () => {
  const long = clusterOf(Buffer.alloc(1_000_000, EMPTY), LAST);
  const cues = Buffer.from('1c53bb6b82ec80', 'hex');
  const segment = Buffer.from('18538067ff', 'hex');
  expect(await endOf(Buffer.concat([segment, long, clusterOf(EMPTY, LAST), cues]))).toBe(
    POSITION - 480n,
  );
  const simple = Buffer.from('a38400000000', 'hex');
  expect(await endOf(Buffer.concat([segment, long, clusterOf(LAST, simple)]))).toBe(POSITION);
});
