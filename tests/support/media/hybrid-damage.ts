// Damages the heads and the `moof` boxes of sources at random, and expects their refusal or a complete file.
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { probeIndex } from '../../../src/adapters/ffmpeg/checking/mp4-probe.ts';
import { layOut } from '../../../src/adapters/ffmpeg/hybrid-mp4/layout.ts';
import { readHead } from '../../../src/adapters/ffmpeg/hybrid-mp4/read-head.ts';
import { Unfit } from '../../../src/adapters/ffmpeg/hybrid-mp4/unfit.ts';
import type { ReadSource } from '../../../src/adapters/ffmpeg/hybrid-mp4/walk-boxes.ts';
import { writeIndex } from '../../../src/adapters/ffmpeg/hybrid-mp4/write-index.ts';
import { createRandom } from '../run/random.ts';
import { readerOf } from './hybrid-fixture.ts';
import { makeSource } from './hybrid-pairs.ts';
import { createMediaFolder } from './media-fixtures.ts';

const NAMES = [
  ['edits.mp4', 'priming.mp4'],
  ['uneven-rate.mp4', 'opus.mp4'],
  ['frames.mp4', 'tiny.mp4'],
] as const;
const NUMBERS = [0, 1, 7, 8, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 65_536];
const REACH_BYTES = 1200;
/** Each box is read by two calls at most, and there may be 10,000 of them. */
const MAX_READS = 25_000;

/** Damages so many pairs; returns how often each refusal was given, `made` where there was none. */
export async function damageSources(count: number): Promise<ReadonlyMap<string, number>> {
  const media = await createMediaFolder();
  const pairs: Buffer[][] = [];
  for (const names of NAMES) {
    const pair: Buffer[] = [];
    for (const name of names) pair.push(await readFile(await makeSource(media, name)));
    pairs.push(pair);
  }
  await media.remove();
  const outcomes = new Map<string, number>();
  for (let seed = 1; seed <= count; seed += 1) {
    const random = createRandom(seed);
    const pair = pairs[seed % pairs.length] ?? [];
    const damaged = Math.floor(random() * pair.length);
    const sources = pair.map((bytes, at) => (at === damaged ? damage(bytes, random) : bytes));
    const outcome = await outcomeOf(sources, seed);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  return outcomes;
}

function damage(source: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(source);
  const moof = bytes.indexOf('moof', Math.floor(random() * bytes.length * 0.9), 'latin1');
  const base = random() < 0.6 || moof < 0 ? 0 : moof - 4;
  for (let times = 1 + Math.floor(random() * 4); times > 0; times -= 1) {
    const at = Math.min(bytes.length - 5, base + Math.floor(random() * REACH_BYTES));
    const kind = random();
    if (kind < 0.4) bytes[at] = Math.floor(random() * 256);
    else if (kind < 0.7)
      bytes.writeUInt32BE(NUMBERS[Math.floor(random() * NUMBERS.length)] ?? 0, at);
    else bytes.copyWithin(at, Math.max(0, at - 64), at);
  }
  return bytes;
}

async function outcomeOf(sources: readonly Buffer[], seed: number): Promise<string> {
  const plain = readerOf(sources);
  let reads = 0;
  const read: ReadSource = (source, from, to) => {
    reads += 1;
    return plain(source, from, to);
  };
  try {
    const heads = await Promise.all(sources.map(({ length }, at) => readHead(read, at, length)));
    const layout = layOut(heads);
    const index = await writeIndex(layout, heads, read);
    expect(index.length, `seed ${seed}`).toBe(layout.indexBytes);
    const moov = index.subarray(0, Buffer.from(index).readUInt32BE());
    expect(probeIndex(moov, layout.bytes), `seed ${seed}`).toMatchObject({ bytes: layout.bytes });
    return 'made';
  } catch (error) {
    if (error instanceof Unfit) return error.code;
    throw new Error(`seed ${seed}`, { cause: error });
  } finally {
    expect(reads, `seed ${seed}`).toBeLessThan(MAX_READS);
  }
}
