import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBlobWriter } from './blob-writer.ts';

const bytesOf = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())];

it('is the same as writing into a buffer, in whatever order and over each other', async () => {
  const write = fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    data: fc.uint8Array({ minLength: 1, maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 12 }), async (writes) => {
      const writer = createBlobWriter();
      const expected: number[] = [];
      for (const { share, data } of writes) {
        // No holes: files are written from the start.
        const position = Math.floor(share * expected.length);
        writer.write({ data: new Uint8Array(data), position });
        expected.splice(position, data.length, ...data);
      }
      expect(await bytesOf(writer.finish('video/mp4'))).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

it('has the type of the file', () => {
  expect(createBlobWriter().finish('video/webm').type).toBe('video/webm');
});
