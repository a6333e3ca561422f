// Damaged and hostile segments: their clocks are read within bounds, and every failure is one that is named.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMediaLibrary } from '../../../../../lab/media/media-library.ts';
import { createRandom } from '../../../../../tests/support/run/random.ts';
import { AppError } from '../../../../shared/errors.ts';
import { createClockJoiner } from './join-clocks.ts';

const KINDS = ['ts', 'fmp4'] as const;
const segments = new Map<string, Buffer[]>();

beforeAll(async () => {
  const media = createMediaLibrary();
  for (const kind of KINDS) {
    const { files } = await media.hls({
      renditions: [
        {
          container: 'mp4',
          seconds: 4,
          picture: { codec: 'h264', width: 320, height: 180, fps: 25, colour: '#cc2020' },
          sound: { codec: 'aac', toneHz: 400, kilobitsPerSecond: 96 },
        },
      ],
      segmentSeconds: 2,
      kind,
    });
    const found: Buffer[] = [];
    const order = [...files].sort(
      ([a], [b]) => Number(b.includes('init')) - Number(a.includes('init')),
    );
    for (const [name, file] of order)
      if ('path' in file && !name.endsWith('.m3u8')) found.push(await readFile(file.path));
    segments.set(kind, found);
  }
});

/** Joins the segments to themselves; returns what would be written. */
async function join(parts: readonly Buffer[]): Promise<Buffer> {
  const joiner = createClockJoiner();
  const written: Buffer[] = [];
  for (const [index, part] of parts.entries()) {
    const change = await joiner({
      bytes: part.length,
      listedAt: index === parts.length / 2 ? 4 : null,
      read: async (at, bytes) => Buffer.from(part.subarray(at, at + bytes)),
    });
    const block = Buffer.from(part);
    change(block, 0);
    written.push(block);
  }
  return Buffer.concat(written);
}

const twice = (kind: string) => [...(segments.get(kind) ?? []), ...(segments.get(kind) ?? [])];

describe.each(KINDS)('segments of %s', (kind) => {
  it('keep their length, and only their clocks change', async () => {
    const parts = twice(kind);
    const whole = Buffer.concat(parts);
    const written = await join(parts);
    expect(written.length).toBe(whole.length);
    const half = whole.length / 2;
    expect(written.subarray(0, half).equals(whole.subarray(0, half))).toBe(true);
    const changed = written.reduce((sum, byte, at) => sum + Number(byte !== whole[at]), 0);
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThan(whole.length / 20);
  });

  it.each([1, 2, 3])('that are damaged are refused or written (seed %i)', async (seed) => {
    const random = createRandom(seed);
    for (let round = 0; round < 100; round += 1) {
      const parts = twice(kind).map((part) =>
        Buffer.from(part.subarray(0, Math.ceil(part.length * (round % 3 === 0 ? random() : 1)))),
      );
      for (const part of parts)
        for (let hit = 0; hit < 20; hit += 1) {
          // The front holds most of what is read.
          const at = Math.floor(
            random() * Math.min(part.length, hit % 2 === 0 ? 2000 : part.length),
          );
          if (at < part.length) part[at] = Math.floor(random() * 256);
        }
      const outcome = await join(parts).catch((error: unknown) => error);
      if (Buffer.isBuffer(outcome)) expect(outcome.length).toBe(Buffer.concat(parts).length);
      else expect(outcome).toBeInstanceOf(AppError);
    }
  });
});

/** A box with this content. */
function box(type: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const numbers = (...values: readonly number[]) => {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, 4 * index);
  return buffer;
};

it('fragments whose clock would pass its end are refused', async () => {
  const [init = Buffer.alloc(0)] = segments.get('fmp4') ?? [];
  const fragment = (begin: number) =>
    box(
      'moof',
      box(
        'traf',
        box('tfhd', numbers(0x8, 1, 1000)),
        box('tfdt', numbers(0, begin)),
        box('trun', numbers(0, 0xffff_ffff)),
      ),
    );
  await expect(join([init, fragment(0), init, fragment(0)])).rejects.toMatchObject({
    code: 'bad_media',
  });
});

it('an index without end is not read', async () => {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write('moof', 4, 'latin1');
  head.writeBigUInt64BE(100_000_000n, 8);
  const read = async (at: number, bytes: number) => {
    if (bytes > 1_000_000) throw new TypeError('too much at once');
    return at === 0
      ? Buffer.concat([head, Buffer.alloc(Math.max(0, bytes - 16))]).subarray(0, bytes)
      : Buffer.alloc(bytes);
  };
  await expect(
    createClockJoiner()({ bytes: 100_000_000, listedAt: null, read }),
  ).rejects.toMatchObject({ code: 'bad_media' });
});
