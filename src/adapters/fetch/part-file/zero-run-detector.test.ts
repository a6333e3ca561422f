// Finds holes at every position, and does not take the padding of an MP4 for one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededBody } from '../../../../tests/fixtures/fetch/seeded-body.ts';
import { createZeroRunDetector } from './zero-run-detector.ts';

async function isHoled(body: Buffer, pieceBytes = 16_384): Promise<boolean> {
  const watch = createZeroRunDetector();
  for (let at = 0; at < body.length; at += pieceBytes)
    watch.scan(at, [body.subarray(at, at + pieceBytes)]);
  const peek = async (at: number, bytes: number) => body.subarray(at, at + bytes);
  return watch.hasGap({ peek }, body.length);
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

describe('a run of zeros', () => {
  it('of at least 4096 bytes is found at every position and across chunks, a shorter one is not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(200_000),
        fc.integer({ min: 3000, max: 12_000 }),
        fc.integer({ min: 100, max: 70_000 }),
        async (at, length, pieceBytes) => {
          const body = seededBody(220_000, 'zeros');
          body.fill(0, at, at + length);
          // The noise itself may begin or end with a zero.
          if (at > 0) body[at - 1] = 1;
          if (at + length < body.length) body[at + length] = 1;
          expect(await isHoled(body, pieceBytes)).toBe(length >= 4096);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['free', false],
    ['skip', false],
    ['mdat', true],
  ])('in a box %s of an MP4 is a hole: %s', async (type, expected) => {
    const body = Buffer.concat([
      box('ftyp', Buffer.from('isomxxxxmp42')),
      box(type, Buffer.alloc(20_000)),
      box('mdat', seededBody(50_000, 'media')),
    ]);
    expect(await isHoled(body)).toBe(expected);
  });

  it('after padding is found', async () => {
    const media = seededBody(50_000, 'media');
    media.fill(0, 0, 5000);
    const body = Buffer.concat([
      box('ftyp', Buffer.from('isomxxxxmp42')),
      box('free', Buffer.alloc(20_000)),
      box('mdat', media),
    ]);
    expect(await isHoled(body)).toBe(true);
  });

  it('in a file other than MP4 is a hole', async () => {
    expect(await isHoled(Buffer.alloc(10_000))).toBe(true);
    expect(await isHoled(seededBody(10_000, 'whole'))).toBe(false);
  });
});
